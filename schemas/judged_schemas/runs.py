"""Runs."""

from __future__ import annotations

import sys

import pandera.polars as pa

from judged_schemas.base import Relation, rule


class Runs(Relation):
    """Retrieved documents as they were read.

    Grain: one row per line of a run; (run_id, query_id, doc_id) is unique.
    Source: run files or frames.
    """

    source_id: int = pa.Field(description="The source that holds the line.")
    run_id: str = pa.Field(description="The run: NAME of NAME=PATH, or the tag.")
    query_id: str = pa.Field(
        str_length=rule("empty-id", min_value=1), description="The query, as text."
    )
    doc_id: str = pa.Field(
        str_length=rule("empty-id", min_value=1), description="The retrieved document, as text."
    )
    file_rank: int = pa.Field(nullable=True, description="The file's rank column.")
    score: float = pa.Field(
        nullable=True,
        in_range=rule("score-finite", min_value=-sys.float_info.max, max_value=sys.float_info.max),
        description="The file's score; null where the format has none.",
    )
    line_order: int = pa.Field(description="Order of the lines; not the line number.")

    class Config(Relation.Config):
        """The grain."""

        unique = ["run_id", "query_id", "doc_id"]
