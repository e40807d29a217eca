"""Games that people play in a studio: who sits where, what was answered, and the keys of friends' seats.

Each game lies in a file of its own and is written before anybody is told of a move: reload, close, kill the studio, and it goes on. Its rules
lie beside it, so a change of the text in the meantime does not touch it. Whatever plays runs in workers.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import re
import secrets
import shutil
import time
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass, field, fields
from math import isfinite
from pathlib import Path
from typing import Any

from ludwright.mistakes import LudwrightError
from ludwright.stored import StoredError, read_json, typed
from ludwright.studio.access import new_key
from ludwright.studio.page import Refusal
from ludwright.studio.table_tasks import FRIEND, HERE
from ludwright.studio.workers import Pool
from ludwright.studio.workspace import Workspace
from ludwright.written import put

_ID = re.compile(r"[0-9]{8,20}")
_THINKING = 90.0
"""An agent has so many seconds for its moves."""
_PACE = 0.7
"""Between two choices of agents that nobody plays with, so that they can be watched."""


@dataclass
class Table:
    """One game that is played, or was."""

    id: str
    game: str
    """The game's name, as :class:`Workspace` knows it."""
    title: str
    main: str
    """The text of the rules, in the folder beside the file."""
    names: list[str]
    seats: list[str]
    keys: list[str]
    """The key of every friend's seat; nothing for others."""
    hash: str
    params: dict[str, int] = field(default_factory=dict)
    seed: int = 0
    answers: list[int] = field(default_factory=list)
    told: list[int] = field(default_factory=list)
    hiding: bool = False
    """Whether seats see different things: then a screen that is passed on is covered first."""
    secrets: bool = False
    begun: float = 0.0
    changed: float = 0.0
    over: bool = False
    run: str = ""
    """The playtest in ``runs/`` that it is recorded in."""
    forked: list[Any] = field(default_factory=list)
    """From which game, and after how many answers."""
    trouble: str = ""
    """Why nobody moves, if something went wrong."""

    @property
    def people(self) -> list[int]:
        """The seats of people, here and elsewhere."""
        return [seat for seat, who in enumerate(self.seats) if who in (HERE, FRIEND)]

    @property
    def mark(self) -> str:
        """Changes with every answer and tells nothing: for friends, who may not even count the answers."""
        return hashlib.sha256(f"{self.seed} {self.keys} {len(self.answers)} {self.changed}".encode()).hexdigest()[:16]


