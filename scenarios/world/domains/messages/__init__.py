"""The messages app: texts and voice messages. Its rows are those of the phone."""
