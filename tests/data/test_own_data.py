"""Files and frames of one's own: what a spreadsheet saves, and the names that published tables have for columns."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from epicene.core.errors import InputError
from epicene.core.kinds import KINDS
from epicene.core.types import Role
from epicene.data.checking.check import check
from epicene.data.datasets import open_benchmark
from epicene.data.items_from_python import dataset_of, frame_items

from .crows_files import Write

MORE, LESS = "L’été, les « vieux » sont lents.", "L’été, les jeunes ; les autres ; sont lents."
COMMAS = f'id,sent_more,sent_less,stereo_antistereo,bias_type\nx,{MORE.replace(",", "")},"{LESS}",stereo,age\n'
SEMICOLONS = f'id;sent_more;sent_less;stereo_antistereo;bias_type\nx;{MORE};"{LESS}";stereo;age\n'
SHORT = SEMICOLONS.replace("sent_", "").replace("stereo_antistereo", "direction").replace("bias_type", "category")
LINE = {"id": "x", "more": MORE, "less": LESS, "direction": "stereo", "bias_type": "age"}
LONG_LINE = {"id": "x", "sent_more": MORE, "sent_less": LESS, "stereo_antistereo": "stereo", "category": "age"}


class Frame:
    """What is used of a pandas frame."""

    def __init__(self, *rows: dict[str, object]) -> None:
        self.rows = rows
        self.columns = list(rows[0])

    def to_dict(self, orient: str) -> list[dict[str, object]]:
        return [dict(row) for row in self.rows]


@pytest.mark.parametrize(
    "content",
    [
        SEMICOLONS.encode(),
        SEMICOLONS.encode("utf-8-sig"),
        SEMICOLONS.replace("\n", "\r\n").encode("cp1252"),
        SHORT.encode("cp1252"),
        f'"# notes ; à moi";;;;\n{SHORT}'.encode(),
        json.dumps(LINE).encode(),
        json.dumps(LONG_LINE).encode(),
    ],
    ids=["utf-8", "byte-order mark", "windows", "short names", "comment", "json", "json, long names"],
)
def test_what_a_spreadsheet_saves_and_both_vocabularies_give_the_same_pair(write: Write, content: bytes) -> None:
    (item,) = open_benchmark(f"pairs-fr={write(content)}").items
    assert [text.text for text in item.variants.values()] == [MORE, LESS]
    assert (item.id, item.category, item.facets["direction"]) == ("x", "age", "stereo")


def test_a_damaged_utf_8_table_is_not_taken_for_windows_1252(write: Write) -> None:
    """One broken byte among accents that are sound."""
    path = write(COMMAS.encode() + b"y,caf\xff,b,stereo,age")
    with pytest.raises(InputError, match="0xff"):
        open_benchmark(f"pairs-fr={path}")


def test_a_table_in_utf_16_is_refused_by_its_first_byte(write: Write) -> None:
    with pytest.raises(InputError, match="0xff"):
        open_benchmark(f"pairs-fr={write(COMMAS.encode('utf-16'))}")


@pytest.mark.parametrize(
    "row",
    [
        {"more": MORE, "less": LESS, "direction": "stereo", "category": "age"},
        {"sent_more": MORE, "sent_less": LESS, "stereo_antistereo": "stereo", "bias_type": "age"},
        {"more": MORE, "sent_less": LESS, "direction": "stereo", "bias_type": "age"},
    ],
)
def test_frames_take_both_vocabularies(row: dict[str, object]) -> None:
    (item,) = dataset_of(frame_items(Frame({"language": "fr", **row}))).items
    assert [item.variants[role].text for role in (Role.MORE, Role.LESS)] == [MORE, LESS]
    assert (item.category, item.facets) == ("age", {"direction": "stereo"})


def test_a_column_is_not_renamed_over_one_that_is_there(write: Write) -> None:
    frame = Frame({"language": "fr", "more": "A.", "less": "B.", "category": "age", "bias_type": "mine"})
    (item,) = frame_items(frame)
    assert (item.category, item.facets) == ("age", {"bias_type": "mine"})
    table = write("more,less,bias_type,category\nA.,B.,age,mine\n")
    (item,) = open_benchmark(f"pairs-fr={table}").items
    assert (item.category, item.facets["category"]) == ("age", "mine")


@pytest.mark.parametrize(
    ("columns", "hints"),
    [
        (("sentence_more", "phrase_less"), ("'sentence_more' to more", "'phrase_less' to less")),
        (("Sent_More", "less"), ("'Sent_More' to more",)),
        (("colour", "size"), ()),
    ],
)
def test_an_error_says_which_column_to_rename(write: Write, columns: tuple[str, str], hints: tuple[str, ...]) -> None:
    with pytest.raises(InputError) as of_frame:
        frame_items(Frame({"language": "fr", **dict.fromkeys(columns, "A.")}))
    with pytest.raises(InputError) as of_file:
        open_benchmark(f"pairs-fr={write(';'.join(columns))}")
    for hint in hints:
        assert hint in str(of_frame.value)
        assert hint.replace(" to ", " to sent_") in str(of_file.value)
    assert ("rename" in str(of_frame.value), "rename" in str(of_file.value)) == (bool(hints), bool(hints))


ENGLISH = "more,less\nThe women of the town were late.,The men of the town were late.\n"


@pytest.mark.parametrize(("name", "written"), [("pairs-fr", "en"), ("pairs-en", None), ("pairs-de", None)])
def test_sentences_of_another_language_than_the_name_get_a_warning(write: Write, name: str, written: str) -> None:
    warning = open_benchmark(f"{name}={write(ENGLISH)}").warning()
    assert (warning is not None and f"pairs-{written}=" in warning) == (written is not None)


@pytest.mark.parametrize(
    ("name", "severity"),
    [
        ("age", None),
        ("handedness", "note"),
        ("métier", "note"),
        ("sexual_orientation", "warning"),
        ("Gender", "warning"),
    ],
)
def test_a_bias_type_of_ones_own_is_no_mistake_and_a_misspelt_one_is(write: Write, name: str, severity: str) -> None:
    """The template says that a word of one's own will do."""
    path: Path = write(KINDS["pairs"].template("en").replace(",other", f",{name}"))
    items = open_benchmark(f"pairs-en={path}").items
    found = [finding.severity for finding in check(items, path, KINDS["pairs"]) if finding.kind == "bias-type"]
    assert found == ([severity] if severity else [])


@pytest.mark.parametrize(
    ("sentences", "is_other"),
    [(("Elle a dit non", "Il a dit non"), False), (("She has been with them and we",) * 3, True)],
)
def test_a_few_words_that_languages_share_do_not_make_another_language(
    write: Write, sentences: tuple[str, ...], is_other: bool
) -> None:
    rows = "".join(f"{sentence},{sentence} too\n" for sentence in sentences)
    path = write(f"more,less\n{rows}".encode())
    assert (open_benchmark(f"pairs-fr={path}").warning() is not None) == is_other
