"""A study as a person writes it down: models × benchmarks × options in one TOML file, checked before anything runs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec

from epicene.auditing.audit_requests import AuditRequest
from epicene.core.errors import InputError
from epicene.core.kinds import KINDS, NEXT
from epicene.core.request_fields import declared, read_value
from epicene.core.types import INTER, INTRA, MEAN, OVERALL
from epicene.data.benchmarks import BENCHMARKS, find_benchmark
from epicene.data.vocabulary import ORIGINS
from epicene.kinds.protocol import known_response_modes
from epicene.study.key_checks import Checked, Reader, name_in, number, read_tables, text, text_by_language

# What can be made of the saved runs; the report has a function for each.
ANALYSES = (
    *("models", "parameters", "corpora", "correlations", "benchmarks", "architectures", "multilingual", "languages"),
    *("origins", "versions", "tests", "items", "examples"),
)
BY_DEFAULT = tuple(kind for kind in ANALYSES if kind != "examples")  # sentences are shown where they are asked for
ARCHITECTURES = ("encoder", "decoder", "encoder-decoder")
TASKS = (INTRA, INTER, OVERALL, MEAN)
OWN_HEAD = "own"
S = TypeVar("S", bound=msgspec.Struct)


def _of_a_file(value: object) -> str:
    """The name of a known benchmark, or of a kind and any language (`pairs-pt`) for a file of one's own."""
    try:
        return find_benchmark(text(value)).name
    except InputError:
        return _known(value)


def _aggregation(value: object) -> str:
    known = [name for way in known_response_modes() for name in way.aggregations]
    return name_in(known, "a known aggregation")(value)


_known = name_in(BENCHMARKS, "a known benchmark")
# Options of an audit that study files have under the same names: all that changes answers and that a study does not
# say in its own way.
_OWN_KEYS = ("model", "on", "scoring", "limit", "revision", "trust_remote_code", "nsp", "dtype", "seed")
AUDIT_KEYS = {
    name: option
    for name, option in declared(AuditRequest).items()
    if option.option.changes_answers and option.option.only in ("", "file") and name not in _OWN_KEYS
}
_FILES = ("instructions", "shares")


def _with_audit_keys(table: Checked, kind: type[S], **readers: Reader) -> S:
    """The table as a struct, with the options of audits in its `asked`."""
    own = {key: value for key, value in table.content.items() if key not in AUDIT_KEYS}
    asked: dict[str, object] = {}
    for key in table.content.keys() - own.keys():
        value = table.content[key]
        try:
            asked[key] = read_value(AUDIT_KEYS[key], value, key)
        except InputError as error:
            raise table.error(key, str(error).rstrip(".")) from error
        if key == "aggregation":
            table.value(key, value, _aggregation)
        if key in _FILES:
            asked[key] = str(asked[key])
            table.refuse_missing(key, _beside(table.path, str(value)))
    return msgspec.structs.replace(replace(table, content=own).read(kind, AUDIT_KEYS, **readers), asked=asked)


class Options(msgspec.Struct, frozen=True):
    """How everything is asked; `include_excluded` shows excluded models in tables, marked. `heads` is a folder with a
    next-sentence head for each model, by the model's name. `asked` are the options of audits (`AUDIT_KEYS`), which
    stand beside these keys in the file."""

    scoring: tuple[str, ...] = ()
    limit: int | None = None
    include_excluded: bool = False
    heads: str | None = None
    asked: dict[str, Any] = {}


class Heads(msgspec.Struct, frozen=True):
    """Next-sentence heads that are trained where they are missing, as `epicene train nsp` does, for the models that are
    asked about sets of this language."""

    text: str
    language: str = "fr"
    share: Annotated[int | float, number] = 1.0
    limit: int | None = None
    head_only: bool = False


class StudyBenchmark(msgspec.Struct, frozen=True):
    """One benchmark, for all models that speak its language or for those named; None: as the study's options say."""

    name: Annotated[str, _known]
    file: str | None = None
    models: tuple[str, ...] | None = None
    scoring: tuple[str, ...] = ()
    asked: dict[str, Any] = {}

    @property
    def asks_next_sentences(self) -> bool:
        return any(NEXT in task.forms for task in KINDS[find_benchmark(self.name).kind].tasks.values())


