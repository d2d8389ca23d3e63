"""The weights of ranks, against decimal arithmetic of 60 digits."""

from __future__ import annotations

import math
from decimal import ROUND_HALF_EVEN, Decimal, localcontext
from itertools import pairwise

import pytest

from judged.evaluation.discounts import CLOSE_TO_HALF, SCALE, exact_weight, weights

# round(10^14 / log2(i + 1)); ranks 1, 3 and 7 have whole logarithms: 1, 2 and 3. Of ranks 105 and
# 1887 the quotient is so close to a half that a double rounds it the other way.
KNOWN = {
    1: 100_000_000_000_000,
    2: 63_092_975_357_146,
    3: 50_000_000_000_000,
    4: 43_067_655_807_339,
    5: 38_685_280_723_454,
    7: 33_333_333_333_333,
    15: 25_000_000_000_000,
    105: 14_863_433_757_183,
    1023: 10_000_000_000_000,
    1887: 9_188_944_224_893,
}
LARGE = [10_000, 65_535, 99_999, 10**6, 2**20 - 1, 10**7 + 19, 2**31 - 1]


def reference(rank: int) -> int:
    """10^14 ln 2 / ln(rank + 1), with 60 digits."""
    with localcontext() as context:
        context.prec = 60
        quotient = Decimal(10) ** 14 * Decimal(2).ln() / Decimal(rank + 1).ln()
        return int(quotient.to_integral_value(rounding=ROUND_HALF_EVEN))


@pytest.mark.parametrize(("rank", "weight"), KNOWN.items())
def test_known_weights(rank: int, weight: int) -> None:
    assert weights(2000)[rank - 1] == weight
    assert exact_weight(rank) == weight


def test_the_first_five_thousand_weights_are_exact() -> None:
    assert weights(5000) == [reference(rank) for rank in range(1, 5001)]


@pytest.mark.parametrize("rank", LARGE)
def test_weights_of_deep_ranks_are_exact(rank: int) -> None:
    from judged.evaluation.discounts import _weight

    assert _weight(rank) == exact_weight(rank) == reference(rank)


def test_the_double_is_taken_only_where_it_rounds_the_same_way() -> None:
    by_double = []
    for rank in range(1, 5001):
        estimate = SCALE / math.log2(rank + 1)
        if abs(estimate - math.floor(estimate) - 0.5) > CLOSE_TO_HALF:
            by_double.append((round(estimate), reference(rank)))
    assert 2000 < len(by_double) < 5000, "the shortcut is neither useless nor always taken"
    assert [pair for pair in by_double if pair[0] != pair[1]] == []


def test_weights_fall_from_rank_to_rank() -> None:
    values = weights(5000)
    assert all(before > after for before, after in pairwise(values))


def test_a_shorter_table_is_the_head_of_a_longer_one() -> None:
    assert weights(10) == weights(5000)[:10]
    assert weights(0) == []
