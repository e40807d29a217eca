"""What a game has, as far as its text tells: places, kinds, numbers, actions; and what is at hand where somebody is about to fill something in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from lark import Token

from ludwright.language import syntax
from ludwright.language.declarations import plural_of
from ludwright.language.syntax.base import Node
from ludwright.studio.forms.outline import Source


@dataclass
class Kind:
    """Something that there are several of: cards, cells, suits, players."""

    name: str
    plural: str
    numbers: list[str] = field(default_factory=list)
    """What each has that is a number."""
    truths: list[str] = field(default_factory=list)
    others: dict[str, str] = field(default_factory=dict)
    """What each has that is something else, with its kind."""
    zones: dict[str, list[str]] = field(default_factory=dict)
    """The places that each has, with the kinds that lie there."""
    members: list[str] = field(default_factory=list)
    moves: bool = False
    """Whether it lies in places, as cards and pieces do."""


@dataclass(frozen=True)
class AtHand:
    """A name that means something at this spot."""

    name: str
    kind: str
    """The name of a kind; ``number``, or empty if it can't be told."""
    why: str

    @property
    def subject(self) -> str:
        """As it stands before a dot."""
        return f"({self.name})" if " of " in self.name else self.name


@dataclass
class Facts:
    """A game at one spot of its text."""

    kinds: dict[str, Kind] = field(default_factory=dict)
    zones: dict[str, list[str]] = field(default_factory=dict)
    numbers: list[str] = field(default_factory=list)
    truths: list[str] = field(default_factory=list)
    others: dict[str, str] = field(default_factory=dict)
    params: list[str] = field(default_factory=list)
    actions: list[str] = field(default_factory=list)
    routines: list[str] = field(default_factory=list)
    stages: list[str] = field(default_factory=list)
    defined: dict[str, int] = field(default_factory=dict)
    """Formulas with a name, and how much each wants in brackets."""
    at_hand: list[AtHand] = field(default_factory=list)
    judged: dict[str, int] = field(default_factory=dict)
    """The same of those that say yes or no."""
    present: set[str] = field(default_factory=set)
    """The sorts of declarations that the game has."""
    straight: set[str] = field(default_factory=set)
    """The kinds of cells that lie in straight lines."""
    scored: bool = False
    chance: bool = False
    """Whether what stands here may be rolled."""
    nobody: bool = False
    """Whether there is no `me` here."""
    at_play: bool = False
    """Whether turns can be given here."""
    clock: str = ""

    @property
    def player(self) -> Kind:
        """Players, with all that each has."""
        return self.kinds["player"]

    def named(self, kind: str) -> Kind | None:
        """A kind by its name or by its plural."""
        return self.kinds.get(kind) or next((one for one in self.kinds.values() if one.plural == kind), None)

    def free(self, like: str) -> str:
        """A short name that is not taken at this spot."""
        taken = {one.name for one in self.at_hand}
        letters = [like[:1].lower(), *"xyzuvw"]
        return next((one for one in letters if one.isalpha() and one not in taken), f"{like}_")

    def of_players(self) -> list[str]:
        """The words for players at this spot."""
        mine = [] if self.nobody else ["me"]
        return [*mine, *(one.name for one in self.at_hand if one.kind == "player"), *(name for name, kind in self.others.items() if kind == "player")]  # fmt: skip

    def said_of(self, kind: Kind | None, subject: str) -> Iterator[tuple[str, str]]:
        """What can be said of the properties that are no numbers: the condition, and the name of the property."""
        for name in kind.truths if kind else []:
            yield f"{subject}.{name}", name
        for name, of in kind.others.items() if kind else ():
            known = self.kinds.get(of)
            if of == "player":
                yield f"{subject}.{name} is none", name
                if not self.nobody:
                    yield f"{subject}.{name} is me", name
            elif known is not None and known.members:
                yield f"{subject}.{name} is {known.members[0]}", name

    def places(self) -> dict[str, list[str]]:
        """All places by the words for them at this spot, with the kinds that lie there."""
        found = {f"my {name}": kinds for name, kinds in self.player.zones.items() if not self.nobody}
        for one in self.at_hand:
            kind = self.kinds.get(one.kind)
            if kind is not None:
                found |= {f"{one.name}.{name}": kinds for name, kinds in kind.zones.items()}
        return {**self.zones, **found}


