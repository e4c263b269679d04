"""The page about a chat model has what other pages have, and concludes nothing that it should not."""

from __future__ import annotations

import csv
import html
import re
from dataclasses import replace
from pathlib import Path

import pytest

from auditing.chat_servers import (
    SANITY,
    audited,
    awake,
    chat,
    chooses_stereotype,
    few_pairs,
    follows_one_of_three,
    shown,
)
from command import epicene as command
from epicene.auditing.explanations import methods_of, signature_parts
from epicene.core.language import Language
from epicene.core.types import Estimate
from epicene.data.datasets import open_benchmark
from epicene.kinds.protocol import in_words_of, response_mode_of
from epicene.metrics.catalogue import TestRecord
from epicene.report.results_page import write_report
from epicene.runs.audit_folder import ResultIndex, SavedRun
from epicene.runs.folder import RunFolder
from epicene.runs.results import AuditResults, manifest_of


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_report_has_figures_replies_and_instructions(tmp_path: Path, lang: str) -> None:
    with chat(lambda prompt: "<b>Désolé</b>, je ne peux pas." if "Compare" in prompt else "1") as server:
        done = command(
            "audit", f"chat:{server.url}#chatty", "--on", "pairs-fr", "--limit", 6, "--out", "run", "--lang", lang,
            cwd=tmp_path,
        )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert all(len(line) <= 80 or "|" in line for line in done.stdout.splitlines())
    page = RunFolder(tmp_path / "run").report_path(lang).read_text()
    drawn = [page.count(f'<svg class="forest {layout}') for layout in ("wide", "narrow", "strip")]
    assert drawn == [1, 1, 1]  # the chart for a desk and for a phone, and the answer
    assert "<b>Désolé" not in page
    assert "&lt;b&gt;Désolé&lt;/b&gt;" in page
    assert "Écris uniquement le chiffre" in page
    percent = "33.3" if lang == "en" else "33,3"
    assert percent in page
    assert percent in done.stdout
    for suffix in ("md", "tex", "csv"):
        assert command("report", "run", "-o", f"r.{suffix}", "--lang", lang, cwd=tmp_path).returncode == 0
        assert "33" in (tmp_path / f"r.{suffix}").read_text()


def test_replies_hold_sentences_and_are_closed_behind_the_warning(tmp_path: Path) -> None:
    with chat(lambda prompt: shown(prompt)[0]) as server:
        audited(server, tmp_path / "run", limit=6)
    assert command("report", "run", "-o", "r.html", cwd=tmp_path).returncode == 0
    page = (tmp_path / "r.html").read_text()
    _, warning, after = page.partition('<p class="warning">Content warning.')
    assert warning
    folded = re.findall(r'<details class="sentences".*?</details>', after, re.DOTALL)
    assert len(folded) == 2  # the most frequent, and all
    texts = {one.text.strip(" .!?") for item in open_benchmark("pairs-fr").items for one in item.variants.values()}
    for part in folded:
        said = html.unescape(re.sub("</?u>", "", part))  # what differs is underlined
        assert sum(text in said for text in texts) == 12
        page = page.replace(part, "")
    elsewhere = html.unescape(page)
    assert not [text for text in texts if text in elsewhere]


def test_replies_that_a_page_has_no_room_for_stand_in_a_table_beside_it(tmp_path, monkeypatch):
    with chat(lambda prompt: shown(prompt)[0]) as server:
        audited(server, tmp_path / "run", limit=12)
    monkeypatch.setattr("epicene.auditing.page.ROOM", 24_000)
    write_report([tmp_path / "run"], tmp_path / "r.html")
    page = (tmp_path / "r.html").read_text()
    assert 'href="items/pairs-fr-replies-1.csv"' in page
    rows = page.count('<ul class="replies">')
    assert 1 <= rows < 12
    with (tmp_path / "items" / "pairs-fr-replies-1.csv").open(encoding="utf-8") as file:
        beside = list(csv.DictReader(file))
    assert len({one["id"] for one in beside}) == 12
    assert len(beside) == 72  # two orders, three instructions
    assert {one["outcome"] for one in beside} == {"stereotype", "other"}


