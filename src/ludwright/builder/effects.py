"""Statements as Python objects: assignments, moves, actions done, outcomes. Those with bodies are in ``flow``."""

from __future__ import annotations

from lark import Token

from ludwright.builder.formulas import (
    Formula,
    Value,
    as_formula,
    as_name,
    as_place,
    as_simple,
    as_sum,
    as_things,
    as_truth,
)
from ludwright.builder.sets import Gen
from ludwright.builder.texts import read_line
from ludwright.builder.trees import BuildError, node, word
from ludwright.language.printer import to_text
from ludwright.language.syntax import Does, Node, StatementLine

INLINE = frozenset(
    [
        "for_",
        "repeat_times",
        "repeat_until",
        "repeat_while",
        "repeat_call_until",
        "repeat_call_while",
        "turns",
        "timer",
        "choose",
    ]
)
"""Statements that may follow a colon but not share a line with others."""

BLOCKS = frozenset(["if_", "stage", "at_once", "options", "first_to"])
"""Statements that need lines of their own."""


class Effect:
    """A statement of the language."""

    __slots__ = ("tree",)

    def __init__(self, tree: Node) -> None:
        self.tree = tree

    def __str__(self) -> str:
        return to_text(self.tree)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"


class Guard(Effect):
    """A condition of an action. It stands only in the lines of an action."""


class Roll:
    """A throw of dice, on the right of ``let`` or an assignment."""

    __slots__ = ("tree",)

    def __init__(self, tree: Node) -> None:
        self.tree = tree


Step = Effect | Formula | str
"""What may stand for a simple statement: one; a formula that names what to do; or text."""


def as_step(step: Step) -> Node:
    """A statement that can share a line with others."""
    if isinstance(step, Guard):
        raise BuildError(f"the condition `{step}` stands only in the lines of an action")
    if isinstance(step, Formula):
        return node("call", as_simple(step))
    if isinstance(step, str):
        tree = read_line(step)
        if isinstance(tree, StatementLine) and len(tree.statements) == 1:
            return tree.statements[0]
        raise BuildError(f"one simple statement is wanted here, this is `{step}`")
    if not isinstance(step, Effect):
        raise BuildError(f"a statement is wanted here, this is {step!r}")
    if step.tree.rule in INLINE | BLOCKS:
        raise BuildError(f"a statement of one line is wanted here, this is `{str(step).splitlines()[0]}`")
    return step.tree


# ---------------------------------------------------------------- conditions of actions


def when(condition: Value) -> Guard:
    """``when P``: a way of doing the action is legal only if P holds."""
    return Guard(node("guard", as_truth(condition)))


def when_afterwards(condition: Value) -> Guard:
    """``when afterwards P``: P must hold after the effects."""
    return Guard(node("afterwards", as_truth(condition)))


def if_able(condition: Value, *, when: Value = None) -> Guard:
    """``if able, P when Q``: where Q holds and some way satisfies P, only those remain."""
    return Guard(node("if_able", as_truth(condition), None if when is None else as_truth(when)))


# ---------------------------------------------------------------- values


def let(name: Formula | str, value: Value | Roll | Effect) -> Effect:
    """``let name = value``."""
    return Effect(node("let", as_name(name), _right(value)))


def assign(target: Value, value: Value | Roll | Effect) -> Effect:
    """``target = value``."""
    return Effect(node("assign", as_simple(target), _right(value)))


def increase(target: Value, by: Value | Roll) -> Effect:
    """``target += by``."""
    return Effect(node("assign", as_simple(target), Token("ASSIGN", "+="), _right(by)))


def decrease(target: Value, by: Value | Roll) -> Effect:
    """``target -= by``."""
    return Effect(node("assign", as_simple(target), Token("ASSIGN", "-="), _right(by)))


def answer(value: Value) -> Effect:
    """``answer x``: what a procedure or a long definition gives back."""
    return Effect(node("answer", as_formula(value)))


def _right(value: Value | Roll | Effect) -> Node | Token:
    """The right side of an assignment."""
    if isinstance(value, Roll):
        return value.tree
    if isinstance(value, Effect):
        if value.tree.rule == "create_":
            return value.tree
        raise BuildError(f"the statement `{value}` has no value; of statements only `create` has")
    return as_formula(value)


