"""Formulas as Python objects: names, arithmetic, comparisons, sets, quantifiers.

``c.mark.is_(none)`` is the formula ``c.mark is none``. Comparisons, ``+ - * // %``, ``&`` (and), ``|`` (or), ``~``
(not), dots, indices and calls are written as in Python; brackets are set where the language needs them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NoReturn

from lark import Token

from ludwright.builder.texts import read_formula, read_set, read_things
from ludwright.builder.trees import BuildError, Level, bracketed, digits, node, set_of, things, word
from ludwright.language.printer import to_text
from ludwright.language.syntax import And, ArgumentList, MemberOf, My, Negation, Node, NumberRange, Or, Quotient


class Formula:
    """A formula of the language. Attributes, indices, calls and operators make larger ones.

    A member that is called like a method of this class (``is_in``, ``can`` ...) is written ``member(x, "can")``.
    """

    __slots__ = ("tree",)
    tree: Node | Token

    def __init__(self, tree: Node | Token) -> None:
        self.tree = tree

    def __str__(self) -> str:
        return to_text(self.tree)

    def __repr__(self) -> str:
        return f"Formula({str(self)!r})"

    # ------------------------------------------------------------ parts

    def __getattr__(self, name: str) -> Formula:
        if name.startswith("_"):  # Python and its tools look for these; the game has `member`
            raise AttributeError(name)
        return member(self, name)

    def __getitem__(self, index: Value | tuple[Value, ...]) -> Formula:
        indices = index if isinstance(index, tuple) else (index,)
        if not indices:
            raise BuildError(f"`{self}[]` needs an index")
        return Formula(node("at", bracketed(self.tree, Level.SIMPLE), *(as_formula(value) for value in indices)))

    def __call__(self, *arguments: Value) -> Formula:
        return called(self, node("args", *(as_formula(argument) for argument in arguments) if arguments else [None]))

    def __iter__(self) -> NoReturn:
        raise BuildError(f"Python can't loop over `{self}`: write `for_` for a loop in the game")

    def __contains__(self, other: object) -> NoReturn:
        raise BuildError(f"Python's `in` can't ask the game: write `x.is_in({self})`")

    def __bool__(self) -> NoReturn:
        raise BuildError(
            f"`{self}` is true or false in the game, not in Python: "
            "join with `&`, `|`, `~`, and put brackets around each comparison"
        )

    # ------------------------------------------------------------ comparisons

    def is_(self, other: Value) -> Formula:
        """``a is b``."""
        return _compared("is_", self, other)

    def is_not(self, other: Value) -> Formula:
        """``a is not b``."""
        return _compared("is_not", self, other)

    def is_in(self, among: Value) -> Formula:
        """``a is in S``."""
        return Formula(node("is_in", _operand(self), as_set(among)))

    def is_not_in(self, among: Value) -> Formula:
        """``a is not in S``."""
        return Formula(node("is_not_in", _operand(self), as_set(among)))

    def can(self, action: Value) -> Formula:
        """``p can jump(m)``: whether p has a legal way to do this."""
        return Formula(node("can", _operand(self), bracketed(as_formula(action), Level.SIMPLE)))

    def knows(self, what: Value) -> Formula:
        """``p knows c.rank``."""
        return Formula(node("knows", _operand(self), _operand(what)))

    def __eq__(self, other: Value) -> Formula:  # type: ignore[override]
        return self.is_(other)

    def __ne__(self, other: Value) -> Formula:  # type: ignore[override]
        return self.is_not(other)

    __hash__ = object.__hash__

    def __lt__(self, other: Value) -> Formula:
        return _compared("<", self, other)

    def __le__(self, other: Value) -> Formula:
        return _compared("<=", self, other)

    def __gt__(self, other: Value) -> Formula:
        return _compared(">", self, other)

    def __ge__(self, other: Value) -> Formula:
        return _compared(">=", self, other)

    # ------------------------------------------------------------ and, or, not

    def __and__(self, other: Value) -> Formula:
        return Formula(_both(self.tree, as_truth(other)))

    def __rand__(self, other: Value) -> Formula:
        return Formula(_both(as_truth(other), self.tree))

    def __or__(self, other: Value) -> Formula:
        return Formula(_either(self.tree, as_truth(other)))

    def __ror__(self, other: Value) -> Formula:
        return Formula(_either(as_truth(other), self.tree))

    def __invert__(self) -> Formula:
        return Formula(node("not_", bracketed(self.tree, Level.QUANTIFIED)))

    # ------------------------------------------------------------ arithmetic

    def __add__(self, other: Value) -> Formula:
        return _sum("add", self, other)

    def __radd__(self, other: Value) -> Formula:
        return _sum("add", other, self)

    def __sub__(self, other: Value) -> Formula:
        return _sum("sub", self, other)

    def __rsub__(self, other: Value) -> Formula:
        return _sum("sub", other, self)

    def __mul__(self, other: Value) -> Formula:
        return _product("mul", self, other)

    def __rmul__(self, other: Value) -> Formula:
        return _product("mul", other, self)

    def __floordiv__(self, other: Value) -> Formula:
        return _product("div", self, other)

    def __rfloordiv__(self, other: Value) -> Formula:
        return _product("div", other, self)

    def __mod__(self, other: Value) -> Formula:
        return _product("mod", self, other)

    def __rmod__(self, other: Value) -> Formula:
        return _product("mod", other, self)

    def __truediv__(self, other: Value) -> Formula:
        return _quotient(self, other)

    def __rtruediv__(self, other: Value) -> Formula:
        return _quotient(other, self)

    def __neg__(self) -> Formula:
        return Formula(node("neg", _operand(self, Level.SIGNED)))

    def rounded_up(self) -> Formula:
        """``a / b rounded up``, of a division."""
        return self._rounded("up")

    def rounded_down(self) -> Formula:
        """``a / b rounded down``, of a division."""
        return self._rounded("down")

    def _rounded(self, way: str) -> Formula:
        tree = self.tree
        if not isinstance(tree, Quotient) or tree.rounded is not None:
            raise BuildError(f"only a division can be rounded, not `{self}`: write `(a / b).rounded_{way}()`")
        rounded = node("rounded", Token("ROUNDED", "rounded"), Token(way.upper(), way))
        return Formula(node("quotient", tree.left, tree.right, rounded))


Value = Formula | int | float | bool | str | None
"""What may stand for a formula: one; a number; True, False and None for yes, no and none; or a formula as text."""


# ---------------------------------------------------------------- from Python values


def as_formula(value: Value) -> Node | Token:
    """The tree of a formula given in any of the ways a :data:`Value` allows."""
    if isinstance(value, Formula):
        if isinstance(value.tree, NumberRange):
            raise BuildError(f"the range `{value}` can't stand here; a range is a set of numbers to choose or look for")
        return value.tree
    if value is None:
        return node("none_")
    if isinstance(value, bool):
        return node("yes" if value else "no")
    if isinstance(value, int | float):
        return node("neg", digits(-value)) if value < 0 else digits(value)
    if isinstance(value, str):
        return read_formula(value)
    raise BuildError(f"a formula is wanted here, this is {_shown(value)}")


def as_truth(value: Value) -> Node | Token:
    """A formula that holds or does not; a number here is nearly always a missing bracket."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        raise BuildError(
            f"{value} can't be joined with `&` or `|`: put brackets around each comparison, `(a > {value}) & (b > 1)`"
        )
    return bracketed(as_formula(value), Level.OR)


