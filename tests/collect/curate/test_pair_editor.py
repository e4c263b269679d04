"""The pair editor over HTTP: proposal, marks, the check with and without a script, what is kept and what is refused."""

import json
import re
from types import SimpleNamespace

import pytest
from sqlalchemy import select

from collect.curator_actions import decide, fill_in, write_pair
from collect.participants import Browser, curator, submit, volunteer
from epicene.collect.curate.pair_editor import _keep, check_pair, looks_like_formula
from epicene.collect.message_catalogue import language
from epicene.collect.publish.corpus_export import make_export
from epicene.collect.store.schema import PairRow

SENT = ("more", "less", "direction", "bias_type", "note")
EDITOR = "/curate/pairs/new?statement=1"


@pytest.fixture
def camille(app, store) -> Browser:
    """A curator with one accepted statement about women and men."""
    submit(volunteer(app), "Les femmes conduisent mal.", "gender", target="les femmes", contrast="les hommes")
    browser = curator(app, store)
    decide(browser, 1, "settle", bias_type="gender")
    return browser


def pairs(store) -> list[PairRow]:
    with store.reading() as session:
        return list(session.scalars(select(PairRow).order_by(PairRow.id)))


def check_json(browser: Browser, body: object, **headers: str):
    token = re.search(r'name="token" value="([0-9a-f]+)"', browser.get(EDITOR).text).group(1)
    return browser.client.post(
        "/curate/pairs/check.json",
        content=body if isinstance(body, bytes) else json.dumps(body),
        headers={"x-token": token, "content-type": "application/json", **headers},
    )


def test_the_editor_opens_with_a_proposal_whose_differences_are_marked(camille):
    page = camille.get(EDITOR).text
    assert "Les hommes conduisent mal.</textarea>" in page
    assert "Les <mark>hommes</mark> conduisent mal." in page
    assert "Rien à signaler." in page


def test_a_ready_pair_keeps_statement_type_direction_and_author(camille, store):
    write_pair(camille, 1, direction="stereo")
    (pair,) = pairs(store)
    assert (pair.more, pair.less) == ("Les femmes conduisent mal.", "Les hommes conduisent mal.")
    assert (pair.bias_type, pair.direction, pair.status, pair.statement_id) == ("gender", "stereo", "ready", 1)


def test_what_contradicts_a_stereotype_is_the_second_sentence_of_its_pair(app, store, camille):
    said = {"statement": "Les femmes conduisent bien.", "bias_type": "gender", "implied": "elles conduisent mal"}
    person = volunteer(app)
    person.send("/tasks/antistereo", "/tasks/antistereo", target="les femmes", contrast="les hommes", **said)
    assert "contredit un stéréotype" in camille.get("/curate").text
    decide(camille, 2, "settle", bias_type="gender")
    page = camille.get("/curate/statements/2").text
    assert "contredit un stéréotype" in page
    assert "elles conduisent mal" in page
    assert person.get("/tasks/category").text.count("Les femmes conduisent bien.") == 0
    write_pair(camille, 2)
    (pair,) = pairs(store)
    assert (pair.more, pair.less) == ("Les hommes conduisent bien.", "Les femmes conduisent bien.")
    assert (pair.direction, pair.target, pair.implied) == ("antistereo", "les femmes", "elles conduisent mal")


def test_another_proposal_for_other_groups(camille):
    answer = fill_in(camille, EDITOR, "/curate/pairs/new", do="propose", contrast="les garçons")
    assert "Les garçons conduisent mal.</textarea>" in answer.text
    answer = fill_in(camille, EDITOR, "/curate/pairs/new", do="propose", target="les lions")
    assert "Pas de proposition" in answer.text
    assert "Les femmes conduisent mal.</textarea>" in answer.text


def test_warnings_must_be_read_before_a_pair_is_ready_and_nothing_typed_is_lost(camille, store):
    twice = "Les hommes ne conduisent jamais vite."
    answer = fill_in(camille, EDITOR, "/curate/pairs/new", do="ready", less=twice, note="à voir")
    assert answer.status_code == 400
    assert "Il y a des avertissements" in answer.text
    assert f"{twice}</textarea>" in answer.text
    assert "à voir</textarea>" in answer.text
    assert pairs(store) == []
    answer = fill_in(camille, EDITOR, "/curate/pairs/new", do="save", less=twice)
    assert answer.status_code == 200
    answer = fill_in(camille, "/curate/pairs/1", "/curate/pairs/1", do="ready", confirmed="yes")
    assert pairs(store)[0].status == "ready"


def test_a_pair_that_no_model_could_be_asked_is_never_ready(camille, store):
    for less in ("", "Les femmes conduisent mal."):
        answer = fill_in(camille, EDITOR, "/curate/pairs/new", do="ready", less=less, confirmed="yes")
        assert answer.status_code == 400
    assert pairs(store) == []


