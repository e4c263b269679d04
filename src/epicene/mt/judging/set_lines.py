"""Sets with a reference in each gender, as released or as a table; docs/mt-judging.md describes the columns. And which
files each is made of, by the option that names them: `NAME=FILE` is a table."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from pathlib import Path

from epicene.core.errors import InputError
from epicene.core.sampling import stratified_sample
from epicene.data.text_files import numbered_rows
from epicene.grammar.languages import language_of
from epicene.grammar.people import Gender
from epicene.grammar.word_patterns import fold, words
from epicene.mt.sentence_files import check_same_length, named_files, read_lines, read_sentences
from epicene.mt.translating.translate_file import lines_held

FEMININE, MASCULINE = Gender.FEMININE.value, Gender.MASCULINE.value
ORIGINAL, FLIPPED = "original", "flipped"
SEPARATOR = "<sep>"  # between the context and the sentence, as MT-GenEval writes it
COLUMNS = ("source", "masculine", "feminine")
_OTHER_NAMES = {"f": "feminine", "m": "masculine", "label": "labels"}
_GENDERS = {"": "", **{name[:size]: name for name in (FEMININE, MASCULINE) for size in (1, len(name))}}
Files = Mapping[str, Path]  # by what they hold: `feminine` and `masculine`, or `original` and `flipped`
_PRONOUNS = {MASCULINE: {"he", "him", "his", "himself"}, FEMININE: {"she", "her", "hers", "herself"}}


@dataclass(frozen=True, slots=True)
class SetLine:
    """One sentence to translate and its references by name. `expected` is the one that a faithful translation follows,
    empty where the source leaves the gender open; `gender` is that of the person, as far as the source says it.

    Lines of one `number` are one pair; it counts from 1.
    """

    number: int
    references: Mapping[str, str]
    source: str = ""
    expected: str = ""
    gender: str = ""
    inclusive: str = ""
    labels: Sequence[str] = ()

    @property
    def other(self) -> str:
        return next(name for name in self.references if name != self.expected)


@dataclass(frozen=True, slots=True)
class GenderSet:
    """The lines of a set called `name`, of `total` in its files; `inputs` are those files."""

    name: str
    lines: Sequence[SetLine]
    total: int
    inputs: Mapping[str, Path]

    @property
    def paired(self) -> bool:
        return len({line.number for line in self.lines}) < len(self.lines)

    @property
    def limited(self) -> bool:
        return len(self.lines) < self.total

    @property
    def language(self) -> str:
        """That of the references; French where nothing tells."""
        return language_of([text for line in self.lines for text in line.references.values()], "fr") or "fr"

    @property
    def content(self) -> list[list[object]]:
        """What its digest is of."""
        return [[line.expected, line.inclusive, *line.references.values()] for line in self.lines]

    def sampled(self, limit: int | None, outputs: Iterable[Path] = ()) -> GenderSet:
        """A sample of so many sentences or pairs, or those that `outputs` of this length hold."""
        numbers = {line.number for line in self.lines}
        if limit is None or limit >= len(numbers):
            return self
        short = [path for path in outputs if len(read_lines(path)) == limit]
        kept = {index + 1 for index in lines_held(short, sample_sentences(self.lines, limit))}
        return replace(self, lines=[line for line in self.lines if line.number in kept])

    def of(self, hypotheses: Sequence[tuple[Path, Sequence[str]]]) -> list[str]:
        """The translations of these lines, from files that hold those of all lines or of these alone; one file for each
        `expected` reference of pairs."""
        kept = sorted({line.number for line in self.lines})
        whole = self.total // len(hypotheses)
        named, *_ = self.inputs.values()
        for path, lines in hypotheses:
            if len(lines) != len(kept):
                check_same_length([(named, [""] * whole), (path, lines)])
        return [
            text.rpartition(SEPARATOR)[2].strip()
            for _, lines in hypotheses
            for text in (lines if len(lines) == len(kept) else [lines[number - 1] for number in kept])
        ]


def sample_sentences(lines: Sequence[SetLine], limit: int) -> list[int]:
    """Indices of a sample of sentences or pairs: by the gender that a source says, then by its first label."""
    strata = dict[int, tuple[str, ...]]()
    for line in lines:
        strata[line.number] = () if line.number in strata else (line.gender, *line.labels[:1])
    return stratified_sample(list(strata.values()), limit)


def read_pairs(references: Files, sources: Files) -> list[SetLine]:
    """MT-GenEval's sentences: each in both genders, with its reference; the feminine lines first. `sources` may be
    missing: the metric does not need them."""
    read, texts = _parallel(references, sources)
    return [
        SetLine(number, both, texts[gender][number - 1] if gender in texts else "", gender, gender)
        for gender in read
        for number, both in enumerate(_by_line(read), start=1)
    ]


def read_context(references: Files, sources: Files) -> list[SetLine]:
    """MT-GenEval's sentences with a context that tells the gender: the original reference is right, the flipped one
    wrong. Whose gender is which the files do not say; the pronouns of the context do, most of the time."""
    read, texts = _parallel(references, sources)
    of_lines = zip(_by_line(read), texts.get(ORIGINAL, [""] * len(read[ORIGINAL])), strict=True)
    return [
        SetLine(number, both, source, ORIGINAL, _gender_in(source.partition(SEPARATOR)[0]))
        for number, (both, source) in enumerate(of_lines, start=1)
    ]


def read_sources(path: Path) -> list[SetLine]:
    """The sentences of a file to translate, with the gender that a context says."""
    return [
        SetLine(number, {}, line, gender=_gender_in(context) if separator else "")
        for number, line in enumerate(read_sentences(path), start=1)
        for context, separator, _ in [line.partition(SEPARATOR)]
    ]


def _parallel(references: Files, sources: Files) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    read, texts = ({name: read_sentences(path) for name, path in files.items()} for files in (references, sources))
    of_files = [(references[name], lines) for name, lines in read.items()]
    check_same_length([*of_files, *((sources[name], lines) for name, lines in texts.items())])
    return read, texts


def _by_line(references: Mapping[str, Sequence[str]]) -> Iterator[dict[str, str]]:
    return (dict(zip(references, texts, strict=True)) for texts in zip(*references.values(), strict=True))


def _gender_in(english: str) -> str:
    texts = [word.text for word in words(fold(english))]
    counts = {gender: sum(word in pronouns for word in texts) for gender, pronouns in _PRONOUNS.items()}
    leading = [gender for gender, count in counts.items() if count == max(counts.values())]
    return leading[0] if len(leading) == 1 else ""


def read_table(path: Path) -> list[SetLine]:
    """Columns source, masculine and feminine (GATE's m and f); inclusive, gender and labels may stand beside them."""
    lines = read_lines(path)
    text = (f"{line}\n" for line in lines)
    by_tabs = csv.reader(text, delimiter="\t", quoting=csv.QUOTE_NONE)
    rows = numbered_rows(path, by_tabs if "\t" in lines[0] else csv.reader(text))
    columns = [_OTHER_NAMES.get(name, name) for name in (cell.strip().lower() for cell in next(rows)[1])]
    if missing := [name for name in COLUMNS if name not in columns]:
        raise InputError(
            f"{path} has no column {', '.join(missing)}; its first line must name the columns source, masculine and "
            "feminine (or m and f), separated by tabs or commas."
        )
    set_lines = [
        _row(columns, cells, number, f"{path}, line {line}")
        for number, (line, cells) in enumerate((row for row in rows if any(row[1])), start=1)
    ]
    if not set_lines:
        raise InputError(f"{path} has a header but no rows; download or export it again.")
    return set_lines


def _row(columns: Sequence[str], cells: Sequence[str], number: int, where: str) -> SetLine:
    if len(cells) != len(columns):
        raise InputError(f"{where}: {len(cells)} columns instead of {len(columns)}; correct the line.")
    row = {name: cell.strip() for name, cell in zip(columns, cells, strict=True)}
    one_is_enough = row.get("inclusive") and not row.get("gender") and (row[FEMININE] or row[MASCULINE])
    if empty := [name for name in (("source",) if one_is_enough else COLUMNS) if not row[name]]:
        raise InputError(f"{where}: {empty[0]} is empty; complete the line or take it out.")
    text = row.get("gender", "").lower()
    if text not in _GENDERS:
        raise InputError(
            f"{where}: gender is {text!r}; write feminine or masculine where the source says it, else leave it empty."
        )
    labels = [label for label in row.get("labels", "").replace(",", ";").split(";") if label]
    references = {gender: row[gender] for gender in (FEMININE, MASCULINE)}
    gender = _GENDERS[text]
    return SetLine(number, references, row["source"], gender, gender, row.get("inclusive", ""), labels)


@dataclass(frozen=True, slots=True)
class Released:
    """A set as its authors released it. `outputs` name the translations; only `sources` may be left out."""

    references: Mapping[str, str]
    sources: Mapping[str, str]
    outputs: Sequence[str]
    read: Callable[[Files, Files], list[SetLine]]


SETS = {
    "mt-geneval": Released(
        {FEMININE: "--ref-feminine", MASCULINE: "--ref-masculine"},
        {FEMININE: "--source-feminine", MASCULINE: "--source-masculine"},
        ("--hyp-feminine", "--hyp-masculine"),
        read_pairs,
    ),
    "mt-geneval-context": Released(
        {ORIGINAL: "--reference", FLIPPED: "--ref-flipped"}, {ORIGINAL: "--source"}, ("--hyp",), read_context
    ),
}
_TABLE = Released({}, {}, ("--hyp",), lambda references, sources: [])


def open_set(on: str, given: Mapping[str, object]) -> tuple[GenderSet, dict[str, list[Path]]]:
    """The set and the outputs of each system. `given` has every option of the command, empty where it was not given;
    what is missing or does not belong to the set is refused before anything is read."""
    name, equals, file = on.partition("=")
    if not (name and file if equals else on in SETS):
        known = ", ".join(SETS)
        raise InputError(f"--on {on}: this is no set. Known: {known}; or NAME=FILE for a table such as gate=FR.tsv.")
    if equals and name in SETS:
        raise InputError(f"--on {on}: {name} has files of its own; say --on {name} with {_listed(SETS[name])}.")
    chosen = _TABLE if equals else SETS[on]
    needed = [*chosen.references.values(), *chosen.outputs]
    if missing := [option for option in needed if not given[option]]:
        raise InputError(f"--on {on} needs {' '.join(missing)}; it takes {_listed(chosen)}.")
    belonging = {*needed, *chosen.sources.values()}
    if strange := next((option for option, value in given.items() if value and option not in belonging), None):
        raise InputError(f"{strange} has no meaning with --on {on}, which takes {_listed(chosen)}; leave it out.")
    references, sources = (
        {part: path for part, option in options.items() if isinstance(path := given[option], Path)}
        for options in (chosen.references, chosen.sources)
    )
    systems = _systems(chosen.outputs, given)
    lines = read_table(Path(file).expanduser()) if equals else chosen.read(references, sources)
    inputs = references | {f"source of {part}": path for part, path in sources.items()}
    return GenderSet(name, lines, len(lines), inputs or {"table": Path(file)}), systems


def _listed(chosen: Released) -> str:
    needed = " ".join([*chosen.references.values(), *chosen.outputs])
    return f"{needed} ({' '.join(chosen.sources.values())})" if chosen.sources else needed


def _systems(options: Sequence[str], given: Mapping[str, object]) -> dict[str, list[Path]]:
    """Outputs by system. Of one in two files without a name, what the names of the files begin with is its name."""
    files = [named_files(value) for value in map(given.get, options) if isinstance(value, list)]
    first, *others = files
    if any(set(other) != set(first) for other in others):
        if any(len(every) != 1 for every in files):
            raise InputError(f"{' '.join(options)} do not name the same systems; write NAME=FILE in both.")
        names = [next(iter(every)) for every in files]
        begin = takewhile(lambda letters: len(set(letters)) == 1, zip(*names, strict=False))
        label = "".join(letter for letter, *_ in begin).rstrip("-_. ") or names[0]
        return {label: [path for every in files for path in every.values()]}
    return {name: [every[name] for every in files] for name in first}
