"""Who is given what: evenly, never twice, never one's own."""

import threading
from collections import Counter
from datetime import timedelta

import pytest
from sqlalchemy import delete, select, update
from sqlalchemy.exc import IntegrityError

from collect.conftest import ORGANISER
from collect.participants import offer
from epicene.collect.campaign_files import CampaignSettings
from epicene.collect.campaigns import open_campaign
from epicene.collect.store.schema import Handout, JudgmentRow, Participant, Statement, TaskItem, TaskName, now
from epicene.collect.volunteers import assignment
from epicene.collect.volunteers.assignment import (
    AssignmentRequest,
    SentAnswer,
    control_passed,
    lapse,
    withdraw,
)
from epicene.collect.volunteers.own_data import own_counts
from epicene.data.vocabulary import BIAS_TYPES

TASK = TaskName.CATEGORY


@pytest.fixture
def place(ready_store):
    """A campaign with five sentences and no controls (there are none in Portuguese), and eight volunteers."""
    store = ready_store
    with store.writing.begin() as session:
        campaign = open_campaign(session, "teste", "pt", *ORGANISER)
        for number in range(5):
            offer(session, campaign.id, TASK, f"Frase {number}.", source="test")
        for number in range(8):
            session.add(Participant(campaign_id=campaign.id, code_hash=str(number), consent_version="1", about={}))
    return store, campaign.id


def answer_and_go_on(session, *answer):
    """Whether the answer was taken."""
    assignment.answer_and_go_on(session, [taken := SentAnswer(*answer)])
    of_item = (JudgmentRow.participant_id == taken.participant_id) & (JudgmentRow.item_id == taken.item_id)
    return session.scalars(select(JudgmentRow.labels).where(of_item)).all() == [taken.labels]


def in_hands(session, participant_id, task):
    return assignment.look(session.connection(), participant_id, task)[0]


def hand_out(session, *wanted):
    return assignment.hand_out(session, AssignmentRequest(*wanted))


def people(session, campaign_id):
    return list(session.scalars(select(Participant.id).where(Participant.campaign_id == campaign_id)))


def judge(session, participant, campaign_id, labels=("age",)):
    """Judge whatever one is given; its number."""
    handed = hand_out(session, participant, campaign_id, TASK)
    assert handed is not None
    assert answer_and_go_on(session, participant, campaign_id, TASK, handed.item_id, list(labels))
    return handed.item_id


def given(session, campaign_id):
    return sorted(session.scalars(select(TaskItem.given).where(TaskItem.campaign_id == campaign_id)))


def test_judgments_spread_evenly_and_nobody_is_given_an_item_twice(place):
    store, campaign_id = place
    with store.writing.begin() as session:
        volunteers = people(session, campaign_id)
        seen = Counter()
        for turn in range(5):
            for volunteer in volunteers:
                seen[volunteer, judge(session, volunteer, campaign_id)] += 1
                counts = Counter(session.scalars(select(JudgmentRow.item_id)))
                assert max(counts.values()) - min(counts.values() if len(counts) == 5 else [0]) <= turn + 2
        assert max(seen.values()) == 1
        assert set(Counter(session.scalars(select(JudgmentRow.item_id))).values()) == {8}
        assert hand_out(session, volunteers[0], campaign_id, TASK) is None


def test_those_who_ask_at_once_are_given_different_items(place):
    store, campaign_id = place
    with store.writing.begin() as session:
        first_five = [hand_out(session, one, campaign_id, TASK).item_id for one in people(session, campaign_id)[:5]]
        assert len(set(first_five)) == 5
        assert given(session, campaign_id) == [1] * 5


def test_one_keeps_the_item_in_hands_until_it_is_answered(place):
    store, campaign_id = place
    with store.writing.begin() as session:
        one = people(session, campaign_id)[0]
        first = hand_out(session, one, campaign_id, TASK)
        assert hand_out(session, one, campaign_id, TASK) == first == in_hands(session, one, TASK)
        assert answer_and_go_on(session, one, campaign_id, TASK, first.item_id, [])
        assert in_hands(session, one, TASK) != first


def test_an_item_never_given_or_answered_before_takes_no_judgment(place):
    store, campaign_id = place
    with store.writing.begin() as session:
        one, other = people(session, campaign_id)[:2]
        held = hand_out(session, one, campaign_id, TASK).item_id
        assert not answer_and_go_on(session, other, campaign_id, TASK, held, ["age"])
        assert not answer_and_go_on(session, one, campaign_id, TaskName.FLUENCY, held, ["yes"])
        assert answer_and_go_on(session, one, campaign_id, TASK, held, ["age"])
        assert not answer_and_go_on(session, one, campaign_id, TASK, held, ["gender"])
        assert [row.labels for row in session.scalars(select(JudgmentRow))] == [["age"]]


