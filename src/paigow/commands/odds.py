"""`paigow odds`, `paigow advise` and `paigow compare-house-ways`: exact figures for any rules."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from paigow.commands.output import in_a_directory, say, say_json, table
from paigow.commands.progress import compiling_once, progress_bar
from paigow.errors import PaigowError
from paigow.rules.house_way_files import house_way_text

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from paigow.analysis.questions import WagerOdds
    from paigow.analysis.simulations import SimulationReport

DISAGREES = 1
"""The exit status for an answer that fails its own checks."""

Rules = Annotated[str, typer.Argument(metavar="RULES", help="A standard's name, or the path to a submission file.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
HouseWay = Annotated[
    str | None,
    typer.Option(
        "--house-way",
        metavar="NAME|FILE",
        parser=house_way_text,
        help="Use this house way instead of the submission's; a name, or a file written by `solve`.",
    ),
]
Bank = Annotated[str | None, typer.Option("--bank", metavar="house|player", help="Who banks (default: house).")]
NoCommission = Annotated[bool, typer.Option("--no-commission", help="Leave out the vigorish.")]
Workers = Annotated[int | None, typer.Option("--workers", min=1, help="Number of processes (default: threads).")]
Cluster = Annotated[str | None, typer.Option("--cluster", metavar="ADDRESS", help="Run on this Dask scheduler.")]


def odds(
    rules: Rules,
    wager: Annotated[
        str,
        typer.Option(
            "--wager",
            metavar="NAME",
            help="main, fortune, emperors, insurance, progressive, envy, pair-fortunes, ace-high, jack-beats or "
            "chan-chu.",
        ),
    ] = "main",
    paytable: Annotated[
        str | None,
        typer.Option("--paytable", help="Use this pay table; for jack wagers, a table such as 2=1,3=9,4=99."),
    ] = None,
    house_way: HouseWay = None,
    player: Annotated[
        str | None,
        typer.Option(
            "--player",
            metavar="house-way|best|NAME|FILE",
            parser=house_way_text,
            help="How the player sets: house-way, best, or the name of a house way.",
        ),
    ] = None,
    bank: Bank = None,
    others: Annotated[
        int | None, typer.Option("--others", min=0, help="For fortune, emperors and envy: number of other players.")
    ] = None,
    bet: Annotated[
        str | None,
        typer.Option("--bet", metavar="AMOUNT", help="The size of a side bet (default: $5.00)."),
    ] = None,
    payout_limit: Annotated[
        str | None,
        typer.Option("--payout-limit", metavar="AMOUNT", help="With --bet: the most that one hand can be paid."),
    ] = None,
    meter: Annotated[
        list[str] | None,
        typer.Option(
            "--meter",
            metavar="[NAME=]AMOUNT",
            help="For progressive: the amount on a meter (default: its initial amount).",
        ),
    ] = None,
    no_commission: NoCommission = False,
    workers: Workers = None,
    cluster: Cluster = None,
    as_json: Json = False,
) -> None:
    """Compute the exact odds of a wager. Show every outcome with its count, and the edge as a fraction."""
    from paigow.analysis.questions import odds as price

    with compiling_once(), executor(workers, cluster) as pool, progress_bar(f"{wager} wager") as progress:
        answer = price(
            rules,
            wager,
            paytable=paytable,
            house_way=house_way,
            player=player,
            bank=bank,
            others=others,
            bet=_cents(bet),
            payout_limit=_cents(payout_limit),
            meters=meters(meter),
            commission=Fraction(0) if no_commission else None,
            executor=pool,
            progress=progress,
        )
    if as_json:
        say_json(answer.to_dict())
    else:
        _say_odds(answer)


def _say_odds(answer: "WagerOdds") -> None:
    say(str(answer))


def advise(
    rules: Rules,
    pieces: Annotated[
        list[str], typer.Argument(metavar="PIECES", help="Tiles such as 66 11 24 12, or cards such as As Td 9c Jk.")
    ],
    house_way: HouseWay = None,
    bank: Bank = None,
    dealer: Annotated[
        str | None, typer.Option("--dealer", metavar="PIECES", help="In Dealer Open: the dealer's seven cards.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Show what every legal setting of a hand is worth. Show what the house way would do as well."""
    from paigow.analysis.asked import ask
    from paigow.analysis.settings import advise as give_advice

    with nullcontext() if ask(rules).game == "tiles" else compiling_once():  # advice for tiles runs in plain Python
        answer = give_advice(rules, " ".join(pieces), house_way=house_way, bank=bank, dealer=dealer)
    if as_json:
        say_json(answer.to_dict())
        return
    say(str(answer))


