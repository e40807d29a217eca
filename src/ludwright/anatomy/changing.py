"""What the statements of a rule change: variables, marks, and the places between which things move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lark import Token, Tree

from ludwright.anatomy.reading import NOTHING, Meaning, Names, Reading, is_
from ludwright.anatomy.rules_list import Part, Rule
from ludwright.anatomy.things import Thing

if TYPE_CHECKING:
    from ludwright.model.world import World


_BODIES = frozenset(
    [
        "block",
        "steps",
        "for_",
        "repeat_times",
        "repeat_until",
        "repeat_while",
        "repeat_call_until",
        "repeat_call_while",
        "turns",
        "choose",
        "timer",
    ]
)
"""What may stand behind a colon or on the lines below."""
_NEUTRAL = _BODIES | {
    "effects", "answer", "show", "tell_that", "wins", "loses", "goes", "wait", "if_", "elif_", "else_", "option", "call", "does", "may_do",
    "one_of", "any_number", "otherwise", "otherwise_", "endcase", "at_most", "maximizing", "while_", "guard", "afterwards", "if_able", "share",
}  # fmt: skip
"""Statements and parts of statements that change nothing by themselves."""


class Changing(Reading):
    """Looks at statements on behalf of one rule after another."""

    def __init__(self, model: World, rules: list[Rule]) -> None:
        super().__init__(model, rules)
        self.events: dict[str, list[Rule]] = {}
        for rule in rules:
            if rule.sort == "event":
                self.events.setdefault(rule.name.rsplit(" is ", 1)[1], []).append(rule)

    # ------------------------------------------------------------ statements

    def statement(self, node: Part, names: Names) -> None:
        if node is None:
            return
        if isinstance(node, Token):
            self.look(node, names)
            return
        handler = getattr(self, f"_on_{node.data}", None)
        if handler is not None:
            handler(node, names)
        else:
            self._inside(node, names)

    def _inside(self, node: Tree[Any], names: Names) -> None:
        """A statement without a meaning of its own: all its parts."""
        inner = dict(names) if node.data in ("block", "steps", "effects") else names
        for child in node.children:
            if is_(child, "params"):
                continue
            if isinstance(child, Tree) and (child.data in _NEUTRAL or hasattr(self, f"_on_{child.data}")):
                self.statement(child, inner)
            elif isinstance(child, Tree | Token):
                self.look(child, inner)

    def _on_end(self, node: Tree[Any], names: Names) -> None:
        for case in node.children[1:]:
            self.statement(case, names)

    def _on_let(self, node: Tree[Any], names: Names) -> None:
        names[str(node.children[0])] = self.look(node.children[1], names)

    def _on_assign(self, node: Tree[Any], names: Names) -> None:
        target, *op, right = node.children
        given = self.look(right, names)
        if isinstance(target, Token) and str(target) in names:
            names[str(target)] |= given
            return
        found = self._target(target, names)
        self.change(*found)
        if op:
            for thing in found:
                self.read(thing)

    def _on_pay(self, node: Tree[Any], names: Names) -> None:
        *amounts, start, goal = node.children
        for amount in amounts:
            self.look(amount.children[0], names)
        payers = self._target(start, names)
        self.change(*payers)
        for thing in payers:  # who can't pay may not act
            self.read(thing)
        if goal is not None:
            self.change(*self._target(goal, names))

    def _on_move(self, node: Tree[Any], names: Names) -> None:
        moved = self.look(node.children[0], names, moving=True)
        self.change(*self._left_behind(moved), *self._destination(node.children[1], moved, names))

    def _on_draw(self, node: Tree[Any], names: Names) -> None:
        number, start, goal = node.children
        self.look(number, names)
        taken = self.look(start, names, moving=True)
        self.change(*taken.sources, *self._refills(taken), *self._destination(goal, taken, names))

    _on_draw_up_to = _on_draw

    def _on_deal(self, node: Tree[Any], names: Names) -> None:
        number, start, goal = node.children
        self.look(number, names)
        taken = self.look(start, names, moving=True)
        self.change(*taken.sources, *self._refills(taken), *self.zones_named(str(goal), frozenset([self.model.player])))

    def _on_shuffle(self, node: Tree[Any], names: Names) -> None:
        self.change(*self.look(node.children[0], names, moving=True).sources)

    def _on_swap(self, node: Tree[Any], names: Names) -> None:
        for side in node.children:
            found = self._target(side, names)
            self.change(*(found or self._left_behind(self.look(side, names, moving=True))))

    def _on_pass(self, node: Tree[Any], names: Names) -> None:
        self.change(*self.zones_named(str(node.children[0]), frozenset([self.model.player])))

    def _on_reroll(self, node: Tree[Any], names: Names) -> None:
        self.change(*self._left_behind(self.look(node.children[0], names, moving=True)))

    def _on_remove(self, node: Tree[Any], names: Names) -> None:
        gone = self.look(node.children[0], names, moving=True)
        kinds = [thing for kind in gone.kinds if (thing := self.things.get(kind)) is not None]
        self.change(*self._left_behind(gone), *kinds)

    def _on_choose(self, node: Tree[Any], names: Names) -> None:
        who, _, _, chosen, source, test, *rest = node.children
        self.look(who, names)
        for number in chosen.children[:-1]:
            self.look(number, names)
        name = str(chosen.children[-1])
        inner = {**names, name: self.look(source, names)}
        for part in (test, *rest):
            if is_(part, "otherwise_"):
                self.statement(part, dict(names))
            elif part is not None:
                self.statement(part, inner)
        names[name] = inner[name]

    def _on_options(self, node: Tree[Any], names: Names) -> None:
        self.look(node.children[0], names)
        for option in node.children[4:]:
            for part in option.children[1:]:
                self.statement(part, dict(names))
        names[str(node.children[3])] = NOTHING

    def _on_for_(self, node: Tree[Any], names: Names) -> None:
        inner = dict(names)
        self.bind(node.children[0], inner)
        for part in node.children[1:]:
            self.statement(part, inner)

    def _on_first_to(self, node: Tree[Any], names: Names) -> None:
        inner = dict(names)
        self.bind(node.children[0], inner)
        self.statement(node.children[2], inner)
        self.statement(node.children[3], dict(names))

    def _on_at_once(self, node: Tree[Any], names: Names) -> None:
        inner = dict(names)
        self.bind(node.children[0], inner)
        for statement in node.children[1].children:
            self.statement(statement, inner)
        self.statement(node.children[2], {**names, **inner})

    def _on_track(self, node: Tree[Any], names: Names) -> None:
        _, formula, gen, _ = node.children
        inner = dict(names)
        if gen is not None:
            self.bind(gen, inner)
        self.look(formula, inner)

    def _on_turns(self, node: Tree[Any], names: Names) -> None:
        for part in node.children:
            if isinstance(part, Tree):
                self.statement(part, names)
            elif isinstance(part, Token) and part.type == "NAME":
                self.look(part, names)
        own = any(isinstance(part, Tree) and part.data in _BODIES for part in node.children[6:])
        if not own and "turn" in self.plain:
            self.use(self.plain["turn"], [])

    def _on_resolve(self, node: Tree[Any], names: Names) -> None:
        what, event, who = node.children
        it = self.look(what, names)
        if who is not None:
            self.look(who, names)
        for rule in self.events.get(str(event), []):
            self.use(rule, [it])

    def _on_rank(self, node: Tree[Any], names: Names) -> None:
        word = str(node.children[1])
        if word == "score" and "score" in self.plain:
            self.use(self.plain["score"], [])
        else:
            self.member(Meaning(frozenset([self.model.player])), word, [])

    def _on_stage(self, node: Tree[Any], names: Names) -> None:
        self.statement(node.children[3], names)

    def _on_leaves(self, node: Tree[Any], names: Names) -> None:
        self.look(node.children[0], names)

    def _on_stop(self, node: Tree[Any], names: Names) -> None:
        pass

    _on_nothing = _on_tie = _on_reverse = _on_params = _on_stop

    # ------------------------------------------------------------ what is changed

    def _left_behind(self, moved: Meaning) -> set[Thing]:
        """The places from which components are taken: anywhere they may lie, if nothing more is known."""
        if moved.sources:
            return set(moved.sources)
        return {place for kind in moved.kinds if kind.role == "component" for place in self.things.places_for(kind)}

    def _refills(self, taken: Meaning) -> set[Thing]:
        """A zone that is refilled takes from another when it runs short."""
        found: set[Thing] = set()
        for zone in self.model.all_zones():
            if zone.refill is not None and self.things.get(zone) in taken.sources:
                found |= self.look(zone.refill, {}, moving=True).sources
        return found

    def _destination(self, node: Part, moved: Meaning, names: Names) -> set[Thing]:
        goal = self.look(node, names, moving=True)
        places = {thing for thing in goal.sources if thing.sort in ("zone", "dice")}
        if places:
            return places
        found = set()
        for holding in self.model.holdings:
            on_board = holding.board in goal.kinds or not goal.kinds
            if on_board and (not moved.kinds or any(kind.root is holding.kind.root for kind in moved.kinds)):
                thing = self.things.get(holding)
                assert thing is not None
                found.add(thing)
        return found

    def _target(self, node: Part, names: Names) -> set[Thing]:
        """The objects that an assignment to this changes; the way to them is read."""
        if isinstance(node, Token):
            return {thing for thing in [self._declared_thing(str(node))] if thing is not None}
        if node.data == "at":
            for index in node.children[1:]:
                self.look(index, names)
            return self._target(node.children[0], names)
        if node.data == "my":
            return self.state_of(frozenset([self.model.player]), str(node.children[0]))
        if node.data == "member":
            head, name, _ = node.children
            return self.state_of(self.look(head, names).kinds, str(name))
        if node.data == "paren":
            return self._target(node.children[0], names)
        return set(self.look(node, names, moving=True).sources)

    def _declared_thing(self, name: str) -> Thing | None:
        model = self.model
        for table in (model.fields, model.zones, model.params):
            if name in table:
                return self.things.get(table[name])
        return None
