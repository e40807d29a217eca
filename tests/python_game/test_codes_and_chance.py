"""Numbers for actions, which are the same everywhere; and random numbers, which are the game's own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, IntEnum
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import pytest

import ludwright
from ludwright import Chance
from ludwright.engine.random import Stream, stream
from ludwright.python_game import ChanceError
from ludwright.python_game.codes import DIGESTS, LARGEST, Codes, OpaqueError, code_of
from tests.python_game.games import Nim


class Way(Enum):
    UP = 1
    DOWN = 2


class Size(IntEnum):
    SMALL = 1
    LARGE = 2


class Step(NamedTuple):
    x: int
    y: int


@dataclass(frozen=True)
class Jump:
    x: int
    y: int


def test_codes_are_what_they_have_always_been() -> None:
    """These numbers stand in recorded games: they may not change."""
    assert [code_of(value) for value in (None, 0, 6, DIGESTS - 2)] == [0, 1, 7, DIGESTS - 1]
    assert code_of(("take", 0, 1)) == 1_759_664_734
    assert code_of("draw") == 1_466_643_119
    assert code_of((Way.UP, frozenset({"a", 2}), 0.5, b"x", None)) == 1_230_171_088


def test_values_that_are_equal_have_one_code() -> None:
    assert code_of((1, 2)) == code_of((True, 2.0)) == code_of((np.int64(1), Size.LARGE)) == code_of(Step(1, 2))
    assert code_of(3) == code_of(np.int32(3)) == code_of(3.0)
    assert code_of(frozenset("abc")) == code_of(frozenset("cba"))


def test_values_that_differ_have_different_codes() -> None:
    values: list[Any] = [
        None, "", "1", b"1", -1, DIGESTS, 0.5, -0.5, (), (None,), ("",), ("1",), (1,), (1, 2), (2, 1), ((1,), 2), (1, (2,)),
        ("a", "b"), ("ab",), ("a b",), Way.UP, Way.DOWN, Jump(1, 2), Jump(2, 1), frozenset(), frozenset({1}),
        frozenset({1, 2}), "text 1:1",
    ]  # fmt: skip
    codes = [code_of(value) for value in values]
    assert len(set(codes)) == len(values)
    assert all(0 <= code <= LARGEST for code in codes)


def test_ten_thousand_moves_hardly_ever_share_a_code() -> None:
    moves = [((a, b), (c, d)) for a in range(10) for b in range(10) for c in range(10) for d in range(10)]
    assert len({code_of(move) for move in moves}) >= len(moves) - 2


def test_a_value_without_a_lasting_form_has_no_code() -> None:
    for value in (object(), (1, object()), lambda: 1, Fraction(1, 2), Codes):
        with pytest.raises(OpaqueError):
            code_of(value)


def test_two_actions_that_share_a_code_are_still_two_options(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludwright.python_game.codes.code_of", lambda action: LARGEST - 1)
    play = ludwright.load(Nim).start()
    assert play.codes()[:3] == [LARGEST - 1, LARGEST, 1]
    assert len(play.codes()) == 12
    play.apply("take 1 2")
    play.apply("take 1 2")
    assert play.position().__dict__["heaps"] == [3, 0, 5]
    play.undo()
    assert play.position().__dict__["heaps"] == [3, 2, 5]


def test_what_is_worked_out_is_remembered_only_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludwright.python_game.codes._REMEMBERED", 4)
    codes = Codes()
    assert [codes.code(n) for n in range(20)] == list(range(1, 21))
    assert len(codes._known) <= 4


# ---------------------------------------------------------------- chance


def chance(seed: int = 1) -> Chance:
    return Chance(Stream(*stream(seed, 0, 0)))


def test_chance_is_the_stream_of_the_game() -> None:
    plain = Stream(*stream(1, 0, 0))
    given = chance()
    assert [given.below(n) for n in (6, 52, 2, 1000)] == [plain.below(n) for n in (6, 52, 2, 1000)]


def about(counts: Counter[Any], total: int, expected: dict[Any, float]) -> bool:
    """Whether counts are within five deviations of what they should be."""
    assert set(counts) <= set(expected)
    return all(abs(counts[v] - total * p) < 5 * (total * p * (1 - p)) ** 0.5 for v, p in expected.items())


@pytest.mark.parametrize(
    ("draw", "expected"),
    [
        (lambda c: c.die(), dict.fromkeys(range(1, 7), 1 / 6)),
        (lambda c: c.die(4), dict.fromkeys(range(1, 5), 1 / 4)),
        (lambda c: sum(c.roll(2)), {n: (6 - abs(n - 7)) / 36 for n in range(2, 13)}),
        (lambda c: c.pick("abc"), dict.fromkeys("abc", 1 / 3)),
        (lambda c: c.pick("abc", [1, 0, 3]), {"a": 0.25, "c": 0.75}),
        (lambda c: tuple(c.sample("abc", 2)), dict.fromkeys([("a", "b"), ("b", "a"), ("a", "c"), ("c", "a"), ("b", "c"), ("c", "b")], 1 / 6)),
        (lambda c: int(c.random() * 4), dict.fromkeys(range(4), 1 / 4)),
    ],
)  # fmt: skip
def test_chance_is_fair(draw: Callable[[Chance], Any], expected: dict[Any, float]) -> None:
    given = chance(7)
    assert about(Counter(draw(given) for _ in range(12_000)), 12_000, expected)


def test_every_order_is_equally_likely() -> None:
    given, counts = chance(3), Counter[tuple[int, ...]]()
    for _ in range(12_000):
        cards = [1, 2, 3]
        given.shuffle(cards)
        counts[tuple(cards)] += 1
    assert len(counts) == 6
    assert about(counts, 12_000, dict.fromkeys(counts, 1 / 6))


@pytest.mark.parametrize(
    "draw",
    [
        lambda c: c.below(0),
        lambda c: c.below(1 << 40),
        lambda c: c.pick([]),
        lambda c: c.pick({1, 2}),
        lambda c: c.pick({1: 2}),
        lambda c: c.pick([1, 2], [1]),
        lambda c: c.pick([1, 2], [1, -1]),
        lambda c: c.pick([1, 2], [0, 0]),
        lambda c: c.pick([1, 2], [0.5, 0.5]),
        lambda c: c.sample([1, 2], 3),
        lambda c: c.sample({1, 2}, 1),
        lambda c: c.shuffle({1, 2}),
    ],
)
def test_what_chance_can_not_give(draw: Callable[[Any], Any]) -> None:
    with pytest.raises(ChanceError):
        draw(chance())


def test_chance_that_is_kept_does_not_answer_later() -> None:
    class Keeping(Nim):
        def start(self, chance: Chance) -> None:
            super().start(chance)
            self.chance = chance

        def perform(self, action: tuple[str, int, int], chance: Chance) -> None:
            self.chance.die()

    with pytest.raises(ludwright.PythonGameError, match="chance is lent for one call"):
        ludwright.load(Keeping).start().apply("take 0 1")
