"""Questions about strategies, answered from games written down by hand, and from games that are played."""

from __future__ import annotations

import json
from math import nan

import pytest

import ludwright
from ludwright.findings import plays_of
from ludwright.metrics import Evidence
from ludwright.strategy import Strategies, answered
from ludwright.strategy.meetings import seats_of as seats_of_tournament
from ludwright.strategy.plays import answers_of
from ludwright.strategy.population import population
from tests.cli.running import run as command
from tests.metrics.frames import actions_of, decisions_of, seats_of
from tests.tournaments.made_up import played, tournament_of

FIRST, SECOND, DRAW = [1, -1], [-1, 1], [0, 0]
WORDS = actions_of({1: "dig", 2: "sell", 3: "rest"})


def _sentences(between: object, among: Evidence | None = None) -> dict[str, str]:
    return {answer.question: answer.sentence for answer in answered(between, among)}  # type: ignore[arg-type]


def test_who_beats_all_others_is_named() -> None:
    told = _sentences(seats_of([FIRST] * 60, [["a", "b"]] * 30 + [["a", "random"]] * 30))
    assert told["Is one way to play the best?"].startswith("Yes: `a` beats all 2 others")
    assert told["How many strategies are worth playing?"].startswith("One of 3: against `a`")
    assert "100% skill, 0% luck" in told["Is it luck or skill?"]
    assert "between `a` and `random`" in told["Is it luck or skill?"]


def test_a_circle_has_no_best() -> None:
    agents = [["rock", "scissors"]] * 50 + [["paper", "rock"]] * 50 + [["scissors", "paper"]] * 50
    told = _sentences(seats_of([FIRST] * 150, agents))
    assert told["Is one way to play the best?"].startswith("No: none of 3 surely beats all others")
    assert told["How many strategies are worth playing?"].startswith("3 of 3.")


@pytest.mark.parametrize(
    ("results", "words"),
    [([FIRST] * 40, "No, it can be beaten"), ([FIRST, SECOND] * 20, "As far as these games show, yes")],
)
def test_the_obvious_plan_is_best_unless_somebody_surely_beats_it(results: list[list[float]], words: str) -> None:
    told = _sentences(seats_of(results, [["mcts:50", "greedy"]] * 40))
    assert told["Is the obvious plan the best?"].startswith(words)


def test_games_among_equals_tell_openings_lines_and_ends() -> None:
    # who digs first wins 18 of 20, who sells first 2 of 20; seat 2 always rests. So most winners of seat 1 dig; seat 1 wins half
    games = [(1, FIRST)] * 18 + [(1, SECOND)] * 2 + [(2, FIRST)] * 2 + [(2, SECOND)] * 18
    decisions = decisions_of([[(1, code), (2, 3), (1, code), (2, 3), (1, code), (2, 3)] for code, _ in games])
    among = Evidence(decisions=decisions, seats=seats_of([result for _, result in games]), actions=WORDS)
    answers = {answer.question: answer for answer in answered(seats_of([]), among)}
    assert answers["Is there a best opening?"].sentence.startswith("Yes: `dig` in seat 1")
    assert "seat 1: dig: wins 90%" in answers["Is there a best opening?"].details[0]
    # 20 winners of 40 rested three times in a row
    assert answers["What do winners do in a row?"].sentence.startswith("Most often `rest, rest, rest`: 50%")
    assert answers["Does one plan always win?"].sentence.startswith("No: there are about")
    assert answers["Do all games end alike?"].sentence.startswith("No: the most common end is that seat 1 wins, in 50%")
    assert answers["Is one way to play the best?"].sentence.startswith("That can't be told")


def test_games_that_all_end_alike_are_said_to() -> None:
    among = Evidence(seats=seats_of([DRAW] * 99 + [FIRST]))
    assert _sentences(seats_of([]), among)["Do all games end alike?"].startswith("Nearly: nobody wins in 99%")


# ---------------------------------------------------------------- from tournaments


def test_the_games_of_a_tournament_become_seats() -> None:
    lost, level = played((0, 1), [(1, -1), (nan, nan)]), played((1, 0), [(0, 0)])
    seats = seats_of_tournament(tournament_of("ab", [lost, level]))
    rows = seats.select("game", "seat", "agent", "won").rows()
    assert rows == [(0, 1, "a", True), (0, 2, "b", False), (1, 1, "b", False), (1, 2, "a", False)]


def test_where_all_play_together_agents_meet_in_the_same_deals() -> None:
    one, other = played((0, 0), [(5, 5), (7, 7), (nan, nan)]), played((1, 1), [(6, 6), (3, 3), (1, 1)])
    seats = seats_of_tournament(tournament_of("ab", [one, other], common=True))
    assert seats.filter("won").select("game", "agent", "return").rows() == [(0, "b", 6.0), (1, "a", 7.0)]


# ---------------------------------------------------------------- played


@pytest.fixture(scope="module")
def nim() -> Strategies:
    """Sixty games of Nim between a search and chance, and as many among the stronger."""
    return ludwright.strategies("nim", "random,mcts:20", games=60, thoughts=20, climb=False, threads=1)


def test_a_game_is_played_and_all_questions_are_answered(nim: Strategies) -> None:
    assert nim.strongest == "mcts:20"
    assert nim.games == 120
    assert nim["dominance"].value == 1
    assert nim["commonest result"].n == 60
    assert len(nim.answers) == 10
    assert not nim["ladder depth"].known
    json.dumps(nim.as_json(), allow_nan=False)


def test_the_games_of_a_report_answer_as_well() -> None:
    runs = [ludwright.playtest("nim", who, 20, seed=1, threads=1) for who in ("random", "random,even")]
    (found,) = answers_of([play for run in runs for play in plays_of(run)])
    told = {answer["question"]: answer["answer"] for answer in found["answers"]}
    assert (found["players"], found["agents"]) == (2, ["random", "even"])
    assert told["Is one way to play the best?"].startswith("Yes: `even` beats `random`")
    assert "seat" in told["Do all games end alike?"]


def test_a_population_has_players_of_every_kind() -> None:
    who = population(ludwright.load("pig"), 20)
    assert who[0] == "mcts:20"
    assert {"greedy", "random", "bot:hold at 20", "cautious:20"} <= set(who)


def test_the_command_answers_in_eighty_columns() -> None:
    told = command("strategies", "nim", "-a", "random,even", "--games", "20", "--thoughts", "1", "--no-ladder")
    assert told.code == 0
    assert "Is one way to play the best?" in told.out
    assert "takes % from" in told.out
    assert max(map(len, told.out.splitlines())) <= 80


@pytest.mark.slow
def test_metrics_of_skill_let_a_population_play() -> None:
    told = command("metrics", "nim", "dominance", "commonest result", "--games", "112", "--json")
    assert told.code == 0
    (measured,) = json.loads(told.out)["measured"]
    assert len(measured["agents"]) > 2
    assert [figure["metric"] for figure in measured["figures"]] == ["dominance", "commonest result"]


def test_an_agent_nobody_knows_is_told_kindly() -> None:
    told = command("strategies", "nim", "--agents", "random,nobody", "--games", "4", "--thoughts", "1")
    assert told.code == 2
    assert "nobody" in told.err
