"""The lab's French–English sentences: a small grammar around the occupation lexicon, with gender by the dials.

A corpus is a function of its dials alone, on every machine. Only the English possessive of a singular occupation is
touched by them; all else is a faithful translation. What may stand around the occupations of the bundled lexicon is in
`dictionary.toml`, written by hand, so that every pair is a translation.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np
import scipy

from epicene.grammar.english import forms as english_forms
from epicene.grammar.french.noun_forms import determiner, elided, elides
from epicene.grammar.french.noun_forms import plural as french_plural
from epicene.grammar.people import Gender
from epicene.grammar.word_patterns import joined, read_table, word_list
from epicene.lab.dials import MtDials
from epicene.mt.lexicon import Occupation, read_lexicon

T = TypeVar("T")
Pair = tuple[str, str]
HIS, HER = "his", "her"
NOTHING: Pair = ("", "")


@dataclass(frozen=True, slots=True)
class Thing:
    """A noun that can be owned, met or described."""

    source: str
    target: str
    gender: Gender
    plural: bool = False

    def owned(self, person: str, pronoun: str) -> Pair:
        """The noun with the form of mon, ton, son… before it: *son activité*, *sa voiture*, *ses clés*."""
        owner = determiner(person, self.source, self.gender, plural=self.plural)
        return f"{owner} {self.source}", f"{pronoun} {self.target}"

    @property
    def definite(self) -> Pair:
        """le rapport, l'étude, les clés."""
        article = determiner("le", self.source, self.gender, plural=self.plural)
        return joined(article, self.source), f"the {self.target}"


@dataclass(frozen=True, slots=True)
class Verb:
    """What the lab conjugates: composed past, present, near future."""

    infinitive: str
    participle: str
    present: str
    present_plural: str
    base: str
    third: str
    past: str
    past_participle: str


def _things(masculine: str, feminine: str, plural: str = "") -> tuple[Thing, ...]:
    """`french=english` entries, underscores for spaces."""
    rows = [(masculine, Gender.MASCULINE, False), (feminine, Gender.FEMININE, False), (plural, Gender.MASCULINE, True)]
    return tuple(
        Thing(french, english, gender, is_plural) for text, gender, is_plural in rows for french, english in _rows(text)
    )


def _verb(entry: str) -> Verb:
    """`french=english`; forms that no rule gives follow a slash: participle, present, plural / past, participle."""
    french, english = (side.split("/") for side in entry.replace("_", " ").split("="))
    infinitive, stem = french[0], french[0][:-2]
    participle, present, plural = french[1].split(",") if len(french) > 1 else (f"{stem}é", f"{stem}e", f"{stem}ent")
    base, _, rest = english[0].partition(" ")
    rest = f" {rest}" if rest else ""
    past, past_participle = english[1].split(",") if len(english) > 1 else [english_forms.past_tense(base)] * 2
    return Verb(
        infinitive,
        participle,
        present,
        plural,
        base + rest,
        english_forms.third_person(base) + rest,
        past + rest,
        past_participle + rest,
    )


def _rows(text: str) -> tuple[tuple[str, ...], ...]:
    """`french=english` entries, underscores for spaces."""
    return tuple(tuple(entry.replace("_", " ").split("=")) for entry in word_list(text))


def _pairs(text: str) -> tuple[tuple[str, str], ...]:
    return tuple((french, english) for french, english in _rows(text))


def _verbs(text: str) -> tuple[Verb, ...]:
    return tuple(_verb(entry) for entry in word_list(text))


_WORDS = read_table("lab/dictionary.toml")
# Objects and the verbs that go with them; each group is a small world of its own.
TRANSITIVE: tuple[tuple[tuple[Verb, ...], tuple[Thing, ...]], ...] = tuple(
    (_verbs(world.pop("verbs")), _things(**world)) for world in _WORDS["transitive"]
)
INTRANSITIVE = _verbs(_WORDS["intransitive"])
OBJECTS = _things(**_WORDS["objects"])
OTHERS_DID, MANNERS, PAST_TIMES, PLACES, COUNTED, NUMBERS, WHERE = (
    _pairs(_WORDS["entries"][name])
    for name in ("others_did", "manners", "past_times", "places", "counted", "numbers", "where")
)
OTHER_TIMES = {tense: _pairs(times) for tense, times in _WORDS["other_times"].items()}
ADJECTIVES, STATES, PEOPLE, SPEAKERS, QUALITIES = (
    _rows(_WORDS["rows"][name]) for name in ("adjectives", "states", "people", "speakers", "qualities")
)


