"""epicene from Python: what the commands do, with results as objects.

import epicene

run = epicene.audit("almanach/camembert-base", on=["crows-fr"])
run.estimates                      # numbers with interval, ideal, n and signature
run.to_pandas()
epicene.compare(run, other)        # paired tests between models that were asked the same items

Each function is a command, with its options under the same names; the commands call these. What makes a result
doubtful, such as a failed sanity check, is an `EpiceneWarning`; a wrong call is an `InputError`; work that
fails, an `EpiceneError`. How far it is, is shown on standard error: a bar in a terminal, a line for every tenth in a
notebook or a log, nothing with `progress=False`; an object with `start`, `advance` and `say` shows it in its own way.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any

from epicene.api_run import ASKED_ITEMS, Run
from epicene.core.command_language import in_each
from epicene.core.errors import EpiceneError, EpiceneWarning, InputError
from epicene.core.extras import is_installed, named_extras
from epicene.core.progress import Progress, Silent
from epicene.models.source import DEFAULT_MODEL

if TYPE_CHECKING:
    from epicene.auditing.ask.results import AskedPair
    from epicene.auditing.dry_run import Plan
    from epicene.auditing.plan import Request
    from epicene.auditing.replicates import Replicated
    from epicene.auditing.study.mt_study_file import MtStudy
    from epicene.auditing.study.study_file import Study
    from epicene.core.types import Item
    from epicene.data.items_from_python import Frame
    from epicene.models.engines.local import Engine
    from epicene.models.models_in_memory import LoadedModel, Saved
    from epicene.report.pages import Pair

DEFAULT_SYSTEM = "apertium:fr-en"  # what `judge` asks without systems and outputs
SMALL_SYSTEM = "lab:standard"  # the lab's own translation system, for who names none


def audit(
    model: str | Path | LoadedModel | None = None,
    *,
    tokenizer: Saved | None = None,
    on: str | Sequence[str] | Sequence[Item] | Frame | None = None,
    scoring: str | None = None,
    bos: str | None = None,
    words: str = "text",
    rest: str = "absent",
    letters: int = 3,
    temperature: float | None = None,
    sampling_seed: int = 0,
    n_replies: int = 1,
    reply_tokens: int | None = None,
    instructions: str | Path | None = None,
    max_tokens_total: int | None = None,
    max_cost: float | None = None,
    price: str | None = None,
    nsp: str | Path | None = None,
    as_released: bool = False,
    revision: str | None = None,
    trust_remote_code: bool = False,
    device: str | None = None,
    dtype: str = "float32",
    threads: int | None = None,
    batch_tokens: int | None = None,
    engine: str = "local",
    address: str | None = None,
    out: str | Path | None = None,
    limit: int | None = None,
    aggregation: str | None = None,
    by: str | Sequence[str] | None = None,
    shares: str | Path | None = None,
    reader: str | None = None,
    seed: int = 0,
    strict: bool = False,
    validity: bool = False,
    progress: bool | Progress = True,
) -> Run:
    """`epicene audit`: ask a model, or go on where it was interrupted.

    `model` may be one that transformers loaded, with its `tokenizer`. `on` names a benchmark of `epicene data list` or
    several, `crows-fr=FILE` a copy of your own; or it is a list of `Item`, or a frame with a column for each role
    (`more`, `less`) and `language`. Without arguments, the bundled model is asked pairs-fr and pairs-en. `by` adds
    figures by facets of the items, `by="gender,age"` by both crossed too. What stops at `max_tokens_total` or
    `max_cost` is an `EpiceneError`; the same call with more goes on.
    """
    given = dict(locals())
    from epicene.auditing.arguments import benchmarks, refuse_wrong
    from epicene.auditing.reuse_finished_run import find_finished, keep_call
    from epicene.data.benchmarks import DEFAULT_BENCHMARKS
    from epicene.data.datasets import open_benchmark

    refuse_wrong(given)
    sets = list(DEFAULT_BENCHMARKS) if on is None else benchmarks(on)
    call = None if tokenizer else {**given, "model": str(model or DEFAULT_MODEL), "on": sets}
    path = find_finished(call) if call else None
    if path is None:
        with _shown(progress, starting=False) as shown:
            given["on"] = [open_benchmark(one) if isinstance(one, str) else one for one in sets]
            _say_starting(shown)
            from epicene.auditing.run import audit as run_audit
            from epicene.models.engines import open_engine

            with open_engine(engine, address) as where:
                path = run_audit(_audit_request(given, where), shown).path
        if call:
            keep_call(call, path)
    return _with_warnings(Run(path))


def _audit_request(given: Mapping[str, Any], engine: Engine) -> Request:
    """From the arguments of `audit`."""
    from epicene.auditing.arguments import facets_named
    from epicene.auditing.plan import Request
    from epicene.data.benchmarks import DEFAULT_BENCHMARKS
    from epicene.models.engines.ledger import Spending
    from epicene.models.loading import Placement
    from epicene.scoring.protocol import Asking

    nsp, instructions = (None if given[name] is None else str(given[name]) for name in ("nsp", "instructions"))
    asked = ("bos", "words", "rest", "as_released", "letters", "temperature", "sampling_seed", "n_replies")
    kept = ("scoring", "revision", "trust_remote_code", "limit", "aggregation", "reader", "seed", "strict", "validity")
    return Request(
        model=_named(given["model"] or DEFAULT_MODEL, given["tokenizer"]),
        on=DEFAULT_BENCHMARKS if given["on"] is None else given["on"],
        asking=Asking(
            nsp=nsp,
            instructions=instructions,
            reply_tokens=given["reply_tokens"],
            **{name: given[name] for name in asked},
        ),
        spending=Spending.read(given["max_tokens_total"], given["max_cost"], given["price"]),
        placement=Placement(given["device"], given["dtype"], given["threads"], given["batch_tokens"]),
        engine=engine,
        out=_path(given["out"]),
        shares=_path(given["shares"]),
        by=facets_named(given["by"]),
        **{name: given[name] for name in kept},
    )


def plan_audit(model: str | Path | LoadedModel | None = None, **options: Any) -> Plan:
    """`epicene audit --plan`: what `audit` would do with the same arguments, what is missing, and how long it takes."""
    bound = signature(audit).bind(model, **options)
    bound.apply_defaults()
    from epicene.auditing.arguments import benchmarks, refuse_wrong

    refuse_wrong(bound.arguments)
    if bound.arguments["on"] is not None:
        bound.arguments["on"] = benchmarks(bound.arguments["on"])
    with _shown(bound.arguments["progress"]) as shown:
        from epicene.auditing.dry_run import plan_audit as look
        from epicene.models.engines.local import Local

        return look(_audit_request(bound.arguments, Local()), shown)


def plan_study(
    file: str | Path,
    *,
    out: str | Path | None = None,
    limit: int | None = None,
    device: str | None = None,
    dtype: str = "float32",
    threads: int | None = None,
    progress: bool | Progress = True,
) -> Plan:
    """`epicene study --plan`: what `study` would do, what is missing, and how long it takes on this machine."""
    _refuse_wrong(locals())
    from epicene.auditing.study.mt_study_file import is_about_translation

    with _shown(progress) as shown:
        from epicene.auditing.study.study_dry_run import plan_mt_study, plan_study
        from epicene.models.loading import Placement

        look = plan_mt_study if is_about_translation(Path(file)) else plan_study
        placement = Placement(device, dtype, threads)
        return look(Path(file), out=_path(out), limit=limit, placement=placement, progress=shown)


def ask(
    model: str | Path | LoadedModel,
    first: str,
    second: str,
    *,
    tokenizer: Saved | None = None,
    language: str | None = None,
    scoring: str | None = None,
    bos: str | None = None,
    beside: Run | str | Path | None = None,
    html: str | Path | None = None,
    revision: str | None = None,
    trust_remote_code: bool = False,
    device: str | None = None,
    dtype: str = "float32",
    threads: int | None = None,
    lang: str = "en",
    progress: bool | Progress = True,
) -> AskedPair:
    """`epicene ask`: which of two sentences a model finds likelier, by how much, token by token; by the scoring of an
    audit. `beside` is an audit of the same model (default: those in runs/), `html` a page to write."""
    _refuse_wrong(locals())
    from epicene.auditing.ask.page import pair_document
    from epicene.auditing.ask.results import pair_of
    from epicene.core.language import Language
    from epicene.report.pages import check_output, write_document

    Language(lang)
    check_output(_path(html))
    dataset = pair_of(first, second, language)
    with _shown(progress) as shown:
        from epicene.auditing.ask.ask_pair import ask_pair
        from epicene.auditing.plan import Request
        from epicene.models.loading import Placement
        from epicene.scoring.protocol import Asking

        request = Request(
            model=_named(model, tokenizer),
            on=[dataset],
            scoring=scoring,
            asking=Asking(bos=bos),
            placement=Placement(device, dtype, threads),
            revision=revision,
            trust_remote_code=trust_remote_code,
        )
        asked = ask_pair(dataset, request, _path(beside.path if isinstance(beside, Run) else beside), shown)
    if html is not None:
        write_document(pair_document(asked, lang), Path(html))
    return asked


def score(
    benchmark: str | Sequence[Item] | Frame,
    predictions: str | Path | Frame | None = None,
    *,
    texts: str | Path | None = None,
    labels: str | None = None,
    shares: str | Path | None = None,
    reader: str | None = None,
    column: str | None = None,
    aggregation: str | None = None,
    as_released: bool = False,
    by: str | Sequence[str] | None = None,
    written_by: str | None = None,
    out: str | Path | None = None,
    seed: int = 0,
    strict: bool = False,
) -> Run:
    """`epicene score`: measure scores that somebody already has, with the same intervals and tests as an audit.

    `benchmark` may be a list of `Item` or a frame of sentences, as for `audit`; `predictions` a frame with the columns
    item_id, role and score. `written_by="lm-eval"` (on the command line, `--from`) reads the samples that lm-eval wrote
    of crows_pairs and bbq: `benchmark` is that file, and there are no predictions beside it.
    """
    from epicene.auditing import arguments

    arguments.refuse_wrong(locals())
    from epicene.auditing.score.predictions import measure_predictions

    folder = measure_predictions(
        str(benchmark) if isinstance(benchmark, Path) else arguments.benchmark(benchmark),
        arguments.scores(predictions) if predictions is not None else None,
        texts=_path(texts),
        labels=labels,
        shares=_path(shares),
        reader=reader,
        column=column,
        aggregation=aggregation,
        as_released=as_released,
        by=arguments.facets_named(by),
        written_by=written_by,
        seed=seed,
        strict=strict,
        out=_path(out),
    )
    return _with_warnings(Run(folder.path))


def study(
    file: str | Path,
    *,
    out: str | Path | None = None,
    limit: int | None = None,
    include_excluded: bool = False,
    device: str | None = None,
    dtype: str = "float32",
    threads: int | None = None,
    batch_tokens: int | None = None,
    engine: str = "local",
    address: str | None = None,
    seed: int = 0,
    strict: bool = False,
    lang: str = "en",
    progress: bool | Progress = True,
) -> Run:
    """`epicene study`: models × benchmarks, or translation systems, of a TOML file; with tables, figures and report.

    What fails is an `EpiceneWarning` and the rest goes on; where nothing could be asked, that is an `EpiceneError`.
    """
    _refuse_wrong(locals())
    from epicene.auditing.study.mt_study_file import is_about_translation, read_mt_study
    from epicene.auditing.study.study_file import read_study
    from epicene.core.language import Language

    Language(lang)  # an unknown one is refused before anything runs
    if include_excluded and is_about_translation(Path(file)):
        raise InputError("--include-excluded is for studies of language models; {file} is of systems.", file=file)
    make = (
        partial(_study_of_systems, read_mt_study(Path(file)), lang)
        if is_about_translation(Path(file))
        else partial(_study_of_models, read_study(Path(file)), lang, include_excluded=include_excluded)
    )
    with _shown(progress) as shown:
        from epicene.models.engines import open_engine
        from epicene.models.loading import Placement

        with open_engine(engine, address) as where:
            path = make(
                out=_path(out),
                limit=limit,
                placement=Placement(device, dtype, threads, batch_tokens),
                engine=where,
                seed=seed,
                strict=strict,
                progress=shown,
            )
    run = Run(path)
    failed = [one for one in run.results["failures"] if "system" in one]  # of models, the report says it in red
    return _with_warnings(run, *(f"{one['system']}, {one['step']}, failed: {one['reason']}" for one in failed))


def _study_of_models(checked: Study, lang: str, **options: Any) -> Path:
    """Asks, and writes what the answers show."""
    from epicene.auditing.study.page import write_study
    from epicene.auditing.study.run_study import run_study

    path = run_study(checked, **options).path
    made = write_study(path, lang)
    if not any(model.runs for model in made.models):
        raise EpiceneError("No model of the study could be asked: {reason}", reason=made.failures[0].told)
    return path


def _study_of_systems(checked: MtStudy, lang: str, **options: Any) -> Path:
    from epicene.auditing.study.mt_page import PACKAGES, notices_of_step
    from epicene.auditing.study.run_mt_study import run_mt_study
    from epicene.core.language import Language
    from epicene.report.pages import write_report
    from epicene.runs.folder import RunFolder

    language = Language(lang, *PACKAGES)
    made = run_mt_study(checked, lambda step: notices_of_step(step, language), **options)
    if not made.steps:
        raise EpiceneError("No system of the study could be asked: {reason}", reason=made.failures[0].told)
    write_report([made.path], RunFolder(made.path).report_path(lang), lang)
    return made.path


def judge(
    direction: str | None = None,
    source: str | Path | None = None,
    reference: str | Path | None = None,
    hypotheses: str | Path | Sequence[str | Path] | Mapping[str, str | Path] | None = None,
    *,
    systems: str | Sequence[str] | None = None,
    gender: str = "rules",
    lines: str | None = None,
    allow_empty: bool = False,
    out: str | Path | None = None,
    limit: int | None = None,
    seed: int = 0,
    strict: bool = False,
    progress: bool | Progress = True,
) -> Run:
    """`epicene mt judge`: what systems made of the gender in a controlled corpus.

    `systems` translate the source first, by default the bundled occupations; without any argument, Apertium does.
    `direction` is fr-en or en-fr. `hypotheses` are outputs that are there: a file, several (`NAME=FILE` names one), or
    files by the names of their systems. `gender="spacy"` has spaCy read French subjects that the rules cannot. `lines`
    names a cell of the tables (`la feminine:his`) whose lines the results hold.
    """
    _refuse_wrong(locals())
    from epicene.core.language import Language
    from epicene.mt.judging.judge_run import JudgeRequest, open_judging
    from epicene.mt.results import ROOM
    from epicene.mt.sentence_files import named_files

    is_bare = not any((direction, source, reference, hypotheses))
    named = _listed(systems) or ([DEFAULT_SYSTEM] if is_bare else [])
    files: dict[str, Path] = {}
    if named:
        with _shown(progress) as shown:
            from epicene.mt.translating.translate_to_judge import corpus_translated_by

            corpus = corpus_translated_by(named, direction, (_path(source), _path(reference)), limit, shown)
        direction, source, reference, made = corpus
        files = named_files(made)
    if isinstance(hypotheses, Mapping):
        files |= {name: Path(file) for name, file in hypotheses.items()}
    elif hypotheses:
        listed = [hypotheses] if isinstance(hypotheses, str | Path) else hypotheses
        files = named_files([*(f"{name}={file}" for name, file in files.items()), *map(str, listed)])
    if direction is None or source is None or reference is None or not files:
        raise InputError("Without systems, give all four: direction, source, reference and hypotheses.")
    request = JudgeRequest(
        *(direction, Path(source), Path(reference), files, limit, allow_empty, seed, _path(out), lines, gender)
    )
    judging = open_judging(request)
    if strict:
        first = next((notice for notices in judging.notices().values() for notice in notices), None)
        _stop([in_each(lambda code: Language(code, ROOM).say(first))] if first else [])
    return _with_warnings(Run(judging.save()[0]))


def mt_audit(
    model: str | Path | LoadedModel = SMALL_SYSTEM,
    *,
    tokenizer: Saved | None = None,
    direction: str = "fr-en",
    source: str | Path | None = None,
    reference: str | Path | None = None,
    contrast: str | Sequence[str] | None = None,
    hypotheses: str | Path | None = None,
    corpus_stats: str | Path | None = None,
    training: str | Path | None = None,
    test_src: str | Path | None = None,
    test_tgt: str | Path | None = None,
    out: str | Path = "mt-audit",
    beam: int = 5,
    prefix: str | None = None,
    prompts: str | Path | None = None,
    batch_tokens: int | None = None,
    revision: str | None = None,
    trust_remote_code: bool = False,
    device: str | None = None,
    dtype: str = "float32",
    threads: int | None = None,
    engine: str = "local",
    address: str | None = None,
    limit: int | None = None,
    seed: int = 0,
    strict: bool = False,
    progress: bool | Progress = True,
) -> Run:
    """`epicene mt audit`: force a translation model, or a language model behind a prompt, through each reference;
    does his or her come next?"""
    _refuse_wrong(locals())
    with _shown(progress) as shown:
        from epicene.inside.corpus_run import CorpusChoice
        from epicene.inside.forced.forced_estimates import Training
        from epicene.inside.forced.translation_audit import AuditRequest
        from epicene.inside.forced.translation_audit import audit as force
        from epicene.models.engines import open_engine
        from epicene.models.loading import Placement
        from epicene.models.translation import Decoding
        from epicene.mt.translating.bleu_run import test_set
        from epicene.mt.translating.transformers_system import open_model, refuse_idle
        from epicene.mt.translating.translation_engine import ModelChoice

        choice = CorpusChoice(direction, _path(source), _path(reference), limit)
        choice.check()
        refuse_idle("--training", _path(training), {"--corpus-stats": _path(corpus_stats)})
        known = Training(_path(corpus_stats), _path(training))
        test = test_set(_path(test_src), _path(test_tgt))
        request = AuditRequest(choice, Path(out), _listed(contrast), _path(hypotheses), known, seed, test)
        with open_engine(engine, address) as where:
            system = open_model(
                ModelChoice(_named(model, tokenizer), revision, trust_remote_code, prefix, prompts=_path(prompts)),
                *choice.languages,
                Placement(device, dtype, threads, batch_tokens),
                Decoding(beam),
                where,
                by_prompt=True,
            )
            force(request, system, shown)
    return _finished(Path(out), strict)


def probe(
    model: str | Path | LoadedModel = SMALL_SYSTEM,
    *,
    tokenizer: Saved | None = None,
    manipulation: str | Sequence[str] | None = None,
    template: str | Path | None = None,
    at: str | Sequence[str] | None = None,
    source: str | Path | None = None,
    reference: str | Path | None = None,
    lexicon: str | Path | None = None,
    split: str = "grouped",
    repetitions: int = 100,
    strength: float = 0.1,
    forced: bool = False,
    beam: int = 5,
    prefix: str | None = None,
    revision: str | None = None,
    trust_remote_code: bool = False,
    device: str | None = None,
    dtype: str = "float32",
    threads: int | None = None,
    engine: str = "local",
    address: str | None = None,
    limit: int | None = None,
    seed: int = 0,
    out: str | Path | None = None,
    strict: bool = False,
    progress: bool | Progress = True,
) -> Run:
    """`epicene mt probe`: where inside a translation system the subject's gender can be read."""
    _refuse_wrong(locals())
    if (source is None) != (reference is None):
        raise InputError("Give --source and --reference together: gender is read off the English side.")
    if source is not None and template is not None:
        raise InputError("Give either --template or --source and --reference, not both.")
    with _shown(progress) as shown:
        from epicene.inside.probes.linear_probe import ProbeSettings
        from epicene.inside.probes.probe_corpora import CorpusChoice
        from epicene.inside.probes.probe_run import ProbeRequest, probe_model
        from epicene.models.engines import open_engine
        from epicene.models.loading import Placement
        from epicene.models.translation import Decoding
        from epicene.mt.translating.translation_engine import ModelChoice

        files = (_path(template), _path(source), _path(reference))
        with open_engine(engine, address) as where:
            request = ProbeRequest(
                model=ModelChoice(_named(model, tokenizer), revision, trust_remote_code, prefix),
                corpora=CorpusChoice(*files, _listed(manipulation), _path(lexicon), _listed(at), limit),
                settings=ProbeSettings(repetitions, split, strength, seed),
                forced=forced,
                placement=Placement(device, dtype, threads),
                engine=where,
                decoding=Decoding(beam),
                out=_path(out),
            )
            path = probe_model(request, shown)
    return _finished(path, strict)


