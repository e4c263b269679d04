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
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from epicene.api_run import Run
from epicene.auditing.audit_requests import AskRequest, AuditRequest, ScoreRequest, StudyRequest
from epicene.core.errors import EpiceneError, EpiceneWarning, InputError
from epicene.core.extras import is_installed, named_extras
from epicene.core.progress import Progress, Silent
from epicene.core.request_fields import declared, file_name, read_value, shown, takes
from epicene.debiasing.debias_run import DebiasRequest, Target, options_of
from epicene.debiasing.debias_run import debias as debias_model
from epicene.inside.inside_options import ForcedOptions, InsideOptions, InterveneOptions, ProbeOptions
from epicene.models.engines.model_options import run_folder
from epicene.mt.mt_options import JudgeSetOptions, WinomtOptions

if TYPE_CHECKING:
    from epicene.auditing.ask.asked_pair import AskedPair
    from epicene.auditing.dry_run import Plan
    from epicene.auditing.replicates import Replicated
    from epicene.models.source import LoadedModel, Saved
    from epicene.mt.judging.judged_outputs import JudgedOutputs
    from epicene.mt.translating.translation_engine import ModelChoice
    from epicene.report.compared_runs import ComparedTwo

T = TypeVar("T")
OF_SETS = (  # options of `judge` that need `on`
    *("ref_feminine", "ref_masculine", "ref_flipped", "hyp_feminine", "hyp_masculine"),
    *("source_feminine", "source_masculine"),
)


@takes(AuditRequest)
def audit(request: AuditRequest) -> Run:
    """`epicene audit`: ask a model, or go on where it was interrupted.

    `model` may be one that transformers loaded, with its `tokenizer`. `on` names a benchmark of `epicene data list` or
    several, `crows-fr=FILE` a copy of your own; or it is a list of `Item`, or a frame with a column for each role
    (`more`, `less`) and `language`. Without arguments, the bundled model is asked pairs-fr and pairs-en. `facet` adds
    figures by facets of the items, `facet="gender,age"` by both crossed too. What stops at `max_tokens_total` or
    `max_cost` is an `EpiceneError`; the same call with more goes on.
    """
    from epicene.auditing.reuse_finished_run import find_finished, keep_call
    from epicene.data.datasets import open_benchmark

    is_named = request.tokenizer is None and isinstance(request.model, str)
    path = find_finished(request) if is_named else None
    if path is None:
        with _shown(request.progress, starting=False) as shown:
            opened = [open_benchmark(name) if isinstance(name, str) else name for name in request.on]
            _say_starting(shown)
            from epicene.auditing.run import audit as run_audit

            model = _named(request.model, request.tokenizer)
            with request.open_engine() as engine:
                path = run_audit(replace(request, model=model, on=opened, opened_engine=engine), shown).path
        if is_named:
            keep_call(request, path)
    return _with_warnings(Run(path))


@takes(AuditRequest)
def plan_audit(request: AuditRequest) -> Plan:
    """`epicene audit --plan`: what `audit` would ask with the same arguments, in how many tokens; what is missing."""
    with _shown(request.progress) as shown:
        from epicene.auditing.dry_run import plan_audit as look

        return look(replace(request, model=_named(request.model, request.tokenizer)), shown)


@takes(StudyRequest)
def plan_study(request: StudyRequest) -> Plan:
    """`epicene study --plan`: what `study` would ask of what, what is missing, and how many tokens that takes."""
    with _shown(request.progress) as shown:
        from epicene.studies.run_study import plan_study as look

        placement, out = request.placement, _path(request.out)
        return look(request.file, out=out, limit=request.limit, placement=placement, progress=shown)


