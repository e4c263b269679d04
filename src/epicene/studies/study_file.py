"""A study as a person writes it down: models and systems, what is asked of them, and analyses of what they gave.

One TOML file, checked before anything runs. Every complaint names the file, the line and the key. Options of the
commands are checked by the requests of these commands (`core/request_fields.py`). The studies of three papers, and
of scores that others released, come with the package and are known by their names.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypeVar

from msgspec import Meta

from epicene.auditing.audit_requests import AuditRequest, ScoreRequest
from epicene.core.errors import EpiceneError, InputError
from epicene.core.kinds import KINDS, NEXT
from epicene.core.registry import unknown
from epicene.core.request_fields import Count, Declared, Option, declared, read_value
from epicene.core.types import INTER, INTRA, MEAN, OVERALL
from epicene.data.benchmarks import BENCHMARKS, Benchmark, find_benchmark
from epicene.data.text_files import read_text
from epicene.data.vocabulary import ORIGINS
from epicene.kinds.protocol import known_response_modes
from epicene.mt.corpus_writer import EVERY_MANIPULATION, MANIPULATIONS
from epicene.mt.judging.line_judge import DIRECTIONS
from epicene.mt.judging.winomt_run import GENDER_FINDERS
from epicene.mt.translating.translation_engine import engine_for
from epicene.mt.word_alignment import ALIGNERS, DEFAULT_ALIGNER, check_aligner

# What can be made of the saved runs; the report has a function for each.
ANALYSES = (
    *("models", "parameters", "corpora", "correlations", "benchmarks", "architectures", "multilingual", "languages"),
    *("origins", "versions", "tests", "items", "examples"),
)
BY_DEFAULT = tuple(kind for kind in ANALYSES if kind != "examples")  # sentences are shown where they are asked for
ARCHITECTURES = ("encoder", "decoder", "encoder-decoder")
STEPS = ("corpus", "bleu", "audit", "judge", "winomt", "sets", "probe", "intervene")
CORPUS, BLEU, AUDIT, JUDGE, WINOMT, SETS, PROBE, INTERVENE = STEPS
ONE_SET = "set-"  # what the step of a single set begins with
OWN_HEAD = "own"
HUB = "hub:"  # of a text that is fetched
PAPERS = Path(__file__).parent / "papers"
_ANALYSIS_KEYS = {"native": "origins", "group": "examples"}  # keys that only one analysis has
_SHOWN = re.compile(r"(table|figure) ([1-9]\d*)")
T = TypeVar("T")
File = Annotated[str, Option("FILE")]  # a file or folder, which must be there before anything is asked
MaybeFile = Annotated[str | None, Option("FILE")]

# Options of an audit that study files have under the same names: all that change answers and that a study does not
# say in its own way.
_OWN_KEYS = ("model", "on", "scoring", "limit", "revision", "trust_remote_code", "nsp", "dtype", "seed")
AUDIT_KEYS = {
    name: option
    for name, option in declared(AuditRequest).items()
    if option.option.changes_answers and option.option.only in ("", "file") and name not in _OWN_KEYS
}


def _title(value: object) -> str | dict[str, str]:
    texts = list(value.values()) if isinstance(value, dict) else [value]
    if not texts or not all(isinstance(text, str) and text.strip() for text in texts):
        raise ValueError('a text, or one for each language ({ en = "…", fr = "…" })')
    return value  # type: ignore[return-value]


def _limits(value: object) -> dict[str, int]:
    if isinstance(value, dict) and all(
        name in STEPS and type(limit) is int and limit > 0 for name, limit in value.items()
    ):
        return value
    raise ValueError("whole numbers above 0 by step ({ intervene = 100 })")


def _number_in_paper(value: object) -> str:
    if not isinstance(value, str) or not _SHOWN.fullmatch(value):
        raise ValueError('"table N" or "figure N", as the paper numbers it')
    return value


def title_in(titles: Mapping[str, str], code: str) -> str:
    return titles.get(code) or next(iter(titles.values()))


Above0 = Annotated[int, Meta(gt=0)] | Annotated[float, Meta(gt=0)]


@dataclass(frozen=True)
class AskingOptions:
    """How all models are asked. `heads` is a folder with a next-sentence head for each model, by the model's name;
    `audit_options` are those of audits (`AUDIT_KEYS`), which stand beside these keys in the file."""

    scoring: tuple[str, ...] = ()
    limit: Count | None = None
    include_excluded: bool = False
    heads: str | None = None
    audit_options: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class HeadTraining:
    """How next-sentence heads are trained where they are missing, as `epicene train nsp` does, for the models that are
    asked about sets of this language."""

    text: File
    language: str = "fr"
    share: Above0 = 1.0
    limit: Count | None = None
    head_only: bool = False


@dataclass(frozen=True)
class StudyBenchmark:
    """One benchmark, for all models that speak its language or for those named."""

    name: str
    file: MaybeFile = None
    models: tuple[str, ...] | None = None
    scoring: tuple[str, ...] = ()
    audit_options: dict[str, Any] = field(default_factory=dict)

    @property
    def known(self) -> Benchmark:
        return find_benchmark(self.name)

    @property
    def asks_next_sentences(self) -> bool:
        return any(NEXT in task.forms for task in KINDS[self.known.kind].tasks.values())


@dataclass(frozen=True)
class StudyModel:
    """One model and facts about it; `published` is the hub id whose published figures stand beside its own.

    A model is asked about benchmarks in its `languages`, or about all where none are given. Instead of an `id` it may
    have `predictions`: a file of scores that somebody else made for the items of its own `benchmark`.
    """

    id: str = ""
    name: str = ""
    revision: str | None = None
    trust_remote_code: bool = False
    family: str | None = None
    architecture: Annotated[str | None, Option(choices=ARCHITECTURES)] = None
    parameters: Above0 | None = None
    corpus: str | None = None
    corpus_size_gb: Above0 | None = None
    multilingual: bool | None = None
    languages: tuple[str, ...] = ()
    published: str | None = None
    nsp: MaybeFile = None
    predictions: MaybeFile = None
    benchmark: str | None = None
    column: str | None = None
    scoring: tuple[str, ...] = ()
    audit_options: dict[str, Any] = field(default_factory=dict)

    def is_asked(self, benchmark: StudyBenchmark) -> bool:
        if self.predictions:
            return self.benchmark == benchmark.name
        if benchmark.models is not None and self.name not in benchmark.models:
            return False
        return not self.languages or benchmark.known.language in self.languages


@dataclass(frozen=True)
class Analysis:
    """One section of the report; what is not given is chosen from what was asked.

    `title` may be one for each language. `shows` is the table or figure of a paper that it repeats; `native`, of
    `origins`, the set whose native pairs are taken in place of the benchmark's own; `group`, of `examples`, those of
    one origin.
    """

    kind: Annotated[str, Option(choices=ANALYSES)]
    title: Annotated[str | dict[str, str] | None, Option(reader=_title)] = None
    benchmark: str | None = None
    task: Annotated[str | None, Option(choices=(INTRA, INTER, OVERALL, MEAN))] = None
    models: tuple[str, ...] | None = None
    shows: Annotated[str | None, Option(reader=_number_in_paper)] = None
    native: str | None = None
    group: Annotated[str | None, Option(choices=ORIGINS)] = None

    def title_in(self, code: str) -> str | None:
        """In a language, else in the first that is given."""
        return title_in(self.title, code) if isinstance(self.title, dict) else self.title

    @property
    def shown(self) -> tuple[str, str] | None:
        """`table` or `figure`, and its number."""
        match = _SHOWN.fullmatch(self.shows or "")
        return (match[1], match[2]) if match else None


@dataclass(frozen=True)
class SystemOptions:
    """`source` and `reference` are a controlled corpus of the user's own, French and English; without them, the bundled
    occupations. `strength` and `standardise` are those of probes; `align` pairs of a training corpus are aligned.

    `limit` counts occupations, and items or sentences where a step has those; `limits` are of single steps.
    """

    steps: Annotated[tuple[str, ...], Option(choices=STEPS)] = STEPS
    source: MaybeFile = None
    reference: MaybeFile = None
    manipulations: Annotated[tuple[str, ...], Option(choices=(*MANIPULATIONS, EVERY_MANIPULATION))] = ()
    repetitions: Count = 100
    split: Annotated[str, Option(choices=("grouped", "plain"))] = "grouped"
    strength: Above0 = 0.1
    standardise: bool = True
    align: Count = 100_000
    aligner: Annotated[str, Option(choices=tuple(ALIGNERS))] = DEFAULT_ALIGNER
    limit: Count | None = None
    limits: Annotated[dict[str, int] | None, Option(reader=_limits)] = None

    def limit_of(self, step: str) -> int | None:
        given = (self.limit, (self.limits or {}).get(step))
        return min((limit for limit in given if limit is not None), default=None)


@dataclass(frozen=True)
class BleuTest:
    """A test set for BLEU, its two sides line by line; compared without case unless `lower_case` is false.

    What is `optional`, this or another table, is left out where a file of its is missing, and the page says so.
    """

    name: str
    fr: File
    en: File
    lower_case: bool = True
    optional: bool = False


@dataclass(frozen=True)
class WinomtItems:
    """WinoMT's items, and how genders are found in translations of them, as `mt winomt` takes them."""

    items: File
    pro: MaybeFile = None
    anti: MaybeFile = None
    gender: Annotated[str, Option(choices=tuple(GENDER_FINDERS))] = "rules"
    aligner: Annotated[str, Option(choices=tuple(ALIGNERS))] = DEFAULT_ALIGNER
    optional: bool = False


