"""The API where pyarrow is not installed, and what importing it costs."""

from __future__ import annotations

import pytest

from tests.support import few
from tests.unit.processes import python

BLOCKED = 'import sys; sys.modules["pyarrow"] = None\n'
TABLES = """
qrels = {"query_id": ["q", "q"], "doc_id": ["a", "b"], "grade": [1, 0]}
run = {"query_id": ["q", "q"], "doc_id": ["a", "b"], "score": [1.0, 2.0]}
"""
# a is relevant and stands second: 1 / log2(3).
SCORE = "0.630929753571"

FORMS = {
    "dicts": 'qrels = {"q": {"a": 1, "b": 0}}; run = {"q": {"a": 1.0, "b": 2.0}}',
    "lists": 'qrels = {"q": {"a": 1, "b": 0}}; run = {"q": ["b", "a"]}',
    "polars": TABLES + "import polars as pl; qrels, run = pl.DataFrame(qrels), pl.DataFrame(run)",
    "pandas": TABLES + "import pandas as pd; qrels, run = pd.DataFrame(qrels), pd.DataFrame(run)",
}
EVALUATE = """
import judged
from judged.store.store import Store
with Store.open(":memory:") as store:
    result = judged.evaluate(qrels, run, store=store)
    kept = store.sql("select ndcg from query_scores")
print(f"{result.query_scores['ndcg'][0]:.12f} {kept['ndcg'][0]:.12f}")
"""
HEAVY = ("duckdb", "polars", "pandera", "pandas", "numpy", "pyarrow", "rich", "click")


@pytest.mark.parametrize("form", few(FORMS, "dicts", "polars"))
def test_frames_and_dicts_need_no_pyarrow(form: str) -> None:
    outcome = python(f"{BLOCKED}{FORMS[form]}\n{EVALUATE}")
    assert (outcome.stdout, outcome.returncode) == (f"{SCORE} {SCORE}\n", 0), outcome.stderr


def test_importing_the_package_imports_nothing_heavy() -> None:
    code = f"import sys, judged; print([name for name in {HEAVY!r} if name in sys.modules])"
    assert python(code).stdout == "[]\n"


def test_a_contract_is_made_without_anything_heavy() -> None:
    code = (
        "import sys, judged; judged.Contract.preset('trec_eval', gain={1: 0.5}).contract_id;"
        f" print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    assert python(code).stdout == "[]\n"


def test_every_public_name_is_there() -> None:
    code = "import judged; print([type(getattr(judged, name)).__name__ for name in judged.__all__])"
    outcome = python(code)
    assert outcome.returncode == 0, outcome.stderr
    assert outcome.stdout.count("type") == 8
    assert outcome.stdout.count("function") == 2


def test_an_unknown_name_is_an_attribute_error() -> None:
    outcome = python("import judged; judged.evaluat")
    assert "AttributeError: module 'judged' has no attribute 'evaluat'" in outcome.stderr
