"""Translation models of all kinds behind one interface: source tokens in, sentences out.

What differs between kinds is how they are told the languages, and only `language_tags` knows that. A model of one
direction is told nothing, but the direction must be its own where it says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

import torch

from epicene.core.errors import InputError
from epicene.core.types import Capability
from epicene.models.batching import Answer, Question, by_length, in_halves, padded
from epicene.models.chat import without_thoughts
from epicene.models.description import UNBOUNDED, Description, describe, padding_of, read_description
from epicene.models.loading import Placement, load_weights
from epicene.models.source import Source
from epicene.models.translation_text import (
    CHAT,
    PLAIN,
    Prompt,
    SourceTags,
    bare,
    check_language,
    english_name,
    has_translation,
    is_known,
    mark_for,
    prompt_for,
    read_source_tags,
    same_language,
    translation_line,
)

if TYPE_CHECKING:
    from transformers import EncoderDecoderCache, PreTrainedModel, PreTrainedTokenizerBase

# Source tokens times beams at once. With a Marian model of 6 million parameters, 120 sentences cost 4.2 CPU seconds
# under 2,048 and 11.9 under 8,192: one sentence that does not end keeps its whole batch. With OPUS-MT (59,514 pieces),
# 100 cost 12.3 under 2,048 and 10.2 under 1,024: logits of a step then stay below 32 MiB, beyond which the C library
# gives memory back at once and every step pays for fresh pages.
BUDGET_ON_CPU = 1_024
BUDGET_ON_GPU = 65_536
LIMIT_STEP = 16
SHARED_SOURCE = ("marian", "bart", "mbart", "m2m_100")  # their caches are two plain ones
FENCES = (">>", "<2", "__")
RESTORING = ("bart", "mbart", "mvp", "plbart", "led", "pegasus", "pegasus_x", "bigbird_pegasus", "prophetnet")


@dataclass(frozen=True, slots=True)
class Decoding:
    """One beam is greedy. A small system sometimes repeats itself without end, so that a translation may have twice the
    source's tokens and 32 more, and `max_new_tokens` at most."""

    beams: int = 5
    max_new_tokens: int = 256

    def limit(self, step: int) -> int:
        return min(self.max_new_tokens, 2 * step + 32)


@dataclass(frozen=True, slots=True)
class LanguageTags:
    """How a model is told the languages: what is put before a text, and what its decoder must begin with; or, of a
    language model, the prompt. `tags`: of a system that was trained with one before each source."""

    prefix: str = ""
    decoder: Mapping[str, int] = field(default_factory=dict)
    prompt: Prompt | None = None
    tags: SourceTags | None = None

    def before(self, text: str) -> str:
        """What is put before this text."""
        return self.prefix + (self.tags.before(text) if self.tags else "")


@dataclass
class Translator:
    """A loaded model, ready to translate in one direction. `tokens_seen` are those it has read and written so far:
    padding is none, and of several hypotheses the best counts."""

    model: PreTrainedModel
    tokenizer: PreTrainedTokenizerBase
    name: str
    budget: int
    decoding: Decoding
    marks: LanguageTags = field(default_factory=LanguageTags)
    tokens_seen: int = field(default=0, init=False)

    @property
    def pad_id(self) -> int:
        return padding_of(self.tokenizer)

    def encode(self, text: str) -> list[int]:
        whole, _, special = self.given(text)
        ids: list[int] = self.tokenizer(whole, add_special_tokens=special)["input_ids"]
        return ids

    def given(self, text: str) -> tuple[str, int, bool]:
        """The text as it is given to the tokenizer, where the sentence begins in it, and whether marks are added."""
        before = self.marks.before(text)
        return before + text, len(before), True

    def batches(self, lengths: Sequence[int]) -> Iterator[list[int]]:
        return like_lengths(lengths, self.decoding, lambda: self.budget)

    def translate(self, sentences: Sequence[Sequence[int]]) -> list[str]:
        """One batch, as text."""
        answers = self.generate(sentences)
        texts = self.tokenizer.batch_decode(answers, skip_special_tokens=True, clean_up_tokenization_spaces=False)
        return [" ".join(text.split()) for text in texts]

    def generate(self, sentences: Sequence[Sequence[int]]) -> list[list[int]]:
        """One batch, as tokens: what the decoder began with, the translation, and padding."""
        return self.in_halves(self._generate, sentences)

    def in_halves(self, run: Callable[[Sequence[Question]], list[Answer]], batch: Sequence[Question]) -> list[Answer]:
        """Run a batch, in halves where memory runs out; later batches are then smaller too."""
        too_large = (
            f"{self.name} runs out of memory on a single sentence. Try fewer beams, --dtype bfloat16, or a machine "
            "with more memory; what was done is kept."
        )
        return in_halves(self, run, batch, lambda _: too_large)

    def _generate(self, sentences: Sequence[Sequence[int]]) -> list[list[int]]:
        return self._generated(sentences, self.marks.decoder)

    def _generated(
        self, sentences: Sequence[Sequence[int]], how: Mapping[str, object], *, left: bool = False, begun: int = 0
    ) -> list[list[int]]:
        """What comes after the first `begun` tokens; `left`: padded there."""
        pad = self.pad_id
        ids, mask = padded(sentences, pad, self.model.device, left=left)
        with forbidding_by_bias(self.model) as changed:
            answers: list[list[int]] = self.model.generate(
                input_ids=ids,
                attention_mask=mask,
                num_beams=self.decoding.beams,
                do_sample=False,
                max_new_tokens=self.decoding.limit(_step(ids.shape[1])),
                **_beam_cache(self.model),
                **changed,
                **how,
            )[:, begun:].tolist()
        self.tokens_seen += sum(map(len, sentences)) + sum(token != pad for answer in answers for token in answer)
        return answers


