"""Scores."""

from __future__ import annotations

from collections.abc import Mapping

import pandera.polars as pa
import polars as pl

from judged_schemas.base import COUNT, Relation, rule


class QueryScores(Relation):
    """Every score of every evaluated query.

    Grain: one row per (evaluation_id, query_id, k).
    Source: `sql/score/query_scores.sql`.
    """

    evaluation_id: str = pa.Field(description="The evaluation.")
    run_id: str = pa.Field(description="The run.")
    query_id: str = pa.Field(description="The query.")
    k: int = pa.Field(ge=COUNT, description="The cutoff; 0 is whole lists.")
    measure: str = pa.Field(description="The measure with every choice that differs from strict.")
    dcg: float = pa.Field(ge=rule("dcg-range", min_value=0), description="DCG@k.")
    idcg: float = pa.Field(ge=rule("dcg-range", min_value=0), description="IDCG@k of the universe.")
    ndcg: float = pa.Field(
        nullable=True,
        in_range=rule("ndcg-range", min_value=0.0, max_value=1.0),
        description="DCG / IDCG; null where the query is not counted.",
    )
    ceiling: float = pa.Field(
        nullable=True,
        in_range=rule("ndcg-range", min_value=0.0, max_value=1.0),
        description="IDCG of the returned documents / IDCG of the judged; null of a zero IDCG.",
    )
    zero_idcg: bool = pa.Field(description="The judgments hold no positive gain.")
    missing: bool = pa.Field(description="The run has no line for the query.")
    counted: bool = pa.Field(description="The query is part of the mean.")
    retrieved: int = pa.Field(ge=COUNT, description="Documents in the top k: min(k, n).")
    judged: int = pa.Field(ge=COUNT, description="How many of them are judged.")
    unjudged: int = pa.Field(ge=COUNT, description="How many of them are not.")
    judgments: int = pa.Field(ge=COUNT, description="Judgments of the query.")
    relevant: int = pa.Field(ge=COUNT, description="Judgments with a positive gain.")

    class Config(Relation.Config):
        """The grain."""

        unique = ["evaluation_id", "query_id", "k"]

    @classmethod
    def in_sql(cls) -> Mapping[str, str]:
        """The ideal ranking is ideal; both are never null."""
        return {"dcg-above-idcg": "dcg <= idcg"}

    @pa.dataframe_check(name="dcg-above-idcg", error="dcg-above-idcg")
    def dcg_is_at_most_idcg(cls, data: pa.PolarsData) -> pl.LazyFrame:
        """The ideal ranking is ideal."""
        return data.lazyframe.select(pl.col("dcg") <= pl.col("idcg"))
