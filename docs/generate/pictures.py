"""The pictures of the guide, taken by Chromium: `python docs/generate/pictures.py [NAME]`. Those of reports show
samples, and need `make docs` first; those of the workshop are in `collect_pictures.py`."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import collect_pictures
import samples
from PIL import Image

DOCS = samples.ROOT / "docs"
LARGEST, COLOURS = 66_000, 40  # bytes; of a picture
BROWSERS = ("chromium", "chromium-headless-shell", "chromium-browser", "google-chrome")


class Picture(NamedTuple):
    """`page` is that of a sample (`samples.py` has its command); `height` how much of it is seen; `scale` how large."""

    name: str
    page: str
    height: int
    width: int = 1000
    scale: float = 1.0


PICTURES = (
    Picture("report.png", "en/first/index.html", 880),
    *(
        Picture(samples.picture_name(name), f"en/{name}/index.html", 760, scale=0.5)
        for name in (*(sample.name for sample in samples.SAMPLES), samples.BOARD)
    ),
)


def main(wanted: Sequence[str] = ()) -> None:
    browser = next((found for name in BROWSERS if (found := shutil.which(name))), "")
    if not browser:
        sys.exit("Pictures are taken with Chromium, which is not here. Install it, then try again.")
    for picture in PICTURES:
        if wanted and picture.name not in wanted:
            continue
        page = samples.PAGES / picture.page
        if page.is_file():
            take(browser, page, picture)
        else:
            sys.stdout.write(f"{picture.name} is left as it is: there is no {picture.page}. Run `make docs` first.\n")
    workshop = [name for name in collect_pictures.NAMES if not wanted or name in wanted]
    if workshop:
        collect_pictures.take(browser, DOCS, workshop)
    for name in workshop:
        check_size(DOCS / name)


def take(browser: str, page: Path, picture: Picture) -> None:
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-color-profile=srgb"]
    size = (f"--window-size={picture.width},{picture.height}", f"--force-device-scale-factor={picture.scale}")
    target = DOCS / picture.name
    command = [browser, *options, *size, f"--screenshot={target}", page.as_uri()]
    subprocess.run(command, check=True, capture_output=True)  # noqa: S603
    with Image.open(target) as taken:
        small = taken.convert("RGB").quantize(COLOURS)
    small.save(target, optimize=True)
    check_size(target)


def check_size(target: Path) -> None:
    if target.stat().st_size > LARGEST:
        sys.exit(f"{target.name} has {target.stat().st_size} bytes, more than {LARGEST}: show less of the page.")
    sys.stdout.write(f"{target.name}: {target.stat().st_size} bytes\n")


if __name__ == "__main__":
    main(sys.argv[1:])
