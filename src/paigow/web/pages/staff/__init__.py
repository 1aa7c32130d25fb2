"""Pages for those who work for the house: the floor's console, the auditor's reading room, the operator's office."""
