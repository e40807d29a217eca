"""Finds a game in OpenSpiel by what it is called there, with its parameters."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ludwright.mistakes import LudwrightError, nearest

MOST_OPTIONS = 60_000
"""The most answers that a game may tell apart."""
MOST_STEPS = 4_096
"""A game of more steps than that, those of chance included, is stopped as too long."""
_BY_FILE = ("nfg_game", "efg_game", "ludwright")
"""These would read a file."""
_LONGEST = 300
_SECONDS = 3
"""Of the processor, for a game to be made."""
_TRIAL = """
import sys, pyspiel
try:
    import resource
    resource.setrlimit(resource.RLIMIT_CPU, (%d, %d))
    resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
except (ImportError, OSError, ValueError):
    pass
if "python_" in sys.argv[1]:
    import open_spiel.python.games
game = pyspiel.load_game(sys.argv[1])
if game.get_type().dynamics == pyspiel.GameType.Dynamics.MEAN_FIELD:
    sys.exit()  # refused in any case
if game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
    game = pyspiel.convert_to_turn_based(game)
game.num_distinct_actions(), game.num_players(), game.max_history_length(), game.min_utility(), game.max_utility()
state = game.new_initial_state()
state.is_terminal() or state.chance_outcomes() if state.is_chance_node() else state.legal_actions()
"""
"""What is done with a game once, where nothing is lost if it ends the process: what OpenSpiel asserts of parameters does."""


class OpenSpielError(LudwrightError):
    """No game of OpenSpiel, or one that can't be played here."""


@dataclass(frozen=True)
class Found:
    """A game of OpenSpiel, ready to be played in turns."""

    spiel: Any
    name: str
    """With its parameters, as it was asked for."""
    title: str
    players: int
    options: int
    """How many answers there are, from 0 on."""
    room: int
    """How many steps may be noted."""
    chance: bool
    hidden: bool
    """Whether a seat does not see everything."""
    common: bool
    """Whether all get the same."""
    pays: bool
    """Whether a game pays something else than a win, a loss or a draw."""
    told: str
    """What tells what a seat knows: `information_state_string`, `observation_string`, or nothing."""


@lru_cache(maxsize=64)
def find(name: str) -> Found:
    """A game by its name in OpenSpiel, such as ``goofspiel(num_cards=5)``."""
    try:
        import pyspiel
    except ImportError:
        raise OpenSpielError(
            "OpenSpiel is not installed: `pip install open_spiel`, then its games can be played"
        ) from None
    short = re.split(r"[(\s]", name.strip(), maxsplit=1)[0]
    spiel = _loaded(pyspiel, name.strip(), short)
    kind, kinds = spiel.get_type(), pyspiel.GameType
    _check(kind, kinds, name)
    title = kind.long_name
    if kind.dynamics == kinds.Dynamics.SIMULTANEOUS:
        spiel = pyspiel.convert_to_turn_based(spiel)
    now = spiel.get_type()
    options, players = spiel.num_distinct_actions(), spiel.num_players()
    if not 1 <= options <= MOST_OPTIONS:
        raise OpenSpielError(
            f"OpenSpiel's {name} has {options:,} different answers; here a game has 1 to {MOST_OPTIONS:,}"
        )
    if players > 16:
        raise OpenSpielError(f"OpenSpiel's {name} is for {players} players; here a game has 1 to 16")
    told = (
        "information_state_string"
        if now.provides_information_state_string
        else "observation_string"
        if now.provides_observation_string
        else ""
    )
    hidden = now.information != kinds.Information.PERFECT_INFORMATION and players > 1
    if hidden and not told:
        raise OpenSpielError(f"OpenSpiel's {name} does not tell what a player knows, so nobody can play it fairly here")
    common = players > 1 and now.utility == kinds.Utility.IDENTICAL
    return Found(
        spiel,
        name.strip(),
        title,
        players,
        options,
        _room(spiel),
        now.chance_mode == kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        hidden,
        common,
        players == 1 or common or not _only_won_or_lost(spiel, now, kinds),
        told,
    )


@contextmanager
def quietly() -> Iterator[None]:
    """What OpenSpiel writes to the terminal before it raises an error is not shown: the error says it."""
    sys.stderr.flush()
    shown, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(shown, 2)
        os.close(shown)
        os.close(nowhere)