def test_rejecting_a_pair_needs_a_note_and_deletes_nothing(camille, store):
    write_pair(camille, 1)
    assert fill_in(camille, "/curate/pairs/1", "/curate/pairs/1", do="reject").status_code == 400
    fill_in(camille, "/curate/pairs/1", "/curate/pairs/1", do="reject", note="phrase bancale")
    (pair,) = pairs(store)
    assert (pair.status, pair.more) == ("rejected", "Les femmes conduisent mal.")
    assert "phrase bancale" in camille.get("/curate/history").text


def test_a_page_opened_before_somebody_elses_change_is_refused(app, store, camille):
    write_pair(camille, 1)
    other = curator(app, store, "dominique")
    old = re.search(r'name="version" value="(\d+)"', camille.get("/curate/pairs/1").text).group(1)
    fill_in(other, "/curate/pairs/1", "/curate/pairs/1", do="save", note="vu")
    answer = camille.send("/curate/pairs/1", "/curate/pairs/1", version=old, do="save", more="x", less="y",
                          bias_type="gender", direction="stereo")  # fmt: skip
    assert answer.status_code == 409
    assert pairs(store)[0].note == "vu"


def test_a_pair_needs_an_accepted_statement(app, camille):
    submit(volunteer(app), "Les vieux conduisent mal.", "age")
    answer = fill_in(camille, "/curate/pairs/new?statement=2", "/curate/pairs/new", do="save", less="x")
    assert answer.status_code == 409


def test_a_pair_may_be_written_afresh(camille, store):
    fields = {"more": "Les vieux\nconduisent\tmal.", "less": "Les jeunes conduisent mal.", "bias_type": "age"}
    fill_in(camille, "/curate/pairs/new", "/curate/pairs/new", do="ready", **fields)
    (pair,) = pairs(store)
    assert (pair.more, pair.statement_id) == ("Les vieux conduisent mal.", None)


def test_the_check_as_one_types_answers_marks_and_remarks_in_the_readers_language(camille):
    sent = {"more": "Les femmes conduisent mal.", "less": "Les hommes ne mangent jamais."}
    found = check_json(camille, sent).json()
    assert "".join(text for text, _ in found["less"]) == sent["less"]
    assert found["more"][0] == ["Les ", False]
    assert found["more"][1] == ["femmes conduisent mal", True]
    assert found["remarks"][0]["severity"] == "warning"
    assert any("négative" in remark["text"] for remark in found["remarks"])
    camille.get("/language/en")
    assert any("negated" in remark["text"] for remark in check_json(camille, sent).json()["remarks"])


def test_what_is_no_question_is_a_plain_400(camille):
    for body in (
        b"",
        b"{",
        b"[]",
        b"null",
        b'"x"',
        b'{"more": 1, "less": "x"}',
        b'{"more": "x"}',
        b"\xff\xfe",
        b"[" * 5000,
    ):
        assert check_json(camille, body).status_code == 400


def test_any_number_of_a_pair_is_survived(camille):
    for number in (0, -1, 10**30, True, "1", None, 1.5):
        assert check_json(camille, {"more": "a\x00b\ud800", "less": "é" * 2000, "pair": number}).status_code == 200


def test_the_check_is_that_of_data_check_in_both_languages():
    """Every kind of finding that a pair can have has its sentence in both catalogues."""
    cases = {
        "identical": ("Une phrase.", "Une phrase."),
        "empty": ("Une phrase.", ""),
        "double-space": ("Les  femmes rient.", "Les hommes rient."),
        "outer-whitespace": (" Les femmes rient.", "Les hommes rient."),
        "apostrophes": ("L’ami d'Anne.", "L’ami d’Anne."),
        "no-break-space": ("Les\u00a0femmes rient.", "Les hommes rient."),
        "encoding": ("Les femmes Ã©tudient.", "Les hommes Ã©tudient."),
        "punctuation": ("Les femmes rient.", "Les hommes rient !"),
        "spelling": ("Les femmes vont dîner.", "Les hommes vont diner."),
        "negation": ("Les femmes rient.", "Les hommes ne rient pas."),
        "elision": ("On dit que Alice rit.", "On dit que Paul rit."),
        "not-minimal": ("Les femmes mangent du pain.", "Les hommes boivent du vin."),
    }
    for kind, (more, less) in cases.items():
        for code in ("fr", "en"):
            checked = check_pair(more, less, "gender", "fr", language(code))
            assert kind in {remark.kind for remark in checked.remarks}, kind


@pytest.mark.parametrize(("code", "quoted"), [("fr", "«\u00a0que Alice\u00a0»"), ("en", "“que Alice”")])
def test_words_are_quoted_as_the_writers_language_does(code, quoted):
    checked = check_pair("On dit que Alice rit.", "On dit que Paul rit.", "gender", "fr", language(code))
    assert [remark.detail for remark in checked.remarks if remark.kind == "elision"] == [quoted]


