"""A game that stops once, between its setup and its first turn: there two players can change places.

At the first decision it would be too late: what a turn begins with may have been counted from where everybody stands. So the rules are compiled
once more, with a question at the end of the setup that nobody is asked. Chance goes on as if it were not there.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ludwright import ir
from ludwright.engine.beginning import Begun, begun_twin
from ludwright.game import Game
from ludwright.inspecting.arranging import Edit, Words
from ludwright.language.declarations import Declaration
from ludwright.language.parser import parse_declarations
from ludwright.language.syntax.reading import names_in
from ludwright.model.kinds import Property
from ludwright.rules.compiler import Rules
from ludwright.rules.names.scope import Scalar, Scope, Value

if TYPE_CHECKING:
    from ludwright.engine.twin import TwinContext
    from ludwright.model.world import World

_NAME = "stop_after_setup"
_STOP = f"setup\n  players[1] chooses {_NAME} from 1..2\n"
_WITH_SEATS = "team"
"""A printed column that goes with the seats: who plays with whom."""
_KEPT = (ir.MOVES, ir.ACTED)
"""Words of the head that tell of answers: nobody gave one."""


def printed(model: World) -> list[Property]:
    """What is printed about the players, other than their names and teams."""
    return [column for name, columns in model.player.properties.items() if name != _WITH_SEATS for column in columns]


class NoPlacesError(Exception):
    """Why places can't be exchanged, in words."""


class NobodyStandsError(NoPlacesError):
    """There are no places at all."""


class StoppingRules(Rules):
    """Rules in which what is printed about two players may be exchanged. They note whether anything goes by the numbers of seats."""

    pair: tuple[int, int] | None = None
    by_number = False

    def _apply_settings(self) -> None:
        super()._apply_settings()
        if self.pair is not None:
            one, other = self.pair
            for column in printed(self.model):
                column.cells[one], column.cells[other] = column.cells[other], column.cells[one]
        self._listen()

    def _listen(self) -> None:
        play = {id(declaration) for declaration in in_play(self.description.declarations)}
        of_player: Callable[..., Value | None] = self.formulas._of_player

        def heard(subject: Scalar, word: str, args: Sequence[Any], node: Any, scope: Scope) -> Value | None:
            self.by_number |= word == "number" and id(scope.declaration) in play
            return of_player(subject, word, args, node, scope)

        self.formulas._of_player = heard  # type: ignore[method-assign]


_RULES = frozenset(
    ["play", "stage", "turn", "action", "event", "whenever", "every", "end", "score", "winner", "winners", "lead"]
)
"""Declarations that say how it is played, once everything stands where it begins."""
_CALLED = frozenset(["define", "proc"])
"""These count if any of the others leads to them: what only the setup uses does not."""


def in_play(declarations: Sequence[Declaration]) -> list[Declaration]:
    """The declarations that say how it is played after the setup."""
    found = [one for one in declarations if one.kind in _RULES]
    called = [one for one in declarations if one.kind in _CALLED]
    for one in found:  # it grows as it is read
        names = names_in(one.tree)
        new = [other for other in called if other.name in names and other is not one]
        called = [other for other in called if other not in new]
        found += new
    return found


class Stopping:
    """A game with a stop after its setup."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.plain = self._compiled(None)

    def _compiled(self, pair: tuple[int, int] | None) -> Game:
        game = self.game
        tree, _ = parse_declarations(_STOP, "stop")
        stop = Declaration(tree.declarations[0], "stop", _STOP.splitlines())
        description = replace(game.description, declarations=[*game.description.declarations, stop])
        rules = type("StoppingRules", (StoppingRules,), {"pair": pair})
        made: Game = type("StoppingGame", (Game,), {"_compiler": rules})(
            description, game.players, game._set, game.ask_forced, game.source
        )
        made.profile = game.profile
        return made

    def stops(self, seed: int) -> bool:
        """Whether it comes to the stop before anybody is asked anything."""
        options = self.plain.start(seed, 0).legal()
        return bool(options) and options[0].action == f"setup.{_NAME}"

    @property
    def by_number(self) -> bool:
        """Whether the rules go by the numbers of seats."""
        return bool(getattr(self.plain.rules, "by_number", False))

    def changed(self, edit: Edit, pair: tuple[int, int] | None = None) -> Game:
        """The game with something changed after setup; where a pair is given, also what is printed about these two."""
        after = self.plain if pair is None or not printed(self.plain.rules.model) else self._compiled(pair)
        if after.program.state_size != self.plain.program.state_size:
            raise NoPlacesError("what is printed about the seats makes them different games.")
        other = after._other()
        other.__dict__["compiled"] = Begun(after.compiled, self._begin(after, edit))
        other.__dict__["twin"] = begun_twin(after.twin, self._begin_twin(after, edit))
        return other

    def _begin(self, after: Game, edit: Edit) -> Callable[..., bool]:
        compiled, size, own = after.compiled, after.program.state_size, self.plain
        setup, table = own.compiled._setup, own.table
        own.compiled.accept(table)

        def begin(_: Callable[..., int], state: int, given: int, context: int) -> bool:
            if not setup(state, table.ctypes.data, context):
                return False
            words = np.ctypeslib.as_array((ctypes.c_int32 * size).from_address(state))
            first = (ctypes.c_int64 * 1).from_address(context + 8 * ir.CTX_HEADER)[0]
            kept = _edited(edit, words)
            options = compiled._advance(state, given, context, int(first))
            words[list(_KEPT)] = kept
            return bool(options)

        return begin

    def _begin_twin(self, after: Game, edit: Edit) -> Callable[..., bool]:
        own = self.plain

        def begin(_: Callable[..., int], state: list[int], given: Any, context: TwinContext) -> bool:
            if not own.twin.setup(state, own.table.tolist(), context):
                return False
            words = np.array(state, np.int32)
            kept = _edited(edit, words)
            state[:] = words.tolist()
            options = after.twin.advance(state, given, context, context.options[0])
            for place, word in zip(_KEPT, kept.tolist(), strict=True):
                state[place] = word
            return bool(options)

        return begin


def _edited(edit: Edit, words: Words) -> Words:
    """Changes the words; returns those of the head that an answer changes."""
    edit(words)
    kept: Words = words[list(_KEPT)].copy()
    return kept
