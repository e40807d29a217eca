"""What is never used, and holes: worked out by hand."""

from __future__ import annotations

import polars as pl
import pytest

import ludwright
from ludwright import ir
from ludwright.conformance.marks import DeclaredPart, Mark, Marked
from ludwright.conformance.uses import Uses
from ludwright.metrics import Evidence, measure
from ludwright.metrics.coverage import positions_reached, rare_rules, unused_actions, unused_options, unused_rules
from ludwright.metrics.holes import CYCLES, dead_ends, endless, faults
from ludwright.metrics.replays import CARRIED, POSITIONS
from tests.metrics.frames import actions_of, decisions_of, games_of

WORDS = actions_of({1: "take gold", 2: "take wood", 3: "pass"})


def test_known_answer_of_unused_actions() -> None:
    # take in both games, pass in one, swap never: 1 of 3
    found = unused_actions(decisions_of([[(1, 1), (2, 3)], [(1, 1)]]), WORDS, ["take", "pass", "swap"])
    assert found.value == pytest.approx(1 / 3)
    assert [(part.name, part.value) for part in found.parts] == [("swap", 0.0), ("pass", 0.5), ("take", 1.0)]
    assert found.note == "never: `swap`"


def test_the_witness_is_the_shortest_game() -> None:
    found = unused_actions(decisions_of([[(1, 3), (2, 1), (1, 1)], [(1, 3), (2, 1)]]), WORDS, ["take", "pass"])
    assert (found.part("take").witnesses[0].game, found.part("take").witnesses[0].ply) == (1, 1)


def test_known_answer_of_unused_options() -> None:
    found = unused_options(decisions_of([[(1, 1)], [(1, 3)]]), WORDS, ["take gold", "take wood", "pass"])
    assert found.value == pytest.approx(1 / 3)
    assert found.parts[0].name == "take wood"


def test_known_answer_of_unused_rules() -> None:
    part = DeclaredPart("action", "take", "my.game:3")
    marks = [Mark("my.game", line, 1, "move") for line in (4, 5, 6)]
    rules = {mark: Marked(mark, at, f"rule {at}", part, None, None) for at, mark in enumerate(marks)}
    uses = Uses(7, rules, set(marks[:2]), zones={"attic": "my.game:1"}, cards={("card", "joker"): "my.game:2"})
    uses.moved.add(("card", "joker"))
    found = unused_rules(uses)
    # the third rule and the attic
    assert found.value == 2
    assert [one.name for one in found.parts] == [
        "my.game:6: never carried out: `rule 2`",
        "my.game:1: nothing ever enters the zone `attic`",
    ]


def test_known_answer_of_rare_rules() -> None:
    # of 200 games one is 0.5%, two are 1%: only the first rule is rare
    rows = [
        ("my.game:9", "a hero comes", 1, 200, 17),
        ("my.game:4", "me wins", 2, 200, 3),
        ("my.game:5", "draw 1", 200, 200, 0),
    ]
    found = rare_rules(pl.DataFrame(rows, schema=CARRIED, orient="row"))
    assert found.value == 1
    assert (found.parts[0].name, found.parts[0].value) == ("my.game:9: a hero comes", 0.005)
    assert found.parts[0].witnesses[0].game == 17


def test_known_answer_of_positions_reached() -> None:
    # keys 1 2 1 and 2 3: three different of five; game 0 comes back to one
    rows = [(0, 0, 1), (0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 1, 3)]
    found = positions_reached(pl.DataFrame(rows, schema=POSITIONS, orient="row"))
    assert found.value == pytest.approx(0.6)
    assert found.part("different positions").value == 3
    assert found.part("a position comes again").value == 0.5
    assert [witness.game for witness in found.witnesses] == [0]


# ---------------------------------------------------------------- holes

GAMES = games_of(
    [
        {"decisions": 9, "moves": 9, "fault": 0, "line": 0},
        {"end": "fault", "fault": ir.NO_ACTION, "line": 12, "decisions": 7, "moves": 7},
        {"end": "fault", "fault": ir.NO_ACTION, "line": 12, "decisions": 3, "moves": 3},
        {"end": "fault", "fault": ir.ENDLESS_LOOP, "line": 20, "decisions": 5, "moves": 5},
        {"end": "too long", "fault": ir.TOO_LONG, "line": 0, "decisions": 50, "moves": 50},
    ]
)


def test_known_answer_of_faults() -> None:
    found = faults(GAMES)
    assert found.value == pytest.approx(3 / 5)
    assert [(witness.game, witness.ply) for witness in found.witnesses] == [(2, 3), (3, 5), (1, 7)]
    assert [part.value for part in found.parts] == [pytest.approx(2 / 5), pytest.approx(1 / 5)]
    assert found.parts[0].name.endswith("line 12")


def test_known_answer_of_dead_ends() -> None:
    found = dead_ends(GAMES)
    assert found.value == pytest.approx(2 / 5)
    assert [witness.game for witness in found.witnesses] == [2, 1]


def test_known_answer_of_endless() -> None:
    cycle = pl.DataFrame([(4, 10, 12, ["go left", "go right"])], schema=CYCLES, orient="row")
    found = endless(GAMES, cycle)
    assert found.value == pytest.approx(2 / 5)
    assert {witness.game for witness in found.witnesses} == {3, 4}
    (round_and_round,) = (witness for witness in found.witnesses if witness.game == 4)
    assert round_and_round.ply == 10
    assert round_and_round.note == (
        "the shortest: 50 moves; the position of frame 10 comes again in frame 12: `go left`, `go right`"
    )


ROUND = """
game "Round"
players 1
var place = 0 in 0..2
play: turns until place < 0
turn: one of on, hold
action on
  place = (place + 1) mod 3
action hold
  place = place
score(p): place
winner: highest score
"""


def test_an_endless_game_shows_its_cycle() -> None:
    run = ludwright.playtest(ludwright.load_text(ROUND), "random", 3, move_limit=40)
    evidence = Evidence.of(run)
    for game, first, last, words in evidence.cycles.iter_rows():
        # three places in a circle: a position comes again after `hold`, or after `on` three times
        assert words in (["hold"], ["on"] * 3)
        assert last - first == len(words)
        moves = evidence.decisions.filter((pl.col("game") == game) & pl.col("ply").is_between(first, last - 1))
        assert moves["code"].n_unique() == 1
    (found,) = measure(run, ["endless games"])
    assert found["endless games"].value == 1.0
    assert "comes again" in found["endless games"].witnesses[0].note


def test_the_shortest_game_is_the_one_with_the_fewest_moves() -> None:
    # fewer choices, but more moves: forced ones count
    rows = [
        {"end": "fault", "fault": ir.NO_ACTION, "line": 1, "decisions": 2, "moves": 9},
        {"end": "fault", "fault": ir.NO_ACTION, "line": 1, "decisions": 3, "moves": 4},
    ]
    found = faults(games_of(rows))
    assert (found.witnesses[0].game, found.witnesses[0].note) == (1, "the shortest: 4 moves")
    assert (found.parts[0].witnesses[0].game, found.parts[0].witnesses[0].ply) == (1, 3)


def test_no_games_say_nothing() -> None:
    for metric in (faults, dead_ends):
        assert not metric(games_of([])).known
    assert not endless(games_of([]), pl.DataFrame(schema=CYCLES)).known
    assert not unused_actions(decisions_of([]), WORDS, ["take"]).known
    assert not unused_actions(decisions_of([[(1, 1)]]), WORDS, []).known
    assert not unused_rules(Uses()).known
    assert not positions_reached(pl.DataFrame(schema=POSITIONS)).known
