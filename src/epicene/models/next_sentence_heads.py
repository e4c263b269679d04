"""Heads that say whether the second of two sentences follows the first, and two sentences as one input.

A head of ours is three linear layers on one vector h of a model: the first token's last hidden state for encoders, the
mean of the last hidden states for decoders and encoder-decoders (of the latter, the decoder's). A folder made by
`epicene train nsp` holds `head.json`, `head.safetensors` and, where the body was trained too, `model/`. BERT-like
checkpoints may bring a head of their own.

Two sentences are put together as the model's own tokenizer does it where it knows pairs (BERT: [CLS] A [SEP] B [SEP];
RoBERTa: <s> A </s> </s> B </s>). Where it does not (GPT-2, BLOOM, mBART), its separator or end mark stands between.
"""

from __future__ import annotations

import json
import pickle
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor, nn

from epicene.core.errors import InputError
from epicene.core.files import write_json
from epicene.core.hashing import files_digest
from epicene.core.types import Capability
from epicene.models.description import Description
from epicene.models.hooks import put_erasers
from epicene.models.source import Source
from epicene.models.token_probabilities import Answering, LanguageModel, TokenRow

if TYPE_CHECKING:
    from transformers import BatchEncoding, PreTrainedModel

Ids = tuple[int, ...]
FORMAT = 1
CONSECUTIVE, APART = 0, 1  # the order of BERT's own head
INNER = 300
ACTIVATIONS: dict[str, type[nn.Module]] = {
    "none": nn.Identity,  # as released by Nadeem et al. 2021: the three layers follow each other directly
    "relu": nn.ReLU,
    "gelu": nn.GELU,
    "tanh": nn.Tanh,
}


@dataclass(frozen=True, slots=True)
class PairFrame:
    """What stands around and between two sentences; `types` of front, first, between, second, back, or none."""

    front: Ids
    between: Ids
    back: Ids
    types: tuple[int, ...] = ()

    @property
    def size(self) -> int:
        return len(self.front) + len(self.between) + len(self.back)


class PairEncoder:
    """Turns two sentences into a row; past `max_tokens`, the longer one loses its end."""

    def __init__(self, description: Description, language: str | None = None, max_tokens: int | None = None) -> None:
        self.description = description
        self.frame = _frame(description, language)
        self.max_tokens = max_tokens

    def __call__(self, first: str, second: str) -> TokenRow:
        left, right = self._pieces(first), self._pieces(second)
        if self.max_tokens is not None:
            left, right = shortened(left, right, self.max_tokens - self.frame.size)
        frame = self.frame
        parts = (frame.front, left, frame.between, right, frame.back)
        ids = tuple(token for part in parts for token in part)
        types = tuple(kind for part, kind in zip(parts, frame.types, strict=False) for _ in part)
        labels = ids if self.description.capability is Capability.DENOISING else ()
        return TokenRow(ids, (), (), labels=labels, types=types)

    def _pieces(self, text: str) -> Ids:
        return tuple(self.description.tokenizer(text, add_special_tokens=False, verbose=False)["input_ids"])


def shortened(first: Ids, second: Ids, room: int) -> tuple[Ids, Ids]:
    """Cut the longer of the two, and both once they are equally long, until they fit."""
    half = room // 2
    if len(first) + len(second) <= room:
        return first, second
    if len(second) <= half:
        return first[: room - len(second)], second
    return first[: max(room - len(second), room - half)], second[: room - min(len(first), room - half)]


def _frame(description: Description, language: str | None) -> PairFrame:
    tokenizer = description.tokenizer
    single = description.encode("a", language)
    pair = tokenizer("a", "a", return_special_tokens_mask=True, verbose=False)
    ids, special = pair["input_ids"], [bool(mark) for mark in pair["special_tokens_mask"]]
    start, end = special.index(False), len(special) - special[::-1].index(False)
    inner = [index for index in range(start, end) if special[index]]
    if inner:
        types = _types(description, pair, (0, start, inner[0], inner[-1] + 1, end))
        return PairFrame(tuple(ids[:start]), tuple(ids[inner[0] : inner[-1] + 1]), tuple(ids[end:]), types)
    front, back = single.ids[: single.content[0]], single.ids[single.content[-1] + 1 :]
    separators = (tokenizer.sep_token_id, tokenizer.eos_token_id, tokenizer.bos_token_id)
    return PairFrame(front, tuple(token for token in separators if token is not None)[:1], back)


def _types(description: Description, pair: BatchEncoding, starts: Sequence[int]) -> tuple[int, ...]:
    marks = pair.get("token_type_ids")
    if marks is None or getattr(description.config, "type_vocab_size", 0) < 2:
        return ()
    return tuple(marks[min(start, len(marks) - 1)] for start in starts)


class NextSentenceHead(nn.Sequential):
    """hidden → 300 → 300 → 2."""

    def __init__(self, width: int, activation: str = "none", inner: int = INNER) -> None:
        between = ACTIVATIONS[activation]
        super().__init__(nn.Linear(width, inner), between(), nn.Linear(inner, inner), between(), nn.Linear(inner, 2))


class PairClassifier(nn.Module):
    """A language model's body and a head, as one module that can be trained."""

    def __init__(self, language_model: LanguageModel, head: nn.Module) -> None:
        super().__init__()
        self.body = language_model.model
        self.head = head
        self.language_model = language_model

    def forward(self, rows: Sequence[TokenRow]) -> Tensor:
        hidden = self.language_model.hidden(rows)
        logits: Tensor = self.head(pool(hidden, rows, self.language_model.description.capability).float())
        return logits


