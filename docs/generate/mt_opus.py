"""The tables and pictures of the guide's page of OPUS-MT, from the run folder of `epicene study`.

    python docs/generate/mt_opus.py STUDY        # the folder of docs/generate/mt_opus.toml, or of mt-opus itself

Writes the aggregates into docs/data/mt-opus.csv, two charts a language into docs/assets, and the tables between the
markers of docs/mt-opus.md and docs/fr/opus-mt.md. Without STUDY the tables are made of that file again.

The study's system `mended` is the one into French after `epicene debias`, trained with the first, the third … of the
bundled occupations, 170 in all; the others were held out.
"""

from __future__ import annotations

import csv
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from real_french import DOCS, Row, markdown_table, with_tables

from epicene.core.language import Language
from epicene.inside.probes.page import published_probes
from epicene.mt.judging.pages import JUDGE_PAGE
from epicene.mt.lexicon import read_lexicon
from epicene.mt.results import published_judged
from epicene.mt.translating.bleu_run import compare_bleu

DATA = DOCS / "data" / "mt-opus.csv"
PAGES = {"en": DOCS / "mt-opus.md", "fr": DOCS / "fr" / "opus-mt.md"}
EN, FR, MENDED = "opus-mt-fr-en", "opus-mt-en-fr", "mended"
AUTHORS = "opus-mt-fr-en, x-a-fini"
COLUMNS = ("system", "step", "task", "measure", "group", "value", "low", "high", "n", "source")
SOURCE = "OPUS-MT as packaged on PyPI, measured by epicene"
CLASSES = ("la feminine", "la epicene", "l' feminine", "l' epicene", "l' masculine", "le epicene", "le masculine")
BLOCKS = ("determiner", "noun", "verb", "possessive", "rest")
PATHS = ("a", "b", "c", "d")
TOKENS = ("a", "terminé", "son", "travail", ".", "eos")
LEFT_OUT = ("_q05", "_q25", "_q75", "_q95", "_below_0", "_below_-0.75", "_bits", "_feminine", "_masculine")
LEFT_OUT += ("_bits_random_labels", "_bits_random_weights")
RESAMPLES = 2000
TRAINED = 170  # occupations: `debias` read 1,018 pairs, six an occupation
RIGHT = {"determiner right": ("right", "determiner"), "both right": ("right",)}  # by what was found in a line
HELD_OUT = {  # which lines: of a gender, and whether their occupations were trained with
    "feminine held out": ("feminine", False),
    "feminine trained": ("feminine", True),
    "masculine held out": ("masculine", False),
    "masculine trained": ("masculine", True),
}
NARROW, NO_BREAK = "\u202f", "\u00a0"
FIGURE = re.compile(r"(<!-- n (.+?) -->).*?(<!-- /n -->)")
CHARTS = {"r": "figure-3-his-her-r", "b": "figure-3-his-her-b"}
OF_PAPER = {  # sections 6.1.2 and 6.2.2: r before and after
    "r_mean": "0.46",
    "r_below_0.5": "> 40",
    "u1": ("0.49", "0.18"),
    "u2": ("0.46", "0.48"),
    "u3": ("0.46", "0.50"),
}
WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "class": "French subject",
        "her": "*her*",
        "his": "*his*",
        "paper": "the paper’s system",
        "etranslation": "e-translation",
        "opus": "OPUS-MT",
        "figure": "figure",
        "authors": "fr→en, the authors’ sentences",
        "direction": "direction",
        "pronoun_correct feminine marked": "right possessive, feminine shown",
        "pronoun_correct masculine marked": "right possessive, masculine shown",
        "pronoun_gap marked": "masculine less feminine",
        "pronoun_correct all": "right possessive, all lines",
        "pronoun_correct feminine": "… feminine lines",
        "pronoun_correct masculine": "… masculine lines",
        "determiner_correct all": "right determiner, all lines",
        "determiner_correct feminine": "… feminine lines",
        "determiner_correct masculine": "… masculine lines",
        "noun_correct all": "right noun, all lines",
        "noun_correct feminine": "… feminine lines",
        "noun_correct masculine": "… masculine lines",
        "group_gap all": "both right: masculine less feminine",
        "b_mean all": "b, mean (0: no preference)",
        "r_mean all": "r, mean (1: all of it arrives)",
        "r_below_0.5 all": "pairs with r below 0.5, %",
        "t_mean all": "t, mean",
        "forced_correct feminine": "the right word is likelier, feminine, %",
        "forced_correct masculine": "the right word is likelier, masculine, %",
        "his/her": "*his*/*her*, into English",
        "le/la": "*le*/*la*, into French",
        "winomt accuracy": "accuracy, all sentences",
        "winomt feminine": "accuracy, feminine entities",
        "winomt masculine": "accuracy, masculine entities",
        "winomt pro-stereotypical": "accuracy, pro-stereotypical",
        "winomt anti-stereotypical": "accuracy, anti-stereotypical",
        "winomt delta_g": "ΔG, F1 masculine less feminine",
        "set": "set",
        "feminine_correct": "MT-GenEval: no word of the other gender, feminine",
        "masculine_correct": "… masculine",
        "masculine_share": "GATE (gender left open): masculine chosen",
        "feminine_share": "… feminine chosen",
        "ambiguity_kept": "… left open",
        "unreadable": "… not readable",
        "block": "what is exchanged",
        "determiner": "determiner (*la*; *the*)",
        "noun": "noun",
        "verb": "*a terminé*; *has finished*",
        "possessive": "*son*; *her*",
        "rest": "the rest",
        "t_star": "t\\*, all five",
        "embedding": "at the embedding",
        "output": "at the encoder’s output",
        "path": "path",
        "a": "(a) the French subject, directly",
        "b": "(b) the English noun",
        "c": "(c) *son*",
        "d": "(d) the other French words",
        "lost": "t lost without it",
        "placebo": "placebo: another position",
        "alone": "t carried by it alone",
        "intervention": "intervention",
        "u1": "u1: *son* becomes the unknown word",
        "u2": "u2: *son* is the mean of both genders",
        "u3": "u3: the noun is, at the output",
        "u3@1": "u3: the noun is, after layer 1",
        "before": "r before",
        "after": "r after",
        "published": "the paper’s r, before → after",
        "token": "token",
        "accuracy": "accuracy, layer { layer }",
        "random": "random weights",
        "printed": "printed",
        "eos": "end mark",
        "original": "OPUS-MT en→fr",
        "mended": "after `debias`",
        "difference": "difference",
        "determiner right, feminine held out": "determiner right, feminine, occupations held out",
        "determiner right, feminine trained": "… trained with",
        "determiner right, masculine held out": "… masculine, held out",
        "determiner right, masculine trained": "… trained with",
        "both right, feminine held out": "determiner and noun right, feminine, held out",
        "both right, feminine trained": "… trained with",
        "both right, masculine held out": "… masculine, held out",
        "both right, masculine trained": "… trained with",
        "bleu": "BLEU, 300 captions",
    },
    "fr": {
        "class": "sujet français",
        "her": "*her*",
        "his": "*his*",
        "paper": "système de l’article",
        "etranslation": "e-translation",
        "opus": "OPUS-MT",
        "figure": "mesure",
        "authors": "fr→en, phrases des auteurs",
        "direction": "sens",
        "pronoun_correct feminine marked": "bon possessif, féminin visible",
        "pronoun_correct masculine marked": "bon possessif, masculin visible",
        "pronoun_gap marked": "masculin moins féminin",
        "pronoun_correct all": "bon possessif, toutes les lignes",
        "pronoun_correct feminine": "… lignes au féminin",
        "pronoun_correct masculine": "… lignes au masculin",
        "determiner_correct all": "bon déterminant, toutes les lignes",
        "determiner_correct feminine": "… lignes au féminin",
        "determiner_correct masculine": "… lignes au masculin",
        "noun_correct all": "bon nom, toutes les lignes",
        "noun_correct feminine": "… lignes au féminin",
        "noun_correct masculine": "… lignes au masculin",
        "group_gap all": "les deux bons\u00a0: masculin moins féminin",
        "b_mean all": "b, moyenne (0\u00a0: pas de préférence)",
        "r_mean all": "r, moyenne (1\u00a0: tout passe)",
        "r_below_0.5 all": "paires dont r est inférieur à 0,5, en\u00a0%",
        "t_mean all": "t, moyenne",
        "forced_correct feminine": "le bon mot est le plus probable, féminin, en\u00a0%",
        "forced_correct masculine": "le bon mot est le plus probable, masculin, en\u00a0%",
        "his/her": "*his*/*her*, vers l’anglais",
        "le/la": "*le*/*la*, vers le français",
        "winomt accuracy": "exactitude, toutes les phrases",
        "winomt feminine": "exactitude, entités féminines",
        "winomt masculine": "exactitude, entités masculines",
        "winomt pro-stereotypical": "exactitude, phrases stéréotypées",
        "winomt anti-stereotypical": "exactitude, phrases antistéréotypées",
        "winomt delta_g": "ΔG, F1 masculin moins féminin",
        "set": "corpus",
        "feminine_correct": "MT-GenEval\u00a0: aucun mot de l’autre genre, féminin",
        "masculine_correct": "… masculin",
        "masculine_share": "GATE (genre laissé ouvert)\u00a0: masculin choisi",
        "feminine_share": "… féminin choisi",
        "ambiguity_kept": "… laissé ouvert",
        "unreadable": "… illisible",
        "block": "ce qui est échangé",
        "determiner": "déterminant (*la*\u00a0; *the*)",
        "noun": "nom",
        "verb": "*a terminé*\u00a0; *has finished*",
        "possessive": "*son*\u00a0; *her*",
        "rest": "le reste",
        "t_star": "t\\*, les cinq",
        "embedding": "au plongement",
        "output": "à la sortie de l’encodeur",
        "path": "chemin",
        "a": "(a) le sujet français, directement",
        "b": "(b) le nom anglais",
        "c": "(c) *son*",
        "d": "(d) les autres mots français",
        "lost": "t perdu sans lui",
        "placebo": "placebo\u00a0: autre position",
        "alone": "t porté par lui seul",
        "intervention": "intervention",
        "u1": "u1\u00a0: *son* devient le mot inconnu",
        "u2": "u2\u00a0: *son* est la moyenne des deux genres",
        "u3": "u3\u00a0: le nom l’est, à la sortie",
        "u3@1": "u3\u00a0: le nom l’est, après la couche 1",
        "before": "r avant",
        "after": "r après",
        "published": "r de l’article, avant → après",
        "token": "mot",
        "accuracy": "exactitude, couche { layer }",
        "random": "poids aléatoires",
        "printed": "publié",
        "eos": "fin de phrase",
        "original": "OPUS-MT en→fr",
        "mended": "après `debias`",
        "difference": "écart",
        "determiner right, feminine held out": "bon déterminant, féminin, métiers mis de côté",
        "determiner right, feminine trained": "… métiers de l’entraînement",
        "determiner right, masculine held out": "… masculin, mis de côté",
        "determiner right, masculine trained": "… de l’entraînement",
        "both right, feminine held out": "déterminant et nom bons, féminin, mis de côté",
        "both right, feminine trained": "… de l’entraînement",
        "both right, masculine held out": "… masculin, mis de côté",
        "both right, masculine trained": "… de l’entraînement",
        "bleu": "BLEU, 300 légendes",
    },
}
RATES = {
    EN: (
        *("pronoun_correct feminine marked", "pronoun_correct masculine marked", "pronoun_gap marked"),
        *("pronoun_correct all", "pronoun_correct feminine", "pronoun_correct masculine"),
    ),
    AUTHORS: ("pronoun_correct all", "pronoun_correct feminine", "pronoun_correct masculine"),
    FR: (
        *("determiner_correct all", "determiner_correct feminine", "determiner_correct masculine"),
        *("noun_correct all", "noun_correct feminine", "noun_correct masculine", "group_gap all"),
    ),
}
FORCED = ("b_mean all", "r_mean all", "r_below_0.5 all", "t_mean all")
FORCED_GENDERS = ("forced_correct feminine", "forced_correct masculine")
WINOMT = {
    "winomt accuracy": ("accuracy", "all"),
    "winomt feminine": ("accuracy", "feminine"),
    "winomt masculine": ("accuracy", "masculine"),
    "winomt pro-stereotypical": ("accuracy", "pro-stereotypical"),
    "winomt anti-stereotypical": ("accuracy", "anti-stereotypical"),
    "winomt delta_g": ("delta_g", "all"),
}
OF_SETS = {
    "set-mt-geneval": ("feminine_correct", "masculine_correct"),
    "set-gate": ("masculine_share", "feminine_share", "ambiguity_kept", "unreadable"),
}


