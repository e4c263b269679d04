"""The parts that hold the app together: messages, limits, pages for mistakes, machines' endpoints, the command."""

import os
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from sqlalchemy import select

from collect.conftest import ORGANISER
from collect.participants import volunteer
from command import epicene
from epicene.collect.campaigns import open_campaign, read_sentences
from epicene.collect.message_catalogue import catalogue, choose
from epicene.collect.store.schema import Campaign, TaskName
from epicene.collect.web import accounts
from epicene.collect.web.rate_limits import FailureCount, Limit
from epicene.core.errors import InputError
from epicene.data.datasets import open_benchmark
from page_words import shown


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


def test_mistakes_have_pages_in_the_readers_language_and_json_for_machines(app, client):
    assert client.get("/nowhere", headers={"Accept-Language": "en"}).status_code == 404
    assert "Page not found" in client.get("/nowhere", headers={"Accept-Language": "en"}).text
    assert "Page introuvable" in client.get("/nowhere", headers={"Accept-Language": "fr"}).text
    assert client.delete("/").status_code == 405
    assert client.get("/nowhere.json").json() == {"error": 404}
    assert client.head("/").status_code == 200


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


def test_sentences_are_read_in_the_campaigns_language_and_of_triples_each_candidate():
    with pytest.raises(InputError, match="--language en"):
        read_sentences("pairs-en", "fr")
    assert read_sentences("pairs-fr", "fr")[0].tasks == (TaskName.FLUENCY, TaskName.CATEGORY)
    triples = read_sentences("triples-fr", "fr")
    assert {sentence.tasks for sentence in triples} == {(TaskName.FLUENCY,)}
    assert {sentence.source: sentence.text for sentence in triples} == {
        f"triples-fr:{item.id}/{role}": f"{text.context} {text.text}".strip()
        for item in open_benchmark("triples-fr").usable
        for role, text in item.variants.items()
    }


@pytest.mark.parametrize(
    ("title", "language", "days", "said"),
    [
        (" ", "fr", 365, "title"),
        ("Deux\nlignes", "fr", 365, "title"),
        ("x", "../../etc", 365, "etc"),
        ("x", "klingon", 365, "klingon"),
        ("x", "fr", 0, "--retention-days"),
        ("x", "fr", 10**8, "--retention-days"),
    ],
)
def test_a_campaign_that_cannot_be_is_refused_and_the_open_one_stays_open(store, title, language, days, said):
    with pytest.raises(InputError, match=said), store.writing.begin() as session:
        open_campaign(session, title, language, *ORGANISER, retention_days=days)
    with store.reading() as session:
        assert session.scalars(select(Campaign.closed_at)).one() is None


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
