"""Every operation on a hand-worked row of numbers."""

from __future__ import annotations

import math

import pytest

from ludwright.queries import OPERATIONS, QueryError, read_operation

KNOWN = {
    "sum": 18.0,  # 8 + 4 + 2 + 4
    "difference": -2.0,  # 8 - 4 - 2 - 4
    "product": 256.0,
    "quotient": 0.25,  # 8 / 4 / 2 / 4
    "average": 4.5,
    "minimum": 2.0,
    "maximum": 8.0,
    "median": 4.0,  # 2 4 4 8
    "deviation": math.sqrt(19 / 3),  # 3.5² + 0.5² + 2.5² + 0.5² = 19, divided by 3
    "quantile:0.25": 3.5,  # place 0.75 between 2 and 4
    "quantile:1": 8.0,
}


@pytest.mark.parametrize(("text", "value"), KNOWN.items())
def test_numbers_are_combined(text: str, value: float) -> None:
    assert read_operation(text)([8, 4, 2, 4]) == pytest.approx(value)


def test_every_operation_has_a_known_answer() -> None:
    assert {text.split(":")[0] for text in KNOWN} == set(OPERATIONS)


def test_a_quotient_by_nothing_has_no_value() -> None:
    assert math.isnan(read_operation("quotient")([1, 0]))
    assert math.isnan(read_operation("quotient")([0, 0]))


def test_what_grows_beyond_all_numbers_has_no_value() -> None:
    assert math.isnan(read_operation("product")([1e300, 1e300]))


def test_a_single_value_has_no_deviation() -> None:
    assert math.isnan(read_operation("deviation")([3]))


@pytest.mark.parametrize(
    ("text", "name"), [("mean", "average"), ("Max", "maximum"), ("standard deviation", "deviation")]
)
def test_operations_go_by_several_names(text: str, name: str) -> None:
    assert read_operation(text).name == name


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("averge", "did you mean `average`"),
        ("quantile", "needs a share"),
        ("quantile:2", "needs a share"),
        ("quantile:x", "needs a share"),
        ("sum:0.5", "stands alone"),
        ("", "there are sum"),
    ],
)
def test_slips_are_told(text: str, said: str) -> None:
    with pytest.raises(QueryError, match=said):
        read_operation(text)
