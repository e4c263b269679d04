"""Small controlled corpora and invented outputs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

NOUNS = [
    ("boulanger", "boulangère", "baker"),
    ("analyste", "analyste", "analyst"),
    ("harpiste", "harpiste", "harpist"),
    ("infirmier", "infirmière", "nurse"),
    ("bûcheron", "bûcheronne", "lumberjack"),
    ("avocat", "avocate", "lawyer"),
]


def write(path: Path, lines: Sequence[str]) -> Path:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def french_lines() -> list[str]:
    lines = []
    for masculine, feminine, _ in NOUNS:
        elided = masculine[0] in "ai"
        for noun, article in ((masculine, "le "), (feminine, "la ")):
            lines.append(f"{'l’' if elided else article}{noun} a terminé son travail.")
    return lines


def english_lines() -> list[str]:
    return [f"The {noun} has finished {pronoun} work." for _, _, noun in NOUNS for pronoun in ("his", "her")]


def invented_corpus() -> tuple[list[str], list[str]]:
    """Thirty occupations that no lexicon has: 60 lines of French and of English."""
    nouns = [f"{first}{last}" for first in "abcdefghij" for last in ("ler", "nist", "mer")]
    french = [
        f"{article} {noun}{end} a fini son travail" for noun in nouns for article, end in (("le", ""), ("la", "e"))
    ]
    return french, [f"the {noun} has finished {pronoun} work" for noun in nouns for pronoun in ("his", "her")]


def small_corpus(folder: Path) -> tuple[Path, Path]:
    return write(folder / "corpus.fr", french_lines()), write(folder / "corpus.en", english_lines())
