"""What is read as a score is what a decimal number looks like, and nothing else."""

from __future__ import annotations

import random
import re

import duckdb

from judged.store import queries

NUMBER = re.compile(r"[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]+)?")
SIGNS = "0123456789+-.eE_xnaifINFtyd,"


def words() -> list[str]:
    """Words of up to seven signs that numbers are made of, or look as if."""
    chance = random.Random(7)
    made = {"".join(chance.choices(SIGNS, k=chance.randint(1, 7))) for _ in range(60_000)}
    return sorted(made | {"1e400", "-1e400", "1_000", "+-1", "0x1p3", "nan", "-inf", "1.", ".5"})


def test_a_score_is_a_decimal_number() -> None:
    texts = words()
    with duckdb.connect() as connection:
        connection.execute(
            "create table fields as select 't' as tag, 'q' as query_id, 'd' as doc_id,"
            " '1' as rank_text, unnest($texts) as score_text, cast(null as varchar) as problem,"
            " '' as line",
            {"texts": texts},
        )
        rows = connection.execute(
            queries.load("duckdb/typed_run").sql, {"run_name": None}
        ).fetchall()
    read = {text: row[4] for text, row in zip(texts, rows, strict=True) if row[5] is None}
    wanted = {text: float(text) for text in texts if NUMBER.fullmatch(text)}
    finite = {text: value for text, value in wanted.items() if abs(value) != float("inf")}
    assert len(finite) > 1_000
    assert read == finite
