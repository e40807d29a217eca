"""The kinds of players that look for whole lines of play rather than single answers, with what can be set about each."""

from __future__ import annotations

from ludwright.agents.settings import AgentKind, Setting

_TIME = Setting("time", "seconds for each decision, instead of a number of play-outs", 0.0, 0, 3600)
_PLAYOUT = Setting(
    "playout",
    "how games are played on where nothing is planned: `random`, `groups` (by the likelihoods of the game's groups), or `greedy` (what leads to "
    "the best lead)",
    "random",
    choices=("random", "groups", "greedy"),
    automatic="groups if the game has some, else random",
)
_FUTURES = Setting(
    "futures",
    "where chance, hidden cards or others play a part: in so many futures it looks for the best line, and takes what is best on average",
    16,
    1,
    100_000,
)
_ONCE = Setting("once", "the line found is followed to its end before anything is searched again", False)
_SUBGOALS = Setting("subgoals", "one search for each goal, from the end of the last one's best line", False)

NESTED = AgentKind(
    "nested",
    "nested Monte Carlo search, for solo games above all: tries every answer with a search of the level below, and keeps to the best line found",
    (
        Setting("iterations", "play-outs for each decision", 1000, 1),
        _TIME,
        _ONCE,
        Setting("level", "how deep searches are nested at most; how deep they are depends on the budget", 2, 1, 8),
        Setting("follow", "every answer is also tried with the rest of the best line behind it", True),
        _SUBGOALS,
        _PLAYOUT,
        _FUTURES,
    ),
    first="iterations",
    home="nested",
    examples=("nested:1000", "nested:level=3,time=2", "nested:5000,follow=no"),
)
NRPA = AgentKind(
    "nrpa",
    "nested rollout policy adaptation, for solo games above all: learns by play-outs which answers belong to the best line",
    (
        Setting(
            "iterations",
            "runs of each level: to the power of `level`, the play-outs for each decision",
            100,
            1,
            1_000_000,
        ),
        _TIME,
        _ONCE,
        Setting("level", "how many levels learn from each other", 2, 1, 8),
        Setting("times", "how often it learns from scratch, as it may be led astray", 1, 1, 1_000_000),
        Setting("alpha", "how much is learnt from the best line after each run", 1.0, 0, 100),
        Setting(
            "playout",
            "what it prefers to begin with: nothing (`random`), or the likelihoods of the game's `groups`",
            "random",
            choices=("random", "groups"),
            automatic="groups if the game has some, else random",
        ),
        _FUTURES,
    ),
    first="iterations",
    home="adapting",
    examples=("nrpa:30,times=10", "nrpa:level=3,iterations=30", "nrpa:time=1,alpha=0.5"),
)
RHEA = AgentKind(
    "rhea",
    "rolling-horizon evolution: breeds plans of some answers ahead, and gives the first answer of the best",
    (
        Setting("iterations", "plans tried for each decision", 1000, 1),
        Setting("time", "seconds for each decision, instead of a number of plans", 0.0, 0, 3600),
        Setting("length", "answers in a plan", 10, 1, 1000),
        Setting("population", "plans kept", 10, 1, 10_000),
        Setting("mutation", "how many answers of a new plan are changed, as a share", 0.3, 0, 1),
        Setting("shift", "plans are kept for the next decision, without the answer given", True),
        Setting(
            "finish",
            "how a plan is judged: by `lead` or the score where it ends, or by a `playout` to the end of the game",
            "playout",
            choices=("lead", "playout"),
            automatic="lead if the game tells who is ahead or is played alone, else playout",
        ),
        _PLAYOUT,
        Setting(
            "opponent",
            "what others do meanwhile: `random`, `groups` (by the likelihoods of the game's groups), or `greedy` (what leads to the best lead)",
            "random",
            choices=("random", "groups", "greedy"),
            automatic="groups if the game has some, else random",
        ),
    ),
    first="iterations",
    home="evolution",
    examples=("rhea:1000", "rhea:time=0.1,length=20", "rhea:200,population=20,opponent=greedy"),
)

SPMCTS = AgentKind(
    "spmcts",
    "single-player Monte Carlo tree search: one tree, searched for the best line of a solo game; its switches are those published for building games",
    (
        Setting("iterations", "runs of each search", 1000, 1),
        Setting("time", "seconds for each search, instead of a number of runs", 0.0, 0, 86_400),
        _ONCE,
        Setting(
            "formula",
            "`ucb1`: x + c√(d ln n / n_j); `tuned`: x + c√(V ln n / n_j) with V = max(d, x(1 - x)); `tuned2`: that plus ln n / n_j; `sp`: x + c√(ln n / n_j) + √((Σr² - n_j x² + d) / n_j)",
            "ucb1",
            choices=("ucb1", "tuned", "tuned2", "sp"),
        ),
        Setting("c", "how much it explores: more looks at more answers, less goes deeper", 0.1, 0, 100),
        Setting("d", "the second constant of the formula", 0.0, 0, 1e9, automatic="1, or 0.01 in the tuned formulas"),
        Setting("best", "in the formula `tuned`, how much the best result of a state counts beside the mean", 0.0, 0, 1),
        _SUBGOALS,
        Setting(
            "equal",
            "states that are on their level of the tree already: `drop` ends the run, and they get no node; `keep` takes no notice",
            "keep",
            choices=("keep", "drop"),
        ),
        Setting("widen", "so many answers of a state are tried at first, and one more whenever the whole tree is complete; 0: all", 0, 0, 10_000),
        Setting("level", "the most states on a level, as a multiple of the runs expected over the length of the best line; 0: any number", 0.0, 0, 1e6),
        Setting("bestpath", "all states of a new best line become part of the tree", False),
        Setting("anywhere", "until the tree has so many nodes: goes on from the most promising state of all, rather than down from the root", 0, 0, 1_000_000),
        Setting("forfeit", "a play-out is stopped and counts 0 when the best result still possible, by values that only rise or only fall, times this is less than the "
                "best one found; 0: none is", 0.0, 0, 1000),
        Setting("searches", "several searches one after the other, which share the budget", 1, 1, 10_000),
        _PLAYOUT,
        _FUTURES,
        Setting("nodes", "the most states kept in memory, about 60 bytes each", 2_000_000, 1000, 100_000_000),
    ),
    first="iterations",
    home="single_player",
    examples=("spmcts:40000,once=yes,subgoals=yes", "spmcts:time=10,once=yes,equal=drop"),
)  # fmt: skip

PLANNING_KINDS = (NESTED, NRPA, RHEA, SPMCTS)
