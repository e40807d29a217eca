"""The commands put together, and the way in."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from ludwright.cli import manners
from ludwright.cli.agents import agents
from ludwright.cli.balance import balance
from ludwright.cli.check import check
from ludwright.cli.compare import compare
from ludwright.cli.describe import describe
from ludwright.cli.distance import distance
from ludwright.cli.equilibrium import equilibrium
from ludwright.cli.evolve import evolve
from ludwright.cli.expect import expect
from ludwright.cli.explain import explain
from ludwright.cli.fit import fit
from ludwright.cli.games import games
from ludwright.cli.importing import import_
from ludwright.cli.inspect import inspect
from ludwright.cli.ladder import ladder
from ludwright.cli.learn import learn
from ludwright.cli.metagame import metagame
from ludwright.cli.metrics import metrics
from ludwright.cli.play import play
from ludwright.cli.playtest import playtest
from ludwright.cli.power import power
from ludwright.cli.query import query
from ludwright.cli.reach import cheatcheck, reach
from ludwright.cli.record import record
from ludwright.cli.report import report
from ludwright.cli.runs import runs
from ludwright.cli.sensitivity import sensitivity
from ludwright.cli.show import show
from ludwright.cli.simulate import simulate
from ludwright.cli.solve import solve
from ludwright.cli.strategies import strategies
from ludwright.cli.streams import ready_streams
from ludwright.cli.strongest import strongest
from ludwright.cli.studio import studio
from ludwright.cli.tournament import tournament
from ludwright.cli.trace import trace
from ludwright.cli.tune import tune
from ludwright.cli.watch import watch
from ludwright.cli.why import why

app = typer.Typer(
    name="ludwright",
    help="Describe a tabletop game in a text file; play it millions of times; learn what it does.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import PackageNotFoundError, version

        try:
            typer.echo(f"ludwright {version('ludwright')}")
        except PackageNotFoundError:
            typer.echo("ludwright, not installed but run from its source")
        raise typer.Exit


@app.callback()
def common(
    debug: Annotated[bool, typer.Option("--debug", help="Show where in the program an error came from.")] = False,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    """Describe a tabletop game in a text file; play it millions of times; learn what it does."""
    manners.debug = debug


for command in (
    studio,
    check,
    describe,
    simulate,
    playtest,
    runs,
    record,
    report,
    compare,
    distance,
    sensitivity,
    balance,
    evolve,
    watch,
    query,
    metrics,
    expect,
    power,
    strategies,
    strongest,
    tournament,
    metagame,
    ladder,
    tune,
    learn,
    explain,
    fit,
    equilibrium,
    solve,
    reach,
    cheatcheck,
    trace,
    show,
    inspect,
    why,
    play,
    agents,
    games,
):
    app.command()(manners.kindly(command))
app.command("import")(manners.kindly(import_))


def main() -> None:
    """The console script."""
    ready_streams()
    manners.hear_interrupts()
    try:
        try:
            app()
        finally:
            sys.stdout.flush()
    except OSError as error:  # help that nobody can read
        sys.exit(manners.unwritten(error))
    except SystemExit as end:
        if isinstance(end.__context__, BrokenPipeError):  # help of which somebody has read enough
            sys.exit(manners.unwritten(end.__context__))
        if manners.heard:
            manners.leave_at_once(end.code)
        raise
