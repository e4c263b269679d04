"""`epicene train mt`: it learns, what it makes is a model, and a broken training ends as an unbroken one."""

from __future__ import annotations

import gzip
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
import sentencepiece

from epicene.core.errors import InputError
from epicene.core.progress import Progress
from epicene.models.loading import Placement
from epicene.models.source import locate
from epicene.models.translation import Decoding, describe_translation, language_tags, load_translator
from epicene.runs.folder import RunFolder, run_kind
from epicene.train.mt_text import validate_parallel
from epicene.train.mt_training import n_parameters, new_model
from epicene.train.results import MtResults, PairCounts
from epicene.train.train_mt import train_mt
from epicene.train.train_requests import MtSettings, TrainMtRequest
from power_cut import PowerCutError, StopsAt, killed_at
from tiny_translation import language_to_learn, write_lines

TINY: dict[str, Any] = {
    "layers": 1,
    "decoder_layers": 1,
    "width": 64,
    "ffn": 128,
    "heads": 2,
    "pieces": 60,
    "batch_tokens": 600,
    "rate": 4e-3,
    "warmup": 60,
    "averaging": 0.02,
    "epochs": 14,
    "validate_every": 60,
    "dropout": 0.0,
}
SIDES = ("source", "target")
SAME = ("model.safetensors", "config.json", "source.spm", "target.spm", "vocab.json", "target_vocab.json", "log.jsonl")


