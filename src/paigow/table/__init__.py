"""One round and one table as a pure state machine: commands in, events out.

`decide(state, command)` answers with events or refuses; `evolve(state, event)` makes the next state; `perform` does
both. `legal_commands(state, actor)` says what may be done, `view(state, viewer)` what may be seen.
"""

from paigow.table import (  # noqa: F401  (each registers its commands and events)
    banking,
    bonus,
    boxes,
    card_cut,
    card_deal,
    cards,
    closing,
    conduct,
    cutting,
    damage,
    dealer_sets,
    decks,
    delivery,
    discipline,
    disturbances,
    equipment,
    floor,
    inexact,
    irregularities,
    jacks,
    laja,
    mixing,
    opening,
    seating,
    seeds,
    setting,
    settlement,
    stacks,
    staking,
    start,
    surrender,
    wagers,
)
from paigow.table.engine import Command, Event, Offer, can, decide, evolve, legal_commands, perform
from paigow.table.game import Game
from paigow.table.games import game_of
from paigow.table.model import Phase, TableState

__all__ = [
    "Command",
    "Event",
    "Game",
    "Offer",
    "Phase",
    "TableState",
    "can",
    "decide",
    "evolve",
    "game_of",
    "legal_commands",
    "perform",
]
