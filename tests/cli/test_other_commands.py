"""``ludwright games``, ``check``, ``describe`` and ``trace``."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.running import run
from tests.nonempty import some

TYPO = """\
game "Typo"
players 2
var left = 3 in 0..9

turn: takk

action take
  left -= 1

end when lefft is 0: me wins
"""


def test_games_lists_every_bundled_game_with_its_rules_source() -> None:
    listed = json.loads(run("games", "--json").out)
    names = [game["name"] for game in listed]
    assert names == sorted(names)
    assert {"tic_tac_toe", "breakthrough", "clobber", "backgammon"} <= set(names)
    assert all(game["title"] and game["rules"] and game["players"] for game in listed)
    table = run("games").out
    assert all(name in table for name in names)


@pytest.mark.slow  # conformance is tested for each of them
def test_every_bundled_game_passes_its_check() -> None:
    for game in some(json.loads(run("games", "--json").out)):
        ran = run("check", game["name"])
        assert ran.code == 0, ran.out


def test_check_tells_all_mistakes_at_once_with_suggestions(tmp_path: Path) -> None:
    text = tmp_path / "typo.game"
    text.write_text(TYPO, encoding="utf-8")
    ran = run("check", str(text))
    assert ran.code == 1
    assert "did you mean `take`?" in ran.out
    assert "did you mean `left`?" in ran.out
    assert "2 mistakes" in ran.out
    found = json.loads(run("check", str(text), "--json").out)
    assert not found["ok"]
    assert [mistake["line"] for mistake in found["mistakes"] if mistake["severity"] == "mistake"] == [5, 10]


NOTED = """game "Notes"
players 2
cards card
  | name   | rank | copies | when played   |
  | gold   |  3   |   4    | my coins += 3 |
  | silver |  2   |   4    |               |
zone deck of card, face down, holds all cards, shuffled
zone spent of card
each player
  coins = 0 in 0..99
  zone hand of card, seen by owner
define unused_one(p): p.coins
define unused_two(p): p.coins
setup: deal 3 from deck to hand
turn: spend
action spend(c in my hand)
  if sum(x.rank for x in my hand) mod 2 is 0: my coins += 1
  resolve c as played by me
  move c to spent
end when my hand is empty
winner: highest coins
"""


def test_notes_come_in_a_line_for_each_kind(tmp_path: Path) -> None:
    text = tmp_path / "noted.game"
    text.write_text(NOTED, encoding="utf-8")
    short = run("check", str(text))
    assert short.code == 0
    assert short.out.splitlines() == [
        f"note: `unused_one` is never used ({text}:12, and 1 more like it)",
        "",
        f"{text}: no mistakes, 2 notes (`--notes` shows more)",
    ]
    full = run("check", str(text), "--notes").out
    assert full.count(": note: ") == 4 and "nothing happens when `silver`" in full and "hidden cards" in full
    thorough = run("check", str(text), "--thorough", "-n", "2").out
    assert "note: what this tells of hidden cards" in thorough and "silver" not in thorough.split("Notes, 2 players")[0]
    found = json.loads(run("check", str(text), "--json").out)["mistakes"]
    assert [note["about"] for note in found] == ["empty cells", "", "", "conclusions"]


def test_notes_do_not_stand_among_mistakes(tmp_path: Path) -> None:
    text = tmp_path / "noted.game"
    text.write_text(NOTED.replace("is empty", "is emtpy"), encoding="utf-8")
    out = run("check", str(text)).out
    assert out.index("did you mean `empty`?") < out.index("note: `unused_one`")
    assert out.endswith("1 mistake, 2 notes (`--notes` shows more)\n")
    assert "note:" not in run("simulate", str(text)).err


@pytest.mark.parametrize("command", ["simulate", "trace", "describe"])
def test_a_text_with_mistakes_is_explained_by_every_command(command: str, tmp_path: Path) -> None:
    text = tmp_path / "typo.game"
    text.write_text(TYPO, encoding="utf-8")
    ran = run(command, str(text))
    assert ran.code == 1
    assert "did you mean `take`?" in ran.err
    assert "Traceback" not in ran.err


def test_describe_tells_and_draws(tmp_path: Path) -> None:
    picture = tmp_path / "rules.svg"
    ran = run("describe", "othello", "--svg", str(picture))
    assert ran.code == 0, ran.err
    assert "place" in ran.out
    assert picture.read_text(encoding="utf-8").lstrip().startswith("<svg")
    assert json.loads(run("describe", "othello", "--json").out)


def test_trace_prints_the_game_that_simulate_played() -> None:
    ran = run("trace", "tic-tac-toe", "--seed", "3")
    assert ran.code == 0, ran.err
    assert ran.out == run("trace", "tic_tac_toe", "--seed", "3").out
    assert ran.out != run("trace", "tic_tac_toe", "--seed", "4").out
    played = json.loads(run("simulate", "tic_tac_toe", "-n", "1", "--seed", "3", "--json").out)
    numbers = [int(number) for number in re.findall(r"^ +(\d+)\. ", ran.out, re.MULTILINE)]
    assert numbers == list(range(1, played["lengths"]["moves"]["max"] + 1))
    (winner,) = (seat["seat"] for seat in played["seats"] if seat["wins"])
    assert f"{winner} wins" in ran.out


@pytest.mark.parametrize(("command", "other"), [("report", "playtest"), ("metrics", "game")])
def test_an_unknown_name_is_told_in_whole_sentences(command: str, other: str) -> None:
    ran = run(command, "pigg")
    assert ran.code == 2 and "?;" not in ran.err
    assert f"There is no {other} of that name either" in ran.err
