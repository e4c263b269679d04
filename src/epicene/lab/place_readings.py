"""What the instruments that name a place say of one system: how much goes by *son*, by the subject, by the rest; and
how near b and r come to the rate of each noun.

Every instrument is read on its own scale; what counts is which of the three is the largest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from epicene.grammar.gender import Gender
from epicene.inside.compared_values import read_table
from epicene.lab.dials import MtDials
from epicene.lab.parallel_sentences import Generator
from epicene.lab.results import NounAgreement, Reading
from epicene.metrics.correlation import spearman

if TYPE_CHECKING:
    from epicene.inside.interventions.aligned_lines import AlignedLine
    from epicene.models.translation import Translator
    from epicene.mt.corpora.controlled_corpus import CorpusLine
    from epicene.mt.judging.line_judge import Corpus
    from epicene.mt.translating.transformers_system import ModelSystem

SON, SUBJECT, REST = "son", "subject", "rest"
Estimates = Mapping[tuple[str, str], Reading]


def _blocks(prefix: str) -> dict[str, tuple[str, ...]]:
    blocks = {SON: ("possessive",), SUBJECT: ("determiner", "noun"), REST: ("verb", "rest")}
    return {route: tuple(prefix + block for block in own) for route, own in blocks.items()}


def _paths(name: str) -> dict[str, tuple[str, ...]]:
    return {route: (name.format(path),) for route, path in ((SON, "c"), (SUBJECT, "a"), (REST, "d"))}


# Instrument → route → what is summed for it. u2 and u3 are about the possessive and the noun alone.
PLACES: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "patching": _blocks("phi_"),
    "patching_at_1": _blocks("phi@1_"),
    "amnesic": _blocks("amnesic_"),
    "patched_lost": _paths("patched_{}_lost_t"),
    "patched_alone": _paths("patched_{}_alone_t"),
    "random_lost": _paths("random_{}_lost_t"),
    "same_lost": _paths("same_{}_lost_t"),
}
PROBE = "probe"
PROBE_REPETITIONS = 20


def places_of(estimates: Estimates) -> dict[str, dict[str, float]]:
    """Those that could be read of all three."""
    return {
        instrument: {route: sum(estimates[name, "all"].value for name in names) for route, names in routes.items()}
        for instrument, routes in PLACES.items()
        if all((name, "all") in estimates for names in routes.values() for name in names)
    }


def probe_places(system: ModelSystem, corpus: Corpus) -> dict[str, float]:
    """Accuracy of a probe less that with random weights, after the last encoder layer: at the possessive, at the noun's
    last piece and at the word after the possessive."""
    from epicene.inside.forced.decoding import read_contrast, target_nouns
    from epicene.inside.interventions.aligned_lines import align
    from epicene.inside.probes.hidden_states import random_twin
    from epicene.models.translation import load_translator

    translator = load_translator(system.description, system.marks, system.placement, system.decoding)
    nouns = target_nouns(corpus.lines, "fr-en")
    questions = read_contrast("his/her", "fr-en").questions(translator, corpus.lines, corpus.reference.path, nouns)
    told = [question for question in questions if question.line.marked]
    lines = align(translator, told, "fr-en", target_nouns(corpus.lines, "en-fr"), nouns)
    trained = _accuracies(translator, lines)
    random = _accuracies(replace(translator, model=random_twin(translator.model)), lines)
    return {route: trained[route] - random[route] for route in trained}


def _accuracies(translator: Translator, aligned: Sequence[AlignedLine]) -> dict[str, float]:
    import torch

    from epicene.inside.hooks import n_layers
    from epicene.inside.interventions.apply_interventions import EncoderInterventions, batches_of_pairs
    from epicene.inside.probes.linear_probe import Lines, ProbeSettings, figure, probe

    vectors: dict[str, list[NDArray[np.float32]]] = {SON: [], SUBJECT: [], REST: []}
    lines: list[CorpusLine] = []
    for pairs in batches_of_pairs(translator, aligned):
        batch = EncoderInterventions(translator, pairs)
        with torch.inference_mode():
            states = batch.states_after(n_layers(translator.model))
        for line, own in zip(batch.lines, states, strict=True):
            lines.append(line.question.line)
            places = {SON: line.possessive[-1], SUBJECT: line.noun[-1], REST: line.possessive[-1] + 1}
            for route, place in places.items():
                vectors[route].append(own[place].float().numpy())
    of = Lines.of([line.gender is Gender.FEMININE for line in lines], [line.occupation for line in lines])
    rows, settings = np.arange(len(lines)), ProbeSettings(PROBE_REPETITIONS)
    return {
        route: figure(probe(np.stack(own), rows, of, settings, with_random_labels=False)[0].all).value
        for route, own in vectors.items()
    }


def noun_agreement(dials: MtDials, audited: Path, contrast: str = "his/her") -> dict[str, NounAgreement]:
    """ρ and mean distance between each noun's rate in the corpus and what is read of it: r of feminine subjects should
    be its share of *her*, b of those that say no gender twice the share less 1. Held-out nouns have no rate."""
    corpus, table = Generator(dials), read_table(audited)
    found = {}
    for measure, rates in (("r", corpus.feminine_her), ("b", corpus.epicene_her)):
        truth = {noun: rate / 100 if measure == "r" else rate / 50 - 1 for noun, rate in rates.items()}
        by_noun: dict[str, list[float]] = {}
        for one in table.get((contrast, measure), {}).values():
            by_noun.setdefault(one.noun, []).append(one.value)
        values = {noun: fmean(own) for noun, own in by_noun.items() if noun in truth}
        if len(values) > 2:
            made = spearman([truth[noun] for noun in values], list(values.values()))
            error = fmean(abs(values[noun] - truth[noun]) for noun in values)
            found[measure] = NounAgreement(len(values), error, made.rho if made else None)
    return found
