"""One game in words: the very game that was simulated, told so that a designer understands it."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import ludwright
from ludwright import ir
from ludwright.game import Game
from ludwright.library import bundled_games
from ludwright.play import kernels
from ludwright.play.agents import seated
from ludwright.play.simulate import MOVE_LIMIT, SimulationResult, SimulationWorker
from ludwright.play.trace import GameTeller, trace
from ludwright.play.winners import PLACING
from tests.bundled import bundled
from tests.drawing.tables import PEEK

SLOW = {
    "harbour_town": 2,
    "backgammon": 3,
    "checkers": 8,
    "cant_stop": 8,
    "hex": 8,
    "yacht": 8,
    "hearts": 1,
    "crazy_eights": 5,
    "conquest": 2,
    "island": 2,
}
"""How many games to compare where one takes long in plain Python."""


def in_the_kernel(
    game: Game, seed: int, games: int, move_limit: int, seats: str | list[str] | None = None
) -> list[tuple[list[int], list[float]]]:
    """What the kernel notes of games 0 to games - 1: its record and the outcomes, for each game."""
    kernels.prepare()
    result = SimulationResult(game.seats, seed, games, move_limit, seated(game, seats))
    worker = SimulationWorker(game, result, np.zeros(1, np.int64))
    assert worker.play(0, games, game.table, follow=False) == games
    record, outcomes = worker.record, worker.outcomes
    return [(record[:, k].tolist(), outcomes[:, k].tolist()) for k in range(games)]


def told(
    game: Game, seed: int, number: int, move_limit: int, seats: str | list[str] | None = None
) -> tuple[list[int], list[float], list[str]]:
    """The same numbers from a told game, and its lines."""
    teller = GameTeller(game, seed, number, move_limit, seats)
    lines = list(teller.lines())
    state = teller.state
    header = [state[word] for word in (ir.MOVES, ir.TURNS, ir.ROUND, ir.OVER, ir.FAULT, ir.FAULT_LINE)]
    over = state[ir.OVER] == 1
    returns = [teller.real("returns", seat) if over else 0.0 for seat in range(game.players)]
    named = over and PLACING in game.program.reals and teller.real(PLACING, 0) == 1
    return [teller.decisions, *header, int(named)], returns, lines


def moves_in(lines: list[str]) -> int:
    """How many lines begin with the number of a move; they must count up from 1."""
    numbers = [
        int(first[:-1])
        for line in lines
        if (first := line.split(" (")[0].split()[0]).rstrip(".").isdigit() and first.endswith(".")
    ]
    assert numbers == list(range(1, len(numbers) + 1))
    return len(numbers)


def check_against_kernel(
    game: Game, seed: int, games: int, move_limit: int = MOVE_LIMIT, seats: str | list[str] | None = None
) -> None:
    for number, (record, outcomes) in enumerate(in_the_kernel(game, seed, games, move_limit, seats)):
        numbers, returns, lines = told(game, seed, number, move_limit, seats)
        assert numbers == record
        assert returns == outcomes
        assert moves_in(lines) == record[kernels.MOVES]


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(game.name, marks=[pytest.mark.slow] if number % 3 else [])  # a third of them every time
        for number, game in enumerate(bundled_games())
    ],
)
def test_the_told_game_is_the_simulated_one(name: str) -> None:
    check_against_kernel(bundled(name), seed=7, games=SLOW.get(name, 20))


@pytest.mark.parametrize(("name", "players"), [("pig", 4), ("cant_stop", 3), ("colors", 3), ("yacht", 2)])
def test_with_more_players_too(name: str, players: int) -> None:
    check_against_kernel(ludwright.load(name, players=players), seed=11, games=4)


@pytest.mark.parametrize(
    ("name", "seats", "games"),
    [
        ("pig", ["hold at 20", "random"], 20),
        ("pig", "hold at 20", 10),
        ("hearts", ["duck", "random", "duck", "random"], 2),
        ("conquest_small", ["random", "thesis"], 5),
        ("conquest", "thesis", 2),
        ("fireworks", ["careful", "random"], 2),
        ("harbour_town", ["big money", "random"], 2),
    ],
)
def test_scripted_players_choose_alike_in_both_runs(name: str, seats: str | list[str], games: int) -> None:
    check_against_kernel(bundled(name), seed=5, games=games, seats=seats)


def test_with_other_parameters_and_with_forced_moves_asked() -> None:
    check_against_kernel(ludwright.load("connect_four", params={"wide": 4, "high": 4}), seed=2, games=10)
    check_against_kernel(ludwright.load("colors", ask_forced=True), seed=2, games=10)


def test_a_game_that_is_too_long_is_stopped_where_the_kernel_stops_it() -> None:
    game = ludwright.load("hex")
    check_against_kernel(game, seed=1, games=4, move_limit=30)
    lines = list(trace(game, 1, move_limit=30))
    assert "Stopped after 30 moves in 31 turns by a fault" in lines
    assert any("more than 30 moves" in line for line in lines)


# ---------------------------------------------------------------- what is said


def stripped(lines: list[str]) -> list[str]:
    return [line.strip() for line in lines]


def test_a_move_says_what_was_chosen_among_how_many_and_what_changed() -> None:
    lines = list(ludwright.trace(ludwright.load("tic-tac-toe"), 1))
    assert lines[:2] == ["Tic-tac-toe for 2: X, O", "Game 0 of seed 1, played at random"]
    first = lines.index("Turn 1, X")
    assert lines[first + 1].startswith("    1. place ")
    assert lines[first + 1].endswith(" (one of 9)")
    cell = lines[first + 1].split()[2]
    assert lines[first + 2].strip() == f"mark of {cell}: none → X"


def test_the_number_of_options_shrinks_as_the_board_fills() -> None:
    lines = list(ludwright.trace(ludwright.load("tic-tac-toe"), 1))
    among = [int(line.split("one of ")[1][:-1]) for line in lines if "one of" in line]
    assert among == list(range(9, 9 - len(among), -1))


def test_the_last_square_is_forced() -> None:
    game = ludwright.load("tic-tac-toe")
    for number in itertools.count():
        lines = stripped(list(trace(game, 1, game=number)))
        if any(line.startswith("9. ") for line in lines):
            assert any(line.startswith("9. place") and line.endswith("(forced)") for line in lines)
            return


def test_a_game_without_questions_tells_its_turns_its_cards_and_what_is_tracked() -> None:
    lines = list(trace(ludwright.load("movement_points"), 1))
    assert sum(line.startswith("Turn ") for line in lines) == 18
    turn = stripped(lines[lines.index("Turn 1, seat 1") + 1 : lines.index("Turn 2, seat 2")])
    card = turn[0].split(":")[0]
    assert turn == [f"{card}: deck → hand of seat 1", f"score of the frame: {['rest', 'walk', 'run'].index(card)}"]
    assert "Over after 18 turns" in lines


def test_the_scores_at_the_end_add_up_to_what_was_drawn() -> None:
    worth = {"rest": 0, "walk": 1, "run": 2}
    lines = stripped(list(trace(ludwright.load("movement_points"), 3)))
    drawn = [(line.split(":")[0], line[-1]) for line in lines if ": deck → hand" in line]
    for seat in ("1", "2"):
        total = sum(worth[card] for card, whose in drawn if whose == seat)
        assert any(f"seat {seat} " in line and line.endswith(f"score {total}") for line in lines)


def test_dice_in_a_zone_are_told_whenever_they_are_thrown() -> None:
    lines = list(trace(ludwright.load("backgammon"), 1))
    turns = [i for i, line in enumerate(lines) if line.startswith("Turn ")]
    assert all(lines[i + 1].strip().startswith("pair: ") for i in turns[1:])


def test_a_loose_die_is_told_and_adds_up() -> None:
    lines = stripped(list(trace(ludwright.load("pig"), 1)))
    rolls = [i for i, line in enumerate(lines) if line.startswith("rolled ")]
    throws = [line for line in lines if ". throw (" in line]
    assert len(rolls) == len(throws) > 20
    for i in rolls:
        face = int(lines[i].removeprefix("rolled "))
        if face == 1:
            assert lines[i + 1].startswith("Turn "), "a one ends the turn"
        else:
            before, after = (int(number) for number in lines[i + 1].removeprefix("pot: ").split(" → "))
            assert after - before == face


TIMED = """\
game "Timed"
players 1
clock in seconds
var n = 0 in 0..9
turn: work
action work, takes 40 seconds
  n += 1
