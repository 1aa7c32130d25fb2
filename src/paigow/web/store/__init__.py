"""What is kept: commands, events, ledgers, meters and the chain over them. Only `service` writes here."""
