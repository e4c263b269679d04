"""What the paper printed of its systems, for the page of forced decoding, which has not moved yet."""

from __future__ import annotations

from epicene.mt.judging.results import published_judged

__all__ = ["published_judged"]
