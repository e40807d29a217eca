"""The same seed gives the same games: in any number of threads, in every process, after an interrupt."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time

import pytest

import ludwright
from ludwright import Chance
from ludwright.python_game import PythonGame
from tests.python_game.games import EncodedMarket, FastMarket, Market, Nim, Pig, StreamingMarket
from tests.python_game.test_against_texts import played


@pytest.mark.parametrize("kind", [Market, EncodedMarket, Nim])
def test_threads_make_no_difference(kind: type[PythonGame]) -> None:
    game = ludwright.load(kind)
    assert played(game, 700, seed=3, threads=1) == played(game, 700, seed=3, threads=2)


@pytest.mark.parametrize("kind", [FastMarket, EncodedMarket, StreamingMarket])
def test_how_a_position_is_kept_makes_no_difference(kind: type[Market]) -> None:
    assert played(ludwright.load(kind, players=3), 300, seed=4) == played(
        ludwright.load(Market, players=3), 300, seed=4
    )


def test_another_seed_gives_other_games() -> None:
    game = ludwright.load(Market)
    assert played(game, 300, seed=3)["seats"] != played(game, 300, seed=4)["seats"]


def test_asking_what_is_forced_changes_no_game() -> None:
    asked = played(ludwright.load(Pig, ask_forced=True), 100, seed=3)
    plain = played(ludwright.load(Pig), 100, seed=3)
    assert asked["seats"] == plain["seats"]
    assert asked["lengths"]["moves"] == plain["lengths"]["moves"]
    assert asked["lengths"]["decisions"]["mean"] > plain["lengths"]["decisions"]["mean"]


class Drawing(ludwright.PythonGame):
    """Its actions are texts in a set: a set of texts has another order in every process."""

    def start(self, chance: Chance) -> None:
        self.left = {"red", "green", "blue", "white", "black", "grey"}
        self.taken: list[str] = []

    def current(self) -> int:
        return len(self.taken) % 2

    def actions(self) -> set[tuple[str, str]]:
        return {("take", colour) for colour in self.left}

    def perform(self, action: tuple[str, str], chance: Chance) -> None:
        self.left.remove(action[1])
        self.taken.append(action[1])

    def over(self) -> bool:
        return len(self.left) == 1

    def winners(self) -> list[int]:
        return [0] if self.taken.index("red" if "red" in self.taken else "blue") % 2 else [1]


REPORT = """
import json, sys
import ludwright
from tests.python_game.games import Market
from tests.python_game.test_same_games import Drawing, stories
from tests.python_game.test_against_texts import played
games = [ludwright.load(Market, players=3), ludwright.load(Drawing)]
print(json.dumps([[played(game, 60, seed=2, threads=2), stories(game)] for game in games]))
"""


def stories(game: ludwright.python_game.LoadedPythonGame) -> list[object]:
    """A few games with the codes of all options on the way, and how they can be taken up again."""
    found: list[object] = []
    for number in range(3):
        play = game.start(seed=2, game=number)
        while not play.over:
            codes = play.codes()
            found.append(codes)
            play.apply(codes[len(codes) // 2])
        found.append((play.snapshot().decode(), play.returns()))
    return found


def test_every_process_plays_the_same_games_with_the_same_codes() -> None:
    reports = []
    for hash_seed in ("1", "2"):
        env = {**os.environ, "PYTHONHASHSEED": hash_seed}
        done = subprocess.run([sys.executable, "-c", REPORT], env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        reports.append(json.loads(done.stdout))
    assert reports[0] == reports[1]
    market = ludwright.load(Market, players=3)
    assert reports[0][0] == json.loads(json.dumps([played(market, 60, seed=2), stories(market)]))


class Endless(Nim):
    """Stones come back: it never ends."""

    longest = 1_000_000

    def over(self) -> bool:
        return False

    def perform(self, action: tuple[str, int, int], chance: Chance) -> None:
        self.seat = 1 - self.seat


def test_an_interrupt_keeps_what_was_played() -> None:
    ludwright.simulate(ludwright.load(Nim), 1)  # the kernel is ready
    threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    result = ludwright.simulate(ludwright.load(Nim), 50_000_000, seed=1)
    assert result.interrupted
    assert 0 < result.games < 50_000_000
    assert result.wins[0] + result.wins[1] == result.games


def test_a_single_long_game_can_be_interrupted() -> None:
    threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    result = ludwright.simulate(ludwright.load(Endless), 1, move_limit=1 << 40)
    assert (result.interrupted, result.games) == (True, 0)


class Waiting(Nim):
    def perform(self, action: tuple[str, int, int], chance: Chance) -> None:
        if action == ("take", 0, 2):
            time.sleep(30)
        super().perform(action, chance)


def test_an_interrupt_in_the_middle_of_an_action_leaves_the_match_as_it_was() -> None:
    play = ludwright.load(Waiting).start()
    play.apply("take 1 1")
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        play.apply("take 0 2")
    assert play.moves == 1
    play.apply("take 0 3")
    play.undo()
    play.undo()
    assert play.moves == 0


def test_a_game_too_long_is_a_fault() -> None:
    class Short(Endless):
        longest = 20

    result = ludwright.simulate(ludwright.load(Short), 10)
    assert [fault.words for fault in result.faults] == ["the game is too long"]
    assert result.faulted == 10
    play = ludwright.load(Short).start()
    for _ in range(20):
        play.apply(play.codes()[0])
    assert play.over
    assert play.fault is not None
    assert play.fault.words.startswith("the game is too long")
    assert list(ludwright.load(Short).trace())[-2].strip() == "the game is too long: more than 20 moves"


def test_a_forced_game_runs_by_itself_to_its_limit() -> None:
    class Alone(Endless):
        longest = 50

        def actions(self) -> list[tuple[str, int, int]]:  # type: ignore[override]
            return [("take", 0, 1)]

    play = ludwright.load(Alone).start()
    assert (play.over, play.moves) == (True, 50)
