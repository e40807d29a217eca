"""Players who choose at random, each with a stream of random numbers of its own: the very choices of the kernels."""

from __future__ import annotations

from ludwright.engine.random import Stream, stream


class RandomPlayers:
    """The random players of game number ``game`` of a seed.

    >>> RandomPlayers(seed=1, game=0, seats=2).pick(actor=0, options=1)
    0
    """

    def __init__(self, seed: int, game: int, seats: int) -> None:
        self.streams = [Stream(*stream(seed, game, 1 + seat)) for seat in range(seats)]

    def pick(self, actor: int, options: int) -> int:
        """Which of that many options the player takes, from 0. One option is taken without drawing a number."""
        if options < 2:
            return 0
        return self.streams[actor if 0 <= actor < len(self.streams) else 0].below(options)
