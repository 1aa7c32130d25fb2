"""The regulator's back office: it audits, backs up, exports and monitors a house that the site runs.

Nothing in the site imports it: the project names its URLs, its pages and its background work.
"""