def intervene(
    model: str | Path | LoadedModel = SMALL_SYSTEM,
    *,
    tokenizer: Saved | None = None,
    source: str | Path | None = None,
    reference: str | Path | None = None,
    direction: str = "fr-en",
    contrast: str | None = None,
    possessive: str = "son",
    layers: str | None = None,
    out: str | Path = "mt-intervene",
    prefix: str | None = None,
    prompts: str | Path | None = None,
    batch_tokens: int | None = None,
    revision: str | None = None,
    trust_remote_code: bool = False,
    device: str | None = None,
    dtype: str = "float32",
    threads: int | None = None,
    limit: int | None = None,
    seed: int = 0,
    strict: bool = False,
    progress: bool | Progress = True,
) -> Run:
    """`epicene mt intervene`: which words the gender passes through inside a translation model."""
    _refuse_wrong(locals())
    with _shown(progress) as shown:
        from epicene.inside.corpus_run import CorpusChoice
        from epicene.inside.interventions.intervention_run import InterveneRequest
        from epicene.inside.interventions.intervention_run import intervene as run_intervene
        from epicene.models.loading import Placement
        from epicene.models.translation import Decoding
        from epicene.mt.translating.transformers_system import open_model
        from epicene.mt.translating.translation_engine import ModelChoice

        choice = CorpusChoice(direction, _path(source), _path(reference), limit)
        choice.check()
        system = open_model(
            ModelChoice(_named(model, tokenizer), revision, trust_remote_code, prefix, prompts=_path(prompts)),
            *choice.languages,
            Placement(device, dtype, threads, batch_tokens),
            Decoding(),
            by_prompt=True,
        )
        request = InterveneRequest(choice, Path(out), contrast or "", possessive, seed, layers or "")
        run_intervene(request, system, shown)
    return _finished(Path(out), strict)


