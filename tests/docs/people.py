"""What people do between two commands of a page: open the site, fill in a table, translate."""

from __future__ import annotations

import csv
import json
import os
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from collect.curator_actions import decide, statement_ids, write_pair
from collect.participants import Browser, submit, volunteer
from epicene.adapt.spreadsheets import read_table
from epicene.data.benchmarks import BUNDLED


def visit(app: Any, socket: Any, proxies: Any) -> None:
    """In place of a server that runs until Ctrl-C: it answers, a volunteer writes, and a curator, where there is one,
    makes a pair of it."""
    assert TestClient(app).get("/health.json").status_code == 200
    submit(volunteer(app), "Les femmes conduisent mal.", target="les femmes", contrast="les hommes")
    camille = Browser(app)
    camille.get("/language/fr")
    camille.send("/login", "/login", name="camille", password=os.environ["EPICENE_COLLECT_PASSWORD"])
    if camille.get("/curate").url.path == "/curate":
        (statement,) = statement_ids(camille)
        decide(camille, statement, "settle", bias_type="gender")
        write_pair(camille, statement)


def fill_in(folder: Path) -> None:
    """A person who knows French writes what a random translator could not: here, the bundled French."""
    tests = [
        test
        for section in json.loads((BUNDLED / "triples-fr.json").read_text(encoding="utf-8"))["data"].values()
        for test in section
    ]
    french = {
        test["id"]: {"context": test["context"], **{one["gold_label"]: one["sentence"] for one in test["sentences"]}}
        for test in tests
    }
    for table in (*folder.glob("*/to_decide.csv"), *folder.glob("*/samples/*.csv")):
        rows = [dict(row.cells) for row in read_table(table, ())]
        with table.open("w", encoding="utf-8-sig", newline="") as file:
            writer = csv.DictWriter(file, list(rows[0]), delimiter=";")
            writer.writeheader()
            writer.writerows({**row, **_said(row, french)} for row in rows)


def _said(row: dict[str, str], french: dict[str, dict[str, str]]) -> dict[str, str]:
    """Of pairs, what stands in a draft is kept, and the others all say the same."""
    if "context" in row:
        return {**french[row["id"]], "labels": "other", "decision": "accept"}
    if row["draft more"]:
        return {"decision": "keep"}
    return {"more": "Elle dort.", "less": "Il dort.", "decision": "accept", "minutes": "1"}


def translate(folder: Path) -> None:
    """A random translator writes no English, which is refused; a better one might have written the reference."""
    if (written := folder / "corpus" / "corpus.en").is_file():
        (folder / "opus.en").write_bytes(written.read_bytes())


# By the command before which they act.
BEFORE = {"epicene adapt apply": fill_in, "epicene mt judge": translate}
