"""Stage 3: scores of queries, and their aggregates."""
