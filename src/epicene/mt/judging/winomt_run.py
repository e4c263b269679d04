"""A run of `mt winomt` (Stanovsky et al. 2019), English to French: which gender does the translated entity have? Files
in, one run folder out; entities that were found once are not looked for again.

Each item names an entity of an English sentence and its gender. The entity is found in the translation by word
alignment, its gender by `rules` (determiner and lexicon) or `spacy` (for comparison with published numbers). Of all
entities: accuracy, F1 by gender, ΔG, ΔS and the share of those whose gender is not marked.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from epicene.core.errors import InputError
from epicene.core.hashing import digest
from epicene.core.language import language_name
from epicene.core.notices import Notice
from epicene.core.progress import Progress
from epicene.core.registry import Registry
from epicene.core.sampling import stratified_sample
from epicene.grammar.french.inclusive import inclusive_forms
from epicene.grammar.languages import language_of
from epicene.grammar.people import AVOIDED, Gender, sentence_words
from epicene.grammar.word_patterns import fold, words
from epicene.metrics.answer_groups import ALL
from epicene.models.translation_text import cleaned, count_kinds
from epicene.mt.judging.clustered_estimates import Estimating, LineFigure, LineRatio, RatioDifference, share
from epicene.mt.judging.judged_outputs import FOR_ALL, JudgedOutputs, count_cells, outcome_of
from epicene.mt.lexicon import FRENCH, read_lexicon
from epicene.mt.noun_phrases import avoids_gender, group_gender, has_spacy, spacy_genders
from epicene.mt.results import TAKEN_IN, JudgedLine, Winomt, cleaning_notices, notice_fields, reading_notices
from epicene.mt.sentence_files import (
    check_each_line,
    check_line_by_line,
    check_sample,
    check_varied,
    content_words,
    join_lines,
    join_pieces,
    read_lines,
)
from epicene.mt.translating.translate_file import lines_held, translates
from epicene.mt.word_alignment import DEFAULT_ALIGNER, align, check_aligner
from epicene.runs.signature import line_signature, with_option

SEPARATOR = "|||"
NEUTRAL, UNKNOWN = "neutral", "unknown"  # a gender that an item, or a translation, does not say
ITEM_GENDERS = {"male": Gender.MASCULINE, "female": Gender.FEMININE, NEUTRAL: None}
MOST_OTHER_SOURCES = 0.1  # of the lines; more is another file, fewer are corrections made after it was translated
_ARTICLES = ("the", "a", "an")
_LATIN = re.compile("[A-Za-z]")


@dataclass(frozen=True, slots=True)
class WinoItem:
    """`place` is the entity's among the words between spaces; `gender` is None for a neutral item."""

    gender: Gender | None
    place: int
    sentence: str
    entity: str


@dataclass(frozen=True, slots=True)
class Translations:
    """One system's output, line for line; `changed` are lines (0-based) whose source is not the item's sentence;
    `cleaned` says of what each was cleaned."""

    sources: Sequence[str]
    targets: Sequence[str]
    changed: Sequence[int] = field(default_factory=list)
    cleaned: Sequence[Collection[str]] = ()

    def of(self, chosen: Sequence[int]) -> Translations:
        """Those of some items."""
        changed = [index for index, line in enumerate(chosen) if line in self.changed]
        kinds = [self.cleaned[line] for line in chosen] if self.cleaned else ()
        sources, targets = ([side[line] for line in chosen] for side in (self.sources, self.targets))
        return Translations(sources, targets, changed, kinds)

    def notices(self) -> list[Notice]:
        lines = [str(line + 1) for line in self.changed]
        changed = [Notice("notice.mt.changed", {"count": len(lines), "lines": lines})] if lines else []
        return [*changed, *cleaning_notices(count_kinds(self.cleaned), len(self.targets))]


def read_items(path: Path) -> list[WinoItem]:
    """Lines of gender, place, sentence and entity, separated by tabs."""
    items = []
    for number, line in enumerate(read_lines(path), start=1):
        cells = line.split("\t")
        if len(cells) != 4 or cells[0] not in ITEM_GENDERS or not cells[1].isdigit():
            raise InputError(
                f"{path}, line {number}: expected {'/'.join(ITEM_GENDERS)}, the entity's place, the sentence and the "
                "entity, by tabs."
            )
        gender, place, sentence, entity = cells
        if int(place) >= len(sentence.split()):
            raise InputError(
                f"{path}, line {number}: the sentence has no word {place} (counted from 0); check the second column."
            )
        items.append(WinoItem(ITEM_GENDERS[gender], int(place), sentence, entity))
    return items


