"""What a model can do is known before its weights; broken and incomplete checkpoints are refused in one sentence."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
import transformers

from epicene.core.errors import InputError
from epicene.core.types import Capability
from epicene.models.api_server import Address, ModelServer
from epicene.models.description import UNBOUNDED, describe
from epicene.models.loading import Placement, load
from epicene.models.source import Source, locate

PLACEMENT = Placement(device="cpu", threads=1)


@pytest.fixture
def copy(masked_model: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(masked_model, tmp_path / "copy"))


def edit_config(folder: Path, **changes: object) -> Path:
    path = folder / "config.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))
    return folder


@pytest.mark.parametrize(
    ("fixture", "capability"),
    [
        ("masked_model", Capability.MASKED),
        ("causal_model", Capability.CAUSAL),
        ("encoder_decoder_model", Capability.DENOISING),
    ],
)
def test_capability_is_read_without_weights(
    request: pytest.FixtureRequest, tmp_path: Path, fixture: str, capability: Capability
) -> None:
    folder = Path(shutil.copytree(request.getfixturevalue(fixture), tmp_path / "copy"))
    (folder / "model.safetensors").unlink()
    assert describe(locate(str(folder))).capability is capability


def test_capabilities_of_the_shared_architectures(shared: Path) -> None:
    kinds = {
        Capability.MASKED: "albert bert camembert flaubert roberta xlmr",
        Capability.CAUSAL: "bloom gpt2 llama xglm",
        Capability.DENOISING: "bart mbart",
    }
    for kind, names in kinds.items():
        for name in names.split():
            assert describe(locate(str(shared / "models" / name))).capability is kind, name


def test_roberta_kinds_lose_the_positions_before_the_text(shared: Path) -> None:
    assert describe(locate(str(shared / "models" / "camembert"))).max_tokens == 256  # 258 − padding index 1 − 1
    assert describe(locate(str(shared / "models" / "bert"))).max_tokens == 256


def test_a_chat_model_behind_a_server_has_no_longest_prompt_that_is_known() -> None:
    server = ModelServer(Address.of("chat:http://host:8000#m"), chats=True)
    assert describe(Source("chat:http://host:8000#m", "m@host", Path(), server=server)).max_tokens == UNBOUNDED


def without(folder: Path, *names: str) -> Path:
    for name in names:
        (folder / name).unlink()
    return folder


def with_weights(folder: Path, content: bytes) -> Path:
    (folder / "model.safetensors").write_bytes(content)
    return folder


def with_code_of_its_own(folder: Path) -> Path:
    (folder / "own.py").write_text("raise SystemExit('this code must not run')")
    return edit_config(folder, model_type="own-kind", auto_map={"AutoConfig": "own.OwnConfig"})


def without_a_head(folder: Path) -> Path:
    transformers.BertModel.from_pretrained(folder).save_pretrained(folder)
    return folder


def cut_gguf(folder: Path) -> Path:
    path = folder / "cut.gguf"
    path.write_bytes(b"GGUF" + (3).to_bytes(4, "little") + (1).to_bytes(8, "little"))
    return path


@pytest.mark.parametrize(
    ("damage", "named"),
    [
        (without_a_head, "BertForMaskedLM needs .*at random"),
        (lambda folder: edit_config(folder, intermediate_size=48), "copy"),
        (lambda folder: with_weights(folder, (folder / "model.safetensors").read_bytes()[:5000]), "weights of copy"),
        (lambda folder: with_weights(folder, b"no weights at all, only a few words"), "weights of copy"),
        (lambda folder: without(folder, "model.safetensors"), r"no file named model\.safetensors"),
        (lambda folder: without(folder, "tokenizer.json", "tokenizer_config.json"), "copy has no tokenizer"),
        (lambda folder: edit_config(folder, model_type="never-heard-of", architectures=["X"]), "copy has no config"),
        (lambda folder: edit_config(folder, hidden_size="x"), "hidden_size.* int"),
        (lambda folder: without(folder, "config.json"), r"config\.json"),
        (with_code_of_its_own, "--trust-remote-code"),
        (cut_gguf, r"cut\.gguf"),
    ],
)
def test_a_broken_model_is_refused_in_one_sentence(damage: Callable[[Path], Path], named: str, copy: Path) -> None:
    with pytest.raises(InputError, match=named) as refused:
        load(describe(locate(str(damage(copy)))), PLACEMENT)
    assert "\n" not in str(refused.value)


def test_an_older_bin_file_is_read_without_running_code(copy: Path) -> None:
    expected = load(describe(locate(str(copy))), PLACEMENT).model.state_dict()
    torch.save(dict(expected), copy / "pytorch_model.bin")
    (copy / "model.safetensors").unlink()
    again = load(describe(locate(str(copy))), PLACEMENT).model.state_dict()
    assert all(torch.equal(again[name], weight) for name, weight in expected.items())


class Booby:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        return (print, ("this must never be printed",))


def test_a_bin_file_with_code_in_it_is_refused_and_its_code_not_run(
    copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    torch.save({"trap": Booby()}, copy / "pytorch_model.bin")
    (copy / "model.safetensors").unlink()
    with pytest.raises(InputError, match="cannot be read"):
        load(describe(locate(str(copy))), PLACEMENT)
    assert "never be printed" not in capsys.readouterr().out


def test_a_device_that_is_not_there() -> None:
    with pytest.raises(InputError, match="--device cpu"):
        Placement(device="cuda:7").resolve()


def test_the_digest_knows_weights_configuration_and_tokenizer_and_nothing_else(copy: Path) -> None:
    before = locate(str(copy)).digest()
    for name in ("README.md", ".gitattributes", "optimizer.pt", "training_args.bin", "trainer_state.json", "train.py"):
        (copy / name).write_text("something else")
    assert locate(str(copy)).digest() == before
    seen = {before}
    for name in ("tokenizer.json", "tokenizer_config.json", "config.json", "model.safetensors"):
        (copy / name).write_bytes((copy / name).read_bytes() + b" ")
        seen.add(locate(str(copy)).digest())
    (copy / "added_tokens.json").write_text("{}")
    seen.add(locate(str(copy)).digest())
    assert len(seen) == 6


def test_a_roberta_kind_without_padding_is_refused(masked_model: Path, tmp_path: Path) -> None:
    config = transformers.RobertaConfig(vocab_size=1200, max_position_embeddings=130, hidden_size=32)
    config.architectures = ["RobertaForMaskedLM"]
    config.save_pretrained(tmp_path)
    for name in ("tokenizer.json", "tokenizer_config.json"):
        shutil.copy(masked_model / name, tmp_path)
    assert describe(locate(str(tmp_path))).max_tokens == 128
    edit_config(tmp_path, pad_token_id=None)
    with pytest.raises(InputError, match=r"has no pad_token_id in its config\.json.* pads with \(1\)"):
        _ = describe(locate(str(tmp_path))).max_tokens
