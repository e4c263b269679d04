"""A study of translation systems: each is trained where it must be, judged, forced, probed and intervened in.

The study folder: `study.toml` (the file as it was given), `study.json` (what became of each step), and a folder for
each system with those of its steps, which are what `train mt`, `mt audit`, `mt probe` and `mt intervene` make: all of
them go on where they ended.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from epicene.auditing.study.mt_study_file import AUDIT, INTERVENE, PROBE, TRAINING_FILES, MtStudy, MtSystem
from epicene.auditing.study.saved_study import RECORD, FailedStep, KeptStep, MtStudied, MtStudyRecord, Step, read_step
from epicene.core.errors import EpiceneError
from epicene.core.files import write_json, write_text
from epicene.core.progress import Progress, Silent
from epicene.inside.corpus_run import CorpusChoice
from epicene.inside.forced.forced_estimates import Training
from epicene.inside.forced.translation_audit import AuditRequest, audit
from epicene.inside.interventions.intervention_run import InterveneRequest, intervene
from epicene.inside.probes.linear_probe import ProbeSettings
from epicene.inside.probes.probe_corpora import CorpusChoice as ProbeCorpora
from epicene.inside.probes.probe_run import ProbeRequest, probe_model
from epicene.models.engines.local import Engine, Local
from epicene.models.loading import Placement
from epicene.models.translation import Decoding
from epicene.mt.translating.systems import ModelChoice, open_model
from epicene.runs.folder import locked, refuse_foreign_files
from epicene.train.mt.pipeline import MtTrainingRequest, train_mt
from epicene.train.settings import settings_of

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
            for name in (TRAIN, *self.study.options.steps):
                try:
                    step = self._step(system, name)
                except EpiceneError as error:
                    self.progress.say(f"{system.name}, {name}: {error}")
                    failures.append(FailedStep(system.name, name, str(error)))
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
        made = {AUDIT: self._audit, PROBE: self._probe, INTERVENE: self._intervene}[name]
        step = made(system, self._folder(system) / name)
        if self.strict and (said := self.in_words(step)):
            raise EpiceneError(f"Stopped because of --strict: {said[0]}")
        return step

    def _folder(self, system: MtSystem) -> Path:
        return self.path / system.name.replace("/", "--")

    def _train(self, system: MtSystem) -> None:
        if system.train is None:
            return
        self.progress.say(f"{system.name}: {TRAIN}")
        files = {key: self.study.beside(getattr(system.train, key)) for key in TRAINING_FILES}
        request = MtTrainingRequest(
            **files,
            out=self._folder(system) / TRAIN,
            settings=settings_of(system.train.preset, seed=self.seed),
            placement=self.placement,
            minutes=system.train.minutes,
        )
        train_mt(request, self.progress)

    def _choice(self, system: MtSystem) -> ModelChoice:
        if system.model is None:
            return ModelChoice(str(self._folder(system) / TRAIN), name=system.name)
        beside = system.model.startswith(("./", "../"))
        return ModelChoice(str(self.study.beside(system.model)) if beside else system.model, system.revision)

    def _corpus(self) -> CorpusChoice:
        options = self.study.options
        source, reference = (self.study.beside(file) if file else None for file in (options.source, options.reference))
        limit = options.limit * 2 if options.limit else None  # occupations; here lines, two for each
        return CorpusChoice("fr-en", source, reference, limit)

    def _audit(self, system: MtSystem, out: Path) -> Step:
        corpus = self._corpus()
        opened = open_model(self._choice(system), *corpus.languages, self.placement, Decoding(), self.engine)
        known = self.study.beside(system.training) if system.training else None
        training = Training(None, known or self._trained_on(system))
        audit(AuditRequest(corpus, out, training=training, seed=self.seed), opened, self.progress)
        return read_step(system.name, AUDIT, out)

    def _trained_on(self, system: MtSystem) -> Path | None:
        return self.study.beside(system.train.source) if system.train else None

    def _probe(self, system: MtSystem, out: Path) -> Step:
        options, corpus = self.study.options, self._corpus()
        request = ProbeRequest(
            model=self._choice(system),
            corpora=ProbeCorpora(
                None, corpus.source, corpus.reference, list(options.manipulations), None, [], options.limit
            ),
            settings=ProbeSettings(options.repetitions, options.split, seed=self.seed),
            placement=self.placement,
            engine=self.engine,
            out=out,
        )
        folder = probe_model(request, self.progress)
        return read_step(system.name, PROBE, folder)

    def _intervene(self, system: MtSystem, out: Path) -> Step:
        corpus = self._corpus()
        opened = open_model(self._choice(system), *corpus.languages, self.placement, Decoding())
        intervene(InterveneRequest(corpus, out, seed=self.seed), opened, self.progress)
        return read_step(system.name, INTERVENE, out)
