"""The command `paigow`. What a person got wrong is answered with one line and exit status 2, never with a traceback."""

import os
import sys
from io import TextIOWrapper
from typing import Annotated

import typer

from paigow.commands import compiling, drill, hands, house, odds, play, rounds, rules, serve, solve, ways
from paigow.errors import PaigowError
from paigow.version import __version__

WRONG = 2
"""The exit status for wrong pieces, rules, options or files."""
EXTRAS = {
    **dict.fromkeys(("numpy", "numba"), "analysis"),
    **dict.fromkeys(("django", "uvicorn", "pydantic", "cryptography"), "web"),
    **dict.fromkeys(("matplotlib", "weasyprint"), "plots"),
    "highspy": "solver",
    "distributed": "cluster",
    "textual": "terminal",
    "pyarrow": "data",
}
"""What only some commands need, and the extra that brings it."""
PLAIN = {
    "Input should be a valid integer, unable to parse string as an integer": "it must be a whole number",
    "Input should be greater than or equal to": "it must be at least",
    "Input should be less than or equal to": "it must be at most",
}
"""Our words for those of the libraries that read options."""

app = typer.Typer(
    name="paigow",
    help="Pai Gow, tiles and poker, exactly as four rule documents describe it.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("set")(hands.set_hand)
app.command("compare")(hands.compare)
app.command("classify")(hands.classify)
app.command("odds")(odds.odds)
app.command("advise")(odds.advise)
app.command("compare-house-ways")(odds.compare_house_ways)
app.command("house-way")(ways.house_way)
app.command("simulate")(odds.simulate)
app.command("par")(odds.par)
app.command("compile")(compiling.compile_loops)
app.command("solve")(solve.solve)
app.command("verify-solution")(solve.verify_solution)
app.command("play")(play.play)
app.command("drill")(drill.drill)
app.command("serve")(serve.serve)
app.command("audit")(house.audit)
app.command("export")(house.export)
app.command("backup")(house.backup)
app.command("rekey")(house.rekey)
app.command("restore")(house.restore)
app.command("deal")(rounds.deal)
app.command("replay")(rounds.replay)
app.command("verify")(rounds.verify)
app.add_typer(rules.app, name="rules")


@app.callback(invoke_without_command=True)
def _root(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
) -> None:
    if version:
        typer.echo(f"paigow {__version__}")
    elif context.invoked_subcommand is None:
        typer.echo(context.get_help())


def _database_errors() -> tuple[type[Exception], ...]:
    """Those of a database, if the command uses one: only then is there a module that knows them."""
    return (sys.modules["django.db"].Error,) if "django.db" in sys.modules else ()


def main(arguments: list[str] | None = None) -> None:
    """Run the command line; `arguments` are those of the process unless given."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # of a terminal that has no such character
    try:
        status = app(args=arguments, prog_name="paigow", standalone_mode=False)
    except PaigowError as error:
        status = _wrong(str(error))
    except typer.TyperException as error:
        status = _wrong(_plain(error.format_message()))
    except typer.Abort:
        status = _wrong("stopped")
    except ModuleNotFoundError as error:
        if error.name not in EXTRAS:
            raise
        status = _wrong(f"this needs {error.name}: install paigow[{EXTRAS[error.name]}]")
    except _database_errors() as error:
        status = _wrong(f"the database cannot be used: {str(error).partition(chr(10))[0]}")
    except SystemExit as ended:
        if not isinstance(ended.__context__, BrokenPipeError):
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader is gone: discard the rest
        status = 0
    except OSError as error:
        status = _wrong(f"{error.filename or 'the answer'}: {error.strerror}")
    sys.exit(status or 0)


def _plain(message: str) -> str:
    for theirs, ours in PLAIN.items():
        message = message.replace(theirs, ours)
    if message.startswith("No such command") and "Did you mean" not in message:
        message = f"{message.removesuffix('.')}; --help lists them all"
    return message


def _wrong(message: str) -> int:
    typer.echo(f"paigow: {' '.join(message.split())}", err=True)
    return WRONG
