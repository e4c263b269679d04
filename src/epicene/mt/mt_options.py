"""Options of `epicene mt corpus`, `translate`, `judge`, `winomt` and `corpus-stats`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

from epicene.core.request_fields import MACHINE, SETS, SPECIALISTS, Count, Option, Seed
from epicene.models.engines.model_options import (
    BatchOptions,
    EngineOptions,
    ModelOptions,
    SpendingOptions,
    StrictOptions,
    Watched,
)


@dataclass(frozen=True, kw_only=True)
class CorpusOptions:
    """A controlled corpus."""

    out: Annotated[str | Path, Option("DIR", names=("--out", "-o"))]
    "Where corpus.fr, corpus.en and corpus.tsv go."
    template: Annotated[str | Path | None, Option("FILE.toml")] = None
    "Sentences of your own, as TOML (see above)."
    manipulation: Annotated[str | Sequence[str], Option("NAME")] = ()
    """chaque, adjective, complement-masculine, complement-feminine, relative, distractor-masculine,
    distractor-feminine, chaque-distractor-masculine, chaque-distractor-feminine, or all. Repeatable."""
    lexicon: Annotated[str | Path | None, Option("FILE")] = None
    "Your occupations, as a TSV like the bundled one."
    spelling: Annotated[str, Option("NAME", SPECIALISTS, choices=("traditional", "1990"))] = "traditional"
    "traditional or 1990."
    limit: Annotated[Count | None, Option("N")] = None
    "Only the first N occupations."


@dataclass(frozen=True, kw_only=True)
class CorpusStatsOptions:
    """What a training corpus says of occupations."""

    src: Annotated[str | Path, Option("FILE")]
    "The French side, plain text or gzip."
    tgt: Annotated[str | Path, Option("FILE")]
    "The English side."
    tokenizer: Annotated[str | None, Option("FILE|MODEL")] = None
    "Count sub-words too: a SentencePiece model, a folder or a hub id."
    align: Annotated[Seed, Option("N")] = 0
    "Align a sample of N pairs to see what « son » is aligned with."
    aligner: Annotated[str | None, Option("NAME", SPECIALISTS)] = None
    "For --align: thot (default) or eflomal."
    lexicon: Annotated[str | Path | None, Option("FILE")] = None
    "Your occupations, as a TSV like the bundled one."
    out: Annotated[str | Path | None, Option("DIR", names=("--out", "-o"))] = None
    "The run folder. Default: runs/corpus-stats-FILE-HASH."


@dataclass(frozen=True, kw_only=True)
class TranslateOptions(SpendingOptions, EngineOptions, BatchOptions, ModelOptions):
    """Translate a file line by line."""

    model: Annotated[str | None, Option("SYSTEM", argument=True)] = field(default=None, kw_only=False)
    """pypi:opus-mt-fr-en, pypi:opus-mt-en-fr, apertium:fr-en, apertium:en-fr, a hub id, a folder (transformers or
    CTranslate2), a causal language model or chat:URL#NAME; leave it out with --command."""
    source_file: Annotated[str | Path, Option("FILE", names=("--in",))]
    "A sentence a line; plain text or .gz."
    out: Annotated[str | Path, Option("FILE", names=("--out", "-o"))]
    "Where the translations go, a line a line."
    source: Annotated[str | None, Option("CODE", names=("--from",))] = None
    "Language of the file, e.g. fr. apertium: and pypi:opus-mt say it already."
    target: Annotated[str | None, Option("CODE", names=("--to",))] = None
    "Language to translate into, e.g. en."
    command: Annotated[str | None, Option("CMD")] = None
    "Any system: a shell command that reads lines and writes lines."
    beam: Annotated[Count | None, Option("N", MACHINE)] = None
    "Hypotheses kept at each step; 1 is greedy. Default: 5."
    max_new_tokens: Annotated[Count, Option("N", MACHINE)] = 256
    "Longest translation in tokens."
    prefix: Annotated[str | None, Option("TEXT", SPECIALISTS, blank=True)] = None
    "What to put before each line instead of what the model's kind wants."
    prompts: Annotated[str | Path | None, Option("FILE", SPECIALISTS)] = None
    "How a language model is asked to translate; see models/translation_prompts.toml."
    limit: Annotated[Count | None, Option("N")] = None
    "Translate only a sample of N lines: those that `mt judge` takes."


def outputs(value: object) -> object:
    """Outputs of one system, of several, or of several by name."""
    files = value.values() if isinstance(value, Mapping) else value if isinstance(value, list | tuple) else [value]
    if not all(isinstance(file, str | Path) and str(file).strip() for file in files):
        raise ValueError("a file, a list of them, or files by the names of their systems")
    return value


