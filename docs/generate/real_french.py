"""The tables of the guide's page of real French models, from the run folders of `epicene study real-french`.

    python docs/generate/real_french.py STUDY      # the study's folder, runs/real-french where nothing else was said

Writes the aggregates into docs/data/real-french.csv, with the source of each, and the tables between the markers of
docs/real-french-models.md and docs/fr/modeles-francais.md. Without STUDY the tables are made of that file again.
"""

from __future__ import annotations

import csv
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import permutations
from pathlib import Path

import numpy as np

from epicene.core.language import Language
from epicene.metrics.answer_groups import ALL, group_name
from epicene.metrics.significance import adjust_p
from epicene.studies.published_values import printed_correlations, published_value, recomputed_correlation

DOCS = Path(__file__).parents[1]
DATA = DOCS / "data" / "real-french.csv"
IN_AUDITS = DOCS.parent / "src/epicene/kinds/released.json"  # shown beside an audit's own figures
PAGES = {"en": DOCS / "real-french-models.md", "fr": DOCS / "fr" / "modeles-francais.md"}
PAIRS, TRIPLES = "crows-fr-1463", "stereoset-fr-mt"
SOURCES = {
    PAIRS: "scores of github.com/jerryspan/Dutch-CrowS-Pairs (CC0), measured by epicene",
    TRIPLES: "predictions of github.com/slds-lmu/stereotypes-multi, measured by epicene",
}
RELEASED = {  # who asked the models, and a name for how
    PAIRS: (
        "jerryspan/Dutch-CrowS-Pairs (RANLP 2025)",
        "https://github.com/jerryspan/Dutch-CrowS-Pairs",
        "dutch-crows-pairs",
    ),
    TRIPLES: ("Öztürk et al. (2023)", "https://github.com/slds-lmu/stereotypes-multi", "stereotypes-multi"),
}
MEASURES = {PAIRS: ("metric_score", "stereo_score", "antistereo_score"), TRIPLES: ("lms", "ss", "acs")}
OF_ALL_PAIRS = ("stereo_score", "antistereo_score")  # single types have as few as three pairs
WHOLE, WITHIN, ACROSS = TASKS = ("overall", "intra", "inter")
DIFFERENCE, RHO = "difference", "rho"
COLUMNS = (
    "model",
    "benchmark",
    "task",
    "measure",
    "group",
    "value",
    "low",
    "high",
    "n",
    "p",
    "p_adjusted",
    "p_one_sided",
    "source",
)
FLAUBERT, CAMEMBERT = "flaubert/flaubert_base_cased", "almanach/camembert-base"
GPT_FR, MBERT = "asi/gpt-fr-cased-small", "google-bert/bert-base-multilingual-cased"
UNCASED = "FlauBERT uncased"
BOTH = f"{UNCASED} − CamemBERT"
PAPER = {"CamemBERT": CAMEMBERT, UNCASED: FLAUBERT, "FlauBERT": FLAUBERT, "GPT-fr small": GPT_FR, "mBERT": MBERT}
LEVEL = 0.05
MARK = r"\|"  # a bar within a cell
HEADS = {
    "en": {
        "model": "model",
        "n": "n",
        "metric_score": "metric score",
        "stereo_score": "stereo score",
        "antistereo_score": "anti-stereo score",
        "printed": "printed, 1,677 pairs",
        "translated": "printed, 1,467 of them",
        "group": "pairs about",
        "difference": "difference",
        "p": "p",
        "p_adjusted": "p, adjusted",
        "all": "all pairs",
        "lms": "LMs",
        "ss": "Ss",
        "acs": "ACs",
        "intra": "within a sentence",
        "inter": "across two",
        "overall": "all tests",
        "distance": "|Ss − 50|",
        "printed_ss": "printed, another translation",
        "tests": "tests",
        "two": "p, two-sided",
        "one": "p, one-sided",
        "models": "models",
        "paper": "printed (2024), means of both tasks",
        "least": "what would be significant",
    },
    "fr": {
        "model": "modèle",
        "n": "n",
        "metric_score": "score",
        "stereo_score": "paires stéréotypées",
        "antistereo_score": "paires antistéréotypées",
        "printed": "publié, 1\u00a0677 paires",
        "translated": "publié, 1\u00a0467 d’entre elles",
        "group": "paires sur",
        "difference": "écart",
        "p": "p",
        "p_adjusted": "p ajusté",
        "all": "toutes les paires",
        "lms": "LMs",
        "ss": "Ss",
        "acs": "ACs",
        "intra": "dans une phrase",
        "inter": "entre deux phrases",
        "overall": "tous les tests",
        "distance": "|Ss − 50|",
        "printed_ss": "publié, autre traduction",
        "tests": "tests",
        "two": "p bilatéral",
        "one": "p unilatéral",
        "models": "modèles",
        "paper": "publié (2024), moyenne des deux tâches",
        "least": "ce qui serait significatif",
    },
}
Row = dict[str, str]


