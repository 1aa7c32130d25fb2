"""The building blocks of a table: values, the decider, a game's description of itself, and its pieces."""
