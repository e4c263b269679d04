"""The run folder of an audit, written and read: besides what every run has, `items.jsonl` (the items, so that a saved
run can be measured and shown without its data file) and `scores.jsonl` (append-only, a line a score).

A `SavedRun` is a finished audit with its figures looked up by name, and a label for its model among others.
"""

from __future__ import annotations

import json
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from itertools import chain
from operator import attrgetter
from pathlib import Path
from typing import Any

import msgspec

from epicene.core.errors import InputError
from epicene.core.files import append_lines, drop_torn_line, write_text
from epicene.core.hashing import SHORT
from epicene.core.language import Language
from epicene.core.types import Estimate, Item, Reply, Role, Score, item_to_json
from epicene.data.benchmarks import OWN
from epicene.metrics.answer_groups import ALL, ItemGroup, clusters_of, groups_of
from epicene.metrics.catalogue import MEASURES, TestRecord
from epicene.metrics.intervals import ResampledInterval
from epicene.runs.folder import RunFolder, validate_own_files, validate_same_question
from epicene.runs.results import AuditManifest, AuditResults, BenchmarkFacts, ModelFacts, manifest_of
from epicene.runs.signature import signature_of_interval

REPLIES = "replies.jsonl"  # of a chat model behind a server, each before anything else is done with it


@dataclass(frozen=True, slots=True)
class BenchmarkRun:
    """One benchmark of a saved run: all its items, those that could not be asked and why, and the scores so far. Where
    it is a table, `resampled` takes the intervals of estimates by metric, group and task."""

    name: str
    facts: BenchmarkFacts = field(repr=False)
    items: tuple[Item, ...] = field(repr=False)
    unusable: Mapping[str, str] = field(repr=False)
    scores: Mapping[tuple[str, Role], Score] = field(repr=False)
    resampled: dict[tuple[str, str, str | None], ResampledInterval] | None = field(default=None, repr=False)

    def groups(self) -> list[ItemGroup]:
        """Parts that get figures of their own, with the facets that were asked for."""
        return groups_of(self.items, self.facts.by)

    def clusters(self) -> dict[str, str]:
        """The item whose texts each item repeats, or itself, by id."""
        return clusters_of(self.items)

    def values(self) -> dict[tuple[str, Role], float]:
        return {key: score.value for key, score in self.scores.items()}

    def lengths(self) -> dict[tuple[str, Role], int]:
        """Tokens of each text; 0 of one whose line does not say it."""
        return {key: score.length for key, score in self.scores.items()}

    def replies(self) -> dict[str, list[Reply]]:
        """What was said in words, by item, whichever sentence was shown first."""
        by_item: dict[str, list[Reply]] = {}
        for (item_id, _), score in sorted(self.scores.items()):
            by_item.setdefault(item_id, []).extend(score.replies)
        return by_item

    def estimate(
        self,
        metric: str,
        group: str,
        value: float,
        interval: tuple[float, float],
        n: tuple[int, int],
        task: str | None = None,
        of: BenchmarkRun | None = None,
    ) -> Estimate:
        """A figure of this benchmark, against its measure's ideal; it rests on so many of so many items, `of` another
        run's answers where it says so."""
        if self.resampled is not None and isinstance(interval, ResampledInterval):
            self.resampled[metric, group, task] = interval
        return Estimate(
            benchmark=self.name,
            task=task,
            metric=metric,
            group=group,
            value=value,
            low=interval[0],
            high=interval[1],
            ideal=MEASURES[metric].ideal,
            n_used=n[0],
            n_total=n[1],
            signature=signature_of_interval((of or self).facts.signature, interval),
        )


def _role(kind: type[Role], name: str) -> Role:
    """A role of a JSON file; `msgspec` knows the other types."""
    return kind(name)


