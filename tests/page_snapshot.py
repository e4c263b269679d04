"""One reviewed text for each sort of page and language: the page as Markdown with its figures left out, which tests of
their own hold. `EPICENE_SNAPSHOTS=write pytest …` writes them anew; `git diff` then shows what a reader sees otherwise.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path

from epicene.report.results_page import write_report

FOLDER = Path(__file__).parent / "snapshots"
LANGUAGES = ("en", "fr")
# Hashes first, then figures with their signs, groups of thousands and decimals.
VARIABLE = re.compile(r"@[0-9a-f]{6,}|(?<![A-Za-z])[-−+]?\d+(?:[.,   ]\d+)*")


def check_page(name: str, runs: Sequence[Path], tmp_path: Path) -> None:
    """Compare the pages of `runs` in both languages with `tests/snapshots/NAME.LANGUAGE.md`."""
    for language in LANGUAGES:
        target = tmp_path / f"snapshot.{language}.md"
        write_report(list(runs), target, language)
        text = target.read_text(encoding="utf-8").replace(str(tmp_path), "TMP")
        text = VARIABLE.sub("0", text)
        kept = FOLDER / f"{name}.{language}.md"
        if os.environ.get("EPICENE_SNAPSHOTS") == "write":
            FOLDER.mkdir(exist_ok=True)
            kept.write_text(text, encoding="utf-8")
        assert text == kept.read_text(encoding="utf-8"), f"{kept.name}: the page reads differently"
