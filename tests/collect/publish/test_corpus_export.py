"""The export: files that epicene's own readers and checks accept, and figures that follow from them."""

import csv
import io
import json
import re
import stat
import statistics as plain
import zipfile
from collections import Counter
from pathlib import Path

import krippendorff
import numpy as np
import pytest
from sqlalchemy import select

from collect.conftest import UNLIMITED, fresh_database
from collect.curator_actions import decide, write_pair
from collect.participants import curator, judge_category, judge_fluency, submit, volunteer
from command import epicene
from epicene.collect.publish.corpus_export import make_export, slug, write_export
from epicene.collect.store import schema
from epicene.collect.store.database import Store
from epicene.collect.store.schema import AuditEvent, Campaign, Participant, TaskItem
from epicene.collect.volunteers import assignment
from epicene.collect.web.app import make_app
from epicene.core.types import Role
from epicene.data.benchmarks import BENCHMARKS
from epicene.metrics.annotator_agreement import masi_distance

SENTENCES = [
    ("Les femmes conduisent mal.", "gender", "les femmes", "les hommes"),
    ("LES FEMMES CONDUISENT MAL", "gender", "", ""),
    ("L’infirmier est « doux », dit-on.", "gender", "infirmier", "une infirmière"),
    ("Les vieux conduisent mal.", "age", "les vieux", "les jeunes"),
    ("Bof.", "other", "", ""),
    ("Les vieux sont radins et les jeunes paresseux.", "age", "", ""),
]


@pytest.fixture(scope="module")
def campaign(module_store):
    """A small campaign, worked through: volunteers, judgments, decisions, pairs, a translation."""
    app = make_app(module_store, UNLIMITED)
    fill(app, module_store)
    return module_store.url.database, app, module_store


