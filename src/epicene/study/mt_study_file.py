"""A study of translation systems as a person writes it down: systems, named or trained, and what is asked of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated

import msgspec

from epicene.core.errors import EpiceneError
from epicene.mt.corpora.corpus_writer import EVERY_MANIPULATION, MANIPULATIONS
from epicene.mt.judging.line_judge import DIRECTIONS
from epicene.mt.translating.translation_engine import engine_for
from epicene.mt.winomt.entity_gender import GENDER_FINDERS
from epicene.mt.word_alignment import ALIGNERS, DEFAULT_ALIGNER, check_aligner
from epicene.study.key_checks import Checked, mapping, name_in, number, read_tables

STEPS = ("corpus", "bleu", "audit", "judge", "winomt", "probe", "intervene")
CORPUS, BLEU, AUDIT, JUDGE, WINOMT, PROBE, INTERVENE = STEPS
PRESETS = ("paper", "small")
TRAINING_FILES = ("source", "target", "valid_source", "valid_target")


class MtOptions(msgspec.Struct, frozen=True):
    """`source` and `reference` are a controlled corpus of the user's own, French and English; without them, the bundled
    occupations. `strength` and `standardise` are those of probes; `align` pairs of a training corpus are aligned."""

    steps: tuple[str, ...] = STEPS
    source: str | None = None
    reference: str | None = None
    manipulations: tuple[str, ...] = ()
    repetitions: int = 100
    split: Annotated[str, name_in(("grouped", "plain"), "a known split")] = "grouped"
    strength: Annotated[int | float, number] = 0.1
    standardise: bool = True
    align: int = 100_000
    aligner: Annotated[str, name_in(ALIGNERS, "a known aligner")] = DEFAULT_ALIGNER
    limit: int | None = None


class MtTest(msgspec.Struct, frozen=True):
    """A test set for BLEU, its two sides line by line; compared without case unless `lower_case` is false."""

    name: str
    fr: str
    en: str
    lower_case: bool = True


class MtWinomt(msgspec.Struct, frozen=True):
    """WinoMT's items, and how genders are found in translations of them, as `mt winomt` takes them."""

    items: str
    pro: str | None = None
    anti: str | None = None
    gender: Annotated[str, name_in(GENDER_FINDERS, "a known way to find genders")] = "rules"
    aligner: Annotated[str, name_in(ALIGNERS, "a known aligner")] = DEFAULT_ALIGNER


class MtTraining(msgspec.Struct, frozen=True):
    """The files to train a system from, `source` in the language that it translates from."""

    source: str
    target: str
    valid_source: str
    valid_target: str
    preset: Annotated[str, name_in(PRESETS, "a known preset")] = "paper"
    minutes: Annotated[int | float | None, number] = None


class MtSystem(msgspec.Struct, frozen=True):
    """A model that exists, the files to train one from, or outputs alone: `translations` of the controlled corpus, and
    of WinoMT (`winomt`). `training` and `training_target` are the French and English sides of its training corpus."""

    name: str = ""
    model: str | None = None
    revision: str | None = None
    direction: Annotated[str, name_in(DIRECTIONS, "a known direction")] = "fr-en"
    training: str | None = None
    training_target: str | None = None
    train: MtTraining | None = None
    translations: str | None = None
    winomt: str | None = None

    @property
    def into_english(self) -> bool:
        return self.direction == "fr-en"

    @property
    def languages(self) -> tuple[str, str]:
        """From which, into which."""
        return ("fr", "en") if self.into_english else ("en", "fr")

    @property
    def translates(self) -> bool:
        return self.model is not None or self.train is not None

    @property
    def has_weights(self) -> bool:
        """Of which epicene can load them; apertium: and its like give translations alone."""
        return self.translates and (self.model is None or engine_for(self.model).has_weights)

    @property
    def corpus(self) -> tuple[str | None, str | None]:
        """The French and the English side of its training corpus, as far as they are known."""
        sides = (self.train.source, self.train.target) if self.train else (None, None)
        french, english = sides if self.into_english else sides[::-1]
        return self.training or french, self.training_target or english


class _File(msgspec.Struct):
    title: str | None = None
    out: str | None = None
    options: dict[str, object] = {}
    test: dict[str, object] | None = None
    winomt: dict[str, object] | None = None
    systems: list[object] = []


