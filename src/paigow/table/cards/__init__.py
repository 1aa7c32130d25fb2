"""Concerns unique to card games: decks and their devices, the cut, the deal, and the bonus wagers."""
