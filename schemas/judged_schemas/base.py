"""What the schemas of all relations have in common."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandera.polars as pa
from pandera.api.polars.model_config import BaseConfig


class Relation(pa.DataFrameModel):
    """A relation of the store: exactly its columns, as typed by ingest, never coerced."""

    class Config(BaseConfig):
        """Nothing but the declared columns, as they are."""

        strict = True
        coerce = False

    @classmethod
    def in_sql(cls) -> Mapping[str, str]:
        """What checks of the whole row are in SQL, by rule id: true or false, never null.

        The files of `sql/schemas/` are made with it.
        """
        return {}

    @classmethod
    def for_contract(cls, contract: Mapping[str, Any]) -> pa.DataFrameSchema:
        """The schema with the ranges of a contract, given as its fields in JSON form."""
        return cls.to_schema()


def rule(rule_id: str, **statistics: Any) -> dict[str, Any]:
    """The statistics of a built-in check that carries a rule id.

    The rule id goes into title and error: passing `name=` would lose the built-in's own name, by
    which the check is told when it is pushed down.
    """
    return {**statistics, "title": rule_id, "error": rule_id}


# What k and every count obey.
COUNT = rule("count-range", min_value=0)
