"""French forms by rule: the feminine and plural of adjectives and nouns, and determiners before a noun.

Where no rule is sure, the answer is None: a person is asked, nothing is made up.
"""

from __future__ import annotations

from collections.abc import Mapping

from epicene.data.agreement import lemmas
from epicene.data.french import elides, fold, word_list

_FEMININES = dict(
    couple.split("/")
    for couple in word_list(
        """
        beau/belle nouveau/nouvelle vieux/vieille fou/folle mou/molle doux/douce roux/rousse faux/fausse blanc/blanche
        franc/franche sec/sèche frais/fraîche public/publique turc/turque grec/grecque long/longue gentil/gentille
        gros/grosse bas/basse las/lasse épais/épaisse gras/grasse exprès/expresse favori/favorite malin/maligne
        bénin/bénigne pareil/pareille vermeil/vermeille net/nette muet/muette coquet/coquette sot/sotte pâlot/pâlotte
        vieillot/vieillotte boulot/boulotte complet/complète incomplet/incomplète discret/discrète indiscret/indiscrète
        inquiet/inquiète concret/concrète secret/secrète désuet/désuète nul/nulle jumeau/jumelle bref/brève
        menteur/menteuse travailleur/travailleuse rêveur/rêveuse moqueur/moqueuse râleur/râleuse rieur/rieuse
        voleur/voleuse tricheur/tricheuse flatteur/flatteuse bagarreur/bagarreuse charmeur/charmeuse
        conservateur/conservatrice créateur/créatrice protecteur/protectrice manipulateur/manipulatrice
        dominateur/dominatrice calculateur/calculatrice observateur/observatrice supérieur/supérieure
        inférieur/inférieure meilleur/meilleure intérieur/intérieure extérieur/extérieure antérieur/antérieure
        majeur/majeure mineur/mineure hébreu/hébraïque debout/debout jaloux/jalouse aigu/aiguë ambigu/ambiguë
        exigu/exiguë contigu/contiguë violet/violette simplet/simplette fluet/fluette douillet/douillette replet/replète
        paysan/paysanne marron/marron super/super
        """
    )
)
_MASCULINES = {feminine: masculine for masculine, feminine in _FEMININES.items()}
# Masculine ending -> feminine ending, the longest first.
_TO_FEMININE = (
    ("eux", "euse"), ("if", "ive"), ("er", "ère"), ("el", "elle"), ("eil", "eille"), ("ien", "ienne"), ("éen", "éenne"),
    ("on", "onne"), ("é", "ée"), ("i", "ie"), ("u", "ue"), ("ain", "aine"), ("in", "ine"), ("ent", "ente"),
    ("ant", "ante"), ("al", "ale"), ("ais", "aise"), ("ois", "oise"), ("is", "ise"), ("us", "use"), ("at", "ate"),
    ("it", "ite"), ("ut", "ute"), ("rt", "rte"), ("ct", "cte"), ("oid", "oide"), ("aud", "aude"), ("and", "ande"),
    ("ond", "onde"), ("ard", "arde"), ("urd", "urde"), ("aid", "aide"), ("ur", "ure"), ("ir", "ire"), ("air", "aire"),
    ("il", "ile"), ("ot", "ote"), ("eint", "einte"), ("aint", "ainte"), ("rs", "rse"), ("an", "ane"),
    ("un", "une"), ("ul", "ule"), ("ol", "ole"), ("êt", "ête"), ("yen", "yenne"), ("euf", "euve"),
)  # fmt: skip
_SURELY_FEMININE = word_list(
    "euse trice ive ère elle eille ienne éenne onne ée ante ente ale aise oise aine ine arde aude ande urde ette ète"
)
EPICENE_ENDINGS = word_list("able ible ique iste aire esque oire aple ide ile ole")  # epicene although they end in e
_EPICENE_INE_ALE = frozenset(word_list("pâle sale mâle ovale fidèle modèle parallèle frêle grêle rebelle célèbre sévère"
    " sincère austère prospère éphémère ignare honnête malhonnête bête maladive"))  # fmt: skip
_PLURAL_ALS = frozenset(word_list("banal fatal final naval natal glacial bancal bal carnaval festival récital régal"
    " chacal cal aval"))  # fmt: skip
_PLURAL_OUX = frozenset(word_list("bijou caillou chou genou hibou joujou pou"))
_PLURAL_AUX = frozenset(word_list("bail corail émail soupirail travail vantail vitrail"))
_NO_FINAL_S = frozenset(word_list("bleu pneu landau sarrau"))
_IRREGULAR_PLURALS = {"oeil": "yeux", "ciel": "cieux", "monsieur": "messieurs", "madame": "mesdames"}


def feminine(masculine: str) -> str | None:
    """The feminine singular of a masculine singular adjective or participle."""
    word = masculine.lower()
    if word in _FEMININES:
        return _FEMININES[word]
    if word.endswith("e"):
        return word
    if word.endswith("eur"):
        return None  # -euse, -trice, -eure, -eresse: only a list knows
    endings = (pair for pair in sorted(_TO_FEMININE, key=lambda pair: -len(pair[0])) if word.endswith(pair[0]))
    found = next(endings, None)
    return word[: -len(found[0])] + found[1] if found and len(word) > len(found[0]) else None