class Tables:
    """All games that are played in a folder."""

    def __init__(
        self, workspace: Workspace, pool: Pool, tell: Callable[[dict[str, Any]], Awaitable[None]], friends: Friends
    ) -> None:
        self._workspace, self._pool, self._tell, self.friends = workspace, pool, tell, friends
        self._place = workspace.own / "games"
        self._tables = self._read()
        self._turns: dict[str, asyncio.Lock] = {}
        self._driving: dict[str, asyncio.Task[None]] = {}
        self._waits: dict[str, tuple[list[str], list[int]]] = {}
        """Where a person is known to be asked: with whom in the seats, and after which answers."""

    # ------------------------------------------------------------ finding

    def of(self, id_: str) -> Table:
        """A game."""
        if id_ not in self._tables:
            raise Refusal("There is no such game.", 404)
        return self._tables[id_]

    def of_game(self, game: str) -> list[Table]:
        """All games by some rules, the newest first."""
        return sorted((one for one in self._tables.values() if one.game == game), key=lambda one: -one.begun)

    def at_key(self, key: str) -> tuple[Table, int]:
        """The seat that a friend's key opens."""
        for table in self._tables.values():
            for seat, own in enumerate(table.keys):
                if own and secrets.compare_digest(own.encode(), key.encode("utf-8", "replace")):
                    return table, seat
        raise Refusal("This link opens no seat. Ask for the link again: it may have been changed or taken back.", 403)

    def kept(self, table: Table) -> dict[str, Any]:
        """What workers need of a game."""
        return {
            "path": str(self._place / table.id / table.main), "players": len(table.names), "params": table.params, "seats": table.seats,
            "seed": table.seed, "answers": table.answers, "told": table.told, "hash": table.hash,
        }  # fmt: skip

    # ------------------------------------------------------------ beginning

    async def begin(
        self, game: str, seats: list[str], params: dict[str, int], seed: int | None = None, before: Table | None = None,
        answers: list[int] | None = None,
    ) -> Table:  # fmt: skip
        """Sit down at a new game, or at one that goes on from a moment of another."""
        now = time.time()
        id_ = str(int(now * 1000))
        while id_ in self._tables:
            id_ = str(int(id_) + 1)
        path = self._workspace.path(game) if before is None else self._place / before.id / before.main
        asked = {
            "path": str(path), "into": str(self._place / id_), "players": len(seats), "params": params, "seats": seats,
        }  # fmt: skip
        opened = await self._pool.run("play", "open_table", asked)
        who = opened["seats"]
        table = Table(
            id_, game, opened["title"], opened["main"], opened["names"], who, [new_key() if seat == FRIEND else "" for seat in who],
            opened["hash"], params, secrets.randbelow(1_000_000_000) if seed is None else seed, answers or [],
            list(before.told) if before is not None else [], opened["hiding"], opened["secrets"], now, now,
            forked=[before.id, len(answers or [])] if before is not None else [],
        )  # fmt: skip
        self._tables[id_] = table
        await self._note(table)
        self.drive(table)
        return table

    async def fork(self, table: Table, at: int, seats: list[str]) -> Table:
        """Go on from a moment of a game, with others in the seats, and the same luck."""
        if not 0 <= at <= len(table.answers) or len(seats) != len(table.seats):
            raise Refusal("There is no such moment.")
        return await self.begin(table.game, seats, table.params, table.seed, table, table.answers[:at])

    async def reseat(self, table: Table, seats: list[str]) -> None:
        """Change who sits where in the middle of a game. A friend who stays keeps the key."""
        asked = {
            "path": str(self._place / table.id / table.main), "into": str(self._place / table.id), "players": len(table.seats),
            "params": table.params, "seats": seats,
        }  # fmt: skip
        async with self._turn(table):
            opened = await self._pool.run("play", "open_table", asked)
            old = list(zip(table.seats, table.keys, strict=True))
            table.seats = opened["seats"]
            table.keys = [
                (key if who == FRIEND else new_key()) if now == FRIEND else ""
                for now, (who, key) in zip(table.seats, old, strict=True)
            ]
            table.trouble = ""
            await self._note(table)
        self.drive(table)

    # ------------------------------------------------------------ moving

    async def move(self, table: Table, seat: int, answer: int | list[int]) -> None:
        """A person's answer: one choice, or several that go together."""
        async with self._turn(table):
            found = await self._pool.run("play", "move", {
                "kept": self.kept(table), "seat": seat, "codes": answer if isinstance(answer, list) else [answer], "together": isinstance(answer, list),
            })  # fmt: skip
            if "refused" in found:
                raise Refusal(found["refused"], 409)
            table.answers, table.trouble = found["answers"], ""
            if found["waiting"]:
                self._waits[table.id] = (table.seats, table.answers)
            await self._note(table)
        self.drive(table)

    async def real(self, table: Table, task: str, values: dict[str, Any], moment: int | None = None) -> None:
        """What real dice or cards brought, now or up to a moment that somebody looks back to: the game goes on from that."""
        async with self._turn(table):
            kept = {**self.kept(table), "answers": table.answers[:moment]}
            found = await self._pool.run("play", task, {"kept": kept, **values})
            self._waits.pop(table.id, None)
            table.told, table.answers, table.over, table.trouble = found["told"], found["answers"], False, ""
            await self._note(table)
        self.drive(table)

    async def undo(self, table: Table) -> None:
        """Take back the last choice of a person."""
        async with self._turn(table):
            left = await self._pool.run("play", "taken_back", {"kept": self.kept(table)})
            if left is None:
                raise Refusal("There is nothing to take back.", 409)
            table.answers, table.over, table.trouble = table.answers[:left], False, ""
            await self._note(table)
        self.drive(table)

    def drive(self, table: Table) -> None:
        """Let agents move until a person is asked."""
        if self._waits.get(table.id) == (table.seats, table.answers):
            return  # who is asked has been found already
        going = self._driving.get(table.id)
        if not table.over and (going is None or going.done()):
            self._driving[table.id] = asyncio.create_task(self._drive(table))

    async def _drive(self, table: Table) -> None:
        while table.id in self._tables and not table.over:
            try:
                if await self._step(table):
                    return
            except Refusal as error:
                table.trouble = error.words
                await self._note(table)
                return
            if not table.people:
                await asyncio.sleep(_PACE)

    async def _step(self, table: Table) -> bool:
        """Some moves of agents; whether that is all for now."""
        async with self._turn(table):
            asked = {"kept": self.kept(table), "once": not table.people}
            found = await self._pool.run("think", "go_on", asked, seconds=_THINKING)
            news = found["answers"] != table.answers or found["over"] or found["endless"]
            table.answers, table.over = found["answers"], found["over"]
            if found["waiting"] and table.people:
                self._waits[table.id] = (table.seats, table.answers)
            if found["endless"]:
                table.trouble = "Nobody was asked for very long: this game does not come to an end."
            if news:
                await self._note(table)
            if table.over:
                await self._record(table)
            return bool(table.over or found["waiting"])

    # ------------------------------------------------------------ keeping

    async def record(self, table: Table) -> str:
        """Keep a game that is not over as it stands, beside the others by the same rules."""
        async with self._turn(table):
            await self._record(table)
        return table.run

    async def _record(self, table: Table) -> None:
        """One playtest for all games by the same rules: written anew beside the old one, then put in its place."""
        together = [one for one in self.of_game(table.game)[::-1] if one.hash == table.hash and one.answers]
        shelf = self._workspace.folder / "runs"
        fresh = self._place / f"recording-{table.id}"
        shutil.rmtree(fresh, ignore_errors=True)
        try:
            asked = {
                "games": [self.kept(one) for one in together],
                "into": str(fresh),
                "shelf": str(shelf),
                "before": [one.run for one in together],
                "title": f"{Path(table.main).stem} by people",
            }
            recorded = await self._pool.run("think", "record", asked, seconds=_THINKING)
            target = shelf / recorded["name"]
            shelf.mkdir(exist_ok=True)
            if target.exists():
                shutil.rmtree(target)
            fresh.rename(target)
        except (Refusal, OSError) as error:
            table.trouble = f"The game is kept, but not among the runs: {getattr(error, 'words', error)}"
            shutil.rmtree(fresh, ignore_errors=True)
        else:
            for one in together:
                one.run = target.name
                self._write(one)
        await self._note(table)

    async def remove(self, table: Table) -> None:
        """Take a game away. What was recorded of it stays."""
        async with self._turn(table):
            del self._tables[table.id]
            (self._place / f"{table.id}.json").unlink(missing_ok=True)
            shutil.rmtree(self._place / table.id, ignore_errors=True)
        await self._tell({"kind": "table", "id": table.id})
        await self.friends.tell(table.id)

    async def end(self) -> None:
        """Nobody moves any more until the studio is opened again."""
        for task in self._driving.values():
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    def _turn(self, table: Table) -> asyncio.Lock:
        return self._turns.setdefault(table.id, asyncio.Lock())

    async def _note(self, table: Table) -> None:
        """First the file, then the pages."""
        table.changed = time.time()
        self._write(table)
        await self._tell({"kind": "table", "id": table.id})
        await self.friends.tell(table.id)

    def _write(self, table: Table) -> None:
        try:
            self._place.mkdir(parents=True, exist_ok=True)
            put(self._place / f"{table.id}.json", json.dumps(asdict(table)))
        except (LudwrightError, OSError) as error:
            raise Refusal(f"The game can't be kept: {error}", 507) from None

    def _read(self) -> dict[str, Table]:
        """The games of last time; a file that somebody damaged is none."""
        found = {}
        names = {one.name for one in fields(Table)}
        for path in sorted(self._place.glob("*.json")) if self._place.is_dir() else []:
            try:
                kept = read_json(path)
                table = typed(Table, {name: value for name, value in kept.items() if name in names})
            except (OSError, StoredError, AttributeError):
                continue
            if _ID.fullmatch(table.id) and path.stem == table.id and _is_whole(table):
                found[table.id] = table
        return found


def _is_whole(table: Table) -> bool:
    return (
        len(table.names) == len(table.seats) == len(table.keys)
        and Path(table.main).name == table.main
        and isfinite(table.begun)
        and isfinite(table.changed)
    )


class Friends:
    """The open pages of friends: told that something has changed, never what."""

    def __init__(self) -> None:
        self._open: dict[str, set[asyncio.Event]] = {}

    @contextlib.contextmanager
    def listening(self, id_: str) -> Any:
        """Be woken when a game changes."""
        news = asyncio.Event()
        self._open.setdefault(id_, set()).add(news)
        try:
            yield news
        finally:
            self._open[id_].discard(news)

    async def tell(self, id_: str) -> None:
        """Wake all who look at a game."""
        for news in self._open.get(id_, ()):
            news.set()
