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
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

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
from epicene.metrics.answer_groups import ALL
from epicene.models.translation_text import cleaned, count_kinds
from epicene.mt.judging.clustered_estimates import Estimating, LineFigure, LineRatio, RatioDifference, share
from epicene.mt.judging.judged_outputs import FOR_ALL, JudgedOutputs, count_cells, outcome_of, with_totals
from epicene.mt.judging.set_lines import FEMININE, MASCULINE, GenderSet, SetLine
from epicene.mt.lexicon import FRENCH, epicene_nouns_known
from epicene.mt.results import TAKEN_IN, JudgedLine, JudgedSet, cleaning_notices, notice_fields, reading_notices
from epicene.mt.sentence_files import (
    check_each_line,
    check_line_by_line,
    check_sample,
    check_varied,
    content_words,
    read_sentences,
)
from epicene.mt.translating.translate_file import translates
from epicene.runs.signature import line_signature, with_option

Mask = NDArray[np.bool_]
SCORING = "unique-words"
OPEN_CLASS = "open"
COMMON = 0.02  # of the lines: words in more of them do not tell one line from its neighbours
RIGHT, WRONG, UNCOVERED, EMPTY = "right", "wrong", "uncovered", "empty"
KEPT, UNREADABLE = "kept", "unreadable"
SAID = (RIGHT, WRONG, UNCOVERED, EMPTY)
OPEN = (MASCULINE, FEMININE, BOTH, KEPT, UNREADABLE, EMPTY)
FINE_SAID = (RIGHT, WRONG, *FOR_ALL, UNCOVERED, EMPTY)
FINE_OPEN = (MASCULINE, FEMININE, *FOR_ALL, UNREADABLE, EMPTY)
SHARES = {
    MASCULINE: ("masculine_share", 0.0),
    FEMININE: ("feminine_share", 0.0),
    BOTH: ("both_share", 0.0),
    KEPT: ("ambiguity_kept", 100.0),
    UNREADABLE: ("unreadable", 0.0),
}
Found = tuple[str, Sequence[str], str]  # what was found, the words that it rests on, the form for everybody if any
_PUNCTUATION = str.maketrans(dict.fromkeys(string.punctuation, " "))


def word_set(text: str) -> frozenset[str]:
    """As released: lower-cased, ASCII punctuation to spaces."""
    return frozenset(text.lower().translate(_PUNCTUATION).split())


def unique_words(line: SetLine) -> dict[str, frozenset[str]]:
    """By reference, the words that the other one lacks, or where there is none the inclusive one."""
    (first_name, first), (second_name, second) = ((name, word_set(text)) for name, text in line.references.items())
    inclusive = word_set(line.inclusive)
    return {first_name: first - (second or inclusive), second_name: second - (first or inclusive)}


def judge_line(line: SetLine, hypothesis: str, *, french: bool) -> JudgedLine:
    """`french`: the grammar of French looks for forms that leave the gender open, in lines that are French."""
    if not word_set(hypothesis):
        outcome: Found = EMPTY, (), ""
    else:
        french = french and other_language(sentence_words(hypothesis), FRENCH) is None
        outcome = (_judge_said if line.expected else _judge_open)(line, hypothesis, french)
    found, words, for_all = outcome
    return JudgedLine(
        line=line.number,
        class_=line.gender or "unknown" if line.expected else OPEN_CLASS,
        found=found,
        outcome=for_all or found,
        source=line.source,
        hypothesis=hypothesis,
        cluster=str(line.number),
        words=tuple(words),
        references=dict(line.references),
        labels=tuple(line.labels),
    )


def _judge_said(line: SetLine, hypothesis: str, french: bool) -> Found:
    """As released; beside it, *étudiantes et étudiants* or *étudiant·e* is not a word of the other gender."""
    unique, used = unique_words(line), word_set(hypothesis)
    own, others = used & unique[line.expected], used & unique[line.other]
    outcome = WRONG if others else RIGHT if own else UNCOVERED
    chosen = [gender for gender, words in ((line.expected, own), (line.other, others)) if words]
    kept = _kept(line, hypothesis, chosen) if french and outcome != RIGHT else []
    for_all = outcome_of(kept[0].sort) if kept and (outcome == UNCOVERED or kept[0].sort != EPICENE) else ""
    return outcome, sorted(others or own), for_all


