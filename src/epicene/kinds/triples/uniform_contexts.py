"""One context for the three candidates of a test: a translation is kept, the other attributes are put into it.

Agreement is made right or the proposal is not made. Where the word before the attribute cannot be the same for all
three (*un* camion, *une* poupée; *d’*argent, *de* patience), the plural is used as in StereoSet-fr (*des* poupées), or
the word goes into the blank with its attribute, which invents nothing. What is not sure is left to a person.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

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
from epicene.kinds.triples.adapted_texts import CONTEXT, triple_give_aways, with_texts
from epicene.kinds.triples.read import ROLES, context_of
from epicene.kinds.triples.sentence_frames import (
    SentenceFrame,
    aligned,
    concord,
    inflected,
    is_content,
    lay_against,
    side_pairs,
    unique_words,
)

# Families whose plural says the same; *le*, *du* and *au* before qualities and materials do not have one.
_COUNTED = frozenset(word_list("un ce mon ton son notre votre leur"))
_SOME = frozenset(FAMILIES["du"].forms)  # what is no counted thing keeps its article: *du riz*, *des pâtes*
_QUALITIES = word_list("té esse ance ence isme tude age eur ie tion")
_agree = grammar("fr").agree

Frames = Mapping[Role, SentenceFrame]  # each candidate with its attribute for a hole


@dataclass(frozen=True, slots=True)
class Uniform:
    """A context and what stands in its blank, by role; `labels` say how it was reached."""

    context: str
    attributes: Mapping[Role, str]
    labels: tuple[Label, ...] = (Label.UNIFORMISED,)

    @property
    def cells(self) -> dict[str, str]:
        """As a person edits them."""
        return {CONTEXT: self.context, **{str(role): text for role, text in self.attributes.items()}}

    @property
    def texts(self) -> dict[str, str]:
        sentences = {str(role): self.context.replace(BLANK, self.attributes[role]) for role in ROLES}
        return {CONTEXT: self.context, **sentences}


def uniform(item: Item) -> Uniform | None:
    """A proposal for a test within a sentence whose candidates do not fit one context; None where a person must say."""
    if item.facets.get("task") != INTRA or set(item.variants) != set(ROLES):
        return None
    if all(text.span for text in item.variants.values()) and not any(triple_give_aways(item)):
        return None
    proposals = [_with_one_word(item)]
    if proposals[0] is None and item.language.split("-")[0] == "fr":  # agreement is known for French only
        laid = _laid(item)
        inside = [laid[role].inside for role in ROLES] if laid else []
        if laid and not any(_agree(*pair) for pair in combinations(inside, 2)):
            proposals = [_into(template, laid) for template in _templates(item, laid)]
    return next((made for made in proposals if made and not any(triple_give_aways(with_texts(item, made.texts)))), None)


def _with_one_word(item: Item) -> Uniform | None:
    """Where the three candidates differ in one word and only the context is another, in any language."""
    sentences = [item.variants[role].text for role in ROLES]
    runs = [words(sentence) for sentence in sentences]
    texts = [[word.text for word in run] for run in runs]
    shortest = min(map(len, texts))
    start = next((n for n in range(shortest) if len({text[n] for text in texts}) > 1), shortest)
    tails = range(1, shortest - start + 1)
    end = next((n - 1 for n in tails if len({text[-n] for text in texts}) > 1), shortest - start)
    if any(len(run) != start + 1 + end for run in runs) or start + end < 2:
        return None
    holes = [run[start] for run in runs]
    contexts = {text[: hole.start] + BLANK + text[hole.end :] for text, hole in zip(sentences, holes, strict=True)}
    attributes = {role: hole.text for role, hole in zip(ROLES, holes, strict=True)}
    is_different = len(set(map(fold, attributes.values()))) == len(ROLES)
    made = Uniform(contexts.pop(), attributes) if len(contexts) == 1 and is_different else None
    return made if made and not any(triple_give_aways(with_texts(item, made.texts))) else None


def _laid(item: Item) -> Frames | None:
    """The candidates against their context, or against the candidate that shows where a lost BLANK was: two that differ
    in one place do."""
    sentences = {role: item.variants[role].text for role in ROLES}
    frames = [SentenceFrame.of_context(context_of(item)), _frame_without_context(list(sentences.values()))]
    for frame in filter(None, frames):
        laid = {}
        for role, sentence in sentences.items():
            others = [other for key, other in sentences.items() if key is not role]
            laid[role] = lay_against(sentence, [*others, context_of(item).replace(BLANK, " ")], frame)
        if all(laid.values()):
            return {role: own for role, own in laid.items() if own}
    return None


def _frame_without_context(sentences: Sequence[str]) -> SentenceFrame | None:
    for sentence in sentences:
        others, own = [other for other in sentences if other != sentence], words(sentence)
        indices = sorted(unique_words(sentence, others))
        if indices and indices == list(range(indices[0], indices[-1] + 1)):
            frame = SentenceFrame.at(sentence, own[indices[0]].start, own[indices[-1]].end)
            laid = [lay_against(other, [sentence], frame) for other in others]
            if any(other and _distance(other, frame, agreeing=0) == 0 for other in laid):
                return frame
    return None


def _templates(item: Item, laid: Frames) -> list[SentenceFrame]:
    """The context and the three candidates, that one first from which the others differ least."""
    own = SentenceFrame.of_context(context_of(item))
    frames = [*([own] if own else []), *(laid[role] for role in ROLES)]
    return sorted(frames, key=lambda frame: sum(_distance(other, frame) for other in laid.values()))


def _distance(frame: SentenceFrame, other: SentenceFrame, agreeing: int = 1) -> int:
    """Words that differ, twice, and forms of one word; a hole's own leading word is the business of `_into`."""
    pairs = [pair for pair in aligned(frame, other) if fold(pair[0]) != fold(pair[1])]
    return sum(agreeing if _agree(first or "-", second or "-") else 2 for first, second in pairs)


