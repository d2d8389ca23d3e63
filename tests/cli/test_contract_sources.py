"""Where a contract comes from: defaults, a preset, judged.toml and options."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cli.helpers import dcg, macro, put, put_collection
from tests.support import DEFAULTS, Outcome, few, judged


@pytest.fixture(autouse=True)
def _collection(folder: object) -> None:
    put_collection()


def evaluate(*words: str) -> Outcome:
    """The JSON report of the small collection, from a database in memory."""
    return judged("run", "qrels.txt", "run.txt", "--db", ":memory:", "--format", "json", *words)


def test_without_a_word_every_field_is_a_default_of_strict() -> None:
    report = evaluate().json
    assert report["contract"] == DEFAULTS
    assert set(report["origins"].values()) == {"default"}


def test_the_later_origin_wins_and_the_report_names_it() -> None:
    put("judged.toml", '[contract]\nties = "line"\nunjudged = "drop"\n')
    outcome = evaluate("--preset", "trec_eval-9", "--unjudged", "zero")
    contract, origins = outcome.json["contract"], outcome.json["origins"]
    found = {name: (contract[name], origins[name]) for name in contract}
    assert found["cutoffs"] == ([10], "default")
    assert found["score_precision"] == ("float32", "preset")
    assert found["missing_queries"] == ("exclude", "preset")
    assert found["ties"] == ("line", "file")
    assert found["unjudged"] == ("zero", "option")
    assert "contract: judged.toml" in outcome.stderr


def test_contract_names_another_file_and_the_one_in_the_folder_is_not_read() -> None:
    put("judged.toml", '[contract]\nties = "line"\n')
    put("contracts/nightly.toml", "[contract]\ncutoffs = [3]\n")
    report = evaluate("--contract", "contracts/nightly.toml").json
    assert (report["contract"]["cutoffs"], report["origins"]["cutoffs"]) == ([3], "file")
    assert (report["contract"]["ties"], report["origins"]["ties"]) == ("doc_id_desc", "default")


def test_a_toml_line_holds_against_the_preset_option_and_a_warning_says_so() -> None:
    put("judged.toml", '[contract]\nties = "doc_id_asc"\nuniverse = "judged"\n')
    outcome = evaluate("--preset", "trec_eval")
    assert outcome.json["contract"]["ties"] == "doc_id_asc"
    warnings = [line for line in outcome.stderr.splitlines() if "trec_eval" in line]
    # The line for universe says what the preset says, so there is nothing to tell.
    (warning,) = warnings
    assert warning.startswith("judged: warning: judged.toml sets ties")


def test_a_toml_line_holds_against_preset_strict_and_a_warning_says_so() -> None:
    put("judged.toml", '[contract]\nties = "doc_id_asc"\n')
    outcome = evaluate("--preset", "strict")
    assert outcome.json["contract"] == {**DEFAULTS, "ties": "doc_id_asc"}
    assert outcome.json["origins"]["ties"] == "file"
    warning = "judged: warning: judged.toml sets ties; its line holds against the preset strict\n"
    assert warning in outcome.stderr


def test_a_line_below_the_preset_of_its_own_file_is_no_warning() -> None:
    put("judged.toml", '[contract]\npreset = "trec_eval"\nunjudged = "drop"\ncutoffs = [3]\n')
    outcome = evaluate()
    assert outcome.json["contract"]["unjudged"] == "drop"
    assert "warning" not in outcome.stderr


def test_the_preset_may_stand_in_the_file() -> None:
    put("judged.toml", '[contract]\npreset = "beir"\n')
    report = evaluate().json
    assert report["contract"]["cutoffs"] == [1, 3, 5, 10, 100, 1000]
    assert report["contract"]["self_matches"] == "drop"
    assert report["origins"]["cutoffs"] == "preset"


def test_a_preset_line_of_the_file_is_not_overridden_silently() -> None:
    put("judged.toml", '[contract]\npreset = "beir"\n')
    outcome = evaluate("--preset", "trec_eval")
    assert "beir" in outcome.stderr


def test_no_line_is_said_to_hold_where_an_option_overrides_it() -> None:
    put("judged.toml", '[contract]\nties = "line"\n')
    outcome = evaluate("--preset", "trec_eval", "--ties", "average")
    assert outcome.json["contract"]["ties"] == "average"
    assert "holds against" not in outcome.stderr


PRESETS = [
    ("", None),
    ("--preset strict --unjudged zero", "strict"),
    ("--preset trec_eval --score-precision float32", "trec_eval"),
    ("--preset trec_eval-9 -k 5", "trec_eval-9"),
    # The same fields by another name: what was said counts.
    ("--preset pytrec_eval", "pytrec_eval"),
]


@pytest.mark.parametrize(("words", "name"), few(PRESETS, *PRESETS[:2]))
def test_the_report_names_the_preset_that_was_chosen(words: str, name: str | None) -> None:
    assert evaluate(*words.split()).json["preset"] == name
    for form in ("table", "markdown"):
        told = judged("run", "qrels.txt", "run.txt", *words.split(), "--format", form).stdout
        assert f"Preset: {name or 'none'}\n" in told.replace("\\", "")


def test_a_preset_of_the_file_is_named_too() -> None:
    put("judged.toml", '[contract]\npreset = "beir"\n')
    assert evaluate().json["preset"] == "beir"
    assert evaluate("--preset", "ranx", "--ties", "line").json["preset"] == "ranx"


def test_what_the_file_tells_of_the_judgments_is_in_the_report() -> None:
    told = {"pool": "depth 100 of 40 systems", "entity": "page", "revision": "2024-03"}
    lines = "".join(f'{key} = "{value}"\n' for key, value in told.items())
    put("judged.toml", f"[judgments]\n{lines}")
    assert evaluate().json["judgments"] == told
    table = judged("run", "qrels.txt", "run.txt").stdout
    assert "pool: depth 100 of 40 systems; entity: page; revision: 2024-03" in table


def test_an_undocumented_pool_is_said_to_be_one() -> None:
    assert evaluate().json["judgments"] == {"pool": None, "entity": None, "revision": None}
    assert "pool: not documented" in judged("run", "qrels.txt", "run.txt").stdout


BROKEN_FILES = [
    ("[contrakt]\n", "unknown table 'contrakt'; did you mean 'contract'?"),
    ("[contract]\ntie = 'line'\n", "unknown field 'tie'; did you mean 'ties'"),
    ("[contract]\nties = 'lines'\n", "ties: 'lines' is unknown; did you mean 'line'?"),
    ("[contract]\npreset = 'trek_eval'\n", "preset: 'trek_eval' is no preset; did you mean 'trec_"),
    ("[contract]\ncutoffs = [10, 2.5]\n", "cutoffs: 2.5 is not a cutoff"),
    ("[contract]\ncutoffs = true\n", "cutoffs: True is not a cutoff"),
    ("[contract]\ngrades = [3, 0]\n", "grades: [3, 0] is not a range of grades"),
    ("[contract]\nmin_judged_rate = 1.5\n", "min_judged_rate: 1.5 is not a rate"),
    ("[judgments]\npol = 'x'\n", "unknown key 'pol'; did you mean 'pool'?"),
    ("[judgments]\npool = 7\n", "[judgments] pool: 7 is not text"),
    ("contract = 7\n", "contract is not a table"),
    ("[contract\n", "not TOML"),
]


@pytest.mark.parametrize(("text", "message"), BROKEN_FILES)
def test_a_broken_file_is_2_and_names_the_near_ones(text: str, message: str) -> None:
    put("judged.toml", text)
    outcome = evaluate()
    assert (outcome.code, outcome.stdout) == (2, "")
    assert f"judged: error: judged.toml: {message}" in outcome.stderr


def test_a_contract_file_that_is_not_there_is_2_and_says_what_writes_one() -> None:
    outcome = evaluate("--contract", "absent.toml")
    assert (outcome.code, outcome.stdout) == (2, "")
    assert "absent.toml: no such file; `judged init` writes one" in outcome.stderr


def test_a_contract_file_that_is_a_folder_is_2() -> None:
    assert evaluate("--contract", ".").code == 2


def test_an_empty_path_of_a_contract_file_is_said_to_be_one() -> None:
    outcome = evaluate("--contract", "")
    assert (outcome.code, outcome.stdout) == (2, "")
    assert "--contract: an empty path, as of a variable that is not set" in outcome.stderr


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="POSIX has this device")
def test_a_contract_file_without_end_is_2() -> None:
    outcome = evaluate("--contract", "/dev/zero")
    assert (outcome.code, outcome.stdout) == (2, "")
    assert "/dev/zero: more than 1,000,000 bytes; this is no judged.toml" in outcome.stderr


GAIN_TABLES: list[tuple[str, Any]] = [
    ("--gain 1=1,2=3,3=7", {"1": "1", "2": "3", "3": "7"}),
    ("--gain 1=1 --gain 2=3 --gain 3=7", {"1": "1", "2": "3", "3": "7"}),
    ("--gain 1=0.50,2=3,3=7.125", {"1": "0.5", "2": "3", "3": "7.125"}),
]


@pytest.mark.parametrize(("words", "table"), GAIN_TABLES)
def test_a_gain_table_may_be_repeated_or_separated_by_commas(words: str, table: Any) -> None:
    outcome = evaluate(*words.split())
    assert outcome.json["contract"]["gain"] == table
    gains = {grade: float(gain) for grade, gain in table.items()}
    # The run is grade 2, 3, 1; the ideal ranking is 3, 2, 1.
    expected = dcg([gains[g] for g in "231"]) / dcg([gains[g] for g in "321"])
    assert macro(outcome) == pytest.approx(expected, abs=1e-12)


def test_a_gain_table_of_the_file_decides_what_a_grade_is_worth() -> None:
    put("judged.toml", "[contract]\ngain = {1 = 1, 2 = 3, 3 = 7}\n")
    outcome = evaluate()
    assert macro(outcome) == pytest.approx(dcg([3, 7, 1]) / dcg([7, 3, 1]), abs=1e-12)
