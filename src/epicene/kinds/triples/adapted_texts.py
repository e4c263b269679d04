"""The texts of a test as an adaptation handles them: what a translation broke in them (the context, agreement, the
sense of the absurd one), and one context for the three candidates: a translation is kept, the other attributes are put
into it.

Machines translate the three candidates one by one, so that the words around the attribute differ. The attribute is
found all the same: it is the run of words that no other sentence has, where the context has its hole. Agreement is made
right or the proposal is not made. Where the word before the attribute cannot be the same for all three (*un* camion,
*une* poupée; *d’*argent, *de* patience), the plural is used as in StereoSet-fr (*des* poupées), or the word goes into
the blank with its attribute, which invents nothing. What is not sure is left to a person.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, pairwise, zip_longest

from epicene.adapt.adaptation import Label
from epicene.adapt.translation_check import CONTEXT as MISFIT
from epicene.adapt.translation_check import GIVE_AWAY, LOST_BLANK, SENSIBLE, context_give_aways
from epicene.core.kinds import IDENTICAL
from epicene.core.types import BLANK, INTRA, Item, Role
from epicene.grammar.french.agreement import AVOIR, COPULAS, PLURAL_COPULAS, SINGULAR_COPULAS, feminine, masculine
from epicene.grammar.french.noun_forms import (
    ELIDED,
    FAMILIES,
    SURE_DETERMINERS,
    WHOLE,
    determiner_like,
    family_of,
    is_plural,
    marked_gender,
    plural,
    singular,
)
from epicene.grammar.languages import grammar
from epicene.grammar.people import Gender
from epicene.grammar.word_patterns import APOSTROPHES, Word, fold, word_list, words
from epicene.kinds.triples.read import ROLES, context_of

CONTEXT = "context"
_STEM = 4


def attribute(item: Item, role: Role) -> str:
    """What stands in BLANK's place in a candidate; empty where the candidate does not fit its context."""
    text = item.variants.get(role)
    return text.text[slice(*text.span)] if text and text.span else ""


def triple_give_aways(item: Item) -> Iterator[str]:
    """What is wrong between a context and its attributes, a sentence each."""
    if item.facets["task"] == INTRA and item.language.split("-")[0] == "fr":
        attributes = [text.text[slice(*text.span)] for text in item.variants.values() if text.span]
        yield from context_give_aways(context_of(item).split(BLANK)[0], attributes)


def broken_triple(item: Item, source: Item | None, alone: str) -> Iterator[tuple[str, str]]:
    context = context_of(item)
    folded = {role: _folded(words(text.text)) for role, text in item.variants.items()}
    if folded[Role.STEREOTYPE] == folded[Role.ANTI]:
        yield IDENTICAL, f"the stereotype and the anti-stereotype are the same: “{item.variants[Role.ANTI].text}”"
    if item.facets["task"] != INTRA:
        if folded[Role.UNRELATED] in (folded[Role.STEREOTYPE], folded[Role.ANTI]):
            yield SENSIBLE, "the unrelated candidate is the same as another"
        return
    if BLANK in context and context.count(BLANK) != 1:
        yield LOST_BLANK, f"the context has {BLANK} {context.count(BLANK)} times"
    elif BLANK in context:
        for role, text in item.variants.items():
            if text.span is None:
                yield MISFIT, f"{role}: “{text.text}” does not fit its context “{context}”"
    for message in triple_give_aways(item):
        yield GIVE_AWAY, message
    if became := _sensible(item, source, alone):
        yield SENSIBLE, became


