"""Declarations: what there is, what happens, who wins, and what an analysis looks at."""

from __future__ import annotations

from dataclasses import dataclass

from lark import Token

from ludwright.language.syntax.base import DeclarationNode, Formula, Node, StatementNode
from ludwright.language.syntax.formulas import BestWord, Generator
from ludwright.language.syntax.statements import (
    AnswerWith,
    Assign,
    Body,
    Let,
    Reference,
    StatementBlock,
)


@dataclass(frozen=True)
class File(Node, rule="start"):
    """A whole text."""

    declarations: tuple[DeclarationNode, ...] = ()


# ---------------------------------------------------------------- files


@dataclass(frozen=True)
class GameDeclaration(DeclarationNode, rule="game", written="game {0}"):
    """``game "Title"``."""

    title: Token


@dataclass(frozen=True)
class IncludeDeclaration(DeclarationNode, rule="include", written="include {0}"):
    """``include "file.game"``."""

    file: Token


@dataclass(frozen=True)
class VariantDeclaration(DeclarationNode, rule="variant", written="variant {0} of {1}"):
    """``variant "Title" of "file.game"``."""

    title: Token
    file: Token


@dataclass(frozen=True)
class ChangeDeclaration(DeclarationNode, rule="change", written="change {0} = {1}"):
    """``change walk.move = 3``."""

    target: Reference
    value: Formula


@dataclass(frozen=True)
class WithoutDeclaration(DeclarationNode, rule="without", written="without {0}"):
    """``without thief, moat``."""

    names: NameList


@dataclass(frozen=True)
class NameList(Node, rule="names", listed=("", ", ", "")):
    """Names with commas between them."""

    words: tuple[Token, ...]


# ---------------------------------------------------------------- players, parameters, kinds


@dataclass(frozen=True)
class PlayersDeclaration(DeclarationNode, rule="players"):
    """``players 2 to 4, cooperative named North, South`` and perhaps a table."""

    least: Token
    most: Token | None = None
    cooperative: Token | None = None
    names: NameList | None = None
    rows: tuple[TableRow, ...] = ()


@dataclass(frozen=True)
class ParamDeclaration(DeclarationNode, rule="param", written="param {0} = {1}[ in {2}]"):
    """``param hand = 5 in 3..7``."""

    name: Token
    value: Formula | ValueList | CountedValues
    values: Formula | None = None


@dataclass(frozen=True)
class ValueList(Node, rule="list", listed=("", ", ", "")):
    """Values with commas between them."""

    values: tuple[Formula, ...]


@dataclass(frozen=True)
class CountedValues(Node, rule="by_counts", listed=("", ", ", "")):
    """``5 for 2 players, 4 for 3..4 players``."""

    values: tuple[CountedValue, ...]


@dataclass(frozen=True)
class CountedValue(Node, rule="by_count"):
    """``4 for 3..4 players``."""

    value: Formula
    least: Token
    most: Token | None = None


@dataclass(frozen=True)
class EnumDeclaration(DeclarationNode, rule="enum"):
    """``enum suit: clubs, spades``, or with a table."""

    kind: KindName
    names: NameList | None = None
    source: TableSource | None = None
    rows: tuple[TableRow, ...] = ()


@dataclass(frozen=True)
class KindName(Node, rule="kind", written="{0}[ ({1})]"):
    """A kind and, in brackets, its plural."""

    name: Token
    plural: Token | None = None


@dataclass(frozen=True)
class SheetSource(Node, rule="sheet_of", written="{0} sheet {1}"):
    """``"cards.xlsx" sheet "Spells"``."""

    file: Token
    sheet: Token


TableSource = Token | SheetSource
"""Where a table lies: a file, or a sheet of one."""


@dataclass(frozen=True)
class TableRow(Node, rule="row", written="{0}"):
    """A row of a table or a picture, letter by letter."""

    text: Token


@dataclass(frozen=True)
class CardsDeclaration(DeclarationNode, rule="cards"):
    """``cards card: each suit, each rank from "cards.csv", copies 2``, with a table or attributes below."""

    component: ComponentWord
    kind: KindName
    family: Token | None = None
    """The kind behind ``of``."""
    axes: tuple[CardAxis, ...] = ()
    source: TableSource | None = None
    options: tuple[Copies | RoomFor | RoomForEach | Unlimited, ...] = ()
    lines: tuple[TableRow | Attribute, ...] = ()


