"""What stands around a translation is taken away, and nothing of a translation is."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from epicene.models.translation_text import cleaned, count_kinds, has_translation, translation_line

ENGLISH, FRENCH = "The baker has finished his work.", "l'analyste a terminé son travail."
WRAPPED = [
    ("l&#39;analyste a terminé son travail.", FRENCH, {"entities"}),
    ("l&amp;#39;analyste a termin&eacute; son travail.", FRENCH, {"entities"}),
    (f"« {FRENCH} »", FRENCH, {"quotes"}),
    (f"“{ENGLISH}”", ENGLISH, {"quotes"}),
    (f'"{ENGLISH[:-1]}".', ENGLISH, {"quotes"}),
    (f"'{FRENCH}'", FRENCH, {"quotes"}),
    (f"1. {ENGLISH}", ENGLISH, {"bullets"}),
    (f"27) {ENGLISH}", ENGLISH, {"bullets"}),
    (f"- {ENGLISH}", ENGLISH, {"bullets"}),
    (f"• « {FRENCH} »", FRENCH, {"bullets", "quotes"}),
    (f"Translation: {ENGLISH}", ENGLISH, {"labels"}),
    (f"Traduction : {FRENCH}", FRENCH, {"labels"}),
    (f"French (formal): {FRENCH}", FRENCH, {"labels"}),
    (f"En français : {FRENCH}", FRENCH, {"labels"}),
    (f'Sure! Here is the translation of your sentence: "{ENGLISH}"', ENGLISH, {"labels", "quotes"}),
    (f"**{ENGLISH}**", ENGLISH, {"markup"}),
    ("The baker has finished **his** work.", ENGLISH, {"markup"}),
    (f"**Translation:** {ENGLISH}", ENGLISH, {"labels", "markup"}),
    (f"<s> {ENGLISH} </s>", ENGLISH, {"markup"}),
    (f"&lt;s&gt;{ENGLISH}&lt;/s&gt;", ENGLISH, {"entities", "markup"}),
    (f"{ENGLISH} (Note: “his” could be “her”.)", ENGLISH, {"notes"}),
    (f"{ENGLISH} Note: his/her depends on the baker.", ENGLISH, {"notes"}),
    (f"Here is the translation:\n\n{ENGLISH}", ENGLISH, {"lines"}),
    (f"Sure!\n\n**{ENGLISH}**\n\nNote: his/her both fit.", ENGLISH, {"lines", "markup"}),
    (f"Voici la traduction :\n\n« {FRENCH} »", FRENCH, {"lines", "quotes"}),
    (f"# Translation\n\n```\n{ENGLISH}\n```", ENGLISH, {"lines"}),
    (f"{ENGLISH}\\n\\nNote: his or her", ENGLISH, {"lines"}),
]
BARE = [
    ENGLISH,
    FRENCH,
    "The baker has finished his work (or her work).",
    "Les étudiant*es et auteur*rices ont terminé leur travail.",
    "La/le boulanger(ère) a terminé son travail.",
    "Le·la boulanger·ère et l'étudiant_e ont terminé.",
    "« Bonjour », dit le boulanger, « entrez »",
    "The translator has finished her translation.",
    "the <unk> has finished his work",
    "Elle partit. <sep> La patronne dort.",
    "2.5 millions de boulangers",
    *("-", "**", "Translation:", "..."),
]


@pytest.mark.parametrize(("wrapped", "text", "kinds"), WRAPPED)
def test_what_stands_around_a_translation_is_taken_away_and_named(wrapped: str, text: str, kinds: set[str]) -> None:
    assert cleaned(wrapped) == (text, kinds)


@pytest.mark.parametrize("line", BARE)
def test_other_lines_stay_as_they_are(line: str) -> None:
    assert cleaned(line) == (line, set())


@given(st.lists(st.sampled_from([*(one for one, _, _ in WRAPPED), *BARE, "\n", " ", "« ", "»", "**", "&", "- "])))
def test_cleaning_again_changes_nothing(parts: list[str]) -> None:
    once = cleaned("".join(parts))
    assert cleaned(once.text).text == once.text


def test_what_source_or_reference_have_too_is_part_of_the_translation() -> None:
    for wrapped, beside in (
        (f"« {FRENCH} »", "“The analyst has finished her work.”"),
        (f"- {FRENCH}", "- The analyst has finished her work."),
        ("Le traducteur a rendu sa traduction : la voici.", "The translator gave us the translation: here it is."),
        ("Stone &amp; tile", "Pierre &amp; carreau"),
    ):
        assert cleaned(wrapped, beside) == (wrapped, set())
        assert cleaned(wrapped).kinds


def test_lines_are_counted_by_what_they_were_cleaned_of() -> None:
    made = [cleaned(line, FRENCH) for line in (f"1. « {FRENCH} »", FRENCH, f"2. {FRENCH}")]
    assert [one.text for one in made] == [FRENCH] * 3
    assert count_kinds(one.kinds for one in made) == {"count": 2, "bullets": 2, "quotes": 1}
    assert count_kinds([cleaned(FRENCH).kinds]) == {}


def test_the_translation_in_a_reply_is_neither_what_is_said_about_it_nor_the_source() -> None:
    assert translation_line(f"French: {FRENCH}\nEnglish: {ENGLISH}", FRENCH) == f"English: {ENGLISH}"
    assert translation_line("Here  you are.") == "Here you are."
    assert [has_translation(reply) for reply in ("Sure!\n", "Here it is:\n\n", f"Here it is:\n{ENGLISH}")] == [0, 0, 1]


def test_no_published_line_is_cleaned(shared: Path) -> None:
    folder = shared / "data"
    files = [*folder.glob("mt_metiers/*"), *folder.glob("mt_geneval/*.fr"), *folder.glob("winomt/*.en-fr.txt")]
    for path in [*files, folder / "gate/FR_2_variants.tsv"]:
        lines = path.read_text(encoding="utf-8").splitlines()
        parts = [part for line in lines for part in line.replace("|||", "\t").split("\t")]
        assert [part for part in parts if cleaned(part.strip()).kinds] == [], path
    with gzip.open(folder / "multi30k/test_2018_flickr.fr.gz", "rt", encoding="utf-8") as captions:
        assert not any(cleaned(line.strip()).kinds for line in captions)
