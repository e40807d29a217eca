"""The way in: a description in Ludii's language as a text in ours."""

from __future__ import annotations

from ludwright.importing import Imported
from ludwright.importing.ludii.conditions import _PLAYERS, Conditions
from ludwright.importing.ludii.effects import put
from ludwright.importing.ludii.equipment import SEATS, Equipment, read_equipment
from ludwright.importing.ludii.moves import Action, Levels, Moves
from ludwright.importing.ludii.reading import Ludeme, expanded, read
from ludwright.importing.places import Wrong
from ludwright.importing.text import Text
from ludwright.language.characters import normal
from ludwright.mistakes import MistakesError

LANGUAGE = "Ludii"
LONGEST = 1_250
"""So many turns a game of Ludii has at most; then it is a draw."""


def import_ludii(text: str, file: str) -> Imported:
    """Read and translate a description."""
    text = normal(text)
    wrong = Wrong(file, text.rstrip("\n").split("\n") if text else [])
    found = read(text, wrong)
    new = Text()
    if not wrong.mistakes:
        defines = {one.parts[0].plain: one.parts[1] for one in found if one.head == "define" and len(one.parts) == 2}
        games = [one for one in found if one.head == "game"]
        for one in found:
            if one.head not in ("define", "game", "metadata"):
                wrong(
                    one, f"`{one.text}` can't stand here", "a file has one (game …), its (define …)s and (metadata …)"
                )
        if len(games) == 1:
            game = expanded(games[0], defines, wrong)
            if not wrong.mistakes:
                _Translation(game, wrong, new).write()
        elif not wrong.mistakes:
            wrong(games[1] if games else None, "a file describes one game", '(game "Title" (players 2) …)')
    if wrong.mistakes:
        raise MistakesError(
            sorted(wrong.mistakes, key=lambda one: (one.place.line, one.place.column) if one.place else (0, 0))
        )
    return Imported(
        LANGUAGE, new.written(), [None if at is None else wrong.place(at) for at in new.origins], wrong.notes,
        "As written in Ludii's language", {"language": LANGUAGE},
    )  # fmt: skip


