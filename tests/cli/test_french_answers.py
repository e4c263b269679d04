"""What `mt` and `adapt` answer where the machine speaks French: usual mistakes, and no word of English."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from command import epicene
from tiny_translation import write_lines

ENGLISH = re.compile(r"\b(the|and|or|of|is|are|was|with|from|lines?|there|here|not?|which|give|say|model|server)\b")
SLIPPED = "slipped.en est décalé par rapport à c/corpus.fr (1 ligne) : au plus tard à partir de la ligne 2, il traduit"
JUDGE = "mt judge --direction fr-en --source c/corpus.fr --reference c/corpus.en --hyp"
TRANSLATE = "mt translate --from fr --to en --in c/corpus.fr --out out.en"
STATEMENT = "Fiche descriptive : paires anglaises d’epicene, adaptation (français)"


def french(call: str, cwd: Path) -> str:
    done = epicene(*call.split(), cwd=cwd, LANG="fr_FR.UTF-8")
    return (done.stdout + done.stderr).replace("\N{NO-BREAK SPACE}", " ")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With files such as people hand in by mistake."""
    cwd = tmp_path_factory.mktemp("french")
    epicene("mt", "corpus", "--out", "c", "--limit", 60, cwd=cwd)
    english = (cwd / "c/corpus.en").read_text(encoding="utf-8").splitlines()
    write_lines(cwd / "slipped.en", [*english[1:], english[-1]])
    write_lines(cwd / "empty.en", [*english[:2], "", *english[3:]])
    write_lines(cwd / "neuter.en", [english[0].replace(" his ", " the "), *english[1:]])
    write_lines(cwd / "short.tsv", ["masculine\tfeminine\tclass\tenglish\tenglish_feminine\tvariants", "a\tb"])
    write_lines(cwd / "tabs.txt", ["male\t0\tHe is a cook.\tcook"])
    epicene("adapt", "translate", "pairs-en", "--to", "fr", "--out", "a", "--limit", 2, cwd=cwd)
    return cwd


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (f"{JUDGE} c/corpus.fr", "être en français, mais la sortie de fr-en est en anglais ; échangez les fichiers ou"),
        (f"{JUDGE} slipped.en", f"{SLIPPED} les phrases situées 1 ligne plus bas ("),
        (f"{JUDGE} empty.en", "empty.en : la ligne 3 est vide ; chaque ligne"),
        (f"{JUDGE} empty.en --allow-empty --out j --strict", "--strict : 1 ligne vide de la traduction est comptée"),
        (f"{JUDGE} c/corpus.en --source c/corpus.fr --reference neuter.en", "neuter.en, ligne 1 : ni his ni her"),
        ("mt judge --on nowhere", "Connus : mt-geneval, mt-geneval-context ; ou NOM=FICHIER"),
        ("mt winomt --items c/corpus.fr --translations c/corpus.fr", "c/corpus.fr, ligne 1 : on attend"),
        ("mt winomt --items tabs.txt --translations tabs.txt", "ligne 1 : une tabulation entre des mots ; écrivez"),
        ("mt winomt --items tabs.txt --translations neuter.en", "neuter.en a 120 lignes pour 1 item"),
        ("mt corpus --out d --lexicon short.tsv", "short.tsv, ligne 2 : 2 colonnes au lieu de 6"),
        ("mt translate apertium:fr-de --in c/corpus.fr --out out.en", "Connus : apertium:fr-en, apertium:en-fr."),
        (f"{TRANSLATE} apertium:fr-en --beam 3", "--beam ne change rien pour apertium:fr-en ; laissez"),
        (f"{TRANSLATE} firefox:nowhere --device cpu", "--device ne change rien pour firefox:nowhere ; laissez"),
        (f"{TRANSLATE} --command cat --device cpu", "--device ne change rien avec --command ; laissez"),
        (f"{TRANSLATE} chat:http://localhost:1#m --beam 2", "--beam ne change rien avec un modèle derrière un serveur"),
        (f"{TRANSLATE} nowhere --price 1/2", "--price ne change rien avec un modèle sur cette machine"),
        ("adapt sample c --translator A --editor B", "adapt translate` : adaptation.json n’y est pas."),
        ("adapt translate pairs-en --to fr --out b --limit 2", "--translator NOM --editor NOM"),
        ("collect templat", "Il n’y a pas de commande « templat ». Voir `epicene collect --help`."),
        ("collect template tpl", "tpl : campaign.toml, guidelines-"),
        ("compare c --out d", "Vouliez-vous dire --output ou --junit ?"),
        ("adapt statement a", f"{STATEMENT}\n"),
        ("adapt statement a", "Source : epicene, phrases fournies avec le programme. Licence"),
    ],
)
def test_usual_mistakes_are_answered_in_french_alone(call: str, told: str, folder: Path) -> None:
    said = french(call, folder)
    assert told in said
    assert not ENGLISH.findall(_without(said, call.split()))


def _without(said: str, typed: Sequence[str]) -> str:
    """What was typed stays as it was, and so do names of options."""
    for word in sorted({*typed, "--"}, key=len, reverse=True):
        said = said.replace(word, "")
    return said


def test_a_set_that_a_machine_broke_is_described_in_french(folder: Path) -> None:
    begin = "adapt translate pairs-en --to fr --with file=table.csv --out t --limit 2"
    assert "contient maintenant 4 textes" in french(begin, folder)
    assert "4 textes sur 4 (lignes, ou textes qu’aucune ligne n’a : 2, 3, 4, 5)" in french(begin, folder)
    head, *lines = (folder / "table.csv").read_text(encoding="utf-8-sig").splitlines()
    write_lines(folder / "table.csv", [head, *(f"{line.rstrip(';')};Elles rient." for line in lines)])
    assert "2 paires minimales dans t" in french(begin, folder)
    assert french("adapt check t", folder).count(": les deux phrases sont identiques\n") == 2