@dataclass(frozen=True)
class StudySet:
    """A set with a reference in each gender, for systems into French. Its files have the names of the options of
    `mt judge --on`; `file` is that of a table."""

    on: str
    file: MaybeFile = None
    source: MaybeFile = None
    reference: MaybeFile = None
    ref_feminine: MaybeFile = None
    ref_masculine: MaybeFile = None
    ref_flipped: MaybeFile = None
    source_feminine: MaybeFile = None
    source_masculine: MaybeFile = None
    limit: Count | None = None
    optional: bool = False

    @property
    def step(self) -> str:
        return f"{ONE_SET}{self.on}"


@dataclass(frozen=True)
class TrainingFiles:
    """The files to train a system from, `source` in the language that it translates from."""

    source: File
    target: File
    valid_source: File
    valid_target: File
    preset: Annotated[str, Option(choices=("paper", "small"))] = "paper"
    minutes: Above0 | None = None


@dataclass(frozen=True)
class StudySystem:
    """A model that exists, the files to train one from, or outputs alone: `translations` of the controlled corpus, and
    of WinoMT (`winomt`). `training` and `training_target` are the French and English sides of its training corpus.

    `source` and `reference` are a corpus of its own in place of the study's, `steps` those of the study's steps that
    it has, and `limit` counts occupations.
    """

    name: str = ""
    model: str | None = None
    revision: str | None = None
    direction: Annotated[str, Option(choices=tuple(DIRECTIONS))] = "fr-en"
    training: MaybeFile = None
    training_target: MaybeFile = None
    train: TrainingFiles | None = None
    translations: MaybeFile = None
    winomt: MaybeFile = None
    source: MaybeFile = None
    reference: MaybeFile = None
    steps: Annotated[tuple[str, ...], Option(choices=STEPS)] = STEPS
    limit: Count | None = None
    optional: bool = False

    @property
    def into_english(self) -> bool:
        return self.direction == "fr-en"

    @property
    def languages(self) -> tuple[str, str]:
        """The language that it translates from, and the one that it translates into."""
        return ("fr", "en") if self.into_english else ("en", "fr")

    @property
    def translates(self) -> bool:
        return self.model is not None or self.train is not None

    @property
    def has_weights(self) -> bool:
        """Whether epicene can load its weights; apertium: and its like give translations alone."""
        return self.translates and (self.model is None or engine_for(self.model).has_weights)

    @property
    def corpus(self) -> tuple[str | None, str | None]:
        """The French and the English side of its training corpus, as far as they are known."""
        sides = (self.train.source, self.train.target) if self.train else (None, None)
        french, english = sides if self.into_english else sides[::-1]
        return self.training or french, self.training_target or english