def test_the_database_itself_refuses_a_second_judgment(place):
    store, campaign_id = place
    with store.writing.begin() as session:
        one = people(session, campaign_id)[0]
        item = judge(session, one, campaign_id)
    facts = {"campaign_id": campaign_id, "task": TASK, "item_id": item, "participant_id": one, "labels": []}
    with pytest.raises(IntegrityError), store.writing.begin() as session:
        session.add(JudgmentRow(**facts))


def test_authors_never_judge_their_own(place):
    store, campaign_id = place
    with store.writing.begin() as session:
        author, other = people(session, campaign_id)[:2]
        session.execute(update(TaskItem).where(TaskItem.campaign_id == campaign_id).values(active=False))
        written = Statement(campaign_id=campaign_id, participant_id=author, text="Frase.", folded="", bias_type="age")
        session.add(written)
        session.flush()
        item = offer(session, campaign_id, TASK, "Frase.", source="statement:1", statement=written)
        session.flush()
        assert hand_out(session, author, campaign_id, TASK) is None
        assert hand_out(session, other, campaign_id, TASK).item_id == item.id


def test_who_said_the_same_does_not_judge_it_either(place):
    """Nor a part of it: the words of a merged statement are its author's too."""
    store, campaign_id = place
    with store.writing.begin() as session:
        first, second, other = people(session, campaign_id)[:3]
        session.execute(update(TaskItem).where(TaskItem.campaign_id == campaign_id).values(active=False))

        def written(author, **more):
            row = Statement(
                campaign_id=campaign_id, participant_id=author, text="Frase.", folded="", bias_type="age", **more
            )
            session.add(row)
            session.flush()
            return row

        kept = written(first)
        written(second, merged_into_id=kept.id, status="merged")
        part = written(first, split_from_id=kept.id)
        items = [offer(session, campaign_id, TASK, "Frase.", source="test", statement=shown) for shown in (kept, part)]
        session.flush()
        assert hand_out(session, first, campaign_id, TASK) is None
        assert hand_out(session, second, campaign_id, TASK) is None
        assert {judge(session, other, campaign_id) for _ in range(2)} == {item.id for item in items}


def test_passing_over_gives_the_item_back_to_others_but_not_to_oneself(place):
    store, campaign_id = place
    with store.writing.begin() as session:
        one = people(session, campaign_id)[0]
        passed = set()
        for _ in range(5):
            held = hand_out(session, one, campaign_id, TASK).item_id
            answer_and_go_on(session, one, campaign_id, TASK, held, None)
            passed.add(held)
        assert len(passed) == 5
        assert hand_out(session, one, campaign_id, TASK) is None
        assert given(session, campaign_id) == [0] * 5
        assert own_counts(session, one)[TASK] == 0


def test_an_item_kept_for_hours_goes_to_others_and_its_late_answer_still_counts(place):
    store, campaign_id = place
    with store.writing.begin() as session:
        one = people(session, campaign_id)[0]
        held = hand_out(session, one, campaign_id, TASK)
        long_ago = Handout.handed_at < now() - assignment.LAPSES_AFTER
        assert lapse(session, long_ago) == 0
        session.execute(update(Handout).values(handed_at=now() - assignment.LAPSES_AFTER - timedelta(seconds=1)))
        assert lapse(session, long_ago) == 1
        assert lapse(session, long_ago) == 0
        assert given(session, campaign_id) == [0] * 5
        assert in_hands(session, one, TASK) == held
        assert answer_and_go_on(session, one, campaign_id, TASK, held.item_id, ["age"])
        assert given(session, campaign_id) == [0, 0, 0, 1, 1]  # the late answer, and the next item in hands


def test_a_withdrawn_item_is_taken_out_of_hands(place):
    store, campaign_id = place
    with store.writing.begin() as session:
        one = people(session, campaign_id)[0]
        held = hand_out(session, one, campaign_id, TASK)
        withdraw(session, session.get(TaskItem, held.item_id))
        assert in_hands(session, one, TASK) is None
        assert hand_out(session, one, campaign_id, TASK).item_id != held.item_id


def test_a_withdrawn_item_that_comes_back_counts_as_not_given_and_goes_to_others_only(place):
    store, campaign_id = place
    with store.writing.begin() as session:
        one, other = people(session, campaign_id)[:2]
        held = hand_out(session, one, campaign_id, TASK).item_id
        item = session.get(TaskItem, held)
        withdraw(session, item)
        session.execute(update(TaskItem).where(TaskItem.campaign_id == campaign_id).values(active=TaskItem.id == held))
        session.refresh(item)
        assert item.given == 0
        assert hand_out(session, one, campaign_id, TASK) is None
        assert hand_out(session, other, campaign_id, TASK).item_id == held


