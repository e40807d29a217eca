"""The settings with which a player is strongest in a game, at the same time for a move; and players that are kept under a name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import monotonic, process_time
from typing import Any

from ludwright.agents.catalogue import KINDS
from ludwright.agents.named import named_file
from ludwright.agents.settings import AgentError, AgentKind, Value
from ludwright.agents.texts import bots_of, read
from ludwright.balancing.errors import BalanceError
from ludwright.balancing.tuning_bots import Preference, Script
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
    called: str | None = None
    """Under which name it is kept; a searching player's file says it."""

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
    if save in KINDS:
        raise BalanceError(f"`{save}` is a player already: choose another name")
    known = read(agent, game)
    began = monotonic()
    if known.kind.name == "bot":
        if vary:
            raise BalanceError("of a scripted player the numbers of its text are tuned: leave `--vary` out")
        return _tune_bot(str(known.settings["name"]), game, seconds, games, seed, threads, save, progress)
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
        left = _heats(race, singles, games, progress, began, seconds)
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


def _heats(
    race: _Race, texts: Sequence[str], games: int, progress: Progress | None, began: float, seconds: float,
    said: Mapping[str, str] | None = None,
) -> list[str]:  # fmt: skip
    """Heat after heat, each twice as long, for the better half of those that are left; they come back the strongest first."""
    left = list(texts)
    for number in range(_HEATS):
        for text in left:
            if monotonic() > began + _PART * seconds:
                break
            _say(progress, said[text] if said is not None else text, began, seconds)
            race.heat(text, games * 2**number, number)
        left = sorted((text for text in left if text in race.scores), key=lambda one: -race.tried(one).share)
        left = left[: max(2, len(left) // 2)]
    return left


def _tune_bot(
    name: str, game: Game, seconds: float, games: int, seed: int, threads: int | None, save: str | None, progress: Progress | None
) -> Tuned:  # fmt: skip
    """A scripted player with other numbers: first one at a time, then the best of them together."""
    began = monotonic()
    script = Script(game, name)
    options = [(one,) for one in script.preferences()]
    if not options:
        raise BalanceError(f"no number stands in the text of `{name}`: there is nothing that could be tuned")
    best: tuple[Preference, ...] = ()
    told: dict[str, Tried] = {}
    match, played, interrupted = Tried(name, 0.0, 0), 0, False
    try:
        _say(progress, f"{name} with other numbers", began, seconds)
        one, names = script.game_with(options)
        race = _Race(one, name, seed, threads, began + seconds)
        words = {own: script.told(changed) for own, changed in names.items()}
        ranked = _heats(race, list(names), games, progress, began, seconds, words)
        told = {words[own]: replace(race.tried(own), text=words[own]) for own in race.scores}
        good = [names[own] for own in ranked if race.tried(own).share > 0.5]
        race, together = _bots_together(script, race, good, games, progress, began, seconds)
        told |= {words: replace(found, text=words) for words, found in together.items()}
        best = max(
            [(), *_sets(good)],
            key=lambda one: told[script.told(one)].share if one and script.told(one) in told else 0.5,
        )
        played = race.games
        if best:
            _say(progress, "fresh deals", began, seconds)
            both, last = script.game_with([best])
            final = _Race(both, name, seed, threads, began + seconds)
            match = Tried(script.told(best), *final.play(next(iter(last)), 2 * games * 2**_HEATS, seed + _FRESH))
            played += match.games
    except KeyboardInterrupt:
        interrupted = True
    kept = bool(best) and match.games > 0 and match.share > 0.5
    file = script.save(best, save) if save is not None and kept else None
    tried = sorted(told.values(), key=lambda one: -one.share)
    return Tuned(
        game.title, name, script.told(best) if kept else name, match, tuple(tried), played, file, interrupted, save if file else None
    )  # fmt: skip


def _sets(good: Sequence[tuple[Preference, ...]]) -> list[tuple[Preference, ...]]:
    """The good numbers alone, the best with each of the others, and the best of every place together."""
    found = list(good)
    found += [tuple(sorted((*good[0], *other))) for other in good[1:] if other[0][0] != good[0][0][0]]
    best_of: dict[int, Preference] = {}
    for one in good:
        best_of.setdefault(one[0][0], one[0])
    found.append(tuple(sorted(best_of.values())))
    return list(dict.fromkeys(one for one in found if one))


def _bots_together(
    script: Script, race: _Race, good: Sequence[tuple[Preference, ...]], games: int, progress: Progress | None, began: float, seconds: float,
) -> tuple[_Race, dict[str, Tried]]:  # fmt: skip
    """Two heats for every set of several numbers."""
    sets = [one for one in _sets(good) if len(one) > 1]
    if not sets or monotonic() > began + 0.8 * seconds:
        return race, {}
    both, names = script.game_with(sets)
    more = _Race(both, race.before, race.seed, race.threads, race.end, games=race.games)
    for own, changed in names.items():
        _say(progress, script.told(changed), began, seconds)
        for number in range(2):
            more.heat(own, games * 2**number, number)
    return more, {script.told(names[own]): more.tried(own) for own in more.scores}


def _together(
    race: _Race, kind: AgentKind, settings: Mapping[str, Value], ranked: Sequence[str], changes: Mapping[str, tuple[str, Value]], games: int,
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
    kind: AgentKind, settings: Mapping[str, Value], game: Game, vary: Mapping[str, Sequence[str]] | None
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


def _as_quick(kind: AgentKind, settings: Mapping[str, Value], game: Game, pace: float, seed: int) -> str | None:
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
