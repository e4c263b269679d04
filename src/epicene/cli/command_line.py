"""Commands made from requests: `command(AuditCommand)` turns a function of a request into one that cyclopts calls with
what was typed. Options are declared nowhere else than in the request."""

from __future__ import annotations

import difflib
import inspect
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated, Any, TypeVar

from cyclopts import App, Group, Parameter

from epicene.cli.console import Terminal, terminal
from epicene.core.errors import InputError
from epicene.core.request_fields import EVERYDAY, PANELS, Declared, declared, help_texts, make_request, read_values

R = TypeVar("R")
ARGUMENTS = Group("Arguments", sort_key=0)
GROUPS = {  # the panels of a kind's own options stand behind those of scoring
    name: Group(name, sort_key=index) for index, name in enumerate(PANELS, start=1)
}
_LOOKS: dict[str, Any] = {
    "help_format": "plaintext",
    "group_arguments": ARGUMENTS,
    "group_parameters": GROUPS[EVERYDAY],
    "version_flags": (),
}
EVERYWHERE = (
    "Every command also takes --json, --lang fr|en, --quiet, --verbose, --strict, --accept-terms and --debug: see "
    "`epicene --help`."
)
TABLES = ("scoring", "training")  # of a config file, whose keys are the request's like all others
_BETWEEN_NAMES = re.compile(r",(?=[a-z0-9-]+(?:=|,|$))")  # not within the name of a file
# What other programs call it, and what it is called here.
ELSEWHERE = {
    "--model": "The model is the first argument: `{command} MODEL`.",
    "--tasks": "Benchmarks are named with --on.",
    "--task": "Benchmarks are named with --on.",
    "--batch_size": "Batches are given in tokens, with --batch-tokens.",
    "--batch-size": "Batches are given in tokens, with --batch-tokens.",
    "--output_path": "Where to write is --out.",
    "--output": "Where to write is --out, or -o.",
    "--all": "Technical columns and rows are printed with --verbose.",
    "--greedy": "Greedy decoding is --beam 1.",
    "--address": "A cluster is named with --engine ray:HOST:PORT.",
    **dict.fromkeys(
        ("--bos", "--words", "--rest", "--aggregation", "--sampling-seed"),
        "It is a key of study and config files: [scoring] in the file of --config.",
    ),
}


@dataclass(frozen=True, kw_only=True)
class NoOptions:
    """The request of a command that has no options of its own."""


class Command(App):
    """A command whose help is its own, whatever stands for it in the list of all."""

    @property
    def help(self) -> str:
        return str(self._help)

    @help.setter
    def help(self, value: str) -> None:
        """What the list says is shorter."""


def group(name: str, help: str) -> App:
    """Commands below a word."""
    return App(name=name, help=help, **_LOOKS)


def command(
    request: type[R], into: App | None = None, name: str = ""
) -> Callable[[Callable[[R, Terminal], None]], App]:
    """A command made from a request: the function gets the request and how to show what it finds."""

    def decorate(run: Callable[[R, Terminal], None]) -> App:
        def called(*arguments: Any, **options: Any) -> None:
            given = dict(signature.bind(*arguments, **options).arguments)
            run(request_typed(request, given), terminal())

        signature = inspect.Signature(list(_parameters(request)))
        called.__signature__, called.request = signature, request  # type: ignore[attr-defined]
        text = re.sub(r"(?<!\n)\n(?!\n)", " ", inspect.getdoc(run) or "")
        app = Command(name=name or run.__name__.replace("_", "-"), help=text, help_epilogue=EVERYWHERE, **_LOOKS)
        app.default(called)
        if into is not None:
            into.command(app)
        return app

    return decorate


def request_typed(request: type[R], given: Mapping[str, Any]) -> R:
    """What was typed, over what stands in the file of --config."""
    values: dict[str, Any] = {}
    if given.get("config"):
        values = _values_in(Path(given["config"]), request)
    known = declared(request)
    if terminal().strict and "strict" in known:
        values["strict"] = True
    typed = {name: _split(known[name], value) for name, value in given.items() if value is not None}
    return make_request(request, values | read_values(request, typed, typed=True), typed=True)


