"""Accounts, roles, play money and limits."""
