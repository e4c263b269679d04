"""Judging translations of a controlled corpus line by line (Wisniewski et al. 2022, section 4.2).

Into the target of its language pair (English): which possessive stands for *son*. Back into the source (French):
whether the determiner and the noun of the subject are those of the reference. Nothing else of a translation is judged.
Files that cannot belong together are refused before.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from epicene.core.errors import InputError
from epicene.core.files import write_text
from epicene.core.hashing import SHORT, digest
from epicene.core.language import language_name
from epicene.core.registry import unknown
from epicene.grammar.languages import language_of, language_pairs, other_language, source_grammar, target_grammar
from epicene.grammar.people import (
    AVOIDED,
    BOTH,
    FINE_PRONOUNS,
    INCLUSIVE,
    KEEPING_OPEN,
    PRONOUN_OF,
    PRONOUNS,
    WRONG,
    Gender,
    coarse_pronoun,
    sentence_words,
)
from epicene.models.translation_text import Cleaned, cleaned
from epicene.mt.controlled_corpus import CorpusLine, Sentences, frame_nouns, is_published, read_corpus, sample_of_pairs
from epicene.mt.lexicon import forms_of, noun_key
from epicene.mt.noun_phrases import read_subject
from epicene.mt.sentence_files import (
    check_each_line,
    check_line_by_line,
    check_same_length,
    check_sample,
    content_words,
    read_sentences,
)
from epicene.mt.translating.translate_file import translates

KEPT, UNREADABLE = "kept", "unreadable"
READING = 2  # version of the rules that read translations; part of every signature
# By language, on how many of so many hard outputs, set aside while the rules were written, they said what two readers
# did (tests/mt/judging/readings_guideline.md).
AGREEMENT = {"en": (59, 61), "fr": (57, 60)}
ROLES = ("the source of {direction}", "the reference of {direction}")
OUTPUT = "the output of {direction}"
_RIGHT_CELLS = {
    "determiner_correct": ("right", "determiner"),
    "noun_correct": ("right", "noun"),
    "group_correct": ("right",),
}


def check_language(sentences: Sentences, role: str, direction: str) -> None:
    """A file in the other language means a wrong direction or swapped files."""
    looks = language_of(sentences.lines, sentences.language)
    if looks in (None, sentences.language):
        return
    languages = direction.split("-")
    remedy = (
        f"swap the files or say --direction {'-'.join(reversed(languages))}"
        if looks in languages
        else "give the file in that language"
    )
    raise InputError(
        f"{sentences.path} looks {language_name(looks)}, but {role.format(direction=direction)} is "
        f"{language_name(sentences.language)}; {remedy}."
    )


def of_pairs(nouns: Sequence[frozenset[str]]) -> list[frozenset[str]]:
    """Of each line, the words of both lines of its pair."""
    return [both for first, second in zip(nouns[::2], nouns[1::2], strict=True) for both in [first | second] * 2]


@dataclass(frozen=True, slots=True)
class LineJudgment:
    """What was found in one hypothesis: `outcome` names the cell it is counted in.

    `judged` are the words that the judgment rests on: two lines of a pair that share them have one translation. `fine`
    is the outcome with *their*, both, inclusive, avoided and wrong told apart. Into French, `gender` is the subject's,
    and `unread` says that no rule could read it. `cleaned` says of what the output was.
    """

    line: CorpusLine
    hypothesis: str
    outcome: str
    judged: tuple[str, ...]
    fine: str = ""
    gender: Gender | None = None
    unread: bool = False
    cleaned: Collection[str] = ()


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
        return ("pronoun_correct",) if self.forward else tuple(_RIGHT_CELLS)

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

    def is_right(self, metric: str, outcome: str, gender: str) -> bool:
        """Whether an outcome counts as right for one of `metrics`, in a line about a person of this gender."""
        return outcome == PRONOUN_OF[Gender(gender)] if self.forward else outcome in _RIGHT_CELLS[metric]

    def judge(self, line: CorpusLine, hypothesis: str) -> LineJudgment:
        judging = judge_possessive if self.forward else judge_subject
        return judging(line, hypothesis, self.target)


@dataclass(frozen=True, slots=True)
class ControlledCorpus:
    """A source and its reference translation; of `total` lines, those that are judged. `published`: they are, or are
    taken from, the sentences that the paper's figures are over."""

    direction: Direction
    source: Sentences
    reference: Sentences
    lines: Sequence[CorpusLine]
    total: int
    published: bool = False

    @property
    def limited(self) -> bool:
        return len(self.lines) < self.total

    @property
    def content(self) -> list[list[str]]:
        """What its digest is of."""
        return [list(self.source.lines), list(self.reference.lines)]


