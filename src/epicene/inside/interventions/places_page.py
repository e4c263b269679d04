"""Tables of what names the place: shares of complete patching by block and by layer, the amnesic effect, and paths."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from epicene.core.language import Language
from epicene.core.types import Estimate
from epicene.inside.forced.page import contrast_words, estimate_cell
from epicene.inside.results import InterveneResults
from epicene.mt.judging.line_judge import DIRECTIONS
from epicene.report.tables import Cell, Column, Table

Estimates = Mapping[tuple[str, str], Estimate]

PATHS = ("a", "b", "c", "d")
PLACEBOS = ("same", "random", "elsewhere")
BLOCKS = ("determiner", "noun", "verb", "possessive", "rest")


def number_column(key: str, title: str, digits: int = 2, *, interval: bool = True, technical: bool = False) -> Column:
    return Column(key, title, "number", digits, interval=interval, technical=technical)


def run_words(results: InterveneResults, language: Language) -> dict[str, str]:
    """What sentences about a run are filled with: its two languages, the word that u1 and u2 replace, and the two words
    of its contrast."""
    (contrast,) = results.signatures
    source, target = DIRECTIONS[results.direction].pair
    words = contrast_words(contrast, language)
    return {**words, "possessive": results.possessive, "source": source, "target": target}


def layer_labels(layers: int, language: Language) -> list[str]:
    kinds = ["embedding", *["layer"] * (layers - 1), "output"]
    return [language.text(f"forced.layer.{kind}", layer=layer) for layer, kind in enumerate(kinds)]


def depths(results: InterveneResults, language: Language) -> list[tuple[str, str]]:
    """How metrics name each layer that was looked at, and how tables do; the last is the encoder's output, or in a
    language model all layers at once."""
    labels = layer_labels(results.layers, language)
    if results.prompt_layers:
        labels[-1] = language.text("forced.layer.all")
    asked = results.prompt_layers or range(results.layers)
    return [*((f"@{layer}", labels[layer]) for layer in asked), ("", labels[-1])]


def row_of(
    label: str, metrics: Sequence[str], estimates: Estimates, digits: int = 2, *, technical: bool = False
) -> list[Cell]:
    return [
        Cell(label, technical=technical),
        *(estimate_cell(estimates.get((metric, "all")), digits) for metric in metrics),
    ]


def patch_tables(results: InterveneResults, estimates: Estimates, language: Language) -> list[Table]:
    """At the encoder's output, and after every layer; none in a folder of an epicene that did not patch."""
    if ("t_star", "all") not in estimates:
        return []
    tables = [_blocks_table(results, estimates, language), _layers_table(results, estimates, language)]
    return [*tables, _placebo_table(estimates, language)] if results.prompt_layers else tables


def _placebo_table(estimates: Estimates, language: Language) -> Table:
    """Of a prompt: what moves when a block alone is exchanged, and under its placebos."""
    kinds = ("exchanged", *PLACEBOS)
    columns = [
        Column("block", language.text("forced.patch.block")),
        *(number_column(kind, language.text(f"forced.column.{kind}"), 3) for kind in kinds),
    ]
    rows = [
        row_of(language.text(f"forced.block.{block}"), [f"{kind}_{block}" for kind in kinds], estimates, 3)
        for block in BLOCKS
    ]
    whole = row_of(
        language.text("forced.patch.sentence"), ["t_star", *(f"{kind}_all" for kind in PLACEBOS)], estimates, 3
    )
    note = language.text("forced.patch.placebo-note")
    return Table(language.text("forced.patch.placebos"), columns, [rows, [whole]], note)


def _blocks_table(results: InterveneResults, estimates: Estimates, language: Language) -> Table:
    columns = [
        Column("block", language.text("forced.patch.block")),
        number_column("phi", "φ", 3),
        number_column("share", language.text("forced.patch.share"), 0),
        number_column("same", language.text("forced.patch.same"), 3),
    ]
    rows = [
        [
            Cell(language.text(f"forced.block.{block}")),
            estimate_cell(estimates[f"phi_{block}", "all"], 3),
            estimate_cell(estimates.get((f"share_{block}", "all")), 0),
            estimate_cell(estimates.get((f"phi_{block}", "same noun")), 3),
        ]
        for block in BLOCKS
    ]
    totals = (estimate_cell(estimates.get(("t_star", group)), 3) for group in ("all", "same noun"))
    whole = [Cell(language.text("forced.patch.total")), next(totals), Cell(), next(totals)]
    n = estimates["t_star", "all"].n_used
    note = language.text(f"forced.patch.note{_in_prompt(results)}", n=n)
    return Table(language.text("forced.patch.title"), columns, [rows, [whole]], note)


