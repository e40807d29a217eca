"""Stable codes of options: how one chosen thing becomes a number, and back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import NONE, ONE, ZERO
from ludwright.language.syntax import Part
from ludwright.model.kinds import Kind, Type, Zone
from ludwright.model.visibility import watchers
from ludwright.rules.emit.code import Code
from ludwright.rules.names import sets
from ludwright.rules.names.scope import Scalar, Scope, ZoneFamily

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules

MOST_CODES = 2**31 - 1
WIDEST = 1_000_000
"""The widest range one choice may have."""


@dataclass
class Coding:
    """How members of one set are numbered from 0 to radix - 1.

    ``index``: by their own number; ``design``: cards in an open, unordered zone by design, equal ones merged;
    ``position``: cards in an ordered zone by where they lie; ``equal``: things by the lowest number of those that nobody can
    tell from them; ``face``: dice by what they show; ``look``: cards that may lie hidden elsewhere by design and marks.
    """

    form: str
    type: Type
    first: int
    radix: int
    lo: int
    hi: int
    named: tuple[ir.Expr, ...] = ()
    """For ``equal``: things that are told from all others by a name."""
    before: tuple[int, ...] = ()
    """The same in an action: which of the parameters before this one they are. With ``design`` and ``look`` the last numbers are theirs."""
    zone: Zone | None = None
    """For ``design`` and ``look``: where they lie."""

    @property
    def merges(self) -> bool:
        """Whether several members may have the same number."""
        return self.form in ("design", "equal", "face", "look")

    @property
    def plain(self) -> int:
        """How many numbers are not those of parameters before this one."""
        return self.radix - len(self.before) if self.form in ("design", "look") else self.radix

    def apart_from(self, before: Sequence[int]) -> Coding:
        """The same, where the parameters before it are told from cards equal to them."""
        return replace(self, before=tuple(before), radix=self.radix + len(before))

    def offset(self, x: ir.Expr, rules: Rules, values: Sequence[ir.Expr] = ()) -> ir.Expr:
        """The number of a member; ``values`` are the parameters of an action before this one."""
        if self.form == "equal" and self.type.kind is not None:
            named = self.named + tuple(values[i] for i in self.before)
            return terms.sub(rules.equal_things.first(x, self.type.kind, named), terms.const(self.first))
        if self.form == "face" and self.type.kind is not None:
            return rules.equal_things.face(x, self.type.kind)
        if self.form in ("design", "look"):
            code = terms.sub(rules.places.design_of(x), terms.const(self.first))
            if self.form == "look" and self.type.kind is not None:
                code = rules.equal_things.look_code(x, self.type.kind)
            for number, i in enumerate(self.before, self.plain):
                code = terms.select(terms.eq(x, values[i]), terms.const(number), code)
            return code
        if self.form == "position":
            return terms.clamp(terms.sub(rules.places.position_of(x), ONE), 0, self.radix - 1)
        return terms.sub(x, terms.const(self.first))

    def member(
        self, offset: ir.Expr, members: sets.SetValue, rules: Rules, scope: Scope, values: Sequence[ir.Expr] = ()
    ) -> ir.Expr:
        """The member a number stands for. The set is the one it was chosen from, on the same state."""
        if self.form in ("equal", "face", "look") or self.before:
            same = sets.Where(members, lambda c: terms.eq(self.offset(c, rules, values), offset))
            return terms.clamp(rules.formulas.first_of(same, scope).expr, max(self.lo, 0), self.hi)
        if self.form == "design":
            wanted = terms.add(offset, terms.const(self.first))
            same = sets.Where(members, lambda c: terms.eq(rules.places.design_of(c), wanted))
            found = rules.formulas.first_of(same, scope).expr
            return terms.clamp(found, max(self.lo, 0), self.hi)
        if self.form == "position":
            at = terms.add(offset, ONE)
            here = sets.Where(members, lambda c: terms.eq(rules.places.position_of(c), at))
            return terms.clamp(rules.formulas.first_of(here, scope).expr, max(self.lo, 0), self.hi)
        return terms.add(offset, terms.const(self.first))


def coding_for(
    members: sets.SetValue,
    sample: ir.Expr,
    node: Part,
    rules: Rules,
    scope: Scope,
    chooser: ir.Expr | None = None,
    apart: bool = False,
    others: Sequence[ir.Expr] = (),
) -> Coding:
    """The coding of a set's members; ``sample`` is one of them, with its proven range; ``chooser`` is who chooses, if it is not `me`; ``others`` are
    surely not the chooser. Things that are equal keep ``apart`` where several players choose on the same state."""
    type_ = Type(members.type.form, members.type.kind)
    kind = members.type.kind
    if kind is not None and kind.role == "component":
        zone = zone_of(members)
        root = kind.root
        low, high = (root.first, root.last) if root.count else (sample.lo, sample.hi)
        if kind.subkinds and not kind.parent and kind.design is not None and kind.name in rules.unions:
            low, high = kind.first, kind.last
        lies_in = zone if zone is not None else dice_of(members)
        me = chooser if chooser is not None else scope.me
        unseen = lies_in is not None and _unseen(lies_in, members, [] if me is None else [me], others, rules)
        if zone is not None and not zone.dice and (zone.in_order or unseen):
            return Coding("position", type_, 0, max(1, members.bound), low, high)
        plain = not rules.fitting.marked(kind) and not kind.has_owners
        if zone is not None and not zone.dice and kind.design is not None and plain:
            return Coding("design", type_, kind.design.first, max(1, kind.design.count), low, high, zone=zone)
        looks = rules.equal_things.look_codes(kind)
        if zone is not None and not zone.dice and looks and not apart:
            return Coding("look", type_, 0, looks, low, high, zone=zone)
        by_number = Coding("index", type_, low, max(1, high - low + 1), low, high)
        coding = by_number if apart or unseen else _by_what_it_is(members, by_number, kind, rules, scope)
        if coding.form != "face":
            rules.equal_things.name_by_number(kind)
        return coding
    if kind is not None:
        return Coding("index", type_, kind.first, max(1, kind.count), kind.first, max(kind.last, kind.first))
    lo, hi = sample.lo, sample.hi
    if hi - lo > WIDEST:
        raise rules.wrong(
            scope, node, "this choice has no bound", "give the number it depends on a range: `var x = 0 in 0..20`"
        )
    return Coding("index", type_, lo, max(1, hi - lo + 1), lo, max(lo, hi))


def _by_what_it_is(members: sets.SetValue, by_number: Coding, kind: Kind, rules: Rules, scope: Scope) -> Coding:
    """How things are numbered of which several may be equal."""
    equal, named = rules.equal_things, rules.equal_things.named(kind, scope)
    fixed = isinstance(members, sets.One) or (isinstance(members, sets.InPlay) and equal.have_own_places(kind))
    if fixed or named is None or _may_repeat(members) or not equal.possible(kind):
        return by_number
    if dice_of(members) is not None and not named and equal.told_by_face(kind):
        return replace(by_number, form="face", first=0, radix=equal.face_codes(kind))
    return replace(by_number, form="equal", named=named)


def _unseen(zone: Zone, members: sets.SetValue, me: Sequence[ir.Expr], others: Sequence[ir.Expr], rules: Rules) -> bool:
    """Whether somebody who chooses from a zone may not see what lies there: then the code of a card may not tell what it is."""
    if zone.public:
        return False
    if zone.seen == "nobody" or zone.owner is not rules.model.player or len(zone.dims) != 1:
        return True

    def is_of(seat: ir.Expr) -> bool:
        theirs = rules.places.zone(ZoneFamily(zone, (seat,)))
        return sets.zone_place(members) == theirs.place or members == rules.places.contents(theirs)

    own, foreign = any(map(is_of, me)), any(map(is_of, others))
    seats = range(rules.model.players)
    pairs = [(owner, seat) for owner in seats for seat in seats if not (foreign if owner == seat else own)]
    return not all(watchers(rules.model, zone.seen, owner) >> seat & 1 for owner, seat in pairs)


def zone_of(members: sets.SetValue) -> Zone | None:
    """The zone a set of cards is taken from."""
    while isinstance(members, sets.Where | sets.Beginning):
        members = members.base
    zone = getattr(members, "zone", None)
    return zone if isinstance(zone, Zone) else None


def dice_of(members: sets.SetValue) -> Zone | None:
    """The zone of a set of dice."""
    while isinstance(members, sets.Where | sets.Beginning):
        members = members.base
    if isinstance(members, sets.Numbers):
        return members.dice
    zone = zone_of(members)
    return zone if zone is not None and zone.dice else None


def merged(
    members: sets.SetValue, coding: Coding, code: Code, rules: Rules, values: Sequence[ir.Expr] = ()
) -> sets.SetValue:
    """Each option only once: equal copies, and what lists or joined sets name twice."""
    equal = coding.merges and not (coding.form == "design" and all_differ(rules))
    return Distinct(members, coding, rules, tuple(values)) if equal or _may_repeat(members) else members


def all_differ(rules: Rules) -> bool:
    """Whether no two components are ever copies of each other: each design is printed once, and nothing is made in play."""
    printed = [design for design in rules.model.component_design if design >= 0]
    return len(set(printed)) == len(printed) and not any(kind.limit for kind in rules.model.component_kinds)


def _may_repeat(members: sets.SetValue) -> bool:
    while isinstance(getattr(members, "base", None), sets.SetValue):
        members = members.base  # type: ignore[attr-defined]
    plain = sets.Numbers | sets.MemberSet | sets.Circle | sets.Listed | sets.Ray | sets.ZoneChain | sets.One
    return not isinstance(members, plain)


class Distinct(sets.SetValue):
    """A set walked code by code: what has the same code as something before is passed over."""

    def __init__(self, base: sets.SetValue, coding: Coding, rules: Rules, values: Sequence[ir.Expr] = ()) -> None:
        self.base, self.coding, self.rules, self.values = base, coding, rules, values
        self.type, self.bound = base.type, min(base.bound, coding.radix)

    def each(self, code: Code, visit: sets.Visit, alive: ir.Expr | None = None, backwards: bool = False) -> None:
        size = self.coding.radix
        seen = code.array(size, "seen")
        name = code.fresh("i")
        clear = ir.ArrayStore(seen, terms.local(name, 0, size - 1), size, ZERO)
        clearing = ir.Loop(name, ZERO, terms.const(size - 1), [clear], 0)
        code.emit(clearing)

        def once(c: ir.Expr) -> None:
            offset = code.keep(self.coding.offset(c, self.rules, self.values))
            with code.block() as new:
                code.emit(ir.ArrayStore(seen, offset, size, ONE))
                visit(c)
            is_new = ir.If(terms.eq(ir.ArrayLoad(ir.INT, 0, 1, seen, offset, size), ZERO), new)
            code.emit(is_new)
            if self.coding.form == "equal" and self.type.kind is not None and not _may_repeat(self.base):
                self.rules.equal_things.note_passing_over(self.type.kind, clearing, is_new)

        self.base.each(code, once, alive, backwards)


def scalar_of(coding: Coding, expr: ir.Expr) -> Scalar:
    return Scalar(expr, coding.type)


__all__ = ["NONE", "Coding", "Distinct", "coding_for", "merged", "scalar_of", "zone_of"]