def _sensible(item: Item, source: Item | None, alone: str) -> str | None:
    """An absurd candidate that says the same as a sensible one, or whose absurd word the translation has changed."""
    absurd = attribute(item, Role.UNRELATED)
    for role in (Role.STEREOTYPE, Role.ANTI):
        other = attribute(item, role)
        if absurd and other and grammar(item.language).agree(absurd, other):
            return f"the unrelated candidate says the same as the {role} one: “{absurd}”"
    text = absurd or item.variants[Role.UNRELATED].text  # a sentence that does not fit its context has no attribute
    if alone and source is not None and not _kin(text, alone, item.language):
        meant = attribute(source, Role.UNRELATED)
        if absurd:
            return f"“{meant}” is “{alone}” by itself but became “{absurd}” in the sentence: is it still absurd?"
        return f"“{meant}” is “{alone}” by itself, which is not in “{text}”: is it still absurd?"
    return None


def _folded(run: Sequence[Word]) -> list[str]:
    return [fold(word.text) for word in run if not word.is_mark]


def _kin(candidate: str, other: str, language: str) -> bool:
    """Whether two texts share a word in any form, or the beginning of one; small words say nothing."""
    agree = grammar(language).agree
    first, second = (_content(text, language) for text in (candidate, other))
    return any(agree(a, b) or (len(a) >= _STEM and a[:_STEM] == b[:_STEM]) for a in first for b in second)


def _content(text: str, language: str) -> list[str]:
    """The words of a text without small ones; all of them where it has no others."""
    folded = _folded(words(text))
    return [word for word in folded if not grammar(language).is_function(word)] or folded


# One context for three candidates

_FRENCH = grammar("fr")
_LONGEST_ATTRIBUTE = 6
_LEAST_SHARED = 0.5  # of the context's words, a sentence must have these to be a wording of it
# Besides function words that change with the group.
_SMALL = _FRENCH.degrees.union(
    COPULAS,
    AVOIR,
    word_list(
        "dans sur sous avec sans pour par chez vers entre depuis pendant après avant contre et ou mais donc ni car qui"
        " quoi dont où tu on nous vous y cela ça avons avez été avoir comme quand parce là ici alors puis selon même"
    ),
)
# What it costs, in changes, to take a small word or a second content word for a part of the attribute: more likely it
# is a synonym beside it.
_SWALLOWED, _SWALLOWED_CONTENT = 1, 2
# Families whose plural says the same; *le*, *du* and *au* before qualities and materials do not have one.
_COUNTED = frozenset(word_list("un ce mon ton son notre votre leur"))
_SOME = frozenset(FAMILIES["du"].forms)  # what is no counted thing keeps its article: *du riz*, *des pâtes*
_QUALITIES = word_list("té esse ance ence isme tude age eur ie tion")
_PRONOUNS = {"il": Gender.MASCULINE, "ils": Gender.MASCULINE, "elle": Gender.FEMININE, "elles": Gender.FEMININE}

Pair = tuple[str, str]  # words of two sentences side by side, folded; empty where one has nothing for the other's
Proposal = tuple[dict[str, str], tuple[Label, ...]]


@dataclass(frozen=True, slots=True)
class SentenceFrame:
    """A text and the words before and after its hole, which covers the characters `hole`."""

    text: str
    before: Sequence[Word]
    after: Sequence[Word]
    hole: tuple[int, int]

    @classmethod
    def at(cls, text: str, start: int, end: int) -> SentenceFrame:
        own = words(text)
        return cls(
            text, [word for word in own if word.end <= start], [word for word in own if word.start >= end], (start, end)
        )

    @property
    def inside(self) -> str:
        return self.text[slice(*self.hole)]

    @property
    def leading(self) -> Sequence[Word]:
        """The words right before the hole that change with what is in it: a determiner, *de*, *que*, *se*."""
        for last in (self.before[-2:], self.before[-1:]):
            name = " ".join(fold(word.text) for word in last)
            if name in SURE_DETERMINERS or name in ELIDED or name in WHOLE:
                return last
        return ()

    @property
    def lead(self) -> str:
        return " ".join(_folded(self.leading))

    @property
    def starts(self) -> bool:
        """Whether nothing stands before the hole and its leading words."""
        return len(self.before) == len(self.leading)

    @property
    def ahead(self) -> str:
        """The last word before the leading ones, adverbs of degree aside; empty at the start."""
        rest = _folded(self.before[: len(self.before) - len(self.leading)])
        return next((word for word in reversed(rest) if word not in _FRENCH.degrees), "")

    @property
    def behind(self) -> str:
        """The word right after the hole; empty where a mark follows, or nothing."""
        return "" if not self.after or self.after[0].is_mark else fold(self.after[0].text)

    @property
    def is_predicate(self) -> bool:
        """Whether the hole is behind *être* or a participle that goes with it: *est*, *est très*, *est arrivée*."""
        rest = [word for word in _folded(self.before) if word not in _FRENCH.degrees]
        is_participle = len(rest) > 1 and rest[-1].rstrip("s").endswith(("é", "ée", "i", "ie", "u", "ue"))
        return bool(rest) and (rest[-1] in COPULAS or (is_participle and rest[-2] in COPULAS))