def _in_prompt(results: InterveneResults) -> str:
    """How sentences end that are others for a language model."""
    return ".prompt" if results.prompt_layers else ""


def _layers_table(results: InterveneResults, estimates: Estimates, language: Language) -> Table:
    names = [f"phi{{}}_{block}" for block in BLOCKS]
    columns = [
        Column("layer", language.text("forced.column.layer")),
        *(number_column(block, language.text(f"forced.block.{block}"), 3) for block in BLOCKS),
    ]
    if results.prompt_layers:  # what is left to be read of the sentence becomes less from layer to layer
        names += ["t_star{}", *(f"{kind}{{}}_all" for kind in PLACEBOS)]
        columns.append(number_column("total", language.text("forced.patch.total"), 3))
        columns += [number_column(kind, language.text(f"forced.column.{kind}"), 3) for kind in PLACEBOS]
    rows = [
        row_of(label, [name.format(after) for name in names], estimates, 3, technical=True)
        for after, label in depths(results, language)
    ]
    note = language.text(f"forced.patch.layers-note{_in_prompt(results)}")
    return Table(language.text("forced.patch.layers"), columns, [rows], note)


def amnesic_tables(results: InterveneResults, estimates: Estimates, language: Language) -> list[Table]:
    """How much of t goes when gender is erased, after every layer; of too few nouns there is none."""
    erased = [one for after, _ in depths(results, language) if (one := estimates.get((f"amnesic{after}_all", "all")))]
    if not erased:
        return []
    names = ("all", *BLOCKS, "control")
    columns = [
        Column("layer", language.text("forced.column.layer")),
        number_column("all", language.text("forced.amnesic.all"), 3),
        *(number_column(block, language.text(f"forced.block.{block}"), 3) for block in BLOCKS),
        number_column("control", language.text("forced.amnesic.control"), 3),
    ]
    rows = [
        row_of(label, [f"amnesic{after}_{name}" for name in names], estimates, 3, technical=bool(after))
        for after, label in depths(results, language)
        if (f"amnesic{after}_all", "all") in estimates
    ]
    note = language.text("forced.amnesic.note", n=erased[-1].n_used)
    return [Table(language.text("forced.amnesic.title"), columns, [rows], note)]


def path_tables(results: InterveneResults, estimates: Estimates, language: Language) -> list[Table]:
    """What each path carries when keys are patched, and what its placebos take."""
    if not any(metric.startswith("patched_") for metric, _ in estimates):
        return []
    columns = [
        Column("path", language.text("forced.column.path")),
        *(number_column(kind, language.text(f"forced.column.{kind}"), 3) for kind in ("lost", "alone")),
        *(number_column(kind, language.text(f"forced.column.{kind}"), 3, technical=True) for kind in PLACEBOS),
        Column("n", "n", "number"),
    ]
    rows, words = [], run_words(results, language)
    for path in PATHS:
        metrics = [f"patched_{path}_lost_t", f"patched_{path}_alone_t", *(f"{one}_{path}_lost_t" for one in PLACEBOS)]
        if lost := estimates.get((metrics[0], "all")):
            label = language.text(f"forced.path.{path}", **words)
            rows.append([*row_of(label, metrics, estimates, 3), Cell(lost.n_used)])
    return [Table(language.text("forced.paths.title"), columns, [rows], language.text("forced.paths.note"))]


def headline(estimates: Estimates, language: Language) -> str:
    """Where most of the gender passes, or that there is none to look for; nothing where nothing was patched."""
    total = estimates.get(("t_star", "all"))
    if total is None:
        return ""
    shares = {block: estimates[f"share_{block}", "all"] for block in BLOCKS if (f"share_{block}", "all") in estimates}
    if not shares:
        return language.text("forced.patch.nothing", total=total)
    first, second = sorted(shares, key=lambda block: -shares[block].value)[:2]
    carried = {"first_share": shares[first].value, "second_share": shares[second].value}
    return language.text("forced.patch.headline", total=total, first=first, second=second, **carried)
