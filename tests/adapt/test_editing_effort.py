"""Editing a draft beside translating directly, with numbers worked out by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from adapt.made_adaptations import Cells, adaptation, bring, edited
from epicene.adapt.adaptation import Adaptation
from epicene.adapt.editing_effort import Effort, editing_effort
from epicene.adapt.publish import effort_table
from epicene.adapt.samples import SampleRequest, draw
from epicene.core.errors import InputError


def work(made: Adaptation, texts: dict[str, str], minutes: list[str], *, draft_shown: bool) -> None:
    """Draw, translate and edit a sample; what the translator writes stays."""
    request = SampleRequest(["Ana"], ["Bo"], len(minutes), 1, draft_shown=draft_shown)
    ((sample, table),) = draw(made, request, {})

    def translated(row: Cells) -> Cells:
        return row | texts | {"decision": "accept", "minutes": minutes[sample.ids.index(row["id"])]}

    (for_bo,) = bring(made, table, translated).for_editors
    bring(made, for_bo, lambda row: row | {"decision": "keep"})


@pytest.fixture
def effort(tmp_path: Path) -> Effort:
    made = adaptation(tmp_path / "a", 4, draft="chantent toujours des airs")
    kept = {"more": "Elles chantent toujours des airs.", "less": "Ils chantent toujours des airs."}
    work(made, kept, ["1", "2"], draft_shown=True)
    work(made, {**kept, "more": "Elles chantent souvent des airs."}, ["3", "4"], draft_shown=False)
    return editing_effort(made)


def test_versions_by_whether_the_draft_was_shown(effort: Effort) -> None:
    by_way = {(compared.way, compared.first): compared for compared in effort.versions}
    assert set(by_way) == {(way, first) for way in ("edited", "direct") for first in ("draft", "translator")}
    same = by_way["edited", "draft"]
    assert (same.items, same.sentences, same.changed.value, same.ter.value) == (2, 4, 0, 0)
    assert same.bleu.value == pytest.approx(100)
    direct = by_way["direct", "draft"]
    # one of two sentences of each item changed; one of the ten words of each item, two of twenty in all, the full stop
    # being a word for BLEU's tokens (shared 1- to 4-grams: 11/12, 8/10, 5/8, 3/6), and part of its word for TER
    assert direct.changed.value == 50
    assert direct.bleu.value == pytest.approx(100 * (11 / 12 * 8 / 10 * 5 / 8 * 3 / 6) ** 0.25)
    assert direct.ter.value == pytest.approx(10)
    assert by_way["direct", "translator"].bleu.value == pytest.approx(100)


def test_minutes_and_their_difference(effort: Effort) -> None:
    assert [(minutes.way, minutes.items, minutes.median, minutes.mean.value) for minutes in effort.minutes] == [
        ("edited", 2, 1.5, 1.5), ("direct", 2, 3.5, 3.5),
    ]  # fmt: skip
    assert effort.minutes_saved is not None
    assert effort.minutes_saved.value == 2
    assert effort.minutes[0].mean.low == 0  # two items say little of others
    assert effort.minutes[0].mean.high > 7
    for language, changed, saved in (("en", "50.0 [", "2.0 ["), ("fr", "50,0 [", "2,0 [")):
        table = effort_table(effort, language)
        assert table.rows[2][3].startswith(changed)
        assert saved in table.lines[-2]


def test_without_a_draft_only_the_editors_changes_are_seen(tmp_path: Path) -> None:
    made = adaptation(tmp_path / "a", 2)
    with pytest.raises(InputError):
        editing_effort(made)
    ((_, table),) = draw(made, SampleRequest(["Ana"], ["Bo"]), {})
    written = {"more": "Les femmes chantent.", "decision": "accept"}
    (for_bo,) = bring(made, table, lambda row: row | written).for_editors
    bring(made, for_bo, edited)
    (only,) = editing_effort(made).versions
    assert (only.way, only.first, only.sentences, only.changed.value) == ("direct", "translator", 2, 0)
