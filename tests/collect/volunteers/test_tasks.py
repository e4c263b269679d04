"""The three tasks, as a volunteer without JavaScript meets them."""

from sqlalchemy import select

from collect.conftest import UNLIMITED, forget_campaigns
from collect.participants import PASSWORD, Browser, judge_category, judge_fluency, submit, volunteer
from epicene.collect.curate.statement_decisions import merge_into, split
from epicene.collect.store.schema import ChangeRow, JudgmentRow, Participant, Statement, UserRole
from epicene.collect.web.accounts import add_user
from epicene.collect.web.app import make_app


def rows(store, kind):
    with store.reading() as session:
        return list(session.scalars(select(kind).order_by(kind.id)))


def test_without_consent_every_task_asks_for_it_and_leads_back(app):
    browser = Browser(app)
    page = browser.get("/tasks/fluency")
    assert page.url.path == "/consent"
    assert 'name="next" value="/tasks/fluency"' in page.text
    page = browser.send("/consent", agree="yes")
    assert page.url.path == "/about-you"
    page = browser.send("/about-you", age="25-34", gender="woman", country="atlantis")
    assert page.url.path == "/tasks/fluency"


def test_only_offered_answers_about_oneself_are_kept(app, store):
    browser = volunteer(app)
    browser.send("/about-you", "/about-you", age="25-34", gender="<b>", country="atlantis")
    assert [row.about for row in rows(store, Participant)] == [{"age": "25-34"}]


def test_nobody_is_taken_in_without_agreeing(app, store):
    browser = Browser(app)
    assert browser.send("/consent").status_code == 422
    assert rows(store, Participant) == []


def test_a_statement_is_kept_as_written_with_its_type_and_groups(app, store):
    browser = volunteer(app)
    page = submit(browser, "  Les   notaires sont riches.\r\n", "socioeconomic", target="les notaires", contrast="")
    assert page.status_code == 200
    assert "proposé 1 énoncé." in page.text
    (row,) = rows(store, Statement)
    assert (row.text, row.bias_type, row.target, row.contrast, row.status) == (
        "Les   notaires sont riches.", "socioeconomic", "les notaires", "", "new",
    )  # fmt: skip


def test_the_same_words_again_are_kept_and_merged_at_once_and_a_form_sent_twice_is_one(ready_store):
    """By another person, in another spelling, or by the same person with another type: nothing is dropped."""
    store, app = ready_store, make_app(ready_store, UNLIMITED)
    browser = volunteer(app)
    submit(browser, "Les notaires sont riches.", "gender")
    submit(browser, "Les notaires sont riches.", "gender")
    submit(browser, "Les notaires sont riches.", "socioeconomic")
    submit(volunteer(app), "les notaires SONT riches !")
    first, *again = rows(store, Statement)
    assert (first.status, first.merged_into_id) == ("new", None)
    assert [(row.status, row.merged_into_id) for row in again] == [("merged", first.id)] * 2
    assert [row.bias_type for row in again] == ["socioeconomic", "gender"]
    assert [(change.action, change.entity_id, change.user_id) for change in rows(store, ChangeRow)] == [
        ("merge", row.id, None) for row in again
    ]


def test_a_repetition_of_what_a_person_merged_goes_where_that_went(app, store):
    submit(volunteer(app), "Les notaires sont riches.")
    submit(volunteer(app), "Les notaires sont très riches.")
    with store.writing.begin() as session:
        merge_into(session, session.get(Statement, 2), 1, user_id=None)
    submit(volunteer(app), "Les notaires sont très riches !")
    assert [(row.status, row.merged_into_id) for row in rows(store, Statement)][1:] == [("merged", 1)] * 2


def test_the_parts_that_a_curator_made_are_not_counted_as_ones_own(app, store):
    browser = volunteer(app)
    submit(browser, "Les notaires sont riches et les vieux radins.")
    with store.writing.begin() as session:
        user = add_user(session, "camille", PASSWORD, UserRole.CURATOR)
        parts = [("Les notaires sont riches.", "socioeconomic"), ("Les vieux sont radins.", "age")]
        split(session, session.get(Statement, 1), parts, user.id)
    assert "proposé 1 énoncé." in browser.get("/tasks/statement").text
    assert "1 contribution" in browser.get("/me").text


def test_what_is_wrong_with_a_statement_is_said_and_what_was_typed_stays(app, store):
    browser = volunteer(app)
    page = submit(browser, " … !", "gender")
    assert page.status_code == 422
    assert "Écrivez une phrase." in page.text
    page = submit(browser, "Les notaires sont riches.", "wealth")
    assert page.status_code == 422
    assert "Choisissez un type." in page.text
    assert "Les notaires sont riches.</textarea>" in page.text
    page = submit(browser, "a" * 501)
    assert page.status_code == 422
    assert "trop long" in page.text
    assert rows(store, Statement) == []


