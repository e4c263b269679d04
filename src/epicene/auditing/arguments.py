"""What a call from Python passes, refused in a sentence before anything runs, as the commands refuse what is typed."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from epicene.auditing.study.key_checks import Reader, flag, number, shown, text, wanted, whole
from epicene.core.catalogues import read_catalogue
from epicene.core.errors import InputError
from epicene.core.registry import offered, unknown
from epicene.core.types import Item
from epicene.data.datasets import Dataset, read_spec
from epicene.data.items_from_python import Frame, dataset_of, frame_items, scores_file
from epicene.models.source import refuse_unknown

GIVEN = "given"  # not a way of asking: scores that somebody else made
T = TypeVar("T")


def read(name: str, value: object, reader: Callable[[object], T]) -> T:
    try:
        return reader(value)
    except ValueError as error:
        raise InputError(
            "{name} is {value}; expected {error}.", name=name, value=shown(value), error=wanted(error)
        ) from error


def place(value: object) -> str:
    """A file or folder."""
    if not isinstance(value, str | os.PathLike) or not str(value).strip():
        raise ValueError("a text or a path")
    return str(value)


def run_folder(value: object) -> str:
    """Of a `Run`, or the folder itself."""
    try:
        return place(getattr(value, "path", value))
    except ValueError:
        raise ValueError("a Run or its folder, one after the other: compare(a, b)") from None


def seed(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ValueError("a whole number from 0")
    return value


def from_zero(value: object) -> float:
    return 0.0 if value == 0 and not isinstance(value, bool) else number(value)


def model(value: object) -> object:
    """A name, or what `from_pretrained` returned."""
    if hasattr(value, "save_pretrained") and hasattr(value, "state_dict"):
        return value
    try:
        refuse_unknown(place(value))
    except ValueError:
        raise ValueError("a model's name or folder, or a model that transformers loaded") from None
    return value


def tokenizer(value: object) -> object:
    if not hasattr(value, "save_pretrained") or hasattr(value, "state_dict"):
        raise ValueError("a tokenizer that transformers loaded")
    return value


def benchmarks(value: object) -> list[str | Dataset]:
    """Names, items, or a frame of sentences."""
    if isinstance(value, Frame):
        return [dataset_of(frame_items(value))]
    given = list(value) if isinstance(value, list | tuple) else [value]
    items = [one for one in given if isinstance(one, Item)]
    names: list[str | Dataset] = [one for one in given if isinstance(one, str) and one.strip()]
    if not given or len(given) not in (len(items), len(names)):
        raise ValueError(
            "a benchmark of `epicene data list` or a list of them, a list of Item, or a frame of sentences"
        )
    for name in names:
        read_spec(str(name))
    return [dataset_of(items)] if items else names


def benchmark(value: object) -> str | Dataset:
    """A name, items, or a frame of sentences."""
    if isinstance(value, str):
        return text(value)
    found = benchmarks(value)
    if len(found) > 1:
        raise ValueError("one benchmark, a list of Item, or a frame of sentences")
    return found[0]


def scores(value: object) -> Path:
    """Of a file or a frame."""
    return scores_file(value) if isinstance(value, Frame) else Path(place(value))


def outputs(value: object) -> object:
    """Of one system, or of several by name."""
    files = value.values() if isinstance(value, Mapping) else value if isinstance(value, list | tuple) else [value]
    try:
        return [place(file) for file in files]
    except ValueError:
        raise ValueError("a file, a list of them, or files by the names of their systems") from None


def sentence(value: object) -> str:
    """Which may be empty, in front of a translation or by mistake: others have a sentence of their own for that."""
    if not isinstance(value, str):
        raise ValueError("a text")
    return value


def shown_by(value: object) -> object:
    """True, false, or what draws it."""
    if not isinstance(value, bool) and not all(hasattr(value, name) for name in ("start", "advance", "say")):
        raise ValueError("true, false, or an object with start, advance and say")
    return value


def scoring(value: object) -> str:
    """One or several joined by +; known by the words that pages have for them, since loading them takes torch."""
    name = text(value)
    keys = (key.partition("scoring.") for key in read_catalogue("epicene.auditing", "en"))
    own = [one for before, found, one in keys if found and not before and one != GIVEN]
    known = [*own, *(plugin.name for plugin in offered("epicene.scorings", "scoring"))]
    for one in name.split("+"):
        if one not in known:
            raise unknown("scoring", one, known)
    return name


def one_of(kind: str, *known: str) -> Reader:
    def reader(value: object) -> str:
        if text(value) not in known:
            raise unknown(kind, text(value), known)
        return text(value)

    return reader


def texts(value: object) -> tuple[str, ...]:
    named = (value,) if isinstance(value, str) else value
    if not isinstance(named, list | tuple) or not all(isinstance(one, str) and one.strip() for one in named):
        raise ValueError("a text or a list of texts")
    return tuple(named)


def files(value: object) -> tuple[Path, ...]:
    named = value if isinstance(value, list | tuple) else (value,)
    return tuple(Path(place(one)) for one in named)


def facets_named(value: str | Sequence[str] | None) -> tuple[str, ...]:
    """`gender,age` is one crossing; blanks around names do not count."""
    crossings = () if value is None else texts(value)
    return tuple(",".join(name.strip() for name in crossed.split(",")) for crossed in crossings)


def _or_none(reader: Reader) -> Reader:
    return lambda value: None if value is None else reader(value)


# By argument of the functions of `epicene`; None stands for what is left to us.
READERS: Mapping[str, Reader] = {
    "on": _or_none(benchmarks),
    "hypotheses": _or_none(outputs),
    "prefix": _or_none(sentence),
    "progress": shown_by,
    "seed": seed,
    "strength": number,
    "file": place,
    "predictions": _or_none(scores),
    "texts": _or_none(place),
    "benchmark": benchmark,
    "model": _or_none(model),
    "tokenizer": _or_none(tokenizer),
    **dict.fromkeys(("nsp", "out", "source", "reference", "template", "lexicon"), _or_none(place)),
    **dict.fromkeys(("corpus_stats", "test_src", "test_tgt", "training", "shares"), _or_none(place)),
    **dict.fromkeys(("column", "labels", "language", "layers", "reader", "written_by"), _or_none(text)),
    **dict.fromkeys(("first", "second"), sentence),
    "beside": _or_none(lambda value: place(getattr(value, "path", value))),
    **dict.fromkeys(("html", "src", "tgt"), _or_none(place)),
    "text": _or_none(files),
    "target": _or_none(text),
    "avoid": _or_none(texts),
    "rate": _or_none(number),
    **dict.fromkeys(("sentences", "rank", "epochs", "batch", "max_tokens", "save_every"), _or_none(whole)),
    "scoring": _or_none(scoring),
    "bos": _or_none(one_of("--bos", "bos", "eos", "tokenizer", "none")),
    "gender": one_of("--gender", "rules", "spacy"),
    "dtype": one_of("dtype", "float32", "bfloat16", "float16"),
    **dict.fromkeys(("revision", "device", "address", "aggregation", "lines"), _or_none(text)),
    "direction": _or_none(text),
    **dict.fromkeys(("words", "rest", "engine", "split", "possessive"), text),
    "by": _or_none(texts),
    **dict.fromkeys(("contrast", "manipulation", "at", "systems"), _or_none(texts)),
    "lang": text,
    **dict.fromkeys(("threads", "batch_tokens", "limit"), _or_none(whole)),
    "letters": whole,
    "n_replies": whole,
    "temperature": _or_none(from_zero),
    "max_cost": _or_none(number),
    "price": _or_none(text),
    **dict.fromkeys(("instructions", "prompts"), _or_none(place)),
    **dict.fromkeys(("reply_tokens", "max_tokens_total"), _or_none(whole)),
    "sampling_seed": seed,
    **dict.fromkeys(("beam", "repetitions"), whole),
    **dict.fromkeys(("validity", "as_released", "trust_remote_code", "strict", "allow_empty", "forced"), flag),
    "include_excluded": flag,
    **dict.fromkeys(("names", "full"), flag),
}


def refuse_wrong(given: Mapping[str, object]) -> None:
    """`given` are the local names of a function at its beginning."""
    for name, reader in READERS.items():
        if name in given:
            read(name, given[name], reader)
