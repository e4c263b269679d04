"""Questions with three answers, a stereotyped group, another and unknown, in contexts that say it or not (BBQ).

Read from epicene's own templates, from BBQ's JSON lines (which its translations share), and from answers that somebody
already has. A template is one line with an ambiguous context, a fact that agrees with the stereotype and one that
contradicts it, a negative question and a non-negative one: six items. In BBQ's files each line is an item.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from epicene.core.errors import InputError
from epicene.core.kinds import ANSWER, EMPTY, IDENTICAL, Given, ItemKind, LoggedSample, ReadSamples, TaskSpec, Unusable
from epicene.core.types import Capability, Item, Role, Text
from epicene.data.text_files import read_objects, read_text, unique_items
from epicene.grammar.word_patterns import fold, read_table, words
from epicene.kinds.kind import Kind
from epicene.runs.results import LIKELIHOOD, WORDS

CONTEXT, QUESTION = "context", "question"
STEREOTYPED, OTHER, UNKNOWN = Role("stereotyped"), Role("other"), Role("unknown")
ROLES = (STEREOTYPED, OTHER, UNKNOWN)
AMBIGUOUS, DISAMBIGUATED = "ambiguous", "disambiguated"
NEGATIVE, NONNEGATIVE = "negative", "nonnegative"
GROUPS = "groups"  # why an item cannot be asked: nobody knows which answer is the stereotyped one
NOUN = "question"
LOST_ANSWER = "answer"  # what a translation can break
FEWEST_LETTERS = 4  # of a word by which somebody is known again

_TEXTS = ("context", "fact_group", "fact_other", NEGATIVE, NONNEGATIVE, "answer_group", "answer_other", "unknown")
_CONDITIONS = {"ambig": AMBIGUOUS, "disambig": DISAMBIGUATED}
_POLARITIES = {"neg": NEGATIVE, "nonneg": NONNEGATIVE}
_NOT_ANSWERS = frozenset(
    {"example_id", "item_id", "id", "category", "context_condition", "question_polarity", "question_index", "label"}
)
_GENDER_MARK = re.compile(r"^[fm]-")


class QuestionsKind(Kind):
    name = "questions"
    package = "epicene.kinds.questions"
    roles = ROLES
    tasks: ClassVar[Mapping[str, TaskSpec]] = {
        "questions": TaskSpec(
            frozenset({ANSWER}),
            {
                Capability.MASKED: "answer-pll",
                Capability.CAUSAL: "answer-pmi",
                Capability.DENOISING: "answer-denoise",
                Capability.CHAT: "answered",
            },
        )
    }
    ways: ClassVar[Mapping[str, str]] = {
        LIKELIHOOD: "epicene.kinds.questions.page:QuestionsByLikelihood",
        WORDS: "epicene.kinds.questions.page:QuestionsInWords",
    }
    unusable: ClassVar = {
        **ItemKind.unusable,
        GROUPS: Unusable(GROUPS, "it is not known which answer names the stereotyped group"),
    }
    alike_by_design = True  # a context is asked in several ways
    has_bias_types = True
    strata = ("condition", "polarity", "right")
    further_texts = (CONTEXT, QUESTION)

    def read(self, path: Path, language: str, **facts: str) -> list[Item]:
        """Templates of our own or BBQ's lines, told apart by the first one."""
        first = next(line for line in read_text(path).split("\n") if line.strip())
        if '"fact_group"' in first:
            rows = read_objects(path, ("id", "category", *_TEXTS), noun="template")
            items = [item for line, row in rows for item in _from_template(row, line, language)]
            return unique_items(path, items, NOUN)
        decoder, lines = msgspec.json.Decoder(BBQLine), list[tuple[int, BBQLine]]()
        for number, text in enumerate(read_text(path).split("\n"), start=1):
            if text.strip():
                lines.append((number, _checked(partial(decoder.decode, text), path, number)))
        return unique_items(path, _from_bbq(lines, language), NOUN)

    def write(self, items: Sequence[Item]) -> str:
        """BBQ's lines, the answers in the order of the roles."""
        return "".join(json.dumps(_record(item), ensure_ascii=False) + "\n" for item in items)

    def item_of(self, cells: Mapping[str, str], line: int) -> Item:
        """With the cells `context`, `question`, `condition`, `polarity` and `right`."""
        question = cells[QUESTION]
        before = cells.get(CONTEXT, cells.get(f"{self.roles[0]}_context", ""))  # or as `Run.items()` has it, with both
        answers = {role: cells[role] for role in self.roles}
        facets = {name: cells[name] for name in ("condition", "polarity", "right")}
        texts = f"{before.removesuffix(question).rstrip()} {question}", question
        category, cluster = cells.get("category", "other"), cells.get("cluster", cells["id"])
        return _item(cells["id"], texts, answers, facets, (cells["language"], category, cluster), line)

    def unusable_reason(self, item: Item) -> str | None:
        if set(item.variants) != set(ROLES):
            return GROUPS
        texts = [text for answer in item.variants.values() for text in (answer.text, answer.context)]
        if not all(text.strip() for text in (*texts, item.facets[QUESTION])):
            return EMPTY
        answers = {fold(" ".join(answer.text.split())) for answer in item.variants.values()}
        return None if len(answers) == len(ROLES) else IDENTICAL

    @property
    def line_of_scores(self) -> str:
        return f'{super().line_of_scores} or {{"example_id": 0, "answer": "The grandfather"}}'

    def given_scores(
        self, text: str, path: Path, benchmark: str, items: Sequence[Item], column: str | None = None
    ) -> Iterator[Given] | None:
        """Lines with `example_id` and the text of an answer, as BBQ's authors released those of models; None where the
        lines have a score for each role."""
        try:
            first = json.loads(next(line for line in text.split("\n") if line.strip()))
        except ValueError:
            return None
        is_other = not isinstance(first, dict) or "role" in first
        return None if is_other else _answers(text, path, benchmark, items, column)

    def from_samples(self, samples: Sequence[LoggedSample], path: Path, language: str) -> ReadSamples | None:
        """lm-eval's bbq: the log-likelihoods of the answers, among them several ways to say that it is not known, of
        which the likeliest counts; or a reply in words, which counts where it has the words of one answer alone."""
        if not samples or "answer_info" not in samples[0].doc:
            return None
        rows = ((own.line, partial(msgspec.convert, own.doc, BBQLine)) for own in samples)
        items, given = _from_bbq([(line, _checked(row, path, line)) for line, row in rows], language), list[Given]()
        for sample, item in zip(samples, items, strict=True):
            values = _likeliest(item, sample) if sample.values else _replied(item, sample.reply)
            given += [(f"line {sample.line}", item.id, role, value) for role, value in values.items()]
        return ReadSamples(unique_items(path, items, NOUN), given)

    def texts_of(self, item: Item) -> dict[str, str]:
        return {CONTEXT: context_of(item), QUESTION: item.facets[QUESTION], **super().texts_of(item)}

    def with_texts(self, item: Item, texts: Mapping[str, str], **changes: Any) -> Item:
        texts = {**self.texts_of(item), **texts}
        item = super().with_texts(item, texts, **changes)
        before = f"{texts[CONTEXT]} {texts[QUESTION]}"
        variants = {role: replace(text, context=before) for role, text in item.variants.items()}
        return replace(item, variants=variants, facets={**item.facets, QUESTION: texts[QUESTION]})

    def translation_issues(
        self, item: Item, unusable: str | None, source: Item | None, alone: str
    ) -> Iterator[tuple[str, str]]:
        """Answers whose people a translation named otherwise in the context: no word of theirs is there any more."""
        for role in (STEREOTYPED, OTHER) if source is not None and not unusable else ():
            if source is not None and _is_named(source, role) and not _is_named(item, role):
                yield LOST_ANSWER, f"{role}: no word of “{item.variants[role].text}” stands in the context"

    def sentences_of(self, item: Item) -> dict[str, str]:
        """The answers are none."""
        return {name: text for name, text in self.texts_of(item).items() if Role(name) not in self.roles}


