"""Everything that is here only for speed."""
