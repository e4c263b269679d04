"""At which token of a line a word is probed.

A word is defined on the text (`grammar/words.py`), so that *l’* of *l’avocate* can be named for every tokenizer; a word
of several pieces is probed at its last piece. Of a word that occurs more than once, the last counts: in « Le chanteur
qui a chanté hier a terminé son travail. », *a* is the auxiliary of *terminé*. The noun and its determiner, which differ
from line to line, are named by what they are; the corpus knows where they stand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from epicene.core.errors import InputError
from epicene.grammar.words import fold, words
from epicene.inside.token_spans import Pieces, source_pieces
from epicene.models.tokens import Span
from epicene.models.translation import Translator

END = "eos"
NOUN, DETERMINER = "noun", "det"
Named = Mapping[str, Span]  # where the noun and the determiner of a line stand


def position_of(pieces: Pieces, text: str, word: str, end_id: int | None, named: Named | None = None) -> int | None:
    """None where the line has no such word; `eos` is the mark after the text."""
    if word == END:
        last = len(pieces.ids) - 1 - pieces.ids[::-1].index(end_id) if end_id in pieces.ids else None
        return None if last is None or any(end > start for start, end in pieces.spans[last:]) else last
    asked = fold(word)
    ends = [one.end for one in words(text) if fold(one.text) == asked]
    if named and word in named:
        ends = [named[word][1]]
    covering = pieces.over((ends[-1] - 1, ends[-1])) if ends else ()
    return covering[-1] if covering else None


def positions_in(
    translator: Translator, text: str, asked: Sequence[str], where: str, named: Named | None = None
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The tokens of a text and where each asked word stands in them; one that is not found is an error."""
    pieces = source_pieces(translator, text)
    places = []
    for word in asked:
        place = position_of(pieces, text, word, translator.tokenizer.eos_token_id, named)
        if place is None:
            raise InputError(
                f"{where}: {word!r} is not among the tokens of « {text} ». Name words that every line has with --at; "
                f"{END} is the end mark."
            )
        places.append(place)
    return pieces.ids, tuple(places)