def debias(
    model: str | Path | LoadedModel,
    *,
    by: str,
    out: str | Path,
    tokenizer: Saved | None = None,
    text: str | Path | Sequence[str | Path] | None = None,
    src: str | Path | None = None,
    tgt: str | Path | None = None,
    source: str | None = None,
    target: str | None = None,
    names: bool = False,
    avoid: str | Sequence[str] | None = None,
    sentences: int | None = None,
    full: bool = False,
    rank: int | None = None,
    rate: float | None = None,
    epochs: int | None = None,
    batch: int | None = None,
    max_tokens: int | None = None,
    save_every: int | None = None,
    seed: int = 0,
    revision: str | None = None,
    trust_remote_code: bool = False,
    device: str | None = None,
    threads: int | None = None,
    progress: bool | Progress = True,
) -> Run:
    """`epicene debias`: act on a model, or go on where it was interrupted; `run.path` is then a model like any other.

    `by` is cda or leace, with `text`; of a translation system counterfactual or tag, with `src` and `tgt`, whose
    languages are `source` and `target` (`--from` and `--to`). What is None is left to the method.
    """
    given = dict(locals())
    from epicene.auditing.arguments import files, refuse_wrong, texts

    refuse_wrong(given)
    with _shown(progress, starting=False) as shown:
        from epicene.debiasing.debias_run import OPTIONS
        from epicene.debiasing.debias_run import debias as debias_model
        from epicene.debiasing.method import Target

        given |= {
            "text": text and files(text),
            "avoid": avoid and texts(avoid),
            "src": _path(src),
            "tgt": _path(tgt),
        }
        asked = {name: given[name] for name in OPTIONS if given[name] not in (None, False, (), [])}
        to = Target(_named(model, tokenizer), Path(out), revision, trust_remote_code)
        debias_model(to, by, asked, device, threads, shown)
    return Run(Path(out))


