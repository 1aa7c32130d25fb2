"""Rounds of pai gow poker as PHH, PokerKit's hand history format.

PHH has no code for pai gow poker. We use `PGP`, so a reader can load the fields and cards but has no engine to play
them with. Fields that PHH does not define start with `_paigow_`, as PHH requires of user-defined fields. PHH has no
symbol for the joker, which is written as an unknown card (`??`); `_paigow_cards` lists all cards in our notation.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from paigow.errors import PaigowError
from paigow.record.rows import Row, rows
from paigow.record.toml import value
from paigow.rules import STANDARDS

VARIANT = "PGP"
JOKER = "Jk"
BANK = "house"


def hands(lines: Iterable[str]) -> Iterator[str]:
    """Yield each round of a card record as the text of a separate PHH file."""
    for _, played in groupby(rows(lines), key=lambda row: row.round):
        found = list(played)
        if STANDARDS[found[0].standard].game != "poker":
            raise PaigowError("PHH is for cards; this record is of tiles")
        yield _text([row for row in found if row.kind == "main"] or found)


def _text(mains: list[Row]) -> str:
    """Return a round as PHH: the players in order of position, then the house if it banks."""
    players = list({(row.position, row.player): row for row in mains}.values())
    first = players[0]
    names = [row.player for row in players]
    cards = [row.pieces for row in players]
    settings = [_setting(row.high, row.low) for row in players]
    won = [_net(row) for row in players]
    stakes = [row.wagered for row in players]
    if first.bank not in names:
        names.append(first.bank or BANK)
        cards.append(first.bank_pieces)
        settings.append(_setting(first.bank_high, first.bank_low))
        won.append(-sum(won) - sum(row.vigorish for row in players))
        stakes.append(0)
    actions = [f"d dh p{n} {_phh(dealt)}" for n, dealt in enumerate(cards, start=1) if dealt]
    actions += [f"p{n} sm {_phh(shown)}" for n, shown in enumerate(settings, start=1) if shown]
    fields: dict[str, Any] = {
        "variant": VARIANT,
        "antes": [0] * len(names),
        "min_bet": 1,
        "starting_stacks": [max(stake, 1) for stake in stakes],
        "actions": actions,
        "hand": first.round,
        "table": first.table,
        "seats": [row.position for row in players] + [0] * (len(names) - len(players)),
        "players": names,
        "winnings": [max(net, 0) for net in won],
        "currency": "USD",
        "_paigow_standard": first.standard,
        "_paigow_seed": first.seed,
        "_paigow_void": first.void,
        "_paigow_cards": cards,
        "_paigow_settings": settings,
        "_paigow_wagered": [row.wagered for row in players],
        "_paigow_results": [row.result for row in players],
        "_paigow_net": won,
    }
    return "".join(f"{name} = {value(item)}\n" for name, item in fields.items())


def _setting(high: str, low: str) -> str:
    return f"{high} / {low}" if high else ""


def _phh(cards: str) -> str:
    return "".join("??" if card == JOKER else card for card in cards.replace("/", "").split())


def _net(row: Row) -> int:
    """Return the net gain in cents, after commission."""
    match row.result:
        case "win":
            return row.won - row.vigorish
        case "lose" | "surrender":
            return -row.wagered
    return 0
