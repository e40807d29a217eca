"""The strongest player of a game is found among all kinds of players."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

import ludwright
from ludwright.cli import app
from ludwright.tournaments import TournamentError, strongest
from ludwright.tournaments.candidates import Candidate, candidates
from ludwright.tournaments.pilot import Cost

BOT_KNOWS = """game "The secret number"
players 2
each player
  points = 0 in 0..99
play: repeat 4 times: turns once
turn: name
action name(n in 1..40)
  if n == 37: my points += 1
winner: highest points
bot "insider"
  name(37)
bot "fool"
  name(1)
bot "other fool"
  name(2)
"""
"""Whoever names the secret number scores: the insider always does; it is one option of forty, which short searches can't all try."""


def test_a_bot_that_knows_the_game_beats_short_searches_and_fools() -> None:
    game = ludwright.load_text(BOT_KNOWS)
    found = strongest(game, games=60, seed=1, threads=1)
    first = found.rounds[0]
    search = next(agent for agent in first.agents if agent.startswith("mcts:") and "bot" not in agent)
    assert "other fool" not in first.agents  # of three bots the best two take part
    assert first.against("insider", search).share > 0.7
    margin = found.margin
    assert margin is not None and found.runner_up == (margin.other if margin.one == found.agent else margin.one)
    assert "insider" in found.agent


def test_the_same_seed_finds_the_same_whatever_the_number_of_threads() -> None:
    game = ludwright.load("pig")
    one, other = (strongest(game, games=30, seed=3, threads=threads).as_json() for threads in (1, 2))
    del one["seconds"], other["seconds"]
    assert one == other


def test_alone_scores_decide() -> None:
    game = ludwright.load("letters") if ludwright.load("letters").players == 1 else ludwright.load("yacht", players=1)
    found = strongest(game, games=16, seed=1, threads=1)
    assert found.players == 1 and all(one.common for one in found.rounds)
    last = found.rounds[-1]
    assert found.agent == last.ratings[0].agent and last.ratings[0].value >= last.ratings[1].value


@pytest.mark.slow
def test_in_liars_dice_the_bot_or_who_improves_on_it_beats_search() -> None:
    found = strongest(ludwright.load("liars_dice"), games=60, seed=1)
    assert "counter" in found.agent


def test_who_is_too_slow_does_not_take_part() -> None:
    found = strongest(ludwright.load("tic_tac_toe"), 2.0, each=1e-5, threads=1)
    assert any(text.startswith("mcts:8") for text in found.too_slow)
    assert not any(agent.startswith("mcts") for one in found.rounds for agent in one.agents)


def test_a_budget_is_what_a_game_may_cost() -> None:
    thinker, quick = Cost(Candidate("mcts:{}"), 0.01), Cost(Candidate("greedy"), 0.5)
    assert thinker.budget_for(2.1, 1_000) == 200
    assert thinker.budget_for(100.0, 1_000) == 1_000
    assert thinker.budget_for(0.05, 1_000) is None
    assert quick.budget_for(0.6, 100) == 100 and quick.budget_for(0.4, 100) is None


def test_candidates_are_those_the_game_allows_and_those_that_are_named() -> None:
    patterns = [one.pattern for one in candidates(ludwright.load("liars_dice"), also=["mcts:7"])]
    assert {"mcts:{}", "greedy", "bot:counter", "improve:{},bot=counter", "mcts:7"} <= {*patterns}
    assert not any(pattern.startswith("alphabeta") for pattern in patterns)


def test_no_time_is_told_kindly() -> None:
    with pytest.raises(TournamentError, match="too little"):
        strongest(ludwright.load("pig"), 0)


def test_the_command_shows_the_rounds() -> None:
    words = ["strongest", "tic_tac_toe", "--games", "24", "--threads", "1"]
    shown = CliRunner().invoke(app, words)
    assert shown.exit_code == 0 and "Round 1" in shown.output and "The strongest player found:" in shown.output
    data = json.loads(CliRunner().invoke(app, [*words, "--json"]).output)
    assert data["strongest"] in {rating["agent"] for rating in data["rounds"][-1]["ratings"]}
