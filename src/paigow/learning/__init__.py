"""Practice and review: drills of the house way, of settlement and of irregularities, and a session against best play.

Everything is a value. Seeds and times come in as values; nothing here knows a clock, a file or a page.
"""
