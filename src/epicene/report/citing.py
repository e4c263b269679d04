"""What a reader needs to cite a figure: the parts of a signature, and the data's own reference, source and licence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from epicene.auditing.comparison import SignatureParts
from epicene.report.language import Language
from epicene.report.methods import Fact, split_options
from epicene.report.saved import SavedRun


def signature_parts(runs: Sequence[SavedRun], language: Language) -> list[Fact]:
    """The first signature of the page taken apart, each part with what it says."""
    first = next((text for run in runs for text in run.findings.signatures.values()), None)
    if first is None:
        return []
    parts = SignatureParts.of(first)
    departures, asked_with = split_options(parts.options)
    named = {
        "data": parts.data,
        "scoring": parts.scoring,
        "bos": parts.bos,
        "options": "|".join(departures),
        **{option.partition(":")[0]: option for option in asked_with},
        "model": parts.model,
        "resampling": parts.resampling,
        "version": parts.version,
    }
    return [Fact(text, language.text(f"cite.part.{name}")) for name, text in named.items() if text]


def in_words(what: str, facts: Mapping[str, Any], language: Language) -> str:
    """The data's `citation`, `source` or `licence`: recorded in English, told in the reader's language where the
    catalogue knows the sentence; a paper's reference stays as it was printed.
    """
    recorded = str(facts.get(what) or "")
    return language.text_or(f"{what}.{recorded}", recorded)
