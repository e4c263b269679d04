"""Tables and page of `epicene mt intervene`: what each block carries, what goes when gender is erased, what each path
carries, and the paper's three interventions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from math import ceil
from pathlib import Path
from types import MappingProxyType

from epicene.core.language import Language
from epicene.inside.forced.page import MEASURES, Estimates, contrast_name, contrast_words, estimate_cell
from epicene.inside.inside_page import (
    SOURCE,
    ByLine,
    HeadlineFigure,
    InsideKind,
    LineTable,
    change_by_line,
    compared_values,
    filed_figures,
    read_values,
    table_blocks,
)
from epicene.inside.interventions.conditions import (
    BASE,
    BLOCKS,
    ERASE,
    EVERYWHERE,
    PATCHED,
    PATHS,
    PLACEBOS,
    POSSESSIVE,
    Change,
    Condition,
    path_changes,
    published_conditions,
)
from epicene.inside.results import LAB, InterveneResults
from epicene.metrics.significance import FEWEST_UNITS
from epicene.metrics.two_models import Comparison
from epicene.mt.judging.line_judge import DIRECTIONS
from epicene.report.charts.distributions import Distribution, Distributions
from epicene.report.charts.forest import Plot, PlotRow, Point
from epicene.report.compared_runs import ComparedRuns
from epicene.report.document import Block, Figure, Paragraph, Section
from epicene.report.results_page import RunView
from epicene.report.tables import Cell, Column, Field, Table, tabulated
from epicene.runs.signature import few_units

# Section 6.2.2 of the paper: mean and median of r before and after; for u1 without seven outliers.
PUBLISHED = {
    "u1": {"r_mean": (0.49, 0.18), "r_median": (0.56, 0.34)},
    "u2": {"r_mean": (0.46, 0.48), "r_median": (0.558, 0.559)},
    "u3": {"r_mean": (0.46, 0.50), "r_median": (0.558, 0.549)},
}
GROUPS = ("all", "without outliers", "same noun")
LITTLE = 0.1  # of an effect: what a control may do of it without a word
MARKS = {"as-much": (AS_MUCH := "†"), "failed": (FAILED := "‡")}
ALIASES = {"phi_all": "t_star", "exchanged_all": "t_star"}  # what the whole sentence carries
NEARLY_ALL, HALF, LITTLE_SHARE = 80.0, 50.0, 10.0  # per cent of the whole
NO_MARKS: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True)
class InterveneTables:
    """The tables of one run in one language; a part of which nothing was asked has none."""

    results: InterveneResults
    language: Language

    @cached_property
    def estimates(self) -> Estimates:
        return self.results.of_contrast(next(iter(self.results.signatures)))

    @cached_property
    def words(self) -> dict[str, str]:
        """What sentences about a run are filled with: its two languages, the word that u1 and u2 replace, and the two
        words of its contrast."""
        (contrast,) = self.results.signatures
        source, target = DIRECTIONS[self.results.direction].pair
        words = contrast_words(contrast, self.language)
        return {**words, "possessive": self.results.possessive, "source": source, "target": target}

    def all(self) -> list[Table]:
        return [*self.patching(), *self.amnesic(), *self.paths(), *self.published()]

    def patching(self) -> list[Table]:
        """Shares by block, and by layer; of a prompt also what the placebos of each block do."""
        if (total := self.estimates.get(("t_star", "all"))) is None:
            return []
        text, in_prompt, depths = self.language.text, ".prompt" if self.results.prompt_layers else "", self._depths()
        names = {block: text(f"forced.block.{block}") for block in BLOCKS}
        by_block = tabulated(
            text("forced.patch.title"),
            [BLOCKS, ["all"]],
            (Column("block", text("forced.patch.block")), {**names, "all": text("forced.patch.total")}.get),
            self._figure("phi", "φ", "phi_{}"),
            self._figure("share", text("forced.patch.share"), "share_{}", digits=0),
            self._figure("same", text("forced.patch.same"), "phi_{}", group="same noun"),
            note=text(f"forced.patch.note{in_prompt}", n=total.n_used),
        )
        columns = [self._figure(block, names[block], f"phi{{}}_{block}", digits=2) for block in BLOCKS]
        placebos = {kind: text(f"forced.column.{kind}") for kind in PLACEBOS}
        if in_prompt:  # what is left to be read of the sentence becomes less from layer to layer
            columns.append(self._figure("total", text("forced.patch.total"), "t_star{}"))
            columns += [self._figure(kind, title, f"{kind}{{}}_all") for kind, title in placebos.items()]
        by_layer = tabulated(
            text("forced.patch.layers"),
            [depths],
            (Column("layer", text("forced.column.layer")), lambda after: Cell(depths[after], technical=True)),
            *columns,
            note=text(f"forced.patch.layers-note{in_prompt}"),
        )
        if not in_prompt:
            return [by_block, by_layer]
        marks = self._marks(
            (f"exchanged_{block}", f"{kind}_{block}", f"beyond_{kind}_{block}") for kind in PLACEBOS for block in BLOCKS
        )
        placebo_table = tabulated(
            text("forced.patch.placebos"),
            [BLOCKS, ["all"]],
            (Column("block", text("forced.patch.block")), {**names, "all": text("forced.patch.sentence")}.get),
            self._figure("exchanged", text("forced.column.exchanged"), "exchanged_{}", marks),
            *(self._figure(kind, title, f"{kind}_{{}}", marks) for kind, title in placebos.items()),
            note=self._with_marks(text("forced.patch.placebo-note"), marks),
        )
        return [by_block, by_layer, placebo_table]

    def amnesic(self) -> list[Table]:
        """How much of t goes when gender is erased, after every layer; of too few nouns there is none."""
        text, depths = self.language.text, self._depths()
        erased = [after for after in depths if (f"amnesic{after}_all", "all") in self.estimates]
        if not erased:
            return []
        marks = self._marks(
            (f"amnesic{each}_all", f"amnesic{each}_control", f"amnesic{each}_beyond") for each in erased
        )
        names = {name: text(f"forced.amnesic.{name}") for name in ("all", "control")}
        names |= {block: text(f"forced.block.{block}") for block in BLOCKS}

        def label(after: str) -> Cell:
            is_marked = marks.keys() & {f"amnesic{after}_{name}" for name in names}
            return Cell(depths[after], technical=bool(after) and not is_marked)

        note = text("forced.amnesic.note", n=self.estimates[f"amnesic{erased[-1]}_all", "all"].n_used)
        return [
            tabulated(
                text("forced.amnesic.title"),
                [erased],
                (Column("layer", text("forced.column.layer")), label),
                *(self._figure(name, title, f"amnesic{{}}_{name}", marks, digits=2) for name, title in names.items()),
                note=self._with_marks(note, marks),
            )
        ]

    def paths(self) -> list[Table]:
        """What each path carries when keys are patched, and what its placebos take."""
        lost = {path: estimate for path in PATHS if (estimate := self.estimates.get((f"patched_{path}_lost_t", "all")))}
        if not lost:
            return []
        marks = self._marks(
            (f"patched_{path}_lost_t", f"{kind}_{path}_lost_t", f"beyond_{kind}_{path}_lost_t")
            for path in PATHS
            for kind in PLACEBOS
        )
        acting = {metric.partition("_")[0] for metric, mark in marks.items() if mark == FAILED}
        text = self.language.text
        placebos = [
            self._figure(
                kind,
                text(f"forced.column.{kind}"),
                f"{kind}_{{}}_lost_t",
                marks,
                digits=2,
                technical=kind not in acting,
            )
            for kind in PLACEBOS
        ]
        return [
            tabulated(
                text("forced.paths.title"),
                [lost],
                (Column("path", text("forced.column.path")), lambda path: text(f"forced.path.{path}", **self.words)),
                self._figure("lost", text("forced.column.lost"), "patched_{}_lost_t", marks, digits=2),
                *placebos,
                self._figure("alone", text("forced.column.alone"), "patched_{}_alone_t", digits=2),
                (Column("n", "n", "number"), lambda path: lost[path].n_used),
                note=self._with_marks(text("forced.paths.note"), marks),
            )
        ]

    def published(self) -> list[Table]:
        """u1 to u3 before and after on the same pairs, under them the paper's own; towards possessives only, and in an
        encoder-decoder."""
        if not DIRECTIONS[self.results.direction].forward or self.results.prompt_layers:
            return []
        text = self.language.text
        columns = [
            Column("intervention", ""),
            Column("before", text("forced.column.before"), "number", 2),
            Column("after", text("forced.column.after"), "number", 2, interval=True),
            Column("change", text("forced.column.change"), "number", 2, interval=True),
            Column("n", "n", "number"),
        ]
        blocks = [
            [
                row
                for measure in MEASURES
                for group in (GROUPS if measure == "r" else ("all",))
                for figure in ("mean", "median")
                for row in self._before_and_after(name, measure, figure, group)
            ]
            for name in published_conditions(self.results.layers)
        ]
        note = f"{text('forced.interventions.note')} {text('forced.lab.note', **LAB)}"
        if self._is_published():
            note = f"{note} {text('forced.published.note', source=SOURCE)}"
        if self.results.outliers:
            nouns = ", ".join(f"{each.noun} ({self.language.number(each.r, 1)})" for each in self.results.outliers)
            note = f"{note} {text('forced.outliers', nouns=nouns)}"
        return [Table(text("forced.interventions.title"), columns, blocks, note)]

    def _before_and_after(self, name: str, measure: str, figure: str, group: str) -> Iterator[list[Cell]]:
        """One figure, and the paper's where it printed one: of u1 without outliers, of u2 and u3 over all pairs."""
        metric, text = f"{measure}_{figure}", self.language.text
        condition = text(f"forced.condition.{'u3.early' if name == 'u3@1' else name}", **self.words)
        before, after = (self.estimates.get((f"{name}_{when}{metric}", group)) for when in ("before_", ""))
        if before is None or after is None:
            return
        label = text(f"forced.figure.{figure}", measure=measure)
        label = label if group == "all" else f"{label}, {text(f'forced.group.{group}')}"
        colon = f"{text('punctuation.colon')} "
        changed = self.estimates.get((f"{name}_change_{measure}", group)) if figure == "mean" else None
        cells = estimate_cell(after), estimate_cell(changed)
        yield [Cell(condition + colon + label), Cell(before.value), *cells, Cell(after.n_used)]
        printed = PUBLISHED.get(name, {}).get(metric)
        if printed and self._is_published() and group == ("without outliers" if name == "u1" else "all"):
            digits = 3 if figure == "median" and name != "u1" else 2
            yield [Cell(f"– {SOURCE}"), *(Cell(value, digits=digits) for value in printed), Cell(), Cell()]

    def _is_published(self) -> bool:
        return any(map(self.results.is_published, self.results.signatures))

    def _figure(
        self,
        key: str,
        title: str,
        metric: str,
        marks: Mapping[str, str] = NO_MARKS,
        *,
        digits: int = 3,
        group: str = "all",
        technical: bool = False,
    ) -> Field[str]:
        """A column of estimates; what a row is about (a block, a layer, a path) stands for the braces of `metric`."""

        def cell(row: str) -> Cell:
            name = ALIASES.get(metric.format(row), metric.format(row))
            return replace(estimate_cell(self.estimates.get((name, group)), digits), mark=marks.get(name, ""))

        return Column(key, title, "number", digits, interval=True, technical=technical), cell

    def _depths(self) -> dict[str, str]:
        """How tables name each layer that was looked at, by how metrics do; the last is the encoder's output, or in a
        language model all layers at once."""
        layers, prompt_layers = self.results.layers, self.results.prompt_layers
        kinds = ["embedding", *["layer"] * (layers - 1), "all" if prompt_layers else "output"]
        labels = [self.language.text(f"forced.layer.{kind}", layer=layer) for layer, kind in enumerate(kinds)]
        return {**{f"@{layer}": labels[layer] for layer in prompt_layers or range(layers)}, "": labels[-1]}

    def _marks(self, controls: Iterable[tuple[str, str, str]]) -> dict[str, str]:
        """Of metrics that need a word, from effects, their controls, and what each effect does beyond its control. An
        effect that is shown and not shown to exceed its control is marked, and a control that does a tenth of it or
        more."""
        marks = dict[str, str]()
        for effect, control, beyond in controls:
            own, other = self.estimates.get((effect, "all")), self.estimates.get((control, "all"))
            if own is None or other is None:
                continue
            if (shown := self.results.shown_side(effect)) and self.results.shown_side(beyond) != shown:
                marks[effect] = AS_MUCH
            if self.results.shown_side(control) and abs(other.value) >= LITTLE * abs(own.value):
                marks[control] = FAILED
        return marks

    def _with_marks(self, note: str, marks: Mapping[str, str]) -> str:
        """A note with what the marks of its table mean."""
        meanings = [
            self.language.text(f"forced.mark.{key}", mark=mark) for key, mark in MARKS.items() if mark in marks.values()
        ]
        return " ".join([note, *meanings])


