"""Hidden states of an encoder-decoder: vectors of chosen layers at chosen tokens, in length-sorted batches.

Layer 1 is the output of the first layer, -1 that of the last; the embeddings are layer 0. A decoder's vector of a
target token is the one from which the model predicts it, so that the first target position has seen no word of the
translation.

What a decoder is fed while its states are read: the system's own translation, or by option the reference. The own
translation is the default because a reference hands the decoder *her* or *actress* and with it the label. Where the
reference is forced nevertheless, only what both genders of a pair share is: places before the possessive.

States are kept on disk: computed once for a model and a corpus, memory-mapped by whoever probes them. A folder is named
by a digest of what made it (weights, sentences, words, layers, what the decoder was fed). It holds an array (layers,
examples, features) for each column of the table, the line of each example, and `columns.json`, which is written last: a
folder that has it is whole.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import msgspec
import numpy as np
import torch
from numpy.typing import NDArray

from epicene.core.errors import EpiceneError
from epicene.core.files import cache_folder, clear_disk_errors, write_json
from epicene.core.hashing import digest
from epicene.core.progress import Progress
from epicene.inside.forced.decoding import Named, decoder_start, positions_in, target_pieces
from epicene.models.batching import by_length, padded, unanswered
from epicene.models.engines.local import Known
from epicene.models.loading import Placement
from epicene.models.translation import Translator
from epicene.runs.folder import Journal, locked

if TYPE_CHECKING:
    from transformers import PretrainedConfig, PreTrainedModel

Vectors: TypeAlias = NDArray[np.float32]
# Tokens of a batch, padding included. Past it a CPU gains nothing, because activations leave the cache.
TOKENS_AT_ONCE = 1_024
INDEX = "columns.json"
FIRST, ALL = "the", "all"
_FORMAT = 1
_NAME_LENGTH = 16
_BYTES = np.dtype(np.float32).itemsize
Numbered = tuple[int, Sequence[int]]  # a sentence's number, and tokens: its own, or those of its translation
Generating = Callable[[Sequence[Sequence[Numbered]]], Iterable[Sequence[Numbered]]]


@dataclass(frozen=True, slots=True)
class PlacedTokens:
    """A sentence in the model's tokens, and the places in it that are wanted; or what the decoder is fed, and at which
    of its places a token of the translation is predicted."""

    ids: tuple[int, ...]
    positions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Layers:
    """Which layers of each side are wanted."""

    encoder: Sequence[int]
    decoder: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class SentenceBatch:
    """Sentences that are read together: their numbers in the corpus, and what the decoder is fed, if it is run."""

    numbers: list[int]
    sources: list[PlacedTokens]
    targets: list[PlacedTokens] | None


def sources_of(
    translator: Translator,
    sentences: Sequence[str],
    words: Sequence[str],
    where: str,
    named: Sequence[Named] | None = None,
) -> list[PlacedTokens]:
    """Every sentence in tokens with the places of the words; `where` names the corpus in an error, `named` says where
    the noun and the determiner of each sentence stand."""
    return [
        PlacedTokens(*positions_in(translator, text, words, f"{where}, line {number}", own))
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
    for batch in batches_of(sources):
        read = read_batch(translator.model, translator.pad_id, Layers(layers), batch)
        states[:, :, sorted(batch.numbers)] = np.stack(read)
    return states


def read_batch(model: PreTrainedModel, pad: int, layers: Layers, batch: SentenceBatch) -> list[Vectors]:
    """Run every sentence once: the states (layers, examples, features) of each source word and, where there are
    targets, of the first target tokens and of all. Examples are in the order of the corpus."""
    sources, targets = batch.sources, batch.targets
    order = sorted(range(len(sources)), key=batch.numbers.__getitem__)
    with torch.inference_mode():
        ids, mask = padded([source.ids for source in sources], pad, model.device)
        encoded = model.get_encoder()(input_ids=ids, attention_mask=mask, output_hidden_states=True, return_dict=True)
        columns = []
        for places in zip(*(sources[row].positions for row in order), strict=True):
            columns.append([encoded.hidden_states[layer][order, list(places)] for layer in layers.encoder])
        if targets is not None:
            fed, _ = padded([target.ids for target in targets], pad, model.device)
            # No mask on the decoder's side: what pads stands after every token that counts, and no token looks ahead.
            decoded = model.get_decoder()(
                input_ids=fed,
                encoder_hidden_states=encoded.last_hidden_state,
                encoder_attention_mask=mask,
                output_hidden_states=True,
                use_cache=False,
                return_dict=True,
            )
            for most in (1, None):
                examples = [(row, place) for row in order for place in targets[row].positions[:most]]
                rows, predicted = [row for row, _ in examples], [place for _, place in examples]
                columns.append([decoded.hidden_states[layer][rows, predicted] for layer in layers.decoder])
        return [torch.stack(states).float().cpu().numpy() for states in columns]


def batches_of(
    sources: Sequence[PlacedTokens], targets: Sequence[PlacedTokens] | None = None
) -> Iterator[SentenceBatch]:
    lengths = [len(source.ids) for source in sources]
    costs = [length + len(targets[index].ids) for index, length in enumerate(lengths)] if targets else lengths
    for numbers in by_length(costs, lambda: TOKENS_AT_ONCE):
        own = None if targets is None else [targets[number] for number in numbers]
        yield SentenceBatch(numbers, [sources[number] for number in numbers], own)


def own_targets(
    translator: Translator,
    sources: Sequence[PlacedTokens],
    journal: Journal,
    progress: Progress,
    generating: Generating | None = None,
) -> list[PlacedTokens]:
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
    tokenizer = translator.tokenizer
    around = {tokenizer.pad_token_id, tokenizer.eos_token_id, tokenizer.bos_token_id}
    around |= {*decoder_start(translator), *translator.marks.decoder.values()}
    marks = around - {tokenizer.unk_token_id}  # an unknown word is a part of the translation
    targets = []
    for number in range(len(sources)):
        answer = journal.records[str(number)]["ids"]
        # The decoder at place t predicts what stands at t + 1.
        positions = tuple(index for index in range(len(answer) - 1) if answer[index + 1] not in marks)
        targets.append(PlacedTokens(tuple(answer[: positions[-1] + 1] if positions else answer[:1]), positions))
    return targets


def generate(translator: Translator, sentences: Sequence[Numbered]) -> list[Numbered]:
    """In one batch, unless memory ran out before and the translator takes fewer now."""
    translations: list[Numbered] = []
    for batch in translator.batches([len(ids) for _, ids in sentences]):
        answers = translator.generate([sentences[index][1] for index in batch])
        translations += [(sentences[index][0], ids) for index, ids in zip(batch, answers, strict=True)]
    return translations


def forced_targets(translator: Translator, references: Sequence[str], until: Sequence[int]) -> list[PlacedTokens]:
    """Every reference up to a character, 0 for none of it: what stands after would give the gender away."""
    start = decoder_start(translator)
    targets = []
    for reference, end_of_text in zip(references, until, strict=True):
        pieces = target_pieces(translator, reference)
        n = next((index for index, (_, end) in enumerate(pieces.spans) if end > end_of_text), len(pieces.ids))
        n = n if end_of_text else 0
        fed = (*start, *pieces.ids[:n])[: len(start) + max(n, 1) - 1]
        targets.append(PlacedTokens(fed, tuple(range(len(start) - 1, len(start) - 1 + n))))
    return targets


class StateColumn(msgspec.Struct, frozen=True):
    """The states of one token in every layer: `vectors` is (layers, examples, features), `rows` the examples' lines."""

    side: str
    token: str
    layers: tuple[int, ...]
    vectors: str
    rows: str


