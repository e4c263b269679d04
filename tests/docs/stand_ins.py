"""What a reader has and a test has not: models of a hub, downloaded data, files of their own. Small ones stand in."""

from __future__ import annotations

import csv
import hashlib
import json
import random
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import openai_server
import tiny
import tiny_translation
from debiasing.test_leace import NOUNS, VERBS
from epicene.data.benchmarks import BENCHMARKS, BUNDLED
from epicene.models.packaged import packaged_model
from epicene.models.source import Source
from kinds.questions.made_questions import bbq_line

LM_EVAL = Path(__file__).parents[1] / "auditing" / "lm_eval"

MASKED = ("almanach/camembert-base", "almanach/camembert-large")
ALSO_MASKED = (  # copies of the first
    "flaubert/flaubert_base_cased",
    "qwant/fralbert-base",
    "google-bert/bert-base-multilingual-cased",
    "google-bert/bert-base-uncased",
    "FacebookAI/roberta-large",
    "almanach/camembert-base-wikipedia-4gb",
    "albert/albert-large-v2",
    "albert/albert-xxlarge-v2",
)
CAUSAL = ("asi/gpt-fr-cased-small",)
TRANSLATION = {"Helsinki-NLP/opus-mt-fr-en": ("fr", "en"), "Helsinki-NLP/opus-mt-en-fr": ("en", "fr")}

SERVER = "http://localhost:8000"
SERVED = ("asi/gpt-fr-cased-small", "french", "Qwen/Qwen2.5-7B-Instruct", "mistralai/Mistral-7B-Instruct-v0.3")

FEW = 40  # pairs of what stands for a published set


def make_hub(cache: Path) -> Path:
    """A hub's cache as huggingface_hub lays it out, with a tiny model under each name."""
    for seed, name in enumerate(MASKED):
        tiny.tiny_masked(_snapshot(cache, name), seed)
    first = next(cache.glob("models--*-base/snapshots/*"))
    for name in ALSO_MASKED:
        shutil.copytree(first, _snapshot(cache, name), dirs_exist_ok=True)
    for seed, name in enumerate(CAUSAL):
        tiny.tiny_causal(_snapshot(cache, name), seed)
    for name, languages in TRANSLATION.items():
        tiny_translation.tiny_marian(_snapshot(cache, name), languages=languages)
    return cache


def _snapshot(cache: Path, name: str) -> Path:
    commit = hashlib.sha1(name.encode()).hexdigest()
    folder = cache / f"models--{name.replace('/', '--')}"
    (folder / "refs").mkdir(parents=True)
    (folder / "refs" / "main").write_text(commit)
    made = folder / "snapshots" / commit
    made.mkdir(parents=True)
    return made


def in_place_of_sources(causal: Path, translation: Path) -> dict[str, Callable[[str], Source]]:
    """By prefix, what stands for the packaged model and for lab models, which take minutes to train."""

    def packaged(spec: str) -> Source:
        if packaged_model(spec).languages:
            return Source(spec, packaged_model(spec).name, translation)
        return Source(spec, "SmolLM2-135M-Instruct-Q4_1", causal)

    def lab(spec: str) -> Source:
        translates = spec in ("lab:standard", "lab:mt") or spec.startswith("lab:mt-")
        return Source(spec, spec.replace(":", "-"), translation if translates else causal)

    return {"pypi": packaged, "lab": lab}


@contextmanager
def serving_in_place(hub: Path) -> Iterator[str]:
    """A server with the tiny causal model, which also answers in words, always the first."""
    causal = next((hub / f"models--{SERVED[0].replace('/', '--')}" / "snapshots").iterdir())
    stand_in = openai_server.StandIn(openai_server.CausalAnswers(causal), SERVED, reply=lambda prompt: "1")
    with openai_server.serving(stand_in):
        yield stand_in.url


def fill_cache(cache: Path) -> Path:
    """Downloaded data: a few bundled pairs in the shape of the published files."""
    data = cache / "data"
    data.mkdir(parents=True)
    for name in ("crows-fr", "crows-en", "crows-en-original"):
        benchmark = BENCHMARKS[name]
        lines = (BUNDLED / f"pairs-{benchmark.language}.jsonl").read_text(encoding="utf-8").splitlines()[:FEW]
        with (data / benchmark.file_name).open("w", encoding="utf-8", newline="") as file:
            table = csv.writer(file, delimiter="\t")
            table.writerow(["", "sent_more", "sent_less", "stereo_antistereo", "bias_type"])
            for number, row in enumerate(map(json.loads, lines)):
                table.writerow([number, row["more"], row["less"], row["direction"], row["bias_type"]])
    _published_sentences(data)
    return cache


def _published_sentences(data: Path) -> None:
    from epicene.mt.controlled_corpus import SIDES

    french, english = _parallel(12)
    for language, lines in (("fr", french), ("en", english)):
        tiny_translation.write_lines(data / SIDES[language].file_name, lines)


def _parallel(occupations: int) -> tuple[list[str], list[str]]:
    from epicene.mt.corpus_writer import BASE, corpus_lines
    from epicene.mt.lexicon import read_lexicon

    lines = list(corpus_lines(BASE, read_lexicon()[:occupations]))
    return [line.source for line in lines], [line.target for line in lines]


def _side(place: int, occupations: int, file: Path) -> None:
    tiny_translation.write_lines(file, _parallel(occupations)[place])


def _people(place: int) -> Callable[[Path], None]:
    """Parallel text about people, with no sentence of a test."""
    pairs = [
        ("La boulangère a perdu sa clé.", "The baker has lost her key."),
        ("Le pompier est fatigué.", "The firefighter is tired."),
        ("L'artiste a rangé son bureau.", "The artist has tidied his office."),
    ]
    return lambda file: tiny_translation.write_lines(file, [pair[place] for pair in pairs * 4])


