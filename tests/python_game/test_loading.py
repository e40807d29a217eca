"""A loaded game in Python has the face of any game: names, words, codes, results, a trace."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

import numba
import pytest

import ludwright
from ludwright import Chance, Match, PythonGameError
from ludwright.engine.calling import call_real
from ludwright.engine.random import Stream
from ludwright.python_game import LoadedPythonGame, PythonGame
from tests.python_game.games import EncodedMarket, FastMarket, Market, Nim, Pig, StreamingMarket, TicTacToe

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "nim_in_python.py"


def test_names_and_numbers() -> None:
    game = ludwright.load(TicTacToe)
    assert (game.title, game.players, game.seats, game.params) == ("Tic-tac-toe", 2, ["X", "O"], {})
    assert ludwright.load(Pig, players=3).seats == ["seat 1", "seat 2", "seat 3"]
    assert ludwright.load(Nim).params == {"heaps": (3, 4, 5), "last_loses": False}
    assert repr(game) == "<Game 'Tic-tac-toe' in Python for 2>"
    assert Path(game.source).name == "games.py"


def test_there_are_no_profiles() -> None:
    with pytest.raises(ludwright.LudwrightError, match="has no profiles"):
        ludwright.simulate(ludwright.load(Nim), games=1, profile="commuter")
    with pytest.raises(ludwright.LudwrightError, match="has no profiles"):
        ludwright.load(Nim, profile="commuter")  # type: ignore[call-overload]


def test_a_class_or_an_object_can_be_loaded() -> None:
    made = ludwright.load(Nim([1, 2])).start()
    assert [option.words for option in made.legal()] == ["take 0 1", "take 1 1", "take 1 2"]
    given = ludwright.load(Nim, params={"heaps": (1, 2)})
    assert given.start().codes() == made.codes()
    assert len(given.setting(heaps=(9,)).start().codes()) == 9


def test_an_object_is_a_pattern_and_never_played_itself() -> None:
    pattern = Nim()
    play = ludwright.load(pattern).start()
    play.apply("take 0 1")
    assert not hasattr(pattern, "heaps")


def test_a_match_is_a_match() -> None:
    play = ludwright.load(TicTacToe).start(seed=1)
    assert isinstance(play, Match)
    assert (play.actor, play.moves, play.over, play.fault, play.scores(), play.leads()) == (
        0,
        0,
        False,
        None,
        None,
        None,
    )
    option = play.legal()[4]
    assert (option.code, option.action, option.values, option.words) == (5, "move", ("4",), "place b2")
    play.apply(option)
    play.apply(1)
    for words in ("place b1", "place c1", "place b3"):
        play.apply(words)
    assert (play.over, play.actor, play.moves, play.turn, play.returns()) == (True, None, 5, 5, [1.0, -1.0])
    assert play.legal() == []
    assert play.tracked() == {}


def test_scores_and_leads_can_be_asked_for_at_any_time() -> None:
    play = ludwright.load(Market).start(seed=3)
    position = play.position()
    assert isinstance(position, Market)
    assert play.scores() == [position.score(0), position.score(1)]
    pig = ludwright.load(Pig, params={"goal": 10}).start(seed=3)
    while pig.actor == 0 and not pig.over:
        pig.apply("pass")
    assert pig.leads() is not None
    assert max(pig.leads() or [9]) <= 1.0


def test_what_a_seat_leads_by_is_cut_to_one() -> None:
    class Boasting(Nim):
        def lead(self, seat: int) -> float:
            return 7.0 - 10 * seat

    assert ludwright.load(Boasting).start().leads() == [1.0, 0.0]


def test_kernels_find_scores_and_leads_by_address() -> None:
    by_address: Any = call_real
    ask: Any = numba.njit(lambda address, state, table, context, seat: by_address(address, state, table, context, seat))

    game = ludwright.load(Market)
    rules = game.compiled
    state, context = rules.new_state(), rules.new_context(Stream(5, 1))
    rules.setup(state, game.table, context)
    places = (state.ctypes.data, game.table.ctypes.data, context.ctypes.data)
    assert ask(rules.addresses["real_score"], *places, 1) == rules.real("score", state, game.table, context, 1) > 0
    assert "real_lead" not in rules.addresses


# ---------------------------------------------------------------- words


class Suit(Enum):
    HEARTS = 1
    BLACK_SPADES = 2


@dataclass(frozen=True)
class Bid:
    amount: int
    suit: Suit


class Talking(Nim):
    """Nim whose actions are whatever is put in."""

    given: tuple[Any, ...] = ()

    def actions(self) -> Any:
        return list(self.given)


@pytest.mark.parametrize(
    ("action", "told"),
    [
        (None, ("pass", (), "pass")),
        (7, ("move", ("7",), "7")),
        ("draw", ("draw", (), "draw")),
        (("sell", 3, True), ("sell", ("3", "yes"), "sell 3 yes")),
        (((0, 1), (2, 3)), ("move", ("0,1", "2,3"), "0,1 2,3")),
        (("go", (1, (2, 3))), ("go", ("1,2,3",), "go 1,2,3")),
        (Suit.BLACK_SPADES, ("move", ("black spades",), "black spades")),
        (Bid(3, Suit.HEARTS), ("bid", ("3", "hearts"), "bid 3 hearts")),
        (("give", frozenset({"b", "a"}), 0.5, None), ("give", ("a,b", "0.5", "none"), "give a,b 0.5 none")),
    ],
)
def test_actions_in_words(action: Any, told: tuple[str, tuple[str, ...], str]) -> None:
    class One(Talking):
        given = (action, "other")

    option = ludwright.load(One).start().legal()[0]
    assert (option.action, option.values, option.words) == told


def test_words_always_differ() -> None:
    class Alike(Talking):
        given = (("a", "b"), "a b", ("a b",), "a b (2)")

    play = ludwright.load(Alike).start()
    words = [option.words for option in play.legal()]
    assert words == ["a b", "a b (2)", "a b (3)", "a b (2) (2)"]
    assert [play.game.wording.option(code, play.words).words for code in play.codes()] == words


def test_what_is_listed_twice_counts_once() -> None:
    class Twice(Talking):
        given = ("a", "b", "a", ("c", 1), ("c", True))

    assert [option.words for option in ludwright.load(Twice).start().legal()] == ["a", "b", "c 1"]


# ---------------------------------------------------------------- results


def result_of(players: int, cooperative: bool = False, **functions: Any) -> list[float]:
    """The returns of a game that is over at once."""
    settings = {"players": players, "cooperative": cooperative, "over": lambda game: True, **functions}
    bare = {name: vars(Nim)[name] for name in ("start", "current", "actions", "perform", "__init__")}
    return ludwright.load(type("Done", (PythonGame,), {**bare, **settings})).start().returns()


def test_who_wins_gets_one_and_the_others_lose_one() -> None:
    assert result_of(3, winners=lambda game: [1]) == [-1, 1, -1]
    assert result_of(3, winners=lambda game: {0, 2}) == [1, -1, 1]
    assert result_of(3, score=lambda game, seat: [4, 9, 2][seat]) == [-1, 1, -1]
    assert result_of(3, score=lambda game, seat: [9, 2, 9][seat]) == [1, -1, 1]


def test_nobody_or_everybody_is_a_draw() -> None:
    assert result_of(2, winners=lambda game: []) == [0, 0]
    assert result_of(2, winners=lambda game: [0, 1]) == [0, 0]
    assert result_of(2, score=lambda game, seat: 5) == [0, 0]


def test_alone_or_together_points_are_the_result() -> None:
    assert result_of(1, score=lambda game, seat: 17.5) == [17.5]
    assert result_of(3, cooperative=True, score=lambda game, seat: 12) == [12, 12, 12]
    assert result_of(1, winners=lambda game: []) == [-1]
    assert result_of(2, cooperative=True, winners=lambda game: [0, 1]) == [1, 1]


def test_returns_of_its_own() -> None:
    assert result_of(2, returns=lambda game, seat: 2.5 - 5 * seat, score=lambda game, seat: 3) == [2.5, -2.5]


def test_winners_decide_where_there_are_scores_too() -> None:
    assert result_of(2, winners=lambda game: [1], score=lambda game, seat: -seat) == [-1, 1]


# ---------------------------------------------------------------- other ways to write a game


class Bare:
    """Not derived from anything."""

    players = 2

    def start(self, chance: Chance) -> None:
        self.left, self.seat = 5 + chance.below(3), 0

    def current(self) -> int:
        return self.seat

    def actions(self) -> range:
        return range(1, min(self.left, 2) + 1)

    def perform(self, action: int, chance: Chance) -> None:
        self.left -= action
        self.seat = 1 - self.seat

    def over(self) -> bool:
        return self.left == 0

    def winners(self) -> list[int]:
        return [1 - self.seat]


class BareWithCopy(Bare):
    def copy(self) -> BareWithCopy:
        other = BareWithCopy()
        other.left, other.seat = self.left, self.seat
        return other


@pytest.mark.parametrize("source", [Bare, Bare(), BareWithCopy, BareWithCopy()])
def test_a_class_need_not_be_derived(source: Any) -> None:
    game = ludwright.load(source)
    assert game.title in ("Bare", "BareWithCopy")
    play = game.start(seed=1)
    play.apply("2")
    play.undo()
    play.apply("1")
    play.undo()
    assert isinstance(play.position(), Bare)
    assert ludwright.simulate(game, 50, seed=1).as_json()["seats"][0]["wins"] > 0
    assert game.try_out(games=3) == []


class Slotted:
    __slots__ = ("left",)
    players = 1
    start = Bare.start
    current, actions, perform, over = Bare.current, Bare.actions, Bare.perform, Bare.over

    def score(self, seat: int) -> float:
        return 1.0


def test_an_object_that_can_not_be_adopted_is_refused_kindly() -> None:
    with pytest.raises(PythonGameError, match="an object of Slotted can't be loaded"):
        ludwright.load(Slotted())


def heap_game(**more: Any) -> LoadedPythonGame:
    """One heap, as plain functions."""
    return ludwright.load(
        ludwright.game_from_functions(
            "One heap",
            start=lambda players, chance: (6 + chance.die(), 0),
            current=lambda at: at[1],
            actions=lambda at: range(1, min(3, at[0]) + 1),
            perform=lambda at, n, chance: (at[0] - n, 1 - at[1]),
            over=lambda at: at[0] == 0,
            winners=lambda at: [1 - at[1]],
            **more,
        )
    )


def test_a_game_of_functions() -> None:
    game = heap_game(seats=("Left", "Right"), words=lambda at, n: f"take {n} of {at[0]}", lead=lambda at, seat: at[1])
    assert (game.title, game.seats) == ("One heap", ["Left", "Right"])
    play = game.start(seed=2)
    left = int(play.legal()[0].words.split()[-1])
    play.apply(f"take 3 of {left}")
    assert play.legal()[0].words == f"take 1 of {left - 3}"
    assert play.leads() == [1.0, 1.0]
    assert game.try_out(games=5) == []


def test_functions_may_change_their_position_in_place() -> None:
    def perform(heap: list[int], n: int, chance: Chance) -> None:
        heap[0] -= n
        heap[1] = 1 - heap[1]

    changing = ludwright.game_from_functions(
        "One heap",
        start=lambda players, chance: [6 + chance.die(), 0],
        current=lambda heap: heap[1],
        actions=lambda heap: range(1, min(3, heap[0]) + 1),
        perform=perform,
        over=lambda heap: heap[0] == 0,
        winners=lambda heap: [1 - heap[1]],
    )
    assert (
        ludwright.simulate(ludwright.load(changing), 200, seed=4).wins
        == ludwright.simulate(heap_game(), 200, seed=4).wins
    )


@pytest.mark.parametrize(
    "more",
    [{"copy": lambda at: at}, {"encode": lambda at: at, "decode": tuple}, {"code": lambda n: n, "picture": str}],
)
def test_functions_a_game_may_have(more: dict[str, Any]) -> None:
    game = heap_game(**more)
    assert game.try_out(games=5) == []
    assert ludwright.simulate(game, 200, seed=4).wins == ludwright.simulate(heap_game(), 200, seed=4).wins


def test_an_error_about_a_function_is_told_where_it_is_written() -> None:
    def nobody(at: Any) -> int:
        return 2

    game = ludwright.game_from_functions(
        "Nobody",
        start=lambda players, chance: 0,
        current=nobody,
        actions=lambda at: [1],
        perform=lambda at, n, chance: None,
        over=lambda at: False,
        winners=lambda at: [],
    )
    with pytest.raises(PythonGameError, match="`current` gave 2") as caught:
        ludwright.load(game).start()
    place = caught.value.mistakes[0].place
    assert place is not None
    assert place.text.strip() == "def nobody(at: Any) -> int:"


def test_actions_may_be_anything_if_they_have_codes() -> None:
    class Card:
        def __init__(self, rank: int) -> None:
            self.rank = rank

    class Cards(ludwright.PythonGame):
        """Its actions are its own cards: a copy has other cards, and must be offered those."""

        def start(self, chance: Chance) -> None:
            self.hand = [Card(rank) for rank in range(6)]

        def current(self) -> int:
            return len(self.hand) % 2

        def actions(self) -> list[Card]:
            return list(self.hand)

        def perform(self, action: Card, chance: Chance) -> None:
            self.hand.remove(action)

        def over(self) -> bool:
            return len(self.hand) < 2

        def winners(self) -> list[int]:
            return [self.hand[0].rank % 2]

        def code(self, action: Card) -> int:
            return 10 * action.rank

        def words(self, action: Card) -> str:
            return f"play {action.rank}"

    game = ludwright.load(Cards)
    assert game.try_out(games=3) == []
    play = game.start()
    for way in ("play 0", "play 3", "play 5"):
        play.apply(way)
        play.undo()
        play.apply(way)
    assert play.codes() == [10, 20, 40]


# ---------------------------------------------------------------- trying out


@pytest.mark.parametrize("kind", [TicTacToe, Nim, Market, FastMarket, EncodedMarket, StreamingMarket])
def test_good_games_pass_the_trial(kind: type[PythonGame]) -> None:
    assert ludwright.load(kind).try_out(games=3) == []


def test_the_trial_finds_chance_from_elsewhere() -> None:
    import random

    class Moody(Market):
        def perform(self, action: Any, chance: Chance) -> None:
            super().perform(action, chance)
            self.coins[0] += random.randrange(100)

    assert any("take everything random from the chance" in finding for finding in ludwright.load(Moody).try_out())


def test_the_trial_finds_looks_that_change_the_game() -> None:
    class Sticky(Nim):
        def actions(self) -> Any:
            self.heaps[0] += 1
            return list(super().actions())

    assert any("looking at the game changes it" in finding for finding in ludwright.load(Sticky).try_out())


def test_the_trial_finds_a_copy_that_shares() -> None:
    class Sharing(Market):
        def copy(self) -> Sharing:
            other = Sharing()
            other.__dict__.update(self.__dict__)
            return other

    class Closing(Nim):
        def start(self, chance: Chance) -> None:
            super().start(chance)
            self.flip: Callable[[], None] = lambda: self.__dict__.update(seat=1 - self.seat)

        def perform(self, action: tuple[str, int, int], chance: Chance) -> None:
            self.heaps[action[1]] -= action[2]
            self.flip()

    kinds: list[type[PythonGame]] = [Sharing, Closing]
    for kind in kinds:
        assert any("a copy changes the original" in finding for finding in ludwright.load(kind).try_out()), kind


def test_the_trial_finds_numbers_that_forget() -> None:
    class Forgetful(EncodedMarket):
        def encode(self) -> list[int]:
            return [self.seat, *[0] * self.players, *super().encode()[1 + self.players :]]

    assert ludwright.load(Forgetful).try_out() != []


def test_the_trial_tells_what_fails() -> None:
    class Failing(Nim):
        def winners(self) -> list[int]:
            raise RuntimeError("who?")

    (finding,) = ludwright.load(Failing).try_out(games=1)
    assert "RuntimeError: who?" in finding


# ---------------------------------------------------------------- telling


def test_a_trace_tells_the_game_that_was_simulated() -> None:
    game = ludwright.load(Pig, players=3, params={"goal": 30})
    result = ludwright.simulate(game, 1, seed=12)
    lines = list(game.trace(seed=12))
    assert lines[:3] == ["Pig for 3: seat 1, seat 2, seat 3", "goal 30", "Game 0 of seed 12, played at random"]
    (over,) = [line for line in lines if line.startswith("Over")]
    assert f"{result.moves.most} moves" in over
    assert lines[lines.index(over) + 1] == f"seat {result.wins.index(1) + 1} wins"


def test_a_trace_shows_the_picture_when_it_changes() -> None:
    lines = list(ludwright.load(TicTacToe).trace(seed=3))
    assert lines[2:5] == ["        ..."] * 3
    assert lines[5] == "Turn 1, X"
    assert lines[6].startswith("    1. place ")
    assert sum(line.count("X") for line in lines[7:10]) == 1


def test_a_trace_stops_where_it_is_told_to() -> None:
    lines = list(ludwright.load(Pig).trace(seed=3, move_limit=5))
    assert "Stopped after 5 moves" in lines[-3]


def test_the_worked_example_runs() -> None:
    done = subprocess.run([sys.executable, str(EXAMPLE)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "seat 1 wins 48.6% of the games (46.4% to 50.8%)" in done.stdout
    assert "seat 2 may: take 1 from heap 1, take 1 from heap 2" in done.stdout
