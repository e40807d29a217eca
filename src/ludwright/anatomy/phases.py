"""How much there is to do and to decide in each phase of a game, read off its rules without playing.

Every way that the rules mention counts as possible, whatever its condition; only conditions on parameters are looked at. A
choice counts even where it may happen to be forced. What automatic rules and timers do is not counted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lark import Token

from ludwright.anatomy.counts import ANY, MAYBE, NONE, NOTHING, ONE, ZERO, CountRange, Counts, Ways, any_of
from ludwright.anatomy.known import Known
from ludwright.language import syntax
from ludwright.language.syntax import Formula, Part, parts
from ludwright.language.syntax.reading import called

if TYPE_CHECKING:
    from ludwright.game import Game

STEP = Ways(Counts(steps=ONE))
DECISION = Counts(decisions=ONE, questions=ONE)
_NO_STEPS = (syntax.Leaves, syntax.GoesNext, syntax.ReverseTurns, syntax.Nothing, syntax.Wait, syntax.Timer)
"""Statements that do nothing at the table."""


@dataclass(frozen=True)
class Phase:
    """A part of the game, and what one run of it holds."""

    name: str
    unit: str
    """What is counted: one ``turn`` of a player, one run of a ``stage``, or the ``setup``."""
    counts: Counts

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {"phase": self.name, "unit": self.unit, **self.counts.as_json()}


def find_phases(game: Game) -> list[Phase]:
    """The phases of a game in the order in which they are reached."""
    return _Phases(game).found


class _Phases:
    def __init__(self, game: Game) -> None:
        self.rules = game.rules
        self.known = Known(game)
        self.found: list[Phase] = []
        self.busy: list[str] = []
        self.stages: list[str] = []
        self.circles = 0
        """How many times `turns` has been met."""
        model = game.rules.model
        for declaration in model.of("setup"):
            self._note("setup", "setup", self._run(declaration.tree.body))
        plays = list(model.of("play"))
        for declaration in plays:
            self._run(declaration.tree.body)
        if not plays:
            self._turns(syntax.TurnsStatement())

    def _note(self, name: str, unit: str, ways: Ways) -> None:
        phase = Phase(name, unit, ways.whole)
        same = [one for one in self.found if one.name.rsplit(" ", 1)[0] == name and one.unit == unit]
        if phase not in self.found and not any(one.counts == phase.counts for one in same):
            self.found.append(Phase(f"{name} {len(same) + 1}", unit, ways.whole) if same else phase)

    # ------------------------------------------------------------ statements

    def _run(self, node: Part | None) -> Ways:
        handler = _HANDLERS.get(type(node))
        if handler is not None:
            return handler(self, node)
        return STEP if isinstance(node, syntax.StatementNode) and not isinstance(node, _NO_STEPS) else NOTHING

    def _sequence(self, node: syntax.StatementSequence) -> Ways:
        ways = NOTHING
        for statement in node.statements:
            ways = ways.then(self._run(statement))
        return ways

    def _assign(self, node: syntax.Assign) -> Ways:
        return STEP.then(self._asked_for(node.value))

    def _draw_up_to(self, node: syntax.DrawUpTo) -> Ways:
        return Ways(Counts(steps=MAYBE))

    def _let(self, node: syntax.Let) -> Ways:
        made = isinstance(node.value, syntax.Rolling | syntax.Create)
        return STEP if made else self._asked_for(node.value)

    def _asked_for(self, right: syntax.Part) -> Ways:
        """A procedure may stand right of `=`."""
        name = str(right.name if isinstance(right, syntax.FunctionCall) else right)
        return self._procedure(name) if name in self.rules.procedures else NOTHING

    def _if(self, node: syntax.IfStatement) -> Ways:
        branches = [(node.condition, node.then), *((branch.condition, branch.body) for branch in node.branches)]
        last = node.otherwise.body if node.otherwise is not None else None
        possible = []
        for test, body in branches:
            known = self.known.number(test)
            if known == 0:
                continue
            possible.append(self._run(body))
            if known is not None:
                return any_of(possible)
        return any_of([*possible, self._run(last)])

    def _for(self, node: syntax.For) -> Ways:
        return self._run(node.body).repeated(self._passes(node.members))

    def _passes(self, gen: syntax.Generator) -> CountRange:
        """How many members a generator gives; with a condition perhaps none."""
        size = self.known.size(gen.source)
        return CountRange(0, size.most) if gen.limit is not None else size

    def _repeat_times(self, node: syntax.RepeatTimes) -> Ways:
        times = self.known.number(node.number)
        return self._run(node.body).repeated(ANY if times is None else CountRange(max(0, times), max(0, times)))

    def _until(self, node: syntax.RepeatUntil | syntax.RepeatCallUntil) -> Ways:
        done = self.known.number(node.condition)
        return NOTHING if done else self._again(node)

    def _while(self, node: syntax.RepeatWhile | syntax.RepeatCallWhile) -> Ways:
        goes_on = self.known.number(node.condition)
        return NOTHING if goes_on == 0 else self._again(node)

    def _again(
        self, node: syntax.RepeatUntil | syntax.RepeatWhile | syntax.RepeatCallUntil | syntax.RepeatCallWhile
    ) -> Ways:
        if isinstance(node, syntax.RepeatCallUntil | syntax.RepeatCallWhile):
            return self._run(node.call).repeated(ANY)
        return self._run(node.body).repeated(ANY)

    def _stop(self, node: syntax.EndOfPhase) -> Ways:
        return Ways(None, {str(node.phase): ZERO})

    def _over(self, node: syntax.Settling | syntax.Tie) -> Ways:
        return Ways(None, {"game": ZERO})

    def _answer(self, node: syntax.AnswerWith) -> Ways:
        return Ways(None, {"answer": ZERO})

    def _resolve(self, node: syntax.Resolve) -> Ways:
        bodies = self.rules.habits.events.get(str(node.event), [])
        return any_of([NOTHING, *(self._named(f"event {node.event} {i}", body) for i, body in enumerate(bodies))])

    # ------------------------------------------------------------ stages, turns, procedures

    def _stage(self, node: syntax.StageDeclaration) -> Ways:
        return self._in_stage(str(node.name), node.body)

    def _in_stage(self, name: str, body: syntax.StatementBlock) -> Ways:
        before = self.circles
        self.stages.append(name)
        ways = self._named(f"stage {name}", body).catching(name)
        self.stages.pop()
        if self.circles == before:
            self._note(name, "stage", ways)
        return ways

    def _turns(self, node: syntax.TurnsStatement) -> Ways:
        self.circles += 1
        suite = node.body
        name = self.stages[-1] if self.stages else "turn" if suite is None else "play"
        if suite is None:
            turn = next(iter(self.rules.model.of("turn")), None)
            suite = turn.tree.body if turn is not None else None
        ways = self._named("turn", suite).catching("turn")
        self._note(name, "turn", ways)
        players = self.known.players
        return ways.repeated(CountRange(0, players) if node.once is not None else ANY)

    def _procedure(self, name: str) -> Ways:
        return self._named(name, self.rules.procedures[name].tree.body).catching("answer")

    def _named(self, name: str, body: Part | None) -> Ways:
        """A body with a name; inside itself it may run any number of times."""
        if name in self.busy:
            return Ways(Counts(ANY, ANY, ANY, ANY))
        self.busy.append(name)
        try:
            return self._run(body)
        finally:
            self.busy.pop()

    def _call(self, node: syntax.CallStatement) -> Ways:
        word = called(node)
        name = str(word)
        if word is None:
            return NOTHING
        if name in self.rules.procedures:
            return self._procedure(name)
        if name in self.rules.stages:
            return self._in_stage(name, self.rules.stages[name].tree.body)
        return self._ask([node.what], refusable=False)

    # ------------------------------------------------------------ doing actions

    def _does(self, node: syntax.Does) -> Ways:
        if isinstance(node.what, syntax.AnyNumberOf):
            return self._any_number(node.what)
        return self._ask(node.what.actions if isinstance(node.what, syntax.OneOf) else [node.what], refusable=False)

    def _may_do(self, node: syntax.MayDo) -> Ways:
        return self._ask(node.actions, refusable=True)

    def _otherwise(self, node: syntax.OrElse) -> Ways:
        return self._run(node.statement) | self._run(node.otherwise)

    def _ask(self, deeds: Sequence[Formula], refusable: bool) -> Ways:
        done = any_of(self._perform(deed, several=len(deeds) > 1 or refusable) for deed in deeds)
        return done | Ways(DECISION) if refusable else done

    def _perform(self, deed: Formula, several: bool) -> Ways:
        """One action: to be chosen among several, or only its values."""
        name, given = (str(deed), 0)
        if isinstance(deed, syntax.FunctionCall):
            name, given = str(deed.name), len(parts(deed.arguments))
        action = self.rules.actions.known.get(name)
        if action is None:
            return NOTHING
        choices = int(several) + max(0, len(action.params) - given)
        chosen = Counts(actions=ONE, decisions=CountRange(choices, choices), questions=ONE if choices else NONE)
        lets = [guard for guard in action.guards if isinstance(guard, syntax.Let)]
        return Ways(chosen).then(self._named(f"action {name}", syntax.StatementBlock((*lets, *action.effects))))

    def _any_number(self, node: syntax.AnyNumberOf) -> Ways:
        deeds, maximizing, while_ = node.actions, node.maximizing, node.condition
        limit = self.known.number(node.at_most.number) if node.at_most is not None else None
        passes = ANY if limit is None else CountRange(0, max(0, limit))
        if while_ is not None and self.known.number(while_.condition) == 0:
            return NOTHING
        one = (
            self._ask(deeds, refusable=False)
            if maximizing is not None
            else any_of(self._perform(d, several=True) for d in deeds)
        )
        many = one.repeated(passes)
        if maximizing is not None or passes.most == 0 or many.through is None:
            return many
        # who does not stop at once has done so instead of doing something
        stopped = MAYBE if while_ is not None else ONE
        through = many.through | Counts(decisions=stopped, questions=stopped)
        if while_ is None:
            through = Counts(
                through.actions,
                CountRange(1, through.decisions.most),
                CountRange(1, through.questions.most),
                through.steps,
            )
        return Ways(through, many.left)

    # ------------------------------------------------------------ choices inside effects

    def _choose(self, node: syntax.Choose) -> Ways:
        otherwise = node.otherwise.body if node.otherwise is not None else None
        asked = Ways(Counts(decisions=ONE, questions=self._picks(node)))
        taken = asked.then(self._run(node.body))
        if isinstance(node.chooses, syntax.MayChoose):
            return taken | asked.then(self._run(otherwise))
        return taken | self._run(otherwise) if otherwise is not None else taken

    def _picks(self, node: syntax.Choose) -> CountRange:
        """How often the engine asks for a set."""
        match node.chosen:
            case syntax.ChosenAnyNumber():
                return CountRange(1, self.known.size(node.source).most)
            case syntax.ChosenUpTo(number=number):
                return CountRange(1, self.known.number(number))
            case syntax.ChosenNumber(number=syntax.FormulaNode() | Token() as number):
                known = self.known.number(number)
                return CountRange(known or 0, known)
        return ONE

    def _options(self, node: syntax.ChooseOption) -> Ways:
        bodies = [self._run(option.body) for option in node.options]
        may = isinstance(node.chooses, syntax.MayChoose)
        return Ways(DECISION).then(any_of([*bodies, NOTHING] if may else bodies))

    def _first_to(self, node: syntax.FirstTo) -> Ways:
        size = self._passes(node.members)
        asked = CountRange(min(1, size.least), size.most)
        silent = Ways(Counts(decisions=size, questions=size))
        said = Ways(Counts(decisions=asked, questions=asked)).then(self._run(node.body))
        return said | silent.then(self._run(node.otherwise.body) if node.otherwise is not None else NOTHING)

    def _at_once(self, node: syntax.AtOnce) -> Ways:
        return self._run(node.asked).repeated(self._passes(node.members)).then(self._run(node.then))


_HANDLERS: dict[type[Any], Callable[[_Phases, Any], Ways]] = {
    syntax.StatementBlock: _Phases._sequence,
    syntax.StatementLine: _Phases._sequence,
    syntax.CellEffects: _Phases._sequence,
    syntax.Assign: _Phases._assign,
    syntax.DrawUpTo: _Phases._draw_up_to,
    syntax.Let: _Phases._let,
    syntax.IfStatement: _Phases._if,
    syntax.For: _Phases._for,
    syntax.RepeatTimes: _Phases._repeat_times,
    syntax.RepeatUntil: _Phases._until,
    syntax.RepeatCallUntil: _Phases._until,
    syntax.RepeatWhile: _Phases._while,
    syntax.RepeatCallWhile: _Phases._while,
    syntax.EndOfPhase: _Phases._stop,
    syntax.Wins: _Phases._over,
    syntax.Loses: _Phases._over,
    syntax.Tie: _Phases._over,
    syntax.AnswerWith: _Phases._answer,
    syntax.Resolve: _Phases._resolve,
    syntax.StageDeclaration: _Phases._stage,
    syntax.TurnsStatement: _Phases._turns,
    syntax.CallStatement: _Phases._call,
    syntax.Does: _Phases._does,
    syntax.MayDo: _Phases._may_do,
    syntax.OrElse: _Phases._otherwise,
    syntax.Choose: _Phases._choose,
    syntax.ChooseOption: _Phases._options,
    syntax.FirstTo: _Phases._first_to,
    syntax.AtOnce: _Phases._at_once,
}
"""How much there is to do in a statement of each form; in all others, nothing."""
