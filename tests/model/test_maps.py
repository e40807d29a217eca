"""Maps from files and from link lines; what a wrong map gets."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludwright.mistakes import MistakesError, Place
from ludwright.model import maps
from ludwright.model.map_notes import worth_knowing
from ludwright.model.map_text import MOST_MISTAKES, MapText
from ludwright.model.maps import MOST_LINKS, MOST_PROPERTIES, graph_from_links, read_map, word_for

WORLD = (Path(__file__).parent / "world.json").read_text()
CONTINENTS = {"continent": "continents"}
PUBLISHED = {
    "territories": [0, 1, 2, 3],
    "connections": {"0": [1, 2], "1": [3], "2": [], "3": [1]},
    "continents": {"0": [0, 1], "1": [2, 3]},
    "continentsValue": {"0": 5, "1": 2},
}
HERE = Place("some.game", 4, 1, 5, "board graph of room")


def refused(data: Any, **options: Any) -> list[str]:
    """The messages a map gets, given as JSON text or as what becomes it."""
    text = data if isinstance(data, str) else json.dumps(data)
    with pytest.raises(MistakesError) as caught:
        read_map(text, "map.json", **options)
    assert caught.value.mistakes
    return [mistake.message for mistake in caught.value.mistakes]


def test_the_world_has_42_lands_83_borders_and_6_continents() -> None:
    world = read_map(WORLD, "world.json", regions=CONTINENTS)
    assert (world.count, len(world.links), len(world.pieces)) == (42, 83, 1)
    continents = world.regions["continent"]
    assert list(zip(continents.names, map(len, continents.members), continents.properties["bonus"], strict=True)) == [
        ("North America", 9, 5),
        ("South America", 4, 2),
        ("Europe", 7, 5),
        ("Africa", 6, 3),
        ("Asia", 12, 7),
        ("Australia", 4, 2),
    ]
    alaska = world.names.index("Alaska")
    assert [world.names[cell] for cell in world.neighbours[alaska]] == ["Northwest Territory", "Alberta", "Kamchatka"]
    assert continents.of_cell[alaska] == 0
    assert world.distances[alaska, world.names.index("Japan")] == 2


def test_the_published_form_is_read_both_ways() -> None:
    board = read_map(json.dumps(PUBLISHED), "map.json", regions=CONTINENTS)
    assert board.names == ["0", "1", "2", "3"]
    assert board.neighbours == [[1, 2], [0, 3], [0], [1]]
    assert board.regions["continent"].members == [[0, 1], [2, 3]]
    assert board.regions["continent"].properties == {"bonus": [5, 2]}


def test_cells_carry_properties_and_positions() -> None:
    cities = [
        {"name": "Atlanta", "disease": "blue", "size": 3, "port": False, "position": [0, 1.5]},
        {"name": "Miami", "disease": "yellow", "size": None, "port": True, "position": [1, 0]},
    ]
    board = read_map(
        json.dumps({"cities": cities, "connections": [["Atlanta", "Miami"]]}), "cities.json", cells="cities"
    )
    assert board.properties == {"disease": ["blue", "yellow"], "size": [3, None], "port": [False, True]}
    assert board.positions == [(0.0, 1.5), (1.0, 0.0)]


def test_regions_may_be_of_several_kinds() -> None:
    data = {
        "cells": ["a", "b", "c"],
        "connections": [["a", "b"]],
        "districts": {"north": {"cells": ["a"], "rent": 4}, "south": {"cells": ["b", "c"], "rent": 2}},
        "guilds": {"bakers": ["c"]},
    }
    board = read_map(json.dumps(data), "town.json", regions={"district": "districts", "guild": "guilds"})
    assert board.regions["district"].of_cell == [0, 1, 1]
    assert board.regions["district"].properties == {"rent": [4, 2]}
    assert board.regions["guild"].of_cell == [-1, -1, 0]
    assert [len(part) for part in board.pieces] == [2, 1]


def test_positions_may_stand_apart() -> None:
    data = {"cells": ["a", "b"], "connections": [["a", "b"]], "positions": {"b": [1, 1], "a": [0, 0]}}
    assert read_map(json.dumps(data), "map.json").positions == [(0.0, 0.0), (1.0, 1.0)]
    data["positions"] = {"b": [1, 1]}
    assert refused(data) == ["`a` has no position, others have"]


PAIR = {"cells": ["north", "south"], "connections": [["north", "south"]]}


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        ("[1, 2]", "one JSON object"),
        ("{}", "lists no cells"),
        ('{"cells": []}', "at least one cell"),
        ('{"cells": 3}', "at least one cell"),
        ('{"cells": ["a"], "cells": ["b"]}', "given twice"),
        ("[" * 100_000, "nested too deeply"),
        ('{"cells": ["a"], "n": ' + "9" * 10_000 + "}", "too many digits"),
        ({**PAIR, "cells": ["north", "south", "north"]}, "`north` is listed twice"),
        ({**PAIR, "cells": ["north", "south", "New York", "New-York"]}, "too alike"),
        ({**PAIR, "cells": ["north", "south", ""]}, "no proper name"),
        ({**PAIR, "cells": ["north", "south", ["x"]]}, "no proper name"),
        ({**PAIR, "cells": ["north", "south", True]}, "no proper name"),
        ({**PAIR, "cells": ["north", "south", {"size": 3}]}, "no proper name"),
        ({**PAIR, "cells": ["north", "south", {"name": "x", "size": 1.5}]}, "`size` of `x` is 1.5"),
        ({**PAIR, "cells": ["north", "south", {"name": "x", "big size": 1}]}, "can't be a property"),
        ({**PAIR, "cells": [{"name": "north", "size": 1}, {"name": "south", "size": "big"}]}, "same sort of value"),
        ({"cells": ["north"]}, "no connections"),
        ({**PAIR, "connections": [["north", "suoth"]]}, "names `suoth`"),
        ({**PAIR, "connections": {"north": ["suoth"]}}, "names `suoth`"),
        ({**PAIR, "connections": {"north": "south"}}, "must be a list"),
        ({**PAIR, "connections": [["north"]]}, "joins two cells"),
        ({**PAIR, "connections": [["north", "north"]]}, "connected to itself"),
        ({**PAIR, "connections": [["north", "south"]] * 2}, "listed twice"),
        ({**PAIR, "positions": {"north": [0], "south": [1, 1]}}, "position of `north`"),
        ({**PAIR, "positions": 3}, "must give a point"),
        ({**PAIR, "cells": [f"c{i}" for i in range(10_001)]}, "10,001 cells"),
    ],
)
def test_a_wrong_map_is_refused_with_a_reason(data: Any, words: str) -> None:
    messages = refused(data)
    assert len(messages) == 1
    assert words in messages[0]


@pytest.mark.parametrize(
    ("continents", "words"),
    [
        (None, "has no `continents`"),
        ([], "must give the cells"),
        ({"A": ["north", "east"]}, "names `east`"),
        ({"A": []}, "has no cells"),
        ({"A": 7}, "must be a list"),
        ({"A": {"bonus": 3}}, "must be a list"),
        ({"A": ["north"], "B": ["north"]}, "in two regions"),
        ({"A": ["north", "north"]}, "twice"),
        ({"A": {"cells": ["north"], "bonus": "much"}, "B": {"cells": ["south"], "bonus": 3}}, "same sort of value"),
    ],
)
def test_wrong_regions_are_refused_with_a_reason(continents: Any, words: str) -> None:
    data = PAIR if continents is None else {**PAIR, "continents": continents}
    messages = refused(data, regions=CONTINENTS)
    assert len(messages) == 1
    assert words in messages[0]


def test_the_worth_of_an_unknown_region_is_refused() -> None:
    data = {**PAIR, "continents": {"A": ["north"]}, "continentsValue": {"B": 3}}
    assert refused(data, regions=CONTINENTS) == ["`continentsValue` names `B`, which is none of `continents`"]


def test_too_many_connections_are_refused() -> None:
    data = {**PAIR, "connections": {"north": ["south"] * (2 * MOST_LINKS + 1)}}
    assert "connections" in refused(data)[0]


def test_of_very_many_mistakes_the_first_are_told_and_no_more_are_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []
    place = MapText._spot

    def spot_counted(self: MapText, spot: Any) -> Any:
        looked.append("place")
        return place(self, spot)

    def meant_counted(word: str, known: Any) -> str:
        looked.append("name")
        return ""

    monkeypatch.setattr(MapText, "_spot", spot_counted)
    monkeypatch.setattr(maps, "_meant", meant_counted)
    for data in (
        {**PAIR, "connections": [["north", "south"]] * 20_000},
        {**PAIR, "connections": [["north", f"x{n}"] for n in range(20_000)]},
        {**PAIR, "connections": ["north"] * 20_000},
        {**PAIR, "positions": {f"x{n}": [0, 0] for n in range(20_000)}},
    ):
        looked.clear()
        assert len(refused(data)) == MOST_MISTAKES
        assert len(looked) <= 2 * MOST_MISTAKES
    looked.clear()
    with pytest.raises(MistakesError) as caught:
        graph_from_links([("a", [f"x{n}" for n in range(20_000)], HERE)] * 20, names=["a", "b"])
    assert len(caught.value.mistakes) == MOST_MISTAKES
    assert len(looked) <= 2 * MOST_MISTAKES


def test_equal_links_are_several_up_to_a_bound() -> None:
    assert graph_from_links([("a", ["b"], HERE), ("b", ["a"], HERE)]).links == [(0, 1)]
    assert graph_from_links([("a", ["b"] * 1_000, HERE)] * 20).links == [(0, 1)] * 9


def test_too_many_properties_are_refused() -> None:
    printed = {f"p{n}": n for n in range(MOST_PROPERTIES + 1)}
    assert refused({**PAIR, "cells": [{"name": "north", **printed}, "south"]}) == [
        "this map prints 501 properties on a cell"
    ]


def test_cells_that_nothing_connects_are_parts_of_their_own() -> None:
    board = graph_from_links([("a", ["c"], HERE)], names=["a", "b", "c", *(f"x{n}" for n in range(9_000))])
    assert board.pieces[:3] == [[0, 2], [1], [3]]
    assert len(board.pieces) == 9_002


def test_all_mistakes_come_at_once_each_at_its_place() -> None:
    text = '{"cells": ["north", "south"],\n "connections": [["north", "suoth"],\n  ["nroth", "south"]]}'
    with pytest.raises(MistakesError) as caught:
        read_map(text, "map.json")
    first, second = caught.value.mistakes
    assert first.place is not None
    assert second.place is not None
    assert (first.place.file, first.place.line, first.place.column, first.place.width) == ("map.json", 2, 28, 7)
    assert first.place.text == ' "connections": [["north", "suoth"],'
    assert "`south`" in first.hint
    assert (second.place.line, second.place.column) == (3, 4)


def test_link_lines_make_a_board() -> None:
    board = graph_from_links([("hall", ["kitchen", "study"], HERE), ("study", ["library"], HERE)], place=HERE)
    assert board.names == ["hall", "kitchen", "study", "library"]
    assert board.neighbours == [[1, 2], [0], [0, 3], [2]]
    listed = graph_from_links([("b", ["a"], HERE)], place=HERE, names=["a", "b", "c"])
    assert listed.neighbours == [[1], [0], []]


@pytest.mark.parametrize(
    ("links", "names", "words"),
    [
        ([], [], "no cells"),
        ([("a", ["a"], HERE)], [], "linked to itself"),
        ([("hall", ["kichen"], HERE)], ["hall", "kitchen"], "no cell `kichen`"),
    ],
)
def test_wrong_link_lines_are_refused(links: Any, names: list[str], words: str) -> None:
    with pytest.raises(MistakesError) as caught:
        graph_from_links(links, place=HERE, names=names)
    assert words in caught.value.mistakes[0].message
    assert caught.value.mistakes[0].place == HERE


def test_names_become_words_of_the_language() -> None:
    assert [word_for(name) for name in ("Western US", "St. Louis", "7", "Alaska", "--")] == [
        "Western_US",
        "St_Louis",
        "_7",
        "Alaska",
        "_",
    ]


JSON_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 3)
    | st.floats()
    | st.sampled_from(["a", "b", "cells", "name", "position", ""]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["a", "b", "cells", "name", "position", "bonus"]), inner, max_size=4)
    ),
    max_leaves=12,
)
KEYS = st.sampled_from(["cells", "territories", "connections", "continents", "continentsValue", "positions"])


@settings(max_examples=300)
@given(st.dictionaries(KEYS, JSON_VALUES, max_size=5))
def test_any_json_is_a_board_or_a_mistake(data: dict[str, Any]) -> None:
    try:
        board = read_map(json.dumps(data), "map.json", regions=CONTINENTS)
    except MistakesError as error:
        assert error.mistakes
    else:
        assert board.count == len(board.neighbours) > 0


def test_the_mark_some_editors_put_first_does_no_harm() -> None:
    assert read_map("\ufeff" + json.dumps(PAIR), "map.json").count == 2


def test_the_caret_points_at_the_cell_and_not_at_a_continent_of_its_name() -> None:
    world = {"continents": {"N": ["A", "N"], "S": ["B"]}, "cells": ["A", "B", "N"], "connections": [["A", "B"]]}
    wrong = [
        ({**world, "cells": ["A", "B", "N", "N"]}, '"N"], "connections"'),
        ({**world, "connections": [["N", "A"], ["N", "N"]]}, '["N", "N"]'),
        ({**world, "connections": {"A": ["N"], "N": ["A", "N"]}}, '"N": ["A", "N"'),
        ({**world, "connections": [["A", "B"], ["N", "A"], ["A", "B"]]}, '["A", "B"]]'),
        ({**world, "cells": [1, 2, 1]}, '1], "connections"'),
    ]
    for data, there in wrong:
        text = json.dumps(data)
        with pytest.raises(MistakesError) as caught:
            read_map(text, "map.json", regions=CONTINENTS)
        (mistake,) = caught.value.mistakes
        assert mistake.place is not None and mistake.place.column == text.rindex(there) + 1, mistake.render()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({}, []),
        ({"connections": [["A", "B"]]}, ["this map falls into 2 parts: no way leads from `A` to `N`"]),
        ({"continents": {"North": {"bonus": 2, "cells": ["A", "B"]}}}, ["`N` lies in no continent"]),
        (
            {"continents": {"North": {"bonus": 2, "cells": ["A", "B"]}, "South": ["N"]}},
            ["the continent `South` has no `bonus`, others have"],
        ),
        (
            {
                "cells": ["A", "B", "N", "D", "E"],
                "connections": [list(pair) for pair in combinations("ABNDE", 2)],
                "continents": {"All": ["A", "B", "N", "D", "E"]},
            },
            ["this map can't be drawn without connections that cross"],
        ),
    ],
)
def test_what_is_odd_about_a_map_gets_a_note(change: dict[str, Any], words: list[str]) -> None:
    world = {"cells": ["A", "B", "N"], "connections": [["A", "B"], ["B", "N"]], "continents": {"All": ["A", "B", "N"]}}
    board = read_map(json.dumps({**world, **change}), "map.json", regions=CONTINENTS)
    assert [message for message, _ in worth_knowing(board)] == words


def test_a_connection_may_be_there_several_times() -> None:
    board = read_map('{"cells": ["A", "B", "C"], "connections": [["A", "B", 2], ["B", "C"]]}', "a.json")
    assert board.links == [(0, 1), (0, 1), (1, 2)]
    first, second, _ = board.outline.edge_positions
    assert first != second
    assert [sum(axis) / 2 for axis in zip(first, second, strict=True)] == pytest.approx(
        [sum(axis) / 2 for axis in zip(*board.positions[:2], strict=True)]
    )
