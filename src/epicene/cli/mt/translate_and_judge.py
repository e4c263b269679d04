"""epicene mt translate, judge and winomt: translations, made and measured."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from epicene import api
from epicene.cli import options
from epicene.cli.console import Bar, call, print_json
from epicene.cli.mt.show_results import print_summary, say_of_systems, show_systems, stop_or_say, write_pages
from epicene.cli.options import argument, option
from epicene.core.command_language import said
from epicene.core.errors import InputError
from epicene.core.language import Language

OF_SETS = "With --on"
ReferenceOfPairs = Annotated[
    Path | None, option("mt-geneval: the references of that gender.", "FILE", rich_help_panel=OF_SETS)
]
SourceOfPairs = Annotated[
    Path | None, option("mt-geneval: their sources, for the page to show.", "FILE", rich_help_panel=OF_SETS)
]
OutputsOfPairs = Annotated[
    list[str] | None,
    option("mt-geneval: their translations. Repeat it for several systems.", "[NAME=]FILE", rich_help_panel=OF_SETS),
]


Systems = Annotated[
    list[str] | None,
    argument(
        "Systems that are to translate now, as `mt translate` takes them (apertium:fr-en, a hub id, a folder); "
        "translations that are there already go into an option.",
        "[SYSTEM]...",
        show_default=False,
    ),
]


def translate(
    model: Annotated[
        str | None,
        argument(
            "apertium:fr-en, apertium:en-fr, a hub id, a folder (transformers or CTranslate2) or "
            "firefox:FOLDER, a causal language model or chat:URL#NAME; leave it out with --command.",
            "SYSTEM",
        ),
    ] = None,
    *,
    source: Annotated[
        str | None, option("--from", "Language of the file, e.g. fr. apertium: says it already.", "CODE")
    ] = None,
    target: Annotated[str | None, option("--to", "Language to translate into, e.g. en.", "CODE")] = None,
    source_file: Annotated[Path, option("--in", "A sentence a line; plain text or .gz.", "FILE")],
    out: Annotated[Path, option("Where the translations go, a line a line.", "FILE")],
    command: Annotated[
        str | None, option("Any system: a shell command that reads lines and writes lines.", "CMD")
    ] = None,
    beam: Annotated[int | None, option("Hypotheses kept at each step. Default: 5.", min=1)] = None,
    greedy: options.Greedy = False,
    max_new_tokens: Annotated[int, option("Longest translation in tokens.", min=1)] = 256,
    prefix: options.Prefix = None,
    prompts: options.Prompts = None,
    max_tokens_total: options.MaxTokensTotal = None,
    max_cost: options.MaxCost = None,
    price: options.Price = None,
    batch_tokens: Annotated[int | None, option("Most source tokens times beams at once.", min=1)] = None,
    revision: options.Revision = None,
    trust_remote_code: options.TrustRemoteCode = False,
    device: options.Device = None,
    dtype: options.Dtype = "float32",
    threads: options.Threads = None,
    engine: options.EngineName = "local",
    address: options.Address = None,
    limit: Annotated[int | None, option("Translate only the first N lines.", min=1)] = None,
    lang: options.PrintedLang = "",
    json: options.Json = False,
) -> None:
    """Translate a file line by line; run again to resume."""
    from epicene.mt.results import ROOM

    language = Language(lang, ROOM)
    with Bar() as bar:
        bar.say("Starting (loading libraries)")
        from epicene.models.engines import open_engine
        from epicene.models.engines.ledger import Spending
        from epicene.models.engines.local import RAY
        from epicene.models.loading import Placement
        from epicene.models.source import is_served
        from epicene.models.translation import Decoding
        from epicene.mt.translating.transformers_system import refuse_idle
        from epicene.mt.translating.translate_file import TranslationRequest
        from epicene.mt.translating.translate_file import translate as run_translate
        from epicene.mt.translating.translation_engine import ModelChoice, languages_of, open_system, refuse_unfollowed

        of_models = {"--revision": revision, "--prefix": prefix, "--beam": beam, "--greedy": greedy}
        of_models |= {"--trust-remote-code": trust_remote_code, "--engine ray": engine == RAY}
        served = model if model and is_served(model) else None
        of_servers = {"--max-tokens-total": max_tokens_total, "--max-cost": max_cost, "--price": price}
        on_machines = {"--device": device, "--dtype": dtype != "float32", "--batch-tokens": batch_tokens}
        refuse_idle("--command", command, {**of_models, "--prompts": prompts, **of_servers, **on_machines})
        refuse_idle(said("a model behind a server"), served, {**of_models, **on_machines})
        refuse_idle(said("a model on this machine"), None if served else model, of_servers)
        refuse_idle("--greedy", greedy, {"--beam": beam})
        if model:
            refuse_unfollowed(model, {"--beam": beam, "--greedy": greedy, **on_machines})
        languages = languages_of(model, source, target)
        with open_engine(engine, address) as where:
            system = open_system(
                ModelChoice(model, revision, trust_remote_code, prefix, prompts=prompts) if model else None,
                command,
                languages,
                Placement(device, dtype, threads, batch_tokens),
                Decoding(1 if greedy else beam or 5, max_new_tokens),
                where,
                Spending.read(max_tokens_total, max_cost, price),
            )
            facts = run_translate(TranslationRequest(source_file, out, *languages, limit), system, bar)
    from msgspec import to_builtins

    from epicene.mt.translating.page import translate_summary
    from epicene.report.render.terminal import print_document

    stop_or_say([language.say(notice) for notice in facts.said()], False, language)
    if json:
        print_json(to_builtins(facts))
    else:
        print_document(replace(translate_summary([facts], language), notes=()))


def judge(
    systems: Systems = None,
    *,
    direction: Annotated[str | None, option("fr-en or en-fr.")] = None,
    source: Annotated[Path | None, option("What was translated.", "FILE")] = None,
    reference: Annotated[Path | None, option("Its reference translation, line by line.", "FILE")] = None,
    hypotheses: Annotated[
        list[str] | None,
        option("--hypotheses", "--hyp", "A system's output. Repeat it to see systems side by side.", "[NAME=]FILE"),
    ] = None,
    on: Annotated[
        str | None,
        option(
            "Another set, with a reference in each gender: mt-geneval, mt-geneval-context, or NAME=FILE for a "
            "table (gate=FR.tsv).",
            "SET",
            rich_help_panel=OF_SETS,
        ),
    ] = None,
    ref_feminine: ReferenceOfPairs = None,
    ref_masculine: ReferenceOfPairs = None,
    ref_flipped: Annotated[
        Path | None, option("mt-geneval-context: the reference in the other gender.", "FILE", rich_help_panel=OF_SETS)
    ] = None,
    hyp_feminine: OutputsOfPairs = None,
    hyp_masculine: OutputsOfPairs = None,
    source_feminine: SourceOfPairs = None,
    source_masculine: SourceOfPairs = None,
    gender: Annotated[str, option("Into French: rules, or spacy for subjects that the rules cannot read.")] = "rules",
    lines: Annotated[
        str | None,
        option(
            "Show the lines behind a cell: a class (la feminine) or group (marked), and after a colon what was "
            "found (her, his, both, other, and of these their, inclusive, avoided, wrong; into French right, "
            "determiner, noun, wrong, both, inclusive, avoided).",
            "CLASS[:FOUND]",
        ),
    ] = None,
    allow_empty: Annotated[
        bool, option("--allow-empty", "Judge empty lines of the output as other instead of stopping.")
    ] = False,
    output: options.Output = None,
    out: Annotated[
        Path | None, option("The run folder. Default: runs/judge-SYSTEM-HASH, or judge-set-…", "DIR")
    ] = None,
    limit: Annotated[
        int | None,
        option(
            "Judge only a sample of N lines, of all classes, or the first N pairs of a set; the result says so.", min=1
        ),
    ] = None,
    seed: options.Seed = 0,
    strict: options.Strict = False,
    in_full: options.InFull = False,
    lang: options.Lang = "",
    json: options.Json = False,
) -> None:
    """Judge what systems make of « DET N a terminé son travail. » or its English: possessive, determiner, noun.

    Name systems, and they translate the bundled occupations (or --source) first; or give their outputs with --hyp.
    With neither, Apertium is judged from French into English.

    Lines come in pairs, one masculine and one feminine. Word pieces, case, apostrophes and spelling do not matter.
    Files are plain text or .gz; an output whose lines slipped against the source is refused. With --on, another set.
    """
    from epicene.mt.judging.page import PAGE
    from epicene.mt.results import ROOM
    from epicene.report.pages import check_output

    language = Language(lang, ROOM)
    check_output(output)
    of_corpus = {"--direction": direction, "--source": source, "--reference": reference, "--hyp": hypotheses}
    of_sets: dict[str, object] = {
        **{"--ref-feminine": ref_feminine, "--ref-masculine": ref_masculine, "--ref-flipped": ref_flipped},
        **{"--hyp-feminine": hyp_feminine, "--hyp-masculine": hyp_masculine},
        **{"--source-feminine": source_feminine, "--source-masculine": source_masculine},
    }
    if on is not None:
        if systems:
            made = translations_of_set(systems, direction, on, of_corpus | of_sets, limit)
            of_corpus, of_sets = ({name: made[name] for name in own} for own in (of_corpus, of_sets))
        from epicene.mt.gender_sets.page import PAGE as SET_PAGE
        from epicene.mt.gender_sets.set_lines import open_set
        from epicene.mt.gender_sets.set_run import judge_set

        of_rules = {"--lines": lines, "--allow-empty": allow_empty, "--gender": gender != "rules"}
        asked, outputs = open_set(on, {**of_corpus, **of_sets, **of_rules})
        files = judge_set(asked, outputs, limit)
        say_of_systems(files.notices(), strict, language)
        show_systems(SET_PAGE, *files.save(out, seed), output, language, in_full=in_full, json=json)
        return
    refuse_incomplete(of_corpus, of_sets, systems)
    with Bar() as bar:
        run = call(api.judge, locals(), progress=bar)
    say_of_systems({system.model: system.said() for system in PAGE.read(run.path)}, strict, language)
    write_pages(PAGE, run.path, output, language)
    if json:
        print_json(run.results)
    elif lines:
        for record in run.results.get("systems", [run.results]):
            for line in record["lines"]:
                typer.echo("\t".join(map(str, (record["model"], *line.values()))))
    else:
        print_summary(PAGE, run.path, language, in_full=in_full)


def translations_of_set(
    systems: list[str], direction: str | None, on: str, given: Mapping[str, Any], limit: int | None
) -> dict[str, Any]:
    """The options of files with what the systems translate now among them."""
    with Bar() as bar:
        bar.say("Starting (loading libraries)")
        from epicene.mt.translating.translate_to_judge import direction_of, translated_by

        made = {**given, "--direction": None}
        source_code, _, target_code = direction_of(systems, direction or "en-fr").partition("-")
        for option, source in set_sources(on, made).items():
            now = translated_by(systems, (source_code, target_code), source, limit, bar)
            made[option] = [*now, *(made[option] or [])]
    return made


def set_sources(on: str, given: Mapping[str, Any]) -> dict[str, Path]:
    """What is to be translated for a set, by the option that takes its translations."""
    from epicene.mt.gender_sets.set_lines import read_table
    from epicene.mt.translating.translate_to_judge import lines_file

    name, _, file = on.partition("=")
    if file:
        lines = read_table(Path(file).expanduser())
        return {"--hyp": lines_file((line.source for line in lines), f"{name}-sources.txt")}
    of_outputs = {"--hyp-feminine": "--source-feminine", "--hyp-masculine": "--source-masculine"}
    if on == "mt-geneval-context":
        of_outputs = {"--hyp": "--source"}
    if missing := [option for option in of_outputs.values() if not given[option]]:
        options = ", ".join(missing)
        raise InputError("A SYSTEM translates the sources of {on}: name them with {options}.", on=on, options=options)
    return {output: given[source] for output, source in of_outputs.items()}


def translations_of_items(systems: list[str], items: Path, limit: int | None) -> list[str]:
    """What systems make of WinoMT's sentences now."""
    if not systems:
        return []
    with Bar() as bar:
        bar.say("Starting (loading libraries)")
        from epicene.mt.translating.translate_to_judge import direction_of, lines_file, translated_by
        from epicene.mt.winomt.entity_gender import read_items

        direction_of(systems, "en-fr")
        english = lines_file((item.sentence for item in read_items(items)), "winomt.en")
        return translated_by(systems, ("en", "fr"), english, limit, bar)


