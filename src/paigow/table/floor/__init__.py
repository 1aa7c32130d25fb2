"""What the floor does: stop a table, rule on what goes wrong, note conduct, and look after the equipment."""
