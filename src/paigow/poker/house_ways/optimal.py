"""The best fixed house way found for a house that banks at five percent: computed, not written.

`paigow solve maryland-poker` finds it; the certificate says how much any other fixed way could gain.
"""

from importlib import resources

from paigow.poker.table_way import RULES, TableWay

HOUSE_WAY = TableWay(
    "optimal",
    "computed by paigow solve maryland-poker --commission 5%",
    RULES,
    resources.files("paigow.poker.house_ways").joinpath("optimal.table").read_bytes(),
)
