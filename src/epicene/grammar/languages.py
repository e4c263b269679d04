"""What the grammar of a language can be asked, whichever it is; the grammar of each language by its code, and which
language a text is in by its commonest words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import import_module
from typing import Any

from epicene.core.registry import Registry
from epicene.grammar.people import Gender, SourceGrammar, TargetGrammar
from epicene.grammar.word_patterns import couples, fold, read_table, word_list, words

Classes = tuple[frozenset[str], ...]


@dataclass(frozen=True, slots=True)
class Before:
    """So many words before the noun give way to `text`; `sure` is False where the noun's gender would have to be known.

    `text` ends in an apostrophe where it elides; with nothing to change, `count` is 0.
    """

    count: int = 0
    text: str = ""
    sure: bool = True


@dataclass(frozen=True)
class Grammar:
    """A language without a folder has this one: no tables, and one contrast, however often repeated, is all one knows.

    `classes`: words that stand for one another (one may be in several); `contractions`: what *du* is made of;
    `negators`: what turns a sentence round; `ties`: what holds an expression together (*agent d’entretien*);
    `determiners`: no name stands after one; `person_nouns`: the capital before one is an adjective's (*White people*);
    `subjects`: pronouns that make a phrase with the verb after them; `pronouns`: those that show a person's gender or
    number; `copulas`: verbs that an adjective follows, perhaps behind one of the `degrees`.

    `same_words`: forms of one word that spelling does not relate; `couples` and `couple_endings`: words that differ in
    gender only; `clitics`: what may change at the end of a compound. With `natural_gender` pronouns agree with no noun.
    `source` and `target`: what sentences about somebody ask of it, as one side of a language pair or the other.
    """

    language: str = ""
    classes: Classes = ()
    contractions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    negators: frozenset[str] = frozenset()
    ties: frozenset[str] = frozenset()
    determiners: frozenset[str] = frozenset()
    person_nouns: frozenset[str] = frozenset()
    subjects: frozenset[str] = frozenset()
    pronouns: frozenset[str] = frozenset()
    copulas: frozenset[str] = frozenset()
    degrees: frozenset[str] = frozenset()
    same_words: Classes = ()
    couples: frozenset[frozenset[str]] = frozenset()
    couple_endings: tuple[tuple[str, str], ...] = ()
    clitics: frozenset[str] = frozenset()
    natural_gender: bool = False
    source: SourceGrammar | None = None
    target: TargetGrammar | None = None

    @cached_property
    def _functions(self) -> frozenset[str]:
        return frozenset().union(*self.classes)

    def is_function(self, word: str) -> bool:
        return word in self._functions

    def ties_together(self, run: Sequence[str]) -> bool:
        """Whether shared words between two differing ones make them one expression: *de*, *de la*, *of the*."""
        return not run or (run[0] in self.ties and all(word in self.determiners for word in run[1:]))

    def negates(self, word: str) -> bool:
        return word in self.negators

    def same_job(self, first: Sequence[str], second: Sequence[str]) -> bool:
        """Whether two runs do one job for different groups: *à la* and *aux*, *du* and *de l’*, *his* and *her*."""
        return self._class_by_class(first, second) or self._class_by_class(self._expand(first), self._expand(second))

    def _expand(self, run: Sequence[str]) -> list[str]:
        return [part for word in run for part in self.contractions.get(word, (word,))]

    def _class_by_class(self, first: Sequence[str], second: Sequence[str]) -> bool:
        return len(first) == len(second) and all(
            word == other or _share_a_class(word, other, self.classes)
            for word, other in zip(first, second, strict=True)
        )

    def lemmas(self, word: str) -> frozenset[str]:
        """Every masculine singular that a form may belong to, itself included, in folded spelling.

        Needed to tell a broken pair from a French one: swapping *un infirmier* and *une infirmière* changes the
        participle and the pronoun too. Spelling only is read, so a few accidents are accepted (*port*, *porte*); a
        check that reports can live with that, where a lexicon of half a million forms would cost more than it gives.
        """
        folded = fold(word)
        return frozenset({folded, folded[:-1]} if len(folded) > 2 and folded[-1] in "sx" else {folded})

    def agree(self, first: str, second: str) -> bool:
        """Whether two forms can be one word in two genders or numbers: *né* and *nées*, *est* and *sont*."""
        first, second = fold(first), fold(second)
        if first == second or _share_a_class(first, second, self.same_words):
            return True
        if self._is_couple(first, second):
            return False  # Mr and Mrs are not one word
        if parts := _parts(first, second):
            return all(self.agree(*part) or self.clitics.issuperset(part) for part in parts)
        if not self.lemmas(first).isdisjoint(self.lemmas(second)):
            return True
        return self.is_verb_in_two_numbers(first, second) or self.is_verb_in_two_numbers(second, first)

    def is_verb_in_two_numbers(self, singular: str, plural: str) -> bool:
        """*parle* and *parlent*, in folded spelling."""
        return False

    def gendered(self, first: str, second: str) -> bool:
        """Whether two words are a couple such as *père* and *mère*, *he* and *she*; forms of one word are not."""
        first, second = fold(first), fold(second)
        if parts := _parts(first, second):
            return not self.agree(first, second) and all(self.agree(*part) or self.gendered(*part) for part in parts)
        return any(self._is_couple(singular, other) for singular in _singulars(first) for other in _singulars(second))

    def _is_couple(self, first: str, second: str) -> bool:
        if frozenset((first, second)) in self.couples:
            return True
        return any(  # woman is itself one of man
            word.endswith(man) and not word.endswith(woman) and word.removesuffix(man) + woman == other
            for man, woman in self.couple_endings
            for word, other in ((first, second), (second, first))
        )

    def plural(self, noun: str) -> str:
        """The plural of a noun with its adjectives; the noun itself where no rule is known."""
        return noun

    def is_plural_determiner(self, word: str) -> bool:
        return False

    def noun_gender(self, noun: str, determiner: str = "") -> Gender | None:
        """What a determiner says of a noun, else what is known of the noun; None where neither tells."""
        return None

    def before_noun(self, preceding: Sequence[str], noun: str, gender: Gender | None) -> Before:
        """What the folded words in front of a noun, nearest last, become once this noun stands there."""
        return Before()


def read_tables(folder: str) -> dict[str, Any]:
    """A grammar's fields out of the tables `function_words` and `agreement` of a language's folder."""
    words, agreement = (read_table(f"grammar/{folder}/{name}.toml") for name in ("function_words", "agreement"))
    listed = agreement["couples"]
    return {
        **{name: frozenset(word_list(text)) for name, text in words.items() if isinstance(text, str)},
        "classes": classes(words["classes"]),
        "same_words": classes(agreement["same_words"]),
        "couples": frozenset(map(frozenset, couples(listed["words"]))),
        "couple_endings": couples(listed["endings"]),
    }


def classes(lines: Iterable[str]) -> Classes:
    return tuple(frozenset(line.split()) for line in lines)


def _share_a_class(first: str, second: str, groups: Classes) -> bool:
    return any(first in group and second in group for group in groups)


def _parts(first: str, second: str) -> list[tuple[str, str]]:
    """The parts of two compounds side by side; none where they are no such."""
    if "-" not in first or first.count("-") != second.count("-"):
        return []
    return list(zip(first.split("-"), second.split("-"), strict=True))


def _singulars(word: str) -> set[str]:
    folded = word.removesuffix("'s")
    return {folded, folded[:-1]} if folded.endswith(("s", "x")) else {folded, folded.replace("men", "man")}


# Those of other packages, by code; epicene's own are read when they are asked for.
GRAMMARS: Registry[Grammar] = Registry("grammar", "epicene.grammars", lambda thing: isinstance(thing, Grammar))
_FOLDERS = {"fr": "french", "en": "english"}
COMMON_WORDS = {
    language: frozenset(word_list(common)) for language, common in read_table("grammar/common_words.toml").items()
}
_LANGUAGES_OF = {  # without single letters: the e of étudiant·e is not Italian
    word: [language for language, common in COMMON_WORDS.items() if word in common]
    for word in frozenset().union(*COMMON_WORDS.values())
    if len(word) > 1
}
_LINES_TO_TELL = 500


def grammar(language: str) -> Grammar:
    """The grammar of `fr`, `fr-CA`…; of a language that nobody wrote one for, one that knows no words."""
    code = language.split("-")[0]
    return GRAMMARS[code] if code not in _FOLDERS and code in GRAMMARS else _own(code)


@cache
def _own(code: str) -> Grammar:
    if code not in _FOLDERS:
        return Grammar(language=code)
    grammar: Grammar = import_module(f"epicene.grammar.{_FOLDERS[code]}").GRAMMAR
    return grammar


def language_pairs() -> list[tuple[str, str]]:
    """Every source and target whose grammars can be the two sides of a controlled corpus."""
    known = {code: grammar(code) for code in (*_FOLDERS, *GRAMMARS)}
    sources, targets = (
        [code for code, grammar in known.items() if getattr(grammar, side)] for side in ("source", "target")
    )
    return [(source, target) for source in sources for target in targets if source != target]


def source_grammar(language: str) -> SourceGrammar:
    """Of a language whose determiners and nouns say a person's gender."""
    if (source_grammar := grammar(language).source) is None:
        raise LookupError(f"{language} is no source of a language pair")
    return source_grammar


