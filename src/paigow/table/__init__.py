"""One round and one table as a pure state machine: commands in, events out."""
