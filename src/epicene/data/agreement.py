"""Whether two word forms can be one word in two genders or numbers.

Needed to tell a broken pair from a French one: swapping *un infirmier* and *une infirmière* changes the participle and
the pronoun too. The rules read spelling only, so they accept a few accidents (*port*, *porte*); a check that reports
can live with that, where a lexicon of half a million forms would cost more than it gives. English stands beside French
because its pairs are checked by the same rules.
"""

from __future__ import annotations

from functools import lru_cache

from epicene.data.french import fold, word_list

# feminine ending -> masculine endings; tried on the singular
_FEMININE = {
    "e": ("",),
    "ë": ("",),
    "euse": ("eur", "eux"),
    "trice": ("teur",),
    "oresse": ("eur",),
    "eresse": ("eur",),
    "esse": ("e", ""),
    "ve": ("f",),
    "ève": ("ef",),
    "nne": ("n",),
    "elle": ("el", "eau"),
    "lle": ("l",),
    "olle": ("ou",),
    "ère": ("er",),
    "ète": ("et",),
    "tte": ("t",),
    "que": ("c",),
    "cque": ("c",),
    "che": ("c",),
    "èche": ("ec",),
    "aîche": ("ais",),
    "gue": ("g",),
    "sse": ("s", "x"),
    "ce": ("x",),
    "igne": ("in",),
    "ite": ("i",),
    "eille": ("eil", "eux"),
    "oïne": ("os",),
}
# third person singular ending -> plural endings
_PLURAL_VERB = {
    "e": ("ent",),
    "ait": ("aient", "aisent"),
    "aît": ("aissent", "aisent"),
    "oit": ("oient", "oivent"),
    "ra": ("ront",),
    "a": ("èrent",),
    "it": ("irent", "issent", "ivent", "isent"),
    "ut": ("urent",),
    "int": ("inrent", "ignent"),
    "d": ("dent",),
    "end": ("ennent",),
    "ient": ("iennent",),
    "ert": ("ervent",),
    "ort": ("orment",),
    "rt": ("rent",),
    "t": ("tent", "ttent"),
}
# Forms of one word that spelling does not relate.
_SAME_WORD = tuple(
    frozenset(line.split())
    for line in """
    a ont
    est sont
    va vont
    fait font
    peut peuvent
    veut veulent
    sait savent
    vaut valent
    fût fussent
    vieux vieil vieille vieilles
    beau bel belle beaux belles
    nouveau nouvel nouvelle nouveaux nouvelles
    fou fol folle fous folles
    favori favorite favoris favorites
    oeil yeux
    is are
    isn't aren't
    was were
    wasn't weren't
    has have
    hasn't haven't
    does do
    doesn't don't
    man men
    woman women
    person people
    child children
    wife wives
    a an
    """.strip().splitlines()
)
# Words that differ in gender only: any number of such couples in one pair of sentences is one contrast.
_GENDERED = frozenset(
    frozenset(couple.split("/"))
    for couple in word_list(
        """
    homme/femme garçon/fille fils/fille père/mère frère/soeur mari/femme mari/épouse époux/femme oncle/tante
    neveu/nièce papa/maman parrain/marraine gendre/bru monsieur/madame messieurs/mesdames messieurs/dames
    monsieur/dame monsieur/mademoiselle m/mme m/mlle gars/fille mec/nana mec/fille mec/meuf type/fille type/femme
    roi/reine copain/copine compagnon/compagne empereur/impératrice dieu/déesse duc/duchesse serviteur/servante
    gouverneur/gouvernante masculin/féminin mâle/femelle masculinité/féminité viril/féminin virilité/féminité
    prêtre/nonne moine/nonne papi/mamie papy/mamie pépé/mémé garçonnet/fillette damoiseau/demoiselle confrère/consoeur
    il/elle ils/elles homme/dame homme/fille garçon/femme maternel/paternel maternité/paternité bonhomme/femme
    bonhomme/bonne-femme gentleman/lady cheval/jument taureau/vache coq/poule
    man/woman boy/girl guy/girl guy/woman guy/gal male/female father/mother dad/mom daddy/mommy dad/mum son/daughter
    brother/sister husband/wife uncle/aunt nephew/niece grandfather/grandmother grandpa/grandma man/lady gentleman/lady
    king/queen prince/princess actor/actress waiter/waitress host/hostess steward/stewardess boyfriend/girlfriend
    groom/bride bachelor/spinster widower/widow wizard/witch sir/madam sir/ma'am mr/mrs mr/ms mr/miss lad/lass
    masculine/feminine man/girl boy/woman boy/lady paternal/maternal fatherhood/motherhood manhood/womanhood monk/nun
    priest/nun hero/heroine god/goddess emperor/empress duke/duchess landlord/landlady stepfather/stepmother
    stepson/stepdaughter fraternity/sorority handsome/beautiful handsome/pretty he/she him/her his/her himself/herself
    he's/she's he'd/she'd he'll/she'll fatherly/motherly manly/womanly cowboy/cowgirl schoolboy/schoolgirl
    """
    )
)
_MAN_OR_WOMAN = (("man", "woman"), ("men", "women"))


