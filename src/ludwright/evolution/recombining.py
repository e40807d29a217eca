"""Parts of several games put together: another game's rules in the words of this one.

Two games that both have a board call their things differently: what lies on a cell is a `mark` here and a `stone` there. Before a part of a game is
put into another, its names become those of the things of the same sort; what has no counterpart comes along.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from lark import Token
from numpy.random import Generator

from ludwright.evolution.edits import Changed, pick, rules_of
from ludwright.evolution.rule_edits import renamed, short
from ludwright.language import syntax
from ludwright.language.declarations import plural_of
from ludwright.language.editing import Draft, word
from ludwright.language.syntax.walking import find, walk

_MOST_CARRIED = 12


def in_words_of(donor: syntax.File, receiver: syntax.File) -> syntax.File:
    """A game with the names of another for kinds, boards and attributes of the same sort."""
    names = dict(_counterparts(donor, receiver))
    made = renamed(donor, names)
    assert isinstance(made, syntax.File)
    return made


def _counterparts(donor: syntax.File, receiver: syntax.File) -> Iterator[tuple[str, str]]:
    boards = [list(find(tree, syntax.BoardDeclaration)) for tree in (donor, receiver)]
    for theirs, ours in zip(*boards, strict=False):
        yield from _kind(theirs.kind, ours.kind)
        known = {_sort(line): str(line.name) for line in reversed(ours.lines) if isinstance(line, syntax.Attribute)}
        for line in theirs.lines:
            if isinstance(line, syntax.Attribute) and _sort(line) in known:
                yield str(line.name), known[_sort(line)]
    cards = [list(find(tree, syntax.CardsDeclaration)) for tree in (donor, receiver)]
    for dealt, own in zip(*cards, strict=False):
        yield from _kind(dealt.kind, own.kind)


def _kind(theirs: syntax.KindName, ours: syntax.KindName) -> Iterator[tuple[str, str]]:
    for old, new in (
        (str(theirs.name), str(ours.name)),
        (str(theirs.plural or plural_of(str(theirs.name))), str(ours.plural or plural_of(str(ours.name)))),
    ):
        if old != new:
            yield old, new


def _sort(line: syntax.Attribute) -> str:
    """What an attribute holds: its type, or that it is a number."""
    return str(line.type) if line.type is not None else "number"


# ---------------------------------------------------------------- taking over


def _declared(one: syntax.DeclarationNode) -> set[str]:
    """The names that a declaration brings."""
    if isinstance(one, syntax.VarDeclaration):
        return {str(one.attribute.name)}
    if isinstance(one, syntax.EachDeclaration):
        return {str(member.name) for member in one.members}
    if isinstance(one, syntax.PlayersDeclaration):
        head = next((str(row.text) for row in one.rows), "")
        return {cell.strip() for cell in head.strip("| ").split("|")} - {"name", ""}
    name = getattr(one, "name", None)
    return {str(name)} if isinstance(name, Token) else set()


def _words(one: syntax.Node) -> set[str]:
    return {str(part) for part in walk(one) if isinstance(part, Token) and part.type == "NAME"}


def carried(part: syntax.Node, donor: syntax.File, receiver: syntax.File) -> list[syntax.DeclarationNode]:
    """The declarations of a game that a part of it needs and another game lacks."""
    there: set[str] = set()
    for one in receiver.declarations:
        there |= _declared(one)
    found: list[syntax.DeclarationNode] = []
    waiting = [part]
    while waiting and len(found) <= _MOST_CARRIED:
        wanted = _words(waiting.pop()) - there
        for one in donor.declarations:
            if _declared(one) & wanted and not isinstance(one, syntax.ActionDeclaration):
                found.append(one)
                there |= _declared(one)
                waiting.append(one)
    return found


def _brought(draft: Draft, part: syntax.Node, donor: syntax.File) -> Draft:
    """A draft with what a part of another game needs."""
    for one in carried(part, donor, draft.tree):
        if isinstance(one, syntax.PlayersDeclaration):
            own = next(iter(find(draft.tree, syntax.PlayersDeclaration)))
            draft = draft.replace(own, replace(one, least=own.least, most=own.most, names=None))
        elif isinstance(one, syntax.EachDeclaration):
            known = {str(member.name) for each in find(draft.tree, syntax.EachDeclaration) for member in each.members}
            fresh = tuple(member for member in one.members if str(member.name) not in known)
            draft = draft.insert(replace(one, members=fresh)) if fresh else draft
        else:
            draft = draft.insert(one)
    return draft


def take_action(draft: Draft, dice: Generator, donor: syntax.File) -> Changed | None:
    """An action of another game, offered beside the own ones."""
    taken = {str(one.name) for one in find(draft.tree, syntax.ActionDeclaration)}
    action = pick([one for one in find(donor, syntax.ActionDeclaration) if str(one.name) not in taken], dice)
    turn = next(iter(find(draft.tree, syntax.TurnDeclaration)), None)
    if action is None or turn is None:
        return None
    used = [str(token) for token in walk(turn) if isinstance(token, Token) and str(token) in taken]
    if not used:
        return None
    offered = syntax.Does(None, syntax.OneOf(tuple(word(name) for name in dict.fromkeys([*used, str(action.name)]))))
    changed = draft.replace(turn, replace(turn, body=syntax.StatementLine((offered,))))
    changed = _brought(changed.insert(action), action, donor)
    return changed, f"takes over the action {action.name}"


def take_end(draft: Draft, dice: Generator, donor: syntax.File) -> Changed | None:
    """A way to end of another game, in place of an own one or beside them."""
    case = pick(list(find(donor, syntax.EndCase)), dice)
    end = pick(list(find(draft.tree, syntax.EndDeclaration)), dice)
    if case is None or end is None or case in end.cases:
        return None
    if dice.integers(2):
        gone = int(dice.integers(len(end.cases)))
        cases = tuple(case if place == gone else one for place, one in enumerate(end.cases))
        words = f"`{short(end.cases[gone])}` → `{short(case)}`"
    else:
        cases, words = (case, *end.cases), f"the game also ends {short(case)}"
    return _brought(draft.replace(end, replace(end, cases=cases)), case, donor), words


def take_rule(draft: Draft, dice: Generator, donor: syntax.File) -> Changed | None:
    """A whole declaration of another game in place of the own one: the set-up, the turn, an action, a definition."""
    kinds = (
        syntax.SetupDeclaration,
        syntax.ActionDeclaration,
        syntax.DefineDeclaration,
        syntax.BoardDeclaration,
        syntax.WinnerDeclaration,
    )
    offered = [one for one in rules_of(donor) if isinstance(one, kinds)]
    new = pick(offered, dice)
    if new is None:
        return None
    own = [one for one in rules_of(draft.tree) if type(one) is type(new) and one != new]
    old = pick(own, dice)
    if old is None:
        if not isinstance(new, syntax.SetupDeclaration):
            return None
        return _brought(draft.insert(new), new, donor), f"takes over `{short(new)}`"
    put: syntax.DeclarationNode = new
    if isinstance(old, syntax.ActionDeclaration) and isinstance(new, syntax.ActionDeclaration):
        put = replace(new, name=old.name)
    if isinstance(old, syntax.DefineDeclaration) and isinstance(new, syntax.DefineDeclaration):
        put = replace(new, name=old.name)
    if isinstance(old, syntax.BoardDeclaration) and isinstance(new, syntax.BoardDeclaration):
        put = replace(old, shape=new.shape, width=new.width, height=new.height)
    return _brought(draft.replace(old, put), put, donor), f"`{short(old)}` → `{short(put)}`"


TAKING = (take_action, take_end, take_rule)


def recombined(draft: Draft, donor: syntax.File, dice: Generator) -> Changed | None:
    """A game with a part of another."""
    theirs = in_words_of(donor, draft.tree)
    return TAKING[int(dice.integers(len(TAKING)))](draft, dice, theirs)