class InterveneKind(InsideKind[InterveneResults]):
    name = "mt-intervene"
    result = InterveneResults

    def words(self, results: InterveneResults, language: Language) -> dict[str, object]:
        own = InterveneTables(results, language).words
        return super().words(results, language) | own | {"total": results.estimate("t_star", "all")}

    def advice(self, results: InterveneResults) -> Sequence[str]:
        return super().advice(results) if results.estimate("t_star", "all") else ("now",)

    def answer_text(self, results: InterveneResults, language: Language) -> str:
        """The one or two words that most of the gender is shown to pass through, with their shares; or that none could
        be shown, or that there is none to look for; nothing where nothing was patched."""
        total = results.estimate("t_star", "all")
        if total is None:
            return ""
        shares = {block: share for block in BLOCKS if (share := results.estimate(f"share_{block}", "all"))}
        if not shares:
            units = few_units(total.signature)
            is_few = 0 < units < FEWEST_UNITS
            return language.text("forced.patch.few" if is_few else "forced.patch.nothing", total=total, n=units)
        is_forward = DIRECTIONS[results.direction].forward

        def sentence(key: str, block: str, **values: object) -> str:
            """About one block; *son* is called by its name where it stands in the source."""
            name, share = language.text(f"forced.block.the.{block}"), shares[block]
            if block == POSSESSIVE and is_forward:
                name = language.text("forced.word", word=results.possessive)
            return language.text(f"forced.patch.{key}", name=name, share=share, high=max(ceil(share.high), 0), **values)

        ordered = sorted(shares, key=lambda block: -shares[block].value)
        named = [
            block
            for block in ordered
            if results.shown_side(f"phi_{block}") == results.shown_side(f"share_{block}") == 1
        ]
        if not named:
            return language.text("forced.patch.undecided", total=total, carried=sentence("carries", ordered[0]))
        first, others = named[0], [sentence("adds", block) for block in named[1:2]]
        if POSSESSIVE in shares and POSSESSIVE not in named and shares[POSSESSIVE].high <= LITTLE_SHARE:
            others.append(sentence("at-most", POSSESSIVE))
        low = shares[first].low  # the end of the interval is what was shown
        amount = "all" if low >= NEARLY_ALL else "most" if low >= HALF else "part"
        return sentence("headline", first, amount=amount, others="".join(others))

    def charts(self, view: RunView[InterveneResults]) -> list[Figure]:
        """What each block carries of t*, in percent."""
        results, language = view.result, view.language
        rows = [
            PlotRow(
                language.text(f"forced.block.{block}"),
                points=[Point(share.value, share.low, share.high, told=bool(results.shown_side(f"phi_{block}")))],
            )
            for block in BLOCKS
            if (share := results.estimate(f"share_{block}", "all"))
        ]
        if not rows:
            return []
        plot = Plot("blocks", language.text("forced.patch.title"), rows, language.text("forced.patch.ideal"), ideal=0.0)
        caption = f"{plot.title} ({language.text('forced.patch.share')})"
        return [Figure(plot, caption, titled=False, screen_only=True)]

    def tables(self, view: RunView[InterveneResults]) -> list[Table]:
        return InterveneTables(view.result, view.language).all()

    def sections(self, view: RunView[InterveneResults]) -> list[Section]:
        results, language = view.result, view.language
        tables, prompt = InterveneTables(results, language), bool(results.prompt_layers)
        charts = filed_figures(_figure_4(results, read_values(view.path), language))
        parts: list[tuple[str, Sequence[str], Sequence[Block], list[Table]]] = [
            ("patch", ["patch.said", *(["patch.prompt"] if prompt else ())], [], tables.patching()),
            ("amnesic", ["amnesic.said"], [], tables.amnesic()),
            ("paths", ["paths.said", "paths.measured"], [], tables.paths()),
            ("interventions", ["lab", *(f"said.{name}" for name in PUBLISHED)], charts, tables.published()),
        ]
        sections, blocks = list[Section](), iter(table_blocks(tables.all(), "table"))
        for name, keys, figures, own in parts:
            if own:
                about = [Paragraph(language.text(f"forced.{key}", **tables.words, **LAB)) for key in keys]
                heading = language.text(f"forced.{name}.heading", **tables.words)
                sections.append(Section(heading, [*about, *figures, *(next(blocks) for _ in own)]))
        checks = [Paragraph(_sanity(results, language))]
        return [*sections, Section(language.text("forced.sanity.heading"), checks)]

    def headline_figures(self, results: InterveneResults, language: Language) -> Iterator[HeadlineFigure]:
        """What the answer is about: the sum, and what passes through the words that can say the gender."""
        (contrast,) = results.signatures
        title = language.text("inside.short.mt-intervene", contrast=contrast_name(contrast, language))
        if total := results.estimate("t_star", "all"):
            yield HeadlineFigure(total, title, "t*", 1.0)
        for block in ("determiner", "noun", "possessive"):
            if share := results.estimate(f"share_{block}", "all"):
                block_name = language.text(f"forced.block.the.{block}")
                measure = language.text("inside.share", block=block_name)
                yield HeadlineFigure(share, title, measure, digits=1)

    def compare(self, paths: Sequence[Path], seed: int) -> ComparedRuns:
        """Runs that can be compared were asked the same, so that the words of one are those of all."""
        runs = self.read_all(paths)
        name = partial(_change_name, runs[0][1])
        return compared_values(runs, _changes, name, "forced.compared.changes", seed)


