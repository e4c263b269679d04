"""A tag before each source sentence, for systems that were trained with one (`epicene debias --by tag`).

`source_tags.json` in a system's folder says which words are the tags and what chooses among them. What chooses is found
by its name (entry point `epicene.source_tags`) and is given the source alone, so that a tag is the same whatever the
sentence is translated as.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
from msgspec import Struct

from epicene.core.errors import InputError
from epicene.core.files import write_json
from epicene.core.registry import Registry
from epicene.models.language_codes import same_language

FILE = "source_tags.json"
NEUTRAL = "neutral"  # the tag of a sentence that says nothing

Finder = Callable[[str, str], str]  # sentence and language to the name of a tag
FINDERS: Registry[Finder] = Registry("source tag", "epicene.source_tags")


class SourceTags(Struct, frozen=True):
    """`by` names what chooses, `tags` are the words that it puts before a sentence of `language`."""

    by: str
    language: str
    tags: dict[str, str]

    def before(self, sentence: str) -> str:
        return f"{self.tags[FINDERS[self.by](sentence, self.language)]} "

    def write(self, folder: Path) -> None:
        write_json(folder / FILE, msgspec.to_builtins(self))


def read_source_tags(folder: Path, language: str) -> SourceTags | None:
    """Those of a system's folder, which was trained to translate from one language with them."""
    path = folder / FILE
    if not path.is_file():
        return None
    try:
        source_tags = msgspec.json.decode(path.read_bytes(), type=SourceTags)
    except msgspec.DecodeError as error:
        raise InputError(f"{path} is damaged ({error}). Copy the system's folder again.") from error
    if NEUTRAL not in source_tags.tags:
        raise InputError(f"{path} has no {NEUTRAL!r} among its tags. Copy the system's folder again.")
    if not same_language(language, source_tags.language):
        raise InputError(
            f"{folder} was trained with tags before sentences in {source_tags.language!r}, so that it cannot "
            f"translate from {language!r}. Name the system that it was made from."
        )
    return source_tags
