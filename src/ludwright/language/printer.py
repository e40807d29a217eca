"""From syntax trees back to text: the inverse of the parser.

``parse_file(to_text(tree))`` is the same tree again. Comments and spacing of the original text are not kept; rows of
tables are, letter by letter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from lark import Token

from ludwright.language.scanner import Quoted
from ludwright.language.syntax.base import BODIES, LISTS, PHRASES, Node
from ludwright.language.syntax.positions import positions

Part = Node | Token | None
"""What stands in a tree: a node, a word, or nothing where an optional part was left out."""

INDENT = "  "
WIDTH = 120
"""Lines longer than this are broken where they can be."""
_HOLE = re.compile(r"\[(?P<before>[^\[\]{]*)\{(?P<number>\d+)\}(?P<after>[^\[\]]*)\]|\{(?P<plain>\d+)\}")
_TOGETHER = (
    "param",
    "include without change",
    "zone dice var",
    "define",
    "end score winner winners lead goal",
    "track",
)


def to_text(tree: Node | Token) -> str:
    """The text of any tree the parser gives: a whole file, a declaration, a statement, a formula."""
    if isinstance(tree, Token):
        return _word(tree)
    if tree.rule == "start":
        return _file(tree)
    return "\n".join(_lines(tree))


def _file(tree: Node) -> str:
    texts: list[str] = []
    before: tuple[str, bool] | None = None
    for declaration in positions(tree):
        assert isinstance(declaration, Node)
        lines = _lines(declaration)
        now = (str(declaration.rule), len(lines) > 1)
        if before is not None and _apart(before, now):
            texts.append("")
        texts += [folded for line in lines for folded in _folded(line)]
        before = now
    return "\n".join([*texts, ""])


def _apart(before: tuple[str, bool], now: tuple[str, bool]) -> bool:
    """Whether an empty line belongs between two declarations, given as kind and whether it has several lines."""
    if before[0] in ("game", "variant") or now[0] in ("variant", "players"):
        return False
    return before[1] or now[1] or not any({before[0], now[0]} <= set(family.split()) for family in _TOGETHER)


def _folded(line: str) -> list[str]:
    """A long line, broken at spaces inside brackets, where the end of a line means nothing."""
    margin = " " * (len(line) - len(line.lstrip())) + 2 * INDENT
    lines = [""]
    depth, quoted = 0, False
    # each piece keeps the space before it; brackets and quotes tell whether the line may end there
    for piece in re.findall(r" *[^ ]+", line):
        breakable = depth > 0 and not quoted
        if breakable and len(lines[-1]) + len(piece) > WIDTH:
            lines.append(margin + piece.lstrip())
        else:
            lines[-1] += piece
        for sign in piece:
            quoted ^= sign == '"'
            if not quoted:
                depth += (sign in "([") - (sign in ")]")
    return lines if not line.lstrip().startswith("|") else [line]


def _lines(tree: Node | Token) -> list[str]:
    """The lines of a declaration or statement, its blocks indented below it."""
    if isinstance(tree, Token):
        return [_word(tree)]
    kind = str(tree.rule)
    if kind in BODIES:
        return _with_body(tree, BODIES[kind])
    special = _SPECIAL_LINES.get(kind)
    return special(tree) if special is not None else [_phrase(tree)]


# ---------------------------------------------------------------- one line


def _word(token: Token) -> str:
    """A word as it is written: a name that is not a single word stands in quotes."""
    if token.type == "NAME" and (isinstance(token, Quoted) or not token.isidentifier()):
        return f'"{token}"'
    return str(token)


def _phrase(part: Part) -> str:
    """A formula or a statement of one line."""
    if part is None:
        return ""
    if isinstance(part, Token):
        return _word(part)
    kind = str(part.rule)
    if kind in PHRASES:
        return _fill(PHRASES[kind], positions(part))
    if kind in LISTS:
        before, between, after = LISTS[kind]
        return before + between.join(_phrase(child) for child in positions(part) if child is not None) + after
    return _SPECIAL_PHRASES[kind](positions(part))


def _fill(template: str, children: Sequence[Part]) -> str:
    """A template with its holes filled; see :data:`ludwright.language.syntax.base.PHRASES`."""

    def put(hole: re.Match[str]) -> str:
        child = children[int(hole["number"] or hole["plain"])]
        optional = hole[0].startswith("[")
        return "" if optional and child is None else f"{hole['before'] or ''}{_phrase(child)}{hole['after'] or ''}"

    return _HOLE.sub(put, template)


def _joined(parts: Sequence[Part], between: str = ", ") -> str:
    return between.join(_phrase(part) for part in parts)


def _at(children: Sequence[Part]) -> str:
    return f"{_phrase(children[0])}[{_joined(children[1:])}]"


def _each_args(children: Sequence[Part]) -> str:
    return f"({_phrase(children[0])} for {_joined(children[1:])})"


def _match_args(children: Sequence[Part]) -> str:
    return f"({_phrase(children[0])} for {_joined(children[1:], ' matched to ')})"


def _pick(children: Sequence[Part]) -> str:
    return f"{_phrase(children[0])} {_by(children[1:])}"


def _by(children: Sequence[Part]) -> str:
    """Members in the order of some numbers."""
    keys = _joined(children[1:], " then ")
    return f"{_phrase(children[0])} by {keys}" if keys else _phrase(children[0])


def _all(children: Sequence[Part]) -> str:
    return f"all {_by([child for child in children if child is not None])}"


def _does(children: Sequence[Part]) -> str:
    return _joined(children, " does ")


def _may_do(children: Sequence[Part]) -> str:
    return f"{_phrase(children[0])} may do {'one of ' if len(children) > 2 else ''}{_joined(children[1:])}"


def _any_number(children: Sequence[Part]) -> str:
    """``any number of`` actions with its three conditions, or of things to choose."""
    if len(children) == 1:
        return f"any number of {_phrase(children[0])}"
    conditions = [child for child in children[-3:] if child is not None]
    return " ".join([f"any number of {_joined(children[:-3])}", *(_phrase(child) for child in conditions)])


def _up_to(children: Sequence[Part]) -> str:
    """Room for things, or a number of things to choose."""
    return f"up to {_joined(children, ' ')}"


def _at_most(children: Sequence[Part]) -> str:
    """How often an action may be done, or a quota of an expectation."""
    return _fill("up to {0} times" if len(children) == 1 else "at most {0} of {1}", children)


def _assign(children: Sequence[Part]) -> str:
    sign = _phrase(children[1]) if len(children) == 3 else "="
    return f"{_phrase(children[0])} {sign} {_phrase(children[-1])}"


def _pay(children: Sequence[Part]) -> str:
    return f"pay {_joined(children[:-2])}{_fill(' from {0}[ to {1}]', children[-2:])}"


def _wins(children: Sequence[Part]) -> str:
    return _fill("{0} " + ("win" if children[0] in ("players", "others") else "wins") + "[ {1}]", children)


def _loses(children: Sequence[Part]) -> str:
    return _fill("{0} " + ("lose" if children[0] in ("players", "others") else "loses") + "[ {1}]", children)


def _wait(children: Sequence[Part]) -> str:
    return "wait" if children[0] is None else f"wait {_joined(children, ' ')}"


def _occur(children: Sequence[Part]) -> str:
    before, condition = children[-2:]
    text = _joined(children[:-2], " or ")
    return text if condition is None else text + _fill(" with[ {0}] {1}", (before, condition))


def _type(children: Sequence[Part]) -> str:
    return _fill("{0}[ {1}][ or {2}]", children)


def _attr(children: Sequence[Part]) -> str:
    name, index, value, extra = children[:4]
    typed = isinstance(value, Node) and value.rule == "type"
    form = "{0}[{1}]: {2}[ = {3}]" if typed else "{0}[{1}] = {2}[ in {3}]"
    return ", ".join([_fill(form, (name, index, value, extra)), *(_phrase(option) for option in children[4:])])


def _zone(children: Sequence[Part]) -> str:
    kinds = [child for child in children[2:] if isinstance(child, Token)]
    options = [_phrase(child) for child in children[2:] if isinstance(child, Node)]
    return ", ".join([f"{_fill('zone {0}[{1}]', children[:2])} of {_joined(kinds, ' or ')}", *options])


def _dice(children: Sequence[Part]) -> str:
    return ", ".join([_fill("dice {0}[{1}]: {2} {3}", children[:4]), *(_phrase(option) for option in children[4:])])


def _by_count(children: Sequence[Part]) -> str:
    return _fill("{0} for {1}[..{2}] ", children) + ("player" if children[1:] == ["1", None] else "players")


def _legend(children: Sequence[Part]) -> str:
    return _fill("{0}: {1} of {2}" if len(children) == 3 else "{0}: {1}", children)


def _group(children: Sequence[Part]) -> str:
    pairs = zip(children[::2], children[1::2], strict=True)
    return "group " + ", ".join(f"{_phrase(name)} {_phrase(weight)}" for name, weight in pairs)


def _winner(children: Sequence[Part]) -> str:
    return "winner: " + _joined(children, ", then ")


def _rule(children: Sequence[Part]) -> str:
    return _phrase(children[0]) if len(children) == 1 else _fill("{0}[ when {1}][ by {2}]", children)


_SPECIAL_PHRASES: dict[str, Callable[[Sequence[Part]], str]] = {
    "at": _at,
    "each_args": _each_args,
    "match_args": _match_args,
    "pick": _pick,
    "all_": _all,
    "best_several": lambda children: f"{_phrase(children[0])} {_phrase(children[1])} {_by(children[2:])}",
    "all_best": lambda children: f"all {_pick(children)}",
    "does": _does,
    "may_do": _may_do,
    "any_number": _any_number,
    "up_to": _up_to,
    "at_most": _at_most,
    "always": lambda children: f"always {_joined(children)}" if children else "always",
    "assign": _assign,
    "pay": _pay,
    "wins": _wins,
    "loses": _loses,
    "wait": _wait,
    "occur": _occur,
    "type": _type,
    "attr": _attr,
    "zone": _zone,
    "dice": _dice,
    "by_count": _by_count,
    "legend": _legend,
    "group": _group,
    "winner": _winner,
    "rule": _rule,
}

# ---------------------------------------------------------------- several lines


def _indented(parts: Sequence[Part]) -> list[str]:
    return [INDENT + line for part in parts if part is not None for line in _lines(part)]


def _suite(head: str, body: Part) -> list[str]:
    """A heading and what belongs to it: a block below, or statements behind a colon."""
    if body is None:
        return [head]
    assert isinstance(body, Node)
    if body.rule == "block":
        return [head, *_indented(positions(body))]
    first, *rest = _lines(body)
    return [f"{head}: {first}", *rest]


def _with_body(tree: Node, template: str) -> list[str]:
    """A heading made from all children but the last, which is the body."""
    return _suite(_fill(template, positions(tree)[:-1]), positions(tree)[-1])


def _split(children: Sequence[Part], kinds: str) -> tuple[list[Part], list[Part]]:
    """Children that stand in the heading, and those of these kinds, which stand below it."""
    below = kinds.split()
    lower: list[Part] = [child for child in children if isinstance(child, Node) and child.rule in below]
    return [child for child in children if not (isinstance(child, Node) and child.rule in below)], lower


def _players(tree: Node) -> list[str]:
    return [_fill("players {0}[ to {1}][, {2}][ named {3}]", positions(tree)[:4]), *_indented(positions(tree)[4:])]


def _enum(tree: Node) -> list[str]:
    named = isinstance(positions(tree)[1], Node) and positions(tree)[1].rule == "names"
    return [
        _fill("enum {0}: {1}" if named else "enum {0}[ from {1}]", positions(tree)),
        *_indented(positions(tree)[2:]),
    ]


def _cards(tree: Node) -> list[str]:
    head, below = _split(positions(tree), "row attr")
    axes = [child for child in head if isinstance(child, Node) and child.rule == "axis"]
    options = [
        child
        for child in head
        if isinstance(child, Node) and child.rule in ("copies", "up_to", "up_to_each", "unlimited")
    ]
    source = head[-1 - len(options)]
    text = _fill("{0} {1}[ of {2}]", head) + (f": {_joined(axes)}" if axes else "") + _fill("[ from {0}]", [source])
    return [", ".join([text, *(_phrase(option) for option in options)]), *_indented(below)]


def _board(tree: Node) -> list[str]:
    head, below = _split(positions(tree), "row attr link")
    text = _fill("board {0}[ {1}][ x {2}] of {3}[ from {4}]", head)
    return [", ".join([text, *(_phrase(option) for option in head[5:])]), *_indented(below)]


def _action(tree: Node) -> list[str]:
    head, below = [*positions(tree)[:2]], [*positions(tree)[2:]]
    options = [child for child in below if isinstance(child, Node) and child.rule in ("in_group", "takes")]
    text = ", ".join([_fill("action {0}[{1}]", head), *(_phrase(option) for option in options)])
    return [text, *_indented(below[len(options) :])]


def _define(tree: Node) -> list[str]:
    head = _fill("define {0}[{1}]", positions(tree))
    last = positions(tree)[-1]
    if isinstance(last, Node) and last.rule == "answer":
        return [head, *_indented(positions(tree)[2:])]
    return [f"{head}: {_phrase(last)}"]


def _end(tree: Node) -> list[str]:
    head = _fill("end[ after {0}]", positions(tree))
    cases = positions(tree)[1:]
    return [f"{head} {_phrase(cases[0])}"] if len(cases) == 1 else [head, *_indented(cases)]


def _below(template: str) -> Callable[[Node], list[str]]:
    """A heading from the first children the template names, everything else below it."""
    used = len(re.findall(r"\{", template))
    return lambda tree: [_fill(template, positions(tree)), *_indented(positions(tree)[used:])]


def _steps(tree: Node) -> list[str]:
    return [_joined(positions(tree), "; ")]


def _if(tree: Node) -> list[str]:
    lines = _suite(_fill("if {0}", positions(tree)), positions(tree)[1])
    for part in positions(tree)[2:]:
        if part is not None:
            lines += _lines(part)
    return lines


def _otherwise(body: Part) -> list[str]:
    return [] if body is None else _lines(body)


def _turns(tree: Node) -> list[str]:
    head = _fill("turns[ {0}][ from {1}][ {2}][ by {3}][ when {4}][ until {5}]", positions(tree))
    return _suite(head, positions(tree)[6] if len(positions(tree)) > 6 else None)


def _at_once(tree: Node) -> list[str]:
    gen, asked, then = positions(tree)
    return [*_suite(f"at once, each {_phrase(gen)}", asked), *_suite("then", then)]


def _choose(tree: Node) -> list[str]:
    head = _fill("{0}[ {1}] {2} {3} from {4}[ with {5}]", positions(tree))
    body = positions(tree)[6] if len(positions(tree)) > 7 else None
    return [*_suite(head, body), *_otherwise(positions(tree)[-1])]


def _option(tree: Node) -> list[str]:
    head = _fill("option {0}[ when {1}]", positions(tree))
    return _suite(head, positions(tree)[2] if len(positions(tree)) > 2 else None)


def _first_to(tree: Node) -> list[str]:
    return [
        *_suite(_fill("first {0} to say {1}", positions(tree)), positions(tree)[2]),
        *_otherwise(positions(tree)[3]),
    ]


_SPECIAL_LINES: dict[str, Callable[[Node], list[str]]] = {
    "players": _players,
    "enum": _enum,
    "cards": _cards,
    "board": _board,
    "picture": _below("picture {0}"),
    "each": _below("each {0}"),
    "action": _action,
    "define": _define,
    "end": _end,
    "result": _below("result"),
    "bot": _below("bot {0}"),
    "expect": _below("expect {0}[: {1}]"),
    "steps": _steps,
    "block": lambda tree: [line for child in positions(tree) for line in _lines(child)],
    "if_": _if,
    "turns": _turns,
    "at_once": _at_once,
    "choose": _choose,
    "options": _below("{0}[ {1}] {2} {3}"),
    "option": _option,
    "first_to": _first_to,
}
