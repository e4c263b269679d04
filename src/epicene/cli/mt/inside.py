"""epicene mt audit, probe and intervene: a translation system from inside."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from epicene import api
from epicene.cli import options
from epicene.cli.console import Bar, call
from epicene.cli.mt.show_results import show_run
from epicene.cli.options import argument, option
from epicene.core.language import Language


def audit(
    model: options.SystemModel = options.STANDARD_SYSTEM,
    *,
    direction: options.Direction = "fr-en",
    source: options.Source = None,
    reference: options.Reference = None,
    contrast: Annotated[
        list[str] | None,
        option(
            "The two words to compare, or noun: each noun's own forms. Repeatable. Default: his/her, and into "
            "French le/la and noun.",
            "MASCULINE/FEMININE",
        ),
    ] = None,
    hypotheses: Annotated[
        Path | None, option("Translations you have already, to be judged instead of translating.", "FILE")
    ] = None,
    corpus_stats: Annotated[
        Path | None, option("What mt corpus-stats --json wrote of the training corpus.", "FILE.json")
    ] = None,
    training: Annotated[
        Path | None, option("Or the French side of the training corpus itself; plain text or gzip.", "FILE")
    ] = None,
    test_src: Annotated[
        Path | None, option("A test set to measure BLEU on as well: its source side, a line each.", "FILE")
    ] = None,
    test_tgt: Annotated[Path | None, option("Its references.", "FILE")] = None,
    out: Annotated[Path, option("Folder for answers, translations and report.", "DIR")] = Path("mt-audit"),
    beam: Annotated[int, option("Hypotheses kept at each step of translating.", min=1)] = 5,
    greedy: options.Greedy = False,
    prefix: options.Prefix = None,
    prompts: options.Prompts = None,
    batch_tokens: options.BatchTokens = None,
    revision: options.Revision = None,
    trust_remote_code: options.TrustRemoteCode = False,
    device: options.Device = None,
    dtype: options.Dtype = "float32",
    threads: options.Threads = None,
    engine: options.EngineName = "local",
    address: options.Address = None,
    limit: options.LineLimit = None,
    seed: options.Seed = 0,
    strict: options.Strict = False,
    lang: options.Lang = "",
    in_full: options.InFull = False,
    json: options.Json = False,
) -> None:
    """Force a translation model through each reference: does his or her come next? Run again to resume.

    b: preference where the source does not say the gender. r: how much of the gender is transferred, pair by pair.
    """
    from epicene.inside.results import PACKAGES

    language = Language(lang, *PACKAGES)
    with Bar() as bar:
        run = call(api.mt_audit, locals(), beam=1 if greedy else beam, strict=False, progress=bar)
    from epicene.inside.forced.page import PAGE

    show_run(PAGE, run.path, language, strict=strict, in_full=in_full, json=json)


def probe(
    model: Annotated[
        str, argument("An encoder-decoder from French to English: a hub id or a folder.", "MODEL")
    ] = options.STANDARD_SYSTEM,
    manipulation: Annotated[
        list[str] | None, option("Table 5 besides: a manipulation of `mt corpus`, or all. Repeatable.", "NAME")
    ] = None,
    template: Annotated[Path | None, option("Sentences of your own, as `mt corpus` takes them.", "FILE.toml")] = None,
    at: Annotated[
        list[str] | None,
        option(
            "A word of the French sentence to probe (its last occurrence), noun (the occupation), det (its "
            "determiner) or eos. Repeatable. Default: a, terminé, son, travail, ., eos.",
            "WORD",
        ),
    ] = None,
    source: Annotated[Path | None, option("A controlled corpus of your own: its French side.", "FILE")] = None,
    reference: Annotated[Path | None, option("Its English side.", "FILE")] = None,
    lexicon: options.Lexicon = None,
    split: Annotated[str, option("grouped: both genders of a noun on one side; plain: as in the paper.")] = "grouped",
    repetitions: Annotated[int, option("Splits into 75% and 25%.", min=1)] = 100,
    strength: Annotated[
        float, option("scikit-learn's C: the smaller, the fewer features a probe may use.", min=1e-6)
    ] = 0.1,
    forced: Annotated[
        bool,
        option(
            "--forced",
            "Feed the decoder the reference instead of the system's own translation; only up to the possessive, "
            "and pairs with one English noun.",
        ),
    ] = False,
    beam: Annotated[int, option("Hypotheses kept in the system's own translation.", min=1)] = 5,
    prefix: options.Prefix = None,
    revision: options.Revision = None,
    trust_remote_code: options.TrustRemoteCode = False,
    device: options.Device = None,
    dtype: options.Dtype = "float32",
    threads: Annotated[int | None, option("Processes that probe. Default: all cores.", min=1)] = None,
    engine: options.EngineName = "local",
    address: options.Address = None,
    limit: Annotated[
        int | None, option("Only a sample of N occupations, of all classes; the result says so.", min=1)
    ] = None,
    seed: Annotated[int, option("Seed of splits, random labels and random weights.", min=0)] = 0,
    out: Annotated[Path | None, option("The run folder. Default: runs/probe-MODEL-HASH.", "DIR")] = None,
    output: options.Output = None,
    strict: options.Strict = False,
    lang: options.Lang = "",
    in_full: options.InFull = False,
    json: options.Json = False,
) -> None:
    """Probe every layer for the subject's gender, beside random labels and random weights; run again to resume."""
    from epicene.inside.results import PACKAGES
    from epicene.report.pages import check_output

    language = Language(lang, *PACKAGES)
    check_output(output)
    with Bar() as bar:
        run = call(api.probe, locals(), strict=False, progress=bar)
    from epicene.inside.probes.page import PAGE

    if output:
        run.report(output, lang)
    show_run(PAGE, run.path, language, strict=strict, in_full=in_full, json=json)
    if not json:
        typer.echo(language.text("terminal.results", path=run.path))


