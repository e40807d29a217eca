"""What is declared and never comes into play: places nothing enters, pieces that lie nowhere, effects nobody resolves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from lark import Token, Tree

from ludwright.mistakes import EMPTY_CELLS, Mistake, MistakesError, nearest, written
from ludwright.model.kinds import Kind, Zone
from ludwright.rules.analysis.habits import names_in, nodes

if TYPE_CHECKING:
    from ludwright.language.source import Declaration
    from ludwright.language.tables import Cell
    from ludwright.rules.compiler import Rules

Node = Tree[Any] | Token

CALLS = (
    "call_",
    "call",
    "does",
    "may_do",
    "one_of",
    "any_number",
    "otherwise",
    "repeat_call_until",
    "repeat_call_while",
)


def check_neglected(rules: Rules) -> None:
    """Find what no rule ever touches."""
    trees = [*(d.tree for d in rules.description.declarations), *_effect_cells(rules)]
    _empty_zones(rules, trees)
    _lost_components(rules, trees)
    _events(rules, trees)
    _parts(rules)


def _effect_cells(rules: Rules) -> Iterator[Tree[Any]]:
    """The effects in the cells of tables."""
    for _, _, cell in _cells(rules):
        try:
            yield cell.effects()
        except MistakesError:
            continue  # reported where the cell is compiled


def _cells(rules: Rules) -> Iterator[tuple[Kind, str, Cell]]:
    for kind in {id(k): k for k in rules.model.kinds.values()}.values():
        for event, cells in kind.events.items():
            for cell in cells.values():
                yield kind, event, cell


# ---------------------------------------------------------------- zones


def _empty_zones(rules: Rules, trees: list[Tree[Any]]) -> None:
    entered = _entered(rules, trees)
    for zone in rules.model.all_zones():
        if zone.dice or zone.starts or zone.name in entered or (zone.refill is not None and zone.capacity is not None):
            continue
        hint = f"move something there, or write `holds all {zone.kinds[0].plural}`" if zone.kinds else ""
        rules.report(Mistake(_zone_place(zone), f"nothing ever enters the zone `{zone.name}`", hint))


def _zone_place(zone: Zone) -> Any:
    return zone.declaration.place(zone.tree.children[0])


def _entered(rules: Rules, trees: list[Tree[Any]]) -> set[str]:
    """The names of zones that may be the target of something."""
    zones = {zone.name for zone in rules.model.all_zones()}
    direct: set[str] = set()
    passed_on: set[str] = set()
    for tree in trees:
        for node in nodes(tree):
            direct |= set().union(*(names_in(t) for t in targets(node)))
            if node.data == "let" or node.data in CALLS or node.data in ("answer", "for_", "choose"):
                passed_on |= names_in(node)
            if node.data == "define":
                passed_on |= names_in(node)
    if direct - zones:  # a target may be a name that stands for a zone
        direct |= passed_on
    return direct


def targets(node: Tree[Any]) -> list[Node]:
    """The formulas of the places that a statement moves something to."""
    children = [c for c in node.children if c is not None]
    match node.data:
        case "move" | "draw" | "draw_up_to" | "deal":
            return children[-1:]
        case "swap" | "pass":
            return children
        case "pay":
            return children[-1:]
    return []


# ---------------------------------------------------------------- cards and things


def _lost_components(rules: Rules, trees: list[Tree[Any]]) -> None:
    model = rules.model
    started = [kind for zone in model.all_zones() for kind in zone.starts]
    shown = {str(n.children[1]) for t in trees for n in nodes(t) if n.data == "legend"}
    creates = any(n.data == "create_" for t in trees for n in nodes(t))
    moving = set().union(*(names_in(t) for t in trees if any(n.data == "move" for n in nodes(t))))
    spoken_of = set().union(*(_bare_names(t) for t in trees if t.data not in ("cards", "board", "zone", "each", "var")))
    for kind in model.component_kinds:
        if kind.faces or not kind.count or kind.declaration is None or kind.children:
            continue
        relatives = [*kind.ancestors(), *kind.family()]
        if any(k in started for k in relatives) or any(k.name in shown for k in relatives):
            continue
        if kind.root.limit:
            if not creates:
                _report(rules, kind, f"no {kind.name} is ever created", f"write `create {kind.name}`, or leave it out")
            continue
        words = {w for k in relatives for w in (k.name, k.plural, *(k.design.members if k.design is not None else ()))}
        if not words & moving and not any(_refers(rules, k) for k in relatives):
            hint = f"a zone that `holds all {kind.plural}`, a picture, or a `move` would bring them into play"
            _report(rules, kind, f"{kind.plural} lie nowhere and are never moved", hint)
        elif kind.has_owners and not words & spoken_of and not any(_refers(rules, k) for k in relatives):
            message = f"no {kind.name} ever comes into play: `p.{kind.plural}` are those that lie somewhere already"
            hint = f"at first, write `for x in {kind.plural}` for all of them; or let a picture or a zone hold them"
            _report(rules, kind, message, hint)


def _bare_names(node: Node) -> set[str]:
    """The names that stand alone: not `men` in `p.men` or `my men`, which are only those in play."""
    if isinstance(node, Token):
        return {str(node)}
    children = [child for child in node.children if isinstance(child, Tree | Token)]
    if node.data == "member":
        children = [node.children[0], *(child for child in node.children[2:] if child is not None)]
    elif node.data == "my":
        children = [child for child in node.children[1:] if child is not None]
    return set().union(*map(_bare_names, children))


def _refers(rules: Rules, kind: Kind) -> bool:
    """Whether some variable can hold a thing of that kind: it may be moved by that name."""
    return any(f.type.kind is kind for f in rules.model.all_fields())


def _report(rules: Rules, kind: Kind, message: str, hint: str) -> None:
    assert kind.declaration is not None
    rules.report(Mistake(kind.declaration.place(kind.declaration.name_token), message, hint))


# ---------------------------------------------------------------- effects of designs


def _events(rules: Rules, trees: list[Tree[Any]]) -> None:
    resolved = {str(n.children[1]) for t in trees for n in nodes(t) if n.data == "resolve"}
    told: set[tuple[int, str]] = set()
    for kind, event, cell in _cells(rules):
        if event not in resolved and (id(kind), event) not in told:
            told.add((id(kind), event))
            rules.report(Mistake(cell.place, f"nothing resolves `{event}`", _resolve_hint(event, resolved)))
    known = _with_effects(rules)
    for declaration in rules.model.of("event"):
        name, event, _ = declaration.tree.children
        if str(name) not in known:
            close = nearest(str(name), known)
            hint = (
                f"did you mean `{written(close)}`?"
                if close
                else "effects belong to a card, a thing or a value of an enum"
            )
            rules.report(Mistake(declaration.place(name), f"nothing is called `{name}`", hint))
        elif str(event) not in resolved:
            rules.report(
                Mistake(declaration.place(event), f"nothing resolves `{event}`", _resolve_hint(str(event), resolved))
            )
    _without_effect(rules, resolved)


def _resolve_hint(event: str, resolved: set[str]) -> str:
    close = nearest(event, resolved)
    return f"did you mean `{close}`?" if close else f"write `resolve c as {event}` where it happens"


def _with_effects(rules: Rules) -> set[str]:
    known: set[str] = set(rules.model.broken)
    for kind in rules.model.kinds.values():
        if kind.role in ("component", "design", "enum", "cell"):
            known |= {kind.name, *kind.members}
    return known


def _without_effect(rules: Rules, resolved: set[str]) -> None:
    """Designs whose cell is empty in a column of effects, and that have no block either."""
    blocks = {(str(d.tree.children[0]), str(d.tree.children[1])) for d in rules.model.of("event")}
    for kind in {id(k): k for k in rules.model.kinds.values()}.values():
        table = kind.table
        if table is None or kind.role == "component" or "name" not in table.columns:
            continue
        owner = kind.of.name if kind.of is not None else kind.name
        for at, column in enumerate(table.columns):
            event = column[5:].strip() if column.startswith("when ") else None
            if event is None or event not in resolved or (owner, event) in blocks:
                continue
            for row in table.rows:
                name = row[table.columns.index("name")].text
                if name and not row[at].text and (name, event) not in blocks:
                    message = f"nothing happens when `{name}` is {event}"
                    hint = "write `nothing` if that is meant"
                    rules.report(Mistake(row[at].place, message, hint, "note", EMPTY_CELLS))


# ---------------------------------------------------------------- parts


def _parts(rules: Rules) -> None:
    """`each X`, `end after X` and `track ... each X` need a part of that name."""
    for field in rules.model.all_fields():
        parts = [*rules.parts, "session"] if rules.clock.sessions.named else rules.parts
        if field.reset is not None and field.reset not in parts:
            option = next(o for o in field.tree.children if isinstance(o, Tree) and o.data == "reset")
            _no_part(rules, field.declaration, option.children[0])
    for declaration in rules.model.of("end", "track"):
        part = declaration.tree.children[0 if declaration.kind == "end" else -1]
        extra = ("move", "moves") if declaration.kind == "track" else ()
        if isinstance(part, Token) and part.type == "NAME" and str(part) not in (*rules.parts, *extra):
            _no_part(rules, declaration, part)


def _no_part(rules: Rules, declaration: Declaration, part: Node) -> None:
    close = nearest(str(part), rules.parts)
    hint = f"did you mean `{close}`?" if close else "there are turn, round, and the stages you name"
    rules.report(Mistake(declaration.place(part), f"there is no part `{part}`", hint))
