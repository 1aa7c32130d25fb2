"""Commitment, deterministic stream, unbiased shuffle and dice, and their verification."""
