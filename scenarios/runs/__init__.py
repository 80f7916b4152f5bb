"""Runs: many episodes side by side, their folder, their verdicts."""
