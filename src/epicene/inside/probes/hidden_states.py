"""Hidden states of an encoder-decoder: vectors of chosen layers at chosen tokens, in length-sorted batches.

Layer 1 is the output of the first layer, -1 that of the last; the embeddings are layer 0. A decoder's vector of a
target token is the one from which the model predicts it, so that the first target position has seen no word of the
translation.

What a decoder is fed while its states are read: the system's own translation, or by option the reference. The own
translation is the default because a reference hands the decoder *her* or *actress* and with it the label. Where the
reference is forced nevertheless, only what both genders of a pair share is: places before the possessive.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from epicene.core.progress import Progress
from epicene.inside.forced.decoding import decoder_start
from epicene.inside.token_spans import Named, positions_in, target_pieces
from epicene.models.batching import by_length, padded, unanswered
from epicene.models.engines.local import Recipe
from epicene.models.loading import Placement
from epicene.models.translation import Translator
from epicene.runs.folder import Journal

if TYPE_CHECKING:
    from transformers import PretrainedConfig, PreTrainedModel

Vectors: TypeAlias = NDArray[np.float32]
# Tokens of a batch, padding included. Past it a CPU gains nothing, because activations leave the cache.
TOKENS_AT_ONCE = 1_024
Numbered = tuple[int, Sequence[int]]  # a sentence's number, and tokens: its own, or those of its translation
Generating = Callable[[Sequence[Sequence[Numbered]]], Iterable[Sequence[Numbered]]]


@dataclass(frozen=True, slots=True)
class Tokens:
    """A sentence in the model's tokens, and the places in it that are wanted; or what the decoder is fed, and at which
    of its places a token of the translation is predicted."""

    ids: tuple[int, ...]
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Layers:
    """Which layers of each side are wanted."""

    encoder: Sequence[int]
    decoder: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class Batch:
    """Sentences that are read together: their numbers in the corpus, and what the decoder is fed, if it is run."""

    numbers: list[int]
    sources: list[Tokens]
    targets: list[Tokens] | None


@dataclass(frozen=True, slots=True)
class States:
    """What was read of one batch: of the source words (words, layers, sentences, features), and of the target tokens,
    sentence after sentence, (layers, tokens, features)."""

    words: Vectors
    targets: Vectors | None


@dataclass(frozen=True, slots=True)
class Room:
    """Where states go: for each source word (layers, sentences, features); of the decoder's first target token
    (layers, sentences that have one, features) and of all target tokens, sentence after sentence."""

    words: Sequence[Vectors]
    first: Vectors | None = None
    all: Vectors | None = None

    def put(self, batch: Batch, states: States, starts: Mapping[int, tuple[int, int]]) -> None:
        for space, found in zip(self.words, states.words, strict=True):
            space[:, batch.numbers] = found
        if batch.targets is None or states.targets is None:
            return
        if self.first is None or self.all is None:
            raise ValueError("decoder states need room for the first and for all target tokens")
        done = 0
        for number, target in zip(batch.numbers, batch.targets, strict=True):
            if number in starts:
                (first, start), n = starts[number], len(target.places)
                self.first[:, first] = states.targets[:, done]
                self.all[:, start : start + n] = states.targets[:, done : done + n]
                done += n


def sources_of(
    translator: Translator,
    sentences: Sequence[str],
    words: Sequence[str],
    where: str,
    named: Sequence[Named] | None = None,
) -> list[Tokens]:
    """Every sentence in tokens with the places of the words; `where` names the corpus in an error, `named` says where
    the noun and the determiner of each sentence stand."""
    return [
        Tokens(*positions_in(translator, text, words, f"{where}, line {number}", own))
        for number, (text, own) in enumerate(zip(sentences, named or [{}] * len(sentences), strict=True), start=1)
    ]


def depth_of(config: PretrainedConfig) -> tuple[int, int]:
    """How many layers the encoder and the decoder have."""
    encoder = getattr(config, "encoder_layers", None) or config.num_hidden_layers
    return int(encoder), int(getattr(config, "decoder_layers", None) or getattr(config, "num_decoder_layers", encoder))


def width_of(config: PretrainedConfig) -> int:
    return int(getattr(config, "d_model", None) or config.hidden_size)


def random_twin(model: PreTrainedModel, seed: int = 0) -> PreTrainedModel:
    """The same architecture with weights as its authors draw them before training, in the same place and precision."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        twin = type(model)(deepcopy(model.config))
    return twin.to(device=model.device, dtype=model.dtype).eval()


