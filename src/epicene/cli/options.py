"""Options that several commands share, each declared once with its help; an option of one command stands with it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from epicene.core.command_language import reader_language, speak
from epicene.core.language import require_language

STANDARD_SYSTEM = "lab:standard"
DEFAULT_DATABASE = "collect.db"


def option(*words: str, **more: Any) -> Any:
    """`option("--out", "-o", "Where to write.", "FILE")`, as a line of help has it: its names, where they are not made
    from the parameter's; what it does; what stands for its value."""
    names = [word for word in words if word.startswith("-")]
    told, value = (*words[len(names) :], None, None)[:2]
    return typer.Option(*names, help=told, metavar=value, **more)


def argument(help: str, metavar: str | None = None, **more: Any) -> Any:
    """What a positional one is, and what stands for it."""
    return typer.Argument(help=help, metavar=metavar, **more)


def _speak(given: str) -> str:
    """--lang, or what the reader's machine says; what a command says while it works follows."""
    code = given or reader_language()
    require_language(code)
    speak(code)
    return code


def _lang(help: str) -> Any:
    """First of all options, so that what is wrong with others is said in it; commands have "" for the machine's."""
    return option(help, callback=_speak, is_eager=True, show_default="from LANG, or en")


# What people and programs read.
Lang = Annotated[str, _lang("Language of tables, report and messages: fr or en.")]
PrintedLang = Annotated[str, _lang("Language of what is printed: fr or en.")]
Json = Annotated[bool, option("--json", "Print one JSON document and nothing else.")]
Output = Annotated[Path | None, option("--output", "-o", "Write a report too; .html, .md, .tex or .csv.", "FILE")]

InFull = Annotated[
    bool,
    option("--all", "Print technical columns and rows too: p values, native and translated items, further totals."),
]
PlanOnly = Annotated[
    bool,
    option("--plan", "Say what would be asked, what is missing (then exit code 1) and how long it takes; ask nothing."),
]

# A gate for a release.
FailIf = Annotated[
    list[str] | None,
    option(
        'Exit 1 if a figure is so, 3 if its interval cannot tell: "metric_score > 60", or of an end of the '
        'interval, which always tells: "metric_score.gender.low > 50". Repeatable.',
        "RULE",
    ),
]
Unsure = Annotated[str | None, option("What counts where the gate cannot tell: pass or fail. Default: exit code 3.")]
JUnit = Annotated[Path | None, option("--junit", "Write what the gate found as JUnit XML.", "FILE")]
GateSummary = Annotated[Path | None, option("--gate-summary", "Write what the gate found as Markdown.", "FILE")]

# How figures are made.
Seed = Annotated[int, option("Seed of the bootstrap.", min=0)]
Replicates = Annotated[
    list[str] | None,
    option(
        "Further trainings (seeds) of a run's model, joined by commas; the first for the first RUN, and so on, - "
        "for one without.",
        "RUN,RUN",
    ),
]
Strict = Annotated[bool, option("--strict", "Stop where there would be a notice.")]
ItemLimit = Annotated[
    int | None, option("Ask only a sample of N items (of each task), of all types; the result says so.", min=1)
]
By = Annotated[
    list[str] | None,
    option(
        "Figures by a facet of the items too (a column of your own table, bias_type, direction, origin), or by "
        "several crossed: --by gender,age. Repeatable.",
        "FACET[,FACET]",
    ),
]
Shares = Annotated[
    Path | None, option("Women's shares by field, to set the gap of letters against: field, share.", "FILE")
]
Reader = Annotated[
    str | None, option("spacy: let a parser read the letters in place of our rules, as a second opinion.", "NAME")
]
Aggregation = Annotated[
    str | None, option("How triples become figures: term-macro (as released, default) or top-choice.")
]

# Which model, and where it works.
Revision = Annotated[str | None, option("A hub model's branch, tag or commit.")]
TrustRemoteCode = Annotated[bool, option("--trust-remote-code", "Run code that comes with the model. Read it first.")]
Device = Annotated[str | None, option("cpu, cuda, cuda:1, mps. Default: a CUDA GPU, else cpu.")]
Dtype = Annotated[str, option("float32, bfloat16 or float16.")]
Threads = Annotated[int | None, option("CPU threads. Default: all cores.", min=1)]
BatchTokens = Annotated[int | None, option("Most tokens at once.", min=1)]
EngineName = Annotated[
    str, option("--engine", "Where to work: local, this machine; or ray, the devices of one machine or many.")
]
Address = Annotated[
    str | None, option("With --engine ray: a cluster's address, or auto. Default: Ray is started here.", "HOST:PORT")
]

# Models that are paid for, or asked in words.
IN_WORDS = "Chat models"
MaxTokensTotal = Annotated[
    int | None,
    option(
        "Stop before more tokens are sent and received in all; run again with more to go on.",
        "N",
        min=1,
        rich_help_panel=IN_WORDS,
    ),
]
MaxCost = Annotated[float | None, option("The same in money, at --price.", "AMOUNT", min=0, rich_help_panel=IN_WORDS)]
Price = Annotated[
    str | None, option("Of a million tokens sent and a million received; 0.5/1.5.", "IN/OUT", rich_help_panel=IN_WORDS)
]

# Translation.
SystemModel = Annotated[
    str, argument("A hub id or a folder. Without one, the lab's own small system is used.", "MODEL")
]
Direction = Annotated[str, option("fr-en or en-fr.")]
Source = Annotated[
    Path | None, option("What to translate: a controlled corpus. Default: the bundled occupations.", "FILE")
]
Reference = Annotated[Path | None, option("Its reference translation, line by line.", "FILE")]
Lexicon = Annotated[Path | None, option("Your occupations, as a TSV like the bundled one.", "FILE")]
Prefix = Annotated[str | None, option("What to put before each line instead of what the model's kind wants.", "TEXT")]
Prompts = Annotated[
    Path | None,
    option(
        "How a language model is asked to translate; see models/translation_inputs/translation_prompts.toml.", "FILE"
    ),
]
Greedy = Annotated[bool, option("--greedy", "The same as --beam 1.")]
LineLimit = Annotated[
    int | None, option("Only a sample of N lines, an even number, of all classes; the result says so.", min=2)
]

# The corpus workshop.
Database = Annotated[
    str, option("--db", "An SQLite file, or postgresql://user@host/name.", "FILE|URL", envvar="EPICENE_COLLECT_DB")
]
Campaign = Annotated[
    str | None, option("--campaign", "Which campaign; the newest that is open by default.", "NUMBER|TITLE")
]