def states_folder(facts: Mapping[str, object]) -> Path:
    return cache_folder() / "states" / digest({"format": _FORMAT, **facts})[:_NAME_LENGTH]


def read_columns(folder: Path) -> list[StateColumn] | None:
    """None where the states are not there, or not all."""
    try:
        return msgspec.json.decode((folder / INDEX).read_bytes(), type=dict[str, list[StateColumn]])["columns"]
    except FileNotFoundError:
        return None


@dataclass(frozen=True, slots=True)
class Extraction:
    """What is read, and of which sentences."""

    layers: Layers
    words: Sequence[str]
    width: int
    sources: Sequence[PlacedTokens]
    targets: Sequence[PlacedTokens] | None

    def columns(self) -> list[StateColumn]:
        layers = self.layers
        names = [("encoder", word, layers.encoder) for word in self.words]
        if self.targets is not None:
            names += [("decoder", token, layers.decoder) for token in (FIRST, ALL)]
        return [
            StateColumn(side, token, tuple(numbers), f"vectors-{index}.npy", f"rows-{index}.npy")
            for index, (side, token, numbers) in enumerate(names)
        ]

    def rows(self, column: StateColumn) -> NDArray[np.int64]:
        """The line of every example; a line whose translation is empty has none on the decoder's side."""
        times = [1] * len(self.sources)
        if column.side == "decoder" and self.targets is not None:
            times = [len(target.positions[: None if column.token == ALL else 1]) for target in self.targets]
        return np.repeat(np.arange(len(times)), times)