def die(faces: int | Formula | str) -> Token:
    """A die: a number of faces, ``"d6"``, or a list parameter with any faces."""
    if isinstance(faces, Formula):
        return as_name(faces, "a die")
    text = f"d{faces}" if isinstance(faces, int) and not isinstance(faces, bool) else faces
    if isinstance(text, str) and text[:1] == "d" and text[1:].isdigit() and len(text) < 12:
        return Token("DIE", text)
    return word(text, "a die like `d6`, or a parameter that lists faces, ")


def rolled(first: Value, dice: int | Formula | str | None = None) -> Roll:
    """``roll d6`` with ``rolled("d6")``: one number; ``roll 3 d6`` with ``rolled(3, "d6")``: a list, highest first."""
    if dice is None:
        if not isinstance(first, int | str):
            raise BuildError("one die is given by its faces, `rolled(6)`, or `rolled('d6')`")
        one = die(first)
        if one.type != "DIE":
            raise BuildError(f"`{one}` needs a number of dice: `rolled(1, {str(one)!r})`")
        return Roll(node("roll_one", one))
    return Roll(node("roll", as_sum(first), die(dice)))


# ---------------------------------------------------------------- components


def move(things: Value, to: Value) -> Effect:
    """``move S to Z``."""
    return Effect(node("move", as_things(things), as_place(to)))


def draw(number: Value, *, from_: Value, to: Value) -> Effect:
    """``draw n from A to B``. For the end of the game see :func:`tie`."""
    return Effect(node("draw", as_sum(number), as_place(from_), as_place(to)))


def draw_up_to(number: Value, *, from_: Value, to: Value) -> Effect:
    """``draw up to n from A to B``: as many as there are."""
    return Effect(node("draw_up_to", as_sum(number), as_place(from_), as_place(to)))


def deal(number: Value, *, from_: Value, to: Formula | str) -> Effect:
    """``deal n from A to hand``: that many to each player."""
    return Effect(node("deal", as_sum(number), as_place(from_), as_name(to, "the name of a place each player has")))


def shuffle(zone: Value) -> Effect:
    """``shuffle Z``."""
    return Effect(node("shuffle", as_place(zone)))


def swap(first: Value, second: Value) -> Effect:
    """``swap A and B``."""
    return Effect(node("swap", as_place(first), as_place(second)))


def pass_(zone: Formula | str, to: Formula | str) -> Effect:
    """``pass hand to left``, for all players at once."""
    return Effect(node("pass", as_name(zone), as_name(to)))


def pay(*amounts: Value | tuple[Value, Formula | str], from_: Value, to: Value = None) -> Effect:
    """``pay 2 brick, 1 wood from my goods`` is ``pay((2, "brick"), (1, "wood"), from_=my.goods)``."""
    if not amounts:
        raise BuildError("pay what? Give an amount, or amounts with what they are of: `pay((2, 'brick'), from_=...)`")
    parts = [_amount(*amount) if isinstance(amount, tuple) else _amount(amount) for amount in amounts]
    return Effect(node("pay", *parts, as_place(from_), None if to is None else as_place(to)))


def _amount(number: Value, of: Formula | str | None = None) -> Node:
    return node("amount", as_sum(number), None if of is None else reference(of))


def reference(value: Formula | str) -> Node:
    """A name, or names with dots between them."""
    path = str(value).split(".")
    return node("ref", *(word(step, "a name") for step in path))


def reroll(dice: Value) -> Effect:
    """``roll tray``: dice anew."""
    return Effect(node("reroll", as_things(dice)))


def create(design: Value) -> Effect:
    """``create d``, also on the right of ``let``."""
    return Effect(node("create_", as_place(design)))


def remove(things: Value) -> Effect:
    """``remove b``: out of play."""
    return Effect(node("remove", as_things(things)))


def resolve(component: Value, as_: Formula | str, *, by: Value = None) -> Effect:
    """``resolve c as played by p``."""
    return Effect(node("resolve", as_place(component), as_name(as_), None if by is None else as_place(by)))


def show(things: Value, to: Value) -> Effect:
    """``show S to W``."""
    return Effect(node("show", as_things(things), as_place(to)))


