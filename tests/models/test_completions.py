"""`vllm:`: a server's log-probabilities are the local ones, and an answer that is not about our tokens is no score."""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from asking import PAIRS, loaded, pair, scores
from epicene.core.errors import EpiceneError, InputError
from epicene.models.at_once import as_answered
from epicene.models.description import describe
from epicene.models.loading import Placement, load
from epicene.models.server import Address, _message
from epicene.models.source import locate
from openai_server import KEY, CausalAnswers, StandIn, serving

FORMS = {
    "prompt_logprobs": frozenset({"prompt_logprobs", "ids"}),
    "echo": frozenset({"echo", "ids"}),
    "prompt_logprobs of text": frozenset({"prompt_logprobs"}),
    "echo of text": frozenset({"echo"}),
}
SPLIT_LETTERS = pair("5", "Le cœur d’une mère… ça aime 🙂 !", "Le cœur d’un père… ça aime 🙂 !")


@pytest.fixture(scope="module")
def answers(causal_model: Path) -> CausalAnswers:
    return CausalAnswers(causal_model)


@pytest.fixture
def server(answers: CausalAnswers, causal_model: Path) -> Iterator[StandIn]:
    with serving(StandIn(answers, (str(causal_model), "alias"))) as stand_in:
        yield stand_in


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    found: list[float] = []
    monkeypatch.setattr("epicene.data.posting.time.sleep", found.append)
    return found


def connected(server: StandIn, *names: object) -> Any:
    spec = "#".join([f"vllm:{server.url}", *map(str, names or server.names[:1])])
    return load(describe(locate(spec)), Placement())


@pytest.mark.parametrize("bos", [None, "eos", "tokenizer", "none"])
@pytest.mark.parametrize("form", FORMS)
def test_scores_are_the_local_ones_in_every_form(server: StandIn, causal_model: Path, form: str, bos: str) -> None:
    server.forms = FORMS[form]
    items = [*PAIRS, SPLIT_LETTERS]
    served = scores(connected(server), items, bos=bos)
    local = scores(loaded(causal_model), items, bos=bos)
    assert served.keys() == local.keys()
    for key, score in local.items():
        assert served[key].value == pytest.approx(score.value, abs=1e-4)
        assert served[key].n_tokens == score.n_tokens


def test_tokens_are_counted_as_on_this_machine(server: StandIn, causal_model: Path) -> None:
    served = connected(server)
    before = served.tokens_seen
    scores(served, PAIRS)
    assert served.tokens_seen - before == sum(
        len(served.description.encode(text.text).ids) for item in PAIRS for text in item.variants.values()
    )


def test_a_sentence_of_one_token_without_a_start_is_not_asked(server: StandIn) -> None:
    model = connected(server)
    asked = len(server.answered)
    found = scores(model, [pair("0", "a", "e")], bos="none")
    assert [(score.value, score.n_tokens) for score in found.values()] == [(0, 0), (0, 0)]
    assert len(server.answered) == asked


def test_an_address_is_taken_with_and_without_its_version(server: StandIn, causal_model: Path) -> None:
    assert Address.of("vllm:http://host:8000/v1/#a/b#c").url == "http://host:8000/v1"
    assert Address.of("vllm:http://host:8000/v1/#a/b#c") == Address.of("vllm:http://host:8000#a/b#c")
    found = locate(f"vllm:{server.url}/v1#{causal_model}")
    assert found.name == f"tiny-causal@{server.url.removeprefix('http://')}"


@pytest.mark.parametrize(
    ("spec", "reason"),
    [
        ("vllm:localhost:8000#m", "names no server"),
        ("vllm:http://[::1#m", "names no server"),
        ("vllm:http://user:secret@host:80#m", "no user, password or query"),
        ("vllm:http://host:80?key=secret#m", "no user, password or query"),
        ("vllm:ftp://user:secret@host#m", "no user, password or query"),
    ],
)
def test_an_address_with_a_secret_or_none_is_refused_without_showing_it(spec: str, reason: str) -> None:
    with pytest.raises(InputError, match=reason) as caught:
        locate(spec)
    assert "secret" not in str(caught.value)


def test_a_name_that_the_server_does_not_know_is_answered_with_those_it_has(server: StandIn) -> None:
    with pytest.raises(InputError, match=r"no model 'tinny'\. The server has: .*, alias\."):
        locate(f"vllm:{server.url}#tinny")
    with pytest.raises(InputError, match="no model's name after #"):
        locate(f"vllm:{server.url}")


def test_the_tokenizer_is_named_where_the_servers_name_leads_to_none(server: StandIn, causal_model: Path) -> None:
    with pytest.raises(InputError, match=r"after a second #: vllm:http://.*#alias#TOKENIZER"):
        locate(f"vllm:{server.url}#alias")
    assert locate(f"vllm:{server.url}#alias#{causal_model}").folder == causal_model
    server.says = {"root": str(causal_model)}
    assert locate(f"vllm:{server.url}#alias").folder == causal_model