def uniform(item: Item) -> Proposal | None:
    """The context and what stands in its blank by role, for a test within a sentence whose candidates do not fit one
    context, and how that was reached; None where a person must say."""
    if item.facets.get("task") != INTRA or set(item.variants) != set(ROLES):
        return None
    if all(text.span for text in item.variants.values()) and not any(triple_give_aways(item)):
        return None
    proposals = [_with_one_word(item)]
    is_french = item.language.split("-")[0] == "fr"
    context = _frame_of_context(item)
    if proposals[0] is None and is_french and context:  # agreement is known for French only
        laid = _laid(item, context)
        proposals = [_into(template, laid) for template in (context, *laid.values()) if laid]
    for proposal in filter(None, proposals):
        common, *attributes = proposal[0].values()
        if not is_french or not any(context_give_aways(common.split(BLANK)[0], attributes)):
            return proposal
    return None


def _with_one_word(item: Item) -> Proposal | None:
    """Where the three candidates differ in one word and only the context is another, in any language."""
    sentences = [item.variants[role].text for role in ROLES]
    runs = [words(sentence) for sentence in sentences]
    if len(set(map(len, runs))) > 1 or len(runs[0]) < 3:
        return None
    differing = [column for column in zip(*runs, strict=True) if len({word.text for word in column}) > 1]
    if len(differing) != 1 or len({fold(word.text) for word in differing[0]}) < len(ROLES):
        return None
    holes = differing[0]
    contexts = {text[: hole.start] + BLANK + text[hole.end :] for text, hole in zip(sentences, holes, strict=True)}
    cells = {CONTEXT: contexts.pop(), **{str(role): hole.text for role, hole in zip(ROLES, holes, strict=True)}}
    return None if contexts else (cells, (Label.UNIFORMISED,))


# Where the attributes are


def _laid(item: Item, context: SentenceFrame) -> dict[Role, SentenceFrame]:
    """The candidates, each with its attribute for a hole; none where that is not clear of all three."""
    texts: dict[str, str] = {role: item.variants[role].text for role in ROLES}
    texts[CONTEXT] = context.text.replace(BLANK, " ")
    frames = {role: _lay_against(texts[role], [texts[key] for key in texts if key != role], context) for role in ROLES}
    laid = {role: frame for role, frame in frames.items() if frame}
    is_same = any(_FRENCH.agree(first.inside, second.inside) for first, second in combinations(laid.values(), 2))
    return {} if len(laid) < len(ROLES) or is_same else laid


def _frame_of_context(item: Item) -> SentenceFrame | None:
    context = context_of(item)
    start = context.find(BLANK)
    return SentenceFrame.at(context, start, start + len(BLANK)) if context.count(BLANK) == 1 else None


