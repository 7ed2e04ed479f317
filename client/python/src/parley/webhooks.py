"""Functions for receivers of webhooks. They need no API key."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from datetime import datetime, timezone
from typing import TYPE_CHECKING, Literal, cast, overload

from ._errors import SignatureError

if TYPE_CHECKING:
    from .generated.models import Event, ThinEvent

__all__ = ["verify"]


@overload
def verify(
    body: str | bytes,
    header: str | None,
    secret: str,
    *,
    payload: Literal["full"] = "full",
    tolerance: float = 300.0,
    now: datetime | None = None,
) -> Event: ...


@overload
def verify(
    body: str | bytes,
    header: str | None,
    secret: str,
    *,
    payload: Literal["thin"],
    tolerance: float = 300.0,
    now: datetime | None = None,
) -> ThinEvent: ...


def verify(
    body: str | bytes,
    header: str | None,
    secret: str,
    *,
    payload: Literal["full", "thin"] = "full",
    tolerance: float = 300.0,
    now: datetime | None = None,
) -> Event | ThinEvent:
    """Verifies a webhook and returns its event, whose `type` decides the type of its `data`.

    Args:
        body: The raw body as it was received, before any parser.
        header: The value of `X-Service-Signature`.
        secret: The endpoint's `whsec_…` secret.
        payload: The `payload` of the endpoint, which decides the type of the event.
        tolerance: The age from which a webhook is refused, in seconds.
        now: The current time with its time zone, for tests.

    Raises:
        SignatureError: No signature matches, or the timestamp is outside of the tolerance.
        ValueError: The secret is empty.
    """
    if not secret:
        raise ValueError("The secret of the webhook is empty.")
    parts = [part.strip().partition("=") for part in (header or "").split(",")]
    timestamp = next((value for name, _, value in parts if name == "t"), "")
    signatures = [value for name, _, value in parts if name == "v1"]
    if not re.fullmatch(r"[0-9]{1,15}", timestamp) or not signatures:
        raise SignatureError("The header X-Service-Signature is missing or malformed.")
    signed = body.encode() if isinstance(body, str) else bytes(body)
    digest = hmac.new(secret.encode(), f"{timestamp}.".encode() + signed, hashlib.sha256)
    expected = digest.hexdigest().encode()
    # Compares in constant time, and every signature, so that the duration says nothing.
    matches = [hmac.compare_digest(expected, each.encode()) for each in signatures]
    if not any(matches):
        raise SignatureError("No signature matches the body. Check the secret and the raw body.")
    time = (now or datetime.now(timezone.utc)).timestamp()
    if abs(time - int(timestamp)) > tolerance:
        raise SignatureError("The timestamp is outside of the tolerance.")
    return cast("Event | ThinEvent", json.loads(signed))