@pytest.fixture(scope="module")
def text(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("text")
    pairs = language_to_learn()
    for name, part in (("train", pairs[:700]), ("valid", pairs[700:740]), ("test", pairs[740:])):
        write_lines(folder / f"{name}.fr", [french for french, _ in part])
        write_lines(folder / f"{name}.en", [english for _, english in part])
    return folder


def trained(
    text: Path, out: Path, progress: Progress | None = None, minutes: float | None = None, **options: Any
) -> MtResults:
    files = {"src": "train.fr", "tgt": "train.en", "valid_src": "valid.fr", "valid_tgt": "valid.en"}
    paths = {name: text / file for name, file in files.items()}
    settings = {"minutes": minutes, "device": "cpu", "threads": 1, **TINY, **options}
    return train_mt(TrainMtRequest(out=out, **paths, **settings), progress)


BROKEN = {"epochs": 4, "validate_every": 13, "dropout": 0.2}


@pytest.fixture(scope="module")
def unbroken(text: Path, tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    """What a training in one go leaves."""
    folder = tmp_path_factory.mktemp("unbroken") / "system"
    trained(text, folder, **BROKEN)
    return contents(folder)


def contents(folder: Path) -> list[bytes]:
    return [(folder / name).read_bytes() for name in SAME]


def test_a_system_learns_a_language_and_translates_what_it_never_saw(text: Path, tmp_path: Path) -> None:
    result = trained(text, tmp_path / "system")
    description = describe_translation(locate(str(tmp_path / "system")))
    translator = load_translator(
        description, language_tags(description, "fr", "en"), Placement("cpu", threads=1), Decoding(2, 40)
    )
    sources = (text / "test.fr").read_text().splitlines()
    references = [line.lower() for line in (text / "test.en").read_text().splitlines()]
    right = sum(
        one == other
        for one, other in zip(
            translator.translate([translator.encode(line) for line in sources]), references, strict=True
        )
    )
    assert right / len(references) > 0.95
    assert result.validation.bleu > 95
    assert "case:lc" in result.validation.signature
    assert not (tmp_path / "system" / "work").exists()


def test_transformers_alone_loads_the_folder_and_folds_case(text: Path, tmp_path: Path) -> None:
    import transformers

    result = trained(text, tmp_path / "system", epochs=1)
    sides = [(text / name).read_text().lower().splitlines() for name in ("train.fr", "train.en")]
    pieces = [sentencepiece.SentencePieceProcessor(str(tmp_path / "system" / f"{side}.spm")) for side in SIDES]
    pairs = dict.fromkeys(zip(*sides, strict=True))  # each once
    tokens = sum(len(own.encode(line)) + 1 for pair in pairs for own, line in zip(pieces, pair, strict=True))
    assert result.cost["tokens"] == tokens, "every piece, and an end to each sentence"
    model = transformers.AutoModelForSeq2SeqLM.from_pretrained(tmp_path / "system")
    tokenizer = transformers.AutoTokenizer.from_pretrained(tmp_path / "system")
    assert tokenizer("LE VÉLO")["input_ids"] == tokenizer("le vélo")["input_ids"]
    assert model.config.lower_cased
    embeddings = model.model.encoder.embed_tokens.weight, model.model.decoder.embed_tokens.weight
    assert embeddings[0].data_ptr() != embeddings[1].data_ptr()
    assert embeddings[1].data_ptr() == model.lm_head.weight.data_ptr()
    assert (
        model.generate(**tokenizer(["Le chat noir aime le lit."], return_tensors="pt"), max_new_tokens=5).shape[0] == 1
    )


def test_a_crash_between_checkpoints_changes_nothing(
    text: Path, unbroken: list[bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for stop in (5, 20, 9):
        with pytest.raises(PowerCutError):
            trained(text, tmp_path / "broken", StopsAt(stop), **BROKEN)
    with monkeypatch.context() as patch:  # after the last checkpoint, before the model is written
        patch.setattr("epicene.train.train_mt._finish", lambda *_: StopsAt(0).advance(1))
        with pytest.raises(PowerCutError):
            trained(text, tmp_path / "broken", **BROKEN)
    result = trained(text, tmp_path / "broken", **BROKEN)
    assert contents(tmp_path / "broken") == unbroken
    assert "tok:13a" in result.validation.signature


def test_kill_9_and_the_same_command_again_give_the_same_weights(
    text: Path, unbroken: list[bytes], tmp_path: Path
) -> None:
    command: list[object] = ["train", "mt", "--out", tmp_path / "killed", "--threads", 1, "--device", "cpu"]
    command += ["--preset", "small"]
    for name, file in (("src", "train.fr"), ("tgt", "train.en"), ("valid-src", "valid.fr"), ("valid-tgt", "valid.en")):
        command += [f"--{name}", text / file]
    settings = "\n".join(f"{name} = {value}" for name, value in {**TINY, **BROKEN}.items())
    (tmp_path / "tiny.toml").write_text(f"[training]\n{settings}\n", encoding="utf-8")
    command += ["--config", tmp_path / "tiny.toml"]
    killed_at("Training: 50%", *command)
    assert list((tmp_path / "killed" / "work" / "checkpoints").iterdir())
    trained(text, tmp_path / "killed", **BROKEN)
    assert contents(tmp_path / "killed") == unbroken


def test_training_stops_when_validation_gets_no_better(text: Path, tmp_path: Path) -> None:
    result = trained(text, tmp_path / "system", validate_every=2, patience=2, rate=0.0, epochs=5)
    assert result.ended_by == "no better validation BLEU"
    assert result.steps == 6
    lines = [json.loads(line) for line in (tmp_path / "system" / "log.jsonl").open()]
    assert [line["step"] for line in lines if "bleu" in line] == [2, 4, 6]


def test_the_clock_ends_a_training_that_more_minutes_go_on_with(text: Path, tmp_path: Path, figures: None) -> None:
    options = {"epochs": 3, "validate_every": 10, "dropout": 0.1}
    first = trained(text, tmp_path / "system", minutes=1e-9, **options)
    assert (first.ended_by, first.steps) == ("minutes", 1)
    assert (tmp_path / "system" / "config.json").is_file()
    assert trained(text, tmp_path / "system", StopsAt(1), minutes=1e-9, **options).steps == 1
    last = trained(text, tmp_path / "system", **options)
    assert last.ended_by == "epochs"
    assert last == RunFolder(tmp_path / "system").results(MtResults)
    assert run_kind(tmp_path / "system") == "train-mt"
    assert "</svg>" in (tmp_path / "system" / "curve.svg").read_text()
    assert not (tmp_path / "system" / "work").exists()


def test_what_is_left_out_is_counted_and_gzip_is_the_same_text(text: Path, tmp_path: Path) -> None:
    text = Path(shutil.copytree(text, tmp_path / "text"))
    for side, extra in (
        ("fr", ["", "Le chat.", "Le chat.", "le chat noir " * 60]),
        ("en", ["Nothing.", "x" * 90, "The cat.", "the black cat " * 60]),
    ):
        lines = (text / f"train.{side}").read_text().splitlines()
        write_lines(text / f"train.{side}", [*lines, lines[0], *extra])
    plain = trained(text, tmp_path / "plain", epochs=1, max_tokens=100)
    counts = {"duplicate": 1, "an empty side": 1, "lengths too different": 1, "too long": 1}
    assert plain.pairs == PairCounts(705, 701, counts)
    for side in ("fr", "en"):
        path = text / f"train.{side}"
        path.write_bytes(gzip.compress(path.read_bytes()))
    zipped = trained(text, tmp_path / "zipped", epochs=1, max_tokens=100)
    assert zipped.pairs == plain.pairs
    assert contents(tmp_path / "zipped") == contents(tmp_path / "plain")


def test_the_papers_system_has_77_million_parameters() -> None:
    import torch

    with torch.device("meta"):
        model = new_model(MtSettings(preset="paper"), 32_000, 32_000)
    assert n_parameters(model) == 76_906_496


def test_another_question_in_the_same_folder_is_refused(text: Path, tmp_path: Path) -> None:
    trained(text, tmp_path / "system", epochs=1)
    assert trained(text, tmp_path / "system", StopsAt(1), epochs=1).steps  # finished: nothing is done again
    with pytest.raises(InputError, match=r"other settings .*seed: 0 there, 1 here"):
        trained(text, tmp_path / "system", epochs=1, seed=1)


def test_two_files_in_one_language_are_refused_before_anything_begins(text: Path, tmp_path: Path) -> None:
    french = text / "train.fr"
    with pytest.raises(InputError, match=r"looks French, and should be English"):
        validate_parallel(french, french, ("fr", "en"))
    with pytest.raises(InputError, match="--from and --to are both fr"):
        MtSettings(source="fr", target="fr").check()
