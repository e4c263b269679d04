"""Language models that translate because they are asked to: causal ones here, chat models behind a server."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
import torch
import transformers

import epicene
from command import epicene as command
from epicene.core.errors import InputError
from epicene.inside.forced.decoding import force
from epicene.models.loading import Placement
from epicene.models.source import locate
from epicene.models.translation import Decoding, load_translator
from epicene.mt.translating.transformers_system import ModelSystem, open_model
from epicene.mt.translating.translation_engine import ModelChoice
from inside.small_marian import small_lines
from openai_server import StandIn, serving
from tiny_translation import SOURCE_LINES, tiny_marian, write_lines

TEMPLATE = "{% for message in messages %}<s>{{ message['content'] }}{% endfor %}</s>{{ '\\n' }}"
PLACEMENT = Placement("cpu", threads=1)


def longer(folder: Path, target: Path, template: str | None) -> Path:
    """The tiny causal model with room for a prompt, and a chat template or none."""
    shutil.copytree(folder, target)
    config = json.loads((target / "config.json").read_text())
    (target / "config.json").write_text(json.dumps({**config, "max_position_embeddings": 512}))
    tokenizer = transformers.AutoTokenizer.from_pretrained(target)
    tokenizer.model_max_length, tokenizer.chat_template = 512, template
    tokenizer.save_pretrained(target)
    return target


@pytest.fixture(scope="module")
def models(causal_model: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("causal")
    return {
        "plain": longer(causal_model, folder / "plain", None),
        "chat": longer(causal_model, folder / "chat", TEMPLATE),
    }


def opened(folder: Path, source: str = "fr", target: str = "en", **more: Any) -> ModelSystem:
    return open_model(ModelChoice(str(folder), **more), source, target, PLACEMENT, Decoding(1, 12), by_prompt=True)


def by_hand(folder: Path, prompt: str, special: bool, before: str, whole: str) -> float:
    """log P of what `whole` has behind `before`, after a prompt, token by token."""
    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    model = transformers.AutoModelForCausalLM.from_pretrained(folder).eval()
    ids = tokenizer(prompt, add_special_tokens=special)["input_ids"]
    start, end = (tokenizer(text, add_special_tokens=False)["input_ids"] for text in (before, whole))
    assert end[: len(start)] == start
    total = 0.0
    for place in range(len(start), len(end)):
        logits = model(torch.tensor([[*ids, *end[:place]]])).logits[0, -1].detach()
        total += float(logits.log_softmax(-1)[end[place]])
    return total


@pytest.mark.parametrize("kind", ["plain", "chat"])
def test_his_and_her_are_asked_after_prompt_and_beginning(models: dict[str, Path], kind: str) -> None:
    system = opened(models[kind])
    translator = load_translator(system.description, system.marks, PLACEMENT, system.decoding)
    lines = small_lines()[:4]
    for line, found in zip(lines, force(translator, lines), strict=True):
        prompt = system.marks.prompt.of(line.source)  # type: ignore[union-attr]
        before = line.target[: line.target.rindex(" h")]
        asked, before = (prompt, f" {before}") if kind == "plain" else (f"<s>{prompt}</s>\n", before)
        for word, value in (("his", found.masculine), ("her", found.feminine)):
            expected = by_hand(models[kind], asked, kind == "plain", before, f"{before} {word}")
            assert value == pytest.approx(expected, abs=1e-4)


def test_into_french_the_article_is_the_first_word_after_the_prompt(models: dict[str, Path]) -> None:
    system = opened(models["plain"], "en", "fr")
    translator = load_translator(system.description, system.marks, PLACEMENT, system.decoding)
    lines = [line for line in small_lines() if line.source.startswith(("Le ", "La "))][:2]
    for line, found in zip(lines, force(translator, lines, "en-fr", "le/la"), strict=True):
        prompt = system.marks.prompt.of(line.target)  # type: ignore[union-attr]
        assert prompt.endswith("French:")
        assert found.masculine == pytest.approx(by_hand(models["plain"], prompt, True, "", " Le"), abs=1e-4)


def test_a_causal_model_is_audited_both_ways_with_its_prompt_in_the_signature(
    models: dict[str, Path], tmp_path: Path
) -> None:
    french = write_lines(tmp_path / "corpus.fr", [line.source for line in small_lines()])
    english = write_lines(tmp_path / "corpus.en", [line.target for line in small_lines()])
    for direction, files in (("fr-en", (french, english)), ("en-fr", (english, french))):
        given = {"source": files[0], "reference": files[1], "direction": direction}
        run = epicene.mt_audit(models["chat"], **given, beam=1, out=tmp_path / direction)
        assert any(",prompt:" in one for one in run.results["signatures"].values())
        found = {one.metric for one in run.estimates}
        assert "r_mean" in found
        assert ("b_mean" in found) == (direction == "fr-en")
    own = tmp_path / "own.toml"
    own.write_text('chat = "{text} ({target})"\n')
    given = {"source": french, "reference": english, "prompts": own}
    other = epicene.mt_audit(models["chat"], **given, beam=1, out=tmp_path / "own")
    assert other.results["signatures"] != epicene.open_run(tmp_path / "fr-en").results["signatures"]


def test_only_commands_that_can_ask_take_language_models(
    models: dict[str, Path], tmp_path: Path, masked_model: Path
) -> None:
    done = command("mt", "probe", models["plain"], "--out", "probe", cwd=tmp_path)
    assert done.returncode == 2
    assert "`epicene mt audit` and `epicene mt intervene`" in done.stderr
    with pytest.raises(InputError, match="encoder-decoder"):
        opened(masked_model)
    with pytest.raises(InputError, match="--prefix"):
        opened(models["plain"], prefix="fr: ")


WRONG_PROMPTS = {
    "chat = 5": "chat",
    'talk = "{text}"': "talk",
    'chat = "{source}"': "{text}",
    'chat = "{text} {other}"': "{text}",
    'chat = "{text"': "braces",
    'plain = "{source}: {text}"': "behind {text}",
    "# nothing": "own.toml",
}


@pytest.mark.parametrize(("content", "named"), WRONG_PROMPTS.items())
def test_a_wrong_file_of_prompts_is_refused(models: dict[str, Path], tmp_path: Path, content: str, named: str) -> None:
    (tmp_path / "own.toml").write_text(content)
    with pytest.raises(InputError, match=named):
        opened(models["chat"], prompts=tmp_path / "own.toml")


def translates(prompt: str) -> str:
    return f"\n{prompt.splitlines()[-1].upper()}\nIs there anything else?"


def test_a_chat_model_translates_a_line_a_request_and_is_never_paid_twice(tmp_path: Path) -> None:
    tiny_marian(tmp_path)  # a model that lies where the command is started is not asked instead
    write_lines(tmp_path / "source.fr", SOURCE_LINES)
    with serving(StandIn(reply=translates, names=("chatty",))) as server:
        spec = f"chat:{server.url}#chatty"
        call = ("mt", "translate", spec, "--from", "fr", "--to", "en", "--in", "source.fr", "--out", "made.en")
        stopped = command(*call, "--max-tokens-total", "305", cwd=tmp_path)
        assert stopped.returncode == 1
        assert "Stopped before --max-tokens-total 305 is passed" in stopped.stderr.splitlines()[-1]
        paid = len(server.answered)
        assert 0 < paid < len(SOURCE_LINES)
        done = command(*call, "--json", cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        assert len(server.answered) == len(set(SOURCE_LINES))
    assert (tmp_path / "made.en").read_text().splitlines() == [line.upper() for line in SOURCE_LINES]
    system = json.loads(done.stdout)["question"]["system"]
    assert system["weights"] != locate(str(tmp_path)).digest()
    assert system["prompt"].startswith("Translate the following sentence from French into English.")
    assert len(system["prompt_digest"]) == 6
    assert {body["temperature"] for body in server.answered} == {0}


def test_what_changes_nothing_for_a_server_is_refused(tmp_path: Path) -> None:
    write_lines(tmp_path / "source.fr", SOURCE_LINES[:2])
    with serving(StandIn(reply=translates, names=("chatty",))) as server:
        call = ("mt", "translate", f"chat:{server.url}#chatty", "--from", "fr", "--to", "en", "--in", "source.fr")
        done = command(*call, "--out", "made", "--beam", "1", cwd=tmp_path)
        assert (done.returncode, "--beam" in done.stderr, server.requests) == (2, True, [])


def wraps(prompt: str) -> str:
    text = prompt.splitlines()[-1]
    return f"Sure! Here is the translation:\n\n**“{text.upper()}”**\n\nNote: *his* could be *her*."


def test_what_a_chat_model_says_around_a_translation_is_left_out_and_counted(tmp_path: Path) -> None:
    write_lines(tmp_path / "source.fr", SOURCE_LINES)
    with serving(StandIn(reply=wraps, names=("chatty",))) as server:
        call = ("mt", "translate", f"chat:{server.url}#chatty", "--from", "fr", "--to", "en", "--in", "source.fr")
        command(*call, "--out", "made.en", "--max-tokens-total", "405", cwd=tmp_path)  # a part of them, then the rest
        done = command(*call, "--out", "made.en", "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    n, made = len(SOURCE_LINES), json.loads(done.stdout)
    assert (tmp_path / "made.en").read_text().splitlines() == [line.upper() for line in SOURCE_LINES]
    assert made["cleaned"] == {"count": n, "markup": n, "quotes": n}
    assert [one["code"] for one in made["notice_codes"]] == ["notice.mt.cleaned"]