@dataclass(frozen=True, slots=True)
class Study:
    """All values as they stand in the file; paths are relative to `folder`, but for `out`. `titles` are by language.

    `analyses` is empty where the file names none: then all that the runs allow are made.
    """

    path: Path
    folder: Path
    source: str
    titles: Mapping[str, str]
    out: Path | None = None
    models: Sequence[StudyModel] = ()
    benchmarks: Sequence[StudyBenchmark] = ()
    options: AskingOptions = field(default_factory=AskingOptions)
    heads: HeadTraining | None = None
    analyses: Sequence[Analysis] = ()
    systems: Sequence[StudySystem] = ()
    system_options: SystemOptions = field(default_factory=SystemOptions)
    test: BleuTest | None = None
    winomt: WinomtItems | None = None
    sets: Sequence[StudySet] = ()
    left_out: Sequence[str] = ()

    @property
    def title(self) -> str:
        """The English one, else the first."""
        return title_in(self.titles, "en")

    def file(self, name: str) -> Path:
        """A file that the study names, as seen from where epicene runs."""
        return self.folder / Path(name).expanduser()

    def model_spec(self, name: str) -> str:
        """What `audit` takes: an id that begins with ./ or ../ is a folder as seen from the study file."""
        return str(self.file(name).absolute()) if name.startswith(("./", "../")) else name

    def system_spec(self, name: str) -> str:
        """The same for a system, relative where the study file is."""
        return str(self.file(name)) if name.startswith(("./", "../")) else name

    def benchmark_spec(self, benchmark: StudyBenchmark) -> str:
        return f"{benchmark.name}={self.file(benchmark.file)}" if benchmark.file else benchmark.name

    def with_limit(self, limit: int | None) -> Study:
        if limit is None:
            return self
        options = replace(self.options, limit=limit)
        return replace(self, options=options, system_options=replace(self.system_options, limit=limit))

    def steps_of(self, system: StudySystem) -> list[str]:
        """Those of the study's steps that can be asked of a system, in their order."""
        possible = {
            CORPUS: system.into_english and None not in system.corpus,
            BLEU: system.translates and self.test is not None,
            AUDIT: system.has_weights,
            JUDGE: system.translations is not None or (system.translates and not system.has_weights),
            WINOMT: self.winomt is not None and (system.winomt or (system.translates and not system.into_english)),
            SETS: system.translates and not system.into_english,
            PROBE: system.has_weights and system.into_english,
            INTERVENE: system.has_weights,
        }
        steps = [step for step in STEPS if {step} <= {*self.system_options.steps} & {*system.steps} and possible[step]]
        sets = [each.step for each in self.sets]
        return [name for step in steps for name in (sets if step == SETS else [step])]


