"""French spelling: what a word is, and before which words an article elides.

One definition of the word serves the checks and the word-wise scoring, so that *l’infirmière* is two words for every
model, whatever its tokenizer makes of it. English passes through unharmed: *don't* and *John's* are one word each.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

APOSTROPHES = "'’ʼ‘´`"
_HYPHENS = "‐‑-"  # the plain one last: first or last, it is no range in a character class
_LETTER = rf"(?:(?![{APOSTROPHES}])[\w\u0300-\u036f])"
_ELIDED = "l|d|s|n|j|m|t|c|qu|jusqu|lorsqu|puisqu|quoiqu"
_WORD = re.compile(
    rf"""
      \d+(?:[.,]\d+)+(?!{_LETTER})                                      # 3,5 and 10.000 are one word
    | (?:{_ELIDED})[{APOSTROPHES}](?={_LETTER})       # l’ of l’infirmière
    | {_LETTER}+(?:[{APOSTROPHES}{_HYPHENS}]{_LETTER}+)*                # aujourd’hui, lui-même, don't
    | (?P<mark>[^\s])(?P=mark)*                                         # … and ... and !!
    """,
    re.VERBOSE | re.IGNORECASE,
)
_ONE_SPELLING = str.maketrans(dict.fromkeys(APOSTROPHES, "'") | dict.fromkeys(_HYPHENS, "-"))


class Word(NamedTuple):
    """A word or a punctuation mark, and the characters of the text that it covers."""

    start: int
    end: int
    text: str

    @property
    def is_mark(self) -> bool:
        return not any(character.isalnum() for character in self.text)


def words(text: str) -> list[Word]:
    """Split at spaces, after an elision's apostrophe and around punctuation; what lies between is space only."""
    return [Word(*match.span(), match.group()) for match in _WORD.finditer(text)]


def fold(text: str) -> str:
    """One spelling of apostrophes, hyphens, ligatures and case, for comparing; never for what a model is asked."""
    text = unicodedata.normalize("NFC", text).translate(_ONE_SPELLING).casefold()
    return text.replace("œ", "oe").replace("æ", "ae")


def word_list(text: str) -> tuple[str, ...]:
    """Words of a table in this package, written as running text so that it can be read."""
    return tuple(text.split())


def elides(word: str) -> bool:
    """Whether *le*, *de* and *que* lose their vowel before this word: l’ami, l’hôtesse, but le héros, le onze."""
    plain = fold(word)
    if plain.startswith("h"):
        return not plain.startswith(_H_ASPIRE) or plain.startswith(_H_MUET)
    if _NEVER_ELIDED.match(plain):
        return False
    bare = "".join(mark for mark in unicodedata.normalize("NFD", plain) if not unicodedata.combining(mark))
    if bare.startswith("y"):
        # y + consonant is a vowel (Yves, ypérite), y + vowel a glide (yaourt), but for three old words.
        return bare[1:2] not in set("aeiou") or bare.startswith(("yeux", "yeuse", "yonne"))
    return bare[:1] in set("aeiou")


_NEVER_ELIDED = re.compile(
    r"(?:onz(?:e|i[eè]mes?|i[eè]mement)|ou[iï](?:-.*)?|ouistitis?|uhlans?|iota|ululer?|ouah|ouais)$"
)

# Beginnings, so that derivatives need no line of their own; those that catch a mute h too are undone below.
_H_ASPIRE = word_list(
    """
    hâbl hach hack haddock hadj hagard haie haill hain haï haka halag halal haler haleu halet halèt half hall halo halt
    halva hâl hamac hambourg hamburg hameau hammam hampe hamster hanap hanch hand hangar hanneton hanovr hanse hant
    happ haquen haquet harakiri hara-kiri harangu haras harcel harcèl hard harem hareng hargn haricot harissa harki
    harlem harnach harnais haro harp hasard hasch hase hât hauban haubert hauss haut havan haveu havr hâv hayon heaume
    heaumi heavy hein hélas héler henn héraut hère hériss herni herscheu héron héros herse hêtr heurt hi-fi hi-han
    hibou hic hickory hideu hidjab hijab hiérarch highland hindi hip-hop hippie hippy hipster hiss hit- hits hittite
    hobb hobereau hobo
    hoch hockey hold holland hollywood homard home hong honni hont hooligan hoquet horde horion hors hot- hotdog
    hotline hotte houblon houe houill houl houpp houri hourra houspill houss houthi houx hovercraft hublot huch hue
    hué huguenot huit hula hulott hulul hun hupp hurdl hurl huron husky hussard hussit hutt hutu
    """
)
_H_MUET = word_list("haïti hallali hallucin halog halophil halophyt haltèr haltér huitr hurlu")