def target_grammar(language: str) -> TargetGrammar:
    """Of a language whose possessives say a person's gender."""
    if (target_grammar := grammar(language).target) is None:
        raise LookupError(f"{language} is no target of a language pair")
    return target_grammar


def language_of(lines: Sequence[str], expected: str) -> str | None:
    """The language of `COMMON_WORDS` that a text has most words of, the expected one where another has as many; None
    where it has words of none."""
    totals = common_word_counts(lines)
    most = max(totals, key=lambda language: (totals[language], language == expected))
    return most if totals[most] else None


def common_word_counts(lines: Sequence[str]) -> dict[str, int]:
    """How many of the words of a text's first lines are of the `COMMON_WORDS` of each language."""
    counts = Counter(word.text for line in lines[:_LINES_TO_TELL] for word in words(fold(line)))
    return {language: sum(counts[word] for word in common) for language, common in COMMON_WORDS.items()}


def other_language(sentence: Collection[str], expected: str) -> str | None:
    """The language that a sentence in folded words has more of `COMMON_WORDS` of than of the expected one."""
    totals = Counter(language for word in sentence for language in _LANGUAGES_OF.get(word, ()))
    most = max(totals, key=lambda language: (totals[language], language == expected), default=expected)
    return most if totals[most] > totals[expected] else None