def facts_at(source: Source, path: str = "") -> Facts:
    """What the game has, and what is at hand at a path."""
    facts = Facts(kinds={"player": Kind("player", "players")})
    for declaration in source.tree.declarations:
        facts.present.add(declaration.rule)
        _declare(facts, declaration)
    if path:
        _look_from(source, facts, path)
    return facts


def _kind(facts: Facts, name: syntax.KindName, moves: bool = False) -> Kind:
    plural = str(name.plural) if name.plural else plural_of(str(name.name))
    kind = Kind(str(name.name), plural, moves=moves)
    facts.kinds[kind.name] = kind
    return kind


def _declare(facts: Facts, node: Node) -> None:
    if isinstance(node, syntax.EnumDeclaration):
        kind = _kind(facts, node.kind)
        kind.members += [str(word) for word in node.names.words] if node.names else []
        _columns(facts, kind, node.rows)
    elif isinstance(node, syntax.CardsDeclaration):
        kind = _kind(facts, node.kind, moves=True)
        for axis in node.axes:
            if axis.values is None and str(axis.name) in facts.kinds:
                kind.others[str(axis.name)] = str(axis.name)
            else:
                kind.numbers.append(str(axis.name))
        _columns(facts, kind, [one for one in node.lines if isinstance(one, syntax.TableRow)])
        _attributes(facts, kind, node.lines)
    elif isinstance(node, syntax.BoardDeclaration):
        kind = _kind(facts, node.kind)
        if str(node.shape) in ("grid", "hex", "hexagon"):
            facts.straight.add(kind.name)
        _attributes(facts, kind, node.lines)
        for option in node.options:
            if isinstance(option, syntax.Holds):
                kind.others[str(option.kind)] = str(option.kind)
    elif isinstance(node, syntax.EachDeclaration):
        _attributes(
            facts, facts.kinds.setdefault(str(node.kind), Kind(str(node.kind), plural_of(str(node.kind)))), node.members
        )
    elif isinstance(node, syntax.ZoneDeclaration):
        if node.index is None:
            facts.zones[str(node.name)] = [str(one) for one in node.kinds]
    elif isinstance(node, syntax.DiceDeclaration):
        facts.kinds.setdefault("die", Kind("die", "dice", numbers=["face"]))
        facts.zones[str(node.name)] = ["die"]
    elif isinstance(node, syntax.VarDeclaration):
        _attribute(facts, facts, node.attribute)
    else:
        _rule(facts, node)


def _rule(facts: Facts, node: Node) -> None:
    if isinstance(node, syntax.ParamDeclaration):
        (facts.truths if isinstance(node.value, syntax.Yes | syntax.No) else facts.params).append(str(node.name))
    elif isinstance(node, syntax.PlayersDeclaration):
        facts.player.members += [str(word) for word in node.names.words] if node.names else []
    elif isinstance(node, syntax.ActionDeclaration):
        facts.actions.append(str(node.name))
    elif isinstance(node, syntax.ProcedureDeclaration):
        facts.routines.append(str(node.name))
    elif isinstance(node, syntax.StageDeclaration):
        facts.stages.append(str(node.name))
    elif isinstance(node, syntax.DefineDeclaration):
        judges = isinstance(node.formula, _TRUTHS)
        (facts.judged if judges else facts.defined)[str(node.name)] = (
            len(node.parameters.names.words) if node.parameters else 0
        )
    elif isinstance(node, syntax.ScoreDeclaration):
        facts.scored = True
    elif isinstance(node, syntax.ClockDeclaration):
        facts.clock = str(node.unit)


