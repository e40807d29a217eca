"""What workers do for games that people play: seat them, show a seat its view, let agents move, explain, record.

A game is its rules, a seed and the answers so far: every task gets them, so any worker can take it up at any moment. What a worker has
played through already it keeps, and goes on from there.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ludwright.game import Game
    from ludwright.play.match import Match
    from ludwright.play.news import News
    from ludwright.play.sitting import Sitting

HERE, FRIEND = "here", "friend"
"""Who sits in a seat: a person at this screen, a person at a link; else the name of an agent."""
_MOST_KEPT = 40
_LOADED = 12
_AT_ONCE = 0.6
"""So many seconds agents move before the pages are told."""
_LINES = 400


@dataclass(frozen=True)
class Kept:
    """A game as it lies in its file: all that is needed to play it again."""

    path: str
    players: int
    params: dict[str, int]
    seats: list[str]
    seed: int
    answers: list[int]
    told: list[int] = field(default_factory=list)
    """What real dice and shuffles brought, draw by draw."""
    hash: str = ""
    """Of the rules: tables at which the same is played share a game."""


# ---------------------------------------------------------------- beginning


def open_table(path: str, into: str, players: int, params: dict[str, int], seats: list[str]) -> dict[str, Any]:
    """Put the rules aside for a game, so that later changes of the text don't touch it, and see who sits where."""
    from ludwright.agents.seating import check
    from ludwright.game import described, load
    from ludwright.hidden.secrecy import secrecy_of
    from ludwright.hidden.sight import anything_hidden, differs_by_seat
    from ludwright.play.agents import player_called
    from ludwright.playtests.source import files_of, named, write_files

    description = described(Path(path))
    game = _shared(description.text_hash, players, params, lambda: load(description, players, params, ask_forced=True))
    who = [seat if seat in (HERE, FRIEND) else player_called(game, seat) for seat in seats]
    check(game, [seat for seat in who if seat not in (HERE, FRIEND)])
    sources = named([description])
    write_files(Path(into), files_of(sources))
    secret = secrecy_of(game).any
    return {
        "main": next(iter(sources)),
        "title": game.title,
        "names": list(game.seats),
        "seats": who,
        "hash": description.text_hash,
        "hiding": differs_by_seat(game) or secret,
        "secrets": anything_hidden(game) or secret,
    }


# ---------------------------------------------------------------- games that are kept ready

_sittings: OrderedDict[str, Sitting] = OrderedDict()


_games: OrderedDict[str, Game] = OrderedDict()


def plain_game(kept: Kept) -> Game:
    """The game of a table, with chance of its own."""
    from ludwright.game import load

    return _shared(
        kept.hash or kept.path,
        kept.players,
        kept.params,
        lambda: load(Path(kept.path), kept.players, kept.params, ask_forced=True),
    )


def _shared(rules: str, players: int, params: dict[str, int], load: Callable[[], Game]) -> Game:
    """A game that was loaded before, or now; those used longest ago are let go."""
    name = f"{rules} {players} {sorted(params.items())}"
    found = _games.pop(name, None) or load()
    _games[name] = found
    while len(_games) > _LOADED:
        _games.popitem(last=False)
    return found


def loaded(kept: Kept) -> Game:
    """The game of a table, with the chance that was told at it."""
    game = plain_game(kept)
    if kept.told:
        from ludwright.inspecting.beginning import Origin, begun

        game = begun(game, Origin(kept.seed, 0, (), told=tuple(kept.told)))
    return game


def sitting_of(kept: Kept, *, agents: bool) -> Sitting:
    """The sitting after all answers. Without agents nobody at it can think: then the plain run is enough, and nothing is compiled."""
    from ludwright.play.agents import HUMAN
    from ludwright.play.sitting import Sitting

    who = [HUMAN if seat in (HERE, FRIEND) or not agents else seat for seat in kept.seats]
    name = f"{kept.path} {kept.seed} {who} {kept.told}"
    found = _sittings.pop(name, None)
    if found is None or not _caught_up(found, kept.answers):
        native = agents and any(seat != HUMAN for seat in who)
        match = loaded(kept).start(kept.seed, run="native" if native else "twin")
        match.follow(kept.answers)
        found = Sitting(match, who)
    _sittings[name] = found
    while len(_sittings) > _MOST_KEPT:
        _sittings.popitem(last=False)
    return found


