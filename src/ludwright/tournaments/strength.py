"""How strong each agent is, and what each seat is worth: the model of Bradley and Terry (1952), fitted to all games at once.

An agent of strength r in a seat worth s takes the share 1 / (1 + exp(r' + s' - r - s)) of the points from one of strength r' in
a seat worth s'. The most likely strengths are found by Newton's steps; a weak prior, one drawn game of each against an agent in
the middle, keeps the strength of an agent who won or lost all its games finite.

The intervals follow from the Fisher information, with two corrections: draws vary less than wins and losses, and what
happens to several pairs in the same game hangs together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt

import numpy as np

from ludwright.statistics import steadiness
from ludwright.tournaments.meetings import Meetings, Numbers

ELO = 400 / log(10)
"""A strength of 1 on the scale of Elo, where 400 points more mean ten points won for each lost."""
PRIOR = 1.0
"""How many drawn games the prior is worth."""
_STEPS, _CLOSE = 100, 1e-10


@dataclass(frozen=True)
class StrengthEstimates:
    """Strengths of agents and worths of seats, with what is known of their errors."""

    agents: Numbers
    seats: Numbers
    _covariance: Numbers
    """Of all of them, the agents first."""

    def error(self, weights: Numbers) -> float:
        """The standard error of a weighted sum of strengths and worths."""
        return sqrt(max(0.0, float(weights @ self._covariance @ weights)))

    def difference(self, one: int, other: int) -> tuple[float, float]:
        """How much stronger one agent is than another, and the error of that."""
        weights = np.zeros(len(self._covariance))
        weights[one], weights[other] = 1, -1
        return float(self.agents[one] - self.agents[other]), self.error(weights)

    def agent_error(self, agent: int) -> float:
        """The error of an agent's distance from the middle of the field."""
        return self._from_middle(agent, 0, len(self.agents))

    def seat_error(self, seat: int) -> float:
        """The error of a seat's distance from the mean of all seats."""
        return self._from_middle(seat, len(self.agents), len(self.seats))

    def _from_middle(self, place: int, first: int, count: int) -> float:
        weights = np.zeros(len(self._covariance))
        weights[first : first + count] = -1 / count
        weights[first + place] += 1
        return self.error(weights)


def strengths(met: Sequence[Meetings], agents: int, seats: int) -> StrengthEstimates:
    """The strengths under which what happened was likeliest."""
    rows = [_rows(meetings, agents, seats) for meetings in met]
    design = np.concatenate([*rows, np.zeros((0, agents + seats))])
    games = np.concatenate([*(m.weights.sum(axis=0) for m in met), []])
    points = np.concatenate([*((m.weights * m.points).sum(axis=0) for m in met), []])
    found = _most_likely(design, games, points)
    scatter = np.diag(PRIOR * _vary(found))
    for meetings, own in zip(met, rows, strict=True):
        scatter += _scatter(meetings, own, found)
    inverse = np.linalg.inv(_information(design, games, found))
    return StrengthEstimates(found[:agents], found[agents:], inverse @ scatter @ inverse)


def _rows(met: Meetings, agents: int, seats: int) -> Numbers:
    """What adds to the distance between the two sides of each meeting: strengths of agents, then worths of seats."""
    rows = np.zeros((len(met.pairs), agents + seats))
    for row, pair in zip(rows, met.pairs, strict=True):
        for seat, sign in zip(pair, (1, -1), strict=True):
            row[met.seating[seat]] += sign
            row[agents + seat] += sign
    return rows


def _expected(values: Numbers) -> Numbers:
    shares: Numbers = 1 / (1 + np.exp(-np.clip(values, -500, 500)))
    return shares


def _vary(values: Numbers) -> Numbers:
    shares = _expected(values)
    return shares * (1 - shares)


def _information(design: Numbers, games: Numbers, values: Numbers) -> Numbers:
    weighted = design * (games * _vary(design @ values))[:, None]
    return design.T @ weighted + np.diag(PRIOR * _vary(values))


def _likelihood(design: Numbers, games: Numbers, points: Numbers, values: Numbers) -> float:
    far = design @ values
    prior = PRIOR * (values / 2 - np.logaddexp(0, values)).sum()
    return float((points * far - games * np.logaddexp(0, far)).sum() + prior)


def _most_likely(design: Numbers, games: Numbers, points: Numbers) -> Numbers:
    """Newton's steps up a hill that has one top only; a step that goes too far is halved."""
    values = np.zeros(design.shape[1])
    height = _likelihood(design, games, points, values)
    for _ in range(_STEPS):
        slope = design.T @ (points - games * _expected(design @ values)) + PRIOR * (0.5 - _expected(values))
        step = np.linalg.solve(_information(design, games, values), slope)
        while (reached := _likelihood(design, games, points, values + step)) < height and np.abs(step).max() > _CLOSE:
            step = step / 2
        if np.abs(step).max() <= _CLOSE:
            break
        values, height = values + step, reached
    return values


def _scatter(met: Meetings, rows: Numbers, values: Numbers) -> Numbers:
    """How far the slope of one seating's games would vary if they were played again: what was seen game by game, but for
    each pair at least what the model expects, so that a clean sweep is not taken for certainty."""
    expected, games = _expected(rows @ values), met.weights.sum(axis=0)
    slopes = (met.weights * (met.points - expected)) @ rows
    seen = (met.weights * (met.points - expected) ** 2).sum(axis=0)
    deficit = (met.weights * (met.points - met.points**2)).sum(axis=0)
    steady = steadiness(deficit, games)
    lacking = np.maximum(0.0, games * expected * (1 - expected) - steady - seen)
    scatter: Numbers = slopes.T @ slopes + rows.T @ (rows * lacking[:, None])
    return scatter
