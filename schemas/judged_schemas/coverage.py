"""Judged coverage."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandera.polars as pa

from judged_schemas.base import COUNT, Relation, rule
from judged_schemas.limits import Limits


class Coverage(Relation):
    """How much of each top k is judged.

    Grain: one row per (evaluation_id, query_id, k).
    Source: view `coverage`.
    """

    evaluation_id: str = pa.Field(description="The evaluation.")
    run_id: str = pa.Field(description="The run.")
    query_id: str = pa.Field(description="The query.")
    k: int = pa.Field(ge=COUNT, description="The cutoff; 0 is whole lists.")
    retrieved: int = pa.Field(ge=COUNT, description="Documents in the top k: min(k, n).")
    judged: int = pa.Field(ge=COUNT, description="How many of them are judged.")
    unjudged: int = pa.Field(ge=COUNT, description="How many of them are not.")
    judged_rate: float = pa.Field(
        nullable=True,
        in_range=rule("judged-coverage", min_value=0.0, max_value=1.0),
        description="judged / retrieved; null of an empty list.",
    )

    class Config(Relation.Config):
        """The grain."""

        unique = ["evaluation_id", "query_id", "k"]

    @classmethod
    def for_contract(cls, contract: Mapping[str, Any]) -> pa.DataFrameSchema:
        """The schema with the contract's least judged rate."""
        schema = cls.to_schema()
        own = [
            check
            for check in schema.columns["judged_rate"].checks
            if check.title != "judged-coverage"
        ]
        rate = Limits.of(contract).least_judged_rate
        least = pa.Check.in_range(**rule("judged-coverage", min_value=rate, max_value=1.0))
        return schema.update_column("judged_rate", checks=[least, *own])
