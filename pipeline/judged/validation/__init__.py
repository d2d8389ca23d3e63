"""Stage 2: rules against rows, by SQL and by Pandera."""
