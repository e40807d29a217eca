"""All rules, in the order in which they are documented."""

from __future__ import annotations

from ludwright.findings import course, endings, length, options, powers, seats, skill, starts, unused
from ludwright.findings.rule import Rule

RULES: tuple[Rule, ...] = (
    *seats.RULES,
    *endings.RULES,
    *length.RULES,
    *options.RULES,
    *powers.RULES,
    *starts.RULES,
    *unused.RULES,
    *course.RULES,
    *skill.RULES,
)
ERROR_RATE = "error rate"
"""The name of the threshold for the chance that anything stated is only luck."""
