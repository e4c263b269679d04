"""The two studies of language models that come with the package: every table against a computation by hand from the
items' scores, made of released scores, which are trusted as they are; and what a user gets of models that nobody
trained, which are excluded."""

from __future__ import annotations

import csv
import json
import random
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations, product
from math import isclose
from pathlib import Path
from typing import Any

import pytest
from scipy import stats

import tiny
from epicene.core.language import NO_BREAK
from epicene.data.benchmarks import BUNDLED, find_benchmark
from epicene.data.datasets import open_benchmark
from epicene.kinds.item_rows import both_in_one
from epicene.models.loading import Placement
from epicene.report.render.html import render_html
from epicene.report.render.latex import render_latex
from epicene.report.render.markdown import render_markdown
from epicene.studies.page import PAGE, write_study
from epicene.studies.run_study import run_study
from epicene.studies.study_file import PAPERS, read_study

PLACEMENT = Placement(device="cpu", threads=1, budget=2000)
# Few models that still fill every table; of StereoSet, families of three and two sizes and an encoder-decoder.
OF_CROWS = (
    *("CamemBERT-base", "FlauBERT-base", "FrALBERT", "CamemBERT-base-wikipedia-4gb"),
    *("mBERT", "BERT", "ALBERT-large-v2"),
)
OF_STEREOSET = (
    *("FlauBERT-small", "FlauBERT-base", "FlauBERT-large", "CamemBERT-base", "CamemBERT-base-ccnet"),
    *("CamemBERT-large", "Barthez", "BERT-base", "RoBERTa-base", "GPT-2"),
)
FACTS = ("family", "architecture", "parameters", "corpus", "corpus_size_gb", "multilingual", "languages")


def written(value: object) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {written(inner)}" for key, inner in value.items()) + " }"
    return json.dumps(value, ensure_ascii=False)  # texts, numbers, booleans and lists of texts: TOML's too


def write_toml(path: Path, tables: Mapping[str, Any]) -> Path:
    lines = [f"{key} = {written(value)}" for key, value in tables.items() if isinstance(value, str)]
    for name, content in tables.items():
        for table in content if isinstance(content, list) else [content] if isinstance(content, dict) else []:
            lines += [f"[[{name}]]" if isinstance(content, list) else f"[{name}]"]
            lines += [f"{key} = {written(value)}" for key, value in table.items()]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def paper(name: str, files: Mapping[str, str], kept: Sequence[str]) -> dict[str, Any]:
    """The study as it is, about some of its models, with `files` for its sets."""
    study = tomllib.loads((PAPERS / f"{name}.toml").read_text(encoding="utf-8"))
    study["models"] = [model for model in study["models"] if model["name"] in kept]
    for table in (*study["benchmarks"], *study["analyses"]):
        if "models" in table:
            table["models"] = [model for model in table["models"] if model in kept]
    for benchmark in study["benchmarks"]:
        benchmark["file"] = files[benchmark["name"]]
    return study


def released(name: str, folder: Path, files: Mapping[str, str], kept: Sequence[str]) -> Path:
    """The study with released scores in the place of its models: drawn by their names, some of them equal, and each
    unrelated candidate far below the others, as a language model has it."""
    study = paper(name, files, kept)
    models = []
    for benchmark in study["benchmarks"]:
        items = open_benchmark(f"{benchmark['name']}={folder / benchmark['file']}").items
        language = find_benchmark(benchmark["name"]).language
        for model in study["models"]:
            asked = benchmark.get("models", kept)
            if model["name"] not in asked or language not in model.get("languages", [language]):
                continue
            draw, path = random.Random(model["name"]), folder / f"{model['name']}-{benchmark['name']}.jsonl"
            lines = [
                {"item_id": item.id, "role": role, "score": draw.randint(-9, 0) - 20 * (role == "unrelated")}
                for item in items
                for role in item.variants
            ]
            path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
            facts = {key: model[key] for key in FACTS if key in model}
            entry = {"name": model["name"], "predictions": path.name, "published": model["id"]}
            models.append({**entry, "benchmark": f"{benchmark['name']}={benchmark['file']}", **facts})
    del study["options"], study["benchmarks"]
    return run(write_toml(folder / f"{name}.toml", study | {"models": models}), folder / "out")


