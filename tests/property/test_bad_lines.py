"""Lines that cannot be read are left out, and the others mean what they mean by themselves."""

from __future__ import annotations

import random
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judged.contract.settings import Settings
from judged.evaluation.workspace import Workspace
from judged.ingestion.ingest import ingest
from judged.ingestion.inputs import Input, Ways
from judged.scoring.score import score
from judged.store.store import Store
from judged.validation.schemas import Schemas
from judged.validation.validate import validate
from tests.property.contracts import deterministic
from tests.property.delivery import contract_of
from tests.property.strategies import cases

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tests.property.reference import Collection, Run

BEIR_HEADER = "query-id\tcorpus-id\tscore"
# By kind and format: lines with values that are none, with other columns, with an empty id, under
# a header that does not belong there, and with bytes that are no UTF-8 (written \xff below).
BAD: dict[tuple[str, str], list[str]] = {
    ("qrels", "trec"): ["q1 0 d1 1.5", "q1 0 d1 yes", "q1 0 d1", "q1", "q1 0 \xff 1", "{}"],
    ("qrels", "trec-tab"): ["q1\t0\td1\t1.5", "q1\t0\t\t1", "q1\t0", "q1 0 d1 1", "q1\t0\t\xff\t1"],
    ("qrels", "beir"): ["q1\td1\thigh", "q1\td1", "\td1\t1", "q1\t\xff\t1", "q1 d1 1"],
    ("run", "trec"): [
        "q1 Q0 d1 1 nan tag",
        "q1 Q0 d1 1 2,9 tag",
        "q1 Q0 d1 1 1e999 tag",
        "q1 Q0 d1 1 9",
        "qid Q0 docno rank score tag",
        "q1 Q0 \xff 1 9 tag",
        "nothing",
    ],
    ("run", "trec-tab"): [
        "q1\tQ0\td1\t1\tinf\ttag",
        "q1\tQ0\t\t1\t9\ttag",
        "q1 Q0 d1 1 9 tag",
        "q1\tQ0\t\xff\t1\t9\ttag",
    ],
    ("run", "msmarco"): ["q1 d1 1 nan", "q1 d1", "qid pid rank score", "q1 \xff 1 9", "q1 d 1 2 3"],
}
QUIET = ["", "  ", "# a remark"]


def qrels_lines(collection: Collection, form: str) -> list[str]:
    columns = [
        (j.query, j.doc, str(j.grade))
        if form == "beir"
        else (j.query, j.iteration, j.doc, str(j.grade))
        for j in collection.judgments
    ]
    return [(" " if form == "trec" else "\t").join(line) for line in columns]


def run_lines(run: Run, form: str) -> list[str]:
    columns = [
        (line.query, line.doc, str(line.rank), repr(line.score))
        if form == "msmarco"
        else (line.query, "Q0", line.doc, str(line.rank), repr(line.score), "tag")
        for line in run.lines
    ]
    return [("\t" if form == "trec-tab" else " ").join(line) for line in columns]


def mixed(lines: Sequence[str], bad: Sequence[str], chance: random.Random) -> list[str]:
    """The lines in their order, with others among them."""
    found = list(lines)
    for _ in range(chance.randint(1, len(lines))):
        found.insert(chance.randint(0, len(found)), chance.choice([*bad, *QUIET]))
    return found


def evaluated(folder: Path, fields: dict[str, Any], forms: tuple[str, str], lines: Any) -> Any:
    """Every score, and the rules that refused a run, of files with these lines, under skip."""
    folder.mkdir()
    of_qrels, of_runs = lines
    heads = {"qrels": [BEIR_HEADER] if forms[0] == "beir" else []}
    for name, content in {"qrels": of_qrels, **of_runs}.items():
        text = "\n".join([*heads.get(name, []), *content]) + "\n"
        (folder / name).write_bytes(text.encode().replace("\xff".encode(), b"\xff"))
    with Store.open(":memory:") as store:
        found = ingest(
            store,
            qrels=Input(str(folder / "qrels")),
            runs=[Input(str(folder / name), name) for name in of_runs],
            ways=Ways({"qrels": forms[0], "run": forms[1]}),
        )
        settings = Settings(contract_of(fields, [1, 3, "all"]), {}, on_bad_line="skip")
        assert found.qrels is not None
        workspace = Workspace.of(store, settings, found.qrels, found.runs)
        schemas = Schemas.of()
        refused = validate(store, workspace, schemas).refused
        score(store, workspace, schemas)
        rows = store.rows(
            "select * exclude (evaluation_id) from query_scores order by run_id, query_id, k"
        )
        rejected = store.rows("select sum(rejected) from sources")[0][0]
    return [tuple(map(repr, row)) for row in rows], refused, rejected


FORMS = list(product(["trec", "trec-tab", "beir"], ["trec", "trec-tab", "msmarco"]))
# Each format once in the ordinary suite, every pair of them in the other.
FEW = [("trec", "trec"), ("trec-tab", "msmarco"), ("beir", "trec-tab")]


@pytest.mark.parametrize(
    ("qrels_form", "run_form"),
    [pytest.param(*pair, marks=() if pair in FEW else pytest.mark.slow) for pair in FORMS],
)
def test_bad_lines_change_no_bit_of_what_the_good_ones_score(
    tmp_path_factory: pytest.TempPathFactory, qrels_form: str, run_form: str
) -> None:
    forms = (qrels_form, run_form)
    numbers_of_bad_lines = []

    @deterministic(3)
    @given(cases(), st.integers(0, 2**32))
    def check(case: tuple[dict[str, Any], Collection], seed: int) -> None:
        fields, collection = case
        if qrels_form == "beir" and not isinstance(fields["qrels_duplicates"], str):
            fields = {**fields, "qrels_duplicates": "min"}
        folder = tmp_path_factory.mktemp("files")
        chance = random.Random(seed)
        of_qrels = qrels_lines(collection, qrels_form)
        of_runs = {name: run_lines(run, run_form) for name, run in collection.runs.items()}
        alone = evaluated(folder / "alone", fields, forms, (of_qrels, of_runs))
        bad_qrels = mixed(of_qrels, BAD["qrels", qrels_form], chance)
        bad_runs = {
            name: mixed(lines, BAD["run", run_form], chance) for name, lines in of_runs.items()
        }
        beside = evaluated(folder / "beside", fields, forms, (bad_qrels, bad_runs))
        assert beside[:2] == alone[:2]
        assert alone[2] == 0
        numbers_of_bad_lines.append(beside[2])

    check()
    assert max(numbers_of_bad_lines) > 0
