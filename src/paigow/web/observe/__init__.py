"""What is visible of the site from outside: logs, health and metrics. Never a hidden card or tile, never a secret."""