def _judge_open(line: SetLine, hypothesis: str, french: bool) -> Found:
    same = replace(
        line,
        references={name: _one_apostrophe(text) for name, text in line.references.items()},
        inclusive=_one_apostrophe(line.inclusive),
    )
    used, unique = word_set(_one_apostrophe(hypothesis)), unique_words(same)
    theirs = word_set(" ".join(same.references.values()))
    inclusive = {word for word in word_set(same.inclusive) - theirs if len(word) > 1}  # no *e* of étudiant(e)
    chosen = [gender for gender in (MASCULINE, FEMININE) if used & unique[gender]]
    if shared := sorted(used & inclusive):
        return KEPT, shared, INCLUSIVE
    if french and (kept := _kept(line, hypothesis, chosen)):
        return KEPT, [hypothesis[form.start : form.end] for form in kept], outcome_of(kept[0].sort)
    outcome = BOTH if len(chosen) == 2 else chosen[0] if chosen else UNREADABLE
    return outcome, sorted(used & (unique[MASCULINE] | unique[FEMININE])), ""


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


def figures_of(lines: Sequence[JudgedLine]) -> list[LineFigure]:
    """All figures of a system over all lines, those of each gender and those with each label; what was found in each
    line is enough for them."""
    outcomes, classes = (np.array([getattr(line, name) for line in lines]) for name in ("found", "class_"))
    says = classes != OPEN_CLASS
    groups: dict[str, Mask] = {
        ALL: np.ones(len(lines), dtype=bool),
        **{gender: classes == gender for gender in (FEMININE, MASCULINE)},
        **{
            label: np.array([label in line.labels for line in lines])
            for label in sorted({label for line in lines for label in line.labels})
        },
    }
    covered, released = np.isin(outcomes, (RIGHT, WRONG)), outcomes != WRONG
    of_covered = {
        group: share("accuracy_covered", group, outcomes == RIGHT, mask & says & covered)
        for group, mask in groups.items()
    }
    masculine, feminine = of_covered[MASCULINE], of_covered[FEMININE]
    return [
        *(share(f"{gender}_correct", ALL, released, groups[gender] & says) for gender in (FEMININE, MASCULINE)),
        *_of_pairs(lines, released),
        share("accuracy", ALL, released, says),
        *(share("coverage", group, covered, mask & says) for group, mask in groups.items()),
        *of_covered.values(),
        *(
            share(
                *(metric, group, (outcomes == outcome) | ((outcomes == EMPTY) & (outcome == UNREADABLE))),
                mask & ~says,
                ideal,
            )
            for group, mask in groups.items()
            for outcome, (metric, ideal) in SHARES.items()
        ),
        RatioDifference("covered_gap", ALL, masculine, feminine, masculine.n + feminine.n),
    ]


def _of_pairs(lines: Sequence[JudgedLine], released: Mask) -> Iterator[LineRatio]:
    """Counted once, at the pair's first line; only where lines come in pairs."""
    wrong = {line.line for line, right in zip(lines, released, strict=True) if not right}
    first = dict[int, int]()
    for index, line in enumerate(lines):
        first.setdefault(line.line, index)
    if len(first) < len(lines):
        counted = np.isin(np.arange(len(lines)), list(first.values()))
        yield share("both_correct", ALL, np.array([line.line not in wrong for line in lines]), counted)


class JudgedTranslations(NamedTuple):
    """The judged lines of a system, and of how many of its outputs what was taken away before."""

    lines: Sequence[JudgedLine]
    cleaned: Mapping[str, int]


def notices_of(gender_set: GenderSet, judged: JudgedTranslations) -> Iterator[Notice]:
    """What a reader of the figures must know; with --strict, the first one stops."""
    lines, total = judged.lines, len(judged.lines)
    if gender_set.limited:
        yield Notice("notice.mt.limit", {"n": total, "total": gender_set.total})
    if empty := [line.line for line in lines if line.found == EMPTY]:
        yield Notice("notice.mt.set.empty", {"count": len(empty), "line": empty[0]})
    yield from cleaning_notices(judged.cleaned, total)
    yield from reading_notices(sum(line.outcome not in (UNCOVERED, UNREADABLE, EMPTY) for line in lines), total)
    paired = [line for line in gender_set.lines if all(line.references.values())]
    if mute := [line.number for line in paired if not all(unique_words(line).values())]:
        yield Notice("notice.mt.set.mute", {"count": len(mute), "total": len(gender_set.lines), "line": mute[0]})


