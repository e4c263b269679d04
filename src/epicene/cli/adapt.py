"""epicene adapt: carry a data set to another language."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from epicene.cli.command_line import command, group
from epicene.cli.console import STARTING, Terminal, echo
from epicene.cli.data import CONTENT_WARNING, items_noun, print_table
from epicene.core.errors import InputError
from epicene.core.request_fields import MACHINE, SPECIALISTS, Count, Option, Seed

if TYPE_CHECKING:
    from epicene.adapt.adaptation import Adaptation
    from epicene.adapt.draft import DraftRequest
    from epicene.adapt.publish import TerminalTable
    from epicene.core.kinds import AnyKind
    from epicene.core.types import Item, System
    from epicene.data.checking.check import Finding


app = group("adapt", "Carry a data set to another language.")
DEEPL, FILE = "deepl", "file"


@dataclass(frozen=True, kw_only=True)
class FolderOptions:
    folder: Annotated[Path, Option("DIR", argument=True)]
    "The folder of `adapt translate`."

    @property
    def adaptation(self) -> Adaptation:
        from epicene.adapt.adaptation import Adaptation

        return Adaptation(self.folder)


@dataclass(frozen=True, kw_only=True)
class GazetteerOptions(FolderOptions):
    gazetteer: Annotated[Path | None, Option("FILE.toml")] = None
    "Names, places and other terms of your own, before ours, for proposals."

    def proposals(self, lang: str) -> dict[str, str]:
        from epicene.adapt.gazetteer import proposed

        return proposed(self.adaptation, self.gazetteer, lang)


@dataclass(frozen=True, kw_only=True)
class AdaptTranslateOptions:
    """What is translated, into what, by whom."""

    spec: Annotated[str, Option("BENCHMARK[=FILE]", argument=True)]
    "What to translate; a name of `data list`."
    target: Annotated[str, Option("CODE", names=("--to",))]
    "Language to translate into, e.g. fr."
    out: Annotated[Path, Option("DIR", names=("--out", "-o"))]
    "Folder for the draft and all that follows."
    system: Annotated[str | None, Option("MODEL|deepl|file=FILE", names=("--with",))] = None
    """Default: people, from nothing (`adapt sample`). Else a translation model (hub id or folder); deepl (its key in
    DEEPL_AUTH_KEY); or file=FILE: a table with the columns source and translation (written for you if it does not
    exist), or a data set already translated (.json, .jsonl, .tsv, same ids)."""
    source: Annotated[str | None, Option("CODE", names=("--from",))] = None
    "Its language; the same as --to to revise it."
    limit: Annotated[Count | None, Option("N")] = None
    "Translate only the first N items."
    threads: Annotated[Count | None, Option("N", MACHINE)] = None
    "CPU threads. Default: all cores."


@command(AdaptTranslateOptions, app)
def translate(options: AdaptTranslateOptions, terminal: Terminal) -> None:
    """Begin an adaptation: by people or, sentence by sentence, by a machine; run again to resume."""
    system, out = options.system, options.out
    with terminal.progress(STARTING) as bar:
        from epicene.adapt.adaptation import PEOPLE, REVISION
        from epicene.adapt.draft import SUFFIXES, DraftRequest, adopt, begin, language_code
        from epicene.adapt.draft import translate as run_translate
        from epicene.data.datasets import open_benchmark

        named = language_code(options.source) if options.source else None
        request = DraftRequest(open_benchmark(options.spec), language_code(options.target), out, options.limit, named)
        file = _file(system or "")
        if system is None:
            facts = begin(request)
        elif file and file.suffix in SUFFIXES and file.exists() and not _is_table(file):
            facts = adopt(request, file)
        else:
            facts = run_translate(request, _system(system, file, request, options.threads), bar)
    made = f"{facts.n} {items_noun(facts.kind, terminal.lang)} in {out}"
    if facts.way == REVISION:
        line = f"{made}, for people to work on. Next: epicene adapt fix {out}"
    elif facts.way == PEOPLE:
        line = f"{made}, for people to work on. Next: epicene adapt sample {out} --translator NAME --editor NAME"
    else:
        count = f"{facts.asked} of {facts.texts} texts had to be asked"
        line = f"{made}, translated with {facts.system['name']} ({count}). Next: epicene adapt check {out}"
    record = msgspec.to_builtins(facts)
    terminal.show({key: value for key, value in record.items() if key != "unrelated_alone"}, line)


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
        from epicene.adapt.draft import TranslatedFile

        return TranslatedFile(file)
    if name.rstrip("=") == FILE:
        raise InputError("--with file names no file; write --with file=FILE.")
    if name == DEEPL:
        from epicene.adapt.deepl import DeepL

        return DeepL(source, request.target)
    from epicene.models.engines.local import Local
    from epicene.models.loading import Placement
    from epicene.models.source import is_served
    from epicene.models.translation import Decoding
    from epicene.mt.translating.transformers_system import open_model
    from epicene.mt.translating.translation_engine import ModelChoice, engine_for, languages_of, open_system

    choice, placement = ModelChoice(name), Placement(None, "float32", threads, None)
    languages = languages_of(name, source, request.target)
    if engine_for(name).has_weights or is_served(name):  # which is refused
        return open_model(choice, *languages, placement, Decoding())
    return open_system(choice, None, languages, placement, Decoding(), Local())


@dataclass(frozen=True, kw_only=True)
class AdaptCheckOptions:
    what: Annotated[str, Option("DIR|BENCHMARK[=FILE]", argument=True)]
    "The folder of `adapt translate`, or any data set."
    source: Annotated[str | None, Option("BENCHMARK[=FILE]")] = None
    "What a data set was translated from."


@command(AdaptCheckOptions, app)
def check(options: AdaptCheckOptions, terminal: Terminal) -> None:
    """Say which items a translation broke, and how; exit code 1 where something cannot be asked."""
    from epicene.adapt.translation_check import summary
    from epicene.data.checking.check import is_unusable

    items, kind, findings, facts = _look(options.what, options.source)
    fit = kind.fit(items)
    if findings and not terminal.json:
        echo(CONTENT_WARNING, err=True)
    within = {"within_a_sentence": fit[0]} if fit else {}
    lines = [*map(str, findings), *([fit[1]] if fit else []), summary(findings, items)]
    if facts.get("n_kept"):
        lines.append(f"{facts['n_kept']} more are as a person wants them.")
    terminal.show({**facts, **within, "findings": [finding.as_dict() for finding in findings]}, *lines)
    if is_unusable(findings):
        sys.exit(1)


def _look(what: str, source: str | None) -> tuple[Sequence[Item], AnyKind, Sequence[Finding], dict[str, Any]]:
    """Items, their kind, findings and facts of an adaptation's folder or of a data set."""
    if Path(what).is_dir():
        from epicene.adapt.adaptation import Adaptation
        from epicene.adapt.decisions import state_of

        if source:
            raise InputError(f"{what} knows its source; leave --source out.")
        adaptation = Adaptation(Path(what))
        state = state_of(adaptation)
        facts = {"folder": what, "file": str(adaptation.current_path), "n": len(state.items), "n_kept": state.n_kept}
        return state.items, adaptation.kind, state.findings, facts
    from epicene.adapt.translation_check import Origin
    from epicene.adapt.translation_check import check as find
    from epicene.data.datasets import open_benchmark

    dataset = open_benchmark(what)
    origin = None
    if source:
        from_set = open_benchmark(source)
        origin = Origin({item.id: item for item in from_set.items}, from_set.benchmark.language)
        if not any(item.id in origin.items for item in dataset.items):
            raise InputError(f"{source} has no item with an id of {what}, so it is not what that was translated from.")
    return dataset.items, dataset.kind, find(dataset.items, dataset.path, dataset.kind, origin), dataset.facts()


