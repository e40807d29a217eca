"""What is given from Python is looked at before anything is done: one sentence, whatever is wrong."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ludwright
from ludwright.playtests.forking import fork


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return ludwright.playtest("tic_tac_toe", games=4, out=tmp_path_factory.mktemp("runs") / "noughts")


WRONG: list[tuple[str, Callable[[Any], Any]]] = [
    ("`games` is a whole number, not 'x'", lambda run: ludwright.playtest("pig", games="x")),  # type: ignore[arg-type]
    ("`games` is 1 or more, not 0", lambda run: ludwright.playtest("pig", games=0)),
    ("`players` is a whole number, not 2.5", lambda run: ludwright.playtest("pig", players=2.5)),  # type: ignore[arg-type]
    ("`agents` is a text, not 3", lambda run: ludwright.playtest("pig", agents=3)),  # type: ignore[arg-type]
    ("`out` is a path, not 5", lambda run: ludwright.playtest("pig", games=1, out=5)),  # type: ignore[arg-type]
    ("`threads` is 1 or more", lambda run: ludwright.playtest("pig", games=1, threads=0)),
    ("`games` is a whole number, not 1.5", lambda run: ludwright.simulate(ludwright.load("pig"), 1.5)),  # type: ignore[arg-type]
    ("`seed` is 0 or more", lambda run: ludwright.simulate(ludwright.load("pig"), 1, seed=-1)),
    ("`players` is a whole number, not '2'", lambda run: ludwright.load("pig", "2")),  # type: ignore[call-overload]
    ("`folder` is a path, not 5", lambda run: ludwright.open_run(5)),  # type: ignore[arg-type]
    ("`games` is 1 or more, not 0", lambda run: ludwright.learn(ludwright.load("tic_tac_toe"), 0)),
    ("wizard", lambda run: ludwright.learn(ludwright.load("tic_tac_toe"), 5, against="wizard")),
    ("`expression` is a text, not 3", lambda run: run.query(3)),
    ("`pattern` is a text, not 3", lambda run: run.find(3)),
    ("`query` is a text, not 3", lambda run: run.sql(3)),
    ("`frame` is a whole number, not 'x'", lambda run: run.inspect(0, "x")),
    ("`game` is a whole number, not 'x'", lambda run: run.match("x")),
    ("`games` is a whole number, not 'x'", lambda run: fork(run.recorded(0), 1, games="x")),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("said", "call"), WRONG, ids=[f"{i} {said}" for i, (said, _) in enumerate(WRONG)])
def test_a_wrong_value_is_told_in_a_sentence(run: Any, said: str, call: Callable[[Any], Any]) -> None:
    with pytest.raises(ludwright.LudwrightError) as caught:
        call(run)
    assert said in str(caught.value)


def test_numbers_of_numpy_and_paths_as_text_are_as_good(run: Any, tmp_path: Path) -> None:
    kept = ludwright.playtest("tic_tac_toe", games=np.int64(2), seed=np.uint32(3), out=str(tmp_path / "kept"))  # type: ignore[arg-type]
    assert ludwright.open_run(str(kept.folder)).tally().games == 2
    assert run.inspect(np.int32(0), np.int64(1)).frame == 1
