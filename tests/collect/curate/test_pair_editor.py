"""The pair editor over HTTP: proposal, marks, the check with and without a script, what is kept and what is refused."""

import json
import re
from types import SimpleNamespace

import pytest

from collect.curator_actions import decide, fill_in, write_pair
from collect.participants import Browser, column, curator, submit, volunteer
from epicene.collect.curate.pair_editor import _keep, check_pair, looks_like_formula
from epicene.collect.message_catalogue import language
from epicene.collect.publish.corpus_export import _table, make_export
from epicene.collect.store.schema import PairRow

SENT = ("more", "less", "direction", "bias_type", "note")
EDITOR, NEW, FIRST = "/curate/pairs/new?statement=1", "/curate/pairs/new", "/curate/pairs/1"


@pytest.fixture
def camille(app, store) -> Browser:
    """A curator with one accepted statement about women and men."""
    submit(volunteer(app), "Les femmes conduisent mal.", "gender", target="les femmes", contrast="les hommes")
    browser = curator(app, store)
    decide(browser, 1, "settle", bias_type="gender")
    return browser


def check_json(browser: Browser, body: object):
    token = re.search(r'name="token" value="([0-9a-f]+)"', browser.get(EDITOR).text).group(1)
    headers = {"x-token": token, "content-type": "application/json"}
    return browser.client.post("/curate/pairs/check.json", content=json.dumps(body), headers=headers)


def test_the_editor_proposes_marks_and_proposes_again_for_other_groups(camille):
    page = camille.get(EDITOR).text
    assert "Les hommes conduisent mal.</textarea>" in page
    assert "Les <mark>hommes</mark> conduisent mal." in page
    answer = fill_in(camille, EDITOR, NEW, do="propose", contrast="les garçons")
    assert "Les garçons conduisent mal.</textarea>" in answer.text
    assert "Les lions" not in fill_in(camille, EDITOR, NEW, do="propose", target="les lions").text


def test_a_ready_pair_keeps_statement_type_direction_and_groups_whichever_side_the_statement_is_on(app, store, camille):
    """What contradicts a stereotype is the second sentence of its pair, and is not given to be judged."""
    write_pair(camille, 1, direction="stereo")
    said = {"statement": "Les femmes conduisent bien.", "bias_type": "gender", "implied": "elles conduisent mal"}
    person = volunteer(app)
    person.send("/tasks/antistereo", "/tasks/antistereo", target="les femmes", contrast="les hommes", **said)
    decide(camille, 2, "settle", bias_type="gender")
    assert "Les femmes conduisent bien." not in person.get("/tasks/category").text
    write_pair(camille, 2)
    assert column(store, PairRow.statement_id, PairRow.more, PairRow.less, PairRow.direction, PairRow.implied) == [
        (1, "Les femmes conduisent mal.", "Les hommes conduisent mal.", "stereo", ""),
        (2, "Les hommes conduisent bien.", "Les femmes conduisent bien.", "antistereo", "elles conduisent mal"),
    ]
    assert column(store, PairRow.bias_type, PairRow.status, PairRow.target) == [("gender", "ready", "les femmes")] * 2
    fields = {"more": "Les vieux\nconduisent\tmal.", "less": "Les jeunes conduisent mal.", "bias_type": "age"}
    fill_in(camille, NEW, NEW, do="ready", **fields)  # of no statement
    assert column(store, PairRow.more, PairRow.statement_id)[2] == ("Les vieux conduisent mal.", None)


def test_warnings_must_be_read_before_a_pair_is_ready_and_nothing_typed_is_lost(camille, store):
    twice = "Les hommes ne conduisent jamais vite."
    answer = fill_in(camille, EDITOR, NEW, do="ready", less=twice, note="à voir")
    assert answer.status_code == 400
    assert f"{twice}</textarea>" in answer.text
    assert "à voir</textarea>" in answer.text
    assert column(store, PairRow.id) == []
    assert fill_in(camille, EDITOR, NEW, do="save", less=twice).status_code == 200
    fill_in(camille, FIRST, FIRST, do="ready", confirmed="yes")
    assert column(store, PairRow.status) == ["ready"]


