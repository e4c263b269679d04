"""A run of `mt judge --on SET`: what each translation makes of the gender, by words that only one of two references
has; files in, one run folder out.

Where the source says the gender (MT-GenEval), a word unique to the other reference is an error, as in the released
accuracy_metric.py. Where it leaves it open (GATE, Rarrick et al. 2023), a translation chooses one gender, shows both,
or keeps the question open with an épicène, doubled or abbreviated form.

Where the source says the gender (Currey et al. 2022), `right` lines have a word that only the expected reference has
and none that only the other has:
- feminine_correct, masculine_correct, accuracy: as released, 100 × lines without a word of the other reference / lines,
  so that a line without any such word, even an empty one, is right; both_correct: pairs whose two lines are;
- coverage: 100 × lines with a word that only one reference has / lines;
- accuracy_covered: 100 × right / covered lines; covered_gap: the masculine's less the feminine's.
Where it leaves it open: masculine_share, feminine_share, both_share, ambiguity_kept and unreadable, 100 × such lines /
lines, which add up to 100; group `all`, or a label.
"""

from __future__ import annotations

import string
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from epicene.core.errors import InputError
from epicene.core.hashing import digest
from epicene.core.language import language_name
from epicene.core.notices import Notice
from epicene.grammar.french.inclusive import EPICENE, OpenForm, epicene_nouns, inclusive_forms
from epicene.grammar.languages import language_of, other_language
from epicene.grammar.people import BOTH, INCLUSIVE, sentence_words
from epicene.grammar.word_patterns import fold
from epicene.models.translation_text import cleaned, count_kinds
from epicene.mt.judging.clustered_estimates import Estimating, LineRatio, RatioDifference, share
from epicene.mt.judging.set_lines import FEMININE, MASCULINE, GenderSet, SetLine
from epicene.mt.judging.systems_page import FOR_ALL, Outcomes, count_outcomes, outcome_of
from epicene.mt.lexicon import FRENCH, epicene_nouns_known
from epicene.mt.results import (
    TAKEN_IN,
    JudgedSet,
    SetResultLine,
    cleaning_notices,
    keep_lines,
    notice_fields,
    reading_notices,
    save_systems,
)
from epicene.mt.sentence_files import (
    check_each_line,
    check_line_by_line,
    check_sample,
    check_varied,
    content_words,
    read_sentences,
)
from epicene.mt.translating.translate_file import translates
from epicene.runs.folder import Journal
from epicene.runs.signature import line_signature, with_option

RIGHT, WRONG, UNCOVERED, EMPTY = "right", "wrong", "uncovered", "empty"
KEPT, UNREADABLE = "kept", "unreadable"
TOLD = (RIGHT, WRONG, UNCOVERED, EMPTY)
OPEN = (MASCULINE, FEMININE, BOTH, KEPT, UNREADABLE, EMPTY)
FINE_TOLD = (RIGHT, WRONG, *FOR_ALL, UNCOVERED, EMPTY)
FINE_OPEN = (MASCULINE, FEMININE, *FOR_ALL, UNREADABLE, EMPTY)
_PUNCTUATION = str.maketrans(dict.fromkeys(string.punctuation, " "))


@dataclass(frozen=True, slots=True)
class SetJudgment:
    """`outcome` is one of TOLD or OPEN; `words` are what it rests on. `for_all` says which form for everybody the
    translation has, where it has one; `fine` is the outcome with these told apart. `cleaned` says of what the output
    was."""

    line: SetLine
    hypothesis: str
    outcome: str
    words: Sequence[str]
    for_all: str = ""
    cleaned: Collection[str] = ()

    @property
    def fine(self) -> str:
        return self.for_all or self.outcome


def word_set(text: str) -> frozenset[str]:
    """As released: lower-cased, ASCII punctuation to spaces."""
    return frozenset(text.lower().translate(_PUNCTUATION).split())


def unique_words(line: SetLine) -> dict[str, frozenset[str]]:
    """By reference, the words that the other one lacks, or where there is none the inclusive one."""
    (one, first), (other, second) = ((name, word_set(text)) for name, text in line.references.items())
    inclusive = word_set(line.inclusive)
    return {one: first - (second or inclusive), other: second - (first or inclusive)}


def judge_line(line: SetLine, hypothesis: str, *, french: bool) -> SetJudgment:
    """`french`: the grammar of French looks for forms that leave the gender open, in lines that are French."""
    if not word_set(hypothesis):
        return SetJudgment(line, hypothesis, EMPTY, ())
    french = french and other_language(sentence_words(hypothesis), FRENCH) is None
    return _judge_told(line, hypothesis, french) if line.expected else _judge_open(line, hypothesis, french)