PAGE = InterveneKind()


def _sanity(results: InterveneResults, language: Language) -> str:
    """Both checks and how far they may be off; a swap says nothing where no pair could be compared."""
    shown = {
        name: language.text("forced.sanity.none") if value == 0 else f"{value:.1g}"
        for name, value in results.sanity.items()
        if value is not None
    }
    swap = ("swap" if "swap" in shown else "no-swap") + (".prompt" if results.prompt_layers else "")
    digits = len(f"{results.sanity_limit:f}".rstrip("0").partition(".")[2])
    return " ".join(
        (
            language.text("forced.sanity.said", itself=shown["itself"]),
            language.text(f"forced.sanity.{swap}", **({"swap": shown["swap"]} if "swap" in shown else {})),
            language.text("forced.sanity.limit", limit=language.number(results.sanity_limit, digits)),
        )
    )


def _figure_4(
    results: InterveneResults, values: Mapping[tuple[str, str], list[float]], language: Language
) -> list[Distributions]:
    """(a) b and (b) r before and after u1, (c) r before and after u2 and u3."""
    conditions = {language.text("forced.column.before"): BASE, **published_conditions(results.layers)}
    before, *_ = conditions
    figures = []
    for part, measure, after in (("a", "b", ("u1",)), ("b", "r", ("u1",)), ("c", "r", ("u2", "u3"))):
        rows = [
            Distribution(f"{measure}, {label}", own)
            for label in (before, *after)
            if (own := values.get((str(conditions[label]), measure)))
        ]
        if rows:
            title, ideal = (
                language.text(f"forced.figure-4.{part}", possessive=results.possessive),
                language.text(f"forced.ideal.{measure}"),
            )
            figures.append(Distributions(f"figure-4-{part}", title, rows, 0.0 if measure == "b" else 1.0, ideal))
    return figures


