"""French people in the other gender: nouns with their determiners and adjectives, pronouns, and what agrees with them
behind *être*."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Final, Literal

from epicene.grammar.french import GRAMMAR
from epicene.grammar.french.agreement import (
    AVOIR,
    COPULAS,
    PLURAL_COPULAS,
    SINGULAR_COPULAS,
    adjective_gender,
    feminine,
    masculine,
)
from epicene.grammar.french.inclusive import has_own_gender
from epicene.grammar.french.noun_forms import DETERMINERS, elides, marked_gender, plural, singular
from epicene.grammar.people import Gender
from epicene.grammar.swaps import AGREEMENT, NOUN, PRONOUN, Couple, NotSureError, SwappedSentence, swap_names
from epicene.grammar.word_patterns import couples, fold, read_table, word_list, words

_TABLE = read_table("grammar/french/swap.toml")
_TABLE_OF_ADJECTIVES = read_table("grammar/french/adjectives.toml")
_NOTHING, _BETWEEN, _IMPERSONAL, _PREPOSITIONS, _ALONE, _NO_PERSONS = (
    frozenset(map(fold, word_list(_TABLE[name])))
    for name in ("agrees_with_nothing", "between", "impersonal", "prepositions", "alone", "no_persons")
)
_POSSESSED = {
    fold(form): couple for couple in couples(_TABLE["possessed"]) for one in couple for form in (one, plural(one))
}
_POSSESSIVES = frozenset(word_list("mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs"))
_PREPOSED = {
    fold(form): tuple(entry.split("/"))
    for entry in word_list(_TABLE["before_noun"])
    for one in entry.split("/")
    for form in (one, plural(one))
}
_ADJECTIVES = frozenset(
    fold(form)
    for one in (*word_list(_TABLE["adjectives"]), *(man for man, _ in couples(_TABLE_OF_ADJECTIVES["feminines"])))
    for single in (one, feminine(one) or one)
    for form in (single, plural(single))
)
# Endings that no third person of a verb has: of the feminine, of the masculine, and of either in the plural.
_SURE_FEMININE = ("euse", "ée", "ienne", "ière", "oise", "trice", "éenne")
_SURE_MASCULINE = ("é", "i", "u", "is", "us", "eux", "if", "ien", "ain", "in", "el", "al", "ois", "ais")
_BECOMING = frozenset(word_list("comme devenir devint devient devenait deviendra devenu devenue pour"))
_DETACHED = ("é", "ée", "és", "ées")
_NOUN_ENDINGS = ("trice", "trices", "euse", "euses")  # of women, where no masculine is known
_PARTICIPLES = ("u", "i", "is", "it", "us", "rt", "int", "ond")
_FEMININE_PARTICIPLES = tuple(f"{ending}e" for ending in _PARTICIPLES)
_LONGEST_NOUN = 4
_PREFIXES = ("vice-", "ex-", "co-", "sous-")
_PRONOUNS = {"il": "elle", "elle": "il", "ils": "elles", "elles": "ils"}
_STRESSED = {"lui": "elle", "elle": "lui", "eux": "elles", "elles": "eux"}
_THEMSELVES = {"lui-même": "elle-même", "elle-même": "lui-même", "eux-mêmes": "elles-mêmes", "elles-mêmes": "eux-mêmes"}
_ADJECTIVES_OF_GENDER = {
    (plural(one) if many else one): (plural(two) if many else two)
    for couple in (("masculin", "féminin"), ("masculine", "féminine"))
    for one, two in (couple, couple[::-1])
    for many in (False, True)
}
_TITLES = {"m": "Mme", "mme": "M.", "mlle": "M."}
_SPEAKERS = frozenset(("je", "j'", "tu", "nous", "vous"))
_BEFORE_CLITICS = frozenset((*_PRONOUNS, *_SPEAKERS, "on", "qui", "ne", "n'"))
_DEMONSTRATIVES = frozenset(word_list("celui celle ceux celles chacun chacune"))
_JOINS = frozenset((",", "et", "ou", "ni", "mais"))


def other(gender: Gender) -> Gender:
    return Gender.FEMININE if gender is Gender.MASCULINE else Gender.MASCULINE


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun for people in one form; `epicene` has that form for both."""

    words: tuple[str, ...]
    gender: Gender
    is_plural: bool
    counterpart: str
    epicene: bool = False


