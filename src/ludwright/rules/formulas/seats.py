"""Who sits where: neighbours at the table, partners, teams, hands passed round."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import ONE, ZERO
from ludwright.language.syntax import Part
from ludwright.language.tables import Cell
from ludwright.model.kinds import Zone
from ludwright.rules.emit.code import Code
from ludwright.rules.names import sets
from ludwright.rules.names.scope import Scalar, Scope, ZoneRef

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules

WORD = 2**31 - 1


class SeatFormulas:
    """Relations between seats."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def still_in(self, seat: ir.Expr) -> ir.Expr:
        gone = terms.state(ir.GONE, lo=0, hi=255)
        return terms.eq(terms.bit_and(gone, terms.shifted(ONE, terms.clamp(seat, 0, 7))), ZERO)

    def beside(self, seat: ir.Expr, places: ir.Expr, right: bool, scope: Scope) -> ir.Expr:
        """The player some places to the left (or right), counting only those still in."""
        count = self.rules.model.players
        if terms.is_const(places, 1) and not self.rules.players_leave:
            return (
                scope.code.keep(sets.around(seat, terms.const(count - 1 if right else 1), count)) if count > 1 else seat
            )
        name = "beside_right" if right else "beside_left"
        if name not in self.rules.functions:
            self.rules.functions[name] = self._make_beside(name, right)
        return ir.Call(ir.INT, 0, count - 1, name, (seat, places))

    def _make_beside(self, name: str, right: bool) -> ir.Function:
        count = self.rules.model.players
        code = Code(name)
        seat = code.variable(terms.local("seat", 0, count - 1), 0, count - 1, "at")
        steps = terms.clamp(terms.local("places", -ir.LIMIT, ir.LIMIT), 0, 64)

        def step(_: ir.Expr) -> None:
            move = ir.Set(
                seat.name, sets.around(seat, terms.const(count - 1 if right else 1), count) if count > 1 else seat
            )
            code.emit(move)
            if self.rules.players_leave:
                sets.walk(
                    code,
                    ONE,
                    terms.const(count - 1),
                    lambda i: code.emit(ir.If(terms.invert(self.still_in(seat)), [move], [ir.Break()])),
                )

        sets.walk(code, ONE, steps, step)
        code.emit(ir.Return(seat))
        return ir.Function(
            name, [("seat", 0, count - 1), ("places", -ir.LIMIT, ir.LIMIT)], code.statements, ir.INT, 0, count - 1
        )

    def partner(self, seat: ir.Expr, node: Part, scope: Scope) -> Scalar:
        count = self.rules.model.players
        if count != 4:
            raise self.rules.wrong(scope, node, "`partner` needs a game for four")
        return Scalar(sets.around(seat, terms.const(2), 4), self.rules.model.player.ref())

    def team_words(self) -> int | None:
        """Where the team of each player stands in the table, if there are teams."""
        column = self.rules.model.player.properties.get("team")
        if not column:
            return None
        names = [c.text if isinstance(c, Cell) else str(c) for c in column[0].cells]
        return self.rules.model.tables.add([names.index(n) for n in names])

    def pass_round(self, zone: Zone, way: str, scope: Scope) -> None:
        """Everybody still in hands a zone's contents on, all at the same time."""
        code, places = scope.code, self.rules.places
        kept = [
            sets.keep(code, places.contents(ZoneRef(terms.const(zone.place + p), zone)))
            for p in range(self.rules.model.players)
        ]
        for p, cards in enumerate(kept):
            self._if_in(code, p, lambda cards=cards: cards.each(code, lambda c: places.lift(code, c)))  # type: ignore[misc]
        for p, cards in enumerate(kept):

            def hand_on(p: int = p, cards: sets.StoredSet = cards) -> None:
                following = code.keep(self.beside(terms.const(p), ONE, way == "right", scope))
                to = ZoneRef(terms.add(following, terms.const(zone.place)), zone)
                cards.each(code, lambda c: places.move(code, c, to, False, 0))

            self._if_in(code, p, hand_on)

    def _if_in(self, code: Code, seat: int, emit: Callable[[], None]) -> None:
        """Statements for one seat, left out while it is gone."""
        with code.block() as body:
            emit()
        if self.rules.players_leave:
            code.emit(ir.If(self.still_in(terms.const(seat)), body))
        else:
            code.statements.extend(body)
