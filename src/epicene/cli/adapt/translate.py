"""epicene adapt translate: a draft of a data set in another language."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from epicene.cli import options
from epicene.cli.console import Bar, print_json

if TYPE_CHECKING:
    from epicene.adapt.adaptation_folder import AdaptationFacts
    from epicene.adapt.translating.draft import DraftRequest
    from epicene.core.types import System

DEEPL, FILE = "deepl", "file"


def translate(
    spec: Annotated[str, typer.Argument(metavar="BENCHMARK[=FILE]", help="What to translate; a name of `data list`.")],
    *,
    target: Annotated[str, typer.Option("--to", help="Language to translate into, e.g. fr.", metavar="CODE")],
    system: Annotated[
        str,
        typer.Option(
            "--with",
            help="A translation model (hub id or folder); deepl (its key in DEEPL_AUTH_KEY); or file=FILE: a table "
            "with the columns source and translation (written for you if it does not exist), or a data set already "
            "translated (.json, .jsonl, .tsv, same ids).",
            metavar="MODEL|deepl|file=FILE",
        ),
    ],
    out: Annotated[Path, typer.Option(help="Folder for the draft and all that follows.", metavar="DIR")],
    limit: Annotated[int | None, typer.Option(min=1, help="Translate only the first N items.")] = None,
    threads: options.Threads = None,
    json: options.Json = False,
) -> None:
    """Translate a data set sentence by sentence; run again to resume. Nothing is ever paid for twice."""
    with Bar() as bar:
        bar.say("Starting (loading libraries)")
        from epicene.adapt.translating.draft import SUFFIXES, DraftRequest, adopt, language_code
        from epicene.adapt.translating.draft import translate as run_translate
        from epicene.data.datasets import open_benchmark

        request = DraftRequest(open_benchmark(spec), language_code(target), out, limit)
        file = _file(system)
        if file and file.suffix in SUFFIXES and file.exists() and not _is_table(file):
            facts = adopt(request, file)
        else:
            facts = run_translate(request, _system(system, file, request, threads), bar)
    _show(facts, out, json)


def _file(system: str) -> Path | None:
    name, _, path = system.partition("=")
    if name == FILE and path:
        return Path(path).expanduser()
    return Path(system) if Path(system).is_file() else None


def _is_table(file: Path) -> bool:
    """Whether a .tsv is a table of translations and not a data set."""
    return file.suffix == ".tsv" and b"translation" in file.read_bytes()[:200]


def _system(name: str, file: Path | None, request: DraftRequest, threads: int | None) -> System:
    source = request.dataset.benchmark.language
    if file:
        from epicene.adapt.translating.draft import TranslatedFile

        return TranslatedFile(file)
    if name.rstrip("=") == FILE:
        from epicene.core.errors import InputError

        raise InputError("--with file names no file; write --with file=FILE.")
    if name == DEEPL:
        from epicene.adapt.translating.deepl import DeepL

        return DeepL(source, request.target)
    from epicene.models.loading import Placement
    from epicene.models.translation import Decoding
    from epicene.mt.translating.systems import ModelChoice, open_model

    return open_model(ModelChoice(name), source, request.target, Placement(None, "float32", threads, None), Decoding())


def _show(facts: AdaptationFacts, out: Path, json: bool) -> None:
    import msgspec

    if json:
        document = msgspec.to_builtins(facts)
        print_json({key: value for key, value in document.items() if key != "unrelated_alone"})
        return
    typer.echo(
        f"{facts.n} {facts.kind} in {out}, translated with {facts.system['name']} ({facts.asked} of "
        f"{facts.texts} texts had to be asked). Next: epicene adapt check {out}"
    )