_TRUTHS = (syntax.Logic, syntax.Identity, syntax.Membership, syntax.Compare, syntax.Can, syntax.Knows, syntax.Negation, syntax.Quantifier, syntax.EveryHas, syntax.Yes, syntax.No)  # fmt: skip


def _columns(facts: Facts, kind: Kind, rows: Any) -> None:
    """The columns of a table in the text, by what stands in the first row below the headings."""
    cells = [[cell.strip() for cell in str(row.text).strip().strip("|").split("|")] for row in rows]
    if not cells:
        return
    heads, body = cells[0], cells[1:]
    for place, head in enumerate(heads):
        column = [row[place] for row in body if place < len(row) and row[place]]
        if head == "name":
            kind.members += [one for one in column if one.isidentifier()]
        elif head == "copies" or head.startswith("when "):
            continue
        elif all(one.lstrip("-").isdigit() for one in column):
            kind.numbers.append(head)
        elif column and set(column) <= {"yes", "no"}:
            kind.truths.append(head)
        else:
            kind.others[head] = next(
                (one.name for one in facts.kinds.values() if column and column[0] in one.members), ""
            )


def read_columns(facts: Facts, kind: str, rows: list[list[str]]) -> None:
    """The columns of a table in a file."""
    known = facts.kinds.get(kind)
    if known is not None and rows:
        text = [syntax.TableRow(Token("ROW", f"|{'|'.join(row)}|")) for row in rows[:40]]
        _columns(facts, known, text)


def _attributes(facts: Facts, kind: Kind, members: Any) -> None:
    for member in members:
        if isinstance(member, syntax.Attribute):
            _attribute(facts, kind, member)
        elif isinstance(member, syntax.ZoneDeclaration) and member.index is None:
            kind.zones[str(member.name)] = [str(one) for one in member.kinds]
        elif isinstance(member, syntax.DiceDeclaration):
            facts.kinds.setdefault("die", Kind("die", "dice", numbers=["face"]))
            kind.zones[str(member.name)] = ["die"]


def _attribute(facts: Facts, home: Facts | Kind, one: syntax.Attribute) -> None:
    name = str(one.name)
    if one.index is not None:
        return
    if one.type is not None:
        home.others[name] = str(one.type.name)
    elif isinstance(one.value, syntax.Yes | syntax.No):
        home.truths.append(name)
    else:
        home.numbers.append(name)


# ---------------------------------------------------------------- at hand


def _look_from(source: Source, facts: Facts, path: str) -> None:
    """The names given by what stands around and before a path."""
    node: Any = source.tree
    steps = path.split(".")
    whole = source.part(".".join(steps[:2])) if len(steps) > 1 else None
    facts.nobody, facts.at_play = (
        isinstance(whole, _NOBODY),
        isinstance(whole, syntax.PlayDeclaration | syntax.StageDeclaration),
    )
    for step in steps:
        if isinstance(node, Node):
            _given_by(facts, node, step)
            facts.chance = isinstance(node, syntax.Let | syntax.Assign) and step == "value"
        if step.isdigit():
            earlier = node[: int(step)] if isinstance(node, tuple) else ()
            for one in earlier:
                _given_before(facts, one)
            if earlier:
                _touched(source, facts, earlier[-1])
            node = node[int(step)] if int(step) < len(node) else None
        else:
            node = getattr(node, step, None)
        if node is None:
            return


_NOBODY = (syntax.SetupDeclaration, syntax.PlayDeclaration, syntax.ScoreDeclaration, syntax.LeadDeclaration, syntax.WinnersDeclaration)  # fmt: skip


