"""What is wrong in the code of a game is told at its line, once, and hurts nobody else."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import ludwright
from ludwright import Chance, MistakesError, PythonGameError
from ludwright.arguments import SettingError
from ludwright.game import UnknownGameError
from ludwright.mistakes import LudwrightError
from ludwright.play.match import GameOverError, IllegalMoveError
from tests.python_game.games import Market, Nim, TicTacToe

HERE = Path(__file__).name


def line_of(text: str) -> int:
    """Where in this file something is written first."""
    return next(n for n, line in enumerate(Path(__file__).read_text().splitlines(), 1) if text in line)


def told(error: PythonGameError) -> tuple[str, int, str]:
    """The file, the line and the message."""
    (mistake,) = error.mistakes
    assert mistake.place is not None
    return Path(mistake.place.file).name, mistake.place.line, mistake.message


class Stumbling(Nim):
    """Goes wrong at the third move."""

    moves = 0

    def perform(self, action: tuple[str, int, int], chance: Chance) -> None:
        self.moves += 1
        if self.moves == 3:
            self._stumble()
        super().perform(action, chance)

    def _stumble(self) -> None:
        sum([self.moves, self.heaps[77]])  # here it falls


def test_an_error_is_told_at_the_line_that_raised_it() -> None:
    play = ludwright.load(Stumbling).start()
    play.apply("take 0 1")
    play.apply("take 1 1")
    with pytest.raises(PythonGameError) as caught:
        play.apply("take 2 1")
    file, line, message = told(caught.value)
    assert (file, line) == (HERE, line_of("# here it falls"))
    assert message == "`perform(('take', 2, 1))` failed: IndexError: list index out of range"
    assert caught.value.actions == [("take", 0, 1), ("take", 1, 1)]
    assert isinstance(caught.value.__cause__, IndexError)
    shown = str(caught.value).splitlines()
    assert shown[1].strip() == "sum([self.moves, self.heaps[77]])  # here it falls"
    assert shown[2].index("^") == shown[1].index("self.heaps[77]")
    assert shown[-1] == "  after 2 moves: ('take', 0, 1), ('take', 1, 1)"


def test_after_an_error_the_match_is_as_before() -> None:
    play = ludwright.load(Stumbling).start()
    play.apply("take 0 1")
    play.apply("take 1 1")
    for _ in range(2):
        with pytest.raises(PythonGameError):
            play.apply("take 2 1")
        assert (play.moves, play.over, len(play.answers)) == (2, False, 2)
        assert len(play.legal()) == 10
    play.undo()
    assert play.moves == 1


@pytest.mark.parametrize("threads", [1, 2])
def test_an_error_ends_a_simulation_with_one_message(threads: int) -> None:
    game = ludwright.load(Stumbling)
    for _ in range(2):  # the first error is not remembered for the second
        with pytest.raises(PythonGameError) as caught:
            ludwright.simulate(game, 1_000, threads=threads)
        assert told(caught.value)[:2] == (HERE, line_of("# here it falls"))
        assert len(caught.value.actions) == 2
    assert ludwright.simulate(game, 0).games == 0


def test_an_error_in_one_game_says_nothing_of_another() -> None:
    with pytest.raises(PythonGameError):
        ludwright.simulate(ludwright.load(Stumbling), 10, threads=1)
    assert ludwright.simulate(ludwright.load(Nim), 10, threads=1).finished == 10


def test_an_error_before_the_first_move() -> None:
    class Stillborn(Nim):
        def start(self, chance: Chance) -> None:
            raise ValueError("no stones")  # nothing to begin with

    for attempt in (
        lambda: ludwright.load(Stillborn).start(),
        lambda: ludwright.simulate(ludwright.load(Stillborn), 5),
    ):
        with pytest.raises(PythonGameError, match="`start\\(\\)` failed: ValueError: no stones") as caught:
            attempt()
        assert told(caught.value)[1] == line_of("# nothing to begin with")


def test_leaving_the_program_from_a_game_is_an_error_too() -> None:
    class Leaving(Nim):
        def over(self) -> bool:
            sys.exit(3)

    with pytest.raises(PythonGameError, match=r"`over\(\)` failed: SystemExit: 3"):
        ludwright.simulate(ludwright.load(Leaving), 5)


def test_an_error_inside_a_library_is_told_where_the_game_called_it() -> None:
    class Impatient(Nim):
        def perform(self, action: tuple[str, int, int], chance: Chance) -> None:
            random.sample([1], 2)  # too many

    with pytest.raises(PythonGameError, match="Sample larger than population") as caught:
        ludwright.load(Impatient).start().apply("take 0 1")
    assert told(caught.value)[:2] == (HERE, line_of("# too many"))


def test_an_error_in_a_generator_of_actions() -> None:
    class Halting(Nim):
        def actions(self) -> Any:
            yield 1
            yield 1 // 0  # halts

    with pytest.raises(PythonGameError, match="ZeroDivisionError") as caught:
        ludwright.load(Halting).start()
    assert told(caught.value)[1] == line_of("# halts")


# ---------------------------------------------------------------- what functions must not give


def altered(**functions: Callable[..., Any]) -> type[Nim]:
    """Nim with other functions."""
    return type("Altered", (Nim,), functions)


def complaint(game: type[Nim]) -> str:
    """What is said when a game of it is begun and its first action done."""
    with pytest.raises(PythonGameError) as caught:
        play = ludwright.load(game).start()
        play.apply(play.codes()[0])
    assert told(caught.value)[0] == HERE
    with pytest.raises(PythonGameError):
        ludwright.simulate(ludwright.load(game), 3)
    return told(caught.value)[2]


@pytest.mark.parametrize("seat", [-1, 2, None, 0.5, "one"])
def test_a_seat_that_does_not_exist(seat: Any) -> None:
    message = complaint(altered(current=lambda game: seat))
    assert message == f"`current` gave {seat!r}: it must give a seat, a number from 0 to 1"


def test_nothing_to_do_though_the_game_is_not_over() -> None:
    assert complaint(altered(actions=lambda game: [])).startswith("`actions` gave nothing to do")


@pytest.mark.parametrize("given", [None, 7, "take"])
def test_actions_that_are_no_list(given: Any) -> None:
    assert complaint(altered(actions=lambda game: given)) == f"`actions` gave {given!r}: it must give a list of actions"


def test_an_action_that_can_be_changed() -> None:
    assert "write a tuple instead of a list" in complaint(altered(actions=lambda game: [["take", 1]]))


def test_an_action_without_a_lasting_value() -> None:
    assert "has no value that is the same in every run" in complaint(altered(actions=lambda game: [object()]))


@pytest.mark.parametrize("score", [None, "many", "7", float("nan"), float("inf"), [1]])
def test_a_score_that_is_no_number(score: Any) -> None:
    class Scored(Market):
        def score(self, seat: int) -> float:
            return score  # type: ignore[no-any-return]

        def over(self) -> bool:
            return True

    with pytest.raises(PythonGameError, match=r"`score\(0\)` gave .*: it must be a number"):
        ludwright.load(Scored).start()
    with pytest.raises(PythonGameError):
        ludwright.simulate(ludwright.load(Scored), 3)


@pytest.mark.parametrize("winners", [1, None, [2], [-1], "0", ["x"]])
def test_winners_that_are_no_seats(winners: Any) -> None:
    game = altered(over=lambda game: True, winners=lambda game: winners)
    with pytest.raises(PythonGameError, match=r"`winners` gave .*: it must give a list of seats, numbers from 0 to 1"):
        ludwright.load(game).start()


@pytest.mark.parametrize("code", [-1, 1 << 31, "a", None, 1.5])
def test_a_code_that_does_not_fit(code: Any) -> None:
    assert "it must give a number from 0 to 2147483647" in complaint(altered(code=lambda game, action: code))


def test_one_code_for_two_actions() -> None:
    assert "different actions need different codes" in complaint(altered(code=lambda game, action: 5))


def test_words_that_are_no_text() -> None:
    play = ludwright.load(altered(words=lambda game, action: 3)).start()
    with pytest.raises(PythonGameError, match=r"`words.*gave 3: it must give a text"):
        play.legal()


def test_a_copy_that_is_no_copy() -> None:
    for wrong_copy in (lambda game: game, lambda game: None, lambda game: TicTacToe()):
        play = ludwright.load(altered(copy=wrong_copy)).start()
        play.apply("take 0 1")
        play.undo()
        with pytest.raises(PythonGameError, match="`copy` must give another Altered"):
            play.apply("take 0 2")


@pytest.mark.parametrize("numbers", [[1 << 31], ["x"], None, [1.0, None]])
def test_numbers_that_do_not_fit(numbers: Any) -> None:
    message = complaint(altered(encode=lambda game: numbers, decode=lambda game, numbers: None))
    assert message.endswith("it must give whole numbers of 32 bits")


def test_more_numbers_than_announced() -> None:
    message = complaint(altered(encode=lambda game: [0] * 65, decode=lambda game, numbers: None))
    assert message == "`encode` gave 65 numbers: `encoded_size` allows 64"


def test_a_function_that_the_game_has_overwritten() -> None:
    class Overwritten(Nim):
        def perform(self, action: tuple[str, int, int], chance: Chance) -> None:
            self.over = False  # type: ignore[method-assign, assignment]

    with pytest.raises(PythonGameError, match="the game has set `over` to False, but it must stay a function"):
        ludwright.load(Overwritten).start().apply("take 0 1")


def test_more_actions_than_there_is_room_for() -> None:
    class Wide(Nim):
        most_actions = 11

    assert [fault.words for fault in ludwright.simulate(ludwright.load(Wide), 5).faults] == ["too many options"]
    play = ludwright.load(Wide).start()
    assert play.fault is not None
    assert play.fault.words.startswith("too many options")


def test_a_game_that_does_not_come_out_the_same_again() -> None:
    class Moody(Nim):
        begun = 0

        def start(self, chance: Chance) -> None:
            super().start(chance)
            self.heaps = [4, 0, 0] if Moody.begun else [3, 4, 5]
            Moody.begun += 1

    play = ludwright.load(Moody).start()
    play.apply("take 2 5")
    play.apply("take 1 4")
    play.undo()
    with pytest.raises(LudwrightError, match="did not come out the same"):
        play.apply("take 0 1")


# ---------------------------------------------------------------- what can be seen before playing


def test_everything_that_a_class_lacks_is_told_at_once() -> None:
    class Sketch(ludwright.PythonGame):
        def begin(self) -> None: ...

        def action(self) -> None: ...

        def winner(self) -> None: ...

    with pytest.raises(MistakesError) as caught:
        ludwright.load(Sketch)
    assert [mistake.message for mistake in caught.value.mistakes] == [
        "Sketch has no function `start`",
        "Sketch has no function `current`",
        "Sketch has no function `actions`",
        "Sketch has no function `perform`",
        "Sketch has no function `over`",
        "Sketch doesn't say who wins: it needs `score(seat)` or `winners()`",
    ]
    hints = [mistake.hint for mistake in caught.value.mistakes]
    assert (hints[2], hints[5]) == ("is `action` meant to be it?", "is `winner` meant to be it?")
    place = caught.value.mistakes[0].place
    assert place is not None
    assert place.line == line_of("class Sketch")


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"players": 0}, "is for 0 players: a game has 1 to 16"),
        ({"players": 2, "most_players": 17}, "is for 2 to 17 players"),
        ({"players": 4, "most_players": 3}, "is for 4 to 3 players"),
        ({"players": (2, 4)}, "is for (2, 4) players"),
        ({"seats": ["X"]}, "needs a name for each of its 2 seats"),
        ({"seats": "XO"}, "needs a name for each of its 2 seats"),
        ({"seats": ["X", "X"]}, "needs a name for each of its 2 seats"),
        ({"longest": 0}, "`longest` of Altered is 0"),
        ({"most_actions": "all"}, "`most_actions` of Altered is 'all'"),
        ({"over": True}, "`over` of Altered must be a function"),
        ({"encode": lambda game: []}, "has only one of `encode` and `decode`"),
    ],
)
def test_settings_that_can_not_be(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(MistakesError) as caught:
        ludwright.load(altered(**settings))
    assert message in str(caught.value)


def test_numbers_of_players_and_parameters_that_the_game_does_not_have() -> None:
    with pytest.raises(SettingError, match="Nim is for 2 players, not 3"):
        ludwright.load(Nim, players=3)
    with pytest.raises(SettingError, match="Market is for 2 to 4 players, not 5"):
        ludwright.load(Market, players=5)
    with pytest.raises(SettingError, match="no parameter `heap`: did you mean `heaps`"):
        ludwright.load(Nim, params={"heap": (1, 2)})
    with pytest.raises(SettingError, match="has its parameters already"):
        ludwright.load(Nim(), params={"heaps": (1, 2)})
    with pytest.raises(SettingError, match="no run `fast`"):
        ludwright.load(Nim).start(run="fast")


def test_a_class_that_can_not_be_made() -> None:
    class Choosy(Nim):
        def __init__(self, size: int) -> None:
            super().__init__((size, 1 // size))  # choosy

    with pytest.raises(PythonGameError, match="ZeroDivisionError") as caught:
        ludwright.load(Choosy, params={"size": 0})
    assert told(caught.value)[1] == line_of("# choosy")
    with pytest.raises(PythonGameError, match="missing 1 required positional argument: 'size'"):
        ludwright.load(Choosy)


@pytest.mark.parametrize("source", [None, 7, {}, object()])
def test_what_is_no_game_at_all(source: Any) -> None:
    with pytest.raises(UnknownGameError, match="is not a game"):
        ludwright.load(source)


def test_illegal_answers_in_a_match() -> None:
    play = ludwright.load(Nim).start()
    with pytest.raises(IllegalMoveError, match="did you mean `take 0 1`"):
        play.apply("take 0 9")
    with pytest.raises(IllegalMoveError, match="the code 5 is not legal"):
        play.apply(5)
    for words in ("take 0 3", "take 1 4", "take 2 5"):
        play.apply(words)
    with pytest.raises(GameOverError):
        play.apply("take 0 1")
