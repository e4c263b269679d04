"""Which models a method is for, by their configuration alone, and what is told of one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from epicene.core.errors import InputError
from epicene.debiasing.method import Job, Target
from epicene.models.source import locate
from epicene.train.results import Body, Machine

if TYPE_CHECKING:
    from epicene.models.description import Description

TRANSLATES = frozenset(("marian", "m2m_100", "nllb_moe", "fsmt"))  # model types that do nothing else


def translates(target: Target) -> bool:
    """Whether a model is a translation system, by its configuration."""
    return _configuration(target).get("model_type") in TRANSLATES


def _configuration(target: Target) -> dict[str, object]:
    path: Path = locate(target.model, target.revision).folder / "config.json"
    if not path.is_file():
        return {}  # a GGUF
    try:
        return dict(json.loads(path.read_text(encoding="utf-8")))
    except (ValueError, TypeError) as error:
        raise InputError(
            "{path} is no configuration that transformers could read ({error}).", path=path, error=error
        ) from error


def refuse_translation(target: Target, by: str) -> None:
    if translates(target):
        raise InputError(
            "{model} is a translation system, and --by {by} is for language models: use --by counterfactual or --by "
            "tag.",
            model=target.model,
            by=by,
        )


def refuse_language_model(target: Target, by: str) -> None:
    kind = _configuration(target)
    if not (kind.get("model_type") in TRANSLATES or kind.get("is_encoder_decoder")):
        raise InputError(
            "{model} is a language model, and --by {by} is for translation systems: use --by cda or --by leace.",
            model=target.model,
            by=by,
        )


def body_of(description: Description) -> Body:
    from epicene.models.next_sentence_heads import weights_digest

    source = description.source
    kind = description.capability.value
    return Body(source.spec, source.name, source.revision, kind, description.architecture, weights_digest(source))


def machine_of(job: Job) -> Machine:
    import torch
    import transformers

    return Machine(str(torch.__version__), job.placement.device, job.placement.threads, transformers.__version__)
