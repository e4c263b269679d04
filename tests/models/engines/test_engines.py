"""Engines without a cluster: what is refused before anything starts, and what becomes of pieces whose workers die."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections import deque
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from command import epicene
from epicene._version import __version__
from epicene.core.errors import EpiceneError, InputError
from epicene.models.engines import open_engine, ray
from epicene.models.engines.local import Local, WorkerFactory
from epicene.models.engines.ray import MOST_DEATHS, Ray, _Actors, _Holder, _Refusal
from epicene.models.loading import Placement
from epicene.models.source import locate


def unchanged(piece: Any) -> Any:
    return piece


def test_pieces_for_a_core_each_are_done_here_or_in_processes() -> None:
    def squared(number: int) -> tuple[int, int]:
        """Here, and not in the module: processes would load torch with that."""
        return number * number, os.getpid()

    engine = Local()
    alone = list(engine.each(squared, [1, 2, 3], 1, unchanged))
    assert alone == [(1, os.getpid()), (4, os.getpid()), (9, os.getpid())]
    together = list(engine.each(squared, [1, 2, 3], 2, unchanged))
    assert sorted(value for value, _ in together) == [1, 4, 9]
    assert os.getpid() not in {process for _, process in together}


def ten() -> int:
    return 10


def plus_threads(known: int, placement: Placement) -> int:
    return known + (placement.threads or 0)


def test_what_workers_hold_is_made_with_the_first_piece_and_once() -> None:
    made = []

    def make(known: int, placement: Placement) -> int:
        made.append(known)
        return known

    with Local().workers(WorkerFactory(make, ten), Placement()) as workers:
        assert list(workers.map(lambda held, piece: held + piece, [])) == []
        assert made == []
        assert list(workers.map(lambda held, piece: held + piece, [1, 2])) == [11, 12]
        assert list(workers.map(lambda held, piece: held * piece, [3])) == [30]
    assert made == [10]


def test_a_factory_uses_what_is_known_here_and_reads_it_again_elsewhere() -> None:
    factory = WorkerFactory(plus_threads, ten, known=99, message="Loading")
    assert factory(Placement(threads=1)) == 100
    sent = pickle.loads(pickle.dumps(factory))
    assert (sent.known, sent.message, sent(Placement(threads=1))) == (None, "", 11)


@pytest.mark.parametrize(("name", "known"), [("spark", "local, ray"), ("local:auto", "ray:auto")])
@pytest.mark.parametrize("command", [("audit", "{model}"), ("mt", "probe", "{model}"), ("lab", "calibrate")])
def test_a_wrong_engine_is_refused_with_exit_code_2(
    command: tuple[str, ...], name: str, known: str, masked_model: Path, tmp_path: Path
) -> None:
    done = epicene(*(part.format(model=masked_model) for part in command), "--engine", name, cwd=tmp_path)
    assert (done.returncode, known in done.stderr, "Traceback" in done.stderr) == (2, True, False)


def test_without_the_package_one_sentence_names_the_extra(
    masked_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ray, "is_installed", lambda *names: False)
    done = epicene("audit", masked_model, "--engine", "ray", cwd=tmp_path)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == (
        "epicene: --engine ray needs the package ray, which is not installed: "
        "pip install '.[ray]' installs epicene's extra ray."
    )
    assert not (tmp_path / "runs").exists()


def test_options_that_ray_makes_idle_are_refused(tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="the extra ray is not installed")
    done = epicene("lab", "calibrate", "--engine", "ray", "--jobs", 2, cwd=tmp_path)
    assert (done.returncode, "--jobs changes nothing with --engine ray" in done.stderr) == (2, True)
    languages = ("--from", "fr", "--to", "en", "--in", "x", "--out", "y")
    done = epicene("mt", "translate", *languages, "--command", "cat", "--engine", "ray", cwd=tmp_path)
    assert (done.returncode, "--engine ray changes nothing with --command" in done.stderr) == (2, True)
    with pytest.raises(InputError, match="give --device cuda, not cuda:1"):
        open_engine("ray").resolve(Placement("cuda:1"))


def test_a_gpu_is_asked_for_and_planned_with_where_the_cluster_has_some(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("ray", reason="the extra ray is not installed")
    engine, there = Ray("somewhere:6379"), {"CPU": 8.0}
    monkeypatch.setattr(engine, "_connected", lambda: SimpleNamespace(cluster_resources=lambda: there))
    assert engine.resolve(Placement()).device == "cpu"
    with pytest.raises(InputError, match="no GPU that Ray knows of"):
        engine.resolve(Placement("cuda"))
    there["GPU"] = 2.0
    assert (engine.resolve(Placement()).device, engine.resolve(Placement()).budget) == ("cuda", 32_768)
    assert (engine.resolve(Placement("cpu")).device, engine.resolve(Placement("cpu")).budget) == ("cpu", 1_024)


def test_other_files_under_the_same_path_are_refused(masked_model: Path) -> None:
    source = locate(str(masked_model))
    assert source.absolute().found_here(source.digest()).folder == masked_model
    with pytest.raises(InputError, match=r"The files of tiny-masked in .* are others \(\w{6}\) than .* \(aaaaaa\)"):
        source.found_here("a" * 64)


def test_a_node_with_another_version_of_epicene_says_so() -> None:
    refused = _Holder(WorkerFactory(plus_threads, ten), Placement(), "0.0.1").ready()
    assert isinstance(refused, _Refusal)
    assert "and not 0.0.1: install the same version on every node" in refused.message


class LostError(Exception):
    pass


class FakeRay:
    """One actor after another, which dies whenever it is given the piece 13."""

    exceptions = SimpleNamespace(RayError=LostError, RayTaskError=ZeroDivisionError)

    def __init__(self) -> None:
        self.tasks: deque[tuple[int, Any]] = deque()
        self.wakings = 0

    def remote(self, answer: Any) -> int:
        self.tasks.append((len(self.tasks), answer))
        return len(self.tasks) - 1

    def wait(self, refs: list[int], timeout: float | None = None) -> tuple[list[int], list[int]]:
        return refs[:1], refs[1:]

    def get(self, ref: int) -> Any:
        answer = self.tasks[ref][1]
        if isinstance(answer, Exception):
            raise answer
        return answer

    def kill(self, actor: Any) -> None:
        pass

    def actor(self) -> Any:
        def ready() -> int:
            self.wakings += 1
            return self.remote(None)

        def work(work: Any, piece: int) -> int:
            return self.remote(LostError("The worker ran out of memory.\nMore") if piece == 13 else work(0, piece))

        woken = SimpleNamespace(options=lambda **_: SimpleNamespace(remote=ready))
        return SimpleNamespace(ready=woken, work=SimpleNamespace(remote=work))


def test_a_piece_that_kills_every_worker_ends_the_run_with_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is tried a few times, and what else there is to do is done first."""
    fake = FakeRay()
    monkeypatch.setitem(sys.modules, "ray", fake)
    answers: list[int] = []
    with pytest.raises(EpiceneError, match=r"died 5 times on the same piece of work \(The worker ran out of memory\)"):
        answers.extend(_Actors(lambda: [fake.actor()]).map(lambda _, piece: piece, [1, 13, 2, 3]))
    assert sorted(answers) == [1, 2, 3]
    assert fake.wakings == MOST_DEATHS + 1


