"""Work beside the requests: calculations in processes of their own, and what they leave on disk."""