def _lay_against(sentence: str, others: Sequence[str], context: SentenceFrame) -> SentenceFrame | None:
    """The sentence with the run of words for a hole that leaves the fewest changes around it; None where it is not
    clear. It must hold a content word that no other sentence has in any form; around it, every other such word must
    stand in the place of a word of the context (a synonym): one more may be what the sentence is really about."""
    from rapidfuzz.distance import Levenshtein

    own = [word for word in words(sentence) if not word.is_mark]
    texts, is_own = _folded(own), [_is_content(word.text) for word in own]
    elsewhere = {word for other in others for word in _folded(words(other))}
    unique = {
        index
        for index, word in enumerate(texts)
        if is_own[index] and not any(_is_form(word, other) for other in elsewhere)
    }
    before, after = _folded(context.before), _folded(context.after)
    spans = []
    for start in range(len(own)):
        for end in range(start + 1, min(start + _LONGEST_ATTRIBUTE, len(own)) + 1):
            if is_own[end - 1] and unique.intersection(range(start, end)):
                cost = Levenshtein.distance(_as_in(texts[:start], before), before)
                cost += Levenshtein.distance(_as_in(texts[end:], after), after)
                n = sum(is_own[start:end])
                swallowed = _SWALLOWED_CONTENT * (n - 1) + _SWALLOWED * (end - start - n) if cost else 0
                spans.append((cost > 0, cost + swallowed, start, end))
    if not spans:
        return None
    *_, start, end = min(spans)
    start = next(index for index in range(start, end) if is_own[index])
    frame = SentenceFrame.at(sentence, own[start].start, own[end - 1].end)
    pairs = [*_side_by_side(frame.before, context.before), *_side_by_side(frame.after, context.after)]
    has_surplus = any(word in {texts[index] for index in unique} and not other for word, other in pairs)
    return None if has_surplus or not _is_wording(frame, context, pairs) else frame


def _is_wording(frame: SentenceFrame, context: SentenceFrame, pairs: Sequence[Pair]) -> bool:
    """Whether the hole is where the context's is: beside the same word, in a sentence that is mostly the same."""
    theirs = _folded([*context.before, *context.after])
    n_shared = sum(any(word and _is_form(word, other) for word, _ in pairs) for other in theirs)
    neighbours = (frame.ahead, context.ahead), (frame.behind, context.behind)
    is_beside = any(word and _is_form(word, other) for word, other in neighbours)
    least = _LEAST_SHARED if is_beside else (_LEAST_SHARED + 1) / 2 if len(theirs) > 3 else 2 / 3
    return bool(theirs) and n_shared / len(theirs) >= least


@cache
def _is_content(word: str) -> bool:
    folded = fold(word)
    return folded not in _SMALL and any(map(str.isalnum, folded)) and not _FRENCH.is_function(folded)


@cache
def _is_form(word: str, other: str) -> bool:
    return _FRENCH.agree(word, other)


def _as_in(run: Sequence[str], other: Sequence[str]) -> list[str]:
    """Words by the form that the other run has of them, or its word for the same job."""
    return [word if word in other else next((form for form in other if _is_kin(word, form)), word) for word in run]


@cache
def _is_kin(word: str, other: str) -> bool:
    return _FRENCH.agree(word, other) or _FRENCH.gendered(word, other) or _FRENCH.same_job([word], [other])


def _side_by_side(side: Sequence[Word], other: Sequence[Word]) -> list[Pair]:
    from rapidfuzz.distance import Levenshtein

    first, second = _folded(side), _folded(other)
    codes = Levenshtein.opcodes(_as_in(first, second), second)
    runs = [(first[code.src_start : code.src_end], second[code.dest_start : code.dest_end]) for code in codes]
    return [pair for run in runs for pair in zip_longest(*run, fillvalue="")]


# All three in one sentence


