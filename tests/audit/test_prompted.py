"""An audit in words, against chat servers that follow a rule: what is measured is what the rule says."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import epicene
from command import epicene as command
from epicene.audit.comparison import compare_runs
from epicene.audit.folder import RunFolder
from epicene.audit.sanity import SENTENCES
from epicene.audit.study import run_study
from epicene.audit.study_file import read_study
from epicene.core.errors import EpiceneError, InputError
from epicene.core.types import Role
from epicene.data.benchmarks import BUNDLED
from epicene.data.datasets import open_benchmark
from epicene.report.citing import signature_parts
from epicene.report.language import Language, read_catalogue
from epicene.report.methods import methods_of
from epicene.report.saved import Findings, SavedRun
from epicene.report.write import write_report
from openai_server import KEY, StandIn, serving
from report.test_language import PLAIN_OR_OPENING_SPACE, placeholders

SANITY = 12 * 2 * 3  # replies to the easy sentences before the first item
STEREOTYPED = {item.variants[Role.MORE].text for item in open_benchmark("pairs-fr").items}
AS_SHOWN = {text.strip(" .:)\u00a0") for text in STEREOTYPED}
PLAIN = {text.strip(" .") for text in SENTENCES["fr"]}


def shown(prompt: str) -> tuple[str, str]:
    """The two sentences of a French prompt, as they are numbered."""
    numbered = [line for line in prompt.splitlines() if line.startswith(("1.", "2.", "Phrase", "("))]
    first, second = (line.split(str(place), 1)[1].strip(" .:)\u00a0") for place, line in enumerate(numbered, start=1))
    return first, second


def chooses_stereotype(prompt: str) -> str:
    first, _ = shown(prompt)
    return "1" if first in AS_SHOWN else "2"


def awake(then: Callable[[str], str]) -> Callable[[str], str]:
    """Passes the sanity check, and follows the rule on the pairs."""
    return lambda prompt: then(prompt) if set(shown(prompt)) & AS_SHOWN else "1" if shown(prompt)[0] in PLAIN else "2"


def follows_one_of_three(prompt: str) -> str:
    """Answers one instruction, declines one, and babbles at one."""
    return chooses_stereotype(prompt) if prompt.startswith("Voici") else "Je refuse." if "Compare" in prompt else "blip"


@contextmanager
def chat(reply: Callable[[str], str], **more: Any) -> Iterator[StandIn]:
    with serving(StandIn(reply=reply, names=("chatty",), **more)) as server:
        yield server


def audited(server: StandIn, out: Path, *on: str, limit: int | None = 10, **more: Any) -> RunFolder:
    run = epicene.audit(f"chat:{server.url}#chatty", on=on or ("pairs-fr",), limit=limit, out=out, **more)
    return RunFolder(run.path)


def overall(folder: RunFolder) -> dict[str, tuple[float, int, int]]:
    return {
        one["metric"]: (one["value"], one["n_used"], one["n_total"])
        for one in folder.results()["estimates"]
        if one["group"] == "all"
    }


def lines(folder: Path) -> list[str]:
    return sorted((folder / "scores.jsonl").read_text().splitlines())


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        (lambda prompt: "1", {"chosen_stereotype": 50.0, "chosen_first": 100.0, "refused": 0.0, "unreadable": 0.0}),
        (chooses_stereotype, {"chosen_stereotype": 100.0, "chosen_first": 50.0, "refused": 0.0, "unreadable": 0.0}),
        (lambda prompt: "Désolé, je ne peux pas.", {"refused": 100.0, "unreadable": 0.0}),
        (lambda prompt: "blip", {"refused": 0.0, "unreadable": 100.0}),
        (
            follows_one_of_three,
            {"chosen_stereotype": 100.0, "chosen_first": 50.0, "refused": 100 / 3, "unreadable": 100 / 3},
        ),
    ],
    ids=["always the first", "always the stereotype", "declines", "babbles", "a third of each"],
)  # fmt: skip
def test_figures_are_what_the_rule_says(
    tmp_path: Path, reply: Callable[[str], str], expected: dict[str, float]
) -> None:
    with chat(reply) as server:
        folder = audited(server, tmp_path / "run")
    found = overall(folder)
    assert {metric: value for metric, (value, _, _) in found.items()} == pytest.approx(expected)
    assert {(n_used, n_total) for _, n_used, n_total in found.values()} == {(10, 10)}
    assert len(server.answered) == SANITY + 10 * 2 * 3
    assert {(body["temperature"], body["max_tokens"]) for body in server.answered} == {(0, 32)}
    assert folder.results()["tests"] == []


def test_every_reply_is_kept_word_for_word(tmp_path: Path) -> None:
    with chat(lambda prompt: f"2 \n— {shown(prompt)[0][:3]}") as server:
        folder = audited(server, tmp_path / "run", limit=4)
    kept = [reply["text"] for line in lines(folder.path) for reply in json.loads(line)["replies"]]
    assert len(kept) == 4 * 2 * 3
    assert all(text.startswith("2 \n— ") for text in kept)
    signature = folder.results()["signatures"]["pairs-fr"]
    assert "|prompted|bos:none|limit:4|instructions:" in signature
    facts = folder.manifest()["benchmarks"]["pairs-fr"]
    assert facts["kind"] == "prompted"
    assert len(facts["tasks"]["pairs"]["instructions"]["fr"]) == 3
    assert folder.manifest()["cost"]["tokens"] == 11 * len(server.answered)


def test_a_model_that_cannot_follow_is_called_out(tmp_path: Path) -> None:
    with chat(lambda prompt: "1") as server:
        checks = audited(server, tmp_path / "run", limit=2).manifest()["sanity"]
    assert checks == [{"language": "fr", "right": 0, "of": 12, "passed": False}]


def test_trouble_in_the_middle_loses_nothing_and_the_next_run_finishes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("epicene.data.posting.time.sleep", lambda seconds: None)

    def spoil(count: int, document: Any) -> Any:
        return {"choices": []} if count == SANITY + 25 else document

    with chat(lambda prompt: "1", spoil=spoil) as server:
        with pytest.raises(EpiceneError, match=r"^Item \S+: .* answers without a message"):
            audited(server, tmp_path / "run", threads=1)
        kept = lines(tmp_path / "run")
        assert len(kept) == 8  # 24 replies
        server.spoil, asked = None, len(server.answered)
        resumed = audited(server, tmp_path / "run")
        assert len(server.answered) - asked == SANITY + 3 * (20 - 8)
        whole = audited(server, tmp_path / "whole")
    assert set(kept) < set(lines(resumed.path))
    assert lines(resumed.path) == lines(whole.path)
    assert resumed.results() == whole.results()


def test_words_and_log_probabilities_are_never_mixed(causal_model: Path, tmp_path: Path) -> None:
    with chat(chooses_stereotype) as server:
        audited(server, tmp_path / "words")
    epicene.audit(causal_model, on=["pairs-fr"], limit=10, out=tmp_path / "likelihood", threads=1)
    runs = [tmp_path / "words", tmp_path / "likelihood"]
    with pytest.raises(InputError, match="scoring: prompted and loglik"):
        compare_runs(runs)
    done = command("report", *runs, "-o", "both.html", cwd=tmp_path)
    assert (done.returncode, (tmp_path / "both.html").exists()) == (2, False)
    assert "Write two reports" in done.stderr


def test_two_chat_models_are_compared_with_each_other(tmp_path: Path) -> None:
    with chat(chooses_stereotype) as one, chat(lambda prompt: "1") as two:
        audited(one, tmp_path / "one")
        audited(two, tmp_path / "two")
    (pair,) = compare_runs([tmp_path / "one", tmp_path / "two"])
    (whole,) = [found for found in pair.comparisons if found.group == "all"]
    assert (whole.metric, whole.value_a, whole.value_b, whole.n) == ("chosen_stereotype", 100.0, 50.0, 10)
    assert not pair.identical
    shown_on_terminal = command("compare", "one", "two", cwd=tmp_path)
    assert shown_on_terminal.returncode == 0
    said = " ".join(shown_on_terminal.stdout.split())
    assert "are not told apart here: at least one of them failed the sanity check" in said
    for name in ("one", "two"):
        trust(tmp_path / name)
    said = " ".join(command("compare", "one", "two", cwd=tmp_path).stdout.split())
    assert "chooses the stereotype more often" in said


def trust(run: Path) -> None:
    """As if the model had passed the sanity check."""
    manifest = json.loads((run / "manifest.json").read_text(encoding="utf-8"))
    for check in manifest["sanity"]:
        check["passed"] = True
    (run / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_report_has_figures_replies_and_instructions(tmp_path: Path, lang: str) -> None:
    with chat(lambda prompt: "<b>Désolé</b>, je ne peux pas." if "Compare" in prompt else "1") as server:
        done = command(
            "audit", f"chat:{server.url}#chatty", "--on", "pairs-fr", "--limit", 6, "--out", "run", "--lang", lang,
            cwd=tmp_path,
        )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert all(len(line) <= 80 or "|" in line for line in done.stdout.splitlines())
    page = (tmp_path / "run" / "report.html").read_text()
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
    _, warning, after = page.partition('<p class="warning"><strong>Content warning.')
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


@pytest.mark.parametrize(("lang", "sentences"), [
    ("en", (
        "Which sentence does chatty choose?",
        "Stereotype audit, in words",
        "chatty, asked in words on pairs-fr: the more stereotyping sentence in 100.0 % [54.1, 100.0] of its choices, "
        "n = 6 (declined 33.3 %, unreadable 0.0 % of all replies); pairs-fr@",
        "Please also cite the data epicene, items that come with the package.",
        "Licence of the data: CC-BY-4.0",
        "How to read this",
        "The ideal is 50: no preference.",
        "Where it contains 50, these pairs do not show a preference",
        "their figures are never comparable, not even for the same model and the same pairs",
        "Every figure of this page, with its interval and signature",
        "the default ones, shown above",
        "Departures from the default limit:6 ",
        "epicene’s French pairs: what the replies choose (%)",
        "from saved runs. This page needs no network.",
        f"of work, for {11 * (SANITY + 36):,} tokens",
    )),
    ("fr", (
        "Quelle phrase chatty choisit\u2011il ?",
        "Audit de stéréotypes, par des mots",
        "chatty, interrogé par des mots sur pairs-fr : phrase la plus stéréotypée dans 100,0 % [54,1 ; 100,0] des "
        "choix, n = 6 (refus 33,3 % et illisibles 0,0 % de toutes les réponses) ; pairs-fr@",
        "Citez aussi les données epicene, phrases fournies avec le programme.",
        "Licence des données : CC-BY-4.0",
        "Comment lire ces chiffres",
        "L’idéal est 50 : aucune préférence.",
        "S’il contient 50, ces paires ne montrent pas de préférence",
        "leurs chiffres ne se comparent jamais, pas même pour un même modèle et les mêmes paires",
        "Tous les chiffres de cette page, avec intervalle et signature",
        "celles par défaut, montrées plus haut",
        "Écarts à la façon par défaut limit:6 ",
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
    assert host not in page.partition("<h1>")[2].partition('<section id="methods">')[0]
    assert f"chat:http://{host}#chatty" in page.partition('<section id="methods">')[2]


@pytest.mark.parametrize(("lang", "few", "failed"), [
    ("en", "(a choice in fewer than half of the replies: this share says nothing about the model).",
     "(failed the sanity check)."),
    ("fr", "(un choix dans moins de la moitié des réponses : cette part ne dit rien du modèle).",
     "(contrôle de bon sens échoué)."),
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
    ("en", "Nothing follows from these figures: chatty", "No preference was shown"),
    ("fr", "Rien ne se conclut de ces chiffres\u00a0: chatty", "Aucune préférence n’a pu"),
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


def few_pairs(folder: Path) -> str:
    """A file of its own has no notice, as --limit would."""
    file = folder / "few.jsonl"
    file.write_text("".join(BUNDLED.joinpath("pairs-fr.jsonl").read_text().splitlines(keepends=True)[:6]))
    return f"pairs-fr={file}"


def test_a_model_that_chooses_in_fewer_than_half_of_its_replies_is_called_out(tmp_path: Path) -> None:
    on = few_pairs(tmp_path)
    with chat(awake(follows_one_of_three)) as server:
        model = f"chat:{server.url}#chatty"
        done = command("audit", model, "--on", on, "--out", "run", cwd=tmp_path)
        asked = len(server.answered)
        strict = command("audit", model, "--on", on, "--out", "run", "--strict", cwd=tmp_path)
        assert len(server.answered) == asked  # all answers are kept
    assert RunFolder(tmp_path / "run").manifest()["sanity"][0]["passed"]
    said = "only 33.3 % of the replies choose a sentence (33.3 % decline, 33.3 % could not be read)"
    (notice,) = RunFolder(tmp_path / "run").results()["notices"]
    assert said in notice
    assert (strict.returncode, strict.stderr.splitlines()[-1]) == (1, f"epicene: Stopped because of --strict: {notice}")
    assert done.returncode == 0
    on_terminal = " ".join(done.stdout.split())
    assert "chose a sentence in only 33.3 % of its replies (33.3 % decline, 33.3 % could not be read)" in on_terminal
    assert on_terminal.count("Warning:") == 1
    assert "Nothing follows from these figures: chatty" in on_terminal
    assert on_terminal.count("(33.3 % decline") == 1  # the sentence of results.json is not said again


@pytest.mark.parametrize(("lang", "loud", "title", "never"), [
    ("en", "chose a sentence in only 33.3\u00a0% of its", "Do not conclude", "chooses the stereotype more often"),
    ("fr", "n’a choisi une phrase que dans 33,3\u00a0% de", "Rien à conclure", "choisit le stéréotype plus souvent"),
])  # fmt: skip
def test_nothing_is_concluded_from_a_model_that_hardly_chose(
    tmp_path: Path, lang: str, loud: str, title: str, never: str
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
    assert "chose a sentence in fewer than half of its replies" in compared.stderr
    assert compared.stderr.count("Warning") == 1
    assert never not in " ".join(compared.stdout.split())


def test_what_a_chat_server_cannot_be_asked_is_refused(tmp_path: Path) -> None:
    with chat(lambda prompt: "1", key=KEY) as server, pytest.raises(EpiceneError, match="asks for a key"):
        audited(server, tmp_path / "run")
    with chat(lambda prompt: "1") as server:
        for scoring in ("loglik", "pll"):
            with pytest.raises(InputError, match=r"of kind chat but .* Use one of: prompted"):
                audited(server, tmp_path / "run", scoring=scoring)
        with pytest.raises(InputError, match="triples need log-probabilities"):
            audited(server, tmp_path / "run", "triples-fr")
    assert not (tmp_path / "run").exists()


def test_it_is_asked_alone_and_not_in_a_study(tmp_path: Path) -> None:
    file = tmp_path / "study.toml"
    with chat(lambda prompt: "1") as server:
        for names in ("prompted+loglik", "loglik+prompted"):
            with pytest.raises(InputError, match="never mixed with log-probabilities"):
                audited(server, tmp_path / "run", scoring=names)
        file.write_text(f'benchmarks = ["pairs-fr"]\n[[models]]\nid = "chat:{server.url}#chatty"\nname = "chatty"\n')
        failures = run_study(read_study(file), out=tmp_path / "study").record()["failures"]
    assert "chatty is asked in words: audit it on its own" in failures[0]["reason"]


def test_a_request_that_is_refused_names_the_item(tmp_path: Path) -> None:
    with chat(lambda prompt: "1") as server:

        def spoil(count: int, document: Any) -> Any:
            server.failures = [400] * 9 if count >= SANITY else []
            return document

        server.spoil = spoil
        with pytest.raises(
            EpiceneError, match=r"^Item \S+: http://\S+ refuses the request \(status 400: no luck today\)"
        ):
            audited(server, tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_a_completions_server_is_not_talked_to(causal_model: Path, tmp_path: Path) -> None:
    refusal = pytest.raises(InputError, match="to ask it in words, write chat:http")
    with serving(StandIn(names=(str(causal_model),))) as server, refusal:
        epicene.audit(f"vllm:{server.url}#{causal_model}", on=["pairs-fr"], scoring="prompted", out=tmp_path / "x")


def test_what_every_chat_model_is_asked_with_is_no_departure_from_the_default() -> None:
    signature = "pairs-fr@5bd7d0|prompted|bos:none|limit:4|template:ab12cd|instructions:907823|m@1|boot:item*2000|e-1"
    manifest = {"model": {"name": "m", "kind": "causal"}, "benchmarks": {"pairs-fr": {"kind": "prompted"}}}
    run = SavedRun("m", manifest, Findings({"signatures": {"pairs-fr": signature}}))
    facts = {fact.term: fact.text for fact in methods_of(run, Language("en"))}
    assert facts["Departures from the default"] == "limit:4"
    assert facts["Instructions"] == "the default ones, shown above (checksum 907823)"
    assert facts["Chat template"] == "the model’s own (checksum ab12cd)"
    parts = {fact.term: fact.text for fact in signature_parts([run], Language("fr"))}
    assert parts["limit:4"] == "ce qui s’écarte de la façon par défaut"
    assert parts["instructions:907823"].startswith("les consignes données au modèle")
    assert parts["template:ab12cd"].startswith("le gabarit de conversation")


def test_messages_are_whole_in_both_languages() -> None:
    english, french = (read_catalogue(code, "prompted") for code in ("en", "fr"))
    assert {key: placeholders(text) for key, text in english.items()} == {
        key: placeholders(text) for key, text in french.items()
    }
    for key, text in french.items():
        assert not PLAIN_OR_OPENING_SPACE.search(text), (key, text)
        assert "'" not in text, key
