"""Italian as the source of a language pair: the determiner and the noun say a person's gender, *suo* does not."""

from __future__ import annotations

import re
from pathlib import Path

from epicene.grammar.languages import Grammar
from epicene.grammar.people import Gender, SourceGrammar


class ItalianPeople(SourceGrammar):
    articles = ("il", "la")
    determiners = frozenset(["il", "lo", "la", "l'", "un", "uno", "una", "un'", "ogni"])
    after_subject = frozenset(["ha", "aveva", "avrà", "è", "era", "che", "non"])
    lexicon = str(Path(__file__).parent / "occupations-it.tsv")

    def article(self, noun: str, gender: Gender) -> str:
        """l'insegnante, lo psicologo, il fornaio."""
        if noun[0] in "aeiou":
            return "l'"
        if gender is Gender.MASCULINE:
            return "lo" if re.match(r"z|gn|ps|x|s[^aeiou]", noun) else "il"
        return "la"

    def marked_gender(self, determiner: str, noun: str) -> Gender | None:
        genders = {"il": Gender.MASCULINE, "lo": Gender.MASCULINE, "la": Gender.FEMININE, "una": Gender.FEMININE}
        return genders.get(determiner)


GRAMMAR = Grammar(language="it", source=ItalianPeople())
