"""Declarations of what happens: setup, flow, actions, definitions, automatic rules, ends and scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lark import Token

from ludwright.builder.effects import Effect, Step, as_step
from ludwright.builder.flow import Body, block, parameters, stage_tree, statements, suite
from ludwright.builder.formulas import Formula, Value, as_formula, as_name, as_set, as_sum, as_truth
from ludwright.builder.parts import action_options
from ludwright.builder.sheet import DeclarationSheet
from ludwright.builder.trees import BuildError, node, word
from ludwright.builder.words import name
from ludwright.language.syntax import Node

Case = tuple[Value, Step] | Value
"""One end of a game: a condition with what then happens, or a condition alone."""


class RuleMethods(DeclarationSheet):
    """Methods for what happens."""

    def setup(self, body: Body) -> None:
        """``setup``: what is done once, at the beginning."""
        self._add(node("setup", suite(body)))

    def play(self, body: Body) -> None:
        """``play``: the whole course of the game."""
        self._add(node("play", suite(body)))

    def turn(self, body: Body) -> None:
        """``turn``: what a player does on a turn."""
        self._add(node("turn", suite(body)))

    def stage(self, name_: str, body: Body, *, params: Sequence[str] = (), secret: bool = False) -> Formula:
        """``stage deal``: a part of the game run by its name."""
        self._add(stage_tree(name_, body, params, secret))
        return name(name_)

    def action(
        self, name_: str, params: Mapping[str, Value] | None = None, body: Body | None = None, *options: str
    ) -> Formula:
        """``action take(h in heaps, n in 1..left[h])``: ``params`` are names with the sets they are chosen from.

        The body holds conditions (``when``), then effects. Options are ``"group build"`` and ``"takes 5 seconds"``.
        """
        chosen = [node("aparam", word(key, "a parameter"), as_set(among)) for key, among in (params or {}).items()]
        called = word(name_, "the name of an action")
        lines = [] if body is None else statements(body, rules=True)
        brackets = node("aparams", *chosen) if chosen else None
        self._add(node("action", called, brackets, *action_options(options), *lines))
        return Formula(called)

    def define(self, name_: str, params: Sequence[str] | str, meaning: Value | Sequence[Effect]) -> Formula:
        """``define fits(k): ...``; the long form is a list of statements that change only what they name themselves, and a last ``answer``."""
        called = word(name_, "the name of a definition")
        if isinstance(meaning, list | tuple):
            last = meaning[-1] if meaning else None
            if not isinstance(last, Effect) or last.tree.rule != "answer":
                raise BuildError(f"the long form of `{name_}` is a list of statements with an `answer` at its end")
            tail: list[Node | Token] = [*statements(meaning)]
        else:
            tail = [as_formula(meaning)]  # type: ignore[arg-type]  # lists and tuples were dealt with above
        self._add(node("define", called, parameters(params), *tail))
        return Formula(called)

    def to(self, name_: str, params: Sequence[str] | str, body: Body) -> Formula:
        """``to climb(n)``: a procedure."""
        called = word(name_, "the name of a procedure")
        self._add(node("proc", called, parameters(params), block(body)))
        return Formula(called)

    def when(self, design: Formula | str, event: Formula | str, body: Body) -> None:
        """``when Guard is played``: the effect of a design."""
        self._add(node("event", as_name(design, "a design or kind"), as_name(event, "an event"), block(body)))

    def whenever(self, condition: Value, body: Body) -> None:
        """``whenever P``: an automatic rule."""
        self._add(node("whenever", as_truth(condition), suite(body)))

    def every(self, number: Value, unit: str, body: Body, *, when: Value = None) -> None:
        """``every 180 seconds when C``."""
        condition = None if when is None else as_truth(when)
        self._add(node("every", as_sum(number), word(unit, "a unit of time"), condition, suite(body)))

    def end(self, *cases: Case, after: str | None = None) -> None:
        """``end when C: me wins``; several cases are tried in order. ``after`` tests only at the end of that part."""
        if not cases:
            raise BuildError("the game ends when? Give a condition, or conditions with outcomes: `(C, wins(me))`")
        trees = [_case(*case) if isinstance(case, tuple) else _case(case) for case in cases]
        self._add(node("end", None if after is None else word(after), *trees))

    def score(self, params: str, value: Value) -> None:
        """``score(p): ...``; with empty ``params`` the score is shared."""
        self._add(node("score", parameters(params), as_formula(value)))

    def lead(self, params: str, value: Value) -> None:
        """``lead(p): ...``: who is ahead, from 0 to 1."""
        self._add(node("lead", parameters(params), as_formula(value)))

    def winner(self, *ranks: str) -> None:
        """``winner: highest score, then lowest turns`` is ``winner("highest score", "lowest turns")``."""
        if not ranks:
            raise BuildError("the winner has the highest of what? `winner('highest score')`")
        self._add(node("winner", *(_rank(rank) for rank in ranks)))

    def winners(self, who: Value) -> None:
        """``winners: S``: names them directly."""
        self._add(node("winners", as_formula(who)))


def _case(condition: Value, outcome: Step | None = None) -> Node:
    return node("endcase", as_truth(condition), None if outcome is None else as_step(outcome))


def _rank(text: str) -> Node:
    way, _, what = text.strip().partition(" ")
    if way not in ("highest", "lowest"):
        raise BuildError(f"a winner has the highest or the lowest of something, this is {text!r}")
    return node(
        "rank", node("best", Token(way.upper(), way)), word(what.strip(), "what the winner has most or least of")
    )
