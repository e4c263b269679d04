"""Nothing that a reader sees may stand in the code: every word comes from a catalogue or from the data."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest
from fluent.syntax import FluentParser, ast

from epicene.core.catalogues import LANGUAGES, entries, identifier_of, key_of, read_catalogue
from epicene.core.language import GENERAL_ROOMS, Language, parsed
from epicene.data.benchmarks import BENCHMARKS
from epicene.inside.probes.page import PAGE as PROBES_PAGE
from epicene.lab.page import PAGE as LAB_PAGE
from epicene.report.render.html import render_html
from epicene.report.results_page import RunView, results_document
from epicene.scoring.protocol import SCORINGS
from inside.invented_probes import document as probe_document
from lab.invented_calibration import save_calibration
from page_words import SOURCE, marked, marked_catalogues, shown, unmarked_words, values

# A plain space before a double mark, none where French has one, or the wrong one after an opening quotation mark.
PLAIN_OR_OPENING_SPACE = re.compile(r"[^\u00a0\u202f\s{][;?!»]| [:;?!%»]|«[^\u00a0\u202f]|[a-zé}] ?:(?!//)(?=\s)")
ROOMS = sorted(f"epicene.{'.'.join(path.parent.relative_to(SOURCE).parts)}" for path in SOURCE.rglob("messages"))
# One language may say a number in a word (“once”), or a language by “of the language”.
SPELLED_OUT = {"count", "to"}
# What kinds and studies say in their own words: the same keys as the general ones.
OWN_WORDS = {
    "epicene.collect",  # never beside the general ones
    "epicene.report",
    "epicene.studies",
    "epicene.train",
    *(room for room in ROOMS if room.startswith("epicene.kinds.")),
}


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
    for key, source in english.items():
        differing = set(parsed("en", source).variables) ^ set(parsed("fr", french[key]).variables)
        assert not differing - SPELLED_OUT, key
        assert parsed("en", source).functions == parsed("fr", french[key]).functions, key
    if room not in OWN_WORDS:
        for general in {*GENERAL_ROOMS} - {room}:
            assert not english.keys() & read_catalogue(general, "en").keys()


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("code", LANGUAGES)
def test_every_message_is_written_for_one_and_for_many(room: str, code: str) -> None:
    language = Language(code, room)
    for key, source in read_catalogue(room, code).items():
        message = parsed(code, source)
        assert not message.references, (key, "a message is parsed alone")
        listed = set(re.findall(r"(?:LIST|FIRST|SEMICOLONS)\(\s*\$([\w-]+)", source))
        for number in (0, 1, 2.5, 1234):
            filled = {name: ["a", "b"] if name in listed else number for name in message.variables if "-" not in name}
            owners = {name.split("-")[0] for name in message.variables if "-" in name}
            language.text(key, **filled, **{name: _Anything(number) for name in owners})  # raises where it cannot


OWNERS = {
    owner
    for room in ROOMS
    for source in read_catalogue(room, "en").values()
    for variable in re.findall(r"\$([\w-]+)", source)
    for owner in variable.split("-")[1:-1]
}


class _Anything:
    """Has every attribute, which is a number."""

    def __init__(self, number: float) -> None:
        self._number = number

    def __getattr__(self, name: str) -> object:
        return _Anything(self._number) if name in OWNERS else self._number


@pytest.mark.parametrize("file", sorted(SOURCE.rglob("messages/*.ftl")), ids=lambda file: "-".join(file.parts[-3:]))
def test_fluent_reads_the_same_messages_in_a_file_as_we_do(file: Path) -> None:
    body = FluentParser().parse(file.read_text(encoding="utf-8")).body
    assert not [entry.content for entry in body if isinstance(entry, ast.Junk)]
    names = [entry.id.name for entry in body if isinstance(entry, ast.Message)]
    keys = list(entries(file.read_text(encoding="utf-8")))
    assert list(map(key_of, names)) == keys
    assert list(map(identifier_of, keys)) == names
    assert len(set(keys)) == len(keys) > 0


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("code", LANGUAGES)
def test_reasons_have_nothing_to_fill_in_because_notices_take_them_as_they_are(room: str, code: str) -> None:
    reasons = {key: text for key, text in read_catalogue(room, code).items() if key.startswith("reason.")}
    assert not {key for key, text in reasons.items() if set(parsed(code, text).variables) - {"count"}}


@pytest.mark.parametrize("room", [room for room in ROOMS if room != "epicene.collect"])  # which quotes both apostrophes
@pytest.mark.parametrize("form", ["one", "other"])
def test_every_french_message_is_spelt_as_french_is(room: str, form: str) -> None:
    for key, source in read_catalogue(room, "fr").items():
        text = shown(source, form).replace("→ ?", "")  # no proposal
        assert not PLAIN_OR_OPENING_SPACE.search(text), (key, text)
        assert "'" not in text, (key, "typographic apostrophe")


@pytest.mark.parametrize("room", ROOMS)
def test_english_sets_percent_signs_close_and_french_behind_a_no_break_space(room: str) -> None:
    for key, text in read_catalogue(room, "en").items():
        assert not re.search(r"[\d}]\s%", shown(text)), (key, text)
    for key, text in read_catalogue(room, "fr").items():
        assert not re.search("[^\u00a0\u202f(«]%", shown(text)), (key, text)


def test_every_benchmark_and_scoring_has_french_words() -> None:
    known = Language("fr")
    for name in BENCHMARKS:
        assert known.text_or(f"benchmark.{name}", ""), name
        assert known.text_or(f"source.{name}", ""), name
    assert all(known.text_or(f"scoring.{name}", "") for name in SCORINGS)
