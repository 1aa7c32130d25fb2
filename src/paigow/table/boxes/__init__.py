"""Concerns unique to New Zealand: boxes with several bettors, a banker's stake, the laja, and discipline."""
