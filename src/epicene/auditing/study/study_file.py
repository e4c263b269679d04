"""A study as a person writes it down: models × benchmarks × options in one TOML file, checked before anything runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from epicene.auditing.study.key_checks import Checked, flag, name_in, names, number, read_tables, text, texts, whole
from epicene.core.errors import InputError
from epicene.core.types import INTER, INTRA, MEAN, OVERALL
from epicene.data.benchmarks import BENCHMARKS, find_benchmark
from epicene.kinds.protocol import known_ways

# What can be made of the saved runs; the report has a function for each.
ANALYSES = (
    "models",
    "parameters",
    "corpora",
    "correlations",
    "benchmarks",
    "architectures",
    "multilingual",
    "languages",
    "origins",
)
ARCHITECTURES = ("encoder", "decoder", "encoder-decoder")
TASKS = (INTRA, INTER, OVERALL, MEAN)
BOS = ("bos", "eos", "tokenizer", "none")
OWN_HEAD = "own"


def _of_a_file(value: Any) -> str:
    """The name of a known benchmark, or of a kind and any language (`pairs-pt`) for a file of one's own."""
    try:
        return find_benchmark(text(value)).name
    except InputError:
        return str(_known(value))


def _aggregation(value: Any) -> str:
    known = [name for way in known_ways() for name in way.aggregations]
    return str(name_in(known, "aggregation")(value))


_known = name_in(BENCHMARKS, "benchmark")
_ASKING = {"scoring": texts, "bos": name_in(BOS, "value"), "as_released": flag}
_OPTIONS = {**_ASKING, "aggregation": _aggregation, "limit": whole, "heads": text}
_BENCHMARK = {
    "name": _known,
    "file": text,
    "models": texts,
    **_ASKING,
    "aggregation": _aggregation,
}
_MODEL = {
    "id": text,
    "name": text,
    "revision": text,
    "trust_remote_code": flag,
    "family": text,
    "architecture": name_in(ARCHITECTURES, "architecture"),
    "parameters": number,
    "corpus": text,
    "corpus_size_gb": number,
    "multilingual": flag,
    "languages": texts,
    "published": text,
    "nsp": text,
    "scoring": texts,
    "bos": name_in(BOS, "value"),
}
_ANALYSIS = {
    "kind": name_in(ANALYSES, "analysis"),
    "title": text,
    "benchmark": text,
    "task": name_in(TASKS, "task"),
    "models": texts,
}
_STUDY = {"title": text, "out": text, "options": dict, "benchmarks": list, "models": list, "analyses": list}


@dataclass(frozen=True, slots=True)
class Options:
    """How everything is asked; `heads` is a folder with a next-sentence head for each model, by the model's name."""

    scoring: Sequence[str] = ()
    bos: str | None = None
    as_released: bool = False
    aggregation: str | None = None
    limit: int | None = None
    heads: str | None = None


@dataclass(frozen=True, slots=True)
class StudyBenchmark:
    """One benchmark, for all models that speak its language or for those named; None: as the study's options say."""

    name: str
    file: str | None = None
    models: Sequence[str] | None = None
    scoring: Sequence[str] = ()
    bos: str | None = None
    as_released: bool | None = None
    aggregation: str | None = None


@dataclass(frozen=True, slots=True)
class StudyModel:
    """One model and what is known of it; `published` is the hub id whose published figures stand beside its own.

    A model is asked about benchmarks in its `languages`, or about all where none are given.
    """

    id: str
    name: str
    revision: str | None = None
    trust_remote_code: bool = False
    family: str | None = None
    architecture: str | None = None
    parameters: float | None = None
    corpus: str | None = None
    corpus_size_gb: float | None = None
    multilingual: bool | None = None
    languages: Sequence[str] = ()
    published: str | None = None
    nsp: str | None = None
    scoring: Sequence[str] = ()
    bos: str | None = None

    def is_asked(self, benchmark: StudyBenchmark) -> bool:
        if benchmark.models is not None and self.name not in benchmark.models:
            return False
        return not self.languages or find_benchmark(benchmark.name).language in self.languages


@dataclass(frozen=True, slots=True)
class Analysis:
    """One table of the report; what is not given is chosen from what was asked."""

    kind: str
    title: str | None = None
    benchmark: str | None = None
    task: str | None = None
    models: Sequence[str] | None = None


