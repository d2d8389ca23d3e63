"""Judgments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandera.polars as pa

from judged_schemas.base import Relation, rule
from judged_schemas.limits import Limits


class Qrels(Relation):
    """Judgments as they were read.

    Grain: one row per judgment line; (query_id, doc_id) is unique unless assessors repeat.
    Source: a qrels file or frame.
    """

    source_id: int = pa.Field(description="The source that holds the line.")
    query_id: str = pa.Field(
        str_length=rule("empty-id", min_value=1), description="The query, as text."
    )
    doc_id: str = pa.Field(
        str_length=rule("empty-id", min_value=1), description="The judged document, as text."
    )
    grade: int = pa.Field(
        in_range=rule("grade-range", min_value=0, max_value=3),
        description="How relevant the document was judged to be.",
    )
    iteration: str = pa.Field(
        nullable=True, description="The second column: an assessor or a round; often 0."
    )
    line_order: int = pa.Field(description="Order of the lines; not the line number.")

    class Config(Relation.Config):
        """The grain."""

        unique = ["query_id", "doc_id"]

    @classmethod
    def for_contract(cls, contract: Mapping[str, Any]) -> pa.DataFrameSchema:
        """The schema with the contract's range of grades."""
        limits = Limits.of(contract)
        schema = cls.to_schema()
        own = [check for check in schema.columns["grade"].checks if check.title != "grade-range"]
        checks = [
            pa.Check.in_range(
                **rule("grade-range", min_value=limits.least_grade, max_value=limits.greatest_grade)
            )
        ]
        if limits.forbidden_grades:
            forbidden = list(limits.forbidden_grades)
            checks.append(pa.Check.notin(**rule("grade-range", forbidden_values=forbidden)))
        return schema.update_column("grade", checks=[*checks, *own])
