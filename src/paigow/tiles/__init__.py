"""The 32 tiles: faces and notation, ranking, house ways, deliveries, starting positions and the pair bonus."""

from paigow.tiles.cuts import CUTS, DELIVERIES, NEW_ZEALAND_DELIVERIES, Cut, approved_cut, operator_delivery
from paigow.tiles.delivery import (
    MARYLAND_DELIVERIES,
    BankCut,
    Delivery,
    Provenance,
    delivery_table,
    place,
)
from paigow.tiles.house_way import HouseSetting, HouseWay
from paigow.tiles.house_ways import HOUSE_WAYS, find_house_way
from paigow.tiles.pair_fortunes import (
    PAIR_FORTUNES_PAYTABLES,
    PairFortune,
    PairFortunePay,
    PairFortunesPaytable,
    classify_pair_fortune,
)
from paigow.tiles.ranking import Document, HandKind, TwoTileRank, TwoTiles, compare_hands, rank_pair
from paigow.tiles.setting import TileSetting, compare, hand_kinds, settings
from paigow.tiles.tile import TILE_SET, TILES, FourTiles, Tile, four_tiles, parse_tiles

__all__ = [
    "CUTS",
    "DELIVERIES",
    "HOUSE_WAYS",
    "MARYLAND_DELIVERIES",
    "NEW_ZEALAND_DELIVERIES",
    "PAIR_FORTUNES_PAYTABLES",
    "TILES",
    "TILE_SET",
    "BankCut",
    "Cut",
    "Delivery",
    "Document",
    "FourTiles",
    "HandKind",
    "HouseSetting",
    "HouseWay",
    "PairFortune",
    "PairFortunePay",
    "PairFortunesPaytable",
    "Provenance",
    "Tile",
    "TileSetting",
    "TwoTileRank",
    "TwoTiles",
    "approved_cut",
    "classify_pair_fortune",
    "compare",
    "compare_hands",
    "delivery_table",
    "find_house_way",
    "four_tiles",
    "hand_kinds",
    "operator_delivery",
    "parse_tiles",
    "place",
    "rank_pair",
    "settings",
]
