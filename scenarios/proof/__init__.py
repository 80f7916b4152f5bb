"""Proof that a scenario measures something: its oracle solves it, and whatever is left out or done otherwise fails."""
