"""What is odd about a CardScript file but can be played: each a note at its place."""

from __future__ import annotations

from collections import Counter

from ludwright.importing.cardscript.names import Names
from ludwright.importing.cardscript.syntax import Binary, Formula, Range, Script, Term
from ludwright.importing.places import Wrong

FEW_CARDS = 10
COMPARE = {
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
}


def note_oddities(script: Script, names: Names, wrong: Wrong) -> None:
    """Look for everything that the sheet of the language calls odd."""
    _players(script, wrong)
    _teams(script, wrong)
    _order(script, wrong)
    _tokens(script, wrong)
    _cards(script, wrong)
    _conditions(script, wrong)
    for operator in script.grouped:
        wrong.note(
            operator,
            f"`{operator.text}` is read in the usual priority; CardScript itself would group from the left",
            "write two conditions with a comma between them instead",
        )


def _players(script: Script, wrong: Wrong) -> None:
    there, (fewest, most) = len(script.players), (script.fewest, script.most)
    at = script.players[0].name if script.players else script.title
    if there < 2:
        wrong.note(at, f"{'nobody plays' if not there else 'only one plays'}: most games are for two and more")
    if fewest is None or most is None:
        return
    if fewest.number > most.number:
        wrong.note(fewest, f"at least {fewest.number} players, but at most {most.number}")
    elif not fewest.number <= there <= most.number:
        wrong.note(fewest, f"the game is for {fewest.number} to {most.number} players, but {there} are there")
    elif fewest.number < 2 <= there:
        wrong.note(fewest, f"the game is for as few as {fewest.number}", "most games are for two and more")


def _teams(script: Script, wrong: Wrong) -> None:
    seen: dict[str, str] = {}
    for team in script.teams:
        for player in team.players:
            if player.text in seen:
                wrong.note(player, f"{player.text} is in two teams: {seen[player.text]} and {team.name.text}")
            seen.setdefault(player.text, team.name.text)
    for one in script.players:
        if script.teams and one.name.text not in seen:
            wrong.note(one.name, f"{one.name.text} is in no team, although there are teams")


def _order(script: Script, wrong: Wrong) -> None:
    turns = Counter(word.text for word in script.order)
    if turns and len(set(turns.values())) > 1:
        most = max(turns, key=lambda name: turns[name])
        last = next(word for word in reversed(script.order) if word.text == most)
        wrong.note(last, f"{most} is more often in the turn order than others")
    if script.order:
        for player in script.players:
            if player.name.text not in turns:
                wrong.note(player.name, f"{player.name.text} is not in the turn order: no turns for this player")


def _tokens(script: Script, wrong: Wrong) -> None:
    for tokens in script.tokens:
        if tokens.most.number < 1:
            wrong.note(tokens.most, f"there is never one of `{tokens.name.text}`")
        elif tokens.start.number > tokens.most.number:
            wrong.note(
                tokens.start,
                f"`{tokens.name.text}` starts with {tokens.start.number}, over its most, {tokens.most.number}",
            )
        elif tokens.start.number < 1:
            wrong.note(tokens.start, f"there is none of `{tokens.name.text}` at the start")


def _cards(script: Script, wrong: Wrong) -> None:
    at = script.title
    cards = sum(len(deck.cards) for deck in script.decks)
    if cards < FEW_CARDS:
        wrong.note(at, f"there are only {cards} cards" if cards != 1 else "there is only one card")
    if not script.points:
        wrong.note(at, "nothing says what cards are worth", "add `scoring = [ each = 1 ]` to the rules")
    words = {word.text for deck in script.decks for word in deck.properties}
    if script.decks and not words & {"none", "top", "hand", "hanabi", "team"}:
        wrong.note(at, "nothing is hidden from anybody: every deck is open")


def _conditions(script: Script, wrong: Wrong) -> None:
    for stage in script.stages:
        for condition in stage.conditions:
            value = constant(condition.formula)
            if condition.turns:
                if value is not None and value < 1:
                    wrong.note(condition.formula.word, "this stage has no turns")
            elif value is not None:
                wrong.note(condition.formula.word, f"this condition {'always' if value else 'never'} holds")
        for part in stage.parts:
            if part.count is not None and part.count.number < 1:
                wrong.note(part.count, "none of these is ever done")
    for deck in script.decks:
        for deck_condition in deck.conditions:
            if deck_condition.formula is not None and (value := constant(deck_condition.formula)) is not None:
                wrong.note(deck_condition.formula.word, f"this condition {'always' if value else 'never'} holds")


def constant(formula: Formula) -> float | None:
    """The value of a formula between numbers alone."""
    if isinstance(formula, Range):
        return None
    if isinstance(formula, Term):
        return float(formula.word.text) if formula.word.is_number else None
    return _compared(formula)


def _compared(formula: Binary) -> float | None:
    left, right = constant(formula.left), constant(formula.right)
    operator = formula.operator.text
    if operator in ("&&", "||"):
        if left is None or right is None:
            return None
        return float(bool(left) and bool(right) if operator == "&&" else bool(left) or bool(right))
    if left is None or right is None:
        return None
    return float(COMPARE[operator](left, right))
