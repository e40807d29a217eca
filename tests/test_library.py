"""The list of bundled games."""

from __future__ import annotations

import subprocess
import sys

from ludwright.game import load, player_range
from ludwright.library import BundledGame, bundled_games


def by_name() -> dict[str, BundledGame]:
    return {game.name: game for game in bundled_games()}


def test_games_are_listed_by_name_and_all_files_are_there() -> None:
    games = bundled_games()
    assert [game.name for game in games] == sorted(game.name for game in games)
    assert all(game.path.is_file() and game.path.stem == game.name for game in games)
    assert {"tic_tac_toe", "kalah", "polis_f", "yacht"} <= set(by_name())


def test_a_game_tells_its_title_players_and_source() -> None:
    pig = by_name()["pig"]
    assert (pig.title, pig.players) == ("Pig", "2 to 4")
    assert pig.rules.startswith("Neller and Presser, Optimal Play of the Dice Game Pig")
    assert by_name()["yacht"].players == "1 to 6"
    assert by_name()["tic_tac_toe"].players == "2"


def test_a_variant_has_its_own_title_and_the_players_of_its_base() -> None:
    variant = by_name()["movement_points_2"]
    assert (variant.title, variant.players) == ("Movement Points, revision 2", "2")


def test_every_game_names_its_source_and_says_what_the_loaded_game_says() -> None:
    for listed in bundled_games():
        assert listed.rules, f"{listed.name} names no source"
        game = load(listed.path)
        least, most = player_range(game.description)
        assert listed.title == game.title
        assert listed.players == (str(least) if least == most else f"{least} to {most}")


def test_listing_loads_neither_the_grammar_nor_the_engine() -> None:
    probe = "import sys, ludwright; ludwright.bundled_games(); print(*(m for m in ('lark', 'numpy', 'numba', 'llvmlite') if m in sys.modules))"
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