def tell_whether(to: Value, condition: Value, *, for_each: Gen | None = None) -> Effect:
    """``tell W whether P for c in S``."""
    gen = None if for_each is None else for_each.tree
    return Effect(node("tell_whether", as_place(to), as_truth(condition), gen))


def tell_that(to: Value, condition: Value) -> Effect:
    """``tell W that P``."""
    return Effect(node("tell_that", as_place(to), as_truth(condition)))


# ---------------------------------------------------------------- doing


def call(what: Value) -> Effect:
    """Run a procedure, a stage or an action by its name; a formula alone means the same."""
    return Effect(node("call", as_simple(what)))


def does(who: Value, what: Value | Effect) -> Effect:
    """``p does jump(m)``, or ``p does one of a, b``."""
    if isinstance(what, Effect):
        if isinstance(what.tree, Does) and what.tree.who is None:
            return Effect(node("does", as_simple(who), what.tree.what))
        raise BuildError(f"a player does an action, `one_of(...)` or `any_number_of(...)`, not `{what}`")
    return Effect(node("does", as_simple(who), as_simple(what)))


def may_do(who: Value, *actions: Value) -> Effect:
    """``p may do a``, or ``p may do one of a, b``."""
    return Effect(node("may_do", as_simple(who), *_actions(actions)))


def one_of(*actions: Value) -> Effect:
    """``one of a, b``."""
    return Effect(node("does", node("one_of", *_actions(actions))))


def any_number_of(
    *actions: Value, up_to: Value = None, maximizing: Value = None, bound: Value = None, while_: Value = None
) -> Effect:
    """``any number of a, b up to 3 times maximizing e up to bound while C``."""
    limits = [
        None if up_to is None else node("at_most", as_sum(up_to)),
        None
        if maximizing is None
        else node("maximizing", as_sum(maximizing), None if bound is None else as_sum(bound)),
        None if while_ is None else node("while_", as_truth(while_)),
    ]
    return Effect(node("does", node("any_number", *_actions(actions), *limits)))


def _actions(actions: tuple[Value, ...]) -> list[Node | Token]:
    if not actions:
        raise BuildError("do what? Name at least one action")
    return [as_simple(action) for action in actions]


def otherwise(*steps: Step) -> Effect:
    """``jump otherwise slide otherwise me loses``: the first that can be done."""
    *before, last = steps or ("",)
    if not before:
        raise BuildError("`otherwise` joins two or more statements")
    tree = as_step(last)
    for step in reversed(before):
        tried = as_step(step)
        if tried.rule not in ("does", "may_do", "call"):
            raise BuildError(f"only doing an action can fail, so nothing can stand otherwise for `{to_text(tried)}`")
        tree = node("otherwise", tried, tree)
    return Effect(tree)


# ---------------------------------------------------------------- outcomes and order


def wins(who: Value, stake: Value = None) -> Effect:
    """``p wins``, with a stake ``p wins 2``."""
    return Effect(node("wins", as_simple(who), None if stake is None else as_sum(stake)))


def loses(who: Value, stake: Value = None) -> Effect:
    """``p loses``, with a stake ``p loses 2``."""
    return Effect(node("loses", as_simple(who), None if stake is None else as_sum(stake)))


def tie() -> Effect:
    """``draw``: the game ends undecided."""
    return Effect(node("tie"))


def leaves(who: Value, what: Formula | str) -> Effect:
    """``p leaves deal``."""
    return Effect(node("leaves", as_simple(who), as_name(what)))


def goes_next(who: Value) -> Effect:
    """``p goes next``."""
    return Effect(node("goes", as_simple(who)))


def reverse_turns() -> Effect:
    """``reverse turns``."""
    return Effect(node("reverse"))


def stop(what: Formula | str) -> Effect:
    """``end turn``, ``end deal``, ``end game``."""
    return Effect(node("stop", as_name(what)))


def nothing() -> Effect:
    """``nothing``."""
    return Effect(node("nothing"))


def wait(number: Value = None, unit: Formula | str | None = None) -> Effect:
    """``wait`` for the next timer, or ``wait 8 hours``."""
    if (number is None) != (unit is None):
        raise BuildError("wait how long? Give a number and a unit, `wait(8, 'hours')`, or neither")
    return Effect(node("wait", None if number is None else as_sum(number), None if unit is None else as_name(unit)))