@lru_cache(maxsize=65536)
def lemmas(word: str, language: str = "fr") -> frozenset[str]:
    """Every masculine singular that this form may belong to, itself included; outside French, every singular."""
    folded = fold(word)
    numbers = {folded}
    if len(folded) > 2 and folded[-1] in "sx":
        numbers.add(folded[:-1])
    if folded.endswith("aux"):
        numbers |= {folded[:-3] + "al", folded[:-3] + "ail"}
    if folded.endswith("ies"):
        numbers.add(folded[:-3] + "y")
    if folded.endswith(("ches", "shes", "sses", "xes")):
        numbers.add(folded[:-2])
    if language != "fr":
        return frozenset(numbers)
    found = set(numbers)
    for form in numbers:
        for feminine, masculines in _FEMININE.items():
            if form.endswith(feminine) and len(form) >= max(3, len(feminine) + 1):
                found |= {form[: -len(feminine)] + masculine for masculine in masculines}
    return frozenset(found)


def agree(first: str, second: str, language: str = "fr") -> bool:
    """Whether two forms can be one word in two genders or numbers: *né* and *nées*, *est* and *sont*."""
    first, second = fold(first), fold(second)
    if first == second or any(first in same and second in same for same in _SAME_WORD):
        return True
    if _is_couple(first, second):
        return False  # Mr and Mrs are not one word
    if "-" in first and first.count("-") == second.count("-"):
        return all(_part_agrees(*parts, language) for parts in zip(first.split("-"), second.split("-"), strict=True))
    if lemmas(first, language) & lemmas(second, language):
        return True
    return language == "fr" and (_verb_number(first, second) or _verb_number(second, first))


def _part_agrees(first: str, second: str, language: str) -> bool:
    """*peut-il* and *peut-elle*, *lui-même* and *elles-mêmes*: the pronoun of a compound changes too."""
    pronouns = {"il", "elle", "ils", "elles", "lui", "eux", "le", "la", "les", "leur"}
    return agree(first, second, language) or {first, second} <= pronouns


def _verb_number(singular: str, plural: str) -> bool:
    """*parle* and *parlent*, *finit* and *finissent*."""
    return plural.endswith("nt") and any(
        singular.endswith(ending) and singular[: -len(ending)] + plural_ending == plural
        for ending, plural_endings in _PLURAL_VERB.items()
        for plural_ending in plural_endings
    )


def gendered(first: str, second: str) -> bool:
    """Whether two words are a couple such as *père* and *mère*, *he* and *she*; agreement forms of one word are not."""
    first, second = fold(first), fold(second)
    if "-" in first and first.count("-") == second.count("-"):
        parts = list(zip(first.split("-"), second.split("-"), strict=True))
        return not agree(first, second) and all(agree(*part) or gendered(*part) for part in parts)
    return any(_is_couple(one, other) for one in _singulars(first) for other in _singulars(second))


def _is_couple(first: str, second: str) -> bool:
    if frozenset((first, second)) in _GENDERED:
        return True
    return any(  # businessman/businesswoman and every other compound; woman is itself one of man
        one.endswith(man) and not one.endswith(woman) and one.removesuffix(man) + woman == other
        for man, woman in _MAN_OR_WOMAN
        for one, other in ((first, second), (second, first))
    )


def _singulars(word: str) -> set[str]:
    folded = word.removesuffix("'s")
    return {folded, folded[:-1]} if folded.endswith(("s", "x")) else {folded, folded.replace("men", "man")}
