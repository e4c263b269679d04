"""From finished cells to figures: accuracy, its controls, and what is left of it.

`difference` is accuracy less the accuracy on the same architecture with random weights, split by split: what training
put there. A random encoder mixes the subject into every position too, and a probe finds it. Where the probe of either
used no feature it guesses, and the difference says nothing; `guessed` names such figures of a cell.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from math import isfinite
from typing import Any

from epicene.core.hashing import digest
from epicene.core.types import Estimate
from epicene.inside.probes.linear_probe import RANDOM, TRAINED, Cell, CellResult, Figure, Repetitions, figure
from epicene.inside.probes.probe_corpora import TABLE_4, ProbeCorpus
from epicene.inside.probes.state_files import FIRST
from epicene.runs.signature import Signature

BENCHMARK = "mt-probe"
IDEALS = {"difference": 0.0}
CHANCE = 50.0


def probe_document(
    question: Mapping[str, Any], model: str, corpora: Sequence[ProbeCorpus], results: Mapping[Cell, CellResult]
) -> dict[str, Any]:
    """What `results.json` holds: a record a cell, and the same figures as estimates."""
    signature = _signature(question, model)
    cells = [_record(cell, results) for cell in results if cell.weights == TRAINED]
    return {
        "model": model,
        "signatures": {BENCHMARK: signature},
        "split": question["probe"]["split"],
        "repetitions": question["probe"]["repetitions"],
        "strength": question["probe"]["strength"],
        "follow": question["follow"],
        "corpora": [_corpus(corpus) for corpus in corpora],
        "cells": cells,
        "estimates": [asdict(estimate) for record in cells for estimate in _estimates(record, corpora, signature)],
        "notices": list(_notices(question, corpora, results, cells)),
    }


def _corpus(corpus: ProbeCorpus) -> dict[str, Any]:
    """`published_as` names the paper's sentence, where this is one."""
    sentence = corpus.published_as()
    return {
        "name": corpus.name,
        "kind": corpus.kind,
        "words": dict(corpus.words),
        "n_lines": len(corpus.lines),
        "n_pairs": len(corpus.lines) // 2,
        "n_identical": sum(not line.marked for line in corpus.lines) // 2,
        "ceiling": corpus.ceiling(),
        "example": corpus.lines[0].french,
    } | ({"published_as": sentence} if sentence else {})


def _record(cell: Cell, results: Mapping[Cell, CellResult]) -> dict[str, Any]:
    own, twin = results[cell], results[replace(cell, weights=RANDOM)]
    left = [one - other for one, other in zip(own.true.all, twin.true.all, strict=True)]
    figures = {
        "accuracy": figure(own.true.all),
        "feminine": figure(own.true.feminine),
        "masculine": figure(own.true.masculine),
        "random_labels": figure(own.random_labels.all if own.random_labels else []),
        "random_weights": figure(twin.true.all),
        "difference": figure(left),
    }
    place = {key: value for key, value in asdict(cell).items() if key != "weights"}
    known = {key: _finite(one) for key, one in figures.items() if isfinite(one.value)}
    unused = {"unused": own.true.unused, "unused_random_weights": twin.true.unused}
    guessed = [key for key, one in (("accuracy", own), ("random_weights", twin)) if _guesses(one.true) and key in known]
    told = {"guessed": [*guessed, "difference"]} if guessed else {}
    return place | {"n_examples": own.n_examples} | known | unused | told


def _guesses(found: Repetitions) -> bool:
    return 2 * found.unused >= len(found.all)


def _finite(found: Figure) -> dict[str, float]:
    """One repetition has no error of its mean."""
    return {key: value for key, value in asdict(found).items() if isfinite(value)}


def _estimates(record: Mapping[str, Any], corpora: Sequence[ProbeCorpus], signature: str) -> Iterator[Estimate]:
    """A metric a figure; the group names side, layer and token, the task the corpus."""
    n_lines = next(len(corpus.lines) for corpus in corpora if corpus.name == record["corpus"])
    for metric, found in record.items():
        if isinstance(found, dict):
            yield Estimate(
                benchmark=BENCHMARK,
                task=record["corpus"],
                metric=f"probe_{metric}",
                group=f"{record['side']} {record['layer']} {record['token']}",
                value=found["value"],
                low=found["low"],
                high=found["high"],
                ideal=IDEALS.get(metric, CHANCE),
                n_used=record["n_examples"],
                n_total=max(n_lines, record["n_examples"]),
                signature=signature,
            )


def _signature(question: Mapping[str, Any], model: str) -> str:
    probe = question["probe"]
    options = [f"l1:{probe['strength']:g}", f"follow:{question['follow'].split()[0]}"]
    if question["limit"] is not None:
        options.append(f"limit:{question['limit']}")
    made = Signature(
        benchmark=BENCHMARK,
        data_digest=digest([question["corpora"], question["at"]]),
        scoring=f"probe-{probe['split']}",
        bos="none",
        model=model,
        weights_digest=question["system"]["weights"],
        resampling=f"split*{probe['repetitions']}",
        version=question["epicene"],
        options=options,
    )
    return str(made)


def _notices(
    question: Mapping[str, Any],
    corpora: Sequence[ProbeCorpus],
    results: Mapping[Cell, CellResult],
    records: Sequence[Mapping[str, Any]],
) -> Iterator[dict[str, Any]]:
    """What a reader must know, as a kind and its numbers; the report has the words."""
    if any(corpus.is_cut for corpus in corpora):
        yield {"kind": "limit", "n": question["limit"]}
    for corpus in corpora:
        decoded = [one for cell, one in results.items() if (cell.corpus, cell.token) == (corpus.name, FIRST)]
        total, n = len(corpus.lines), decoded[0].n_examples if decoded else 0
        if corpus.kind == TABLE_4 and n < total:
            why = "two-nouns" if question["follow"] == "reference" else "empty"
            yield {"kind": why, "corpus": corpus.name, "n": total - n, "total": total}
    if guessed := sum("guessed" in record for record in records):
        yield {"kind": "unused", "n": guessed, "total": len(records)}
    asked = [one for result in results.values() for one in (result.true, result.random_labels) if one is not None]
    if lost := sum(one.unconverged for one in asked):
        yield {"kind": "unconverged", "n": lost, "total": sum(len(one.all) for one in asked)}
