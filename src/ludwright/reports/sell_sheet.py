"""A sell sheet: one page about a game, for those who may publish it. It claims nothing that the games do not show."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from ludwright.charts.page_style import STYLE
from ludwright.display import words
from ludwright.findings.skill import share_of
from ludwright.game import player_range

if TYPE_CHECKING:
    from ludwright.findings import Play
    from ludwright.reports.report import Report

_SHEET = """
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: .8rem; margin: 1.2rem 0; } .facts div { background: var(--panel); border: 1px solid var(--line); border-radius: 8px; padding: .7rem .9rem; }
.facts b { display: block; font-size: 1.5rem; } .pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); gap: 1rem; } .picture svg { display: block; width: 100%; height: auto; max-height: 24rem; }
.charts { columns: 20rem 2; } .charts figure { margin-bottom: 0; }
@media print { .picture svg { max-height: 9cm; } .pair { grid-template-columns: 1fr 1fr; } figure svg { max-height: 6.5cm; } }
"""


def sell_sheet(report: Report) -> str:
    """The whole sheet."""
    main = next((play for play in report.plays if play.strongest), report.plays[0])
    charts = {section.name: section for section in reversed(report.sections)}
    first = ("lead curves",) if "runaway leader" in report.fine else ()
    shown = [charts[name] for name in (*first, "results", "length", "decision space") if name in charts][:2]
    figures = "".join(
        f"<figure>{one.chart.svg()}<figcaption>{words(one.sentence)}</figcaption></figure>" for one in shown
    )
    return f"""<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>{escape(report.title)}</title><style>{STYLE}{_SHEET}</style></head>
<body><header><h1>{escape(report.title)}</h1><p class="soft">What {report.games:,} playtested games show</p></header>
<main><div class="facts">{"".join(f"<div><b>{escape(value)}</b>{escape(name)}</div>" for name, value in facts(report, main))}</div>
<div class="pair"><div class="picture">{_picture(main)}</div><div><h3>What is shown to work</h3><ul>{"".join(f"<li>{words(line)}</li>" for line in strengths(report, main)) or "<li>Nothing could be shown yet.</li>"}</ul>
<p class="soft">{words(report.verdict.promise)}</p></div></div>
<div class="charts">{figures}</div></main></body></html>
"""


def facts(report: Report, main: Play) -> list[tuple[str, str]]:
    """The hard facts."""
    least, most = player_range(main.game.description)
    found = [("players", f"{least}–{most}" if least < most else str(least))]
    minutes = main.figure("duration in minutes")
    if minutes.value is not None:
        low, high = minutes.part("5%").value or 0.0, minutes.part("95%").value or 0.0
        found.append(("minutes, at ten seconds a decision", f"{low:.0f}–{max(1.0, high):.0f}"))
    turns, space = main.figure("duration in turns"), main.figure("decision space")
    if turns.value is not None:
        found.append(("turns a game", f"{turns.value:.0f}"))
    if space.value is not None:
        found.append(("options a decision", f"{space.value:.1f}"))
    return found


def strengths(report: Report, main: Play) -> list[str]:
    """What the games show to be good: only what is sure."""
    fine = set(report.fine)
    told = []
    if "seat advantage" in fine:
        told.append("Every seat has the same chance, as far as these games can tell.")
    if "faults" in fine and "endless games" in fine:
        told.append("The rules hold: no game broke down, and all came to an end.")
    comebacks, lead = main.figure("drama"), main.figure("runaway leader")
    if "runaway leader" in fine and lead.value is not None:
        told.append(f"It stays open: the leader at half-time loses {1 - lead.value:.0%} of the games.")
    if "no comebacks" in fine and comebacks.known:
        told.append(
            f"There are comebacks: winners have been behind (drama {comebacks.value:.2f} on a scale from 0 to 1)."
        )
    for play in report.plays:
        if play.mixed and "luck dominates" in fine and "random" in play.agents and len(play.agents) == 2:
            best = max(play.agents, key=play.level_of)
            part = share_of(play, best)
            if part.value is not None:
                told.append(
                    f"Skill pays: a player who thinks takes {part.value:.0%} of the wins among {play.players} players, "
                    f"the others playing at random; {1 / play.players:.0%} would be even."
                )
                break
    if "dead rule" in fine:
        told.append("Every rule, card and zone comes into play.")
    return told


def _picture(play: Play) -> str:
    """A game half-way through."""
    from ludwright.drawing import draw_svg

    over = play.evidence.games.filter(play.evidence.games["end"] == "over")
    if not len(over):
        return ""
    game = int(over["game"][0])
    return draw_svg(play.run.match(game, len(play.run.codes(game)) // 2))
