"""What surrounds a request: the environment, the server, its limits, its end, and problems told as pages."""
