"""What the paper printed of its systems' translations (section 4.2.2 and table 2), as documents that tables set beside
what was judged; it gives no intervals."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Any


@cache
def published_judged(direction: str) -> list[dict[str, Any]]:
    """A document for each system, with the metrics and groups of `mt judge`."""
    file = resources.files("epicene.report").joinpath("published", "mt_judged.json")
    systems = json.loads(file.read_text(encoding="utf-8"))[direction]
    return [
        {
            "model": name,
            "direction": direction,
            "estimates": [
                {"metric": metric, "group": group, "value": value}
                for metric, groups in metrics.items()
                for group, value in groups.items()
            ],
        }
        for name, metrics in systems.items()
    ]
