"""Errors a person reads: one sentence that says what failed, on what, and what to do.

The command line turns them into that sentence and an exit code; nothing else is caught there without `--debug`.
"""

from __future__ import annotations


class EpiceneError(Exception):
    """The work failed (exit code 1)."""

    exit_code = 1

    def __init__(self, sentence: str, /, **values: object) -> None:
        super().__init__(sentence.format(**values) if values else sentence)


class InputError(EpiceneError):
    """The call or its input is wrong (exit code 2)."""

    exit_code = 2


def first_line(error: BaseException) -> str:
    """What another package says, as far as a sentence of ours can quote it: its first line, and the next one where the
    first only names what it is about."""
    lines = [line.strip() for line in str(error).strip().splitlines()] or [type(error).__name__]
    return " ".join(lines[:2]) if lines[0].endswith(":") else lines[0]


class EpiceneWarning(UserWarning):
    """What makes a result from Python doubtful: a failed sanity check, models that cannot be told apart."""