def _judge_told(line: SetLine, hypothesis: str, french: bool) -> SetJudgment:
    """As released; beside it, *étudiantes et étudiants* or *étudiant·e* is not a word of the other gender."""
    unique, found = unique_words(line), word_set(hypothesis)
    own, others = found & unique[line.expected], found & unique[line.other]
    outcome = WRONG if others else RIGHT if own else UNCOVERED
    chosen = [gender for gender, words in ((line.expected, own), (line.other, others)) if words]
    kept = _kept(line, hypothesis, chosen) if french and outcome != RIGHT else []
    for_all = outcome_of(kept[0].sort) if kept and (outcome == UNCOVERED or kept[0].sort != EPICENE) else ""
    return SetJudgment(line, hypothesis, outcome, sorted(others or own), for_all)


def _judge_open(line: SetLine, hypothesis: str, french: bool) -> SetJudgment:
    same = replace(
        line,
        references={name: _one_apostrophe(text) for name, text in line.references.items()},
        inclusive=_one_apostrophe(line.inclusive),
    )
    found, unique = word_set(_one_apostrophe(hypothesis)), unique_words(same)
    theirs = word_set(" ".join(same.references.values()))
    inclusive = {word for word in word_set(same.inclusive) - theirs if len(word) > 1}  # no *e* of étudiant(e)
    chosen = [gender for gender in (MASCULINE, FEMININE) if found & unique[gender]]
    if given := sorted(found & inclusive):
        return SetJudgment(line, hypothesis, KEPT, given, INCLUSIVE)
    if french and (kept := _kept(line, hypothesis, chosen)):
        texts = [hypothesis[form.start : form.end] for form in kept]
        return SetJudgment(line, hypothesis, KEPT, texts, outcome_of(kept[0].sort))
    outcome = BOTH if len(chosen) == 2 else chosen[0] if chosen else UNREADABLE
    return SetJudgment(line, hypothesis, outcome, sorted(found & (unique[MASCULINE] | unique[FEMININE])))


def _kept(line: SetLine, hypothesis: str, chosen: Sequence[str]) -> list[OpenForm]:
    """Forms that leave the gender open. What both references write says nothing of a translation (*femmes et hommes*),
    but an épicène noun of theirs may be all there is of the person: *vos compatriotes viennent*.

    With *une personne*, feminine words may agree with that noun alone; without one, a word of either gender decides.
    """
    theirs = fold(" ".join(line.references.values()))

    def is_new(form: OpenForm) -> bool:
        return fold(hypothesis[form.start : form.end]) not in theirs

    if new := list(filter(is_new, inclusive_forms(hypothesis))):
        return new
    return [
        noun
        for noun in epicene_nouns(hypothesis, epicene_nouns_known())
        if (not chosen and noun.gender is None) or (noun.gender and set(chosen) <= {noun.gender} and is_new(noun))
    ]


def _one_apostrophe(text: str) -> str:
    return text.replace("’", "'")


Mask = NDArray[np.bool_]
EVERY = "all"
OPEN_CLASS = "open"
SCORING = "unique-words"
COMMON = 0.02  # of the lines: words in more of them do not tell one line from its neighbours
SHARES = {
    MASCULINE: ("masculine_share", 0.0),
    FEMININE: ("feminine_share", 0.0),
    BOTH: ("both_share", 0.0),
    KEPT: ("ambiguity_kept", 100.0),
    UNREADABLE: ("unreadable", 0.0),
}


def groups_of(lines: Sequence[SetLine]) -> dict[str, Mask]:
    """All lines, those of each gender, those with each label."""
    labels = sorted({label for line in lines for label in line.labels})
    return {
        EVERY: np.ones(len(lines), dtype=bool),
        **{gender: np.array([line.gender == gender for line in lines]) for gender in (FEMININE, MASCULINE)},
        **{label: np.array([label in line.labels for line in lines]) for label in labels},
    }