@takes(AskRequest)
def ask(request: AskRequest) -> AskedPair:
    """`epicene ask`: which of two sentences a model finds likelier, by how much, token by token; by the scoring of an
    audit. `beside` is an audit of the same model (default: those in runs/), `html` a page to write."""
    from epicene.auditing.ask.asked_pair import pair_document, pair_of
    from epicene.core.language import Language
    from epicene.report.render.html import check_output, write_document

    Language(request.lang)
    check_output(_path(request.html))
    dataset = pair_of(request.first, request.second, request.language)
    with _shown(request.progress) as shown:
        from epicene.auditing.ask.ask_pair import ask_pair

        model = _named(request.model, request.tokenizer)
        shared = {name: getattr(request, name) for name in declared(AskRequest).keys() & declared(AuditRequest).keys()}
        audit_request = AuditRequest(**shared | {"model": model, "on": [dataset]})
        asked_pair = ask_pair(dataset, audit_request, request.beside, shown)
    if request.html is not None:
        write_document(pair_document(asked_pair, request.lang), Path(request.html))
    return asked_pair


@takes(ScoreRequest)
def score(request: ScoreRequest) -> Run:
    """`epicene score`: measure scores that somebody already has, with the same intervals and tests as an audit.

    `benchmark` may be a list of `Item` or a frame of sentences, as for `audit`; `predictions` a frame with the columns
    item_id, role and score. `written_by="lm-eval"` (on the command line, `--from`) reads the samples that lm-eval wrote
    of crows_pairs and bbq: `benchmark` is that file, and there are no predictions beside it.
    """
    from epicene.auditing.score.predictions import measure_predictions

    return _with_warnings(Run(measure_predictions(request).path))


@takes(StudyRequest)
def study(request: StudyRequest) -> Run:
    """`epicene study`: models × benchmarks, predictions, or translation systems × steps of a TOML file, or of a paper's
    study by its name; with tables, figures and report.

    What fails is an `EpiceneWarning` and the rest goes on; where nothing could be asked, that is an `EpiceneError`.
    """
    from epicene.core.language import Language
    from epicene.studies.study_file import read_study

    Language(request.lang)  # an unknown one is refused before anything runs
    checked = read_study(request.file)
    if request.include_excluded and not checked.models:
        raise InputError(f"--include-excluded is for studies of language models; {request.file} is of systems.")
    with _shown(request.progress) as shown, request.open_engine() as engine:
        from epicene.studies.page import write_study
        from epicene.studies.run_study import run_study

        folder = run_study(
            checked,
            out=_path(request.out),
            limit=request.limit,
            include_excluded=request.include_excluded,
            placement=request.placement,
            engine=engine,
            seed=request.seed,
            strict=request.strict,
            lang=request.lang,
            progress=shown,
        )
        made = write_study(folder.path, request.lang)
    if not made.steps and not any(model.runs for model in made.models):
        kind = "model" if checked.models else "system"
        raise EpiceneError(f"No {kind} of the study could be asked: {made.failures[0].reason}")
    failed = [failure for failure in made.failures if failure.system]  # of models, the report says it in red
    texts = [f"{failure.system}, {failure.step}, failed: {failure.reason}" for failure in failed]
    return _with_warnings(Run(folder.path), *texts)


@takes(JudgeSetOptions)
def judge(options: JudgeSetOptions) -> Run:
    """`epicene mt judge`: what systems made of the gender in a controlled corpus.

    `systems` translate the source first, by default the bundled occupations; without systems and
    outputs, OPUS-MT of the package index does where it is in the cache, else Apertium where it is installed.
    `direction` is fr-en or en-fr. `hypotheses` are outputs that are there: a file, several (`NAME=FILE` names one), or
    files by the names of their systems. `gender="spacy"` has spaCy read French subjects that the rules cannot.
    `on` names another set, with a reference in each gender.
    """
    if options.on is not None:
        return _judge_set(options, options.on)
    if idle := next((name for name in OF_SETS if getattr(options, name)), None):
        raise InputError(f"{declared(JudgeSetOptions)[idle].flags[0]} belongs to a set; name it with --on.")
    from epicene.mt.judging.judge_run import JudgeRequest, open_judging
    from epicene.mt.sentence_files import named_files

    direction, source, reference = options.direction, _path(options.source), _path(options.reference)
    hypotheses, systems = options.hypotheses, list(options.systems)
    if options.needs_system:
        from epicene.mt.translating.default_system import default_system

        systems = [default_system("mt judge", direction or "fr-en")]
    files: dict[str, Path] = {}
    if systems:
        with _shown(options.progress) as shown:
            from epicene.mt.translating.translate_to_judge import corpus_translated_by

            corpus = corpus_translated_by(systems, direction, (source, reference), options.limit, shown)
        direction, source, reference, made = corpus
        files = named_files(made)
    if isinstance(hypotheses, Mapping):
        files |= {name: Path(file) for name, file in hypotheses.items()}
    elif hypotheses:
        listed = [hypotheses] if isinstance(hypotheses, str | Path) else hypotheses
        files = named_files([*(f"{name}={file}" for name, file in files.items()), *map(str, listed)])
    if direction is None or source is None or reference is None or not files:
        needed = {"--direction": direction, "--source": source, "--reference": reference, "--hyp": files}
        missing = ", ".join(name for name, value in needed.items() if not value)
        raise InputError(
            f"mt judge needs {missing} to judge a controlled corpus: give all four, or systems that translate; or name "
            "another set with --on."
        )
    request = JudgeRequest(
        *(direction, source, reference, files, options.limit, options.allow_empty, options.seed, _path(options.out)),
        gender=options.gender,
    )
    return _judged(open_judging(request), options.strict)


