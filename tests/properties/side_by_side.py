"""Plays a made-up game in both runs at once and compares everything that can be seen."""

from __future__ import annotations

import struct
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import ludwright
from ludwright import ir
from ludwright.engine.twin import Twin
from ludwright.game import Game
from ludwright.mistakes import MistakesError
from ludwright.play.match import Match
from tests.properties.flow import Made
from tests.properties.order import check_order

MOVES = 40
SECONDS = 1.5
"""How long the plain run may take for one description: then it is left as it is."""
SLOWER = 150
"""About so many times as long as machine code the plain run takes."""


@dataclass
class Played:
    """What came of one description."""

    refused: str = ""
    moves: int = 0
    compared: int = 0
    """How many positions of both runs were compared."""
    faults: list[str] = field(default_factory=list)
    seconds: float = 0.0


def bits(values: list[float] | None) -> bytes:
    """Reals to the last bit; all that are not a number count as one."""
    return b"".join(struct.pack("<d", value) if value == value else b"nan" for value in values or [])


def load(made: Made, folder: Path, dice: Random) -> Game:
    for name, text in made.files.items():
        (folder / name).write_text(text, encoding="utf-8")
    players = dice.randint(*made.players)
    try:
        return ludwright.load(folder / "main.game", players=players, params=made.params, ask_forced=dice.random() < 0.2)
    except ludwright.LudwrightError as error:
        if isinstance(error, MistakesError) or not made.params:
            raise
        return ludwright.load(folder / "main.game", players=players)


def play_both(made: Made, seed: int, games: int = 2, moves: int = MOVES, seconds: float = SECONDS) -> Played:
    """Play a description natively and in plain Python, with every claim checked; any difference is an AssertionError."""
    dice = Random(f"answers {seed}")
    played = Played()
    with tempfile.TemporaryDirectory() as folder:
        begun = time.process_time()
        try:
            game = load(made, Path(folder), dice)
        except MistakesError as error:
            assert any(mistake.severity == "mistake" for mistake in error.mistakes), "refused without a mistake"
            played.refused = "\n".join(mistake.render() for mistake in error.mistakes if mistake.severity == "mistake")
            return played
        _ = game.compiled
        played.seconds = time.process_time() - begun
    play_game(game, seed, dice, played, games, moves, seconds)
    return played


def play_game(
    game: Game, seed: int, dice: Random, played: Played, games: int = 2, moves: int = MOVES, seconds: float = SECONDS
) -> None:
    """Play some games natively and in plain Python; any difference is an AssertionError.

    Where a single step takes machine code so long that the plain run would need more than ten times ``seconds``, the game is left there.
    """
    game.__dict__["twin"] = Twin(game.program, careful=True)
    _ = game.compiled, game.table
    deadline = time.process_time() + seconds
    for number in range(games):
        if number and not played.compared:
            break  # what comes before the first move takes the plain run too long; the next game may begin from a copy of it at once
        if time.process_time() < deadline:
            _play(game, seed, number, dice, deadline, moves, played, seconds * 10 / SLOWER)


def _play(
    game: Game, seed: int, number: int, dice: Random, deadline: float, moves: int, played: Played, longest: float
) -> None:
    begun = time.process_time()
    native = game.start(seed=seed, game=number, run="native")
    twin = game.start(seed=seed, game=number, run="twin") if time.process_time() - begun < longest else None
    for step in range(moves):
        if twin is None:
            break
        codes = _same(native, twin, game, step)
        played.compared += 1
        if native.over or time.process_time() > deadline:
            break
        assert codes, "a game that is not over offers nothing"
        code = dice.choice(codes)
        begun = time.process_time()
        native.apply(code)
        if time.process_time() - begun > longest:
            break
        twin.apply(code)
        played.moves += 1
    if native.fault is not None:
        played.faults.append(native.fault.words.split(" (")[0])


def _same(native: Match, twin: Match, game: Game, step: int) -> list[int]:
    """All that can be seen of both, compared to the last bit."""
    for name in ("over", "actor", "fault"):
        assert getattr(native, name) == getattr(twin, name), (
            f"step {step}: {name} {getattr(native, name)} / {getattr(twin, name)}"
        )
    if native.fault is not None:
        return []
    words = twin.words
    if native.words != words:
        differ = [(place, a, b) for place, (a, b) in enumerate(zip(native.words, words, strict=True)) if a != b]
        raise AssertionError(f"step {step}: state words differ (place, native, twin): {differ[:10]}")
    check_order(game, words)
    codes = native.codes()
    assert codes == twin.codes(), f"step {step}: options {codes} / {twin.codes()}"
    assert len(set(codes)) == len(codes), f"step {step}: an option is offered twice: {codes}"
    assert native.words == words, f"step {step}: looking at the options changed the state"
    for option in native.legal():
        assert option.words and option.action != "?", f"step {step}: no words for {option}"
    for name in ("returns", "scores", "leads"):
        a, b = getattr(native, name)(), getattr(twin, name)()
        assert bits(a) == bits(b), f"step {step}: {name} {a} / {b}"
    a, b = native.tracked(), twin.tracked()
    assert {k: bits(v) for k, v in a.items()} == {k: bits(v) for k, v in b.items()}, f"step {step}: tracked {a} / {b}"
    assert native.words == words, f"step {step}: looking at results changed the state"
    assert native.words[ir.MOVES] == twin.moves
    return codes
