"""What the `mt` commands find, typed: the documents that `--json` prints and run folders keep."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import ClassVar, TypedDict, TypeVar

import msgspec
from msgspec import UNSET, Struct, UnsetType, field

from epicene.core.hashing import SHORT, digest
from epicene.core.language import Language
from epicene.core.notices import GRAVE, Message, Notice
from epicene.runs.folder import Journal, RunFolder
from epicene.runs.results import Result
from epicene.train.results import Validated

ROOM = "epicene.mt"
# How outputs are taken in: cleaned, and counted as keeping a gender open where they translate the sentence. A change of
# this changes figures, so that it is part of their signatures.
TAKEN_IN = {"outputs": 2}
FEWEST_READ = 0.1  # of the lines
_MEASURES = {True: ("pronoun_correct", "pronoun_gap"), False: ("group_correct", "group_gap")}
_ALL = ("feminine", "masculine", "all")
_NAMED_SETS = ("mt-geneval", "mt-geneval-context", "gate")
_MARKED = ("feminine marked", "masculine marked", "marked")


class NoticeFields(TypedDict):
    notices: list[str]
    notice_codes: list[dict[str, object]]


def notice_fields(notices: Sequence[Notice], *rooms: str) -> NoticeFields:
    """Notices as documents have them: English sentences for people, codes for programs."""
    english = Language("en", ROOM, *rooms)
    return {
        "notices": [english.say(notice) for notice in notices],
        "notice_codes": [notice.record() for notice in notices],
    }


class SystemResults(Result, kw_only=True):
    """What was found of one system from `n` lines, whatever was asked of it."""

    model: str = ""
    n: int


class JudgedLine(Struct):
    """One line as people and programs read it; `line` counts from 1, as editors do. `outcome` tells apart what `found`
    pools. `source` and `target` are those of the language pair, whichever way was translated. Of WinoMT, `occupation`
    is that of the entity, and `side` says whether the item is pro- or anti-stereotypical."""

    line: int
    class_: str = field(name="class")
    gender: str
    found: str
    source: str = field(name="french")
    target: str = field(name="english")
    hypothesis: str
    outcome: str | UnsetType = UNSET
    occupation: str | UnsetType = UNSET
    side: str | UnsetType = UNSET


class Judged(SystemResults, kw_only=True):
    """`counts` by class and what was found, `outcomes` the same with *their*, both, inclusive, avoided and wrong told
    apart; `subject_genders` into French; `lines` are those behind the figures. `published_sentences`: they are the
    paper's own, or some of them."""

    direction: str
    published_sentences: bool = False
    counts: dict[str, dict[str, int]]
    outcomes: dict[str, dict[str, int]] | UnsetType = UNSET
    subject_genders: dict[str, dict[str, int]] | UnsetType = UNSET
    lines: list[JudgedLine] | UnsetType = UNSET

    @property
    def asked(self) -> str:
        return self.direction

    @property
    def forward(self) -> bool:
        """Whether possessives were judged; back into the source of a pair, subjects are."""
        return self.estimate("pronoun_correct", "all") is not None

    @property
    def measures(self) -> tuple[str, str]:
        return _MEASURES[self.forward]

    @property
    def headline(self) -> tuple[str, str, str]:
        """Forward, the lines whose source says the gender: elsewhere no possessive is right or wrong."""
        return _MARKED if self.forward else _ALL


@dataclass(frozen=True, slots=True)
class PublishedSystem:
    """A system of the paper (section 4.2.2 and table 2): metric to group to value; it gives no intervals."""

    model: str
    values: dict[str, dict[str, float]]


@cache
def published_judged(direction: str) -> list[PublishedSystem]:
    """None of a direction that the paper did not ask about."""
    file = resources.files(ROOM).joinpath("published", "mt_judged.json")
    systems = msgspec.json.decode(file.read_bytes()).get(direction, {})
    return [PublishedSystem(name, values) for name, values in systems.items()]


class PublishedCorpus(Struct):
    """What the paper prints of its system and training corpus: BLEU (section 4.1), table 3 (shares by piece) and what
    section 3.3 says of figure 1, as it says it."""

    source: str
    test: str
    bleu: dict[str, float]
    son: dict[str, float]
    son_others: float
    son_types: int
    frequency: dict[str, str]
    pieces: dict[str, int]