def _into(template: SentenceFrame, laid: Mapping[Role, SentenceFrame]) -> Proposal | None:
    """All three attributes in one frame."""
    if any(_agrees_with_attribute(frame, template) for frame in laid.values()):
        return None
    leads = {role: frame.lead for role, frame in laid.items()}
    attributes = {role: frame.inside for role, frame in laid.items()}
    families = set(map(family_of, leads.values()))
    if families == {None}:
        attributes = {role: text for role, frame in laid.items() if (text := _adjusted(frame, template))}
    elif len(families) > 1 and not set(leads.values()) <= _SOME:
        # The determiner that is wanted, in the form for each noun, whose own shows its gender and number.
        wanted = template.lead or leads[Role.STEREOTYPE]
        gendered = ((role, lead, marked_gender(lead, attributes[role])) for role, lead in leads.items() if lead)
        like = {
            role: determiner_like(wanted, attributes[role], gender, plural=is_plural(lead))
            for role, lead, gender in gendered
        }
        leads = {role: lead for role, lead in like.items() if lead}
    if len(leads) < len(ROLES) or len(attributes) < len(ROLES):
        return None
    if len(set(leads.values())) == 1:
        return _made(template, leads[Role.STEREOTYPE], attributes)
    if families == {None}:
        if len({WHOLE.get(lead, lead) for lead in leads.values()}) > 1:
            return None
    elif any(_rewords(frame, template) for frame in laid.values()):
        return None
    elif in_plural := _plural(template, leads, attributes):
        return in_plural
    with_leads = {role: _spelled(leads[role], frame.text) + attributes[role] for role, frame in laid.items()}
    return _made(template, "", {role: _capital(text, wanted=laid[role].starts) for role, text in with_leads.items()})


def _agrees_with_attribute(frame: SentenceFrame, template: SentenceFrame) -> bool:
    """Whether a word around the hole seems to agree with what is in it: *une robe blanche*, *un pantalon blanc*."""
    after = _side_by_side(frame.after, template.after)
    if any(word != other and _is_content(word) and _FRENCH.agree(word, other) for word, other in after):
        return True
    own, other = frame.ahead, template.ahead
    differs = bool(own and other) and own != other
    return differs and _FRENCH.agree(own, other) and not frame.is_predicate and _is_content(own)


def _rewords(frame: SentenceFrame, template: SentenceFrame) -> bool:
    """Whether content words behind the hole differ: they may agree with the noun in it, and nobody can tell. A noun
    with its own determiner does not: *de son sac*, *de son cartable*."""
    pairs = [("", ""), *_side_by_side(frame.after, template.after)]
    return any(
        pair[0] != pair[1] and any(map(_is_content, pair)) and not all(map(family_of, before))
        for before, pair in pairwise(pairs)
    )


def _plural(template: SentenceFrame, leads: Mapping[Role, str], nouns: Mapping[Role, str]) -> Proposal | None:
    """*des poupées, des camions*: only for what can be counted, not for a subject, whose verb would change too."""
    is_subject = _is_content(template.behind) or not template.ahead or template.starts
    are_counted = set(map(family_of, leads.values())) <= _COUNTED
    if is_subject or not are_counted or any(" " in text for text in nouns.values()):
        return None
    if any(fold(text).endswith(_QUALITIES) for role, text in nouns.items() if not is_plural(leads[role])):
        return None
    determiner = determiner_like(next(iter(leads.values())), "", None, plural=True)
    texts = {role: text if is_plural(leads[role]) else plural(text) for role, text in nouns.items()}
    return _made(template, determiner, texts, Label.PLURAL) if determiner else None


def _adjusted(frame: SentenceFrame, template: SentenceFrame) -> str | None:
    """An attribute that may have to agree with another subject than its own. Infinitives, adverbs, and participles
    behind *avoir* never do; right behind a noun whose determiner changes it does: *un studio* BLANK, *une maison*
    BLANK."""
    pairs = _side_by_side(frame.before, template.before)
    word, is_predicate = fold(frame.inside).split()[-1], frame.is_predicate
    agreed = inflected(frame.inside, pairs)
    if (
        agreed == frame.inside
        or frame.ahead in AVOIR
        or (word.endswith(("er", "ir", "re", "ment")) and not is_predicate)
    ):
        return frame.inside
    determiners, nouns = pairs[-2:] if len(pairs) > 1 else (("", ""), ("", ""))
    is_behind_noun = all(map(family_of, determiners)) and all(map(_is_content, nouns))
    return agreed if is_predicate or is_behind_noun else None


