"""What one translation makes of the gender, by words that only one of two references has.

Where the source says the gender (MT-GenEval, Currey et al. 2022), a word unique to the other reference is an error, as
in the released accuracy_metric.py. Where it leaves it open (GATE, Rarrick et al. 2023), a translation chooses one
gender, shows both, or keeps the question open with an épicène, doubled or abbreviated form.
"""

from __future__ import annotations

import string
from collections.abc import Sequence
from dataclasses import dataclass, replace

from epicene.grammar.french.inclusive import EPICENE, OpenForm, epicene_nouns, inclusive_forms
from epicene.grammar.people import BOTH, INCLUSIVE
from epicene.grammar.word_patterns import fold
from epicene.mt.gender_outcomes import FOR_ALL, outcome_of
from epicene.mt.gender_sets.set_lines import FEMININE, MASCULINE, SetLine
from epicene.mt.lexicon import epicene_nouns_known

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
    translation has, where it has one; `fine` is the outcome with these told apart."""

    line: SetLine
    hypothesis: str
    outcome: str
    words: Sequence[str]
    for_all: str = ""

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
    """`french`: the grammar of French looks for forms that leave the gender open."""
    if not word_set(hypothesis):
        return SetJudgment(line, hypothesis, EMPTY, ())
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
        said = [hypothesis[form.start : form.end] for form in kept]
        return SetJudgment(line, hypothesis, KEPT, said, outcome_of(kept[0].sort))
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
