"""The layers of a model: reading and replacing what passes through them, with plain PyTorch hooks, and what is
erased there.

A `Site` is a side and a layer: layer 0 is the word embedding as it is looked up (no positions added), layer k the
output of layer k, and the last layer the output of the whole side, after whatever normalisation it ends with. The same
module serves encoder-decoders (both sides) and masked and causal models (one side, whichever is named).

A folder with `erasers.safetensors` and `erasers.json` is a model from whose hidden states something is taken away after
every block (`epicene debias --by leace`). The hooks are put on wherever weights are loaded, so that every command asks
the model so."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import numpy as np
import torch
from torch import Tensor, nn

from epicene.core.errors import InputError
from epicene.core.files import write_json
from epicene.metrics.inside_measures import Eraser
from epicene.models.token_probabilities import standing_in

if TYPE_CHECKING:
    from transformers import PreTrainedModel

Side = Literal["encoder", "decoder"]
Output = Tensor | tuple[Tensor, ...] | dict[str, Tensor]  # of a module; the last is transformers' own
Edit = Callable[[Tensor], Tensor]  # hidden states (rows, positions, width) → what takes their place
Block = tuple[Side, int]  # the output of the block of that number, from 1; models of one side have encoders only
ERASERS, FACTS = "erasers.safetensors", "erasers.json"
FORMAT = 1
LAYERS_GIVE_TENSORS = ("marian", "bart", "mbart", "m2m_100")


@dataclass(frozen=True, slots=True)
class Stack:
    """One side of a model: its word embedding, its layers, and the module that holds them."""

    embedding: nn.Module
    layers: nn.ModuleList
    whole: nn.Module

    def at(self, layer: int) -> nn.Module:
        if not 0 <= layer <= len(self.layers):
            raise InputError(f"There is no layer {layer}; this model has 0 (the embedding) to {len(self.layers)}.")
        if layer == 0:
            return self.embedding
        return self.whole if layer == len(self.layers) else self.layers[layer - 1]


def stack_of(model: PreTrainedModel, side: Side = "encoder") -> Stack:
    """The named side of an encoder-decoder, or the only one of any other model."""
    names: tuple[str, ...]
    if model.config.is_encoder_decoder:
        whole = model.get_encoder() if side == "encoder" else model.get_decoder()
        names = (f"{side}_layers", "num_hidden_layers" if side == "encoder" else "num_decoder_layers", "num_layers")
    else:
        whole, names = model.base_model, ("num_hidden_layers",)
    lengths = {getattr(model.config, name, None) for name in names}
    for module in whole.modules():
        if isinstance(module, nn.ModuleList) and len(module) in lengths:
            return Stack(whole.get_input_embeddings(), module, whole)
    raise InputError(f"epicene does not find the layers of {type(model).__name__}, so it cannot look inside.")


def editing_hook(edit: Edit) -> Callable[[nn.Module, tuple[object, ...], Output], Output]:
    """Modules return a tensor, a tuple that begins with it, or an output object."""

    def hook(module: nn.Module, inputs: tuple[object, ...], output: Output) -> Output:
        if isinstance(output, Tensor):
            return edit(output)
        if isinstance(output, tuple):
            return (edit(output[0]), *output[1:])
        output["last_hidden_state"] = edit(output["last_hidden_state"])
        return output

    return hook


def erasing(eraser: Eraser, like: Tensor) -> Edit:
    """x − ((x − mean) · reads) · writes, computed where and as the model computes."""
    mean, reads, writes = (
        torch.from_numpy(part).to(like.device, like.dtype) for part in (eraser.mean, eraser.reads, eraser.writes)
    )
    return lambda hidden: hidden - ((hidden - mean) @ reads) @ writes


def write_erasers(folder: Path, erasers: Mapping[Block, Eraser], **facts: object) -> None:
    """Beside a model's weights; `facts` say what was erased, and how."""
    from safetensors.numpy import save_file

    parts = {
        f"{side}.{number}.{name}": np.ascontiguousarray(getattr(eraser, name), dtype=np.float32)
        for (side, number), eraser in erasers.items()
        for name in ("mean", "reads", "writes")
    }
    save_file(parts, folder / ERASERS)
    (folder / ERASERS).chmod(0o644)
    blocks = [list(block) for block in erasers]
    write_json(folder / FACTS, {"format": FORMAT, "blocks": blocks, **facts})


def put_erasers(model: PreTrainedModel, folder: Path) -> None:
    """Hang the erasers of a folder, where it has any, on the model that was loaded from it."""
    if not (folder / FACTS).is_file():
        return
    from safetensors import SafetensorError
    from safetensors.numpy import load_file

    try:
        facts = json.loads((folder / FACTS).read_text(encoding="utf-8"))
        parts = load_file(folder / ERASERS)
        for side, number in facts["blocks"] if facts["format"] == FORMAT else ():
            eraser = Eraser(*(parts[f"{side}.{number}.{name}"] for name in ("mean", "reads", "writes")))
            like = next(model.parameters())
            stack_of(model, side).layers[number - 1].register_forward_hook(editing_hook(erasing(eraser, like)))
    except (OSError, ValueError, KeyError, TypeError, IndexError, SafetensorError) as error:
        raise InputError(
            f"{folder / FACTS} or {ERASERS} beside it is damaged or missing ({error}), and without it this "
            "would be another model. Make the folder again with `epicene debias`."
        ) from error
    if facts["format"] != FORMAT:
        raise InputError(f"{folder / FACTS} has format {facts['format']}; this epicene reads {FORMAT}.")


