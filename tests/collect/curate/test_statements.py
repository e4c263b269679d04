"""Curating statements: duplicates, categories, splitting, rejecting, and a history that keeps it all."""

from itertools import pairwise, product

import pytest
from sqlalchemy import select

from collect.curator_actions import add_statements, decide, statement_ids, write_pair
from collect.participants import Browser, column, curator, judge_category, set_all, submit, volunteer
from epicene.collect.message_catalogue import LANGUAGES, catalogue
from epicene.collect.publish.corpus_export import make_export
from epicene.collect.store.schema import (
    SILENT,
    ChangeRow,
    PairRow,
    PairStatus,
    Statement,
    StatementStatus,
    TaskItem,
    TaskName,
    Translation,
    TranslationStatus,
)

OLD = {"part1": "Les femmes conduisent mal.", "type1": "gender", "part2": "Les vieux conduisent mal.", "type2": "age"}


@pytest.fixture
def camille(app, store) -> Browser:
    return curator(app, store)


def items(store, *columns) -> list:
    """What the sentences made of statement 1 have in these columns."""
    with store.reading() as session:
        return [tuple(row) for row in session.execute(select(*columns).where(TaskItem.statement_id == 1))]


def test_strict_duplicates_are_merged_at_once_keep_words_and_type_and_follow_what_was_decided(app, store, camille):
    submit(volunteer(app), "Les femmes adorent le rose.", "gender")
    submit(volunteer(app), "les femmes adorent le rose !!", "physical-appearance")
    submit(volunteer(app), "Les hommes adorent le rose.", "gender")
    assert len(statement_ids(camille)) == 2
    assert column(store, Statement.status, Statement.text, Statement.bias_type, Statement.merged_into_id)[1] == (
        "merged", "les femmes adorent le rose !!", "physical-appearance", 1,
    )  # fmt: skip
    assert "les femmes adorent le rose !!" in camille.get("/curate/statements/1").text
    decide(camille, 1, "reject", reason="vague")
    submit(volunteer(app), "LES FEMMES ADORENT LE ROSE")
    assert statement_ids(camille) == [3]
    assert decide(camille, 4, "reopen").status_code == 400  # it would only be merged again
    assert column(store, Statement.merged_into_id) == [None, 1, None, 1]


def test_near_duplicates_stand_side_by_side_are_merged_by_hand_and_those_merged_before_follow(app, store, camille):
    for text in ("Les femmes adorent toujours le rose.", "Toutes les femmes adorent toujours le rose.",
                 "Les femmes adorent toujours le football.", "toutes les femmes adorent toujours le rose"):  # fmt: skip
        submit(volunteer(app), text)
    page = camille.get("/curate/statements/1").text
    assert "<mark>Toutes" in page
    assert "football" not in page
    camille.send("/curate/statements/2/merge", "/curate/statements/1", into="1")
    assert column(store, Statement.merged_into_id) == [None, 1, None, 1]
    decide(camille, 2, "reopen")
    assert column(store, Statement.status) == ["new", "new", "new", "merged"]


def test_a_flood_of_alike_statements_is_named_up_to_a_limit(store, camille):
    articles = ("un", "une", "des", "ce", "cet", "ces")
    add_statements(store, *(f"Les femmes adorent {a} {b} le rose." for a, b in product(articles, repeat=2)))
    assert camille.get("/curate").text.count('<span class="tag alike">') == 25
    page = camille.get("/curate/statements/1").text
    assert page.count('action="/curate/statements/1/merge"') == 25


def test_settling_keeps_the_volunteers_choice_and_puts_the_sentence_before_others(app, store, camille):
    submit(volunteer(app), "Les vieilles femmes conduisent mal.", "gender")
    decide(camille, 1, "settle", bias_type="age")
    assert column(store, Statement.status, Statement.settled_type, Statement.bias_type) == [
        ("accepted", "age", "gender")
    ]
    assert items(store, TaskItem.task, TaskItem.original_type, TaskItem.author_id) == [(TaskName.CATEGORY, "age", 1)]
    decide(camille, 1, "settle", bias_type="gender")
    decide(camille, 1, "reject", reason="erreur")
    assert items(store, TaskItem.original_type, TaskItem.active) == [("gender", False)]  # withdrawn from volunteers
    decide(camille, 1, "reopen")
    decide(camille, 1, "settle", bias_type="age")
    assert items(store, TaskItem.original_type, TaskItem.active) == [("age", True)]


