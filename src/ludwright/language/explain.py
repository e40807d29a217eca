"""Syntax mistakes in a designer's words: what was found, what could stand there, what was probably meant.

Each function below knows one kind of slip and looks whether the case at hand is one of those.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Set

from lark import Token

from ludwright.language.case import NameCase
from ludwright.language.everyday import everyday
from ludwright.language.phrases import ALONE, DECLARES, FOREIGN, OPENERS, OWNERS, PAIRS, VERBS, WITH_BLOCK, WITH_COLON
from ludwright.language.scanner import Scanner
from ludwright.language.slip import SlipError
from ludwright.mistakes import nearest

ROW = "row"
"""Stands for the word that declares a name where that is a row of a table."""
_PHRASE = re.compile(r"\w+(?:[^\w\"|]+\w+)+")


def explain(
    token: Token, accepts: Set[str], scanner: Scanner, declared: dict[str, str], fits: Callable[[str], bool]
) -> SlipError:
    """Why `token` can't stand where it does; see :class:`Case` for what is given."""
    case = NameCase(token, accepts, scanner, declared, fits)
    for reading in _READINGS:
        slip = reading(case)
        if slip is not None:
            return slip
    return case.slip(f"{case.found} can't stand here; expected {case.expected}", case.advice())


def declared_names(lines: list[str]) -> dict[str, str]:
    """The names a text declares and the word that declares each, as far as the beginnings of lines show it.

    Cells of tables with several words are among them: they may be names, too.
    """
    kinds = "action|stage|to|define|param|var|zone|dice|enum|cards|things"
    pattern = re.compile(rf"\s*(?:secret\s+)?({kinds})\s+([^\W\d]\w*)")
    found: dict[str, str] = {}
    for line in lines:
        match = pattern.match(line)
        if match:
            found.setdefault(match[2], match[1])
        elif line.lstrip().startswith("|"):
            found.update((cell, ROW) for cell in map(str.strip, line.split("|")) if _PHRASE.fullmatch(cell))
    return found


# ------------------------------------------------------------------------------------------ brackets, blocks, rows


def _unclosed_bracket(case: NameCase) -> SlipError | None:
    if not case.scanner.brackets:
        return None
    opening = case.scanner.brackets[-1]
    if not case.ends and case.scanner.is_closed(opening):
        return None
    closing = ")" if opening == "(" else "]"
    return case.slip(f"this `{opening}` is never closed", f"add the missing `{closing}`", opening)


def _stray_bracket(case: NameCase) -> SlipError | None:
    if str(case.token) in (")", "]") and not case.scanner.brackets:
        return case.slip(f"this `{case.token}` closes nothing", "take it away, or open a bracket before it")
    return None


def _missing_block(case: NameCase) -> SlipError | None:
    """A line that needs indented lines below it and has none."""
    if case.accepts != {"_INDENT"}:
        return None
    head = case.scanner.previous
    first, last = head[0], head[-1]
    hint = "write what belongs to it on the next lines, indented by two spaces"
    if first == "end":
        hint = "write `end when …: …`, or such `when` lines below it, indented by two spaces"
    elif str(first) in WITH_COLON:
        hint += ", or on the same line after a `:`"
    width = (last.end_column or 1) - (first.column or 1) if last.end_line == first.line else len(first)
    return SlipError(first.line or 1, first.column or 1, max(1, width), f"nothing is indented below `{first}`", hint)


def _too_deep(case: NameCase) -> SlipError | None:
    if case.token.type != "_INDENT":
        return None
    scanner = case.scanner
    message = "this line is indented deeper than the line above it, which opens no block"
    hint = f"indent it like line {scanner.previous[0].line}"
    here = scanner.lines[scanner.next_line - scanner.first_line].strip()
    if (said := _MOST.match(here.lower())) and said[0].endswith(("wins", "win")):
        message = "who wins by what they have stands in a line of its own"
        hint = f"write {_winner_line(said)}, at the left margin"
    return SlipError(scanner.next_line, 1, len(scanner.indents[-1]), message, hint)


def _block_ends_early(case: NameCase) -> SlipError | None:
    if case.token.type != "_DEDENT":
        return None
    hint = "add what is missing below this line"
    return case.slip(f"the block ends too early; expected {case.expected}", hint, case.scanner.previous[0])


