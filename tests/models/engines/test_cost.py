"""What a run costs is kept over all its legs, killed ones included."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from epicene.core.errors import InputError
from epicene.models.engines.cost import FILE, GPU, PROCESS, Cost, Memory, Meter, metered, peak_memory, read_cost
from epicene.models.engines.local import RAY


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr("epicene.models.engines.cost.time", made)
    return made


@dataclass
class Kept:
    """What stands in a file: a copy of the cost as it was when it was written."""

    cost: dict[str, Any]
    file: dict[str, Any] | None = None

    def write(self) -> None:
        self.file = json.loads(json.dumps(self.cost))

    def __getitem__(self, key: str) -> Any:
        assert self.file is not None
        return self.file[key]

    def meter(self) -> Meter:
        return Meter(self.cost, self.write, RAY)  # whose energy is not looked for


def earlier() -> Kept:
    return Kept({"seconds": 5.0, "tokens": 50, "asking": {"seconds": 5.0, "tokens": 50}, "tokens_per_second": 10.0})


def test_a_leg_is_added_to_the_earlier_ones_every_two_seconds(clock: Clock) -> None:
    kept = earlier()
    meter = kept.meter()
    clock.now += 1
    meter.add(Cost(40, 1.0, Memory(3000, PROCESS)))
    assert kept.file is None
    clock.now += 1
    meter.add(Cost(110, 1.0, None))  # a kill from here on loses what comes after
    assert (kept["seconds"], kept["tokens"], kept["tokens_per_second"]) == (7, 200, 28.6)
    clock.now += 1
    meter.add(Cost(100, 1.0, Memory(2000, PROCESS)))
    meter.close()
    assert (kept["seconds"], kept["tokens"], kept["tokens_per_second"]) == (8, 300, 37.5)


def test_the_rate_is_that_of_the_asking_alone_over_all_legs(clock: Clock) -> None:
    kept = Kept({"seconds": 0.0, "tokens": 0})
    for tokens, seconds in ((100, 4), (200, 2)):
        meter = kept.meter()
        clock.now += 30  # loading
        meter.add(Cost(500, 1.0, None), is_asking=False)  # the sanity check, written down because it took so long
        assert kept.file is not None
        assert kept.file.get("asking", {}).get("tokens") == (None if tokens == 100 else 100)
        clock.now += seconds
        meter.add(Cost(tokens, seconds, None))
        clock.now += 7  # after the last answer
        meter.close()
    assert kept["asking"] == {"seconds": 6, "tokens": 300}
    assert (kept["seconds"], kept["tokens"], kept["tokens_per_second"]) == (80, 1300, 50)


def test_time_is_told_where_tokens_are_not_known_and_nothing_where_nothing_was_done(clock: Clock) -> None:
    kept = Kept({})
    idle = kept.meter()
    clock.now += 20
    idle.close()
    assert kept.file is None
    meter = kept.meter()
    clock.now += 1
    meter.tick()
    assert kept.file is None
    meter.close()
    assert kept.file == {"seconds": 1}


def test_peak_memory_is_the_most_that_any_process_had() -> None:
    kept = Kept({})
    meter = kept.meter()
    for peak in (2000, 3000, 1000):
        meter.add(Cost(1, 0.0, Memory(peak, PROCESS)))
    meter.close()
    assert (kept["peak_memory_bytes"], kept["peak_memory_of"]) == (3000, PROCESS)
    here = peak_memory()
    assert here is None or (here.peak > 2**20 and here.of == PROCESS)


def test_where_a_gpu_was_used_its_memory_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("torch.cuda.device_count", lambda: 2)
    monkeypatch.setattr("torch.cuda.max_memory_allocated", lambda device: (0, 5_000)[device])
    assert peak_memory() == Memory(5_000, GPU)
    monkeypatch.setattr("torch.cuda.max_memory_allocated", lambda device: 0)  # there, and not used
    assert peak_memory() != Memory(5_000, GPU)


@dataclass
class Reader:
    tokens_seen: int = 7


class Two:
    """Workers that hold one reader and take the pieces from behind."""

    def __init__(self) -> None:
        self.reader = Reader()

    def map(self, work: Callable[[Reader, Any], Any], pieces: Iterable[Any]) -> Iterator[Any]:
        for piece in reversed(list(pieces)):
            yield work(self.reader, piece)


def test_counted_work_gives_the_same_answers_and_its_tokens(tmp_path: Path, clock: Clock) -> None:
    def work(reader: Reader, piece: int) -> str:
        clock.now += piece
        reader.tokens_seen += 10 * piece
        return f"piece {piece}"

    for _ in range(2):
        with metered(tmp_path, RAY) as meter:
            assert list(meter.counting(Two()).map(work, [1, 2, 3])) == ["piece 3", "piece 2", "piece 1"]
    found = read_cost(tmp_path)
    assert {key: found[key] for key in ("seconds", "tokens", "tokens_per_second")} == {
        "seconds": 12,
        "tokens": 120,
        "tokens_per_second": 10,
    }


def test_what_was_done_before_an_error_is_counted(tmp_path: Path, clock: Clock) -> None:
    def work(reader: Reader, _: None) -> None:
        clock.now += 4
        reader.tokens_seen += 8

    def stopped() -> None:
        with metered(tmp_path, RAY) as meter:
            next(meter.counting(Two()).map(work, [None, None]))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stopped()
    assert (read_cost(tmp_path)["seconds"], read_cost(tmp_path)["tokens"]) == (4, 8)


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('{"seconds": ', encoding="utf-8")
    with pytest.raises(InputError, match=r"cost\.json is damaged .* Delete it"):
        read_cost(tmp_path)
