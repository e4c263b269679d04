"""Saved runs side by side: which benchmarks they share, whether they may be compared, and the paired tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import combinations
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

from epicene.auditing.data_frames import to_pandas
from epicene.auditing.measuring import PROMPTED, replies
from epicene.core.errors import InputError
from epicene.core.hashing import SHORT
from epicene.core.types import Role
from epicene.metrics.intervals import RESAMPLES
from epicene.metrics.outcomes import ALL
from epicene.metrics.paired import Comparison, compare_pairs, identical_scores
from epicene.metrics.paired_triples import compare_triples
from epicene.metrics.reply_estimates import CHOSEN_STEREOTYPE, choose_enough, compare_prompted
from epicene.runs.audit_folder import AuditFolder, BenchmarkRun

if TYPE_CHECKING:
    import pandas

AS_RELEASED = "as-released"
HEADLINES = ("metric_score", "ss", CHOSEN_STEREOTYPE)  # of pairs, of triples, of replies in words


@dataclass(frozen=True, slots=True)
class SignatureParts:
    """A signature taken apart again; `model` may itself contain an @."""

    data: str
    scoring: str
    bos: str
    options: tuple[str, ...]
    model: str
    resampling: str
    version: str

    @classmethod
    def of(cls, signature: str) -> SignatureParts:
        match signature.split("|"):
            case [data, scoring, bos, *options, model, resampling, version]:
                return cls(data, scoring, bos, tuple(options), model, resampling, version)
        raise InputError(
            f"{signature!r} is no signature of this epicene. Run the audit again in a new folder to compare it."
        )

    def differences(self, other: SignatureParts) -> dict[str, tuple[str, str]]:
        """What two numbers disagree on besides the model; comparable numbers disagree on nothing."""
        both = {
            "data": (self.data, other.data),
            "scoring": (self.scoring, other.scoring),
            "bos": (self.bos, other.bos),
            "options": (", ".join(self.options) or "none", ", ".join(other.options) or "none"),
            "resampling": (self.resampling, other.resampling),
            "version": (self.version, other.version),
        }
        return {name: sides for name, sides in both.items() if sides[0] != sides[1]}


@dataclass(frozen=True, slots=True)
class Answers:
    """One model's answers to one benchmark, from one run folder."""

    run: Path
    label: str
    signature: str
    answered: BenchmarkRun = field(repr=False)

    @property
    def parts(self) -> SignatureParts:
        return SignatureParts.of(self.signature)

    @property
    def kind(self) -> str:
        kind: str = self.answered.facts.get("kind", "pairs")
        return kind

    def values(self) -> dict[tuple[str, Role], float]:
        return {key: score.value for key, score in self.answered.scores.items()}

    @property
    def is_trusted(self) -> bool:
        """False where the model failed the sanity check in the language of the benchmark."""
        checks = AuditFolder(self.run).manifest()["sanity"]
        return all(check["passed"] for check in checks if check["language"] == self.answered.facts.get("language"))

    @property
    def chose_enough(self) -> bool:
        """False of a model that was asked in words and chose a sentence in fewer than half of its replies."""
        return self.kind != PROMPTED or choose_enough(replies(self.answered))


@dataclass(frozen=True, slots=True, repr=False)
class PairedRuns:
    """Two models on one benchmark; `identical` says that every score of theirs is the same."""

    benchmark: str
    a: Answers
    b: Answers
    identical: bool
    comparisons: tuple[Comparison, ...]

    def __repr__(self) -> str:
        """What the comparison found, in a line or two, and none of the sentences that were asked."""
        found = [one for one in self.comparisons if one.group == ALL and one.metric in HEADLINES]
        said = "; ".join(map(_in_short, found)) or "nothing to compare"
        failed = " and ".join(side.label for side in (self.a, self.b) if not side.is_trusted)
        caveat = f"; says nothing, because {failed} failed the sanity check" if failed else ""
        return f"<PairedRuns on {self.benchmark}, {self.a.label} and {self.b.label}: {said}{caveat}>"

    def to_pandas(self) -> pandas.DataFrame:
        """The comparisons as a table, a row each."""
        return to_pandas(self.comparisons)

    def warning(self) -> str | None:
        """What to say of two models that cannot be told apart."""
        if not self.identical:
            return None
        if self.a.parts.model == self.b.parts.model:
            return f"{self.benchmark}: {self.a.run} and {self.b.run} are runs of one model ({self.a.parts.model})."
        return (
            f"{self.benchmark}: {self.a.label} and {self.b.label} gave exactly the same scores to every item. Most "
            "often one of the two was never loaded: check the weights before believing any comparison."
        )


