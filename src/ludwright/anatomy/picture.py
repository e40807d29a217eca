"""The rules on the left, the objects on the right, and lines between them: what is read, and what is changed.

The picture is one SVG text that needs nothing else. Every line ends in a place of its own on its box, in the order of the other
ends, so that no two lines lie on each other. Pointing at a box in a browser shows its lines alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import escape

from ludwright.anatomy.rules_list import ListedRule
from ludwright.anatomy.things import Thing
from ludwright.anatomy.touches import Touches

_LETTER, _SMALL_LETTER, _CAPTION_LETTER = 7.6, 6.2, 8.4
"""Widths of an average letter of each size of text; rather too wide than too narrow."""
_BOX, _GAP, _PORT, _CAPTION = 26.0, 9.0, 9.0, 22.0
"""Least height of a box, room between boxes, room between the ends of two lines, height of a caption."""
_TOP, _MARGIN = 108.0, 28.0
_LONGEST = 36
"""Longer names are cut."""

GROUPS = {
    "setup": "course of the game", "play": "course of the game", "stage": "course of the game", "turn": "course of the game",
    "action": "actions", "procedure": "procedures and events", "event": "procedures and events", "whenever": "procedures and events",
    "definition": "definitions", "table": "definitions", "end": "ends and results", "score": "ends and results",
    "winner": "ends and results", "lead": "for analysis", "track": "for analysis", "declaration": "declarations",
}  # fmt: skip
"""What stands above each group of rules."""
_COLOURS = {
    "course of the game": "#dbe7f3", "actions": "#cfe8d5", "procedures and events": "#d6ece9", "definitions": "#e6def2",
    "ends and results": "#f6e3c5", "for analysis": "#ececec", "declarations": "#ececec",
    "parameter": "#fbd9dc", "variable": "#fdf0d0", "mark": "#e2f0d9", "board": "#e2f0d9", "zone": "#d9ecf7", "dice": "#f1e0f5",
    "component": "#fde3cf", "table": "#eeeae4",
}  # fmt: skip
_READ, _CHANGE, _USE = "#3b76b0", "#d2571e", "#8a8f98"
_STYLE = f"""
text {{ font: 13px Helvetica, Arial, "Liberation Sans", sans-serif; fill: #1d2733; }}
.title {{ font-size: 20px; font-weight: bold; }} .small {{ font-size: 11px; fill: #67707c; }}
.caption {{ font-size: 11px; fill: #67707c; letter-spacing: .06em; }}
.box {{ stroke: #6d7885; stroke-width: 1; }}
.line {{ fill: none; }} .read {{ stroke: {_READ}; stroke-width: 1.2; }} .change {{ stroke: {_CHANGE}; stroke-width: 1.9; }}
.use {{ stroke: {_USE}; stroke-width: 1.1; stroke-dasharray: 4 3; }}
"""


@dataclass
class _Box:
    """A rule or an object in its place."""

    number: int
    label: str
    note: str
    fill: str
    group: str
    x: float = 0.0
    y: float = 0.0
    width: float = 0.0
    height: float = _BOX
    sides: dict[str, list[tuple[int, str]]] = field(default_factory=lambda: {"left": [], "right": []})
    """For each side the lines that end there, as the other box and the sort of line, from top to bottom."""

    @property
    def middle(self) -> float:
        return self.y + self.height / 2

    def wanted_height(self) -> float:
        most = max(len(ends) for ends in self.sides.values())
        return max(_BOX, (most + 1) * _PORT)

    def port(self, side: str, other: int, sort: str) -> tuple[float, float]:
        """Where a line ends."""
        ends = self.sides[side]
        step = self.height / (len(ends) + 1)
        return self.x + (self.width if side == "right" else 0.0), self.y + step * (1 + ends.index((other, sort)))


@dataclass(frozen=True)
class _Line:
    start: int
    end: int
    sort: str


def draw(title: str, touches: Touches) -> str:
    """The whole picture."""
    return _Picture(title, touches).svg()


class _Picture:
    def __init__(self, title: str, touches: Touches) -> None:
        self.title = title
        rules = [rule for rule in touches.rules if _belongs(rule, touches)]
        things = _ordered(touches, rules)
        self.rules = [self._rule(i, rule) for i, rule in enumerate(rules)]
        self.things = [self._thing(len(rules) + i, thing) for i, thing in enumerate(things)]
        self.boxes = [*self.rules, *self.things]
        self.lines = _lines(touches, rules, things)
        self._attach()
        self._lay_out()

    @staticmethod
    def _rule(number: int, rule: ListedRule) -> _Box:
        group = GROUPS[rule.sort]
        return _Box(number, _short(rule.name), "", _COLOURS[group], group)

    @staticmethod
    def _thing(number: int, thing: Thing) -> _Box:
        return _Box(number, _short(thing.name), thing.sort, _COLOURS[thing.sort], "")

    # ------------------------------------------------------------ layout

    def _attach(self) -> None:
        """Give every line a place on its boxes, in the order of its other ends."""
        for line in self.lines:
            sides = ("left", "left") if line.sort == "use" else ("right", "left")
            self.boxes[line.start].sides[sides[0]].append((line.end, line.sort))
            self.boxes[line.end].sides[sides[1]].append((line.start, line.sort))
        for box in self.boxes:
            for side, ends in box.sides.items():
                if side == "left" and box in self.rules:
                    # lines round the left: the farther a line goes, the farther out it begins
                    above = sorted((end for end in ends if end[0] < box.number), reverse=True)
                    below = sorted((end for end in ends if end[0] > box.number), reverse=True)
                    box.sides[side] = [*above, *below]
                else:
                    ends.sort()

    def _lay_out(self) -> None:
        for box in self.boxes:
            box.height = box.wanted_height()
        self.left = _MARGIN + max((0.75 * self._reach(line) for line in self.lines if line.sort == "use"), default=0.0)
        self._column(self.rules, self.left)
        across = 150.0 + 6.0 * min(40, len(self.lines))
        self.right = self.left + (self.rules[0].width if self.rules else 0.0) + across
        self._column(self.things, self.right)
        self._balance()
        last = max((box.y + box.height for box in self.boxes), default=_TOP)
        self.height = last + _MARGIN
        wide = max((box.x + box.width for box in self.boxes), default=0.0)
        self.width = max(wide + _MARGIN, 520.0, _MARGIN * 2 + 11.5 * len(self.title))

    def _reach(self, line: _Line) -> float:
        """How far round the left a line between two rules goes."""
        boxes = abs(line.start - line.end)
        return 30.0 + 14.0 * min(boxes, 12) + 4.0 * max(0, boxes - 12)

    def _column(self, boxes: Sequence[_Box], x: float) -> None:
        width = max(
            (len(b.label) * _LETTER + (len(b.note) * _SMALL_LETTER + 16 if b.note else 0) + 24 for b in boxes),
            default=0.0,
        )
        width = max([width, *(len(box.group) * _CAPTION_LETTER for box in boxes)])
        y, group = _TOP, ""
        for box in boxes:
            if box.group and box.group != group:
                group = box.group
                y += _CAPTION
            box.x, box.y, box.width = x, y, width
            y += box.height + _GAP

    def _balance(self) -> None:
        """Spread the shorter column over the height of the taller one."""
        ends = [max((box.y + box.height for box in column), default=_TOP) for column in (self.rules, self.things)]
        spare = ends[0] - ends[1]
        if spare > 0 and self.things:
            step = min(40.0, spare / (len(self.things) + 1))
            offset = (spare - step * (len(self.things) - 1)) / 2
            for i, box in enumerate(self.things):
                box.y += offset + step * i

    # ------------------------------------------------------------ drawing

    def svg(self) -> str:
        """The text of the picture."""
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width:.0f}" height="{self.height:.0f}" '
            f'viewBox="0 0 {self.width:.0f} {self.height:.0f}" role="img" aria-label="{escape(self.title)}: rules and objects">',
            f"<style>{_STYLE}{self._pointing()}</style>",
            _arrow("read", _READ), _arrow("change", _CHANGE), _arrow("use", _USE),
            f'<rect width="{self.width:.0f}" height="{self.height:.0f}" fill="#ffffff"/>',
            f'<text class="title" x="{_MARGIN}" y="40">{escape(self.title)}</text>',
            *self._legend(),
            *self._captions(),
            *(self._line(line) for line in sorted(self.lines, key=lambda line: line.sort, reverse=True)),
            *(self._box(box) for box in self.boxes),
            "</svg>",
        ]  # fmt: skip
        return "\n".join(parts) + "\n"

    def _pointing(self) -> str:
        """Where the mouse is on a box, all lines but its own fade."""
        names = [f"svg:has(#b{box.number}:hover) .line:not(.t{box.number})" for box in self.boxes]
        return "".join(f"{name} {{ opacity: .07; }}\n" for name in names)

    def _legend(self) -> Iterable[str]:
        x = _MARGIN
        for sort, words in (("read", "is read by a rule"), ("change", "is changed by a rule"), ("use", "uses a rule")):
            yield f'<path class="line {sort}" marker-end="url(#{sort})" d="M{x:.1f} 65h34"/>'
            yield f'<text class="small" x="{x + 44:.1f}" y="69">{words}</text>'
            x += 64 + len(words) * _SMALL_LETTER

    def _captions(self) -> Iterable[str]:
        group = ""
        for box in self.rules:
            if box.group != group:
                group = box.group
                yield f'<text class="caption" x="{box.x:.1f}" y="{box.y - 7:.1f}">{group.upper()}</text>'
        if self.things:
            first = self.things[0]
            yield f'<text class="caption" x="{first.x:.1f}" y="{first.y - 7:.1f}">OBJECTS</text>'

    def _box(self, box: _Box) -> str:
        note = ""
        if box.note:
            at = box.x + box.width - 12
            note = (
                f'<text class="small" text-anchor="end" x="{at:.1f}" y="{box.middle + 4:.1f}">{escape(box.note)}</text>'
            )
        return (
            f'<g id="b{box.number}"><rect class="box" x="{box.x:.1f}" y="{box.y:.1f}" width="{box.width:.1f}" height="{box.height:.1f}" '
            f'rx="5" fill="{box.fill}"/><text x="{box.x + 12:.1f}" y="{box.middle + 4.5:.1f}">{escape(box.label)}</text>{note}</g>'
        )

    def _line(self, line: _Line) -> str:
        start, end = self.boxes[line.start], self.boxes[line.end]
        words = {"read": "reads", "change": "changes", "use": "uses"}[line.sort]
        if line.sort == "use":
            (x1, y1), (x2, y2) = start.port("left", line.end, "use"), end.port("left", line.start, "use")
            reach = self._reach(line)
            path = f"M{x1:.1f} {y1:.1f}C{x1 - reach:.1f} {y1:.1f} {x2 - reach:.1f} {y2:.1f} {x2 - 2:.1f} {y2:.1f}"
        else:
            (x1, y1), (x2, y2) = start.port("right", line.end, line.sort), end.port("left", line.start, line.sort)
            bend = (x2 - x1) * 0.45
            if line.sort == "change":
                path = f"M{x1:.1f} {y1:.1f}C{x1 + bend:.1f} {y1:.1f} {x2 - bend:.1f} {y2:.1f} {x2 - 2:.1f} {y2:.1f}"
            else:  # what is read flows from the object to the rule
                path = f"M{x2:.1f} {y2:.1f}C{x2 - bend:.1f} {y2:.1f} {x1 + bend:.1f} {y1:.1f} {x1 + 2:.1f} {y1:.1f}"
        told = f"{start.label} {words} {end.label}"
        marks = f"t{line.start} t{line.end}"
        return f'<path class="line {line.sort} {marks}" marker-end="url(#{line.sort})" d="{path}"><title>{escape(told)}</title></path>'


def _belongs(rule: ListedRule, touches: Touches) -> bool:
    """Rules that touch nothing and use nothing say nothing here."""
    own = any(rule is one for one, _ in (*touches.reads, *touches.changes))
    return own or any(rule in pair for pair in touches.uses if pair[0] in touches.rules)


def _ordered(touches: Touches, rules: list[ListedRule]) -> list[Thing]:
    """Objects in the order of the middle of the rules that touch them, so that few lines cross; untouched ones last."""
    at = {rule: i for i, rule in enumerate(rules)}
    heights: dict[Thing, float] = {}
    for thing in touches.things:
        rows = [at[rule] for rule, touched in (*touches.reads, *touches.changes) if touched == thing and rule in at]
        heights[thing] = sum(rows) / len(rows) if rows else len(rules)
    return sorted(touches.things, key=lambda thing: heights[thing])


def _lines(touches: Touches, rules: list[ListedRule], things: list[Thing]) -> list[_Line]:
    at = {rule: i for i, rule in enumerate(rules)}
    below = {thing: len(rules) + i for i, thing in enumerate(things)}
    found = [_Line(at[rule], below[thing], "read") for rule, thing in touches.reads if rule in at]
    found += [_Line(at[rule], below[thing], "change") for rule, thing in touches.changes if rule in at]
    found += [_Line(at[user], at[used], "use") for user, used in touches.uses if user in at and used in at]
    return sorted(found, key=lambda line: (line.start, line.end, line.sort))


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1].rstrip()}…"


def _arrow(name: str, colour: str) -> str:
    return (
        f'<marker id="{name}" viewBox="0 0 8 8" refX="6.5" refY="4" markerWidth="7" markerHeight="7" markerUnits="userSpaceOnUse" '
        f'orient="auto"><path d="M0 .8 7 4 0 7.2z" fill="{colour}"/></marker>'
    )
