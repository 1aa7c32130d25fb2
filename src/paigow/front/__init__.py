"""The public API: what `import paigow` offers, built from the layers below it.

`Game` answers questions about hands and prices bets, `Table` plays rounds, and `verify` and `replay` check records.
"""
