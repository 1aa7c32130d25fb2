"""The method by which a par sheet's figures were computed, in the words printed on it."""

COMMON = (
    "Every figure on this sheet is exact: a count of equally likely deals, or a fraction made of such counts. Nothing "
    "was sampled and nothing rounded along the way; decimals are rounded where they are printed.",
    "Edge is the player's expected loss per unit wagered, return is one minus the edge, and hit frequency is the "
    "share of deals in which the wager gains anything. The standard deviation is that of one wager of one unit. The "
    "volatility index is 1.645 standard deviations: the average return of n wagers lies within that index divided by "
    "the square root of n of the return, nine times in ten, where n is large enough for the normal approximation.",
)

GAMES = {
    "tiles": (
        "Tiles: all 3,620 kinds of four tiles out of 32 are set by the house way, and every kind is compared with "
        "every kind the other side can then hold, weighted by the number of ways to draw both: 736,281,000 ordered "
        "deals. Best play chooses for each kind the setting with the highest expectation against the house way."
    ),
    "poker": (
        "Cards: the 154,143,080 hands of seven out of 53 cards fall into 292,253 types that every rule treats alike. "
        "The house way sets each type once, by the engine that deals the game. Deals of two hands, "
        "8,250,459,031,214,400 of them, are counted by inclusion and exclusion over the cards that two hands would "
        "share, in integers throughout. Best play chooses for every single hand the setting with the highest "
        "expectation against the house way, given the cards held."
    ),
}
SEVEN = "Optional wagers are judged on the seven cards dealt, by type, whatever the setting."
FOUR = "The optional wager is judged on the four tiles dealt, whatever the setting."


def method(game: str, optional: bool) -> tuple[str, ...]:
    """Return the paragraphs that apply to a sheet."""
    last = (SEVEN if game == "poker" else FOUR,) if optional else ()
    return (COMMON[0], GAMES[game], *last, COMMON[1])
