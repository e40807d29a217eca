"""Damaged files of all kinds, read by the commands that read them: ``python -m tests.fuzz.damaged --count 1000 --seed 0``.

Whatever stands in a file: the command works, or ends with one clear message and its exit code; never with a traceback, a panic of a
library, a crash, a hang, or a gigabyte of memory. ``--show`` runs the tries here, one by one, and prints what each said.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import shutil
import signal
import sys
import tempfile
import time
import traceback
from dataclasses import dataclass
from pathlib import Path
from random import Random

import openpyxl
from typer.main import get_command
from typer.testing import CliRunner

import ludwright
from ludwright.cli import app
from ludwright.game import GAMES
from ludwright.language.cache import kept
from ludwright.mistakes import LudwrightError
from ludwright.playtests.store import TABLES, PlaytestStore
from ludwright.playtests.sums import sum_of
from ludwright.queries.kept import Kept, read_kept, write_kept
from ludwright.studio.home import _around_map, _around_table
from ludwright.studio.tasks import sheet
from tests.fuzz.damage import damage, damaged_bytes
from tests.fuzz.pool import SECONDS, Findings, run

MEMORY = 1 << 30
"""So many bytes more than before a try may take."""
HEAD = 'game "Tables"\nplayers 2\nturn: me may do go\naction go\nend when turn.number > 3: draw\n'
CSV = "name,value,copies,sort\nred,1,2,plain\nblue,2,1,odd\ngreen,-3,4,plain\n"
GRAPHML = """<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key id="d0" for="node" attr.name="name" attr.type="string"/>
  <key id="d1" for="node" attr.name="continent" attr.type="string"/>
  <key id="d2" for="node" attr.name="x" attr.type="double"/>
  <graph edgedefault="undirected">
    <node id="a"><data key="d0">Avalon</data><data key="d1">West</data><data key="d2">1.5</data></node>
    <node id="b"><data key="d0">Brasil</data><data key="d1">West</data></node>
    <node id="c"><data key="d1">East</data></node>
    <edge source="a" target="b"/><edge source="b" target="c"/>
  </graph>