def test_what_a_control_accepts():
    """Another type or two may be seen as well; who ticks all of them has not looked."""
    assert control_passed(["gender"], ["gender", "age", "other"])
    assert not control_passed(["gender"], ["gender", "age", "other", "religion"])
    assert not control_passed(["gender"], list(BIAS_TYPES))
    assert not control_passed(["gender"], ["age"])
    assert not control_passed(["gender"], [])
    assert control_passed([], [])
    assert not control_passed([], ["age"])


def test_many_at_once_through_the_writer_stay_even(place):
    """Twenty threads of volunteers at the same writer."""
    from epicene.collect.store.database import BatchWriter

    store, campaign_id = place
    with store.reading() as session:
        volunteers = people(session, campaign_id)
    writer = BatchWriter(store.writing)
    failures = []

    def work(volunteer):
        try:
            for _ in range(3):
                writer.submit(lambda session: judge(session, volunteer, campaign_id)).result(60)
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(one,)) for one in volunteers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    writer.close()
    assert failures == []
    with store.reading() as session:
        counts = Counter(session.scalars(select(JudgmentRow.item_id)))
        spread = given(session, campaign_id)  # with the items that are still in hands, wherever those are
    assert counts.total() == 24
    assert sum(spread) == 24 + 8
    # Whoever is quick has seen most items, and the last ones take what is left: in 200,000 random orders of a perfect
    # hand-out the spread is 1 or 2 but for 4 in 1,000 (3) and 5 in all (4). Always handing out the first gives 8.
    assert spread[-1] - spread[0] <= 4


def test_those_who_come_together_are_served_as_if_one_after_the_other(place):
    """In one call, as the writer does it: even, a form sent twice counts once, and who passes is given another."""
    store, campaign_id = place
    with store.writing.begin() as session:
        volunteers = people(session, campaign_id)
        wanted = [AssignmentRequest(one, campaign_id, TASK) for one in volunteers]
        held = [assignment.hand_out(session, request).item_id for request in (*wanted, wanted[0])]
        assert held[-1] == held[0]
        assert given(session, campaign_id) == [1, 1, 2, 2, 2]
        answers = [SentAnswer(*one[:3], item, ["age"]) for one, item in zip(wanted[1:], held[1:-1], strict=True)]
        passed, foreign = SentAnswer(*wanted[0][:3], held[0], None), SentAnswer(*wanted[1][:3], held[2], ["age"])
        assert foreign.item_id != held[1]
        assignment.answer_and_go_on(session, [passed, *answers, answers[0], foreign])
        judged = session.execute(select(JudgmentRow.participant_id, JudgmentRow.item_id)).all()
        assert sorted(judged) == sorted(zip(volunteers[1:], held[1:-1], strict=True))
        now_held = [in_hands(session, one, TASK).item_id for one in volunteers]
        assert all(new != old for new, old in zip(now_held, held, strict=False))
        spread = given(session, campaign_id)
        assert sum(spread) == 7 + 8
        assert spread[-1] - spread[0] <= 2  # the item passed over goes back, and not to those who have seen it


def test_sentences_are_filled_one_after_the_other_and_then_retired(place):
    """With two judgments each, seven of them fall on three sentences and a half, not on all five."""
    store, campaign_id = place
    with store.writing.begin() as session:
        volunteers, settings = people(session, campaign_id), CampaignSettings(judgments_per_sentence=2)
        for one in volunteers[:7]:
            held = assignment.hand_out(session, AssignmentRequest(one, campaign_id, TASK, settings))
            assignment.answer_and_go_on(
                session, [SentAnswer(one, campaign_id, TASK, held.item_id, ["age"], "", settings)]
            )
            session.execute(
                update(TaskItem)
                .where(TaskItem.id == in_hands(session, one, TASK).item_id)
                .values(given=TaskItem.given - 1)
            )
            session.execute(delete(Handout))
        assert sorted(Counter(session.scalars(select(JudgmentRow.item_id))).values()) == [1, 2, 2, 2]
        last = volunteers[7]
        for _ in range(2):  # of the sentence begun, then of the fifth
            held = assignment.hand_out(session, AssignmentRequest(last, campaign_id, TASK, settings))
            assignment.answer_and_go_on(session, [SentAnswer(last, campaign_id, TASK, held.item_id, [], "", settings)])
        assert in_hands(session, last, TASK) is None
        assert sorted(Counter(session.scalars(select(JudgmentRow.item_id))).values()) == [1, 2, 2, 2, 2]
