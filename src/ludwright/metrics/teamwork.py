"""What players of a team do for each other, read off games played again: what they tell, and what they put where."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from math import log2
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import polars as pl

from ludwright import ir
from ludwright.agents.nature import nature_of
from ludwright.engine.random import Stream
from ludwright.metrics.evidence import NoEvidenceError
from ludwright.metrics.holdings import owners
from ludwright.metrics.replays import Replays, State
from ludwright.model import visibility
from ludwright.model.naming import zone_labels
from ludwright.model.world import TOLD_BITS

if TYPE_CHECKING:
    from ludwright.game import Game

HINTS = {
    "game": pl.Int64,
    "ply": pl.Int32,
    "giver": pl.Int32,
    "taker": pl.Int32,
    "card": pl.Int32,
    "bits": pl.Float64,
}
"""What somebody told somebody else of a card: how many times the designs that it might have were halved."""
HANDLED = {
    "game": pl.Int64,
    "ply": pl.Int32,
    "actor": pl.Int32,
    "card": pl.Int32,
    "pile": pl.String,
    "gained": pl.Boolean,
}
"""A card that somebody moved out of his own zone: to which common pile (none: elsewhere), and whether that brought points, if there are any."""
_REAL = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_int64, ctypes.c_int64, ctypes.c_int64, ctypes.c_int64)


def check_team(game: Game) -> None:
    """Say so where nobody plays together."""
    if game.players < 2 or not nature_of(game).common:
        raise NoEvidenceError("players do not win or lose together")


class Team:
    """Reads what the states of one game tell of its players."""

    def __init__(self, game: Game) -> None:
        self.game, self.model = game, game.rules.model
        self.cards = self.model.components if "place" in self.model.arrays else 0
        self.whose = owners(game)
        self.piles = _common_piles(game)
        addresses = game.compiled.addresses
        self._points = next((_REAL(addresses[name]) for name in ("real_score", "real_lead") if name in addresses), None)
        self._table = np.ascontiguousarray(game.table, np.int32)
        self._context = game.compiled.new_context(Stream(0, 1))
        self._tells = "known" in self.model.arrays
        self._slots = self.cards + self.model.ghosts if self._tells else 0
        self._told_words = self.model.tellers * self._slots * self.model.told_words if self.model.tellers else 0
        self._seen = np.array([*visibility.place_watchers(self.model), 0]) if self._tells else None

    def places(self, state: State) -> npt.NDArray[np.int32]:
        """Where every card is."""
        base = self.model.arrays["place"]
        return state[base : base + self.cards]

    def points(self, state: State) -> float | None:
        """What the team has so far; None where that is not counted."""
        if self._points is None:
            return None
        blocks = (state, self._table, self._context)
        return float(self._points(*(block.ctypes.data for block in blocks), 0))

    def knowing(self, state: State) -> npt.NDArray[np.bool_]:
        """Who knows which card: a row for every seat."""
        base = self.model.arrays["known"]
        assert self._seen is not None
        masks = state[base : base + self.cards] | self._seen[self.places(state)]
        found: npt.NDArray[np.bool_] = (masks[None, :] >> np.arange(self.game.players)[:, None]) & 1 == 1
        return found

    def possible(self, state: State) -> npt.NDArray[np.int64]:
        """How many designs each card may have after all that was told of it: a row for every seat."""
        model, players = self.model, self.game.players
        if not model.tellers:
            return np.full((players, self.cards), model.designs)
        base = model.arrays["told"]
        words = state[base : base + self._told_words].reshape(model.tellers, self._slots, model.told_words)
        told = words[:, : self.cards]
        bits = (told[..., None] >> np.arange(TOLD_BITS)) & 1
        left = model.designs - bits.sum(axis=(2, 3))
        return np.repeat(left, players, axis=0) if model.tellers == 1 else left

    def _news(self, before: State, after: State, stayed: npt.NDArray[np.bool_]) -> bool:
        """Whether anything at all was told or shown of cards that stayed: mostly not, and then there is nothing to work out."""
        known = slice(self.model.arrays["known"], self.model.arrays["known"] + self.cards)
        told = slice(self.model.arrays.get("told", 0), self.model.arrays.get("told", 0) + self._told_words)
        return bool((after[known] != before[known])[stayed].any() or (after[told] != before[told]).any())

    def told(self, before: State, after: State, giver: int) -> Iterator[tuple[int, int, float]]:
        """Who learnt of which card that stayed where it was, and how much: taker, card, bits."""
        if not self._tells:
            return
        stayed = self.places(before) == self.places(after)
        if not self._news(before, after, stayed):
            return
        knew, knows = self.knowing(before), self.knowing(after)
        left = np.where(knows, 1, self.possible(after))
        was = np.where(knew, 1, self.possible(before))
        learnt = stayed & (left < was) & (self.places(after) >= 0)
        learnt[giver] = False
        for taker, card in zip(*np.nonzero(learnt), strict=True):
            yield int(taker), int(card), log2(was[taker, card] / max(1, left[taker, card]))


def _common_piles(game: Game) -> dict[int, str]:
    """The places that belong to nobody and whose content is seen by all, by name."""
    found: dict[int, str] = {}
    for zone in game.rules.model.all_zones():
        if zone.owner is not None or zone.dice or zone.face_down:
            continue
        found.update(zone_labels(zone))
    return found


def follow(replays: Replays, game: Game) -> tuple[pl.DataFrame, pl.DataFrame]:
    """What was told and what was handled, choice by choice: frames with the columns of HINTS and HANDLED."""
    check_team(game)
    team = Team(game)
    hints: list[tuple[Any, ...]] = []
    handled: list[tuple[Any, ...]] = []
    for number, deal, codes in replays if team.cards else ():
        before: State | None = None
        for ply, (state, _) in enumerate(replays.positions_of(game, deal, codes)):
            if before is not None:
                actor = int(before[ir.ACTOR])
                where = (number, ply - 1, actor + 1)
                hints += [(*where, taker + 1, card, bits) for taker, card, bits in team.told(before, state, actor)]
                handled += [(*where, *moved) for moved in _moved(team, before, state, actor)]
            before = state.copy()
    return (
        pl.DataFrame(hints, schema=HINTS, orient="row"),
        pl.DataFrame(handled, schema=HANDLED, orient="row"),
    )


def _moved(team: Team, before: State, after: State, actor: int) -> Iterator[tuple[int, str | None, bool | None]]:
    """The cards that left the zones of whoever acted."""
    was, now = team.places(before), team.places(after)
    cards = np.nonzero((was != now) & (was >= 0) & (team.whose[was] == actor + 1))[0]
    if not len(cards):
        return
    old, new = team.points(before), team.points(after)
    gained = None if old is None or new is None else new > old
    for card in cards.tolist():
        yield card, team.piles.get(int(now[card])), gained
