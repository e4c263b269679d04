"""`epicene mt audit`: a translation model asked by forced decoding, next to what it translates.

The folder holds the answers (`scores.jsonl`), the translations, a table of all lines (`lines.tsv`), `results.json`,
`cost.json`, the report and the figure. Everything is resumed by the same command.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

import msgspec

from epicene.core.files import write_text
from epicene.core.notices import NOTE, Notice
from epicene.core.progress import Progress, Silent
from epicene.grammar.languages import target_grammar
from epicene.grammar.people import GENDER_OF
from epicene.inside.corpus_run import FOLDER, CorpusChoice, ScoredRun, WordScores, begun
from epicene.inside.forced.decoding import (
    Forced,
    ForcedQuestion,
    WordContrast,
    batches_of,
    default_contrasts,
    force_batch,
    of_nobody,
    read_contrast,
)
from epicene.inside.forced.forced_estimates import (
    MEASURES,
    Measuring,
    TrainingCounts,
    Value,
    correlations,
    extremes,
    lines_table,
    single_notices,
    single_occupations,
    subwords,
    values_of,
)
from epicene.inside.results import NOUN, TEST_SET, ForcedResults, unique_notice_fields
from epicene.models.batching import unanswered
from epicene.models.engines.local import Workers
from epicene.models.translation import Translator
from epicene.mt.controlled_corpus import CorpusLine
from epicene.mt.judging.judge_run import judge_results
from epicene.mt.judging.line_judge import ControlledCorpus, LineJudgment, judge, judge_lines, source_file, take_in
from epicene.mt.results import BleuResults
from epicene.mt.sentence_files import read_sentences
from epicene.mt.translating.bleu_run import BleuRequest, translate_and_score
from epicene.mt.translating.transformers_system import ModelSystem
from epicene.mt.translating.translate_file import TranslationRequest, translate

Facts = Mapping[str, Mapping[int, int]]  # sub-words and frequency of the noun, by line


@dataclass(frozen=True, slots=True)
class ForcedRequest:
    """`hypotheses` are translations that somebody has already; without them the model translates. `test` are the two
    sides of a text to measure BLEU on: what a system that was acted on has lost elsewhere."""

    corpus: CorpusChoice
    out: Path
    contrasts: Sequence[str] = ()
    hypotheses: Path | None = None
    training: TrainingCounts = field(default_factory=TrainingCounts)
    seed: int = 0
    test: tuple[Path, Path] | None = None


def audit(request: ForcedRequest, system: ModelSystem, progress: Progress | None = None) -> ForcedResults:
    """Ask, translate, judge and measure; or resume where an earlier call ended."""
    progress = progress or Silent()
    request.corpus.check()
    direction = request.corpus.direction
    contrasts = [read_contrast(text, direction) for text in request.contrasts or default_contrasts(direction)]
    # What makes the answers: another contrast, seed or training corpus asks nothing new of the model.
    question = {"kind": "audit", "direction": direction}
    with begun("mt-audit", request.corpus, request.out, contrasts, system, question) as run:
        corpus = run.corpus
        bleu: BleuResults | msgspec.UnsetType = msgspec.UNSET
        frequencies = request.training.frequencies(corpus.lines, progress)  # files before weights: they may be wrong
        judged = judge(corpus, request.hypotheses) if request.hypotheses else None
        system.check(corpus.source.lines, corpus.source.path)
        pieces = subwords(system.planner, corpus.lines, direction)
        with system.counted(request.out) as meter, system.at_work() as workers:
            forced = {contrast.name: _answers(run, contrast, workers, progress) for contrast in contrasts}
            third = {contrast.name: _third(run, contrast, workers, progress) for contrast in contrasts}
            judged = judged or _translated(request.out, corpus, system, progress)
            if request.test is not None:
                source, reference = request.test
                languages = corpus.direction.source, corpus.direction.target
                wanted = BleuRequest(source.name, source, reference, languages, request.out / TEST_SET)
                bleu = translate_and_score(wanted, system, progress)
        facts = {"subwords": pieces, **({"frequency": frequencies} if frequencies else {})}
        values = {contrast: values_of(answers, run.nouns, direction) for contrast, answers in forced.items()}
        audited = _Audited(run, forced, third, values, facts, judged)
        results = audited.results(request.seed, bleu)
        write_text(request.out / "lines.tsv", audited.table())
        run.folder.write_results(results)
    results.cost = meter.cost
    return results


def _answers(run: ScoredRun, contrast: WordContrast, workers: Workers[Translator], progress: Progress) -> list[Forced]:
    """Of one contrast, line by line; only what the folder lacks is asked."""
    system, corpus, done, budget = run.system, run.corpus, run.folder.done, run.system.budget
    questions = contrast.questions(system.planner, corpus.lines, corpus.reference.path, run.nouns)

    def keys(batch: Sequence[ForcedQuestion]) -> list[tuple[str, int]]:
        return [(contrast.name, question.line.number) for question in batch]

    shown = "the noun's two forms" if contrast.name == NOUN else contrast.name
    label = f"Forced decoding of {shown} with {system.name}"
    progress.start(label, len(questions), sum(key in done for key in keys(questions)))
    todo = unanswered(batches_of(questions, lambda: budget), keys, done)
    for batch in workers.map(force_batch, todo):
        answers = [WordScores(contrast.name, forced.line.number, forced.masculine, forced.feminine) for forced in batch]
        progress.advance(run.folder.append(answers))
    scores = [done[key] for key in keys(questions)]
    lines = {line.number: line for line in corpus.lines}
    return [Forced(lines[forced.line], forced.masculine, forced.feminine) for forced in scores]


def _third(
    run: ScoredRun, contrast: WordContrast, workers: Workers[Translator], progress: Progress
) -> tuple[tuple[str, str, str], dict[int, float]] | None:
    """How likely *their* is where *his* and *her* were asked about: the three words, and its log by line."""
    third = of_nobody(contrast, run.system.planner)
    if third is None or third.words is None:
        return None
    answers = _answers(run, third, workers, progress)
    return (*third.words, third.instead), {forced.line.number: forced.feminine for forced in answers}


def _translated(folder: Path, corpus: ControlledCorpus, system: ModelSystem, progress: Progress) -> list[LineJudgment]:
    """The model's own translations, judged; that they translate these lines need not be checked."""
    direction = corpus.direction
    out = folder / f"translations.{direction.target}"
    wanted = TranslationRequest(source_file(corpus, folder / FOLDER), out, direction.source, direction.target)
    translate(wanted, system, progress)
    texts = read_sentences(out, allow_empty=True)
    return judge_lines(direction, corpus.lines, take_in(direction, corpus.lines, texts))


