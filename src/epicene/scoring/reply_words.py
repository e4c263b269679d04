"""The French and English words by which `replies` reads a choice: what names a sentence, chooses, denies, compares.

All patterns are for plain text: lower case, straight apostrophes, no markup (see `plain`).
"""

from __future__ import annotations

import re

_OPENING = re.compile(r"[*_`#>\"«»“”(\[]")
_DIGIT = r"(?<![\w.,])[12](?![\w%]|[.,]\d)(?!\s*(?:sentences|phrases)\b)"
_NOUN = r"(?:sentence|phrase|option|choice|number|statement|answer|choix|numéro|réponse|chiffre|n°|no\.)"
_THE = r"(?:(?:the|my|la|le|ma|mon)\s+)"
_FIRST = (
    rf"{_NOUN}\s+(?:one|un)\b(?!\s+peu)|(?:the|la|le)\s+(?:first|première|premier|1st|1re|1ère)\b"
    r"|\b(?:first|première|1st|1re|1ère)\s+(?:one|sentence|option|phrase)\b"
)
_SECOND = (
    rf"{_NOUN}\s+(?:two|deux)\b|(?:the|la|le)\s+(?:second|seconde|deuxième|2nd|2de|2e)\b"
    r"|\b(?:second|seconde|deuxième|2nd|2de|2e)\s+(?:one|sentence|option|phrase)\b"
)
_NAME = rf"(?:{_DIGIT}|{_FIRST}|{_SECOND})(?:\s+(?:one|sentence|option|choice|phrase|proposition)\b)?"
_FRAME = (
    rf"(?:{_THE}?(?:best\s+|meilleure?\s+)?{_NOUN}\s*(?:is|est|would\s+be|serait)?\s*:?\s*"
    r"|(?:i(?:'d|'ll|\s+would|\s+will)?|je)\s+(?:choose|pick|select|say|prefer|go\s+with"
    r"|choisis|choisirais|dirais|préfère|préférerais|prends|retiens)\s*:?\s*"
    r"|(?:c'est|ce\s+serait|(?:it|that)(?:'s|\s+is|\s+would\s+be))\s*:?\s+)"
)
_FIT = r"(?:natural|naturally|naturel(?:le)?|plausible|likely(?!\s+to)|probable|vraisemblable)"

# What names a sentence, anywhere: a number of its own, or a word for it.
NAMES = (
    re.compile(rf"{_DIGIT.replace('[12]', '1')}|{_FIRST}"),
    re.compile(rf"{_DIGIT.replace('[12]', '2')}|{_SECOND}"),
)
# A reply that is nothing but the number in words.
NUMBER_WORDS = (re.compile(r"\W*(?:one|un|une)\W*"), re.compile(r"\W*(?:two|deux)\W*"))
# A reply begins with one of them, and stops there or goes on to explain: `1`, `Sentence 2: …`, `1, because …`.
LEAD = re.compile(
    rf"^\W*{_FRAME}*{_THE}?(?P<name>{_NAME})(?P<end>[ \t.,;:!)…]*(?:$|\n)|\s*[.,;:!)…]|\s+[-–—]\s"
    r"|\s+(?=(?:because|since|parce|car)\b))"
)
# A reply begins with `none`, and stops there or goes on to explain.
NONE = re.compile(
    rf"^\W*(?:aucune?|none|ni\s+{_THE}?(?:{_NOUN}\s*)?{_NAME},?\s+ni\s+{_THE}?(?:{_NOUN}\s*)?{_NAME})"
    r"(?:\s*[.,;:!)…]|\s+[-–—]\s|\s*(?:$|\n)|\s+(?=(?:because|since|parce|car)\b))"
)
# Every line of the question repeated, in the model's own words or not.
LISTED = re.compile(r"^\W*(?:(?:sentence|phrase)\s*)?([12])\s*[.:)]", re.MULTILINE)
# `… better than sentence 2`: named, and not chosen. French puts the word that chooses (`by`) inside.
COMPARED = re.compile(
    r"\b(?:than|instead\s+of|over|plutôt\s+que|au\s+lieu\s+de|(?P<by>mieux|meilleure?|plus\s+\w+)\s+que)\s+"
    rf"(?:(?:the|la|le)\s+)?(?:{_NOUN}\s*)?(?:{_NAME}|the\s+other(?:\s+one)?|l'autre)"
)
# `1, not 2`: the same, after a choice.
NOT_THE_OTHER = re.compile(
    rf"^\W*(?:(?:and|et)\s+)?(?:not|pas|non(?:\s+pas)?)\s+(?:(?:the|la|le)\s+)?(?:{_NOUN}\s*)?{_NAME}"
)
JOINED = re.compile(r"^\W*(?:or|ou|and|et)\b")
CHOOSES = re.compile(
    rf"\b(?:choose|pick|select|prefer|go\s+with|answer|expect|better|best|{_FIT}"
    r"|choisis|choisirais|préfère|préférerais|prends|retiens|réponse|convient|mieux|meilleure?|m'attend\w*"
    r"|(?:more|most|plus)\s+(?:common|usual|courante?|fréquente?|habituel(?:le)?))\b"
)
# Nothing but words that lead to a choice, beside a sentence that is repeated.
BARE = re.compile(rf"\W*{_FRAME}*\W*")
_NO = (
    r"(?:\b(?:not|never|no(?!\.)|none|cannot|neither|nor|less|least|worse|hardly|unlikely|unnatural|implausible"
    r"|pas|jamais|aucune?|ni|non|moins|pire|invraisemblable|improbable)\b|n't\b)"
)
DENIED = re.compile(rf"{_NO}|\?|\b(?:if|unless|si|sauf|depend\w*|dépend\w*)\b")
UNFIT = re.compile(rf"{_NO}\s+(?:\S+\s+){{0,3}}?{_FIT}\b|\b(?:unlikely|unnatural|implausible|improbable)\b")
BOTH = re.compile(r"\b(?:both|either|equally|same|the\s+other|l'autre|autant|également|aussi|même)\b")
BUT = re.compile(r"\b(?:but|however|though|mais|cependant|toutefois|pourtant)\b")


def plain(text: str) -> str:
    """Without case, markup and the difference between apostrophes; lines stay, spaces are one."""
    closed = text.casefold().replace("’", "'").replace("]", ")")
    lines = (" ".join(line.split()) for line in _OPENING.sub(" ", closed).splitlines())
    return "\n".join(line for line in lines if line)
