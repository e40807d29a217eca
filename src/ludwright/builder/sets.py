"""Sets, and formulas that look through them: every, any, all, first, highest, count, sum."""

from __future__ import annotations

from lark import Token

from ludwright.builder.formulas import Formula, Value, as_formula, as_name, as_set, as_sum, as_truth, called
from ludwright.builder.trees import BuildError, node
from ludwright.language.printer import Part, to_text
from ludwright.language.syntax import Node


class Gen:
    """A name that runs through a set: ``c in cells with P``. Made by :func:`each`."""

    __slots__ = ("tree",)

    def __init__(self, tree: Node) -> None:
        self.tree = tree

    def __repr__(self) -> str:
        return f"Gen({to_text(self.tree)!r})"


def each(
    variable: Formula | str,
    among: Value,
    *,
    from_: Value = None,
    backwards: bool = False,
    with_: Value = None,
    while_: Value = None,
) -> Gen:
    """``variable in among from x backwards with P``, or ``while P``."""
    if with_ is not None and while_ is not None:
        raise BuildError("a set is limited by `with_` or by `while_`, not by both")
    limit: Part = None
    if with_ is not None:
        limit = node("limit", as_truth(with_))
    elif while_ is not None:
        limit = node("while_", as_truth(while_))
    start = None if from_ is None else as_sum(from_)
    direction = Token("BACKWARDS", "backwards") if backwards else None
    return Gen(
        node("gen", as_name(variable, "the name that runs through a set"), as_set(among), start, direction, limit)
    )


def any_(variable: Formula | str, among: Value, *, with_: Value = None) -> Formula:
    """``any x in S with P``."""
    return Formula(node("any_", each(variable, among, with_=with_).tree))


def no_(variable: Formula | str, among: Value, *, with_: Value = None) -> Formula:
    """``no x in S with P``."""
    return Formula(node("no_", each(variable, among, with_=with_).tree))


def every(variable: Formula | str, among: Value, has: Value) -> Formula:
    """``every x in S has P``."""
    return Formula(node("every_", as_name(variable), as_set(among), as_truth(has)))


def all_(variable: Formula | str, among: Value, *, with_: Value = None, while_: Value = None) -> Formula:
    """``all x in S with P``: the subset; with ``while_`` the longest beginning."""
    return Formula(node("all_", each(variable, among, with_=with_, while_=while_).tree))


def first(
    variable: Formula | str, among: Value, *, from_: Value = None, backwards: bool = False, with_: Value = None
) -> Formula:
    """``first x in S from y with P``."""
    return Formula(node("first", each(variable, among, from_=from_, backwards=backwards, with_=with_).tree))


def random(variable: Formula | str, among: Value, *, with_: Value = None, by: Value = None) -> Formula:
    """``random x in S with P by weight``."""
    weight = None if by is None else as_sum(by)
    return Formula(node("random", each(variable, among, with_=with_).tree, weight))


def highest(
    variable: Formula | str, among: Value, *by: Value, with_: Value = None, all_of_them: bool = False
) -> Formula:
    """``highest x in S with P by e then f``; with ``all_of_them`` all that share the first place."""
    return _best("highest", each(variable, among, with_=with_), by, all_of_them)


def lowest(
    variable: Formula | str, among: Value, *by: Value, with_: Value = None, all_of_them: bool = False
) -> Formula:
    """``lowest x in S with P by e then f``; with ``all_of_them`` all that share the last place."""
    return _best("lowest", each(variable, among, with_=with_), by, all_of_them)


def _best(way: str, gen: Gen, by: tuple[Value, ...], all_of_them: bool) -> Formula:
    if not by:
        raise BuildError(f"the {way} by what? Give a formula behind the set: `{way}(x, S, x.points)`")
    best = node("best", Token(way.upper(), way))
    return Formula(node("all_best" if all_of_them else "pick", best, gen.tree, *(as_sum(value) for value in by)))


def count(variable: Formula | str, among: Value, *, with_: Value = None) -> Formula:
    """``count(x in S with P)``."""
    return called(Formula(Token("NAME", "count")), node("set_arg", each(variable, among, with_=with_).tree))


def sum_(value: Value, *over: Gen) -> Formula:
    """``sum(e for x in S, y in T)``; without sets the sum of an indexed variable or a list."""
    return _gathered("sum", (value,), over)


def max_(*values: Value | Gen) -> Formula:
    """``max(a, b)``, or ``max(e for x in S)`` with ``max_(e, each(x, S))``."""
    return _split("max", values)


def min_(*values: Value | Gen) -> Formula:
    """``min(a, b)``, or ``min(e for x in S)`` with ``min_(e, each(x, S))``."""
    return _split("min", values)


def best(value: Value, these: Gen, those: Gen) -> Formula:
    """``best(e for x in S matched to y in T)`` with ``best(e, each(x, S), each(y, T))``."""
    if not isinstance(these, Gen) or not isinstance(those, Gen):
        raise BuildError("`best` matches two sets made by `each(x, S)`")
    return called(Formula(Token("NAME", "best")), node("match_args", as_formula(value), these.tree, those.tree))


def _split(function: str, values: tuple[Value | Gen, ...]) -> Formula:
    plain = tuple(value for value in values if not isinstance(value, Gen))
    return _gathered(function, plain, tuple(value for value in values if isinstance(value, Gen)))


def _gathered(function: str, values: tuple[Value, ...], over: tuple[Gen, ...]) -> Formula:
    if not values or (over and len(values) > 1):
        raise BuildError(f"`{function}` takes formulas, or one formula and the sets it runs through (`each(x, S)`)")
    if any(not isinstance(gen, Gen) for gen in over):
        raise BuildError(f"`{function}` runs through sets made by `each(x, S)`")
    trees = [as_formula(value) for value in values]
    arguments = node("each_args", *trees, *(gen.tree for gen in over)) if over else node("args", *trees)
    return called(Formula(Token("NAME", function)), arguments)
