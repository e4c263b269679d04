"""The instruments, read at one setting of the dials: everything that `epicene mt` and `epicene audit` would say of the
model, as figures with intervals.

Of a translation system also what each instrument that names a place reads at *son*, at the subject and at the rest, on
its own scale (what counts is which of the three is the largest), and how near b and r come to the rate of each noun.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from math import hypot
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from epicene.auditing.audit_requests import AuditRequest
from epicene.auditing.run import audit as audit_model
from epicene.core.progress import Progress
from epicene.core.types import Estimate
from epicene.grammar.people import Gender
from epicene.inside.corpus_run import CorpusChoice
from epicene.inside.forced.decoding import read_contrast, target_nouns
from epicene.inside.forced.translation_audit import ForcedRequest
from epicene.inside.forced.translation_audit import audit as audit_system
from epicene.inside.inside_page import read_table as read_lines
from epicene.inside.interventions.aligned_pairs import AlignedLine, align
from epicene.inside.interventions.apply_interventions import EncoderInterventions, batches_of_pairs
from epicene.inside.interventions.intervention_run import InterveneRequest, intervene
from epicene.inside.probes.hidden_states import encoder_states, random_twin
from epicene.inside.probes.linear_probe import ProbeLines, ProbeSettings, mean_over_splits, probe
from epicene.inside.results import InterveneResults
from epicene.kinds.letters.measure import letters_of
from epicene.lab.calibration_request import validate_readable
from epicene.lab.calibration_verdicts import INSTRUMENTS
from epicene.lab.dials import Dials, LetterDials, LmDials, MtDials, QuestionDials
from epicene.lab.language_corpora import lead, write_items, write_prompts, write_templates
from epicene.lab.model_cache import LabModel
from epicene.lab.parallel_sentences import Generator, lab_occupations
from epicene.lab.results import InstrumentReading, NounAgreement
from epicene.metrics.correlation import spearman
from epicene.metrics.intervals import bootstrap_interval, cluster_sums, mean
from epicene.models.hooks import n_layers
from epicene.models.loading import Placement
from epicene.models.translation import Decoding, Translator, load_translator
from epicene.mt.controlled_corpus import CorpusLine
from epicene.mt.corpus_writer import BASE, write_corpora
from epicene.mt.judging.line_judge import ControlledCorpus, open_corpus
from epicene.mt.translating.transformers_system import ModelSystem, open_model
from epicene.mt.translating.translation_engine import ModelChoice
from epicene.runs.audit_folder import AuditFolder
from epicene.runs.folder import RESULTS, read_results
from epicene.runs.results import AuditResults

# How each kind of model is asked about pairs; the first is what `metric_score` has always been read with.
PAIR_SCORINGS = {"masked": ("pll-shared", "pll", "pll-word"), "causal": ("loglik", "loglik-mean", "loglik-shared")}
TRIPLES_TOO = {"masked": "+cloze-l2r", "causal": ""}
OF_PAIRS = ("metric_score", "stereo_score", "antistereo_score", "shorter_preferred")
LETTERS = 10  # written from each beginning
ANSWERS = {"answer-pmi": "", "answer-mean": "_mean"}  # how answers are scored, and what their readings are called
SON, SUBJECT, REST = "son", "subject", "rest"


def _blocks(prefix: str) -> dict[str, tuple[str, ...]]:
    blocks = {SON: ("possessive",), SUBJECT: ("determiner", "noun"), REST: ("verb", "rest")}
    return {route: tuple(prefix + block for block in own) for route, own in blocks.items()}


def _paths(name: str) -> dict[str, tuple[str, ...]]:
    return {route: (name.format(path),) for route, path in ((SON, "c"), (SUBJECT, "a"), (REST, "d"))}


# Instrument → route → what is summed for it. u2 and u3 are about the possessive and the noun alone.
ROUTE_METRICS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
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


def reading_minutes(dials: Dials) -> float:
    """Minutes of one core that reading takes, as in docs/lab.md: 6 s for 120 occupations, 2 s for the items of a
    language model, 20 s for letters, which have to be written."""
    if isinstance(dials, MtDials):
        return len(lab_occupations(dials)) * 0.05 / 60
    return (20 if isinstance(dials, LetterDials) else 2) / 60


def read_instruments(model: LabModel, folder: Path, progress: Progress) -> dict[str, InstrumentReading]:
    """Every instrument that fits the model, in the order of the table.

    u3 is left out where no pair has two forms of as many sub-words, which may happen in a lab of few occupations.
    """
    readings = _READ[type(model.dials)](model, folder, progress)
    return {name: readings[name] for name in INSTRUMENTS if name in readings}


def _read_translation(model: LabModel, folder: Path, progress: Progress) -> dict[str, InstrumentReading]:
    if not isinstance(model.dials, MtDials):
        raise TypeError(f"{model.spec} does not translate")
    validate_readable(model.dials)
    french, english, _ = write_corpora([BASE], lab_occupations(model.dials), folder / "corpus")[BASE.name]
    system = _system(model)
    choice = CorpusChoice("fr-en", french, english)
    audited = audit_system(ForcedRequest(choice, folder / "audit"), system, progress)
    intervened = intervene(InterveneRequest(choice, folder / "intervene"), system, progress)
    judged, forced, changed = (
        _by_name(estimates) for estimates in (audited.judged.estimates, audited.estimates, intervened.estimates)
    )
    changes = {f"{name}_t_lost": changed.get((f"{name}_change_t", "all")) for name in ("u1", "u2", "u3")}
    return {
        "judged_feminine": judged["pronoun_correct", "feminine marked"],
        "judged_masculine": judged["pronoun_correct", "masculine marked"],
        "judged_epicene_her": judged["her", "l' epicene"],
        "b_mean": forced["b_mean", "all"],
        "r_mean": forced["r_mean", "all"],
        **_probed(system, french, english, progress),
        **{name: _negated(lost) for name, lost in changes.items() if lost},
        **_totals(changed),
    }


def _totals(read: Mapping[tuple[str, str], InstrumentReading]) -> dict[str, InstrumentReading]:
    """t, what patching and erasing take of it, all paths together, and placebos: the largest that one takes of a path,
    by size."""
    totals = {
        name: read[name, "all"]
        for name in ("t_mean", "t_star", "amnesic_all", "amnesic_control")
        if (name, "all") in read
    }
    if (left := read.get(("patched:abcd_t_mean", "all"))) and "t_mean" in totals:
        totals["patched_all"] = _less(totals["t_mean"], left)
    for placebo in ("random", "same"):
        taken = [read[key] for path in "acd" if (key := (f"{placebo}_{path}_lost_t", "all")) in read]
        if taken:
            totals[f"{placebo}_all"] = max(taken, key=lambda reading: abs(reading.value))
    return totals


def _less(reading: InstrumentReading, other: InstrumentReading) -> InstrumentReading:
    """The difference, with Newcombe's interval (square-and-add) as if both were read apart: wider than it need be."""
    value = reading.value - other.value
    low = value - hypot(reading.value - reading.low, other.high - other.value)
    high = value + hypot(reading.high - reading.value, other.value - other.low)
    return InstrumentReading(value, low, high, min(reading.n, other.n))