def _values_in(file: Path, request: type) -> dict[str, Any]:
    try:
        content = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InputError(f"{file} cannot be read as TOML ({error}).") from error
    for name in TABLES:
        if isinstance(table := content.get(name), dict):  # the scoring's own name is `name` there
            content = {key: value for key, value in content.items() if key != name} | table
            content |= {name: content.pop("name")} if "name" in table else {}
    return read_values(request, content, where=f"{file}: ")


def _split(option: Declared, value: Any) -> Any:
    if option.option.split and isinstance(value, list):
        return [name for joined in value for name in _BETWEEN_NAMES.split(joined) if name]
    return value


def _parameters(request: type) -> Iterator[inspect.Parameter]:
    texts, has_file = help_texts(request), "config" in declared(request)
    options = [option for option in declared(request).values() if not option.option.only]
    order = [field.name for field in fields(request)]
    arguments = sorted(
        (option for option in options if option.option.argument), key=lambda option: order.index(option.name)
    )
    for option in [*arguments, *(option for option in options if not option.option.argument)]:
        argument, panel = option.option.argument, option.option.panel
        many = argument and option.is_list
        kind: Any = inspect.Parameter.POSITIONAL_ONLY if argument else inspect.Parameter.KEYWORD_ONLY
        kind = inspect.Parameter.VAR_POSITIONAL if many else kind
        required = option.is_required and not has_file
        default: dict[str, Any] = {} if many or required else {"default": None}
        shown = option.default if not (option.is_required or option.default in (None, False, (), "")) else None
        typed: Any = bool if option.is_flag else list[str] if option.is_list and not argument else str
        typed = typed | None if default else typed
        parameter = Parameter(
            name=None if argument else option.flags,
            help=texts.get(option.name, ""),
            group=ARGUMENTS if argument else GROUPS.setdefault(panel, Group(panel, sort_key=2.5)),
            negative=(),
            show_default=str(shown) if shown is not None and not isinstance(shown, tuple) else False,
            required=required,
            metavar=option.option.value or None,
            env_var=option.option.env or None,
            allow_leading_hyphen=not option.is_flag and not argument,
            allow_repeating=True,
        )
        yield inspect.Parameter(option.name, kind, annotation=Annotated[typed, parameter], **default)


def usage_error(error: Exception, tokens: list[str]) -> InputError:
    """What cyclopts did not understand, as one sentence of ours that ends in what to do."""
    chain = list(getattr(error, "command_chain", None) or ())
    words = " ".join(["epicene", *chain])
    return InputError(f"{_what(error, words, tokens)} See `{words} --help`.")


def _what(error: Exception, words: str, tokens: list[str]) -> str:
    kind = type(error).__name__
    if kind == "UnknownOptionError":
        name = str(error.token.keyword or error.token.value)  # type: ignore[attr-defined]
        flag = name.partition("=")[0]
        if flag in ELSEWHERE:
            return f"There is no option {flag}. {ELSEWHERE[flag].format(command=words)}"
        known = [name for argument in (getattr(error, "argument_collection", None) or ()) for name in argument.names]
        near = difflib.get_close_matches(
            flag, [flagged for flagged in known if flagged.startswith("--")], n=1, cutoff=0.6
        )
        hint = f" Did you mean {' or '.join(near)}?" if near else ""
        return f"There is no option {flag}.{hint}"
    if kind == "UnknownCommandError":
        name = (getattr(error, "unused_tokens", None) or tokens or [""])[0]
        commands = [known for known in error.app if not known.startswith("-")]  # type: ignore[attr-defined]
        near = difflib.get_close_matches(name, commands, n=1, cutoff=0.6)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        return f"There is no command {name!r}.{hint}"
    if kind == "UnusedCliTokensError":
        name = (getattr(error, "unused_tokens", None) or [""])[0]
        return f"{name!r} is one argument too many."
    if kind in ("MissingArgumentError", "ConsumeMultipleError"):
        argument = error.argument  # type: ignore[attr-defined]
        name = argument.parameter.metavar if argument.field_info.is_positional_only else argument.name
        given = {token.partition("=")[0] for token in tokens}
        return f"{name} needs a value." if name in given else f"{name} is missing."
    error.verbose = False  # type: ignore[attr-defined]
    return " ".join(str(error).split()) or "The call is not understood."
