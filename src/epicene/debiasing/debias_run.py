"""`epicene debias`: from a model to a folder with another one.

Below `--out`: `manifest.json` (the question), `cost.json`, `work/` (checkpoints, gone at the end), `results.json` (what
was done), and the model, whose `config.json` comes last: a folder that looks like a model is one.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path

from epicene.core.errors import InputError
from epicene.core.progress import Progress
from epicene.core.registry import Registry
from epicene.debiasing.language_models import Cda, Leace
from epicene.debiasing.method import WORK, Job, Method, Target
from epicene.debiasing.results import DEBIAS, DebiasResults, read_debias
from epicene.debiasing.translation_systems import Counterfactual, Tag
from epicene.models.machine import memory_bytes
from epicene.models.source import is_served, locate, n_parameters, refuse_unknown
from epicene.runs.folder import RunFolder

METHODS: Registry[type[Method]] = Registry("method")  # by the names that `--by` takes
for _method in (Cda, Leace, Counterfactual, Tag):
    METHODS.add(_method.name, _method)
OPTIONS = tuple(dict.fromkeys(field.name for method in METHODS.values() for field in fields(method)))


def debias(
    target: Target,
    by: str,
    options: Mapping[str, object],
    device: str | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> DebiasResults:
    """Make or finish the debiased model; what can be refused is refused before libraries are loaded."""
    method = METHODS[by].of(options)
    if is_served(target.model):
        raise InputError(
            f"{target.model} is behind a server, which hands out no weights: debiasing needs the model's folder."
        )
    refuse_unknown(target.model)
    if Path(target.model).expanduser().resolve() == target.out.resolve():
        raise InputError(f"--out {target.out} is the model itself, which stays as it is: choose another folder.")
    method.refuse(target)
    source = locate(target.model, target.revision)
    there, needed = memory_bytes(), n_parameters(source) * method.bytes_a_parameter
    if there is not None and needed > there:
        raise InputError(
            f"{source.name} is too large for this machine: --by {method.name} needs about "
            f"{needed / 2**30:.1f} GiB of memory for it, and there are {there / 2**30:.1f}. Take a "
            "smaller model, or a larger machine."
        )
    from epicene.models.loading import Placement
    from epicene.models.next_sentence_heads import weights_digest
    from epicene.train.training import open_accelerator, train_in_folder

    placement = Placement(device, threads=threads).resolve()
    accelerator = open_accelerator(placement)
    facts = {"model": target.model, "by": method.name}
    return train_in_folder(
        target.out,
        DEBIAS,
        accelerator,
        lambda: {**facts, "model files": weights_digest(source), **method.question()},
        lambda: (target.out / "config.json").is_file() and not (target.out / WORK).exists(),
        lambda meter, shown: _work(method, Job(target, source, placement, accelerator, meter, shown)),
        read_debias,
        progress,
    )


def _work(method: Method, job: Job) -> None:
    from epicene.train.training import put_in_place

    out = job.target.out
    shutil.rmtree(job.draft, ignore_errors=True)
    job.draft.mkdir(parents=True)
    RunFolder(out).write_results(method.work(job))
    put_in_place(job.draft, out)
    shutil.rmtree(job.work)
