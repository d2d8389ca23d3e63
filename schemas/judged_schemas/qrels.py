"""Judgments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandera.polars as pa

from judged_schemas.base import Relation, rule

LEAST, GREATEST = -(2**63), 2**63 - 1


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
        """The schema with the contract's range of grades.

        Grades below 0 are in range unless `negative_grades` refuses them; a range that begins above
        0 forbids the grades from 0 to there one by one.
        """
        grades = contract["grades"]
        low, high = (0, GREATEST) if grades == "any" else grades
        allows_negative = contract["negative_grades"] != "error"
        schema = cls.to_schema()
        own = [check for check in schema.columns["grade"].checks if check.title != "grade-range"]
        checks = [
            pa.Check.in_range(
                **rule("grade-range", min_value=LEAST if allows_negative else low, max_value=high)
            )
        ]
        if allows_negative and low > 0:
            checks.append(pa.Check.notin(**rule("grade-range", forbidden_values=list(range(low)))))
        return schema.update_column("grade", checks=[*checks, *own])
