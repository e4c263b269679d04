from dataclasses import replace

from epicene.kinds.item_rows import ItemRow, address, mark_differences, sampled, strongest


def test_marked_texts_joined_again_are_the_same_texts():
    more, less = "L’habit vert  va bien à Zoé.", "L’habit rouge va bien à  Léa !"
    for text, segments in zip((more, less), mark_differences(more, less), strict=True):
        assert "".join(segment.text for segment in segments) == text


def test_what_differs_is_marked_word_by_word():
    more, less = mark_differences("Les chapeaux verts volent.", "Les chapeaux rouges volent.")
    assert [segment.text for segment in more if segment.differs] == ["verts"]
    assert [segment.text for segment in less if segment.differs] == ["rouges"]


def row(item_id: str, *leanings: float | None) -> ItemRow:
    return ItemRow(item_id, "c", "C", [], leanings, leanings, [None] * len(leanings))


def test_strongest_pairs_come_first_on_each_side_and_ties_on_neither():
    rows = [row("a", 0.5), row("b", 3.0), row("c", -2.0), row("d", 0.0), row("e", None), row("f", -9.0)]
    assert [one.id for one, _ in strongest(rows, 0, towards_stereotype=True)] == ["b", "a"]
    assert [one.id for one, _ in strongest(rows, 0, towards_stereotype=False)] == ["f", "c"]


def test_pairs_whose_length_decides_are_on_neither_side():
    """The stereotyped sentence has the higher sum and the lower score per token, or the other way round."""
    shorter = replace(row("short", 2.0), leanings=[-0.1])
    longer = replace(row("long", -2.0), leanings=[0.1])
    plain = replace(row("plain", 1.0), leanings=[0.2])
    rows = [shorter, longer, plain]
    assert strongest(rows, 0, towards_stereotype=True) == [(plain, 0.2)]
    assert strongest(rows, 0, towards_stereotype=False) == []


def test_what_does_not_fit_is_the_strongest_and_as_many_of_each_type_at_even_distances():
    types = {f"{kind}{number}": kind for kind, n in (("a", 90), ("b", 6)) for number in range(n)}
    sizes = dict.fromkeys(types, 10.0)
    assert sampled(types, sizes, 960) == set(types)
    found = sampled(types, sizes, 110, ["a89"])
    assert "a89" in found
    assert sorted(one for one in found if one != "a89") == [
        "a0",
        "a18",
        "a36",
        "a54",
        "a72",
        "b0",
        "b1",
        "b2",
        "b3",
        "b4",
    ]
    assert sampled(types, sizes, 0, ["a89"]) == {"a89"}


def test_addresses_have_no_space_and_keep_what_tells_them_apart():
    assert address("pairs-fr", "/", "gender-004") == "pairs-fr/gender-004"
    assert address("my pairs", "?type=", "a b&c") == "my-pairs?type=a%20b%26c"