def test_a_server_without_a_list_of_models_is_taken_as_it_is(server: StandIn, causal_model: Path) -> None:
    server.lists_models = False
    found = locate(f"vllm:{server.url}#anything#{causal_model}")
    assert found.server is not None
    assert found.server.says == {}


def test_what_a_server_says_can_be_written_down(server: StandIn) -> None:
    server.says = {"owned_by": "half \ud83d", "root": "whole \U0001f642"}
    found = locate(f"vllm:{server.url}#{server.names[0]}").server
    assert found is not None
    assert found.says == {"owned_by": "half ?", "root": "whole \U0001f642"}


def test_a_tokenizer_of_another_kind_of_model_is_refused(server: StandIn, masked_model: Path) -> None:
    with pytest.raises(InputError, match="that of a masked model"):
        connected(server, "alias", masked_model)


def test_no_server_at_all_is_said_at_once(pauses: list[float]) -> None:
    with pytest.raises(EpiceneError, match=r"There is no server to ask at http://127\.0\.0\.1:9/v1"):
        locate("vllm:http://127.0.0.1:9#m")
    assert pauses == []


def test_a_busy_server_is_waited_for_from_the_first(server: StandIn, pauses: list[float]) -> None:
    server.busy, server.failures = [503, 429, 429], [429, 503]
    assert len(scores(connected(server), PAIRS)) == 10
    assert pauses == [1.0, 2.0, 1.0, 2.0]
    server.busy = [503] * 9
    with pytest.raises(EpiceneError, match="could not be asked: error 503, 6 times"):
        connected(server)


def test_a_server_that_gives_no_prompt_log_probabilities_is_refused(server: StandIn) -> None:
    server.forms = frozenset({"ids"})
    with pytest.raises(InputError, match=r"gives no log-probabilities of the prompt.*asked in words: chat:http://"):
        connected(server)


@pytest.mark.parametrize("form", ["prompt_logprobs", "echo"])
def test_another_tokenizer_on_the_server_is_found_out_before_anything_is_asked(
    server: StandIn, tmp_path: Path, causal_model: Path, form: str
) -> None:
    other = Path(shutil.copytree(causal_model, tmp_path / "other"))
    content = json.loads((other / "tokenizer.json").read_text(encoding="utf-8"))
    vocabulary = content["model"]["vocab"]
    content["model"]["vocab"] = {piece: (1204 - id if id > 4 else id) for piece, id in vocabulary.items()}
    content["model"]["merges"] = content["model"]["merges"][:20]
    (other / "tokenizer.json").write_text(json.dumps(content), encoding="utf-8")
    server.forms = FORMS[form]
    with pytest.raises(InputError, match=r"it answers \d+ tokens with \d+.*with the model's own tokenizer"):
        connected(server, "alias", other)