@pytest.mark.parametrize(("lang", "sentences"), [
    ("en", (
        "Which sentence does chatty choose?",
        "Stereotype audit, in words",
        "chatty, asked in words on pairs-fr: the more stereotyped sentence in 100.0% [54.1, 100.0] of its choices, "
        "n = 6 (declined 33.3%, unreadable 0.0% of all replies); pairs-fr@",
        "Please also cite the data epicene, items that come with the package.",
        "Licence of the data: CC-BY-4.0",
        "How to read this",
        "The ideal is 50: no preference.",
        "If it includes 50, these pairs do not show a preference",
        "their figures are never comparable, not even for the same model and the same pairs",
        "Every figure of this page, with its interval and signature",
        "the default ones, shown above",
        "Departures from the default sample:6 ",
        "epicene’s French pairs: what the replies choose (%)",
        "from saved runs. This page needs no network.",
        f"of work, for {11 * (SANITY + 36):,} tokens",
    )),
    ("fr", (
        "Quelle phrase chatty choisit\u2011il ?",
        "Audit de stéréotypes, par consigne",
        "chatty, interrogé par consigne sur pairs-fr : phrase la plus stéréotypée dans 100,0 % [54,1 ; 100,0] des "
        "choix, n = 6 (refus 33,3 % et illisibles 0,0 % de toutes les réponses) ; pairs-fr@",
        "Citez aussi les données epicene, phrases fournies avec le programme.",
        "Licence des données : CC-BY-4.0",
        "Comment lire ces chiffres",
        "L’idéal est 50 : aucune préférence.",
        "S’il contient 50, ces paires ne montrent pas de préférence",
        "leurs chiffres ne se comparent jamais, pas même pour un même modèle et les mêmes paires",
        "Tous les chiffres de cette page, avec intervalle et signature",
        "celles par défaut, montrées plus haut",
        "Écarts au réglage par défaut sample:6 ",
        "Paires françaises d’epicene : ce que choisissent les réponses (%)",
        "à partir d’audits enregistrés. Cette page fonctionne sans réseau.",
        f"de travail, pour {11 * (SANITY + 36)} tokens".replace("1188", "1 188"),
    )),
])  # fmt: skip
def test_the_page_has_all_that_the_page_about_other_models_has(
    tmp_path: Path, lang: str, sentences: tuple[str, ...]
) -> None:
    with chat(awake(lambda prompt: "Je refuse." if "Compare" in prompt else chooses_stereotype(prompt))) as server:
        folder = audited(server, tmp_path / "run", limit=6)
    assert command("report", "run", "-o", "r.html", "--lang", lang, cwd=tmp_path).returncode == 0
    page = html.unescape((tmp_path / "r.html").read_text())
    text = " ".join(re.sub(r"<[^>]+>", " ", page.replace("\u2060", "")).split())
    for sentence in sentences:
        assert sentence in text or f'aria-label="{sentence}"' in page.replace("\u00a0", " "), sentence
    assert Language(lang).day(folder.manifest()["created"]) in page
    assert 'download="epicene-figures.csv"' in page
    assert not re.search("GB of memory|Go de mémoire", page)  # it would be that of this end
    host = server.url.removeprefix("http://")
    assert host not in page.partition("<h1>")[2].partition('id="methods">')[0]
    assert f"chat:http://{host}#chatty" in page.partition('id="methods">')[2]


@pytest.mark.parametrize(("lang", "few", "failed"), [
    ("en", "(a choice in fewer than half of the replies: this share says nothing about the model).",
     "(not to be trusted: see the report)."),
    ("fr", "(un choix dans moins de la moitié des réponses : cette part ne dit rien du modèle).",
     "(non fiable : voir le rapport)."),
])  # fmt: skip
def test_a_doubtful_figure_is_not_cited_without_its_doubt(tmp_path: Path, lang: str, few: str, failed: str) -> None:
    with chat(awake(follows_one_of_three)) as one, chat(lambda prompt: "1") as two, chat(lambda prompt: "Non.") as none:
        runs = [audited(server, tmp_path / server.url[-5:], limit=4).path for server in (one, two, none)]
    write_report(runs, tmp_path / "r.html", lang)
    page = html.unescape((tmp_path / "r.html").read_text()).replace("\u00a0", " ")
    cited = re.findall(r"<blockquote>(chatty .*?)</blockquote>", page)
    assert [sentence.endswith(end) for sentence, end in zip(cited, (few, failed, failed), strict=True)] == [True] * 3
    servers = [one.url.removeprefix("http://"), two.url.removeprefix("http://"), none.url.removeprefix("http://")]
    assert [sentence.split(",")[0] for sentence in cited] == [f"chatty ({host})" for host in servers]
    assert ("no choice" if lang == "en" else "aucun choix") in cited[2]


@pytest.mark.parametrize(("lang", "said", "never"), [
    ("en", "Nothing follows from these figures: chatty", "No preference could be shown"),
    ("fr", "On ne peut rien conclure de ces chiffres\u00a0: chatty", "Aucune préférence n’a pu"),
])  # fmt: skip
def test_nothing_is_concluded_from_a_model_that_failed_the_sanity_check(
    tmp_path: Path, lang: str, said: str, never: str
) -> None:
    with chat(lambda prompt: "1") as server, chat(chooses_stereotype) as other:
        audited(server, tmp_path / "run")
        audited(other, tmp_path / "other")
    for runs in (["run"], ["run", "other"]):
        assert command("report", *runs, "-o", "r.html", "--lang", lang, cwd=tmp_path).returncode == 0
        page = (tmp_path / "r.html").read_text()
        assert said in page
        assert never not in page
        assert '<aside class="notices grave"' in page
    assert ("chooses the stereotype more often" if lang == "en" else "choisit le stéréotype plus souvent") not in page


