"""Which language a text is in, by its commonest words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from epicene.grammar.tables import word_list
from epicene.grammar.words import fold, words

# Articles, prepositions, pronouns and conjunctions; the last words of French and English are those of the controlled
# corpora, whose sentences have few others. A word that two languages share tells them apart from a third.
COMMON_WORDS = {
    language: frozenset(word_list(common))
    for language, common in {
        "fr": "le la l' les un une des du de d' et à au aux en dans est qui que qu' il elle ne n' pas ce cette son sa"
        " ses leur pour par avec sur parce été chaque fini terminé",
        "en": "the of and to in is was that who with for from by it he she they his her its their not has have had"
        " because each finished work job",
        "es": "el la los las un una del de y en es ha que con para por no se su sus al lo ella él porque",
        "it": "il lo la i gli un una uno di del della e è in che con per non si su al nel ha era lei lui perché",
        "pt": "o os um uma de do da dos das e em no na é que com para por não se seu sua ao ela ele porque",
        "de": "der die das den dem des ein eine einen und in ist hat war mit von zu zum zur auf im für nicht sich er"
        " sie ihr ihre weil",
    }.items()
}
_LINES_TO_TELL = 500


def language_of(lines: Sequence[str], expected: str) -> str | None:
    """The language of `COMMON_WORDS` that a text has most words of, the expected one where another has as many; None
    where it has words of none."""
    counts = Counter(word.text for line in lines[:_LINES_TO_TELL] for word in words(fold(line)))
    totals = {language: sum(counts[word] for word in common) for language, common in COMMON_WORDS.items()}
    most = max(totals, key=lambda language: (totals[language], language == expected))
    return most if totals[most] else None