def half(tokens: Any) -> Any:
    return tokens[: len(tokens) // 2]


def spoiled(kind: str, document: Any) -> Any:
    (choice,) = document["choices"]
    if kind == "half the tokens":
        choice["prompt_logprobs"] = half(choice["prompt_logprobs"])
    elif kind == "half the echo":
        choice["logprobs"] = {name: half(part) for name, part in choice["logprobs"].items()}
    elif kind == "a hole":
        choice["prompt_logprobs"][2] = None
    elif kind == "another token":
        choice["prompt_logprobs"][2] = {"3": {"logprob": -1.0}}
    elif kind == "another piece":
        choice["logprobs"]["tokens"][2] = "zz"
    elif kind == "a probability":
        choice["logprobs"]["token_logprobs"][2] = 0.3
    elif kind == "not a number":
        choice["logprobs"]["token_logprobs"][2] = float("nan")
    elif kind == "minus infinity":
        choice["logprobs"]["token_logprobs"][2] = -float("inf")
    elif kind == "a stand-in":
        choice["prompt_logprobs"][2] = {key: {"logprob": -9999.0} for key in choice["prompt_logprobs"][2]}
    elif kind == "an endless number":
        choice["prompt_logprobs"][2] = {key: {"logprob": -(10**400)} for key in choice["prompt_logprobs"][2]}
    elif kind == "a number as text":
        choice["logprobs"]["token_logprobs"][2] = "-1.5"
    elif kind == "echo without the prompt":
        choice["logprobs"] = {"tokens": ["x"], "token_logprobs": [-1.0]}
    elif kind == "an error":
        return {"error": {"message": f"model overloaded by {KEY}\x1b[2J", "code": 529}}
    elif kind == "an error of vLLM":
        return {"object": "error", "message": "model overloaded by nobody"}
    elif kind == "a pit":
        return b'{"choices":' + b"[" * 200_000
    elif kind == "no choices":
        document["choices"] = []
    elif kind == "garbage":
        return b"<html>It works!</html>"
    return document


@pytest.mark.parametrize(
    ("kind", "form", "reason"),
    [
        ("half the tokens", "prompt_logprobs", r"it answers (\d+) tokens with \d+"),
        ("half the echo", "echo", r"it answers (\d+) tokens with \d+"),
        ("a hole", "prompt_logprobs", "no log-probability for token 3"),
        ("another token", "prompt_logprobs", "its token 3 is another than"),
        ("another piece", "echo", "its piece 3 is 'zz' and the tokenizer's"),
        ("a probability", "echo", r"gives 0\.3 for token 3 \('.+'\), which is no log-probability"),
        ("not a number", "echo", r"gives nan for token 3 \('.+'\), which is no log-probability"),
        ("a number as text", "echo", r"gives '-1\.5' for token 3 \('.+'\), which is no log-probability"),
        ("minus infinity", "echo", r"gives -inf for token 3 \('.+'\), which is too small for any probability"),
        ("a stand-in", "prompt_logprobs", r"gives -9999\.0 for token 3 \('.+'\), which is too small for any"),
        ("an endless number", "prompt_logprobs", r"gives -10{58} for token 3 \('.+'\), which is too small for any"),
        ("echo without the prompt", "echo", r"it answers (\d+) tokens with 1\b"),
        ("no choices", "echo", "its answer has no choices"),
    ],
)
def test_an_answer_that_is_not_about_our_tokens_names_the_item(
    server: StandIn, kind: str, form: str, reason: str
) -> None:
    server.forms = FORMS[form]
    model = connected(server)
    server.spoil = lambda number, document: spoiled(kind, document)
    with pytest.raises(EpiceneError, match=rf"^Item 1: http://127\S+ .*{reason}.*run the same command again\.$"):
        scores(model, [PAIRS[1]])


@pytest.mark.parametrize("kind", ["garbage", "a pit"])
def test_garbage_is_told_from_an_answer(server: StandIn, kind: str) -> None:
    model = connected(server)
    server.spoil = lambda number, document: spoiled(kind, document)
    with pytest.raises(EpiceneError, match="is not what such a server answers"):
        scores(model, PAIRS)
    with pytest.raises(InputError, match=r"prompt that can be used \(no JSON object\)\. Use a server that does"):
        connected(server)


@pytest.mark.parametrize(("kind", "by"), [("an error", r"…\[2J"), ("an error of vLLM", "nobody")])
def test_an_error_that_comes_with_status_200_is_told_in_the_servers_words_without_the_key(
    server: StandIn, monkeypatch: pytest.MonkeyPatch, kind: str, by: str
) -> None:
    monkeypatch.setenv("EPICENE_SERVER_KEY", KEY)
    model = connected(server)
    server.spoil = lambda number, document: spoiled(kind, document)
    said = f"it answers with an error: model overloaded by {by}"
    with pytest.raises(EpiceneError, match=rf"^Item 1: http://127\S+ cannot be used now: {said}\.$"):
        scores(model, [PAIRS[1]])
    with pytest.raises(InputError, match=rf"prompt that can be used \({said}\)\. Use a server"):
        connected(server)


@pytest.mark.parametrize(
    "shift",
    [
        lambda values: [*values[1:], -1.0],
        lambda values: [None, -1.0, *values[1:-1]],
        lambda values: [None, *[-2.5] * (len(values) - 1)],
    ],
    ids=["of the token after", "of the token before", "always the same"],
)
def test_numbers_of_other_tokens_are_found_out_before_anything_is_asked(server: StandIn, shift: Any) -> None:
    """The tokens beside them are right, and so is how many there are."""
    server.forms = FORMS["echo"]

    def spoil(number: int, document: Any) -> Any:
        if logprobs := document["choices"][0]["logprobs"]:
            logprobs["token_logprobs"] = shift(logprobs["token_logprobs"])
        return document

    server.spoil = spoil
    with pytest.raises(InputError, match="its numbers are not those of the tokens beside them"):
        connected(server)


def test_an_answer_without_end_is_not_read_to_its_end(server: StandIn, monkeypatch: pytest.MonkeyPatch) -> None:
    model = connected(server)
    monkeypatch.setattr("epicene.data.posting.MOST_BYTES", 2000)
    server.spoil = lambda number, document: {**document, "more": "x" * 3000}
    with pytest.raises(EpiceneError, match=r"^http://\S+/v1/completions answers with more than"):
        scores(model, PAIRS)


def test_trouble_that_passes_is_waited_out(server: StandIn, causal_model: Path, pauses: list[float]) -> None:
    model = connected(server)
    server.failures = [429, 503, 500]
    assert scores(model, PAIRS)["0", "more"].value == pytest.approx(
        scores(loaded(causal_model), PAIRS)["0", "more"].value
    )
    assert pauses == [1.0, 2.0, 4.0]
    server.failures, server.headers = [429], {"Retry-After": "7"}
    scores(model, PAIRS)
    assert pauses[3:] == [7.0]


def test_trouble_that_does_not_pass_is_one_sentence(server: StandIn, pauses: list[float]) -> None:
    model = connected(server)
    server.failures = [500] * 6
    with pytest.raises(EpiceneError, match=r"/v1 could not be asked: error 500, 6 times"):
        scores(model, PAIRS)
    assert pauses == [1.0, 2.0, 4.0, 8.0, 16.0]


def test_silence_is_a_timeout(server: StandIn, pauses: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    model = connected(server)
    monkeypatch.setattr("epicene.models.server.SECONDS_WITHOUT_ANSWER", 0.05)
    server.answers_left = 0
    with pytest.raises(EpiceneError, match=r"no answer within 0\.05 seconds, 6 times"):
        scores(model, PAIRS)


@pytest.mark.parametrize("where", ["body", "headers"])
def test_an_answer_that_comes_byte_by_byte_is_a_timeout_too(
    server: StandIn, causal_model: Path, pauses: list[float], monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    model = connected(server)
    monkeypatch.setattr("epicene.models.server.SECONDS_WITHOUT_ANSWER", 0.2)
    server.drips = [where] * 6
    with pytest.raises(EpiceneError, match=r"/v1 could not be asked: no answer within 0\.2 seconds, 6 times\."):
        scores(model, PAIRS)
    assert server.drips == []
    assert pauses == [1.0, 2.0, 4.0, 8.0, 16.0]
    monkeypatch.setattr("epicene.models.server.SECONDS_WITHOUT_ANSWER", 1.5)
    server.drips = [where]
    assert scores(model, PAIRS)["0", "more"].value == pytest.approx(
        scores(loaded(causal_model), PAIRS)["0", "more"].value
    )
    assert server.drips == []


def test_the_key_goes_into_one_header_and_no_message(server: StandIn, monkeypatch: pytest.MonkeyPatch) -> None:
    server.key = KEY
    with pytest.raises(EpiceneError, match="asks for a key: export EPICENE_SERVER_KEY="):
        connected(server)
    monkeypatch.setenv("EPICENE_SERVER_KEY", "another")
    with pytest.raises(EpiceneError, match=r"does not accept the key in EPICENE_SERVER_KEY\.$"):
        connected(server)
    monkeypatch.setenv("EPICENE_SERVER_KEY", KEY)
    model = connected(server)
    assert len(scores(model, PAIRS)) == 10
    server.failures = [418]
    with pytest.raises(EpiceneError, match=r"status 418: no … today") as caught:
        scores(model, PAIRS)
    assert KEY not in f"{caught.value} {model.server!r} {model.server.facts} {model.description.source!r}"


def test_a_long_complaint_is_cut_after_the_key_is_taken_out() -> None:
    said = _message({"error": {"message": "x" * 190 + KEY + "y" * 190}}, KEY)
    assert len(said) == 200
    assert said == "x" * 190 + "…" + "y" * 9


def test_what_the_server_says_of_the_longest_prompt_is_a_limit(server: StandIn) -> None:
    server.says = {"max_model_len": 6}
    model = connected(server)
    assert model.description.max_tokens == 5
    with pytest.raises(InputError, match="takes 5"):
        scores(model, PAIRS)


def test_a_server_started_again_with_another_longest_prompt_is_the_same_model(server: StandIn) -> None:
    """So that a run goes on; another root is another model."""
    digests = []
    for says in ({"root": "a", "max_model_len": 512}, {"root": "a", "max_model_len": 1024}, {"root": "b"}):
        server.says = says
        digests.append(connected(server).description.source.digest())
    assert digests[0] == digests[1] != digests[2]


def test_a_scoring_of_masked_models_is_refused(server: StandIn) -> None:
    with pytest.raises(InputError, match=r"kind causal but 'pll' needs kind masked\. Use one of: loglik"):
        scores(connected(server), PAIRS, "pll")


def test_answers_come_as_they_are_ready_and_none_is_lost_to_a_failure() -> None:
    late = threading.Event()

    def ask(question: int) -> int:
        if question == 1:
            raise EpiceneError("no")
        if question == 0:
            late.wait(10)
        return question

    answers = as_answered(ask, range(100), 2)
    threading.Timer(0.05, late.set).start()
    assert next(answers) == 0
    with pytest.raises(EpiceneError, match="no"):
        next(answers)


def test_as_many_are_asked_at_once_as_wanted() -> None:
    together = threading.Barrier(3, timeout=10)
    assert sorted(as_answered(lambda number: (together.wait(), number)[1], range(6), 3)) == list(range(6))
