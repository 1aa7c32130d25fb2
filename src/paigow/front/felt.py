"""The felt as text and as HTML: who sits where, both hands of each player, and the results."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape

from paigow import art
from paigow.columns import columns
from paigow.comparison import Result
from paigow.money import format_cents
from paigow.table.core.model import MAIN, Hand, HandStatus, TableState
from paigow.table.steps.banking import bank_position

AMOUNTS = ("bet", "net", "chips")
SIGNS = {Result.WIN: "win", Result.PUSH: "push", Result.LOSE: "lose"}


@dataclass(frozen=True)
class Row:
    """One line of the felt: a position, who plays it, the bet, both hands and the result."""

    place: str
    name: str
    bet: str = ""
    low: str = ""
    low_name: str = ""
    high: str = ""
    high_name: str = ""
    result: str = ""
    net: str = ""
    chips: str = ""


def draw(state: TableState, chips: Mapping[str, int], before: Mapping[str, int]) -> str:
    """Return the felt as plain text, 80 to 120 columns wide, the way a chess board prints."""
    rows = [Row("", "", "bet", "low", "", "high", "", "", "", "chips"), *_rows(state, chips, before)]
    cells = []
    for name in Row.__dataclass_fields__:
        column = [getattr(row, name) for row in rows]
        width = max(map(len, column))
        if width:
            cells.append([cell.rjust(width) if name in AMOUNTS else cell for cell in column])
    return f"{_headline(state)}\n{columns(list(zip(*cells, strict=True)))}"


def draw_html(state: TableState, chips: Mapping[str, int], before: Mapping[str, int]) -> str:
    """Return the felt as an HTML table with drawn hands, for notebooks."""
    hands = state.round.hands if state.round else {}
    lines = []
    for position, row in _placed(state, chips, before):
        hand = hands.get(position)
        drawn = ""
        if hand is not None and hand.setting is not None and hand.status is HandStatus.EXPOSED:
            drawn = art.drawing([hand.setting.low, hand.setting.high], height=56)
        text = (row.place, row.name, row.bet, drawn, f"{row.low_name} / {row.high_name}" if row.low_name else "")
        cells = [*(each if each.startswith("<svg") else escape(each) for each in text), row.result, row.net, row.chips]
        lines.append(f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>")
    return f"<table><caption>{escape(_headline(state))}</caption>{''.join(lines)}</table>"


def _headline(state: TableState) -> str:
    where = f"round {state.round.number}, {state.phase}" if state.round else "no round yet"
    void = f" (void: {state.round.void})" if state.round and state.round.void else ""
    return f"{state.game.submission.title} · {where}{void}"


def _rows(state: TableState, chips: Mapping[str, int], before: Mapping[str, int]) -> Iterator[Row]:
    return (row for _, row in _placed(state, chips, before))


def _placed(state: TableState, chips: Mapping[str, int], before: Mapping[str, int]) -> Iterator[tuple[int, Row]]:
    """Yield the house first, then every occupied seat."""
    game = state.game
    bank = bank_position(state) if state.round else game.house
    if game.dealer is not None or bank == game.house:
        house = "dealer (bank)" if bank == game.house else "dealer"
        yield game.house, Row("", house, **_hand(state, game.house))
    for player in state.seated():
        position = player.position or 0
        name = f"{player.name} (bank)" if position == bank else player.name
        bet = sum(
            cents
            for key, cents in (state.round.wagers.items() if state.round else ())
            if key.player == player.name and key.kind == MAIN
        )
        results = [
            SIGNS[result]
            for key, result in (state.round.results.items() if state.round else ())
            if key.player == player.name and key.kind == MAIN
        ]
        net = chips.get(player.name, 0) - before.get(player.name, chips.get(player.name, 0))
        yield (
            position,
            Row(
                str(position),
                name,
                bet=_money(bet) if bet else "",
                **_hand(state, position),
                result=", ".join(results),
                net=f"{'+' if net > 0 else '−' if net < 0 else ''}{_money(abs(net))}" if state.round else "",
                chips=_money(chips.get(player.name, 0)),
            ),
        )


def _hand(state: TableState, position: int) -> dict[str, str]:
    """Return both hands if everyone may see them, otherwise backs."""
    hand = state.round.hands.get(position) if state.round else None
    if hand is None:
        return {}
    if hand.status is HandStatus.EXPOSED and hand.setting is not None:
        high_name, low_name = state.game.kit.names(hand.setting)
        return {
            "low": " ".join(map(str, hand.setting.low)),
            "low_name": low_name,
            "high": " ".join(map(str, hand.setting.high)),
            "high_name": high_name,
        }
    return {"low": _backs(hand, 2), "high": _backs(hand, len(hand.pieces) - 2)}


def _backs(hand: Hand, count: int) -> str:
    return hand.status if hand.status is HandStatus.SURRENDERED and count == 2 else " ".join(["##"] * count)


def _money(cents: int) -> str:
    return format_cents(cents).removesuffix(".00")
