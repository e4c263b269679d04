"""A whole campaign of sixty invented volunteers, from `collect campaign` to an audited corpus with its agreement."""

import html
import json
import random
from importlib import resources

import pytest
from sqlalchemy import update

from command import epicene
from epicene.collect.store import schema
from epicene.collect.store.database import Store
from epicene.collect.store.schema import Handout, now
from epicene.collect.volunteers import assignment
from epicene.collect.volunteers.assignment import LAPSES_AFTER, lapse
from epicene.collect.web.app import make_app

from .conftest import UNLIMITED
from .curator_actions import decide, find_statement, write_pair
from .participants import curator, submit, volunteer

PEOPLE, CARELESS = 60, 6
GROUPS = [  # who is talked about, and whom the same is said of in the other sentence
    ("Les femmes", "les femmes", "les hommes", "gender"),
    ("Les vieux", "les vieux", "les jeunes", "age"),
    ("Les pauvres", "les pauvres", "les riches", "socioeconomic"),
    ("Les Bretons", "les Bretons", "les Parisiens", "nationality"),
]
SAID = ["parlent trop fort", "arrivent toujours en retard", "oublient tout", "mangent trop vite", "rient de tout"]
_BUNDLED = json.loads(resources.files("epicene.collect").joinpath("controls.json").read_text(encoding="utf-8"))
CONTROLS = {task: dict(rows) for task, rows in _BUNDLED["fr"].items()}
OPENING = ("collect", "campaign", "Notre quartier", "--on", "sentences.jsonl", "--judgments-per-sentence", "4",
           "--second-opinion", "--organiser", "Laboratoire X", "--contact", "dpo@example.org")  # fmt: skip


@pytest.fixture
def site(tmp_path):
    """Twelve sentences to judge, whose type everybody can tell, in a campaign opened by the command."""
    rows = [
        {"id": f"q{place}", "more": f"{name} {said}.", "less": f"{other[0].upper()}{other[1:]} {said}.",
         "direction": "stereo", "bias_type": kind, "origin": "native"}
        for place, (said, (name, _, other, kind)) in enumerate((said, group) for said in SAID[:3] for group in GROUPS)
    ]  # fmt: skip
    (tmp_path / "sentences.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    opened = epicene(*OPENING[:4], f"pairs-fr={OPENING[4]}", *OPENING[5:], cwd=tmp_path)
    assert opened.returncode == 0, opened.stderr
    store = Store(str(tmp_path / "collect.db"))
    yield make_app(store, UNLIMITED), store, {row["more"]: row["bias_type"] for row in rows}
    store.close()


def take_part(app, place: int, kinds: dict[str, str], chance: random.Random) -> None:
    """Somebody writes a statement, and judges what they are given: most as it is, the careless whatever comes. After
    an answer the page that follows is open already."""
    person, is_careless = volunteer(app), place % (PEOPLE // CARELESS) == 0
    name, target, contrast, kind = GROUPS[place % 4]
    submit(person, f"{name} {SAID[place // 4 % 5]}.", kind, target=target, contrast=contrast)
    for task in ("fluency", "category"):
        person.get(f"/tasks/{task}")
        for _ in range(5):
            sentence = html.unescape(person.sentence() or "")
            if not sentence:
                break
            if is_careless:
                labels = ["unsure" if task == "fluency" else "religion"]
            elif sentence in CONTROLS[task]:
                labels = CONTROLS[task][sentence]
            elif task == "fluency":
                labels = ["no" if chance.random() < 0.1 else "yes"]
            else:
                labels = [kinds[sentence]]
            said = (
                {"answer": labels[0]}
                if task == "fluency"
                else {"answer": "types" if labels else "none", "type": labels}
            )
            person.send(f"/tasks/{task}", **said)


def test_sixty_people_from_the_command_to_an_audited_corpus(site, masked_model, tmp_path, monkeypatch):
    app, store, kinds = site
    monkeypatch.setattr(schema, "first_control", lambda: 0)  # everybody meets controls when they are expected to
    monkeypatch.setattr(
        assignment, "GAPS", {"doubtful": (0, 0), "failed": (9, 9), "undecided": (3, 3), "passed": (9, 9)}
    )
    chance = random.Random(7)
    for place in range(PEOPLE):
        take_part(app, place, kinds, chance)
        if place % 10 == 9:  # hours later: what those who left still had in hands goes to others
            with store.writing.begin() as session:
                session.execute(update(Handout).values(handed_at=now() - 2 * LAPSES_AFTER))
                lapse(session, Handout.handed_at < now() - LAPSES_AFTER)
    camille, dominique = curator(app, store), curator(app, store, "dominique")
    assert camille.get("/curate/statistics").text.count("échoue</span>") == CARELESS
    for said in SAID[:2]:
        for name, _, _, kind in GROUPS:
            number = find_statement(camille, f"{name} {said}.")
            for one in (camille, dominique):
                decide(one, number, "settle", bias_type=kind)
            write_pair(camille, number, confirmed="yes")

    figures = json.loads(epicene("collect", "stats", "--json", cwd=tmp_path).stdout)
    assert figures["participants"] == PEOPLE
    assert figures["tasks"]["statements"]["contributions"] == PEOPLE
    assert figures["statuses"]["merged"] == PEOPLE - 20  # twenty different ones
    assert figures["second_opinions"] == {"statements": 8, "same": 8}
    for task in ("fluency", "category"):
        assert figures["progress"][task]["full"] >= 12
    judged = figures["agreement"]["categories"]["nominal"]
    assert judged["n_items"] >= 12
    assert judged["n_judgments"] >= 4 * 12
    assert figures["controls"]["failed"] == CARELESS
    with_all = figures["agreement_all"]["categories"]["nominal"]
    assert judged["n_judgments"] < with_all["n_judgments"]
    assert with_all["value"] < judged["value"] == 1  # those who looked agree on all types

    exported = epicene("collect", "export", "--out", "corpus", cwd=tmp_path)
    assert exported.returncode == 0, exported.stderr
    rows = [json.loads(line) for line in (tmp_path / "corpus/controls.jsonl").read_text().splitlines()]
    assert sum(row["failed"] for row in rows) == figures["controls"]["failed"]
    statement = (tmp_path / "corpus/DATA_STATEMENT.en.md").read_text(encoding="utf-8")
    assert "Two people decided independently on 8 statements; they agreed on 8." in statement
    assert "Krippendorff’s alpha of the categories" in statement
    audited = epicene("audit", masked_model, "--on", "pairs-fr=corpus/pairs-fr.jsonl", "--json", cwd=tmp_path)
    assert audited.returncode == 0, audited.stderr
    score = next(
        row
        for row in json.loads(audited.stdout)["estimates"]
        if (row["metric"], row["group"]) == ("metric_score", "all")
    )
    assert (score["n_used"], score["n_total"]) == (8, 8)
