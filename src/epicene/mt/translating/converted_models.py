"""Translation models in the formats of other programs: CTranslate2's and Firefox's. Their packages are extras; epicene
gives them lines and gets lines, and cannot look inside."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any, Protocol

from epicene.core.errors import EpiceneError, InputError
from epicene.core.hashing import files_digest
from epicene.core.progress import current
from epicene.core.spoken import said
from epicene.core.types import Capability, Lines, Numbered
from epicene.models.description import Description
from epicene.models.engines.cost import Meter, metered
from epicene.models.engines.local import LOCAL
from epicene.models.language_codes import check_language, same_language
from epicene.models.loading import Placement
from epicene.models.source import Source
from epicene.models.telling.source_tags import read_source_tags
from epicene.models.translation import Decoding, marks_of

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase

TOGETHER = 32  # lines; always the same ones, so that a resumed file is the unbroken one
FIREFOX, CTRANSLATE2, FXTRANSLATE = "firefox", "ctranslate2", "fxtranslate"
_WEIGHTS = "model.bin"
_OF_TRANSFORMERS = ("pytorch_model.bin", "model.safetensors", "model.safetensors.index.json")
_TOKENIZER_FILES = ("tokenizer_config.json", "tokenizer.json")
_FIREFOX = re.compile(r"model\.(?P<pair>[a-z]{4,8})\..*bin")
_MODEL_TYPES = {"Marian": "marian", "T5": "t5", "MT5": "mt5"}
Answer = Callable[[Sequence[str]], list[str]]


def package(name: str, extra: str, spec: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise EpiceneError(
            "{spec} is translated by the package {name}, which is not installed: pip install 'epicene[{extra}]'",
            spec=spec,
            name=name,
            extra=extra,
        ) from error


@dataclass
class ConvertedSystem:
    """`files` are what it is known by; `load` gives what answers lines with lines, when the first are asked."""

    name: str
    files: Sequence[Path]
    load: Callable[[], Answer]
    settings: Mapping[str, str | int]
    _all: Sequence[str] = field(default=(), init=False)

    @cached_property
    def facts(self) -> Mapping[str, str | int]:
        return {"model": self.name, "weights": files_digest(self.files), **self.settings}

    def check(self, lines: Lines[str], file: Path) -> None:
        self._all = list(lines)

    def counted(self, folder: Path) -> AbstractContextManager[Meter]:
        return metered(folder, LOCAL)

    def translate(self, lines: Lines[Numbered]) -> Iterator[list[Numbered]]:
        missing = {place for place, _ in lines}
        if not missing:
            return
        current().say(said("Loading {name}", name=self.name))
        answer = self.load()
        for start in range(0, len(self._all), TOGETHER):
            places = range(start, min(start + TOGETHER, len(self._all)))
            if missing.isdisjoint(places):
                continue
            found = answer([self._all[place] for place in places])
            yield [(place, text) for place, text in zip(places, found, strict=True) if place in missing]


def is_ctranslate2(spec: str) -> bool:
    """A folder as ct2-transformers-converter and its sisters write it."""
    folder = Path(spec).expanduser()
    return (folder / _WEIGHTS).is_file() and not any((folder / name).is_file() for name in _OF_TRANSFORMERS)


def open_ctranslate2(
    spec: str, languages: tuple[str, str], placement: Placement, decoding: Decoding, prefix: str | None = None
) -> ConvertedSystem:
    folder = Path(spec).expanduser()
    ctranslate2 = package(CTRANSLATE2, CTRANSLATE2, spec)
    for language in languages:
        check_language(language)
    cutter, tags = _cutter(folder, languages, prefix), read_source_tags(folder, languages[0])
    files = [path for path in folder.iterdir() if path.is_file()]
    settings: dict[str, str | int] = {
        "beams": decoding.beams,
        "max_new_tokens": decoding.max_new_tokens,
        "prefix": cutter.prefix,
    }
    wanted = {"device": placement.device or "cpu", "intra_threads": placement.threads or 0}

    def load() -> Answer:
        try:
            translator = ctranslate2.Translator(str(folder), **wanted)
        except (RuntimeError, ValueError) as error:
            raise InputError(
                "CTranslate2 cannot load {spec} ({error}); convert the model again.", spec=spec, error=error
            ) from error

        def answer(lines: Sequence[str]) -> list[str]:
            found = translator.translate_batch(
                [cutter.cut(cutter.prefix + (tags.before(line) if tags else "") + line) for line in lines],
                target_prefix=[cutter.begin] * len(lines) if cutter.begin else None,
                beam_size=decoding.beams,
                max_decoding_length=decoding.max_new_tokens,
            )
            return [" ".join(cutter.join(one.hypotheses[0][len(cutter.begin) :]).split()) for one in found]

        return answer

    return ConvertedSystem(
        folder.resolve().name, files, load, {**settings, "prefix": cutter.prefix, CTRANSLATE2: version(CTRANSLATE2)}
    )


class Cutter(Protocol):
    """A tokenizer: what is put before a text, what its decoder begins with, a text's tokens, the text of tokens."""

    prefix: str
    begin: list[str]

    def cut(self, text: str) -> list[str]: ...

    def join(self, tokens: list[str]) -> str: ...


