"""What a translation can break, by name; the names are written to tables and stay as they are."""

from __future__ import annotations

CONTEXT, LOST_BLANK, NOT_MINIMAL, DOUBLE_SWITCH = "context", "blank", "not-minimal", "double-switch"
MISMATCH, GIVE_AWAY, UNTRANSLATED, SENSIBLE = "mismatch", "give-away", "untranslated", "sensible"
MISSING = "missing"


def percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "0 %"