def as_sum(value: Value) -> Node | Token:
    """A formula where the language takes no comparison without brackets."""
    return bracketed(as_formula(value), Level.SUM)


def as_simple(value: Value) -> Node | Token:
    """A formula where only a name, a call, a member or brackets may stand."""
    return bracketed(as_formula(value), Level.SIMPLE)


def as_place(value: Value) -> Node | Token:
    """A formula where a zone, a cell or a player stands: ``bottom of deck`` too."""
    return bracketed(as_formula(value), Level.SIGNED)


def as_set(value: Value) -> Node | Token:
    """A set, or a range of numbers."""
    if isinstance(value, str):
        return read_set(value)
    return set_of(value.tree if isinstance(value, Formula) else as_formula(value))


def as_things(value: Value) -> Node | Token:
    """The things a statement is about."""
    if isinstance(value, str):
        return read_things(value)
    return things(value.tree if isinstance(value, Formula) else as_formula(value))


def as_name(value: Formula | str, what: str = "a name") -> Token:
    """A plain name, given as one or as text."""
    if isinstance(value, Formula):
        if isinstance(value.tree, Token) and value.tree.type == "NAME":
            return value.tree
        raise BuildError(f"{what} is wanted here, this is the formula `{value}`")
    return word(value, what)


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


# ---------------------------------------------------------------- putting formulas together


