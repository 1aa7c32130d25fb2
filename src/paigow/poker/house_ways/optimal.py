"""The best fixed house ways, which were computed, not written.

`tools.solved_strategies` copies them from the shipped solutions.

`optimal` is the best found for a house that banks at five percent; the certificate says how much any other could gain.
`optimal-open` is proved best for a dealer whose hand is open (Dealer Open).
"""

from importlib import resources

from paigow.poker.table_way import RULES, TableWay


def _computed(name: str, command: str) -> TableWay:
    table = resources.files("paigow.poker.house_ways").joinpath(f"{name}.table").read_bytes()
    return TableWay(name, f"computed by {command}", RULES, table)


HOUSE_WAY = _computed("optimal", "paigow solve maryland-poker --commission 5%")
OPEN = _computed("optimal-open", "paigow solve dealer-open")
