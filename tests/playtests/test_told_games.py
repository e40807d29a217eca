"""Games from the table with real cards and dice: told in words or sentences, played again exactly, kept and asked."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import ludwright
from ludwright.engine.random import Stream
from ludwright.inspecting.beginning import Origin, begun
from ludwright.mistakes import LudwrightError
from ludwright.play.match import Match
from ludwright.playtests.keeping import keep_written
from ludwright.playtests.reading_games import Trace, read_trace, replay
from ludwright.playtests.rehearsal import Deals

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"

PIG = """game: pig
rolled 4
seat 1: throw
rolled 6
seat 1: stop
rolled 2
seat 2: throw
rolled 1
rolled 3
seat 1: throw
rolled 5
"""
FIREWORKS = """game: fireworks
players: 3
cards hand of seat 1: red 1, red 2, ?, ?, blue 5
cards hand of seat 2: green 1, ?, green 2
seat 1: play_card red 1
seat 2: play_card green 1
seat 3: tell seat 1, by_rank, fives
"""


def told(text: str, folder: Path) -> tuple[Trace, Match]:
    path = folder / "told.txt"
    path.write_text(text)
    trace = read_trace(path)
    return trace, replay(trace)


# ---------------------------------------------------------------- chance that was told


@pytest.mark.parametrize(("name", "players", "draws"), [("fireworks", 3, 49), ("pig", 2, 30), ("yacht", 2, 40)])
def test_both_runs_take_what_was_told(name: str, players: int, draws: int) -> None:
    chance = Random(draws)
    game = begun(
        ludwright.load(name, players), Origin(1, 0, (), told=tuple(chance.randrange(50) for _ in range(draws)))
    )
    one, other = game.start(5), game.start(5, run="twin")
    for _ in range(60):
        assert one.words == other.words and one.codes() == other.codes() and one.chance == other.chance
        if one.over:
            break
        code = chance.choice(one.codes())
        one.apply(code)
        other.apply(code)
    one.undo()
    one.undo()
    again = one.copy()
    again.apply(again.codes()[0])
    one.apply(one.codes()[0])
    assert one.words == again.words


def test_every_deal_can_be_told() -> None:
    game = ludwright.load("hearts")
    deals = Deals(game)

    def lies(match: Match) -> dict[int, list[int]]:
        model, state = game.rules.model, match.words
        places = deals.zones().values()
        return {place: [model.design_in(state, card) for card in deals.labels.inside(place, state)] for place in places}

    for seed in range(5):
        match = game.start(seed)
        draws = deals.draws(lies(match), Stream(seed, 1))
        assert lies(begun(game, Origin(1, 0, (), told=tuple(draws))).start()) == lies(match)


# ---------------------------------------------------------------- dice and cards


def test_real_dice(tmp_path: Path) -> None:
    trace, match = told(PIG, tmp_path)
    assert match["points"] == [10, 0] and match["pot"] == 8
    assert trace.told[:2] == (3, 5)


def test_cards_by_name_and_a_deal_that_is_told(tmp_path: Path) -> None:
    trace, match = told(FIREWORKS, tmp_path)
    assert match["firework"]["red"] == ["red 1"] and match["firework"]["green"] == ["green 1"]
    assert match["hand", 0][:1] == ["red 2"] and "blue 5" in match["hand", 0]
    assert not trace.found


def test_a_card_by_name_on_the_deal_of_a_seed(tmp_path: Path) -> None:
    game = ludwright.load("fireworks", 2)
    held = game.start(5)["hand", 0][2]
    _, match = told(f"game: fireworks\nplayers: 2\nseed: 5\nseat 1: play_card {held}\n", tmp_path)
    assert match.answers == [next(one.code for one in game.start(5).legal() if one.words == "play_card number 3")]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (PIG.replace("rolled 5", "rolled 9"), "told.txt:11:1: a die can't show 9 here"),
        (PIG.replace("rolled 2", "rolled 2 4"), "told.txt:6:1: no die is thrown here"),
        (PIG + "rolled 3\n", "told.txt:12:1: no die is thrown here"),
        (FIREWORKS.replace("blue 5", "blue 9"), "told.txt:3:1: there is no card `blue 9`"),
        (FIREWORKS.replace("hand of seat 2", "hand of seat 9"), "told.txt:4:1: no cards lie in `hand of seat 9`"),
        (FIREWORKS.replace("green 1, ?", "blue 5, ?"), "there are not so many of blue 5"),
        (
            FIREWORKS.replace("?, ?, blue 5", "?, ?, ?, ?, blue 5"),
            "7 cards are told for hand of seat 1, but the rules put 5 there",
        ),
        (FIREWORKS.replace("play_card red 1", "play_card red 3"), "`play_card red 3` is not legal here"),
    ],
)
def test_what_can_not_be_is_told_at_its_line(text: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(LudwrightError) as error:
        told(text, tmp_path)
    assert words in str(error.value)


TINY = """game "Tiny"
players 2
enum colour: red, blue
cards card: each colour, each rank in 1..3
zone deck of card, face down, holds all cards, shuffled
zone pile of card
each player
  zone hand of card, in order, seen by others
