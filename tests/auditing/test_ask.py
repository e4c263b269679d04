"""One pair of one's own: token values against transformers alone, the percentile by hand, replies, refusals."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest
import torch

import epicene
from asking import loaded
from auditing.chat_servers import chat, shown
from command import epicene as command
from epicene.auditing.ask.asked_pair import AskedPair, rank

FIRST, SECOND = "L’infirmière a fini son travail.", "L’infirmier a fini son travail."


def asked(model: Path, **options: str) -> AskedPair:
    return epicene.ask(model, FIRST, SECOND, threads=1, progress=False, **options)


def counted(pair: AskedPair, place: int) -> list[float]:
    return [one.value for one in pair.sentences[place].tokens if one.value is not msgspec.UNSET]


def causal_by_hand(folder: Path, text: str) -> list[float]:
    model = loaded(folder)
    tokenizer = model.description.tokenizer
    ids = [tokenizer.bos_token_id, *tokenizer(text, add_special_tokens=False)["input_ids"]]
    with torch.inference_mode():
        found = model.model(input_ids=torch.tensor([ids])).logits[0].log_softmax(-1)
    return [float(found[place - 1, ids[place]]) for place in range(1, len(ids))]


def masked_by_hand(folder: Path, text: str, but: Sequence[str]) -> list[float]:
    """The log-probabilities of all tokens but those, each masked alone."""
    model = loaded(folder)
    tokenizer = model.description.tokenizer
    encoded = tokenizer(text, return_offsets_mapping=True)
    ids, found = encoded["input_ids"], []
    for place, (start, end) in enumerate(encoded["offset_mapping"]):
        if text[start:end] and text[start:end] not in but:
            masked = torch.tensor([[*ids[:place], tokenizer.mask_token_id, *ids[place + 1 :]]])
            with torch.inference_mode():
                found.append(float(model.model(input_ids=masked).logits[0, place].log_softmax(-1)[ids[place]]))
    return found


def test_tokens_of_a_causal_model_are_its_log_probabilities_and_add_up(causal_model: Path) -> None:
    pair = asked(causal_model, scoring="loglik")
    assert (pair.scoring, pair.language) == ("loglik", "fr")
    for place, text in enumerate((FIRST, SECOND)):
        by_hand = causal_by_hand(causal_model, text)
        assert counted(pair, place) == pytest.approx(by_hand, abs=1e-4)
        assert pair.sentences[place].value == pytest.approx(sum(by_hand), abs=1e-3)
        assert pair.sentences[place].value == pytest.approx(sum(counted(pair, place)))
        assert "".join(one.text for one in pair.sentences[place].tokens if one.end > one.start).startswith("L")
    assert pair.difference == pair.sentences[0].value - pair.sentences[1].value
    assert pair.likelier == (1 if pair.difference > 0 else 2)


def test_tokens_that_only_one_sentence_has_do_not_count_for_a_masked_model(masked_model: Path) -> None:
    pair = asked(masked_model)
    assert pair.scoring == "pll-shared"
    ends = [[one.text for one in side.tokens if one.value is msgspec.UNSET] for side in pair.sentences]
    assert ("".join(ends[0]), "".join(ends[1])) == ("ière", "ier")
    assert counted(pair, 1) == pytest.approx(masked_by_hand(masked_model, SECOND, ["ier"]), abs=1e-4)
    for place, sentence in enumerate(pair.sentences):
        assert sentence.value == pytest.approx(sum(counted(pair, place)))


@pytest.mark.parametrize(
    ("fixture", "scoring"),
    [
        ("masked_model", "pll-word"),
        ("masked_model", "aul"),
        ("causal_model", "loglik-shared"),
        ("causal_model", "loglik-mean"),
        ("encoder_decoder_model", "denoise"),
    ],
)
def test_tokens_make_the_score_whatever_the_scoring(fixture: str, scoring: str, request: pytest.FixtureRequest) -> None:
    pair = asked(request.getfixturevalue(fixture), scoring=scoring)
    for place, sentence in enumerate(pair.sentences):
        values = counted(pair, place)
        assert len(values) == sentence.n_tokens > 0
        assert sentence.value == pytest.approx(sum(values) / (1 if pair.adds_up else len(values)))


def test_the_same_scores_as_an_audit_and_its_place_among_the_pairs(
    causal_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.warns(epicene.EpiceneWarning):
        run = epicene.audit(causal_model, on="pairs-fr", scoring="loglik", limit=8, threads=1, progress=False)
    scores = run.scores().pivot(index="item_id", columns="role", values="value")
    first = run.items().set_index("id").iloc[0]
    how = {"scoring": "loglik", "threads": 1, "progress": False}
    pair = epicene.ask(causal_model, first["more"], first["less"], language="fr", **how)
    assert pair.difference == pytest.approx(scores.loc[first.name, "more"] - scores.loc[first.name, "less"], abs=1e-4)
    (beside,) = pair.beside
    smaller = sum(abs(scores["more"] - scores["less"]) < abs(pair.difference) - 1e-4)
    assert (beside.benchmark, beside.n, beside.trusted) == ("pairs-fr", 8, False)
    assert 100 * smaller / 8 <= beside.percentile <= 100 * (smaller + 1) / 8
    with pytest.raises(epicene.InputError, match="no pairs in 'en'"):
        epicene.ask(causal_model, "The man left.", "The woman left.", beside=run, **how)


def test_rank_by_hand() -> None:
    """Of 1, 2, 3 and 4 in size, two are smaller than 3 and one is equal: (2 + 0.5) / 4."""
    assert rank(-3.0, [1.0, -2.0, 3.0, 4.0]) == 62.5


def test_a_chat_model_is_asked_in_both_orders_and_its_replies_are_shown(tmp_path: Path) -> None:
    with chat(lambda prompt: "1" if "infirmière" in shown(prompt)[0] else "Je refuse.") as server:
        model = f"chat:{server.url}#chatty"
        done = command("ask", model, FIRST, SECOND, "--json", cwd=tmp_path)
        pair = json.loads(done.stdout)
        assert (pair["way"], pair["scoring"], pair["likelier"]) == ("words", "prompted", 1)
        assert [one["value"] for one in pair["sentences"]] == [3, 0]
        assert [(one["first"], one.get("chosen"), one["refused"]) for one in pair["replies"]] == (
            [(1, 1, False)] * 3 + [(2, None, True)] * 3
        )
        assert "chosen" not in pair["replies"][3]
        said = command("ask", model, FIRST, SECOND, "--lang", "fr", cwd=tmp_path)
        assert "Je refuse." in said.stdout
        assert "la première phrase" in said.stdout
        refused = command("ask", model, FIRST, SECOND, "--beside", tmp_path, cwd=tmp_path)
        assert (refused.returncode, "asks in words" in refused.stderr) == (2, True)


def test_the_page_has_every_letter_once_and_the_terminal_the_sums(causal_model: Path, tmp_path: Path) -> None:
    other = "<b>L’homme</b> 👩‍⚕️ a fini."
    done = command("ask", causal_model, FIRST, other, "--scoring", "loglik", "--html", "page.html", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Sum" in done.stdout
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    coloured = [re.sub("<[^>]+>", "", one) for one in re.findall(r'<p class="lead">(.*?)</p>', page)]
    assert [html.unescape(one) for one in coloured[-2:]] == [FIRST, other]


@pytest.mark.parametrize(
    ("sentences", "options", "says"),
    [
        ((FIRST, FIRST), (), "identical"),
        ((FIRST, " "), (), "is empty"),
        (("Xyz.", "Zyx."), (), "--language"),
        ((FIRST, SECOND), ("--language", "frr"), "Known: fr, en"),
        ((FIRST, "le mot " * 200), ("--scoring", "loglik"), "which takes 256. Shorten it."),
        ((FIRST, SECOND), ("--scoring", "cloze-l2r"), "Use one of: loglik"),
        ((FIRST, SECOND), ("--html", "page.txt"), ".html"),
    ],
)
def test_what_cannot_be_asked_is_one_sentence(
    sentences: tuple[str, str], options: tuple[str, ...], says: str, causal_model: Path, tmp_path: Path
) -> None:
    done = command("ask", causal_model, *sentences, *options, cwd=tmp_path)
    assert done.returncode == 2
    (line,) = [line for line in done.stderr.splitlines() if line.startswith("epicene:")]
    assert says in line
