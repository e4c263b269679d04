"""What every method of debiasing shares: the folder, what is refused, and going on after a kill."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import pytest

from epicene.core.errors import InputError
from epicene.debiasing.debias_run import METHODS, DebiasJob, DebiasResults, Method, Target, TextRead, Unswapped, debias
from epicene.models.source import locate
from epicene.runs.folder import RunFolder, run_kind
from epicene.runs.results import Subject
from epicene.train.results import TrainingMachine
from page_snapshot import check_page


@dataclass(frozen=True)
class Copy(Method):
    """Leaves the model as it is; `fails` ends it once its draft is half there."""

    name: ClassVar[str] = "copy"
    text: tuple[Path, ...]
    times: int = 1

    def validate(self, target: Target) -> None:
        if self.times < 1:
            raise InputError("--times must be one or more.")

    def work(self, job: DebiasJob) -> DebiasResults:
        source = locate(job.target.model)
        for number, path in enumerate(sorted(source.folder.iterdir())):
            if FAILS and number:
                raise KeyboardInterrupt
            shutil.copy(path, job.run.draft / path.name)
        model = Subject(source.spec, source.name, None, "masked", "", "")
        text = TextRead("fr", 1, 1, 1)
        return DebiasResults(
            method="cda",
            model=model,
            text=text,
            settings={},
            figures={"loss": 1.0},
            machine=TrainingMachine("", "cpu", 1),
            epicene="",
        )


FAILS: list[bool] = []


@pytest.fixture(autouse=True)
def copying(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(METHODS._things, "copy", Copy)
    yield
    FAILS.clear()


@pytest.fixture
def text(tmp_path: Path) -> Path:
    path = tmp_path / "text.txt"
    path.write_text("Il dort.\n", encoding="utf-8")
    return path


def test_the_folder_is_a_run_and_a_model_and_answers_no_other_question(
    masked_model: Path, text: Path, tmp_path: Path
) -> None:
    target = Target(str(masked_model), tmp_path / "out")
    debias(target, "copy", {"text": (text,)})
    assert run_kind(target.out) == "debias"
    assert locate(str(target.out)).weights()
    assert not (target.out / "work").exists()
    with pytest.raises(InputError, match=r"other settings \(times: 1 there, 2 here\)"):
        debias(target, "copy", {"text": (text,), "times": 2})


def test_a_folder_is_no_model_before_all_of_it_is_there(masked_model: Path, text: Path, tmp_path: Path) -> None:
    target = Target(str(masked_model), tmp_path / "out")
    FAILS.append(True)
    with pytest.raises(KeyboardInterrupt):
        debias(target, "copy", {"text": (text,)})
    assert not (target.out / "config.json").exists()
    FAILS.clear()
    debias(target, "copy", {"text": (text,)})
    assert json.loads((target.out / "results.json").read_text())["method"] == "cda"
    assert locate(str(target.out)).digest() == locate(str(masked_model)).digest()


@pytest.mark.parametrize(
    ("model", "by", "options", "said"),
    [
        ("MODEL", "copi", {}, "There is no method 'copi'. Did you mean 'copy'?"),
        ("MODEL", "copy", {"src": Path("a")}, "--src does not go with --by copy"),
        ("MODEL", "copy", {}, "--by copy needs --text"),
        ("MODEL", "copy", {"text": (), "times": 0}, "--times must be one or more."),
        ("chat:http://localhost:1#m", "copy", {"text": ()}, "behind a server, which hands out no weights"),
        ("no such thing", "copy", {"text": ()}, "There is no model 'no such thing'"),
        ("OUT", "copy", {"text": ()}, "is the model itself"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(
    model: str, by: str, options: dict[str, object], said: str, masked_model: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    if model == "OUT":
        shutil.copytree(masked_model, out)
    named = {"MODEL": str(masked_model), "OUT": str(out)}.get(model, model)
    with pytest.raises(InputError) as refused:
        debias(Target(named, out), by, options)
    assert said in str(refused.value)
    assert model == "OUT" or not out.exists()


def test_the_page_reads_as_it_was_reviewed(tmp_path: Path) -> None:
    run = RunFolder(tmp_path / "run")
    run.path.mkdir()
    run.begin("debias", {"model": "./tiny"})
    figures = {"blocks": 2.0, "examples": 90.0, "linear_before": 92.0, "linear_after": 51.0}
    run.write_results(
        DebiasResults(
            method="leace",
            model=Subject("./tiny", "tiny", None, "causal", "LlamaForCausalLM", "0123456789abcdef"),
            text=TextRead("fr", 120, 40, 90, 60, [Unswapped("name", 1, {"Marie": 1})]),
            settings={"names": False},
            figures=figures | {"other_before": 90.0, "other_after": 70.0},
            machine=TrainingMachine("2.9", "cpu", 1),
            epicene="0",
        )
    )
    check_page("debias", [run.path], tmp_path)
