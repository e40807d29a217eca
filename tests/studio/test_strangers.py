"""A folder of somebody else's, opened in a studio: what lies in the studio's own part of it was not written here."""

from __future__ import annotations

import contextlib
import json
import logging
import time
from dataclasses import asdict
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from starlette.requests import Request
from websockets import Origin
from websockets.sync.client import ClientConnection, connect

import ludwright
from ludwright.agents.settings import AgentError
from ludwright.agents.texts import NO_CODE
from ludwright.game import GAMES
from ludwright.language.editing import EditError
from ludwright.play.agents import seated
from ludwright.playtests.keeping import keep_written
from ludwright.playtests.reading_games import read_trace
from ludwright.studio.forms.outline import Source
from ludwright.studio.page import Refusal, given
from ludwright.studio.runs import DONE, WAITING, Queue, Run
from ludwright.studio.table_tasks import HERE, is_by_people
from ludwright.studio.tables import Table, Tables
from ludwright.studio.workers import Worker
from ludwright.studio.workspace import Workspace
from tests.studio.conftest import KEY, Served, in_a_loop_of_its_own
from tests.studio.test_access import asked, cookie


async def _nobody_hears(*_: object) -> None: ...


@pytest.mark.parametrize(
    "agent", ["python:evil.py:f", " Python :evil.py:f", "program:./evil", "barred:python:evil.py:f,from=x"]
)
def test_nobodys_code_plays_in_a_process_of_the_studio(agent: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NO_CODE, "1")
    from ludwright.agents.seating import check

    game = ludwright.load("pig")
    with pytest.raises(AgentError, match=r"has code of its own|can't be barred"):
        check(game, [agent])
    assert seated(game, ["mcts:20"])


def test_a_worker_imports_nothing_from_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "json.py").write_text(f"open({str(tmp_path / 'mark')!r}, 'w')\n")
    monkeypatch.chdir(tmp_path)

    async def asked() -> object:
        worker = Worker("draw")
        try:
            return await worker.run("runs", {"shelf": str(tmp_path)}, 60)
        finally:
            await worker.end()

    assert in_a_loop_of_its_own(asked) == []
    assert not (tmp_path / "mark").exists()


@pytest.mark.parametrize(
    "wrong",
    [
        {"id": 17}, {"id": "../x"}, {"kind": "shell"}, {"asked": "now"}, {"asked": float("nan")}, {"options": []}, {"progress": 3},
        {"title": ["a"]}, {"summary": {"a": 1}},
    ],
)  # fmt: skip
def test_a_run_that_can_not_be_one_is_none(tmp_path: Path, wrong: dict[str, object]) -> None:
    place = tmp_path / ".ludwright" / "runs"
    place.mkdir(parents=True)
    run = asdict(Run("12345678", "a.game", "A", "playtest", {}, WAITING))

    def found() -> list[dict[str, object]]:
        return Queue(Workspace(tmp_path), _nobody_hears).as_json()

    (place / "12345678.json").write_text(json.dumps(run))
    assert len(found()) == 1
    (place / "12345678.json").write_text(json.dumps({**run, **wrong}))
    assert found() == []


def _table(run: str) -> Table:
    return Table("12345678", "a.game", "A", "a.game", ["A", "B"], [HERE, HERE], ["", ""], "x", run=run)


@pytest.mark.parametrize(
    "wrong", [{"main": "../../x"}, {"answers": "x"}, {"seats": [HERE]}, {"begun": None}, {"run": 3}]
)
def test_a_game_that_can_not_be_one_is_none(tmp_path: Path, wrong: dict[str, object]) -> None:
    place = tmp_path / ".ludwright" / "games"
    place.mkdir(parents=True)

    def found() -> list[Table]:
        return Tables(Workspace(tmp_path), None, _nobody_hears, None).of_game("a.game")  # type: ignore[arg-type]

    (place / "12345678.json").write_text(json.dumps(asdict(_table("x"))))
    assert len(found()) == 1
    (place / "12345678.json").write_text(json.dumps({**asdict(_table("x")), **wrong}))
    assert found() == []


def test_only_a_playtest_of_people_is_written_anew(tmp_path: Path) -> None:
    """Where a game says it is recorded, a folder is put in the place of what lies there."""
    shelf = (tmp_path / "games" / "runs").resolve()
    shelf.mkdir(parents=True)
    (tmp_path / "mine").mkdir()
    (shelf / "photos").mkdir()
    ludwright.playtest("tic_tac_toe", games=5, out=shelf / "played", threads=1)
    written = tmp_path / "written.txt"
    written.write_text("game: tic_tac_toe\nplayers: 2\nseed: 5\ndeal: 0\n")
    keep_written([read_trace(written)], shelf / "people")
    assert is_by_people(shelf, "people")
    for name in ("", ".", "..", "../../mine", "photos", "played", "nothing", str(tmp_path / "mine")):
        assert not is_by_people(shelf, name), name
    (shelf / "link").symlink_to(tmp_path / "mine")
    assert not is_by_people(shelf, "link")


