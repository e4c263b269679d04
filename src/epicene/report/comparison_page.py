"""The page of runs against one another: what differs, what that means, how sure it is and what to do; a chart, the
figures, and the items on which two models disagree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from epicene.core.language import Language
from epicene.report.compared_runs import Compared
from epicene.report.document import Block, DefinitionList, Document, Heading, Note, Paragraph, Section, TableBlock
from epicene.report.results_page import citation, with_shared_axes


def comparison_page(
    compared: Compared,
    language: Language,
    *,
    wording: str = "compared",
    gate: Document | None = None,
    findings: Sequence[Block] = (),
    sections: Sequence[Section] = (),
) -> Document:
    """The page of two runs or more, in the order of all pages.

    `wording` is what its title, kicker and standfirst are messages of, `gate` what a gate decided, `findings` are
    further sentences of the answer, and `sections` stand before the figures.
    """
    sides = list({side.path: side for pair in compared.pairs for side in (pair.a, pair.b)}.values())
    signatures = list(dict.fromkeys(side.signature for pair in compared.pairs for side in (pair.a, pair.b)))
    labels = list(dict.fromkeys(side.label for side in sides))
    notes = zip(compared.said(language), compared.notices(), strict=True)
    outcomes: list[Block] = [Paragraph(text, "lead") for text in compared.outcomes(language)]
    document = Document(
        language.text(f"{wording}.title", models=labels),
        language,
        kicker=language.text(f"{wording}.kicker"),
        standfirst=[language.text(f"{wording}.standfirst")],
        notes=[Note(text, notice.is_grave) for text, notice in notes],
        quiet_heading=language.text("notice.heading.quiet"),
        answer=[*outcomes, *findings, *_next_steps(compared, gate, language), *compared.charts(language)],
        sections=[
            *([Section(gate.title, list(map(_uncaptioned, gate.answer)), "gate")] if gate else []),
            *sections,
            *compared.details(language),
            citation(signatures, language),
        ],
        signatures=signatures,
        signed=False,
    )
    return with_shared_axes(document)


def _uncaptioned(block: Block) -> Block:
    """A table below a heading that says its title."""
    return replace(block, captioned=False) if isinstance(block, TableBlock) else block


def _next_steps(compared: Compared, gate: Document | None, language: Language) -> list[Block]:
    """What the outcome means, how sure it is, what a gate decided and what to do."""
    trusted = [pair for pair in compared.pairs if pair.is_trusted]
    outcome = "excluded" if not trusted else "different" if any(pair.differs for pair in trusted) else "undecided"
    texts = {step: language.text(f"compared.{step}.{outcome}") for step in ("means", "sure", "do")}
    texts["sure"] = " ".join([texts["sure"], *compared.power(language)])
    facts = [(language.text(f"next.{step}"), text) for step, text in texts.items()]
    if gate:
        facts.insert(2, (gate.title, " ".join(block.text for block in gate.answer if isinstance(block, Paragraph))))
    return [Heading(language.text("page.next"), 2, id="next"), DefinitionList(facts, "reading next")]
