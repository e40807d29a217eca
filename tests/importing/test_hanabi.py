"""Hanabi in CardScript: its figures, traces for three to five players, and the same game as the bundled Fireworks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

import ludwright
from ludwright.engine.random import Stream
from ludwright.game import Game
from ludwright.importing import imported
from ludwright.inspecting.beginning import Origin, begun
from ludwright.play.match import Match
from ludwright.playtests.reading_games import read_trace, replay
from ludwright.playtests.rehearsal import Deals
from tests.importing.hanabi import COLOURS, hanabi
from tests.importing.mutating import EXAMPLES

LETTERS = {letter: colour for colour, letter in COLOURS.items()}
FACTS = {f"{colour}s": colour for colour in COLOURS} | dict(
    zip(("ones", "twos", "threes", "fours", "fives"), "12345", strict=True)
)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_examples_are_what_they_are_made_by(players: int) -> None:
    assert (EXAMPLES / f"hanabi_{players}.crds").read_text() == hanabi(players)


def test_figures() -> None:
    figures = imported(EXAMPLES / "hanabi_3.crds").facts["figures"]
    assert (figures["fewest"], figures["most"], figures["players"], figures["teams"]) == (2, 5, 3, 1)
    assert (figures["cards"], figures["decks"], figures["tokens"], figures["stages"]) == (50, 10, 2, 4)
    midgame, endgame = figures["turns"]
    assert (midgame["name"], midgame["actions"], midgame["decisions"], midgame["published"]) == (
        "midgame",
        (2, 3),
        (2, 3),
        4,
    )
    assert (endgame["name"], endgame["actions"], endgame["decisions"], endgame["published"]) == (
        "endgame",
        (1, 2),
        (2, 3),
        4,
    )


@pytest.mark.parametrize(("file", "score"), [("hanabi_3", 20), ("hanabi_4", 15), ("hanabi_5", 19)])
def test_traces_replay_to_their_scores(file: str, score: int) -> None:
    trace = read_trace(EXAMPLES / f"{file}.txt")
    match = replay(trace)
    assert match.over and match.scores() == [score] * match.game.players
    assert trace.found and not trace.matched
    assert f"{score} points" in trace.text[0]


def test_the_same_trace_is_a_game_of_fireworks(tmp_path: Path) -> None:
    lines = [line for line in (EXAMPLES / "hanabi_3.txt").read_text().splitlines() if ":" not in line]
    path = tmp_path / "told.txt"
    path.write_text("\n".join(["game: fireworks", "set: keep_points=yes", *lines]))
    trace = read_trace(path)
    match = replay(trace)
    assert match.over and match.scores() == [20, 20, 20]
    assert trace.matched == {"Ann": "seat 1", "Bob": "seat 2", "Cleo": "seat 3"}


# ---------------------------------------------------------------- the same game as Fireworks


def deed(game: Game) -> Callable[[Match, int], tuple[str, ...]]:
    """What an option of either game means, by its code."""
    known: dict[int, tuple[str, ...]] = {}
    seats = {name: str(seat) for seat, name in enumerate(game.seats)}

    def of(match: Match, code: int) -> tuple[str, ...]:
        if code not in known:
            option = game.wording.option(code, match.words)
            if option.action == "tell":
                known[code] = ("hint", seats[option.values[0]], FACTS[option.values[2]])
            elif option.action.startswith("hint"):
                known[code] = ("hint", seats[option.values[0]], option.values[1])
            else:
                known[code] = ("play" if option.action.startswith("play") else "discard", option.values[0])
        return known[code]

    return of


def plain(card: str) -> str:
    return f"{LETTERS[card[0]]} {card[1]}"


def compare(players: int, games: range) -> int:
    """Play random games of both on the same deals; how many moves were compared."""
    script = ludwright.load(EXAMPLES / f"hanabi_{players}.crds", params={"full_row_gives": 1})
    fireworks = ludwright.load("fireworks", players, {"keep_points": 1})
    deals, names = Deals(fireworks), list(fireworks.rules.model.design_names)
    zones, first, second = deals.zones(), deed(script), deed(fireworks)
    moves = 0
    for number in games:
        one = script.start(11, number)
        wanted = {
            zones[f"hand of seat {seat + 1}"]: [names.index(plain(card)) for card in one["hand", seat]]
            for seat in range(players)
        }
        wanted[zones["deck"]] = [names.index(plain(card)) for card in reversed(one["supply"])]
        told = Origin(1, 0, (), told=tuple(deals.draws(wanted, Stream(1, 1))))
        other, chance = begun(fireworks, told).start(1), Random(number)
        while not one.over:
            here = {first(one, code): code for code in one.codes()}
            there = {second(other, code): code for code in other.codes()}
            assert here.keys() == there.keys() and one.actor == other.actor
            # random games rarely get far: mostly play what fits
            fitting = [key for key in here if key[0] == "play" and fits(one, int(key[1].split()[1]))]
            key = chance.choice(sorted(fitting if fitting and number % 2 else list(here)))
            one.apply(here[key])
            other.apply(there[key])
            assert (one["hints"], one["lives"]) == (other["hints_left"], other["lives_left"])
            moves += 1
        assert other.over and one.scores() == other.scores() and one.returns() == other.returns()
    return moves


def fits(match: Match, place: int) -> bool:
    card = match["hand", match.actor or 0][place - 1]
    return len(match[f"{LETTERS[card[0]]}Row"]) + 1 == int(card[1])


@pytest.mark.parametrize("players", [3, 4, 5])
def test_equal_to_fireworks(players: int) -> None:
    assert compare(players, range(12)) > 150


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4, 5])
def test_equal_to_fireworks_in_thousands_of_games(players: int) -> None:
    assert compare(players, range(1_500)) > 25_000
