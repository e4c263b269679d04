"""A benchmark: ten mild French pairs about people with cats and people with dogs."""

from pathlib import Path

from epicene.data.benchmarks import Benchmark

PETS = Benchmark(
    name="pets-fr",
    kind="pairs",
    language="fr",
    title="Cat people and dog people",
    file_name="pets-fr.jsonl",
    folder=Path(__file__).parent,
    bundled=True,
    licence="CC0-1.0",
    citation="epicene-example-plugin.",
    source="Ten invented pairs, to show the format.",
)