class AbsentFile(NamedTuple):
    """A file that the study names and that is not there; `where` is the table that names it."""

    where: str
    reason: str


@dataclass(frozen=True, slots=True)
class TomlTable:
    """One table of the file; `where` is its place in it (`models[2]`), '' for the file itself, and `owner` the system
    that it is about. Files that are not there are refused, or listed in `absent` if all are wanted."""

    path: Path
    folder: Path
    source: str
    where: str
    content: Mapping[str, Any]
    absent: list[AbsentFile] | None = None
    owner: str = ""

    def read(self, kind: type[T], **known: Any) -> T:
        """The table as a dataclass, whose fields say which keys there are and what each takes. A table that has
        `audit_options` takes the options of audits too; `known` values were read before."""
        own = dict(declared(kind))
        further = AUDIT_KEYS if own.pop("audit_options", None) else {}
        values = dict(known)
        for key, value in self.content.items():
            if key in known:
                continue
            if (option := own.get(key) or further.get(key)) is None:
                raise self.error(key, str(unknown("key", key, [*own, *further])))
            if value == []:
                raise self.error(key, f"{key} is empty; name at least one, or leave it out")
            try:
                if choices := _choices(option):
                    for name in [value] if isinstance(value, str) or not option.is_list else value:
                        if name not in choices:
                            raise unknown(key.removesuffix("s") if option.is_list else key, str(name), choices)
                values[key] = read_value(option, value, key)
            except InputError as error:
                raise self.error(key, str(error)) from error
            if option.option.value == "FILE" and not str(value).startswith(HUB) and value != OWN_HEAD:
                self.require(key, str(value))
                values[key] = str(values[key])
        for name, option in own.items():
            if option.is_required and name not in values:
                raise self.error(None, f"the key {name!r} is missing")
        if further:
            values["audit_options"] = {key: values.pop(key) for key in list(values) if key not in own}
        return kind(**values)

    def inside(self, key: str, content: object) -> TomlTable:
        where = f"{self.where}.{key}" if self.where else key
        if not isinstance(content, dict):
            raise self.error(None, f"{where} is {content!r}; expected a table")
        return replace(self, where=where, content=content)

    def table(self, key: str, kind: type[T], left_out: list[str]) -> T | None:
        tables = [self.inside(key, self.content[key])] if key in self.content else []
        read = (entry for table in tables for entry in table.read_if_there(lambda here: here.read(kind), left_out))
        return next(read, None)

    def read_if_there(self, read: Callable[[TomlTable], T], left_out: list[str]) -> list[T]:
        """What is read of the table; nothing where it is optional and lacks a file, which is then noted."""
        if self.content.get("optional") is not True:
            return [read(self)]
        absent: list[AbsentFile] = []
        entry = read(replace(self, absent=absent))
        left_out += [lacking.reason.replace(str(self.path), self.path.name) for lacking in absent[:1]]
        return [] if absent else [entry]

    def entries(self, key: str, plain: str = "") -> list[TomlTable]:
        """The entries of a list of tables; a plain text stands for a table with that one key."""
        listed = self.content.get(key, [])
        if not isinstance(listed, list):
            raise self.error(key, f"{key} is {listed!r}; expected a list")
        tables = []
        for index, entry in enumerate(listed):
            content = {plain: entry} if plain and isinstance(entry, str) else entry
            name = content.get("name") if isinstance(content, dict) and not plain else None
            tables.append(self.inside(f"{key}[{index}]" + (f" ({name})" if isinstance(name, str) else ""), content))
        return tables

    def require(self, key: str, name: str) -> None:
        """Refuse a file that is named and not there."""
        path = self.folder / Path(name).expanduser()
        if not path.exists():
            about, advice = (f" of the system {self.owner!r}", ", or drop this system") if self.owner else ("", "")
            self.lack(self.error(key, f"{key}{about}: there is no {path}; put it there, or name where it is{advice}"))

    def lack(self, error: InputError) -> None:
        if self.absent is None:
            raise error
        self.absent.append(AbsentFile(self.where, str(error)))

    def validate_known(self, key: str, names: Iterable[str | None], known: Sequence[str], kind: str) -> None:
        for name in names:
            if name is not None and name not in known:
                raise self.error(key, f"{key}: {unknown(kind, name, known)}")

    def validate_unique(self, key: str, names: Sequence[str], advice: str) -> None:
        for name in names:
            if names.count(name) > 1:
                raise self.error(None, f"{key} has {name!r} twice; {advice}")

    def error(self, key: str | None, reason: str) -> InputError:
        """With the line, if the key stands in one line only: TOML readers do not say."""
        pattern = re.compile(rf"""(^|[{{,])\s*(\[+)?["']?{re.escape(key or " ")}["']?\s*[=\]]""")
        lines = [n for n, line in enumerate(self.source.splitlines(), start=1) if pattern.search(line)]
        place = f"{self.path}, line {lines[0]}" if len(lines) == 1 else str(self.path)
        return InputError(f"{place}{f', {self.where}' if self.where else ''}: {reason.rstrip('.')}.")


