"""Pauses before retries."""

from __future__ import annotations

import random
import re
import time
from email.utils import parsedate_to_datetime

FIRST = 0.5
LONGEST = 8.0


def to_pause(number: int, least: float | None = None) -> float:
    """Returns the pause before retry `number` (from 0), in seconds: doubled each time, at random, at least `least`."""
    longest = min(LONGEST, FIRST * 2.0 ** min(number, 10))
    pause = longest * (0.5 + 0.5 * random.random())
    # Callers that were refused at the same time must not come back at the same time.
    return max(pause, least * (1 + 0.1 * random.random())) if least else pause


def read_retry_after(value: str | None) -> float | None:
    """Returns the seconds of a `Retry-After` header, which has seconds or a date. None if it has neither."""
    if value is None:
        return None
    if re.fullmatch(r"[0-9]{1,9}", value):
        return float(value)
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except ValueError:
        return None