</graphml>
"""
WISHES = 'expect "duration in turns 2 to 400"\nexpect "draws under 99%"\n'
THRESHOLDS = '[thresholds]\ndraws = 0.3\n"seat advantage" = "3%"\n'


@dataclass(frozen=True)
class Kind:
    """A kind of files: where its samples lie, which of them are damaged, and the commands that read them."""

    name: str
    victims: tuple[str, ...]
    """Patterns."""
    commands: tuple[str, ...]
    weight: int = 1
    whole: int = 0
    """What the commands end with where nothing is damaged."""

    @property
    def needs_run(self) -> bool:
        """Whether the games of a playtest are among what is read."""
        return any("/run" in word for word in (*self.victims, *self.commands)) or self.victims[0].startswith("run")


_LOOKS = (
    "runs --in {f} --json", "inspect {f}/run", "inspect {f}/run --game 3 --frame -1 --json", "query {f}/run turn.number",
    "metrics {f}/run draws", "inspect {f}/run --game 7 --frame 1", "playtest --resume --out {f}/run --threads 1",
)  # fmt: skip
_SQL = "query {f}/run --sql"
"""Followed by a question."""
QUESTIONS = (
    "select * from games",
    "select count(*) from decisions",
    "select * from seats",
    "select * from turns limit 3",
)
_KEPT, _UPLOAD = "(kept questions)", "(dropped into the studio)"
"""Not commands: what the studio does with a file."""
SHEETS = Path(__file__).parent.parent / "language" / "sheets"
IN_MEMORY = Path("/dev/shm")
"""Where files are written soonest, if there is such a folder."""
KINDS = (
    Kind("finished", ("run/manifest.json", "run/finished.json"), (*_LOOKS, _SQL), 4),
    Kind("unfinished", ("run/manifest.json", "run/data/*", "run/source/*"), (*_LOOKS, _SQL), 6),
    Kind("hostile", ("run/data/*.parquet",), (*_LOOKS, _SQL), 6),
    Kind("saved", ("saved.json",), ("play --load {f}/saved.json",), 4),
    Kind("learned", ("agent.npz",), ("simulate nim -n 2 --threads 1 --seats learned:{f}/agent.npz",), 4),
    Kind("map", ("map.json",), ("check {f}/map.game",), 3),
    Kind("csv", ("table.csv",), ("check {f}/csv.game", "describe {f}/csv.game"), 3),
    Kind("xlsx", ("table.xlsx",), ("check {f}/xlsx.game",), 4),
    Kind("ods", ("table.ods",), ("check {f}/ods.game",), 3),
    Kind("balanced", ("balanced/*.json*",), ("balance --resume --out {f}/balanced --threads 1",), 2, whole=1),
    Kind("evolved", ("evolved/*.json*",), ("evolve --resume --out {f}/evolved --threads 1",), 2, whole=1),
    Kind("graphml", ("map.graphml",), ("check {f}/graphml.game",), 2),
    Kind("agent", ("tuned.agent",), ("simulate nim -n 2 --threads 1 --seats tuned",), 1),
    Kind("questions", ("nim.queries.json",), (_KEPT,), 2),
    Kind("uploads", ("map.json", "table.csv", "table.xlsx"), (_UPLOAD,), 2),
    Kind("wishes", ("wishes.txt",), ("expect {f}/run --file {f}/wishes.txt",), 2),
    Kind("history", ("history.jsonl",), ("expect {f}/run --file {f}/wishes.txt --history {f}/history.jsonl",), 2),
    Kind(
        "thresholds",
        ("thresholds.toml", "thresholds.json"),
        ("report {f}/run --thresholds {v} --markdown {f}/out.md",),
        1,
    ),
    Kind("written", ("written.txt",), ("record {f}/written.txt --out {f}/people",), 2),
    Kind("caches", ("cache/grammar-*", "cache/kernels/*"), ()),
    Kind("code", ("cache/code/*",), ("simulate {f}/csv.game -n 2 --threads 1",), 2),
)


def make_samples(folder: Path) -> None:
    """Whole files of every kind."""
    ludwright.playtest("tic_tac_toe", games=20, seatings="fixed", tracked=5, out=folder / "run", threads=1)
    nim = ludwright.load("nim")
    ludwright.learn(nim, 5).save(folder / "agent.npz")
    match = ludwright.load("pig", ask_forced=True).start(3)
    for _ in range(4):
        match.apply(match.codes()[0])
    from ludwright.play.saved import save

    save(folder / "saved.json", match, ["random", "random"])
    shutil.copy(GAMES / "small_world.json", folder / "map.json")
    (folder / "map.graphml").write_text(GRAPHML)
    (folder / "graphml.game").write_text(HEAD + 'board graph of land from "map.graphml", regions continent\n')
    (folder / "tuned.agent").write_text("mcts:20")
    questions = [
        Kept("stones", ("stones",)),
        Kept("late", ("turn.number", "stones"), "end", combine="sum", how="max"),
    ]
    write_kept(folder / "nim.queries.json", questions)
    (folder / "map.game").write_text(HEAD + 'board graph of land from "map.json", regions continent\n')
    (folder / "table.csv").write_text(CSV)
    book = openpyxl.Workbook()
    for row in CSV.splitlines():
        book.active.append(row.split(","))
    book.save(folder / "table.xlsx")
    for kind in ("csv", "xlsx"):
        (folder / f"{kind}.game").write_text(
            HEAD
            + f'enum sort: plain, odd\ncards card from "table.{kind}"\nzone deck of card, face down, holds all cards, shuffled\n'
        )
    (folder / "wishes.txt").write_text(WISHES)
    (folder / "thresholds.toml").write_text(THRESHOLDS)
    (folder / "thresholds.json").write_text('{"thresholds": {"draws": 0.3, "seat advantage": "3%"}}')
    moves = ["game: tic_tac_toe", "players: 2", "seed: 5", "deal: 0", ""]
    match = ludwright.load("tic_tac_toe").start(5)
    while not match.over:
        option = match.legal()[0]
        moves.append(f"{match.game.seats[match.actor or 0]}: {option.words}  # a note")
        match.apply(option.code)
    (folder / "written.txt").write_text("\n".join(moves))
    shutil.copy(SHEETS / "court.ods", folder / "table.ods")
    (folder / "ods.game").write_text(f'{HEAD}cards card from "table.ods"\nzone deck of card, holds all cards\n')
    ludwright.balance("nim", ["first seat wins 40..60%"], games=300, threads=1, out=folder / "balanced")
    ludwright.evolve("nim", candidates=3, trials=20, threads=1, out=folder / "evolved")
    history = ["expect", f"{folder}/run", "--file", f"{folder}/wishes.txt", "--history", f"{folder}/history.jsonl"]
    assert CliRunner().invoke(app, history).exit_code == 0


def _arguments(command: str, folder: Path, victim: Path, dice: Random) -> list[str]:
    words = [word.format(f=folder, v=victim) for word in command.split()]
    return [*words, dice.choice(QUESTIONS)] if command == _SQL else words


class Tries:
    """Goes through seeds. What is damaged lies in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.samples, self.scratch = folder / "whole", folder / "damaged"
        self.cache = folder / "cache"
        self.samples.mkdir()
        self.command = get_command(app)
        os.environ["LUDWRIGHT_CACHE"] = str(self.cache)
        make_samples(self.samples)
        for kind in KINDS:  # whole files are read without a complaint, and all that is needed is in memory now
            self._lay_out(kind)
            for command in kind.commands:
                if kind.victims[0].startswith("cache"):
                    self._invoke(_arguments(command, self.scratch, self.scratch, Random(0)))
                    continue
                victim = self._victims(kind)[0]
                code, said = self._invoke(_arguments(command, self.scratch, victim, Random(0)))
                if code != kind.whole or "itself failed" in said:
                    raise AssertionError(f"a whole file is refused by `{command}`: {code} {said}")
        self.complaints = tempfile.TemporaryFile()  # noqa: SIM115

    def _lay_out(self, kind: Kind) -> None:
        shutil.rmtree(self.scratch, ignore_errors=True)
        shutil.copytree(self.samples, self.scratch, ignore=None if kind.needs_run else shutil.ignore_patterns("run"))

    def _victims(self, kind: Kind) -> list[Path]:
        base = self.cache.parent if kind.victims[0].startswith("cache") else self.scratch
        return [path for pattern in kind.victims for path in sorted(base.glob(pattern)) if path.is_file()]

    def _invoke(self, arguments: list[str]) -> tuple[int, str]:
        if arguments[0] == "(kept":
            return _read_questions(self.scratch / "nim.queries.json")
        if arguments[0] == "(dropped":
            return _drop(self.scratch)
        runner = CliRunner()
        with contextlib.chdir(self.scratch), runner.isolation() as (_, said, _):
            try:
                self.command.main(args=arguments, prog_name="ludwright")
                code = 0
            except SystemExit as ended:
                assert isinstance(ended.code, int), ended.code
                code = ended.code
            finally:
                sys.stdout.flush()
                sys.stderr.flush()
            return code, said.getvalue().decode()

    @staticmethod
    def _damaged_cache(path: Path, dice: Random) -> str:
        whole = path.read_bytes()
        damaged = damaged_bytes(whole, dice)
        path.write_bytes(damaged)
        assert kept(path) is None or damaged == whole, path
        path.write_bytes(whole)
        return "a cache"

    def attempt(self, seed: int) -> tuple[str, str]:
        """Damage a file and read it: what came of it, and what was said."""
        dice = Random(f"damaged {seed}")
        kind = dice.choices(KINDS, [kind.weight for kind in KINDS])[0]
        self._lay_out(kind)
        store = PlaytestStore(self.scratch / "run")
        if kind.name in ("unfinished", "hostile") and dice.random() < 0.7:
            _stop_before_the_end(store, summed=kind.name == "unfinished")
        victim = dice.choice(self._victims(kind))
        before = victim.read_bytes()
        if not kind.commands:
            return "refused", self._damaged_cache(victim, dice)
        how = damage(victim, dice)
        if kind.name == "hostile" and (store.folder / "finished.json").exists():
            _sum_again(store)
        command = dice.choice(kind.commands)
        arguments = _arguments(command, self.scratch, victim, dice)
        try:
            code, said = self._invoke(arguments)
        finally:
            if kind.name == "code":
                victim.write_bytes(before)
        told = f"{kind.name}: {how}: `{' '.join(arguments)}` ended with {code}: {said[:2000]}"
        _check(code, said, told, (str(self.scratch), victim.name))
        return ("worked", "found", "refused")[code], told


