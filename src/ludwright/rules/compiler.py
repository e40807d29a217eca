"""From a description to a program: the one place where all parts of the rules meet."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from traceback import walk_tb
from typing import TYPE_CHECKING, Any

from lark import Token

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import NO_NUMBER, ONE, ZERO
from ludwright.language import syntax
from ludwright.language.in_play import in_play
from ludwright.language.syntax import Node, Part, own_words
from ludwright.language.syntax.reading import names_in
from ludwright.language.syntax.walking import nodes
from ludwright.language.tables import Cell
from ludwright.mistakes import Mistake, MistakesError, Place, nearest
from ludwright.model.constants import evaluate, is_static
from ludwright.model.kinds import BIG, BOOL, NUMBER, Kind, Param, Type
from ludwright.model.printed_effects import PrintedEffect
from ludwright.model.side_effects import CONCLUDING, SideEffects
from ludwright.model.world import World
from ludwright.rules.analysis.taints import Taints
from ludwright.rules.beliefs.approximations import Approximations
from ludwright.rules.beliefs.card_formulas import CardReader
from ludwright.rules.beliefs.disjunctions import Disjunctions
from ludwright.rules.beliefs.estimates import Estimates
from ludwright.rules.beliefs.evidence import BranchEvidence
from ludwright.rules.beliefs.hidden_changes import HiddenChanges
from ludwright.rules.beliefs.hidden_variables import HiddenVariables
from ludwright.rules.beliefs.knowledge import Knowledge
from ludwright.rules.beliefs.pair_constraints import PairConstraints
from ludwright.rules.beliefs.passed_over import PassedOver
from ludwright.rules.beliefs.secrets import Secrets
from ludwright.rules.beliefs.transfers import Transfers
from ludwright.rules.checks.design import check_design
from ludwright.rules.checks.effort import EffortCheck
from ludwright.rules.checks.text_columns import keep_texts
from ludwright.rules.effects.calls import Calls
from ludwright.rules.effects.reveal import Reveal
from ludwright.rules.effects.upkeep import Upkeep
from ludwright.rules.emit.best_possible import add_best_possible
from ludwright.rules.emit.code import Code
from ludwright.rules.emit.fault_lines import fill_lines
from ludwright.rules.emit.sharing import share
from ludwright.rules.flow.at_once import answer_of
from ludwright.rules.flow.clock import Clock
from ludwright.rules.flow.counting import Counting
from ludwright.rules.flow.ending import Ending
from ludwright.rules.flow.flow import Flow
from ludwright.rules.flow.results import OutcomeAnalysis
from ludwright.rules.flow.structure import Structure
from ludwright.rules.flow.turns import Turns
from ludwright.rules.flow.watched_cells import EndWatch
from ludwright.rules.formulas.areas import Areas
from ludwright.rules.formulas.boards import Boards
from ludwright.rules.formulas.defining import Defining
from ludwright.rules.formulas.formulas import Formulas
from ludwright.rules.formulas.lines import BoardLines
from ludwright.rules.formulas.long_definitions import LongDefinitions
from ludwright.rules.formulas.properties import CellPlace, Properties
from ludwright.rules.formulas.seats import SeatFormulas
from ludwright.rules.names import sets
from ludwright.rules.names.fitting import Fitting
from ludwright.rules.names.scope import (
    Answers,
    FieldRef,
    ParamList,
    PrintedRow,
    Scalar,
    Scope,
    TooEarlyError,
    Value,
    WrongError,
)
from ludwright.rules.names.shadowing import shown, without_shadows
from ludwright.rules.options.actions import Actions
from ludwright.rules.options.bots import Bots
from ludwright.rules.options.equal_things import EqualThings
from ludwright.rules.options.groups import Groups
from ludwright.rules.options.maximizing import Maximizing
from ludwright.rules.options.questions import Questions
from ludwright.rules.state.addresses import Addresses
from ludwright.rules.state.bounded_log import BoundedLog
from ludwright.rules.state.frames import MORE_STACK_WORDS, STACK_WORDS
from ludwright.rules.state.initial_state import InitialState
from ludwright.rules.state.places import Places

if TYPE_CHECKING:
    from ludwright.language.source import Declaration, Description

WORD = 2**31 - 1
MOST_OPTIONS = 1 << 16
_CALLING = (
    syntax.CallStatement, syntax.RepeatCall, syntax.Does, syntax.MayDo, syntax.OneOf, syntax.AnyNumberOf, syntax.FunctionCall,
    syntax.Let, syntax.Assign, syntax.AnswerWith,
)  # fmt: skip
"""What may name something that is called."""
MOST_CALLS = 5_000
"""How deep Python may call while a description is compiled."""


class Rules:
    """Compiles one description for one number of players. Mistakes are gathered in ``mistakes``; nothing is raised for them."""

    def __init__(
        self,
        description: Description,
        players: int,
        params: dict[str, int] | None = None,
        stack_words: int = STACK_WORDS,
    ) -> None:
        description = without_shadows(description)
        self.description = description
        self.stack_words = stack_words
        self.lacks_room = False
        self.declared = False
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
        self.secret_stages: set[str] = set()
        self.resolved_events: set[str] = set()
        self.used_definitions: set[str] = set()
        self.built_in_functions: frozenset[str] = frozenset()
        self.movable: set[Kind] = set()
        self.words_used: set[str] = set()
        self.answers: dict[str, Answers] = {}
        self.program: ir.Program | None = None

    @classmethod
    def compiled(cls, description: Description, players: int, params: dict[str, int] | None = None) -> Rules:
        """Compile a description; where its questions remember too much for the usual stack, with a larger one."""
        rules = cls(description, players, params)
        rules.compile()
        if rules.lacks_room:
            rules = cls(description, players, params, MORE_STACK_WORDS)
            rules.compile()
        return rules

    # ------------------------------------------------------------ mistakes

    def report(self, mistake: Mistake) -> None:
        mistake = replace(mistake, message=shown(mistake.message), hint=shown(mistake.hint))
        key = (
            (mistake.place.file, mistake.place.line, mistake.place.column) if mistake.place else None,
            mistake.message,
        )
        if key not in self._reported:
            self._reported.add(key)
            self.mistakes.append(mistake)

    def wrong(self, scope: Scope, node: Part | None, message: str, hint: str = "") -> WrongError:
        self.report(Mistake(scope.declaration.place(node), getattr(scope.declaration, "where", "") + message, hint))
        return WrongError()

    def note(self, declaration: Declaration, node: Part | None, message: str, hint: str = "", about: str = "") -> None:
        self.report(Mistake(declaration.place(node), message, hint, "note", about))

    def never(self, declaration: Declaration, node: Part) -> None:
        """A condition that fails whatever happens; where the number of players varies it may hold with others."""
        fixed = all(tree.most in (None, tree.least) for _, tree in self.model.declared(syntax.PlayersDeclaration))
        severity = "mistake" if fixed else "note"
        hint = "look at the ranges of what it compares"
        self.report(Mistake(declaration.place(node), "this can never hold", hint, severity))

    def line(self, scope: Scope, node: Part | None) -> int:
        place = scope.declaration.place(node)
        files = self.description.files
        number = files.index(place.file) if place.file in files else 0
        return number * ir.FILE_LINES + place.line

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
        self.mistakes.sort(key=self._order)
        if any(m.severity == "mistake" for m in self.mistakes):
            return None
        return self.program

    def _order(self, mistake: Mistake) -> tuple[int, int, int]:
        """Mistakes are told in the order of the text."""
        place, files = mistake.place, self.description.files
        if place is None:
            return -1, 0, 0
        return files.index(place.file) if place.file in files else len(files), place.line, place.column

    def _compile(self) -> None:
        self._declare()
        self.effort = EffortCheck(self)
        self.fitting = Fitting(self)
        self.defining = Defining(self)
        self.long_definitions = LongDefinitions(self)
        self.structure = Structure(self)
        self.seats = SeatFormulas(self)
        self.addresses = Addresses(self)
        self.upkeep = Upkeep(self)
        self.counting = Counting(self)
        self.analysis = OutcomeAnalysis(self)
        self.formulas = Formulas(self)
        self.boards = Boards(self)
        self.places = Places(self)
        self.equal_things = EqualThings(self)
        self.properties = Properties(self)
        self.lines = BoardLines(self)
        self.areas = Areas(self)
        self.watch = EndWatch(self)
        self.questions = Questions(self)
        self.model.build(self.static, self.report)
        self.description = self.model.description
        self._look_through()
        self.declared = True
        self._apply_settings()
        keep_texts(self)
        self.taints = Taints(self.description, self.model)
        self.knowledge = Knowledge(self)
        self.facts = PairConstraints(self)
        self.some_of = Disjunctions(self)
        self.noted: tuple[BoundedLog, ...] = (self.facts, self.some_of)
        self.transfers = Transfers(self)
        self.hidden_changes = HiddenChanges(self)
        self.card_reader = CardReader(self)
        self.hidden_variables = HiddenVariables(self)
        self.approximations = Approximations(self)
        self.evidence = BranchEvidence(self)
        self.secrets = Secrets(self)
        self.telling = Reveal(self)
        self.passed_over = PassedOver(self)
        self.estimates = Estimates(self)
        if any(m.severity == "mistake" for m in self.mistakes) and not self.model.player.count:
            return
        self.movable = {k for k in self.model.component_kinds if k.limit}
        self.habits = SideEffects(self.model)
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
        image = InitialState(self)
        image.fill()
        self._main()
        self.clock.finish()
        self.bots = Bots(self)
        self.bots.make()
        self.equal_things.settle()
        self.analysis.make()
        self.groups = Groups(self)
        self.groups.make()
        self.equal_things.finish()
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
                if isinstance(node, syntax.StageDeclaration):
                    part = str(node.name)
                    if part not in self.parts:
                        self.parts.append(part)
                    self.stages.setdefault(part, declaration)
                    if node.secret is not None:
                        self.secret_stages.add(part)
        self.score = next((d for d in self.description.declarations if d.kind == "score"), None)
        self._look_through()

    def _look_through(self) -> None:
        """What happens anywhere in the text, the effects in tables included."""
        trees = [d.tree for d in self.description.declarations]
        every = [n for t in trees for n in nodes(t)]
        self.words_used = set().union(*map(names_in, trees))
        self.players_leave = any(isinstance(n, syntax.Leaves) for n in every)
        self.asks_for_knowledge = any(
            isinstance(n, syntax.Knows) or (isinstance(n, syntax.FunctionCall) and n.name in CONCLUDING)
            for d in in_play(self.description.declarations)
            for n in nodes(d.tree)
        )
        self.removes_things = any(isinstance(n, syntax.Remove) for n in every)
        self.leaves_turn = any(isinstance(n, syntax.EndOfPhase) and n.phase == "turn" for n in every)
        self.assigned = {str(n.target) for n in every if isinstance(n, syntax.Assign) and isinstance(n.target, Token)}

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
            if declaration.kind in ("bot", "expect"):  # these speak of actions, and do nothing
                continue
            own = declaration.name or declaration.kind
            for node in nodes(declaration.tree):
                called = self._called.setdefault(own, set())
                for name in own_words(node) if isinstance(node, _CALLING) else []:
                    if name in self.procedures or name in self.stages or name in self.actions.known:
                        self.uses[name] = self.uses.get(name, 0) + 1
                        called.add(name)
                if isinstance(node, syntax.TurnsStatement) and node.body is None:
                    called.add("turn")
                if isinstance(node, syntax.Resolve):
                    called.add(f"event {node.event}")
            if isinstance(declaration.tree, syntax.EventDeclaration):
                self._called.setdefault(f"event {declaration.tree.event}", set()).update(self._called.get(own, set()))
            elif isinstance(declaration, PrintedEffect):
                self._called.setdefault(f"event {declaration.event}", set()).update(self._called.get(own, set()))
        self.uses["whenever"] = 2

    def type_of(self, formula: Part, scope: Scope) -> Type | None:
        """What a formula comes to; nothing if it stands behind names that are not known yet. Nothing is told and nothing emitted."""
        mistakes, reported = list(self.mistakes), set(self._reported)
        try:
            return self.formulas.scalar(formula, scope.having(code=Code("type"))).type
        except WrongError:
            return None
        finally:
            self.mistakes[:], self._reported = mistakes, reported

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
        for declaration, setup in self.model.declared(syntax.SetupDeclaration):
            flow.run([setup.body], Scope(flow.code, declaration, where="setup"))
        self.ending.after_setup(flow, Scope(flow.code, anything))
        plays = list(self.model.declared(syntax.PlayDeclaration))
        for declaration, play in plays:
            flow.run([play.body], Scope(flow.code, declaration, where="play"))
        if not plays:
            turn = next(iter(self.model.of("turn")), anything)
            flow.run([syntax.TurnsStatement()], Scope(flow.code, turn, where="play"))
        self.ending.finish(flow.code)
        flow.close(ir.Halt())
        self.clock.later.write(flow)

    def turn_body(self, node: Node, scope: Scope) -> syntax.Body:
        turn = next((tree for _, tree in self.model.declared(syntax.TurnDeclaration)), None)
        if turn is None:
            raise self.wrong(scope, node, "nothing says what a player does on a turn", "add `turn: ...`")
        if self.recursive("turn"):
            raise self.wrong(
                scope, node, "a turn would be part of itself here", "say what is done on these turns: `turns: ...`"
            )
        return turn.body

    def turn_scope(self, scope: Scope) -> Scope:
        turn = next(iter(self.model.of("turn")))
        return Scope(scope.code, turn, scope.me, where="turn")

    # ------------------------------------------------------------ static values

    def static(
        self,
        node: Part,
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
        except TooEarlyError:
            raise self._unknown_before(place.place(node)) from None
        expr = terms.as_int(value.expr)
        if scope.code.statements or not is_static(expr):
            raise self._unknown_before(place.place(node))
        number = evaluate(expr, self.model.tables.words)
        if not -BIG * 3 <= number <= BIG * 3:
            raise MistakesError([Mistake(place.place(node), "this number is too large")])
        return number

    @staticmethod
    def _unknown_before(place: Place) -> MistakesError:
        message, hint = "this must be known before the game starts", "use numbers and parameters only"
        return MistakesError([Mistake(place, message, hint)])

    def needs_a_game(self) -> None:
        """Whoever reads or counts what happens in a game asks for it here first: there is none while sizes are worked out."""
        if not self.declared:
            raise TooEarlyError

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

    def is_me(self, expr: ir.Expr, scope: Scope) -> bool:
        return scope.me is not None and expr == scope.me

    def is_slot(self, expr: ir.Expr) -> bool:
        if isinstance(expr, ir.Binary) and expr.op == "ne":
            expr = expr.a
        return isinstance(expr, ir.Load) and expr.block == "state"

    # ------------------------------------------------------------ addresses and checks

    # ------------------------------------------------------------ definitions

    # ------------------------------------------------------------ small services

    def property(self, kind: Kind, word: str, thing: ir.Expr, node: Part, scope: Scope) -> Value | None:
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

    def throw(self, code: Code, faces: list[int]) -> ir.Expr:
        """One die."""
        name = code.fresh("thrown")
        code.emit(ir.Draw(name, terms.const(len(faces))))
        side = terms.local(name, 0, len(faces) - 1)
        if faces == list(range(faces[0], faces[0] + len(faces))):
            return code.keep(terms.add(side, terms.const(faces[0])), "face")
        base = self.model.tables.add(faces)
        return code.keep(terms.table(base, side, 0, len(faces) - 1, min(faces), max(faces)), "face")

    def steps(self, kind: Kind, cell: ir.Expr, way: ir.Expr, number: ir.Expr, scope: Scope) -> ir.Expr:
        """Several steps in one direction."""
        if isinstance(number, ir.Const) and 0 <= number.value <= 3:
            for _ in range(number.value):
                cell = self.boards.step(kind, cell, way)
            return cell
        name = f"steps_{kind.name}"
        if name not in self.functions:
            directions = self.boards.directions(kind)
            assert directions is not None, "only boards with directions step"
            count, ways = kind.count, directions.count
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

    def sum_of(self, ref: FieldRef, node: Part, scope: Scope) -> ir.Expr:
        """All numbers of an indexed variable added up."""
        field = ref.field
        if field.type.form != "number" or not field.dims:
            raise self.wrong(scope, node, f"`{field.name}` has nothing to add up")
        missing = field.dims[len(ref.given) :]
        span = 1
        for dim in missing:
            span *= dim.count
        firsts = tuple(terms.const(d.first) for d in missing)
        start, _, _ = self.addresses.address(field, (*ref.given, *firsts), scope, node)
        start = scope.code.keep(start)
        total = scope.code.variable(ZERO, min(0, field.lo * span), max(0, field.hi * span), "sum")

        def add(i: ir.Expr) -> None:
            word = terms.state(field.base, terms.add(start, i), 0, field.size - 1, field.lo, field.hi)
            value = terms.select(terms.eq(word, terms.const(NO_NUMBER)), ZERO, word) if field.type.optional else word
            scope.code.emit(ir.Set(total.name, terms.clamp(terms.add(total, value), total.lo, total.hi)))

        sets.walk(scope.code, ZERO, terms.const(span - 1), add)
        return total

    def answer_of(self, answers: Answers, seat: Scalar, passes: list[ir.Expr]) -> Value:
        return answer_of(self, answers, terms.clamp(seat.expr, 0, self.model.players - 1), passes)

    def asks_by_name(self, name: str) -> bool:
        self.needs_a_game()
        return self.habits.name_asks(name)

    image_base: int
    image_words: list[int | ir.Expr]

    # ------------------------------------------------------------ mistakes of design

    def _check_design(self) -> None:
        check_design(self)
        self.telling.report_doubts()

    # ------------------------------------------------------------ the finished program

    def _assemble(self, image: InitialState) -> None:
        model = self.model
        if any(m.severity == "mistake" for m in self.mistakes):
            return
        for noted in self.noted:
            noted.finish()
        self.transfers.finish()
        image.finish()
        if model.rewinds:
            self.secrets.keep_beginnings()
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
            reals=self.analysis.reals,
        )
        program = self.program
        if model.players == 1:
            add_best_possible(program)
        fill_lines(program)
        share(program.functions)
        self.effort.program(program)


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
        if isinstance(scope, Scope) and isinstance(node, Node | Token):
            return scope.declaration.place(node)
    return None


__all__ = ["Rules", "replace"]
