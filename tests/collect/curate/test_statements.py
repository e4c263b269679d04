"""Curating statements: duplicates, categories, splitting, rejecting, and a history that keeps it all."""

import re
from itertools import pairwise, product

import pytest
from sqlalchemy import select, update

from collect.curator_actions import decide, statement_ids, write_pair
from collect.participants import Browser, curator, judge_category, submit, volunteer
from epicene.collect.curate.statement_decisions import folded_digest
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


@pytest.fixture
def camille(app, store) -> Browser:
    return curator(app, store)


def rows(store, *conditions) -> list[Statement]:
    with store.reading() as session:
        return list(session.scalars(select(Statement).where(*conditions).order_by(Statement.id)))


def test_strict_duplicates_are_merged_at_once_and_keep_their_authors_words_and_type(app, store, camille):
    submit(volunteer(app), "Les femmes adorent le rose.", "gender")
    submit(volunteer(app), "les femmes adorent le rose !!", "physical-appearance")
    submit(volunteer(app), "Les hommes adorent le rose.", "gender")
    assert len(statement_ids(camille)) == 2
    first, second, third = rows(store)
    assert (first.status, second.status, third.status) == ("new", "merged", "new")
    assert second.merged_into_id == first.id
    assert second.text == "les femmes adorent le rose !!"
    assert second.bias_type == "physical-appearance"
    page = camille.get("/curate").text
    assert "proposé 2 fois" in page
    page = camille.get(f"/curate/statements/{first.id}").text
    assert "les femmes adorent le rose !!" in page


def test_a_repetition_of_what_was_decided_follows_the_decision(app, store, camille):
    submit(volunteer(app), "Les femmes adorent le rose.")
    decide(camille, 1, "reject", reason="vague")
    submit(volunteer(app), "LES FEMMES ADORENT LE ROSE")
    assert statement_ids(camille) == []
    assert rows(store)[1].merged_into_id == 1
    answer = decide(camille, 2, "reopen")
    assert "Ce sont les mêmes mots" in answer.text


def test_near_duplicates_stand_side_by_side_and_are_merged_by_hand(app, store, camille):
    submit(volunteer(app), "Les femmes adorent toujours le rose.")
    submit(volunteer(app), "Toutes les femmes adorent toujours le rose.")
    submit(volunteer(app), "Les femmes adorent toujours le football.")
    assert "1 énoncé presque identique" in camille.get("/curate").text
    page = camille.get("/curate/statements/1").text
    assert "<mark>Toutes les</mark>" in page or "<mark>Toutes</mark>" in page
    assert "football" not in page
    camille.send("/curate/statements/2/merge", "/curate/statements/1", into="1")
    assert [row.status for row in rows(store)] == ["new", "merged", "new"]
    decide(camille, 2, "reopen")
    assert [row.status for row in rows(store)] == ["new", "new", "new"]


def test_the_statements_merged_into_a_merged_one_follow_it(app, store, camille):
    submit(volunteer(app), "Les femmes adorent toujours le rose.")
    submit(volunteer(app), "Toutes les femmes adorent toujours le rose.")
    submit(volunteer(app), "toutes les femmes adorent toujours le rose")
    camille.get("/curate")
    camille.send("/curate/statements/2/merge", "/curate/statements/1", into="1")
    assert [row.merged_into_id for row in rows(store)] == [None, 1, 1]


def test_a_flood_of_alike_statements_is_named_up_to_a_limit(app, store, camille):
    articles = ("un", "une", "des", "ce", "cet", "ces")
    others = [f"Les femmes adorent {one} {two} le rose." for one, two in product(articles, repeat=2)]
    with store.writing.begin() as session:
        for text in others:
            session.add(Statement(campaign_id=1, text=text, folded=folded_digest(text), bias_type="gender"))
    assert camille.get("/curate").text.count("au moins 25 énoncés presque identiques") == 25
    page = camille.get("/curate/statements/1").text
    assert "on n’en montre que 25" in page
    assert page.count("Garder celui-ci") == 25
    decide(camille, 30, "reject", reason="non")
    camille.get("/language/en")
    assert camille.get("/curate").text.count("at least 25 nearly identical statements") == 25


def test_settling_keeps_the_volunteers_choice_and_puts_the_sentence_before_others(app, store, camille):
    author = volunteer(app)
    submit(author, "Les vieilles femmes conduisent mal.", "gender")
    decide(camille, 1, "settle", bias_type="age")
    (statement,) = rows(store)
    assert (statement.status, statement.settled_type, statement.bias_type) == ("accepted", "age", "gender")
    with store.reading() as session:
        (item,) = session.scalars(select(TaskItem).where(TaskItem.statement_id == 1))
    assert (item.task, item.original_type, item.author_id) == (TaskName.CATEGORY, "age", statement.participant_id)
    decide(camille, 1, "settle", bias_type="gender")
    with store.reading() as session:
        assert session.scalars(select(TaskItem.original_type).where(TaskItem.statement_id == 1)).all() == ["gender"]


