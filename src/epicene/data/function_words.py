"""Function words that change with the group a sentence speaks of, and words that negate, by language.

A language without tables here is checked by the general rule alone: one contrast, however often repeated.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from epicene.data.french import word_list


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