def _choices(option: Declared) -> Sequence[str]:
    if option.name == "aggregation":
        return [name for mode in known_response_modes() for name in mode.aggregations]
    return option.option.choices if option.is_list else ()


def known_studies() -> list[str]:
    """The names of the studies that come with the package."""
    return sorted(path.stem for path in PAPERS.glob("*.toml"))


def find_study(file: str | Path) -> Path:
    """The file of a study: one of the user's, or one that comes with the package and goes by its name."""
    name = str(file)
    if Path(name).suffix or len(Path(name).parts) != 1 or Path(name).exists():
        return Path(name)
    if name not in known_studies():
        raise unknown("study", name, known_studies())
    return PAPERS / f"{name}.toml"


@dataclass(frozen=True)
class _TopTable:
    title: Annotated[str | dict[str, str] | None, Option(reader=_title)] = None
    out: str | None = None


_TABLES = ("options", "heads", "benchmarks", "models", "analyses", "test", "winomt", "sets", "systems")


def read_study(file: str | Path, absent: list[AbsentFile] | None = None) -> Study:
    """Read and check a study. With `absent`, missing files are listed there instead of being refused.

    Paths in a file are relative to it; in a study that comes with the package, to the working folder.
    """
    path = find_study(file)
    source = read_text(path)
    try:
        content = tomllib.loads(source)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{path} is no TOML: {error}.") from error
    folder = Path() if path.parent == PAPERS else path.parent
    root = TomlTable(path, folder, source, "", content, absent)
    for key in content:
        if key not in (known := [*declared(_TopTable), *_TABLES]):
            raise root.error(key, str(unknown("key", key, known)))
    top = replace(root, content={key: content[key] for key in content if key not in _TABLES}).read(_TopTable)
    titles = top.title if isinstance(top.title, dict) else {"en": top.title or path.stem}
    study = Study(path, folder, source, titles, Path(top.out).expanduser() if top.out else None)
    has_systems, has_models = "systems" in content, "models" in content or "systems" not in content
    if has_models:
        study = _with_models(study, root, _options(root, AskingOptions, SystemOptions if has_systems else None))
    if has_systems:
        study = _with_systems(study, root, _options(root, SystemOptions, AskingOptions if has_models else None))
    return study


