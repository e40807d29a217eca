"""Mistakes of design that no single line shows: what is never offered, never reached, never ends."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from ludwright.mistakes import Mistake
from ludwright.rules.formulas import BUILT_IN
from ludwright.rules.habits import names_in, nodes
from ludwright.rules.scope import WrongError

_NAMED = frozenset(["param", "zone", "dice", "var", "define", "proc", "enum", "cards", "board"])

if TYPE_CHECKING:
    from ludwright.rules.rules import Rules


def check_design(rules: Rules) -> None:
    """Look at the whole game once everything is compiled."""
    _printed(rules)
    _taken(rules)
    _unused(rules)
    _no_end(rules)
    _no_result(rules)


def _printed(rules: Rules) -> None:
    """Every cell of every table means something, even where no rule reads it."""
    for kind in list(rules.model.kinds.values()):
        for columns in kind.properties.values():
            for column in columns:
                # teams are words of their own
                if kind.declaration is not None and (kind.role, column.name) != ("player", "team"):
                    with suppress(WrongError):
                        rules.properties.work_out(kind, column)


def _taken(rules: Rules) -> None:
    """Built-in words taken for things of one's own."""
    for declaration in rules.description.declarations:
        name = declaration.name
        if declaration.kind in _NAMED and name in BUILT_IN:
            rules.note(
                declaration,
                declaration.name_token,
                f"`{name}` means your own here; the built-in `{name}` is out of reach",
            )


def _unused(rules: Rules) -> None:
    for action in rules.actions.known.values():
        if not action.offered and not any(m.severity == "mistake" for m in rules.mistakes):
            place = action.declaration.place(action.declaration.name_token)
            rules.report(
                Mistake(place, f"no turn offers the action `{action.name}`", "name it in `turn`, or leave it out")
            )
    for name, declaration in rules.stages.items():
        if declaration.kind == "stage" and declaration.name == name and rules.uses.get(name, 0) == 0:
            rules.report(
                Mistake(
                    declaration.place(declaration.name_token),
                    f"the stage `{name}` is never run",
                    "name it in `play`, or leave it out",
                )
            )
    for name, declaration in rules.procedures.items():
        if rules.uses.get(name, 0) == 0:
            rules.note(declaration, declaration.name_token, f"`{name}` is never used")
    for name, declaration in rules.definitions.items():
        if not any(
            name in names_in(d.tree) for d in rules.description.declarations if d is not declaration
        ) and not _in_cells(rules, name):
            rules.note(declaration, declaration.name_token, f"`{name}` is never used")


def _in_cells(rules: Rules, name: str) -> bool:
    for kind in rules.model.kinds.values():
        for columns in kind.properties.values():
            for column in columns:
                if any(name in getattr(cell, "text", "") for cell in column.cells):
                    return True
    return False


def _no_end(rules: Rules) -> None:
    model = rules.model
    if any(True for _ in model.of("end", "goal")):
        return
    for declaration in model.description.declarations:
        for node in nodes(declaration.tree):
            if node.data in ("wins", "loses", "tie") or (node.data == "stop" and str(node.children[0]) == "game"):
                return
    play = next(iter(model.of("play")), None)
    if play is not None:
        for node in nodes(play.tree):
            if node.data in (
                "repeat_times",
                "repeat_until",
                "repeat_while",
                "repeat_call_until",
                "repeat_call_while",
                "for_",
            ):
                return
            if node.data == "turns" and (
                node.children[0] is not None or node.children[4] is not None or node.children[5] is not None
            ):
                return
        if not any(n.data == "turns" for n in nodes(play.tree)):
            return
    first = model.description.declarations[0]
    rules.report(
        Mistake(first.place(), "this game never ends", "add `end when ...: me wins`, or a `play` that runs out")
    )


def _no_result(rules: Rules) -> None:
    model = rules.model
    if any(True for _ in model.of("winner", "winners", "goal", "result")):
        return
    for declaration in model.description.declarations:
        if any(n.data in ("wins", "loses", "tie") for n in nodes(declaration.tree)):
            return
    if rules.score is not None and (model.cooperative or model.players == 1):
        return
    first = rules.score or model.description.declarations[0]
    rules.report(Mistake(first.place(), "nothing says who wins", "add `winner: highest score`, or `me wins` to an end"))
