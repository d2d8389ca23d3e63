"""The schemas of a call: ours, and a user's subclass from a file."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from judged import ArgumentError, Contract
from judged.validation.schemas import OURS, Schemas
from judged_schemas.coverage import Coverage
from judged_schemas.qrels import Qrels
from judged_schemas.query_scores import QueryScores
from judged_schemas.runs import Runs

if TYPE_CHECKING:
    from pathlib import Path

RULES = """\
import pandera.polars as pa

from judged_schemas.coverage import Coverage
from judged_schemas.qrels import Qrels
from judged_schemas.query_scores import QueryScores
from judged_schemas.runs import Runs


class MyQrels(Qrels):
    iteration: str = pa.Field(isin=["0"], description="The only round.")


class MyRuns(Runs):
    score: float = pa.Field(ge=0, description="Never negative.")


class MyCoverage(Coverage):
    pass


class MyScores(QueryScores):
    pass


class Other:
    pass


number = 3
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my_rules.py").write_text(RULES, encoding="utf-8")
    return tmp_path


def test_ours_by_default() -> None:
    ours = [Schemas.of().model(relation) for relation in OURS]
    assert ours == [Qrels, Runs, Coverage, QueryScores]


@pytest.mark.parametrize(
    ("name", "relation"), [("MyQrels", "qrels"), ("MyRuns", "runs"), ("MyCoverage", "coverage")]
)
@pytest.mark.usefixtures("folder")
def test_a_subclass_takes_the_place_of_its_base(name: str, relation: str) -> None:
    schemas = Schemas.of([f"my_rules.py:{name}"])
    assert schemas.model(relation).__name__ == name
    ours = Schemas.of()
    others = OURS.keys() - {relation}
    assert all(schemas.model(other) is ours.model(other) for other in others)


@pytest.mark.usefixtures("folder")
def test_several_schemas_are_taken_together() -> None:
    schemas = Schemas.of(["my_rules.py:MyQrels", "my_rules.py:MyRuns"])
    names = [schemas.model(relation).__name__ for relation in ("qrels", "runs")]
    assert names == ["MyQrels", "MyRuns"]


@pytest.mark.usefixtures("folder")
def test_a_user_s_check_is_in_the_schema_beside_ours() -> None:
    schema = Schemas.of(["my_rules.py:MyQrels"]).model("qrels").for_contract(Contract().as_json())
    assert [check.name for check in schema.columns["iteration"].checks] == ["isin"]
    (check,) = schema.columns["grade"].checks
    assert (check.error, check.statistics["max_value"]) == ("grade-range", 3)


WORDS = [
    ("my_rules.py", "wanted FILE.py:MODEL, such as my_rules.py:MyQrels"),
    ("none.py:MyQrels", r"no such file: none\.py"),
    (".:MyQrels", r"no such file: \."),
    ("my_rules.py:MyQrel", r"my_rules\.py has no class 'MyQrel'; did you mean 'MyQrels'"),
    ("my_rules.py:number", r"my_rules\.py has no class 'number'"),
    ("my_rules.py:", r"my_rules\.py has no class ''"),
    ("my_rules.py:Other", r"Other is no subclass of judged_schemas\.qrels\.Qrels, \.runs\.Runs or"),
    ("my_rules.py:MyScores", "MyScores is no subclass of"),
]


@pytest.mark.parametrize(("word", "message"), WORDS)
@pytest.mark.usefixtures("folder")
def test_a_word_that_names_no_schema_is_refused(word: str, message: str) -> None:
    with pytest.raises(ArgumentError, match=f"^--schema {word}: .*{message}"):
        Schemas.of([word])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("import nothing_of_that_name\n", "ModuleNotFoundError: No module named"),
        ("class MyQrels(\n", "SyntaxError: "),
        ("1 / 0\n", "ZeroDivisionError: division by zero"),
    ],
)
def test_a_file_that_fails_to_load_is_told_with_the_reason(
    folder: Path, text: str, message: str
) -> None:
    (folder / "bad.py").write_text(text, encoding="utf-8")
    with pytest.raises(
        ArgumentError, match=rf"--schema bad\.py:X: bad\.py fails to load: {message}"
    ):
        Schemas.of(["bad.py:X"])


