"""The functions of the library call the same thing by the same name."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import ludwright
from ludwright.arguments import ArgumentError

MEANING = {
    "game": r"Game|Playable|str \| Path|^int$",
    "agents": r"Player|str",
    "players": r"^int",
    "games": r"^int",
    "seed": r"^int$",
    "threads": r"^int \| None$",
    "params": r"Mapping\[str, (int|Any)\]",
    "seconds": r"^float",
    "out": r"Path",
}
"""What an argument of that name is. Where `game` is a number, it is that of a game of a seed or of a playtest."""

OTHER_WORDS = {
    "source", "rules_text", "seats", "who", "bots", "player", "opponents", "num_players", "player_count", "count", "n", "n_games",
    "num_games", "times", "repeats", "random_seed", "rng", "state", "settings", "parameters", "workers", "jobs", "cores", "time", "budget_seconds",
}  # fmt: skip
"""Names that mean one of these elsewhere, in other libraries or earlier in this one."""


def _functions() -> Iterator[tuple[str, Callable[..., Any]]]:
    """All public functions, and the public methods of the classes a user gets hold of."""
    for name in ludwright.__all__:
        found = getattr(ludwright, name)
        if inspect.isfunction(found):
            yield name, found
    for owner in (ludwright.Game, ludwright.Match, ludwright.Playtest):
        for name, found in vars(owner).items():
            if inspect.isfunction(found) and not name.startswith("_"):
                yield f"{owner.__name__}.{name}", found


FUNCTIONS = dict(_functions())


def test_there_is_something_to_look_at() -> None:
    assert len(FUNCTIONS) > 50
    assert {"simulate", "playtest", "report", "Game.start", "Match.apply", "Playtest.fork"} <= FUNCTIONS.keys()


@pytest.mark.parametrize("name", FUNCTIONS)
def test_arguments_are_called_as_everywhere(name: str) -> None:
    for argument in inspect.signature(FUNCTIONS[name]).parameters.values():
        if argument.kind is argument.VAR_KEYWORD:
            continue
        assert argument.name not in OTHER_WORDS, f"{name}({argument.name})"
        if argument.name in MEANING:
            told = str(argument.annotation)
            assert re.search(MEANING[argument.name], told), f"{name}({argument.name}: {told})"


@pytest.mark.parametrize("name", [name for name in FUNCTIONS if "." not in name])
def test_what_is_played_comes_first_and_is_a_game(name: str) -> None:
    first = next(iter(inspect.signature(FUNCTIONS[name]).parameters.values()), None)
    others = {
        "load_text": "text", "compare": "a", "distance": "a", "measure": "run", "open_run": "folder", "why": "match", "trace": "played",
        "game_from_functions": "title", "bundled_games": None,
    }  # fmt: skip
    assert (first.name if first is not None else None) == others.get(name, "game")


@pytest.mark.parametrize(
    "name", ["simulate", "trace", "tournament", "learn", "solve", "equilibrium", "describe", "power"]
)
def test_a_name_does_where_a_game_is_wanted(name: str) -> None:
    needed: dict[str, dict[str, Any]] = {"simulate": {"games": 1}, "tournament": {"agents": "random"}}
    with pytest.raises(ludwright.LudwrightError, match="chekcers"):
        FUNCTIONS[name]("chekcers", **needed.get(name, {}))


def test_a_simulation_of_a_name_is_that_of_the_game() -> None:
    named = ludwright.simulate("nim", games=20, threads=1)
    assert named.wins == ludwright.simulate(ludwright.load("nim"), games=20, threads=1).wins
    assert list(ludwright.trace("nim", seed=3)) == list(ludwright.trace(ludwright.load("nim"), seed=3))


def test_a_loaded_game_does_where_a_name_is_wanted() -> None:
    pig = ludwright.load("pig", players=3, params={"goal": 30})
    found = ludwright.sensitivity(pig, {"stop_at_goal": [0, 1]}, games=5, metrics=["duration in turns"], threads=1)
    same = ludwright.sensitivity(
        "pig", {"stop_at_goal": [0, 1]}, games=5, players=3, params={"goal": 30}, metrics=["duration in turns"], threads=1
    )  # fmt: skip
    assert found.as_json() == same.as_json()


def test_older_names_are_understood() -> None:
    nim: Any = ludwright.load("nim")
    old: Any = ludwright.simulate
    assert old(nim, games=20, seats="mcts:2", threads=1).who == ["mcts:2", "mcts:2"]
    trace: Any = ludwright.trace
    assert list(trace(nim, seats="mcts:2")) == list(ludwright.trace(nim, agents="mcts:2"))
    load: Any = ludwright.load
    assert load(source="nim").title == "Nim"
    with pytest.raises(ArgumentError, match="`seats` is another word for `agents`: give one of them"):
        old(nim, games=1, seats="random", agents="random")