@dataclass
class PromptedTranslator(Translator):
    """A language model that is asked to translate: what it goes on with after the prompt, up to the end of the line."""

    def given(self, text: str) -> tuple[str, int, bool]:
        """The prompt as the model's own chat template puts it, where it has one; a template that changes the sentence
        has it nowhere (−1)."""
        whole = self.prompt.of(text)
        if self.prompt.kind == CHAT:
            message = [{"role": "user", "content": whole}]
            whole = str(self.tokenizer.apply_chat_template(message, add_generation_prompt=True, tokenize=False))
        return whole, whole.rfind(text), self.prompt.kind == PLAIN

    @property
    def prompt(self) -> Prompt:
        if self.marks.prompt is None:
            raise InputError(f"{self.name} is a language model, and nothing says how it is asked to translate.")
        return self.marks.prompt

    def translate(self, sentences: Sequence[Sequence[int]]) -> list[str]:
        texts = self.tokenizer.batch_decode(self.generate(sentences), skip_special_tokens=True)
        return [translation_line(without_thoughts(text, is_cut=False).text) for text in texts]

    def _generate(self, sentences: Sequence[Sequence[int]]) -> list[list[int]]:
        """Padded on the left; only what is new."""
        from transformers import StoppingCriteriaList

        longest = max(map(len, sentences))
        ends = {"stopping_criteria": StoppingCriteriaList([self._ends_a_line(longest)]), "pad_token_id": self.pad_id}
        how = {**ends, **dict.fromkeys(("temperature", "top_p", "top_k"))}
        return self._generated(sentences, how, left=True, begun=longest)

    def _ends_a_line(self, longest: int) -> Callable[..., torch.Tensor]:
        """A row is done when its line is: a model that goes on with the next example would never end."""

        def done(ids: torch.Tensor, scores: object, **more: object) -> torch.Tensor:
            texts = self.tokenizer.batch_decode(ids[:, longest:], skip_special_tokens=True)
            whole = [text.rpartition("\n")[0] for text in texts]
            ended = [has_translation(text) and "<think>" not in text for text in whole]
            return torch.tensor(ended, device=ids.device)

        return done


# What else changes scores in `generate`, so that they may have to be normalised again.
OTHER_CHANGES = (
    "begin_suppress_tokens",
    "encoder_no_repeat_ngram_size",
    "encoder_repetition_penalty",
    "exponential_decay_length_penalty",
    "guidance_scale",
    "min_length",
    "min_new_tokens",
    "no_repeat_ngram_size",
    "remove_invalid_values",
    "repetition_penalty",
    "sequence_bias",
    "suppress_tokens",
    "watermarking_config",
)


@contextmanager
def forbidding_by_bias(model: PreTrainedModel) -> Iterator[dict[str, object]]:
    """While this lasts, a model that has a bias on its logits (Marian, BART) forbids single tokens by it; the result is
    what `generate` need not do again. Translations are the same.

    `bad_words_ids` adds a tensor of zeros and one −∞ to all log-probabilities of every step, and `renormalize_logits`
    then takes a second log-softmax; with −∞ among the logits, the first one is normalised already. Outside of writing
    the bias is the model's own: what is forced through the decoder has probabilities that count every token.
    """
    settings, own = model.generation_config, getattr(model, "final_logits_bias", None)
    words = settings.bad_words_ids or []
    if own is None or not words or any(len(word) != 1 for word in words):
        yield {}
        return
    ends = settings.eos_token_id if isinstance(settings.eos_token_id, list) else [settings.eos_token_id]
    folded = own.clone()
    folded[:, [word[0] for word in words if word[0] not in ends]] = -torch.inf
    is_plain = all(getattr(settings, name, None) in (None, 0, 1, False) for name in OTHER_CHANGES)
    model.final_logits_bias = folded
    try:
        yield {"bad_words_ids": None, **({"renormalize_logits": False} if is_plain else {})}
    finally:
        model.final_logits_bias = own


