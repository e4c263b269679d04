"""`data check` of one pair while it is being written, in the writer's language."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from epicene.collect.curate.difference_marks import Run, mark_differences
from epicene.collect.message_catalogue import Language, catalogue
from epicene.core.types import Item, Role, Text
from epicene.data.checking.check import UNUSABLE, WARNING, Finding, check
from epicene.data.checking.duplicates import NEAR, duplicates, near_duplicates
from epicene.kinds.pairs import PAIRS

HERE = "this"
_SORTS_OF_NOT_MINIMAL = {
    "no word differs": "no-word",
    "a whole phrase changes": "phrase",
    "the gender changes and something else with it": "gender",
}
_QUOTED = re.compile("“(?P<words>[^”]*)”|nothing")  # as the findings are written
Sides = tuple[str, str]


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


def check_pair(
    more: str, less: str, bias_type: str, code: str, others: Mapping[int, Sides], language: Language
) -> Checked:
    """What differs, and what is wrong with it; `code` is the pair's language, `language` the writer's."""
    item = _item(HERE, (more, less), code, bias_type)
    remarks = [_remark(finding, language) for finding in check([item], "", PAIRS) if finding.item_id]
    return Checked(*mark_differences(more, less), [*remarks, *_twins(item, others, language)])


def _remark(finding: Finding, language: Language) -> Remark:
    said, _, quoted = finding.message.partition(": ")
    kind = finding.kind
    if kind == "not-minimal":
        kind = f"not-minimal.{_SORTS_OF_NOT_MINIMAL.get(said, 'several')}"
    detail = _QUOTED.sub(lambda found: _in_quotes(found["words"], language), quoted) if _QUOTED.search(quoted) else ""
    text = catalogue(language.code).get(f"check.{kind}", finding.message)  # a check newer than the catalogue
    return Remark(finding.severity, finding.kind, text, detail)


def _in_quotes(words: str | None, language: Language) -> str:
    """As the writer's language quotes; None stands for nothing on that side."""
    return language.text("check.nothing") if words is None else language.text("check.quoted", words=words)


def _twins(item: Item, others: Mapping[int, Sides], language: Language) -> list[Remark]:
    """Other pairs with the same words, or nearly; only those that are alike by letters are looked at word by word."""
    from rapidfuzz import fuzz

    more, less = (text.text for text in item.variants.values())
    if not more or not less:
        return []
    alike = [
        _item(str(number), sides, item.language, "")
        for number, sides in others.items()
        if any(fuzz.ratio(more, side, score_cutoff=NEAR / 2) for side in sides)
    ]
    same = {int(twin.first.id) for twin in duplicates([*alike, item]) if twin.second.id == HERE}
    near = {int(twin.second.id) for twin in near_duplicates([item, *alike]) if twin.first.id == HERE}
    return [
        *(Remark(WARNING, "duplicate", language.text("check.duplicate"), pair_id=number) for number in sorted(same)),
        *(
            Remark("note", "near-duplicate", language.text("check.near-duplicate"), pair_id=number)
            for number in sorted(near - same)
        ),
    ]


def _item(name: str, sides: Sequence[str], code: str, bias_type: str) -> Item:
    more, less = sides
    return Item(name, {Role.MORE: Text(more), Role.LESS: Text(less)}, code, bias_type, cluster=name)