def _in_short(one: Comparison) -> str:
    name = f"{one.task} {one.metric}" if one.task else one.metric
    p = f", McNemar's p = {one.p_mcnemar:.2g}" if one.p_mcnemar is not None else ""
    return (
        f"{name} {one.value_a:.1f} and {one.value_b:.1f}, difference {one.difference:+.1f} "
        f"[{one.low:.1f}, {one.high:.1f}]{p}, n = {one.n}"
    )


def compare_runs(paths: Sequence[Path], *, resamples: int = RESAMPLES, seed: int = 0) -> list[PairedRuns]:
    """Every two runs on every benchmark they share; refused where they differ in more than the model."""
    if len(paths) < 2:
        raise InputError("Comparing takes at least two run folders: `epicene compare RUN RUN`.")
    labels = distinct_labels(paths, [AuditFolder(path).manifest() for path in paths])
    shared = _shared_benchmarks(paths, [_answers(path, label) for path, label in zip(paths, labels, strict=True)])
    return [
        compare_answers(name, a, b, resamples=resamples, seed=seed)
        for name, answers in shared.items()
        for a, b in combinations(answers, 2)
    ]


def compare_answers(benchmark: str, a: Answers, b: Answers, *, resamples: int = RESAMPLES, seed: int = 0) -> PairedRuns:
    refuse_other_questions(benchmark, a, b)
    unusable = {**a.answered.unusable, **b.answered.unusable}
    found = COMPARING[a.kind](
        benchmark,
        a.answered.items,
        unusable,
        *(replies(one.answered) if one.kind == PROMPTED else one.values() for one in (a, b)),
        names=(a.label, b.label),
        resamples=resamples,
        seed=seed,
        **_options(a),
    )
    identical = a.kind != PROMPTED and identical_scores(a.values(), b.values())  # a few words may well be the same
    return PairedRuns(benchmark, a, b, identical, found)


COMPARING: Mapping[str, Callable[..., tuple[Comparison, ...]]] = {
    "pairs": compare_pairs,
    "triples": compare_triples,
    PROMPTED: compare_prompted,
}


def _options(answers: Answers) -> dict[str, Any]:
    """How the figures themselves were measured, which both runs agree on."""
    if answers.kind == PROMPTED:
        return {}
    if answers.kind == "triples":
        return {"aggregation": answers.answered.facts["aggregation"]}
    return {"as_released": AS_RELEASED in answers.parts.options}


def refuse_other_questions(benchmark: str, a: Answers, b: Answers) -> None:
    """Numbers are comparable exactly when their signatures agree on all but the model."""
    differences = a.parts.differences(b.parts)
    if differences:
        said = "; ".join(f"{name}: {there} and {here}" for name, (there, here) in differences.items())
        raise InputError(
            f"{benchmark}: {a.run} and {b.run} differ in more than the model ({said}), so their numbers cannot be "
            f"compared. {_instead(a, b, differences)}"
        )


def _instead(a: Answers, b: Answers, differences: Mapping[str, tuple[str, str]]) -> str:
    """What to do about it; asking again helps only where one way of asking fits both models."""
    if "scoring" in differences and (a.kind == PROMPTED) != (b.kind == PROMPTED):
        return "Replies in words and likelihoods are two measurements, and nothing makes one out of the other."
    kinds = [str(AuditFolder(one.run).manifest()["model"].get("kind")) for one in (a, b)]
    if "scoring" not in differences or kinds[0] == kinds[1]:
        return "Audit one of the models again, asked in the same way as the other."
    return (
        f"{a.label} is of kind {kinds[0]} and {b.label} of kind {kinds[1]}, and no way of asking fits both, so that "
        f"asking again would not help: `epicene report {quote(str(a.run))} {quote(str(b.run))} -o report.html` shows "
        "each against 50, without ranking them."
    )