@cache
def published_corpus() -> PublishedCorpus:
    file = resources.files(ROOM).joinpath("published", "mt_corpus.json")
    return msgspec.json.decode(file.read_bytes(), type=PublishedCorpus)


class Winomt(SystemResults, kw_only=True):
    """`gender` and `aligner` say how genders were found; `confusion` counts gold genders (rows) by the gender found,
    `outcomes` the same with what is written for everybody told apart from what is not marked."""

    gender: str
    aligner: str = ""
    confusion: dict[str, dict[str, int]] = field(default_factory=dict)
    outcomes: dict[str, dict[str, int]] | UnsetType = UNSET
    lines: list[JudgedLine] | UnsetType = UNSET

    asked: ClassVar[str] = "winomt"
    measures: ClassVar[tuple[str, str]] = ("accuracy", "delta_g")
    headline: ClassVar[tuple[str, str, str]] = _ALL


class SetResultLine(Struct):
    """One line of a set as people and programs read it; `references` by name, `words` are what the outcome rests on."""

    line: int
    class_: str = field(name="class")
    found: str
    source: str
    references: dict[str, str]
    hypothesis: str
    words: list[str] = []
    outcome: str | UnsetType = UNSET


class JudgedSet(SystemResults, kw_only=True):
    """Of the set `on`; `counts` by gender, or of lines whose source leaves it open, and what was found; `outcomes` the
    same with both, inclusive and avoided told apart."""

    on: str
    counts: dict[str, dict[str, int]]
    outcomes: dict[str, dict[str, int]] | UnsetType = UNSET
    lines: list[SetResultLine] | UnsetType = UNSET

    measures: ClassVar[tuple[str, str]] = ("accuracy_covered", "covered_gap")
    headline: ClassVar[tuple[str, str, str]] = _ALL

    @property
    def asked(self) -> str:
        return self.on if self.on in _NAMED_SETS else "table"


# What tests find of a system: `asked` is the name that messages about it have; `measures` are the share that is right,
# by gender, and the gap between the genders; `headline` the groups that the answer is about: feminine, masculine, and
# those of the gap; `lines` are those behind the figures.
TestedSystem = Judged | Winomt | JudgedSet


class FormCount(Struct):
    """One form of an occupation; `gender` is epicene where one form serves both; `pieces` with a tokenizer."""

    form: str
    gender: str
    count: int
    pieces: int | UnsetType = UNSET


class AlignedWord(Struct):
    word: str
    count: int
    share: float


class AlignedWithSon(Struct):
    """In so many sentence pairs, the links of *son* to so many different words, the most frequent of these, and his,
    her and its however rare."""

    pairs: int
    links: int
    types: int
    aligned: list[AlignedWord]
    always: list[AlignedWord] = []

    def shown(self) -> list[AlignedWord]:
        """Each once, the most frequent first."""
        known = {aligned_word.word: aligned_word for aligned_word in (*self.aligned, *self.always)}
        return sorted(known.values(), key=lambda aligned_word: -aligned_word.count)


class SubjectsPossessive(Struct):
    """A French possessive in sentences with a subject of one gender: how many are aligned with *his* alone, with *her*
    alone, with neither or both; `her_share` is the percentage of *her* among the first two, with its interval."""

    word: str
    subject: str
    his: int
    her: int
    other: int
    her_share: float | None = None
    low: float | None = None
    high: float | None = None


class CorpusStats(Result, kw_only=True):
    """`curve` is the percentage of forms that occur at most so often; `pieces` counts forms by their sub-words."""

    pairs: int
    n_forms: int
    absent: float
    curve: list[tuple[int, float]]
    possessives: dict[str, dict[str, int]]
    forms: list[FormCount]
    pieces: dict[str, int] | UnsetType = UNSET
    son: AlignedWithSon | UnsetType = UNSET
    son_pieces: AlignedWithSon | UnsetType = UNSET
    by_subject: list[SubjectsPossessive] | UnsetType = UNSET


class BleuResults(SystemResults, kw_only=True):
    """BLEU of a system on a named test set, with sacreBLEU's own signature; `validation` is what its training ended
    with, on other sentences."""

    direction: str
    test: str
    beams: int
    sacrebleu: str
    validation: Validated | None = None