@dataclass(frozen=True, slots=True)
class _Audited:
    """What was found of each contrast (`third` where *their* was asked about), and in the translations."""

    run: ScoredRun
    forced: Mapping[str, Sequence[Forced]]
    third: Mapping[str, tuple[tuple[str, str, str], Mapping[int, float]] | None]
    values: Mapping[str, Sequence[Value]]
    facts: Facts
    judged: Sequence[LineJudgment]

    def results(self, seed: int, bleu: BleuResults | msgspec.UnsetType) -> ForcedResults:
        corpus, direction, values = self.run.corpus, self.run.corpus.direction.name, self.values
        signatures = {contrast: self.run.signature(f"forced-{direction}-{contrast}") for contrast in self.forced}
        estimates = []
        for contrast, answers in self.forced.items():
            measuring = Measuring(f"{direction} {contrast}", signatures[contrast], seed)
            estimates += [*measuring.estimates(values[contrast]), *measuring.choices(answers, direction)]
            if (third := self.third[contrast]) is not None:
                estimates += measuring.possessives(answers, *third)
        translations = judge_results(corpus, self.judged, self.run.system.name, seed)
        empty, without = sum(not judgment.hypothesis for judgment in self.judged), 0
        if corpus.direction.forward:  # references whose gender another word tells: judging finds no possessive there
            owners = target_grammar(corpus.direction.target)
            without = sum(owners.find_possessive(line.target) not in GENDER_OF for line in corpus.lines)
        return ForcedResults(
            model=self.run.system.name,
            direction=direction,
            signatures=signatures,
            n=len(corpus.lines),
            n_total=corpus.total,
            n_asked={contrast: len(answers) for contrast, answers in self.forced.items()},
            estimates=estimates,
            nouns={name: {measure: extremes(own, measure) for measure in MEASURES} for name, own in values.items()},
            correlations={contrast: correlations(own, self.facts, seed) for contrast, own in values.items()},
            judged=translations,
            bleu=bleu,
            n_empty=empty,
            n_without_possessive=without,
            single_occupations={contrast: single_occupations(own) for contrast, own in values.items()},
            # Forced decoding does not rest on the translations: what bars those does not bar it.
            **unique_notice_fields(
                [
                    *(replace(notice, severity=NOTE) for notice in translations.notice_list()),
                    *self._notices(empty, without),
                ]
            ),
        )

    def _notices(self, empty: int, without: int) -> Iterator[Notice]:
        """Besides those of the translations, which say the limit."""
        n = len(self.run.corpus.lines)
        for contrast, answers in self.forced.items():
            if len(answers) < n:
                yield Notice("forced.notice.left-out", {"left": n - len(answers), "n": n, "contrast": contrast})
        if empty:
            yield Notice("forced.notice.empty", {"n": empty})
        if without:
            yield Notice("forced.notice.no-possessive", {"n": without, "total": n})
        yield from (notice for own in self.values.values() for notice in single_notices(own))

    def table(self) -> str:
        judged = {judgment.line.number: judgment for judgment in self.judged}
        way = self.run.corpus.direction

        def fact(known: Mapping[int, int], line: CorpusLine) -> str:
            return str(known.get(line.number, ""))

        return lines_table(
            "contrast",
            self.forced,
            self.values,
            before={"marked": lambda line: "yes" if line.marked else "no"},
            behind={
                **{name: partial(fact, known) for name, known in self.facts.items()},
                "found": lambda line: judged[line.number].outcome,
                "source": lambda line: way.asked(line),
                "hypothesis": lambda line: judged[line.number].hypothesis,
            },
        )
