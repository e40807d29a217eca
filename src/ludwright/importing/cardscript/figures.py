"""Figures of a CardScript game without playing it, and who uses what."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from ludwright.importing.cardscript.syntax import Action, Part, Script, Stage

DECISIONS = {"moveCard": 1, "giveHint": 2}
"""Which card; whose hand and what. All other actions leave nothing to decide."""


@dataclass(frozen=True)
class StageFigures:
    """What a turn of a stage takes, at least and at most."""

    name: str
    actions: tuple[int, int]
    decisions: tuple[int, int]
    published: int
    """The most decisions as the published tool counts them: over all alternatives together."""
    optional: int
    """How many actions more there may be, of those that one may leave."""


@dataclass(frozen=True)
class Figures:
    """The figures of a game."""

    title: str
    fewest: int | None
    most: int | None
    players: int
    teams: int
    cards: int
    decks: int
    tokens: int
    stages: int
    lines: int
    turns: list[StageFigures]

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    def as_text(self) -> str:
        """In sentences."""
        required = (
            "no number of players is asked for" if self.fewest is None else f"{self.fewest} to {self.most} players"
        )
        counts = [
            f"{required}, here {self.players}",
            _many(self.teams, "team"),
            _many(self.cards, "card"),
            _many(self.decks, "deck"),
            f"{_many(self.tokens, 'kind')} of tokens",
            _many(self.stages, "stage"),
            _many(self.lines, "line"),
        ]
        lines = [self.title, "  " + "; ".join(counts)]
        for turn in self.turns:
            also = f", {_many(turn.optional, 'action')} more if one likes" if turn.optional else ""
            lines.append(
                f"  a turn of {turn.name}: {_span(*turn.actions)} actions{also}, {_span(*turn.decisions)} decisions "
                f"(at most {turn.published} as published)"
            )
        return "\n".join(lines)


def figures_of(script: Script) -> Figures:
    """All figures of a file."""
    return Figures(
        title=script.title.text if script.title else "",
        fewest=script.fewest.number if script.fewest else None,
        most=script.most.number if script.most else None,
        players=len(script.players),
        teams=len(script.teams),
        cards=sum(len(deck.cards) for deck in script.decks),
        decks=len(script.decks),
        tokens=len(script.tokens),
        stages=len(script.stages),
        lines=len(script.lines),
        turns=[_turn(stage) for stage in script.stages if stage.conditions],
    )


def _turn(stage: Stage) -> StageFigures:
    required = [part for part in stage.parts if not part.optional]
    return StageFigures(
        stage.name.text,
        (sum(_least(part, _length) for part in required), sum(_most(part, _length) for part in required)),
        (sum(_asked(part, _least) for part in required), sum(_asked(part, _most) for part in required)),
        sum(sum(map(_decided, part.chains)) for part in required),
        sum(_length(chain) for part in stage.parts if part.optional for chain in part.chains),
    )


def _length(chain: tuple[Action, ...]) -> int:
    return len(chain)


def _decided(chain: tuple[Action, ...]) -> int:
    return sum(DECISIONS.get(action.verb.text, 0) for action in chain)


def _least(part: Part, measure: Any) -> int:
    return sum(sorted(map(measure, part.chains))[: part.times])


def _most(part: Part, measure: Any) -> int:
    return sum(sorted(map(measure, part.chains), reverse=True)[: part.times])


def _asked(part: Part, which: Any) -> int:
    """Decisions of a part: which alternatives, if there are any, and those inside them."""
    return (part.times if part.count is not None else 0) + int(which(part, _decided))


# ---------------------------------------------------------------- who uses what


def uses_of(script: Script) -> dict[str, list[str]]:
    """For every deck, token and player the actions that name it, as they are written; the same wording counts once for each time it stands there."""
    found: dict[str, list[str]] = {}
    for name in [
        *(deck.name.text for deck in script.decks),
        *(tokens.name.text for tokens in script.tokens),
        *(player.name.text for player in script.players),
    ]:
        found.setdefault(name, [])
    for action in script.actions():
        for name in dict.fromkeys(word.text for word in action.names):
            if name in found:
                found[name].append(action.text)
    return found


def _many(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"
