"""A game ready to play: read, checked, compiled for a number of players and a setting of its parameters."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, overload

import numpy as np

from ludwright import ir
from ludwright.arguments import SettingError, renamed, whole_number
from ludwright.engine.compiled import Compiled, Table
from ludwright.engine.twin import Twin
from ludwright.hidden.layout import BeliefLayout, lay_out
from ludwright.hidden.observation import Observer
from ludwright.importing import from_library, in_library, is_foreign, read_foreign
from ludwright.ir.faults import FILE_LINES
from ludwright.language import syntax
from ludwright.language.source import Description, read_description, read_text
from ludwright.mistakes import LudwrightError, Mistake, MistakesError, nearest
from ludwright.model.kinds import Param
from ludwright.model.limits import MOST_SEATS
from ludwright.play.match import Match
from ludwright.play.values import Values
from ludwright.rules.compiler import Rules
from ludwright.rules.options.wording import Wording

if TYPE_CHECKING:
    from ludwright.hidden.estimating import Redealing
    from ludwright.hidden.native import SeatKnowledge
    from ludwright.inspecting.beginning import Origin
    from ludwright.python_game import LoadedPythonGame, PlainGame

GAMES = Path(__file__).parent / "games"
Loaded = TypeVar("Loaded")
_LONGEST = 120
"""So many characters of a name are shown."""


class UnknownGameError(LudwrightError):
    """Neither a bundled game nor a file."""


class Game:
    """A game for one number of players.

    >>> game = load("tic-tac-toe")
    >>> game.title, game.players, game.seats
    ('Tic-tac-toe', 2, ['X', 'O'])
    """

    _compiler: type[Rules] = Rules

    def __init__(
        self, description: Description, players: int, params: Mapping[str, int], ask_forced: bool, source: str
    ) -> None:
        self.description = description
        self.source = source
        self.players = players
        self.ask_forced = ask_forced
        self._set = dict(params)
        self.profile: str | None = None
        """Who plays, where the game runs by a clock and says who might: see :meth:`under`."""
        self.origin: Origin | None = None
        """Where it begins, if not at the start: see :mod:`ludwright.inspecting.beginning`."""
        self._rules = self._compiler.compiled(description, players, dict(params))
        program = self._rules.program
        if program is None:
            raise MistakesError(self._rules.mistakes)
        self.program: ir.Program = program
        self.notes: list[Mistake] = [*description.notes, *self._rules.mistakes]
        self.opaque = False
        """Whether its rules are other people's code: then nothing can be read off the text about which words of a state matter."""
        if description.origin is not None:
            description.origin.take_over(self)

    # ------------------------------------------------------------ what it is

    @property
    def title(self) -> str:
        return self.description.title

    @property
    def seats(self) -> list[str]:
        """The names of the players, in seat order."""
        return list(self._rules.model.player.members)

    @property
    def params(self) -> dict[str, int | bool | list[int]]:
        """The parameters with their values."""
        return {p.name: self._value(p) for p in self._rules.model.params.values()}

    def _value(self, param: Param) -> int | bool | list[int]:
        if param.is_list:
            return list(param.values)
        value = self._set.get(param.name, param.values[0])
        return bool(value) if param.is_bool else value

    @property
    def actions(self) -> list[str]:
        return list(self._rules.actions.known)

    @property
    def rules(self) -> Rules:
        return self._rules

    @cached_property
    def wording(self) -> Wording:
        return Wording(self._rules)

    def where(self, line: int) -> str:
        """A line number of a fault as file and line."""
        files = self.description.files
        number, line = divmod(line, FILE_LINES)
        file = files[number] if number < len(files) else self.source
        return f"{file}:{line}" if line else file  # what no line is to blame for

    # ------------------------------------------------------------ both runs

    @cached_property
    def compiled(self) -> Compiled:
        """The machine code (compiled when first needed)."""
        return Compiled(self.program, self.table)

    @cached_property
    def twin(self) -> Twin:
        """The plain Python run."""
        return Twin(self.program)

    @cached_property
    def table(self) -> Table:
        """Printed numbers and parameters: the block both runs read."""
        model = self._rules.model
        values = {model.params[name].base: value for name, value in self._set.items()}
        values[ir.ASK_FORCED] = int(self.ask_forced)
        values[ir.KEEP_KNOWLEDGE] = 1
        values.update(self._rules.clock.sessions.words_for(self.profile))
        if self._rules.estimates.wanted:
            values.update(self._redealing.words(self._rules.estimates.base))
        return np.array(model.tables.resolve(values), dtype=np.int32)

    @cached_property
    def _redealing(self) -> Redealing:
        """What the rules themselves redeal by, where they ask for chances."""
        from ludwright.hidden.estimating import Redealing

        return Redealing(self._rules.model)

    @cached_property
    def forgetful_table(self) -> Table:
        """The same for games in which nobody reckons with what he knows: the rules play alike, and faster."""
        table = self.table.copy()
        table[ir.KEEP_KNOWLEDGE] = 0
        return table

    @cached_property
    def layout(self) -> BeliefLayout:
        """Where in a state the things lie that somebody may not see."""
        return lay_out(self._rules.model)

    @cached_property
    def observer(self) -> Observer:
        """Makes the observations of the seats."""
        return Observer(self)

    @cached_property
    def values(self) -> Values:
        """Reads what stands in a match by its name."""
        return Values(self)

    @cached_property
    def knowledge(self) -> SeatKnowledge:
        """What kernels have to know of the game's hidden things."""
        from ludwright.hidden.native import SeatKnowledge

        return SeatKnowledge.of(self)

    @property
    def settings(self) -> dict[str, int]:
        """The parameters that were set, to what."""
        return dict(self._set)

    def setting(self, **params: int) -> Game:
        """The same game with other parameters. Nothing is compiled again unless a size depends on one of them."""
        known = self._rules.model.params
        check_settings(params, known)
        if any(
            known[name].structural and self._set.get(name, known[name].values[0]) != value
            for name, value in params.items()
        ):
            other = Game(self.description, self.players, {**self._set, **params}, self.ask_forced, self.source)
        else:
            other = self._other()
            other._set = {**self._set, **params}
            other.__dict__["compiled"] = self.compiled
        other.profile = self.profile
        return other

    @property
    def profiles(self) -> list[str]:
        """The titles of the game's profiles: who might play, how often, how long, how fast."""
        return list(self._rules.clock.sessions.profiles)

    def under(self, profile: str | None) -> Game:
        """The same game, played by somebody of that profile, or (None) by somebody who always has time. Nothing is compiled again."""
        if profile is not None and profile not in self.profiles:
            close = nearest(profile, self.profiles)
            known = ", ".join(f"`{title}`" for title in self.profiles)
            hint = f"did you mean `{close}`?" if close else f"it has {known}" if known else "it has none"
            raise SettingError(f"this game has no profile `{profile}`: {hint}")
        other = self._other()
        other.profile = profile
        return other

    def asking_forced(self) -> Game:
        """The same game, asking even where there is only one option. Nothing is compiled again."""
        other = self._other()
        other.ask_forced = True
        return other

    def _other(self) -> Game:
        """A copy that may be set otherwise; what is compiled already is shared."""
        other = object.__new__(type(self))
        other.__dict__.update(
            {k: v for k, v in self.__dict__.items() if k not in ("table", "forgetful_table", "observer", "knowledge")}
        )
        return other

    def start(self, seed: int = 0, game: int = 0, run: str = "native") -> Match:
        """Begin game number ``game`` of a seed, in machine code (``native``) or in plain Python (``twin``)."""
        if run not in ("native", "twin"):
            raise SettingError(f"there is no run `{run}`: say `native` or `twin`")
        return Match(self, whole_number("seed", seed), whole_number("game", game, 0), run)

    def __repr__(self) -> str:
        return f"<Game {self.title!r} for {self.players}>"

    def _repr_svg_(self) -> str:
        """The table as it is laid out, for notebooks."""
        return self.start()._repr_svg_()


