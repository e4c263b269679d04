"""Whose answers count, and what that does to the places that are left: kept counts are those of a recount, always."""

import math
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select, update

from collect.conftest import ORGANISER
from collect.participants import offer
from epicene.collect.campaign_files import CampaignSettings
from epicene.collect.campaigns import open_campaign
from epicene.collect.store.schema import (
    CountState,
    Handout,
    JudgmentRow,
    Participant,
    PersonState,
    SetAside,
    TaskItem,
    TaskName,
    User,
    now,
)
from epicene.collect.volunteers import assignment
from epicene.collect.volunteers.assignment import AssignmentRequest, SentAnswer
from epicene.collect.volunteers.own_data import erase_participant

CAMPAIGN, TASK, QUOTA = 2, TaskName.FLUENCY, 2
SETTINGS = CampaignSettings(judgments_per_sentence=QUOTA)


@pytest.fixture
def session(ready_store):
    """In a campaign of three sentences with two judgments each, eight controls whose answer is yes, nine volunteers."""
    with ready_store.writing.begin() as session:
        campaign = open_campaign(session, "teste", "pt", *ORGANISER, settings=SETTINGS)
        for number in range(3):
            offer(session, campaign.id, TASK, f"Frase {number}.", source="test")
        for number in range(8):
            offer(session, campaign.id, TASK, f"Controle {number}.", source="control", control=True, expected=["yes"])
        for number in range(9):
            session.add(Participant(campaign_id=campaign.id, code_hash=str(number), consent_version="1", about={}))
        session.add(User(name="camille", password_hash="", role="curator"))
    with ready_store.writing.begin() as session:
        yield session


def people(session):
    return list(session.scalars(select(Participant.id).where(Participant.campaign_id == CAMPAIGN)))


def answer(session, person, label="no", origin="here"):
    """Answer whatever one is given; False where nothing is left."""
    held = assignment.hand_out(session, AssignmentRequest(person, CAMPAIGN, TASK, SETTINGS))
    if held is not None:
        given_answer = SentAnswer(person, CAMPAIGN, TASK, held.item_id, [label], "", SETTINGS, origin)
        assignment.answer_and_go_on(session, [given_answer])
    return held is not None


def places(session):
    """How many more answers the sentences wait for."""
    of_campaign = (TaskItem.campaign_id == CAMPAIGN, TaskItem.control.is_(False))
    return sum(max(0, QUOTA - given) for given in session.scalars(select(TaskItem.given).where(*of_campaign)))


def fill(session, origin="there"):
    """Two people answer everything; nothing is left for a third."""
    volunteers = people(session)
    for person in volunteers[:QUOTA]:
        while answer(session, person, origin=origin):
            pass
    assert places(session) == 0
    assert not answer(session, volunteers[5])
    return volunteers


def test_answers_of_the_blocked_take_no_place_and_count_again_when_they_may_come_back(session):
    one, *_ = fill(session)
    person = session.get_one(Participant, one)
    person.blocked_at = now()
    session.flush()
    assignment.recount_person(session, one)
    assert places(session) == 3
    assert answer(session, people(session)[5])
    person.blocked_at = None
    session.flush()
    assignment.recount_person(session, one)
    assert places(session) == 0
    assert assignment.find_miscounted(session) == ([], [])


def test_who_fails_the_controls_gives_the_places_back_by_themselves(session):
    careless = people(session)[0]
    for _ in range(2):
        answer(session, careless)
    taken = places(session)
    session.execute(update(Participant).where(Participant.id == careless).values(next_control=0))
    session.execute(update(Handout).where(Handout.participant_id == careless).values(state="passed"))
    session.execute(update(TaskItem).where(TaskItem.campaign_id == CAMPAIGN).values(given=TaskItem.judged))
    answer(session, careless)  # a control, wrong: more likely careless than not
    person = session.get_one(Participant, careless)
    session.refresh(person)
    assert person.standing == PersonState.DOUBTFUL
    assert places(session) == 6 > taken
    counting = set(session.scalars(select(JudgmentRow.counting).where(JudgmentRow.participant_id == careless)))
    assert counting == {CountState.DOUBTFUL}  # in figures still
    while person.standing != PersonState.FAILED:
        session.execute(update(Participant).where(Participant.id == careless).values(next_control=0))
        assert answer(session, careless)
        session.refresh(person)
    assert set(session.scalars(select(JudgmentRow.counting))) == {CountState.SET_ASIDE}
    assert assignment.find_miscounted(session) == ([], [])


@pytest.mark.parametrize("by", ["person", "origin", "time"])
def test_what_a_curator_sets_aside_gives_the_places_back_and_can_be_undone(session, by):
    one, *_ = fill(session)
    if by == "person":
        assignment.set_standing(session, session.get_one(Participant, one), PersonState.SET_ASIDE)
        assert places(session) == 3
        assignment.set_standing(session, session.get_one(Participant, one), PersonState.GOOD)
    else:
        span = {"since": now() - timedelta(minutes=5), "until": now(), "user_id": session.scalar(select(User.id))}
        row = SetAside(campaign_id=CAMPAIGN, origin="there" if by == "origin" else "", reason="flood", **span)
        session.add(row)
        session.flush()
        assert assignment.recount(session, assignment.concerns(row)) == 6
        assert places(session) == 6
        row.undone_at = now()
        session.flush()
        assignment.recount(session, assignment.concerns(row))
    assert places(session) == 0
    assert assignment.find_miscounted(session) == ([], [])