def intervene(
    model: options.SystemModel = options.STANDARD_SYSTEM,
    *,
    source: options.Source = None,
    reference: options.Reference = None,
    direction: options.Direction = "fr-en",
    contrast: Annotated[
        str | None,
        option("The two words to compare. Default: his/her into English, le/la into French.", "MASCULINE/FEMININE"),
    ] = None,
    possessive: Annotated[str, option("The French word that u1 and u2 replace.", "WORD")] = "son",
    layers: Annotated[
        str | None,
        option(
            "Of a language model, the layers after which its sentence is exchanged. Default: the embedding, and a "
            "quarter, half and three quarters of the way.",
            "N,N…",
        ),
    ] = None,
    out: Annotated[Path, option("Folder for answers and report.", "DIR")] = Path("mt-intervene"),
    prefix: options.Prefix = None,
    prompts: options.Prompts = None,
    batch_tokens: options.BatchTokens = None,
    revision: options.Revision = None,
    trust_remote_code: options.TrustRemoteCode = False,
    device: options.Device = None,
    dtype: options.Dtype = "float32",
    threads: options.Threads = None,
    limit: options.LineLimit = None,
    seed: options.Seed = 0,
    strict: options.Strict = False,
    lang: options.Lang = "",
    in_full: options.InFull = False,
    json: options.Json = False,
) -> None:
    """Name the words that gender passes through inside a translation model: exchange them within pairs, layer by layer.

    Complete patching gives each block of the source its share. From French also three interventions (u1, the unknown
    word's embedding for son; u2 and u3, the mean of a pair's two versions of son and of the noun) and the paths: the
    French subject, the English noun, son. Run again to resume.
    """
    from epicene.inside.results import PACKAGES

    language = Language(lang, *PACKAGES)
    with Bar() as bar:
        run = call(api.intervene, locals(), strict=False, progress=bar)
    from epicene.inside.interventions.page import PAGE

    show_run(PAGE, run.path, language, strict=strict, in_full=in_full, json=json)
