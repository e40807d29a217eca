"""Changes of rules through the tree: comparisons, conditions, effects, actions and ends, from the game's own parts and those of other games.

A part is only put where one of its sort stands: a condition for a condition, a statement among statements. Names that a part took from around it
become names that are known where it is put.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from lark import Token
from numpy.random import Generator

from ludwright.evolution.edits import Changed, context, pick, rules_of
from ludwright.language import syntax
from ludwright.language.editing import Draft, word
from ludwright.language.printer import to_text
from ludwright.language.syntax.base import parts, rebuilt, shape
from ludwright.language.syntax.walking import exchanged, find, path_to, walk

RuleEdit = Callable[[Draft, Generator, Sequence[syntax.File]], Changed | None]
_CONDITIONAL = (
    syntax.When, syntax.WhenAfterwards, syntax.EndCase, syntax.IfStatement, syntax.ElseIf, syntax.WithClause, syntax.WhileClause,
    syntax.Negation, syntax.WheneverDeclaration, syntax.EveryHas,
)  # fmt: skip
_BINDING = (
    syntax.ActionParameter, syntax.Let, syntax.Generator, syntax.EveryHas, syntax.ChosenNumber, syntax.ChosenUpTo, syntax.ChosenAnyNumber,
)  # fmt: skip
_SIGNS = ("<", "<=", ">", ">=", "==", "!=")
_NOT_REFERENCES = (syntax.MemberOf, syntax.My, syntax.Of, syntax.FunctionCall)
_ENDS = (syntax.Wins, syntax.Loses, syntax.Tie)
_MOST = 60


def short(part: syntax.Part) -> str:
    """A part in one line."""
    text = " / ".join(line.strip() for line in to_text(part).splitlines())
    return text if len(text) <= _MOST else text[: _MOST - 1] + "…"


# ---------------------------------------------------------------- where things stand


def conditions(tree: syntax.Node) -> Iterator[syntax.Formula]:
    """All formulas that stand where a condition must, below a node."""
    for node in walk(tree):
        if isinstance(node, _CONDITIONAL):
            yield node.condition
        elif isinstance(node, syntax.Logic):
            yield node.left
            yield node.right


def statements(tree: syntax.Node) -> Iterator[syntax.StatementNode]:
    """All statements below a node that can stand by themselves."""
    for node in walk(tree):
        if isinstance(node, syntax.StatementNode) and not isinstance(node, syntax.DeclarationNode):
            yield node


def bound(tree: syntax.Node) -> set[str]:
    """All names that are bound anywhere below a node: parameters, `let`, members of sets."""
    found: set[str] = set()
    for node in walk(tree):
        if isinstance(node, _BINDING):
            found.add(str(node.name))
        elif isinstance(node, syntax.Parameters):
            found |= {str(name) for name in node.names.words}
    return found


def _references(tree: syntax.Part) -> Iterator[Token]:
    """The words below a part that stand for something by themselves, rather than for a part of something."""
    if isinstance(tree, Token):
        if tree.type == "NAME":
            yield tree
        return
    skipped = "name" if isinstance(tree, _NOT_REFERENCES) else ""
    for name, many in shape(type(tree)):
        value = getattr(tree, name)
        if name == skipped or value is None:
            continue
        for part in value if many else (value,):
            yield from _references(part)


def known_at(tree: syntax.Node, spot: syntax.Part) -> list[str]:
    """The names that are bound where a part stands."""
    found: list[str] = []
    path = path_to(tree, spot)
    for above, below in zip(path, [*path[1:], spot], strict=True):
        if isinstance(above, syntax.ActionDeclaration):
            if above.parameters is not None:
                found += [str(one.name) for one in above.parameters.parameters]
            found += _lets(above.body, below)
        elif isinstance(above, syntax.StatementSequence):
            found += _lets(above.statements, below)
        elif isinstance(above, syntax.Generator):
            found.append(str(above.name))
        elif isinstance(above, syntax.For | syntax.Quantifier):
            found.append(str(above.members.name))
        elif isinstance(above, syntax.EveryHas):
            found.append(str(above.name))
        elif isinstance(above, syntax.DefineDeclaration | syntax.ProcedureDeclaration) and above.parameters is not None:
            found += [str(name) for name in above.parameters.names.words]
    return list(dict.fromkeys(found))


def _lets(body: Sequence[syntax.Node], before: syntax.Part) -> list[str]:
    found = []
    for one in body:
        if one is before:
            break
        if isinstance(one, syntax.Let):
            found.append(str(one.name))
    return found


def fitted(part: syntax.Part, home: syntax.Node, names: Sequence[str], dice: Generator) -> syntax.Part | None:
    """A part of one place for another: what it calls by names of its old home gets names that are known at the new one."""
    inner = bound(part) if isinstance(part, syntax.Node) else set()
    outer = bound(home) - inner
    free = list(dict.fromkeys(str(token) for token in _references(part) if str(token) in outer))
    if free and not names:
        return None
    chosen = {
        name: name if name in names and dice.random() < 0.5 else names[int(dice.integers(len(names)))] for name in free
    }
    return renamed(part, chosen)


def renamed(part: syntax.Part, names: dict[str, str]) -> syntax.Part:
    """The same with other words for some names, wherever they stand."""
    if not names:
        return part
    if isinstance(part, Token):
        return Token(part.type, names[str(part)]) if part.type == "NAME" and str(part) in names else part
    return rebuilt(part, lambda one: renamed(one, names))


# ---------------------------------------------------------------- comparisons and conditions


def change_comparison(draft: Draft, dice: Generator, others: Sequence[syntax.File]) -> Changed | None:
    """Another sign, `is` for `is not`, `and` for `or`, `highest` for `lowest`."""
    found = [
        node
        for declaration in rules_of(draft.tree)
        for node in walk(declaration)
        if isinstance(node, syntax.Compare | syntax.Identity | syntax.Membership | syntax.Logic | syntax.BestWord)
    ]
    node = pick(found, dice)
    if node is None:
        return None
    was = context(draft, node) if isinstance(node, syntax.BestWord) else short(node)
    if isinstance(node, syntax.Compare):
        sign = pick([one for one in _SIGNS if one != node.sign], dice)
        new: syntax.Node = replace(node, sign=Token(node.sign.type, sign))
    elif isinstance(node, syntax.BestWord):
        new = syntax.BestWord(word("lowest" if node.word == "highest" else "highest"))
    else:
        kind = _OPPOSITE[type(node)]
        new = kind(*parts(node))
    return draft.replace(node, new), f"`{was}` → `{short(new)}`"


_OPPOSITE: dict[type[syntax.Node], Callable[..., syntax.Node]] = {
    syntax.Is: syntax.IsNot, syntax.IsNot: syntax.Is, syntax.IsIn: syntax.IsNotIn, syntax.IsNotIn: syntax.IsIn, syntax.And: syntax.Or,
    syntax.Or: syntax.And,
}  # fmt: skip


def _own_conditions(draft: Draft) -> list[tuple[syntax.DeclarationNode, syntax.Formula]]:
    return [(declaration, one) for declaration in rules_of(draft.tree) for one in conditions(declaration)]


def _material(draft: Draft, others: Sequence[syntax.File]) -> list[syntax.DeclarationNode]:
    """The rules of a game and of others."""
    foreign = [one for tree in others for one in rules_of(tree)]
    return [*rules_of(draft.tree), *foreign]


def exchange_condition(draft: Draft, dice: Generator, others: Sequence[syntax.File]) -> Changed | None:
    """Another condition where one stands; or one more beside it, one less, its opposite."""
    chosen = pick(_own_conditions(draft), dice)
    if chosen is None:
        return None
    _, old = chosen
    way = int(dice.integers(4))
    if way == 0 and isinstance(old, syntax.Logic):
        kept = old.left if dice.integers(2) else old.right
        return draft.replace(old, kept), f"`{short(old)}` → `{short(kept)}`"
    if way == 1:
        opposite = old.condition if isinstance(old, syntax.Negation) else syntax.Negation(syntax.Brackets(old))
        return draft.replace(old, opposite), f"`{short(old)}` → `{short(opposite)}`"
    pool = [(home, one) for home in _material(draft, others) for one in conditions(home) if one != old]
    found = pick(pool, dice)
    if found is None:
        return None
    new = fitted(found[1], found[0], known_at(draft.tree, old), dice)
    if new is None or (isinstance(new, syntax.Node) and not isinstance(new, syntax.FormulaNode)):
        return None
    if way == 2:
        kind = syntax.And if dice.integers(2) else syntax.Or
        new = kind(syntax.Brackets(old), syntax.Brackets(new))
    return draft.replace(old, new), f"`{short(old)}` → `{short(new)}`"


def drop_condition(draft: Draft, dice: Generator, others: Sequence[syntax.File]) -> Changed | None:
    """An action without one of its conditions."""
    found = [
        (action, one)
        for action in find(draft.tree, syntax.ActionDeclaration)
        for one in action.body
        if isinstance(one, syntax.When | syntax.WhenAfterwards)
    ]
    chosen = pick(found, dice)
    if chosen is None:
        return None
    action, one = chosen
    new = exchanged(action, one, None)
    return draft.replace(action, new), f"{action.name} without `{short(one)}`"


def add_condition(draft: Draft, dice: Generator, others: Sequence[syntax.File]) -> Changed | None:
    """An action that needs one condition more."""
    action = pick(list(find(draft.tree, syntax.ActionDeclaration)), dice)
    pool = [(home, one) for home in _material(draft, others) for one in conditions(home)]
    found = pick(pool, dice)
    if action is None or found is None or not action.body:
        return None
    names = [str(one.name) for one in action.parameters.parameters] if action.parameters is not None else []
    new = fitted(found[1], found[0], names, dice)
    if new is None or not isinstance(new, syntax.FormulaNode):
        return None
    lets = [place for place, one in enumerate(action.body) if isinstance(one, syntax.When)]
    at = lets[-1] + 1 if lets else 0
    changed = replace(action, body=(*action.body[:at], syntax.When(new), *action.body[at:]))
    return draft.replace(action, changed), f"{action.name} when `{short(new)}`"


# ---------------------------------------------------------------- effects


def _spots(draft: Draft) -> list[tuple[syntax.DeclarationNode, syntax.StatementNode]]:
    kinds = (
        syntax.ActionDeclaration,
        syntax.ProcedureDeclaration,
        syntax.SetupDeclaration,
        syntax.WheneverDeclaration,
        syntax.EventDeclaration,
    )
    return [(home, one) for home in rules_of(draft.tree) if isinstance(home, kinds) for one in statements(home)]


def remove_effect(draft: Draft, dice: Generator, others: Sequence[syntax.File]) -> Changed | None:
    """A rule without one of its effects."""
    chosen = pick(
        [(home, one) for home, one in _spots(draft) if not isinstance(one, syntax.Nothing | syntax.Let)], dice
    )
    if chosen is None:
        return None
    home, one = chosen
    if isinstance(home, syntax.ActionDeclaration) and any(part is one for part in home.body):
        if sum(isinstance(part, syntax.StatementNode) for part in home.body) < 2:
            return None
        return draft.replace(home, exchanged(home, one, None)), f"without `{short(one)}`"
    return draft.replace(one, syntax.Nothing()), f"without `{short(one)}`"


def add_effect(draft: Draft, dice: Generator, others: Sequence[syntax.File]) -> Changed | None:
    """One effect more, or another in the place of one."""
    chosen = pick(_spots(draft), dice)
    pool = [(home, one) for home in _material(draft, others) for one in statements(home)]
    found = pick(pool, dice)
    if chosen is None or found is None:
        return None
    home, spot = chosen
    new = fitted(found[1], found[0], known_at(draft.tree, spot), dice)
    if new is None or not isinstance(new, syntax.StatementNode) or new == spot:
        return None
    above = path_to(draft.tree, spot)[-1]
    if dice.integers(2) or not isinstance(above, syntax.ActionDeclaration | syntax.StatementBlock):
        return draft.replace(spot, new), f"`{short(spot)}` → `{short(new)}`"
    lines: tuple[syntax.Node, ...] = above.body if isinstance(above, syntax.ActionDeclaration) else above.statements
    at = next(place for place, one in enumerate(lines) if one is spot) + 1
    more: Any = (*lines[:at], new, *lines[at:])
    grown = (
        replace(above, body=more) if isinstance(above, syntax.ActionDeclaration) else replace(above, statements=more)
    )
    changed = grown if above is home else exchanged(home, above, grown)
    return draft.replace(home, changed), f"and also `{short(new)}`"


# ---------------------------------------------------------------- ends


def _ends(draft: Draft) -> list[syntax.EndDeclaration]:
    return list(find(draft.tree, syntax.EndDeclaration))


def change_end(draft: Draft, dice: Generator, others: Sequence[syntax.File]) -> Changed | None:
    """Another outcome where the game ends: who would win loses, or nobody wins."""
    cases = [case for end in _ends(draft) for case in end.cases if case.effect is not None]
    case = pick(cases, dice)
    if case is None or case.effect is None:
        return None
    old = case.effect
    me = old.who if isinstance(old, syntax.Settling) else Token("NAME", "me")
    choices = [one for one in (syntax.Wins(me), syntax.Loses(me), syntax.Tie()) if one != old]
    new = pick(choices, dice)
    assert new is not None
    return draft.replace(old, new), f"when `{short(case.condition)}`: `{short(old)}` → `{short(new)}`"


def drop_end(draft: Draft, dice: Generator, others: Sequence[syntax.File]) -> Changed | None:
    """One way less to end."""
    found = [(end, case) for end in _ends(draft) for case in end.cases if len(end.cases) > 1]
    chosen = pick(found, dice)
    if chosen is None:
        return None
    end, case = chosen
    return draft.replace(end, exchanged(end, case, None)), f"no end when `{short(case.condition)}`"


def add_end(draft: Draft, dice: Generator, others: Sequence[syntax.File]) -> Changed | None:
    """One way more to end: another game's, or a condition of this one's rules."""
    end = pick(_ends(draft), dice)
    if end is None:
        return None
    foreign = [(home, case) for home in _material(draft, others) for case in find(home, syntax.EndCase)]
    foreign = [(home, case) for home, case in foreign if case not in end.cases]
    if foreign and dice.random() < 0.7:
        home, case = foreign[int(dice.integers(len(foreign)))]
        new = fitted(case, home, [], dice)
    else:
        pool = [(home, one) for home in _material(draft, others) for one in conditions(home)]
        found = pick(pool, dice)
        made = fitted(found[1], found[0], [], dice) if found is not None else None
        me = Token("NAME", "me")
        effect = pick([syntax.Wins(me), syntax.Loses(me), syntax.Tie()], dice)
        new = syntax.EndCase(made, effect) if isinstance(made, syntax.FormulaNode) else None
    if not isinstance(new, syntax.EndCase):
        return None
    at = int(dice.integers(len(end.cases) + 1))
    changed = replace(end, cases=(*end.cases[:at], new, *end.cases[at:]))
    return draft.replace(end, changed), f"the game also ends {short(new)}"


# ---------------------------------------------------------------- actions in a turn


def change_turn(draft: Draft, dice: Generator, others: Sequence[syntax.File]) -> Changed | None:
    """What a player may do in a turn: an action more, one less, or the same again."""
    turn = pick(list(find(draft.tree, syntax.TurnDeclaration)), dice)
    if turn is None:
        return None
    actions = [str(one.name) for one in find(draft.tree, syntax.ActionDeclaration)]
    used = [str(token) for token in _references(turn) if str(token) in actions]
    unused = [name for name in actions if name not in used]
    way = int(dice.integers(3))
    if way == 0 and unused:
        used = [*used, unused[int(dice.integers(len(unused)))]]
    elif way == 1 and len(used) > 1:
        used.pop(int(dice.integers(len(used))))
    elif used:
        again: syntax.StatementNode = syntax.CallStatement(word(used[0])) if len(used) == 1 else _one_of(used)
        body = syntax.StatementBlock((again, again))
        new: syntax.DeclarationNode = syntax.TurnDeclaration(body)
        return (draft.replace(turn, new), "two actions a turn") if new != turn else None
    if not used:
        return None
    body_one = syntax.CallStatement(word(used[0])) if len(used) == 1 else _one_of(used)
    new = replace(turn, body=syntax.StatementLine((body_one,)))
    return (draft.replace(turn, new), f"`{short(turn)}` → `{short(new)}`") if new != turn else None


def _one_of(names: Sequence[str]) -> syntax.StatementNode:
    return syntax.Does(None, syntax.OneOf(tuple(word(name) for name in dict.fromkeys(names))))


RULES: tuple[RuleEdit, ...] = (
    change_comparison, exchange_condition, exchange_condition, drop_condition, add_condition, remove_effect, add_effect, add_effect, change_end,
    drop_end, add_end, change_turn,
)  # fmt: skip
