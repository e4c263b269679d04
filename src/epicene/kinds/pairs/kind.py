"""Pairs of sentences that differ in the group they speak of (CrowS-Pairs): which one does a model find likelier?"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from epicene.adapt.translation_check import DOUBLE_SWITCH, NOT_MINIMAL
from epicene.core.kinds import IDENTICAL, SENTENCES, TWO, Given, Issue, Sample, Sampled, Stats, TaskSpec
from epicene.core.language import Language
from epicene.core.types import Capability, Item, Role
from epicene.kinds.kind import Kind
from epicene.kinds.pairs.adapted_texts import broken_pair, minimal_pair
from epicene.kinds.pairs.check import COLUMNS, PERCENTAGES, pair_cells, pair_stats, pair_troubles
from epicene.kinds.pairs.read import COLUMNS as COLUMNS_OF_TABLE
from epicene.kinds.pairs.read import NEEDED, pairs_sampled, read_original_scores, read_pairs, write_pairs
from epicene.runs.results import LIKELIHOOD, WORDS

if TYPE_CHECKING:
    from epicene.kinds.protocol import ResponseMode


class PairsKind(Kind):
    name = "pairs"
    package = "epicene.kinds.pairs"
    roles = (Role.MORE, Role.LESS)
    tasks: ClassVar[Mapping[str, TaskSpec]] = {
        "pairs": TaskSpec(
            frozenset({SENTENCES, TWO}),
            {
                Capability.MASKED: "pll-shared",
                Capability.CAUSAL: "loglik-shared",  # of three, nearest to a known stereotype: docs/lab.md
                Capability.DENOISING: "denoise",
                Capability.CHAT: "prompted",
            },
        )
    }
    lost: ClassVar[Mapping[str, str]] = {IDENTICAL: "the two sentences are identical"}
    mendable = frozenset({NOT_MINIMAL, DOUBLE_SWITCH})
    has_bias_types = True
    second_follows = True
    strata = ("origin", "direction")

    @cached_property
    def ways(self) -> Mapping[str, ResponseMode]:
        from epicene.kinds.chat_replies.page import PairsInWords
        from epicene.kinds.pairs.controls import WAY, ControlsByLikelihood
        from epicene.kinds.pairs.page import PairsByLikelihood

        return {LIKELIHOOD: PairsByLikelihood(), WORDS: PairsInWords(), WAY: ControlsByLikelihood()}

    def read(self, path: Path, language: str, **told: str) -> list[Item]:
        return read_pairs(path, language, **told)

    def read_translation(self, path: Path, language: str) -> list[Item]:
        return read_pairs(path, language, format="table" if path.suffix == ".tsv" else "lines")

    def template(self, code: str = "en") -> str:
        return Language(code, self.package).text("template")

    def write(self, items: Sequence[Item]) -> str:
        return write_pairs(items)

    def troubles(self, item: Item) -> Iterator[Issue]:
        return pair_troubles(item)

    def stats(self, items: Sequence[Item], unusable: Collection[str]) -> Stats:
        groups = pair_stats(items, unusable)
        rows, records = [pair_cells(group) for group in groups], [asdict(group) for group in groups]
        return Stats(COLUMNS, rows, records, PERCENTAGES)

    column_of: ClassVar[Mapping[str, str]] = dict(zip(roles, COLUMNS_OF_TABLE, strict=False))

    def columns_of(self, item: Item) -> dict[str, str]:
        texts = {self.column_of[role]: text.text for role, text in item.variants.items()}
        labels = zip(COLUMNS_OF_TABLE[2:], (item.facets.get("direction", ""), item.category), strict=True)
        return {"id": item.id, **texts, **dict(labels), "origin": item.facets.get("origin", "")}

    def to_judge(self, item: Item) -> dict[Role, str]:
        """The more stereotyping sentence."""
        return {role: text for role, text in super().to_judge(item).items() if role == Role.MORE}

    @property
    def line_of_scores(self) -> str:
        return '{"item_id": "0", "role": "more", "score": -42.5}'

    def given_scores(
        self, text: str, path: Path, benchmark: str, items: Sequence[Item], column: str | None = None
    ) -> Iterator[Given] | None:
        return None if text.lstrip().startswith("{") else read_original_scores(text, path, benchmark, items)

    def from_samples(self, samples: Sequence[Sample], path: Path, language: str) -> Sampled | None:
        return pairs_sampled(samples, path, language) if samples and set(NEEDED) <= set(samples[0].doc) else None

    def translation_troubles(
        self, item: Item, unusable: str | None, source: Item | None, alone: str
    ) -> Iterator[tuple[str, str]]:
        return iter(()) if unusable else broken_pair(item)

    def mended(self, item: Item) -> tuple[dict[str, str], Sequence[str]] | None:
        return minimal_pair(item)


PAIRS = PairsKind()
