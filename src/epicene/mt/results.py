"""What the `mt` commands find, typed: the documents that `--json` prints and run folders keep."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TypedDict

import msgspec
from msgspec import UNSET, Struct, UnsetType, field

from epicene.core.language import Language
from epicene.core.notices import GRAVE, Message, Notice
from epicene.runs.results import Result
from epicene.train.results import Validated

ROOM = "epicene.mt"
# How outputs are taken in: cleaned, and counted as keeping a gender open where they translate the sentence. A change of
# this changes figures, so that it is part of their signatures.
LINES = "lines.jsonl"
TAKEN_IN = {"outputs": 2}
FEWEST_READ = 0.1  # of the lines
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
    """One line of a system's output as journals keep it: enough to count it, to compare it and to show it.

    `line` counts from 1. `class_` is what the line is, `found` what the translation makes of it, and `outcome` tells
    apart what `found` pools. `cluster` is the occupation, entity or pair that intervals draw with all of its lines;
    `words` are what the outcome rests on. `source` and `target` are the two sides of a controlled corpus, whichever way
    was translated; of WinoMT the words for the entity and the English. Lines of other sets have `references` by name
    and `labels`; `side` says on which of WinoMT's lists an item is, and `spacy` the gender that spaCy sees.
    """

    line: int
    class_: str = field(name="class")
    found: str
    outcome: str
    source: str
    hypothesis: str
    cluster: str
    gender: str = ""
    target: str = ""
    marked: bool = True
    words: tuple[str, ...] = ()
    references: dict[str, str] = {}
    labels: tuple[str, ...] = ()
    side: str = ""
    spacy: str = ""


class TestedSystem(SystemResults, kw_only=True):
    """What a test finds of a system; `outcomes` counts what was found by class, with forms for both genders told apart,
    and `lines` are those behind the figures.

    `topic` is the name that messages about the test have; `cells` say how many lines of each class have each outcome,
    in the order in which pages show them. `measures` are the share that is right, by gender, and the gap between the
    genders; `headline` are the groups that the answer is about: feminine, masculine, those of the gap.
    """

    __test__ = False  # not a test case, whatever pytest makes of the name

    outcomes: dict[str, dict[str, int]] | UnsetType = UNSET
    lines: list[JudgedLine] | UnsetType = UNSET

    @property
    def topic(self) -> str:
        raise NotImplementedError

    @property
    def cells(self) -> dict[str, dict[str, int]]:
        raise NotImplementedError

    @property
    def measures(self) -> tuple[str, str]:
        raise NotImplementedError

    @property
    def headline(self) -> tuple[str, str, str]:
        return _ALL


class Judged(TestedSystem, kw_only=True):
    """Of a controlled corpus. `counts` by class and what was found; `subject_genders` into French.
    `published_sentences`: they are the paper's own, or some of them."""

    direction: str
    published_sentences: bool = False
    counts: dict[str, dict[str, int]]
    subject_genders: dict[str, dict[str, int]] | UnsetType = UNSET

    @property
    def topic(self) -> str:
        return self.direction

    @property
    def cells(self) -> dict[str, dict[str, int]]:
        return self.counts

    @property
    def forward(self) -> bool:
        """Whether possessives were judged; back into the source of a pair, subjects are."""
        return self.estimate("pronoun_correct", "all") is not None

    @property
    def measures(self) -> tuple[str, str]:
        return ("pronoun_correct", "pronoun_gap") if self.forward else ("group_correct", "group_gap")

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


class Winomt(TestedSystem, kw_only=True):
    """`gender` and `aligner` say how genders were found; `confusion` counts gold genders (rows) by the gender found."""

    gender: str
    aligner: str = ""
    confusion: dict[str, dict[str, int]] = field(default_factory=dict)

    @property
    def topic(self) -> str:
        return "winomt"

    @property
    def cells(self) -> dict[str, dict[str, int]]:
        return {gold: dict(sorted(own.items())) for gold, own in sorted(self.confusion.items())}

    @property
    def measures(self) -> tuple[str, str]:
        return "accuracy", "delta_g"


class JudgedSet(TestedSystem, kw_only=True):
    """Of the set `on`; `counts` by gender, or of lines whose source leaves it open, and what was found."""

    on: str
    counts: dict[str, dict[str, int]]

    @property
    def topic(self) -> str:
        return self.on if self.on in _NAMED_SETS else "table"

    @property
    def cells(self) -> dict[str, dict[str, int]]:
        return self.counts

    @property
    def measures(self) -> tuple[str, str]:
        return "accuracy_covered", "covered_gap"


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


def systems_json(systems: Sequence[SystemResults]) -> dict[str, object]:
    """What `--json` prints: the document of one system, or those of several."""
    documents: list[dict[str, object]] = [msgspec.to_builtins(system) for system in systems]
    return documents[0] if len(documents) == 1 else {"systems": documents}
