"""What can be wrong with a sentence as a string, whatever it says."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping

from epicene.core.kinds import AnyKind, Issue
from epicene.core.types import Item
from epicene.grammar.french.agreement import adjective_gender
from epicene.grammar.french.noun_forms import lacks_elision, noun_gender
from epicene.grammar.languages import grammar
from epicene.grammar.people import Gender
from epicene.grammar.word_patterns import APOSTROPHES, fold, words

# UTF-8 read as Latin-1 or Windows-1252 (Ã©, â€™, Å“, Â«), or as Mac Roman (√©); what replaced a lost character;
# entities and invisible characters that came with a web page.
_SECOND_BYTE = "\x80-\xbf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ"
_DAMAGE = re.compile(
    rf"[ÃÅ][{_SECOND_BYTE}]|Â[\xa0-\xbf]|â€|√[©®™†°¢]|ï»¿|\ufffd|&(?:[a-z]{{2,8}}|\#\d{{2,5}});"
    r"|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028\u2029\ufeff\xad]|(?<=[a-zà-ÿ])\?(?=[a-zà-ÿ])",
)
_NO_BREAK = re.compile("[\xa0\u202f]")
_BESIDE_MARK = re.compile("[\xa0\u202f](?=[;:!?»%€])|(?<=«)[\xa0\u202f]|(?<=\\d)[\xa0\u202f](?=\\d)")
_INNER_APOSTROPHE = re.compile(rf"(?<=\w)[{APOSTROPHES}](?=\w)")


def text_issues(item: Item) -> Iterator[Issue]:
    """Kind, severity and message of all that is wrong with an item's wordings."""
    return wording_issues({role: text.text for role, text in item.variants.items()})


def wording_issues(texts: Mapping[str, str]) -> Iterator[Issue]:
    """The same for texts by name, which are expected to be spelled alike."""
    yield from _spaces(texts)
    yield from _apostrophes(texts)
    yield from _no_break_spaces(texts)
    for role, text in texts.items():
        if match := _DAMAGE.search(text):
            yield Issue("encoding", "warning", f"{role}: {match.group()!a} looks like damage to the encoding")


def apostrophes(text: str) -> set[str]:
    """The kinds of apostrophe within words; quotation marks are another matter."""
    return set(_INNER_APOSTROPHE.findall(text))


def _spaces(texts: Mapping[str, str]) -> Iterator[Issue]:
    outer = [role for role, text in texts.items() if text != text.strip()]
    if outer:
        severity = "note" if len({_outer(text) for text in texts.values()}) == 1 else "warning"
        yield Issue("outer-whitespace", severity, f"{_sides(outer, texts)}: whitespace before or after the sentence")
    double = {role: len(re.findall(r"\s{2,}", text.strip())) for role, text in texts.items()}
    if any(double.values()):
        severity = "note" if len(set(double.values())) == 1 else "warning"
        affected = [role for role, count in double.items() if count]
        yield Issue("double-space", severity, f"{_sides(affected, texts)}: two spaces in a row")


def _outer(text: str) -> tuple[str, str]:
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]


def _apostrophes(texts: Mapping[str, str]) -> Iterator[Issue]:
    kinds = {role: apostrophes(text) for role, text in texts.items()}
    mixed = [role for role, marks_of_role in kinds.items() if len(marks_of_role) > 1]
    if mixed:
        yield Issue("apostrophes", "warning", f"{_sides(mixed, texts)}: different apostrophes in one sentence")
    elif len(set().union(*kinds.values())) > 1:
        yield Issue("apostrophes", "warning", "the wordings use different apostrophes")


def _no_break_spaces(texts: Mapping[str, str]) -> Iterator[Issue]:
    """Right before a French colon, wrong between words; worst where one side only has them."""
    counts = {role: len(_NO_BREAK.findall(text)) for role, text in texts.items()}
    affected = [role for role, count in counts.items() if count]
    if not affected:
        return
    stray = any(count > len(_BESIDE_MARK.findall(texts[role])) for role, count in counts.items())
    severity = "warning" if stray or len(set(counts.values())) > 1 else "note"
    where = "between words" if stray else "beside a punctuation mark"
    yield Issue("no-break-space", severity, f"{_sides(affected, texts)}: no-break space {where}")


def _sides(affected: list[str], texts: Mapping[str, str]) -> str:
    return "both sides" if len(affected) == len(texts) == 2 else ", ".join(affected)


def elision_issues(item: Item, kind: AnyKind) -> Iterator[Issue]:
    """Kind, severity and message, once for an item with French words that should have lost their vowel and did not:
    *que Ibrahima* for *qu’Ibrahima*. On one side of a pair only, such a slip makes the sentence less likely for a
    reason that is not the group.
    """
    if item.language != "fr":
        return
    texts = [*(text.text for text in item.variants.values()), *kind.texts_of(item).values()]
    elisions = (elision for text in texts for elision in _missing(text))
    yield from _quoting("elision", "a word is not elided", elisions)


def agreement_issues(item: Item) -> Iterator[Issue]:
    """Once for an item in which a French subject and its adjective show different genders: *Les hommes sont bavardes*.
    The group was changed and the adjective left, and the sentence is unlikely for a reason that is not the group."""
    if item.language != "fr":
        return
    quotes = (quote for text in item.variants.values() if (quote := _disagreeing(text.text)))
    yield from _quoting("agreement", "a subject and its adjective disagree", quotes)


def _quoting(kind: str, message: str, quotes: Iterable[str]) -> Iterator[Issue]:
    if words := dict.fromkeys(quotes):
        shown = ", ".join(f"“{phrase}”" for phrase in words)
        yield Issue(kind, "warning", f"{message}: {shown}", quoted=tuple((phrase,) for phrase in words))


def _disagreeing(text: str) -> str | None:
    """Of a sentence that begins with a determiner, a noun and a form of *être*, noun and adjective if they disagree.
    Nothing else is read: further on, the noun next to the verb may not be its subject."""
    own = [word for word in words(text) if not word.is_mark]
    plain = [fold(word.text) for word in own]
    rules = grammar("fr")
    if len(plain) < 4 or plain[0] not in rules.determiners:
        return None
    in_verb = rules.copulas | rules.degrees
    verb = list(itertools.takewhile(lambda word: word in in_verb or rules.negates(word), plain[2:]))
    index = 2 + len(verb)
    if index >= len(plain) or not any(word in rules.copulas for word in verb) or rules.is_function(plain[index]):
        return None
    genders = {noun_gender(plain[1]), adjective_gender(plain[index])}
    return f"{own[1].text} … {own[index].text}" if genders == set(Gender) else None


def _missing(text: str) -> Iterator[str]:
    for first, second in itertools.pairwise(words(text)):
        if first.end < second.start and lacks_elision(first.text, second.text):
            yield f"{first.text} {second.text}"