def _at_colon(case: NameCase) -> SlipError | None:
    """A colon with nothing behind it, or where there can't be one."""
    if case.ends and case.before == ":":
        hint = "write what happens on the same line"
        if case.scanner.block_follows(case.token):
            hint = "take the `:` away: indented lines below need none"
        return case.slip("nothing follows this `:`", hint, case.line[-1])
    if case.token == ":" and case.first in WITH_BLOCK and "_NL" in case.accepts:
        hint = "take it away" if case.rest == ":" else "write what follows on the next line, indented by two spaces"
        return case.slip(f"`{case.first}` has no `:`", hint)
    return None


def _row(case: NameCase) -> SlipError | None:
    if case.line and case.line[-1].type == "ROW" and not case.ends:
        return case.slip("a row of a table ends with `|`", "put a `|` at the end of the row")
    if case.token.type == "ROW" and not case.line:
        hint = "rows are indented below `enum`, `cards`, `things`, `players`, `board` or `picture`"
        return case.slip("a table row can't stand here", hint)
    return None


# ------------------------------------------------------------------------------------------ words taken for others


def _verb_as_name(case: NameCase) -> SlipError | None:
    """`move` as a statement of its own, where the file has an action called move."""
    words = case.statement
    if not words or words[0].type == "NAME" or str(words[0]) not in case.declared:
        return None
    if not case.scanner.heads and len(words) == len(case.line):
        return None  # a declaration, not a statement
    verb = str(words[0])
    follows = str(words[1]) if len(words) > 1 else str(case.token)
    if not (case.ends and len(words) == 1) and follows not in ("(", "[", ".", "=", "+=", "-=", "otherwise", ";"):
        return None
    kind = case.declared[verb]
    noun = {"to": "procedure", "var": "variable", "define": "definition", "param": "parameter"}.get(kind, kind)
    message = f"`{verb}` begins a statement of the language, so this is not read as your {noun} `{verb}`"
    hint = f"write `me does {case.line_from(words[0])}`" if kind == "action" else "call it something else"
    return case.slip(message, hint, words[0])


def _opener_as_name(case: NameCase) -> SlipError | None:
    """`x = all + 1`: words that open formulas."""
    word = case.before
    if word not in OPENERS or case.line[-1].type == "NAME":
        return None
    if word not in case.declared and str(case.token) not in ("=", "+=", "-=", ".", "[", ")", "+", "*", "is"):
        return None
    message = f"`{word}` is a word of the language here and can't be a name"
    return case.slip(message, "call it something else", case.line[-1])


def _signs(case: NameCase) -> SlipError | None:
    column = case.token.column or 1
    pair = case.rest[:2]
    if pair not in PAIRS:
        if not case.line or case.line[-1].end_pos != case.token.start_pos:
            return None
        pair, column = case.before + case.rest[:1], column - 1
        if pair not in PAIRS:
            return None
    return SlipError(case.token.line or 1, column, 2, f"`{pair}` has no meaning here", PAIRS[pair])


def _equals(case: NameCase) -> SlipError | None:
    sign, possible = str(case.token), case.possible
    if (
        sign in ("+", "-")
        and case.before == "="
        and case.statement[-1:]
        and f"={sign}" in case.line_from(case.statement[0])
    ):
        return case.slip(f"`={sign}` is no sign", f"write `{sign}=`", case.line[-1])
    if sign == "=" and case.before in ("=", "<", ">"):
        return None
    if sign == "=" and "is" in possible and "=" not in possible:
        return case.slip("`=` sets a value; it can't compare two", "to compare, write `is`")
    if sign in ("==", "is", ":") and "=" in possible:
        return case.slip(f"{case.found} can't stand here; expected `=`", "write `=`")
    if sign in ("=", "is") and ":" in possible:
        return case.slip(f"{case.found} can't stand here; expected `:`", "write `:`")
    return None


def _missing_before(case: NameCase) -> SlipError | None:
    """`move to deck`: a word was taken for a name because what should stand before it is missing."""
    wanted = set(case.possible)
    for token in case.statement[1:]:
        if token.type == "NAME" and str(token) in wanted and str(token) not in case.declared:
            return case.slip(f"something is missing before `{token}`", "", token)
    return None


# ------------------------------------------------------------------------------------------ beginnings of lines


