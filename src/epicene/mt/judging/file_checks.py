"""Refusing files that cannot belong together, before anything is judged."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from epicene.core.errors import InputError
from epicene.grammar.languages import language_of
from epicene.models.language_codes import LANGUAGES
from epicene.mt.corpora.controlled_corpus import CorpusLine, Sentences
from epicene.mt.slipped_lines import check_line_by_line, content_words


def check_language(sentences: Sentences, role: str, direction: str) -> None:
    """A file in the other language means a wrong direction or swapped files."""
    found = language_of(sentences.lines, sentences.language)
    if found in (None, sentences.language):
        return
    languages = direction.split("-")
    remedy = (
        f"swap the files or say --direction {'-'.join(reversed(languages))}"
        if found in languages
        else "give the file in that language"
    )
    raise InputError(
        f"{sentences.path} looks {LANGUAGES[found][1]}, but the {role} of {direction} is "
        f"{LANGUAGES[sentences.language][1]}; {remedy}."
    )


def check_same_corpus(
    lines: Sequence[CorpusLine], source: Path, hypotheses: Sentences, nouns: Sequence[Sequence[str]]
) -> None:
    """Translations of other sentences share no word with the references, or hold the nouns of other lines.

    `nouns` are the references' nouns in the hypotheses' language; a line may hold those of its pair, whose gender is
    what systems get wrong.
    """
    references = [line.english if hypotheses.language == "en" else line.french for line in lines]
    both = zip(hypotheses.lines, references, strict=True)
    if all(content_words(hypothesis).isdisjoint(content_words(reference)) for hypothesis, reference in both):
        raise InputError(
            f"{hypotheses.path} does not translate these sentences: line by line it shares no word with the "
            "references; give the output for this source, in order."
        )
    own = [content_words(" ".join(noun)) for noun in nouns]
    of_pairs = [own[number] | own[number ^ 1] for number in range(len(own))]
    check_line_by_line(hypotheses.path, str(source), hypotheses.lines, of_pairs)
