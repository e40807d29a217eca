"""A game that is watched: every saving tells what it changed, a table beside it included, and a mistake stops nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludwright.balancing.watching import Watch
from ludwright.cli.app import app
from tests.balancing.games import RACE

GAME = RACE.format(gift=0, quick=2).replace(
    "enum horse\n  | name  | pace | odds |\n  | slow  |  1   |  2   |\n  | quick |  2   |  2   |\n", 'enum horse from "horses.csv"\n'
)  # fmt: skip


def stable(folder: Path) -> tuple[Path, Path]:
    game, table = folder / "race.game", folder / "horses.csv"
    game.write_text(GAME)
    table.write_text("name,pace,odds\nslow,1,2\nquick,2,2\n")
    return game, table


def test_a_saved_table_a_mistake_and_a_saved_text_are_told(tmp_path: Path) -> None:
    game, table = stable(tmp_path)
    edits = [
        lambda: table.write_text("name,pace,odds\nslow,1,2\nquick,5,2\n"),
        lambda: game.write_text(GAME.replace("param goal", "param gaol")),
        lambda: game.write_text(GAME.replace("goal = 20", "goal = 30")),
    ]

    def pause(seconds: float) -> None:
        if edits and seconds == 0.2:
            edits.pop(0)()

    told = []
    watch = Watch(game, "rider", games=200, threads=1)
    for saved in watch.changes(pause=pause):
        told.append(saved)
        if len(told) == 3:
            break
    assert told[0].rules is not None and told[0].compared is not None
    assert told[0].rules.differences[0].words == "list `horse`: quick's pace 2 → 5"
    assert "is shorter" in told[0].compared.sentence
    assert told[0].compared.sentence_of_now.startswith("The game now is shorter")
    assert "nothing is called `goal`" in told[1].mistakes
    assert told[2].rules is not None and told[2].compared is not None  # compared with the last one that could be played
    assert (
        told[2].rules.differences[0].words == "parameter `goal`: 20 → 30" and "is longer" in told[2].compared.sentence
    )


def test_a_file_that_is_only_touched_tells_nothing(tmp_path: Path) -> None:
    game, _ = stable(tmp_path)
    watch = Watch(game, "rider", games=50, threads=1)
    game.write_text(GAME)
    assert watch.saved() is None


def test_the_command_stops_by_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game, _ = stable(tmp_path)
    with pytest.raises(SystemExit) as ended:
        app(["watch", str(game), "--seconds", "0.3"])
    assert (
        ended.value.code == 0
        and "Watching race.game, horses.csv; 300 games by rider each time" in capsys.readouterr().out
    )
