"""French."""

from __future__ import annotations

from collections.abc import Sequence

from epicene.grammar.french import agreement, determiners, noun_forms
from epicene.grammar.french.agreement import COPULAS, in_two_numbers
from epicene.grammar.french.elision import ELIDED, ELISIONS, WHOLE, elided
from epicene.grammar.french.subjects import PEOPLE
from epicene.grammar.gender import Gender
from epicene.grammar.rules import Before, Grammar, classes, read_tables
from epicene.grammar.word_patterns import fold


class French(Grammar):
    def lemmas(self, word: str) -> frozenset[str]:
        return agreement.lemmas(fold(word))

    def is_verb_in_two_numbers(self, singular: str, plural: str) -> bool:
        return in_two_numbers(singular, plural)

    def plural(self, noun: str) -> str:
        return noun_forms.plural(noun)

    def is_plural_determiner(self, word: str) -> bool:
        return determiners.is_plural(word)

    def noun_gender(self, noun: str, determiner: str = "") -> Gender | None:
        return determiners.marked_gender(determiner, noun) or noun_forms.noun_gender(noun)

    def before_noun(self, preceding: Sequence[str], noun: str, gender: Gender | None) -> Before:
        """*le boulanger* → *l’ouvrier*, *du père* → *de la mère*."""
        for count in (2, 1):
            given = " ".join(preceding[-count:])
            if len(preceding) >= count and determiners.family_of(given):
                plural = determiners.is_plural(given)
                form = determiners.determiner_like(given, noun, gender, plural=plural)
                return Before(count, form) if form else Before(sure=False)
        last = preceding[-1] if preceding else ""
        return Before(1, elided(last, noun)) if last in ELIDED or last in WHOLE else Before()


def _grammar() -> French:
    tables = read_tables("french")
    families = (
        [form for form in family.forms if form in determiners.DETERMINERS] for family in determiners.FAMILIES.values()
    )
    tables["classes"] += classes(" ".join(forms) for forms in families if len(set(forms)) > 1)
    tables["classes"] += tuple(map(frozenset, ELISIONS))
    tables["same_words"] += tuple(map(frozenset, noun_forms.IRREGULAR.items()))
    # A name may stand behind *tout* and *certain*, which are adverbs and adjectives too.
    sure = determiners.DETERMINERS & determiners.SURE_DETERMINERS | {"quelques", "plusieurs"}
    return French(
        language="fr",
        contractions=determiners.CONTRACTIONS,
        determiners=sure,
        copulas=COPULAS,
        source=PEOPLE,
        **tables,
    )


GRAMMAR = _grammar()