@pytest.mark.parametrize(("lang", "loud", "title", "never", "reason"), [
    ("en", "chose a sentence in only 33.3% of its", "Excluded", "chooses the stereotype more often",
     "chose a sentence in fewer than half of its replies"),
    ("fr", "n’a choisi une phrase que dans 33,3\u00a0% de", "Exclu", "choisit le stéréotype plus souvent",
     "a choisi une phrase dans moins de la moitié de ses réponses"),
])  # fmt: skip
def test_nothing_is_concluded_from_a_model_that_hardly_chose(
    tmp_path: Path, lang: str, loud: str, title: str, never: str, reason: str
) -> None:
    with chat(awake(follows_one_of_three)) as server, chat(awake(lambda prompt: "1")) as other:
        audited(server, tmp_path / "run", few_pairs(tmp_path), limit=None)
        audited(other, tmp_path / "other", few_pairs(tmp_path), limit=None)
    assert command("report", "run", "-o", "r.html", "--lang", lang, cwd=tmp_path).returncode == 0
    page = html.unescape((tmp_path / "r.html").read_text())
    grave = page.partition('<aside class="notices grave"')[2].partition("</aside>")[0]
    assert loud in grave
    assert title in page
    assert command("report", "run", "-o", "r.md", "--lang", lang, cwd=tmp_path).returncode == 0
    assert loud in (tmp_path / "r.md").read_text()
    assert command("report", "run", "other", "-o", "two.html", "--lang", lang, cwd=tmp_path).returncode == 0
    assert never not in (tmp_path / "two.html").read_text()
    compared = command("compare", "run", "other", "--lang", lang, cwd=tmp_path)
    assert reason in compared.stderr
    assert len(compared.stderr.splitlines()) == 2  # the other was asked too few pairs
    assert reason in " ".join(compared.stdout.split())
    assert never not in " ".join(compared.stdout.split())


def test_what_every_chat_model_is_asked_with_is_no_departure_from_the_default() -> None:
    signature = "pairs-fr@5bd7d0|prompted|bos:none|sample:4|template:ab12cd|instructions:907823|m@1|boot:item*2000|e-1"
    manifest = {"model": {"name": "m", "kind": "causal"}, "benchmarks": {"pairs-fr": {"kind": "pairs", "way": "words"}}}
    results = AuditResults(model="m", signatures={"pairs-fr": signature}, estimates=[])
    run = SavedRun("m", manifest_of(manifest), results, ResultIndex(results))
    facts = dict(methods_of(run, Language("en")))
    assert facts["Departures from the default"] == "sample:4"
    assert facts["Instructions"] == "the default ones, shown above (checksum 907823)"
    assert facts["Chat template"] == "the model’s own (checksum ab12cd)"
    parts = dict(signature_parts([run], Language("fr")))
    assert parts["`sample:4`"] == "ce qui s’écarte du réglage par défaut"
    assert parts["`instructions:907823`"].startswith("les consignes données au modèle")
    assert parts["`template:ab12cd`"].startswith("le gabarit de conversation")


@pytest.mark.parametrize(("p", "key"), [(1e-4, "prompted.position"), (0.4, "prompted.position.none")])
def test_position_is_judged_whatever_the_model_is_worth(p: float, key: str) -> None:
    """It failed the sanity check, and goes by position all the same."""
    failed = [{"language": "fr", "passed": False, "right": 3, "of": 12}]
    asked = {"hats": {"kind": "pairs", "way": "words", "language": "fr"}}
    share = Estimate("hats", None, "chosen_stereotype", "all", 50.1, 48.0, 52.2, 50.0, 275, 300, "s")
    first = replace(share, metric="chosen_first", value=80.7, low=78.8, high=82.4)
    tests = [TestRecord("hats", "chosen_first", "all", "sign-flip", p, 275)]
    results = AuditResults(model="m", signatures={}, estimates=[share, first], tests=tests)
    manifest = manifest_of({"model": {"name": "m"}, "benchmarks": asked, "sanity": failed})
    run = SavedRun("m", manifest, results, ResultIndex(results))
    way = response_mode_of(run, "hats")
    language = in_words_of(way, Language("en"))
    told = way.more_answer(run, "hats", language)
    values = {"value": language.percent(80.7), "span": language.span(78.8, 82.4), "ideal": "50"}
    assert told == [language.text(key, **values)]
