"""Play small game texts on both runs at once, and look at what the rules did.

Every question, answer, value, result and fault is compared between machine code and plain Python before a test sees it.
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import dedent

import ludwright
from ludwright import MistakesError, ir
from ludwright.play.match import Match


def sheet(text: str) -> str:
    """A game text, or a part of one, that a test writes indented between its own lines."""
    return dedent(text).removeprefix("\n")


FAULT_CODES = {words: code for code, words in ir.FAULTS.items()}


class Play:
    """One game, played in machine code and in plain Python side by side."""

    def __init__(self, native: Match, twin: Match, watched: Sequence[str]) -> None:
        self.native, self.twin = native, twin
        self.watched = list(watched)
        self._same()

    def _same(self) -> None:
        assert self.native.fault == self.twin.fault, "the two runs differ"
        if self.native.fault is None:
            assert self.native.words == self.twin.words, "the two runs differ"

    @property
    def options(self) -> list[str]:
        """The legal answers in words, sorted."""
        codes = self.native.codes()
        assert codes == self.twin.codes(), "the two runs differ"
        assert len(set(codes)) == len(codes), "two options share a code"
        return sorted(option.words for option in self.native.legal())

    @property
    def actor(self) -> str | None:
        """The name of the seat that is asked."""
        seat = self.native.actor
        return None if seat is None else self.native.game.seats[seat]

    @property
    def over(self) -> bool:
        return self.native.over

    @property
    def fault(self) -> tuple[str, int] | None:
        """What went wrong, and in which line."""
        found = self.native.fault
        return None if found is None else (ir.FAULTS[found.code], found.line)

    @property
    def returns(self) -> list[float]:
        assert self.over and self.fault is None, f"not over, or a fault: {self.fault}"
        assert self.native.returns() == self.twin.returns()
        return self.native.returns()

    @property
    def moves(self) -> int:
        return self.native.moves

    def do(self, *answers: str) -> Play:
        """Answer one question after another, in words."""
        for answer in answers:
            assert not self.over, f"over before `{answer}`: {self.fault}"
            self.native.apply(answer)
            self.twin.apply(answer)
            self._same()
        return self

    def see(self, formula: str) -> float:
        """The present value of a watched formula."""
        assert self.fault is None, f"a fault: {self.fault}"
        values = self.native.tracked()[formula]
        assert values == self.twin.tracked()[formula], "the two runs differ"
        return values[0]

    def seen(self) -> list[float]:
        """The present values of all watched formulas, in the order in which they were given."""
        return [self.see(formula) for formula in self.watched]


def play(
    text: str, *watch: str, seed: int = 1, players: int | None = None, ask_forced: bool = False, **params: int
) -> Play:
    """Begin a game on both runs; the watched formulas can be looked at with ``see``."""
    tracks = "".join(f'track "{formula}": {formula}\n' for formula in watch)
    game = ludwright.load_text(text.rstrip() + "\n" + tracks, players=players, params=params, ask_forced=ask_forced)
    return Play(game.start(seed), game.start(seed, run="twin"), watch)


def values(world: str, *formulas: str, first: str = "", players: str = "3", seed: int = 1) -> list[float]:
    """What each formula gives on the first turn of the first player, after the statements of ``first``."""
    lines = [f'game "Values"\nplayers {players}\n{world.rstrip()}']
    lines += [f"var value_{i} = 0" for i in range(len(formulas))]
    lines += ["turn", *("  " + line for line in first.strip("\n").split("\n") if line.strip())]
    lines += [f"  value_{i} = {formula}" for i, formula in enumerate(formulas)]
    lines += ["end after turn when turn.number >= 1: draw"]
    done = play("\n".join(lines), *(f"value_{i}" for i in range(len(formulas))), seed=seed)
    assert done.fault is None, f"a fault: {done.fault}\n" + "\n".join(lines)
    return done.seen()


def value(world: str, formula: str, first: str = "", players: str = "3") -> float:
    """What one formula gives on the first turn of the first player."""
    return values(world, formula, first=first, players=players)[0]


def truths(world: str, *conditions: str, first: str = "", players: str = "3") -> list[bool]:
    """Which of the conditions hold on the first turn of the first player."""
    return [v == 1 for v in values(world, *(f"1 if ({c}) else 0" for c in conditions), first=first, players=players)]


def holds(world: str, *conditions: str, first: str = "", players: str = "3") -> None:
    """All the conditions hold on the first turn of the first player."""
    found = truths(world, *conditions, first=first, players=players)
    failed = [c for c, ok in zip(conditions, found, strict=True) if not ok]
    assert not failed, f"does not hold: {failed}"


# ---------------------------------------------------------------- mistakes

OPEN, CLOSE = "«", "»"


def _marked(text: str) -> tuple[str, list[tuple[int, int]]]:
    """The text without its marks, and where they were: lines and columns from 1."""
    places = []
    lines = []
    for number, line in enumerate(text.split("\n"), 1):
        while OPEN in line:
            places.append((number, line.index(OPEN) + 1))
            line = line.replace(OPEN, "", 1).replace(CLOSE, "", 1)
        lines.append(line)
    return "\n".join(lines), places


def mistakes(text: str, players: int | None = None) -> list[tuple[int, int, str]]:
    """Line, column and words of all mistakes of a text."""
    try:
        ludwright.load_text(text, players=players)
    except MistakesError as error:
        return [(m.place.line if m.place else 0, m.place.column if m.place else 0, f"{m.message}; {m.hint}")
                for m in error.mistakes if m.severity == "mistake"]  # fmt: skip
    return []


def caught(marked: str, *words: str) -> None:
    """The mistakes of the text are those marked «so», one message each, at these places, saying these words."""
    text, places = _marked(marked)
    found = mistakes(text)
    assert [(line, column) for line, column, _ in found] == places, f"expected {places}, found {found}"
    assert len(words) == len(places), "say a word for each mark"
    for word, (_, _, said) in zip(words, found, strict=True):
        assert word in said, f"expected `{word}` in: {said}"


def notes(text: str) -> list[str]:
    """The notes a text gets, without any mistake."""
    game = ludwright.load_text(text)
    assert all(note.severity == "note" for note in game.notes)
    return [note.message for note in game.notes]


def faults(marked: str, *answers: str, players: int | None = None) -> str:
    """The fault that stops the game, in the line marked by the comment ``# here``."""
    line = next(i for i, words in enumerate(marked.split("\n"), 1) if words.rstrip().endswith("# here"))
    done = play(marked, players=players).do(*answers)
    assert done.fault is not None, "no fault"
    words, where = done.fault
    assert where == line, f"expected in line {line}, found in line {where}: {words}"
    assert FAULT_CODES[words] == (done.twin.fault.code if done.twin.fault else None)
    return words