def read_translations(path: Path, items: Sequence[WinoItem]) -> Translations:
    """`source ||| target` lines, or targets alone, joined with the items by line number."""
    raw = read_lines(path)
    _check_columns(path, raw)
    lines = join_lines(path, raw)
    if len(lines) != len(items):
        raise InputError(
            f"{path} has {len(lines)} lines for {len(items)} items; give one translation for each line of --items."
        )
    sentences = [item.sentence for item in items]
    sources, targets = sentences, lines
    if SEPARATOR in lines[0]:
        split = [line.partition(SEPARATOR) for line in lines]
        sources, targets = ([parts[side].strip() for parts in split] for side in (0, 2))
    if empty := next((number for number, target in enumerate(targets, start=1) if not target), None):
        raise InputError(f"{path}, line {empty}: no translation behind {SEPARATOR}; write a mark such as - for none.")
    made = [cleaned(target, source) for target, source in zip(targets, sources, strict=True)]
    targets = [cleaned.text for cleaned in made]
    _check_french(path, targets)
    check_each_line(path, targets, FRENCH)
    changed = [n for n, item in enumerate(items) if join_pieces(sources[n]) != join_pieces(item.sentence)]
    if len(changed) > MOST_OTHER_SOURCES * len(items):
        raise InputError(
            f"{path} translates other sentences than --items: {len(changed)} of {len(items)} lines differ; give the "
            "file that was translated."
        )
    check_varied(path, targets, sentences)
    check_line_by_line(path, "--items", targets, list(map(nouns_of, items)), sentences)
    return Translations(sources, targets, changed, [cleaned.kinds for cleaned in made])


def _check_columns(path: Path, lines: Sequence[str]) -> None:
    """All lines are targets alone, or all have a source, a separator and a target."""
    expected = SEPARATOR in lines[0]
    for number, line in enumerate(lines, start=1):
        parts = line.split(SEPARATOR)
        trouble = None
        if any("\t" in part.strip() for part in parts):
            trouble = "a tab between words"
        elif len(parts) > 2:
            trouble = f"more than one {SEPARATOR}"
        elif (len(parts) == 2) != expected:
            trouble = f"no {SEPARATOR}, which line 1 has" if expected else f"{SEPARATOR}, which line 1 has not"
        if trouble:
            raise InputError(
                f"{path}, line {number}: {trouble}; write `source {SEPARATOR} target` on every line, or every target "
                "alone."
            )


def _check_french(path: Path, targets: Sequence[str]) -> None:
    """Told by function words; what has none may be a system that failed, but not in another script."""
    language = language_of(targets, FRENCH)
    if language == FRENCH or (language is None and any(map(_LATIN.search, targets))):
        return
    first = next((n for n, target in enumerate(targets, start=1) if language_of([target], FRENCH) == language), 1)
    looks = f"looks {language_name(language)}" if language else "is not French, nor is any other"
    raise InputError(
        f"{path}, line {first}, {looks}; give French translations, alone or as `source {SEPARATOR} target`."
    )


def nouns_of(item: WinoItem) -> frozenset[str]:
    """The words of which a translation should hold one: French nouns of all occupations in the sentence."""
    known = _french_nouns()
    return frozenset().union(*(known.get(word, frozenset()) for word in sentence_words(item.sentence)))


@cache
def _french_nouns() -> dict[str, frozenset[str]]:
    """Of each English noun, the words of its French forms in both genders."""
    forms: dict[str, frozenset[str]] = {}
    for occupation in read_lexicon():
        french = content_words(" ".join(form for gender in Gender for form in occupation.forms(gender)))
        for english in {fold(occupation.target_noun(gender)) for gender in Gender}:
            forms[english] = forms.get(english, frozenset()) | french
    return forms


@dataclass(frozen=True, slots=True)
class EntityGender:
    """The entity in one translation: the words between spaces that it is in, and the gender marked there; without one,
    `for_all` says which form for everybody it has, if any. `spacy` is what spaCy sees there, where the rules did not
    decide alone: a gender, or UNKNOWN."""

    phrase: str
    gender: Gender | None
    for_all: str = ""
    spacy: str = ""

    @property
    def outcome(self) -> str:
        return self.gender or self.for_all or UNKNOWN