NO_SCHEMA = """\
import pandera.polars as pa
from pandera.api.dataframe.model_components import dataframe_parser
from judged_schemas.qrels import Qrels


class Parsed(Qrels):
    @dataframe_parser
    def as_it_is(cls, frame):
        return frame


class Untyped(Qrels):
    grade: complex = pa.Field()
"""


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Parsed", "SchemaInitError: user-defined parsers"),
        ("Untyped", "TypeError: cannot parse input"),
    ],
)
def test_a_model_that_makes_no_schema_is_told_with_the_reason(
    folder: Path, name: str, message: str
) -> None:
    (folder / "bad.py").write_text(NO_SCHEMA, encoding="utf-8")
    with pytest.raises(
        ArgumentError,
        match=rf"--schema bad\.py:{name}: Pandera makes no schema of {name}: {message}",
    ):
        Schemas.of([f"bad.py:{name}"])


AGAIN = """\
import pandera.polars as pa
from judged_schemas.qrels import Qrels


class Again(Qrels):
    doc_id: str = pa.Field(str_startswith="d")
    grade: int = pa.Field(isin=[0, 1], nullable=True)
"""


def test_a_field_that_is_defined_again_has_its_own_checks_and_the_contract_s(folder: Path) -> None:
    (folder / "again.py").write_text(AGAIN, encoding="utf-8")
    schema = Schemas.of(["again.py:Again"]).model("qrels").for_contract(Contract().as_json())
    assert [check.name for check in schema.columns["doc_id"].checks] == ["str_startswith"]
    assert [check.name for check in schema.columns["grade"].checks] == ["in_range", "isin"]
    assert schema.columns["grade"].nullable
    assert [check.name for check in schema.columns["query_id"].checks] == ["str_length"]


def test_a_file_that_is_no_python_is_told(folder: Path) -> None:
    (folder / "rules.txt").write_text(RULES, encoding="utf-8")
    with pytest.raises(ArgumentError, match=r"rules\.txt is not a Python file"):
        Schemas.of(["rules.txt:MyQrels"])


def test_two_files_of_one_name_are_told_apart(folder: Path) -> None:
    (folder / "sub").mkdir()
    text = RULES.replace('isin=["0"]', 'isin=["1"]')
    (folder / "sub" / "my_rules.py").write_text(text, encoding="utf-8")
    values = []
    for word in ("my_rules.py:MyQrels", "sub/my_rules.py:MyQrels"):
        schema = Schemas.of([word]).model("qrels").for_contract(Contract().as_json())
        values.append(list(schema.columns["iteration"].checks[0].statistics["allowed_values"]))
    assert values == [["0"], ["1"]]


LATE = f"from __future__ import annotations\n{RULES}".replace("score: float", "score: pl.Float64")


def put_late(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text.replace("import pandera", "import polars as pl\nimport pandera"), "utf-8")


def test_a_file_may_postpone_its_annotations(folder: Path) -> None:
    put_late(folder / "late_rules.py", LATE)
    schema = Schemas.of(["late_rules.py:MyRuns"]).model("runs").for_contract(Contract().as_json())
    assert schema.columns["score"].checks[0].statistics == {"min_value": 0}


def test_two_files_of_one_name_may_postpone_their_annotations(folder: Path) -> None:
    (folder / "twice.py").write_text(RULES, encoding="utf-8")
    put_late(folder / "sub" / "twice.py", LATE)
    for word in ("twice.py:MyRuns", "sub/twice.py:MyRuns"):
        schema = Schemas.of([word]).model("runs").for_contract(Contract().as_json())
        assert schema.columns["score"].checks[0].statistics == {"min_value": 0}


def test_a_file_that_failed_to_load_leaves_nothing_behind(folder: Path) -> None:
    (folder / "half_made.py").write_text("1 / 0\n", encoding="utf-8")
    with pytest.raises(ArgumentError, match="ZeroDivisionError"):
        Schemas.of(["half_made.py:X"])
    assert "half_made" not in sys.modules


@pytest.mark.usefixtures("folder")
def test_two_schemas_of_one_relation_are_refused() -> None:
    with pytest.raises(ArgumentError, match="a second model of Qrels; make one a subclass of"):
        Schemas.of(["my_rules.py:MyQrels", "my_rules.py:MyQrels"])