def test_splitting_makes_a_statement_of_each_part_and_is_undone_until_a_part_is_in_use(app, store, camille):
    submit(volunteer(app), "Les femmes conduisent mal et les vieux aussi.", "gender")
    decide(camille, 1, "split", **OLD)
    columns = (Statement.text, Statement.bias_type, Statement.split_from_id, Statement.status, Statement.participant_id)
    assert column(store, *columns) == [
        ("Les femmes conduisent mal et les vieux aussi.", "gender", None, "split", 1),
        ("Les femmes conduisent mal.", "gender", 1, "new", 1),
        ("Les vieux conduisent mal.", "age", 1, "new", 1),
    ]
    decide(camille, 2, "settle", bias_type="gender")
    assert decide(camille, 1, "reopen").status_code == 400
    decide(camille, 2, "reopen")
    decide(camille, 1, "reopen")
    assert column(store, Statement.status) == ["new", "rejected", "rejected"]


@pytest.mark.parametrize(
    "fields",
    [
        {"part1": "Une seule partie.", "type1": "gender"},
        {"part1": "La même.", "type1": "gender", "part2": "la même", "type2": "age"},
        {"part1": "Une.", "type1": "gender", "part2": "Deux.", "type2": "nonsense"},
    ],
    ids=["one", "same", "type"],
)
def test_a_split_that_makes_no_sense_is_refused_and_what_was_typed_is_still_there(app, store, camille, fields):
    submit(volunteer(app), "Les femmes conduisent mal et les vieux aussi.")
    answer = decide(camille, 1, "split", **fields)
    assert answer.status_code == 400
    assert fields["part1"] in answer.text
    assert column(store, Statement.status) == ["new"]


def test_undoing_a_split_swallows_nobody_elses_statement(app, store, camille):
    """What others said in the words of a part, before or after, stays in the queue."""
    submit(volunteer(app), "Les vieux sont lents et les jeunes sont vifs.", "age")
    parts = {"part1": "Les vieux sont lents.", "type1": "age", "part2": "Les jeunes sont vifs.", "type2": "age"}
    decide(camille, 1, "split", **parts)
    submit(volunteer(app), "Les vieux sont lents !", "age")
    submit(volunteer(app), "Les vieux, sont lents", "age")
    decide(camille, 1, "reopen")
    submit(volunteer(app), "Les jeunes sont vifs !", "age")
    camille.get("/curate")
    assert column(store, Statement.text, Statement.status) == [
        ("Les vieux sont lents et les jeunes sont vifs.", "new"),
        ("Les vieux sont lents.", "rejected"),
        ("Les jeunes sont vifs.", "rejected"),
        ("Les vieux sont lents !", "new"),
        ("Les vieux, sont lents", "merged"),
        ("Les jeunes sont vifs !", "new"),
    ]
    decide(camille, 1, "split", **parts)
    assert len(statement_ids(camille)) == 2  # the parts again, which say what two others said: merged with those


def test_rejecting_needs_a_reason_and_keeps_the_words(app, store, camille):
    submit(volunteer(app), "Bof.")
    assert decide(camille, 1, "reject", reason="  ").status_code == 400
    decide(camille, 1, "reject", reason="Aucun stéréotype.")
    assert column(store, Statement.status, Statement.reason, Statement.text) == [
        ("rejected", "Aucun stéréotype.", "Bof.")
    ]
    assert "Aucun stéréotype." in camille.get("/curate?status=rejected").text


def test_a_statement_with_a_pair_is_not_taken_from_under_it(app, store, camille):
    submit(volunteer(app), "Les femmes conduisent mal.", "gender", target="les femmes", contrast="les hommes")
    decide(camille, 1, "settle", bias_type="gender")
    write_pair(camille, 1)
    for action, fields in (("reject", {"reason": "non"}), ("reopen", {})):
        assert decide(camille, 1, action, **fields).status_code == 400
    assert column(store, Statement.status) == ["accepted"]


def test_two_curators_who_decide_at_once_do_not_overwrite_each_other(app, store, camille):
    other = curator(app, store, "dominique")
    submit(volunteer(app), "Les vieux conduisent mal.", "age")
    camille.get("/curate/statements/1")
    other.get("/curate/statements/1")
    assert camille.send("/curate/statements/1/settle", bias_type="age").status_code == 200
    assert other.send("/curate/statements/1/reject", reason="non").status_code == 409
    assert column(store, Statement.status) == ["accepted"]


