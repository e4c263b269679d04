"""A kind of benchmark of its own: three sentences tell a story. Does a model find their order likelier than another?

Reading a file, asking and the words for a reader are said here; measuring, comparing, tables and pages are those of
every preference (`PreferenceWay`).
"""

import json
from pathlib import Path
from typing import ClassVar

from epicene.core.kinds import SENTENCES, TaskSpec
from epicene.core.types import Capability, Item, Role, Text
from epicene.data.benchmarks import Benchmark
from epicene.kinds.kind import Kind
from epicene.kinds.preference import PreferenceWay
from epicene.metrics.catalogue import PERCENT, Direction, Measure

PACKAGE = "epicene_example"

RIGHT_ORDER = Measure("right_order", 100.0, "%", Direction.HIGHER, PACKAGE, PERCENT)


class OrderWay(PreferenceWay):
    package = PACKAGE
    metric = RIGHT_ORDER.name


class OrderKind(Kind):
    name = "order"
    package = PACKAGE
    roles = (Role("right"), Role("wrong"))
    tasks: ClassVar = {
        "order": TaskSpec(
            frozenset({SENTENCES}),
            {Capability.MASKED: "pll", Capability.CAUSAL: "loglik", Capability.DENOISING: "denoise-all"},
        )
    }
    ways: ClassVar = {"likelihood": OrderWay()}

    def read(self, path: Path, language: str, **facts: str) -> list[Item]:
        """A line a story: {"id": …, "sentences": [first, second, third]}. The wrong order begins with the end."""
        items = []
        for line, text in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            story = json.loads(text)
            first, second, third = story["sentences"]
            texts = f"{first} {second} {third}", f"{third} {first} {second}"
            variants = {role: Text(text) for role, text in zip(self.roles, texts, strict=True)}
            items.append(Item(story["id"], variants, language, "story", story["id"], line=line))
        return items


ORDER = OrderKind()

STORIES = Benchmark(
    name="stories-fr",
    kind="order",
    language="fr",
    title="Three sentences in order",
    file_name="stories-fr.jsonl",
    folder=Path(__file__).parent,
    bundled=True,
    licence="CC0-1.0",
    citation="epicene-example-plugin.",
    source="Six invented stories, to show a kind of one's own.",
    content_warning=False,
)
