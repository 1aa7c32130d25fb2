"""The JSON API under /api/. It asks `service` for everything and answers every refusal with problem details."""
