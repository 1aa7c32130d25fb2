"""Bots at the tables, created on demand from the names and styles in the table's row."""

from functools import lru_cache

from django.utils import timezone

from paigow.bots import USUAL as USUAL_STYLES
from paigow.bots import Bot, known_style
from paigow.errors import PaigowError
from paigow.record.seeds import STEERING
from paigow.table import Command, TableState
from paigow.table.boxes.staking import YieldBank
from paigow.table.cards.card_cut import CutCards, PassCut
from paigow.table.steps.banking import AcceptBank, PassBank
from paigow.table.steps.seating import BuyIn, SitDown, rack_of
from paigow.table.steps.seeds import deal_known
from paigow.table.steps.wagers import total_against_bank
from paigow.web.service.attendance import is_bot
from paigow.web.service.loading import locked
from paigow.web.store.models import Table

NAMES = ("bot-an", "bot-bao", "bot-chen", "bot-dong", "bot-fei", "bot-gang", "bot-hua")
STACK = 200  # table minimums
USUAL = next(iter(USUAL_STYLES))  # the style of a bot that is about to leave


def sent_away(table: Table, state: TableState) -> str | None:
    """Return a bot at the table that is no longer wanted."""
    return next((name for name in state.players if is_bot(name) and name not in table.bots), None)


@lru_cache(maxsize=16_384)  # more than a process has at its tables
def bot(slug: str, name: str, style: str) -> Bot:
    """Return the bot.

    It remembers only its plan for the current round, so after a restart a new one does just as well.
    """
    return Bot(name, style, seed=slug)


def move(slug: str, name: str, style: str, state: TableState) -> Command | None:
    """Return the bot's next command.

    Once the house could know the deal, none of its bots makes a choice that affects who gets which pieces.
    """
    command = bot(slug, name, style)(state, name)
    if isinstance(command, YieldBank) and not total_against_bank(state):  # it waits for bets that it can cover
        return None
    if command is None or not isinstance(command, STEERING) or not deal_known(state):
        return command
    if isinstance(command, AcceptBank):  # without a chain the house knows every deal anyway
        return PassBank(player=name) if state.chain else command
    return PassCut(player=name) if isinstance(command, CutCards) else None


def seating(table: Table, state: TableState) -> Command | None:
    """Return a bot's action between rounds: sit down where a seat is free, or buy chips when it is running low."""
    for name in table.bots:
        player = state.players.get(name)
        if player is None:
            free = next((place for place in state.game.seats if state.at(place) is None), None)
            if free is not None and state.round is None:
                return SitDown(player=name, position=free, seed=name)
        elif not player.away and rack_of(state, name) < state.game.options.minimum * STACK // 8:
            return BuyIn(player=name, amount=state.game.options.minimum * STACK)
    return None


def styles(count: int, style: str = "") -> dict[str, str]:
    """Return the names and styles of this many bots, either all of one style or each with its own."""
    ways = (known_style(style),) if style else tuple(USUAL_STYLES)
    return {name: ways[number % len(ways)] for number, name in enumerate(NAMES[:count])}


def invite(slug: str, count: int) -> None:
    """Set the number of bots at the table, free seats permitting; surplus bots leave after the round."""
    if not 0 <= count <= len(NAMES):
        raise PaigowError("a table has 0 to {count} bots, not {asked}", count=len(NAMES), asked=count)
    with locked(slug) as table:
        table.bots = styles(count)
        table.due_at = timezone.now()
        table.save(update_fields=("bots", "due_at"))