class AuditFolder(RunFolder):
    @property
    def scores_path(self) -> Path:
        return self.path / "scores.jsonl"

    @property
    def items_path(self) -> Path:
        return self.path / "items.jsonl"

    def start(self, manifest: AuditManifest, items: Mapping[str, Iterable[Item]]) -> None:
        """Open the folder for the question in `manifest`; an existing folder must hold the same question."""
        if self.exists():
            validate_same_question(self.path, self.facts().question, manifest.question)
        else:
            validate_own_files(self.path, "run", self.items_path.name)
            lines = [
                json.dumps({"benchmark": name, **item_to_json(item)}, ensure_ascii=False) + "\n"
                for name, group in items.items()
                for item in group
            ]
            write_text(self.items_path, "".join(lines))
        # The manifest comes last: a folder with a manifest has its items.
        self.save(manifest)
        drop_torn_line(self.scores_path)  # a score that a kill cut in two is asked again

    def save(self, manifest: AuditManifest) -> None:
        self.write_manifest(msgspec.to_builtins(manifest))

    def facts(self) -> AuditManifest:
        """The manifest, typed."""
        try:
            return manifest_of(self.manifest())
        except msgspec.ValidationError as error:
            raise self.damaged(self.manifest_path, error) from error

    @property
    def has_answers(self) -> bool:
        return self.scores_path.exists() or (self.path / REPLIES).exists()

    def rollback(self) -> None:
        """Undo `start` where no answer came (damaged weights): nothing half-written stays."""
        if not self.has_answers:
            self.manifest_path.unlink()
            self.items_path.unlink()

    def append(self, benchmark: str, scoring: str, bos: str, scores: Iterable[tuple[Score, str]]) -> None:
        """Write scores through to the disk; each comes with its sentence id ('' where the file has none)."""
        records = []
        for score, sentence_id in scores:
            record: dict[str, object] = {
                "benchmark": benchmark,
                "item_id": score.item_id,
                "role": score.role,
                "scoring": scoring,
                "bos": bos,
                "value": score.value,
                "n_tokens": score.n_tokens,
            }
            if score.length:
                record["length"] = score.length
            if sentence_id:
                record["sentence_id"] = sentence_id
            if score.replies:
                record["replies"] = [asdict(reply) for reply in score.replies]
            records.append(record)
        append_lines(self.scores_path, records)

    def score_lines(self) -> Iterator[dict[str, Any]]:
        """Every whole line of scores.jsonl; a torn last line is passed over."""
        if not self.scores_path.exists():
            return
        with self.scores_path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                if not line.endswith(b"\n"):
                    return
                try:
                    yield json.loads(line)
                except ValueError as error:
                    raise InputError(
                        f"{self.scores_path}, line {number}, is damaged ({error}). Delete that line and run the audit "
                        "again: only its score is asked anew."
                    ) from error

    def benchmarks(self) -> dict[str, BenchmarkRun]:
        """Everything that was asked and answered, by benchmark; read from the folder alone."""
        facts = self.facts().benchmarks
        items, scores = self._items(facts), dict[str, dict[tuple[str, Role], Score]]()
        for name in facts:
            scores[name] = {}
        for record in self.score_lines():
            try:
                score = msgspec.convert(record, Score, dec_hook=_role)
                scores[record["benchmark"]].setdefault((score.item_id, score.role), score)
            except (AttributeError, KeyError, TypeError, ValueError) as error:
                shortened = textwrap.shorten(str(record), 80, placeholder=" …")
                raise self.damaged(self.scores_path, f"no score of this run: {shortened}") from error
        return {
            name: BenchmarkRun(name, facts[name], tuple(items[name]), facts[name].unusable, scores[name])
            for name in facts
        }

    def _items(self, benchmarks: Iterable[str]) -> dict[str, list[Item]]:
        items = dict[str, list[Item]]()
        for name in benchmarks:
            items[name] = []
        if not self.items_path.is_file():
            raise self.damaged(self.path, f"{self.items_path.name} is missing")
        with self.items_path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                try:
                    record = json.loads(line)
                    items[record["benchmark"]].append(msgspec.convert(record, Item, dec_hook=_role))
                except (KeyError, TypeError, ValueError) as error:
                    where = f"{self.items_path}, line {number},"
                    raise self.damaged(where, "no item of this run") from error
        return items