def check_settings(params: Mapping[str, int], known: Mapping[str, object]) -> None:
    """Raise a kind error for a parameter that does not exist or is out of its range."""
    for name, value in params.items():
        param = known.get(name)
        if param is None:
            close = nearest(name, known)
            hint = f"did you mean `{close}`?" if close else f"it has {', '.join(known)}" if known else "it has none"
            raise SettingError(f"this game has no parameter `{name}`: {hint}")
        if param.is_list:  # type: ignore[attr-defined]
            raise SettingError(f"the parameter `{name}` is a list and can't be set to one number")
        if isinstance(value, bool):
            value = int(value)
        if not isinstance(value, int):
            raise SettingError(f"the parameter `{name}` needs a whole number, not {value!r}")
        if not param.lo <= value <= param.hi:  # type: ignore[attr-defined]
            raise SettingError(f"{value} is outside the range {param.lo}..{param.hi} of `{name}`")  # type: ignore[attr-defined]


def bundled_path(name: str) -> Path | None:
    """The file of a bundled game, by its name."""
    plain = name.lower().replace("-", "_").replace(" ", "_").removesuffix(".game")
    path = GAMES / f"{plain}.game"
    return path if plain.replace("_", "").isalnum() and path.is_file() else None


def find(name: str | Path) -> Path:
    """A bundled game's name or a path, as a file; the name of a game that others have stays as it is."""
    if in_library(str(name)):
        described(str(name))
        return Path(name)
    try:
        found = _found(Path(name))
    except (OSError, ValueError):  # such as a name of a thousand letters
        found = None
    if found is not None:
        return found
    shown = str(name) if len(str(name)) <= _LONGEST else f"{str(name)[:_LONGEST]}…"
    known = sorted(p.stem for p in GAMES.glob("*.game"))
    close = _beside(Path(name)) or nearest(str(name).lower().replace("-", "_"), known)
    hint = (
        f"did you mean `{close}`?"
        if close
        else "`ludwright games` lists what is bundled; or give the path of a .game file"
    )
    raise UnknownGameError(f"there is no game and no file `{shown}`: {hint}")