def refuse_incomplete(needed: Mapping[str, object], of_sets: Mapping[str, object], systems: list[str] | None) -> None:
    """Without a set, the files of a controlled corpus and nothing else; systems make what is missing."""
    if strange := next((option for option, value in of_sets.items() if value), None):
        raise InputError("{strange} belongs to a set; name it with --on.", strange=strange)
    missing = [option for option, value in needed.items() if not value]
    if missing and not systems and any(needed.values()):
        raise InputError(
            "mt judge needs {missing} to judge a controlled corpus; or name another set with --on.",
            missing=", ".join(missing),
        )


def winomt(
    systems: Systems = None,
    *,
    items: Annotated[Path, option("WinoMT's en.txt: gender, place, sentence, entity.", "FILE")],
    translations: Annotated[
        list[str] | None,
        option(
            "French, a line for each item, or `source ||| target`. Repeat it to see systems side by side.",
            "[NAME=]FILE",
        ),
    ] = None,
    pro: Annotated[Path | None, option("Pro-stereotypical items, for ΔS.", "FILE")] = None,
    anti: Annotated[Path | None, option("Anti-stereotypical items.", "FILE")] = None,
    gender: Annotated[
        str, option("rules (determiner and lexicon), or spacy for comparison with published numbers.")
    ] = "rules",
    aligner: Annotated[str, option("thot, thot-hmm, systran or eflomal.")] = "thot",
    output: options.Output = None,
    out: Annotated[Path | None, option("The run folder. Default: runs/winomt-SYSTEM-HASH.", "DIR")] = None,
    limit: Annotated[int | None, option("Only the first N items; the result says so.", min=1)] = None,
    seed: options.Seed = 0,
    strict: options.Strict = False,
    in_full: options.InFull = False,
    lang: options.Lang = "",
    json: options.Json = False,
) -> None:
    """Measure which gender systems give to the entities of WinoMT: accuracy, F1, ΔG, ΔS, not marked.

    Files are plain text or .gz; an output that is not French, or slipped against the items, is refused.
    """
    from epicene.mt.results import ROOM
    from epicene.mt.sentence_files import named_files
    from epicene.mt.winomt.page import PAGE
    from epicene.mt.winomt.winomt_run import WinomtRequest, open_winomt
    from epicene.report.pages import check_output

    language = Language(lang, ROOM)
    check_output(output)
    made = translations_of_items(systems or [], items, limit)
    if not (made or translations):
        raise InputError("Give --translations, French for each item, or name a SYSTEM that is to translate them.")
    outputs = named_files([*made, *(translations or [])])
    files = open_winomt(WinomtRequest(items, outputs, pro, anti, gender, aligner, limit, seed, out))
    say_of_systems(files.notices(), strict, language)
    with Bar() as bar:
        folder, results = files.save(bar)
    show_systems(PAGE, folder, results, output, language, in_full=in_full, json=json)
