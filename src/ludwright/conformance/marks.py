"""A game that notes in its own state which of its rules were carried out.

The rules are compiled once more, with one further word of the state for every statement, action, stage and end: it is set
when the rule is carried out. Nothing else changes, so the games are the same, and they are played at the speed of
machine code. What a rule only tried (`afterwards`, `maximizing`) is taken back with the rest of the state.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludwright import ir
from ludwright.engine.walks import statements
from ludwright.game import Game
from ludwright.ir import terms
from ludwright.language import syntax
from ludwright.language.syntax import StatementSequence
from ludwright.language.syntax.reading import names_in
from ludwright.mistakes import Place
from ludwright.rules.checks.dead_declarations import targets
from ludwright.rules.compiler import Rules
from ludwright.rules.emit.code import Code
from ludwright.rules.flow.flow import Flow
from ludwright.rules.names.scope import Scope
from ludwright.rules.options.actions import ActionRules
from ludwright.rules.state.initial_state import InitialState

_NOWHERE = 1 << 40
"""Where marks lie until it is known how large the state is."""
_UNMARKED = (StatementSequence, syntax.Let, syntax.Nothing)
"""A `let` may stand in a definition, and definitions change nothing; nobody misses `nothing`."""
_HANDING_ON = (
    syntax.CallStatement,
    syntax.Does,
    syntax.MayDo,
    syntax.OrElse,
    syntax.RepeatCallUntil,
    syntax.RepeatCallWhile,
    syntax.For,
    syntax.Choose,
)


@dataclass(frozen=True)
class Mark:
    """A rule that may be carried out, known by where it stands, so that it is the same for every number of players."""

    file: str
    line: int
    column: int
    sort: str
    """``action``, ``stage``, ``end``, or the kind of statement."""


@dataclass(frozen=True)
class DeclaredPart:
    """A declaration of the text."""

    kind: str
    name: str
    where: str

    @classmethod
    def of(cls, declaration: Any) -> DeclaredPart:
        """A declaration; for a cell of a table, the declaration that has the table."""
        whole = getattr(declaration, "declaration", declaration)
        place = whole.place()
        return cls(str(whole.kind), str(whole.name or ""), f"{place.file}:{place.line}")


@dataclass
class Marked:
    """What is known of the rule of a mark."""

    mark: Mark
    number: int
    text: str
    declaration: DeclaredPart
    """What the rule is a part of."""
    inside: Mark | None
    """The statement of the same declaration that it is a part of."""
    after: Mark | None
    """The statement before it in the same block."""
    targets: frozenset[str] = frozenset()
    """The names of the places that it moves something to."""
    handed_on: frozenset[str] = frozenset()
    """The names that it hands on to others, who may move something there."""


class MarkingRules(Rules):
    """Compiles a description with marks."""

    def _main(self) -> None:
        self.marked: dict[Mark, Marked] = {}
        self._open: list[tuple[Marked | None, Any, Mark | None]] = []
        self._watch_statements()
        self._watch_parts()
        super()._main()

    def _assemble(self, image: InitialState) -> None:
        super()._assemble(image)
        if self.program is None:
            return
        self.first_mark = self.program.state_size
        bodies = [function.body for function in self.program.functions.values()]
        bodies += [block.body for block in self.program.machine.blocks.values()]
        moved: set[int] = set()
        for body in bodies:
            for statement in statements(body):
                if isinstance(statement, ir.Store) and statement.base >= _NOWHERE and id(statement) not in moved:
                    moved.add(id(statement))
                    statement.base += self.first_mark - _NOWHERE
        self.program.state_size += len(self.marked)

    # ------------------------------------------------------------ listening to the compiler

    def _watch_statements(self) -> None:
        effects, flow = self.effects, self.flow
        plain, asking = effects.statement, flow.statement

        def plain_statement(node: syntax.Part, scope: Scope) -> Scope:
            self._enter(node, scope, scope.code)
            try:
                return plain(node, scope)
            finally:
                self._leave()

        def asking_statement(node: syntax.Part, scope: Scope) -> Scope:
            if flow.is_plain(node):
                return asking(node, scope)  # which hands it on
            self._enter(node, scope, flow.code)
            try:
                return asking(node, scope)
            finally:
                self._leave()

        effects.statement = plain_statement  # type: ignore[method-assign]
        flow.statement = asking_statement  # type: ignore[method-assign]

    def _watch_parts(self) -> None:
        actions, flow, ending = self.actions, self.flow, self.ending
        perform, stage, finish = actions._perform_one, flow.stage_body, ending._end_with

        def perform_one(flow: Flow, action: ActionRules, seat: ir.Expr, node: syntax.Part, scope: Scope) -> None:
            place = action.declaration.place()
            self._put(place, "action", DeclaredPart.of(action.declaration), flow.code)
            perform(flow, action, seat, node, scope)

        def stage_body(name: str, body: syntax.Part, node: syntax.Part, scope: Scope) -> None:
            declared, place = self.stages[name], self.stages[name].place(body)
            inside = DeclaredPart("stage", name, f"{place.file}:{place.line}")  # of `play` or `turn`
            self._put(place, "stage", DeclaredPart.of(declared) if declared.kind == "stage" else inside, flow.code)
            stage(name, body, node, scope)

        def end_with(case: syntax.EndCase, scope: Scope) -> None:
            self._put(scope.declaration.place(case), "end", DeclaredPart.of(scope.declaration), scope.code)
            finish(case, scope)

        actions._perform_one = perform_one  # type: ignore[method-assign]
        flow.stage_body = stage_body  # type: ignore[method-assign]
        ending._end_with = end_with  # type: ignore[method-assign]

    # ------------------------------------------------------------ marks

    def _enter(self, node: syntax.Part, scope: Scope, code: Code) -> None:
        """A statement begins to be compiled."""
        if not isinstance(node, syntax.Node) or node.span is None or isinstance(node, _UNMARKED):
            above = self._open[-1][0] if self._open else None
            block = node if isinstance(node, StatementSequence) else None
            self._open.append((above, block, None))
            return
        declaration: Any = scope.declaration
        above, block, before = self._open[-1] if self._open else (None, None, None)
        belongs = DeclaredPart.of(declaration)
        known = self._put(
            declaration.place(node), node.rule, belongs, code, _own_text(declaration.place(node), node.span)
        )
        known.targets = frozenset().union(*(names_in(target) for target in targets(node)))
        known.handed_on = frozenset(names_in(node)) if isinstance(node, _HANDING_ON) else frozenset()
        if above is not None and above.declaration == belongs and above is not known:
            known.inside = above.mark
        if block is not None and self._open:
            known.after = before
            self._open[-1] = (above, block, known.mark)
        self._open.append((known, None, None))

    def _leave(self) -> None:
        self._open.pop()

    def _put(self, place: Place, sort: str, declaration: DeclaredPart, code: Code, text: str = "") -> Marked:
        mark = Mark(place.file, place.line, place.column, sort)
        known = self.marked.get(mark)
        if known is None:
            known = self.marked[mark] = Marked(
                mark, len(self.marked), text or place.text.strip(), declaration, None, None
            )
        code.emit(terms.store(_NOWHERE + known.number, terms.ONE, lo=0, hi=1))
        return known


def _own_text(place: Place, span: syntax.Span) -> str:
    """The line of a statement; of `a otherwise b` only the part that it is."""
    if " otherwise " not in place.text[: place.column - 1]:
        return place.text.strip()
    end = span.end_column - 1 if span.end_line == span.line else None
    return f"otherwise {place.text[place.column - 1 : end].strip()}"


class MarkedGame(Game):
    """A game that plays like the one it is made of, and marks the rules it carries out."""

    _compiler = MarkingRules

    @classmethod
    def of(cls, game: Game) -> MarkedGame:
        """The same game, with marks."""
        made = cls(game.description, game.players, game._set, game.ask_forced, game.source)
        made.profile = game.profile
        return made

    @property
    def marks(self) -> dict[Mark, Marked]:
        """All rules that were compiled, in the order of their words."""
        assert isinstance(self._rules, MarkingRules)
        return self._rules.marked

    @property
    def first_mark(self) -> int:
        """Where the words of the marks begin: what lies before them is the state of the plain game."""
        assert isinstance(self._rules, MarkingRules)
        return self._rules.first_mark
