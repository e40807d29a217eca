"""The plain Python run and the machine code play every bundled game alike, word for word."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import ludwright
from ludwright.game import GAMES

NAMES = sorted(path.stem for path in Path(GAMES).glob("*.game"))
HEAVY = {"othello", "hex", "backgammon", "breakthrough", "checkers", "hearts", "conquest", "island", "harbour_town"}


def players_of(name: str) -> list[int]:
    """The least and the most players of a bundled game."""
    from ludwright.game import find, player_range
    from ludwright.language.source import read_description

    return sorted(set(player_range(read_description(find(name)))))


def play_alike(game: ludwright.Game, seed: int, limit: int = 20_000) -> None:
    """Play one game in both runs with the same answers and compare all there is to compare."""
    native, twin = game.start(seed=seed), game.start(seed=seed, run="twin")
    choose = random.Random(seed)
    for _ in range(limit):
        assert native.words == twin.words
        assert native.leads() == twin.leads()
        codes = native.codes()
        assert codes == twin.codes()
        if native.over:
            assert native.returns() == twin.returns()
            assert native.scores() == twin.scores()
            assert native.tracked() == twin.tracked()
            return
        answer = choose.choice(codes)
        native.apply(answer)
        twin.apply(answer)
    pytest.fail(f"{game.title}, seed {seed}: not over after {limit:,} moves, so the end was not compared")


@pytest.mark.slow  # tests of conformance ask the same of fewer games
@pytest.mark.parametrize("name", NAMES)
def test_both_runs_agree_on_a_bundled_game(name: str) -> None:
    for players in players_of(name):
        game = ludwright.load(name, players=players)
        for seed in range(3 if name in HEAVY else 25):
            play_alike(game, seed)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_both_runs_agree_on_thousands_of_seeds(name: str) -> None:
    for players in players_of(name):
        game = ludwright.load(name, players=players)
        for seed in range(1000, 1000 + (150 if name in HEAVY else 2000)):
            play_alike(game, seed)


@pytest.mark.parametrize("name", ["tic_tac_toe", "pig", "nim", "checkers"])
def test_they_agree_when_forced_moves_are_asked_too(name: str) -> None:
    game = ludwright.load(name, ask_forced=True)
    for seed in range(3):
        play_alike(game, seed)


@pytest.mark.slow  # as above
@pytest.mark.parametrize("name", NAMES)
def test_no_bundled_game_has_a_mistake_or_stops_with_a_fault(name: str) -> None:
    assert [m.render() for m in ludwright.check(name) if m.severity == "mistake"] == []
    for players in players_of(name):
        result = ludwright.simulate(ludwright.load(name, players=players), 200, seed=7, threads=1)
        assert result.faulted == 0
