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
class GameDeclaration(DeclarationNode, rule="game"):
    """``game "Title"``."""

    title: Token


@dataclass(frozen=True)
class IncludeDeclaration(DeclarationNode, rule="include"):
    """``include "file.game"``."""

    file: Token


@dataclass(frozen=True)
class VariantDeclaration(DeclarationNode, rule="variant"):
    """``variant "Title" of "file.game"``."""

    title: Token
    file: Token


@dataclass(frozen=True)
class ChangeDeclaration(DeclarationNode, rule="change"):
    """``change walk.move = 3``."""

    target: Reference
    value: Formula


@dataclass(frozen=True)
class WithoutDeclaration(DeclarationNode, rule="without"):
    """``without thief, moat``."""

    names: NameList


@dataclass(frozen=True)
class NameList(Node, rule="names"):
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
class ParamDeclaration(DeclarationNode, rule="param"):
    """``param hand = 5 in 3..7``."""

    name: Token
    value: Formula | ValueList | CountedValues
    values: Formula | None = None


@dataclass(frozen=True)
class ValueList(Node, rule="list"):
    """Values with commas between them."""

    values: tuple[Formula, ...]


@dataclass(frozen=True)
class CountedValues(Node, rule="by_counts"):
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
class KindName(Node, rule="kind"):
    """A kind and, in brackets, its plural."""

    name: Token
    plural: Token | None = None


@dataclass(frozen=True)
class SheetSource(Node, rule="sheet_of"):
    """``"cards.xlsx" sheet "Spells"``."""

    file: Token
    sheet: Token


TableSource = Token | SheetSource
"""Where a table lies: a file, or a sheet of one."""


@dataclass(frozen=True)
class TableRow(Node, rule="row"):
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
class ComponentWord(Node, rule="component"):
    """``cards`` or ``things``."""

    word: Token


@dataclass(frozen=True)
class CardAxis(Node, rule="axis"):
    """``each rank in 2..14``."""

    name: Token
    values: Formula | None = None


@dataclass(frozen=True)
class Copies(Node, rule="copies"):
    """``copies 2 each player``."""

    number: Formula
    each: Token | None = None


@dataclass(frozen=True)
class RoomFor(Node, rule="up_to"):
    """``up to 5``, of a zone or of things."""

    number: Formula


@dataclass(frozen=True)
class Unlimited(Node, rule="unlimited"):
    """``any number``: things made in play, as many as come."""


@dataclass(frozen=True)
class RoomForEach(Node, rule="up_to_each"):
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
class LinkLine(Node, rule="link"):
    """``link A: B, C``."""

    cell: Token
    neighbours: NameList


@dataclass(frozen=True)
class Holds(Node, rule="holds"):
    """``holds 2 piece``."""

    number: Token
    kind: Token


@dataclass(frozen=True)
class BoardOption(Node, rule="bopt"):
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
class FaceDown(Node, rule="face_down"):
    """``face down``."""


@dataclass(frozen=True)
class InOrder(Node, rule="in_order"):
    """``in order``."""


@dataclass(frozen=True)
class Shuffled(Node, rule="shuffled"):
    """``shuffled``."""


@dataclass(frozen=True)
class HoldsAll(Node, rule="holds_all"):
    """``holds all card``."""

    kind: Token


@dataclass(frozen=True)
class RefilledFrom(Node, rule="refilled"):
    """``refilled from discard``."""

    zone: Formula


@dataclass(frozen=True)
class SeenBy(Node, rule="seen"):
    """``seen by owner``, of a zone or a variable."""

    who: Token


@dataclass(frozen=True)
class TopSeenBy(Node, rule="top_seen"):
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
class VarDeclaration(DeclarationNode, rule="var"):
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
class ResetEach(Node, rule="reset"):
    """``each round``."""

    phase: Token


@dataclass(frozen=True)
class TypeName(Node, rule="type"):
    """``card design or none``."""

    name: Token
    design: Token | None = None
    none: Token | None = None


@dataclass(frozen=True)
class IndexList(Node, rule="index"):
    """``[players, 1..3]``."""

    sets: tuple[Formula | DesignIndex, ...]


@dataclass(frozen=True)
class DesignIndex(Node, rule="design_index"):
    """``card design``, as an index."""

    kind: Token


@dataclass(frozen=True)
class ClockDeclaration(DeclarationNode, rule="clock"):
    """``clock in minutes, up to 500 waiting``."""

    unit: Token
    waiting: Token | None = None


# ---------------------------------------------------------------- what happens


@dataclass(frozen=True)
class SetupDeclaration(DeclarationNode, rule="setup"):
    """``setup``."""

    body: Body


@dataclass(frozen=True)
class PlayDeclaration(DeclarationNode, rule="play"):
    """``play``."""

    body: Body


@dataclass(frozen=True)
class TurnDeclaration(DeclarationNode, rule="turn"):
    """``turn``."""

    body: Body


@dataclass(frozen=True)
class StageDeclaration(DeclarationNode, StatementNode, rule="stage"):
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
class ActionParameters(Node, rule="aparams"):
    """``(c in my hand, t in targets)``."""

    parameters: tuple[ActionParameter, ...]


@dataclass(frozen=True)
class ActionParameter(Node, rule="aparam"):
    """``c in my hand``."""

    name: Token
    values: Formula


@dataclass(frozen=True)
class InGroup(Node, rule="in_group"):
    """``group war``."""

    name: Token


@dataclass(frozen=True)
class Takes(Node, rule="takes"):
    """``takes 2 minutes``."""

    amount: Formula
    unit: Token


@dataclass(frozen=True)
class When(Node, rule="guard"):
    """``when condition``."""

    condition: Formula