def set_results(gender_set: GenderSet, judged: JudgedTranslations, model: str, seed: int = 0) -> JudgedSet:
    """What `mt judge --on SET --json` prints for one system; `counts` are by gender where the source says it, `open`
    where it does not."""
    lines, unit = judged.lines, "pair" if gender_set.paired else "sentence"
    weights, limit = digest([line.hypothesis for line in lines]), len(lines) if gender_set.limited else None
    signed = line_signature(gender_set.name, gender_set.content, SCORING, model, weights, limit, unit)
    signed = with_option(signed, **TAKEN_IN)
    estimating = Estimating(gender_set.name, None, signed, [line.cluster for line in lines], len(lines), seed)
    return JudgedSet(
        model=model,
        on=gender_set.name,
        signatures={gender_set.name: signed},
        n=len(lines),
        estimates=estimating.estimates(figures_of(lines)),
        counts=with_totals(count_cells(lines, lambda name: OPEN if name == OPEN_CLASS else SAID)),
        outcomes=count_cells(lines, lambda name: FINE_OPEN if name == OPEN_CLASS else FINE_SAID, fine=True),
        **notice_fields(list(notices_of(gender_set, judged))),
    )


def judge_set(
    gender_set: GenderSet,
    systems: Mapping[str, Sequence[Path]],
    limit: int | None = None,
    out: Path | None = None,
    seed: int = 0,
) -> JudgedOutputs[JudgedSet]:
    """Read and judge; files that do not belong together are refused here. A system has one output, or one for each
    gender of pairs."""
    chosen = gender_set.sampled(limit, (path for paths in systems.values() for path in paths))
    judged = {name: judge_translations(chosen, paths) for name, paths in systems.items()}
    question = {
        "on": chosen.name,
        "references": digest(chosen.content),
        "sources": digest([line.source for line in chosen.lines]),
        "systems": {name: digest([line.hypothesis for line in own.lines]) for name, own in judged.items()},
        "lines": len(chosen.lines),
        "seed": seed,
    }
    outputs = {
        name if len(paths) == 1 else f"{name} {index}": path
        for name, paths in systems.items()
        for index, path in enumerate(paths, start=1)
    }

    return JudgedOutputs(
        "judge-set",
        out,
        question,
        chosen.inputs,
        outputs,
        {name: list(notices_of(chosen, own)) for name, own in judged.items()},
        lambda name, progress: judged[name].lines,
        lambda name, lines: set_results(chosen, judged[name], name, seed),
    )


def judge_translations(chosen: GenderSet, paths: Sequence[Path]) -> JudgedTranslations:
    """A judgment for each line of a system's outputs, which must be translations of the chosen lines."""
    language = chosen.language
    files = [(path, read_sentences(path, allow_empty=True)) for path in paths]
    made = [
        # A reference tells whether quotation marks or a label of a translation are part of it.
        cleaned(text, next(filter(None, line.references.values())))
        for line, text in zip(chosen.lines, chosen.of(files), strict=True)
    ]
    texts = [output.text for output in made]
    size = len(texts) // len(paths)
    for index, (path, read) in enumerate(files):
        part = slice(index * size, (index + 1) * size)
        is_short = chosen.limited and size == len(read)
        _check(chosen, path, chosen.lines[part], texts[part], language, is_short=is_short)
    lines = [judge_line(line, text, french=language == FRENCH) for line, text in zip(chosen.lines, texts, strict=True)]
    return JudgedTranslations(lines, count_kinds(output.kinds for output in made))


def _check(
    gender_set: GenderSet, path: Path, lines: Sequence[SetLine], texts: Sequence[str], language: str, *, is_short: bool
) -> None:
    """Another language, lines that slipped, or the translations of other sentences."""
    looks = language_of(texts, language)
    if looks is not None and looks != language:
        raise InputError(
            f"{path} looks {language_name(looks)}, and the references look {language_name(language)}; give "
            "translations into that language."
        )
    check_each_line(path, texts, language)
    references = [" ".join(line.references.values()) for line in lines]
    check_varied(path, texts, references)
    held = list(map(content_words, references))
    lines_with = Counter(word for words in held for word in words)
    most = max(2.0, COMMON * len(held))
    rare = [frozenset(word for word in words if lines_with[word] <= most) for words in held]
    source = next(iter(gender_set.inputs.values()))
    if is_short and not translates(path, [line.source for line in lines]):
        check_sample(path, texts, rare, source, gender_set.total)
    check_line_by_line(path, str(source), texts, rare)
