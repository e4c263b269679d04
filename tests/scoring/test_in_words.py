"""Asking in words: every pair by every instruction in both orders."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import transformers

from asking import loaded, pair
from epicene.core.errors import InputError
from epicene.core.types import Role
from epicene.models.description import describe
from epicene.models.source import locate
from epicene.models.token_probabilities import Sampling, TextReply
from epicene.scoring.instructions import read_instructions
from epicene.scoring.scoring_options import ScoringOptions
from epicene.scoring.selection import choose

TEMPLATE = "{% for message in messages %}<s>{{ message['content'] }}{% endfor %}</s>"


@pytest.fixture(scope="module")
def talking(causal_model: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tiny causal model with a chat template: what it says is noise, but always the same noise."""
    folder = Path(shutil.copytree(causal_model, tmp_path_factory.mktemp("talking") / "talking"))
    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    tokenizer.chat_template = TEMPLATE
    tokenizer.save_pretrained(folder)
    return folder


def instructions_of(language: str, form: str = "two") -> dict[str, str]:
    return read_instructions().texts(form, language, "prompted")


def test_words_that_stay_the_same_keep_their_name_in_signatures() -> None:
    """Other lists of the same file are no part of it."""
    known = read_instructions()
    assert [known.named(form) for form in ("two", "answer", "letter")] == ["da9f2a", "e60e03", "1ccf1d"]


def test_a_file_of_one_s_own_replaces_the_lists_that_it_has(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text('[fr]\ntwo = ["{second} / {first} ?"]\n[pt]\nthree = ["{first} {second} {third}"]\n')
    own, ours = read_instructions(str(file)), read_instructions()
    assert own.texts("two", "fr", "prompted") == {"fr-1": "{second} / {first} ?"}
    assert own.texts("three", "fr", "prompted") == ours.texts("three", "fr", "prompted")
    assert own.texts("three", "pt", "prompted") == {"pt-1": "{first} {second} {third}"}
    assert own.named("two") != ours.named("two")
    assert own.named("answer") == ours.named("answer")
    (tmp_path / "declines.toml").write_text('[de]\ndeclines = ["lieber nicht"]\n', encoding="utf-8")
    assert read_instructions(str(tmp_path / "declines.toml")).named("two") != ours.named("two")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("[fr", "is no TOML"),
        ('two = ["{first} {second}"]', "two is no table"),
        ('[fr]\nduo = ["{first} {second}"]', r"\[fr\] duo: there is no such list. Known: two, three"),
        ('[fr]\ntwo = "{first} {second}"', "expected a list of texts"),
        ("[fr]\ntwo = []", "expected a list of texts"),
        ('[fr]\ntwo = ["{first}"]', "each text shows {first}, {second}, each once"),
        ('[fr]\ntwo = ["{first.__class__} {second}"]', "each text shows"),
        ('[fr]\ntwo = ["{first} {second} {first}"]', "each text shows"),
        ('[fr]\ntwo = ["{first} {second"]', "its braces do not match"),
        ("# nothing", "replaces no instruction"),
    ],
)
def test_a_wrong_file_of_instructions_is_one_sentence(tmp_path: Path, content: str, reason: str) -> None:
    file = tmp_path / "own.toml"
    file.write_text(content)
    with pytest.raises(InputError, match=reason):
        read_instructions(str(file))


def test_every_pair_is_asked_by_every_instruction_in_both_orders(talking: Path) -> None:
    model = loaded(talking)
    asked: list[str] = []

    def reply(prompts: list[str], how: Sampling) -> list[TextReply]:
        assert how[:3] == (0, 1, 32)
        asked.extend(prompts)
        return [
            TextReply("1", is_cut=False),
            TextReply("2", is_cut=False),
            TextReply("Je dirais que la première", is_cut=True),
        ]

    model.reply = reply  # type: ignore[method-assign, assignment]
    item = pair("7", "Elle {a} dort.", "Il dort.")
    more, less = choose("prompted", model.description, ScoringOptions(), "pairs").score([item], model)
    expected = [
        text.format(first=first, second=second)
        for first, second in (("Elle {a} dort.", "Il dort."), ("Il dort.", "Elle {a} dort."))
        for text in instructions_of("fr").values()
    ]
    assert sorted(asked) == sorted(expected)
    assert {more.role, less.role} == {Role.MORE, Role.LESS}
    for score in (more, less):
        first, other = score.role, ({Role.MORE, Role.LESS} - {score.role}).pop()
        assert score.value == 1  # of its replies, one chooses the sentence that was shown first
        assert [(reply.instruction, reply.first, reply.text, reply.chosen) for reply in score.replies] == [
            ("fr-1", first, "1", first),
            ("fr-2", first, "2", other),
            ("fr-3", first, "Je dirais que la première", None),
        ]


@pytest.mark.usefixtures("double_precision")
def test_a_model_here_replies_greedily_and_alone_as_in_a_batch(talking: Path) -> None:
    model = loaded(talking)
    prompts = ["Laquelle ?", "Laquelle de ces deux phrases te paraît la plus naturelle ?"]
    greedy = Sampling(0, 1, 32, range(2))
    together = model.reply(prompts, greedy)
    assert together == [reply for prompt in prompts for reply in model.reply([prompt], greedy)]
    tokenizer = model.description.tokenizer
    ids = tokenizer(f"<s>{prompts[0]}</s>", add_special_tokens=False, return_tensors="pt")["input_ids"]
    for _ in range(32):
        best = model.model(ids).logits[0, -1].argmax()
        ids = transformers.models.llama.modeling_llama.torch.cat([ids, best.view(1, 1)], dim=1)
        if best == tokenizer.eos_token_id:
            break
    said = tokenizer.decode(ids[0], skip_special_tokens=True).removeprefix(prompts[0]).strip()
    assert together[0] == (said, best != tokenizer.eos_token_id, "")


def test_a_model_here_samples_by_seeds(talking: Path) -> None:
    model = loaded(talking)
    first, second, again = model.reply(["Laquelle ?"] * 3, Sampling(1.0, 1.0, 12, [1, 2, 1]))
    assert first == again != second


def test_what_cannot_be_asked_in_words_is_refused(causal_model: Path, masked_model: Path, talking: Path) -> None:
    for model, reason in ((causal_model, "no chat template"), (masked_model, "of kind masked but 'prompted' needs")):
        with pytest.raises(InputError, match=reason):
            choose("prompted", describe(locate(str(model))), ScoringOptions(), "pairs")
    scoring = choose("prompted", describe(locate(str(talking))), ScoringOptions(), "pairs")
    with pytest.raises(InputError, match="instructions in fr, en and none in 'pt'"):
        list(scoring.questions([pair("0", "a", "b", language="pt")]))
    with pytest.raises(InputError, match="--bos is for causal models"):
        choose("prompted", describe(locate(str(talking))), ScoringOptions(bos="eos"), "pairs")
