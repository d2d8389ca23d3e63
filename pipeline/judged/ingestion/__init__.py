"""Stage 1: files and frames, looked at, told apart, and read into tables."""