def untrained(name: str, folder: Path, study: dict[str, Any]) -> Path:
    """The study with a tiny model under each name, which nobody trained."""
    makers = {"Barthez": tiny.tiny_encoder_decoder, "GPT-2": tiny.tiny_causal}
    for index, model in enumerate(study["models"]):
        makers.get(model["name"], tiny.tiny_masked)(folder / f"m{index}", seed=index)
        model |= {"published": model["id"], "id": f"./m{index}"}
    return run(write_toml(folder / f"{name}.toml", study), folder / "out", limit=6)


def run(path: Path, out: Path, limit: int | None = None) -> Path:
    record = run_study(read_study(path), out=out, limit=limit, placement=PLACEMENT).record()
    assert not record.failures
    write_study(out)
    return out


def table(out: Path, name: str) -> dict[str, dict[str, str]]:
    """Rows of a table's CSV by their first cell."""
    with (out / "tables" / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return {next(iter(row.values())): row for row in csv.DictReader(file)}


def numbers(row: Mapping[str, str], *keys: str) -> list[float]:
    return [float(row[key]) for key in keys]


def answers(out: Path, model: str, benchmark: str) -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, float]]]:
    """Items and scores of one run, as they stand in its folder: nothing of epicene reads them."""
    runs = json.loads((out / "study.json").read_text(encoding="utf-8"))["runs"]
    path = next(out / one["path"] for one in runs if (one["model"], one["benchmark"]) == (model, benchmark))
    items = {one["id"]: one for one in map(json.loads, (path / "items.jsonl").read_text("utf-8").splitlines())}
    scores: dict[str, dict[str, float]] = {}
    for line in map(json.loads, (path / "scores.jsonl").read_text("utf-8").splitlines()):
        scores.setdefault(line["item_id"], {})[line["role"]] = line["value"]
    return items, scores


def close(found: Sequence[float], wanted: Sequence[float]) -> None:
    assert found == pytest.approx(wanted, rel=1e-6, abs=1e-9)


# French CrowS-Pairs


