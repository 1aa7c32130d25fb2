"""Checks of everything a house has stored, from the first event on."""
