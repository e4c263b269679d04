"""`epicene mt judge --on SET`: sets with a reference in each gender."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from command import CliRunner, Result
from epicene.cli.mt import app
from epicene.core.errors import InputError
from epicene.core.sampling import stratified_sample
from epicene.mt.judging.pages import SET_PAGE as PAGE
from mt.small_corpora import write

run = CliRunner().invoke
FEMININE = ["La directrice est partie.", "Une amie est venue.", "Elle a été élue.", "La patronne dort."]
MASCULINE = ["Le directeur est parti.", "Un ami est venu.", "Il a été élu.", "Le patron dort."]
GATE = [
    "labels\tsource\tf\tm\tkw_s",
    "SUBJ;PROF\tThe students came.\tLes étudiantes sont venues.\tLes étudiants sont venus.\t[students]",
    "SUBJ\tThe bakers sleep.\tLes boulangères dorment.\tLes boulangers dorment.\t[bakers]",
    "PROF\tThe singers “left”.\tLes chanteuses sont parties.\tLes chanteurs sont partis.\t[singers]",
    "PROF\tThe owners came.\tLes patronnes sont arrivées.\tLes patrons sont arrivés.\t[owners]",
]
KEPT = ["Les étudiant(e)s sont là.", "Les boulangers dorment.", "Les chanteuses et chanteurs partent.", ""]


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run folders go below where the command is called."""
    monkeypatch.chdir(tmp_path)


def values_of(document: dict[str, object]) -> dict[tuple[str, str], float]:
    estimates = document["estimates"]
    assert isinstance(estimates, list)
    assert all(one["low"] <= one["value"] <= one["high"] for one in estimates)
    return {(one["metric"], one["group"]): one["value"] for one in estimates}


def pairs(folder: Path, feminine: list[str], masculine: list[str], *extra: str) -> Result:
    files = {"ref-feminine": FEMININE, "ref-masculine": MASCULINE, "hyp-feminine": feminine, "hyp-masculine": masculine}
    named = [word for name, lines in files.items() for word in (f"--{name}", str(write(folder / f"{name}.fr", lines)))]
    return run(app, ["judge", "--on", "mt-geneval", *named, *extra])


def test_mt_geneval_has_the_released_accuracy_and_beside_it_what_can_be_read(tmp_path: Path) -> None:
    # Feminine: right, wrong, empty, no unique word. Masculine: right, right, wrong, right.
    feminine = ["La directrice partit.", "Un ami vint.", "", "On dort."]
    made = json.loads(pairs(tmp_path, feminine, [*MASCULINE[:2], "Elle fut là.", MASCULINE[3]], "--json").stdout)
    found = values_of(made)
    released = [found[f"{name}_correct", "all"] for name in ("feminine", "masculine", "both")]
    assert released == [75.0, 75.0, 50.0]
    assert [found["coverage", group] for group in ("feminine", "masculine")] == [50.0, 100.0]
    assert [found["accuracy_covered", group] for group in ("feminine", "masculine")] == [50.0, 75.0]
    assert found["covered_gap", "all"] == 25.0
    assert made["counts"]["feminine"] == {"right": 1, "wrong": 1, "uncovered": 1, "empty": 1, "n": 4}
    assert made["model"] == "hyp"
    assert [notice["code"] for notice in made["notice_codes"]] == ["notice.mt.set.empty"]
    assert "|boot:pair*2000|" in made["signatures"]["mt-geneval"]


def test_several_systems_are_matched_by_name(tmp_path: Path) -> None:
    files = [write(tmp_path / f"{name}.fr", lines) for name, lines in (("f", FEMININE), ("m", MASCULINE))]
    both = ["--hyp-feminine", f"b={files[0]}", "--hyp-masculine", f"b={files[1]}", "--hyp-feminine", f"a={files[1]}"]
    references = ["--ref-feminine", str(files[0]), "--ref-masculine", str(files[1])]
    command = ["judge", "--on", "mt-geneval", *references, *both]
    unlike = run(app, command)
    assert "do not name the same systems" in str(unlike.exception)
    systems = json.loads(run(app, [*command, "--hyp-masculine", f"a={files[1]}", "--json"]).stdout)["systems"]
    assert [(one["model"], values_of(one)["both_correct", "all"]) for one in systems] == [("b", 100), ("a", 0)]


def test_two_systems_are_compared_line_by_line(tmp_path: Path) -> None:
    pairs(tmp_path, FEMININE, MASCULINE, "--out", "right")
    pairs(tmp_path, MASCULINE, MASCULINE, "--out", "masculine")
    found = PAGE.compare([tmp_path / "right", tmp_path / "masculine"], seed=0)
    (one,) = [one for pair in found.pairs for one in pair.comparisons if one.metric == "feminine_correct"]
    assert (one.value_a, one.value_b, one.n) == (100, 0, 4)
    assert one.p_mcnemar == pytest.approx(2 * 0.5**4)  # four lines that one alone has right


def test_gate_says_which_gender_is_chosen_and_what_stays_open_by_label(tmp_path: Path) -> None:
    table, output = write(tmp_path / "gate.tsv", GATE), write(tmp_path / "out.fr", KEPT)
    made = json.loads(run(app, ["judge", "--on", f"gate={table}", "--hyp", f"me={output}", "--json"]).stdout)
    found = values_of(made)
    metrics = ("masculine_share", "feminine_share", "both_share", "ambiguity_kept", "unreadable")
    assert [found[metric, "all"] for metric in metrics] == [25, 0, 0, 50, 25]
    assert found["ambiguity_kept", "SUBJ"] == 50
    assert found["ambiguity_kept", "PROF"] == pytest.approx(100 * 2 / 3)
    assert made["counts"]["open"]["empty"] == 1


