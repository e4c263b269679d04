"""`epicene adapt export`: the adapted set as a table, each item beside what it was and why it changed.

The columns are those of the set's own files, which readers of such files find among ours; `source_…` is the item as it
was: in a revision within one language, the old version.
"""

from __future__ import annotations

import csv
import io
from pathlib import Path

from epicene.adapt.adaptation_folder import Adaptation
from epicene.adapt.decision_history import Decision, read_decisions
from epicene.adapt.fix import KEEP
from epicene.core.errors import InputError
from epicene.core.files import write_text
from epicene.core.types import Item


def export_table(adaptation: Adaptation, path: Path, *, changed_only: bool = False) -> int:
    """Tabs, as the published sets have them; how many items were written."""
    decisions, source = read_decisions(adaptation), adaptation.source()
    rows = []
    for item in adaptation.current():
        decision = decisions.get(item.id)
        before = source.get(decision.of or item.id if decision else item.id)
        row = _row(adaptation, item, before, decision)
        is_changed = before is None or adaptation.kind.texts_of(before) != adaptation.kind.texts_of(item)
        rows += [row] if is_changed or not changed_only else []
    if not rows:
        raise InputError(
            "{path} has nothing to export yet; bring tables in with `epicene adapt apply`.", path=adaptation.path
        )
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, list(rows[0]), delimiter="\t", lineterminator="\n", restval="")
    writer.writeheader()
    writer.writerows(rows)
    write_text(path, out.getvalue())
    return len(rows)


def _row(adaptation: Adaptation, item: Item, before: Item | None, decision: Decision | None) -> dict[str, str]:
    kind = adaptation.kind
    old = kind.texts_of(before) if before else {}
    was = {f"source_{kind.column_of.get(name, name)}": old.get(name, "") for name in kind.texts_to_adapt}
    labels = "; ".join(decision.labels) if decision and decision.decision != KEEP else ""
    return {**kind.columns_of(item), **was, "labels": labels, "reason": decision.comment if decision else ""}
