"""Boards from GraphML: the same boards as from JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import ludwright
from ludwright.mistakes import MistakesError
from ludwright.model.maps import read_map

ISLES = """<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key id="d0" for="node" attr.name="name" attr.type="string"/>
  <key id="d1" for="node" attr.name="gold" attr.type="int"/>
  <key id="d2" for="node" attr.name="chain" attr.type="string"/>
  <key id="d3" for="graph" attr.name="North" attr.type="int"/>
  <key id="d4" for="node" attr.name="x"/> <key id="d5" for="node" attr.name="y"/>
  <graph edgedefault="undirected">
    <data key="d3">5</data>
    <node id="n0"><data key="d0">Skye</data><data key="d1">3</data><data key="d2">North</data><data key="d4">0</data><data key="d5">2.5</data></node>
    <node id="n1"><data key="d0">Mull</data><data key="d1">1</data><data key="d2">North</data><data key="d4">1</data><data key="d5">0</data></node>
    <node id="n2"><data key="d0">Jura</data><data key="d1">2</data><data key="d2">South</data><data key="d4">2</data><data key="d5">1</data></node>
    <edge source="n0" target="n1"/> <edge source="n1" target="n0"/> <edge source="n1" target="n2"/>
  </graph>
</graphml>
"""
CHAINS = {"chain": "chains"}
AS_JSON = {
    "lands": [{"name": "Skye", "gold": 3}, {"name": "Mull", "gold": 1}, {"name": "Jura", "gold": 2}],
    "connections": [["Skye", "Mull"], ["Mull", "Jura"]],
    "chains": {"North": ["Skye", "Mull"], "South": ["Jura"]},
    "chainsValue": {"North": 5},
    "positions": {"Skye": [0, 2.5], "Mull": [1, 0], "Jura": [2, 1]},
}


def test_the_same_board_as_from_json() -> None:
    one = read_map(ISLES, "isles.graphml", cells="lands", regions=CHAINS)
    other = read_map(json.dumps(AS_JSON), "isles.json", cells="lands", regions=CHAINS)
    assert one == other


def test_a_game_on_it(tmp_path: Path) -> None:
    (tmp_path / "isles.graphml").write_text(ISLES)
    path = tmp_path / "isles.game"
    path.write_text(
        'game "Isles"\nplayers 2\nboard graph of land from "isles.graphml", regions chain\n  owner: player or none\nturn: take\n'
        "action take(l in lands)\n  when l.owner is none\n  l.owner = me\nend when no l in lands with l.owner is none\n"
        "score(p): sum(l.gold for l in lands with l.owner is p) + sum(k.bonus for k in chains with every l in k.lands has l.owner is p)\n"
        "winner: highest score\n"
    )
    match = ludwright.load(path).start()
    for land in ("Skye", "Jura"):
        match.apply(f"take {land}")  # the last one is no choice
    assert match.scores() == [3 + 1 + 5, 2]


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("</graphml>", "", 16, "this is not GraphML"),
        ('target="n2"', 'target="n9"', 13, "an edge goes to `n9`, which is no node"),
        ('id="n1"', 'id="n0"', 11, "the node `n0` is there twice"),
        (
            '<?xml version="1.0" encoding="UTF-8"?>',
            '<!DOCTYPE x [<!ENTITY a "b">]>',
            1,
            "can't define words of its own",
        ),
    ],
)
def test_mistakes(old: str, new: str, line: int, words: str) -> None:
    with pytest.raises(MistakesError) as told:
        read_map(ISLES.replace(old, new, 1), "isles.graphml", cells="lands", regions=CHAINS)
    first = told.value.mistakes[0]
    assert words in first.message
    assert first.place is not None and first.place.line == line


def test_nodes_without_names_are_called_by_their_ids() -> None:
    board = read_map(
        "<graphml><graph><node id='7'/><node id='8'/><edge source='7' target='8'/></graph></graphml>", "m.graphml"
    )
    assert board.names == ["7", "8"]
