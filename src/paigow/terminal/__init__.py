"""Play and practise in a terminal."""
