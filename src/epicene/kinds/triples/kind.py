"""A stereotype, an anti-stereotype and an unrelated candidate (StereoSet), within a sentence and across two: what can
be wrong with such a test besides what makes it unusable, and what a set of them is made of (table 1 of Adam-Cuvillier
et al. 2024: targets and tests by domain and task)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from statistics import mean
from typing import Any, ClassVar

from epicene.adapt.translation_check import CONTEXT as MISFIT
from epicene.adapt.translation_check import GIVE_AWAY, LOST_BLANK
from epicene.core.errors import InputError
from epicene.core.kinds import EMPTY, NEXT, SENTENCES, THREE, WORD, Given, Issue, ItemKind, Stats, TaskSpec, Unusable
from epicene.core.types import BLANK, INTER, INTRA, Capability, Item, Role
from epicene.data.checking.near_duplicates import duplicates
from epicene.data.checking.text_checks import wording_issues
from epicene.data.datasets import by_category, length
from epicene.data.vocabulary import DOMAINS
from epicene.grammar.word_patterns import fold, words
from epicene.kinds.kind import Kind
from epicene.kinds.triples.adapted_texts import CONTEXT, attribute, broken_triple, uniform
from epicene.kinds.triples.read import (
    ROLES,
    attribute_span,
    candidate,
    context_of,
    read_published_scores,
    read_triples,
    to_json,
)
from epicene.runs.results import LIKELIHOOD, WORDS

LABELS, NO_BLANK = "labels", "no-blank"  # why a test cannot be asked
STATS_COLUMNS = ("domain", "intra targets", "tests", "inter targets", "tests", "used", "fitting", "words", "twice")
_BY_LOGPROBS = (Capability.MASKED, Capability.CAUSAL, Capability.DENOISING)
_IN_WORDS = {Capability.CHAT: "prompted"}


@dataclass(frozen=True, slots=True)
class TripleStats:
    """One domain, or `all`. `targets` and `tests` count by task; `fitting` are the tests within a sentence whose
    candidates all fit their context; `words_mean` is the length of a candidate, punctuation aside."""

    group: str
    n_total: int
    n_used: int
    targets: dict[str, int]
    tests: dict[str, int]
    fitting: int
    words_mean: float
    duplicates: int

    @property
    def cells(self) -> list[str | int | float]:
        counts = [count for task in (INTRA, INTER) for count in (self.targets[task], self.tests[task])]
        return [self.group, *counts, self.n_used, self.fitting, float(self.words_mean), self.duplicates]


class TriplesKind(Kind):
    name = "triples"
    package = "epicene.kinds.triples"
    roles = ROLES
    tasks: ClassVar[Mapping[str, TaskSpec]] = {
        INTRA: TaskSpec(
            frozenset({SENTENCES, WORD, THREE}),
            {
                Capability.MASKED: "cloze-l2r",
                Capability.CAUSAL: "loglik",
                Capability.DENOISING: "denoise-word",
                **_IN_WORDS,
            },
            as_released={Capability.MASKED: "cloze-l2r-meanprob", Capability.CAUSAL: "loglik-mean"},
        ),
        INTER: TaskSpec(frozenset({NEXT, THREE}), {**dict.fromkeys(_BY_LOGPROBS, "nsp"), **_IN_WORDS}),
    }
    ways: ClassVar[Mapping[str, str]] = {
        LIKELIHOOD: "epicene.kinds.triples.page:TriplesByLikelihood",
        WORDS: "epicene.kinds.triples.chat_replies:TriplesInWords",
    }
    suffix = "json"
    unusable: ClassVar = {
        **ItemKind.unusable,
        LABELS: Unusable("labels", "there is not exactly one candidate for each label"),
        NO_BLANK: Unusable(LOST_BLANK, f"the context has no {BLANK}", "the context has lost its BLANK"),
    }
    alike_by_design = True  # tests of one target are
    needs_texts = frozenset({LABELS})  # ids and labels are enough, whatever is wrong with the sentences
    further_texts = (CONTEXT,)
    fixable = frozenset({MISFIT, LOST_BLANK, GIVE_AWAY})

    def read(self, path: Path, language: str, **facts: str) -> list[Item]:
        return read_triples(path, language)

    def write(self, items: Sequence[Item]) -> str:
        return to_json(items)

    def item_of(self, cells: Mapping[str, str], line: int) -> Item:
        """Within a sentence where the cell `context` has a BLANK, else across two."""
        context = cells.get(CONTEXT, "")
        if BLANK not in context:
            before = {f"{role}_context": context for role in self.roles}
            others = {name: text for name, text in cells.items() if name != CONTEXT}
            return super().item_of({"task": INTER, **before, **others}, line)
        item = super().item_of({**cells, "task": INTRA}, line)
        spans = {role: replace(text, span=attribute_span(context, text.text)) for role, text in item.variants.items()}
        return replace(item, variants=spans)

    def unusable_reason(self, item: Item) -> str | None:
        """A candidate that does not fit its context is refused by some scorings only."""
        if set(item.variants) != set(ROLES):
            return LABELS
        if not all(text.strip() for text in (context_of(item), *(text.text for text in item.variants.values()))):
            return EMPTY
        return NO_BLANK if item.facets["task"] == INTRA and BLANK not in item.facets["context"] else None

    def issues(self, item: Item) -> Iterator[Issue]:
        if item.category not in DOMAINS:
            yield _warning("domain", f"the domain {item.category!r} is none of {', '.join(DOMAINS)}")
        texts = [text.text for text in item.variants.values()]
        same = [role for role, text in item.variants.items() if texts.count(text.text) > 1]
        if same:
            yield _warning("same-candidates", f"{', '.join(same)}: the same sentence under different labels")
        yield from (_across if item.facets["task"] == INTER else _within)(item)

    def stats(self, items: Sequence[Item], unusable: Collection[str]) -> Stats:
        groups = triple_stats(items, unusable)
        return Stats(STATS_COLUMNS, [group.cells for group in groups], [asdict(group) for group in groups])

    @property
    def line_of_scores(self) -> str:
        return f"{super().line_of_scores} or a file with intrasentence and intersentence"

    def given_scores(
        self, text: str, path: Path, benchmark: str, items: Sequence[Item], column: str | None = None
    ) -> Iterator[Given] | None:
        return read_published_scores(text, path, benchmark, items)

    def texts_of(self, item: Item) -> dict[str, str]:
        return {CONTEXT: context_of(item), **super().texts_of(item)}

    def with_texts(self, item: Item, texts: Mapping[str, str], **changes: Any) -> Item:
        texts, task = self.texts_of(item) | dict(texts), item.facets["task"]
        facets = {**item.facets, **changes.pop("facets", {})}
        if task == INTRA:
            facets[CONTEXT] = texts[CONTEXT]
        variants = {role: candidate(task, texts[CONTEXT], texts[role], own.id) for role, own in item.variants.items()}
        return replace(item, **changes, variants=variants, facets=facets)

    def sentences_of(self, item: Item) -> dict[str, str]:
        """Within a sentence, the context is none."""
        across = item.facets["task"] == INTER
        return {name: text for name, text in self.texts_of(item).items() if name != CONTEXT or across}

    def text_alone(self, item: Item) -> str:
        return attribute(item, Role.UNRELATED)

    def translation_issues(
        self, item: Item, unusable: str | None, source: Item | None, alone: str
    ) -> Iterator[tuple[str, str]]:
        return iter(()) if unusable in (EMPTY, LABELS) else broken_triple(item, source, alone)

    def fit(self, items: Sequence[Item]) -> tuple[dict[str, int], str] | None:
        """Within a sentence: how many candidates do not fit their context, of how many, in how many tests, of how
        many."""
        tests = [item for item in items if item.facets["task"] == INTRA]
        if not tests:
            return None
        loose = [sum(not text.span for text in test.variants.values()) for test in tests]
        n_loose, n, n_broken = sum(loose), sum(len(test.variants) for test in tests), sum(map(bool, loose))
        counts = {"sentences_broken": n_loose, "sentences": n, "tests_broken": n_broken, "tests": len(tests)}
        return counts, (
            f"Within a sentence, {n_loose} of {n} candidates ({n_loose / n:.1%}) do not fit their context, in "
            f"{n_broken} of {len(tests)} tests ({n_broken / len(tests):.1%})."
        )

    def auto_fix(self, item: Item) -> tuple[dict[str, str], Sequence[str]] | None:
        return uniform(item)

    def to_edit(self, item: Item) -> dict[str, str]:
        """The draft; within a sentence, the context and each attribute that is known."""
        if item.facets["task"] == INTER:
            return self.texts_of(item)
        return {CONTEXT: context_of(item), **{role: attribute(item, role) for role in ROLES}}

    def edited(self, item: Item, cells: Mapping[str, str], where: str) -> dict[str, str]:
        """Candidates from cells that have whole sentences, or only what stands in the place of BLANK."""
        if item.facets["task"] != INTRA:
            return dict(cells)
        context = cells[CONTEXT]
        if context.count(BLANK) != 1:
            raise InputError(f"{where}: the context of {item.id} must have {BLANK} exactly once.")
        for name, text in cells.items():
            if name != CONTEXT and _is_no_attribute(context, text):
                raise InputError(
                    f"{where}: “{text}” ({name} of {item.id}) is a sentence that does not fit the context “{context}”; "
                    f"write only what stands in the place of {BLANK}."
                )
        return {name: text if name == CONTEXT else self.sentence_from(cells, name) for name, text in cells.items()}

    def sentence_from(self, cells: Mapping[str, str], name: str) -> str:
        """A whole sentence that fits the context stays, anything else goes into the blank."""
        context, text = cells[CONTEXT], cells[name]
        return text if attribute_span(context, text) else context.replace(BLANK, text)


def _is_no_attribute(context: str, text: str) -> bool:
    """Whether a cell holds a sentence that does not fit the context: put into the blank it would be nonsense."""
    if attribute_span(context, text):
        return BLANK in text
    around, own = ({fold(word.text) for word in words(part) if not word.is_mark} for part in (context, text))
    repeats = len(around & own) > 1 and 2 * len(around & own) >= len(around - {fold(BLANK)})
    return BLANK in text or repeats or (text[0].isupper() and text[-1] in ".!?…")


def _warning(kind: str, message: str, severity: str = "warning") -> Issue:
    return Issue(kind, severity, message)


def _across(item: Item) -> Iterator[Issue]:
    """Candidates are sentences of their own, so each is looked at alone, and so is the context."""
    context = context_of(item)
    if BLANK in context:
        yield _warning("blank", f"the context has {BLANK}, but the candidates are next sentences")
    for name, text in {"context": context, **{str(role): text.text for role, text in item.variants.items()}}.items():
        yield from wording_issues({name: text})


def _within(item: Item) -> Iterator[Issue]:
    context = context_of(item)
    yield from wording_issues({role: text.text for role, text in item.variants.items()})
    if (count := context.count(BLANK)) != 1:
        yield _warning("blank", f"the context has {BLANK} {count} times, so no attribute can be found")
        return
    for role, text in item.variants.items():
        if text.span is None:
            yield _warning("context", f"{role}: “{text.text}” does not fit its context “{context}”")
    before, after = context.split(BLANK)
    fitting = {role: (text.text, text.span) for role, text in item.variants.items() if text.span}
    spelled = [role for role, (text, _) in fitting.items() if not (text.startswith(before) and text.endswith(after))]
    if spelled:
        message = f"{', '.join(spelled)}: fits its context but for case, marks or outer spaces"
        yield _warning("context-spelling", message, "note")
    several = [role for role, (text, span) in fitting.items() if len(text[slice(*span)].split()) > 1]
    if several:
        yield _warning("multi-word", f"{', '.join(several)}: the attribute has several words", "note")


def triple_stats(items: Sequence[Item], unusable: Collection[str]) -> list[TripleStats]:
    """`all` first, then the domains from the most to the least frequent."""
    groups = []
    for name, part in by_category(items).items():
        usable = [item for item in part if item.id not in unusable]
        by_task = {task: [item for item in part if item.facets["task"] == task] for task in (INTRA, INTER)}
        fit = [all(text.span for text in item.variants.values()) for item in usable if item in by_task[INTRA]]
        groups.append(
            TripleStats(
                group=name,
                n_total=len(part),
                n_used=len(usable),
                targets={task: len({(item.category, item.cluster) for item in own}) for task, own in by_task.items()},
                tests={task: len(own) for task, own in by_task.items()},
                fitting=sum(fit),
                words_mean=mean([length(text.text) for item in usable for text in item.variants.values()] or [0]),
                duplicates=sum(1 for _ in duplicates(usable)),
            )
        )
    return groups


TRIPLES = TriplesKind()
