"""Do b and r go with how often a noun was seen in training, and with the number of its sub-words?"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

from epicene.core.errors import InputError
from epicene.core.progress import Progress
from epicene.inside.forced.forced_estimates import MEASURES, Value
from epicene.inside.token_spans import find_words, source_pieces, target_pieces
from epicene.inside.word_contrasts import reference_of
from epicene.metrics.correlation import spearman
from epicene.models.translation import Translator
from epicene.mt.corpora.controlled_corpus import CorpusLine
from epicene.mt.training_corpus.noun_counts import FormCounter, key_of

PERMUTATIONS = 5_000  # over a thousand nouns, more would not fit into memory at once


@dataclass(frozen=True, slots=True)
class Training:
    """Where frequencies come from: what `mt corpus-stats --json` wrote, or the French side of a training corpus."""

    stats: Path | None = None
    corpus: Path | None = None

    def frequencies(self, lines: Sequence[CorpusLine], progress: Progress) -> dict[int, int]:
        """How often the French noun of each line occurs; lines whose noun the statistics lack are left out."""
        nouns = {line.number: " ".join(line.subject.noun) for line in lines}
        if self.corpus is not None:
            progress.say(f"Counting nouns in {self.corpus}")
            counts: Mapping[tuple[str, ...], int] = FormCounter(nouns.values()).count(self.corpus).counts
            return {number: counts.get(key_of(noun), 0) for number, noun in nouns.items()}
        if self.stats is not None:
            known = _read_stats(self.stats)
            return {number: known[key] for number, noun in nouns.items() if (key := key_of(noun)) in known}
        return {}


def _read_stats(path: Path) -> dict[tuple[str, ...], int]:
    try:
        forms = json.loads(path.read_text(encoding="utf-8"))["forms"]
        return {key_of(form["form"]): int(form["count"]) for form in forms}
    except FileNotFoundError:
        raise InputError(f"{path} does not exist; write it with `epicene mt corpus-stats … --json > {path}`.") from None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(
            f"{path} is not what `epicene mt corpus-stats --json` writes ({type(error).__name__}); make it anew."
        ) from error


def subwords(translator: Translator, lines: Sequence[CorpusLine], direction: str) -> dict[int, int]:
    """Into how many pieces the model cuts the French noun of each line, where it stands."""
    found = {}
    for line in lines:
        spans = find_words(line.french, line.subject.noun)
        cut = source_pieces if direction == "fr-en" else target_pieces
        pieces = cut(translator, line.french if direction == "fr-en" else reference_of(line, direction))
        found[line.number] = len({place for span in spans for place in pieces.over(span)})
    return found


def correlations(
    values: Sequence[Value], facts: Mapping[str, Mapping[int, int]], seed: int = 0
) -> list[dict[str, Any]]:
    """Spearman's ρ of b, r and t with each fact about the noun (of a pair: the feminine one), each noun once."""
    found = []
    for measure in MEASURES:
        for name, by_line in facts.items():
            pairs = _by_noun([value for value in values if value.measure == measure], by_line)
            made = spearman(*pairs, permutations=PERMUTATIONS, seed=seed)
            if made is not None:
                found.append(
                    {
                        "measure": measure,
                        "with": name,
                        "rho": made.rho,
                        **({} if made.low is None else {"low": made.low, "high": made.high}),
                        "p": made.p_two_sided,
                        "n": made.n,
                    }
                )
    return found


def _by_noun(values: Sequence[Value], by_line: Mapping[int, int]) -> tuple[list[float], list[float]]:
    """Mean value and fact of each noun: the two lines of l'aubergiste are one sentence, and count once."""
    nouns: dict[tuple[str, ...], list[Value]] = {}
    for value in values:
        if value.line.number in by_line:
            nouns.setdefault(value.line.subject.noun, []).append(value)
    means = [fmean(one.value for one in own) for own in nouns.values()]
    return means, [float(by_line[own[0].line.number]) for own in nouns.values()]
