"""Languages: the grammar of each by its code, and which one a text is in by its commonest words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from functools import cache
from importlib import import_module

from epicene.core.registry import Registry
from epicene.grammar.people import SourceGrammar, TargetGrammar
from epicene.grammar.rules import Grammar
from epicene.grammar.tables import read_table, word_list
from epicene.grammar.word_patterns import fold, words

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
    counts = Counter(word.text for line in lines[:_LINES_TO_TELL] for word in words(fold(line)))
    totals = {language: sum(counts[word] for word in common) for language, common in COMMON_WORDS.items()}
    most = max(totals, key=lambda language: (totals[language], language == expected))
    return most if totals[most] else None


def other_language(sentence: Collection[str], expected: str) -> str | None:
    """The language that a sentence in folded words has more of `COMMON_WORDS` of than of the expected one."""
    totals = Counter(language for word in sentence for language in _LANGUAGES_OF.get(word, ()))
    most = max(totals, key=lambda language: (totals[language], language == expected), default=expected)
    return most if totals[most] > totals[expected] else None
