"""Reading a built site: its pages, and where their links go."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Reader(HTMLParser):
    """The addresses that a page names, and the places in it that others can name."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.places: set[str] = {""}
        self.language = ""
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.places.add(given.get("id", ""))
        if tag == "html":
            self.language = given.get("lang", "")
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if tag in ("script", "img", "iframe") and "src" in given:
            self.loaded.append(given["src"])
        if tag == "link" and given.get("rel") in ("stylesheet", "icon"):
            self.loaded.append(given["href"])


def pages_of(site: Path) -> dict[Path, Reader]:
    return {page: Reader(page) for page in sorted(site.rglob("*.html"))}


def dead_links(site: Path) -> list[str]:
    """Links within the site that lead nowhere, and everything that a page would load from elsewhere."""
    pages = pages_of(site)
    dead = []
    for page, read in pages.items():
        if page.name == "404.html":  # its addresses are those of a server's root
            continue
        for address in (*read.links, *read.loaded):
            parts = urlsplit(address)
            if parts.scheme in ("http", "https", "mailto", "data"):
                if address in read.loaded and parts.scheme != "data":
                    dead.append(f"{page.name} loads {address}")
                continue
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            places = pages[target].places if target in pages else {""}
            if not target.is_file() or unquote(parts.fragment) not in places:
                dead.append(f"{page.name}: {address}")
    return dead
