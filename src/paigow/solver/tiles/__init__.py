"""Pai Gow tiles, solved exactly."""
