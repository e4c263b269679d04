"""The page of what Python programs may rely on, read off signatures and docstrings."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Iterator
from typing import Any

import epicene.api
from epicene.auditing import comparison
from epicene.core import errors, kinds, notices, types
from epicene.data import benchmarks
from epicene.inside.forced import decoding
from epicene.kinds import kind, preference
from epicene.kinds import protocol as kind_protocol
from epicene.kinds.pairs import kind as read
from epicene.metrics import catalogue, intervals, two_models
from epicene.models import packaged, source, token_probabilities
from epicene.scoring import protocol

# By heading: an introduction, and what is shown, each under the module that it is imported from.
SECTIONS: dict[str, tuple[str, list[tuple[str, list[Any]]]]] = {
    "Auditing": (
        "What `import epicene` gives. These names and their arguments stay: a change that breaks a program is "
        "announced in the changelog and comes with a new first number of the version. Options are those of the "
        "[commands](commands.md#epicene-audit) of the same names; `mt_audit` is `epicene mt audit`.",
        [
            ("epicene", [epicene.api.audit, epicene.api.ask, epicene.api.open_run, epicene.api.compare, epicene.Run]),
            ("epicene", [epicene.api.score, epicene.api.study, epicene.api.write_report, epicene.api.board]),
            ("epicene", [epicene.api.card, epicene.api.replicates_of, epicene.api.debias, packaged.accept_terms]),
            (
                "epicene",
                [epicene.api.judge, epicene.api.winomt, epicene.api.mt_audit, epicene.api.probe, epicene.api.intervene],
            ),
            ("epicene", [types.Estimate, comparison.PairedRuns, two_models.Comparison, notices.Notice]),
            ("epicene", [errors.EpiceneError, errors.InputError, errors.EpiceneWarning]),
        ],
    ),
    "For plugins": (
        "What [a package of your own](../extend.md) builds on.",
        [
            ("epicene", [types.Item, types.Text, types.Role, benchmarks.Benchmark, kind.Kind, protocol.Scoring]),
            ("epicene.core.types", [types.Score, types.Capability]),
            ("epicene.kinds.pairs.kind", [read.read_json_lines, read.read_table]),
            ("epicene.core.kinds", [kinds.ItemKind, kinds.Adaptable, kinds.AcceptsPredictions, kinds.TaskSpec]),
            ("epicene.kinds.protocol", [kind_protocol.ResponseMode]),
            ("epicene.kinds.preference", [preference.PreferenceWay]),
            ("epicene.scoring.protocol", [protocol.TokenScoring, protocol.Question, protocol.ScoringOptions]),
            ("epicene.models.token_probabilities", [token_probabilities.TokenRow]),
            ("epicene.models.source", [source.Source, source.locate]),
        ],
    ),
    "Measures": (
        "Pure functions over saved scores; none of them needs a model.",
        [
            ("epicene.metrics.catalogue", [catalogue.Measure, catalogue.MetricValue, catalogue.Answered]),
            ("epicene.metrics.intervals", [intervals.resample_sums, intervals.percentile_interval]),
        ],
    ),
    "Inside translation": ("", [("epicene.inside.forced.decoding", [decoding.force])]),
}


def page() -> str:
    lines = ["# Python", "", "Made from the code's own signatures and docstrings."]
    for heading, (introduction, groups) in SECTIONS.items():
        lines += ["", f"## {heading}", "", introduction]
        for module, things in groups:
            for thing in things:
                lines += ["", *_entry(module, thing)]
    return "\n".join(lines) + "\n"


def _entry(module: str, thing: Any) -> Iterator[str]:
    yield f"### {module}.{thing.__name__}"
    yield ""
    if inspect.isclass(thing):
        yield from _class(thing)
        return
    yield from _code(f"{thing.__name__}{_signature(thing)}")
    yield from _said(thing)


def _class(thing: Any) -> Iterator[str]:
    if issubclass(thing, str):
        members = {name: value for name, value in vars(thing).items() if isinstance(value, thing)}
        yield from _code("\n".join(f"{thing.__name__}.{name} = {str(value)!r}" for name, value in members.items()))
    elif dataclasses.is_dataclass(thing):
        yield from _code(f"{thing.__name__}{_signature(thing)}")
    yield from _said(thing)
    for name, member in vars(thing).items():
        if name.startswith("_") or issubclass(thing, str):
            continue
        function = member.fget if isinstance(member, property) else getattr(member, "__func__", member)
        if inspect.isfunction(function) and function.__doc__:
            shown = (
                f"{name}: {_returned(function)}" if isinstance(member, property) else f"{name}{_signature(function)}"
            )
            yield ""
            yield from _code(shown)
            yield from _said(function)


def _signature(thing: Any) -> str:
    """As a person would write it; annotations are texts, because every module delays them."""
    signature = inspect.signature(thing)
    parts: list[str] = []
    for parameter in signature.parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and not any(part.startswith("*") for part in parts):
            parts.append("*")
        parts.append(_parameter(parameter))
    returned = signature.return_annotation
    end = f" -> {returned}" if isinstance(returned, str) and returned != "None" else ""
    one_line = f"({', '.join(parts)}){end}"
    return one_line if len(one_line) < 80 else "(\n    " + ",\n    ".join(parts) + f",\n){end}"


def _parameter(parameter: inspect.Parameter) -> str:
    star = "*" if parameter.kind is parameter.VAR_POSITIONAL else ""
    typed = f": {parameter.annotation}" if parameter.annotation is not parameter.empty else ""
    if parameter.default is parameter.empty:
        return f"{star}{parameter.name}{typed}"
    default = "…" if callable(parameter.default) or "object at" in repr(parameter.default) else repr(parameter.default)
    return f"{parameter.name}{typed}{' = ' if typed else '='}{default}"


def _returned(function: Any) -> str:
    return str(function.__annotations__.get("return", "")).strip("'")


def _code(text: str) -> Iterator[str]:
    yield from ("```python", text, "```", "")


def _said(thing: Any) -> Iterator[str]:
    yield from inspect.cleandoc(thing.__doc__ or "").splitlines()
    yield ""