def _judge_set(options: JudgeSetOptions, on: str) -> Run:
    from epicene.mt.judging.set_lines import open_set
    from epicene.mt.judging.set_run import judge_set

    given: dict[str, Any] = {"--direction": options.direction, "--hyp": _outputs(options.hypotheses)}
    for name in ("source", "reference", *OF_SETS):
        value = getattr(options, name)
        given[f"--{name.replace('_', '-')}"] = _outputs(value) if name.startswith("hyp") else _path(value)
    if options.systems:
        with _shown(options.progress) as shown:
            from epicene.mt.translating.translate_to_judge import translate_set

            given = translate_set(list(options.systems), on, options.direction, given, options.limit, shown)
    of_rules = {"--allow-empty": options.allow_empty, "--gender": options.gender != "rules"}
    gender_set, files = open_set(on, {**given, **of_rules})
    return _judged(judge_set(gender_set, files, options.limit, _path(options.out), options.seed), options.strict)


def _outputs(given: Any) -> list[str]:
    """Outputs of systems as the command takes them: a file, several (`NAME=FILE`), or files by their systems' names."""
    if given is None:
        return []
    if isinstance(given, Mapping):
        return [f"{name}={file}" for name, file in given.items()]
    return [str(given)] if isinstance(given, str | Path) else [str(file) for file in given]


@takes(WinomtOptions)
def winomt(options: WinomtOptions) -> Run:
    """`epicene mt winomt`: which gender systems give to the entities of WinoMT.

    `translations` are files (`NAME=FILE` names a system), or `systems` translate the sentences of `items` first, by
    default OPUS-MT of the package index where it is in the cache, else Apertium where it is installed.
    """
    from epicene.mt.judging.winomt_run import WinomtRequest, open_winomt
    from epicene.mt.sentence_files import named_files

    items, pro, anti = Path(options.items), _path(options.pro), _path(options.anti)
    made, systems = list[str](), list(options.systems)
    if options.needs_system:
        from epicene.mt.translating.default_system import default_system

        systems = [default_system("mt winomt", "en-fr")]
    with _shown(options.progress, starting=bool(systems)) as shown:
        if systems:
            from epicene.mt.translating.translate_to_judge import translate_winomt

            made = translate_winomt(systems, items, (pro, anti), options.limit, shown)
        files = named_files([*made, *options.translations])
        by = (options.gender, options.aligner, options.limit, options.seed, _path(options.out))
        return _judged(open_winomt(WinomtRequest(items, files, pro, anti, *by)), options.strict, shown)


def _judged(outputs: JudgedOutputs[Any], strict: bool, *shown: Progress) -> Run:
    """The run of outputs that were opened; with `strict`, the first thing to know of them is the end."""
    from epicene.core.language import Language
    from epicene.mt.results import ROOM

    if strict:
        _stop(Language("en", ROOM).say(notice) for notices in outputs.notices.values() for notice in notices)
    return _with_warnings(Run(outputs.save(*shown)[0]))


