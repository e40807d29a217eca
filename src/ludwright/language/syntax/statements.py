"""StatementSequence: what is done, and in which order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from lark import Token

from ludwright.language.syntax.base import Formula, Node, StatementNode
from ludwright.language.syntax.formulas import Generator, WhileClause

# ---------------------------------------------------------------- several statements


@dataclass(frozen=True)
class StatementSequence(Node):
    """StatementSequence one after the other."""

    statements: tuple[StatementNode, ...]


class StatementBlock(StatementSequence, rule="block"):
    """Indented lines."""


class StatementLine(StatementSequence, rule="steps"):
    """StatementSequence on one line, behind a colon, with ``;`` between them."""


class CellEffects(StatementSequence, rule="effects", listed=("", "; ", "")):
    """The effects in a table cell, with ``;`` between them."""


Body = StatementBlock | StatementLine | StatementNode
"""What belongs to a heading: a block, a line of simple statements, or one statement such as ``for`` behind the colon."""


# ---------------------------------------------------------------- names, answers, changes


@dataclass(frozen=True)
class Let(StatementNode, rule="let", written="let {0} = {1}"):
    """``let n = formula``."""

    name: Token
    value: RightSide


@dataclass(frozen=True)
class AnswerWith(StatementNode, rule="answer", written="answer {0}"):
    """``answer formula``."""

    value: Formula


@dataclass(frozen=True)
class Assign(StatementNode, rule="assign"):
    """``x = formula``, ``x += formula``; the sign is None for a plain ``=``."""

    target: Formula
    sign: Token | None
    value: RightSide


@dataclass(frozen=True)
class RollDice(Node, rule="roll", written="roll {0} {1}"):
    """``roll 2 d6``, as a value."""

    number: Formula
    die: Token


@dataclass(frozen=True)
class RollDie(Node, rule="roll_one", written="roll {0}"):
    """``roll d6``, as a value."""

    die: Token


Rolling = RollDice | RollDie
"""The devices of chance that give a value."""

RightSide: TypeAlias = "Formula | Rolling | Create"
"""What may stand right of ``=``."""


@dataclass(frozen=True)
class Pay(StatementNode, rule="pay"):
    """``pay 2 wood, 1 stone from me to bank``."""

    amounts: tuple[Amount, ...]
    source: Formula
    to: Formula | None = None


@dataclass(frozen=True)
class Amount(Node, rule="amount", written="{0}[ {1}]"):
    """``2 wood``."""

    number: Formula
    of: Reference | None = None


@dataclass(frozen=True)
class Reference(Node, rule="ref", listed=("", ".", "")):
    """Names with dots between them, as in ``walk.move``."""

    words: tuple[Token, ...]


# ---------------------------------------------------------------- things move


@dataclass(frozen=True)
class Move(StatementNode, rule="move", written="move {0} to {1}"):
    """``move things to zone``."""

    things: Formula
    to: Formula


@dataclass(frozen=True)
class DrawCards(StatementNode, rule="draw", written="draw {0} from {1} to {2}"):
    """``draw 2 from deck to my hand``."""

    number: Formula
    source: Formula
    to: Formula


@dataclass(frozen=True)
class DrawUpTo(StatementNode, rule="draw_up_to", written="draw up to {0} from {1} to {2}"):
    """``draw up to 2 from deck to my hand``."""

    number: Formula
    source: Formula
    to: Formula


@dataclass(frozen=True)
class Deal(StatementNode, rule="deal", written="deal {0} from {1} to {2}"):
    """``deal 5 from deck to hand``."""

    number: Formula
    source: Formula
    to: Token


@dataclass(frozen=True)
class Shuffle(StatementNode, rule="shuffle", written="shuffle {0}"):
    """``shuffle deck``."""

    zone: Formula


@dataclass(frozen=True)
class Swap(StatementNode, rule="swap", written="swap {0} and {1}"):
    """``swap a and b``."""

    one: Formula
    other: Formula


@dataclass(frozen=True)
class Pass(StatementNode, rule="pass", written="pass {0} to {1}"):
    """``pass hand to left``."""

    zone: Token
    to: Token


@dataclass(frozen=True)
class Reroll(StatementNode, rule="reroll", written="roll {0}"):
    """``roll dice``."""

    dice: Formula


@dataclass(frozen=True)
class Create(StatementNode, rule="create_", written="create {0}"):
    """``create design``."""

    design: Formula


@dataclass(frozen=True)
class Remove(StatementNode, rule="remove", written="remove {0}"):
    """``remove things``."""

    things: Formula


# ---------------------------------------------------------------- what players learn


@dataclass(frozen=True)
class Show(StatementNode, rule="show", written="show {0} to {1}"):
    """``show things to players``."""

    things: Formula
    to: Formula


@dataclass(frozen=True)
class TellWhether(StatementNode, rule="tell_whether", written="tell {0} whether {1}[ for {2}]"):
    """``tell players whether condition for c in cards``."""

    to: Formula
    condition: Formula
    members: Generator | None = None


@dataclass(frozen=True)
class TellThat(StatementNode, rule="tell_that", written="tell {0} that {1}"):
    """``tell players that condition``."""

    to: Formula
    condition: Formula


# ---------------------------------------------------------------- the course of the game


@dataclass(frozen=True)
class CallStatement(StatementNode, rule="call", written="{0}"):
    """A procedure, stage or action by its name."""

    what: Formula


@dataclass(frozen=True)
class Resolve(StatementNode, rule="resolve", written="resolve {0} as {1}[ by {2}]"):
    """``resolve card as played by me``."""

    what: Formula
    event: Token
    by: Formula | None = None


@dataclass(frozen=True)
class Wins(StatementNode, rule="wins"):
    """``p wins``."""

    who: Formula
    amount: Formula | None = None


@dataclass(frozen=True)
class Loses(StatementNode, rule="loses"):
    """``p loses``."""

    who: Formula
    amount: Formula | None = None


@dataclass(frozen=True)
class Tie(StatementNode, rule="tie", written="draw"):
    """``draw``: nobody wins."""


@dataclass(frozen=True)
class Leaves(StatementNode, rule="leaves", written="{0} leaves {1}"):
    """``p leaves game``; in an expectation, what happened."""

    who: Formula
    what: Token


@dataclass(frozen=True)
class GoesNext(StatementNode, rule="goes", written="{0} goes next"):
    """``p goes next``."""

    who: Formula


@dataclass(frozen=True)
class ReverseTurns(StatementNode, rule="reverse", written="reverse turns"):
    """``reverse turns``."""


@dataclass(frozen=True)
class EndOfPhase(StatementNode, rule="stop", written="end {0}"):
    """``end turn``."""

    phase: Token


@dataclass(frozen=True)
class Nothing(StatementNode, rule="nothing", written="nothing"):
    """``nothing``."""


@dataclass(frozen=True)
class Wait(StatementNode, rule="wait"):
    """``wait``, ``wait 3 hours``."""

    amount: Formula | None = None
    unit: Token | None = None


# ---------------------------------------------------------------- actions offered


@dataclass(frozen=True)
class Does(StatementNode, rule="does"):
    """``p does attack``, ``p does one of …``, or ``one of …`` alone; in an expectation, what happened."""

    who: Formula | None
    what: Formula | OneOf | AnyNumberOf


@dataclass(frozen=True)
class MayDo(StatementNode, rule="may_do"):
    """``p may do one of attack, defend``."""

    who: Formula
    actions: tuple[Formula, ...]


@dataclass(frozen=True)
class OneOf(Node, rule="one_of", listed=("one of ", ", ", "")):
    """``one of attack, defend``."""

    actions: tuple[Formula, ...]


@dataclass(frozen=True)
class AnyNumberOf(Node, rule="any_number"):
    """``any number of build, trade up to 3 times``."""

    actions: tuple[Formula, ...]
    at_most: AtMostTimes | None = None
    maximizing: MaximizingClause | None = None
    condition: WhileClause | None = None


@dataclass(frozen=True)
class AtMostTimes(Node, rule="at_most"):
    """``up to 3 times``."""

    number: Formula


@dataclass(frozen=True)
class MaximizingClause(Node, rule="maximizing", written="maximizing {0}[ up to {1}]"):
    """``maximizing formula up to bound``."""

    value: Formula
    bound: Formula | None = None


@dataclass(frozen=True)
class OrElse(StatementNode, rule="otherwise", written="{0} otherwise {1}"):
    """``p does attack otherwise p does defend``."""

    statement: StatementNode
    otherwise: StatementNode


# ---------------------------------------------------------------- branches and loops


@dataclass(frozen=True)
class IfStatement(StatementNode, rule="if_"):
    """``if``, any number of ``else if``, perhaps ``else``."""

    condition: Formula
    then: Body
    branches: tuple[ElseIf, ...] = ()
    otherwise: Else | None = None

    @property
    def cases(self) -> list[tuple[Formula, Body]]:
        """Each condition with what is done where it is the first that holds."""
        return [(self.condition, self.then), *((branch.condition, branch.body) for branch in self.branches)]


@dataclass(frozen=True)
class ElseIf(Node, rule="elif_", headed="else if {0}"):
    """``else if condition``."""

    condition: Formula
    body: Body


@dataclass(frozen=True)
class Else(Node, rule="else_", headed="else"):
    """``else``."""

    body: Body


@dataclass(frozen=True)
class For(StatementNode, rule="for_", headed="for {0}[ by {1}]"):
    """``for c in hand by c.rank``."""

    members: Generator
    by: Formula | None
    body: Body


@dataclass(frozen=True)
class RepeatTimes(StatementNode, rule="repeat_times", headed="repeat {0} times"):
    """``repeat 3 times``."""

    number: Formula
    body: Body


@dataclass(frozen=True)
class RepeatUntil(StatementNode, rule="repeat_until", headed="repeat until {0}"):
    """``repeat until condition``."""

    condition: Formula
    body: Body


@dataclass(frozen=True)
class RepeatWhile(StatementNode, rule="repeat_while", headed="repeat while {0}"):
    """``repeat while condition``."""

    condition: Formula
    body: Body


@dataclass(frozen=True)
class RepeatCallUntil(StatementNode, rule="repeat_call_until", written="repeat {0} until {1}"):
    """``repeat trick until condition``."""

    call: CallStatement
    condition: Formula

    @property
    def body(self) -> CallStatement:
        """What is repeated."""
        return self.call


@dataclass(frozen=True)
class RepeatCallWhile(StatementNode, rule="repeat_call_while", written="repeat {0} while {1}"):
    """``repeat trick while condition``."""

    call: CallStatement
    condition: Formula

    @property
    def body(self) -> CallStatement:
        """What is repeated."""
        return self.call


@dataclass(frozen=True)
class TurnsStatement(StatementNode, rule="turns"):
    """``turns once from dealer backwards by formula when condition until condition``."""

    once: Token | None = None
    start: Formula | None = None
    backwards: Token | None = None
    by: Formula | None = None
    when: Formula | None = None
    until: Formula | None = None
    body: Body | None = None


@dataclass(frozen=True)
class Timer(StatementNode, rule="timer", headed="in {0} {1}"):
    """``in 3 rounds: …``."""

    delay: Formula
    unit: Token
    body: Body


@dataclass(frozen=True)
class AtOnce(StatementNode, rule="at_once"):
    """``at once, each p in players`` and a block, ``then`` another."""

    members: Generator
    asked: StatementBlock
    then: StatementBlock


# ---------------------------------------------------------------- choosing


@dataclass(frozen=True)
class Choose(StatementNode, rule="choose"):
    """``p secretly chooses 2 c from hand with condition``, what is done with them, ``otherwise`` what is done without."""

    who: Formula
    secretly: Token | None
    chooses: ChoosesWord
    chosen: ChosenNumber | ChosenUpTo | ChosenAnyNumber
    source: Formula
    condition: Formula | None = None
    body: Body | None = None
    otherwise: OtherwiseBranch | None = None


@dataclass(frozen=True)
class ChooseOption(StatementNode, rule="options"):
    """``p chooses course`` and the options below it."""

    who: Formula
    secretly: Token | None
    chooses: ChoosesWord
    name: Token
    options: tuple[OptionBranch, ...]


@dataclass(frozen=True)
class OptionBranch(Node, rule="option"):
    """``option attack when condition``."""

    name: Token
    condition: Formula | None = None
    body: Body | None = None


@dataclass(frozen=True)
class ChoosesWord(Node):
    """Whether somebody must choose or may."""


class MustChoose(ChoosesWord, rule="chooses", written="chooses"):
    """``chooses``."""


class MayChoose(ChoosesWord, rule="may_choose", written="may choose"):
    """``may choose``."""


@dataclass(frozen=True)
class ChosenWords(Node):
    """How many things are chosen, and the name for them."""


@dataclass(frozen=True)
class ChosenNumber(ChosenWords, rule="chosen", listed=("", " ", "")):
    """``c``, one thing; ``2 c``, so many."""

    number: Formula | None
    name: Token


@dataclass(frozen=True)
class ChosenUpTo(ChosenWords, rule="up_to"):
    """``up to 2 c``."""

    number: Formula
    name: Token


@dataclass(frozen=True)
class ChosenAnyNumber(ChosenWords, rule="any_number"):
    """``any number of c``."""

    name: Token


@dataclass(frozen=True)
class OtherwiseBranch(Node, rule="otherwise_", headed="otherwise"):
    """``otherwise`` and what is done if nothing is chosen."""

    body: Body


@dataclass(frozen=True)
class FirstTo(StatementNode, rule="first_to"):
    """``first p in players to say "snap"``."""

    members: Generator
    words: Token
    body: StatementBlock
    otherwise: OtherwiseBranch | None = None


# ---------------------------------------------------------------- forms of one shape

DrawingCards = DrawCards | DrawUpTo
"""Cards drawn from a zone to another."""

Settling = Wins | Loses
"""How the game ends for somebody."""

RepeatCall = RepeatCallUntil | RepeatCallWhile
"""Something with a name, again and again."""
