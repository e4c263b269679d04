"""Somebody in a French sentence: what templates can say of them, the subject that names them, and whether it leaves
their gender open."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import chain

from epicene.grammar.french import noun_forms
from epicene.grammar.french.determiners import DETERMINERS, determiner, family_of, is_plural, marked_gender
from epicene.grammar.french.inclusive import ABBREVIATED, epicene_nouns, has_own_gender, inclusive_forms, own_gender
from epicene.grammar.french.subject_parts import agreeing_gender, subject_part
from epicene.grammar.gender import Gender
from epicene.grammar.people import (
    AVOIDED,
    BOTH,
    INCLUSIVE,
    SourceGrammar,
    Subject,
    SubjectPart,
    by_gender,
    sentence_words,
)
from epicene.grammar.tables import word_list
from epicene.grammar.word_patterns import words


class FrenchPeople(SourceGrammar):
    articles = ("le", "la")
    # *de* and *d’* stand for *des* before an adjective.
    determiners = DETERMINERS | {"de", "d'"}
    after_subject = frozenset(
        word_list(
            """
            a ont avait avaient aura auront aurait eut eurent ait est sont était étaient fut furent sera seront n' ne s'
            se qui que qu' y vient viennent va vont doit doivent peut peuvent finit finissent finissait finira termine
            terminent terminait terminera termina achève achèvent acheva complète complétait
            """
        )
    )

    def article(self, noun: str, gender: Gender) -> str:
        return determiner("le", noun, gender)

    def slots(self, noun: str, gender: Gender, *, plural: bool = False) -> dict[str, str]:
        mark = "s" if plural else ""
        families = {"det": "le", "un": "un", "ce": "ce"}
        return {
            "e": by_gender(gender, ("", "e")) + mark,
            **{slot: determiner(family, noun, gender, plural=plural) for slot, family in families.items()},
            "noun": noun_forms.plural(noun) if plural else noun,
            "pron": by_gender(gender, ("il", "elle")) + mark,
        }

    def marked_gender(self, determiner: str, noun: str) -> Gender | None:
        return marked_gender(determiner, noun)

    def person_gender(self, noun: str) -> Gender | None:
        return noun_forms.person_gender(noun)

    def respelt(self, subject: Subject, gender: Gender) -> str:
        """Where the article should elide, or should not: *le hautboïste*."""
        is_definite = family_of(subject.determiner) == "le" and not is_plural(subject.determiner)
        return self.article(subject.noun[0], gender) if is_definite else subject.determiner

    def own_gender(self, noun: str) -> Gender | None:
        return own_gender(noun)

    def subject_part(self, sentence: str, nouns: Collection[Sequence[str]] = ()) -> SubjectPart:
        return subject_part(sentence, nouns, self.after_subject)

    def agreeing_gender(self, part: str, noun: Collection[str]) -> Gender | None:
        return agreeing_gender(part, noun, self.after_subject)

    def written_for_all(self, sentence: str) -> str:
        """`inclusive` (*l'auteur·rice*, *iel*), `both` (*le boulanger ou la boulangère*, *le/la ministre*), `avoided`
        by a noun whose gender says nothing of the person (*la personne*); else nothing."""
        subject = self.subject_text(sentence)
        short = [match.span() for match in ABBREVIATED.finditer(subject)]
        others = [(form.start, form.end) for form in inclusive_forms(subject) if (form.start, form.end) not in short]
        doubled = [span for span in others if len(words(subject[slice(*span)])) > 1]
        # *boulangère/le* is no abbreviation where *boulangère/le boulanger* stands
        alone = [
            (start, end) for start, end in short if not any(start < last and first < end for first, last in doubled)
        ]
        if alone or len(others) > len(doubled):
            return INCLUSIVE
        if doubled:
            return BOTH
        return AVOIDED if any(map(has_own_gender, self.find_subject(sentence_words(sentence)).noun[:1])) else ""

    def leaves_open(self, sentence: str, epicenes: frozenset[str]) -> bool:
        """Whether it is abbreviated or doubled (*l'étudiant·e*, *l'étudiante ou l'étudiant*), or a noun with one form
        for both behind a determiner that is for both (*l'artiste*). Nothing else of the sentence is looked at."""
        subject = self.subject_text(sentence)
        return any(True for _ in chain(inclusive_forms(subject), epicene_nouns(subject, epicenes)))


PEOPLE = FrenchPeople()
