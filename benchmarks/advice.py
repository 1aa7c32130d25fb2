"""Advice on one hand, warm and from a cold start."""

import subprocess
import sys
from random import Random

from benchmarks.timing import line, shortest
from paigow.analysis import advise
from paigow.poker import DECK
from paigow.tiles import TILE_SET

COLD = "from paigow.analysis import advise; advise('maryland-poker', 'As Ks Qs Js 9s 9h 2d')"


def main() -> None:
    rng = Random(1)
    hands = [list(map(str, rng.sample(DECK, 7))) for _ in range(50)]
    advise("maryland-poker", hands[0])
    each = shortest(lambda: [advise("maryland-poker", hand) for hand in hands]) / len(hands)
    line("poker, one hand", f"{each * 1000:,.1f} ms", "goal: 20 ms")
    tiles = [list(map(str, rng.sample(TILE_SET, 4))) for _ in range(50)]
    advise("maryland-tiles", tiles[0])
    each = shortest(lambda: [advise("maryland-tiles", hand) for hand in tiles]) / len(tiles)
    line("tiles, one hand", f"{each * 1000:,.1f} ms")
    cold = shortest(lambda: subprocess.run([sys.executable, "-c", COLD], check=True))
    line("poker, cold start of Python and all", f"{cold:,.2f} s", "goal: 2 s")


if __name__ == "__main__":
    main()
