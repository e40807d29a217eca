"""Statements that contain others: if, for, repeat, turns, stages, questions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from lark import Token

from ludwright.builder.effects import BLOCKS, INLINE, Effect, Guard, Step, as_step
from ludwright.builder.formulas import Formula, Value, as_name, as_set, as_simple, as_sum, as_truth
from ludwright.builder.sets import Gen, each
from ludwright.builder.texts import read_line, read_rules, read_statements
from ludwright.builder.trees import BuildError, node, quoted, words
from ludwright.language.printer import Part
from ludwright.language.syntax import Else, ElseIf, IfStatement, Node, StatementBlock, StatementLine

Body = Step | Sequence[Step]
"""What belongs to a statement: one statement, which stands behind a colon, or a list, which stands in a block below.
Text is read: of one line behind a colon, of several lines as a block."""


def steps(*several: Step) -> Effect:
    """``a; b; c``: simple statements in one line."""
    if not several:
        raise BuildError("`steps` joins at least one statement")
    return Effect(node("steps", *(as_step(step) for step in several)))


def suite(body: Body) -> Node:
    """A body, behind a colon or as a block."""
    if isinstance(body, Effect) and not isinstance(body, Guard):
        kind = body.tree.rule
        if kind == "steps" or kind in INLINE:
            return body.tree
        return node("block", body.tree) if kind in BLOCKS else node("steps", body.tree)
    if isinstance(body, str):
        return _read_suite(body)
    return node("steps", as_step(body)) if isinstance(body, Formula | Guard) else block(body)


def _read_suite(text: str) -> Node:
    if "\n" in text.strip():
        return node("block", *read_statements(text))
    try:
        return read_line(text)
    except BuildError:
        # `if`, stages and some questions need lines of their own
        try:
            return node("block", *read_statements(text))
        except BuildError:
            pass
        raise


def block(body: Body) -> Node:
    """A body as a block of lines."""
    return node("block", *statements(body))


def statements(body: Body, *, rules: bool = False) -> list[Node]:
    """The statements of a body; with ``rules`` they may be conditions of an action too."""
    found: list[Node] = []
    for step in [body] if isinstance(body, Effect | Formula | str) else body:
        if isinstance(step, str):
            found += read_rules(step) if rules else read_statements(step)
        elif isinstance(step, Guard) and rules:
            found.append(step.tree)
        elif isinstance(step, Effect) and isinstance(step.tree, StatementLine):
            found += step.tree.statements
        elif isinstance(step, Effect) and step.tree.rule in INLINE | BLOCKS:
            found.append(step.tree)
        else:
            found.append(as_step(step))
    if not found:
        raise BuildError("a body needs at least one statement; write `nothing()` if nothing happens")
    return found


# ---------------------------------------------------------------- conditions and loops


class If(Effect):
    """``if P``, to which ``elif_`` and ``else_`` add."""

    __slots__ = ()

    def elif_(self, condition: Value, body: Body) -> If:
        """``else if P``."""
        tree, branch = self._open(), node("elif_", as_truth(condition), suite(body))
        assert isinstance(branch, ElseIf)
        return If(replace(tree, branches=(*tree.branches, branch)))

    def else_(self, body: Body) -> If:
        """``else``."""
        tree, last = self._open(), node("else_", suite(body))
        assert isinstance(last, Else)
        return If(replace(tree, otherwise=last))

    def _open(self) -> IfStatement:
        assert isinstance(self.tree, IfStatement)
        if self.tree.otherwise is not None:
            raise BuildError("this `if` has its `else_` already; nothing can follow it")
        return self.tree


def if_(condition: Value, body: Body) -> If:
    """``if P``; go on with ``.elif_(Q, ...)`` and ``.else_(...)``."""
    return If(node("if_", as_truth(condition), suite(body), None))


def for_(
    variable: Formula | str,
    among: Value,
    body: Body,
    *,
    from_: Value = None,
    backwards: bool = False,
    with_: Value = None,
    by: Value = None,
) -> Effect:
    """``for x in S from y backwards with P by e``."""
    gen = each(variable, among, from_=from_, backwards=backwards, with_=with_)
    return Effect(node("for_", gen.tree, _sum(by), suite(body)))


def repeat(times: Value, body: Body) -> Effect:
    """``repeat n times``."""
    return Effect(node("repeat_times", as_sum(times), suite(body)))


def repeat_until(condition: Value, body: Body) -> Effect:
    """``repeat until C``; ``repeat deal until C`` where the body is the name of a stage or procedure."""
    if isinstance(body, Formula):
        return Effect(node("repeat_call_until", as_step(body), as_truth(condition)))
    return Effect(node("repeat_until", as_truth(condition), suite(body)))


def repeat_while(condition: Value, body: Body) -> Effect:
    """``repeat while C``; ``repeat deal while C`` where the body is the name of a stage or procedure."""
    if isinstance(body, Formula):
        return Effect(node("repeat_call_while", as_step(body), as_truth(condition)))
    return Effect(node("repeat_while", as_truth(condition), suite(body)))


def turns(
    body: Body | None = None,
    *,
    once: bool = False,
    from_: Value = None,
    backwards: bool = False,
    by: Value = None,
    when: Value = None,
    until: Value = None,
) -> Effect:
    """``turns once from p backwards by e when P until C``; without a body each turn is the game's ``turn``."""
    head = [
        Token("ONCE", "once") if once else None,
        _sum(from_),
        Token("BACKWARDS", "backwards") if backwards else None,
        _sum(by),
        _truth(when),
        _truth(until),
    ]
    return Effect(node("turns", *head, *([] if body is None else [suite(body)])))