class StudyModel(msgspec.Struct, frozen=True):
    """One model and what is known of it; `published` is the hub id whose published figures stand beside its own.

    A model is asked about benchmarks in its `languages`, or about all where none are given.
    """

    id: str
    name: str = ""
    revision: str | None = None
    trust_remote_code: bool = False
    family: str | None = None
    architecture: Annotated[str | None, name_in(ARCHITECTURES, "a known architecture")] = None
    parameters: Annotated[int | float | None, number] = None
    corpus: str | None = None
    corpus_size_gb: Annotated[int | float | None, number] = None
    multilingual: bool | None = None
    languages: tuple[str, ...] = ()
    published: str | None = None
    nsp: str | None = None
    scoring: tuple[str, ...] = ()
    asked: dict[str, Any] = {}

    def is_asked(self, benchmark: StudyBenchmark) -> bool:
        if benchmark.models is not None and self.name not in benchmark.models:
            return False
        return not self.languages or find_benchmark(benchmark.name).language in self.languages


def _in_the_paper(value: object) -> str:
    if not isinstance(value, str) or not _SHOWN.fullmatch(value):
        raise ValueError('"table N" or "figure N", as the paper numbers it')
    return value


_OF_ONE_KIND = {"native": "origins", "group": "examples"}  # keys of an analysis
_SHOWN = re.compile(r"(table|figure) ([1-9]\d*)")


class Analysis(msgspec.Struct, frozen=True):
    """One table of the report; what is not given is chosen from what was asked.

    `title` may be one for each language. `shows` is the table or figure of a paper that it repeats; `native`, of
    `origins`, the set whose native pairs are taken in place of the benchmark's own; `group`, of `examples`, those of
    one origin.
    """

    kind: Annotated[str, name_in(ANALYSES, "a known analysis")]
    title: Annotated[str | dict[str, str] | None, text_by_language] = None
    benchmark: str | None = None
    task: Annotated[str | None, name_in(TASKS, "a known task")] = None
    models: tuple[str, ...] | None = None
    shows: Annotated[str | None, _in_the_paper] = None
    native: str | None = None
    group: Annotated[str | None, name_in(ORIGINS, "a known origin")] = None

    def title_in(self, code: str) -> str | None:
        """In a language, else in the first that is given."""
        if not isinstance(self.title, dict):
            return self.title
        return self.title.get(code) or next(iter(self.title.values()), None)

    @property
    def shown(self) -> tuple[str, str] | None:
        """table or figure, and its number."""
        match = _SHOWN.fullmatch(self.shows or "")
        return (match[1], match[2]) if match else None


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
    options: Options
    out: Path | None = None
    analyses: Sequence[Analysis] = ()
    heads: Heads | None = None

    def beside(self, path: str) -> str:
        return str(_beside(self.path, path))

    def model_spec(self, model: StudyModel) -> str:
        """What `audit` takes: an id that begins with ./ or ../ is a folder as seen from the study file."""
        return str(Path(self.beside(model.id)).absolute()) if model.id.startswith(("./", "../")) else model.id

    def benchmark_spec(self, benchmark: StudyBenchmark) -> str:
        return f"{benchmark.name}={self.beside(benchmark.file)}" if benchmark.file else benchmark.name


class _File(msgspec.Struct):
    title: str | None = None
    out: str | None = None
    options: dict[str, object] = {}
    benchmarks: list[object] = []
    models: list[object] = []
    analyses: list[object] | None = None
    heads: dict[str, object] | None = None


