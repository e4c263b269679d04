"""Which statements and pairs of a campaign are nearly the same: indexes in memory, brought up to date when asked.

What is near is decided in `data/checking/near_duplicates.py`.

The database says which rows there are, in which version; only those that are new or changed since the last time are
read. So it does not matter which process wrote them, and what was erased, rejected or merged is gone from the answer.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from threading import Lock
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Select, Text, cast, func, literal, select
from sqlalchemy.orm import Session

from epicene.collect.campaigns import CampaignFacts, current_campaign
from epicene.collect.store.database import check_stop
from epicene.collect.store.schema import Pair, PairStatus, Statement, StatementStatus
from epicene.data.checking.near_duplicates import MOST_NEAR, NearIndex
from epicene.grammar.word_patterns import folded_words

T = TypeVar("T")
COMPARED = (StatementStatus.NEW, StatementStatus.ACCEPTED)
_NEVER_CHANGED = literal(1).label("version")  # statements keep their words, unless their author corrects them
MOST_KEPT = 8  # indexes; whoever looks at more campaigns waits for one to be made again


class AlikePairs(NamedTuple):
    """Ids of other pairs with the same words, and with nearly the same."""

    same: Sequence[int] = ()
    near: Sequence[int] = ()


class NearTexts:
    """One for the server. Its methods may be called from any thread."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, int], _Kept] = OrderedDict()
        self._lock = Lock()

    def prepare(self, session: Session) -> None:
        """Index the current campaign's statements, so that the first curator need not wait for it."""
        self.of_statements(session, current_campaign(session), [])

    def of_statements(self, session: Session, campaign: CampaignFacts, texts: Sequence[str]) -> list[list[int]]:
        """For each text, the ids of up to `MOST_NEAR` statements that differ from it in function words, endings or
        spelling only; not those with the same words."""
        rows = select(Statement.id, _NEVER_CHANGED, Statement.text).where(
            Statement.campaign_id == campaign.id, Statement.status.in_(COMPARED)
        )
        kept = self._open("statements", campaign, rows)
        with kept.lock:
            kept.update(session)
            return [_first_keys(kept.index, (folded_words(text),)) for text in _until_stopped(session, texts)]

    def of_pair(
        self, session: Session, campaign: CampaignFacts, sides: tuple[str, str], pair_id: int | None
    ) -> AlikePairs:
        """`pair_id`: of the pair itself, if it is kept already."""
        rows = select(Pair.id, Pair.version, Pair.more, Pair.less).where(
            Pair.campaign_id == campaign.id, Pair.status != PairStatus.REJECTED
        )
        kept = self._open("pairs", campaign, rows)
        folded = tuple(map(folded_words, sides))
        with kept.lock:
            kept.update(session)
            same = kept.index.same(folded, without=pair_id)
            return AlikePairs([same.key] if same else [], _first_keys(kept.index, folded, pair_id))

    def forget_statement(self, campaign_id: int, statement_id: int) -> None:
        """Its author has corrected it: it is to be read again."""
        with self._lock:
            kept = self._kept.get(("statements", campaign_id))
        if kept is not None:
            kept.forget(statement_id)

    def refresh(self, session: Session) -> None:
        """Forget what is no longer in the database, without waiting to be asked."""
        with self._lock:
            all_kept = list(self._kept.values())
        for kept in all_kept:
            with kept.lock:
                kept.update(session)

    def _open(self, kind: str, campaign: CampaignFacts, rows: Select[*tuple[Any, ...]]) -> _Kept:
        key = (kind, campaign.id)
        with self._lock:
            kept = self._kept.pop(key, None) or _Kept(rows, campaign.language)
            self._kept[key] = kept
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
            return kept


class _Kept:
    """The index of some rows: an id, a version and texts each."""

    def __init__(self, rows: Select[*tuple[Any, ...]], language: str) -> None:
        self.lock = Lock()
        self.index = NearIndex(language)
        self._rows = rows
        self._known: set[str] = set()  # “id:version”, as the database writes them

    def forget(self, key: int) -> None:
        with self.lock:
            for row in [row for row in self._known if _key(row) == key]:
                self.index.discard(key)
                self._known.remove(row)

    def update(self, session: Session) -> None:
        """One string says what there is: a tuple for each of many rows would cost more than the search."""
        row_id, version, *_ = self._rows.selected_columns
        listed = func.aggregate_strings(cast(row_id, Text) + ":" + cast(version, Text), ",")
        there = set((session.scalar(self._rows.with_only_columns(listed)) or "").split(",")) - {""}
        for row in self._known - there:
            self.index.discard(_key(row))
            self._known.remove(row)
        fresh = {_key(row): row for row in there - self._known}
        if fresh:
            between = self._rows.where(row_id.between(min(fresh), max(fresh))).order_by(row_id)
            for key, _, *texts in _until_stopped(session, session.execute(between)):
                if key in fresh:
                    self.index.add(key, tuple(map(folded_words, texts)))
                    self._known.add(fresh[key])


def _until_stopped(session: Session, each: Iterable[T]) -> Iterator[T]:
    """What is indexed by then stays so."""
    for one in each:
        check_stop(session)
        yield one


def _key(row: str) -> int:
    return int(row.partition(":")[0])


def _first_keys(index: NearIndex, sides: tuple[str, ...], without: int | None = None) -> list[int]:
    return sorted(near.key for near in islice(index.near(sides, without=without), MOST_NEAR))
