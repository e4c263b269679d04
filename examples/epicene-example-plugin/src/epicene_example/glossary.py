"""A translation engine: `glossary:FILE` puts each word by the one beside it in a file of two columns."""

from pathlib import Path

from epicene.core.errors import InputError
from epicene.mt.translating.translation_engine import Answer, LineSystem, SystemRequest, TranslationEngine


class Glossary(TranslationEngine):
    name = "glossary"

    def open(self, request: SystemRequest) -> LineSystem:
        spec = request.choice.spec
        file = Path(spec.removeprefix("glossary:"))
        if not file.is_file():
            raise InputError(f"{spec}: there is no such file; name one with two columns, a tab between them.")

        def load() -> Answer:
            words = dict(line.split("\t") for line in file.read_text(encoding="utf-8").splitlines())
            return lambda lines: [" ".join(words.get(word, word) for word in line.split()) for line in lines]

        return LineSystem(spec, [file], load)


ENGINE = Glossary()
