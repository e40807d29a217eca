"""One random game in Python, move by move, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ludwright import ir
from ludwright.play.agents import Agents
from ludwright.play.outcome import fault_lines, result_lines
from ludwright.python_game.loaded import as_game

if TYPE_CHECKING:
    from ludwright.python_game.loaded import LoadedPythonGame

_DEEP = " " * 8


def told(loaded: LoadedPythonGame, seed: int, number: int, move_limit: int) -> Iterator[str]:
    """The game that ``simulate`` plays under this seed and number, line by line."""
    game = loaded.asking_forced()  # taking the only option draws nothing, so it is the same game
    yield f"{game.title} for {game.players}: {', '.join(game.seats)}"
    if game.params:
        yield ", ".join(f"{name} {value}" for name, value in game.params.items())
    yield f"Game {number} of seed {seed}, played at random"
    play, players = game.start(seed, number), Agents(game, seed, number)
    picture, turn = "", 0
    while True:
        before, picture = picture, play.position().picture()
        if picture != before:
            yield from (_DEEP + line for line in picture.splitlines())
        if play.actor is None or play.moves >= move_limit:
            break
        if play.turn != turn:
            turn = play.turn
            yield f"Turn {turn:,}, {game.seats[play.actor]}"
        options = play.legal()
        code = players.pick(play.actor, [option.code for option in options], ())
        option = next(option for option in options if option.code == code)
        among = f"one of {len(options):,}" if len(options) > 1 else "the only option"
        yield f"{play.moves + 1:>5}. {option.words} ({among})"
        play.apply(option.code)
    length = f"{play.moves:,} move{'' if play.moves == 1 else 's'} in {play.turn:,} turn{'' if play.turn == 1 else 's'}"
    words = play.words
    if words[ir.OVER] == 1:
        yield f"Over after {length}"
        yield from result_lines(as_game(game), words, play.returns(), play.scores())
        return
    yield f"Stopped after {length} by a fault"
    words[ir.FAULT] = words[ir.FAULT] or ir.TOO_LONG
    yield from fault_lines(as_game(game), words, play.moves)
