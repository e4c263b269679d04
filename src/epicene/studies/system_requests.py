"""What a study asks of translation systems: each is trained where it must be, judged, forced, probed and intervened in.

The requests are those of `train mt`, `mt corpus-stats`, `mt audit`, `mt judge`, `mt winomt`, `mt probe`, `mt intervene`
and of a test set's BLEU. Each step has a folder, and goes on where it ended."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from epicene.core.files import write_text
from epicene.core.progress import Progress
from epicene.inside.corpus_run import CorpusChoice
from epicene.inside.forced.forced_estimates import Training
from epicene.inside.forced.translation_audit import ForcedRequest, audit
from epicene.inside.interventions.intervention_run import InterveneRequest, intervene
from epicene.inside.probes.linear_probe import ProbeSettings
from epicene.inside.probes.probe_corpora import CorpusChoice as ProbeCorpora
from epicene.inside.probes.probe_corpora import occupations_of
from epicene.inside.probes.probe_run import ProbeRequest, probe_model
from epicene.models.engines.local import Engine
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
from epicene.studies.study_file import (
    AUDIT,
    BLEU,
    CORPUS,
    INTERVENE,
    JUDGE,
    PROBE,
    TRAINING_FILES,
    WINOMT,
    Study,
    StudySystem,
)
from epicene.train.mt.pipeline import MtTrainingRequest, train_mt
from epicene.train.results import read_mt
from epicene.train.settings import settings_of

TRAIN = "train"


@dataclass(frozen=True, slots=True)
class StepEntry:
    """One step of one system."""

    study: Study
    system: StudySystem
    step: str

    @property
    def subject(self) -> str:
        return self.system.name

    @property
    def part(self) -> str:
        return self.step

    @property
    def names(self) -> dict[str, str]:
        """How the study's record and `--json` name the entry."""
        return {"system": self.subject, "step": self.step}

    @property
    def path(self) -> str:
        return f"{self.subject.replace('/', '--')}/{self.step}"


def step_entries(study: Study) -> list[StepEntry]:
    return [
        StepEntry(study, system, step)
        for system in study.systems
        for step in (*([TRAIN] if system.train else []), *study.steps_of(system))
    ]


