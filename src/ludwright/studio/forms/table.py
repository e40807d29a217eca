"""How each sort of node is shown as a form: its title, its phrase, and what fits into each place of it.

A new statement needs one more row here. A phrase holds the words of the language with a hole for each field; what stands in square
brackets is left out where the field is empty, and written together with it. Nodes without a row are shown as their text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from ludwright.language import syntax as s
from ludwright.language.syntax.base import Node

LINES = (
    "statements",
    "action lines",
    "cases",
    "members",
    "lines",
    "rules",
    "branches",
    "options",
    "rows",
    "board lines",
    "legends",
    "lets",
    "pattern",
)
"""Places whose entries stand on lines of their own, below the heading."""  # fmt: skip


@dataclass(frozen=True)
class Hole:
    """A place for a part: the words before it are written only with it if it can be left out."""

    field: str
    before: str = ""
    after: str = ""
    optional: bool = False


@dataclass(frozen=True)
class Form:
    """How one class of nodes is shown."""

    node: type[Node]
    title: str
    phrase: str
    fits: dict[str, str] = field(default_factory=dict)
    """For each field what fits there: see :mod:`ludwright.studio.forms.choices`."""
    between: str = ", "
    """What stands between the entries of a list."""
    section: str = ""
    """Of a declaration: under which heading it is shown."""

    def pieces(self) -> Iterator[str | Hole]:
        """The words and holes of the phrase, in order."""
        for piece in _PIECES.finditer(self.phrase):
            if piece["hole"]:
                yield Hole(piece["hole"])
            elif piece["optional"]:
                yield Hole(piece["optional"], piece["before"], piece["after"], True)
            else:
                yield piece[0]


_PIECES = re.compile(r"\{(?P<hole>\w+)\}|\[(?P<before>[^\[\]{]*)\{(?P<optional>\w+)\}(?P<after>[^\[\]{]*)\]|[^{\[]+")


def _form(node: type[Node], title: str, phrase: str, between: str = ", ", /, *, section: str = "", **fits: str) -> Form:
    return Form(node, title, phrase, fits, between, section)


_DECLARATIONS = [
    _form(s.GameDeclaration, "Title", "game {title}", section="The game", title="text"),
    _form(s.VariantDeclaration, "Version of another game", "variant {title} of {file}", section="The game", title="text", file="text"),
    _form(s.IncludeDeclaration, "Another file", "include {file}", section="The game", file="text"),
    _form(s.ChangeDeclaration, "A changed number", "change {target} = {value}", section="The game", value="number"),
    _form(s.WithoutDeclaration, "Left out", "without {names}", section="The game"),
    _form(s.PlayersDeclaration, "Players", "players {least}[ to {most}][, {cooperative}][ named {names}]{rows}", section="The game", least="count", most="count", cooperative="word cooperative", names="new names", rows="rows"),
    _form(s.ClockDeclaration, "Clock", "clock in {unit}", section="The game", unit="unit"),
    _form(s.ParamDeclaration, "Number", "param {name} = {value}[ in {values}]", section="Numbers to turn", name="new name", value="constant", values="range"),
    _form(s.EnumDeclaration, "List of words", "enum {kind}[: {names}][ from {source}]{rows}", section="Cards, pieces and lists", names="new names", source="text", rows="rows"),
    _form(s.CardsDeclaration, "Cards or pieces", "{component} {kind}[ of {family}][: {axes}][ from {source}][, {options}]{lines}", section="Cards, pieces and lists", family="kind", axes="axis", source="text", options="card option", lines="rows"),
    _form(s.BoardDeclaration, "Board", "board {shape}[ {width}][ x {height}] of {kind}[ from {source}][, {options}]{lines}", section="Board", shape="shape", width="size", height="size", source="text", options="board option", lines="board lines"),
    _form(s.PictureDeclaration, "What lies on the board at first", "picture {board}{rows}{legends}", section="Board", board="board", rows="rows", legends="legends"),
    _form(s.ZoneDeclaration, "Place for cards and pieces", "zone {name}[{index}] of {kinds}[, {options}]", section="Places and what changes", name="new name", kinds="kind", options="zone option"),
    _form(s.DiceDeclaration, "Dice", "dice {name}[{index}]: {number} {die}[, {options}]", section="Places and what changes", name="new name", number="number", die="die", options="zone option"),
    _form(s.VarDeclaration, "Something that changes", "var {attribute}", section="Places and what changes"),
    _form(s.EachDeclaration, "What each one has", "each {kind}{members}", section="Places and what changes", kind="owner", members="members"),
    _form(s.SetupDeclaration, "Before the first turn", "setup{body}", section="The course of the game", body="statements"),
    _form(s.PlayDeclaration, "The whole game", "play{body}", section="The course of the game", body="statements"),
    _form(s.TurnDeclaration, "A turn", "turn{body}", section="The course of the game", body="statements"),
    _form(s.StageDeclaration, "A part of the game", "[{secret} ]stage {name}[{parameters}]{body}", section="The course of the game", secret="word secret", name="new name", body="statements"),
    _form(s.ActionDeclaration, "Action", "action {name}[{parameters}][, {options}]{body}", section="Actions", name="new name", parameters="parameters", options="action option", body="action lines"),
    _form(s.ProcedureDeclaration, "Steps with a name", "to {name}[{parameters}]{body}", section="Actions", name="new name", body="statements"),
    _form(s.EventDeclaration, "What a card does", "when {design} is {event}{body}", section="Actions", design="design", event="event", body="statements"),
    _form(s.WheneverDeclaration, "A rule that comes by itself", "whenever {condition}{body}", section="Actions", condition="condition", body="statements"),
    _form(s.EveryDeclaration, "A rule by the clock", "every {amount} {unit}[ when {when}]{body}", section="Actions", amount="number", unit="unit", when="condition", body="statements"),
    _form(s.DefineDeclaration, "Formula with a name", "define {name}[{parameters}]{steps}: {value}", section="Formulas with a name", name="new name", steps="lets", value="value"),
    _form(s.EndDeclaration, "The game ends", "end[ after {after}]{cases}", section="The end, and who wins", after="phase", cases="cases"),
    _form(s.ScoreDeclaration, "Score", "score[{parameters}]: {value}", section="The end, and who wins", value="number"),
    _form(s.WinnerDeclaration, "Who is first", "winner: {ranks}", ", then ", section="The end, and who wins", ranks="rank"),
    _form(s.WinnersDeclaration, "Who wins", "winners: {players}", section="The end, and who wins", players="players"),
    _form(s.LeadDeclaration, "Who is ahead", "lead[{parameters}]: {value}", section="The end, and who wins", value="number"),
    _form(s.GoalDeclaration, "A goal on the way", "goal {number} when {condition}", section="Expectations and what tests look at", number="count", condition="condition"),
    _form(s.ResultDeclaration, "How good a result is", "result{shares}", section="Expectations and what tests look at", shares="lines"),
    _form(s.GroupDeclaration, "Groups of actions", "group {names}", section="Expectations and what tests look at"),
    _form(s.ProfileDeclaration, "How somebody plays", "profile {title}: {sessions} sessions a day, {minutes} minutes each, {seconds} seconds an action", section="Expectations and what tests look at", title="text", sessions="count", minutes="count", seconds="count"),
    _form(s.TrackDeclaration, "Number to follow", "track {title}: {value}[ for {members}][ each {phase}]", section="Expectations and what tests look at", title="text", value="number", members="generator", phase="phase"),
    _form(s.BotDeclaration, "Player with a plan", "bot {title}{rules}", section="Players with a plan", title="text", rules="rules"),
    _form(s.ExpectDeclaration, "Expectation", "expect {title}: {quota}{lines}", section="Expectations and what tests look at", title="text", quota="quota", lines="pattern"),
    _form(s.ExpectSentence, "Expectation", "expect [{title}: ]{sentence}", section="Expectations and what tests look at", title="text", sentence="text"),
]  # fmt: skip

_PARTS = [
    _form(s.NameList, "Names", "{words}", words="new name"),
    _form(s.ValueList, "Values", "{values}", values="number"),
    _form(s.CountedValues, "Values", "{values}", values="counted"),
    _form(s.CountedValue, "Value by number of players", "{value} for {least}[..{most}] players", value="number", least="count", most="count"),
    _form(s.KindName, "Kind", "{name}[ ({plural})]", name="new name", plural="new name"),
    _form(s.SheetSource, "Sheet of a workbook", "{file} sheet {sheet}", file="text", sheet="text"),
    _form(s.ComponentWord, "Cards or things", "{word}", word="word cards,things"),
    _form(s.CardAxis, "One for each", "each {name}[ in {values}]", name="axis name", values="range"),
    _form(s.Copies, "Copies", "copies {number}[ each {each}]", number="number", each="owner"),
    _form(s.RoomFor, "Room for", "up to {number}", number="number"),
    _form(s.Unlimited, "As many as come", "any number"),
    _form(s.RoomForEach, "Room for, each", "up to {number} each {each}", number="number", each="owner"),
    _form(s.LinkLine, "Neighbours", "link {cell}: {neighbours}", cell="new name", neighbours="new names"),
    _form(s.Holds, "Pieces on a cell", "holds {number} {kind}", number="count", kind="kind"),
    _form(s.BoardOption, "How cells lie together", "{name}[ {value}]", name="board word"),
    _form(s.Legend, "A piece", "{sign}: {piece} of {owner}", sign="sign", piece="kind", owner="word owner"),
    _form(s.LegendAssign, "Printed on the cell", "{sign}: {change}", sign="sign"),
    _form(s.FaceDown, "Nobody sees it", "face down"),
    _form(s.InOrder, "In order: places matter", "in order"),
    _form(s.Shuffled, "Shuffled at first", "shuffled"),
    _form(s.HoldsAll, "Holds at first", "holds all {kind}", kind="kinds"),
    _form(s.RefilledFrom, "Refilled", "refilled from {zone}", zone="place"),
    _form(s.SeenBy, "Seen by", "seen by {who}", who="word owner,others,team,nobody,everyone"),
    _form(s.TopSeenBy, "Top card seen by", "top seen by {who}", who="word everyone,owner,others,team"),
    _form(s.Attribute, "Something that changes", "{name}[{index}][: {type}][ = {value}][ in {values}][, {options}]", name="new name", type="type", value="constant", values="range", options="variable option"),
    _form(s.ResetEach, "Set back", "each {phase}", phase="phase"),
    _form(s.TypeName, "Kind of value", "{name}[ {design}][ or {none}]", name="type name", design="word design", none="word none"),
    _form(s.IndexList, "One for each", "one for each {sets}", sets="set"),
    _form(s.DesignIndex, "Each design", "{kind} design", kind="kind"),
    _form(s.ActionParameters, "What is chosen", "({parameters})", parameters="parameter"),
    _form(s.ActionParameter, "Chosen from", "{name} in {values}", name="new name", values="set"),
    _form(s.Parameters, "Names of what is given", "({names})", names="new names"),
    _form(s.InGroup, "Group", "group {name}", name="word"),
    _form(s.Takes, "Time", "takes {amount} {unit}", amount="number", unit="unit"),
    _form(s.When, "Only when", "when {condition}", condition="condition"),
    _form(s.WhenAfterwards, "Only when afterwards", "when afterwards {condition}", condition="condition"),
    _form(s.IfAble, "If able", "if able, {wanted}[ when {when}]", wanted="condition", when="condition"),
    _form(s.EndCase, "When", "when {condition}[: {effect}]", condition="condition", effect="outcome"),
    _form(s.Rank, "First by", "{best} {name}", name="score name"),
    _form(s.ResultShare, "Share", "{percent} of {value} in {values}", percent="percent", value="number", values="range"),
    _form(s.BotRuleLine, "Does", "{action}[ when {when}][ by {by}]", action="act", when="condition", by="number"),
    _form(s.BotLet, "Name for a value", "{let}"),
    _form(s.AtLeast, "At least", "at least {percent} of {cases}", percent="percent"),
    _form(s.AtMost, "At most", "at most {percent} of {cases}", percent="percent"),
    _form(s.Between, "Between", "{least} to {most} of {cases}", least="percent", most="percent"),
    _form(s.TimesAGame, "Times a game", "{least} to {most} times a game", least="number", most="number"),
    _form(s.Always, "Always", "always"),
    _form(s.Never, "Never", "never"),
    _form(s.CasesWord, "Cases", "{word}", word="word cases,games"),
    _form(s.PatternLet, "Name for a value", "{let}"),
    _form(s.AfterLine, "After", "after {occurrence}", occurrence="happening"),
    _form(s.ThenLine, "Then", "then {occurrence}", occurrence="happening"),
    _form(s.EarlierLine, "Earlier", "earlier {occurrence}", occurrence="happening"),
    _form(s.WithoutLine, "Without", "without {occurrence}", occurrence="happening"),
    _form(s.BeforeLine, "Before", "before {occurrence}", occurrence="happening"),
    _form(s.AlwaysLine, "All the time", "always {condition}", condition="condition"),
    _form(s.WithinLine, "Within", "within {number} {unit}[ of {of}]", number="count", unit="unit", of="value"),
    _form(s.AnotherDoes, "Another one does", "another {kind} does {what}", kind="word", what="act"),
    _form(s.Says, "Says", "{who} says {words}", who="player", words="text"),
    _form(s.Sees, "Sees", "{who} sees {what}", who="player", what="word"),
    _form(s.Enters, "Comes to", "{thing} enters {zone}", thing="things", zone="place"),
    _form(s.Becomes, "Becomes", "{what} becomes {value}", what="value", value="value"),
    _form(s.StartOf, "Start of", "start of {phase}", phase="phase"),
    _form(s.EndOf, "End of", "end of {phase}", phase="phase"),
]  # fmt: skip

_STATEMENTS = [
    _form(s.Let, "Give it a name", "let {name} = {value}", name="new name", value="value"),
    _form(s.AnswerWith, "Answer", "answer {value}", value="value"),
    _form(s.Assign, "Set or change", "{target} {sign} {value}", target="variable", sign="word +=,-=,=", value="value"),
    _form(s.RollDice, "Roll dice", "roll {number} {die}", number="number", die="die"),
    _form(s.RollDie, "Roll a die", "roll {die}", die="die"),
    _form(s.Pay, "Pay", "pay {amounts} from {source}[ to {to}]", amounts="amount", source="variable", to="variable"),
    _form(s.Amount, "Amount", "{number}[ {of}]", number="number"),
    _form(s.Reference, "Name", "{words}", ".", words="word"),
    _form(s.Move, "Move", "move {things} to {to}", things="things", to="place"),
    _form(s.DrawCards, "Draw", "draw {number} from {source} to {to}", number="number", source="place", to="place"),
    _form(s.DrawUpTo, "Draw as many as there are", "draw up to {number} from {source} to {to}", number="number", source="place", to="place"),
    _form(s.Deal, "Deal to everybody", "deal {number} from {source} to {to}", number="number", source="place", to="player place"),
    _form(s.Shuffle, "Shuffle", "shuffle {zone}", zone="place"),
    _form(s.Swap, "Swap", "swap {one} and {other}", one="things", other="things"),
    _form(s.Pass, "Pass on", "pass {zone} to {to}", zone="player place", to="word left,right"),
    _form(s.Reroll, "Roll dice on the table", "roll {dice}", dice="things"),
    _form(s.Create, "Make a new one", "create {design}", design="value"),
    _form(s.Remove, "Take out of the game", "remove {things}", things="things"),
    _form(s.Show, "Show", "show {things} to {to}", things="things", to="players"),
    _form(s.TellWhether, "Tell whether", "tell {to} whether {condition}[ for {members}]", to="players", condition="condition", members="generator"),
    _form(s.TellThat, "Tell that", "tell {to} that {condition}", to="players", condition="condition"),
    _form(s.CallStatement, "Do", "{what}", what="act"),
    _form(s.Resolve, "What a card does", "resolve {what} as {event}[ by {by}]", what="things", event="event", by="player"),
    _form(s.Wins, "Wins", "{who} wins[ {amount}]", who="players", amount="number"),
    _form(s.Loses, "Loses", "{who} loses[ {amount}]", who="players", amount="number"),
    _form(s.Tie, "Nobody wins", "draw"),
    _form(s.Leaves, "Is out", "{who} leaves {what}", who="player", what="phase"),
    _form(s.GoesNext, "Has the next turn", "{who} goes next", who="player"),
    _form(s.ReverseTurns, "The other way round", "reverse turns"),
    _form(s.EndOfPhase, "End now", "end {phase}", phase="phase"),
    _form(s.Nothing, "Nothing", "nothing"),
    _form(s.Wait, "Wait", "wait[ {amount}][ {unit}]", amount="number", unit="unit"),
    _form(s.Does, "Does", "[{who} does ]{what}", who="player", what="act"),
    _form(s.MayDo, "May do", "{who} may do {actions}", who="player", actions="act"),
    _form(s.OneOf, "One of", "one of {actions}", actions="act"),
    _form(s.AnyNumberOf, "As many as you like", "any number of {actions}[ {at_most}][ {maximizing}][ {condition}]", actions="act", at_most="at most", condition="while"),
    _form(s.AtMostTimes, "At most", "up to {number} times", number="number"),
    _form(s.MaximizingClause, "As far as possible", "maximizing {value}[ up to {bound}]", value="number", bound="number"),
    _form(s.OrElse, "If it can't be done", "{statement} otherwise {otherwise}", statement="statement", otherwise="outcome"),
    _form(s.IfStatement, "If", "if {condition}{then}{branches}{otherwise}", condition="condition", then="statements", branches="branches", otherwise="else"),
    _form(s.ElseIf, "Else if", "else if {condition}{body}", condition="condition", body="statements"),
    _form(s.Else, "Else", "else{body}", body="statements"),
    _form(s.For, "For each", "for {members}[ by {by}]{body}", by="number", body="statements"),
    _form(s.RepeatTimes, "Several times", "repeat {number} times{body}", number="number", body="statements"),
    _form(s.RepeatUntil, "Until", "repeat until {condition}{body}", condition="condition", body="statements"),
    _form(s.RepeatWhile, "As long as", "repeat while {condition}{body}", condition="condition", body="statements"),
    _form(s.RepeatCallUntil, "Again until", "repeat {call} until {condition}", condition="condition"),
    _form(s.RepeatCallWhile, "Again while", "repeat {call} while {condition}", condition="condition"),
    _form(s.TurnsStatement, "Turns", "turns[ {once}][ from {start}][ {backwards}][ by {by}][ when {when}][ until {until}]{body}", once="word once", start="player", backwards="word backwards", by="number", when="condition", until="condition", body="statements"),
    _form(s.Timer, "Later", "in {delay} {unit}{body}", delay="number", unit="unit", body="statements"),
    _form(s.AtOnce, "All at the same time", "at once, each {members}{asked}{then}", asked="statements", then="statements"),
    _form(s.Choose, "Choose", "{who}[ {secretly}] {chooses} {chosen} from {source}[ with {condition}]{body}{otherwise}", who="player", secretly="word secretly", chooses="choose word", source="set", condition="condition", body="statements", otherwise="else"),
    _form(s.ChooseOption, "Choose a way", "{who}[ {secretly}] {chooses} {name}{options}", who="player", secretly="word secretly", chooses="choose word", name="new name", options="options"),
    _form(s.OptionBranch, "Way", "option {name}[ when {condition}]{body}", name="new name", condition="condition", body="statements"),
    _form(s.MustChoose, "Must", "chooses"),
    _form(s.MayChoose, "May", "may choose"),
    _form(s.ChosenNumber, "So many", "[{number} ]{name}", number="number", name="new name"),
    _form(s.ChosenUpTo, "Up to", "up to {number} {name}", number="number", name="new name"),
    _form(s.ChosenAnyNumber, "Any number", "any number of {name}", name="new name"),
    _form(s.OtherwiseBranch, "Otherwise", "otherwise{body}", body="statements"),
    _form(s.FirstTo, "Who is first to say", "first {members} to say {words}{body}{otherwise}", words="text", body="statements", otherwise="else"),
]  # fmt: skip

_FORMULAS = [
    _form(s.Add, "Plus", "{left} + {right}", left="number", right="number"),
    _form(s.Subtract, "Minus", "{left} - {right}", left="number", right="number"),
    _form(s.Multiply, "Times", "{left} * {right}", left="number", right="number"),
    _form(s.Divide, "Divided, whole part", "{left} div {right}", left="number", right="number"),
    _form(s.Modulo, "What is left", "{left} mod {right}", left="number", right="number"),
    _form(s.Quotient, "Divided", "{left} / {right}[ {rounded}]", left="number", right="number"),
    _form(s.And, "And", "{left} and {right}", left="condition", right="condition"),
    _form(s.Or, "Or", "{left} or {right}", left="condition", right="condition"),
    _form(s.Is, "Is", "{left} is {right}", left="value", right="value"),
    _form(s.IsNot, "Is not", "{left} is not {right}", left="value", right="value"),
    _form(s.IsIn, "Is among", "{thing} is in {among}", thing="value", among="set"),
    _form(s.IsNotIn, "Is not among", "{thing} is not in {among}", thing="value", among="set"),
    _form(s.Compare, "Compare", "{left} {sign} {right}", left="number", sign="word >=,<=,>,<,==,!=", right="number"),
    _form(s.Can, "Can do", "{who} can {action}", who="player", action="act"),
    _form(s.Knows, "Knows", "{who} knows {what}", who="player", what="things"),
    _form(s.Negation, "Not", "not {condition}", condition="condition"),
    _form(s.Negative, "Minus", "-{value}", value="number"),
    _form(s.Brackets, "Brackets", "({formula})", formula="value"),
    _form(s.IfElse, "One or the other", "{then} if {condition} else {otherwise}", then="value", condition="condition", otherwise="value"),
    _form(s.NumberRange, "From … to", "{first}..{last}", first="number", last="number"),
    _form(s.Generator, "Which ones", "{name} in {source}[ from {start}][ {backwards}][ {limit}]", name="new name", source="set", start="player", backwards="word backwards", limit="limit"),
    _form(s.WithClause, "With", "with {condition}", condition="condition"),
    _form(s.WhileClause, "As long as", "while {condition}", condition="condition"),
    _form(s.AnyOf, "There is one", "any {members}"),
    _form(s.NoneOf, "There is none", "no {members}"),
    _form(s.EveryHas, "All of them", "every {name} in {source} has {condition}", name="new name", source="set", condition="condition"),
    _form(s.AllOf, "All", "all {members}[ by {by}]", " then ", by="number"),
    _form(s.FirstOf, "The first", "first {members}"),
    _form(s.RandomOf, "One by chance", "random {members}[ by {weight}]", weight="number"),
    _form(s.BestOf, "The best", "{best} {members} by {by}", " then ", by="number"),
    _form(s.BestSeveral, "The best few", "{best} {number} {members} by {by}", " then ", number="number", by="number"),
    _form(s.AllBest, "All the best", "all {best} {members} by {by}", " then ", by="number"),
    _form(s.BestWord, "Which", "{word}", word="word highest,lowest"),
    _form(s.Of, "Of", "{name} of {whole}", name="word top,bottom", whole="place"),
    _form(s.At, "One of them", "{value}", value="set"),
    _form(s.FunctionCall, "Worked out", "{name}{arguments}", name="word"),
    _form(s.EachArguments, "Of each", "({value} for {members})", value="number"),
    _form(s.SetArgument, "Which ones", "({members})"),
]  # fmt: skip

FORMS = {form.node: form for form in [*_DECLARATIONS, *_PARTS, *_STATEMENTS, *_FORMULAS]}

SECTIONS = [
    "The game",
    "Numbers to turn",
    "Cards, pieces and lists",
    "Board",
    "Places and what changes",
    "The course of the game",
    "Actions",
    "Formulas with a name",
    "The end, and who wins",
    "Expectations and what tests look at",
    "Players with a plan",
]
