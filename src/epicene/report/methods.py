"""How it was measured, in plain words, from what the run wrote down about itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from epicene.auditing.comparison import SignatureParts
from epicene.auditing.measuring import PROMPTED
from epicene.core.hashing import SHORT
from epicene.report.answers import is_trusted
from epicene.report.cost import cost_said
from epicene.report.language import Language
from epicene.report.overview import overall
from epicene.report.published import published_for
from epicene.report.saved import SavedRun

ASKED_WITH = ("instructions", "template")


@dataclass(frozen=True, slots=True)
class Fact:
    term: str
    text: str


def methods_of(run: SavedRun, language: Language) -> list[Fact]:
    """How one model was asked, for each benchmark and in general."""
    facts = [fact for name in run.manifest["benchmarks"] for fact in _asking(run, name, language)]
    facts += [Fact(language.text("methods.model"), _model(run.manifest["model"], language))]
    facts += _sanity(run, language)
    facts += _machine(run, language)
    facts += _cost(run, language)
    return list(dict.fromkeys(facts))


def _asking(run: SavedRun, benchmark: str, language: Language) -> Iterator[Fact]:
    facts = run.facts(benchmark)
    yield from _scorings(facts, language)
    if facts.get("kind") != PROMPTED:
        yield Fact(language.text("methods.bos"), _before(run, str(facts.get("bos", "")), language))
    signature = run.findings.signatures.get(benchmark)
    if signature:
        parts = SignatureParts.of(signature)
        departures, asked_with = split_options(parts.options)
        for name, digest in (option.split(":", 1) for option in asked_with):
            yield Fact(language.text(f"methods.{name}"), language.text(f"methods.{name}.text", digest=digest))
        if departures:
            yield Fact(language.text("methods.options"), ", ".join(departures))
        yield Fact(language.text("methods.statistics"), _statistics(facts, parts.resampling, language))
    known = "known" if facts.get("known", True) else "unknown"
    digest = str(facts.get("digest", ""))[:SHORT]
    yield Fact(language.text("methods.data"), language.text(f"methods.data.{known}", name=benchmark, digest=digest))


def _before(run: SavedRun, bos: str, language: Language) -> str:
    """What stood before the sentence."""
    if run.manifest["model"].get("kind", "causal") != "causal":
        return language.text("bos.not-causal")
    return f"{bos}{language.text('punctuation.colon')} {language.text_or(f'bos.{bos}', bos)}"


def split_options(options: Sequence[str]) -> tuple[list[str], list[str]]:
    """What departs from the default, and what a model that is asked in words is always asked with."""
    asked_with = [option for option in options if option.partition(":")[0] in ASKED_WITH]
    return [option for option in options if option not in asked_with], asked_with


def _scorings(facts: Mapping[str, Any], language: Language) -> Iterator[Fact]:
    """How it was asked; for triples, how each task was."""
    if facts.get("kind") != "triples":
        scoring = str(facts.get("scoring", ""))
        about = str(facts.get("scoring_about") or scoring)
        yield Fact(language.text("methods.scoring"), language.text_or(f"scoring.{scoring}", about))
        return
    for task, asked in facts.get("tasks", {}).items():
        name = asked["scoring"]
        general = language.text_or(f"scoring.{name}", f"{name}: {asked['about']}")
        term = language.text("methods.scoring.task", task=language.text(f"task.{task}"))
        yield Fact(term, language.text_or(f"scoring.{name}.triples", general))


def _statistics(facts: Mapping[str, Any], resampling: str, language: Language) -> str:
    unit, _, times = resampling.removeprefix("boot:").partition("*")
    drawn = language.text(f"methods.resampling.{unit}", times=language.count(int(times)))
    if facts.get("kind") == PROMPTED:
        return language.text("methods.statistics.text.prompted", resampling=drawn)
    if facts.get("kind") != "triples":
        return language.text("methods.statistics.text", resampling=drawn)
    counted = language.text(f"aggregation.{facts['aggregation']}")
    return language.text("methods.statistics.text.triples", resampling=drawn, aggregation=counted)


def _model(model: Mapping[str, Any], language: Language) -> str:
    kind = str(model.get("kind", ""))
    said = [
        str(model.get("spec") or model["name"]),
        language.text_or(f"methods.kind.{kind}", kind),
        str(model.get("architecture") or ""),
        parameters(model.get("parameters"), language),
        language.text("methods.revision", revision=model["revision"]) if model.get("revision") else "",
        _server(model["server"], language)
        if model.get("server")
        else language.text("methods.weights", digest=str(model.get("weights_digest", ""))[:SHORT]),
    ]
    return ", ".join(part for part in said if part)


def _server(server: Mapping[str, Any], language: Language) -> str:
    says = ", ".join(str(said) for said in server["says"].values())
    key = "methods.server" if says else "methods.server.silent"
    return language.text(key, url=server["url"], says=says)


def parameters(count: int | None, language: Language) -> str:
    """135 million parameters, 1.7 billion parameters."""
    if not count:
        return ""
    if count >= 1e9:
        return language.text("methods.billions", count=language.number(count / 1e9, 1))
    if count >= 1e6:
        return language.text("methods.millions", count=language.number(count / 1e6, 0))
    return language.text("methods.parameters", count=language.count(count))


def _sanity(run: SavedRun, language: Language) -> Iterator[Fact]:
    for check in run.manifest.get("sanity", ()):
        text = language.text(
            "methods.sanity.text",
            language=language.text_or(f"language.{check['language']}", check["language"]),
            right=language.count(check["right"]),
            of=language.count(check["of"]),
        )
        yield Fact(language.text("methods.sanity"), text)


def _machine(run: SavedRun, language: Language) -> Iterator[Fact]:
    machine = run.manifest.get("machine")
    if machine:
        values = {key: machine.get(key, "?") for key in ("device", "dtype", "threads", "platform")}
        values |= {key: machine.get(key, "?") for key in ("python", "torch", "transformers")}
        key = "methods.machine.server" if run.manifest["model"].get("server") else "methods.machine.text"
        text = language.text(key, epicene=run.manifest.get("epicene", "?"), **values)
        yield Fact(language.text("methods.machine"), text)


def _cost(run: SavedRun, language: Language) -> Iterator[Fact]:
    cost = dict(run.manifest.get("cost", {}))
    if run.manifest["model"].get("server"):  # this end's alone would mislead
        cost = {key: value for key, value in cost.items() if key not in ("peak_memory_bytes", "energy")}
    if said := cost_said(cost, language):
        parts = [said, *_published_times(run, language)]
        yield Fact(language.text("methods.cost"), language.text("punctuation.semicolon").join(parts))


def _published_times(run: SavedRun, language: Language) -> Iterator[str]:
    for name, facts in run.manifest["benchmarks"].items():
        published = None if facts.get("kind") == PROMPTED else published_for(name)
        if published:
            times = ", ".join(f"{model.name} {model.run_time}" for model in published.models)
            yield language.text("methods.cost.published", benchmark=name, times=times)


def cite_triples(runs: Sequence[SavedRun], benchmark: str, language: Language) -> list[str]:
    """As `citable`, with LMs, Ss and ACs of the task that the answer speaks of."""
    sentences = []
    for run in runs:
        score = run.preference(benchmark)
        if score is None:
            continue
        found = {name: run.findings.find(benchmark, name, task=score.task) for name in ("lms", "ss", "acs")}
        values = {
            name: f"{language.number(one.value)} {language.bracket(one.low, one.high)}"
            for name, one in found.items()
            if one
        }
        task = language.text(f"task.{score.task}")
        n = language.used(score.n_used, score.n_total)
        signature = score.signature
        sentences.append(
            language.text(
                "cite.sentence.triples",
                **{"model": run.label, "benchmark": benchmark, "task": task, "n": n, "signature": signature, **values},
                caveat=_caveat(run, benchmark, language),
            )
        )
    return sentences


def citable(runs: Sequence[SavedRun], benchmark: str, language: Language) -> list[str]:
    """A sentence for each model that can be pasted into a paper."""
    return [
        language.text(
            "cite.sentence",
            model=run.label,
            benchmark=benchmark,
            value=language.number(score.value),
            bracket=language.bracket(score.low, score.high),
            n=language.used(score.n_used, score.n_total),
            signature=score.signature,
            caveat=_caveat(run, benchmark, language),
        )
        for run, score in overall(runs, benchmark)
    ]


def _caveat(run: SavedRun, benchmark: str, language: Language) -> str:
    """A pasted sentence leaves the page's notices behind."""
    return "" if is_trusted(run, benchmark) else language.text("cite.untrusted")
