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
from epicene.inside.forced.decoding import Forced, default_contrasts, read_contrast
from epicene.inside.forced.forced_estimates import (
    Measuring,
    Value,
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
    CHOICE,
    ITSELF,
    SWAP,
    Condition,
    amnesic_changes,
    amnesic_conditions,
    encoder_conditions,
    placebo_changes,
    prompt_conditions,
    published_conditions,
)
from epicene.inside.interventions.effects import (
    PatchedPair,
    Values,
    change_estimates,
    encoder_estimates,
    masculine_choice,
    outliers,
    patch_estimates,
    patched_pairs,
    sanity,
    shares_table,
)
from epicene.inside.interventions.prompt_interventions import (
    PromptInterventions,
    prompt_layers,
    read_layers,
    same_gender_sentences,
)
from epicene.inside.results import InterveneResults, Outlier, unique_notice_fields
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
            questions = contrast.questions(translator, corpus.lines, corpus.reference.path, run.nouns)
            numbers = {question.line.number for question in questions}
            whole = [question for question in questions if question.line.number ^ 1 in numbers]  # means are of pairs
            if not whole:
                raise InputError("No pair has both of its lines with the contrast; choose another --contrast.")
            nouns = source_nouns(corpus, direction), run.nouns
            lines = align(translator, whole, direction, *nouns, request.possessive)
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
        results = _Intervened(request, run, contrast.name, lines, layers, conditions).write()
    results.cost = meter.cost
    return results


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
                erasers = fit_erasers(self._states(erased, layer), erased, seed)
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


@dataclass(frozen=True, slots=True)
class _Intervened:
    """A run in which everything was asked."""

    request: InterveneRequest
    run: ScoredRun
    contrast: str
    lines: Sequence[AlignedLine]
    layers: Sequence[int]
    conditions: Sequence[Condition]

    def write(self) -> InterveneResults:
        """Write the tables and the results."""
        run, out, answers = self.run, self.request.out, self.run.folder.done
        by_name = {str(condition): condition for condition in self.conditions if not condition.is_of_blocks}
        lines = {line.number: line for line in run.corpus.lines}
        forced: dict[str, list[Forced]] = {name: [] for name in by_name}
        for answer in answers.values():  # in the order in which they came
            if answer.asked in by_name:
                forced[answer.asked].append(Forced(lines[answer.line], answer.masculine, answer.feminine))
        values = {
            name: values_of(sorted(own, key=lambda each: each.line.number), run.nouns, self.request.corpus.direction)
            for name, own in forced.items()
        }
        patched = patched_pairs(answers, self.lines, self.layers)
        results = self._results({by_name[name]: own for name, own in values.items()}, patched)
        write_text(out / "lines.tsv", lines_table("condition", forced, values))
        write_text(out / "shares.tsv", shares_table(patched))
        run.folder.write_results(results)
        return results

    def _results(self, values: Values, patched: Sequence[PatchedPair]) -> InterveneResults:
        request, layers, lines, answers = self.request, self.layers, self.lines, self.run.folder.done
        corpus, system, direction = self.run.corpus, self.run.system, request.corpus.direction
        checked = sanity(answers, _comparable(lines))
        allowed = TOLERANCE.get(system.placement.dtype, LOOSE)
        _refuse_broken_hooks(checked, allowed, system)
        of_son = [request.possessive] if corpus.direction.forward else []  # an English source has its own possessives
        signature = self.run.signature("-".join(("intervene", direction, self.contrast, *of_son)))
        measuring = Measuring(f"{direction} {self.contrast}", signature, request.seed)
        same_noun = {number: noun == self.run.nouns[number ^ 1] for number, noun in self.run.nouns.items()}
        marked = [line for line, partner in with_partners(lines) if source_marks_gender(line, partner)]
        last, prompted = layers[-1], system.marks.prompt is not None
        estimates = measuring.estimates(values[BASE])
        for layer in layers:
            estimates += change_estimates(values, amnesic_changes(layer, last), measuring)
        estimates += encoder_estimates(values, last, measuring)
        estimates += patch_estimates(patched, layers, same_noun, measuring, prompted=prompted)
        if prompted:
            choices = {
                condition: [
                    Value(CHOICE, line.question.line, masculine_choice(answer), same_noun[line.number])
                    for line in marked
                    if (answer := answers.get((str(condition), line.number)))
                ]
                for condition in self.conditions
            }
            estimates += change_estimates(choices, placebo_changes(layers), measuring)
        across = len(marked) - sum(pair.layer == last for pair in patched)
        of_u3 = values.get(published_conditions(last)["u3"])
        unequal = 0 if of_u3 is None else len(lines) // 2 - len({value.line.pair for value in of_u3})
        notices = [
            *corpus_notices(corpus.lines, corpus.direction.pair[0]),
            *(
                [Notice("forced.notice.limit", {"n": len(corpus.lines), "total": corpus.total})]
                if corpus.limited
                else []
            ),
            *([Notice("forced.notice.patch", {"n": across, "total": len(marked)})] if across else []),
            *([Notice("forced.notice.u3", {"n": unequal})] if unequal else []),
            *single_notices(values[BASE]),
        ]
        return InterveneResults(
            model=system.name,
            direction=direction,
            signatures={self.contrast: signature},
            n=len(corpus.lines),
            n_total=corpus.total,
            n_asked={self.contrast: len(lines)},
            layers=last,
            possessive=request.possessive,
            prompt_layers=list(layers[:-1]) if prompted else [],
            estimates=estimates,
            tests=measuring.tests(),
            outliers=[Outlier(value.noun, value.value) for value in outliers(values)],
            sanity=checked,
            sanity_limit=allowed,
            u3_left_out=unequal,
            patch_left_out=across,
            single_occupations={self.contrast: single_occupations(values[BASE])},
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
