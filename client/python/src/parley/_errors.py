"""Errors of the client."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, cast

from ._retry_after import read_retry_after
from .generated.errors import PASSING_CODES

if TYPE_CHECKING:
    import httpx

    from .generated.errors import ErrorCode
    from .generated.models import FieldError


class ParleyError(Exception):
    """An error that the API answered. `code` is stable; the message is for people.

    Attributes:
        code: The code of the error. Newer servers may have codes that this version does not list.
        status: The HTTP status.
        errors: The fields that are not valid, if the code is `validation_failed`.
        request_id: The id of the request in the logs of the server. None if a proxy answered.
        retry_after: The number of seconds after which the server allows another request, if it says so.
    """

    def __init__(
        self, problem: dict[str, Any], status: int, retry_after: float | None = None
    ) -> None:
        super().__init__(
            problem.get("detail") or problem.get("title") or f"The server answered {status}."
        )
        # A proxy in front of the server answers without a code.
        self.code: ErrorCode = cast("ErrorCode", problem.get("code", "internal"))
        self.status = status
        self.errors: list[FieldError] = problem.get("errors") or []
        self.request_id: str | None = problem.get("request_id")
        self.retry_after = retry_after
        self._problem = problem

    def __reduce__(self) -> tuple[Any, ...]:
        # The default repeats only the message, so that process pools could not pass the error on.
        return (type(self), (self._problem, self.status, self.retry_after))


class ParleyConnectionError(Exception):
    """The server could not be reached, did not answer in time, or the connection broke. `__cause__` says why."""


class SignatureError(Exception):
    """A webhook that Parley did not send, that was changed, or that is too old."""


def to_error(response: httpx.Response, body: bytes) -> ParleyError:
    """Returns the error of an answer that is no success."""
    retry_after = read_retry_after(response.headers.get("retry-after"))
    return ParleyError(_parse_problem(body), response.status_code, retry_after)


def is_passing(err: ParleyError | ParleyConnectionError, method: str) -> bool:
    """Returns whether a repeated request can succeed and must not do anything twice."""
    if isinstance(err, ParleyConnectionError):
        return method != "PATCH"
    if method == "PATCH":
        return err.code == "rate_limited"
    # Without an id, the answer is that of a proxy in front of the server.
    is_of_proxy = err.request_id is None and err.status in {429, 502, 503, 504}
    return is_of_proxy or err.code in PASSING_CODES


def _parse_problem(body: bytes) -> dict[str, Any]:
    try:
        problem = json.loads(body)
    except ValueError:
        return {}
    return problem if isinstance(problem, dict) else {}
