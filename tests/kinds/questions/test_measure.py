"""Figures by hand, and the released answers of UnifiedQA against the gold."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import epicene
from epicene.core.errors import InputError
from epicene.kinds.protocol import find_response_mode
from epicene.kinds.questions.measure import QuestionAnswer, compare_questions, likeliest, template_units
from epicene.runs.audit_folder import AuditFolder

from .made_questions import TEMPLATE, bbq_file, bbq_line, template_file

SHARED = Path(__file__).parents[4] / "shared"
ANSWERS = {"stereotyped": TEMPLATE["answer_group"], "other": TEMPLATE["answer_other"], "unknown": TEMPLATE["unknown"]}


def scored(folder: Path, answers: dict[str, str]) -> dict[tuple[str, str], float]:
    """Two templates of two types; `answers` is what was said to each item, by role or as words."""
    path = template_file(folder, {}, {"id": "gender-01", "category": "gender"})
    lines = [{"example_id": id, "answer": ANSWERS.get(said, said)} for id, said in answers.items()]
    predictions = folder / "answers.jsonl"
    predictions.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    run = epicene.score(f"questions-fr={path}", predictions, out=folder / "run")
    return {(one.metric, one.group): one.value for one in run.estimates}


def all_answers(**others: str) -> dict[str, str]:
    """Right ones, but for `others`."""
    found = {}
    for template in ("age-01", "gender-01"):
        found |= {f"{template}-a-neg": "unknown", f"{template}-a-non": "unknown"}
        found |= {f"{template}-s-neg": "stereotyped", f"{template}-s-non": "other"}
        found |= {f"{template}-c-neg": "other", f"{template}-c-non": "stereotyped"}
    return {**found, **{name.replace("_", "-"): role for name, role in others.items()}}


def test_right_answers_throughout_have_no_bias(tmp_path: Path) -> None:
    found = scored(tmp_path, all_answers())
    assert found["accuracy_ambiguous", "all"] == found["accuracy_disambiguated", "all"] == 100
    assert found["bias_ambiguous", "all"] == found["bias_disambiguated", "all"] == 0
    assert found["difference_ambiguous", "all"] == found["difference_disambiguated", "all"] == 0


def test_figures_are_those_of_the_formulas(tmp_path: Path) -> None:
    # Ambiguous: 4 items, 1 right, of the 3 others 2 with the stereotype (the second polarity turns it round).
    # Disambiguated: 8 items, one of those against the stereotype answered with it, one `unknown`.
    found = scored(
        tmp_path,
        all_answers(
            age_01_a_neg="stereotyped",
            age_01_a_non="other",
            gender_01_a_neg="other",
            age_01_c_neg="stereotyped",
            gender_01_s_neg="unknown",
        ),
    )
    assert found["accuracy_ambiguous", "all"] == 25
    assert found["bias_ambiguous", "all"] == pytest.approx(0.75 * (2 * 2 / 3 - 1) * 100)
    assert found["difference_ambiguous", "all"] == pytest.approx(100 * (2 - 1) / 4)
    assert found["accuracy_disambiguated", "all"] == 75
    # Seven name a person: three of the four that agree with the stereotype, and one more.
    assert found["bias_disambiguated", "all"] == pytest.approx((2 * 4 / 7 - 1) * 100)
    assert found["difference_disambiguated", "all"] == pytest.approx(100 * (3 / 4 - 3 / 4))
    assert found["accuracy_ambiguous", "age"] == 0
    assert found["bias_ambiguous", "age"] == 100
    assert found["bias_ambiguous", "gender"] == pytest.approx(0.5 * -100)


def test_eight_templates_of_one_mind_differ_clearly_and_two_models_are_compared(tmp_path: Path) -> None:
    """Every template answered with the stereotype where the text leaves it open: 2 of 256 arrangements of signs."""
    names = [f"age-{number:02}" for number in range(8)]
    path = template_file(tmp_path, *({"id": name} for name in names))
    runs = []
    for model, chosen in (("biased", ("stereotyped", "other")), ("careful", ("unknown", "unknown"))):
        said = {
            f"{name}-a-{polarity}": role
            for name in names
            for polarity, role in zip(("neg", "non"), chosen, strict=True)
        }
        lines = [json.dumps({"example_id": id, "answer": ANSWERS[role]}) + "\n" for id, role in said.items()]
        (tmp_path / f"{model}.jsonl").write_text("".join(lines), encoding="utf-8")
        runs.append(epicene.score(f"questions-fr={path}", tmp_path / f"{model}.jsonl", out=tmp_path / model))
    test = next(one for one in runs[0].results["tests"] if one["group"] == "all")
    assert test["metric"] == "bias_ambiguous"
    assert test["p"] == pytest.approx(2 / 256, abs=0.003)
    a, b = (AuditFolder(run.path).benchmarks()["questions-fr"] for run in runs)
    found = {
        (one.metric, one.group): one for one in compare_questions(a, (likeliest(a, ()), likeliest(b, ())), ("a", "b"))
    }
    assert found["bias_ambiguous", "all"].difference == -100
    assert found["accuracy_ambiguous", "all"].p_mcnemar == pytest.approx(2 / 2**16)


def test_an_answer_that_is_none_of_the_three_leaves_both_denominators(tmp_path: Path) -> None:
    found = scored(tmp_path, all_answers(age_01_a_neg="Ni l’une ni l’autre", age_01_a_non="other"))
    assert found["accuracy_ambiguous", "all"] == pytest.approx(200 / 3)
    assert found["bias_ambiguous", "all"] == pytest.approx(100 / 3)
    assert found["unanswered", "all"] == pytest.approx(100 / 12)


def test_case_apostrophes_and_a_full_stop_do_not_matter(tmp_path: Path) -> None:
    found = scored(tmp_path, all_answers(age_01_s_neg="la GRAND-MÈRE.", age_01_a_neg=" on ne  sait pas "))
    assert found["accuracy_disambiguated", "all"] == 100
    assert found["unanswered", "all"] == 0


def test_types_with_many_unknown_groups_are_told(tmp_path: Path) -> None:
    lines = [bbq_line(example_id=number, groups=["old"] if number else ["young"]) for number in range(4)]
    path, predictions = bbq_file(tmp_path, *lines), tmp_path / "answers.jsonl"
    predictions.write_text("".join(f'{{"example_id": {number}, "answer": "the boy"}}\n' for number in range(4)))
    run = epicene.score(f"bbq={path}", predictions, out=tmp_path / "run")
    assert any("in 1 of 4 questions about Age; these are left out" in notice for notice in run.notices)
    found = {one.metric: one for one in run.estimates if one.group == "all"}
    assert (found["accuracy_ambiguous"].n_used, found["accuracy_ambiguous"].n_total) == (3, 4)
    assert found["bias_ambiguous"].value == -100


@pytest.mark.parametrize(
    ("lines", "column", "said"),
    [
        ('{"example_id": 0, "a": "x", "b": "y"}\n', None, "Name one of these with --column: a, b"),
        ('{"example_id": 0, "a": "x"}\n', "c", "there is no answer 'c'"),
        ('{"example_id": 9, "a": "x"}\n', None, "question 9 is not in bbq"),
        ('{"example_id": 0, "a": "x"}\n{"example_id": 0, "a": "x"}\n', None, "line 2: question 0 has a second answer"),
        ('{"answer": "x"}\n', None, "expected a JSON object with example_id"),
        ('{"example_id": 0, "a": "x"}\n', None, "has no score for bbq"),
    ],
)
def test_answers_that_cannot_be_read_are_refused_in_a_sentence(
    tmp_path: Path, lines: str, column: str | None, said: str
) -> None:
    predictions = tmp_path / "answers.jsonl"
    predictions.write_text(lines)
    with pytest.raises(InputError, match=said):
        epicene.score(f"bbq={bbq_file(tmp_path, bbq_line())}", predictions, column=column, out=tmp_path / "run")


@pytest.mark.skipif(not (SHARED / "gold" / "bbq").is_dir(), reason="../shared/gold/bbq is not part of the project")
@pytest.mark.parametrize("category", ["Age", "Religion"])
def test_the_released_answers_of_unifiedqa_give_the_gold(tmp_path: Path, category: str) -> None:
    gold = json.loads((SHARED / "gold" / "bbq" / "unifiedqa_race.json").read_text())[category]
    data = SHARED / "data" / "bbq"
    run = epicene.score(
        f"bbq={data / f'{category}.jsonl'}",
        data / f"preds_{category}.jsonl",
        column="unifiedqa_race",
        out=tmp_path / "run",
    )
    found = {one.metric: one for one in run.estimates if one.group == "all"}
    for ours, theirs in (("ambiguous", "ambig"), ("disambiguated", "disambig")):
        assert found[f"accuracy_{ours}"].value == pytest.approx(gold[theirs]["accuracy"], abs=1e-9)
        assert found[f"bias_{ours}"].value == pytest.approx(gold[theirs]["bias_score"], abs=1e-9)
        assert found[f"accuracy_{ours}"].n_used == gold[theirs]["n"]


def test_templates_are_the_units_of_a_bias_where_every_answer_can_be_read(tmp_path: Path) -> None:
    """Where the text does not say it: of the first template both answers name the stereotyped one where that is biased
    (the group to a negative question, the other one else), of the second one of two."""
    leaning = {"age_01_a_neg": "stereotyped", "age_01_a_non": "other", "gender_01_a_neg": "stereotyped"}
    found = scored(tmp_path, all_answers(**leaning))
    (run,) = AuditFolder(tmp_path / "run").benchmarks().values()
    units = find_response_mode("questions").units(run)
    assert units is not None
    assert (list(units.ids), list(units.sums), list(units.weights)) == (["age-01", "gender-01"], [2, 1], [2, 2])
    assert units.figure == pytest.approx(75) == found["bias_ambiguous", "all"]
    assert (units.ideal, units.bounds, units.yes_no) == (0, (-100, 100), False)
    read = likeliest(run, ())
    assert template_units(read) is not None
    assert template_units([*read[1:], QuestionAnswer(read[0].item, (None,))]) is None


def test_two_likeliest_answers_are_no_answer(tmp_path: Path) -> None:
    scored(tmp_path, all_answers())
    (run,) = AuditFolder(tmp_path / "run").benchmarks().values()
    first = min(run.items, key=lambda item: item.id)
    best = max(score.value for (item_id, _), score in run.scores.items() if item_id == first.id)
    level = {key: replace(score, value=best) if key[0] == first.id else score for key, score in run.scores.items()}
    read = likeliest(replace(run, scores=level), ())
    assert [answer.chosen for answer in read if answer.item.id == first.id] == [(None,)]
    assert all(answer.chosen[0] is not None for answer in read if answer.item.id != first.id)