Reader = Callable[[Sequence[SentenceBatch]], Iterable[tuple[int, list[Vectors]]]]


def write_states(folder: Path, extraction: Extraction, reader: Reader, progress: Progress) -> list[StateColumn]:
    """Put the states of one model into a folder; `reader` gives those of each batch with its place, in any order."""
    columns = extraction.columns()
    rows = [extraction.rows(column) for column in columns]
    shapes = [(len(column.layers), len(lines), extraction.width) for column, lines in zip(columns, rows, strict=True)]
    with locked(folder), clear_disk_errors(folder):
        needed, free = sum(_BYTES * int(np.prod(shape)) for shape in shapes), shutil.disk_usage(folder).free
        if needed > free:  # a mapped file on a full disk would end the process without a word
            raise EpiceneError(
                f"The hidden states need {needed / 2**20:,.0f} MiB in {folder} and {free / 2**20:,.0f} MiB are free. "
                "Free some space, or set EPICENE_CACHE to a folder on another disk."
            )
        for column, lines in zip(columns, rows, strict=True):
            np.save(folder / column.rows, lines)
        arrays = [
            np.lib.format.open_memmap(folder / column.vectors, mode="w+", dtype=np.float32, shape=shape)
            for column, shape in zip(columns, shapes, strict=True)
        ]
        batches = list(batches_of(extraction.sources, extraction.targets))
        for index, states in reader(batches):
            for array, lines, vectors in zip(arrays, rows, states, strict=True):
                array[:, np.isin(lines, batches[index].numbers)] = vectors
            progress.advance(len(batches[index].numbers))
        for array in arrays:
            array.flush()
        write_json(folder / INDEX, {"columns": msgspec.to_builtins(columns)})
    return columns


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


def load_read_model(
    make: Callable[[Known, Placement], Translator], seed: int, known: Known, placement: Placement
) -> ReadModel:
    return ReadModel(make(known, placement), seed)


def translated(model: ReadModel, sentences: Sequence[Numbered]) -> list[Numbered]:
    return generate(model.translator, sentences)


def read_states(
    layers: Layers, is_random: bool, model: ReadModel, piece: tuple[int, SentenceBatch]
) -> tuple[int, list[Vectors]]:
    """A batch by its number among all; `is_random`: the twin is read."""
    number, batch = piece
    read = model.twin if is_random else model.translator.model
    model.tokens_read += sum(len(tokens.ids) for tokens in (*batch.sources, *(batch.targets or ())))
    return number, read_batch(read, model.translator.pad_id, layers, batch)
