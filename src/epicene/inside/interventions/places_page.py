"""Tables of what names the place: shares of complete patching by block and by layer, the amnesic effect, and paths."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from epicene.core.language import Language
from epicene.core.types import Estimate
from epicene.inside.forced.page import contrast_words, estimate_cell
from epicene.inside.results import InterveneResults
from epicene.metrics.verdict import FEWEST_UNITS
from epicene.mt.judging.line_judge import DIRECTIONS
from epicene.report.tables import Cell, Column, Table
from epicene.runs.signature import few_units

Estimates = Mapping[tuple[str, str], Estimate]

PATHS = ("a", "b", "c", "d")
PLACEBOS = ("same", "random", "elsewhere")
BLOCKS = ("determiner", "noun", "verb", "possessive", "rest")
LITTLE = 0.1  # of an effect: what a control may do of it without a word
MARKS = {"as-much": (AS_MUCH := "†"), "failed": (FAILED := "‡")}


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
    label: str,
    metrics: Sequence[str],
    estimates: Estimates,
    digits: int = 2,
    *,
    technical: bool = False,
    marks: Mapping[str, str] = MappingProxyType({}),
) -> list[Cell]:
    return [
        Cell(label, technical=technical),
        *(replace(estimate_cell(estimates.get((one, "all")), digits), mark=marks.get(one, "")) for one in metrics),
    ]


def marks_of(results: InterveneResults, controls: Mapping[tuple[str, str], str]) -> dict[str, str]:
    """Of metrics that need a word; `controls` has, by an effect and its control, what the effect does beyond it. An
    effect that is shown and not shown to exceed its control is marked, and a control that does a tenth of it or more.
    """
    found = dict[str, str]()
    for (effect, control), beyond in controls.items():
        own, other = results.estimate(effect, "all"), results.estimate(control, "all")
        if own is None or other is None:
            continue
        if (shown := results.shown_side(effect)) and results.shown_side(beyond) != shown:
            found[effect] = AS_MUCH
        if results.shown_side(control) and abs(other.value) >= LITTLE * abs(own.value):
            found[control] = FAILED
    return found


def with_marks(note: str, marks: Mapping[str, str], language: Language) -> str:
    """What the marks of a table mean, under it."""
    said = [language.text(f"forced.mark.{key}", mark=mark) for key, mark in MARKS.items() if mark in marks.values()]
    return " ".join([note, *said])


def patch_tables(results: InterveneResults, estimates: Estimates, language: Language) -> list[Table]:
    """At the encoder's output, and after every layer; none in a folder of an epicene that did not patch."""
    if ("t_star", "all") not in estimates:
        return []
    tables = [_blocks_table(results, estimates, language), _layers_table(results, estimates, language)]
    return [*tables, _placebo_table(results, estimates, language)] if results.prompt_layers else tables


def _placebo_table(results: InterveneResults, estimates: Estimates, language: Language) -> Table:
    """Of a prompt: what moves when a block alone is exchanged, and under its placebos."""
    kinds = ("exchanged", *PLACEBOS)
    columns = [
        Column("block", language.text("forced.patch.block")),
        *(number_column(kind, language.text(f"forced.column.{kind}"), 3) for kind in kinds),
    ]
    controls = {
        (f"exchanged_{block}", f"{kind}_{block}"): f"beyond_{kind}_{block}" for kind in PLACEBOS for block in BLOCKS
    }
    marks = marks_of(results, controls)
    rows = [
        row_of(language.text(f"forced.block.{block}"), [f"{kind}_{block}" for kind in kinds], estimates, 3, marks=marks)
        for block in BLOCKS
    ]
    names = ["t_star", *(f"{kind}_all" for kind in PLACEBOS)]
    whole = row_of(language.text("forced.patch.sentence"), names, estimates, 3, marks=marks)
    note = with_marks(language.text("forced.patch.placebo-note"), marks, language)
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
    names = ("all", "control", *BLOCKS)
    columns = [
        Column("layer", language.text("forced.column.layer")),
        number_column("all", language.text("forced.amnesic.all"), 3),
        number_column("control", language.text("forced.amnesic.control"), 3),
        *(number_column(block, language.text(f"forced.block.{block}"), 3) for block in BLOCKS),
    ]
    looked = [f"amnesic{after}" for after, _ in depths(results, language)]
    marks = marks_of(results, {(f"{one}_all", f"{one}_control"): f"{one}_beyond" for one in looked})
    rows = []
    for after, label in depths(results, language):
        metrics = [f"amnesic{after}_{name}" for name in names]
        if (metrics[0], "all") in estimates:
            is_hidden = bool(after) and not marks.keys() & {*metrics}  # from a terminal
            rows.append(row_of(label, metrics, estimates, 3, technical=is_hidden, marks=marks))
    note = with_marks(language.text("forced.amnesic.note", n=erased[-1].n_used), marks, language)
    return [Table(language.text("forced.amnesic.title"), columns, [rows], note)]


def path_tables(results: InterveneResults, estimates: Estimates, language: Language) -> list[Table]:
    """What each path carries when keys are patched, and what its placebos take."""
    if not any(metric.startswith("patched_") for metric, _ in estimates):
        return []
    rows, words = [], run_words(results, language)
    controls = {
        (f"patched_{path}_lost_t", f"{kind}_{path}_lost_t"): f"beyond_{kind}_{path}_lost_t"
        for path in PATHS
        for kind in PLACEBOS
    }
    marks = marks_of(results, controls)
    acting = {metric.partition("_")[0] for metric, mark in marks.items() if mark == FAILED}
    columns = [
        Column("path", language.text("forced.column.path")),
        number_column("lost", language.text("forced.column.lost"), 3),
        *(
            number_column(kind, language.text(f"forced.column.{kind}"), 3, technical=kind not in acting)
            for kind in PLACEBOS
        ),
        number_column("alone", language.text("forced.column.alone"), 3),
        Column("n", "n", "number"),
    ]
    for path in PATHS:
        metrics = [*(f"{one}_{path}_lost_t" for one in ("patched", *PLACEBOS)), f"patched_{path}_alone_t"]
        if lost := estimates.get((metrics[0], "all")):
            label = language.text(f"forced.path.{path}", **words)
            rows.append([*row_of(label, metrics, estimates, 3, marks=marks), Cell(lost.n_used)])
    note = with_marks(language.text("forced.paths.note"), marks, language)
    return [Table(language.text("forced.paths.title"), columns, [rows], note)]


def headline(results: InterveneResults, language: Language) -> str:
    """The one or two words that most of the gender is shown to pass through, with their shares; or that none could be
    shown, or that there is none to look for; nothing where nothing was patched."""
    total = results.estimate("t_star", "all")
    if total is None:
        return ""
    shares = {block: one for block in BLOCKS if (one := results.estimate(f"share_{block}", "all"))}
    if not shares:
        units = few_units(total.signature)
        is_few = 0 < units < FEWEST_UNITS
        return language.text("forced.patch.few" if is_few else "forced.patch.nothing", total=total, n=units)
    ordered = sorted(shares, key=lambda block: -shares[block].value)
    named = [one for one in ordered if results.shown_side(f"phi_{one}") == results.shown_side(f"share_{one}") == 1][:2]
    said = [language.text("forced.patch.carries", block=block, share=shares[block]) for block in named or ordered[:1]]
    return language.text("forced.patch.headline" if named else "forced.patch.undecided", total=total, shares=said)
