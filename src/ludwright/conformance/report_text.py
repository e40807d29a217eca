"""A report as text."""

from __future__ import annotations

from collections.abc import Iterator

from ludwright.conformance.finding import ProofFinding
from ludwright.conformance.report import ProofReport
from ludwright.conformance.uses import PROOF as NEVER_USED


def as_text(report: ProofReport) -> str:
    """What is wrong, what is worth a look, and what was looked at."""
    return "\n".join(_lines(report))


def _lines(report: ProofReport) -> Iterator[str]:
    yield f"{report.title}, {_players(report.players)}, seed {report.seed}"
    if report.interrupted:
        yield "Interrupted: this is what was found so far."
    if report.wrong:
        yield from ("", "Wrong")
        for finding in report.wrong:
            yield from _finding(finding, report)
    others = [finding for finding in report.worth_a_look if finding.proof != NEVER_USED]
    unused = [finding for finding in report.worth_a_look if finding.proof == NEVER_USED]
    if others or unused:
        yield from ("", "Worth a look")
        for finding in others:
            yield from _finding(finding, report)
    if unused:
        games = report.looked[NEVER_USED].games if NEVER_USED in report.looked else 0
        yield f"  Not once in {_many(games, 'random game')}:"
        for finding in unused:
            yield f"    {_placed(finding)}"
    if report.looked:
        yield from ("", "Looked at")
    for proof, looked in report.looked.items():
        if not any(finding.proof == proof for finding in report.wrong):
            moves = f", {_many(looked.moves, 'move')}" if looked.moves else ""
            yield f"  {looked.words}: {_many(looked.games, 'game')}{moves}"
    yield ""
    yield _verdict(report)


def _finding(finding: ProofFinding, report: ProofReport) -> Iterator[str]:
    some = finding.players and list(finding.players) != report.players
    with_ = f" ({_players(list(finding.players))})" if some else ""
    yield f"  {_placed(finding)}{with_}"
    if finding.game is not None:
        when = "at the start" if not finding.move else f"after {_many(finding.move, 'move')}"
        yield f"    game {finding.game} of seed {finding.seed}, {when}"
    if finding.command:
        yield f"    see it: {finding.command}"


def _placed(finding: ProofFinding) -> str:
    return f"{finding.where}: {finding.words}" if finding.where else finding.words


def _players(counts: list[int]) -> str:
    if not counts or counts == [1]:
        return "1 player"
    whole = counts == list(range(counts[0], counts[-1] + 1))
    span = f"{counts[0]} to {counts[-1]}" if whole and len(counts) > 1 else ", ".join(map(str, counts))
    return f"{span} players"


def _many(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _verdict(report: ProofReport) -> str:
    wrong, look = len(report.wrong), len(report.worth_a_look)
    found = f"{wrong} wrong" if wrong else "nothing wrong"
    return f"{report.title}: {found}" + (f", {look} worth a look" if look else "")
