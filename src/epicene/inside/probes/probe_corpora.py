"""What is probed: controlled corpora with their columns, made from templates or read from two files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from epicene.core.errors import InputError
from epicene.core.hashing import digest
from epicene.core.sampling import stratified_sample
from epicene.grammar.french.subjects import PEOPLE
from epicene.grammar.people import Gender
from epicene.grammar.word_patterns import fold, words
from epicene.inside.forced.decoding import DETERMINER, END, Named, find_words
from epicene.inside.results import NOUN
from epicene.models.description import Span
from epicene.mt.controlled_corpus import CorpusLine, frame_nouns, pair_classes
from epicene.mt.corpus_writer import BASE, MANIPULATIONS, Template, TemplateLine, choose_templates, corpus_lines
from epicene.mt.judging.line_judge import open_corpus
from epicene.mt.lexicon import BUNDLED_LEXICON, Occupation, read_lexicon

TABLE_4, TABLE_5 = "grid", "manipulation"
WORDS = ("a", "terminé", "son", "travail", ".", END)
_IN_FULL = {NOUN: "noun", DETERMINER: "determiner before the noun"}
_BASE_END = fold("a terminé son travail.")
# What stands in a manipulated sentence instead of the word that names the column.
_IN_PLACE_OF = {"complement-feminine": {"travail": "activité"}}


@dataclass(frozen=True, slots=True)
class ProbeLine:
    """`marked`: the French sentence says the gender. `shared`: how many characters of the reference a decoder may be
    forced through, those that both genders of the pair have; 0 where their nouns differ. `named`: where the noun and
    the determiner stand, as far as that is known."""

    source: str
    target: str
    feminine: bool
    occupation: str
    marked: bool
    shared: int
    named: Named


@dataclass(frozen=True, slots=True)
class ProbeCorpus:
    """`words` gives for each column the word that is looked for. A `grid` is probed in every layer of both sides
    (table 4), a `manipulation` in the first and last of the encoder (table 5). `is_cut`: there are more lines."""

    name: str
    kind: str
    words: Mapping[str, str]
    lines: Sequence[ProbeLine]
    is_cut: bool = False

    def __post_init__(self) -> None:
        for name in (NOUN, DETERMINER):
            unknown = [index for index, line in enumerate(self.lines) if name not in line.named]
            if name in self.words and unknown:
                raise InputError(
                    f"{self.name}, line {unknown[0] + 1}: no {_IN_FULL[name]} was found in « "
                    f"{self.lines[unknown[0]].source} », so --at {name} cannot be probed."
                )

    def digest(self) -> str:
        return digest([[line.source, line.target, line.feminine, line.occupation] for line in self.lines])

    def ceiling(self) -> float:
        """The best accuracy there can be: where both genders have one sentence, one of the two is wrong."""
        return 100 * (1 - sum(not line.marked for line in self.lines) / 2 / len(self.lines))

    def published_as(self) -> str | None:
        """The sentence of the paper's tables that this is: by its name, or by its words where it comes from a file."""
        if self.kind == TABLE_5:
            return self.name
        is_base = all(fold(line.source).endswith(_BASE_END) for line in self.lines)
        return BASE.name if is_base and tuple(self.words) == WORDS else None


@dataclass(frozen=True, slots=True)
class ProbeCorpusChoice:
    """What a user asks for: the study's sentence unless templates or files are named, and manipulations besides, of the
    nouns of those files where there are any and no lexicon is named."""

    template: Path | None = None
    source: Path | None = None
    reference: Path | None = None
    manipulations: Sequence[str] = ()
    lexicon: Path | None = None
    at: Sequence[str] = ()
    limit: int | None = None


