"""The pages: each shows a view and offers the legal commands."""
