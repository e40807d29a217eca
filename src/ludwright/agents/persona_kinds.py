"""Personas: players as people are. How far they think, how often they err, what they care about beside winning, how much time they have."""

from __future__ import annotations

from dataclasses import replace

from ludwright.agents.settings import AgentKind, Setting, Value

GOALS = ("win", "lose", "score", "options", "hurry", "linger", "hoard", "attack", "safe", "explore")

_SETTINGS = (
    Setting("depth", "how far it thinks: play-outs for each decision", 300, 1),
    Setting("error", "how often it takes any option, without thought", 0.0, 0, 1),
    Setting(
        "goal",
        "what it cares about beside winning: only to `win`; to `lose`; its own `score` in the end; to keep many `options`; to `hurry` to the end, or to "
        "`linger`; to `hoard` (its own score or lead soon); to `attack` (little score, lead or freedom for the others); to play `safe` (the worst that may "
        "come soon is not too bad); to `explore` (what it has not done yet in this game)",
        "win",
        choices=GOALS,
    ),
    Setting("weight", "how much of a share of wins it gives up for its goal, at most", 0.2, 0, 10),
    Setting("likes", "how likely groups of the game are to it, as factors: `build*3+leave*0`", ""),
    Setting("sessions", "in games with a clock: how often a day it comes; 0: it always has time", 0.0, 0, 1000),
    Setting("minutes", "in games with a clock: how long it stays each time", 10.0, 0, 1440),
    Setting("pace", "in games with a clock: how many seconds an action takes it at least", 4, 0, 86_400),
    Setting("diligence", "in games with a clock: which share of these sessions it really comes to", 1.0, 0.01, 1),
)

PERSONA = AgentKind(
    "persona",
    "a player of your making: how far it thinks, how often it errs, what it cares about",
    _SETTINGS,
    first="depth",
    home="personas",
    examples=("persona:depth=200,error=0.1,goal=hurry", "persona:50,goal=explore,weight=0.5"),
    whole=True,
)


def _persona(name: str, explained: str, **given: Value) -> AgentKind:
    """A ready one: the same settings with other defaults."""
    settings = [replace(setting, default=given.get(setting.name, setting.default)) for setting in _SETTINGS]
    return replace(PERSONA, name=name, explained=explained, settings=settings, examples=(name, f"{name}:error=0.05"))


PERSONA_KINDS = (
    PERSONA,
    _persona("novice", "knows the rules, thinks little, and errs often",
             depth=20, error=0.25, sessions=2.0, minutes=10.0, pace=8, diligence=0.8),
    _persona("casual", "plays for fun: thinks a little, errs now and then",
             depth=100, error=0.1, sessions=3.0, minutes=5.0, pace=5, diligence=0.7),
    _persona("expert", "thinks far, and hardly errs", depth=2000, sessions=6.0, minutes=20.0, pace=2),
    _persona("aggressive", "takes what hurts the others most, as long as it may still win",
             depth=300, error=0.02, goal="attack", sessions=4.0, minutes=10.0, pace=3, diligence=0.9),
    _persona("cautious", "avoids what may go badly soon",
             depth=300, error=0.02, goal="safe", sessions=2.0, minutes=15.0, pace=8),
    _persona("hoarder", "gathers what counts soon, even where something else would win",
             depth=200, error=0.05, goal="hoard", weight=0.5, sessions=4.0, minutes=10.0, pace=4),
    _persona("explorer", "tries what it has not done yet",
             depth=150, error=0.05, goal="explore", weight=0.3, sessions=3.0, minutes=20.0, pace=6),
    _persona("hasty", "wants it to be over",
             depth=100, error=0.05, goal="hurry", weight=0.3, sessions=2.0, minutes=5.0, pace=2, diligence=0.8),
    _persona("planner", "keeps many options open",
             depth=300, error=0.02, goal="options", sessions=4.0, minutes=15.0, pace=6),
)  # fmt: skip