def _caught_up(sitting: Sitting, answers: list[int]) -> bool:
    """Give the answers that a sitting lacks; whether it stands where it should."""
    from ludwright.play.agents import HUMAN

    done = sitting.match.answers
    if done != answers[: len(done)]:
        return False
    for code in answers[len(done) :]:
        if sitting.seats[sitting.match.actor or 0] != HUMAN:
            return False  # an agent chose that elsewhere: its random numbers must be drawn here, too
        sitting.choose(next(option for option in sitting.match.legal() if option.code == code))
    return True


# ---------------------------------------------------------------- looking


def look_at(kept: dict[str, Any], seat: int | None, at: int | None = None) -> dict[str, Any]:
    """What a seat sees: the table drawn, what can be chosen, what was done. Without a seat everything is seen."""
    from ludwright.drawing import scene_of
    from ludwright.drawing.staging import asked_seat
    from ludwright.drawing.svg import NARROW, svg_of
    from ludwright.play.choosing import in_order
    from ludwright.play.news import News
    from ludwright.play.outcome import fault_lines, result_lines
    from ludwright.play.simulate import MOVE_LIMIT
    from ludwright.studio.gathering import question_in_words

    table = Kept(**kept)
    if at is not None:
        table = Kept(**{**kept, "answers": table.answers[:at]})
    sitting = sitting_of(table, agents=False)
    match, game = sitting.match, sitting.match.game
    scene = scene_of(match, seat)
    mine = at is None and not match.over and (seat is None or match.actor == seat)
    options = in_order(match.legal()) if mine else []
    targets = _targets(match, options) if mine else []
    scene.lit = frozenset(address for one in targets for value in one for address in value)
    gathered = _gathered(match) if options else None
    if gathered is not None:
        scene.lit |= frozenset(value for one in gathered["each"] for value in one["targets"][0])
    asked = None if match.over else asked_seat(match, seat)
    over: list[str] = []
    if match.fault is not None:
        over = list(fault_lines(game, match.words, MOVE_LIMIT))
    elif match.over:
        over = list(result_lines(game, match.words, match.returns(), match.scores()))
    return {
        "svg": svg_of(scene),
        "narrow": svg_of(scene, NARROW),
        "title": game.title,
        "standing": scene.standing,
        "names": list(game.seats),
        "seat": seat,
        "asked": asked,
        "at": len(table.answers),
        "over": over,
        "ended": match.over,
        "options": [
            {"code": option.code, "words": option.words, "action": option.action, "values": option.values, "targets": one}
            for option, one in zip(options, targets, strict=True)
        ],
        "question": question_in_words(match) if options else "",
        "gathered": gathered,
        "told": _told(sitting, News(sitting), seat),
    }  # fmt: skip


def _gathered(match: Match) -> dict[str, Any] | None:
    """What can be chosen together, in any order: if all of it lies on the table, to be clicked."""
    from ludwright.studio.gathering import choice_of

    found = choice_of(match)
    if found is None:
        return None
    targets = _targets(match, found.members)
    if not all(len(one) == 1 for one in targets):
        return None
    each = [
        {"code": option.code, "words": option.words, "action": option.action, "values": option.values, "targets": one}
        for option, one in zip(found.members, targets, strict=True)
    ]
    return {"each": each, "most": found.most, "none": found.none, "fewer": found.fewer}


def _targets(match: Match, options: list[Any]) -> list[list[list[str]]]:
    from ludwright.studio.pointing import Pointing

    game = match.game
    pointing = game.__dict__.setdefault("_pointing", None) or Pointing(game)
    game.__dict__["_pointing"] = pointing
    return [pointing.targets(option, match.actor or 0, match.words) for option in options]


def _told(sitting: Sitting, news: News, seat: int | None) -> list[dict[str, Any]]:
    """The moves so far, with how many answers had been given before each: the last ones, if there are very many."""
    found: list[dict[str, Any]] = []
    first = list(news.signs(sitting.at_start, seat))
    if first:
        found.append({"at": 0, "words": "", "signs": first, "seat": None})
    for number, done in enumerate(sitting.done):
        words, signs = news.move(done, seat), list(news.signs(done.heard, seat))
        if words is not None or signs:
            whose = done.seat if words is not None else None
            found.append({"at": number, "words": words or "", "signs": signs, "seat": whose})
    return found[-_LINES:]


def standing(kept: dict[str, Any]) -> dict[str, Any]:
    """Who has to answer, and whether anybody has a choice."""
    match = sitting_of(Kept(**kept), agents=False).match
    return {"over": match.over, "asked": match.actor, "choices": len(match.codes())}


# ---------------------------------------------------------------- moving


