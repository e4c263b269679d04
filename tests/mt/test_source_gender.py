"""What a source says of the gender of the person it is about: read from the source alone, and never guessed."""

from __future__ import annotations

import pytest

from epicene.core.errors import InputError
from epicene.mt.noun_phrases import source_gender


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("La boulangère a perdu sa clé.", "feminine"),
        ("Le boulanger a perdu sa clé.", "masculine"),
        ("L’avocate range son bureau.", "feminine"),
        ("L'agent de sécurité a montré son garage.", "masculine"),
        ("L'artiste a perdu sa clé.", "neutral"),
        ("L'auxiliaire de vie a cherché sa voisine.", "neutral"),
        ("L'artiste italienne a perdu sa clé.", "feminine"),
        ("L’artiste est très fatiguée.", "feminine"),
        ("Chaque journaliste a fini.", "neutral"),
        ("La chef de projet a fini.", "feminine"),
        ("L'artiste que cet homme critiquait a perdu sa clé.", "neutral"),
        ("La boulangère que cet homme critiquait dort.", "feminine"),
        ("Elle dort.", "feminine"),
        ("Il y a dix chaises dans la cuisine.", "neutral"),
        ("La table est grande.", "neutral"),
        ("L'étudiant·e est là.", "neutral"),
        ("La victime est blessée.", "neutral"),
        ("La boulangère ou le boulanger a fini.", "neutral"),
        ("Hier, la boulangère a perdu sa clé.", "feminine"),
        ("J'ai vu ma mère et son frère.", "neutral"),
        ("", "neutral"),
    ],
)
def test_a_french_source_says_the_gender_of_its_subject(sentence: str, said: str) -> None:
    assert source_gender(sentence, "fr") == said


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("The nurse finished her work.", "feminine"),
        ("The nurse finished his work.", "masculine"),
        ("The nurse finished their work.", "neutral"),
        ("The actress met him.", "neutral"),
        ("A businesswoman slept.", "feminine"),
        ("The human body is tired.", "neutral"),
    ],
)
def test_an_english_source_says_the_one_gender_of_its_people(sentence: str, said: str) -> None:
    assert source_gender(sentence, "en") == said


def test_a_language_without_a_grammar_is_refused() -> None:
    with pytest.raises(InputError, match="'de' cannot be read"):
        source_gender("Die Bäckerin schläft.", "de")
