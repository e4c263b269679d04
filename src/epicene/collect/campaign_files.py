"""What an organiser gives a campaign: settings, texts in each language, messages, its look, its own controls.

All that a program cannot know about a campaign is in them: to what people agree, whom they can turn to, what counts as
a stereotype here. A setting has a default, and a file that is not there is replaced by what ships with epicene.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import resources
from pathlib import Path
from typing import NamedTuple, Self

import msgspec
from fluent.syntax import FluentParser, ast
from markupsafe import Markup
from sqlalchemy import select
from sqlalchemy.orm import Session

from epicene.collect.message_catalogue import LANGUAGES, catalogue
from epicene.collect.store.schema import CampaignFile, TaskName, now
from epicene.core.catalogues import entries
from epicene.core.errors import InputError
from epicene.core.files import write_bytes
from epicene.core.language import parsed
from epicene.data.vocabulary import BIAS_TYPES

MOST_JUDGMENTS = 1000
COUNTRIES = ("fr", "be", "ch", "ca", "elsewhere")
# The grounds of style.css, and what is written on a button there: an accent must be read on the one, under the other.
GROUNDS = {"accent": ("#fbfaf7", "#ffffff"), "accent-dark": ("#15191b", "#0d1b21")}
LEAST_CONTRAST = 4.5  # WCAG 2.1, 1.4.3
MOST_BYTES = 256 * 1024
LOGOS = {"logo.svg": "image/svg+xml", "logo.png": "image/png"}
SETTINGS, CONTROLS = "campaign.toml", "controls.json"
TEXTS = ("consent", "information", "helpline", *(f"guidelines-{task}" for task in TaskName))
_CODE = re.compile(r"[a-z][a-z0-9-]{0,30}")
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_TEXT = re.compile(rf"(?:{'|'.join(TEXTS)})\.([a-z]{{2,3}})\.md")
_ALLOWED = frozenset({"NUMBER", "PERCENT"})  # functions of messages
_DIGITS = re.compile(r"digits:\s*(\d+)")
_MESSAGES = re.compile(r"messages\.([a-z]{2,3})\.ftl")


class CampaignSettings(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Kept with the campaign as JSON. `judgments_per_sentence`: each sentence is given until it has so many, then no
    more; without it all are given evenly. Of honest people, `controls_error` per cent may fail the hidden controls;
    with 0 nobody fails. With `second_opinion`, two curators must agree on what is kept. `types` are the bias types that
    can be chosen, `countries` those where people may live, `colours` the accents on light and dark."""

    judgments_per_sentence: int | None = None
    controls_error: float = 1.0
    second_opinion: bool = False
    types: tuple[str, ...] = BIAS_TYPES
    countries: tuple[str, ...] = COUNTRIES
    colours: dict[str, str] = {}

    @classmethod
    def read(cls, stored: dict[str, object]) -> Self:
        return msgspec.convert(stored, cls)

    def as_stored(self) -> dict[str, object]:
        stored: dict[str, object] = msgspec.to_builtins(self)
        return stored

    def check(self) -> None:
        """Raises one sentence about the first that cannot be."""
        judgments = self.judgments_per_sentence
        if judgments is not None and not 2 <= judgments <= MOST_JUDGMENTS:
            raise InputError(
                f"--judgments-per-sentence must be from 2 to {MOST_JUDGMENTS}: one alone has no agreement."
            )
        if not 0 <= self.controls_error <= 20:
            raise InputError("--controls-error is a percentage, from 0 to 20.")
        for name, codes in (("types", self.types), ("countries", self.countries)):
            wrong = [code for code in codes if not _CODE.fullmatch(code)]
            if wrong or not codes or len(set(codes)) < len(codes):
                raise InputError(
                    f"{name} must be different short names such as caste or br, not {wrong or list(codes)}."
                )
        for name, colour in self.colours.items():
            if name not in GROUNDS or not _COLOUR.fullmatch(colour):
                raise InputError(
                    f"colours: {name} = {colour!r} must be one of {', '.join(GROUNDS)}, such as '#7a1f5c'."
                )
            for ground in GROUNDS[name]:
                if (seen := contrast(colour, ground)) < LEAST_CONTRAST:
                    raise InputError(
                        f"colours: {name} = {colour} cannot be read on {ground}: its contrast is {seen:.1f}, and "
                        f"{LEAST_CONTRAST} is wanted."
                    )


