"""Measurements: ratios within one run, never tests. `python -m bench` runs them all and writes out/bench."""