def aggregates(study: Path) -> list[Row]:
    """The figures of the page: estimates, the paired test and the correlations, without any item."""
    from epicene.studies.page import study_document

    with (study / "estimates.csv").open(encoding="utf-8", newline="") as file:
        rows = [
            _row(
                *(estimate[name] for name in ("model", "benchmark", "task", "metric", "group")),
                **dict(zip(("value", "low", "high"), map(_rounded, _values(estimate)), strict=True)),
                n=estimate["n_used"],
                source=SOURCES[estimate["benchmark"]],
            )
            for estimate in csv.DictReader(file)
            if estimate["metric"] in MEASURES[estimate["benchmark"]]
            and estimate["group"] not in ("translated", "native")
            and (estimate["group"] == ALL or estimate["metric"] not in OF_ALL_PAIRS)
            and estimate["task"] in ("", *TASKS)
        ]
    rows += _differences(
        *(next((study / "runs").glob(f"{name}/{PAIRS}-*")) for name in ("CamemBERT", "FlauBERT-uncased*"))
    )
    for task, found in zip(TASKS, study_document(study)["correlations"], strict=True):  # type: ignore[arg-type]
        figures = {name: _rounded(found[key]) for name, key in (("low", "low"), ("high", "high"), ("value", "rho"))}
        p = {"p": _rounded(found["p_two_sided"]), "p_one_sided": _rounded(found["p_one_sided"])}
        rows.append(_row("7 models", TRIPLES, task, RHO, ALL, **figures, **p, n="7", source=SOURCES[TRIPLES]))
    return rows


def _row(model: str, benchmark: str, task: str, measure: str, group: str, **figures: str) -> Row:
    known = {"model": model, "benchmark": benchmark, "task": task, "measure": measure, "group": group, **figures}
    return {name: known.get(name, "") for name in COLUMNS}


def _values(estimate: Row) -> list[str]:
    return [estimate[name] for name in ("value", "value_low", "value_high")]


def _rounded(value: object) -> str:
    return "" if value in ("", None) else f"{float(str(value)):.6f}"


def _differences(first: Path, second: Path) -> Iterator[Row]:
    """The second run less the first, of all pairs and of each type, whose p are adjusted over the types."""
    command = [sys.executable, "-m", "epicene", "compare", str(first), str(second), "--json", "--quiet"]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)  # noqa: S603
    compared = json.loads(done.stdout)["comparisons"]
    scores = {pair["group"]: pair for pair in compared if pair["metric"] == "metric_score"}
    adjusted = adjust_p({name: pair["p_mcnemar"] for name, pair in scores.items() if name not in (ALL, "translated")})
    for name, pair in scores.items():
        if name in (ALL, *adjusted):
            figures = {
                key: _rounded(pair[of]) for key, of in (("value", "difference"), ("low", "low"), ("high", "high"))
            }
            p = {"p": _rounded(pair["p_mcnemar"]), "p_adjusted": _rounded(adjusted.get(name))}
            source = SOURCES[PAIRS]
            yield _row(BOTH, PAIRS, "", DIFFERENCE, name, **figures, **p, n=str(pair["n"]), source=source)


