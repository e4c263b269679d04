"""Who is given what: evenly, never twice, never one's own."""

import threading
from collections import Counter
from datetime import timedelta

import pytest
from sqlalchemy import delete, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from collect.conftest import ORGANISER
from collect.participants import offer
from epicene.collect.campaign_files import CampaignSettings
from epicene.collect.campaigns import open_campaign
from epicene.collect.store.database import BatchWriter
from epicene.collect.store.schema import Handout, JudgmentRow, Participant, Statement, TaskItem, TaskName, now
from epicene.collect.volunteers import assignment
from epicene.collect.volunteers.assignment import AssignmentRequest, SentAnswer, control_passed, lapse, withdraw
from epicene.collect.volunteers.own_data import own_counts
from epicene.data.vocabulary import BIAS_TYPES

TASK = TaskName.CATEGORY


class Place:
    """A campaign with five sentences and no controls (there are none in Portuguese), and eight volunteers."""

    def __init__(self, session: Session, campaign_id: int) -> None:
        self.session, self.campaign_id = session, campaign_id
        of_campaign = Participant.campaign_id == campaign_id
        self.people = list(session.scalars(select(Participant.id).where(of_campaign).order_by(Participant.id)))

    def request(self, person: int, *settings: CampaignSettings) -> AssignmentRequest:
        return AssignmentRequest(person, self.campaign_id, TASK, *settings)

    def hand_out(self, person: int):
        return assignment.hand_out(self.session, self.request(person))

    def in_hands(self, person: int):
        return assignment.look(self.session.connection(), person, TASK)[0]

    def answer(self, person: int, item: int, labels: list[str] | None, task: TaskName = TASK) -> bool:
        """Whether the answer was taken."""
        assignment.answer_and_go_on(self.session, [SentAnswer(person, self.campaign_id, task, item, labels)])
        of_item = (JudgmentRow.participant_id == person) & (JudgmentRow.item_id == item)
        return self.session.scalars(select(JudgmentRow.labels).where(of_item)).all() == [labels]

    def judge(self, person: int) -> int:
        """Judge whatever one is given; its number."""
        handed = self.hand_out(person)
        assert handed is not None
        assert self.answer(person, handed.item_id, ["age"])
        return handed.item_id

    def given(self) -> list[int]:
        return sorted(self.session.scalars(select(TaskItem.given).where(TaskItem.campaign_id == self.campaign_id)))

    def only_active(self, *numbers: int) -> None:
        items = update(TaskItem).where(TaskItem.campaign_id == self.campaign_id)
        self.session.execute(items.values(active=TaskItem.id.in_(numbers)))

    def judged(self) -> Counter[int]:
        return Counter(self.session.scalars(select(JudgmentRow.item_id)))

    def write(self, author: int, **more) -> Statement:
        about = {"text": "Frase.", "folded": "", "bias_type": "age"}
        row = Statement(campaign_id=self.campaign_id, participant_id=author, **about, **more)
        self.session.add(row)
        self.session.flush()
        return row

    def offer(self, statement: Statement) -> int:
        item = offer(self.session, self.campaign_id, TASK, "Frase.", source="test", statement=statement)
        self.session.flush()
        return item.id


@pytest.fixture
def store(ready_store):
    with ready_store.writing.begin() as session:
        campaign = open_campaign(session, "teste", "pt", *ORGANISER)
        for number in range(5):
            offer(session, campaign.id, TASK, f"Frase {number}.", source="test")
        for number in range(8):
            session.add(Participant(campaign_id=campaign.id, code_hash=str(number), consent_version="1", about={}))
    return ready_store


@pytest.fixture
def place(store):
    with store.writing.begin() as session:
        yield Place(session, 2)


def test_judgments_spread_evenly_and_nobody_is_given_an_item_twice(place):
    first_five = [place.hand_out(person).item_id for person in place.people[:5]]
    assert len(set(first_five)) == 5  # those who ask at once are given different ones
    assert place.given() == [1] * 5
    seen = Counter()
    for turn in range(5):
        for person in place.people:
            seen[person, place.judge(person)] += 1
            counts = place.judged()
            assert max(counts.values()) - min(counts.values() if len(counts) == 5 else [0]) <= turn + 2
    assert max(seen.values()) == 1
    assert set(place.judged().values()) == {8}
    assert place.hand_out(place.people[0]) is None


def test_an_item_never_given_or_answered_before_takes_no_judgment(place):
    """And one keeps the item in hands until it is answered."""
    person, other = place.people[:2]
    held = place.hand_out(person)
    assert place.hand_out(person) == held == place.in_hands(person)
    assert not place.answer(other, held.item_id, ["age"])
    assert not place.answer(person, held.item_id, ["yes"], TaskName.FLUENCY)
    assert place.answer(person, held.item_id, ["age"])
    assert not place.answer(person, held.item_id, ["gender"])
    assert place.session.scalars(select(JudgmentRow.labels)).all() == [["age"]]
    assert place.in_hands(person) not in (None, held)


def test_the_database_itself_refuses_a_second_judgment(store):
    with store.writing.begin() as session:
        place = Place(session, 2)
        item = place.judge(place.people[0])
    facts = {"campaign_id": 2, "task": TASK, "item_id": item, "participant_id": place.people[0], "labels": []}
    with pytest.raises(IntegrityError), store.writing.begin() as session:
        session.add(JudgmentRow(**facts))


