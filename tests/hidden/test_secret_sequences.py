"""Made-up sequences of what can happen to numbers nobody sees: redeals look the same to a seat, and do not depend on what it can't see."""

from __future__ import annotations

import random

import pytest

from tests.hidden.every_deal import secret, steps
from tests.hidden.test_secret_numbers import PURSES

SEQUENCES = 20
WORLD = PURSES.replace("coins = 4 in 0..9", "coins = 20 in 0..60").replace("bid = 0 in 0..9", "bid = 0 in 0..99")


def _happens(rng: random.Random) -> str:
    one, other = rng.sample(["Ann", "Ben", "Cid"], 2)
    few = rng.randrange(3)
    return rng.choice(
        [
            f"{one} secretly chooses n from 0..2: pay n from {one}.coins to {other}.coins",
            f"{one} secretly chooses n from 0..2\n  {one}.coins -= n\n  {other}.coins += n",
            f"{one} secretly chooses n from 1..2\n  {one}.bid = n\n  if n is 2: told += 1",
            f"{one}.bid = random n in 0..2",
            f"{one}.coins += random n in 0..1",
            f"let k = {one}.bid\n{other}.bid = k",
            f"let k = {one}.bid + {other}.bid\n{one}.bid = k",
            f"if {one}.coins > {few + 18}: told += 1\nelse: told += 2",
            f"if {one}.bid is {few}: told += 1",
            f"if {one}.bid > {other}.bid: told += 1",
            f"if {one}.coins >= {other}.bid: {one}.coins -= {other}.bid",
            f"{one}.bid = 0",
            f"box = {one}.bid",
            f"{one}.coins += 1",
        ]
    )


@pytest.mark.slow
@pytest.mark.parametrize("length", [3, 5, 7])
def test_all_that_can_happen(length: int) -> None:
    for number in range(SEQUENCES):
        rng = random.Random(f"{length} {number}")
        seat = rng.randrange(3)
        # one that nobody else sees comes first: so there is always something that the seat does not know
        happens = [f"{['Ben', 'Cid', 'Ann'][seat]}.bid = random n in 0..2", *(_happens(rng) for _ in range(length))]
        answers = sum(2 if "secretly" in one else 1 for one in happens)
        secret(steps(WORLD, *happens), answers, seat, least=0)
