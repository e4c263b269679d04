"""Writing controlled corpora: every occupation in both genders, put into a template, in two languages. Templates are
the study's sentence and its manipulations (`manipulations.toml`), and the user's own.

A template file is TOML, one table for each template:

    [repair]
    french = "{Det} {noun} {adj} a réparé son vélo."
    english = "The French {noun} has repaired {poss} bicycle."
    adj = ["français", "française"]
    number = "singular"

French slots: {det} le, la, l'; {un} un, une; {ce} ce, cet, cette; {noun}; {pron} il, elle; {e} a participle's ending;
{adj} as declared. English slots: {noun}; {a} a, an; {poss} his, her; {pron} he, she; {obj} him, her; {self} himself,
herself. A capital ({Det}, {Un}, {A}, {Pron}) begins a sentence. {chacun|chacune}: the first for the masculine, the
second for the feminine, in both languages. With number = "plural" every slot is plural, and {adj} is declared so.
The two sentences name their languages; those of another pair have the slots of their grammars (docs/plugins.md).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from epicene.core.errors import InputError
from epicene.core.files import write_text
from epicene.core.registry import Registry
from epicene.data.text_files import read_text
from epicene.grammar.languages import language_pairs, source_grammar, target_grammar
from epicene.grammar.people import Gender, by_gender
from epicene.grammar.word_patterns import read_table
from epicene.models.translation_text import LANGUAGES
from epicene.mt.lexicon import Occupation, folded_words, noun_genders
from epicene.mt.noun_phrases import EPICENE, class_name

_SLOT = re.compile(r"\{([^{}]*)\}")
_ARTICLE_APART = re.compile(r"\b([Ll]') ")
_NAME = re.compile(r"[\w-]+")
_KEYS = ("adj", "number")
COLUMNS = ("line", "pair", "gender", "class", "marked", "noun")
Languages = tuple[str, str]
STUDIED: Languages = ("fr", "en")
EVERY_MANIPULATION = "all"


@dataclass(frozen=True, slots=True)
class Template:
    """`adjective` holds its masculine and feminine form, where there is one."""

    name: str
    source: str
    target: str
    adjective: Sequence[str] = ()
    plural: bool = False
    languages: Languages = STUDIED

    def in_source(self, noun: str, gender: Gender) -> str:
        """The sentence about a noun of one gender, given in the singular."""
        filled = _filled(self.source, self.source_slots(noun, gender), self._said(noun, gender))
        return _ARTICLE_APART.sub(r"\1", filled)

    def in_target(self, noun: str, gender: Gender) -> str:
        return _filled(self.target, self.target_slots(noun, gender), gender)

    def source_slots(self, noun: str, gender: Gender) -> dict[str, str]:
        gender = self._said(noun, gender)
        slots = source_grammar(self.languages[0]).slots(noun, gender, plural=self.plural)
        return slots | ({"adj": by_gender(gender, self.adjective)} if self.adjective else {})

    def target_slots(self, noun: str, gender: Gender) -> dict[str, str]:
        return target_grammar(self.languages[1]).slots(noun, gender, plural=self.plural)

    def determiner(self, noun: str, gender: Gender) -> str:
        """The word before the noun, for the class of the line: le, la, l', une, chaque…"""
        before = self.source[: self.source.index("{noun}")].split()
        return _filled(before[-1], self.source_slots(noun, gender), gender).lower() if before else ""

    def _said(self, noun: str, gender: Gender) -> Gender:
        """The gender that other words take with a noun: *la victime* is feminine whoever it is. What the lexicon has
        for both (*la mannequin*) is said of both."""
        key, language = folded_words(noun), self.languages[0]
        return gender if key in noun_genders(language) else source_grammar(language).own_gender(key[0]) or gender


def _filled(text: str, slots: Mapping[str, str], gender: Gender) -> str:
    def put(match: re.Match[str]) -> str:
        slot = match[1]
        if "|" in slot:
            return by_gender(gender, slot.split("|"))
        return slots[slot] if slot in slots else slots[slot.lower()].capitalize()

    return " ".join(_SLOT.sub(put, text).split())


def read_templates(path: Path) -> list[Template]:
    """The templates of a user's file, checked."""
    try:
        tables = tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{path} is no TOML ({error}); see `epicene mt corpus --help` for an example.") from error
    if not tables:
        raise InputError(f"{path} holds no template; write one [NAME] with french and english.")
    return [_template(name, table, f"{path}, [{name}]") for name, table in tables.items()]


