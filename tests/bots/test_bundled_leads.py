"""Who is ahead in bundled games, worked out by hand."""

from __future__ import annotations

import pytest

from tests.bundled import bundled

AFTER = [
    ("tic_tac_toe", ["place b2"], [0.5 + 4 / 20, 0.5 - 4 / 20]),
    ("tic_tac_toe", ["place b2", "place a1"], [0.5 + 1 / 20, 0.5 - 1 / 20]),
    ("connect_four", ["drop 4", "drop 2"], [0.5 + 2 / 64, 0.5 - 2 / 64]),
    ("othello", ["place d3"], [0.5 + 3 / 250, 0.5 - 3 / 250]),
    ("kalah", ["sow 3"], [0.5 + 1 / 48, 0.5 - 1 / 48]),
    ("clobber", [], [0.5, 0.5]),
    ("clobber", ["clobber a1 b1"], [0.5 + 3 / 60, 0.5 - 3 / 60]),
    ("hex", ["place f6"], [0.5 + 5 / 121, 0.5 - 5 / 121]),
    ("colors", ["take red", "take green"], [23 / 50, 24 / 50]),  # and blue, to which red forces
    ("letters", [], [0, 0]),
    ("liars_dice", [], [0.5, 0.5]),
    ("court", ["income"], [0.4 * 2 + 0.2 * 3 / 12, 0.4 * 2 + 0.2 * 2 / 12, 0.4 * 2 + 0.2 * 2 / 12]),
    ("curios", [], [30 / 150] * 3),
    ("seven_cities", [], [1 / 60] * 3),
    ("hamlet", [], [1 / 30]),
    ("yacht", [], [0]),
    ("bird_lady", [], [10 / 50, 10 / 50]),
]


@pytest.mark.parametrize(("name", "moves", "leads"), AFTER)
def test_the_lead_after_some_moves(name: str, moves: list[str], leads: list[float]) -> None:
    match = bundled(name).start(seed=1)
    for move in moves:
        match.apply(move)
    assert match.leads() == pytest.approx(leads)


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker"])
def test_at_cards_the_lead_is_who_would_win_now(name: str) -> None:
    match = bundled(name).start(seed=1)
    leads = match.leads()
    assert leads is not None
    assert sum(leads) == pytest.approx(1)
