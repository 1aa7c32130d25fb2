"""The parts of the site that are visible to its operators: logs, health and metrics.

They never contain a hidden card or tile, or a secret.
"""
