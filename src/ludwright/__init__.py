"""Ludwright: describe a tabletop game, play it at machine speed, learn what it does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ludwright.agents.reasons import Why
    from ludwright.agents.why import why
    from ludwright.anatomy import describe
    from ludwright.balancing.balance import balance
    from ludwright.batches import Batch
    from ludwright.checking import check
    from ludwright.comparing.compare import compare
    from ludwright.comparing.distance import distance
    from ludwright.comparing.sensitivity import sensitivity
    from ludwright.conformance import check_thoroughly
    from ludwright.equilibria import equilibrium
    from ludwright.evolution.evolve import evolve
    from ludwright.exact import solve
    from ludwright.expectations import expect
    from ludwright.game import Game, load, load_text
    from ludwright.learning.readable import explain
    from ludwright.learning.training import learn
    from ludwright.library import bundled_games
    from ludwright.metagames import metagame
    from ludwright.metrics import measure
    from ludwright.mistakes import LudwrightError, Mistake, MistakesError
    from ludwright.play.match import Match
    from ludwright.play.simulate import simulate
    from ludwright.play.trace import trace
    from ludwright.playtests import Playtest, open_run
    from ludwright.playtests.playtest import playtest
    from ludwright.powers import power
    from ludwright.python_game import Chance, PythonGame, PythonGameError, game_from_functions
    from ludwright.reports.report import report
    from ludwright.rules.options.wording import Option
    from ludwright.strategy import strategies
    from ludwright.tournaments.ladder import ladder
    from ludwright.tournaments.play import tournament
    from ludwright.tournaments.strongest import strongest

_HOMES = {
    "Batch": "batches", "Game": "game", "load": "game", "load_text": "game", "check": "checking", "LudwrightError": "mistakes", "Mistake": "mistakes",
    "MistakesError": "mistakes", "Match": "play.match", "simulate": "play.simulate", "trace": "play.trace", "Option": "rules.options.wording",
    "describe": "anatomy", "balance": "balancing", "power": "powers", "bundled_games": "library", "Chance": "python_game", "PythonGame": "python_game",
    "PythonGameError": "python_game", "check_thoroughly": "conformance", "game_from_functions": "python_game",
    "ladder": "tournaments", "strongest": "tournaments", "tournament": "tournaments", "equilibrium": "equilibria", "solve": "exact", "learn": "learning.training", "explain": "learning.readable", "measure": "metrics", "metagame": "metagames", "why": "agents.why", "Why": "agents.reasons",
    "Playtest": "playtests", "compare": "comparing", "distance": "comparing.distance", "evolve": "evolution", "sensitivity": "comparing", "strategies": "strategy", "open_run": "playtests", "playtest": "playtests", "expect": "expectations", "report": "reports",
}  # fmt: skip

__all__ = ["Batch", "Chance", "Game", "LudwrightError", "Match", "Mistake", "MistakesError", "Option", "Playtest", "PythonGame", "PythonGameError", "Why", "balance", "bundled_games",
           "check", "check_thoroughly", "compare", "describe", "distance", "equilibrium", "evolve", "expect", "explain", "game_from_functions", "ladder", "learn", "load", "load_text", "measure", "metagame", "open_run", "playtest", "power", "report", "sensitivity", "simulate", "solve", "strategies", "strongest", "tournament",
           "trace", "why"]  # fmt: skip


def __getattr__(name: str) -> Any:
    """Import each public name when it is first used, so that the command line starts at once."""
    if name not in _HOMES:
        raise AttributeError(f"module 'ludwright' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"ludwright.{_HOMES[name]}"), name)
