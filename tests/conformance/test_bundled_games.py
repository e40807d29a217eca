"""Every bundled game passes the conformance suite."""

from __future__ import annotations

import pytest

import ludwright
from ludwright.conformance import ProofFinding
from ludwright.game import described, player_range

NAMES = [game.name for game in ludwright.bundled_games()]


def wrong(name: str, games: int, players: int | None = None) -> list[ProofFinding]:
    return list(ludwright.check_thoroughly(name, games=games, players=players).wrong)


@pytest.mark.parametrize("name", NAMES)
def test_a_bundled_game_keeps_to_what_every_game_must(name: str) -> None:
    _, most = player_range(described(name))
    assert wrong(name, games=4, players=most) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_it_does_so_in_many_games_and_with_every_number_of_players(name: str) -> None:
    assert wrong(name, games=500) == []