def _loaded(pyspiel: Any, name: str, short: str) -> Any:
    if len(name) > _LONGEST or not (name.isascii() and name.isprintable()):
        shown = "".join(letter if letter.isprintable() else "?" for letter in name[:60])
        raise OpenSpielError(f"`{shown}` is no name of a game: they are written goofspiel(num_cards=5,players=3)")
    reading = next((word for word in re.findall(r"\w+", name) if word in _BY_FILE or _names_file(word)), None)
    if reading is not None:
        raise OpenSpielError(
            f"OpenSpiel's {short} reads its game from a file (`{reading}`): only games that it has itself are played"
            if reading != short
            else f"OpenSpiel's {short} reads its game from a file: only games that it has itself are played"
        )
    if short.startswith("python_"):
        import open_spiel.python.games  # noqa: F401 (registers them)
    known = pyspiel.registered_names()
    if short not in known:
        close = nearest(short, known)
        hint = f"did you mean `{close}`?" if close else f"it has {len(known)} games, such as goofspiel and hex"
        raise OpenSpielError(f"OpenSpiel has no game `{short}`: {hint}")
    _check_parameters(pyspiel, name, short)
    if "(" in name:
        _try_out(name)
    try:
        with quietly():
            made = pyspiel.load_game(name)
            made.new_initial_state()
            return made
    except Exception as error:  # pyspiel has a class of its own, and Python's
        said = str(error).strip().splitlines()
        raise OpenSpielError(f"OpenSpiel can't make `{name}`: {said[-1] if said else 'it does not say why'}") from None


def _names_file(parameter: str) -> bool:
    return parameter.lower().endswith(("file", "filename"))


def _try_out(name: str) -> None:
    """Make a game with parameters in a process of its own: where these don't fit, some games of OpenSpiel end the process, or never come back."""
    command = [sys.executable, "-P", "-c", _TRIAL % (_SECONDS, _SECONDS), name]
    try:
        ended = subprocess.run(command, capture_output=True, timeout=40 * _SECONDS, check=False)
    except subprocess.TimeoutExpired:
        raise _given_up(name) from None
    if ended.returncode < 0 or (ended.returncode and b"MemoryError" in ended.stderr):
        raise _given_up(name)
    if ended.returncode:
        said = ended.stderr.decode("utf-8", "replace").strip().splitlines() or [""]
        raise OpenSpielError(
            f"OpenSpiel can't make `{name}`: {said[-1].partition('Error: ')[2] or said[-1] or 'it does not say why'}"
        )


def _given_up(name: str) -> OpenSpielError:
    return OpenSpielError(f"OpenSpiel gives up when it makes `{name}`: one of these numbers does not fit")


def _check_parameters(pyspiel: Any, name: str, short: str) -> None:
    """OpenSpiel itself would also write to the terminal."""
    kind = next(one for one in pyspiel.registered_games() if one.short_name == short)
    try:
        with quietly():
            given = pyspiel.game_parameters_from_string(name)
    except Exception:
        raise OpenSpielError(
            f"`{name}` can't be read: parameters are written goofspiel(num_cards=5,players=3)"
        ) from None
    for parameter in given:
        if parameter != "name" and parameter not in kind.parameter_specification:
            known = sorted(kind.parameter_specification)
            close = nearest(parameter, known)
            hint = f"did you mean `{close}`?" if close else f"it has {', '.join(known)}" if known else "it has none"
            raise OpenSpielError(f"OpenSpiel's {short} has no parameter `{parameter}`: {hint}")


def _check(kind: Any, kinds: Any, name: str) -> None:
    """Raise a kind error for what can't be played here."""
    if kind.dynamics not in (kinds.Dynamics.SEQUENTIAL, kinds.Dynamics.SIMULTANEOUS):
        raise OpenSpielError(
            f"OpenSpiel's {name} is a mean-field game: it has no single players to put agents in the seats of"
        )
    if kind.chance_mode == kinds.ChanceMode.SAMPLED_STOCHASTIC:
        raise OpenSpielError(
            f"OpenSpiel's {name} draws its chance by itself, so that no game could be played again: only games with explicit chance are played"
        )


def _room(spiel: Any) -> int:
    try:
        steps = int(spiel.max_history_length())
    except Exception:  # not every game knows
        return MOST_STEPS
    return max(1, min(steps, MOST_STEPS))


def _only_won_or_lost(spiel: Any, kind: Any, kinds: Any) -> bool:
    return (
        kind.utility in (kinds.Utility.ZERO_SUM, kinds.Utility.CONSTANT_SUM)
        and spiel.min_utility() >= -1
        and spiel.max_utility() <= 1
    )
