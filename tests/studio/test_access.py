"""Who may talk to a studio, and what a hostile file can do: nothing."""

from __future__ import annotations

import http.client
import json
import subprocess
import sys
from pathlib import Path
from threading import Thread
from urllib.parse import quote, urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext

from ludwright.studio.server import for_others
from tests.studio.conftest import Opened, Process, Served


def asked(
    served: Served, path: str, headers: dict[str, str] | None = None, method: str = "GET", body: str = ""
) -> tuple[int, str]:
    """What the studio answers to a request made by hand."""
    parts = urlsplit(served.address)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port or 0, timeout=60)
    connection.request(method, path, body, headers or {})
    answer = connection.getresponse()
    return answer.status, answer.read().decode()


def cookie(served: Served) -> dict[str, str]:
    """What a browser that has opened the link sends."""
    parts = urlsplit(served.address)
    return {"Cookie": f"ludwright_{parts.port}={parts.query.removeprefix('key=')}"}


def test_without_the_key_there_is_nothing(served: Served) -> None:
    wrong = {"Cookie": f"ludwright_{urlsplit(served.address).port}=wrong"}
    for path in (
        "/",
        "/design?game=@pig",
        "/design/text?game=@pig",
        "/picture?game=@pig",
        "/web/studio.css",
        "/?key=wrong",
    ):
        for headers in ({}, wrong):
            status, text = asked(served, path, headers)
            assert status == 403 and "needs its key" in text
    assert asked(served, "/", cookie(served))[0] == 200


def test_others_get_a_link_that_leads_to_this_computer() -> None:
    """A link to 127.0.0.1 would lead everybody to a computer of their own."""
    address = "http://127.0.0.1:8123/?key=k"
    assert for_others(address, "127.0.0.1") is None
    told = for_others(address, "0.0.0.0")  # none, if there is no network
    assert told is None or (told.endswith(":8123/?key=k") and "127.0.0.1" not in told)


def test_another_page_or_another_name_is_refused(served: Served) -> None:
    port = urlsplit(served.address).port
    for headers in (
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": f"http://127.0.0.1:{port}1"},
        {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"},
    ):
        assert asked(served, "/games/new", {**cookie(served), **headers}, "POST", "{}")[0] == 403
    assert asked(served, "/", {**cookie(served), "Host": f"evil.example:{port}"})[0] == 421
    for name in (
        "127.0.0.1:1",
        "127.0.0.1",
        f"127.0.0.1:0{port}",
        f"127.0.0.1:{'9' * 5_000}",
        ":",
        f"[{port}",
        f"127.0.0.1:{port}:{port}",
    ):
        assert asked(served, "/", {**cookie(served), "Host": name})[0] == 421, name


def test_the_link_leads_nowhere_else(served: Served) -> None:
    """Whatever stands between the address and the key."""
    parts = urlsplit(served.address)
    for path in ("//evil.example", "///evil.example/a", "/\\evil.example"):
        connection = http.client.HTTPConnection(parts.hostname or "", parts.port or 0, timeout=60)
        connection.request("GET", f"{path}?{parts.query}")
        onward = connection.getresponse().headers["location"]
        assert onward.startswith("/") and not onward.startswith(("//", "/\\")), onward
        connection.close()


def test_the_socket_needs_key_and_origin_too(served: Served) -> None:
    upgrade = {
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    }
    own = {"Origin": served.root}
    assert asked(served, "/live", {**upgrade, **own})[0] == 403
    assert asked(served, "/live", {**upgrade, **cookie(served)})[0] == 403
    assert asked(served, "/live", {**upgrade, **cookie(served), "Origin": "http://evil.example"})[0] == 403
    parts = urlsplit(served.address)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port or 0, timeout=10)
    connection.request("GET", "/live", headers={**upgrade, **cookie(served), **own})
    assert connection.getresponse().status == 101
    connection.close()