@dataclass(frozen=True, slots=True)
class NounGroup:
    """Words of a sentence that name somebody, from the determiner to the last adjective."""

    start: int
    end: int
    gender: Gender
    is_plural: bool


@cache
def _nouns(occupations: tuple[Couple, ...]) -> Mapping[tuple[str, ...], Noun]:
    nouns: dict[tuple[str, ...], Noun] = {}
    persons = read_table("grammar/french/inclusive.toml")
    listed = (*couples(_TABLE["couples"]), *couples(persons["persons"]), *occupations, *couples(_TABLE["possessed"]))
    for couple in (*listed, *((noun, noun) for noun in word_list(persons["epicene"]))):
        if _NO_PERSONS.isdisjoint(map(fold, couple)):
            for many in (False, True):
                man, woman = (plural(form) if many else form for form in couple)
                for noun, counterpart, gender in ((man, woman, Gender.MASCULINE), (woman, man, Gender.FEMININE)):
                    key = tuple(word.text for word in words(fold(noun)))
                    nouns.setdefault(key, Noun(key, gender, many, counterpart, man == woman))
    return nouns


def exchange(sentence: SwappedSentence, occupations: tuple[Couple, ...], *, names: bool) -> None:
    groups = list(_groups(sentence, _nouns(occupations)))
    for index in range(len(sentence)):
        _titles(sentence, index)
    for index in range(len(sentence)):
        _pronoun(sentence, index, groups)
    if names:
        swap_names(sentence, names=True)
    genders = set(sentence.genders.values())
    for index in range(len(sentence)):
        _predicate(sentence, index, groups, genders)
    if sentence.edits:
        _refuse_leftovers(sentence, genders)
        swap_names(sentence, names=names)  # in the way, where they stay


def _groups(sentence: SwappedSentence, nouns: Mapping[tuple[str, ...], Noun]) -> Iterator[NounGroup]:
    index = 0
    while index < len(sentence):
        noun = _noun_at(sentence, index, nouns)
        group = _group(sentence, index, noun) if noun else None
        if group:
            yield group
        index = max(index + 1, group.end if group else 0)


def _noun_at(sentence: SwappedSentence, index: int, nouns: Mapping[tuple[str, ...], Noun]) -> Noun | None:
    lengths = range(min(_LONGEST_NOUN, len(sentence) - index), 0, -1)
    known = next((noun for n in lengths if (noun := nouns.get(tuple(sentence.folded[index : index + n])))), None)
    word = sentence.at(index)
    prefix = next((start for start in _PREFIXES if word.startswith(start)), "")
    if known or not prefix or (bare := nouns.get((word.removeprefix(prefix),))) is None:
        return known
    return replace(bare, words=(word,), counterpart=prefix + bare.counterpart)


def _group(sentence: SwappedSentence, index: int, noun: Noun) -> NounGroup | None:
    start = index
    while start and sentence.at(start - 1) in _PREPOSED and index - start < 2:
        start -= 1
    adjectives = range(start, index)
    determiner = sentence.at(start - 1)
    is_determined = determiner in DETERMINERS or determiner in ("de", "d'")
    alone = noun.words[0] in _ALONE or determiner in COPULAS | _BECOMING or sentence.at(start - 2) == "tant"
    if not (is_determined or alone or adjectives):
        return None
    gender = marked_gender(determiner, sentence.at(start)) if noun.epicene and is_determined else noun.gender
    if noun.epicene:
        shown = [gender_shown for at in adjectives if (gender_shown := adjective_gender(sentence.at(at)))]
        gender = gender or next(iter(shown), None)
        if gender is None:
            return None  # *les élèves* are whoever they are
    if gender is None or (is_determined and marked_gender(determiner, sentence.at(start)) not in (None, gender)):
        raise NotSureError(NOUN, sentence.words[index].text)  # *sa majesté le roi*, *un cuisinière*
    counterpart = _counterpart(sentence, start, index, noun)
    sentence.put(index, counterpart, len(noun.words), gender)
    for at in reversed(adjectives):
        following = counterpart if at == index - 1 else sentence.edits[at + 1][1]
        sentence.put(at, _preposed(sentence.at(at), other(gender), following), gender=gender)
    if is_determined:
        _determine(sentence, start, counterpart if start == index else sentence.edits[start][1], other(gender))
    end = _agree_chain(sentence, index + len(noun.words), gender, many=noun.is_plural, behind_noun=True)
    return NounGroup(start - is_determined, end, gender, noun.is_plural)


