"""`chance(P)` of more than one hidden card: estimated from 64 redeals.

The state is dealt again for whoever reckons, P is worked out, and the state is put back; 64 times. The redeals are the same whenever the same is asked
in a position that looks the same, and take nothing from the game's own chance. Inside a redeal a `chance` does not deal again: there P holds or not.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from lark import Token

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import ONE, ZERO
from ludwright.language import syntax
from ludwright.language.syntax import Part, parts
from ludwright.language.syntax.reading import names_in
from ludwright.model.visibility import veiled_fields
from ludwright.rules.names.scope import Scalar, Scope

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules


REDEALS = 64


class Estimates:
    """Writes the loop, and says where in the table redeals find what they have to know of the game."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._base: int | None = None

    @property
    def base(self) -> int:
        """Where the address of the block lies in the table."""
        if self._base is None:
            self._base = self.rules.model.tables.reserve([0, 0])
            self.rules.model.arrays["redealt"] = self.rules.model.words(1)
        return self._base

    @property
    def wanted(self) -> bool:
        """Whether a game has such chances at all."""
        return self._base is not None

    def count(self, test: Part, scope: Scope) -> tuple[ir.Expr, ir.Expr]:
        """In how many redeals a test holds, and of how many."""
        assert scope.me is not None
        code = scope.code
        base = self.base
        redealt = self.rules.model.arrays["redealt"]  # 1 while a state is only looked at
        seat = code.keep(terms.clamp(scope.me, 0, self.rules.model.players - 1))
        again = code.keep(terms.eq(terms.state(redealt, lo=0, hi=1), ZERO), "again")
        passes = code.keep(terms.select(again, terms.const(REDEALS), ONE), "passes")
        good = code.variable(ZERO, 0, REDEALS, "good")
        places = self._places(test, scope)
        number = code.fresh("redeal")
        with code.block() as trial:
            deal: list[ir.Stmt] = [
                ir.Redeal(seat, terms.local(number, 0, REDEALS - 1), base),
                terms.store(redealt, ONE, lo=0, hi=1),
            ]
            code.emit(ir.If(again, deal))
            holds = self.rules.formulas.cond(test, self._followed(test, scope, places))
            more = terms.lowest(terms.add(good, ONE), terms.const(REDEALS))
            code.emit(ir.If(holds, [ir.Set(good.name, more)]))
        last = terms.sub(passes, ONE)
        code.emit(ir.Loop(number, ZERO, last, [ir.Preserve(trial)], 0))
        return good, passes

    def hidden_names(self, node: object) -> set[str]:
        """The zones and variables that whoever reckons does not see, and that a test looks at beside the cards it names.

        How many lie in a zone is public, and what is mine I see, if its owner sees it."""
        return self._hidden_names(node, set())

    def _hidden_names(self, node: object, inside: set[str]) -> set[str]:
        if isinstance(node, Token):
            name = str(node)
            if name in self.rules.definitions and name not in inside:
                return self._hidden_names(self.rules.definitions[name].tree, inside | {name})
            return {name} & self._hidden
        if not isinstance(node, syntax.Node) or (isinstance(node, syntax.MemberOf) and node.name == "count"):
            return set()
        seen = isinstance(node, syntax.My) and str(node.name) in self._seen_by_owner
        return set().union(*(self._hidden_names(part, inside) for part in parts(node)[seen:]))

    @cached_property
    def _hidden(self) -> set[str]:
        zones = self.rules.model.hidden_zones
        return zones | {field.name for field in veiled_fields(self.rules.model)}

    @cached_property
    def _seen_by_owner(self) -> set[str]:
        zones = {zone.name for zone in self.rules.model.all_zones() if zone.seen in ("owner", "team")}
        return zones | {field.name for field in self.rules.model.all_fields() if field.seen in ("owner", "team")}

    def _places(self, test: Part, scope: Scope) -> dict[str, tuple[ir.Expr, ir.Expr]]:
        """Where the components that a test names lie: dealt again, another component may lie there if there are several sorts."""
        model = self.rules.model
        sorts = {(id(k), model.component_owner[c]) for k in model.component_kinds for c in range(k.first, k.last + 1)}
        if len(sorts) < 2 or not model.zone_places:
            return {}
        places, found = self.rules.places, {}
        for name in sorted(names_in(test)):
            value = scope.names.get(name)
            if isinstance(value, Scalar) and value.type.kind is not None and value.type.kind.role == "component":
                place = scope.code.keep(places.place_of(value.expr), "place")
                found[name] = place, scope.code.keep(places.position_of(value.expr), "position")
        return found

    def _followed(self, test: Part, scope: Scope, places: dict[str, tuple[ir.Expr, ir.Expr]]) -> Scope:
        for name, (place, position) in places.items():
            value = scope.names[name]
            assert isinstance(value, Scalar)
            last = self.rules.model.zone_places - 1
            there = scope.code.keep(self.rules.places.at_position(terms.clamp(place, 0, last), position), "there")
            inside = terms.both(terms.ge(place, ZERO), terms.le(place, terms.const(last)))
            scope = scope.bind(name, Scalar(terms.select(inside, there, value.expr), value.type))
        return scope
