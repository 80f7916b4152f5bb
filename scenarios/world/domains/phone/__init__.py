"""The phone: its users, and the rows on which contacts and messages work."""