def fill(app, store) -> None:
    """Everybody's third item is a control, and not by chance; nobody meets two."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(schema, "first_control", lambda: 2)
        patch.setattr(assignment, "GAPS", dict.fromkeys(assignment.GAPS, (99, 99)))
        _fill(app, store)


def _fill(app, store) -> None:
    with store.writing.begin() as session:  # few sentences, so that several people meet on each
        of_campaign = select(TaskItem.id).where(TaskItem.control.is_(False)).order_by(TaskItem.id).limit(4)
        kept = {
            n for task in ("fluency", "category") for n in session.scalars(of_campaign.where(TaskItem.task == task))
        }
        for item in session.scalars(select(TaskItem).where(TaskItem.control.is_(False))):
            item.active = item.id in kept
    people = [volunteer(app) for _ in range(5)]
    for place, (text, kind, target, contrast) in enumerate(SENTENCES):
        submit(people[place % 3], text, kind, target=target, contrast=contrast)
    for place, person in enumerate(people[:4]):
        for number in range(4):
            judge_fluency(person, ("yes", "no", "unsure", "yes")[(place * number) % 4], "Mieux." if number == 1 else "")
    for place, person in enumerate(people):
        for number in range(3):
            kinds = [[], ["gender"], ["gender", "age"], ["other"], ["religion"]][
                (place * (number + 1) + number) % 5 if number else place % 2
            ]
            judge_category(person, *kinds)
    camille, dominique = curator(app, store), curator(app, store, "dominique")
    camille.get("/curate")
    for number, kind in ((1, "gender"), (3, "gender"), (4, "age")):
        decide(camille, number, "settle", bias_type=kind)
    decide(camille, 5, "reject", reason="Aucun stéréotype.")
    parts = {"part1": "Les vieux sont radins.", "part2": "Les jeunes sont paresseux."}
    decide(camille, 6, "split", type1="age", type2="age", **parts)
    write_pair(camille, 1, implied="les femmes ne savent pas conduire", intent="0.33", in_group="0.5")
    write_pair(camille, 3, less="L’infirmière est « douce », dit-on.", direction="antistereo", intent="perhaps")
    write_pair(camille, 4, do="save")
    place = "/curate/pairs/1/translations/en"
    camille.send(place, place, do="translate", more="Women can't drive.", less="Men can't drive.")
    dominique.send(place, place, do="accept", back_more="Les femmes roulent mal.", back_less="Les hommes roulent mal.")
    with store.writing.begin() as session:
        for person in session.scalars(select(Participant)):
            person.about = {"age": "25-34", "country": "fr" if person.id > 1 else "be"}
        session.scalars(select(Campaign)).one().organiser = "Laboratoire *X* <b>"


@pytest.fixture(scope="module")
def folder(campaign, tmp_path_factory) -> Path:
    _, _, store = campaign
    folder = tmp_path_factory.mktemp("export")
    with store.reading() as session:
        write_export(make_export(session, 1), folder)
    return folder


@pytest.fixture(scope="module")
def figures(folder) -> dict:
    return json.loads((folder / "statistics.json").read_text(encoding="utf-8"))


def lines(folder: Path, name: str) -> list[dict]:
    return [json.loads(line) for line in (folder / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


def test_both_formats_are_read_by_epicene_and_say_the_same(folder):
    table = BENCHMARKS["crows-fr"].items(folder / "pairs-fr.tsv")
    records = BENCHMARKS["pairs-fr"].items(folder / "pairs-fr.jsonl")
    assert [(item.id, item.variants, item.category, dict(item.facets)) for item in table] == [
        (item.id, item.variants, item.category, dict(item.facets)) for item in records
    ]
    assert [item.id for item in table] == ["collect-0001", "collect-0002"]
    assert table[1].variants[Role.LESS].text == "L’infirmière est « douce », dit-on."
    assert [item.facets["direction"] for item in table] == ["stereo", "antistereo"]
    assert {item.facets["origin"] for item in table} == {"native"}


def test_an_accepted_translation_is_linked_by_id_and_marked_as_translated(folder):
    (item,) = BENCHMARKS["pairs-en"].items(folder / "pairs-en.jsonl")
    assert (item.id, item.facets["origin"]) == ("collect-0001", "translated")
    (item,) = BENCHMARKS["crows-en"].items(folder / "pairs-en.tsv")
    assert (item.variants[Role.MORE].text, item.facets["origin"]) == ("Women can't drive.", "translated")


def test_data_check_finds_nothing_wrong(folder):
    for spec in (
        "crows-fr=pairs-fr.tsv",
        "pairs-fr=pairs-fr.jsonl",
        "crows-en=pairs-en.tsv",
        "pairs-en=pairs-en.jsonl",
    ):
        done = epicene("data", "check", spec, "--json", cwd=folder)
        assert done.returncode == 0
        assert [found for found in json.loads(done.stdout)["findings"] if found["severity"] != "note"] == []


def test_drafts_rejected_words_and_codes_stay_in_the_workshop(campaign, folder):
    _, _, store = campaign
    everything = "".join(path.read_text(encoding="utf-8") for path in folder.iterdir())
    assert "Les jeunes conduisent mal." not in everything  # a draft's contrasting sentence
    assert "Bof." not in everything
    assert "Les vieux sont radins" not in everything  # a part that nobody has decided on, and the whole with it
    assert "Les femmes conduisent mal" in everything
    with store.reading() as session:
        for code in session.scalars(select(Participant.code_hash)):
            assert code not in everything
    assert len(lines(folder, "statements")) == 8
    assert len({row["participant"] for row in lines(folder, "statements")}) == 3


def test_statistics_are_those_recomputed_from_the_exported_files(folder, figures):
    """Written again here with nothing of epicene's own but the distance between two sets."""
    statements, fluency, categories = (lines(folder, name) for name in ("statements", "fluency", "categories"))
    contributed = [row for row in statements if not row["part_of"]]
    for name, rows in (("statements", contributed), ("fluency", fluency), ("categories", categories)):
        counts = list(Counter(row["participant"] for row in rows).values())
        assert figures["tasks"][name] == {
            "contributions": len(rows),
            "participants": len(counts),
            "mean": plain.mean(counts),
            "median": plain.median(counts),
            "max": max(counts),
        }
        for day in figures["days"]:
            assert day[name] == sum(row["day"] == day["day"] for row in rows)
    everybody = {row["participant"] for row in [*contributed, *fluency, *categories]}
    assert figures["participants"] == len(everybody) == 5
    accepted = Counter(row["settled_type"] for row in statements if row["status"] == "accepted")
    for kind, share in figures["bias_types"]["accepted"].items():
        assert share == {"count": accepted[kind], "percent": pytest.approx(100 * accepted[kind] / 3)}
    table = list(csv.DictReader(io.StringIO((folder / "pairs-fr.tsv").read_text(encoding="utf-8")), delimiter="\t"))
    kinds = Counter(row["bias_type"] for row in table)
    assert {kind: share["count"] for kind, share in figures["bias_types"]["pairs"].items() if share["count"]} == kinds
    directions = {name: [share["count"] for share in each.values()] for name, each in figures["directions"].items()}
    assert directions == {"contributed": [6, 0], "accepted": [3, 0], "pairs": [1, 1]}
    yes = sum(row["answer"] == "yes" for row in fluency)
    assert figures["fluency"]["fluent"]["percent"] == pytest.approx(100 * yes / len(fluency))
    assert figures["fluency"]["corrections"] == sum(bool(row["corrected"]) for row in fluency)
    assert figures["statuses"] == dict(Counter(row["status"] for row in statements))