def _options(root: TomlTable, kind: type, other: type | None) -> TomlTable:
    """The options of a study; of one of both models and systems, those that are not for the other of the two alone."""
    table = root.inside("options", root.content.get("options", {}))
    theirs = declared(other).keys() - declared(kind).keys() if other else set[str]()
    return replace(table, content={key: value for key, value in table.content.items() if key not in theirs})


def _with_models(study: Study, root: TomlTable, options: TomlTable) -> Study:
    models = [_read_model(table) for table in root.entries("models")]
    if not models:
        raise root.error(None, "it names no model; add [[models]]")
    asked_names = [model.name for model in models if not model.predictions]
    root.validate_unique("models", asked_names, "give each model a name of its own")
    benchmarks = [_read_benchmark(table, asked_names) for table in root.entries("benchmarks", plain="name")]
    root.validate_unique("benchmarks", [benchmark.name for benchmark in benchmarks], "name each benchmark once")
    for index, model in enumerate(models):  # predictions bring the benchmark that they are about
        if model.predictions:
            name, _, file = (model.benchmark or "").partition("=")
            models[index] = replace(model, benchmark=name)
            if name not in [benchmark.name for benchmark in benchmarks]:
                benchmarks.append(StudyBenchmark(name, file or None, models=()))
    if not benchmarks:
        raise root.error(None, "it names no benchmark; add [[benchmarks]]")
    for benchmark in benchmarks:  # one that nothing is asked about was meant otherwise, as is a model
        if not any(model.is_asked(benchmark) for model in models):
            language = benchmark.known.language
            raise root.error(None, f"no model is asked about {benchmark.name}: none has {language!r} in its languages")
    for model in models:
        if not any(model.is_asked(benchmark) for benchmark in benchmarks):
            raise root.error(None, f"{model.name} is asked about no benchmark: see its languages and the benchmarks'")
    heads = root.table("heads", HeadTraining, [])
    if heads and not any(benchmark.asks_next_sentences for benchmark in benchmarks):
        raise root.error("heads", "[heads] changes nothing: no benchmark of this study asks for next sentences")
    names = ([model.name for model in models], [benchmark.name for benchmark in benchmarks])
    analyses = [_read_analysis(table, *names) for table in root.entries("analyses", plain="kind")]
    if root.content.get("analyses") == []:
        raise root.error(None, "it names no analysis; add [[analyses]]")
    asking = options.read(AskingOptions)
    return replace(study, models=models, benchmarks=benchmarks, options=asking, heads=heads, analyses=analyses)


def _read_model(table: TomlTable) -> StudyModel:
    model = table.read(StudyModel)
    if bool(model.id) == bool(model.predictions):
        reason = "give either id, a model to ask, or predictions, a file of scores that were made elsewhere"
        raise table.error(None, reason)
    if model.predictions:  # whether `epicene score` takes what the entry says of it
        if model.benchmark is None:
            raise table.error(None, "predictions need the key benchmark: NAME, or NAME=FILE")
        name, _, file = model.benchmark.partition("=")
        _check_benchmark(table, "benchmark", name, file or None)
        if file:
            table.require("file", file)
        for key in model.audit_options:
            if key not in declared(ScoreRequest):
                raise table.error(key, f"{key} changes nothing: these scores were made already")
    name = model.name or (model.id or model.predictions or "").rpartition("#")[2].rstrip("/").rpartition("/")[2]
    is_known = model.multilingual is not None or not model.languages
    return replace(model, name=name, multilingual=model.multilingual if is_known else len(model.languages) > 1)


