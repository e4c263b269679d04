"""Time left is told where it can be told."""

from time import process_time

import pytest

from epicene.report.progress_bar import seconds_left


@pytest.mark.parametrize(
    ("seen", "total", "left"),
    [
        ([(0.0, 0), (1.0, 10), (2.0, 20), (3.0, 30)], 100, 7.0),
        ([(0.0, 0), (1.0, 10), (2.0, 20)], 100, None),  # less than a quarter
        ([(0.0, 0), (1.0, 20), (5.0, 40)], 100, None),  # four times slower than it began
        ([(0.0, 60), (1.0, 70), (2.0, 80)], 100, 2.0),  # a resumed run counts from where it went on
        ([(0.0, 0)], 100, None),
    ],
)
def test_time_left_is_the_pace_so_far_and_none_where_the_pace_changed(seen, total, left):
    assert seconds_left(seen, total) == (None if left is None else pytest.approx(left))


def test_time_left_is_found_without_reading_all_that_was_seen():
    """It is asked for after every step: a training of a million steps would take hours for it."""
    seen, began = [(float(step), step) for step in range(1_000_000)], process_time()
    for _ in range(100):
        assert seconds_left(seen, 2_000_000) == pytest.approx(1_000_001.0)
    assert process_time() - began < 5