def open_run(folder: str | Path) -> Run:
    """A run that was made before, of whatever kind; an error where the folder holds none that is finished, and the
    warnings that it was made with."""
    from epicene.auditing.arguments import place, read

    return _with_warnings(Run(Path(read("folder", folder, place))))


def replicates_of(
    *runs: Run | str | Path, replicates: Sequence[Sequence[Run | str | Path]], seed: int = 0
) -> list[Replicated]:
    """Intervals over several trainings: `replicates` are, for each of `runs`, further trainings of its model."""
    from epicene.auditing import arguments
    from epicene.auditing.replicates import read_replicates, replicate_groups

    named = [[Path(arguments.read("a training", one, arguments.run_folder)) for one in group] for group in replicates]
    paths = [Path(arguments.read("a run", run, arguments.run_folder)) for run in runs]
    return read_replicates(replicate_groups(paths, named), seed=seed)


def compare(*runs: Run | str | Path, seed: int = 0) -> list[Pair]:
    """`epicene compare`: for each benchmark that two runs share, or every two translation systems, the paired tests.

    What the command warns of (a failed sanity check, models that cannot be told apart, a benchmark that only one was
    asked) is an `EpiceneWarning`.
    """
    from epicene.auditing import arguments
    from epicene.core.language import Language
    from epicene.report.pages import compare_runs

    arguments.read("seed", seed, arguments.seed)
    paths = [Path(arguments.read("a run to compare", run, arguments.run_folder)) for run in runs]
    compared = compare_runs(paths, seed)
    for text in compared.said(Language("en")):
        warnings.warn(text, EpiceneWarning, stacklevel=2)
    return list(compared.pairs)


