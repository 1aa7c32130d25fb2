"""The surroundings of a request: the environment, the server, its limits, its shutdown, and error pages."""
