"""The best line a player finds from the beginning of a game, and how many play-outs that took."""

from __future__ import annotations

from dataclasses import dataclass

from ludwright.agents.kernels import lines
from ludwright.agents.nested import LineSeeker
from ludwright.agents.seating import thinker
from ludwright.agents.settings import AgentError
from ludwright.agents.texts import read
from ludwright.play.agents import Agents
from ludwright.play.playable import Playable


@dataclass(frozen=True)
class BestLine:
    """What one decision of a player that looks for lines has found."""

    value: float
    """What the line is worth to the player: the result of the game."""
    found_after: int
    """After so many play-outs."""
    playouts: int
    """How many there were in all."""


def best_line(game: Playable, agent: str, seed: int = 1) -> BestLine:
    """Have a player such as `nested:10000` or `nrpa:100` think about the first decision of a game without chance, secrets and opponents.

    >>> import ludwright
    >>> best_line(ludwright.load("simple_coins"), "nested:20000").value
    1.0
    """
    player = thinker(game, read(agent, game))
    if not isinstance(player, LineSeeker) or not player.foreseeable:
        raise AgentError(f"`{agent}` finds no line that is sure in {game.title}: it takes `nested`, `nrpa` or `spmcts`, and a game without chance, "
                         "secrets and opponents")  # fmt: skip
    match = game.start(seed=seed)
    players = Agents(game, seed, 0, [agent] * game.players)
    while len(match.codes()) == 1:
        match.apply(match.codes()[0])
    seat = match.actor or 0
    players.pick(seat, match.codes(), match.words)
    sitter = players.sitter(seat)
    assert sitter is not None
    block, reals = sitter.mind.block, sitter.mind.reals
    return BestLine(float(reals[lines.BEST_VALUE]), int(block[lines.FOUND_AFTER]), int(block[lines.PLAYED]))
