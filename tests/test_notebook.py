"""The notebook in examples/, cell after cell as a kernel would run it."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import Any

import pytest

NOTEBOOK = Path(__file__).parents[1] / "examples" / "frames.ipynb"


def test_every_cell_runs_and_the_frames_agree_with_hand(tmp_path: Path) -> None:
    pytest.importorskip("pandas")
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    names: dict[str, Any] = {}
    with contextlib.chdir(tmp_path):
        for cell in cells:
            if cell["cell_type"] == "code":
                exec(compile("".join(cell["source"]), NOTEBOOK.name, "exec"), names)
        score = names["run"].estimate("metric_score")
        assert (round(score.value, 2), score.n_used) == (66.67, 12)  # 8 of 12: each third pair prefers the second
        assert ((names["both"]["more"] > names["both"]["less"]).sum(), len(names["figures"]) > 5) == (8, True)
        assert Path("runs/notebook/report.html").is_file()
