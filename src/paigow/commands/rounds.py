"""`paigow deal`, `paigow replay` and `paigow verify`: play whole tables, and check what was played."""

from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer

from paigow.commands.output import in_a_directory, say, say_json, table
from paigow.errors import PaigowError

if TYPE_CHECKING:
    from paigow.record.seeds import SeedSummary

Rules = Annotated[str, typer.Argument(metavar="RULES", help="A standard's name, or the path to a submission file.")]
File = Annotated[Path, typer.Argument(metavar="FILE", help="A record.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]

STEERED = "cut, delivery, card, removal or hand chosen by the house after the deal could be known"
PROGRESS_FROM = 500
"""The number of rounds from which a progress bar is shown on a terminal."""


def deal(
    rules: Rules,
    seats: Annotated[int | None, typer.Option("--seats", help="Number of players; default: every seat.")] = None,
    rounds: Annotated[int, typer.Option("--rounds", min=1, help="Number of rounds.")] = 100,
    seed: Annotated[str, typer.Option("--seed", help="The same seed plays the same table again.")] = "practice",
    record_to: Annotated[
        Path | None, typer.Option("--record", metavar="FILE", help="Write a record of it.", callback=in_a_directory)
    ] = None,
    as_json: Json = False,
) -> None:
    """Let bots play a whole table. They set in several styles, bank and make side bets; print a summary."""
    from paigow.bots.session import Session
    from paigow.record import record
    from paigow.rules import load_submission

    try:
        session = Session(load_submission(rules), seats, seed)
    except ValueError as error:
        raise PaigowError(str(error)) from None
    answer: dict[str, Any] = {"seed": seed}
    with ExitStack() as files:
        writer = record(session.driver, files.enter_context(_created(record_to))) if record_to else None
        session.open()
        for _ in _counted(rounds):
            session.play_round()
        if writer:
            writer.end(session.driver.state)
            answer |= {"record": str(record_to), "hash": writer.hash}
    answer = {**session.summary(), **answer}
    if as_json:
        say_json(answer)
    else:
        _say_summary(answer)


def replay(
    file: File,
    only: Annotated[int | None, typer.Option("--round", help="Print only this round.")] = None,
) -> None:
    """Print a record step by step. Show clauses and transfers, and check the record along the way."""
    from paigow.record import Replay
    from paigow.record.narration import narrate, tell_step

    with _opened(file) as lines:
        played = Replay(lines)
        if only is None:
            for line in narrate(played):
                say(line)
            return
        for step in played:
            if step.state.rounds == only:
                for line in tell_step(step):
                    say(line)
        if played.state.rounds < only or only < 1:
            raise PaigowError(f"{file} has rounds 1 to {played.state.rounds}; there is no round {only}")


def verify(
    file: File,
    expected: Annotated[str | None, typer.Option("--hash", help="The last hash, as published.")] = None,
    tip: Annotated[str | None, typer.Option("--tip", help="The tip of a seed chain, as published.")] = None,
    chains: Annotated[
        Path | None, typer.Option("--chains", help="The table's chains.json, to check the house's signatures.")
    ] = None,
    key: Annotated[str, typer.Option("--key", help="The house's public key, if you know it; with --chains.")] = "",
    as_json: Json = False,
) -> None:
    """Verify a record: its deals, settings and payments. Recompute them; report the first invalid line."""
    from paigow.record import Chance
    from paigow.record import verify as check
    from paigow.record.published import read_published, require_signed

    with _opened(file) as lines:
        verdict = check(lines)
    if expected is not None and expected != verdict.hash:
        raise PaigowError(f"{file} is consistent, but its last hash is {verdict.hash}, not {expected}")
    if tip is not None and tip not in {chain.tip.hex() for chain in verdict.chains}:
        raise PaigowError(f"{file} is consistent, but its seeds come from no chain with the tip {tip}")
    if key and chains is None:
        raise PaigowError("--key goes with --chains: the record itself bears no signature")
    if chains is not None:
        with _opened(chains) as text:
            require_signed(verdict.chains, read_published("".join(text)), key)
    drawn = verdict.head.chance is Chance.SEEDS
    if as_json:
        say_json(
            {
                "holds": True,
                "standard": verdict.head.submission.standard,
                "table": verdict.head.table_id,
                "rounds": verdict.rounds,
                "actions": verdict.actions,
                "transfers": verdict.transfers,
                "draws_checked": drawn,
                "chains": [
                    {"first": chain.first, "length": chain.length, "tip": chain.tip.hex()} for chain in verdict.chains
                ],
                "chains_signed": chains is not None,
                "seeds": verdict.seeds.data() if drawn else None,
                "hash": verdict.hash,
            }
        )
        return
    say(f"{file} checks out: {verdict.rounds} rounds, {verdict.actions} actions, {verdict.transfers} transfers")
    if not drawn:
        say("the orders and dice were chosen by a script; they are not draws and were not checked as such")
    else:
        for chain in verdict.chains:
            signed = "" if chains is None else ", signed by the house"
            say(f"chain of rounds {chain.first} to {chain.last}, tip {chain.tip.hex()}{signed}")
        for line in seed_lines(verdict.seeds):
            say(line)
    say(f"hash {verdict.hash}")


def seed_lines(seeds: "SeedSummary") -> Iterator[str]:
    """Yield the findings about who could have chosen the deals."""
    from paigow.table.steps.mixing import REVISION

    if old := seeds.protocols[1]:
        yield f"protocol 1: {_rounds(old)}; the house could have known the seats' seeds when it committed"
    for protocol in sorted(set(seeds.protocols) - {1}):
        new = _rounds(seeds.protocols[protocol])
        yield f"protocol {protocol}: {new}; every server seed is the next in the published chain"
    if seeds.protocols[2]:
        yield "protocol 2: the house could choose among deals by letting a bot play or not"
    if seeds.loose:
        yield f"protocol 3: in {_rounds(seeds.loose)} the house could choose among deals by who stayed"
    if set(seeds.protocols) - {1}:
        found = ", ".join(f"{count} {seat.value}" for seat, count in sorted(seeds.seats.items()))
        yield f"seat seeds: {found or 'none'}"
        for player, count in sorted(seeds.missing.items()):
            yield f"no seed from {player} in {_rounds(count)}: it did not come in time, or the house left it out"
        for player, count in seeds.replaced.items():
            yield f"a bot's seed for {player} in {_rounds(count)}: the house may have put it in place of another"
        if seeds.unguarded:
            yield f"no fresh seed in {_rounds(seeds.unguarded)}: the house knew those deals in advance"
    for revision, count in sorted(seeds.earlier.items()):
        yield f"revision {revision} of the rules: {_rounds(count)}; the newest revision is {REVISION}"
    if seeds.redrawn:
        yield f"drawn or cut again after the deal could be known: {seeds.redrawn} times"
    if seeds.steered:
        yield f"{STEERED}: {seeds.steered} times"
    for cause, count in sorted(seeds.voids.items()):
        known = seeds.known_voids[cause]
        yield f"void: {_rounds(count)}, {cause}; in {known} of them the deal could be known"


def _rounds(count: int) -> str:
    return f"{count} round" if count == 1 else f"{count} rounds"


@contextmanager
def _opened(path: Path) -> Iterator[Iterable[str]]:
    """Open a file line by line, keeping its line feeds."""
    try:
        with path.open(encoding="utf-8", newline="\n") as file:
            yield file
    except UnicodeDecodeError:
        raise PaigowError(f"{path} is not a text file in UTF-8") from None
    except OSError as error:
        if error.filename is None:  # not this file: our output is no longer read
            raise
        raise PaigowError(f"{path} cannot be read: {error.strerror}") from None


@contextmanager
def _created(path: Path) -> Iterator[TextIO]:
    try:
        with path.open("w", encoding="utf-8", newline="\n") as file:
            yield file
    except OSError as error:
        raise PaigowError(f"{path} cannot be written: {error.strerror}") from None


def _counted(rounds: int) -> Iterable[int]:
    """Return the rounds, with a progress bar on standard error if there are many and it is a terminal."""
    if rounds < PROGRESS_FROM:
        return range(rounds)
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    if not console.is_terminal:
        return range(rounds)
    return track(range(rounds), description="dealing", console=console, transient=True)


def _say_summary(answer: dict[str, Any]) -> None:
    from paigow.money import format_cents

    def listed(counts: dict[str, int]) -> str:
        return ", ".join(f"{name} {count}" for name, count in counts.items())

    rows: list[tuple[str, ...]] = [
        ("rounds", f"{answer['rounds']} of {answer['standard']}, {answer['void']} void, seed {answer['seed']}"),
        ("banked by", listed(answer["banks"])),
    ]
    for kind, results in answer["results"].items():
        staked = format_cents(answer["wagered"].get(kind, 0))
        rows.append((kind, f"{staked} wagered: {listed(results)}"))
    rows += [
        ("commission", format_cents(answer["commission"])),
        ("house", format_cents(answer["inventory"])),
        *((f"meter {name}", format_cents(cents)) for name, cents in answer["meters"].items()),
        ("all accounts", f"{format_cents(answer['total'])}, as it must be"),
    ]
    if "record" in answer:
        rows.append(("record", f"{answer['record']}, hash {answer['hash']}"))
    say(table(rows))
    say()
    people = [
        (name, each["style"], *(format_cents(each[key]) for key in ("bought", "chips", "net")))
        for name, each in answer["players"].items()
    ]
    say(table([("player", "style", "bought", "has", "net"), *people]))
