"""Documentation for agents, made from the catalog of the version in use, with examples of our own."""
