"""The data statement of an export, filled in from what the workshop knows: counts, dates, participants, procedure.

What the workshop cannot know (how people were found, under which licence the corpus appears) is left as a line that
says so, for the organiser to complete: a statement must not claim what nobody checked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Protocol

from sqlalchemy import and_, func, or_, select
from sqlalchemy.orm import Session

import epicene
from epicene.collect.message_catalogue import Language
from epicene.collect.publish.campaign_stats import TASKS, Controls, Figures
from epicene.collect.store.schema import Campaign, Change, Pair, Participant, Statement, Translation, TranslationStatus

FEWEST_SHOWN = 5  # answers given by fewer people are not told apart


class PairFacts(Protocol):
    """What is counted of a pair."""

    @property
    def direction(self) -> str: ...

    @property
    def bias_type(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Facts:
    """`about` counts the answers to each optional question, of all who took part; `curators` are those who decided
    something; `figures` are the statistics."""

    title: str
    language: str
    organiser: str
    contact: str
    figures: Figures
    controls: Controls
    pairs: Mapping[str, Sequence[PairFacts]]
    about: Mapping[str, Mapping[str, int]]
    curators: int
    decisions: int
    translators: int
    editors: int
    on: date


def read_facts(
    session: Session,
    campaign: Campaign,
    figures: Figures,
    controls: Controls,
    pairs: Mapping[str, Sequence[PairFacts]],
) -> Facts:
    about: dict[str, Counter[str]] = {}
    for answers in session.scalars(select(Participant.about).where(Participant.campaign_id == campaign.id)):
        for question, answer in answers.items():
            about.setdefault(question, Counter())[answer] += 1
    statements = select(Statement.id).where(Statement.campaign_id == campaign.id)
    written = select(Pair.id).where(Pair.campaign_id == campaign.id)
    concerns = or_(
        and_(Change.entity == "statement", Change.entity_id.in_(statements)),
        and_(Change.entity == "pair", Change.entity_id.in_(written)),
    )
    curators, decisions = session.execute(
        select(func.count(func.distinct(Change.user_id)), func.count()).where(Change.user_id.is_not(None), concerns)
    ).one()
    accepted = and_(Translation.status == TranslationStatus.ACCEPTED, Translation.pair_id.in_(written))
    translators, editors = session.execute(
        select(
            func.count(func.distinct(Translation.translator_id)), func.count(func.distinct(Translation.editor_id))
        ).where(accepted)
    ).one()
    return Facts(
        title=campaign.title,
        language=campaign.language,
        organiser=campaign.organiser,
        contact=campaign.contact,
        figures=figures,
        controls=controls,
        pairs=pairs,
        about=about,
        curators=curators,
        decisions=decisions,
        translators=translators,
        editors=editors,
        on=datetime.now(UTC).date(),
    )


def data_statement(facts: Facts, language: Language) -> str:
    """Markdown; one paragraph a fact, in the order in which readers ask."""
    t = language.text
    sections: dict[str, list[str]] = {
        "what": list(_what(facts, language)),
        "where": list(_where(facts, language)),
        "who": list(_who(facts, language)),
        "how": list(_how(facts, language)),
        "agreement": list(_agreement(facts, language)),
        "files": [t("data-statement.files")],
        "complete": [t(f"data-statement.complete.{name}") for name in ("recruiting", "licence", "limits")],
    }
    lines = [f"# {t('data-statement.title', title=_plain(facts.title))}", "", t("data-statement.warning"), ""]
    for name, paragraphs in sections.items():
        if paragraphs:
            lines += [
                f"## {t(f'data-statement.{name}.title')}",
                "",
                *(f"- {paragraph}" for paragraph in paragraphs),
                "",
            ]
    return "\n".join(lines).rstrip() + "\n"


def _what(facts: Facts, language: Language) -> Iterator[str]:
    for code, pairs in facts.pairs.items():
        kinds = Counter(pair.bias_type for pair in pairs)
        listed = ", ".join(
            f"{language.text(f'bias.{kind}')} ({language.number(count)})" for kind, count in kinds.most_common()
        )
        anti = sum(pair.direction == "antistereo" for pair in pairs)
        yield language.plural(
            "data-statement.pairs", len(pairs), language=code, listed=listed, anti=language.number(anti)
        )
    yield language.text("data-statement.pair" if facts.pairs else "data-statement.no-pairs")


def _where(facts: Facts, language: Language) -> Iterator[str]:
    days = [date.fromisoformat(str(day["day"])) for day in facts.figures.days]
    if days:
        first, last = (language.day(datetime(day.year, day.month, day.day, tzinfo=UTC)) for day in (days[0], days[-1]))
        if first == last:
            yield language.text("data-statement.day", day=first)
        else:
            yield language.text("data-statement.dates", first=first, last=last)
    organiser = _plain(", ".join(part for part in (facts.organiser, facts.contact) if part))
    if organiser:
        yield language.text("data-statement.organiser", organiser=organiser)
    made = language.day(datetime(facts.on.year, facts.on.month, facts.on.day, tzinfo=UTC))
    yield language.text("data-statement.made", version=epicene.__version__, day=made)


def _who(facts: Facts, language: Language) -> Iterator[str]:
    yield language.plural("data-statement.participants", facts.figures.participants)
    for task in TASKS:
        counted = facts.figures.tasks[task]
        if counted.contributions:
            yield language.text(
                f"data-statement.task.{task}",
                contributions=language.number(counted.contributions),
                participants=language.number(counted.participants),
                mean=language.number(counted.mean or 0, 1),
                median=language.number(counted.median or 0, 1),
                max=language.number(counted.max or 0),
            )
    for question, answers in facts.about.items():
        yield _answers(question, answers, language)
    yield language.text("data-statement.privacy")


def _answers(question: str, answers: Mapping[str, int], language: Language) -> str:
    """How many gave each answer, the rare ones together: one answer of one person could give them away."""
    shown = {answer: count for answer, count in answers.items() if count >= FEWEST_SHOWN}
    rare = sum(answers.values()) - sum(shown.values())
    listed = [f"{language.text(f'about.{question}.{answer}')} ({language.number(n)})" for answer, n in shown.items()]
    if rare:
        listed.append(f"{language.text('data-statement.rare', fewest=FEWEST_SHOWN)} ({language.number(rare)})")
    return language.text(
        "data-statement.about", question=language.text(f"data-statement.about.{question}"), listed=", ".join(listed)
    )


def _how(facts: Facts, language: Language) -> Iterator[str]:
    statuses = facts.figures.statuses
    contributed = facts.figures.tasks["statements"].contributions
    if contributed:
        counts = {
            status: language.number(statuses.get(status, 0))
            for status in ("new", "accepted", "rejected", "merged", "split")
        }
        yield language.text("data-statement.curating", contributed=language.number(contributed), **counts)
        yield language.plural("data-statement.curators", facts.curators, decisions=language.number(facts.decisions))
    if facts.pairs:
        yield language.text("data-statement.pair-writing")
    if facts.translators:
        yield language.text(
            "data-statement.translating",
            translators=language.number(facts.translators),
            editors=language.number(facts.editors),
        )
    yield language.text("data-statement.judging")
    if facts.controls.judgments:
        right = 100 * facts.controls.right / facts.controls.judgments
        yield language.plural("data-statement.controls", facts.controls.judgments, right=language.percent(right, 0))


def _agreement(facts: Facts, language: Language) -> Iterator[str]:
    if fluency := facts.figures.fluency:
        rate = fluency.fluent
        yield language.text(
            "data-statement.fluency",
            rate=language.percent(rate.percent),
            low=language.number(rate.low, 1),
            high=language.number(rate.high, 1),
            corrections=language.number(fluency.corrections),
        )
    for distance, alpha in facts.figures.agreement.get("categories", {}).items():
        yield language.text(
            f"data-statement.alpha.{distance}",
            value=language.number(alpha.value, 2),
            low=language.number(alpha.low, 2),
            high=language.number(alpha.high, 2),
            items=language.number(alpha.n_items),
            judgments=language.number(alpha.n_judgments),
        )
    if against := facts.figures.against_original:
        shares = {name: language.percent(share.percent, 0) for name, share in against.items()}
        yield language.text("data-statement.against", **shares)


def _plain(text: str) -> str:
    """An organiser's own words inside Markdown: one line, and nothing that Markdown would act on."""
    return "".join(f"\\{mark}" if mark in "\\`*_[]<>#|" else mark for mark in " ".join(text.split()))
