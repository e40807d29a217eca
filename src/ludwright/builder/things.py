"""Declarations of what there is: players, knobs, kinds, components, boards, zones, variables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lark import Token

from ludwright.builder.effects import Effect, reference
from ludwright.builder.formulas import Formula, Value, as_formula, as_name, as_set
from ludwright.builder.parts import (
    UNSET,
    Axis,
    Carried,
    Index,
    Unset,
    board_options,
    by_players,
    card_options,
    carried,
    dice,
    kind,
    variable,
    zone,
)
from ludwright.builder.rows import Rows, picture, table
from ludwright.builder.sheet import DeclarationSheet
from ludwright.builder.trees import BuildError, node, quoted, whole, word, words
from ludwright.builder.words import name
from ludwright.language.printer import Part
from ludwright.language.syntax import Node

File = str | tuple[str, str] | None
"""The name of a file, or of a workbook and of one of its sheets."""


class ThingMethods(DeclarationSheet):
    """Methods for what there is."""

    def include(self, file: str) -> None:
        """``include "base.game"``."""
        self._add(node("include", quoted(file, "the name of a file")))

    def without(self, *names: str) -> None:
        """``without a, b``: drops included declarations."""
        self._add(node("without", words(names)))

    def change(self, what: Formula | str, value: Value) -> None:
        """``change goal = 50``, ``change red.value = 3``: one number of the base game."""
        self._add(node("change", reference(what), as_formula(value)))

    def players(
        self,
        least: int,
        most: int | None = None,
        *,
        named: Sequence[str] | str = (),
        cooperative: bool = False,
        rows: Rows | None = None,
    ) -> None:
        """``players 2 to 4``; ``rows`` is a table with one row a seat."""
        head = [
            whole(least, "a number of players"),
            None if most is None else whole(most, "a number of players"),
            Token("COOPERATIVE", "cooperative") if cooperative else None,
            words(named, "the name of a seat") if named else None,
        ]
        self._add(node("players", *head, *table(rows)))

    def param(
        self,
        name_: str,
        value: Value | Sequence[Value] | Mapping[int | tuple[int, int], Value],
        within: Value = None,
    ) -> Formula:
        """``param goal = 100 in 20..200``; a list, or values by number of players: ``{(2, 3): 5, 4: 4}``."""
        called = word(name_, "the name of a parameter")
        self._add(node("param", called, _knob(value), None if within is None else as_set(within)))
        return Formula(called)

    def enum(
        self,
        name_: str,
        values: Sequence[str] | str = (),
        *,
        rows: Rows | None = None,
        from_: File = None,
        plural: str | None = None,
    ) -> Formula:
        """``enum suit: clubs, hearts``, or with a table, or ``from_`` a file of one. Gives the name of the kind."""
        if values and (rows is not None or from_ is not None):
            raise BuildError(f"the values of `{name_}` come as names or as a table, not both")
        if values:
            self._add(node("enum", kind(name_, plural), words(values, "a value")))
        else:
            self._add(node("enum", kind(name_, plural), _file(from_), *table(rows)))
        return name(name_)

    def cards(
        self,
        name_: str,
        *options: str,
        rows: Rows | None = None,
        axes: Sequence[Axis] = (),
        from_: File = None,
        of: str | None = None,
        plural: str | None = None,
        marks: Sequence[Carried] = (),
    ) -> Formula:
        """``cards card``: designs from a table, a file, or one for each combination of ``axes``.

        Options are ``"copies 2"``; ``marks`` are variables each card carries.
        """
        return self._components("cards", name_, options, rows, axes, from_, of, plural, marks)

    def things(
        self,
        name_: str,
        *options: str,
        rows: Rows | None = None,
        axes: Sequence[Axis] = (),
        from_: File = None,
        of: str | None = None,
        plural: str | None = None,
        marks: Sequence[Carried] = (),
    ) -> Formula:
        """``things man (men), copies 12 each player``: pieces, as :meth:`cards`."""
        return self._components("things", name_, options, rows, axes, from_, of, plural, marks)

    def _components(
        self,
        sort: str,
        name_: str,
        options: Sequence[str],
        rows: Rows | None,
        axes: Sequence[Axis],
        from_: File,
        of: str | None,
        plural: str | None,
        marks: Sequence[Carried],
    ) -> Formula:
        combinations: list[Part] = [axis.tree for axis in axes]
        head: list[Part] = [
            node("component", Token(sort.upper(), sort)),
            kind(name_, plural),
            None if of is None else word(of, "the name of a kind"),
            *(combinations or [None]),
            _file(from_),
        ]
        self._add(node("cards", *head, *card_options(options), *table(rows), *carried(marks, "attr", f"a {name_}")))
        return name(name_)

    def board(
        self,
        shape: str,
        wide: int | Formula | str | None = None,
        high: int | Formula | str | None = None,
        *options: str,
        of: str = "cell",
        plural: str | None = None,
        from_: File = None,
        rows: Rows | None = None,
        carries: Sequence[Carried] = (),
    ) -> Formula:
        """``board grid 8 x 8 of square, diagonal``.

        Options are ``"diagonal"``, ``"holds 1 man"``, ``"corners spot"``; ``carries`` are variables of each cell, and
        links of a graph.
        """
        head = [word(shape, "the shape of a board"), _size(wide), _size(high), kind(of, plural), _file(from_)]
        below = carried(carries, "attr link", f"a {of}")
        self._add(node("board", *head, *board_options(options), *table(rows), *below))
        return name(of)

    def picture(self, of: str, rows: Sequence[str], legend: Mapping[str, Effect | tuple[str, str]]) -> None:
        """The opening as a picture. Its legend explains signs: ``("man", "Black")``, or an :func:`assign`."""
        if not legend:
            raise BuildError("a picture needs a legend that explains its signs")
        signs = [_sign(sign, meaning) for sign, meaning in legend.items()]
        self._add(node("picture", word(of, "the name of a kind"), *picture(rows), *signs))

    def zone(self, name_: str, of: str | Sequence[str], *options: str, index: Index | None = None) -> Formula:
        """``zone deck of card, face down, shuffled`` is ``zone("deck", "card", "face down", "shuffled")``."""
        self._add(zone(name_, of, *options, index=index).tree)
        return name(name_)

    def dice(
        self, name_: str, number: Value, faces: int | Formula | str, *options: str, index: Index | None = None
    ) -> Formula:
        """``dice tray: 5 d6`` is ``dice("tray", 5, "d6")``."""
        self._add(dice(name_, number, faces, *options, index=index).tree)
        return name(name_)

    def var(
        self,
        name_: str,
        start: Value | Unset = UNSET,
        within: Value = None,
        *options: str,
        type: str | None = None,
        index: Index | None = None,
    ) -> Formula:
        """``var pot = 0 in 0..300, each turn``; arguments as those of :func:`ludwright.build.variable`."""
        self._add(node("var", variable(name_, start, within, *options, type=type, index=index).tree))
        return name(name_)

    def each(self, owner: str, *parts: Carried) -> None:
        """``each player``: variables, zones and dice of which every player (cell, enum value ...) has one."""
        if not parts:
            raise BuildError(f"each {owner} has what? Give variables, zones or dice")
        trees = carried(parts, "attr zone dice", f"each {owner}")
        self._add(node("each", word(owner, "the name of a kind"), *trees))

    def clock(self, unit: str, waiting: int | None = None) -> None:
        """``clock in seconds``; ``clock in seconds, up to 300 waiting`` with a number."""
        many = None if waiting is None else whole(waiting, "how many may wait")
        self._add(node("clock", word(unit, "a unit of time"), many))


def _knob(value: Value | Sequence[Value] | Mapping[int | tuple[int, int], Value]) -> Node | Token:
    if isinstance(value, Mapping):
        return by_players(value)
    if isinstance(value, Formula | str) or not isinstance(value, Sequence):
        return as_formula(value)
    if len(value) < 2:
        raise BuildError("a list as a parameter has two or more values")
    return node("list", *(as_formula(one) for one in value))


def _file(file: File) -> Part:
    if isinstance(file, tuple):
        return node("sheet_of", quoted(file[0], "the name of a file"), quoted(file[1], "the name of a sheet"))
    return None if file is None else quoted(file, "the name of a file")


def _size(size: int | Formula | str | None) -> Token | None:
    if isinstance(size, int):
        return whole(size, "the size of a board")
    return None if size is None else as_name(size, "a number, or the name of a parameter,")


def _sign(sign: str, meaning: Effect | tuple[str, str]) -> Node:
    mark = word(sign, "a sign of a picture")
    if isinstance(meaning, Effect) and meaning.tree.rule == "assign":
        return node("legend", mark, meaning.tree)
    if isinstance(meaning, tuple) and len(meaning) == 2:
        return node("legend", mark, word(meaning[0], "a kind of thing"), word(meaning[1], "a player"))
    raise BuildError(
        f"the sign `{sign}` means a thing and its owner, `('man', 'Black')`, or an assignment, not {meaning!r}"
    )