def write_report(
    *runs: Run | str | Path,
    output: str | Path,
    lang: str = "en",
    replicates: Sequence[Sequence[Run | str | Path]] = (),
) -> Path:
    """`epicene report`: one report about a run of whatever kind, or several of one kind side by side; the ending of
    `output` says whether HTML, Markdown, LaTeX or CSV. `replicates` are those of `replicates_of`."""
    from epicene.auditing import arguments
    from epicene.report import pages

    paths = [Path(arguments.read("a run to show", run, arguments.run_folder)) for run in runs]
    file = Path(arguments.read("output", output, arguments.place))
    if replicates:
        from epicene.auditing.replicates import with_replicates

        pages.check_output(file)
        found = replicates_of(*runs, replicates=replicates)
        pages.write_document(with_replicates(pages.page_of(paths).document(paths, lang), found), file)
    else:
        pages.write_report(paths, file, lang)
    return file


def board(*runs: Run | str | Path, output: str | Path, lang: str = "en", progress: bool | Progress = True) -> Path:
    """`epicene board`: many audits and scores on one page that needs no server, with the sentences on which two models
    disagree; `runs` may be folders that hold runs. Gives the page's path."""
    from epicene.auditing import arguments
    from epicene.auditing.board.site_files import write_board

    paths = [Path(arguments.read("a run to show", run, arguments.run_folder)) for run in runs]
    with _shown(progress, starting=False) as shown:
        return write_board(paths, Path(arguments.read("output", output, arguments.place)), lang, shown)


