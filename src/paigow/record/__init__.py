"""The round file: write, read, replay and verify."""