def _counterpart(sentence: SwappedSentence, start: int, index: int, noun: Noun) -> str:
    """*sa fille* → *son fils*, but *la fille* → *le garçon*."""
    couple = _POSSESSED.get(noun.words[0])
    is_theirs = sentence.at(start - 1) in _POSSESSIVES or noun.gender is Gender.MASCULINE
    if couple is None or not is_theirs:
        return noun.counterpart
    other = couple[1] if noun.gender is Gender.MASCULINE else couple[0]
    return plural(other) if noun.is_plural else other


def _preposed(adjective: str, gender: Gender, following: str) -> str:
    forms = _PREPOSED[adjective]
    single = forms[1] if gender is Gender.FEMININE else forms[2] if len(forms) > 2 and elides(following) else forms[0]
    is_many = adjective in {fold(plural(form)) for form in forms} and adjective not in map(fold, forms)
    return plural(forms[gender is Gender.FEMININE]) if is_many else single


def _determine(sentence: SwappedSentence, start: int, following: str, gender: Gender) -> None:
    """The words before a group, for what stands there now: *du* → *de la*."""
    before = GRAMMAR.before_noun(sentence.folded[max(start - 2, 0) : start], following, gender)
    if not before.sure:
        raise NotSureError(AGREEMENT, sentence.words[start - 1].text)
    if before.count and before.text:
        index = start - before.count
        if sentence.text[sentence.words[index].start : sentence.words[start - 1].end].lower() != before.text:
            sentence.put(index, before.text, before.count)


def _agree_chain(sentence: SwappedSentence, index: int, gender: Gender, *, many: bool, behind_noun: bool) -> int:
    """Adjectives one after another, and behind *et*; gives the place after the last."""
    end = index
    while index < len(sentence):
        word = sentence.at(index)
        if word in GRAMMAR.degrees or word.endswith("ment") or (not behind_noun and word in ("pas", "point")):
            index += 1
            continue
        if word in ("le", "la", "les") and sentence.at(index + 1) in ("plus", "moins") and index == end:
            if word != "les":
                sentence.put(index, "la" if gender is Gender.MASCULINE else "le")
            index += 2
            continue
        if word in _JOINS and end and index == end:
            index += 1
            continue
        changed = _agreeing(sentence, index, gender, many=many, behind_noun=behind_noun)
        if changed is None:
            break
        if changed != word:
            sentence.put(index, changed, gender=gender)
        index += 1
        end = index
        behind_noun = True
    return end


def _agreeing(sentence: SwappedSentence, index: int, gender: Gender, *, many: bool, behind_noun: bool) -> str | None:
    """The word in the other gender, itself where it has one form; None where it is no adjective."""
    word = sentence.at(index)
    if index in sentence.edits or word in _NOTHING or word in DETERMINERS or not word[:1].isalpha():
        return None
    if sentence.words[index].text[:1].isupper() or has_own_gender(word):
        return None
    if many and not word.endswith(("s", "x")):
        return None
    if behind_noun and not _is_adjective(sentence, index, gender, many=many):
        return None
    single = singular(word) if many and word not in _ADJECTIVES else (singular(word) if many else word)
    if many and single is None and word.endswith("s"):  # *français*
        single = word if gender is Gender.MASCULINE else word[:-1]
    made = None
    if single:
        made = feminine(single) if gender is Gender.MASCULINE else masculine(single)
        if made is None and not behind_noun and single.endswith(_FEMININE_PARTICIPLES):
            made = single[:-1]
    if made is None:
        if behind_noun and word.endswith("e"):
            return None
        raise NotSureError(AGREEMENT, sentence.words[index].text)
    return plural(made) if many else made


