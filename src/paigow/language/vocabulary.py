"""Messages of the core that are values rather than calls, for the catalogue.

Sentences of the log, movements of chips, hands of pay tables, rules of house ways, cuts, calls and titles. A record has
them in English, word for word.
"""

from collections.abc import Iterator
from itertools import combinations

from paigow.money import Movement
from paigow.poker import HOUSE_WAYS as POKER_WAYS
from paigow.poker import PAYTABLES, AceHighClass
from paigow.poker.house_way import GAP_RULE
from paigow.record.tellings import templates
from paigow.rules import STANDARDS, load_submission
from paigow.rules.wagers import NAMES
from paigow.table import game_of
from paigow.tiles import DELIVERIES, PAIR_FORTUNES_PAYTABLES
from paigow.tiles import HOUSE_WAYS as TILE_WAYS

JACKS = (2, 3, 4)
"""How many jacks in a dealer's hand can pay."""


def vocabulary() -> set[str]:
    """Return every such message once."""
    return {*_words(), *templates()} - {""}


def _words() -> Iterator[str]:
    yield from (move.value for move in Movement if move not in (Movement.AWARD, Movement.ENVY))
    yield from ("{line}, {odds}", "Envy Bonus, {hand}", "{amount} to 1", "{amount} for 1", "{amount}% of the meter")
    yield from (f"{{amount}}% of the {meter} meter" for meter in ("mega", "major", "minor"))
    yield from (delivery.name for delivery in DELIVERIES.values())
    yield from (rule.name for way in POKER_WAYS.values() for rule in way.rules)
    yield from (name for way in TILE_WAYS.values() for rule in way.rules for name in (rule.name, rule.plain))
    yield from (rule.name for rule in GAP_RULE.values())
    yield from (str(hand) for table in PAIR_FORTUNES_PAYTABLES.values() for hand in table)
    for table in (table for tables in PAYTABLES.values() for table in tables.values()):
        yield from (str(line.hand) for line in table.lines)
        yield from (line.meter or "" for line in table.lines)
    several = (lines for count in (2, 3) for lines in combinations(AceHighClass, count))
    yield from (" + ".join(lines) for lines in several)
    yield from (f"{jacks} jacks" for jacks in JACKS)
    yield from NAMES.values()
    for name, standard in STANDARDS.items():
        game = game_of(load_submission(name))
        yield from (standard.title, game.submission.operator, *game.ending.calls.values())
