"""Watch players choose in small games, and see that both runs choose alike."""

from __future__ import annotations

from collections import Counter

import ludwright
from ludwright.game import Game
from ludwright.mistakes import MistakesError
from ludwright.play.agents import Agents, seated
from tests.play.test_trace import check_against_kernel

PICK = """
game "Pick"
players 2
enum colour: red, green, blue
each player
  points = 0 in 0..99
var last: colour or none
turn: take
action take(c in colours, n in 1..4)
  last = c
  my points += n
end after round when round.number is 3: draw
"""
"""Three rounds in which everybody takes a colour and a number from 1 to 4."""


def moves(game: Game, seats: str | list[str] | None, seed: int = 1, games: int = 1) -> list[list[tuple[int, str]]]:
    """The seats and words of all moves of some games, after a look whether the kernel plays the same games."""
    check_against_kernel(game, seed, min(games, 5), seats=seats)
    found = []
    for number in range(games):
        match, agents = game.start(seed, number), Agents(game, seed, number, seated(game, seats))
        told = []
        while not match.over:
            code = agents.pick(match.actor or 0, match.codes(), match.words)
            told.append((match.actor or 0, next(o.words for o in match.legal() if o.code == code)))
            match.apply(code)
        assert match.fault is None and agents.fault is None
        found.append(told)
    return found


def counted(game: Game, seats: str | list[str] | None, games: int, seat: int = 0) -> Counter[str]:
    """How often each move was made by a seat."""
    return Counter(words for told in moves(game, seats, games=games) for who, words in told if who == seat)


def picked(rules: str, games: int = 20) -> Counter[str]:
    """What a bot with those rules takes in the game of colours and numbers."""
    lines = "".join(f"  {line}\n" for line in rules.strip().splitlines())
    return counted(ludwright.load_text(f'{PICK}bot "it"\n{lines}'), ["it", "random"], games)


def mistakes(text: str) -> list[str]:
    """The messages of all mistakes."""
    try:
        ludwright.load_text(text)
    except MistakesError as error:
        return [mistake.message for mistake in error.mistakes]
    return []
