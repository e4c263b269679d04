"""epicene mt corpus and corpus-stats: controlled corpora, and what a training corpus says of occupations."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from epicene.cli import options
from epicene.cli.console import Bar, print_json, tell
from epicene.cli.mt.show_results import print_summary, write_pages
from epicene.cli.options import option
from epicene.core.command_language import said
from epicene.core.errors import InputError
from epicene.core.language import Language


def corpus(
    out: Annotated[Path, option("Where corpus.fr, corpus.en and corpus.tsv go.", "DIR")],
    template: Annotated[Path | None, option("Sentences of your own, as TOML (see below).", "FILE.toml")] = None,
    manipulation: Annotated[
        list[str] | None,
        option(
            "chaque, adjective, complement-masculine, complement-feminine, relative, distractor-masculine, "
            "distractor-feminine, chaque-distractor-masculine, chaque-distractor-feminine, or all. Repeatable.",
            "NAME",
        ),
    ] = None,
    lexicon: options.Lexicon = None,
    spelling: Annotated[str, option("traditional or 1990.")] = "traditional",
    limit: Annotated[int | None, option("Only the first N occupations.", min=1)] = None,
    json: options.Json = False,
) -> None:
    """Write « DET N a terminé son travail. » for every occupation in both genders, and its English, line by line.

    Without --template and --manipulation it is the study's own sentence. Several templates go into a folder each.

    A template file has a table for each template: [NAME], french = "{Det} {noun} {adj} a réparé son vélo.", english =
    "The French {noun} has repaired {poss} bicycle.", adj = ["français", "française"], number = "singular" or "plural".
    French slots: det, un, ce, noun, pron, e, adj; English slots: noun, a, poss, pron, obj, self; a capital begins a
    sentence, {masculine|feminine} chooses one of two words. The sentences of another language pair have its names
    (italian = …); docs/extend.md says how a pair is added.
    """
    from epicene.mt.corpora.corpus_writer import STUDIED, choose_templates, write_corpora
    from epicene.mt.lexicon import BUNDLED_LEXICON, read_lexicon

    templates = choose_templates(template, manipulation or [])
    source, target = templates[0].languages
    if lexicon is None and (source, target) != STUDIED:
        raise InputError(
            "The bundled occupations are French and English; give those of {pair} with --lexicon FILE.",
            pair=f"{source}-{target}",
        )
    occupations = read_lexicon(lexicon or BUNDLED_LEXICON, target)[:limit]
    written = write_corpora(templates, occupations, out, spelling)
    if json:
        files = {name: [str(path) for path in paths] for name, paths in written.items()}
        print_json({"occupations": len(occupations), "lines": 2 * len(occupations), "corpora": files})
        return
    for name, paths in written.items():
        listed = ", ".join(map(str, paths))
        tell(said("{name}: {n} lines in {paths}", name=name, n=2 * len(occupations), paths=listed))


def corpus_stats(
    src: Annotated[Path, option("The French side, plain text or gzip.", "FILE")],
    tgt: Annotated[Path, option("The English side.", "FILE")],
    tokenizer: Annotated[
        str | None, option("Count sub-words too: a SentencePiece model, a folder or a hub id.", "FILE|MODEL")
    ] = None,
    align: Annotated[int, option("Align a sample of N pairs to see what « son » is aligned with.", "N", min=0)] = 0,
    aligner: Annotated[str | None, option("For --align: thot (default), thot-hmm, systran or eflomal.")] = None,
    lexicon: options.Lexicon = None,
    output: options.Output = None,
    out: Annotated[Path | None, option("The run folder. Default: runs/corpus-stats-FILE-HASH.", "DIR")] = None,
    lang: options.Lang = "",
    json: options.Json = False,
) -> None:
    """Count occupations in a training corpus: frequencies, sub-words, and what « son » is aligned with."""
    from epicene.mt.lexicon import BUNDLED_LEXICON, read_lexicon
    from epicene.mt.results import ROOM
    from epicene.mt.training_corpus.corpus_stats import Request, save_stats
    from epicene.mt.training_corpus.page import PAGE
    from epicene.mt.word_alignment import DEFAULT_ALIGNER
    from epicene.report.pages import check_output

    language = Language(lang, ROOM)
    check_output(output)
    if aligner and not align:
        raise InputError("--aligner changes nothing without --align N; leave it out, or say how many pairs to align.")
    request = Request(src, tgt, tokenizer, align, aligner or DEFAULT_ALIGNER)
    with Bar() as bar:
        folder = save_stats(request, read_lexicon(lexicon or BUNDLED_LEXICON), out, bar)
    write_pages(PAGE, folder, output, language)
    if json:
        from msgspec import to_builtins

        print_json(to_builtins(PAGE.read(folder)))
    else:
        print_summary(PAGE, folder, language)