def test_frames_name_the_group_the_contrast_and_the_stereotype_in_words(folder):
    """The sentence about the group is the first of a stereotype, the second of what contradicts one. Whether it is
    meant to offend, and said from within the group, may be left out; an answer that is none is."""
    text = (folder / "frames-fr.tsv").read_text(encoding="utf-8")
    assert [list(row.values()) for row in csv.DictReader(io.StringIO(text), delimiter="\t")] == [
        ["collect-0001", "Les femmes conduisent mal.", "les femmes", "les hommes", "les femmes ne savent pas conduire",
         "gender", "stereo", "0.33", "0.5"],
        ["collect-0002", "L’infirmière est « douce », dit-on.", "infirmier", "une infirmière", "", "gender",
         "antistereo", "", ""],
    ]  # fmt: skip
    assert text.splitlines()[0].split("\t")[2:5] == ["targetMinority", "targetContrast", "targetStereotype"]
    assert text.splitlines()[0].split("\t")[-2:] == ["intentYN", "speakerMinorityYN"]


def test_agreement_is_the_librarys_on_the_exported_judgments(folder, figures):
    figures = figures["agreement"]["categories"]
    rows = lines(folder, "categories")
    people, sentences = (sorted({row[key] for row in rows}) for key in ("participant", "sentence"))
    answers = sorted({tuple(row["labels"]) for row in rows})
    table = np.full((len(people), len(sentences)), np.nan)
    for row in rows:
        place = people.index(row["participant"]), sentences.index(row["sentence"])
        table[place] = answers.index(tuple(row["labels"]))

    def masi(v1, v2, i1, i2, n_v, dtype):
        far = np.array([[masi_distance(frozenset(one), frozenset(two)) for two in answers] for one in answers])
        return far[i1, i2]

    nominal = krippendorff.alpha(table, level_of_measurement="nominal", value_domain=range(len(answers)))
    sets = krippendorff.alpha(table, level_of_measurement=masi, value_domain=range(len(answers)))
    assert figures["nominal"]["value"] == pytest.approx(nominal, abs=1e-12)
    assert figures["sets"]["value"] == pytest.approx(sets, abs=1e-12)
    assert figures["sets"]["low"] <= sets <= figures["sets"]["high"]


def test_categories_against_the_original_from_the_exported_files(folder, figures):
    figures = figures["against_original"]
    originals = {row["id"]: row["original"] for row in lines(folder, "sentences")}
    counts: Counter[str] = Counter()
    for row in lines(folder, "categories"):
        original, labels = originals[row["sentence"]], row["labels"]
        assert row["original"] == original
        if labels == [original]:
            counts["same"] += 1
        elif original in labels:
            counts["several"] += 1
        elif not labels:
            counts["none"] += 1
        else:
            counts["other" if labels == ["other"] else "different"] += 1
    assert {name: share["count"] for name, share in figures.items()} == {name: counts[name] for name in figures}
    assert sum(share["percent"] for share in figures.values()) == pytest.approx(100)


@pytest.mark.parametrize("code", ["fr", "en"])
def test_the_data_statement_states_facts_and_leaves_the_rest_open(folder, figures, code):
    text = (folder / f"DATA_STATEMENT.{code}.md").read_text(encoding="utf-8")
    alpha = f"{figures['agreement']['categories']['nominal']['value']:.2f}".replace("-", "−")
    files = [f"`{path.name}`" for path in folder.glob("*.json*") if not path.name.startswith("pairs-")]
    contributions = f"{figures['tasks']['statements']['contributions']} "
    facts = {"fr": ("à compléter", "25 à 34 ans (5)", "2 paires minimales", alpha.replace(".", ",")),
             "en": ("to be completed", "25 to 34 (5)", "2 minimal pairs", alpha)}  # fmt: skip
    for fact in (*facts[code], *files, contributions, "Laboratoire \\*X\\* \\<b\\>"):
        assert fact in text
    assert "{" not in text
    assert "Belgi" not in text  # one person's answer is not told apart