def compare_house_ways(
    first: Annotated[str, typer.Argument(metavar="A", parser=house_way_text, help="A house way, by name or file.")],
    second: Annotated[str, typer.Argument(metavar="B", parser=house_way_text, help="The other house way.")],
    game: Annotated[
        str | None,
        typer.Option("--game", metavar="tiles|poker", help="Needed if both games have a house way by that name."),
    ] = None,
    best: Annotated[
        bool, typer.Option("--best", help="For poker: also compare with best play, which takes longest.")
    ] = False,
    hands: Annotated[int, typer.Option("--hands", min=0, help="How many costly hands of each to list.")] = 10,
    workers: Workers = None,
    cluster: Cluster = None,
    as_json: Json = False,
) -> None:
    """Compare two house ways. Show how many hands they set differently, what each is worth, and what costs most."""
    from paigow.analysis.ways import compare_house_ways as compare

    with compiling_once(), executor(workers, cluster) as pool, progress_bar("both house ways") as progress:
        answer = compare(first, second, game=game, best=best, most=hands, executor=pool, progress=progress)
    if as_json:
        say_json(answer.to_dict())
        return
    share = f"{answer.different:,} of {answer.hands:,} hands ({answer.different / answer.hands:.4%})"
    say(f"{answer.game}: {answer.first} and {answer.second} set {share} differently")
    rows: list[tuple[str, ...]] = [("house sets", "player sets", "house edge")]
    rows += [(each.house_way or "", each.player or "", f"{each.edge_percent:.6f}%") for each in answer.odds]
    say(table(rows))
    for finding in answer.findings:
        say(finding)
    for way, found in answer.costliest:
        if found:
            say(f"\nhands on which {way} gives up the most against best play")
            shown: list[tuple[str, ...]] = [("hands", "house way", "best", "cost per hand", "share of all wagers")]
            shown += [
                (
                    f"{each.hands:,}",
                    str(each.house),
                    str(each.best),
                    f"{float(each.cost):.6f}",
                    f"{float(each.share):.8f}",
                )
                for each in found
            ]
            say(table(shown))


def _cents(text: str | None) -> int | None:
    from paigow.money import parse_cents

    return None if text is None else parse_cents(text)


def meters(given: list[str] | None) -> dict[str, int] | None:
    """Return amounts in cents by meter name; a table with one meter needs no name."""
    if not given:
        return None
    from paigow.money import parse_cents

    found = {}
    for text in given:
        name, sign, amount = text.rpartition("=")
        found[name if sign else "progressive"] = parse_cents(amount)
    return found


@contextmanager
def executor(workers: int | None, cluster: str | None) -> "Iterator[Executor | None]":
    """Provide an executor for long work: threads, unless processes or a cluster are requested.

    The answer is the same.
    """
    if workers is not None and cluster is not None:
        raise PaigowError("give either --workers or --cluster, not both")
    if cluster is not None:
        from paigow.analysis.cluster import cluster as connect

        with connect(cluster) as pool:
            yield pool
    elif workers is not None:
        from paigow.analysis.cluster import processes

        with processes(workers) as pool:
            yield pool
    else:
        yield None


