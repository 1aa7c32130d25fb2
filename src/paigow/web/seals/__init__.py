"""Tamper evidence: encryption, signatures and hash chains."""