def _read_questions(path: Path) -> tuple[int, str]:
    """As the studio reads the questions of a game."""
    try:
        for one in read_kept(path):
            assert one.question and one.as_json() and one.command(["run"])
    except LudwrightError as error:
        return 2, f"{path.name}: {error}"
    return 0, ""


def _drop(folder: Path) -> tuple[int, str]:
    """As the studio makes a first game of a map or a table."""
    assert _around_map("map.json", (folder / "map.json").read_bytes())
    try:
        for name in ("table.csv", "table.xlsx"):
            assert _around_table(name, sheet(str(folder / name), name)["rows"])
    except LudwrightError as error:
        return 2, str(error)
    return 0, ""


def _stop_before_the_end(store: PlaytestStore, summed: bool) -> None:
    """As if the playtest had been stopped after its last chunk; an old one has no sums."""
    (store.folder / "finished.json").unlink(missing_ok=True)
    if summed:
        lines = (f"{chunk} {sum_of(store.path(table, chunk) for table in TABLES)}\n" for chunk in sorted(store.done()))
        (store.data / "sums.txt").write_text("".join(lines))


def _sum_again(store: PlaytestStore) -> None:
    """As somebody would who wants the damage to be believed."""
    path = store.folder / "finished.json"
    kept = json.loads(path.read_text())
    kept["sums"] = [sum_of(store.path(table, chunk) for table in TABLES) for chunk in sorted(store.done())]
    path.write_text(json.dumps(kept))


