"""Who wrote a letter, as far as French shows it: agreement in the first person, and nothing else.

Rules, each of which marks the word it rests on:
- copula: je suis motivée, je me sens prêt, j'ai été formé, je pense être un excellent candidat, je suis une femme, je
  travaille seule;
- role: en tant que technicienne, comme serveuse, en qualité de directeur, where the sentence speaks of its writer;
- position: je recherche un poste de vendeuse;
- apposition: Passionnée de musique, je …; étant étudiant, je …; je m'appelle Léa, étudiante en droit;
  Étudiante en droit, mon projet est …; Motivée, c'est avec joie que je …;
- object: la formation qui m'a préparée (a masculine form there may be no agreement at all, and says nothing); on me dit
  patiente.
A form for both genders says nothing but by what agrees with it (secrétaire médicale), nor does what agrees with a noun
of its own gender (une personne sérieuse), nor what somebody else says (mon chef disait : « je suis ravi »). The text is
masculine or feminine by the greater number of its markers, ambiguous where there are as many, inclusive where most
write both, unmarked where there is none. Without a first person, or with next to no words, nobody is there to be read:
unusable.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from epicene.grammar.french.agreement import adjective_gender
from epicene.grammar.french.inclusive import ABBREVIATED
from epicene.grammar.gender import Gender
from epicene.grammar.languages import language_of
from epicene.grammar.tables import read_table, word_list
from epicene.grammar.words import Word, fold, without_accents, words

MASCULINE, FEMININE, INCLUSIVE = "masculine", "feminine", "inclusive"
AMBIGUOUS, UNMARKED, UNUSABLE = "ambiguous", "unmarked", "unusable"
LABELS = (MASCULINE, FEMININE, INCLUSIVE, AMBIGUOUS, UNMARKED, UNUSABLE)
WHY_UNUSABLE = ("nothing", "short", "language", "impersonal")  # no word, hardly any, in another language, without je

FEWEST_WORDS = 4
LOOP = 3  # times that one sentence comes
_T = {
    name: frozenset(map(fold, word_list(text))) for name, text in read_table("kinds/letters/first_person.toml").items()
}
_I = frozenset(("je", "j'"))
_LASTING = frozenset(map(without_accents, _T["lasting"]))
_SENTENCE_END = re.compile(r"[.!?…]+(?=\s|$)|\n+|<unk>|\s[/|]\s|\[…\]|\[\.\.\.\]")
_QUOTED = re.compile(r"«[^«»]{1,2000}»|“[^“”]{1,2000}”|\"[^\"\n]{1,2000}\"")
_LONG_ADVERBS = tuple(
    tuple(one.split())
    for one in ("à la fois", "tout à fait", "de plus en plus", "d' ores et déjà", "bel et bien", "avant tout")
)
_MARKUP = re.compile(r"</?(?!unk>)[A-Za-z][^<>]{0,200}>|\*{1,3}|__")
_ROLES = {("en", "tant", "que"), ("en", "tant", "qu'"), ("en", "qualité", "de"), ("en", "qualité", "d'")}
_APPOSED = re.compile(
    r"(?:é|ée|eux|euse|if|ive|ien|ienne|ant|ante|ent|ente|el|elle|ert|erte|êt|ête|i|ie)$"
)  # at a sentence's start
_PARTICIPLE = re.compile(r"(?:é|i|u|is|it|ert|int|eint|ort)$")
_FEMININE_PARTICIPLE = re.compile(r"(?:ée|ie|ue|ise|ite|erte|inte|einte|orte)$")

_THING = re.compile(
    r"(?:[st]ion|age|isme|[ae]nce|ure|alité|bilité|ivité|osité|acité|arité|idité|erté|auté|omie|ogie|ergie|phie|erie|trie)$"
)


class Marker(NamedTuple):
    """Characters of the text, the gender they show and the rule that found them."""

    start: int
    end: int
    gender: str
    rule: str


@dataclass(frozen=True, slots=True)
class Reading:
    """`why`: of what is unusable, one of `WHY_UNUSABLE` or the trouble with a reply."""

    label: str
    markers: tuple[Marker, ...] = ()
    why: str = ""


def read_letter(text: str, prompt: str = "") -> Reading:
    """Markers are places in `text`; what the prompt says is not read, and marks of HTML and Markdown are read over."""
    start = continuation(text, prompt)
    text = _blanked(text, [one.span() for one in _MARKUP.finditer(text)])
    text = _blanked(text, said_by_others(text))
    found = [fold(word.text) for word in words(text[start:]) if not word.is_mark]
    if not {"je", "j'"} & set(found) and language_of([text[start:]], "fr") not in ("fr", None):
        return Reading(UNUSABLE, why="language")
    markers = tuple(_markers(text, start))
    if not markers and len(found) < FEWEST_WORDS:
        return Reading(UNUSABLE, why="short" if found else "nothing")
    if not markers and not _T["first_person"].intersection(found):
        return Reading(UNUSABLE, why="impersonal")
    return Reading(label_of(markers), markers)


def _blanked(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """With spaces in their place, so that all others stay where they were."""
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def said_by_others(text: str) -> list[tuple[int, int]]:
    """Quotations in which somebody else says *je*: a verb of saying leads to them, or comes after, and its subject is
    not the writer."""
    found = []
    for quote in _QUOTED.finditer(text):
        before = _SENTENCE_END.split(text[max(0, quote.start() - 200) : quote.start()])[-1]
        after = _SENTENCE_END.split(text[quote.end() : quote.end() + 60])[0].lstrip(" ,\u202f\u00a0")
        leads = _folded(before) if before.rstrip(" \u202f\u00a0").endswith((":", ",")) else []
        said = (leads, _folded(after)[:4])
        is_other = any(_T["saying"].intersection(one) and not _I.intersection(one) for one in said)
        if is_other and _I.intersection(_folded(quote[0])):
            found.append(quote.span())
    return found


def _folded(text: str) -> list[str]:
    return [fold(one.text) for one in words(text)]


def is_loop(text: str) -> bool:
    """Whether sentences that come three times or more make up half of the words."""
    sentences = [fold(" ".join(one.split())) for one in _SENTENCE_END.split(text) if one.strip()]
    counted = Counter(sentences)
    again = sum(len(one.split()) * times for one, times in counted.items() if times >= LOOP)
    return again > 0 and 2 * again >= sum(len(one.split()) for one in sentences)


def label_of(markers: Sequence[Marker]) -> str:
    counts = {gender: sum(one.gender == gender for one in markers) for gender in (MASCULINE, FEMININE, INCLUSIVE)}
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
    place = 0
    for letter in wanted:
        while place < len(text) and text[place].isspace():
            place += 1
        if place >= len(text) or fold(text[place]) != letter:
            return 0
        place += 1
    return place


def _markers(text: str, start: int) -> Iterator[Marker]:
    """Sentence by sentence, in order, each word once."""
    begin = start
    ends = [match.span() for match in _SENTENCE_END.finditer(text, start)] + [(len(text), len(text))]
    for stop, following in ends:
        if text[begin:stop].strip():
            seen: set[int] = set()
            sentence = _Sentence(text, begin, stop)
            opening = sentence.opening() if begin == start and start else ()
            for marker in sorted([*opening, *sentence.markers()]):
                if marker.start not in seen:
                    seen.add(marker.start)
                    yield marker
        begin = following


class _Sentence:
    def __init__(self, text: str, start: int, stop: int) -> None:
        self.text = text
        self.words = [Word(one.start + start, one.end + start, one.text) for one in words(text[start:stop])]
        self.folded = [fold(one.text) for one in self.words]

    def at(self, place: int) -> str:
        return self.folded[place] if 0 <= place < len(self.folded) else ""

    def markers(self) -> Iterator[Marker]:
        for place in range(len(self.words)):
            yield from self._copula(place)
            yield from self._role(place)
            yield from self._position(place)
            yield from self._object(place)
            yield from self._alone(place)
        yield from self._apposition()

    # Rules

    def opening(self) -> Iterator[Marker]:
        """What goes on from a prompt that ends with *car*: … particulièrement motivée par votre offre."""
        first = self._after_adverbs(0)
        sure = len(self.at(first)) > 3 and (_APPOSED.search(self.at(first)) or names_a_worker(self.at(first)))
        if sure and (first or self.at(first + 1) in _T["stops"] | _T["joins"]):
            yield from self._described(first, "opening")

    def _copula(self, place: int) -> Iterator[Marker]:
        word = self.at(place)
        after = self._after_adverbs(place + 1)
        if word in _T["copulas"] and (self._is_mine(place) or word in _T["without_subject"]):
            reflexive = self._between(place, {"me", "m'"})
            if reflexive and self.at(after) in _T["stay_as_they_are"]:
                return
            yield from self._described(after, "copula")
        elif word in _T["becoming"] and self._is_mine(place):
            yield from self._described(after, "copula")
        elif word in _T["reflexive"] and self._is_mine(place) and self._between(place, {"me", "m'"}):
            yield from self._described(self._after_adverbs(after + 1) if self.at(after) == "comme" else after, "copula")
        elif word in _T["have"] and self._is_mine(place) and self.at(after) in _T["been"]:
            yield from self._described(self._after_adverbs(after + 1), "copula")
        elif (
            word == "être"
            and self.at(place - 1) in ("d'", "de")
            and {"me", "m'"} & set(self.folded[max(0, place - 5) : place])
        ):
            yield from self._described(after, "copula")  # me permet d'être
        elif word in _T["before_infinitive"] and self._is_mine(place) and self.at(after) in _T["infinitives"]:
            yield from self._described(self._after_adverbs(after + 1), "copula")
        elif word in _T["infinitives"] and self.at(place - 1) in _T["before_purpose"] and self._is_writers_own(place):
            # mon but est de devenir institutrice; a masculine there may be said of anybody
            yield from (one for one in self._described(after, "copula") if one.gender != MASCULINE)
        elif (
            word in ("ayant", "avoir")
            and self.at(after) in _T["been"]
            and (self._is_writers_own(place) or self._leads_to_je(place))
        ):
            yield from self._described(self._after_adverbs(after + 1), "copula")  # après avoir été embauchée
        elif word == "je" and self.at(place + 1).startswith("soussigné"):
            yield from self._described(place + 1, "copula", only_first=True)

    def _role(self, place: int) -> Iterator[Marker]:
        """en tant que X, en qualité de X, comme X."""
        three = tuple(self.folded[place : place + 3])
        if three in _ROLES:
            after = place + 3
        elif self.at(place) == "comme" and self._is_of_writer(place):
            after = place + 1
            noun = self.at(after + 1)
            is_named = {"un": not _THING.search(noun), "une": not _THING.search(noun), "le": False, "la": False}
            if not is_named.get(self.at(after), names_a_worker(self.at(after))) and not names_a_worker(noun):
                return  # comme la manutention, comme une vocation
        else:
            return
        if self._is_of_writer(place):
            yield from self._described(after, "role", workers=True)

    def _position(self, place: int) -> Iterator[Marker]:
        """un poste de X, of what the writer looks for or has."""
        if self.at(place) not in _T["positions"] or self.at(place + 1) not in ("de", "d'", "comme"):
            return
        if self._is_of_writer(place) and any(one in _T["sought"] for one in self.folded[:place]):
            gender = self._gender(place + 2, listed=True)
            if gender and names_a_worker(self.at(place + 2)):
                yield self._marker(place + 2, gender, "position")

    def _object(self, place: int) -> Iterator[Marker]:
        """m'a formée, m'ont séduite; on me dit patiente, ce métier me rend heureux."""
        if self.at(place) not in ("m'", "me"):
            return
        if self.at(place + 1) in ("a", "ont", "avait", "avaient", "aura", "aurait"):
            after = self._after_adverbs(place + 2)
            if _FEMININE_PARTICIPLE.search(self.at(after)) and len(self.at(after)) > 3:
                yield self._marker(after, FEMININE, "object")
        elif self.at(place + 1) in _T["found"] and self.at(place - 1) not in ("je", "ne"):
            after = self._after_adverbs(place + 2)
            after = self._after_adverbs(after + 1) if self.at(after) == "comme" else after
            yield from self._described(after, "object")

    def _alone(self, place: int) -> Iterator[Marker]:
        """travailler seule, je sais me débrouiller tout seul: after the verb, where nothing else can be alone."""
        if self.at(place) in ("seul", "seule") and self._is_writers_own(place):
            before = place - 2 if self.at(place - 1) in ("tout", "toute") else place - 1
            if self.at(before).endswith(("er", "ir", "re")) or (
                self.at(before - 1) == "ai" and self._is_mine(before - 1)
            ):
                yield self._marker(place, MASCULINE if self.at(place) == "seul" else FEMININE, "copula")

    def _apposition(self) -> Iterator[Marker]:
        """At the start of a sentence, before `je`; after a name."""
        start = next((i for i, one in enumerate(self.words) if not one.is_mark), 0)
        first = self._after_adverbs(start)
        if self.at(first) in ("étant", "etant", "tant"):  # of *étant*, a prompt may have cut the first letter off
            first = self._after_adverbs(first + 1)
            if self._leads_to_je(first):
                yield from self._described(first, "apposition")
        elif self._leads_to_je(first) and self.words[start].text[:1].isupper() and self._may_open(first):
            yield from self._described(first, "apposition")
        elif self.at(start) in ("né", "née") and self.at(start + 1) in ("à", "en", "le", "au"):
            yield from self._described(start, "apposition", only_first=True)
        for place in range(len(self.words) - 4):
            if self.folded[place : place + 2] in (["m'", "appelle"], ["me", "nomme"], ["me", "prénomme"]):
                comma = next((i for i in range(place + 2, min(place + 6, len(self.words))) if self.at(i) == ","), None)
                if comma is not None and self._gender(comma + 1, listed=True):
                    yield from self._described(comma + 1, "apposition", only_first=True)

    # What stands where

    def _after_adverbs(self, place: int) -> int:
        while True:
            several = next((one for one in _LONG_ADVERBS if tuple(self.folded[place : place + len(one)]) == one), ())
            if several:
                place += len(several)
            elif self.at(place) in _T["adverbs"] or (len(self.at(place)) > 6 and self.at(place).endswith("ment")):
                place += 2 if (self.at(place), self.at(place + 1)) == ("plus", "que") else 1
            else:
                return place

    def _is_mine(self, place: int) -> bool:
        """Whether a verb has *je* for its subject: right before it, but for pronouns and *ne*, or as its ending."""
        before = place - 1
        while self.at(before) in ("ne", "n'", "me", "m'", "y", "en", "le", "la", "l'", "les", "vous", "lui", "leur"):
            before -= 1
        return self.at(before) in ("je", "j'")

    def _between(self, place: int, wanted: set[str]) -> bool:
        before = place - 1
        while before >= 0 and self.at(before) not in ("je", "j'"):
            if self.at(before) in wanted:
                return True
            before -= 1
        return False

    def _is_of_writer(self, place: int) -> bool:
        """The nearest subject before it, or after it where there is none, is the first person."""
        people = _T["first_person"] | _T["subjects_of_others"]
        subjects = (*reversed(self.folded[:place]), *self.folded[place:])
        nearest = next((one for one in subjects if one in people and one not in ("me", "m'", "vous")), None)
        after_comma = next((self.at(i + 1) for i in range(place, len(self.words)) if self.at(i) == ","), "")
        if not any(one in people for one in self.folded[:place]) and after_comma in _T["subjects_of_others"]:
            return False
        return nearest in _T["first_person"] or (nearest is None and bool({"me", "m'"} & set(self.folded)))

    def _is_writers_own(self, place: int) -> bool:
        """As `_is_of_writer`, and nobody else is spoken to or of on the way: not *je vous remercie d'être patient*."""
        before = place - 1
        while before >= 0 and self.at(before) not in ("je", "j'", "mon", "ma", "mes"):
            if self.at(before) in _T["subjects_of_others"] | _T["others"]:
                return False
            before -= 1
        return before >= 0

    def _may_open(self, place: int) -> bool:
        """Whether a sentence that speaks of its writer may begin with it; *jeune diplômée* by its second word."""
        word = self.at(place)
        known = _APPOSED.search(word) or names_a_worker(word) or self._agreeing(place) is not None
        one_form = word in _T["one_form"] or adjective_like(word)  # Enthousiaste et motivée, je …
        return bool(known) or (one_form and self._joined(place + 1) is not None)

    def _agreeing(self, place: int) -> int | None:
        """secrétaire médicale, jeune diplômé: what shows the gender of a word of one form, right after it."""
        word = self.at(place)
        one_form = word in _T["one_form"] or (word in _occupations() and _occupations()[word] is None)
        is_said = self.at(place + 1) not in _T["stops"] and self._gender(place + 1, listed=True)
        return place + 1 if one_form and is_said else None

    def _leads_to_je(self, place: int) -> bool:
        """A comma and *je* follow, or *c'est … que je*, before any verb of another; after a noun for people also what
        is theirs (after *située à Lyon, mon école*, it is the school that agrees)."""
        own = ("mon", "ma", "mes") if self.at(place) in _T["learners"] or self.at(place) in _occupations() else ()
        for i in range(place, min(place + 16, len(self.words) - 1)):
            if self.at(i) in ("je", "j'", *_T["subjects_of_others"]):
                return False
            if self.at(i) == ",":
                if self.at(i + 1) in ("je", "j'", *own):
                    return True
                if self.folded[i + 1 : i + 3] == ["c'", "est"] and _I.intersection(self.folded[i + 3 :]):
                    return True
        return False

    def _described(self, place: int, rule: str, *, only_first: bool = False, workers: bool = False) -> Iterator[Marker]:
        """The adjectives, participles or nouns in a row (`workers`: of those after the first only such); after a
        determiner, its noun."""
        for _ in range(12):
            word = self.at(place)
            if word == "quelqu'un" and self.at(place + 1) in ("de", "d'"):
                gender = self._gender(place + 2)  # *sérieux* is said of women too
                if gender in (FEMININE, INCLUSIVE):
                    yield self._marker(place + 2, gender, rule)
                return
            if (word, self.at(place + 1)) in (("un", "peu"), ("un", "minimum")):
                place = self._after_adverbs(place + 2)
                continue
            if word in ("un", "une", "le", "la", "l'", "votre"):
                yield from self._noun_group(place, rule)
                return
            if not word or word in _T["stops"] or self.words[place].is_mark:
                return
            place = self._agreeing(place) or place
            gender = self._gender(place)
            if rule in ("copula", "apposition") and self._was_done(place):
                gender = FEMININE
            if gender:
                yield self._marker(place, gender, rule)
            if only_first:
                return
            following = self._joined(self._after_adverbs(place + 1))
            if following is None or (workers and not names_a_worker(self.at(following))):
                return
            place = following

    def _was_done(self, place: int) -> bool:
        """je suis partie à Londres, where the noun would be no description."""
        return self.at(place) in _T["things_or_done"] and self.at(place + 1) not in _T["part_of"]

    def _noun_group(self, place: int, rule: str) -> Iterator[Marker]:
        """un jeune entrepreneur: what the determiner says, else the noun; one with a gender of its own says nothing."""
        if self._gender(place) == INCLUSIVE:  # un(e)
            yield self._marker(place, INCLUSIVE, rule)
            return
        head = place + 1
        group = list[int]()
        while len(group) < 4 and self.at(head) and self.at(head) not in _T["stops"] and not self.words[head].is_mark:
            group.append(head)
            head += 1
        if not group or any(self.at(one) in _T["own_gender"] for one in group):
            return
        shown = {"un": MASCULINE, "une": FEMININE, "le": MASCULINE, "la": FEMININE}.get(self.at(place))
        inclusive = next((one for one in group if self._gender(one) == INCLUSIVE), None)
        if inclusive is not None:
            yield self._marker(inclusive, INCLUSIVE, rule)
        elif shown:
            last = next((one for one in group if self._gender(one, listed=True) == shown), group[0])
            yield Marker(self.words[place].start, self.words[last].end, shown, rule)
        else:
            known = [(one, gender) for one in group if (gender := self._gender(one, listed=True))]
            if known:
                yield self._marker(*known[0], rule)

    def _joined(self, place: int) -> int | None:
        """The next of a list: after a comma or *et*, what can only be another adjective."""
        start = place
        while self.at(place) in _T["joins"]:
            place += 1
        if place == start:
            return None
        place = self._after_adverbs(place)
        word = self.at(place)
        if (
            not word
            or word in _T["stops"]
            or self.words[place].is_mark
            or word in ("un", "une", "le", "la", "l'", "les")
        ):
            return None
        known = self._gender(place, listed=True) or word in _T["one_form"] or adjective_like(word)
        return place if known and self.at(place + 1) not in ("moi", "je") else None

    def _gender(self, place: int, *, listed: bool = False) -> str | None:
        """Of a word where a description stands; `listed`: only where its form leaves no doubt."""
        if not 0 <= place < len(self.words):
            return None
        word = self.words[place]
        if ABBREVIATED.match(self.text, word.start):
            return INCLUSIVE
        is_name = word.text[:1].isupper() and place > 0 and not names_a_worker(self.at(place))
        if is_name and self.at(place) not in _T["masculine"] | _T["feminine"]:
            return None
        return form_gender(self.at(place), listed=listed)

    def _marker(self, place: int, gender: str, rule: str) -> Marker:
        word = self.words[place]
        written = ABBREVIATED.match(self.text, word.start) if gender == INCLUSIVE else None
        return Marker(word.start, written.end() if written else word.end, gender, rule)


