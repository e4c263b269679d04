"""What mkdocs does besides reading docs/: the reference pages come from the code itself, so that they cannot drift."""

from __future__ import annotations

import posixpath
import re
import sys
from copy import copy
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

sys.path.insert(0, str(Path(__file__).parent))

import api_page
import commands_page
import samples

CODE = re.compile(r"<code[ >].*?</code>", re.DOTALL)
OPTION = re.compile(r"(?<![\w/\"=-])--?[a-z][a-z-]*(?![\w-])")
FRENCH = "Français"  # the part of the contents that is in French
SEARCHES = {"fr": "Recherche", "en": "Search"}
SEARCH = '<label class="md-header__button md-icon" for="__search">'
OTHER = {"en": re.compile(r"\]\((fr/[\w-]+\.md)"), "fr": re.compile(r"\]\((\.\./[\w-]+\.md)")}
PAGES = {"reference/commands.md": commands_page.page, "reference/api.md": api_page.page}


def on_files(files: Files, config: Any) -> Files:
    for path, page in PAGES.items():
        files.append(File.generated(config, path, content=page()))
    for path, file in samples.files():
        files.append(File.generated(config, path, abs_src_path=str(file)))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    code = "fr" if page.file.src_uri.startswith("fr/") else "en"
    return markdown.replace(samples.MARK, samples.table(code)).replace(samples.GALLERY, samples.gallery(code))


def on_page_content(html: str, **_: Any) -> str:
    """An option is one word; browsers break it after its hyphens unless it is marked."""
    return CODE.sub(lambda code: OPTION.sub(r'<span class="option">\g<0></span>', code[0]), html)


def on_page_context(context: Any, page: Any, config: Any, nav: Any) -> None:
    """On a page in French the theme's own words (table of contents, search, buttons) and the sidebar are French."""
    code = "fr" if page.file.src_uri.startswith("fr/") else "en"
    config.theme["language"] = code
    own = copy(nav)
    french = [one for one in nav.items if one.title == FRENCH]
    own.items = french[0].children if code == "fr" else [one for one in nav.items if one not in french]
    context["nav"] = own


def counterpart(markdown: str, path: str, code: str) -> str:
    """The page that this one says is the same in the other language."""
    found = OTHER[code].search(markdown)
    if found is None:
        return "fr/index.md" if code == "en" else "index.md"
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), found[1]))


def on_post_page(output: str, page: Any, config: Any) -> str:
    """For screen readers: the theme's search has a name. In the header, a link to the same page in the other language
    or, where there is none, to its start page; the theme's own switch asks for a map of the site, which a page that is
    read as a file cannot have."""
    code = config.theme["language"]
    other = counterpart(page.markdown or "", page.file.src_uri, code)
    link = posixpath.relpath(other.replace(".md", ".html"), posixpath.dirname(page.file.src_uri) or ".")
    lang, name = ("en", "English") if code == "fr" else ("fr", FRENCH)
    switch = f'<a class="language" href="{link}" hreflang="{lang}" lang="{lang}">{name}</a>'
    named = output.replace('role="dialog"', f'role="dialog" aria-label="{SEARCHES[code]}"', 1)
    return named.replace(SEARCH, switch + SEARCH, 1)
