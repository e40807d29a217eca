"""All kinds of players there are, with what can be set about each."""

from __future__ import annotations

from ludwright.agents.equilibrium_kind import EQUILIBRIUM
from ludwright.agents.exact_kinds import EXACT_KINDS
from ludwright.agents.learned_kind import LEARNED
from ludwright.agents.persona_kinds import PERSONA_KINDS
from ludwright.agents.planning_kinds import PLANNING_KINDS
from ludwright.agents.settings import AgentKind, Setting

_BUDGET = (
    Setting("iterations", "play-outs for each decision", 1000, 1),
    Setting("time", "seconds for each decision, instead of a number of play-outs", 0.0, 0, 3600),
)
_PLAYOUT = Setting(
    "playout",
    "how play-outs choose: `random`, `decisive` (what wins at once, else any), `careful` (nor what lets the next win at once), `groups` (by the likelihoods of the game's groups), `greedy` (what leads to the best lead), `mast` (what "
    "did well in earlier play-outs), `learned` (by the file of the setting `learned`), or `bot:NAME`, a scripted player of the game",
    "random",
    choices=("random", "decisive", "careful", "groups", "greedy", "mast", "learned", "bot:"),
    automatic="groups if the game has some, else random",
)
_DEPTH = Setting(
    "depth",
    "decisions after which a play-out is cut off and judged by the game's `lead`; 0 plays to the end",
    0,
    0,
    100_000,
)

AUTO = AgentKind(
    "auto",
    "whoever suits the game: `mcts`, or in long games with chance or hidden cards, and in common ones with hidden cards, `improve` if there is a bot; it "
    "is told by the name of the one it is",
    _BUDGET,
    first="iterations",
    home="automatic",
    examples=("auto:1000", "auto:time=0.5"),
)
RANDOM = AgentKind("random", "chooses any option, each as likely; where the game has groups, by their likelihoods")
GREEDY = AgentKind(
    "greedy",
    "looks one step ahead and takes what gives the best lead or score on average, over chance and over what it can't see",
    (Setting("samples", "how often each option is tried where chance or hidden cards play a part", 8, 1, 10_000),),
    first="samples",
    home="greedy",
    examples=("greedy", "greedy:32"),
)
FLAT = AgentKind(
    "flat",
    "flat Monte Carlo: plays every option out equally often and takes the best mean",
    (*_BUDGET, _PLAYOUT, _DEPTH),
    first="iterations",
    home="flat",
    examples=("flat:200",),
)
MCTS = AgentKind(
    "mcts",
    "Monte Carlo tree search for any number of players; where something is hidden, over deals that fit what its seat knows",
    (
        *_BUDGET,
        Setting("c", "how much it explores: more looks at more answers, less goes deeper", 0.7, 0, 100, automatic="by the kind of game"),
        Setting(
            "formula",
            "how exploring and using are weighed: `ucb1`, `tuned` and `tuned2` (by the spread of results), `sp` (for solo games)",
            "ucb1",
            choices=("ucb1", "tuned", "tuned2", "sp"),
        ),
        _PLAYOUT,
        _DEPTH,
        Setting("learned", "the file of what was learned (`ludwright learn`): positions are judged by it, and no play-out is needed", ""),
        Setting("prior", "with `learned`: how many visits it counts for what was learned of an answer before it is taken, in games without chance or secrets", 1.0, 0, 1000),
        Setting("greed", "with `playout=mast`, how often the best known answer is taken rather than any", 0.8, 0, 1),
        Setting("rave", "how long answers that came later in play-outs count (0: not at all)", 0.0, 0, 1e6),
        Setting("best", "how much the best result of an answer counts beside the mean", 0.0, 0, 1),
        Setting("single", "with `formula=sp`, what is added to the spread of answers seldom taken", 0.5, 0, 1e9),
        Setting("merge", "equal positions are one point of the tree", False, automatic="in solo games without chance"),
        Setting(
            "chance",
            "`open`: an answer's point stands for all that chance may bring; `closed`: each outcome is a point of its own",
            "open",
            choices=("open", "closed"),
            automatic="closed where nothing is hidden",
        ),
        Setting("observers", "`one` tree, or one for `each` player, that holds only what that player sees", "one", choices=("one", "each")),
        Setting("paranoid", "with three or more players: all others are against it, rather than no teams", False),
        Setting("prove", "decided branches are proven and left alone", True, automatic="in games of two without chance or secrets"),
        Setting("look", "with `prove`: answers that end the game at once are seen as soon as they are possible", True),
        Setting("solve", "with `prove`: near the end of a game, so many positions for each play-out are spent on playing it through", 100, 0, 10_000),
        Setting("widen", "how many answers are looked at: this many times visits to the power of `power`; 0: all", 0.0, 0, 1000),
        Setting("guide", "with `playout=bot:NAME`: at every point of the tree what the bot would do comes first, and others by and by", True),
        Setting("power", "see `widen`", 0.5, 0, 1),
        Setting("final", "what it plays in the end: the answer most `visited`, with the best `mean`, or the `best` result; or, as bluffing takes, any, each as "
                "likely as it was visited (`mixed`)", "visited",
                choices=("visited", "mean", "best", "mixed"), automatic="best in solo games without chance"),
        Setting("reuse", "what was found out is kept for the next decision", True, automatic="in games without chance or secrets"),
        Setting("threads", "how many cores search at the same time; they share the play-outs", 1, 1, 64),
        Setting("parallel", "with `threads`: each in a tree of its own (`root`), whose counts are added; or all in one (`tree`), where answers depend on timing",
                "root", choices=("root", "tree")),
        Setting("trees", "with `threads`: how many trees they share, such as 2 for 4 threads; 0: as `parallel` says", 0, 0, 64),
        Setting("searches", "several short searches that share the budget, instead of one", 1, 1, 10_000),
        Setting("subgoals", "in solo games: only as far as the next goal, then on from there", False),
        Setting("bestpath", "in solo games: the whole course of a new best play-out becomes part of the tree", False),
        Setting("forfeit", "in solo games: a play-out is given up when it has less than this share of what the best one had then", 0.0, 0, 10),
        Setting("anywhere", "in solo games: goes on from the most promising answer in the whole tree, rather than down from the root", False),
        Setting("deepest", "how many decisions deep the tree may grow; with 1, everything after the own decision is play-outs", 512, 1, 512,
                automatic="1 in common games with hidden cards, guided by a bot"),
        Setting("level", "the most answers on one level of the tree; 0: any number", 0, 0, 1e9),
        Setting("nodes", "the most answers kept in memory, about 50 bytes each", 1_000_000, 1000, 100_000_000),
    ),
    first="iterations",
    home="searching",
    examples=("mcts:1000", "mcts:time=0.5,c=1.2,playout=greedy", "mcts:200,playout=bot:hold at 20", "mcts:200,learned=pig.npz"),
)  # fmt: skip
IMPROVE = AgentKind(
    "improve",
    "improves on a scripted player of the game: tries its answer and all others out in the same futures, the scripted player going on for "
    "everybody, and does something else than it would only where that is surely better",
    (
        *_BUDGET,
        Setting("bot", "the scripted player", "", automatic="the best of the game's"),
        Setting("sure", "how many standard errors better another answer must have done", 1.0, 0, 100),
        _DEPTH,
        Setting(
            "believe",
            "from how many own decisions back it is looked at what others did: only what would have let the scripted player do the same is "
            "thought possible; 0: all that can be",
            0,
            0,
            100,
            automatic="1 in common games with hidden cards",
        ),
        Setting(
            "doubt",
            "with `believe`: the share of futures that leave aside what others did, who may think for themselves",
            0.1,
            0,
            1,
        ),
    ),
    first="iterations",
    home="rollout",
    examples=("improve:200", "improve:400,bot=conventions,sure=2"),
)
BOT = AgentKind(
    "bot",
    "a scripted player written in the game's own text; its name alone will do, too",
    (Setting("name", "its name", ""),),
    first="name",
    examples=("bot:hold at 20", "hold at 20"),
)

