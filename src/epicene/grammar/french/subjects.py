"""Somebody in a French sentence: what templates can say of them, the subject that names them, and whether it leaves
their gender open.

Where the person is named whom a French sentence is about, and what besides determiner and noun says the gender.

*Hier, la juge a fini*, *C'est la juge qui a fini*, *Madame la juge*, *Le travail a été fini par la juge* are all about
*la juge*: `subject_part` gives the sentence from there on. Where no rule is sure, nothing is said.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, pairwise

from epicene.grammar.french import noun_forms
from epicene.grammar.french.agreement import AVOIR, COPULAS, adjective_gender
from epicene.grammar.french.inclusive import ABBREVIATED, epicene_nouns, has_own_gender, inclusive_forms, own_gender
from epicene.grammar.french.noun_forms import CONTRACTIONS, DETERMINERS, determiner, family_of, is_plural, marked_gender
from epicene.grammar.people import (
    AVOIDED,
    BOTH,
    INCLUSIVE,
    Gender,
    SourceGrammar,
    SubjectPart,
    SubjectPhrase,
    by_gender,
    name_gender,
    sentence_words,
)
from epicene.grammar.word_patterns import Word, fold, read_table, word_list, words

_TABLE = read_table("grammar/french/subject_parts.toml")
_TITLES, _PERSONS, _PRONOUNS, _THEMSELVES = (
    {word: gender for gender in Gender for word in word_list(_TABLE[name][gender])}
    for name in ("titles", "persons", "pronouns", "themselves")
)
_THINGS, _TIMES, _ADVERBS, _PREPOSITIONS, _IMPERSONAL, _OBJECTS_OF, _NO_PREDICATES = (
    frozenset(word_list(_TABLE["words"][name]))
    for name in ("things", "times", "adverbs", "prepositions", "impersonal", "objects_of", "no_predicates")
)
_CLEFTS = [word_list(line) for line in _TABLE["clefts"]]
_DEGREES = frozenset(word_list(read_table("grammar/french/function_words.toml")["degrees"]))
_SEXES = {"masculin": Gender.MASCULINE, "féminin": Gender.FEMININE}
_CLITICS, _THAT = frozenset(["n'", "ne", "s'", "se", "y"]), frozenset(["que", "qu'"])
_WHO = frozenset([*_PRONOUNS, "on", "j'", "je"])
_QUOTES = re.compile(r"[«»\"“”„*_]")
_LOOSE_ELISION = re.compile(r"\b([ldsn]|qu)(['’])\s+(?=\w)", re.IGNORECASE)
_INVERTED = re.compile(r"-(ils?|elles?)$")
_PARTICIPLES = ("é", "ée", "és", "ées")
# Behind *être*, where a participle is to be expected: *est venu*, *s'est remise*.
_BEHIND_BE = re.compile(r"(?:u|i|is|it|ert|ort|eint|oint|êt|eul)(?P<feminine>e)?s?$")


def subject_part(sentence: str, nouns: Collection[Sequence[str]], ends: Collection[str]) -> SubjectPart:
    """The sentence from its subject on, and the gender that a title, a pronoun or *une femme* says, whatever determiner
    and noun do. `nouns` are forms that the person may be named by, in folded words: where the sentence begins with
    somebody else, they are looked for behind *que* and the like. `ends` are words that end a subject."""
    text = _LOOSE_ELISION.sub(r"\1\2", " ".join(_QUOTES.sub(" ", sentence).split()))
    tokens = words(text)
    folded = [fold(word.text) for word in tokens]
    start, gender = _peeled(tokens, folded)
    end = next((index for index in range(start, len(folded)) if folded[index] in ends), len(folded))
    if not any(
        word in DETERMINERS or word in _PRONOUNS for word in folded[start : start + 1]
    ):  # Maître Dupont, avocate
        end = min(end, start + 2)
    if not any(_begins(folded[index:], nouns) for index in range(start, end)) and (anchor := _anchor(folded, nouns)):
        start, gender = anchor, gender if folded[anchor - 1] == "," else None  # Elle a fini, la juge; Mme Durand, juge
    if start >= len(tokens):
        return SubjectPart(text, gender)
    own = next((_own_word(word) for word in _group(tokens, folded, start, ends) if _own_word(word)), None)
    part = text[tokens[start].start :]
    if start and (article := CONTRACTIONS.get(folded[start], ("", ""))[1]):  # le travail du juge
        part = f"{article}{text[tokens[start].end :]}"
    return SubjectPart(part, gender or own)


def _peeled(words: Sequence[Word], folded: Sequence[str]) -> tuple[int, Gender | None]:
    """Where the subject begins, behind adverbs, clefts, titles and whatever a comma ends; and the gender said there."""
    index, gender_said = 0, None
    while index < len(folded):
        comma = folded.index(",", index) if "," in folded[index:] else None
        cleft = next((opening for opening in _CLEFTS if tuple(folded[index : index + len(opening)]) == opening), None)
        if words[index].is_mark or (folded[index] in _ADVERBS and index + 1 < len(folded)):
            index += 1
        elif cleft:
            index += len(cleft)
            gender_said = gender_said or _THEMSELVES.get("".join(folded[index : index + 1]))
        elif _is_title(words[index]):
            gender_said = gender_said or _TITLES[folded[index]]
            index += 1
        elif (gender := _pronoun(folded, index)) or (gender := name_gender(words[index].text)):
            gender_said = gender_said or gender
            if comma is None or not _is_person(folded, comma + 1) or folded[index] in _PRONOUNS:
                break
            index = comma + 1
        elif inverted := _INVERTED.search(folded[index]):
            return index, gender_said or _PRONOUNS[inverted[1]]
        elif comma is not None and _is_fronted(folded, index, comma):
            if comma == index + 1 and folded[index].endswith(_PARTICIPLES):
                gender_said = gender_said or adjective_gender(folded[index])
            index = comma + 1
        elif (behind := _behind_thing(folded, index)) is not None:
            index = behind
        else:
            break
    return index, gender_said


def _is_title(word: Word) -> bool:
    return fold(word.text) in _TITLES and word.text != "m"


def _pronoun(folded: Sequence[str], index: int) -> Gender | None:
    """Of *il* or *elle* as a subject, and of *celle-ci*."""
    impersonal = folded[index] == "il" and not _IMPERSONAL.isdisjoint(folded[index + 1 : index + 2])
    return None if impersonal else _PRONOUNS.get(folded[index])


def _is_person(folded: Sequence[str], index: int) -> bool:
    """Whether a subject may begin here: a determiner, a title or a pronoun."""
    return index < len(folded) and (
        folded[index] in DETERMINERS or folded[index] in _TITLES or folded[index] in _PRONOUNS
    )


def _is_fronted(folded: Sequence[str], index: int, comma: int) -> bool:
    """Whether what stands before the comma is no subject: *dans la soirée*, *ce matin*, *son travail*, *épuisée*."""
    if folded[index] in _PREPOSITIONS:
        return True
    if not AVOIR.isdisjoint(folded[index:comma]):
        return False
    if folded[index] in DETERMINERS:
        return any(_is_thing(word) for word in folded[index + 1 : index + 3])
    return _is_person(folded, comma + 1)


def _is_thing(word: str) -> bool:
    return word in _THINGS or word.partition("-")[0] in _TIMES or word in _TIMES


def _behind_thing(folded: Sequence[str], index: int) -> int | None:
    """*Ce matin* without a comma; the agent or the owner of *le travail*."""
    if folded[index] not in DETERMINERS:
        return None
    head = next(
        (position for position in range(index + 1, min(index + 3, len(folded))) if _is_thing(folded[position])), None
    )
    if head is None:
        return None
    if folded[head] not in _THINGS:
        return head + 1 if _is_person(folded, head + 1) else None
    agents = [position for position in range(head + 1, len(folded)) if folded[position - 1] in ("par", "pour")]
    if agents and _is_person(folded, agents[0]):
        return agents[0]
    if folded[head + 1 : head + 2] == ["du"]:
        return head + 1
    return head + 2 if folded[head + 1 : head + 2] == ["de"] and _is_person(folded, head + 2) else None


def _begins(folded: Sequence[str], nouns: Collection[Sequence[str]]) -> bool:
    return any(tuple(folded[: len(noun)]) == tuple(noun) for noun in nouns)


def _anchor(folded: Sequence[str], nouns: Collection[Sequence[str]]) -> int | None:
    """Where the person is named elsewhere than at the start, as a subject may be."""
    for index in range(1, len(folded)):
        if _begins(folded[index:], nouns):
            start = next(
                (position for position in (index - 1, index - 2) if position >= 0 and folded[position] in DETERMINERS),
                None,
            )
            if start is not None and folded[start] not in CONTRACTIONS and folded[start - 1] not in _OBJECTS_OF:
                return start
            if start is None and folded[index - 1] in (",", ":"):
                return index
    return None


def _group(words: Sequence[Word], folded: Sequence[str], start: int, ends: Collection[str]) -> Iterator[Word]:
    """The words of the subject with what is apposed to it, without what a preposition begins."""
    aside = False
    for index in range(start, len(words)):
        if folded[index] in ends and index > start:
            if folded[index] == "qui" and folded[index + 1] in COPULAS:  # qui est une femme
                yield from words[index + 2 : index + 4]
            return
        if folded[index] == "sexe":
            yield from words[index + 1 : index + 2]
        if folded[index] in (",", "("):
            aside = False
        elif folded[index] in _PREPOSITIONS and index > start:
            aside = True
        if not (aside or words[index].is_mark):
            yield words[index]


def _own_word(word: Word) -> Gender | None:
    """The gender of *femme*, *Mme*, *féminin*."""
    folded = fold(word.text)
    return _PERSONS.get(folded) or _SEXES.get(folded) or (_TITLES[folded] if _is_title(word) else None)


def agreeing_gender(part: str, noun: Collection[str], ends: Collection[str]) -> Gender | None:
    """What agrees with a subject that says no gender, or stands for it: adjectives, *elle-même*, a first name, what
    follows *être*, a pronoun further on. `part` begins with the subject, of which `noun` are the words of its noun."""
    tokens = words(part)
    folded = [fold(word.text) for word in tokens]
    verb = next((index for index, word in enumerate(folded) if index and word in ends), None)
    if verb is None:
        return None
    modifiers = [word for word in _group(tokens, folded, 0, ends) if fold(word.text) not in {*DETERMINERS, *noun}]
    themselves = (_THEMSELVES.get(word) for before, word in pairwise(folded[:verb]) if before == "," or "-" in word)
    return (
        _one(themselves)
        or _one(map(_of_word, modifiers))
        or _of_predicate(folded, verb)
        or _one(_subject_pronouns(folded[verb:]))
    )


def _one(genders: Iterable[Gender | None]) -> Gender | None:
    """The one gender that is said, of all that say one."""
    distinct = {gender for gender in genders if gender}
    return distinct.pop() if len(distinct) == 1 else None


def _of_word(word: Word) -> Gender | None:
    """Of one beside the noun; names say what is known of them alone."""
    folded = fold(word.text)
    if word.text[0].isupper():
        return name_gender(word.text)
    return None if folded in _ADVERBS | _DEGREES | _THEMSELVES.keys() else adjective_gender(folded)


def _predicate_gender(word: str) -> Gender | None:
    """Of what follows *être*."""
    ending = None if word in _NO_PREDICATES else _BEHIND_BE.search(word)
    return adjective_gender(word) or (ending and (Gender.FEMININE if ending["feminine"] else Gender.MASCULINE))


def _of_predicate(folded: Sequence[str], verb: int) -> Gender | None:
    """*Est arrivée*, *s'est remise*, *a été remplacée*, *qui est fatiguée*, *qu'il a engagée*."""
    rest = [word for word in folded[verb:] if word not in _CLITICS and word not in _DEGREES]
    if rest[:1] == ["qui"]:
        rest = rest[1:]
    if (
        rest[:1] in (["que"], ["qu'"])
        and len(rest) > 3
        and rest[1] in (*_PRONOUNS, "on", "j'", "je")
        and rest[2] in AVOIR
    ):
        return _predicate_gender(rest[3])
    if len(rest) > 2 and rest[0] in AVOIR and rest[1] == "été":
        return _predicate_gender(rest[2])
    return _predicate_gender(rest[1]) if len(rest) > 1 and rest[0] in COPULAS else None


def _subject_pronouns(folded: Sequence[str]) -> Iterator[Gender | None]:
    """Of *il* and *elle* behind the verb, unless a preposition makes them somebody else."""
    if folded[0] in _THAT:
        return
    for index, word in enumerate(folded[1:], start=1):
        if "-même" in word:
            yield _THEMSELVES.get(word)
        elif word in ("il", "elle", "ils", "elles") and folded[index - 1] not in _OBJECTS_OF:
            yield _pronoun(folded, index)


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

    def respelt(self, subject: SubjectPhrase, gender: Gender) -> str:
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