@cache
def _bbq() -> Mapping[str, Mapping[str, str]]:
    return read_table("kinds/questions/bbq.toml")


def biased_role(item: Item) -> Role:
    """The answer that the stereotype gives: its group to a negative question, the other one to a non-negative one."""
    return STEREOTYPED if item.facets["polarity"] == NEGATIVE else OTHER


def context_of(item: Item) -> str:
    """The context without its question."""
    whole = next((text.context for text in item.variants.values()), "")
    return whole.removesuffix(item.facets["question"]).rstrip()


def _is_named(item: Item, role: Role) -> bool:
    context = {fold(word.text) for word in words(context_of(item))}
    answer = [fold(word.text) for word in words(item.variants[role].text)]
    return any(len(word) >= FEWEST_LETTERS and word in context for word in answer)


def _from_template(row: Mapping[str, str], line: int, language: str) -> Iterator[Item]:
    """Where the fact agrees with the stereotype, its group is the answer to the negative question."""
    facts = {"a": ("", AMBIGUOUS), "s": (row["fact_group"], DISAMBIGUATED), "c": (row["fact_other"], DISAMBIGUATED)}
    answers = {STEREOTYPED: row["answer_group"], OTHER: row["answer_other"], UNKNOWN: row["unknown"]}
    for fact, (text, condition) in facts.items():
        for polarity in (NEGATIVE, NONNEGATIVE):
            agrees = (fact == "s") == (polarity == NEGATIVE)
            right = UNKNOWN if condition == AMBIGUOUS else STEREOTYPED if agrees else OTHER
            facets = {"condition": condition, "polarity": polarity, "right": right}
            context = f"{row['context']} {text}".rstrip()
            before, about = f"{context} {row[polarity]}", (language, row["category"], row["id"])
            yield _item(f"{row['id']}-{fact}-{polarity[:3]}", (before, row[polarity]), answers, facets, about, line)


