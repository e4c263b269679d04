"""Options that several commands share, each declared once with its help; an option of one command stands with it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from epicene.core.command_language import reader_language, speak
from epicene.core.language import require_language

STANDARD_SYSTEM = "lab:standard"
DEFAULT_DATABASE = "collect.db"


def _speak(given: str) -> str:
    """--lang, or what the reader's machine says; what a command says while it works follows."""
    code = given or reader_language()
    require_language(code)
    speak(code)
    return code


def _lang(help: str) -> Any:
    """First of all options, so that what is wrong with others is said in it; commands have "" for the machine's."""
    return typer.Option(help=help, callback=_speak, is_eager=True, show_default="from LANG, or en")


# What people and programs read.
Lang = Annotated[str, _lang("Language of tables, report and messages: fr or en.")]
PrintedLang = Annotated[str, _lang("Language of what is printed: fr or en.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
Output = Annotated[
    Path | None,
    typer.Option("--output", "-o", help="Write a report too; .html, .md, .tex or .csv.", metavar="FILE"),
]

InFull = Annotated[
    bool,
    typer.Option(
        "--all", help="Print technical columns and rows too: p values, native and translated items, further totals."
    ),
]
PlanOnly = Annotated[
    bool,
    typer.Option(
        "--plan",
        help="Say what would be asked, what is missing (then exit code 1) and how long it takes; ask nothing.",
    ),
]

# A gate for a release.
FailIf = Annotated[
    list[str] | None,
    typer.Option(
        help='Exit 1 if a figure is so, 3 if its interval cannot tell: "metric_score > 60", or of an end of the '
        'interval, which always tells: "metric_score.gender.low > 50". Repeatable.',
        metavar="RULE",
    ),
]
Unsure = Annotated[
    str | None, typer.Option(help="What counts where the gate cannot tell: pass or fail. Default: exit code 3.")
]
JUnit = Annotated[Path | None, typer.Option("--junit", help="Write what the gate found as JUnit XML.", metavar="FILE")]
GateSummary = Annotated[
    Path | None, typer.Option("--gate-summary", help="Write what the gate found as Markdown.", metavar="FILE")
]

# How figures are made.
Seed = Annotated[int, typer.Option(min=0, help="Seed of the bootstrap.")]
Replicates = Annotated[
    list[str] | None,
    typer.Option(
        help="Further trainings (seeds) of a run's model, joined by commas; the first for the first RUN, and so on, - "
        "for one without.",
        metavar="RUN,RUN",
    ),
]
Strict = Annotated[bool, typer.Option("--strict", help="Stop where there would be a notice.")]
ItemLimit = Annotated[
    int | None, typer.Option(min=1, help="Ask only the first N items (of each task); the result says so.")
]
By = Annotated[
    list[str] | None,
    typer.Option(
        help="Figures by a facet of the items too (a column of your own table, bias_type, direction, origin), or by "
        "several crossed: --by gender,age. Repeatable.",
        metavar="FACET[,FACET]",
    ),
]
Shares = Annotated[
    Path | None,
    typer.Option(help="Women's shares by field, to set the gap of letters against: field, share.", metavar="FILE"),
]
Reader = Annotated[
    str | None,
    typer.Option(
        help="spacy: let a parser read the letters in place of our rules, as a second opinion.", metavar="NAME"
    ),
]
Aggregation = Annotated[
    str | None, typer.Option(help="How triples become figures: term-macro (as released, default) or top-choice.")
]

# Which model, and where it works.
Revision = Annotated[str | None, typer.Option(help="A hub model's branch, tag or commit.")]
TrustRemoteCode = Annotated[
    bool, typer.Option("--trust-remote-code", help="Run code that comes with the model. Read it first.")
]
Device = Annotated[str | None, typer.Option(help="cpu, cuda, cuda:1, mps. Default: a CUDA GPU, else cpu.")]
Dtype = Annotated[str, typer.Option(help="float32, bfloat16 or float16.")]
Threads = Annotated[int | None, typer.Option(min=1, help="CPU threads. Default: all cores.")]
BatchTokens = Annotated[int | None, typer.Option(min=1, help="Most tokens at once.")]
EngineName = Annotated[
    str,
    typer.Option("--engine", help="Where to work: local, this machine; or ray, the devices of one machine or many."),
]
Address = Annotated[
    str | None,
    typer.Option(
        help="With --engine ray: a cluster's address, or auto. Default: Ray is started here.", metavar="HOST:PORT"
    ),
]

# Models that are paid for, or asked in words.
IN_WORDS = "Chat models"
MaxTokensTotal = Annotated[
    int | None,
    typer.Option(
        min=1,
        help="Stop before more tokens are sent and received in all; run again with more to go on.",
        metavar="N",
        rich_help_panel=IN_WORDS,
    ),
]
MaxCost = Annotated[
    float | None,
    typer.Option(min=0, help="The same in money, at --price.", metavar="AMOUNT", rich_help_panel=IN_WORDS),
]
Price = Annotated[
    str | None,
    typer.Option(
        help="Of a million tokens sent and a million received; 0.5/1.5.", metavar="IN/OUT", rich_help_panel=IN_WORDS
    ),
]

# Translation.
SystemModel = Annotated[
    str,
    typer.Argument(help="A hub id or a folder. Without one, the lab's own small system is used.", metavar="MODEL"),
]
Direction = Annotated[str, typer.Option(help="fr-en or en-fr.")]
Source = Annotated[
    Path | None,
    typer.Option(help="What to translate: a controlled corpus. Default: the bundled occupations.", metavar="FILE"),
]
Reference = Annotated[Path | None, typer.Option(help="Its reference translation, line by line.", metavar="FILE")]
Lexicon = Annotated[Path | None, typer.Option(help="Your occupations, as a TSV like the bundled one.", metavar="FILE")]
Prefix = Annotated[
    str | None,
    typer.Option(help="What to put before each line instead of what the model's kind wants.", metavar="TEXT"),
]
Prompts = Annotated[
    Path | None,
    typer.Option(
        help="How a language model is asked to translate; see models/translation_inputs/translation_prompts.toml.",
        metavar="FILE",
    ),
]
Greedy = Annotated[bool, typer.Option("--greedy", help="The same as --beam 1.")]
LineLimit = Annotated[
    int | None, typer.Option(min=2, help="Only the first N lines, an even number; the result says so.")
]

# The corpus workshop.
Database = Annotated[
    str,
    typer.Option(
        "--db", metavar="FILE|URL", help="An SQLite file, or postgresql://user@host/name.", envvar="EPICENE_COLLECT_DB"
    ),
]
Campaign = Annotated[
    str | None,
    typer.Option("--campaign", metavar="NUMBER|TITLE", help="Which campaign; the newest that is open by default."),
]
