"""How long games are in turns: all of them count, whatever part of the game they belong to."""

from __future__ import annotations

import pytest

import ludwright
from ludwright import Playtest
from ludwright.inspecting import Recorded
from ludwright.metrics import measure
from ludwright.play.trace import GameTeller
from ludwright.queries import Query, values
from tests.language_meaning.both_runs import Play, play, sheet

# 3 turns of claiming, then 5 of war, which the rules count anew
TWO_STAGES = sheet("""
    game "Two stages"
    players 2
    var claimed = 0 in 0..9
    each player
      force = 0 in 0..99
    play
      stage claim
        turns until claimed is 3: take
      stage war
        turns until turn.number is 5: fight
    action take(n in 1..2)
      claimed += 1
    action fight(n in 1..2)
      my force += n
    score(p): p.force
    winner: highest score
    lead(p): p.force / 99
    track "own number": turn.number
    """)

# A has two turns in a row; B is passed over until there are coins for everybody
AGAIN_AND_OVER = sheet("""
    game "Again and over"
    players 3 named A, B, C
    each player
      coins = 1 in 0..9
    var done = 0 in 0..99
    setup
      for p in players with p.number is 2: p.coins = 0
    play: turns when my coins > 0 until done is 6
    turn: go
    action go(n in 1..2)
      done += 1
      if done is 1: me goes next
      if done is 3
        for p in players: p.coins = 1
    score(p): p.coins
    winner: highest score
    """)

# an auction within every one of two turns: a turn for each of the three bidders
WITHIN = sheet("""
    game "Within"
    players 3
    var pot = 0 in 0..99
    play: turns until turn.number is 2
    turn
      sale
      go
    stage sale
      turns once: bid
    action bid(n in 1..2)
      pot += n
    action go(n in 1..2)
      pot += n
    score(p): pot
    winner: highest score
    track "own number": turn.number
    """)

# in the night those who drew a wolf have a turn, then everybody has one
NIGHT = sheet("""
    game "Night"
    players 3
    cards role
      | name | copies |
      | Wolf | 2      |
      | Lamb | 2      |
    zone box of role, face down, holds all roles, shuffled
    each player
      zone front of role, face down
      wolf = no, seen by owner
      score = 0 in 0..9
    play
      deal 1 from box to front
      for p in players: p.wolf = (top of p.front) is Wolf
      night
      turns once: go
    secret stage night
      turns once when my wolf: howl
    action howl(n in 1..2)
      my score += n
    action go(n in 1..2)
      my score += n
    winner: highest score
    """)


def to_the_end(table: Play) -> Play:
    while not table.over:
        table.do(table.options[0])
    return table


@pytest.fixture(scope="module")
def run() -> Playtest:
    return ludwright.playtest(ludwright.load_text(TWO_STAGES), games=4, seed=1, threads=1)


@pytest.mark.parametrize(("text", "turns"), [(TWO_STAGES, 8), (AGAIN_AND_OVER, 6), (WITHIN, 8)])
def test_all_turns_of_a_game_are_counted_alike_by_both_runs(text: str, turns: int) -> None:
    table = to_the_end(play(text))
    assert table.native.turn == table.twin.turn == turns
    result = ludwright.simulate(table.native.game, 5)
    assert result.turns.counts == {turns: 5}
    assert any(line.endswith(f" in {turns} turns") for line in GameTeller(table.native.game, 1, 0).lines())


def test_players_who_are_passed_over_have_no_turn() -> None:
    table, seats = play(AGAIN_AND_OVER), ""
    while not table.over:
        seats += str(table.actor)
        table.do("go 1")
    assert seats == "AACABC"


def test_the_rules_count_their_own_turns(run: Playtest) -> None:
    assert values(run, Query("turn.number", when="end"))["value"].to_list() == [5.0] * 4
    assert to_the_end(play(WITHIN, "turn.number")).see("turn.number") == 2


def test_tables_number_turns_through_the_game_and_keep_what_the_rules_count(run: Playtest) -> None:
    assert run.games.collect()["turns"].to_list() == [8] * 4
    rows = run.turns.collect().filter(game=2, name="own number")
    assert rows["turn"].to_list() == [1, 2, 3, 4, 5, 6, 7, 8]
    assert rows["turn_number"].to_list() == rows["value"].to_list() == [1, 2, 3, 1, 2, 3, 4, 5]
    assert rows["player"].to_list() == [1, 2, 1, 1, 2, 1, 2, 1]
    assert measure(run, ["duration in turns"])[0].figures[0][1].value == 8


def test_questions_name_turns_by_the_same_numbers(run: Playtest) -> None:
    table = values(run, Query("turn.number", when="turn", first=3, last=5, games=[0]))
    assert (table["turn"].to_list(), table["value"].to_list()) == ([3, 4, 5], [3.0, 1.0, 2.0])
    assert run.find("anyone plays take at turn 3").games == [0, 1, 2, 3]
    assert run.find("anyone plays take at turn 4").games == []
    assert run.find("anyone plays fight at turn 8").games == [0, 1, 2, 3]


def test_the_inspector_tells_both_numbers_where_they_differ(run: Playtest) -> None:
    recorded = run.recorded(0)
    claiming, war = (recorded.moment(frame).standing for frame in (1, 4))
    assert (claiming["turn"], claiming.get("turn.number")) == ("2", None)
    assert (war["turn"], war["turn.number"]) == ("5", "2")


def test_turns_of_a_secret_stage_count_and_no_seat_hears_of_them() -> None:
    wolves, told = "count(p in players with p.wolf)", set()
    for seed in (1, 3):
        table = play(NIGHT, wolves, seed=seed)
        while "go 1" not in table.options:
            table.do("howl 1")
        howls = int(table.see(wolves))
        match = table.native
        seat = Recorded(match.game, match.seed, match.number, match.answers).moment(howls, seat=0).standing
        told.add((howls, seat["turn"], seat.get("turn.number")))
        assert match.turn == howls + 1
        assert to_the_end(table).twin.turn == match.turn == howls + 3
    assert told == {(1, "1", None), (2, "1", None)}
