"""What a table is made of: values, the decider, what a game says about itself, and its pieces."""
