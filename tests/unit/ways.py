"""The two ways of validating, which give the same findings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judged.validation.schema_checks import validate_natively, validate_pushed_down

if TYPE_CHECKING:
    from collections.abc import Callable

    from judged.evaluation.findings import Finding

    Way = Callable[..., list[Finding]]

WAYS = [validate_pushed_down, validate_natively]
