"""Money as the page shows it: short amounts, and piles of chips by denomination."""

from paigow.money import Chips, format_cents
from paigow.table.core.game import Game
from paigow.web.pages.table.pieces import Pile

USUAL = Chips((100, 500, 2500, 10000, 50000, 100000))
TALLEST = 7  # the number of chips drawn for one pile


def short(cents: int) -> str:
    """Return an amount without zero cents, and with a real minus sign."""
    return format_cents(cents).removesuffix(".00").replace("-", "−")


def typed(cents: int) -> str:
    """Return an amount as the value of a number field."""
    whole, rest = divmod(cents, 100)
    return f"{whole}.{rest:02}" if rest else str(whole)


def chips_of(game: Game) -> Chips:
    """Return the chip denominations of a table: those of its submission, or else the usual ones."""
    own = getattr(getattr(game.submission, "table", None), "chips", None)
    return Chips(tuple(own)) if own else USUAL


def face(value: int) -> str:
    """Return the text on a chip."""
    if value < 100:
        return f"{value}¢"
    return f"{value // 100000}K" if value % 100000 == 0 else typed(value)


def css(value: int) -> str:
    return f"chip-{value}"


def pile(amount: int, chips: Chips) -> Pile:
    """Return the amount in as few chips as possible, large ones at the bottom; small change is not drawn."""
    drawn: list[tuple[str, str]] = []
    left = amount
    for value in reversed(chips.values):
        number, left = divmod(left, value)
        drawn += [(css(value), face(value))] * number
    return Pile(amount, tuple(drawn[:TALLEST]))
