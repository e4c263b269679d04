"""Two runs of `mt audit`, and two of `mt intervene`, on the same lines: invented values, counted by hand."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from sacrebleu.metrics.bleu import BLEU

from command import CliRunner
from epicene.cli.compare import compare
from epicene.core.errors import InputError
from epicene.core.language import Language
from epicene.core.types import Estimate
from epicene.inside.forced.page import PAGE
from epicene.inside.results import PACKAGES, Extremes, ForcedResults, InterveneResults
from epicene.mt.results import BleuResults, Judged
from inside.invented_probes import page_of
from mt.small_corpora import write
from page_snapshot import check_page

app = compare
NOUNS = ("avocat", "boulanger", "caissier", "danseur", "épicier", "facteur", "gardien", "horloger")


def invoke(*arguments):
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def signature(model: str, scoring: str = "forced-fr-en-his/her") -> str:
    return f"mt-occupations@123456|{scoring}|bos:none|{model}@{model[:3]}|boot:occupation*2000|epicene-0.1.0"


def rows(by: str, name: str, values: dict[str, list[float]], columns: tuple[str, ...]) -> list[str]:
    """Two lines for each noun, the feminine one with r and t; after them a noun whose lines are one sentence."""
    made = []
    for number, noun in enumerate((*NOUNS, "artiste")):
        for gender in ("masculine", "feminine"):
            line = 2 * number + 1 + (gender == "feminine")
            open_line = noun == "artiste"
            told = not open_line and gender == "feminine"
            cells = {
                "line": line,
                "pair": number + 1,
                "class": "",
                "gender": gender,
                "marked": "no" if open_line else "yes",
            }
            cells |= {"occupation": noun, by: name, "b": values["b"][0] if open_line else 0.5}
            cells |= {measure: values[measure][number] if told else "" for measure in ("r", "t")}
            made.append("\t".join(str(cells[column]) for column in columns))
    return made


def saved(folder: Path, kind: str, results: msgspec.Struct, conditions: dict[str, dict[str, list[float]]]) -> Path:
    by = "contrast" if kind == "mt-audit" else "condition"
    columns = ("line", "pair", "class", "gender", *(("marked",) if kind == "mt-audit" else ()), "occupation", by)
    columns = (*columns, "b", "r", "t")
    table = [row for name, values in conditions.items() for row in rows(by, name, values, columns)]
    folder.mkdir()
    write(folder / "lines.tsv", ["\t".join(columns), *table])
    (folder / "manifest.json").write_text(json.dumps({"run": kind, "format": 1, "question": {}}))
    (folder / "results.json").write_bytes(msgspec.json.encode(results))
    return folder


def audit(folder: Path, model: str, values: dict[str, list[float]], contrast: str = "his/her") -> Path:
    judged = Judged(model=model, signatures={}, n=18, estimates=[], direction="fr-en", counts={})
    results = ForcedResults(
        model=model,
        signatures={contrast: signature(model)},
        n=18,
        estimates=[],
        direction="fr-en",
        nouns={},
        correlations={},
        judged=judged,
    )
    return saved(folder, "mt-audit", results, {contrast: values})


@pytest.fixture
def audits(tmp_path: Path) -> tuple[Path, Path]:
    """The second follows the subject more in every noun, by 0.1 to 0.8; of its r, one is far off."""
    lower = audit(tmp_path / "one", "one", {"b": [-0.75], "r": [0.1] * 8, "t": [0.1] * 8})
    steps = [number / 10 for number in range(1, 9)]
    higher = {"b": [-0.25], "r": [*(0.1 + one for one in steps[:7]), -400.0], "t": [0.1 + one for one in steps]}
    return lower, audit(tmp_path / "two", "two", higher)


def test_values_are_compared_noun_by_noun(audits) -> None:
    """All of eight nouns lie above: 2 of 256 signs. One r at −400 makes the mean; its rank is 8 against 1 to 7."""
    result = invoke(*audits, "--json")
    assert result.exit_code == 0, result.output
    found = {one["metric"]: one for one in json.loads(result.stdout)["comparisons"]}
    t, r, b = found["t_mean"], found["r_mean"], found["b_mean"]
    assert (t["value_a"], t["value_b"], t["n"]) == (pytest.approx(0.1), pytest.approx(0.55), 8)
    assert t["difference"] == pytest.approx(0.45)
    assert t["low"] < 0.45 < t["high"]
    # Student's t over eight nouns: ± 2.365 × s/√7, s = 0.2291 with n in its denominator.
    assert (t["high"] - t["low"]) / 2 == pytest.approx(2.3646 * 0.22913 / 7**0.5, rel=0.1)
    assert (t["p_wilcoxon"], t["p_sign"]) == (pytest.approx(2 / 256), pytest.approx(2 / 256))
    assert r["difference"] == pytest.approx((sum(range(1, 8)) / 10 - 400.1) / 8)
    assert r["p_sign"] == pytest.approx(18 / 256)
    # Σ ranks of the lesser side is 8: 25 of the 256 sets of ranks of 1 to 8 sum to 8 or less.
    assert r["p_wilcoxon"] == pytest.approx(2 * 25 / 256)
    assert (b["difference"], b["n"], b["p_wilcoxon"]) == (pytest.approx(0.5), 2, 1.0)
    assert t["p_adjusted"] == pytest.approx(3 * 2 / 256)


def translated(folder: Path, feminine: str, test: list[str]) -> None:
    """What every feminine line was found to say, masculine ones *his*; and a test set of four sentences."""
    head, *lines = (folder / "lines.tsv").read_text(encoding="utf-8").splitlines()
    said = [feminine if line.split("\t")[3] == "feminine" else "his" for line in lines]
    write(folder / "lines.tsv", [f"{head}\tfound", *(f"{line}\t{one}" for line, one in zip(lines, said, strict=True))])
    (folder / "test-set").mkdir()
    made = BleuResults(
        model="m", signatures={}, n=4, estimates=[], direction="fr-en", test="held", beams=1, sacrebleu="case:lc"
    )
    (folder / "test-set" / "results.json").write_bytes(msgspec.json.encode(made))
    for name, lines in (("translations.en", test), ("references.en", TEST)):
        write(folder / "test-set" / name, lines)


TEST = [
    "The boat is on the lake now.",
    "She sold her car last week.",
    "We ate all the bread.",
    "The big dog sleeps here.",
]


def test_translations_and_bleu_stand_beside_what_was_forced(audits) -> None:
    """Of eight feminine lines none was right and all are; *artiste* says *her* in one of two lines. BLEU falls from
    100, and one sentence of four is another: a sample without it has no difference."""
    translated(audits[0], "his", TEST)
    translated(audits[1], "her", ["A bus.", *TEST[1:]])
    found = {(one["metric"], one["group"]): one for one in json.loads(invoke(*audits, "--json").stdout)["comparisons"]}
    feminine = found["pronoun_correct", "feminine marked"]
    assert (feminine["value_a"], feminine["value_b"], feminine["n"]) == (0.0, 100.0, 8)
    assert (feminine["only_b"], feminine["p_mcnemar"]) == (8, pytest.approx(2 / 256))
    assert found["pronoun_correct", "masculine marked"]["difference"] == 0.0
    assert (found["her_share", "all"]["value_a"], found["her_share", "all"]["value_b"]) == (0.0, 50.0)
    bleu = found["bleu", "held"]
    assert bleu["value_a"] == pytest.approx(100.0)
    assert bleu["value_b"] == pytest.approx(
        BLEU(lowercase=True).corpus_score(["A bus.", *TEST[1:]], [TEST]).score, abs=1e-9
    )
    assert bleu["low"] < bleu["difference"] < 0.0 < bleu["high"]  # four sentences
    assert "BLEU on held" in " ".join(invoke(*audits).stdout.split())
    write(audits[1] / "test-set" / "references.en", TEST[:3])
    assert ("bleu", "held") not in {
        (one["metric"], one["group"]) for one in json.loads(invoke(*audits, "--json").stdout)["comparisons"]
    }


def test_a_report_of_two_runs_is_their_comparison(audits, tmp_path: Path) -> None:
    check_page("compared-mt-audit", audits, tmp_path)


def test_runs_without_a_common_contrast_or_of_other_sentences_are_refused(audits, tmp_path: Path) -> None:
    other = audit(tmp_path / "three", "three", {"b": [0.0], "r": [0.0] * 8, "t": [0.0] * 8}, "he/she")
    assert "share no contrast" in str(invoke(audits[0], other).exception)
    changed = tmp_path / "two" / "results.json"
    changed.write_text(changed.read_text().replace("@123456", "@654321"))
    error = invoke(*audits).exception
    assert isinstance(error, InputError)
    assert "data: mt-occupations@123456 and mt-occupations@654321" in str(error)


def intervention(folder: Path, model: str, layers: int, after: float) -> Path:
    """u2 takes away `after` of t and r in every noun, and u1 nothing; u3 was asked of no pair."""
    flat = {"b": [0.2], "r": [0.5] * 8, "t": [0.5] * 8}
    fewer = {"b": [0.2], "r": [0.5 - after] * 8, "t": [0.5 - after * one for one in range(1, 9)]}
    results = InterveneResults(
        model=model,
        signatures={"his/her": signature(model, "intervene-fr-en-his/her-son")},
        n=18,
        estimates=[],
        direction="fr-en",
        layers=layers,
        outliers=[],
        sanity={"itself": 0.0},
        sanity_limit=1e-5,
    )
    paths = {f"patched:{paths}": flat for paths in ("a", "bcd", "abcd")}
    return saved(folder, "mt-intervene", results, {"base": flat, "u1@0": flat, f"u2@{layers}": fewer, **paths})


def test_what_interventions_change_is_compared_on_the_same_pairs(tmp_path: Path) -> None:
    """Each system's own last layer is where u2 is made; the tables of lines do not say which lines are marked."""
    runs = intervention(tmp_path / "shallow", "shallow", 1, 0.0), intervention(tmp_path / "deep", "deep", 6, 0.1)
    found = {one["metric"]: one for one in json.loads(invoke(*runs, "--json").stdout)["comparisons"]}
    assert "u3_change_t" not in found
    assert (found["u1_change_b"]["n"], found["u2_change_t"]["n"]) == (2, 8)
    moved = found["u2_change_t"]
    assert (moved["value_a"], moved["value_b"]) == (pytest.approx(0.0), pytest.approx(-0.45))
    assert moved["p_wilcoxon"] == pytest.approx(2 / 256)
    assert found["patched_a_lost_t"]["difference"] == 0.0
    assert "(u2): change of t" in " ".join(invoke(*runs).stdout.split())