def test_fluency_keeps_answer_and_correction_and_brings_the_next_sentence(app, store):
    browser = volunteer(app)
    first = browser.get("/tasks/fluency") and browser.sentence()
    asked = browser.page.text
    assert asked.index('name="correction"') < asked.index('name="answer"')  # written before the button is pressed
    page = judge_fluency(browser, "no", "Une version meilleure.")
    assert "1 réponse enregistrée" in page.text
    assert browser.sentence() not in (None, first)
    (row,) = rows(store, JudgmentRow)
    assert (row.task, row.labels, row.correction) == ("fluency", ["no"], "Une version meilleure.")


def test_category_keeps_one_type_or_several_or_none(app, store):
    browser = volunteer(app)
    judge_category(browser, "religion")
    judge_category(browser, "gender", "age", "invented")
    judge_category(browser)
    assert [row.labels for row in rows(store, JudgmentRow)] == [["religion"], ["age", "gender"], []]


def test_an_answer_that_is_none_asks_again(app, store):
    browser = volunteer(app)
    page = browser.send("/tasks/category", "/tasks/category", answer="types")
    assert page.status_code == 422
    assert "Cochez au moins un type" in page.text
    assert browser.send("/tasks/fluency", "/tasks/fluency", answer="perhaps").status_code == 422
    assert rows(store, JudgmentRow) == []


def test_reloading_shows_the_same_sentence_and_answering_twice_counts_once(app, store):
    browser = volunteer(app)
    browser.get("/tasks/fluency")
    first, item = browser.sentence(), browser.item()
    browser.get("/tasks/fluency")
    assert browser.sentence() == first
    judge_fluency(browser)
    browser.send("/tasks/fluency", item=str(item), answer="no")
    assert [(row.item_id, row.labels) for row in rows(store, JudgmentRow)] == [(item, ["yes"])]


def test_a_sentence_passed_over_is_not_judged_and_does_not_come_back(app, store):
    browser = volunteer(app)
    browser.get("/tasks/category")
    first = browser.sentence()
    browser.send("/tasks/category", answer="pass")
    assert browser.sentence() != first
    assert rows(store, JudgmentRow) == []


def test_every_page_warns_and_has_a_way_out_in_both_languages(app):
    browser = volunteer(app)
    for language, warning in (("fr", "Contenu sensible."), ("en", "Sensitive content.")):
        browser.get(f"/language/{language}")
        for path in ("/", "/tasks/statement", "/tasks/fluency", "/tasks/category", "/me", "/information", "/about-you",
                     "/leave", "/login", "/erased", "/nowhere"):  # fmt: skip
            page = browser.get(path)
            assert f'<html lang="{language}">' in page.text, path
            assert warning in page.text, path
            assert 'class="out" href="/leave"' in page.text, path


def test_a_closed_campaign_takes_nothing_more_but_lets_people_see_their_data(app, store):
    from epicene.collect.store.schema import Campaign, now

    browser = volunteer(app)
    browser.get("/tasks/fluency")
    with store.writing.begin() as session:
        session.scalars(select(Campaign)).one().closed_at = now()
    forget_campaigns(app)
    assert browser.send("/tasks/fluency", answer="yes").status_code == 409
    assert "terminée" in browser.get("/").text
    assert browser.get("/me").status_code == 200
    assert rows(store, JudgmentRow) == []


def test_what_contradicts_a_stereotype_is_asked_for_by_a_task_of_its_own(app, store):
    browser = volunteer(app, "en")
    page = browser.get("/tasks/antistereo")
    assert "Do not deny the stereotype" in page.text
    fields = {"statement": "Ma grand-mère répare des ordinateurs.", "bias_type": "age", "target": "ma grand-mère"}
    page = browser.send("/tasks/antistereo", implied="les vieux n’y comprennent rien", **fields)
    assert page.url.path == "/tasks/antistereo"
    assert "You have proposed 1 statement." in page.text
    (row,) = rows(store, Statement)
    assert (row.direction, row.implied, row.target) == (
        "antistereo", "les vieux n’y comprennent rien", "ma grand-mère",
    )  # fmt: skip
    submit(browser, "Les notaires sont riches.", implied="ils volent")
    assert [(row.direction, row.implied) for row in rows(store, Statement)][1] == ("stereo", "ils volent")
    assert browser.get("/").text.count("1 contribution from you") == 2


def test_the_same_words_for_and_against_a_stereotype_wait_for_a_person(app, store):
    browser = volunteer(app)
    submit(browser, "Elle conduit bien.")
    browser.send("/tasks/antistereo", "/tasks/antistereo", statement="Elle conduit bien.", bias_type="gender")
    browser.send("/tasks/antistereo", "/tasks/antistereo", statement="Elle conduit bien !", bias_type="age")
    assert [(row.direction, row.status) for row in rows(store, Statement)] == [
        ("stereo", "new"), ("antistereo", "new"), ("antistereo", "merged"),
    ]  # fmt: skip
