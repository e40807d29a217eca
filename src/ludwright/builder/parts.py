"""Parts of declarations: variables, zones, dice, links; and their options, in the language's own words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lark import Token

from ludwright.builder.effects import die
from ludwright.builder.formulas import Formula, Value, as_formula, as_name, as_set, as_sum
from ludwright.builder.texts import read_options, read_variable_options
from ludwright.builder.trees import BuildError, node, whole, word, words
from ludwright.language.printer import Part
from ludwright.language.syntax import Node


class Carried:
    """Something declared inside something else: a variable, a zone, dice or a link."""

    __slots__ = ("tree",)

    def __init__(self, tree: Node) -> None:
        self.tree = tree


Index = Formula | str | Sequence[Formula | str]
"""What a variable has one of each for: a kind, a range, ``"card design"``, or several of these."""


class Unset:
    """Marks a start value that was left out, since None is a value of the language."""


UNSET = Unset()


def variable(
    name: Formula | str,
    start: Value | Unset = UNSET,
    within: Value = None,
    *options: str,
    type: str | None = None,
    index: Index | None = None,
) -> Carried:
    """``pot = 0 in 0..300, each turn`` is ``variable("pot", 0, range_(0, 300), "each turn")``.

    With a ``type`` (``"player or none"``) it is a reference: ``variable("mark", type="player or none")``.
    Options are ``"each turn"`` and ``"seen by owner"``.
    """
    called = as_name(name, "the name of a variable")
    head: list[Part] = [called, _index(index)]
    if type is not None:
        if within is not None:
            raise BuildError(f"`{called}` refers to a {type}; only a number has a range")
        head += [_type(type), None if isinstance(start, Unset) else as_formula(start)]
    elif isinstance(start, Unset):
        raise BuildError(f"`{called}` needs a start value, or a `type` of things it refers to")
    else:
        head += [as_formula(start), None if within is None else as_set(within)]
    tail = [tree for option in _in_words(options, "an option of a variable") for tree in read_variable_options(option)]
    return Carried(node("attr", *head, *tail))


def zone(name: Formula | str, of: str | Sequence[str], *options: str, index: Index | None = None) -> Carried:
    """``zone deck of card, face down, shuffled`` is ``zone("deck", "card", "face down", "shuffled")``."""
    kinds = [of] if isinstance(of, str) else list(of)
    if not kinds:
        raise BuildError("a zone of what? Name what lies in it")
    found = [word(kind, "what lies in a zone") for kind in kinds]
    tail = _options(options, "zone x of y", "an option of a zone")
    return Carried(node("zone", as_name(name, "the name of a zone"), _index(index), *found, *tail))


def dice(
    name: Formula | str, number: Value, faces: int | Formula | str, *options: str, index: Index | None = None
) -> Carried:
    """``dice tray: 5 d6`` is ``dice("tray", 5, "d6")``."""
    tail = _options(options, "dice x: 1 d6", "an option of dice")
    head = [as_name(name, "the name of dice"), _index(index), as_sum(number), die(faces)]
    return Carried(node("dice", *head, *tail))


def link(cell: str, *neighbours: str) -> Carried:
    """``link hall: kitchen, study``: neighbours on a graph, both ways."""
    return Carried(node("link", word(cell, "the name of a cell"), words(neighbours, "the name of a cell")))


def carried(parts: Sequence[Carried], allowed: str, where: str) -> list[Node]:
    """The trees of parts, of the kinds that may stand there."""
    for part in parts:
        if not isinstance(part, Carried) or part.tree.rule not in allowed.split():
            shown = part.tree.rule if isinstance(part, Carried) else repr(part)
            raise BuildError(f"{where} can't carry this: {shown}")
    return [part.tree for part in parts]


def kind(name: Formula | str, plural: str | None = None) -> Node:
    """A kind of thing, with its plural where the language would guess another."""
    return node("kind", as_name(name, "the name of a kind"), None if plural is None else word(plural, "a plural"))


def board_options(options: Sequence[str]) -> list[Node]:
    """``"diagonal"``, ``"holds 1 man"``, ``"corners spot"``."""
    return _options(options, "board grid 3 x 3 of y", "an option of a board")


def card_options(options: Sequence[str]) -> list[Node]:
    """``"copies 2"``, ``"copies 12 each player"``, ``"up to 60"``."""
    return _options(options, "cards y", "an option of cards or things")


def action_options(options: Sequence[str]) -> list[Node]:
    """``"group build"``, ``"takes 5 seconds"``."""
    return _options(options, "action x", "an option of an action")


class Axis:
    """What cards are made one of each for. Made by :func:`axis`."""

    __slots__ = ("tree",)

    def __init__(self, tree: Node) -> None:
        self.tree = tree


def axis(name: Formula | str, among: Value = None) -> Axis:
    """``each rank in 2..14``: one design for each."""
    return Axis(node("axis", as_name(name), None if among is None else as_set(among)))


def by_players(values: Mapping[int | tuple[int, int], Value]) -> Node:
    """``5 for 2..3 players, 4 for 4 players`` from ``{(2, 3): 5, 4: 4}``."""
    cases = []
    for count, value in values.items():
        low, high = count if isinstance(count, tuple) else (count, None)
        ends = [whole(low, "a number of players"), None if high is None else whole(high, "a number of players")]
        cases.append(node("by_count", as_formula(value), *ends))
    if not cases:
        raise BuildError("a value for each number of players is wanted; there is none")
    return node("by_counts", *cases)


def _index(index: Index | None) -> Node | None:
    if index is None:
        return None
    several = [index] if isinstance(index, Formula | str) else list(index)
    return node("index", *(_one_index(one) for one in several))


def _one_index(index: Formula | str) -> Node | Token:
    if isinstance(index, str) and index.endswith(" design"):
        return node("design_index", word(index.removesuffix(" design")))
    return as_set(index)


def _type(text: str) -> Node:
    """``player``, ``colour or none``, ``card design or none``."""
    pieces = text.split()
    optional = pieces[-2:] == ["or", "none"]
    if optional:
        pieces = pieces[:-2]
    design = pieces[-1:] == ["design"] and len(pieces) > 1
    if design:
        pieces = pieces[:-1]
    if len(pieces) != 1:
        raise BuildError(f"a type is written `player`, `player or none` or `card design`, this is {text!r}")
    marks = [Token("DESIGN", "design") if design else None, Token("NONE", "none") if optional else None]
    return node("type", word(pieces[0], "a type"), *marks)


def _options(options: Sequence[str], heading: str, what: str) -> list[Node]:
    """Options read by the parser, behind a heading that takes such options."""
    return [tree for option in _in_words(options, what) for tree in read_options(option, heading, what)]


def _in_words(options: Sequence[str], what: str) -> Sequence[str]:
    for option in options:
        if not isinstance(option, str):
            raise BuildError(f"{what} is given in words, this is {option!r}")
    return options
