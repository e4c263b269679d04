"""`epicene adapt translate`: a draft of a data set in another language, text by text.

Each text is asked once, whatever number of items have it, and never again once it is in the memory. The context and
the three candidates of a test are translated one by one, as StereoSet-fr did: that breaks many tests, and the rest of
this room is there to find and mend them. Target terms stay as they are in the source, so that the same tests are
grouped and results can be laid side by side.
"""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from msgspec.structs import replace

import epicene
from epicene.adapt.adaptation_folder import PEOPLE, Adaptation, AdaptationFacts, same_language, source_facts
from epicene.adapt.spreadsheets import plain, read_table, write_table
from epicene.core.command_language import said
from epicene.core.errors import EpiceneError, InputError
from epicene.core.files import append_lines, cache_folder, whole_lines, write_text
from epicene.core.hashing import SHORT, digest, items_digest
from epicene.core.kinds import KINDS, ItemKind
from epicene.core.progress import Progress, Silent
from epicene.core.types import Item, Lines, Numbered, System
from epicene.data.datasets import Dataset
from epicene.runs.folder import locked, refuse_another_question, refuse_foreign_files

COLUMNS = ("source", "translation")  # of a table that somebody fills in
_MOST_NAMED = 5
SUFFIXES = (".json", ".jsonl", ".tsv")  # of data sets that somebody has translated
_CODE = re.compile(r"[A-Za-z]{2,3}([-_][A-Za-z]{2,4})?")


@dataclass
class Memory:
    """What was ever translated, so that nothing is paid for twice: translations by text.

    `folder`, in epicene's cache, belongs to one system and direction. Its file has a line a translation, is only ever
    added to, and written through after each batch. A kill loses at most the batch under way; half a line at the end is
    dropped and asked again.
    """

    folder: Path
    known: dict[str, str] = field(default_factory=dict, init=False)

    @property
    def path(self) -> Path:
        return self.folder / "translations.jsonl"

    @contextmanager
    def opened(self) -> Iterator[Memory]:
        """For one process at a time: two that ask the same would pay twice."""
        with locked(self.folder):
            self.known = self._read()
            yield self

    def append(self, translations: Sequence[tuple[str, str]]) -> None:
        append_lines(self.path, ({"text": text, "translation": made} for text, made in translations))
        self.known.update(translations)

    def _read(self) -> dict[str, str]:
        try:
            return {record["text"]: record["translation"] for record in map(json.loads, whole_lines(self.path))}
        except (ValueError, KeyError, TypeError):
            raise EpiceneError(
                "{path} has a line that is no translation. Correct that line or move the file away.", path=self.path
            ) from None


def memory_of(name: str, facts: Mapping[str, object], source: str, target: str) -> Memory:
    """Where the translations of a system, known by its facts, from one language into another are kept."""
    readable = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[-40:]
    folder = f"{readable}-{source}-{target}-{digest(dict(facts))[:SHORT]}"
    return Memory(cache_folder() / "translations" / folder)


@dataclass(frozen=True, slots=True)
class DraftRequest:
    """What to translate, into what, to which folder."""

    dataset: Dataset
    target: str
    out: Path
    limit: int | None = None
    source: str | None = None  # the language that it must be in, where one was named

    @property
    def items(self) -> Sequence[Item]:
        return self.dataset.items[: self.limit]

    @property
    def is_revision(self) -> bool:
        """Within one language; a source that was not named may be a slip."""
        name, language = self.dataset.name, self.dataset.benchmark.language
        if self.source not in (None, language):
            raise InputError(
                "{name} is in {language}, not in {source}; say --from {language}.",
                name=name,
                language=language,
                source=self.source,
            )
        same = same_language(language, self.target)
        if same and self.source is None:
            raise InputError(
                "{name} is in {language} already; name another language with --to, or revise it within its "
                "own with --from {language} --to {language}.",
                name=name,
                language=language,
            )
        return same


