"""Scores that somebody else computed, read from epicene's own lines or what the original programs write, and measured
as if epicene had asked.

lm-eval writes `samples_TASK_DATE.jsonl` with --log_samples, a line for each item with the item itself, what the model
was asked and what it gave. The items are the file's own, so that no data set is needed beside it.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from epicene.auditing.audit_requests import ScoreRequest
from epicene.auditing.notices import PLAIN, in_english, manifest_notices, results_from
from epicene.core.errors import EpiceneError, InputError
from epicene.core.hashing import SHORT, digest, files_digest, items_digest
from epicene.core.kinds import KINDS, Given, LoggedSample, ReadSamples
from epicene.core.notices import Notice
from epicene.core.types import Role, Score
from epicene.data.benchmarks import find_benchmark, own_benchmark
from epicene.data.datasets import Dataset, find_unusable, open_benchmark
from epicene.data.text_files import read_text
from epicene.kinds.protocol import find_response_mode, validate_facets
from epicene.kinds.validity import measure_run, read_texts
from epicene.runs.audit_folder import AuditFolder
from epicene.runs.folder import now
from epicene.runs.results import AuditManifest, BenchmarkFacts, ModelFacts
from epicene.runs.signature import option_texts, signature_of

LM_EVAL = "lm-eval"
_NAME = re.compile(r"samples_(?P<task>.+?)_(?P<date>\d{4}-\d\d-\d\dT[\d.-]+)")
_FRENCH = re.compile(r"(?:^|_)(?:french|fr)(?:_|$)")


@dataclass(frozen=True, slots=True)
class Samples:
    dataset: Dataset
    sampled: ReadSamples
    model: str


def read_samples(path: Path) -> Samples:
    samples = list(_samples(path))
    named = _NAME.fullmatch(path.stem)
    task = named["task"] if named else path.stem
    language = "fr" if _FRENCH.search(task) else "en"
    for kind in KINDS.values():
        sampled = kind.from_samples(samples, path, language)
        if sampled is not None:
            own = replace(own_benchmark(task, kind.name, language), title=task)
            items = tuple(sampled.items)
            unusable = find_unusable(items, kind)
            return Samples(
                Dataset(task, own, path, items, unusable, items_digest(items), known=True), sampled, _model(path, named)
            )
    raise InputError(
        f"{path}: its items are of no kind that epicene measures. Samples of lm-eval's tasks crows_pairs and bbq can "
        "be read."
    )


def _model(path: Path, named: re.Match[str] | None) -> str:
    """The model's name from the results that lm-eval wrote beside the samples; of a folder, its last part."""
    results = path.with_name(f"results_{named['date']}.json") if named else path
    try:
        name = str(json.loads(results.read_text(encoding="utf-8"))["model_name"])
    except (OSError, ValueError, KeyError, TypeError):
        return path.name
    return Path(name).name if Path(name).is_absolute() else name


def _samples(path: Path) -> Iterator[LoggedSample]:
    """The samples of a file; of answers that went through several filters, a line each, the first counts."""
    seen: set[object] = set()
    for line, text in enumerate(read_text(path).split("\n"), start=1):
        if not text.strip():
            continue
        try:
            record = json.loads(text)
            if record["doc_id"] not in seen:
                seen.add(record["doc_id"])
                yield _sample(record, line)
        except (ValueError, KeyError, TypeError, IndexError) as error:
            raise InputError(
                f"{path}, line {line}: this is not a sample of lm-eval ({type(error).__name__}: {error}). Give the "
                "file samples_TASK_DATE.jsonl that it writes with --log_samples."
            ) from error


def _sample(record: Mapping[str, object], line: int) -> LoggedSample:
    """Older versions of lm-eval write arguments as lists, newer ones as objects."""
    pairs = [_listed(argument) for argument in _listed(record["arguments"])]
    doc, given = record["doc"], _listed(record["filtered_resps"])
    if not isinstance(doc, Mapping):
        raise TypeError("doc is not an object")
    if all(isinstance(answer, str) for answer in given):
        return LoggedSample(line, str(record["doc_id"]), doc, (), (), str(given[0]))
    values = tuple(float(str(_listed(answer)[0])) for answer in given)
    return LoggedSample(line, str(record["doc_id"]), doc, tuple(str(pair[1]) for pair in pairs), values, "")


def _listed(value: object) -> list[object]:
    if isinstance(value, Mapping):
        return list(value.values())
    if not isinstance(value, list):
        raise TypeError(f"{str(value)[:40]!r} is not a list")
    return value


Values = dict[tuple[str, Role], float]