def card(run: Run | str | Path, lang: str = "en") -> str:
    """`epicene card`: a block for a model card on the Hugging Face hub, with no more than the run's figures say."""
    from epicene.auditing import arguments
    from epicene.auditing.board.model_card import model_card

    return model_card(Path(arguments.read("a run to show", run, arguments.run_folder)), lang)


@contextmanager
def _shown(progress: bool | Progress, *, starting: bool = True) -> Iterator[Progress]:
    with ExitStack() as until_done:
        shown: Progress = Silent()
        if progress is True:
            from epicene.report.progress_bar import Bar

            shown = until_done.enter_context(Bar())
        elif not isinstance(progress, bool):
            shown = progress
        if starting:
            _say_starting(shown)
        until_done.enter_context(named_extras())
        yield shown


def _say_starting(shown: Progress) -> None:
    """The first call of a session spends its first seconds on libraries."""
    if "torch" not in sys.modules and is_installed("torch"):
        shown.say("Starting (loading libraries)")


def _named(model: str | Path | LoadedModel, tokenizer: Saved | None) -> str:
    """What can be located: a model that is loaded already is written to the cache."""
    if isinstance(model, str | Path):
        if tokenizer is not None:
            raise InputError("A tokenizer goes with a model that is loaded; one that is named brings its own.")
        return str(model)
    if tokenizer is None:
        raise InputError("A model that is loaded needs its tokenizer: pass tokenizer=… as well.")
    from epicene.models.models_in_memory import save_loaded

    return str(save_loaded(model, tokenizer))