def read_positions(model: LabModel, folder: Path) -> tuple[dict[str, dict[str, float]], dict[str, NounAgreement]]:
    """What each instrument reads at *son*, the subject and the rest, from its files, and b and r noun by noun."""
    if not isinstance(model.dials, MtDials):
        return {}, {}
    estimates = read_results(folder / "intervene" / RESULTS, InterveneResults).estimates
    french, english = (folder / "corpus" / f"corpus.{language}" for language in ("fr", "en"))
    probed = probe_positions(_system(model), open_corpus("fr-en", french, english))
    return {**positions_of(_by_name(estimates)), PROBE: probed}, noun_agreement(model.dials, folder / "audit")


def positions_of(estimates: Mapping[tuple[str, str], InstrumentReading]) -> dict[str, dict[str, float]]:
    """What each instrument reads at the three routes, for those that could be read at all three."""
    return {
        instrument: {route: sum(estimates[name, "all"].value for name in names) for route, names in routes.items()}
        for instrument, routes in ROUTE_METRICS.items()
        if all((name, "all") in estimates for names in routes.values() for name in names)
    }


def probe_positions(system: ModelSystem, corpus: ControlledCorpus) -> dict[str, float]:
    """Accuracy of a probe less that with random weights, after the last encoder layer: at the possessive, at the noun's
    last piece and at the word after the possessive."""
    translator = load_translator(system.description, system.marks, system.placement, system.decoding)
    nouns = target_nouns(corpus.lines, "fr-en")
    questions = read_contrast("his/her", "fr-en").questions(translator, corpus.lines, corpus.reference.path, nouns)
    marked = [question for question in questions if question.line.marked]
    lines = align(translator, marked, "fr-en", target_nouns(corpus.lines, "en-fr"), nouns)
    trained = _accuracies(translator, lines)
    random = _accuracies(replace(translator, model=random_twin(translator.model)), lines)
    return {route: trained[route] - random[route] for route in trained}