def contrast(colour: str, ground: str) -> float:
    """From 1 to 21 (WCAG 2.1)."""

    def luminance(code: str) -> float:
        parts = (int(code[start : start + 2], 16) / 255 for start in (1, 3, 5))
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    low, high = sorted((luminance(colour), luminance(ground)))
    return (high + 0.05) / (low + 0.05)


class StoredFile(NamedTuple):
    version: str
    content: bytes


class CampaignFiles(dict[str, StoredFile]):
    """Those in force, by name; never changed, and equal by what they are, so that what is made of them can be kept."""

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset((name, file.version) for name, file in self.items()))

    def languages(self) -> tuple[str, ...]:
        """Those that pages can be read in: ours, and those that a catalogue was given for."""
        own = (match[1] for name in sorted(self) if (match := _MESSAGES.fullmatch(name)))
        return (*LANGUAGES, *(code for code in own if code not in LANGUAGES))

    def messages(self, code: str) -> dict[str, str]:
        file = self.get(f"messages.{code}.ftl")
        return {} if file is None else entries(file.content.decode("utf-8"))

    def logo(self) -> str:
        return next((name for name in LOGOS if name in self), "")

    def text(self, name: str, code: str, campaign_language: str) -> Markup | None:
        """A text as HTML: the reader's language, else the campaign's, else what ships with epicene, where it does."""
        file = self._own(name, code, campaign_language)
        text = file.content.decode("utf-8") if file else bundled_text(name, code if code in LANGUAGES else "en")
        return None if text is None else rendered(text)

    def _own(self, name: str, code: str, campaign_language: str) -> StoredFile | None:
        return self.get(f"{name}.{code}.md") or self.get(f"{name}.{campaign_language}.md")

    def consent_version(self, code: str, campaign_language: str, otherwise: str) -> str:
        """Which texts somebody had before them: of consent and of information, by their first letters."""
        shown = [self._own(name, code, campaign_language) for name in TEXTS[:2]]
        versions = [file.version[:6] if file else "" for file in shown]
        return f"{code[:2]}-{versions[0] or otherwise}-{versions[1] or otherwise}" if any(versions) else otherwise


@lru_cache(maxsize=256)
def rendered(text: str) -> Markup:
    """Markdown as HTML: no HTML of its own, no pictures from elsewhere, and headings below the page's."""
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": False}).disable("image")
    tokens = parser.parse(text)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(int(token.tag[1]) + 1, 6)}"
    return Markup(parser.renderer.render(tokens, parser.options, {}))  # noqa: S704 - raw HTML is off


@cache
def bundled_text(name: str, code: str) -> str | None:
    file = resources.files("epicene.collect").joinpath("guidelines", f"{name.removeprefix('guidelines-')}.{code}.md")
    return file.read_text(encoding="utf-8") if name.startswith("guidelines-") and file.is_file() else None


def read_folder(folder: Path) -> dict[str, bytes]:
    """Everything in it, checked: what people would see broken is refused here."""
    if not folder.is_dir():
        raise InputError(
            f"--files: {folder} is no folder. `epicene collect template {folder}` makes one to begin with."
        )
    files = {}
    for path in sorted(folder.iterdir()):
        if path.name.startswith(".") or path.name == "README.md":
            continue
        others = (*LOGOS, SETTINGS, CONTROLS)
        if not (_TEXT.fullmatch(path.name) or _MESSAGES.fullmatch(path.name) or path.name in others):
            names = ", ".join((*(f"{name}.LANGUAGE.md" for name in TEXTS), "messages.LANGUAGE.ftl", *others))
            raise InputError(f"{path} is none of a campaign's files; they are {names}.")
        if not path.is_file():
            raise InputError(f"{path} is no file.")
        if path.stat().st_size > MOST_BYTES:
            raise InputError(f"{path} is larger than {MOST_BYTES // 1024} KiB.")
        files[path.name] = path.read_bytes()
        _check_content(path, files[path.name])
    return files


