"""What the number of each metric counts, in a few words: `42%` of what?

`{what}` stands for what the figure names (a seat, an option, an agent), `{unit}` for the moments it was measured at: turn or move.
"""

from __future__ import annotations

from ludwright.metrics.figure import Figure

SAYS = {
    "completion": "of games end",
    "draws": "of games are drawn",
    "shared wins": "of games several win",
    "time-outs": "of games hit the limit",
    "scores": "points",
    "deviation of scores": "points of spread",
    "seat shares": "of wins go to {what}",
    "seat fairness": "chance of that if fair",
    "first seat advantage": "of wins too many, seat 1",
    "second seat wins": "of wins go to seat 2",
    "duration in turns": "turns a game",
    "duration in moves": "moves a game",
    "deviation of turns": "turns of spread",
    "deviation of moves": "moves of spread",
    "duration in minutes": "minutes a game",
    "duration error": "away from what is wished",
    "drama": "winners were behind, 0–1",
    "drama of the lead": "winners were behind, 0–1",
    "lead changes": "new leaders a {unit}",
    "lead changes of the lead": "new leaders a {unit}",
    "decisiveness": "of a game until decided",
    "killer moves": "chance of the best {unit}",
    "permanence": "of gains outlast replies",
    "uncertainty": "openness of the result, 0–1",
    "suspense": "change to expect a {unit}",
    "surprise": "change of chances a {unit}",
    "decision space": "options a decision",
    "genuine decisions": "of decisions are choices",
    "decisions a turn": "choices a turn",
    "options a turn": "options a turn",
    "action entropy": "evenness of choices, 0–1",
    "false choices": "of choices do not matter",
    "analysis paralysis": "options rival the best",
    "pick rates": "of times: {part}",
    "action rates": "of times: {part}",
    "win rates": "more wins: {what}",
    "action win rates": "more wins: {what}",
    "opening win rates": "more wins: {what}",
    "agency": "of results told by choices",
    "observed power": "more wins: {what}",
    "luck": "of wins not by who plays",
    "agent shares": "of points go to {what}",
    "greedy gap": "of points more than greedy",
    "ladder depth": "rungs that help",
    "dominance": "{note}",
    "opening dominance": "{note}",
    "metagame": "strategies carry weight",
    "opening entropy": "different openings",
    "trajectory distance": "of choices differ",
    "winning lines": "ways to win",
    "winning sequences": "of winners: {what}",
    "commonest result": "of games: {what}",
    "runaway leader": "of leaders at half win",
    "catch-up": "growth of leads a round",
    "kingmaking": "of games decided by losers",
    "downtime": "decisions of others to wait",
    "elimination": "of a game spent outside",
    "information given": "of choices tell something",
    "information used": "of hints are used at once",
    "piles built together": "of cards on another's card",
    "forced moves": "of choices lack an action",
    "patterns": "of cases",
    "final quantities": "at the end",
    "quantities over time": "",
    "growth": "more a turn",
    "sources and sinks": "come in a turn",
    "unused actions": "of actions hardly used",
    "unused options": "of options hardly used",
    "unused rules": "rules never used",
    "uneven use": "things hardly used",
    "rare rules": "rules hardly ever used",
    "positions reached": "of positions are new ones",
    "faults": "of games stop by a fault",
    "dead ends": "of games: nothing to do",
    "endless games": "of games never end",
}


GATHERED = ("patterns", "final quantities", "quantities over time", "growth", "sources and sinks")
"""Metrics that have no value themselves: each part is one."""


def says(name: str, figure: Figure) -> str:
    """What the value of a metric's figure counts."""
    what = figure.note.removeprefix("of ").removeprefix("by ") if figure.note else ""
    part = f"`{figure.parts[0].name}`" if figure.parts else ""
    unit = "move" if figure.name.endswith("by moves") else "turn"
    return SAYS.get(name, figure.unit).format(what=what, part=part, unit=unit, note=figure.note)