def _accuracies(translator: Translator, aligned: Sequence[AlignedLine]) -> dict[str, float]:
    vectors: dict[str, list[NDArray[np.float32]]] = {SON: [], SUBJECT: [], REST: []}
    lines: list[CorpusLine] = []
    for pairs in batches_of_pairs(translator, aligned):
        batch = EncoderInterventions(translator, pairs)
        with torch.inference_mode():
            states = batch.states_after(n_layers(translator.model))
        for line, own in zip(batch.lines, states, strict=True):
            lines.append(line.question.line)
            positions = {SON: line.possessive[-1], SUBJECT: line.noun[-1], REST: line.possessive[-1] + 1}
            for route, position in positions.items():
                vectors[route].append(own[position].float().numpy())
    of = ProbeLines.of([line.gender is Gender.FEMININE for line in lines], [line.occupation for line in lines])
    rows, settings = np.arange(len(lines)), ProbeSettings(PROBE_REPETITIONS)
    return {
        route: mean_over_splits(probe(np.stack(own), rows, of, settings, with_random_labels=False)[0].all).value
        for route, own in vectors.items()
    }


def noun_agreement(dials: MtDials, audited: Path, contrast: str = "his/her") -> dict[str, NounAgreement]:
    """ρ and mean distance between each noun's rate in the corpus and what is read of it: r of feminine subjects should
    be its share of *her*, b of those that say no gender twice the share less 1. Held-out nouns have no rate."""
    corpus, table = Generator(dials), read_lines(audited)
    agreement = {}
    for measure, rates in (("r", corpus.feminine_her), ("b", corpus.epicene_her)):
        truth = {noun: rate / 100 if measure == "r" else rate / 50 - 1 for noun, rate in rates.items()}
        by_noun: dict[str, list[float]] = {}
        for value in table.get((contrast, measure), {}).values():
            by_noun.setdefault(value.noun, []).append(value.value)
        values = {noun: fmean(own) for noun, own in by_noun.items() if noun in truth}
        if len(values) > 2:
            order = spearman([truth[noun] for noun in values], list(values.values()))
            error = fmean(abs(values[noun] - truth[noun]) for noun in values)
            agreement[measure] = NounAgreement(len(values), error, order.rho if order else None)
    return agreement


def _system(model: LabModel) -> ModelSystem:
    return open_model(ModelChoice(model.spec), "fr", "en", Placement("cpu", threads=1), Decoding(1))


def _by_name(estimates: Iterable[Estimate]) -> dict[tuple[str, str], InstrumentReading]:
    return {(e.metric, e.group): InstrumentReading(e.value, e.low, e.high, e.n_used) for e in estimates}


