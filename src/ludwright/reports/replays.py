"""Replays that stand in the page: games drawn frame by frame, so many as fit."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ludwright.drawing import scene_of
from ludwright.drawing.marking import mark, unmarked
from ludwright.drawing.svg import NARROW, svg_of
from ludwright.metrics.figure import Witness

if TYPE_CHECKING:
    from ludwright.findings.play import Play

FRAMES = 60
"""Of a longer game so many frames are drawn, around the one to be looked at."""
_BEFORE = 6
_SIZE = 1_500_000
"""So many characters the pictures of a game have at most."""
_ELEMENT = re.compile(r"(?<=>)")


@dataclass
class Replay:
    """One game, drawn."""

    play: Play
    game: int
    start: int
    """The frame to begin with, counted from the first that is drawn."""
    frames: list[str] = field(default_factory=list)
    narrow: list[str] = field(default_factory=list)
    """The same for narrow screens, all below each other."""
    numbers: list[int] = field(default_factory=list)
    """The numbers of the frames in the game."""
    words: list[str] = field(default_factory=list)
    """What led to each frame."""
    length: int = 0
    """How many frames the whole game has beside the first."""
    note: str = ""
    place: int = 0

    @property
    def key(self) -> str:
        """Its name in the page."""
        return f"replay-{self.place}"

    @property
    def title(self) -> str:
        """What it is."""
        return f"Game {self.game:,} of {self.play.told}"

    def packed(self) -> dict[str, Any]:
        """For the page: most of a picture is the same as in others, so that every element is told once, and pictures are lists of them."""
        elements: dict[str, int] = {}
        frames, narrow = (
            [[elements.setdefault(part, len(elements)) for part in _ELEMENT.split(svg) if part] for svg in drawn]
            for drawn in (self.frames, self.narrow)
        )
        return {
            "start": min(self.start, len(frames) - 1), "elements": list(elements), "frames": frames, "narrow": narrow, "numbers": self.numbers,
            "words": self.words, "length": self.length,
        }  # fmt: skip


class Replays:
    """The games shown in a page: those that were asked for first."""

    def __init__(self, most: int, size: int = 20_000_000, frames: int = FRAMES) -> None:
        self.most, self.left, self.frames = most, size, frames
        self.shown: list[Replay] = []
        self._frames: dict[tuple[int, Witness], int] = {}

    def show(self, play: Play, witness: Witness) -> Replay | None:
        """A game that is to be seen; None if there is no room for it any more."""
        found = self.of(play, witness)
        if found is not None or len(self.shown) >= self.most or self.left < 50_000:
            return found
        replay = drawn(play, witness, self.frames)
        replay.place = len(self.shown) + 1
        self.left -= sum(map(len, replay.frames))
        self.shown.append(replay)
        return replay

    def of(self, play: Play, witness: Witness) -> Replay | None:
        """The game of a witness, where it is drawn around the frame that the witness points at."""
        for replay in self.shown:
            if replay.play is play and replay.game == witness.game and self.frame(play, witness) in replay.numbers:
                return replay
        return None

    def frame(self, play: Play, witness: Witness) -> int:
        """The frame a witness points at."""
        key = id(play), witness
        if key not in self._frames:
            self._frames[key] = _frame(play, witness, play.run.codes(witness.game))
        return self._frames[key]


def drawn(play: Play, witness: Witness, most: int = FRAMES) -> Replay:
    """A game, drawn around the frame to be looked at; what changed is marked."""
    codes = play.run.codes(witness.game)
    looked_at = _frame(play, witness, codes)
    first = 0 if len(codes) <= most else max(0, min(looked_at - _BEFORE, len(codes) - most))
    last = min(len(codes), first + most)
    replay = Replay(play, witness.game, looked_at - first, length=len(codes), note=witness.note)
    match = play.run.match(witness.game, first)
    before: Any = None
    size = 0
    for number in range(first, last + 1):
        scene = scene_of(match)
        plain = unmarked(scene)
        if before is not None:
            mark(scene, before)
        svg = svg_of(scene)
        size += len(svg)
        if size > _SIZE and number > looked_at:
            break
        replay.frames.append(svg.strip())
        replay.narrow.append(svg_of(scene, NARROW).strip())
        replay.numbers.append(number)
        replay.words.append(_led(match, number, first))
        if number < last:
            before = plain
            match.apply(codes[number])
    return replay


def _led(match: Any, number: int, first: int) -> str:
    """The answer that led to a frame, in words."""
    if number == first or not match.answers:
        return "the start" if number == 0 else "the game so far"
    then = match.copy()
    then.undo()
    answer = match.answers[-1]
    words = then.game.wording.option(answer, then.words).words
    return f"{match.game.seats[then.actor or 0]}: {words}"


def _frame(play: Play, witness: Witness, codes: list[int]) -> int:
    """The frame a witness points at."""
    if witness.ply is not None:
        return max(0, min(witness.ply, len(codes)))
    if witness.turn is None:
        return len(codes)  # what shows in the result is seen at the end
    match = play.run.match(witness.game, 0)
    for number, code in enumerate(codes):
        if match.turn >= witness.turn:
            return number
        match.apply(code)
    return len(codes)