def forced(b: tuple[float, float, float], units: int = 40) -> ForcedResults:
    found = {
        ("b_mean", "all"): b,
        ("b_q05", "all"): (-0.99, -0.99, -0.99),
        ("forced_correct", "feminine"): (10.0, 4.0, 20.0),
        ("forced_correct", "masculine"): (97.5, 90.0, 99.0),
    }
    signed = signature("tiny").replace("*2000", f"*2000+t{units - 1}") if units < 30 else signature("tiny")
    estimates = [
        Estimate("mt-occupations", "fr-en his/her", metric, group, *values, 0.0, 18, 18, signed)
        for (metric, group), values in found.items()
    ]
    judged = Judged(
        model="tiny",
        signatures={"fr-en": signature("tiny", "judge-fr-en")},
        n=18,
        estimates=[],
        direction="fr-en",
        counts={},
    )
    return ForcedResults(
        model="tiny",
        signatures={"his/her": signature("tiny")},
        n=18,
        estimates=estimates,
        direction="fr-en",
        nouns={"his/her": {measure: Extremes(highest=[], lowest=[]) for measure in "brt"}},
        correlations={"his/her": []},
        judged=judged,
    )


@pytest.mark.parametrize(
    ("b", "units", "verdict", "word", "share"),
    [
        ((-0.84, -0.92, -0.75), 40, "preferred", "his", "92% [88, 96]"),
        ((0.2, 0.1, 0.3), 40, "preferred", "her", "60% [55, 65]"),
        ((-0.2, -0.5, 0.1), 40, "neither", "his", "60% [45, 75]"),
        ((-0.95, -1.0, 1.0), 1, "few", "his", "98%"),  # of a single noun: was called a preference
        ((-0.95, -0.96, -0.94), 5, "few", "his", "98%"),
    ],
)
def test_the_answer_names_a_preferred_word_only_where_the_interval_of_b_is_off_0(b, units, verdict, word, share):
    """The share of a word is half of 1 − b or 1 + b, and so are the ends of its interval."""
    language = Language("en", *PACKAGES)
    answer = PAGE.answer_text(forced(b, units), language).replace("\u00a0", " ")
    assert f"“{word}” gets {share}" in answer
    assert ("rather than" in answer, "no clear preference" in answer, "too few" in answer) == tuple(
        verdict == known for known in ("preferred", "neither", "few")
    )
    assert "10% [4, 20]" in answer


def test_the_page_of_one_audit_reads_as_it_was_reviewed(tmp_path: Path) -> None:
    page_of(PAGE, forced((-0.84, -0.92, -0.75)), tmp_path / "run")
    check_page("mt-audit", [tmp_path / "run"], tmp_path)
