"""Everything the site can do with tables.

Only this layer writes to the store; pages, streams and the API go through it.
"""