def _is_adjective(sentence: SwappedSentence, index: int, gender: Gender, *, many: bool) -> bool:
    """Whether a word behind a noun belongs to it and is no verb; an error where it may be either."""
    word = sentence.at(index)
    if word in _ADJECTIVES:
        return True
    if many:
        return adjective_gender(word) is gender
    if gender is Gender.FEMININE:
        if word.endswith(_SURE_FEMININE):
            return True
        if adjective_gender(word) is not Gender.FEMININE or sentence.at(index + 1) in _NOTHING:
            return False
        raise NotSureError(AGREEMENT, sentence.words[index].text)
    if word.endswith(("ant", "ent")) and not word.endswith("ient"):
        if sentence.at(index + 1) in DETERMINERS:
            return False  # *un homme portant une robe*
        raise NotSureError(AGREEMENT, sentence.words[index].text)
    return word.endswith(_SURE_MASCULINE)


def _titles(sentence: SwappedSentence, index: int) -> None:
    word = sentence.at(index)
    if word in _ADJECTIVES_OF_GENDER and index not in sentence.edits:
        sentence.put(index, _ADJECTIVES_OF_GENDER[word])
    if word not in _TITLES or not sentence.words[index].text[:1].isupper():
        return
    if word == "m" and sentence.at(index + 1) != ".":
        return
    gender = Gender.MASCULINE if word == "m" else Gender.FEMININE
    sentence.put(index, _TITLES[word], 2 if word == "m" else 1, gender)


def _pronoun(sentence: SwappedSentence, index: int, groups: list[NounGroup]) -> None:
    word, before = sentence.at(index), sentence.at(index - 1)
    if index in sentence.edits:
        return
    if word in _THEMSELVES:
        sentence.put(index, _THEMSELVES[word])
        return
    stem, hyphen, tail = word.rpartition("-")
    if hyphen and tail in _PRONOUNS and stem:  # *dit-il*, *a-t-elle*
        if stem.startswith("y-a") or stem in ("faut", "est-ce", "semble", "paraît"):
            return
        _refuse_thing(sentence, index, _gender_of(tail), groups)
        own = sentence.words[index].text
        sentence.put(index, own[: len(own) - len(tail)] + _PRONOUNS[tail], gender=_gender_of(tail))
        return
    if word in _STRESSED and sentence.at(index + 1) == "qui":
        sentence.put(index, _STRESSED[word], gender=_gender_of(word))
        return
    is_stressed = word in _STRESSED and (before in _PREPOSITIONS or sentence.at(index + 1) in (",", ".", ""))
    if word in ("lui", "eux") and not is_stressed and before not in ("est", "c'est", "sont"):
        return  # *il lui parle*
    if word in ("elle", "elles") and (is_stressed and before not in ("que", "qu'", "et", "comme", "ou", ",")):
        _refuse_thing(sentence, index, Gender.FEMININE, groups)
        _elide_before(sentence, index, _STRESSED[word])
        sentence.put(index, _STRESSED[word], gender=Gender.FEMININE)
    elif word in ("lui", "eux"):
        _elide_before(sentence, index, _STRESSED[word])
        sentence.put(index, _STRESSED[word], gender=Gender.MASCULINE)
    elif word in _PRONOUNS and not _is_impersonal(sentence, index):
        _refuse_thing(sentence, index, _gender_of(word), groups)
        _elide_before(sentence, index, _PRONOUNS[word])
        sentence.put(index, _PRONOUNS[word], gender=_gender_of(word))
    elif groups and (word in _DEMONSTRATIVES or (word in ("la", "le", "l'") and before in _BEFORE_CLITICS)):
        raise NotSureError(PRONOUN, sentence.words[index].text)


