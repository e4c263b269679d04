"""A request: the options of a command, declared once, as the fields of a frozen dataclass.

Command line, Python function, TOML keys, checks and help are derived from the fields: annotation (type, range by
`msgspec.Meta`, `Option`), default, and the string below the field, which is its line of help.
"""

from __future__ import annotations

import ast
import difflib
import functools
import inspect
import itertools
import os
import sys
import textwrap
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, fields
from importlib import import_module
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, ParamSpec, TypeVar, Union, cast, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from epicene.core.errors import InputError
from epicene.core.registry import unknown

# Panels of help, in their order.
EVERYDAY = "Options"
SCORING = "Options: how to score"
CHAT = "Options: chat models"
SETS = "Options: with --on"
TRAINING = "Options: training"
MACHINE = "Options: machine"
GATE = "Options: gate"
SPECIALISTS = "Options: for specialists"
PANELS = (EVERYDAY, SCORING, CHAT, SETS, TRAINING, MACHINE, GATE, SPECIALISTS)

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")


@dataclass(frozen=True)
class Option:
    """What an annotation says of a field besides its type.

    `value` stands for the value in help. `names` are those on the command line, where they are not made from the
    field's. `argument`: it has no name there. `many`: it can be repeated, whatever its
    type; `split`: commas separate values too. `only`: "file" for keys of study and
    config files, "python" for what only a program can pass, "internal" for neither. `reader` is the function, or its
    "module:name", that reads what Python passes, and `python` the type that help shows of it. `signed`: a value
    other than the default is part of signatures under this name. `changes_answers`: a run that differs in it alone is
    another run. `env`: the variable that stands for it where it is not typed.
    """

    value: str = ""
    panel: str = EVERYDAY
    names: tuple[str, ...] = ()
    argument: bool = False
    many: bool = False
    split: bool = False
    only: Literal["", "file", "python", "internal"] = ""
    reader: str | Callable[[Any], Any] = ""
    python: str = ""
    signed: str = ""
    changes_answers: bool = True
    blank: bool = False
    env: str = ""
    choices: tuple[str, ...] = ()


PLAIN = Option()
Count = Annotated[int, Meta(ge=1)]
Seed = Annotated[int, Meta(ge=0)]


@dataclass(frozen=True)
class Declared:
    """One option of a request, as all that is derived from it needs it."""

    name: str
    hint: Any
    option: Option
    default: Any
    field: Field[Any]

    @property
    def flags(self) -> tuple[str, ...]:
        return self.option.names or (f"--{self.name.replace('_', '-')}",)

    @property
    def label(self) -> str:
        """The option as a person types it."""
        return (self.option.value or self.name.upper()) if self.option.argument else self.flags[0]

    @property
    def is_required(self) -> bool:
        return self.default is MISSING

    @property
    def is_flag(self) -> bool:
        return bool in _types(self.hint)

    @property
    def is_list(self) -> bool:
        return self.option.many or any(get_origin(kind) in (tuple, SEQUENCE) for kind in _types(self.hint))


SEQUENCE = get_origin(Sequence[str])


def declared(request: type) -> Mapping[str, Declared]:
    """The options of a request by name: its own, then those of the classes that it is made from."""
    return _declared(cast(Hashable, request))


@functools.cache
def _declared(request: Any) -> Mapping[str, Declared]:
    hints = get_type_hints(request, include_extras=True)
    by_name = {field.name: field for field in fields(request)}
    declareds = {}
    for name in (name for kind in request.__mro__[:-1] for name in inspect.get_annotations(kind)):
        if (field := by_name.pop(name, None)) is not None:
            option = next(
                (part for part in getattr(hints[name], "__metadata__", ()) if isinstance(part, Option)), PLAIN
            )
            default = field.default if field.default_factory is MISSING else field.default_factory()
            declareds[name] = Declared(name, hints[name], option, default, field)
    return declareds


def help_texts(request: type) -> Mapping[str, str]:
    """The text below each field, of the class or of those that it is made from."""
    texts: dict[str, str] = {}
    for kind in reversed(request.__mro__[:-1]):
        texts |= _texts_of_classes(kind.__module__).get(kind.__name__, {})
    return texts


