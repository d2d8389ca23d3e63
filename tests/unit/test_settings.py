"""Where a contract comes from: defaults, preset, judged.toml, options; the later wins."""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING, Any

import pytest

from judged import ArgumentError, Contract, ContractError
from judged.contract.fields import FIELDS
from judged.contract.settings import Settings, resolve, template

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def toml(tmp_path: Path) -> Path:
    return tmp_path / "judged.toml"


def of_file(path: Path, text: str, *, preset: str | None = None, **options: Any) -> Settings:
    path.write_text(text, encoding="utf-8")
    return resolve(options, preset, path)


def test_nothing_given_is_strict_by_default() -> None:
    settings = resolve({})
    assert settings.contract == Contract()
    assert settings.origins == dict.fromkeys(FIELDS, "default")
    assert (settings.judgments, settings.notes) == ({}, [])


def test_the_later_origin_wins_and_every_field_keeps_its_own(toml: Path) -> None:
    settings = of_file(
        toml,
        '[contract]\nunjudged = "drop"\ncutoffs = [5]\n',
        preset="trec_eval",
        cutoffs=[20],
    )
    assert settings.contract == Contract.preset("trec_eval", unjudged="drop", cutoffs=[20])
    origins = settings.origins
    assert (origins["cutoffs"], origins["unjudged"]) == ("option", "file")
    assert (origins["negative_grades"], origins["depth"]) == ("preset", "default")


def test_a_field_that_equals_its_default_still_has_the_origin_that_set_it() -> None:
    assert resolve({"gain": "linear"}, "trec_eval").origins["gain"] == "option"
    assert resolve({}, "trec_eval").origins["gain"] == "preset"


def test_a_line_that_holds_against_the_preset_is_told(toml: Path) -> None:
    settings = of_file(toml, '[contract]\nunjudged = "error"\n', preset="trec_eval")
    assert settings.contract.unjudged == "error"
    (note,) = settings.notes
    assert "sets unjudged; its line holds against the preset trec_eval" in note


def test_a_line_that_says_what_the_preset_says_is_not_told(toml: Path) -> None:
    text = '[contract]\nunjudged = "zero"\ngrades = "any"\n'
    assert of_file(toml, text, preset="trec_eval").notes == []


def test_a_line_that_holds_against_strict_is_told_whatever_its_field(toml: Path) -> None:
    settings = of_file(toml, '[contract]\ndepth = 5\ngain = "linear"\n', preset="strict")
    assert settings.contract == Contract(depth=5)
    assert settings.origins == {
        **dict.fromkeys(FIELDS, "preset"),
        "depth": "file",
        "gain": "file",
    }
    (note,) = settings.notes
    assert "sets depth; its line holds against the preset strict" in note


def test_a_line_below_the_file_s_own_preset_is_no_news(toml: Path) -> None:
    settings = of_file(toml, '[contract]\nunjudged = "drop"\npreset = "trec_eval"\n')
    assert settings.contract == Contract.preset("trec_eval", unjudged="drop")
    assert settings.origins["unjudged"] == "file"
    assert settings.notes == []


def test_a_line_that_holds_against_both_presets_is_told_of_the_option_s(toml: Path) -> None:
    text = '[contract]\npreset = "beir"\nties = "line"\n'
    line, replaced = of_file(toml, text, preset="trec_eval").notes
    assert "sets ties; its line holds against the preset trec_eval" in line
    assert "has the preset beir; --preset trec_eval replaces it" in replaced


def test_the_preset_of_the_file_is_taken(toml: Path) -> None:
    settings = of_file(toml, '[contract]\npreset = "beir"\n')
    assert settings.contract == Contract.preset("beir")
    assert settings.origins["cutoffs"] == "preset"


def test_the_preset_of_the_command_line_wins_over_the_file_s(toml: Path) -> None:
    settings = of_file(toml, '[contract]\npreset = "beir"\n', preset="sklearn")
    assert settings.contract == Contract.preset("sklearn")


def test_tables_of_toml_are_values(toml: Path) -> None:
    text = '[contract]\ngain = {1 = 1, 2 = 0.5}\nqrels_duplicates = {iteration = "2"}\n'
    contract = of_file(toml, text).contract
    assert contract == Contract(gain={1: 1, 2: "0.5"}, qrels_duplicates={"iteration": "2"})


def test_what_is_known_of_the_judgments_is_kept(toml: Path) -> None:
    text = '[judgments]\npool = "depth 100"\nentity = "page"\nrevision = "2"\n'
    known = {"pool": "depth 100", "entity": "page", "revision": "2"}
    assert of_file(toml, text).judgments == known


def test_a_byte_order_mark_is_no_error(toml: Path) -> None:
    assert of_file(toml, '\ufeff[contract]\ngain = "exponential"\n').contract.gain == "exponential"


REFUSED = [
    ("[contract\n", ArgumentError, "not TOML"),
    ("[contracts]\n", ContractError, "unknown table 'contracts'; did you mean 'contract'"),
    ("gain = 1\n", ContractError, r"unknown table 'gain'; it belongs below \[contract\]"),
    ('preset = "beir"\n', ContractError, r"'preset'; it belongs below \[contract\]"),
    ('[contract]\npool = "x"\n', ContractError, r"'pool'; it belongs below \[judgments\]"),
    ('[judgments]\ngain = "x"\n', ContractError, r"'gain'; it belongs below \[contract\]"),
    (f"[contract]\ndepth = {'9' * 5000}\n", ArgumentError, "not TOML: Exceeds the limit"),
    ("contract = 1\n", ContractError, r"contract is not a table; write \[contract\]"),
    ('[contract]\nunjuged = "zero"\n', ContractError, "unknown field 'unjuged'; did you mean"),
    ('[contract]\nunjudged = "nil"\n', ContractError, "unjudged: 'nil' is unknown"),
    ("[contract]\ncutoffs = [0]\n", ContractError, "cutoffs: 0 is not a cutoff"),
    ("[contract]\ncutoffs = true\n", ContractError, "cutoffs: True is not a cutoff"),
    ('[contract]\npreset = "trec"\n', ContractError, "preset: 'trec' is no preset"),
    ("[contract]\npreset = 9\n", ContractError, "preset: '9' is no preset"),
    ('[judgments]\npol = "x"\n', ContractError, "unknown key 'pol'; did you mean 'pool'"),
    ("[judgments]\nrevision = 2\n", ContractError, "revision: 2 is not text"),
]


