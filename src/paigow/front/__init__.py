"""The front door: what `import paigow` offers, built from the layers below it.

`Game` answers questions about hands and prices bets, `Table` plays rounds, `verify` and `replay` check records.
"""
