"""How a simulated or human user sees the screen and acts on it: scripts, models, people, checks on their turns."""
