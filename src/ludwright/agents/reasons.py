"""What a player thinks of a position, as a table and in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from ludwright.agents.search_reading import ExpectedAnswer
from ludwright.display import Block, Displayed, TextTable

SOME = 30
"""With fewer play-outs than that, an option does not count as the next best: too little is known of it."""


@dataclass(frozen=True)
class Considered:
    """What a player thinks of one option."""

    words: str
    code: int
    chosen: bool = False
    visits: int = 0
    """Play-outs, or trials."""
    value: float | None = None
    """What it brings on average, as far as the player knows."""
    interval: tuple[float, float] | None = None
    """Where the true mean lies, with 95% confidence, if play goes on as in the play-outs."""
    wins: float | None = None
    """In games that are won or lost: the share of play-outs that were won."""
    wins_interval: tuple[float, float] | None = None
    draws: float | None = None
    top: float | None = None
    """In games without an opponent or chance: the best result found."""
    proven: str | None = None
    """`win`, `loss` or `draw`, where that is certain."""


@dataclass(frozen=True)
class ReasonRequest:
    """Who is asked about which game, in the place of which seat."""

    game: str
    seat: str
    agent: str


@dataclass(frozen=True, repr=False)
class Why(Displayed):
    """What a player thinks of a position: all options, the best first."""

    asked: ReasonRequest
    moves: list[Considered]
    steps: list[ExpectedAnswer] = field(default_factory=list)
    ends: str = ""
    """Why the line ends where it does: `the end` of the game, or `chance`."""
    measure: str = ""
    """What values are, where they are not results: `lead`, `score`."""
    remark: str = ""
    """What a player says who does not weigh options one by one."""

    @property
    def best(self) -> Considered:
        """The option the player takes."""
        return self.moves[0]

    @property
    def line(self) -> str:
        """The expected continuation."""
        told = ", ".join(f"{step.seat}: {step.words}" for step in self.steps)
        return told + {"the end": ", and the game is over", "chance": ", then it depends on chance"}.get(self.ends, "")

    @property
    def sentence(self) -> str:
        """The answer in a sentence."""
        if self.remark:
            return f"{self.best.words}: {self.remark}"
        first = f"{self.best.words}: {_verdict(self.best, self.measure, whole=True)}"
        others = [move for move in self.moves[1:] if move.value is not None or move.proven]
        known = [move for move in others if move.visits >= SOME or move.proven] or others
        if not known:
            return first
        second = max(known, key=_rank)
        if second.proven == "loss":
            return f"{first}; every other move loses against best play"
        return f"{first}; next best {second.words}: {_verdict(second, self.measure, whole=False)}"

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            **asdict(self.asked),
            "sentence": self.sentence,
            "moves": [{**asdict(move), "interval": _plain(move.interval), "wins_interval": _plain(move.wins_interval)}
                      for move in self.moves],
            "measure": self.measure,
            "line": [asdict(step) for step in self.steps],
            "line_ends_with": self.ends,
        }  # fmt: skip

    def table(self) -> tuple[list[str], list[list[str]]]:
        """Headings and rows of a table in words."""
        rows = [[move.words, *_cells(move)] for move in self.moves]
        value = "wins" if self.best.wins is not None else self.measure or "value"
        headings = ["move", "visits", value, "95%", "draws", "best", "proven"]
        used = [column for column in range(len(headings)) if column == 0 or any(row[column] for row in rows)]
        return [headings[column] for column in used], [[row[column] for column in used] for row in rows]

    def shown(self) -> Iterator[Block]:
        """What `print` and notebooks show."""
        yield self.sentence
        yield TextTable(*self.table())
        if self.steps:
            yield f"Expected: {self.line}"


def in_order(moves: Sequence[Considered]) -> list[Considered]:
    return sorted(moves, key=lambda move: (not move.chosen, -move.visits, -(move.value or 0.0)))


def _rank(move: Considered) -> tuple[int, float]:
    sure = {"win": 2, "draw": 1, "loss": -1, None: 1}[move.proven]
    worth = move.value if move.top is None else move.top
    return sure, 0.0 if move.proven == "draw" else worth or 0.0


def _verdict(move: Considered, measure: str, whole: bool) -> str:
    if move.proven:
        return {"win": "wins for certain", "draw": "a draw with best play", "loss": "loses against best play"}[
            move.proven
        ]
    if move.wins is not None and move.wins_interval is not None:
        low, high = move.wins_interval
        return f"wins in {move.wins:.0%} ({low:.0%} to {high:.0%}) of play-outs" if whole else f"{move.wins:.0%}"
    if move.value is None:
        return "never looked at"
    if move.top is not None:
        return f"up to {move.top:.3g} was found this way" if whole else f"{move.top:.3g}"
    if measure:
        return f"a {measure} of {move.value:.3g}" if whole else f"{move.value:.3g}"
    low, high = move.interval or (move.value, move.value)
    return f"brings {move.value:.3g} on average ({low:.3g} to {high:.3g})" if whole else f"{move.value:.3g}"


def _cells(move: Considered) -> list[str]:
    """Visits, value, interval, draws, the best result, and what is proven."""
    proven = {"win": "wins", "loss": "loses", "draw": "draw", None: ""}[move.proven]
    visits = f"{move.visits:,}" if move.visits else ""
    if move.wins is not None and move.wins_interval is not None:
        low, high = move.wins_interval
        draws = f"{move.draws:.0%}" if move.draws else ""
        return [visits, f"{move.wins:.0%}", f"{low:.0%} to {high:.0%}", draws, "", proven]
    value = "" if move.value is None else f"{move.value:.3g}"
    interval = "" if move.interval is None else f"{move.interval[0]:.3g} to {move.interval[1]:.3g}"
    return [visits, value, interval, "", "" if move.top is None else f"{move.top:.3g}", proven]


def _plain(interval: tuple[float, float] | None) -> list[float] | None:
    return None if interval is None else list(interval)
