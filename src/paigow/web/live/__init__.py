"""Server-sent events: each viewer's stream carries only that viewer's view."""