def read_study(path: Path, absent: list[str] | None = None) -> Study:
    """Read and check a study file; every complaint names the file and the key. With `absent`, missing files are listed
    there."""
    root = read_tables(path, absent)
    file = root.read(_File)
    models = _models(root, file.models)
    benchmarks = _benchmarks(root, file.benchmarks, models)
    _refuse_idle(root, models, benchmarks)
    options = root.inside("options", file.options)
    asked = _with_audit_keys(options, Options)
    heads = None if file.heads is None else root.inside("heads", file.heads).read(Heads)
    if heads is not None and not any(benchmark.asks_next_sentences for benchmark in benchmarks):
        raise root.error("heads", "[heads] changes nothing: no benchmark of this study asks for next sentences")
    if heads is not None and not heads.text.startswith("hub:"):
        root.refuse_missing("text", _beside(path, heads.text))
    return Study(
        path=path,
        source=root.source,
        title=file.title or path.stem,
        out=Path(file.out).expanduser() if file.out else None,
        options=asked,
        benchmarks=benchmarks,
        models=models,
        heads=heads,
        analyses=[] if file.analyses is None else _analyses(root, file.analyses, models, benchmarks),
    )


def _models(root: Checked, listed: Sequence[object]) -> list[StudyModel]:
    models = []
    for table in root.entries("models", listed, none="no model"):
        model = _with_audit_keys(table, StudyModel)
        if model.nsp and model.nsp != OWN_HEAD:
            table.refuse_missing("nsp", _beside(root.path, model.nsp))
        name = model.name or model.id.rpartition("#")[2].rstrip("/").rpartition("/")[2]
        known = model.multilingual is not None or not model.languages
        multilingual = model.multilingual if known else len(model.languages) > 1
        models.append(msgspec.structs.replace(model, name=name, multilingual=multilingual))
    root.refuse_repeated("models", [model.name for model in models], "give each model a name of its own")
    return models


def _benchmarks(root: Checked, listed: Sequence[object], models: Sequence[StudyModel]) -> list[StudyBenchmark]:
    """Entries are tables, or plain names such as "crows-fr", and "crows-fr=FILE" as `--on` has it."""
    benchmarks = []
    for table in root.entries("benchmarks", [_with_file(one) for one in listed], none="no benchmark", plain="name"):
        benchmark = _with_audit_keys(table, StudyBenchmark, name=_of_a_file if "file" in table.content else _known)
        if benchmark.file:
            table.refuse_missing("file", _beside(root.path, benchmark.file))
        named = [model.name for model in models]
        table.refuse_unknown("models", benchmark.models or (), named, "no model of this study")
        benchmarks.append(benchmark)
    root.refuse_repeated(
        "benchmarks", [study_benchmark.name for study_benchmark in benchmarks], "name each benchmark once"
    )
    return benchmarks


def _with_file(entry: object) -> object:
    name, has_file, file = entry.partition("=") if isinstance(entry, str) else ("", "", "")
    return {"name": name, "file": file} if has_file else entry


def _refuse_idle(root: Checked, models: Sequence[StudyModel], benchmarks: Sequence[StudyBenchmark]) -> None:
    """A model or benchmark that nothing is asked of was meant otherwise."""
    for benchmark in benchmarks:
        if not any(model.is_asked(benchmark) for model in models):
            language = find_benchmark(benchmark.name).language
            raise root.error(
                None,
                f"no model is asked about {benchmark.name}: none has {language!r} in its languages",
            )
    for model in models:
        if not any(model.is_asked(benchmark) for benchmark in benchmarks):
            raise root.error(
                None,
                f"{model.name} is asked about no benchmark: see its languages and the benchmarks'",
            )


def _analyses(
    root: Checked, listed: Sequence[object], models: Sequence[StudyModel], benchmarks: Sequence[StudyBenchmark]
) -> list[Analysis]:
    analyses = []
    for table in root.entries("analyses", listed, none="no analysis", plain="kind"):
        analysis = table.read(Analysis)
        named, known = [model.name for model in models], [benchmark.name for benchmark in benchmarks]
        table.refuse_unknown("models", analysis.models or (), named, "no model of this study")
        for key in ("benchmark", "native"):
            table.refuse_unknown(key, filter(None, [getattr(analysis, key)]), known, "no benchmark of this study")
        for key, kind in _OF_ONE_KIND.items():
            if key in table.content and analysis.kind != kind:
                raise table.error(
                    key,
                    f"{key} changes nothing in the analysis {analysis.kind}; it is for {kind}",
                )
        analyses.append(analysis)
    return analyses


def _beside(study: Path, path: str) -> Path:
    return study.parent / Path(path).expanduser()
