"""How it was measured and how to cite it, in plain words, from what the run wrote down about itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from epicene._version import __version__
from epicene.core.hashing import SHORT
from epicene.core.language import Language
from epicene.kinds.protocol import View, in_words_of, response_mode_of
from epicene.report.cost import cost_said
from epicene.report.document import Block, Collapsible, DefinitionList, Heading, Paragraph
from epicene.report.render.latex import escape_latex
from epicene.runs.results import WORDS, BenchmarkFacts, ModelFacts
from epicene.runs.saved_run import SavedRun
from epicene.runs.signature import SignatureParts

ASKED_WITH = ("instructions", "template", "align")
MACHINE = ("device", "dtype", "threads", "platform", "python", "torch", "transformers")
RELEASED = 2026  # this version, as CITATION.cff has it
Fact = tuple[str, str]  # a term and what is to be known of it


def methods_of(run: SavedRun, language: Language) -> list[Fact]:
    """How one model was asked, for each benchmark and in general."""
    facts = [fact for name in run.manifest.benchmarks for fact in _asking(run, name, language)]
    facts.append((language.text("methods.model"), _model(run.manifest.model, language)))
    for check in run.manifest.sanity:
        text = language.text(
            "methods.sanity.text",
            language=language.text_or(f"language.{check.language}", check.language),
            right=language.count(check.right),
            of=language.count(check.of),
        )
        facts.append((language.text("methods.sanity"), text))
    if run.manifest.machine:
        values = {key: run.manifest.machine.get(key, "?") for key in MACHINE}
        key = "methods.machine.server" if run.manifest.model.server else "methods.machine.text"
        text = language.text(key, epicene=run.manifest.epicene or "?", **values)
        facts.append((language.text("methods.machine"), text))
    if text := _cost(run, language):
        facts.append((language.text("methods.cost"), text))
    return list(dict.fromkeys(facts))


def _cost(run: SavedRun, language: Language) -> str:
    cost = dict(run.manifest.cost)
    if run.manifest.model.server:  # this end's alone would mislead
        cost = {key: value for key, value in cost.items() if key not in ("peak_memory_bytes", "energy")}
    texts = [text] if (text := cost_said(cost, language)) else []
    for name in run.manifest.benchmarks if texts else ():
        mode = response_mode_of(run, name)
        texts += mode.published_times(name, in_words_of(mode, language))
    return language.text("punctuation.semicolon").join(texts)


def _asking(run: SavedRun, benchmark: str, language: Language) -> Iterator[Fact]:
    facts = run.facts(benchmark)
    own = in_words_of(response_mode_of(run, benchmark), language)
    yield from _scorings(facts, own)
    if facts.way != WORDS:
        colon = language.text("punctuation.colon")
        before = f"{facts.bos}{colon} {language.text_or(f'bos.{facts.bos}', facts.bos)}"
        is_causal = run.manifest.model.kind == "causal"
        yield (language.text("methods.bos"), before if is_causal else language.text("bos.not-causal"))
    signature = run.findings.signatures.get(benchmark)
    if signature:
        parts = SignatureParts.of(signature)
        departures, asked_with = split_options(parts.options)
        for name, digest in (option.split(":", 1) for option in asked_with):
            yield (language.text(f"methods.{name}"), language.text(f"methods.{name}.text", digest=digest))
        if departures:
            yield (language.text("methods.options"), ", ".join(departures))
        unit, _, times = parts.resampling.removeprefix("boot:").partition("*")
        resampling = own.text(f"methods.resampling.{unit}", times=own.count(int(times)))
        counted = own.text(f"aggregation.{facts.aggregation}") if facts.aggregation else ""
        statistics = own.text("methods.statistics.text", resampling=resampling, aggregation=counted)
        yield (language.text("methods.statistics"), statistics)
    known = "known" if facts.known else "unknown"
    digest = facts.digest[:SHORT]
    yield (language.text("methods.data"), language.text(f"methods.data.{known}", name=benchmark, digest=digest))


def split_options(options: Sequence[str]) -> tuple[list[str], list[str]]:
    """What departs from the default, and what a model is always asked with in this way."""
    asked_with = [option for option in options if option.partition(":")[0] in ASKED_WITH]
    return [option for option in options if option not in asked_with], asked_with


def _scorings(facts: BenchmarkFacts, language: Language) -> Iterator[Fact]:
    """How it was asked; where there are several tasks, how each was."""
    named = [task for task in facts.tasks if language.text_or(f"task.{task}", "")]
    if not named:
        about = facts.scoring_about or facts.scoring
        yield (language.text("methods.scoring"), language.text_or(f"scoring.{facts.scoring}", about))
    for task in named:
        scoring = facts.tasks[task]
        term = language.text("methods.scoring.task", task=language.text(f"task.{task}"))
        yield (term, language.text_or(f"scoring.{scoring['scoring']}", f"{scoring['scoring']}: {scoring['about']}"))


def _model(model: ModelFacts, language: Language) -> str:
    if model.server:
        says = ", ".join(map(str, model.server.says.values()))
        weights = language.text("methods.server" if says else "methods.server.silent", url=model.server.url, says=says)
    else:
        weights = language.text("methods.weights", digest=model.weights_digest[:SHORT])
    texts = [
        model.spec or model.name,
        language.text_or(f"methods.kind.{model.kind}", model.kind),
        model.architecture or "",
        parameters(model.parameters, language),
        language.text("methods.revision", revision=model.revision) if model.revision else "",
        weights,
    ]
    return ", ".join(part for part in texts if part)


def parameters(count: int | None, language: Language) -> str:
    """135 million parameters, 1.7 billion parameters."""
    if not count:
        return ""
    if count >= 1e9:
        return language.text("methods.billions", count=language.number(count / 1e9, 1))
    if count >= 1e6:
        return language.text("methods.millions", count=language.number(count / 1e6, 0))
    return language.text("methods.parameters", count=language.count(count))


def signature_parts(runs: Sequence[SavedRun], language: Language) -> list[Fact]:
    """The first signature of the page taken apart, each part with what it says."""
    first = next((text for run in runs for text in run.findings.signatures.values()), None)
    if first is None:
        return []
    parts = SignatureParts.of(first)
    departures, asked_with = split_options(parts.options)
    named = {
        "data": parts.data,
        "scoring": parts.scoring,
        "bos": parts.bos,
        "options": "|".join(departures),
        **{option.partition(":")[0]: option for option in asked_with},
        "model": parts.model,
        "resampling": parts.resampling,
        "version": parts.version,
    }
    return [(f"`{text}`", language.text(f"cite.part.{name}")) for name, text in named.items() if text]


def methods_by_model(runs: Sequence[SavedRun], language: Language) -> list[tuple[str, list[Fact]]]:
    """What holds for all models once, then what is each one's own."""
    methods = [(run.label, methods_of(run, language)) for run in runs]
    if len(methods) == 1:
        return methods
    common = [fact for fact in methods[0][1] if all(fact in facts for _, facts in methods)]
    own = [(label, [fact for fact in facts if fact not in common]) for label, facts in methods]
    return [(language.text("methods.common"), common), *own] if common else own


