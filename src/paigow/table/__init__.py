"""One round and one table as a pure state machine: commands in, events out.

`decide(state, command)` returns events or refuses; `evolve(state, event)` returns the next state; `perform` does both.
`legal_commands(state, actor)` lists what the actor may do, and `view(state, viewer)` returns what the viewer may see.
"""

from paigow.table.boxes import (  # noqa: F401
    boxes,
    cutting,
    damage,
    dealer_sets,
    discipline,
    disturbances,
    inexact,
    laja,
    staking,
)
from paigow.table.cards import (  # noqa: F401
    bonus,
    card_cut,
    card_deal,
    cards,
    decks,
    jacks,
)
from paigow.table.core.engine import Command, Event, Offer, can, decide, evolve, legal_commands, perform
from paigow.table.core.game import Game
from paigow.table.core.model import Phase, TableState
from paigow.table.floor import (  # noqa: F401
    conduct,
    equipment,
    floor,
    irregularities,
)
from paigow.table.games import game_of
from paigow.table.steps import (  # noqa: F401
    banking,
    closing,
    delivery,
    mixing,
    opening,
    seating,
    seeds,
    setting,
    settlement,
    stacks,
    start,
    surrender,
    wagers,
)

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
