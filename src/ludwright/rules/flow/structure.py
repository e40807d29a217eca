"""The parts of a game (turn, round, stages): how they are counted, ended early and left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ludwright import ir
from ludwright.language import syntax
from ludwright.language.syntax import Part, own_words
from ludwright.language.syntax.walking import nodes
from ludwright.mistakes import nearest
from ludwright.rules.names.scope import Scope

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules

WORD = 2**31 - 1
_CALLING = (syntax.CallStatement, syntax.FunctionCall, syntax.Let, syntax.Assign)


class Structure:
    """Parts have names; an effect that ends one early says so by its number."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._part_labels: dict[str, str] = {}

    def part_number(self, part: str, node: Part, scope: Scope) -> ir.Expr:
        self.rules.needs_a_game()
        if part == "session" and self.rules.clock.sessions.named:
            return self.rules.clock.sessions.number()
        if part not in self.rules.parts:
            raise self.rules.wrong(scope, node, f"there is no part `{part}` that could be counted")
        return self.rules.turns.part_number(part)

    def part_code(self, part: str, node: Part, scope: Scope) -> int:
        """The number by which an effect says that it ends a part early; 1 is the game."""
        if part == "game":
            return 1
        if part not in self.rules.parts:
            close = nearest(part, [*self.rules.parts, "game"])
            raise self.rules.wrong(
                scope,
                node,
                f"there is no part `{part}` to end or leave",
                f"did you mean `{close}`?" if close else "stages have names",
            )
        return 2 + self.rules.parts.index(part)

    def parts_left(self, trees: Sequence[Part]) -> set[str] | None:
        """The parts that effects may end early; None: they always run through."""
        found: set[str] = set()
        leaves = False
        seen: set[str] = set()
        waiting: list[Part] = list(trees)
        while waiting:
            for node in nodes(waiting.pop()):
                if self.rules.habits.ends_loop(node):
                    continue
                leaves = leaves or isinstance(node, syntax.Settling | syntax.Tie | syntax.EndOfPhase)
                if isinstance(node, syntax.EndOfPhase) and node.phase != "game":
                    found.add(str(node.phase))
                if isinstance(node, _CALLING):
                    for name in own_words(node):
                        if name in self.rules.procedures and name not in seen:
                            seen.add(name)
                            waiting.append(self.rules.procedures[name].tree.body)
                if isinstance(node, syntax.Resolve) and f"event {node.event}" not in seen:
                    seen.add(f"event {node.event}")
                    waiting.extend(self.rules.habits.events.get(str(node.event), []))
        return found if leaves else None

    def note_part_label(self, part: str, label: str, fixed: bool) -> None:
        if fixed:
            self._part_labels[part] = label

    def part_label(self, part: str, node: Part, scope: Scope) -> str:
        if part not in self._part_labels:
            raise self.rules.wrong(scope, node, f"this is not inside a `{part}`")
        return self._part_labels[part]
