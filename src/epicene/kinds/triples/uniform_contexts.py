"""One context for the three candidates of a test: a translation is kept, the other attributes are put into it.

Agreement is made right or the proposal is not made. Where the word before the attribute cannot be the same for all
three (*un* camion, *une* poupée; *d’*argent, *de* patience), the plural is used as in StereoSet-fr (*des* poupées), or
the word goes into the blank with its attribute, which invents nothing. What is not sure is left to a person.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from epicene.adapt.adaptation import Label
from epicene.core.types import BLANK, INTRA, Item, Role
from epicene.grammar.french.agreement import AVOIR
from epicene.grammar.french.noun_forms import (
    FAMILIES,
    WHOLE,
    determiner_like,
    family_of,
    is_plural,
    marked_gender,
    plural,
)
from epicene.grammar.languages import grammar
from epicene.grammar.word_patterns import APOSTROPHES, fold, word_list, words
from epicene.kinds.triples.adapted_texts import CONTEXT, filled, triple_give_aways, with_texts
from epicene.kinds.triples.read import ROLES, context_of
from epicene.kinds.triples.sentence_frames import (
    Frame,
    aligned,
    concord,
    context_frame,
    frame_at,
    inflected,
    is_content,
    lay_against,
    side_pairs,
    unique_words,
)

# Families whose plural says the same; *le*, *du* and *au* before qualities and materials do not have one.
_COUNTED = frozenset(word_list("un ce mon ton son notre votre leur"))
_agree = grammar("fr").agree
_SOME = frozenset(FAMILIES["du"].forms)  # what is no counted thing keeps its article: *du riz*, *des pâtes*
_QUALITIES = word_list("té esse ance ence isme tude age eur ie tion")


@dataclass(frozen=True, slots=True)
class Uniform:
    """A context and what stands in its blank, by role; `labels` say how it was reached."""

    context: str
    attributes: Mapping[Role, str]
    labels: tuple[Label, ...]

    def cells(self) -> dict[str, str]:
        """As a person edits them."""
        return {CONTEXT: self.context} | {str(role): text for role, text in self.attributes.items()}

    def texts(self) -> dict[str, str]:
        return {CONTEXT: self.context} | {role: filled(self.context, self.attributes[role]) for role in ROLES}


def uniform(item: Item) -> Uniform | None:
    """A proposal for a test within a sentence whose candidates do not fit one context; None where a person must say."""
    if item.facets.get("task") != INTRA or set(item.variants) != set(ROLES):
        return None
    if all(text.span for text in item.variants.values()) and not any(triple_give_aways(item)):
        return None
    if alike := _alike(item):
        return alike
    if item.language.split("-")[0] != "fr":
        return None  # agreement is known for French only
    laid = _laid(item)
    if laid is None or not _are_different(laid):
        return None
    for template in _templates(item, laid):
        found = _into(template, laid)
        if found and not any(triple_give_aways(with_texts(item, found.texts()))):
            return found
    return None


def _alike(item: Item) -> Uniform | None:
    """Where the three candidates differ in one word and only the context is another, in any language."""
    sentences = [item.variants[role].text for role in ROLES]
    split = [words(sentence) for sentence in sentences]
    texts = [[word.text for word in words] for words in split]
    shortest = min(map(len, texts))
    start = next((n for n in range(shortest) if len({text[n] for text in texts}) > 1), shortest)
    tails = range(1, shortest - start + 1)
    end = next((n - 1 for n in tails if len({text[-n] for text in texts}) > 1), shortest - start)
    inside = [words[start : len(words) - end] for words in split]
    if any(len(run) != 1 for run in inside) or start + end < 2:
        return None
    spans = [(run[0].start, run[-1].end) for run in inside]
    contexts = {text[:first] + BLANK + text[last:] for text, (first, last) in zip(sentences, spans, strict=True)}
    attributes = {r: text[slice(*span)] for r, text, span in zip(ROLES, sentences, spans, strict=True)}
    different = len({fold(attribute) for attribute in attributes.values()}) == len(ROLES)
    found = Uniform(contexts.pop(), attributes, (Label.UNIFORMISED,)) if len(contexts) == 1 and different else None
    return found if found and not any(triple_give_aways(with_texts(item, found.texts()))) else None


def _laid(item: Item) -> dict[Role, Frame] | None:
    """Each candidate with its attribute for a hole."""
    context = context_of(item)
    sentences = {role: item.variants[role].text for role in ROLES}
    frames = (context_frame(context), _frame_without_context(list(sentences.values())))
    return next((laid for frame in frames if frame and (laid := _against(frame, sentences, context))), None)


def _against(frame: Frame, sentences: Mapping[Role, str], context: str) -> dict[Role, Frame] | None:
    frame_by_role = {}
    for role, sentence in sentences.items():
        others = [other for key, other in sentences.items() if key is not role]
        laid = lay_against(sentence, [*others, context.replace(BLANK, " ")], frame)
        if laid is None:
            return None
        frame_by_role[role] = laid
    return frame_by_role


def _frame_without_context(sentences: Sequence[str]) -> Frame | None:
    """Where BLANK is lost: two candidates that differ in one place show where it was."""
    for sentence in sentences:
        others = [other for other in sentences if other != sentence]
        indices = sorted(unique_words(sentence, others))
        found = words(sentence)
        if not indices or indices != list(range(indices[0], indices[-1] + 1)):
            continue
        frame = frame_at(sentence, found[indices[0]].start, found[indices[-1]].end)
        twins = [other for other in others if (laid := lay_against(other, [sentence], frame)) and _is_twin(laid, frame)]
        if twins:
            return frame
    return None


def _is_twin(laid: Frame, frame: Frame) -> bool:
    return all(fold(one) == fold(other) or _agree(one, other) for one, other in aligned(laid, frame))


def _are_different(laid: Mapping[Role, Frame]) -> bool:
    inside = [laid[role].inside for role in ROLES]
    return not any(_agree(one, other) for number, one in enumerate(inside) for other in inside[number + 1 :])


def _templates(item: Item, laid: Mapping[Role, Frame]) -> list[Frame]:
    """The context and the three candidates, that one first from which the others differ least."""
    own = context_frame(context_of(item))
    frames = [*([own] if own else []), *(laid[role] for role in ROLES)]
    return sorted(frames, key=lambda frame: sum(_distance(other, frame) for other in laid.values()))


def _distance(frame: Frame, other: Frame) -> int:
    """Words that differ, forms of one word aside; a hole's own leading word is the business of `_into`."""
    pairs = aligned(frame, other)
    return sum(
        2 if not _agree(first or "-", second or "-") else 1 for first, second in pairs if fold(first) != fold(second)
    )