def _check_benchmark(table: TomlTable, key: str, name: str, file: str | None) -> None:
    """A known benchmark, or for a file of one's own a kind and any language (`pairs-pt`)."""
    try:
        _ = BENCHMARKS[name] if file is None else find_benchmark(name)
    except InputError as error:
        raise table.error(key, f"{key} is {name!r}: {error}") from error


def _read_benchmark(table: TomlTable, models: Sequence[str]) -> StudyBenchmark:
    """Entries are tables, or plain names such as "crows-fr", and "crows-fr=FILE" as `--on` has it."""
    name, has_file, file = str(table.content.get("name", "")).partition("=")
    if has_file:
        table = replace(table, content={**table.content, "name": name, "file": file})
    if name:
        _check_benchmark(table, "name", name, table.content.get("file"))
    benchmark = table.read(StudyBenchmark)
    table.validate_known("models", benchmark.models or (), models, "model of this study")
    return benchmark


def _read_analysis(table: TomlTable, models: Sequence[str], benchmarks: Sequence[str]) -> Analysis:
    analysis = table.read(Analysis)
    table.validate_known("models", analysis.models or (), models, "model of this study")
    for key in ("benchmark", "native"):
        table.validate_known(key, [getattr(analysis, key)], benchmarks, "benchmark of this study")
    for key, kind in _ANALYSIS_KEYS.items():
        if key in table.content and analysis.kind != kind:
            raise table.error(key, f"{key} changes nothing in the analysis {analysis.kind}; it is for {kind}")
    return analysis


def _with_systems(study: Study, root: TomlTable, options: TomlTable) -> Study:
    chosen = options.read(SystemOptions)
    if (chosen.source is None) != (chosen.reference is None):
        raise options.error(None, "source and reference are two sides of one corpus; give both or neither")
    left_out = list[str]()
    test, winomt = root.table("test", BleuTest, left_out), root.table("winomt", WinomtItems, left_out)
    sets = [gender_set for table in root.entries("sets") for gender_set in table.read_if_there(_read_set, left_out)]
    systems = [system for table in root.entries("systems") for system in table.read_if_there(_read_system, left_out)]
    if not systems:
        raise root.error(None, "it names no system; add [[systems]]")
    root.validate_unique("systems", [system.name for system in systems], "give each system a name of its own")
    for system in systems:
        if system.translations and chosen.source is None:
            raise root.error("translations", "translations are judged against source and reference; name both")
        if system.winomt and winomt is None:
            raise root.error("winomt", f"{system.name!r} has outputs of WinoMT; name its items under [winomt]")
    root.validate_unique("sets", [gender_set.on for gender_set in sets], "name each set once")
    study = replace(
        study, systems=systems, system_options=chosen, test=test, winomt=winomt, sets=sets, left_out=left_out
    )
    # Before anything is trained or counted: corpora of millions of lines are read before they are aligned.
    steps = {step for system in study.systems for step in study.steps_of(system)}
    used = [chosen.aligner] if CORPUS in steps else []
    used += [winomt.aligner] if WINOMT in steps and winomt else []
    for name in dict.fromkeys(used):
        try:
            check_aligner(name)
        except EpiceneError as error:
            root.lack(root.error("aligner", str(error)))
    return study


def _read_set(table: TomlTable) -> StudySet:
    read = table.read(StudySet)
    if not re.fullmatch(r"\w[\w.-]*", read.on):
        raise table.error("on", f"on is {read.on!r}; name the set, and its table under file")
    return read


def _read_system(table: TomlTable) -> StudySystem:
    given = {"model", "train"} & set(table.content)
    if len(given) == 2 or not (given or {"translations", "winomt"} & set(table.content)):
        reason = "give either model, one that exists, or [systems.train], the files to train one; or translations or "
        raise table.error(None, f"{reason}winomt, its outputs")
    if ("source" in table.content) != ("reference" in table.content):
        raise table.error(None, "source and reference are two sides of one corpus; give both or neither")
    if given and "translations" in table.content:
        raise table.error("translations", "a system with weights translates by itself; leave translations out")
    table = replace(table, owner=str(table.content.get("name", "")))
    system = table.read(StudySystem, train=table.table("train", TrainingFiles, []))
    files = system.model or system.translations or system.winomt or "trained"
    return replace(system, name=system.name or files.rstrip("/").rpartition("/")[2])
