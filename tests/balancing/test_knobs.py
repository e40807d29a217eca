"""Every number that can be turned is found, turned as said, and written as a variant that is the same game."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludwright
from ludwright.balancing.choosing import choose, read_sums
from ludwright.balancing.errors import BalanceError
from ludwright.balancing.knobs import find_knobs, turned_by_default
from ludwright.balancing.targets import Strengths, all_tables, read_targets
from ludwright.balancing.trying import Laboratory
from ludwright.balancing.versions import Version, lay_out, variant_text, version_of
from ludwright.game import described
from tests.balancing.games import race


def test_parameters_cells_starts_and_numbers_of_the_set_up_are_knobs() -> None:
    knobs = find_knobs(described("harbour_town"), (2,), {})
    assert knobs["hand_size"].values == (3, 4, 5, 6, 7)
    assert (knobs["Gold.cost"].value, knobs["Gold.copies"].value, knobs["setup.1"].value) == (6, 30, 7)
    assert knobs["actions"].value == 1 and "Province.copies" not in knobs  # a formula
    assert not turned_by_default(knobs["buy.1"], True) and turned_by_default(knobs["setup.1"], True)


def test_what_differs_by_number_of_players_is_no_knob_for_several() -> None:
    assert "provinces" in find_knobs(described("harbour_town"), (2,), {})
    assert "provinces" not in find_knobs(described("harbour_town"), (2, 3), {})
    assert "hand_size" not in find_knobs(described("harbour_town"), (2,), {"hand_size": 6})


def test_changes_of_a_variant_count_as_what_is_printed(tmp_path: Path) -> None:
    lay_out(described("harbour_town"), tmp_path)
    (tmp_path / "rush.game").write_text('variant "Rush" of "harbour_town.game"\nchange Gold.cost = 1\n')
    assert find_knobs(described(tmp_path / "rush.game"), (2,), {})["Gold.cost"].value == 1


def test_knobs_are_chosen_by_name_pattern_and_range(tmp_path: Path) -> None:
    known = find_knobs(described(race(tmp_path)), (2,), {})
    chosen = choose(known, ["goal=10..30 by 10", "*.pace"], ["slow.pace"], False)
    assert list(chosen) == ["goal", "quick.pace"] and chosen["goal"].values == (10, 20, 30)
    assert read_sums(known, known, ["*.pace"]) == [("slow.pace", "quick.pace")]
    for asked, words in (
        (["gaol"], "did you mean `goal`"),
        (["goal=9..1"], "smaller number first"),
        (["goal=x"], "whole numbers"),
        (["goal=1..9 by 0"], "a step is 1 or more"),
        (["idle"], "it is set for all versions"),
        (["gift"], "to be turned and to be kept"),
    ):
        with pytest.raises(BalanceError, match=words):
            choose(known, asked, ["gift"], False, {"idle": 3})
    with pytest.raises(BalanceError, match="`idle` is one number"):
        read_sums(known, known, ["idle"])


TURNED = {
    "pig": {"goal": 50, "must_throw": 0, "points of seat 2": 3, "throw.1": 2},
    "harbour_town": {"Gold.cost": 5, "setup.1": 6, "actions": 2, "hand_size": 6},
    "nim": {"small.size": 2, "last_loses": 1},
}


@pytest.mark.parametrize("name", ["pig", pytest.param("harbour_town", marks=pytest.mark.slow), "nim"])
def test_a_version_plays_the_same_turned_quickly_and_read_from_its_file(name: str, tmp_path: Path) -> None:
    description = described(name)
    lay_out(description, tmp_path)
    knobs = find_knobs(description, (2,), {})
    targets = read_targets(["turns 1..9", "first seat wins 0..50%"], Strengths(("random",), (2,)))
    version = version_of(TURNED[name], knobs)
    quick = Laboratory(description, knobs, targets, all_tables(targets), tmp_path, threads=1)
    exact = Laboratory(description, knobs, targets, all_tables(targets), tmp_path, threads=1, exact=True)
    assert quick._quick(version)
    assert quick.play(version, 0, 5, 40) == exact.play(version, 0, 5, 40) != quick.play(Version(), 0, 5, 40)


def test_the_file_of_a_version_checks_and_says_what_it_changes(tmp_path: Path) -> None:
    description = described("harbour_town")
    lay_out(description, tmp_path)
    knobs = find_knobs(description, (2,), {})
    version = version_of({"Gold.cost": 7, "Copper.copies": 50, "setup.2": 4}, knobs)
    path = tmp_path / "better.game"
    path.write_text(variant_text(version, knobs, description, "Better", {"hand_size": 6}))
    assert not ludwright.check(path)
    game = ludwright.load(path)
    assert game.params["hand_size"] == 6
    assert version.told(knobs) == (
        "raise Gold's cost from 6 to 7, fewer copies of Copper: 50 instead of 60 and raise 3 to 4 in `draw 3 from supply[Farm] to p.deck`"
    )
