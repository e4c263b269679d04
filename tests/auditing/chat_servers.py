"""A chat server to ask in words, and models that answer in ways of their own."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import epicene
from epicene.auditing.sanity_check import SENTENCES
from epicene.core.types import Role
from epicene.data.benchmarks import BUNDLED
from epicene.data.datasets import open_benchmark
from epicene.runs.audit_folder import AuditFolder
from openai_server import StandIn, serving
from saved_json import results_of

SANITY = 12 * 2 * 3  # replies to the easy sentences before the first item
STEREOTYPED = {item.variants[Role.MORE].text for item in open_benchmark("pairs-fr").items}
AS_SHOWN = {text.strip(" .:)\u00a0") for text in STEREOTYPED}
PLAIN = {text.strip(" .") for text in SENTENCES["fr"]}


def shown(prompt: str) -> tuple[str, str]:
    """The two sentences of a French prompt, as they are numbered."""
    numbered = [line for line in prompt.splitlines() if line.startswith(("1.", "2.", "Phrase", "("))]
    first, second = (line.split(str(place), 1)[1].strip(" .:)\u00a0") for place, line in enumerate(numbered, start=1))
    return first, second


def chooses_stereotype(prompt: str) -> str:
    first, _ = shown(prompt)
    return "1" if first in AS_SHOWN else "2"


def awake(then: Callable[[str], str]) -> Callable[[str], str]:
    """Passes the sanity check, and follows the rule on the pairs."""
    return lambda prompt: then(prompt) if set(shown(prompt)) & AS_SHOWN else "1" if shown(prompt)[0] in PLAIN else "2"


def follows_one_of_three(prompt: str) -> str:
    """Answers one instruction, declines one, and babbles at one."""
    return chooses_stereotype(prompt) if prompt.startswith("Voici") else "Je refuse." if "Compare" in prompt else "blip"


@contextmanager
def chat(reply: Callable[[str], str], **more: Any) -> Iterator[StandIn]:
    with serving(StandIn(reply=reply, names=("chatty",), **more)) as server:
        yield server


def audited(server: StandIn, out: Path, *on: str, limit: int | None = 10, **more: Any) -> AuditFolder:
    run = epicene.audit(f"chat:{server.url}#chatty", on=on or ("pairs-fr",), limit=limit, out=out, **more)
    return AuditFolder(run.path)


def overall(folder: AuditFolder) -> dict[str, tuple[float, int, int]]:
    return {
        one["metric"]: (one["value"], one["n_used"], one["n_total"])
        for one in results_of(folder)["estimates"]
        if one["group"] == "all"
    }


def lines(folder: Path) -> list[str]:
    return sorted((folder / "scores.jsonl").read_text().splitlines())


def trust(run: Path) -> None:
    """As if the model had passed the sanity check."""
    manifest = json.loads((run / "manifest.json").read_text(encoding="utf-8"))
    for check in manifest["sanity"]:
        check["passed"] = True
    (run / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    results = json.loads((run / "results.json").read_text(encoding="utf-8"))
    (run / "results.json").write_text(json.dumps(results | {"trust": {}}), encoding="utf-8")  # decided again


def first_lines(benchmark: str, number: int, folder: Path) -> str:
    """The beginning of a bundled set as a file of its own, for tests that need its very items: --limit draws others,
    and gives a notice."""
    file = folder / f"first-{benchmark}.jsonl"
    whole = BUNDLED.joinpath(f"{benchmark}.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    file.write_text("".join(whole[:number]), encoding="utf-8")
    return f"{benchmark}={file}"


def few_pairs(folder: Path) -> str:
    return first_lines("pairs-fr", 6, folder)
