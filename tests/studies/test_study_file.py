"""A study file is read into types, or refused in one sentence that names the file and the key."""

from __future__ import annotations

from pathlib import Path

import pytest

from epicene.core.errors import InputError
from epicene.core.request_fields import declared
from epicene.studies.study_file import (
    ANALYSES,
    AUDIT_KEYS,
    Analysis,
    AskingOptions,
    StudyBenchmark,
    StudyModel,
    StudySystem,
    SystemOptions,
    TrainingFiles,
    read_study,
)

MINIMAL = """
benchmarks = ["pairs-fr"]
[[models]]
id = "some/model"
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "study.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_with_one_model_and_one_benchmark_is_enough(tmp_path: Path) -> None:
    study = read_study(written(tmp_path, MINIMAL))
    assert study.title == "study"
    assert [model.name for model in study.models] == ["model"]
    assert [benchmark.name for benchmark in study.benchmarks] == ["pairs-fr"]
    assert study.analyses == []
    assert study.options.limit is None


@pytest.mark.about("triples")
def test_everything_that_can_be_said_is_read(tmp_path: Path) -> None:
    (tmp_path / "data.jsonl").write_text("{}")
    (tmp_path / "head").mkdir()
    study = read_study(
        written(
            tmp_path,
            """
title = "All"
out = "somewhere"
[options]
scoring = "pll-shared"
bos = "tokenizer"
as_released = true
aggregation = "top-choice"
limit = 10
heads = "heads"
[[benchmarks]]
name = "pairs-fr"
file = "data.jsonl"
models = ["A"]
scoring = ["pll", "loglik"]
as_released = false
[[models]]
id = "./folder"
name = "A"
revision = "main"
family = "F"
architecture = "encoder"
parameters = 1.1e8
corpus = "OSCAR"
corpus_size_gb = 138
languages = ["fr", "en"]
published = "almanach/camembert-base"
nsp = "head"
trust_remote_code = false
scoring = "pll"
bos = "none"
[[analyses]]
kind = "models"
title = "Table"
benchmark = "pairs-fr"
models = ["A"]
[[analyses]]
kind = "correlations"
""",
        )
    )
    assert study.out == Path("somewhere")
    assert study.options.scoring == ("pll-shared",)
    assert study.benchmarks[0].scoring == ("pll", "loglik")
    assert study.options.audit_options == {"bos": "tokenizer", "as_released": True, "aggregation": "top-choice"}
    assert study.benchmarks[0].audit_options == {"as_released": False}
    assert study.models[0].multilingual is True
    assert study.model_spec(study.models[0].id) == str(tmp_path / "folder")
    assert study.benchmark_spec(study.benchmarks[0]) == f"pairs-fr={tmp_path / 'data.jsonl'}"
    assert [analysis.kind for analysis in study.analyses] == ["models", "correlations"]


def test_a_model_is_asked_in_its_own_languages(tmp_path: Path) -> None:
    study = read_study(
        written(
            tmp_path,
            """
