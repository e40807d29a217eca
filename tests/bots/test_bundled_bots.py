"""The scripted players of the bundled games beat random ones, in every seat together."""

from __future__ import annotations

from statistics import fmean

import pytest

import ludwright
from ludwright.agents.texts import bots_of
from ludwright.game import GAMES, Game
from tests.bundled import bundled
from tests.play.test_trace import check_against_kernel

WINNERS = {
    ("backgammon", "safe"): 0.9,
    ("bird_lady", "feeder"): 0.6,
    ("breakthrough", "runner"): 0.95,
    ("cant_stop", "prudent"): 0.9,
    ("cant_stop", "daring"): 0.85,
    ("checkers", "crowner"): 0.9,
    ("clobber", "into the thick"): 0.53,
    ("colors", "patient"): 0.63,
    ("connect_four", "blocker"): 0.95,
    ("conquest", "thesis"): 0.95,
    ("conquest_small", "thesis"): 0.8,
    ("court", "honest"): 0.8,
    ("court", "sceptic"): 0.65,
    ("crazy_eights", "matcher"): 0.75,
    ("curios", "collector"): 0.9,
    ("curios", "miser"): 0.8,
    ("expeditions", "surveyor"): 0.95,
    ("harbour_town", "big money"): 0.95,
    ("harbour_town", "hexer"): 0.95,
    ("hearts", "duck"): 0.7,
    ("hex", "blocker"): 0.8,
    ("hex", "middle"): 0.68,
    ("island", "settler"): 0.9,
    ("kalah", "again"): 0.9,
    ("letters", "reader"): 0.9,
    ("liars_dice", "counter"): 0.95,
    ("nim", "even"): 0.95,
    ("othello", "corners"): 0.68,
    ("othello", "most discs"): 0.53,
    ("pig", "hold at 20"): 0.85,
    ("seven_cities", "builder"): 0.9,
    ("six_takes", "close fit"): 0.9,
    ("tic_tac_toe", "blocker"): 0.83,
}
"""The least share of games that each wins against random players; what it really wins is in docs/agents/bots.md."""

SCORES = {
    ("blackjack", "basic strategy"): -0.4,
    ("blackjack", "as the dealer"): -0.4,
    ("fireworks", "careful"): 2.0,
    ("fireworks", "conventions"): 19.0,
    ("hamlet", "builder"): 10.0,
    ("homestead", "farmer"): 0.95,
    ("homestead", "hurried"): 0.195,
    ("outbreak", "fire brigade"): -0.95,
    ("simple_coins", "twenties"): 1.0,
    ("yacht", "collector"): 150.0,
}
"""Alone or together: the least mean result."""

CHIPS = {("kuhn_poker", "bluffer"), ("kuhn_poker", "honest"), ("leduc_poker", "bluffer"), ("leduc_poker", "solid")}
"""At cards for money it is not the number of games that counts."""

FAST = [("kalah", "again"), ("nim", "even"), ("tic_tac_toe", "blocker")]


def share(game: Game, bot: str, games: int) -> float:
    """The share of games a bot wins against random players, over all seats."""
    shares = []
    for seat in range(game.players):
        seats = ["random"] * game.players
        seats[seat] = bot
        shares.append(ludwright.simulate(game, games, seed=5, agents=seats).win_share(seat))
    return fmean(shares)


def test_every_bot_of_a_bundled_game_is_here() -> None:
    texts = {path.stem: path.read_text(encoding="utf-8") for path in GAMES.glob("*.game")}
    written = {name for name, text in texts.items() if '\nbot "' in text}
    assert written <= {name for name, _ in {*WINNERS, *SCORES, *CHIPS}}
    for name in ("court", "fireworks", "hex"):
        known = {bot for game, bot in {*WINNERS, *SCORES} if game == name}
        assert set(bots_of(bundled(name))) == known


@pytest.mark.parametrize(
    ("name", "bot"),
    [pair if pair in FAST else pytest.param(*pair, marks=pytest.mark.slow) for pair in sorted(WINNERS)],
)
def test_it_beats_random_players(name: str, bot: str) -> None:
    assert share(bundled(name), bot, 300) > WINNERS[name, bot]


@pytest.mark.parametrize(
    ("name", "bot"),
    [pair if pair[0] == "simple_coins" else pytest.param(*pair, marks=pytest.mark.slow) for pair in sorted(SCORES)],
)
def test_it_scores_more_than_random_players(name: str, bot: str) -> None:
    game = bundled(name)
    mean = ludwright.simulate(game, 200, seed=5, agents=bot).mean_returns[0]
    assert mean >= SCORES[name, bot] > ludwright.simulate(game, 200, seed=5).mean_returns[0]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "bot"), sorted(CHIPS))
def test_it_wins_more_chips_than_random_players(name: str, bot: str) -> None:
    """The lead at the end is one half and a share of what was won."""
    game = bundled(name)
    won = []
    for seat, seats in enumerate(([bot, "random"], ["random", bot])):
        course = ludwright.simulate(game, 2000, seed=5, agents=seats, follow=2000).course
        assert course is not None
        won += [course.leads(kept.number)[-1][seat] for kept in course.games]
    assert fmean(won) > 0.505


def test_simple_coins_played_greedily_gives_the_optimum() -> None:
    match = ludwright.load("simple_coins").start(seed=1)
    while not match.over:
        words = [option.words for option in match.legal()]
        match.apply("get 20" if "get 20" in words else "end_session")
    assert match.returns() == [1.0]


@pytest.mark.slow
def test_the_player_with_conventions_reaches_nineteen_with_any_number_of_players() -> None:
    for players, least in ((2, 19), (3, 20), (4, 19), (5, 17)):
        game = ludwright.load("fireworks", players=players)
        assert ludwright.simulate(game, 600, seed=5, agents="conventions").mean_returns[0] > least


@pytest.mark.parametrize(
    ("name", "seats"),
    [
        ("othello", ["corners", "most discs"]),
        ("letters", "reader"),
        ("liars_dice", "counter"),
        pytest.param("fireworks", "conventions", marks=pytest.mark.slow),
        pytest.param("island", "settler", marks=pytest.mark.slow),
        pytest.param("outbreak", "fire brigade", marks=pytest.mark.slow),
    ],
)
def test_both_runs_choose_alike(name: str, seats: str | list[str]) -> None:
    check_against_kernel(bundled(name), 4, 1, seats=seats)