@dataclass(frozen=True, kw_only=True)
class FixOptions(GazetteerOptions):
    out: Annotated[Path | None, Option("FILE.csv", names=("--out", "-o"))] = None
    "The table. Default: DIR/to_decide.csv."
    every: Annotated[bool, Option(names=("--all",))] = False
    "List every item, not only the broken ones."


@command(FixOptions, app)
def fix(options: FixOptions, terminal: Terminal) -> None:
    """Propose mended items, and write what a person must decide into a table to fill in."""
    from epicene.adapt.decisions import fix as run_fix
    from epicene.adapt.decisions import state_of

    folder, adaptation = options.folder, options.adaptation
    state = state_of(adaptation)
    if not state.findings and not options.every:  # no table is written where it would be empty
        terminal.show(
            {"table": None, "proposed": 0, "undecided": 0},
            f"Nothing in {folder} is broken. To change items all the same, list them with --all.",
        )
        return
    table, proposals = options.out or folder / "to_decide.csv", options.proposals(terminal.lang)
    with terminal.progress() as bar:
        done = run_fix(adaptation, state, table, proposals, every=options.every, progress=bar)
    if not terminal.json:
        echo(CONTENT_WARNING, err=True)
    terminal.show(
        {"table": str(done.table), "proposed": done.proposed, "undecided": done.undecided},
        f"{done.table}: {done.proposed} proposals (decision: accept), {done.undecided} items to decide. Write accept, "
        f"keep, remove or double into the column `decision`, then run: epicene adapt apply {folder} {done.table}",
    )


