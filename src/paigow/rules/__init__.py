"""The four standards, an operator's submission within them, the readings and the clause index."""
