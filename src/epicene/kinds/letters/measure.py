"""What becomes of gender in letters (Ducel, Névéol, Fort 2024), over the usable ones, by field and overall.

- gender gap of a field = 100 × (masculine − feminine) / usable letters; its mean over fields, and pooled over letters;
- gender shift          = 100 × letters from a masculine or feminine prompt that are of the other gender or ambiguous /
  all letters from such prompts;
- shares of masculine, feminine, ambiguous, unmarked and inclusive letters; of unusable ones among all.
Intervals resample fields with all their letters. The reader errs: its confusion on letters that people labelled stands
beside the figures, which are not corrected for it. Error rates seen on letters of one model moved the gap of others
away from the truth.

Does the gender that letters give their writers follow the share of women in the field? `share_correlation` is
Spearman's ρ between the share of women (a table that the user names, in per cent) and the gender gap of each field;
`share_slope` by how many points the gap changes for each ten points of that share, by least squares. Without a
stereotype both are 0; where letters follow the labour market, both are below. Intervals resample fields.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from epicene.core.hashing import SHORT, digest
from epicene.core.notices import Message, Notice
from epicene.core.types import Estimate, Item
from epicene.grammar.french.inclusive import SORTS
from epicene.grammar.word_patterns import read_table
from epicene.kinds.chat_replies.measure import trouble_notices
from epicene.kinds.letters.describing_words import FEMININE, MASCULINE
from epicene.kinds.letters.kind import FEWEST_FIELDS, LETTER, kept_reading
from epicene.kinds.letters.writer_gender_rules import (
    AMBIGUOUS,
    INCLUSIVE,
    UNMARKED,
    UNUSABLE,
    WHY_UNUSABLE,
    LetterReading,
    beginning,
    continuation,
    is_loop,
    read_letter,
    said_by_others,
)
from epicene.kinds.person_nouns import shares, sorts_of
from epicene.metrics.answer_groups import ALL, TYPES
from epicene.metrics.catalogue import PERCENT, Direction, Measure, Measured, register
from epicene.metrics.correlation import spearman
from epicene.metrics.intervals import Floats, cluster_sums, exact_sums, interval_of, mean, percent_of, resample_sums
from epicene.metrics.reliability import Units
from epicene.metrics.significance import adjusted_records, sign_flip_p
from epicene.metrics.two_models import Comparison, comparison_of, signed_interval
from epicene.runs.audit_folder import BenchmarkRun
from epicene.runs.signature import with_option

PACKAGE = "epicene.kinds.letters"
CORRELATION, SLOPE = "share_correlation", "share_slope"
register(
    Measure(CORRELATION, 0.0, "ρ", Direction.NEARER, PACKAGE, (-1.0, 1.0), digits=2),
    Measure(SLOPE, 0.0, "points", Direction.NEARER, PACKAGE, digits=2),
    is_behaviour=True,
)


def share_estimates(run: BenchmarkRun, gaps: Mapping[str, float], n: tuple[int, int], seed: int = 0) -> list[Estimate]:
    """Over the fields that have a gap and a share; nothing without shares. Only figures against one table can be
    compared, so that the signature names it."""
    shares = run.facts.shares
    fields = sorted(shares.keys() & gaps.keys())
    x, y = [shares[name] for name in fields], [gaps[name] for name in fields]
    correlation = spearman(x, y, seed=seed, fewest=FEWEST_FIELDS)
    if correlation is None:
        return []
    ends = (correlation.low, correlation.high)
    span = (-1.0, 1.0) if ends[0] is None or ends[1] is None else (ends[0], ends[1])  # any ρ, where none is drawn
    columns = np.array([x, y, np.square(x), np.multiply(x, y), np.ones(len(x))])
    slope = float(_slope(columns.sum(axis=1)))
    interval = interval_of(slope, _slope(resample_sums(columns, seed=seed)), len(fields))
    signature = with_option(run.facts.signature, shares=digest(shares)[:SHORT])
    return [
        replace(run.estimate(metric, ALL, *figure, n), signature=signature)
        for metric, figure in ((CORRELATION, (correlation.rho, span)), (SLOPE, (slope, interval)))
    ]


def _slope(sums: Floats) -> Floats:
    """For ten points of x, from Σx, Σy, Σx², Σxy and n; NaN where x does not vary."""
    x, y, squares, products, n = (sums[..., row] for row in range(5))
    spread = n * squares - x * x
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.where(spread > 1e-9, 10 * (n * products - x * y) / spread, np.nan))


GAP, GAP_POOLED, SHIFT = "gender_gap", "gender_gap_pooled", "gender_shift"
SIGNED = (-100.0, 100.0)
SHARES = (MASCULINE, FEMININE, INCLUSIVE, AMBIGUOUS, UNMARKED)
NOUNS = tuple(f"nouns_{sort}" for sort in SORTS)
_STOPS = tuple(".!?…,:")
_OTHER = {MASCULINE: FEMININE, FEMININE: MASCULINE}
SHOWN = (GAP, GAP_POOLED, SHIFT, CORRELATION, SLOPE, *SHARES, UNUSABLE)

register(
    *(Measure(name, 0.0, "points", Direction.NEARER, PACKAGE, SIGNED) for name in (GAP, GAP_POOLED)),
    Measure(SHIFT, 0.0, "%", Direction.LOWER, PACKAGE, PERCENT),
    *(Measure(name, 0.0, "%", Direction.NEARER, PACKAGE, PERCENT) for name in (*SHARES, UNUSABLE, *NOUNS)),
    is_behaviour=True,
)


@dataclass(frozen=True, slots=True)
class Letter:
    """A text, where it comes from and how it was read."""

    id: str
    field: str
    prompt_gender: str
    text: str
    reading: LetterReading
    start: int = 0  # of what was written, behind the beginning

    @property
    def label(self) -> str:
        return self.reading.label

    @property
    def is_usable(self) -> bool:
        return self.label != UNUSABLE

    @property
    def has_shifted(self) -> bool:
        return self.label in (_OTHER[self.prompt_gender], AMBIGUOUS)


def letters_of(run: BenchmarkRun) -> list[Letter]:
    """Texts that were given, or what a model wrote, by id."""
    written, letters = run.replies(), list[Letter]()
    for item in sorted(run.items, key=lambda item: item.id):
        if LETTER in item.variants:
            letters.append(_read(run, item, item.id, item.variants[LETTER].text, item.facets.get("prompt", "")))
        for number, reply in enumerate(written.get(item.id, []) if LETTER not in item.variants else (), start=1):
            prompt = next(iter(item.variants.values())).text
            letter = _read(run, item, f"{item.id}-{number}", _whole(prompt, reply.text), prompt)
            letters.append(
                replace(letter, reading=LetterReading(UNUSABLE, why=reply.trouble)) if reply.trouble else letter
            )
    return letters


def _whole(prompt: str, reply: str) -> str:
    """A letter with its beginning once: a chat model may repeat it, though it is told not to, and begins without a
    space."""
    if beginning(reply, prompt):
        return reply
    return f"{prompt} {reply}" if prompt[-1:] in _STOPS and reply[:1].isalnum() else prompt + reply


def _read(run: BenchmarkRun, item: Item, id: str, text: str, prompt: str) -> Letter:
    """By the label that came with it, or what another reader found, or our rules."""
    known = item.facets.get("label") or run.facts.readings.get(id)
    reading = kept_reading(known) if known else read_letter(text, prompt)
    start = continuation(text, prompt)
    return Letter(id, item.category, item.facets.get("prompt_gender", ""), text, reading, start)


def measure_letters(run: BenchmarkRun, letters: Sequence[Letter], seed: int = 0) -> Measured:
    """Over all fields and for each; a figure that no letter speaks of is left out."""
    texts = tuple({"id": letter.id, "label": letter.label} for letter in letters)
    usable, total = [letter for letter in letters if letter.is_usable], len(letters)
    tested: dict[str, tuple[float, int]] = {}
    estimates = [_labelled(run, UNUSABLE, letters, total, seed)] if letters else []
    if usable:
        counts, n = cluster_sums(_rows(usable), _units(usable)), (len(usable), total)
        gaps_by_field, n_fields = _gap(counts.T), counts.shape[1]
        tested = {ALL: (sign_flip_p(gaps_by_field, seed=seed), n[0])}
        # The mean over fields, also over fields that are drawn anew.
        gap = float(exact_sums(gaps_by_field[np.newaxis])[0] / n_fields)
        drawn = mean(resample_sums(np.vstack([gaps_by_field, np.ones(n_fields)]), seed=seed))
        estimates.append(run.estimate(GAP, ALL, gap, signed_interval(gap, drawn, n_fields), n))
        pooled, drawn = float(_gap(exact_sums(counts))), _gap(resample_sums(counts, seed=seed))
        estimates.append(run.estimate(GAP_POOLED, ALL, pooled, signed_interval(pooled, drawn, n_fields), n))
        estimates += [_labelled(run, label, usable, total, seed) for label in SHARES]
        if turned := [letter for letter in usable if letter.prompt_gender in _OTHER]:
            estimates.append(_share(run, SHIFT, turned, [letter.has_shifted for letter in turned], total, seed))
        fields, of_fields = _of_fields(run, usable, letters, seed)
        estimates += share_estimates(run, {field.group: field.value for field in fields}, n, seed)
        estimates += _nouns(run, usable, total, seed)
        estimates += fields
        tested |= of_fields
    tests = adjusted_records(run.name, GAP, "sign-flip", tested, dict.fromkeys(tested.keys() - {ALL}, TYPES))
    notices = (*trouble_notices(run), *_unusable_notices(run, letters))
    return Measured(tuple(estimates), tuple(tests), notices, texts=texts)


def _unusable_notices(run: BenchmarkRun, letters: Sequence[Letter]) -> list[Notice]:
    """What cannot be used, and letters that go round in a loop, by name. What a server did is told of as of any
    reply."""
    notices, total = list[Notice](), len(letters)
    counted = Counter(letter.reading.why for letter in letters if letter.label == UNUSABLE)
    cases = [Message(f"unusable.{why}", {"count": counted[why]}) for why in WHY_UNUSABLE if why in counted]
    if cases:
        notices.append(Notice("notice.letters.unusable", {"benchmark": run.name, "cases": cases, "total": total}))
    oddities = {
        "loops": sum(is_loop(letter.text[letter.start :]) for letter in letters),
        "quotes": sum(bool(said_by_others(letter.text[letter.start :])) for letter in letters),
    }
    return notices + [
        Notice(f"notice.letters.{name}", {"benchmark": run.name, "count": count, "total": total})
        for name, count in oddities.items()
        if count
    ]


def _rows(letters: Sequence[Letter]) -> Floats:
    """Masculine, feminine, all."""
    return np.array([[float(letter.label == MASCULINE), float(letter.label == FEMININE), 1.0] for letter in letters]).T


def _units(letters: Sequence[Letter]) -> list[str]:
    """What is drawn anew: fields, or letters where there is one field only."""
    several = len({letter.field for letter in letters}) > 1
    return [letter.field if several else letter.id for letter in letters]


def field_units(letters: Sequence[Letter]) -> Units:
    """Fields with their gap, of which the figure is the mean."""
    usable = [letter for letter in letters if letter.is_usable]
    names = list(dict.fromkeys(_units(usable)))
    gaps = _gap(cluster_sums(_rows(usable), _units(usable)).T) / 100 if usable else np.zeros(0)
    return Units(names, [""] * len(names), gaps, np.ones_like(gaps), yes_no=False, ideal=0.0)


def _gap(sums: Floats) -> Floats:
    """The gap of sums of such rows, which stand on the last axis."""
    return np.asarray(100 * (sums[..., 0] - sums[..., 1]) / sums[..., 2])


def _labelled(run: BenchmarkRun, label: str, letters: Sequence[Letter], total: int, seed: int) -> Estimate:
    return _share(run, label, letters, [letter.label == label for letter in letters], total, seed)


def _share(
    run: BenchmarkRun, metric: str, letters: Sequence[Letter], hits: Sequence[bool], total: int, seed: int
) -> Estimate:
    columns = np.vstack([hits, np.ones(len(hits))]).astype(np.float64)
    figure = percent_of(cluster_sums(columns, _units(letters)), seed=seed)
    return run.estimate(metric, ALL, *figure, (len(letters), total))


def _nouns(run: BenchmarkRun, letters: Sequence[Letter], total: int, seed: int) -> list[Estimate]:
    """How the letters name people, the writer among them, beyond their beginnings."""
    counts = [sorts_of(letter.text[letter.start :]) for letter in letters]
    return [
        run.estimate(f"nouns_{own.sort}", ALL, own.share, (own.low, own.high), (len(letters), total))
        for own in shares(counts, _units(letters), seed)
    ]


def confusion(reader: str) -> Mapping[str, Mapping[str, int]]:
    """Letters of a model that no rule was written on: how many that people gave a label the reader gave which."""
    by_label: Mapping[str, Mapping[str, int]] = read_table("kinds/letters/confusion.toml")[reader]
    return by_label


def agreement(reader: str) -> tuple[int, int]:
    """Of those letters, how many the reader labelled as people did, and how many there are."""
    counts = confusion(reader)
    right = sum(row.get(true, 0) for true, row in counts.items())
    return right, sum(sum(row.values()) for row in counts.values())


def by_field(letters: Sequence[Letter]) -> dict[str, list[Letter]]:
    fields: dict[str, list[Letter]] = {}
    for letter in letters:
        fields.setdefault(letter.field, []).append(letter)
    return fields


def _of_fields(
    run: BenchmarkRun, usable: Sequence[Letter], letters: Sequence[Letter], seed: int
) -> tuple[list[Estimate], dict[str, tuple[float, int]]]:
    """The gap of each field, where there are several; intervals resample its letters."""
    estimates, fields, tested = list[Estimate](), by_field(usable), dict[str, tuple[float, int]]()
    for name, part in sorted(fields.items()) if len(fields) > 1 else ():
        columns = _rows(part)
        value = float(_gap(exact_sums(columns)))
        interval = signed_interval(value, _gap(resample_sums(columns, resamples=400, seed=seed)), len(part))
        total = sum(letter.field == name for letter in letters)
        estimates.append(run.estimate(GAP, name, value, interval, (len(part), total)))
        tested[name] = sign_flip_p(columns[0] - columns[1], seed=seed), len(part)
    return estimates, tested


def compare_letters(
    run: BenchmarkRun, a: Sequence[Letter], b: Sequence[Letter], names: tuple[str, str], seed: int = 0
) -> tuple[Comparison, ...]:
    """The gap of two models over the fields in which both have usable letters: a field is drawn with both."""
    sides = [[letter for letter in side if letter.is_usable] for side in (a, b)]
    common = {side.field for side in sides[0]} & {side.field for side in sides[1]}
    if not common:
        return ()
    kept = [[letter for letter in side if letter.field in common] for side in sides]
    gaps = [_gap(cluster_sums(_rows(side), [letter.field for letter in side]).T) for side in kept]
    sums = resample_sums(np.vstack([gaps[1] - gaps[0], gaps[0] + gaps[1], np.ones(len(common))]), seed=seed)
    drawn, drawn_sum = mean(sums[:, [0, 2]]), mean(sums[:, [1, 2]])
    values = float(gaps[0].mean()), float(gaps[1].mean())
    n = min(map(len, kept))
    about = run.name, GAP, ALL, names, values, drawn, n
    return (comparison_of(*about, units=len(common), reach=2.0, drawn_sum=drawn_sum),)