def _declaration(case: NameCase) -> SlipError | None:
    """The first word at the left margin."""
    scanner = case.scanner
    if case.line or not scanner.blocks or scanner.indents != [""] or case.ends:
        return None
    word = str(case.token)
    margin = "indent it below `setup`, `turn`, `stage`, `action` or the like"
    if re.match(r"\w+\s*(=|\+=|-=)", case.rest):
        hint = f"to declare it, write `var {word} = …`; to set it, indent the line below `setup`, `turn` or the like"
        return case.slip(f"{case.found} is no word that begins a declaration", hint)
    if not case.is_word:
        return case.slip(
            f"{case.found} can't begin a declaration", "a declaration begins with a word, such as `action`"
        )
    if word == "player":
        return case.slip(f"{case.found} can't begin a declaration", "did you mean `players`?")
    if word in OWNERS or word in VERBS or case.token.type != "NAME":
        return case.slip(f"{case.found} can't begin a declaration", margin)
    hint = case.meant()
    if not hint:
        hint = "declarations begin with words such as `players`, `board`, `zone`, `var`, `turn`, `action`, `end`"
    return case.slip(f"{case.found} is no word that begins a declaration", hint)


def _block_line(case: NameCase) -> SlipError | None:
    """The first word of a line inside a block."""
    if case.line or case.ends or not case.scanner.heads:
        return None
    head = str(case.scanner.heads[-1])
    hint = (
        "it may have `let`, `if`, `for` and `repeat`; its last line is `answer …`"
        if head == "define"
        else case.advice()
    )
    if head == "end" and case.token == "after":
        hint = f"write `end {case.line_from(case.token)}` as a line of its own, at the left margin"
    return case.slip(f"a line below `{head}` can't begin with {case.found}; expected {case.expected}", hint)


def _room(said: str) -> str:
    """What to write for `holds 20 boat` where there is no board."""
    match = re.match(r"holds\s+(\d+)\s+(\w+)", said)
    many, kind = match.groups() if match else ("3", "boat")
    return (
        f"room on the cells of a board stands in the line of the board: `board …, holds {many} {kind}`; "
        f"for anything else, write `zone pile of {kind}, up to {many}`"
    )


def _holds(case: NameCase) -> SlipError | None:
    """`zone dock of boat, holds 20 boats`, and `holds 20 boat` below `each isle`."""
    if case.before != "holds" or not (said := re.match(r"(\d+)\s+(\w+)", case.rest)):
        return None
    many, kind = said.groups()
    if case.first == "holds" and case.scanner.heads:
        return case.slip("`holds` is no line of its own", _room(f"holds {many} {kind}"), case.line[-1])
    if case.first == "zone":
        hint = (
            f"room for {many} is `up to {many}`; to put {many} there at first, let one zone hold them all "
            f"and `draw {many} from …` it to this one in `setup`"
        )
        return case.slip("a zone holds `all` of a kind at first, or nothing", hint)
    return None


def _statement(case: NameCase) -> SlipError | None:
    """A statement that begins with a word which is no verb and goes on in a way that nothing can."""
    words = case.statement
    if not words or not {"EQUAL", "ASSIGN"} <= case.accepts:
        return None
    slip = _no_verb(case, words[0]) if len(words) == 1 else None
    if slip is not None or case.ends:
        return slip
    sign = str(case.token)
    if sign == "else":
        return case.slip("`else` can't stand here", "put it on a line of its own")
    if sign == ",":
        hint = f"to offer a choice of actions, write `one of {case.line_from(words[0])}`"
        return case.slip("`,` can't stand here", hint)
    if sign == "or" and case.declared.get(str(words[0])) == "action":
        return _this_or_that(case, words[0])
    if sign in ("is", "==", "!=", "<", ">", "<=", ">=", "and", "or", "can", "knows"):
        hint = "to set a value, write `=`; to test something, write `if …`"
        return case.slip("a condition can't stand here as a statement", hint)
    if (told := re.match(r"([*/])=\s*(.*)", case.rest)) is not None:
        return _times_equals(case, words[0], *told.groups())
    if sign in ("+", "-", "*", "/", "..", "div", "mod"):
        defines = bool(case.scanner.heads) and str(case.scanner.heads[-1]) == "define"
        hint = "to give it as the answer, write `answer …`" if defines else "to keep its value, write `let x = …`"
        return case.slip("a formula can't stand here as a statement", hint)
    return None