def read_predictions(path: Path, dataset: Dataset, column: str | None = None) -> Values:
    """JSONL of item id, role and score, or what the benchmark's original program writes."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (FileNotFoundError, NotADirectoryError) as error:
        raise InputError(f"No such file: {path}.") from error
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path} cannot be read as UTF-8 text ({error}).") from error
    if not text.strip():
        raise InputError(f"{path} is empty: it should have a line for each item and role.")
    given = dataset.kind.given_scores(text, path, dataset.name, dataset.items, column)
    values = _unique(_jsonl(text, path, dataset) if given is None else given, path)
    if not values:
        raise InputError(f"{path} has no score for {dataset.name}. Name the benchmark that its lines are about.")
    return values


def _unique(given: Iterable[Given], path: Path) -> Values:
    values: Values = {}
    for where, item_id, role, value in given:
        if (item_id, role) in values:
            raise InputError(f"{path}, {where}: item {item_id} has a second score for role {role}.")
        values[item_id, role] = _number(value, path, where)
    return values


def _own_lines(path: Path, dataset: Dataset) -> list[dict[str, Any]]:
    """Lines as epicene writes them; none where the file is another's."""
    text = "" if path.is_dir() else path.read_text(encoding="utf-8-sig")
    if len(dataset.kind.tasks) > 1 or not text.lstrip().startswith("{"):
        return []
    records = [json.loads(line) for line in text.split("\n") if line.strip()]
    return [record for record in records if record.get("benchmark", dataset.name) == dataset.name]


def _number(value: object, path: Path, where: str) -> float:
    try:
        number = float(value if isinstance(value, int | float) else str(value))
    except (TypeError, ValueError) as error:
        raise InputError(f"{path}, {where}: {value!r} is not a number, but a score is expected.") from error
    if not math.isfinite(number):
        raise InputError(f"{path}, {where}: the score is {value}, which cannot be compared.")
    return number


def _jsonl(text: str, path: Path, dataset: Dataset) -> Iterator[Given]:
    roles = {item.id: item.variants.keys() for item in dataset.items}
    for line, record in enumerate(text.split("\n"), start=1):
        if not record.strip():
            continue
        try:
            parsed = json.loads(record)
            item_id = str(parsed["item_id"] if "item_id" in parsed else parsed["id"])
            role = Role(parsed["role"])
            value = parsed["score"] if "score" in parsed else parsed["value"]
        except (ValueError, KeyError, TypeError) as error:
            raise InputError(
                f"{path}, line {line}: expected a JSON object with item_id, role and score, such as "
                f"{dataset.kind.line_of_scores} ({error})."
            ) from error
        if parsed.get("benchmark", dataset.name) != dataset.name:
            continue
        if item_id not in roles or role not in roles[item_id]:
            raise InputError(f"{path}, line {line}: {dataset.name} has no item {item_id!r} with a role {role!s}.")
        yield f"line {line}", item_id, role, value


def measure_predictions(request: ScoreRequest) -> AuditFolder:
    """Measure a file of predictions against its benchmark, or texts that stand for themselves; the same run folder and
    results as an audit's. Of a file that another program wrote, which `benchmark` names, the items are its own."""
    dataset, predictions, values, samples = _read(request)
    validate_facets(request.facets, [dataset])
    manifest = _manifest(request, dataset, predictions, samples)
    facts = manifest.benchmarks[dataset.name]
    facts.by, facts.reader = list(request.facets), request.reader or ("given" if request.labels else "")
    facts.shares = dataset.kind.read_shares(Path(request.shares), dataset.items) if request.shares else {}
    missing = _missing(dataset, manifest, values)
    notices = [notice for notice in manifest_notices(manifest, predictions.name) if notice.code not in PLAIN]
    for notice in [*notices, *missing] if request.strict else ():
        raise EpiceneError(f"Stopped because of --strict: {in_english(notice, manifest)}")
    name = f"score-{predictions.stem}-{digest(manifest.question)[:SHORT]}"
    folder = AuditFolder(Path(request.out) if request.out else Path("runs") / name)
    lengths = {  # how many tokens each text has, where the lines say it
        (str(line.get("item_id", line.get("id"))), Role(line["role"])): line["length"]
        for line in _own_lines(predictions, dataset)
        if isinstance(line.get("length"), int)
    }
    scores = [Score(*key, value, n_tokens=0, length=lengths.get(key, 0)) for key, value in values.items()]
    with folder.lock():
        folder.start(manifest, {dataset.name: dataset.items})
        if not folder.scores_path.exists():
            folder.append(dataset.name, facts.scoring, facts.bos, [(score, "") for score in scores])
        measured = measure_run(read_texts(folder)[dataset.name], request.seed)
        measured = replace(measured, notices=(*measured.notices, *missing))
        folder.write_results(results_from(manifest, [measured], request.seed))
    return folder


