"""What mkdocs does besides reading docs/: the reference pages come from the code itself, so that they cannot drift."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

sys.path.insert(0, str(Path(__file__).parent))

import api_page
import commands_page

CODE = re.compile(r"<code[ >].*?</code>", re.DOTALL)
OPTION = re.compile(r"(?<![\w/\"=-])--?[a-z][a-z-]*(?![\w-])")
PAGES = {"reference/commands.md": commands_page.page, "reference/api.md": api_page.page}


def on_files(files: Files, config: Any) -> Files:
    for path, page in PAGES.items():
        files.append(File.generated(config, path, content=page()))
    return files


def on_page_content(html: str, **_: Any) -> str:
    """An option is one word; browsers break it after its hyphens unless it is marked."""
    return CODE.sub(lambda code: OPTION.sub(r'<span class="option">\g<0></span>', code[0]), html)


def on_page_context(context: Any, page: Any, config: Any, nav: Any) -> None:
    """On a page in French the theme's own words (table of contents, search, buttons) are French; the page says so."""
    config.theme["language"] = "fr" if page.file.src_uri.startswith("fr/") else "en"


def on_post_page(output: str, page: Any, config: Any) -> str:
    """For screen readers: the theme's search has a name."""
    name = {"fr": "Recherche", "en": "Search"}[config.theme["language"]]
    return output.replace('role="dialog"', f'role="dialog" aria-label="{name}"', 1)