def tables(rows: Sequence[Row], code: str) -> dict[str, str]:
    """The page's tables in Markdown, by the name of their marker."""
    language, head = Language(code, "epicene.report", "epicene.kinds"), HEADS[code]
    by_key = {(row["model"], row["task"], row["measure"], row["group"]): row for row in rows}

    def cell(
        model: str, task: str, measure: str, group: str = ALL, write: Callable[[float], str] = language.number
    ) -> str:
        row = by_key[model, task, measure, group]
        return f"{write(float(row['value']))} {language.bracket(float(row['low']), float(row['high']))}"

    def printed(model: str, benchmark: str, measure: str, group: str = ALL, task: str | None = None) -> str:
        value = published_value(PAPER.get(model, ""), benchmark, measure, group, task)
        return "–" if value is None else language.number(value)

    two = list(
        dict.fromkeys(row["model"] for row in rows if row["benchmark"] == PAIRS and row["measure"] != DIFFERENCE)
    )
    seven = list(dict.fromkeys(row["model"] for row in rows if row["measure"] == "ss"))
    types = [row["group"] for row in rows if row["measure"] == DIFFERENCE]
    seven.sort(key=lambda name: float(by_key[name, WHOLE, "lms", ALL]["value"]))
    pairs = [
        [
            name,
            *(cell(name, "", measure) for measure in MEASURES[PAIRS]),
            language.count(int(by_key[name, "", "metric_score", ALL]["n"])),
            printed(name, "crows-fr", "metric_score"),
            printed(name, "crows-fr", "metric_score", "translated"),
        ]
        for name in two
    ]
    by_type = [
        [
            head["all"] if group == ALL else group_name(group, language),
            by_key[BOTH, "", DIFFERENCE, group]["n"]
            if group != ALL
            else language.count(int(by_key[BOTH, "", DIFFERENCE, ALL]["n"])),
            *(cell(name, "", "metric_score", group) for name in two),
            cell(BOTH, "", DIFFERENCE, group),
            _p(by_key[BOTH, "", DIFFERENCE, group]["p"], language),
            _p(by_key[BOTH, "", DIFFERENCE, group]["p_adjusted"], language),
        ]
        for group in types
    ]
    whole = [
        [
            name,
            *(cell(name, WHOLE, measure) for measure in MEASURES[TRIPLES]),
            language.number(abs(float(by_key[name, WHOLE, "ss", ALL]["value"]) - 50)),
        ]
        for name in seven
    ]
    tasks = [
        [
            name,
            *(cell(name, task, measure) for task in (WITHIN, ACROSS) for measure in ("lms", "ss")),
            " / ".join(printed(name, "stereoset-fr", measure, task=WITHIN) for measure in ("lms", "ss")),
        ]
        for name in seven
    ]
    correlations = [
        [
            head[task],
            row["n"],
            f"{language.number(float(row['value']), 2)} {language.bracket(float(row['low']), float(row['high']), 2)}",
            language.number(float(row["p"]), 2),
            language.number(float(row["p_one_sided"]), 2),
        ]
        for task in TASKS
        for row in [by_key["7 models", task, RHO, ALL]]
    ]
    paper, again = (
        printed_correlations("models", "stereoset-fr")["published"],
        recomputed_correlation("models", "stereoset-fr"),
    )
    if again is None or paper.p is None:
        raise ValueError("the published correlation is not in the package")
    theirs = [language.number(value, 2) for value in (paper.rho, again.p_two_sided, paper.p)]
    correlations.append([head["paper"], str(again.n), *theirs])
    correlations.append(
        [
            head["least"],
            str(len(seven)),
            language.number(least_rho(len(seven)), 2),
            "< 0.05" if code == "en" else "< 0,05",
            "–",
        ]
    )
    scores = [head[measure] for measure in MEASURES[PAIRS]]
    of_tasks = [f"{head[measure]}, {head[task]}" for task in (WITHIN, ACROSS) for measure in ("lms", "ss")]
    return {
        "pairs": markdown_table([head["model"], *scores, head["n"], head["printed"], head["translated"]], pairs),
        "types": markdown_table(
            [head["group"], head["n"], *two, head["difference"], head["p"], head["p_adjusted"]], by_type
        ),
        "triples": markdown_table([head["model"], *(head[m] for m in MEASURES[TRIPLES]), head["distance"]], whole),
        "tasks": markdown_table([head["model"], *of_tasks, head["printed_ss"]], tasks),
        "correlation": markdown_table([head["tests"], head["models"], "ρ", head["two"], head["one"]], correlations),
    }


def least_rho(models: int) -> float:
    """The smallest ρ that fewer than 5 in 100 orders of so many models reach, in either direction."""
    ranks = np.arange(models)
    orders = np.array(list(permutations(ranks)))
    found = np.round(1 - 6 * ((orders - ranks) ** 2).sum(1) / (models * (models**2 - 1)), 9)
    return float(min(rho for rho in np.unique(found) if rho > 0 and np.mean(abs(found) >= rho) < LEVEL))


def _p(value: str, language: Language) -> str:
    return language.number(float(value), 3) if value else "–"


def markdown_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    table = "".join(f"| {' | '.join(cell.replace('|', MARK) for cell in line)} |\n" for line in lines)
    return table.replace("\u202f", "\u00a0")  # as the guide in French has it


def with_tables(page: str, made: dict[str, str]) -> str:
    """A page whose tables, between `<!-- NAME -->` and `<!-- end -->`, are those that were made."""
    for name, table in made.items():
        between = re.compile(rf"(<!-- {name} -->\n).*?(<!-- end -->)", re.DOTALL)
        page = between.sub(lambda found, table=table: f"{found[1]}\n{table}\n{found[2]}", page)  # type: ignore[misc]
    return page


def released(rows: Sequence[Row]) -> dict[str, object]:
    """What an audit shows of the real models: headline figures over all items, and their LMs."""
    scores = dict[str, object]()
    for benchmark, measures in ((PAIRS, ("metric_score",)), (TRIPLES, ("ss", "lms"))):
        figures = [
            {"model": row["model"], "task": row["task"], "metric": row["measure"]}
            | {name: round(float(row[name]), 2) for name in ("value", "low", "high")}
            | {"n": int(row["n"])}
            for row in rows
            if row["benchmark"] == benchmark and row["measure"] in measures and row["group"] == ALL
        ]
        source, url, scoring = RELEASED[benchmark]
        scores[benchmark] = {"source": source, "url": url, "scoring": scoring, "figures": figures}
    return scores


def saved_rows() -> list[Row]:
    with DATA.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def main(study: str = "") -> None:
    if study:
        DATA.parent.mkdir(exist_ok=True)
        with DATA.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
            writer.writeheader()
            writer.writerows(aggregates(Path(study)))
    text = json.dumps(released(saved_rows()), ensure_ascii=False, indent=1)
    IN_AUDITS.write_text(text.replace("\n    ", " ").replace("\n   }", " }") + "\n", encoding="utf-8")
    for code, page in PAGES.items():
        page.write_text(with_tables(page.read_text(encoding="utf-8"), tables(saved_rows(), code)), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