def _beside(path: Path) -> str:
    """A text in the same folder that was probably meant."""
    try:
        texts = sorted(one.name for one in path.parent.glob("*.game"))
    except (OSError, ValueError):
        return ""
    close = nearest(path.name.removesuffix(".game"), [text.removesuffix(".game") for text in texts])
    return str(path.with_name(f"{close}.game")) if close else ""


def _found(path: Path) -> Path | None:
    if path.suffix == ".game" or path.exists() or len(path.parts) > 1:
        if path.is_dir():
            raise UnknownGameError(f"{path} is a folder: name the .game file in it")
        if path.is_file():
            return path
    return bundled_path(str(path))


def player_range(description: Description) -> tuple[int, int]:
    """The least and the most players a description allows."""
    for declaration in description.declarations:
        if declaration.kind == "players":
            tree: syntax.PlayersDeclaration = declaration.tree
            low, high = tree.least, tree.most if tree.most is not None else tree.least
            if max(len(low), len(high)) > 3:
                break
            least, most = int(float(low)), int(float(high))
            if not 1 <= least <= most <= MOST_SEATS:
                break
            return least, most
    else:
        raise MistakesError(
            [Mistake(None, "nothing says how many players there are", "add a line `players 2`, or `players 2 to 4`")]
        )
    message = f"a game has 1 to {MOST_SEATS} players"
    raise MistakesError([Mistake(declaration.place(low), message, "for example `players 2 to 4`")])


@overload
def load(
    game: str | Path | Description,
    players: int | None = None,
    params: Mapping[str, int] | None = None,
    *,
    ask_forced: bool = False,
    profile: str | None = None,
) -> Game: ...


@overload
def load(
    game: PlainGame | type[PlainGame],
    players: int | None = None,
    params: Mapping[str, Any] | None = None,
    *,
    ask_forced: bool = False,
    profile: None = None,
) -> LoadedPythonGame: ...


@renamed(source="game")
def load(
    game: str | Path | Description | PlainGame | type[PlainGame],
    players: int | None = None,
    params: Mapping[str, Any] | None = None,
    *,
    ask_forced: bool = False,
    profile: str | None = None,
) -> Game | LoadedPythonGame:
    """Read, check and prepare a game: a bundled game's name, a path, a description built in Python, or a game written in Python.

    ``players`` is the number of players (the least the game allows if not given), ``params`` sets parameters, and ``ask_forced`` asks
    even where there is only one option. ``profile`` says who plays, in a game with a clock that has profiles.
    Mistakes in the text raise :class:`MistakesError` with all of them.
    A game written in Python is a class (``params`` are what it is made with) or an object: see :class:`ludwright.PythonGame`.
    """
    if not isinstance(game, str | Path | Description):
        from ludwright.python_game import is_python_game, load_python

        if is_python_game(game):
            if profile is not None:
                raise SettingError("a game written in Python has no profiles")
            return load_python(game, players, params, ask_forced=ask_forced)
        game = described(game)
    description = described(game)
    least, most = player_range(description)
    count = least if players is None else whole_number("players", players)
    if not least <= count <= most:
        span = str(least) if least == most else f"{least} to {most}"
        raise SettingError(f"{description.title} is for {span} players, not {count}")
    settings = {name: int(value) if isinstance(value, bool) else value for name, value in (params or {}).items()}
    if settings:
        check_settings(settings, _known_params(description, count))
    source = str(game) if isinstance(game, str | Path) else description.title
    made = Game(description, count, settings, ask_forced, source)
    return made if profile is None else made.under(profile)


@overload
def loaded(game: str | Path | Description) -> Game: ...


@overload
def loaded(game: Loaded) -> Loaded: ...


def loaded(game: Any) -> Any:
    """What functions of the library are given as a game: a loaded one, or whatever :func:`load` takes."""
    ready = hasattr(type(game), "compiled") or "compiled" in getattr(
        game, "__dict__", ()
    )  # looking for it would compile it
    return game if ready else load(game)


def _known_params(description: Description, players: int) -> Mapping[str, object]:
    probe = Rules(description, players)
    probe.compile()
    return probe.model.params


def described(source: object) -> Description:
    """The declarations of a bundled game, a file, or a game built from Python objects."""
    if isinstance(source, Description):
        return source
    build = getattr(source, "description", None)
    if callable(build):
        made: Description = build()
        return made
    if not isinstance(source, str | Path):
        raise UnknownGameError(
            f"{source!r} is not a game: give a bundled game's name, a path, or a game written in Python"
        )
    elsewhere = from_library(str(source))
    if elsewhere is not None:
        return elsewhere
    path = find(source)
    return read_foreign(path) if is_foreign(path) else read_description(path)


def load_text(
    text: str, players: int | None = None, params: Mapping[str, int] | None = None, *, ask_forced: bool = False
) -> Game:
    """Like :func:`load`, from the text itself."""
    return load(read_text(text), players, params, ask_forced=ask_forced)
