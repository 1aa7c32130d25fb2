"""The steps of a round, in the order in which a table goes through them, each with its commands and events."""
