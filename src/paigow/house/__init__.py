"""The regulator's back office: it audits, backs up, exports and watches a house that the site runs.

Nothing in the site imports it: the project names its addresses, its pages and what it does beside the requests.
"""