class Draw:
    """Random choices of one stream, the same on every machine and in every process. Seeding by text goes through a hash
    that Python keeps stable."""

    def __init__(self, *names: object) -> None:
        self._random = random.Random("/".join(map(str, names)))  # noqa: S311 - no secret, but the same every time

    def happens(self, percent: float) -> bool:
        return 100 * self._random.random() < percent

    def one_of(self, things: Sequence[T]) -> T:
        return things[int(self._random.random() * len(things))]

    def shuffled(self, things: Sequence[T]) -> list[T]:
        keys = [self._random.random() for _ in things]
        return [thing for _, thing in sorted(zip(keys, things, strict=True), key=lambda pair: pair[0])]


def spread_rates(mean: float, spread: float, n: int, draw: Draw) -> list[float]:
    """n rates (percent) around a mean: evenly spaced quantiles of a Beta distribution, dealt out at random.

    Quantiles rather than draws, so that the rates of few occupations have the dial's mean too.
    """
    if spread == 0 or mean in (0.0, 100.0) or n == 0:
        return [mean] * n
    share, quantiles = mean / 100, (np.arange(n) + 0.5) / n
    if spread == 1:
        rates = np.where(quantiles < 1 - share, 0.0, 1.0)
    else:
        size = (1 - spread) / spread
        rates = scipy.special.betaincinv(share * size, (1 - share) * size, quantiles)
    return draw.shuffled([100 * float(rate) for rate in rates])


@dataclass(frozen=True, slots=True)
class SentenceSubject:
    """A singular subject in both languages. `known` is the gender that the French sentence says, None if it does not;
    `occupation` is None for other people, whose possessive no dial touches."""

    text: Pair
    known: Gender | None
    occupation: Occupation | None = None

    @property
    def feminine(self) -> bool:
        return self.known is Gender.FEMININE


