"""The course of a training as one drawing: validation BLEU above, training loss below, by step."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from epicene.core.files import write_text

WIDTH, HEIGHT, LEFT, TOP, GAP = 640, 180, 56, 28, 48
STYLE = "font:12px sans-serif;fill:#333"
Points = Sequence[tuple[float, float]]


def write_curve(log: Path, path: Path) -> None:
    """Draw `log.jsonl` as an SVG; nothing is drawn where there is nothing yet."""
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    panels = {
        "Validation BLEU": [(line["step"], line["bleu"]) for line in lines if "bleu" in line],
        "Training loss (nats a piece, smoothed labels)": [(line["step"], line["loss"]) for line in lines],
    }
    drawn = [_panel(title, points, number) for number, (title, points) in enumerate(panels.items()) if points]
    total = TOP + len(panels) * (HEIGHT + GAP)
    write_text(
        path,
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH + LEFT + 60} {total}" role="img" '
        f'aria-label="Course of the training"><rect width="100%" height="100%" fill="white"/>{"".join(drawn)}</svg>\n',
    )


def _panel(title: str, points: Points, number: int) -> str:
    top = TOP + number * (HEIGHT + GAP)
    last = max(step for step, _ in points)
    low, high = min(value for _, value in points), max(value for _, value in points)
    span = (high - low) or 1.0

    def place(step: float, value: float) -> tuple[float, float]:
        return LEFT + WIDTH * step / last, top + HEIGHT * (1 - (value - low) / span)

    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in (place(*point) for point in points))
    x, y = place(*points[-1])
    return (
        f'<text x="{LEFT}" y="{top - 10}" style="{STYLE}">{title}</text>'
        f'<path d="M{LEFT} {top}V{top + HEIGHT}H{LEFT + WIDTH}" fill="none" stroke="#999"/>'
        f'<polyline points="{path}" fill="none" stroke="#0b5394" stroke-width="2"/>'
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="#0b5394"/>'
        f'<text x="{x + 6:.1f}" y="{y + 4:.1f}" style="{STYLE}">{points[-1][1]:.2f}</text>'
        f'<text x="{LEFT - 6}" y="{top + 10}" text-anchor="end" style="{STYLE}">{high:.1f}</text>'
        f'<text x="{LEFT - 6}" y="{top + HEIGHT}" text-anchor="end" style="{STYLE}">{low:.1f}</text>'
        f'<text x="{LEFT + WIDTH}" y="{top + HEIGHT + 16}" text-anchor="end" style="{STYLE}">step {last:.0f}</text>'
    )
