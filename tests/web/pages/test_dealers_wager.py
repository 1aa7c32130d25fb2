"""Where the page shows the dealer's wager against a player's bank (MDT-9.I)."""

from paigow.money import CHIPS
from paigow.rules import load_submission
from paigow.table import Phase, TableState, game_of
from paigow.table.driver import new_table
from paigow.table.layout import layout_of
from paigow.table.script import Plan, TableScript
from paigow.table.view import seen_by
from paigow.web.pages.table.felt import zones