@functools.cache
def _texts_of_classes(module: str) -> Mapping[str, Mapping[str, str]]:
    """The texts below the fields of each class of a module, which is parsed once; none without its source."""
    try:
        source = inspect.getsource(sys.modules[module])
    except OSError:
        return {}
    classes = [node for node in ast.parse(source).body if isinstance(node, ast.ClassDef)]
    return {node.name: dict(_texts_below_fields(node.body)) for node in classes}


def _texts_below_fields(body: Sequence[ast.stmt]) -> Iterator[tuple[str, str]]:
    for field, text in itertools.pairwise(body):
        match field, text:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(words))):
                yield name, " ".join(words.split())


def read_request(request: type[R], given: Mapping[str, Any]) -> R:
    """The request with these values, checked."""
    return make_request(request, read_values(request, given))


def read_values(request: type, given: Mapping[str, Any], *, typed: bool = False, where: str = "") -> dict[str, Any]:
    """Values by name, checked; `typed`: as texts on a command line, whose options errors name; `where` stands before
    an error: the file that they are from, for instance."""
    known = declared(request)
    values = {}
    for name, value in given.items():
        if name not in known or known[name].option.only == "internal":
            near = difflib.get_close_matches(name, known, n=1)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            raise InputError(f"{where}There is no key {name!r}.{hint} Known: {', '.join(known)}.")
        values[name] = read_value(known[name], value, where + (known[name].label if typed else name), typed=typed)
    return values


def make_request(request: type[R], values: Mapping[str, Any], *, typed: bool = False) -> R:
    for option in declared(request).values():
        if option.is_required and option.name not in values:
            raise InputError(f"{option.label if typed else option.name} is missing.")
    return request(**values)


def read_value(option: Declared, value: Any, label: str, *, typed: bool = False) -> Any:
    """A value as the field wants it, or one sentence that says what was expected."""
    choices = option.option.choices
    if choices and isinstance(value, str) and value not in choices:
        raise unknown(label, value, choices)
    try:
        return _value(option, value, typed=typed)
    except (ValueError, msgspec.ValidationError) as error:
        own = type(error) is ValueError and str(error)
        raise InputError(f"{label} is {shown(value)}; expected {own or expected(option.hint)}.") from error


def _value(option: Declared, value: Any, *, typed: bool) -> Any:
    kinds = _types(option.hint)
    if value is None and (NoneType in kinds or (option.default is None and option.option.reader)):
        return None
    if option.option.value == "DIR" and str(value).endswith((".html", ".md", ".tex", ".csv")):
        raise ValueError("a folder; `epicene report FOLDER -o FILE` writes pages and tables")
    if reader := option.option.reader:
        if isinstance(reader, str):
            module, _, function = reader.partition(":")
            reader = getattr(import_module(module), function)
        return cast(Callable[[Any], Any], reader)(value)
    if option.is_list:
        within = next(get_args(kind) for kind in kinds if get_origin(kind) in (tuple, SEQUENCE))
        listed = [value] if isinstance(value, str | os.PathLike) else value
        if not isinstance(listed, list | tuple):
            raise ValueError
        return tuple(_scalar(within[0], part, blank=option.option.blank, typed=typed) for part in listed)
    return _scalar(option.hint, value, blank=option.option.blank or option.default == "", typed=typed)


def file_name(value: object) -> str:
    """A file or folder, as a text."""
    if not isinstance(value, str | os.PathLike) or not str(value).strip():
        raise ValueError("a text or a path")
    return str(value)


def _scalar(hint: Any, value: Any, *, blank: bool, typed: bool) -> Any:
    kinds = _types(hint)
    if isinstance(value, str) and not value.strip() and not blank:
        raise ValueError
    if Path in kinds:
        if not isinstance(value, str | os.PathLike):
            raise ValueError
        return Path(value)
    if object in kinds or Any in kinds:
        return value
    if float in kinds and (isinstance(value, bool) or value in (float("inf"), "inf")):
        raise ValueError
    return msgspec.convert(value, type=hint, strict=not typed)