def _changes(results: InterveneResults, contrast: str, table: LineTable) -> dict[str, ByLine]:
    """What each intervention changes, pair by pair, and what each path carries, under the names of the estimates. u2
    and u3 leave b as it was, because there the pair's two sentences are one."""
    last = results.layers
    shares = {f"phi_{block}": table.get((f"phi@{last}:{block}", "t"), {}) for block in BLOCKS}
    shares["t_star"] = table.get((f"phi@{last}:t_star", "t"), {})
    changes = [
        Change(f"{name}_change_{measure}", BASE, condition, measure)
        for name, condition in published_conditions(last).items()
        if name in PUBLISHED
        for measure in (MEASURES if name == "u1" else ("r", "t"))
    ]
    changes += [change for change in path_changes() if change.metric.startswith(PATCHED)]
    changes.append(Change("amnesic_all_t", Condition(ERASE, last, EVERYWHERE), BASE))
    moved = {each.metric: change_by_line(table, str(each.first), str(each.second), each.measure) for each in changes}
    return {name: values for name, values in {**shares, **moved}.items() if values}


def _change_name(results: InterveneResults, compared: Comparison, language: Language) -> str:
    name, *kind, measure = compared.metric.split("_")
    if compared.metric == "t_star":
        return language.text("forced.patch.total")
    if name == "phi":
        return f"φ, {language.text(f'forced.block.{measure}')}"
    if name == "amnesic":
        return language.text("forced.amnesic.title")
    words = InterveneTables(results, language).words
    if name != PATCHED:
        condition = language.text(f"forced.condition.{name}", **words)
        return language.text("forced.compared.change", intervention=condition, measure=measure)
    path, how = kind
    label = language.text(f"forced.path.{path}", **words)
    return f"{label}, {language.text(f'forced.column.{how}')}"
