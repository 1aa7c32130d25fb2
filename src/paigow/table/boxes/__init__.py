"""What only New Zealand has: boxes with several bettors, a banker's stake, the laja, and discipline."""