def _this_or_that(case: NameCase, first: Token) -> SlipError:
    """`hop or pass`: a choice of actions."""
    write = _offered(case, case.scanner.rest_of_line(first))
    return case.slip("a choice of actions is not written with `or`", f"write `{write}`")


def _offered(case: NameCase, said: str) -> str:
    """How several actions are offered; to pass is no action, unless the game has one of that name."""
    ways = re.split(r"\s*,\s*(?:or\s+)?|\s+or\s+", said)
    real = [way for way in ways if way not in ("pass", "nothing", "skip") or way in case.declared] or ways
    write = f"one of {', '.join(real)}" if len(real) > 1 else real[0]
    return f"me may do {write}" if len(real) < len(ways) else write


def _times_equals(case: NameCase, first: Token, sign: str, by: str) -> SlipError:
    """`my coins *= 2`: only `+=` and `-=` are there."""
    target = case.scanner.rest_of_line(first).split(f"{sign}=")[0].strip()
    by = by if by.isalnum() else f"({by})"
    value = f"{target} * {by}" if sign == "*" else f"{target} / {by} rounded down"
    hint = f"write `{target} = {value}`"
    return SlipError(case.token.line or 1, case.token.column or 1, 2, f"there is no `{sign}=`", hint)


def _no_verb(case: NameCase, first: Token) -> SlipError | None:
    """`shufle deck`, `elif x`, `when a > 3`: the first word makes no sense as a name."""
    word = str(first)
    if word in OWNERS:
        hint = (
            "options stand indented below `p chooses way`" if word == "option" else "indent it exactly like that line"
        )
        return case.slip(f"this `{word}` belongs to no {OWNERS[word]} above it", hint, first)
    known = word in case.declared and (word not in FOREIGN or case.declared[word] in ("action", "to", "stage"))
    if case.ends or not (case.is_word or case.token.type in ("NUMBER", "STRING")) or known:
        return None
    if word in ALONE and first.type == "NAME" and not any(str(t) == ":" for t in case.line):
        # in a block these words are read as what they are: this is a cell
        hint = "write these effects in a block at the left margin, such as `when card is played`"
        return case.slip(f"`{word}` can't stand in a table", hint, first)
    if first is not case.line[0] and word in ALONE:
        sign = str(case.line[-2])
        return case.slip(f"`{word}` can't follow `{sign}`", "put it on a line of its own", first)
    if word in VERBS and case.scanner.heads and str(case.scanner.heads[0]) == "define":
        hint = "it may have `let`, `if`, `for`, `repeat` and `answer`; what has effects is called `to …`"
        return case.slip(f"a definition changes nothing: `{word}` can't stand here", hint, first)
    hint = FOREIGN.get(word, "")
    meant = nearest(word, VERBS)
    if meant and not hint:
        hint = f"did you mean `{meant}`?"
    return case.slip(f"`{word}` begins no statement", hint, first) if hint else None


# ------------------------------------------------------------------------------------------ everyday phrases


def _has(case: NameCase) -> SlipError | None:
    """`any p in players has …`, `all p in players have …`: only `every` goes with `has`."""
    opening = next((t for t in reversed(case.statement) if str(t) in ("any", "no", "first", "all")), None)
    if case.token == "has" and opening is not None and opening != "all":
        return case.slip(f"`has` can't follow `{opening} …`; it belongs to `every`", "write `with` instead of `has`")
    if case.before == "all" and (said := re.match(r"(\w+ in [^:]+?) (?:has|have) ", case.rest)):
        hint = f"to ask whether something holds for each, write `every {said[1]} has …`"
        return case.slip("`all` can't stand here", hint, case.line[-1])
    return None


_MOST = re.compile(
    r"(?:(?:the |whichever )?players? (?:with|having|(?:who|that) (?:has|have)) )?(?:the )?"
    r"(most|highest|greatest|largest|fewest|least|lowest|smallest) (\w+)(?: wins?)?$"
)


def _winner_line(said: re.Match[str]) -> str:
    best = "lowest" if said[1] in ("fewest", "least", "lowest", "smallest") else "highest"
    return f"`winner: {best} {said[2]}`"


