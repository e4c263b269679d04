"""A run of `mt judge --on SET`: files in, one run folder out.

Where the source says the gender (Currey et al. 2022), `right` lines have a word that only the expected reference has
and none that only the other has:
- feminine_correct, masculine_correct, accuracy: as released, 100 × lines without a word of the other reference / lines,
  so that a line without any such word, even an empty one, is right; both_correct: pairs whose two lines are;
- coverage: 100 × lines with a word that only one reference has / lines;
- accuracy_covered: 100 × right / covered lines; covered_gap: the masculine's less the feminine's.
Where it leaves it open: masculine_share, feminine_share, both_share, ambiguity_kept and unreadable, 100 × such lines /
lines, which add up to 100; group `all`, or a label.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from epicene.core.errors import InputError
from epicene.core.hashing import digest
from epicene.core.language import language_name
from epicene.core.notices import Notice
from epicene.grammar.languages import language_of
from epicene.grammar.people import BOTH
from epicene.mt.clustered_estimates import Difference, Estimating, Ratio, share
from epicene.mt.gender_outcomes import Outcomes, count_outcomes
from epicene.mt.gender_sets.set_lines import FEMININE, MASCULINE, GenderSet, SetLine
from epicene.mt.gender_sets.unique_words import (
    EMPTY,
    FINE_OPEN,
    FINE_TOLD,
    KEPT,
    OPEN,
    RIGHT,
    TOLD,
    UNREADABLE,
    WRONG,
    SetJudgment,
    judge_line,
    unique_words,
)
from epicene.mt.results import JudgedSet, SetResultLine, notice_fields, save_systems
from epicene.mt.sentence_files import (
    check_line_by_line,
    content_words,
    read_sentences,
)
from epicene.runs.folder import Journal
from epicene.runs.signature import line_signature

Mask = NDArray[np.bool_]
EVERY = "all"
OPEN_CLASS = "open"
SCORING = "unique-words"
COMMON = 0.02  # of the lines: words in more of them do not tell one line from its neighbours
SHARES = {
    MASCULINE: ("masculine_share", 0.0),
    FEMININE: ("feminine_share", 0.0),
    BOTH: ("both_share", 0.0),
    KEPT: ("ambiguity_kept", 100.0),
    UNREADABLE: ("unreadable", 0.0),
}


def groups_of(lines: Sequence[SetLine]) -> dict[str, Mask]:
    """All lines, those of each gender, those with each label."""
    labels = sorted({label for line in lines for label in line.labels})
    return {
        EVERY: np.ones(len(lines), dtype=bool),
        **{gender: np.array([line.gender == gender for line in lines]) for gender in (FEMININE, MASCULINE)},
        **{label: np.array([label in line.labels for line in lines]) for label in labels},
    }


def figures_of(judged: Sequence[SetJudgment]) -> tuple[list[Ratio], list[Difference]]:
    lines = [one.line for one in judged]
    outcomes = np.array([one.outcome for one in judged])
    says = np.array([bool(line.expected) for line in lines])
    groups = groups_of(lines)
    right, covered = (outcomes == RIGHT), np.isin(outcomes, (RIGHT, WRONG))
    released = outcomes != WRONG
    of_covered = {
        group: share("accuracy_covered", group, right, mask & says & covered) for group, mask in groups.items()
    }
    ratios = [
        *(share(f"{gender}_correct", EVERY, released, groups[gender] & says) for gender in (FEMININE, MASCULINE)),
        *_of_pairs(lines, released),
        share("accuracy", EVERY, released, says),
        *(share("coverage", group, covered, mask & says) for group, mask in groups.items()),
        *of_covered.values(),
        *(
            share(metric, group, (outcomes == outcome) | ((outcomes == EMPTY) & (outcome == UNREADABLE)), mask, ideal)
            for group, mask in groups.items()
            for mask in [mask & ~says]
            for outcome, (metric, ideal) in SHARES.items()
        ),
    ]
    masculine, feminine = of_covered[MASCULINE], of_covered[FEMININE]
    return ratios, [Difference("covered_gap", EVERY, masculine, feminine, masculine.n + feminine.n)]


def _of_pairs(lines: Sequence[SetLine], released: Mask) -> Iterator[Ratio]:
    """Counted once, at the pair's first line; only where lines come in pairs."""
    wrong = {line.number for line, fine in zip(lines, released, strict=True) if not fine}
    first = dict[int, int]()
    for index, line in enumerate(lines):
        first.setdefault(line.number, index)
    if len(first) < len(lines):
        counted = np.isin(np.arange(len(lines)), list(first.values()))
        yield share("both_correct", EVERY, np.array([line.number not in wrong for line in lines]), counted)


def signature(asked: GenderSet, judged: Sequence[SetJudgment], model: str) -> str:
    weights, limit = digest([one.hypothesis for one in judged]), len(judged) if asked.limited else None
    unit = "pair" if asked.paired else "sentence"
    return line_signature(asked.name, asked.content, SCORING, model, weights, limit, unit)


def counts(judged: Sequence[SetJudgment]) -> dict[str, dict[str, int]]:
    """How many lines have each outcome: by gender where the source says it, `open` where it does not."""
    cells = ((class_of(one.line), one.outcome) for one in judged)
    found = count_outcomes(cells, lambda name: OPEN if name == OPEN_CLASS else TOLD)
    return {name: own | {"n": sum(own.values())} for name, own in found.items()}


