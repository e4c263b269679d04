"""The small dictionary of the lab's French–English sentences: written by hand, so that every pair is a translation.

Occupations come from the bundled lexicon; everything that may stand around them is in `dictionary.toml`.
"""

from __future__ import annotations

from dataclasses import dataclass

from epicene.grammar.english.forms import past_tense, third_person
from epicene.grammar.french.determiners import determiner
from epicene.grammar.gender import Gender
from epicene.grammar.tables import read_table, word_list


@dataclass(frozen=True, slots=True)
class Thing:
    """A noun that can be owned, met or described."""

    source: str
    target: str
    gender: Gender
    plural: bool = False

    def possessive(self, person: str) -> str:
        """The form of mon, ton, son… before this noun: *son activité*, *sa voiture*, *ses clés*."""
        return determiner(person, self.source, self.gender, plural=self.plural)


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
    past, past_participle = english[1].split(",") if len(english) > 1 else [past_tense(base)] * 2
    return Verb(
        infinitive,
        participle,
        present,
        plural,
        base + rest,
        third_person(base) + rest,
        past + rest,
        past_participle + rest,
    )


def _rows(text: str) -> tuple[tuple[str, ...], ...]:
    """`one=other` entries, underscores for spaces."""
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