def _probed(system: ModelSystem, french: Path, english: Path, progress: Progress) -> dict[str, InstrumentReading]:
    """The last encoder layer at *son*, where u1 and u2 work; beside it the same with random weights."""
    lines = [line for line in open_corpus("fr-en", french, english).lines if line.marked]
    translator = load_translator(system.description, system.marks, system.placement, system.decoding)
    progress.start("Probing *son*", 2)
    readings = {}
    of = ProbeLines.of([line.gender is Gender.FEMININE for line in lines], [line.occupation for line in lines])
    rows, settings = np.arange(len(lines)), ProbeSettings(PROBE_REPETITIONS)
    for name, model in (("probe_son", translator.model), ("probe_random_weights", random_twin(translator.model))):
        own = encoder_states(replace(translator, model=model), [line.source for line in lines], [SON], [-1])[0, 0]
        probed = mean_over_splits(probe(own, rows, of, settings, with_random_labels=False)[0].all)
        readings[name] = InstrumentReading(probed.value, probed.low, probed.high, len(lines))
        progress.advance(1)
    return readings


def _read_language_model(model: LabModel, folder: Path, progress: Progress) -> dict[str, InstrumentReading]:
    pairs, triples = write_items(folder / "items")
    on = (f"pairs-fr={pairs}", f"triples-fr={triples}")
    readings = audited(
        model.spec, on, PAIR_SCORINGS[model.kind][0] + TRIPLES_TOO[model.kind], folder / "audit", progress
    )
    return {name: readings[name, "all"] for name in ("metric_score", "ss", "lms")}


def _read_letters(model: LabModel, folder: Path, progress: Progress) -> dict[str, InstrumentReading]:
    prompts = folder / "prompts.jsonl"
    write_prompts(prompts)
    on = (f"letters-fr={prompts}",)
    readings = audited(model.spec, on, "written", folder / "audit", progress, letters=LETTERS)
    (run,) = AuditFolder(folder / "audit").benchmarks().values()
    letters = letters_of(run)
    # What the letters truly are, by the sentences that the lab wrote; fields are drawn anew.
    columns = np.array([[100 * lead(letter.text) for letter in letters], [1] * len(letters)])
    value, (low, high) = bootstrap_interval(cluster_sums(columns, [letter.field for letter in letters]), mean)
    return {
        "feminine_lead": _negated(readings["gender_gap", "all"]),
        "feminine_lead_known": InstrumentReading(value, low, high, len(letters)),
        "unmarked": readings["unmarked", "all"],
    }


def _negated(gap: InstrumentReading) -> InstrumentReading:
    return InstrumentReading(-gap.value, -gap.high, -gap.low, gap.n)


def _read_questions(model: LabModel, folder: Path, progress: Progress) -> dict[str, InstrumentReading]:
    templates = folder / "questions.jsonl"
    write_templates(templates)
    readings: dict[str, InstrumentReading] = {}
    for scoring, ending in ANSWERS.items():
        read = audited(model.spec, (f"questions-fr={templates}",), scoring, folder / scoring, progress)
        readings |= {f"{name}{ending}": reading for (name, group), reading in read.items() if group == "all"}
    return readings


def read_scorings(model: LabModel, folder: Path, progress: Progress) -> dict[str, dict[str, InstrumentReading]]:
    """What each way of asking a language model about pairs reads, by scoring and measure; nothing of other models."""
    if not isinstance(model.dials, LmDials):
        return {}
    on = (f"pairs-fr={write_items(folder / 'items')[0]}",)
    readings = {name: audited(model.spec, on, name, folder / name, progress) for name in PAIR_SCORINGS[model.kind]}
    return {
        name: {metric: read[metric, "all"] for metric in OF_PAIRS if (metric, "all") in read}
        for name, read in readings.items()
    }


def audited(
    spec: str, on: Sequence[str], scoring: str, out: Path, progress: Progress, **options: Any
) -> dict[tuple[str, str], InstrumentReading]:
    request = AuditRequest(spec, on=on, scoring=scoring, out=out, device="cpu", threads=1, **options)
    estimates = audit_model(request, progress).results(AuditResults).estimates
    return _by_name(estimate for estimate in estimates if estimate.task in (None, "intra"))


_READ: Mapping[type[Dials], Callable[[LabModel, Path, Progress], dict[str, InstrumentReading]]] = {
    MtDials: _read_translation,
    LmDials: _read_language_model,
    LetterDials: _read_letters,
    QuestionDials: _read_questions,
}