def test_splitting_makes_a_statement_of_each_part_and_keeps_the_whole(app, store, camille):
    submit(volunteer(app), "Les femmes conduisent mal et les vieux aussi.", "gender")
    parts = {
        "part1": "Les femmes conduisent mal.",
        "type1": "gender",
        "part2": "Les vieux conduisent mal.",
        "type2": "age",
    }
    decide(camille, 1, "split", **parts)
    whole, one, two = rows(store)
    assert whole.status == "split"
    assert whole.text == "Les femmes conduisent mal et les vieux aussi."
    assert [(part.text, part.bias_type, part.split_from_id, part.status) for part in (one, two)] == [
        ("Les femmes conduisent mal.", "gender", 1, "new"),
        ("Les vieux conduisent mal.", "age", 1, "new"),
    ]
    assert one.participant_id == whole.participant_id


def test_a_split_that_makes_no_sense_is_refused_and_what_was_typed_is_still_there(app, store, camille):
    submit(volunteer(app), "Les femmes conduisent mal et les vieux aussi.")
    for fields in (
        {"part1": "Une seule partie.", "type1": "gender"},
        {"part1": "La même.", "type1": "gender", "part2": "la même", "type2": "age"},
        {"part1": "Une.", "type1": "gender", "part2": "Deux.", "type2": "nonsense"},
    ):
        answer = decide(camille, 1, "split", **fields)
        assert answer.status_code == 400
        assert fields["part1"] in answer.text
    assert rows(store)[0].status == "new"


def test_a_split_can_be_undone_until_a_part_is_in_use(app, store, camille):
    submit(volunteer(app), "Les femmes conduisent mal et les vieux aussi.")
    parts = {
        "part1": "Les femmes conduisent mal.",
        "type1": "gender",
        "part2": "Les vieux conduisent mal.",
        "type2": "age",
    }
    decide(camille, 1, "split", **parts)
    decide(camille, 2, "settle", bias_type="gender")
    assert decide(camille, 1, "reopen").status_code == 400
    decide(camille, 2, "reopen")
    decide(camille, 1, "reopen")
    assert [row.status for row in rows(store)] == ["new", "rejected", "rejected"]


def test_rejecting_needs_a_reason_and_keeps_the_words(app, store, camille):
    submit(volunteer(app), "Bof.")
    assert decide(camille, 1, "reject", reason="  ").status_code == 400
    decide(camille, 1, "reject", reason="Aucun stéréotype.")
    (statement,) = rows(store)
    assert (statement.status, statement.reason, statement.text) == ("rejected", "Aucun stéréotype.", "Bof.")
    assert "Aucun stéréotype." in camille.get("/curate?status=rejected").text


def test_an_accepted_sentence_that_is_rejected_is_withdrawn_from_volunteers(app, store, camille):
    submit(volunteer(app), "Les vieux conduisent mal.", "age")
    decide(camille, 1, "settle", bias_type="age")
    decide(camille, 1, "reject", reason="erreur")
    with store.reading() as session:
        assert session.scalars(select(TaskItem.active).where(TaskItem.statement_id == 1)).all() == [False]
    decide(camille, 1, "reopen")
    decide(camille, 1, "settle", bias_type="age")
    with store.reading() as session:
        assert session.scalars(select(TaskItem.active).where(TaskItem.statement_id == 1)).all() == [True]


def test_a_statement_with_a_pair_is_not_taken_from_under_it(app, store, camille):
    submit(volunteer(app), "Les femmes conduisent mal.", "gender", target="les femmes", contrast="les hommes")
    decide(camille, 1, "settle", bias_type="gender")
    write_pair(camille, 1)
    for action, fields in (("reject", {"reason": "non"}), ("reopen", {})):
        assert decide(camille, 1, action, **fields).status_code == 400
    assert rows(store)[0].status == "accepted"


def test_two_curators_who_decide_at_once_do_not_overwrite_each_other(app, store, camille):
    other = curator(app, store, "dominique")
    submit(volunteer(app), "Les vieux conduisent mal.", "age")
    camille.get("/curate/statements/1")
    other.get("/curate/statements/1")
    assert camille.send("/curate/statements/1/settle", bias_type="age").status_code == 200
    assert other.send("/curate/statements/1/reject", reason="non").status_code == 409
    assert rows(store)[0].status == "accepted"


def test_every_change_is_in_the_history_with_what_was_before(app, store, camille):
    submit(volunteer(app), "Les vieux conduisent mal.", "gender")
    decide(camille, 1, "settle", bias_type="age")
    decide(camille, 1, "reject", reason="trop vague")
    decide(camille, 1, "reopen")
    with store.reading() as session:
        changes = list(session.scalars(select(ChangeRow).where(ChangeRow.entity == "statement").order_by(ChangeRow.id)))
    assert [change.action for change in changes] == ["settle", "reject", "reopen"]
    assert [change.before["status"] for change in changes] == ["new", "accepted", "rejected"]
    assert [change.after["status"] for change in changes] == ["accepted", "rejected", "new"]
    for before, after in pairwise(changes):
        assert after.before == {**before.after}
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
        assert "<script>alert" not in page
        assert "<script>bad" not in page
        assert "<img src=x>" not in page
        assert "<b>les" not in page


