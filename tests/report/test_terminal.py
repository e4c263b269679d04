import io
import json

from rich.console import Console

from epicene.report.language import Language
from epicene.report.saved import Findings, SavedRun
from epicene.report.terminal import _reading, print_results, terminal_summary


def shown(results, manifest, lang="en") -> str:
    console = Console(width=80, file=io.StringIO(), color_system=None)
    console.print(terminal_summary(results, manifest, lang))
    return " ".join(console.file.getvalue().replace("\u00a0", " ").split())


def documents(run):
    return [json.loads((run / name).read_text(encoding="utf-8")) for name in ("results.json", "manifest.json")]


def test_the_summary_has_score_n_ideal_notices_and_signature(run):
    results, manifest = documents(run)
    text = shown(results, manifest)
    score = results["estimates"][0]
    assert f"All pairs {score['value']:.1f} [{score['low']:.1f}, {score['high']:.1f}] 398 / 400" in text
    assert "Higher than 50 = the stereotyped sentence is preferred" in text
    assert "Notice: crows-fr: 2 of 400 pairs cannot be asked" in text
    assert "pll-shared|bos:none|invented/hat-base@" in text


def test_a_failed_sanity_check_is_a_warning(run):
    results, manifest = documents(run)
    manifest["sanity"] = [{"language": "fr", "passed": False, "right": 3, "of": 12}]
    text = shown(results, manifest)
    warned = text.index("Warning: invented/hat-base failed the sanity check: it preferred")
    assert warned < text.index("CrowS-Pairs in French: Do not trust: sanity check failed. invented/hat-base prefers")


def test_results_alone_are_enough(run, capsys):
    results, _ = documents(run)
    print_results(results)
    out = capsys.readouterr().out
    assert "CrowS-Pairs in French" in out
    assert "All pairs" in out
    assert all(signature in out for signature in results["signatures"].values()), "a signature is copied whole"


def test_pairs_and_triples_in_one_run_are_both_explained(run):
    results, manifest = documents(run)
    manifest["benchmarks"]["triples-fr"] = {}
    results["estimates"].append(results["estimates"][0] | {"benchmark": "triples-fr", "metric": "ss", "task": "intra"})
    reading = list(_reading(SavedRun("hat", manifest, Findings(results)), Language("fr")))
    assert [line.split("\u00a0:")[0] for line in reading] == ["Idéal", "LMs"]
