"""Who sits where: random players, the scripted ones of a game and those that think, each with a stream of random numbers of its own.

They make the very choices of the kernels, on the plain Python run.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ludwright import ir
from ludwright.agents.catalogue import BOT
from ludwright.agents.minds import SeatedAgent
from ludwright.agents.own import Own, Player, named
from ludwright.agents.settings import AgentError
from ludwright.agents.texts import bots_of, read
from ludwright.engine.random import Stream, stream
from ludwright.mistakes import LudwrightError
from ludwright.play.playable import Playable
from ludwright.rules.options.bots import RANDOM

MOVE_LIMIT = 10_000
"""Decisions after which a game counts as too long."""

HUMAN = "human"
"""Somebody whose choices nobody here makes."""

Words = Sequence[int] | npt.NDArray[np.integer[Any]]
"""Codes, or the words of a state."""


class SeatError(LudwrightError):
    """A player that the game does not have, or too many of them."""


def seated(game: Playable, who: Player | Sequence[Player] | None) -> list[str]:
    """Somebody for every seat: one name stands for all seats, none for random players.

    >>> import ludwright
    >>> seated(ludwright.load("pig"), ["hold at 20", "random"])
    ['hold at 20', 'random']
    """
    names = [RANDOM] if who is None else list(who) if isinstance(who, Sequence) and not isinstance(who, str) else [who]
    players = [player_called(game, name) for name in names]
    if len(players) == 1:
        return players * int(game.players)
    if len(players) != game.players:
        play = f"{game.players} play: {', '.join(game.seats)}"
        raise SeatError(f"{len(players)} seats are filled, but {play}. One name fills all seats")
    return players


def player_called(game: Playable, player: Any) -> str:
    """The player a text describes, as it is written in full: a bot by its name. One written in Python takes itself along."""
    text = named(player)
    if isinstance(text, Own):
        return text
    try:
        found = read(text, game)
    except AgentError as error:
        raise SeatError(str(error)) from None
    return str(found.settings["name"]) if found.kind is BOT else str(found)


class Agents:
    """The players of game number ``number`` of a seed."""

    def __init__(
        self, game: Playable, seed: int, number: int, who: Sequence[str] | None = None, limit: int = MOVE_LIMIT
    ) -> None:
        self._game: Any = game
        self._bots = bots_of(game)
        self._who = [RANDOM if name == HUMAN else name for name in who or [RANDOM] * game.players]
        self._streams = [Stream(*stream(seed, number, 1 + seat)) for seat in range(game.players)]
        groups = getattr(getattr(game, "rules", None), "groups", None)
        self._weights: list[int] = groups.weights if groups is not None else []
        self._ranges: list[tuple[int, int, int]] = groups.ranges if groups is not None else []
        self._thinking = any(name != RANDOM and name not in self._bots for name in self._who)
        if self._thinking:
            self._sit_down(seed, number, limit)
        self.fault: tuple[int, int] | None = None
        """What stopped a scripted player, and where: its rules went on and on."""

    def pick(self, actor: int, codes: Words, words: Words) -> int:
        """The code that the player in a seat answers, in the position of those words. One option is taken unseen."""
        if len(codes) < 2:
            return int(codes[0])
        seat = actor if 0 <= actor < len(self._streams) else 0
        if self.thinks(seat):
            return int(codes[self._thought(seat, codes, words)])
        bot = self._bots.get(self._who[seat])
        if bot is not None:
            liked = self._sifted(bot, seat, codes, words)
            if liked:
                return liked[self._streams[seat].below(len(liked))] if len(liked) > 1 else liked[0]
        return int(codes[self._at_random(codes, self._streams[seat])])

    def thinks(self, seat: int) -> bool:
        """Whether the player in a seat may need a while."""
        return self._thinking and self._seats.sitters[seat] is not None

    def halt(self) -> None:
        """Have whoever thinks come to an end, with what is known by now; from another thread."""
        if self._thinking:
            self._stop[0] = 1

    def sitter(self, seat: int) -> SeatedAgent | None:
        """The native side of the player in a seat, if it thinks."""
        return self._seats.sitters[seat] if self._thinking else None

    def _sit_down(self, seed: int, number: int, limit: int) -> None:
        """Players that think have their native side, here as in kernels: they make the same choices."""
        from ludwright.agents.asking import streams_of
        from ludwright.agents.seating import Seats

        self._stop = np.zeros(1, np.int64)
        self._seats = Seats(self._game, self._who, limit, self._stop)
        self._bits = streams_of(self._game, seed, number)

    def _thought(self, seat: int, codes: Words, words: Words) -> int:
        """The place of the option that a player takes after thinking."""
        from ludwright.agents.asking import ask

        sitter = self._seats.sitters[seat]
        assert sitter is not None
        return ask(self._game, sitter, codes, words, seat, self._bits, self._stop)

    def _sifted(self, bot: str, seat: int, codes: Words, words: Words) -> list[int]:
        twin = self._game.twin
        context = twin.new_context(Stream(0, 1))
        context.options = [int(code) for code in codes]
        table = [int(word) for word in self._game.table]
        left = int(twin.real(bot, [int(word) for word in words], table, context, seat))
        if context.fault:
            self.fault = (context.fault, context.fault_line)
        liked: list[int] = context.options[:left]
        return liked

    def _at_random(self, codes: Words, dice: Stream) -> int:
        """Which of the options a random player takes: groups by their weights, what is in no group as in one big draw."""
        first = dice.below(len(codes))
        if not self._weights or self._group(codes[first]) < 0:
            return first
        groups = [self._group(code) for code in codes]
        present = sorted({group for group in groups if group >= 0})
        total = sum(self._weights[group] for group in present)
        if len(present) == 1 or not total:
            return first
        left = dice.below(total)
        for group in present:
            if left < self._weights[group]:
                break
            left -= self._weights[group]
        inside = [i for i, own in enumerate(groups) if own == group]
        return inside[dice.below(len(inside))]

    def _group(self, code: int) -> int:
        return next((group for first, last, group in self._ranges if first <= code <= last), -1)


def stopped_by_player(state: list[int], fault: tuple[int, int]) -> None:
    """Stop a game because of a player."""
    state[ir.OVER], (state[ir.FAULT], state[ir.FAULT_LINE]) = 2, fault
