"""Judging translations of a controlled corpus line by line (Wisniewski et al. 2022, section 4.2).

Into the target of its language pair (English): which possessive stands for *son*. Back into the source (French):
whether the determiner and the noun of the subject are those of the reference. Nothing else of a translation is judged.
Files that cannot belong together are refused before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from epicene.core.command_language import said
from epicene.core.errors import InputError
from epicene.core.language import language_name
from epicene.core.registry import unknown
from epicene.grammar.gender import Gender
from epicene.grammar.languages import language_of, language_pairs, source_grammar, target_grammar
from epicene.grammar.people import (
    AVOIDED,
    BOTH,
    FINE_PRONOUNS,
    INCLUSIVE,
    PRONOUN_OF,
    PRONOUNS,
    WRONG,
    sentence_words,
)
from epicene.mt.corpora.controlled_corpus import CorpusLine, Sentences, frame_nouns, read_corpus
from epicene.mt.lexicon import noun_key
from epicene.mt.noun_phrases import leaves_open, subject_gender
from epicene.mt.sentence_files import (
    check_line_by_line,
    check_same_length,
    content_words,
    read_sentences,
)

KEPT, UNREADABLE = "kept", "unreadable"
ROLES = ("the source of {direction}", "the reference of {direction}")
OUTPUT = "the output of {direction}"
OF_SUBJECT = ("determiner_correct", "noun_correct", "group_correct")
NOTHING_RIGHT = dict.fromkeys(OF_SUBJECT, False)


def check_language(sentences: Sentences, role: str, direction: str) -> None:
    """A file in the other language means a wrong direction or swapped files."""
    found = language_of(sentences.lines, sentences.language)
    if found in (None, sentences.language):
        return
    languages = direction.split("-")
    remedy = (
        said("swap the files or say --direction {other}", other="-".join(reversed(languages)))
        if found in languages
        else said("give the file in that language")
    )
    raise InputError(
        "{path} looks {looks}, but {role} is {expected}; {remedy}.",
        path=sentences.path,
        looks=language_name(found),
        role=said(role, direction=direction),
        expected=language_name(sentences.language),
        remedy=remedy,
    )


def check_same_corpus(
    direction: Direction,
    lines: Sequence[CorpusLine],
    source: Path,
    hypotheses: Sentences,
    nouns: Sequence[Sequence[str]],
) -> None:
    """Translations of other sentences share no word with the references, or hold the nouns of other lines.

    `nouns` are the references' nouns in the hypotheses' language; a line may hold those of its pair, whose gender is
    what systems get wrong.
    """
    references = [direction.reference(line) for line in lines]
    both = zip(hypotheses.lines, references, strict=True)
    if all(content_words(hypothesis).isdisjoint(content_words(reference)) for hypothesis, reference in both):
        raise InputError(
            "{path} does not translate these sentences: line by line it shares no word with the "
            "references; give the output for this source, in order.",
            path=hypotheses.path,
        )
    own = [content_words(" ".join(noun)) for noun in nouns]
    of_pairs = [own[number] | own[number ^ 1] for number in range(len(own))]
    check_line_by_line(hypotheses.path, str(source), hypotheses.lines, of_pairs)


@dataclass(frozen=True, slots=True)
class Judgment:
    """What was found in one hypothesis: `outcome` names the cell it is counted in, `right` holds yes or no by metric.

    `judged` are the words that the judgment rests on: two lines of a pair that share them have one translation. `fine`
    is the outcome with *their*, both, inclusive, avoided and wrong told apart.
    """

    line: CorpusLine
    hypothesis: str
    outcome: str
    right: Mapping[str, bool]
    judged: tuple[str, ...]
    fine: str = ""


@dataclass(frozen=True, slots=True)
class Direction:
    """One way through a language pair, `source` and `target` being those of the translation: `forward` into the
    language whose possessives say the gender, or back into that whose determiners and nouns do. What is judged, and the
    cells that outcomes fall into; `open_outcomes` are those of lines whose target leaves the gender open;
    `fine_outcomes` tell more apart."""

    source: str
    target: str
    forward: bool

    @property
    def name(self) -> str:
        return f"{self.source}-{self.target}"

    @property
    def pair(self) -> tuple[str, str]:
        """Source and target of the language pair."""
        return (self.source, self.target) if self.forward else (self.target, self.source)

    @property
    def metrics(self) -> Sequence[str]:
        return ("pronoun_correct",) if self.forward else OF_SUBJECT

    @property
    def outcomes(self) -> Sequence[str]:
        return PRONOUNS if self.forward else ("right", "determiner", "noun", WRONG)

    @property
    def open_outcomes(self) -> Sequence[str]:
        return () if self.forward else (KEPT, *Gender, UNREADABLE)

    @property
    def fine_outcomes(self) -> Sequence[str]:
        return FINE_PRONOUNS if self.forward else ("right", "determiner", "noun", BOTH, INCLUSIVE, AVOIDED, WRONG)

    def asked(self, line: CorpusLine) -> str:
        """The sentence that is translated."""
        return line.source if self.forward else line.target

    def reference(self, line: CorpusLine) -> str:
        """That which it is translated into."""
        return line.target if self.forward else line.source

    def nouns(self, lines: Sequence[CorpusLine]) -> list[tuple[str, ...]]:
        """Those of the references, in the language that is translated into."""
        return frame_nouns(lines) if self.forward else [line.subject.noun for line in lines]

    def judge(self, line: CorpusLine, hypothesis: str) -> Judgment:
        judging = judge_possessive if self.forward else judge_subject
        return judging(line, hypothesis, self.target)


@dataclass(frozen=True, slots=True)
class Corpus:
    """A source and its reference translation; of `total` lines, those that are judged."""

    direction: Direction
    source: Sentences
    reference: Sentences
    lines: Sequence[CorpusLine]
    total: int

    @property
    def limited(self) -> bool:
        return len(self.lines) < self.total

    @property
    def content(self) -> list[list[str]]:
        """What its digest is of."""
        return [list(self.source.lines), list(self.reference.lines)]


def judge_possessive(line: CorpusLine, hypothesis: str, language: str) -> Judgment:
    """Forward. l'+epicene has no right answer: the line's nominal gender counts, as in the paper's totals."""
    pronoun = target_grammar(language).find_possessive(hypothesis)
    right, fine = {"pronoun_correct": pronoun == PRONOUN_OF[line.gender]}, fine_possessive(line, hypothesis, language)
    return Judgment(line, hypothesis, pronoun, right, sentence_words(hypothesis), fine)