def pool(hidden: Tensor, rows: Sequence[TokenRow], capability: Capability) -> Tensor:
    """One vector a row: the first token's, or the mean over those that are not padding."""
    if capability is Capability.MASKED:
        return hidden[:, 0]
    lengths = [len(row.labels or row.ids) for row in rows]
    counts = torch.tensor(lengths, device=hidden.device)[:, None]
    real = torch.arange(hidden.shape[1], device=hidden.device) < counts
    return (hidden * real[:, :, None]).sum(dim=1) / counts


class NextSentenceModel(Answering):
    """Answers a row with log P(consecutive | first, second)."""

    def _forward(self, rows: Sequence[TokenRow]) -> list[list[float]]:
        logits = self.logits(rows).float()
        return [[value] for value in logits.log_softmax(dim=1)[:, CONSECUTIVE].tolist()]

    @abstractmethod
    def logits(self, rows: Sequence[TokenRow]) -> Tensor:
        """(rows, 2), in the order CONSECUTIVE, APART."""


class TrainedHead(NextSentenceModel):
    """A head of `epicene train nsp` on the body it was trained for."""

    def __init__(self, body: LanguageModel, head: NextSentenceHead) -> None:
        super().__init__(body.model, body.description, body.budget)
        self.classifier = PairClassifier(body, head.to(body.device)).eval()

    def logits(self, rows: Sequence[TokenRow]) -> Tensor:
        logits: Tensor = self.classifier(rows)
        return logits


class OwnHead(NextSentenceModel):
    """The head that a checkpoint was pre-trained with."""

    def logits(self, rows: Sequence[TokenRow]) -> Tensor:
        ids, mask = self.padded([row.ids for row in rows])
        logits: Tensor = self.model(input_ids=ids, attention_mask=mask, **self.typed(rows)).logits
        return logits


@dataclass(frozen=True, slots=True)
class HeadFolder:
    """A trained head on disk, checked to be whole."""

    path: Path
    facts: dict[str, Any]

    @property
    def digest(self) -> str:
        return str(self.facts["digest"])

    @property
    def model_folder(self) -> Path | None:
        """The trained body, where it is not the model's own."""
        return self.path / "model" if self.facts["body"] == "trained" else None

    def load(self) -> NextSentenceHead:
        from safetensors.torch import load_file

        weights = load_file(self.path / "head.safetensors")
        inner, width = weights["0.weight"].shape
        head = NextSentenceHead(width, self.facts["settings"]["activation"], inner)
        head.load_state_dict(weights)
        return head


def open_head(path: Path) -> HeadFolder:
    """Read and check a head folder; says in one sentence what is wrong with it."""
    try:
        facts = json.loads((path / "head.json").read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        raise InputError(
            f"{path} is no finished next-sentence head: head.json is missing. Make one with `epicene train "
            f"nsp MODEL --text FILE --out {path}`, or run that again to finish it."
        ) from None
    except ValueError as error:
        raise InputError(f"{path / 'head.json'} is damaged ({error}). Train the head again in a new folder.") from error
    if facts.get("format") != FORMAT:
        raise InputError(
            f"{path / 'head.json'} has format {facts.get('format')}; this epicene reads {FORMAT}. Train the head again."
        )
    if _digest(path) != facts["digest"]:
        raise InputError(f"The weights in {path} are not those that head.json speaks of. Train the head again.")
    return HeadFolder(path, facts)


def _digest(path: Path) -> str:
    return files_digest([*path.glob("head.safetensors"), *(path / "model").glob("*.safetensors")])


def write_head(path: Path, facts: Mapping[str, object]) -> HeadFolder:
    """Finish a head folder: `head.json` comes last, over the weights that are already there."""
    written = {"format": FORMAT, **facts, "digest": _digest(path)}
    write_json(path / "head.json", written)
    return HeadFolder(path, written)


def weights_digest(source: Source) -> str:
    """What a model is known by; its files are hashed once a process, and again if they change."""
    return _hashed(tuple((path, path.stat().st_size, path.stat().st_mtime_ns) for path in source.files()))


@cache
def _hashed(files: tuple[tuple[Path, int, int], ...]) -> str:
    return files_digest(path for path, _, _ in files)


def load_own_head(description: Description) -> PreTrainedModel:
    """The checkpoint with the next-sentence head it was pre-trained with; an error where it has none."""
    import transformers
    from safetensors import SafetensorError

    name = description.source.name
    without = InputError(
        f"{name} has no next-sentence head of its own. Train one with `epicene train nsp "
        f"{description.source.spec} --text FILE --out DIR` and give --nsp DIR."
    )
    if type(description.config) not in transformers.MODEL_FOR_NEXT_SENTENCE_PREDICTION_MAPPING:
        raise without
    transformers.utils.logging.disable_progress_bar()
    description.source.weights()  # from the hub, where they are not here yet
    try:
        model, info = transformers.AutoModelForNextSentencePrediction.from_pretrained(
            description.source.folder, config=description.config, output_loading_info=True, weights_only=True
        )
    except (SafetensorError, pickle.UnpicklingError, EOFError, OSError, ValueError, RuntimeError) as error:
        raise InputError(f"The weights of {name} cannot be read ({error}). Fetch them again.") from error
    if info["missing_keys"]:
        raise without
    put_erasers(model, description.source.folder)
    return model.eval()
