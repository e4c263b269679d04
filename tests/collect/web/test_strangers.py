"""What one stranger can do to a campaign, from however many addresses, and what a curator does about it."""

import random
import re
import threading
from collections import Counter

import httpx
import pytest
from sqlalchemy import event, insert, select

from collect.browser import served
from collect.conftest import UNLIMITED, forget_campaigns
from collect.curator_actions import statement_ids
from collect.participants import Browser, Page, column, curator, judge_fluency, submit, volunteer
from epicene.collect.campaigns import edit_campaign, ensure_campaign
from epicene.collect.store.schema import (
    Campaign,
    CountState,
    JudgmentRow,
    Participant,
    Statement,
    StatementStatus,
    TaskItem,
)
from epicene.collect.volunteers.own_data import erase_participant
from epicene.collect.web.app import make_app
from epicene.collect.web.rate_limits import RateLimiter, ServerSettings
from epicene.data.checking.near_duplicates import MOST_WORDS, NearIndex
from epicene.grammar.word_patterns import folded_words

LONG = 120  # seconds: a test that waits for so long has failed


def agree(app, address):
    browser = Browser(app, address=address)
    return browser.send("/consent", "/consent", _follow=False, agree="yes").status_code


def test_an_address_of_ipv6_counts_as_its_network_and_a_customer_has_four_times_as_much(store):
    app = make_app(store, ServerSettings(identities_per_hour=2))
    assert [agree(app, f"2001:db8:1:1::{number}") for number in range(4)] == [303, 303, 429, 429]
    others = [agree(app, f"2001:db8:1:{number}::1") for number in range(2, 12)]
    assert others == [303] * 4 + [429] * 6  # of eight, the four tries before are gone
    assert agree(app, "2001:db8:2:1::1") == 303
    mapped = [agree(app, address) for address in ("192.0.2.1", "::ffff:192.0.2.1", "::ffff:192.0.2.1", "192.0.2.2")]
    assert mapped == [303, 303, 429, 303]


def test_statements_are_limited_by_address_and_not_only_by_identity(store):
    app = make_app(store, ServerSettings(statements_per_address=3, statements_per_minute=100))
    for number in range(5):
        submit(volunteer(app, address=f"2001:db8:1:1::{number}"), f"Énoncé numéro {number} du village.")
    assert Counter(column(store, Statement.status)) == {StatementStatus.NEW: 3, StatementStatus.HELD: 2}
    refused = [submit(volunteer(app, address="2001:db8:1:1::9"), f"Un mot {n} ici.").status_code for n in range(30)]
    assert refused[-1] == 429  # ten times as many in an hour


def test_answers_of_one_network_share_a_mark_for_an_hour_that_leads_back_to_nobody(monkeypatch):
    monkeypatch.setattr("time.time", lambda: 7200.0)
    limiter, other = RateLimiter(ServerSettings()), RateLimiter(ServerSettings())
    mark = limiter.origin("192.0.2.1")
    assert limiter.origin("192.0.2.200") == mark != limiter.origin("192.0.3.1")
    assert limiter.origin("2001:db8:1:1::1") == limiter.origin("2001:db8:1:2::1") != limiter.origin("2001:db8:2::1")
    assert other.origin("192.0.2.1") != mark  # its key is drawn by chance
    monkeypatch.setattr("time.time", lambda: 10_800.0)
    assert limiter.origin("192.0.2.1") != mark


def test_a_curator_sets_an_hours_network_aside_sees_agreement_before_and_undoes_it(ready_store):
    app = make_app(ready_store, UNLIMITED)
    with ready_store.writing.begin() as session:
        edit_campaign(session, 1, {"judgments_per_sentence": 5})
    honest = [volunteer(app, address=f"203.0.113.{number}") for number in range(2)]
    attackers = [volunteer(app, address=f"198.51.100.{number}") for number in range(3)]
    truth: dict[str, str] = {}
    for person in (*honest, *attackers):
        for _ in range(2):
            person.get("/tasks/fluency")
            right = truth.setdefault(person.sentence(), "no" if truth else "yes")
            judge_fluency(person, right if person in honest else "unsure")
    camille = curator(app, ready_store)
    page = camille.get("/curate/answers").text
    links = re.findall(r'href="(/curate/answers\?[^"]*origin[^"]*)"', page)
    assert len(links) == 2  # the larger group first
    page = camille.get(links[0].replace("&amp;", "&")).text
    agreement = re.findall(r'<td class="number">(\S+) \(', page)
    assert len(agreement) == 2
    assert agreement[0] != agreement[1] == "1,00"  # without them the others agree

    def counted():
        return column(ready_store, JudgmentRow.counting).count(CountState.COUNTED)

    assert counted() == 10
    (form,) = (form for form in Page(page).forms if form["action"] == "/curate/answers" and form["method"] == "post")
    camille.client.post("/curate/answers", data={**form["fields"], "reason": "une vague"})
    assert counted() == 4
    assert sum(column(ready_store, TaskItem.judged)) == 4
    camille.send("/curate/answers/1/undo", "/curate/answers")
    assert counted() == 10
    for action, left in (("set-aside", 8), ("count", 10)):  # all answers of one person
        camille.send(f"/curate/contributors/1/{action}", "/curate/contributors/1")
        assert counted() == left


