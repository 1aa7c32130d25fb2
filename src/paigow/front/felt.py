"""The felt as text and as HTML: who sits where, both hands of each player, and the results."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape

from paigow import art
from paigow.columns import columns
from paigow.comparison import Result
from paigow.money import format_cents
from paigow.table.core.model import BANK_STAKE, MAIN, Hand, HandStatus, TableState
from paigow.table.steps.banking import bank_position

AMOUNTS = ("bet", "side_bets", "net", "chips")
SIGNS = {Result.WIN: "win", Result.PUSH: "push", Result.LOSE: "lose"}


@dataclass(frozen=True)
class Row:
    """One line of the felt: a position, who plays it, the bets, both hands and the result."""

    place: str
    name: str
    bet: str = ""
    side_bets: str = ""
    low: str = ""
    low_name: str = ""
    high: str = ""
    high_name: str = ""
    result: str = ""
    net: str = ""
    chips: str = ""


def draw(state: TableState, chips: Mapping[str, int], before: Mapping[str, int]) -> str:
    """Return the felt as plain text, 80 to 120 columns wide, the way a chess board prints."""
    placed = [row for _, row in _placed(state, chips, before)]
    side_bets = "side bets" if any(row.side_bets for row in placed) else ""
    rows = [Row("", "", bet="bet", side_bets=side_bets, low="low", high="high", chips="chips"), *placed]
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
        bets = f"{row.bet} + {row.side_bets}" if row.side_bets else row.bet
        text = (row.place, row.name, bets, drawn, f"{row.low_name} / {row.high_name}" if row.low_name else "")
        cells = [*(each if each.startswith("<svg") else escape(each) for each in text), row.result, row.net, row.chips]
        lines.append(f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>")
    return f"<table><caption>{escape(_headline(state))}</caption>{''.join(lines)}</table>"


def _headline(state: TableState) -> str:
    where = f"round {state.round.number}, {state.phase}" if state.round else "no round yet"
    void = f" (void: {state.round.void})" if state.round and state.round.void else ""
    return f"{state.game.submission.title} · {where}{void}"


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
        wagers = state.round.wagers.items() if state.round else ()
        own = [(key.kind in (MAIN, BANK_STAKE), cents) for key, cents in wagers if key.player == player.name]
        bet, side_bets = (sum(cents for main, cents in own if main is which) for which in (True, False))
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
                side_bets=_money(side_bets) if side_bets else "",
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