def _most_wins(case: NameCase) -> SlipError | None:
    """`player with most coins wins`: who is first by what is a declaration of its own."""
    start = case.statement[0] if case.statement else case.token
    said = _MOST.match(case.scanner.rest_of_line(start).lower())
    if not said or not (said[0].endswith(("wins", "win")) or (case.first == "winner" and "player" in said[0])):
        return None
    line = _winner_line(said)
    if case.first == "winner":
        return case.slip("a winner is named by what they have most or least of", f"write {line}")
    if case.first in ("end", "when") and case.before != "end":
        hint = f"leave out the `:` and what follows, and write {line} on a line of its own, at the left margin"
    else:
        hint = f"write {line}, at the left margin"
    return case.slip("who wins by what they have stands in a line of its own", hint, start)


def _choose_action(case: NameCase) -> SlipError | None:
    """`choose earn`, `me chooses one of earn, rest`: actions are offered by their names alone."""
    words = case.statement or (case.scanner.previous if case.accepts == {"_INDENT"} else [])
    at = next((n for n, t in enumerate(words) if str(t) in ("choose", "chooses")), None)
    if at is None or "choose" in case.declared:
        return None
    after = words[at + 1] if at + 1 < len(words) else case.token
    what = re.sub(r"^one *:", "one of", case.scanner.rest_of_line(after))
    named = re.match(r"(one of )?(\w+)(\(|,| or |$)", what)
    if not named or not (named[1] or case.declared.get(named[2]) == "action"):
        return None
    what = what if len(what) <= 40 else "one of …" if named[1] else named[2]
    if not named[1] and ("," in what or " or " in what) and "(" not in what:
        what = _offered(case, what).removeprefix("me may do " if at else "")
    who = case.scanner.rest_of_line(words[0]).split("choose")[0].strip() if at else ""
    who = who.removesuffix("may").strip() + (" may do " if "may" in who.split() else " does ") if who else ""
    return case.slip("an action is offered by its name alone", f"write `{who}{what}`", words[at])


def _does_several(case: NameCase) -> SlipError | None:
    """`me may do earn, rest` and `do earn`: several actions are `one of` them, and one needs no verb."""
    words = case.statement
    if str(case.token) in (",", "or") and any(str(word) in ("do", "does") for word in words[:-1]):
        at = max(n for n, word in enumerate(words) if str(word) in ("do", "does")) + 1
        if case.declared.get(str(words[at])) == "action":
            write = _offered(case, case.scanner.rest_of_line(words[at])).removeprefix("me may do ")
            return case.slip("several actions can't stand here like this", f"write `{write}`", words[at])
    if [str(word) for word in words] == ["do"] and case.declared.get(str(case.token)) == "action":
        return case.slip("an action is offered by its name alone", f"write `{case.rest}`", words[0])
    return None


# ------------------------------------------------------------------------------------------ single constructs


