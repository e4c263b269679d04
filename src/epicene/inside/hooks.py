"""Reading and replacing inside a model while it runs, with plain PyTorch hooks.

A place is a side and a layer: layer 0 is the word embedding as it is looked up (no positions added), layer k the output
of layer k, and the last layer the output of the whole side, after whatever normalisation it ends with. The same module
serves encoder-decoders (both sides) and masked and causal models (one side, whichever is named).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from inspect import signature
from typing import TYPE_CHECKING, Literal

import torch
from torch import Tensor, nn

from epicene.core.errors import InputError
from epicene.models.layers import Edit, Output, Side, editing_hook, stack_of

if TYPE_CHECKING:
    from transformers import PreTrainedModel

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
    found: dict[Site, Tensor] = {}

    def keep(site: Site) -> Edit:
        def store(hidden: Tensor) -> Tensor:
            found[site] = hidden.detach()
            return hidden

        return store

    with editing(model, {site: keep(site) for site in sites}):
        yield found


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


def put(where: Tensor, vectors: Tensor) -> Edit:
    """Replace the marked positions: `where` is (rows, positions), `vectors` broadcasts against the hidden states."""
    return lambda hidden: torch.where(where.unsqueeze(-1), vectors.to(hidden.dtype), hidden)


@contextmanager
def only_at(model: PreTrainedModel, positions: Tensor) -> Iterator[None]:
    """Let the output layer see the hidden states of some positions only, (rows, wanted): a vocabulary is wide."""

    def choose(module: nn.Module, inputs: tuple[Tensor, ...]) -> tuple[Tensor, ...]:
        hidden, *others = inputs
        places = positions.unsqueeze(-1).expand(-1, -1, hidden.shape[-1])
        return hidden.gather(1, places), *others

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
    found = [module for module in named if not any(child in named for child in module.children())]
    place = 0 if attention == "self" else 1
    if len(found) <= place:
        raise InputError(f"{type(layer).__name__} has no {attention}-attention that epicene can patch.")
    return found[place]
