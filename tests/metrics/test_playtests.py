"""Metrics of real playtests: games are played again, oracles are asked, everything is measured."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import ludwright
from ludwright import LudwrightError
from ludwright.metrics import Evidence, NoEvidenceError, measure
from ludwright.metrics.playing_on import PlayingOn
from ludwright.playtests import Playtest
from tests.cli.running import run as command
from tests.nonempty import some

BETS = """\
game "Bets"
players 2
var thrown = 0 in 0..6
turn: one of risky, safe, dream
action risky
  thrown = roll d6
  if thrown is 6: me wins
  else: opponent wins
action safe
  thrown = roll d6
  if thrown > 1: me wins
  else: opponent wins
action dream
  when thrown > 5
  me wins
lead(p): 0.5
"""


@pytest.fixture(scope="module")
def bets(tmp_path_factory: pytest.TempPathFactory) -> Playtest:
    """Sixty games of one choice each: risky wins once in six, safe five times."""
    path = tmp_path_factory.mktemp("bets") / "bets.game"
    path.write_text(BETS, encoding="utf-8")
    return ludwright.playtest(path, games=60, threads=1)


@pytest.fixture(scope="module")
def four(tmp_path_factory: pytest.TempPathFactory) -> Playtest:
    """Forty games of Connect Four."""
    return ludwright.playtest("connect_four", games=40, threads=1, out=tmp_path_factory.mktemp("four") / "run")


# ---------------------------------------------------------------- games played again


def test_what_was_chosen_had_been_offered(four: Playtest) -> None:
    evidence = Evidence.of(four)
    offers = evidence.offers
    counted = offers.group_by("game", "ply").agg(pl.len().alias("there"))
    both = evidence.decisions.join(counted, on=["game", "ply"])
    assert len(both) == len(evidence.decisions)
    assert (both["there"] == both["options"]).all()
    keys = ["game", "ply", "code", "actor", "question"]
    assert len(evidence.decisions.join(offers, on=keys, how="semi")) == len(evidence.decisions)


def test_positions_are_those_of_the_games(four: Playtest) -> None:
    evidence = Evidence.of(four)
    counted = evidence.positions.group_by("game").agg(pl.len().alias("positions")).sort("game")
    assert counted["positions"].to_list() == [count + 1 for count in evidence.games.sort("game")["decisions"].to_list()]
    assert evidence.positions.filter(pl.col("ply") == 0)["key"].n_unique() == 1


def test_no_position_of_connect_four_comes_again(four: Playtest) -> None:
    (found,) = measure(four, ["positions reached"])
    assert found["positions reached"].part("a position comes again").value == 0


def test_turns_are_found_again_in_the_frames() -> None:
    run = ludwright.playtest("pig", games=3, params={"goal": 20}, threads=1)
    evidence = Evidence.of(run)
    leads = evidence.leads
    for place, game in enumerate(some(leads.games.tolist())):
        rows = range(leads.starts[place], leads.starts[place + 1])
        frames = [evidence.placed(leads.witness(row)).ply for row in rows]
        assert [run.match(game, frame).leads() for frame in frames] == leads.values[rows.start : rows.stop].tolist()
        assert frames[-1] == len(run.codes(game))


def test_a_curve_that_begins_later_keeps_its_frames() -> None:
    run = ludwright.playtest("conquest_small", "thesis", 2, threads=1)
    evidence = Evidence.of(run)
    leads = evidence.leads
    first = evidence.placed(leads.witness(0))
    # 8 lands are claimed before the war
    assert first.turn == 9
    assert first.moment == 8
    assert first.ply is not None
    assert run.match(0, first.ply).leads() == pytest.approx(leads.values[0].tolist())


def test_a_sample_is_as_large_as_was_asked_for(four: Playtest) -> None:
    assert Evidence.of(four, sample=7).positions["game"].n_unique() == 7


def test_players_have_the_cards_of_their_zones() -> None:
    run = ludwright.playtest("bird_lady", games=20, players=2, threads=1)
    evidence = Evidence.of(run)
    had = evidence.had
    # every turn takes two of the cards on the table: somebody ends up with each of most kinds, and nobody has any at the start
    assert {"bird1", "fruit", "egg"} <= set(had["what"].to_list())
    assert had["ply"].to_numpy().min() == 1
    (found,) = measure(run, ["observed power"])
    assert found["observed power"].part("bird5").n == 40


def test_options_that_were_never_chosen_have_words(four: Playtest) -> None:
    evidence = Evidence.of(four, sample=1)
    assert set(evidence.offered) == {f"drop {column}" for column in range(1, 8)}


def test_rules_that_nobody_uses_are_named(bets: Playtest) -> None:
    (found,) = measure(bets, ["unused rules", "rare rules", "unused actions"])
    shares = {part.name.partition(": ")[2]: part.value for part in found["rare rules"].parts}
    assert shares["action risky"] + shares["action safe"] == pytest.approx(1)  # type: ignore[operator]
    assert any("`dream`" in part.name for part in found["unused rules"].parts)
    assert found["unused actions"].part("dream").value == 0
    assert found["unused actions"].value == pytest.approx(1 / 3)


# ---------------------------------------------------------------- oracles


def test_play_outs_from_a_position_find_its_chances(bets: Playtest) -> None:
    game = bets.game_of(0)
    match = game.start(seed=1)
    playing = PlayingOn(game, "random", 2000)
    safe = next(option.code for option in match.legal() if option.words == "safe")
    won = (playing.outcomes(match.numbers(), safe)[:, 0] > 0).mean()
    # 5 of 6, within four standard errors of 2,000 throws
    assert won == pytest.approx(5 / 6, abs=4 * np.sqrt(5 / 36 / 2000))
    first = (playing.outcomes(match.numbers(), None)[:, 0] > 0).mean()
    assert first == pytest.approx(1 / 2, abs=4 * np.sqrt(1 / 4 / 2000))


def test_an_oracle_of_play_outs_weighs_options(bets: Playtest) -> None:
    evidence = Evidence.of(bets, oracle="playouts:200")
    weighed = evidence.weighed.join(evidence.actions.select("code", "words"), on="code")
    means = dict(weighed.group_by("words").agg(pl.col("value").mean()).iter_rows())
    assert means["safe"] == pytest.approx(5 / 6, abs=0.03)
    assert means["risky"] == pytest.approx(1 / 6, abs=0.03)
    (found,) = measure(bets, ["false choices"], oracle="playouts:200")
    assert found["false choices"].value == 0  # the two always differ


def test_an_oracle_tells_its_error(bets: Playtest) -> None:
    curve = Evidence.of(bets, oracle="playouts:100").curve
    assert curve.unit == "move"
    assert curve.lengths.tolist() == [2] * 60  # before the choice, and the end
    assert curve.error is not None
    # one play-out has the deviation ½: √(¼ / 100)
    assert curve.error.part("standard error").value == pytest.approx(0.05, abs=0.005)


@pytest.mark.slow
def test_a_search_knows_who_has_won(four: Playtest) -> None:
    curve = Evidence.of(four, oracle="mcts:60", sample=10).curve
    before_the_end = curve.values[curve.starts[1:] - 2, curve.winners]
    assert before_the_end.mean() > 0.8
    assert np.allclose(curve.values.sum(axis=1), 1)


def test_where_nobody_can_lose_an_oracle_has_nothing_to_say() -> None:
    run = ludwright.playtest("yacht", games=3, players=1, threads=1)
    assert Evidence.of(run, oracle="playouts:2", sample=1).curve.count == 0


def test_oracles_that_can_not_answer_say_so(bets: Playtest) -> None:
    evidence = Evidence.of(bets, oracle="greedy")
    with pytest.raises(NoEvidenceError, match="does not search a tree"):
        _ = evidence.curve
    with pytest.raises(NoEvidenceError, match="say how many play-outs"):
        _ = Evidence.of(bets, oracle="playouts:many").curve
    with pytest.raises(NoEvidenceError, match="no oracle was asked"):
        _ = Evidence.of(bets).weighed
    with pytest.raises(NoEvidenceError, match="only the games of a playtest"):
        _ = Evidence().offers


# ---------------------------------------------------------------- all of it


def test_everything_is_measured_and_told_as_plain_data() -> None:
    (found,) = measure(ludwright.playtest("pig", "hold at 20,random", 40, threads=1))
    told = json.loads(json.dumps(found.as_json()))
    assert told["games"] == 40
    assert found["seat shares"].n == 40
    assert found["agent shares"].part("random").n == 40
    assert found["completion"].value == 1
    for figure in (figure for _, figure in found.figures):
        for one in figure.all():
            if one.value is not None and one.low is not None and one.high is not None:
                assert one.low <= one.value + 1e-9 and one.value <= one.high + 1e-9, one.name


def test_the_same_games_give_the_same_figures(four: Playtest) -> None:
    once, again = (measure(four)[0].as_json() for _ in range(2))
    assert once == again


def test_versions_and_numbers_of_players_are_measured_apart() -> None:
    run = ludwright.playtest("pig", games=20, players=[2, 3], grid={"goal": [20, 30]}, threads=1)
    found = measure(run, ["duration in turns", "seat shares"])
    assert [(one.version, one.players, one.games) for one in found] == [(0, 2, 20), (0, 3, 20), (1, 2, 20), (1, 3, 20)]
    assert [len(one["seat shares"].parts) for one in found] == [2, 3, 2, 3]
    assert (found[0]["duration in turns"].value or 0) < (found[2]["duration in turns"].value or 0)


def test_the_command_prints_and_gives_data(four: Playtest) -> None:
    told = command("metrics", str(four.folder), "viability", "--turns", "20", "--parts")
    assert told.code == 0
    assert "40 games, 2 players, random" in told.out
    assert "duration error in turns" in told.out
    assert max(map(len, told.out.splitlines())) <= 80
    data = json.loads(command("metrics", str(four.folder), "drama", "--json").out)
    assert {figure["group"] for figure in data["measured"][0]["figures"]} == {"drama"}


def test_the_command_plays_a_game_and_measures_it() -> None:
    told = command("metrics", "nim", "viability", "drama", "--games", "20")
    assert told.code == 0
    assert "Nim: 20 games, 2 players, random" in told.out
    assert "move by move: playouts:30 asked" in told.out  # the game has no lead
    data = json.loads(command("metrics", "nim", "draws", "--games", "20", "--json").out)
    assert (data["measured"][0]["games"], data["measured"][0]["seed"]) == (20, 1)
    assert len(data["measured"][0]["rules"]) == 8


def test_the_command_lists_all_metrics() -> None:
    assert "killer moves" in command("metrics").out
    listed = json.loads(command("metrics", "--json").out)
    assert {"name", "group", "meaning", "definition"} == set(listed[0])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["{run}", "dramma"], "did you mean"),
        (["nowhere"], "there is no playtest `nowhere`"),
        (["nowhere"], "There is no game of that name either"),
        (["{run}", "--games", "5"], "is a playtest"),
        (["{run}", "drama", "--oracle", "nobody"], "nobody"),
    ],
)
def test_misuse_is_told_in_a_sentence(four: Playtest, arguments: list[str], message: str) -> None:
    ran = command("metrics", *(word.replace("{run}", str(four.folder)) for word in arguments))
    assert ran.code == 2
    assert message in ran.err
    assert "Traceback" not in ran.err


def test_what_was_learned_tells_chances(tmp_path: Path) -> None:
    run = ludwright.playtest("tic_tac_toe", games=30, agents="mcts:5", threads=1)
    curve = Evidence.of(run, oracle="learned", sample=20).curve
    assert curve.how == "learned asked before every choice"
    assert np.allclose(curve.values.sum(axis=1), 1)
    before_the_end = curve.values[curve.starts[1:] - 2]
    won = [game for game in range(len(curve.winners)) if curve.winners[game] in (0, 1)]
    assert np.mean([before_the_end[game, curve.winners[game]] for game in won]) > 0.8
    ludwright.learn("nim", 300).save(tmp_path / "n.npz")
    nim = ludwright.playtest("nim", games=20, threads=1)
    assert Evidence.of(nim, oracle=f"learned:{tmp_path / 'n.npz'}").curve.count == 20
    with pytest.raises(LudwrightError, match="no player that has learned comes with Nim"):
        _ = Evidence.of(nim, oracle="learned").curve