def _check(code: int, said: str, told: str, names: tuple[str, ...]) -> None:
    assert code in (0, 1, 2), told
    for word in ("Traceback", "itself failed", "panicked", "PanicException", "object has no attribute"):
        assert word not in said, told
    if code == 2:
        assert any(name in said for name in (*names, "there is no frame", "balanced", "evolved")), (
            f"the message does not say which file: {told}"
        )
        assert said.count("\n") < 40, f"many messages: {told}"


def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="ludwright-damaged-", dir=IN_MEMORY if IN_MEMORY.is_dir() else None)


def work(first: int, last: int) -> None:
    """What a worker of the pool does: says on standard output what came of each seed."""
    out = os.fdopen(os.dup(1), "w")
    with _folder() as folder:
        tries = Tries(Path(folder))
        os.dup2(tries.complaints.fileno(), 2)
        _limit_memory()
        for seed in range(first, last):
            print(json.dumps({"seed": seed}), file=out, flush=True)
            begun = time.process_time()
            if sys.platform == "linux":
                signal.setitimer(signal.ITIMER_PROF, SECONDS)  # of the processor's time: a hang ends the process
            try:
                outcome, told = tries.attempt(seed)
                tries.complaints.seek(0)
                noise = tries.complaints.read().decode(errors="replace")
                assert not noise.strip(), f"{told}\na library complained: {noise[:1500]}"
                words = {"outcome": outcome, "seconds": time.process_time() - begun}
            except BaseException:  # whatever it is: it must not have happened
                words = {"wrong": traceback.format_exc()[-3500:]}
            tries.complaints.truncate(0)
            tries.complaints.seek(0)
            print(json.dumps({"seed": seed, **words}), file=out, flush=True)


def _limit_memory() -> None:
    if sys.platform == "linux":
        import resource

        pages = int(Path("/proc/self/statm").read_text().split()[0])
        most = pages * resource.getpagesize() + MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def try_all(first: int, tries: int) -> Findings:
    """Try so many seeds in processes of their own. On a busy machine a process may wait long for its turn: its own time counts."""
    return run("--worker", first, first + tries, module="tests.fuzz.damaged", patience=20)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0, help="the first of the seeds")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--worker", nargs=2, type=int, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.worker:
        work(*asked.worker)
        return 0
    if asked.show:
        with _folder() as folder:
            tries = Tries(Path(folder))
            for seed in range(asked.seed, asked.seed + asked.count):
                print(seed, *tries.attempt(seed), flush=True)
        return 0
    found = try_all(asked.seed, asked.count)
    print(
        f"seeds {asked.seed} to {asked.seed + asked.count - 1}: {dict(found.outcomes)}, {len(found.wrong)} wrong, slowest {found.slowest}"
    )
    for wrong in found.wrong:
        print(f"\n{wrong}")
    return bool(found.wrong)


if __name__ == "__main__":
    sys.exit(main())
