"""The database: connection, tables, statements of sql/, sources, and the jobs that used it."""