def _cutter(folder: Path, languages: tuple[str, str], prefix: str | None) -> Cutter:
    if any((folder / name).is_file() for name in _TOKENIZER_FILES):
        return _TransformersCutter.of(folder, languages, prefix)
    spm = [folder / f"{side}.spm" for side in ("source", "target")]
    if all(path.is_file() for path in spm):
        return _PiecesCutter(spm[0], spm[1], prefix or "")
    raise InputError(
        "{folder} has no tokenizer beside {weights}: copy the model's own there "
        "(tokenizer_config.json and what goes with it, or source.spm and target.spm), or convert it "
        "again with --copy_files.",
        folder=folder,
        weights=_WEIGHTS,
    )


class _PiecesCutter(Cutter):
    """SentencePiece on both sides, as OPUS-MT models have it."""

    def __init__(self, source: Path, target: Path, prefix: str) -> None:
        import sentencepiece

        self.prefix, self.begin = prefix, list[str]()
        self._source, self._target = (
            sentencepiece.SentencePieceProcessor(model_file=str(path)) for path in (source, target)
        )

    def cut(self, text: str) -> list[str]:
        return [str(piece) for piece in self._source.encode(text, out_type=str)]

    def join(self, tokens: list[str]) -> str:
        return str(self._target.decode(tokens))


@dataclass
class _TransformersCutter:
    tokenizer: PreTrainedTokenizerBase
    prefix: str
    begin: list[str]

    @classmethod
    def of(cls, folder: Path, languages: tuple[str, str], prefix: str | None) -> _TransformersCutter:
        from transformers import AutoTokenizer

        try:
            tokenizer = AutoTokenizer.from_pretrained(folder)
        except (OSError, ValueError, KeyError, TypeError, AttributeError, ImportError) as error:
            reason = str(error).strip().splitlines()[0]
            raise InputError(
                "transformers cannot load the tokenizer in {folder} ({reason}); copy all of it.",
                folder=folder,
                reason=reason,
            ) from error
        kind = next((own for name, own in _MODEL_TYPES.items() if type(tokenizer).__name__.startswith(name)), "")
        source = Source(str(folder), folder.resolve().name, folder)
        description = Description(source, SimpleNamespace(model_type=kind), tokenizer, Capability.DENOISING)
        marks = marks_of(description, *languages, prefix)
        begin: list[str] = tokenizer.convert_ids_to_tokens(list(marks.decoder.values()))
        return cls(tokenizer, marks.prefix, begin)

    def cut(self, text: str) -> list[str]:
        tokens: list[str] = self.tokenizer.convert_ids_to_tokens(self.tokenizer(text)["input_ids"])
        return tokens

    def join(self, tokens: list[str]) -> str:
        return str(self.tokenizer.decode(self.tokenizer.convert_tokens_to_ids(tokens), skip_special_tokens=True))


def open_firefox(folder: Path, languages: tuple[str, str]) -> ConvertedSystem:
    """A folder with model.XXYY.*.bin, vocab.XXYY.spm (or srcvocab and trgvocab) and, if there, lex.XXYY.*.bin."""
    spec = f"{FIREFOX}:{folder}"
    if not folder.is_dir():
        raise InputError(
            "{spec}: there is no such folder; name one with a model that Firefox translates with.", spec=spec
        )
    models = {path: found for path in sorted(folder.iterdir()) if (found := _FIREFOX.fullmatch(path.name))}
    if len(models) != 1:
        raise InputError(
            "{spec} has {n_models} models (model.XXYY….bin); a folder of one is needed.",
            spec=spec,
            n_models=len(models),
        )
    [(model, found)] = models.items()
    _check_pair(spec, found["pair"], languages)
    vocabularies = [_one(folder, spec, f"{side}vocab.*.spm", "vocab.*.spm") for side in ("src", "trg")]
    shortlist = next(iter(sorted(folder.glob("lex.*.bin"))), None)
    fxtranslate: Any = package(FXTRANSLATE, FIREFOX, spec)
    files = list(dict.fromkeys([model, *vocabularies, *([shortlist] if shortlist else [])]))

    def load() -> Answer:
        source, target = (path.read_bytes() for path in vocabularies)
        try:
            translator = fxtranslate.Translator(
                model.read_bytes(), source, target, shortlist.read_bytes() if shortlist else None
            )
        except ValueError as error:
            raise InputError(
                "fxtranslate cannot load {model} ({error}); fetch the model again.", model=model, error=error
            ) from error
        return lambda lines: [" ".join(translator.translate_long(line).split()) for line in lines]

    return ConvertedSystem(spec, files, load, {FXTRANSLATE: version(FXTRANSLATE)})


def _check_pair(spec: str, pair: str, languages: tuple[str, str]) -> None:
    for language in languages:
        check_language(language)
    half = len(pair) // 2
    own = pair[:half], pair[half:]
    if not all(map(same_language, own, languages)):
        raise InputError(
            "{spec} translates from {own} to {own_2}, not from {languages} to {languages_2}.",
            spec=spec,
            own=own[0],
            own_2=own[1],
            languages=languages[0],
            languages_2=languages[1],
        )


def _one(folder: Path, spec: str, *patterns: str) -> Path:
    for pattern in patterns:
        if found := sorted(folder.glob(pattern)):
            return found[0]
    raise InputError(
        "{spec} has no vocabulary ({patterns}); put the model's own there.", spec=spec, patterns=" or ".join(patterns)
    )
