"""The gender of French nouns, as far as their ending is sure; None otherwise."""

from __future__ import annotations

from functools import lru_cache

from epicene.data.french import fold, word_list

_FEMININE = word_list("tion sion aison ité ette ance ence ure ade esse euse trice ée ine tude erie elle aine ise")
_MASCULINE = word_list("age ment eau isme oir ège eil ail euil phone scope al")
_EXCEPTIONS = {
    "f": "page cage image plage rage nage jument eau peau main fin fleur voiture poupée robe table chaise maison"
    " chanson moto forêt mer nuit mort soif faim paix croix voix souris brebis dent part mère soeur femme fille",
    "m": "squelette silence murmure mercure augure stade grade camarade malade musée lycée trophée apogée mausolée"
    " athée magazine domaine capitaine été comité prélude interlude cimetière génie incendie parapluie vermicelle"
    " modèle violoncelle rebelle libelle marché ménage camion livre vélo ballon marteau père frère homme garçon"
    " moine patrimoine quinze diocèse silence chef-d'oeuvre pédalo stylo bureau café thé vin pain lait sucre beurre"
    " couteau téléphone ordinateur moteur tracteur football rugby argent whisky rhum curry",
}  # fmt: skip
_KNOWN = {fold(word): gender for gender, words in _EXCEPTIONS.items() for word in word_list(words)}


@lru_cache(maxsize=4096)
def noun_gender(noun: str) -> str | None:
    """m or f; a plural is looked up by its singular."""
    word = fold(noun)
    single = word[:-1] if word.endswith(("s", "x")) and word not in _KNOWN else word
    if single in _KNOWN or word in _KNOWN:
        return _KNOWN.get(single, _KNOWN.get(word))
    if single.endswith(_FEMININE) and len(single) > 4:
        return "f"
    return "m" if single.endswith(_MASCULINE) and len(single) > 4 else None