def _into(template: Frame, laid: Mapping[Role, Frame]) -> Uniform | None:
    """All three attributes in one frame."""
    if any(_agrees_with_attribute(frame, template) for frame in laid.values()):
        return None
    leads = {role: laid[role].lead for role in ROLES}
    if any(family_of(lead) for lead in leads.values()):
        return _nouns(template, laid)
    attributes = {role: _adjusted(laid[role], template) for role in ROLES}
    if not all(attributes.values()):
        return None
    sure = {role: text for role, text in attributes.items() if text}
    if len(set(leads.values())) == 1:
        return _made(template, laid[Role.STEREOTYPE].lead, sure)
    if len({WHOLE.get(lead, lead) for lead in leads.values()}) == 1:
        return _made(template, "", {role: _joined(leads[role], sure[role], laid[role]) for role in ROLES})
    return None


def _agrees_with_attribute(frame: Frame, template: Frame) -> bool:
    """Whether a word around the hole seems to agree with what is in it: *une robe blanche*, *un pantalon blanc*."""
    after = [(one, other) for one, other in side_pairs(frame.after, template.after) if is_content(one)]
    if any(fold(one) != fold(other) and _agree(one, other) for one, other in after):
        return True
    here, there = frame.ahead, template.ahead
    return (
        bool(here and there) and here != there and _agree(here, there) and not frame.is_predicate and is_content(here)
    )


def _nouns(template: Frame, laid: Mapping[Role, Frame]) -> Uniform | None:
    """Attributes behind determiners: one for all, the plural, or each with its own in the blank."""
    leads = {role: frame.lead for role, frame in laid.items()}
    if not set(leads.values()) <= _SOME and len({family_of(lead) for lead in leads.values()}) > 1:
        wanted = template.lead or leads[Role.STEREOTYPE]
        leads = {role: _like(wanted, leads[role], laid[role].inside) or "" for role in ROLES}
        if not all(leads.values()):
            return None
    inside = {role: frame.inside for role, frame in laid.items()}
    if len(set(leads.values())) == 1:
        return _made(template, leads[Role.STEREOTYPE], inside)
    if any(_rewords(frame, template) for frame in laid.values()):
        return None
    if many := _plural(template, leads, inside):
        return many
    return _made(template, "", {role: _joined(leads[role], inside[role], laid[role]) for role in ROLES})


