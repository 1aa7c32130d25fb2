"""The floor's tasks: stopping a table, ruling on irregularities, recording conduct, and looking after the equipment."""
