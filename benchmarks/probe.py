"""How long does the table-4 grid of `epicene mt probe` take, and how much faster is it than the obvious way?

    python benchmarks/probe.py [--workers 2] [--cells 6] [--repetitions 6] [--saga 2] [--sentences 150] [--whole]

A model of the paper's size (6 + 6 layers, 512 wide) with untrained weights and 3,394 sentences about our own
occupations. With --whole the grid is made as `epicene mt probe` makes it, every cell and repetition, and its minutes
are the clock's. Otherwise, and always for the peers, a sample is measured and the totals are extrapolated from it,
which the results say: cells (layers by columns, spread over the grid) and repetitions for the probes, sentences for
the loop. The peer is scikit-learn's saga with its own settings on the same vectors, splits, labels and penalty, in as
many processes. On a machine that does other things too, read CPU seconds rather than seconds; extrapolated totals and
ratios are made from the former. Results go to benchmarks/results/probe.json.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from epicene.core.progress import Silent
from epicene.inside.probes.linear_probe import (
    TRAINED,
    ProbeCell,
    ProbeLines,
    ProbeSettings,
    ProbeTask,
    held_out,
    probe_cell,
    random_labels,
    run_grid,
)

LINES = 3_394
LAYERS = 6
COLUMNS = 9  # six source words, `the`, `all`, and the paper's column of random labels
REPETITIONS = 100
LIMIT_MINUTES = 25
WORDS = ("a", "terminé", "son", "travail", ".", "eos")


def corpus() -> list[tuple[str, str, bool, str]]:
    """French, English, feminine, occupation; two sentences about each noun, because the lexicon has fewer nouns."""
    from epicene.grammar.people import Gender
    from epicene.mt.corpus_writer import BASE, Template, corpus_lines
    from epicene.mt.lexicon import read_lexicon

    occupations = read_lexicon()
    again = Template("again", "{Det} {noun} a bien terminé son travail.", BASE.target)
    made = [
        (line.source, line.target, line.gender is Gender.FEMININE, occupations[line.pair].masculine)
        for template in (BASE, again)
        for line in corpus_lines(template, occupations)
    ]
    return made[:LINES]


def system(folder: Path, sentences: Sequence[tuple[str, str, bool, str]]) -> Any:
    """A translator of the paper's size; its vocabulary is learnt from the sentences themselves."""
    from epicene.models.loading import Placement
    from epicene.models.source import locate
    from epicene.models.translation import Decoding, describe_translation, language_tags, load_translator
    from epicene.train.mt_text import ParallelText, open_tokenizer, write_vocabularies
    from epicene.train.mt_training import new_model
    from epicene.train.train_requests import MtSettings

    files = [folder / "texts.fr", folder / "texts.en"]
    for side, path in enumerate(files):
        path.write_text("".join(f"{line[side]}\n" for line in sentences), encoding="utf-8")
    settings = MtSettings(pieces=2_000, duplicates=True)
    model = folder / "model"
    model.mkdir()
    write_vocabularies(ParallelText(files[0], files[1], 9.0, True), model, settings)
    tokenizer = open_tokenizer(model)
    new_model(settings, len(tokenizer.encoder), len(tokenizer.target_encoder)).save_pretrained(model)
    description = describe_translation(locate(str(model)))
    return load_translator(description, language_tags(description, "fr", "en"), Placement("cpu"), Decoding())


def extraction(translator: Any, sentences: Sequence[tuple[str, str, bool, str]], sample: int, folder: Path) -> Any:
    """All states into files, in batches; then a sample one sentence at a time, to the same arrays in memory."""
    import torch

    from epicene.inside.probes.hidden_states import (
        Extraction,
        Layers,
        forced_targets,
        read_batch,
        sources_of,
        write_states,
    )

    french, english = [line[0] for line in sentences], [line[1] for line in sentences]
    sources = sources_of(translator, french, WORDS, "corpus")
    targets = forced_targets(translator, english, [len(text) for text in english])  # stands for a translation
    layers = Layers(range(1, LAYERS + 1), range(1, LAYERS + 1))
    began = _clocks()
    write_states(
        folder / "states",
        Extraction(layers, WORDS, 512, sources, targets),
        lambda batches: (
            (index, read_batch(translator.model, translator.pad_id, layers, batch))
            for index, batch in enumerate(batches)
        ),
        Silent(),
    )
    batched = _since(began)

    chosen = np.random.default_rng(0).permutation(len(sources))[:sample]
    began = _clocks()
    with torch.inference_mode():
        for number in chosen:
            source, target = sources[number], targets[number]
            answer = translator.model(
                input_ids=torch.tensor([source.ids]),
                decoder_input_ids=torch.tensor([target.ids]),
                output_hidden_states=True,
            )
            for states, places in (
                (answer.encoder_hidden_states, source.positions),
                (answer.decoder_hidden_states, target.positions),
            ):
                for state in states[1:]:
                    state[0, list(places)].numpy()
    alone = {key: value * len(sources) / sample for key, value in _since(began).items()}
    return {
        "sentences": len(sources),
        "threads": torch.get_num_threads(),
        **batched,
        "loop": {"sampled_sentences": sample, "extrapolated": True, **alone},
        "times_as_fast": {key: round(alone[key] / batched[key], 2) for key in batched},
    }