Finder = Callable[[Sequence[WinoItem], Translations, str], list[EntityGender]]
GENDER_FINDERS: Registry[Finder] = Registry("way to find the gender")


def find_by_rules(items: Sequence[WinoItem], given: Translations, aligner: str) -> list[EntityGender]:
    """What determiner and noun of the aligned group mark; what is written for both genders (*boulanger·ère*, *le
    boulanger ou la boulangère*) marks none. Where spaCy is installed, its reading stands beside (for ΔG)."""
    entities, phrases = [], []
    for target, indices, with_article in _entities(items, given, aligner):
        phrases.append(_phrase(target, with_article))
        split = words(target)
        forms = [
            form
            for form in inclusive_forms(target)
            if any(form.start <= split[index].start < form.end for index in indices)
        ]
        group = [fold(word.text) for word in split]
        gender = None if forms else group_gender(group, indices)
        for_all = outcome_of(forms[0].sort) if forms else AVOIDED if avoids_gender(group, indices) else ""
        entities.append(EntityGender(_phrase(target, indices), gender, for_all))
    if not has_spacy():
        return entities
    return [
        replace(entity, spacy=seen or UNKNOWN) for entity, seen in zip(entities, spacy_genders(phrases), strict=True)
    ]


def find_by_spacy(items: Sequence[WinoItem], given: Translations, aligner: str) -> list[EntityGender]:
    """The aligned words of the entity and its article, tagged without the rest of the sentence."""
    phrases = [_phrase(target, indices) for target, _, indices in _entities(items, given, aligner)]
    return [EntityGender(phrase, gender) for phrase, gender in zip(phrases, spacy_genders(phrases), strict=True)]


GENDER_FINDERS.add("rules", find_by_rules)
GENDER_FINDERS.add("spacy", find_by_spacy)


def _entities(
    items: Sequence[WinoItem], given: Translations, aligner: str
) -> Iterator[tuple[str, list[int], list[int]]]:
    """Each translation, and the places of its words that are aligned with the entity, without and with its article."""
    sides = ([[fold(word.text) for word in words(line)] for line in side] for side in (given.sources, given.targets))
    links = align(aligner, *sides)
    for item, source, target, pairs in zip(items, given.sources, given.targets, links, strict=True):
        before = source.split()[item.place - 1].lower() if item.place else ""
        articles = {item.place - 1} if before in _ARTICLES else set()
        without, including = (
            sorted({other for source_word, other in pairs if of_word[source_word] in tokens})
            for of_word in [_tokens(source)]
            for tokens in ({item.place}, {item.place} | articles)
        )
        yield target, without, including


def _phrase(text: str, indices: Sequence[int]) -> str:
    tokens, of_word = text.split(), _tokens(text)
    return " ".join(tokens[token] for token in sorted({of_word[index] for index in indices}))


def _tokens(text: str) -> list[int]:
    """For each word, which of the tokens between spaces it is in: *l'* and *analyste* are both in *l'analyste*."""
    starts = [match.start() for match in re.finditer(r"\S+", text)]
    return [bisect_right(starts, word.start) - 1 for word in words(text)]


Mask = NDArray[np.bool_]

BENCHMARK = "winomt"
TASK = "en-fr"
SIDES = ("pro", "anti")
GENDERS = (str(Gender.MASCULINE), str(Gender.FEMININE))
OUTCOMES = (*GENDERS, *FOR_ALL, UNKNOWN)


@dataclass(frozen=True, slots=True)
class WinomtQuestion:
    """The items, how genders are found, and which items are pro- and anti-stereotypical (for ΔS; empty without).

    `of` says how many items the file has, where not all are asked about.
    """

    items: Sequence[WinoItem]
    gender: str = "rules"
    aligner: str = DEFAULT_ALIGNER
    pro: frozenset[WinoItem] = frozenset()
    anti: frozenset[WinoItem] = frozenset()
    of: int | None = None

    @property
    def limited(self) -> bool:
        return self.of is not None and len(self.items) < self.of

    def find(self, given: Translations) -> list[EntityGender]:
        """The entities in one system's output: words are aligned for it, which takes the time."""
        return GENDER_FINDERS[self.gender](self.items, given, self.aligner)

    def lines(self, given: Translations, entities: Sequence[EntityGender] | None = None) -> list[JudgedLine]:
        """What was found in each line. An item that was changed after it was translated is on no list."""
        lines, changed = [], set(given.changed)
        rows = zip(self.items, entities or self.find(given), given.targets, strict=True)
        for index, (item, entity, text) in enumerate(rows):
            gender, side = (
                str(item.gender or NEUTRAL),
                "pro" if item in self.pro else "anti" if item in self.anti else "",
            )
            line = JudgedLine(
                line=index + 1,
                class_=gender,
                gender=gender,
                found=str(entity.gender or UNKNOWN),
                outcome=entity.outcome,
                source=entity.phrase,
                target=item.sentence,
                hypothesis=text,
                cluster=item.entity,
                side="" if index in changed else side,
                spacy=entity.spacy,
            )
            lines.append(line)
        return lines