# What is kept of the runs


def aggregates(study: Path) -> list[Row]:
    """Every figure of the study over groups of lines, without any line; and what `debias` changed."""
    rows = [row for results in sorted(study.glob("*/*/results.json")) for row in _of_step(results)]
    return [*rows, *_mended(study)]


def _of_step(results: Path) -> Iterator[Row]:
    system, step = results.parent.parent.name, results.parent.name
    document = json.loads(results.read_text(encoding="utf-8"))
    for part in (document, document.get("judged") or {}):
        for one in part.get("estimates", ()):
            if not one["metric"].endswith(LEFT_OUT) and one["group"] != "same noun":
                known = {"measure": one["metric"], "task": one["task"], "n": str(one["n_used"])}
                yield _row(system, step, **known, group=one["group"], **_figures(one))


def _row(system: str, step: str, **values: str) -> Row:
    known = {"system": system, "step": step, "source": SOURCE, **values}
    return {name: known.get(name) or "" for name in COLUMNS}


def _figures(estimate: Mapping[str, Any]) -> dict[str, str]:
    kept = ((key, estimate.get(key)) for key in ("value", "low", "high"))
    return {key: "" if value is None else f"{float(value):.6f}" for key, value in kept}


def _mended(study: Path) -> Iterator[Row]:
    """Both right, by gender and by whether the occupation was trained with; and what changed, line by line."""
    folders = {name: study / name / "audit" for name in (FR, MENDED)}
    if not (folders[MENDED] / "results.json").is_file():
        return
    trained = {occupation.masculine for occupation in read_lexicon()[: 2 * TRAINED : 2]}
    read = {name: list(_lines(folder / "lines.tsv")) for name, folder in folders.items()}
    for measure, outcomes in RIGHT.items():
        right = {name: {(one, gender): found in outcomes for one, gender, found in read[name]} for name in folders}
        for group, (gender, is_trained) in HELD_OUT.items():
            keys = [key for key in right[FR] if key[1] == gender and (key[0] in trained) == is_trained]
            before, after = (np.array([right[name][key] for key in keys], dtype=float) for name in (FR, MENDED))
            drawn = np.random.default_rng(0).integers(0, len(keys), (RESAMPLES, len(keys)))
            for name, values in ((FR, before), (MENDED, after), ("difference", after - before)):
                low, high = np.quantile(100 * values[drawn].mean(1), [0.025, 0.975])
                figures = _figures({"value": 100 * values.mean(), "low": low, "high": high})
                yield _row(name, "audit", task="en-fr", measure=measure, group=group, n=str(len(keys)), **figures)
    bleu = (study / FR / "bleu", study / MENDED / "bleu")
    if all((folder / "results.json").is_file() for folder in bleu):
        for change in compare_bleu(bleu, (FR, MENDED)):
            figures = _figures({"value": change.difference, "low": change.low, "high": change.high})
            yield _row("difference", "bleu", measure="bleu", group=change.group, n=str(change.n), **figures)
    winomt = [study / name / "winomt" for name in (FR, MENDED)]
    if all((folder / "results.json").is_file() for folder in winomt):
        for one in _compared(*winomt):
            figures = _figures({**one, "value": one["difference"]})
            yield _row("difference", "winomt", measure=one["metric"], group=one["group"], n=str(one["n"]), **figures)


