"""The contract's doc_ids: its values, its identifier, and what it refuses."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from judged import ArgumentError, Contract, ContractError, InputError
from judged.contract.doc_ids import IdMap, IdPattern
from judged.contract.settings import resolve

PATTERN = "^(.*)#[0-9]+$"
PAIRS = {"a#0": "a", "a#1": "a", "b c": "b"}

REFUSED_PATTERNS = [
    ("", "has no capture group"),
    ("a", "has no capture group"),
    ("(?:a)", "has no capture group"),
    (r"\(a\)", "has no capture group"),
    ("[(a)]", "has no capture group"),
    ("(a)(b)", "has more than one capture group"),
    ("((a)b)", "has more than one capture group"),
    ("(?P<x>a)(b)", "has more than one capture group"),
    ("(a", r"is no regular expression of RE2: .*missing \)"),
    ("(a)\\", "is no regular expression of RE2"),
    ("(a)(?=b)", "is no regular expression of RE2"),
    (r"(a)\1", "is no regular expression of RE2"),
    ("(a){1001}", "is no regular expression of RE2"),
    ("(((((((a){100}){100}){100}){100}){100}){100}){100}", "is no regular expression of RE2"),
    ("(\ud800)", "is no regular expression of RE2"),
]

TAKEN_PATTERNS = [PATTERN, "(a)", "()", "(?P<doc>.+)#", "(?:x|y)(.)", "('; drop table qrels; --)"]
TAKEN_PATTERNS += ["(a)\n", "(\0)", "(,=)", "(é|\U0001f600)", "(?i)(A)", "(" + "a" * 10_000 + ")"]

REFUSED: list[tuple[Any, str]] = [
    ({}, "give either a pattern or a map"),
    ({"judgments": True}, "give either a pattern or a map"),
    ({"pattern": PATTERN, "map": PAIRS}, "give either a pattern or a map"),
    ({"patern": PATTERN}, "'patern' is unknown; did you mean 'pattern'"),
    ({"pattern": PATTERN, 1: 2}, "1 is unknown"),
    ({"pattern": 7}, "pattern: 7 is not text"),
    ({"pattern": None}, "pattern: None is not text"),
    ({"pattern": PATTERN, "judgments": 1}, "judgments: 1 is not true or false"),
    ({"pattern": PATTERN, "judgments": "yes"}, "judgments: 'yes' is not true or false"),
    ({"map": 7}, "map: 7 is neither a path nor a dict"),
    ({"map": b"chunks.tsv"}, "map: b'chunks.tsv' is neither a path nor a dict"),
    ({"map": {}}, "map: the dict is empty"),
    ({"map": {"a": ""}}, "map: '' is no id"),
    ({"map": {"": "a"}}, "map: '' is no id"),
    ({"map": {1: "a"}}, "map: 1 is no id"),
    ({"map": {"a": None}}, "map: None is no id"),
    ({"map": {"a": "\ud800"}}, "is not UTF-8"),
    ([PATTERN], "is not one of as_is, or a table with a pattern or a map"),
    (f"pattern={PATTERN}", "is text; a table says which ids"),
    ("judgments,map=x", "is text; a table says which ids"),
]


def put(path: Path, text: str) -> str:
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(("pattern", "message"), REFUSED_PATTERNS)
def test_a_pattern_has_exactly_one_group_that_the_engine_takes(pattern: str, message: str) -> None:
    with pytest.raises(ContractError, match=f"^doc_ids: pattern: .*{message}"):
        Contract(doc_ids={"pattern": pattern})


@pytest.mark.parametrize("pattern", TAKEN_PATTERNS)
def test_a_pattern_is_kept_as_it_is(pattern: str) -> None:
    contract = Contract(doc_ids={"pattern": pattern})
    assert contract.doc_ids == IdPattern(pattern)
    assert Contract.of(json.loads(json.dumps(contract.as_json()))) == contract
    assert contract.as_columns()["doc_ids"] == f"pattern={pattern}"


@pytest.mark.parametrize(("value", "message"), REFUSED)
def test_what_is_no_rule_for_ids_is_refused(value: Any, message: str) -> None:
    with pytest.raises(ContractError, match=f"^doc_ids: .*{message}"):
        Contract(doc_ids=value)


def test_the_identifier_of_a_pattern_is_pinned() -> None:
    values = {
        "depth": None,
        "doc_ids": {"judgments": False, "pattern": PATTERN},
        "gain": "linear",
        "missing_queries": "zero",
        "negative_grades": "error",
        "order": "score",
        "qrels_duplicates": "error",
        "run_duplicates": "error",
        "score_precision": "float64",
        "self_matches": "keep",
        "semantics": 1,
        "ties": "doc_id_desc",
        "universe": "judged",
        "unjudged": "error",
        "unknown_queries": "warn",
        "zero_idcg": "zero",
    }
    text = json.dumps(values, sort_keys=True, separators=(",", ":"))
    contract = Contract(doc_ids={"pattern": PATTERN})
    assert contract.contract_id == sha256(text.encode()).hexdigest()


def test_pattern_map_and_judgments_each_make_another_contract(tmp_path: Path) -> None:
    values: list[Any] = [
        "as_is",
        {"pattern": PATTERN},
        {"pattern": PATTERN, "judgments": True},
        {"pattern": "^(.*)_[0-9]+$"},
        {"map": PAIRS},
        {"map": PAIRS, "judgments": True},
        {"map": {**PAIRS, "c": "c"}},
        {"map": {**PAIRS, "b c": "c"}},
        {"map": put(tmp_path / "other.tsv", "a#0\ta\n")},
    ]
    assert len({Contract(doc_ids=value).contract_id for value in values}) == len(values)


def test_a_map_is_known_by_what_it_holds(tmp_path: Path) -> None:
    files = {
        "tabs.tsv": "a#0\ta\na#1\ta\nb c\tb\n",
        "another order.txt": "b c\tb\na#1\ta\na#0\ta\na#1\ta\n",
        "commas.csv": "a#0,a\na#1,a\nb c,b\n",
        "ends": "\ufeffa#0\ta\r\na#1\ta\r\n\r\nb c\tb",
    }
    contracts = [
        Contract(doc_ids={"map": put(tmp_path / name, text)}) for name, text in files.items()
    ]
    contracts += [Contract(doc_ids={"map": PAIRS}), Contract(doc_ids={"map": tmp_path / "ends"})]
    assert len(set(contracts)) == len({contract.contract_id for contract in contracts}) == 1
    # The boundary between the two ids is part of the content.
    assert Contract(doc_ids={"map": {"ab": "c"}}) != Contract(doc_ids={"map": {"a": "bc"}})


def test_a_contract_with_a_map_comes_back_from_its_json_without_the_file(tmp_path: Path) -> None:
    path = Path(put(tmp_path / "chunks.tsv", "a#0\ta\n"))
    contract = Contract(doc_ids={"map": path, "judgments": True})
    path.unlink()
    told = contract.as_json()["doc_ids"]
    assert told == {"map": f"sha256:{contract.doc_ids.sha256}", "judgments": True}
    back = Contract.of(json.loads(json.dumps(contract.as_json())))
    assert (back, back.contract_id) == (contract, contract.contract_id)
    assert back.doc_ids == IdMap(contract.doc_ids.sha256, judgments=True)
    assert contract.as_columns()["doc_ids"] == f"judgments,map=sha256:{contract.doc_ids.sha256}"


def test_a_changed_file_leaves_the_contract_that_was_made_of_it(tmp_path: Path) -> None:
    path = put(tmp_path / "chunks.tsv", "a#0\ta\n")
    before = Contract(doc_ids={"map": path})
    put(tmp_path / "chunks.tsv", "a#0\tb\n")
    assert before.with_cutoffs([5]).contract_id == before.contract_id
    assert Contract(doc_ids={"map": path}).contract_id != before.contract_id


@pytest.mark.parametrize("value", [{"pattern": PATTERN}, {"map": PAIRS, "judgments": True}])
def test_the_measure_says_that_ids_were_turned(value: Any) -> None:
    contract = Contract(doc_ids=value, unjudged="drop")
    assert contract.measure(10) == "nDCG@10[drop,doc_ids]"


def test_the_map_of_a_file_of_toml_lies_beside_it(tmp_path: Path) -> None:
    folder = tmp_path / "contracts"
    folder.mkdir()
    put(folder / "chunks.tsv", "a#0 a\n")
    toml = folder / "judged.toml"
    toml.write_text('[contract]\ndoc_ids = { map = "chunks.tsv", judgments = true }\n')
    contract = resolve({}, None, toml).contract
    assert contract == Contract(doc_ids={"map": {"a#0": "a"}, "judgments": True})
    assert contract.doc_ids.path == str(folder / "chunks.tsv")


def test_a_pattern_of_toml_needs_no_escapes(tmp_path: Path) -> None:
    toml = tmp_path / "judged.toml"
    toml.write_text("[contract]\ndoc_ids = { pattern = '^(.*)\\.[0-9]+$' }\n")
    assert resolve({}, None, toml).contract.doc_ids == IdPattern(r"^(.*)\.[0-9]+$")


def test_text_in_toml_is_refused_with_the_table_that_is_meant(tmp_path: Path) -> None:
    toml = tmp_path / "judged.toml"
    toml.write_text("[contract]\ndoc_ids = 'judgments,pattern=(.)\\.x'\n")
    with pytest.raises(ContractError) as refused:
        resolve({}, None, toml)
    line = str(refused.value).partition("TOML wants ")[2]
    assert line == r'doc_ids = { pattern = "(.)\\.x", judgments = true }'
    toml.write_text(f"[contract]\n{line}\n")
    assert resolve({}, None, toml).contract.doc_ids == IdPattern(r"(.)\.x", judgments=True)


BROKEN_MAPS = [
    ("", "the file is empty"),
    ("\n \t\n", "no line in it; wanted two columns"),
    ("a#0\n", ":1: 1 column ('a#0') with blanks between them, as line 1 has it; wanted two"),
    ("a#0\ta\tx\n", ":1: 3 columns ('a#0\\ta\\tx') with a tab between them"),
    ("a a\nb\nc c\nd d d\n", ":2: 1 column ('b') with blanks between them, as line 1 has it"),
    ("a,a\n\nb b\n", ":3: 1 column ('b b') with a comma between them, as line 1 has it"),
    ("a a\nb\nc c\nd d d\n", "(also line 4)"),
    ("a\ta\nb b\n", ":2: 1 column ('b b') with a tab between them, as line 1 has it"),
    ("a\ta\n\tb\n", ":2: an empty id ('\\tb')"),
    ("a\ta\nb\t \n", ":2: an empty id ('b\\t ')"),
    ("a,\n", ":1: an empty id ('a,')"),
    ("a\tx\nb\n\ty\na\tz\n", ":2: 1 column ('b') with a tab between them"),
    ("a\tx\nb\n\ty\na\tz\n", ":3: an empty id ('\\ty')"),
    ("a\tx\nb\n\ty\na\tz\n", ":4: the id 'a' is 'z' here and 'x' in line 1"),
    ("a, b\n", ":1: 'a, b' has a comma and blanks, either of which may stand between two columns"),
    ('a,b\n"c",b\n', ":2: '\"c\",b' has quotation marks, which may belong to an id or not"),
    ('{\t"a": "b"}\n', "begins as JSON does; wanted two columns"),
    ('"a",b\n', ":1: '\"a\",b' has quotation marks, which may belong to an id or not"),
    ("a\tx\nb\tx\na\ty\n", ":3: the id 'a' is 'y' here and 'x' in line 1; give every id one"),
    ("a\tx\na\ty\na\tz\nb\tx\nb\ty\n", ":2: the id 'a' is 'y' here and 'x' in line 1"),
    ("a\tx\na\ty\na\tz\nb\tx\nb\ty\n", "(also line 5)"),
]


@pytest.mark.parametrize(("text", "message"), BROKEN_MAPS)
def test_a_broken_map_is_refused_with_file_and_line(
    tmp_path: Path, text: str, message: str
) -> None:
    path = put(tmp_path / "chunks.tsv", text)
    with pytest.raises(InputError) as refused:
        Contract(doc_ids={"map": path})
    assert str(refused.value).startswith(f"{path}:")
    assert message in str(refused.value)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"a\tb\nc\t\xff\xfe\n", ":2: not UTF-8, or a line of more than 2 MB"),
        ("a\tb\n".encode("utf-16"), "UTF-16 text; convert it to UTF-8"),
        (b"\x1f\x8b\x08\x00damaged", "a damaged gzip file"),
    ],
)
def test_a_map_of_other_bytes_is_refused(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "chunks.tsv"
    path.write_bytes(content)
    with pytest.raises(InputError, match=message):
        Contract(doc_ids={"map": path})


def test_of_many_bad_lines_the_first_are_told_and_the_others_counted(tmp_path: Path) -> None:
    path = put(tmp_path / "chunks.tsv", "a a\n" + "b\n" * 20)
    with pytest.raises(InputError) as refused:
        Contract(doc_ids={"map": path})
    told = "(also lines 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, and 9 more)"
    assert str(refused.value).endswith(told)


def test_a_map_that_can_be_read_only_once_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ArgumentError, match=r"^-: a map is read more than once"):
        Contract(doc_ids={"map": "-"})
    with pytest.raises(ArgumentError, match="a folder; give the file in it"):
        Contract(doc_ids={"map": tmp_path})


def test_ids_of_a_map_may_hold_what_ids_of_a_run_may(tmp_path: Path) -> None:
    path = put(tmp_path / "chunks.tsv", "a,1;'\"\td 1\n#x=y\t$z\n007\t7\nNA\tnull\n")
    pairs = {"a,1;'\"": "d 1", "#x=y": "$z", "007": "7", "NA": "null"}
    assert Contract(doc_ids={"map": path}) == Contract(doc_ids={"map": pairs})


def test_white_space_of_other_alphabets_is_part_of_an_id(tmp_path: Path) -> None:
    path = put(tmp_path / "blanks.txt", "a\u00a0b c\u3000d\n")
    pairs = {"a\u00a0b": "c\u3000d"}
    assert Contract(doc_ids={"map": path}) == Contract(doc_ids={"map": pairs})


def test_blanks_between_columns_may_be_several(tmp_path: Path) -> None:
    path = put(tmp_path / "blanks.txt", " a,1   b,2\nc \t d \n")
    assert Contract(doc_ids={"map": path}) == Contract(doc_ids={"map": {"a,1": "b,2", "c": "d"}})
