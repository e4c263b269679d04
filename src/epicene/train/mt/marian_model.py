"""The Marian architecture in transformers, with weights drawn as the Transformer's authors drew them."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn

from epicene.train.mt.parallel_text import END_ID, PADDING_ID
from epicene.train.settings import MtSettings

if TYPE_CHECKING:
    from transformers import MarianConfig, MarianMTModel, PreTrainedModel

MAX_LENGTH = 256
IGNORED = -100  # a label that is none


def new_model(settings: MtSettings, n_source: int, n_target: int) -> MarianMTModel:
    """A Marian model with weights to be trained, and how it should translate by default."""
    from transformers import GenerationConfig, MarianMTModel

    config = _config(settings, n_source, n_target)
    torch.manual_seed(settings.seed)
    model = MarianMTModel(config)
    _draw_weights(model)
    model.generation_config = GenerationConfig(
        num_beams=5,
        max_length=config.max_position_embeddings,
        bad_words_ids=[[PADDING_ID]],
        pad_token_id=PADDING_ID,
        eos_token_id=END_ID,
        decoder_start_token_id=PADDING_ID,
        forced_eos_token_id=END_ID,
    )
    return model


def _config(settings: MtSettings, n_source: int, n_target: int) -> MarianConfig:
    """Separate source and target embeddings; the output layer is the target's embedding."""
    from transformers import MarianConfig

    return MarianConfig(
        vocab_size=n_source,
        decoder_vocab_size=n_target,
        share_encoder_decoder_embeddings=False,
        tie_word_embeddings=True,
        d_model=settings.width,
        encoder_layers=settings.layers,
        decoder_layers=settings.decoder_layers,
        encoder_ffn_dim=settings.ffn,
        decoder_ffn_dim=settings.ffn,
        encoder_attention_heads=settings.heads,
        decoder_attention_heads=settings.heads,
        activation_function="relu",
        dropout=settings.dropout,
        scale_embedding=True,
        max_position_embeddings=max(MAX_LENGTH, settings.max_tokens),
        pad_token_id=PADDING_ID,
        eos_token_id=END_ID,
        decoder_start_token_id=PADDING_ID,
        forced_eos_token_id=END_ID,
        lower_cased=settings.lower_case,
    )


def _draw_weights(model: MarianMTModel) -> None:
    """Glorot for linear layers, unit variance for scaled embeddings; 0.02 everywhere learns more slowly at first."""
    for module in model.model.modules():
        if isinstance(module, nn.Linear):
            nn.init.xavier_uniform_(module.weight)
    for embedding in (model.model.encoder.embed_tokens, model.model.decoder.embed_tokens):
        nn.init.normal_(embedding.weight, std=model.config.d_model**-0.5)
        with torch.no_grad():
            embedding.weight[PADDING_ID].zero_()


def n_parameters(model: nn.Module) -> int:
    """Numbers that are learnt; the sinusoids of positions are not."""
    return sum(weight.numel() for weight in model.parameters() if weight.requires_grad)


class Weights(nn.Module):
    """What a checkpoint holds: the weights being trained, their moving average, and the best average so far."""

    def __init__(self, model: PreTrainedModel) -> None:
        super().__init__()
        self.live: PreTrainedModel = model
        self.averaged: PreTrainedModel = deepcopy(model).requires_grad_(False).eval()
        self.best: PreTrainedModel = deepcopy(self.averaged)

    def average(self, share: float) -> None:
        """Move the average towards the live weights. It ends better than they do, and needs no falling rate."""
        pairs = [
            (mean, weight.detach())
            for mean, weight in zip(self.averaged.parameters(), self.live.parameters(), strict=True)
            if weight.requires_grad
        ]
        torch._foreach_lerp_([mean for mean, _ in pairs], [weight for _, weight in pairs], share)

    def keep_best(self) -> None:
        self.best.load_state_dict(self.averaged.state_dict())


class SmoothedLoss(nn.Module):
    """Summed cross-entropy with label smoothing; padding is left out before the projection onto the vocabulary."""

    def __init__(self, model: MarianMTModel, smoothing: float) -> None:
        super().__init__()
        self.model, self.smoothing = model, smoothing

    def forward(self, source: Tensor, target: Tensor) -> Tensor:
        shifted = torch.roll(target, 1, dims=1)
        shifted[:, 0] = PADDING_ID
        hidden = self.model.model(
            input_ids=source,
            attention_mask=(source != PADDING_ID).long(),
            decoder_input_ids=shifted,
            use_cache=False,
        )[0]
        real = (target != PADDING_ID).flatten().nonzero()[:, 0]
        logits = self.model.lm_head(hidden.flatten(0, 1).index_select(0, real)).float()
        wanted = target.flatten().index_select(0, real)
        return nn.functional.cross_entropy(logits, wanted, reduction="sum", label_smoothing=self.smoothing)


class LabelLoss(nn.Module):
    """The same of any encoder-decoder, which knows itself what its decoder begins with."""

    def __init__(self, model: PreTrainedModel, smoothing: float) -> None:
        super().__init__()
        self.model, self.smoothing = model, smoothing

    def forward(self, source: Tensor, target: Tensor) -> Tensor:
        padding = self.model.config.pad_token_id
        labels = target.masked_fill(target == padding, IGNORED)
        logits = self.model(input_ids=source, attention_mask=(source != padding).long(), labels=labels).logits
        return nn.functional.cross_entropy(
            logits.flatten(0, 1).float(),
            labels.flatten(),
            ignore_index=IGNORED,
            reduction="sum",
            label_smoothing=self.smoothing,
        )