def _lines(path: Path) -> Iterator[tuple[str, str, str]]:
    """Occupation, gender and what was right, of each line."""
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            yield row["occupation"], row["gender"], row["found"]


def _compared(first: Path, second: Path) -> list[dict[str, Any]]:
    command = [sys.executable, "-m", "epicene", "compare", str(first), str(second), "--json", "--quiet"]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)  # noqa: S603
    return list(json.loads(done.stdout)["comparisons"])


def charts(study: Path) -> None:
    """The distributions of r and b, as the page of `mt audit` draws them."""
    from epicene.report.render.chart_files import standalone_svg
    from epicene.studies.study_systems import PACKAGES, step_document

    for code in PAGES:
        language = Language(code, *PACKAGES)
        figures = list(step_document("audit", study / EN / "audit", language).figures())
        for measure, name in CHARTS.items():
            [figure] = [figure for figure in figures if figure.chart.id == name]
            path = DOCS / "assets" / f"mt-opus-{measure}.{code}.svg"
            path.write_text(standalone_svg([figure], language), encoding="utf-8")


# The tables


class Tables:
    def __init__(self, rows: Sequence[Row], code: str) -> None:
        self.language, self.words = Language(code, "epicene.mt"), WORDS[code]
        self.by_key = {(row["system"], row["step"], row["measure"], row["group"], row["task"]): row for row in rows}

    def row(self, system: str, step: str, measure: str, group: str = "all", task: str = "") -> Row | None:
        return next(
            (
                row
                for key, row in self.by_key.items()
                if key[:4] == (system, step, measure, group) and key[4].endswith(task)
            ),
            None,
        )

    def cell(
        self, system: str, step: str, measure: str, group: str = "all", task: str = "", digits: int | None = None
    ) -> str:
        row = self.row(system, step, measure, group, task)
        if row is None or not row["value"]:
            return "–"
        value, low, high = (float(row[key]) if row[key] else None for key in ("value", "low", "high"))
        number = self.number(value or 0.0, digits)
        if low is None or high is None:
            return number
        bracket = self.language.bracket(low, high) if digits is None else self.language.bracket(low, high, digits)
        return f"{number} {bracket}"

    def number(self, value: float, digits: int | None = None) -> str:
        return self.language.number(value) if digits is None else self.language.number(value, digits)

    def in_text(self, page: str) -> str:
        """A page whose figures between `<!-- n SYSTEM/STEP/MEASURE/GROUP[:DIGITS] -->` and `<!-- /n -->` are these."""

        def figure(match: re.Match[str]) -> str:
            place, _, digits = match[2].partition(":")
            found = self.cell(*place.split("/"), digits=int(digits) if digits else None).replace(NARROW, NO_BREAK)
            return f"{match[1]}{found}{match[3]}"

        return FIGURE.sub(figure, page)

    def printed(self, text: str) -> str:
        return text if self.language.code == "en" else text.replace(".", ",")

    def all(self) -> dict[str, str]:
        makers: dict[str, Callable[[], tuple[list[str], list[list[str]]]]] = {
            "classes": self.classes,
            "rates": self.rates,
            "forced": self.forced,
            "winomt": self.winomt,
            "sets": self.sets,
            "blocks": self.blocks,
            "paths": self.paths,
            "interventions": self.interventions,
            "probes": self.probes,
            "debiased": self.debiased,
        }
        return {name: markdown_table(*make()) for name, make in makers.items()}

    def _paper(self, system: Mapping[str, Mapping[str, float]], measure: str, group: str) -> str:
        value = system.get(measure, {}).get(group)
        return "–" if value is None else self.number(value)

    def classes(self) -> tuple[list[str], list[list[str]]]:
        words = self.words
        published = {system.model: system.values for system in published_judged("fr-en")}
        joey, etranslation = published["JoeyNMT"], published["e-translation"]
        rows = []
        for name in CLASSES:
            found = self.row(EN, "audit", "her", name)
            theirs = [
                " / ".join(self._paper(system, word, name) for word in ("her", "his"))
                for system in (joey, etranslation)
            ]
            own = [self.cell(EN, "audit", word, name) for word in ("her", "his")]
            n = found["n"] if found else ""
            rows.append([JUDGE_PAGE.class_name(name, self.language), n, *own, *theirs])
        pair = f"{words['her']} / {words['his']}"
        heads = [words["class"], "n", words["her"], words["his"]]
        return [*heads, *(f"{words[name]} ({pair})" for name in ("paper", "etranslation"))], rows

    def rates(self) -> tuple[list[str], list[list[str]]]:
        rows = []
        for system, measures in RATES.items():
            direction = "en-fr" if system == FR else "fr-en"
            published = {one.model: one.values for one in published_judged(direction)}
            for name in measures:
                measure, _, group = name.partition(" ")
                theirs = [self._paper(published.get(one, {}), measure, group) for one in ("JoeyNMT", "e-translation")]
                arrow = self.words["authors"] if system == AUTHORS else direction.replace("-", "→")
                rows.append([arrow, self.words[name], self.cell(system, "audit", measure, group), *theirs])
        heads = ("direction", "figure", "opus", "paper", "etranslation")
        return [self.words[head] for head in heads], rows

    def forced(self) -> tuple[list[str], list[list[str]]]:
        rows = []
        for name in (*FORCED, *FORCED_GENDERS):
            measure, _, group = name.partition(" ")
            digits = None if "%" in self.words[name] else 2
            own = [
                self.cell(system, "audit", measure, group, task, digits)
                for system, task in ((EN, "his/her"), (FR, "le/la"))
            ]
            rows.append([self.words[name], *own, self.printed(str(OF_PAPER.get(measure, "–")))])
        return [self.words["figure"], self.words["his/her"], self.words["le/la"], self.words["paper"]], rows

    def winomt(self) -> tuple[list[str], list[list[str]]]:
        published = published_judged("winomt")
        rows = [
            [
                self.words[name],
                self.cell(FR, "winomt", measure, group),
                *(self._paper(system.values, measure, group) for system in published),
            ]
            for name, (measure, group) in WINOMT.items()
        ]
        names = [self.words["paper"] if system.model == "JoeyNMT" else system.model for system in published]
        return [self.words["figure"], self.words["opus"], *names], rows

    def sets(self) -> tuple[list[str], list[list[str]]]:
        rows = []
        for step, measures in OF_SETS.items():
            for measure in measures:
                found = self.row(FR, step, measure)
                rows.append([self.words[measure], found["n"] if found else "–", self.cell(FR, step, measure)])
        return [self.words["set"], "n", self.words["opus"]], rows

    def blocks(self) -> tuple[list[str], list[list[str]]]:
        columns = [(system, stage) for system in (EN, FR) for stage in ("embedding", "output")]
        rows = [
            [
                self.words[name],
                *(
                    self.cell(system, "intervene", f"phi_{name}" if stage == "output" else f"phi@0_{name}", digits=2)
                    for system, stage in columns
                ),
            ]
            for name in BLOCKS
        ]
        totals = [self.cell(system, "intervene", "t_star", digits=2) for system in (EN, FR)]
        rows.append([self.words["t_star"], "", totals[0], "", totals[1]])
        heads = [f"{'fr→en' if system == EN else 'en→fr'}, {self.words[stage]}" for system, stage in columns]
        return [self.words["block"], *heads], rows

    def paths(self) -> tuple[list[str], list[list[str]]]:
        names = ("patched_{}_lost_t", "elsewhere_{}_lost_t", "patched_{}_alone_t")
        rows = [
            [self.words[path], *(self.cell(EN, "intervene", name.format(path), digits=2) for name in names)]
            for path in PATHS
        ]
        return [self.words[head] for head in ("path", "lost", "placebo", "alone")], rows

    def interventions(self) -> tuple[list[str], list[list[str]]]:
        rows = []
        for name in ("u1", "u2", "u3", "u3@1"):
            own = [self.cell(EN, "intervene", f"{name}{part}", digits=2) for part in ("_before_r_mean", "_r_mean")]
            theirs = OF_PAPER.get(name)
            rows.append([self.words[name], *own, self.printed(" → ".join(theirs)) if theirs else "–"])
        return [self.words[head] for head in ("intervention", "before", "after", "published")], rows

    def probes(self) -> tuple[list[str], list[list[str]]]:
        printed = published_probes()[1]["accuracy"]
        rows = []
        for word in TOKENS:
            cells = [self.words["eos"] if word == "eos" else word]
            for layer in (1, 6):
                place = f"encoder {layer} {word}"
                cells += [
                    self.cell(EN, "probe", measure, place, "base")
                    for measure in ("probe_accuracy", "probe_random_weights")
                ]
                value = printed.get(("base", "encoder", layer, word))
                cells.append("–" if value is None else self.number(value))
            rows.append(cells)
        heads = [
            head
            for layer in (1, 6)
            for head in (
                self.words["accuracy"].replace("{ layer }", str(layer)),
                self.words["random"],
                self.words["printed"],
            )
        ]
        return [self.words["token"], *heads], rows

    def debiased(self) -> tuple[list[str], list[list[str]]]:
        shown = [(f"{measure}, {group}", "audit", measure, group) for measure in RIGHT for group in HELD_OUT]
        shown += [(f"winomt {group}", "winomt", "accuracy", group) for group in ("feminine", "masculine")]
        shown += [("winomt delta_g", "winomt", "delta_g", "all"), ("bleu", "bleu", "bleu", "multi30k-2016")]
        rows = [
            [self.words[name], *(self.cell(system, step, measure, group) for system in (FR, MENDED, "difference"))]
            for name, step, measure, group in shown
        ]
        return [self.words[head] for head in ("figure", "original", "mended", "difference")], rows


def saved_rows() -> list[Row]:
    with DATA.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def main(study: str = "") -> None:
    if study:
        rows = aggregates(Path(study))
        DATA.parent.mkdir(exist_ok=True)
        with DATA.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
        charts(Path(study))
    for code, page in PAGES.items():
        made = Tables(saved_rows(), code)
        text = with_tables(made.in_text(page.read_text(encoding="utf-8")), made.all())
        page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
