"""What the page of `compare` has besides of a model before and after debiasing: whether only what the method aims at
moved, what that cost in foretelling text, and whether the change is larger than that of another seed."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from epicene.auditing.replicates import Replicated, replicates_blocks
from epicene.auditing.reuse_finished_run import model_at_home
from epicene.core.errors import InputError
from epicene.core.language import Language
from epicene.core.progress import Progress
from epicene.data.sentence_splitting import sentences
from epicene.data.text_files import numbered_lines
from epicene.grammar.languages import language_of
from epicene.kinds.figures import measure_name
from epicene.metrics.answer_groups import ALL
from epicene.metrics.catalogue import MEASURES, MeasureRole
from epicene.metrics.significance import adjust_p, shown_side
from epicene.metrics.two_models import Comparison
from epicene.report.compared_runs import Compared
from epicene.report.comparison_page import comparison_page
from epicene.report.document import Block, Document, Paragraph, Section, TableBlock
from epicene.report.tables import Cell, Column, Table, tabulated
from epicene.runs.audit_folder import AuditFolder
from epicene.runs.folder import RunFolder, run_kind
from epicene.runs.signature import SignatureParts

if TYPE_CHECKING:
    from epicene.auditing.gate.gate_rules import GateResult
    from epicene.scoring.perplexity import TokenNats

SHORT_NAMES = "epicene.studies"  # of measures, without a word on their intervals
DEBIAS = "debias"  # what such a run is called
MOST = 500  # sentences: of masked models, every token is asked by itself


@dataclass(frozen=True, slots=True)
class TextCost:
    """Perplexity of a text before and after; `ratio` is the second over the first, its interval over sentences."""

    text: str
    n_sentences: int
    before: float
    after: float
    ratio: float
    low: float
    high: float


def cost_in_text(runs: Sequence[Path], text: Path, progress: Progress, *, seed: int = 0) -> TextCost:
    """What two audited models make of a text that neither was trained on, as far as its owner knows."""
    if len(runs) != 2 or any(run_kind(run) != "audit" for run in runs):
        raise InputError("--text is about two audits, of a model before and after: name two such runs.")
    known = list(islice((sentence for _, line in numbered_lines(text) for sentence in sentences(line)), MOST))
    if not known:
        raise InputError(f"{text} has no sentence; give a text to foretell.")
    from epicene.scoring.perplexity import ratio

    language = language_of(known, "fr") or "fr"
    before, after = (_foretold(run, known, language, progress) for run in runs)
    if before.tokens.tolist() != after.tokens.tolist():
        raise InputError("The two models cut text differently, so that their perplexities cannot be compared.")
    interval = ratio(before, after, seed=seed)
    return TextCost(str(text), len(before.nats), before.perplexity, after.perplexity, *interval)


def _foretold(run: Path, known: Sequence[str], language: str, progress: Progress) -> TokenNats:
    from epicene.models.description import describe
    from epicene.models.loading import Placement, load
    from epicene.models.next_sentence_heads import weights_digest
    from epicene.models.source import locate
    from epicene.scoring.perplexity import foretell

    facts = AuditFolder(run).facts().model
    source = locate(model_at_home(run) or facts.spec or facts.name, facts.revision)
    if weights_digest(source) != facts.weights_digest:
        raise InputError(f"{facts.name} is not the model any more that {run} is about; audit it again.")
    progress.say("Foretelling the text")
    return foretell(load(describe(source), Placement()), known, language)


def compared_document(
    compared: Compared,
    cost: TextCost | None,
    trained: Sequence[Replicated],
    gate: GateResult | None,
    language: Language,
    *,
    seed: int = 0,
) -> Document:
    """The page of runs against one another; before and after, where one model was made of the other by debiasing."""
    comparisons, is_debiased = overall(compared), _is_debiased(compared)
    texts = [*_cost_said(cost, language), *_seeds_said(comparisons, trained, language)]
    glance, sections = None, list[Section]()
    if is_debiased:
        glance = _glance(comparisons, language)
        texts = [*_moved_said(comparisons, language), *texts]
        if glance:
            sections.append(Section(glance.title, [TableBlock(glance, "before-after", captioned=False)], "glance"))
        elif comparisons:
            texts.append(language.text("before-after.systems"))
    if trained:
        blocks = list(replicates_blocks(trained, language, seed=seed))
        sections.append(Section(language.text("before-after.seeds"), blocks, "seeds"))
    document = comparison_page(
        compared,
        language,
        wording="before-after" if is_debiased else "compared",
        gate=gate.document(language.code) if gate else None,
        findings=[Paragraph(text) for text in texts],
        sections=sections,
    )
    return replace(document, data=glance)


def _is_debiased(compared: Compared) -> bool:
    """Whether the second of two models was made of the first by `epicene debias`, as far as this machine knows."""
    for pair in compared.pairs:
        question = RunFolder(pair.b.path).manifest().get("question") if pair.b.path.is_dir() else None
        spec = model_at_home(pair.b.path) or (question.get("model") if isinstance(question, dict) else None)
        folder = Path(os.path.expanduser(str(spec)))  # noqa: PTH111 - pathlib's raises where there is no such user
        if folder.is_dir() and run_kind(folder) == DEBIAS:
            base = str(RunFolder(folder).manifest()["question"].get("model files", ""))
            return base.startswith(SignatureParts.of(pair.a.signature).weights_digest)
    return False


def overall(compared: Compared) -> list[Comparison]:
    """Every figure over all items, of every benchmark: also those that nobody aimed at. None of a model that is not to
    be believed."""
    trusted = (pair for pair in compared.pairs if pair.is_trusted)
    return [comparison for pair in trusted for comparison in pair.comparisons if comparison.group == ALL]


def terminal_blocks(
    compared: Compared, cost: TextCost | None, trained: Sequence[Replicated], language: Language
) -> list[Block]:
    comparisons = overall(compared) if cost or trained else []  # else two models that need not be before and after
    texts = [
        *_moved_said(comparisons, language),
        *_cost_said(cost, language),
        *_seeds_said(comparisons, trained, language),
    ]
    return [Paragraph(line) for line in texts]


def _shown_by(comparison: Comparison) -> MeasureRole | None:
    """What a figure shows, score or behaviour; None of figures of translation systems."""
    return MEASURES[comparison.metric].shows if comparison.metric in MEASURES else None


def _moved_said(comparisons: Sequence[Comparison], language: Language) -> list[str]:
    """Whether only the score moved: by each benchmark's first figure of a sort, or the one that decides for it; p of no
    difference, of figures that were tested, are adjusted over all of them."""
    first: dict[tuple[str, str | None, MeasureRole], Comparison] = {}
    for is_deciding in (True, False):
        for comparison in comparisons:
            shown = _shown_by(comparison)
            if shown and (not is_deciding or MEASURES[comparison.metric].decides_for):
                first.setdefault((comparison.benchmark, comparison.task, shown), comparison)
    if not first:
        return []
    if all(shown is not MeasureRole.BEHAVIOUR for *_, shown in first):
        return [language.text("before-after.moved.unasked")]
    tested: dict[str, float] = {}
    for key, comparison in first.items():
        for p in (comparison.p_wilcoxon, comparison.p_bootstrap, comparison.p_mcnemar):  # the last that was made
            tested |= {} if p is None else {str(key): p}
    adjusted, moved = adjust_p(tested), set[MeasureRole]()
    for key, comparison in first.items():
        if shown_side(comparison.low, comparison.high, p=adjusted.get(str(key))):
            moved.add(key[-1])
    texts = [role.value for role in (MeasureRole.SCORE, MeasureRole.BEHAVIOUR) if role in moved]
    return [language.text(f"before-after.moved.{'-'.join(texts) or 'nothing'}")]


def _glance(comparisons: Sequence[Comparison], language: Language) -> Table | None:
    """All figures at a glance; None of translation systems, whose figures are not in percent alone."""
    figures = [(comparison, shown) for comparison in comparisons if (shown := _shown_by(comparison))]
    if not figures:
        return None
    named = language.joined(SHORT_NAMES)
    sorts = [shown for shown in MeasureRole if any(own is shown for _, own in figures)]
    notes = ["before-after.note", *(f"before-after.shows.{shown}.note" for shown in sorts)]
    difference = Column("difference", language.text("before-after.difference"), "number", interval=True)

    def measure(row: tuple[Comparison, MeasureRole]) -> str:
        return " ".join(filter(None, (row[0].task, measure_name(row[0].metric, named))))

    return tabulated(
        language.text("before-after.glance"),
        [figures],
        (Column("benchmark", language.text("column.benchmark")), lambda row: row[0].benchmark),
        (Column("measure", language.text("before-after.measure")), measure),
        (
            Column("shows", language.text("before-after.shows")),
            lambda row: language.text(f"before-after.shows.{row[1]}"),
        ),
        (Column("before", language.text("before-after.before"), "number"), lambda row: row[0].value_a),
        (Column("after", language.text("before-after.after"), "number"), lambda row: row[0].value_b),
        (difference, lambda row: Cell(row[0].difference, row[0].low, row[0].high)),
        (Column("n", language.text("before-after.n"), "number", 0), lambda row: row[0].n),
        note=" ".join(language.text(key) for key in notes),
    )


def _cost_said(cost: TextCost | None, language: Language) -> list[str]:
    if cost is None:
        return []
    verdict = {1: "more", -1: "less", 0: "undecided"}[shown_side(cost.low, cost.high, 1.0, units=cost.n_sentences)]
    return [language.text(f"before-after.perplexity.{verdict}", n=cost.n_sentences, **asdict(cost))]


def _seeds_said(comparisons: Sequence[Comparison], trained: Sequence[Replicated], language: Language) -> list[str]:
    """Whether a model lies outside of what another seed of the other gives, where that one alone was trained several
    times."""
    texts = []
    for replicate in trained:
        if sum(other.benchmark == replicate.benchmark for other in trained) > 1:
            continue  # both sides were: the difference over trainings is told
        headline = next((pair for pair in comparisons if pair.benchmark == replicate.benchmark), None)
        if headline is None:
            continue
        fixed = headline.value_a if replicate.run.label == headline.b else headline.value_b
        verdict = "larger" if shown_side(replicate.found.low, replicate.found.high, fixed) else "within"
        values = {
            "benchmark": replicate.benchmark,
            "model": replicate.run.label,
            "count": replicate.found.n_trainings,
            "span": language.span(replicate.found.low, replicate.found.high),
            "value": fixed,
        }
        texts.append(language.text(f"before-after.seeds.{verdict}", **values))
    return texts
