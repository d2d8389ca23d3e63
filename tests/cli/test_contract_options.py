"""Every contract field as an option of the command line, and what `judged init` writes."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from judged.contract.fields import FIELDS
from judged.contract.presets import PRESETS
from tests.cli.helpers import put
from tests.support import DEFAULTS, Outcome, few, judged

# Every value of every field, as it is typed and as the JSON report has it.
VALUES: dict[str, list[tuple[str, Any]]] = {
    "cutoffs": [("10", [10]), ("10,3", [3, 10]), ("all", ["all"]), ("5,all", [5, "all"])],
    "gain": [("linear", "linear"), ("exponential", "exponential")],
    "universe": [("judged", "judged"), ("retrieved", "retrieved")],
    "order": [("score", "score"), ("rank", "rank"), ("line", "line")],
    "ties": [(word, word) for word in ("doc_id_desc", "doc_id_asc", "line", "average", "error")],
    "score_precision": [("float64", "float64"), ("float32", "float32")],
    "depth": [("none", None), ("2", 2)],
    "unjudged": [(word, word) for word in ("error", "zero", "drop")],
    "negative_grades": [(word, word) for word in ("error", "zero", "unjudged")],
    "zero_idcg": [(word, word) for word in ("zero", "exclude", "error")],
    "missing_queries": [(word, word) for word in ("zero", "exclude", "error")],
    "unknown_queries": [("warn", "warn"), ("error", "error")],
    "run_duplicates": [("error", "error"), ("keep_best", "keep_best")],
    "qrels_duplicates": [
        *[(word, word) for word in ("error", "drop_identical", "max", "min", "majority")],
        ("iteration=1", {"iteration": "1"}),
    ],
    "doc_ids": [
        ("as_is", "as_is"),
        ("pattern=^(.),?$", {"pattern": "^(.),?$", "judgments": False}),
        ("judgments,pattern=(.)=?", {"pattern": "(.)=?", "judgments": True}),
    ],
    "self_matches": [("keep", "keep"), ("drop", "drop")],
    "grades": [("0:3", [0, 3]), ("1:5", [1, 5]), ("any", "any")],
    "min_judged_rate": [("0", 0.0), ("0.5", 0.5), ("1", 1.0)],
}
ROUNDS = max(len(values) for values in VALUES.values())


def evaluate(*words: str) -> Outcome:
    """The JSON report of judgments and a run that break no rule of any contract."""
    put("qrels.txt", "q1 1 a 3\nq1 1 b 2\nq1 1 c 1\n")
    put("run.txt", "q1 Q0 b 1 9.5 tag\nq1 Q0 a 2 8.5 tag\nq1 Q0 c 3 7.5 tag\n")
    return judged("run", "qrels.txt", "run.txt", "--db", ":memory:", "--format", "json", *words)


def test_every_field_has_its_values_here() -> None:
    assert list(VALUES) == list(FIELDS)


@pytest.mark.parametrize("turn", range(ROUNDS))
def test_every_option_takes_every_value_of_its_field(turn: int) -> None:
    chosen = {name: values[turn % len(values)] for name, values in VALUES.items()}
    words = [f"--{name.replace('_', '-')}={word}" for name, (word, _) in chosen.items()]
    outcome = evaluate(*words)
    assert outcome.code == 0, outcome.stderr
    assert outcome.json["contract"] == {name: value for name, (_, value) in chosen.items()}
    assert set(outcome.json["origins"].values()) == {"option"}


def test_cutoffs_may_be_repeated_and_have_a_short_name() -> None:
    report = evaluate("-k", "10,3", "-k", "all", "--cutoffs", "5").json
    assert report["contract"]["cutoffs"] == [3, 5, 10, "all"]
    assert [score["k"] for score in report["runs"][0]["scores"]] == [3, 5, 10, "all"]


REFUSED = [
    ("--gain=exponential,1=1", "--gain: 'exponential,1=1' mixes a word and a table"),
    ("--gain=1=-1", "--gain: '-1' is not a gain"),
    ("--gain=1.5=1", "--gain: '1.5' is not a grade"),
    ("--gain=square", "--gain: 'square' is unknown"),
    ("--cutoffs=0", "--cutoffs: 0 is not a cutoff"),
    ("--cutoffs=-1", "--cutoffs: -1 is not a cutoff"),
    ("--cutoffs=2.5", "--cutoffs: '2.5' is not a cutoff"),
    ("--cutoffs=true", "--cutoffs: 'true' is not a cutoff"),
    ("--depth=0", "--depth: 0 is not a depth"),
    ("--grades=3", "--grades: '3' is not a range of grades"),
    ("--grades=-1:3", "--grades: [-1, 3] is not a range of grades"),
    ("--min-judged-rate=1.1", "--min-judged-rate: 1.1 is not a rate"),
    ("--min-judged-rate=nan", "--min-judged-rate: nan is not a rate"),
    ("--ties=doc_id", "--ties: 'doc_id' is unknown; did you mean 'doc_id_"),
    (
        "--qrels-duplicates=iteration",
        "--qrels-duplicates: 'iteration' is unknown; did you mean 'iteration=NAME'?",
    ),
    ("--qrels-duplicates=iterations=1", "--qrels-duplicates: {'iterations': '1'} is unknown"),
    ("--doc-ids=pattern=.*", "--doc-ids: pattern: '.*' has no capture group; one capture group"),
    ("--doc-ids=pattern=(.)(#)", "--doc-ids: pattern: '(.)(#)' has more than one capture group"),
    ("--doc-ids=pattern=(.", "--doc-ids: pattern: '(.' is no regular expression of RE2: "),
    ("--doc-ids=pattern=(.)(?=#)", "--doc-ids: pattern: '(.)(?=#)' is no regular expression"),
    ("--doc-ids=map=ids.tsv", "ids.tsv: no such file"),
    ("--doc-ids=map=", "'' cannot be the path of a file"),
    ("--doc-ids=ids.tsv", "--doc-ids: 'ids.tsv' is unknown; known: as_is"),
    ("--preset=trec-eval", "'trec-eval' is no preset; did you mean 'trec_eval'"),
]


@pytest.mark.parametrize(("word", "message"), REFUSED)
def test_a_wrong_value_is_2_and_names_its_option(word: str, message: str) -> None:
    outcome = evaluate(word)
    assert (outcome.code, outcome.stdout) == (2, "")
    assert f"judged: error: {message}" in outcome.stderr


def test_an_iteration_that_no_judgment_has_is_2_and_the_near_ones_are_told() -> None:
    outcome = evaluate("--qrels-duplicates", "iteration=7")
    assert (outcome.code, outcome.stdout) == (2, "")
    message = "qrels_duplicates: no judgment of qrels.txt has the iteration '7'; known: 1\n"
    assert f"judged: error: {message}" in outcome.stderr


def test_an_iteration_of_some_judgments_leaves_the_others_out() -> None:
    put("two.txt", "q1 anna a 3\nq1 bert a 1\nq1 bert b 2\n")
    put("run.txt", "q1 Q0 b 1 9.5 tag\nq1 Q0 a 2 8.5 tag\n")
    words = ("run", "two.txt", "run.txt", "--db", ":memory:", "--format", "json")
    assert judged(*words, "--qrels-duplicates", "iteration=bert").code == 0
    refused = judged(*words, "--qrels-duplicates", "iteration=brt")
    assert refused.code == 2
    assert "two.txt has the iteration 'brt'; did you mean 'bert'?" in refused.stderr


def test_an_iteration_is_looked_for_by_validate_too() -> None:
    evaluate()
    assert judged("ingest", "--qrels", "qrels.txt", "run.txt").code == 0
    assert judged("validate", "--qrels-duplicates", "iteration=7").code == 2
    assert judged("validate", "--qrels-duplicates", "iteration=1").code == 0


def test_judgments_without_iterations_are_said_to_have_none() -> None:
    put("qrels.tsv", "query-id\tcorpus-id\tscore\nq1\ta\t3\n")
    put("run.txt", "q1 Q0 a 1 9.5 tag\n")
    outcome = judged("run", "qrels.tsv", "run.txt", "--qrels-duplicates", "iteration=1")
    assert outcome.code == 2
    assert "no judgment of qrels.tsv has the iteration '1'; none has any" in outcome.stderr


@pytest.mark.parametrize("name", ["--ties", "--preset", "--depth", "--contract"])
def test_an_empty_value_is_2_and_no_silent_default(name: str) -> None:
    assert evaluate(name, "").code == 2


def test_a_gain_table_with_two_entries_for_a_grade_is_2_and_says_so() -> None:
    outcome = evaluate("--gain", "1=1,2=2,3=3,1=2")
    assert outcome.code == 2
    assert "two entries for one grade" in outcome.stderr


@pytest.mark.parametrize("word", ["--cutoffs=--5", "--depth=--5", "--grades=--1:3"])
def test_a_number_with_two_signs_is_2(word: str) -> None:
    assert evaluate(word).code == 2


def preset(*values: str) -> dict[str, Any]:
    """A row of the presets' table, with what all of them have in common."""
    names = ("universe", "ties", "score_precision", "negative_grades", "missing_queries")
    common = {"unjudged": "zero", "grades": "any"}
    return {**DEFAULTS, **common, **dict(zip(names, values, strict=True))}


