"""judged init: a commented judged.toml."""

from __future__ import annotations

import click


@click.command(epilog="Example: judged init")
@click.argument("path", metavar="[FILE]", default="judged.toml")
@click.option("--force", is_flag=True, help="Overwrite the file if it is there.")
def command(path: str, force: bool) -> int:
    """Write a judged.toml in which every choice stands as a comment.

    FILE is judged.toml in this folder by default.
    """
    from pathlib import Path

    from judged import diagnostics
    from judged.contract.settings import template
    from judged.errors import ArgumentError
    from judged.temporary import whole

    file = Path(path)
    if file.exists() and not force:
        raise ArgumentError(f"{path} is there already; --force overwrites it")
    try:
        with whole(file) as new:
            new.write_text(template(), encoding="utf-8", newline="\n")
    except OSError as error:
        raise ArgumentError(f"{path}: cannot be written: {error.strerror}") from None
    diagnostics.note(f"wrote {path}")
    return 0
