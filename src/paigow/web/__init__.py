"""The house: a site that keeps accounts, tables and every event, and loses nothing.

The framework stays at this edge. Views call the application service (`service`), which loads a table, decides with
the core, and appends; everything that leaves is rendered from a view of the core.
"""
