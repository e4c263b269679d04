"""`vllm:`: a server's log-probabilities are the local ones, and an answer that is not about our tokens is no score."""

from __future__ import annotations

import json
import shutil
import threading
from pathlib import Path
from queue import SimpleQueue

import pytest

from asking import PAIRS, loaded, scores
from epicene.core.errors import EpiceneError, InputError
from epicene.models.api_server import Address, _message
from epicene.models.engines.server import as_answered
from epicene.models.source import locate
from models.model_server import FORMS, SPLIT_LETTERS, connected
from openai_server import KEY, StandIn


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


def test_what_a_server_says_can_be_written_down(server: StandIn) -> None:
    server.says = {"owned_by": "half \ud83d", "root": "whole \U0001f642"}
    found = locate(f"vllm:{server.url}#{server.names[0]}").server
    assert found is not None
    assert found.says == {"owned_by": "half ?", "root": "whole \U0001f642"}


def test_a_tokenizer_of_another_kind_of_model_is_refused(server: StandIn, masked_model: Path) -> None:
    with pytest.raises(InputError, match="that of a masked model"):
        connected(server, "alias", masked_model)


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


def test_answers_come_as_they_are_ready_and_none_is_lost_to_a_failure() -> None:
    failing: SimpleQueue[threading.Thread] = SimpleQueue()

    def ask(question: int) -> int:
        if question == 1:
            failing.put(threading.current_thread())
            raise EpiceneError("no")
        if question == 0:
            failing.get(timeout=600).join(600)
        return question

    answers = as_answered(ask, range(100), 2)
    assert next(answers) == 0
    with pytest.raises(EpiceneError, match="no"):
        next(answers)