def test_a_table_of_ones_own_may_say_the_gender_and_an_inclusive_reference(tmp_path: Path) -> None:
    rows = [
        "source,masculine,feminine,inclusive,gender",
        '"The cook, she said",Le cuisinier dit,La cuisinière dit,,F',
        "The staff left,Les employés partent,Les employées partent,Le personnel part,",
    ]
    table = write(tmp_path / "own.csv", rows)
    packed = tmp_path / "out.fr.gz"
    packed.write_bytes(gzip.compress(b"Le cuisinier dit\nLe personnel part\n"))
    made = json.loads(run(app, ["judge", "--on", f"mine={table}", "--hyp", str(packed), "--json"]).stdout)
    found = values_of(made)
    assert (found["feminine_correct", "all"], found["ambiguity_kept", "all"]) == (0, 100)
    assert made["on"] == "mine"


def test_the_contextual_set_takes_the_genders_of_its_contexts(tmp_path: Path) -> None:
    texts = {
        "source": ["She left. <sep> The boss sleeps.", "His boss. <sep> The friend came.", "Rain. <sep> Off."],
        "reference": ["La patronne dort.", "Un ami est venu.", "Parti."],
        "ref-flipped": ["Le patron dort.", "Une amie est venue.", "Partie."],
        "hyp": ["Elle partit. <sep> La patronne dort.", "Une amie vint.", "Parti."],
    }
    named = [word for name, lines in texts.items() for word in (f"--{name}", str(write(tmp_path / name, lines)))]
    made = json.loads(run(app, ["judge", "--on", "mt-geneval-context", *named, "--json"]).stdout)
    found = values_of(made)
    assert found["accuracy", "all"] == pytest.approx(100 * 2 / 3)
    assert (found["feminine_correct", "all"], found["masculine_correct", "all"]) == (100, 0)
    assert made["counts"]["unknown"]["n"] == 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--on", "gate", "--hyp", "x"], "--on gate: this is no set"),
        (["--on", "mt-geneval=x", "--hyp", "x"], "mt-geneval has files of its own"),
        (["--on", "mt-geneval", "--hyp", "x"], "needs --ref-feminine --ref-masculine --hyp-feminine"),
        (["--on", "gate=x.tsv", "--hyp", "x", "--direction", "en-fr"], "--direction has no meaning with --on gate=x"),
        (["--on", "gate=x.tsv", "--hyp", "x"], "x.tsv does not exist"),
        (["--hyp", "x", "--direction", "en-fr"], "mt judge needs --source, --reference to judge"),
        (["--hyp", "x", "--ref-flipped", "y"], "--ref-flipped belongs to a set; name it with --on."),
    ],
)
def test_wrong_mixtures_of_options_get_one_sentence(arguments: list[str], sentence: str) -> None:
    result = run(app, ["judge", *arguments])
    assert isinstance(result.exception, InputError)
    assert sentence in str(result.exception)


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        (["source\tm", "a\tb"], "has no column feminine"),
        (["source\tm\tf"], "has a header but no rows"),
        (["source\tm\tf", "a\tb"], "line 2: 2 columns instead of 3"),
        (["source\tm\tf", "a\tb\t"], "line 2: feminine is empty"),
        (["source\tm\tf\tinclusive\tgender", "a\tb\t\tc\tM"], "line 2: feminine is empty"),
        (["source\tm\tf\tgender", "a\tb\tc\tx"], "line 2: gender is 'x'"),
        ([""], "is empty"),
    ],
)
def test_what_is_wrong_with_a_table_is_said_with_its_line(tmp_path: Path, rows: list[str], sentence: str) -> None:
    table, output = write(tmp_path / "t.tsv", rows), write(tmp_path / "out.fr", ["Le chat dort."])
    assert sentence in str(run(app, ["judge", "--on", f"t={table}", "--hyp", str(output)]).exception)


def test_outputs_of_other_lines_or_languages_are_refused(tmp_path: Path) -> None:
    short = pairs(tmp_path, FEMININE[:3], MASCULINE)
    assert "hyp-feminine.fr has 3 lines and" in str(short.exception)
    english = pairs(tmp_path, FEMININE, ["The boss is here and he was with the others."] * 4)
    assert "looks English, and the references look French" in str(english.exception)
    kept = stratified_sample([()] * 4, 2)
    sampled = ([lines[index] for index in kept] for lines in (FEMININE, MASCULINE))
    assert pairs(tmp_path, *sampled, "--limit", "2").exit_code == 0
    nouns = [f"{first}{last}iste" for first in "abcdefgh" for last in "lmnr"]
    rows = [f"The {noun}.\tLa {noun} est partie.\tLe {noun} est parti." for noun in nouns]
    table = write(tmp_path / "table.tsv", ["source\tfeminine\tmasculine", *rows])
    slipped = write(tmp_path / "slipped.fr", [f"Le {noun} est parti." for noun in [*nouns[1:], nouns[0]]])
    moved = run(app, ["judge", "--on", f"own={table}", "--hyp", str(slipped)])
    assert "slipped.fr slipped by 1 line against" in str(moved.exception)
