"""Writing controlled corpora: every occupation in both genders, put into a template, in French and English. Templates
are the study's sentence, its manipulations (Wisniewski et al. 2022, table 5), and the user's own.

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
from epicene.grammar.english import forms as english_forms
from epicene.grammar.french.determiners import determiner
from epicene.grammar.french.inclusive import own_gender
from epicene.grammar.french.noun_forms import plural as french_plural
from epicene.grammar.gender import Gender
from epicene.mt.lexicon import Occupation, folded_words, noun_genders
from epicene.mt.noun_phrases import EPICENE, class_name

_SLOT = re.compile(r"\{([^{}]*)\}")
_ARTICLE_APART = re.compile(r"\b([Ll]') ")
_NAME = re.compile(r"[\w-]+")
_KEYS = {"french", "english", "adj", "number"}
COLUMNS = ("line", "pair", "gender", "class", "marked", "noun", "english_noun", "french", "english")
SPELLINGS = ("traditional", "1990")
EVERY_MANIPULATION = "all"


@dataclass(frozen=True, slots=True)
class Template:
    """`adjective` holds its masculine and feminine form, where there is one."""

    name: str
    source: str
    target: str
    adjective: Sequence[str] = ()
    plural: bool = False

    def in_source(self, noun: str, gender: Gender) -> str:
        """The French sentence about a noun of one gender, given in the singular."""
        return _ARTICLE_APART.sub(r"\1", _filled(self.source, self.source_slots(noun, gender), _said(noun, gender)))

    def in_target(self, noun: str, gender: Gender) -> str:
        return _filled(self.target, self.target_slots(noun, gender), gender)

    def source_slots(self, noun: str, gender: Gender) -> dict[str, str]:
        gender = _said(noun, gender)
        place = _place(gender)
        slots = {"e": ("", "e")[place] + ("s" if self.plural else "")}
        if self.adjective:
            slots["adj"] = self.adjective[place]
        before = {"det": "le", "un": "un", "ce": "ce"}
        slots |= {slot: determiner(family, noun, gender, plural=self.plural) for slot, family in before.items()}
        return slots | {
            "noun": french_plural(noun) if self.plural else noun,
            "pron": ("il", "elle")[place] + ("s" if self.plural else ""),
        }

    def target_slots(self, noun: str, gender: Gender) -> dict[str, str]:
        person = english_forms.pronouns(gender, plural=self.plural)
        return {
            "noun": english_forms.plural(noun) if self.plural else noun,
            "a": "" if self.plural else english_forms.article(noun),
            "poss": person.possessive,
            "pron": person.subject,
            "obj": person.object,
            "self": person.reflexive,
        }

    def determiner(self, noun: str, gender: Gender) -> str:
        """The word before the noun, for the class of the line: le, la, l', une, chaque…"""
        before = self.source[: self.source.index("{noun}")].split()
        return _filled(before[-1], self.source_slots(noun, gender), gender).lower() if before else ""


def _said(noun: str, gender: Gender) -> Gender:
    """The gender that French words take with a noun: *la victime* is feminine whoever it is. What the bundled lexicon
    has for both (*la mannequin*) is said of both."""
    key = folded_words(noun)
    return gender if key in noun_genders() else own_gender(key[0]) or gender


def _place(gender: Gender) -> int:
    return 0 if gender is Gender.MASCULINE else 1


def _filled(text: str, slots: Mapping[str, str], gender: Gender) -> str:
    def put(match: re.Match[str]) -> str:
        slot = match[1]
        if "|" in slot:
            return slot.split("|")[_place(gender)]
        return slots[slot] if slot in slots else slots[slot.lower()].capitalize()

    return " ".join(_SLOT.sub(put, text).split())


def _check(template: Template, where: str) -> Template:
    """Every slot is known, both sentences have a noun, alternatives come in two."""
    for language, text, slots in (
        ("french", template.source, template.source_slots("ami", Gender.MASCULINE)),
        ("english", template.target, template.target_slots("friend", Gender.MASCULINE)),
    ):
        found = _SLOT.findall(text)
        known = set(slots) | {slot.capitalize() for slot in slots}
        if wrong := next((slot for slot in found if slot not in known and slot.count("|") != 1), None):
            raise InputError(
                "{where}: {language} has the slot {{{wrong}}}; known are {slots} and {{masculine|feminine}}.",
                where=where,
                language=language,
                wrong=wrong,
                slots=", ".join(sorted(slots)),
            )
        if "noun" not in found:
            raise InputError(
                "{where}: {language} has no {{noun}}; say where the occupation stands.", where=where, language=language
            )
    return template


def read_templates(path: Path) -> list[Template]:
    """The templates of a user's file, checked."""
    try:
        tables = tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as error:
        raise InputError(
            "{path} is no TOML ({error}); see `epicene mt corpus --help` for an example.", path=path, error=error
        ) from error
    if not tables:
        raise InputError("{path} holds no template; write one [NAME] with french and english.", path=path)
    return [_template(name, table, f"{path}, [{name}]") for name, table in tables.items()]


