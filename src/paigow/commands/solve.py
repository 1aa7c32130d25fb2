"""`paigow solve` and `paigow verify-solution`: the value of the game, with a certificate that can be checked."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from paigow.commands.odds import DISAGREES, Bank, Cluster, Json, Rules, Workers, executor
from paigow.commands.output import in_a_directory, say, say_json
from paigow.errors import PaigowError

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from paigow.solver import Bounds, Solution


def solve(
    rules: Rules,
    commission: Annotated[
        str | None, typer.Option("--commission", metavar="5%", help="Share of a win (default: from the rules).")
    ] = None,
    gap: Annotated[
        str | None, typer.Option("--gap", metavar="G", help="Stop when the bounds are this close, such as 1e-5.")
    ] = None,
    bank: Bank = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help="Write the certificate, strategies and best house way.",
            callback=in_a_directory,
        ),
    ] = None,
    checkpoint: Annotated[
        Path | None,
        typer.Option(
            "--checkpoint",
            metavar="FILE",
            help="Save progress here instead of in FILE.part (see --out).",
            callback=in_a_directory,
        ),
    ] = None,
    both_pay: Annotated[
        bool,
        typer.Option(
            "--both-pay",
            help="Let a player bank against another, with both paying commission: an approximate equilibrium.",
        ),
    ] = False,
    workers: Workers = None,
    cluster: Cluster = None,
    as_json: Json = False,
) -> None:
    """Solve the main wager for best play on both sides. Find its value, and the best fixed house way."""
    from paigow.solver import read_commission, save
    from paigow.solver import solve as find

    if both_pay:
        with executor(workers, cluster) as pool:
            _between(rules, None if commission is None else read_commission(commission), pool, as_json)
        return
    if out is not None:
        checkpoint = checkpoint or out.with_name(out.name + ".part")
        if not out.parent.is_dir():
            raise PaigowError(f"{out.parent} is not a directory")
    with executor(workers, cluster) as pool:
        found = find(
            rules,
            commission=None if commission is None else read_commission(commission),
            gap=None if gap is None else _gap(gap),
            bank=bank,
            progress=_tell,
            checkpoint=checkpoint,
            executor=pool,
        )
    if out is not None:
        save(found, out)
        found = replace(found, file=str(out))
    if as_json:
        say_json(found.to_dict())
    else:
        _say(found)


def _between(rules: str, commission: Fraction | None, pool: "Executor | None", as_json: bool) -> None:
    from paigow.solver.between import between_data, solve_between

    found = solve_between(rules, commission, pool)
    if as_json:
        say_json({"rules": rules, **between_data(found)})
        return
    say(f"{rules}, a player banks against another, both pay {float(found.commission):.4%}:")
    for name, value, gains in (
        ("player", found.player_value, found.player_gains),
        ("bank", found.bank_value, found.bank_gains),
    ):
        say(f"  the {name} gets {float(value):+.6%} of a bet and could gain at most {float(gains):.2e} by deviating")


def _gap(text: str) -> Fraction:
    try:
        gap = Fraction(text)
    except (ValueError, ZeroDivisionError):
        gap = Fraction(-1)
    if not 0 <= gap < 1:
        raise PaigowError(f"{text!r} is not a gap: write a fraction of a bet, such as 1e-5")
    return gap


def _tell(bounds: "Bounds") -> None:
    typer.echo(
        f"{bounds.seconds:8.1f} s  {bounds.stage}, iteration {bounds.iteration}: the player's value is between "
        f"{bounds.lower:+.9f} and {bounds.upper:+.9f} (gap {bounds.gap:.1e})",
        err=True,
    )


def _say(found: "Solution") -> None:
    say(str(found))
    if found.file:
        say(f"wrote the certificate, both strategies and the best fixed house way to {found.file}")
    say(f"in {found.seconds:.1f} s, {found.iterations:,} iterations")


def verify_solution(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file written by `paigow solve --out`.")],
    as_json: Json = False,
) -> None:
    """Check a solution. The program that checks it shares no code with the solver."""
    from paigow.solver.files import check

    checks = check(file)
    good = all(each.passed for each in checks)
    if as_json:
        say_json({"file": str(file), "passed": good, "checks": [each.to_dict() for each in checks]})
    else:
        for each in checks:
            say(f"{'agrees' if each.passed else 'DISAGREES'}: {each.name}: {each.found}")
        say("the solution is verified" if good else "the solution is NOT verified")
    if not good:
        raise typer.Exit(DISAGREES)