@pytest.mark.parametrize("path", ["/curate/statistics", "/curate/export", "/curate/answers"])
def test_figures_of_a_large_campaign_are_made_beside_while_everybody_goes_on(store, path):
    """By a process of its own, which the page tells the progress of; what is given meanwhile is taken."""
    app = make_app(store, ServerSettings(inline_rows=0, **dict.fromkeys(("per_address", "views_per_address"), 10**6)))
    person = volunteer(app)
    judge_fluency(person)
    camille = curator(app, store)
    answer = camille.client.get(path)
    assert answer.status_code == 202
    assert "<progress" in answer.text
    assert judge_fluency(person).status_code == 200
    for _ in range(10 * LONG):
        if (answer := camille.client.get(path)).status_code != 202:
            break
        threading.Event().wait(0.1)
    assert answer.status_code == 200


class Executed:
    """Counts the statements that a database is given meanwhile."""

    def __init__(self, store):
        self.engine, self.count = store.engine, 0

    def note(self, *_):
        self.count += 1

    def __enter__(self):
        event.listen(self.engine, "before_cursor_execute", self.note)
        return self

    def __exit__(self, *_):
        event.remove(self.engine, "before_cursor_execute", self.note)


def test_what_changed_in_a_repeated_statement_costs_the_writer_the_same_for_many_repetitions(app, store):
    """3,200 repetitions of a statement that its author corrects, or erases, stopped everybody for six seconds."""

    def cost(repetitions, act):
        author = volunteer(app)
        submit(author, f"Les vieux de {repetitions} {act} conduisent mal.", "age")
        with store.writing.begin() as session:
            first = session.scalars(select(Statement).order_by(Statement.id.desc()).limit(1)).one()
            about = {"campaign_id": 1, "folded": first.folded, "bias_type": "age", "merged_into_id": first.id}
            session.add_all(Statement(text=first.text, status="merged", **about) for _ in range(repetitions))
            number = first.id
        app.app.state.parts.campaigns._until = float("inf")  # or they are read once more when a second has passed
        address = f"/me/statements/{number}"
        with Executed(store) as executed:
            if act == "erase":
                author.send("/me/erase", "/me", sure="yes")
            else:
                author.send(address, address, statement=f"Autre chose {repetitions}.", bias_type="age")
        return executed.count

    for act in ("correct", "erase"):
        assert abs(cost(60, act) - cost(3, act)) <= 2, act


def test_erasing_costs_the_writer_about_the_same_for_many_statements(ready_store):
    """Somebody who had written 6,000 statements stopped everybody for 47 seconds by erasing them."""

    def cost(statements):
        with ready_store.writing.begin() as session:
            person = Participant(campaign_id=1, code_hash=f"{statements:064x}", consent_version="1", about={})
            session.add(person)
            session.flush()
            about = {"campaign_id": 1, "participant_id": person.id, "bias_type": "age"}
            rows = [{**about, "text": f"Énoncé {n}.", "folded": f"{statements} {n}"} for n in range(statements)]
            session.execute(insert(Statement), rows)
        with Executed(ready_store) as executed, ready_store.writing.begin() as session:
            erase_participant(session, person.id)
        assert column(ready_store, Statement.id) == []
        return executed.count

    assert cost(400) == cost(2)


def test_static_files_are_kept_by_browsers_and_pages_are_not(client):
    assert client.get("/static/style.css").headers["cache-control"] == "public, max-age=3600"
    for path in ("/", "/static/nothing.css", "/information"):
        assert client.get(path).headers["cache-control"] == "no-store"