Attention = Literal["self", "cross"]


@dataclass(frozen=True, slots=True)
class Site:
    """A place inside a model; models of one side do not look at `side`."""

    side: Side
    layer: int


def n_layers(model: PreTrainedModel, side: Side = "encoder") -> int:
    return len(stack_of(model, side).layers)


@contextmanager
def reading(model: PreTrainedModel, sites: Iterable[Site]) -> Iterator[dict[Site, Tensor]]:
    """Gather the hidden states that pass through each site; the dictionary holds those of the latest run."""
    states: dict[Site, Tensor] = {}

    def keep(site: Site, hidden: Tensor) -> Tensor:
        states[site] = hidden.detach()
        return hidden

    with editing(model, {site: partial(keep, site) for site in sites}):
        yield states


@contextmanager
def editing(model: PreTrainedModel, edits: Mapping[Site, Edit]) -> Iterator[None]:
    """Put each edit's result in the place of the hidden states at its site.

    An encoder and a decoder may share one embedding module: run the side that is meant by itself.
    """
    with ExitStack() as hooks:
        for site, edit in edits.items():
            module = stack_of(model, site.side).at(site.layer)
            hooks.callback(module.register_forward_hook(editing_hook(edit)).remove)
        yield


@contextmanager
def skipping(model: PreTrainedModel, first: int) -> Iterator[None]:
    """Let the first layers of an encoder pass on what they are given, where something is put in the place of what they
    would make: for kinds of model whose layers give one tensor; others compute it and have it replaced."""
    with ExitStack() as changed:
        for layer in stack_of(model).layers[:first] if model.config.model_type in LAYERS_GIVE_TENSORS else ():
            changed.enter_context(standing_in(layer, lambda states, *_, **__: states))
        yield


def put(where: Tensor, vectors: Tensor) -> Edit:
    """Replace the marked positions: `where` is (rows, positions), `vectors` broadcasts against the hidden states."""
    return lambda hidden: torch.where(where.unsqueeze(-1), vectors.to(hidden.dtype), hidden)


@contextmanager
def only_at(model: PreTrainedModel, positions: Tensor) -> Iterator[None]:
    """Let the output layer see the hidden states of some positions only, (rows, wanted): a vocabulary is wide."""

    def choose(module: nn.Module, inputs: tuple[Tensor, ...]) -> tuple[Tensor, ...]:
        hidden, *others = inputs
        chosen = positions.unsqueeze(-1).expand(-1, -1, hidden.shape[-1])
        return hidden.gather(1, chosen), *others

    handle = model.get_output_embeddings().register_forward_pre_hook(choose)
    try:
        yield
    finally:
        handle.remove()


@contextmanager
def replacing_keys(model: PreTrainedModel, attention: Attention, replaced: Edit, queries: Tensor) -> Iterator[None]:
    """Let some queries, (rows, queries), attend to other states in every layer of the decoder: `replaced` makes them of
    those that a layer would look at, one for each, so that attention is shared among as many keys as before.

    The attention is computed twice, as it is and over the other states, and each query gets its own of the two.
    """
    name = "hidden_states" if attention == "self" else "key_value_states"

    def hook(module: nn.Module, inputs: tuple[object, ...], options: dict[str, object], output: Output) -> Output:
        given = signature(module.forward).bind(*inputs, **options)
        if name not in given.arguments:
            raise InputError(f"epicene cannot replace what {type(module).__name__} attends to: it has no {name}.")
        given.arguments[name] = replaced(given.arguments[name])
        other = module.forward(*given.args, **given.kwargs)
        if isinstance(output, Tensor):
            return torch.where(queries.unsqueeze(-1), other, output)
        if not isinstance(output, tuple):
            raise InputError(f"epicene cannot replace what {type(module).__name__} attends to.")
        return torch.where(queries.unsqueeze(-1), other[0], output[0]), *output[1:]

    with ExitStack() as hooks:
        for layer in stack_of(model, "decoder").layers:
            module = _attention_of(layer, attention)
            hooks.callback(module.register_forward_hook(hook, with_kwargs=True).remove)
        yield


def _attention_of(layer: nn.Module, attention: Attention) -> nn.Module:
    """The innermost attention modules of a layer; where there are two, the one across sides comes second."""
    named = [module for module in layer.modules() if type(module).__name__.endswith("Attention")]
    innermost = [module for module in named if not any(child in named for child in module.children())]
    index = 0 if attention == "self" else 1
    if len(innermost) <= index:
        raise InputError(f"{type(layer).__name__} has no {attention}-attention that epicene can patch.")
    return innermost[index]
