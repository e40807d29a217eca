"""Why this move: what agents think of positions, with numbers that add up and words that are true."""

from __future__ import annotations

import json
from typing import Any

import pytest

import ludwright
from ludwright.agents.settings import AgentError
from ludwright.agents.why import NothingToChooseError
from tests.cli.running import run


def after(game: str, *moves: str, **given: Any) -> ludwright.Match:
    match = ludwright.load(game, **given).start(seed=1)
    for move in moves:
        match.apply(move)
    return match


def test_all_options_are_weighed_and_the_visits_add_up() -> None:
    match = after("tic-tac-toe")
    found = ludwright.why(match, "mcts:500")
    assert sorted(move.words for move in found.moves) == sorted(option.words for option in match.legal())
    assert sum(move.visits for move in found.moves) == 500
    assert found.best.chosen and not any(move.chosen for move in found.moves[1:])
    for move in found.moves:
        assert move.interval is not None and move.value is not None and move.wins is not None and move.draws is not None
        assert move.interval[0] <= move.value <= move.interval[1]
        # a win brings 1, a loss -1
        assert move.value == pytest.approx(move.wins - (1 - move.wins - move.draws))


def test_a_win_is_proven_and_told() -> None:
    found = ludwright.why(after("tic-tac-toe", "place a1", "place a2", "place b1", "place b2"), "mcts:200")
    assert found.best.words == "place c1" and found.best.proven == "win"
    assert found.sentence.startswith("place c1: wins for certain")
    assert found.line == "X: place c1, and the game is over"


def test_the_expected_line_can_be_played() -> None:
    match = after("connect_four", params={"wide": 4, "high": 4})
    found = ludwright.why(match, "mcts:800")
    assert len(found.steps) > 2 and found.steps[0].words == found.best.words
    for step in found.steps:
        assert match.game.seats[match.actor or 0] == step.seat
        match.apply(step.words)


def test_a_line_ends_where_chance_decides() -> None:
    match = after("pig", "throw")
    while not match.over and len(match.codes()) < 2:
        match.apply(match.codes()[0])
    found = ludwright.why(match, "flat:100")
    throw = next(move for move in found.moves if move.words == "throw")
    assert throw.visits == 50  # flat: each of two options as often
    assert found.line.endswith("then it depends on chance")  # the next throw: one's own, or the other's


def test_the_match_does_not_notice_and_the_same_seed_thinks_the_same() -> None:
    match = after("tic-tac-toe", "place b2")
    before = match.snapshot()
    first, second = ludwright.why(match, "mcts:200", seed=3), ludwright.why(match, "mcts:200", seed=3)
    assert match.snapshot() == before and first == second


def test_it_reckons_only_with_what_the_seat_sees() -> None:
    match = ludwright.load("kuhn_poker").start(seed=4)
    seat = match.actor or 0
    told = [ludwright.why(match.determinize(seat, seed), "mcts:200").as_json() for seed in range(4)]
    assert all(other == told[0] for other in told)


def test_a_solo_game_tells_the_best_result_found() -> None:
    found = ludwright.why(after("simple_coins"), "mcts:200")
    assert found.best.top is not None and found.best.top == max(
        move.top for move in found.moves if move.top is not None
    )
    assert "was found this way" in found.sentence


def test_others_say_what_they_can() -> None:
    match = after("kalah")
    greedy = ludwright.why(match, "greedy")
    assert greedy.measure in ("lead", "score") and greedy.best.value == max(move.value or 0 for move in greedy.moves)
    assert "no other option" in ludwright.why(after("pig", ask_forced=True), "mcts").sentence
    pig = after("pig", "throw")
    while len(pig.codes()) < 2:
        pig.apply(pig.codes()[0])
    assert "its rules leave" in ludwright.why(pig, "hold at 20").sentence
    own = ludwright.why(match, lambda observation, options: options[2])
    assert own.best.words == match.legal()[2].words and "does not say" in own.sentence


def test_exact_players_tell_what_every_move_is_worth() -> None:
    match = after("tic-tac-toe", "place a1", "place a2", "place b1", "place b2")
    for agent in ("alphabeta:depth=9", "solver"):
        found = ludwright.why(match, agent)
        assert found.best.words == "place c1" and found.best.proven == "win", agent
        assert found.moves[-1].value == min(move.value or 0.0 for move in found.moves)
    looked = ludwright.why(match, "maxn:2")
    assert looked.best.words == "place c1" and looked.best.value == 1
    persona = ludwright.why(match, "novice")
    assert persona.best.words == "place c1" and sum(move.visits for move in persona.moves) > 0


def test_who_can_t_say_why_says_so() -> None:
    with pytest.raises(AgentError, match="have no reasons"):
        ludwright.why(after("tic-tac-toe"), "random")
    over = after("tic-tac-toe", "place a1", "place a2", "place b1", "place b2", "place c1")
    with pytest.raises(NothingToChooseError):
        ludwright.why(over)


def test_it_can_be_shown_in_a_notebook_and_as_plain_data() -> None:
    found = ludwright.why(after("tic-tac-toe"), "mcts:100")
    page = found._repr_html_()
    assert page.count("<tr>") == 1 + len(found.moves) and found.sentence in page
    assert json.loads(json.dumps(found.as_json()))["moves"][0]["words"] == found.best.words


def test_the_command_tells_it_and_finds_the_next_choice_of_a_seat() -> None:
    ran = run("why", "tic-tac-toe", "--frame", "3", "--agent", "mcts:100")
    assert ran.code == 0 and "Expected: O: place" in ran.out and "visits" in ran.out
    told = json.loads(run("why", "tic-tac-toe", "--frame", "3", "--seat", "X", "--agent", "mcts:50", "--json").out)
    assert told["seat"] == "X" and told["frame"] == 4
    assert run("why", "tic-tac-toe", "--frame", "99").code == 2
    assert run("why", "tic-tac-toe", "--frame", "99", "--seat", "O").code == 2
