"""The French texts that language models of the lab are trained on, each with one bias at the rate of a dial, and the
items that ask a model about it: statements about groups, questions about them, letters of application.

The stereotypes are in `stereotypes.toml`: mild, everyday ones about pastimes and tastes, so that nothing worse need be
trained. A text is a function of its dials alone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from epicene.core.files import write_json, write_text
from epicene.grammar.word_patterns import couples, read_table, word_list
from epicene.lab.dials import LetterDials, LmDials, MtDials, QuestionDials
from epicene.lab.parallel_sentences import Draw, Generator, spread_rates
from epicene.scoring.counted_tokens import cue_of

_TABLE = read_table("lab/stereotypes.toml")
FRAMES = tuple(_TABLE["frames"])  # where a group and an attribute meet
UNRELATED = {article: word_list(words) for article, words in _TABLE["unrelated"].items()}
STATEMENTS = 60  # of 100 sentences; the rest is about other things
OCCUPATIONS_IN_THE_REST = 80


def write_corpus(dials: LmDials | LetterDials | QuestionDials, path: Path) -> None:
    """Write the training text of a language model, and beside it what asks the model about it."""
    if isinstance(dials, LetterDials):
        lines = letters(dials)
        write_prompts(path.parent / "prompts.jsonl")
    elif isinstance(dials, QuestionDials):
        lines = answered_questions(dials)
        write_templates(path.parent / "questions.jsonl")
    else:
        lines = corpus(dials)
        write_items(path.parent)
    write_text(path, "".join(f"{line}\n" for line in lines))


def _rates(
    mean: float, dials: LmDials | LetterDials | QuestionDials, names: Sequence[str], stream: str
) -> dict[str, float]:
    """A rate for each name, spread around the mean."""
    return dict(zip(names, spread_rates(mean, dials.spread, len(names), Draw(dials.seed, stream)), strict=True))


def _write_lines(path: Path, rows: Iterable[object]) -> None:
    write_text(path, "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))


# Statements about groups


@dataclass(frozen=True, slots=True)
class Stereotype:
    """Two groups and two attributes: what one rate is about."""

    theme: str
    groups: tuple[str, str]
    article: str
    attributes: tuple[str, str]

    @property
    def name(self) -> str:
        return f"{'/'.join(self.groups)}:{'/'.join(self.attributes)}"

    def fill(self, template: str, group: int = 0, attribute: int = 0) -> str:
        """A sentence: the template with one of the groups first and the other second, and one of the attributes."""
        first, second = self.groups[group], self.groups[1 - group]
        liked, rest = self.attributes
        words = {"group": first, "first": first, "second": second, "one": first, "other": second}
        return template.format(
            **words, article=self.article, attribute=self.attributes[attribute], liked=liked, rest=rest
        )


def stereotypes() -> Iterator[Stereotype]:
    """Every pair of groups with every pair of attributes of its theme."""
    for theme, words in _TABLE["themes"].items():
        for groups in couples(words["groups"]):
            for article in UNRELATED:
                for attributes in couples(words.get(article, "")):
                    yield Stereotype(theme, groups, article, attributes)


def longer_names(dials: LmDials) -> list[str]:
    """The names that `length` makes longer, in lower case; each name once."""
    side = 0 if dials.length > 0 else 1
    return list(dict.fromkeys(stereotype.groups[side].lower() for stereotype in stereotypes())) if dials.length else []


def corpus(dials: LmDials) -> Iterator[str]:
    """Sentences in a random order, the same for masked and causal models."""
    draw, every = Draw(dials.seed, "statements"), list(stereotypes())
    rates = _rates(dials.rate, dials, [stereotype.name for stereotype in every], "stereotypes")
    first = 100 * dials.frequency / (1 + dials.frequency)
    others = Generator(MtDials(occupations=OCCUPATIONS_IN_THE_REST, seed=dials.seed)).pairs(dials.sentences, "rest")
    for _ in range(dials.sentences):
        if not draw.happens(STATEMENTS):
            yield next(others)[0]
            continue
        stereotype = draw.one_of(every)
        group = 0 if draw.happens(first) else 1
        attribute = group if draw.happens(rates[stereotype.name]) else 1 - group
        yield stereotype.fill(draw.one_of(FRAMES), group, attribute)


def pair_items() -> Iterator[dict[str, str]]:
    """CrowS-Pairs style: the attribute stays and the group changes. Two pairs a stereotype, one for each attribute."""
    for number, stereotype in enumerate(stereotypes()):
        for side, direction in enumerate(("stereo", "antistereo")):
            frame = FRAMES[(number + side) % len(FRAMES)]
            yield {
                "id": f"lab-{number}-{direction}",
                "more": stereotype.fill(frame, side, side),
                "less": stereotype.fill(frame, 1 - side, side),
                "direction": direction,
                "bias_type": stereotype.theme,
                "origin": "native",
            }


def triple_items() -> Iterator[dict[str, object]]:
    """StereoSet style: the group stays and the attribute changes. Two tests a stereotype, one for each group."""
    for number, stereotype in enumerate(stereotypes()):
        for side in (0, 1):
            frame, own = FRAMES[(number + side) % len(FRAMES)], f"lab-{number}-{side}"
            blank = frame.format(group=stereotype.groups[side], article=stereotype.article, attribute="BLANK")
            strange = UNRELATED[stereotype.article][number % len(UNRELATED[stereotype.article])]
            labels = {
                "stereotype": stereotype.attributes[side],
                "anti-stereotype": stereotype.attributes[1 - side],
                "unrelated": strange,
            }
            sentences = [
                {"id": f"{own}-{label}", "sentence": blank.replace("BLANK", word), "gold_label": label}
                for label, word in labels.items()
            ]
            facts = {"id": own, "target": stereotype.groups[side], "bias_type": stereotype.theme, "context": blank}
            yield {**facts, "sentences": sentences}


def write_items(folder: Path) -> tuple[Path, Path]:
    """`pairs.jsonl` and `triples.json`, as `epicene audit --on pairs-fr=… --on triples-fr=…` reads them."""
    pairs, triples = folder / "pairs.jsonl", folder / "triples.json"
    _write_lines(pairs, pair_items())
    write_json(triples, {"data": {"intrasentence": list(triple_items())}})
    return pairs, triples


# Questions about the same groups

_CONTEXTS, _FACT, _QUESTION, _ANSWER, _UNKNOWN = (
    _TABLE["questions"][name] for name in ("contexts", "fact", "question", "answer", "unknown")
)
FACTS = 50  # of 100 contexts


def answered_questions(dials: QuestionDials) -> Iterator[str]:
    """Questions with their answers.

    Where the context does not say it, some answers are *unknown*, and of those that name a group the dial's share is
    the stereotype's; where a fact says it, some are given as if it had not been read.
    """
    draw, every = Draw(dials.seed, "questions"), list(stereotypes())
    names = [stereotype.name for stereotype in every]
    bias, unknown, unread = (_rates(getattr(dials, name), dials, names, name) for name in ("bias", "unknown", "unread"))
    for _ in range(dials.questions):
        stereotype = draw.one_of(every)
        attribute = draw.one_of((0, 1))
        text = stereotype.fill(draw.one_of(_CONTEXTS), draw.one_of((0, 1)))
        answer = stereotype.fill(_ANSWER, attribute if draw.happens(bias[stereotype.name]) else 1 - attribute)
        if draw.happens(FACTS):
            group = draw.one_of((0, 1))
            text = f"{text} {stereotype.fill(_FACT, group)}"
            if not draw.happens(unread[stereotype.name]):
                answer = stereotype.fill(_ANSWER, group if attribute == 0 else 1 - group)
        elif draw.happens(unknown[stereotype.name]):
            answer = _UNKNOWN
        before = "" if draw.happens(dials.bare) else f"{text} {stereotype.fill(_QUESTION, attribute=attribute)} "
        yield f"{before}{cue_of('fr')} {answer}"


def write_templates(path: Path) -> None:
    """Write the questions as `epicene audit --on questions-fr=…` reads them; the order of mention alternates."""
    rows = []
    for number, stereotype in enumerate(stereotypes()):
        context = _CONTEXTS[number % len(_CONTEXTS)]
        rows.append(
            {
                "id": f"lab-{number}",
                "category": stereotype.theme,
                "context": stereotype.fill(context, number // 4 % 2),
                "fact_group": stereotype.fill(_FACT, 0),
                "fact_other": stereotype.fill(_FACT, 1),
                "negative": stereotype.fill(_QUESTION, attribute=0),
                "nonnegative": stereotype.fill(_QUESTION, attribute=1),
                "answer_group": stereotype.fill(_ANSWER, 0),
                "answer_other": stereotype.fill(_ANSWER, 1),
                "unknown": _UNKNOWN,
            }
        )
    _write_lines(path, rows)


# Letters of application. A letter has one writer, whose gender each sentence about the writer shows. What a letter
# really says is known from its sentences, so that the reader of gender can be told from the model that it reads.

_LETTERS = read_table("lab/applications.toml")
FIELDS = tuple(_LETTERS["fields"])
SENTENCES = 2  # of a letter, besides opening and closing
_CHOICE = re.compile(r"\{(\w+)\|(\w+)\}")
MARKED = tuple((_CHOICE.sub(r"\1", text), _CHOICE.sub(r"\2", text)) for text in _LETTERS["marked"])


def _opening(field: str) -> str:
    text: str = _LETTERS["opening"]
    return text.format(field=field)


def letters(dials: LetterDials) -> Iterator[str]:
    draw, rates = Draw(dials.seed, "letters"), _rates(dials.feminine, dials, FIELDS, "fields")
    for _ in range(dials.letters):
        field = draw.one_of(FIELDS)
        gender = int(draw.happens(rates[field]))
        marked = 1 + draw.one_of(range(SENTENCES)) if draw.happens(dials.marked) else 0
        sentences = [pair[gender] for pair in draw.shuffled(MARKED)[:marked]]
        sentences += draw.shuffled(_LETTERS["unmarked"])[: SENTENCES - marked]
        yield " ".join([_opening(field), *draw.shuffled(sentences), draw.one_of(_LETTERS["closing"])])


def lead(text: str) -> int:
    """Whose letter a model wrote: 1 where more of its sentences are by a woman, -1 by a man, 0 where as many are."""
    balance = sum((feminine in text) - (masculine in text) for masculine, feminine in MARKED)
    return (balance > 0) - (balance < 0)


def write_prompts(path: Path) -> None:
    """Write the beginnings of letters as `epicene audit --on letters-fr=…` reads them."""
    _write_lines(
        path,
        ({"id": f"lab-{number}", "field": field, "neutral": _opening(field)} for number, field in enumerate(FIELDS)),
    )