def _read(request: ScoreRequest) -> tuple[Dataset, Path, Values, Samples | None]:
    """The data, the file that was given, its scores and, of another program's file, what else it says."""
    spec, texts = request.benchmark, Path(request.texts) if request.texts else None
    predictions = Path(request.predictions) if request.predictions else None
    if request.written_by is not None:
        if request.written_by != LM_EVAL:
            raise InputError(f"--from {request.written_by} is not known. Use lm-eval.")
        if not isinstance(spec, str) or predictions or texts:
            raise InputError("--from lm-eval takes the file of samples alone: `epicene score --from lm-eval FILE`.")
        samples = read_samples(Path(spec))
        return samples.dataset, Path(spec), _unique(samples.sampled.given, Path(spec)), samples
    if predictions is None and texts is not None and isinstance(spec, str):
        if request.labels and request.reader:
            raise InputError("--labels and --reader are two ways to label the texts; leave one out.")
        dataset = _texts(spec, texts, request.labels)
        if request.reader:
            find_response_mode(dataset.benchmark.kind).check_reader(request.reader)
        return dataset, texts, {(item.id, role): 0.0 for item in dataset.items for role in item.variants}, None
    if predictions is not None and texts is None:
        if request.labels or request.shares or request.reader:
            raise InputError("--labels, --shares and --reader are for texts; name them with --texts.")
        dataset = open_benchmark(spec) if isinstance(spec, str) else spec
        return dataset, predictions, read_predictions(predictions, dataset, request.column), None
    raise InputError("Name a file of scores with --predictions or texts with --texts, one of the two.")


def _texts(spec: str, texts: Path, labels: str | None) -> Dataset:
    if not texts.exists():
        raise InputError(f"No such file or folder: {texts}.")
    benchmark = find_benchmark(spec)
    items = KINDS[benchmark.kind].read_texts(texts, benchmark.language, labels)
    own = replace(own_benchmark(benchmark.name, benchmark.kind, benchmark.language), title=texts.name)
    return Dataset(benchmark.name, own, texts, tuple(items), {}, items_digest(items), known=True)


def _manifest(request: ScoreRequest, dataset: Dataset, predictions: Path, samples: Samples | None) -> AuditManifest:
    files = sorted(predictions.iterdir()) if predictions.is_dir() else [predictions]
    benchmark, weights = dataset.benchmark, files_digest(files)
    given_name = samples.model if samples else "#".join(filter(None, (predictions.name, request.column)))
    name = request.name or given_name
    scorings = {line.get("scoring") for line in _own_lines(predictions, dataset)}
    named = next(iter(scorings)) if len(scorings) == 1 else None  # that all lines of epicene's own name
    scoring = samples.sampled.scoring if samples else named or "given"
    way = find_response_mode(benchmark.kind)
    measured_by = way.measuring_options(request.aggregation, request.as_released, request.reader)
    signature = signature_of(
        benchmark=dataset.name,
        data_digest=dataset.digest,
        scoring=LM_EVAL if samples else "given",
        bos="unknown",
        options=option_texts({"as-released": request.as_released, **measured_by}),
        model=name,
        weights_digest=weights,
        resampling=way.resampling(dataset.items),
    )
    facts = BenchmarkFacts(
        signature=signature,
        title=benchmark.title,
        kind=benchmark.kind,
        language=benchmark.language,
        digest=dataset.digest,
        known=dataset.known,
        released=bool(benchmark.known_digests),
        n_total=len(dataset.items),
        scoring=scoring,
        bos="unknown",
        as_released=request.as_released,
        aggregation=measured_by.get("aggregation"),
        control=benchmark.control,
        unusable={id: why for id, why in dataset.unusable.items() if not dataset.kind.scores_suffice(why)},
        licence=benchmark.licence,
        citation=benchmark.citation,
        source=benchmark.source,
    )
    return AuditManifest(
        run="score",
        model=ModelFacts(name=name, spec=str(predictions), kind="given", weights_digest=weights),
        benchmarks={dataset.name: facts},
        question={"predictions": weights, "benchmark": facts.signature},
        created=now(),
    )


def _missing(dataset: Dataset, manifest: AuditManifest, values: Values) -> list[Notice]:
    unusable = manifest.benchmarks[dataset.name].unusable
    missing = [
        item.id
        for item in dataset.items
        if item.id not in unusable and any((item.id, role) not in values for role in item.variants)
    ]
    counts = {"count": len(missing), "total": len(dataset.items)}
    return [Notice("notice.no-prediction", {"benchmark": dataset.name, **counts, "ids": missing})] if missing else []
