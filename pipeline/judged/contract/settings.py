"""Where a contract comes from: defaults, a preset, judged.toml and options, the later wins.

The origin of every field is kept, because a report that hides where a choice came from hides the
choice. An explicit line of judged.toml is never overridden by `--preset`; the difference is said.
"""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

from judged.contract.contract import Contract
from judged.contract.doc_ids import BY_HASH
from judged.contract.fields import FIELDS
from judged.contract.presets import PRESETS, preset_fields
from judged.errors import ArgumentError, ContractError, InputError, near

if TYPE_CHECKING:
    from collections.abc import Mapping

Origin = Literal["default", "preset", "file", "option"]
OnBadLine = Literal["refuse", "skip"]

ON_BAD_LINE: tuple[OnBadLine, ...] = get_args(OnBadLine)
CONTRACT_FILE = Path("judged.toml")
JUDGMENT_KEYS = {
    "pool": "how the pool was built, such as 'depth 100 of 40 systems'",
    "entity": "what a judgment is about: document, page, chunk, ...",
    "revision": "which revision of the judgments this is",
}

# In bytes: a contract has a few hundred, and a device no end.
MOST_READ = 1_000_000
KEYS = {"contract": ("preset", *FIELDS), "judgments": tuple(JUDGMENT_KEYS)}


@dataclass(frozen=True)
class Settings:
    """A contract with the origin of each field, and what is known of the judgments.

    Attributes:
        contract: the contract that holds.
        origins: field name to default, preset, file or option.
        judgments: pool, entity and revision, as far as judged.toml tells them.
        preset: its name, where one was named.
        notes: what a person should know, such as a preset's value that a file's line overrode.
        on_bad_line: whether lines that cannot be read refuse an evaluation, or are left out of it.
            No field of the contract: it never changes what the other lines mean.
    """

    contract: Contract
    origins: dict[str, Origin]
    judgments: dict[str, str] = field(default_factory=dict)
    preset: str | None = None
    notes: list[str] = field(default_factory=list)
    on_bad_line: OnBadLine = "refuse"


def resolve(
    options: Mapping[str, Any],
    preset: str | None = None,
    file: Path | None = None,
) -> Settings:
    """Brings the four origins of a contract together.

    Args:
        options: fields by name, as given on the command line.
        preset: the preset's name from the command line; wins over the file's.
        file: a judged.toml; none is read where this is None.

    Raises:
        ContractError: an unknown field, key, preset or value; the message says where it stands.
        ArgumentError: the file does not exist or is not TOML.
    """
    in_file, judgments = ({}, {}) if file is None else _read(file)
    preset_of_file = in_file.pop("preset", None)
    chosen = preset_of_file if preset is None else preset
    in_preset = {} if chosen is None else _fixed(chosen)
    layers: list[tuple[Origin, Mapping[str, Any]]] = [
        ("preset", in_preset),
        ("file", in_file),
        ("option", options),
    ]
    values: dict[str, Any] = {}
    origins: dict[str, Origin] = dict.fromkeys(FIELDS, "default")
    for origin, layer in layers:
        values.update(layer)
        origins.update(dict.fromkeys(layer, origin))
    contract = Contract.of(values)
    notes = []
    if preset is not None and file is not None:
        told = {name: value for name, value in in_file.items() if name not in options}
        notes = _against(file, told, preset)
        if preset_of_file not in (None, preset):
            notes.append(f"{file} has the preset {preset_of_file}; --preset {preset} replaces it")
    return Settings(contract, origins, judgments, chosen, notes)


def _fixed(preset: str) -> dict[str, Any]:
    """The fields that a preset fixes; all of them where it is the defaults themselves."""
    defaults = Contract()
    return dict(preset_fields(preset)) or {name: getattr(defaults, name) for name in FIELDS}


def _against(file: Path, lines: Mapping[str, Any], preset: str) -> list[str]:
    """What to say of the lines of a file that hold against `--preset`.

    A preset of the file itself stands above its lines, which say what differs: no news.
    """
    in_preset = _fixed(preset)
    return [
        f"{file} sets {name}; its line holds against the preset {preset}"
        for name, value in lines.items()
        if name in in_preset and _normal(name, value) != _normal(name, in_preset[name])
    ]


def _normal(name: str, value: Any) -> object:
    return FIELDS[name].kind.check(value)