end when n is 3
score(p): n
winner: highest score
"""


def test_time_is_told() -> None:
    lines = stripped(list(trace(ludwright.load_text(TIMED), 1)))
    assert [line for line in lines if line.startswith("clock")] == [
        "clock: 0 → 40 seconds", "clock: 40 → 80 seconds", "clock: 80 → 120 seconds"
    ]  # fmt: skip


def test_a_pass_is_told() -> None:
    game = ludwright.load("othello")
    for number in itertools.count():
        lines = stripped(list(trace(game, 1, game=number)))
        if "nothing happens" in lines:
            assert lines[lines.index("nothing happens") - 1].startswith("Turn ")
            return


FAULTY = """\
game "Faulty"
players 2
var pot = 3 in 0..4
turn: add
action add
  pot += 1
end when pot is 0: me wins
"""


def test_a_fault_is_told_with_its_line_and_what_it_means() -> None:
    lines = list(trace(ludwright.load_text(FAULTY), 1))
    end = stripped(lines[lines.index("Stopped after 2 moves in 2 turns by a fault") :])
    assert end[1] == "a number left its range"
    assert end[2] == "game:6: pot += 1"
    assert "Widen the range" in end[3]


AUTOMATIC = """\
game "Automatic"
players 2
var heat = 0 in 0..9
turn: add
action add
  heat += 3
