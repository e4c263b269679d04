"""What the commands about translators and editors show, in words: a head line and a table each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from epicene.adapt.adaptation_labels import messages
from epicene.adapt.decision_history import Entry
from epicene.adapt.people.editing_effort import Effort, Figure
from epicene.adapt.people.samples import Progress
from epicene.core.language import Language


class Shown(NamedTuple):
    """Sentences, then a table; columns `may_wrap` where there is little room."""

    lines: Sequence[str]
    header: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()
    may_wrap: tuple[str, ...] = ()


def progress_table(found: Progress, language: str) -> Shown:
    says, write = messages(language)["people"], Language(language)
    labels = messages(language)["labels"]
    counts = {name: write.count(getattr(found, name)) for name in ("items", "sampled", "translated", "edited")}
    rows = [
        (
            one.person,
            says["roles"][one.role],
            ", ".join(map(str, one.samples)),
            *(write.count(number) for number in (one.given, one.done, one.left)),
            write.number(one.minutes, 0) if one.minutes else "",
            ", ".join(f"{labels[name]} {write.count(count)}" for name, count in one.labels.items()),
        )
        for one in found.people
    ]
    header = says["progress_columns"]
    return Shown([says["progress"].format(**counts)], header, rows, (header[2], header[-1]))


def history_table(entries: Sequence[Entry], language: str) -> Shown:
    if not entries:
        return Shown([messages(language)["people"]["no_history"]])
    says, labels = messages(language)["people"], messages(language)["labels"]
    rows = [
        (
            one.at[:16].replace("T", " "),
            one.id,
            one.by or "–",
            says["roles"].get(one.role, "–"),
            says["decisions"][one.decision],
            " / ".join(one.texts.values()),
            "; ".join([*(labels[label] for label in one.labels), *([one.comment] if one.comment else [])]),
        )
        for one in entries
    ]
    header = says["history_columns"]
    return Shown([], header, rows, tuple(header[5:]))


def effort_table(found: Effort, language: str) -> Shown:
    says, write = messages(language)["people"], Language(language)

    def figure(one: Figure, digits: int = 1) -> str:
        return f"{write.number(one.value, digits)} {write.bracket(one.low, one.high, digits)}"

    rows = [
        (
            says["ways"][one.way],
            f"{says['versions'][one.first]} → {says['versions'][one.second]}",
            write.count(one.items),
            *(figure(getattr(one, name)) for name in ("changed", "bleu", "chrf", "ter")),
        )
        for one in found.versions
    ]
    lines = [
        says["minutes"].format(
            way=says["ways"][one.way],
            items=write.count(one.items),
            mean=figure(one.mean),
            median=write.number(one.median),
        )
        for one in found.minutes
    ]
    if found.minutes_saved:
        lines.append(says["minutes_saved"].format(saved=figure(found.minutes_saved)))
    signatures = "; ".join(f"{name}: {signature}" for name, signature in found.signatures.items())
    header = says["effort_columns"]
    return Shown([says["effort"], *lines, f"sacrebleu {signatures}"], header, rows, tuple(header[:2] + header[3:]))
