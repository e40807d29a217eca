"""The rules of a game as a reader names them: actions, procedures, definitions, the turn, ends, tables with formulas ..."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ludwright.language import syntax
from ludwright.language.in_play import in_play
from ludwright.language.syntax import Part, parts
from ludwright.language.syntax.reading import parameters
from ludwright.language.tables import Cell
from ludwright.mistakes import MistakesError
from ludwright.model.kinds import Kind

if TYPE_CHECKING:
    from ludwright.game import Game

SORTS = (
    "setup", "play", "stage", "turn", "action", "procedure", "event", "whenever", "definition", "table", "end", "score", "winner", "lead", "track",
    "declaration",
)  # fmt: skip
_PLAIN = {"setup": "setup", "play": "play", "turn": "turn", "whenever": "whenever", "every": "whenever", "end": "end", "score": "score",
          "winner": "winner", "winners": "winner", "goal": "end", "result": "score", "lead": "lead"}  # fmt: skip
_NAMED = {"action": "action", "proc": "procedure", "define": "definition", "stage": "stage"}
_DECLARED = ("board", "cards", "zone", "dice", "var", "each", "param", "enum", "players", "picture")


@dataclass(frozen=True)
class ListedRule:
    """One rule."""

    name: str
    """As shown: ``place``, ``end``, ``whenever 2``."""
    sort: str
    line: str
    """Where it stands, as file:line."""
    trees: tuple[Part, ...] = field(compare=False, repr=False)
    params: tuple[str, ...] = field(default=(), compare=False, repr=False)


def list_rules(game: Game) -> list[ListedRule]:
    """All rules in the order of :data:`SORTS`, and within one sort as in the text."""
    found = [*_declared_rules(game), *_table_rules(game)]
    if not any(rule.sort == "play" for rule in found) and any(rule.sort == "turn" for rule in found):
        found.append(ListedRule("play", "play", "", (syntax.TurnsStatement(),)))
    return sorted(found, key=lambda rule: SORTS.index(rule.sort))


def _declared_rules(game: Game) -> list[ListedRule]:
    declarations = in_play(game.description.declarations)
    times, so_far = Counter(d.kind for d in declarations), Counter[str]()
    found = []
    for declaration in declarations:
        kind, tree = declaration.kind, declaration.tree
        place = declaration.place()
        line = f"{place.file}:{place.line}"
        so_far[kind] += 1
        given = tuple(parameters(tree))
        if kind in _NAMED:
            found.append(ListedRule(declaration.name or "", _NAMED[kind], line, tuple(parts(tree)), given))
        elif kind in _PLAIN:
            name = f"{kind} {so_far[kind]}" if times[kind] > 1 else kind
            found.append(ListedRule(name, _PLAIN[kind], line, (tree,), given))
        elif kind == "event":
            found.append(ListedRule(f"when {tree.design} is {tree.event}", "event", line, (tree.body,), ("it",)))
        elif kind == "track":
            found.append(ListedRule(f"track {declaration.name}", "track", line, (tree,)))
        elif kind in _DECLARED:
            found.append(ListedRule(f"{kind} {declaration.name or ''}".strip(), "declaration", line, (tree,)))
    return found


def _table_rules(game: Game) -> list[ListedRule]:
    """Columns of tables that hold formulas, and effects printed on cards."""
    found = []
    kinds = {id(kind): kind for kind in game.rules.model.kinds.values() if kind.role != "design"}.values()
    for kind in kinds:
        printed = kind.design if kind.design is not None else kind
        for name, columns in printed.properties.items():
            cells = [cell for column in columns for cell in column.cells if isinstance(cell, Cell)]
            trees = [tree for cell in cells if (tree := _formula(cell)) is not None]
            if trees:
                found.append(ListedRule(f"{kind.name}.{name}", "table", _where(cells[0]), tuple(trees)))
        found += _copies(kind)
        for holder in (kind, printed) if printed is not kind else (kind,):
            for event, effects in holder.events.items():
                bodies = tuple(body for cell in effects.values() if (body := _effects(cell)) is not None)
                first = next(iter(effects.values()), None)
                if bodies and first is not None:
                    found.append(ListedRule(f"when {kind.name} is {event}", "event", _where(first), bodies, ("it",)))
    return found


def _copies(kind: Kind) -> list[ListedRule]:
    """How many there are of each design, where that is more than a number."""
    if kind.table is None:
        return []
    cells = [
        row[at] for at, name in enumerate(kind.table.columns) if name.startswith("copies") for row in kind.table.rows
    ]
    read = [cell for cell in cells if cell.text and not cell.text.strip().isdigit()]
    trees = [_inside(cell) for cell in read]
    return [ListedRule(f"{kind.name}.copies", "table", _where(read[0]), tuple(trees))] if trees else []


def _where(cell: Cell) -> str:
    place = cell.place
    return f"{place.file}:{place.line}"


def _inside(cell: Cell) -> syntax.Formula:
    whole = cell.formula()
    assert isinstance(whole, syntax.CellFormula)
    return whole.formula


def _formula(cell: Cell) -> syntax.FormulaNode | None:
    """The formula of a cell that says more than a name or a number."""
    try:
        inside = _inside(cell)
    except MistakesError:
        return None
    if isinstance(inside, syntax.FormulaNode) and not isinstance(inside, syntax.FixedWord | syntax.Negative):
        return inside
    return None


def _effects(cell: Cell) -> syntax.CellEffects | None:
    try:
        effects = cell.effects()
    except MistakesError:
        return None
    assert isinstance(effects, syntax.CellEffects)
    return effects