def _gender_of(pronoun: str) -> Gender:
    return Gender.FEMININE if pronoun.startswith("elle") else Gender.MASCULINE


def _elide_before(sentence: SwappedSentence, index: int, new: str) -> None:
    """*s’il* is *si elle*, and *d’elle* is *de lui*."""
    before = sentence.at(index - 1)
    if before in ("de", "d'") and elides(new) != (before == "d'"):
        sentence.put(index - 1, "d'" if elides(new) else "de")
    if before == "s'" and new.startswith("elle"):
        sentence.put(index - 1, "si")
    elif before == "si" and new.startswith("il"):
        sentence.put(index - 1, "s'")


def _is_impersonal(sentence: SwappedSentence, index: int) -> bool:
    if sentence.at(index) != "il" or index + 2 in sentence.edits:
        return False
    following = [word for word in sentence.folded[index + 1 : index + 4] if word not in ("ne", "n'", "s'", "se", "en")]
    if not following:
        return False
    if following[0] in _IMPERSONAL or following[:1] == ["agit"]:
        return True
    # *il est important de*, *il est vrai que*, *il était une fois*
    behind = sentence.folded[index + 1 : index + 7]
    is_judged = behind[:1] and behind[0] in COPULAS and any(word in ("que", "qu'", "de", "d'") for word in behind[2:4])
    says_what = "que" in behind[2:3] or "qu'" in behind[2:3]
    is_participle = len(behind) > 1 and behind[1].endswith(("é", "u", "i", "is", "it", "rt"))
    return bool(is_judged) and (says_what or not is_participle)


def _refuse_thing(sentence: SwappedSentence, index: int, gender: Gender, groups: list[NounGroup]) -> None:
    """A pronoun may stand for a thing that was named: it is sure where a person of that gender was, or nothing."""
    if any(group.gender is gender and group.start < index for group in groups):
        return
    for at in range(index - 1):
        following = sentence.at(at + 1)
        is_noun = sentence.at(at) in DETERMINERS and following[:1].isalpha() and following not in DETERMINERS
        before = sentence.at(at - 1)
        is_subject = at == 0 or before in (",", ";", ":", "et", "mais", "que", "qu'", "quand", "car", ".")
        if is_noun and is_subject and marked_gender(sentence.at(at), following) in (None, gender):
            raise NotSureError(PRONOUN, sentence.words[index].text)


def _predicate(sentence: SwappedSentence, index: int, groups: list[NounGroup], genders: set[Gender]) -> None:
    """What stands behind *être* agrees with the subject, where that is somebody."""
    word = sentence.at(index)
    is_compound = word == "été" and any(sentence.at(at) in AVOIR | _HAD for at in range(index - 3, index))
    if word not in COPULAS | _MORE_COPULAS and not is_compound:
        return
    first = _first_adjective(sentence, index + 1)
    gender, many = _subject(sentence, index, groups)
    if gender == _THING or not first:
        return
    if gender is None:  # the speaker, somebody's name, or nobody near: what the adjective shows
        shown = _shown(first)
        if shown is None or not (genders == {shown} or (many is None and not genders)):
            if shown in genders:
                raise NotSureError(AGREEMENT, first)
            return
        gender = shown
    if many is None:
        many = first.endswith("s") and word not in SINGULAR_COPULAS
    end = _agree_chain(sentence, index + 1, gender, many=many, behind_noun=False)
    if end > index + 1 and sentence.at(end - 1) in _BECOME:
        _agree_chain(sentence, end, gender, many=many, behind_noun=True)


def _shown(word: str) -> Gender | None:
    """The gender of an adjective or participle behind *être*."""
    single = singular(word) or word
    if single.endswith(_FEMININE_PARTICIPLES):
        return Gender.FEMININE
    return adjective_gender(word) or (Gender.MASCULINE if single.endswith(_PARTICIPLES) else None)


