"""Function words by language: those that change with the group a sentence speaks of, words that negate, and the
commonest ones, which tell what language a text is in.

A language without tables here is checked by the general rule alone: one contrast, however often repeated.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from epicene.data.french import fold, word_list, words


def _classes(lines: str) -> tuple[frozenset[str], ...]:
    return tuple(frozenset(line.split()) for line in lines.strip().splitlines())


@dataclass(frozen=True, slots=True)
class Grammar:
    """`classes`: words that stand for one another (one may be in several); `contractions`: what *du* is made of;
    `negators`: what turns a sentence round; `ties`: what holds an expression together (*agent d’entretien*);
    `determiners`: no name stands after one; `person_nouns`: the capital before one is an adjective's (*White people*);
    `subjects`: pronouns that make a phrase with the verb after them.
    """

    classes: tuple[frozenset[str], ...] = ()
    contractions: dict[str, tuple[str, ...]] = field(default_factory=dict)
    negators: frozenset[str] = frozenset()
    ties: frozenset[str] = frozenset()
    determiners: frozenset[str] = frozenset()
    person_nouns: frozenset[str] = frozenset()
    subjects: frozenset[str] = frozenset()
    language: str = ""

    def is_function(self, word: str) -> bool:
        return any(word in group for group in self.classes)

    def ties_together(self, run: Sequence[str]) -> bool:
        """Whether shared words between two differing ones make them one expression: *de*, *de la*, *of the*."""
        return not run or (run[0] in self.ties and all(word in self.determiners for word in run[1:]))

    def negates(self, word: str) -> bool:
        return word in self.negators or (word.endswith("n't") and "not" in self.negators)

    def same_job(self, first: Sequence[str], second: Sequence[str]) -> bool:
        """Whether two runs do one job for different groups: *à la* and *aux*, *du* and *de l’*, *his* and *her*."""
        return self._class_by_class(first, second) or self._class_by_class(self._expand(first), self._expand(second))

    def _expand(self, run: Sequence[str]) -> list[str]:
        return [part for word in run for part in self.contractions.get(word, (word,))]

    def _class_by_class(self, first: Sequence[str], second: Sequence[str]) -> bool:
        return len(first) == len(second) and all(
            one == other or any(one in group and other in group for group in self.classes)
            for one, other in zip(first, second, strict=True)
        )


_FRENCH = Grammar(
    language="fr",
    subjects=frozenset(word_list("il elle ils elles")),
    classes=_classes(
        """
        le la l' les
        un une des de d' du
        ce cet cette ces c'
        son sa ses leur leurs
        mon ma mes
        ton ta tes
        notre nos
        votre vos
        il elle ils elles
        lui elle eux elles leur le la l' les
        lui-même elle-même eux-mêmes elles-mêmes
        celui celle ceux celles
        celui-ci celle-ci ceux-ci celles-ci
        celui-là celle-là ceux-là celles-là
        lequel laquelle lesquels lesquelles
        auquel auxquels auxquelles
        duquel desquels desquelles
        quel quelle quels quelles
        tout toute tous toutes
        aucun aucune
        chacun chacune
        certain certaine certains certaines
        quelqu'un quelqu'une quelques-uns quelques-unes
        tel telle tels telles
        nul nulle
        du de d' des
        au à aux en
        que qu'
        se s'
        si s'
        ne n'
        je j'
        me m'
        te t'
        jusque jusqu'
        lorsque lorsqu'
        puisque puisqu'
        quoique quoiqu'
        """
    ),
    contractions={"du": ("de", "le"), "des": ("de", "les"), "au": ("à", "le"), "aux": ("à", "les")},
    negators=frozenset(word_list("ne n' pas jamais guère")),
    ties=frozenset(word_list("de d' du des à au aux en")),
    determiners=frozenset(
        word_list(
            "le la l' les un une des du au aux ce cet cette ces mon ma mes ton ta tes son sa ses notre nos votre vos"
            " leur leurs chaque quelques plusieurs"
        )
    ),
)
_ENGLISH = Grammar(
    language="en",
    subjects=frozenset(word_list("he she they")),
    classes=_classes(
        """
        he she they it
        his her their hers its theirs
        him her them it
        himself herself themselves
        he's she's they're it's
        he'd she'd they'd
        he'll she'll they'll
        this these
        that those
        a an
        the
        """
    ),
    negators=frozenset(
        word_list("not never cannot nor don't dont doesnt didnt wont cant couldnt wouldnt isnt arent wasnt werent")
    ),
    ties=frozenset(word_list("of from")),
    determiners=frozenset(word_list("the a an this these those my your his her our their some many most all every")),
    person_nouns=frozenset(
        word_list(
            "people person man woman men women guy guys girl girls boy boys kid kids child children family families"
        )
    ),
)
_GRAMMARS = {"fr": _FRENCH, "en": _ENGLISH}


def grammar(language: str) -> Grammar:
    code = language.split("-")[0]
    return _GRAMMARS.get(code, Grammar(language=code))


# Articles, prepositions, pronouns and conjunctions; the last words of French and English are those of the controlled
# corpora, whose sentences have few others. A word that two languages share tells them apart from a third.
COMMON_WORDS = {
    language: frozenset(word_list(common))
    for language, common in {
        "fr": "le la l' les un une des du de d' et à au aux en dans est qui que qu' il elle ne n' pas ce cette son sa"
        " ses leur pour par avec sur parce été chaque fini terminé",
        "en": "the of and to in is was that who with for from by it he she they his her its their not has have had"
        " because each finished work job",
        "es": "el la los las un una del de y en es ha que con para por no se su sus al lo ella él porque",
        "it": "il lo la i gli un una uno di del della e è in che con per non si su al nel ha era lei lui perché",
        "pt": "o os um uma de do da dos das e em no na é que com para por não se seu sua ao ela ele porque",
        "de": "der die das den dem des ein eine einen und in ist hat war mit von zu zum zur auf im für nicht sich er"
        " sie ihr ihre weil",
    }.items()
}
_LINES_TO_TELL = 500


def language_of(lines: Sequence[str], expected: str) -> str | None:
    """The language of `COMMON_WORDS` that a text has most words of, the expected one where another has as many; None
    where it has words of none."""
    counts = Counter(word.text for line in lines[:_LINES_TO_TELL] for word in words(fold(line)))
    totals = {language: sum(counts[word] for word in common) for language, common in COMMON_WORDS.items()}
    most = max(totals, key=lambda language: (totals[language], language == expected))
    return most if totals[most] else None
