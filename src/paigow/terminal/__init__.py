"""Play and practice in a terminal."""
