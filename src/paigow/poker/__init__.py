"""The 53 cards: notation, evaluation with the joker, house ways and seven-card bonus classes."""
