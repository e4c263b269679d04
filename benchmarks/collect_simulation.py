"""Hidden controls: who fails, how soon, and what that does for the corpus.

    python benchmarks/collect_simulation.py [--people 2000] [--save]

First part, the operating curve: of people who answer at random, carelessly (every other answer at random), with a bias
(one bias type is never seen) or honestly, how many fail or are in doubt after so many answers, by the app's own rule.

Second part, a campaign: 2,000 people of whom 5 % are hostile (they agree with one another on a wrong type) and 10 %
careless, on a database of the app's, by the app's own functions for handing out, answering and exporting. The exported
answers are compared with the truth: α, and how many sentences' most frequent type is the true one; once as it was
without rules (nobody fails), once by the rules, and once when a curator has set the hostile network aside too.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

from sqlalchemy import select

from epicene.collect.campaign_files import CampaignSettings
from epicene.collect.campaigns import CampaignSentence, open_campaign
from epicene.collect.publish.corpus_export import make_export
from epicene.collect.store.schema import (
    FIRST_CONTROL_WITHIN,
    Handout,
    JudgmentRow,
    Participant,
    SetAside,
    TaskItem,
    TaskName,
    User,
    now,
)
from epicene.collect.volunteers.assignment import (
    GAPS,
    AssignmentRequest,
    SentAnswer,
    answer_and_go_on,
    concerns,
    hand_out,
    lapse,
    recount,
    verdict,
)
from epicene.collect.web.app import open_store
from epicene.data.vocabulary import BIAS_TYPES

RESULTS = Path(__file__).parent / "results" / "collect-simulation.json"
TYPES = BIAS_TYPES[:8]
SENTENCES, QUOTA = 1200, 4
AFTER = (5, 10, 20, 40, 80)  # answers
# The share of controls answered as expected, by sort of people.
RIGHT = {
    "at random": 1 / 8,
    "careless": (0.95 + 1 / 8) / 2,
    "with a bias": 0.95 * 7 / 8,
    "honest": 0.95,
    "perfect": 1.0,
}


def operating_curve(chance: random.Random, error: float, people: int = 4000) -> dict[str, dict[str, dict[str, float]]]:
    """Per cent of each sort who have failed, and who are in doubt, after so many answers, controls included."""
    curve: dict[str, dict[str, dict[str, float]]] = {}
    for sort, right in RIGHT.items():
        states = {after: Counter[str]() for after in AFTER}
        for _ in range(people):
            passed: list[bool] = []
            state, next_control = "undecided", chance.randrange(FIRST_CONTROL_WITHIN)
            for answers in range(max(AFTER)):
                if answers >= next_control:
                    passed.append(chance.random() < right)
                    state = verdict(passed, error)
                    next_control = answers + 1 + chance.randint(*GAPS.get(state, GAPS["doubtful"]))
                if answers + 1 in states:
                    states[answers + 1][state] += 1
        curve[sort] = {
            str(after): {state: round(100 * found[state] / people, 1) for state in ("failed", "doubtful")}
            for after, found in states.items()
        }
    return curve


def answer_of(sort: str, truth: str, expected: list[str] | None, chance: random.Random) -> list[str]:
    """What somebody ticks; who is hostile knows no control, and says the next type to the true one."""
    right = truth or (expected[0] if expected else "")
    if sort == "careless" and chance.random() < 0.5:
        return [chance.choice(TYPES)]
    if sort == "hostile":
        return [TYPES[(TYPES.index(right) + 1) % len(TYPES)] if right in TYPES else TYPES[0]]
    if chance.random() < 0.05:
        return [chance.choice(TYPES)]
    return [right] if right else []


def campaign(people: int, error: float, sets_aside: bool) -> dict[str, Any]:
    """One campaign from the first volunteer to the export."""
    chance = random.Random(35)
    truth = {f"s:{number}": TYPES[number % len(TYPES)] for number in range(SENTENCES)}
    sorts = ["hostile"] * (people // 20) + ["careless"] * (people // 10)
    sorts += ["honest"] * (people - len(sorts))
    chance.shuffle(sorts)
    settings = CampaignSettings(judgments_per_sentence=QUOTA, controls_error=error)
    with tempfile.TemporaryDirectory(prefix="epicene-simulation-") as folder:
        store = open_store(str(Path(folder) / "collect.db"))
        with store.writing.begin() as session:
            sentences = [
                CampaignSentence(source, f"Phrase {source}.", bias_type) for source, bias_type in truth.items()
            ]
            number = open_campaign(session, "Essai", "fr", "Lab X", "x@example.org", sentences, settings=settings).id
            session.add(User(name="camille", password_hash="", role="curator"))
            rows = [
                Participant(campaign_id=number, code_hash=str(n), consent_version="3", about={}) for n in range(people)
            ]
            session.add_all(rows)
            session.flush()
            ids = [row.id for row in rows]
            items = {item.id: item for item in session.scalars(select(TaskItem).where(TaskItem.campaign_id == number))}
            session.expunge_all()
        served = Counter[str]()
        turned_away = 0
        for start in range(0, people, 20):  # twenty at a time, each until they tire
            present = list(zip(ids[start : start + 20], sorts[start : start + 20], strict=True))
            left = {
                person: 1 + int(chance.expovariate(1 / (25 if sort == "hostile" else 4))) for person, sort in present
            }
            first = True
            while any(left.values()):
                with store.writing.begin() as session:
                    active = [(person, sort) for person, sort in present if left[person]]
                    wanted = [AssignmentRequest(person, number, TaskName.CATEGORY, settings) for person, _ in active]
                    answers = []
                    for (person, sort), held in zip(
                        active, [hand_out(session, request) for request in wanted], strict=True
                    ):
                        left[person] -= 1
                        if held is None:
                            left[person] = 0
                            turned_away += first and sort == "honest"
                            continue
                        item = items[held.item_id]
                        known = item.expected if item.control else None
                        labels = answer_of(sort, truth.get(item.source, ""), known, chance)
                        origin = "hostile" if sort == "hostile" else f"o{person}"
                        answers.append(
                            SentAnswer(person, number, TaskName.CATEGORY, item.id, labels, "", settings, origin)
                        )
                        served[sort] += 1
                    if answers:
                        answer_and_go_on(session, answers)
                first = False
            with store.writing.begin() as session:  # they have left; ten minutes later their places are others'
                lapse(session, Handout.participant_id.in_([person for person, _ in present]))
        if sets_aside:
            with store.writing.begin() as session:
                user = session.scalars(select(User.id)).one()
                first_at = session.scalars(select(JudgmentRow.created_at).order_by(JudgmentRow.id).limit(1)).one()
                row = SetAside(
                    campaign_id=number, user_id=user, since=first_at, until=now(), origin="hostile", reason="x"
                )
                session.add(row)
                session.flush()
                recount(session, concerns(row))
        with store.reading() as session:
            exported = make_export(session, number)
            standing = dict(session.execute(select(Participant.id, Participant.standing)).all())
        store.close()
    by_sort: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for person, sort in zip(ids, sorts, strict=True):
        by_sort[sort][standing[person] or "good"] += 1
    return {
        **compared(exported.files, truth),
        "answers": served,
        "standing": by_sort,
        "honest_people_who_found_all_sentences_full": int(turned_away),
    }


def compared(files: dict[str, bytes], truth: dict[str, str]) -> dict[str, Any]:
    """The exported files against the truth."""
    source = {row["id"]: row["source"] for row in map(json.loads, files["sentences.jsonl"].splitlines())}
    by_sentence: defaultdict[str, Counter[str]] = defaultdict(Counter)
    right = counted = 0
    for row in map(json.loads, files["categories.jsonl"].splitlines()):
        if row["counted"]:
            by_sentence[row["sentence"]][" ".join(row["labels"])] += 1
            right += row["labels"] == [truth[source[row["sentence"]]]]
            counted += 1
    full = {name: labels for name, labels in by_sentence.items() if labels.total() >= QUOTA}

    def is_true(name: str, labels: Counter[str]) -> bool:
        (first, most), *others = labels.most_common(2)
        return first == truth[source[name]] and not (others and others[0][1] == most)

    alpha = json.loads(files["statistics.json"])["agreement"]["categories"]["nominal"]
    return {
        "alpha": {name: round(alpha[name], 3) for name in ("value", "low", "high")},
        "answers_counted": counted,
        "answers_true_percent": round(100 * right / counted, 1),
        "sentences_full": len(full),
        "sentences_true_percent": round(100 * sum(is_true(*one) for one in full.items()) / len(full), 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, default=2000)
    parser.add_argument("--save", action="store_true", help=f"write {RESULTS.name}")
    options = parser.parse_args()
    results: dict[str, Any] = {"operating_curve": operating_curve(random.Random(5), 0.01)}
    for sort, found in results["operating_curve"].items():
        print(sort, found)
    about = {"people": options.people, "hostile": options.people // 20, "careless": options.people // 10}
    results["campaign"] = {**about, "sentences": SENTENCES, "judgments_per_sentence": QUOTA}
    for name, error, sets_aside in (
        ("without_rules", 0.0, False),
        ("by_the_rules", 1.0, False),
        ("and_a_curator", 1.0, True),
    ):
        results[name] = campaign(options.people, error, sets_aside)
        print(name, json.dumps(results[name]), flush=True)
    if options.save:
        RESULTS.write_text(json.dumps(results, ensure_ascii=False, indent=1) + "\n")


if __name__ == "__main__":
    main()
