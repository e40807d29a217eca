"""How far players get, and whether a state could have been reached: on games small enough to know."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import ludwright
from ludwright.solo import Reach, cheat_check, reach
from ludwright.solo.questions import QuestionError, asked

STALL = """
game "Stall"
players 1
clock in minutes
var coins = 2 in 0..1000
var stalls = 0 in 0..50
turn: one of build, sing, rest
action build
  pay 2 from coins
  stalls += 1
action sing, takes 30 minutes
  coins += 1
action rest
  wait 6 hours
every 6 hours when stalls > 0: coins += stalls
goal 1 when stalls >= 1
goal 2 when stalls >= 40
result
  100% of coins in 0..40
profile "busy": 4 sessions a day, 60 minutes each, 60 seconds an action
"""


@pytest.fixture(scope="module")
def stall() -> ludwright.Game:
    return ludwright.load_text(STALL)


@pytest.fixture(scope="module")
def found(stall: ludwright.Game) -> Reach:
    return reach(stall, days=2, seconds=1.0, values=["stalls"])


def test_every_profile_is_played_to_the_end_of_the_days(found: Reach) -> None:
    (player,) = found.players
    assert player.profile == "busy"
    assert player.asked.titles == ("stalls", "coins")
    for course in [*player.best, *player.random]:
        assert course.ended
        assert 2 * 24 * 60 <= course.times[-1] < 2 * 24 * 60 + 6 * 60 + 60
    assert player.best[0].result >= max(course.result for course in player.random)


def test_what_was_found_is_said_and_drawn(found: Reach) -> None:
    said = "\n".join(found.sentences)
    assert "With strong play a busy player gets to a result of" in said
    assert "Goal 1 (stalls >= 1): after" in said
    assert "Goal 2 (stalls >= 40): not reached with strong play" in said
    (player,) = found.players
    last = player.best[0].values[-1]
    assert last[0] == player.best[0].result
    assert found.rows(player)[0][2][-1] == pytest.approx(last[0])
    assert [chart.title for chart in found.charts()] == ["result", "stalls", "coins"]
    assert found.page().count("<svg") == 3
    assert json.dumps(found.as_json())


def test_values_are_those_of_the_game(stall: ludwright.Game, found: Reach) -> None:
    (player,) = found.players
    course, match = player.best[0], player.asked.game.asking_forced().start(seed=1)
    for code, values in zip(course.codes, course.values, strict=False):
        assert values[1:] == (match["stalls"], match["coins"])
        match.apply(code)
    assert match.over


@pytest.mark.parametrize(
    ("claim", "possible"), [("coins >= 150", True), ("coins >= 161", False), ("coins=160", True), ("session > 4", True)]
)
def test_what_can_be_reached_is_told_from_what_can_t(claim: str, possible: bool) -> None:
    game = ludwright.load("simple_coins", params={"energy_cap": 2})
    checked = cheat_check(game, [claim], agents=["nested:3000,once=yes"])
    assert checked.possible is possible
    assert checked.sentences[0].startswith("Possible:" if possible else "Not found:")


def test_several_claims_have_to_hold_at_once() -> None:
    game = ludwright.load("simple_coins", params={"energy_cap": 2})
    for claims, possible in ((["coins >= 40", "session < 2"], True), (["coins >= 60", "session < 2"], False)):
        assert cheat_check(game, claims, agents=["nested:3000,once=yes"]).possible is possible


def test_an_end_after_some_time_is_kept(stall: ludwright.Game) -> None:
    for days, possible in ((0.5, False), (3, True)):
        checked = cheat_check(stall, ["stalls >= 8"], profile="busy", days=days, agents=["nested:2000,once=yes"])
        assert checked.possible is possible


@pytest.mark.parametrize(
    ("game", "asks", "said"),
    [
        ("simple_coins", {"days": 2}, "has no clock, and so no days"),
        ("simple_coins", {"sessions": 2}, "has no clock, and so no sessions"),
        ("hearts", {}, "is for 4 players"),
        ("simple_coins", {"values": ["coinz"]}, "did you mean `coins`"),
    ],
)
def test_what_can_t_be_asked_is_told(game: str, asks: dict[str, object], said: str) -> None:
    with pytest.raises(QuestionError, match=said):
        asked(ludwright.load(game), **asks)  # type: ignore[arg-type]


def test_where_there_is_no_result_strong_play_goes_for_the_last_goal_early() -> None:
    text = STALL[: STALL.index("result\n")] + STALL[STALL.index("profile") :]
    game = ludwright.load_text(text.replace("stalls >= 40", "stalls >= 3"))
    found = reach(game, seconds=1.0)
    (player,) = found.players
    # two coins at first; four more take two hours of singing, which are two sessions
    assert found.soon and player.best[0].goals[1] == min(course.goals[1] for course in [*player.best, *player.random])
    assert player.best[0].goals[1] < 8 * 60
    assert "strong play goes for the last goal" in found.sentences[0]
    assert not any("result" in row[0] for row in found.rows(player))


def test_another_result_can_be_asked_for(stall: ludwright.Game) -> None:
    found = reach(stall, days=1, seconds=0.5, result=["100% of stalls in 0..20"])
    coins = reach(stall, days=1, seconds=0.5)
    assert found.players[0].asked.titles == ("stalls",)
    assert found.players[0].best[0].done["build"] >= coins.players[0].best[0].done["build"]
    with pytest.raises(QuestionError, match="the shares come to 90%"):
        reach(stall, days=1, result=["90% of stalls in 0..20"])


def test_the_words_of_a_foreign_file_are_understood() -> None:
    bakery = str(Path(__file__).parents[2] / "docs" / "examples" / "bakery.wgdl")
    assert cheat_check(bakery, ["town.money >= 13"], seconds=0.5).claims[0].left == "town_money"
    with pytest.raises(QuestionError, match=r"`town\.gold >= 13`: nothing is called `town`"):
        cheat_check(bakery, ["town.gold >= 13"])


def test_a_claim_has_to_say_something() -> None:
    with pytest.raises(QuestionError, match="says nothing of a state"):
        cheat_check("simple_coins", ["coins"])


def test_the_question_leaves_a_foreign_file_as_it_is(tmp_path: Path) -> None:
    path = Path(__file__).parents[2] / "docs" / "examples" / "simple_coins.wgdl"
    question = asked(ludwright.load(path), values=["player_coins * 2"])
    assert question.titles == ("player_coins * 2", "player_coins")
    match = question.game.start()
    match.apply(match.codes()[4])
    assert match.tracked() == {"player_coins * 2": [10.0], "player_coins": [5.0]}
