"""A two-layer translation model with weights from a formula, a small controlled corpus with everything in it, and its
lines aligned and asked under conditions."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import torch

from epicene.inside.corpus_run import CorpusChoice, WordScores
from epicene.inside.forced.decoding import read_contrast, target_nouns
from epicene.inside.interventions.aligned_pairs import AlignedLine, align
from epicene.inside.interventions.apply_interventions import Context, EncoderInterventions, batches_of_pairs
from epicene.inside.interventions.conditions import Condition
from epicene.inside.interventions.prompt_interventions import PromptInterventions
from epicene.models.loading import Placement
from epicene.models.translation import Decoding, Translator, load_translator
from epicene.mt.controlled_corpus import CorpusLine, Sentences, read_corpus
from epicene.mt.corpus_writer import BASE, corpus_lines
from epicene.mt.lexicon import Occupation
from epicene.mt.translating.transformers_system import ModelSystem, open_model
from epicene.mt.translating.translation_engine import ModelChoice
from tiny import made_once, own_texts
from tiny_translation import write_lines

Answers = dict[tuple[str, int], WordScores]

NOUNS = [
    Occupation("boulanger", "boulangère", "baker"),
    Occupation("analyste", "analyste", "analyst"),
    Occupation("journaliste", "journaliste", "journalist"),
    Occupation("infirmier", "infirmière", "nurse"),
    Occupation("acteur", "actrice", "actor", "actress"),
    Occupation("avocat", "avocate", "lawyer"),
    Occupation("maître d’hôtel", "maîtresse d’hôtel", "head waiter", "head waitress"),
]


def small_lines() -> list[CorpusLine]:
    """Seven pairs: one l'+epicene, one le/la+epicene, two with different English nouns, one of several words."""
    lines = list(corpus_lines(BASE, NOUNS))
    french = Sentences(Path("corpus.fr"), "fr", [line.source for line in lines])
    return read_corpus(french, Sentences(Path("corpus.en"), "en", [line.target for line in lines]))


@made_once
def two_layer_marian(folder: Path, languages: tuple[str, str] = ("fr", "en")) -> Path:
    """Two layers on each side, 16 wide; weight number k of each matrix is a sine of k, so that anyone can make it."""
    from epicene.train.mt_text import ParallelText, open_tokenizer, write_vocabularies
    from epicene.train.mt_training import new_model
    from epicene.train.train_requests import MtSettings

    texts = [*own_texts(), *(text for line in small_lines() for text in (line.source, line.target) for _ in range(9))]
    (folder / "texts").write_text("\n".join(texts) + "\n", encoding="utf-8")
    source, target = languages
    settings = MtSettings(
        layers=2,
        decoder_layers=2,
        width=16,
        ffn=24,
        heads=2,
        pieces=400,
        seed=0,
        source=source,
        target=target,
    )
    write_vocabularies(ParallelText(folder / "texts", folder / "texts", 3.0, False), folder, settings)
    (folder / "texts").unlink()
    tokenizer = open_tokenizer(folder)
    model = new_model(settings, len(tokenizer.encoder), len(tokenizer.target_encoder))
    with torch.no_grad():
        for number, (name, weight) in enumerate(model.named_parameters()):
            if "embed_positions" in name or not weight.requires_grad:
                continue
            wave = torch.sin(0.37 * torch.arange(weight.numel(), dtype=torch.float64) ** 1.5 + number)
            weight.copy_((0.4 * wave + ("norm.weight" in name)).reshape(weight.shape))
    model.save_pretrained(folder)
    return folder


def opened(folder: Path, source: str = "fr", target: str = "en", budget: int | None = None) -> Translator:
    system = system_of(folder, source, target, budget)
    return load_translator(system.description, system.marks, system.placement, system.decoding)


def system_of(folder: Path, source: str = "fr", target: str = "en", budget: int | None = None) -> ModelSystem:
    placement = Placement(device="cpu", threads=1, budget=budget)
    return open_model(ModelChoice(str(folder)), source, target, placement, Decoding(1, 16))


def aligned_lines(translator: Translator, direction: str = "fr-en", contrast: str = "his/her") -> list[AlignedLine]:
    lines = small_lines()
    nouns = {way: target_nouns(lines, way) for way in ("fr-en", "en-fr")}
    other = "en-fr" if direction == "fr-en" else "fr-en"
    questions = read_contrast(contrast, direction).questions(translator, lines, Path("x"), nouns[direction])
    asked = {question.line.number for question in questions}
    whole = [question for question in questions if question.line.number ^ 1 in asked]
    return align(translator, whole, direction, nouns[other], nouns[direction])


def ask(
    translator: Translator,
    lines: Sequence[AlignedLine],
    conditions: Sequence[Condition],
    context: Context | None = None,
) -> Answers:
    made = EncoderInterventions if translator.marks.prompt is None else PromptInterventions
    return {
        (answer.asked, answer.line): answer
        for pairs in batches_of_pairs(translator, lines)
        for batch in [made(translator, pairs, context)]
        for condition in conditions
        for answer in batch.answers(condition)
    }


def corpus_files(folder: Path, direction: str = "fr-en", french: Sequence[str] = ()) -> CorpusChoice:
    lines = small_lines()
    own = write_lines(folder / "corpus.fr", french or [line.source for line in lines])
    english = write_lines(folder / "corpus.en", [line.target for line in lines])
    return CorpusChoice(direction, *((own, english) if direction == "fr-en" else (english, own)))
