"""BLEU on a test set: a system translates its source side, and sacreBLEU compares with the other."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from epicene.core.errors import InputError
from epicene.core.files import write_text
from epicene.core.hashing import digest
from epicene.core.notices import Notice
from epicene.core.progress import Progress
from epicene.core.types import Estimate
from epicene.metrics.bleu_chrf_ter import bleu_change, corpus_bleu
from epicene.metrics.two_models import Comparison, comparison_of
from epicene.mt.results import BleuResults, notice_fields
from epicene.mt.sentence_files import read_lines
from epicene.mt.translating.translate_file import CountedSystem, TranslationRequest, read_source, translate
from epicene.runs.folder import RESULTS, RunFolder, read_results
from epicene.runs.signature import line_signature
from epicene.train.results import Validated

BENCHMARK = "test-set"
DRAWS = 1000


@dataclass(frozen=True, slots=True)
class BleuRequest:
    """`lower_case` compares without case; `limit` is the size of a sample of the lines."""

    name: str
    source: Path
    reference: Path
    languages: tuple[str, str]
    out: Path
    lower_case: bool = True
    limit: int | None = None
    validation: Validated | None = None


def test_set(source: Path | None, reference: Path | None) -> tuple[Path, Path] | None:
    """Both sides or neither, checked before anything is loaded."""
    if source is None and reference is None:
        return None
    if source is None or reference is None:
        raise InputError("A test set has two sides: give --test-src and --test-tgt, or neither.")
    _read_references(reference, source, len(read_source(source, "").lines))
    return source, reference


def _read_references(path: Path, source: Path, n_sources: int) -> list[str]:
    """A line for each line."""
    references = read_lines(path)
    if n_sources != len(references):
        raise InputError(
            f"{path} has {len(references)} lines and {source} has {n_sources}; a test set needs one line for each line."
        )
    return references


def translate_and_score(request: BleuRequest, system: CountedSystem, progress: Progress | None = None) -> BleuResults:
    """Translate or resume, and score."""
    source_code, target_code = request.languages
    total = len(read_source(request.source, source_code).lines)
    sources = read_source(request.source, source_code, request.limit)
    references = _read_references(request.reference, request.source, total)
    references = [references[number - 1] for number in sources.sample] or references
    question = {"sources": sources.digest, "references": digest(references), "system": dict(system.facts)}
    folder, translations = RunFolder(request.out), translations_path(request.out, target_code)
    with folder.lock():
        folder.begin(BENCHMARK, {**question, "lower_case": request.lower_case})
        translate(
            TranslationRequest(request.source, translations, source_code, target_code, request.limit), system, progress
        )
        write_text(references_path(request.out, target_code), "".join(f"{line}\n" for line in references))
        made = _measured(request, system, read_lines(translations), references, total)
        folder.write_results(made)
    return made


def translations_path(folder: Path, language: str) -> Path:
    return folder / f"translations.{language}"


def references_path(folder: Path, language: str) -> Path:
    """Kept beside the translations, so that two systems can be compared sentence by sentence."""
    return folder / f"references.{language}"


def compare_bleu(folders: tuple[Path, Path], names: tuple[str, str], seed: int = 0) -> list[Comparison]:
    """Two systems on one test set, by a paired bootstrap over its sentences; nothing where they were not asked the
    same, or an older folder has no references."""
    bleu_results = [read_results(folder / RESULTS, BleuResults) for folder in folders]
    target = bleu_results[0].direction.partition("-")[2]
    kept = [references_path(folder, target) for folder in folders]
    if not all(path.is_file() for path in kept) or kept[0].read_bytes() != kept[1].read_bytes():
        return []
    references = read_lines(kept[0])
    before, after = (read_lines(translations_path(folder, target)) for folder in folders)
    lower_case = "case:lc" in bleu_results[0].sacrebleu
    change = bleu_change(before, after, references, lower_case=lower_case, seed=seed)
    values, n = (change.before, change.after), len(references)
    about = (BENCHMARK, "bleu", bleu_results[0].test, names)
    return [comparison_of(*about, values, change.drawn, n, task=bleu_results[0].direction)]


def _measured(
    request: BleuRequest, system: CountedSystem, outputs: list[str], references: list[str], total: int
) -> BleuResults:
    bleu = corpus_bleu(outputs, references, lower_case=request.lower_case, draws=DRAWS)
    n, direction = len(references), "-".join(request.languages)
    limited = n if n < total else None
    beams = int(str(system.facts.get("beams", 0)))  # none of a system of rules
    scoring = f"bleu-{direction}-{'lc' if request.lower_case else 'mixed'}-beam{beams}"
    weights = str(system.facts["weights"])
    signature = line_signature(BENCHMARK, references, scoring, system.name, weights, limited, "sentence", DRAWS)
    figures = (bleu.value, bleu.low, bleu.high, 100.0, n, total, signature)
    return BleuResults(
        model=system.name,
        signatures={BENCHMARK: signature},
        n=n,
        estimates=[Estimate(BENCHMARK, direction, "bleu", request.name, *figures)],
        direction=direction,
        test=request.name,
        beams=beams,
        sacrebleu=bleu.signature,
        validation=request.validation,
        **notice_fields([Notice("notice.mt.limit", {"n": n, "total": total})] if limited else []),
    )