def _rewords(frame: Frame, template: Frame) -> bool:
    """Whether content words behind the hole differ: they may agree with the noun in it, and nobody can tell. A noun
    with its own determiner does not: *de son sac*, *de son cartable*."""
    pairs = side_pairs(frame.after, template.after)
    return any(
        fold(one) != fold(other) and (is_content(one) or is_content(other)) and not all(map(family_of, before))
        for before, (one, other) in zip([("", ""), *pairs], pairs, strict=False)
    )


def _like(wanted: str, own: str, noun: str) -> str | None:
    """The determiner that is wanted, in the form for a noun whose own determiner shows its gender and number."""
    return determiner_like(wanted, noun, marked_gender(own, noun), plural=is_plural(own)) if own else None


def _plural(template: Frame, leads: Mapping[Role, str], inside: Mapping[Role, str]) -> Uniform | None:
    """*des poupées, des camions*: only for what can be counted, not for a subject, whose verb would change too."""
    families = {family_of(lead) for lead in leads.values()}
    starts = not template.ahead or not template.before[: len(template.before) - len(template.leading)]
    if (
        not families <= _COUNTED
        or is_content(template.behind)
        or starts
        or any(" " in text for text in inside.values())
    ):
        return None
    if any(fold(text).endswith(_QUALITIES) for role, text in inside.items() if not is_plural(leads[role])):
        return None
    determiner = determiner_like(next(iter(leads.values())), "", None, plural=True)
    if not determiner:
        return None
    texts = {role: text if is_plural(leads[role]) else plural(text) for role, text in inside.items()}
    return _made(template, determiner, texts, Label.PLURAL)


def _adjusted(frame: Frame, template: Frame) -> str | None:
    """An attribute that may have to agree with another subject than its own."""
    pairs = side_pairs(frame.before, template.before)
    difference = concord(pairs)
    if difference is None:
        return None
    if not (difference.gender or difference.number) or _never_agrees(frame):
        return frame.inside
    return inflected(frame.inside, difference) if frame.is_predicate or _describes(pairs) else None


def _describes(pairs: Sequence[tuple[str, str]]) -> bool:
    """Whether the hole is right behind a noun whose determiner changes: *un studio* BLANK, *une maison* BLANK."""
    (first, second), (noun, other) = pairs[-2:] if len(pairs) > 1 else (("", ""), ("", ""))
    return bool(family_of(first) and family_of(second)) and is_content(noun) and is_content(other)


def _never_agrees(frame: Frame) -> bool:
    """Infinitives, adverbs, and participles behind *avoir*."""
    word = fold(frame.inside).split()[-1]
    infinitive_or_adverb = word.endswith(("er", "ir", "re", "ment")) and not frame.is_predicate
    return infinitive_or_adverb or frame.ahead in AVOIR


def _joined(lead: str, attribute: str, frame: Frame) -> str:
    mark = next((letter for letter in frame.text if letter in APOSTROPHES), "’")
    spelled = lead.replace("'", mark)
    starts = not frame.before[: len(frame.before) - len(frame.leading)]
    joined = f"{spelled}{'' if spelled.endswith(mark) else ' '}{attribute}"
    return joined[0].upper() + joined[1:] if starts else joined


def _made(template: Frame, lead: str, attributes: Mapping[Role, str], *labels: Label) -> Uniform | None:
    """The template with its hole as BLANK, behind the word `lead` or, where that is empty, without any."""
    start, end = template.hole
    leading = template.leading
    if leading and lead != template.lead:
        start = leading[0].start
    elif lead and not leading:
        return None
    text = template.text
    written = ""
    if leading and lead and lead != template.lead:
        mark = next((letter for letter in text if letter in APOSTROPHES), "’")
        spelled = lead.replace("'", mark)
        spelled = spelled[0].upper() + spelled[1:] if leading[0].text[0].isupper() else spelled
        written = spelled + ("" if spelled.endswith(mark) else " ")
    starts = not written and not words(text[:start])
    shown = {role: said[0].upper() + said[1:] if starts else said for role, said in attributes.items()}
    return Uniform(f"{text[:start]}{written}{BLANK}{text[end:]}", shown, (Label.UNIFORMISED, *labels))
