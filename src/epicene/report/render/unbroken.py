"""Text on a terminal whose lines never end at a no-break space, where rich would break them: 12 %, « mot », a : b."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.text import Text

from epicene.core.language import NARROW_NO_BREAK, NO_BREAK

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions
    from rich.containers import Lines
    from rich.measure import Measurement

# While lines are made, a letter of no alphabet stands for each of them: rich takes all that is space for a place to
# break, and knows no other way to say that it is none.
_LETTERS = {NO_BREAK: "\ue000", NARROW_NO_BREAK: "\ue001"}
_TO_LETTERS = str.maketrans(_LETTERS)
_TO_SPACES = str.maketrans({letter: space for space, letter in _LETTERS.items()})


class Unbroken(Text):
    """rich's text, measured and wrapped at plain spaces only.

    Print it inside a `Group` or a table: a console joins bare texts into one of its own kind.
    """

    def wrap(self, console: Console, width: int, **options: Any) -> Lines:
        lines = self._in_letters().wrap(console, width, **options)
        for line in lines:
            line.plain = line.plain.translate(_TO_SPACES)
        return lines

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return self._in_letters().__rich_measure__(console, options)

    def _in_letters(self) -> Text:
        copy = self.copy()
        copy.plain = copy.plain.translate(_TO_LETTERS)
        return copy
