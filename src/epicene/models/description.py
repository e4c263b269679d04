"""What a model is and can be asked, and how its tokenizer cuts a text: read before any weights are loaded."""

from __future__ import annotations

import difflib
import re
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from types import SimpleNamespace
from typing import TYPE_CHECKING

from epicene.core.errors import InputError, first_line
from epicene.core.extras import missing_package
from epicene.core.types import Capability
from epicene.models.source import Source

if TYPE_CHECKING:
    from transformers import PretrainedConfig, PreTrainedTokenizerBase

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Tokens:
    """`special` is the tokenizer's own mask of what it added around the text; `spans` are characters of the text.

    `spans` is None where the tokenizer gives no offsets and its pieces could not be aligned with the text;
    `words` is the tokenizer's own grouping of pieces, where it has one.
    """

    ids: tuple[int, ...]
    special: tuple[bool, ...]
    spans: tuple[Span, ...] | None
    words: tuple[int | None, ...] | None

    @property
    def content(self) -> tuple[int, ...]:
        """Positions of the text's own pieces."""
        return tuple(index for index, special in enumerate(self.special) if not special)


def encode(tokenizer: PreTrainedTokenizerBase, text: str) -> Tokens:
    """Cut a text, exactly as it stands, with the special tokens that the tokenizer adds."""
    fast = tokenizer.is_fast
    encoded = tokenizer(text, return_special_tokens_mask=True, return_offsets_mapping=fast, verbose=False)
    special = tuple(bool(mark) for mark in encoded["special_tokens_mask"])
    if fast:
        spans: tuple[Span, ...] | None = tuple((start, end) for start, end in encoded["offset_mapping"])
        words: tuple[int | None, ...] | None = tuple(encoded.word_ids())
    else:
        words = None
        spans = _spans_without_offsets(tokenizer, text, special)
    return Tokens(tuple(encoded["input_ids"]), special, spans, words)


def _spans_without_offsets(
    tokenizer: PreTrainedTokenizerBase, text: str, special: Sequence[bool]
) -> tuple[Span, ...] | None:
    """Align the pieces of a tokenizer that rewrites the text (FlauBERT: ’ … «) with the text as it stands."""
    pieces = [piece.removesuffix("</w>") for piece in tokenizer.tokenize(text)]
    if len(pieces) != sum(not mark for mark in special):
        return None
    indices = character_places(text, "".join(pieces))
    if indices is None:
        return None
    letters = iter(indices)
    covered = [[next(letters) for _ in piece] for piece in pieces]
    if not all(covered):
        return None
    remaining = ((min(span), max(span) + 1) for span in covered)
    return tuple((0, 0) if mark else next(remaining) for mark in special)


