"""The self-test before the server listens: randomness, encryption and rules give known answers.

See gaming standards G12 and R15. The files of the program are checked separately, while it serves (`watch`).
"""

import hashlib
import json
from collections.abc import Callable
from typing import Final

from paigow.errors import PaigowError
from paigow.fairness import new_server_seed
from paigow.fairness.vectors import vectors
from paigow.rules import load_submission
from paigow.table import game_of
from paigow.web.seals.sealing import SealBroken, is_signed, public_key, seal, sign, unseal

VECTORS: Final = "b502785b816035b8ff2f142c734ec9d600c62b44c1dcfc31632ab9f2cfbb0c3f"
"""SHA-256 of the published test vectors, as canonical JSON."""
# A sample: known answers of the house ways that come with the package. A further document has tests of its own.
HOUSE_WAY: Final = {
    "maryland-tiles": ("66 11 24 45", "66 45 / 11 24"),
    "new-zealand": ("66 11 24 45", "66 45 / 11 24"),
    "maryland-poker": ("As Ah Kd Kc Qs Qh 2c", "Kd Kc Qs Qh 2c / As Ah"),
    "dealer-open": ("As Ah Kd Kc Qs Qh 2c", "Kd Kc Qs Qh 2c / As Ah"),
}
PLACE: Final = "self-test"


def the_source_of_seeds() -> bool:
    """Check that no two seeds are equal and none is empty."""
    seeds = {new_server_seed() for _ in range(64)}
    return len(seeds) == 64 and all(len(seed) == 32 and any(seed) for seed in seeds)


def the_deal() -> bool:
    return hashlib.sha256(json.dumps(vectors(), sort_keys=True).encode()).hexdigest() == VECTORS


def the_rules() -> bool:
    for standard, (pieces, setting) in HOUSE_WAY.items():
        kit = game_of(load_submission(standard)).kit
        if str(kit.house_set(kit.parse(pieces)).setting) != setting:
            return False
    return True


def the_seal() -> bool:
    """Return the opened value; it opens only in its own place and unaltered."""
    sealed = seal({"order": [1, 2]}, PLACE)
    if unseal(sealed, PLACE) != {"order": [1, 2]}:
        return False
    for altered, place in ((sealed[:-1] + bytes([sealed[-1] ^ 1]), PLACE), (sealed, "elsewhere")):
        try:
            unseal(altered, place)
        except SealBroken:
            continue
        return False
    return True


def the_signature() -> bool:
    signature = sign(PLACE)
    return is_signed(PLACE, signature, public_key()) and not is_signed("another", signature, public_key())


CHECKS: Final[tuple[Callable[[], bool], ...]] = (the_source_of_seeds, the_deal, the_rules, the_seal, the_signature)


def self_test() -> None:
    """Run the self-test; raise if an answer is not the known one."""
    for check in CHECKS:
        if not check():
            raise PaigowError(f"the program does not pass its self-test and will not serve: {check.__name__}")
