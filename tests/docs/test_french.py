"""The guide in French: beside the English one, with no figure of its own, and spelled as French is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from .pages import ROOT, in_french, name_of

IN_FRENCH = pytest.mark.parametrize("page", in_french(), ids=name_of)
_CODE = re.compile(r"^ *```.*?^ *```|`[^`\n]+`|<!--.*?-->", re.DOTALL | re.MULTILINE)
_ADDRESS = re.compile(r"\]\([^)]*\)")
_WRONG = re.compile(r".*(?: [:;?!%»]|[^\s\u00a0][;?!%»]|«[^\u00a0]|\w'\w).*")  # \u00a0 is the no-break space
_NUMBERING = re.compile(r"^(?:## )?\d+\. ", re.MULTILINE)


@IN_FRENCH
def test_a_page_and_the_one_in_the_other_language_lead_to_each_other(page: Path) -> None:
    originals = in_french()[page]
    assert originals
    for original in originals:
        assert f"](fr/{page.name}" in original.read_text(encoding="utf-8"), name_of(original)


@IN_FRENCH
def test_every_figure_stands_in_english_too(page: Path) -> None:
    """A figure that was measured anew has to change in both."""
    english = "\n".join(original.read_text(encoding="utf-8") for original in in_french()[page])
    of_english = figures(re.sub(r"(\d),(\d{3})", r"\1\2", english))
    french = re.sub(r"(\d)(?:\u00a0|\\,)(\d{3})", r"\1\2", page.read_text(encoding="utf-8"))
    of_french = figures(re.sub(r"(\d),(\d)", r"\1.\2", french))
    assert of_french
    assert of_french - of_english == set()


def figures(text: str) -> set[str]:
    """Numbers in digits, those of lists and headings and those within addresses aside."""
    return set(re.findall(r"\d+(?:\.\d+)*", _NUMBERING.sub("", _ADDRESS.sub("", text))))


@pytest.mark.parametrize("page", [*in_french(), ROOT / "README.fr.md"], ids=name_of)
def test_spaces_and_apostrophes_are_those_of_french(page: Path) -> None:
    text = _ADDRESS.sub("", _CODE.sub("", page.read_text(encoding="utf-8"))).replace("!!! ", "")
    assert _WRONG.findall(text) == []
