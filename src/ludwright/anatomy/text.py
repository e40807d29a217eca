"""A description of a game as plain text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING

from ludwright.anatomy.counts import ZERO

if TYPE_CHECKING:
    from ludwright.anatomy.description import GameDescription
    from ludwright.anatomy.inventory import (
        Inventory,
        ListedBoard,
        ListedComponent,
        ListedVariable,
        ListedZone,
        Parameter,
    )
    from ludwright.anatomy.rules_list import ListedRule

_WIDTH = 108


def as_text(described: GameDescription) -> str:
    """The whole description, in sections; empty ones are left out."""
    inventory = described.inventory
    sections = [
        ("", _head(described)),
        ("Parameters", _rows(_parameter(p) for p in inventory.parameters)),
        ("Enumerations", [f"  {name}: {', '.join(members)}" for name, members in inventory.enumerations.items()]),
        ("Components", _rows(_component(c) for c in inventory.components)),
        ("Texts", [line for c in inventory.components for line in _texts(c)]),
        ("Dice", _rows((d.name, f"{d.dice} with {_faces(d.faces)}", _seen(d.seen_by)) for d in inventory.dice)),
        ("Boards", _rows(_board(b) for b in inventory.boards)),
        (f"Zones: {_many(inventory.places, 'place')}", _rows(_place(z) for z in inventory.zones)),
        (f"Variables and marks: {len(inventory.variables)}", _rows(_variable(v) for v in inventory.variables)),
        (f"Phases: {len(_phase_rows(described))}", _phases(described)),
        ("Decision space", _space(described)),
        ("Who reads and changes what", _touches(described)),
    ]
    return "\n\n".join("\n".join([title, *lines] if title else lines) for title, lines in sections if lines)


# ---------------------------------------------------------------- what there is


def _head(described: GameDescription) -> list[str]:
    inventory = described.inventory
    least, most = inventory.least_players, inventory.most_players
    players = _many(least, "player") if least == most else f"{least} to {most} players, here {len(inventory.seats)}"
    lines = [described.title, f"{players}: {', '.join(inventory.seats)}", _teams(inventory)]
    total = sum(described.lines.values())
    files = ", ".join(
        f"{Path(file).name} {count}" if len(described.lines) > 1 else Path(file).name
        for file, count in described.lines.items()
    )
    return [line for line in [*lines, f"{_many(total, 'line')} of description ({files})"] if line]


def _teams(inventory: Inventory) -> str:
    if len(inventory.seats) == 1:
        return ""
    if inventory.cooperative:
        return "1 team: all play together"
    if all(len(team) == 1 for team in inventory.teams):
        return "no teams"
    return f"{len(inventory.teams)} teams: {'; '.join(' and '.join(team) for team in inventory.teams)}"


def _parameter(param: Parameter) -> Sequence[str]:
    value = param.value
    shown = (
        " ".join(map(str, value))
        if isinstance(value, list)
        else ("no", "yes")[value]
        if isinstance(value, bool)
        else str(value)
    )
    span = (
        f"{param.least} to {param.most}" if param.least is not None else "yes or no" if isinstance(value, bool) else ""
    )
    return param.name, shown, span


def _component(component: ListedComponent) -> Sequence[str]:
    designs = _many(component.designs, "design")
    if component.made_in_play:
        total = f"up to {component.total}, made in play"
    else:
        total = str(component.total) + (f", {component.each_player} each player" if component.each_player else "")
    return component.plural, total, designs, _list("printed", component.printed), _list("marks", component.marks)


def _texts(component: ListedComponent) -> list[str]:
    """What is printed on the designs for people to read."""
    lines = []
    for design, texts in component.texts.items():
        lines.append(f"  {design}")
        for heading, text in texts.items():
            lines += wrap(f"{heading}: {text}", _WIDTH, initial_indent="    ", subsequent_indent="      ")
    return lines


def _faces(faces: list[int]) -> str:
    plain = faces == list(range(1, len(faces) + 1))
    return f"{len(faces)} sides" if plain else f"the sides {' '.join(map(str, faces))}"


def _board(board: ListedBoard) -> Sequence[str]:
    size = f"{board.shape} {board.wide} x {board.high}" if board.wide and board.high > 1 else board.shape
    holds = [f"{room} {kind}" for kind, room in board.holds.items()]
    return (
        board.plural,
        f"{size}, {board.cells} cells",
        _list("hold", holds),
        _list("marks", board.marks),
        _list("printed", board.printed),
    )


def _place(zone: ListedZone) -> Sequence[str]:
    also = [
        word for word, holds in (("in order", zone.in_order), ("shuffled", zone.shuffled), ("limited room", zone.limited), ("refilled", zone.refilled))
        if holds
    ]  # fmt: skip
    top = f", top {_seen(zone.top_seen_by)}" if zone.top_seen_by else ""
    return (
        zone.name,
        f"{zone.places} x" if zone.places > 1 else "",
        f"of {' or '.join(zone.of)}",
        _seen(zone.seen_by) + top,
        ", ".join(also),
    )


def _variable(variable: ListedVariable) -> Sequence[str]:
    span = f"{variable.type} {variable.least} to {variable.most}" if variable.least is not None else variable.type
    back = f"set back each {variable.set_back}" if variable.set_back else ""
    seen = "" if variable.seen_by == "everyone" else _seen(variable.seen_by)
    return variable.name, f"{variable.numbers} x" if variable.numbers > 1 else "", span, seen, back


def _seen(who: str | None) -> str:
    return f"seen by {'the ' if who in ('owner', 'others', 'team') else ''}{who}"


# ---------------------------------------------------------------- what there is to do


def _phase_rows(described: GameDescription) -> list[tuple[str, ...]]:
    """A row for every phase in which something is done, and one for the scoring, where there is one."""
    shown = [phase for phase in described.phases if phase.unit == "turn" or phase.counts != ZERO]
    rows: list[tuple[str, ...]] = []
    for phase in shown:
        name = {"turn": f"a turn of {phase.name}" if phase.name != "turn" else "a turn", "setup": "the setup"}.get(
            phase.unit, f"the stage {phase.name}"
        )
        rows.append((name, *map(str, phase.counts.all())))
    if any(True for _ in described.game.rules.model.of("score")):
        rows.append(("the scoring", *map(str, ZERO.all())))
    return rows


def _phases(described: GameDescription) -> list[str]:
    head = ("", "actions", "decisions", "questions", "steps")
    notes = (
        "decisions: which action, each of its values, each choice inside an effect; questions: as the engine asks them;",
        "steps: single effects. Every way the rules mention counts as possible.",
    )
    rows = [head, *_phase_rows(described)]
    return [*_rows(rows), *(f"  ({line}" if i == 0 else f"   {line})" for i, line in enumerate(notes))]


def _space(described: GameDescription) -> list[str]:
    rows = []
    for choice in described.choices:
        values = (
            " x ".join(f"{name} {size:,}" for name, size in choice.values.items()) if len(choice.values) > 1 else ""
        )
        rows.append((choice.name, _many(choice.codes, "option code"), values))
    found = described.branching
    played = f"{_many(found.games, 'random game')} of seed {found.seed}"
    if not found.all.asked:
        return [*_rows(rows), f"  nobody is asked anything in {played}"]
    legal = [
        (
            f"  {name}",
            f"{options.mean:.1f} options on average",
            f"at most {options.most:,}",
            f"asked {options.asked / found.games:,.1f} times a game",
        )
        for name, options in found.by_question.items()
    ]
    return [
        *_rows(rows),
        f"  in all {described.codes:,} codes, the one to stop or pass included",
        f"  Branching factor, measured in {played}: {found.all.mean:.2f} on average, at most {found.all.most:,}",
        *_rows(legal),
    ]


# ---------------------------------------------------------------- who touches what


def _touches(described: GameDescription) -> list[str]:
    touches = described.touches
    lines = []
    for thing in touches.things:
        lines.append(f"  {thing.name} ({thing.sort})")
        lines += _names("read by", touches.readers(thing))
        through = touches.readers_through(thing)
        if through:
            lines += _names("through these by", through)
        changers = touches.changers(thing)
        if changers or thing.sort not in ("parameter", "table", "component"):
            lines += _names("changed by", changers)
    return lines


def _names(title: str, rules: Sequence[ListedRule]) -> list[str]:
    text = ", ".join(rule.name for rule in rules) or "nobody"
    first, *more = wrap(text, _WIDTH - 22) or [""]
    return [f"    {title:<18}{first}", *(" " * 22 + line for line in more)]


# ---------------------------------------------------------------- layout


def _rows(rows: Iterable[Sequence[str]]) -> list[str]:
    """Columns as wide as their widest cell; empty columns are left out."""
    table = [list(row) for row in rows]
    if not table:
        return []
    used = [i for i in range(len(table[0])) if any(row[i] for row in table)]
    widths = [max(len(row[i]) for row in table) for i in used]
    return [
        "  " + "   ".join(row[i].ljust(width) for i, width in zip(used, widths, strict=True)).rstrip() for row in table
    ]


def _list(title: str, names: Sequence[str]) -> str:
    return f"{title} {', '.join(names)}" if names else ""


def _many(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"