def language_code(text: str) -> str:
    """A language's code as epicene writes it: `FR` is fr, `pt-br` is pt-BR. By it the rules of a language are found."""
    language, _, region = text.strip().replace("_", "-").partition("-")
    if not _CODE.fullmatch(text.strip()):
        raise InputError("--to {text!r} is no language code; write two or three letters, e.g. fr or pt-BR.", text=text)
    return f"{language.lower()}-{region.upper()}" if region else language.lower()


def translate(request: DraftRequest, system: System, progress: Progress | None = None) -> AdaptationFacts:
    """Translate or resume; returns what `adaptation.json` holds."""
    progress = progress or Silent()
    items, kind = request.items, request.dataset.kind
    if request.is_revision:
        raise InputError("Nothing translates a set into its own language; leave --with out to revise it by hand.")
    adaptation, asked_for = Adaptation(request.out), _facts(request, {"name": system.name, **system.facts})
    with locked(request.out):
        if adaptation.facts_path.exists():
            refuse_another_question(request.out, adaptation.facts.question, asked_for.question)
            progress.say(said("{out} already holds this draft", out=request.out))
            return adaptation.facts
        _refuse_other_folder(request.out)
        texts = distinct_texts(items, kind)
        write_text(adaptation.texts_path, "".join(f"{text}\n" for text in texts))
        adaptation.write_source(items)
        known, asked = _translations(texts, system, asked_for, adaptation, progress)
        drafts = [_draft(item, known, request.target, kind) for item in items]
        alone = {item.id: known[word] for item in items if (word := one_line(kind.text_alone(item)))}
        facts = replace(asked_for, texts=len(texts), asked=asked, unrelated_alone=alone)
        adaptation.write_draft(drafts, facts)
    return facts


def adopt(request: DraftRequest, path: Path) -> AdaptationFacts:
    """The same with a data set that somebody has translated already for a draft: items are joined by id."""
    items = request.dataset.kind.read_translation(path, request.target)
    wanted = {item.id: number for number, item in enumerate(request.items)}
    if not any(item.id in wanted for item in items):
        raise InputError(
            "{path} has no item with an id of {name}; it is joined to its source by ids.",
            path=path,
            name=request.dataset.name,
        )
    facts = _facts(request, {"name": path.name, "file": path.name, "digest": items_digest(items)})
    draft = sorted((item for item in items if item.id in wanted), key=lambda item: wanted[item.id])
    return _begin(request, draft, replace(facts, texts=sum(len(item.variants) for item in draft)))


def begin(request: DraftRequest) -> AdaptationFacts:
    """Nothing is translated but by people: the draft is empty or, in the source's own language, the source itself."""
    kind, empty = request.dataset.kind, {}
    if not request.is_revision:
        empty = dict.fromkeys(kind.texts_to_adapt, "")
    draft = [_said(item, empty, request.target, kind) for item in request.items]
    return _begin(request, draft, _facts(request, {"name": PEOPLE}))


def _begin(request: DraftRequest, draft: Sequence[Item], facts: AdaptationFacts) -> AdaptationFacts:
    adaptation = Adaptation(request.out)
    with locked(request.out):
        if adaptation.facts_path.exists():
            refuse_another_question(request.out, adaptation.facts.question, facts.question)
            return adaptation.facts
        refuse_foreign_files(request.out, "adaptation")
        adaptation.write_source(request.items)
        adaptation.write_draft(draft, facts)
    return facts


