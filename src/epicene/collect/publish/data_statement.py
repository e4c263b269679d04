"""The data statement of an export, filled in from what the site knows: counts, dates, participants, procedure.

What it cannot know (how people were found, under which licence the corpus appears) is left as a line that says so, for
the organiser to complete: a statement must not claim what nobody checked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime

from msgspec import structs
from sqlalchemy import and_, func, or_, select
from sqlalchemy.orm import Session

from epicene._version import __version__
from epicene.collect.campaign_files import CampaignSettings
from epicene.collect.message_catalogue import Language
from epicene.collect.publish.campaign_stats import TASKS, ExportedPair, Figures
from epicene.collect.store.schema import (
    Campaign,
    Change,
    Pair,
    Participant,
    Statement,
    StatementStatus,
    Translation,
    TranslationStatus,
)
from epicene.collect.volunteers.tasks import VALIDATED

FEWEST_SHOWN = 5  # answers given by fewer people are not told apart


@dataclass(frozen=True, slots=True)
class Facts:
    """`about` counts the answers to each optional question, of all who took part; `curators` are those who decided
    something; `figures` are the statistics."""

    campaign: Campaign
    figures: Figures
    pairs: Mapping[str, Sequence[ExportedPair]]
    about: Mapping[str, Mapping[str, int]]
    curators: int
    decisions: int
    translators: int
    editors: int
    on: str


def read_facts(
    session: Session, campaign: Campaign, figures: Figures, pairs: Mapping[str, Sequence[ExportedPair]]
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
    decided = select(func.count(func.distinct(Change.user_id)), func.count())
    translated = select(
        func.count(func.distinct(Translation.translator_id)), func.count(func.distinct(Translation.editor_id))
    ).where(Translation.status == TranslationStatus.ACCEPTED, Translation.pair_id.in_(written))
    curators, decisions = session.execute(decided.where(Change.user_id.is_not(None), concerns)).one()
    translators, editors = session.execute(translated).one()
    today = datetime.now(UTC).date().isoformat()
    return Facts(campaign, figures, pairs, about, curators, decisions, translators, editors, today)


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
    lines = [f"# {t('data-statement.title', title=_plain(facts.campaign.title))}", "", t("data-statement.warning"), ""]
    for name, paragraphs in sections.items():
        if paragraphs:
            heading = f"## {t(f'data-statement.{name}.title')}"
            lines += [heading, "", *(f"- {paragraph}" for paragraph in paragraphs), ""]
    return "\n".join(lines).rstrip() + "\n"


def _what(facts: Facts, language: Language) -> Iterator[str]:
    for code, pairs in facts.pairs.items():
        kinds = Counter(pair.bias_type for pair in pairs).most_common()
        listed = ", ".join(f"{language.text(f'bias.{kind}')} ({language.number(count)})" for kind, count in kinds)
        anti = sum(pair.direction == "antistereo" for pair in pairs)
        yield language.plural("data-statement.pairs", len(pairs), language=code, listed=listed, anti=anti)
    yield language.text("data-statement.pair" if facts.pairs else "data-statement.no-pairs")


def _where(facts: Facts, language: Language) -> Iterator[str]:
    if days := facts.figures.days:
        first, last = (language.day(str(day["day"])) for day in (days[0], days[-1]))
        key = "data-statement.day" if first == last else "data-statement.dates"
        yield language.text(key, **({"day": first} if first == last else {"first": first, "last": last}))
    if organiser := _plain(", ".join(filter(None, (facts.campaign.organiser, facts.campaign.contact)))):
        yield language.text("data-statement.organiser", organiser=organiser)
    yield language.text("data-statement.made", version=__version__, day=language.day(facts.on))


def _who(facts: Facts, language: Language) -> Iterator[str]:
    """How many gave each answer about themselves, the rare ones together: one answer of one person could give them
    away."""
    yield language.plural("data-statement.participants", facts.figures.participants)
    for task in TASKS:
        counted = facts.figures.tasks[task]
        if counted.contributions:
            yield language.text(f"data-statement.task.{task}", **structs.asdict(counted))
    for question, answers in facts.about.items():
        shown = {language.text(f"about.{question}.{key}"): n for key, n in answers.items() if n >= FEWEST_SHOWN}
        if rare := sum(answers.values()) - sum(shown.values()):
            shown[language.text("data-statement.rare", fewest=FEWEST_SHOWN)] = rare
        listed = ", ".join(f"{answer} ({language.number(n)})" for answer, n in shown.items())
        name = language.text(f"data-statement.about.{question}")
        yield language.text("data-statement.about", question=name, listed=listed)
    yield language.text("data-statement.privacy")


def _how(facts: Facts, language: Language) -> Iterator[str]:
    figures, controls = facts.figures, facts.figures.controls
    contributed = figures.tasks["statements"].contributions
    if contributed:
        counts = {status: figures.statuses.get(status, 0) for status in StatementStatus}
        yield language.text("data-statement.curating", contributed=contributed, **counts)
        yield language.plural("data-statement.curators", facts.curators, decisions=facts.decisions)
        yield language.plural("data-statement.antistereo", figures.directions["contributed"]["antistereo"].count)
    if facts.pairs:
        yield language.text("data-statement.pair-writing")
    if facts.translators:
        yield language.text("data-statement.translating", translators=facts.translators, editors=facts.editors)
    yield language.text("data-statement.judging")
    if controls.judgments:
        right = language.percent(100 * controls.right / controls.judgments, 0)
        yield language.plural("data-statement.controls", controls.judgments, right=right)
        error = CampaignSettings.read(facts.campaign.settings).controls_error
        yield language.text("data-statement.controls.failed", failed=controls.failed, error=language.percent(error))
    if figures.set_aside:
        yield language.plural("data-statement.set-aside", figures.set_aside)


def _agreement(facts: Facts, language: Language) -> Iterator[str]:
    figures = facts.figures
    if figures.fluency:
        rate = structs.asdict(figures.fluency.fluent)
        yield language.text("data-statement.fluency", corrections=figures.fluency.corrections, **rate)
    for key, alphas in (("alpha", figures.agreement), ("alpha-all", figures.agreement_all)):
        for distance, alpha in alphas.get("categories", {}).items():
            yield language.text(f"data-statement.{key}.{distance}", **asdict(alpha))
    for question in VALIDATED:
        for alpha in figures.agreement.get(f"validation-{question}", {}).values():
            name = language.text(f"validation.{question}")
            yield language.text("data-statement.alpha.validation", question=name, **asdict(alpha))
    if second := figures.second_opinions:
        yield language.plural("data-statement.second", second.statements, same=second.same)
    if against := figures.against_original:
        shares = {name: language.percent(share.percent, 0) for name, share in against.items()}
        yield language.text("data-statement.against", **shares)


def _plain(text: str) -> str:
    """An organiser's own words inside Markdown: one line, and nothing that Markdown would act on."""
    return "".join(f"\\{mark}" if mark in "\\`*_[]<>#|" else mark for mark in " ".join(text.split()))
