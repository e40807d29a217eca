"""Names, assignments, rolls and creations: what may stand left and right of `=`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lark import Token

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import NONE, ONE, ZERO
from ludwright.language import syntax
from ludwright.language.syntax import Formula, Node, Part, RightSide, parts
from ludwright.model.kinds import BOOL, FRACTION, NUMBER, Field, Holding, Type
from ludwright.rules.beliefs.card_formulas import public
from ludwright.rules.names import sets
from ludwright.rules.names.scope import Anything, FieldRef, KindRef, Scalar, Scope, Value, WrongError, ZoneRef

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules


class Assignments:
    """Gives names to values and values to variables."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.model = rules.model

    def let(self, node: syntax.Let, scope: Scope) -> Scope:
        name, right = str(node.name), node.value
        inner = self.bind_local(name, self.right_side(right, scope), right, scope)
        flag = self.rules.card_reader.named(name, right, scope)
        return inner if flag is None else self.bind_local(public(name), Scalar(flag, BOOL), right, inner)

    def bind_local(self, name: str, value: Value, node: Part, scope: Scope) -> Scope:
        formulas = self.rules.formulas
        if isinstance(value, ZoneRef) and not (isinstance(value.zone, Holding) and value.zone.room == 1):
            return scope.bind(name, ZoneRef(scope.code.keep(value.place), value.zone))
        if isinstance(value, sets.StoredSet):
            return scope.bind(name, value.noted())
        if isinstance(value, sets.SetValue):
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
        if scalar.type.form in ("number", "fraction"):
            return -ir.LIMIT, ir.LIMIT
        if scalar.type.form == "ref" and scalar.type.kind is not None:
            return NONE, scalar.type.kind.root.last if scalar.type.kind.role == "component" else scalar.type.kind.last
        return 0, 1

    def right_side(self, node: RightSide, scope: Scope, want: Type | None = None) -> Value:
        """What may stand right of `=`: a formula, a roll, a creation, or a call of a procedure that answers."""
        match node:
            case syntax.RollDice():
                return self.roll_list(node, scope)
            case syntax.RollDie(die=die):
                face = self.rules.throw(scope.code, self.model.declared_places.die_faces(die, scope.declaration))
                words = self.model.declared_places.die_words(die)
                if words is not None:
                    return Scalar(face, words.ref())
                scope.code.emit(ir.Note("rolled", (face,)))
                return Scalar(face, NUMBER)
            case syntax.Create():
                return self.create(node, scope)
        call = self.procedure(node, scope)
        if call is not None:
            return self.rules.calls.plain(*call, node, scope, wants=True)
        return self.rules.formulas.value(node, scope.having(chance=True), want)

    def procedure(self, node: Part, scope: Scope) -> tuple[str, list[Part]] | None:
        """The procedure that stands in the place of a formula, and what it is given."""
        match node:
            case syntax.FunctionCall(name=name, arguments=given) if str(name) in self.rules.procedures:
                return str(name), parts(given)
            case Token() if str(node) in self.rules.procedures and str(node) not in scope.names:
                return str(node), []
        return None

    def roll_list(self, node: syntax.RollDice, scope: Scope) -> sets.StoredSet:
        """Several dice at once, the highest first; words in the order of their list."""
        code, words = scope.code, self.model.declared_places.die_words(node.die)
        count = code.keep(self.rules.formulas.number(node.number, scope))
        faces = self.model.declared_places.die_faces(node.die, scope.declaration)
        size = max(1, min(count.hi, 100))
        self.rules.addresses.check_range(count, 0, 100, scope, node)
        array = code.array(size, "dice")
        many = code.keep(terms.clamp(count, 0, size))

        def throw(i: ir.Expr) -> None:
            face = self.rules.throw(code, faces)
            if words is None:
                code.emit(ir.Note("rolled", (face,)))
            spot = code.variable(i, 0, size, "spot")
            before = terms.highest(terms.sub(spot, ONE), ZERO)
            held = ir.ArrayLoad(ir.INT, min(faces), max(faces), array, before, size)
            behind = terms.lt(held, face) if words is None else terms.gt(held, face)
            lower = terms.both(terms.gt(spot, ZERO), behind)
            code.emit(
                ir.While([], lower, [ir.ArrayStore(array, spot, size, held), ir.Set(spot.name, before)], 0, size + 1)
            )
            code.emit(ir.ArrayStore(array, spot, size, face))

        sets.walk(code, ZERO, terms.sub(many, ONE), throw)
        return sets.StoredSet(array, size, many, words.ref() if words is not None else NUMBER, min(faces), max(faces))

    def create(self, node: syntax.Create, scope: Scope) -> Scalar:
        """`create pawn` makes one of `me`, `create pawn of p` one of p, where things have owners."""
        what: Formula = node.design
        owner: Formula | None = None
        if isinstance(node.design, syntax.Of):
            what, owner = node.design.name, node.design.whole
        value = self.rules.formulas.value(what, scope)
        if isinstance(value, KindRef) and value.kind.design is not None and value.kind.design.count == 1:
            value = Scalar(terms.const(value.kind.design.first), value.kind.design.ref())
        design = self.rules.formulas.as_scalar(value, what, scope)
        kind = design.type.kind
        if kind is None or kind.role != "design" or kind.of is None or not kind.of.root.limit:
            raise self.rules.wrong(
                scope, node, f"only things declared with `up to n` can be created, this is {design.type}"
            )
        line = self.rules.line(scope, node)
        seat: ir.Expr | None = None
        if kind.of.root.owned:
            seat = self.rules.formulas.seat(owner, scope) if owner is not None else self.rules.formulas.me(node, scope)
        elif owner is not None:
            message, hint = f"a {kind.of.name} has no owner", "declare them with `up to 3 each player`"
            raise self.rules.wrong(scope, owner, message, hint)
        self.rules.equal_things.note_made(kind.of, design.expr, node)
        made = self.rules.places.create(scope.code, design.expr, kind.of, line, seat)
        self.rules.upkeep.fresh_marks(scope.code, kind.of, made)
        thing = Scalar(made, kind.of.ref())
        self.rules.calls.made(thing, node, scope)
        return thing

    def create_one(self, node: syntax.Create, scope: Scope) -> None:
        self.create(node, scope)

    def assign(self, node: syntax.Assign, scope: Scope) -> None:
        right = node.value
        place = self.lvalue(node.target, scope)
        if isinstance(place, str):
            self.assign_local(node, self._right(right, scope.names[str(node.target)].type, scope), scope)  # type: ignore[union-attr]
            return
        if isinstance(place, Scalar):
            self._assign_slot(place, node, scope)
            return
        field, given = place.field, place.given
        given = tuple(scope.code.keep(g) for g in given)
        if field.is_set and len(given) == len(field.dims) - 1:
            self._assign_set(place.field, given, node, scope)
            return
        if node.sign is None:
            value = self._right(right, field.type, scope)
            self.rules.fitting.fits(value.type, field.type, right, scope, field.name)
            self.store(field, given, value, node, scope)
            return
        if field.type.form not in ("number", "fraction"):
            raise self.rules.wrong(scope, node, f"`{field.name}` is not a number", "only numbers go up and down")
        amount = self._right(right, NUMBER, scope)
        now = self.rules.formulas.load(field, given, scope, node)
        self.store(field, given, self._changed(now, node.sign, amount, right, scope), node, scope)

    def _assign_set(self, field: Field, given: tuple[ir.Expr, ...], node: syntax.Assign, scope: Scope) -> None:
        """`marked = S`, `marked += S`, `marked -= S`."""
        code, dim = scope.code, field.dims[-1]
        wanted = self.rules.formulas.as_set(self.right_side(node.value, scope, dim.type), node.value, scope)
        alike = wanted.type.form == "ref" and self.rules.fitting.comparable(wanted.type.kind, dim.type.kind)
        if wanted.type.form != "none" and not alike:
            message = f"`{field.name}` holds things such as {dim.type}, not {wanted.type}"
            raise self.rules.wrong(scope, node.value, message, f"`{field.name} += x` adds one, or a set of them")
        kept = sets.keep(code, wanted)
        if node.sign is None:
            no = Scalar(terms.NO, BOOL)
            everything = terms.const(dim.first), terms.const(dim.first + dim.count - 1)
            sets.walk(code, *everything, lambda x: self.store(field, (*given, x), no, node, scope))
        flag = Scalar(terms.truth(node.sign != "-="), BOOL)
        if wanted.type.form != "none":
            kept.each(code, lambda x: self.store(field, (*given, x), flag, node, scope))

    def _right(self, node: RightSide, want: Type, scope: Scope) -> Scalar:
        return self.rules.formulas.as_scalar(self.right_side(node, scope, want), node, scope, want)

    def _changed(self, now: Scalar, sign: Token, by: Scalar, node: Part, scope: Scope) -> Scalar:
        """A number after `+=` or `-=`."""
        formulas = self.rules.formulas
        if "fraction" in (now.type.form, by.type.form):
            parts = scope.code.keep(formulas.in_parts(formulas.amount(by, node, scope)))
            whole = formulas.in_parts(now)
            return Scalar(terms.add(whole, parts) if sign == "+=" else terms.sub(whole, parts), FRACTION)
        amount = scope.code.keep(formulas.as_number(by, node, scope))
        before = formulas.number_of(now, scope)
        return Scalar(terms.add(before, amount) if sign == "+=" else terms.sub(before, amount), NUMBER)

    def assign_local(self, node: syntax.Assign, value: Scalar, scope: Scope) -> None:
        """What `let` named stands for something else, or goes up or down, from now on."""
        known = scope.names[str(node.target)]
        assert isinstance(known, Scalar) and isinstance(known.expr, ir.Local)
        value = self._assigned(known, node, value, scope)
        expr = self.rules.formulas.fit(value, known.type)
        expr = terms.as_bool(expr) if known.expr.type == ir.BOOL else terms.as_int(expr)
        scope.code.emit(ir.Set(known.expr.name, expr))

    def _assigned(self, known: Scalar, node: syntax.Assign, value: Scalar, scope: Scope) -> Scalar:
        """What a local name stands for from now on."""
        if node.sign is not None:
            value = self._changed(known, node.sign, value, node.value, scope)
        self.rules.fitting.fits(value.type, known.type, node.value, scope)
        return value

    def _assign_slot(self, slot: Scalar, node: syntax.Assign, scope: Scope) -> None:
        """A local name of asking code: it lies in the state."""
        load = slot.expr
        if isinstance(load, ir.Binary) and load.op == "ne":
            load = load.a
        assert isinstance(load, ir.Load)
        value = self._assigned(slot, node, self._right(node.value, slot.type, scope), scope)
        expr = terms.as_int(self.rules.formulas.fit(value, slot.type))
        scope.code.emit(
            ir.Store(load.base, load.index, load.first, load.last, expr, load.lo, load.hi, self.rules.line(scope, node))
        )

    def lvalue(self, node: Part, scope: Scope) -> FieldRef | str | Scalar:
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
        match node:
            case syntax.My(name=name):
                me = Scalar(formulas.me(node, scope), self.model.player.ref())
                found = self._field_of(me, name, scope)
            case syntax.MemberOf(subject=subject, name=name, arguments=None):
                found = self._field_of(formulas.scalar(subject, scope), name, scope)
            case syntax.At(value=head, indices=indices):
                named = isinstance(head, Node) or str(head) in self.model.fields
                inner = self.lvalue(head, scope) if named else formulas.value(head, scope)
                if isinstance(inner, FieldRef):
                    dims = inner.field.dims[len(inner.given) :]
                    taken = [formulas.index(i, dim, scope) for i, dim in zip(indices, dims, strict=False)]
                    found = FieldRef(inner.field, (*inner.given, *taken))
        if isinstance(found, FieldRef):
            return found
        raise self.rules.wrong(scope, node, "this can't be assigned", "only variables, and what `let` named, can")

    def _field_of(self, subject: Scalar, name: Token, scope: Scope) -> FieldRef:
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

    def store(self, field: Field, given: tuple[ir.Expr, ...], value: Scalar, node: Part, scope: Scope) -> None:
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
        if field.owner is not None and field.owner.role == "component" and field.owner.root.limit:
            made = terms.ge(self.rules.places.design_of(safe[0]), ZERO)  # a name may outlive the thing
            code.emit(ir.Check(made, ir.THROUGH_NONE, line))
        index, _, last = self.rules.addresses.address(field, safe, scope, node)
        expr = terms.as_int(self.rules.formulas.fit(value, field.type))
        self.rules.watch.note(field, index, code)
        self.rules.hidden_variables.changes(code, field, index, last, expr, node, scope)
        code.emit(ir.Store(field.base, index, 0, last, expr, field.lo, field.hi, line))
        if isinstance(node, Node):
            self.rules.hidden_variables.assigned(code, field, index, last, value, node, scope)