def _refuse_leftovers(sentence: SwappedSentence, genders: set[Gender]) -> None:
    """Words that may agree with somebody in the sentence from afar, and women whom no table knows."""
    for index, word in enumerate(sentence.folded):
        if index in sentence.edits:
            continue
        before = sentence.at(index - 1)
        is_detached = (index == 0 or before in (",", "(")) and word.endswith(_DETACHED) and word != "été"
        if is_detached and adjective_gender(word) in genders and sentence.at(index + 1) not in DETERMINERS:
            raise NotSureError(AGREEMENT, sentence.words[index].text)
        if word == "l'" and sentence.at(index + 1) in AVOIR | _HAD:
            raise NotSureError(PRONOUN, sentence.words[index].text)
        if word.endswith(_NOUN_ENDINGS) and before in DETERMINERS:
            raise NotSureError(NOUN, sentence.words[index].text)


_HAD = frozenset(word_list("avait avaient aurait auraient eut eurent ait aient ayant eu"))
_MORE_COPULAS = frozenset(word_list("étais serai seras seraient serais fût étant étions étiez es"))
_SKIPPED = _BETWEEN | GRAMMAR.degrees | AVOIR | _HAD
_BECOME = frozenset(word_list("devenu devenue devenus devenues resté restée restés restées redevenu redevenue"))


def _first_adjective(sentence: SwappedSentence, index: int) -> str:
    while index < len(sentence) and (sentence.at(index) in GRAMMAR.degrees or sentence.at(index) == "pas"):
        index += 1
    word = sentence.at(index)
    return "" if word in _NOTHING or word in DETERMINERS else word


_THING: Final = "thing"
_Subject = tuple[Gender | Literal["thing"] | None, bool | None]


def _subject(sentence: SwappedSentence, index: int, groups: list[NounGroup]) -> _Subject:
    """Gender and number of a verb's subject, as far as both are known: a person's, a thing's, or nobody's near."""
    at, verb = index - 1, sentence.at(index)
    while at >= 0:
        word = sentence.at(at)
        group = next((candidate for candidate in groups if candidate.start <= at < candidate.end), None)
        if group:
            if _is_behind_preposition(sentence, group):
                at = group.start - 1 - (sentence.at(group.start - 1) in _PREPOSITIONS)
                continue
            if verb in PLURAL_COPULAS and not group.is_plural:
                men = any(candidate.gender is Gender.MASCULINE for candidate in groups)
                return (_THING, None) if men else (Gender.FEMININE, True)
            return group.gender, group.is_plural
        if word in _PRONOUNS:
            return (_gender_of(word), word.endswith("s")) if at in sentence.edits else (_THING, None)
        if word in _SPEAKERS and not (word in ("nous", "vous") and sentence.at(at - 1) in (*_PRONOUNS, "qui")):
            return None, None
        if word in ("ce", "c'", "cela", "ça", "on", "rien", "tout"):
            return _THING, None
        if word == "qui" or word in _SKIPPED or word.endswith(("ment", "ant")):
            at -= 1
            continue
        back = _before_phrase(sentence, at)
        if back is None:
            is_named = sentence.words[at].text[:1].isupper() and sentence.at(at - 1) not in DETERMINERS
            is_nobody = is_named or word in _JOINS or not word[0].isalpha()
            # A noun with its determiner is a thing, or a person we do not know; a verb or an adverb is nobody.
            has_determiner = any(sentence.at(start) in DETERMINERS for start in range(at - 2, at))
            return (_THING if has_determiner and not is_nobody else None), False
        at = back
    return None, False


def _is_behind_preposition(sentence: SwappedSentence, group: NounGroup) -> bool:
    before = ("de", "d'", "à", "avec", "pour", "par")
    return sentence.at(group.start) in ("du", "au", "aux") or sentence.at(group.start - 1) in before


def _before_phrase(sentence: SwappedSentence, at: int) -> int | None:
    """The place before « du village » or « de la rue »; None where no preposition opens the phrase."""
    for start in range(at - 1, max(at - 4, -1), -1):
        word = sentence.at(start)
        if word in ("de", "d'", "du", "à", "au", "aux", "en", "dans", "avec", "chez", "sur"):
            return start - 1
        if word in COPULAS or word in AVOIR or word in ("qui", "que", "et", ","):
            return None
    return None