@dataclass(frozen=True)
class ComponentWord(Node, rule="component", written="{0}"):
    """``cards`` or ``things``."""

    word: Token


@dataclass(frozen=True)
class CardAxis(Node, rule="axis", written="each {0}[ in {1}]"):
    """``each rank in 2..14``."""

    name: Token
    values: Formula | None = None


@dataclass(frozen=True)
class Copies(Node, rule="copies", written="copies {0}[ each {1}]"):
    """``copies 2 each player``."""

    number: Formula
    each: Token | None = None


@dataclass(frozen=True)
class RoomFor(Node, rule="up_to"):
    """``up to 5``, of a zone or of things."""

    number: Formula


@dataclass(frozen=True)
class Unlimited(Node, rule="unlimited", written="any number"):
    """``any number``: things made in play, as many as come."""


@dataclass(frozen=True)
class RoomForEach(Node, rule="up_to_each", written="up to {0} each {1}"):
    """``up to 5 each player``, of things."""

    number: Formula
    each: Token


# ---------------------------------------------------------------- boards


@dataclass(frozen=True)
class BoardDeclaration(DeclarationNode, rule="board"):
    """``board grid 8 x 8 of cell from "map.csv", wrapped``, with a table, attributes or links below."""

    shape: Token
    width: Token | None
    height: Token | None
    kind: KindName
    source: TableSource | None = None
    options: tuple[BoardOption | Holds, ...] = ()
    lines: tuple[TableRow | Attribute | LinkLine, ...] = ()


@dataclass(frozen=True)
class LinkLine(Node, rule="link", written="link {0}: {1}"):
    """``link A: B, C``."""

    cell: Token
    neighbours: NameList


@dataclass(frozen=True)
class Holds(Node, rule="holds", written="holds {0} {1}"):
    """``holds 2 piece``."""

    number: Token
    kind: Token


@dataclass(frozen=True)
class BoardOption(Node, rule="bopt", written="{0}[ {1}]"):
    """``wrapped``."""

    name: Token
    value: Token | None = None


@dataclass(frozen=True)
class PictureDeclaration(DeclarationNode, rule="picture"):
    """``picture cell``: rows of signs, and what the signs mean."""

    board: Token
    rows: tuple[TableRow, ...]
    legends: tuple[Legend | LegendAssign, ...]


@dataclass(frozen=True)
class Legend(Node, rule="legend"):
    """``K: king of white``."""

    sign: Token
    piece: Token
    owner: Token


@dataclass(frozen=True)
class LegendAssign(Node, rule="legend"):
    """``w: water = yes``."""

    sign: Token
    change: Assign


# ---------------------------------------------------------------- zones, dice, variables


@dataclass(frozen=True)
class ZoneDeclaration(DeclarationNode, rule="zone"):
    """``zone hand[players] of card or token, face down``."""

    name: Token
    index: IndexList | None
    kinds: tuple[Token, ...]
    options: tuple[ZoneOption, ...] = ()


@dataclass(frozen=True)
class FaceDown(Node, rule="face_down", written="face down"):
    """``face down``."""


@dataclass(frozen=True)
class InOrder(Node, rule="in_order", written="in order"):
    """``in order``."""


@dataclass(frozen=True)
class Shuffled(Node, rule="shuffled", written="shuffled"):
    """``shuffled``."""


@dataclass(frozen=True)
class HoldsAll(Node, rule="holds_all", written="holds all {0}"):
    """``holds all card``."""

    kind: Token


@dataclass(frozen=True)
class RefilledFrom(Node, rule="refilled", written="refilled from {0}"):
    """``refilled from discard``."""

    zone: Formula


@dataclass(frozen=True)
class SeenBy(Node, rule="seen", written="seen by {0}"):
    """``seen by owner``, of a zone or a variable."""

    who: Token


@dataclass(frozen=True)
class TopSeenBy(Node, rule="top_seen", written="top seen by {0}"):
    """``top seen by owner``."""

    who: Token


ZoneOption = FaceDown | InOrder | Shuffled | RoomFor | HoldsAll | RefilledFrom | SeenBy | TopSeenBy


@dataclass(frozen=True)
class DiceDeclaration(DeclarationNode, rule="dice"):
    """``dice pool[players]: 3 d6``."""

    name: Token
    index: IndexList | None
    number: Formula
    die: Token
    options: tuple[ZoneOption, ...] = ()