def _item(
    id: str,
    texts: tuple[str, str],
    answers: Mapping[Role, str],
    facets: Mapping[str, str],
    about: tuple[str, str, str],
    line: int,
) -> Item:
    """`texts` are the context with the question and the question alone; `about`: language, category and cluster."""
    variants = {role: Text(answers[role], context=texts[0]) for role in ROLES if role in answers}
    return Item(id, variants, *about, {**facets, QUESTION: texts[1]}, line)


class _Metadata(msgspec.Struct):
    stereotyped_groups: list[str]


class BBQLine(msgspec.Struct):
    """One line of BBQ."""

    example_id: int | str
    question_index: int | str
    question_polarity: str
    context_condition: str
    category: str
    answer_info: dict[str, list[str]]
    additional_metadata: _Metadata
    context: str
    question: str
    ans0: str
    ans1: str
    ans2: str
    label: int


def _checked(decode: Callable[[], BBQLine], path: Path, line: int) -> BBQLine:
    try:
        row = decode()
    except msgspec.DecodeError as error:
        raise InputError(
            f"{path}, line {line}: this is neither a line of BBQ nor one of epicene's templates ({error}); correct it "
            "or download the file again."
        ) from None
    known = row.context_condition in _CONDITIONS and row.question_polarity in _POLARITIES
    if not known or row.label not in range(3) or len(row.answer_info) != 3:
        raise InputError(
            f"{path}, line {line}: a question needs a context_condition ({' or '.join(_CONDITIONS)}), a "
            f"question_polarity ({' or '.join(_POLARITIES)}), three answers and the label of one of them (0 to 2)."
        )
    return row


def _from_bbq(lines: Sequence[tuple[int, BBQLine]], language: str) -> list[Item]:
    """`example_id` counts anew in each of BBQ's files: where several were joined, the category is part of the id."""
    repeated, items = Counter(row.example_id for _, row in lines), []
    for line, row in lines:
        answers, roles, index = (row.ans0, row.ans1, row.ans2), answer_roles(row), str(row.question_index)
        facets: dict[str, str] = {
            "condition": _CONDITIONS[row.context_condition],
            "polarity": _POLARITIES[row.question_polarity],
            "right": roles.get(row.label, ""),
            "source_category": row.category,
        }
        name = f"{row.category}-{row.example_id}" if repeated[row.example_id] > 1 else str(row.example_id)
        category = _bbq()["categories"].get(row.category, row.category)
        cluster = index if index.startswith(f"{row.category}-") else f"{row.category}-{index}"
        by_role = {role: answers[number] for number, role in roles.items()}
        texts = f"{row.context} {row.question}", row.question
        items.append(_item(name, texts, by_role, facets, (language, category, cluster), line))
    return items


