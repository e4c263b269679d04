"""What `--validity` asks besides: the same items by the other scorings that fit the model, and control items. Each is
an audit of its own within the run folder (`validity/NAME`), so that it resumes and is measured like any other. And
signs that a causal model has seen the items."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import log

import numpy as np
import scipy

from epicene.auditing.audit_requests import AuditRequest
from epicene.auditing.plan import PlannedBenchmark
from epicene.core.types import Capability, Item, Role, Text
from epicene.data.benchmarks import BENCHMARKS, Benchmark
from epicene.data.datasets import Dataset
from epicene.models.token_probabilities import LanguageModel
from epicene.runs.results import ContaminationRecord
from epicene.scoring.protocol import SCORINGS
from epicene.scoring.scoring_options import ABSENT, TEXT_WORDS, ScoringOptions
from epicene.scoring.selection import NSP, find_scoring, fitting, named_for

MOST = 100  # items that are looked at, drawn from all over the set
FEWEST = 10
SHORTEST = 6  # words, so that there is something to complete
WHOLE, CUT = "loglik", "loglik-conditional"


def validity_requests(
    request: AuditRequest, parts: Sequence[PlannedBenchmark], capability: Capability
) -> Iterator[tuple[str, AuditRequest]]:
    """The further audits of `--validity`, each with its name: a control set, or another scoring."""
    plain = replace(request, words=TEXT_WORDS, rest=ABSENT, as_released=False)
    for part in parts:
        if name := controls_in(part.dataset.benchmark, kind=part.kind):
            yield name, replace(plain, on=[name], scoring=part.scoring, aggregation=None)
    others: dict[str, list[Dataset]] = {}
    for part in parts:
        for name in other_scorings(part, capability):
            others.setdefault(name, []).append(part.dataset)
    for name, datasets in others.items():
        yield name, replace(plain, on=datasets, scoring=name, nsp=None)


def controls_in(own: Benchmark, kind: str | None = None) -> str | None:
    """A control set in the language of a benchmark, of any kind or of one."""
    for other in BENCHMARKS.values() if not own.control else ():
        if other.control and other.language == own.language and kind in (None, other.kind):
            return other.name
    return None


def other_scorings(part: PlannedBenchmark, capability: Capability) -> list[str]:
    """Scorings by which a task can be asked too, in the same way of answering; not a next-sentence head."""
    used = {task.scoring.name for task in part.tasks}
    known = dict.fromkeys(name for task in part.tasks for name in fitting(capability, task.name))
    ways = {name: find_scoring(name).way for name in known if name not in used and name != NSP}
    return [
        name for name, way in ways.items() if way == part.way and named_for(name, [task.name for task in part.tasks])
    ]


def sample_texts(items: Sequence[Item], seed: int = 0) -> list[str]:
    """Texts of a set that are long enough to cut; of an answer too short, what stands before it."""
    first = (next(iter(item.variants.values())) for item in items if item.variants)
    texts = dict.fromkeys(text.text if _is_long(text.text) else text.context for text in first)
    long = [text for text in texts if _is_long(text)]
    return long if len(long) <= MOST else random.Random(seed).sample(long, MOST)  # noqa: S311 - the same every time


def _is_long(text: str) -> bool:
    return len(text.split()) >= SHORTEST


def check_contamination(
    model: LanguageModel, benchmark: str, texts: Sequence[str], controls: Sequence[str]
) -> ContaminationRecord | None:
    """Has a causal model seen these items before? Weak evidence, and called so. None where there is too little.

    Two signs, each set against control items of ours in the same language, which were written after most models:
    - completion: how many items, cut in the middle, the model would complete word for word more often than not
      (P(rest | first half) ≥ 0.5), by Fisher's exact test;
    - wording: how much less likely an item becomes without its capital and its last mark, by Mann and Whitney's test.
    Topic, style and length differ between sets too, so that a difference proves nothing, and none does not clear a
    model.
    """
    if min(len(texts), len(controls)) < FEWEST:
        return None
    completed, known = (completions(model, side) for side in (texts, controls))
    drops, drops_known = (wording_drops(model, side) for side in (texts, controls))
    table = np.array([[sum(side), len(side) - sum(side)] for side in (completed, known)])
    return ContaminationRecord(
        benchmark=benchmark,
        n=len(texts),
        n_controls=len(controls),
        completed=sum(completed),
        completed_controls=sum(known),
        p_completed=float(scipy.stats.fisher_exact(table, alternative="greater").pvalue),
        drop=float(np.median(drops)),
        drop_controls=float(np.median(drops_known)),
        p_drop=float(scipy.stats.mannwhitneyu(drops, drops_known, alternative="greater").pvalue),
    )


def completions(model: LanguageModel, texts: Sequence[str]) -> list[bool]:
    items = [_item(number, {Role.MORE: _cut(text)}) for number, text in enumerate(texts)]
    scores = SCORINGS[CUT](model.description, ScoringOptions()).score(items, model)
    return [score.value >= log(0.5) for score in scores]


def wording_drops(model: LanguageModel, texts: Sequence[str]) -> list[float]:
    items = [_item(number, {Role.MORE: Text(text), Role.LESS: Text(varied(text))}) for number, text in enumerate(texts)]
    scores = SCORINGS[WHOLE](model.description, ScoringOptions()).score(items, model)
    values = {(score.item_id, score.role): score.value for score in scores}
    return [values[item.id, Role.MORE] - values[item.id, Role.LESS] for item in items]


def varied(text: str) -> str:
    return (text[:1].lower() + text[1:]).rstrip(".!?…\u00a0\u202f ")


def _cut(text: str) -> Text:
    words = text.split(" ")
    half = len(words) // 2
    return Text(" ".join(words[half:]), context=" ".join(words[:half]))


def _item(number: int, variants: dict[Role, Text]) -> Item:
    return Item(str(number), variants, "", "contamination", str(number))