def encoder_states(
    translator: Translator, sentences: Sequence[str], words: Sequence[str], layers: Sequence[int]
) -> Vectors:
    """(words, layers, sentences, features), held in memory; a grid keeps its states in files."""
    sources = sources_of(translator, sentences, words, "The corpus")
    width = width_of(translator.model.config)
    states = np.empty((len(words), len(layers), len(sources), width), dtype=np.float32)
    reading = Reading(translator.model, translator.tokenizer.pad_token_id, Layers(layers))
    for batch in batches_of(sources):
        Room(list(states)).put(batch, reading.read(batch), {})
    return states


@dataclass(frozen=True, slots=True)
class Reading:
    """One model, and the layers that are read from it."""

    model: PreTrainedModel
    pad: int
    layers: Layers

    def read(self, batch: Batch) -> States:
        """Run every sentence once; where there are targets, the decoder too."""
        with torch.inference_mode():
            words, encoded, mask = self._encode(batch.sources)
            return States(words, None if batch.targets is None else self._decode(batch.targets, encoded, mask))

    def _encode(self, sources: Sequence[Tokens]) -> tuple[Vectors, Tensor, Tensor]:
        ids, mask = padded([source.ids for source in sources], self.pad, self.model.device)
        answer = self.model.get_encoder()(
            input_ids=ids, attention_mask=mask, output_hidden_states=True, return_dict=True
        )
        rows = torch.arange(len(sources), device=ids.device)
        places = torch.tensor([source.places for source in sources], device=ids.device)
        found = [
            torch.stack([answer.hidden_states[layer][rows, places[:, word]] for layer in self.layers.encoder])
            for word in range(places.shape[1])
        ]
        return _numbers(torch.stack(found)), answer.last_hidden_state, mask

    def _decode(self, targets: Sequence[Tokens], encoded: Tensor, mask: Tensor) -> Vectors:
        fed, _ = padded([target.ids for target in targets], self.pad, self.model.device)
        # No mask on the decoder's side: what pads stands after every token that counts, and no token looks ahead.
        answer = self.model.get_decoder()(
            input_ids=fed,
            encoder_hidden_states=encoded,
            encoder_attention_mask=mask,
            output_hidden_states=True,
            use_cache=False,
            return_dict=True,
        )
        rows = [row for row, target in enumerate(targets) for _ in target.places]
        places = [place for target in targets for place in target.places]
        return _numbers(torch.stack([answer.hidden_states[layer][rows, places] for layer in self.layers.decoder]))


def batches_of(sources: Sequence[Tokens], targets: Sequence[Tokens] | None = None) -> Iterator[Batch]:
    lengths = [len(source.ids) for source in sources]
    costs = [length + len(targets[place].ids) for place, length in enumerate(lengths)] if targets else lengths
    for numbers in by_length(costs, lambda: TOKENS_AT_ONCE):
        own = None if targets is None else [targets[number] for number in numbers]
        yield Batch(numbers, [sources[number] for number in numbers], own)


def starts_of(targets: Sequence[Tokens]) -> dict[int, tuple[int, int]]:
    """For each sentence its row among first tokens, and where its rows among all tokens begin; an empty translation
    has neither."""
    starts, first, done = dict[int, tuple[int, int]](), 0, 0
    for number, target in enumerate(targets):
        if target.places:
            starts[number] = (first, done)
            first, done = first + 1, done + len(target.places)
    return starts


def _numbers(states: Tensor) -> Vectors:
    found: Vectors = states.float().cpu().numpy()
    return found