def test_authors_and_who_said_the_same_never_judge_their_own(place):
    """Nor a part of it: the words of a merged statement are its author's too."""
    first, second, other = place.people[:3]
    place.only_active()
    kept = place.write(first)
    place.write(second, merged_into_id=kept.id, status="merged")
    items = {place.offer(kept), place.offer(place.write(first, split_from_id=kept.id))}
    assert place.hand_out(first) is place.hand_out(second) is None
    assert {place.judge(other) for _ in range(2)} == items


def test_passing_over_gives_the_item_back_to_others_but_not_to_oneself(place):
    person, passed = place.people[0], set()
    for _ in range(5):
        held = place.hand_out(person).item_id
        place.answer(person, held, None)
        passed.add(held)
    assert len(passed) == 5
    assert place.hand_out(person) is None
    assert place.given() == [0] * 5
    assert own_counts(place.session, person)[TASK] == 0


def test_an_item_kept_for_hours_goes_to_others_and_its_late_answer_still_counts(place):
    person, session = place.people[0], place.session
    held = place.hand_out(person)
    long_ago = Handout.handed_at < now() - assignment.LAPSES_AFTER
    assert lapse(session, long_ago) == 0
    session.execute(update(Handout).values(handed_at=now() - assignment.LAPSES_AFTER - timedelta(seconds=1)))
    assert [lapse(session, long_ago) for _ in range(2)] == [1, 0]
    assert place.given() == [0] * 5
    assert place.in_hands(person) == held
    assert place.answer(person, held.item_id, ["age"])
    assert place.given() == [0, 0, 0, 1, 1]  # the late answer, and the next item in hands


def test_a_withdrawn_item_is_taken_out_of_hands_and_goes_to_others_only_when_it_comes_back(place):
    person, other = place.people[:2]
    held = place.hand_out(person).item_id
    item = place.session.get(TaskItem, held)
    withdraw(place.session, item)
    assert place.in_hands(person) is None
    assert item.given == 0
    place.only_active(held)
    assert place.hand_out(person) is None
    assert place.hand_out(other).item_id == held


@pytest.mark.parametrize(
    ("expected", "labels", "passes"),
    [
        (["gender"], ["gender", "age", "other"], True),  # another type or two may be seen as well
        (["gender"], ["gender", "age", "other", "religion"], False),
        (["gender"], list(BIAS_TYPES), False),  # who ticks all of them has not looked
        (["gender"], ["age"], False),
        (["gender"], [], False),
        ([], [], True),
        ([], ["age"], False),
    ],
)
def test_what_a_control_accepts(expected, labels, passes):
    assert control_passed(expected, labels) is passes


def test_many_at_once_through_the_writer_stay_even(store):
    """Eight threads of volunteers at the same writer."""
    with store.reading() as session:
        volunteers = Place(session, 2).people
    writer, failures = BatchWriter(store.writing), []

    def work(volunteer):
        try:
            for _ in range(3):
                writer.submit(lambda session: Place(session, 2).judge(volunteer)).result(60)
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(volunteer,)) for volunteer in volunteers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    writer.close()
    assert failures == []
    with store.reading() as session:
        place = Place(session, 2)
        counts, spread = place.judged(), place.given()  # with the items that are still in hands, wherever those are
    assert counts.total() == 24
    assert sum(spread) == 24 + 8
    # Whoever is quick has seen most items, and the last ones take what is left: in 200,000 random orders of a perfect
    # hand-out the spread is 1 or 2 but for 4 in 1,000 (3) and 5 in all (4). Always handing out the first gives 8.
    assert spread[-1] - spread[0] <= 4


def test_those_who_come_together_are_served_as_if_one_after_the_other(place):
    """In one call, as the writer does it: even, a form sent twice counts once, and who passes is given another."""
    people, session = place.people, place.session
    held = [place.hand_out(person).item_id for person in (*people, people[0])]
    assert held[-1] == held[0]
    assert place.given() == [1, 1, 2, 2, 2]

    def sent(person, item, labels):
        return SentAnswer(person, place.campaign_id, TASK, item, labels)

    answers = [sent(person, item, ["age"]) for person, item in zip(people[1:], held[1:-1], strict=True)]
    assert held[2] != held[1]
    passed, foreign = sent(people[0], held[0], None), sent(people[1], held[2], ["age"])
    assignment.answer_and_go_on(session, [passed, *answers, answers[0], foreign])
    judged = session.execute(select(JudgmentRow.participant_id, JudgmentRow.item_id)).all()
    assert sorted(judged) == sorted(zip(people[1:], held[1:-1], strict=True))
    assert all(place.in_hands(person).item_id != old for person, old in zip(people, held, strict=False))
    spread = place.given()
    assert sum(spread) == 7 + 8
    assert spread[-1] - spread[0] <= 2  # the item passed over goes back, and not to those who have seen it


def test_sentences_are_filled_one_after_the_other_and_then_retired(place):
    """With two judgments each, seven of them fall on three sentences and a half, not on all five."""
    session, settings = place.session, CampaignSettings(judgments_per_sentence=2)

    def judge(person):
        held = assignment.hand_out(session, place.request(person, settings))
        answer = SentAnswer(person, place.campaign_id, TASK, held.item_id, ["age"], "", settings)
        assignment.answer_and_go_on(session, [answer])

    for person in place.people[:7]:
        judge(person)
        next_item = update(TaskItem).where(TaskItem.id == place.in_hands(person).item_id)
        session.execute(next_item.values(given=TaskItem.given - 1))
        session.execute(delete(Handout))
    assert sorted(place.judged().values()) == [1, 2, 2, 2]
    last = place.people[7]
    judge(last)  # of the sentence begun, then of the fifth
    judge(last)
    assert place.in_hands(last) is None
    assert sorted(place.judged().values()) == [1, 2, 2, 2, 2]