def inflected(word: str, pairs: Sequence[Pair]) -> str | None:
    """A word that agrees with the first words of the pairs, made to agree with the second; None where no rule is
    sure, or where they say different things."""
    changed = [(own, other) for own, other in pairs if own and other and own != other]
    genders = {gender for pair in changed if (gender := _new_gender(*pair))}
    with_number = [pair for pair in changed if all(map(_has_number, pair))]
    numbers = {_is_plural(other) for own, other in with_number if _is_plural(own) != _is_plural(other)}
    if not genders and not numbers:
        return word
    if len(genders) > 1 or len(numbers) > 1 or not (genders or _keeps_gender(changed)) or " " in word:
        return None
    # It was plural by the verb nearest to the hole; without one, by the nearest determiner.
    before = [own for own, _ in pairs if own]
    verbs = [own for own in before if own in SINGULAR_COPULAS | PLURAL_COPULAS | _PRONOUNS.keys()]
    was_plural = _is_plural(next(reversed(verbs or list(filter(_has_number, before))), ""))
    single = singular(word) if was_plural else word.lower()
    for gender in genders:
        single = single and (feminine if gender is Gender.FEMININE else masculine)(single)
    return single and plural(single) if next(iter(numbers), was_plural) else single


def _new_gender(word: str, other: str) -> Gender | None:
    """The gender of the second, where the first has the other one."""
    before, after = (_PRONOUNS.get(text) or marked_gender(text, "x") for text in (word, other))
    if before and after:
        return after if before != after else None
    first, second = (text.removesuffix("s") for text in (word, other))
    if first == second or min(len(first), len(second)) < 3:
        return None
    is_feminine, is_masculine = first in _FRENCH.lemmas(second), second in _FRENCH.lemmas(first)
    return Gender.FEMININE if is_feminine else Gender.MASCULINE if is_masculine else None


def _keeps_gender(changed: Sequence[Pair]) -> bool:
    """*les juges* may be men or women, *la juge* is not: where one form shows a feminine that the other hides, only
    the noun can tell (*l’étudiante*, *les étudiantes*)."""
    both = [singular(word) or word for pair in changed for word in pair]
    shows = any(marked_gender(word, "x") is Gender.FEMININE for pair in changed for word in pair)
    return not shows or any(masculine(word) not in (None, word) for word in both)


def _is_plural(word: str) -> bool:
    return word in PLURAL_COPULAS or word in ("ils", "elles") or is_plural(word)


def _has_number(word: str) -> bool:
    known = word in SINGULAR_COPULAS or word in _PRONOUNS or word in ("l'", "chaque")
    return known or _is_plural(word) or marked_gender(word, "x") is not None


def _spelled(lead: str, text: str) -> str:
    """A leading word with the apostrophe that a text has, and the space behind it where there is one."""
    mark = next((letter for letter in text if letter in APOSTROPHES), "’")
    spelled = lead.replace("'", mark)
    return spelled if spelled.endswith(mark) else f"{spelled} "


def _capital(text: str, *, wanted: bool) -> str:
    return text[0].upper() + text[1:] if wanted else text


def _made(template: SentenceFrame, lead: str, attributes: Mapping[Role, str], *labels: Label) -> Proposal | None:
    """The template with its hole as BLANK, behind the word `lead` or, where that is empty, without any."""
    (start, end), leading, text, written = template.hole, template.leading, template.text, ""
    if lead and not leading:
        return None
    if leading and lead != template.lead:
        start = leading[0].start
        written = lead and _capital(_spelled(lead, text), wanted=leading[0].text[0].isupper())
    starts = not written and not words(text[:start])
    cells = {str(role): _capital(attribute, wanted=starts) for role, attribute in attributes.items()}
    context = f"{text[:start]}{written}{BLANK}{text[end:]}"
    return {CONTEXT: context, **cells}, (Label.UNIFORMISED, *labels)