def test_the_estimate_in_the_guide_is_what_the_program_prints() -> None:
    root = Path(__file__).parents[3]
    program = [sys.executable, str(root / "benchmarks" / "scale.py"), "--estimate"]
    printed = subprocess.run(program, capture_output=True, text=True, check=True).stdout.splitlines()
    table = [line for line in printed if line.startswith("|")]
    assert [line.split(" | ")[0] for line in table[2:]] == ["| 1", "| 4", "| 8", "| 32"]
    assert "\n".join(table) in (root / "docs" / "scale.md").read_text(encoding="utf-8")
    one = subprocess.run(
        [*program, "--gpus", "8", "--tflops", "200"], capture_output=True, text=True, check=True
    ).stdout
    usual, faster = (float(line.split(" | ")[1]) for line in (table[4], one.splitlines()[3]))
    assert faster == pytest.approx(usual / 2, abs=0.01)  # what is assumed can be changed


def test_a_worker_that_cannot_start_is_told_of_and_the_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    fake, heard = FakeRay(), list[str]()
    monkeypatch.setitem(sys.modules, "ray", fake)
    monkeypatch.setattr(ray, "current", lambda: SimpleNamespace(say=heard.append))
    broken = fake.actor()
    broken.ready = SimpleNamespace(
        options=lambda **_: SimpleNamespace(remote=lambda: fake.remote(LostError("No room.\nMore")))
    )
    workers = _Actors(lambda: [broken, fake.actor()])
    assert sorted(workers.map(lambda _, piece: piece, [1, 2, 3])) == [1, 2, 3]
    assert heard == ["Ray could not start a worker (No room); workers that go on: 1"]
    with pytest.raises(EpiceneError, match=r"^Ray could not start a worker \(No room\)\.$"):
        list(_Actors(lambda: [broken]).map(lambda _, piece: piece, [1]))


def test_a_ray_worker_that_was_started_anew_loads_before_it_works() -> None:
    """Ray restarts an actor that died while it had nothing to do, and nobody asks that one whether it is ready."""
    worker = _Holder(lambda placement: [placement], "cpu", __version__)
    assert worker.work(lambda made, piece: (made, piece), 3) == (["cpu"], 3)
    other = _Holder(lambda placement: [placement], "cpu", "0.0.0")
    assert "install the same version" in other.work(lambda made, piece: piece, 3).message
