"""What the floor does: stop a table, rule on irregularities, record conduct, and look after the equipment."""