def choose_corpora(choice: ProbeCorpusChoice) -> list[ProbeCorpus]:
    """The corpora asked for, refused where they cannot be made; `limit` counts the sampled occupations (or pairs of
    lines), which are the same in all corpora."""
    words = list(dict.fromkeys(choice.at)) or WORDS
    source, reference = choice.source, choice.reference
    opened = open_corpus("fr-en", source, reference).lines if source and reference else []
    templates = choose_templates(choice.template, []) if not opened else []
    manipulations = choose_templates(None, choice.manipulations) if choice.manipulations else []
    if opened and not choice.lexicon:
        occupations, classes = occupations_of(opened), pair_classes(opened)
    else:
        occupations = read_lexicon(choice.lexicon or BUNDLED_LEXICON)
        classes = pair_classes(list(corpus_lines((templates or [BASE])[0], occupations)))
    limit = len(occupations) if choice.limit is None else choice.limit
    kept = [occupations[unit] for unit in stratified_sample(classes, limit)]
    limited = len(kept) < len(occupations)
    corpora = []
    if opened and source:
        pairs = stratified_sample(pair_classes(opened), limit)
        read = [line for pair in pairs for line in opened[2 * pair : 2 * pair + 2]]
        lines = _probe_lines(read, frame_nouns(read), [line.occupation for line in read], list(map(_in_line, read)))
        columns = {word: word for word in words}
        corpora.append(ProbeCorpus(source.name, TABLE_4, columns, lines, len(read) < len(opened)))
    corpora += [_from_template(template, TABLE_4, words, kept, limited) for template in templates]
    corpora += [_from_template(template, TABLE_5, words, kept, limited) for template in manipulations]
    names = [corpus.name for corpus in corpora]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise InputError(f"Your own sentences {twice!r} have a manipulation's name; call them something else.")
    return corpora


def _from_template(
    template: Template, kind: str, words: Sequence[str], occupations: Sequence[Occupation], limited: bool
) -> ProbeCorpus:
    instead = _IN_PLACE_OF.get(template.name, {}) if template.name in MANIPULATIONS else {}
    made = list(corpus_lines(template, occupations))
    nouns, names = [line.target_noun for line in made], [occupations[line.pair].masculine for line in made]
    lines = _probe_lines(made, nouns, names, [_in_template(template, line) for line in made])
    columns = {word: instead.get(word, word) for word in words}
    return ProbeCorpus(template.name, kind, columns, lines, limited)


def _probe_lines(
    lines: Sequence[TemplateLine | CorpusLine],
    nouns: Sequence[object],
    occupations: Sequence[str],
    where: Sequence[Span | None],
) -> list[ProbeLine]:
    """With the English noun and the occupation of each line, and where its French noun stands; of a pair, the lines are
    one after the other."""
    return [
        ProbeLine(
            source=line.source,
            target=line.target,
            feminine=line.gender is Gender.FEMININE,
            occupation=occupations[number],
            marked=line.marked,
            shared=_shared(line.target, lines[number ^ 1].target) if nouns[number] == nouns[number ^ 1] else 0,
            named=_named(line.source, where[number]),
        )
        for number, line in enumerate(lines)
    ]


def _in_template(template: Template, line: TemplateLine) -> Span:
    """The noun where the template puts it, the first time."""
    before = replace(template, source=template.source[: template.source.index("{noun}")])
    start = len(before.in_source(line.noun, line.gender))
    start += len(line.source[start:]) - len(line.source[start:].lstrip())
    return start, start + len(template.source_slots(line.noun, line.gender)["noun"])


def occupations_of(lines: Sequence[CorpusLine]) -> list[Occupation]:
    """The nouns of a controlled corpus as its sentences write them: what manipulations of it are made of. Determiners
    and elision of manipulated sentences are the grammar's, also where the corpus has others."""
    english = frame_nouns(lines)
    occupations = []
    for pair in zip(lines[::2], lines[1::2], strict=True):
        forms = {line.gender: (_surface(line), " ".join(english[line.number])) for line in pair}
        (masculine, noun), (feminine, other) = forms[Gender.MASCULINE], forms[Gender.FEMININE]
        occupations.append(Occupation(masculine, feminine, noun, other if other != noun else ""))
    return occupations


def _surface(line: CorpusLine) -> str:
    span = _in_line(line)
    return " ".join(line.source[slice(*span)].split()) if span else " ".join(line.subject.noun)


def _in_line(line: CorpusLine) -> Span | None:
    """The noun that was read off the sentence."""
    spans = find_words(line.source, line.subject.noun)
    return (spans[0][0], spans[-1][1]) if spans else None


def _named(french: str, noun: Span | None) -> Named:
    """The noun, and the last determiner before it: *le* of « le jeune boulanger », *l’* of « l’avocate »."""
    if noun is None:
        return {}
    before = [word for word in words(french) if word.end <= noun[0] and fold(word.text) in PEOPLE.determiners]
    return {NOUN: noun} | ({DETERMINER: (before[-1].start, before[-1].end)} if before else {})


def _shared(text: str, other: str) -> int:
    """Characters up to the first word in which two sentences differ."""
    for mine, theirs in zip(words(text), words(other), strict=False):
        if fold(mine.text) != fold(theirs.text):
            return mine.start
    return len(text)
