"""How an agent talks to tools and screens: providers, tool calls, tool search, code mode."""
