"""Controlled corpora: agreement, balance, manipulations, templates of the user's own."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from epicene.core.errors import InputError
from epicene.grammar.french.noun_forms import determiner
from epicene.grammar.people import Gender
from epicene.mt.controlled_corpus import Sentences, read_corpus
from epicene.mt.corpus_writer import (
    BASE,
    MANIPULATIONS,
    Template,
    choose_templates,
    corpus_lines,
    read_templates,
    write_corpora,
)
from epicene.mt.lexicon import Occupation, read_lexicon
from epicene.mt.sentence_files import read_lines

BAKER = Occupation("boulanger", "boulangère", "baker")
ANALYST = Occupation("analyste", "analyste", "analyst")
HARPIST = Occupation("harpiste", "harpiste", "harpist")
ACTOR = Occupation("acteur", "actrice", "actor", "actress")
LUMBERJACK = Occupation("bûcheron", "bûcheronne", "lumberjack", "", (("m90", "bucheron"), ("f90", "bucheronne")))
FEW = [BAKER, ANALYST, HARPIST, ACTOR]
OCCUPATIONS = read_lexicon()


def french(template: Template, occupation: Occupation) -> list[str]:
    return [line.source for line in corpus_lines(template, [occupation])]


def english(template: Template, occupation: Occupation) -> list[str]:
    return [line.target for line in corpus_lines(template, [occupation])]


def own(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "own.toml"
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.parametrize("template", [BASE, *MANIPULATIONS.values()], ids=lambda template: template.name)
def test_every_corpus_is_balanced_and_every_determiner_right(template: Template):
    lines = list(corpus_lines(template, OCCUPATIONS))
    assert Counter(line.gender for line in lines) == dict.fromkeys(Gender, len(OCCUPATIONS))
    assert [line.pair for line in lines] == [place // 2 for place in range(len(lines))]
    for line in lines:
        article = determiner("le", line.noun, line.gender)
        glue = "" if article.endswith("'") else " "
        start = f"{article.capitalize()}{glue}{line.noun} "
        if template.name.startswith("chaque"):
            start = f"Chaque {line.noun} "
        assert line.source.startswith(start)
        assert "{" not in line.source + line.target
        assert "  " not in line.source + line.target


def test_manipulations_are_those_of_table_5_and_agree():
    assert french(MANIPULATIONS["adjective"], ANALYST)[1] == "L'analyste française a terminé son travail."
    assert english(MANIPULATIONS["chaque"], BAKER)[1] == "Each baker has finished her work."
    assert french(MANIPULATIONS["complement-feminine"], BAKER)[0] == "Le boulanger a terminé son activité."
    weakened = french(MANIPULATIONS["chaque-distractor-feminine"], BAKER)[0]
    assert weakened == "Chaque boulanger que cette femme critiquait a terminé son travail."
    assert len(MANIPULATIONS) == 9


@pytest.mark.parametrize("template", [BASE, *MANIPULATIONS.values()], ids=lambda template: template.name)
def test_what_is_written_is_read_back_with_the_same_classes(template: Template, tmp_path: Path):
    few = OCCUPATIONS[:80]
    (paths,) = write_corpora([template], few, tmp_path).values()
    sides = [Sentences(path, language, read_lines(path)) for path, language in zip(paths, ("fr", "en"), strict=False)]
    rows = [line.split("\t") for line in read_lines(paths[2])]
    assert rows[0][:4] == ["line", "pair", "gender", "class"]
    for line, row in zip(read_corpus(*sides), rows[1:], strict=True):
        assert [line.number, line.pair, line.gender, line.class_] == [int(row[0]), int(row[1]), row[2], row[3]]
        assert line.marked == (row[4] == "yes")


def test_templates_of_one_s_own_agree_in_gender_and_number(tmp_path: Path):
    one, many = read_templates(
        own(
            tmp_path,
            """
            [tired]
            french = "{Ce} {noun} est fatigué{e} ; {pron} range {son|ses} outils, {un} {noun} {adj}."
            english = "{A} {noun} likes {poss} tools; {pron} cleans them {self}."
            adj = ["patient", "patiente"]
            [many]
            french = "{Det} {noun} {adj} sont parti{e} avec leur sac."
            english = "The {noun} have left with {poss} bag."
            adj = ["français", "françaises"]
            number = "plural"
            """,
        )
    )
    assert french(one, ACTOR)[0] == "Cet acteur est fatigué ; il range son outils, un acteur patient."
    assert french(one, ACTOR)[1] == "Cette actrice est fatiguée ; elle range ses outils, une actrice patiente."
    assert english(one, ACTOR)[1] == "An actress likes her tools; she cleans them herself."
    assert french(many, ACTOR) == [
        "Les acteurs français sont partis avec leur sac.",
        "Les actrices françaises sont parties avec leur sac.",
    ]
    assert english(many, ACTOR)[1] == "The actresses have left with their bag."
    assert next(corpus_lines(one, [ACTOR])).class_ == "cet masculine"


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("french = ", "own.toml"),
        ("", "own.toml"),
        ("[a]\nfrench = '{noun}'\n", "english"),
        ("[a]\nfrench = '{Det} {nom}'\nenglish = 'The {noun}'\n", "{nom}"),
        ("[a]\nfrench = '{Det} {noun} {adj}'\nenglish = 'The {noun}'\n", "{adj}"),
        ("[a]\nfrench = '{Det} dort'\nenglish = 'The {noun}'\n", "{noun}"),
        ("[a]\nfrench = '{noun}'\nenglish = '{noun}'\nnumber = 'dual'\n", "plural"),
        ("[a]\nfrench = '{noun}'\nenglish = '{noun}'\nadj = 'grand'\n", "adj"),
        ("[a]\nfrench = '{noun}'\nenglish = '{noun}'\nverb = 'x'\n", "'verb'"),
        ("['a/b']\nfrench = '{noun}'\nenglish = '{noun}'\n", "a/b"),
    ],
)
def test_a_wrong_template_file_is_refused(tmp_path: Path, text: str, named: str):
    with pytest.raises(InputError) as error:
        read_templates(own(tmp_path, text))
    assert named in str(error.value)


def test_several_templates_get_a_folder_each_and_one_gets_none(tmp_path: Path):
    write_corpora(choose_templates(None, ["chaque", "relative", "chaque"]), FEW, tmp_path / "several")
    assert sorted(path.name for path in (tmp_path / "several").iterdir()) == ["chaque", "relative"]
    write_corpora(choose_templates(None, []), [LUMBERJACK], tmp_path / "one", "1990")
    assert sorted(path.name for path in (tmp_path / "one").iterdir()) == ["corpus.en", "corpus.fr", "corpus.tsv"]
    assert read_lines(tmp_path / "one" / "corpus.fr")[1] == "La bucheronne a terminé son travail."


def test_unknown_and_doubled_names_are_refused(tmp_path: Path):
    with pytest.raises(InputError, match="'chaque'"):
        choose_templates(None, ["chaques"])
    with pytest.raises(InputError, match="chaque"):
        choose_templates(own(tmp_path, "[chaque]\nfrench = 'Chaque {noun}'\nenglish = 'Each {noun}'\n"), ["chaque"])


def test_a_noun_of_one_grammatical_gender_keeps_it_whoever_is_meant() -> None:
    victim, witness = Occupation("victime", "victime", "victim"), Occupation("témoin", "témoin", "witness")
    found = [(line.source, line.marked) for line in corpus_lines(MANIPULATIONS["adjective"], [victim, witness])]
    assert found[:2] == [("La victime française a terminé son travail.", False)] * 2
    assert found[2:] == [("Le témoin français a terminé son travail.", False)] * 2
    model = [line.source for line in corpus_lines(BASE, [Occupation("mannequin", "mannequin", "model")])]
    assert model == ["Le mannequin a terminé son travail.", "La mannequin a terminé son travail."], "the lexicon's own"
