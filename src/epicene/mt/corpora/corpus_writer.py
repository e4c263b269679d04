"""Writing controlled corpora: every occupation in both genders, put into a template, in French and English."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from epicene.core.errors import InputError
from epicene.core.files import write_text
from epicene.grammar.gender import Gender
from epicene.mt.corpora.sentence_templates import BASE, MANIPULATIONS, Template, read_templates
from epicene.mt.lexicon import Occupation
from epicene.mt.nouns import EPICENE, class_name

COLUMNS = ("line", "pair", "gender", "class", "marked", "noun", "english_noun", "french", "english")
SPELLINGS = ("traditional", "1990")
EVERY_MANIPULATION = "all"


@dataclass(frozen=True, slots=True)
class Line:
    """`marked`: the French sentence differs from its pair's and so says the gender."""

    pair: int
    gender: Gender
    class_: str
    marked: bool
    noun: str
    english_noun: str
    french: str
    english: str


def choose_templates(file: Path | None, manipulations: Sequence[str]) -> list[Template]:
    """Those asked for: of a file, by name, `all` manipulations; the study's sentence where nothing is asked."""
    names = list(MANIPULATIONS) if EVERY_MANIPULATION in manipulations else list(dict.fromkeys(manipulations))
    chosen = [*(read_templates(file) if file else []), *(MANIPULATIONS[name] for name in names)]
    twice = {one.name for one in chosen if sum(one.name == other.name for other in chosen) > 1}
    if twice:
        raise InputError(
            f"The template {sorted(twice)[0]!r} of {file} has a manipulation's name; call it something else."
        )
    return chosen or [BASE]


def corpus_lines(
    template: Template, occupations: Sequence[Occupation], spelling: str = "traditional"
) -> Iterator[Line]:
    """Two lines an occupation, masculine first. The apostrophe is the plain one, as in training corpora."""
    for pair, occupation in enumerate(occupations):
        nouns = {gender: occupation.form(gender, reformed=spelling == "1990").replace("’", "'") for gender in Gender}
        french = {gender: template.in_french(noun, gender) for gender, noun in nouns.items()}
        for gender, noun in nouns.items():
            english_noun = occupation.english_noun(gender)
            form = EPICENE if occupation.epicene else gender.value
            yield Line(
                pair=pair,
                gender=gender,
                class_=class_name(template.determiner(noun, gender), form),
                marked=len(set(french.values())) > 1,
                noun=noun,
                english_noun=english_noun,
                french=french[gender],
                english=template.in_english(english_noun, gender),
            )


def write_corpora(
    templates: Sequence[Template], occupations: Sequence[Occupation], out: Path, spelling: str = "traditional"
) -> dict[str, list[Path]]:
    """corpus.fr, corpus.en and corpus.tsv in `out`; of several templates, each in a folder of its name."""
    if spelling not in SPELLINGS:
        raise InputError(f"There is no spelling {spelling!r}. Known: {', '.join(SPELLINGS)}.")
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
                *(line.noun, line.english_noun, line.french, line.english),
            )
        )
        for number, line in enumerate(lines)
    ]
    texts = {
        "corpus.fr": [line.french for line in lines],
        "corpus.en": [line.english for line in lines],
        "corpus.tsv": rows,
    }
    for name, text in texts.items():
        write_text(folder / name, "".join(f"{row}\n" for row in text))
    return [folder / name for name in texts]
