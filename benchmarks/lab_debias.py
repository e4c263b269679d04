"""Debias models whose bias is known: does the score move, or what the models say?

    python benchmarks/lab_debias.py [--by cda --by leace …] [--turn causal …] [--at 70,90] [--seeds 3] [--out debiased]

Each model is trained on the lab's text with a stereotype at a known rate, and debiased by each method on that text.
Before and after, three things are read: the score of an audit, what the model says (a causal model goes on from « Les
femmes », a masked one fills the place of what they like), and the perplexity of sentences about other things.

Writes `points/` (a file for each model and method, as soon as it is measured) and `results.json`, and prints a table in
Markdown. Run it again with the same --out to go on after a kill. The numbers of docs/lab.md come from the defaults.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, product
from pathlib import Path
from statistics import fmean

import msgspec
import numpy as np

from epicene.core.errors import InputError
from epicene.core.files import write_json
from epicene.core.progress import Progress, Silent
from epicene.debiasing.debias_run import Target, debias
from epicene.lab.dials import KINDS, LmDials, MtDials
from epicene.lab.instruments import audited
from epicene.lab.language_corpora import FRAMES, OCCUPATIONS_IN_THE_REST, Stereotype, stereotypes, write_items
from epicene.lab.model_cache import EDITION, LabModel, make
from epicene.lab.parallel_sentences import Generator
from epicene.models.token_probabilities import LanguageModel, Sampling, TokenRow
from epicene.runs.folder import read_results
from epicene.scoring.perplexity import foretell

# What a user would type after `epicene debias --by`. The rates are those of models of this size.
METHODS: Mapping[str, tuple[str, Mapping[str, object]]] = {
    "cda": ("cda", {"rate": 4e-3}),
    "cda-full": ("cda", {"full": True, "rate": 1e-3}),
    "leace": ("leace", {}),
}
THEME = "gender"
SCORINGS = {"masked": "pll-shared", "causal": "loglik-shared"}  # audit's own choice
BEGINNINGS = ("Les {group}", "Ici, les {group}", "Le dimanche, les {group}")
TEXTS = 20  # from each beginning
LONGEST = 10  # tokens
HELD_OUT = 200  # sentences that perplexity is taken of


class Measured(msgspec.Struct, frozen=True):
    """One model: the score of gender stereotypes, that of the others, how often what it says of women and men is what
    the stereotype says, how often it says any of it (all in percent), and its perplexity on other sentences."""

    score: float
    others: float
    said: float
    said_at_all: float
    perplexity: float


class Debiased(msgspec.Struct, frozen=True):
    """A model before and after one method; `swapped` sentences of its text had a counterpart."""

    kind: str
    rate: float
    seed: int
    method: str
    before: Measured
    after: Measured
    swapped: int
    cpu_seconds: float


class Spread(msgspec.Struct, frozen=True):
    """A mean over seeds, the smallest and the largest value."""

    value: float
    low: float
    high: float


class Summary(msgspec.Struct, frozen=True):
    """One method on the models of one kind and rate."""

    kind: str
    rate: float
    method: str
    seeds: int
    score_before: Spread
    score_after: Spread
    said_before: Spread
    said_after: Spread
    others_change: Spread
    perplexity_ratio: Spread


@dataclass(frozen=True, slots=True)
class Point:
    """A lab model and the method that it is debiased by."""

    kind: str
    rate: float
    seed: int
    method: str

    @property
    def model(self) -> str:
        return f"lab:{self.kind}-rate-{self.rate:g}" + (f"-seed-{self.seed}" if self.seed else "")

    @property
    def name(self) -> str:
        return f"{self.kind}-{self.rate:g}-{self.seed}-{self.method}"


def measure_points(points: Sequence[Point], out: Path, progress: Progress) -> list[Debiased]:
    """Measure what is missing; returns all that the folder has, of earlier calls too."""
    for number, point in enumerate(points, start=1):
        path = out / "points" / f"{point.name}.json"
        if not path.is_file():
            progress.say(f"Model {number} of {len(points)}: {point.model}, debiased by {point.method}")
            write_json(path, msgspec.to_builtins(measure_point(point, out, progress)))
    return [read_results(path, Debiased) for path in sorted((out / "points").glob("*.json"))]


def measure_point(point: Point, out: Path, progress: Progress) -> Debiased:
    model = make(point.model, progress)
    by, options = METHODS[point.method]
    target = Target(model.spec, out / "models" / point.name)
    began = time.process_time()
    done = debias(target, by, {"text": (model.folder / "corpus" / "train.fr",), **options}, "cpu", 1, progress)
    spent = round(time.process_time() - began, 1)
    before = measure(model, model.spec, out / "runs" / model.name, progress)
    after = measure(model, str(target.out), out / "runs" / point.name, progress)
    return Debiased(point.kind, point.rate, point.seed, point.method, before, after, done.text.swapped, spent)


def measure(model: LabModel, spec: str, folder: Path, progress: Progress) -> Measured:
    from epicene.models.description import describe
    from epicene.models.loading import Placement, load
    from epicene.models.source import locate

    known = folder / "measured.json"
    if known.is_file():  # the model before is the same for every method
        return read_results(known, Measured)
    items, _ = write_items(folder / "items")
    readings = audited(spec, (f"pairs-fr={items}",), SCORINGS[model.kind], folder / "audit", progress)
    themes = {group: read.value for (metric, group), read in readings.items() if metric == "metric_score"}
    others = [value for theme, value in themes.items() if theme not in ("all", THEME)]
    loaded, seed = load(describe(locate(spec)), Placement("cpu", threads=1)), model.dials.seed
    perplexity = foretell(loaded, held_out_sentences(seed), "fr").perplexity
    measured = Measured(themes[THEME], fmean(others), *stereotypes_said(loaded, seed), perplexity)
    write_json(known, msgspec.to_builtins(measured))
    return measured


def held_out_sentences(seed: int) -> list[str]:
    """Sentences about other things than the stereotypes that are not in the training text of this seed."""
    dials = MtDials(occupations=OCCUPATIONS_IN_THE_REST, seed=seed)
    own = {french for french, _ in Generator(dials).pairs(LmDials().sentences, "rest")}
    other = Generator(dials).pairs(LmDials().sentences, "held out")
    return list(dict.fromkeys(french for french, _ in other if french not in own))[:HELD_OUT]


def stereotypes_said(model: LanguageModel, seed: int) -> tuple[float, float]:
    """Of what a model says of women and men, the share that the stereotype says, in percent; and how often it says
    anything of that kind at all."""
    theme = [cell for cell in stereotypes() if cell.theme == THEME]
    side = {attribute: number for cell in theme for number, attribute in enumerate(cell.attributes)}
    groups = {group: number for cell in theme for number, group in enumerate(cell.groups)}
    if model.description.tokenizer.mask_token_id is None:
        return _share_written(model, groups, side, seed)
    return _share_filled_in(model, theme, groups, side)


def _share_written(
    model: LanguageModel, groups: Mapping[str, int], side: Mapping[str, int], seed: int
) -> tuple[float, float]:
    every = product(groups.items(), BEGINNINGS, range(TEXTS))
    prompts = [(own, begin.format(group=group)) for (group, own), begin, _ in every]
    seeds = [1_000_000 * (seed + 1) + number for number in range(len(prompts))]
    texts = model.write([text for _, text in prompts], Sampling(1.0, 1.0, LONGEST, seeds))
    sides = [
        (own, next((side[word] for word in written.text.replace(".", " ").split() if word in side), None))
        for (own, _), written in zip(prompts, texts, strict=True)
    ]
    named = [own == other for own, other in sides if other is not None]
    return (100 * float(np.mean(named)) if named else 50.0), 100 * len(named) / len(sides)


def _share_filled_in(
    model: LanguageModel, theme: Sequence[Stereotype], groups: Mapping[str, int], side: Mapping[str, int]
) -> tuple[float, float]:
    """By the probabilities of what may stand there, over all words, so that nothing need be drawn."""
    questions = list(_masked_rows(model, theme, groups))
    shares, mass = [], []
    for (own, words, _), logs in zip(questions, model.logprobs([row for _, _, row in questions]), strict=True):
        chances = np.exp(logs)
        stereotype = sum(chance for word, chance in zip(words, chances, strict=True) if side[word] == own)
        shares.append(100 * stereotype / chances.sum())
        mass.append(100 * chances.sum())
    return float(np.mean(shares)), float(np.mean(mass))


def _masked_rows(
    model: LanguageModel, theme: Sequence[Stereotype], groups: Mapping[str, int]
) -> Iterator[tuple[int, list[str], TokenRow]]:
    tokenizer = model.description.tokenizer
    for (group, own), article, frame in product(groups.items(), ("la", "le"), FRAMES):
        words = list(dict.fromkeys(word for cell in theme if cell.article == article for word in cell.attributes))
        text = frame.format(group=group, article=article, attribute=tokenizer.mask_token)
        ids = tuple(tokenizer(text)["input_ids"])
        position = ids.index(tokenizer.mask_token_id)
        targets = tuple(tokenizer(word, add_special_tokens=False)["input_ids"][0] for word in words)
        yield own, words, TokenRow(ids, (position,) * len(words), targets)


def summaries(measured: Sequence[Debiased]) -> Iterator[Summary]:
    def setting(model: Debiased) -> tuple[str, float, str]:
        return model.kind, model.rate, model.method

    for key, group in groupby(sorted(measured, key=setting), setting):
        models = list(group)

        def over(figure: Callable[[Debiased], float], models: Sequence[Debiased] = models) -> Spread:
            values = [figure(model) for model in models]
            return Spread(fmean(values), min(values), max(values))

        yield Summary(
            *key,
            len(models),
            over(lambda model: model.before.score),
            over(lambda model: model.after.score),
            over(lambda model: model.before.said),
            over(lambda model: model.after.said),
            over(lambda model: model.after.others - model.before.others),
            over(lambda model: model.after.perplexity / model.before.perplexity),
        )


def markdown(rows: Sequence[Summary]) -> str:
    """The table of docs/lab.md: means over seeds, the smallest and the largest in brackets."""

    def cell(spread: Spread, digits: int = 1) -> str:
        return f"{spread.value:.{digits}f} [{spread.low:.{digits}f}, {spread.high:.{digits}f}]"

    head = "| model | dial | method | seeds | score | says it | other stereotypes, score | perplexity |"
    lines = [
        f"| {row.kind} | {row.rate:g} | `{row.method}` | {row.seeds} | {cell(row.score_before)} → "
        f"{cell(row.score_after)} | {cell(row.said_before)} → {cell(row.said_after)} | {cell(row.others_change)} | "
        f"× {cell(row.perplexity_ratio, 2)} |"
        for row in rows
    ]
    return "\n".join([head, "|---" * 8 + "|", *lines])


class Printed(Silent):
    """Progress on standard error, a line each."""

    def say(self, text: str) -> None:
        print(text, file=sys.stderr)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--by", action="append", choices=METHODS, help="repeatable; default: all")
    parser.add_argument("--turn", action="append", choices=KINDS, help="kind of model; repeatable; default: both")
    parser.add_argument("--at", default="70,90", help="how often the text says the stereotype, in percent")
    parser.add_argument("--seeds", type=int, default=3, help="models trained at each setting")
    parser.add_argument("--out", type=Path, default=Path("debiased"))
    options = parser.parse_args()
    try:
        rates = [float(rate) for rate in options.at.split(",")]
        for rate in rates:
            LmDials(rate=rate).check()
        every = product(range(options.seeds), options.turn or KINDS, rates, options.by or METHODS)
        points = [Point(kind, rate, seed, method) for seed, kind, rate, method in every]
        measured = measure_points(points, options.out, Printed())
    except (InputError, ValueError) as error:
        parser.error(str(error))
    rows = list(summaries(measured))
    results = {"edition": EDITION, "models": measured, "summaries": rows}
    write_json(options.out / "results.json", msgspec.to_builtins(results))
    print(markdown(rows))


if __name__ == "__main__":
    main()
