"""Tiny translation systems of several kinds, with random weights and tokenizers of our own; and a language to learn."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import sentencepiece
import torch
import transformers

from tiny import made_once, own_texts

SIZES = {
    "d_model": 32,
    "encoder_layers": 1,
    "decoder_layers": 1,
    "encoder_ffn_dim": 64,
    "decoder_ffn_dim": 64,
    "encoder_attention_heads": 2,
    "decoder_attention_heads": 2,
    "max_position_embeddings": 64,
}
SOURCE_LINES = [
    "Elle dort.",
    "L’infirmière a fini son travail.",
    "Il pleut sur la ville et sur les toits gris.",
    "Oui !",
]


def pieces_model(path: Path, **options: int) -> Path:
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(own_texts()),
        model_prefix=str(path),
        vocab_size=400,
        model_type="unigram",
        minloglevel=2,
        **options,
    )
    return path.with_suffix(".model")


@made_once
def tiny_marian(folder: Path, seed: int = 0, languages: tuple[str, str] = ("fr", "en")) -> Path:
    """As `train mt` would make one, without training it; most of its sentences end after some ten tokens, because it
    finds the end in the tenth place: others of random weights repeat themselves as long as they may."""
    from epicene.train.mt_text import END_ID, ParallelText, open_tokenizer, write_vocabularies
    from epicene.train.mt_training import new_model
    from epicene.train.train_requests import MtSettings

    (folder / "texts").write_text("\n".join(own_texts()) + "\n")
    source, target = languages
    settings = MtSettings(
        layers=1,
        decoder_layers=1,
        width=32,
        ffn=64,
        heads=2,
        pieces=400,
        seed=seed,
        source=source,
        target=target,
    )
    write_vocabularies(ParallelText(folder / "texts", folder / "texts", 3.0, False), folder, settings)
    (folder / "texts").unlink()
    tokenizer = open_tokenizer(folder)
    model = new_model(settings, len(tokenizer.encoder), len(tokenizer.target_encoder))
    places = model.model.decoder.embed_positions.weight
    with torch.no_grad():
        model.lm_head.weight[END_ID] = 4 * torch.nn.functional.normalize(places[10] - places[0], dim=0)
    model.save_pretrained(folder)
    return folder


@made_once
def tiny_mbart50(folder: Path, seed: int = 0, kind: str = "MBart") -> Path:
    torch.manual_seed(seed)
    processor = sentencepiece.SentencePieceProcessor(model_file=str(pieces_model(folder / "pieces")))
    vocabulary = [("<s>", 0.0), ("<pad>", 0.0), ("</s>", 0.0), ("<unk>", 0.0)]
    vocabulary += [(processor.id_to_piece(i), processor.get_score(i)) for i in range(3, len(processor))]
    tokenizer = transformers.MBart50Tokenizer(vocab=vocabulary, src_lang="en_XX", tgt_lang="fr_XX")
    config = getattr(transformers, f"{kind}Config")(
        vocab_size=len(tokenizer), pad_token_id=1, bos_token_id=0, eos_token_id=2, decoder_start_token_id=2, **SIZES
    )
    getattr(transformers, f"{kind}ForConditionalGeneration")(config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


@made_once
def tiny_m2m100(folder: Path, seed: int = 0) -> Path:
    """What NLLB is too: its positions are counted from the ids, and padding has none."""
    return tiny_mbart50(folder, seed, "M2M100")


@made_once
def tiny_t5(folder: Path, seed: int = 0) -> Path:
    torch.manual_seed(seed)
    processor = sentencepiece.SentencePieceProcessor(model_file=str(pieces_model(folder / "pieces")))
    vocabulary = [("<pad>", 0.0), ("</s>", 0.0), ("<unk>", 0.0)]
    vocabulary += [(processor.id_to_piece(i), processor.get_score(i)) for i in range(3, len(processor))]
    tokenizer = transformers.T5Tokenizer(vocab=vocabulary, extra_ids=2)
    config = transformers.T5Config(
        vocab_size=len(tokenizer), d_model=32, d_kv=16, d_ff=64, num_layers=1, num_heads=2, decoder_start_token_id=0
    )
    transformers.T5ForConditionalGeneration(config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


NOUNS = {"chat": "cat", "chien": "dog", "lit": "bed", "vélo": "bike", "pain": "bread", "livre": "book", "mur": "wall"}
ADJECTIVES = {"noir": "black", "petit": "small", "rond": "round", "vert": "green", "vieux": "old"}
VERBS = {"voit": "sees", "aime": "likes", "cherche": "seeks", "porte": "carries"}


def language_to_learn() -> list[tuple[str, str]]:
    """All 980 sentences of a grammar whose translation is a function, shuffled; the adjective changes sides."""
    pairs = [
        (
            f"Le {noun} {adjective} {verb} le {other}.",
            f"The {ADJECTIVES[adjective]} {NOUNS[noun]} {VERBS[verb]} the {NOUNS[other]}.",
        )
        for noun in NOUNS
        for other in NOUNS
        for adjective in ADJECTIVES
        for verb in VERBS
    ]
    random.Random(0).shuffle(pairs)
    return pairs


def write_lines(path: Path, lines: Sequence[str]) -> Path:
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return path
