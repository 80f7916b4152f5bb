"""The notes app: short texts with titles, tags and pins."""
