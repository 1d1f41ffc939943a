"""Configuration: find the files, read them, and turn their entries into hooks."""