PRESET_ROWS: dict[str, dict[str, Any]] = {
    "strict": DEFAULTS,
    "trec_eval": preset("judged", "doc_id_desc", "float64", "unjudged", "zero"),
    "trec_eval-9": preset("judged", "doc_id_desc", "float32", "unjudged", "exclude"),
    "pytrec_eval": preset("judged", "doc_id_desc", "float32", "unjudged", "exclude"),
    "ir_measures": preset("judged", "doc_id_desc", "float32", "unjudged", "zero"),
    "beir": {
        **preset("judged", "doc_id_desc", "float32", "unjudged", "exclude"),
        "self_matches": "drop",
        "cutoffs": [1, 3, 5, 10, 100, 1000],
    },
    "sklearn": preset("retrieved", "average", "float64", "error", "exclude"),
    "ranx": preset("judged", "error", "float64", "zero", "zero"),
}


def test_every_preset_has_its_row_here() -> None:
    assert list(PRESET_ROWS) == list(PRESETS)


@pytest.mark.parametrize("name", few(PRESET_ROWS, "trec_eval", "ranx"))
def test_a_preset_fixes_what_the_table_says(name: str) -> None:
    assert evaluate("--preset", name).json["contract"] == PRESET_ROWS[name]


def init(*words: str) -> str:
    outcome = judged("init", *words)
    assert (outcome.code, outcome.stdout) == (0, "")
    assert outcome.stderr == f"judged: wrote {words[0] if words else 'judged.toml'}\n"
    return Path(words[0] if words else "judged.toml").read_bytes().decode()


