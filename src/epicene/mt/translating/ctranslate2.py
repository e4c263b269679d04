"""Folders in CTranslate2's format; its package is an extra."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from types import SimpleNamespace

from epicene.core.errors import InputError
from epicene.core.types import Capability
from epicene.models.description import Description
from epicene.models.source import Source
from epicene.models.translation import language_tags
from epicene.models.translation_text import check_language, read_source_tags
from epicene.mt.translating.translation_engine import (
    Answer,
    LineSystem,
    SystemRequest,
    TranslationEngine,
    import_package,
)

CTRANSLATE2 = "ctranslate2"
_WEIGHTS = "model.bin"
_OF_TRANSFORMERS = ("pytorch_model.bin", "model.safetensors", "model.safetensors.index.json")
_TOKENIZER_FILES = ("tokenizer_config.json", "tokenizer.json")
_MODEL_TYPES = {"Marian": "marian", "T5": "t5", "MT5": "mt5"}


class CTranslate2(TranslationEngine):
    name = CTRANSLATE2
    takes = frozenset({"--prefix", "--beam", "--device"})

    def recognises(self, spec: str) -> bool:
        """A folder as ct2-transformers-converter and its sisters write it."""
        folder = Path(spec).expanduser()
        return (folder / _WEIGHTS).is_file() and not any((folder / name).is_file() for name in _OF_TRANSFORMERS)

    def open(self, request: SystemRequest) -> LineSystem:
        spec, languages, decoding = request.choice.spec, request.languages, request.decoding
        folder = Path(spec).expanduser()
        ctranslate2 = import_package(CTRANSLATE2, spec)
        for language in languages:
            check_language(language)
        cutter, tags = _cutter(folder, languages, request.choice.prefix), read_source_tags(folder, languages[0])
        files = [path for path in folder.iterdir() if path.is_file()]
        settings: dict[str, str | int] = {
            "beams": decoding.beams,
            "max_new_tokens": decoding.max_new_tokens,
            "prefix": cutter.prefix,
            CTRANSLATE2: version(CTRANSLATE2),
        }
        wanted = {"device": request.placement.device or "cpu", "intra_threads": request.placement.threads or 0}

        def load() -> Answer:
            try:
                translator = ctranslate2.Translator(str(folder), **wanted)
            except (RuntimeError, ValueError) as error:
                raise InputError(f"CTranslate2 cannot load {spec} ({error}); convert the model again.") from error

            def answer(lines: Sequence[str]) -> list[str]:
                results = translator.translate_batch(
                    [cutter.cut(cutter.prefix + (tags.before(line) if tags else "") + line) for line in lines],
                    target_prefix=[list(cutter.begin)] * len(lines) if cutter.begin else None,
                    beam_size=decoding.beams,
                    max_decoding_length=decoding.max_new_tokens,
                )
                return [" ".join(cutter.join(result.hypotheses[0][len(cutter.begin) :]).split()) for result in results]

            return answer

        return LineSystem(folder.resolve().name, files, load, settings)

    def no_weights(self, spec: str) -> InputError:
        return InputError(
            f"{spec} is a model for CTranslate2, and this needs one that transformers loads: name the model it was "
            f"converted from. What it writes can be judged: epicene mt judge {spec}"
        )


ENGINE = CTranslate2()


@dataclass(frozen=True, slots=True)
class Cutter:
    """A tokenizer: what is put before a text, what its decoder begins with, a text's tokens, the text of tokens."""

    prefix: str
    begin: Sequence[str]
    cut: Callable[[str], list[str]]
    join: Callable[[list[str]], str]


def _cutter(folder: Path, languages: tuple[str, str], prefix: str | None) -> Cutter:
    """By transformers, or SentencePiece on both sides, as OPUS-MT models have it; some of those name no tokenizer
    class, and transformers would need the configuration that CTranslate2 replaced."""
    spm = [folder / f"{side}.spm" for side in ("source", "target")]
    has_pieces, settings = all(path.is_file() for path in spm), folder / "tokenizer_config.json"
    is_unnamed = has_pieces and settings.is_file() and b'"tokenizer_class"' not in settings.read_bytes()
    if not is_unnamed and any((folder / name).is_file() for name in _TOKENIZER_FILES):
        return _transformers_cutter(folder, languages, prefix)
    if not has_pieces:
        raise InputError(
            f"{folder} has no tokenizer beside {_WEIGHTS}: copy the model's own there (tokenizer_config.json and what "
            "goes with it, or source.spm and target.spm), or convert it again with --copy_files."
        )
    import sentencepiece

    source, target = (sentencepiece.SentencePieceProcessor(model_file=str(path)) for path in spm)
    return Cutter(prefix or "", (), lambda text: list(source.encode(text, out_type=str)), target.decode)


def _transformers_cutter(folder: Path, languages: tuple[str, str], prefix: str | None) -> Cutter:
    from transformers import AutoTokenizer

    try:
        tokenizer = AutoTokenizer.from_pretrained(folder)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, ImportError) as error:
        reason = str(error).strip().splitlines()[0]
        raise InputError(f"transformers cannot load the tokenizer in {folder} ({reason}); copy all of it.") from error
    kind = next((own for name, own in _MODEL_TYPES.items() if type(tokenizer).__name__.startswith(name)), "")
    source = Source(str(folder), folder.resolve().name, folder)
    description = Description(source, SimpleNamespace(model_type=kind), tokenizer, Capability.DENOISING)
    marks = language_tags(description, *languages, prefix)
    to_tokens, to_ids = tokenizer.convert_ids_to_tokens, tokenizer.convert_tokens_to_ids
    return Cutter(
        marks.prefix,
        to_tokens(list(marks.decoder.values())),
        lambda text: to_tokens(tokenizer(text)["input_ids"]),
        lambda tokens: str(tokenizer.decode(to_ids(tokens), skip_special_tokens=True)),
    )