def translation_notices(lines: int, done: int, empty: int, cleaned: Mapping[str, int] | None = None) -> list[Notice]:
    unfinished = Notice("notice.mt.unfinished", {"done": done, "total": lines}, GRAVE)
    untranslated = Notice("notice.mt.untranslated", {"count": empty, "total": done})
    notices = [*([unfinished] if done < lines else []), *([untranslated] if empty else [])]
    return [*notices, *cleaning_notices(cleaned or {}, done)]


def cleaning_notices(cleaned: Mapping[str, int], total: int) -> list[Notice]:
    """How many of the outputs were cleaned, and of what."""
    kinds = [Message(f"mt.cleaned.{kind}", {"n": times}) for kind, times in cleaned.items() if kind != "count"]
    return [Notice("notice.mt.cleaned", {"count": cleaned["count"], "total": total, "kinds": kinds})] if kinds else []


def reading_notices(read: int, total: int) -> list[Notice]:
    """Where next to nothing can be read of outputs, no verdict is given."""
    unreadable = Notice("notice.mt.unreadable", {"count": read, "total": total}, GRAVE)
    return [unreadable] if read < FEWEST_READ * total else []


class TranslationQuestion(Struct):
    """`system` is what tells the translator from any other."""

    system: dict[str, object]
    from_: str = field(name="from")
    to: str
    lines: int
    source_digest: str

    @property
    def translator(self) -> str:
        return str(self.system.get("model") or self.system.get("command"))


class TranslatedLine(Struct):
    """`line` counts from 1."""

    line: int
    source: str
    translation: str


class Translated(Result, kw_only=True):
    """`n` lines, of which `n_resumed` were translated by an earlier call; `cleaned` counts those that were cleaned, of
    anything and of each kind; `first_lines` are for people to look at; `sample` numbers the lines of the source, where
    not all were translated."""

    epicene: str
    question: TranslationQuestion
    out: str
    n: int
    n_resumed: int
    n_empty: int
    seconds: float
    cost: dict[str, object] = field(default_factory=dict)
    cleaned: dict[str, int] = field(default_factory=dict)
    first_lines: list[TranslatedLine] = field(default_factory=list)
    sample: list[int] = field(default_factory=list)

    def notice_list(self) -> list[Notice]:
        return translation_notices(self.question.lines, self.n, self.n_empty, self.cleaned)

    @property
    def lines_per_second(self) -> float:
        return (self.n - self.n_resumed) / max(self.seconds, 0.01)


LINES = "lines.jsonl"
T = TypeVar("T", bound=SystemResults)


def save_systems(
    kind: str,
    out: Path | None,
    question: Mapping[str, object],
    inputs: Mapping[str, Path],
    outputs: Mapping[str, Path],
    measure: Callable[[Journal], list[T]],
) -> tuple[Path, list[T]]:
    """Write what `measure` finds, with the lines behind it in its journal. `outputs` are the files of the systems, by
    name; where no folder is named it is runs/KIND-SYSTEM-HASH, after the first of them."""
    name = re.sub(r"[^\w.-]+", "-", next(iter(outputs))).strip("-.") or "system"
    folder = RunFolder(out or Path("runs") / f"{kind}-{name}-{digest(question)[:SHORT]}")
    with folder.lock():
        folder.begin(kind, question, files={name: str(path) for name, path in {**inputs, **outputs}.items()})
        systems = measure(folder.journal(LINES))
        folder.write_results(systems_json(systems))
    return folder.path, systems


def keep_lines(journal: Journal, lines: Mapping[str, Iterable[Struct]]) -> None:
    """The lines behind the figures of each system, counted from 1."""
    journal.write(
        {"key": f"{name} {number}", "system": name, **msgspec.to_builtins(line)}
        for name, own in lines.items()
        for number, line in enumerate(own, start=1)
    )


def systems_json(systems: Sequence[SystemResults]) -> dict[str, object]:
    """What `--json` prints: the document of one system, or those of several."""
    documents: list[dict[str, object]] = [msgspec.to_builtins(system) for system in systems]
    return documents[0] if len(documents) == 1 else {"systems": documents}
