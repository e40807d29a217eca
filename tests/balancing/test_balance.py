"""Searches with known answers: a planted fault is mended by no more than undoing it, on fresh seeds too."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import ludwright
from ludwright.balancing.errors import BalanceError
from ludwright.balancing.readings import Reading, pooled, sure
from ludwright.balancing.search import MET, Search
from ludwright.stored import StoredError
from tests.balancing.games import race


def test_a_seat_bonus_is_found_and_mended_on_fresh_seeds(tmp_path: Path) -> None:
    game = race(tmp_path, gift=6)
    found = ludwright.balance(
        game, ["first seat wins 60..73%"], agents="rider", games=40_000, threads=1, out=tmp_path / "out", keep=["* of seat *"]
    )  # fmt: skip
    best = found.versions[0]
    undone = found.knobs["gift"].size(0)
    assert best.state == MET and len(best.version.changes) == 1 and best.size <= undone
    assert best.file is not None
    fresh = ludwright.simulate(ludwright.load(best.file), 4_000, seed=77, agents="rider")
    assert 0.6 < fresh.win_share(0) < 0.73
    assert {"idle", "slow.odds", "quick.odds"}.isdisjoint(name for name, moved in found.moving.items() if moved >= 1.0)


def test_a_saved_version_gives_its_figures_again(tmp_path: Path) -> None:
    game = race(tmp_path)
    found = ludwright.balance(
        game, ["8 to 9 turns"], agents="rider", knobs=["goal"], games=12_000, threads=1, out=tmp_path / "out"
    )
    best = found.versions[0]
    assert best.file is not None and not ludwright.check(best.file)
    reading = next(one for one in best.after if one.key[0] == 0)
    again = ludwright.expect(str(best.file), "turns 8..9", agents="rider", players=2, games=reading.games, seed=1_001)
    assert again.verdicts[0].value == reading.value
    assert f"--games {reading.games} --seed 1001" in best.command
    page = found.page(tmp_path / "balance.html").read_text(encoding="utf-8")
    assert found.rows(best)[0][2] in page and page.count("<svg") == 2 and "Pareto front" in page
    assert "http" not in page.replace("http://www.w3.org", "") and "The nearest so far" in page


def test_the_smallest_change_of_the_right_knob_is_found(tmp_path: Path) -> None:
    """Every step is 2 + 0..3, 3.5 on average: goal g takes about 2 g / 3.5 turns."""
    found = ludwright.balance(
        race(tmp_path), ["15 to 17 turns"], agents="rider", knobs=["goal", "idle"], games=30_000, threads=1
    )
    (name, goal), *rest = found.versions[0].version.changes
    assert name == "goal" and not rest
    smaller = ludwright.simulate(
        ludwright.load(race(tmp_path), params={"goal": goal - 2}), 3_000, seed=5, agents="rider"
    )
    assert smaller.turns.mean < 15.0 < found.versions[0].after[1].value


@pytest.mark.slow
def test_two_knobs_are_turned_where_one_does_not_do(tmp_path: Path) -> None:
    found = ludwright.balance(
        race(tmp_path, gift=6), ["first seat wins 60..73%", "15 to 17 turns"], agents="rider", knobs=["goal", "gift"], games=60_000, threads=1
    )  # fmt: skip
    assert found.versions and set(found.versions[0].version.names) <= {"goal", "gift"}


def test_one_knob_in_a_narrow_range_is_found_before_two(tmp_path: Path) -> None:
    """Only `goal` from 29 to 31 takes as many turns as 30 does; together with other knobs many would."""
    [wanted] = ludwright.measure(
        ludwright.playtest(race(tmp_path), "rider", 3_000, params={"goal": 30}, seed=7, threads=1),
        ["duration in turns"],
    )
    middle = wanted["duration in turns"].value
    assert middle is not None
    found = ludwright.balance(
        race(tmp_path), [f"turns {middle - 0.4:.2f}..{middle + 0.4:.2f}"], agents="rider", games=20_000, threads=1
    )
    (name, goal), *rest = found.versions[0].version.changes
    assert name == "goal" and goal in (29, 30, 31) and not rest


def test_a_knob_is_followed_to_the_end_of_its_range(tmp_path: Path) -> None:
    """With three steps in advance whoever rides first wins 89%, with one 76%; only without any it is 68%."""
    found = ludwright.balance(
        race(tmp_path, gift=3),
        ["first seat wins 64..72%"],
        agents="rider",
        knobs=["gift", "idle"],
        games=20_000,
        threads=1,
    )
    assert dict(found.versions[0].version.changes) == {"gift": 0}


def test_a_sum_is_kept(tmp_path: Path) -> None:
    found = ludwright.balance(
        race(tmp_path), ["first seat wins 72..90%"], agents="rider", knobs=["gift=0..9", "idle=1..9"], sums=["gift + idle"], games=30_000, threads=1
    )  # fmt: skip
    values = dict(found.versions[0].version.changes)
    assert values["gift"] + values["idle"] == 3


@pytest.mark.slow
def test_what_can_not_be_reached_is_told_with_what_stands_in_the_way(tmp_path: Path) -> None:
    found = ludwright.balance(
        race(tmp_path), ["turns over 30"], agents="rider", knobs=["goal=10..30"], games=12_000, threads=1
    )
    assert not found.versions and found.closest is not None and dict(found.closest.version.changes)["goal"] == 30
    assert "nothing that was tried moves it that far" in found.obstacles[0]
    assert "Closest: raise `goal` from 20 to 30" in found.sentence


def test_targets_that_hold_already_change_nothing(tmp_path: Path) -> None:
    found = ludwright.balance(race(tmp_path), ["turns 5..20"], agents="rider", games=8_000, threads=1)
    assert found.fine and not found.versions and "as it is" in found.sentence


def test_a_budget_of_games_is_kept_and_the_same_seed_gives_the_same_answer(tmp_path: Path) -> None:
    game = race(tmp_path, gift=6)
    first, again = (
        ludwright.balance(game, ["no seat advantage"], agents="rider", games=9_000, threads=threads)
        for threads in (1, 2)
    )
    assert first.games <= 9_000
    assert first.as_json() == again.as_json()


@pytest.mark.slow
def test_a_cluster_gives_the_same_answer(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    game = race(tmp_path)
    first, again = (
        ludwright.balance(
            game, ["8 to 9 turns"], agents="rider", knobs=["goal=17..20 by 3"], games=1_000, cluster=cluster
        )
        for cluster in (None, "local:2")
    )
    assert first.as_json() == again.as_json()


def test_a_search_that_was_stopped_goes_on_to_the_same_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, out = race(tmp_path, gift=6), tmp_path / "out"
    whole = ludwright.balance(game, ["first seat wins 50..62%"], agents="rider", games=20_000, threads=1)
    race_on = Search._race
    races = 0

    def stopping(self: Search, version: object) -> None:
        nonlocal races
        races += 1
        if races > 2:
            raise KeyboardInterrupt
        race_on(self, version)  # type: ignore[arg-type]

    monkeypatch.setattr(Search, "_race", stopping)
    stopped = ludwright.balance(game, ["first seat wins 50..62%"], agents="rider", games=20_000, threads=1, out=out)
    assert stopped.interrupted
    monkeypatch.setattr(Search, "_race", race_on)
    with (out / "tries.jsonl").open("a") as file:
        file.write('{"version": [["gi')  # cut off while it was written
    went_on = ludwright.balance(None, out=out, resume=True, threads=1)
    assert [one.version for one in went_on.versions] == [one.version for one in whole.versions]
    assert [one.after for one in went_on.versions] == [one.after for one in whole.versions]


def test_folders_are_not_mixed_up(tmp_path: Path) -> None:
    game, out = race(tmp_path), tmp_path / "out"
    ludwright.balance(game, ["turns 5..20"], agents="rider", games=3_000, threads=1, out=out)
    with pytest.raises(BalanceError, match="there is a search in"):
        ludwright.balance(game, ["turns 5..20"], out=out)
    with pytest.raises(BalanceError, match="other targets"):
        ludwright.balance(None, ["turns 5..21"], out=out, resume=True)
    with pytest.raises(BalanceError, match="to go on with"):
        ludwright.balance(None, out=tmp_path / "nowhere", resume=True)
    with pytest.raises(BalanceError, match="begun without this `--knob`"):
        ludwright.balance(None, out=out, resume=True, knobs=["gift"])
    with pytest.raises(BalanceError, match="begun without this `--agents`"):
        ludwright.balance(None, out=out, resume=True, agents="random")
    settings = json.loads((out / "balance.json").read_text())
    (out / "balance.json").write_text(json.dumps({**settings, "seed": "one"}))
    with pytest.raises(BalanceError, match="`seed` is a text"):
        ludwright.balance(None, out=out, resume=True)
    (out / "balance.json").write_text(json.dumps({name: value for name, value in settings.items() if name != "agents"}))
    with pytest.raises(BalanceError, match=r"`agents` in balance\.json is empty"):
        ludwright.balance(None, out=out, resume=True)


def test_readings_are_sure_only_where_intervals_say_so() -> None:
    reading = Reading((0, 0, ""), 0.5, 0.48, 0.52, 1_000, 0.47, 0.53, share=True)
    assert reading.away == 0 and round(reading.steps, 2) == 2.94 and sure([reading])
    assert not sure([replace(reading, low=0.46, high=0.54)])
    assert replace(reading, value=0.57).away == pytest.approx(2.0)  # four points are twice what matters
    assert replace(reading, value=0.5).off_centre == 0 and round(replace(reading, value=0.515).off_centre, 2) == 0.5
    assert pooled([reading, replace(reading, value=0.6, games=3_000)]).value == pytest.approx(0.575)


def test_a_budget_that_does_not_reach_is_a_message(tmp_path: Path) -> None:
    with pytest.raises(ludwright.LudwrightError, match="too little to play the game as it is"):
        ludwright.balance("pig", ["first seat wins 47..53%"], games=10, threads=1, out=tmp_path / "out")
    assert not (tmp_path / "out").exists()  # the same words with more games may name it again


@pytest.mark.parametrize("written", ["python:", "PYTHON :"])
def test_code_that_a_game_or_a_folder_names_does_not_run_unasked(tmp_path: Path, written: str) -> None:
    evil, mark, out = tmp_path / "evil.py", tmp_path / "mark", tmp_path / "out"
    evil.write_text(f"open({str(mark)!r}, 'w')\ndef f(observation, options):\n    return options[0]\n")
    game = race(tmp_path)
    theirs = tmp_path / "theirs.game"
    theirs.write_text(game.read_text() + f'expect "python:{evil}:f beats random 40 to 60%"\n')
    with pytest.raises(BalanceError, match="if you trust it"):
        ludwright.balance(theirs, games=200, threads=1)
    ludwright.balance(game, ["turns 5..20"], agents="rider", games=1_000, threads=1, out=out)
    settings = json.loads((out / "balance.json").read_text())
    (out / "balance.json").write_text(json.dumps({**settings, "agents": [f"random,{written}{evil}:f"]}))
    with pytest.raises(StoredError, match="if you trust it"):
        ludwright.balance(None, out=out, resume=True, games=2_000, threads=1)
    assert not mark.exists()
    ludwright.balance(theirs, [f"python:{evil}:f beats random 1 to 99%"], games=1_000, threads=1)
    assert mark.exists(), "whoever names it himself means it"
