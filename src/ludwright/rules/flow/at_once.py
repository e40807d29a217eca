"""`at once`: everybody answers on the same state before anything happens.

The players are asked one after the other, but nothing changes until all have answered: what each said is written to a sealed row of slots, one for
each seat, which the part after `then` (and what follows it) reads as ``c[p]``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import prod
from typing import TYPE_CHECKING

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import NO_NUMBER, NONE, ONE, ZERO
from ludwright.language import syntax
from ludwright.language.syntax import Part
from ludwright.language.syntax.walking import nodes
from ludwright.model.kinds import Dim, Type
from ludwright.rules.emit.code import Code
from ludwright.rules.names import sets
from ludwright.rules.names.scope import Answers, Scalar, Scope

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules
    from ludwright.rules.flow.flow import Flow

ASKING = (syntax.Choose, syntax.ChooseOption, syntax.OptionBranch, syntax.Nothing)
AROUND = (syntax.IfStatement, syntax.For, syntax.RepeatTimes, syntax.StatementSequence, syntax.EndOfPhase)
"""What may stand around questions: tests and loops."""
MOST_ANSWERS = 4096


class Sealed:
    """The answers of one `at once` part while it is compiled."""

    def __init__(self, flow: Flow, seat: ir.Expr) -> None:
        self.flow = flow
        self.seat = seat
        self.answers: dict[str, Answers] = {}
        self.loops: list[tuple[Dim, ir.Expr]] = []
        """The loops round the question: what each goes through, and where it is."""

    @contextmanager
    def within(self, dim: Dim, at: ir.Expr) -> Iterator[None]:
        """What is asked inside is asked once for each pass of a loop."""
        self.loops.append((dim, at))
        yield
        self.loops.pop()

    def row(self, name: str, type_: Type, lo: int, hi: int, node: Part, scope: Scope, length: int = 0) -> Answers:
        """The slots for one question: a word for each seat (and each pass of the loops round it), or a counted list."""
        if name not in self.answers:
            blank = NO_NUMBER if type_.form == "number" else NONE
            dims = tuple(dim for dim, _ in self.loops)
            words = self.flow.model.players * (length + 1) * prod(dim.count for dim in dims)
            if length and dims:
                message = "in a loop, everybody chooses one thing at a time here"
                raise self.flow.rules.wrong(scope, node, message, "ask for each in a pass of its own")
            if words > MOST_ANSWERS:
                message = f"there would have to be room for {words:,} answers here"
                raise self.flow.rules.wrong(scope, node, message, f"{MOST_ANSWERS:,} are the most")
            start = self.flow.frame.slots(words)
            kept = Type(type_.form, type_.kind, True)
            self.answers[name] = Answers(self.flow.frame, start, kept, min(lo, blank), hi, length, dims)
        return self.answers[name]

    def put(self, name: str, value: Scalar, lo: int, hi: int, node: Part, scope: Scope) -> None:
        """Note what this seat answered."""
        row = self.row(name, value.type, lo, hi, node, scope)
        place, size = _place(self.flow.rules, row, self.seat, [at for _, at in self.loops])
        self.flow.code.emit(row.frame.store(row.base, terms.as_int(value.expr), place, size, row.lo, row.hi))

    def put_list(self, name: str, members: sets.SetValue, lo: int, hi: int, node: Part, scope: Scope) -> None:
        """Note a set this seat answered."""
        row = self.row(name, members.type, lo, hi, node, scope, members.bound)
        code = self.flow.code
        answered = AnsweredList(self.flow, row, self.seat)
        code.emit(answered.set_number(ZERO))
        members.each(code, lambda x: answered.add(code, x))

    def resets(self) -> list[ir.Stmt]:
        """Nobody has answered yet."""
        found: list[ir.Stmt] = []
        seats = self.flow.model.players
        for number, row in enumerate(self.answers.values()):
            name = f"seat_{number}"
            size = seats * prod(dim.count for dim in row.dims)
            seat = terms.local(name, 0, size - 1)
            if row.length:
                clear = AnsweredList(self.flow, row, seat).set_number(ZERO)
            else:
                blank = NO_NUMBER if row.type.form == "number" else NONE
                clear = row.frame.store(row.base, terms.const(blank), seat, size, row.lo, row.hi)
            found.append(ir.Loop(name, ZERO, terms.const(size - 1), [clear], 0))
        return found


class AnsweredList(sets.SetValue):
    """The set one seat answered."""

    def __init__(self, flow: Flow, row: Answers, seat: ir.Expr) -> None:
        self.flow, self.row, self.seat = flow, row, seat
        self.type, self.bound = Type(row.type.form, row.type.kind), row.length
        self._room = flow.model.players * (row.length + 1)

    def _place(self, offset: ir.Expr) -> ir.Expr:
        return terms.add(terms.mul(self.seat, terms.const(self.row.length + 1)), offset)

    @property
    def number(self) -> ir.Expr:
        return self.row.frame.load(self.row.base, 0, self.row.length, self._place(ZERO), self._room)

    def set_number(self, value: ir.Expr) -> ir.Stmt:
        return self.row.frame.store(self.row.base, value, self._place(ZERO), self._room, 0, self.row.length)

    def at(self, index: ir.Expr) -> ir.Expr:
        place = self._place(terms.add(terms.clamp(index, 0, self.bound - 1), ONE))
        return self.row.frame.load(self.row.base, max(self.row.lo, 0), self.row.hi, place, self._room)

    def add(self, code: Code, x: ir.Expr) -> None:
        number = code.keep(self.number)
        place = self._place(terms.add(terms.clamp(number, 0, self.bound - 1), ONE))
        code.emit(self.row.frame.store(self.row.base, x, place, self._room, self.row.lo, self.row.hi))
        code.emit(self.set_number(terms.lowest(terms.add(number, ONE), terms.const(self.bound))))

    def each(self, code: Code, visit: sets.Visit, alive: ir.Expr | None = None, backwards: bool = False) -> None:
        sets.walk(code, ZERO, terms.sub(self.number, ONE), lambda i: visit(code.keep(self.at(i), "member")), backwards)

    def count(self, code: Code) -> ir.Expr:
        return self.number

    def empty(self, code: Code) -> ir.Expr:
        return terms.eq(self.number, ZERO)


def answer_of(rules: Rules, row: Answers, seat: ir.Expr, passes: list[ir.Expr]) -> Scalar | sets.SetValue:
    """What a seat answered (in a pass of the loops round the question): `none` (or nothing) where it was not asked."""
    if row.length:
        return AnsweredList(rules.flow, row, seat)
    place, size = _place(rules, row, seat, passes)
    value: ir.Expr = row.frame.load(row.base, row.lo, row.hi, place, size)
    for dim, at in zip(row.dims, passes, strict=True):
        there = terms.both(terms.ge(at, terms.const(dim.first)), terms.le(at, terms.const(dim.last)))
        value = terms.select(there, value, terms.const(NO_NUMBER if row.type.form == "number" else NONE))
    return Scalar(value, row.type)


def _place(rules: Rules, row: Answers, seat: ir.Expr, passes: list[ir.Expr]) -> tuple[ir.Expr, int]:
    """Where an answer lies among all to a question, and how many these are."""
    place, size = seat, rules.model.players
    for dim, at in zip(row.dims, passes, strict=True):
        step = terms.clamp(terms.sub(at, terms.const(dim.first)), 0, dim.count - 1)
        place, size = terms.add(terms.mul(place, terms.const(dim.count)), step), size * dim.count
    return place, size


def _only_asks(flow: Flow, asked: syntax.StatementBlock, scope: Scope) -> None:
    """Nothing happens before all have answered."""
    for part in nodes(asked):
        ends = isinstance(part, syntax.EndOfPhase) and not flow.rules.habits.ends_loop(part)
        if isinstance(part, syntax.StatementNode) and (not isinstance(part, ASKING + AROUND) or ends):
            raise flow.rules.wrong(
                scope,
                part,
                "before `then`, `at once` may only ask and test",
                "questions, `if`, `for`, `repeat 3 times` and `end loop` can stand here; effects stand after `then`",
            )


def compile_at_once(flow: Flow, node: syntax.AtOnce, scope: Scope) -> Scope:
    """Ask everybody, then go on with all answers."""
    rules = flow.rules
    _only_asks(flow, node.asked, scope)
    own_turn = flow.depth == 0 and not any(way.part in rules.secret_stages for way in flow.ways)
    if own_turn:
        rules.turns.begin_common(flow.code)
    begin = flow.label("at_once")
    entry = flow.entry(begin)
    rules.secrets.begin_sealed(flow.code, entry)
    flow.fall(begin)
    name, members, _, _ = rules.formulas.gen(node.members, scope)
    if members.type.kind is not rules.model.player:
        raise rules.wrong(scope, node.members, f"only players can be asked, these are things such as {members.type}")
    head, mark = flow.code.statements, len(flow.code.statements)
    stored = flow.store_list(members, node, scope)
    sealed: list[Sealed] = []

    def one(seat: Scalar, inner: Scope) -> None:
        outer = flow.sealed
        flow.sealed = Sealed(flow, seat.expr)
        sealed.append(flow.sealed)
        flow.run([node.asked], inner.bind(name, seat))
        flow.sealed = outer

    flow.walk(stored, node, scope, one)
    head[mark:mark] = sealed[0].resets()
    rules.secrets.end_sealed(flow.code, entry)
    for word, row in sealed[0].answers.items():
        scope = scope.bind(word, row)
        if row.frame.fixed:
            rules.answers[word] = row
    flow.run([node.then], scope)
    if own_turn:
        rules.turns.end_common(flow)
    return scope
