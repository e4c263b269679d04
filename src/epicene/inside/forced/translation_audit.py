"""`epicene mt audit`: a translation model asked by forced decoding, next to what it translates.

The folder holds the answers (`scores.jsonl`), the translations, a table of all lines (`lines.tsv`), `results.json`,
`cost.json`, the report and the figure. Everything is resumed by the same command.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import epicene
from epicene.core.files import write_text
from epicene.core.notices import Notice
from epicene.core.progress import Progress, Silent
from epicene.grammar.english.possessives import GENDER_OF, find_possessive
from epicene.inside.answer_folder import Answer, ScoreFolder
from epicene.inside.corpus_choice import FOLDER, CorpusChoice, corpus_digest
from epicene.inside.forced.decoding import Forced, batches_of, force_batch
from epicene.inside.forced.forced_estimates import (
    BENCHMARK,
    MEASURES,
    Measuring,
    Training,
    Value,
    by_measure,
    correlations,
    extremes,
    single_notices,
    single_occupations,
    subwords,
    values_of,
)
from epicene.inside.kept_run import notices_of, said, write_values
from epicene.inside.word_contrasts import DEFAULT_CONTRASTS, NOUN, Nouns, Question, read_contrast
from epicene.models.batching import unanswered
from epicene.models.engines.local import Workers
from epicene.models.translation import Translator
from epicene.mt.clustered_estimates import RESAMPLING
from epicene.mt.judging.judge_measures import document as judged_document
from epicene.mt.judging.line_judge import Corpus, Judgment, judge
from epicene.mt.sentence_files import read_sentences
from epicene.mt.translating.systems import ModelSystem
from epicene.mt.translating.translate_file import TranslationRequest, translate
from epicene.runs.signature import Signature


@dataclass(frozen=True, slots=True)
class AuditRequest:
    """`hypotheses` are translations that somebody has already; without them the model translates."""

    corpus: CorpusChoice
    out: Path
    contrasts: Sequence[str] = ()
    hypotheses: Path | None = None
    training: Training = field(default_factory=Training)
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Audited:
    """What `--json` prints, and the values behind it by contrast, for figures."""

    document: dict[str, Any]
    values: Mapping[str, Sequence[Value]]


def audit(request: AuditRequest, system: ModelSystem, progress: Progress | None = None) -> Audited:
    """Ask, translate, judge and measure; or resume where an earlier call ended."""
    progress = progress or Silent()
    request.corpus.check()
    direction = request.corpus.direction
    contrasts = [read_contrast(text, direction) for text in request.contrasts or DEFAULT_CONTRASTS[direction]]
    folder = ScoreFolder(request.out)
    with folder.lock():
        folder.claim("mt-audit", FOLDER)
        corpus, nouns = request.corpus.open(request.out, contrasts)
        folder.start("mt-audit", _question(request, corpus, system), FOLDER)
        frequencies = request.training.frequencies(corpus.lines, progress)  # files before weights: they may be wrong
        judged = judge(corpus, request.hypotheses) if request.hypotheses else None
        system.check(corpus.source.lines, corpus.source.path)
        pieces = subwords(system.planner, corpus.lines, direction)
        with system.counted(request.out) as meter, system.at_work() as workers:
            asking = _Asking(corpus, nouns, system, folder, workers, progress)
            forced = {contrast.name: asking.answers(contrast.name) for contrast in contrasts}
            judged = judged or _translated(request.out, corpus, system, progress)
        facts = {"subwords": pieces, **({"frequency": frequencies} if frequencies else {})}
        values = {contrast: values_of(found, nouns, direction) for contrast, found in forced.items()}
        document = _document(request, corpus, system, forced, values, facts, judged)
        write_text(request.out / "lines.tsv", _table(corpus, forced, values, facts, judged))
        write_values(request.out, by_measure(values))
        folder.write_results(document)
    return Audited({**document, "cost": meter.cost}, values)


def _question(request: AuditRequest, corpus: Corpus, system: ModelSystem) -> dict[str, Any]:
    """What makes the answers: another contrast, seed or training corpus asks nothing new of the model."""
    facts = system.facts
    return {
        "kind": "audit",
        "direction": corpus.direction.name,
        "corpus_digest": corpus_digest(corpus),
        **{key: facts[key] for key in ("model", "revision", "weights", "prefix", "dtype")},
    }


@dataclass(frozen=True, slots=True)
class _Asking:
    corpus: Corpus
    nouns: Nouns
    system: ModelSystem
    folder: ScoreFolder
    workers: Workers[Translator]
    progress: Progress

    def answers(self, contrast: str) -> list[Forced]:
        """Of one contrast, line by line; only what the folder lacks is asked."""
        system, progress = self.system, self.progress
        chosen = read_contrast(contrast, self.corpus.direction.name)
        questions = chosen.questions(system.planner, self.corpus.lines, self.corpus.reference.path, self.nouns)
        done, budget = self.folder.done, system.budget

        def keys(asked: Sequence[Question]) -> list[tuple[str, int]]:
            return [(contrast, question.line.number) for question in asked]

        label = f"Forced decoding of {_shown(contrast)} with {system.name}"
        progress.start(label, len(questions), sum(key in done for key in keys(questions)))
        todo = unanswered(batches_of(questions, lambda: budget), keys, done)
        for batch in self.workers.map(force_batch, todo):
            answers = [Answer(contrast, one.line.number, one.masculine, one.feminine) for one in batch]
            progress.advance(self.folder.append(answers))
        found = [done[key] for key in keys(questions)]
        return [Forced(self.corpus.lines[one.line], one.masculine, one.feminine) for one in found]


def _translated(folder: Path, corpus: Corpus, system: ModelSystem, progress: Progress) -> list[Judgment]:
    """The model's own translations, judged; that they translate these lines need not be checked."""
    direction = corpus.direction
    out = folder / f"translations.{direction.target}"
    wanted = TranslationRequest(corpus.source.path, out, direction.source, direction.target, len(corpus.lines))
    translate(wanted, system, progress)
    texts = read_sentences(out, allow_empty=True)
    return [direction.judge(line, text) for line, text in zip(corpus.lines, texts, strict=True)]


