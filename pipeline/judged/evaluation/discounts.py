"""The discount of every rank as an exact integer, the same on every machine.

`weight(i) = round(10^14 / log2(i + 1))`. A double is precise enough to round by unless the value is
close to a half; there the quotient is computed in decimal arithmetic, which no platform changes.
"""

from __future__ import annotations

import math
from decimal import ROUND_HALF_EVEN, Decimal, localcontext
from functools import cache

SCALE = 10**14
# The double errs by less than 0.1 at this size; a tenth more is left as margin.
CLOSE_TO_HALF = 0.2


@cache
def weights(depth: int) -> list[int]:
    """The weights of ranks 1 to depth, in units of 10^-14.

    Source: Järvelin & Kekäläinen 2002, with log2(rank + 1) as in Burges et al. 2005.
    """
    return [_weight(rank) for rank in range(1, depth + 1)]


def _weight(rank: int) -> int:
    estimate = SCALE / math.log2(rank + 1)
    fraction = estimate - math.floor(estimate)
    if abs(fraction - 0.5) > CLOSE_TO_HALF:
        return round(estimate)
    return exact_weight(rank)


def exact_weight(rank: int) -> int:
    """The same in decimal arithmetic of 40 digits."""
    with localcontext() as context:
        context.prec = 40
        quotient = SCALE * Decimal(2).ln() / Decimal(rank + 1).ln()
        return int(quotient.to_integral_value(rounding=ROUND_HALF_EVEN))
