"""Workers: a text that takes long holds up nobody else."""

from __future__ import annotations

import asyncio

import pytest

from ludwright.studio.page import Refusal
from ludwright.studio.workers import MANY, Pool, Superseded, Worker
from tests.studio.conftest import in_a_loop_of_its_own


class Slow(Worker):
    """Answers when it is told to."""

    def __init__(self, gate: asyncio.Event) -> None:
        super().__init__()
        self.gate = gate

    async def run(self, task: str, values: dict[str, object], seconds: float) -> object:
        if values.get("slow"):
            await self.gate.wait()
        return values.get("text")


def pool_of(gate: asyncio.Event) -> Pool:
    pool = Pool()
    for kind, many in MANY.items():
        pool._idle[kind] = [Slow(gate) for _ in range(many)]
    return pool


def test_a_slow_text_holds_up_no_other_tab() -> None:
    async def tried() -> None:
        gate = asyncio.Event()
        pool = pool_of(gate)
        tabs = [
            asyncio.create_task(
                pool.run("check", "check_text", {"slow": True, "text": n, "name": "slow.game"}, replaces=f"tab {n % 4}")
            )
            for n in range(8)
        ]
        await asyncio.sleep(0)
        other = pool.run("check", "check_text", {"text": "quick", "name": "quick.game"}, replaces="tab 9")
        assert await asyncio.wait_for(other, 5) == "quick"
        gate.set()
        found = await asyncio.gather(*tabs, return_exceptions=True)
        assert [one for one in found if not isinstance(one, Superseded)] == [0, 4, 5, 6, 7]

    in_a_loop_of_its_own(tried)


def test_all_workers_come_back_after_failures() -> None:
    async def tried() -> None:
        pool = Pool()

        class Failing(Worker):
            async def run(self, task: str, values: dict[str, object], seconds: float) -> object:
                raise RuntimeError

        pool._idle["see"] = [Failing() for _ in range(MANY["see"])]
        for _ in range(5):
            with pytest.raises(RuntimeError):
                await pool.run("see", "ask", {}, replaces="x")
        assert len(pool._idle["see"]) == MANY["see"] and not pool._own

    in_a_loop_of_its_own(tried)


def test_a_task_that_takes_too_long_is_stopped_and_the_next_one_is_done() -> None:
    async def tried() -> None:
        worker = Worker("check")
        text = 'game "Long"\nplayers 2\n' + "".join(f"define f{i}(x): x + {i}\n" for i in range(900))
        asked = {"text": text, "name": "long.game", "folder": ".", "first": False}
        with pytest.raises(Refusal, match="takes too long") as stopped:
            await worker.run("check_text", asked, 0.3)
        assert stopped.value.status == 504
        found = await worker.run(
            "check_text", {**asked, "text": 'game "Short"\nplayers 2\n'}, 20
        )  # starting is no task's time
        assert found["title"] == "Short"
        await worker.end()

    in_a_loop_of_its_own(tried)