def move(kept: dict[str, Any], seat: int, codes: list[int], together: bool) -> dict[str, Any]:
    """Whether a seat may answer so, by one choice or by several that go together; how it stands then."""
    from ludwright.studio.gathering import answered

    table = Kept(**kept)
    match = sitting_of(table, agents=False).match
    if match.over:
        return {"refused": "The game is over."}
    if match.actor != seat:
        return {"refused": "It is somebody else's turn."}
    known = match.codes()
    answers = answered(match, codes) if together else [*table.answers, codes[0]] if codes[0] in known else None
    if answers is None:
        return {"refused": "That can't be done now."}
    after = sitting_of(replace(table, answers=answers), agents=False).match
    asked = not after.over and after.actor is not None and table.seats[after.actor] in (HERE, FRIEND)
    return {"answers": answers, "waiting": asked and len(after.codes()) > 1}


def go_on(kept: dict[str, Any], once: bool) -> dict[str, Any]:
    """Let those act who need no asking: agents, and whoever has one option. With ``once`` a single choice, to be watched."""
    from ludwright.play.simulate import MOVE_LIMIT

    sitting, began = sitting_of(Kept(**kept), agents=True), monotonic()
    stuck = False
    while not sitting.match.over and not stuck and monotonic() - began < _AT_ONCE:
        if len(sitting.done) > MOVE_LIMIT:
            return {"answers": sitting.match.answers, "waiting": True, "over": False, "endless": True}
        stuck = not sitting.step()
        if once and not stuck and sitting.done[-1].options > 1:
            break
    return {"answers": sitting.match.answers, "waiting": stuck, "over": sitting.match.over, "endless": False}


def taken_back(kept: dict[str, Any]) -> int | None:
    """How many answers are left when the last choice of a person is taken back."""
    sitting = sitting_of(Kept(**kept), agents=False)
    people = [seat for seat, who in enumerate(kept["seats"]) if who in (HERE, FRIEND)]
    back = [i for i, done in enumerate(sitting.done) if done.options > 1 and done.seat in people]
    return back[-1] if back else None


# ---------------------------------------------------------------- explaining, recording


def advise(kept: dict[str, Any], agent: str) -> dict[str, Any]:
    """What an agent thinks of every option of whoever is asked, seeing what that seat sees."""
    from ludwright.agents.why import why

    table = Kept(**kept)
    match = loaded(table).start(table.seed)
    match.follow(table.answers)
    found = why(match, agent)
    headings, rows = found.table()
    return {
        "sentence": found.sentence, "headings": headings, "rows": rows, "line": found.line if found.steps else "",
        "codes": [move.code for move in found.moves], "seat": match.actor,
    }  # fmt: skip


def why_not(kept: dict[str, Any], address: str) -> dict[str, Any]:
    """Why something on the table can't be chosen by whoever is asked."""
    from ludwright.studio.why_not import reasons

    table = Kept(**kept)
    match = sitting_of(table, agents=False).match
    return {"reasons": [] if match.over else reasons(table, match.game, match, address)}


def record(games: list[dict[str, Any]], into: str, shelf: str, before: list[str], title: str) -> dict[str, Any]:
    """Keep games as a playtest: all by the same rules, people and agents by their names. Which name it gets on a shelf: one of ``before`` if it can."""
    from ludwright.playtests.keeping import keep_written
    from ludwright.playtests.reading_games import Trace, only_choices
    from ludwright.playtests.shelf import free_folder

    traces = []
    for one in games:
        table = Kept(**one)
        who = ["human" if seat in (HERE, FRIEND) else seat for seat in table.seats]
        trace = Trace(
            Path(table.path), table.path, table.players, table.seed, 0, who, dict(table.params), told=tuple(table.told)
        )
        match = loaded(table).start(table.seed)
        match.follow(table.answers)
        trace.match = only_choices(trace, match)
        traces.append(trace)
    keep_written(traces, Path(into))
    old = (name for name in before if is_by_people(Path(shelf), name))
    return {"games": len(traces), "name": next(old, None) or free_folder(title, Path(shelf)).name}


def is_by_people(shelf: Path, name: str) -> bool:
    """Whether a playtest on a shelf is one that games of people were put into: it is written anew, so nothing else may be meant."""
    from ludwright.mistakes import LudwrightError
    from ludwright.playtests.plan import WRITTEN
    from ludwright.playtests.store import PlaytestStore

    folder = shelf / name
    if not name or folder.name != name or not folder.is_dir() or folder.resolve() != folder:
        return False
    try:
        return PlaytestStore(folder).plan().seatings == WRITTEN
    except LudwrightError:
        return False


TABLE_TASKS: dict[str, Callable[..., Any]] = {
    task.__name__: task for task in (open_table, look_at, standing, move, go_on, taken_back, advise, why_not, record)
}
