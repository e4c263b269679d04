"""What a reader must know of an audit, by the codes of its notices, gravest first, and in the reader's language."""

import pytest

from epicene.auditing.notices import notes_of_run, notices_of
from epicene.core.language import Language
from epicene.report.document import Document
from epicene.report.render.html import render_html
from epicene.runs.audit_folder import ResultIndex, SavedRun
from epicene.runs.results import AuditResults, manifest_of

EN, FR = Language("en"), Language("fr")
UNUSABLE = {"59": "identical", "379": "identical", "129": "empty"}
CHECKS = [
    {"language": "fr", "passed": False, "right": 5, "of": 12},
    {"language": "en", "passed": True, "right": 12, "of": 12},
]
MOVES = [{"torch": ["2.1", "2.2"], "device": ["cpu", "cuda"]}]


def run(benchmark: dict, notes=(), **manifest) -> SavedRun:
    whole = {"model": {"name": "m", "notes": list(notes)}, "benchmarks": {"hats": benchmark}, **manifest}
    results = AuditResults(model="m", signatures={}, estimates=[])
    return SavedRun("m", manifest_of(whole), results, ResultIndex(results))


@pytest.mark.parametrize(
    ("facts", "manifest", "codes", "values"),
    [
        ({"unusable": UNUSABLE, "n_total": 1677}, {}, ["left-out"], {"count": 3, "total": 1677, "used": 1674}),
        ({"unusable": UNUSABLE, "n_total": 9, "as_released": True}, {}, [], {}),
        ({"known": False, "digest": "abcdef123"}, {"sanity": CHECKS}, ["sanity", "unknown-data"], {"model": "m"}),
        ({"limit": 100}, {"complete": False}, ["partial", "limit"], {"model": "m"}),
        ({}, {"moves": MOVES}, ["moved"], {"model": "m"}),
    ],
)
def test_each_fact_has_its_notice_and_grave_ones_come_first(facts, manifest, codes, values):
    notices = notices_of(run(facts, **manifest))
    assert [notice.code.removeprefix("notice.") for notice in notices] == codes
    assert all(notices[0].values[name] == value for name, value in values.items())
    grave = [notice.is_grave for notice in notices]
    assert grave == sorted(grave, reverse=True)


@pytest.mark.parametrize("language", [EN, FR], ids=["en", "fr"])
def test_items_that_were_skipped_are_counted_in_the_sentence_and_named_in_its_details(language):
    (note,) = notes_of_run(run({"unusable": UNUSABLE, "n_total": 1677}), language)
    assert "379" not in note.text
    assert all(item in note.details for item in UNUSABLE)


def test_the_default_models_note_exists_in_french():
    saved = run({}, notes=["mostly English"])
    saved.manifest.model.name = "SmolLM2-135M-Instruct-Q4_1"
    (french,), (english,) = notes_of_run(saved, FR), notes_of_run(saved, EN)
    assert (english.text, french.foreign) == ("mostly English", False)
    assert french.text != english.text


def test_ids_of_skipped_items_are_escaped_where_they_are_folded():
    notes = notes_of_run(run({"unusable": {"<b>": "empty"}, "n_total": 9}), EN)
    assert "</summary>&lt;b&gt;</details>" in render_html(Document("", EN, notes=notes))