def _template(name: str, table: object, where: str) -> Template:
    """A template of which every slot is known, both sentences have a noun, and alternatives come in two. Its languages
    are the pair whose names the sentences have; the study's where none is whole."""
    if not isinstance(table, dict) or not _NAME.fullmatch(name):
        raise InputError(f"{where}: a template is a table [NAME], its name of letters, digits and hyphens.")
    languages = next((pair for pair in language_pairs() if set(map(_name_of, pair)) <= table.keys()), STUDIED)
    source, target = map(_name_of, languages)
    if unknown := sorted(set(table) - {source, target, *_KEYS}):
        raise InputError(
            f"{where}: unknown key {unknown[0]!r}; known are {', '.join(sorted((source, target, *_KEYS)))}."
        )
    if not (isinstance(table.get(source), str) and isinstance(table.get(target), str)):
        raise InputError(f"{where}: {source} and {target} must both be given, as text.")
    adjective, number = table.get("adj", []), table.get("number", "singular")
    if adjective and not (
        isinstance(adjective, list) and len(adjective) == 2 and all(isinstance(a, str) for a in adjective)
    ):
        raise InputError(f"{where}: adj is a list of two forms, masculine and feminine.")
    if number not in ("singular", "plural"):
        raise InputError(f"{where}: number is singular or plural, not {number!r}.")
    template = Template(name, table[source], table[target], tuple(adjective), number == "plural", languages)
    for language, text, slots in (
        (source, template.source, template.source_slots("ami", Gender.MASCULINE)),
        (target, template.target, template.target_slots("friend", Gender.MASCULINE)),
    ):
        slot_names, known = _SLOT.findall(text), set(slots) | {slot.capitalize() for slot in slots}
        if wrong := next((slot for slot in slot_names if slot not in known and slot.count("|") != 1), None):
            raise InputError(
                f"{where}: {language} has the slot {{{wrong}}}; known are {', '.join(sorted(slots))} and "
                "{masculine|feminine}."
            )
        if "noun" not in slot_names:
            raise InputError(f"{where}: {language} has no {{noun}}; say where the occupation stands.")
    return template


def _name_of(code: str) -> str:
    return LANGUAGES[code][1].lower()


BASE, *_MANIPULATIONS = (_template(name, table, name) for name, table in read_table("mt/manipulations.toml").items())
MANIPULATIONS: Registry[Template] = Registry("manipulation")
for _manipulation in _MANIPULATIONS:
    MANIPULATIONS.add(_manipulation.name, _manipulation)


@dataclass(frozen=True, slots=True)
class TemplateLine:
    """`marked`: the French sentence differs from its pair's and so says the gender."""

    pair: int
    gender: Gender
    class_: str
    marked: bool
    noun: str
    target_noun: str
    source: str
    target: str


def choose_templates(file: Path | None, manipulations: Sequence[str]) -> list[Template]:
    """Those asked for: of a file, by name, `all` manipulations; the study's sentence where nothing is asked."""
    names = list(MANIPULATIONS) if EVERY_MANIPULATION in manipulations else list(dict.fromkeys(manipulations))
    chosen = [*(read_templates(file) if file else []), *(MANIPULATIONS[name] for name in names)]
    twice = {template.name for template in chosen if sum(template.name == other.name for other in chosen) > 1}
    if twice:
        raise InputError(
            f"The template {sorted(twice)[0]!r} of {file} has a manipulation's name; call it something else."
        )
    if len({template.languages for template in chosen}) > 1:
        raise InputError(
            "The templates are of two language pairs; write a corpus for each, with the lexicon that belongs to it."
        )
    return chosen or [BASE]


def corpus_lines(
    template: Template, occupations: Sequence[Occupation], spelling: str = "traditional"
) -> Iterator[TemplateLine]:
    """Two lines an occupation, masculine first. The apostrophe is the plain one, as in training corpora."""
    for pair, occupation in enumerate(occupations):
        nouns = {gender: occupation.form(gender, reformed=spelling == "1990").replace("’", "'") for gender in Gender}
        sources = {gender: template.in_source(noun, gender) for gender, noun in nouns.items()}
        for gender, noun in nouns.items():
            target_noun = occupation.target_noun(gender)
            form = EPICENE if occupation.epicene else gender.value
            yield TemplateLine(
                pair=pair,
                gender=gender,
                class_=class_name(template.determiner(noun, gender), form),
                marked=len(set(sources.values())) > 1,
                noun=noun,
                target_noun=target_noun,
                source=sources[gender],
                target=template.in_target(target_noun, gender),
            )


def write_corpora(
    templates: Sequence[Template], occupations: Sequence[Occupation], out: Path, spelling: str = "traditional"
) -> dict[str, list[Path]]:
    """corpus.fr, corpus.en (or the codes of another pair) and corpus.tsv in `out`; of several templates, each in a
    folder of its name."""
    written = {}
    for template in templates:
        source, target = template.languages
        lines = list(corpus_lines(template, occupations, spelling))
        rows = [(*COLUMNS, f"{_name_of(target)}_noun", _name_of(source), _name_of(target))] + [
            (
                *(str(number), str(line.pair), line.gender, line.class_, "yes" if line.marked else "no"),
                *(line.noun, line.target_noun, line.source, line.target),
            )
            for number, line in enumerate(lines)
        ]
        folder = out / template.name if len(templates) > 1 else out
        files = {
            folder / f"corpus.{source}": [line.source for line in lines],
            folder / f"corpus.{target}": [line.target for line in lines],
            folder / "corpus.tsv": ["\t".join(row) for row in rows],
        }
        for path, texts in files.items():
            write_text(path, "".join(f"{text}\n" for text in texts))
        written[template.name] = list(files)
    return written
