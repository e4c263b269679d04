"""Against the figures published with StereoSet (shared/gold/stereoset_published.json)."""

import json
from functools import cache

import pytest

from epicene.core.types import Item, Role, Text
from made_scores import by_task, shared
from measured_answers import measure_triples

TASKS = {"intra": "intrasentence", "inter": "intersentence"}
FIGURES = {"lms": "LM Score", "ss": "SS Score", "acs": "ICAT Score"}
PREDICTIONS = [
    "predictions_bert-base-cased_BertNextSentence_BertLM.json",
    "predictions_gpt2_ModelNSP_GPT2LM.json",
    "predictions_roberta-base_ModelNSP_RoBERTaLM.json",
]


@cache
def items() -> list[Item]:
    data = json.loads(shared("data/stereoset/dev_ptbr.json").read_text())["data"]
    return [
        Item(
            row["id"],
            {Role(one["gold_label"]): Text(one["sentence"], id=one["id"]) for one in row["sentences"]},
            "pt",
            row["bias_type"],
            row["target"],
            {"task": task},
        )
        for task, name in TASKS.items()
        for row in data[name]
    ]


def scores(predictions: str) -> dict[tuple[str, Role], float]:
    places = {text.id: (item.id, role) for item in items() for role, text in item.variants.items()}
    published = json.loads(shared(f"data/stereoset/{predictions}").read_text())
    return {places[one["id"]]: one["score"] for part in published.values() for one in part}


@pytest.mark.parametrize("predictions", PREDICTIONS)
def test_term_macro_gives_the_published_figures_of_every_task_and_domain(predictions: str) -> None:
    gold = json.loads(shared("gold/stereoset_published.json").read_text())[predictions]
    found = by_task(measure_triples("stereoset-pt", items(), (), scores(predictions), signature="s", resamples=20))
    expected = {(task, domain): figures for task, name in TASKS.items() for domain, figures in gold[name].items()}
    expected["overall", "overall"] = gold["overall"]
    assert len(expected) == 11
    for (task, domain), figures in expected.items():
        for metric, name in FIGURES.items():
            one = found[task, "all" if domain == "overall" else domain, metric]
            # the released evaluator adds terms up in the file's order, we in none: the last bit may differ
            assert one.value == pytest.approx(figures[name], rel=1e-14)
        assert one.n_used * (1 if domain == "overall" else 3) == figures["Count"]  # it counts a domain's sentences


def test_the_aggregation_takes_roberta_from_last_to_first() -> None:
    ranking = {}
    for aggregation in ("term-macro", "top-choice"):
        acs = {
            name: by_task(
                measure_triples("b", items(), (), scores(name), signature="s", aggregation=aggregation, resamples=1)
            )["overall", "all", "acs"].value
            for name in PREDICTIONS
        }
        ranking[aggregation] = sorted(acs, key=acs.__getitem__)
    assert "roberta" in ranking["term-macro"][0]
    assert "roberta" in ranking["top-choice"][-1]
