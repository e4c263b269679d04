"""The instruments, read at one setting of the dials: everything that `epicene mt` and `epicene audit` would say of the
model, as figures with intervals.

Of a translation system also what each instrument that names a place reads at *son*, at the subject and at the rest, on
its own scale (what counts is which of the three is the largest), and how near b and r come to the rate of each noun.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import hypot
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any

import numpy as np

from epicene.core.errors import InputError
from epicene.core.progress import Progress
from epicene.core.types import Estimate
from epicene.grammar.people import Gender
from epicene.grammar.word_patterns import read_table
from epicene.lab.dials import Dials, LetterDials, LmDials, MtDials, QuestionDials
from epicene.lab.model_cache import LabModel
from epicene.lab.parallel_sentences import Generator, lab_occupations
from epicene.lab.results import NounAgreement, Reading

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from epicene.inside.interventions.aligned_lines import AlignedLine
    from epicene.models.translation import Translator
    from epicene.mt.controlled_corpus import CorpusLine
    from epicene.mt.judging.line_judge import ControlledCorpus
    from epicene.mt.translating.transformers_system import ModelSystem

# How each kind of model is asked about pairs; the first is what `metric_score` has always been read with.
PAIR_SCORINGS = {"masked": ("pll-shared", "pll", "pll-word"), "causal": ("loglik", "loglik-mean", "loglik-shared")}
TRIPLES_TOO = {"masked": "+cloze-l2r", "causal": ""}
OF_PAIRS = ("metric_score", "stereo_score", "antistereo_score", "shorter_preferred")
LETTERS = 10  # written from each beginning
ANSWERS = {"answer-pmi": "", "answer-mean": "_mean"}  # how answers are scored, and what their readings are called
# A third of them say no gender, for b; a probe needs four that do, and the interventions a frame that many lines share.
FEWEST_OCCUPATIONS = 12
SON, SUBJECT, REST = "son", "subject", "rest"


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


@dataclass(frozen=True, slots=True)
class Instrument:
    """What is read, and what each dial should do to it: 1 it rises, 0 it stays, None nobody knows. One that `contains`
    another follows a dial with it, by construction."""

    name: str
    expected: Mapping[str, int | None]
    is_percent: bool = True
    contains: str = ""


_WAYS = {"rises": 1, "stays": 0, "unknown": None}
INSTRUMENTS: Mapping[str, Instrument] = {
    name: Instrument(
        name,
        is_percent=row.pop("percent", True),
        contains=row.pop("contains", ""),
        expected={dial: _WAYS[row[dial]] for dial in row},
    )
    for name, row in read_table("lab/instruments.toml")["along"].items()
}


def check_readable(dials: MtDials) -> None:
    """Refuse a lab of so few occupations that some instruments would have nothing to read."""
    if 0 < dials.occupations < FEWEST_OCCUPATIONS:
        raise InputError(
            f"A lab of {dials.occupations} occupation{'s' * (dials.occupations > 1)} has too few of them to read the "
            f"instruments: they need at least {FEWEST_OCCUPATIONS} (0 stands for the whole lexicon)."
        )


def reading_minutes(dials: Dials) -> float:
    """Of one core, as docs/lab.md has them: 6 s for 120 occupations, 2 s for the items of a language model, 20 s for
    letters, which have to be written."""
    if isinstance(dials, MtDials):
        return len(lab_occupations(dials)) * 0.05 / 60
    return (20 if isinstance(dials, LetterDials) else 2) / 60


def read_instruments(model: LabModel, folder: Path, progress: Progress) -> dict[str, Reading]:
    """Every instrument that fits the model, in the order of the table.

    u3 is left out where no pair has two forms of as many sub-words, which may happen in a lab of few occupations.
    """
    found = _READ[type(model.dials)](model, folder, progress)
    return {name: found[name] for name in INSTRUMENTS if name in found}


def _read_translation(model: LabModel, folder: Path, progress: Progress) -> dict[str, Reading]:
    from epicene.inside.corpus_run import CorpusChoice
    from epicene.inside.forced.translation_audit import ForcedRequest, audit
    from epicene.inside.interventions.intervention_run import InterveneRequest, intervene
    from epicene.mt.corpus_writer import BASE, write_corpora

    if not isinstance(model.dials, MtDials):
        raise TypeError(f"{model.spec} does not translate")
    check_readable(model.dials)
    french, english, _ = write_corpora([BASE], lab_occupations(model.dials), folder / "corpus")[BASE.name]
    system = _system(model)
    choice = CorpusChoice("fr-en", french, english)
    audited = audit(ForcedRequest(choice, folder / "audit"), system, progress)
    intervened = intervene(InterveneRequest(choice, folder / "intervene"), system, progress)
    judged, forced, changed = (
        _by_name(found) for found in (audited.judged.estimates, audited.estimates, intervened.estimates)
    )
    changes = {f"{name}_t_lost": changed.get((f"{name}_change_t", "all")) for name in ("u1", "u2", "u3")}
    return {
        "judged_feminine": judged["pronoun_correct", "feminine marked"],
        "judged_masculine": judged["pronoun_correct", "masculine marked"],
        "judged_epicene_her": judged["her", "l' epicene"],
        "b_mean": forced["b_mean", "all"],
        "r_mean": forced["r_mean", "all"],
        **_probed(system, french, english, progress),
        **{name: _turned(lost) for name, lost in changes.items() if lost},
        **_places(changed),
    }


def _places(read: Mapping[tuple[str, str], Reading]) -> dict[str, Reading]:
    """t, what patching and erasing take of it, all paths together, and placebos: the largest that one takes of a path,
    by size."""
    found = {
        name: read[name, "all"]
        for name in ("t_mean", "t_star", "amnesic_all", "amnesic_control")
        if (name, "all") in read
    }
    if (left := read.get(("patched:abcd_t_mean", "all"))) and "t_mean" in found:
        found["patched_all"] = _less(found["t_mean"], left)
    for placebo in ("random", "same"):
        taken = [read[key] for path in "acd" if (key := (f"{placebo}_{path}_lost_t", "all")) in read]
        if taken:
            found[f"{placebo}_all"] = max(taken, key=lambda one: abs(one.value))
    return found


def _less(one: Reading, other: Reading) -> Reading:
    """With Newcombe's interval of a difference (square-and-add), as if they were read apart: wider than it need be."""
    value = one.value - other.value
    low = value - hypot(one.value - one.low, other.high - other.value)
    high = value + hypot(one.high - one.value, other.value - other.low)
    return Reading(value, low, high, min(one.n, other.n))


