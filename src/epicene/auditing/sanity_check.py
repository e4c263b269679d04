"""Is the model awake? A working language model prefers a plain sentence to its own words in disorder.

CamemBERT once came out of a library upgrade near-random, and every score with it; this catches such checkpoints in a
second or two, on sentences that carry no stereotype.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise
from math import comb
from typing import Any

from epicene.core.errors import InputError
from epicene.core.types import THINKING, Capability, Item, Role, Score, Text
from epicene.models.api_server import AnswerError
from epicene.models.description import Description
from epicene.models.token_probabilities import LanguageModel
from epicene.runs.results import SanityRecord
from epicene.scoring import instructions as wordings
from epicene.scoring.instructions import read_instructions
from epicene.scoring.protocol import SCORINGS, Scoring
from epicene.scoring.scoring_options import ScoringOptions

SENTENCES = {
    "fr": (
        "Le soleil se lève à l’est et se couche à l’ouest.",
        "Il a mis son manteau parce qu’il faisait froid dehors.",
        "Nous avons mangé du pain avec du beurre et de la confiture.",
        "La semaine compte sept jours et l’année douze mois.",
        "Le train pour Paris part de la gare à huit heures.",
        "Elle ouvre la fenêtre pour faire entrer un peu d’air.",
        "Les enfants jouent au ballon dans la cour de l’école.",
        "On lave les légumes avant de les couper en morceaux.",
        "Il pleut depuis ce matin et la route est mouillée.",
        "J’ai oublié mes clés sur la table de la cuisine.",
        "Le chat dort sur le canapé près de la cheminée.",
        "Vous trouverez la boulangerie au bout de la rue.",
    ),
    "en": (
        "The sun rises in the east and sets in the west.",
        "He put on his coat because it was cold outside.",
        "We had some bread with butter and jam for breakfast.",
        "There are seven days in a week and twelve months in a year.",
        "The train to London leaves the station at eight o'clock.",
        "She opened the window to let some fresh air into the room.",
        "The children are playing with a ball in the school yard.",
        "Wash the vegetables before you cut them into small pieces.",
        "It has been raining since this morning and the road is wet.",
        "I left my keys on the table in the kitchen.",
        "The cat is sleeping on the sofa next to the fire.",
        "You will find the bakery at the end of the street.",
    ),
}
# A model that tosses a coin passes in at most 2 % of cases: of 12 sentences it must prefer 10 (binomial: 1.9 %).
# Tiny models with random weights, of seven kinds (GPT-2, Llama with and without tied embeddings, BLOOM, BERT, RoBERTa,
# BART), did in 82 of 3,390 checks, 2.4 %; among those asked 600 times, GPT-2 most often (18).
BY_CHANCE = 0.02
MOST, FEWEST = 12, 6  # sentences; of five, a coin gets all right in 3 % of cases
SHORTEST = 6  # words, or characters where words are not spaced: fewer have few disorders
TRIES = 20  # disorders, of which the first with the tokens of the plain sentence is asked
MOST_TRIES = 2000
SCORING = {
    Capability.MASKED: "pll",
    Capability.CAUSAL: "loglik",
    Capability.DENOISING: "denoise-all",
    Capability.CHAT: "prompted",
}


def sentences_for(language: str, items: Sequence[Item]) -> tuple[str, ...]:
    """Easy ones of ours or, in a language that we have none in, some of the benchmark's own, from all over it."""
    if language in SENTENCES:
        return SENTENCES[language]
    texts = list(dict.fromkeys(next(iter(item.variants.values())).text.strip() for item in items if item.variants))
    long = [text for text in texts if len(_parts(text)) >= SHORTEST and _disorders(text, 0)]
    return tuple(long[:: max(1, len(long) // MOST)][:MOST])


def check(
    model: LanguageModel, language: str, sentences: Sequence[str], asking: ScoringOptions | None = None
) -> SanityRecord | None:
    """How many plain sentences the model prefers to disorder; None where there are too few, or no words to ask in.

    `asking` are the options by which the items are asked.
    """
    description = model.description
    items, scoring = _asked(description, language, sentences, asking or ScoringOptions())
    if scoring is None:
        return None
    try:
        answers = list(scoring.score(items, model))
    except AnswerError as error:  # the easy sentences have numbers of their own, which no item has
        raise AnswerError(error.reason, error.row, "Sanity check, before the first item") from error
    _refuse_endless_thoughts(description, answers)
    scores = {(score.item_id, score.role): _comparable(score, description) for score in answers}
    right = sum(scores[item.id, Role.MORE] > scores[item.id, Role.LESS] for item in items)
    return SanityRecord(language, right, len(items), right >= enough(len(items)))


def tokens(
    description: Description, language: str, sentences: Sequence[str], asking: ScoringOptions
) -> tuple[int, int]:
    """What it takes: tokens that are sent, and at most so many that come back."""
    items, scoring = _asked(description, language, sentences, asking)
    counts = [scoring.tokens(question) for question in scoring.questions(items)] if scoring else []
    return sum(sent for sent, _ in counts), sum(received for _, received in counts)


def _asked(
    description: Description, language: str, sentences: Sequence[str], asking: ScoringOptions
) -> tuple[list[Item], Scoring[Any] | None]:
    if len(sentences) < FEWEST:
        return [], None
    in_words = description.capability is Capability.CHAT
    if in_words and wordings.TWO not in read_instructions(asking.instructions).tables.get(language, {}):
        return [], None
    plain = ScoringOptions(instructions=asking.instructions, reply_tokens=asking.reply_tokens)
    items = [_in_and_out_of_order(number, text, language, description) for number, text in enumerate(sentences)]
    return items, SCORINGS[SCORING[description.capability]](description, plain if in_words else ScoringOptions())


def _refuse_endless_thoughts(description: Description, answers: Sequence[Score]) -> None:
    """A model that thinks for longer than it may would be paid for a whole set of empty replies."""
    replies = [reply for score in answers for reply in score.replies]
    if 2 * sum(reply.trouble == THINKING for reply in replies) > len(replies):
        raise InputError(
            f"{description.source.name} thinks before it replies, and most of its replies to the sanity check ended "
            "within its thoughts. Allow longer ones: --reply-tokens 4096."
        )


def enough(number: int) -> int:
    """How many of so many sentences a model must prefer: as few as a coin reaches in at most 2 % of cases."""
    return next(
        k for k in range(number + 1) if sum(comb(number, n) for n in range(k, number + 1)) <= BY_CHANCE * 2**number
    )


def _comparable(score: Score, description: Description) -> float:
    """A token's mean, where a tokenizer cuts the words otherwise in every disorder; nothing is added up in replies."""
    return score.value if description.capability is Capability.CHAT else score.value / max(1, score.n_tokens)


def _in_and_out_of_order(number: int, text: str, language: str, description: Description) -> Item:
    variants = {Role.MORE: Text(text), Role.LESS: Text(_in_disorder(text, number, description))}
    return Item(str(number), variants, language, "sanity", str(number))


def _in_disorder(text: str, seed: int, description: Description) -> str:
    """The first disorder that has the tokens of the plain sentence, else the first."""
    disorders = _disorders(text, seed) or _disorders(text, 0)  # by which the text was chosen
    if description.capability is Capability.CHAT:  # whose tokens are not known here
        return disorders[0]
    tokens = sorted(description.encode(text).ids)
    return next(
        (disorder for disorder in disorders if sorted(description.encode(disorder).ids) == tokens), disorders[0]
    )


def _parts(text: str) -> list[str]:
    """Its words; its characters, where words are not spaced."""
    return text.split(" ") if " " in text else list(text)


def _disorders(text: str, seed: int) -> list[str]:
    """First and last word stay: a capital within, or another word at the full stop, costs tokens, and a model that
    knows nothing but that fewer tokens are likelier would pass. No word follows the one that it followed, or itself
    (a model may know repetition and nothing else). A text of few different words may have none.
    """
    parts = _parts(text)
    order = random.Random(seed)  # noqa: S311 - the same disorder every time
    disorders: list[str] = []
    for _ in range(MOST_TRIES):
        within = parts[1:-1]
        order.shuffle(within)
        shuffled = [parts[0], *within, parts[-1]]
        neighbours = set(pairwise(shuffled))
        if neighbours.isdisjoint(pairwise(parts)) and all(word != other for word, other in neighbours):
            disorders.append((" " if " " in text else "").join(shuffled))
            if len(disorders) == TRIES:
                break
    return disorders
