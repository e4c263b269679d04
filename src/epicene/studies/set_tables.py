"""What the sets of a study hold: how many items of each group, and examples of them, as the papers' tables have it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from functools import partial

from epicene.core.kinds import KINDS
from epicene.core.language import Language
from epicene.core.types import INTER, INTRA, Item
from epicene.data.vocabulary import ORIGINS
from epicene.grammar.people import first_names_in
from epicene.kinds.item_rows import both_in_one
from epicene.metrics.answer_groups import ALL, canonical, group_name
from epicene.report.tables import Cell, Column, Field, Row, Table, tabulated
from epicene.studies.published_values import published_counts, source_of
from epicene.studies.saved_study import SavedStudy
from epicene.studies.study_tables import AnalysisView, in_paper_order

TASKS = (INTRA, INTER)
NATIVE, TRANSLATED = ORIGINS[:2]
FEWEST_SHARED = 1 / 3  # of the words of two versions of one item
FEWEST_OF_ONE_TYPE = 0.9  # of the items with one id in two languages


def items_of(study: SavedStudy, benchmark: str) -> Sequence[Item]:
    return next(model for model in study.models if benchmark in model.runs).answers(benchmark).items


def linked_items(study: SavedStudy, a: str, b: str) -> frozenset[str]:
    """Items of two versions of a set that are one item: the same id, and words in common, because another file may
    count its items anew. The least alike of the 1,467 that the revised CrowS-Pairs kept share 43 % of their words."""
    others = {item.id: _words(item) for item in items_of(study, b)}
    return frozenset(
        item.id
        for item in items_of(study, a)
        if item.id in others and _alike(_words(item), others[item.id]) >= FEWEST_SHARED
    )


def translated_items(study: SavedStudy, a: str, b: str) -> frozenset[str]:
    """Items that stand for one another in two languages: the same id and type. None where the ids of one set are not
    those of the other, as row numbers of two unrelated files are: then types of one id rarely agree."""
    others = {item.id: canonical(item.category) for item in items_of(study, b)}
    shared = {item.id: canonical(item.category) for item in items_of(study, a) if item.id in others}
    linked = frozenset(id for id, category in shared.items() if others[id] == category)
    return linked if len(linked) >= FEWEST_OF_ONE_TYPE * len(shared) else frozenset()


def _words(item: Item) -> list[str]:
    return " ".join(item.variants[role].text for role in sorted(item.variants)).lower().split()


def _alike(a: Sequence[str], b: Sequence[str]) -> float:
    return 1.0 if a == b else SequenceMatcher(None, a, b).ratio()


def items_table(view: AnalysisView) -> Table:
    """Triples: table 1 of Adam-Cuvillier et al. 2024; pairs: table 3 of Névéol et al. 2022, the native ones by type."""
    items, printed = items_of(view.study, view.benchmark), published_counts(view.benchmark)
    fields: list[Field[str]] = [
        (Column("group", view.language.text("column.group")), lambda group: group_name(group, view.language))
    ]
    for name, members in (_by_task(items) if _has_tests(items) else _by_origin(items)).items():
        counted, title = Counter(canonical(item.category) for item in members), view.text(f"items.{name}")
        counted[ALL] = len(members)
        counts: list[tuple[str, str, int, Mapping[str, float]]] = [(name, title, 0, counted)]
        if name == NATIVE:
            shares = {group: 100 * count / counted[ALL] for group, count in counted.items()}
            counts.append((f"{name}_percent", f"{title} (%)", 1, shares))
        if name in printed:
            counts.append((f"{name}_published", view.text("items.published", column=title), 0, printed[name]))
        fields += [(Column(key, about, "number", digits), partial(_count, by)) for key, about, digits, by in counts]
    note = view.text("note.items", count=view.language.count(len(items)))
    if (source := source_of(view.benchmark)) and printed:
        note = f"{note} {view.text('note.published', source=source[0], url=source[1])}"
    return tabulated(view.text("table.items", benchmark=view.title), [_groups(items)], *fields, note=note)


def _count(counts: Mapping[str, float], group: str) -> float:
    return counts.get(group, 0)


def _has_tests(items: Iterable[Item]) -> bool:
    return any(item.facets.get("task") in TASKS for item in items)


def _groups(items: Iterable[Item]) -> list[str]:
    """As the papers list them, the total last."""
    return [*in_paper_order(canonical(item.category) for item in items), ALL]


def _by_origin(items: Sequence[Item]) -> dict[str, Sequence[Item]]:
    members = {name: [item for item in items if item.facets.get("origin") == name] for name in ORIGINS}
    return {**{name: own for name, own in members.items() if own}, "total": items}


def _by_task(items: Sequence[Item]) -> dict[str, Sequence[Item]]:
    """The target terms and the tests of each task."""
    by_column: dict[str, Sequence[Item]] = {}
    for task in TASKS:
        members = [item for item in items if item.facets.get("task") == task]
        terms = {(item.category, item.cluster): item for item in members}
        by_column |= {f"{task}_targets": list(terms.values()), f"{task}_tests": members}
    return by_column


def same_pairs(others: Iterable[Item], items: Iterable[Item]) -> dict[str, Item]:
    """The items of another set by id, without those that are another pair under an id of ours: the released French and
    English files give 84 of their 210 contributed ids (LA139) to pairs of other bias types. A translation may change
    the type."""
    category = {item.id: canonical(item.category) for item in items if item.facets.get("origin") == NATIVE}
    return {
        other.id: other
        for other in others
        if category.get(other.id, canonical(other.category)) == canonical(other.category)
    }


def examples_table(view: AnalysisView) -> Table:
    """The first item of each task with its candidates (figure 1 of Adam-Cuvillier et al. 2024) or, of pairs, of each
    bias type, beside the same item in another language of the study (tables 1 and 6 of Névéol et al. 2022)."""
    study, language, origin = view.study, view.language, view.analysis.group
    items = [item for item in items_of(study, view.benchmark) if origin in (None, item.facets.get("origin"))]
    title = view.text("table.examples", benchmark=view.title)
    if _has_tests(items):
        return _tests_shown(items, study.facts(view.benchmark).kind, title, language)
    others = {
        study.title_of(name, language): same_pairs(items_of(study, name), items)
        for name in study.asked()
        if not study.has_tasks(name) and study.language(name) != study.language(view.benchmark)
    }
    linked = {name: known for name, known in others.items() if any(item.id in known for item in items)}
    own = {item.id: item for item in items}
    sets = {**linked, view.title: own} if origin == TRANSLATED else {view.title: own, **linked}
    columns = [
        Column("group", language.text("column.group")),
        Column("id", view.text("item")),
        *(
            Column("sentence" if name == view.title else f"in_{index}", name)
            for index, name in enumerate(sets, start=1)
        ),
        *([Column("note", view.text("adaptation"))] if linked else []),
    ]
    shown = []
    for group in _groups(items)[:-1]:
        own_items = [item for item in items if canonical(item.category) == group]
        # Of a sample, one that the other sets sampled too.
        first = max(own_items, key=lambda item: sum(item.id in known for known in linked.values()))
        shown.append((group, first.id, adaptation_note(first, linked.values(), language)))
    if origin == TRANSLATED and study.limit is None:
        here = {item.id for item in items_of(study, view.benchmark)}
        lost = next((item for known in linked.values() for id, item in known.items() if id not in here), None)
        shown += [(canonical(lost.category), lost.id, view.text("adaptation.none"))] if lost else []
    rows: list[Row] = [
        [
            Cell(group_name(group, language)),
            Cell(id),
            *(pair_cell(known[id]) if id in known else Cell() for known in sets.values()),
            *([Cell(note)] if linked else []),
        ]
        for group, id, note in shown
    ]
    notes = ["note.examples", *(["note.adaptation"] if linked else [])]
    return Table(title, columns, [rows] if rows else [], " ".join(map(view.text, notes)))


def pair_cell(item: Item) -> Cell:
    """Both sentences of a pair in one, the words in which they differ in bold."""
    more, less = (text.text for text in item.variants.values())
    text, bold = "", list[tuple[int, int]]()
    for segment in both_in_one(more, less):
        bold += [(len(text), len(text) + len(segment.text))] if segment.differs else []
        text += segment.text
    return Cell(text, bold=tuple(bold))


def adaptation_note(item: Item, linked: Iterable[Mapping[str, Item]], language: Language) -> str:
    """The notes of those who adapted it, where the file has them, as `adapt export` writes them; else what a program
    sees: that a first name is another one."""
    own = [item.facets[key] for key in ("labels", "reason") if item.facets.get(key)]
    names = {name for text in item.variants.values() for name in first_names_in(text.text)}
    others = [known[item.id] for known in linked if item.id in known]
    theirs = {name for other in others for text in other.variants.values() for name in first_names_in(text.text)}
    if own or names == theirs or not others:
        return "; ".join(own)
    return language.text("study.adaptation.name")


def _tests_shown(items: Sequence[Item], kind: str, title: str, language: Language) -> Table:
    roles = KINDS[kind].roles
    columns = [
        Column("task", language.text("column.task")),
        Column("group", language.text("column.group")),
        Column("target", language.text("study.target")),
        Column("context", language.text("study.context")),
        *(Column(str(role), language.text(f"study.role.{role}")) for role in roles),
    ]
    rows: list[Row] = []
    for task in TASKS:
        item = next((item for item in items if item.facets.get("task") == task), None)
        if item is not None:
            context = item.facets.get("context") or item.variants[roles[0]].context
            texts = [language.text(f"study.task.{task}"), group_name(item.category, language), item.cluster, context]
            rows.append([*map(Cell, texts), *(Cell(item.variants[role].text) for role in roles)])
    return Table(title, columns, [rows] if rows else [])
