"""Which statements and pairs of a campaign are nearly the same: indexes in memory, brought up to date when asked.

What is near is decided in `data/checking/near_duplicates.py`.

The database says which rows there are, in which version; only those that are new or changed since the last time are
read. So it does not matter which process wrote them, and what was erased, rejected or merged is gone from the answer.
A search has so much time and no more: texts that were made to cost the most must not stop a curator. Only curators'
searches wait for one another; whoever erases something waits for none.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from threading import Lock
from typing import Any, NamedTuple

from sqlalchemy import Select, Text, cast, func, select
from sqlalchemy.orm import Session

from epicene.collect.campaigns import CampaignFacts, current_campaign
from epicene.collect.store.database import check_stop
from epicene.collect.store.schema import PairRow, PairStatus, Statement, StatementStatus
from epicene.data.checking.near_duplicates import MOST_NEAR, NearIndex
from epicene.grammar.word_patterns import folded_words

COMPARED = (StatementStatus.NEW, StatementStatus.ACCEPTED)
MOST_KEPT = 8  # indexes; whoever looks at more campaigns waits for one to be made again


class AlikePairs(NamedTuple):
    """Ids of other pairs with the same words, and with nearly the same."""

    same: Sequence[int] = ()
    near: Sequence[int] = ()


class TimeUpError(Exception):
    pass


class TextIndex:
    """The index of some rows: an id, a version and texts each."""

    def __init__(self, rows: Select[*tuple[Any, ...]], language: str) -> None:
        self.lock = Lock()
        self.index = NearIndex(language)
        self._rows = rows
        self._known: dict[int, str] = {}  # “id:version”, as the database writes them

    def update(self, session: Session) -> None:
        """One string says what there is: a tuple for each of many rows would cost more than the search. What is indexed
        when a search is stopped stays so."""
        row_id, version, *_ = self._rows.selected_columns
        listed = func.aggregate_strings(cast(row_id, Text) + ":" + cast(version, Text), ",")
        there = set((session.scalar(self._rows.with_only_columns(listed)) or "").split(",")) - {""}
        for key in [key for key, row in self._known.items() if row not in there]:
            self.index.discard(key)
            del self._known[key]
        fresh = {int(row.partition(":")[0]): row for row in there - set(self._known.values())}
        if fresh:
            between = self._rows.where(row_id.between(min(fresh), max(fresh))).order_by(row_id)
            for key, _, *texts in session.execute(between):
                check_stop(session)
                if key in fresh:
                    self.index.add(key, tuple(map(folded_words, texts)))
                    self._known[key] = fresh[key]


class NearTexts:
    """One for the server. Its methods may be called from any thread."""

    def __init__(self, clock: Callable[[], float] = time.thread_time) -> None:
        self._kept: OrderedDict[tuple[str, int], TextIndex] = OrderedDict()
        self._lock = Lock()
        self._clock = clock

    def of_statements(
        self, session: Session, campaign: CampaignFacts, texts: Sequence[str], seconds: float = 60
    ) -> list[list[int] | None]:
        """For each text, the ids of up to `MOST_NEAR` statements that differ from it in function words, endings or
        spelling only; not those with the same words. None for those for which no time was left."""
        rows = select(Statement.id, Statement.version, Statement.text).where(
            Statement.campaign_id == campaign.id, Statement.status.in_(COMPARED)
        )
        with self._updated(session, "statements", campaign, rows) as kept:
            until = self._clock() + seconds
            return [self._search(kept, session, (folded_words(text),), until) for text in texts]

    def of_pair(
        self, session: Session, campaign: CampaignFacts, sides: tuple[str, str], pair_id: int | None, seconds: float
    ) -> AlikePairs:
        """`pair_id`: of the pair itself, if it is kept already."""
        rows = select(PairRow.id, PairRow.version, PairRow.more, PairRow.less).where(
            PairRow.campaign_id == campaign.id, PairRow.status != PairStatus.REJECTED
        )
        folded = tuple(map(folded_words, sides))
        with self._updated(session, "pairs", campaign, rows) as kept:
            same = kept.index.same(folded, without=pair_id)
            near = self._search(kept, session, folded, self._clock() + seconds, pair_id)
            return AlikePairs([same.key] if same else [], near or [])

    def refresh(self, session: Session) -> None:
        """Forget what was erased without waiting to be asked; the first time, index the current campaign's statements,
        so that the first curator need not wait for it."""
        if not self._kept:
            self.of_statements(session, current_campaign(session), [])
        for kept in list(self._kept.values()):
            with kept.lock:
                kept.update(session)

    @contextmanager
    def _updated(
        self, session: Session, kind: str, campaign: CampaignFacts, rows: Select[*tuple[Any, ...]]
    ) -> Iterator[TextIndex]:
        """The index of these rows as they are now, for one search at a time."""
        key = (kind, campaign.id)
        with self._lock:
            kept = self._kept.setdefault(key, TextIndex(rows, campaign.language))
            self._kept.move_to_end(key)
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        with kept.lock:
            kept.update(session)
            yield kept

    def _search(
        self, kept: TextIndex, session: Session, sides: tuple[str, ...], until: float, without: int | None = None
    ) -> list[int] | None:
        def tick() -> None:
            if self._clock() > until:
                raise TimeUpError

        check_stop(session)
        kept.index.tick = tick
        try:
            tick()
            return sorted(near.key for near in islice(kept.index.near(sides, without=without), MOST_NEAR))
        except TimeUpError:
            return None
