"""Secrets that are none: a die thrown for all to see, or an answer everybody hears, stored where not everybody looks. Worth a note."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lark import Token, Tree

from ludwright.model import visibility
from ludwright.rules.analysis.habits import WATCHING, Node, variable

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

    def walk(self, node: Tree[Any], heard: dict[str, str]) -> dict[str, str]:
        """Look at a part; the names that everybody has heard of behind it, and why."""
        if node.data == "stage" and node.children[0] is not None:
            return heard
        if node.data == "assign":
            self._assign(node, heard)
        if node.data in ("let", "gen"):
            heard = {name: why for name, why in heard.items() if name != str(node.children[0])}
        if node.data == "aparam":
            heard = {**heard, str(node.children[0]): DEED}
        if node.data == "choose":
            name = str(node.children[3].children[-1])
            heard = {**heard, name: ANSWER if node.children[1] is None else ""}
        for child in node.children:
            if isinstance(child, Tree):
                heard = self.walk(child, heard)
        return heard

    def _assign(self, node: Tree[Any], heard: dict[str, str]) -> None:
        target, right = node.children[0], node.children[-1]
        name = variable(target)
        if len(node.children) != 2 or name not in self.hidden:
            return
        if isinstance(right, Tree) and right.data == "roll_one":
            sides = str(right.children[0]).removeprefix("d")
            self._note(
                node, "everybody sees this die", name, f"write `random n in 1..{sides}` for one that nobody sees"
            )
        why = heard.get(_answer(right))
        if why:
            self._note(node, why, name, HINTS[why])

    def _note(self, node: Tree[Any], why: str, name: str, hint: str) -> None:
        self.rules.note(self.declaration, node.children[-1], f"{why}, and so knows `{name}`", hint)


def _answer(formula: Node) -> str:
    """The name of the answer that a formula is: `n`, or `n[p]` after `at once`."""
    while isinstance(formula, Tree) and formula.data == "paren":
        formula = formula.children[0]
    if isinstance(formula, Tree) and formula.data == "at":
        formula = formula.children[0]
    return str(formula) if isinstance(formula, Token) else ""
