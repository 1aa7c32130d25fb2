"""Checking a whole house, and taking it elsewhere: audit, export, backup and restore. Nothing here deals."""
