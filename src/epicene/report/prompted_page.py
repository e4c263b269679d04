"""The report about models that were asked in words: the page of every other report, with what they said on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from epicene.metrics.reply_estimates import CHOSEN_STEREOTYPE
from epicene.report.answers import is_trusted, judge
from epicene.report.citing import in_words, signature_parts
from epicene.report.html import frame, tools
from epicene.report.language import Language
from epicene.report.methods import Fact
from epicene.report.notices import Notice, notices_of_all
from epicene.report.overview import estimates_table
from epicene.report.page import AnswerView, Figure, methods_by_model, section_id, strip_of
from epicene.report.paired import PairView, compare_in_report
from epicene.report.plots import includes_ideal
from epicene.report.prompted import (
    cite_prompted,
    doubt,
    in_plain_words,
    prompted_answer,
    prompted_table,
    prompted_verdict,
)
from epicene.report.prompted_plots import share_plot
from epicene.report.prompted_replies import OUTCOMES, RepliesView, replies_view
from epicene.report.render.html import page_environment
from epicene.report.saved import SavedRun, benchmark_names, benchmark_title
from epicene.report.tables import Table

READINGS = ("share", "interval", "types", "trust", "position")
LIMITS = ("shows", "not", "likelihood", "wording")


@dataclass(frozen=True, slots=True)
class PromptedView:
    """One benchmark. Chat models are answered one by one, so nothing stands for them all (`standing`)."""

    name: str
    title: str
    answers: list[AnswerView]
    by_type: Figure | None
    table: Table
    comparisons: list[PairView]
    replies: list[RepliesView]
    signatures: dict[str, str]
    citable: list[str]
    licence: str
    citation: str
    source: str
    standing: None = None

    @property
    def id(self) -> str:
        return section_id(self.name)


@dataclass(frozen=True, slots=True)
class PromptedPage:
    """As PageView; `instructions` are those that were given, with words where the sentences stood."""

    benchmarks: list[PromptedView]
    instructions: list[tuple[str, str]]
    loud: list[Notice]
    quiet: list[Notice]
    methods: list[tuple[str, list[Fact]]]
    signature_parts: list[Fact]
    estimates: Table
    lead: str = ""


def title_of(runs: Sequence[SavedRun], language: Language) -> str:
    labels = [run.label for run in runs]
    return language.plural("prompted.title", len(runs), model=labels[0], models=language.list_of(labels))


def render_prompted(runs: Sequence[SavedRun], language: Language) -> str:
    environment = page_environment()
    environment.globals.update(
        tools(language),
        page=_build(runs, language),
        outcomes=OUTCOMES,
        **(frame(runs, language) | _own(runs, language)),
    )
    return environment.get_template("epicene.report:prompted.html.j2").render()


def _own(runs: Sequence[SavedRun], language: Language) -> dict[str, Any]:
    """What the frame says otherwise than about log-probabilities."""
    return {
        "kicker": "prompted.kicker",
        "items_title": "prompted.replies",
        "question": title_of(runs, language),
        "asked": ["prompted.asked"],
        "readings": [(f"prompted.about.{key}.term", f"prompted.about.{key}") for key in READINGS],
        "limits": [(f"prompted.about.{key}.term", f"prompted.about.{key}") for key in LIMITS],
    }


def _build(runs: Sequence[SavedRun], language: Language) -> PromptedPage:
    notices, benchmarks = notices_of_all(runs, language), []
    for name in benchmark_names(runs):
        asked = [run for run in runs if name in run.benchmarks]
        comparisons, found = compared(asked, name, language)
        notices += found
        benchmarks.append(_benchmark(asked, name, comparisons, language))
    unique = list({notice.text: notice for notice in notices}.values())
    return PromptedPage(
        benchmarks=benchmarks,
        instructions=list(dict.fromkeys(_instructions(runs, language))),
        loud=[notice for notice in unique if notice.grave],
        quiet=[notice for notice in unique if not notice.grave],
        methods=methods_by_model(runs, language),
        signature_parts=signature_parts(runs, language),
        estimates=estimates_table(runs, language),
    )


def _benchmark(runs: Sequence[SavedRun], name: str, comparisons: list[PairView], language: Language) -> PromptedView:
    facts = runs[0].facts(name)
    return PromptedView(
        name=name,
        title=benchmark_title(name, runs, language),
        answers=[_answer(run, name, place, language) for place, run in enumerate(runs)],
        by_type=Figure.of(share_plot(runs, name, language), language),
        table=prompted_table(runs, name, language),
        comparisons=comparisons,
        replies=[replies_view(run, name, language) for run in runs],
        signatures={run.label: run.findings.signatures[name] for run in runs if name in run.findings.signatures},
        citable=cite_prompted(runs, name, language),
        licence=in_words("licence", facts, language),
        citation=in_words("citation", facts, language),
        source=in_words("source", facts, language),
    )


def _answer(run: SavedRun, benchmark: str, place: int, language: Language) -> AnswerView:
    share = run.findings.find(benchmark, CHOSEN_STEREOTYPE)
    sentence, *more = prompted_answer(run, benchmark, language)
    told = share is not None and not includes_ideal(share)
    return AnswerView(
        model=run.label,
        verdict=judge(share, None),
        trusted=doubt(run, benchmark) is None,
        judged=language.text(f"prompted.verdict.{prompted_verdict(run, benchmark)}"),
        sentence=sentence,
        plain=[text for text in (in_plain_words(run, benchmark, language), " ".join(more)) if text],
        score=share,
        strip=strip_of(share, told, f"{benchmark}-answer-{place}", sentence, language),
    )


def compared(runs: Sequence[SavedRun], benchmark: str, language: Language) -> tuple[list[PairView], list[Notice]]:
    """As in every report; after a failed sanity check the sentence says that, and no more."""
    views, notices = compare_in_report(runs, benchmark, language)
    trusted = {run.label for run in runs if is_trusted(run, benchmark)}
    return [
        view
        if {view.pair.a.label, view.pair.b.label} <= trusted
        else replace(
            view,
            sentence=language.text("prompted.comparison.untrusted", a=view.pair.a.label, b=view.pair.b.label),
        )
        for view in views
    ], notices


def _instructions(runs: Sequence[SavedRun], language: Language) -> Iterator[tuple[str, str]]:
    """Name and text; models may have been asked in several languages."""
    for run in runs:
        for facts in run.manifest["benchmarks"].values():
            for task in facts["tasks"].values():
                for name, text in task["instructions"][facts["language"]].items():
                    first, second = (language.text(f"prompted.{place}") for place in ("first", "second"))
                    yield name, text.replace("{first}", first).replace("{second}", second)
