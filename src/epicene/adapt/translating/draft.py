"""`epicene adapt translate`: a draft of a data set in another language, text by text.

Each text is asked once, whatever number of items have it, and never again once it is in the memory. The context and
the three candidates of a test are translated one by one, as StereoSet-fr did: that breaks many tests, and the rest of
this room is there to find and mend them. Target terms stay as they are in the source, so that the same tests are
grouped and results can be laid side by side.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import epicene
from epicene.adapt.adaptation_folder import Adaptation, source_facts
from epicene.adapt.translating.translation_memory import memory_of
from epicene.core.errors import InputError
from epicene.core.files import write_text
from epicene.core.kinds import KINDS, ItemKind
from epicene.core.progress import Progress, Silent
from epicene.core.translator import System
from epicene.core.types import Item
from epicene.data.datasets import Dataset
from epicene.runs.folder import locked, refuse_foreign_files

_CODE = re.compile(r"[A-Za-z]{2,3}([-_][A-Za-z]{2,4})?")


@dataclass(frozen=True, slots=True)
class DraftRequest:
    """What to translate, into what, to which folder."""

    dataset: Dataset
    target: str
    out: Path
    limit: int | None = None


def language_code(text: str) -> str:
    """A language's code as epicene writes it: `FR` is fr, `pt-br` is pt-BR. By it the rules of a language are found."""
    language, _, region = text.strip().replace("_", "-").partition("-")
    if not _CODE.fullmatch(text.strip()):
        raise InputError(f"--to {text!r} is no language code; write two or three letters, e.g. fr or pt-BR.")
    return f"{language.lower()}-{region.upper()}" if region else language.lower()


def translate(request: DraftRequest, system: System, progress: Progress | None = None) -> dict[str, Any]:
    """Translate or resume; returns what `adaptation.json` holds."""
    progress = progress or Silent()
    items, kind = request.dataset.items[: request.limit], request.dataset.kind
    language = request.dataset.benchmark.language
    if language.split("-")[0] == request.target.split("-")[0]:
        raise InputError(f"{request.dataset.name} is in {language} already; name another language with --to.")
    question = {
        "kind": kind.name,
        "source": source_facts(request.dataset),
        "n": len(items),
        "from": language,
        "to": request.target,
        "system": {"name": system.name, **system.facts},
    }
    adaptation = Adaptation(request.out)
    with locked(request.out):
        if adaptation.facts_path.exists():
            adaptation.refuse_another(question)
            progress.say(f"{request.out} already holds this draft")
            return adaptation.facts
        _refuse_other_folder(request.out)
        texts = distinct_texts(items, kind)
        write_text(adaptation.texts_path, "".join(f"{text}\n" for text in texts))
        adaptation.write_source(items)
        known, asked = _translations(texts, system, question, adaptation, progress)
        drafts = [_draft(item, known, request.target, kind) for item in items]
        alone = {item.id: known[word] for item in items if (word := one_line(kind.text_alone(item)))}
        facts = {
            **question,
            "texts": len(texts),
            "asked": asked,
            "made": datetime.datetime.now(datetime.UTC).date().isoformat(),
            "epicene": epicene.__version__,
            "unrelated_alone": alone,
        }
        adaptation.write_draft(drafts, facts)
    return facts


def _refuse_other_folder(path: Path) -> None:
    """A folder may hold what a beginning cut short leaves, and nothing else."""
    own = {"source.txt", "source.jsonl", "sentences.jsonl", *(f"draft.{kind.suffix}" for kind in KINDS.values())}
    if any(entry.name not in own and not entry.name.startswith(".") for entry in path.iterdir()):
        refuse_foreign_files(path, "adaptation")


def distinct_texts(items: Sequence[Item], kind: ItemKind) -> list[str]:
    """Every text to translate, once, on one line; also what is translated alone, which shows later whether the
    translation made sense of it."""
    texts: dict[str, None] = {}
    for item in items:
        said = [*kind.texts_of(item).values(), kind.text_alone(item)]
        texts.update(dict.fromkeys(one_line(text) for text in said if text.strip()))
    return list(texts)


def one_line(text: str) -> str:
    return " ".join(text.split())


def _translations(
    texts: Sequence[str], system: System, question: Mapping[str, Any], adaptation: Adaptation, progress: Progress
) -> tuple[dict[str, str], int]:
    """All translations by text, and how many had to be asked."""
    memory = memory_of(system.name, question["system"], question["from"], question["to"])
    with memory.opened():
        todo = [text for text in texts if text not in memory.known]
        if todo:
            system.check(texts, adaptation.texts_path)
        places = [(place, text) for place, text in enumerate(texts) if text not in memory.known]
        progress.start(f"Translating with {system.name}", len(texts), len(texts) - len(todo))
        for batch in system.translate(places):
            memory.append([(texts[place], translation) for place, translation in batch])
            progress.advance(len(batch))
        return dict(memory.known), len(todo)


def _draft(item: Item, known: Mapping[str, str], language: str, kind: ItemKind) -> Item:
    texts = {name: known.get(one_line(text), "") for name, text in kind.texts_of(item).items()}
    facets = {"origin": "translated"} if "direction" in item.facets else {}
    return kind.with_texts(item, texts, language=language, facets=facets)