def _into(template: SentenceFrame, laid: Frames) -> Uniform | None:
    """All three attributes in one frame."""
    if any(_agrees_with_attribute(frame, template) for frame in laid.values()):
        return None
    leads = {role: laid[role].lead for role in ROLES}
    if any(map(family_of, leads.values())):
        return _nouns(template, laid, leads)
    sure = {role: text for role in ROLES if (text := _adjusted(laid[role], template))}
    if len(sure) < len(ROLES):
        return None
    if len(set(leads.values())) == 1:
        return _made(template, leads[Role.STEREOTYPE], sure)
    is_one_word = len({WHOLE.get(lead, lead) for lead in leads.values()}) == 1
    return _made(template, "", _with_leads(leads, sure, laid)) if is_one_word else None


def _agrees_with_attribute(frame: SentenceFrame, template: SentenceFrame) -> bool:
    """Whether a word around the hole seems to agree with what is in it: *une robe blanche*, *un pantalon blanc*."""
    after = [pair for pair in side_pairs(frame.after, template.after) if is_content(pair[0])]
    if any(fold(word) != fold(other) and _agree(word, other) for word, other in after):
        return True
    own, other = frame.ahead, template.ahead
    differs = bool(own and other) and own != other
    return differs and _agree(own, other) and not frame.is_predicate and is_content(own)


def _nouns(template: SentenceFrame, laid: Frames, leads: Mapping[Role, str]) -> Uniform | None:
    """Attributes behind determiners: one for all, the plural, or each with its own in the blank."""
    inside = {role: laid[role].inside for role in ROLES}
    if not set(leads.values()) <= _SOME and len(set(map(family_of, leads.values()))) > 1:
        # The determiner that is wanted, in the form for each noun, whose own shows its gender and number.
        wanted = template.lead or leads[Role.STEREOTYPE]
        leads = {
            role: (
                lead
                and determiner_like(wanted, inside[role], marked_gender(lead, inside[role]), plural=is_plural(lead))
            )
            or ""
            for role, lead in leads.items()
        }
        if not all(leads.values()):
            return None
    if len(set(leads.values())) == 1:
        return _made(template, leads[Role.STEREOTYPE], inside)
    if any(_rewords(frame, template) for frame in laid.values()):
        return None
    return _plural(template, leads, inside) or _made(template, "", _with_leads(leads, inside, laid))


