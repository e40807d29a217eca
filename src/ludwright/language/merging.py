"""A file on top of the files it builds on: what it replaces, drops and adds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from lark import Token

from ludwright.language.declarations import Declaration
from ludwright.language.syntax import Node, parts, walk
from ludwright.language.syntax.shaping import made
from ludwright.mistakes import Mistake, nearest

# Of these a file may have several; a file on top replaces them all at once.
_SETS = frozenset(("end", "group"))


@dataclass
class TextLayer:
    """What a file comes to, with all it builds on."""

    title: str = ""
    declarations: list[Declaration] = field(default_factory=list)
    changes: list[Declaration] = field(default_factory=list)


def twice(declarations: Iterable[Declaration]) -> list[Mistake]:
    """The names that one file declares more than once."""
    found: list[Mistake] = []
    seen: dict[tuple[str, str], int] = {}

    def note(key: tuple[str, str], declaration: Declaration, token: Token | None, what: str) -> None:
        place = declaration.place(token)
        if key in seen:
            hint = f"the first one is on line {seen[key]}; change one of the names or take one away"
            found.append(Mistake(place, f"{what} is declared twice", hint))
        else:
            seen[key] = place.line

    for declaration in declarations:
        if declaration.key is not None:
            name = declaration.name
            what = f"`{declaration.kind}`" if name is None else f"`{name}`"
            if declaration.kind in ("goal", "picture"):
                what = f"`{declaration.kind} {name}`"
            note(declaration.key, declaration, declaration.name_token, what)
        if declaration.kind == "change":
            written = _target(declaration)
            note(("change", written), declaration, None, f"the change of `{written}`")
        if declaration.kind == "each":
            for part in parts(declaration.tree):
                if isinstance(part, Node):
                    token = _first_token(part)
                    note((f"each {declaration.name}", str(token)), declaration, token, f"`{token}`")
    return found


def stack(below: TextLayer, above: TextLayer) -> list[tuple[Declaration, Declaration]]:
    """Put `above` on top of `below` (which changes); what was replaced, each with what replaced it."""
    mine = {d.key: d for d in above.declarations if d.key is not None}
    sets = {kind: [d for d in above.declarations if d.kind == kind] for kind in _SETS}
    members = {(d.name, name): d for d in above.declarations for name in d.members}
    origins = {_origin(d) for d in below.declarations}
    arriving = {_origin(d) for d in above.declarations}  # the same file may come in by two ways
    placed: set[int] = set()
    merged: list[Declaration] = []
    replaced: list[tuple[Declaration, Declaration]] = []
    for old in below.declarations:
        kept: Declaration | None = old
        if _origin(old) in arriving:
            pass
        elif old.key in mine:
            new = mine[old.key]
            replaced.append((old, new))
            # In the old one's place, as order may matter.
            kept = new if id(new) not in placed and _origin(new) not in origins else None
            placed.add(id(new))
        elif sets.get(old.kind):
            replaced.append((old, sets[old.kind][0]))
            kept = None
        elif old.kind == "each":
            gone = {name for name in old.members if (old.name, name) in members}
            replaced += [(old, members[old.name, name]) for name in sorted(gone)]
            kept = without_members(old, gone)
        if kept is not None:
            merged.append(kept)
    fresh = [d for d in above.declarations if _origin(d) not in origins]
    merged += [d for d in fresh if id(d) not in placed]
    stale = {name for old, _ in replaced for name in _names_in(old)}
    below.changes = [c for c in below.changes if _changed_name(c) not in stale]
    known = {_origin(c) for c in below.changes}
    below.changes += [c for c in above.changes if _origin(c) not in known]
    below.declarations = merged
    below.title = above.title or below.title
    return replaced


def drop(below: TextLayer, without: Iterable[Declaration]) -> list[Mistake]:
    """Take out of `below` what the `without` lines name; names that are not there are mistakes."""
    mistakes: list[Mistake] = []
    for line in without:
        for token in _tokens(line.tree):
            name = str(token)
            dropped = [d for d in below.declarations if d.name == name and d.kind != "each"]
            dropped = dropped or [d for d in below.declarations if d.kind == name]
            inside = [d for d in below.declarations if name in d.members]
            if not dropped and not inside:
                names = [d.name for d in below.declarations if d.name] + [d.kind for d in below.declarations]
                names += [member for d in below.declarations for member in d.members]
                meant = nearest(name, names)
                hint = f"did you mean `{meant}`?" if meant else "only what another file declares can be left out"
                mistakes.append(Mistake(line.place(token), f"nothing that is built on is called `{name}`", hint))
                continue
            gone = {id(d) for d in dropped}
            rest = [d for d in below.declarations if id(d) not in gone]
            pruned = (without_members(d, {name}) if name in d.members else d for d in rest)
            below.declarations = [d for d in pruned if d is not None]
            stale = {other for d in dropped for other in _names_in(d)}
            below.changes = [c for c in below.changes if _changed_name(c) not in stale]
    return mistakes


def without_members(block: Declaration, names: set[str]) -> Declaration | None:
    """An `each` block without some of its lines; None when none is left."""
    if not names:
        return block
    children = [c for c in parts(block.tree) if not (isinstance(c, Node) and str(_first_token(c)) in names)]
    if len(children) < 2:
        return None
    tree = made(block.tree.rule, children, block.tree.span)
    return Declaration(tree, block.file, block.lines, block.folder, block.root)


def _origin(declaration: Declaration) -> tuple[object, ...]:
    """Where a declaration was written: the same file may come in by two ways."""
    span = declaration.tree.span
    return declaration.file, *(span[:2] if span else ())


def _names_in(declaration: Declaration) -> set[str]:
    """The names by which a `change` could speak of a part of this declaration."""
    names = {declaration.name or declaration.kind}
    for part in parts(declaration.tree):
        if isinstance(part, Node) and part.rule == "row":
            names.add(str(parts(part)[0]).strip("| ").split("|")[0].strip())
    return names


def _target(change: Declaration) -> str:
    """What a `change` line changes, as written: `lives` or `walk.move`."""
    reference = parts(change.tree)[0]
    return ".".join(str(token) for token in _tokens(reference)) if isinstance(reference, Node) else str(reference)


def _changed_name(change: Declaration) -> str:
    """The parameter or the row that a `change` line names first."""
    return str(_first_token(change.tree))


def _tokens(tree: Node) -> list[Token]:
    return [part for part in walk(tree) if isinstance(part, Token)]


def _first_token(tree: Node) -> Token:
    return _tokens(tree)[0]
