"""Language models that translate because they are asked to: the prompt, and what of their answer is the translation."""

from __future__ import annotations

import string
import tomllib
from dataclasses import dataclass
from pathlib import Path

from epicene.core.errors import InputError
from epicene.core.hashing import SHORT, digest
from epicene.data.text_files import read_text
from epicene.grammar.word_patterns import read_table
from epicene.models.language_codes import english_name

CHAT, PLAIN = "chat", "plain"
FIELDS = ("source", "target", "text")


@dataclass(frozen=True, slots=True)
class Prompt:
    """One template, between two languages."""

    kind: str
    template: str
    source: str
    target: str

    def of(self, text: str) -> str:
        return self.template.format(source=self.source, target=self.target, text=text)

    @property
    def facts(self) -> dict[str, str]:
        """What tells it from any other, for manifests and signatures."""
        return {"prompt": self.of("{text}"), "prompt_digest": self.named}

    @property
    def named(self) -> str:
        return digest([self.kind, self.of("{text}")])[:SHORT]

    @property
    def lead(self) -> str:
        """What stands on the last line of a prompt that is gone on from, before the translation."""
        return f"{self.of('').rpartition(chr(10))[2]} " if self.kind == PLAIN else ""


def prompt_for(kind: str, source: str, target: str, name: str, path: Path | None = None) -> Prompt:
    """Ours or the user's, for a model of that name."""
    templates = {**read_table("models/translation_inputs/translation_prompts.toml"), **(_checked(path) if path else {})}
    return Prompt(kind, templates[kind].strip(), *(english_name(one, name) for one in (source, target)))


def _checked(path: Path) -> dict[str, str]:
    try:
        content = tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{path} is no TOML: {error}.") from error
    for kind, template in content.items():
        if kind not in (CHAT, PLAIN) or not isinstance(template, str):
            raise InputError(f"{path}: {kind} is no prompt. Write {CHAT} or {PLAIN} with a text.")
        try:
            fields = sorted(name for _, name, _, _ in string.Formatter().parse(template) if name is not None)
        except ValueError as error:
            raise InputError(f"{path}, {kind}: its braces do not match ({error}).") from error
        if set(fields) - set(FIELDS) or fields.count("text") != 1:
            raise InputError(f"{path}, {kind}: it shows {{text}} once, and may show {{source}} and {{target}}.")
        if kind == PLAIN and template.rstrip().endswith("{text}"):
            raise InputError(f"{path}, {kind}: something stands behind {{text}}, such as “{{target}}:” on a new line.")
    if not content:
        raise InputError(f"{path} has no prompt. Write {CHAT} or {PLAIN} with a text.")
    return content
