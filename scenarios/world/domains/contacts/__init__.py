"""The contacts app. Its rows are those of the phone."""