def _given_by(facts: Facts, node: Node, step: str) -> None:
    """Names that a node gives to what stands in it."""
    if isinstance(node, syntax.ActionDeclaration) and node.parameters and step == "body":
        for one in node.parameters.parameters:
            facts.at_hand.append(AtHand(str(one.name), kind_of(facts, one.values), "chosen for this action"))
    elif isinstance(node, syntax.For | syntax.AtOnce | syntax.FirstTo) and step != "members":
        facts.at_hand.append(AtHand(str(node.members.name), kind_of(facts, node.members.source), "each in turn"))
    elif (isinstance(node, syntax.Generator) and step in ("limit", "start")) or (
        isinstance(node, syntax.EveryHas) and step == "condition"
    ):
        facts.at_hand.append(AtHand(str(node.name), kind_of(facts, node.source), "the one looked at"))
    elif isinstance(node, syntax.Ranked | syntax.RandomOf | syntax.AllOf | syntax.BestSeveral) and step in (
        "by",
        "weight",
    ):
        facts.at_hand.append(AtHand(str(node.members.name), kind_of(facts, node.members.source), "the one looked at"))
    elif isinstance(node, syntax.EachArguments) and step == "value":
        facts.at_hand += [AtHand(str(m.name), kind_of(facts, m.source), "the one looked at") for m in node.members]
    elif isinstance(node, syntax.Choose) and step in ("body", "condition"):
        facts.at_hand.append(AtHand(str(node.chosen.name), kind_of(facts, node.source), "just chosen"))
    elif isinstance(node, syntax.ScoreDeclaration | syntax.LeadDeclaration) and node.parameters:
        facts.at_hand += [AtHand(str(word), "player", "the player asked about") for word in node.parameters.names.words]
    elif isinstance(node, syntax.StageDeclaration | syntax.ProcedureDeclaration | syntax.DefineDeclaration):
        words = node.parameters.names.words if node.parameters else ()
        facts.at_hand += [AtHand(str(word), "player" if str(word) in ("p", "q") else "", "given") for word in words]


def _given_before(facts: Facts, one: Node) -> None:
    """Names that a step gives to the steps behind it."""
    if isinstance(one, syntax.Let):
        facts.at_hand.append(AtHand(str(one.name), kind_of(facts, one.value), "named before"))
    elif isinstance(one, syntax.Choose) and one.body is None:
        facts.at_hand.append(AtHand(str(one.chosen.name), kind_of(facts, one.source), "just chosen"))


def _touched(source: Source, facts: Facts, step: Node) -> None:
    """What the step before has touched."""
    if isinstance(step, syntax.Move | syntax.DrawingCards):
        kinds = facts.places().get(source.of(step.to), [""])
        facts.at_hand.append(AtHand(f"top of {source.of(step.to)}", kinds[0], "what the last step moved"))


def kind_of(facts: Facts, formula: Any) -> str:
    """Of which kind the members of a set are, or a value is; empty if it can't be told."""
    if isinstance(formula, syntax.NumberRange | syntax.Arithmetic | syntax.Rolling | syntax.Quotient):
        return "number"
    if isinstance(formula, syntax.Brackets):
        return kind_of(facts, formula.formula)
    if isinstance(formula, syntax.AllOf | syntax.FirstOf | syntax.RandomOf | syntax.Ranked | syntax.BestSeveral):
        return kind_of(facts, formula.members.source)
    if isinstance(formula, syntax.Of):
        return kind_of(facts, formula.whole)
    if isinstance(formula, syntax.My):
        return _member(facts, facts.player, str(formula.name))
    if isinstance(formula, syntax.MemberOf):
        home = facts.kinds.get(kind_of(facts, formula.subject))
        return _member(facts, home, str(formula.name)) if home else ""
    if isinstance(formula, Token):
        name = str(formula)
        if name.isdigit():
            return "number"
        if name in ("players", "others", "everyone", "me", "opponent"):
            return "player"
        if name in facts.zones:
            return facts.zones[name][0]
        held = next((one.kind for one in reversed(facts.at_hand) if one.name == name), None)
        if held is not None:
            return held
        named = facts.named(name)
        return (
            named.name if named else facts.others.get(name, "number" if name in [*facts.numbers, *facts.params] else "")
        )
    return ""


def _member(facts: Facts, kind: Kind, name: str) -> str:
    if name in kind.zones:
        return kind.zones[name][0]
    if name in kind.numbers:
        return "number"
    plural = facts.named(name)
    return kind.others.get(name, plural.name if plural else "")
