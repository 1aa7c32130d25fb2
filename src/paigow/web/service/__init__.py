"""Every operation that the site performs on tables.

Only this layer writes to the store; pages, streams and the API go through it.
"""