@dataclass(frozen=True, kw_only=True)
class ApplyOptions(FolderOptions):
    table: Annotated[Path, Option("TABLE", argument=True)]
    "Of `adapt fix` or `adapt sample`, filled in."
    by: Annotated[str, Option("NAME", names=("--by",))] = ""
    "Who filled in a table of `fix`, for the history."


@command(ApplyOptions, app)
def apply(options: ApplyOptions, terminal: Terminal) -> None:
    """Read a filled-in table back and write the adapted set; a translator's goes to the editor first."""
    from epicene.adapt.decisions import apply as run_apply
    from epicene.adapt.samples import apply_sample, role_of

    if role := role_of(options.table):
        sample = apply_sample(options.adaptation, options.table, role)
        if sample.applied is None:
            editors = [str(path) for path in sample.for_editors]
            record = {"role": sample.role, "new": sample.new, "for_editors": editors}
            line = f"{sample.new} rows are new. For their editors: {', '.join(editors) or '–'}"
            _show_applied(record, sample.open_lines, line, options.table, terminal)
            return
        done = sample.applied
    else:
        done = run_apply(options.adaptation, options.table, options.by)
    counts = {name: done.counts.get(name, 0) for name in ("accept", "keep", "remove", "double")}
    listed = ", ".join(f"{number} {name}" for name, number in counts.items())
    line = f"{done.n_items} items in {done.out} ({listed}). Next: epicene adapt check {options.folder}"
    record = {"out": str(done.out), "n": done.n_items, **counts}
    _show_applied(record, done.open_lines, line, options.table, terminal)


def _show_applied(
    record: dict[str, object], open_lines: Sequence[int], line: str, table: Path, terminal: Terminal
) -> None:
    """What a table changed, and which of its rows have no decision yet."""
    if open_lines and not terminal.json:
        named = ", ".join(map(str, open_lines[:10])) + (", …" if len(open_lines) > 10 else "")
        echo(f"Notice: {len(open_lines)} rows have no decision yet (lines {named} of {table}).", err=True)
    terminal.show({**record, "open_lines": list(open_lines)}, line)


@dataclass(frozen=True, kw_only=True)
class SampleOptions(GazetteerOptions):
    translators: Annotated[str | Sequence[str], Option("NAME", names=("--translator",))]
    "Repeat for several."
    editors: Annotated[str | Sequence[str], Option("NAME", names=("--editor",))]
    "Repeat for several; they may be the translators."
    size: Annotated[Count, Option("N")] = 90
    "Items of a sample."
    count: Annotated[Count | None, Option("N")] = None
    "Samples. Default: as many as it takes."
    seed: Annotated[Seed, Option("N", SPECIALISTS)] = 0
    "Seed of the drawing."
    direct: Annotated[bool, Option()] = False
    "Hide the draft: the translator starts from nothing."


