"""What a source says of the gender of the person it is about: read from the source alone, and never guessed."""

from __future__ import annotations

import pytest

from epicene.core.errors import InputError
from epicene.mt.noun_phrases import source_gender

FRENCH = {
    "feminine": [
        *("La boulangère a perdu sa clé.", "L’avocate range son bureau.", "L'artiste italienne a perdu sa clé."),
        *("L’artiste est très fatiguée.", "La chef de projet a fini.", "La boulangère que cet homme critiquait dort."),
        *("Elle dort.", "Hier, la boulangère a perdu sa clé."),
    ],
    "masculine": ["Le boulanger a perdu sa clé.", "L'agent de sécurité a montré son garage."],
    "neutral": [
        *("L'artiste a perdu sa clé.", "L'auxiliaire de vie a cherché sa voisine.", "Chaque journaliste a fini."),
        *("L'artiste que cet homme critiquait a perdu sa clé.", "Il y a dix chaises dans la cuisine."),
        *("La table est grande.", "L'étudiant·e est là.", "La victime est blessée."),
        *("La boulangère ou le boulanger a fini.", "J'ai vu ma mère et son frère.", ""),
    ],
}
ENGLISH = {
    "feminine": ["The nurse finished her work.", "A businesswoman slept."],
    "masculine": ["The nurse finished his work."],
    "neutral": ["The nurse finished their work.", "The actress met him.", "The human body is tired."],
}


@pytest.mark.parametrize(("language", "sentences"), [("fr", FRENCH), ("en", ENGLISH)])
def test_a_source_says_the_gender_of_its_subject(language: str, sentences: dict[str, list[str]]) -> None:
    read = {gender: [source_gender(line, language) for line in lines] for gender, lines in sentences.items()}
    assert read == {gender: [gender] * len(lines) for gender, lines in sentences.items()}


def test_a_language_without_a_grammar_is_refused() -> None:
    with pytest.raises(InputError, match="'de' cannot be read"):
        source_gender("Die Bäckerin schläft.", "de")
