"""Advice on one hand, warm and from a cold start."""

import subprocess
import sys
from random import Random

from benchmarks.timing import line, shortest
from paigow.analysis.advice import advise_poker, advise_tiles
from paigow.poker import DECK
from paigow.tiles import TILE_SET

COLD = (
    "from paigow.analysis.advice import advise_poker; from paigow.poker import parse_cards; "
    "advise_poker(parse_cards('As Ks Qs Js 9s 9h 2d'))"
)


def main() -> None:
    rng = Random(1)
    hands = [rng.sample(DECK, 7) for _ in range(50)]
    advise_poker(hands[0])
    each = shortest(lambda: [advise_poker(hand) for hand in hands]) / len(hands)
    line("poker, one hand", f"{each * 1000:,.1f} ms", "goal: 20 ms")
    tiles = [rng.sample(TILE_SET, 4) for _ in range(50)]
    advise_tiles(tiles[0])
    each = shortest(lambda: [advise_tiles(hand) for hand in tiles]) / len(tiles)
    line("tiles, one hand", f"{each * 1000:,.1f} ms")
    cold = shortest(lambda: subprocess.run([sys.executable, "-c", COLD], check=True))
    line("poker, cold start of Python and all", f"{cold:,.2f} s", "goal: 2 s")


if __name__ == "__main__":
    main()
