"""Players from outside: programs that are asked over a pipe, and may be slow, wrong or dead."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random

import pytest

import ludwright
from ludwright import LudwrightError, ir
from ludwright.agents import programs

HONEST = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if "choose" in message:
        print(json.dumps({"code": message["choose"][-1]["code"]}), flush=True)
"""
SPOILED = {
    "hangs": ("import time; time.sleep(60)", ir.NO_ANSWER),
    "dies at once": ("", ir.GONE_AWAY),
    "dies when asked": ("import sys\nfor line in sys.stdin:\n    if 'choose' in line: sys.exit(3)", ir.GONE_AWAY),
    "talks nonsense": ("import sys\nfor line in sys.stdin:\n    print('a1?', flush=True)", ir.WRONG_ANSWER),
    "answers what is not legal": (HONEST.replace('message["choose"][-1]["code"]', "999"), ir.WRONG_ANSWER),
    "prints megabytes": ("print('x' * 50_000_000)", ir.WRONG_ANSWER),
    "prints lines without end": ("while True: print('1234')", ir.WRONG_ANSWER),
    "never reads": ("import time\nprint('[' * 60_000, flush=True)\ntime.sleep(60)", ir.WRONG_ANSWER),
}


def _text(folder: Path, code: str, seconds: float = 5) -> str:
    path = folder / "player.py"
    path.write_text(code)
    return f"program:seconds={seconds} {sys.executable} {path}"


def test_a_program_plays_by_what_it_is_told(tmp_path: Path) -> None:
    def last(observation: object, options: list[ludwright.Option]) -> ludwright.Option:
        return options[-1]

    text = _text(tmp_path, HONEST)
    by_pipe = ludwright.simulate("connect_four", games=6, seed=2, agents=[text, "random"])
    here = ludwright.simulate("connect_four", games=6, seed=2, agents=[last, "random"])
    assert by_pipe.wins == here.wins and by_pipe.finished == 6


@pytest.mark.parametrize("name", SPOILED)
def test_a_spoiled_program_loses_its_game_and_nothing_else(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(programs, "STARTING_SECONDS", 1.0)
    code, fault = SPOILED[name]
    result = ludwright.simulate("tic_tac_toe", games=2, agents=[_text(tmp_path, code, 0.3), "random"])
    assert result.games == 2 and result.finished == 0
    assert fault in {one.code for one in result.faults} <= {ir.NO_ANSWER, ir.WRONG_ANSWER, ir.GONE_AWAY}


def test_it_may_fail_once_and_play_on(tmp_path: Path) -> None:
    once = f"""
import pathlib, sys
mark = pathlib.Path({str(tmp_path / "mark")!r})
if not mark.exists():
    mark.touch()
    sys.exit()
{HONEST}"""
    result = ludwright.simulate("tic_tac_toe", games=4, agents=[_text(tmp_path, once), "random"])
    assert (result.finished, result.faulted) == (3, 1)


@pytest.mark.slow
def test_a_hundred_spoiled_programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "STARTING_SECONDS", 1.0)
    dice = Random(1)
    for number in range(100):
        code, _ = SPOILED[dice.choice(list(SPOILED))]
        folder = tmp_path / str(number)
        folder.mkdir()
        result = ludwright.simulate("pig", games=1, agents=[_text(folder, code, 0.2), "random"])
        assert result.faulted == 1 and result.faults[0].words.startswith("a player from outside")


def test_what_can_not_be_started_is_told() -> None:
    with pytest.raises(LudwrightError, match="there is no program `no_such_player`"):
        ludwright.simulate("pig", games=1, agents=["program:no_such_player", "random"])
    with pytest.raises(LudwrightError, match="needs the command"):
        ludwright.simulate("pig", games=1, agents=["program:", "random"])


def test_it_sees_only_what_its_seat_sees(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    spy = HONEST.replace("    message =", f"    open({str(heard)!r}, 'a').write(line)\n    message =")
    ludwright.simulate("kuhn_poker", games=3, seed=4, agents=[_text(tmp_path, spy), "random"])
    game = ludwright.load("kuhn_poker")
    match = game.start(4, 0)
    lines = heard.read_text().splitlines()
    first = next(json.loads(line) for line in lines if '"choose"' in line)
    assert first["observation"] == match.observe(0).words.tolist()
    assert len(json.loads(lines[0])["numbers"]) == len(first["observation"])