def read_sides(pro: Path | None, anti: Path | None, items: Sequence[WinoItem]) -> tuple[frozenset[WinoItem], ...]:
    """The pro- and anti-stereotypical items; both files or none."""
    if (pro is None) != (anti is None):
        raise InputError("delta_s compares two files; give both --pro and --anti, or neither.")
    if pro is None or anti is None:
        return frozenset(), frozenset()
    sides = []
    for path in (pro, anti):
        side = frozenset(read_items(path))
        if not side & set(items):
            raise InputError(f"{path} holds no sentence of --items; give the lists that belong to them.")
        sides.append(side)
    return tuple(sides)


def figures_of(lines: Sequence[JudgedLine]) -> list[LineFigure]:
    """Neutral items and unmarked entities count as wrong, as in the released logs; F1 is over all items (Stanovsky et
    al. 2019). `accuracy_determined` leaves both out (footnote 6 of Wisniewski et al. 2022); for `accuracy_neutral`, a
    neutral item is right where nothing is marked, as Stanovsky's evaluator has it. Where spaCy looked at every entity,
    there is a ΔG of what it sees."""
    names = ("class_", "found", "side", "spacy")
    gold, predicted, side_of, seen = (np.array([getattr(line, name) for line in lines]) for name in names)
    neutral, unmarked = gold == NEUTRAL, predicted == UNKNOWN
    every, right = np.ones(len(gold), dtype=bool), gold == predicted
    f1 = {gender: _f1(gender, gold == gender, predicted == gender) for gender in GENDERS}
    pro, anti = (share("accuracy", f"{side}-stereotypical", right, side_of == side) for side in SIDES)
    man, woman = (_f1(gender, gold == gender, seen == gender) for gender in GENDERS)
    return [
        share("accuracy", ALL, right, every),
        share("accuracy_determined", ALL, right, ~neutral & ~unmarked),
        share("accuracy_neutral", ALL, right | (neutral & unmarked), every),
        *(share("accuracy", gender.value, right, gold == gender.value) for gender in Gender),
        *(pro, anti),
        *(f1[gender.value] for gender in Gender),
        share("unknown", ALL, unmarked, every, ideal=0.0),
        RatioDifference("delta_g", ALL, f1["masculine"], f1["feminine"], len(gold)),
        RatioDifference("delta_s", ALL, pro, anti, pro.n + anti.n),
        *([RatioDifference("delta_g_spacy", ALL, man, woman, len(gold))] if np.all(seen != "") else []),
    ]


def _f1(gender: str, gold: Mask, predicted: Mask) -> LineRatio:
    """2 × true positives / (predicted + gold)."""
    both = 2 * (gold & predicted).astype(np.float64)
    return LineRatio(f"f1_{gender}", ALL, both, gold.astype(np.float64) + predicted, len(gold))


def notices_of(request: WinomtQuestion, given: Translations) -> list[Notice]:
    """What a reader of the figures must know; with --strict, the first one stops."""
    limit = Notice("notice.mt.limit.items", {"n": len(request.items), "total": request.of})
    one_side = request.pro and not all(set(request.items) & side for side in (request.pro, request.anti))
    return [
        *([limit] if request.limited else []),
        *([Notice("notice.mt.no-delta-s")] if one_side else []),
        *given.notices(),
    ]


