"""What is declared and never comes into play: places nothing enters, pieces that lie nowhere, effects nobody resolves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lark import Token

from ludwright.language import syntax
from ludwright.language.syntax import Formula, Node, Part, parts
from ludwright.language.syntax.reading import names_in
from ludwright.language.syntax.walking import nodes
from ludwright.mistakes import EMPTY_CELLS, Mistake, MistakesError, nearest, written
from ludwright.model.kinds import Kind
from ludwright.rules.effects.calls import MADE

if TYPE_CHECKING:
    from ludwright.language.source import Declaration
    from ludwright.language.tables import Cell
    from ludwright.rules.compiler import Rules

CALLS = (
    syntax.FunctionCall,
    syntax.CallStatement,
    syntax.Does,
    syntax.MayDo,
    syntax.OneOf,
    syntax.AnyNumberOf,
    syntax.OrElse,
    syntax.RepeatCall,
)
_THINGS = (
    syntax.CardsDeclaration,
    syntax.BoardDeclaration,
    syntax.ZoneDeclaration,
    syntax.EachDeclaration,
    syntax.VarDeclaration,
)
_PASSING_ON = (*CALLS, syntax.Let, syntax.AnswerWith, syntax.For, syntax.Choose, syntax.DefineDeclaration)


def check_neglected(rules: Rules) -> None:
    """Find what no rule ever touches."""
    trees = [*(d.tree for d in rules.description.declarations), *_effect_cells(rules)]
    _empty_zones(rules, trees)
    _lost_components(rules, trees)
    _events(rules, trees)
    _parts(rules)


def _effect_cells(rules: Rules) -> Iterator[Node]:
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


def _empty_zones(rules: Rules, trees: list[Node]) -> None:
    entered = _entered(rules, trees)
    for zone in rules.model.all_zones():
        if zone.dice or zone.starts or zone.name in entered or (zone.refill is not None and zone.capacity is not None):
            continue
        hint = f"move something there, or write `holds all {zone.kinds[0].plural}`" if zone.kinds else ""
        rules.report(
            Mistake(zone.declaration.place(zone.tree.name), f"nothing ever enters the zone `{zone.name}`", hint)
        )


def _entered(rules: Rules, trees: list[Node]) -> set[str]:
    """The names of zones that may be the target of something."""
    zones = {zone.name for zone in rules.model.all_zones()}
    direct: set[str] = set()
    passed_on: set[str] = set()
    for tree in trees:
        for node in nodes(tree):
            direct |= set().union(*(names_in(t) for t in targets(node)))
            if isinstance(node, _PASSING_ON):
                passed_on |= names_in(node)
    if direct - zones:  # a target may be a name that stands for a zone
        direct |= passed_on
    return direct


_TO_PLAYERS = syntax.Show | syntax.TellWhether | syntax.TellThat


def targets(node: Part) -> list[Formula]:
    """The formulas of the places that a statement moves something to."""
    match node:
        case syntax.Swap(one, other) | syntax.Pass(one, other):
            return [one, other]
        case syntax.Pay(source=source, to=to):
            return [to if to is not None else source]
        case syntax.StatementNode(to=to) if to is not None and not isinstance(node, _TO_PLAYERS):  # type: ignore[misc]
            return [to]
    return []


# ---------------------------------------------------------------- cards and things


def _lost_components(rules: Rules, trees: list[Node]) -> None:
    model = rules.model
    started = [kind for zone in model.all_zones() for kind in zone.starts]
    shown = {str(n.piece) for t in trees for n in nodes(t) if isinstance(n, syntax.Legend)}
    creates = any(isinstance(n, syntax.Create) for t in trees for n in nodes(t))
    moving = set().union(*(names_in(t) for t in trees if any(isinstance(n, syntax.Move) for n in nodes(t))))
    spoken_of = set().union(*(_bare_names(t) for t in trees if not isinstance(t, _THINGS)))
    for kind in model.component_kinds:
        if kind.faces or not kind.count or kind.declaration is None or kind.subkinds:
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


def _bare_names(node: Part) -> set[str]:
    """The names that stand alone: not `men` in `p.men` or `my men`, which are only those in play."""
    if isinstance(node, Token):
        return {str(node)}
    named = node.name if isinstance(node, syntax.MemberOf | syntax.My) else None
    return set().union(*(_bare_names(part) for part in parts(node) if part is not named))


def _refers(rules: Rules, kind: Kind) -> bool:
    """Whether some variable can hold a thing of that kind: it may be moved by that name."""
    return any(f.type.kind is kind for f in rules.model.all_fields())


def _report(rules: Rules, kind: Kind, message: str, hint: str) -> None:
    assert kind.declaration is not None
    rules.report(Mistake(kind.declaration.place(kind.declaration.name_token), message, hint))


# ---------------------------------------------------------------- effects of designs


def _events(rules: Rules, trees: list[Node]) -> None:
    resolved = {str(n.event) for t in trees for n in nodes(t) if isinstance(n, syntax.Resolve)}
    if any(isinstance(n, syntax.Create) for t in trees for n in nodes(t)):
        resolved.add(MADE)
    told: set[tuple[int, str]] = set()
    for kind, word, cell in _cells(rules):
        if word not in resolved and (id(kind), word) not in told:
            told.add((id(kind), word))
            rules.report(Mistake(cell.place, f"nothing resolves `{word}`", _resolve_hint(word, resolved)))
    known = _with_effects(rules)
    for declaration, block in rules.model.declared(syntax.EventDeclaration):
        name, event = block.design, block.event
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
    blocks = {(str(b.design), str(b.event)) for _, b in rules.model.declared(syntax.EventDeclaration)}
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
            option = next(o for o in field.tree.options if isinstance(o, syntax.ResetEach))
            _no_part(rules, field.declaration, option.phase)
    named = [(declaration, end.after) for declaration, end in rules.model.declared(syntax.EndDeclaration)]
    named += [
        (declaration, track.phase)
        for declaration, track in rules.model.declared(syntax.TrackDeclaration)
        if track.phase not in ("move", "moves")
    ]
    for declaration, part in named:
        if part is not None and str(part) not in rules.parts:
            _no_part(rules, declaration, part)


def _no_part(rules: Rules, declaration: Declaration, part: Token) -> None:
    close = nearest(str(part), rules.parts)
    hint = f"did you mean `{close}`?" if close else "there are turn, round, and the stages you name"
    rules.report(Mistake(declaration.place(part), f"there is no part `{part}`", hint))
