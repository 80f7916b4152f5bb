"""Tasks, the world they change, episodes, scores, statistics and reports."""