@dataclass(frozen=True, slots=True)
class StepRunner:
    """Runs the steps of one system; `folder` is the system's, within the study's."""

    study: Study
    system: StudySystem
    folder: Path
    placement: Placement
    engine: Engine
    seed: int
    progress: Progress

    def run(self, step: str) -> None:
        runs: Mapping[str, Callable[[Path], object]] = {
            TRAIN: self._train,
            CORPUS: self._corpus_stats,
            BLEU: self._bleu,
            AUDIT: self._audit,
            JUDGE: self._judge,
            WINOMT: self._winomt,
            PROBE: self._probe,
            INTERVENE: self._intervene,
        }
        self.progress.say(f"{self.system.name}: {step}")
        runs[step](self.folder / step)

    def _train(self, out: Path) -> None:
        files = self.system.train
        if files is None:
            return
        settings = settings_of(files.preset, seed=self.seed, language_pair=self.system.languages)
        paths = {key: self.study.file(getattr(files, key)) for key in TRAINING_FILES}
        request = MtTrainingRequest(
            **paths, out=out, settings=settings, placement=self.placement, minutes=files.minutes
        )
        train_mt(request, self.progress)

    def _choice(self) -> ModelChoice:
        if self.system.model is None:
            return ModelChoice(str(self.folder / TRAIN), name=self.system.name)
        is_folder = self.system.model.startswith(("./", "../"))
        spec = str(self.study.file(self.system.model)) if is_folder else self.system.model
        return ModelChoice(spec, self.system.revision)

    def _model(self, engine: Engine | None = None) -> ModelSystem:
        return open_model(self._choice(), *self.system.languages, self.placement, Decoding(), engine)

    def _translator(self) -> CountedSystem:
        """With weights or without."""
        choice = self._choice()
        languages = languages_of(choice.spec, *self.system.languages)
        return open_system(choice, None, languages, self.placement, Decoding(), self.engine)

    def _file(self, name: str | None) -> Path | None:
        return self.study.file(name) if name else None

    def _corpus(self, direction: str = "fr-en") -> CorpusChoice:
        options = self.study.system_options
        sides = [self._file(name) for name in (options.source, options.reference)]
        source, reference = sides if direction == "fr-en" else sides[::-1]
        limit = options.limit * 2 if options.limit else None  # occupations; here lines, two for each
        return CorpusChoice(direction, source, reference, limit)

    def _corpus_stats(self, out: Path) -> None:
        """Of the nouns that are asked about, cut as the system cuts them."""
        corpus, options = self._corpus(), self.study.system_options
        occupations = read_lexicon()
        if corpus.source and corpus.reference:
            occupations = occupations_of(open_corpus("fr-en", corpus.source, corpus.reference).lines)
        french, english = (self.study.file(side) for side in self.system.corpus if side)
        cut_by = str(self._model(self.engine).description.source.folder) if self.system.has_weights else None
        request = StatsRequest(french, english, cut_by, options.align, options.aligner)
        save_stats(request, occupations, out, self.progress)

    def _bleu(self, out: Path) -> None:
        test, languages = self.study.test, self.system.languages
        if test is None:
            return
        sides = {"fr": self.study.file(test.fr), "en": self.study.file(test.en)}
        request = BleuRequest(
            name=test.name,
            source=sides[languages[0]],
            reference=sides[languages[1]],
            languages=languages,
            out=out,
            lower_case=test.lower_case,
            limit=self.study.system_options.limit,
            validation=read_mt(self.folder / TRAIN).validation if self.system.train else None,
        )
        translate_and_score(request, self._translator(), self.progress)

    def _audit(self, out: Path) -> None:
        training = Training(None, self._file(self.system.corpus[0]))
        request = ForcedRequest(self._corpus(self.system.direction), out, training=training, seed=self.seed)
        audit(request, self._model(self.engine), self.progress)

    def _judge(self, out: Path) -> None:
        """Of the file that is named, or of what a system without weights makes of the corpus."""
        corpus = self._corpus(self.system.direction)
        source, reference = corpus.files(self.folder)
        outputs = self._file(self.system.translations)
        if outputs is None:
            may_be_open = not self.system.into_english
            opened = open_corpus(corpus.direction, source, reference, corpus.limit, may_be_open=may_be_open)
            outputs = self._translated(source_file(opened, self.folder / "corpus"), JUDGE)
        files = (source, reference, {self.system.name: outputs})
        request = JudgeRequest(self.system.direction, *files, limit=corpus.limit, seed=self.seed, out=out)
        open_judging(request).save()

    def _winomt(self, out: Path) -> None:
        """Of the file that is named, or of what the system makes of the items."""
        winomt, limit = self.study.winomt, self.study.system_options.limit
        if winomt is None:
            return
        items, sides = self.study.file(winomt.items), (self._file(winomt.pro), self._file(winomt.anti))
        outputs = self._file(self.system.winomt) or self._translated_items(sampled_items(items, *sides, limit))
        files = (items, {self.system.name: outputs}, *sides)
        request = WinomtRequest(*files, winomt.gender, winomt.aligner, limit, self.seed, out)
        open_winomt(request).save(self.progress)

    def _translated_items(self, items: Sequence[WinoItem]) -> Path:
        english = self.folder / f"{WINOMT}.en"
        write_text(english, "".join(f"{item.sentence}\n" for item in items))
        return self._translated(english, WINOMT)

    def _translated(self, source: Path, name: str) -> Path:
        """The system's translations of a file."""
        outputs = self.folder / f"{name}.{self.system.languages[1]}"
        translate(TranslationRequest(source, outputs, *self.system.languages), self._translator(), self.progress)
        return outputs

    def _probe(self, out: Path) -> None:
        options, corpus = self.study.system_options, self._corpus()
        request = ProbeRequest(
            model=self._choice(),
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

    def _intervene(self, out: Path) -> None:
        intervene(InterveneRequest(self._corpus(), out, seed=self.seed), self._model(), self.progress)