def test_holding_without_answering_ends_when_somebody_else_needs_the_place(session):
    volunteers = people(session)
    wanted = [AssignmentRequest(person, CAMPAIGN, TASK, SETTINGS) for person in volunteers[:6]]
    assert None not in [assignment.hand_out(session, request) for request in wanted]
    newcomer = AssignmentRequest(volunteers[6], CAMPAIGN, TASK, SETTINGS)
    assert assignment.hand_out(session, newcomer) is None
    minutes = assignment.LAPSES_IF_NEEDED_AFTER + timedelta(seconds=1)
    session.execute(update(Handout).values(handed_at=now() - minutes))
    assert assignment.hand_out(session, newcomer) is not None
    assert answer(session, volunteers[0])  # who held it may still answer
    assert assignment.find_miscounted(session) == ([], [])


ACTIONS = ("answer", "answer", "answer", "pass", "block", "unblock", "set-aside", "count", "undo", "erase", "lapse",
           "withdraw", "origin")  # fmt: skip


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(done=st.lists(st.tuples(st.sampled_from(ACTIONS), st.integers(0, 8), st.booleans()), max_size=30))
def test_kept_counts_are_those_of_a_recount_whatever_happens(session, done):
    begun = session.begin_nested()  # rolled back at the end: each example begins afresh
    try:
        for action, number, flag in done:
            known = people(session)
            if not known:
                break
            person = session.get_one(Participant, known[number % len(known)])
            mine = (
                select(JudgmentRow)
                .where(JudgmentRow.participant_id == person.id)
                .order_by(JudgmentRow.id.desc())
                .limit(1)
            )
            last = session.scalar(mine)
            if action == "answer":
                person.next_control = number if flag else 10**6
                session.flush()
                answer(session, person.id, "yes" if number % 2 else "no", f"o{number % 2}")
            elif action == "pass":
                held = assignment.hand_out(session, AssignmentRequest(person.id, CAMPAIGN, TASK, SETTINGS))
                if held:
                    passed = SentAnswer(person.id, CAMPAIGN, TASK, held.item_id, None, "", SETTINGS)
                    assignment.answer_and_go_on(session, [passed])
            elif action in ("block", "unblock"):
                person.blocked_at = now() if action == "block" else None
                session.flush()
                assignment.recount_person(session, person.id)
            elif action in ("set-aside", "count"):
                assignment.set_standing(
                    session, person, PersonState.SET_ASIDE if action == "set-aside" else PersonState.GOOD
                )
            elif action == "undo" and last is not None:
                assignment.rollback(session, last, flag)
            elif action == "erase":
                erase_participant(session, person.id)
            elif action == "lapse":
                assignment.lapse(session, Handout.participant_id == person.id)
            elif action == "withdraw":
                item = session.scalars(
                    select(TaskItem).where(TaskItem.campaign_id == CAMPAIGN).offset(number % 3)
                ).first()
                assignment.withdraw(session, item)
            elif action == "origin":
                span = {"since": now() - timedelta(minutes=5), "until": now() + timedelta(minutes=5)}
                user = session.scalar(select(User.id))
                row = SetAside(campaign_id=CAMPAIGN, user_id=user, origin=f"o{number % 2}", reason="x", **span)
                session.add(row)
                session.flush()
                assignment.recount(session, assignment.concerns(row))
            session.flush()
            assert assignment.find_miscounted(session) == ([], []), (action, number, flag)
    finally:
        begun.rollback()


def test_counts_that_a_kill_left_wrong_are_found_and_mended(session):
    fill(session)
    session.execute(update(TaskItem).where(TaskItem.campaign_id == CAMPAIGN).values(given=7, judged=1))
    session.execute(update(JudgmentRow).values(counting=CountState.SET_ASIDE))
    answers, _ = assignment.find_miscounted(session)
    assert len(answers) == 6
    assignment.recount(session, JudgmentRow.id.in_(answers))
    assignment.recount_items(session, assignment.find_miscounted(session)[1])
    assert assignment.find_miscounted(session) == ([], [])
    assert places(session) == 0


def test_the_bounds_are_walds():
    """Two wrong answers fail at one per cent: twice log(0.5 / 0.05) is above log(0.95 / 0.01). One is not enough, and
    five right ones pass: five times log(0.95 / 0.5) is above log(0.99 / 0.05)."""
    assert 2 * math.log(0.5 / 0.05) > math.log(0.95 / 0.01) > math.log(0.5 / 0.05)
    assert assignment.verdict([False, False], 0.01) == "failed"
    assert assignment.verdict([False], 0.01) == "doubtful"
    assert 5 * math.log(0.95 / 0.5) > math.log(0.99 / 0.05) > 4 * math.log(0.95 / 0.5)
    assert assignment.verdict([True] * 5, 0.01) == "passed"
    assert assignment.verdict([True] * 4, 0.01) == "undecided"
    assert assignment.verdict([True] * 50 + [False] * 4, 0.01) == "failed"  # who passed and becomes careless
    assert assignment.verdict([False] * 50, 0) == "undecided"  # nobody fails
