"""`paigow set`, `paigow compare` and `paigow classify`: questions about a hand that need no table."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Annotated, TextIO

import typer

from paigow.commands.output import say, say_json, table
from paigow.errors import PaigowError
from paigow.hands import open_hands
from paigow.hands.answers import Answer, classify_answer, compare_answer, set_answer
from paigow.rules.house_way_files import house_way_text

Rules = Annotated[str, typer.Argument(metavar="RULES", help="A standard's name, or the path to a submission file.")]
Pieces = Annotated[
    list[str] | None, typer.Argument(metavar="PIECES", help="Tiles such as 66 11 24 12, or cards such as As Td 9c Jk.")
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
From = Annotated[
    str | None,
    typer.Option(
        "--from",
        metavar="FILE",
        help="Read hands from a file, or - for standard input; print one JSON object per line.",
    ),
]
HouseWay = Annotated[
    str | None,
    typer.Option(
        "--house-way",
        metavar="NAME|FILE",
        parser=house_way_text,
        help="Use this house way instead of the submission's; a name, or a file written by `solve`.",
    ),
]


def set_hand(
    rules: Rules, pieces: Pieces = None, as_json: Json = False, source: From = None, house_way: HouseWay = None
) -> None:
    """Set a hand the house way."""
    hands = open_hands(rules, house_way)
    if source is not None:
        _each_line(source, pieces, partial(set_answer, hands))
        return
    answer = set_answer(hands, _pieces(pieces))
    if as_json:
        say_json(answer)
        return
    say(table([("High", answer["high"], answer["high_name"]), ("Low", answer["low"], answer["low_name"])]))
    say(f"{answer['rule']} [{answer['clause']}]")


def compare(
    rules: Rules,
    player: Annotated[str | None, typer.Argument(metavar='"HIGH / LOW"', help="The player's hands.")] = None,
    bank: Annotated[str | None, typer.Argument(metavar='"HIGH / LOW"', help="The bank's hands.")] = None,
    as_json: Json = False,
    source: From = None,
) -> None:
    """Compare a player's hands with the bank's. In a file, each line is: player's HIGH / LOW | bank's HIGH / LOW."""
    hands = open_hands(rules)
    if source is not None:

        def compare_line(line: str) -> Answer:
            players, stroke, banks = line.partition("|")
            if not stroke:
                raise PaigowError("a line has the player's HIGH / LOW, a bar |, and the bank's HIGH / LOW")
            return compare_answer(hands, players, banks)

        _each_line(source, [each for each in (player, bank) if each], compare_line)
        return
    if player is None or bank is None:
        raise PaigowError("give two settings as \"HIGH / LOW\", the player's and then the bank's")
    answer = compare_answer(hands, player, bank)
    if as_json:
        say_json(answer)
        return
    rows: list[tuple[str, ...]] = [("", "Player", "Bank", "")]
    for hand in ("high", "low"):
        sides = [f"{answer[side][hand]} ({answer[side][f'{hand}_name']})" for side in ("player", "bank")]
        won = "copy, to the bank" if answer[hand] == "copy" else answer[hand]
        rows.append((hand.capitalize(), *sides, f"{won} [{answer[f'{hand}_clause']}]"))
    say(table(rows))
    reason = f", for {answer['reason']}" if answer["reason"] else ""
    say(f"The player's wager: {answer['result']}{reason} [{answer['clause']}]")


def classify(rules: Rules, pieces: Pieces = None, as_json: Json = False, source: From = None) -> None:
    """Show how the side bets rate a hand, and what they pay."""
    hands = open_hands(rules)
    if source is not None:
        _each_line(source, pieces, partial(classify_answer, hands))
        return
    answer = classify_answer(hands, _pieces(pieces))
    if as_json:
        say_json(answer)
        return
    if "best_name" in answer:
        say(f"{answer['pieces']}: {answer['best_name']}")
    if "jacks" in answer:
        jacks = "1 jack" if answer["jacks"] == 1 else f"{answer['jacks']} jacks"
        say(f"As the dealer's hand: {jacks}" + (", every main wager loses" if answer["jacks"] > 1 else ""))
    rows: list[tuple[str, ...]] = [
        (wager["name"], wager["class"] or "nothing", wager["pays"] or "loses", f"[{wager['clause']}]")
        for wager in answer["wagers"]
    ]
    say(table(rows) if rows else f"{rules} offers no optional wager")


def _pieces(pieces: list[str] | None) -> str:
    if not pieces:
        raise PaigowError("give the cards or tiles of a hand, or --from FILE")
    return " ".join(pieces)


def _each_line(source: str, pieces: list[str] | None, answer: Callable[[str], Answer]) -> None:
    """Print one answer for each line that is not blank.

    An invalid line produces `line`, `error` and `clause`, and processing continues; the exit status is then 2.
    """
    if pieces:
        raise PaigowError("give either a hand or --from FILE, not both")
    wrong = 0
    with _opened(source) as lines:
        write, dumps = sys.stdout.write, json.JSONEncoder(ensure_ascii=False).encode
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            try:
                found = answer(line)
            except PaigowError as error:
                wrong += 1
                found = {"line": number, "error": error.message, "clause": error.clause}
            write(dumps(found) + "\n")
    sys.stdout.flush()
    if wrong:
        raise PaigowError(f"{wrong} {'line' if wrong == 1 else 'lines'} of {source} could not be answered")


@contextmanager
def _opened(source: str) -> Iterator[TextIO]:
    try:
        if source == "-":
            yield sys.stdin
        else:
            with open(source, encoding="utf-8-sig") as file:
                yield file
    except UnicodeDecodeError:
        raise PaigowError(f"{source} is not a text file in UTF-8") from None
    except OSError as error:
        if error.filename is None:
            raise
        raise PaigowError(f"{source} cannot be read: {error.strerror}") from None
