"""French verbs, as far as agreement needs them: forms of *être* and *avoir* by number, and the plural of a verb."""

from __future__ import annotations

from epicene.grammar.tables import couples, read_table, word_list

_FORMS = {
    name: frozenset(word_list(forms)) for name, forms in read_table("french/function_words.toml")["verbs"].items()
}
SINGULAR_COPULAS, PLURAL_COPULAS, AVOIR = _FORMS["singular"], _FORMS["plural"], _FORMS["avoir"]
COPULAS = SINGULAR_COPULAS | PLURAL_COPULAS | _FORMS["other"]
_ENDINGS = couples(read_table("french/agreement.toml")["verbs"])


def in_two_numbers(singular: str, plural: str) -> bool:
    """*parle* and *parlent*, *finit* and *finissent*: two third persons in folded spelling."""
    return plural.endswith("nt") and any(
        singular.endswith(ending) and singular.removesuffix(ending) + plural_ending == plural
        for ending, plural_ending in _ENDINGS
    )