@dataclass(frozen=True, slots=True)
class MtStudy:
    """Paths are relative to the file, but for `out`."""

    path: Path
    source: str
    title: str
    systems: Sequence[MtSystem]
    options: MtOptions
    out: Path | None = None
    test: MtTest | None = None
    winomt: MtWinomt | None = None

    def beside(self, path: str) -> Path:
        return self.path.parent / Path(path).expanduser()

    def steps_of(self, system: MtSystem) -> list[str]:
        """Those of the study's steps that can be asked of a system, in their order."""
        asked = {
            CORPUS: system.into_english and None not in system.corpus,
            BLEU: system.translates and self.test is not None,
            AUDIT: system.has_weights,
            JUDGE: system.translations is not None or (system.translates and not system.has_weights),
            WINOMT: self.winomt is not None and (system.winomt or (system.translates and not system.into_english)),
            PROBE: system.has_weights and system.into_english,
            INTERVENE: system.has_weights and system.into_english,
        }
        return [step for step in STEPS if step in self.options.steps and asked[step]]


def is_about_translation(path: Path) -> bool:
    """A study with `[[systems]]`; whatever else is wrong with the file is for its own reader to say."""
    return "systems" in read_tables(path).content


def read_mt_study(path: Path, absent: list[str] | None = None) -> MtStudy:
    """Read and check; every complaint names the file and the key. With `absent`, missing files are listed there."""
    root = read_tables(path, absent)
    file = root.read(_File)
    study = MtStudy(
        path=path,
        source=root.source,
        title=file.title or path.stem,
        systems=_systems(root, file.systems),
        out=Path(file.out).expanduser() if file.out else None,
        options=_options(root.inside("options", file.options)),
        test=root.inside("test", file.test).read(MtTest) if file.test else None,
        winomt=root.inside("winomt", file.winomt).read(MtWinomt) if file.winomt else None,
    )
    _refuse_missing(root, study)
    _refuse_missing_aligners(root, study)
    return study


def _options(table: Checked) -> MtOptions:
    options = table.read(MtOptions)
    table.refuse_unknown("steps", options.steps, STEPS, "no step")
    known = (*MANIPULATIONS, EVERY_MANIPULATION)
    table.refuse_unknown("manipulations", options.manipulations, known, "no manipulation")
    if (options.source is None) != (options.reference is None):
        raise table.error(None, "source and reference are two sides of one corpus; give both or neither")
    return options


def _systems(root: Checked, listed: Sequence[object]) -> list[MtSystem]:
    systems = []
    for table in root.entries("systems", listed, none="no system"):
        given = {"model", "train"} & set(table.content)
        if len(given) == 2 or not (given or {"translations", "winomt"} & set(table.content)):
            raise table.error(
                None,
                "give either model, one that exists, or [systems.train], the files to train one; or translations or "
                "winomt, its outputs",
            )
        if given and "translations" in table.content:
            raise table.error("translations", "a system with weights translates by itself; leave translations out")
        system = table.read(MtSystem, train=partial(_training, table))
        files = system.model or system.translations or system.winomt or "trained"
        name = system.name or files.rstrip("/").rpartition("/")[2]
        systems.append(msgspec.structs.replace(system, name=name))
    root.refuse_repeated("systems", [system.name for system in systems], "give each system a name of its own")
    return systems


def _training(table: Checked, value: object) -> MtTraining:
    return table.inside("train", mapping(value)).read(MtTraining)


def _refuse_missing_aligners(root: Checked, study: MtStudy) -> None:
    """Before anything is trained or counted: corpora of millions of lines are read before they are aligned."""
    steps = {step for system in study.systems for step in study.steps_of(system)}
    used = [study.options.aligner] if CORPUS in steps and study.options.align else []
    used += [study.winomt.aligner] if WINOMT in steps and study.winomt else []
    for name in dict.fromkeys(used):
        try:
            check_aligner(name)
        except EpiceneError as error:
            root.lack(root.error("aligner", str(error)))


def _refuse_missing(root: Checked, study: MtStudy) -> None:
    named = {"source": study.options.source, "reference": study.options.reference}
    named |= {"fr": study.test.fr, "en": study.test.en} if study.test else {}
    named |= {key: getattr(study.winomt, key) for key in ("items", "pro", "anti")} if study.winomt else {}
    for key, file in named.items():
        if file is not None:
            root.refuse_missing(key, study.beside(file))
    for system in study.systems:
        if system.translations and study.options.source is None:
            raise root.error("translations", "translations are judged against source and reference; name both")
        if system.winomt and study.winomt is None:
            raise root.error("winomt", f"{system.name!r} has outputs of WinoMT; name its items under [winomt]")
        own = {key: getattr(system, key) for key in ("training", "training_target", "translations", "winomt")}
        trained = {key: getattr(system.train, key) for key in TRAINING_FILES} if system.train else {}
        for key, file in {**own, **trained}.items():
            if file is not None and not (path := study.beside(file)).exists():
                reason = (
                    f"{key} of the system {system.name!r}: there is no {path}; put it there, name where it is, or "
                    "drop this system"
                )
                root.lack(root.error(key, reason))