def simulate(
    rules: Rules,
    rounds: Annotated[int, typer.Option("--rounds", min=1, help="How many rounds to deal.")],
    seats: Annotated[int, typer.Option("--seats", min=1, help="How many hands play against the bank.")] = 1,
    seed: Annotated[int, typer.Option("--seed", min=0, help="The same seed gives the same answer.")] = 1,
    bank: Bank = None,
    house_way: HouseWay = None,
    player: Annotated[
        str | None, typer.Option("--player", metavar="NAME", help="The house way of the hands against the bank.")
    ] = None,
    checkpoint: Annotated[
        Path | None,
        typer.Option(
            "--checkpoint", metavar="FILE", help="Save progress in a file, and resume from it.", callback=in_a_directory
        ),
    ] = None,
    check: Annotated[bool, typer.Option(help="Compare with the exact figures.")] = True,
    workers: Workers = None,
    cluster: Cluster = None,
    as_json: Json = False,
) -> None:
    """Simulate random rounds. Show the bank's result against several hands, with confidence intervals."""
    from paigow.analysis.simulations import simulate_rules

    with compiling_once(), executor(workers, cluster) as pool, progress_bar("rounds") as progress:
        answer = simulate_rules(
            rules,
            rounds=rounds,
            seats=seats,
            seed=seed,
            bank=bank,
            house_way=house_way,
            player=player,
            checkpoint=checkpoint,
            check=check,
            executor=pool,
            progress=progress,
        )
    if as_json:
        say_json(answer.to_dict())
    else:
        _say_simulation(answer)
    if not answer.passed:
        raise typer.Exit(DISAGREES)


def _say_simulation(answer: "SimulationReport") -> None:
    found = answer.simulation
    say(f"{answer.rules}: {found.rounds:,} rounds of {len(found.positions)} hands, the {answer.bank} banks")
    rows: list[tuple[str, ...]] = [("hand", "win", "push", "lose")]
    for place, each in enumerate(found.positions, start=1):
        shares = (each.win, each.push, each.lose)
        rows.append((str(place), *(f"{share / each.total:.6%}" for share in shares)))
    say(table(rows))
    edge, result = found.player_edge(answer.commission), answer.bank_result
    after = ", after commission on its net" if answer.bank == "player" else ""
    say(f"edge per hand: {edge.mean:.6%} (99% confidence interval {edge.low:.6%} to {edge.high:.6%})")
    say(
        f"the bank's result per round, in wagers{after}: {result.mean:+.6f} (99% confidence interval "
        f"{result.low:+.6f} to {result.high:+.6f})"
    )
    for check in answer.checks:
        say(
            f"{'agrees' if check.passed else 'DISAGREES'}: {check.name}: exact {float(check.exact):.6%}, seen "
            f"{check.seen:.6%} ({check.z:+.2f} standard errors)"
        )
    say(f"estimated in {found.seconds:.2f} s")


def par(
    rules: Annotated[
        str,
        typer.Argument(metavar="RULES|SUBMISSION", help="A standard's name, or the path to a submission file."),
    ],
    out: Annotated[
        Path, typer.Option("--out", metavar="FILE", help="Ends in .html, .json, .csv or .pdf.", callback=in_a_directory)
    ],
    date: Annotated[
        str | None, typer.Option("--date", metavar="YYYY-MM-DD", help="The date on the sheet (default: today).")
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Leave out best play, which takes longest for cards.")] = False,
    workers: Workers = None,
    cluster: Cluster = None,
    as_json: Json = False,
) -> None:
    """Write the par sheet of a submission. It has every wager with its odds, findings, method and checks."""
    from paigow.analysis.par import par_sheet, write
    from paigow.analysis.par.files import check_ending

    check_ending(out.suffix)
    with compiling_once(), executor(workers, cluster) as pool, progress_bar("par sheet") as progress:
        sheet = par_sheet(rules, best=not quick, date=date, executor=pool, progress=progress)
    write(sheet, out)
    good = sum(check.passed for check in sheet.checks)
    if as_json:
        say_json({
            "rules": rules, "out": str(out), "submission_hash": sheet.identification.submission_hash,
            "wagers": [wager.wager for wager in sheet.wagers],
            "findings": [finding.to_dict() for finding in sheet.findings],
            "checks": len(sheet.checks), "passed": good,
        })  # fmt: skip
    else:
        for finding in sheet.findings:
            say(f"{finding.weight}: {finding.text}")
        say(f"{out}: {len(sheet.wagers)} wagers, {good} of {len(sheet.checks)} checks passed")
    if not sheet.passed:
        raise typer.Exit(DISAGREES)
