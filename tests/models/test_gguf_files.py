"""A GGUF file is parsed once for each use, its description once for all, and both say what transformers says."""

from __future__ import annotations

from pathlib import Path

import gguf
import numpy as np
import pytest
import torch
import transformers

from epicene.models import gguf_files
from epicene.models.description import describe
from epicene.models.loading import Placement, load_weights
from epicene.models.source import locate

WIDTH, LETTERS = 8, "abcdefghij"


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Llama of one layer that knows ten letters."""
    path = tmp_path_factory.mktemp("gguf") / "tiny.gguf"
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_name("tiny")
    writer.add_context_length(64)
    writer.add_embedding_length(WIDTH)
    writer.add_block_count(1)
    writer.add_feed_forward_length(WIDTH)
    writer.add_head_count(2)
    writer.add_head_count_kv(2)
    writer.add_layer_norm_rms_eps(1e-5)
    tokens = ["<s>", "</s>", *LETTERS, "ab"]
    writer.add_vocab_size(len(tokens))
    writer.add_tokenizer_model("gpt2")
    writer.add_token_list(tokens)
    writer.add_token_merges(["a b"])
    writer.add_token_types([1] * len(tokens))
    writer.add_bos_token_id(0)
    writer.add_eos_token_id(1)
    draw = np.random.default_rng(1)
    square = ("attn_q", "attn_k", "attn_v", "attn_output", "ffn_gate", "ffn_up", "ffn_down")
    shapes = {
        "token_embd.weight": (len(tokens), WIDTH),
        "output_norm.weight": (WIDTH,),
        **{f"blk.0.{name}.weight": (WIDTH,) for name in ("attn_norm", "ffn_norm")},
        **{f"blk.0.{name}.weight": (WIDTH, WIDTH) for name in square},
    }
    for name, shape in shapes.items():
        writer.add_tensor(name, draw.normal(size=shape).astype(np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """Every time that a file is parsed; with an empty cache."""
    monkeypatch.setenv("EPICENE_CACHE", str(tmp_path))
    read, found = gguf.gguf_reader.GGUFReader.__init__, list[str]()

    def counted(self: gguf.GGUFReader, path: str, *others: object) -> None:
        found.append(Path(path).name)
        read(self, path, *others)

    monkeypatch.setattr(gguf.gguf_reader.GGUFReader, "__init__", counted)
    return found


def test_describing_and_loading_parse_the_file_once_each_and_a_second_description_not_at_all(file, parsed):
    description = describe(locate(str(file)))
    assert parsed == ["tiny.gguf"]
    load_weights(description, Placement(device="cpu", threads=1))
    describe(locate(str(file)))
    assert parsed == ["tiny.gguf"] * 2


def test_what_is_kept_says_what_the_file_says(file, parsed):
    description = describe(locate(str(file)))
    tokenizer = transformers.AutoTokenizer.from_pretrained(file.parent, gguf_file=file.name)
    config = transformers.AutoConfig.from_pretrained(file.parent, gguf_file=file.name)
    for text in ("abba", "cab ab", "jihgfedcba"):
        assert description.tokenizer(text)["input_ids"] == tokenizer(text)["input_ids"]
    assert (config.hidden_size, config.vocab_size) == (description.config.hidden_size, description.config.vocab_size)
    own = transformers.AutoModelForCausalLM.from_pretrained(file.parent, gguf_file=file.name, dtype=torch.float32)
    ours = load_weights(description, Placement(device="cpu", threads=1))
    assert {name: tensor.shape for name, tensor in own.state_dict().items()}
    for name, tensor in own.state_dict().items():
        assert torch.equal(tensor, ours.state_dict()[name]), name


def test_a_file_that_was_written_again_is_described_again(file, parsed, tmp_path):
    copy = tmp_path / "tiny.gguf"
    copy.write_bytes(file.read_bytes())
    first = gguf_files.description_of(copy)
    copy.touch()
    assert gguf_files.description_of(copy) != first
