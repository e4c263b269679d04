"""What `epicene audit`, `ask`, `score` and `study` are asked: their options."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from epicene.core.catalogues import read_catalogue
from epicene.core.registry import offered, unknown
from epicene.core.request_fields import SCORING, SPECIALISTS, Count, Option, Seed, file_name, part_of
from epicene.core.types import Item
from epicene.data.benchmarks import DEFAULT_BENCHMARKS
from epicene.kinds.letters.letters_options import LettersOptions, LettersScoreOptions
from epicene.models.engines.model_options import (
    LOADED,
    BatchOptions,
    ComputeOptions,
    EngineOptions,
    ModelOptions,
    SpendingOptions,
    StrictOptions,
    loaded_or_named,
    run_folder,
    shown_by,
)
from epicene.models.source import DEFAULT_MODEL
from epicene.scoring.scoring_options import ScoringOptions

if TYPE_CHECKING:
    from epicene.data.datasets import Dataset
    from epicene.models.engines.local import Engine

GIVEN = "given"  # not a way of asking: scores that somebody else made
ITEMS = "str | Sequence[str] | Sequence[Item] | DataFrameLike"


def benchmarks(value: object) -> list[str | Dataset]:
    """Names, items, or a frame of sentences."""
    from epicene.data.datasets import read_spec
    from epicene.data.items_from_python import DataFrameLike, dataset_of, frame_items

    if value is None:
        return list(DEFAULT_BENCHMARKS)
    if isinstance(value, DataFrameLike):
        return [dataset_of(frame_items(value))]
    given = list(value) if isinstance(value, list | tuple) else [value]
    items = [item for item in given if isinstance(item, Item)]
    names: list[str | Dataset] = [name for name in given if isinstance(name, str) and name.strip()]
    if not given or len(given) not in (len(items), len(names)):
        raise ValueError(
            "a benchmark of `epicene data list` or a list of them, a list of Item, or a frame of sentences"
        )
    for name in names:
        read_spec(str(name))
    return [dataset_of(items)] if items else names


def benchmark(value: object) -> str | Dataset:
    """A name, items, or a frame of sentences."""
    if isinstance(value, str | Path):
        return file_name(value)
    opened = benchmarks(value)
    if len(opened) > 1:
        raise ValueError("one benchmark, a list of Item, or a frame of sentences")
    return opened[0]


def scores(value: object) -> Path:
    """The file of scores; a frame is written to one."""
    from epicene.data.items_from_python import DataFrameLike, scores_file

    return scores_file(value) if isinstance(value, DataFrameLike) else Path(file_name(value))


def scoring(value: object) -> str:
    """One or several joined by +; known by the words that pages have for them, since loading them takes torch."""
    if not isinstance(value, str) or not value.strip():
        raise ValueError("a text")
    keys = (key.partition("scoring.") for key in read_catalogue("epicene.auditing", "en"))
    own = [name for before, separator, name in keys if separator and not before and name != GIVEN]
    known = [*own, *(plugin.name for plugin in offered("epicene.scorings", "scoring"))]
    for name in value.split("+"):
        if name not in known:
            raise unknown("scoring", name, known)
    return value


@dataclass(frozen=True, kw_only=True)
class MeasuringOptions(StrictOptions):
    """How answers become figures."""

    facet: Annotated[str | Sequence[str], Option("FACET[,FACET]")] = ()
    """Figures by a facet of the items too (a column of your own table, bias_type, direction, origin), or by several
    crossed: --facet gender,age. Repeatable."""
    aggregation: Annotated[str | None, Option(only="file")] = None
    "How triples become figures: term-macro (as released, default) or top-choice."
    seed: Annotated[Seed, Option("N", only="file")] = 0
    "Seed of the bootstrap."

    @property
    def facets(self) -> tuple[str, ...]:
        """`gender,age` is one crossing; blanks around names do not count."""
        return tuple(",".join(name.strip() for name in crossed.split(",")) for crossed in self.facet)


@dataclass(frozen=True, kw_only=True)
class AuditRequest(
    SpendingOptions, EngineOptions, BatchOptions, ModelOptions, MeasuringOptions, LettersOptions, ScoringOptions
):
    """One model, one or more benchmarks, and how."""

    model: Annotated[Any, Option("MODEL", argument=True, reader=loaded_or_named, python=f"{LOADED} | None")] = field(
        default=DEFAULT_MODEL, kw_only=False
    )
    "A hub id, a folder, a .gguf file, pypi:NAME, vllm:URL#NAME or chat:URL#NAME."
    on: Annotated[
        Any, Option("BENCHMARK[=FILE]", many=True, split=True, reader=benchmarks, python=f"{ITEMS} | None")
    ] = DEFAULT_BENCHMARKS
    "What to ask: a benchmark of `epicene data list`, =FILE for your copy. Repeatable, or joined by commas."
    scoring: Annotated[str | None, Option("NAME", SCORING, reader=scoring, python="str | None")] = None
    """How to ask: pll-shared, pll, pll-word, aul; loglik, loglik-shared, loglik-mean; denoise, denoise-all; for
    triples cloze-l2r, cloze-l2r-sum, cloze-l2r-meanprob, loglik-conditional, denoise-word. Join two tasks' with +.
    In words, for chat models: prompted, of questions answered."""
    limit: Annotated[Count | None, Option("N")] = None
    "Ask only a sample of N items (of each task), of all types; the result says so."
    validity: Annotated[bool, Option(panel=SPECIALISTS)] = False
    "How far can the score be trusted? Also ask the other scorings that fit the model, and control items."
    out: Annotated[str | Path | None, Option("DIR", names=("--out", "-o"), changes_answers=False)] = None
    "The run folder. Default: runs/MODEL-HASH."
    opened_engine: Annotated[Any, Option(only="internal", changes_answers=False)] = None

    @property
    def asking(self) -> ScoringOptions:
        return replace(part_of(self, ScoringOptions), n_texts=self.letters)

    @property
    def where(self) -> Engine:
        """The engine that was opened for this request; this process where none was."""
        from epicene.models.engines.local import Local

        return self.opened_engine or Local()


@dataclass(frozen=True, kw_only=True)
class AskRequest(ComputeOptions, ModelOptions):
    """Two sentences of one's own."""

    model: Annotated[Any, Option("MODEL", argument=True, reader=loaded_or_named, python=LOADED)] = field(kw_only=False)
    "As for `epicene audit`."
    first: Annotated[str, Option("SENTENCE", argument=True, blank=True)] = field(kw_only=False)
    "One sentence."
    second: Annotated[str, Option("SENTENCE", argument=True, blank=True)] = field(kw_only=False)
    "The other."
    language: Annotated[str | None, Option("CODE")] = None
    "The sentences' language, fr or en. Default: found from their words."
    scoring: Annotated[str | None, Option("NAME", SCORING, reader=scoring, python="str | None")] = None
    "How to ask, as for `epicene audit`. Default: that of pairs for such a model."
    bos: Annotated[str | None, Option(only="file")] = None
    "What stands before a causal model's first token."
    beside: Annotated[Any, Option("RUN", reader=run_folder, python="Run | str | Path | None")] = None
    "An audit of this model to set the pair against. Default: those in runs/."
    html: Annotated[str | Path | None, Option("FILE")] = None
    "Write a coloured page."
    lang: Annotated[str, Option(only="python")] = "en"
    "Language of the page."


