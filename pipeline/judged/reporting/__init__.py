"""Stage 4: the report and the explanation of a query, in every form."""
