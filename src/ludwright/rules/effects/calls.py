"""Procedures and the effects of designs: called from effects, with what they answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import NO_NUMBER, NONE, ZERO
from ludwright.language import syntax
from ludwright.language.syntax import Part, StatementNode
from ludwright.language.syntax.reading import names_in, parameters
from ludwright.language.syntax.walking import nodes
from ludwright.mistakes import Mistake, MistakesError
from ludwright.model.kinds import Holding, Kind, Type
from ludwright.rules.emit.code import Code
from ludwright.rules.names import sets
from ludwright.rules.names.scope import Scalar, Scope, WrongError, ZoneRef

if TYPE_CHECKING:
    from ludwright.language.source import Declaration
    from ludwright.rules.compiler import Rules
    from ludwright.rules.flow.flow import CallSite, Flow


MADE = "created"
"""The event that needs no `resolve`: it happens to every thing that is created."""
Effect = tuple[syntax.StatementSequence, "Declaration"]
"""What happens to a thing, and where that is written."""


@dataclass(frozen=True, kw_only=True)
class Resolving(StatementNode):
    """The body of the routine that carries out what an event does to `it`: no text of a game, but done like one."""

    kind: Kind
    event: str


class Calls:
    """Makes plain functions of procedures that never ask, one for each combination of argument types."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._results: dict[str, Type | None] = {}
        self._ways: dict[int, list[Scalar]] = {}
        self._making: list[str] = []
        self._creating: list[Kind] = []
        self._nones: list[ir.Return] = []

    # ------------------------------------------------------------ plain procedures

    def plain(self, name: str, args: Sequence[Part], node: Part, scope: Scope, wants: bool) -> Scalar:
        """Call a procedure from plain code. One that may leave early takes its caller along."""
        if self.takes_many(args, scope):
            self.in_place(name, args, node, scope, wants)
            return Scalar(terms.const(NONE), Type("none"))
        function, _, values = self._function(name, args, node, scope)
        made = self.rules.functions[function]
        call = (*((scope.me,) if scope.me is not None else ()), *values)
        answers = self._results.get(function)
        if made.result is None:
            if wants:
                raise self.rules.wrong(scope, node, f"`{name}` answers nothing", "give it a line `answer ...`")
            scope.code.emit(ir.Do(function, call))
            return Scalar(terms.const(NONE), Type("none"))
        local = scope.code.fresh("answer" if answers is not None else "status")
        scope.code.emit(ir.Do(function, call, local))
        if answers is not None:
            value = ir.Local(made.result, made.lo, made.hi, local)
            return Scalar(value, answers)
        status = terms.local(local, 0, 1 + len(self.rules.parts))
        scope.code.emit(ir.If(terms.ne(status, ZERO), [ir.Return(status)]))
        return Scalar(terms.const(NONE), Type("none"))

    def follow(self, name: str, args: Sequence[Part], node: Part, scope: Scope) -> None:
        """Call a plain procedure from asking code."""
        function, parts, values = self._function(name, args, node, scope)
        call = (*((scope.me,) if scope.me is not None else ()), *values)
        if self._results.get(function) is not None:
            scope.code.emit(ir.Do(function, call, scope.code.fresh("unused")))
            return
        self.rules.flow.effect(function, call, parts, node, scope)

    def takes_many(self, args: Sequence[Part], scope: Scope) -> bool:
        """Whether a set or a zone is among what a procedure is given."""
        probe = scope.having(code=Code("probe"))
        for arg in args:
            value = self.rules.formulas.value(arg, probe)
            single = isinstance(value, ZoneRef) and isinstance(value.zone, Holding) and value.zone.room == 1
            if isinstance(value, sets.SetValue | ZoneRef) and not single:
                return True
        return False

    def in_place(self, name: str, args: Sequence[Part], node: Part, scope: Scope, wants: bool) -> None:
        """Sets and zones have no place in a function's arguments: the procedure is written out where it is called."""
        words, body, declaration = self.written_out(name, args, node, scope, wants)
        inner = Scope(scope.code, declaration, scope.me, where=name)
        for word, arg in zip(words, args, strict=True):
            value = self.rules.formulas.value(arg, scope)
            inner = self.rules.effects.assignments.bind_local(word, value, arg, inner)
        self.rules.effects.run([body], inner)

    def written_out(
        self, name: str, args: Sequence[Part], node: Part, scope: Scope, wants: bool
    ) -> tuple[list[str], syntax.StatementBlock, Declaration]:
        """The parameters and the body of a procedure that is given sets or zones."""
        words, body, declaration = self.called(name, args, node, scope)
        if wants or declaration.kind == "stage" or self.rules.recursive(name) or has_answer(body):
            message = f"`{name}` can't be given a set or a zone"
            hint = "only procedures can that neither answer nor call themselves; give it single things"
            raise self.rules.wrong(scope, node, message, hint)
        return words, body, declaration

    def called(
        self, name: str, args: Sequence[Part], node: Part, scope: Scope
    ) -> tuple[list[str], syntax.StatementBlock, Declaration]:
        """The parameters and the body of a procedure or stage that is given as many things as it takes."""
        declaration = self.rules.procedures.get(name) or self.rules.stages[name]
        tree = declaration.tree
        if not isinstance(tree, syntax.ProcedureDeclaration | syntax.StageDeclaration):
            message = f"the stage `{name}` is played where it stands, inside another part"
            raise self.rules.wrong(scope, node, message, "to play it elsewhere, too, let it begin at the left margin")
        words = parameters(tree)
        if len(words) != len(args):
            raise self.rules.wrong(scope, node, f"`{name}` takes {len(words)} in its brackets, here are {len(args)}")
        return words, tree.body, declaration

    def _function(
        self, name: str, args: Sequence[Part], node: Part, scope: Scope
    ) -> tuple[str, set[str], list[ir.Expr]]:
        rules = self.rules
        words, body, declaration = self.called(name, args, node, scope)
        values = [rules.formulas.scalar(a, scope) for a in args]
        function, types = rules.defining.signature(name, values, scope)
        exprs = [terms.as_int(v.expr) for v in values]
        if function in rules.functions:
            return function, rules.leaving.get(function, set()), exprs
        if len(self._making) > 40:
            raise rules.wrong(scope, node, "procedures are nested too deeply here")
        self._make(function, name, words, types, body, declaration, scope)
        return function, rules.leaving.get(function, set()), exprs

    def _make(
        self,
        function: str,
        name: str,
        words: list[str],
        types: list[Scalar],
        body: syntax.StatementBlock,
        declaration: Declaration,
        scope: Scope,
    ) -> None:
        rules = self.rules
        players = rules.model.players
        answers = has_answer(body)
        leaving = rules.structure.parts_left([body])
        if answers and leaving is not None:
            message = f"`{name}` both answers and ends something early"
            raise rules.wrong(scope, declaration.name_token, message, "do one of the two")
        params = [("me", 0, players - 1)] if scope.me is not None else []
        inner = Scope(
            Code(function), declaration, terms.local("me", 0, players - 1) if scope.me is not None else None, where=name
        )
        for word, sample in zip(words, types, strict=True):
            local = ir.Local(ir.INT, sample.expr.lo, sample.expr.hi, f"p_{word}")
            params.append((local.name, local.lo, local.hi))
            expr = terms.as_bool(local) if sample.type.form == "bool" else local
            inner = inner.bind(word, Scalar(expr, sample.type))
        result = ir.INT if leaving is not None or answers else None
        rules.functions[function] = ir.Function(function, params, [], result, -ir.LIMIT, ir.LIMIT, changes=True)
        rules.leaving[function] = leaving or set()
        self._making.append(function)
        self._found: list[Scalar]
        if answers and rules.recursive(name):
            expected = self._expected(name, body, inner)
            self._results[function] = Type(expected.form, expected.kind, True)
        outer, self._found = getattr(self, "_found", []), []
        nones, self._nones = self._nones, []
        rules.effects.run([body], inner)
        found, self._found = self._found, outer
        self._making.pop()
        lo, hi = 0, 1 + len(rules.parts)
        if answers:
            type_ = self._common([*found], declaration, inner)
            if not always_answers(body) and type_.form in ("number", "ref"):
                type_ = Type(type_.form, type_.kind, True)
            self._results[function] = type_
            blank = {"number": NO_NUMBER if type_.optional else 0, "bool": 0}.get(type_.form, NONE)
            for none in self._nones:
                none.value = terms.const(blank)
            if not always_answers(body):
                inner.code.emit(ir.Return(terms.const(blank)))
            values = [v for v in found if v.type.form != "none"]
            lo, hi = min([blank, *(v.expr.lo for v in values)]), max([blank, *(v.expr.hi for v in values)])
            if type_.form == "bool":
                lo, hi = 0, 1
        elif result is not None:
            inner.code.emit(ir.Return(ZERO))
        self._nones = nones
        rules.functions[function] = ir.Function(
            function, params, inner.code.statements, result, lo, hi, inner.code.arrays, changes=True
        )
        if answers and type_.form == "bool":
            # answers are kept as numbers; who reads one makes it yes or no again
            self._results[function] = Type("bool")

    def _expected(self, name: str, body: syntax.StatementBlock, scope: Scope) -> Type:
        """What a procedure that calls itself answers, from an answer that doesn't need it."""
        for node in nodes(body):
            if not isinstance(node, syntax.AnswerWith) or name in names_in(node):
                continue
            found = self.rules.type_of(node.value, scope)
            if found is not None:
                return found
        return Type("number", None, True)

    def _common(self, found: list[Scalar], declaration: Declaration, scope: Scope) -> Type:
        if not found:
            return Type("none")
        type_ = found[0].type
        for value in found[1:]:
            type_ = self.rules.fitting.common(type_, value.type, scope, declaration.tree)
        return type_

    def answer(self, value: Scalar, node: syntax.AnswerWith, scope: Scope) -> None:
        if not self._making:
            raise self.rules.wrong(scope, node, "`answer` stands outside a procedure")
        self._found.append(value)
        given = ir.Return(terms.as_int(value.expr))
        if value.type.form == "none":
            self._nones.append(given)
        scope.code.emit(given)

    # ------------------------------------------------------------ answers of asking procedures

    def set_result(self, way: CallSite, value: Scalar, node: Part, scope: Scope) -> None:
        self._ways.setdefault(id(way), []).append(value)
        self._keep_alive = [*getattr(self, "_keep_alive", []), way]
        expr = terms.as_int(value.expr)
        assert way.result is not None
        given = terms.store(-way.result, expr) if way.result < 0 else way.frame.store(way.result, expr)
        if value.type.form == "none":
            way.blanks.append(given)
        scope.code.emit(given)

    def result_of(self, way: CallSite) -> tuple[Type | None, tuple[int, int]]:
        found = self._ways.get(id(way), [])
        if not found:
            return None, (NONE, NONE)
        values = [v for v in found if v.type.form != "none"]
        type_ = values[0].type if values else found[0].type
        blank = {"number": NO_NUMBER, "bool": 0}.get(type_.form, NONE)
        for none in way.blanks:
            none.value = terms.const(blank)
        if type_.form == "bool":
            return type_, (0, 1)
        lo, hi = min([blank, *(v.expr.lo for v in values)]), max([blank, *(v.expr.hi for v in values)])
        return Type(type_.form, type_.kind, True), (lo, hi)

    # ------------------------------------------------------------ effects of designs

    def _event(self, node: syntax.Resolve, scope: Scope) -> tuple[Scalar, str, Scope]:
        value = self.rules.formulas.scalar(node.what, scope)
        if value.type.kind is None or value.type.kind.role not in ("component", "design", "enum"):
            raise self.rules.wrong(scope, node.what, f"only cards and things have effects, this is {value.type}")
        inner = scope.having(me=self.rules.formulas.seat(node.by, scope)) if node.by is not None else scope
        return value, str(node.event), inner

    def bodies(self, kind: Kind, event: str, node: Part, scope: Scope) -> tuple[dict[int, Effect], Effect | None]:
        """For each design the effect of an event: its own block, else its cell; and the block for the whole kind."""
        rules = self.rules
        family = kind.of if kind.role == "design" and kind.of is not None else kind
        kinds = family.family()
        found: dict[int, Effect] = {}
        general: Effect | None = None
        nearest_above = len(family.ancestors())
        for one in kinds:
            holder = one.design if one.design is not None else one
            for number, cell in holder.events.get(event, {}).items():
                effect = rules.model.printed.get(id(cell))
                if effect is not None:
                    found[holder.first + number] = (effect.tree, effect)
                    continue
                try:
                    cell.effects()
                except MistakesError as error:
                    for mistake in error.mistakes:
                        rules.report(Mistake(cell.place, mistake.message, mistake.hint))
        blocks = [
            (str(tree.design), (tree.body, declaration))
            for declaration, tree in rules.model.declared(syntax.EventDeclaration)
            if str(tree.event) == event
        ]
        above = [k.name for k in family.ancestors()]
        for name, block in blocks:
            rules.resolved_events.add(str(block[1].name))
            for one in kinds:
                holder = one.design if one.design is not None else one
                if name in holder.members:
                    found[holder.first + holder.members.index(name)] = block
            if name in above and above.index(name) < nearest_above:
                general, nearest_above = block, above.index(name)
        for one in reversed(family.family()[1:]):  # the block of a sub-kind is for its own designs
            for name, block in blocks:
                if name == one.name and one.design is not None:
                    for number in range(one.design.first, one.design.last + 1):
                        found.setdefault(number, block)
        if not found and general is None:
            if any((k.design or k).events.get(event) for k in kinds):  # its cells can't be read, and that is told
                raise WrongError()
            raise rules.wrong(
                scope,
                node,
                f"nothing happens when a {family.name} is {event}",
                f"write `when {family.name} is {event}`, or a column `when {event}`",
            )
        return found, general

    def made(self, thing: Scalar, node: Part, scope: Scope) -> None:
        """What happens whenever a thing of that kind is made: `when house is created`."""
        kind = thing.type.kind
        assert kind is not None
        events = {
            str(tree.design) for _, tree in self.rules.model.declared(syntax.EventDeclaration) if tree.event == MADE
        }
        named = {name for one in kind.family() if one.design is not None for name in one.design.members}
        printed = any((one.design or one).events.get(MADE) for one in kind.family())
        if printed or events & (named | {one.name for one in (*kind.family(), *kind.ancestors())}):
            if self.rules.habits.name_asks(f"event {MADE}"):
                hint = "ask in the action that creates it"
                raise self.rules.wrong(scope, node, "what happens when a thing is created can't ask", hint)
            if kind in self._creating:
                message = f"every {kind.name} that is created would create another one, without end"
                raise self.rules.wrong(scope, node, message, "create it in an action, or something of another kind")
            self._creating.append(kind)
            self._resolve(thing, MADE, node, scope, scope)
            self._creating.pop()

    def resolve_plain(self, node: syntax.Resolve, scope: Scope) -> None:
        value, event, inner = self._event(node, scope)
        self._resolve(value, event, node, scope, inner)

    def _resolve(self, value: Scalar, event: str, node: Part, scope: Scope, inner: Scope) -> None:
        kind = value.type.kind
        assert kind is not None
        found, general = self.bodies(kind, event, node, scope)
        code = scope.code
        it = code.keep(value.expr, "it")
        design = self.rules.places.design_of(it) if kind.role == "component" else it
        cases: dict[int, list[ir.Stmt]] = {}
        for number, (body, declaration) in found.items():
            with code.block() as made:
                narrow = Scalar(it, self._narrow(kind, number, value.type))
                self.rules.effects.run([body], Scope(code, declaration, inner.me, {"it": narrow}, where=event))
            cases[number] = made
        with code.block() as default:
            if general is not None:
                self.rules.effects.run(
                    [general[0]], Scope(code, general[1], inner.me, {"it": Scalar(it, value.type)}, where=event)
                )
        if it.lo < 0:
            cases[NONE] = []  # nothing happens to nothing
        code.emit(ir.Switch(design, cases, default))

    def _narrow(self, kind: Kind, design: int, type_: Type) -> Type:
        """What `it` is in the effect of one design: a thing of the sub-kind to which the design belongs."""
        if kind.role != "component":
            return type_
        for one in reversed(kind.family()):
            if one.design is not None and one.design.first <= design <= one.design.last:
                return one.ref(type_.optional)
        return type_

    def resolve_flow(self, flow: Flow, node: syntax.Resolve, scope: Scope) -> None:
        value, event, inner = self._event(node, scope)
        kind = value.type.kind
        assert kind is not None
        self.bodies(kind, event, node, scope)
        me = (
            flow.spill(Scalar(inner.me, self.rules.model.player.ref()), node, scope).expr
            if inner.me is not None
            else None
        )
        body = Resolving(kind=kind, event=event)
        self.rules.uses.setdefault(f"event {event}", 2)
        flow.enter(f"event {event}", ["it"], [value], body, scope.declaration, node, inner.having(me=me), wants=False)

    def resolving(self, flow: Flow, body: Resolving, scope: Scope) -> None:
        """The body of the routine that runs the effect of `it`."""
        kind, event, node = body.kind, body.event, scope.declaration.tree
        found, general = self.bodies(kind, event, node, scope)
        it = scope.names["it"]
        assert isinstance(it, Scalar)
        done = flow.label("resolved")
        design = self.rules.places.design_of(it.expr) if kind.role == "component" else it.expr
        if it.expr.lo < 0:
            something = flow.label("something")
            flow.fork(terms.ge(it.expr, ZERO), something, done)
            flow.start(something)
        slots = deepest = flow.frame.size
        for number, (effect, declaration) in found.items():
            this, following = flow.label("effect"), flow.label("or")
            flow.fork(terms.eq(design, terms.const(number)), this, following)
            flow.start(this)
            flow.run(
                [effect],
                Scope(
                    flow.code,
                    declaration,
                    scope.me,
                    {"it": Scalar(it.expr, self._narrow(kind, number, it.type))},
                    where=self.rules.model.design_names[number] if kind.role != "enum" else event,
                ),
            )
            flow.jump(done)
            flow.start(following)
            if not flow.frame.fixed:  # only one of the effects runs at a time: they share their slots
                deepest, flow.frame.size = max(deepest, flow.frame.size), slots
        if general is not None:
            flow.run([general[0]], Scope(flow.code, general[1], scope.me, {"it": it}, where=event))
        flow.frame.size = max(deepest, flow.frame.size)
        flow.fall(done)


def has_answer(body: Part) -> bool:
    """Whether something in it answers."""
    return any(isinstance(node, syntax.AnswerWith) for node in nodes(body))


def always_answers(body: Part) -> bool:
    """Whether a procedure never runs off its end."""
    match body:
        case syntax.StatementSequence(statements=statements):
            return bool(statements) and always_answers(statements[-1])
        case syntax.IfStatement(cases=cases, otherwise=syntax.Else(body=last)):
            return always_answers(last) and all(always_answers(then) for _, then in cases)
    return isinstance(body, syntax.AnswerWith)


__all__ = ["Calls", "Resolving", "WrongError", "always_answers", "has_answer"]
