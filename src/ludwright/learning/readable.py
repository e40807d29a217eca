"""What a player that has learned goes by, in sentences and as a picture of the board.

Many weights say nothing to people. So positions of its own games are judged by it, and a plain sum is fitted to its judgement: of what a seat has more
of than the others, and of who is where on the board. How much of the judgement such a sum explains is told with it.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ludwright import ir
from ludwright.agents.kernels.learned import worth_learned
from ludwright.display import Block, Displayed, Lines, Picture, Title
from ludwright.engine.random import Stream
from ludwright.game import Game, loaded
from ludwright.hidden.seen import on_components
from ludwright.learning.player import learned_player
from ludwright.model import visibility
from ludwright.model.kinds import Kind
from ludwright.play.agents import MOVE_LIMIT, Agents
from ludwright.spelling import in_a_row
from ludwright.statistics import Z95, student_quantile

Reals = npt.NDArray[np.float64]

GAMES, ERRORS = 100, (0.15, 0.7)
"""So many games are looked at. In them it errs, in one less and in the next more, so that positions differ: else all that is told would be of those few that good players let come up."""
MOST_POSITIONS = 4000
RIDGE = 1.0
"""What is seldom seen counts for less: as if there were so many positions more in which it made no difference."""
STAGES, FEWEST_TURNS = 3, 6
"""Games of so many turns at least are also looked at in so many parts: what something is worth early and late."""
MOST_TIMED = 5
"""Of so many things it is told what they are worth when."""
SPLITS = 10
"""Intervals come from leaving out one tenth of the games after the other (jackknife)."""


@dataclass(frozen=True)
class Worth:
    """What one more of something is worth."""

    name: str
    value: float
    low: float
    high: float
    """Where it lies with 95% confidence."""
    spread: float
    """How much it differs from position to position, in standard deviations: what matters often matters more."""

    @property
    def certain(self) -> bool:
        """Whether it surely makes a difference."""
        return self.low > 0 or self.high < 0


@dataclass(frozen=True)
class Timed:
    """What one more of something is worth early in a game, and what it is worth late."""

    name: str
    turns: tuple[int, int]
    """The usual turn of each part."""
    early: Worth
    late: Worth


@dataclass(frozen=True, eq=False)
class Readable(Displayed):
    """What a player that has learned goes by."""

    title: str
    won: bool
    """Whether worths are points of winning; else they are results."""
    worths: list[Worth]
    explained: float
    """The share of its judgement that these sums explain."""
    cells: dict[str, float]
    """What an own piece on each cell is worth, beside one of another player there."""
    cells_explained: float
    places: list[tuple[float, float]]
    """Where the cells lie."""
    positions: int
    timed: Sequence[Timed] = ()
    """What surely is worth more, or less, the longer the game lasts."""

    @property
    def sentences(self) -> list[str]:
        """One for each thing that surely counts, what counts most first."""
        told = [worth for worth in self.worths if worth.certain]
        found = [self._sentence(worth) for worth in told]
        found += self._ratio(told)
        found += [self._by_turn(one) for one in self.timed]
        if self.cells:
            order = sorted(self.cells, key=lambda name: self.cells[name])
            found.append(f"A piece is best on {in_a_row(order[::-1][:3])}, and worst on {in_a_row(order[:3])}")
        if not found:
            found.append("Nothing that can be counted surely makes a difference to it")
        return found

    def _sentence(self, worth: Worth) -> str:
        unit = "points of winning" if self.won else "points"
        low, high = sorted((abs(worth.low), abs(worth.high)))
        costs = "is worth" if worth.value > 0 else "costs"
        return f"One more {worth.name} than the others {costs} {abs(worth.value):.2g} {unit} ({low:.2g} to {high:.2g})"

    def _by_turn(self, timed: Timed) -> str:
        unit = "points of winning" if self.won else "points"
        late, early = (
            f"{worth.value:+.2g} {unit} ({worth.low:.2g} to {worth.high:.2g})" for worth in (timed.late, timed.early)
        )
        return f"One more {timed.name} in turn {timed.turns[1]}: {late}; in turn {timed.turns[0]}: {early}"

    def _ratio(self, told: Sequence[Worth]) -> Iterator[str]:
        """Of the two that count most: how many of the one are worth as much as one of the other."""
        both = [worth for worth in told if worth.value > 0][:2]
        if len(both) == 2:
            less, more = sorted(both, key=lambda worth: worth.value)
            yield f"One {more.name} is worth {more.value / less.value:.1f} times as much as one {less.name}"

    def svg(self) -> str:
        """A picture of the board: the darker a cell, the better it is to be there."""
        if not self.cells:
            return ""
        xs, ys = [x for x, _ in self.places], [y for _, y in self.places]
        left, top, step = min(xs) - 0.5, max(ys) + 0.5, 48
        wide, high = max(xs) - left + 0.5, top - min(ys) + 0.5
        far = max(map(abs, self.cells.values())) or 1.0
        parts = []
        for (name, value), (x, y) in zip(self.cells.items(), self.places, strict=True):
            share = abs(value) / far
            colour = f"rgb({255 - int(200 * share)},{255 - int(130 * share)},255)"
            if value < 0:
                colour = f"rgb(255,{255 - int(110 * share)},{255 - int(200 * share)})"
            across, down = (x - left) * step, (top - y) * step
            parts.append(
                f'<g><title>{escape(name)}: {value:+.2g}</title><circle cx="{across:.0f}" cy="{down:.0f}" r="{0.46 * step:.0f}" fill="{colour}" stroke="#888"/>'
                f'<text x="{across:.0f}" y="{down + 4:.0f}" font-size="12" text-anchor="middle" font-family="sans-serif">{value:+.1f}</text></g>'
            )
        size = f'viewBox="0 0 {wide * step:.0f} {high * step:.0f}" width="{wide * step:.0f}"'
        return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(parts)}</svg>'

    def as_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "game": self.title,
            "unit": "points of winning" if self.won else "points",
            "worths": [
                {"name": w.name, "value": w.value, "low": w.low, "high": w.high, "certain": w.certain}
                for w in self.worths
            ],
            "explained": self.explained,
            "cells": self.cells,
            "cells_explained": self.cells_explained,
            "positions": self.positions,
            "timed": [
                {"name": one.name, "turns": list(one.turns), "worths": [one.early.value, one.late.value]}
                for one in self.timed
            ],
            "sentences": self.sentences,
        }

    def shown(self) -> Iterator[Block]:
        """What `print` and notebooks show."""
        yield Title(f"{self.title}: what a player that has learned goes by")
        yield Lines("\n".join(self.sentences))
        if self.cells:
            yield Picture(self.svg)
        yield f"Together that explains {self.explained:.0%} of what it expects in {self.positions:,} positions of its own games."
        if self.cells:
            yield f"Where pieces lie explains {self.cells_explained:.0%} by itself."

    def __repr__(self) -> str:
        return f"<Readable {self.title!r}, {len(self.worths)} things>"


def explain(game: Game | str | Path, file: str | Path, games: int = GAMES, seed: int = 1) -> Readable:
    """What a player that has learned goes by: judged in positions of its own games."""
    game = loaded(game)
    player = learned_player(game, str(file))
    counted = Counted(game)
    values, counts, cells, whose, turns = _sample(game, player, str(file), counted, games, seed)
    won = player.learned.squash and player.learned.scale == 1.0
    unit = 50.0 if won else 1.0
    worths, explained = _fitted(counts, unit * values, whose, counted.names)
    own = np.flatnonzero(cells.any(axis=0)) if cells.size else np.zeros(0, int)
    shown, cells_explained = _fitted(cells, unit * values, whose, counted.cells) if len(own) else ([], 0.0)
    by_name = {worth.name: worth.value for worth in shown}
    return Readable(
        title=game.title,
        won=won,
        worths=sorted(worths, key=lambda worth: -abs(worth.value) * worth.spread),
        explained=explained,
        cells={name: by_name.get(name, 0.0) for name in counted.cells} if len(own) else {},
        cells_explained=cells_explained,
        places=counted.places if len(own) else [],
        positions=len(values),
        timed=_timed(counts, unit * values, whose, turns, counted.names, worths),
    )


def _timed(
    counts: Reals,
    values: Reals,
    whose: npt.NDArray[np.int64],
    turns: npt.NDArray[np.int64],
    names: Sequence[str],
    worths: Sequence[Worth],
) -> list[Timed]:
    """Of what counts most, what surely is worth something else late than early."""
    edges = np.unique(np.quantile(turns, np.linspace(0, 1, STAGES + 1)[1:-1])) if len(turns) else turns
    if len(edges) < STAGES - 1 or turns.max() < FEWEST_TURNS:
        return []
    parts = [turns <= edges[0], turns > edges[-1]]
    if not parts[1].any():  # most of the choices are those of the last turn
        return []
    usual = [int(np.median(turns[part])) for part in parts]
    early, late = ({one.name: one for one in _fitted(counts[p], values[p], whose[p], names)[0]} for p in parts)
    most = sorted((one for one in worths if one.certain), key=lambda one: -abs(one.value) * one.spread)
    return [
        Timed(one.name, (usual[0], usual[1]), early[one.name], late[one.name])
        for one in most
        if one.name in early and one.name in late
        if early[one.name].high < late[one.name].low or late[one.name].high < early[one.name].low
    ][:MOST_TIMED]


class Counted:
    """What can be counted in a game: numbers each player has, cards in a player's zones, cells and regions a player holds."""

    def __init__(self, game: Game) -> None:
        self.model = model = game.rules.model
        self.seats = model.players
        self._words: list[tuple[str, list[int]]] = []
        for field in model.all_fields():
            if on_components(field) or field.owner is not model.player or field.type.form not in ("number", "bool"):
                continue
            for i in range(field.row):
                name = field.name if field.row == 1 else f"{field.name}[{_index(field.dims[1:], i)}]"
                self._words.append((f"`{name}`", [field.base + seat * field.row + i for seat in range(self.seats)]))
        for zone in model.all_zones():
            if zone.owner is model.player and zone.dims:
                row = zone.size // self.seats
                for i in range(row):
                    name = zone.name if row == 1 else f"{zone.name}[{_index(zone.dims[1:], i)}]"
                    places = [model.arrays["count"] + zone.place + seat * row + i for seat in range(self.seats)]
                    self._words.append((f"thing in `{name}`", places))
        self._owned_designs()
        self._board = self._owned_board()
        self.cells: list[str] = list(self._board[0].members) if self._board else []
        geometry = self._board[0].geometry if self._board else None
        self.places = list(geometry.positions) if geometry is not None else []
        self._regions = dict(geometry.regions) if geometry is not None else {}
        self.names = [name for name, _ in self._words] + self._designs
        if self._board:
            self.names.append(self._board[0].name)
        self.names += [f"whole {kind}" for kind in self._regions]

    def _owned_designs(self) -> None:
        """Cards told apart by their design, where players have several zones among which cards wander: how many are whose, wherever they lie."""
        self._designs, self._whose = list[str](), np.full(self.model.places + 1, -1)
        theirs = [zone for zone in self.model.all_zones() if zone.owner is self.model.player]
        if len(theirs) < 2:
            return
        for zone in theirs:
            for i in range(zone.size):
                owner = visibility.zone_owner(self.model, zone, i)
                self._whose[zone.place + i] = -1 if owner is None else owner
        kinds = {id(kind.design): kind.design for kind in self.model.component_kinds if kind.design is not None}
        names = {kind.first + i: name for kind in kinds.values() for i, name in enumerate(kind.members)}
        self._designs = [names.get(i, f"card {i + 1}") for i in range(self.model.designs)]

    def _owned(self, words: npt.NDArray[np.int32]) -> npt.NDArray[np.int64]:
        """How many of each design each seat has."""
        things = self.model.components
        at = self.model.arrays["place"]
        whose = self._whose[words[at : at + things]]
        designs = np.array(self.model.component_design)
        if "design" in self.model.arrays:
            designs = words[self.model.arrays["design"] : self.model.arrays["design"] + things]
        found = np.zeros((len(self._designs), self.seats), np.int64)
        there = (whose >= 0) & (designs >= 0)
        np.add.at(found, (designs[there], whose[there]), 1)
        return found

    def _owned_board(self) -> tuple[Kind, list[int]] | None:
        """The board on whose cells somebody's things lie, as a variable says, and the words of that variable."""
        for field in self.model.all_fields():
            if len(field.dims) == 1 and field.type.kind is self.model.player and field.type.form == "ref":
                kind = field.dims[0].type.kind
                if kind is not None and kind.role == "cell":
                    return kind, list(range(field.base, field.base + field.size))
        return None

    def count(self, words: npt.NDArray[np.int32], seat: int) -> tuple[list[float], list[float]]:
        """Of everything, how much more a seat has than the others on average; and who is on each cell: 1, -1 for others."""
        found = []
        for _, places in self._words:
            have = words[places]
            found.append(self._ahead(have, seat))
        if self._designs:
            found += [self._ahead(have, seat) for have in self._owned(words)]
        on_cells: list[float] = []
        if self._board:
            holders = words[self._board[1]]
            found.append(self._ahead(np.array([(holders == other).sum() for other in range(self.seats)]), seat))
            on_cells = [0.0 if holder < 0 else 1.0 if holder == seat else -1.0 for holder in holders.tolist()]
            for regions in self._regions.values():
                whole = [
                    sum(bool(members) and all(holders[c] == other for c in members) for members in regions.members)
                    for other in range(self.seats)
                ]
                found.append(self._ahead(np.array(whole), seat))
        return found, on_cells

    def _ahead(self, have: npt.NDArray[Any], seat: int) -> float:
        if self.seats == 1:
            return float(have[0])
        return float(have[seat]) - float(have.sum() - have[seat]) / (self.seats - 1)


