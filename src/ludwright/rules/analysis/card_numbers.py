"""Where a text asks for the number of a card, as `c.number`: that is the piece of cardboard. Who does not see the front knows no more of the number."""

from __future__ import annotations

from collections.abc import Iterator

from ludwright.language import syntax
from ludwright.language.syntax import Part
from ludwright.language.syntax.reading import names_in
from ludwright.language.syntax.walking import nodes
from ludwright.model.visibility import veiled_kinds
from ludwright.model.world import World


class CardNumbers:
    """Finds them, by the names that may stand for cards which somebody does not see."""

    def __init__(self, trees: list[syntax.DeclarationNode], model: World) -> None:
        self._cards: set[str] = set()
        kinds = [kind for root in veiled_kinds(model) for kind in root.family()]
        if not kinds or not any(map(_asked_for, (node for tree in trees for node in nodes(tree)))):
            return
        zones = {zone.name for zone in model.all_zones() if any(kind in kinds for kind in zone.kinds)}
        plurals = {word for word, kind in model.plurals.items() if kind in kinds}
        self._cards = zones | plurals | {field.name for field in model.all_fields() if field.type.kind in kinds}
        named = [pair for tree in trees for node in nodes(tree) for pair in _named(node)]
        grown = True
        while grown:
            more = {name for name, source in named if names_in(source) & self._cards}
            grown = not more <= self._cards
            self._cards |= more

    def read(self, node: Part) -> bool:
        """Whether a formula is the number of a card that somebody may not see."""
        subject = _asked_for(node)
        return subject is not None and bool(names_in(subject) & self._cards)


def asks_number(tree: Part) -> bool:
    """Whether anything in a formula is a number of something."""
    return any(_asked_for(node) is not None for node in nodes(tree))


def _asked_for(node: Part) -> syntax.Formula | None:
    """What a formula asks the number of."""
    match node:
        case (
            syntax.MemberOf(subject, name)
            | syntax.Of(name, subject)
            | syntax.FunctionCall(name, syntax.Arguments(values=(subject,)))
        ) if name == "number":
            return subject
    return None


def _named(node: syntax.Node) -> Iterator[tuple[str, syntax.Part]]:
    """The names that a part of a rule gives to members of a set, or to a card."""
    match node:
        case (
            syntax.Generator(name, source)
            | syntax.ActionParameter(name, source)
            | syntax.Let(name, source)
            | syntax.DefineDeclaration(name=name, value=source)
        ):
            yield str(name), source
        case syntax.Choose(chosen=chosen, source=source):
            yield str(chosen.name), source