def _special(case: NameCase) -> SlipError | None:
    first, token = case.first, str(case.token)
    if case.before == "winner" and token == ":" and len(case.line) > 1:
        hint = f"leave out the `:` before it, and write `winner{case.rest}` on a line of its own, at the left margin"
        return case.slip("who wins by what they have stands in a line of its own", hint, case.line[-1])
    if first == "end" and token == ":" and not case.scanner.heads:
        return case.slip("an end needs a condition", "write `end when …: …`")
    if case.statement and case.statement[0].type == "DEAL" and (case.before == "each" or token == "each"):
        zone = case.rest.split()[-1]
        return case.slip("`deal` gives to every player anyway", f"write the name of the zone alone: `to {zone}`")
    if case.before in ("row", "column") and case.token.type == "NUMBER":
        hint = f"to speak of its cells, write `c.{case.before} is {token}`, as in `(first c in cells with c.{case.before} is {token})`"
        return case.slip(f"a {case.before} is told by the cells in it", hint, case.line[-1])
    if (
        (said := re.match(r"\w+ in [\w.]+(?: \w+)?", case.rest))
        and case.before in ("first", "last", "random")
        and case.is_word
    ):
        whole = f"(last {said[0]})".replace("last", "first") if case.before != "random" else f"(random {said[0]})"
        whole = whole.replace(")", " backwards)") if case.before == "last" else whole
        whole = whole.replace(" with)", " with …)")
        return case.slip(f"`{case.before} {said[0]}` stands in brackets here", f"write `{whole}`", case.line[-1])
    if token == "for" and any(str(word) == "for" for word in case.line[:-1]) and case.scanner.brackets:
        return case.slip(
            "a second `for` is written with a comma", f"write `, {case.rest.removeprefix('for ').split(')')[0]}`"
        )
    if token == "in" and [str(word) for word in case.line[-3:-1]] == ["count", "("]:
        said = re.match(r"in ([\w.]+(?: \w+)?)", case.rest)
        what = case.line[-1] if case.line[-1].type == "STRING" else f'"{case.before}"'
        return case.slip(
            "what is counted has a name first", f"write `count(c in {said[1] if said else '…'} with c is {what})`"
        )
    if token == "exists":
        return case.slip("`exists` can't stand here", "write `is not none` instead")
    if case.statement and case.statement[0].type == "DEAL" and token == ".":
        hint = "`deal` gives to every player: write the name of the zone alone, such as `to hand`"
        return case.slip("`deal` can't name one player's zone", hint)
    if first == "define" and case.statement and str(case.statement[0]) in ("let", "answer", "if", "for"):
        hint = "put `let` lines and a last `answer` on lines of their own, indented below, and take the `:` away"
        return case.slip(f"`{case.statement[0]}` can't follow this `:`", hint, case.statement[0])
    if first == "expect" and case.line[-1].type == "PERCENT" and token == "of":
        return case.slip(
            "`of` can't stand here", f"write `at least {case.before} of …` or `at most {case.before} of …`"
        )
    if first == "include" and token == ",":
        return case.slip("`,` can't stand here", "write one `include` line for each file")
    if case.before == "may" and token == "secretly":
        return _may_secretly(case, case.line_from(case.statement[0]).split(" may ")[0])
    if case.before == "secretly" and first == "may" and token.startswith("choose"):
        return _may_secretly(case, "me")
    if first == "winner" and token == "in" and case.before not in ("highest", "lowest"):
        said = re.search(r"\bby\s+(?:\w+\.|my\s+)?(\w+)$", case.rest)
        word = case.line[2] if len(case.line) > 2 and case.line[2] in ("highest", "lowest") else "highest"
        hint = f"write `winner: {word} {said[1] if said else 'score'}`"
        return case.slip("a winner is named by what every player has, without `in`", hint)
    if token.startswith("isn") and case.rest.startswith("isn't"):
        return case.slip("`isn't` has no meaning here", "write `is not`")
    if case.before == "may" and "do" in case.possible and case.is_word:
        return case.slip(f"{case.found} can't stand here; expected {case.expected}", f"write `may do {token}`")
    if first == "var" and token == "of" and case.before in ("set", "list"):
        hint = "for a set of cells write `var marked: cells`; cards and things lie in a `zone pile of …`"
        return case.slip("a variable holds one thing, or the plural of a kind", hint)
    if first in ("to", "define", "stage") and token == "in" and case.scanner.brackets:
        return case.slip("`in` can't stand here", f"parameters of `{first}` are names alone")
    if len(case.line) == 2 and first in DECLARES and token == "-":
        return case.slip("`-` can't stand in a name", "a name has letters, digits and `_`")
    if first == "action" and token == "with" and case.scanner.brackets:
        condition = case.rest.removeprefix("with").strip().removesuffix(")").strip()
        hint = f"put it into the block of the action, as its first line: `when {condition}`"
        return case.slip("what must hold for an action stands below it", hint)
    if first == "action" and len(case.line) == 2 and re.match(r"\w+\s+in\b", case.rest):
        return case.slip(f"{case.found} can't stand here", f"put it in brackets: `{case.before}({case.rest})`")
    return None


def _may_secretly(case: NameCase, who: str) -> SlipError:
    """`me may secretly choose n from 1..3`"""
    said = re.search(r"chooses?\s+(.*)", case.rest)
    hint = f"write `{who} secretly may choose {said[1] if said else '…'}`"
    return case.slip("`secretly` stands before `may choose`, behind who chooses", hint)