@dataclass(frozen=True)
class VarDeclaration(DeclarationNode, rule="var", written="var {0}"):
    """``var pot = 0``."""

    attribute: Attribute


@dataclass(frozen=True)
class EachDeclaration(DeclarationNode, rule="each"):
    """``each player`` and what each has."""

    kind: Token
    members: tuple[Attribute | ZoneDeclaration | DiceDeclaration, ...]


@dataclass(frozen=True)
class Attribute(Node, rule="attr"):
    """``owner[cell]: player or none = none, each round`` (with a type), ``coins = 3 in 0..99`` (with a value)."""

    name: Token
    index: IndexList | None
    type: TypeName | None
    value: Formula | None
    values: Formula | None = None
    """The set behind ``in``."""
    options: tuple[ResetEach | SeenBy, ...] = ()


@dataclass(frozen=True)
class ResetEach(Node, rule="reset", written="each {0}"):
    """``each round``."""

    phase: Token


@dataclass(frozen=True)
class TypeName(Node, rule="type"):
    """``card design or none``."""

    name: Token
    design: Token | None = None
    none: Token | None = None


@dataclass(frozen=True)
class IndexList(Node, rule="index", listed=("[", ", ", "]")):
    """``[players, 1..3]``."""

    sets: tuple[Formula | DesignIndex, ...]


@dataclass(frozen=True)
class DesignIndex(Node, rule="design_index", written="{0} design"):
    """``card design``, as an index."""

    kind: Token


@dataclass(frozen=True)
class ClockDeclaration(DeclarationNode, rule="clock", written="clock in {0}[, up to {1} waiting]"):
    """``clock in minutes, up to 500 waiting``."""

    unit: Token
    waiting: Token | None = None


# ---------------------------------------------------------------- what happens


@dataclass(frozen=True)
class SetupDeclaration(DeclarationNode, rule="setup", headed="setup"):
    """``setup``."""

    body: Body


@dataclass(frozen=True)
class PlayDeclaration(DeclarationNode, rule="play", headed="play"):
    """``play``."""

    body: Body


@dataclass(frozen=True)
class TurnDeclaration(DeclarationNode, rule="turn", headed="turn"):
    """``turn``."""

    body: Body


@dataclass(frozen=True)
class StageDeclaration(DeclarationNode, StatementNode, rule="stage", headed="[{0} ]stage {1}[{2}]"):
    """``secret stage bidding(p)``; inside a block it is carried out where it stands."""

    secret: Token | None
    name: Token
    parameters: Parameters | None
    body: StatementBlock


@dataclass(frozen=True)
class ActionDeclaration(DeclarationNode, rule="action"):
    """``action attack(c in my hand), group war, takes 2 minutes``."""

    name: Token
    parameters: ActionParameters | None = None
    options: tuple[InGroup | Takes, ...] = ()
    body: tuple[When | WhenAfterwards | IfAble | StatementNode, ...] = ()


@dataclass(frozen=True)
class ActionParameters(Node, rule="aparams", listed=("(", ", ", ")")):
    """``(c in my hand, t in targets)``."""

    parameters: tuple[ActionParameter, ...]


@dataclass(frozen=True)
class ActionParameter(Node, rule="aparam", written="{0} in {1}"):
    """``c in my hand``."""

    name: Token
    values: Formula


@dataclass(frozen=True)
class InGroup(Node, rule="in_group", written="group {0}"):
    """``group war``."""

    name: Token


@dataclass(frozen=True)
class Takes(Node, rule="takes", written="takes {0} {1}"):
    """``takes 2 minutes``."""

    amount: Formula
    unit: Token


@dataclass(frozen=True)
class When(Node, rule="guard", written="when {0}"):
    """``when condition``."""

    condition: Formula


@dataclass(frozen=True)
class WhenAfterwards(Node, rule="afterwards", written="when afterwards {0}"):
    """``when afterwards condition``."""

    condition: Formula


@dataclass(frozen=True)
class IfAble(Node, rule="if_able", written="if able, {0}[ when {1}]"):
    """``if able, condition when condition``."""

    wanted: Formula
    when: Formula | None = None


@dataclass(frozen=True)
class DefineDeclaration(DeclarationNode, rule="define"):
    """``define worth(c): formula``, or lines that change only what they name themselves, and an ``answer``."""

    name: Token
    parameters: Parameters | None
    steps: tuple[StatementNode, ...]
    value: Formula | AnswerWith

    @property
    def formula(self) -> Formula:
        """What it comes to, wherever it is written."""
        return self.value.value if isinstance(self.value, AnswerWith) else self.value