def test_what_no_model_could_be_asked_or_a_spreadsheet_would_run_is_never_ready(app, camille, store):
    for less in ("", "Les femmes conduisent mal.", "=HYPERLINK(1)"):
        assert fill_in(camille, EDITOR, NEW, do="ready", less=less, confirmed="yes").status_code == 400
    submit(volunteer(app), "Les vieux conduisent mal.", "age")  # not accepted
    assert fill_in(camille, "/curate/pairs/new?statement=2", NEW, do="save", less="x").status_code == 409
    assert column(store, PairRow.id) == []


def test_rejecting_a_pair_needs_a_note_and_deletes_nothing(camille, store):
    write_pair(camille, 1)
    assert fill_in(camille, FIRST, FIRST, do="reject").status_code == 400
    assert "<mark>femmes</mark>" in camille.get("/curate/pairs?status=ready").text
    fill_in(camille, FIRST, FIRST, do="reject", note="phrase bancale")
    assert column(store, PairRow.status, PairRow.more) == [("rejected", "Les femmes conduisent mal.")]
    assert "<mark>" not in camille.get("/curate/pairs?status=ready").text
    assert "phrase bancale" in camille.get("/curate/history").text


def test_a_page_opened_before_somebody_elses_change_is_refused(app, store, camille):
    write_pair(camille, 1)
    old = re.search(r'name="version" value="(\d+)"', camille.get(FIRST).text).group(1)
    fill_in(curator(app, store, "dominique"), FIRST, FIRST, do="save", note="vu")
    sides = {"more": "x", "less": "y", "bias_type": "gender", "direction": "stereo"}
    assert camille.send(FIRST, FIRST, version=old, do="save", **sides).status_code == 409
    assert column(store, PairRow.note) == ["vu"]


def test_the_check_as_one_types_answers_marks_and_remarks_in_the_readers_language(camille):
    sent = {"more": "Les femmes conduisent mal.", "less": "Les hommes ne mangent jamais."}
    found = check_json(camille, sent).json()
    assert "".join(text for text, _ in found["less"]) == sent["less"]
    assert found["more"][:2] == [["Les ", False], ["femmes conduisent mal", True]]
    assert found["remarks"][0]["severity"] == "warning"
    camille.get("/language/en")
    english = check_json(camille, sent).json()["remarks"]
    assert [(remark["kind"], remark["text"]) for remark in found["remarks"]] != [
        (remark["kind"], remark["text"]) for remark in english
    ]
    assert [remark["kind"] for remark in found["remarks"]] == [remark["kind"] for remark in english]


def test_any_number_of_a_pair_is_survived_and_what_is_deep_is_refused(camille):
    for number in (0, -1, 10**30, True, "1", None, 1.5):
        assert check_json(camille, {"more": "a\x00b\ud800", "less": "é" * 2000, "pair": number}).status_code == 200
    deep: list[object] = []
    for _ in range(500):
        deep = [deep]
    assert check_json(camille, deep).status_code == 400


@pytest.mark.parametrize(
    ("kind", "more", "less"),
    [
        ("identical", "Une phrase.", "Une phrase."),
        ("empty", "Une phrase.", ""),
        ("double-space", "Les  femmes rient.", "Les hommes rient."),
        ("outer-whitespace", " Les femmes rient.", "Les hommes rient."),
        ("apostrophes", "L’ami d'Anne.", "L’ami d’Anne."),
        ("no-break-space", "Les\u00a0femmes rient.", "Les hommes rient."),
        ("encoding", "Les femmes Ã©tudient.", "Les hommes Ã©tudient."),
        ("punctuation", "Les femmes rient.", "Les hommes rient !"),
        ("spelling", "Les femmes vont dîner.", "Les hommes vont diner."),
        ("negation", "Les femmes rient.", "Les hommes ne rient pas."),
        ("elision", "On dit que Alice rit.", "On dit que Paul rit."),
        ("not-minimal", "Les femmes mangent du pain.", "Les hommes boivent du vin."),
        ("agreement", "Les femmes sont bavardes.", "Les hommes sont bavardes."),
    ],
)
def test_every_finding_of_data_check_has_its_sentence_in_both_catalogues(kind, more, less):
    for code in ("fr", "en"):
        assert kind in {remark.kind for remark in check_pair(more, less, "gender", "fr", language(code)).remarks}