@dataclass(frozen=True, slots=True)
class Study:
    """All values are as they stand in the file; paths are relative to it, but for `out`.

    `analyses` is empty where the file names none: then all that the runs allow are made.
    """

    path: Path
    source: str
    title: str
    benchmarks: Sequence[StudyBenchmark]
    models: Sequence[StudyModel]
    out: Path | None = None
    options: Options = field(default_factory=Options)
    analyses: Sequence[Analysis] = ()

    def beside(self, path: str) -> str:
        return str(_beside(self.path, path))

    def model_spec(self, model: StudyModel) -> str:
        """What `audit` takes: an id that begins with ./ or ../ is a folder as seen from the study file."""
        return str(Path(self.beside(model.id)).absolute()) if model.id.startswith(("./", "../")) else model.id

    def benchmark_spec(self, benchmark: StudyBenchmark) -> str:
        return f"{benchmark.name}={self.beside(benchmark.file)}" if benchmark.file else benchmark.name


def read_study(path: Path) -> Study:
    """Read and check a study file; every complaint names the file and the key."""
    root = read_tables(path, _STUDY)
    found = root.values()
    models = _models(root, found)
    benchmarks = _benchmarks(root, found, models)
    _refuse_idle(root, models, benchmarks)
    return Study(
        path=path,
        source=root.source,
        title=found.get("title", path.stem),
        out=Path(found["out"]).expanduser() if "out" in found else None,
        options=_options(root, found),
        benchmarks=benchmarks,
        models=models,
        analyses=_analyses(root, found, models, benchmarks),
    )


def _options(root: Checked, found: dict[str, Any]) -> Options:
    return Options(**root.inside("options", found.get("options", {}), _OPTIONS).values())


def _models(root: Checked, found: dict[str, Any]) -> list[StudyModel]:
    models = []
    for table in root.entries("models", found, _MODEL, what="model"):
        values = table.values(required=("id",))
        values.setdefault("name", values["id"].rstrip("/").rpartition("/")[2])
        if "nsp" in values and values["nsp"] != OWN_HEAD:
            table.refuse_missing("nsp", _beside(root.path, values["nsp"]))
        if values.get("multilingual") is None and values.get("languages"):
            values["multilingual"] = len(values["languages"]) > 1
        models.append(StudyModel(**values))
    root.refuse_repeated("models", [model.name for model in models], "give each model a name of its own")
    return models


def _benchmarks(root: Checked, found: dict[str, Any], models: Sequence[StudyModel]) -> list[StudyBenchmark]:
    """Entries are tables, or plain names such as "crows-fr", and "crows-fr=FILE" as `--on` has it."""
    entries = {"benchmarks": [_with_file(entry) for entry in found.get("benchmarks", ())]}
    benchmarks = []
    for table in root.entries("benchmarks", entries, _BENCHMARK, what="benchmark", plain="name"):
        keys = {**_BENCHMARK, "name": _of_a_file} if "file" in table.content else _BENCHMARK
        values = replace(table, keys=keys).values(required=("name",))
        if "file" in values:
            table.refuse_missing("file", _beside(root.path, values["file"]))
        if "models" in values:
            names(table, "models", values["models"], [model.name for model in models], "model of this study")
        benchmarks.append(StudyBenchmark(**values))
    root.refuse_repeated("benchmarks", [one.name for one in benchmarks], "name each benchmark once")
    return benchmarks


def _with_file(entry: Any) -> Any:
    name, has_file, file = entry.partition("=") if isinstance(entry, str) else ("", "", "")
    return {"name": name, "file": file} if has_file else entry


def _refuse_idle(root: Checked, models: Sequence[StudyModel], benchmarks: Sequence[StudyBenchmark]) -> None:
    """A model or benchmark that nothing is asked of was meant otherwise."""
    for benchmark in benchmarks:
        if not any(model.is_asked(benchmark) for model in models):
            language = find_benchmark(benchmark.name).language
            raise root.error(None, f"no model is asked about {benchmark.name}: none has {language!r} in its languages")
    for model in models:
        if not any(model.is_asked(benchmark) for benchmark in benchmarks):
            raise root.error(None, f"{model.name} is asked about no benchmark: see its languages and the benchmarks'")


def _analyses(
    root: Checked, found: dict[str, Any], models: Sequence[StudyModel], benchmarks: Sequence[StudyBenchmark]
) -> list[Analysis]:
    if "analyses" not in found:
        return []
    analyses = []
    for table in root.entries("analyses", found, _ANALYSIS, what="analysis", plain="kind"):
        values = table.values(required=("kind",))
        names(table, "models", values.get("models", ()), [model.name for model in models], "model of this study")
        if "benchmark" in values:
            known = [one.name for one in benchmarks]
            names(table, "benchmark", [values["benchmark"]], known, "benchmark of this study")
        analyses.append(Analysis(**values))
    return analyses


def _beside(study: Path, path: str) -> Path:
    return study.parent / Path(path).expanduser()