@dataclass(frozen=True)
class ProcedureDeclaration(DeclarationNode, rule="proc", headed="to {0}[{1}]"):
    """``to collect(p)``."""

    name: Token
    parameters: Parameters | None
    body: StatementBlock


@dataclass(frozen=True)
class Parameters(Node, rule="params", written="({0})"):
    """``(a, b)``."""

    names: NameList


@dataclass(frozen=True)
class EventDeclaration(DeclarationNode, rule="event", headed="when {0} is {1}"):
    """``when Guard is played``."""

    design: Token
    event: Token
    body: StatementBlock


@dataclass(frozen=True)
class WheneverDeclaration(DeclarationNode, rule="whenever", headed="whenever {0}"):
    """``whenever condition``."""

    condition: Formula
    body: Body


@dataclass(frozen=True)
class EveryDeclaration(DeclarationNode, rule="every", headed="every {0} {1}[ when {2}]"):
    """``every 5 minutes when condition``."""

    amount: Formula
    unit: Token
    when: Formula | None
    body: Body


# ---------------------------------------------------------------- the end, and who wins


@dataclass(frozen=True)
class EndDeclaration(DeclarationNode, rule="end"):
    """``end after round when condition``."""

    after: Token | None
    cases: tuple[EndCase, ...]


@dataclass(frozen=True)
class EndCase(Node, rule="endcase", written="when {0}[: {1}]"):
    """``when condition: effect``."""

    condition: Formula
    effect: StatementNode | None = None


@dataclass(frozen=True)
class ScoreDeclaration(DeclarationNode, rule="score", written="score[{0}]: {1}"):
    """``score(p): formula``."""

    parameters: Parameters | None
    value: Formula


@dataclass(frozen=True)
class WinnerDeclaration(DeclarationNode, rule="winner"):
    """``winner: highest score, then lowest coins``."""

    ranks: tuple[Rank, ...]


@dataclass(frozen=True)
class Rank(Node, rule="rank", written="{0} {1}"):
    """``highest score``."""

    best: BestWord
    name: Token


@dataclass(frozen=True)
class WinnersDeclaration(DeclarationNode, rule="winners", written="winners: {0}"):
    """``winners: formula``."""

    players: Formula


@dataclass(frozen=True)
class LeadDeclaration(DeclarationNode, rule="lead", written="lead[{0}]: {1}"):
    """``lead(p): formula``."""

    parameters: Parameters | None
    value: Formula


# ---------------------------------------------------------------- for analysis


@dataclass(frozen=True)
class GoalDeclaration(DeclarationNode, rule="goal", written="goal {0} when {1}"):
    """``goal 1 when condition``."""

    number: Token
    condition: Formula


@dataclass(frozen=True)
class ResultDeclaration(DeclarationNode, rule="result"):
    """``result`` and what it is made of."""

    shares: tuple[ResultShare, ...]


@dataclass(frozen=True)
class ResultShare(Node, rule="share", written="{0} of {1} in {2}"):
    """``40% of score in 0..100``."""

    percent: Token
    value: Formula
    values: Formula


@dataclass(frozen=True)
class GroupDeclaration(DeclarationNode, rule="group"):
    """``group war 3, trade 1``."""

    names: tuple[Token, ...]
    weights: tuple[Token, ...]


@dataclass(frozen=True)
class ProfileDeclaration(
    DeclarationNode, rule="profile", written="profile {0}: {1} sessions a day, {2} minutes each, {3} seconds an action"
):
    """``profile "casual": 2 sessions a day, 10 minutes each, 3 seconds an action``."""

    title: Token
    sessions: Token
    minutes: Token
    seconds: Token


@dataclass(frozen=True)
class TrackDeclaration(DeclarationNode, rule="track", written="track {0}: {1}[ for {2}][ each {3}]"):
    """``track "coins": p.coins for p in players each round``."""

    title: Token
    value: Formula
    members: Generator | None = None
    phase: Token | None = None


@dataclass(frozen=True)
class BotDeclaration(DeclarationNode, rule="bot"):
    """``bot "Miser"`` and its rules."""

    title: Token
    rules: tuple[BotRuleLine | BotLet, ...]


@dataclass(frozen=True)
class BotRuleLine(Node, rule="rule"):
    """``attack(c) when condition by formula``."""

    action: Formula
    when: Formula | None = None
    by: Formula | None = None


