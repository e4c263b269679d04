"""The parts that hold the app together: messages, limits, pages for mistakes, machines' endpoints, the command."""

import os
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from sqlalchemy import func, select

from collect.conftest import ORGANISER
from collect.participants import PASSWORD, Browser, curator, judge_category, judge_fluency, submit, volunteer
from command import epicene
from epicene.collect.campaigns import open_campaign
from epicene.collect.curate.statement_decisions import folded_digest
from epicene.collect.message_catalogue import LANGUAGES, SiteLanguage, catalogue, choose
from epicene.collect.store.schema import Campaign, TaskItem, TaskName, User, now
from epicene.collect.web import accounts
from epicene.collect.web.app import open_store
from epicene.collect.web.rate_limits import FailureCount, Limit
from epicene.core.errors import InputError
from epicene.data.datasets import open_benchmark
from epicene.data.vocabulary import BIAS_TYPES
from page_words import shown


def test_every_bias_type_has_a_name_and_a_definition():
    for code in LANGUAGES:
        for kind in BIAS_TYPES:
            assert {f"bias.{kind}", f"bias.{kind}.definition"} <= set(catalogue(code))


def test_french_messages_have_french_punctuation():
    """A no-break space before : ; ! ? and inside « », and no straight apostrophe."""
    for key, source in catalogue("fr").items():
        message = shown(source)
        assert not re.search(r"[^\u00a0\u202f\s?!][;!?](\s|$)| [:;!?]|« | »|\w'\w", message), (key, message)


@pytest.mark.parametrize(
    ("chosen", "accepted", "otherwise", "language"),
    [
        ("en", "fr", "fr", "en"),
        (None, "de-DE,en-GB;q=0.8,fr;q=0.5", "fr", "en"),
        (None, "FR-ca", "en", "fr"),
        (None, "de,es", "fr", "fr"),
        (None, "", "pt", "en"),
        ("xx", "xx", "fr", "fr"),
    ],
)
def test_the_language_of_a_page(chosen, accepted, otherwise, language):
    assert choose(chosen, accepted, otherwise) == language


def test_numbers_days_and_plurals_are_written_as_the_language_does():
    french, english = SiteLanguage("fr"), SiteLanguage("en")
    assert (french.number(1234.5, 1), english.number(1234.5, 1)) == ("1\u202f234,5", "1,234.5")
    first = now().replace(year=2026, month=8, day=1)
    assert (french.day(first), english.day(first)) == ("1er\u00a0août\u00a02026", "1\u00a0August\u00a02026")
    assert "0 contribution de" in french.plural("task.done", 0)
    assert "0 contributions" in english.plural("task.done", 0)


def test_a_limit_refills_evenly():
    clock = [0.0]
    limit = Limit(60, clock=lambda: clock[0])
    assert [limit.allows("a") for _ in range(61)] == [True] * 60 + [False]
    assert limit.allows("b")
    clock[0] = 1.0
    assert [limit.allows("a") for _ in range(2)] == [True, False]
    clock[0] = 1000.0
    assert sum(limit.allows("a") for _ in range(100)) == 60


def test_failures_in_a_row_make_one_wait_and_a_success_ends_it():
    clock = [100.0]
    failures = FailureCount(2, 300, clock=lambda: clock[0])
    failures.failed("a")
    assert not failures.must_wait("a")
    failures.failed("a")
    assert failures.must_wait("a")
    assert not failures.must_wait("b")
    clock[0] += 300
    assert not failures.must_wait("a")
    failures.failed("a")
    failures.succeeded("a")
    failures.failed("a")
    assert not failures.must_wait("a")


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Les notaires sont riches.", "les  NOTAIRES sont riches !", True),
        ("L’avocat gagne bien sa vie", "L'avocat gagne bien sa vie.", True),
        ("Les sœurs prient.", "Les soeurs prient", True),
        ("Les notaires sont riches.", "Les notaires étaient riches.", False),
        ("Les roux sentent mauvais", "Les roux ne sentent pas mauvais", False),
    ],
)
def test_strict_duplicates_are_the_same_words(one, other, same):
    assert (folded_digest(one) == folded_digest(other)) == same


def test_mistakes_have_pages_in_the_readers_language_and_json_for_machines(app, client):
    assert client.get("/nowhere", headers={"Accept-Language": "en"}).status_code == 404
    assert "Page not found" in client.get("/nowhere", headers={"Accept-Language": "en"}).text
    assert "Page introuvable" in client.get("/nowhere", headers={"Accept-Language": "fr"}).text
    assert client.delete("/").status_code == 405
    assert client.get("/nowhere.json").json() == {"error": 404}
    assert client.head("/").status_code == 200


