"""Pages of the floor and of the operator."""