@dataclass(frozen=True)
class BotLet(Node, rule="rule"):
    """``let n = formula`` among the rules of a bot."""

    let: Let


@dataclass(frozen=True)
class ExpectDeclaration(DeclarationNode, rule="expect"):
    """``expect "title": at least 80% of cases`` and a pattern."""

    title: Token
    quota: Quota
    lines: tuple[PatternLine, ...]


@dataclass(frozen=True)
class ExpectSentence(DeclarationNode, rule="expect"):
    """``expect "draws under 10%"``, or with a title before it."""

    title: Token | None
    sentence: Token


@dataclass(frozen=True)
class Quota(Node):
    """How often something is expected."""


@dataclass(frozen=True)
class AtLeast(Quota, rule="at_least", written="at least {0} of {1}"):
    """``at least 80% of cases``."""

    percent: Token
    cases: CasesWord


@dataclass(frozen=True)
class AtMost(Quota, rule="at_most"):
    """``at most 20% of games``."""

    percent: Token
    cases: CasesWord


@dataclass(frozen=True)
class Between(Quota, rule="between", written="{0} to {1} of {2}"):
    """``20% to 40% of cases``."""

    least: Token
    most: Token
    cases: CasesWord


@dataclass(frozen=True)
class TimesAGame(Quota, rule="times_a_game", written="{0} to {1} times a game"):
    """``2 to 3 times a game``."""

    least: Formula
    most: Formula


class Always(Quota, rule="always"):
    """``always``."""


class Never(Quota, rule="never", written="never"):
    """``never``."""


@dataclass(frozen=True)
class CasesWord(Node, rule="cases", written="{0}"):
    """``cases`` or ``games``."""

    word: Token


@dataclass(frozen=True)
class PatternLine(Node):
    """A line of an expectation."""


@dataclass(frozen=True)
class PatternLet(PatternLine, rule="pattern", written="{0}"):
    """``let n = formula``."""

    let: Let


@dataclass(frozen=True)
class AfterLine(PatternLine, rule="after", written="after {0}"):
    """``after …``."""

    occurrence: Occur


@dataclass(frozen=True)
class ThenLine(PatternLine, rule="then", written="then {0}"):
    """``then …``."""

    occurrence: Occur


@dataclass(frozen=True)
class EarlierLine(PatternLine, rule="earlier", written="earlier {0}"):
    """``earlier …``."""

    occurrence: Occur


@dataclass(frozen=True)
class WithoutLine(PatternLine, rule="without_", written="without {0}"):
    """``without …``."""

    occurrence: Occur


@dataclass(frozen=True)
class BeforeLine(PatternLine, rule="before", written="before {0}"):
    """``before …``."""

    occurrence: Occur


@dataclass(frozen=True)
class AlwaysLine(PatternLine, rule="always"):
    """``always condition``."""

    condition: Formula


@dataclass(frozen=True)
class WithinLine(PatternLine, rule="within", written="within {0} {1}[ of {2}]"):
    """``within 2 turns of p``."""

    number: Token
    unit: Token
    of: Formula | None = None


@dataclass(frozen=True)
class Occur(Node, rule="occur"):
    """``p does attack or p leaves game with before condition``."""

    happenings: tuple[Node, ...]
    before: Token | None = None
    condition: Formula | None = None


@dataclass(frozen=True)
class AnotherDoes(Node, rule="another_does", written="another {0} does {1}"):
    """``another player does attack``."""

    kind: Token
    what: Formula


@dataclass(frozen=True)
class Says(Node, rule="says", written="{0} says {1}"):
    """``p says "snap"``."""

    who: Formula
    words: Token


@dataclass(frozen=True)
class Sees(Node, rule="sees", written="{0} sees {1}"):
    """``p sees card``."""

    who: Formula
    what: Token


@dataclass(frozen=True)
class Enters(Node, rule="enters", written="{0} enters {1}"):
    """``c enters discard``."""

    thing: Formula
    zone: Formula


@dataclass(frozen=True)
class Becomes(Node, rule="becomes", written="{0} becomes {1}"):
    """``pot becomes 0``."""

    what: Formula
    value: Formula


@dataclass(frozen=True)
class StartOf(Node, rule="start_of", written="start of {0}"):
    """``start of round``."""

    phase: Token


@dataclass(frozen=True)
class EndOf(Node, rule="end_of", written="end of {0}"):
    """``end of round``."""

    phase: Token
