"""BLEU on a test set: a system translates its source side, and sacreBLEU compares with the other."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from epicene.core.errors import InputError
from epicene.core.hashing import digest
from epicene.core.notices import Notice
from epicene.core.progress import Progress
from epicene.core.types import Estimate
from epicene.metrics.text_overlap import corpus_bleu
from epicene.mt.clustered_estimates import line_signature
from epicene.mt.results import BleuResults, told
from epicene.mt.sentence_files import read_lines
from epicene.mt.translating.translate_file import CountedSystem, TranslationRequest, translate
from epicene.mt.translating.translated_lines import read_source
from epicene.runs.folder import RunFolder
from epicene.train.results import Validated

BENCHMARK = "test-set"
DRAWS = 1000


@dataclass(frozen=True, slots=True)
class BleuRequest:
    """`lower_case` compares without case; `limit` keeps the first lines."""

    name: str
    source: Path
    reference: Path
    languages: tuple[str, str]
    out: Path
    lower_case: bool = True
    limit: int | None = None
    validation: Validated | None = None


def translate_and_score(request: BleuRequest, system: CountedSystem, progress: Progress | None = None) -> BleuResults:
    """Translate or resume, and score."""
    sources, references = list(read_source(request.source)), read_lines(request.reference)
    if len(sources) != len(references):
        raise InputError(
            f"{request.reference} has {len(references)} lines and {request.source} has {len(sources)}; a test set "
            "needs one line for each line."
        )
    n = min(request.limit or len(sources), len(sources))
    direction = "-".join(request.languages)
    question = {"sources": digest(sources[:n]), "references": digest(references[:n]), "system": dict(system.facts)}
    folder, translations = RunFolder(request.out), request.out / f"translations.{request.languages[1]}"
    with folder.lock():
        folder.begin(BENCHMARK, {**question, "lower_case": request.lower_case})
        translate(TranslationRequest(request.source, translations, *request.languages, n), system, progress)
        made = _measured(request, system, direction, read_lines(translations), references[:n], len(sources))
        folder.write_results(made)
    return made


def _measured(
    request: BleuRequest, system: CountedSystem, direction: str, found: list[str], references: list[str], total: int
) -> BleuResults:
    bleu = corpus_bleu(found, references, lower_case=request.lower_case, draws=DRAWS)
    n = len(references)
    limited = n if n < total else None
    case = "lc" if request.lower_case else "mixed"
    beams = int(str(system.facts.get("beams", 0)))  # none of a system of rules
    scoring = f"bleu-{direction}-{case}-beam{beams}"
    weights = str(system.facts["weights"])
    signature = line_signature(BENCHMARK, references, scoring, system.name, weights, limited, "sentence", DRAWS)
    estimate = Estimate(
        BENCHMARK, direction, "bleu", request.name, bleu.value, bleu.low, bleu.high, 100.0, n, total, signature
    )
    return BleuResults(
        model=system.name,
        signatures={BENCHMARK: signature},
        n=n,
        estimates=[estimate],
        direction=direction,
        test=request.name,
        beams=beams,
        sacrebleu=bleu.signature,
        validation=request.validation,
        **told([Notice("notice.mt.limit", {"n": n, "total": total})] if limited else []),
    )
