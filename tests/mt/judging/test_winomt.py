"""WinoMT: alignment on toy data, gender by rules, the measures, and what is refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from epicene.core.errors import EpiceneError, InputError
from epicene.grammar.people import Gender
from epicene.mt import word_alignment as aligning
from epicene.mt.judging.winomt_run import (
    EntityGender,
    Translations,
    WinoItem,
    WinomtQuestion,
    WinomtRequest,
    find_by_rules,
    notices_of,
    read_items,
    read_translations,
    read_winomt,
    sample_items,
    winomt_results,
)
from epicene.mt.noun_phrases import group_gender
from epicene.mt.word_alignment import ALIGNERS, align
from mt.small_corpora import write

M, F = Gender.MASCULINE, Gender.FEMININE
NOUNS = {
    "baker": ("le boulanger", "la boulangère"),
    "nurse": ("l'infirmier", "l'infirmière"),
    "analyst": ("l'analyste", "l'analyste"),
    "judge": ("le juge", "la juge"),
}
VERBS = {"saw": "a vu", "called": "a appelé", "paid": "a payé", "helped": "a aidé"}


def toy() -> tuple[list[str], list[str]]:
    """Items about the first noun of each sentence, and faithful translations."""
    items, french = [], []
    for gender, place in (("male", 0), ("female", 1)):
        for noun, forms in NOUNS.items():
            for other, others in NOUNS.items():
                for verb, translated in VERBS.items():
                    if noun != other:
                        items.append(f"{gender}\t1\tThe {noun} {verb} the {other} .\t{noun}")
                        french.append(f"{forms[place].capitalize()} {translated} {others[0]} .")
    return items, french


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    items, french = toy()
    return write(tmp_path / "en.txt", items), write(tmp_path / "fr.txt", french)


GROUPS = {
    M: ["le boulanger a vu la juge", "l' ingénieur dort", "du chef"],
    F: [
        *("la boulangère dort", "l' infirmière dort", "l' étudiante dort"),  # the last by its ending
        *("son avocate dort", "sa collègue dort", "la jeune analyste dort"),
    ],
    None: [
        *("l' analyste dort", "l' enfant dort", "les analystes dorment", "quelqu'un dort"),
        "parlé au juge",  # a verb aligned by mistake marks nothing
    ],
}


def test_the_gender_of_a_group_is_what_its_words_mark():
    for gender, sentences in GROUPS.items():
        for sentence in sentences:
            words = sentence.split()
            head = next(n for n, word in enumerate(words) if word not in ("le", "la", "l'", "du", "son", "sa", "les"))
            assert group_gender(words, [head]) is gender, sentence
    assert group_gender(["la", "jeune", "analyste", "dort"], [2]) is F
    assert group_gender(["elle", "dort"], []) is None


@pytest.mark.parametrize("name", ["thot", "eflomal"])
def test_every_aligner_finds_the_words_of_toy_sentences(name: str):
    pytest.importorskip(name, reason=f"{name} is not installed")
    english = [f"the {noun} {verb} it".split() for noun in NOUNS for verb in VERBS] * 6
    french = [f"LE {noun.upper()} {verb.upper()} CELA".split() for noun in NOUNS for verb in VERBS] * 6
    links = align(name, english, french)
    found = [(1, 1) in pairs and (2, 2) in pairs for pairs in links]
    assert sum(found) >= 0.75 * len(found)  # eflomal samples: no two of its runs are alike


def test_an_aligner_that_is_missing_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch):
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(aligning, "import_module", missing)
    with pytest.raises(EpiceneError, match="pip install eflomal"):
        align("eflomal", [["a"]], [["b"]])
    with pytest.raises(InputError, match="Did you mean 'eflomal'"):
        align("eflomall", [["a"]], [["b"]])
    assert next(iter(ALIGNERS)) == "thot"


def test_faithful_translations_are_right_but_for_the_unmarked(files: tuple[Path, Path]):
    items = read_items(files[0])
    given = read_translations(files[1], items)
    found = find_by_rules(items, given, "thot")
    expected = [None if item.entity == "analyst" else item.gender for item in items]
    assert [entity.gender for entity in found] == expected
    assert found[0].phrase == "boulanger"


def test_source_and_target_on_one_line_are_told_apart(files: tuple[Path, Path], tmp_path: Path):
    items = read_items(files[0])
    french = files[1].read_text(encoding="utf-8").splitlines()
    sources = [item.sentence for item in items]
    sources[3] = sources[3].replace("The", "One")
    both = write(tmp_path / "both.txt", [f"{one} ||| {other}" for one, other in zip(sources, french, strict=True)])
    given = read_translations(both, items)
    assert given.targets == french
    assert given.changed == [3]
    (notice,) = given.notices()
    assert (notice.code, notice.values["lines"]) == ("notice.mt.changed", ["4"])
    assert given.of(range(3)).notices() == read_translations(files[1], items).notices() == []


def opened(
    files: tuple[Path, Path], limit: int, *outputs: Path, **sides: Path
) -> tuple[WinomtQuestion, dict[str, Translations]]:
    return read_winomt(
        WinomtRequest(files[0], {path.name: path for path in outputs or files[1:]}, limit=limit, **sides)
    )


def test_a_limit_samples_both_genders_from_a_whole_or_a_short_file(files: tuple[Path, Path], tmp_path: Path):
    items = read_items(files[0])
    french = files[1].read_text(encoding="utf-8").splitlines()
    chosen = sample_items(items, (frozenset(), frozenset()), 6)
    assert Counter(items[n].gender for n in chosen) == {Gender.MASCULINE: 3, Gender.FEMININE: 3}
    short = write(tmp_path / "short.txt", [french[n] for n in chosen])
    question, systems = opened(files, 6, files[1], short)
    whole, part = systems.values()
    assert whole == part
    assert len(whole.targets) == 6
    assert list(question.items) == [items[n] for n in chosen]
    made = winomt_results(question, whole, "toy")
    assert made.n == 6
    assert "|sample:6|" in made.signatures["winomt"]
    assert [notice["code"] for notice in made.notice_codes] == ["notice.mt.limit.items"]
    with pytest.raises(InputError, match=f"short.txt has 6 lines for {len(items)} items"):
        opened(files, 5, short)


def test_a_limit_takes_from_both_lists_so_that_delta_s_can_be_given(files: tuple[Path, Path], tmp_path: Path):
    lines = files[0].read_text(encoding="utf-8").splitlines()
    items = read_items(files[0])
    sides = {"pro": write(tmp_path / "pro.txt", lines[:10]), "anti": write(tmp_path / "anti.txt", lines[20:30])}
    question, systems = opened(files, 6, **sides)
    pro, anti = ([item in side for item in question.items] for side in (items[:10], items[20:30]))
    assert sum(pro) == sum(anti) >= 1
    french = files[1].read_text(encoding="utf-8").splitlines()
    (given,) = systems.values()
    assert list(given.targets) == [french[items.index(item)] for item in question.items]
    made = winomt_results(question, given, "toy")
    assert "delta_s" in {one.metric for one in made.estimates}
    question, systems = opened(files, 1, **sides)
    assert any(notice.code == "notice.mt.no-delta-s" for notice in notices_of(question, *systems.values()))


def estimates(items: Sequence, genders: Sequence[Gender | None], **sides: frozenset) -> dict[tuple[str, str], float]:
    asked = WinomtQuestion(items, **sides)
    given = Translations([item.sentence for item in items], ["x"] * len(items))
    found = winomt_results(
        asked, given, "invented", lines=asked.lines(given, [EntityGender("", gender) for gender in genders])
    ).estimates
    assert all(one.low <= one.value <= one.high for one in found)
    return {(one.metric, one.group): one.value for one in found}


def test_the_measures_are_those_of_the_paper_computed_by_hand(tmp_path: Path):
    rows = [("male", "cook"), ("male", "nurse"), ("female", "cook"), ("female", "nurse"), ("neutral", "guest")]
    items = read_items(
        write(tmp_path / "en.txt", [f"{gender}\t1\tThe {noun} is {n}\t{noun}" for n, (gender, noun) in enumerate(rows)])
    )
    values = estimates(items, [M, M, M, None, M])
    assert values["accuracy", "all"] == 40  # the neutral item and the unmarked one are wrong
    assert values["accuracy_determined", "all"] == pytest.approx(100 * 2 / 3)  # of three with both genders
    assert values["accuracy_neutral", "all"] == 40
    assert estimates(items, [M, M, M, None, None])["accuracy_neutral", "all"] == 60
    assert values["f1_masculine", "all"] == pytest.approx(100 * 2 * 2 / (4 + 2))
    assert values["f1_feminine", "all"] == 0
    assert values["delta_g", "all"] == pytest.approx(100 * 2 / 3)
    assert values["unknown", "all"] == 20
    assert ("delta_s", "all") not in values
    sides = estimates(items, [M, M, M, F, None], pro=frozenset([items[0], items[3]]), anti=frozenset(items[1:3]))
    assert sides["delta_s", "all"] == 100 - 50
    given, men = Translations([item.sentence for item in items], ["x"] * 5), [EntityGender("", M)] * 5
    made = winomt_results(asked := WinomtQuestion(items), given, "men", lines=asked.lines(given, men))
    assert made.confusion["neutral"] == {"masculine": 1, "feminine": 0, "unknown": 0}


def test_delta_g_is_given_by_the_rules_and_by_spacy_where_it_looked(tmp_path: Path):
    lines = [f"{gender}\t1\tThe cook is {n}\tcook" for n, gender in enumerate(["male", "female"] * 2)]
    items = read_items(write(tmp_path / "en.txt", lines))
    given = Translations([item.sentence for item in items], ["x"] * len(items))
    read = [EntityGender("", rules, spacy=seen) for rules, seen in ((M, M), (None, F), (M, M), (F, M))]
    asked = WinomtQuestion(items)
    made = winomt_results(asked, given, "ours", lines=asked.lines(given, read))
    assert {one.metric: one.value for one in made.estimates if "delta_g" in one.metric} == {
        "delta_g": pytest.approx(100 * (4 / 4 - 2 / 3)),
        "delta_g_spacy": pytest.approx(100 * (4 / 5 - 2 / 3)),
    }


@pytest.mark.parametrize(
    "line",
    ["man\t1\tThe cook is here\tcook", "male\tone\tThe cook is here\tcook", "male\t1\tThe cook", "male\t9\tA\tcook"],
)
def test_wrong_items_are_named(tmp_path: Path, line: str):
    with pytest.raises(InputError, match="line 2"):
        read_items(write(tmp_path / "en.txt", ["male\t1\tThe cook is here\tcook", line]))


def test_wrong_translations_are_refused(files: tuple[Path, Path], tmp_path: Path):
    items = read_items(files[0])
    french = files[1].read_text(encoding="utf-8").splitlines()
    for lines, named in (
        (french[:-1], f"{len(items) - 1} lines"),
        ([item.sentence for item in items], "line 1, looks English"),
        ([french[0], *["El juez ha visto a la enfermera ."] * (len(items) - 1)], "line 2, looks Spanish"),
        (["Судья видел медсестру ."] * len(items), "line 1"),
        ([f"{item.sentence}\t{line}" for item, line in zip(items, french, strict=True)], "line 1: a tab"),
        ([f"{items[0].sentence} ||| {french[0]}", *french[1:]], "line 2: no |||"),
        ([french[0], f"{items[1].sentence} ||| {french[1]}", *french[2:]], "line 2: |||"),
        ([f"{item.sentence} ||| x ||| x" for item in items], "line 1: more than one |||"),
        ([f"{item.sentence} ||| " for item in items], "line 1: no translation"),
        ([f"Other words ||| {line}" for line in french], "--items"),
        (["", *french[1:]], "line 1"),
        ([*french[4:], *french[:4]], "slipped by 4 lines"),
    ):
        with pytest.raises(InputError) as error:
            read_translations(write(tmp_path / "bad.txt", lines), items)
        assert named in str(error.value)


def test_what_cannot_be_measured_is_refused_before_anything_is_aligned(files: tuple[Path, Path], tmp_path: Path):
    strange = write(tmp_path / "pro.txt", ["male\t1\tThe cook is here\tcook"])
    for given, named in (
        ({"gender": "guess"}, "spacy"),
        ({"pro": files[0]}, "--anti"),
        ({"pro": strange, "anti": files[0]}, "pro.txt"),
    ):
        with pytest.raises(InputError, match=named):
            read_winomt(WinomtRequest(files[0], {"s": files[1]}, **given))


def test_what_is_written_for_both_genders_or_has_its_own_marks_none() -> None:
    targets = [
        "Le·la boulanger·ère est là.",
        "Le boulanger ou la boulangère est là.",
        "Le/la boulanger(ère) est là.",
        "La victime est là.",
        "La boulangère est là.",
    ]
    english = ["The baker is here."] * 3 + ["The victim is here.", "The baker is here."]
    items = [WinoItem(None, 1, line, "baker") for line in english]
    found = find_by_rules(items, Translations(english, targets), "thot")
    assert [one.gender for one in found] == [None, None, None, None, Gender.FEMININE]
    assert [one.outcome for one in found] == ["inclusive", "both", "inclusive", "avoided", "feminine"]
    # `confusion` pools them with what is not marked, as published; `outcomes` tells them apart.
    given = Translations(english, targets)
    made = winomt_results(asked := WinomtQuestion(items), given, "s", lines=asked.lines(given, found))
    assert made.confusion["neutral"] == {"masculine": 0, "feminine": 1, "unknown": 4}
    told_apart = {"masculine": 0, "feminine": 1, "both": 1, "inclusive": 2, "avoided": 1, "unknown": 0}
    assert made.outcomes == {"neutral": told_apart}
