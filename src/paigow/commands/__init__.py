"""The commands of `paigow`, one module per subject.

Each imports what it needs when it runs, so that starting is fast.
"""
