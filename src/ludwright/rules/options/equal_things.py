"""Things that nobody can tell apart are one option: three equal boats in one harbour are one boat to sail, two dice that show a 4 are one 4 to keep.

Two things of a kind are equal if they have the same design, owner, place and marks, and nothing in the state refers to one of them. A kind is left alone
altogether where the rules tell its members apart otherwise: by their number, by their position in a zone, or by names that outlive a question. That is known
only when all rules are compiled, so the functions here are called before they are written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import ONE, ZERO
from ludwright.language import syntax
from ludwright.model.kinds import Dim, Field, Kind, Type, Zone
from ludwright.model.visibility import everyone, place_watchers, veiled_fields
from ludwright.rules.emit.code import Code
from ludwright.rules.names import sets
from ludwright.rules.names.scope import Answers, FieldRef, Scalar, Scope, Value, ZoneFamily, ZoneRef

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules

MOST_MARKS = 64
"""How many words of two things are compared; those that carry more are not."""
MOST_LOOKS = 4096
"""How many looks cards of a kind may have that are numbered by what they look like."""


class EqualThings:
    """Finds which things are equal, for the codes of options and for their words."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.model = rules.model
        self._apart: set[Kind] = set()
        self._settled = False
        self._used: dict[str, tuple[Kind, int]] = {}
        self._faces: dict[str, Kind] = {}
        self._looks: dict[str, Kind] = {}
        self._passing_over: list[tuple[Kind, ir.Loop, ir.If]] = []
        self._made: dict[int, tuple[Kind, int | None]] = {}

    # ------------------------------------------------------------ which kinds

    def keep_apart(self, type_: Type) -> None:
        """The rules tell the members of a kind apart in some way that is not looked at here."""
        if not self._settled and type_.kind is not None and type_.kind.role == "component":
            self._apart.update(root for root in self._roots() if _overlap(root, type_.kind))
            self.name_by_number(type_.kind)

    def name_by_number(self, kind: Kind) -> None:
        """What may be done with a member of a kind depends on its number: at least the code of an option says it, or the lowest of those equal to it."""
        if not self._settled:
            self.model.numbered.update(root for root in self._roots() if _overlap(root, kind))

    @cached_property
    def _at_setup(self) -> set[int]:
        """The statements that are done once, before anything else."""
        setups = [setup.body for _, setup in self.model.declared(syntax.SetupDeclaration)]
        return {id(stmt) for body in setups if isinstance(body, syntax.StatementBlock) for stmt in body.statements}

    def note_made(self, kind: Kind, design: ir.Expr, node: syntax.Create) -> None:
        """A statement makes a thing of that design."""
        once = id(node) in self._at_setup and isinstance(design, ir.Const)
        self._made[id(node)] = (kind.root, design.value if once and isinstance(design, ir.Const) else None)

    def _keep_single_things_apart(self) -> None:
        """Where every thing is made at the beginning, each of another design, no two are ever equal."""
        for root in self._roots():
            designs = [design for kind, design in self._made.values() if kind is root]
            if root.limit and None not in designs and len(set(designs)) == len(designs):
                self._apart.add(root)

    def keep_names_apart(self, scope: Scope) -> None:
        """What names stand for outlives a question that knows nothing of these names."""
        for value in scope.names.values():
            for kind in _kinds_of(value):
                self.keep_apart(kind.ref())

    def named(self, kind: Kind, scope: Scope) -> tuple[ir.Expr, ...] | None:
        """The single things that names stand for here; None if some name stands for several, or for something of theirs."""
        values = [v for v in scope.names.values() if any(_overlap(k, kind) for k in _kinds_of(v))]
        found = tuple(value.expr for value in values if isinstance(value, Scalar))
        return found if len(found) == len(values) else None

    def possible(self, kind: Kind) -> bool:
        """Whether members of a kind may ever be equal, as far as its declaration says."""
        root = kind.root
        if root not in self._roots() or root.count < 2 or self.model.has_secret_stage:
            return False
        return all(self._is_open(field, root) for field in self.model.all_fields())

    def have_own_places(self, kind: Kind) -> bool:
        """Whether no two members of a kind that lie somewhere lie in the same place."""
        zones = any(_overlap(k, kind.root) for zone in self.model.all_zones() for k in zone.kinds)
        return not zones and all(h.room == 1 for h in self.model.holdings if _overlap(h.kind, kind.root))

    def told_by_face(self, kind: Kind) -> bool:
        """Whether a die is nothing but the face it shows."""
        if not kind.faces or list(kind.fields) != ["face"] or not self.possible(kind):
            return False
        return not any(_refers(field, kind) or _over(field.dims, kind) for field in self._others(kind))

    def is_merged(self, kind: Kind) -> bool:
        """Whether equal members of a kind are one option. Known when all is compiled."""
        return kind.root not in self._apart

    def _roots(self) -> list[Kind]:
        return [kind for kind in self.model.component_kinds if kind.parent is None]

    def _is_open(self, field: Field, root: Kind) -> bool:
        """Whether a variable keeps no secret of the members of a kind, and no more of each than is compared."""
        outer, inner = _around(field.dims, root)
        concerns = bool(inner) or _refers(field, root)
        return not concerns or (outer * inner <= MOST_MARKS and field not in veiled_fields(self.model))

    def _others(self, kind: Kind) -> list[Field]:
        return [field for field in self.model.all_fields() if field.owner is not kind]

    # ------------------------------------------------------------ in words

    def look(self, number: int, kind: Kind, state: Sequence[int]) -> tuple[int, ...]:
        """What tells a thing from others of its kind: the same for those that are equal."""
        root, model = kind.root, self.model
        if not self.is_merged(root):
            return (number,)
        found = [
            int(state[model.arrays["place"] + number]),
            model.design_in(state, number),
            model.component_owner[number],
        ]
        lone = any(low <= found[0] <= high for low, high in self._telling_places(root))
        for field in model.all_fields():
            found += (int(state[field.base + word]) for word in _words(field.dims, root, number))
            lone |= _refers(field, root) and number in (int(state[field.base + i]) for i in range(field.size))
        for zone in model.all_zones():
            lone |= any(state[model.arrays["count"] + zone.place + i] for i in _words(zone.dims, root, number))
        return (*found, number) if lone else tuple(found)

    # ------------------------------------------------------------ in rules

    def first(self, c: ir.Expr, kind: Kind, others: tuple[ir.Expr, ...]) -> ir.Expr:
        """The lowest number among the things that are equal to one; ``others`` are told apart from all by a name."""
        root = kind.root
        name = f"first_equal_{root.first}_{len(others)}"
        if name not in self._used:
            self._used[name] = (root, len(others))
            params = [("c", root.first, root.last), *((f"other_{i}", -1, root.last) for i in range(len(others)))]
            self.rules.functions[name] = ir.Function(name, params, [], ir.INT, root.first, root.last)
        inside = terms.clamp(c, root.first, root.last)
        return ir.Call(ir.INT, root.first, root.last, name, (inside, *(terms.clamp(o, -1, root.last) for o in others)))

    def note_passing_over(self, kind: Kind, clearing: ir.Loop, is_new: ir.If) -> None:
        """A walk passes over what is equal to something before, by a list it clears first. Needless, if it turns out that all are told apart."""
        self._passing_over.append((kind, clearing, is_new))

    def face(self, c: ir.Expr, kind: Kind) -> ir.Expr:
        """What tells a die from others, from 0 on: its face, or its number where dice are told apart by that."""
        name, high = f"face_of_{kind.first}", self.face_codes(kind) - 1
        if name not in self._faces:
            self._faces[name] = kind
            params = [("c", kind.first, kind.last)]
            self.rules.functions[name] = ir.Function(name, params, [], ir.INT, 0, high)
        return ir.Call(ir.INT, 0, high, name, (terms.clamp(c, kind.first, kind.last),))

    def face_codes(self, kind: Kind) -> int:
        """How many numbers that takes."""
        return max(kind.count, max(kind.faces) - min(kind.faces) + 1)

    def look_code(self, c: ir.Expr, kind: Kind) -> ir.Expr:
        """What a card looks like, from 0 on, or its number where cards are told apart by that."""
        root, high = kind.root, self.look_codes(kind) - 1
        name = f"look_of_{root.first}"
        if name not in self._looks:
            self._looks[name] = root
            self.rules.functions[name] = ir.Function(name, [("c", root.first, root.last)], [], ir.INT, 0, high)
        return ir.Call(ir.INT, 0, high, name, (terms.clamp(c, root.first, root.last),))

    def look_codes(self, kind: Kind) -> int:
        """How many numbers that takes; 0 if the cards of a kind are never hidden, or can't be numbered that way: one could tell from its number which card it
        is only where the cards themselves are open to all."""
        root = kind.root
        if root not in self.model.veiled or root.design is None or root.has_owners or not self.possible(kind):
            return 0
        looks = root.design.count * prod(high - low + 1 for _, _, low, high in self._visible(root))
        return max(looks, root.count) if 0 < looks <= MOST_LOOKS else 0

    def look_parts(self, kind: Kind, code: int) -> tuple[int, list[tuple[Field, int, int]]]:
        """The design that a code of looks stands for, and every word of a variable that is about the card, with its value; 1 or 0 where it may refer to it."""
        root = kind.root
        marks: list[tuple[Field, int, int]] = []
        assert root.design is not None
        for field, word, low, high in reversed(self._visible(root)):
            code, value = divmod(code, high - low + 1)
            marks.append((field, word, low + value))
        return root.design.first + code, marks[::-1]

    def _visible(self, root: Kind) -> list[tuple[Field, int, int, int]]:
        """All that tells cards of one design apart: words of variables, with their range. For one that refers to cards it is whether it refers to this."""
        found = []
        for field in self.model.all_fields():
            outer, inner = _around(field.dims, root)
            found += [(field, i * inner + j, field.lo, field.hi) for i in range(outer) for j in range(inner)]
            if _refers(field, root):
                found += [(field, i, 0, 1) for i in range(field.size)]
        return found

    def _make_look(self, name: str, root: Kind) -> ir.Function:
        c, high = terms.local("c", root.first, root.last), self.look_codes(root) - 1
        look: ir.Expr = terms.sub(c, terms.const(root.first))
        if self.is_merged(root):
            assert root.design is not None
            look = terms.sub(self.rules.places.design_of(c), terms.const(root.design.first))
            for field, i, low, top in self._visible(root):
                inner = _around(field.dims, root)[1]
                if _refers(field, root):
                    held = terms.state(field.base, terms.const(i), i, i, field.lo, field.hi)
                    word = terms.as_int(terms.eq(held, c))
                else:
                    dim = field.dims[_over(field.dims, root)[0]]
                    has = terms.both(terms.ge(c, terms.const(dim.first)), terms.le(c, terms.const(dim.last)))
                    mark = self._mark(field, root, c, i // inner, i % inner)
                    word = terms.select(has, terms.sub(mark, terms.const(low)), ZERO)
                look = terms.add(terms.mul(look, terms.const(top - low + 1)), word)
        body: list[ir.Stmt] = [ir.Return(terms.clamp(look, 0, high))]
        return ir.Function(name, [("c", c.lo, c.hi)], body, ir.INT, 0, high)

    def settle(self) -> None:
        """All rules of the game are compiled: what is asked about it from here on changes no option."""
        self._keep_single_things_apart()
        self._settled = True

    def finish(self) -> None:
        """Write the functions."""
        for name, (root, others) in list(self._used.items()):
            self.rules.functions[name] = self._make_first(name, root, others)
        for kind, clearing, is_new in self._passing_over:
            if not self.is_merged(kind):
                clearing.stop = terms.const(-1)
                is_new.cond = terms.YES
        for name, kind in self._faces.items():
            self.rules.functions[name] = self._make_face(name, kind)
        for name, root in self._looks.items():
            self.rules.functions[name] = self._make_look(name, root)

    def _make_face(self, name: str, kind: Kind) -> ir.Function:
        c = terms.local("c", kind.first, kind.last)
        shown: ir.Expr = terms.sub(c, terms.const(kind.first))
        if self.is_merged(kind):
            shown = terms.sub(self._mark(kind.fields["face"], kind, c, 0, 0), terms.const(min(kind.faces)))
        body: list[ir.Stmt] = [ir.Return(shown)]
        return ir.Function(name, [("c", c.lo, c.hi)], body, ir.INT, 0, self.face_codes(kind) - 1)

    def _make_first(self, name: str, root: Kind, others: int) -> ir.Function:
        code = Code(name)
        c = terms.local("c", root.first, root.last)
        named = [terms.local(f"other_{i}", -1, root.last) for i in range(others)]
        if self.is_merged(root):
            lone = self._lone(root)
            for other in named:
                code.emit(ir.If(terms.eq(c, other), [ir.Return(c)]))
            code.emit(ir.If(ir.Call(ir.BOOL, 0, 1, lone, (c,)), [ir.Return(c)]))
            best = code.variable(c, root.first, root.last, "best")

            def look(x: ir.Expr) -> None:
                y = code.keep(terms.clamp(x, root.first, root.last), "y")
                with code.block() as found:
                    code.emit(ir.If(terms.invert(ir.Call(ir.BOOL, 0, 1, lone, (y,))), [ir.Set(best.name, y)]))
                same: ir.Expr = terms.both(terms.lt(y, best), terms.eq(x, y))
                for other in named:
                    same = terms.both(same, terms.ne(y, other))
                code.emit(ir.If(terms.both(same, self._same(c, y, root)), found))

            place = code.keep(self.rules.places.place_of(c), "place")

            def first(x: ir.Expr) -> None:
                same: ir.Expr = self._same(c, x, root)
                for other in named:
                    same = terms.both(same, terms.ne(x, other))
                with code.block() as found:
                    code.emit(ir.If(terms.invert(ir.Call(ir.BOOL, 0, 1, lone, (x,))), [ir.Return(x)]))
                code.emit(ir.If(same, found))

            with code.block() as nowhere:
                sets.walk(code, terms.const(root.first), terms.sub(c, ONE), first)
            with code.block() as together:
                if self.model.zone_places:
                    inside = terms.clamp(place, 0, self.model.zone_places - 1)
                    self.rules.places.walk(code, code.keep(inside, "zone"), look)
            chained = terms.lt(place, terms.const(self.model.zone_places))
            code.emit(ir.If(terms.lt(place, ZERO), nowhere, [ir.If(chained, together)]))
            code.emit(ir.Return(best))
        else:
            code.emit(ir.Return(c))
        params = [("c", c.lo, c.hi), *((o.name, o.lo, o.hi) for o in named)]
        return ir.Function(name, params, code.statements, ir.INT, root.first, root.last, code.arrays)

    def _same(self, x: ir.Expr, y: ir.Expr, root: Kind) -> ir.Expr:
        """Whether two things have the same design, owner, place and marks."""
        places = self.rules.places
        same: ir.Expr = terms.eq(places.place_of(x), places.place_of(y))
        if root.limit or len({self.model.component_design[c] for c in range(root.first, root.last + 1)}) > 1:
            same = terms.both(same, terms.eq(places.design_of(x), places.design_of(y)))
        if root.has_owners:
            same = terms.both(same, terms.eq(places.owner(root, x), places.owner(root, y)))
        for field in self.model.all_fields():
            outer, inner = _around(field.dims, root)
            for i in range(outer):
                for j in range(inner):
                    same = terms.both(
                        same, terms.eq(self._mark(field, root, x, i, j), self._mark(field, root, y, i, j))
                    )
        return same

    def _mark(self, field: Field, root: Kind, c: ir.Expr, i: int, j: int) -> ir.Load:
        """One of the words that a variable has for a thing."""
        index, first, last = _word(field.dims, root, c, i, j)
        return terms.state(field.base, index, first, last, field.lo, field.hi)

    def _lone(self, root: Kind) -> str:
        """The function that tells whether something is like no other: a variable refers to it, it holds something, or where it lies tells it apart."""
        name = f"lone_{root.first}"
        if name in self.rules.functions:
            return name
        code, c = Code(name), terms.local("c", root.first, root.last)
        places = self.rules.places
        for field in [f for f in self.model.all_fields() if _refers(f, root)]:
            at = code.fresh("i")
            held = terms.state(field.base, terms.local(at, 0, field.size - 1), 0, field.size - 1, field.lo, field.hi)
            body: list[ir.Stmt] = [ir.If(terms.eq(held, c), [ir.Return(terms.YES)])]
            code.emit(ir.Loop(at, ZERO, terms.const(field.size - 1), body, 0))
        for zone in self.model.all_zones():
            outer, inner = _around(zone.dims, root)
            for i, j in ((i, j) for i in range(outer) for j in range(inner)):
                index, first, last = _word(zone.dims, root, c, i, j)
                here = terms.add(terms.const(zone.place), terms.clamp(index, first, last))
                code.emit(ir.If(terms.gt(places.size(here), ZERO), [ir.Return(terms.YES)]))
        telling = self._telling_places(root)
        if telling:
            place = code.keep(places.place_of(c), "place")
            for low, high in telling:
                inside = terms.both(terms.ge(place, terms.const(low)), terms.le(place, terms.const(high)))
                code.emit(ir.If(inside, [ir.Return(terms.YES)]))
        code.emit(ir.Return(terms.NO))
        self.rules.functions[name] = ir.Function(name, [("c", c.lo, c.hi)], code.statements, ir.BOOL, 0, 1)
        return name

    def _telling_places(self, root: Kind) -> list[tuple[int, int]]:
        """Where a thing is not to be merged: in a zone that is in order, and where not everybody sees it."""
        seen = place_watchers(self.model)
        found = []
        for zone in [z for z in self.model.all_zones() if any(_overlap(k, root) for k in z.kinds)]:
            hidden = any(seen[zone.place + i] != everyone(self.model) for i in range(zone.size))
            if hidden or (zone.in_order and not zone.dice):
                found.append((zone.place, zone.place + zone.size - 1))
        return found


def _kinds_of(value: Value) -> list[Kind]:
    """The kinds of things that a name stands for, or whose variable or zone it stands for."""
    types: list[Type] = []
    if isinstance(value, Scalar | sets.SetValue | Answers):
        types = [value.type]
    elif isinstance(value, FieldRef):
        types = [dim.type for dim in value.field.dims]
    elif isinstance(value, ZoneRef | ZoneFamily) and isinstance(value.zone, Zone):
        types = [dim.type for dim in value.zone.dims]
    return [type_.kind for type_ in types if type_.kind is not None and type_.kind.role == "component"]


def _overlap(a: Kind, b: Kind) -> bool:
    """Whether some component may be of both kinds."""
    return max(a.root.first, b.root.first) <= min(a.root.last, b.root.last)


def _refers(field: Field, root: Kind) -> bool:
    """Whether a variable may refer to a member of a kind."""
    kind = field.type.kind
    return field.type.form == "ref" and kind is not None and kind.role == "component" and _overlap(kind, root)


def _over(dims: list[Dim], root: Kind) -> list[int]:
    """Which indices are members of a kind."""
    kinds = [dim.type.kind for dim in dims]
    return [i for i, k in enumerate(kinds) if k is not None and k.role == "component" and _overlap(k, root)]


def _around(dims: list[Dim], root: Kind) -> tuple[int, int]:
    """How many combinations of indices stand before and behind the one that is a member of the kind: no words where there is none, too many where there are
    several."""
    at = _over(dims, root)
    if not at:
        return 0, 0
    if len(at) > 1:
        return MOST_MARKS + 1, 1
    return prod(d.count for d in dims[: at[0]]), prod(d.count for d in dims[at[0] + 1 :])


def _word(dims: list[Dim], root: Kind, c: ir.Expr, i: int, j: int) -> tuple[ir.Expr, int, int]:
    """Where among its words an indexed thing has those of one component, and the range of that."""
    at = _over(dims, root)[0]
    dim, inner = dims[at], prod(d.count for d in dims[at + 1 :])
    own = terms.sub(terms.clamp(c, dim.first, dim.last), terms.const(dim.first))
    start = i * dim.count * inner + j
    index = terms.add(terms.mul(own, terms.const(inner)), terms.const(start))
    return index, start, start + (dim.count - 1) * inner


def _words(dims: list[Dim], root: Kind, number: int) -> Iterator[int]:
    """The same as numbers: which words an indexed thing has for one component."""
    outer, inner = _around(dims, root)
    for i in range(outer):
        dim = dims[_over(dims, root)[0]]
        own = min(max(number, dim.first), dim.last) - dim.first
        yield from ((i * dim.count + own) * inner + j for j in range(inner))
