"""How many games figures are made of: all that are soon looked at, as many as were asked for, and always told."""

from __future__ import annotations

import json
from collections.abc import Iterator

import polars as pl
import pytest

import ludwright
from ludwright.metrics import Evidence, measure, picks, replays
from ludwright.metrics import evidence as held
from ludwright.metrics.curve import from_lead
from ludwright.playtests import Playtest
from tests.cli.running import run as command


@pytest.fixture(scope="module")
def run() -> Iterator[Playtest]:
    yield ludwright.playtest("curios", "random", 60, seed=5)


def test_all_games_are_played_again_where_that_is_soon_done(run: Playtest) -> None:
    (found,) = measure(run, ["pick rates", "unused rules", "completion"])
    assert [figure.looked_at for _, figure in found.figures] == [(60, 60)] * 3


def test_fewer_games_are_told(run: Playtest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replays, "WORK", 700)
    (found,) = measure(run, ["pick rates", "observed power", "completion"])
    games = Evidence.of(run).games.sort("number")
    fits = max(20, int((games["decisions"].cum_sum() <= 700).sum()))
    assert 20 < fits < 60
    assert found["pick rates"].looked_at == found["observed power"].looked_at == (fits, 60)
    assert found["completion"].looked_at == (60, 60)
    assert found.as_json()["figures"][1]["looked_at"] == {"games": fits, "of": 60}


def test_whoever_names_a_number_of_games_gets_them(run: Playtest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replays, "WORK", 1)
    monkeypatch.setattr(replays, "CLOSE_WORK", 1)
    (found,) = measure(run, ["pick rates", "unused rules"], sample=45)
    assert [figure.looked_at for _, figure in found.figures] == [(45, 60)] * 2
    assert found["unused rules"].n == 45


def test_decisions_that_are_not_held_are_told(run: Playtest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(held, "MOST_DECISIONS", 500)
    (found,) = measure(run, ["genuine decisions", "observed power"], sample=60)
    games, of = found["genuine decisions"].looked_at or (0, 0)
    assert 0 < games < of == 60
    assert found["genuine decisions"].n == games
    assert found["observed power"].looked_at == (games, 60)  # no more than that can be played again


def test_a_curve_read_in_parts_is_the_same(run: Playtest, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Evidence.of(run)
    wanted = from_lead(whole.turns, whole.seats)
    monkeypatch.setattr(held, "_AT_ONCE", 50)
    found = Evidence.of(run).leads
    assert (found.values == wanted.values).all() and (found.starts == wanted.starts).all()
    assert (found.games == wanted.games).all() and (found.movers == wanted.movers).all()
    assert (found.marks == wanted.marks).all()


def test_tracks_are_read_without_the_lead(run: Playtest, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Evidence.of(run).turns.filter(pl.col("name") != "lead")
    monkeypatch.setattr(held, "_AT_ONCE", 50)
    assert Evidence.of(run).tracks.equals(whole)
    monkeypatch.setattr(held, "MOST_TRACKED", 100)
    (found,) = measure(run, ["final quantities"])
    games, of = found["final quantities"].looked_at or (0, 0)
    assert 0 < games < of == 60


def test_options_put_into_words_in_parts_are_counted_alike(run: Playtest, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = measure(run, ["pick rates", "win rates"])[0].as_json()["figures"]
    monkeypatch.setattr(picks, "_AT_ONCE", 1_000)
    assert measure(run, ["pick rates", "win rates"])[0].as_json()["figures"] == wanted


def test_the_command_tells_what_is_made_of_fewer_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replays, "WORK", 300)
    told = command("metrics", "curios", "pick_rates", "completion", "--games", "50", "--seed", "3")
    assert "made of 20 of 50 games: pick rates" in told.out
    assert "--sample" in told.out
    told = command("metrics", "curios", "pick_rates", "--games", "50", "--seed", "3", "--sample", "50", "--json")
    (figure,) = json.loads(told.out)["measured"][0]["figures"]
    assert figure["looked_at"] == {"games": 50, "of": 50}
