"""What a stranger's files say never steers the terminal."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

import ludwright
from ludwright.cli.printing import console, print_json
from ludwright.cli.visible import HIDDEN, visible
from tests.cli.running import run as command

EVIL = "\x1b]0;mine\x07\x1b[2J\x9b2J\u202egip\r"


def is_clean(text: str) -> bool:
    return not set(text) & set(HIDDEN)


def test_what_would_steer_is_shown_as_its_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert visible("a\x1b[2J\u202eb\tc\nd ä 👩‍👧") == "a\\x1b[2J\\u202eb\tc\nd ä 👩‍👧"
    console().print(EVIL)
    assert is_clean(capsys.readouterr().out)
    print_json({"title": EVIL})
    told = capsys.readouterr().out
    assert is_clean(told) and json.loads(told) == {"title": EVIL}


def test_a_strangers_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    base = Path("runs") / "base"
    ludwright.playtest("tic_tac_toe", games=20, out=base)
    manifest = json.loads((base / "manifest.json").read_text())
    manifest["plan"]["title"] = manifest["begun"] = EVIL
    manifest["plan"]["agents"] = [EVIL]
    manifest["plan"]["versions"][0]["name"] = EVIL
    manifest["plan"]["cells"][0]["agents"] = [EVIL, "random"]
    (base / "manifest.json").write_text(json.dumps(manifest))
    broken = Path(shutil.copytree(base, Path("runs") / f"a{EVIL[:1]}b"))
    (broken / "manifest.json").write_text(json.dumps({**manifest, EVIL: 1, "what": EVIL}))
    for words in (
        ["runs"], ["runs", "--json"], ["query", "base", "--sql", "select * from cells"], ["query", str(broken), "--sql", "select 1"],
        ["metrics", "base"], ["inspect", "base", "--game", "1"], ["query", "base", "turn.number"], ["playtest", "--resume", "--out", str(base)],
        ["query", "base", "--sql", f"select '{EVIL}' as x"], ["query", "base", "turn.number", "--where", EVIL], ["check", EVIL],
    ):  # fmt: skip
        ran = command(*words)
        assert is_clean(ran.out) and is_clean(ran.err), (words, ran)
        assert "Traceback" not in ran.err
    assert "\\x1b]0;mine" in command("runs").out


def test_every_command_prints_through_it() -> None:
    folder = Path(ludwright.__file__).parent / "cli"
    printing = [
        path.name for path in folder.glob("*.py") if re.search(r"(?<![\w.])print\(", path.read_text(encoding="utf-8"))
    ]
    assert printing == ["visible.py"]