def winomt_results(
    request: WinomtQuestion,
    given: Translations,
    model: str,
    seed: int = 0,
    lines: Sequence[JudgedLine] | None = None,
) -> Winomt:
    """What `mt winomt --json` prints for one system; `lines` where its entities were looked for before. `confusion` and
    `outcomes` count what was found by gold gender."""
    lines = lines or request.lines(given)
    scoring, limit = f"{request.gender}+{request.aligner}", len(lines) if request.limited else None
    items = [[str(gender), *rest] for gender, *rest in _records(request.items)]
    weights = digest(list(given.targets))
    signed = with_option(line_signature(BENCHMARK, items, scoring, model, weights, limit), **TAKEN_IN)
    estimating = Estimating(BENCHMARK, TASK, signed, [line.cluster for line in lines], len(lines), seed)
    read = sum(line.outcome != UNKNOWN for line in lines)
    return Winomt(
        model=model,
        gender=request.gender,
        aligner=request.aligner,
        signatures={BENCHMARK: signed},
        n=len(lines),
        estimates=estimating.estimates(figures_of(lines)),
        confusion=count_cells(lines, lambda gold: (*GENDERS, UNKNOWN), (*GENDERS, NEUTRAL)),
        outcomes=count_cells(lines, lambda gold: OUTCOMES, fine=True),
        **notice_fields([*notices_of(request, given), *reading_notices(read, len(lines))]),
    )


@dataclass(frozen=True, slots=True)
class WinomtRequest:
    """`translations` are the outputs, by the name of their system; `pro` and `anti` both or neither."""

    items: Path
    translations: Mapping[str, Path]
    pro: Path | None = None
    anti: Path | None = None
    gender: str = "rules"
    aligner: str = DEFAULT_ALIGNER
    limit: int | None = None
    seed: int = 0
    out: Path | None = None


def open_winomt(request: WinomtRequest) -> JudgedOutputs[Winomt]:
    """Read and check; what cannot be asked or does not belong together is refused here."""
    question, systems = read_winomt(request)

    def find(name: str, progress: Progress) -> list[JudgedLine]:
        progress.say(f"Aligning {len(question.items)} sentences of {name}")
        return question.lines(systems[name])

    digests = {"items": question.items, "pro": sorted(question.pro, key=repr), "anti": sorted(question.anti, key=repr)}
    return JudgedOutputs(
        "winomt",
        request.out,
        {
            **{name: digest(_records(items)) for name, items in digests.items()},
            "gender": question.gender,
            "aligner": question.aligner,
            "systems": {name: digest([list(given.sources), list(given.targets)]) for name, given in systems.items()},
            "lines": len(question.items),
            "seed": request.seed,
        },
        {"items": request.items},
        request.translations,
        {name: notices_of(question, given) for name, given in systems.items()},
        find,
        lambda name, lines: winomt_results(question, systems[name], name, request.seed, lines),
        takes_long=True,
    )


def read_winomt(request: WinomtRequest) -> tuple[WinomtQuestion, dict[str, Translations]]:
    """The items that are asked about, and each system's translations of them. Unknown names and missing packages fail
    before anything is aligned."""
    GENDER_FINDERS[request.gender]
    check_aligner(request.aligner)
    every = read_items(request.items)
    pro, anti = read_sides(request.pro, request.anti, every)
    # An output may hold the translations of the sampled lines alone.
    short = {name: path for name, path in request.translations.items() if len(read_lines(path)) == request.limit}
    chosen = lines_held(short.values(), sample_items(every, (pro, anti), request.limit))
    items = [every[n] for n in chosen]
    question = WinomtQuestion(items, request.gender, request.aligner, pro, anti, len(every))
    systems = {}
    for name, path in request.translations.items():
        systems[name] = read_translations(path, items) if name in short else read_translations(path, every).of(chosen)
        if name in short and question.limited and not translates(path, [item.sentence for item in items]):
            check_sample(path, systems[name].targets, list(map(nouns_of, items)), request.items, len(every))
    return question, systems


def sample_items(items: Sequence[WinoItem], sides: Sequence[frozenset[WinoItem]], limit: int | None) -> list[int]:
    """Which items are asked about: with a limit a sample by list (pro, anti or neither) and gender."""
    if limit is None:
        return list(range(len(items)))
    strata = [("".join(str(int(item in side)) for side in sides), str(item.gender)) for item in items]
    return stratified_sample(strata, limit)


def sampled_items(path: Path, pro: Path | None, anti: Path | None, limit: int | None) -> list[WinoItem]:
    """Those that a run with this limit asks about."""
    every = read_items(path)
    return [every[n] for n in sample_items(every, read_sides(pro, anti, every), limit)]


def _records(items: Sequence[WinoItem]) -> list[list[object]]:
    """What digests of items are of."""
    return [[item.gender, item.place, item.sentence, item.entity] for item in items]