def test_files_outside_the_folder_and_its_own_can_not_be_read_or_written(served: Served, tmp_path: Path) -> None:
    (tmp_path / "secret.game").write_text('game "Secret"\n')
    (served.folder / "link.game").symlink_to(tmp_path / "secret.game")
    (served.folder / ".ludwright").mkdir(exist_ok=True)
    (served.folder / ".ludwright" / "own.game").write_text('game "Own"\n')
    for name in (
        "../secret.game",
        str(tmp_path / "secret.game"),
        "link.game",
        ".ludwright/own.game",
        "@../../x",
        "..",
        "",
        "a\0b",
    ):
        status, text = asked(served, f"/design/text?game={quote(name)}", cookie(served))
        assert status in (400, 404) and "Secret" not in text and "Own" not in text
        body = json.dumps({"game": name, "text": "x", "base": ""})
        assert asked(served, "/design/text", {**cookie(served), "Origin": served.root}, "PUT", body)[0] in (
            400,
            403,
            404,
        )
    assert (tmp_path / "secret.game").read_text() == 'game "Secret"\n'


HOSTILE = """game "<script>window.harmed = 1</script>"
players 2 named "<img src=x onerror=harmed=1>", B
cards card
  | name | copies |
  | <img src=x onerror=window.harmed=1> | 3 |
  | "><svg onload=window.harmed=1> | 3 |
zone deck of card, holds all cards
turn: take
action take(c in deck)
  remove c
end when deck is empty: me wins
"""


def test_a_hostile_text_runs_no_script(served: Served, opened: Opened) -> None:
    (served.folder / "hostile.game").write_text(HOSTILE)
    (served.folder / "wrong.game").write_text(HOSTILE.replace("players 2", "players 2 <b onmouseover=harmed=1>"))
    for path in ("/", "/design?game=hostile.game", "/test?game=hostile.game", "/design?game=wrong.game"):
        page = opened(path)
        page.wait_for_timeout(1500)
        assert page.evaluate("window.harmed") is None
        assert page.locator("img[src=x]").count() == 0
        page.close()


def test_a_drawing_escapes_what_it_shows(served: Served) -> None:
    (served.folder / "hostile.game").write_text(HOSTILE.replace(' named "<img src=x onerror=harmed=1>", B', ""))
    status, drawn = asked(served, "/picture?game=hostile.game", cookie(served))
    assert status == 200 and "<script" not in drawn and "<img" not in drawn and "&lt;" in drawn


@pytest.mark.slow
def test_a_text_that_takes_for_ever_stalls_nobody(served: Served) -> None:
    long = "".join(f"define f{i}(x): x + {i}\n" for i in range(1500))
    body = json.dumps({"game": "@pig", "text": f'game "Long"\nplayers 2\n{long}', "tab": "a"})
    headers = {**cookie(served), "Origin": served.root}
    checking = Thread(target=asked, args=(served, "/design/check", headers, "POST", body))
    checking.start()
    assert asked(served, "/", cookie(served))[0] == 200
    assert checking.is_alive(), "the text did not take long: this shows nothing"
    checking.join()


def test_a_host_must_be_said_and_the_port_can_be(tmp_path: Path, chromium: Browser) -> None:
    taken = subprocess.run(
        [sys.executable, "-m", "ludwright", "studio", str(tmp_path / "nothing"), "--no-browser"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert taken.returncode == 2 and "there is no folder" in taken.stderr


@pytest.mark.usefixtures("own_process")
def test_it_ends_politely(served: Process, visitor: BrowserContext) -> None:
    page = visitor.new_page()
    page.goto(served.root)
    served.end()
    assert served.process.returncode == 0


def test_the_command_line_does_not_import_the_studio() -> None:
    code = "import sys; import ludwright.cli; print([name for name in sys.modules if name.partition('.')[0] in ('starlette', 'uvicorn', 'jinja2', 'websockets')])"
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "[]"
    )


def test_the_first_page_waits_for_nothing_that_plays_or_counts() -> None:
    code = "import sys, ludwright.cli.studio, ludwright.studio.server; print([name for name in ('numpy', 'numba', 'polars') if name in sys.modules])"
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "[]"
    )
