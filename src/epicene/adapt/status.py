"""How an adaptation stands: what is still broken in it, people's decisions considered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from epicene.adapt.adaptation_folder import Adaptation
from epicene.adapt.checking.translation_check import Origin, check, missing
from epicene.adapt.decisions import kept, read_decisions, removed
from epicene.core.types import Item
from epicene.data.checking.check import Finding


@dataclass(frozen=True, slots=True)
class State:
    """`findings` are those that nobody has settled; `n_kept` items would have some, but a person wants them so."""

    items: Sequence[Item]
    findings: Sequence[Finding]
    n_kept: int


def state_of(adaptation: Adaptation) -> State:
    """Findings on the adapted set, or on the draft while there is none."""
    return _state(adaptation, adaptation.current(), decided=True)


def draft_problems(adaptation: Adaptation) -> Counter[str]:
    """How many items of the draft had each kind of defect, before anybody mended anything."""
    state = _state(adaptation, adaptation.draft(), decided=False)
    return Counter(kind for kind, _ in {(finding.kind, finding.item_id) for finding in state.findings})


def _state(adaptation: Adaptation, items: Sequence[Item], *, decided: bool) -> State:
    done = read_decisions(adaptation.decisions_path) if decided else {}
    alone = adaptation.facts.get("unrelated_alone", {})
    untouched = {key: text for key, text in alone.items() if key not in done}  # what a person wrote is theirs to judge
    origin = Origin(adaptation.source(), adaptation.facts["from"], untouched)
    found = check(items, adaptation.current_path if decided else adaptation.draft_path, adaptation.kind, origin)
    if not decided:
        return State(items, found, 0)
    found += missing(items, origin, adaptation.current_path, removed(adaptation))
    wanted = kept(adaptation)
    spared = {finding.item_id for finding in found} & wanted
    return State(items, [finding for finding in found if finding.item_id not in wanted], len(spared))
