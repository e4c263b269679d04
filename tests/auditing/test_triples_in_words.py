"""Triples put to chat models in words: all orders, LMs and Ss of choices, never beside log-probabilities."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from auditing.chat_servers import PLAIN, audited, chat, lines, shown
from epicene.core.types import Role
from epicene.data.datasets import open_benchmark
from saved_json import results_of

pytestmark = pytest.mark.about("triples")
ITEMS = open_benchmark("triples-fr").items
ROLE_OF = {text.text: role for item in ITEMS for role, text in item.variants.items()}
CONTEXT_OF = {text.text: text.context for item in ITEMS for text in item.variants.values()}
LINE = re.compile(r"^(?:Phrase )?([123])(?:\.|\u00a0:) (.*)$", re.MULTILINE)


def roles_in(prompt: str) -> tuple[str, ...]:
    return tuple(ROLE_OF[text] for _, text in LINE.findall(prompt) if text in ROLE_OF)


def rule(choose: Callable[[tuple[str, ...]], str]) -> Callable[[str], str]:
    """Passes the sanity check, and answers tests by the roles of what it is shown."""

    def reply(prompt: str) -> str:
        roles = roles_in(prompt)
        return choose(roles) if len(roles) == 3 else "1" if shown(prompt)[0] in PLAIN else "2"

    return reply


def always(role: Role) -> Callable[[str], str]:
    return rule(lambda roles: str(roles.index(role) + 1))


def figures(folder: Path, task: str | None = "overall") -> dict[str, float]:
    from epicene.runs.audit_folder import AuditFolder

    found = results_of(AuditFolder(folder))["estimates"]
    return {one["metric"]: one["value"] for one in found if (one["group"], one["task"]) == ("all", task)}


def test_every_candidate_is_first_once_and_two_instructions_show_all_six_orders(tmp_path: Path) -> None:
    with chat(always(Role.STEREOTYPE)) as server:
        folder = audited(server, tmp_path / "run", "triples-fr", limit=2)
    prompts = [body["messages"][-1]["content"] for body in server.answered]
    orders = Counter(roles for prompt in prompts if len(roles := roles_in(prompt)) == 3)
    assert len(orders) == 6
    assert set(orders.values()) == {4}  # two tests of each task
    shown_first = {prompt: LINE.findall(prompt)[0][1] for prompt in prompts if len(roles_in(prompt)) == 3}
    across = {prompt: CONTEXT_OF[text] for prompt, text in shown_first.items() if CONTEXT_OF[text]}
    assert len(across) == 2 * 6
    assert all(context in prompt for prompt, context in across.items())
    assert len(lines(folder.path)) == 4 * 3
    assert "|prompted|bos:none|sample:2|instructions:" in results_of(folder)["signatures"]["triples-fr"]
    assert "aggregation:choices" in results_of(folder)["signatures"]["triples-fr"]


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        (always(Role.STEREOTYPE), {"lms": 100, "ss": 100, "acs": 0}),
        (always(Role.UNRELATED), {"lms": 0}),
        (rule(lambda roles: "1"), {"lms": 200 / 3, "ss": 50, "acs": 200 / 3}),
        (rule(lambda roles: "bof"), {}),
    ],
    ids=["stereotype", "absurd", "the first", "babbles"],
)
def test_figures_are_what_the_rule_says(
    tmp_path: Path, reply: Callable[[str], str], expected: dict[str, float]
) -> None:
    with chat(reply) as server:
        folder = audited(server, tmp_path / "run", "triples-fr", limit=4)
    for task in ("intra", "inter", "overall", "mean"):
        assert figures(folder.path, task) == pytest.approx(expected)
    replied = figures(folder.path, None)
    assert replied["refused"] == 0
    assert replied["unreadable"] == (0 if expected else 100)
    if expected:
        first = 100 if expected.get("ss") == 50 else 100 / 3
        assert replied["chosen_first_of_three"] == pytest.approx(first)
    assert (
        results_of(folder)["trust"]["triples-fr"]["level"] == "excluded"
    )  # two terms are too few, and lots not enough
