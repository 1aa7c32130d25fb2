"""The stored data: commands, events, ledgers, meters and the hash chain over them. Only `service` writes here."""
