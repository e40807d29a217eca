"""The finding: which rules read and change which objects, and which rule uses which."""

from __future__ import annotations

from dataclasses import dataclass, field

from ludwright.anatomy.rules_list import ListedRule
from ludwright.anatomy.things import Thing

THROUGH = ("definition", "table")
"""Rules that only work something out for others."""


@dataclass
class Touches:
    """Who reads and who changes what, and which rule uses which."""

    things: list[Thing]
    rules: list[ListedRule]
    reads: set[tuple[ListedRule, Thing]] = field(default_factory=set)
    changes: set[tuple[ListedRule, Thing]] = field(default_factory=set)
    uses: set[tuple[ListedRule, ListedRule]] = field(default_factory=set)

    def readers(self, thing: Thing) -> list[ListedRule]:
        """The rules that read an object themselves."""
        return [rule for rule in self.rules if (rule, thing) in self.reads]

    def changers(self, thing: Thing) -> list[ListedRule]:
        """The rules that change an object themselves."""
        return [rule for rule in self.rules if (rule, thing) in self.changes]

    def readers_through(self, thing: Thing) -> list[ListedRule]:
        """The rules that read an object only through definitions and tables that they use."""
        direct = self.readers(thing)
        reached = {rule for rule in direct if rule.sort in THROUGH}
        waiting = list(reached)
        found: set[ListedRule] = set()
        while waiting:
            for user in self.used_by(waiting.pop()):
                if user not in found:
                    found.add(user)
                    if user.sort in THROUGH:
                        waiting.append(user)
        return [rule for rule in self.rules if rule in found and rule not in direct]

    def used_by(self, rule: ListedRule) -> list[ListedRule]:
        """The rules that use a definition, procedure, action or stage."""
        return [user for user in self.rules if (user, rule) in self.uses]

    def read_by(self, rule: ListedRule) -> list[Thing]:
        """What a rule reads."""
        return [thing for thing in self.things if (rule, thing) in self.reads]

    def changed_by(self, rule: ListedRule) -> list[Thing]:
        """What a rule changes."""
        return [thing for thing in self.things if (rule, thing) in self.changes]