def figures_of(judged: Sequence[SetJudgment]) -> tuple[list[LineRatio], list[RatioDifference]]:
    lines = [set_judgment.line for set_judgment in judged]
    outcomes = np.array([set_judgment.outcome for set_judgment in judged])
    says = np.array([bool(line.expected) for line in lines])
    groups = groups_of(lines)
    right, covered = (outcomes == RIGHT), np.isin(outcomes, (RIGHT, WRONG))
    released = outcomes != WRONG
    of_covered = {
        group: share("accuracy_covered", group, right, mask & says & covered) for group, mask in groups.items()
    }
    ratios = [
        *(share(f"{gender}_correct", EVERY, released, groups[gender] & says) for gender in (FEMININE, MASCULINE)),
        *_of_pairs(lines, released),
        share("accuracy", EVERY, released, says),
        *(share("coverage", group, covered, mask & says) for group, mask in groups.items()),
        *of_covered.values(),
        *(
            share(metric, group, (outcomes == outcome) | ((outcomes == EMPTY) & (outcome == UNREADABLE)), mask, ideal)
            for group, mask in groups.items()
            for mask in [mask & ~says]
            for outcome, (metric, ideal) in SHARES.items()
        ),
    ]
    masculine, feminine = of_covered[MASCULINE], of_covered[FEMININE]
    return ratios, [RatioDifference("covered_gap", EVERY, masculine, feminine, masculine.n + feminine.n)]


def _of_pairs(lines: Sequence[SetLine], released: Mask) -> Iterator[LineRatio]:
    """Counted once, at the pair's first line; only where lines come in pairs."""
    wrong = {line.number for line, fine in zip(lines, released, strict=True) if not fine}
    first = dict[int, int]()
    for index, line in enumerate(lines):
        first.setdefault(line.number, index)
    if len(first) < len(lines):
        counted = np.isin(np.arange(len(lines)), list(first.values()))
        yield share("both_correct", EVERY, np.array([line.number not in wrong for line in lines]), counted)


def signature(gender_set: GenderSet, judged: Sequence[SetJudgment], model: str) -> str:
    weights, limit = (
        digest([set_judgment.hypothesis for set_judgment in judged]),
        len(judged) if gender_set.limited else None,
    )
    unit = "pair" if gender_set.paired else "sentence"
    return with_option(
        line_signature(gender_set.name, gender_set.content, SCORING, model, weights, limit, unit), **TAKEN_IN
    )


def counts(judged: Sequence[SetJudgment]) -> dict[str, dict[str, int]]:
    """How many lines have each outcome: by gender where the source says it, `open` where it does not."""
    cells = ((class_of(set_judgment.line), set_judgment.outcome) for set_judgment in judged)
    found = count_outcomes(cells, lambda name: OPEN if name == OPEN_CLASS else TOLD)
    return {name: own | {"n": sum(own.values())} for name, own in found.items()}


def fine_counts(judged: Sequence[SetJudgment]) -> Outcomes:
    """The same with both, inclusive and avoided as cells of their own."""
    cells = [(class_of(set_judgment.line), set_judgment.fine) for set_judgment in judged]
    return count_outcomes(cells, lambda name: FINE_OPEN if name == OPEN_CLASS else FINE_TOLD)


def class_of(line: SetLine) -> str:
    return OPEN_CLASS if not line.expected else line.gender or "unknown"


def notices_of(gender_set: GenderSet, judged: Sequence[SetJudgment]) -> Iterator[Notice]:
    """What a reader of the figures must know; with --strict, the first one stops."""
    if gender_set.limited:
        yield Notice("notice.mt.limit", {"n": len(judged), "total": gender_set.total})
    if empty := [set_judgment.line.number for set_judgment in judged if set_judgment.outcome == EMPTY]:
        yield Notice("notice.mt.set.empty", {"count": len(empty), "line": empty[0]})
    yield from cleaning_notices(count_kinds(set_judgment.cleaned for set_judgment in judged), len(judged))
    yield from reading_notices(
        sum(set_judgment.fine not in (UNCOVERED, UNREADABLE, EMPTY) for set_judgment in judged), len(judged)
    )
    paired = [line for line in gender_set.lines if all(line.references.values())]
    if mute := [line.number for line in paired if not all(unique_words(line).values())]:
        yield Notice("notice.mt.set.mute", {"count": len(mute), "total": len(gender_set.lines), "line": mute[0]})


def set_results(gender_set: GenderSet, judged: Sequence[SetJudgment], model: str, seed: int = 0) -> JudgedSet:
    """What `mt judge --on SET --json` prints for one system."""
    signed, pairs = signature(gender_set, judged, model), [str(line.number) for line in gender_set.lines]
    return JudgedSet(
        model=model,
        on=gender_set.name,
        signatures={gender_set.name: signed},
        n=len(judged),
        estimates=Estimating(gender_set.name, None, signed, pairs, len(judged), seed).estimates(*figures_of(judged)),
        counts=counts(judged),
        outcomes=fine_counts(judged),
        **notice_fields(list(notices_of(gender_set, judged))),
    )


