"""A stereotype, an anti-stereotype and an unrelated candidate (StereoSet), within a sentence and across two."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from epicene.adapt.translation_check import CONTEXT as MISFIT
from epicene.adapt.translation_check import GIVE_AWAY, LOST_BLANK
from epicene.core.kinds import EMPTY, NEXT, SENTENCES, THREE, WORD, Given, Issue, ItemKind, Stats, TaskSpec
from epicene.core.types import BLANK, INTER, INTRA, Capability, Item, Role
from epicene.kinds.kind import Kind
from epicene.kinds.triples.adapted_texts import (
    CONTEXT,
    attribute,
    broken_triple,
    edited,
    sentence_in,
    structure,
    texts_of,
    to_edit,
    with_texts,
)
from epicene.kinds.triples.check import COLUMNS, triple_cells, triple_stats, triple_troubles
from epicene.kinds.triples.read import (
    LABELS,
    NO_BLANK,
    ROLES,
    attribute_span,
    read_published_scores,
    read_triples,
    unusable_reason,
    write_triples,
)
from epicene.kinds.triples.uniform_contexts import uniform
from epicene.runs.results import LIKELIHOOD, WORDS

if TYPE_CHECKING:
    from epicene.kinds.protocol import ResponseMode

IN_WORDS = "prompted"
_BY_LOGPROBS = (Capability.MASKED, Capability.CAUSAL, Capability.DENOISING)


class TriplesKind(Kind):
    name = "triples"
    package = "epicene.kinds.triples"
    roles = ROLES
    tasks: ClassVar[Mapping[str, TaskSpec]] = {
        INTRA: TaskSpec(
            frozenset({SENTENCES, WORD, THREE}),
            {
                Capability.MASKED: "cloze-l2r",
                Capability.CAUSAL: "loglik",
                Capability.DENOISING: "denoise-word",
                Capability.CHAT: IN_WORDS,
            },
            as_released={Capability.MASKED: "cloze-l2r-meanprob", Capability.CAUSAL: "loglik-mean"},
        ),
        INTER: TaskSpec(frozenset({NEXT, THREE}), {**dict.fromkeys(_BY_LOGPROBS, "nsp"), Capability.CHAT: IN_WORDS}),
    }
    suffix = "json"
    unusable: ClassVar[Mapping[str, tuple[str, str]]] = {
        **ItemKind.unusable,
        LABELS: ("labels", "there is not exactly one candidate for each label"),
        NO_BLANK: (LOST_BLANK, f"the context has no {BLANK}"),
    }
    lost: ClassVar[Mapping[str, str]] = {NO_BLANK: "the context has lost its BLANK"}
    mendable = frozenset({MISFIT, LOST_BLANK, GIVE_AWAY})
    alike_by_design = True  # tests of one target are

    @cached_property
    def ways(self) -> Mapping[str, ResponseMode]:
        from epicene.kinds.triples.chat_replies.page import TriplesInWords
        from epicene.kinds.triples.page import TriplesByLikelihood

        return {LIKELIHOOD: TriplesByLikelihood(), WORDS: TriplesInWords()}

    def read(self, path: Path, language: str, **told: str) -> list[Item]:
        return read_triples(path, language, **told)

    def write(self, items: Sequence[Item]) -> str:
        return write_triples(items)

    def item_of(self, cells: Mapping[str, str], line: int) -> Item:
        """Within a sentence where the cell `context` has a BLANK, else across two."""
        context = cells.get(CONTEXT, "")
        if BLANK not in context:
            before = {f"{role}_context": context for role in self.roles}
            return super().item_of(
                {"task": INTER} | before | {name: cells[name] for name in cells if name != CONTEXT}, line
            )
        item = super().item_of({**cells, "task": INTRA}, line)
        spans = {role: replace(text, span=attribute_span(context, text.text)) for role, text in item.variants.items()}
        return replace(item, variants=spans)

    def unusable_reason(self, item: Item) -> str | None:
        return unusable_reason(item)

    def troubles(self, item: Item) -> Iterator[Issue]:
        return triple_troubles(item)

    def stats(self, items: Sequence[Item], unusable: Collection[str]) -> Stats:
        groups = triple_stats(items, unusable)
        return Stats(COLUMNS, [triple_cells(group) for group in groups], [group.as_dict() for group in groups])

    @property
    def line_of_scores(self) -> str:
        return f"{super().line_of_scores} or a file with intrasentence and intersentence"

    def given_scores(
        self, text: str, path: Path, benchmark: str, items: Sequence[Item], column: str | None = None
    ) -> Iterator[Given] | None:
        return read_published_scores(text, path, benchmark, items)

    def scores_suffice(self, reason: str) -> bool:
        """Ids and labels are enough, whatever is wrong with the sentences."""
        return reason != LABELS

    @property
    def texts_to_adapt(self) -> tuple[str, ...]:
        return (CONTEXT, *self.roles)

    def texts_of(self, item: Item) -> dict[str, str]:
        return texts_of(item)

    def with_texts(self, item: Item, texts: Mapping[str, str], **changes: Any) -> Item:
        return with_texts(item, texts, **changes)

    def sentences_of(self, item: Item) -> dict[str, str]:
        """Within a sentence, the context is none."""
        across = item.facets["task"] == INTER
        return {name: text for name, text in self.texts_of(item).items() if name != CONTEXT or across}

    def text_alone(self, item: Item) -> str:
        return attribute(item, Role.UNRELATED)

    def translation_troubles(
        self, item: Item, unusable: str | None, source: Item | None, alone: str
    ) -> Iterator[tuple[str, str]]:
        return iter(()) if unusable in (EMPTY, LABELS) else broken_triple(item, source, alone)

    def fit(self, items: Sequence[Item]) -> tuple[dict[str, int], str] | None:
        return structure(items)

    def mended(self, item: Item) -> tuple[dict[str, str], Sequence[str]] | None:
        found = uniform(item)
        return (found.cells(), found.labels) if found else None

    def to_edit(self, item: Item) -> dict[str, str]:
        return to_edit(item)

    def edited(self, item: Item, cells: Mapping[str, str], where: str) -> dict[str, str]:
        return edited(item, cells, where)

    def sentence_from(self, cells: Mapping[str, str], name: str) -> str:
        return sentence_in(cells[CONTEXT], cells[name])


TRIPLES = TriplesKind()
