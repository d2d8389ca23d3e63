"""A glance at a relation: it knows the limits of a contract as our schemas do."""

from __future__ import annotations

from typing import Any

import pytest

from judged import Contract
from judged.store.store import Store
from judged.text import MEMORY
from judged.validation.frame_checks import failures
from judged.validation.glance import is_fulfilled
from judged.validation.schema_checks import QRELS, validate_pushed_down
from judged.validation.schemas import Schemas

LIMITED = [
    {"grades": [0, 3]},
    {"grades": [1, 3]},
    {"grades": "any"},
    {"grades": [0, 3], "negative_grades": "unjudged"},
    {"grades": [2, 3], "negative_grades": "zero"},
]


@pytest.mark.parametrize("fields", LIMITED, ids=str)
@pytest.mark.parametrize("grade", [-(2**63), -1, 0, 1, 2, 3, 4, 2**63 - 1])
def test_a_glance_knows_the_range_of_grades_of_a_contract(
    fields: dict[str, Any], grade: int
) -> None:
    contract = {**Contract().as_json(), **fields}
    schema = Schemas.of().model("qrels").for_contract(contract)
    with Store.open(MEMORY) as store:
        store.rows(
            "create temp table judgment_lines as select 1::bigint as source_id, 'q' as query_id,"
            " 'd' as doc_id, $grade::bigint as grade, '0' as iteration, 1::bigint as line_order",
            grade=grade,
        )
        broken = validate_pushed_down(store, schema, QRELS)
        is_clean = is_fulfilled(store, "qrels", "judgment_lines", contract)
    if fields["grades"] == [2, 3]:
        # Grades from 0 to 1 are forbidden one by one, which a glance does not tell.
        assert not is_clean
    else:
        assert is_clean == (not broken)


@pytest.mark.parametrize("rate", [0.0, 0.25, 0.5, 1.0])
def test_a_glance_knows_the_least_judged_rate_of_a_contract(rate: float) -> None:
    contract = {**Contract().as_json(), "min_judged_rate": rate}
    schema = Schemas.of().model("coverage").for_contract(contract)
    with Store.open(MEMORY) as store:
        store.rows(
            "create temp view rates as select 'e' as evaluation_id, 'r' as run_id, 'q' as query_id,"
            " 10::bigint as k, 4::bigint as retrieved, 1::bigint as judged, 3::bigint as unjudged,"
            " 0.25::double as judged_rate"
        )
        is_broken = bool(failures(schema, store.sql("from rates"), "duplicate-score"))
        assert is_broken == (rate > 0.25)
        assert is_fulfilled(store, "coverage", "rates", contract) == (not is_broken)
