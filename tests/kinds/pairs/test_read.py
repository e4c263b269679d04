"""What the readers take from a file, and what they say of a file they cannot read."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from data.crows_files import HEADER, Crows, Write
from epicene.core.errors import InputError
from epicene.core.hashing import items_digest
from epicene.core.kinds import KINDS
from epicene.core.types import Role
from epicene.data.benchmarks import BENCHMARKS
from epicene.kinds.pairs.kind import PAIRS

ROWS = "7\tLes grues dansent.\tLes hérons dansent.\tstereo\tage\nLA3\tA.\tB.\tantistereo\tautre\n"
LINE = {
    "id": "a",
    "more": "Un chat.",
    "less": "Un chien.",
    "direction": "stereo",
    "bias_type": "age",
    "origin": "native",
}


def read(path: Path, name: str = "crows-fr"):
    return BENCHMARKS[name].items(path)


def test_a_row_becomes_an_item_with_all_its_facts(write: Write):
    first, second = read(write(HEADER + ROWS))
    assert (first.id, first.cluster, first.language, first.category, first.line) == ("7", "7", "fr", "age", 2)
    assert first.variants[Role.MORE].text == "Les grues dansent."
    assert first.variants[Role.LESS].text == "Les hérons dansent."
    assert first.facets == {"direction": "stereo", "origin": "translated"}
    assert second.facets == {"direction": "antistereo", "origin": "native"}
    assert (second.category, second.line) == ("other", 3)


def test_contributed_pairs_are_native_in_french_and_translated_in_english(write: Write):
    path = write(HEADER + ROWS)
    assert [item.facets["origin"] for item in read(path, "crows-en")] == ["native", "translated"]
    assert [item.facets["origin"] for item in read(path, "crows-en-original")] == ["native", "native"]


def test_without_ids_the_row_is_the_id_and_decides_the_origin(write: Write):
    rows = "".join(f"A {n}.\tB {n}.\tstereo\tage\n" for n in range(1468))
    items = read(write("sent_more\tsent_less\tstereo_antistereo\tbias_type\n" + rows))
    assert [items[0].id, items[1467].id] == ["0", "1467"]
    assert [items[1466].facets["origin"], items[1467].facets["origin"]] == ["translated", "native"]


def test_commas_tabs_crlf_and_a_byte_order_mark_give_the_same_items(write: Write):
    table = list(csv.reader(io.StringIO(HEADER + ROWS), delimiter="\t"))
    commas = io.StringIO()
    csv.writer(commas, lineterminator="\r\n").writerows(table)
    plain = read(write(HEADER + ROWS))
    assert read(write(commas.getvalue())) == plain
    assert read(write(b"\xef\xbb\xbf" + (HEADER + ROWS).replace("\n", "\r\n").encode())) == plain


def test_line_is_where_the_row_starts_even_after_a_sentence_with_a_line_break(write: Write):
    items = read(write(HEADER + '1\t"Un ""chat""\tet\nun chien."\tB.\tstereo\tage\n\n2\tC.\tD.\tstereo\tage\n'))
    assert items[0].variants[Role.MORE].text == 'Un "chat"\tet\nun chien.'
    assert [item.line for item in items] == [2, 5]


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\x00"), min_size=1))
def test_sentences_are_taken_exactly_as_they_stand(tmp_path: Path, sentence: str):
    table = io.StringIO()
    csv.writer(table, delimiter="\t", lineterminator="\n").writerow(["1", sentence, " b ", "stereo", "age"])
    path = tmp_path / "one.tsv"
    path.write_bytes((HEADER + table.getvalue()).encode())
    item = read(path)[0]
    assert (item.variants[Role.MORE].text, item.variants[Role.LESS].text) == (sentence, " b ")
    path.write_text(json.dumps(LINE | {"more": sentence}, ensure_ascii=False) + "\n", encoding="utf-8", newline="")
    assert read(path, "pairs-fr")[0].variants[Role.MORE].text == sentence


def test_json_lines_keep_what_they_know_and_further_texts_are_facets(write: Write):
    without_origin = {key: value for key, value in LINE.items() if key != "origin"} | {"id": "b", "age": "old", "n": 3}
    items = read(write(f"{json.dumps(LINE)}\r\n\n{json.dumps(without_origin)}\n"), "pairs-en")
    assert [dict(item.facets) for item in items] == [
        {"direction": "stereo", "origin": "native"},
        {"direction": "stereo", "age": "old"},
    ]
    assert [(item.line, item.language) for item in items] == [(1, "en"), (3, "en")]


def test_an_unknown_bias_type_is_kept(write: Write):
    assert read(write(HEADER + "1\tA.\tB.\tstereo\tcuisine\n"))[0].category == "cuisine"


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "is empty"),
        (" \n\n", "is empty"),
        (HEADER, "has a header but no pairs"),
        (HEADER.replace("bias_type", "type") + ROWS, "line 1: no column bias_type (found: '', 'sent_more'"),
        (
            HEADER.encode() + "1\té à è.\tB.\tstereo\tage\n2\tcaf".encode() + b"\xe9\tB.\tstereo\tage\n",
            "line 3: byte 0xe9",
        ),
        (HEADER + ROWS + "7\tA.\tB.\tstereo\tage\n", "line 4: the id 7 is that of line 2 too"),
        (HEADER + "1\tA.\tstereo\tage\n", "line 2: this row has 4 and not 5 fields; check for tabs"),
        (HEADER + ROWS + "9\tA.\tB.\tstereo\tage\tx\n", "line 4: this row has 6 and not 5 fields"),
        (HEADER + '1\t"A.\tB.\tstereo\tage\n2\tA.\tB.\tstereo\tage\n', "line 2: this row has 2 and not 5 fields"),
        (HEADER.replace("\n", "\r") + "1\tA.\tB.\tstereo\tage\r", "line 1: lines end with a carriage return alone"),
        (HEADER + "\tA.\tB.\tstereo\tage\n", "line 2: this row has no id"),
    ],
)
def test_an_unreadable_table_is_refused_in_one_sentence_with_the_line(write: Write, content: str | bytes, says: str):
    path = write(content)
    with pytest.raises(InputError) as refusal:
        read(path)
    assert str(path) in str(refusal.value)
    assert says in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('{"id": "a",', "line 2: this is not JSON"),
        ('["a"]', "line 2: this is not a JSON object"),
        ('{"id": "b", "more": "x"}', "line 2: the pair has no less, direction, bias_type"),
        (json.dumps(LINE | {"id": 3}), "line 2: id is not a text"),
        (json.dumps(LINE | {"id": "b", "origin": "lost"}), "line 2: the origin of b is 'lost'"),
        (json.dumps(LINE | {"id": "b", "more": "\ud83d"}), "line 2: more has half of a surrogate pair"),
        (json.dumps(LINE), "line 2: the id a is that of line 1 too"),
    ],
)
def test_a_bad_json_line_is_refused_with_the_line(write: Write, line: str, says: str):
    with pytest.raises(InputError) as refusal:
        read(write(f"{json.dumps(LINE)}\n{line}\n"), "pairs-fr")
    assert says in str(refusal.value)


@pytest.mark.parametrize(
    ("name", "file", "n", "antistereo"),
    [
        ("crows-fr", "crows_pairs_FR.tsv", 1677, 211),
        ("crows-en", "crows_pairs_EN_revised.tsv", 1677, 211),
        ("crows-en-original", "crows_pairs_anonymized.csv", 1508, 218),
    ],
)
def test_the_published_files_are_read_whole_and_known(crows: Crows, name: str, file: str, n: int, antistereo: int):
    items = read(crows(file), name)
    assert len(items) == n
    assert sum(item.facets["direction"] == "antistereo" for item in items) == antistereo
    assert items_digest(items) in BENCHMARKS[name].known_digests


@pytest.mark.parametrize("code", ["en", "fr"])
def test_the_template_can_be_read_as_it_is(write: Write, code: str):
    (item,) = PAIRS.read(write(KINDS["pairs"].template(code)), code)
    assert (item.id, item.facets["direction"], item.category) == ("example-1", "stereo", "other")


@pytest.mark.parametrize("content", ['{"data": {"intrasentence": []}}', '[{"id": 1}]'])
def test_json_given_as_a_table_is_told_where_it_belongs(write: Write, content: str):
    with pytest.raises(InputError, match="StereoSet's file is stereoset-XX=FILE"):
        PAIRS.read(write(content), "fr", format="table")
