"""`firefox:FOLDER`: a model that Firefox translates with; the package fxtranslate is an extra."""

from __future__ import annotations

import re
from importlib.metadata import version
from pathlib import Path
from typing import Any

from epicene.core.errors import InputError
from epicene.models.translation_text import check_language, same_language
from epicene.mt.translating.line_system import Answer, LineSystem
from epicene.mt.translating.translation_engine import SystemRequest, TranslationEngine, import_package

FIREFOX, FXTRANSLATE = "firefox", "fxtranslate"
_MODEL = re.compile(r"model\.(?P<pair>[a-z]{4,8})\..*bin")


class Firefox(TranslationEngine):
    name = FIREFOX

    def open(self, request: SystemRequest) -> LineSystem:
        folder = Path(request.choice.spec.removeprefix(f"{FIREFOX}:")).expanduser()
        return open_firefox(folder, request.languages)


ENGINE = Firefox()


def open_firefox(folder: Path, languages: tuple[str, str]) -> LineSystem:
    """A folder with model.XXYY.*.bin, vocab.XXYY.spm (or srcvocab and trgvocab) and, if there, lex.XXYY.*.bin."""
    spec = f"{FIREFOX}:{folder}"
    if not folder.is_dir():
        raise InputError(f"{spec}: there is no such folder; name one with a model that Firefox translates with.")
    models = {path: found for path in sorted(folder.iterdir()) if (found := _MODEL.fullmatch(path.name))}
    if len(models) != 1:
        raise InputError(f"{spec} has {len(models)} models (model.XXYY….bin); a folder of one is needed.")
    [(model, match)] = models.items()
    _check_pair(spec, match["pair"], languages)
    vocabularies = [_one(folder, spec, f"{side}vocab.*.spm", "vocab.*.spm") for side in ("src", "trg")]
    shortlist = next(iter(sorted(folder.glob("lex.*.bin"))), None)
    fxtranslate: Any = import_package(FXTRANSLATE, spec)
    files = list(dict.fromkeys([model, *vocabularies, *([shortlist] if shortlist else [])]))

    def load() -> Answer:
        source, target = (path.read_bytes() for path in vocabularies)
        try:
            translator = fxtranslate.Translator(
                model.read_bytes(), source, target, shortlist.read_bytes() if shortlist else None
            )
        except ValueError as error:
            raise InputError(f"fxtranslate cannot load {model} ({error}); fetch the model again.") from error
        return lambda lines: [" ".join(translator.translate_long(line).split()) for line in lines]

    return LineSystem(spec, files, load, {FXTRANSLATE: version(FXTRANSLATE)})


def _check_pair(spec: str, pair: str, languages: tuple[str, str]) -> None:
    for language in languages:
        check_language(language)
    half = len(pair) // 2
    own = pair[:half], pair[half:]
    if not all(map(same_language, own, languages)):
        raise InputError(f"{spec} translates from {own[0]} to {own[1]}, not from {languages[0]} to {languages[1]}.")


def _one(folder: Path, spec: str, *patterns: str) -> Path:
    for pattern in patterns:
        if paths := sorted(folder.glob(pattern)):
            return paths[0]
    raise InputError(f"{spec} has no vocabulary ({', '.join(patterns)}); put the model's own there.")