def _rewords(frame: SentenceFrame, template: SentenceFrame) -> bool:
    """Whether content words behind the hole differ: they may agree with the noun in it, and nobody can tell. A noun
    with its own determiner does not: *de son sac*, *de son cartable*."""
    pairs = side_pairs(frame.after, template.after)
    return any(
        fold(word) != fold(other) and (is_content(word) or is_content(other)) and not all(map(family_of, before))
        for before, (word, other) in zip([("", ""), *pairs], pairs, strict=False)
    )


def _plural(template: SentenceFrame, leads: Mapping[Role, str], inside: Mapping[Role, str]) -> Uniform | None:
    """*des poupées, des camions*: only for what can be counted, not for a subject, whose verb would change too."""
    is_subject = is_content(template.behind) or not template.ahead or template.starts
    are_counted = set(map(family_of, leads.values())) <= _COUNTED
    if is_subject or not are_counted or any(" " in text for text in inside.values()):
        return None
    if any(fold(text).endswith(_QUALITIES) for role, text in inside.items() if not is_plural(leads[role])):
        return None
    determiner = determiner_like(next(iter(leads.values())), "", None, plural=True)
    texts = {role: text if is_plural(leads[role]) else plural(text) for role, text in inside.items()}
    return _made(template, determiner, texts, Label.PLURAL) if determiner else None


def _adjusted(frame: SentenceFrame, template: SentenceFrame) -> str | None:
    """An attribute that may have to agree with another subject than its own. Infinitives, adverbs, and participles
    behind *avoir* never do; right behind a noun whose determiner changes it does: *un studio* BLANK, *une maison*
    BLANK."""
    pairs = side_pairs(frame.before, template.before)
    difference = concord(pairs)
    if difference is None:
        return None
    word, is_predicate = fold(frame.inside).split()[-1], frame.is_predicate
    never_agrees = frame.ahead in AVOIR or (word.endswith(("er", "ir", "re", "ment")) and not is_predicate)
    if not (difference.gender or difference.number) or never_agrees:
        return frame.inside
    determiners, nouns = pairs[-2:] if len(pairs) > 1 else (("", ""), ("", ""))
    is_behind_noun = all(map(family_of, determiners)) and all(map(is_content, nouns))
    return inflected(frame.inside, difference) if is_predicate or is_behind_noun else None


def _spelled(lead: str, text: str) -> str:
    """A leading word with the apostrophe that a text has, and the space behind it where there is one."""
    mark = next((letter for letter in text if letter in APOSTROPHES), "’")
    spelled = lead.replace("'", mark)
    return spelled if spelled.endswith(mark) else f"{spelled} "


def _capital(text: str, *, wanted: bool) -> str:
    return text[0].upper() + text[1:] if wanted else text


def _with_leads(leads: Mapping[Role, str], attributes: Mapping[Role, str], laid: Frames) -> dict[Role, str]:
    """The attributes, each behind its own leading word."""
    joined = {role: _spelled(leads[role], laid[role].text) + attributes[role] for role in ROLES}
    return {role: _capital(text, wanted=laid[role].starts) for role, text in joined.items()}


def _made(template: SentenceFrame, lead: str, attributes: Mapping[Role, str], *labels: Label) -> Uniform | None:
    """The template with its hole as BLANK, behind the word `lead` or, where that is empty, without any."""
    (start, end), leading, text, written = template.hole, template.leading, template.text, ""
    if lead and not leading:
        return None
    if leading and lead != template.lead:
        start = leading[0].start
        written = lead and _capital(_spelled(lead, text), wanted=leading[0].text[0].isupper())
    starts = not written and not words(text[:start])
    shown = {role: _capital(attribute, wanted=starts) for role, attribute in attributes.items()}
    return Uniform(f"{text[:start]}{written}{BLANK}{text[end:]}", shown, (Label.UNIFORMISED, *labels))
