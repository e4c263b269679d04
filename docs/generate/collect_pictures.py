"""The pictures of the workshop: a campaign is served on this machine, invented volunteers and a curator use it in
Chromium, and what they see is kept as docs/collect-*.png. `pictures.py` calls this."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

NAMES = ("collect-task.png", "collect-phone.png", "collect-pair.png", "collect-statistics.png")
DESK, PHONE = (960, 1330), (390, 1330)
GAP, GREY, COLOURS = 16, (138, 138, 138), 24
TITLE = "Nos stéréotypes"
PASSWORD = "a password for pictures"  # noqa: S105
# By volunteer: what each says, of whom, as opposed to whom. The second is a repetition, the third nearly one.
STATEMENTS = (
    ("Les femmes conduisent mal.", "gender", "les femmes", "les hommes"),
    ("les femmes conduisent mal !!", "gender", "les femmes", "les hommes"),
    ("Toutes les femmes conduisent mal.", "gender", "les femmes", "les hommes"),
    ("L’infirmière est toujours douce, elle sourit.", "gender", "une infirmière", "un infirmier"),
    ("Les Bretons boivent trop.", "nationality", "les Bretons", "les Parisiens"),
)
# What is judged: mild sentences, each with its contrast and the type that most volunteers find in it.
PAIRS = (
    ("Ma voisine met dix minutes à se garer.", "Mon voisin met dix minutes à se garer.", "gender"),
    ("Ma grand-mère imprime ses courriels.", "Ma sœur imprime ses courriels.", "age"),
    ("Le Breton a oublié son parapluie.", "Le Marseillais a oublié son parapluie.", "nationality"),
    ("La notaire a payé le repas de tous.", "La caissière a payé le repas de tous.", "socioeconomic"),
    ("Mon frère ne sait pas repasser.", "Ma sœur ne sait pas repasser.", "gender"),
    ("Les jeunes arrivent toujours en retard.", "Les vieux arrivent toujours en retard.", "age"),
    ("Le Parisien klaxonne au feu vert.", "Le Breton klaxonne au feu vert.", "nationality"),
    ("Ma grande cousine joue au basket.", "Ma petite cousine joue au basket.", "physical-appearance"),
)
TYPE_OF = {sentence: bias_type for *both, bias_type in PAIRS for sentence in both}
ANSWERS = ("yes", "yes", "no", "yes", "unsure")
TURNS = len(ANSWERS)
NURSE = 4  # the statement of which a pair is made


def take(browser: str, folder: Path, wanted: Sequence[str]) -> None:
    """Write the `wanted` of `NAMES` to a folder."""
    from playwright.sync_api import sync_playwright

    with _served() as home, sync_playwright() as engine:
        started = engine.chromium.launch(executable_path=browser, args=["--no-sandbox", "--disable-gpu"])
        shots = _visit(started, home)
        started.close()
    for name in wanted:
        _side_by_side(shots[name]).quantize(COLOURS).save(folder / name, optimize=True)


@contextmanager
def _served() -> Iterator[str]:
    """`epicene collect serve` as a person starts it, in an empty folder, with an account for camille."""
    epicene = [sys.executable, "-m", "epicene", "collect"]
    with tempfile.TemporaryDirectory() as folder:
        items = (
            {"id": f"p{number}", "more": more, "less": less, "direction": "stereo", "bias_type": bias_type}
            for number, (more, less, bias_type) in enumerate(PAIRS)
        )
        Path(folder, "pairs.jsonl").write_text("".join(f"{json.dumps(item)}\n" for item in items), encoding="utf-8")
        account = {**os.environ, "EPICENE_COLLECT_PASSWORD": PASSWORD}
        of_ours = ["--organiser", "Lab X", "--contact", "dpo@example.org"]
        campaign = ["campaign", "open", TITLE, "--on", "pairs-fr=pairs.jsonl", *of_ours]
        for command in (campaign, ["user", "add", "camille"]):
            subprocess.run([*epicene, *command], cwd=folder, env=account, check=True, capture_output=True)  # noqa: S603
        serve = [*epicene, "serve", "--port", "0"]
        running = subprocess.Popen(serve, cwd=folder, stderr=subprocess.PIPE, text=True)  # noqa: S603
        try:
            yield next(found[1] for line in running.stderr or () if (found := re.search(r"(http://\S+?)/ ", line)))
        finally:
            running.terminate()
            running.wait()


def _visit(browser: Browser, home: str) -> dict[str, list[bytes]]:
    """What is seen, by the picture's name, from left to right."""
    for number, statement in enumerate(STATEMENTS[:-1]):
        _take_part(_person(browser, home, "fr"), home, statement, number).context.close()
    desk = _person(browser, home, "fr", (880, 880))
    _agree(desk, home)
    desk.goto(f"{home}/tasks/category")
    desk.locator(f"#type-{TYPE_OF.get(desk.locator('blockquote').inner_text().strip(), 'gender')}").check()
    phone = _take_part(_person(browser, home, "en", (390, 846)), home, STATEMENTS[-1], len(STATEMENTS))
    tasks = [_shot(phone, f"{home}{path}") for path in ("/tasks/fluency", "/tasks/category", "/me")]
    wide, narrow = (_curator(browser, home, *one) for one in (("fr", DESK), ("en", PHONE)))
    wide.goto(f"{home}/curate/statements/{NURSE}")
    wide.locator(f"form[action='/curate/statements/{NURSE}/settle'] button").click()
    pair = [
        _shot(wide, f"{home}/curate/pairs/new?statement={NURSE}"),
        _shot(narrow, f"{home}/curate/statements/1"),
    ]
    for page, code in ((wide, "en"), (narrow, "fr")):
        page.goto(f"{home}/language/{code}")
    wide.goto(f"{home}/curate/statistics")
    wide.get_by_role("heading", name="Fluency", exact=True).evaluate("one => one.scrollIntoView({behavior: 'instant'})")
    statistics = [wide.screenshot(), _shot(narrow, f"{home}/curate/statistics")]
    return dict(zip(NAMES, ([desk.screenshot()], tasks, pair, statistics), strict=True))


