"""Stored progress in the drills."""
