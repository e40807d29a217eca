"""How much there is to do and to decide in each phase of a game, read off its rules without playing.

Every way that the rules mention counts as possible, whatever its condition; only conditions on parameters are looked at. A
choice counts even where it may happen to be forced. What automatic rules and timers do is not counted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lark import Tree

from ludwright.anatomy.counts import ANY, MAYBE, NONE, NOTHING, ONE, ZERO, Counts, Range, Ways, any_of
from ludwright.anatomy.known import Known
from ludwright.anatomy.rules_list import Part
from ludwright.language.syntax import node_of
from ludwright.rules.analysis.habits import called

if TYPE_CHECKING:
    from ludwright.game import Game

STEP = Ways(Counts(steps=ONE))
DECISION = Counts(decisions=ONE, questions=ONE)
_STEPS = frozenset(
    [
        "assign",
        "move",
        "draw",
        "deal",
        "shuffle",
        "pay",
        "show",
        "tell_whether",
        "tell_that",
        "swap",
        "pass",
        "reroll",
        "create_",
        "remove",
    ]
)
_LOOPS = frozenset(["repeat_until", "repeat_while", "repeat_call_until", "repeat_call_while"])
_BODIES = frozenset(["block", "steps", "effects"])


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
            self._note("setup", "setup", self._run(declaration.tree.children[0]))
        plays = list(model.of("play"))
        for declaration in plays:
            self._run(declaration.tree.children[0])
        if not plays:
            self._turns(node_of("turns", [None] * 6))

    def _note(self, name: str, unit: str, ways: Ways) -> None:
        phase = Phase(name, unit, ways.whole)
        same = [one for one in self.found if one.name.rsplit(" ", 1)[0] == name and one.unit == unit]
        if phase not in self.found and not any(one.counts == phase.counts for one in same):
            self.found.append(Phase(f"{name} {len(same) + 1}", unit, ways.whole) if same else phase)

    # ------------------------------------------------------------ statements

    def _run(self, node: Part) -> Ways:
        if not isinstance(node, Tree):
            return NOTHING
        data = str(node.data)
        if data in _BODIES:
            return self._sequence(node.children)
        if data in _STEPS:
            return STEP.then(self._asked_for(node.children[-1])) if data == "assign" else STEP
        if data in _LOOPS:
            return self._loop(node)
        handler = getattr(self, f"_{data}", None)
        return handler(node) if handler is not None else NOTHING

    def _sequence(self, nodes: list[Any]) -> Ways:
        ways = NOTHING
        for node in nodes:
            ways = ways.then(self._run(node))
        return ways

    def _draw_up_to(self, node: Tree[Any]) -> Ways:
        return Ways(Counts(steps=MAYBE))

    def _let(self, node: Tree[Any]) -> Ways:
        right = node.children[1]
        if isinstance(right, Tree) and right.data in ("roll", "roll_one", "create_"):
            return STEP
        return self._asked_for(right)

    def _asked_for(self, right: Part) -> Ways:
        """A procedure may stand right of `=`."""
        name = str(right.children[0]) if isinstance(right, Tree) and right.data == "call_" else str(right)
        return self._procedure(name) if name in self.rules.procedures else NOTHING

    def _if_(self, node: Tree[Any]) -> Ways:
        test, body, *rest = node.children
        branches = [(test, body)]
        last: Part = None
        for part in rest:
            if part is not None and part.data == "elif_":
                branches.append((part.children[0], part.children[1]))
            elif part is not None:
                last = part.children[0]
        possible = []
        for test, body in branches:
            known = self.known.number(test)
            if known == 0:
                continue
            possible.append(self._run(body))
            if known is not None:
                return any_of(possible)
        return any_of([*possible, self._run(last)])

    def _for_(self, node: Tree[Any]) -> Ways:
        return self._run(node.children[-1]).repeated(self._passes(node.children[0]))

    def _passes(self, gen: Tree[Any]) -> Range:
        """How many members a generator gives; with a condition perhaps none."""
        size = self.known.size(gen.children[1])
        return Range(0, size.most) if gen.children[4] is not None else size

    def _repeat_times(self, node: Tree[Any]) -> Ways:
        times = self.known.number(node.children[0])
        return self._run(node.children[1]).repeated(ANY if times is None else Range(max(0, times), max(0, times)))

    def _loop(self, node: Tree[Any]) -> Ways:
        until = str(node.data).endswith("until")
        called_first = "call" in str(node.data)
        test, body = (node.children[1], node.children[0]) if called_first else (node.children[0], node.children[1])
        known = self.known.number(test)
        never = known is not None and bool(known) == until
        return NOTHING if never else self._run(body).repeated(ANY)

    def _stop(self, node: Tree[Any]) -> Ways:
        return Ways(None, {str(node.children[0]): ZERO})

    def _wins(self, node: Tree[Any]) -> Ways:
        return Ways(None, {"game": ZERO})

    _loses = _tie = _wins

    def _answer(self, node: Tree[Any]) -> Ways:
        return Ways(None, {"answer": ZERO})

    def _resolve(self, node: Tree[Any]) -> Ways:
        bodies = self.rules.habits.events.get(str(node.children[1]), [])
        return any_of([NOTHING, *(self._named(f"event {node.children[1]} {i}", body) for i, body in enumerate(bodies))])

    # ------------------------------------------------------------ stages, turns, procedures

    def _stage(self, node: Tree[Any]) -> Ways:
        return self._in_stage(str(node.children[1]), node.children[3])

    def _in_stage(self, name: str, body: Part) -> Ways:
        before = self.circles
        self.stages.append(name)
        ways = self._named(f"stage {name}", body).catching(name)
        self.stages.pop()
        if self.circles == before:
            self._note(name, "stage", ways)
        return ways

    def _turns(self, node: Tree[Any]) -> Ways:
        self.circles += 1
        once, suite = node.children[0], next((p for p in node.children[6:] if isinstance(p, Tree)), None)
        name = self.stages[-1] if self.stages else "turn" if suite is None else "play"
        if suite is None:
            turn = next(iter(self.rules.model.of("turn")), None)
            suite = turn.tree.children[0] if turn is not None else None
        ways = self._named("turn", suite).catching("turn")
        self._note(name, "turn", ways)
        players = self.known.players
        return ways.repeated(Range(0, players) if once is not None else ANY)

    def _procedure(self, name: str) -> Ways:
        return self._named(name, self.rules.procedures[name].tree.children[2]).catching("answer")

    def _named(self, name: str, body: Part) -> Ways:
        """A body with a name; inside itself it may run any number of times."""
        if name in self.busy:
            return Ways(Counts(ANY, ANY, ANY, ANY))
        self.busy.append(name)
        try:
            return self._run(body)
        finally:
            self.busy.pop()

    def _call(self, node: Tree[Any]) -> Ways:
        word = called(node)
        name = str(word)
        if word is None:
            return NOTHING
        if name in self.rules.procedures:
            return self._procedure(name)
        if name in self.rules.stages:
            return self._in_stage(name, self.rules.stages[name].tree.children[3])
        return self._ask([node.children[0]], refusable=False)

    # ------------------------------------------------------------ doing actions

    def _does(self, node: Tree[Any]) -> Ways:
        what = node.children[-1]
        if isinstance(what, Tree) and what.data == "any_number":
            return self._any_number(what)
        deeds = list(what.children) if isinstance(what, Tree) and what.data == "one_of" else [what]
        return self._ask(deeds, refusable=False)

    def _may_do(self, node: Tree[Any]) -> Ways:
        return self._ask(list(node.children[1:]), refusable=True)

    def _otherwise(self, node: Tree[Any]) -> Ways:
        return self._run(node.children[0]) | self._run(node.children[1])

    def _ask(self, deeds: list[Part], refusable: bool) -> Ways:
        done = any_of(self._perform(deed, several=len(deeds) > 1 or refusable) for deed in deeds)
        return done | Ways(DECISION) if refusable else done

    def _perform(self, deed: Part, several: bool) -> Ways:
        """One action: to be chosen among several, or only its values."""
        name, given = (str(deed), 0)
        if isinstance(deed, Tree) and deed.data == "call_":
            name, given = str(deed.children[0]), len([a for a in deed.children[1].children if a is not None])
        action = self.rules.actions.known.get(name)
        if action is None:
            return NOTHING
        choices = int(several) + max(0, len(action.params) - given)
        chosen = Counts(actions=ONE, decisions=Range(choices, choices), questions=ONE if choices else NONE)
        lets = [guard for guard in action.guards if guard.data == "let"]
        return Ways(chosen).then(self._named(f"action {name}", node_of("block", [*lets, *action.effects])))

    def _any_number(self, node: Tree[Any]) -> Ways:
        *deeds, at_most, maximizing, while_ = node.children
        limit = self.known.number(at_most.children[0]) if at_most is not None else None
        passes = ANY if limit is None else Range(0, max(0, limit))
        if while_ is not None and self.known.number(while_.children[0]) == 0:
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
                through.actions, Range(1, through.decisions.most), Range(1, through.questions.most), through.steps
            )
        return Ways(through, many.left)

    # ------------------------------------------------------------ choices inside effects

    def _choose(self, node: Tree[Any]) -> Ways:
        _, _, verb, chosen, source, _, *rest = node.children
        otherwise = next(
            (part.children[0] for part in rest if isinstance(part, Tree) and part.data == "otherwise_"), None
        )
        body = next((part for part in rest if isinstance(part, Tree) and part.data != "otherwise_"), None)
        asked = Ways(Counts(decisions=ONE, questions=self._picks(chosen, source)))
        taken = asked.then(self._run(body))
        if verb.data == "may_choose":
            return taken | asked.then(self._run(otherwise))
        return taken | self._run(otherwise) if otherwise is not None else taken

    def _picks(self, chosen: Tree[Any], source: Part) -> Range:
        """How often the engine asks for a set."""
        if chosen.data == "any_number":
            return Range(1, self.known.size(source).most)
        if chosen.data == "up_to" or len(chosen.children) > 1:
            number = self.known.number(chosen.children[0])
            return Range(1 if chosen.data == "up_to" else number or 0, number)
        return ONE

    def _options(self, node: Tree[Any]) -> Ways:
        verb, options = node.children[2], node.children[4:]
        bodies = [self._run(option.children[2]) if len(option.children) > 2 else NOTHING for option in options]
        return Ways(DECISION).then(any_of([*bodies, NOTHING] if verb.data == "may_choose" else bodies))

    def _first_to(self, node: Tree[Any]) -> Ways:
        gen, _, body, otherwise = node.children
        size = self._passes(gen)
        asked = Range(min(1, size.least), size.most)
        silent = Ways(Counts(decisions=size, questions=size))
        said = Ways(Counts(decisions=asked, questions=asked)).then(self._run(body))
        return said | silent.then(self._run(otherwise.children[0]) if otherwise is not None else NOTHING)

    def _at_once(self, node: Tree[Any]) -> Ways:
        gen, questions, effects = node.children
        return self._run(questions).repeated(self._passes(gen)).then(self._run(effects))
