"""The page's help: its keys, and the events in the short log."""

from django.utils.translation import gettext as _

from paigow.table import Event

TOLD = frozenset(
    {
        "BankAccepted",
        "WagerPlaced",
        "WagerWithdrawn",
        "StartDetermined",
        "HandSet",
        "HouseHandSet",
        "BankHandExposed",
        "HandExposed",
        "Surrendered",
        "JacksDeclared",
        "WagerSettled",
        "SideWagerSettled",
        "BankSettled",
        "BankUncovered",
        "EnvyPaid",
        "ProgressiveHit",
        "ProgressivePaid",
        "RoundSettled",
        "RoundAbandoned",
        "RoundVoided",
        "TableStopped",
        "TableResumed",
        "PlayerSeated",
        "PlayerLeft",
    }
)
"""Events of the short log; all others are steps of procedure."""
PROOF = frozenset({"RoundOpened", "SeedGiven"})
"""Events that tell a commitment or a seed, which players find under "Is this deal fair?"."""


def is_detail(event: Event) -> bool:
    """Return whether an event is only in the full log. Events that move chips are always in the short log."""
    return type(event).__name__ not in TOLD and not event.transfers


def is_proof(event: Event) -> bool:
    """Return whether an event only tells what the deal can be verified with."""
    return type(event).__name__ in PROOF


def help_keys() -> tuple[tuple[tuple[str, ...], str], ...]:
    """Return every key of the table page and what it does, modelled on the terminal client."""
    return (
        (("↵",), _("The gold button: sit, deal, pick up, set")),
        (("␣",), _("Skip to the result")),
        (("1", "…", "7"), _("Pick a chip, or a card or tile for the low hand")),
        (("B",), _("Put the chip on the main bet")),
        (("Q", "W", "E", "T"), _("Put the chip on a side bet")),
        (("U", "C", "D", "R"), _("Undo, clear, double, rebet")),
        (("S",), _("Sort by rank or suit")),
        (("H",), _("Lay out the house way")),
        (("G",), _("Surrender")),
        (("N",), _("Pass the bank, or do not cut")),
        (("K",), _("Which hand is better?")),
        (("M", "L", "O", "P", "F"), _("Menu, log, results, pay tables, is it fair?")),
        (("Y", "X"), _("Real layout, more")),
        (("V",), _("Send a quick phrase")),
        (("?",), _("This help")),
        (("Esc",), _("Close the open panel")),
    )
