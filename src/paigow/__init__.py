"""Pai Gow, tiles and poker: play, prove and price, as four rule documents describe it."""

__version__ = "0.1.0"
