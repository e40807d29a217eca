"""From a description to a program: the one place where all parts of the rules meet."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from traceback import walk_tb
from typing import TYPE_CHECKING, Any

from lark import Token, Tree

from ludwright.language.tables import Cell
from ludwright.mistakes import Mistake, MistakesError, Place, nearest
from ludwright.model.kinds import BIG, BOOL, NUMBER, REAL, Field, Kind, Param, Type, Zone
from ludwright.model.world import World
from ludwright.rules import ir, sets, terms
from ludwright.rules.actions import Actions
from ludwright.rules.at_once import answer_of
from ludwright.rules.boards import Boards
from ludwright.rules.calls import Calls
from ludwright.rules.clock import Clock
from ludwright.rules.code import Code
from ludwright.rules.constants import evaluate, is_static
from ludwright.rules.ending import Ending
from ludwright.rules.flow import Flow
from ludwright.rules.formulas import Formulas
from ludwright.rules.habits import Habits, names_in, nodes
from ludwright.rules.image import Image
from ludwright.rules.lines import Lines
from ludwright.rules.maximizing import Maximizing
from ludwright.rules.places import Places
from ludwright.rules.properties import CellPlace, Properties
from ludwright.rules.questions import Questions
from ludwright.rules.reach import statement_count
from ludwright.rules.repeats import History
from ludwright.rules.scope import Answers, FieldRef, ParamList, PrintedRow, Scalar, Scope, Value, WrongError, ZoneRef
from ludwright.rules.terms import NO_NUMBER, NONE, ONE, ZERO
from ludwright.rules.turns import Turns
from ludwright.rules.watch import Watch

if TYPE_CHECKING:
    from ludwright.language.source import Declaration, Description

Node = Tree[Any] | Token

FILE_LINES = 1_000_000
"""A line number carries the number of its file above this."""
WORD = 2**31 - 1
MOST_OPTIONS = 1 << 16
SHORT = 24
"""Definitions of up to so many statements are compiled into their callers."""
MOST_CALLS = 5_000
"""How deep Python may call while a description is compiled."""


class Rules:
    """Compiles one description for one number of players. Mistakes are gathered in ``mistakes``; nothing is raised for them."""

    def __init__(self, description: Description, players: int, params: dict[str, int] | None = None) -> None:
        self.description = description
        self.mistakes: list[Mistake] = []
        self._reported: set[tuple[Any, str]] = set()
        self.model = World(description, players)
        self.settings = params or {}
        self.functions: dict[str, ir.Function] = {}
        self.leaving: dict[str, set[str]] = {}
        self.unions: dict[str, Kind] = {}
        self.image: dict[int, int | ir.Expr] = {}
        self.definitions: dict[str, Declaration] = {}
        self.procedures: dict[str, Declaration] = {}
        self.stages: dict[str, Declaration] = {}
        self.parts: list[str] = ["turn", "round"]
        self.resolved_events: set[str] = set()
        self.used_definitions: set[str] = set()
        self.built_in_functions: frozenset[str] = frozenset()
        self.movable: set[Kind] = set()
        self.words_used = (
            set().union(*(names_in(d.tree) for d in description.declarations)) if description.declarations else set()
        )
        self._definition_busy: list[str] = []
        self._set_definitions: set[str] = set()
        self._instances: dict[str, set[object]] = {}
        self._part_labels: dict[str, str] = {}
        self._repeats: History | None = None
        self.answers: dict[str, Answers] = {}
        self.program: ir.Program | None = None

    # ------------------------------------------------------------ mistakes

    def report(self, mistake: Mistake) -> None:
        key = (
            (mistake.place.file, mistake.place.line, mistake.place.column) if mistake.place else None,
            mistake.message,
        )
        if key not in self._reported:
            self._reported.add(key)
            self.mistakes.append(mistake)

    def wrong(self, scope: Scope, node: Node | None, message: str, hint: str = "") -> WrongError:
        self.report(Mistake(scope.declaration.place(node), getattr(scope.declaration, "where", "") + message, hint))
        return WrongError()

    def note(self, declaration: Declaration, node: Node | None, message: str, hint: str = "") -> None:
        self.report(Mistake(declaration.place(node), message, hint, "note"))

    def never(self, declaration: Declaration, node: Node) -> None:
        self.note(declaration, node, "this can never hold", "check the condition")

    def line(self, scope: Scope, node: Node | None) -> int:
        place = scope.declaration.place(node)
        files = self.description.files
        number = files.index(place.file) if place.file in files else 0
        return number * FILE_LINES + place.line

    def unknown_deed(self, name: Token, scope: Scope) -> WrongError:
        known = [*self.actions.known, *self.procedures, *self.stages]
        if str(name) in self.definitions:
            return self.wrong(
                scope, name, f"`{name}` is a definition, not something to do", "a statement changes something"
            )
        close = nearest(str(name), known)
        hint = f"did you mean `{close}`?" if close else "actions, stages and procedures can be done"
        return self.wrong(scope, name, f"there is nothing to do called `{name}`", hint)

    # ------------------------------------------------------------ the way through

    def compile(self) -> ir.Program | None:
        """The program, or None where there are mistakes."""
        try:
            with deep_calls():
                self._compile()
        except MistakesError as error:
            for mistake in error.mistakes:
                self.report(mistake)
        except WrongError:
            pass
        except RecursionError as error:
            self.report(
                Mistake(_where(error), "this is nested too deeply", "give parts of it names with `define` or `to`")
            )
        if any(m.severity == "mistake" for m in self.mistakes):
            return None
        return self.program

    def _compile(self) -> None:
        self._declare()
        self.formulas = Formulas(self)
        self.boards = Boards(self)
        self.places = Places(self)
        self.properties = Properties(self)
        self.lines = Lines(self)
        self.watch = Watch(self)
        self.questions = Questions(self)
        self.model.build(self.static, self.report)
        self._apply_settings()
        if any(m.severity == "mistake" for m in self.mistakes) and not self.model.player.count:
            return
        self.movable = {k for k in self.model.component_kinds if k.limit}
        self.habits = Habits(self.model)
        self.actions = Actions(self)
        self.calls = Calls(self)
        self.turns = Turns(self)
        self.ending = Ending(self)
        self.maximizing = Maximizing(self)
        self.clock = Clock(self)
        self.clock.declare()
        self.flow = Flow(self)
        self.effects = self.flow.effects
        self._count_uses()
        self.watch.prepare()
        if self.players_leave:
            self.turns.part_number("turn")
        image = Image(self)
        image.fill()
        self._main()
        self.clock.finish()
        self._functions_for_analysis()
        self._check_design()
        self._assemble(image)

    def _declare(self) -> None:
        for declaration in self.description.declarations:
            name = declaration.name
            if declaration.kind == "define" and name:
                self.definitions[name] = declaration
            elif declaration.kind == "proc" and name:
                self.procedures[name] = declaration
            elif declaration.kind == "stage" and name:
                self.stages[name] = declaration
        for declaration in self.description.declarations:
            for node in nodes(declaration.tree):
                if node.data == "stage":
                    part = str(node.children[1])
                    if part not in self.parts:
                        self.parts.append(part)
                    self.stages.setdefault(part, declaration)
        trees = [d.tree for d in self.description.declarations]
        every = [n for t in trees for n in nodes(t)]
        self.players_leave = any(
            n.data == "leaves" and len(n.children) == 2 and isinstance(n.children[1], Token)
            for n in every
            if n.data == "leaves"
        )
        self.removes_things = any(n.data == "remove" for n in every)
        self.leaves_turn = any(n.data == "stop" and str(n.children[0]) == "turn" for n in every)
        self.assigned = {str(n.children[0]) for n in every if n.data == "assign" and isinstance(n.children[0], Token)}
        self.score = next((d for d in self.description.declarations if d.kind == "score"), None)

    def _apply_settings(self) -> None:
        for name, value in self.settings.items():
            param = self.model.params.get(name)
            if param is None:
                close = nearest(name, self.model.params)
                hint = f"did you mean `{close}`?" if close else f"parameters: {', '.join(self.model.params) or 'none'}"
                raise MistakesError([Mistake(None, f"there is no parameter `{name}`", hint)])
            if param.is_list:
                raise MistakesError([Mistake(None, f"`{name}` is a list and can't be set to one number")])
            if not param.lo <= value <= param.hi:
                raise MistakesError([Mistake(None, f"{value} is outside the range {param.lo}..{param.hi} of `{name}`")])
            param.values = [value]

    def _count_uses(self) -> None:
        """How often procedures, stages and actions are called: what is called once is compiled in place."""
        self.uses: dict[str, int] = {}
        self._called: dict[str, set[str]] = {}
        for declaration in self.description.declarations:
            own = declaration.name or declaration.kind
            for node in nodes(declaration.tree):
                names: list[str] = []
                if node.data in (
                    "call",
                    "repeat_call_until",
                    "repeat_call_while",
                    "does",
                    "may_do",
                    "one_of",
                    "any_number",
                    "otherwise",
                    "let",
                    "assign",
                    "answer",
                ):
                    names = [str(c) for c in node.children if isinstance(c, Token)]
                elif node.data == "call_":
                    names = [str(node.children[0])]
                for name in names:
                    if name in self.procedures or name in self.stages or name in self.actions.known:
                        self.uses[name] = self.uses.get(name, 0) + 1
                        self._called.setdefault(own, set()).add(name)
                if node.data == "turns" and (len(node.children) < 7 or node.children[6] is None):
                    self._called.setdefault(own, set()).add("turn")
                if node.data == "resolve":
                    event = f"event {node.children[1]}"
                    self._called.setdefault(own, set()).add(event)
            if declaration.kind == "event":
                self._called.setdefault(f"event {declaration.tree.children[1]}", set()).update(
                    self._called.get(own, set())
                )
        self.uses["whenever"] = 2

    def recursive(self, name: str) -> bool:
        seen: set[str] = set()
        waiting = set(self._called.get(name, set()))
        while waiting:
            one = waiting.pop()
            if one == name:
                return True
            if one not in seen:
                seen.add(one)
                waiting |= self._called.get(one, set())
        return False

    def _main(self) -> None:
        """setup, then play, then the result."""
        flow = self.flow
        flow.entry("begin")
        flow.start("begin")
        flow.code.emit(ir.Do("initial", ()))
        for zone in self.model.all_zones():
            if zone.shuffled:
                places = sets.Numbers(terms.const(zone.place), terms.const(zone.place + zone.size - 1), NUMBER)
                places.each(flow.code, lambda p: self.places.shuffle(flow.code, p))
        anything = self.description.declarations[0] if self.description.declarations else None
        if anything is None:
            raise MistakesError(
                [Mistake(None, "this file is empty", 'a game begins with `game "..."` and `players ...`')]
            )
        for declaration in self.model.of("setup"):
            flow.run([declaration.tree.children[0]], Scope(flow.code, declaration, where="setup"))
        self.ending.after_setup(flow, Scope(flow.code, anything))
        plays = list(self.model.of("play"))
        if plays:
            for declaration in plays:
                flow.run([declaration.tree.children[0]], Scope(flow.code, declaration, where="play"))
        else:
            whole = Tree("turns", [None, None, None, None, None, None, None])
            turn = next(iter(self.model.of("turn")), anything)
            flow.run([whole], Scope(flow.code, turn, where="play"))
        self.ending.finish(flow.code)
        flow.close(ir.Halt())

    def turn_body(self, node: Node, scope: Scope) -> Node:
        turn = next(iter(self.model.of("turn")), None)
        if turn is None:
            raise self.wrong(scope, node, "nothing says what a player does on a turn", "add `turn: ...`")
        if self.recursive("turn"):
            raise self.wrong(
                scope, node, "a turn would be part of itself here", "say what is done on these turns: `turns: ...`"
            )
        return turn.tree.children[0]  # type: ignore[no-any-return]

    def turn_scope(self, scope: Scope) -> Scope:
        turn = next(iter(self.model.of("turn")))
        return Scope(scope.code, turn, scope.me, where="turn")

    # ------------------------------------------------------------ static values

    def static(
        self,
        node: Node,
        declaration: Declaration,
        names: dict[str, tuple[int, Kind | None]] | None = None,
        cell: Cell | None = None,
    ) -> int:
        """The value of a formula that must be known before the game starts."""
        place: Any = CellPlace(cell, declaration) if cell is not None else declaration
        scope = Scope(Code("static"), place, static=True)
        for name, (known, kind) in (names or {}).items():
            scope = scope.bind(name, Scalar(terms.const(known), kind.ref() if kind is not None else NUMBER))
        try:
            value = self.formulas.scalar(node, scope)
        except WrongError:
            raise MistakesError([]) from None
        expr = terms.as_int(value.expr)
        if scope.code.statements or not is_static(expr):
            message, hint = "this must be known before the game starts", "use numbers and parameters only"
            raise MistakesError([Mistake(place.place(node), message, hint)])
        number = evaluate(expr, self.model.tables.words)
        if not -BIG * 3 <= number <= BIG * 3:
            raise MistakesError([Mistake(place.place(node), "this number is too large")])
        return number

    def param(self, param: Param, scope: Scope) -> Value:
        if param.is_list:
            if scope.static:
                param.structural = True
            return ParamList(param)
        if scope.static:
            param.structural = True
            value = self.settings.get(param.name, param.values[0])
            return Scalar(terms.truth(bool(value)), BOOL) if param.is_bool else Scalar(terms.const(value), NUMBER)
        word = terms.table(param.base, lo=param.lo, hi=param.hi)
        return Scalar(terms.as_bool(word), BOOL) if param.is_bool else Scalar(word, NUMBER)

    # ------------------------------------------------------------ types

    def comparable(self, a: Kind | None, b: Kind | None) -> bool:
        if a is None or b is None:
            return a is b
        if a is b or a.root is b.root:
            return True
        if a.role == b.role == "component":
            return any(self.comparable(k, b) for k in a.children if a.name in self.unions) or any(
                self.comparable(a, k) for k in b.children if b.name in self.unions
            )
        if a.role == b.role == "design" and a.of is not None and b.of is not None:
            return self.comparable(a.of, b.of)
        return False

    def common(self, a: Type, b: Type, scope: Scope, node: Node | None) -> Type:
        """A type both values have."""
        if a.form == "none":
            return Type(b.form, b.kind, True) if b.form in ("ref", "number") else b
        if b.form == "none":
            return Type(a.form, a.kind, True) if a.form in ("ref", "number") else a
        if {a.form, b.form} <= {"number", "real"}:
            if "real" in (a.form, b.form):
                return REAL
            return Type("number", None, a.optional or b.optional)
        if a.form == b.form and (a.form != "ref" or self.comparable(a.kind, b.kind)):
            return Type(a.form, a.kind, a.optional or b.optional)
        raise self.wrong(scope, node, f"one is {a}, the other {b}", "both must be of the same kind")

    def fits(self, given: Type, wanted: Type, node: Node, scope: Scope, name: str = "") -> None:
        """A mistake unless a value of one type can stand where the other is wanted."""
        if given.form == "none":
            if wanted.form == "ref" and not wanted.optional:
                hint = f"declare it `{name or 'x'}: {wanted.kind.name} or none`" if wanted.kind else ""
                raise self.wrong(scope, node, f"{'`' + name + '`' if name else 'this'} can't be `none`", hint)
            return
        if given.form == wanted.form and (given.form != "ref" or self.comparable(given.kind, wanted.kind)):
            return
        if (
            given.kind is not None
            and wanted.kind is not None
            and given.kind.role == "component"
            and wanted.kind.role == "design"
        ):
            return
        raise self.wrong(scope, node, f"expected {wanted}, this is {given}")

    def known_members(self, kind: Kind) -> list[str]:
        found = [*kind.properties, *(f for a in kind.ancestors() for f in a.fields), *kind.holds]
        if kind.design is not None:
            found += list(kind.design.properties)
        found += [name for (owner, name) in self.model.owned_zones if owner == id(kind)]
        found += {"cell": ["row", "column", "neighbours", "number", "next"], "player": ["number", "turns"]}.get(
            kind.role, ["number"]
        )
        return found

    def is_me(self, expr: ir.Expr, scope: Scope) -> bool:
        return scope.me is not None and expr == scope.me

    def is_slot(self, expr: ir.Expr) -> bool:
        if isinstance(expr, ir.Binary) and expr.op == "ne":
            expr = expr.a
        return isinstance(expr, ir.Load) and expr.block == "state"

    def marked(self, kind: Kind) -> bool:
        """Whether single cards carry marks, so that equal copies may differ."""
        return any(a.fields for a in kind.ancestors()) or bool(kind.root.limit) or any(k.fields for k in kind.children)

    # ------------------------------------------------------------ addresses and checks

    def in_bounds(self, index: ir.Expr, lo: int, hi: int | ir.Expr, scope: Scope, node: Node) -> None:
        top = terms.const(hi) if isinstance(hi, int) else hi
        inside = terms.both(terms.ge(index, terms.const(lo)), terms.le(index, top))
        if terms.is_const(inside, 0):
            raise self.wrong(scope, node, f"the index is never in range {lo}..{top.hi}")
        if not terms.is_const(inside, 1) and not scope.real:
            scope.code.emit(ir.Check(inside, ir.BAD_INDEX, self.line(scope, node)))

    def check_range(self, number: ir.Expr, lo: int, hi: int, scope: Scope, node: Node | None = None) -> None:
        inside = terms.both(terms.ge(number, terms.const(lo)), terms.le(number, terms.const(hi)))
        if not terms.is_const(inside, 1) and not scope.real:
            scope.code.emit(ir.Check(inside, ir.BAD_INDEX, self.line(scope, node)))

    def address(
        self, field: Field, given: tuple[ir.Expr, ...], scope: Scope, node: Node | None
    ) -> tuple[ir.Expr, int, int]:
        """Where a word of a variable lies: its index, and the range it is proven or clamped into."""
        index: ir.Expr = ZERO
        first = 0
        for place, (dim, one) in enumerate(zip(field.dims, given, strict=True)):
            none = place == 0 and dim.type.form == "ref" and one.lo < 0
            if dim.type.form != "ref" or (place > 0 and one.lo < dim.first):
                inside = terms.both(terms.ge(one, terms.const(dim.first)), terms.le(one, terms.const(dim.last)))
                if terms.is_const(inside, 0):
                    raise self.wrong(
                        scope, node, f"`{field.name}` has no such index", f"it runs from {dim.first} to {dim.last}"
                    )
                if not terms.is_const(inside, 1) and not scope.real:
                    one = scope.code.keep(one)
                    inside = terms.both(terms.ge(one, terms.const(dim.first)), terms.le(one, terms.const(dim.last)))
                    scope.code.emit(ir.Check(inside, ir.BAD_INDEX, self.line(scope, node)))
                one = terms.clamp(one, dim.first, dim.last)
            offset = terms.sub(one, terms.const(dim.first))
            if none:
                first = -field.row
                offset = (
                    terms.select(terms.ge(one, ZERO), offset, terms.const(-1))
                    if dim.first
                    else terms.clamp(offset, -1, dim.count - 1)
                )
            elif one.hi > dim.last or one.lo < dim.first:
                offset = terms.clamp(offset, 0, dim.count - 1)
            index = terms.add(terms.mul(index, terms.const(dim.count)), offset)
        return index, first, field.size - 1

    # ------------------------------------------------------------ definitions

    def arity(self, name: str) -> int:
        params = self.definitions[name].tree.children[1]
        return len(params.children[0].children) if params is not None else 0

    def signature(self, name: str, values: list[Scalar], scope: Scope) -> tuple[str, list[Scalar]]:
        """A function name for a combination of argument types, and sample arguments with their ranges."""
        known = self._instances.setdefault(name, set())
        samples: list[Scalar] = []
        words: list[str] = []
        for value in values:
            type_, expr = value.type, terms.as_int(value.expr)
            lo, hi = expr.lo, expr.hi
            if type_.form == "ref" and type_.kind is not None:
                kind = type_.kind.root if type_.kind.role == "component" else type_.kind
                lo, hi = (NONE if lo < kind.first else kind.first), kind.last
            elif type_.form == "bool":
                lo, hi = 0, 1
            elif len(known) > 6:
                lo, hi = -ir.LIMIT, ir.LIMIT
            form = type_.kind.name.replace(" ", "_") if type_.kind is not None else type_.form
            words.append(f"{form}_{lo}_{hi}{'n' if type_.optional else ''}".replace("-", "m"))
            samples.append(Scalar(ir.Local(ir.INT, lo, hi, "sample"), type_))
        known.add(tuple(words))
        parts = [name, *words, *(["me"] if scope.me is not None else []), *(["real"] if scope.real else [])]
        return "fn_" + "_".join(parts), samples

    def apply_definition(self, name: str, args: list[Value], node: Node, scope: Scope) -> Value:
        declaration = self.definitions[name]
        self.used_definitions.add(name)
        if name in self._definition_busy:
            circle = " → ".join([*self._definition_busy[self._definition_busy.index(name) :], name])
            raise self.wrong(scope, node, f"definitions call each other in a circle: {circle}", "break the circle")
        if len(args) != self.arity(name):
            raise self.wrong(
                scope,
                node,
                f"`{name}` takes {self.arity(name)} in its brackets, here are {len(args)}",
                f"write `{name}(...)`",
            )
        if len(self._definition_busy) > 60:
            raise self.wrong(scope, node, "definitions are nested too deeply here")
        args = [self._loaded(a, node, scope) for a in args]
        scalars = [a for a in args if isinstance(a, Scalar)]
        if len(scalars) < len(args) or scope.static or name in self._set_definitions:
            return self._inline(name, args, declaration, scope)
        function, samples = self.signature(name, scalars, scope)
        if function not in self.functions:
            made = self._define(name, function, samples, declaration, scope)
            if made is None:
                return self._inline(name, args, declaration, scope)
        elif function in self._set_definitions:
            return self._inline(name, args, declaration, scope)
        known = self.functions[function]
        call = (*((scope.me,) if scope.me is not None else ()), *(terms.as_int(s.expr) for s in scalars))
        return Scalar(
            ir.Call(known.result or ir.INT, known.lo, known.hi, function, call), self._definition_types[function]
        )

    _definition_types: dict[str, Type]

    def _loaded(self, value: Value, node: Node, scope: Scope) -> Value:
        if isinstance(value, FieldRef) and len(value.given) == len(value.field.dims):
            return self.formulas.load(value.field, value.given, scope)
        if isinstance(value, Scalar):
            return Scalar(scope.code.keep(value.expr), value.type)
        return value

    def _definition_scope(
        self, name: str, args: list[Value], declaration: Declaration, scope: Scope, code: Code
    ) -> Scope:
        params = declaration.tree.children[1]
        inner = Scope(code, declaration, scope.me, static=scope.static, real=scope.real, where=name)
        for word, value in zip(params.children[0].children if params is not None else [], args, strict=True):
            inner = inner.bind(str(word), value)
        return inner

    def _definition_value(self, declaration: Declaration, scope: Scope) -> Value:
        *lets, last = declaration.tree.children[2:]
        for let in lets:
            scope = self.effects.statement(let, scope)
        formula = last.children[0] if isinstance(last, Tree) and last.data == "answer" else last
        return self.formulas.value(formula, scope)

    def _inline(self, name: str, args: list[Value], declaration: Declaration, scope: Scope) -> Value:
        self._definition_busy.append(name)
        try:
            return self._definition_value(
                declaration, self._definition_scope(name, args, declaration, scope, scope.code)
            )
        finally:
            self._definition_busy.pop()

    def _define(
        self, name: str, function: str, samples: list[Scalar], declaration: Declaration, scope: Scope
    ) -> ir.Function | None:
        """A function for a definition, unless it is a set or so small that it is better written out."""
        if not hasattr(self, "_types_made"):
            self._types_made = True
            self._definition_types = {}
        code = Code(function)
        words = (
            [str(w) for w in declaration.tree.children[1].children[0].children]
            if declaration.tree.children[1] is not None
            else []
        )
        params: list[tuple[str, int, int]] = [("me", 0, self.model.players - 1)] if scope.me is not None else []
        args: list[Value] = []
        for word, sample in zip(words, samples, strict=True):
            local = ir.Local(ir.INT, sample.expr.lo, sample.expr.hi, f"p_{word}")
            params.append((local.name, local.lo, local.hi))
            args.append(Scalar(terms.as_bool(local) if sample.type.form == "bool" else local, sample.type))
        outer = scope.having(me=terms.local("me", 0, self.model.players - 1) if scope.me is not None else None)
        inner = self._definition_scope(name, args, declaration, outer, code)
        self._definition_busy.append(name)
        try:
            value = self._definition_value(declaration, inner)
        finally:
            self._definition_busy.pop()
        if isinstance(value, FieldRef) and len(value.given) == len(value.field.dims):
            value = self.formulas.load(value.field, value.given, inner)
        if isinstance(value, ZoneRef) and getattr(value.zone, "room", 0) == 1:
            value = self.formulas.as_scalar(value, declaration.tree, inner)
        small = isinstance(value, Scalar) and not code.statements and sets.cheap(value.expr)
        if not isinstance(value, Scalar) or small:
            self._set_definitions.add(name)
            return None
        expr = value.expr
        code.emit(ir.Return(expr))
        self._definition_types[function] = value.type
        made = ir.Function(function, params, code.statements, expr.type, expr.lo, expr.hi, code.arrays)
        made.inline = statement_count(code.statements) <= SHORT
        self.functions[function] = made
        return made

    def score_of(self, seat: ir.Expr, scope: Scope) -> ir.Expr:
        """The score of a player (or of the team, where it is shared)."""
        assert self.score is not None
        params, formula = self.score.tree.children
        inner = Scope(scope.code, self.score, real=False, where="score")
        if params is not None:
            inner = inner.bind(str(params.children[0].children[0]), Scalar(seat, self.model.player.ref()))
        return self.formulas.number(formula, inner)

    # ------------------------------------------------------------ small services

    def property(self, kind: Kind, word: str, thing: ir.Expr, node: Node, scope: Scope) -> Value | None:
        columns = self.properties.columns(kind, word)
        if word == "name" and kind.role in ("component", "design", "enum"):
            return (
                Scalar(self.places.design_of(thing), kind.design.ref())
                if kind.role == "component" and kind.design
                else Scalar(thing, kind.ref())
            )
        if not columns:
            return None
        if columns[0][1].index is not None:
            return PrintedRow(kind, word, thing)
        return self.properties.read(kind, word, thing, None, node, scope)

    def still_in(self, seat: ir.Expr) -> ir.Expr:
        gone = terms.state(ir.GONE, lo=0, hi=255)
        return terms.eq(terms.bit_and(gone, terms.shifted(ONE, terms.clamp(seat, 0, 7))), ZERO)

    def throw(self, code: Code, faces: list[int]) -> ir.Expr:
        """One die."""
        name = code.fresh("thrown")
        code.emit(ir.Draw(name, terms.const(len(faces))))
        side = terms.local(name, 0, len(faces) - 1)
        if faces == list(range(faces[0], faces[0] + len(faces))):
            return code.keep(terms.add(side, terms.const(faces[0])), "face")
        base = self.model.tables.add(faces)
        return code.keep(terms.table(base, side, 0, len(faces) - 1, min(faces), max(faces)), "face")

    def beside(self, seat: ir.Expr, places: ir.Expr, right: bool, scope: Scope) -> ir.Expr:
        """The player some places to the left (or right), counting only those still in."""
        count = self.model.players
        if terms.is_const(places, 1) and not self.players_leave:
            return (
                scope.code.keep(sets.around(seat, terms.const(count - 1 if right else 1), count)) if count > 1 else seat
            )
        name = "beside_right" if right else "beside_left"
        if name not in self.functions:
            self.functions[name] = self._make_beside(name, right)
        return ir.Call(ir.INT, 0, count - 1, name, (seat, places))

    def _make_beside(self, name: str, right: bool) -> ir.Function:
        count = self.model.players
        code = Code(name)
        seat = code.variable(terms.local("seat", 0, count - 1), 0, count - 1, "at")
        steps = terms.clamp(terms.local("places", -ir.LIMIT, ir.LIMIT), 0, 64)

        def step(_: ir.Expr) -> None:
            move = ir.Set(
                seat.name, sets.around(seat, terms.const(count - 1 if right else 1), count) if count > 1 else seat
            )
            code.emit(move)
            if self.players_leave:
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

    def partner(self, seat: ir.Expr, node: Node, scope: Scope) -> Scalar:
        count = self.model.players
        if count != 4:
            raise self.wrong(scope, node, "`partner` needs a game for four")
        return Scalar(sets.around(seat, terms.const(2), 4), self.model.player.ref())

    def team_words(self) -> int | None:
        """Where the team of each player stands in the table, if there are teams."""
        column = self.model.player.properties.get("team")
        if not column:
            return None
        names = [c.text if isinstance(c, Cell) else str(c) for c in column[0].cells]
        return self.model.tables.add([names.index(n) for n in names])

    def steps(self, kind: Kind, cell: ir.Expr, way: ir.Expr, number: ir.Expr, scope: Scope) -> ir.Expr:
        """Several steps in one direction."""
        if isinstance(number, ir.Const) and 0 <= number.value <= 3:
            for _ in range(number.value):
                cell = self.boards.step(kind, cell, way)
            return cell
        name = f"steps_{kind.name}"
        if name not in self.functions:
            count, ways = kind.count, self.boards.directions(kind).count
            code = Code(name)
            at = code.variable(terms.local("cell", -1, count - 1), -1, count - 1, "at")
            limited = terms.clamp(terms.local("number", -ir.LIMIT, ir.LIMIT), 0, count)
            sets.walk(
                code,
                ONE,
                limited,
                lambda _: code.emit(ir.Set(at.name, self.boards.step(kind, at, terms.local("way", -1, ways - 1)))),
            )
            code.emit(ir.Return(at))
            params = [("cell", -1, count - 1), ("way", -1, ways - 1), ("number", -ir.LIMIT, ir.LIMIT)]
            self.functions[name] = ir.Function(name, params, code.statements, ir.INT, -1, count - 1)
        return ir.Call(ir.INT, -1, kind.count - 1, name, (cell, way, number))

    def sum_of(self, ref: FieldRef, node: Node, scope: Scope) -> ir.Expr:
        """All numbers of an indexed variable added up."""
        field = ref.field
        if field.type.form != "number" or not field.dims:
            raise self.wrong(scope, node, f"`{field.name}` has nothing to add up")
        missing = field.dims[len(ref.given) :]
        span = 1
        for dim in missing:
            span *= dim.count
        firsts = tuple(terms.const(d.first) for d in missing)
        start, _, _ = self.address(field, (*ref.given, *firsts), scope, node)
        start = scope.code.keep(start)
        total = scope.code.variable(ZERO, min(0, field.lo * span), max(0, field.hi * span), "sum")

        def add(i: ir.Expr) -> None:
            word = terms.state(field.base, terms.add(start, i), 0, field.size - 1, field.lo, field.hi)
            value = terms.select(terms.eq(word, terms.const(NO_NUMBER)), ZERO, word) if field.type.optional else word
            scope.code.emit(ir.Set(total.name, terms.clamp(terms.add(total, value), total.lo, total.hi)))

        sets.walk(scope.code, ZERO, terms.const(span - 1), add)
        return total

    def part_number(self, part: str, node: Node, scope: Scope) -> ir.Expr:
        if part not in self.parts:
            raise self.wrong(scope, node, f"there is no part `{part}` that could be counted")
        return self.turns.part_number(part)

    def part_code(self, part: str, node: Node, scope: Scope) -> int:
        """The number by which an effect says that it ends a part early; 1 is the game."""
        if part == "game":
            return 1
        if part not in self.parts:
            close = nearest(part, [*self.parts, "game"])
            raise self.wrong(
                scope,
                node,
                f"there is no part `{part}` to end or leave",
                f"did you mean `{close}`?" if close else "stages have names",
            )
        return 2 + self.parts.index(part)

    def parts_left(self, trees: list[Node]) -> set[str] | None:
        """The parts that effects may end early; None: they always run through."""
        found: set[str] = set()
        leaves = False
        seen: set[str] = set()
        waiting = list(trees)
        while waiting:
            for node in nodes(waiting.pop()):
                if node.data in ("wins", "loses", "tie"):
                    leaves = True
                elif node.data == "stop":
                    leaves = True
                    if str(node.children[0]) != "game":
                        found.add(str(node.children[0]))
                names = (
                    [str(c) for c in node.children if isinstance(c, Token)]
                    if node.data in ("call", "call_", "let", "assign")
                    else []
                )
                for name in names:
                    if name in self.procedures and name not in seen:
                        seen.add(name)
                        waiting.append(self.procedures[name].tree.children[2])
                if node.data == "resolve":
                    event = str(node.children[1])
                    if f"event {event}" not in seen:
                        seen.add(f"event {event}")
                        waiting.extend(self.habits.events.get(event, []))
        return found if leaves else None

    def note_part_label(self, part: str, label: str, fixed: bool) -> None:
        if fixed:
            self._part_labels[part] = label

    def part_label(self, part: str, node: Node, scope: Scope) -> str:
        if part not in self._part_labels:
            raise self.wrong(scope, node, f"this is not inside a `{part}`")
        return self._part_labels[part]

    def turns_of(self, seat: ir.Expr) -> ir.Expr:
        return self.turns.turns_of(seat)

    def times(self, action: ir.Expr) -> ir.Expr:
        count = self.model.action.count
        return terms.state(self._times_base(), action, 0, max(0, count - 1), 0, WORD)

    def _times_base(self) -> int:
        if not hasattr(self, "_times"):
            self._times = self.model.words(max(1, self.model.action.count))
        return self._times

    def count_action(self, code: Code, number: int) -> None:
        if "times" not in self.words_used:
            return
        base = self._times_base() + number
        code.emit(
            terms.store(
                base, terms.lowest(terms.add(terms.state(base, lo=0, hi=WORD), ONE), terms.const(WORD)), lo=0, hi=WORD
            )
        )

    def repeats(self) -> ir.Expr:
        return self._history().count()

    def _history(self) -> History:
        if self._repeats is None:
            self._repeats = History(self)
        return self._repeats

    def remember_position(self, code: Code) -> None:
        if "repeats" in self.words_used:
            self._history().remember(code)

    def capacity(self, zone: Any) -> ir.Expr | None:
        if not isinstance(zone, Zone):
            return terms.const(zone.room)
        if zone.capacity is None:
            return None
        return self.formulas.number(zone.capacity, Scope(Code("capacity"), zone.declaration))

    def refill_ref(self, target: ZoneRef, scope: Scope) -> ZoneRef | None:
        zone = target.zone
        if not isinstance(zone, Zone) or zone.refill is None:
            return None
        inner = Scope(scope.code, zone.declaration)
        if zone.owner is not None:
            per = zone.size // zone.owner.count
            index = terms.div(terms.sub(target.place, terms.const(zone.place)), terms.const(per))
            owner = terms.add(terms.clamp(index, 0, zone.owner.count - 1), terms.const(zone.owner.first))
            inner.owner = (zone.owner, owner)
        value = self.formulas.value(zone.refill, inner)
        if not isinstance(value, ZoneRef) or not isinstance(value.zone, Zone):
            raise self.wrong(inner, zone.refill, "a zone is refilled from another zone")
        return ZoneRef(scope.code.keep(value.place), value.zone)

    def refill_place(self, start: ZoneRef, scope: Scope) -> ir.Expr | None:
        zone = start.zone
        if not isinstance(zone, Zone) or zone.capacity is not None:
            return None
        ref = self.refill_ref(start, scope)
        return ref.place if ref is not None else None

    def pass_round(self, zone: Zone, way: str, scope: Scope) -> None:
        """Everybody hands a zone's contents on, all at the same time."""
        code, places = scope.code, self.places
        count = self.model.players
        kept = [sets.keep(code, places.contents(ZoneRef(terms.const(zone.place + p), zone))) for p in range(count)]
        for p, cards in enumerate(kept):
            to = ZoneRef(terms.const(zone.place + (p + (1 if way == "left" else count - 1)) % count), zone)
            cards.each(code, lambda c, to=to: places.move(code, c, to, False, 0))  # type: ignore[misc]

    def fresh_marks(self, code: Code, kind: Kind, thing: ir.Expr) -> None:
        """Set the marks of a new thing to their start."""
        for ancestor in {
            id(k): k for k in [*kind.ancestors(), *self.properties._descendants(kind.root), kind.root]
        }.values():
            for field in ancestor.fields.values():
                scope = Scope(code, field.declaration)
                index, _, last = self.address(field, (thing,), scope, field.tree)
                start = terms.table(self.image_base + field.base, index, 0, last, field.lo, field.hi)
                code.emit(ir.Store(field.base, index, 0, last, start, field.lo, field.hi, 0))

    def forget(self, code: Code, thing: ir.Expr, kind: Kind | None) -> None:
        """References to a removed thing become `none`, and its timers die."""
        if kind is None or not kind.root.limit:
            return
        self.clock.forget(code, thing)
        for field in self.model.all_fields():
            if (
                field.type.form == "ref"
                and field.type.kind is not None
                and field.type.kind.role == "component"
                and self.comparable(field.type.kind, kind)
                and field.type.optional
            ):
                name = code.fresh("i")
                word = terms.state(
                    field.base, terms.local(name, 0, field.size - 1), 0, field.size - 1, field.lo, field.hi
                )
                clear = terms.store(
                    field.base,
                    terms.const(NONE),
                    terms.local(name, 0, field.size - 1),
                    0,
                    field.size - 1,
                    NONE,
                    field.hi,
                )
                code.emit(ir.Loop(name, ZERO, terms.const(field.size - 1), [ir.If(terms.eq(word, thing), [clear])], 0))

    def answer_of(self, answers: Answers, seat: Scalar, node: Node, scope: Scope) -> Value:
        return answer_of(self, answers, terms.clamp(seat.expr, 0, self.model.players - 1))

    def asks_by_name(self, name: str) -> bool:
        return self.habits.name_asks(name)

    # ------------------------------------------------------------ resets

    def reset(self, code: Code, part: str) -> None:
        """Variables that begin anew each turn, round or stage."""
        for field in self.model.all_fields():
            if field.reset != part:
                continue
            if field.size == 1:
                code.emit(terms.store(field.base, self._start_word(field, ZERO), lo=field.lo, hi=field.hi))
                continue
            name = code.fresh("i")
            index = terms.local(name, 0, field.size - 1)
            put = ir.Store(field.base, index, 0, field.size - 1, self._start_word(field, index), field.lo, field.hi, 0)
            code.emit(ir.Loop(name, ZERO, terms.const(field.size - 1), [put], 0))

    def _start_word(self, field: Field, index: ir.Expr) -> ir.Expr:
        words = [self.image_words[field.base + i] for i in range(field.size)]
        if all(isinstance(w, int) and w == words[0] for w in words):
            return terms.const(words[0])  # type: ignore[arg-type]
        return terms.table(self.image_base + field.base, index, 0, field.size - 1, field.lo, field.hi)

    image_base: int
    image_words: list[int | ir.Expr]

    # ------------------------------------------------------------ functions for analysis

    def _functions_for_analysis(self) -> None:
        self.reals: dict[str, str] = {}
        self._real("returns", self._returns)
        score = self.score
        if score is not None:
            self._real("score", lambda code, seat: terms.as_real(self.score_of(seat, Scope(code, score))))
        lead = next(iter(self.model.of("lead")), None)
        if lead is not None:
            self._real("lead", lambda code, seat: self._lead(lead, code, seat))
        self.tracks: list[tuple[str, str, str]] = []
        for i, declaration in enumerate(self.model.of("track")):
            self._track(i, declaration)

    def _real(self, name: str, make: Any) -> None:
        players = self.model.players
        code = Code(name)
        function = f"real_of_{name.replace('.', '_')}"
        try:
            value = make(code, terms.local("seat", 0, players - 1))
        except WrongError:
            return
        code.emit(ir.Return(terms.as_real(value)))
        self.functions[function] = ir.Function(
            function, [("seat", 0, players - 1)], code.statements, ir.REAL, 0, 0, code.arrays
        )
        self.reals[name] = function

    def _returns(self, code: Code, seat: ir.Expr) -> ir.Expr:
        result = next(iter(self.model.of("result")), None)
        if result is not None:
            return self._result(result, code)
        alone = self.model.players == 1 or self.model.cooperative
        decided = any(True for d in self.description.declarations for n in nodes(d.tree) if n.data in ("wins", "loses"))
        if alone and self.score is not None and not decided:
            return terms.as_real(self.score_of(seat, Scope(code, self.score)))
        return terms.as_real(terms.state(ir.HEADER, seat, 0, self.model.players - 1, -1_000_000, 1_000_000))

    def goals_word(self) -> int:
        """Where the number of goals reached is kept."""
        if not hasattr(self, "_goals_reached"):
            self._goals_reached = self.model.words(1)
        return self._goals_reached

    def _result(self, declaration: Declaration, code: Code) -> ir.Expr:
        """The weighted result of a solo game: every share cut to its range and scaled to 0..1."""
        scope = Scope(code, declaration, real=True, where="result")
        total: ir.Expr = terms.real(0.0)
        for share in declaration.tree.children:
            percent, value, span = share.children
            if not isinstance(span, Tree) or span.data != "range":
                raise self.wrong(scope, span, "expected a range such as `0..100`")
            lo, hi = (terms.as_real(self.formulas.number(child, scope)) for child in span.children)
            number = terms.as_real(self.formulas.number(value, scope))
            scaled = terms.real_op("rdiv", terms.real_op("rsub", number, lo), terms.real_op("rsub", hi, lo))
            cut = terms.real_op("rmax", terms.real(0.0), terms.real_op("rmin", terms.real(1.0), scaled))
            total = terms.real_op("radd", total, terms.real_op("rmul", terms.real(int(str(percent)[:-1]) / 100), cut))
        return total

    def _lead(self, declaration: Declaration, code: Code, seat: ir.Expr) -> ir.Expr:
        params, formula = declaration.tree.children
        scope = Scope(code, declaration, real=True, where="lead")
        if params is not None:
            scope = scope.bind(str(params.children[0].children[0]), Scalar(seat, self.model.player.ref()))
        value = terms.as_real(self.formulas.number(formula, scope))
        return terms.real_op("rmax", terms.real(0.0), terms.real_op("rmin", terms.real(1.0), value))

    def _track(self, number: int, declaration: Declaration) -> None:
        title, formula, gen, each = declaration.tree.children
        per_seat = gen is not None

        def make(code: Code, seat: ir.Expr) -> ir.Expr:
            last = terms.clamp(terms.state(ir.TURN_PLAYER, lo=-1, hi=self.model.players), 0, self.model.players - 1)
            scope = Scope(code, declaration, last, real=True, where="track")
            if gen is not None:
                name, members, _, _ = self.formulas.gen(gen, scope)
                if members.type.kind is not self.model.player:
                    raise self.wrong(
                        scope, gen, "a track follows something for each player", "write `for p in players`"
                    )
                scope = self.formulas.bound(scope, name, seat, members.type)
            return terms.as_real(self.formulas.number(formula, scope))

        self._real(f"track.{number}", make)
        self.tracks.append(
            (str(title)[1:-1], str(each) if each is not None else "turn", "seat" if per_seat else "game")
        )

    # ------------------------------------------------------------ mistakes of design

    def _check_design(self) -> None:
        from ludwright.rules.design import check_design

        check_design(self)

    # ------------------------------------------------------------ the finished program

    def _assemble(self, image: Image) -> None:
        model = self.model
        if any(m.severity == "mistake" for m in self.mistakes):
            return
        image.finish()
        options = Code("options")
        cases: dict[int, list[ir.Stmt]] = {q.number: [ir.Do(q.function, ())] for q in self.questions.all}
        options.emit(ir.Switch(terms.state(ir.QUESTION, lo=0, hi=1 << 20), cases))
        self.functions["options"] = ir.Function("options", [], options.statements, changes=True)
        machine = ir.Machine(self.flow.blocks, self.flow.entries, self.flow.code.arrays)
        self.program = ir.Program(
            functions=self.functions,
            machine=machine,
            options="options",
            state_size=model.state_size,
            table_size=len(model.tables.words),
            players=model.players,
            max_options=MOST_OPTIONS,
            reals=self.reals,
        )


@contextmanager
def deep_calls() -> Iterator[None]:
    """Room for formulas as deep as the parser lets through, and for definitions that use each other."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, MOST_CALLS))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def _where(error: RecursionError) -> Place | None:
    """The statement that was being compiled when Python gave up."""
    for frame, _ in walk_tb(error.__traceback__):
        scope, node = (frame.f_locals.get(name) for name in ("scope", "node"))
        if isinstance(scope, Scope) and isinstance(node, Tree | Token):
            return scope.declaration.place(node)
    return None


__all__ = ["Rules", "replace"]