def character_places(text: str, rewritten: str) -> list[int] | None:
    """For each character of the rewritten text (no spaces), its place in the text; None if one has no origin."""
    letters = [index for index, letter in enumerate(text) if not letter.isspace()]
    original = "".join(text[letter] for letter in letters)
    indices: list[int] = []
    for operation, a1, a2, b1, b2 in difflib.SequenceMatcher(None, original, rewritten, autojunk=False).get_opcodes():
        if operation == "equal":
            indices.extend(letters[a1:a2])
        elif operation == "replace":
            indices.extend(letters[min(a1 + (index - b1) * (a2 - a1) // (b2 - b1), a2 - 1)] for index in range(b1, b2))
        elif operation == "insert":
            return None
    return indices


def words_of_pieces(tokens: Tokens, words: Sequence[Span], length: int) -> tuple[range | None, ...] | None:
    """The words of the text that each piece reaches into (None for special tokens); None without spans.

    A piece that is only a word-start mark, or only a space, belongs to the word after it.
    """
    if tokens.spans is None:
        return None
    word_at: list[int] = []
    for number, (_, end) in enumerate(words):
        word_at.extend([number] * (end - len(word_at)))
    word_at.extend([len(words)] * (length - len(word_at)))
    reached: list[range | None] = [None] * len(tokens.ids)
    following: range | None = None
    for index in reversed(tokens.content):
        start, end = tokens.spans[index]
        if end > start:
            following = range(word_at[start], word_at[end - 1] + 1)
        reached[index] = following
    return tuple(reached)


def group_by_words(tokens: Tokens, words: Sequence[Span], length: int) -> tuple[int | None, ...] | None:
    """The word of the text that each piece belongs to (None for special tokens); None without spans.

    A piece that reaches into two words belongs to the second, whose other pieces would give it away.
    """
    reached = words_of_pieces(tokens, words, length)
    return None if reached is None else tuple(None if span is None else span[-1] for span in reached)


# Their positions start after the padding index, so that many fewer are left for the text.
POSITIONS_AFTER_PADDING = {"roberta", "camembert", "xlm-roberta", "xlm-roberta-xl", "longformer", "mpnet", "ibert"}
UNBOUNDED = 1_000_000


@dataclass(frozen=True)
class Description:
    """A model without its weights: enough to plan every question."""

    source: Source
    config: PretrainedConfig
    tokenizer: PreTrainedTokenizerBase
    capability: Capability
    trust_remote_code: bool = False

    @property
    def architecture(self) -> str:
        return str((self.config.architectures or [self.config.model_type])[0])

    @cached_property
    def max_tokens(self) -> int:
        """The longest input it takes, special tokens included."""
        positions = [getattr(self.config, name, None) for name in ("max_position_embeddings", "n_positions")]
        limits = [n - self._before_the_first_position() for n in positions if isinstance(n, int) and n > 0]
        server = self.source.server
        further = self.tokenizer.model_max_length, server.max_tokens if server else None
        return int(min([UNBOUNDED, *limits, *(limit for limit in further if limit)]))

    def _before_the_first_position(self) -> int:
        if self.config.model_type not in POSITIONS_AFTER_PADDING:
            return 0
        if not isinstance(padding := self.config.pad_token_id, int):
            raise InputError(
                f"{self.source.name} has no pad_token_id in its config.json, and models of type "
                f"{self.config.model_type} count their positions from it. Write there what the tokenizer "
                f"pads with ({self.tokenizer.pad_token_id})."
            )
        return padding + 1

    @cached_property
    def pad_id(self) -> int:
        return padding_of(self.tokenizer)

    def encode(self, text: str, language: str | None = None) -> Tokens:
        if language is not None:
            self._speak(language)
        return encode(self.tokenizer, text)

    @cached_property
    def writing_start(self) -> tuple[int, ...]:
        """BOS, which is put in front of a text that the model goes on from where the tokenizer has one but adds none.

        Where there is no BOS, likelihoods are read after EOS, because the first token must stand after something. In
        writing every token of the beginning stands after another, and EOS would tell the model that a document has
        ended; the same holds where BOS is EOS, as GPT-2 has it.
        """
        bos = self.tokenizer.bos_token_id
        is_needed = bos not in (None, self.tokenizer.eos_token_id) and bos not in self.tokenizer("a")["input_ids"][:1]
        return (bos,) if is_needed else ()

    def tokens_to_continue(self, text: str) -> tuple[int, ...]:
        """The tokens that a model on this machine is given where it goes on from a text."""
        return self.writing_start + tuple(self.tokenizer(text)["input_ids"])

    def n_tokens(self, text: str) -> int:
        """Of a text; 0 where the tokenizer is somebody else's."""
        return 0 if self.capability is Capability.CHAT else len(encode(self.tokenizer, text).content)

    def _speak(self, language: str) -> None:
        """Set the source language of a tokenizer that marks it (mBART: fr → fr_XX)."""
        if not hasattr(self.tokenizer, "src_lang"):
            return
        codes = [token for token in self.tokenizer.all_special_tokens if token.split("_")[0] == language]
        if not codes:
            raise InputError(
                f"{self.source.name} marks the language of a text and has no mark for {language!r}; it "
                "cannot be asked about items in that language."
            )
        if self.tokenizer.src_lang != codes[0]:
            self.tokenizer.src_lang = codes[0]


def padding_of(tokenizer: PreTrainedTokenizerBase) -> int:
    """Padding is hidden from the model, so that any token serves where the tokenizer has none for it."""
    return int(next(token for token in (tokenizer.pad_token_id, tokenizer.eos_token_id, 0) if token is not None))


def describe(source: Source, *, trust_remote_code: bool = False) -> Description:
    """What a language model can be asked; an error where no scoring can ask it."""
    if source.server is not None and source.server.chats:  # nothing of it is here, not even a tokenizer
        config = SimpleNamespace(architectures=[""], model_type="chat")
        return Description(source, config, SimpleNamespace(model_max_length=0), Capability.CHAT)
    config, tokenizer = read_description(source, trust_remote_code=trust_remote_code)
    capability = _capability(source, config, tokenizer)
    if source.server is not None and capability is not Capability.CAUSAL:
        raise InputError(
            f"{source.spec}: the tokenizer in {source.folder} is that of {_kind_with_article(capability)} "
            "model, and a server completes texts with a causal one. Name the served model's own tokenizer "
            "after a second #."
        )
    return Description(source, config, tokenizer, capability, trust_remote_code)


def read_description(source: Source, *, trust_remote_code: bool) -> tuple[PretrainedConfig, PreTrainedTokenizerBase]:
    """Read configuration and tokenizer; says in one sentence what is missing where that fails."""
    from huggingface_hub.errors import StrictDataclassError
    from transformers import AutoConfig, AutoTokenizer
    from transformers.utils import logging

    from epicene.models.gguf_files import description_of

    logging.set_verbosity_error()
    where = {"trust_remote_code": trust_remote_code}
    try:
        folder = description_of(source.folder / source.gguf_file) if source.gguf_file else source.folder
        config = AutoConfig.from_pretrained(folder, **where)
    except (OSError, ValueError, KeyError, TypeError, IndexError, struct.error, StrictDataclassError) as error:
        raise _config_trouble(source, error, trust_remote_code) from error
    try:
        tokenizer = AutoTokenizer.from_pretrained(folder, **where)
    except ImportError as error:  # a module, or a library in transformers' own words
        named = re.search(r"requires the (\w+) library", str(error))
        package = error.name or (named[1].lower() if named else first_line(error))
        raise missing_package(package, f"The tokenizer of {source.name}") from error
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError(
            f"{source.name} has no tokenizer that transformers can load ({first_line(error)}). Put its "
            f"tokenizer files (tokenizer.json, or vocabulary and merges) into {source.folder}."
        ) from error
    if len(tokenizer) <= len(tokenizer.all_special_tokens):
        raise InputError(
            f"{source.name} has no tokenizer: transformers made up an empty one. Put its tokenizer files "
            f"(tokenizer.json, or vocabulary and merges) into {source.folder}."
        )
    return config, tokenizer


def _config_trouble(source: Source, error: Exception, trust_remote_code: bool) -> InputError:
    line = first_line(error)
    if "trust_remote_code" in str(error) and not trust_remote_code:
        return InputError(
            f"{source.name} comes with code of its own, which epicene runs only when told to: read that "
            "code, then add --trust-remote-code."
        )
    if source.gguf_file:
        return InputError(
            f"{source.folder / source.gguf_file} cannot be read as a GGUF model ({line.rstrip('.')}). It "
            "may be damaged or incomplete: fetch it again; or this version of transformers does not know "
            "its kind."
        )
    return InputError(f"{source.name} has no configuration that this version of transformers understands ({line}).")


def _capability(source: Source, config: PretrainedConfig, tokenizer: PreTrainedTokenizerBase) -> Capability:
    from transformers.models.auto import modeling_auto as auto

    names = config.architectures or []
    masked_classes = set(auto.MODEL_FOR_MASKED_LM_MAPPING_NAMES.values()) | {
        name.replace("ForMaskedLM", "ForPreTraining") for name in auto.MODEL_FOR_MASKED_LM_MAPPING_NAMES.values()
    }
    causal_only = config.model_type not in auto.MODEL_FOR_MASKED_LM_MAPPING_NAMES
    if config.is_encoder_decoder:
        capability = Capability.DENOISING
    elif any(name in masked_classes for name in names):
        capability = Capability.MASKED
    elif any(name.endswith(("ForCausalLM", "LMHeadModel")) for name in names) or (
        causal_only and config.model_type in auto.MODEL_FOR_CAUSAL_LM_MAPPING_NAMES
    ):
        capability = Capability.CAUSAL
    elif not causal_only:
        capability = Capability.MASKED
    else:
        raise InputError(
            f"{source.name} ({', '.join(names) or config.model_type}) is no masked, causal or "
            "encoder-decoder language model, so it cannot say how likely a sentence is."
        )
    if capability is not Capability.CAUSAL and tokenizer.mask_token is None:
        raise InputError(
            f"{source.name} is {_kind_with_article(capability)} model without a mask token, so no scoring can ask it."
        )
    return capability


def _kind_with_article(capability: Capability) -> str:
    return f"an {capability}" if capability is Capability.DENOISING else f"a {capability}"
