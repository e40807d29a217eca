"""Everything the documentation shows is so: its games play, its messages come, its commands and its Python run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.blocks import blocks
from tests.docs.running import Page

DOCS = Path(__file__).parents[2] / "docs"
PAGES = sorted(DOCS.rglob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(DOCS)))
def test_a_page_says_what_is_so(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    here = Page(tmp_path)
    for block in blocks(page):
        try:
            here.do(block)
        except Exception as error:
            raise AssertionError(f"{page.relative_to(DOCS)}, line {block.line}: {error}") from error


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(DOCS)))
def test_its_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        if target.startswith(("https://", "http://")):
            continue
        file, _, heading = target.partition("#")
        path = (page.parent / file).resolve() if file else page
        assert path.exists(), f"{page.relative_to(DOCS)} leads to {target}"
        if heading:
            assert heading in _anchors(path), f"{page.relative_to(DOCS)} leads to {target}"


def test_the_messages_it_explains_are_messages() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in (DOCS.parent / "src" / "ludwright").rglob("*.py"))
    table = (DOCS / "language" / "mistakes.md").read_text(encoding="utf-8").partition("## More messages")[2]
    messages = [
        said for row in re.findall(r"^\| (\".*?) \|", table, re.MULTILINE) for said in re.findall(r'"(.*?)"', row)
    ]
    assert len(messages) > 15
    for message in messages:
        for words in message.split("…"):
            assert words.strip(" :") in source, f"nobody says `{words}`"


@pytest.mark.parametrize("page", ["architecture.md", "internals.md", "extend.md"])
def test_the_files_it_names_exist(page: str) -> None:
    named = re.findall(r"`((?:[a-z_]+/)+[a-z_]+\.\w+)`", (DOCS / page).read_text(encoding="utf-8"))
    assert len(named) > 3
    for file in named:
        assert (DOCS.parent / file).exists() or (DOCS.parent / "src" / "ludwright" / file).exists(), file


def test_the_map_shows_only_files_that_are_there() -> None:
    text, sources = (DOCS / "architecture.md").read_text(encoding="utf-8"), DOCS.parent / "src" / "ludwright"
    rows = re.findall(r"^\| (`[a-z_]+/`.*?) \| (.*) \|$", text, re.MULTILINE)
    assert len(rows) > 20
    for heading, rest in rows:
        there = [base / name for name in re.findall(r"`([a-z_]+)/`", heading) for base in (sources, sources / "rules")]
        for file in re.findall(r"`([a-z_]+\.(?:py|lark))`", rest):
            assert any((folder / file).exists() for folder in there), f"{heading}: {file}"


def test_every_page_can_be_reached_from_the_first() -> None:
    seen = set[Path]()
    waiting = [DOCS / "index.md"]
    while waiting:
        page = waiting.pop()
        if page in seen or page.suffix != ".md":
            continue
        seen.add(page)
        links = re.findall(r"\]\(([^)#\s]+)[^)\s]*\)", page.read_text(encoding="utf-8"))
        waiting += [(page.parent / link).resolve() for link in links if not link.startswith("http")]
    assert set(PAGES) <= seen, f"no way leads to {sorted(str(p.relative_to(DOCS)) for p in set(PAGES) - seen)}"


def _anchors(page: Path) -> set[str]:
    """The headings of a page as links name them."""
    found = set()
    for heading in re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE):
        found.add(re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-"))
    return found