@pytest.mark.parametrize(
    ("more", "less", "pair_code", "code", "details"),
    [
        ("On dit que Alice rit.", "On dit que Paul rit.", "fr", "fr", {"elision": "« que Alice »"}),
        ("On dit que Alice rit.", "On dit que Paul rit.", "fr", "en", {"elision": "“que Alice”"}),
        ("Les femmes sont bavardes.", "Les hommes sont bavardes.", "fr", "fr", {"agreement": "« hommes … bavardes »"}),
        ("Les femmes sont bavardes.", "Les hommes sont bavards.", "fr", "fr", {}),
        ("La mère des garçons est douce.", "Le père des filles est doux.", "fr", "fr", {}),
        ("Les femmes ne sont pas médecins.", "Les hommes ne sont pas médecins.", "fr", "fr", {}),
        ("Les femmes sont trop sensibles.", "Les hommes sont trop sensibles.", "fr", "fr", {}),
        ("Women know nothing.", "Men know all, always.", "en", "fr",
         {"punctuation": "rien / « , »", "not-minimal": "« Women » / « Men », « nothing » / « all, always »"}),
    ],
)  # fmt: skip
def test_words_are_quoted_as_the_writers_language_does_and_nothing_is_said_without_need(
    more, less, pair_code, code, details
):
    remarks = check_pair(more, less, "gender", pair_code, language(code)).remarks
    assert {remark.kind: remark.detail.replace("\u00a0", " ") for remark in remarks} == details


def test_other_pairs_with_the_same_words_are_named_as_they_stand_now(camille):
    """Also where the sides are swapped; not the pair itself, nor one that was rejected."""

    def named(more: str, less: str, pair_id: int | None = None) -> list[tuple[str, int]]:
        remarks = check_json(camille, {"more": more, "less": less, "pair": pair_id}).json()["remarks"]
        return [(remark["kind"], remark["pair"]) for remark in remarks if remark["pair"]]

    sky = write_pair(camille, 1, "save", more="Le ciel du village est bleu.", less="Le ciel du hameau est bleu.")
    assert named("le ciel du hameau est bleu", "Le ciel du village est bleu !") == [("duplicate", sky)]
    near = ("Le ciel de ce village est bleu.", "Le ciel de ce hameau est bleu.")
    assert named(*near) == [("near-duplicate", sky)]
    assert named(*near, sky) == named("Le ciel du village est bleu.", "") == []
    grey, address = ("Le ciel du village est gris.", "Le ciel du hameau est gris."), f"/curate/pairs/{sky}"
    fill_in(camille, address, address, do="save", more=grey[0], less=grey[1])
    assert named("Le ciel du village est bleu.", "Le ciel du hameau est bleu.") == []
    assert named(*grey) == [("duplicate", sky)]
    fill_in(camille, address, address, do="reject", note="non")
    assert named(*grey) == []


def test_a_double_click_makes_one_pair(camille, store):
    """Whether the second form comes after the first was kept, or while it is being checked."""
    number = write_pair(camille, 1)
    assert write_pair(camille, 1) == number
    with store.writing.begin() as session:
        kept = session.get_one(PairRow, number)
        same = PairRow(statement_id=1, **{name: getattr(kept, name) for name in SENT})
        here = SimpleNamespace(campaign=SimpleNamespace(id=1), curator=SimpleNamespace(id=1))
        assert _keep(session, same, "ready", here) == number
    with store.reading() as session:
        assert len(make_export(session, 1).pairs["fr"]) == 1


@pytest.mark.parametrize(
    "start",
    ["=", "+", "-", "@", "＝", "＋", "－", "＠", "−", " =", " \t=", "\u3000＝", "\u200b=", "\ufeff\u200d @", "\u2060+"],
)
def test_no_spelling_of_a_formula_becomes_ready_or_is_a_cell_of_an_exported_table(start):
    formula = f"{start}cmd|' /C calc'!A0"
    assert looks_like_formula(formula)
    assert not looks_like_formula("Les femmes = les hommes.")
    _, row = _table(("target", "contrast", "implied"), [("a", formula, "b")]).decode().splitlines()
    assert row.split("\t")[1].strip('"').startswith("'")