def _check_content(path: Path, content: bytes) -> None:
    try:
        if path.suffix == ".md":
            rendered(content.decode("utf-8"))
        elif _MESSAGES.fullmatch(path.name):
            _check_messages(content.decode("utf-8"))
        elif path.name == CONTROLS:
            read_controls(json.loads(content))
        elif path.name == SETTINGS:
            own_settings({SETTINGS: content}, CampaignSettings())
        elif path.suffix == ".svg" and b"<svg" not in content:
            raise ValueError("no <svg> in it")
        elif path.suffix == ".png" and not content.startswith(b"\x89PNG"):
            raise ValueError("no PNG")
    except (ValueError, TypeError, KeyError) as error:
        raise InputError(f"{path} cannot be read ({error}).") from None


def _check_messages(text: str) -> None:
    """A message can fill in what ours do, in one language or the other; of a type of one's own, nothing. It writes
    numbers, chooses by them, and refers to no other message."""
    for junk in (entry for entry in FluentParser().parse(text).body if isinstance(entry, ast.Junk)):
        reason = junk.annotations[0].message if junk.annotations else "no message"
        raise ValueError(f"{(junk.content or '').strip()[:60]!r} is not Fluent: {reason}")
    for key, source in entries(text).items():
        message = parsed("en", source)
        digits = _DIGITS.findall(source)
        if message.references or message.functions - _ALLOWED or any(len(number) > 1 for number in digits):
            raise ValueError(
                f"{key!r}: braces may only hold a name, such as {{ $count }}, or one that they write or select"
            )
        shipped = [catalogue(code)[key] for code in LANGUAGES if key in catalogue(code)]
        known = {name for source in shipped for name in parsed("en", source).variables}
        if unknown := sorted(set(message.variables) - known):
            offered = ", ".join(f"{{ ${name} }}" for name in sorted(known)) or "nothing"
            raise ValueError(f"{key!r} fills in {{ ${unknown[0]} }}, and there is {offered} to fill in")


def read_controls(written: object) -> list[tuple[TaskName, str, list[str]]]:
    """As in our own: a sentence and the answers that are right, by task."""
    tasks = msgspec.convert(written, dict[TaskName, list[tuple[str, list[str]]]])
    return [(task, sentence, expected) for task, rows in tasks.items() for sentence, expected in rows]


def own_settings(files: Mapping[str, bytes], settings: CampaignSettings) -> CampaignSettings:
    """With the types, countries and colours of `campaign.toml`; checked."""
    written = tomllib.loads(files[SETTINGS].decode("utf-8")) if SETTINGS in files else {}
    known = ("types", "countries", "colours")
    if unknown := [key for key in written if key not in known]:
        raise ValueError(f"no such key: {unknown[0]}; known are {', '.join(known)}")
    chosen = CampaignSettings.read({**settings.as_stored(), **written})
    chosen.check()
    return chosen


def keep_files(session: Session, campaign_id: int, files: Mapping[str, bytes]) -> None:
    """These and no others are in force from now on; those that were stay, for who agreed to them."""
    in_force = select(CampaignFile).where(CampaignFile.campaign_id == campaign_id, CampaignFile.replaced_at.is_(None))
    before = {row.name: row for row in session.scalars(in_force)}
    versions = {name: hashlib.sha256(content).hexdigest()[:16] for name, content in files.items()}
    for name, row in before.items():
        if versions.get(name) != row.version:
            row.replaced_at = now()
    for name, content in files.items():
        if name not in before or before[name].version != versions[name]:
            session.add(CampaignFile(campaign_id=campaign_id, name=name, version=versions[name], content=content))


def write_template(folder: Path, code: str) -> list[str]:
    """Files to begin with: guidelines as they ship, every message, and what may stand in the others."""
    if folder.exists() and any(folder.iterdir()):
        raise InputError(f"{folder} is not empty; name a folder that is not there yet.")
    shipped = code if code in LANGUAGES else "en"
    texts = {f"{name}.{code}.md": bundled_text(name, shipped) for name in TEXTS}
    files = {name: text for name, text in texts.items() if text is not None}
    shipping = resources.files("epicene.collect")
    messages = sorted(shipping.joinpath("messages").iterdir(), key=lambda file: file.name)
    ours = [file.read_text(encoding="utf-8") for file in messages if file.name.endswith(f".{shipped}.ftl")]
    files[f"messages.{code}.ftl"] = "".join(ours)
    files[SETTINGS] = shipping.joinpath("guidelines", SETTINGS).read_text(encoding="utf-8")
    for name, text in files.items():
        write_bytes(folder / name, text.encode("utf-8"))
    return sorted(files)
