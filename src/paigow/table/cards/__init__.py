"""What only card games have: decks and their devices, the cut, the deal of cards, and the bonus wagers."""
