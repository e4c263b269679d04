"""`epicene mt intervene`: replace and cut inside a translation model, and see what becomes of b, r and t: what each
block of the source carries of t (complete patching), u1 to u3 before and after, layer by layer, and the paths.

Of a path, `lost` is how much of a measure goes when it alone is cut, `alone` how much is left when the two others are
cut, over what is left when all three are. Path a is the direct effect of the subject on the possessive, b and c are
indirect. t is the measure to read there: a few pairs whose r falls to −400 make any mean of r.

The folder holds every answer under every condition (`scores.jsonl`), a table of them (`lines.tsv`), the shares of each
pair's blocks (`shares.tsv`), `results.json`, `cost.json`, the report and figure 4. Everything is resumed by the same
command.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

import numpy as np
from torch import Tensor

from epicene.core.errors import EpiceneError, InputError
from epicene.core.files import write_text
from epicene.core.notices import Notice
from epicene.core.progress import Progress, Silent
from epicene.core.types import Estimate
from epicene.inside.corpus_run import Answer, CorpusChoice, ScoredRun, ScoreFolder, begun, source_nouns
from epicene.inside.forced.decoding import Forced, Question, default_contrasts, read_contrast
from epicene.inside.forced.forced_estimates import (
    EVERYBODY,
    GROUPS,
    MEASURES,
    Measuring,
    Member,
    Value,
    by_measure,
    lines_table,
    single_notices,
    single_occupations,
    values_of,
)
from epicene.inside.hooks import n_layers
from epicene.inside.interventions.amnesic import CONTROL, ERASE, EVERYWHERE, amnesic_names, fit_erasers
from epicene.inside.interventions.apply_interventions import (
    ITSELF,
    PATHS,
    SWAP,
    Around,
    Intervening,
    Pairs,
    as_published,
    batches_of_pairs,
    condition_names,
    is_erased,
    unknown_id,
)
from epicene.inside.interventions.complete_patching import (
    BASE,
    LETTERS,
    PatchedPair,
    is_told,
    patch_estimates,
    patched_pairs,
    shares_table,
)
from epicene.inside.interventions.path_patching import PATCHED, PLACEBO, PLACEBOS, same_gender
from epicene.inside.interventions.path_patching import PATHS as EVERY_PATH
from epicene.inside.interventions.placed_lines import Placed, Placing, has_paths
from epicene.inside.interventions.prompt_interventions import (
    PromptIntervening,
    is_of_blocks,
    placebo_estimates,
    prompt_layers,
    prompt_names,
    read_layers,
    same_gender_sentences,
)
from epicene.inside.published_figures import OUTLIERS
from epicene.inside.results import InterveneResults, Outlier, unique_notice_fields, write_values
from epicene.models.batching import unanswered
from epicene.models.engines.cost import Counted, Meter, metered
from epicene.models.engines.local import LOCAL
from epicene.models.translation import Translator, load_translator
from epicene.mt.corpora.neuroviz_corpus import corpus_notices
from epicene.mt.translating.transformers_system import ModelSystem

WITHOUT_OUTLIERS = "without outliers"
Values = Mapping[str, Sequence[Value]]  # by condition
Key = tuple[str, int]
T = TypeVar("T")
Batch = Intervening | PromptIntervening
FEWEST_FOR_ERASERS = 4  # nouns: an eraser is fitted on the others
EDITION = "3"  # of the conditions that are asked: a folder with fewer cannot be gone on with
# Beyond this, hooks do not do what they say; half-precision rounds differently from one run to the next.
TOLERANCE = {"float32": 1e-5}
LOOSE = 2e-2


def outliers(values: Values) -> list[Value]:
    """The pairs with the seven smallest r(u1), as in the paper's figure 4; of a small corpus, at most a tenth."""
    found = sorted((value for value in values.get("u1@0", ()) if value.measure == "r"), key=lambda value: value.value)
    return found[: min(OUTLIERS, len(found) // 10)]


@dataclass(frozen=True, slots=True)
class Effects:
    """All estimates of one model; `layers` is the number of its encoder's."""

    values: Values
    layers: int
    measuring: Measuring

    def estimates(self) -> list[Estimate]:
        found = self.measuring.estimates(self.values[BASE])
        found += self._amnesic()
        if "u1@0" not in self.values:  # into French, and in a prompt
            return found
        return [*found, *self._published(), *self._swept(), *self._patched_paths(), *self._paths()]

    def _published(self) -> list[Estimate]:
        """u1, u2, u3: the same pairs before and after, and the change."""
        odd = {value.line.number for value in outliers(self.values)}
        found = []
        for name, condition in as_published(self.layers).items():
            after = self.values[condition]
            kept = {(value.measure, value.line.number) for value in after}
            before = [value for value in self.values[BASE] if (value.measure, value.line.number) in kept]
            own = {**GROUPS, WITHOUT_OUTLIERS: lambda value: value.line.number not in odd} if name == "u1" else GROUPS
            found += self.measuring.estimates(before, own, f"{name}_before_")
            found += self.measuring.estimates(after, own, f"{name}_")
            for measure in MEASURES:
                for group, member in own.items():
                    found += self._change(f"{name}_change_{measure}", group, measure, (BASE, condition), member)
        return found

    def _swept(self) -> list[Estimate]:
        """Every replacement after every layer: the change of b and r, and their median."""
        found = []
        for name in ("u1", "u2", "u3"):
            for layer in range(self.layers + 1):
                condition = f"{name}@{layer}"
                found += self._centre(condition)
                for measure in MEASURES:
                    change = f"{condition}_change_{measure}"
                    found += self._change(change, "all", measure, (BASE, condition))
        return found

    def _amnesic(self) -> list[Estimate]:
        """How much of t goes: `amnesic_all`, `amnesic_noun`, `amnesic_control` at the encoder's output, `amnesic@1_all`
        after a layer; and `amnesic_beyond`, what goes everywhere beyond what goes by the control."""
        found = []
        for condition in (name for name in self.values if name.startswith((f"{ERASE}@", f"{CONTROL}@"))):
            kind, layer, letters = condition.replace("@", ":").split(":")
            where = "control" if kind == CONTROL else "all" if letters == EVERYWHERE else LETTERS[letters]
            prefix = "amnesic" if int(layer) == self.layers else f"amnesic@{layer}"
            for group, member in GROUPS.items():
                found += self._change(f"{prefix}_{where}", group, "t", (condition, BASE), member)
            if kind == CONTROL:
                found += self._change(f"{prefix}_beyond", "all", "t", (f"{ERASE}@{layer}:{letters}", condition))
        return found

    def _patched_paths(self) -> list[Estimate]:
        """`patched_a_lost_t`, `patched_a_alone_t`, what each placebo takes, `random_a_lost_t`, and what patching takes
        beyond it, `beyond_random_a_lost_t`."""
        found, everything = [], f"{PATCHED}:{''.join(EVERY_PATH)}"
        for name in (name for name in self.values if name.startswith(f"{PATCHED}:")):
            found += [one for one in self._centre(name) if one.metric.endswith("t_mean")]
        for path in EVERY_PATH:
            others = f"{PATCHED}:{''.join(other for other in EVERY_PATH if other != path)}"
            for group, member in GROUPS.items():
                found += self._change(f"patched_{path}_alone_t", group, "t", (everything, others), member)
                for kind in (PATCHED, *PLACEBOS):
                    if (changed := f"{kind}:{path}") in self.values:
                        family = PLACEBO if kind in PLACEBOS else ""
                        found += self._change(f"{kind}_{path}_lost_t", group, "t", (changed, BASE), member, family)
            for kind in PLACEBOS:
                found += self._change(
                    f"beyond_{kind}_{path}_lost_t", "all", "t", (f"{PATCHED}:{path}", f"{kind}:{path}")
                )
        return found

    def _paths(self) -> list[Estimate]:
        found = []
        everything = "cut:" + "".join(PATHS)
        for paths in (name for name in self.values if name.startswith("cut:")):
            found += self._centre(paths)
        for path in PATHS:
            others = "cut:" + "".join(other for other in PATHS if other != path)
            for measure in MEASURES:
                for group, member in GROUPS.items():
                    lost, alone = (f"cut:{path}", BASE), (everything, others)
                    found += self._change(f"path_{path}_lost_{measure}", group, measure, lost, member)
                    found += self._change(f"path_{path}_alone_{measure}", group, measure, alone, member)
        return found

    def _centre(self, condition: str) -> list[Estimate]:
        spread = self.measuring.estimates(self.values[condition], EVERYBODY, f"{condition}_")
        return [one for one in spread if one.metric.endswith(("_mean", "_median"))]

    def _change(
        self,
        metric: str,
        group: str,
        measure: str,
        conditions: tuple[str, str],
        member: Member = EVERYBODY["all"],
        family: str = "",
    ) -> list[Estimate]:
        """The mean of second − first over the lines that both conditions have."""
        first, second = (
            {
                value.line.number: value
                for value in self.values.get(condition, ())
                if value.measure == measure and member(value)
            }
            for condition in conditions
        )
        changes = {
            number: replace(first[number], value=second[number].value - first[number].value)
            for number in sorted(first.keys() & second.keys())
        }
        total = sum(one.measure == measure for one in self.values[BASE])
        return [self.measuring.mean(metric, group, changes, 0.0, total, family)] if changes else []


def sanity(answers: Mapping[Key, Answer], comparable: Sequence[int]) -> dict[str, float | None]:
    """The largest change of a probability where none may be: `itself` against plain, `swap` against the partner's.

    `comparable` are lines whose partner is asked the same after the same prefix; of others a swap says nothing exact,
    and where there is none, `swap` is None.
    """
    lines = sorted(line for asked, line in answers if asked == ITSELF)
    swapped = [line for line in comparable if (SWAP, line) in answers]
    return {
        ITSELF: max((_apart(answers[ITSELF, line], answers[BASE, line]) for line in lines), default=0.0),
        SWAP: max((_apart(answers[SWAP, line], answers[BASE, line ^ 1]) for line in swapped), default=None),
    }


def _apart(one: Answer, other: Answer) -> float:
    pairs = ((one.masculine, other.masculine), (one.feminine, other.feminine))
    return max(abs(float(np.exp(a) - np.exp(b))) for a, b in pairs)


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
    asked = {"kind": "intervene", "edition": EDITION, "contrast": contrast.name, "possessive": request.possessive}
    if direction != "fr-en":
        asked["direction"] = direction
    prompted = system.marks.prompt is not None
    if request.layers:
        if not prompted:
            raise InputError("--layers is for language models; in an encoder, all layers are looked at.")
        asked["layers"] = ",".join(map(str, read_layers(request.layers)))
    with begun("mt-intervene", request.corpus, request.out, [contrast], system, asked) as run:
        corpus = run.corpus
        system.check(corpus.source.lines, corpus.source.path)
        with metered(request.out, LOCAL) as meter:
            progress.say(f"Loading {system.name}")
            translator = load_translator(system.description, system.marks, system.placement, system.decoding)
            if has_paths(translator, direction):
                unknown_id(translator)
            questions = _whole_pairs(contrast.questions(translator, corpus.lines, corpus.reference.path, run.nouns))
            placing = Placing(direction, request.possessive, source_nouns(corpus, direction), run.nouns)
            placed = placing.place(translator, questions)
            n = n_layers(translator.model)
            asking = _Asking(run.folder, translator, meter, progress)
            if prompted:
                layers = prompt_layers(n, read_layers(request.layers) if request.layers else ())
                names, alike = prompt_names(layers), same_gender_sentences(placed)
            else:
                layers = list(range(n + 1))
                names, alike = condition_names(n, direction), same_gender(placed)
            asking.ask(placed, names, Around(alike, seed=request.seed))
            names += asking.ask_amnesic(placed, layers[:-1] if prompted else layers, request.seed)
        asked_of = [name for name in names if not is_of_blocks(name)]
        forced = {name: _answers(run, name) for name in asked_of}
        values = {
            name: values_of(sorted(own, key=lambda one: one.line.number), run.nouns, direction)
            for name, own in forced.items()
        }
        patched = patched_pairs(run.folder.done, placed, layers)
        results = _results(request, contrast.name, run, layers, placed, values, patched)
        write_text(request.out / "lines.tsv", lines_table("condition", forced, values))
        write_text(request.out / "shares.tsv", shares_table(patched))
        write_values(request.out, by_measure(values))
        run.folder.write_results(results)
    results.cost = meter.cost
    return results


def _answers(run: ScoredRun, condition: str) -> list[Forced]:
    """In the order in which they came."""
    lines = {line.number: line for line in run.corpus.lines}
    return [
        Forced(lines[answer.line], answer.masculine, answer.feminine)
        for answer in run.folder.done.values()
        if answer.asked == condition
    ]


def _whole_pairs(questions: Sequence[Question]) -> list[Question]:
    """Interventions average over a pair, so both of its lines must be there."""
    asked = {question.line.number for question in questions}
    found = [question for question in questions if question.line.number ^ 1 in asked]
    if not found:
        raise InputError("No pair has both of its lines with the contrast; choose another --contrast.")
    return found


@dataclass(frozen=True, slots=True)
class _Asking:
    folder: ScoreFolder
    translator: Translator
    meter: Meter
    progress: Progress

    def ask(self, placed: Sequence[Placed], names: Sequence[str], around: Around) -> None:
        """A batch of pairs is asked under all conditions and then written; the last condition tells that it was."""

        def keys(lines: Sequence[Placed]) -> list[tuple[str, int]]:
            return [(names[-1], line.question.line.number) for line in lines]

        def answers(batch: Batch) -> list[Answer]:
            return [answer for name in names for answer in batch.answers(name)]

        done = self.folder.done
        self.progress.start(
            f"{len(names)} conditions with {self.translator.name}",
            len(placed),
            sum(key in done for key in keys(placed)),
        )
        for lines in unanswered(self._batches(placed), keys, done):
            n_new = sum(key not in done for key in keys(lines))
            self.folder.append(self._work(lines, answers, around))
            self.progress.advance(n_new)

    def ask_amnesic(self, placed: Sequence[Placed], layers: Sequence[int], seed: int) -> list[str]:
        """Layer by layer: read what stands there in all lines, fit the erasers, ask. Erasers are fitted again where a
        run is resumed, from the same batches, so that they are the same."""
        by_line = {line.question.line.number: line for line in placed}
        lines = [line for number, line in by_line.items() if is_erased(line, by_line[number ^ 1])]
        if len({line.question.line.occupation for line in lines}) < FEWEST_FOR_ERASERS:
            return []
        asked = []
        for layer in layers:
            names = amnesic_names(layer)
            asked += names
            if any((names[-1], line.question.line.number) not in self.folder.done for line in lines):
                erasers = fit_erasers(layer, self._states(lines, layer), lines, seed)
                self.ask(lines, names, Around(erasers=erasers, seed=seed))
        return asked

    def _states(self, lines: Sequence[Placed], layer: int) -> dict[int, Tensor]:
        def states(batch: Batch) -> list[tuple[int, Tensor]]:
            numbers = [line.question.line.number for line in batch.pairs.lines]
            return list(zip(numbers, batch.states_after(layer), strict=True))

        return dict(one for own in self._batches(lines) for one in self._work(own, states, Around()))

    def _batches(self, lines: Sequence[Placed]) -> list[list[Placed]]:
        return [[line for pair in pairs for line in pair] for pairs in batches_of_pairs(self.translator, lines)]

    def _work(self, lines: Sequence[Placed], read: Callable[[Batch], list[T]], around: Around) -> list[T]:
        """In one go, unless memory ran out before and the translator takes fewer now."""
        made = Intervening if self.translator.marks.prompt is None else PromptIntervening

        def one_batch(pairs: Sequence[tuple[Placed, Placed]]) -> list[T]:
            return read(made(Pairs.of(self.translator, pairs), around))

        def work(translator: Translator, lines: Sequence[Placed]) -> list[T]:
            batches = batches_of_pairs(translator, lines)
            return [one for pairs in batches for one in translator.in_halves(one_batch, pairs)]

        found, cost = Counted(work)(self.translator, lines)
        self.meter.add(cost)
        return found


def _results(
    request: InterveneRequest,
    contrast: str,
    run: ScoredRun,
    layers: Sequence[int],
    placed: Sequence[Placed],
    values: Values,
    patched: Sequence[PatchedPair],
) -> InterveneResults:
    corpus, system, direction = run.corpus, run.system, request.corpus.direction
    checked = sanity(run.folder.done, _comparable(placed))
    allowed = TOLERANCE.get(system.placement.dtype, LOOSE)
    _refuse_broken_hooks(checked, allowed, system)
    of_son = [request.possessive] if corpus.direction.forward else []  # an English source has its own possessives
    made = run.signature("-".join(("intervene", direction, contrast, *of_son)))
    measuring = Measuring(f"{direction} {contrast}", made, request.seed)
    same_noun = {number: run.nouns[number] == run.nouns[number ^ 1] for number in run.nouns}
    told = [line for line, partner in _with_partners(placed) if is_told(line, partner)]
    last, prompted = layers[-1], system.marks.prompt is not None
    across = len(told) - sum(pair.layer == last for pair in patched)
    unequal = _u3_left_out(values, last, placed)
    notices = [
        *corpus_notices(corpus.lines, corpus.direction.pair[0]),
        *([Notice("forced.notice.limit", {"n": len(corpus.lines), "total": corpus.total})] if corpus.limited else []),
        *([Notice("forced.notice.patch", {"n": across, "total": len(told)})] if across else []),
        *([Notice("forced.notice.u3", {"n": unequal})] if unequal else []),
        *single_notices(values[BASE]),
    ]
    return InterveneResults(
        model=system.name,
        direction=direction,
        signatures={contrast: made},
        n=len(corpus.lines),
        n_total=corpus.total,
        n_asked={contrast: len(placed)},
        layers=last,
        possessive=request.possessive,
        prompt_layers=list(layers[:-1]) if prompted else [],
        estimates=[
            *Effects(values, last, measuring).estimates(),
            *patch_estimates(patched, layers, same_noun, measuring, prompted=prompted),
            *(placebo_estimates(run.folder.done, placed, layers, same_noun, measuring) if prompted else ()),
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


def _with_partners(placed: Sequence[Placed]) -> list[tuple[Placed, Placed]]:
    by_line = {line.question.line.number: line for line in placed}
    return [(line, by_line[number ^ 1]) for number, line in by_line.items()]


def _u3_left_out(values: Values, layers: int, placed: Sequence[Placed]) -> int:
    """Pairs."""
    own = values.get(as_published(layers)["u3"])
    return 0 if own is None else len(placed) // 2 - len({value.line.pair for value in own})


def _comparable(placed: Sequence[Placed]) -> list[int]:
    """Lines that differ from their partner in the source only."""
    return [
        one.question.line.number
        for one, other in _with_partners(placed)
        if _asked_of(one.question) == _asked_of(other.question)
    ]


def _asked_of(question: Question) -> tuple[tuple[int, ...], ...]:
    return question.prefix, question.masculine, question.feminine


def _refuse_broken_hooks(checked: Mapping[str, float | None], allowed: float, system: ModelSystem) -> None:
    for name, doing in ((ITSELF, "replacing vectors by themselves"), (SWAP, "swapping a pair's vectors")):
        apart = checked[name]
        if apart is not None and apart > allowed:
            raise EpiceneError(
                f"With {system.name}, {doing} moves a probability by {apart:.2g} where it must not; epicene cannot "
                "intervene in this kind of model. Please report it."
            )