def _template(name: str, table: object, where: str) -> Template:
    if not isinstance(table, dict) or not _NAME.fullmatch(name):
        raise InputError("{where}: a template is a table [NAME], its name of letters, digits and hyphens.", where=where)
    if unknown := sorted(set(table) - _KEYS):
        raise InputError(
            "{where}: unknown key {unknown!r}; known are {keys}.",
            where=where,
            unknown=unknown[0],
            keys=", ".join(sorted(_KEYS)),
        )
    if not (isinstance(table.get("french"), str) and isinstance(table.get("english"), str)):
        raise InputError("{where}: french and english must both be given, as text.", where=where)
    adjective, number = table.get("adj", []), table.get("number", "singular")
    if adjective and not (
        isinstance(adjective, list) and len(adjective) == 2 and all(isinstance(a, str) for a in adjective)
    ):
        raise InputError("{where}: adj is a list of two forms, masculine and feminine.", where=where)
    if number not in ("singular", "plural"):
        raise InputError("{where}: number is singular or plural, not {number!r}.", where=where, number=number)
    return _check(Template(name, table["french"], table["english"], tuple(adjective), number == "plural"), where)


BASE = Template("base", "{Det} {noun} a terminé son travail.", "The {noun} has finished {poss} work.")

MANIPULATIONS: Registry[Template] = Registry("manipulation")
for _name, _source, _target, _adjective in (
    ("chaque", "Chaque {noun} a terminé son travail.", "Each {noun} has finished {poss} work.", ()),
    (
        "adjective",
        "{Det} {noun} {adj} a terminé son travail.",
        "The French {noun} has finished {poss} work.",
        ("français", "française"),
    ),
    ("complement-masculine", BASE.source, BASE.target, ()),
    ("complement-feminine", "{Det} {noun} a terminé son activité.", "The {noun} has finished {poss} activity.", ()),
    (
        "relative",
        "{Det} {noun} qui a chanté formidablement hier a terminé son travail.",
        "The {noun} who sang wonderfully yesterday has finished {poss} work.",
        (),
    ),
    *(
        (
            f"{weakened}distractor-{gender}",
            f"{lead} {{noun}} que {distractor} critiquait a terminé son travail.",
            f"{article} {{noun}} whom this {person} criticized has finished {{poss}} work.",
            (),
        )
        for weakened, lead, article in (("", "{Det}", "The"), ("chaque-", "Chaque", "Each"))
        for gender, distractor, person in (("masculine", "cet homme", "man"), ("feminine", "cette femme", "woman"))
    ),
):
    MANIPULATIONS.add(_name, _check(Template(_name, _source, _target, _adjective), _name))


@dataclass(frozen=True, slots=True)
class Line:
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
    twice = {one.name for one in chosen if sum(one.name == other.name for other in chosen) > 1}
    if twice:
        raise InputError(
            "The template {twice!r} of {file} has a manipulation's name; call it something else.",
            twice=sorted(twice)[0],
            file=file,
        )
    return chosen or [BASE]


def corpus_lines(
    template: Template, occupations: Sequence[Occupation], spelling: str = "traditional"
) -> Iterator[Line]:
    """Two lines an occupation, masculine first. The apostrophe is the plain one, as in training corpora."""
    for pair, occupation in enumerate(occupations):
        nouns = {gender: occupation.form(gender, reformed=spelling == "1990").replace("’", "'") for gender in Gender}
        sources = {gender: template.in_source(noun, gender) for gender, noun in nouns.items()}
        for gender, noun in nouns.items():
            target_noun = occupation.target_noun(gender)
            form = EPICENE if occupation.epicene else gender.value
            yield Line(
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
    """corpus.fr, corpus.en and corpus.tsv in `out`; of several templates, each in a folder of its name."""
    if spelling not in SPELLINGS:
        raise InputError(
            "There is no spelling {spelling!r}. Known: {known}.", spelling=spelling, known=", ".join(SPELLINGS)
        )
    return {
        template.name: _write(
            list(corpus_lines(template, occupations, spelling)), out / template.name if len(templates) > 1 else out
        )
        for template in templates
    }


def _write(lines: Sequence[Line], folder: Path) -> list[Path]:
    rows = ["\t".join(COLUMNS)] + [
        "\t".join(
            (
                *(str(number), str(line.pair), line.gender, line.class_, "yes" if line.marked else "no"),
                *(line.noun, line.target_noun, line.source, line.target),
            )
        )
        for number, line in enumerate(lines)
    ]
    texts = {
        "corpus.fr": [line.source for line in lines],
        "corpus.en": [line.target for line in lines],
        "corpus.tsv": rows,
    }
    for name, text in texts.items():
        write_text(folder / name, "".join(f"{row}\n" for row in text))
    return [folder / name for name in texts]