def test_numbers_that_name_nothing_are_not_found(camille):
    for number in ("0", "999", "99999999999999999999", "2147483648"):
        for path in ("/curate/statements/{}", "/curate/pairs/{}", "/curate/pairs/{}/translations/en"):
            assert camille.client.get(path.format(number)).status_code == 404


def test_strange_queries_get_a_page_or_a_plain_refusal(camille):
    for query in ("?page=-1", "?page=99999999999999", "?page=x", "?status=new&page=2", "?page=%00"):
        assert camille.client.get(f"/curate{query}").status_code == 200
    assert camille.client.get("/curate?status=x").status_code == 404
    assert camille.client.get("/curate/pairs?status=x").status_code == 404
    assert camille.client.get("/curate/pairs/new?statement=99").status_code == 404


def test_the_queue_comes_in_pages(app, store, camille):
    someone = volunteer(app)
    for number in range(30):
        submit(someone, f"Énoncé {number} sur le village {number * 31}.")
    first = statement_ids(camille)
    page = camille.get("/curate?page=2").text
    second = [int(found) for found in re.findall(r'<a href="/curate/statements/(\d+)">', page)]
    assert len(first) == 25
    assert len(second) == 5
    assert set(first).isdisjoint(second)


def test_rejected_words_do_not_leave_by_a_duplicate_or_a_judged_sentence(app, store, camille):
    """Nor words that nobody has looked at."""
    submit(volunteer(app), "Mon voisin Untel est radin.", "gender")
    submit(volunteer(app), "mon voisin untel EST radin", "gender")
    submit(volunteer(app), "Pas encore lu.", "age")
    with store.writing.begin() as session:
        session.execute(update(TaskItem).values(active=False))
    decide(camille, 1, "settle", bias_type="gender")
    judge_category(volunteer(app), "gender")
    with store.reading() as session:
        before = make_export(session, 1).files
    assert before["statements.jsonl"].lower().count(b"untel") == 2
    assert b"Untel" in before["sentences.jsonl"]
    decide(camille, 1, "reject", reason="une personne nommée")
    with store.reading() as session:
        files = make_export(session, 1).files
    assert len(files["categories.jsonl"].splitlines()) == 1
    assert b"untel" not in b"".join(files.values()).lower()
    assert b"Pas encore lu" not in b"".join(files.values())


def test_undoing_a_split_swallows_nobody_elses_statement(app, store):
    """What others said in the words of a part, before or after, stays in the queue."""
    submit(volunteer(app), "Les vieux sont lents et les jeunes sont vifs.", "age")
    camille = curator(app, store)
    (whole,) = statement_ids(camille)
    parts = {"part1": "Les vieux sont lents.", "type1": "age", "part2": "Les jeunes sont vifs.", "type2": "age"}
    decide(camille, whole, "split", **parts)
    submit(volunteer(app), "Les vieux sont lents !", "age")
    submit(volunteer(app), "Les vieux, sont lents", "age")
    decide(camille, whole, "reopen")
    submit(volunteer(app), "Les jeunes sont vifs !", "age")
    camille.get("/curate")
    with store.reading() as session:
        found = {row.text: row.status for row in session.scalars(select(Statement).order_by(Statement.id))}
    assert found == {
        "Les vieux sont lents et les jeunes sont vifs.": "new",
        "Les vieux sont lents.": "rejected",
        "Les jeunes sont vifs.": "rejected",
        "Les vieux sont lents !": "new",
        "Les vieux, sont lents": "merged",
        "Les jeunes sont vifs !": "new",
    }
    decide(camille, whole, "split", **parts)
    assert len(statement_ids(camille)) == 2  # the parts again, which say what two others said: merged with those


def test_after_a_decision_the_next_statement_is_there(app, store):
    texts = ("Les vieux sont lents.", "Les roux sont sots.", "Les blonds sont fats.")
    for text in texts:
        submit(volunteer(app), text, "age")
    camille = curator(app, store)
    first, second, third = statement_ids(camille)
    page = decide(camille, second, "settle", bias_type="age")
    assert page.url.path == f"/curate/statements/{third}"
    assert f"/curate/pairs/new?statement={second}" in page.text
    page = decide(camille, third, "reject", reason="Du spam.")
    assert page.url.path == f"/curate/statements/{first}"
    assert f"L’énoncé {third} est maintenant écarté" in page.text
    page = decide(camille, first, "settle", bias_type="age")
    assert page.url.path == f"/curate/statements/{first}"  # nothing waits any more
    assert camille.client.get(f"/curate/statements/{first}?after=99").status_code == 404