def _beam_cache(model: PreTrainedModel) -> dict[str, EncoderDecoderCache]:
    """Of an encoder-decoder, a cache whose keys of the source stay where they are when beams change places: all beams
    of a sentence have the same."""
    if model.config.model_type not in SHARED_SOURCE:
        return {}
    from transformers import DynamicCache, EncoderDecoderCache

    caches = DynamicCache(config=model.config), DynamicCache(config=model.config)
    caches[1].reorder_cache = lambda beams: None
    return {"past_key_values": EncoderDecoderCache(*caches)}


def like_lengths(lengths: Sequence[int], decoding: Decoding, budget: Callable[[], int]) -> Iterator[list[int]]:
    """Places of sentences of like length, under the budget; all of a batch have one limit, so that which batch a
    sentence is in changes nothing."""
    steps: dict[int, list[int]] = {}
    for index, length in enumerate(lengths):
        steps.setdefault(_step(length), []).append(index)
    for _, indices in sorted(steps.items()):
        costs = [lengths[place] * decoding.beams for place in indices]
        for batch in by_length(costs, budget):
            yield [indices[number] for number in batch]


def _step(length: int) -> int:
    """Lengths that share a limit on new tokens: rounded up to a multiple of 16."""
    return -(-length // LIMIT_STEP) * LIMIT_STEP


def describe_translation(source: Source, *, trust_remote_code: bool = False, by_prompt: bool = False) -> Description:
    """Configuration and tokenizer of a model that can translate, before any weights are loaded. `by_prompt`: a causal
    language model may be asked to."""
    config, tokenizer = read_description(source, trust_remote_code=trust_remote_code)
    if not config.is_encoder_decoder:
        described = describe(source, trust_remote_code=trust_remote_code)
        if by_prompt and described.capability is Capability.CAUSAL:
            return described
        kind, why = "no encoder-decoder", ""
        if described.capability is Capability.CAUSAL:
            kind, why = (
                "a causal language model",
                (
                    " Its source is a part of the prompt, and its states there are no encoder's, which could be read "
                    "apart from what it writes; `epicene mt audit` and `epicene mt intervene` can ask it."
                ),
            )
        raise InputError(
            f"{source.name} ({config.model_type}) is {kind}, and this needs one that translates by itself.{why} Name a "
            "translation model such as Helsinki-NLP/opus-mt-fr-en."
        )
    if tokenizer.pad_token_id is None:
        raise InputError(f"{source.name} has no padding token, so epicene cannot translate sentences together.")
    return Description(source, config, tokenizer, Capability.DENOISING, trust_remote_code)


def longest_answer(description: Description) -> int:
    """Tokens a decoder has places for, after what it begins with and a language it may be forced to say first; a
    language model's are shared with the prompt."""
    if description.capability is Capability.CAUSAL:
        return max(1, description.max_tokens // 2)
    positions = getattr(description.config, "max_position_embeddings", None)
    return positions - 2 if isinstance(positions, int) and positions > 2 else UNBOUNDED


def load_translator(
    description: Description, marks: LanguageTags, placement: Placement, decoding: Decoding
) -> Translator:
    resolved = placement.resolve()
    model = load_weights(description, resolved)
    budget = placement.budget or usual_budget(resolved.device)
    return translator_of(description)(model, description.tokenizer, description.source.name, budget, decoding, marks)


def translator_of(description: Description) -> type[Translator]:
    return PromptedTranslator if description.capability is Capability.CAUSAL else Translator


def usual_budget(device: str | None) -> int:
    return BUDGET_ON_CPU if device == "cpu" else BUDGET_ON_GPU


def without_weights(description: Description, marks: LanguageTags, decoding: Decoding, budget: int) -> Translator:
    """Enough to put questions into tokens and batches; what it is asked then needs a loaded one."""
    from transformers import GenerationConfig

    try:
        generation = GenerationConfig.from_pretrained(description.source.folder)
    except OSError:  # as transformers does where a model says nothing of how it writes
        generation = GenerationConfig.from_model_config(description.config)
    model = SimpleNamespace(config=description.config, generation_config=generation)
    return translator_of(description)(model, description.tokenizer, description.source.name, budget, decoding, marks)


def language_tags(
    description: Description, source: str, target: str, prefix: str | None = None, prompts: Path | None = None
) -> LanguageTags:
    """How to tell this model to translate from `source` to `target`; `prefix` overrides what would be put in front
    (a decoder that begins with the target's token still does), `prompts` how a language model is asked."""
    if description.capability is Capability.CAUSAL:
        if prefix is not None:
            raise InputError("--prefix is for encoder-decoders; a language model is asked by a prompt: --prompts FILE.")
        kind = CHAT if getattr(description.tokenizer, "chat_template", None) else PLAIN
        return LanguageTags(prompt=prompt_for(kind, source, target, description.source.name, prompts))
    if prompts is not None:
        raise InputError(f"--prompts changes nothing for {description.source.name}, which needs none. Leave it out.")
    tags = read_source_tags(description.source.folder, source)
    return replace(_tags_of(description, source, target, prefix), tags=tags)


def _tags_of(description: Description, source: str, target: str, prefix: str | None) -> LanguageTags:
    tokenizer, kind, name = description.tokenizer, description.config.model_type, description.source.name
    by_tokens = hasattr(tokenizer, "src_lang")
    if prefix is not None:
        return LanguageTags(prefix, _tags_by_tokens(description, source, target).decoder if by_tokens else {})
    if by_tokens:
        return _tags_by_tokens(description, source, target)
    marks = _marks_in(tokenizer)
    # Marian with many target languages (>>fra<<) and MADLAD (<2fr>): the target's token stands before the text.
    if any(mark.startswith(">>" if kind == "marian" else "<2") for mark in marks):
        _refuse_other_languages(description, source, None)
        return LanguageTags(prefix=mark_for(target, marks, name) + " ")
    if kind in ("t5", "mt5", "umt5", "longt5", "switch_transformers"):  # the task in English, as T5 was trained
        return LanguageTags(prefix=f"translate {english_name(source, name)} to {english_name(target, name)}: ")
    check_language(source)
    check_language(target)
    _refuse_one_language(description)
    _refuse_other_languages(description, source, target)
    return LanguageTags()


def _marks_in(tokenizer: PreTrainedTokenizerBase) -> list[str]:
    """Tokens that stand for languages; a plain one (fr_XX) must be special, for words may look like it."""
    in_vocabulary = (token for token in tokenizer.get_vocab() if token.startswith(FENCES))
    of_m2m100 = getattr(tokenizer, "lang_code_to_token", {}).values()
    return [token for token in (*tokenizer.added_tokens_encoder, *of_m2m100, *in_vocabulary) if bare(token)]


def _tags_by_tokens(description: Description, source: str, target: str) -> LanguageTags:
    """NLLB, M2M100, mBART, mBART-50: the tokenizer marks the source, the decoder begins with the target's token."""
    tokenizer, name = description.tokenizer, description.source.name
    marks = _marks_in(tokenizer)
    language, wanted = mark_for(source, marks, name), mark_for(target, marks, name)
    # M2M100 wants the bare code, the others the token itself; only M2M100's tokens differ from their codes.
    tokenizer.src_lang, tokenizer.tgt_lang = bare(language), bare(wanted)
    first = tokenizer.convert_tokens_to_ids(wanted)
    if type(tokenizer).__name__.startswith("MBartTokenizer"):  # mBART-25 begins with the language alone
        return LanguageTags(decoder={"decoder_start_token_id": first})
    return LanguageTags(decoder={"forced_bos_token_id": first})


def _refuse_one_language(description: Description) -> None:
    """BART and its like restore or shorten a text in its own language; one that learned to translate says between which
    languages."""
    kind, tokenizer = description.config.model_type, description.tokenizer
    says = getattr(tokenizer, "target_lang", None) or tokenizer.init_kwargs.get("target_lang")
    if kind in RESTORING and not says:
        raise InputError(
            f"{description.source.name} ({kind}) says of no two languages that it translates between them, "
            "and models of its kind restore text in one. If it was trained to translate, write source_lang "
            "and target_lang into its tokenizer_config.json."
        )


def _refuse_other_languages(description: Description, source: str, target: str | None) -> None:
    for side, wanted in (("source", source), ("target", target)):
        own = getattr(description.tokenizer, f"{side}_lang", None)
        if wanted and own and is_known(own) and not same_language(wanted, own):
            raise InputError(
                f"The {side} language of {description.source.name} is {own!r}, not {wanted!r}. Name another "
                "model, or ask for the direction that this one translates in."
            )
