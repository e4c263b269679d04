"""Options that the commands which look inside a translation model share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

STANDARD = "lab:standard"

Model = Annotated[
    str,
    typer.Argument(help="A hub id or a folder. Without one, the lab's own small system is used.", metavar="MODEL"),
]
Source = Annotated[
    Path | None,
    typer.Option(help="What to translate: a controlled corpus. Default: the bundled occupations.", metavar="FILE"),
]
Reference = Annotated[Path | None, typer.Option(help="Its reference translation, line by line.", metavar="FILE")]
Prefix = Annotated[
    str | None,
    typer.Option(help="What to put before each line instead of what the model's kind wants.", metavar="TEXT"),
]
BatchTokens = Annotated[int | None, typer.Option(min=1, help="Most tokens at once.")]
Revision = Annotated[str | None, typer.Option(help="A hub model's branch, tag or commit.")]
TrustRemoteCode = Annotated[
    bool, typer.Option("--trust-remote-code", help="Run code that comes with the model. Read it first.")
]
Device = Annotated[str | None, typer.Option(help="cpu, cuda, cuda:1, mps. Default: a CUDA GPU, else cpu.")]
Dtype = Annotated[str, typer.Option(help="float32, bfloat16 or float16.")]
Threads = Annotated[int | None, typer.Option(min=1, help="CPU threads. Default: all cores.")]
Limit = Annotated[int | None, typer.Option(min=2, help="Only the first N lines, an even number; the result says so.")]
Strict = Annotated[bool, typer.Option("--strict", help="Stop where there would be a notice.")]
Lang = Annotated[str, typer.Option(help="Language of tables and report: fr or en.")]
Json = Annotated[bool, typer.Option("--json", help="Print results as one JSON document.")]
