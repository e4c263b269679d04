"""`data check` of one pair while it is being written, in the writer's language; and what differs in it, marked."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from epicene.collect.curate.near_text_cache import AlikePairs
from epicene.collect.message_catalogue import Language, catalogue
from epicene.core.types import Item, Role, Text
from epicene.data.checking.check import NOTE, UNUSABLE, WARNING, Finding, check
from epicene.data.checking.differences import differences
from epicene.grammar.word_patterns import Word
from epicene.kinds.pairs.kind import PAIRS

HERE = "this"


def one_line(text: str) -> str:
    """A sentence is one field of one line in a file; a newline or tab in it becomes a space."""
    return " ".join(re.split(r"[\n\t]+", text)).strip()


def looks_like_formula(text: str) -> bool:
    """Whether a spreadsheet that opens the exported table would run this instead of showing it; some take the wide
    signs of East Asian keyboards (＝) for the plain ones, and pass over spaces and what cannot be seen."""
    visible = (mark for mark in unicodedata.normalize("NFKC", text) if unicodedata.category(mark)[0] not in "ZC")
    return next(visible, "") in ("=", "+", "-", "−", "@")


class Run(NamedTuple):
    """A stretch of a sentence; `differs` where the other sentence has something else there."""

    text: str
    differs: bool


def mark_differences(more: str, less: str) -> tuple[list[Run], list[Run]]:
    """Both sentences cut into runs; put together again, the runs are the sentences to the letter."""
    found = differences(more, less)
    return _runs(more, (difference.more for difference in found)), _runs(
        less, (difference.less for difference in found)
    )


def _runs(text: str, differing: Iterable[tuple[Word, ...]]) -> list[Run]:
    runs, start = [], 0
    for words in differing:
        if words:
            first, last = words[0].start, words[-1].end
            runs += [Run(text[start:first], False), Run(text[first:last], True)]
            start = last
    runs.append(Run(text[start:], False))
    return [run for run in runs if run.text]


@dataclass(frozen=True, slots=True)
class Remark:
    """A finding as the writer reads it; `detail` quotes words, `pair_id` names the other pair where there is one."""

    severity: str
    kind: str
    text: str
    detail: str = ""
    pair_id: int | None = None


@dataclass(frozen=True, slots=True)
class Checked:
    more: list[Run]
    less: list[Run]
    remarks: list[Remark]

    @property
    def is_unusable(self) -> bool:
        return any(remark.severity == UNUSABLE for remark in self.remarks)

    @property
    def warns(self) -> bool:
        return any(remark.severity == WARNING for remark in self.remarks)


def pair_item(name: str, more: str, less: str, code: str, bias_type: str, line: int = 0) -> Item:
    """A pair as `data check` reads it."""
    return Item(name, {Role.MORE: Text(more), Role.LESS: Text(less)}, code, bias_type, cluster=name, line=line)


def check_pair(
    more: str, less: str, bias_type: str, code: str, language: Language, others: AlikePairs | None = None
) -> Checked:
    """What differs, and what is wrong with it; `code` is the pair's language, `language` the writer's."""
    item = pair_item(HERE, more, less, code, bias_type)
    remarks = [_remark(finding, language) for finding in check([item], "", PAIRS) if finding.item_id]
    twins = others or AlikePairs()
    for severity, kind, numbers in ((WARNING, "duplicate", twins.same), (NOTE, "near-duplicate", twins.near)):
        remarks += [Remark(severity, kind, language.text(f"check.{kind}"), pair_id=number) for number in numbers]
    return Checked(*mark_differences(more, less), remarks)


def _remark(finding: Finding, language: Language) -> Remark:
    """Words are quoted as the writer's language does; None stands for nothing on that side."""

    def quoted(words: str | None) -> str:
        return language.text("check.nothing") if words is None else language.text("check.quoted", words=words)

    kind = f"{finding.kind}.{finding.sort}" if finding.sort else finding.kind
    text = catalogue(language.code).get(f"check.{kind}", finding.message)  # a check newer than the catalogue
    detail = ", ".join(" / ".join(map(quoted, sides)) for sides in finding.quoted)
    return Remark(finding.severity, finding.kind, text, detail)