_Key = tuple[str, str | None, str, str]  # benchmark, task, measure and group
_key = attrgetter("benchmark", "task", "metric", "group")


class ResultIndex:
    """The content of results.json, looked up by benchmark, measure and group."""

    def __init__(self, results: AuditResults) -> None:
        self.estimates = results.estimates
        self.signatures = results.signatures
        self._by_name = dict[_Key, Estimate]()
        self._deciding = dict[_Key, TestRecord]()
        self._groups = dict[tuple[str, str], dict[str, None]]()
        for estimate in results.estimates:
            self._by_name[_key(estimate)] = estimate
            self._groups.setdefault((estimate.benchmark, estimate.metric), {})[estimate.group] = None
        for test in results.tests:
            if test.decides:
                self._deciding[_key(test)] = test

    def find(self, benchmark: str, metric: str, group: str = ALL, task: str | None = None) -> Estimate | None:
        return self._by_name.get((benchmark, task, metric, group))

    def groups(self, benchmark: str, metric: str) -> list[str]:
        """In the order of the results."""
        return list(self._groups.get((benchmark, metric), ()))

    def test(self, estimate: Estimate) -> TestRecord | None:
        """The test of a figure against its ideal; None where none was made."""
        return self._deciding.get(_key(estimate))


@dataclass(frozen=True)
class SavedRun:
    """One run folder, read once; `label` tells its model from the others in the same report."""

    label: str
    manifest: AuditManifest
    results: AuditResults
    findings: ResultIndex
    path: Path = Path()

    @cached_property
    def benchmarks(self) -> Mapping[str, BenchmarkRun]:
        """Items and scores, read when they are first asked for: figures are shown without them."""
        return AuditFolder(self.path).benchmarks()

    def facts(self, benchmark: str) -> BenchmarkFacts:
        return self.manifest.benchmarks[benchmark]

    def has_failed_check(self, benchmark: str) -> bool:
        """A model that prefers words in disorder to a plain sentence of this language answers nothing."""
        language = self.facts(benchmark).language
        return any(not check.passed and check.language == language for check in self.manifest.sanity)


def read_runs(paths: Sequence[Path]) -> list[SavedRun]:
    folders = list(map(AuditFolder, paths))
    manifests = [folder.facts() for folder in folders]
    runs, labels = [], distinct_labels(paths, list(map(attrgetter("model"), manifests)))
    for folder, manifest, label in zip(folders, manifests, labels, strict=True):
        results = folder.results(AuditResults)
        runs.append(SavedRun(label, manifest, results, ResultIndex(results), folder.path))
    return runs


def signatures_of(runs: Iterable[SavedRun]) -> list[str]:
    return list(chain.from_iterable(run.findings.signatures.values() for run in runs))


def benchmark_title(benchmark: str, runs: Iterable[SavedRun], language: Language) -> str:
    """Its name in the reader's language; what the run calls it where the catalogue has none."""
    title = ""
    for run in runs:
        facts = run.manifest.benchmarks.get(benchmark)
        if facts and facts.source == OWN:
            return language.text("benchmark.own", benchmark=benchmark)
        title = title or (facts.title if facts else "")
    return language.text_or(f"benchmark.{benchmark}", title or benchmark)


def distinct_labels(paths: Sequence[Path], models: Sequence[ModelFacts]) -> list[str]:
    """The model's own name; with its server, its weights, then its folder, where several would have the same label.

    Behind a server a model is called NAME@HOST: a reader wants the name, and the host where two share it.
    """
    labels, suffixes = list[str](), list[tuple[str, str, str]]()
    for path, model in zip(paths, models, strict=True):
        name, _, server = model.name.rpartition("@")
        is_served = bool(model.server and name)
        labels.append(name if is_served else model.name)
        suffixes.append((server if is_served else "", model.weights_digest[:SHORT], path.name))
    for by_model in zip(*suffixes, strict=True):
        counts = Counter(labels)
        for index, suffix in enumerate(by_model):
            if suffix and counts[labels[index]] > 1:
                labels[index] = f"{labels[index]} ({suffix})"
    return labels
