"""A user's own agents in Python: they play in the same matches, see what their seat sees, and are told kindly what is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import ludwright
from ludwright.agents.own import named
from ludwright.agents.settings import AgentError
from ludwright.play.agents import Agents
from ludwright.play.sitting import Sitting
from tests.cli.running import run


def first(observation: Any, options: list[Any]) -> Any:
    return options[0]


class LastInTurn:
    """Counts its games, and answers by code."""

    games = 0

    def new_game(self, seat: int) -> None:
        type(self).games += 1
        self.seat = seat

    def choose(self, observation: Any, options: list[Any]) -> Any:
        assert observation.seat == self.seat
        return options[-1].code


def test_a_function_and_a_class_play_against_native_players() -> None:
    game = ludwright.load("tic-tac-toe")
    LastInTurn.games = 0
    result = ludwright.simulate(game, 6, agents=[first, LastInTurn])
    assert result.who == ["python:first", "python:LastInTurn"]
    assert LastInTurn.games == 6 and result.finished == 6
    assert result.moves.least == result.moves.most  # both always do the same
    strong = ludwright.simulate(game, 20, agents=[first, "mcts:100"])
    assert strong.wins[0] == 0


def test_an_answer_may_be_an_option_its_code_or_its_words() -> None:
    game = ludwright.load("tic-tac-toe")
    answers = [lambda _, options: options[0], lambda _, options: options[0].code, lambda _, options: options[0].words]
    counts = {tuple(ludwright.simulate(game, 4, agents=[answer, "random"]).wins) for answer in answers}
    assert len(counts) == 1


def test_it_sees_what_its_seat_sees_and_nothing_else() -> None:
    game = ludwright.load("kuhn_poker")
    seen: list[Any] = []

    def look(observation: Any, options: list[Any]) -> Any:
        seen.append(observation)
        return options[0]

    ludwright.simulate(game, 1, seed=4, agents=[look, "random"])
    match = game.start(seed=4)
    assert seen[0] == match.observe(0)
    for seed in range(5):  # whatever the other holds
        agents = Agents(game, 1, 0, [named(look), "random"])
        other = match.determinize(0, seed)
        agents.pick(0, other.codes(), other.words)
        assert seen[-1] == seen[0]


def test_it_sits_at_the_table_with_humans_and_in_tournaments() -> None:
    game = ludwright.load("tic-tac-toe", ask_forced=True)
    sitting = Sitting(game.start(seed=1), [named(first), "human"])
    assert sitting.step() and sitting.done[0].option == game.start(seed=1).legal()[0]
    assert not sitting.step()
    sitting.choose(sitting.match.legal()[0])
    assert sitting.step() and sitting.undo() == 1
    result = ludwright.tournament(ludwright.load("tic-tac-toe"), [first, "random"], games=20)
    assert "python:first" in str(result.as_json())


def test_a_game_written_in_python_is_given_as_it_is() -> None:
    class Take(ludwright.PythonGame):
        title, players = "Take", 2

        def start(self, chance: Any) -> None:
            self.left, self.seat = 7, 0

        def current(self) -> int:
            return self.seat

        def actions(self) -> list[Any]:
            return [("take", n) for n in (1, 2) if n <= self.left]

        def perform(self, action: Any, chance: Any) -> None:
            self.left -= action[1]
            self.seat = 1 - self.seat

        def over(self) -> bool:
            return self.left == 0

        def winners(self) -> list[int]:
            return [1 - self.seat]

    def leave_threes(position: Any, options: list[Any]) -> str:
        return f"take {position.left % 3 or 1}"

    result = ludwright.simulate(ludwright.load(Take), 20, agents=[leave_threes, "random"])
    assert result.wins == [20, 0]


# ---------------------------------------------------------------- what goes wrong


def fails(observation: Any, options: list[Any]) -> Any:
    return options[99]


def wrong_word(observation: Any, options: list[Any]) -> str:
    return "place b22"


def nothing(observation: Any, options: list[Any]) -> None:
    return None


def too_few(observation: Any) -> None:
    return None


@pytest.mark.parametrize(
    ("player", "said"),
    [
        (fails, r"test_own.py:\d+.*`fails\(observation, options\)` failed: IndexError"),
        (wrong_word, "`wrong_word` answered 'place b22', which is not legal here: did it mean `place b2`"),
        (nothing, "`nothing` answered None, which is none of its options"),
        (too_few, "`too_few.*takes 1 positional argument"),
        (7, "7 is no player"),
    ],
)
def test_code_that_fails_is_told_with_its_name_and_place(player: Any, said: str) -> None:
    game = ludwright.load("tic-tac-toe")
    for play in (
        lambda: ludwright.simulate(game, 3, agents=[player, "random"]),
        lambda: list(ludwright.trace(game, agents=player)),
    ):
        with pytest.raises(ludwright.LudwrightError, match=said):
            play()


def test_an_interrupted_agent_interrupts_the_game() -> None:
    def weary(observation: Any, options: list[Any]) -> Any:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(ludwright.trace(ludwright.load("tic-tac-toe"), agents=weary))


# ---------------------------------------------------------------- from a file


def test_a_player_in_a_file_is_named_on_the_command_line(tmp_path: Path) -> None:
    code = tmp_path / "mine.py"
    code.write_text(
        "class Corner:\n    def choose(self, observation, options):\n        return options[0]\n\n\noops = 1 / 1\n"
    )
    ran = run("simulate", "tic-tac-toe", "--seats", f"python:{code}:Corner,random", "--games", "10")
    assert ran.code == 0 and f"python:{code}:Corner" in ran.out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("python:nowhere.py:choose", "there is no file `nowhere.py`"),
        ("python:choose", "say which file and which name in it"),
        ("python:{file}:chose", "did you mean `choose`"),
        ("python:{file}:number", "is no player"),
        ("python:{broken}:choose", "ZeroDivisionError"),
    ],
)
def test_a_file_without_such_a_player_is_told(tmp_path: Path, text: str, said: str) -> None:
    file, broken = tmp_path / "mine.py", tmp_path / "broken.py"
    file.write_text("number = 7\n\n\ndef choose(observation, options):\n    return options[0]\n")
    broken.write_text("number = 1 / 0\n")
    with pytest.raises(AgentError, match=said):
        ludwright.simulate(ludwright.load("tic-tac-toe"), 1, agents=[text.format(file=file, broken=broken), "random"])
