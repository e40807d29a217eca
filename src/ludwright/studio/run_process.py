"""The process of one run: plays, tells how far it is as lines of JSON, and writes the report. It ends with the studio."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ludwright.findings.finding import Finding
    from ludwright.playtests.running import PlaytestProgress
    from ludwright.reports import Report

_EVERY = 0.25
"""So often it tells, in seconds."""
_MOMENTS = 120
_AT_THE_END = 10**6


class Teller:
    """Writes what the studio hears."""

    def __init__(self) -> None:
        self._out = os.fdopen(os.dup(1), "w", encoding="utf-8")
        os.dup2(2, 1)  # what a library prints is nothing for the studio
        self._last, self._began, self._first = 0.0, monotonic(), -1
        self.seconds: float | None = None
        self._course: list[list[float]] = []

    def say(self, **told: Any) -> None:
        """One line."""
        with contextlib.suppress(OSError, ValueError):  # a studio that is gone needs no news
            self._out.write(json.dumps(told) + "\n")
            self._out.flush()

    def standing(self, standing: PlaytestProgress) -> None:
        """How far a playtest is."""
        now = monotonic()
        self._first = standing.done if self._first < 0 else self._first
        if now - self._last < _EVERY and standing.done < standing.asked:
            return
        self._last = now
        spent = now - self._began
        rate = (standing.done - self._first) / spent if spent > 0 else 0.0
        left = (standing.asked - standing.done) / rate if rate > 0 else None
        if self.seconds is not None:
            by_clock = max(0.0, self.seconds - spent)
            left = by_clock if left is None else min(left, by_clock)
        groups = [{**group.as_json(), "version": group.version} for group in standing.tally.groups.values()]
        self._note_course(standing.done, groups)
        self.say(
            progress={
                "done": standing.done,
                "asked": standing.asked,
                "rate": rate,
                "left": left,
                "groups": groups,
                "course": self._course,
                "doing": "playing",
            }
        )

    def _note_course(self, done: int, groups: list[dict[str, Any]]) -> None:
        """How the shares of the first group settle, at some sixty moments."""
        if groups and groups[0]["finished"]:
            self._course.append([done, *(round(seat["share"], 4) for seat in groups[0]["seats"])])
        if len(self._course) > _MOMENTS:
            self._course = [*self._course[:-1:2], self._course[-1]]

    def part(self, words: str, done: int, asked: int) -> None:
        """How far something in several parts is."""
        now = monotonic()
        if now - self._last < _EVERY and done < asked:
            return
        self._last = now
        spent = now - self._began
        left = spent * (asked - done) / done if done else None
        self.say(progress={"doing": words, "share": done / asked if asked else None, "left": left})

    @property
    def time_is_up(self) -> bool:
        """Whether the time that was given is over."""
        return self.seconds is not None and monotonic() - self._began >= self.seconds

    def doing(self, words: str) -> None:
        """What is being done for a report."""
        left = None if self.seconds is None else max(0.0, self.seconds - (monotonic() - self._began))
        self.say(progress={"doing": words, "left": left})

    def building(self) -> None:
        """Players are compiled, which takes a while, once."""
        self.say(progress={"building": True})

    def found(self, words: str) -> None:
        """What a report found so far."""
        self.say(progress={"found": words})


def main() -> None:
    """Do what the first line of the input asks for."""
    asked = json.loads(sys.stdin.readline())
    threading.Thread(target=_end_with_the_studio, daemon=True).start()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if os.name == "posix":
        os.nice(5)  # pages come first
    teller = Teller()
    try:
        from ludwright.agents.texts import refuse_code
        from ludwright.engine.kernel import announcing
        from ludwright.mistakes import LudwrightError
    except KeyboardInterrupt:
        return
    refuse_code()
    try:
        doing = {"playtest": _playtest, "report": _report, **_improving()}
        with announcing(teller.building):
            doing[asked["kind"]](asked, teller)
    except KeyboardInterrupt:
        teller.say(state="stopped")
    except LudwrightError as error:
        teller.say(state="failed", reason=str(error))
    except MemoryError:
        teller.say(state="failed", reason="There is not enough memory for that: ask for fewer games at a time.")
    except Exception as error:
        teller.say(
            state="failed", reason=f"Ludwright itself failed ({type(error).__name__}: {error}). Please report it."
        )
        raise


def _end_with_the_studio() -> None:
    """When the studio goes, so does the run; what is kept is gone on with later."""
    while sys.stdin.read(1):
        pass
    signal.raise_signal(signal.SIGINT) if os.name == "posix" else os._exit(1)


def _improving() -> dict[str, Callable[[dict[str, Any], Teller], None]]:
    from ludwright.studio import improving_process

    return {name: getattr(improving_process, name) for name in ("balance", "evolve", "sensitivity", "power")}


def _playtest(asked: dict[str, Any], teller: Teller) -> None:
    import ludwright
    from ludwright.play.agents import MOVE_LIMIT
    from ludwright.playtests.shelf import free_folder
    from ludwright.playtests.store import PlaytestStore

    options = asked["options"]
    shelf = Path(asked["shelf"])
    folder = shelf / Path(asked["folder"]).name if asked["folder"] else free_folder(Path(asked["path"]).stem, shelf)
    teller.say(folder=folder.name)
    teller.seconds = options.get("seconds")
    run = ludwright.playtest(
        asked["path"],
        options.get("agents") or "random",
        int(options.get("games") or 1000),
        also=asked.get("also") or (),
        players=options.get("players"),
        grid=options.get("grid") or {},
        seatings=options.get("seatings") or "rotate",
        move_limit=int(options.get("move_limit") or MOVE_LIMIT),
        params=options.get("params") or {},
        seed=int(options.get("seed") or 1),
        until=options.get("until") or None,
        seconds=teller.seconds,
        out=folder,
        resume=PlaytestStore(folder).begun,
        progress=teller.standing,
    )
    teller.say(progress={"versions_played": [str(version.name) for version in run.versions]})
    if not run.complete and not (teller.seconds and teller.time_is_up):
        teller.say(state="stopped")
        return
    from ludwright.reports import ReportOptions, report

    teller.say(progress={"doing": "writing the report", "left": None})
    made = report(run, wish=ReportOptions(seconds=float(options.get("report_seconds") or 20.0)), progress=teller.doing)
    _done(made, asked, teller)


def _report(asked: dict[str, Any], teller: Teller) -> None:
    from ludwright.reports import ReportOptions, report

    options = asked["options"]
    wish = ReportOptions(
        int(options.get("seed") or 1), tuple(options.get("players") or ()), options.get("params") or {}, quick=bool(options.get("quick")),
        seconds=float(options.get("seconds") or 60.0),
    )  # fmt: skip
    teller.seconds = wish.budget.seconds
    made = report(asked["path"], wish=wish, progress=teller.doing, found=None if wish.quick else teller.found)
    groups = [
        {**group.as_json(), "version": 0, "by": play.who}
        for play in made.plays
        for (version, players), group in play.run.tally().groups.items()
        if (version, players) == (play.version, play.players)
    ]
    teller.say(progress={"groups": groups})
    _done(made, asked, teller)


def _done(made: Report, asked: dict[str, Any], teller: Teller) -> None:
    from ludwright.written import put

    put(Path(asked["page"]), made.html())
    expected = [
        {"title": one.verdict.title, "status": one.verdict.status, "sentence": one.sentence}
        for one in made.expected.told
    ]
    from ludwright.balancing.mending import mend_target

    findings = [finding.sentence for finding in made.verdict.findings][:8]
    mends = [mend_target(finding) for finding in made.verdict.findings][:8]
    shown = [_witness(finding) for finding in made.verdict.findings][:8]
    teller.say(
        state="done",
        summary=made.summary,
        report=True,
        progress={"findings": findings, "mends": mends, "shown": shown, "expected": expected, "left": 0.0, "doing": ""},
    )


def _witness(finding: Finding) -> dict[str, int] | None:
    """A game that shows it, and its frame."""
    if not finding.witnesses:
        return None
    one = finding.witnesses[0]
    return {"game": one.game, "frame": _AT_THE_END if one.ply is None and one.turn is None else one.ply or 0}


if __name__ == "__main__":
    main()
