"""Exact odds by enumeration, advice for one hand, simulation and par sheets."""