def stage(name: Formula | str, body: Body, *, params: Sequence[str] = (), secret: bool = False) -> Effect:
    """``stage name``: a part of a turn or round that has a name."""
    return Effect(stage_tree(name, body, params, secret))


def stage_tree(name: Formula | str, body: Body, params: Sequence[str], secret: bool) -> Node:
    """A stage, as a statement or a declaration."""
    mark = Token("SECRET", "secret") if secret else None
    return node("stage", mark, as_name(name, "the name of a stage"), parameters(params), block(body))


def parameters(names: Sequence[str] | str) -> Node | None:
    """``(p, q)``, or nothing."""
    return node("params", words(names, "the name of a parameter")) if names else None


def after(number: Value, unit: Formula | str, body: Body) -> Effect:
    """``in 3 turns: ...``: later."""
    return Effect(node("timer", as_sum(number), as_name(unit, "a unit of time"), suite(body)))


def _sum(value: Value) -> Part:
    return None if value is None else as_sum(value)


def _truth(value: Value) -> Part:
    return None if value is None else as_truth(value)


# ---------------------------------------------------------------- questions


def chooses(
    who: Value,
    what: Formula | str,
    from_: Value,
    body: Body | None = None,
    *,
    number: Value = None,
    up_to: Value = None,
    any_number: bool = False,
    with_: Value = None,
    may: bool = False,
    secretly: bool = False,
    otherwise: Body | None = None,
) -> Effect:
    """``p chooses c from S with P``; ``may`` leaves it open; ``number``, ``up_to``, ``any_number`` choose several."""
    if sum((number is not None, up_to is not None, any_number)) > 1:
        raise BuildError("give only one of `number`, `up_to` and `any_number`")
    name = as_name(what, "the name of what is chosen")
    chosen = node("chosen", *([] if number is None else [as_sum(number)]), name)
    if up_to is not None:
        chosen = node("up_to", as_sum(up_to), name)
    elif any_number:
        chosen = node("any_number", name)
    head = [*_asked(who, may, secretly), chosen, as_set(from_), _truth(with_)]
    return Effect(node("choose", *head, *([] if body is None else [_answer_body(body)]), _otherwise(otherwise)))


def _answer_body(body: Body) -> Node:
    """The body of a question: simple statements behind a colon, anything else in a block."""
    tree = suite(body)
    return tree if isinstance(tree, StatementLine | StatementBlock) else node("block", tree)


def _asked(who: Value, may: bool, secretly: bool) -> list[Part]:
    mark = Token("SECRETLY", "secretly") if secretly else None
    return [as_simple(who), mark, node("may_choose" if may else "chooses")]


def _otherwise(body: Body | None) -> Node | None:
    return None if body is None else node("otherwise_", suite(body))


class Alternative:
    """One named alternative of a question. Made by :func:`option`."""

    __slots__ = ("tree",)

    def __init__(self, tree: Node) -> None:
        self.tree = tree


def option(name: Formula | str, body: Body | None = None, *, when: Value = None) -> Alternative:
    """``option build when P``, one of the :func:`options` of a question."""
    return Alternative(node("option", as_name(name), _truth(when), *([] if body is None else [suite(body)])))


def options(
    who: Value, what: Formula | str, *alternatives: Alternative, may: bool = False, secretly: bool = False
) -> Effect:
    """``p chooses way`` with the alternatives below it, each made by :func:`option`."""
    if not alternatives or not all(isinstance(alternative, Alternative) for alternative in alternatives):
        raise BuildError("a choice between named alternatives needs them, each made by `option(...)`")
    trees = [alternative.tree for alternative in alternatives]
    return Effect(node("options", *_asked(who, may, secretly), as_name(what), *trees))


def first_to_say(asked: Gen, what: str, body: Body, *, otherwise: Body | None = None) -> Effect:
    """``first q in S to say "challenge"``."""
    return Effect(node("first_to", asked.tree, quoted(what), block(body), _otherwise(otherwise)))


def at_once(asked: Gen, questions: Body, then: Body) -> Effect:
    """``at once, each p in S`` with questions, ``then`` with effects."""
    return Effect(node("at_once", asked.tree, block(questions), block(then)))
