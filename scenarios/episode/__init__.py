"""One episode: a conversation of roles over a world and a screen, from the first query to the record."""