def test_a_campaign_without_organiser_and_contact_is_not_open(app, store):
    with store.writing.begin() as session:
        ensure_campaign(session)
        session.scalars(select(Campaign)).one().contact = ""
    forget_campaigns(app)
    browser = Browser(app)
    assert browser.client.get("/consent").headers["location"] == "/"
    page = browser.get("/").text
    assert 'href="/consent"' not in page
    assert 'href="/tasks/statement"' not in page


@pytest.mark.parametrize("language", ["fr", "en"])
def test_consent_names_organiser_and_contact_before_anything_is_asked(app, language):
    browser = Browser(app)
    browser.get(f"/language/{language}")
    page = browser.get("/consent").text
    assert 0 < page.index('class="warning"') < page.index("Lab X") < page.index("dpo@example.org") < page.index("<form")


def test_the_queue_goes_on_when_there_is_no_time_for_near_duplicates(store):
    """However texts were crafted: the search has so much time, and the page says what it could not find out."""
    app = make_app(store, ServerSettings(near_seconds=0))
    for text in ("Les femmes adorent toujours le rose.", "Une femme adore toujours le rose."):
        submit(volunteer(app), text)
    camille = curator(app, store)
    assert len(statement_ids(camille)) == 2
    assert camille.client.get("/curate/statements/1").status_code == 200


def test_methods_headers_and_origins_that_are_not_ours(app):
    with served(app) as home, httpx.Client(base_url=home, headers={"Origin": "https://elsewhere.example"}) as client:
        for method in ("DELETE", "PUT", "PATCH", "OPTIONS", "TRACE"):
            assert client.request(method, "/consent").status_code == 405
        for path, kind in (("/", "text/html; charset=utf-8"), ("/health.json", "application/json")):
            answer = client.get(path)
            assert answer.status_code == 200
            assert answer.headers["content-type"] == kind
            assert not {"server", "x-powered-by", "access-control-allow-origin"} & set(answer.headers)


def random_shape(chance):
    """Characters of a word, words of a text, the share of words that others have too."""
    return chance.randint(3, 9), chance.randint(4, 80), chance.uniform(0.5, 1)


def crafted(shape, seed=1):
    """Texts that share words, and words that are like one another, in the measure of `shape`."""
    chance = random.Random(seed)
    length, words, shared = shape
    stock = ["".join(chance.choices("bcdfglmnprst", k=length)) for _ in range(words)]
    return [
        " ".join(word if chance.random() < shared else word[:-1] + chance.choice("aeiou") for word in stock)[:500]
        for _ in range(60)
    ]


class Counted(NearIndex):
    """Counts comparisons between two steps of a search."""

    def __init__(self):
        super().__init__("fr")
        ratio, best = self._ratio, self._best
        self.since = self.longest = self.steps = 0

        def count_ratio(*arguments, **options):
            self.since += 1
            return ratio(*arguments, **options)

        def count_best(word, choices, **options):
            self.since += len(choices)
            return best(word, choices, **{**options, "scorer": ratio})

        self._ratio, self._best, self.tick = count_ratio, count_best, self.step

    def step(self):
        self.longest, self.since, self.steps = max(self.longest, self.since), 0, self.steps + 1


def test_no_texts_that_a_search_finds_make_one_step_of_a_search_long():
    """The time of a page is looked at between two steps: no step may be long, whatever texts were crafted for it. The
    search keeps the shape that costs most, as an attacker would, and counts comparisons, not seconds."""
    chance, worst, steps = random.Random(7), (0, (5, 60, 0.7)), 0
    for _ in range(40):
        shape = random_shape(chance)
        if chance.random() < 0.5:
            length, words, shared = worst[1]
            near = chance.uniform(0.7, 1.3)
            shape = (max(3, int(length * near)), max(4, int(words * near)), min(1.0, shared * near))
        index = Counted()
        for number, text in enumerate(crafted(shape)):
            index.add(number, (folded_words(text),))
        for text in crafted(shape)[:3]:
            list(index.near((folded_words(text),)))
        worst, steps = max(worst, (index.longest, shape)), steps + index.steps
    most_words = 500 // 4 + 1
    assert steps > 1000
    assert most_words < worst[0] <= MOST_WORDS + most_words**2
