from epicene.auditing.notices import notes_of_run, notices_of
from epicene.core.language import Language
from epicene.report.document import Document
from epicene.report.render.html import render_html
from epicene.runs.audit_folder import ResultIndex, SavedRun
from epicene.runs.results import AuditResults, manifest_of

EN, FR = Language("en"), Language("fr")


def run(benchmark: dict, notes=(), notices=(), **manifest) -> SavedRun:
    whole = {"model": {"name": "m", "notes": list(notes)}, "benchmarks": {"hats": benchmark}, **manifest}
    results = AuditResults(model="m", signatures={}, estimates=[], notices=list(notices))
    return SavedRun("m", manifest_of(whole), results, ResultIndex(results))


def texts(saved: SavedRun, language=EN) -> list[str]:
    return [note.text.replace("\u00a0", " ").replace("\u202f", " ") for note in notes_of_run(saved, language)]


def test_left_out_pairs_are_named_with_reason_and_n():
    facts = {"unusable": {"59": "identical", "379": "identical", "129": "empty"}, "n_total": 1677}
    recorded = "hats: 3 of 1677 pairs cannot be asked (…) and are left out: n = 1674."
    assert texts(run(facts, notices=[recorded])) == [
        "hats: 3 of 1,677 pairs were skipped (2 identical; 1 empty): n = 1,674."
    ]
    assert texts(run(facts), FR) == ["hats : 3 paires sur 1 677 ont été écartées (2 identiques ; 1 vide) : n = 1 674."]
    (note,) = notes_of_run(run(facts), EN)
    assert note.details == "129, 379 and 59"
    alone = run({"unusable": {"<b>": "empty"}, "n_total": 9})
    assert texts(alone) == ["hats: 1 of 9 pairs was skipped (1 empty): n = 8."]
    assert "</summary>&lt;b&gt;</details>" in render_html(Document("", EN, notes=notes_of_run(alone, EN)))


def test_as_released_leaves_nothing_out():
    assert texts(run({"unusable": {"59": "identical"}, "n_total": 9, "as_released": True})) == []


def test_a_failed_sanity_check_comes_first_and_is_grave():
    saved = run(
        {"known": False, "digest": "abcdef123"},
        sanity=[
            {"language": "fr", "passed": False, "right": 5, "of": 12},
            {"language": "en", "passed": True, "right": 12, "of": 12},
        ],
        notices=["m prefers a plain 'fr' sentence to the same words in disorder in only 5 of 12 cases"],
    )
    found = notices_of(saved)
    assert [notice.code for notice in found] == ["notice.sanity", "notice.unknown-data"]
    assert found[0].is_grave
    assert "5 of 12" in texts(saved)[0]
    assert "abcdef" in texts(saved)[1]


def test_a_run_that_went_on_elsewhere_says_so_in_the_readers_language():
    moves = [{"torch": ["2.1", "2.2"], "device": ["cpu", "cuda"]}]
    recorded = "This run was begun elsewhere (torch: 2.1 before, 2.2 now; device: cpu before, cuda now): its scores …"
    saved = run({}, moves=moves, notices=[recorded])
    assert texts(saved) == [
        "The run of m was begun elsewhere (torch: 2.1 before, 2.2 now; device: cpu before, cuda now): its scores may "
        "differ in their last digits."
    ]
    assert texts(saved, FR) == [
        "L’audit de m a été commencé ailleurs (torch : 2.1 avant, 2.2 maintenant ; appareil : cpu avant, cuda "
        "maintenant) : les dernières décimales des scores peuvent différer."
    ]


def test_an_unfinished_run_and_a_limit_are_said():
    unfinished = run({"limit": 100}, complete=False)
    assert [notice.code for notice in notices_of(unfinished)] == ["notice.partial", "notice.limit"]
    assert "a sample of 100" in texts(unfinished)[1]


def test_the_default_models_note_exists_in_french():
    saved = run({}, notes=["mostly English"])
    saved.manifest.model.name = "SmolLM2-135M-Instruct-Q4_1"
    assert "surtout sur de l’anglais" in texts(saved, FR)[0]
    assert texts(saved) == ["mostly English"]
