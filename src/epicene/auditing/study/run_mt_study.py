"""A study of translation systems: each is trained where it must be, judged, forced, probed and intervened in.

The study folder: `study.toml` (the file as it was given), `study.json` (what became of each step), and a folder for
each system with those of its steps, which are what `train mt`, `mt corpus-stats`, `mt audit`, `mt judge`, `mt winomt`,
`mt probe` and `mt intervene` make, and a test set's BLEU: all of them go on where they ended.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from epicene.auditing.study.mt_study_file import (
    AUDIT,
    BLEU,
    CORPUS,
    INTERVENE,
    JUDGE,
    PROBE,
    TRAINING_FILES,
    WINOMT,
    MtStudy,
    MtSystem,
)
from epicene.auditing.study.saved_study import RECORD, FailedStep, KeptStep, MtStudied, MtStudyRecord, Step, read_step
from epicene.core.errors import EpiceneError
from epicene.core.files import write_json, write_text
from epicene.core.progress import Progress, Silent
from epicene.inside.corpus_run import CorpusChoice
from epicene.inside.forced.forced_estimates import TrainingCounts
from epicene.inside.forced.translation_audit import ForcedRequest, audit
from epicene.inside.interventions.intervention_run import InterveneRequest, intervene
from epicene.inside.probes.linear_probe import ProbeSettings
from epicene.inside.probes.probe_corpora import ProbeCorpusChoice as ProbeCorpora
from epicene.inside.probes.probe_corpora import occupations_of
from epicene.inside.probes.probe_run import ProbeRequest, probe_model
from epicene.models.engines.local import Engine, Local
from epicene.models.loading import Placement
from epicene.models.translation import Decoding
from epicene.mt.corpus_stats import CorpusStatsRequest as StatsRequest
from epicene.mt.corpus_stats import save_stats
from epicene.mt.judging.entity_gender import WinoItem
from epicene.mt.judging.judge_run import JudgeRequest, open_judging
from epicene.mt.judging.line_judge import open_corpus, source_file
from epicene.mt.judging.winomt_run import WinomtRequest, open_winomt, sampled_items
from epicene.mt.lexicon import read_lexicon
from epicene.mt.translating.bleu_run import BleuRequest, translate_and_score
from epicene.mt.translating.transformers_system import ModelSystem, open_model
from epicene.mt.translating.translate_file import CountedSystem, TranslationRequest, translate
from epicene.mt.translating.translation_engine import ModelChoice, languages_of, open_system
from epicene.runs.folder import locked, refuse_foreign_files
from epicene.train.results import MtResults, read_trained
from epicene.train.train_mt import train_mt
from epicene.train.train_requests import TrainMtRequest

TRAIN = "train"


# A step's notices as sentences: the page has the words.
InWords = Callable[[Step], Sequence[str]]


def run_mt_study(
    study: MtStudy,
    in_words: InWords,
    *,
    out: Path | None = None,
    limit: int | None = None,
    placement: Placement | None = None,
    engine: Engine | None = None,
    seed: int = 0,
    strict: bool = False,
    progress: Progress | None = None,
) -> MtStudied:
    """Run or resume. A step that fails is written down and the others go on; with `strict`, a notice fails it, said as
    `in_words` has it."""
    if limit is not None:
        study = replace(study, options=msgspec.structs.replace(study.options, limit=limit))
    path = out or study.out or Path("runs") / study.path.stem
    with locked(path):
        if not (path / RECORD).is_file():
            refuse_foreign_files(path, "study", "study.toml")
        write_text(path / "study.toml", study.source)
        placed = (placement or Placement(), engine or Local())
        return _Pass(study, in_words, path, *placed, seed, strict, progress or Silent()).go()


@dataclass
class _Pass:
    study: MtStudy
    in_words: InWords
    path: Path
    placement: Placement
    engine: Engine
    seed: int
    strict: bool
    progress: Progress

    def go(self) -> MtStudied:
        steps: list[Step] = []
        failures: list[FailedStep] = []
        if not (self.path / RECORD).is_file():
            self._write(steps, failures)  # so that a first training cut short is known for a study's
        for system in self.study.systems:
            for name in (TRAIN, *self.study.steps_of(system)):
                try:
                    step = self._step(system, name)
                except EpiceneError as error:
                    self.progress.say(f"{system.name}, {name}: {error}")
                    failures.append(FailedStep.of(error, system=system.name, step=name))
                    if name == TRAIN:
                        self._write(steps, failures)
                        break
                else:
                    steps += [step] if step else []
                self._write(steps, failures)
        return MtStudied(self.path, self.study.title, steps, failures)

    def _write(self, steps: Sequence[Step], failures: Sequence[FailedStep]) -> None:
        kept = [KeptStep(step.system, step.step, str(step.folder.relative_to(self.path))) for step in steps]
        record = MtStudyRecord(title=self.study.title, steps=kept, failures=list(failures))
        write_json(self.path / RECORD, msgspec.to_builtins(record))

    def _step(self, system: MtSystem, name: str) -> Step | None:
        if name == TRAIN:
            self._train(system)
            return None
        self.progress.say(f"{system.name}: {name}")
        made = {
            CORPUS: self._corpus_stats,
            BLEU: self._bleu,
            AUDIT: self._audit,
            JUDGE: self._judge,
            WINOMT: self._winomt,
            PROBE: self._probe,
            INTERVENE: self._intervene,
        }[name]
        made(system, out := self._folder(system) / name)
        step = read_step(system.name, name, out)
        if self.strict and (notices := self.in_words(step)):
            raise EpiceneError(f"Stopped because of --strict: {notices[0]}")
        return step

    def _folder(self, system: MtSystem) -> Path:
        return self.path / system.name.replace("/", "--")

    def _train(self, system: MtSystem) -> None:
        if system.train is None:
            return
        self.progress.say(f"{system.name}: {TRAIN}")
        files = {key: self.study.beside(getattr(system.train, key)) for key in TRAINING_FILES}
        source, target = system.languages
        request = TrainMtRequest(
            src=files["source"],
            tgt=files["target"],
            valid_src=files["valid_source"],
            valid_tgt=files["valid_target"],
            out=self._folder(system) / TRAIN,
            preset=system.train.preset,
            seed=self.seed,
            source=source,
            target=target,
            device=self.placement.device,
            threads=self.placement.threads,
            minutes=system.train.minutes,
        )
        train_mt(request, self.progress)

    def _choice(self, system: MtSystem) -> ModelChoice:
        if system.model is None:
            return ModelChoice(str(self._folder(system) / TRAIN), name=system.name)
        beside = system.model.startswith(("./", "../"))
        return ModelChoice(str(self.study.beside(system.model)) if beside else system.model, system.revision)

    def _model(self, system: MtSystem) -> ModelSystem:
        return open_model(self._choice(system), *system.languages, self.placement, Decoding(), self.engine)

    def _translator(self, system: MtSystem) -> CountedSystem:
        """With weights or without."""
        choice = self._choice(system)
        languages = languages_of(choice.spec, *system.languages)
        return open_system(choice, None, languages, self.placement, Decoding(), self.engine)

    def _path(self, file: str | None) -> Path | None:
        return self.study.beside(file) if file else None

    def _corpus(self, direction: str = "fr-en") -> CorpusChoice:
        options = self.study.options
        sides = [self._path(file) for file in (options.source, options.reference)]
        source, reference = sides if direction == "fr-en" else sides[::-1]
        limit = options.limit * 2 if options.limit else None  # occupations; here lines, two for each
        return CorpusChoice(direction, source, reference, limit)

    def _corpus_stats(self, system: MtSystem, out: Path) -> None:
        """Of the nouns that are asked about, cut as the system cuts them."""
        corpus, options = self._corpus(), self.study.options
        occupations = read_lexicon()
        if corpus.source and corpus.reference:
            occupations = occupations_of(open_corpus("fr-en", corpus.source, corpus.reference).lines)
        french, english = (self.study.beside(side) for side in system.corpus if side)
        cut_by = str(self._model(system).description.source.folder) if system.has_weights else None
        request = StatsRequest(french, english, cut_by, options.align, options.aligner)
        save_stats(request, occupations, out, self.progress)

    def _bleu(self, system: MtSystem, out: Path) -> None:
        test = self.study.test
        if test is None:
            return
        sides = {"fr": self.study.beside(test.fr), "en": self.study.beside(test.en)}
        source, target = languages = system.languages
        request = BleuRequest(
            name=test.name,
            source=sides[source],
            reference=sides[target],
            languages=languages,
            out=out,
            lower_case=test.lower_case,
            limit=self.study.options.limit,
            validation=read_trained(self._folder(system) / TRAIN, MtResults).validation if system.train else None,
        )
        translate_and_score(request, self._translator(system), self.progress)

    def _audit(self, system: MtSystem, out: Path) -> None:
        training = TrainingCounts(None, self._path(system.corpus[0]))
        request = ForcedRequest(self._corpus(system.direction), out, training=training, seed=self.seed)
        audit(request, self._model(system), self.progress)

    def _judge(self, system: MtSystem, out: Path) -> None:
        """Of the file that is named, or of what a system without weights makes of the corpus."""
        corpus = self._corpus(system.direction)
        source, reference = corpus.files(self._folder(system))
        outputs = self._path(system.translations)
        if outputs is None:
            outputs = self._folder(system) / f"{JUDGE}.{system.languages[1]}"
            opened = open_corpus(corpus.direction, source, reference, corpus.limit, may_be_open=not system.into_english)
            path = source_file(opened, self._folder(system) / "corpus")
            wanted = TranslationRequest(path, outputs, *system.languages)
            translate(wanted, self._translator(system), self.progress)
        files = (source, reference, {system.name: outputs})
        request = JudgeRequest(system.direction, *files, limit=corpus.limit, seed=self.seed, out=out)
        open_judging(request).save()

    def _winomt(self, system: MtSystem, out: Path) -> None:
        """Of the file that is named, or of what the system makes of the items."""
        mt_winomt = self.study.winomt
        if mt_winomt is None:
            return
        items, limit = self.study.beside(mt_winomt.items), self.study.options.limit
        sides = (self._path(mt_winomt.pro), self._path(mt_winomt.anti))
        made = self._path(system.winomt) or self._translated(system, sampled_items(items, *sides, limit))
        request = WinomtRequest(
            items,
            {system.name: made},
            *sides,
            mt_winomt.gender,
            mt_winomt.aligner,
            limit,
            self.seed,
            out,
        )
        open_winomt(request).save(self.progress)

    def _translated(self, system: MtSystem, items: Sequence[WinoItem]) -> Path:
        english, french = (self._folder(system) / f"{WINOMT}.{code}" for code in ("en", "fr"))
        write_text(english, "".join(f"{item.sentence}\n" for item in items))
        wanted = TranslationRequest(english, french, "en", "fr")
        translate(wanted, self._translator(system), self.progress)
        return french

    def _probe(self, system: MtSystem, out: Path) -> None:
        options, corpus = self.study.options, self._corpus()
        request = ProbeRequest(
            model=self._choice(system),
            corpora=ProbeCorpora(
                None, corpus.source, corpus.reference, list(options.manipulations), None, [], options.limit
            ),
            settings=ProbeSettings(
                options.repetitions, options.split, options.strength, self.seed, standardise=options.standardise
            ),
            placement=self.placement,
            engine=self.engine,
            out=out,
        )
        probe_model(request, self.progress)

    def _intervene(self, system: MtSystem, out: Path) -> None:
        opened = open_model(self._choice(system), *system.languages, self.placement, Decoding())
        intervene(InterveneRequest(self._corpus(), out, seed=self.seed), opened, self.progress)