def test_the_summary_counts_without_controls(app, store):
    browser = volunteer(app)
    submit(browser, "Les notaires sont riches.")
    for _ in range(3):
        judge_category(browser, "age")
    judge_fluency(browser)
    with store.writing.begin() as session:
        session.query(TaskItem).where(TaskItem.task == TaskName.FLUENCY).update({"control": True})
    assert browser.client.get("/health.json").json() == {"status": "ok"}
    with store.reading() as session:
        from epicene.collect.store.schema import JudgmentRow

        controls = session.scalar(
            select(func.count())
            .select_from(JudgmentRow)
            .join(TaskItem)
            .where(TaskItem.control, TaskItem.task == TaskName.CATEGORY)
        )
    summary = browser.client.get("/summary.json").json()
    assert summary == {
        "campaign": "Nos stéréotypes",
        "language": "fr",
        "open": True,
        "participants": 1,
        "statements": 1,
        "judgments": {"fluency": 0, "category": 3 - controls, "validation": 0},
    }


def test_curators_log_in_and_out(app, store):
    browser = curator(app, store)
    assert "camille" in browser.get("/").text
    assert browser.get("/login").url.path == "/curate"
    browser.send("/logout")
    assert "camille" not in browser.get("/").text
    page = Browser(app).send("/login", "/login", name="camille", password="not this")
    assert page.status_code == 422


def test_users_are_added_by_the_command(tmp_path):
    database = tmp_path / "collect.db"
    refused = epicene(
        "collect", "user", "add", "camille", "--db", database, cwd=tmp_path, EPICENE_COLLECT_PASSWORD=PASSWORD
    )
    assert (refused.returncode, list(tmp_path.iterdir())) == (2, [])  # the wrong folder: no new database
    open_store(str(database)).close()
    done = epicene("collect", "user", "add", "camille", "--role", "admin", "--db", database, cwd=tmp_path,
                   EPICENE_COLLECT_PASSWORD=PASSWORD)  # fmt: skip
    assert done.returncode == 0, done.stderr
    store = open_store(str(database))
    with store.reading() as session:
        user = session.scalars(select(User)).one()
    store.close()
    assert (user.name, user.role) == ("camille", "admin")
    assert accounts._hasher.verify(user.password_hash, PASSWORD)
    for arguments, said in (
        (("add", "camille"), "already"),
        (("add", "dominique", "--role", "king"), "curator, admin"),
        (("add", " "), "expected a text"),
        (("disable", "nobody"), "no account of 'nobody'"),
    ):
        refused = epicene("collect", "user", *arguments, "--db", database, cwd=tmp_path,
                          EPICENE_COLLECT_PASSWORD=PASSWORD)  # fmt: skip
        assert refused.returncode == 2
        assert said in refused.stderr
    refused = epicene("collect", "user", "add", "a", "--db", database, cwd=tmp_path, EPICENE_COLLECT_PASSWORD="short")
    assert refused.returncode == 2
    assert "12 to 128" in refused.stderr
    assert epicene("collect", "user", "disable", "camille", "--db", database, cwd=tmp_path).returncode == 0


def test_a_campaign_in_another_language_with_ones_own_sentences(tmp_path):
    pairs = tmp_path / "pairs.jsonl"
    pairs.write_text(
        '{"id": "1", "more": "As mulheres dirigem mal.", "less": "Os homens dirigem mal.", "direction": "stereo", '
        '"bias_type": "gender"}\n',
        encoding="utf-8",
    )
    done = epicene("collect", "campaign", "Estereótipos", "--language", "pt", "--on", f"pairs-fr={pairs}", "--db",
                   tmp_path / "collect.db", "--organiser", "Labo", "--contact", "dpo@labo.example",
                   cwd=tmp_path)  # fmt: skip
    assert done.returncode == 0, done.stderr
    store = open_store(str(tmp_path / "collect.db"))
    with store.reading() as session:
        first, second = session.scalars(select(Campaign).order_by(Campaign.id))
        assert first.closed_at is not None
        assert (second.title, second.language, second.closed_at) == ("Estereótipos", "pt", None)
        texts = session.execute(
            select(TaskItem.task, TaskItem.text).where(TaskItem.campaign_id == second.id).order_by(TaskItem.id)
        )
        assert [tuple(row) for row in texts] == [
            ("fluency", "As mulheres dirigem mal."),
            ("category", "As mulheres dirigem mal."),
        ]
    store.close()
    refused = epicene("collect", "campaign", "x", "--on", "pairs-en", "--db", tmp_path / "collect.db", cwd=tmp_path)
    assert refused.returncode == 2
    assert "--language en" in refused.stderr