def judge_possessive(line: CorpusLine, hypothesis: str, language: str) -> LineJudgment:
    """Forward. l'+epicene has no right answer: the line's nominal gender counts, as in the paper's totals. A complete
    sentence without a possessive avoids one; in another it is missing. *Its* is an error."""
    words = sentence_words(hypothesis)
    is_complete = len(words) >= len(sentence_words(line.target)) - 1
    fine = target_grammar(language).read_gender(hypothesis) or (AVOIDED if is_complete else WRONG)
    return LineJudgment(line, hypothesis, coarse_pronoun(fine), words, fine)


def judge_subject(line: CorpusLine, hypothesis: str, language: str) -> LineJudgment:
    """Back. The reference's own determiner is right, and the grammatical one where that is misspelt. Where the English
    leaves the gender open nothing is, and what counts is whether the French does (section 2.1)."""
    people, own = source_grammar(language), line.subject.noun
    subject, gender, for_all, is_open = read_subject(hypothesis, language, forms_of(own, language), len(own))
    judged, unread = (subject.determiner, *subject.noun), not (is_open or gender or for_all)
    if line.open:
        chosen = KEPT if is_open else gender or UNREADABLE
        return LineJudgment(line, hypothesis, str(chosen), judged, for_all, gender, unread)
    if for_all in (BOTH, INCLUSIVE):  # not the gender that the English says, and not the other one either
        return LineJudgment(line, hypothesis, WRONG, judged, for_all)
    # The published corpus elides before nine h aspirés: *l'hautboïste* must not make *le hautboïste* wrong.
    article = subject.determiner in (line.subject.determiner, people.respelt(line.subject, line.gender))
    noun = noun_key(subject.noun) == noun_key(line.subject.noun)
    cells = {(True, True): "right", (True, False): "determiner", (False, True): "noun", (False, False): WRONG}
    outcome = cells[article, noun]
    fine = for_all if for_all and not noun else outcome  # *la personne*, unless the reference has that noun too
    return LineJudgment(line, hypothesis, outcome, judged, fine, gender, unread)


class Directions:
    """Both ways through every language pair that there are grammars for; an unknown name is answered with the known."""

    def __iter__(self) -> Iterator[str]:
        return (f"{source}-{target}" for pair in language_pairs() for source, target in (pair, pair[::-1]))

    def __getitem__(self, name: str) -> Direction:
        if name not in (known := list(self)):
            raise unknown("direction", name, known)
        source, _, target = name.partition("-")
        return Direction(source, target, (source, target) in language_pairs())


DIRECTIONS = Directions()


def validate_even_limit(limit: int | None) -> None:
    if limit is not None and limit % 2:
        raise InputError(f"--limit {limit} cuts a pair in two; lines come in pairs, so give an even number.")


def open_corpus(
    direction: str,
    source: Path,
    reference: Path,
    limit: int | None = None,
    telling: Sequence[tuple[str, str]] = (),
    *,
    may_be_open: bool = False,
) -> ControlledCorpus:
    """Read and check the two sides of a controlled corpus; of its lines, a sample of `limit` is judged. `may_be_open`:
    its English need not say the gender."""
    way = DIRECTIONS[direction]
    sides = [
        Sentences(path, language, read_sentences(path))
        for path, language in ((source, way.source), (reference, way.target))
    ]
    for side, role in zip(sides, ROLES, strict=True):
        check_language(side, role, direction)
    check_same_length([(side.path, side.lines) for side in sides])
    own, other = sides if way.forward else sides[::-1]
    lines = read_corpus(own, other, telling, may_be_open=may_be_open)
    validate_even_limit(limit)
    published, total = all(is_published(side.lines, side.language) for side in sides), len(lines)
    if limit is not None and limit < total:
        lines = [lines[index] for index in sample_of_pairs(sides[0].lines, way.source, limit)]
        sides = [replace(side, lines=[side.lines[line.number] for line in lines]) for side in sides]
    source_side, reference_side = sides
    return ControlledCorpus(way, source_side, reference_side, lines, total, published)