@dataclass(frozen=True, kw_only=True)
class JudgeSetOptions(StrictOptions, Watched):
    """A controlled corpus, or another set with a reference in each gender, and what systems made of it."""

    direction: Annotated[str | None, Option("fr-en|en-fr")] = field(default=None, kw_only=False)
    "fr-en or en-fr."
    source: Annotated[str | Path | None, Option("FILE")] = field(default=None, kw_only=False)
    "What was translated."
    reference: Annotated[str | Path | None, Option("FILE")] = field(default=None, kw_only=False)
    "Its reference translation, line by line."
    hypotheses: Annotated[
        Any,
        Option(
            "[NAME=]FILE",
            names=("--hypotheses", "--hyp"),
            many=True,
            reader=outputs,
            python="str | Path | Sequence[str | Path] | Mapping[str, str | Path] | None",
        ),
    ] = field(default=None, kw_only=False)
    "A system's output. Repeat it to see systems side by side."
    systems: Annotated[str | Sequence[str], Option("[SYSTEM]...", argument=True)] = ()
    """Systems that are to translate now, as `mt translate` takes them (pypi:opus-mt-fr-en, a hub id, a folder);
    translations that are there already go into an option."""
    gender: Annotated[str, Option("NAME", SPECIALISTS, choices=("rules", "spacy"))] = "rules"
    "Into French: rules, or spacy for subjects that the rules cannot read."
    allow_empty: Annotated[bool, Option(panel=SPECIALISTS)] = False
    "Judge empty lines of the output as other instead of stopping."
    out: Annotated[str | Path | None, Option("DIR", names=("--out", "-o"))] = None
    "The run folder. Default: runs/judge-SYSTEM-HASH, or judge-set-…"
    limit: Annotated[Count | None, Option("N")] = None
    "Judge only a sample of N lines, of all classes, or of N sentences or pairs of a set."
    seed: Annotated[Seed, Option("N", only="python")] = 0
    "Seed of the bootstrap."
    on: Annotated[str | None, Option("SET", SETS)] = None
    """Another set, with a reference in each gender: mt-geneval, mt-geneval-context, or NAME=FILE for a table
    (gate=FR.tsv)."""
    ref_feminine: Annotated[str | Path | None, Option("FILE", SETS)] = None
    "mt-geneval: the feminine references."
    ref_masculine: Annotated[str | Path | None, Option("FILE", SETS)] = None
    "mt-geneval: the masculine references."
    ref_flipped: Annotated[str | Path | None, Option("FILE", SETS)] = None
    "mt-geneval-context: the reference in the other gender."
    hyp_feminine: Annotated[str | Sequence[str], Option("[NAME=]FILE", SETS)] = ()
    "mt-geneval: translations of the feminine sources. Repeat it for several systems."
    hyp_masculine: Annotated[str | Sequence[str], Option("[NAME=]FILE", SETS)] = ()
    "mt-geneval: translations of the masculine sources. Repeat it for several systems."
    source_feminine: Annotated[str | Path | None, Option("FILE", SETS)] = None
    "mt-geneval: the feminine sources, for the page to show."
    source_masculine: Annotated[str | Path | None, Option("FILE", SETS)] = None
    "mt-geneval: the masculine sources, for the page to show."

    @property
    def needs_system(self) -> bool:
        """Whether nothing says what is to be judged, so that the default system translates."""
        return self.on is None and not any((self.systems, self.source, self.reference, self.hypotheses))


@dataclass(frozen=True, kw_only=True)
class WinomtOptions(StrictOptions, Watched):
    """Which gender systems give to the entities of WinoMT."""

    systems: Annotated[str | Sequence[str], Option("[SYSTEM]...", argument=True)] = ()
    """Systems that are to translate now, as `mt translate` takes them (pypi:opus-mt-en-fr, a hub id, a folder);
    translations that are there already go into an option."""
    items: Annotated[str | Path, Option("FILE")]
    "WinoMT's en.txt: gender, place, sentence, entity."
    translations: Annotated[str | Sequence[str], Option("[NAME=]FILE")] = ()
    "French, a line for each item, or `source ||| target`. Repeat it to see systems side by side."
    pro: Annotated[str | Path | None, Option("FILE")] = None
    "Pro-stereotypical items, for ΔS."
    anti: Annotated[str | Path | None, Option("FILE")] = None
    "Anti-stereotypical items."
    gender: Annotated[str, Option("NAME", SPECIALISTS, choices=("rules", "spacy"))] = "rules"
    "rules (determiner and lexicon), or spacy for comparison with published numbers."
    aligner: Annotated[str, Option("NAME", SPECIALISTS)] = "thot"
    "thot or eflomal."
    out: Annotated[str | Path | None, Option("DIR", names=("--out", "-o"))] = None
    "The run folder. Default: runs/winomt-SYSTEM-HASH."
    limit: Annotated[Count | None, Option("N")] = None
    "Only a sample of N items, of both lists; the result says so."
    seed: Annotated[Seed, Option("N", only="python")] = 0
    "Seed of the bootstrap."

    @property
    def needs_system(self) -> bool:
        """Whether nothing says what is to be measured, so that the default system translates."""
        return not self.systems and not self.translations
