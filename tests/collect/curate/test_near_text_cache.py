"""The near-duplicate indexes of campaigns follow the database, whoever writes to it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from sqlalchemy import delete, update

from collect.curator_actions import add_statements
from collect.participants import curator, submit, volunteer
from epicene.collect.campaigns import CampaignFacts, current_campaign
from epicene.collect.curate import near_text_cache
from epicene.collect.curate.near_text_cache import NearTexts
from epicene.collect.store.database import Store
from epicene.collect.store.schema import Campaign, Statement, StatementStatus
from epicene.grammar.word_patterns import folded_words

ASKED = "Toutes les femmes adorent toujours le rose."


def set_status(store: Store, statement_id: int, status: StatementStatus) -> None:
    with store.writing.begin() as session:
        session.execute(update(Statement).where(Statement.id == statement_id).values(status=status))


def first_campaign(store: Store) -> CampaignFacts:
    with store.reading() as session:
        return current_campaign(session)


def ask(near: NearTexts, store: Store, campaign: CampaignFacts, text: str = ASKED) -> list[int]:
    with store.reading() as session:
        return near.of_statements(session, campaign, [text])[0]


def test_the_index_follows_what_is_added_decided_and_erased(ready_store: Store):
    near, campaign = NearTexts(), first_campaign(ready_store)
    assert ask(near, ready_store, campaign) == []
    first, other = add_statements(
        ready_store, "Les femmes adorent toujours le rose.", "Les femmes adorent toujours le football."
    )
    assert ask(near, ready_store, campaign) == [first]
    (second,) = add_statements(ready_store, "Une femme adore toujours le rose.")
    assert ask(near, ready_store, campaign) == [first, second]
    for status in StatementStatus:
        set_status(ready_store, first, status)
        is_compared = status in (StatementStatus.NEW, StatementStatus.ACCEPTED)
        assert ask(near, ready_store, campaign) == ([first, second] if is_compared else [second])
    set_status(ready_store, first, StatementStatus.NEW)
    with ready_store.writing.begin() as session:
        session.execute(delete(Statement).where(Statement.id == second))
    assert ask(near, ready_store, campaign) == [first]
    assert ask(near, ready_store, campaign, "Les femmes adorent toujours le foot-ball !") == [other]
    set_status(ready_store, first, StatementStatus.REJECTED)
    assert ask(near, ready_store, campaign) == []
    set_status(ready_store, first, StatementStatus.NEW)  # a row below those known, as of a transaction that began first
    assert ask(near, ready_store, campaign) == [first]


def test_campaigns_have_nothing_to_do_with_each_other(store: Store, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(near_text_cache, "MOST_KEPT", 1)
    near, one = NearTexts(), first_campaign(store)
    two = replace(one, id=one.id + 1)
    with store.writing.begin() as session:
        session.add(Campaign(id=two.id, title="Deux", language="fr", retention_days=30))
    here = add_statements(store, "Les femmes adorent toujours le rose.", campaign_id=one.id)
    there = add_statements(store, "Une femme adore toujours le rose.", campaign_id=two.id)
    assert [ask(near, store, campaign) for campaign in (one, two, one)] == [here, there, here]


@pytest.fixture
def folded(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that were folded, as each is when it is indexed or asked for."""
    texts: list[str] = []

    def fold(text: str) -> str:
        texts.append(text)
        return folded_words(text)

    monkeypatch.setattr(near_text_cache, "folded_words", fold)
    return texts


def test_what_a_volunteer_erases_leaves_the_memory_without_anybody_waiting(app, store):
    author = volunteer(app)
    submit(author, "Les femmes adorent toujours le rose.")
    camille = curator(app, store)
    camille.get("/curate")
    near: NearTexts = app.app.state.parts.near_texts
    (kept,) = near._kept.values()
    with kept.lock:  # a search that takes long: who erases does not wait for it
        author.send("/me/erase", "/me", sure="yes")
    with store.reading() as session:
        near.refresh(session)
    assert kept.index.same(("les femmes adorent toujours le rose",)) is None


def test_only_what_is_new_is_indexed_and_many_who_ask_at_once_share_one_index(ready_store: Store, folded: list[str]):
    near, campaign = NearTexts(), first_campaign(ready_store)
    add_statements(ready_store, *(f"Énoncé {number} du village." for number in range(200)))
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lambda _: ask(near, ready_store, campaign), range(16))) == [[]] * 16
    assert len(folded) == 200 + 16
    (last,) = add_statements(ready_store, "Les femmes adorent toujours le rose.")
    folded.clear()
    assert ask(near, ready_store, campaign) == [last]
    assert folded == ["Les femmes adorent toujours le rose.", ASKED]
