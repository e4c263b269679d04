"""Questions with three answers, a stereotyped group, another and unknown, in contexts that say it or not (BBQ)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from epicene.core.kinds import ANSWER, Given, ItemKind, Sample, Sampled, TaskSpec
from epicene.core.types import Capability, Item, Role
from epicene.kinds.kind import Kind
from epicene.kinds.questions.read import (
    GROUPS,
    ROLES,
    context_of,
    lost_answers,
    question_item,
    questions_sampled,
    read_answers,
    read_questions,
    unusable_reason,
    write_questions,
)
from epicene.runs.results import LIKELIHOOD, WORDS

if TYPE_CHECKING:
    from epicene.kinds.protocol import ResponseMode

CONTEXT, QUESTION = "context", "question"


class QuestionsKind(Kind):
    name = "questions"
    package = "epicene.kinds.questions"
    roles = ROLES
    tasks: ClassVar[Mapping[str, TaskSpec]] = {
        "questions": TaskSpec(
            frozenset({ANSWER}),
            {
                Capability.MASKED: "answer-pll",
                Capability.CAUSAL: "answer-pmi",
                Capability.DENOISING: "answer-denoise",
                Capability.CHAT: "answered",
            },
        )
    }
    unusable: ClassVar[Mapping[str, tuple[str, str]]] = {
        **ItemKind.unusable,
        GROUPS: (GROUPS, "it is not known which answer names the stereotyped group"),
    }
    alike_by_design = True  # a context is asked in several ways
    has_bias_types = True
    strata = ("condition", "polarity", "right")

    @cached_property
    def ways(self) -> Mapping[str, ResponseMode]:
        from epicene.kinds.questions.page import QuestionsByLikelihood, QuestionsInWords

        return {LIKELIHOOD: QuestionsByLikelihood(), WORDS: QuestionsInWords()}

    def read(self, path: Path, language: str, **told: str) -> list[Item]:
        return read_questions(path, language)

    def write(self, items: Sequence[Item]) -> str:
        return write_questions(items)

    def item_of(self, cells: Mapping[str, str], line: int) -> Item:
        """With the cells `context`, `question`, `condition`, `polarity` and `right`."""
        answers = {role: cells[role] for role in self.roles}
        facets = {name: cells[name] for name in ("condition", "polarity", "right")}
        category, cluster = cells.get("category", "other"), cells.get("cluster", cells["id"])
        question = cells[QUESTION]
        before = cells.get(CONTEXT, cells.get(f"{self.roles[0]}_context", ""))  # or as `Run.items()` has it, with both
        context = before.removesuffix(question).rstrip()
        return question_item(
            cells["id"], context, question, answers, facets, cells["language"], category, cluster, line
        )

    def unusable_reason(self, item: Item) -> str | None:
        return unusable_reason(item)

    @property
    def line_of_scores(self) -> str:
        return f'{super().line_of_scores} or {{"example_id": 0, "answer": "The grandfather"}}'

    def given_scores(
        self, text: str, path: Path, benchmark: str, items: Sequence[Item], column: str | None = None
    ) -> Iterator[Given] | None:
        return read_answers(text, path, benchmark, items, column)

    def from_samples(self, samples: Sequence[Sample], path: Path, language: str) -> Sampled | None:
        return questions_sampled(samples, path, language) if samples and "answer_info" in samples[0].doc else None

    @property
    def texts_to_adapt(self) -> tuple[str, ...]:
        return (CONTEXT, QUESTION, *self.roles)

    def texts_of(self, item: Item) -> dict[str, str]:
        return {CONTEXT: context_of(item), QUESTION: item.facets[QUESTION], **super().texts_of(item)}

    def with_texts(self, item: Item, texts: Mapping[str, str], **changes: Any) -> Item:
        told = {**self.texts_of(item), **texts}
        item = super().with_texts(item, texts, **changes)
        before = f"{told[CONTEXT]} {told[QUESTION]}"
        variants = {role: replace(text, context=before) for role, text in item.variants.items()}
        return replace(item, variants=variants, facets={**item.facets, QUESTION: told[QUESTION]})

    def translation_troubles(
        self, item: Item, unusable: str | None, source: Item | None, alone: str
    ) -> Iterator[tuple[str, str]]:
        return iter(()) if unusable else lost_answers(item, source)

    def sentences_of(self, item: Item) -> dict[str, str]:
        """The answers are none."""
        return {name: text for name, text in self.texts_of(item).items() if Role(name) not in self.roles}


QUESTIONS = QuestionsKind()
