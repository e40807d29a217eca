"""The grammar itself, and the cache that makes it quick to load."""

from __future__ import annotations

import concurrent.futures
import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from lark import Lark, Token, Tree
from lark.indenter import Indenter

from ludwright.language import cache, grammar
from ludwright.language.parser import parse_file
from ludwright.language.scanner import Scanner, vocabulary
from tests.language.trees import shape
from tests.nonempty import some

TEXT = "turn\n  if a is b: move all c in my hand with c.x > 3 to deck\n"


class Blocks(Indenter):
    NL_type = "_NL"
    OPEN_PAREN_types = ["LPAR", "LSQB"]  # noqa: RUF012
    CLOSE_PAREN_types = ["RPAR", "RSQB"]  # noqa: RUF012
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8


@pytest.fixture(scope="session")
def built() -> Lark:
    """A parser made from the grammar alone: made once, as it takes a second."""
    return grammar.build()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, built: Lark) -> Path:
    """A cache folder of its own, and a parser that has not been loaded yet."""
    monkeypatch.setattr(grammar, "build", lambda text=None: built)
    monkeypatch.setenv("LUDWRIGHT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(grammar, "parser", grammar.parser.__wrapped__)
    return tmp_path / "cache"


def kept(folder: Path) -> Path:
    (path,) = folder.glob("grammar-*.json")
    return path


def reads(parser: Lark) -> str:
    scanner = Scanner(vocabulary(parser), TEXT.split("\n"))
    machine = parser.parse_interactive(start="start")
    for token in scanner.tokens(machine.choices, machine.accepts):
        machine.feed_token(token)
    return shape(machine.feed_eof())  # type: ignore[no-untyped-call]


def _shape_of(tree: Tree[Token] | Token | None) -> str:
    """A tree of Lark's own parser in the short form of :func:`tests.language.trees.shape`."""
    if isinstance(tree, Tree):
        return f"{tree.data}({','.join(_shape_of(part) for part in tree.children if part is not None)})"
    return str(tree)


def test_the_grammar_is_strictly_lalr_without_conflicts() -> None:
    Lark(grammar.grammar_text(), parser="lalr", strict=True, start=list(grammar.STARTS), postlex=Blocks())


def test_our_own_scanner_agrees_with_larks() -> None:
    larks = Lark(
        grammar.grammar_text(), parser="lalr", start=list(grammar.STARTS), postlex=Blocks(), maybe_placeholders=True
    )
    games = Path(grammar.__file__).parents[1] / "games"
    for path in some(sorted(games.glob("*.game"))):
        text = path.read_text(encoding="utf-8")
        assert _shape_of(larks.parse(text + "\n", start="start")) == shape(parse_file(text)), path.name


def test_a_kept_parser_reads_like_a_fresh_one(folder: Path, monkeypatch: pytest.MonkeyPatch, built: Lark) -> None:
    assert grammar.parser() is built
    monkeypatch.setattr(grammar, "build", lambda text=None: pytest.fail("built again"))
    again = grammar.parser()
    assert again is not built
    assert reads(again) == reads(built)


def test_what_is_kept_is_plain_data(folder: Path) -> None:
    grammar.parser()
    assert isinstance(json.loads(cache.kept(kept(folder)) or b""), dict)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700 or sys.platform == "win32"


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'{"data": {}, "memo": {}}', b"\x80\x04."])
def test_a_damaged_cache_does_no_harm(folder: Path, damage: bytes) -> None:
    fresh = reads(grammar.parser())
    path = kept(folder)
    path.write_bytes(damage)
    assert reads(grammar.parser()) == fresh
    assert path.read_bytes() != damage


def test_a_flipped_bit_is_noticed_even_if_it_could_be_read(folder: Path) -> None:
    fresh = reads(grammar.parser())
    path = kept(folder)
    content = path.read_bytes()
    path.write_bytes(content.replace(b"1", b"2"))
    assert reads(grammar.parser()) == fresh
    assert path.read_bytes() == content


def test_a_cut_off_cache_does_no_harm(folder: Path) -> None:
    fresh = reads(grammar.parser())
    path = kept(folder)
    path.write_bytes(path.read_bytes()[:-500])
    assert reads(grammar.parser()) == fresh


def test_another_grammar_has_another_place(folder: Path) -> None:
    assert grammar._stamp("start : A") != grammar._stamp("start : B")


def test_no_cache_is_needed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDWRIGHT_CACHE", "")
    assert cache.cache_folder() is None
    assert reads(grammar.parser())
    assert not folder.exists()


def test_a_folder_that_cannot_be_made_is_no_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("LUDWRIGHT_CACHE", str(tmp_path / "file" / "cache"))
    assert cache.cache_folder() is None


@pytest.mark.skipif(sys.platform == "win32", reason="other rights there")
def test_a_folder_that_others_may_write_to_is_no_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    monkeypatch.setenv("LUDWRIGHT_CACHE", str(shared))
    shared.chmod(0o755)
    assert cache.cache_folder() == shared
    shared.chmod(0o777)
    assert cache.cache_folder() is None


@pytest.mark.skipif(sys.platform == "win32", reason="other rights there")
def test_a_folder_of_another_user_is_no_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDWRIGHT_CACHE", str(tmp_path))
    tmp_path.chmod(0o700)
    monkeypatch.setattr(os, "geteuid", lambda: tmp_path.stat().st_uid + 1)
    assert cache.cache_folder() is None


def test_a_full_or_read_only_disk_does_no_harm(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError("read-only file system")

    monkeypatch.setattr(os, "replace", refuse)
    assert reads(grammar.parser())
    assert list(folder.iterdir()) == []


def test_many_processes_may_start_at_once(tmp_path: Path) -> None:
    program = "from ludwright.language.parser import parse_file\nprint(len(parse_file('var a = 1\\nvar b = 2\\n').declarations))"
    source = str(Path(grammar.__file__).parents[2])
    environment = {**os.environ, "LUDWRIGHT_CACHE": str(tmp_path / "cache"), "PYTHONPATH": source}

    def start(_: int) -> str:
        done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    with concurrent.futures.ThreadPoolExecutor(3) as pool:
        assert set(pool.map(start, range(3))) == {"2"}
    assert [path.name.split("-")[0] for path in (tmp_path / "cache").iterdir()] == ["grammar"]
