"""Editing a draft beside translating directly, with numbers worked out by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from adapt.people.made_adaptations import Cells, adaptation, bring, edited
from epicene.adapt.adaptation_folder import Adaptation
from epicene.adapt.people.editing_effort import Effort, editing_effort
from epicene.adapt.people.people_tables import effort_table, history_table, progress_table
from epicene.adapt.people.samples import Drawing, draw, progress_of
from epicene.core.errors import InputError


def taken(made: Adaptation, texts: dict[str, str], minutes: dict[str, str], *, draft_shown: bool, count: int) -> None:
    """Draw, translate and edit a sample; what the translator writes stays."""
    ((sample, table),) = draw(made, Drawing(["Ana"], ["Bo"], count, 1, draft_shown=draft_shown), {})

    def translated(row: Cells) -> Cells:
        place = str(sample.ids.index(row["id"]))
        return row | texts | {"decision": "accept", "minutes": minutes[place]}

    (for_bo,) = bring(made, table, translated).for_editors
    bring(made, for_bo, lambda row: row | {"decision": "keep"})


@pytest.fixture
def effort(tmp_path: Path) -> Effort:
    made = adaptation(tmp_path / "a", 4, draft="chantent toujours des airs")
    kept = {"more": "Elles chantent toujours des airs.", "less": "Ils chantent toujours des airs."}
    taken(made, kept, {"0": "1", "1": "2"}, draft_shown=True, count=2)
    own = {"more": "Elles chantent souvent des airs.", "less": "Ils chantent toujours des airs."}
    taken(made, own, {"0": "3", "1": "4"}, draft_shown=False, count=2)
    return editing_effort(made)


def test_ways_are_told_apart_by_whether_the_draft_was_shown(effort: Effort) -> None:
    found = {(one.way, one.first): one for one in effort.versions}
    assert set(found) == {("edited", "draft"), ("edited", "translator"), ("direct", "draft"), ("direct", "translator")}
    same = found["edited", "draft"]
    assert (same.items, same.sentences, same.changed.value, same.ter.value) == (2, 4, 0, 0)
    assert same.bleu.value == pytest.approx(100)
    direct = found["direct", "draft"]
    # one of two sentences of each item changed; one of the ten words of each item, two of twenty in all, the full stop
    # being a word for BLEU's tokens (shared 1- to 4-grams: 11/12, 8/10, 5/8, 3/6), and part of its word for TER
    assert direct.changed.value == 50
    assert direct.bleu.value == pytest.approx(100 * (11 / 12 * 8 / 10 * 5 / 8 * 3 / 6) ** 0.25)
    assert direct.ter.value == pytest.approx(10)
    assert found["direct", "translator"].bleu.value == pytest.approx(100)


def test_minutes_and_their_difference(effort: Effort) -> None:
    assert [(one.way, one.items, one.median, one.mean.value) for one in effort.minutes] == [
        ("edited", 2, 1.5, 1.5), ("direct", 2, 3.5, 3.5),
    ]  # fmt: skip
    assert effort.minutes_saved is not None
    assert effort.minutes_saved.value == 2
    assert (effort.minutes[0].mean.low, effort.minutes[0].mean.high) == (1, 2)


def test_shown_in_both_languages(effort: Effort) -> None:
    english, french = (effort_table(effort, code) for code in ("en", "fr"))
    assert english.rows[2][:3] == ("direct", "draft → final", "2")
    assert english.rows[2][3].startswith("50.0 [")
    assert french.rows[2][:2] == ("traduction directe", "brouillon → version finale")
    assert "Direct translation takes 2.0 [" in " ".join(english.lines)
    assert "la traduction directe demande 2,0 [" in " ".join(french.lines)


def test_without_a_draft_only_the_editors_changes_are_seen(tmp_path: Path) -> None:
    made = adaptation(tmp_path / "a", 2)
    with pytest.raises(InputError, match="Nothing can be compared"):
        editing_effort(made)
    ((_, table),) = draw(made, Drawing(["Ana"], ["Bo"]), {})
    written = {"more": "Les femmes chantent.", "decision": "accept"}
    (for_bo,) = bring(made, table, lambda row: row | written).for_editors
    bring(made, for_bo, edited)
    (only,) = editing_effort(made).versions
    assert (only.way, only.first, only.sentences, only.changed.value) == ("direct", "translator", 2, 0)
    assert progress_table(progress_of(made), "fr").rows[0][:2] == ("Ana", "traduction")
    assert history_table([], "fr").lines == ["Rien n’a encore été décidé."]