def read_places(model: LabModel, folder: Path) -> tuple[dict[str, dict[str, float]], dict[str, NounAgreement]]:
    """Of what the instruments wrote: what each reads at *son*, the subject and the rest, and b and r noun by noun."""
    from epicene.inside.results import InterveneResults
    from epicene.mt.judging.line_judge import open_corpus
    from epicene.runs.folder import RESULTS, read_results

    if not isinstance(model.dials, MtDials):
        return {}, {}
    estimates = read_results(folder / "intervene" / RESULTS, InterveneResults).estimates
    french, english = (folder / "corpus" / f"corpus.{language}" for language in ("fr", "en"))
    probed = probe_places(_system(model), open_corpus("fr-en", french, english))
    return {**places_of(_by_name(estimates)), PROBE: probed}, noun_agreement(model.dials, folder / "audit")


def places_of(estimates: Mapping[tuple[str, str], Reading]) -> dict[str, dict[str, float]]:
    """Those that could be read of all three."""
    return {
        instrument: {route: sum(estimates[name, "all"].value for name in names) for route, names in routes.items()}
        for instrument, routes in PLACES.items()
        if all((name, "all") in estimates for names in routes.values() for name in names)
    }


def probe_places(system: ModelSystem, corpus: ControlledCorpus) -> dict[str, float]:
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
    from epicene.inside.compared_values import read_table as read_lines
    from epicene.metrics.correlation import spearman

    corpus, table = Generator(dials), read_lines(audited)
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


def _system(model: LabModel) -> ModelSystem:
    from epicene.models.loading import Placement
    from epicene.models.translation import Decoding
    from epicene.mt.translating.transformers_system import open_model
    from epicene.mt.translating.translation_engine import ModelChoice

    return open_model(ModelChoice(model.spec), "fr", "en", Placement("cpu", threads=1), Decoding(1))


def _by_name(estimates: Iterable[Estimate]) -> dict[tuple[str, str], Reading]:
    return {(one.metric, one.group): Reading(one.value, one.low, one.high, one.n_used) for one in estimates}


