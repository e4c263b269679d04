"""`--engine ray` on a real cluster of this machine: the same answers as without it, whoever dies on the way.

One cluster for all tests of this file that join one.
"""

from __future__ import annotations

import importlib
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil
import pytest

from command import Done, epicene
from epicene.auditing.audit_requests import AuditRequest
from epicene.auditing.run import audit
from epicene.core.progress import Silent, shown_on
from epicene.models.engines import open_engine
from epicene.models.engines.ray import _Actors
from epicene.models.source import Source
from epicene.runs.audit_folder import AuditFolder
from inside.small_marian import small_lines, two_layer_marian
from power_cut import PowerCutError, StopsAt, signalled_at
from saved_json import results_of
from tiny_translation import SOURCE_LINES, write_lines

ray = pytest.importorskip("ray", reason="the extra ray is not installed")
reset_auth_token_state = importlib.import_module("ray._private.authentication_test_utils").reset_auth_token_state

PLACED = {"threads": 1, "batch_tokens": 200}
RAY_PROGRAM = Path(sys.executable).parent / "ray"
NODE = ("--num-cpus", "1", "--object-store-memory", str(80 * 2**20))


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The cache of the cluster's nodes."""
    return tmp_path_factory.mktemp("cache")


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


@contextmanager
def node(*arguments: object) -> Iterator[psutil.Process]:
    """A node with one core, started by hand; its raylet. Without what nobody here looks at."""
    options = (*NODE, "--block", "--include-log-monitor", "false")
    command = [RAY_PROGRAM, "start", *map(str, arguments), *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as started:
        try:
            assert started.stdout is not None
            assert any("Ray runtime started" in line for line in started.stdout)
            (raylet,) = (one for one in psutil.Process(started.pid).children() if one.name() == "raylet")
            yield raylet
        finally:
            started.terminate()


@pytest.fixture(scope="module")
def cluster(cache: Path) -> Iterator[str]:
    """The address of a head that wants a token, as docs/scale.md has it; tests that want a second node add it."""
    # Quicker than Ray's own fifteen seconds, and slow enough for a busy machine, whose nodes were taken for dead.
    quick = {"health_check_initial_delay_ms": 2000, "health_check_period_ms": 1000, "health_check_failure_threshold": 6}
    quick["prestart_worker_first_driver"] = False  # workers that nobody would ask
    port = free_port()
    head = ("--head", "--port", port, "--system-config", json.dumps(quick), "--include-dashboard", "false")
    # A home of its own, with a short name: it has sockets in it, whose paths must be short.
    with tempfile.TemporaryDirectory() as home, pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", home)
        patch.setenv("RAY_TMPDIR", home)
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        patch.setenv("RAY_worker_niceness", "0")  # Ray's own 15 lets them starve beside other tests
        patch.setenv("EPICENE_CACHE", str(cache))
        patch.delenv("RAY_AUTH_TOKEN", raising=False)
        patch.delenv("RAY_AUTH_TOKEN_PATH", raising=False)
        subprocess.run([RAY_PROGRAM, "get-auth-token", "--generate"], check=True, capture_output=True)
        patch.setenv("RAY_AUTH_MODE", "token")
        reset_auth_token_state()  # Ray reads its environment once, when it is imported
        with node(*head, "--no-monitor"):
            yield f"127.0.0.1:{port}"
    reset_auth_token_state()


def request(model: Path, out: Path, **more: Any) -> AuditRequest:
    return replace(AuditRequest(str(model), on=("pairs-fr",), out=out, limit=40, **PLACED), **more)


def lines(folder: Path) -> list[str]:
    return sorted(AuditFolder(folder).scores_path.read_text(encoding="utf-8").splitlines())


class Heard(Silent):
    def __init__(self) -> None:
        self.said: list[str] = []

    def say(self, text: str) -> None:
        self.said.append(text)


def test_kill_9_of_a_study_that_started_ray_and_the_same_without_ray(masked_model: Path, tmp_path: Path) -> None:
    """Nothing of the Ray that it started is left, and the study goes on here, to what one without Ray finds."""
    file = tmp_path / "one.toml"
    file.write_text(f'benchmarks = ["pairs-fr"]\n[[models]]\nid = "{masked_model}"\n', encoding="utf-8")
    arguments = ("study", file, "--limit", 40, "--threads", 1, "--batch-tokens", 200, "--json", "--out")
    command = signalled_at(": 20%", *arguments, tmp_path / "out", "--engine", "ray", by=signal.SIGSTOP)
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as process:
        assert process.stderr is not None
        for said in process.stderr:
            if said.rstrip().endswith(": 20%"):
                break
        started = psutil.Process(process.pid).children(recursive=True)
        servers = [one for one in started if not one.name().endswith("Agent")]
        names = {one.name() for one in servers}
        process.send_signal(signal.SIGKILL)
        process.stderr.read()
    assert process.returncode == -signal.SIGKILL
    assert {"raylet", "gcs_server"} <= names
    assert psutil.wait_procs(servers, timeout=600)[1] == []  # its two agents idle for up to a minute more
    (run,) = (tmp_path / "out").glob("runs/*/*")
    assert 16 <= len(lines(run)) < 80
    assert AuditFolder(run).manifest()["machine"]["engine"] == "ray"
    ended, whole = (epicene(*arguments, name, cwd=tmp_path) for name in ("out", "whole"))
    assert json.loads(ended.stdout)["estimates"] == json.loads(whole.stdout)["estimates"]
    assert lines(run) == lines(tmp_path / "whole" / run.relative_to(tmp_path / "out"))


def worker_of(raylet: psutil.Process, actors: list[Any]) -> psutil.Process:
    """The process of the actor on this node."""
    process = lambda actor: os.getpid()  # noqa: E731 - sent to the actors
    pids = {*ray.get([actor.__ray_call__.remote(process) for actor in actors])}
    (worker,) = (one for one in raylet.children() if one.pid in pids)
    return worker


def test_a_node_killed_in_the_middle_costs_a_retry_and_not_the_run(
    cluster: str,
    masked_model: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A run that was begun here and is ended by Ray, on two nodes of which one dies."""
    local = audit(request(masked_model, tmp_path / "local"))
    with pytest.raises(PowerCutError):
        audit(request(masked_model, tmp_path / "ray"), StopsAt(20))
    kept = lines(tmp_path / "ray")
    assert 20 <= len(kept) < 40
    lost: list[int] = []
    workers: list[psutil.Process] = []
    next_of = _Actors._next

    def killing(self: _Actors, asked: dict[Any, Any]) -> list[Any]:
        """Wait until both nodes have loaded; end one as soon as both have batches to ask. Its worker is stopped first:
        it would have answered before its node was dead."""
        if self._waking and not lost:
            loaded, _ = ray.wait(list(self._waking), num_returns=len(self._waking))
            workers.append(worker_of(second, self._all))
            return loaded
        if not lost and len({id(actor) for actor, _ in asked.values()}) == 2:
            workers[-1].suspend()
            lost.append(len(asked))
            second.kill()
            workers[-1].kill()
        return next_of(self, asked)

    monkeypatch.setattr(_Actors, "_next", killing)
    heard = Heard()
    with node("--address", cluster) as second, open_engine("ray", cluster) as engine, shown_on(heard):
        killed = audit(request(masked_model, tmp_path / "ray", opened_engine=engine))
        for _ in range(6000):
            if sum(one["Alive"] for one in ray.nodes()) == 1:
                break
            time.sleep(0.1)
        else:
            pytest.fail("Ray still counts the node that was killed")
    assert capsys.readouterr().out == ""  # Ray tells of a dead node where the figures of --json go
    assert lost == [4]
    assert [text for text in heard.said if "lost" in text] == ["A worker was lost; what it was asked goes to another"]
    assert set(kept) < set(lines(killed.path))
    assert lines(killed.path) == lines(local.path)  # the same bits, and not one score twice
    assert len(lines(killed.path)) == 80
    assert results_of(killed) == results_of(local)


@pytest.fixture(scope="module")
def system(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return two_layer_marian(tmp_path_factory.mktemp("models") / "two-layers")


def both(cluster: str, folder: Path, *arguments: object, **more: str) -> tuple[Done, Done]:
    """The same command here and on the cluster, in a folder of its own each."""
    found = []
    for name, engine in (("local", ()), ("ray", ("--engine", f"ray:{cluster}"))):
        (folder / name).mkdir()
        done = epicene(*arguments, *engine, cwd=folder / name, **more)
        assert done.returncode == 0, done.stderr
        found.append(done)
    return found[0], found[1]


def same_results_and_tokens(one: Done, other: Done) -> bool:
    """All but time and memory."""
    documents = [json.loads(done.stdout) for done in (one, other)]
    costs = [document.pop("cost") for document in documents]
    return documents[0] == documents[1] and costs[0]["tokens"] == costs[1]["tokens"] > 0


def test_mt_audit_equals_local(cluster: str, system: Path, tmp_path: Path) -> None:
    source = write_lines(tmp_path / "corpus.fr", [line.source for line in small_lines()])
    reference = write_lines(tmp_path / "corpus.en", [line.target for line in small_lines()])
    arguments = ("mt", "audit", system, "--source", source, "--reference", reference, "--beam", 1, "--threads", 1)
    local, by_ray = both(cluster, tmp_path, *arguments, "--batch-tokens", 60, "--json")
    assert same_results_and_tokens(by_ray, local)
    assert (tmp_path / "ray/mt-audit/lines.tsv").read_bytes() == (tmp_path / "local/mt-audit/lines.tsv").read_bytes()
    assert by_ray.stderr.count("Loading two-layers") == 1  # for forcing and translating


def test_a_model_that_the_node_does_not_have_is_named_with_the_node(
    cluster: str, masked_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The node looks where the caller says: here, a folder that only the caller sees."""
    elsewhere = tmp_path / "elsewhere"
    monkeypatch.setattr(Source, "absolute", lambda source: replace(source, folder=elsewhere / "model"))
    more = ("--engine", f"ray:{cluster}")
    done = epicene("audit", masked_model, "--limit", 4, "--out", "run", *more, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == (
        f"epicene: tiny-masked is not on node {socket.gethostname()}: there is no folder {elsewhere / 'model'}. Put "
        "the model on a disk that all nodes share, or copy it to that very path on each of them."
    )
    assert not (tmp_path / "run").exists()


def test_mt_translate_equals_local_with_the_token_and_without_it_the_token_is_asked_for(
    cluster: str, system: Path, tmp_path: Path
) -> None:
    source = write_lines(tmp_path / "in.fr", [*SOURCE_LINES, *(line.source for line in small_lines())])
    arguments = ("mt", "translate", system, "--from", "fr", "--to", "en", "--in", source, "--beam", 2)
    both(cluster, tmp_path, *arguments, "--threads", 1, "--batch-tokens", 80, "--out", "out.en")
    local, by_ray = ((tmp_path / name / "out.en").read_text(encoding="utf-8") for name in ("local", "ray"))
    assert by_ray == local
    assert len(local.splitlines()) == 18
    # What the command does first, without its seconds of loading; in a process of its own, for Ray reads its
    # environment once.
    program = f"from epicene.models.engines import open_engine; open_engine('ray', {cluster!r})._connected()"
    plain = {name: value for name, value in os.environ.items() if not name.startswith("RAY_AUTH")}
    joined, refused = (
        subprocess.run([sys.executable, "-c", program], env=own, capture_output=True, text=True, check=False)
        for own in (dict(os.environ), plain)
    )
    assert (joined.returncode, refused.returncode) == (0, 1), joined.stderr
    assert refused.stderr.splitlines()[-1] == (
        f"epicene.core.errors.EpiceneError: The Ray cluster at {cluster} wants a token, and this command has none or "
        "another. Copy ~/.ray/auth_token of the node that started the cluster to the same place here, then "
        "`export RAY_AUTH_MODE=token`."
    )


def test_an_address_where_nothing_answers_is_an_error_of_one_sentence(masked_model: Path, tmp_path: Path) -> None:
    with socket.socket() as taken:  # bound and not listening: connections are refused
        taken.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        done = epicene("audit", masked_model, "--limit", 4, "--engine", f"ray:{address}", cwd=tmp_path)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith(f"epicene: No Ray cluster can be used at {address} (")
    assert "Traceback" not in done.stderr
