"""What only New Zealand has: boxes that several wager on, a banker who stakes, the laja, and discipline."""