def _probed(system: ModelSystem, french: Path, english: Path, progress: Progress) -> dict[str, Reading]:
    """The last encoder layer at *son*, where u1 and u2 work; beside it the same with random weights."""
    from epicene.inside.probes.hidden_states import random_twin
    from epicene.inside.probes.linear_probe import ProbeSettings, probe_at
    from epicene.models.translation import load_translator
    from epicene.mt.judging.line_judge import open_corpus

    lines = [line for line in open_corpus("fr-en", french, english).lines if line.marked]
    translator = load_translator(system.description, system.marks, system.placement, system.decoding)
    progress.start("Probing *son*", 2)
    found = {}
    for name, model in (("probe_son", translator.model), ("probe_random_weights", random_twin(translator.model))):
        probed = probe_at(
            replace(translator, model=model),
            [line.source for line in lines],
            [line.gender is Gender.FEMININE for line in lines],
            [line.occupation for line in lines],
            settings=ProbeSettings(PROBE_REPETITIONS),
        ).accuracy
        found[name] = Reading(probed.value, probed.low, probed.high, len(lines))
        progress.advance(1)
    return found


def _read_language_model(model: LabModel, folder: Path, progress: Progress) -> dict[str, Reading]:
    from epicene.lab.language_corpora import write_items

    pairs, triples = write_items(folder / "items")
    on = (f"pairs-fr={pairs}", f"triples-fr={triples}")
    found = audited(model.spec, on, PAIR_SCORINGS[model.kind][0] + TRIPLES_TOO[model.kind], folder / "audit", progress)
    return {name: found[name, "all"] for name in ("metric_score", "ss", "lms")}


def _read_letters(model: LabModel, folder: Path, progress: Progress) -> dict[str, Reading]:
    from epicene.kinds.letters.measure import letters_of
    from epicene.lab.language_corpora import lead, write_prompts
    from epicene.metrics.intervals import bootstrap_interval, cluster_sums, mean
    from epicene.runs.audit_folder import AuditFolder

    prompts = folder / "prompts.jsonl"
    write_prompts(prompts)
    on = (f"letters-fr={prompts}",)
    found = audited(model.spec, on, "written", folder / "audit", progress, letters=LETTERS)
    (run,) = AuditFolder(folder / "audit").benchmarks().values()
    letters = letters_of(run)
    # What the letters truly are, by the sentences that the lab wrote; fields are drawn anew.
    columns = np.array([[100 * lead(letter.text) for letter in letters], [1] * len(letters)])
    value, (low, high) = bootstrap_interval(cluster_sums(columns, [letter.field for letter in letters]), mean)
    return {
        "feminine_lead": _turned(found["gender_gap", "all"]),
        "feminine_lead_known": Reading(value, low, high, len(letters)),
        "unmarked": found["unmarked", "all"],
    }


def _turned(gap: Reading) -> Reading:
    return Reading(-gap.value, -gap.high, -gap.low, gap.n)


def _read_questions(model: LabModel, folder: Path, progress: Progress) -> dict[str, Reading]:
    from epicene.lab.language_corpora import write_templates

    templates = folder / "questions.jsonl"
    write_templates(templates)
    found: dict[str, Reading] = {}
    for scoring, ending in ANSWERS.items():
        read = audited(model.spec, (f"questions-fr={templates}",), scoring, folder / scoring, progress)
        found |= {f"{name}{ending}": reading for (name, group), reading in read.items() if group == "all"}
    return found


def read_scorings(model: LabModel, folder: Path, progress: Progress) -> dict[str, dict[str, Reading]]:
    """What each way of asking a language model about pairs reads, by scoring and measure; nothing of other models."""
    from epicene.lab.language_corpora import write_items

    if not isinstance(model.dials, LmDials):
        return {}
    on = (f"pairs-fr={write_items(folder / 'items')[0]}",)
    found = {name: audited(model.spec, on, name, folder / name, progress) for name in PAIR_SCORINGS[model.kind]}
    return {
        name: {metric: read[metric, "all"] for metric in OF_PAIRS if (metric, "all") in read}
        for name, read in found.items()
    }


def audited(
    spec: str, on: Sequence[str], scoring: str, out: Path, progress: Progress, **options: Any
) -> dict[tuple[str, str], Reading]:
    from epicene.auditing.audit_requests import AuditRequest
    from epicene.auditing.run import audit
    from epicene.runs.results import AuditResults

    request = AuditRequest(spec, on=on, scoring=scoring, out=out, device="cpu", threads=1, **options)
    estimates = audit(request, progress).results(AuditResults).estimates
    return _by_name(one for one in estimates if one.task in (None, "intra"))


_READ: Mapping[type[Dials], Callable[[LabModel, Path, Progress], dict[str, Reading]]] = {
    MtDials: _read_translation,
    LmDials: _read_language_model,
    LetterDials: _read_letters,
    QuestionDials: _read_questions,
}
