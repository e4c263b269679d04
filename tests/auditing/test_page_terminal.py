"""What the terminal shows at the end of an audit."""

from __future__ import annotations

import io
import json
import shutil
from pathlib import Path

from rich.console import Console, Group

from epicene.auditing.page import PAGE
from epicene.report.render.terminal import rendered


def shown(run: Path, lang: str = "en") -> str:
    console = Console(width=80, file=io.StringIO(), color_system=None)
    console.print(Group(*rendered(PAGE.summary([run], lang), console)))
    return " ".join(console.file.getvalue().replace("\u00a0", " ").split())


def changed(run: Path, folder: Path, **manifest) -> Path:
    copy = shutil.copytree(run, folder)
    path = copy / "manifest.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | manifest))
    return copy


def test_the_summary_has_score_n_ideal_notices_and_signature(run):
    text = shown(run)
    score = json.loads((run / "results.json").read_text())["estimates"][0]
    assert f"All pairs {score['value']:.1f} [{score['low']:.1f}, {score['high']:.1f}] 398 / 400" in text
    assert "Above 50, the stereotyped sentence is preferred" in text
    assert "Notice: crows-fr: 2 of 400 pairs cannot be asked" in text
    assert "pll-shared|bos:none|invented/hat-base@" in text


def test_a_failed_sanity_check_is_a_warning(run, tmp_path):
    text = shown(changed(run, tmp_path / "run", sanity=[{"language": "fr", "passed": False, "right": 3, "of": 12}]))
    warned = text.index("Warning: invented/hat-base failed the sanity check, and its figures are excluded")
    assert warned < text.index("CrowS-Pairs in French: Excluded: sanity check failed. invented/hat-base prefers")


def test_a_signature_is_copied_whole(run):
    console = Console(width=80, file=io.StringIO(), color_system=None)
    console.print(Group(*rendered(PAGE.summary([run], "fr"), console)), crop=False)
    (signature,) = json.loads((run / "results.json").read_text())["signatures"].values()
    assert signature in console.file.getvalue()