def _read(file: Path) -> tuple[dict[str, Any], dict[str, str]]:
    """The tables [contract] and [judgments] of a judged.toml, every key and value checked."""
    try:
        with file.open("rb") as opened:
            text = opened.read(MOST_READ + 1)
        if len(text) > MOST_READ:
            raise ArgumentError(f"{file}: more than {MOST_READ:,} bytes; this is no judged.toml")
        tables = tomllib.loads(text.decode("utf-8-sig"))
    except FileNotFoundError:
        raise ArgumentError(f"{file}: no such file; `judged init` writes one") from None
    except OSError as error:
        raise ArgumentError(f"--contract {file}: cannot be read: {error.strerror}") from None
    except ValueError as error:  # also where it is not UTF-8, or a number has thousands of digits
        raise ArgumentError(
            f'{file}: not TOML: {error}; text stands in quotes: unjudged = "zero"'
        ) from None
    _known(file, "table", tables, KEYS)
    contract = _table(file, tables, "contract")
    judgments = _table(file, tables, "judgments")
    _known(file, "field", contract, KEYS["contract"])
    _known(file, "key", judgments, KEYS["judgments"])
    contract = {name: _checked(file, name, value) for name, value in contract.items()}
    for key, value in judgments.items():
        if not isinstance(value, str):
            raise ContractError(f"{file}: [judgments] {key}: {value!r} is not text")
    return contract, judgments


def _table(file: Path, tables: Mapping[str, Any], name: str) -> dict[str, Any]:
    table = tables.get(name, {})
    if not isinstance(table, dict):
        raise ContractError(f"{file}: {name} is not a table; write [{name}] and its lines below")
    return table


def _known(file: Path, what: str, names: Mapping[str, Any], known: Any) -> None:
    for name in names:
        if name not in known:
            raise ContractError(
                f"{file}: unknown {what} {name!r}; {_home(name) or _near(what, name, known)}"
            )


def _near(what: str, name: str, known: Any) -> str:
    """The near words; a key at the top may be a misspelt field, which belongs into a table."""
    close = get_close_matches(name, FIELDS, n=1, cutoff=0.7) if what == "table" else []
    return f"did you mean {close[0]!r}, below [contract]?" if close else near(name, known)


def _home(name: str) -> str:
    """Where a key belongs that stands in another table; empty for a key of none."""
    return next((f"it belongs below [{table}]" for table in KEYS if name in KEYS[table]), "")


def _checked(file: Path, name: str, value: Any) -> Any:
    """A value in its one normal form; a map is read here, and then only where it is used."""
    try:
        if name == "preset":
            preset_fields(value if isinstance(value, str) else repr(value))
            return value
        return _normal(name, _beside(file, value) if name == "doc_ids" else value)
    except ContractError as error:
        raise ContractError(f"{file}: {name}: {_in_toml(name, value) or error}") from None


def _beside(file: Path, doc_ids: Any) -> Any:
    """The field doc_ids with the path of its map, which is told from the folder of the file."""
    path = doc_ids.get("map") if isinstance(doc_ids, dict) else None
    if not isinstance(path, str) or not path or BY_HASH.fullmatch(path):
        return doc_ids
    return {**doc_ids, "map": str(file.parent / path)}


def _in_toml(name: str, value: Any) -> str:
    """How TOML writes what stands there as an option writes it; empty for all other values."""
    if name == "preset" or not isinstance(value, str):
        return ""
    kind = FIELDS[name].kind
    try:
        parsed = kind.parse([value])
        meant = kind.check(parsed)
    except (ArgumentError, InputError):
        table = kind.toml[-1]
        wants_table = "=" in value and table.startswith("{")
        return f"{value!r} is text; TOML wants a table: {name} = {table}" if wants_table else ""
    # A map has its content in JSON, and its path in TOML.
    shown = parsed if isinstance(parsed, dict) else kind.json(meant)
    return f"{value!r} is text; TOML wants {name} = {_toml(shown)}"


def template() -> str:
    """A judged.toml in which every field stands as a comment with its default and its values."""
    lines = [
        "# judged.toml: the evaluation contract. Take the # off a line to fix that choice.",
        "# Later origins win: defaults, preset, this file, command-line options.",
        "",
        "[contract]",
        "# A preset fixes the fields that a tool fixes: " + ", ".join(PRESETS) + ".",
        '# preset = "trec_eval"',
    ]
    defaults = Contract()
    for name, spec in FIELDS.items():
        value = spec.kind.json(getattr(defaults, name))
        lines += ["", f"# {spec.meaning}", f"# Values: {', '.join(spec.kind.toml)}"]
        lines += [f"# {name} = {_toml(value)}"]
    lines += ["", "[judgments]"]
    for key, meaning in JUDGMENT_KEYS.items():
        lines += [f"# {key}: {meaning}", f'# {key} = ""']
    return "\n".join(lines) + "\n"


def _toml(value: object) -> str:
    """A value in its JSON form, as TOML writes it: but for tables and null, the same way."""
    if value is None:
        return '"none"'
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {_toml(entry)}' for key, entry in value.items())} }}"
    return json.dumps(value, ensure_ascii=False)