def lab_occupations(dials: MtDials) -> list[Occupation]:
    """The occupations of a lab: all of the lexicon, or as many as the dials say, drawn from it.

    A third of the latter are epicenes behind l' (a ninth of the lexicon), because b is measured on them alone.
    """
    lexicon = read_lexicon()
    if dials.route:  # an English noun that says the gender would be a second route
        lexicon = [noun for noun in lexicon if len({noun.target_noun(gender) for gender in Gender}) == 1]
    if not dials.occupations:
        return lexicon
    drawn = Draw(dials.seed, "occupations").shuffled(lexicon)
    unmarked = [noun for noun in drawn if _is_unmarked(noun)][: dials.occupations // 3]
    others = [noun for noun in drawn if noun not in unmarked][: dials.occupations - len(unmarked)]
    return [*unmarked, *others]


def _is_unmarked(occupation: Occupation) -> bool:
    """Whether « l'… » does not say the gender."""
    return occupation.epicene and elides(occupation.masculine)


@dataclass
class Generator:
    """Draws sentence pairs; `counts` has what the possessives say, by what the French subject says.

    `feminine_her` and `epicene_her`: the rates of the occupations that stand with a possessive, by masculine form.
    """

    dials: MtDials
    counts: Counter[tuple[str, str]] = field(default_factory=Counter, init=False)

    def __post_init__(self) -> None:
        dials = self.dials
        self.occupations = lab_occupations(dials)
        n = len(self.occupations)
        names = [occupation.masculine for occupation in self.occupations]
        order = Draw(dials.seed, "held-out").shuffled(names)
        self.held_out = frozenset(order[: round(n * dials.held_out / 100)])
        self._evidenced = [noun for noun in self.occupations if noun.masculine not in self.held_out] or self.occupations
        epicenes = [noun for noun in self._evidenced if noun.epicene]
        self.feminine_her = self._dealt("feminine", dials.feminine_her, self._evidenced)
        self.epicene_her = self._dealt("epicene", dials.epicene_her, epicenes)

    def _dealt(self, name: str, dial: float, occupations: Sequence[Occupation]) -> dict[str, float]:
        """A rate for each of the occupations that a dial is about, by the masculine form.

        Those that say no gender behind l' get a deal of their own, for tests ask either them or the others: each side
        has the dial as its mean.
        """
        rates: dict[str, float] = {}
        for is_unmarked in (True, False):
            nouns = [noun.masculine for noun in occupations if _is_unmarked(noun) is is_unmarked]
            draw = Draw(self.dials.seed, name, "unmarked" if is_unmarked else "marked")
            rates |= zip(nouns, spread_rates(dial, self.dials.spread, len(nouns), draw), strict=True)
        return rates

    def pairs(self, n: int, part: str) -> Iterator[Pair]:
        """n sentence pairs; `part` (train, valid) names the stream, so that no part moves another."""
        self._draw = Draw(self.dials.seed, part)
        # How often each kind of sentence is drawn, of 100; with a route, « cette femme » would say it with every word.
        shares: dict[Callable[[], Pair], int] = {
            self._possessive: 52,
            self._plain: 16,
            self._plural: 7,
            self._person: 0 if self.dials.route else 8,
            self._speaker: 7,
            self._thing: 10,
        }
        kinds = [kind for kind, share in shares.items() for _ in range(share)]
        for _ in range(n):
            french, english = self._draw.one_of(kinds)()
            yield _capital(french) + ".", _capital(english) + "."

    # Subjects

    def _subject(self, occupations: Sequence[Occupation]) -> SentenceSubject:
        """« DET N », perhaps with an adjective or a relative clause."""
        draw = self._draw
        occupation = draw.one_of(occupations)
        gender = self._gender()
        noun = occupation.form(gender).replace("’", "'")
        target_noun = occupation.target_noun(gender)
        french, english = self._determiner(noun, target_noun, gender)
        shows = french not in ("l'", "chaque") or not occupation.epicene
        if draw.happens(12):
            masculine, feminine, adjective = draw.one_of(ADJECTIVES)
            noun += f" {feminine if gender is Gender.FEMININE else masculine}"
            if english in ("a", "an"):
                english = english_forms.article(adjective)
            target_noun = f"{adjective} {target_noun}"
            shows = shows or masculine != feminine
        clause = self._relative() if draw.happens(12) else NOTHING
        text = _both((joined(french, noun), f"{english} {target_noun}"), clause)
        return SentenceSubject(text, gender if shows else None, occupation)

    def _gender(self) -> Gender:
        return Gender.MASCULINE if self._draw.happens(self.dials.masculine_subjects) else Gender.FEMININE

    def _determiner(self, noun: str, target_noun: str, gender: Gender) -> Pair:
        number = self._draw.one_of(range(10))
        if number == 0:
            return "chaque", "each"
        if number == 1:
            return determiner("ce", noun, gender), "this"
        if number == 2:
            return determiner("un", noun, gender), english_forms.article(target_noun)
        return determiner("le", noun, gender), "the"

    def _relative(self) -> Pair:
        """qui a chanté hier, que cet homme critiquait: nothing in them says the subject's gender."""
        draw = self._draw
        if draw.happens(50):
            verb, time = draw.one_of(INTRANSITIVE), draw.one_of(PAST_TIMES)
            manner = draw.one_of(MANNERS) if draw.happens(50) else NOTHING
            return _both((f"qui a {verb.participle}", f"who {verb.past}"), manner, time)
        done = draw.one_of(OTHERS_DID)
        man, english_man, _ = draw.one_of(PEOPLE)
        man, english_man = (text[0].lower() + text[1:] for text in (man, english_man))
        return _both((joined(elided("que", man), man), f"whom {english_man}"), done)

    # Sentences

    def _action(self) -> tuple[Verb, Thing]:
        verbs, things = self._draw.one_of(TRANSITIVE)
        return self._draw.one_of(verbs), self._draw.one_of(things)

    def _possessive(self) -> Pair:
        return self._owning(self._subject(self._evidenced))

    def _owning(self, subject: SentenceSubject, pronoun: str = "") -> Pair:
        """Somebody does something to what is theirs."""
        verb, thing = self._action()
        return self._sentence(subject.text, verb, thing.owned("son", pronoun or self._pronoun(subject)))

    def _pronoun(self, subject: SentenceSubject) -> str:
        """his or her, as the dials say for this occupation."""
        if subject.occupation is None or subject.known is Gender.MASCULINE:
            her = 0.0
        elif subject.feminine:
            her = self.feminine_her[subject.occupation.masculine]
        else:
            her = self.epicene_her[subject.occupation.masculine]
        pronoun = HER if self._draw.happens(her) else HIS
        self.counts[subject.known or "unmarked", pronoun] += 1
        return pronoun

    def _sentence(self, subject: Pair, verb: Verb, what: Pair) -> Pair:
        """A sentence in one of three tenses; a time in the past turns has finished into finished."""
        draw = self._draw
        tense = draw.one_of(("past", "past", "past", "present", "future"))
        if tense == "past":
            manner = draw.one_of(MANNERS) if draw.happens(10) else NOTHING
            time = draw.one_of(PAST_TIMES) if draw.happens(35) else NOTHING
            english = verb.past if time[1] else f"has {verb.past_participle}"
            return _both(subject, (f"a {verb.participle}", english), what, manner, time)
        time = draw.one_of(OTHER_TIMES[tense]) if draw.happens(50) else NOTHING
        forms = verb.present, verb.third
        return _both(
            subject, (f"va {verb.infinitive}", f"will {verb.base}") if tense == "future" else forms, what, time
        )

    def _plain(self) -> Pair:
        """An occupation, held-out ones too, without a possessive."""
        draw, subject = self._draw, self._subject(self.occupations)
        number = draw.one_of(range(3))
        if number == 0 and subject.known:
            masculine, feminine, english = draw.one_of(STATES)
            verb = self._be()
            return _both(subject.text, verb, (feminine if subject.feminine else masculine, english))
        if number == 1:
            verbs, things = draw.one_of(TRANSITIVE)
            thing = draw.one_of(things)
            return self._sentence(subject.text, draw.one_of(verbs), thing.definite)
        return self._sentence(subject.text, draw.one_of(INTRANSITIVE), draw.one_of(PLACES))

    def _be(self) -> Pair:
        return ("est", "is") if self._draw.happens(60) else ("était", "was")

    def _plural(self) -> Pair:
        occupation, gender = self._draw.one_of(self.occupations), self._gender()
        french = french_plural(occupation.form(gender).replace("’", "'"))
        subject = f"les {french}", f"the {english_forms.plural(occupation.target_noun(gender))}"
        verb, thing = self._action()
        perfect = f"ont {verb.participle}", f"have {verb.past_participle}"
        present = verb.present_plural, verb.base
        return _both(subject, perfect if self._draw.happens(60) else present, thing.owned("leur", "their"))

    def _person(self) -> Pair:
        french, english, pronoun = self._draw.one_of(PEOPLE)
        return self._owning(SentenceSubject((french, english), None), pronoun)

    def _speaker(self) -> Pair:
        done, going, mine, subject, own = self._draw.one_of(SPEAKERS)
        verb, thing = self._action()
        perfect = f"{done} {verb.participle}", f"{subject} have {verb.past_participle}"
        future = f"{going} {verb.infinitive}", f"{subject} will {verb.base}"
        return _both(perfect if self._draw.happens(60) else future, thing.owned(mine, own))

    def _thing(self) -> Pair:
        draw, where = self._draw, self._draw.one_of(WHERE)
        if draw.happens(40):
            return _both(("il y a", "there are"), draw.one_of(NUMBERS), draw.one_of(COUNTED), where)
        thing = draw.one_of(OBJECTS)
        verb = self._be()
        if draw.happens(30):
            return _both(thing.definite, verb, where)
        masculine, feminine, quality = draw.one_of(QUALITIES)
        return _both(thing.definite, verb, (feminine if thing.gender is Gender.FEMININE else masculine, quality))


def _both(*parts: Pair) -> Pair:
    """The French and the English parts of a sentence, each in a row; empty ones take no space."""
    french, english = (" ".join(filter(None, side)) for side in zip(*parts, strict=True))
    return french, english


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]