def _index(dims: Sequence[Any], place: int) -> str:
    """How an index is written: members by their names, numbers as they are."""
    parts: list[str] = []
    for dim in reversed(dims):
        place, at = divmod(place, dim.count)
        kind = dim.type.kind
        parts.append(kind.members[at] if kind is not None and at < len(kind.members) else str(dim.first + at))
    return ", ".join(reversed(parts))


def _sample(
    game: Game, player: Any, file: str, counted: Counted, games: int, seed: int
) -> tuple[Reals, Reals, Reals, npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Positions of its own games: what it thinks they are worth to whoever moved, what can be counted, who is where, which game it was, and in which turn."""
    judge = player.evaluator(MOVE_LIMIT)
    worth = ctypes.CFUNCTYPE(ctypes.c_double, *(ctypes.c_int64,) * 4)(worth_learned().address)
    context = game.compiled.new_context(Stream(0, 1))
    values, counts, cells, whose, turns = [], [], [], [], []
    for number in range(games):
        match = game.start(seed=seed, game=number)
        agents = Agents(game, seed, number, [f"learned:{file},error={ERRORS[number % len(ERRORS)]}"] * game.players)
        while not match.over and match.moves < MOVE_LIMIT:
            codes, seat = match.codes(), match.actor or 0
            match.apply(agents.pick(seat, codes, match.words))
            if len(codes) > 1 and not match.over:
                words = match.numbers()
                state = game.compiled.new_state()
                state[: words.size] = words
                values.append(worth(judge.address, state.ctypes.data, context.ctypes.data, seat))
                found, on_cells = counted.count(words, seat)
                counts.append(found)
                cells.append(on_cells)
                whose.append(number)
                turns.append(1 + max(0, int(words[ir.TURN])) // game.players)
        if len(values) > MOST_POSITIONS:
            break
    numbers = np.array(whose, np.int64), np.array(turns, np.int64)
    return np.array(values), np.array(counts), np.array(cells), *numbers


def _fitted(
    counts: Reals, values: Reals, whose: npt.NDArray[np.int64], names: Sequence[str]
) -> tuple[list[Worth], float]:
    """A sum of worths fitted to values by least squares, with intervals, and how much it explains of games that it was not fitted to."""
    vary = np.flatnonzero(counts.std(axis=0) > 0) if counts.size else np.zeros(0, int)
    if not len(vary) or len(values) <= len(vary) + 1:
        return [], 0.0
    chosen = counts[:, vary]
    whole = _solve(chosen, values)
    splits = min(SPLITS, len(np.unique(whose)))
    parts, missed = [], np.zeros(len(values))
    for split in range(splits):
        out = whose % splits == split
        if out.all() or not out.any():
            continue
        part = _solve(chosen[~out], values[~out])
        parts.append(part)
        missed[out] = values[out] - part[0] - chosen[out] @ part[1:]
    about = np.array(parts)
    errors = np.full(len(whole), np.inf)
    if len(about) > 1:
        errors = np.sqrt((len(about) - 1) / len(about) * ((about - about.mean(axis=0)) ** 2).sum(axis=0))
        errors *= float(student_quantile(len(about) - 1)) / Z95
    explained = max(0.0, 1.0 - float((missed**2).mean() / max(1e-12, values.var())))
    return [
        Worth(
            names[k],
            float(whole[i]),
            float(whole[i] - Z95 * errors[i]),
            float(whole[i] + Z95 * errors[i]),
            float(chosen[:, i - 1].std()),
        )
        for i, k in enumerate(vary.tolist(), 1)
    ], explained


def _solve(counts: Reals, values: Reals) -> Reals:
    """Ridge regression; the first number is what everything is worth if nobody is ahead."""
    rows = np.column_stack([np.ones(len(values)), counts])
    ridge = RIDGE * np.eye(rows.shape[1])
    ridge[0, 0] = 0.0
    return np.asarray(np.linalg.solve(rows.T @ rows + ridge, rows.T @ values), np.float64)