class _Translation:
    """Writes the text of one game."""

    def __init__(self, game: Ludeme, wrong: Wrong, new: Text) -> None:
        self.game, self.wrong, self.new = game, wrong, new
        self.parts = {part.head: part for part in game.parts if part.kind == "ludeme"}

    def write(self) -> None:
        """Everything, unless something is wrong."""
        for part in self.game.parts:
            if part.kind == "ludeme" and part.head not in ("players", "equipment", "rules"):
                self.wrong(part, f"`{part.text}` of a game is not read")
        rules, things = self.parts.get("rules"), read_equipment(self.game, self.wrong)
        if rules is None:
            self.wrong(self.game, "nothing says how it is played", "(rules (play …) (end …))")
        if rules is None or things is None or self.wrong.mistakes:
            return
        self.things = things
        self.say = Conditions(things, self.wrong)
        self.moves = Moves(self.say)
        sections = {part.head: part for part in rules.parts}
        for part in rules.parts:
            if part.head not in ("start", "play", "end"):
                self.wrong(part, f"the rules `{part.text}` are not read", "start, play and end are")
        if "play" not in sections or not sections["play"].parts:
            self.wrong(rules, "nothing says what a player may do", "(play (forEach Piece))")
            return
        levels = self.moves.levels(sections["play"].parts[0])
        start = self._start(sections.get("start"))
        ends, otherwise = self._ends(sections.get("end"))
        if self.wrong.mistakes:
            return
        self._head(things)
        if start:
            with self.new.block("setup", sections["start"]):
                self.new.all((line, sections["start"]) for line in start)
            self.new.gap()
        self._turn(levels, otherwise, sections["play"])
        for action in self.moves.actions:
            self._action(action)
        with self.new.block("end", sections.get("end")):
            self.new.all(ends)
        if self.say.needs.scores:
            self.new.line("score(p): p.points")
            self.new.line("winner: highest score")

    # ------------------------------------------------------------ what there is

    def _head(self, things: Equipment) -> None:
        new, needs = self.new, self.say.needs
        title = self.game.parts[0].plain if self.game.parts and self.game.parts[0].kind == "string" else "A game"
        new.line(f'game "{title}"', self.game)
        with new.block("players 2", self.parts.get("players")):
            rows = [["name", "forward"], *([seat, str(way)] for seat, way in zip(SEATS, things.facing, strict=True))]
            new.table([(row, None) for row in rows])
        new.gap()
        if things.kinds_matter:
            new.line(f"enum sort: {', '.join(piece.plain for piece in things.pieces)}")
        for name, ends in self.moves.leaps:
            with new.block(f"enum {name}"):
                rows = [
                    ["name", "right", "up"],
                    *([f"{name}_{n}", str(right), str(up)] for n, (right, up) in enumerate(ends, 1)),
                ]
                new.table([(row, None) for row in rows])
        with new.block(f"board {things.board.text}", self.parts.get("equipment")):
            new.line("who: player or none")
            if things.kinds_matter:
                new.line("what: sort or none")
        if needs.last:
            new.line("var last_from: cell or none")
            new.line("var last_to: cell or none")
        if needs.made:
            new.line("var made = 0 in 0..1000000")
        if needs.again:
            new.line("var again = no")
        if needs.scores:
            with new.block("each player"):
                new.line("points = 0 in -100000..100000")
        new.gap()

    def _start(self, start: Ludeme | None) -> list[str]:
        lines: list[str] = []
        for rule in [one for part in (start.parts if start is not None else []) for one in part.items()]:
            if rule.head != "place" or not rule.parts or rule.parts[0].kind != "string":
                self.wrong(rule, f"the start `({rule.name} …)` is not read", '(place "Disc1" (sites Bottom))')
                continue
            found = self.things.piece(rule.parts[0].plain)
            if found is None:
                self.wrong(rule.parts[0], f"there is no piece `{rule.parts[0].plain}`", '"Disc1" is the Disc of P1')
                continue
            piece, owner = found
            if piece.owners and not owner:
                self.wrong(rule.parts[0], f"nothing says whose `{piece.name}` it is", f'"{piece.name}1" is that of P1')
            for label, one in rule.named.items():
                if label != "coord":
                    self.wrong(one, f"`{label}:` of `(place …)` is not read")
            where = rule.named.get("coord") or (rule.parts[1] if len(rule.parts) > 1 else None)
            if where is None:
                self.wrong(rule, "nothing says where it is placed")
                continue
            lines.append(f"for c in cells with {self.say.here('c', self.say.inside(where, 'c', {'site': 'c'}))}")
            lines += [f"  {line}" for line in put("c", rule.parts[0], owner or "none", self.say)]
        return lines

    # ------------------------------------------------------------ what is done

    def _turn(self, levels: Levels, otherwise: str, at: Ludeme) -> None:
        ways = [f"one of {', '.join(action.name for action in level)}" for level in levels if level]
        line = " otherwise ".join([*ways, otherwise])
        with self.new.block("turn", at):
            self.new.line(line, at)
            if self.say.needs.again:
                with self.new.block("repeat while again", at):
                    self.new.line("again = no", at)
                    self.new.line(line, at)
        self.new.gap()

    def _action(self, action: Action) -> None:
        new, needs = self.new, self.say.needs
        with new.block(f"action {action.name}" + (f"({action.params})" if action.params else ""), action.at):
            for test in dict.fromkeys(action.needs):
                new.line(test if test.startswith("let ") else f"when {test}", action.at)
            done = list(action.does)
            if needs.last and action.last[1]:
                done.append(f"last_from = {action.last[0] or 'none'}")
                done.append(f"last_to = {action.last[1]}")
            if needs.made:
                done.append("made += 1")
            new.all((line, action.at) for line in [*done, *action.then] or ["nothing"])
        new.gap()

    # ------------------------------------------------------------ how it ends

    def _ends(self, end: Ludeme | None) -> tuple[list[tuple[str, Ludeme | None]], str]:
        """The lines of `end`, and what happens to somebody who can't do anything."""
        lines: list[tuple[str, Ludeme | None]] = []
        otherwise = "end turn"
        for rule in [one for part in (end.parts if end is not None else []) for one in part.items()]:
            if rule.head != "if" or len(rule.parts) not in (2, 3):
                self.wrong(rule, f"the end `({rule.name} …)` is not read", "(end (if (is Line 3) (result Mover Win)))")
                continue
            test, result = rule.parts[0], rule.parts[1]
            if test.name == "no Moves" and len(test.parts) == 2 and test.parts[1].plain == "Next":
                otherwise = self._result(result, {"Mover": "opponent", "Next": "me"})
                continue
            words = self.say.condition(test, {"to": "last_to", "from": "last_from"})
            outcome = self._result(result, {})
            lines.append((f"when {words}: {outcome}" if outcome else f"when {words}", rule))
            if len(rule.parts) == 3:
                outcome = self._result(rule.parts[2], {})
                lines.append((f"when not ({words}): {outcome}", rule))
        if otherwise == "end turn":
            stuck = " or ".join(f"p can {action.name}" for action in self.moves.actions)
            lines.append((f"when no p in players with {stuck}: draw", end))
        if any(action.last[0] or not action.last[1] for action in self.moves.actions):
            lines.append((f"when turn.number >= {LONGEST}: draw", end))
        return lines, otherwise

    def _result(self, result: Ludeme, roles: dict[str, str]) -> str:
        """How it ends; nothing where the scores decide."""
        if result.head == "byScore" and not result.parts:
            self.say.needs.scores = True
            return ""
        if result.head == "result" and len(result.parts) == 2:
            who, how = result.parts[0].plain, result.parts[1].plain
            if how == "Draw" or (who == "All" and how == "Draw"):
                return "draw"
            if who in _PLAYERS and how in ("Win", "Loss"):
                return f"{roles.get(who, _PLAYERS[who])} {'wins' if how == 'Win' else 'loses'}"
        self.wrong(result, f"the result `({result.name} …)` is not read", "(result Mover Win)")
        return "draw"
