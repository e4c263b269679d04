"""Models with a stereotype dialled in, each debiased by every method, on the text that it was trained on: by how much
does the score fall, by how much what the model says, and what is lost?

What a model says is asked without any score: a causal model goes on from « Les femmes », a masked one fills the place
of what they like. Its own text has the stereotype at the dial's rate, so that the truth is known.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import msgspec
import numpy as np

from epicene._version import __version__
from epicene.core.errors import InputError
from epicene.core.files import write_json
from epicene.core.progress import Progress, Silent
from epicene.core.registry import Registry
from epicene.debiasing.debias_run import debias
from epicene.debiasing.method import Target
from epicene.lab.debiased.results import KIND, Acted, DebiasedResults, Measured, summaries
from epicene.lab.dials import KINDS as LANGUAGE_MODELS
from epicene.lab.dials import LmDials, MtDials
from epicene.lab.instruments import audited
from epicene.lab.model_cache import EDITION, LabModel, make
from epicene.lab.parallel_sentences import Generator
from epicene.lab.stereotype_corpus import FRAMES, OCCUPATIONS_IN_THE_REST, Cell, cells, write_items
from epicene.models.token_probabilities import LanguageModel, Row, Sampling
from epicene.runs.folder import RunFolder, read_results
from epicene.scoring.perplexity import foretell

# What a user would type after --by. The rates are those of models of this size: they were trained with 4e-3.
WAYS: Registry[tuple[str, Mapping[str, object]]] = Registry("method")
WAYS.add("cda", ("cda", {"rate": 4e-3}))
WAYS.add("cda-full", ("cda", {"full": True, "rate": 1e-3}))
WAYS.add("leace", ("leace", {}))
THEME = "gender"
SCORINGS = {"masked": "pll-shared", "causal": "loglik-shared"}  # audit's own choice
BEGINNINGS = ("Les {group}", "Ici, les {group}", "Le dimanche, les {group}")
TEXTS = 20  # from each beginning
LONGEST = 10  # tokens
HELD_OUT = 200  # sentences that perplexity is taken of
POINTS = "points"


@dataclass(frozen=True, slots=True)
class DebiasedRequest:
    out: Path
    kinds: Sequence[str] = LANGUAGE_MODELS
    rates: Sequence[float] = (70.0, 90.0)
    seeds: int = 3
    ways: Sequence[str] = tuple(WAYS)

    def check(self) -> None:
        for kind, rate in product(self.kinds, self.rates):
            LmDials(kind, rate).check()
        for way in self.ways:
            WAYS[way]

    def points(self) -> list[Point]:
        every = product(range(self.seeds), self.kinds, self.rates, self.ways)
        return [Point(kind, rate, seed, way) for seed, kind, rate, way in every]


@dataclass(frozen=True, slots=True)
class Point:
    kind: str
    rate: float
    seed: int
    way: str

    @property
    def model(self) -> str:
        return f"lab:{self.kind}-rate-{self.rate:g}" + (f"-seed-{self.seed}" if self.seed else "")

    @property
    def name(self) -> str:
        return f"{self.kind}-{self.rate:g}-{self.seed}-{self.way}"


def act_on_models(request: DebiasedRequest, progress: Progress | None = None) -> DebiasedResults:
    """Do what is missing; the results are about all that the folder has, of earlier calls too."""
    progress = progress or Silent()
    request.check()
    folder = RunFolder(request.out)
    with folder.lock():
        folder.begin(KIND, {"edition": EDITION}, noun="debiasing experiment")
        todo = [point for point in request.points() if not _path(request.out, point).is_file()]
        for number, point in enumerate(todo, start=1):
            progress.say(f"Model {number} of {len(todo)}: {point.model}, debiased by {point.way}")
            write_json(_path(request.out, point), msgspec.to_builtins(_act(point, request.out, progress)))
        acted = [read_results(path, Acted) for path in sorted((request.out / POINTS).glob("*.json"))]
        results = DebiasedResults(__version__, EDITION, acted, list(summaries(acted)))
        folder.write_results(results)
    return results


def _path(out: Path, point: Point) -> Path:
    return out / POINTS / f"{point.name}.json"


def _act(point: Point, out: Path, progress: Progress) -> Acted:
    model = make(point.model, progress)
    by, options = WAYS[point.way]
    target = Target(model.spec, out / "models" / point.name)
    began = time.process_time()
    done = debias(target, by, {"text": (model.folder / "corpus" / "train.fr",), **options}, "cpu", 1, progress)
    spent = time.process_time() - began
    before, after = (
        _measure(model, spec, out / "runs" / name, progress)
        for spec, name in ((model.spec, model.name), (str(target.out), point.name))
    )
    return Acted(point.kind, point.rate, point.seed, point.way, before, after, done.text.swapped, round(spent, 1))


def _measure(model: LabModel, spec: str, folder: Path, progress: Progress) -> Measured:
    from epicene.models.description import describe
    from epicene.models.loading import Placement, load
    from epicene.models.source import locate

    if not isinstance(model.dials, LmDials):
        raise InputError(f"{model.spec} is no language model of the lab.")
    known = folder / "measured.json"
    if known.is_file():  # the model before is the same for every method
        return read_results(known, Measured)
    items, _ = write_items(folder / "items")
    found = audited(spec, (f"pairs-fr={items}",), SCORINGS[model.kind], folder / "audit", progress)
    themes = {group: read.value for (metric, group), read in found.items() if metric == "metric_score"}
    loaded = load(describe(locate(spec)), Placement("cpu", threads=1))
    said, at_all = stereotypes_said(loaded, model.dials.seed)
    perplexity = foretell(loaded, held_out_sentences(model.dials.seed), "fr").perplexity
    others = [value for theme, value in themes.items() if theme not in ("all", THEME)]
    measured = Measured(themes[THEME], float(np.mean(others)), said, at_all, perplexity)
    write_json(known, msgspec.to_builtins(measured))
    return measured


def held_out_sentences(seed: int) -> list[str]:
    """About other things than the stereotypes, and not in the text that a model of this seed was trained on."""
    dials = MtDials(occupations=OCCUPATIONS_IN_THE_REST, seed=seed)
    own = {french for french, _ in Generator(dials).pairs(LmDials().sentences, "rest")}
    other = Generator(dials).pairs(LmDials().sentences, "held out")
    return list(dict.fromkeys(french for french, _ in other if french not in own))[:HELD_OUT]


def stereotypes_said(model: LanguageModel, seed: int) -> tuple[float, float]:
    """Of what a model says of women and men, the share that the stereotype says, in percent; and how often it says
    anything of that kind at all."""
    theme = [cell for cell in cells() if cell.theme == THEME]
    side = {attribute: number for cell in theme for number, attribute in enumerate(cell.attributes)}
    groups = {group: number for cell in theme for number, group in enumerate(cell.groups)}
    if model.description.tokenizer.mask_token_id is None:
        return _written(model, groups, side, seed)
    return _filled(model, theme, groups, side)


def _written(
    model: LanguageModel, groups: Mapping[str, int], side: Mapping[str, int], seed: int
) -> tuple[float, float]:
    every = product(groups.items(), BEGINNINGS, range(TEXTS))
    asked = [(own, begin.format(group=group)) for (group, own), begin, _ in every]
    seeds = [1_000_000 * (seed + 1) + number for number in range(len(asked))]
    texts = model.write([text for _, text in asked], Sampling(1.0, 1.0, LONGEST, seeds))
    told = [
        (own, next((side[word] for word in said.text.replace(".", " ").split() if word in side), None))
        for (own, _), said in zip(asked, texts, strict=True)
    ]
    named = [own == found for own, found in told if found is not None]
    return (100 * float(np.mean(named)) if named else 50.0), 100 * len(named) / len(told)


def _filled(
    model: LanguageModel, theme: Sequence[Cell], groups: Mapping[str, int], side: Mapping[str, int]
) -> tuple[float, float]:
    """By the probabilities of what may stand there, over all words: nothing need be drawn."""
    told = list(_questions(model, theme, groups))
    shares, mass = [], []
    answers = model.logprobs([row for _, _, row in told])
    for (own, words, _), logs in zip(told, answers, strict=True):
        chances = np.exp(logs)
        stereotype = sum(chance for word, chance in zip(words, chances, strict=True) if side[word] == own)
        shares.append(100 * stereotype / chances.sum())
        mass.append(100 * chances.sum())
    return float(np.mean(shares)), float(np.mean(mass))


def _questions(
    model: LanguageModel, theme: Sequence[Cell], groups: Mapping[str, int]
) -> Iterator[tuple[int, list[str], Row]]:
    tokenizer = model.description.tokenizer
    for (group, own), article, frame in product(groups.items(), ("la", "le"), FRAMES):
        words = list(dict.fromkeys(word for cell in theme if cell.article == article for word in cell.attributes))
        text = frame.format(group=group, article=article, attribute=tokenizer.mask_token)
        ids = tuple(tokenizer(text)["input_ids"])
        place = ids.index(tokenizer.mask_token_id)
        targets = tuple(tokenizer(word, add_special_tokens=False)["input_ids"][0] for word in words)
        yield own, words, Row(ids, (place,) * len(words), targets)