def masculine(form: str) -> str | None:
    """The masculine singular of a feminine singular adjective; itself where it has one form for both."""
    word = form.lower()
    if word in _MASCULINES:
        return _MASCULINES[word]
    if word in _EPICENE_INE_ALE or not word.endswith("e"):
        return word if word in _EPICENE_INE_ALE or word.endswith(("é", "t", "x", "s")) else None
    if not word.endswith(_SURELY_FEMININE):
        return word if word.endswith(EPICENE_ENDINGS) else None
    if word.endswith("euse"):
        return word[:-2] + "x" if word.endswith("ieuse") else None  # -eux or -eur: only a list knows
    candidates = [one for one in lemmas(word) if one != word and feminine(one) == word]
    return candidates[0] if len(candidates) == 1 else None


def plural(singular: str) -> str:
    word = singular
    folded = fold(word)
    if folded in _IRREGULAR_PLURALS:
        return _IRREGULAR_PLURALS[folded]
    if folded.endswith(("s", "x", "z")):
        return word
    if folded in _PLURAL_AUX:
        return word[:-3] + "aux"
    if folded.endswith("al") and folded not in _PLURAL_ALS:
        return word[:-2] + "aux"
    if (folded.endswith(("au", "eu")) and folded not in _NO_FINAL_S) or folded in _PLURAL_OUX:
        return word + "x"
    return word + "s"


def singular(form: str) -> str | None:
    """The singular of a plural adjective; None where it cannot be told (*des gris*: gris)."""
    word = form.lower()
    if word.endswith("aux"):
        return None
    if word.endswith("eux"):
        return word
    return word[:-1] if word.endswith("s") and not word.endswith(("ais", "ois", "ss")) else None


# Determiners by family: masculine and feminine before a consonant, before a vowel (masculine, feminine), plural.
_FORMS: Mapping[str, tuple[str, str, str, str, str]] = {
    "definite": ("le", "la", "l'", "l'", "les"),
    "indefinite": ("un", "une", "un", "une", "des"),
    "demonstrative": ("ce", "cette", "cet", "cette", "ces"),
    "my": ("mon", "ma", "mon", "mon", "mes"),
    "your": ("ton", "ta", "ton", "ton", "tes"),
    "their": ("son", "sa", "son", "son", "ses"),
    "partitive": ("du", "de la", "de l'", "de l'", "des"),
    "to the": ("au", "à la", "à l'", "à l'", "aux"),
    "which": ("quel", "quelle", "quel", "quelle", "quels"),
    "no": ("aucun", "aucune", "aucun", "aucune", ""),
    "each": ("chaque", "chaque", "chaque", "chaque", ""),
    "our": ("notre", "notre", "notre", "notre", "nos"),
    "your (plural)": ("votre", "votre", "votre", "votre", "vos"),
    "theirs": ("leur", "leur", "leur", "leur", "leurs"),
}
# Longest first, so that *de la* is not taken for *la*.
DETERMINERS = tuple(sorted({form for forms in _FORMS.values() for form in forms if form}, key=len, reverse=True))
ELIDED = {"de": "d'", "que": "qu'", "se": "s'", "ne": "n'", "je": "j'", "me": "m'", "te": "t'", "le": "l'", "la": "l'"}
# Adverbs and small words before an adjective do not matter; these do, because they change with the next word.
UNELIDED = {short: long for long, short in ELIDED.items() if long != "la"}


def family(determiner: str) -> str | None:
    folded = fold(determiner)
    return next((name for name, forms in _FORMS.items() if folded and folded in forms), None)


def is_plural_determiner(determiner: str) -> bool:
    folded = fold(determiner)
    return any(folded == forms[4] for forms in _FORMS.values() if forms[4])


def marks_gender(determiner: str, noun: str) -> str | None:
    """m or f where the determiner shows the gender of the noun behind it, else None: *l’*, *les*, *son amie*."""
    folded = fold(determiner)
    for masculine_form, feminine_form, before_vowel, feminine_before_vowel, _ in _FORMS.values():
        if masculine_form == feminine_form:
            continue
        if elides(noun) and before_vowel == feminine_before_vowel == folded:
            return None
        if folded in (masculine_form, before_vowel) and folded not in (feminine_form, feminine_before_vowel):
            return "m"
        if folded in (feminine_form, feminine_before_vowel) and folded != before_vowel:
            return "f"
        if folded == masculine_form and not elides(noun):
            return "m"  # son, before a consonant
    return None


def plural_of_determiner(determiner: str) -> str | None:
    name = family(determiner)
    return _FORMS[name][4] or None if name else None


def determiner_for(determiner: str, gender: str | None, noun: str) -> str | None:
    """The form of a determiner's family before a noun of this gender in the singular."""
    name = family(determiner)
    if name is None:
        return None
    forms = _FORMS[name]
    by_gender = (forms[2], forms[3]) if elides(noun) else (forms[0], forms[1])
    if gender is None:
        return by_gender[0] if by_gender[0] == by_gender[1] else None
    return by_gender[0 if gender == "m" else 1]