def citation_blocks(runs: Sequence[SavedRun], views: Sequence[View], language: Language) -> list[Block]:
    """Signatures, sentences to paste, the data and the program behind the figures."""
    blocks: list[Block] = [Paragraph(language.text("cite.signature"))]
    for view in views:
        blocks += [Heading(view.title), *_benchmark_citation(view)]
    blocks += [
        Heading(language.text("cite.software")),
        Paragraph(language.text("cite.software.text", version=__version__), "quote"),
        Paragraph(_bibtex(views), "bibtex", screen_only=True),
    ]
    if parts := signature_parts(runs, language):
        blocks.append(Collapsible(language.text("cite.parts"), [DefinitionList(parts)]))
    return blocks


def _benchmark_citation(view: View) -> Iterator[Block]:
    """The data's citation, source and licence are recorded in English, and shown in the reader's language where the
    catalogue has words for this benchmark; a paper's reference stays as it was printed."""
    language, facts = view.language, view.runs[0].facts(view.benchmark)

    def known(what: str, text: str) -> str:
        return language.text_or(f"{what}.{view.benchmark}", language.text_or(f"{what}.{text}", text))

    for run in view.runs:
        if view.benchmark in run.findings.signatures:
            yield Paragraph(run.findings.signatures[view.benchmark], "code")
    sentences = [response_mode_of(run, view.benchmark).cite(run, view.benchmark, language) for run in view.runs]
    if any(sentences):
        yield Paragraph(language.text("cite.paste"), "note")
        yield from (Paragraph(text, "quote") for text in sentences if text)
    if facts.citation:
        yield Paragraph(language.text("cite.data"), "note")
        yield Paragraph(known("citation", facts.citation), "quote")
    if facts.licence:
        yield Paragraph(language.text("cite.licence", licence=known("licence", facts.licence)), "note")
    if facts.source:
        yield Paragraph(language.text("cite.source", source=known("source", facts.source)), "note")


def _bibtex(views: Sequence[View]) -> str:
    """The program, and the data behind the figures."""
    entries = [
        f"@software{{epicene,\n  author = {{{{The epicene developers}}}},\n  title = {{epicene}},\n"
        f"  version = {{{__version__}}},\n  year = {{{RELEASED}}},\n"
        "  note = {Measures stereotypes in language models and machine translation. Apache-2.0}\n}"
    ]
    for view in views:
        facts = view.runs[0].facts(view.benchmark)
        if facts.citation:
            title = escape_latex(facts.title or view.benchmark)
            entries.append(
                f"@misc{{{'-'.join(view.benchmark.split())},\n  title = {{{title}}},\n"
                f"  note = {{{escape_latex(facts.citation)}}}\n}}"
            )
    return "\n".join(entries)
