"""Checks of everything a house has kept, from the first event on."""
