"""What happened within a frame, one thing after the other: the answer, what was forced or unasked, turns, and what was rolled.

A frame is played again on the plain run, which says what it does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ludwright import ir
from ludwright.engine.random import Stream, stream
from ludwright.hidden.sight import Sight, anything_hidden
from ludwright.inspecting.changes import Change, change_lines
from ludwright.language import syntax
from ludwright.language.syntax.walking import nodes, tokens
from ludwright.play.hearing import Heard

if TYPE_CHECKING:
    from ludwright.game import Game
    from ludwright.inspecting.recorded import Recorded

START, ANSWER, FORCED, UNASKED, TURN, ITSELF = "start", "answer", "forced", "unasked", "turn", "of itself"


@dataclass
class Step:
    """One thing that happened, with the states before and after it."""

    kind: str
    before: list[int]
    seat: int | None = None
    """Who did it, or whose turn began."""
    code: int = 0
    line: int = 0
    """The line of the rules that came into effect of itself."""
    rolled: list[tuple[int | None, int]] = field(default_factory=list)
    """What was rolled: faces, with the number of the die where it stays on the table."""
    heard: list[Heard] = field(default_factory=list)
    """What anybody was shown or told."""
    after: list[int] = field(default_factory=list)

    @property
    def done(self) -> bool:
        """Whether somebody did it, or a rule of itself."""
        return self.kind in (ANSWER, FORCED, UNASKED, ITSELF)


@dataclass(frozen=True)
class Happened:
    """A step in words: what it was, what was rolled, what it changed."""

    what: str
    rolled: list[str]
    changes: list[Change]
    done: bool = False
    """Whether somebody did it, or a rule of itself; else only a turn began."""

    @property
    def lines(self) -> list[str]:
        """What came of it, line by line."""
        return [*self.rolled, *change_lines(self.changes)]

    def as_json(self) -> dict[str, Any]:
        """Plain data."""
        return {"what": self.what, "rolled": self.rolled, "changes": [asdict(change) for change in self.changes]}


def steps_of(recorded: Recorded, frame: int) -> list[Step]:
    """All that happened in a frame, in its order; in frame 0 what came before the first choice."""
    return _Listener(recorded, frame).steps


class _Listener:
    """Plays one frame again and notes what it hears."""

    def __init__(self, recorded: Recorded, frame: int) -> None:
        self.recorded, self.game = recorded, recorded.game
        self.steps: list[Step] = []
        self._forced, self._known = False, False
        self._table = recorded.plain_table
        if frame:
            self._go_on(frame)
        else:
            self._set_up()
        if self.steps:
            self.steps[-1].after = list(self._state)

    def _go_on(self, frame: int) -> None:
        twin, before = self.game.twin, self.recorded.at(frame - 1)
        self._state = before.words
        context = twin.new_context(Stream(*before.chance), self._heard)
        if not self.recorded.by_turns:
            code = self.recorded.codes[frame - 1]
            self.steps.append(Step(ANSWER, list(self._state), before.actor, code))
            self._known = True
            twin.advance(self._state, self._table, context, code)
            return
        self.steps.append(Step(START, list(self._state)))
        end = self.recorded.at(frame).words
        while self._state != end and not self._state[ir.OVER]:
            twin.advance(self._state, self._table, context, 0)

    def _set_up(self) -> None:
        twin = self.game.twin
        self._state = twin.new_state()
        chance = Stream(*stream(self.recorded.seed, self.recorded.number, 0))
        twin.setup(self._state, self._table, twin.new_context(chance, self._heard))

    def _heard(self, kind: str, args: tuple[int, ...]) -> None:
        """Called by the running game."""
        if kind == "rolled":
            self._rolled(None, args[0])
        elif kind == "rolled die":
            self._rolled(args[0], args[1])
        elif kind in ("shown", "told"):
            self._last.heard += self.recorded.hearing.noted(kind, args, self._state)
        elif kind == "forced":
            self._forced, self._known = True, False
        elif kind in ("do", "answer"):
            self._done(*args)
        elif kind == "turn":
            self._begin(Step(TURN, [], args[0]))
        elif kind == "whenever":
            self._begin(Step(ITSELF, [], line=args[0]))

    def _rolled(self, die: int | None, face: int) -> None:
        self._last.rolled.append((die, face))

    @property
    def _last(self) -> Step:
        if not self.steps:
            self._begin(Step(START, []))
        return self.steps[-1]

    def _done(self, code: int, seat: int) -> None:
        if self._known:  # the answer of the frame itself
            self._known = False
            return
        self._begin(Step(FORCED if self._forced else UNASKED, [], seat, code))
        self._forced = False

    def _begin(self, step: Step) -> None:
        step.before = list(self._state)
        if self.steps:
            self.steps[-1].after = step.before
        self.steps.append(step)


class ToldSteps:
    """Steps in words, as far as a seat (from 0; None: somebody who sees everything) may hear them."""

    def __init__(self, recorded: Recorded, seat: int | None) -> None:
        self.recorded, self.game, self.seat = recorded, recorded.game, seat
        self.lister = recorded.lister

    def heard(self, step: Step) -> bool:
        """Whether the seat notices the step at all: what others do while answers are secret goes unheard."""
        veil = self.lister.model.arrays.get("veil")
        return self.seat is None or veil is None or not step.before[veil] or step.seat == self.seat

    def signs(self, step: Step) -> list[str]:
        """What the seat was shown or told, if only by what others did in secret."""
        return list(self.recorded.hearing.lines(step.heard, self.seat))

    def headline(self, step: Step) -> str:
        """What it was; nothing for what comes before anybody does anything."""
        from ludwright.play.outcome import line_text

        if step.kind == ITSELF:
            return f"of itself: {line_text(self.game, step.line)} ({self.game.where(step.line)})"
        if step.seat is None:
            return ""
        name = self.game.seats[step.seat]
        if step.kind == TURN and self.seat is not None and self.recorded.hearsay.secrecy.night(step.before):
            return f"a turn, {name}"
        if step.kind == TURN:
            return f"turn {self.lister.turn(step.before, self.seat):,}, {name}"
        option = self.game.wording.option(step.code, step.before)
        if self.seat is None or self.seat == step.seat:
            return f"{name}: {option.words} ({step.kind})"
        words = self.recorded.hearsay.told(option, self.seat, step.before, step.after)
        # that somebody had only one way tells what he has not
        return f"{name}: {words}" + (f" ({step.kind})" if step.kind == UNASKED or not self._hides else "")

    @cached_property
    def _hides(self) -> bool:
        return anything_hidden(self.game) or self.recorded.hearsay.secrecy.any

    def rolls(self, step: Step) -> list[str]:
        """What was rolled: loose dice together, those of a zone by where they lie."""
        if not step.rolled:
            return []
        sight = Sight(self.game, self.seat)
        groups: dict[str, list[str]] = {}
        for die, face in step.rolled:
            seen = self._loose_are_open if die is None else self.lister.things.known(die, sight, step.after)
            where = "" if die is None else f", {self._place(die, step.after)}"
            groups.setdefault(where, []).append(str(face) if seen else "?")
        return [f"rolled {' '.join(faces)}{where}" for where, faces in groups.items()]

    def _place(self, die: int, state: Sequence[int]) -> str:
        return self.lister.labels.place(state[self.lister.model.arrays["place"] + die])

    @cached_property
    def _loose_are_open(self) -> bool:
        """Loose dice are rolled before everybody's eyes, unless what they show goes where not everybody sees it."""
        return self.seat is None or not rolls_in_secret(self.game)


def rolls_in_secret(game: Game) -> bool:
    """Whether some roll goes into a variable that not everybody sees, at once or by a name it was given."""
    hidden = game.rules.model.hidden_fields
    for declaration in game.description.declarations if hidden else ():
        rolled: set[str] = set()
        for node in nodes(declaration.tree):
            if not isinstance(node, syntax.Let | syntax.Assign):
                continue
            words = set(map(str, tokens(node.value)))
            if words & rolled or any(isinstance(n, syntax.Rolling) for n in nodes(node.value)):
                given = set(map(str, tokens(node.target if isinstance(node, syntax.Assign) else node.name)))
                rolled |= given
                if isinstance(node, syntax.Assign) and given & hidden:
                    return True
    return False


def told_steps(recorded: Recorded, steps: Sequence[Step], seat: int | None) -> Iterator[tuple[Step, str, list[str]]]:
    """The steps a seat hears of, each with its headline and what was rolled, shown and told."""
    told = ToldSteps(recorded, seat)
    for step in steps:
        signs = told.signs(step)
        if told.heard(step):
            yield step, told.headline(step), told.rolls(step) + signs
        elif signs:
            yield step, "", signs
