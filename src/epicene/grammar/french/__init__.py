"""French."""

from __future__ import annotations

from collections.abc import Sequence

from epicene.grammar.french import agreement, noun_forms
from epicene.grammar.french.agreement import COPULAS, in_two_numbers
from epicene.grammar.french.noun_forms import ELIDED, ELISIONS, WHOLE, elided
from epicene.grammar.french.subjects import PEOPLE
from epicene.grammar.languages import Before, Grammar, classes, read_tables
from epicene.grammar.people import Gender
from epicene.grammar.word_patterns import fold


class French(Grammar):
    def lemmas(self, word: str) -> frozenset[str]:
        return agreement.lemmas(fold(word))

    def is_verb_in_two_numbers(self, singular: str, plural: str) -> bool:
        return in_two_numbers(singular, plural)

    def plural(self, noun: str) -> str:
        return noun_forms.plural(noun)

    def is_plural_determiner(self, word: str) -> bool:
        return noun_forms.is_plural(word)

    def noun_gender(self, noun: str, determiner: str = "") -> Gender | None:
        return noun_forms.marked_gender(determiner, noun) or noun_forms.noun_gender(noun)

    def before_noun(self, preceding: Sequence[str], noun: str, gender: Gender | None) -> Before:
        """*le boulanger* → *l’ouvrier*, *du père* → *de la mère*."""
        for count in (2, 1):
            given = " ".join(preceding[-count:])
            if len(preceding) >= count and noun_forms.family_of(given):
                plural = noun_forms.is_plural(given)
                form = noun_forms.determiner_like(given, noun, gender, plural=plural)
                return Before(count, form) if form else Before(sure=False)
        last = preceding[-1] if preceding else ""
        return Before(1, elided(last, noun)) if last in ELIDED or last in WHOLE else Before()


def _grammar() -> French:
    tables = read_tables("french")
    families = (
        [form for form in family.forms if form in noun_forms.DETERMINERS] for family in noun_forms.FAMILIES.values()
    )
    tables["classes"] += classes(" ".join(forms) for forms in families if len(set(forms)) > 1)
    tables["classes"] += tuple(map(frozenset, ELISIONS))
    tables["same_words"] += tuple(map(frozenset, noun_forms.IRREGULAR.items()))
    # A name may stand behind *tout* and *certain*, which are adverbs and adjectives too.
    sure = noun_forms.DETERMINERS & noun_forms.SURE_DETERMINERS | {"quelques", "plusieurs"}
    return French(
        language="fr",
        contractions=noun_forms.CONTRACTIONS,
        determiners=sure,
        copulas=COPULAS,
        source=PEOPLE,
        **tables,
    )


GRAMMAR = _grammar()