def _refuse_wrong(given: Mapping[str, Any]) -> None:
    from epicene.auditing.arguments import refuse_wrong

    refuse_wrong(given)


def _path(given: str | Path | None) -> Path | None:
    return None if given is None else Path(given)


def _listed(given: str | Sequence[str] | None) -> Sequence[str]:
    return [given] if isinstance(given, str) else given or []


def _finished(path: Path, strict: bool) -> Run:
    """What is inside a system; with `strict`, the first thing that a reader would have to know is the end."""
    run = Run(path)
    if strict:
        _stop(run.notices)
    return run


def _stop(notices: Iterable[str]) -> None:
    for text in notices:
        raise EpiceneError("Stopped because of --strict: {text}", text=text)


def _doubts(run: Run) -> list[str]:
    """What the report shows in red: after it, no figure may be believed as it stands."""
    from epicene.auditing.notices import notes_of_run
    from epicene.core.language import Language
    from epicene.report.pages import page_of
    from epicene.runs.saved_run import read_runs

    if run.kind not in ASKED_ITEMS:
        return [note.text for note in page_of([run.path]).document([run.path], "en").grave]
    (saved,) = read_runs([run.path], with_items=False)  # quicker than the whole page
    return [note.text for note in notes_of_run(saved, Language("en")) if note.grave]


def _with_warnings(run: Run, *further: str) -> Run:
    """At the line that called the public function."""
    for text in (*_doubts(run), *further):
        warnings.warn(text, EpiceneWarning, stacklevel=3)
    return run
