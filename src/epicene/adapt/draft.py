"""`epicene adapt translate`: a draft of a data set in another language, by a machine, from a file, or by people.

A machine translates text by text: each text is asked once, whatever number of items have it, and never again once it
is in the cache. The context and the three candidates of a test are translated one by one, as StereoSet-fr did: that
breaks many tests, and the rest of this room is there to find and fix them. Target terms stay as they are in the
source, so that the same tests are grouped and results can be laid side by side.
"""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from msgspec.structs import replace

from epicene._version import __version__
from epicene.adapt.adaptation import PEOPLE, Adaptation, AdaptationFacts, same_language
from epicene.adapt.spreadsheets import plain, read_table, write_table
from epicene.core.errors import EpiceneError, InputError
from epicene.core.files import append_lines, cache_folder, whole_lines, write_text
from epicene.core.hashing import SHORT, digest, items_digest
from epicene.core.kinds import AnyKind
from epicene.core.progress import Progress, Silent
from epicene.core.types import Item, Lines, Numbered, System
from epicene.data.datasets import Dataset
from epicene.runs.folder import locked, validate_own_files, validate_same_question

COLUMNS = ("source", "translation")  # of a table that somebody fills in
SUFFIXES = (".json", ".jsonl", ".tsv")  # of data sets that somebody has translated
_MOST_NAMED = 5
_CODE = re.compile(r"[A-Za-z]{2,3}([-_][A-Za-z]{2,4})?")
Draft = tuple[Sequence[Item], AdaptationFacts]


def language_code(text: str) -> str:
    """A language's code as epicene writes it: `FR` is fr, `pt-br` is pt-BR. By it the rules of a language are found."""
    if not _CODE.fullmatch(text.strip()):
        raise InputError(f"--to {text!r} is no language code; write two or three letters, e.g. fr or pt-BR.")
    language, _, region = text.strip().replace("_", "-").partition("-")
    return f"{language.lower()}-{region.upper()}" if region else language.lower()


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
    def kind(self) -> AnyKind:
        return self.dataset.kind

    @property
    def is_revision(self) -> bool:
        """Whether the draft stays within one language; where the source was not named, that may be a slip."""
        name, language = self.dataset.name, self.dataset.benchmark.language
        if self.source not in (None, language):
            raise InputError(f"{name} is in {language}, not in {self.source}; say --from {language}.")
        same = same_language(language, self.target)
        if same and self.source is None:
            raise InputError(
                f"{name} is in {language} already; name another language with --to, or revise it within its "
                f"own with --from {language} --to {language}."
            )
        return same

    def facts(self, system: dict[str, object]) -> AdaptationFacts:
        dataset, benchmark = self.dataset, self.dataset.benchmark
        declared = {key: getattr(benchmark, key) for key in ("title", "licence", "citation", "source")}
        return AdaptationFacts(
            kind=self.kind.name,
            source={**dataset.facts(), **declared, "file": dataset.path.name},
            n=len(self.items),
            source_language=benchmark.language,
            target_language=self.target,
            system=system,
            made=datetime.datetime.now(datetime.UTC).date().isoformat(),
            epicene=__version__,
        )

    def translated(self, item: Item, texts: Mapping[str, str]) -> Item:
        """An item of the source with the texts of a draft."""
        is_translation = "direction" in item.facets and not same_language(item.language, self.target)
        facets = {"origin": "translated"} if is_translation else {}
        return self.kind.with_texts(item, texts, language=self.target, facets=facets)


def translate(request: DraftRequest, system: System, progress: Progress | None = None) -> AdaptationFacts:
    """Translate or resume; returns what `adaptation.json` holds."""
    if request.is_revision:
        raise InputError("Nothing translates a set into its own language; leave --with out to revise it by hand.")
    items, kind, facts = request.items, request.kind, request.facts({"name": system.name, **system.facts})
    progress = progress or Silent()

    def work() -> Draft:
        # What is translated alone shows later whether the translation made sense of it.
        texts = [text for item in items for text in (*kind.texts_of(item).values(), kind.text_alone(item))]
        texts = list(dict.fromkeys(_one_line(text) for text in texts if text.strip()))
        texts_path = Adaptation(request.out).texts_path
        write_text(texts_path, "".join(f"{text}\n" for text in texts))
        known, n_asked = _translations(texts, texts_path, system, facts, progress)
        draft = [
            request.translated(
                item, {name: known.get(_one_line(text), "") for name, text in kind.texts_of(item).items()}
            )
            for item in items
        ]
        alone = {item.id: known[word] for item in items if (word := _one_line(kind.text_alone(item)))}
        return draft, replace(facts, texts=len(texts), asked=n_asked, unrelated_alone=alone)

    return _begin(request, facts, work, progress)


def adopt(request: DraftRequest, path: Path) -> AdaptationFacts:
    """Take a data set that somebody has translated already for a draft: items are joined by id."""
    order = {item.id: number for number, item in enumerate(request.items)}
    items = request.kind.read_translation(path, request.target)
    draft = sorted((item for item in items if item.id in order), key=lambda item: order[item.id])
    if not draft:
        raise InputError(f"{path} has no item with an id of {request.dataset.name}; it is joined to its source by ids.")
    facts = request.facts({"name": path.name, "file": path.name, "digest": items_digest(items)})
    facts = replace(facts, texts=sum(len(item.variants) for item in draft))
    return _begin(request, facts, lambda: (draft, facts))