def signature(corpus: Corpus, system: ModelSystem, scoring: str) -> str:
    """Of one way of asking."""
    made = Signature(
        benchmark=BENCHMARK,
        data_digest=corpus_digest(corpus),
        scoring=scoring,
        bos="none",
        model=system.name,
        weights_digest=system.facts["weights"],
        resampling=RESAMPLING,
        version=epicene.__version__,
        options=(f"limit:{len(corpus.lines)}",) if corpus.limited else (),
    )
    return str(made)


def _document(
    request: AuditRequest,
    corpus: Corpus,
    system: ModelSystem,
    forced: Mapping[str, Sequence[Forced]],
    values: Mapping[str, Sequence[Value]],
    facts: Mapping[str, Mapping[int, int]],
    judged: Sequence[Judgment],
) -> dict[str, Any]:
    direction = corpus.direction.name
    signatures = {contrast: signature(corpus, system, f"forced-{direction}-{contrast}") for contrast in forced}
    estimates = []
    for contrast, found in forced.items():
        measuring = Measuring(f"{direction} {contrast}", signatures[contrast], request.seed)
        estimates += [*measuring.estimates(values[contrast]), *measuring.choices(found, direction)]
    translations = judged_document(corpus, judged, system.name, request.seed)
    without = _without_possessive(corpus)
    return {
        "model": system.name,
        "direction": direction,
        "signatures": signatures,
        "n": len(corpus.lines),
        "n_total": corpus.total,
        "n_asked": {contrast: len(found) for contrast, found in forced.items()},
        "estimates": [asdict(estimate) for estimate in estimates],
        "nouns": {
            contrast: {measure: extremes(own, measure) for measure in MEASURES} for contrast, own in values.items()
        },
        "correlations": {contrast: correlations(own, facts, request.seed) for contrast, own in values.items()},
        "judged": translations,
        "n_empty": sum(not judgment.hypothesis for judgment in judged),
        "n_without_possessive": without,
        "single_occupations": {contrast: single_occupations(own) for contrast, own in values.items()},
        **said(_notices(corpus, forced, values, judged, without, notices_of(translations))),
    }


def _notices(
    corpus: Corpus,
    forced: Mapping[str, Sequence[Forced]],
    values: Mapping[str, Sequence[Value]],
    judged: Sequence[Judgment],
    without: int,
    of_judged: Sequence[Notice],
) -> Iterator[Notice]:
    yield from of_judged
    n = len(corpus.lines)
    if n < corpus.total:
        yield Notice("forced.notice.limit", {"n": n, "total": corpus.total})
    for contrast, found in forced.items():
        if len(found) < n:
            yield Notice("forced.notice.left-out", {"left": n - len(found), "n": n, "contrast": contrast})
    if empty := sum(not judgment.hypothesis for judgment in judged):
        yield Notice("forced.notice.empty", {"n": empty})
    if without:
        yield Notice("forced.notice.no-possessive", {"n": without, "total": n})
    yield from (notice for own in values.values() for notice in single_notices(own))


def _without_possessive(corpus: Corpus) -> int:
    """References into English whose gender another word tells; judging looks for a possessive and finds none."""
    if corpus.direction.target != "en":
        return 0
    return sum(find_possessive(line.english) not in GENDER_OF for line in corpus.lines)


def _shown(contrast: str) -> str:
    return "the noun's two forms" if contrast == NOUN else contrast


_COLUMNS = ("line", "pair", "class", "gender", "marked", "occupation", "contrast", "log_masculine", "log_feminine")


def _table(
    corpus: Corpus,
    forced: Mapping[str, Sequence[Forced]],
    values: Mapping[str, Sequence[Value]],
    facts: Mapping[str, Mapping[int, int]],
    judged: Sequence[Judgment],
) -> str:
    """A row for each line and contrast; r and t stand at the pair's feminine line. Logs are natural."""
    rows = ["\t".join((*_COLUMNS, "b", "r", "t", *facts, "found", "source", "hypothesis"))]
    for contrast, found in forced.items():
        by_line = {(value.measure, value.line.number): value.value for value in values[contrast]}
        for one in found:
            line = one.line
            of_pair = [by_line.get((measure, line.number)) for measure in ("r", "t")]
            rows.append(
                "\t".join(
                    (
                        *(str(line.number + 1), str(line.pair + 1), line.class_, line.gender.value),
                        *("yes" if line.marked else "no", line.occupation, contrast),
                        *(f"{one.masculine:.6f}", f"{one.feminine:.6f}", f"{one.b:.6f}"),
                        *("" if value is None else f"{value:.6f}" for value in of_pair),
                        *(str(known.get(line.number, "")) for known in facts.values()),
                        judged[line.number].outcome,
                        corpus.source.lines[line.number],
                        judged[line.number].hypothesis,
                    )
                )
            )
    return "".join(f"{row}\n" for row in rows)
