"""Expressions are compiled into a loaded game, mean what they mean in its text, and change nothing."""

from __future__ import annotations

import pytest

import ludwright
from ludwright.mistakes import LudwrightError, MistakesError
from ludwright.queries import asking
from ludwright.queries.asking import NothingToAskError
from tests.queries.written import CLIMB


@pytest.fixture(scope="module")
def climb() -> ludwright.Game:
    return ludwright.load_text(CLIMB)


def test_an_expression_that_speaks_of_p_has_a_value_for_every_player(climb: ludwright.Game) -> None:
    lines = asking(climb, ["p.height"]).lines
    assert [(line.title, line.seat) for line in lines] == [("p.height", 0), ("p.height", 1)]


def test_an_expression_about_the_whole_game_has_one_value(climb: ludwright.Game) -> None:
    assert [line.seat for line in asking(climb, ["sum(q.height for q in players)"]).lines] == [None]


def test_a_p_of_its_own_is_not_every_player(climb: ludwright.Game) -> None:
    assert [line.seat for line in asking(climb, ["max(p.height for p in players)"]).lines] == [None]
    assert [line.seat for line in asking(climb, ["max(p.height for p in players) - p.height"]).lines] == [0, 1]


def test_players_may_be_called_otherwise(climb: ludwright.Game) -> None:
    assert [line.seat for line in asking(climb, ["who.height for who in players"]).lines] == [0, 1]


def test_what_the_game_says_itself_is_asked_for_by_name(climb: ludwright.Game) -> None:
    asked = asking(climb, ["lead", "gap", "returns"])
    assert [(line.export, line.seat) for line in asked.lines] == [
        ("lead", 0), ("lead", 1), ("track.0", None), ("returns", 0), ("returns", 1),
    ]  # fmt: skip
    assert asked.game is climb  # nothing had to be compiled again


def test_values_are_those_of_the_state(climb: ludwright.Game) -> None:
    asked = asking(climb, ["p.height * 10", "my height >= 2", "3 / 2"])
    match = asked.game.start(seed=1)
    match.apply("climb 2")
    match.apply("climb 1")
    values = [match._reals(line.export, range(line.seat or 0, (line.seat or 0) + 1))[0] for line in asked.lines]
    assert values == [20, 10, 0, 1.5]  # the last to act stands at 1


def test_the_game_stays_the_same() -> None:
    game = ludwright.load("pig")
    asked = asking(game, ["p.points", "pot"]).game
    for number in range(3):
        plain, other = game.start(seed=4, game=number), asked.start(seed=4, game=number)
        while not plain.over:
            codes = plain.codes()
            assert codes == other.codes()
            code = codes[(plain.moves // 3) % len(codes)]
            plain.apply(code)
            other.apply(code)
        assert plain.returns() == other.returns()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("p.heigth", "expression:1:3: a player has no `heigth`\n    p.heigth\n      ^~~~~~\n  did you mean `height`?"),
        ("p.height +", "expression:1:11: the line ends too early; expected a value\n    p.height +\n              ^"),
        ("players", "expression:1:1: "),
    ],
)
def test_a_mistake_is_told_with_its_place(climb: ludwright.Game, text: str, said: str) -> None:
    with pytest.raises(MistakesError) as error:
        asking(climb, [text])
    assert str(error.value).startswith(said)


@pytest.mark.parametrize("text", ["", "  ", "p.height each round"])
def test_what_is_no_expression_is_refused(climb: ludwright.Game, text: str) -> None:
    with pytest.raises(NothingToAskError):
        asking(climb, [text])


def test_a_game_written_in_python_knows_no_expressions() -> None:
    with pytest.raises(LudwrightError, match="only games with a text"):
        asking(object(), ["1"])  # type: ignore[arg-type]


def test_a_name_of_the_game_is_no_player() -> None:
    game = ludwright.load_text(CLIMB.replace("lead(p): p.height / summit\n", "").replace("summit", "p"))
    assert [line.seat for line in asking(game, ["p + 1"]).lines] == [None]