@pytest.mark.about("triples")
def test_every_candidate_of_a_triple_is_judged_for_its_fluency(tmp_path):
    done = epicene("collect", "campaign", "Brouillons", "--on", "triples-fr", "--db", tmp_path / "c.db",
                   "--organiser", "Labo", "--contact", "dpo@labo.example", cwd=tmp_path)  # fmt: skip
    assert done.returncode == 0, done.stderr
    triples = open_benchmark("triples-fr").usable
    store = open_store(str(tmp_path / "c.db"))
    with store.reading() as session:
        campaign = session.scalars(select(Campaign).order_by(Campaign.id.desc())).first()
        offered = select(TaskItem).where(TaskItem.campaign_id == campaign.id, TaskItem.source != "control")
        items = list(session.scalars(offered))
    store.close()
    assert {item.task for item in items} == {"fluency"}
    assert {item.original_type for item in items} == {None}
    expected = {
        f"triples-fr:{one.id}/{role}": f"{text.context} {text.text}".strip()
        for one in triples
        for role, text in one.variants.items()
    }
    assert {item.source: item.text for item in items} == expected


def test_serve_from_an_empty_folder_and_stop_by_signal(tmp_path):
    command = [sys.executable, "-m", "epicene", "collect", "serve", "--port", "0"]
    environment = {name: value for name, value in os.environ.items() if name != "EPICENE_COLLECT_KEY"}
    server = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True, env=environment)
    try:
        address = None
        while address is None:
            line = server.stderr.readline()
            assert line, "the server ended"
            address = re.search(r"http://\S+/", line)
        page = urllib.request.urlopen(address.group(), timeout=600).read().decode()
        assert "Nos stéréotypes" in page
    finally:
        server.send_signal(signal.SIGINT)
    assert server.wait(600) in (0, -signal.SIGINT, 130)
    assert {path.name for path in tmp_path.iterdir()} >= {"collect.db", "collect.key"}


def test_a_port_that_is_taken_is_one_sentence(tmp_path):
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = epicene("collect", "serve", "--port", taken.getsockname()[1], cwd=tmp_path)
    assert done.returncode == 2
    assert "choose another --port" in done.stderr


@pytest.mark.parametrize(
    ("title", "language", "days", "said"),
    [
        (" ", "fr", 365, "title"),
        ("Deux\nlignes", "fr", 365, "title"),
        ("x", "../../etc", 365, "no language code"),
        ("x", "klingon", 365, "no language code"),
        ("x", "fr", 0, "--retention-days"),
        ("x", "fr", 10**8, "--retention-days"),
    ],
)
def test_a_campaign_that_cannot_be_is_refused_and_the_open_one_stays_open(store, title, language, days, said):
    with pytest.raises(InputError, match=said), store.writing.begin() as session:
        open_campaign(session, title, language, *ORGANISER, retention_days=days)
    with store.reading() as session:
        assert session.scalars(select(Campaign.closed_at)).one() is None


def test_closing_an_account_in_a_database_that_is_not_there_makes_none(tmp_path):
    done = epicene("collect", "user", "disable", "camille", "--db", tmp_path / "typo.db", cwd=tmp_path)
    assert done.returncode == 2
    assert "does not exist" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_changing_the_language_leads_back_to_where_one_was(app):
    def other_language(page):
        return re.search(r'href="(/language/en\?next=[^"]*)"', page.text).group(1)

    browser = volunteer(app)
    assert other_language(browser.get("/about-you?next=/me")) == "/language/en?next=/about-you%3Fnext%3D/me"
    assert browser.get("/language/en?next=/about-you%3Fnext%3D/me").url.query == b"next=/me"
    browser.get("/language/fr")
    browser.get("/me")
    browser.client.headers["referer"] = "http://testserver/me"
    assert other_language(browser.send("/me/erase")) == "/language/en?next=/me"  # /me/erase itself is no page


def test_every_event_of_the_audit_log_has_a_name():
    """The events are those that the code notes."""
    sources = "".join(path.read_text(encoding="utf-8") for path in Path(accounts.__file__).parents[1].rglob("*.py"))
    events = set(re.findall(r'"([\w-]+)"', "".join(re.findall(r'note_event\(session, ("[^,]*),', sources))))
    assert {"login", "export", "participant-erased", "campaign-opened"} <= events
    for code in ("fr", "en"):
        named = {key.removeprefix("audit.event.") for key in catalogue(code) if key.startswith("audit.event.")}
        assert named == events
    calls = re.findall(r'note_event\(\s*session, "[\w-]+"([^)]*)\)', sources)
    details = {name for call in calls for name in re.findall(r"\b(\w+)=", call)}
    assert {"campaign", "contributor", "path"} <= details
    for code in ("fr", "en"):
        assert {f"audit.key.{name}" for name in details} <= set(catalogue(code))