def _facts(request: DraftRequest, system: dict[str, object]) -> AdaptationFacts:
    return AdaptationFacts(
        kind=request.dataset.kind.name,
        source=source_facts(request.dataset),
        n=len(request.items),
        source_language=request.dataset.benchmark.language,
        target_language=request.target,
        system=system,
        made=datetime.datetime.now(datetime.UTC).date().isoformat(),
        epicene=epicene.__version__,
    )


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
    texts: Sequence[str], system: System, facts: AdaptationFacts, adaptation: Adaptation, progress: Progress
) -> tuple[dict[str, str], int]:
    """All translations by text, and how many had to be asked."""
    memory = memory_of(system.name, facts.system, facts.source_language, facts.target_language)
    with memory.opened():
        todo = [(place, text) for place, text in enumerate(texts) if text not in memory.known]
        if todo:
            system.check(texts, adaptation.texts_path)
        progress.start(said("Translating with {name}", name=system.name), len(texts), len(texts) - len(todo))
        for batch in system.translate(todo):
            memory.append([(texts[place], translation) for place, translation in batch])
            progress.advance(len(batch))
        return dict(memory.known), len(todo)


def _draft(item: Item, known: Mapping[str, str], language: str, kind: ItemKind) -> Item:
    texts = {name: known.get(one_line(text), "") for name, text in kind.texts_of(item).items()}
    return _said(item, texts, language, kind)


def _said(item: Item, texts: Mapping[str, str], language: str, kind: ItemKind) -> Item:
    translated = "direction" in item.facets and not same_language(item.language, language)
    return kind.with_texts(item, texts, language=language, facets={"origin": "translated"} if translated else {})


@dataclass
class TranslatedFile:
    """A system in the sense of `adapt translate` that looks up what somebody else translated: a table with the columns
    source and translation. Where the file does not exist yet, it is written with every source text and an empty column
    to fill in.
    """

    path: Path
    _texts: dict[str, str] = field(default_factory=dict, init=False, repr=False)

    @property
    def name(self) -> str:
        return self.path.name

    @property
    def facts(self) -> Mapping[str, object]:
        return {"file": self.path.name, "digest": digest(sorted(self._read().items()))}

    def check(self, lines: Lines[str], file: Path) -> None:
        """Every text must have a translation."""
        if not self.path.exists():
            if self.path.suffix != ".csv":
                raise InputError(
                    "{path} does not exist; check the path, or name a FILE.csv to be filled in.", path=self.path
                )
            write_table(self.path, COLUMNS, [{"source": line, "translation": ""} for line in lines])
            raise InputError(
                "{path} did not exist and now holds the {n_lines} texts to translate. Fill in its column "
                "`translation` and run the same command again.",
                path=self.path,
                n_lines=len(lines),
            )
        known = self._by_source(lines)
        missing = [line for line in lines if not known.get(line)]
        if missing:
            rows = {plain(row["source"]): row.line for row in read_table(self.path, COLUMNS)}
            places = [str(rows.get(plain(line), f"“{line}”")) for line in missing]
            named = ", ".join(places[:_MOST_NAMED]) + (", …" if len(missing) > _MOST_NAMED else "")
            raise InputError(
                "{path} has no translation for {n_missing} of {n_lines} texts (lines, or texts that no line has: "
                "{named}); fill them in.",
                path=self.path,
                n_missing=len(missing),
                n_lines=len(lines),
                named=named,
            )

    def translate(self, lines: Lines[Numbered]) -> Iterator[list[Numbered]]:
        known = self._by_source([line for _, line in lines])
        yield [(place, known[line]) for place, line in lines]

    def _by_source(self, lines: Iterable[str]) -> dict[str, str]:
        """By source text as we wrote it, although the spreadsheet may have made its quotation marks curly."""
        folded = {plain(source): text for source, text in self._read().items()}
        return {line: folded.get(plain(line), "") for line in lines}

    def _read(self) -> dict[str, str]:
        if not self._texts and self.path.exists():
            for row in read_table(self.path, COLUMNS):
                made = " ".join(row["translation"].split())
                if self._texts.get(row["source"], made) != made:
                    raise InputError(
                        "{where}: “{source}” has two translations; keep one.", where=row.where, source=row["source"]
                    )
                self._texts[row["source"]] = made
        return self._texts
