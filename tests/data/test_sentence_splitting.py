"""Where sentences end, in French and English."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from epicene.data.sentence_splitting import sentences

CUT = {
    "titles": ["M. Dupont et Mme Durand sont là.", "Le Dr. Martin aussi.", "Mr. Smith is late."],
    "before Christ": ["César meurt en 44 av. J.-C.", "Les Romains le pleurent.", "En 30 av. J.-C. déjà, il pleuvait."],
    "for example": ["Il mange des fruits, p. ex. des pommes, etc.", "Elle préfère les légumes, e.g. carrots."],
    "numbers": ["Le n° 5 coûte 3.50 euros, soit 10 000 centimes.", "12 personnes l’ont acheté le 3 sept. 1990."],
    "seven": ["Ils étaient sept.", "Puis huit.", "Voir p. 12, vol. III et art. 3."],
    "initials": ["J. R. R. Tolkien a lu J.-P. Sartre.", "Il prend de la vitamine C.", "Elle aussi, aux U.S.A."],
    "saint": ["He lives on St. James St.", "He likes it there."],
    "quotes": ["Il a dit : « Je viens. »", "Puis « Non ! » cria-t-elle.", "« Bon. »", "“Fine.”", 'She said "Go."'],
    "runs": ["Quoi ?!", "Vraiment ?…", "Oui…", "Peut-être… enfin non !!!", "Bien."],
    "no-break spaces": ["Quoi\u00a0?", "«\u00a0Oui\u00a0!\u00a0»", "Non\u202f!", "C’est 10\u00a0000\u00a0€."],
    "lists": ["1. Le chat dort.", "2. Le chien court."],
    "dialogue": ["— Oui.", "— Non.", "(Il dort.)", "Elle part [...] Enfin."],
    "inside a word": ["Le site exemple.fr est lent.", "La version 2.5.1 aussi."],
}


@pytest.mark.parametrize("expected", CUT.values(), ids=CUT.keys())
def test_sentences_end_where_a_reader_sees_it(expected: list[str]) -> None:
    assert sentences(" ".join(expected)) == expected


def test_an_empty_line_ends_a_sentence_and_a_line_break_does_not() -> None:
    assert sentences("Titre\n\nLe chat\ndort. Il\nronfle.") == ["Titre", "Le chat\ndort.", "Il\nronfle."]


def test_nothing_gives_nothing() -> None:
    assert sentences("") == sentences(" \n\n ") == []


@given(st.text(alphabet=st.sampled_from('Ab M.?!…«»“”"’)(é1\n\u00a0\u202f\t—-C J')) | st.text())
def test_joined_sentences_are_the_text_but_for_whitespace(text: str) -> None:
    found = sentences(text)
    assert "".join("".join(found).split()) == "".join(text.split())
    assert all(sentence == sentence.strip() and sentence for sentence in found)