@command(SampleOptions, app)
def sample(options: SampleOptions, terminal: Terminal) -> None:
    """Draw random samples of what is left to do, each with a translator and an editor, and write their tables."""
    from epicene.adapt.samples import SampleRequest, draw

    people = (list(options.translators), list(options.editors))
    drawing = SampleRequest(*people, options.size, options.count, options.seed, not options.direct)
    drawn = draw(options.adaptation, drawing, options.proposals(terminal.lang))
    if not terminal.json:
        echo(CONTENT_WARNING, err=True)
    terminal.show(
        {"samples": [{**msgspec.to_builtins(sample), "table": str(path)} for sample, path in drawn]},
        *(
            f"{path}: {len(sample.ids)} items for {sample.translator}, then {sample.editor} edits"
            for sample, path in drawn
        ),
        f"Filled in, bring each back with: epicene adapt apply {options.folder} TABLE",
    )


def show_table(terminal: Terminal, record: object, table: TerminalTable) -> None:
    """A record for programs, or sentences and a table for people."""
    if terminal.json or table.lines:
        terminal.show(record, *table.lines)
    if table.rows and not terminal.json:
        print_table(table.header, table.rows, table.may_wrap)


@command(FolderOptions, app)
def progress(options: FolderOptions, terminal: Terminal) -> None:
    """Say who was given what, and what is done."""
    from epicene.adapt.publish import progress_table
    from epicene.adapt.samples import progress_of

    adaptation_progress = progress_of(options.adaptation)
    show_table(terminal, adaptation_progress, progress_table(adaptation_progress, terminal.lang))


@dataclass(frozen=True, kw_only=True)
class HistoryOptions(FolderOptions):
    item: Annotated[str | None, Option("ID", argument=True)] = None
    "One item only."


@command(HistoryOptions, app)
def history(options: HistoryOptions, terminal: Terminal) -> None:
    """Say who translated and edited which item, when, and what they noted."""
    from epicene.adapt.publish import history_table

    entries = [entry for entry in options.adaptation.history() if options.item in (None, entry.id, entry.of)]
    if entries and not terminal.json:
        echo(CONTENT_WARNING, err=True)
    show_table(terminal, {"history": entries}, history_table(entries, terminal.lang))


@command(FolderOptions, app)
def compare(options: FolderOptions, terminal: Terminal) -> None:
    """Compare first and final versions: samples whose translators were shown the draft, and the others."""
    from epicene.adapt.editing_effort import editing_effort
    from epicene.adapt.publish import effort_table

    effort = editing_effort(options.adaptation)
    show_table(terminal, effort, effort_table(effort, terminal.lang))


@dataclass(frozen=True, kw_only=True)
class AdaptExportOptions(FolderOptions):
    out: Annotated[Path, Option("FILE.tsv", names=("--out", "-o"))]
    "The table."
    changed: Annotated[bool, Option()] = False
    "Only items that are not as in the source."


@command(AdaptExportOptions, app)
def export(options: AdaptExportOptions, terminal: Terminal) -> None:
    """Write the adapted set as a table in the columns of its files, each item beside what it was and why."""
    from epicene.adapt.publish import export_table

    number = export_table(options.adaptation, options.out, changed_only=options.changed)
    terminal.show({"out": str(options.out), "n": number}, f"{number} items in {options.out}")


@dataclass(frozen=True, kw_only=True)
class StatementOptions(FolderOptions):
    out: Annotated[Path | None, Option("FILE.md", names=("--out", "-o"))] = None
    "Default: print it."


@command(StatementOptions, app)
def statement(options: StatementOptions, terminal: Terminal) -> None:
    """Write the data statement, with the table of adaptations."""
    from epicene.adapt.decisions import label_counts
    from epicene.adapt.publish import statement as write_statement
    from epicene.core.files import write_text

    text = write_statement(options.adaptation, terminal.lang)
    if options.out:
        write_text(options.out, text)
    line = str(options.out) if options.out else text.removesuffix("\n")
    terminal.show({"statement": text, "adaptations": label_counts(options.adaptation)}, line)
