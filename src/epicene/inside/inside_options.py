"""Options of `epicene mt audit`, `mt probe` and `mt intervene`: a translation system from inside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta

from epicene.core.request_fields import MACHINE, SPECIALISTS, Count, Option, Seed
from epicene.models.engines.model_options import (
    LOADED,
    BatchOptions,
    ComputeOptions,
    EngineOptions,
    ModelOptions,
    StrictOptions,
    loaded_or_named,
)

SMALL_SYSTEM = "lab:standard"  # the lab's own translation system, for who names none


@dataclass(frozen=True, kw_only=True)
class InsideOptions(ComputeOptions, ModelOptions, StrictOptions):
    """What the three share."""

    model: Annotated[Any, Option("MODEL", argument=True, reader=loaded_or_named, python=LOADED)] = field(
        default=SMALL_SYSTEM, kw_only=False
    )
    "A hub id or a folder. Without one, the lab's own small system is used."
    source: Annotated[str | Path | None, Option("FILE")] = None
    "What to translate: a controlled corpus. Default: the bundled occupations."
    reference: Annotated[str | Path | None, Option("FILE")] = None
    "Its reference translation, line by line."
    prefix: Annotated[str | None, Option("TEXT", only="file", blank=True)] = None
    "What to put before each line instead of what the model's kind wants."
    seed: Annotated[Seed, Option("N", only="python")] = 0
    "Seed of the bootstrap."


@dataclass(frozen=True, kw_only=True)
class PromptedOptions(BatchOptions):
    prompts: Annotated[str | Path | None, Option("FILE", SPECIALISTS)] = None
    "How a language model is asked to translate; see models/translation_prompts.toml."


@dataclass(frozen=True, kw_only=True)
class ForcedOptions(EngineOptions, PromptedOptions, InsideOptions):
    """Force a translation model through each reference."""

    direction: Annotated[str, Option("fr-en|en-fr")] = "fr-en"
    "fr-en or en-fr."
    contrast: Annotated[str | Sequence[str], Option("MASCULINE/FEMININE")] = ()
    """The two words to compare, or noun: each noun's own forms. Repeatable. Default: his/her, and into French le/la
    and noun."""
    hypotheses: Annotated[str | Path | None, Option("FILE")] = None
    "Translations you have already, to be judged instead of translating."
    corpus_stats: Annotated[str | Path | None, Option("FILE.json")] = None
    "What mt corpus-stats --json wrote of the training corpus."
    training: Annotated[str | Path | None, Option("FILE")] = None
    "Or the French side of the training corpus itself; plain text or gzip."
    test_src: Annotated[str | Path | None, Option("FILE")] = None
    "A test set to measure BLEU on as well: its source side, a line each."
    test_tgt: Annotated[str | Path | None, Option("FILE")] = None
    "Its references."
    beam: Annotated[Count, Option("N", MACHINE)] = 5
    "Hypotheses kept at each step of translating; 1 is greedy."
    limit: Annotated[Annotated[int, Meta(ge=2)] | None, Option("N")] = None
    "Only a sample of N lines, an even number, of all classes; the result says so."
    out: Annotated[str | Path, Option("DIR", names=("--out", "-o"))] = "mt-audit"
    "Folder for answers, translations and report."


@dataclass(frozen=True, kw_only=True)
class InterveneOptions(PromptedOptions, InsideOptions):
    """Name the words that gender passes through."""

    direction: Annotated[str, Option("fr-en|en-fr")] = "fr-en"
    "fr-en or en-fr."
    contrast: Annotated[str | None, Option("MASCULINE/FEMININE")] = None
    "The two words to compare. Default: his/her into English, le/la into French."
    possessive: Annotated[str, Option("WORD")] = "son"
    "The French word that u1 and u2 replace."
    layers: Annotated[str | None, Option("N,N…")] = None
    """Of a language model, the layers after which its sentence is exchanged. Default: the embedding, and a quarter,
    half and three quarters of the way."""
    limit: Annotated[Annotated[int, Meta(ge=2)] | None, Option("N")] = None
    "Only a sample of N lines, an even number, of all classes; the result says so."
    out: Annotated[str | Path, Option("DIR", names=("--out", "-o"))] = "mt-intervene"
    "Folder for answers and report."


@dataclass(frozen=True, kw_only=True)
class ProbeOptions(EngineOptions, InsideOptions):
    """Probe every layer for the subject's gender."""

    manipulation: Annotated[str | Sequence[str], Option("NAME")] = ()
    "Table 5 besides: a manipulation of `mt corpus`, or all. Repeatable."
    template: Annotated[str | Path | None, Option("FILE.toml")] = None
    "Sentences of your own, as `mt corpus` takes them."
    at: Annotated[str | Sequence[str], Option("WORD")] = ()
    """A word of the French sentence to probe (its last occurrence), noun (the occupation), det (its determiner) or
    eos. Repeatable. Default: a, terminé, son, travail, ., eos."""
    lexicon: Annotated[str | Path | None, Option("FILE")] = None
    "Your occupations, as a TSV like the bundled one."
    split: Annotated[str, Option("NAME", SPECIALISTS, choices=("grouped", "plain"))] = "grouped"
    "grouped: both genders of a noun on one side; plain: as in the paper."
    repetitions: Annotated[Count, Option("N")] = 100
    "Splits into 75% and 25%."
    strength: Annotated[Annotated[float, Meta(ge=1e-6)], Option("C", SPECIALISTS)] = 0.1
    "scikit-learn's C: the smaller, the fewer features a probe may use."
    forced: Annotated[bool, Option(panel=SPECIALISTS)] = False
    """Feed the decoder the reference instead of the system's own translation; only up to the possessive, and pairs
    with one English noun."""
    beam: Annotated[Count, Option("N", MACHINE)] = 5
    "Hypotheses kept in the system's own translation."
    limit: Annotated[Count | None, Option("N")] = None
    "Only a sample of N occupations, of all classes; the result says so."
    seed: Annotated[Seed, Option("N", SPECIALISTS)] = 0
    "Seed of splits, random labels and random weights."
    out: Annotated[str | Path | None, Option("DIR", names=("--out", "-o"))] = None
    "The run folder. Default: runs/probe-MODEL-HASH."
