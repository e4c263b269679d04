"""A benchmark: ten mild French pairs about people with cats and people with dogs."""

from functools import partial
from pathlib import Path

from epicene.data.benchmarks import Benchmark
from epicene.data.pairs import read_json_lines

PETS = Benchmark(
    name="pets-fr",
    kind="pairs",
    language="fr",
    title="Cat people and dog people",
    read=partial(read_json_lines, language="fr"),
    file_name="pets-fr.jsonl",
    folder=Path(__file__).parent,
    bundled=True,
    licence="CC0-1.0",
    citation="epicene-example-plugin.",
    source="Ten invented pairs, to show the format.",
)