whenever heat > 4
  heat = 0
end when turn.number > 3: draw
"""


def test_automatic_rules_are_told_apart_from_what_the_player_did() -> None:
    lines = stripped(list(trace(ludwright.load_text(AUTOMATIC), 1)))
    second = lines.index("Turn 2, seat 2")
    assert lines[second + 1 : second + 5] == [
        "2. add (forced)", "heat: 3 → 6", "of itself: whenever heat > 4 (game:7)", "heat: 6 → 0"
    ]  # fmt: skip
    assert "A draw" in lines


ANSWERS = """\
game "Answers"
players 2
var n = 0 in 0..9
turn: offer
action offer
  opponent may choose x from 1..2: n = x
  otherwise: n = 9
end when turn.number > 1: draw
"""


def test_an_answer_of_somebody_else_names_who_gave_it() -> None:
    game = ludwright.load_text(ANSWERS)
    for number in range(40):
        lines = stripped(list(trace(game, 1, game=number)))
        answer = lines[lines.index("Turn 1, seat 1") + 2]
        assert answer.startswith("2. seat 2: ")
        assert lines[lines.index("Turn 1, seat 1") + 3] in ("n: 0 → 1", "n: 0 → 2", "n: 0 → 9")


def test_a_trace_says_what_was_told_and_shown() -> None:
    """For which cards a hint was a yes, and who was shown what."""
    hints = list(itertools.islice(ludwright.trace(ludwright.load("fireworks"), 3, agents="conventions"), 20))
    first = next(i for i, line in enumerate(hints) if "tell seat 2, by_colour, whites" in line)
    (told,) = [line.strip() for line in hints[first : first + 4] if "told: " in line]
    yes, no = told.removeprefix("told: yes for number ").split(", no for number ")
    assert yes.count("white") == 1 and "white" not in no and no.endswith("(hand of seat 2)")
    peeks = list(ludwright.trace(ludwright.load_text(PEEK), 2))
    assert sum("shown to seat" in line for line in peeks) == sum(". peek" in line for line in peeks) > 0
