"""Development and test tools: local programs, databases, servers, translation catalogues."""
