"""What happens between two questions, noted down by the rules themselves: who is shown what, what is put where, who leaves, which action is done.

A game that is compiled with expectations has a list behind its state. Effects add to it; whoever replays the game reads it after every answer and
empties it. What a rule only tried (`afterwards`, `maximizing`) is taken back with the rest of the state.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ludwright import ir
from ludwright.ir import terms
from ludwright.language import syntax
from ludwright.language.syntax import Part
from ludwright.language.syntax.walking import nodes
from ludwright.model.kinds import Holding
from ludwright.rules.emit.code import Code
from ludwright.rules.flow.flow import Flow
from ludwright.rules.names.scope import Scope, ZoneRef
from ludwright.rules.options.actions import ActionRules

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules

ENTERS, SEES, LEAVES, DONE = "enters", "sees", "leaves", "done"
_ASKED: dict[type[syntax.Node], str] = {
    syntax.Enters: ENTERS, syntax.Sees: SEES, syntax.Leaves: LEAVES, syntax.Does: DONE, syntax.AnotherDoes: DONE,
}  # fmt: skip
"""What an expectation asks for with each form."""
_NUMBERS = {ENTERS: 1, SEES: 2, LEAVES: 3, DONE: 4}
_KINDS = {number: kind for kind, number in _NUMBERS.items()}
_WORDS = 3
"""An entry is its kind and two numbers."""
_LOW, _HIGH = -1, (1 << 31) - 1


@dataclass(frozen=True)
class Event:
    """One thing that happened: ``what`` is a component, a part of the game, or an action; ``where`` a place, or the seats as bits."""

    kind: str
    what: int
    where: int


@dataclass(frozen=True)
class Log:
    """Where the list lies: how many there are, then the entries."""

    base: int
    room: int

    def take(self, state: npt.NDArray[np.int32]) -> tuple[Event, ...]:
        """What was noted since the last time; afterwards the list is empty."""
        count = int(state[self.base]) if self.room else 0
        if not count:
            return ()
        first = self.base + 1
        rows = state[first : first + _WORDS * count].reshape(count, _WORDS).tolist()
        state[self.base] = 0
        return tuple(Event(_KINDS[kind], what, where) for kind, what, where in rows)


class Noting:
    """Makes the effects of some rules note what they do. Only what an expectation asks for is noted."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        forms = {type(node) for line in rules.model.of("expect") for node in nodes(line.tree)}
        self.wanted = {what for form, what in _ASKED.items() if form in forms}
        room = (4 * rules.model.components if ENTERS in self.wanted else rules.model.components) + 64
        self.log = Log(rules.model.words(1 + _WORDS * room), room) if self.wanted else Log(0, 0)

    def listen(self) -> None:
        """From now on, what is compiled notes what it does."""
        listeners = {
            ENTERS: self._entering,
            SEES: self._seeing,
            LEAVES: self._leaving,
            DONE: self._doing,
        }
        for kind in sorted(self.wanted):
            listeners[kind]()

    def _entry(self, kind: str, what: ir.Expr, where: ir.Expr) -> ir.Stmt:
        """The statement that adds to the list, as long as there is room."""
        log = self.log
        last = _WORDS * log.room - 1
        count = terms.state(log.base, lo=0, hi=log.room)
        first = terms.mul(count, terms.const(_WORDS))
        written: list[ir.Stmt] = []
        for place, value in enumerate((terms.const(_NUMBERS[kind]), what, where)):
            index = terms.clamp(terms.add(first, terms.const(place)), 0, last)
            written.append(terms.store(log.base + 1, value, index, 0, last, _LOW, _HIGH))
        more = terms.lowest(terms.add(count, terms.ONE), terms.const(log.room))
        return ir.If(terms.lt(count, terms.const(log.room)), [*written, terms.store(log.base, more, lo=0, hi=log.room)])

    def _entering(self) -> None:
        places = self.rules.places
        make_put, move = places._make_put, places.move

        def make(name: str, bottom: bool) -> ir.Function:
            made = make_put(name, bottom)
            (c, *_), (p, *_) = made.params
            last = self.rules.model.components - 1
            made.body.append(self._entry(ENTERS, terms.local(c, 0, last), terms.local(p, *made.params[1][1:])))
            return made

        def moved(code: Code, c: ir.Expr, target: ZoneRef, bottom: bool, line: int) -> None:
            c = code.keep(c)
            move(code, c, target, bottom, line)
            if isinstance(target.zone, Holding) and target.zone.room == 1:
                code.emit(self._entry(ENTERS, c, places.place_of(terms.highest(c, terms.ZERO))))

        places._make_put = make  # type: ignore[method-assign]
        places.move = moved  # type: ignore[method-assign]

    def _seeing(self) -> None:
        knowledge = self.rules.knowledge
        shown = knowledge.shown

        def show(c: ir.Expr, seats: ir.Expr) -> list[ir.Stmt]:
            there = terms.highest(c, terms.ZERO)
            hidden = terms.sub(terms.const(knowledge.all), knowledge.watchers(self.rules.places.place_of(there)))
            new = terms.bit_and(seats, terms.clamp(hidden, 0, knowledge.all))
            noted = self._entry(SEES, there, new)
            return [ir.If(terms.ge(c, terms.ZERO), [noted]), *shown(c, seats)]

        knowledge.shown = show  # type: ignore[method-assign]

    def _leaving(self) -> None:
        turns = self.rules.turns
        leave = turns.leave

        def left(code: Code, seat: ir.Expr, part: str, node: Part, scope: Scope) -> None:
            leave(code, seat, part, node, scope)
            number = self.rules.structure.part_code(part, node, scope)
            players = self.rules.model.players
            bit = terms.lowest(terms.shifted(terms.ONE, terms.clamp(seat, 0, players - 1)), terms.const(1 << players))
            code.emit(self._entry(LEAVES, terms.const(number), bit))

        turns.leave = left  # type: ignore[method-assign]

    def _doing(self) -> None:
        """An action that asks on the way is done when all is answered."""
        actions = self.rules.actions
        perform = actions._perform_one

        def performed(flow: Flow, action: ActionRules, seat: ir.Expr, node: Part, scope: Scope) -> None:
            perform(flow, action, seat, node, scope)
            if actions.asks(action):
                flow.code.emit(self._entry(DONE, terms.const(action.number), terms.ZERO))

        actions._perform_one = performed  # type: ignore[method-assign]