def _var_in_block(case: NameCase) -> SlipError | None:
    """`var coins = 0` below `each player`, and `zone load of gem` below `things wagon`."""
    above = case.scanner.heads[-1] if case.scanner.heads else None
    if case.first == "zone" and above is not None and str(above) in ("things", "cards"):
        kind = case.scanner.rest_of_line(above).split()[1].strip(",:")
        hint = f"write `each {kind}` at the left margin, and this line indented below it"
        return case.slip(f"a zone that each {kind} has of its own stands below `each {kind}`", hint, case.line[0])
    if case.first == "var" and len(case.line) == 1 and case.line[0].type == "NAME" and case.scanner.heads:
        head = str(case.scanner.heads[-1])
        return case.slip(f"below `{head}` a line begins with the name itself", "leave out `var`", case.line[0])
    return None


def _name_of_several_words(case: NameCase) -> SlipError | None:
    """`if c is Tax Collector`, where a table has such a row."""
    line, column = case.scanner.line_of(case.token), case.token.column or 1
    at = column - case.scanner.first_column
    for name in [name for name, kind in case.declared.items() if kind == ROW]:
        start = line.rfind(name, 0, at + len(name))
        if 0 <= start < at < start + len(name):
            place = case.token.line or 1, start + case.scanner.first_column, len(name)
            return SlipError(*place, f"`{name}` is a name of several words", f'write it in quotes: "{name}"')
    return None


def _capital_words(case: NameCase) -> SlipError | None:
    """`if c is Tax Collector`: written as names on cards are, though no table of this text has it."""
    if not case.line or case.line[-1].type != "NAME" or case.token.type != "NAME" or len(case.line) == 1:
        return None
    pair = (case.before, str(case.token))
    if case.first in DECLARES or not all(word[:1].isupper() and word not in case.declared for word in pair):
        return None
    quoted = f'"{" ".join(pair)}"'
    return case.slip("a name of several words stands in quotes", f"write {quoted}", case.line[-1])


def _missing_colon(case: NameCase) -> SlipError | None:
    if ":" not in case.possible or case.first not in WITH_COLON | {"end", "when"} or not case.is_word:
        return None
    if str(case.token) in ("then", "do"):
        return case.slip(f"{case.found} can't stand here", f"write `:` instead of {case.found}")
    if case.meant() and str(case.token) not in case.declared:
        return None
    hint = f"write `: {case.line_from(case.token)}`"
    if case.line[-1].type == "NAME" and case.token.type == "NAME" and str(case.token) not in case.declared:
        hint += f'; or, if it is one name of a table, put it in quotes: "{case.before} {case.token}"'
    return case.slip(f"a `:` is missing before {case.found}", hint)


def _two_words(case: NameCase) -> SlipError | None:
    if not case.line or case.line[-1].type != "NAME" or case.token.type != "NAME" or case.meant():
        return None
    joined = f"{case.before}_{case.token}"
    hint = case.advice()
    if len(case.line) == 2 and case.first in DECLARES and not hint.startswith("perhaps"):
        hint = f"a name is one word: write `{joined}`"
    quoted = f'"{case.before} {case.token}"'
    if case.first == "change":
        hint = f"a name of several words stands in quotes: {quoted}"
    elif not hint:
        hint = f"if both are one name, write `{joined}`; a name of a table stands in quotes: {quoted}"
    return case.slip(f"{case.found} can't stand here; expected {case.expected}", hint)


def _ends_early(case: NameCase) -> SlipError | None:
    if not case.ends:
        return None
    if case.statement and str(case.statement[0]) == "pay" and "from" in case.possible:
        hint = f"say who pays from what: `{case.line_from(case.statement[0])} from my coins`"
        return case.slip("`pay` needs to know from what", hint, case.statement[0])
    what = "the line ends too early" if case.scanner.blocks else "this ends too early"
    return case.slip(f"{what if case.line else 'there is nothing here'}; expected {case.expected}")


_READINGS: tuple[Callable[[NameCase], SlipError | None], ...] = (
    _unclosed_bracket,
    _stray_bracket,
    _choose_action,
    _does_several,
    _missing_block,
    _too_deep,
    _block_ends_early,
    _at_colon,
    _row,
    _verb_as_name,
    _opener_as_name,
    _signs,
    _has,
    _holds,
    _most_wins,
    _special,
    _name_of_several_words,
    everyday,
    _statement,
    _missing_before,
    _equals,
    _declaration,
    _block_line,
    _var_in_block,
    _capital_words,
    _missing_colon,
    _two_words,
    _ends_early,
)
