"""Reports on all games with planted flaws and on the sound ones beside them: how often the flaw is among the first three sentences, and whether every sentence survives a longer run.

``python -m tests.planted.score [--quick] [--seconds S] [--check] [--out FILE] [--only NAME ...]``: two reports at a time, each on one core.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, process_time
from typing import Any

from tests.planted.lay_out import lay_out
from tests.planted.naming import names
from tests.planted.test_planted import FAIR, FLAWS
from tests.reports.claims import checked

SEED = 1


def reported(folder: Path, row: dict[str, Any], quick: bool, seconds: float, check: bool) -> dict[str, Any]:
    """What the report on one game says, whether that names the flaw, and what of it does not hold."""
    from ludwright.reports import Wish, report

    name, flawed = row["file"].removesuffix(".game"), "flaw" in row
    began, spent = monotonic(), process_time()
    wish = Wish(SEED, (row["players"],), quick=quick, seconds=10.0 if quick else seconds, threads=1)
    made = report(folder / row["file"], wish=wish)
    took, worked = monotonic() - began, process_time() - spent
    said = [proof.sentence for proof in made.verdict.proofs if proof.shown] + [
        one.headline for one in made.verdict.findings
    ]
    claims = checked(made, threads=1) if check else []
    return {
        "name": name, "players": row["players"], "flaw": row.get("flaw", ""), "kind": row.get("kind", ""),
        "named": names(made, name) if flawed else None, "later": names(made, name, 99) if flawed else None,
        "said": said, "rules": [one.name for one in made.verdict.findings], "notes": [one.headline for one in made.verdict.notes],
        "checked": made.checked, "seconds": round(took, 1), "worked": round(worked, 1), "claims": len(claims),
        "strong": sorted({agent for play in made.plays for agent in play.experts}), "games": made.games,
        "false": [f"{one.rule}: {one.sentence}: stated {one.stated}, reference {one.reference}" for one in claims if not one.holds],
    }  # fmt: skip


def scored(
    rows: Iterable[dict[str, Any]], quick: bool, seconds: float, check: bool, out: Path, processes: int = 2
) -> None:
    """Report on all rows, and write a line for each."""
    with TemporaryDirectory() as place, out.open("a") as file:
        folder = Path(place)
        lay_out(folder)
        with ProcessPoolExecutor(processes, mp_context=get_context("spawn"), max_tasks_per_child=8) as pool:
            waiting = {pool.submit(reported, folder, row, quick, seconds, check): row for row in rows}
            for done in as_completed(waiting):
                row = waiting[done]
                try:
                    told = done.result()
                except Exception as error:
                    told = {"name": row["file"].removesuffix(".game"), "players": row["players"], "error": repr(error)}
                file.write(json.dumps(told) + "\n")
                file.flush()
                print(_line(told), flush=True)


def _line(told: dict[str, Any]) -> str:
    if "error" in told:
        return f"ERROR {told['name']}: {told['error']}"
    mark = "fair " if told["named"] is None else "named" if told["named"] else "later" if told["later"] else "MISS "
    return f"{mark} {told['name']} ({told['players']}) {told['seconds']} s, {told['worked']} worked, false {len(told['false'])} of {told['claims']}: {told['rules'][:4]}"


def summary(lines: Iterable[dict[str, Any]]) -> str:
    """How many were named, and how much of what was said is false."""
    rows = list(lines)
    flawed = [row for row in rows if row.get("named") is not None]
    named = sum(bool(row["named"]) for row in flawed)
    false = [text for row in rows for text in row.get("false", [])]
    kinds = {row["kind"] for row in flawed}
    return (
        f"{named} of {len(flawed)} flaws of {len(kinds)} kinds named among the first three ({named / max(1, len(flawed)):.0%}); "
        f"{len(false)} of {sum(row.get('claims', 0) for row in rows)} statements false; {sum('error' in row for row in rows)} without a report"
    )


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--out", type=Path, default=Path("planted.jsonl"))
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args()
    rows = [row for row in [*FLAWS, *FAIR] if not given.only or row["file"].removesuffix(".game") in given.only]
    scored(rows, given.quick, given.seconds, given.check, given.out, given.processes)
    print(summary(json.loads(line) for line in given.out.read_text().splitlines()), file=sys.stderr)


if __name__ == "__main__":
    main()
