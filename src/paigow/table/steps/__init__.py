"""The steps of a round in order, each with its commands and events."""
