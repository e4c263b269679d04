"""The tables of judged translations, for pages that have not moved to the rooms they show yet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from epicene.core.language import Language
from epicene.mt.judging import page
from epicene.mt.judging.results import Judged, PublishedSystem
from epicene.report.tables import Table


def judge_tables(documents: Sequence[Mapping[str, Any] | PublishedSystem], language: Language) -> list[Table]:
    published = [one for one in documents if isinstance(one, PublishedSystem)]
    judged = [msgspec.convert(one, Judged) for one in documents if not isinstance(one, PublishedSystem)]
    return page.judge_tables(judged, language, published)