def test_init_writes_a_file_that_changes_nothing() -> None:
    text = init()
    assert tomllib.loads(text) == {"contract": {}, "judgments": {}}
    assert "\r" not in text
    report = evaluate().json
    assert set(report["origins"].values()) == {"default"}


def test_every_field_of_the_file_taken_from_its_comment_is_the_default_contract() -> None:
    text = init("contract.toml")
    for name in FIELDS:
        assert text.count(f"\n# {name} = ") == 1, name
        text = text.replace(f"\n# {name} = ", f"\n{name} = ")
    put("contract.toml", text)
    report = evaluate("--contract", "contract.toml").json
    assert report["contract"] == DEFAULTS
    assert set(report["origins"].values()) == {"file"}


def test_init_overwrites_only_by_force() -> None:
    put("judged.toml", "[contract]\n")
    outcome = judged("init")
    assert (outcome.code, outcome.stdout) == (2, "")
    assert "judged.toml is there already; --force overwrites it" in outcome.stderr
    assert Path("judged.toml").read_text(encoding="utf-8") == "[contract]\n"
    assert judged("init", "--force").code == 0
    assert "# cutoffs = [10]" in Path("judged.toml").read_text(encoding="utf-8")


def test_init_into_a_folder_that_is_not_there_is_2() -> None:
    outcome = judged("init", "absent/judged.toml")
    assert outcome.code == 2
    assert "absent/judged.toml: cannot be written" in outcome.stderr
