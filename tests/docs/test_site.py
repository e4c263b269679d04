"""The guide as a built site: whole, without dead links, and with reference pages that the code itself wrote."""

from __future__ import annotations

import ast
import re
import runpy
from functools import cache
from itertools import chain
from pathlib import Path

import pytest

import epicene
from epicene.kinds.protocol import known_response_modes
from epicene.metrics.catalogue import MEASURES
from sources import nodes

from .pages import ROOT, blocks, commands_page, in_french, name_of
from .site_checks import dead_links, pages_of


def test_every_sentence_is_listed_with_its_values_filled_in(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(ROOT / "docs" / "generate" / "sentences.py"))["main"]()
    listed = capsys.readouterr().out
    assert "{" not in listed
    assert "\n  1,673 of 1,673 pairs" in listed


def test_every_link_within_the_site_leads_somewhere_and_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    assert len(pages_of(site)) >= 18
    assert dead_links(site) == []


def test_every_page_is_reached_from_the_start_page(site: Path) -> None:
    pages = pages_of(site)
    start = pages[site / "index.html"]
    reached = {(site / link.partition("#")[0]).resolve() for link in start.links if "://" not in link}
    french = site / "fr" / "index.html"  # with a sidebar of its own
    assert french in reached
    for page in (french, site / "samples.html", site / "fr" / "exemples.html"):
        reached |= {(page.parent / link.partition("#")[0]).resolve() for link in pages[page].links if "://" not in link}
    assert [page.name for page in pages if page not in reached and page.name != "404.html"] == []


def test_french_pages_say_that_they_are_french(site: Path) -> None:
    assert {page.relative_to(site).parts[0] for page, read in pages_of(site).items() if read.language == "fr"} == {"fr"}


def test_the_header_leads_to_the_other_language_and_a_french_page_has_a_french_sidebar(site: Path) -> None:
    def link(page: str) -> str:
        (found,) = re.findall(r'<a class="language" href="([^"]+)"', (site / page).read_text(encoding="utf-8"))
        return str(found)

    assert (link("numbers.html"), link("fr/nombres.html")) == ("fr/nombres.html", "../numbers.html")
    assert link("lab.html") == "fr/index.html"  # not in French yet
    assert link("reference/commands.html") == "../fr/index.html"
    for page, there, absent in (
        ("fr/nombres.html", "Se dépanner", "Getting started"),
        ("lab.html", "Getting started", "Se dépanner"),
    ):
        sidebar = (site / page).read_text(encoding="utf-8").split("md-sidebar--primary")[1].split("md-sidebar--sec")[0]
        assert there in sidebar
        assert absent not in sidebar


def test_every_command_and_option_is_on_the_commands_page() -> None:
    page = commands_page()
    sections = {part.split("\n", 1)[0]: part for part in page.page().split("\n## ")[1:]}
    found = dict(page.walk())
    assert {f"epicene {' '.join(words)}" for words in found} == set(sections)
    assert {"epicene audit", "epicene mt judge", "epicene collect user add", "epicene lab calibrate"} <= set(sections)
    for words, command in found.items():
        for line in (*command.lines, *command.keys):
            assert f"<code>{line.names[0].replace('|', '&#124;')}" in sections[f"epicene {' '.join(words)}"], words
    assert "<code>bos</code>" in sections["epicene audit"]


def test_brackets_of_a_help_text_are_whole_on_the_page() -> None:
    assert r"A file with \[\[systems\]\] is a study" in commands_page().page()