@takes(ForcedOptions)
def mt_audit(options: ForcedOptions) -> Run:
    """`epicene mt audit`: force a translation model, or a language model behind a prompt, through each reference;
    does his or her come next?"""
    with _shown(options.progress) as shown:
        from epicene.inside.corpus_run import CorpusChoice
        from epicene.inside.forced.forced_estimates import TrainingCounts
        from epicene.inside.forced.translation_audit import ForcedRequest
        from epicene.inside.forced.translation_audit import audit as force
        from epicene.models.translation import Decoding
        from epicene.mt.translating.bleu_run import test_set
        from epicene.mt.translating.transformers_system import open_model, validate_options_apply

        choice = CorpusChoice(options.direction, _path(options.source), _path(options.reference), options.limit)
        choice.check()
        validate_options_apply("--training", _path(options.training), {"--corpus-stats": _path(options.corpus_stats)})
        known = TrainingCounts(_path(options.corpus_stats), _path(options.training))
        test = test_set(_path(options.test_src), _path(options.test_tgt))
        out, hypotheses = Path(options.out), _path(options.hypotheses)
        request = ForcedRequest(choice, out, list(options.contrast), hypotheses, known, options.seed, test)
        with options.open_engine() as engine:
            decoding, placement = Decoding(options.beam), options.placement
            system = open_model(_choice(options), *choice.languages, placement, decoding, engine, by_prompt=True)
            force(request, system, shown)
    return _finished(out, options.strict)


@takes(ProbeOptions)
def probe(options: ProbeOptions) -> Run:
    """`epicene mt probe`: where inside a translation system the subject's gender can be read."""
    source, reference, template = _path(options.source), _path(options.reference), _path(options.template)
    if (source is None) != (reference is None):
        raise InputError("Give --source and --reference together: gender is read off the English side.")
    if source is not None and template is not None:
        raise InputError("Give either --template or --source and --reference, not both.")
    with _shown(options.progress) as shown:
        from epicene.inside.probes.linear_probe import ProbeSettings
        from epicene.inside.probes.probe_corpora import ProbeCorpusChoice
        from epicene.inside.probes.probe_run import ProbeRequest, probe_model
        from epicene.models.translation import Decoding

        words = (list(options.manipulation), _path(options.lexicon), list(options.at))
        with options.open_engine() as engine:
            request = ProbeRequest(
                model=_choice(options),
                corpora=ProbeCorpusChoice(template, source, reference, *words, options.limit),
                settings=ProbeSettings(options.repetitions, options.split, options.strength, options.seed),
                forced=options.forced,
                placement=options.placement,
                engine=engine,
                decoding=Decoding(options.beam),
                out=_path(options.out),
            )
            path = probe_model(request, shown)
    return _finished(path, options.strict)


@takes(InterveneOptions)
def intervene(options: InterveneOptions) -> Run:
    """`epicene mt intervene`: which words the gender passes through inside a translation model."""
    out = Path(options.out)
    with _shown(options.progress) as shown:
        from epicene.inside.corpus_run import CorpusChoice
        from epicene.inside.interventions.intervention_run import InterveneRequest
        from epicene.inside.interventions.intervention_run import intervene as run_intervene
        from epicene.models.translation import Decoding
        from epicene.mt.translating.transformers_system import open_model

        choice = CorpusChoice(options.direction, _path(options.source), _path(options.reference), options.limit)
        choice.check()
        system = open_model(_choice(options), *choice.languages, options.placement, Decoding(), by_prompt=True)
        words = (options.contrast or "", options.possessive, options.seed, options.layers or "")
        run_intervene(InterveneRequest(choice, out, *words), system, shown)
    return _finished(out, options.strict)


def _choice(options: InsideOptions) -> ModelChoice:
    from epicene.mt.translating.translation_engine import ModelChoice

    name, prompts = _named(options.model, options.tokenizer), _path(getattr(options, "prompts", None))
    return ModelChoice(name, options.revision, options.trust_remote_code, options.prefix, prompts=prompts)


@takes(DebiasRequest)
def debias(options: DebiasRequest) -> Run:
    """`epicene debias`: act on a model, or go on where it was interrupted; `run.path` is then a model like any other.

    `by` is cda or leace, with `text`; of a translation system counterfactual or tag, with `src` and `tgt`, whose
    languages are `source` and `target` (`--from` and `--to`). What is None is left to the method.
    """
    out = Path(options.out)
    with _shown(options.progress, starting=False) as shown:
        to = Target(_named(options.model, options.tokenizer), out, options.revision, options.trust_remote_code)
        debias_model(to, options.by, options_of(options), options.device, options.threads, shown)
    return Run(out)


