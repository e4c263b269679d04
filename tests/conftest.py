"""What many tests share: the folder of comparison material, tiny models and invented runs made once, a browser."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest

import without_kind

if without_kind.TAKEN:
    without_kind.take_away(without_kind.TAKEN)

gc.disable()  # until all tests are found, see pytest_collection_finish

# No test depends on the time it takes: a busy machine is no failure.
hypothesis.settings.register_profile("untimed", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow])
hypothesis.settings.load_profile("untimed")

sys.modules.setdefault("codecarbon", None)  # type: ignore[arg-type]  # its own tests ask for it; others need no energy
os.environ["HF_HUB_OFFLINE"] = "1"  # no test reaches a hub, except the stand-in that a test starts itself
os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
os.environ["ONEDNN_MAX_CPU_ISA"] = "AVX512_CORE"  # some virtual machines announce AMX instructions and then refuse them
os.environ["LC_ALL"] = ""  # commands speak English unless a test's LANG says otherwise, whoever runs it
os.environ["LC_MESSAGES"], os.environ["LANG"] = "", "C.UTF-8"

# No test cuts the power: what a process wrote before it was killed the system has, on the disk or not yet.
os.fsync = lambda file: None

SHARED = Path(__file__).parents[2] / "shared"
NOT_OURS = "not part of the project"  # in the reason of every test that is skipped for want of ../shared

# The files that take longest, begun first: a worker that came to one of them last would keep the others waiting.
LONGEST = (
    "auditing/test_ray.py",
    "docs/test_commands.py",
    "docs/test_site_browser.py",
    "collect/test_browser.py",
    "lab/test_tiny_models.py",
    "inside/probes/test_probe_run.py",
    "test_batches.py",
    "mt/translating/test_real_systems.py",
    "auditing/test_page_browser.py",
    "cli/mt/test_mt_inside.py",
    "report/test_pages_browser.py",
    "auditing/test_run.py",
    "cli/test_lab.py",
    "train/test_nsp_learning.py",
    "cli/mt/test_mt_study.py",
    "auditing/test_stereoset_parity.py",
    "cli/test_train_nsp.py",
    "auditing/test_triples_audit.py",
    "train/test_mt_training.py",
    "mt/judging/test_winomt_gold.py",
    "inside/interventions/test_intervention_run.py",
    "kinds/letters/test_measure.py",
    "auditing/test_excluded_model.py",
    "cli/test_study.py",
    "train/test_nsp_resuming.py",
    "studies/test_run_study.py",
    "mt/translating/test_translate_file.py",
    "studies/test_mt_elements.py",
    "kinds/test_without_triples.py",
    "auditing/board/test_board.py",
    "models/test_hub.py",
    "collect/web/test_load.py",
)


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    return without_kind.is_left_out(collection_path) or None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items[:] = [item for item in items if not without_kind.is_about(item)]
    order = {Path(__file__).parent / name: place for place, name in enumerate(LONGEST)}
    if moved := [str(path) for path in order if not path.is_file()]:
        raise pytest.UsageError(f"LONGEST in {__file__} names what is not there: {', '.join(moved)}. Name it anew.")
    items.sort(key=lambda item: order.get(item.path, len(order)))


def pytest_collection_finish() -> None:
    """What was loaded until here stays to the end; walking through it again and again was a tenth of all the work."""
    gc.freeze()
    gc.set_threshold(20_000, 10, 10)
    gc.enable()


loaded_before = 0


def pytest_runtest_logfinish() -> None:
    """So does what a test loads, torch with its hundred thousands of objects above all: commands that collect garbage
    between two models walked through that too."""
    global loaded_before
    if len(sys.modules) > loaded_before + 100:
        gc.freeze()
        loaded_before = len(sys.modules)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A comparison that is skipped although ../shared is there looks for it in the wrong place."""
    report = yield
    if report.skipped and NOT_OURS in str(report.longrepr) and (item.config.rootpath.parent / "shared").is_dir():
        report.outcome, report.longrepr = "failed", f"Skipped beside ../shared: {report.longrepr}"
    return report


@pytest.fixture(scope="session")
def shared() -> Path:
    """Data, tiny models and gold numbers that are not part of the project."""
    if not SHARED.is_dir():
        pytest.skip(f"needs the comparison material in ../shared, which is {NOT_OURS}")
    return SHARED


@pytest.fixture(scope="session")
def running_browser() -> Iterator[Any]:
    """One Chromium for all pages, because Playwright allows only one at a time and it takes a second to start."""
    from collect.browser import chromium

    with chromium() as started:
        yield started


@pytest.fixture(scope="module")
def browser(running_browser: Any) -> Iterator[Any]:
    """The running Chromium; what a module leaves open is closed after it."""
    yield running_browser
    for context in running_browser.contexts:
        context.close()


@pytest.fixture(scope="module")
def tab(browser: Any) -> Any:
    """One page of the running Chromium, for tests that open one address after another in it (`look_at`)."""
    return browser.new_context().new_page()


@pytest.fixture(scope="session")
def masked_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    import tiny

    return tiny.tiny_masked(tmp_path_factory.mktemp("models") / "tiny-masked")


@pytest.fixture(scope="session")
def causal_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    import tiny

    return tiny.tiny_causal(tmp_path_factory.mktemp("models") / "tiny-causal")


@pytest.fixture(scope="session")
def encoder_decoder_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    import tiny

    return tiny.tiny_encoder_decoder(tmp_path_factory.mktemp("models") / "tiny-encoder-decoder")


@pytest.fixture
def double_precision(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests that compare what a model chose in different batches: their rounding differs by the processor, and what
    float32 rounds away may decide. What float64 does has no part in a choice."""
    import torch

    from epicene.models import loading

    monkeypatch.setitem(loading.DTYPES, "float32", torch.float64)


@pytest.fixture(scope="session", autouse=True)
def _undrawn() -> Iterator[Callable[[str, str], bytes]]:
    """No chart becomes PDF, which takes a tenth of a second each; a test that looks into one asks for `figures`."""
    from epicene.report.render import chart_files

    with pytest.MonkeyPatch.context() as patch:
        to_pdf = chart_files.to_pdf
        patch.setattr(chart_files, "to_pdf", lambda svg, title: b"not drawn")
        yield to_pdf


@pytest.fixture
def figures(monkeypatch: pytest.MonkeyPatch, _undrawn: Callable[[str, str], bytes]) -> None:
    monkeypatch.setattr("epicene.report.render.chart_files.to_pdf", _undrawn)


@pytest.fixture(scope="session")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model that leans towards the stereotype, with two pairs left out."""
    from invented_audits import Invented, save

    return save(tmp_path_factory.mktemp("run") / "one", Invented(count=400, unusable={"5": "identical", "9": "empty"}))


@pytest.fixture(scope="session")
def other(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Another model without preference, asked the same pairs."""
    from invented_audits import Invented, save

    unusable = {"5": "identical", "9": "empty"}
    invented = Invented(model="invented/scarf", count=400, lean=0.0, seed=2, unusable=unusable)
    return save(tmp_path_factory.mktemp("run") / "two", invented)
