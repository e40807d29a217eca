"""From a block to the game it means, as a Python object: remembered, or made again."""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any

from ludwright.engine.random import Stream
from ludwright.mistakes import LudwrightError
from ludwright.python_game.block import Chain, Head, numbers, steps, switch, words
from ludwright.python_game.caller import Caller
from ludwright.python_game.complaints import PythonGameError, wrong
from ludwright.python_game.contract import PythonGame, has
from ludwright.python_game.memory import Live, Memory


class ForeignStateError(LudwrightError):
    """A block that is no state of this game."""


class Positions:
    """Finds games. A position is the bytes by which it is known, and which can be read back from a block."""

    def __init__(self, make: Callable[[], PythonGame], caller: Caller, room: int) -> None:
        self._make, self._caller, self._room = make, caller, room
        self._memory = Memory()
        self.encoded = has(caller.kind, "encode")
        self._own_copy = has(caller.kind, "copy")
        self._copyable = True

    def begin(self, stream: Stream) -> Live:
        """A new game."""
        game = self._fresh()
        self._caller.start(game, stream)
        return Live(game, {}, (stream.state, stream.inc))

    def _fresh(self) -> PythonGame:
        game = self._make()
        game.players = self._caller.players
        return game

    # ------------------------------------------------------------ what a block says

    def key(self, head: Head, place: bytes) -> bytes:
        """What a position is known by. Games that began with different chance are different games."""
        return place if self.encoded else struct.pack("=2Q", *head.began) + place

    def after(self, live: Live, place: bytes, code: int, drew_from: Chain | None) -> bytes | None:
        """The words of the position after an action was done; None when there is no room for them.

        ``drew_from`` is where the chance stood from which the action drew; None if it is the chance of the actions before.
        """
        if self.encoded:
            return self._numbers(live.game)
        longer = place + (switch(drew_from) if drew_from is not None else b"") + words([code])
        return longer if len(longer) <= 4 * self._room else None

    def first(self, live: Live) -> bytes:
        """The words of the position of a new game."""
        return self._numbers(live.game) if self.encoded else b""

    def _numbers(self, game: PythonGame) -> bytes:
        given = self._caller.call(game, "encode")
        try:
            encoded = words([int(number) for number in given])
        except (TypeError, ValueError, struct.error):
            raise wrong(
                self._caller.kind.encode, f"`encode` gave {given!r}: it must give whole numbers of 32 bits"
            ) from None
        if len(encoded) > 4 * self._room:
            raise wrong(
                self._caller.kind.encode,
                f"`encode` gave {len(encoded) // 4} numbers: `encoded_size` allows {self._room}",
                "raise `encoded_size`",
            )
        return encoded

    # ------------------------------------------------------------ finding

    def take(self, head: Head, place: bytes) -> Live:
        """The game at a position, to be changed by the caller."""
        key = self.key(head, place)
        live = self._memory.take(key)
        if live is None:
            live = self.again(head, place)
            live.wanted_again = True
        if live.wanted_again and not self.encoded:
            other = self._copy(live)
            if other is not None:
                self._memory.keep(key, live)
                return other
        live.wanted_again = False
        return live

    def look(self, head: Head, place: bytes) -> Live:
        """The game at a position, to be looked at, and handed back with :meth:`keep`."""
        live = self._memory.take(self.key(head, place))
        if live is None:
            live = self.again(head, place)
            live.wanted_again = True
        return live

    def keep(self, head: Head, place: bytes, live: Live) -> None:
        """Remember a game."""
        self._memory.keep(self.key(head, place), live)

    def _copy(self, live: Live) -> Live | None:
        """A copy; None for games that can't be copied."""
        if not self._copyable:
            return None
        try:
            game = self._caller.copy(live.game)
        except PythonGameError:
            if self._own_copy:
                raise
            self._copyable = False  # it holds something like an open file: then it is played again each time
            return None
        # Its actions may be things that belong to the game, so the copy has to list its own.
        return Live(game, self._caller.actions(game) if live.actions else {}, live.drawn)

    # ------------------------------------------------------------ making again

    def again(self, head: Head, place: bytes) -> Live:
        """The game at a position, made again for the caller alone; by the shortest way."""
        known = None if self.encoded else self._memory.take_before(self.key(head, place))
        if known is None:
            return self.anew(head, place)
        position, live = known
        try:
            copied = self._copy(live)
        finally:
            self._memory.keep(position, live)
        if copied is None:
            return self.anew(head, place)
        return self.replay(copied, place[len(position) - len(self.key(head, b"")) :])

    def anew(self, head: Head, place: bytes) -> Live:
        """The game at a position, made from what the block says alone."""
        if not self.encoded:
            return self.replay(self.begin(Stream(*head.began)), place)
        game = self._fresh()
        self._caller.call(game, "decode", list(numbers(place)))
        return self._listed(Live(game, {}))

    def _listed(self, live: Live) -> Live:
        if not live.actions and not self._caller.over(live.game):
            live.actions = self._caller.actions(live.game)
        return live

    def replay(self, live: Live, record: bytes, done: list[Any] | None = None) -> Live:
        """Do what a record says; ``done`` notes the actions."""
        stream = Stream(*live.drawn)
        try:
            for code in steps(record, stream):
                actions = live.actions or self._caller.actions(live.game)
                if code not in actions:
                    raise ForeignStateError(
                        "this is no state of this game; or the game, played again, did not come out the same: it must list its "
                        "actions in the same order each time, and take everything random from the chance it is handed"
                    )
                if done is not None:
                    done.append(actions[code])
                self._caller.perform(live.game, actions[code], stream)
                live.actions = {}
        except (IndexError, struct.error):
            raise ForeignStateError("this is no state of this game") from None
        live.drawn = (stream.state, stream.inc)
        return self._listed(live)