def fine_possessive(line: CorpusLine, hypothesis: str, language: str) -> str:
    """One of FINE_PRONOUNS. No possessive in a sentence that is complete avoids one; in one that is not, it is missing.
    *Its* is an error."""
    if found := target_grammar(language).fine_possessive(hypothesis):
        return found
    complete = len(sentence_words(hypothesis)) >= len(sentence_words(line.target)) - 1
    return AVOIDED if complete else WRONG


def judge_subject(line: CorpusLine, hypothesis: str, language: str) -> Judgment:
    """Back. The reference's own determiner is right, and the grammatical one where that is misspelt. Where the English
    leaves the gender open nothing is, and what counts is whether the French does (section 2.1)."""
    people = source_grammar(language)
    found = people.find_subject(sentence_words(hypothesis), longest=len(line.subject.noun))
    for_all = people.written_for_all(hypothesis)
    if line.open:
        chosen = KEPT if leaves_open(hypothesis, language) else subject_gender(found, language) or UNREADABLE
        return Judgment(line, hypothesis, str(chosen), NOTHING_RIGHT, (found.determiner, *found.noun), for_all)
    if for_all in (BOTH, INCLUSIVE):  # not the gender that the English says, and not the other one either
        return Judgment(line, hypothesis, WRONG, NOTHING_RIGHT, (found.determiner, *found.noun), for_all)
    # The published corpus elides before nine h aspirés: *l'hautboïste* must not make *le hautboïste* wrong.
    article = found.determiner in (line.subject.determiner, people.respelt(line.subject, line.gender))
    noun = noun_key(found.noun) == noun_key(line.subject.noun)
    cells = {(True, True): "right", (True, False): "determiner", (False, True): "noun", (False, False): WRONG}
    outcome, right = cells[article, noun], dict(zip(OF_SUBJECT, (article, noun, article and noun), strict=True))
    fine = for_all if for_all and not noun else outcome  # *la personne*, unless the reference has that noun too
    return Judgment(line, hypothesis, outcome, right, (found.determiner, *found.noun), fine)


class Directions(Mapping[str, Direction]):
    """Both ways through every language pair that there are grammars for; an unknown name is answered with the known."""

    def __getitem__(self, name: str) -> Direction:
        known = self._all()
        if name not in known:
            raise unknown("direction", name, list(known))
        return known[name]

    def __contains__(self, name: object) -> bool:
        return name in self._all()

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def _all(self) -> dict[str, Direction]:
        ways = [
            way
            for source, target in language_pairs()
            for way in (Direction(source, target, True), Direction(target, source, False))
        ]
        return {way.name: way for way in ways}


DIRECTIONS = Directions()


def refuse_odd(limit: int | None) -> None:
    if limit is not None and limit % 2:
        raise InputError(
            "--limit {limit} cuts a pair in two; lines come in pairs, so give an even number.", limit=limit
        )


def open_corpus(
    direction: str,
    source: Path,
    reference: Path,
    limit: int | None = None,
    telling: Sequence[tuple[str, str]] = (),
    *,
    may_be_open: bool = False,
) -> Corpus:
    """Read and check the two sides of a controlled corpus; of its lines, the first `limit` are judged. `may_be_open`:
    its English need not say the gender."""
    asked = DIRECTIONS[direction]
    sides = [
        Sentences(path, language, read_sentences(path))
        for path, language in ((source, asked.source), (reference, asked.target))
    ]
    for side, role in zip(sides, ROLES, strict=True):
        check_language(side, role, direction)
    check_same_length([(side.path, side.lines) for side in sides])
    own, other = sides if asked.forward else sides[::-1]
    lines = read_corpus(own, other, telling, may_be_open=may_be_open)
    refuse_odd(limit)
    first = [replace(side, lines=side.lines[:limit]) for side in sides]
    return Corpus(asked, first[0], first[1], lines[:limit], len(lines))


def judge(corpus: Corpus, hypotheses: Path, *, allow_empty: bool = False) -> list[Judgment]:
    """A judgment for each line of a system's output, which may hold the whole corpus or the lines that are judged."""
    direction = corpus.direction
    found = read_sentences(hypotheses, allow_empty=allow_empty)
    if len(found) == corpus.total:
        found = found[: len(corpus.lines)]
    output = Sentences(hypotheses, direction.target, found)
    check_same_length([(corpus.source.path, corpus.source.lines), (hypotheses, output.lines)])
    check_language(output, OUTPUT, direction.name)
    check_same_corpus(direction, corpus.lines, corpus.source.path, output, direction.nouns(corpus.lines))
    return [direction.judge(line, text) for line, text in zip(corpus.lines, output.lines, strict=True)]
