"""Has a causal model seen these items before? Weak evidence, and called so.

Two signs, each set against control items of ours in the same language, which were written after most models:
- completion: how many items, cut in the middle, the model would complete word for word more often than not
  (P(rest | first half) ≥ 0.5), by Fisher's exact test;
- wording: how much less likely an item becomes without its capital and its last mark, by Mann and Whitney's test.
Topic, style and length differ between sets too, so that a difference proves nothing, and none does not clear a model.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import log

import numpy as np
import scipy

from epicene.core.types import Item, Role, Text
from epicene.models.token_probabilities import LanguageModel
from epicene.runs.results import ContaminationRecord
from epicene.scoring.protocol import SCORINGS
from epicene.scoring.scoring_options import ScoringOptions

MOST = 100  # items that are looked at, drawn from all over the set
FEWEST = 10
SHORTEST = 6  # words, so that there is something to complete
WHOLE, CUT = "loglik", "loglik-conditional"


def sample(items: Sequence[Item], seed: int = 0) -> list[str]:
    """Of an answer too short to cut, what stands before it."""
    first = (next(iter(item.variants.values())) for item in items if item.variants)
    texts = dict.fromkeys(text.text if _is_long(text.text) else text.context for text in first)
    long = [text for text in texts if _is_long(text)]
    return long if len(long) <= MOST else random.Random(seed).sample(long, MOST)  # noqa: S311 - the same every time


def _is_long(text: str) -> bool:
    return len(text.split()) >= SHORTEST


def check(
    model: LanguageModel, benchmark: str, texts: Sequence[str], controls: Sequence[str]
) -> ContaminationRecord | None:
    """None where there is too little to compare."""
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