def test_the_archive_of_the_page_holds_the_same_files_and_taking_it_is_noted(campaign, folder):
    _, app, store = campaign
    alix = curator(app, store, "alix")
    page = alix.get("/curate/export").text
    assert "epicene audit MODEL --on pairs-fr=pairs-fr.jsonl" in page
    answer = alix.send("/curate/export")
    assert answer.headers["content-type"] == "application/zip"
    assert re.search(r'filename="nos-stereotypes.zip"', answer.headers["content-disposition"])
    archive = zipfile.ZipFile(io.BytesIO(answer.content))
    assert {name.removeprefix("nos-stereotypes/"): archive.read(name) for name in archive.namelist()} == {
        path.name: path.read_bytes() for path in folder.iterdir()
    }
    with store.reading() as session:
        assert session.scalars(select(AuditEvent.details).where(AuditEvent.event == "export")).all() == [
            {"pairs_fr": 2, "pairs_en": 1}
        ]


def test_the_command_writes_the_same_and_says_what_to_do_next(campaign, folder, tmp_path):
    database, _, _ = campaign
    done = epicene("collect", "export", "--db", database, "--out", "here", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "epicene audit MODEL --on pairs-fr=here/pairs-fr.jsonl" in done.stdout
    there = list((tmp_path / "here").iterdir())
    assert {path.name: path.read_bytes() for path in there} == {p.name: p.read_bytes() for p in folder.iterdir()}
    assert {stat.S_IMODE(path.stat().st_mode) for path in there} == {0o600}
    document = json.loads(epicene("collect", "export", "--db", database, "--json", cwd=tmp_path).stdout)
    assert document["folder"] == "collected"
    assert "pairs-en.tsv" in document["files"]


def test_stats_command_page_and_export_agree(campaign, figures, tmp_path):
    database, app, store = campaign
    robin = curator(app, store, "robin")
    printed = json.loads(epicene("collect", "stats", "--db", database, "--json", cwd=tmp_path).stdout)
    for document in (printed, robin.get("/curate/statistics.json").json()):
        assert {key: document[key] for key in figures} == figures
    shown = epicene("collect", "stats", "--db", database, cwd=tmp_path, LANG="fr_FR.UTF-8").stdout
    page = robin.get("/curate/statistics").text
    assert page.count("<svg") == 5
    for text, distance, digits in ((shown, "sets", 3), (page, "nominal", 2)):
        alpha = f"{figures['agreement']['categories'][distance]['value']:.{digits}f}"
        assert alpha.replace(".", ",").replace("-", "−") in text


def test_a_campaign_in_which_nothing_has_happened_can_be_exported_and_described(store, tmp_path):
    with store.reading() as session:
        export = make_export(session, 1)
    assert set(export.files) >= {"statements.jsonl", "statistics.json", "DATA_STATEMENT.fr.md"}
    assert not any(name.startswith("pairs-") for name in export.files)
    figures = json.loads(export.files["statistics.json"])
    assert "fluency" not in figures
    assert figures["agreement"] == {}
    database = Path(str(store.url.database))
    for command in (["export", "--out", "here"], ["stats"]):
        assert epicene("collect", *command, "--db", database, cwd=tmp_path).returncode == 0


def test_a_campaign_on_postgresql_is_worked_through_and_exported(postgresql, ready_template, tmp_path):
    """The others of this file are on SQLite."""
    store = Store(fresh_database(postgresql, "worked_through", ready_template))
    fill(make_app(store, UNLIMITED), store)
    with store.reading() as session:
        export = make_export(session, 1)
    write_export(export, tmp_path / "export")
    store.close()
    figures = json.loads(export.files["statistics.json"])
    assert figures["statuses"] == {"accepted": 3, "merged": 1, "new": 2, "rejected": 1, "split": 1}
    assert {code: len(pairs) for code, pairs in export.pairs.items()} == {"fr": 2, "en": 1}
    assert epicene("data", "check", "pairs-fr=export/pairs-fr.jsonl", cwd=tmp_path).returncode == 0


def test_titles_become_safe_file_names():
    assert slug("Nos stéréotypes") == "nos-stereotypes"
    assert slug('../../etc/passwd"\r\n') == "etc-passwd"
    assert slug("日本") == "corpus"