def member(thing: Value, part: str) -> Formula:
    """``x.part``; the same as the attribute, for parts whose names Python or :class:`Formula` has taken."""
    return Formula(node("member", as_simple(thing), word(part, "the name of a part"), None))


def called(function: Formula, arguments: Node) -> Formula:
    """A name, a member or ``my`` thing with brackets behind it."""
    tree = function.tree
    if isinstance(tree, Token) and tree.type == "NAME":
        return Formula(node("call_", tree, arguments))
    if isinstance(tree, MemberOf | My) and tree.arguments is None:
        assert isinstance(arguments, ArgumentList)
        return Formula(replace(tree, arguments=arguments))
    raise BuildError(f"`{function}` can't be called; only a name or a member like `c.step` can")


def _operand(value: Value, least: Level = Level.SUM) -> Node | Token:
    """A side of a comparison or calculation.

    ``and``, ``or`` and ``not`` are refused rather than bracketed: Python's ``&`` binds tighter than ``==``, so they are
    nearly always a bracket forgotten.
    """
    tree = as_formula(value)
    if isinstance(tree, And | Or | Negation):
        shown = to_text(tree)
        raise BuildError(
            f"`{shown}` can't be compared or calculated with: "
            "put brackets around each comparison, `(a == b) & (c == d)`"
        )
    return bracketed(tree, least)


def _compared(sign: str, left: Value, right: Value) -> Formula:
    if sign in ("is_", "is_not"):
        return Formula(node(sign, _operand(left), _operand(right)))
    return Formula(node("compare", _operand(left), Token("COMP", sign), _operand(right)))


def _both(left: Node | Token, right: Node | Token) -> Node:
    """``left and right``; a chain leans to the right, as the parser reads it."""
    if isinstance(left, And):
        return node("and_", left.left, _both(left.right, right))
    return node("and_", bracketed(left, Level.NOT), bracketed(right, Level.AND))


def _either(left: Node | Token, right: Node | Token) -> Node:
    """``left or right``. Where ``and`` and ``or`` meet there are brackets, so nobody needs to know which is first."""
    if isinstance(left, Or):
        return node("or_", left.left, _either(left.right, right))
    if isinstance(right, And):
        right = node("paren", right)
    return node("or_", bracketed(left, Level.NOT), bracketed(right, Level.OR))


def _sum(kind: str, left: Value, right: Value) -> Formula:
    return Formula(node(kind, _operand(left), _operand(right, Level.PRODUCT)))


def _product(kind: str, left: Value, right: Value) -> Formula:
    return Formula(node(kind, _operand(left, Level.PRODUCT), _operand(right, Level.SIGNED)))


def _quotient(left: Value, right: Value) -> Formula:
    return Formula(node("quotient", _operand(left, Level.PRODUCT), _operand(right, Level.SIGNED), None))
