"""Every SQL file, by cases and by its header."""

import pytest

pytest.register_assert_rewrite("tests.sql.cases")