def _wikipedia(file: Path) -> None:
    """Twelve short articles, from the sentences of the bundled pairs."""
    texts = list(tiny.own_texts()[:96])
    articles = ["\n".join(texts[place : place + 8]) for place in range(0, 96, 8)]
    file.write_text("\n\n".join(articles) + "\n", encoding="utf-8")


def _predictions(file: Path) -> None:
    ids = [json.loads(line)["id"] for line in (BUNDLED / "pairs-fr.jsonl").read_text(encoding="utf-8").splitlines()]
    chance = random.Random(0)
    rows = [{"item_id": id, "role": role, "score": -chance.uniform(9, 90)} for id in ids for role in ("more", "less")]
    _written(file, *(f"{json.dumps(row)}\n" for row in rows))


def _original_scores(file: Path) -> None:
    """What the original CrowS-Pairs program writes."""
    chance = random.Random(0)
    rows = map(json.loads, (BUNDLED / "pairs-fr.jsonl").read_text(encoding="utf-8").splitlines()[:FEW])
    with file.open("w", encoding="utf-8", newline="") as opened:
        table = csv.writer(opened)
        table.writerow(["sent_more", "sent_less", "sent_more_score", "sent_less_score"])
        table.writerows([row["more"], row["less"], -chance.uniform(9, 90), -chance.uniform(9, 90)] for row in rows)


def _lines(*lines: str, times: int = 1) -> Callable[[Path], None]:
    return lambda file: _written(file, *(f"{line}\n" for line in lines * times))


def _two_genders(feminine: bool) -> Callable[[Path], None]:
    """References, sources and outputs of MT-GenEval: three sentences of our own."""
    if feminine:
        return _lines("La patronne est partie.", "Une amie est venue.", "Elle est élue.")
    return _lines("Le patron est parti.", "Un ami est venu.", "Il est élu.")


def _script(file: Path) -> None:
    """A translation system that says the same of everybody."""
    file.write_text("#!/bin/sh\nsed 's/.*/The baker has finished his work./'\n")
    file.chmod(0o755)


TEMPLATE = '[bicycle]\nfrench = "{Det} {noun} a réparé son vélo."\nenglish = "The {noun} has repaired {poss} bicycle."'


def _written(file: Path, *parts: str) -> None:
    file.write_text("".join(parts), encoding="utf-8")


def _working_people(file: Path) -> None:
    subjects = [f"{'La' if noun.endswith('e') else 'Le'} {noun}" for noun in NOUNS]
    _written(file, *(f"{subject} {verb}.\n" for subject in subjects for verb in VERBS))


# Files that a page speaks of as the reader's own; each is made where its name occurs in the page's commands.
GIVEN: dict[str, Callable[[Path], None]] = {
    "wikipedia.txt": _wikipedia,
    "predictions.jsonl": _predictions,
    "scores.csv": _original_scores,
    "train.fr": lambda file: _side(0, 60, file),
    "train.en": lambda file: _side(1, 60, file),
    "valid.fr": lambda file: _side(0, 8, file),
    "valid.en": lambda file: _side(1, 8, file),
    **{name: _people(0) for name in ("people.fr", "held-out.fr")},
    **{name: _people(1) for name in ("people.en", "held-out.en")},
    "corpus.fr": lambda file: _side(0, 12, file),
    "corpus.en": lambda file: _side(1, 12, file),
    "en.txt": _lines(
        "female\t1\tThe nurse said that she was late.\tnurse",
        "male\t1\tThe baker said that he was late.\tbaker",
        times=6,
    ),
    "winomt.opus": _lines(
        "The nurse said that she was late. ||| L’infirmière a dit qu’elle était en retard.",
        "The baker said that he was late. ||| Le boulanger a dit qu’il était en retard.",
        times=6,
    ),
    **{name: _two_genders(True) for name in ("feminine.fr", "opus-feminine.fr", "original.fr", "opus-context.fr")},
    **{name: _two_genders(False) for name in ("masculine.fr", "opus-masculine.fr", "flipped.fr")},
    "feminine.en": _lines("The boss left, she said.", times=3),
    "masculine.en": _lines("The boss left, he said.", times=3),
    "context.en": _lines("She came. <sep> The boss left.", times=3),
    "FR_2_variants.tsv": _lines(
        "labels\tsource\tf\tm", "SUBJ;PROF\tThe students came.\tLes étudiantes sont venues.\tLes étudiants sont venus."
    ),
    "opus-gate.fr": _lines("Les étudiant·e·s sont là."),
    "my-system.sh": _script,
    "notre-systeme.sh": _script,
    "own.toml": _lines(TEMPLATE),
    "letters.csv": _lines(
        "text,field",
        *(f"Je suis motivée par ce poste.,{field}" for field in ("soins", "droit", "vente", "chimie")),
    ),
    "shares.csv": _lines("field,share", "soins,80", "droit,55", "vente,60", "chimie,40"),
    "people.txt": _working_people,
    "held-out.txt": _lines("Le chat dort sur le lit.", "La mer est calme ce matin."),
    "text.txt": _lines("Les étudiantes et les étudiants écoutent la directrice."),
    "samples_crows_pairs_french_2026-01-31T12-00-00.000000.jsonl": lambda file: _written(
        file, next(LM_EVAL.glob("samples_own_crows_pairs_french_*")).read_text(encoding="utf-8")
    ),
    "Age.jsonl": _lines(json.dumps(bbq_line())),
    "answers.jsonl": _lines('{"example_id": 0, "answer": "the boy"}'),
}


def small_shelf(folder: Path, model: Path) -> None:
    """The reader's own models, for the example plugin."""
    shutil.copytree(model, folder / "shelf" / "small")
