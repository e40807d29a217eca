"""Least and most: ranges of numbers, and ways through a piece of rules with what each of them costs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field


@dataclass(frozen=True)
class CountRange:
    """From the least to the most; ``most`` None means that the rules set no limit."""

    least: int = 0
    most: int | None = 0

    def __add__(self, other: CountRange) -> CountRange:
        most = None if self.most is None or other.most is None else self.most + other.most
        return CountRange(self.least + other.least, most)

    def __or__(self, other: CountRange) -> CountRange:
        """Either of both."""
        most = None if self.most is None or other.most is None else max(self.most, other.most)
        return CountRange(min(self.least, other.least), most)

    def times(self, other: CountRange) -> CountRange:
        """This many times the other."""
        if self.most == 0 or other.most == 0:
            most: int | None = 0
        elif self.most is None or other.most is None:
            most = None
        else:
            most = self.most * other.most
        return CountRange(self.least * other.least, most)

    def less_one(self) -> CountRange:
        """One less, but not below 0."""
        return CountRange(max(0, self.least - 1), None if self.most is None else max(0, self.most - 1))

    def __str__(self) -> str:
        if self.most is None:
            return f"{self.least} or more" if self.least else "any number"
        return str(self.least) if self.least == self.most else f"{self.least} to {self.most}"

    def as_json(self) -> dict[str, int | None]:
        """Plain numbers; null where there is no limit."""
        return {"min": self.least, "max": self.most}


NONE = CountRange()
ONE = CountRange(1, 1)
MAYBE = CountRange(0, 1)
ANY = CountRange(0, None)


@dataclass(frozen=True)
class Counts:
    """What a turn, or a part of one, holds.

    *Actions* are the game's own, each time one is done. *Decisions* are single choices: which of several actions (or none), each
    value of an action, each choice inside an effect; picking a set is one. *Questions* are what the engine asks: an action with all
    its values is one, a set is picked one by one. *Steps* are single effects on things and numbers.
    """

    actions: CountRange = NONE
    decisions: CountRange = NONE
    questions: CountRange = NONE
    steps: CountRange = NONE

    def __add__(self, other: Counts) -> Counts:
        return self._with(other, CountRange.__add__)

    def __or__(self, other: Counts) -> Counts:
        return self._with(other, CountRange.__or__)

    def repeated(self, times: CountRange) -> Counts:
        """This, so many times."""
        return Counts(*(times.times(one) for one in self.all()))

    def all(self) -> tuple[CountRange, CountRange, CountRange, CountRange]:
        """The four ranges."""
        return self.actions, self.decisions, self.questions, self.steps

    def _with(self, other: Counts, join: Callable[[CountRange, CountRange], CountRange]) -> Counts:
        return Counts(*(join(a, b) for a, b in zip(self.all(), other.all(), strict=True)))

    def as_json(self) -> dict[str, dict[str, int | None]]:
        """Plain numbers."""
        return {name: getattr(self, name).as_json() for name in ("actions", "decisions", "questions", "steps")}


ZERO = Counts()


@dataclass(frozen=True)
class Ways:
    """The ways through a piece of rules: those that run to its end, and those that leave some part of the game early, by its name."""

    through: Counts | None = ZERO
    left: dict[str, Counts] = field(default_factory=dict)

    def then(self, other: Ways) -> Ways:
        """This, and after it the other."""
        if self.through is None:
            return self
        left = dict(self.left)
        for part, counts in other.left.items():
            left[part] = either(left.get(part), self.through + counts)
        return Ways(self.through + other.through if other.through is not None else None, left)

    def __or__(self, other: Ways) -> Ways:
        left = dict(self.left)
        for part, counts in other.left.items():
            left[part] = either(left.get(part), counts)
        through = self.through if other.through is None else either(self.through, other.through)
        return Ways(through, left)

    def repeated(self, times: CountRange) -> Ways:
        """This, so many times; it may leave in any of the passes."""
        if times.most == 0:
            return NOTHING
        if self.through is None:
            return Ways(ZERO if times.least == 0 else None, self.left).catching("loop")
        before = self.through.repeated(CountRange(0, times.less_one().most))
        left = {part: before + counts for part, counts in self.left.items()}
        return Ways(self.through.repeated(times), left).catching("loop")

    def catching(self, part: str) -> Ways:
        """As seen from outside a part: leaving it is the same as coming to its end."""
        caught = self.left.get(part)
        if caught is None:
            return self
        left = {name: counts for name, counts in self.left.items() if name != part}
        return Ways(either(self.through, caught), left)

    @property
    def whole(self) -> Counts:
        """All ways together, however they end."""
        found = self.through
        for counts in self.left.values():
            found = either(found, counts)
        return found if found is not None else ZERO


NOTHING = Ways()


def either(a: Counts | None, b: Counts) -> Counts:
    """One of both; None is no way at all."""
    return b if a is None else a | b


def any_of(ways: Iterable[Ways]) -> Ways:
    """One of several; nothing if there are none."""
    found: Ways | None = None
    for way in ways:
        found = way if found is None else found | way
    return found if found is not None else NOTHING
