"""One frame of a recorded game, looked at: what was done, what it changed, and everything that is there."""

from __future__ import annotations

from dataclasses import asdict
from functools import cached_property
from typing import Any

from ludwright.drawing import Scene, StageSeatError, scene_of
from ludwright.drawing.marking import mark
from ludwright.inspecting.changes import Change, change_lines, changes
from ludwright.inspecting.happening import ANSWER, START, TURN, Happened, Step, steps_of, told_steps
from ludwright.inspecting.listing import list_lines
from ludwright.inspecting.moment import Moment
from ludwright.inspecting.recorded import Recorded
from ludwright.play.match import Match
from ludwright.rules.options.wording import Option

_PASSING = ("turn", "turn.number", "round", "whose turn", "asked")
"""Changes that the steps tell by themselves."""
_MOST_LINES = 60


class Inspection:
    """A frame: the position ``after`` its answer, and the one ``before`` it. Seats are counted from 0; without one all is seen.

    At frame 0 nothing was done yet: before and after are the start.
    """

    def __init__(self, recorded: Recorded, frame: int) -> None:
        self.recorded, self.frame = recorded, frame
        self.game = recorded.game
        self._stories: dict[int | None, list[str]] = {}

    @cached_property
    def after(self) -> Match:
        """The position after the answer of this frame."""
        return self.recorded.at(self.frame)

    @cached_property
    def before(self) -> Match:
        """The position before it."""
        return self.recorded.at(max(0, self.frame - 1))

    def match(self, before: bool = False) -> Match:
        return self.before if before else self.after

    # ------------------------------------------------------------ what was done

    @property
    def actor(self) -> int | None:
        """The seat that answered."""
        return self.before.actor if self.frame and not self.recorded.by_turns else None

    @cached_property
    def options(self) -> list[Option]:
        """Among what it chose."""
        return self.before.legal() if self.frame and not self.recorded.by_turns else []

    @cached_property
    def action(self) -> Option | None:
        """What was chosen."""
        if not self.frame or self.recorded.by_turns:
            return None
        code = self.recorded.codes[self.frame - 1]
        return next((option for option in self.options if option.code == code), None)

    def done(self, seat: int | None = None) -> str:
        """What was done, in a sentence, as far as a seat could see it."""
        action, actor = self.action, self.actor
        if self.recorded.by_turns:
            return f"turn {self.frame + 1:,}"
        if action is None or actor is None:
            return "the start"
        if self._unheard(seat):
            return "a choice in secret"
        if seat is not None and seat != actor:
            words = self.recorded.hearsay.told(action, seat, self.before.words, self.after.words)
            return f"{self.game.seats[actor]}: {words}"
        many = len(self.options)
        among = "the only way" if many == 1 else f"one of {many:,}"
        return f"{self.game.seats[actor]}: {action.words} ({among})"

    def _unheard(self, seat: int | None) -> bool:
        """Whether a seat does not notice who answered."""
        return seat not in (None, self.actor) and self.recorded.hearsay.secrecy.unheard(self.before.words)

    @cached_property
    def steps(self) -> list[Step]:
        """What happened, one thing after the other: the answer, what was forced or came of itself, and what was rolled."""
        return steps_of(self.recorded, self.frame)

    def happened(self, seat: int | None = None) -> list[Happened]:
        """The same in words, as far as a seat could see it."""
        self._check(seat)
        found: list[Happened] = []
        for step, what, rolled in told_steps(self.recorded, self.steps, seat):
            changed: list[Change] = []
            if step.kind != START or self.frame:
                there = changes(self._listed(step.before, seat), self._listed(step.after, seat), seat)
                changed = [change for change in there if change.what not in _PASSING]
            found.append(Happened(self.done(seat) if step.kind == ANSWER else what, rolled, changed, step.done))
        return found

    def _listed(self, words: list[int], seat: int | None) -> Moment:
        """A position within the frame; its ends are listed anyway."""
        if words is self.steps[0].before and self.frame:
            return self.moment(seat, before=True)
        return self.moment(seat) if words is self.steps[-1].after else self.recorded.lister.moment(words, seat)

    def story(self, seat: int | None = None) -> list[str]:
        """What happened, line by line, and at last what all of it changed."""
        if seat not in self._stories:
            self._stories[seat] = self._told(seat)
        return list(self._stories[seat])

    def _told(self, seat: int | None) -> list[str]:
        in_all = change_lines(self.changes(seat)) if self.frame else []
        steps = self.happened(seat) if len(self.steps) > 1 or not self.frame else []
        if self.frame and sum(bool(step.lines) for step in steps) <= 1 and not any(step.done for step in steps[1:]):
            rolled = [line for _, _, rolls in told_steps(self.recorded, self.steps, seat) for line in rolls]
            return [self.done(seat), *rolled, *in_all]
        lines = [] if self.frame else [self.done(seat)]
        for step in steps:
            lines += [*([step.what] if step.what else []), *(f"  {line}" for line in step.lines)]
        left = len(lines) - _MOST_LINES
        if left > 0:
            lines[_MOST_LINES - 10 : -10] = [f"… {left:,} more lines …"]
        return [*lines, *(["in all:"] if in_all else []), *(f"  {line}" for line in in_all)]

    # ------------------------------------------------------------ what there is

    def moment(self, seat: int | None = None, *, before: bool = False) -> Moment:
        """Everything there is, listed."""
        self._check(seat)
        return self.recorded.moment(max(0, self.frame - before), seat)

    def changes(self, seat: int | None = None) -> list[Change]:
        """What the answer changed."""
        return changes(self.moment(seat, before=True), self.moment(seat), seat)

    def scene(self, seat: int | None = None, *, before: bool = False) -> Scene:
        """The position ready to be drawn, with what changed marked: before, what is about to change."""
        self._check(seat)
        scene, other = scene_of(self.match(before), seat), scene_of(self.match(not before), seat)
        if self.recorded.by_turns:
            ended = scene.standing.partition(": ")[2] if self.match(before).over else ""
            turn = max(0, self.frame - before) + 1
            scene.standing = f"After turn {turn:,}" + (f": {ended}" if ended else "")
        if self.frame:
            mark(scene, other)
        if self.frame or any(step.rolled or step.kind != TURN for step in self.steps):
            scene.notes = self.story(seat)
        return scene

    def _check(self, seat: int | None) -> None:
        if seat is not None and not 0 <= seat < self.game.players:
            raise StageSeatError(f"there is no seat {seat}: {self.game.title} has {self.game.players}, counted from 0")

    # ------------------------------------------------------------ as text, picture, data

    def text(self, seat: int | None = None, *, before: bool = False) -> str:
        """Drawn and listed, as plain text."""
        from ludwright.drawing.text import text_of

        return "\n".join([text_of(self.scene(seat, before=before)), "", *self.listing(seat, before=before)])

    def listing(self, seat: int | None = None, *, before: bool = False) -> list[str]:
        """Every zone, component and variable, line by line."""
        return list_lines(self.moment(seat, before=before))

    def svg(self, seat: int | None = None, *, before: bool = False) -> str:
        """The picture, as an SVG text that needs nothing else."""
        from ludwright.drawing.svg import svg_of

        return svg_of(self.scene(seat, before=before))

    def as_json(self, seat: int | None = None, *, before: bool = False) -> dict[str, Any]:
        """Plain data. Which component is which is told only to somebody who sees everything."""
        match, moment = self.match(before), self.moment(seat, before=before)
        asked = match.actor
        return {
            "game": self.game.title,
            "frame": self.frame,
            "last": self.recorded.last,
            "shown": "before" if before else "after",
            "seat": None if seat is None else self.game.seats[seat],
            "actor": None if self.actor is None or self._unheard(seat) else self.game.seats[self.actor],
            "done": self.done(seat),
            "happened": [step.as_json() for step in self.happened(seat)],
            "changes": [asdict(change) for change in self.changes(seat)],
            "standing": moment.standing,
            "components": [
                {**({"number": number} if seat is None else {}), **asdict(one), "carries": dict(one.carries)}
                for number, one in moment.components.items()
            ],
            "zones": [asdict(zone) for zone in moment.zones.values()],
            "variables": [asdict(variable) for variable in moment.variables.values()],
            "legal": self._legal(match) if seat is None or seat == asked else None,
        }

    def _legal(self, match: Match) -> list[str]:
        return [] if self.recorded.by_turns else [option.words for option in match.legal()]

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<Inspection of {self.game.title!r}, frame {self.frame} of {self.recorded.last}: {self.done()}>"
