"""What a table is made of: values, the decider, a game's description of itself, and its pieces."""