def source_file(corpus: ControlledCorpus, folder: Path) -> Path:
    """The file with the sentences that are to be translated, and no others: that of a sample is written to `folder`."""
    if not corpus.limited:
        return corpus.source.path
    text = "".join(f"{line}\n" for line in corpus.source.lines)
    path = folder / f"sample-{digest(text)[:SHORT]}.{corpus.source.language}"
    write_text(path, text)
    return path


def take_in(direction: Direction, lines: Sequence[CorpusLine], outputs: Sequence[str]) -> list[Cleaned]:
    """Outputs without what stands around a translation; what a reference has too is part of it."""
    return [cleaned(output, direction.reference(line)) for line, output in zip(lines, outputs, strict=True)]


def judge_lines(direction: Direction, lines: Sequence[CorpusLine], outputs: Sequence[Cleaned]) -> list[LineJudgment]:
    """A judgment for each output. Only what translates a sentence can keep its gender open: what is in another language
    or holds no noun of its reference is wrong, or cannot be read."""
    nouns = of_pairs([content_words(" ".join(noun)) or frozenset(noun) for noun in direction.nouns(lines)])
    judged = []
    for line, (text, kinds), noun in zip(lines, outputs, nouns, strict=True):
        judgment = direction.judge(line, text)
        is_open = judgment.outcome == KEPT
        if direction.forward:
            is_open = not line.marked and judgment.fine in KEEPING_OPEN
        if is_open and not _translates(text, noun, direction.target):
            judgment = replace(judgment, outcome=direction.open_outcomes[-1] if line.open else "other", fine=WRONG)
        judged.append(replace(judgment, cleaned=kinds) if kinds else judgment)
    return judged


def _translates(text: str, noun: Collection[str], language: str) -> bool:
    """In the language, with a word that begins as one of the noun does: *étudiant·e*, *boulangères*."""
    texts = sentence_words(text)
    begin = tuple(word[: max(4, len(word) - 3)] for word in noun)
    return other_language(texts, language) is None and (not noun or any(word.startswith(begin) for word in texts))


def judge(corpus: ControlledCorpus, hypotheses: Path, *, allow_empty: bool = False) -> list[LineJudgment]:
    """A judgment for each line of a system's output, which may hold the whole corpus or, in their order, the lines that
    are judged."""
    direction = corpus.direction
    outputs = read_sentences(hypotheses, allow_empty=allow_empty)
    if len(outputs) == corpus.total:
        outputs = [outputs[line.number] for line in corpus.lines]
        is_cut = False
    else:
        is_cut = corpus.limited
    check_same_length([(corpus.source.path, corpus.source.lines), (hypotheses, outputs)])
    made = take_in(direction, corpus.lines, outputs)
    # What translations should hold; a line may hold the nouns of its pair, whose gender is what systems get wrong.
    nouns = of_pairs([content_words(" ".join(noun)) for noun in direction.nouns(corpus.lines)])
    if is_cut and not translates(hypotheses, corpus.source.lines):
        check_sample(hypotheses, [cleaned.text for cleaned in made], nouns, corpus.source.path, corpus.total)
    known = {line: line for line in corpus.reference.lines}  # a good output repeats them: each is kept once
    made = [Cleaned(known.get(cleaned.text, cleaned.text), cleaned.kinds) for cleaned in made]
    output = Sentences(hypotheses, direction.target, [cleaned.text for cleaned in made])
    check_language(output, OUTPUT, direction.name)
    check_each_line(hypotheses, output.lines, direction.target)
    both = zip(output.lines, corpus.reference.lines, strict=True)
    if all(content_words(hypothesis).isdisjoint(content_words(reference)) for hypothesis, reference in both):
        raise InputError(
            f"{hypotheses} does not translate these sentences: line by line it shares no word with the references; "
            "give the output for this source, in order."
        )
    check_line_by_line(hypotheses, str(corpus.source.path), output.lines, nouns)
    return judge_lines(direction, corpus.lines, made)
