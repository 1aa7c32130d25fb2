"""Pages of the floor and the operator."""