benchmarks = ["pairs-fr", "pairs-en"]
[[models]]
id = "a/french"
languages = ["fr"]
[[models]]
id = "a/multilingual"
multilingual = true
""",
        )
    )
    asked = {model.name: [one.name for one in study.benchmarks if model.is_asked(one)] for model in study.models}
    assert asked == {"french": ["pairs-fr"], "multilingual": ["pairs-fr", "pairs-en"]}


@pytest.mark.about("triples")
def test_a_file_of_ones_own_is_named_as_for_an_audit(tmp_path: Path) -> None:
    for name in ("own.jsonl", "de.jsonl"):
        (tmp_path / name).write_text("{}")
    plain = MINIMAL.replace('["pairs-fr"]', '["pairs-fr=own.jsonl", "pairs-de=de.jsonl"]')
    table = "[[benchmarks]]\nname = 'triples-pt'\nfile = 'de.jsonl'\n[[models]]\nid = 'a/b'\nlanguages = 'pt'"
    study, other = read_study(written(tmp_path, plain)), read_study(written(tmp_path, table))
    specs = [f"pairs-fr={tmp_path / 'own.jsonl'}", f"pairs-de={tmp_path / 'de.jsonl'}"]
    assert [study.benchmark_spec(one) for one in study.benchmarks] == specs
    assert [other.benchmark_spec(one) for one in other.benchmarks] == [f"triples-pt={tmp_path / 'de.jsonl'}"]


def test_steps_have_limits_of_their_own_and_titles_are_by_language(tmp_path: Path) -> None:
    text = 'title = { en = "Both", fr = "Les deux" }\n[options]\nlimit = 9\nlimits = { probe = 4, audit = 20 }\n'
    study = read_study(written(tmp_path, text + "[[systems]]\nmodel = './m'\nsteps = ['audit', 'probe']\n"))
    assert (study.title, study.titles["fr"]) == ("Both", "Les deux")
    assert [study.system_options.limit_of(step) for step in ("probe", "audit", "intervene")] == [4, 9, 9]
    assert study.steps_of(study.systems[0]) == ["audit", "probe"]
    text = "[options]\nlimits = { prob = 4 }\n[[systems]]\nmodel = './m'\n"
    with pytest.raises(InputError, match="limits"):
        read_study(written(tmp_path, text))


OPTIONS = MINIMAL.replace("[[models]]", "[options]\n{}\n[[models]]")
FILE = "[[benchmarks]]\nname = 'pairs-fr'\nfile = 'gone.jsonl'\n[[models]]\nid = 'a/b'"
ANALYSIS = MINIMAL + "[[analyses]]\nkind = 'models'\n"
WRONG = {
    "title = [": "is no TOML: Invalid value (at end of document).",
    "": "is empty",
    "[[models]]\nid = 'a/b'": "it names no benchmark; add [[benchmarks]]",
    MINIMAL + "nmae = 'x'": "line 5, models[0]: There is no key 'nmae'. Did you mean 'name'?",
    "modles = 1\n" + MINIMAL: "line 1: There is no key 'modles'. Did you mean 'models'?",
    MINIMAL.replace("id =", "name ="): "models[0] (some/model): give either id, a model to ask, or predictions",
    MINIMAL.replace("pairs-fr", "pairs-rf"): "There is no benchmark 'pairs-rf'. Did you mean 'pairs-fr'?",
    MINIMAL.replace("pairs-fr", "pairs-de"): "benchmarks[0]: name is 'pairs-de': There is no benchmark",
    MINIMAL.replace("pairs-fr", "pairs-fr=gone"): "benchmarks[0]: file: there is no",
    MINIMAL + "parameters = 'many'": "line 5, models[0]: parameters is 'many'; expected a number above 0",
    MINIMAL + "multilingual = 'yes'": "multilingual is 'yes'; expected true or false",
    MINIMAL + "bos = 'eso'": "There is no bos 'eso'. Did you mean 'eos'?",
    MINIMAL + "languages = []": "languages is empty; name at least one",
    MINIMAL + "[[models]]\nid = 'other/model'": "models has 'model' twice; give each model a name of its own",
    "models = 3\nbenchmarks = ['pairs-fr']": "models is 3; expected a list",
    OPTIONS.format("limit = 0"): "line 4, options: limit is 0; expected a whole number from 1",
    "analyses = ['model']\n" + MINIMAL: "There is no kind 'model'. Did you mean 'models'?",
    ANALYSIS + "models = ['modle']": "There is no model of this study 'modle'. Did you mean 'model'?",
    MINIMAL + "languages = 'en'": "no model is asked about pairs-fr: none has 'fr' in its languages",
    MINIMAL + "[[models]]\nid = 'an/other'\nlanguages = ['pt']": "other is asked about no benchmark",
    ANALYSIS + "native = 'pairs-fr'": "analyses[0]: native changes nothing in the analysis models; it is for origins",
    MINIMAL + "[heads]\ntext = 'hub:x'": "line 5: [heads] changes nothing: no benchmark of this study asks for next",
    FILE: "line 3, benchmarks[0]: file: there is no",
}


@pytest.mark.parametrize(("text", "said"), WRONG.items())
def test_what_is_wrong_is_said_with_file_and_key(tmp_path: Path, text: str, said: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(InputError) as error:
        read_study(path)
    assert str(path) in str(error.value)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.about("triples")
def test_an_unknown_aggregation_is_answered_with_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"study\.toml, line 4, options: .*Did you mean 'top-choice'\?"):
        read_study(written(tmp_path, OPTIONS.format("aggregation = 'topchoice'")))


def test_a_missing_file_is_said() -> None:
    with pytest.raises(InputError, match=r"nowhere\.toml does not exist"):
        read_study(Path("nowhere.toml"))


def test_the_report_has_a_section_for_every_analysis() -> None:
    from epicene.studies.page import PARTS

    assert set(PARTS) == set(ANALYSES)


@pytest.mark.about("triples")
def test_the_page_about_studies_shows_a_study_that_reads_and_every_key_there_is(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "studies.md").read_text(encoding="utf-8")
    example = page.split("```toml")[1].split("```")[0].partition("\n")[2]  # after the fence's title
    study = read_study(written(tmp_path, example))
    assert [model.name for model in study.models] == ["base", "large"]
    assert [one.kind for one in study.analyses] == ["models", "correlations"]
    about_models, about_systems = page.split("[[systems]]", 1)
    rows = {line.split("|")[1].strip(): line for line in about_models.splitlines() if line.startswith("|")}
    tables = {"`[options]`": AskingOptions, "`[[benchmarks]]`": StudyBenchmark, "`[[models]]`": StudyModel}
    for row, table in {**tables, "`[[analyses]]`": Analysis}.items():
        assert all(f"`{key}`" in rows[row] for key in declared(table) if key != "audit_options"), row
    assert [key for key in AUDIT_KEYS if f"`{key}`" not in rows["`[options]`"]] == []
    assert all(f"`{kind}`" in page for kind in ANALYSES)
    known = [key for table in (SystemOptions, TrainingFiles, StudySystem) for key in declared(table)]
    assert [key for key in known if key not in about_systems] == []
