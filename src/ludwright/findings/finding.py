"""A finding: a sentence about a game, how sure it is, and the games that show it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ludwright.metrics.figure import Figure, Witness, plain

if TYPE_CHECKING:
    from ludwright.findings.play import Play
    from ludwright.findings.rule import Rule

FOUND, FINE, OPEN = "found", "fine", "open"
"""What came of a look: surely beyond the threshold, surely within it, or neither."""
_MORE = 3
"""Of more findings of a kind the rest is counted."""


@dataclass(frozen=True)
class Look:
    """One question asked of the games: is this figure beyond the threshold?"""

    figure: Figure
    threshold: float
    above: bool
    """Whether it is wrong to be above the threshold; else below."""
    fair: float
    worst: float
    """What it would be in a game without this fault, and in the worst of all games: between them its size is measured."""
    words: dict[str, str] = field(default_factory=dict)
    """What the sentence is filled in with."""
    subject: str = ""
    """What it is about, if the rule looks at several things: a seat, an action."""
    chance: float | None = None
    """The chance to see this if the threshold were the truth, where the rule knows better than the interval."""
    witnesses: tuple[Witness, ...] = ()
    family: str = ""
    """What its subject belongs to, if several are told as one: the action of an option, the seats of a table."""

    @property
    def near(self) -> float | None:
        """The end of the interval that is nearest to the threshold."""
        return self.figure.low if self.above else self.figure.high

    @property
    def far(self) -> float | None:
        """The other end."""
        return self.figure.high if self.above else self.figure.low

    @property
    def clears(self) -> bool:
        """Whether the whole interval is beyond the threshold."""
        if self.near is None:
            return False
        return self.near > self.threshold if self.above else self.near < self.threshold

    @property
    def within(self) -> bool:
        """Whether the whole interval is on the good side of the threshold."""
        if self.far is None:
            return False
        if self.never:
            return True
        return self.far <= self.threshold if self.above else self.far >= self.threshold

    @property
    def never(self) -> bool:
        """Whether what must never happen did not happen."""
        return self.above and self.threshold <= 0.0 and self.figure.value == 0.0

    @property
    def size(self) -> float:
        """How large the fault is at the least, from 0 to 1: where the near end of the interval lies between fair and worst."""
        if self.near is None or self.worst == self.fair:
            return 0.0
        return min(1.0, max(0.0, (self.near - self.fair) / (self.worst - self.fair)))


@dataclass(frozen=True)
class Finding:
    """What a rule found in some games, for a designer to act on."""

    rule: Rule
    play: Play
    look: Look
    doubt: float
    """The chance that the games look like this by luck, corrected for all looks (Holm)."""
    also: tuple[Finding, ...] = ()
    """The same found with other players."""
    more: tuple[Finding, ...] = ()
    """What else was found of the same kind: other ways to do the same action, other seats of the same table."""
    follows: tuple[Finding, ...] = ()
    """What is not well in the same games because of this."""

    @property
    def name(self) -> str:
        """The name of its rule."""
        return self.rule.name

    @property
    def subject(self) -> str:
        """What it is about, if not the game as a whole."""
        return self.look.subject

    @property
    def importance(self) -> float:
        """How large it is × how sure × how much such a fault matters, seen with such players."""
        return self.look.size * (1.0 - self.doubt) * self.rule.weight * self.play.weight(self.rule)

    @property
    def headline(self) -> str:
        """What is wrong, and how much."""
        return self.rule.told(self.look, self.play.who)

    @property
    def evidence(self) -> str:
        """What the sentence rests on."""
        look = self.look
        if "evidence" in look.words:
            return look.words["evidence"]
        counted = f"{look.figure.n:,} {look.figure.of}"
        games = counted if look.figure.of == "games" else f"{counted} in {self.play.games:,} games"
        return f"{games} of {self.play.told}"

    @property
    def witnesses(self) -> tuple[Witness, ...]:
        """The games that show it; where it shows nowhere in particular, one of the usual length."""
        return self.look.witnesses or self.look.figure.witnesses or self.play.usual

    @property
    def sentence(self) -> str:
        """All of it in one line."""
        shown = f" S{seen(self.witnesses[0])[1:]}." if self.witnesses else ""
        return f"{self.headline} ({self.evidence}).{self.besides}{shown} {self.rule.advice}".strip()

    @property
    def besides(self) -> str:
        """With whom it was seen as well, what else there is of the kind, and what follows from it."""
        seen_with = f" Seen as well with {'; '.join(one.play.told for one in self.also)}." if self.also else ""
        return f"{seen_with}{self._more}{self.consequence}"

    @property
    def _more(self) -> str:
        told = [
            one.headline if one.play is self.play else f"{one.headline}, with {one.play.told}"
            for one in self.more[:_MORE]
        ]
        rest = len(self.more) - _MORE
        told += [f"{rest} more of the kind"] if rest > 0 else []
        return f" Also: {'; '.join(told)}." if told else ""

    @property
    def consequence(self) -> str:
        """What follows from it, in words; that a seat that never wins is hopeless need not be said once more."""
        known = {(one.rule.topic, one.subject, one.play) for one in (self, *self.more[:_MORE]) if one.rule.topic}
        follows = [one for one in self.follows if (one.rule.topic, one.subject, one.play) not in known]
        told = "; ".join(one.headline for one in follows)
        return f" What follows: {told}." if told else ""

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        figure = self.look.figure
        return {
            "rule": self.name,
            "subject": self.subject,
            "sentence": self.sentence,
            "headline": self.headline,
            "advice": self.rule.advice,
            "importance": self.importance,
            "doubt": self.doubt,
            "value": plain(figure.value),
            "interval": [plain(figure.low), plain(figure.high)],
            "threshold": self.look.threshold,
            "n": figure.n,
            "of": figure.of,
            "play": self.play.name,
            "players": self.play.players,
            "agents": list(self.play.agents),
            "witnesses": [witness.as_json() for witness in self.witnesses],
            "also": [one.play.told for one in self.also],
            "more": [{"rule": one.name, "subject": one.subject, "headline": one.headline} for one in self.more],
            "follows": [{"rule": one.name, "headline": one.headline} for one in self.follows],
        }


def seen(witness: Witness) -> str:
    """Where to look, in words.

    >>> seen(Witness(12, ply=7)), seen(Witness(12))
    ('see game 12 from frame 7', 'see the end of game 12')
    """
    if witness.ply is not None:
        return f"see game {witness.game} from frame {witness.ply}"
    return (
        f"see the end of game {witness.game}"
        if witness.turn is None
        else f"see game {witness.game} from turn {witness.turn}"
    )
