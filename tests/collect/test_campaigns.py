"""Several campaigns: volunteers meet the open one, curators and commands may name another."""

import json

import pytest
from sqlalchemy import select

from epicene.collect.campaigns import named_campaign, open_campaign
from epicene.collect.store.schema import Campaign, Statement, TaskItem
from epicene.collect.web.app import make_app
from epicene.core.errors import InputError

from .conftest import ORGANISER, UNLIMITED, forget_campaigns
from .curator_actions import find_statement
from .participants import Browser, collect, column, curator, submit, volunteer


@pytest.fixture
def two(store):
    """What somebody wrote in the first campaign, then a second one, with one statement too."""
    app = make_app(store, UNLIMITED)
    submit(volunteer(app), "Les femmes adorent le rose.")
    with store.writing.begin() as session:
        open_campaign(session, "Our stereotypes", "en", *ORGANISER)
    forget_campaigns(app)
    submit(volunteer(app), "Women love pink.")
    return app


def test_volunteers_meet_the_open_campaign_and_curators_may_go_back_to_a_closed_one(two, store):
    camille = curator(two, store)
    assert find_statement(camille, "Women love pink.") == 2
    camille.send("/curate/campaign", "/curate", campaign="1")
    assert "Nos stéréotypes (close)" in camille.page.text
    assert find_statement(camille, "Les femmes adorent le rose.") == 1
    assert "Women love pink." not in camille.get("/curate").text
    assert camille.get("/curate/statistics.json").json()["tasks"]["statements"]["contributions"] == 1
    assert camille.get("/curate/statements/2").status_code == 404
    assert "Our stereotypes" in camille.get("/").text
    assert camille.client.post("/curate/campaign", data={"campaign": "1"}).status_code == 403
    assert camille.send("/curate/campaign", "/curate", campaign="99").status_code == 400
    camille.send("/curate/campaign", "/curate", campaign="2")
    assert find_statement(camille, "Women love pink.") == 2


def test_a_campaign_by_its_number_or_title(two, store):
    with store.writing.begin() as session:
        open_campaign(session, "1", "pt", *ORGANISER)
        open_campaign(session, "Our stereotypes", "en", *ORGANISER)
        asked = (None, "1", "3", "Nos stéréotypes")
        assert [named_campaign(session, name).id for name in asked] == [4, 1, 3, 1]
        with pytest.raises(InputError, match=r"4 \(Our stereotypes\), 3 \(1\)"):
            named_campaign(session, "Our stereotypes")
        with pytest.raises(InputError, match="5"):
            named_campaign(session, "5")


def test_commands_name_a_campaign(two, store, tmp_path, capsys):
    database = str(store.url.database)
    for name, title, number in ((None, "Our stereotypes", 2), ("1", "Nos stéréotypes", 1)):
        collect("stats", campaign=name, db=database, json=True)
        figures = json.loads(capsys.readouterr().out)
        assert figures["campaign"]["title"] == title
        assert figures["tasks"]["statements"]["contributions"] == 1
        collect("export", out=tmp_path / title, campaign=name, db=database, json=True)
        capsys.readouterr()
        (statement,) = (tmp_path / title / "statements.jsonl").read_text(encoding="utf-8").splitlines()
        assert json.loads(statement)["id"] == str(number)


def test_a_campaign_is_listed_changed_ended_opened_again_and_copied(two, store, capsys):
    db = str(store.url.database)
    collect("campaign list", db=db, json=True)
    rows = json.loads(capsys.readouterr().out)["campaigns"]
    assert [(row["title"], row["is_open"], row["statements"]) for row in rows] == [
        ("Our stereotypes", True, 1),
        ("Nos stéréotypes", False, 1),
    ]
    collect("campaign edit", "2", title="Our clichés", organiser="Lab X", db=db)
    with pytest.raises(InputError, match="change"):
        collect("campaign edit", "2", title="Our clichés", db=db)
    for command, options in (("campaign edit", {"retention_days": 1}), ("campaign close", {})):
        with pytest.raises(InputError, match="--yes"):
            collect(command, "2", db=db, **options)
    collect("campaign close", "2", yes=True, db=db)
    with pytest.raises(InputError):
        collect("campaign close", "2", yes=True, db=db)
    forget_campaigns(two)
    assert Browser(two).client.get("/consent").headers["location"] == "/"
    collect("campaign reopen", "1", db=db)
    collect("campaign copy", "1", "Encore nos stéréotypes", db=db)
    with store.reading() as session:
        first, copy = (session.get_one(Campaign, number) for number in (1, 3))
        assert (copy.language, copy.retention_days, copy.closed_at is None) == ("fr", first.retention_days, False)
        items = [
            session.scalars(select(TaskItem.text).where(TaskItem.campaign_id == n).order_by(TaskItem.text)).all()
            for n in (1, 3)
        ]
        assert items[0] == items[1]
        assert session.scalars(select(Statement).where(Statement.campaign_id == 3)).all() == []
        assert named_campaign(session, None).id == 1


def test_a_title_alone_still_opens_a_campaign(store):
    db = str(store.url.database)
    for arguments in (["Meus", "--language", "pt"], ["--language", "pt", "Nossos"], ["open", "list"]):
        who = ["--organiser", "Lab X", "--contact", "dpo@example.org"]
        collect("campaign", *arguments, *who, db=db)
    assert column(store, Campaign.title) == ["Nos stéréotypes", "Meus", "Nossos", "list"]
