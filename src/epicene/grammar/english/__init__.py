"""English."""

from __future__ import annotations

from collections.abc import Sequence

from epicene.grammar.english import forms
from epicene.grammar.english.possessives import PEOPLE
from epicene.grammar.languages import Before, Grammar, read_tables
from epicene.grammar.people import Gender
from epicene.grammar.word_patterns import fold


class English(Grammar):
    def negates(self, word: str) -> bool:
        return word in self.negators or word.endswith("n't")

    def lemmas(self, word: str) -> frozenset[str]:
        folded = fold(word)
        forms_found = set(super().lemmas(word))
        if folded.endswith("ies"):
            forms_found.add(folded[:-3] + "y")
        if folded.endswith(("ches", "shes", "sses", "xes")):
            forms_found.add(folded[:-2])
        return frozenset(forms_found | forms.irregular_singulars(folded))

    def plural(self, noun: str) -> str:
        return forms.plural(noun)

    def before_noun(self, preceding: Sequence[str], noun: str, gender: Gender | None) -> Before:
        """*a man* → *an old man*."""
        return Before(1, forms.article(noun)) if preceding and preceding[-1] in ("a", "an") else Before()


GRAMMAR = English(language="en", natural_gender=True, target=PEOPLE, **read_tables("english"))