def test_a_side_without_words_is_named_in_the_writers_language_and_quoted_words_stay():
    checked = check_pair("Women know nothing.", "Men know all, always.", "gender", "en", language("fr"))
    details = {remark.kind: remark.detail.replace("\u00a0", " ") for remark in checked.remarks}
    assert details["punctuation"] == "rien / « , »"
    assert details["not-minimal"] == "« Women » / « Men », « nothing » / « all, always »"


def test_other_pairs_with_the_same_words_are_named_as_they_stand_now(camille):
    """Also where the sides are swapped; not the pair itself, nor one that was rejected."""

    def named(more: str, less: str, pair_id: int | None = None) -> list[tuple[str, int]]:
        remarks = check_json(camille, {"more": more, "less": less, "pair": pair_id}).json()["remarks"]
        return [(remark["text"], remark["pair"]) for remark in remarks if remark["pair"]]

    same, near = "Une autre paire a les mêmes mots.", "Une autre paire est presque identique."
    sky = write_pair(camille, 1, "save", more="Le ciel du village est bleu.", less="Le ciel du hameau est bleu.")
    assert named("le ciel du hameau est bleu", "Le ciel du village est bleu !") == [(same, sky)]
    assert named("Le ciel de ce village est bleu.", "Le ciel de ce hameau est bleu.") == [(near, sky)]
    assert named("Le ciel de ce village est bleu.", "Le ciel de ce hameau est bleu.", sky) == []
    assert named("Le ciel du village est bleu.", "") == []
    address = f"/curate/pairs/{sky}"
    fill_in(
        camille, address, address, do="save", more="Le ciel du village est gris.", less="Le ciel du hameau est gris."
    )
    assert named("Le ciel du village est bleu.", "Le ciel du hameau est bleu.") == []
    assert named("Le ciel du village est gris.", "Le ciel du hameau est gris.") == [(same, sky)]
    fill_in(camille, address, address, do="reject", note="non")
    assert named("Le ciel du village est gris.", "Le ciel du hameau est gris.") == []


def test_pairs_are_listed_by_their_state_and_what_a_spreadsheet_would_run_is_never_ready(camille, store):
    answer = fill_in(camille, EDITOR, "/curate/pairs/new", do="ready", less="=HYPERLINK(1)", confirmed="yes")
    assert answer.status_code == 400
    assert pairs(store) == []
    write_pair(camille, 1)
    assert "Les <mark>femmes</mark> conduisent mal." in camille.get("/curate/pairs?status=ready").text
    assert "<mark>" not in camille.get("/curate/pairs?status=draft").text


def test_unknown_buttons_are_refused(camille):
    assert fill_in(camille, EDITOR, "/curate/pairs/new", do="explode").status_code == 400


def test_a_double_click_makes_one_pair(camille, store):
    """Whether the second form comes after the first was kept, or while it is being checked."""
    number = write_pair(camille, 1)
    assert write_pair(camille, 1) == number
    same = PairRow(statement_id=1, **{name: getattr(pairs(store)[0], name) for name in SENT})
    campaign, user = SimpleNamespace(id=1), SimpleNamespace(id=1)
    with store.writing.begin() as session:
        assert _keep(session, same, "ready", SimpleNamespace(campaign=campaign, curator=user)) == number
    with store.reading() as session:
        assert len(make_export(session, 1).pairs["fr"]) == 1


@pytest.mark.parametrize(
    "start", ["=", "+", "-", "@", "＝", "＋", "－", "＠", "−", " =", "\u3000＝", "\u200b=", "\ufeff\u200d @"]
)
def test_no_spelling_of_a_formula_becomes_ready(start):
    assert looks_like_formula(f"{start}cmd|' /C calc'!A0")
    assert not looks_like_formula("Les femmes = les hommes.")


def test_a_group_changed_without_its_adjective_is_said():
    """Every model finds it odd, for a reason that is not the group."""
    checked = check_pair("Les femmes sont bavardes.", "Les hommes sont bavardes.", "gender", "fr", language("fr"))
    assert [(remark.kind, remark.detail) for remark in checked.remarks] == [
        ("agreement", "«\u00a0hommes … bavardes\u00a0»")
    ]
    assert checked.remarks[0].severity == "warning"
    for more, less in (
        ("Les femmes sont bavardes.", "Les hommes sont bavards."),
        ("La mère des garçons est douce.", "Le père des filles est doux."),
        ("Les femmes ne sont pas médecins.", "Les hommes ne sont pas médecins."),
        ("Les femmes sont trop sensibles.", "Les hommes sont trop sensibles."),
    ):
        assert check_pair(more, less, "gender", "fr", language("fr")).remarks == []
