"""`epicene mt intervene`: replace vectors inside a translation model, and see what becomes of b, r and t.

Complete patching says what each word carries of t, the amnesic effect what goes when gender is erased; then u1 to u3
of the paper, and the paths.

The folder holds every answer under every condition (`scores.jsonl`), a table of them (`lines.tsv`), the shares of each
pair's blocks (`shares.tsv`), `results.json`, `cost.json`, the report and figure 4. Everything is resumed by the same
command.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from torch import Tensor

from epicene.core.errors import EpiceneError, InputError
from epicene.core.files import write_text
from epicene.core.notices import Notice
from epicene.core.progress import Progress, Silent
from epicene.inside.corpus_run import CorpusChoice, ScoredRun, ScoreFolder, WordScores, begun, source_nouns
from epicene.inside.forced.decoding import Forced, ForcedQuestion, default_contrasts, read_contrast
from epicene.inside.forced.forced_estimates import (
    Measuring,
    by_measure,
    lines_table,
    single_notices,
    single_occupations,
    values_of,
)
from epicene.inside.interventions.aligned_pairs import (
    AlignedLine,
    align,
    has_paths,
    is_erased,
    source_marks_gender,
    with_partners,
)
from epicene.inside.interventions.apply_interventions import (
    Context,
    EncoderInterventions,
    InterventionBatch,
    Pair,
    batches_of_pairs,
    fit_erasers,
    same_gender,
    unknown_id,
)
from epicene.inside.interventions.conditions import (
    BASE,
    ITSELF,
    SWAP,
    Condition,
    amnesic_conditions,
    encoder_conditions,
    prompt_conditions,
    published_conditions,
)
from epicene.inside.interventions.effects import (
    Effects,
    PatchedPair,
    Values,
    outliers,
    patch_estimates,
    patched_pairs,
    placebo_estimates,
    sanity,
    shares_table,
)
from epicene.inside.interventions.prompt_interventions import (
    PromptInterventions,
    prompt_layers,
    read_layers,
    same_gender_sentences,
)
from epicene.inside.results import InterveneResults, Outlier, unique_notice_fields, write_values
from epicene.models.batching import unanswered
from epicene.models.engines.cost import Counted, Meter, metered
from epicene.models.engines.local import LOCAL
from epicene.models.hooks import n_layers
from epicene.models.translation import Translator, load_translator
from epicene.mt.controlled_corpus import corpus_notices
from epicene.mt.translating.transformers_system import ModelSystem

T = TypeVar("T")
FEWEST_FOR_ERASERS = 4  # nouns: an eraser is fitted on the others
EDITION = "3"  # of the conditions that are asked: a folder with fewer cannot be gone on with
# Beyond this, hooks do not do what they say; half-precision rounds differently from one run to the next.
TOLERANCE = {"float32": 1e-5}
LOOSE = 2e-2


@dataclass(frozen=True, slots=True)
class InterveneRequest:
    """`possessive` is the source's word that u1 and u2 replace; without a contrast, the direction's first is asked.
    `layers` are those of a language model after which its sentence is exchanged, such as 0,10,20."""

    corpus: CorpusChoice
    out: Path
    contrast: str = ""
    possessive: str = "son"
    seed: int = 0
    layers: str = ""


def intervene(request: InterveneRequest, system: ModelSystem, progress: Progress | None = None) -> InterveneResults:
    """Ask under every condition, or resume where an earlier call ended."""
    progress = progress or Silent()
    request.corpus.check()
    direction = request.corpus.direction
    contrast = read_contrast(request.contrast or default_contrasts(direction)[0], direction)
    question = {"kind": "intervene", "edition": EDITION, "contrast": contrast.name, "possessive": request.possessive}
    if direction != "fr-en":
        question["direction"] = direction
    prompted = system.marks.prompt is not None
    if request.layers:
        if not prompted:
            raise InputError("--layers is for language models; in an encoder, all layers are looked at.")
        question["layers"] = ",".join(map(str, read_layers(request.layers)))
    with begun("mt-intervene", request.corpus, request.out, [contrast], system, question) as run:
        corpus = run.corpus
        system.check(corpus.source.lines, corpus.source.path)
        with metered(request.out, LOCAL) as meter:
            progress.say(f"Loading {system.name}")
            translator = load_translator(system.description, system.marks, system.placement, system.decoding)
            if has_paths(translator, direction):
                unknown_id(translator)
            questions = _whole_pairs(contrast.questions(translator, corpus.lines, corpus.reference.path, run.nouns))
            nouns = source_nouns(corpus, direction), run.nouns
            lines = align(translator, questions, direction, *nouns, request.possessive)
            n = n_layers(translator.model)
            if prompted:
                layers = prompt_layers(n, read_layers(request.layers) if request.layers else ())
                conditions, alike = prompt_conditions(layers), same_gender_sentences(lines)
            else:
                layers = list(range(n + 1))
                conditions, alike = encoder_conditions(n, direction), same_gender(lines)
            asking = PairScorer(run.folder, translator, meter, progress)
            asking.ask(lines, conditions, Context(alike, seed=request.seed))
            conditions += asking.ask_amnesic(lines, layers[:-1] if prompted else layers, request.seed)
        forced = _forced(run, conditions)
        values = {
            condition: values_of(sorted(own, key=lambda each: each.line.number), run.nouns, direction)
            for condition, own in forced.items()
        }
        patched = patched_pairs(run.folder.done, lines, layers)
        results = _results(request, contrast.name, run, layers, lines, values, patched)
        named = {str(condition): own for condition, own in values.items()}
        write_text(
            request.out / "lines.tsv",
            lines_table("condition", {str(condition): own for condition, own in forced.items()}, named),
        )
        write_text(request.out / "shares.tsv", shares_table(patched))
        write_values(request.out, by_measure(named))
        run.folder.write_results(results)
    results.cost = meter.cost
    return results


def _forced(run: ScoredRun, conditions: Sequence[Condition]) -> dict[Condition, list[Forced]]:
    """Answers under each condition that is read as t, in the order in which they came."""
    lines = {line.number: line for line in run.corpus.lines}
    by_name = {str(condition): condition for condition in conditions if not condition.is_of_blocks}
    answers: dict[Condition, list[Forced]] = {condition: [] for condition in by_name.values()}
    for answer in run.folder.done.values():
        if answer.asked in by_name:
            answers[by_name[answer.asked]].append(Forced(lines[answer.line], answer.masculine, answer.feminine))
    return answers


def _whole_pairs(questions: Sequence[ForcedQuestion]) -> list[ForcedQuestion]:
    """Interventions average over a pair, so both of its lines must be there."""
    numbers = {question.line.number for question in questions}
    whole = [question for question in questions if question.line.number ^ 1 in numbers]
    if not whole:
        raise InputError("No pair has both of its lines with the contrast; choose another --contrast.")
    return whole


@dataclass(frozen=True, slots=True)
class PairScorer:
    folder: ScoreFolder
    translator: Translator
    meter: Meter
    progress: Progress

    def ask(self, lines: Sequence[AlignedLine], conditions: Sequence[Condition], context: Context) -> None:
        """A batch of pairs is asked under all conditions and then written; the last condition tells that it was."""
        last, done = str(conditions[-1]), self.folder.done

        def keys(batch: Sequence[AlignedLine]) -> list[tuple[str, int]]:
            return [(last, line.number) for line in batch]

        def answers(batch: InterventionBatch) -> list[WordScores]:
            return [answer for condition in conditions for answer in batch.answers(condition)]

        label = f"{len(conditions)} conditions with {self.translator.name}"
        self.progress.start(label, len(lines), sum(key in done for key in keys(lines)))
        for batch in unanswered(self._batches(lines), keys, done):
            n_new = sum(key not in done for key in keys(batch))
            self.folder.append(self._work(batch, answers, context))
            self.progress.advance(n_new)

    def ask_amnesic(self, lines: Sequence[AlignedLine], layers: Sequence[int], seed: int) -> list[Condition]:
        """Layer by layer: read what stands there in all lines, fit the erasers, ask. Erasers are fitted again where a
        run is resumed, from the same batches, so that they are the same."""
        erased = [line for line, partner in with_partners(lines) if is_erased(line, partner)]
        if len({line.question.line.occupation for line in erased}) < FEWEST_FOR_ERASERS:
            return []
        all_conditions = []
        for layer in layers:
            conditions = amnesic_conditions(layer)
            all_conditions += conditions
            if any((str(conditions[-1]), line.number) not in self.folder.done for line in erased):
                erasers = fit_erasers(layer, self._states(erased, layer), erased, seed)
                self.ask(erased, conditions, Context(erasers=erasers, seed=seed))
        return all_conditions

    def _states(self, lines: Sequence[AlignedLine], layer: int) -> dict[int, Tensor]:
        def states(batch: InterventionBatch) -> list[tuple[int, Tensor]]:
            return list(zip((line.number for line in batch.lines), batch.states_after(layer), strict=True))

        return dict(state for own in self._batches(lines) for state in self._work(own, states, Context()))

    def _batches(self, lines: Sequence[AlignedLine]) -> list[list[AlignedLine]]:
        return [[line for pair in pairs for line in pair] for pairs in batches_of_pairs(self.translator, lines)]

    def _work(
        self, lines: Sequence[AlignedLine], read: Callable[[InterventionBatch], list[T]], context: Context
    ) -> list[T]:
        """In one go, unless memory ran out before and the translator takes fewer now."""
        made = EncoderInterventions if self.translator.marks.prompt is None else PromptInterventions

        def one_batch(pairs: Sequence[Pair]) -> list[T]:
            return read(made(self.translator, pairs, context))

        def work(translator: Translator, lines: Sequence[AlignedLine]) -> list[T]:
            batches = batches_of_pairs(translator, lines)
            return [each for pairs in batches for each in translator.in_halves(one_batch, pairs)]

        answers, cost = Counted(work)(self.translator, lines)
        self.meter.add(cost)
        return answers


def _results(
    request: InterveneRequest,
    contrast: str,
    run: ScoredRun,
    layers: Sequence[int],
    lines: Sequence[AlignedLine],
    values: Values,
    patched: Sequence[PatchedPair],
) -> InterveneResults:
    corpus, system, direction, answers = run.corpus, run.system, request.corpus.direction, run.folder.done
    checked = sanity(answers, _comparable(lines))
    allowed = TOLERANCE.get(system.placement.dtype, LOOSE)
    _refuse_broken_hooks(checked, allowed, system)
    of_son = [request.possessive] if corpus.direction.forward else []  # an English source has its own possessives
    made = run.signature("-".join(("intervene", direction, contrast, *of_son)))
    measuring = Measuring(f"{direction} {contrast}", made, request.seed)
    same_noun = {number: run.nouns[number] == run.nouns[number ^ 1] for number in run.nouns}
    marked = sum(source_marks_gender(line, partner) for line, partner in with_partners(lines))
    last, prompted = layers[-1], system.marks.prompt is not None
    across = marked - sum(pair.layer == last for pair in patched)
    of_u3 = values.get(published_conditions(last)["u3"])
    unequal = 0 if of_u3 is None else len(lines) // 2 - len({value.line.pair for value in of_u3})
    notices = [
        *corpus_notices(corpus.lines, corpus.direction.pair[0]),
        *([Notice("forced.notice.limit", {"n": len(corpus.lines), "total": corpus.total})] if corpus.limited else []),
        *([Notice("forced.notice.patch", {"n": across, "total": marked})] if across else []),
        *([Notice("forced.notice.u3", {"n": unequal})] if unequal else []),
        *single_notices(values[BASE]),
    ]
    return InterveneResults(
        model=system.name,
        direction=direction,
        signatures={contrast: made},
        n=len(corpus.lines),
        n_total=corpus.total,
        n_asked={contrast: len(lines)},
        layers=last,
        possessive=request.possessive,
        prompt_layers=list(layers[:-1]) if prompted else [],
        estimates=[
            *Effects(values, last, measuring).estimates(),
            *patch_estimates(patched, layers, same_noun, measuring, prompted=prompted),
            *(placebo_estimates(answers, lines, layers, same_noun, measuring) if prompted else ()),
        ],
        tests=measuring.tests(),
        outliers=[Outlier(value.noun, value.value) for value in outliers(values)],
        sanity=checked,
        sanity_limit=allowed,
        u3_left_out=unequal,
        patch_left_out=across,
        single_occupations={contrast: single_occupations(values[BASE])},
        **unique_notice_fields(notices),
    )


def _comparable(lines: Sequence[AlignedLine]) -> list[int]:
    """Lines that differ from their partner in the source only."""

    def asked(line: AlignedLine) -> tuple[tuple[int, ...], ...]:
        return line.question.prefix, line.question.masculine, line.question.feminine

    return [line.number for line, partner in with_partners(lines) if asked(line) == asked(partner)]


def _refuse_broken_hooks(checked: Mapping[str, float | None], allowed: float, system: ModelSystem) -> None:
    for condition, doing in ((ITSELF, "replacing vectors by themselves"), (SWAP, "swapping a pair's vectors")):
        apart = checked[str(condition)]
        if apart is not None and apart > allowed:
            raise EpiceneError(
                f"With {system.name}, {doing} moves a probability by {apart:.2g} where it must not; epicene cannot "
                "intervene in this kind of model. Please report it."
            )