def open_run(folder: str | Path) -> Run:
    """A run that was made before, of whatever kind; an error where the folder holds none that is finished, and the
    warnings that it was made with."""
    return _with_warnings(Run(_read("folder", folder, lambda value: Path(file_name(value)))), depth=3)


def replicates_of(
    *runs: Run | str | Path, replicates: Sequence[Sequence[Run | str | Path]], seed: int = 0
) -> list[Replicated]:
    """Intervals over several trainings: `replicates` are, for each of `runs`, further trainings of its model."""
    from epicene.auditing.replicates import read_replicates, replicate_groups

    named = [_folders("a training", group) for group in replicates]
    return read_replicates(replicate_groups(_folders("a run", runs), named), seed=seed)


def compare(*runs: Run | str | Path, seed: int = 0) -> list[ComparedTwo]:
    """`epicene compare`: for each benchmark that two runs share, or every two translation systems, the paired tests.

    What the command warns of (a failed sanity check, models that cannot be told apart, a benchmark that only one was
    asked) is an `EpiceneWarning`.
    """
    from epicene.core.language import Language
    from epicene.report.results_page import compare_runs

    read_value(declared(AuditRequest)["seed"], seed, "seed")
    compared = compare_runs(_folders("a run to compare", runs), seed)
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
    from epicene.report import results_page
    from epicene.report.render.html import check_output, write_document

    paths = _folders("a run to show", runs)
    file = Path(_read("output", output, file_name))
    if replicates:
        from epicene.auditing.replicates import with_replicates

        check_output(file)
        trained = replicates_of(*runs, replicates=replicates)
        write_document(with_replicates(results_page.kind_of(paths).document(paths, lang), trained), file)
    else:
        results_page.write_report(paths, file, lang)
    return file


def board(
    *runs: Run | str | Path,
    output: str | Path,
    lang: str = "en",
    progress: bool | Progress = True,
    over: str = "time",
) -> Path:
    """`epicene board`: many audits and scores on one page that needs no server, with the sentences on which two models
    disagree; `runs` may be folders that hold runs. Versions of one model are lined up by `over`, time or version. Gives
    the page's path."""
    from epicene.auditing.board.board_page import write_board

    paths, folder = _folders("a run to show", runs), Path(_read("output", output, file_name))
    with _shown(progress, starting=False) as shown:
        return write_board(paths, folder, lang, shown, over)


def card(run: Run | str | Path, lang: str = "en") -> str:
    """`epicene card`: a block for a model card on the Hugging Face hub, with no more than the run's figures say."""
    from epicene.auditing.board.model_card import model_card

    return model_card(_folders("a run to show", [run])[0], lang)


def _read(name: str, value: object, reader: Callable[[object], T]) -> T:
    try:
        return reader(value)
    except ValueError as error:
        raise InputError(f"{name} is {shown(value)}; expected {error}.") from error


def _folders(name: str, runs: Iterable[object]) -> list[Path]:
    return [_read(name, run, run_folder) for run in runs]


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
    from epicene.models.source import save_loaded

    return str(save_loaded(model, tokenizer))


def _path(given: str | Path | None) -> Path | None:
    return None if given is None else Path(given)


def _finished(path: Path, strict: bool) -> Run:
    """What is inside a system; with `strict`, the first thing that a reader would have to know is the end."""
    run = Run(path)
    if strict:
        _stop(run.notices)
    return run


def _stop(notices: Iterable[str]) -> None:
    for text in notices:
        raise EpiceneError(f"Stopped because of --strict: {text}")


def _with_warnings(run: Run, *further: str, depth: int = 4) -> Run:
    """What the report shows in red is a warning at the line that called the public function."""
    from epicene.report.results_page import kind_of

    doubts = [note.text for note in kind_of([run.path]).english_notes(run.path) if note.grave]
    for text in (*doubts, *further):
        warnings.warn(text, EpiceneWarning, stacklevel=depth)
    return run