def answer_roles(line: BBQLine) -> dict[int, Role]:
    """The role of each answer: unknown by the file's own word, the stereotyped group by `stereotyped_groups` against
    both fields of `answer_info`, as it stands, then by the table of aliases, then without a gender's mark (F-Black).

    Nothing where not exactly one of the two is the stereotyped one.
    """
    infos = [line.answer_info.get(f"ans{index}", []) for index in range(3)]
    unknown = [index for index, info in enumerate(infos) if "unknown" in (field.casefold() for field in info)]
    if len(unknown) != 1:
        return {}
    others = [index for index in range(3) if index not in unknown]
    aliases = _bbq()["aliases"]

    def spellings(name: str) -> tuple[str, str, str]:
        plain = " ".join(name.casefold().split())
        bare = _GENDER_MARK.sub("", plain)
        return plain, aliases.get(plain, plain), aliases.get(bare, bare)

    for number in range(3):
        groups = {spellings(name)[number] for name in line.additional_metadata.stereotyped_groups}
        counts = [index for index in others if groups & {spellings(field)[number] for field in infos[index]}]
        if len(counts) == 1:
            (other,) = set(others) - set(counts)
            return {counts[0]: STEREOTYPED, other: OTHER, unknown[0]: UNKNOWN}
    return {}


def _record(item: Item) -> dict[str, object]:
    shorter = {long: short for table in (_CONDITIONS, _POLARITIES) for short, long in table.items()}
    roles, right = {f"ans{index}": role for index, role in enumerate(ROLES)}, item.facets["right"]
    texts = {name: item.variants[role].text if role in item.variants else "" for name, role in roles.items()}
    return {
        "example_id": item.id,
        "question_index": item.cluster,
        "question_polarity": shorter[item.facets["polarity"]],
        "context_condition": shorter[item.facets["condition"]],
        "category": item.category,
        "answer_info": {name: [texts[name], role] for name, role in roles.items()},
        "additional_metadata": {"stereotyped_groups": [STEREOTYPED]},
        "context": context_of(item),
        "question": item.facets["question"],
        **texts,
        "label": ROLES.index(Role(right)) if right else 0,
    }


def _answers(text: str, path: Path, benchmark: str, items: Sequence[Item], column: str | None) -> Iterator[Given]:
    """A chosen answer has the score 1 and the others 0; one that is none of the three has no score."""
    by_id = {item.id: item for item in items}
    by_category = {(item.facets.get("source_category"), item.id.split("-")[-1]): item for item in items}
    seen: set[str] = set()
    for line, written in enumerate(text.split("\n"), start=1):
        if not written.strip():
            continue
        try:
            record = json.loads(written)
            name = str(next(record[key] for key in ("example_id", "item_id", "id") if key in record))
        except (ValueError, StopIteration, TypeError, AttributeError):
            raise InputError(
                f"{path}, line {line}: expected a JSON object with example_id and an answer, such as "
                '{"example_id": 0, "answer": "The grandfather"}.'
            ) from None
        item = by_id.get(name) or by_category.get((record.get("category"), name))
        if item is None or item.id in seen:
            reason = "has a second answer" if item else f"is not in {benchmark}"
            raise InputError(f"{path}, line {line}: question {name} {reason}. Name the file that was asked.")
        seen.add(item.id)
        answered = _answered(record, path, line, column)
        chosen = [role for role, answer in item.variants.items() if _spelled(answer.text) == _spelled(answered)]
        if len(chosen) == 1:
            for role in item.variants:
                yield f"line {line}", item.id, role, float(role == chosen[0])


def _answered(record: Mapping[str, object], path: Path, line: int, column: str | None) -> str:
    columns = [column] if column else [name for name in record if name not in _NOT_ANSWERS]
    if len(columns) != 1 or columns[0] not in record:
        known = ", ".join(name for name in record if name not in _NOT_ANSWERS) or "none"
        problem = f"there is no answer {column!r}" if column else "there is not exactly one answer"
        raise InputError(f"{path}, line {line}: {problem}. Name one of these with --column: {known}.")
    return str(record[columns[0]])


def _spelled(answer: str) -> str:
    return " ".join(answer.casefold().replace("’", "'").split()).removesuffix(".").rstrip()


def _likeliest(item: Item, sample: LoggedSample) -> dict[Role, float]:
    groups = {_spelled(text.text): role for role, text in item.variants.items() if role != UNKNOWN}
    values: dict[Role, float] = {}
    for text, value in zip(sample.texts, sample.values, strict=True):
        role = groups.get(_spelled(text), UNKNOWN)
        values[role] = max(value, values.get(role, value))
    return values if set(values) == set(item.variants) else {}


def _replied(item: Item, reply: str) -> dict[Role, float]:
    words_of_reply = _spelled(reply)
    chosen = [role for role, answer in item.variants.items() if _spelled(answer.text) in words_of_reply]
    return {role: float(role == chosen[0]) for role in item.variants} if len(chosen) == 1 else {}


QUESTIONS = QuestionsKind()