def _person(browser: Browser, home: str, language: str, size: tuple[int, int] = DESK) -> Page:
    page = browser.new_context(viewport={"width": size[0], "height": size[1]}).new_page()
    page.goto(f"{home}/language/{language}")
    return page


def _curator(browser: Browser, home: str, language: str, size: tuple[int, int]) -> Page:
    page = _person(browser, home, language, size)
    page.goto(f"{home}/login")
    page.fill("[name=name]", "camille")
    page.fill("[name=password]", PASSWORD)
    page.click("main button")
    return page


def _agree(page: Page, home: str) -> None:
    page.goto(f"{home}/consent")
    page.locator("#agree").check()
    page.locator("main button").click()


def _take_part(page: Page, home: str, statement: tuple[str, str, str, str], number: int) -> Page:
    """Agree, say something, and answer a few times, not all alike."""
    text, bias_type, target, contrast = statement
    _agree(page, home)
    page.goto(f"{home}/tasks/statement")
    page.locator("#statement").fill(text)
    page.locator(f"#type-{bias_type}").check()
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
    page.fill("[name=target]", target)
    page.fill("[name=contrast]", contrast)
    _send(page, "form button")
    for turn in range(TURNS):
        page.goto(f"{home}/tasks/fluency")
        _send(page, f"button[value={ANSWERS[(turn + number) % TURNS]}]")
        page.goto(f"{home}/tasks/category")
        found = TYPE_OF.get(page.locator("blockquote").inner_text().strip())
        if found and turn != number % TURNS:
            page.locator(f"#type-{found}").check()
            _send(page, "button[value=types]")
        else:
            _send(page, "button[value=none]")
    return page


def _send(page: Page, button: str) -> None:
    page.locator(button).first.click()
    page.wait_for_url("**thanks*")


def _shot(page: Page, address: str) -> bytes:
    page.goto(address)
    return page.screenshot()


def _side_by_side(shots: Sequence[bytes]) -> Any:
    from PIL import Image

    parts = [Image.open(io.BytesIO(shot)).convert("RGB") for shot in shots]
    width = sum(part.width for part in parts) + GAP * (len(parts) - 1)
    whole = Image.new("RGB", (width, max(part.height for part in parts)), GREY)
    left = 0
    for part in parts:
        whole.paste(part, (left, 0))
        left += part.width + GAP
    return whole
