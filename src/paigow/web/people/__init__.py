"""Who is who: accounts, roles, play money, limits."""