def _clocks() -> tuple[float, float]:
    return time.perf_counter(), time.process_time()


def _since(began: tuple[float, float]) -> dict[str, float]:
    now = _clocks()
    return {"seconds": round(now[0] - began[0], 2), "cpu_seconds": round(now[1] - began[1], 2)}


def sampled_tasks(folder: Path, lines: ProbeLines, n: int) -> list[ProbeTask]:
    """Cells spread over layers and columns; `all` apart, because it has more examples than the grid's 3,394."""
    from epicene.inside.probes.hidden_states import read_columns

    columns = [column for column in read_columns(folder) or [] if column.token != "all"]
    places = np.linspace(0, len(columns) * LAYERS - 1, n).round().astype(int)
    return [
        ProbeTask(
            ProbeCell(
                "base", columns[place // LAYERS].side, columns[place // LAYERS].token, int(place % LAYERS) + 1, TRAINED
            ),
            folder / columns[place // LAYERS].vectors,
            folder / columns[place // LAYERS].rows,
            int(place % LAYERS),
            lines,
            LINES,
        )
        for place in places
    ]


def probes(tasks: Sequence[ProbeTask], repetitions: int, workers: int) -> dict[str, Any]:
    """Our cells on the sample, with their random labels, in processes as the grid runs them."""
    return _timed(_our_cell, tasks, repetitions, workers)


def saga(tasks: Sequence[ProbeTask], repetitions: int, workers: int) -> dict[str, Any]:
    return _timed(_saga_cell, tasks, repetitions, workers)


def _timed(work: Any, tasks: Sequence[ProbeTask], repetitions: int, workers: int) -> dict[str, Any]:
    began = time.perf_counter()
    found = _parallel(work, [(task, repetitions) for task in tasks], workers)
    seconds = time.perf_counter() - began
    fits = 2 * len(tasks) * repetitions
    cpu_seconds = sum(cell["cpu_seconds"] for cell in found)
    return {
        "cells": len(tasks),
        "repetitions": repetitions,
        "fits": fits,
        "seconds": round(seconds, 2),
        "cpu_seconds": round(cpu_seconds, 2),
        "cpu_seconds_a_fit": round(cpu_seconds / fits, 4),
        "unconverged": sum(cell["unconverged"] for cell in found),
        "accuracy": {task.cell.key: round(cell["accuracy"], 2) for task, cell in zip(tasks, found, strict=True)},
        "random_labels": round(float(np.mean([cell["random_labels"] for cell in found])), 2),
    }


def _our_cell(job: tuple[ProbeTask, int]) -> dict[str, Any]:
    task, repetitions = job
    began = time.process_time()
    record = probe_cell(task, ProbeSettings(repetitions=repetitions))
    return {
        "cpu_seconds": time.process_time() - began,
        "accuracy": float(np.mean(record["true"]["all"])),
        "random_labels": float(np.mean(record["random_labels"]["all"])),
        "unconverged": record["true"]["unconverged"] + record["random_labels"]["unconverged"],
    }


def _parallel(work: Any, jobs: Sequence[Any], workers: int) -> list[Any]:
    from joblib import Parallel, delayed, parallel_config

    with parallel_config(backend="loky", inner_max_num_threads=1):
        return list(Parallel(n_jobs=workers, batch_size=1)(delayed(work)(job) for job in jobs))


def _nothing(_: None) -> None:
    import sklearn.linear_model  # noqa: F401

    import epicene.inside.probes.linear_probe  # noqa: F401


def _saga_cell(job: tuple[ProbeTask, int]) -> dict[str, Any]:
    """What one writes first: StandardScaler, saga, score; the settings of the solver are scikit-learn's own."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler
    from threadpoolctl import threadpool_limits

    task, repetitions = job
    settings = ProbeSettings()
    began = time.process_time()
    vectors = np.array(np.load(task.vectors, mmap_mode="r")[task.layer_index])
    accuracies: dict[bool, list[float]] = {False: [], True: []}
    unconverged = 0
    with threadpool_limits(1), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for repetition in range(repetitions):
            tested = held_out(task.lines, settings, repetition, grouped=True)
            for is_random, scores in accuracies.items():
                labels = random_labels(task.lines, settings, repetition) if is_random else task.lines.feminine
                made = make_pipeline(
                    StandardScaler(), LogisticRegression(l1_ratio=1, solver="saga", C=settings.strength)
                ).fit(vectors[~tested], labels[~tested])
                unconverged += int(made[-1].n_iter_[0]) >= made[-1].max_iter
                scores.append(100 * made.score(vectors[tested], labels[tested]))
    return {
        "cpu_seconds": time.process_time() - began,
        "accuracy": float(np.mean(accuracies[False])),
        "random_labels": float(np.mean(accuracies[True])),
        "unconverged": unconverged,
    }


def all_tokens(folder: Path, lines: ProbeLines, repetitions: int) -> dict[str, Any]:
    """One layer of `all`, which has several examples a sentence: beyond the grid's 3,394 and so given apart."""
    (*_, task) = pooled_tasks(folder, lines)
    cell = _our_cell((task, repetitions))
    return {"examples": task.n_examples, "cpu_seconds_a_fit": round(cell["cpu_seconds"] / (2 * repetitions), 3)}


def pooled_tasks(folder: Path, lines: ProbeLines) -> list[ProbeTask]:
    """Every layer of the column `all`."""
    from epicene.inside.probes.hidden_states import read_columns

    column = next(column for column in read_columns(folder) or [] if column.token == "all")
    files = folder / column.vectors, folder / column.rows
    n = len(np.load(files[1]))
    return [
        ProbeTask(ProbeCell("base", column.side, "all", layer, TRAINED), *files, layer - 1, lines, n)
        for layer in range(1, LAYERS + 1)
    ]


def whole_grid(folder: Path, lines: ProbeLines, workers: int) -> dict[str, Any]:
    """The grid with `all` in full and random labels at every cell, as the command makes it; minutes on the clock."""
    from epicene.models.engines import open_engine
    from epicene.runs.folder import Journal

    tasks = sampled_tasks(folder, lines, LAYERS * (len(WORDS) + 1)) + pooled_tasks(folder, lines)
    began = time.perf_counter()
    with open_engine("local") as engine:
        journal = Journal(folder / "cells.jsonl")
        run_grid(tasks, ProbeSettings(repetitions=REPETITIONS), journal, engine, workers, Silent())
    return {
        "cells": len(tasks),
        "fits": 2 * len(tasks) * REPETITIONS,
        "minutes": round((time.perf_counter() - began) / 60, 2),
        "load": [round(one, 1) for one in os.getloadavg()],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--cells", type=int, default=6)
    parser.add_argument("--repetitions", type=int, default=6)
    parser.add_argument("--saga", type=int, default=2, help="repetitions of the peer")
    parser.add_argument("--sentences", type=int, default=150, help="sample of the sentence-by-sentence loop")
    parser.add_argument("--whole", action="store_true", help="make the whole grid, too")
    given = parser.parse_args()
    sentences = corpus()
    lines = ProbeLines.of([line[2] for line in sentences], [line[3] for line in sentences])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        translator = system(folder, sentences)
        states = extraction(translator, sentences, given.sentences, folder)
        tasks = sampled_tasks(folder / "states", lines, given.cells)
        _parallel(_nothing, [None] * given.workers, given.workers)  # processes start once for a whole grid
        ours = probes(tasks, given.repetitions, given.workers)
        theirs = saga(tasks, given.saga, given.workers)
        pooled = all_tokens(folder / "states", lines, given.repetitions)
        whole = whole_grid(folder / "states", lines, given.workers) if given.whole else {}
    fits = 2 * LAYERS * COLUMNS * REPETITIONS
    minutes = [fits * one["cpu_seconds_a_fit"] / given.workers / 60 for one in (ours, theirs)]
    # As `mt probe` runs it: the random labels are no column of their own, and `all` has all its examples.
    cpu_seconds = len(WORDS) * ours["cpu_seconds_a_fit"] + ours["cpu_seconds_a_fit"] + pooled["cpu_seconds_a_fit"]
    with_all = 2 * LAYERS * REPETITIONS * cpu_seconds / given.workers / 60
    result = {
        "what": f"{LAYERS} layers × {COLUMNS} columns × {REPETITIONS} repetitions, {LINES} × 512, with random labels; "
        "untrained model of the paper's size; totals are computed from CPU seconds a fit",
        "machine": {
            "cores": os.cpu_count(),
            "workers": given.workers,
            "load": [round(one, 1) for one in os.getloadavg()],
        },
        "extraction": states,
        "probes": ours,
        "saga": theirs,
        "all target tokens": pooled,
        "grid": {
            "fits": fits,
            "minutes_extrapolated": round(minutes[0], 1),
            "minutes_with_all_target_tokens_extrapolated": round(with_all, 1),
            "made": whole,
            "limit_minutes": LIMIT_MINUTES,
            "saga_minutes_extrapolated": round(minutes[1], 1),
            "times_as_fast_as_saga": round(minutes[1] / minutes[0], 2),
        },
    }
    text = json.dumps(result, indent=1, ensure_ascii=False)
    (Path(__file__).parent / "results" / "probe.json").write_text(text + "\n", encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
