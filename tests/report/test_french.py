"""Nothing that a reader sees may stand in the code, and both languages say the same."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from epicene.core.language import LANGUAGES
from epicene.data.benchmarks import BENCHMARKS
from epicene.inside.forced.forced_estimates import single_notices
from epicene.mt.judging import judge_measures
from epicene.mt.judging.line_judge import judge, open_corpus
from epicene.mt.winomt import winomt_measures
from epicene.mt.winomt.entity_gender import Translations
from epicene.report.lab_language import LabLanguage
from epicene.report.lab_write import render_html as render_lab
from epicene.report.language import Language, read_catalogue
from epicene.report.probe_language import ProbeLanguage
from epicene.report.probe_page import probe_page
from epicene.report.recorded import told
from epicene.report.story import render_page
from epicene.report.translation_language import TranslationLanguage
from epicene.report.translation_page import read_documents, render_documents
from epicene.scoring.protocol import SCORINGS
from lab.invented_calibration import invented_results
from mt.small_corpora import write
from page_words import SOURCE, marked_messages, unmarked_words, values

from .test_language import PLAIN_OR_OPENING_SPACE, placeholders
from .test_probe import document as probe_document
from .test_translation_page import documents  # noqa: F401 - a fixture

MESSAGES = SOURCE / "report" / "messages"
PARTS = sorted({path.stem.rpartition("-")[0] for path in MESSAGES.glob("*-en.json")})


def marked(kind: type[Language]) -> Language:
    """A language whose every message stands between ⟦ and ⟧."""
    language = kind("fr")
    language._messages = marked_messages(language._messages)
    return language


def test_the_page_about_translation_has_no_word_of_its_own(documents: tuple[Path, Path]) -> None:  # noqa: F811
    language = marked(TranslationLanguage)
    read = read_documents(documents)
    notices = {"notices": ["only the first 4 of 12 lines are judged (--limit)."]}
    page = render_documents([{**one, **notices} for one in read], language)
    said = told(notices["notices"][0], language).text
    assert said in page
    assert unmarked_words(page.replace(said, ""), values(read), language) == set()


def test_the_pages_about_probes_and_calibration_have_no_word_of_their_own() -> None:
    language = marked(ProbeLanguage)
    found = probe_document()
    assert unmarked_words(render_page(probe_page(found, language), language), values(found), language) == set()
    language = marked(LabLanguage)
    assert unmarked_words(render_lab(invented_results(), language), "", language) == set()


@pytest.mark.parametrize("part", PARTS)
def test_both_catalogues_of_every_part_say_the_same_things(part: str) -> None:
    english, french = (read_catalogue(code, part) for code in LANGUAGES)
    assert english.keys() == french.keys()
    for key, text in english.items():
        assert set(re.findall(r"{(\w+)}", text)) == set(re.findall(r"{(\w+)}", french[key])), key


OF_THEIR_OWN = ("adapt", "collect")  # what they say is no report, and their own tests read it
CATALOGUES = sorted(
    path for path in SOURCE.glob("**/messages/*fr.json") if path.relative_to(SOURCE).parts[0] not in OF_THEIR_OWN
)


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: f"{path.parents[1].name}-{path.stem}")
def test_every_french_message_is_spelt_as_french_is(path: Path) -> None:
    for key, text in json.loads(path.read_text(encoding="utf-8")).items():
        assert not PLAIN_OR_OPENING_SPACE.search(text), (key, text)
        assert "'" not in text, (key, "typographic apostrophe")


ROOMS = [path.parent for path in CATALOGUES if path.name == "fr.json"]


@pytest.mark.parametrize("room", ROOMS, ids=lambda path: path.parent.name)
def test_both_catalogues_of_every_room_say_the_same_things(room: Path) -> None:
    english, french = (json.loads((room / f"{code}.json").read_text(encoding="utf-8")) for code in LANGUAGES)
    assert english.keys() == french.keys()
    for key, text in english.items():
        assert placeholders(text) == placeholders(french[key]), key


def test_every_benchmark_and_scoring_has_french_words() -> None:
    known = Language("fr")
    for name in BENCHMARKS:
        assert known.text_or(f"benchmark.{name}", ""), name
        assert known.text_or(f"source.{name}", ""), name
    assert all(known.text_or(f"scoring.{name}", "") for name in SCORINGS)


FRENCH = ["l’handballeur", "l’handballeuse", "le oenologue", "la oenologue", "l’acteur", "l’actrice"]
ENGLISH = ["handballer", "handballer", "winemaker", "winemaker", "actor", "actress"]


def recorded_sentences(folder: Path) -> Iterator[str]:
    """Every kind of sentence that `epicene mt` writes down, from where it is made."""
    french = write(folder / "corpus.fr", [f"{noun} a terminé son travail." for noun in FRENCH * 2])
    possessives = ("his", "her") * len(ENGLISH)
    english = write(
        folder / "corpus.en",
        [f"The {noun} has finished {one} work." for noun, one in zip(ENGLISH * 2, possessives, strict=True)],
    )
    for limit, empty in ((6, 1), (None, 2)):
        corpus = open_corpus("fr-en", french, english, limit)
        said = ["The actor has finished his work."] * (len(corpus.lines) - empty)
        yield from judge_measures.notices_of(
            corpus, judge(corpus, write(folder / "out", ["", ""][:empty] + said), allow_empty=True)
        )
    asked: Any = SimpleNamespace(items=[1, 2], of=9, limited=True)
    for changed in ([3], [3, 5]):
        yield from winomt_measures.notices_of(asked, Translations([], [], changed))
    value: Any = SimpleNamespace(measure="b", line=SimpleNamespace(occupation="analyste"))
    yield from single_notices([value])
    yield "2 of 3 lines do not have his/her and are left out: n = 1."
    yield "2 of 3 lines do not have the noun's two forms and are left out: n = 1."
    yield "3 of 4 references have neither his nor her, so that no translation of them is judged right."
    yield "Only the first 4 of 12 lines were asked about (--limit)."
    yield "u3 leaves out 7 pairs whose forms differ in their number of sub-words."


def test_what_commands_recorded_in_english_is_told_in_french(tmp_path: Path) -> None:
    language, sentences = TranslationLanguage("fr"), list(dict.fromkeys(recorded_sentences(tmp_path)))
    assert len(sentences) >= 12
    for sentence in sentences:
        notice = told(sentence, language)
        assert not notice.foreign, sentence
        assert not re.search(r"\b(the|of|and|are|is|with)\b", notice.text), notice.text
        assert re.findall(r"\d+", sentence)[-1:] == re.findall(r"\d+", notice.text)[-1:], sentence
        assert told(sentence, TranslationLanguage("en")).text == sentence
    strange = told("nobody foresaw this.", language)
    assert (strange.text, strange.foreign) == ("nobody foresaw this.", True)