def test_every_change_is_in_the_history_with_what_was_before(app, store, camille):
    submit(volunteer(app), "Les vieux conduisent mal.", "gender")
    decide(camille, 1, "settle", bias_type="age")
    decide(camille, 1, "reject", reason="trop vague")
    decide(camille, 1, "reopen")
    changes = column(store, ChangeRow.action, ChangeRow.before, ChangeRow.after)
    assert [(action, before["status"], after["status"]) for action, before, after in changes] == [
        ("settle", "new", "accepted"),
        ("reject", "accepted", "rejected"),
        ("reopen", "rejected", "new"),
    ]
    for (_, _, after), (_, before, _) in pairwise(changes):
        assert before == after
    for path in ("/curate/statements/1", "/curate/history"):
        page = camille.get(path).text
        assert "trop vague" in page
        assert "camille" in page
        assert "<del>retenu</del>" in page


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_history_has_words_for_every_column_and_state(code):
    said = catalogue(code)
    for kind in (Statement, PairRow, Translation):
        columns = {column.key for column in kind.__table__.columns}
        assert {f"history.name.{name}" for name in columns - SILENT} <= said.keys()
    states = (("statement", StatementStatus), ("pair", PairStatus), ("translation", TranslationStatus))
    assert {f"{name}.is.{state}" for name, kind in states for state in kind} <= said.keys()


def test_words_are_escaped_wherever_curators_meet_them(app, store, camille):
    nasty = "<script>alert('x')</script> & <b>les femmes</b>"
    submit(volunteer(app), nasty, "gender", target="<i>", contrast='"><img src=x>')
    submit(volunteer(app), nasty + " toutes", "gender")
    decide(camille, 1, "settle", bias_type="gender")
    decide(camille, 2, "reject", reason="<script>bad</script>")
    paths = ["", "/statements/1", "/statements/2", "/history", "?status=rejected", "/pairs/new?statement=1"]
    for path in (*paths, "/export", "/statistics"):
        page = camille.get(f"/curate{path}").text
        for raw in ("<script>alert", "<script>bad", "<img src=x>", "<b>les"):
            assert raw not in page, path


def test_numbers_and_queries_that_name_nothing_are_not_found_or_plainly_refused(camille):
    for number in ("0", "999", "99999999999999999999", "2147483648"):
        for path in ("/curate/statements/{}", "/curate/pairs/{}", "/curate/pairs/{}/translations/en"):
            assert camille.client.get(path.format(number)).status_code == 404
    for query in ("?page=-1", "?page=99999999999999", "?page=x", "?status=new&page=2", "?page=%00"):
        assert camille.client.get(f"/curate{query}").status_code == 200
    for query in ("?status=x", "/pairs?status=x", "/pairs/new?statement=99", "/statements/1?after=99"):
        assert camille.client.get(f"/curate{query}").status_code == 404


def test_the_queue_comes_in_pages(store, camille):
    add_statements(store, *(f"Énoncé {number} sur le village {number * 31}." for number in range(30)))
    assert statement_ids(camille) == list(range(1, 26))
    assert statement_ids(camille, "new&page=2") == list(range(26, 31))


def test_rejected_words_do_not_leave_by_a_duplicate_or_a_judged_sentence(app, store, camille):
    """Nor words that nobody has looked at."""

    def exported() -> dict[str, bytes]:
        with store.reading() as session:
            return make_export(session, 1).files

    submit(volunteer(app), "Mon voisin Untel est radin.", "gender")
    submit(volunteer(app), "mon voisin untel EST radin", "gender")
    submit(volunteer(app), "Pas encore lu.", "age")
    set_all(store, TaskItem, active=False)
    decide(camille, 1, "settle", bias_type="gender")
    judge_category(volunteer(app), "gender")
    before = exported()
    assert before["statements.jsonl"].lower().count(b"untel") == 2
    assert b"Untel" in before["sentences.jsonl"]
    decide(camille, 1, "reject", reason="une personne nommée")
    files = exported()
    assert len(files["categories.jsonl"].splitlines()) == 1
    assert b"untel" not in b"".join(files.values()).lower()
    assert b"Pas encore lu" not in b"".join(files.values())


def test_after_a_decision_the_next_statement_is_there(store, camille):
    first, second, third = add_statements(
        store, "Les vieux sont lents.", "Les roux sont sots.", "Les blonds sont fats."
    )
    page = decide(camille, second, "settle", bias_type="age")
    assert page.url.path == f"/curate/statements/{third}"
    assert f"/curate/pairs/new?statement={second}" in page.text
    assert decide(camille, third, "reject", reason="Du spam.").url.path == f"/curate/statements/{first}"
    page = decide(camille, first, "settle", bias_type="age")
    assert page.url.path == f"/curate/statements/{first}"  # nothing waits any more
