"""Real dice and real cards: what lies on a real table is typed in, and the game here goes on from it.

A throw is made with chance first, and then said to have shown something else: the step is done again with those faces. Cards that were drawn
likewise: they change places with others that still lie in the deck. A deal is told before the first choice. What chance brought is kept draw by draw with the game, so it can be played again, recorded and asked about like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ludwright.mistakes import LudwrightError
from ludwright.studio.table_tasks import Kept, plain_game

if TYPE_CHECKING:
    from ludwright.game import Game
    from ludwright.playtests.rehearsal import Deals, Drawn, Rehearsal


class _Course:
    """A game played again with all its draws; where dice were thrown, and how they fell."""

    def __init__(self, table: Kept, answers: Sequence[int]) -> None:
        from ludwright.playtests.rehearsal import Rehearsal

        self.run: Rehearsal = Rehearsal(plain_game(table), table.seed, 0, table.told)
        self.last_throw, self.faces = -1, self.run.rolled
        for place, code in enumerate(answers):
            self.run.follow(code)
            if self.run.rolled:
                self.last_throw, self.faces = place, self.run.rolled


def thrown(kept: dict[str, Any]) -> dict[str, Any]:
    """The last dice that were thrown, if any, and where cards can be told to lie."""
    table = Kept(**kept)
    course = _Course(table, table.answers)
    deals = _deals(table)
    zones = {label: len(deals.lies(place)) for label, place in deals.zones().items() if len(deals.lies(place))}
    return {
        "faces": course.faces,
        "zones": zones if deals.shuffled and not table.answers else {},
        "came": len(_drawn(table).came) if table.answers else 0,
    }


def _drawn(table: Kept) -> Drawn:
    """The game with its shuffles watched."""
    from ludwright.playtests.rehearsal import Drawn

    run = Drawn(plain_game(table), table.seed, 0, table.told)
    for code in table.answers:
        run.follow(code)
    return run


def cards_came(kept: dict[str, Any], cards: list[str]) -> dict[str, Any]:
    """The game in which the last move drew these cards, in this order; `?` for one that nobody has seen."""
    table = Kept(**kept)
    if not table.answers:
        raise LudwrightError("No card was drawn yet: say how they lie at the beginning.")
    run = _drawn(table)
    return {"told": run.brought(_designs(run.game, cards)), "answers": table.answers}


def dice_show(kept: dict[str, Any], faces: list[int]) -> dict[str, Any]:
    """The game in which the last throw showed these faces."""
    from ludwright.playtests.rehearsal import Rehearsal

    table = Kept(**kept)
    course = _Course(table, table.answers)
    if not course.faces:
        raise LudwrightError("No dice were thrown yet.")
    if len(faces) != len(course.faces):
        raise LudwrightError(f"{len(course.faces)} dice were thrown: say what each of them shows.")
    at = course.last_throw
    if at < 0:
        run = Rehearsal(plain_game(table), table.seed, 0, (), faces)
    else:
        run = _Course(table, table.answers[:at]).run
        run.advance(table.answers[at], faces)
    return {"told": list(run.draws), "answers": table.answers[: at + 1]}


def cards_lie(kept: dict[str, Any], zone: str, cards: list[str]) -> dict[str, Any]:
    """The game in which these cards lie in a zone at the beginning, the top one first; `?` for one that nobody knows."""
    from ludwright.engine.random import Stream, stream
    from ludwright.playtests.rehearsal import UNKNOWN, Rehearsal

    table = Kept(**kept)
    if table.answers:
        raise LudwrightError("Cards can be laid before the first move only: take the moves back, or begin anew.")
    deals = _deals(table)
    place = deals.zones().get(zone)
    if place is None:
        raise LudwrightError(f"No cards lie in `{zone}`.")
    wanted = _designs(deals.game, cards)
    lies = deals.lies(place)
    if len(wanted) > len(lies):
        raise LudwrightError(f"The rules put {len(lies)} cards there, and you told {len(wanted)}.")
    whole = [*([UNKNOWN] * (len(lies) - len(wanted))), *reversed(wanted)]
    setup = deals.draws({place: whole}, Stream(*stream(table.seed, 0, 3)))
    return {"told": list(Rehearsal(deals.game, table.seed, 0, setup).draws), "answers": []}


def _designs(game: Game, cards: list[str]) -> list[int]:
    """The cards that are meant by their names."""
    from ludwright.mistakes import nearest
    from ludwright.playtests.rehearsal import UNKNOWN
    from ludwright.playtests.sentences import TurnReader

    known, wanted = TurnReader(game), []
    for card in cards:
        found = [UNKNOWN] if card == "?" else known.called(card)
        if not found:
            close = nearest(card, known.designs)
            raise LudwrightError(f"There is no card `{card}`" + (f": did you mean `{close}`?" if close else "."))
        wanted.append(found[0])
    return wanted


def _deals(table: Kept) -> Deals:
    from ludwright.playtests.rehearsal import Deals

    return Deals(plain_game(table))


REAL_TASKS: tuple[Callable[..., Any], ...] = (thrown, dice_show, cards_lie, cards_came)