def _types(hint: Any) -> tuple[Any, ...]:
    """What a union or an annotated type is made of."""
    origin = get_origin(hint)
    if origin is Annotated:
        return _types(get_args(hint)[0])
    if origin in (Union, UnionType):
        return tuple(kind for part in get_args(hint) for kind in _types(part))
    return (hint,)


def expected(hint: Any) -> str:
    """What a field takes, in words."""
    kinds, limits = _types(hint), next(_metas(hint), Meta())
    if any(get_origin(kind) in (tuple, SEQUENCE) for kind in kinds):
        return "a text or a list of texts"
    if Path in kinds:
        return "a text or a path"
    if bool in kinds:
        return "true or false"
    if float in kinds or int in kinds:
        texts = {"ge": " from {:g}", "gt": " above {:g}", "le": " to {:g}", "lt": ", below {:g}"}
        within = (text.format(limit) for name, text in texts.items() if (limit := getattr(limits, name)) is not None)
        return "".join(["a number" if float in kinds else "a whole number", *within])
    return "a text"


def _metas(hint: Any) -> Iterator[Meta]:
    for metadata in getattr(hint, "__metadata__", ()):
        if isinstance(metadata, Meta):
            yield metadata
    for part in get_args(hint):
        yield from _metas(part)


def shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"


def part_of(request: Any, kind: type[R]) -> R:
    """The fields that a request has of one of the classes that it is made from."""
    return kind(**{name: getattr(request, name) for name in declared(kind)})


def departures(request: Any) -> dict[str, object]:
    """What a signature says of a request: signed options that are not at their default."""
    values = ((option, getattr(request, option.name)) for option in declared(type(request)).values())
    return {option.option.signed: value for option, value in values if option.option.signed and value != option.default}


def python_signature(request: type, result: str) -> inspect.Signature:
    """The signature of the Python function: arguments first, all else by keyword."""
    parameters = [
        inspect.Parameter(
            option.name,
            inspect.Parameter.KEYWORD_ONLY if option.field.kw_only else inspect.Parameter.POSITIONAL_OR_KEYWORD,
            default=inspect.Parameter.empty if option.is_required else option.default,
            annotation=option.option.python or _shown_type(option),
        )
        for option in declared(request).values()
        if option.option.only != "internal"
    ]
    # The required ones of those that go by keyword come first.
    parameters.sort(key=lambda each: (each.kind, each.kind == each.KEYWORD_ONLY and each.default is not each.empty))
    return inspect.Signature(parameters, return_annotation=result)


def _shown_type(option: Declared) -> str:
    """A field's type as help shows it."""
    names = (
        "None" if kind is NoneType else str(kind) if get_args(kind) else kind.__name__ for kind in _types(option.hint)
    )
    return " | ".join(dict.fromkeys(names)).replace("collections.abc.", "").replace("pathlib.", "")


def takes(request: Callable[P, R]) -> Callable[[Callable[[R], T]], Callable[P, T]]:
    """Make a function of a request one of the request's fields, checked: the public functions are written so."""
    kind = cast(type[R], request)

    def decorate(run: Callable[[R], T]) -> Callable[P, T]:
        signature = python_signature(kind, inspect.get_annotations(run).get("return", "None"))

        @functools.wraps(run)
        def function(*arguments: P.args, **options: P.kwargs) -> T:
            bound = signature.bind(*arguments, **options)
            return run(read_request(kind, bound.arguments))

        function.__signature__ = signature  # type: ignore[attr-defined]
        function.__doc__ = f"{inspect.cleandoc(run.__doc__ or '')}\n\n{_arguments(kind, signature)}"
        return function

    return decorate


def _arguments(request: type, signature: inspect.Signature) -> str:
    """What a docstring says of each argument: the help of its option."""
    texts, lines = help_texts(request), ["Arguments:"]
    for name in signature.parameters:
        text = f"{name}: {texts[name]}" if name in texts else name
        lines += textwrap.wrap(text, 112, initial_indent="    ", subsequent_indent=" " * 8, break_on_hyphens=False)
    return "\n".join(lines)


def call(function: Callable[..., T], request: object) -> T:
    """A function that `takes` a request, with one that is made already."""
    run: Callable[[object], T] = function.__wrapped__  # type: ignore[attr-defined]
    return run(request)
