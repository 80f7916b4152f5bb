"""How an agent talks to tools and screens: its turns and messages, the scripted agent, tool calls, UI tools."""
