"""Checking a whole database, and taking it elsewhere: audit, backup, restore, export."""
