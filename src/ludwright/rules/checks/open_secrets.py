"""Secrets that are none: a die thrown for all to see, or an answer everybody hears, stored where not everybody looks. Worth a note."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lark import Token

from ludwright.language import syntax
from ludwright.language.in_play import WATCHING
from ludwright.language.syntax import Node, Part, parts
from ludwright.language.syntax.reading import variable
from ludwright.model import visibility
from ludwright.model.side_effects import is_secret_stage

if TYPE_CHECKING:
    from ludwright.language.source import Declaration
    from ludwright.model.kinds import Field
    from ludwright.rules.compiler import Rules

ANSWER, DEED = "everybody hears this answer", "everybody hears what an action is done with"
HINTS = {
    ANSWER: "write `secretly chooses`, if others must not hear it",
    DEED: "ask in the action, with `me secretly chooses`, if others must not hear it",
}


def check_open_secrets(rules: Rules) -> None:
    """Find what is stored out of sight after everybody saw or heard it."""
    model = rules.model
    seen = {field.name for field in model.all_fields()} - {field.name for field in visibility.veiled_fields(model)}
    hidden = {field.name for field in visibility.veiled_fields(model) if not _is_card(field)} - seen
    for declaration in rules.description.declarations:
        if not hidden or declaration.kind in WATCHING:
            continue
        # what is called in a secret stage nobody hears
        if not model.has_secret_stage or declaration.kind not in ("action", "proc"):
            _OpenSecrets(rules, declaration, hidden).walk(declaration.tree, {})


def _is_card(field: Field) -> bool:
    """Whether a variable holds a card: everybody hears which one is taken, but not what is printed on it."""
    return field.type.kind is not None and field.type.kind.role in ("component", "design")


class _OpenSecrets:
    """Goes through one declaration."""

    def __init__(self, rules: Rules, declaration: Declaration, hidden: set[str]) -> None:
        self.rules = rules
        self.declaration = declaration
        self.hidden = hidden

    def walk(self, node: Node, heard: dict[str, str]) -> dict[str, str]:
        """Look at a part; the names that everybody has heard of behind it, and why."""
        if is_secret_stage(node):
            return heard
        match node:
            case syntax.Assign():
                self._assign(node, heard)
            case syntax.Let(name=name) | syntax.Generator(name=name):
                heard = {word: why for word, why in heard.items() if word != name}
            case syntax.ActionParameter(name=name):
                heard = {**heard, str(name): DEED}
            case syntax.Choose(chosen=chosen, secretly=secretly):
                heard = {**heard, str(chosen.name): ANSWER if secretly is None else ""}
        for part in parts(node):
            if isinstance(part, Node):
                heard = self.walk(part, heard)
        return heard

    def _assign(self, node: syntax.Assign, heard: dict[str, str]) -> None:
        name, right = variable(node.target), node.value
        if node.sign is not None or name not in self.hidden:
            return
        if isinstance(right, syntax.RollDie):
            sides = right.die.removeprefix("d")
            self._note(
                node, "everybody sees this die", name, f"write `random n in 1..{sides}` for one that nobody sees"
            )
        why = heard.get(_answer(right))
        if why:
            self._note(node, why, name, HINTS[why])

    def _note(self, node: syntax.Assign, why: str, name: str, hint: str) -> None:
        self.rules.note(self.declaration, node.value, f"{why}, and so knows `{name}`", hint)


def _answer(formula: Part) -> str:
    """The name of the answer that a formula is: `n`, or `n[p]` after `at once`."""
    while isinstance(formula, syntax.Brackets):
        formula = formula.formula
    if isinstance(formula, syntax.At):
        formula = formula.value
    return str(formula) if isinstance(formula, Token) else ""