def test_every_public_name_is_on_the_python_page_and_has_a_docstring() -> None:
    generator = runpy.run_path(str(ROOT / "docs" / "generate" / "api_page.py"))
    page = generator["page"]()
    for name in epicene.__all__:
        if name not in ("__version__", "report"):  # `report` is `write_report`
            assert f"### epicene.{name}\n" in page
    things = [thing for _, groups in generator["SECTIONS"].values() for _, members in groups for thing in members]
    assert [thing.__name__ for thing in things if not thing.__doc__ or thing.__doc__.startswith(thing.__name__)] == []
    for name, member in {**vars(epicene.Run), **vars(epicene.PairedRuns)}.items():
        if not name.startswith("_") and (callable(member) or isinstance(member, property)):
            assert member.__doc__, name
            assert f"\n{name}" in page


@pytest.mark.parametrize("page", ["numbers.md", "fr/nombres.md"])
def test_every_metric_is_explained(page: str) -> None:
    known_response_modes()  # whose measures are there once they are loaded
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    assert [name for name in MEASURES if f"`{name}`" not in text] == []


@pytest.mark.parametrize("page", ["troubleshooting.md", "fr/depannage.md"])
def test_messages_under_troubleshooting_are_those_that_epicene_gives(page: str) -> None:
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    quoted = [one for line in text.splitlines() if line.startswith("| *") for one in re.findall(r"\*([^*]+)\*", line)]
    assert len(quoted) >= 10
    pieces = [piece.strip() for one in quoted for piece in one.split("…") if piece.strip()]
    assert [piece for piece in pieces if piece not in all_said()] == []


@cache
def all_said() -> str:
    """The texts in the sources, each on a line, with … for what is filled in."""
    found = []
    for node in chain.from_iterable(nodes().values()):
        if isinstance(node, ast.JoinedStr):
            found.append("".join(str(one.value) if isinstance(one, ast.Constant) else "…" for one in node.values))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.append(node.value)
    return "\n".join(found)


def test_the_page_on_plugins_shows_the_example_as_it_is() -> None:
    example = ROOT / "examples" / "epicene-example-plugin"
    pages = [ROOT / "docs" / name for name in ("extend.md", "plugins.md")]
    shown = {block.title: block.text for page in pages for block in blocks(page) if block.title}
    for name in ("benchmark.py", "scoring.py", "measure.py"):
        (file,) = (example / "src").rglob(name)
        written = file.read_text(encoding="utf-8")
        assert written.partition('"""\n\n')[2] == shown[name], name
    for name in ("occupations-it.tsv", "work-it.toml"):
        (file,) = (example / "src").rglob(name)
        assert file.read_text(encoding="utf-8") == shown[name], name
    declared = (example / "pyproject.toml").read_text(encoding="utf-8")
    (entry_points,) = (
        block.text for block in blocks(ROOT / "docs" / "extend.md") if block.language == "toml" and not block.title
    )
    assert entry_points in declared
    (row,) = (block.text for block in blocks(ROOT / "docs" / "extend.md") if block.language == "json")
    assert row in (example / "src" / "epicene_example" / "pets-fr.jsonl").read_text(encoding="utf-8")


def test_both_readmes_tell_the_same() -> None:
    english, french = ((ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "README.fr.md"))
    commands = [re.sub(r" --lang fr", "", line) for line in re.findall(r"^\.venv/bin/epicene.*$", french, re.MULTILINE)]
    assert commands == re.findall(r"^\.venv/bin/epicene.*$", english, re.MULTILINE)
    names = [re.findall(r"^\| `(\w+)", text, re.MULTILINE) for text in (english, french)]
    assert names[0] == names[1]
    links = [set(re.findall(r"\]\((docs/[^)#]+)\)", text)) for text in (english, french)]
    pages = {name_of(page): {name_of(original) for original in originals} for page, originals in in_french().items()}
    assert set(pages) <= links[1]
    assert links[0] <= links[1].union(*pages.values())
    translated = {name for originals in pages.values() for name in originals} - {"docs/index.md"}
    assert not links[1] & translated, "README.fr.md links to a page in English that exists in French"
    for text in (english, french):
        for link in re.findall(r"\]\(((?!http)[^)#]+)\)", text):
            assert (ROOT / link).exists(), link