setup: deal 1 from deck to hand
turn: one of play, hint
action play(c in my hand)
  move c to pile
  draw up to 1 from deck to my hand
action hint(q in others, v in colours)
  when any c in q.hand with c.colour is v
  tell everyone whether c.colour is v for c in q.hand
end when pile.count is 4: draw
"""


def test_a_trace_for_which_there_is_no_deal(tmp_path: Path) -> None:
    """Who holds one card, and is told that it is red, can't play a blue one."""
    (tmp_path / "tiny.game").write_text(TINY)
    fine, match = told("game: tiny.game\nAnn hints r to Bob\nBob plays red 3\nAnn plays b1\n", tmp_path)
    assert fine.found and match["pile"] == ["red 3", "blue 1"]
    with pytest.raises(LudwrightError, match=r"told\.txt:3:1: no deal was found with which this can be done"):
        told("game: tiny.game\nAnn hints red to Bob\nBob plays blue 1\nAnn plays red 1\n", tmp_path)


# ---------------------------------------------------------------- kept and asked


def test_told_games_are_kept_and_asked(tmp_path: Path) -> None:
    traces = [read_trace(EXAMPLES / f"{name}.txt") for name in ("hanabi_3", "hanabi_3_2", "hanabi_3_3")]
    keep_written(traces, tmp_path / "people")
    run = ludwright.open_run(tmp_path / "people")
    assert run.seats.collect()["score"].to_list() == [20] * 3 + [18] * 3 + [20] * 3
    for game, trace in enumerate(traces):
        assert trace.match is not None
        assert run.match(game).words == trace.match.words
        assert run.codes(game) == trace.match.answers
    found = ludwright.expect(run, file=EXAMPLES / "hanabi_expect.txt")
    hinted = found["a hinted card is then played rightly"]
    assert (hinted.count, hinted.tried) == (29, 39)
    assert run.query("lives", when="end")["value"].to_list() == [
        match["lives"] for match in (t.match for t in traces) if match
    ]


def test_names_bound_by_either_of_two_happenings(tmp_path: Path) -> None:
    keep_written([read_trace(EXAMPLES / "hanabi_3.txt")], tmp_path / "people")
    run = ludwright.open_run(tmp_path / "people")
    hints = [line for line in (EXAMPLES / "hanabi_3.txt").read_text().splitlines() if " hints " in line]
    text = 'expect "x": always\n  after p does hint_Value(q) or p does hint_Colour(q)\n  then q does play_card\n  within 1 turn of q\n'
    verdict = ludwright.expect(run, text)["x"]
    assert verdict.tried is not None and verdict.tried + verdict.open == len(hints)
