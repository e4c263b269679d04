"""An attribute put behind another subject than its own."""

from __future__ import annotations

from epicene.grammar.people import Gender
from epicene.kinds.triples.sentence_frames import Concord, concord, inflected


def test_a_word_follows_the_subject_it_is_put_behind() -> None:
    to_women = concord([("Les", "Les"), ("étudiants", "étudiantes"), ("sont", "sont")])
    assert to_women == Concord(Gender.FEMININE, "", was_plural=True)
    assert inflected("paresseux", to_women) == "paresseuses"
    to_many = concord([("Le", "Les"), ("chauffeur", "chauffeurs"), ("est", "sont")])
    assert to_many is not None
    assert inflected("brutal", to_many) == "brutaux"


def test_a_gender_that_the_plural_hides_is_not_guessed() -> None:
    assert concord([("La", "Les"), ("juge", "juges"), ("était", "étaient")]) is None
