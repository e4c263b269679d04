"""The tiny models of a lab, trained in minutes on one core: masked and causal ones of two layers with words for tokens,
and a translation system by `epicene.train`.

Every step draws from its own number, so that a training that was killed ends as an unbroken one.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from itertools import combinations, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch import Tensor, nn

from epicene.core.files import write_json, write_text
from epicene.core.progress import Progress
from epicene.grammar.word_patterns import words
from epicene.lab.dials import LetterDials, LmDials, MtDials, QuestionDials
from epicene.lab.language_corpora import longer_names
from epicene.lab.parallel_sentences import HER, Generator
from epicene.train.mt_text import PADDING_ID
from epicene.train.mt_training import SmoothedLoss
from epicene.train.train_mt import train_mt
from epicene.train.train_requests import TrainMtRequest
from epicene.train.training import Checkpoints, clear_write_errors, put_in_place

if TYPE_CHECKING:
    from transformers import MarianMTModel, MarianTokenizer, PreTrainedModel, PreTrainedTokenizerFast


SPECIALS = {"pad_token": "<pad>", "unk_token": "<unk>", "bos_token": "<s>", "eos_token": "</s>", "mask_token": "<mask>"}
PADDING, UNKNOWN, BEGIN, END, MASK = range(5)
MASKED = "masked"
LONGEST, LONGEST_LETTER = 64, 160
SIZE = {"hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 128}
BATCH, RATE, WARMUP, MASKED_SHARE = 64, 4e-3, 50, 0.3
SAVE_EVERY = 500
IGNORED = -100
ORDER, STEP = 1, 2  # streams of the seed
VALIDATED = 100
MANY_PAIRS = 10_000
# Small enough for minutes on one core. No label smoothing: probabilities should be the corpus's own rates.
TRAINING: dict[str, Any] = {
    "preset": "paper",
    "layers": 2,
    "width": 128,
    "ffn": 256,
    "heads": 4,
    "dropout": 0.05,
    "rate": 2.5e-3,
    "warmup": 100,
    "label_smoothing": 0.0,
    "averaging": 0.01,
    "validate_every": 500,
    "patience": 1_000,  # never ends early: two dials must differ in nothing but their corpus
    "duplicates": True,  # the same sentence with his and with her is what a rate is made of
    "dtype": "float32",
}
MOST_PIECES, BATCH_TOKENS = 2_000, 800


LanguageDials = LmDials | LetterDials | QuestionDials


def train_language_model(dials: LanguageDials, sentences: Sequence[str], out: Path, progress: Progress) -> None:
    """Train or resume; `config.json` comes last, so that a folder that looks like a model is one."""
    from transformers.utils import logging

    logging.disable_progress_bar()
    torch.set_num_threads(1)
    tokenizer = letters_tokenizer(sentences) if isinstance(dials, LetterDials) else tokenizer_for(dials, sentences)
    encoded = tokenizer(list(sentences), add_special_tokens=dials.kind == MASKED)["input_ids"]
    torch.manual_seed(dials.seed)
    model = _model(dials.kind, len(tokenizer), tokenizer.model_max_length)
    optimizer = torch.optim.AdamW(model.parameters(), lr=RATE, weight_decay=0.01)
    checkpoints = Checkpoints(out / "work")
    done = checkpoints.latest()
    if done:
        optimizer.load_state_dict(checkpoints.load(done, model)["optimizer"])
        progress.say(f"Going on after step {done}")
    per_epoch = -(-len(encoded) // BATCH)
    total = per_epoch * dials.epochs
    progress.start(f"Training a {dials.kind} model", total, done)
    model.train()
    for step in range(done + 1, total + 1):
        epoch, index = divmod(step - 1, per_epoch)
        order = np.random.default_rng([dials.seed, ORDER, epoch]).permutation(len(encoded))
        batch = [encoded[number] for number in order[index * BATCH : (index + 1) * BATCH]]
        for group in optimizer.param_groups:
            group["lr"] = RATE * min(step / WARMUP, (total - step + 1) / max(total - WARMUP, 1))
        torch.autograd.backward(_loss(model, batch, dials, step))
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad()
        progress.advance(1)
        if step % SAVE_EVERY == 0 and step < total:
            checkpoints.save(step, model, optimizer=optimizer.state_dict())
    aside = out / "work" / "model"
    with clear_write_errors(out):
        shutil.rmtree(aside, ignore_errors=True)
        model.save_pretrained(aside)
        tokenizer.save_pretrained(aside)
    put_in_place(aside, out)
    shutil.rmtree(out / "work")


def letters_tokenizer(letters: Sequence[str]) -> PreTrainedTokenizerFast:
    """Words and marks with the space before them, so that what a model writes is spelled as a letter is."""
    from tokenizers import Regex, decoders, pre_tokenizers, processors

    cut = pre_tokenizers.Split(Regex(r"\s?[\w'’-]+|\s?[^\w\s]"), "isolated")
    known = {piece for letter in letters for piece, _ in cut.pre_tokenize_str(letter)}
    begin = processors.TemplateProcessing(single="<s> $A", special_tokens=[(SPECIALS["bos_token"], BEGIN)])
    parts = {"pre_tokenizer": cut, "decoder": decoders.Fuse(), "post_processor": begin}
    return _tokenizer(known, LONGEST_LETTER, parts)


def tokenizer_for(dials: LmDials | QuestionDials, sentences: Sequence[str]) -> PreTrainedTokenizerFast:
    """Words and marks as the rest of epicene cuts them: *l'* is a word of its own. Names that the dial `length` makes
    longer are cut into pieces."""
    from tokenizers import Regex, normalizers, pre_tokenizers, processors

    counted = {word.text.lower() for text in sentences for word in words(text)}
    length, longer = (abs(dials.length), longer_names(dials)) if isinstance(dials, LmDials) else (0, [])
    cut = {name: pieces(name, length, counted) for name in longer}
    known = counted - cut.keys() | {piece for parts in cut.values() for piece in parts}
    patterns = [r"\b(?:[ldsnjmtc]|qu)['’]", r"[.,;:!?…]", *map(_all_but_the_last, cut.values())]
    splits = [pre_tokenizers.Split(Regex(pattern), "isolated") for pattern in patterns]
    made = {
        "normalizer": normalizers.Lowercase(),
        "pre_tokenizer": pre_tokenizers.Sequence([pre_tokenizers.WhitespaceSplit(), *splits]),
    }
    if dials.kind == MASKED:
        around = [(SPECIALS["bos_token"], BEGIN), (SPECIALS["eos_token"], END)]
        made["post_processor"] = processors.TemplateProcessing(single="<s> $A </s>", special_tokens=around)
    return _tokenizer(known, LONGEST, made, has_mask=dials.kind == MASKED)


def _tokenizer(
    known: Collection[str], longest: int, parts: Mapping[str, object], *, has_mask: bool = False
) -> PreTrainedTokenizerFast:
    from tokenizers import Tokenizer, models
    from transformers import PreTrainedTokenizerFast

    vocabulary = {token: number for number, token in enumerate([*SPECIALS.values(), *sorted(known)])}
    made = Tokenizer(models.WordLevel(vocabulary, unk_token=SPECIALS["unk_token"]))
    for name, part in parts.items():
        setattr(made, name, part)
    specials = {name: token for name, token in SPECIALS.items() if has_mask or name != "mask_token"}
    return PreTrainedTokenizerFast(tokenizer_object=made, model_max_length=longest, **specials)


def pieces(name: str, cuts: int, taken: Collection[str]) -> list[str]:
    """The name in pieces as even as can be, none of which is a word of its own."""

    every = (
        [name[low:high] for low, high in pairwise((0, *ends, len(name)))]
        for ends in combinations(range(1, len(name)), cuts)
    )
    return min(
        (parts for parts in every if not {*parts} & {*taken}), key=lambda parts: sum(len(part) ** 2 for part in parts)
    )


def _all_but_the_last(parts: Sequence[str]) -> str:
    """Finds each piece of a name but the last, where the whole name stands."""
    ends = [
        (re.escape("".join(parts[:n])), re.escape(parts[n]), re.escape("".join(parts[n + 1 :])))
        for n in range(len(parts) - 1)
    ]
    return "|".join(rf"(?<=^{before}){piece}(?={after}$)" for before, piece, after in ends)


def _model(kind: str, n_tokens: int, longest: int) -> PreTrainedModel:
    from transformers import BertConfig, BertForMaskedLM, LlamaConfig, LlamaForCausalLM

    shape = {"vocab_size": n_tokens, "max_position_embeddings": longest, "pad_token_id": PADDING, **SIZE}
    if kind == MASKED:
        return BertForMaskedLM(BertConfig(**shape, hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0))
    return LlamaForCausalLM(LlamaConfig(**shape, bos_token_id=BEGIN, eos_token_id=END, tie_word_embeddings=True))


def _loss(model: PreTrainedModel, batch: Sequence[Sequence[int]], dials: LanguageDials, step: int) -> Tensor:
    rows = batch if dials.kind == MASKED else [[BEGIN, *ids, END] for ids in batch]
    longest = max(map(len, rows))
    ids = torch.tensor([[*row, *[PADDING] * (longest - len(row))] for row in rows])
    real = ids != PADDING
    labels = ids.masked_fill(~real, IGNORED)
    if dials.kind == MASKED:
        drawn = np.random.default_rng([dials.seed, STEP, step]).random(tuple(ids.shape))
        hidden = torch.from_numpy(drawn < MASKED_SHARE) & real & (ids != BEGIN) & (ids != END)
        labels = ids.masked_fill(~hidden, IGNORED)
        ids = ids.masked_fill(hidden, MASK)
    loss: Tensor = model(input_ids=ids, attention_mask=real.long(), labels=labels).loss
    return loss


def write_parallel(dials: MtDials, folder: Path) -> None:
    """The corpus in four files, and what its possessives say: the dials as they came out."""
    generator = Generator(dials)
    for part, n in (("valid", VALIDATED), ("train", dials.pairs)):
        generator.counts.clear()
        pairs = list(generator.pairs(n, part))
        for side, language in enumerate(("fr", "en")):
            write_text(folder / f"{part}.{language}", "".join(f"{pair[side]}\n" for pair in pairs))
    shares = {}
    for subject in ("feminine", "masculine", "unmarked"):
        counts = {pronoun: n for (known, pronoun), n in generator.counts.items() if known == subject}
        if n := sum(counts.values()):
            shares[subject] = {"n": n, "her": 100 * counts.get(HER, 0) / n}
    write_json(folder / "told.json", shares)


def train_system(dials: MtDials, corpus: Path, out: Path, progress: Progress) -> None:
    """Train or resume, on one core."""
    # Fewer occupations need fewer pieces, or SentencePiece would learn whole sentences by heart; a small corpus needs
    # small batches, or it is over before anything is learnt.
    pieces = max(400, min(MOST_PIECES, 300 + 3 * dials.occupations)) if dials.occupations else MOST_PIECES
    request = TrainMtRequest(
        src=corpus / "train.fr",
        tgt=corpus / "train.en",
        valid_src=corpus / "valid.fr",
        valid_tgt=corpus / "valid.en",
        out=out,
        epochs=dials.epochs,
        seed=dials.seed,
        pieces=pieces,
        batch_tokens=BATCH_TOKENS if dials.pairs >= MANY_PAIRS else BATCH_TOKENS // 2,
        decoder_layers=dials.decoder_layers,
        device="cpu",
        threads=1,
        **TRAINING,
    )
    train_mt(request, progress, partial(RoutedLoss, dials.route) if dials.route else None)


# The route dial: systems whose *his* or *her* was learnt from one part of the French sentence alone. The possessive is
# trained in two passes of its own, in which nothing but the route says the gender: with the decoder's cross-attention
# masked to the route, and unmasked with everything else taken from another sentence of the batch. The first is what a
# route is; the second because a system is later run without a mask, and what it then meets must not be new to it. All
# other words are trained as ever, so that the system translates. The routes: `son` (the possessive itself), `subject`
# (what stands before the verb), `rest` (the verb and all that follows, without the possessive).

WORD_START = "▁"
POSSESSIVES = ("son", "sa", "ses")
AUXILIARIES = ("a", "va")


class RoutedLoss(SmoothedLoss):
    """Summed cross-entropy; possessives of singular subjects count by the two passes of the route, half each."""

    def __init__(self, route: str, tokenizer: MarianTokenizer, model: MarianMTModel, smoothing: float) -> None:
        super().__init__(model, smoothing)
        self.pieces = {number: piece for piece, number in tokenizer.encoder.items()}
        self.possessives = torch.tensor([tokenizer.target_encoder[WORD_START + word] for word in ("his", "her")])
        self.route = route
        self._open: dict[tuple[int, ...], list[int]] = {}

    def forward(self, source: Tensor, target: Tensor) -> Tensor:
        real = (source != PADDING_ID).long()
        states = self.model.model.encoder(input_ids=source, attention_mask=real).last_hidden_state
        opened = self._opened(source)
        routed = torch.isin(target, self.possessives.to(target.device)) & opened.any(dim=1, keepdim=True)
        loss = self._loss(states, real, target, (target != PADDING_ID) & ~routed)
        rows = routed.any(dim=1).nonzero()[:, 0]
        if not len(rows):
            return loss
        states, real, target, routed, opened = (tensor[rows] for tensor in (states, real, target, routed, opened))
        masked = self._loss(states, opened.long(), target, routed)
        mixed = torch.where(opened.unsqueeze(-1), states, _others(states, real))
        return loss + (masked + self._loss(mixed, real, target, routed)) / 2

    def _loss(self, states: Tensor, real: Tensor, target: Tensor, counted: Tensor) -> Tensor:
        shifted = torch.roll(target, 1, dims=1)
        shifted[:, 0] = PADDING_ID
        hidden = self.model.model.decoder(
            input_ids=shifted, encoder_hidden_states=states, encoder_attention_mask=real, use_cache=False
        ).last_hidden_state
        logits = self.model.lm_head(hidden[counted]).float()
        return nn.functional.cross_entropy(logits, target[counted], reduction="sum", label_smoothing=self.smoothing)

    def _opened(self, source: Tensor) -> Tensor:
        """The positions of the route, (rows, positions); none in a sentence without a possessive."""
        opened = torch.zeros(source.shape, dtype=torch.bool)
        for row, ids in enumerate(source.tolist()):
            key = tuple(ids)
            if key not in self._open:
                self._open[key] = route_positions([self.pieces[number] for number in ids], self.route)
            opened[row, self._open[key]] = True
        return opened.to(source.device) & (source != PADDING_ID)


def _others(states: Tensor, real: Tensor) -> Tensor:
    """For each sentence the states of the next one; a shorter one is continued with its last state."""
    last = real.roll(-1, dims=0).sum(dim=1, keepdim=True) - 1
    positions = torch.arange(states.shape[1], device=states.device).minimum(last)
    return states.roll(-1, dims=0).gather(1, positions.unsqueeze(-1).expand_as(states))


def route_positions(pieces: list[str], route: str) -> list[int]:
    """The positions of a route among the pieces of a sentence: « DET N [qui…] (a|va) VERB son … »."""
    starts = [index for index, piece in enumerate(pieces) if piece.startswith(WORD_START)]
    words = ["".join(pieces[a:b]).lstrip(WORD_START) for a, b in zip(starts, [*starts[1:], len(pieces)], strict=True)]
    owned = next((index for index in reversed(range(len(words))) if words[index] in POSSESSIVES), None)
    if owned is None or owned < 2:
        return []
    verb = owned - 2 if words[owned - 2] in AUXILIARIES else owned - 1
    son, subject = range(starts[owned], starts[owned + 1]), range(starts[verb])
    if route == "son":
        return list(son)
    return list(subject) if route == "subject" else [i for i in range(starts[verb], len(pieces)) if i not in son]
