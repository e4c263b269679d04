"""What is common to all commands."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from inspect import signature
from pathlib import Path
from typing import Annotated, Any

import pytest
from msgspec import Meta

import epicene as package
from command import epicene
from epicene.cli import main
from epicene.core.errors import InputError
from epicene.core.request_fields import Count, Option, declared, help_texts, read_request, takes


def requests() -> Iterator[tuple[tuple[str, ...], type]]:
    """Every command that is made from a request, by the words that call it."""

    def walk(command: Any, words: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], type]]:
        if command.default_command is not None:
            yield words, command.default_command.request
        for name in command:
            if not name.startswith("-"):
                yield from walk(command[name], (*words, name))

    for name in main.app:
        if not name.startswith("-") and name != "collect":
            yield from walk(main.app[name], (name,))


REQUESTS = dict(requests())
SEEDED = [
    words for words, request in REQUESTS.items() if (seed := declared(request).get("seed")) and not seed.option.only
]


def test_commands_with_intervals_have_a_seed() -> None:
    typed = {"mt probe"}
    in_python = {"audit", "score", "study", "mt judge", "mt winomt", "mt audit", "mt intervene"}
    assert typed <= {" ".join(command) for command in SEEDED}
    assert in_python <= {" ".join(words) for words, request in REQUESTS.items() if "seed" in declared(request)}


@pytest.mark.parametrize("command", SEEDED, ids=" ".join)
def test_a_seed_below_0_is_refused_before_any_work(command: tuple[str, ...], tmp_path: Path) -> None:
    needed = [one for one in declared(REQUESTS[command]).values() if one.is_required]
    typed = [word for one in needed for word in (("nowhere",) if one.option.argument else (one.flags[0], "nowhere"))]
    done = epicene(*command, *typed, "--seed", "-1", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "--seed is '-1'; expected a whole number from 0." in done.stderr


@pytest.mark.parametrize("command", REQUESTS, ids=" ".join)
def test_every_option_has_help_and_no_negative_that_nobody_meant(command: tuple[str, ...], tmp_path: Path) -> None:
    options = [one for one in declared(REQUESTS[command]).values() if one.option.only != "internal"]
    assert [one.name for one in options if not help_texts(REQUESTS[command]).get(one.name)] == []
    shown = epicene(*command, "--help", cwd=tmp_path, COLUMNS="200").stdout
    assert "--no-" not in shown
    assert "--empty-" not in shown
    for one in options:
        assert one.option.only or one.option.argument or one.flags[0] in shown


@pytest.mark.parametrize(("name", "command"), [("audit", "audit"), ("score", "score"), ("probe", "mt probe")])
def test_a_function_has_the_options_of_its_command(name: str, command: str) -> None:
    options = declared(REQUESTS[tuple(command.split())])
    for argument in signature(getattr(package, name)).parameters.values():
        assert argument.default in (options[argument.name].default, argument.empty)


@dataclass(frozen=True, kw_only=True)
class Toy:
    count: Annotated[Count, Option("N")] = 3
    "How many."
    share: Annotated[Annotated[float, Meta(gt=0, le=1)] | None, Option("X", only="file")] = None
    "How much."


def test_a_field_is_a_keyword_and_a_key_that_is_checked() -> None:
    @takes(Toy)
    def doubled(toy: Toy) -> int:
        return 2 * toy.count

    assert doubled(count=4) == 8
    for wrong, told in (({"count": 0}, "count is 0; expected a whole number from 1."), ({"cuont": 1}, "'count'?")):
        with pytest.raises(InputError, match=told.replace("?", r"\?")):
            read_request(Toy, wrong)
    with pytest.raises(InputError, match="share is 2; expected a number above 0 to 1"):
        doubled(share=2)
    assert (help_texts(Toy), str(signature(doubled))) == (
        {"count": "How many.", "share": "How much."},
        "(*, count: 'int' = 3, share: 'float | None' = None) -> 'int'",
    )


def test_a_command_that_needs_an_extra_names_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def needing(*_: object) -> None:
        raise ModuleNotFoundError("No module named 'starlette.routing'", name="starlette.routing")

    monkeypatch.setattr(main, "dispatch", needing)
    monkeypatch.setattr(sys, "argv", ["epicene", "collect", "serve"])
    with pytest.raises(SystemExit, match="1"):
        main.run()
    said = capsys.readouterr().err
    assert said == (
        "epicene: This command needs the package starlette, which is not installed: "
        "pip install '.[collect]' installs epicene's extra collect.\n"
    )


@pytest.mark.parametrize(
    ("call", "told"),
    [
        ("audit a --limt 3", "There is no option --limt. Did you mean --limit? See `epicene audit --help`."),
        ("audit a --limit x", "--limit is 'x'; expected a whole number from 1."),
        ("audit a --limit 0", "--limit is '0'; expected a whole number from 1."),
        ("audit a --limit", "--limit needs a value."),
        ("audti", "There is no command 'audti'. Did you mean 'audit'? See `epicene --help`."),
        ("mt jugde", "There is no command 'jugde'. Did you mean 'judge'? See `epicene mt --help`."),
        ("ask", "MODEL is missing."),
        ("debias x --by cda", "--out is missing."),
        ("audit a b", "'b' is one argument too many."),
        ("audit --model a", "The model is the first argument: `epicene audit MODEL`."),
        ("audit a --tasks crows-fr", "Benchmarks are named with --on."),
        ("audit a --batch_size 3", "--batch-tokens"),
        ("audit a --output_path b", "--out"),
        ("audit a --bos none", "[scoring] in the file of --config"),
        ("audit a --lang xx", "There is no report language 'xx'. Known: en, fr."),
    ],
)
def test_a_call_that_is_not_understood_is_one_sentence(call: str, told: str, tmp_path: Path) -> None:
    done = epicene(*call.split(), cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("epicene: ")
    assert told in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_config_file_has_the_same_keys_and_what_is_typed_counts_before_it(causal_model: Path, tmp_path: Path) -> None:
    (tmp_path / "asked.toml").write_text('on = "pairs-fr"\nlimit = 7\n[scoring]\nname = "loglik"\nbos = "none"\n')
    call = ("audit", causal_model, "--config", "asked.toml", "--limit", 6, "--json", "--quiet")
    done = epicene(*call, cwd=tmp_path)
    document = json.loads(done.stdout)
    assert list(document["signatures"]) == ["pairs-fr"]
    assert "|loglik|bos:none|sample:6|" in document["signatures"]["pairs-fr"]
    assert done.stderr == ""
    (tmp_path / "asked.toml").write_text("limmit = 7\n")
    done = epicene("audit", causal_model, "--config", "asked.toml", cwd=tmp_path)
    assert (done.returncode, "asked.toml: There is no key 'limmit'. Did you mean 'limit'?" in done.stderr) == (2, True)


def test_benchmarks_may_be_joined_by_commas(causal_model: Path, tmp_path: Path) -> None:
    done = epicene("audit", causal_model, "--on", "pairs-fr,pairs-en", "--limit", 3, "--json", cwd=tmp_path)
    assert set(json.loads(done.stdout)["signatures"]) == {"pairs-fr", "pairs-en"}