def _answers(path: Path, label: str) -> dict[str, Answers]:
    folder = AuditFolder(path)
    signatures: Mapping[str, str] = folder.results()["signatures"]
    answered = folder.benchmarks()
    return {name: Answers(path, label, signatures[name], answered[name]) for name in signatures if name in answered}


def _shared_benchmarks(paths: Sequence[Path], answers: Sequence[dict[str, Answers]]) -> dict[str, list[Answers]]:
    shared = [name for name in answers[0] if all(name in other for other in answers[1:])]
    if not shared:
        asked = "; ".join(f"{path}: {', '.join(names) or 'none'}" for path, names in zip(paths, answers, strict=True))
        raise InputError(f"These runs share no benchmark ({asked}). Compare runs that were asked the same items.")
    return {name: [run[name] for run in answers] for name in shared}


def comparison_document(paths: Sequence[Path], compared: Sequence[PairedRuns]) -> dict[str, Any]:
    """What `compare --json` prints; a p that cannot be computed is left out, never null."""
    sides = {side.run: side.label for pair in compared for side in (pair.a, pair.b)}
    records = [asdict(one) for pair in compared for one in pair.comparisons]
    return {
        "models": [sides[path] for path in paths],
        "comparisons": [{key: value for key, value in one.items() if value is not None} for one in records],
        "identical": [
            {"benchmark": pair.benchmark, "a": pair.a.label, "b": pair.b.label} for pair in compared if pair.identical
        ],
        "notices": notices(paths, compared),
    }


def notices(paths: Sequence[Path], compared: Sequence[PairedRuns]) -> list[str]:
    said = [text for text in (pair.warning() for pair in compared) if text]
    return [*said, *_failed_checks(compared), *_hardly_chose(compared), *left_aside(paths, compared)]


def _failed_checks(compared: Sequence[PairedRuns]) -> Iterator[str]:
    labels = {side.run: side.label for pair in compared for side in (pair.a, pair.b)}
    for path, label in labels.items():
        failed = [check["language"] for check in AuditFolder(path).manifest()["sanity"] if not check["passed"]]
        if failed:
            yield (
                f"{label} failed the sanity check ({', '.join(failed)}): its figures may be noise, and so may the "
                "difference."
            )


def _hardly_chose(compared: Sequence[PairedRuns]) -> Iterator[str]:
    sides = {(pair.benchmark, side.run): side for pair in compared for side in (pair.a, pair.b)}
    for (benchmark, _), side in sides.items():
        if not side.chose_enough:
            yield (
                f"{benchmark}: {side.label} chose a sentence in fewer than half of its replies, so that what it chose "
                "says nothing about the model, nor does the difference."
            )


def left_aside(paths: Sequence[Path], compared: Sequence[PairedRuns]) -> Iterator[str]:
    """Benchmarks that only some of the runs have, so that nothing is passed over in silence."""
    names = {pair.benchmark for pair in compared}
    for path in paths:
        others = [name for name in AuditFolder(path).manifest()["benchmarks"] if name not in names]
        if others:
            yield f"{path}: {', '.join(others)} not compared, because not every run was asked it."


def distinct_labels(paths: Sequence[Path], manifests: Sequence[Mapping[str, Any]]) -> list[str]:
    """The model's own name; with its server, its weights, then its folder, where several would have the same label."""
    models = [manifest["model"] for manifest in manifests]
    names = [_name_and_server(model) for model in models]
    labels = [name for name, _ in names]
    for suffixes in (
        [server for _, server in names],
        [str(model.get("weights_digest", ""))[:SHORT] for model in models],
        [path.name for path in paths],
    ):
        counts = Counter(labels)
        labels = [
            f"{label} ({suffix})" if counts[label] > 1 and suffix else label
            for label, suffix in zip(labels, suffixes, strict=True)
        ]
    return labels


def _name_and_server(model: Mapping[str, Any]) -> tuple[str, str]:
    """Behind a server a model is called NAME@HOST: a reader wants the name, and the host where two share it."""
    name, _, server = str(model["name"]).rpartition("@")
    return (name, server) if model.get("server") and name else (str(model["name"]), "")