def begin(request: DraftRequest) -> AdaptationFacts:
    """Leave translating to people: the draft is empty or, in the source's own language, the source itself."""
    texts = {} if request.is_revision else dict.fromkeys(request.kind.texts_to_adapt, "")
    draft = [request.translated(item, texts) for item in request.items]
    facts = request.facts({"name": PEOPLE})
    return _begin(request, facts, lambda: (draft, facts))


def _begin(
    request: DraftRequest, facts: AdaptationFacts, work: Callable[[], Draft], progress: Progress | None = None
) -> AdaptationFacts:
    """Write a draft to its folder, unless it is there; a folder may hold what a killed run left, and nothing else."""
    adaptation, suffix = Adaptation(request.out), request.kind.suffix
    with locked(request.out):
        if adaptation.facts_path.exists():
            validate_same_question(request.out, adaptation.facts.question, facts.question)
            if progress:
                progress.say(f"{request.out} already holds this draft")
            return adaptation.facts
        own = {"source.txt", "source.jsonl", "sentences.jsonl", f"draft.{suffix}"}
        if any(entry.name not in own and not entry.name.startswith(".") for entry in request.out.iterdir()):
            validate_own_files(request.out, "adaptation")
        adaptation.write_source(request.items)
        draft, facts = work()
        adaptation.write_draft(draft, facts)
    return facts


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _translations(
    texts: Sequence[str], texts_path: Path, system: System, facts: AdaptationFacts, progress: Progress
) -> tuple[dict[str, str], int]:
    """All translations by text, and how many had to be asked.

    What a system ever translated in one direction is in a file of epicene's cache, so that nothing is paid for twice. A
    line is a translation; lines are only ever added, and written through after each batch: a kill loses at most the
    batch under way, and half a line at the end is dropped and asked again.
    """
    readable = re.sub(r"[^a-z0-9]+", "-", system.name.lower()).strip("-")[-40:]
    name = f"{readable}-{facts.source_language}-{facts.target_language}-{digest(dict(facts.system))[:SHORT]}"
    folder = cache_folder() / "translations" / name
    path = folder / "translations.jsonl"
    with locked(folder):  # two processes that ask the same would pay twice
        try:
            known = {record["text"]: record["translation"] for record in map(json.loads, whole_lines(path))}
        except (ValueError, KeyError, TypeError):
            raise EpiceneError(
                f"{path} has a line that is no translation. Correct that line or move the file away."
            ) from None
        to_ask = [(number, text) for number, text in enumerate(texts) if text not in known]
        if to_ask:
            system.check(texts, texts_path)
        progress.start(f"Translating with {system.name}", len(texts), len(texts) - len(to_ask))
        for batch in system.translate(to_ask):
            translated = {texts[number]: translation for number, translation in batch}
            append_lines(path, ({"text": text, "translation": made} for text, made in translated.items()))
            known |= translated
            progress.advance(len(batch))
        return known, len(to_ask)


@dataclass
class TranslatedFile:
    """A system in the sense of `adapt translate` that looks up what somebody else translated: a table with the columns
    source and translation. Where the file does not exist yet, it is written with every source text and an empty column
    to fill in.
    """

    path: Path

    @property
    def name(self) -> str:
        return self.path.name

    @property
    def facts(self) -> Mapping[str, object]:
        return {"file": self.path.name, "digest": digest(sorted(self._by_plain_text.items()))}

    def check(self, lines: Lines[str], file: Path) -> None:
        """Every text must have a translation."""
        if not self.path.exists():
            if self.path.suffix != ".csv":
                raise InputError(f"{self.path} does not exist; check the path, or name a FILE.csv to be filled in.")
            write_table(self.path, COLUMNS, [{"source": line, "translation": ""} for line in lines])
            raise InputError(
                f"{self.path} did not exist and now holds the {len(lines)} texts to translate. Fill in its column "
                "`translation` and run the same command again."
            )
        known = self._by_plain_text
        if missing := [line for line in lines if not known.get(plain(line))]:
            rows = {plain(row["source"]): row.line for row in read_table(self.path, COLUMNS)}
            named = ", ".join(str(rows.get(plain(line), f"“{line}”")) for line in missing[:_MOST_NAMED])
            raise InputError(
                f"{self.path} has no translation for {len(missing)} of {len(lines)} texts (lines, or texts that no "
                f"line has: {named}{', …' * (len(missing) > _MOST_NAMED)}); fill them in."
            )

    def translate(self, lines: Lines[Numbered]) -> Iterator[list[Numbered]]:
        yield [(number, self._by_plain_text.get(plain(line), "")) for number, line in lines]

    @cached_property
    def _by_plain_text(self) -> dict[str, str]:
        """Translations by source text, although the spreadsheet may have made its quotation marks curly."""
        texts: dict[str, str] = {}
        for row in read_table(self.path, COLUMNS) if self.path.exists() else ():
            source, translation = plain(row["source"]), _one_line(row["translation"])
            if texts.setdefault(source, translation) != translation:
                raise InputError(f"{row.where}: “{row['source']}” has two translations; keep one.")
        return texts
