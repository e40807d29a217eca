"""A report as one page: it needs no other file and no network."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from ludwright.charts.page_style import SCRIPT, STYLE
from ludwright.display import words
from ludwright.findings import Finding, Play
from ludwright.findings.finding import FINE, FOUND, OPEN
from ludwright.metrics.figure import Witness
from ludwright.reports.replays import Replay
from ludwright.reports.section import Section, capital

if TYPE_CHECKING:
    from ludwright.reports.expected import Told
    from ludwright.reports.report import Report

_WITNESSES = 3


def page(report: Report) -> str:
    """The whole page."""
    return f"""<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(report.title)}: report</title><style>{STYLE}</style></head>
<body>
<a class="skip" href="#verdict">To the verdict</a>
<header><h1>{escape(report.title)}</h1>
<p class="soft">{_basis(report)}</p></header>
<nav aria-label="Parts of this page"><ul><li><a href="#verdict">Verdict</a></li>{_expected_link(report)}<li><a href="#charts">Charts</a></li>{_replays_link(report)}<li><a href="#questions">What was asked</a></li><li><a href="#games">The games</a></li></ul></nav>
<main>
<section id="verdict" aria-labelledby="verdict-title"><h2 id="verdict-title">Verdict</h2>
<p class="lead">{words(report.summary)}</p>
{_proofs(report)}
{_findings(report)}
{_rest(report)}
<p class="soft">{words(report.verdict.promise)}</p></section>
{_expected(report)}
<section id="charts" aria-labelledby="charts-title"><h2 id="charts-title">Charts</h2>{_charts(report)}</section>
{_replays(report)}
<section id="questions" aria-labelledby="questions-title"><h2 id="questions-title">What was asked</h2>{_questions(report)}</section>
<section id="games" aria-labelledby="games-title"><h2 id="games-title">The games</h2>{_games(report)}</section>
</main>
<footer class="soft">Made by Ludwright. Every figure has a 95% interval: where the true value lies, as far as this many games can tell.</footer>
<script>{SCRIPT}</script>
</body>
</html>
"""


def _basis(report: Report) -> str:
    who = f"{'a first look' if report.quick else 'what its games show'}{report.only}"
    return f"{capital(who)}: {report.games:,} games, seed {report.seed}"


# ---------------------------------------------------------------- the verdict


def _proofs(report: Report) -> str:
    return "".join(f"<p>{words(proof.sentence)}</p>" for proof in report.verdict.proofs)


def _findings(report: Report) -> str:
    if not report.verdict.findings:
        return ""  # the summary says so
    return f'<ol class="findings">{"".join(_finding(report, one) for one in report.verdict.findings)}</ol>'


def _finding(report: Report, finding: Finding) -> str:
    shown = _witnesses(report, finding.play, finding.witnesses)
    return (
        f'<li><p class="headline">{words(capital(finding.headline))}.</p><p class="soft">{words(capital(finding.evidence))}.{words(finding.besides)}{shown}</p>'
        f'<p class="advice">{words(finding.rule.advice)}</p>{_mend(report, finding)}</li>'
    )


def _mend(report: Report, finding: Finding) -> str:
    """What mends it, if that was tried; and the command that looks for a fix."""
    from ludwright.balancing.mending import mend_command

    tried, command = report.mend_of(finding), mend_command(finding)
    told = f'<p class="mended">{words(tried)}</p>' if tried else ""
    return told + (
        f'<p class="mend">Look for a fix:</p><pre class="command"><code>{escape(command)}</code></pre>'
        if command
        else ""
    )


def _witnesses(report: Report, play: Play, witnesses: Sequence[Witness]) -> str:
    """Links to the games that show something: `Watch game 4 (a player with no chance decides), 17 or 26`."""
    found: dict[str, list[str]] = {}
    for witness in witnesses[:_WITNESSES]:
        replay = report.replay_of(play, witness)
        if replay is not None:
            link = _link(replay, witness, report.replays.frame(play, witness))
            found.setdefault(witness.note, []).append(link)
    if not found:
        return ""
    told = [f"{', '.join(links)}{f' ({escape(note)})' if note else ''}" for note, links in found.items()]
    return f" Watch game {'; '.join(told)}."


def _link(replay: Replay, witness: Witness, frame: int) -> str:
    where = f"game {witness.game}, frame {frame}"
    return f'<a href="#{replay.key}" data-frame="{frame}" aria-label="Watch {where}" title="{where}">{witness.game}</a>'


def _rest(report: Report) -> str:
    parts = []
    for note in report.verdict.notes:
        shown = _witnesses(report, note.play, note.witnesses)
        told = f"{capital(note.headline)} ({note.evidence}).{note.besides}"
        parts.append(f"<p><b>Worth knowing:</b> {words(told)}{shown} {words(note.rule.advice)}</p>")
    for line in report.checked:
        name, _, rest = line.partition(": ")
        parts.append(f"<p><b>{words(name)}:</b> {words(rest)}</p>" if rest else f"<p>{words(line)}</p>")
    return "".join(parts)


# ---------------------------------------------------------------- what is expected


def _expected_link(report: Report) -> str:
    return '<li><a href="#expected">What is expected</a></li>' if report.expected else ""


def _expected(report: Report) -> str:
    expected = report.expected
    if not expected:
        return ""
    rows = "".join(_told(report, one) for one in expected.told)
    head = "<tr><th>Expectation</th><th>Verdict</th><th>What was seen</th><th>Whose games</th></tr>"
    table = f'<div class="wide"><table><thead>{head}</thead><tbody>{rows}</tbody></table></div>' if rows else ""
    rest = [
        f'<p class="soft">{words(text)}</p>' for text in (expected.promise if rows else "", expected.not_asked) if text
    ]
    return (
        '<section id="expected" aria-labelledby="expected-title"><h2 id="expected-title">What the designer expects</h2>'
        f"{table}{''.join(rest)}</section>"
    )


def _told(report: Report, one: Told) -> str:
    against = [] if one.verdict.status == "green" else [Witness(game, ply=frame) for game, frame in one.verdict.against]
    shown = _witnesses(report, one.play, against)
    return (
        f"<tr><td>{escape(one.verdict.title)}</td><td><b>{one.verdict.status}</b></td>"
        f"<td>{escape(one.sentence)}.{shown}</td><td>{words(one.where)}</td></tr>"
    )


# ---------------------------------------------------------------- charts and replays


def _charts(report: Report) -> str:
    groups: dict[str, list[Section]] = {}
    for section in report.sections:
        groups.setdefault(section.group, []).append(section)
    tables = {play.players for play in report.plays}
    few = len(groups) < len(tables)
    left_out = '<p class="soft">A first look: charts for one number of players only.</p>' if few else ""
    return left_out + "".join(
        f'<h3>{escape(name)}</h3><div class="charts">{"".join(_chart(report, one) for one in own)}</div>'
        for name, own in groups.items()
    )


def _chart(report: Report, section: Section) -> str:
    shown = _witnesses(report, section.play, section.witnesses)
    return f"<figure>{section.chart.svg()}<figcaption>{words(section.sentence)}{shown}</figcaption></figure>"


def _replays_link(report: Report) -> str:
    return '<li><a href="#replays">Replays</a></li>' if report.replays.shown else ""


def _replays(report: Report) -> str:
    if not report.replays.shown:
        return ""
    hint = "Step with the buttons, or with the arrow keys, Home and End when a game has the focus. What changed is marked. Tap a card or a cell to read what it says."
    boxes = "".join(_replay(one) for one in report.replays.shown)
    return f'<section id="replays" aria-labelledby="replays-title"><h2 id="replays-title">Replays</h2><p class="soft">{hint}</p><div class="boxes">{boxes}</div></section>'


def _replay(replay: Replay) -> str:
    told = replay.packed()
    start = told["start"]
    data = (
        json.dumps(told, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/").replace("<!--", "<\\u0021--")
    )
    note = f": {escape(replay.note)}" if replay.note else ""
    labels = (("Start", "First frame"), ("Back", "Frame before"), ("Next", "Next frame"), ("End", "Last frame"))
    buttons = [f'<button type="button" aria-label="{label}">{name}</button>' for name, label in labels]
    where = f"Frame {replay.numbers[start]} of {replay.length}: {escape(replay.words[start])}"
    return (
        f'<div class="replay" id="{replay.key}" tabindex="0" role="group" aria-label="{escape(replay.title.replace("`", ""))}"><h3>{words(replay.title)}{note}</h3>'
        f'<div class="frame">{replay.frames[start]}</div><div class="controls"><output class="where" aria-live="polite">{where}</output>{"".join(buttons)}'
        f'<input type="range" min="0" max="{len(replay.frames) - 1}" value="{start}" aria-label="Frame"></div>'
        f'<script type="application/json">{data}</script></div>'
    )


# ---------------------------------------------------------------- what it rests on


def _questions(report: Report) -> str:
    rows = []
    for rule in dict.fromkeys(answer.rule for answer in report.verdict.answers):
        states = report.verdict.states(rule)
        told = []
        if states[FOUND]:
            told.append(f"<b>found {len(states[FOUND])} time{'s' if len(states[FOUND]) > 1 else ''}</b>")
        if states[FINE]:
            told.append(f"fine in {len(states[FINE])}")
        if states[OPEN]:
            needed = [answer.games for answer in states[OPEN] if answer.games is not None]
            more = f" (needs about {max(needed):,} games)" if needed and max(needed) < 10_000_000 else ""
            told.append(f"can't tell in {len(states[OPEN])}{more}")
        limit = f"{report.verdict.limits[rule.name]:g} {rule.unit}"
        rows.append(
            f"<tr><td>{escape(rule.name)}</td><td>{escape(rule.meaning)}</td><td>{escape(limit)}</td><td>{'; '.join(told)}</td></tr>"
        )
    head = "<tr><th>Rule</th><th>What it looks for</th><th>Threshold</th><th>What came of it</th></tr>"
    return f'<div class="wide"><table><thead>{head}</thead><tbody>{"".join(rows)}</tbody></table></div>'


def _games(report: Report) -> str:
    rows = "".join(
        f"<tr><td>{words(capital(play.told))}</td><td>{play.games:,}</td><td>{play.run.plan.seed}</td></tr>"
        for play in report.plays
    )
    head = "<tr><th>Who played</th><th>Games</th><th>Seed</th></tr>"
    return f'<div class="wide"><table><thead>{head}</thead><tbody>{rows}</tbody></table></div>'
