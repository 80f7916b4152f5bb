"""How a simulated or human user sees the screen and acts on it: rounds, the scripted user, people, their turns."""
