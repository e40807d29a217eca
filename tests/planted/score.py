"""Reports on all games with planted flaws and on the sound ones beside them: how often the flaw is among the first three sentences, and whether every sentence survives a longer run.

``python -m tests.planted.score [--quick] [--seconds S] [--check] [--busy] [--chosen] [--out FILE] [--docs] [--only NAME ...]``: two reports at a time, each on one core. On a machine that is
``--busy`` with other work, a report's seconds are those in which it really worked: else they would tell how much the others leave it. What stands in the file already is not done again, so
that it may be interrupted; ``--docs`` writes what came out into ``docs/findings.md``, between the marks of quick or of full reports.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import monotonic, process_time
from typing import Any

from bench.agent_figures import written
from tests.planted.lay_out import lay_out
from tests.planted.naming import names
from tests.planted.test_planted import FAIR, FLAWS, chosen
from tests.reports.claims import checked

SEED = 1
MARK = "<!-- measured by `python -m tests.planted.score {name} --docs` -->"
DOCS = Path(__file__).parents[2] / "docs" / "findings.md"


def reported(folder: Path, row: dict[str, Any], quick: bool, seconds: float, check: bool) -> dict[str, Any]:
    """What the report on one game says, whether that names the flaw, and what of it does not hold."""
    from ludwright.reports import ReportOptions, report

    name, flawed = row["file"].removesuffix(".game"), "flaw" in row
    began, spent = monotonic(), process_time()
    wish = ReportOptions(SEED, (row["players"],), quick=quick, seconds=10.0 if quick else seconds, threads=1)
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
    rows: Sequence[dict[str, Any]],
    quick: bool,
    seconds: float,
    check: bool,
    out: Path,
    processes: int,
    busy: bool = False,
) -> None:
    """Report on all rows, each in a process of its own, and write a line for each."""
    with TemporaryDirectory() as place, out.open("a") as file, ThreadPoolExecutor(processes) as pool:
        folder = Path(place)
        lay_out(folder)
        waiting = [pool.submit(_in_a_process, folder, row, quick, seconds, check, busy) for row in rows]
        for done in as_completed(waiting):
            told = done.result()
            file.write(json.dumps(told) + "\n")
            file.flush()
            print(_line(told), flush=True)


def _in_a_process(
    folder: Path, row: dict[str, Any], quick: bool, seconds: float, check: bool, busy: bool
) -> dict[str, Any]:
    """The same as :func:`reported`, in a process that may take ten times as long as it should and no longer."""
    code = "import json, sys; from pathlib import Path; from tests.planted.score import reported; folder, *rest = json.loads(sys.stdin.read()); print(json.dumps(reported(Path(folder), *rest)))"
    if busy:  # before anybody has looked at the clock
        code = f"import time; time.monotonic = time.process_time; {code}"
    given = json.dumps([str(folder), row, quick, seconds, check])
    patience = (60 + 10 * (10 if quick else seconds)) * (5 if busy else 1)
    try:
        ran = subprocess.run(
            [sys.executable, "-c", code], input=given, capture_output=True, text=True, timeout=patience, check=True
        )
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
        told = str(error.stderr)[-2000:] if error.stderr else str(error)
        return {"name": row["file"].removesuffix(".game"), "players": row["players"], "error": told}
    return dict(json.loads(ran.stdout.splitlines()[-1]))


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


def done(out: Path) -> list[dict[str, Any]]:
    """The reports that a file holds."""
    return [json.loads(line) for line in out.read_text().splitlines()] if out.exists() else []


def table(lines: Sequence[dict[str, Any]], of: int) -> list[Sequence[str]]:
    """What came out, for a page: of so many games, as many as there was time for."""
    flawed = [row for row in lines if row.get("named") is not None]
    missed = ", ".join(f"`{row['name']}`" for row in flawed if not row["named"])
    checked = [row for row in lines if row.get("claims")]
    false = (
        f"{sum(len(row['false']) for row in checked)} of {sum(row['claims'] for row in checked)}"
        if checked
        else "not asked"
    )
    named = sum(bool(row["named"]) for row in flawed)
    return [
        ("games", "flaws named among the first three", "of kinds", "not named", "false statements", "seconds a report worked (median)"),
        (
            f"{len(lines)} of {of}", f"{named} of {len(flawed)} ({named / max(1, len(flawed)):.0%})", str(len({row["kind"] for row in flawed})),
            missed or "none", false, f"{median(row.get('worked', 0.0) for row in lines):.0f}",
        ),
    ]  # fmt: skip


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--busy", action="store_true")
    parser.add_argument("--chosen", action="store_true", help="36 flaws and 15 sound games instead of all")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--out", type=Path, default=Path("planted.jsonl"))
    parser.add_argument("--docs", action="store_true")
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args()
    rows = [
        row
        for row in (chosen() if given.chosen else [*FLAWS, *FAIR])
        if not given.only or row["file"].removesuffix(".game") in given.only
    ]
    known = {(row["name"], row["players"]) for row in done(given.out)}
    rows = [row for row in rows if (row["file"].removesuffix(".game"), row["players"]) not in known]
    scored(rows, given.quick, given.seconds, given.check, given.out, given.processes, given.busy)
    lines = done(given.out)
    print(summary(lines), file=sys.stderr)
    if given.docs:
        name = "--quick" if given.quick else "--chosen"
        DOCS.write_text(written(DOCS.read_text(), name, table(lines, len(FLAWS) + len(FAIR)), MARK))


if __name__ == "__main__":
    main()
