"""The search: screen the knobs, propose versions, race them on the same deals, and confirm what is left on fresh ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import cycle
from math import ceil, inf

import numpy as np

from ludwright.balancing.budget import Budget
from ludwright.balancing.choosing import Sum
from ludwright.balancing.knobs import COPIES, PARAM, SEAT, Knob
from ludwright.balancing.model import Model
from ludwright.balancing.proposing import AIMS, FEW, Aim, Proposal, propose
from ludwright.balancing.readings import UNFINISHED, Key, Reading, away, pooled, sure, surely_missed
from ludwright.balancing.trying import Laboratory
from ludwright.balancing.versions import Version, rank, version_of
from ludwright.mistakes import LudwrightError
from ludwright.statistics import Z95

Progress = Callable[[str, float], None]
"""Called with what is being done, and which part of the budget is used."""
RUNGS = 3
"""So many heats a race has; each is twice as long as the one before."""
_FEWEST, _MOST = 40, 400
"""Games of a first heat."""
_PILOT, _OTHER = 8, 2_000
"""So many games, on seeds of their own, show how fast they are."""
_SCREENING, _SEARCHING = 0.4, 0.8
"""Which part of the budget is for screening; and how much of it may be used before something is confirmed."""
_OUT = (3.0, 2.5, 2.0)
"""After each heat a version is out that misses a target by so many standard errors."""
_AT_ONCE = 2.5
"""What lies so many standard errors inside all ranges needs no more heats."""
_INSIDE = 0.5
"""So many standard errors inside its range a figure is worth being confirmed."""
_CLOSE = 0.5
"""What misses the targets by no more than that, in what matters, gets one heat more as long as nothing is good."""
_PATIENCE = 24
"""So many versions without one that comes closer: then nothing comes of it."""
_PROMISING = 1.0
"""Beside something that is confirmed, a version must be predicted to be no farther away than this, in what matters."""
_ALONE, _NEAR = 0.6, 1.0
"""How much of the budget may be used before several knobs are turned together; and how near to all targets one of them must be predicted to come, in what matters."""
_SEEN, _FAR, _LEFT = 1.0, 4.0, 0.3
"""A knob that was seen to move a figure by so much of what matters is not turned to an end that should be so far from all targets, and leave so much of the way."""
_HELPS = 0.9
"""What is left of the way to the targets with a knob that helps at all."""
_KNOBS = 14
"""So many knobs are turned together at most: those that move the figures most."""
_FRESH = 1_000
"""Confirmed on seeds that lie so far from those of the search."""
_WIDTH = 0.5
"""Confirmed with so many games that an interval is as wide as this part of the range."""
_MOST_FRESH = 20_000
_MORE = 4
"""So many times as many games settle what was not sure."""
MET, LIKELY, MISSED = "met", "likely", "missed"
"""On fresh deals: all figures surely inside their ranges; inside, not all of them surely; some outside."""


class SpentError(Exception):
    """The budget does not reach for what comes next."""


@dataclass
class Confirmed:
    """A version played on fresh deals."""

    version: Version
    readings: tuple[Reading, ...]
    state: str
    seed: int = 0
    games: tuple[int, ...] = ()
    """At each table."""

    @property
    def off_centre(self) -> float:
        """How far the figure is from the middle of its range that is farthest from it."""
        return max((one.off_centre for one in self.readings if one.key[0] != UNFINISHED), default=0.0)


@dataclass
class Search:
    """Looks for versions that meet all targets with few and small changes."""

    laboratory: Laboratory
    knobs: Mapping[str, Knob]
    sums: Sequence[Sum]
    budget: Budget
    seed: int = 1
    progress: Progress | None = None
    heats: dict[Version, dict[Key, list[Reading]]] = field(default_factory=dict)
    broken: dict[Version, str] = field(default_factory=dict)
    confirmed: dict[Version, Confirmed] = field(default_factory=dict)
    base: Confirmed | None = None
    """The game as it is, on fresh deals."""
    unscreened: list[str] = field(default_factory=list)
    """Knobs there was no budget for."""
    interrupted: bool = False
    _models: dict[Key, Model] = field(default_factory=dict)
    fresh_games: dict[int, int] = field(default_factory=dict)
    """How many fresh games are played at each table."""
    _first: int = _FEWEST

    @property
    def fresh_seed(self) -> int:
        """The seed of fresh deals."""
        return self.seed + _FRESH

    # ------------------------------------------------------------ the course of it

    def run(self) -> None:
        """Look until the budget is used, nothing better is in sight, or somebody interrupts it."""
        try:
            try:
                self._begin()
                if self._is_fine(Version()):
                    self._confirm(Version())
            except SpentError:
                words = "that is too little to play the game as it is often enough; give more, for example `--games 20000` or `--seconds 120`"
                raise LudwrightError(words) from None
            if self._state(Version()) in (MET, LIKELY):
                return
            for part in (self._screen, self._alone, self._look, self._settle, self._confirm_closest):
                self._as_far_as_it_goes(part)
        except KeyboardInterrupt:
            self.interrupted = True

    def _as_far_as_it_goes(self, part: Callable[[], None]) -> None:
        with suppress(SpentError):
            part()

    def _play(
        self, version: Version, table: int, seed: int, games: int, reserve: float = 0.0
    ) -> tuple[Reading, ...] | str:
        """Play, if the budget reaches for it, with so much of it left for what must come last."""
        known = (version, table, seed, games) in self.laboratory.known
        cost = 0.0 if known and not self.budget.games else self.budget.cost(version, table, games)
        if self.budget.used + cost > 1.0 - reserve:
            raise SpentError
        return self.laboratory.play(version, table, seed, games)

    @property
    def _reserve(self) -> float:
        """What must be left to play the game as it is on fresh deals, and what came closest, if nothing is good."""
        fresh = sum(
            self.budget.cost(Version(), table, self.fresh_games.get(table, 2 * self._first))
            for table in range(len(self.laboratory.tables))
        )
        return fresh * ((Version() not in self.confirmed) + (not self.good))

    def _begin(self) -> None:
        """See how fast games are, choose the length of a heat, and play the game as it is."""
        for table in range(len(self.laboratory.tables)):
            self._say("the game as it is")
            for number in range(2):  # the first time something may have to be compiled
                self._must(self.laboratory.play(Version(), table, self.seed + _OTHER + number, _PILOT))
        tables = range(len(self.laboratory.tables))
        points = 2 * len(self.knobs) + 2**RUNGS
        part = _SCREENING / points / len(tables)
        self._first = max(_FEWEST, min(_MOST, *(self.budget.affordable(table, part) for table in tables)))
        before = self._played_before(self.seed)
        self._first = before.get(0, self._first)
        self.fresh_games.update(self._played_before(self.fresh_seed))
        for rung in range(RUNGS):
            self._heat(Version(), rung)
            if not self._hopeful(Version(), rung):
                break  # it needs a change, beyond doubt: games are better spent on changes

    def _played_before(self, seed: int) -> dict[int, int]:
        """How many games of a seed each table had in a search that goes on: as many again are known already."""
        return {table: games for _, table, own, games in reversed(self.laboratory.known) if own == seed}

    def _must(self, found: tuple[Reading, ...] | str) -> tuple[Reading, ...]:
        if isinstance(found, str):
            raise ValueError(found)
        return found

    def _screen(self) -> None:
        """Turn every knob by itself, once to each side."""
        waiting = [(name, value) for name, knob in self.knobs.items() for value in _to_each_side(knob)]
        waiting.sort(key=lambda one: _later(self.knobs[one[0]], one[1]))
        for place, (name, value) in enumerate(waiting):
            if self.budget.used > _SCREENING + 0.1 and place >= 2:
                self.unscreened = sorted({one for one, _ in waiting[place:]} - {one for one, _ in waiting[:place]})
                break
            # also where a sum is not kept, to learn what the knob does
            self._heat(version_of({name: value}, self.knobs), 0, f"{place + 1} of {len(waiting)}")
        for version in rank(list(self.heats), self.knobs):
            met = [one.version for one in self.good if one.state == MET]
            smaller = not met or rank([version, *met], self.knobs)[0] == version
            if self._helps(version) and smaller and self._keeps_sums(version) and self._hopeful(version, 0):
                self._race(version)

    def _alone(self) -> None:
        """Follow each knob by itself to where it should meet all targets, the smallest change first."""
        self._follow()
        if not self.good:  # a knob that does little shows it at the ends of its range alone
            for version in self._ends():
                if self.budget.used > _ALONE:
                    break
                self._heat(version, 0)
                if self._helps(version) and self._hopeful(version, 0):
                    self._race(version)
            self._follow()
        self._settle()

    def _helps(self, version: Version) -> bool:
        """Whether it came nearer to the targets than the game as it is, on the same deals."""
        if not version.changes or version in self.broken:
            return False
        base, own = ({key: found[0] for key, found in self.heats[one].items()} for one in (Version(), version))
        return away(own.values()) < _HELPS * away(one for key, one in base.items() if key in own)

    def _follow(self) -> None:
        while self.budget.used < _ALONE and (version := self._single()) is not None:
            self._race(version)

    def _ends(self) -> list[Version]:
        """Each knob turned by itself as far as it goes: what seats begin with first, where a target is about them; then those that seem to do most."""
        moves = self.moves()
        seats = any(target.about_seats for target in self.laboratory.targets)

        def of_seats(knob: Knob) -> bool:
            return seats and (knob.kind == SEAT or knob.owner == "setup")

        def order(knob: Knob) -> tuple[bool, bool, float]:
            return not of_seats(knob), knob.kind == COPIES, -moves.get(knob.name, 0.0)

        found = [
            version_of({knob.name: value}, self.knobs)
            for knob in sorted(self.knobs.values(), key=order)
            for value in dict.fromkeys((knob.values[0], knob.values[-1]))
            if value != knob.value
        ]
        far = self._far([one for one in found if not of_seats(self.knobs[one.names[0]])])
        return [
            one
            for one in found
            if one not in self.heats and one not in self.broken and one not in far and self._keeps_sums(one)
        ]

    def _far(self, versions: Sequence[Version]) -> set[Version]:
        """Those of single knobs that were seen to do something and should not come near to the targets."""
        knobs, moves = self._useful(), self.moves()
        seen = [one for one in versions if one.names[0] in knobs and moves.get(one.names[0], 0.0) > _SEEN]
        least = max(_FAR, _LEFT * self.away(Version()))
        predicted = self._predicted(seen, self._fitted(knobs), self.wishes()) if seen else []
        return {one for one, away_by in zip(seen, predicted, strict=True) if away_by > least}

    def _single(self) -> Version | None:
        """The smallest change of one knob that was not tried and should come nearer to all targets than that knob did so far."""
        knobs = self._useful()
        models, wishes = self._fitted(knobs), self.wishes()
        met = [one.version for one in self.good if one.state == MET and len(one.version.changes) == 1]
        below = min((version.size(self.knobs) for version in met), default=inf)
        found: list[tuple[float, float, Version]] = []
        for name, knob in knobs.items():
            versions = [version_of({name: value}, self.knobs) for value in knob.values if value != knob.value]
            known = [self.away(version) for version in versions if version in self.heats]
            nearest = min(known, default=inf)
            new = [
                version
                for version in versions
                if version not in self.heats and version not in self.broken and self._keeps_sums(version)
            ]
            for version, away_by in zip(new, self._predicted(new, models, wishes), strict=True):
                size = version.size(self.knobs)
                if away_by <= _NEAR and away_by < nearest and size < below:
                    found.append((round(away_by, 1), size, version))
        return min(found, key=lambda one: one[:2])[2] if found else None

    def _predicted(
        self, versions: Sequence[Version], models: Mapping[Key, Model], wishes: Mapping[Key, Reading]
    ) -> list[float]:
        """How far from all targets versions should be, in what matters."""
        total = np.zeros(len(versions))
        for key, model in models.items():
            wish = wishes[key]
            values = model.predict(model.places(versions))
            total += np.maximum(0.0, np.maximum(wish.wish_low - values, values - wish.wish_high)) / wish.matters
        return [float(one) for one in total]

    def _look(self) -> None:
        """Propose a version, play it, learn from it."""
        best, since = inf, 0
        passed = 0
        for aim in cycle(AIMS):
            limit = 0.9 if self.good else _SEARCHING
            if self.budget.used > limit or since > _PATIENCE or passed > 2 * len(AIMS):
                return
            proposal = self._proposal(aim)
            if proposal is None or (self.good and proposal.away > _PROMISING):
                passed += 1
                continue
            passed = 0
            self._race(proposal.version)
            closest = min((self.away(version) for version in self.heats if self._keeps_sums(version)), default=inf)
            since = since + 1 if closest >= best - 1e-9 else 0
            best = min(best, closest)

    def _proposal(self, aim: Aim) -> Proposal | None:
        self._say(f"thinking ({aim.name})")
        knobs = self._useful()
        models, wishes = self._fitted(knobs), self.wishes()
        met = [one.version for one in self.good if one.state == MET]
        below = min((self._cost(version, aim) for version in met), default=inf) - 1e-3 if aim.centre == 0 else inf
        tried = [version for version in (*self.heats, *self.broken) if set(version.names) <= set(knobs)]
        closest = self.closest
        anchor = closest if aim is not FEW and closest is not None and set(closest.names) <= set(knobs) else Version()
        return propose(
            knobs, models, wishes, tried, anchor, aim, [_of(own, knobs) for own in self.sums if _of(own, knobs)], below
        )

    def _cost(self, version: Version, aim: Aim) -> float:
        return aim.change * len(version.changes) + aim.size * version.size(self.knobs)

    # ------------------------------------------------------------ racing

    def _race(self, version: Version) -> None:
        """Heat after heat, until a version is out, or is confirmed; then the same with less."""
        if not self._runs_well(version):
            return
        self._confirm(version)
        if self._state(version) == MISSED and not self.good:
            self._once_more(version)
        if self._state(version) == MET:
            self._shrink(version)
        elif self._state(version) == LIKELY:
            self._without_idle(version)

    def _once_more(self, version: Version) -> None:
        """What was good, and on fresh deals just outside, as luck may have it: twice as many other ones tell."""
        own = self.confirmed.get(version)
        if own is None or surely_missed(own.readings, _OUT[-1]):
            return
        self._say(f"more games of {version.told(self.knobs)}")
        with suppress(SpentError):
            self._fresh(version, self.fresh_seed + 1, tuple(min(_MOST_FRESH, 2 * count) for count in own.games), True)

    def _without_idle(self, version: Version) -> None:
        """The same without one of its changes, where that is as good."""
        for name in version.names if len(version.changes) > 1 else ():
            less = version_of({own: value for own, value in version.changes if own != name}, self.knobs)
            if less not in self.confirmed and self._keeps_sums(less) and self._runs_well(less):
                self._confirm(less)

    def _runs_well(self, version: Version) -> bool:
        """Heat after heat, until it is out, or surely good enough."""
        for rung in range(RUNGS):
            self._heat(version, rung)
            if not self._hopeful(version, rung):
                return False
            if min((one.steps for one in self.readings(version)), default=inf) > _AT_ONCE:
                break
        if not self.good and not self._is_fine(version) and self.away(version) <= _CLOSE:
            self._heat(version, RUNGS)  # at the end of a range luck alone may hold it back
        return self._is_fine(version)

    def _shrink(self, version: Version) -> None:
        """Each change of a good version halved again and again, as long as it stays good; what is left is confirmed."""
        best = version
        for name in sorted(version.names, key=lambda one: -self.knobs[one].size(dict(version.changes)[one])):
            knob = self.knobs[name]
            home, here = knob.values.index(knob.value), knob.values.index(best.value(knob))
            side = 1 if here > home else -1
            least, most = 0, abs(here - home)  # so many steps are too few, so many are enough
            steps = 0  # without it, where there are others
            while most - least > 1 or (steps == 0 and len(best.changes) > 1 and most > 0):
                less = version_of({**dict(best.changes), name: knob.values[home + side * steps]}, self.knobs)
                good = bool(less.changes) and self._keeps_sums(less) and self._runs_well(less)
                best = less if good else best
                least, most = (least, steps) if good else (steps, most)
                if most - least <= 1:
                    break
                steps = (least + most) // 2
        if best != version:
            self._confirm(best)

    def _hopeful(self, version: Version, rung: int) -> bool:
        return version not in self.broken and not surely_missed(self.readings(version), _OUT[rung])

    def _is_fine(self, version: Version) -> bool:
        """Whether all figures are where they should be, and not just at the end of a range."""
        return version in self.heats and all(one.steps > _INSIDE for one in self.readings(version))

    def _heat(self, version: Version, rung: int, which: str = "") -> None:
        """Some games of a version at every table; what misses a target beyond doubt at one table is not played at the next."""
        if version in self.broken:
            return
        self._say(f"{which + ': ' if which else ''}{version.told(self.knobs)}")
        for table in range(len(self.laboratory.tables)):
            found = self._play(
                version, table, self.seed + rung, self._first * 2**rung, self._reserve if version.changes else 0.0
            )
            if isinstance(found, str):
                self.broken[version] = found
                self.heats.pop(version, None)
                return
            self._note(version, found)
            if version.changes and surely_missed(found, 2 * _OUT[0]):
                return

    def _note(self, version: Version, found: Sequence[Reading]) -> None:
        self._models.clear()
        own = self.heats.setdefault(version, {})
        for one in found:
            own.setdefault(one.key, []).append(one)

    # ------------------------------------------------------------ fresh deals

    def _confirm(self, version: Version, reserve: bool = True) -> None:
        """Play a version on fresh deals: the same for all, the game as it is among them."""
        if version in self.confirmed or version in self.broken:
            return
        self._say(f"once more on fresh deals: {version.told(self.knobs)}")
        games = tuple(self._enough(version, table) for table in range(len(self.laboratory.tables)))
        self._fresh(version, self.fresh_seed, games, reserve)
        if not version.changes:
            self.base = self.confirmed.get(version)

    def _fresh(self, version: Version, seed: int, games: tuple[int, ...], reserve: bool) -> None:
        found: list[Reading] = []
        self.laboratory.exact = True
        try:
            for table, count in enumerate(games):
                told = self._play(version, table, seed, count, self._reserve if reserve else 0.0)
                if isinstance(told, str):
                    self.broken[version] = told
                    return
                found += told
        finally:
            self.laboratory.exact = False
        self._note(version, found)
        state = MISSED if away(found) > 0 else MET if sure(found) else LIKELY
        self.confirmed[version] = Confirmed(version, tuple(found), state, seed, games)

    def _settle(self) -> None:
        """Versions that seem to do with less than those that surely meet all targets: more games on other fresh deals tell."""
        met = [one.version for one in self.good if one.state == MET]
        doubtful = rank([one.version for one in self.good if one.state == LIKELY], self.knobs)
        for version in doubtful:
            if met and rank([version, *met], self.knobs)[0] != version:
                return
            self._say(f"more games of {version.told(self.knobs)}")
            games = tuple(min(_MOST_FRESH, _MORE * count) for count in self.confirmed[version].games)
            self._fresh(version, self.fresh_seed + 1, games, reserve=True)
            if self.confirmed[version].state == MET:
                return

    def _enough(self, version: Version, table: int) -> int:
        """How many fresh games make intervals narrow enough, as far as there is budget; the same for all versions, to compare them."""
        if table not in self.fresh_games:
            needed = 0.0
            for one in self.readings(version):
                if one.key[1] != table or one.key[0] == UNFINISHED:
                    continue
                both = one.wish_low > -inf and one.wish_high < inf
                room = (one.wish_high - one.wish_low) / 2 * _WIDTH if both else one.matters
                half = (one.high - one.low) / 2
                needed = max(needed, one.games * (half / max(room, 1e-9)) ** 2)
            left = max(0.0, 1.0 - self.budget.used) / 5 / len(self.laboratory.tables)
            most = max(self._first, min(_MOST_FRESH, self.budget.affordable(table, left)))
            self.fresh_games[table] = max(min(ceil(needed), most), min(most, 2 * self._first))
        return self.fresh_games[table]

    def _confirm_closest(self) -> None:
        """Before and after on fresh deals; where nothing met all targets, what came closest."""
        if not self.good and self.closest is not None:
            self._confirm(self.closest, reserve=False)
        self._confirm(Version(), reserve=False)

    # ------------------------------------------------------------ what is known

    @property
    def good(self) -> list[Confirmed]:
        """Versions that meet all targets on fresh deals."""
        return [one for one in self.confirmed.values() if one.state != MISSED and one.version.changes]

    @property
    def closest(self) -> Version | None:
        """The version whose figures are the least far from what is wished; of equal ones the smallest."""
        there = [version for version in self.heats if version.changes and self._keeps_sums(version)]
        complete = [version for version in there if len(self.heats[version]) >= len(self.heats[Version()])]
        return min(
            complete or there, key=lambda one: (round(self.away(one), 3), len(one.changes), one.size(self.knobs)), default=None
        )  # fmt: skip

    def readings(self, version: Version) -> list[Reading]:
        """All figures of a version, from all games that were played of it."""
        return [pooled(own) for own in self.heats.get(version, {}).values()]

    def away(self, version: Version) -> float:
        """How far a version is from what is wished; what was not played at all tables counts there as the game as it is."""
        known = {one.key: one for one in self.readings(version)}
        rest = [one for one in self.readings(Version()) if one.key not in known]
        return away(known.values()) + away(rest)

    def wishes(self) -> dict[Key, Reading]:
        """Every figure that a target speaks of."""
        found: dict[Key, Reading] = {}
        for own in self.heats.values():
            for key, readings in own.items():
                if key[0] != UNFINISHED or any(one.away > 0 for one in readings):
                    found.setdefault(key, readings[0])
        return found

    def _fitted(self, knobs: Mapping[str, Knob]) -> dict[Key, Model]:
        if not self._models:
            for key in self.wishes():
                known = {
                    version: pooled(own[key])
                    for version, own in self.heats.items()
                    if key in own and set(version.names) <= set(knobs)
                }
                if len(known) > 1:
                    self._models[key] = Model(list(knobs.values()), known)
        return self._models

    def _useful(self) -> dict[str, Knob]:
        """The knobs that move some figure most, in what matters."""
        moves = self.moves()
        ranked = sorted(self.knobs, key=lambda name: -moves.get(name, 0.0))
        needed = {name for own in self.sums for name in own if any(moves.get(other, 0.0) > 0 for other in own)}
        kept = {*ranked[:_KNOBS], *sorted(needed, key=ranked.index)[:_KNOBS]}
        return {
            name: knob
            for name, knob in self.knobs.items()
            if name in kept and (moves.get(name) or name in needed or not moves)
        }

    def moves(self) -> dict[str, float]:
        """How far each knob by itself moves the figure that it moves most, in what matters, beyond what luck would; 0: not surely."""
        base = {one.key: one for one in self.readings(Version())}
        found: dict[str, float] = {}
        for version in self.heats:
            if len(version.changes) != 1:
                continue
            name = version.names[0]
            for one in self.readings(version):
                if one.key not in base:
                    continue
                here = base[one.key]
                error = max((one.high - one.low) / 2 / Z95, 1e-9)
                moved = abs(one.value - here.value)
                found[name] = max(found.get(name, 0.0), max(0.0, moved - error) / one.matters)
        return found

    def _state(self, version: Version) -> str:
        return self.confirmed[version].state if version in self.confirmed else MISSED

    def _keeps_sums(self, version: Version) -> bool:
        return all(
            sum(version.value(self.knobs[name]) - self.knobs[name].value for name in own) == 0 for own in self.sums
        )

    def _say(self, words: str) -> None:
        if self.progress is not None:
            best = rank([one.version for one in self.good], self.knobs)
            so_far = f"; best so far: {best[0].told(self.knobs)}" if best else ""
            self.progress(words + so_far, min(1.0, self.budget.used))


def _to_each_side(knob: Knob) -> list[int]:
    """A value a third of the way to each end of a knob's range, one step away at least."""
    home = knob.values.index(knob.value)
    below, above = home, len(knob.values) - 1 - home
    found = []
    if above:
        found.append(knob.values[home + max(1, round(above / 3))])
    if below:
        found.append(knob.values[home - max(1, round(below / 3))])
    return found


def _later(knob: Knob, value: int) -> tuple[bool, bool, bool]:
    """What needs no compiling is turned first, parameters before others, and every knob to one side before any is to the other."""
    return knob.kind == COPIES, value != _to_each_side(knob)[0], knob.kind != PARAM


def _of(own: Sum, knobs: Mapping[str, Knob]) -> Sum:
    return tuple(name for name in own if name in knobs)
