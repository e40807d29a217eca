"""The settings with which a player is strongest in a game, at the same time for a move; and players that are kept under a name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic, process_time
from typing import Any

from ludwright.agents.named import named_file
from ludwright.agents.settings import AgentError, Kind, Value
from ludwright.agents.texts import bots_of, read
from ludwright.balancing.errors import BalanceError
from ludwright.game import Game
from ludwright.play.simulate import simulate
from ludwright.statistics import wilson
from ludwright.written import put

SECONDS = 60.0
_VALUES: dict[str, tuple[Value, ...]] = {
    "c": (0.2, 0.4, 0.7, 1.0, 1.4), "depth": (0, 8, 25, 80), "rave": (0.0, 30.0, 300.0), "best": (0.0, 0.3), "sure": (0.5, 1.0, 2.0),
    "samples": (4, 8, 16), "greed": (0.6, 0.8, 0.95),
}  # fmt: skip
"""What is tried of settings that are numbers."""
_LEFT = frozenset(
    {"iterations", "time", "threads", "parallel", "trees", "nodes", "searches", "level", "subgoals", "bestpath", "forfeit", "anywhere",
     "single", "power", "deepest", "widen", "solve", "name", "file", "agent", "from", "to", "goal", "likes", "weight", "error", "bot"}
)  # fmt: skip
"""How long it thinks, how it uses the machine, what is for solo games only, and whom it wants to be."""
_PILOT, _HEATS, _FRESH = 2, 3, 7_000
_PART = 0.6
"""Which part of the time is for single settings; the rest is for several together and for the last match."""
Progress = Callable[[str, float], None]


@dataclass(frozen=True)
class Tried:
    """One way to set the player, and what it won against the player as it was."""

    text: str
    won: float
    games: int

    @property
    def share(self) -> float:
        """Of the games."""
        return self.won / self.games if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """Of the share, with 95% confidence."""
        return wilson(self.won, self.games)

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {"agent": self.text, "share": self.share, "interval": list(self.interval), "games": self.games}


@dataclass(frozen=True)
class Tuned:
    """The strongest way to set a player that was found."""

    title: str
    before: str
    after: str
    match: Tried
    """Against the player as it was, on fresh deals."""
    tried: tuple[Tried, ...]
    """Single settings, the strongest first."""
    games: int
    file: Path | None = None
    interrupted: bool = False

    @property
    def better(self) -> bool:
        """Whether it surely wins more than half."""
        return self.after != self.before and self.match.interval[0] > 0.5

    @property
    def sentence(self) -> str:
        """In a sentence."""
        if self.after == self.before:
            return f"{self.title}: no setting that was tried makes `{self.before}` stronger."
        low, high = self.match.interval
        sure = "" if self.better else ", which may be luck"
        return (
            f"{self.title}: `{self.after}` wins {self.match.share:.0%} ({100 * low:.0f}–{high:.0%}) of {self.match.games:,} fresh games against "
            f"`{self.before}` in the same time{sure}."
        )

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "game": self.title, "before": self.before, "after": self.after, "better": self.better, "sentence": self.sentence,
            "match": self.match.as_json(), "tried": [one.as_json() for one in self.tried], "games": self.games,
            "file": str(self.file) if self.file is not None else None,
        }  # fmt: skip


@dataclass
class _Race:
    """Matches of candidates against the player as it is, each in every seat, always on the same deals."""

    game: Game
    before: str
    seed: int
    threads: int | None
    end: float
    scores: dict[str, list[float]] = field(default_factory=dict)
    games: int = 0

    def play(self, text: str, deals: int, seed: int) -> tuple[float, int]:
        won, played = 0.0, 0
        for seat in range(self.game.players):
            seats = [self.before] * self.game.players
            seats[seat] = text
            found = simulate(
                self.game, deals, seed, threads=self.threads, agents=seats, stop_when=lambda: monotonic() > self.end
            )
            won += found.win_share(seat) * found.games if found.games else 0.0
            played += found.games
        self.games += played
        return won, played

    def heat(self, text: str, deals: int, number: int) -> None:
        won, played = self.play(text, deals, self.seed + number)
        before = self.scores.setdefault(text, [0.0, 0])
        self.scores[text] = [before[0] + won, before[1] + played]

    def tried(self, text: str) -> Tried:
        won, games = self.scores.get(text, [0.0, 0])
        return Tried(text, won, int(games))


def tune(
    agent: str,
    game: Game,
    *,
    vary: Mapping[str, Sequence[str]] | None = None,
    seconds: float = SECONDS,
    games: int = 16,
    seed: int = 1,
    threads: int | None = None,
    save: str | None = None,
    progress: Progress | None = None,
) -> Tuned:
    """The settings with which ``agent`` is strongest in a game.

    ``vary`` says which settings take which values; if not given, those that matter for its kind. Every candidate plays the agent as it is, in every seat
    and on the same deals, and thinks as long: it gets as many more or fewer play-outs as its own are quicker or slower. Of each heat the better half goes on, with twice
    as many deals from ``games`` on; then the best settings are put together, and what is left plays on fresh deals. With ``save`` it is kept under a
    name that any command takes from then on, in this folder.
    """
    if game.players < 2:
        raise BalanceError("a player is tuned by playing against itself: the game needs two players or more")
    path = named_file(save) if save is not None else None
    known = read(agent, game)
    began = monotonic()
    race = _Race(game, str(known), seed, threads, began + seconds)
    pace = _pace(game, race.before, seed)
    options = list(_options(known.kind, known.settings, game, vary))
    if not options:
        raise BalanceError(f"`{agent}` has nothing that could be tuned: say what with `--vary NAME=1,2`")
    singles: list[str] = []
    changes: dict[str, tuple[str, Value]] = {}
    interrupted = False
    best = race.before
    try:
        for name, value in options:
            _say(progress, f"how fast with {name}={value}", began, seconds)
            text = _as_quick(known.kind, {**known.settings, name: value}, game, pace, seed)
            if text is not None and text != race.before and text not in changes:
                singles.append(text)
                changes[text] = name, value
        left = singles
        for number in range(_HEATS):
            for text in left:
                if monotonic() > began + _PART * seconds:
                    break
                _say(progress, text, began, seconds)
                race.heat(text, games * 2**number, number)
            left = sorted((text for text in left if text in race.scores), key=lambda one: -race.tried(one).share)
            left = left[: max(2, len(left) // 2)]
        best = _together(race, known.kind, known.settings, left, changes, games, pace, progress, began, seconds)
    except KeyboardInterrupt:
        interrupted = True
    match = Tried(best, 0.0, 0)
    if best != race.before and not interrupted:
        _say(progress, "fresh deals", began, seconds)
        won, played = race.play(best, 2 * games * 2**_HEATS, seed + _FRESH)
        match = Tried(best, won, played)
        if match.share <= 0.5:
            best = race.before
    tried = sorted((race.tried(text) for text in race.scores), key=lambda one: -one.share)
    if path is not None and best != race.before:
        put(path, best + "\n")
    return Tuned(
        game.title,
        race.before,
        best,
        match,
        tuple(tried),
        race.games,
        path if best != race.before else None,
        interrupted,
    )


def _together(
    race: _Race, kind: Kind, settings: Mapping[str, Value], ranked: Sequence[str], changes: Mapping[str, tuple[str, Value]], games: int,
    pace: float, progress: Progress | None, began: float, seconds: float,
) -> str:  # fmt: skip
    """The best single setting, and with it others that did well, one after the other, as long as that helps."""
    good = [text for text in ranked if race.tried(text).share > 0.5]
    if not good:
        return race.before
    best, own = good[0], dict([changes[good[0]]])
    for text in good[1:]:
        name, value = changes[text]
        if name in own or monotonic() > began + 0.8 * seconds:
            continue
        both = _as_quick(kind, {**settings, **own, name: value}, race.game, pace, race.seed)
        if both is None:
            continue
        _say(progress, both, began, seconds)
        for number in range(2):
            race.heat(both, games * 2**number, number)
        if race.tried(both).share > race.tried(best).share:
            best, own = both, {**own, name: value}
    return best


def _options(
    kind: Kind, settings: Mapping[str, Value], game: Game, vary: Mapping[str, Sequence[str]] | None
) -> Iterator[tuple[str, Value]]:  # fmt: skip
    """Settings and values that are tried."""
    if vary:
        for name, texts in vary.items():
            asked = kind.setting(name)
            yield from ((name, asked.read(text)) for text in texts)
        return
    has_lead = any(one.kind == "lead" for one in game.description.declarations)
    for setting in kind.settings:
        if setting.name in _LEFT or (setting.name == "depth" and not has_lead):
            continue
        values: list[Value] = list(_VALUES.get(setting.name, ()))
        if setting.choices:
            values = [choice for choice in setting.choices if not choice.endswith(":")]
            values += [f"bot:{bot}" for bot in bots_of(game) if any(choice == "bot:" for choice in setting.choices)]
        elif isinstance(setting.default, bool):
            values = [True, False]
        for value in values:
            if value != settings.get(setting.name, None if setting.automatic else setting.default):
                yield setting.name, value


def _pace(game: Game, text: str, seed: int) -> float:
    """Seconds of one core for a game of a player among its like."""
    simulate(game, 1, seed, threads=1, agents=[text] * game.players, move_limit=2)  # kernels are loaded here
    before = process_time()
    found = simulate(game, _PILOT, seed, threads=1, agents=[text] * game.players)
    return max(1e-6, process_time() - before) / max(1, found.decisions.mean * _PILOT)


def _as_quick(kind: Kind, settings: Mapping[str, Value], game: Game, pace: float, seed: int) -> str | None:
    """The text of a player that takes as long for a decision; None if it can't play this game."""
    text = kind.written(settings)
    try:
        read(text, game)
        own = _pace(game, text, seed)
    except AgentError:
        return None
    budget = settings.get("iterations")
    if isinstance(budget, int) and not settings.get("time"):
        ratio = pace / own
        if not 0.8 < ratio < 1.25:
            return kind.written({**settings, "iterations": max(1, round(budget * ratio))})
    return text


def _say(progress: Progress | None, words: str, began: float, seconds: float) -> None:
    if progress is not None:
        progress(words, min(1.0, (monotonic() - began) / seconds))
