"""However few lines are looked at together, a job says the same."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judged.validation import stretches
from tests.property.contracts import TIMES
from tests.support import judged

LINES = st.lists(
    st.tuples(
        st.sampled_from(["q1", "q2", "q3"]),
        st.sampled_from(["a", "b", "c", "d"]),
        st.sampled_from(["1", "2", "3", "x"]),
        st.sampled_from(["1", "2", "3"]),
    ),
    min_size=1,
    max_size=9,
)
QRELS = "".join(f"{query} 0 {doc} 1\n" for query in ("q1", "q2", "q3") for doc in "abcd")


def told(folder: str, lines: int) -> tuple[int, str, str]:
    """What a job says, where as many lines are looked at together."""
    files = (f"{folder}/qrels", f"{folder}/one", f"{folder}/other")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(stretches, "LINES", lines)
        outcome = judged("run", *files, "--db", ":memory:", "-k", "2", "--format", "json")
    return outcome.code, outcome.stdout, outcome.stderr


@given(one=LINES, other=LINES, is_grouped=st.booleans())
@settings(max_examples=round(4 * TIMES), deadline=None)
def test_stretches_of_any_length_say_the_same(
    one: list[tuple[str, ...]], other: list[tuple[str, ...]], is_grouped: bool
) -> None:
    with TemporaryDirectory() as folder:
        Path(folder, "qrels").write_text(QRELS, encoding="utf-8")
        for name, lines in (("one", one), ("other", other)):
            # As files stand mostly, or as they are drawn.
            rows = sorted(set(lines)) if is_grouped else lines
            text = "".join(f"{q} Q0 {doc} {rank} {score} {name}\n" for q, doc, rank, score in rows)
            Path(folder, name).write_text(text, encoding="utf-8")
        whole = told(folder, 1_000)
        assert whole[0] in (0, 1)
        assert [told(folder, lines) for lines in (1, 3)] == [whole, whole]