def fine_counts(judged: Sequence[SetJudgment]) -> Outcomes:
    """The same with both, inclusive and avoided as cells of their own."""
    cells = [(class_of(one.line), one.fine) for one in judged]
    return count_outcomes(cells, lambda name: FINE_OPEN if name == OPEN_CLASS else FINE_TOLD)


def class_of(line: SetLine) -> str:
    return OPEN_CLASS if not line.expected else line.gender or "unknown"


def notices_of(asked: GenderSet, judged: Sequence[SetJudgment]) -> Iterator[Notice]:
    """What a reader of the figures must know; with --strict, the first one stops."""
    if asked.limited:
        yield Notice("notice.mt.limit", {"n": len(judged), "total": asked.total})
    if empty := [one.line.number for one in judged if one.outcome == EMPTY]:
        yield Notice("notice.mt.set.empty", {"count": len(empty), "line": empty[0]})
    paired = [line for line in asked.lines if all(line.references.values())]
    if mute := [line.number for line in paired if not all(unique_words(line).values())]:
        yield Notice("notice.mt.set.mute", {"count": len(mute), "total": len(asked.lines), "line": mute[0]})


def set_results(asked: GenderSet, judged: Sequence[SetJudgment], model: str, seed: int = 0) -> JudgedSet:
    """What `mt judge --on SET --json` prints for one system."""
    signed, pairs = signature(asked, judged, model), [str(line.number) for line in asked.lines]
    return JudgedSet(
        model=model,
        on=asked.name,
        signatures={asked.name: signed},
        n=len(judged),
        estimates=Estimating(asked.name, None, signed, pairs, len(judged), seed).estimates(*figures_of(judged)),
        counts=counts(judged),
        outcomes=fine_counts(judged),
        **notice_fields(list(notices_of(asked, judged))),
    )


def line_of(one: SetJudgment) -> SetResultLine:
    return SetResultLine(
        line=one.line.number,
        class_=class_of(one.line),
        found=one.outcome,
        source=one.line.source,
        references=dict(one.line.references),
        hypothesis=one.hypothesis,
        words=list(one.words),
        outcome=one.fine,
    )


def judged_again(line: SetResultLine) -> SetJudgment:
    """As far as figures over all lines and by gender need it."""
    expected = "" if line.class_ == OPEN_CLASS else next(iter(line.references))
    gender = line.class_ if line.class_ in (FEMININE, MASCULINE) else ""
    return SetJudgment(
        SetLine(line.line, line.references, line.source, expected, gender), line.hypothesis, line.found, line.words
    )


@dataclass(frozen=True, slots=True)
class JudgedSetFiles:
    """Translations that were read and judged line by line, and are yet to be counted."""

    asked: GenderSet
    judged: Mapping[str, Sequence[SetJudgment]]
    outputs: Mapping[str, Path]

    def notices(self) -> dict[str, list[Notice]]:
        return {name: list(notices_of(self.asked, own)) for name, own in self.judged.items()}

    def save(self, out: Path | None = None, seed: int = 0) -> tuple[Path, list[JudgedSet]]:
        """Measure, and write the run folder."""
        question = {
            "on": self.asked.name,
            "references": digest(self.asked.content),
            "sources": digest([line.source for line in self.asked.lines]),
            "systems": {name: digest([one.hypothesis for one in own]) for name, own in self.judged.items()},
            "lines": len(self.asked.lines),
            "seed": seed,
        }

        def measure(journal: Journal) -> list[JudgedSet]:
            journal.append(
                {"key": f"{name} {index}", "system": name, **msgspec.to_builtins(line_of(one))}
                for name, own in self.judged.items()
                for index, one in enumerate(own, start=1)
            )
            return [set_results(self.asked, own, name, seed) for name, own in self.judged.items()]

        return save_systems("judge-set", out, question, self.asked.inputs, self.outputs, measure)


def judge_set(asked: GenderSet, systems: Mapping[str, Sequence[Path]], limit: int | None = None) -> JudgedSetFiles:
    """Read and judge; files that do not belong together are refused here. A system has one output, or one for each
    gender of pairs."""
    chosen = asked.first(limit)
    language = chosen.language
    judged = {}
    for name, paths in systems.items():
        read = [(path, read_sentences(path, allow_empty=True)) for path in paths]
        found = chosen.of(read)
        size = len(found) // len(paths)
        for index, path in enumerate(paths):
            part = slice(index * size, (index + 1) * size)
            _check(chosen, path, chosen.lines[part], found[part], language)
        judged[name] = [
            judge_line(line, text, french=language == "fr") for line, text in zip(chosen.lines, found, strict=True)
        ]
    outputs = {
        name if len(paths) == 1 else f"{name} {index}": path
        for name, paths in systems.items()
        for index, path in enumerate(paths, start=1)
    }
    return JudgedSetFiles(chosen, judged, outputs)


def _check(asked: GenderSet, path: Path, lines: Sequence[SetLine], found: Sequence[str], language: str) -> None:
    """Another language, lines that slipped, or the translations of other sentences."""
    here = language_of(found, language)
    if here is not None and here != language:
        raise InputError(
            "{path} looks {looks}, and the references look {expected}; give translations into that language.",
            path=path,
            looks=language_name(here),
            expected=language_name(language),
        )
    held = [content_words(" ".join(line.references.values())) for line in lines]
    lines_with = Counter(word for words in held for word in words)
    most = max(2.0, COMMON * len(held))
    rare = [frozenset(word for word in words if lines_with[word] <= most) for words in held]
    check_line_by_line(path, str(next(iter(asked.inputs.values()))), found, rare)
