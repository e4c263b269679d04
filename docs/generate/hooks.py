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


def on_post_page(output: str, page: Any, config: Any) -> str:
    """For screen readers: a page in French says so, and the theme's search has a name."""
    named = output.replace('role="dialog"', 'role="dialog" aria-label="Search"', 1)
    if page.file.src_uri.startswith("fr/"):
        return named.replace('<html lang="en"', '<html lang="fr"', 1)
    return named
