"""Effects that never ask: from syntax trees to statements of plain functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from lark import Token, Tree

from ludwright.model.kinds import NUMBER, Field, Holding, Type, Zone
from ludwright.rules import ir, sets, terms
from ludwright.rules.reach import reads, writes
from ludwright.rules.scope import Anything, FieldRef, KindRef, Scalar, Scope, Value, WrongError, ZoneFamily, ZoneRef
from ludwright.rules.terms import NO_NUMBER, NONE, ONE, ZERO

if TYPE_CHECKING:
    from ludwright.rules.rules import Rules

Node = Tree[Any] | Token


class Effects:
    """Compiles statements one after the other; each may add names for the following ones."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.model = rules.model

    # ------------------------------------------------------------ sequences

    def run(self, statements: list[Node], scope: Scope) -> Scope:
        for statement in statements:
            scope = self.guarded(statement, scope)
        return scope

    def guarded(self, statement: Node, scope: Scope) -> Scope:
        """One statement; a mistake in it does not keep the others from being looked at."""
        try:
            return self.statement(statement, scope)
        except WrongError:
            if isinstance(statement, Tree) and statement.data == "let":
                return scope.bind(str(statement.children[0]), Anything())
            return scope

    def statement(self, node: Node, scope: Scope) -> Scope:
        if isinstance(node, Token):
            raise self.rules.wrong(scope, node, "this is not a statement")
        handler = getattr(self, f"_{node.data}", None)
        if handler is None:
            raise self.rules.wrong(scope, node, f"this can't stand here ({str(node.data).replace('_', ' ').strip()})")
        return handler(node, scope) or scope

    def _block(self, node: Tree[Any], scope: Scope) -> None:
        self.run(list(node.children), scope)

    _steps = _block
    _effects = _block

    def _nothing(self, node: Tree[Any], scope: Scope) -> None:
        return None

    # ------------------------------------------------------------ names and assignments

    def _let(self, node: Tree[Any], scope: Scope) -> Scope:
        name, right = node.children
        value = self.right_side(right, scope)
        return self.bind_local(str(name), value, right, scope)

    def bind_local(self, name: str, value: Value, node: Node, scope: Scope) -> Scope:
        formulas = self.rules.formulas
        if isinstance(value, ZoneRef) and not (isinstance(value.zone, Holding) and value.zone.room == 1):
            return scope.bind(name, ZoneRef(scope.code.keep(value.place), value.zone))
        if isinstance(value, sets.Kept):
            return scope.bind(name, value)
        if isinstance(value, sets.Set):
            return scope.bind(name, sets.keep(scope.code, value))
        scalar = formulas.as_scalar(value, node, scope)
        type_ = Type(scalar.type.form, scalar.type.kind, scalar.type.optional)
        local = scope.code.fresh(name)
        lo, hi = self._local_range(scalar)
        expr = scalar.expr
        if not scope.real and expr.type == ir.REAL:
            raise self.rules.wrong(scope, node, "a whole number is needed here")
        scope.code.emit(ir.Set(local, expr))
        bound = (
            ir.Local(expr.type, lo, hi, local)
            if name in self.rules.assigned
            else ir.Local(expr.type, expr.lo, expr.hi, local)
        )
        return scope.bind(name, Scalar(bound, type_), assignable=True)

    def _local_range(self, scalar: Scalar) -> tuple[int, int]:
        if scalar.type.form == "number":
            return -ir.LIMIT, ir.LIMIT
        if scalar.type.form == "ref" and scalar.type.kind is not None:
            return NONE, scalar.type.kind.root.last if scalar.type.kind.role == "component" else scalar.type.kind.last
        return 0, 1

    def right_side(self, node: Node, scope: Scope) -> Value:
        """What may stand right of `=`: a formula, a roll, a creation, or a call of a procedure that answers."""
        if isinstance(node, Tree) and node.data == "roll":
            return self.roll_list(node, scope)
        if isinstance(node, Tree) and node.data == "roll_one":
            faces = self.model.die_faces(node.children[0], scope.declaration)
            return Scalar(self.rules.throw(scope.code, faces), NUMBER)
        if isinstance(node, Tree) and node.data == "create_":
            return self.create(node, scope)
        if isinstance(node, Tree) and node.data == "call_" and str(node.children[0]) in self.rules.procedures:
            return self.rules.calls.plain(str(node.children[0]), self._call_args(node), node, scope, wants=True)
        if isinstance(node, Token) and str(node) in self.rules.procedures and str(node) not in scope.names:
            return self.rules.calls.plain(str(node), [], node, scope, wants=True)
        return self.rules.formulas.value(node, scope.having(chance=True))

    @staticmethod
    def _call_args(node: Tree[Any]) -> list[Node]:
        return [a for a in node.children[1].children if a is not None]

    def roll_list(self, node: Tree[Any], scope: Scope) -> sets.Kept:
        """Several dice at once, the highest first."""
        number, die = node.children
        code = scope.code
        count = code.keep(self.rules.formulas.number(number, scope))
        faces = self.model.die_faces(die, scope.declaration)
        size = max(1, min(count.hi, 100))
        self.rules.addresses.check_range(count, 0, 100, scope, node)
        array = code.array(size, "dice")
        many = code.keep(terms.clamp(count, 0, size))

        def throw(i: ir.Expr) -> None:
            face = self.rules.throw(code, faces)
            spot = code.variable(i, 0, size, "spot")
            before = terms.highest(terms.sub(spot, ONE), ZERO)
            held = ir.ArrayLoad(ir.INT, min(faces), max(faces), array, before, size)
            lower = terms.both(terms.gt(spot, ZERO), terms.lt(held, face))
            code.emit(
                ir.While([], lower, [ir.ArrayStore(array, spot, size, held), ir.Set(spot.name, before)], 0, size + 1)
            )
            code.emit(ir.ArrayStore(array, spot, size, face))

        sets.walk(code, ZERO, terms.sub(many, ONE), throw)
        return sets.Kept(array, size, many, NUMBER, min(faces), max(faces))

    def create(self, node: Tree[Any], scope: Scope) -> Scalar:
        value = self.rules.formulas.value(node.children[0], scope)
        if isinstance(value, KindRef) and value.kind.design is not None and value.kind.design.count == 1:
            value = Scalar(terms.const(value.kind.design.first), value.kind.design.ref())
        design = self.rules.formulas.as_scalar(value, node.children[0], scope)
        kind = design.type.kind
        if kind is None or kind.role != "design" or kind.of is None or not kind.of.root.limit:
            raise self.rules.wrong(
                scope, node, f"only things declared with `up to n` can be created, this is {design.type}"
            )
        line = self.rules.line(scope, node)
        made = self.rules.places.create(scope.code, design.expr, kind.of, line)
        self.rules.upkeep.fresh_marks(scope.code, kind.of, made)
        return Scalar(made, kind.of.ref())

    def _create_(self, node: Tree[Any], scope: Scope) -> None:
        self.create(node, scope)

    def _assign(self, node: Tree[Any], scope: Scope) -> None:
        target, *middle, right = node.children
        sign = str(middle[0]) if middle else "="
        place = self.lvalue(target, scope)
        if isinstance(place, str):
            self._assign_local(place, sign, right, node, scope)
            return
        if isinstance(place, Scalar):
            self._assign_slot(place, sign, right, node, scope)
            return
        field, given = place.field, place.given
        given = tuple(scope.code.keep(g) for g in given)
        if sign == "=":
            value = self.rules.formulas.as_scalar(self._right(right, field.type, scope), right, scope, field.type)
            self.store(field, given, value, node, scope)
            return
        if field.type.form != "number":
            raise self.rules.wrong(scope, node, f"`{field.name}` is not a number", "only numbers go up and down")
        amount = self.rules.formulas.as_scalar(self._right(right, NUMBER, scope), right, scope, NUMBER)
        now = self.rules.formulas.load(field, given, scope, node)
        self.store(field, given, self._changed(now, sign, amount, right, scope), node, scope)

    def _changed(self, now: Scalar, sign: str, by: Scalar, node: Node, scope: Scope) -> Scalar:
        """A number after `+=` or `-=`."""
        formulas = self.rules.formulas
        amount = scope.code.keep(formulas.as_number(by, node, scope))
        before = formulas.number_of(now, scope)
        return Scalar(terms.add(before, amount) if sign == "+=" else terms.sub(before, amount), NUMBER)

    def _right(self, node: Node, want: Type, scope: Scope) -> Value:
        if (isinstance(node, Tree) and node.data in ("roll", "roll_one", "create_", "call_")) or isinstance(
            node, Token
        ):
            if isinstance(node, Token) or node.data == "call_":
                word = str(node if isinstance(node, Token) else node.children[0])
                if word not in self.rules.procedures or word in scope.names:
                    return self.rules.formulas.value(node, scope.having(chance=True), want)
            return self.right_side(node, scope)
        return self.rules.formulas.value(node, scope.having(chance=True), want)

    def _assign_local(self, local: str, sign: str, right: Node, node: Tree[Any], scope: Scope) -> None:
        known = scope.names[str(node.children[0])]
        assert isinstance(known, Scalar) and isinstance(known.expr, ir.Local)
        value = self.rules.formulas.as_scalar(self._right(right, known.type, scope), right, scope, known.type)
        if sign != "=":
            value = self._changed(known, sign, value, right, scope)
        self.rules.fitting.fits(value.type, known.type, right, scope)
        expr = self.rules.formulas.fit(value, known.type)
        expr = terms.as_bool(expr) if known.expr.type == ir.BOOL else terms.as_int(expr)
        scope.code.emit(ir.Set(local, expr))

    def _assign_slot(self, slot: Scalar, sign: str, right: Node, node: Tree[Any], scope: Scope) -> None:
        """A local name of asking code: it lies in the state."""
        load = slot.expr
        if isinstance(load, ir.Binary) and load.op == "ne":
            load = load.a
        assert isinstance(load, ir.Load)
        value = self.rules.formulas.as_scalar(self._right(right, slot.type, scope), right, scope, slot.type)
        if sign != "=":
            value = self._changed(slot, sign, value, right, scope)
        self.rules.fitting.fits(value.type, slot.type, right, scope)
        expr = terms.as_int(self.rules.formulas.fit(value, slot.type))
        scope.code.emit(
            ir.Store(load.base, load.index, load.first, load.last, expr, load.lo, load.hi, self.rules.line(scope, node))
        )

    def lvalue(self, node: Node, scope: Scope) -> FieldRef | str | Scalar:
        """Where an assignment goes: a variable, or a local name."""
        formulas = self.rules.formulas
        if isinstance(node, Token):
            known = scope.names.get(str(node))
            if isinstance(known, Anything):
                raise WrongError
            if known is not None and str(node) not in scope.assignable:
                raise self.rules.wrong(
                    scope,
                    node,
                    f"`{node}` can't be changed here",
                    f"give it another name first: `let changed = {node}`",
                )
            if isinstance(known, Scalar) and isinstance(known.expr, ir.Local):
                return known.expr.name
            if isinstance(known, Scalar) and self.rules.is_slot(known.expr):
                return known
            if known is None and str(node) in self.model.fields:
                return FieldRef(self.model.fields[str(node)])
            if known is None and str(node) in self.model.params:
                raise self.rules.wrong(
                    scope, node, f"`{node}` is a parameter and can't change during play", "make it a `var`"
                )
            if known is None:
                formulas.value(node, scope)
            raise self.rules.wrong(scope, node, f"`{node}` can't be assigned")
        found: object = None
        if node.data == "my":
            me = Scalar(formulas.me(node, scope), self.model.player.ref())
            found = self._field_of(me, node.children[0], scope)
        elif node.data == "member" and node.children[2] is None:
            found = self._field_of(formulas.scalar(node.children[0], scope), node.children[1], scope)
        elif node.data == "at":
            head = node.children[0]
            inner = (
                self.lvalue(head, scope)
                if isinstance(head, Tree) or str(head) in self.model.fields
                else formulas.value(head, scope)
            )
            if isinstance(inner, FieldRef):
                dims = inner.field.dims[len(inner.given) :]
                taken = [formulas.index(i, dim, scope) for i, dim in zip(node.children[1:], dims, strict=False)]
                found = FieldRef(inner.field, (*inner.given, *taken))
        if isinstance(found, FieldRef):
            return found
        raise self.rules.wrong(scope, node, "this can't be assigned", "only variables, and what `let` named, can")

    def _field_of(self, subject: Scalar, name: Node, scope: Scope) -> FieldRef:
        kind = subject.type.kind
        for ancestor in kind.ancestors() if kind is not None else []:
            if str(name) in ancestor.fields:
                return FieldRef(ancestor.fields[str(name)], (subject.expr,))
        if kind is not None and self.rules.properties.columns(kind, str(name)):
            raise self.rules.wrong(
                scope, name, f"`{name}` is printed and can't change", "declare a mark below the kind: `name = 0`"
            )
        if str(name) in self.model.broken:
            raise WrongError
        known = [f for a in kind.ancestors() for f in a.fields] if kind is not None else []
        hint = f"it carries {', '.join(f'`{k}`' for k in known)}" if known else ""
        raise self.rules.wrong(scope, name, f"{subject.type} carries no `{name}`", hint)

    def store(self, field: Field, given: tuple[ir.Expr, ...], value: Scalar, node: Node, scope: Scope) -> None:
        if len(given) != len(field.dims):
            raise self.rules.wrong(scope, node, f"`{field.name}` needs an index here")
        self.rules.fitting.fits(value.type, field.type, node, scope, field.name)
        line = self.rules.line(scope, node)
        code = scope.code
        for dim, index in zip(field.dims, given, strict=True):
            if dim.type.form == "ref" and index.lo < dim.first:
                code.emit(ir.Check(terms.ge(index, ZERO), ir.THROUGH_NONE, line))
        safe = tuple(
            terms.highest(g, terms.const(d.first)) if d.type.form == "ref" else g
            for d, g in zip(field.dims, given, strict=True)
        )
        index, _, last = self.rules.addresses.address(field, safe, scope, node)
        expr = terms.as_int(self.rules.formulas.fit(value, field.type))
        self.rules.watch.note(field, index, code)
        code.emit(ir.Store(field.base, index, 0, last, expr, field.lo, field.hi, line))

    # ------------------------------------------------------------ choices of the rules themselves

    def _if_(self, node: Tree[Any], scope: Scope) -> None:
        test, then, *rest = node.children
        self._branches(test, then, [r for r in rest if r is not None], scope)

    def _branches(self, test: Node, then: Node, rest: list[Tree[Any]], scope: Scope) -> None:
        cond = self.rules.formulas.cond(test, scope)
        with scope.code.block() as yes:
            self.guarded(then, scope)
        with scope.code.block() as no:
            if rest and rest[0].data == "elif_":
                self._branches(rest[0].children[0], rest[0].children[1], rest[1:], scope)
            elif rest:
                self.guarded(rest[0].children[0], scope)
        scope.code.emit(ir.If(cond, yes, no))

    def _for_(self, node: Tree[Any], scope: Scope) -> None:
        gen, key, body = node.children
        name, members, _, _ = self.rules.formulas.gen(gen, scope)
        code = scope.code
        origin, still = members, self.still_there(members, code.keep)
        if key is not None:
            members = self.sorted(name, members, key, scope)
        local = code.fresh(name)
        inside: list[ir.Stmt] = []
        compiled = False

        def visit(x: ir.Expr) -> None:
            nonlocal compiled
            if not compiled:
                compiled = True
                with code.block() as made:
                    inner = self.rules.formulas.bound(scope, name, ir.Local(x.type, x.lo, x.hi, local), members.type)
                    self.guarded(body, inner)
                inside.extend(made)
            code.emit(ir.Set(local, x))
            code.statements.extend(inside)

        with code.block() as direct:
            members.each(code, visit)
        with code.block() as bare:
            origin.each(code, lambda x: None)
        touched = reads(bare, self.rules.functions) & writes(inside, self.rules.functions)
        if not touched or (still is None and isinstance(members, sets.Kept)):
            code.statements.extend(direct)
            return
        kept = members if isinstance(members, sets.Kept) else sets.keep(code, members)

        def revisit(x: ir.Expr) -> None:
            with code.block() as again:
                visit(x)
            if still is not None:
                code.emit(ir.If(still(x), again))
            else:
                code.statements.extend(again)

        kept.each(code, revisit)

    def still_there(self, members: sets.Set, keep: Callable[[ir.Expr], ir.Expr]) -> sets.Test | None:
        """A test whether a member noted earlier is still where the set found it; None where it can't have gone."""
        kind = members.type.kind
        if kind is self.model.player:
            return self.rules.seats.still_in if self.rules.players_leave else None
        if kind is None or kind.role != "component":
            return None
        places = self.rules.places
        if isinstance(members, sets.Joined):
            first, second = self.still_there(members.a, keep), self.still_there(members.b, keep)
            if first is None or second is None:
                return None
            return lambda x: terms.either(first(x), second(x))
        if isinstance(members, sets.Chain):
            place = keep(members.place)
            return lambda x: terms.eq(places.place_of(x), place)
        if isinstance(members, sets.InPlay):
            return lambda x: terms.ge(places.place_of(x), ZERO)
        base = getattr(members, "source", None) or getattr(members, "base", None)
        if isinstance(base, sets.Set):
            return self.still_there(base, keep)
        return (lambda x: terms.ge(places.design_of(x), ZERO)) if kind.root.limit else None

    def sorted(self, name: str, members: sets.Set, key: Node, scope: Scope) -> sets.Kept:
        """The members in ascending order of a key; equal ones keep their order."""
        code = scope.code
        kept = sets.keep(code, members)
        keys = code.array(kept.size, "keys")

        def insert(i: ir.Expr) -> None:
            x = code.keep(kept.at(i), "x")
            value = self.rules.formulas.number(key, self.rules.formulas.bound(scope, name, x, members.type))
            value = code.keep(value, "key")
            spot = code.variable(i, 0, kept.size, "spot")
            before = terms.highest(terms.sub(spot, ONE), ZERO)
            held = ir.ArrayLoad(ir.INT, -ir.LIMIT, ir.LIMIT, keys, before, kept.size)
            shift: list[ir.Stmt] = [
                ir.ArrayStore(keys, spot, kept.size, held),
                ir.ArrayStore(kept.array, spot, kept.size, kept.at(before)),
                ir.Set(spot.name, before),
            ]
            code.emit(ir.While([], terms.both(terms.gt(spot, ZERO), terms.gt(held, value)), shift, 0, kept.size + 1))
            code.emit(ir.ArrayStore(keys, spot, kept.size, value))
            code.emit(ir.ArrayStore(kept.array, spot, kept.size, x))

        sets.walk(code, ZERO, terms.sub(kept.number, ONE), insert)
        return kept

    def _repeat_times(self, node: Tree[Any], scope: Scope) -> None:
        times, body = node.children
        many = scope.code.keep(self.rules.formulas.number(times, scope))
        name = scope.code.fresh("pass")
        with scope.code.block() as inside:
            self.guarded(body, scope)
        scope.code.emit(ir.Loop(name, ONE, many, inside, self.rules.line(scope, node)))

    def _repeat_until(self, node: Tree[Any], scope: Scope) -> None:
        self._repeat(node, scope, stop=True)

    def _repeat_while(self, node: Tree[Any], scope: Scope) -> None:
        self._repeat(node, scope, stop=False)

    _repeat_call_until = _repeat_until
    _repeat_call_while = _repeat_while

    def _repeat(self, node: Tree[Any], scope: Scope, stop: bool) -> None:
        first, second = node.children
        by_name = str(node.data).startswith("repeat_call")
        test, body = (second, first) if by_name else (first, second)
        with scope.code.block() as before:
            cond = self.rules.formulas.cond(test, scope)
        with scope.code.block() as inside:
            self.guarded(body, scope)
        scope.code.emit(ir.While(before, terms.invert(cond) if stop else cond, inside, self.rules.line(scope, node)))

    # ------------------------------------------------------------ calls

    def _call(self, node: Tree[Any], scope: Scope) -> None:
        head = node.children[0]
        name = head if isinstance(head, Token) else head.children[0] if head.data == "call_" else None
        args = self._call_args(head) if isinstance(head, Tree) and head.data == "call_" else []
        if name is None or not isinstance(name, Token):
            raise self.rules.wrong(
                scope, node, "this is a formula, not something to do", "a statement changes something"
            )
        word = str(name)
        if word in self.rules.procedures or word in self.rules.stages:
            self.rules.calls.plain(word, args, node, scope, wants=False)
            return
        raise self.rules.unknown_deed(name, scope)

    def _resolve(self, node: Tree[Any], scope: Scope) -> None:
        self.rules.calls.resolve_plain(node, scope)

    def _stage(self, node: Tree[Any], scope: Scope) -> None:
        raise self.rules.wrong(
            scope, node, "a stage can't stand inside an effect", "stages are parts of `play` and `turn`"
        )

    # ------------------------------------------------------------ moving things

    def target(self, node: Node, scope: Scope) -> tuple[ZoneRef, bool]:
        """Where things go: a zone or a cell, on top or at the bottom."""
        formulas = self.rules.formulas
        bottom = False
        if isinstance(node, Tree) and node.data == "of" and str(node.children[0]) in ("top", "bottom"):
            bottom = str(node.children[0]) == "bottom"
            node = node.children[1]
        value = formulas.value(node, scope)
        if isinstance(value, FieldRef):
            value = formulas.as_scalar(value, node, scope)
        if isinstance(value, ZoneRef):
            return ZoneRef(scope.code.keep(value.place), value.zone), bottom
        if isinstance(value, Scalar) and value.type.kind is not None and value.type.kind.holds:
            holdings = list(value.type.kind.holds.values())
            if len(holdings) == 1:
                return ZoneRef(self.rules.places.of_cell(holdings[0], scope.code.keep(value.expr)), holdings[0]), bottom
            return ZoneRef(scope.code.keep(value.expr), holdings[0]), bottom
        if isinstance(value, ZoneFamily):
            raise self.rules.wrong(scope, node, f"`{value.zone.name}` needs an index: which one?")
        what = value.type if isinstance(value, Scalar) else "not a place"
        raise self.rules.wrong(scope, node, f"expected a zone or a cell, this is {what}")

    def _room_for(self, target: ZoneRef, type_: Type, node: Node, scope: Scope) -> ZoneRef:
        """Among several rooms of a cell, the one for this kind; and a check that the kind may lie there."""
        zone = target.zone
        if isinstance(zone, Holding) and len(zone.board.holds) > 1:
            for holding in zone.board.holds.values():
                if self.rules.fitting.comparable(holding.kind, type_.kind):
                    return ZoneRef(self.rules.places.of_cell(holding, target.place), holding)
        kinds = [zone.kind] if isinstance(zone, Holding) else zone.kinds
        if type_.kind is not None and not any(self.rules.fitting.comparable(k, type_.kind) for k in kinds):
            named = zone.board.name if isinstance(zone, Holding) else zone.name
            raise self.rules.wrong(
                scope, node, f"{type_} can't lie in `{named}`", f"it holds {', '.join(k.plural for k in kinds)}"
            )
        return target

    def _move(self, node: Tree[Any], scope: Scope) -> None:
        things, to = node.children
        formulas, places = self.rules.formulas, self.rules.places
        value = formulas.value(things, scope)
        line = self.rules.line(scope, node)
        target, bottom = self.target(to, scope)
        if isinstance(value, ZoneRef) and isinstance(value.zone, Zone) and isinstance(target.zone, Zone):
            self._room_for(target, formulas.as_set(value, things, scope).type, node, scope)
            self._room_in(value, target, line, scope)
            places.take_all(scope.code, value.place, target.place, bottom)
            return
        if isinstance(value, FieldRef):
            value = formulas.as_scalar(value, things, scope)
        if isinstance(value, Scalar):
            if value.type.kind is None or value.type.kind.role != "component":
                raise self.rules.wrong(scope, things, f"only cards and things can be moved, this is {value.type}")
            target = self._room_for(target, value.type, node, scope)
            places.move(scope.code, scope.code.keep(value.expr), target, bottom, line)
            return
        members = formulas.as_set(value, things, scope)
        if members.type.kind is None or members.type.kind.role != "component":
            raise self.rules.wrong(
                scope, things, f"only cards and things can be moved, these are things such as {members.type}"
            )
        target = self._room_for(target, members.type, node, scope)
        kept = members if isinstance(members, sets.Kept) else sets.keep(scope.code, members)
        kept.each(scope.code, lambda c: places.move(scope.code, c, target, bottom, line), backwards=bottom)

    def _room_in(self, source: ZoneRef, target: ZoneRef, line: int, scope: Scope) -> None:
        """A whole zone goes only where there is room for all of it."""
        capacity = self.rules.upkeep.capacity(target.zone)
        if capacity is not None:
            size = self.rules.places.size
            together = terms.add(size(source.place), size(target.place))
            fits = terms.either(terms.eq(source.place, target.place), terms.le(together, capacity))
            scope.code.emit(ir.Check(fits, ir.FULL, line))

    def _draw(self, node: Tree[Any], scope: Scope) -> None:
        self._draws(node, scope, exactly=True)

    def _draw_up_to(self, node: Tree[Any], scope: Scope) -> None:
        self._draws(node, scope, exactly=False)

    def _draws(self, node: Tree[Any], scope: Scope, exactly: bool) -> None:
        number, source, to = node.children
        start, _ = self.target(source, scope)
        target, bottom = self.target(to, scope)
        many = scope.code.keep(self.rules.formulas.number(number, scope))
        self.draw(many, start, target, bottom, exactly, node, scope)

    def draw(
        self, many: ir.Expr, start: ZoneRef, target: ZoneRef, bottom: bool, exactly: bool, node: Node, scope: Scope
    ) -> None:
        code, places = scope.code, self.rules.places
        line = self.rules.line(scope, node)
        if not isinstance(start.zone, Zone):
            raise self.rules.wrong(scope, node, "cards are drawn from a zone", "to take a piece from a cell use `move`")
        target = self._room_for(target, self.rules.formulas.as_set(start, node, scope).type, node, scope)
        refill = self.rules.upkeep.refill_place(start, scope)
        if refill is not None:
            with code.block() as more:
                places.shuffle(code, refill)
                places.take_all(code, refill, start.place, bottom=True)
            code.emit(ir.If(terms.lt(places.size(start.place), many), more))
        name = code.fresh("drawn")
        with code.block() as body:
            c = code.keep(places.top(start.place), "card")
            if exactly:
                code.emit(ir.Check(terms.ge(c, ZERO), ir.EMPTY, line))
            code.emit(ir.If(terms.lt(c, ZERO), [ir.Break()]))
            places.move(code, code.keep(terms.highest(c, ZERO)), target, bottom, line)
        most = terms.lowest(many, terms.const(self.model.components)) if not exactly else many
        code.emit(ir.Loop(name, ONE, most, body, line))

    def _deal(self, node: Tree[Any], scope: Scope) -> None:
        number, source, name = node.children
        zone = self.model.owned_zone(self.model.player, str(name))
        if zone is None:
            raise self.rules.wrong(scope, name, f"players have no zone `{name}`", "declare it below `each player`")
        start, _ = self.target(source, scope)
        many = scope.code.keep(self.rules.formulas.number(number, scope))

        def give(seat: ir.Expr) -> None:
            self.draw(many, start, self.rules.places.zone(ZoneFamily(zone, (seat,))), False, True, node, scope)

        self.rules.formulas.seats().each(scope.code, give)

    def _shuffle(self, node: Tree[Any], scope: Scope) -> None:
        target, _ = self.target(node.children[0], scope)
        if not isinstance(target.zone, Zone):
            raise self.rules.wrong(scope, node, "only zones can be shuffled")
        self.rules.places.shuffle(scope.code, target.place)

    def _remove(self, node: Tree[Any], scope: Scope) -> None:
        value = self.rules.formulas.value(node.children[0], scope)
        line = self.rules.line(scope, node)
        code = scope.code
        members = self.rules.formulas.as_set(value, node.children[0], scope)
        if members.type.kind is None or members.type.kind.role != "component":
            raise self.rules.wrong(scope, node, f"only cards and things can be removed, this is {members.type}")
        kept = sets.keep(code, members)

        def away(c: ir.Expr) -> None:
            self.rules.places.remove(code, c, line)
            self.rules.upkeep.forget(code, c, members.type.kind)

        kept.each(code, away)

    def _swap(self, node: Tree[Any], scope: Scope) -> None:
        first, second = node.children
        code = scope.code
        values = [self.rules.formulas.value(n, scope) for n in (first, second)]
        if all(isinstance(v, ZoneRef) and isinstance(v.zone, Zone) for v in values):
            a, b = (code.keep(v.place) for v in values if isinstance(v, ZoneRef))
            kept = sets.keep(code, self.rules.formulas.as_set(values[0], first, scope))
            self.rules.places.take_all(code, b, a, bottom=False)
            other = ZoneRef(b, values[1].zone)  # type: ignore[union-attr]
            kept.each(code, lambda c: self.rules.places.move(code, c, other, False, self.rules.line(scope, node)))
            return
        left, right = self.lvalue(first, scope), self.lvalue(second, scope)
        if not isinstance(left, FieldRef) or not isinstance(right, FieldRef):
            raise self.rules.wrong(scope, node, "only zones and variables can be swapped")
        one = self.rules.formulas.as_scalar(self.rules.formulas.load(left.field, left.given, scope, node), first, scope)
        held = Scalar(code.keep(terms.as_int(one.expr)), one.type)
        two = self.rules.formulas.load(right.field, right.given, scope, node)
        self.store(left.field, left.given, two, node, scope)
        self.store(right.field, right.given, held, node, scope)

    def _pass(self, node: Tree[Any], scope: Scope) -> None:
        name, way = node.children
        zone = self.model.owned_zone(self.model.player, str(name))
        if zone is None or str(way) not in ("left", "right"):
            raise self.rules.wrong(
                scope, node, "expected a zone of every player, and `left` or `right`", "for example `pass hand to left`"
            )
        self.rules.seats.pass_round(zone, str(way), scope)

    def _reroll(self, node: Tree[Any], scope: Scope) -> None:
        code = scope.code
        members = self.rules.formulas.members(node.children[0], scope)
        kind = members.type.kind
        if kind is None or not kind.faces:
            raise self.rules.wrong(scope, node, "only dice can be rolled")
        face = kind.fields["face"]
        kept = members if isinstance(members, sets.Numbers | sets.Kept) else sets.keep(code, members)

        def throw(die: ir.Expr) -> None:
            value = self.rules.throw(code, kind.faces)
            index, _, last = self.rules.addresses.address(face, (die,), scope, node)
            code.emit(ir.Store(face.base, index, 0, last, value, face.lo, face.hi, 0))

        kept.each(code, throw)

    # ------------------------------------------------------------ paying

    def _pay(self, node: Tree[Any], scope: Scope) -> None:
        amounts, source, to = self.pay_parts(node)
        for amount in amounts:
            self._pay_one(amount, source, to, node, scope)

    @staticmethod
    def pay_parts(node: Tree[Any]) -> tuple[list[Tree[Any]], Node, Node | None]:
        amounts = [c for c in node.children if isinstance(c, Tree) and c.data == "amount"]
        rest = list(node.children[len(amounts) :])
        return amounts, rest[0], rest[1] if len(rest) > 1 else None

    def _pay_one(self, amount: Tree[Any], source: Node, to: Node | None, node: Tree[Any], scope: Scope) -> None:
        number, ref = amount.children
        code = scope.code
        many = code.keep(self.rules.formulas.number(number, scope))
        purse = self.rules.formulas.value(source, scope)
        if isinstance(purse, ZoneRef):
            self._pay_cards(many, ref, purse, to, node, scope)
            return
        line = self.rules.line(scope, node)
        field, given = self._purse(source, ref, scope)
        given = tuple(code.keep(g) for g in given)
        now = self.rules.formulas.load(field, given, scope, node)
        code.emit(ir.Check(terms.ge(now.expr, many), ir.OUT_OF_RANGE, line))
        self.store(field, given, Scalar(terms.sub(now.expr, many), NUMBER), node, scope)
        if to is not None:
            field, given = self._purse(to, ref, scope)
            now = self.rules.formulas.load(field, given, scope, node)
            self.store(field, given, Scalar(terms.add(now.expr, many), NUMBER), node, scope)

    def _purse(self, node: Node, ref: Tree[Any] | None, scope: Scope) -> tuple[Field, tuple[ir.Expr, ...]]:
        place = self.lvalue(node, scope)
        if not isinstance(place, FieldRef) or place.field.type.form != "number":
            raise self.rules.wrong(scope, node, "only numbers can be paid from")
        missing = len(place.field.dims) - len(place.given)
        if missing == 0:
            return place.field, place.given
        if missing > 1 or ref is None:
            raise self.rules.wrong(
                scope, node, f"`{place.field.name}` has several: say which", "for example `pay 2 wood from my goods`"
            )
        path: Node = ref.children[0]
        for name in ref.children[1:]:
            path = Tree("member", [path, name, None], ref.meta)
        return place.field, (*place.given, self.rules.formulas.index(path, place.field.dims[-1], scope))

    def _pay_cards(
        self, many: ir.Expr, ref: Tree[Any] | None, purse: ZoneRef, to: Node | None, node: Tree[Any], scope: Scope
    ) -> None:
        if ref is None or to is None:
            raise self.rules.wrong(
                scope, node, "say which cards, and where they go", "for example `pay 2 egg from my hand to discard`"
            )
        code = scope.code
        target, bottom = self.target(to, scope)
        line = self.rules.line(scope, node)
        fitting = self.cards_like(ref, purse, scope)
        kept = sets.keep(code, fitting)
        code.emit(ir.Check(terms.ge(kept.number, many), ir.EMPTY, line))
        last = terms.sub(terms.lowest(many, kept.number), ONE)
        sets.walk(code, ZERO, last, lambda i: self.rules.places.move(code, code.keep(kept.at(i)), target, bottom, line))

    def cards_like(self, ref: Tree[Any], purse: ZoneRef, scope: Scope) -> sets.Set:
        return self._like(ref, purse, scope)[0]

    def _like(self, ref: Tree[Any], purse: ZoneRef, scope: Scope) -> tuple[sets.Set, ir.Expr]:
        """The cards of a zone that are of a design, and the design."""
        members = self.rules.formulas.as_set(purse, ref, scope)
        path: Node = ref.children[0]
        for name in ref.children[1:]:
            path = Tree("member", [path, name, None], ref.meta)
        kind = members.type.kind
        wanted = self.rules.formulas.value(
            path, scope, kind.design.ref() if kind is not None and kind.design is not None else None
        )
        scalar = self.rules.formulas.as_scalar(wanted, path, scope)
        goal = Scalar(scope.code.keep(scalar.expr), scalar.type)
        fitting = sets.Where(members, lambda c: self.rules.formulas.equal(Scalar(c, members.type), goal, ref, scope))
        return fitting, goal.expr

    def payable(self, payments: list[Tree[Any]], scope: Scope) -> ir.Expr:
        """Whether the payments at the top of an action can all be made: then the action is legal."""
        test: ir.Expr = terms.YES
        earlier: list[tuple[object, ir.Expr, ir.Expr, ir.Expr]] = []
        for node in payments:
            amounts, source, _ = self.pay_parts(node)
            for amount in amounts:
                number, ref = amount.children
                many = scope.code.keep(self.rules.formulas.number(number, scope))
                purse, place, which, there = self._in_purse(source, ref, node, scope)
                before = many
                for other, its_place, its_kind, its_number in earlier:
                    if other is purse:  # what was paid from the same purse is no longer there
                        same = terms.both(terms.eq(place, its_place), terms.eq(which, its_kind))
                        before = terms.add(before, terms.select(same, its_number, ZERO))
                test = terms.both(test, terms.ge(there, before))
                earlier.append((purse, place, which, many))
        return test

    def _in_purse(
        self, source: Node, ref: Tree[Any] | None, node: Tree[Any], scope: Scope
    ) -> tuple[object, ir.Expr, ir.Expr, ir.Expr]:
        """What a payment is taken from: a variable or zone, which of its places, which design, and how many there are."""
        code = scope.code
        purse = self.rules.formulas.value(source, scope)
        if isinstance(purse, ZoneRef) and ref is not None:
            place = code.keep(purse.place)
            members, goal = self._like(ref, ZoneRef(place, purse.zone), scope)
            return purse.zone, place, goal, code.keep(members.count(code))
        field, given = self._purse(source, ref, scope)
        given = tuple(code.keep(g) for g in given)
        index, _, _ = self.rules.addresses.address(field, given, scope, node)
        return field, code.keep(index), ZERO, self.rules.formulas.load(field, given, scope, node).expr

    # ------------------------------------------------------------ turns, leaving and ends

    def _goes(self, node: Tree[Any], scope: Scope) -> None:
        seat = self.rules.formulas.seat(node.children[0], scope)
        scope.code.emit(self.rules.turns.set_next(seat))

    def _reverse(self, node: Tree[Any], scope: Scope) -> None:
        scope.code.emit(self.rules.turns.turn_round())

    def _leaves(self, node: Tree[Any], scope: Scope) -> None:
        who, part = node.children
        members = self.rules.formulas.members(who, scope)
        kept = sets.keep(scope.code, members)
        kept.each(scope.code, lambda seat: self.rules.turns.leave(scope.code, seat, str(part), node, scope))

    def _timer(self, node: Tree[Any], scope: Scope) -> None:
        self.rules.clock.set(node, scope)

    def _wait(self, node: Tree[Any], scope: Scope) -> None:
        self.rules.clock.wait(node, scope)

    def _wins(self, node: Tree[Any], scope: Scope) -> None:
        self.rules.ending.outcome(node, scope, 1)
        scope.code.emit(ir.Return(ONE))

    def _loses(self, node: Tree[Any], scope: Scope) -> None:
        self.rules.ending.outcome(node, scope, -1)
        scope.code.emit(ir.Return(ONE))

    def _tie(self, node: Tree[Any], scope: Scope) -> None:
        self.rules.ending.draw(scope.code)
        scope.code.emit(ir.Return(ONE))

    def _stop(self, node: Tree[Any], scope: Scope) -> None:
        part = str(node.children[0])
        if part == "game":
            self.rules.ending.finish(scope.code)
            scope.code.emit(ir.Return(ONE))
            return
        scope.code.emit(ir.Return(terms.const(self.rules.structure.part_code(part, node, scope))))

    def _answer(self, node: Tree[Any], scope: Scope) -> None:
        value = self.rules.formulas.scalar(node.children[0], scope)
        self.rules.calls.answer(value, node, scope)

    # ------------------------------------------------------------ knowledge: nothing changes on the table

    def _show(self, node: Tree[Any], scope: Scope) -> None:
        self.rules.formulas.members(node.children[0], scope)

    def _tell_whether(self, node: Tree[Any], scope: Scope) -> None:
        return None

    def _tell_that(self, node: Tree[Any], scope: Scope) -> None:
        truth = self.rules.formulas.cond(node.children[1], scope)
        scope.code.emit(ir.Check(truth, ir.FALSE_TELL, self.rules.line(scope, node)))


__all__ = ["NO_NUMBER", "Effects"]
