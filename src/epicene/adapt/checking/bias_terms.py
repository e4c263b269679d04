"""Words that name a group, by bias type: enough to see that the two terms of a pair are of different types.

*poor* / *white*: one speaks of money, the other of colour, and nobody knows what a model reacted to. A word in no list
says nothing, and a word in several is of each type, so that only plain mismatches are reported. Words for men and women
name the gender only where they stand alone: *homme d’affaires* is about money, *black woman* about colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from epicene.grammar.languages import grammar
from epicene.grammar.tables import word_list
from epicene.grammar.words import fold

_NATIONS_EN = """
    American British English Irish Scottish Welsh French German Italian Spanish Portuguese Greek Turkish Polish Russian
    Ukrainian Romanian Bulgarian Hungarian Swedish Norwegian Danish Dutch Belgian Swiss Austrian Mexican Canadian
    Brazilian Argentinian Cuban Colombian Chinese Japanese Korean Vietnamese Thai Indian Pakistani Bangladeshi Afghan
    Iranian Iraqi Syrian Lebanese Egyptian Moroccan Algerian Tunisian Nigerian Senegalese Kenyan Somali Ethiopian
    Australian Filipino Indonesian African European immigrant foreigner refugee
    """
_NATIONS_FR = """
    américain britannique anglais irlandais écossais gallois français allemand italien espagnol portugais grec turc
    polonais russe ukrainien roumain bulgare hongrois suédois norvégien danois néerlandais belge suisse autrichien
    mexicain canadien québécois brésilien argentin cubain colombien chinois japonais coréen vietnamien thaïlandais
    indien pakistanais afghan iranien irakien syrien libanais égyptien marocain algérien tunisien nigérian sénégalais
    malien ivoirien camerounais somalien éthiopien australien philippin indonésien africain européen immigré étranger
    réfugié
    """
_TERMS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "race-color": "black white african african-american european caucasian asian latino latina hispanic arab brown"
        " biracial mulatto",
        "nationality": _NATIONS_EN,
        "religion": "christian catholic protestant muslim jew jewish hindu buddhist atheist mormon sikh evangelical",
        "socioeconomic": "poor rich wealthy homeless millionaire unemployed banker janitor broke",
        "age": "old young elderly teenager toddler adult middle-aged senior",
        "sexual-orientation": "gay straight lesbian heterosexual homosexual bisexual",
        "physical-appearance": "fat thin slim skinny ugly beautiful pretty obese overweight attractive",
        "disability": "disabled blind deaf autistic paralyzed able-bodied dyslexic schizophrenic",
    },
    "fr": {
        "race-color": "noir blanc africain européen asiatique arabe maghrébin métis latino rom gitan",
        "nationality": _NATIONS_FR,
        "religion": "chrétien catholique protestant musulman juif hindou bouddhiste athée mormon sikh évangélique",
        "socioeconomic": "pauvre riche fortuné sdf millionnaire chômeur banquier chômeuse balayeur",
        "age": "vieux jeune âgé adolescent ado bambin retraité senior",
        "sexual-orientation": "gay hétéro lesbienne hétérosexuel homosexuel bisexuel",
        "physical-appearance": "gros mince maigre laid moche joli obèse",
        "disability": "handicapé aveugle sourd autiste paralysé valide dyslexique schizophrène",
    },
}
_GENDER = {
    "en": "woman women man men girl boy female male",
    "fr": "femme homme fille garçon fillette",
}
# Mixed on purpose: an origin is said by colour or by nation, an orientation by gender (*les couples de femmes*).
_KINDRED = frozenset({frozenset({"race-color", "nationality"}), frozenset({"gender", "sexual-orientation"})})


@cache
def _table(language: str) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for bias_type, terms in _TERMS.get(language, {}).items():
        for term in word_list(terms):
            for form in {fold(term), *(grammar(language).lemmas(term) if language == "fr" else ())}:
                found.setdefault(form, set()).add(bias_type)
    return {form: frozenset(types) for form, types in found.items()}


def bias_types(words: Iterable[str], language: str) -> frozenset[str]:
    """Every type that one of these words may name."""
    code = language.split("-")[0]
    table = _table(code)
    return frozenset(t for word in words for form in grammar(code).lemmas(word) for t in table.get(form, ()))


def mismatch(more: Iterable[str], less: Iterable[str], language: str) -> tuple[str, str] | None:
    """The two types where the terms of a pair are plainly of different ones."""
    one, other = (bias_types(side, language) or _gender(side, language) for side in map(list, (more, less)))
    if not one or not other or one & other:
        return None
    first, second = sorted(one)[0], sorted(other)[0]
    return None if frozenset((first, second)) in _KINDRED else (first, second)


def _gender(words: Sequence[str], language: str) -> frozenset[str]:
    code = language.split("-")[0]
    known = frozenset(fold(word) for word in word_list(_GENDER.get(code, "")))
    return frozenset({"gender"} if len(words) == 1 and grammar(code).lemmas(words[0]) & known else ())