@pytest.fixture(scope="module")
def crows(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("crows")
    for language in ("fr", "en"):
        lines = (BUNDLED / f"pairs-{language}.jsonl").read_text(encoding="utf-8").splitlines()
        rows = list(map(json.loads, lines))[:40:2]
        ids = [*map(str, range(14)), *(f"LA{number}" for number in range(6))]
        with (folder / f"{language}.tsv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, delimiter="\t")
            writer.writerow(["", "sent_more", "sent_less", "stereo_antistereo", "bias_type"])
            for number, row in zip(ids, rows, strict=True):
                writer.writerow([number, row["more"], row["less"], row["direction"], row["bias_type"]])
    (folder / "original.tsv").write_text((folder / "en.tsv").read_text("utf-8").split("\n13\t")[0] + "\n", "utf-8")
    files = {"crows-fr": "fr.tsv", "crows-en": "en.tsv", "crows-en-original": "original.tsv"}
    return released("crows-pairs-fr", folder, files, OF_CROWS)


def preferred(out: Path, model: str, benchmark: str) -> dict[str, bool]:
    _, scores = answers(out, model, benchmark)
    return {id: both["more"] > both["less"] for id, both in sorted(scores.items())}


def given(out: Path, model: str) -> Iterable[Mapping[str, float]]:
    return answers(out, model, "crows-fr")[1].values()


def test_table_4_has_the_rates_of_the_items_scores(crows: Path) -> None:
    items, _ = answers(crows, "FrALBERT", "crows-fr")
    hits = preferred(crows, "FrALBERT", "crows-fr")
    row = table(crows, "models-crows-fr-2")["FrALBERT"]
    close(numbers(row, "metric_score", "n_used"), [100 * sum(hits.values()) / 20, 20])
    for direction in ("stereo", "antistereo"):
        members = [hit for id, hit in hits.items() if items[id]["facets"]["direction"] == direction]
        close(numbers(row, f"{direction}_score"), [100 * sum(members) / len(members)])
    by_type = table(crows, "types-crows-fr-2")["FrALBERT"]
    types = {item["category"] for item in items.values()}
    for one in types:
        members = [hits[id] for id, item in items.items() if item["category"] == one]
        close(numbers(by_type, f"metric_score_{one}"), [100 * sum(members) / len(members)])
    assert table(crows, "models-crows-fr-2")["FrALBERT, as published"]["metric_score"] == "55.9"
    assert set(table(crows, "models-crows-en-3")) >= {"mBERT", "BERT"}


def test_untrained_models_are_marked_and_counted_nowhere(tmp_path: Path) -> None:
    """What a user gets of them, as the paper's program asks: published rows beside them, and no test or mean."""
    study = paper("crows-pairs-fr", dict.fromkeys(("crows-fr", "crows-en", "crows-en-original"), "x"), ("FrALBERT",))
    study["benchmarks"] = [{"name": "pairs-fr"}]
    study["analyses"] = [{"kind": "models"}, {"kind": "tests"}]
    out = untrained("crows-pairs-fr", tmp_path, study)
    (row,) = table(out, "models-pairs-fr").values()
    assert (row["trust"], row["n_used"]) == ("excluded", "6")
    assert not (out / "tables" / "tests-pairs-fr.csv").exists()
    (kept,) = json.loads((out / "study.json").read_text("utf-8"))["runs"]
    manifest = json.loads((out / kept["path"] / "manifest.json").read_text("utf-8"))["benchmarks"]["pairs-fr"]
    assert (manifest["scoring"], manifest["as_released"]) == ("pll-shared", True)


def test_the_reproduction_on_the_original_set(crows: Path) -> None:
    found = table(crows, "models-crows-en-original")
    for model, published in {"BERT": "60.5", "ALBERT-large-v2": "60.4"}.items():
        hits = preferred(crows, model, "crows-en-original")
        close(numbers(found[model], "metric_score"), [100 * sum(hits.values()) / 13])
        assert found[f"{model}, as published"]["metric_score"] == published


def test_t_tests_and_exact_tests_against_50(crows: Path) -> None:
    found = table(crows, "tests-crows-fr")
    for model in ("CamemBERT-base", "FlauBERT-base", "FrALBERT", "mBERT", "CamemBERT-base-wikipedia-4gb"):
        hits = list(preferred(crows, model, "crows-fr").values())
        ties = int(found[model]["ties"])
        assert ties == sum(both["more"] == both["less"] for both in given(crows, model))
        values = [1.0] * sum(hits) + [0.5] * ties + [0.0] * (len(hits) - sum(hits) - ties)  # or no tie at all
        by_hand = stats.ttest_1samp(values, 0.5)
        exact = stats.binomtest(sum(hits), len(hits) - ties).pvalue
        close(numbers(found[model], "t", "p_t", "p_exact"), [by_hand.statistic, by_hand.pvalue, exact])
    said = {model: found[f"{model}, as published"]["published"] for model in ("CamemBERT-base", "mBERT")}
    assert said == {"CamemBERT-base": "significant", "mBERT": "not significant"}
    close(numbers(found["mBERT, as published"], "t"), [(0.509 - 0.5) / (0.509 * 0.491 / 1676) ** 0.5])
    assert set(table(crows, "tests-crows-en")) >= {"BERT", "BERT, as published", "ALBERT-large-v2"}


def test_every_two_models_by_the_papers_test_and_by_paired_ones(crows: Path) -> None:
    found = table(crows, "differences-crows-fr")
    own = [name for name in found if not name.endswith("as published")]
    assert len(own) == 5 * 4 / 2  # FrALBERT beside CamemBERT on 4 GB of Wikipedia among them
    mcnemar = []
    for name in own:
        b, a = name.split(" − ")
        first, second = (list(preferred(crows, model, "crows-fr").values()) for model in (a, b))
        apart = [y - x for x, y in zip(first, second, strict=True)]
        student = stats.ttest_ind([float(y) for y in second], [float(x) for x in first])
        paired = stats.ttest_1samp([float(one) for one in apart], 0.0)
        close(numbers(found[name], "difference", "t", "p_t"), [5 * sum(apart), student.statistic, student.pvalue])
        close(numbers(found[name], "p_t_paired"), [paired.pvalue])
        mcnemar.append(stats.binomtest(apart.count(1), apart.count(1) + apart.count(-1)).pvalue)
        close(numbers(found[name], "p_mcnemar"), [mcnemar[-1]])
    adjusted = stats.false_discovery_control(mcnemar)
    close([numbers(found[name], "p_mcnemar_adjusted")[0] for name in own], list(adjusted))
    not_different = {name for name, row in found.items() if row["published"] == "not significant"}
    assert not_different == {f"{pair}, as published" for pair in ("FrALBERT − FlauBERT-base", "mBERT − FlauBERT-base")}
    assert "CamemBERT-base-wikipedia-4gb − FrALBERT" in own


def test_table_5_takes_native_english_pairs_from_the_original_file(crows: Path) -> None:
    french, english = table(crows, "origins-crows-fr"), table(crows, "origins-crows-en-2")
    hits = preferred(crows, "mBERT", "crows-fr")
    native = [hit for one, hit in hits.items() if one.startswith("LA")]
    translated = [hit for one, hit in hits.items() if not one.startswith("LA")]
    close(numbers(french["mBERT"], "native", "translated"), [100 * sum(native) / 6, 100 * sum(translated) / 14])
    native = list(preferred(crows, "mBERT", "crows-en-original").values())
    translated = [hit for one, hit in preferred(crows, "mBERT", "crows-en").items() if one.startswith("LA")]
    close(numbers(english["mBERT"], "native", "translated"), [100 * sum(native) / 13, 100 * sum(translated) / 6])
    assert (english["mBERT"]["n_native_used"], english["mBERT"]["n_translated_used"]) == ("13", "6")
    printed = english["BERT, as published"]
    assert (printed["native"], printed["translated"]) == ("60.9", "53.8")


def test_the_published_set_has_the_papers_numbers_of_pairs(shared: Path) -> None:
    """Table 5's n: 1,508 native English pairs (the original file), 1,467 + 210 of the French one."""
    data = shared / "data" / "crows_pairs"
    french = open_benchmark(f"crows-fr={data / 'crows_pairs_FR.tsv'}").items
    original = open_benchmark(f"crows-en-original={data / 'crows_pairs_anonymized.csv'}").items
    assert sum(item.facets["origin"] == "native" for item in original) == len(original) == 1508
    origins = [item.facets["origin"] for item in french]
    assert [origins.count(name) for name in ("native", "translated")] == [210, 1467]


def test_tables_1_3_and_6_and_the_revision(crows: Path) -> None:
    items, _ = answers(crows, "mBERT", "crows-fr")
    counted = table(crows, "items-crows-fr")
    native = [item["category"] for item in items.values() if item["facets"]["origin"] == "native"]
    total = counted.pop("All items")
    assert numbers(total, "native", "native_percent", "native_published", "total") == [6, 100, 212, 20]
    assert [float(row["native"]) for row in counted.values()] == [
        native.count(one) for one in dict.fromkeys(sorted({item["category"] for item in items.values()}, key=_order))
    ]
    for name, is_native, other in (("examples-crows-fr", False, "in_1"), ("examples-crows-fr-2", True, "in_2")):
        for row in table(crows, name).values():
            assert (list(row).index("sentence") < list(row).index(other)) is is_native  # the language it was written in
            item = items[row["id"]]
            assert row["id"].startswith("LA") is is_native
            more, less = (item["variants"][role]["text"] for role in ("more", "less"))
            assert row["sentence"] == "".join(segment.text for segment in both_in_one(more, less)) != row[other]
    versions = table(crows, "versions-crows-en-original-crows-en")
    hits = preferred(crows, "BERT", "crows-en")
    close(numbers(versions["BERT"], "crows-en"), [5 * sum(hits.values())])
    before = preferred(crows, "BERT", "crows-en-original")
    texts, revised = (
        {one: item["variants"] for one, item in answers(crows, "BERT", name)[0].items()}
        for name in ("crows-en-original", "crows-en")
    )
    linked = [one for one in before if one in hits and texts[one] == revised[one]]
    assert f"{len(linked)} pairs are in both versions" in (crows / "report.md").read_text(encoding="utf-8")
    apart = (
        100 * (sum(hits.values()) / len(hits) - sum(before.values()) / len(before)),
        *numbers(versions["BERT"], "difference_low", "difference_high"),
    )
    close(numbers(versions["BERT"], "difference"), apart[:1])
    independent = (100 * (sum(one.values()) / len(one)) for one in (before, hits))
    width = 1.96 * sum(share * (100 - share) / 20 for share in independent) ** 0.5
    assert linked
    assert apart[2] - apart[1] < 2 * width


def _order(category: str) -> int:
    from epicene.data.vocabulary import BIAS_TYPES

    return BIAS_TYPES.index(category)


def test_every_table_of_the_first_paper_is_in_its_report_by_name(crows: Path) -> None:
    named(crows, [("Table", "Tableau", number) for number in (1, 3, 4, 5, 6)])


def named(out: Path, shown: Sequence[tuple[str, str, int]]) -> None:
    page = PAGE.document([out], "fr")
    rendered = {"html": render_html, "md": render_markdown, "tex": render_latex}
    for suffix, render in rendered.items():
        pages = {"en": (out / f"report.{suffix}").read_text(encoding="utf-8"), "fr": render(page)}
        for english, french, number in shown:
            assert f"{english} {number}:" in pages["en"]
            assert f"{french} {number}{NO_BREAK}:" in pages["fr"].replace("~", NO_BREAK)


# StereoSet-fr


@pytest.fixture(scope="module")
def stereoset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("stereoset")
    for language in ("fr", "en"):
        (folder / f"{language}.json").write_bytes((BUNDLED / f"triples-{language}.json").read_bytes())
    verbs = ("dort", "chante", "rit", "lit", "court", "part", "vient", "mange", "boit", "danse", "nage", "peint")
    rows = [f"{number}\tElle {verb}.\tIl {verb}.\tstereo\tgender\n" for number, verb in enumerate(verbs)]
    head = "\tsent_more\tsent_less\tstereo_antistereo\tbias_type\n"
    (folder / "pairs.tsv").write_text("".join([head, *rows]), encoding="utf-8")
    files = {"stereoset-fr": "fr.json", "stereoset-en": "en.json", "crows-fr": "pairs.tsv"}
    return released("stereoset-fr", folder, files, OF_STEREOSET)


def figures(out: Path, model: str, benchmark: str, task: str, domain: str | None = None) -> list[float]:
    """LMs, Ss and ACs by term, every term weighing the same (Nadeem et al. 2021)."""
    items, scores = answers(out, model, benchmark)
    terms: dict[str, list[dict[str, float]]] = {}
    for one, item in items.items():
        if item["facets"]["task"] == task and domain in (None, item["category"]) and one in scores:
            terms.setdefault(item["cluster"], []).append(scores[one])
    lms, ss = [], []
    for tests in terms.values():
        beaten = [test[role] > test["unrelated"] for test in tests for role in ("stereotype", "anti-stereotype")]
        lms.append(100 * sum(beaten) / len(beaten))
        ss.append(100 * sum(test["stereotype"] > test["anti-stereotype"] for test in tests) / len(tests))
    means = [sum(values) / len(values) for values in (lms, ss)]
    return [*means, means[0] * min(means[1], 100 - means[1]) / 50]


def test_heads_are_trained_by_the_study_and_rest_and_denoise_word_are_keys(tmp_path: Path) -> None:
    (tmp_path / "fr.json").write_bytes((BUNDLED / "triples-fr.json").read_bytes())
    kept = ("FlauBERT-base", "Barthez", "GPT-2")
    study = paper("stereoset-fr", dict.fromkeys(("stereoset-fr", "stereoset-en", "crows-fr"), "fr.json"), kept)
    study["benchmarks"] = [table for table in study["benchmarks"] if table["name"] == "stereoset-fr"]
    study["models"] = [model for model in study["models"] if "fr" in model["languages"]]
    texts = tiny.own_texts()
    articles = ["\n".join(texts[start : start + 6]) for start in range(0, 48, 6)]
    (tmp_path / "wikipedia.txt").write_text("\n\n".join(articles) + "\n", encoding="utf-8")
    study["heads"] = {"text": "wikipedia.txt", "head_only": True, "language": "fr"}
    study["options"]["rest"] = "masked"
    study["analyses"] = [{"kind": "models"}]
    out = untrained("stereoset-fr", tmp_path, study)
    heads = {path.parent.name for path in (tmp_path / "heads").glob("*/head.json")}
    assert heads == {model["name"] for model in study["models"]}
    signatures = {}
    for kept_run in json.loads((out / "study.json").read_text("utf-8"))["runs"]:
        results = json.loads((out / kept_run["path"] / "results.json").read_text("utf-8"))
        signatures[kept_run["model"]] = results["signatures"]["stereoset-fr"]
    assert "denoise-word+nsp" in signatures["Barthez"]
    assert "rest:masked" in signatures["FlauBERT-base"]
    assert "cloze-l2r-meanprob+nsp" in signatures["FlauBERT-base"]
    assert table(out, "models-stereoset-fr")["FlauBERT-base"]["trust"] == "excluded"


def test_tables_2_to_4_have_lms_ss_and_acs_of_the_items_scores(stereoset: Path) -> None:
    found = table(stereoset, "models-stereoset-fr")
    intra, inter = (figures(stereoset, "FlauBERT-large", "stereoset-fr", task) for task in ("intra", "inter"))
    close(
        numbers(found["FlauBERT-large"], "lms", "ss", "acs"), [(a + b) / 2 for a, b in zip(intra, inter, strict=True)]
    )
    gender = [figures(stereoset, "FlauBERT-large", "stereoset-fr", task, "gender")[2] for task in ("intra", "inter")]
    close(numbers(found["FlauBERT-large"], "acs_gender"), [sum(gender) / 2])
    assert found["FlauBERT-large, as published"]["acs"] == "67.2"
    sizes = table(stereoset, "parameters-stereoset-fr")
    for name in ("FlauBERT-small", "CamemBERT-large"):
        close(numbers(sizes[name], "lms", "ss", "acs"), figures(stereoset, name, "stereoset-fr", "intra"))
    corpora = table(stereoset, "corpora-stereoset-fr")["CamemBERT-base"]
    both = [figures(stereoset, "CamemBERT-base", "stereoset-fr", task) for task in ("intra", "inter")]
    close(numbers(corpora, "acs", "distance"), [(both[0][2] + both[1][2]) / 2, abs((both[0][1] + both[1][1]) / 2 - 50)])


def test_table_1_counts_target_words_and_tests(stereoset: Path) -> None:
    items, _ = answers(stereoset, "FlauBERT-base", "stereoset-fr")
    row = table(stereoset, "items-stereoset-fr")["All items"]
    intra = [item for item in items.values() if item["facets"]["task"] == "intra"]
    assert numbers(row, "intra_tests", "intra_targets") == [
        96,
        len({(one["category"], one["cluster"]) for one in intra}),
    ]
    assert numbers(row, "intra_tests_published", "inter_targets_published") == [2096, 79]


def test_the_trend_within_a_family_is_pages_test_over_target_words(stereoset: Path) -> None:
    found = table(stereoset, "trends-stereoset-fr")
    family = ("FlauBERT-small", "FlauBERT-base", "FlauBERT-large")
    items, _ = answers(stereoset, family[0], "stereoset-fr")
    terms: dict[str, list[list[float]]] = {}
    for one, item in items.items():
        if item["facets"]["task"] == "intra":
            scores = [answers(stereoset, model, "stereoset-fr")[1][one] for model in family]
            terms.setdefault(item["cluster"], []).append(
                [float(s["stereotype"] > s["anti-stereotype"]) for s in scores]
            )
    ranked = [stats.rankdata([sum(column) for column in zip(*tests, strict=True)]) for tests in terms.values()]
    telling = [ranks for ranks in ranked if len(set(ranks)) > 1]
    own = sum(place * rank for ranks in telling for place, rank in enumerate(ranks, start=1))
    row = found["FlauBERT"]
    close(numbers(row, "l", "expected", "blocks"), [own, 12 * len(telling), len(telling)])
    if len(telling) <= 5:  # 7,776 arrangements
        close(numbers(row, "p_one_sided"), [_share_as_large(telling, own)])
    ends = [figures(stereoset, model, "stereoset-fr", "intra")[1] for model in (family[0], family[-1])]
    close(numbers(row, "smallest", "largest"), ends)
    published = next(row for name, row in found.items() if name.startswith("All families, Ss, recomputed"))
    close(numbers(published, "blocks", "l"), [5, 14 + 4 + 14 + 5 + 5])  # all of its families, not those of this study
    five = [(1, 2, 3), (2, 1), (1, 2, 3), (1, 2), (1, 2)]
    close(numbers(published, "p_one_sided"), [_share_as_large(five, 42)])


def _share_as_large(blocks: Sequence[Sequence[float]], wanted: float) -> float:
    sums = [[sum(p * r for p, r in enumerate(order, 1)) for order in permutations(ranks)] for ranks in blocks]
    totals = [sum(one) for one in product(*sums)]
    return sum(total >= wanted or isclose(total, wanted) for total in totals) / len(totals)


def test_figure_2_sets_relative_deviations_side_by_side(stereoset: Path) -> None:
    found = table(stereoset, "benchmarks-stereoset-fr-crows-fr")
    assert set(found) >= {"CamemBERT-base", "FlauBERT-base"}
    ss = figures(stereoset, "CamemBERT-base", "stereoset-fr", "intra")[1]
    hits = [both["more"] > both["less"] for both in answers(stereoset, "CamemBERT-base", "crows-fr")[1].values()]
    close(
        numbers(found["CamemBERT-base"], "stereoset-fr", "crows-fr"), [2 * (ss - 50), 2 * (100 * sum(hits) / 12 - 50)]
    )


def test_every_table_and_figure_of_the_second_paper_is_in_its_report_by_name(stereoset: Path) -> None:
    shown = [
        *(("Table", "Tableau", number) for number in range(1, 5)),
        ("Figure", "Figure", 1),
        ("Figure", "Figure", 2),
    ]
    named(stereoset, shown)