def own_targets(
    translator: Translator,
    sources: Sequence[Tokens],
    journal: Journal,
    progress: Progress,
    generating: Generating | None = None,
) -> list[Tokens]:
    """Translate what the journal does not have yet, a batch at a time.

    Where `generating` says who translates batches, in any order, the translator may be without weights.
    """
    planned = list(translator.batches([len(source.ids) for source in sources]))
    todo = unanswered(planned, lambda numbers: map(str, numbers), journal.records)
    if todo:
        n_done = sum(str(number) in journal.records for number in range(len(sources)))
        progress.start(f"Translating with {translator.name}", len(sources), n_done)
    batches = [[(number, sources[number].ids) for number in numbers] for numbers in todo]
    for answers in generating(batches) if generating else (generate(translator, batch) for batch in batches):
        progress.advance(journal.append({"key": str(number), "ids": ids} for number, ids in answers))
    marks = _marks(translator)
    return [_target(journal.records[str(number)]["ids"], marks) for number in range(len(sources))]


def generate(translator: Translator, sentences: Sequence[Numbered]) -> list[Numbered]:
    """In one batch, unless memory ran out before and the translator takes fewer now."""
    found: list[Numbered] = []
    for batch in translator.batches([len(ids) for _, ids in sentences]):
        answers = translator.generate([sentences[place][1] for place in batch])
        found += [(sentences[place][0], ids) for place, ids in zip(batch, answers, strict=True)]
    return found


def _marks(translator: Translator) -> set[int | None]:
    """Tokens of an answer that are no part of the translation; an unknown word is one."""
    tokenizer = translator.tokenizer
    around = {tokenizer.pad_token_id, tokenizer.eos_token_id, tokenizer.bos_token_id}
    return (around | {*decoder_start(translator), *translator.marks.decoder.values()}) - {tokenizer.unk_token_id}


def _target(answer: Sequence[int], marks: set[int | None]) -> Tokens:
    """The decoder at place t predicts what stands at t + 1."""
    places = tuple(place for place in range(len(answer) - 1) if answer[place + 1] not in marks)
    return Tokens(tuple(answer[: places[-1] + 1] if places else answer[:1]), places)


def forced_targets(translator: Translator, references: Sequence[str], until: Sequence[int]) -> list[Tokens]:
    """Every reference up to a character, 0 for none of it: what stands after would give the gender away."""
    start = decoder_start(translator)
    targets = []
    for reference, end_of_text in zip(references, until, strict=True):
        pieces = target_pieces(translator, reference)
        n = next((place for place, (_, end) in enumerate(pieces.spans) if end > end_of_text), len(pieces.ids))
        n = n if end_of_text else 0
        fed = (*start, *pieces.ids[:n])[: len(start) + max(n, 1) - 1]
        targets.append(Tokens(fed, tuple(range(len(start) - 1, len(start) - 1 + n))))
    return targets


@dataclass
class ReadModel:
    """The twin is the same wherever it is drawn, by its seed."""

    translator: Translator
    seed: int
    tokens_read: int = 0

    @property
    def tokens_seen(self) -> int:
        return self.translator.tokens_seen + self.tokens_read

    @cached_property
    def twin(self) -> PreTrainedModel:
        return random_twin(self.translator.model, self.seed)


@dataclass(frozen=True, slots=True)
class ReadRecipe:
    translator: Recipe[Translator]
    seed: int

    def __call__(self, placement: Placement) -> ReadModel:
        return _loaded(self.translator, self.seed, placement)

    def to_send(self) -> Callable[[Placement], ReadModel]:
        return partial(_loaded, self.translator.to_send(), self.seed)


def _loaded(load: Callable[[Placement], Translator], seed: int, placement: Placement) -> ReadModel:
    return ReadModel(load(placement), seed)


class ReadPiece(NamedTuple):
    """`place` is the batch's among all; with `is_random`, the twin is read."""

    place: int
    is_random: bool
    layers: Layers
    batch: Batch


def translated(model: ReadModel, sentences: Sequence[Numbered]) -> list[Numbered]:
    return generate(model.translator, sentences)


def read_states(model: ReadModel, piece: ReadPiece) -> tuple[int, States]:
    translator = model.translator
    read = model.twin if piece.is_random else translator.model
    model.tokens_read += sum(len(one.ids) for one in (*piece.batch.sources, *(piece.batch.targets or ())))
    return piece.place, Reading(read, translator.tokenizer.pad_token_id, piece.layers).read(piece.batch)
