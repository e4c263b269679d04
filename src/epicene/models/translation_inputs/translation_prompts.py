"""Language models that translate because they are asked to: the prompt, and what of their answer is the translation."""

from __future__ import annotations

import string
import tomllib
from dataclasses import dataclass
from pathlib import Path

from epicene.core.errors import InputError
from epicene.core.hashing import SHORT, digest
from epicene.data.text_files import read_text
from epicene.grammar.tables import read_table
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
        raise InputError("{path} is no TOML: {error}.", path=path, error=error) from error
    for kind, template in content.items():
        if kind not in (CHAT, PLAIN) or not isinstance(template, str):
            raise InputError(
                "{path}: {kind} is no prompt. Write {chat} or {plain} with a text.",
                path=path,
                kind=kind,
                chat=CHAT,
                plain=PLAIN,
            )
        try:
            fields = sorted(name for _, name, _, _ in string.Formatter().parse(template) if name is not None)
        except ValueError as error:
            raise InputError(
                "{path}, {kind}: its braces do not match ({error}).", path=path, kind=kind, error=error
            ) from error
        if set(fields) - set(FIELDS) or fields.count("text") != 1:
            raise InputError(
                "{path}, {kind}: it shows {{text}} once, and may show {{source}} and {{target}}.", path=path, kind=kind
            )
        if kind == PLAIN and template.rstrip().endswith("{text}"):
            raise InputError(
                "{path}, {kind}: something stands behind {{text}}, such as “{{target}}:” on a new line.",
                path=path,
                kind=kind,
            )
    if not content:
        raise InputError(
            "{path} has no prompt. Write {chat} or {plain} with a text.", path=path, chat=CHAT, plain=PLAIN
        )
    return content


def first_line(text: str) -> str:
    """The translation: the first line that says something, its spaces one."""
    return next((" ".join(line.split()) for line in text.splitlines() if line.strip()), "")
