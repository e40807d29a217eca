"""What every name of a text means, where it is defined and who uses it."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludwright
from ludwright.language import syntax
from ludwright.language.binding import Bindings, bind
from ludwright.language.parser import parse_file
from ludwright.language.source import read_description

TEXT = """
game "Bids"
players 2
param goal = 5 in 1..9
enum metal: gold, silver
cards card from "cards.csv"
zone deck of card
each player
  n = 0 in 0..9
  zone hand of card
define worth(c): c.rank + goal
to win(p)
  p.n += 1
turn: bid
action bid(n in 1..3)
  for p in players with p is not me
    let n = p.n
    if n > 2 and any c in p.hand with worth(c) > n: win(p)
  me chooses c from my hand with c.rank > n
    move c to deck
  my n = n
"""


def lines(bindings: Bindings, name: str) -> dict[str, list[int | None]]:
    """For everything of a name: its sort and line, and the lines of its uses."""
    return {
        f"{symbol.sort} {symbol.token.line}": [token.line for token in symbol.uses] for symbol in bindings.named(name)
    }


def test_every_name_is_what_is_nearest() -> None:
    found = bind(parse_file(TEXT))
    assert lines(found, "n") == {"variable 9": [13, 17, 21], "argument 15": [19, 21], "let 17": [18, 18]}
    assert lines(found, "c") == {"argument 11": [11], "loop 18": [18], "question 19": [19, 20]}
    assert lines(found, "p") == {"argument 12": [13], "loop 16": [16, 17, 18, 18]}
    assert lines(found, "goal") == {"parameter 4": [11]}
    assert lines(found, "worth") == {"definition 11": [18]}
    assert lines(found, "hand") == {"zone 10": [18, 19]}
    assert lines(found, "gold") == {"value 5": []}
    assert {str(token) for token in found.unknown} == {"rank", "players", "me", "player"}


def test_a_name_is_found_by_its_place() -> None:
    found = bind(parse_file(TEXT))
    token = found.at(18, 8)
    assert token is not None
    meaning = found.meaning(token)
    assert meaning is not None and (meaning.sort, meaning.token.line, meaning.token.column) == ("let", 17, 9)
    assert found.at(1, 1) is None


def test_members_of_several_kinds_may_all_be_meant() -> None:
    found = bind(parse_file("things man\n  size = 1\nthings ship\n  size = 2\nscore(p): sum(m.size for m in men)\n"))
    (use,) = {id(token): token for symbol in found.named("size") for token in symbol.uses}.values()
    assert [symbol.owner for symbol in found.meanings(use)] == ["man", "ship"]
    assert found.meaning(use) is None


@pytest.mark.parametrize(
    "file", sorted(Path(ludwright.__file__).parent.joinpath("games").glob("*.game")), ids=lambda p: p.stem
)
def test_every_word_of_a_bundled_game_is_bound_or_unknown(file: Path) -> None:
    trees = [declaration.tree for declaration in read_description(file).declarations]
    found = bind(trees)
    names = [token for tree in trees for token in syntax.tokens(tree, "NAME")]
    meant = {id(token) for token in names if found.meanings(token)}
    unknown = {id(token) for token in found.unknown}
    assert len(meant) > len(names) / 2
    assert not meant & unknown


HIDDEN = """
game "Names"
players 2
var pot = 0 in 0..99
each player
  n = 0 in 0..9, seen by owner
turn: go
action go(k in 1..3)
  my n = k
  for n in 1..3
    if n > 2: pot += n
  for p in players
    let n = 4
    n += 1
    if n > 4: pot += n
  if twice(k) > 1: pot += 1
define twice(n): n + n
end when pot > 40: me wins
"""


def test_a_local_name_is_not_taken_for_somebodys_hidden_number() -> None:
    for run in ("native", "twin"):
        match = ludwright.load_text(HIDDEN).start(run=run)
        match.apply("go 2")
        assert match["pot"] == 3 + 2 * 5 + 1
        assert match["n"][0] == 2


def test_messages_have_the_names_of_the_text() -> None:
    wrong = HIDDEN.replace("if n > 2: pot += n", "if n > 2: n += 1")
    with pytest.raises(ludwright.MistakesError) as caught:
        ludwright.load_text(wrong)
    (mistake,) = [one for one in caught.value.mistakes if one.severity == "mistake"]
    assert mistake.message == "`n` can't be changed here"
    assert mistake.place is not None and mistake.place.text.strip() == "if n > 2: n += 1"
