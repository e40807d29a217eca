"""Declarations for analysis: tracks, goals, results, bots, expectations, groups, profiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lark import Token

from ludwright.builder.effects import Effect
from ludwright.builder.formulas import Formula, Value, as_formula, as_set, as_simple, as_sum, as_truth
from ludwright.builder.sets import Gen
from ludwright.builder.sheet import DeclarationSheet
from ludwright.builder.texts import read_lines_below, read_quota
from ludwright.builder.trees import BuildError, digits, node, percent, quoted, whole, word
from ludwright.language.syntax import Node


class BotRule:
    """One line of a bot. Made by :func:`bot_rule`."""

    __slots__ = ("tree",)

    def __init__(self, tree: Node) -> None:
        self.tree = tree


def bot_rule(what: Value, *, when: Value = None, by: Value = None) -> BotRule:
    """``attack(a, b) when P by e``."""
    condition = None if when is None else as_truth(when)
    return BotRule(node("rule", as_simple(what), condition, None if by is None else as_formula(by)))


class Analysis(DeclarationSheet):
    """Methods for what serves analysis only."""

    def track(self, title: str, value: Value, *, for_each: Gen | None = None, each: str | None = None) -> None:
        """``track "deck size": d(p) for p in players each turn``."""
        gen = None if for_each is None else for_each.tree
        self._add(node("track", quoted(title), as_formula(value), gen, None if each is None else word(each)))

    def goal(self, number: int, when: Value) -> None:
        """``goal 1 when C``."""
        self._add(node("goal", whole(number, "the number of a goal"), as_truth(when)))

    def result(self, *shares: tuple[int, Value, Value]) -> None:
        """``result`` with lines ``50% of xp in 0..500``, each given as ``(50, xp, range_(0, 500))``."""
        if not shares:
            raise BuildError("a result is made of shares: `(50, xp, range_(0, 500))`")
        lines = [node("share", percent(part), as_sum(value), as_set(within)) for part, value, within in shares]
        self._add(node("result", *lines))

    def group(self, weights: Mapping[str, float]) -> None:
        """``group build 0.3, play 0.7``: how likely groups of actions are in random play."""
        if not weights:
            raise BuildError("groups need names and weights: `{'build': 0.3}`")
        parts: list[Token] = []
        for name, weight in weights.items():
            parts += [word(name, "the name of a group"), digits(weight, "the weight of a group")]
        self._add(node("group", *parts))

    def profile(self, title: str, *, sessions: float, minutes: float, seconds: float) -> None:
        """``profile "commuter": 3 sessions a day, 10 minutes each, 4 seconds an action``."""
        self._add(node("profile", quoted(title), digits(sessions), digits(minutes), digits(seconds)))

    def bot(self, title: str, *rules: BotRule | Effect | Formula | str) -> None:
        """A scripted player: rules, ``let`` lines, names of what to do, or lines of text."""
        if not rules:
            raise BuildError(f"the bot {title!r} needs at least one rule")
        lines: list[Node] = []
        for rule in rules:
            lines += _bot_lines(rule)
        self._add(node("bot", quoted(title), *lines))

    def expect(self, title: str, quota: str, lines: str) -> None:
        """An expectation: its quota (``"at least 50% of cases"``) and its lines as text."""
        patterns = read_lines_below(lines, 'expect "x": always', 2, "the lines of an expectation")
        self._add(node("expect", quoted(title), read_quota(quota), *patterns))


def _bot_lines(rule: BotRule | Effect | Formula | str) -> Sequence[Node]:
    if isinstance(rule, BotRule):
        return [rule.tree]
    if isinstance(rule, Formula):
        return [bot_rule(rule).tree]
    if isinstance(rule, str):
        return read_lines_below(rule, 'bot "x"', 1, "the rules of a bot")
    if isinstance(rule, Effect) and rule.tree.rule == "let":
        return [node("rule", rule.tree)]
    raise BuildError(f"a bot's line is a rule, a `let` or text, this is {rule!r}")
