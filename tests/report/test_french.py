"""Nothing that a reader sees may stand in the code: every word comes from a catalogue or from the data."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from epicene.report.html import render_html
from epicene.report.study_html import render_study_html
from epicene.report.study_language import StudyLanguage

from epicene.auditing.study.page import sections_of
from epicene.auditing.study.saved_study import read_study
from epicene.core.language import Language as RoomLanguage
from epicene.data.benchmarks import BENCHMARKS
from epicene.inside.forced.forced_estimates import single_notices
from epicene.lab.page import calibration_document
from epicene.mt.judging import judge_measures
from epicene.mt.judging.line_judge import judge, open_corpus
from epicene.mt.winomt import winomt_measures
from epicene.mt.winomt.entity_gender import Translations
from epicene.core.language import Wording
from epicene.data.benchmarks import BENCHMARKS
from epicene.inside.forced.forced_estimates import single_notices
from epicene.report.html import render_html
from epicene.report.lab_language import LabLanguage
from epicene.report.lab_write import render_html as render_lab
from epicene.report.html import render_html
from epicene.report.language import LANGUAGES, Language, read_catalogue
from epicene.report.probe_language import ProbeLanguage
from epicene.report.probe_page import probe_page
from epicene.report.recorded import told
from epicene.report.render.html import render_html as render_document
from epicene.report.saved import read_runs
from epicene.report.story import render_page
from epicene.report.translation_language import TranslationLanguage
from epicene.report.translation_page import read_documents, render_documents
from epicene.runs.saved_run import read_runs
from epicene.report.study import read_study
from epicene.report.study_html import render_study_html
from epicene.report.study_language import StudyLanguage
from epicene.report.study_sections import sections_of
from epicene.scoring.protocol import SCORINGS
from invented_studies import MODELS, save_study
from invented_triples import save_run
from lab.invented_calibration import invented_results

from .test_language import PLAIN_OR_OPENING_SPACE
from .test_probe import document as probe_document

MESSAGES = Path(__file__).parents[2] / "src" / "epicene" / "report" / "messages"
PARTS = sorted({path.stem.rpartition("-")[0] for path in MESSAGES.glob("*-en.json")})
# Lists that code takes apart at spaces or bars: marks around them would be taken apart too.
LISTS = ("date.months", "number.words", "strip.ticks")
# The same in every language: letters of models, statistics, names of programs, units of the machine.
EVERYWHERE = {"epicene", "csv", "min", "html", "ideal"}


def marked(kind: Callable[[str], Any]) -> Any:
def marked(kind: Callable[[str], Wording]) -> Any:
    """A language whose every message stands between ⟦ and ⟧."""
    language = kind("fr")
    language._messages = {
        key: text if key in LISTS or not text else f"⟦{text}⟧" for key, text in language._messages.items()
    }
    return language


class Seen(HTMLParser):
    """What is read or read out: text, and the attributes that stand for text."""

    SPOKEN = ("aria-label", "title", "alt", "placeholder", "data-shown")
    SILENT = ("style", "script", "code")

    def __init__(self, page: str) -> None:
        super().__init__()
        self.said: list[str] = []
        self._open: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "link", "br", "input"):
            self._open.append(tag)
        self.said += [value for name, value in attrs if name in self.SPOKEN and value]

    def handle_endtag(self, tag: str) -> None:
        self._open.pop()

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1] not in self.SILENT:
            self.said.append(data)


def outside(said: str) -> str:
    """What stands outside all marks."""
    depth, kept = 0, []
    for character in said:
        depth += (character == "⟦") - (character == "⟧")
        if depth == 0 and character != "⟧":
            kept.append(character)
    return "".join(kept)


def words(text: str) -> set[str]:
    return {word.lower() for word in re.findall(r"[^\W\d_]{3,}", text)}


def values(data: Any) -> str:
    """Every string of a document, without its keys."""
    if isinstance(data, dict):
        return " ".join(map(values, data.values()))
    if isinstance(data, list | tuple):
        return " ".join(map(values, data))
    return str(data)


def data_of(folder: Path) -> str:
    found = [
        values(json.loads((folder / name).read_text(encoding="utf-8"))) for name in ("manifest.json", "results.json")
    ]
    lines = (folder / "items.jsonl").read_text(encoding="utf-8").splitlines()
    return " ".join([*found, *(values(json.loads(line)) for line in lines)])


def lists_of(language: Language) -> str:
    return " ".join(language.text(key) for key in LISTS).replace("|", " ")


PUBLISHED = words(
    values([json.loads(path.read_text(encoding="utf-8")) for path in MESSAGES.parent.glob("published/*")])
)


def unmarked_words(page: str, data: str, language: Language) -> set[str]:
    said = outside(" ".join(Seen(page).said))
    return words(said) - words(data) - words(lists_of(language)) - PUBLISHED - EVERYWHERE


def test_the_audit_page_has_no_word_of_its_own(run: Path, other: Path) -> None:
    language = marked(Language)
    page = render_html(read_runs([run, other]), language)
    assert page.count("⟦") > 200
    assert unmarked_words(page, data_of(run) + data_of(other), language) == set()


def test_the_page_about_triples_has_no_word_of_its_own(tmp_path: Path) -> None:
    runs = [save_run(tmp_path / "one"), save_run(tmp_path / "two", "invented/chair", inter=False)]
    language = marked(Language)
    page = render_html(read_runs(runs), language)
    assert unmarked_words(page, " ".join(map(data_of, runs)), language) == set()


def test_the_pages_about_probes_and_calibration_have_no_word_of_their_own() -> None:
    language = marked(ProbeLanguage)
    found = probe_document()
    assert unmarked_words(render_page(probe_page(found, language), language), values(found), language) == set()
    language = marked(lambda code: RoomLanguage(code, "epicene.lab"))
    assert unmarked_words(render_document(calibration_document(invented_results(), language)), "", language) == set()


def test_a_study_has_no_word_of_its_own(tmp_path: Path) -> None:
    path = save_study(tmp_path / "study", benchmarks=["crows-fr"], models=MODELS[:3])
    language = marked(StudyLanguage)
    study = read_study(path)
    page = render_study_html(study, sections_of(study, language), language)
    data = " ".join(data_of(found.parent) for found in path.rglob("items.jsonl"))
    data += (path / "study.json").read_text(encoding="utf-8")
    assert unmarked_words(page, data, language) <= {"svg", "pdf"}


@pytest.mark.parametrize("part", PARTS)
def test_both_catalogues_of_every_part_say_the_same_things(part: str) -> None:
    english, french = (read_catalogue(code, part) for code in LANGUAGES)
    assert english.keys() == french.keys()
    for key, text in english.items():
        assert set(re.findall(r"{(\w+)}", text)) == set(re.findall(r"{(\w+)}", french[key])), key


@pytest.mark.parametrize("path", sorted(MESSAGES.glob("*fr.json")), ids=lambda path: path.stem)
def test_every_french_message_is_spelt_as_french_is(path: Path) -> None:
    for key, text in json.loads(path.read_text(encoding="utf-8")).items():
        assert not PLAIN_OR_OPENING_SPACE.search(text), (key, text)
        assert "'" not in text, (key, "typographic apostrophe")


def test_every_benchmark_and_scoring_has_french_words() -> None:
    known = Language("fr")
    for name in BENCHMARKS:
        assert known.text_or(f"benchmark.{name}", ""), name
        assert known.text_or(f"source.{BENCHMARKS[name].source}", ""), name
    assert all(known.text_or(f"scoring.{name}", "") for name in SCORINGS)


def recorded_sentences() -> Iterator[str]:
    """Sentences that `epicene mt audit` and `mt intervene` write down."""
    yield "only the first 4 of 12 lines are judged (--limit)."
    yield "1 empty line of the output is judged as wrong (line 3)."
    yield "2 empty lines of the output are judged as wrong (the first is line 3)."
    yield "1 noun with h aspiré behind l': handballeur."
    yield "2 nouns without elision: oenologue, oenologue."
    yield "1 pair with different English nouns: actor/actress."
    value: Any = SimpleNamespace(measure="b", line=SimpleNamespace(occupation="analyste"))
    yield from single_notices([value])
    yield "2 of 3 lines do not have his/her and are left out: n = 1."
    yield "2 of 3 lines do not have the noun's two forms and are left out: n = 1."
    yield "3 of 4 references have neither his nor her, so that no translation of them is judged right."
    yield "Only the first 4 of 12 lines were asked about (--limit)."
    yield "u3 leaves out 7 pairs whose forms differ in their number of sub-words."


def test_what_commands_recorded_in_english_is_told_in_french() -> None:
    language, sentences = Language("fr"), list(recorded_sentences())
    assert len(sentences) >= 12
    for sentence in sentences:
        notice = told(sentence, language)
        assert not notice.foreign, sentence
        assert not re.search(r"\b(the|of|and|are|is|with)\b", notice.text), notice.text
        assert re.findall(r"\d+", sentence)[-1:] == re.findall(r"\d+", notice.text)[-1:], sentence
        assert told(sentence, Language("en")).text == sentence
    strange = told("nobody foresaw this.", language)
    assert (strange.text, strange.foreign) == ("nobody foresaw this.", True)
