"""Background work: calculations in separate processes, and their results on disk."""
