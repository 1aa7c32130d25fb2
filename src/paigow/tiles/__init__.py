"""The 32 tiles: faces and notation, ranking, house ways, deliveries, starting positions and the pair bonus."""
