"""What is seen of the site from outside: logs, health and metrics. Never a hidden piece, never a secret."""
