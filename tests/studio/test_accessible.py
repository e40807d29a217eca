"""Every page is fit for keyboards and screen readers, by day and by night: axe-core finds no serious fault."""

from __future__ import annotations

import json
from importlib.resources import files

import pytest
from playwright.sync_api import Browser, expect

import ludwright
from ludwright.studio.workspace import TEMPLATES
from tests.studio.conftest import Served

PLACES = [
    ("/", ""),
    ("/test?game=card_game.game", ""),
    ("/play?game=card_game.game", ""),
    ("/see?game=card_game.game", ""),
    ("/improve?game=card_game.game", ""),
    ("/design?game=wrong.game", ""),
] + [("/design?game=card_game.game", tab) for tab in ("table", "forms", "story", "numbers", "cards", "history")]


UNTOLD = """[...document.querySelectorAll('#panel-forms :is(input, select, textarea, button)')].filter(one => one.offsetParent && !one.title && !one.closest('[title]')).map(one => one.outerHTML.slice(0, 120))"""
"""Fields and buttons of forms without a tip."""


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_axe_finds_nothing_serious(served: Served, chromium: Browser, scheme: str) -> None:
    for name in ("card_game.game", "card_game.csv"):
        (served.folder / name).write_text((TEMPLATES / name).read_text())
    ludwright.playtest(served.folder / "card_game.game", games=20, seed=1, out=served.folder / "runs" / "card_game-1")
    kept = [{"name": "turns", "texts": ["turn.number"], "when": "turn"}]
    (served.folder / "card_game.queries.json").write_text(json.dumps(kept))
    (served.folder / "wrong.game").write_text('game "Wrong"\nplayers 2\nturn: nowhere\n')
    axe = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
    context = chromium.new_context(color_scheme=scheme, viewport={"width": 1280, "height": 900})  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(served.address)
    for path, tab in PLACES:
        page.goto(served.root + path)
        if "design" in path:
            expect(page.locator("#verdict")).to_contain_text("istake")
        if tab:
            page.locator(f"#tab-{tab}").click()
        if tab == "forms":
            expect(page.locator(".form-block").first).to_be_visible()
        if tab == "table":
            expect(page.locator("#panel-table svg")).to_be_visible()
        if path.startswith("/improve"):
            expect(page.locator("#targets .target").first).to_be_visible()
            page.locator("details.more summary").click()
        if path.startswith("/see"):
            expect(page.locator("#spread tbody tr").first).to_be_visible()
        if path.startswith("/play"):
            expect(page.locator("#seats select").first).to_be_visible()
        if path.startswith("/test"):
            expect(page.locator("#players input").first).to_be_visible()
        page.evaluate(axe)
        found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")["violations"]
        serious = [
            f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in found if one["impact"] in ("serious", "critical")
        ]
        assert not serious, (path, tab, serious)
        if tab == "forms":
            untold = page.evaluate(UNTOLD)
            assert not untold, untold
            page.get_by_role("button", name="Add to: Actions").click()
            expect(page.locator(".fit").first).to_contain_text("An action without a choice")
            found = page.evaluate("axe.run(document.querySelector('dialog'), { resultTypes: ['violations'] })")[
                "violations"
            ]
            assert not [one["id"] for one in found if one["impact"] in ("serious", "critical")]
    context.close()