@dataclass(frozen=True, kw_only=True)
class ScoreRequest(MeasuringOptions, LettersScoreOptions):
    """Predictions made elsewhere."""

    benchmark: Annotated[Any, Option("BENCHMARK[=FILE]", argument=True, reader=benchmark, python=ITEMS)] = field(
        kw_only=False
    )
    "What was asked; with --from, the file of samples."
    predictions: Annotated[Any, Option("FILE", reader=scores, python="str | Path | DataFrameLike | None")] = field(
        default=None, kw_only=False
    )
    "JSONL of item_id, role, score; or what the original program writes (CSV, StereoSet's JSON)."
    column: Annotated[str | None, Option("NAME")] = None
    "Which answers to read, where the file has those of several models."
    name: Annotated[str | None, Option("NAME")] = None
    "What the model is called in tables, pages and signatures. Default: the file's name."
    written_by: Annotated[str | None, Option("PROGRAM", names=("--from",))] = None
    """lm-eval: measure the samples_TASK_DATE.jsonl that it wrote of crows_pairs or bbq (--log_samples), named in place
    of BENCHMARK."""
    as_released: Annotated[bool, Option(panel=SPECIALISTS)] = False
    "Round and count ties as the original script does."
    out: Annotated[str | Path | None, Option("DIR", names=("--out", "-o"))] = None
    "The run folder. Default: runs/score-FILE-HASH."


@dataclass(frozen=True, kw_only=True)
class StudyRequest(EngineOptions, BatchOptions, StrictOptions):
    """A study file, and what changes of it for one call."""

    file: Annotated[str | Path, Option("FILE.toml", argument=True)] = field(kw_only=False)
    "The study, as TOML; or one by its name: crows-pairs-fr, stereoset-fr, mt-gender, mt-opus, real-french."
    out: Annotated[str | Path | None, Option("DIR", names=("--out", "-o"))] = None
    "The study folder. Default: the file's own `out`, or runs/NAME."
    limit: Annotated[Count | None, Option("N")] = None
    "Ask only a sample of N items (of each task), of all types; the result says so."
    include_excluded: Annotated[bool, Option()] = False
    "Show excluded models in tables, marked; no sentence counts them."
    seed: Annotated[Seed, Option("N", only="python")] = 0
    "Seed of the bootstrap."
    lang: Annotated[str, Option(only="python")] = "en"
    "Language of the report."
    progress: Annotated[Any, Option(only="python", reader=shown_by, python="bool | Progress")] = True
    "True, False, or an object with start, advance and say."