@pytest.mark.parametrize(
    "content", [b"[" * 100_000, b'{"a": ' * 100_000, b"1" * 10_000, b"\xff", b"", b"[]", b'{"a": 1']
)
def test_a_request_that_is_no_table_of_names_is_refused(content: bytes) -> None:
    with pytest.raises(Refusal, match="can't be read"):
        in_a_loop_of_its_own(lambda: given(_request(content)))


def test_a_request_that_is_too_long_is_refused_before_it_is_read_whole() -> None:
    assert in_a_loop_of_its_own(lambda: given(_request(b'{"a": 1}'))) == {"a": 1}
    with pytest.raises(Refusal, match=r"more than 0\.0 MB"):
        in_a_loop_of_its_own(lambda: given(_request(b'{"a": "' + b"x" * 10_000), 1_000))


def test_half_characters_in_a_request_become_question_marks() -> None:
    """Texts with one could be neither kept nor shown again. Whole characters that JSON writes in two halves stay."""
    assert in_a_loop_of_its_own(lambda: given(_request(b'{"a\\ud800": "\\ud83d\\ude00 \\udead"}'))) == {"a?": "😀 ?"}


def test_half_characters_in_names_of_files_are_shown(served: Served) -> None:
    """Files of a stranger's folder may have names that are no text at all."""
    try:
        (served.folder / "\udcff.game").write_text('game "\udcff"\nplayers 2\n', errors="surrogateescape")
    except (OSError, UnicodeError):
        pytest.skip("this system has no such names")
    for path in ("/", "/design/history?game=%FF.game", "/design?game=%ED%B3%BF.game", "/see/runs"):
        assert asked(served, path, cookie(served))[0] in (200, 404), path


@pytest.mark.parametrize("path", ["zzz", "declarations.999", "declarations.x", "__class__", "span.line", "1" * 5_000, ".", "declarations.0.__init__"])  # fmt: skip
def test_a_part_that_is_not_there(path: str) -> None:
    with pytest.raises(EditError, match="not there any more"):
        Source('game "a"\nplayers 2\n').part(path)


@pytest.mark.parametrize("versions", [3, [3], [{}], [{"changes": 5}], [{"changes": {"goal": "x"}}]])
def test_a_better_version_that_can_not_be_one(served: Served, versions: object) -> None:
    """What a search has found lies in the folder."""
    place = served.folder / ".ludwright" / "runs"
    place.mkdir(parents=True)
    (served.folder / "a.game").write_text((GAMES / "nim.game").read_text())
    run = Run("12345678", "a.game", "A", "balance", {}, DONE, progress={"versions": versions})
    (place / "12345678.json").write_text(json.dumps(asdict(run)))
    served.end()
    served.begin()
    status, said = asked(served, "/improve/runs/12345678/accept", cookie(served), "POST", '{"place": 0}')
    assert status in (404, 409) and "version" in said


def _request(content: bytes) -> Request:
    parts = [content[at : at + 500] for at in range(0, len(content), 500)] or [b""]
    messages = iter({"type": "http.request", "body": part, "more_body": part is not parts[-1]} for part in parts)

    async def receive() -> dict[str, object]:
        return next(messages)

    return Request({"type": "http", "method": "POST", "headers": []}, receive)


STRANGE_WORDS: tuple[str | bytes, ...] = (
    b"\x00\xff", b"{}", "", "no json", "[" * 100_000, '{"a":' * 100_000, "1" * 10_000, "[]", "null", '{"watch": 3}', '{"watch": [null, 1, {}]}',
    '{"watch": ["\\ud800", "a\\u0000b", "../../etc/passwd", "%s"]}' % ("x" * 5_000), "x" * 2_000_000,
)  # fmt: skip


def test_whatever_is_said_on_a_socket_the_others_are_still_told(
    served: Served, caplog: pytest.LogCaptureFixture
) -> None:
    """Of files that change, for example. What can't be understood is passed over, or ends that socket alone; it is no error of the studio's."""
    port = urlsplit(served.address).port
    (served.folder / "a.txt").write_text("one")

    def opened() -> ClientConnection:
        headers = {"Cookie": f"ludwright_{port}={KEY}"}
        return stack.enter_context(
            connect(f"ws://127.0.0.1:{port}/live", origin=Origin(served.root), additional_headers=headers)
        )

    with contextlib.ExitStack() as stack:
        for words in STRANGE_WORDS:
            opened().send(words)
        socket = opened()
        socket.send(json.dumps({"watch": ["a.txt"]}))
        assert json.loads(socket.recv(20))["kind"] == "runs"
        deadline = time.monotonic() + 20
        told: dict[str, object] = {}
        while told.get("kind") != "file" and time.monotonic() < deadline:
            (served.folder / "a.txt").write_text(str(time.monotonic()))
            with contextlib.suppress(TimeoutError):
                told = json.loads(socket.recv(1))
        assert told["name"] == "a.txt"
    assert [one for one in caplog.records if one.levelno >= logging.ERROR] == []