def line_of(set_judgment: SetJudgment) -> SetResultLine:
    return SetResultLine(
        line=set_judgment.line.number,
        class_=class_of(set_judgment.line),
        found=set_judgment.outcome,
        source=set_judgment.line.source,
        references=dict(set_judgment.line.references),
        hypothesis=set_judgment.hypothesis,
        words=list(set_judgment.words),
        outcome=set_judgment.fine,
    )


def judged_again(line: SetResultLine) -> SetJudgment:
    """As far as figures over all lines and by gender need it."""
    expected = "" if line.class_ == OPEN_CLASS else next(iter(line.references))
    gender = line.class_ if line.class_ in (FEMININE, MASCULINE) else ""
    return SetJudgment(
        SetLine(line.line, line.references, line.source, expected, gender), line.hypothesis, line.found, line.words
    )


@dataclass(frozen=True, slots=True)
class JudgedSetFiles:
    """Translations that were read and judged line by line, and are yet to be counted."""

    asked: GenderSet
    judged: Mapping[str, Sequence[SetJudgment]]
    outputs: Mapping[str, Path]

    def notices(self) -> dict[str, list[Notice]]:
        return {name: list(notices_of(self.asked, own)) for name, own in self.judged.items()}

    def save(self, out: Path | None = None, seed: int = 0) -> tuple[Path, list[JudgedSet]]:
        """Measure, and write the run folder."""
        question = {
            "on": self.asked.name,
            "references": digest(self.asked.content),
            "sources": digest([line.source for line in self.asked.lines]),
            "systems": {
                name: digest([set_judgment.hypothesis for set_judgment in own]) for name, own in self.judged.items()
            },
            "lines": len(self.asked.lines),
            "seed": seed,
        }

        def measure(journal: Journal) -> list[JudgedSet]:
            keep_lines(journal, {name: map(line_of, own) for name, own in self.judged.items()})
            return [set_results(self.asked, own, name, seed) for name, own in self.judged.items()]

        return save_systems("judge-set", out, question, self.asked.inputs, self.outputs, measure)


def judge_set(gender_set: GenderSet, systems: Mapping[str, Sequence[Path]], limit: int | None = None) -> JudgedSetFiles:
    """Read and judge; files that do not belong together are refused here. A system has one output, or one for each
    gender of pairs."""
    chosen = gender_set.sampled(limit, (path for paths in systems.values() for path in paths))
    language = chosen.language
    judged = {}
    for name, paths in systems.items():
        read = [(path, read_sentences(path, allow_empty=True)) for path in paths]
        made = [cleaned(text, line.beside) for line, text in zip(chosen.lines, chosen.of(read), strict=True)]
        found = [cleaned.text for cleaned in made]
        size = len(found) // len(paths)
        for index, path in enumerate(paths):
            part = slice(index * size, (index + 1) * size)
            is_short = chosen.limited and size == len(read[index][1])
            _check(chosen, path, chosen.lines[part], found[part], language, is_short=is_short)
        judged[name] = [
            replace(judge_line(line, text, french=language == FRENCH), cleaned=kinds)
            for line, (text, kinds) in zip(chosen.lines, made, strict=True)
        ]
    outputs = {
        name if len(paths) == 1 else f"{name} {index}": path
        for name, paths in systems.items()
        for index, path in enumerate(paths, start=1)
    }
    return JudgedSetFiles(chosen, judged, outputs)


def _check(
    gender_set: GenderSet, path: Path, lines: Sequence[SetLine], found: Sequence[str], language: str, *, is_short: bool
) -> None:
    """Another language, lines that slipped, or the translations of other sentences."""
    here = language_of(found, language)
    if here is not None and here != language:
        raise InputError(
            f"{path} looks {language_name(here)}, and the references look {language_name(language)}; give "
            "translations into that language."
        )
    check_each_line(path, found, language)
    references = [" ".join(line.references.values()) for line in lines]
    check_varied(path, found, references)
    held = list(map(content_words, references))
    lines_with = Counter(word for words in held for word in words)
    most = max(2.0, COMMON * len(held))
    rare = [frozenset(word for word in words if lines_with[word] <= most) for words in held]
    source = next(iter(gender_set.inputs.values()))
    if is_short and not translates(path, [line.source for line in lines]):
        check_sample(path, found, rare, source, gender_set.total)
    check_line_by_line(path, str(source), found, rare)
