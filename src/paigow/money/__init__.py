"""Cents, odds, vigorish, the double-entry ledger and progressive meters."""
