"""The JSON API under /api/. It uses `service` for everything and answers every refusal with problem details."""