@pytest.mark.parametrize(("text", "kind", "message"), REFUSED)
def test_what_is_wrong_in_the_file_is_told_with_its_path(
    toml: Path, text: str, kind: type[Exception], message: str
) -> None:
    with pytest.raises(kind, match=f"^{re.escape(str(toml))}: .*{message}"):
        of_file(toml, text)


# What an option writes, and what TOML writes instead of it.
AS_OPTIONS = [
    ("cutoffs", "10,all", '[10, "all"]'),
    ("cutoffs", "10", "[10]"),
    ("gain", "1=1,2=0.50", '{ 1 = "1", 2 = "0.5" }'),
    ("depth", "100", "100"),
    ("qrels_duplicates", "iteration=1", '{ iteration = "1" }'),
    ("qrels_duplicates", 'iteration=a \\"b\\"', '{ iteration = "a \\"b\\"" }'),
    ("grades", "0:3", "[0, 3]"),
    ("min_judged_rate", "0.5", "0.5"),
]


@pytest.mark.parametrize(("name", "text", "line"), AS_OPTIONS)
def test_a_value_written_as_an_option_is_refused_with_the_line_of_toml(
    name: str, text: str, line: str, toml: Path
) -> None:
    with pytest.raises(ContractError) as refused:
        of_file(toml, f'[contract]\n{name} = "{text}"\n')
    assert str(refused.value).endswith(f" is text; TOML wants {name} = {line}")
    # The line that is offered may stand there as it is.
    option = FIELDS[name].kind.parse([text.replace("\\", "")])
    contract = of_file(toml, f"[contract]\n{name} = {line}\n").contract
    assert contract == Contract.of({name: option})


TABLES = [
    ("gain", "1=x", 'TOML wants a table: gain = { 1 = 1, 2 = "2.5", 3 = 7 }'),
    ("gain", "exponential,1=1", "TOML wants a table: gain = { 1 = 1"),
    ("qrels_duplicates", "round=1", 'TOML wants a table: qrels_duplicates = { iteration = "1" }'),
    ("doc_ids", "pattern=.*", "TOML wants a table: doc_ids = { pattern = '^(.*)#[0-9]+$'"),
    ("doc_ids", "map=absent.tsv", "TOML wants a table: doc_ids = { pattern = "),
    ("ties", "a=b", "'a=b' is unknown"),
]


@pytest.mark.parametrize(("name", "text", "message"), TABLES)
def test_a_table_written_as_text_is_refused_with_one_of_toml(
    name: str, text: str, message: str, toml: Path
) -> None:
    with pytest.raises(ContractError, match=f"{name}: .*{re.escape(message)}"):
        of_file(toml, f'[contract]\n{name} = "{text}"\n')


def test_a_bad_line_is_refused_though_an_option_wins_over_it(toml: Path) -> None:
    with pytest.raises(ContractError, match="unjudged: 'nil' is unknown"):
        of_file(toml, '[contract]\nunjudged = "nil"\n', unjudged="zero")


def test_a_file_that_is_not_there_is_told(toml: Path) -> None:
    with pytest.raises(ArgumentError, match="no such file; `judged init` writes one"):
        resolve({}, None, toml)


def test_an_unknown_preset_or_option_is_told() -> None:
    with pytest.raises(ContractError, match="'trec' is no preset"):
        resolve({}, "trec")
    with pytest.raises(ContractError, match="'cutoff' is no field"):
        resolve({"cutoff": 3})
    with pytest.raises(ContractError, match="gain: 'x' is unknown"):
        resolve({"gain": "x"})


def test_the_template_is_toml_that_sets_nothing(toml: Path) -> None:
    assert of_file(toml, template()).contract == Contract()
    assert set(tomllib.loads(template())) == {"contract", "judgments"}


def test_the_template_with_its_lines_taken_as_they_stand_is_the_defaults(toml: Path) -> None:
    names = "|".join(FIELDS)
    text = re.sub(rf"^# ((?:{names}) = .*)$", r"\1", template(), flags=re.MULTILINE)
    settings = of_file(toml, text)
    assert settings.contract == Contract()
    assert settings.origins == dict.fromkeys(FIELDS, "file")


@pytest.mark.parametrize("name", FIELDS)
def test_the_template_shows_the_values_of_every_field(name: str) -> None:
    lines = template().splitlines()
    place = next(number for number, line in enumerate(lines) if line.startswith(f"# {name} = "))
    assert lines[place - 1] == f"# Values: {', '.join(FIELDS[name].kind.toml)}"
    assert lines[place - 2] == f"# {FIELDS[name].meaning}"


@pytest.mark.parametrize("name", FIELDS)
def test_the_values_in_the_template_may_stand_in_a_file_as_they_are(name: str, toml: Path) -> None:
    (toml.parent / "chunks.tsv").write_text("d1#0\td1\n", encoding="utf-8")
    values = [
        getattr(of_file(toml, f"[contract]\n{name} = {value}\n").contract, name)
        for value in FIELDS[name].kind.toml
    ]
    assert len(set(values)) == len(values)
    assert getattr(Contract(), name) in values
