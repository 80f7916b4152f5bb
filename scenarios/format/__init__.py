"""Scenario files, native and published, read into one typed object."""
