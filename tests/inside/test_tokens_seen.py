"""What a run costs in tokens is what the model reads and writes, and nothing twice that is asked once."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from epicene.inside.forced.decoding import ForcedQuestion, force_batch, read_contrast, rows_of, target_nouns
from epicene.inside.interventions.aligned_pairs import align
from epicene.inside.interventions.apply_interventions import EncoderInterventions
from epicene.inside.interventions.conditions import BASE, ITSELF, Condition
from epicene.models.translation import Translator
from inside.small_marian import opened, small_lines


@pytest.fixture
def translator(folder: Path) -> Translator:
    return opened(folder)


@pytest.fixture
def questions(translator: Translator) -> list[ForcedQuestion]:
    lines = small_lines()
    return read_contrast("his/her", "fr-en").questions(
        translator, lines, Path("corpus.en"), target_nouns(lines, "fr-en")
    )


def test_forced_decoding_counts_the_source_and_what_the_decoder_is_forced_through(
    translator: Translator, questions: list[ForcedQuestion]
) -> None:
    encoded = []
    encoder = translator.model.get_encoder()
    encoder.register_forward_pre_hook(
        lambda _, given, named: encoded.append(int(named["attention_mask"].sum())), with_kwargs=True
    )
    force_batch(translator, questions)
    rows = {row for question in questions for row, _ in rows_of(question)}
    assert sum(encoded) == sum(len(row.source) for row in rows)
    assert translator.tokens_seen == sum(encoded) + sum(len(row.decoder) for row in rows)
    assert len(rows) < 2 * len(questions), "his and her share a row where each is one piece"


def test_an_intervention_counts_each_run_of_the_encoder_and_of_the_decoder(
    translator: Translator, questions: list[ForcedQuestion]
) -> None:
    lines = small_lines()
    nouns = target_nouns(lines, "en-fr"), target_nouns(lines, "fr-en")
    aligned = align(translator, questions[:4], "fr-en", *nouns)
    batch = EncoderInterventions(translator, [(aligned[0], aligned[1]), (aligned[2], aligned[3])])
    sources = sum(len(question.source) for question in questions[:4])
    decoded = sum(len(tokens) for _, tokens, _ in batch.written)
    spent = [0]
    for condition in (BASE, Condition("patched", parts="c"), ITSELF):  # patching leaves the encoder as it is
        batch.answers(condition)
        spent.append(translator.tokens_seen)
    assert [after - before for before, after in pairwise(spent)] == [
        sources + decoded,
        decoded,
        sources + decoded,
    ]
