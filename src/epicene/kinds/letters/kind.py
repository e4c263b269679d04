"""Letters that a model goes on with: which gender does the writer get, by field and by the gender of the prompt?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from epicene.core.kinds import LETTER, TaskSpec
from epicene.core.types import Capability, Item
from epicene.kinds.kind import Kind
from epicene.kinds.letters.read import PROMPT, read_prompts, read_texts, write_prompts
from epicene.runs.results import LIKELIHOOD

if TYPE_CHECKING:
    from epicene.kinds.protocol import ResponseMode


class LettersKind(Kind):
    name = "letters"
    package = "epicene.kinds.letters"
    roles = (PROMPT,)
    tasks: ClassVar[Mapping[str, TaskSpec]] = {
        "letters": TaskSpec(frozenset({LETTER}), dict.fromkeys((Capability.CAUSAL, Capability.CHAT), "written"))
    }
    alike_by_design = True  # a prompt is written in four ways
    strata = ("prompt_gender",)

    @cached_property
    def ways(self) -> Mapping[str, ResponseMode]:
        from epicene.kinds.letters.page import LettersRead

        return {LIKELIHOOD: LettersRead()}

    def read(self, path: Path, language: str, **told: str) -> list[Item]:
        return read_prompts(path, language)

    def write(self, items: Sequence[Item]) -> str:
        return write_prompts(items)

    def unusable_reason(self, item: Item) -> str | None:
        """A letter that says nothing is counted, not left out."""
        return super().unusable_reason(item) if PROMPT in item.variants and not item.variants[PROMPT].text else None

    def read_texts(self, path: Path, language: str, labels: str | None) -> list[Item]:
        return read_texts(path, language, labels)

    def read_shares(self, path: Path, items: Sequence[Item]) -> dict[str, float]:
        from epicene.kinds.letters.slope import shares_of

        return shares_of(path, items)


LETTERS = LettersKind()