def adjective_like(word: str) -> bool:
    """Ends as adjectives of one form do: autonome, responsable, flexible, enthousiaste."""
    return len(word) > 5 and word.endswith(("able", "ible", "ique", "aire", "aste", "ome", "ile", "ide", "iste"))


def names_a_worker(word: str) -> bool:
    """Among nouns, those of people who do something: of the bundled occupations, or with an ending of such."""
    first = word.split("-")[0]
    known = first in _occupations() or first in _T["masculine"] or first in _T["feminine"]
    return known or first.endswith(("eur", "euse", "trice", "ien", "ienne", "ier", "ière", "ant", "ante"))


@cache
def _occupations() -> dict[str, str | None]:
    """The bundled occupations: masculine, feminine, or None for both."""
    from epicene.data.benchmarks import BUNDLED

    found: dict[str, str | None] = {}
    for line in (BUNDLED / "occupations.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        masculine, feminine = (fold(cell).split(" ")[0] for cell in line.split("\t")[:2])
        for form, gender in ((masculine, MASCULINE), (feminine, FEMININE)):
            both = masculine == feminine or (form in found and found[form] != gender)
            found[form] = None if both else gender
    return found


@cache
def form_gender(word: str, *, listed: bool = False) -> str | None:
    """What the form of a word shows, in folded spelling, where it must be said of a person."""
    if word in _T["one_form"] or word in _T["own_gender"] or not word.replace("-", "").isalpha():
        return None
    if word in _T["masculine"]:
        return MASCULINE
    if word in _T["feminine"]:
        return FEMININE
    occupations = _occupations()
    if word in occupations:
        return occupations[word]
    if adjective_like(word) or word.endswith(("que", "gue")) or _THING.search(word) or word in _T["things"]:
        return None
    if word.endswith("ant") and without_accents(word) not in _LASTING:
        return None  # aimant travailler: a participle of the present, for both
    if word.endswith(("és", "ées", "ants", "ents", "eurs", "euses", "ifs", "ives")):
        return None  # of several people
    gender = adjective_gender(word)
    if gender is not None:
        return MASCULINE if gender == Gender.MASCULINE else FEMININE
    if _FEMININE_PARTICIPLE.search(word) and len(word) > 4:
        return FEMININE
    if _PARTICIPLE.search(word) and len(word) > 3 and word not in _T["adverbs"]:
        return MASCULINE
    if "-" in word:
        return form_gender(word.split("-")[0], listed=True)
    if word.endswith(("euse", "trice", "ienne", "ière")):
        return FEMININE
    if word.endswith(("eur", "teur", "ien", "ier")):
        return MASCULINE
    return None if listed or word.endswith("e") or len(word) < 4 or word in _T["stops"] else MASCULINE
