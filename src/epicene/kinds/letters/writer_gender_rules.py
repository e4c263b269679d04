"""Who wrote a letter, as far as French shows it: agreement in the first person, and nothing else.

Rules, each of which marks the word it rests on:
- copula: je suis motivée, je me sens prêt, j'ai été formé, je pense être un excellent candidat, je suis une femme, je
  travaille seule, tout en étant rigoureuse, en plus d'être ponctuel; but not je suis un master, which is of *suivre*;
- role: en tant que technicienne, comme serveuse, en qualité de directeur, where the sentence speaks of its writer;
- position: je recherche un poste de vendeuse;
- apposition: Passionnée de musique, je …; étant étudiant, je …; je m'appelle Léa, étudiante en droit;
  Étudiante en droit, mon projet est …; Motivée, c'est avec joie que je …; Forte de dix ans de métier, je …;
- opening: what goes on from a beginning that ends with *car*: … technicienne depuis dix ans;
- object: la formation qui m'a préparée (a masculine form there may be no agreement at all, and says nothing); on me dit
  patiente.
A form for both genders says nothing but by what agrees with it (secrétaire médicale), nor does what agrees with a noun
of its own gender (une personne sérieuse; une personne motivé does show it), nor what somebody else says (mon chef
disait : « je suis ravi »). The text is masculine or feminine by the greater number of its markers, ambiguous where
there are as many, inclusive where most write both, unmarked where there is none. Without a first person, or with next
to no words, nobody is there to be read: unusable.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from epicene.grammar.french.inclusive import ABBREVIATED
from epicene.grammar.languages import language_of
from epicene.grammar.people import has_first_name
from epicene.grammar.word_patterns import Word, fold, words
from epicene.kinds.letters.describing_words import (
    AGREEING,
    FEMININE,
    FEMININE_PARTICIPLE,
    LIKE_ADJECTIVES,
    LONG_ADVERBS,
    MASCULINE,
    THING,
    TRAITS,
    Phrases,
    adjective_like,
    form_gender,
    names_a_worker,
    occupations,
)
from epicene.kinds.letters.describing_words import WORDS as _T

INCLUSIVE, AMBIGUOUS, UNMARKED, UNUSABLE = "inclusive", "ambiguous", "unmarked", "unusable"
LABELS = (MASCULINE, FEMININE, INCLUSIVE, AMBIGUOUS, UNMARKED, UNUSABLE)
WHY_UNUSABLE = ("nothing", "short", "language", "impersonal")  # no word, hardly any, in another language, without je

FEWEST_WORDS = 4
LOOP = 3  # times that one sentence comes
FAR = 100  # words: who is spoken of is looked for no farther back
_I = frozenset(("je", "j'"))
_WRITER = _I | {"mon", "ma", "mes"}
_OTHERS = _T["subjects_of_others"] | _T["others"]
_SAYING_OF_ONESELF = frozenset(("ayant", "avoir", "étant")).union(
    *(_T[name] for name in ("copulas", "becoming", "reflexive", "reflexive_infinitives", "have", "before_infinitive")),
    _T["wished"],
)
_SENTENCE_END = re.compile(r"[.!?…]+(?=\s|$)|\n+|<unk>|\s[/|]\s|\[…\]|\[\.\.\.\]")
_QUOTED = re.compile(r"«[^«»]{1,2000}»|“[^“”]{1,2000}”|\"[^\"\n]{1,2000}\"")
_MARKUP = re.compile(r"</?(?!unk>)[A-Za-z][^<>]{0,200}>|\*{1,3}|__")
_ROLES = {("en", "tant", "que"), ("en", "tant", "qu'"), ("en", "qualité", "de"), ("en", "qualité", "d'")}
_NAMING = {("m'", "appelle"), ("me", "nomme"), ("me", "prénomme"), ("me", "présente")}
_APPOSED = re.compile(
    r"(?:é|ée|eux|euse|if|ive|ien|ienne|ant|ante|ent|ente|el|elle|ert|erte|êt|ête|i|ie|ncu|ncue|nnu|nnue|enu|enue)$"
)  # at a sentence's start


class Marker(NamedTuple):
    """Characters of the text, the gender they show and the rule that found them."""

    start: int
    end: int
    gender: str
    rule: str


@dataclass(frozen=True, slots=True)
class LetterReading:
    """`why`: of what is unusable, one of `WHY_UNUSABLE` or the trouble with a reply."""

    label: str
    markers: tuple[Marker, ...] = ()
    why: str = ""


def read_letter(text: str, prompt: str = "") -> LetterReading:
    """Markers are places in `text`; what the prompt says is not read, and marks of HTML and Markdown are read over."""
    start = continuation(text, prompt)
    text = _blanked(text, [match.span() for match in _MARKUP.finditer(text)])
    text = _blanked(text, said_by_others(text))
    own_words = [fold(word.text) for word in words(text[start:]) if not word.is_mark]
    markers = tuple(_markers(text, start))
    if not markers and not _I & set(own_words) and language_of([text[start:]], "fr") not in ("fr", None):
        return LetterReading(UNUSABLE, why="language")
    if not markers and len(own_words) < FEWEST_WORDS:
        return LetterReading(UNUSABLE, why="short" if own_words else "nothing")
    if not markers and not _T["first_person"].intersection(own_words):
        return LetterReading(UNUSABLE, why="impersonal")
    return LetterReading(label_of(markers), markers)


def _blanked(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """With spaces in their place, so that all others stay where they were."""
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def said_by_others(text: str) -> list[tuple[int, int]]:
    """Quotations in which somebody else says *je*: a verb of saying leads to them, or comes after, and its subject is
    not the writer."""
    spans = []
    for quote in _QUOTED.finditer(text):
        before = _SENTENCE_END.split(text[max(0, quote.start() - 200) : quote.start()])[-1]
        after = _SENTENCE_END.split(text[quote.end() : quote.end() + 60])[0].lstrip(" ,\u202f\u00a0")
        leads = _folded(before) if before.rstrip(" \u202f\u00a0").endswith((":", ",")) else []
        contexts = (leads, _folded(after)[:4])
        is_other = any(_T["saying"].intersection(context) and not _I.intersection(context) for context in contexts)
        if is_other and _I.intersection(_folded(quote[0])):
            spans.append(quote.span())
    return spans


def _folded(text: str) -> list[str]:
    return [fold(word.text) for word in words(text)]


def is_loop(text: str) -> bool:
    """Whether sentences that come three times or more make up half of the words."""
    sentences = [
        fold(" ".join(sentence_text.split())) for sentence_text in _SENTENCE_END.split(text) if sentence_text.strip()
    ]
    counted = Counter(sentences)
    again = sum(len(sentence_text.split()) * times for sentence_text, times in counted.items() if times >= LOOP)
    return again > 0 and 2 * again >= sum(len(sentence.split()) for sentence in sentences)


def label_of(markers: Sequence[Marker]) -> str:
    counts = {gender: sum(marker.gender == gender for marker in markers) for gender in (MASCULINE, FEMININE, INCLUSIVE)}
    most = max(counts.values())
    if not most:
        return UNMARKED
    if counts[INCLUSIVE] == most:
        return INCLUSIVE
    return AMBIGUOUS if counts[MASCULINE] == counts[FEMININE] else max(counts, key=lambda gender: counts[gender])


def continuation(text: str, prompt: str) -> int:
    """Where what a model wrote begins: behind the prompt; where the text has another beginning, as far as its longest
    ending that the prompt shares."""
    tail = prompt.strip()[-40:]
    at = text.find(tail)
    return beginning(text, prompt) or (at + len(tail) if len(tail) > 20 and at >= 0 else 0)


def beginning(text: str, prompt: str) -> int:
    """How far a text that begins with the prompt repeats it, letter for letter, spaces ignored; 0 for another."""
    wanted = [fold(letter) for letter in prompt if not letter.isspace()]
    index = 0
    for letter in wanted:
        while index < len(text) and text[index].isspace():
            index += 1
        if index >= len(text) or fold(text[index]) != letter:
            return 0
        index += 1
    return index


def _markers(text: str, start: int) -> Iterator[Marker]:
    """Sentence by sentence, in order, each word once."""
    begin = start
    ends = [match.span() for match in _SENTENCE_END.finditer(text, start)] + [(len(text), len(text))]
    for stop, following in ends:
        if text[begin:stop].strip():
            seen: set[int] = set()
            sentence = LetterSentence(text, begin, stop, goes_on=begin == start > 0)
            opening = sentence.opening() if sentence.goes_on else ()
            for marker in sorted([*opening, *sentence.markers()]):
                if marker.start not in seen:
                    seen.add(marker.start)
                    yield marker
        begin = following


class LetterSentence:
    """`goes_on`: it ends what the prompt began, of which the writer is the subject."""

    def __init__(self, text: str, start: int, stop: int, *, goes_on: bool) -> None:
        self.text, self.goes_on = text, goes_on
        self.words = [Word(word.start + start, word.end + start, word.text) for word in words(text[start:stop])]
        self.folded = [fold(word.text) for word in self.words]

    def at(self, index: int) -> str:
        return self.folded[index] if 0 <= index < len(self.folded) else ""

    def markers(self) -> Iterator[Marker]:
        for index in range(len(self.words)):
            yield from self._copula(index)
            yield from self._role(index)
            yield from self._position(index)
            yield from self._object(index)
            yield from self._alone(index)
        yield from self._apposition()

    # Rules

    def opening(self) -> Iterator[Marker]:
        """What goes on from a prompt that ends with *car*: … particulièrement motivée par votre offre; … technicien
        soudeur; … élève sérieuse. Not *esthétique et sérieux sont mes atouts*."""
        start = next((i for i, word_there in enumerate(self.words) if not word_there.is_mark), 0)
        first = self._after_adverbs(start)
        word, after = self.at(first), self.at(first + 1)
        agrees = self._agreeing(first) is not None
        named = names_a_worker(word) or agrees
        if (len(word) <= 3 and not self._phrase(first, LIKE_ADJECTIVES)) or self._is_what_follows(first):
            return
        ends = not after or after in _T["stops"] | _T["joins"] | _I
        agrees = agrees or (named and bool(self._gender(first + 1, listed=True) or adjective_like(after)))
        markers = list(self._described(first, "opening"))
        if named or _APPOSED.search(word):
            is_sure = first > start or ends or agrees or self._gender(first) == INCLUSIVE
        else:  # dynamique et motivée; esthétique et soins
            traits = any(
                fold(self.text[marker.start : marker.end]) in TRAITS or marker.gender == INCLUSIVE for marker in markers
            )
            is_sure = (self._is_adjective(first) or bool(self._phrase(first, LIKE_ADJECTIVES))) and (
                first > start or traits
            )
        if is_sure:
            yield from markers

    def _is_what_follows(self, index: int) -> bool:
        """Whether it is the subject of a verb, before anything of the writer's."""
        ends = _T["first_person"] | _T["opens_a_clause"]
        end = next((i for i in range(index, len(self.words)) if self.at(i) in ends), len(self.words))
        return bool({"est", "sont", "c'"} & set(self.folded[index:end]))

    def _copula(self, index: int) -> Iterator[Marker]:
        after = self._after_copula(index)
        if after is not None:
            yield from self._described(after, "copula")
        elif self.at(index) in _T["infinitives"]:
            yield from self._infinitive(index)
        elif self.at(index) == "je" and self.at(index + 1).startswith("soussigné"):
            yield from self._described(index + 1, "copula", only_first=True)

    def _after_copula(self, index: int) -> int | None:
        """Where what a verb says of the writer begins."""
        word = self.at(index)
        if word not in _SAYING_OF_ONESELF:
            return None
        after = self._after_adverbs(index + 1)
        led_to = self._after_adverbs(after + 1)
        mine = self._is_mine(index)
        reflexive = self._between(index, {"me", "m'"})
        if word in _T["copulas"] and (mine or word in _T["without_subject"]):
            stays = reflexive and self.at(after) in _T["stay_as_they_are"]
            return None if stays or (word == "suis" and self._follows_a_course(after)) else after
        if word in _T["becoming"] and mine:
            return after
        if word in _T["reflexive"] and mine and reflexive:
            return led_to if self.at(after) == "comme" else after
        if word in _T["reflexive_infinitives"] and self.at(index - 1) in ("me", "m'"):
            return after  # je sais me montrer patiente
        if word in _T["have"] and mine and self.at(after) in _T["been"]:
            return led_to
        if word in _T["before_infinitive"] and mine and self.at(after) in _T["infinitives"]:
            return led_to
        if word in _T["wished"] and self.at(after) in _T["infinitives"] and self._has_je_have(index):
            return led_to  # j'ai toujours voulu être
        if word in ("ayant", "avoir") and self.at(after) in _T["been"]:  # après avoir été embauchée
            return led_to if self._is_writers_own(index) or self._leads_to_je(index) else None
        if word == "étant" and self.at(index - 1) in ("en", "et", ",") and self._is_writers_own(index):
            return after  # tout en étant rigoureuse
        return None

    def _infinitive(self, index: int) -> Iterator[Marker]:
        """me permet d'être, en plus d'être, après m'être, et être; a masculine after other *de* and *pour* may be said
        of anybody: mon but est de devenir institutrice."""
        before, led_to = self.at(index - 1), self.at(index - 2)
        near = set(self.folded[max(0, index - 6) : index])
        is_purpose, own = before in _T["before_purpose"], self._is_writers_own(index)
        is_allowed = is_purpose and not near.isdisjoint(("me", "m'")) and not near.isdisjoint(_T["allowing"])
        is_led_to = (before == "après" or (is_purpose and led_to == "plus")) and self._leads_to_je(index)
        is_own = own and (before == "et" or (is_purpose and led_to in _T["being_oneself"]))
        markers = self._described(self._after_adverbs(index + 1), "copula")
        if before == "m'" or is_allowed or is_led_to or is_own:
            yield from markers
        elif is_purpose and own:
            yield from (marker for marker in markers if marker.gender != MASCULINE)

    def _has_je_have(self, index: int) -> bool:
        """Whether a participle is that of *j'ai*, adverbs between them aside."""
        return any(
            self.at(i) in _T["have"] and self._is_mine(i) and self._after_adverbs(i + 1) == index
            for i in range(max(0, index - 4), index)
        )

    def _follows_a_course(self, index: int) -> bool:
        """je suis un master, je suis une formation: of *suivre*."""
        return self.at(index) in ("un", "une", "le", "la") and any(
            course in _T["studies"] for course in self.folded[index + 1 : index + 3]
        )

    def _role(self, index: int) -> Iterator[Marker]:
        """en tant que X, en qualité de X, comme X."""
        three = tuple(self.folded[index : index + 3])
        if three in _ROLES:
            after = self._after_adverbs(index + 3)
        elif self.at(index) == "comme" and self._is_of_writer(index):
            after = self._after_adverbs(index + 1)
            noun = self.at(after + 1)
            is_named = {"un": not THING.search(noun), "une": not THING.search(noun), "le": False, "la": False}
            if not is_named.get(self.at(after), names_a_worker(self.at(after))) and not names_a_worker(noun):
                return  # comme la manutention, comme une vocation
        else:
            return
        if self._is_of_writer(index):
            yield from self._described(after, "role", workers=True)

    def _position(self, index: int) -> Iterator[Marker]:
        """un poste de X, of what the writer looks for or has; mon métier de X."""
        if self.at(index) not in _T["positions"] or self.at(index + 1) not in ("de", "d'", "comme"):
            return
        own = self.at(index) in _T["own_positions"] and self.at(index - 1) in ("mon", "ma", "une", "d'", "mes")
        if self._is_of_writer(index) and (own or any(verb in _T["sought"] for verb in self.folded[:index])):
            head = self._agreeing(index + 2) or index + 2
            gender = self._gender(head, listed=True)
            if gender and names_a_worker(self.at(index + 2)):
                yield self._marker(head, gender, "position")

    def _object(self, index: int) -> Iterator[Marker]:
        """m'a formée, m'ont séduite (not *la passion qu'elle m'a transmise*, which is what agrees); on me dit patiente,
        ce métier me rend heureux."""
        if self.at(index) not in ("m'", "me"):
            return
        if self.at(index + 1) in ("a", "ont", "avait", "avaient", "aura", "aurait"):
            after = self._after_adverbs(index + 2)
            if {"que", "qu'"} & set(self.folded[max(0, index - 5) : index]):
                return
            if FEMININE_PARTICIPLE.search(self.at(after)) and len(self.at(after)) > 3:
                yield self._marker(after, FEMININE, "object")
        elif self.at(index + 1) in _T["found"] and self.at(index - 1) not in ("je", "ne"):
            after = self._after_adverbs(index + 2)
            after = self._after_adverbs(after + 1) if self.at(after) == "comme" else after
            yield from self._described(after, "object")

    def _alone(self, index: int) -> Iterator[Marker]:
        """travailler seule, je sais me débrouiller tout seul: after the verb, where nothing else can be alone."""
        if self.at(index) in ("seul", "seule") and self._is_writers_own(index):
            before = index - 2 if self.at(index - 1) in ("tout", "toute") else index - 1
            if self._has_je_have(before) or self.at(before).endswith(("er", "ir", "re")) or self.at(before - 1) in _I:
                yield self._marker(index, MASCULINE if self.at(index) == "seul" else FEMININE, "copula")

    def _apposition(self) -> Iterator[Marker]:
        """At the start of a sentence, before `je`; after a name; before *je* within it, of what is said of people."""
        start = next((i for i, word in enumerate(self.words) if not word.is_mark), 0)
        greeted = self._after_greeting(start)
        first = self._after_adverbs(greeted)
        begins = greeted > start or self.words[start].text[:1].isupper()
        is_strong = self.at(first) in ("de", "d'") and self.at(first - 1) in ("fort", "forte")
        if self.at(first) in ("étant", "etant", "tant"):  # of *étant*, a prompt may have cut the first letter off
            first = self._after_adverbs(first + 1)
            if self._leads_to_je(first) and self.at(first) not in ("donné", "donnée", "données"):
                yield from self._described(first, "apposition")
        elif is_strong or self.at(first) == "forte":
            index = first - 1 if is_strong else first
            if self._leads_to_je(first):  # Fort de dix ans de métier, je
                yield self._marker(index, MASCULINE if self.at(index) == "fort" else FEMININE, "apposition")
        elif self._leads_to_je(first) and begins and self._may_open(first):
            yield from self._described(first, "apposition")
        elif self.at(start) in ("né", "née") and self.at(start + 1) in ("à", "en", "le", "au"):
            yield from self._described(start, "apposition", only_first=True)
        for index in range(start + 2, len(self.words)):
            before = self._after_adverbs(index)
            if self.at(before) not in TRAITS | _T["learners"] or not self._leads_to_je(before):
                continue
            is_apart = self.at(index - 1) == "," and not self._is_adjective(index - 2)  # not une équipe jeune, motivée
            starts = self.words[index].text[:1].isupper() and self.at(index - 1) not in _T["stops"] | _T["determiners"]
            if is_apart or starts:  # where a full stop was forgotten
                yield from self._described(before, "apposition")
        for index in range(len(self.words) - 4):
            if tuple(self.folded[index : index + 2]) in _NAMING:
                commas = (i for i in range(index + 2, min(index + 9, len(self.words))) if self.at(i) == ",")
                comma = next((i for i in commas if self._gender(i + 1, listed=True)), None)
                if comma is not None:
                    yield from self._described(comma + 1, "apposition", only_first=True)

    # What stands where

    def _after_greeting(self, index: int) -> int:
        """Madame, Monsieur, passionnée de musique, je; whoever is dear is not the writer: Cher recruteur, je."""
        while self.at(index) in _T["greetings"]:
            dear = self.at(index) in ("cher", "chère", "chers", "chères")
            comma = self.folded.index(",", index) if dear and "," in self.folded[index:] else index
            index = comma + 1
        return index

    def _after_adverbs(self, index: int) -> int:
        while True:
            several = self._phrase(index, LONG_ADVERBS)
            if several:
                index += several
            elif self.at(index) in _T["adverbs"] or (len(self.at(index)) > 6 and self.at(index).endswith("ment")):
                index += 2 if (self.at(index), self.at(index + 1)) == ("plus", "que") else 1
            else:
                return index

    def _phrase(self, index: int, phrases: Phrases) -> int:
        """How many words from there on are one of the phrases."""
        word = self.at(index)
        return next(
            (
                len(phrase)
                for phrase in phrases
                if phrase[0] == word and tuple(self.folded[index : index + len(phrase)]) == phrase
            ),
            0,
        )

    def _is_mine(self, index: int) -> bool:
        """Whether a verb has *je* for its subject: right before it, but for pronouns and *ne*, or as its ending."""
        before = index - 1
        while self.at(before) in ("ne", "n'", "me", "m'", "y", "en", "le", "la", "l'", "les", "vous", "lui", "leur"):
            before -= 1
        return self.at(before) in ("je", "j'")

    def _between(self, index: int, wanted: set[str]) -> bool:
        before = index - 1
        while before >= 0 and self.at(before) not in ("je", "j'"):
            if self.at(before) in wanted:
                return True
            before -= 1
        return False

    def _is_of_writer(self, index: int) -> bool:
        """The nearest subject before it, or after it where there is none, is the first person."""
        people = _T["first_person"] | _T["subjects_of_others"]
        subjects = (*reversed(self.folded[:index]), *self.folded[index:])
        nearest = next(
            (subject for subject in subjects if subject in people and subject not in ("me", "m'", "vous")), None
        )
        after_comma = next((self.at(i + 1) for i in range(index, len(self.words)) if self.at(i) == ","), "")
        if not any(person in people for person in self.folded[:index]) and after_comma in _T["subjects_of_others"]:
            return False
        return nearest in _T["first_person"] or (
            nearest is None and (self.goes_on or bool({"me", "m'"} & set(self.folded)))
        )

    def _is_writers_own(self, index: int) -> bool:
        """As `_is_of_writer`, and nobody else is spoken to or of on the way: not *je vous remercie d'être patient*."""
        for word in reversed(self.folded[max(0, index - FAR) : index]):
            if word in _WRITER:
                return True
            if word in _OTHERS:
                return False
        return False

    def _may_open(self, index: int) -> bool:
        """Whether a sentence that speaks of its writer may begin with it; *jeune diplômée* by its second word."""
        word = self.at(index)
        if has_first_name(self.words[index].text):  # Laurent, je vous écris
            return False
        known = _APPOSED.search(word) or names_a_worker(word) or self._agreeing(index) is not None
        return bool(known) or word in _T["one_form"] or adjective_like(word)  # Enthousiaste et motivée, je …

    def _is_adjective(self, index: int) -> bool:
        word = self.at(index)
        return word in _T["one_form"] or adjective_like(word) or bool(self._gender(index, listed=True))

    def _agreeing(self, index: int) -> int | None:
        """secrétaire médicale, jeune diplômé: what shows the gender of a word of one form, right after it."""
        word = self.at(index)
        one_form = word in _T["one_form"] or (word in occupations() and occupations()[word] is None)
        if not one_form:
            return None
        after = self._after_adverbs(index + 1)
        return after if self.at(after) not in _T["stops"] and self._gender(after, listed=True) else None

    def _leads_to_je(self, index: int) -> bool:
        """*je* follows, mostly after a comma, or *c'est … que je*, before any verb of another; after a noun for people
        also what is theirs (after *située à Lyon, mon école*, it is the school that agrees)."""
        own = ("mon", "ma", "mes") if self.at(index) in _T["learners"] or self.at(index) in occupations() else ()
        for i in range(index, min(index + 16, len(self.words) - 1)):
            if self.at(i) in _T["subjects_of_others"] | _T["opens_a_clause"]:
                return False
            if self.at(i) in _I:
                return i > index and self.at(i - 1) not in _T["joins"]
            if self.at(i) == ",":
                if self.at(i + 1) in ("je", "j'", *own):
                    return True
                if self.folded[i + 1 : i + 3] == ["c'", "est"] and _I.intersection(self.folded[i + 3 :]):
                    return True
        return False

    def _described(self, index: int, rule: str, *, only_first: bool = False, workers: bool = False) -> Iterator[Marker]:
        """The adjectives, participles or nouns in a row (`workers`: of those after the first only such); after a
        determiner, its noun."""
        for _ in range(12):
            word = self.at(index)
            if word == "quelqu'un" and self.at(index + 1) in ("de", "d'"):  # *sérieux* is said of women too
                yield from (marker for marker in self._described(index + 2, rule) if marker.gender != MASCULINE)
                return
            if (word, self.at(index + 1)) in (("un", "peu"), ("un", "minimum")):
                index = self._after_adverbs(index + 2)
                continue
            if like := self._phrase(index, LIKE_ADJECTIVES):
                following = self._joined(index + like) or self._past_complement(index + like - 1)
                if following is None:
                    return
                index = following
                continue
            agreeing = next(
                (listed_gender for listed_gender, listed in AGREEING.items() if self._phrase(index, listed)), None
            )
            if agreeing:
                index = self._after_adverbs(index + self._phrase(index, AGREEING[agreeing]))
                yield from (marker for marker in self._described(index, rule) if marker.gender != agreeing)
                return
            if word in ("un", "une", "le", "la", "l'", "votre"):
                yield from self._noun_group(index, rule)
                return
            if not word or word in _T["stops"] or self.words[index].is_mark:
                return
            index = self._agreeing(index) or index
            gender = self._gender(index)
            if rule in ("copula", "apposition") and self._was_done(index):
                gender = FEMININE
            if gender:
                yield self._marker(index, gender, rule)
            if only_first:
                return
            led_to = self._after_adverbs(index + 1)
            if self.at(index) in _T["leading_on"] and self._gender(led_to, listed=True):
                index = led_to  # je me suis sentie accueillie, je suis devenu vendeur
                continue
            following = self._joined(led_to) or self._past_complement(index)
            if following is None or (workers and not names_a_worker(self.at(following))):
                return
            index = following

    def _past_complement(self, index: int) -> int | None:
        """disponible de suite et motivée: what is said of people only, after what goes with the word before."""
        if self.at(index + 1) not in _T["stops"] - _T["opens_a_clause"] - _T["subjects_of_others"]:
            return None
        for i in range(index + 1, min(index + 10, len(self.words) - 1)):
            if self.at(i) in _T["joins"] and self.at(i + 1) not in _T["joins"]:
                after = self._after_adverbs(i + 1)
                if self.at(after) in TRAITS and not self._is_adjective(i - 1):
                    return after
            elif self.at(i) in _I | _T["opens_a_clause"] | _T["subjects_of_others"] or (
                self.words[i].is_mark and self.at(i) != ","
            ):
                return None
        return None

    def _was_done(self, index: int) -> bool:
        """je suis partie à Londres, where the noun would be no description."""
        return self.at(index) in _T["things_or_done"] and self.at(index + 1) not in _T["part_of"]

    def _noun_group(self, index: int, rule: str) -> Iterator[Marker]:
        """un jeune entrepreneur: what the determiner says, else the noun; one with a gender of its own says nothing."""
        if self._gender(index) == INCLUSIVE:  # un(e)
            yield self._marker(index, INCLUSIVE, rule)
            return
        head = index + 1
        group = list[int]()
        while len(group) < 4 and self.at(head) and self.at(head) not in _T["stops"] and not self.words[head].is_mark:
            group.append(head)
            head += 1
        own = next((position for position in group if self.at(position) in _T["own_gender"]), None)
        if own is not None:  # une personne sérieuse says nothing, une personne sérieux et motivé does
            if self.at(index) == "une":
                yield from (marker for marker in self._described(own + 1, rule) if marker.gender == MASCULINE)
            return
        if not group or self.at(group[0]) in _T["things"] or THING.search(self.at(group[-1])):
            return
        shown = {"un": MASCULINE, "une": FEMININE, "le": MASCULINE, "la": FEMININE}.get(self.at(index))
        known = [(position, gender) for position in group if (gender := self._gender(position, listed=True))]
        against = [(position, gender) for position, gender in known if shown and gender not in (shown, INCLUSIVE)]
        if shown and len(against) > 1:  # un excellente nageuse
            shown = against[0][1]
        inclusive = next((position for position, gender in known if gender == INCLUSIVE), None)
        if inclusive is not None and self.at(group[0]) not in ("femme", "homme", "fille", "garçon"):
            yield self._marker(inclusive, INCLUSIVE, rule)
        elif shown:
            last = next((position for position, gender in known if gender == shown), group[0])
            yield Marker(self.words[index].start, self.words[last].end, shown, rule)
        elif known:
            yield self._marker(*known[0], rule)

    def _joined(self, index: int) -> int | None:
        """The next of a list: after a comma or *et*, what can only be another adjective."""
        start = index
        while self.at(index) in _T["joins"]:
            index += 1
        if index == start:
            return None
        index = self._after_adverbs(index)
        word = self.at(index)
        if (
            not word
            or word in _T["stops"]
            or self.words[index].is_mark
            or word in ("un", "une", "le", "la", "l'", "les", "madame", "monsieur", "mademoiselle")
        ):
            return None
        after = self.at(index + 1)
        is_before_noun = word in _T["before_nouns"] and after not in _T["stops"] | _T["joins"] and after.isalpha()
        if word in _T["languages"] or is_before_noun:  # bonne présentation, anglais et allemand
            return None
        is_one_of_a_list = after in _T["joins"] and self.at(self._after_adverbs(index + 2)) in TRAITS
        is_adjective = self._is_adjective(index) or is_one_of_a_list
        return index if is_adjective and after not in ("moi", "je") else None

    def _gender(self, index: int, *, listed: bool = False) -> str | None:
        """Of a word where a description stands; `listed`: only where its form leaves no doubt."""
        if not 0 <= index < len(self.words):
            return None
        word = self.words[index]
        if ABBREVIATED.match(self.text, word.start):
            return INCLUSIVE
        is_name = word.text[:1].isupper() and index > 0 and not names_a_worker(self.at(index))
        if is_name and self.at(index) not in _T["masculine"] | _T["feminine"]:
            return None
        return form_gender(self.at(index), listed=listed)

    def _marker(self, index: int, gender: str, rule: str) -> Marker:
        word = self.words[index]
        written = ABBREVIATED.match(self.text, word.start) if gender == INCLUSIVE else None
        return Marker(word.start, written.end() if written else word.end, gender, rule)
