"""Nothing that a reader sees may stand in the code: every word comes from a catalogue or from the data."""

from __future__ import annotations

import json
import re
import string
from pathlib import Path

import msgspec
import pytest

from epicene.core.catalogues import LANGUAGES, read_catalogue
from epicene.core.language import GENERAL_ROOMS, Language
from epicene.data.benchmarks import BENCHMARKS
from epicene.inside.probes.page import PAGE as PROBES_PAGE
from epicene.lab.page import PAGE as LAB_PAGE
from epicene.report.render.html import render_html
from epicene.report.results_page import RunView, results_document
from epicene.scoring.protocol import SCORINGS
from inside.invented_probes import document as probe_document
from lab.invented_calibration import save_calibration
from page_words import SOURCE, marked, marked_catalogues, unmarked_words, values

# A plain space before a double mark, none where French has one, or the wrong one after an opening quotation mark.
PLAIN_OR_OPENING_SPACE = re.compile(r"[^\u00a0\u202f\s{][;?!»]| [:;?!%»]|«[^\u00a0\u202f]|[a-zé}] ?:(?!//)(?=\s)")
ROOMS = sorted(
    f"epicene.{'.'.join(path.parent.relative_to(SOURCE).parts)}"
    for path in SOURCE.rglob("messages")
    if path.parent.name != "adapt"  # whose catalogue is for another reader, and has tests of its own
)
# What kinds and studies say in their own words: the same keys as the general ones.
OWN_WORDS = {
    "epicene.collect",  # never beside the general ones
    "epicene.report",
    "epicene.studies",
    "epicene.train",
    *(room for room in ROOMS if room.startswith("epicene.kinds.")),
}


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_the_pages_about_probes_and_calibration_have_no_word_of_their_own(tmp_path: Path) -> None:
    language, found = marked("epicene.inside"), probe_document()
    view = RunView(PROBES_PAGE, [Path("run")], language)
    view.__dict__["by_run"] = [[found]]
    page = render_html(results_document(view))
    assert unmarked_words(page, values(msgspec.to_builtins(found)), language) == set()
    with marked_catalogues():
        page = LAB_PAGE.document([save_calibration(tmp_path / "run")], "fr")
        assert unmarked_words(render_html(page), "", page.language) == set()


@pytest.mark.parametrize("room", ROOMS)
def test_both_catalogues_of_every_room_say_the_same_things(room: str) -> None:
    english, french = (read_catalogue(room, code) for code in LANGUAGES)
    assert english.keys() == french.keys()
    for key, text in english.items():
        spelled_out = {"count"} if key.endswith(".one") else set()  # “once” says the number in a word
        assert placeholders(text) | spelled_out == placeholders(french[key]) | spelled_out, key
    if room not in OWN_WORDS:
        for general in {*GENERAL_ROOMS} - {room}:
            assert not english.keys() & read_catalogue(general, "en").keys()


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("code", LANGUAGES)
def test_reasons_have_nothing_to_fill_in_because_notices_take_them_as_they_are(room: str, code: str) -> None:
    reasons = {key: text for key, text in read_catalogue(room, code).items() if key.startswith("reason.")}
    assert not {key for key, text in reasons.items() if placeholders(text)}


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("code", LANGUAGES)
def test_no_message_stands_twice_in_a_catalogue(room: str, code: str) -> None:
    files = SOURCE.joinpath(*room.split(".")[1:], "messages").glob(f"*{code}.json")
    keys = [key for path in files for key, _ in json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=list)]
    assert len(keys) == len(set(keys)) > 0


@pytest.mark.parametrize("room", [room for room in ROOMS if room != "epicene.collect"])  # which quotes both apostrophes
def test_every_french_message_is_spelt_as_french_is(room: str) -> None:
    for key, text in read_catalogue(room, "fr").items():
        bare = re.sub(r"{[^}]*}", "{}", text)  # how a value is written stands behind a colon too
        assert not PLAIN_OR_OPENING_SPACE.search(bare), (key, text)
        assert "'" not in text, (key, "typographic apostrophe")


@pytest.mark.parametrize("room", ROOMS)
def test_english_sets_percent_signs_close_and_french_behind_a_no_break_space(room: str) -> None:
    for key, text in read_catalogue(room, "en").items():
        assert not re.search(r"[\d}]\s%", str(text)), (key, text)
    for key, text in read_catalogue(room, "fr").items():
        assert not re.search("[^\u00a0\u202f(«]%", str(text)), (key, text)


def test_every_benchmark_and_scoring_has_french_words() -> None:
    known = Language("fr")
    for name in BENCHMARKS:
        assert known.text_or(f"benchmark.{name}", ""), name
        assert known.text_or(f"source.{name}", ""), name
    assert all(known.text_or(f"scoring.{name}", "") for name in SCORINGS)


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_catalogue_says_that_all_else_is_equal(code: str) -> None:
    """The sentences of a pair differ in length and in how rare their words are, too."""
    claim = re.compile(
        r"(all|everything) else\b.{0,40}\bequal|other things being equal|toutes? (autres? )?choses? .{0,20}égales?"
    )
    claimed = {
        key: text for room in ROOMS for key, text in read_catalogue(room, code).items() if claim.search(text.casefold())
    }
    assert claimed == {}