@dataclass(frozen=True)
class WhenAfterwards(Node, rule="afterwards"):
    """``when afterwards condition``."""

    condition: Formula


@dataclass(frozen=True)
class IfAble(Node, rule="if_able"):
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
class ProcedureDeclaration(DeclarationNode, rule="proc"):
    """``to collect(p)``."""

    name: Token
    parameters: Parameters | None
    body: StatementBlock


@dataclass(frozen=True)
class Parameters(Node, rule="params"):
    """``(a, b)``."""

    names: NameList


@dataclass(frozen=True)
class EventDeclaration(DeclarationNode, rule="event"):
    """``when Guard is played``."""

    design: Token
    event: Token
    body: StatementBlock


@dataclass(frozen=True)
class WheneverDeclaration(DeclarationNode, rule="whenever"):
    """``whenever condition``."""

    condition: Formula
    body: Body


@dataclass(frozen=True)
class EveryDeclaration(DeclarationNode, rule="every"):
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
class EndCase(Node, rule="endcase"):
    """``when condition: effect``."""

    condition: Formula
    effect: StatementNode | None = None


@dataclass(frozen=True)
class ScoreDeclaration(DeclarationNode, rule="score"):
    """``score(p): formula``."""

    parameters: Parameters | None
    value: Formula


@dataclass(frozen=True)
class WinnerDeclaration(DeclarationNode, rule="winner"):
    """``winner: highest score, then lowest coins``."""

    ranks: tuple[Rank, ...]


@dataclass(frozen=True)
class Rank(Node, rule="rank"):
    """``highest score``."""

    best: BestWord
    name: Token


@dataclass(frozen=True)
class WinnersDeclaration(DeclarationNode, rule="winners"):
    """``winners: formula``."""

    players: Formula


@dataclass(frozen=True)
class LeadDeclaration(DeclarationNode, rule="lead"):
    """``lead(p): formula``."""

    parameters: Parameters | None
    value: Formula


# ---------------------------------------------------------------- for analysis


@dataclass(frozen=True)
class GoalDeclaration(DeclarationNode, rule="goal"):
    """``goal 1 when condition``."""

    number: Token
    condition: Formula


@dataclass(frozen=True)
class ResultDeclaration(DeclarationNode, rule="result"):
    """``result`` and what it is made of."""

    shares: tuple[ResultShare, ...]


@dataclass(frozen=True)
class ResultShare(Node, rule="share"):
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
class ProfileDeclaration(DeclarationNode, rule="profile"):
    """``profile "casual": 2 sessions a day, 10 minutes each, 3 seconds an action``."""

    title: Token
    sessions: Token
    minutes: Token
    seconds: Token


@dataclass(frozen=True)
class TrackDeclaration(DeclarationNode, rule="track"):
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
class AtLeast(Quota, rule="at_least"):
    """``at least 80% of cases``."""

    percent: Token
    cases: CasesWord


@dataclass(frozen=True)
class AtMost(Quota, rule="at_most"):
    """``at most 20% of games``."""

    percent: Token
    cases: CasesWord


@dataclass(frozen=True)
class Between(Quota, rule="between"):
    """``20% to 40% of cases``."""

    least: Token
    most: Token
    cases: CasesWord


@dataclass(frozen=True)
class TimesAGame(Quota, rule="times_a_game"):
    """``2 to 3 times a game``."""

    least: Formula
    most: Formula


class Always(Quota, rule="always"):
    """``always``."""


class Never(Quota, rule="never"):
    """``never``."""


@dataclass(frozen=True)
class CasesWord(Node, rule="cases"):
    """``cases`` or ``games``."""

    word: Token


@dataclass(frozen=True)
class PatternLine(Node):
    """A line of an expectation."""


@dataclass(frozen=True)
class PatternLet(PatternLine, rule="pattern"):
    """``let n = formula``."""

    let: Let


@dataclass(frozen=True)
class AfterLine(PatternLine, rule="after"):
    """``after …``."""

    occurrence: Occur


@dataclass(frozen=True)
class ThenLine(PatternLine, rule="then"):
    """``then …``."""

    occurrence: Occur


@dataclass(frozen=True)
class EarlierLine(PatternLine, rule="earlier"):
    """``earlier …``."""

    occurrence: Occur


@dataclass(frozen=True)
class WithoutLine(PatternLine, rule="without_"):
    """``without …``."""

    occurrence: Occur


@dataclass(frozen=True)
class BeforeLine(PatternLine, rule="before"):
    """``before …``."""

    occurrence: Occur


@dataclass(frozen=True)
class AlwaysLine(PatternLine, rule="always"):
    """``always condition``."""

    condition: Formula


@dataclass(frozen=True)
class WithinLine(PatternLine, rule="within"):
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
class AnotherDoes(Node, rule="another_does"):
    """``another player does attack``."""

    kind: Token
    what: Formula


@dataclass(frozen=True)
class Says(Node, rule="says"):
    """``p says "snap"``."""

    who: Formula
    words: Token


@dataclass(frozen=True)
class Sees(Node, rule="sees"):
    """``p sees card``."""

    who: Formula
    what: Token


@dataclass(frozen=True)
class Enters(Node, rule="enters"):
    """``c enters discard``."""

    thing: Formula
    zone: Formula


@dataclass(frozen=True)
class Becomes(Node, rule="becomes"):
    """``pot becomes 0``."""

    what: Formula
    value: Formula


@dataclass(frozen=True)
class StartOf(Node, rule="start_of"):
    """``start of round``."""

    phase: Token


@dataclass(frozen=True)
class EndOf(Node, rule="end_of"):
    """``end of round``."""

    phase: Token