PYTHON = AgentKind(
    "python",
    "a player of your own: a function or a class in a file of Python code, which is run",
    (Setting("file", "the file, a colon, and the name in it", ""),),
    first="file",
    home="python_agents",
    examples=("python:my_players.py:choose",),
)

PROGRAM = AgentKind(
    "program",
    "a program of your own, in any language, that is asked over a pipe, line by line: it is started, and sees what its seat sees",
    (
        Setting(
            "file",
            "the command that starts it, with `seconds=N` in front if it may take longer than five to answer",
            "",
        ),
    ),
    first="file",
    home="programs",
    examples=("program:python3 my_player.py", "program:seconds=20 ./my_player"),
)

BARRED = AgentKind(
    "barred",
    "any player that never does a thing unless nothing else is legal: what that costs is what the thing is worth",
    (
        Setting("agent", "who plays", "random"),
        Setting("from", "an action, an action with its values, an answer or a card; several with `+` between", ""),
    ),
    first="agent",
    home="barred",
    examples=("barred:mcts:200,from=pass", "barred:greedy,from=drop 4+drop 5"),
)
BOUND = AgentKind(
    "bound",
    "any player that does a thing whenever it is legal: what that brings is what the thing is worth to those who want it at any price",
    (
        Setting("agent", "who plays", "random"),
        Setting("to", "an action, an action with its values, an answer or a card; several with `+` between", ""),
    ),
    first="agent",
    home="bound",
    examples=("bound:mcts:200,to=pass", "bound:greedy,to=drop 4+drop 5"),
)

KINDS: dict[str, AgentKind] = {
    kind.name: kind
    for kind in (
        RANDOM,
        GREEDY,
        AUTO,
        FLAT,
        MCTS,
        IMPROVE,
        *PLANNING_KINDS,
        *EXACT_KINDS,
        EQUILIBRIUM,
        *PERSONA_KINDS,
        BOT,
        PYTHON,
        PROGRAM,
        BARRED,
        BOUND,
        LEARNED,
    )
}
