"""Requests and their retries, without sending."""

from __future__ import annotations

import json
import re
import time
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import quote, urlencode

from ._errors import ParleyConnectionError, ParleyError, is_passing
from ._options import OMIT, CallOptions, Config, File
from ._retry_after import to_pause
from ._version import __version__

T = TypeVar("T")


@dataclass(frozen=True)
class Request:
    """A request of the API. `url` contains the query."""

    method: str
    url: str
    headers: dict[str, str]
    content: bytes | None = None
    file: File | None = None

    def to_body(self) -> dict[str, Any]:
        """Returns the arguments of httpx for the body."""
        if self.file is None:
            return {"content": self.content}
        return {"files": {"file": (self.file.name, self.file.content, self.file.type)}}


class Attempts:
    """The attempts of one call: a request, and whether and when it is repeated.

    A POST has an idempotency key, so that a repetition changes nothing.
    """

    def __init__(
        self,
        config: Config,
        operation: str,
        params: Mapping[str, object],
        options: CallOptions | None,
    ) -> None:
        options = options or CallOptions()
        self.request = to_request(config, operation, params)
        if self.request.method == "POST":
            key = options.idempotency_key or str(uuid.uuid4())
            self.request.headers["idempotency-key"] = key
        self._max_retries = _or(options.max_retries, config.max_retries)
        self._timeout = _or(options.timeout, config.timeout)
        self._ends_at = time.monotonic() + _or(options.deadline, config.deadline)
        self._count = 0

    def start(self) -> Limit:
        """Returns the time limit of the next attempt."""
        return Limit(min(self._timeout, max(0.001, self._ends_at - time.monotonic())))

    def pause_after(self, err: ParleyError | ParleyConnectionError) -> float | None:
        """Returns the seconds to wait before the next attempt. None if there is none."""
        if self._count >= self._max_retries or not is_passing(err, self.request.method):
            return None
        least = err.retry_after if isinstance(err, ParleyError) else None
        pause = to_pause(self._count, least)
        self._count += 1
        return pause if time.monotonic() + pause < self._ends_at else None


class Limit:
    """The time limit of one attempt, in seconds."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._ends_at = time.monotonic() + seconds

    def check(self) -> None:
        """Raises ParleyConnectionError if the time is over, although the server still sends."""
        if time.monotonic() > self._ends_at:
            raise ParleyConnectionError(f"No complete answer for {self.seconds:.3g} seconds.")


def to_request(config: Config, operation: str, params: Mapping[str, object]) -> Request:
    """Returns the request of an operation, such as `GET /api/v1/contacts/{id}`.

    Parameters that are not in the path are the query of a GET or DELETE and the body of others; `OMIT` is not sent.
    """
    method, template = operation.split(" ", 1)
    rest = {name: value for name, value in params.items() if value is not OMIT}

    def fill(match: re.Match[str]) -> str:
        value = rest.pop(match[1], None)
        # An empty part, or a dot, would change which operation is called.
        if not isinstance(value, str) or value in {"", ".", ".."}:
            raise ValueError(f'{match[1]} must be a text that is not empty, "." or "..".')
        return quote(value, safe="")

    path = re.sub(r"\{(\w+)\}", fill, template)
    headers = {
        "authorization": f"Bearer {config.api_key}",
        "user-agent": f"parley-client-python/{__version__}",
    }
    file = rest.pop("file", None)
    url = config.base_url.rstrip("/") + path
    if isinstance(file, File):
        return Request(method, url + to_query(rest), headers, file=file)
    if method in {"GET", "DELETE"}:
        return Request(method, url + to_query(rest), headers)
    headers["content-type"] = "application/json"
    content = json.dumps(rest, ensure_ascii=False, allow_nan=False).encode()
    return Request(method, url, headers, content)


def to_query(params: Mapping[str, object]) -> str:
    """Returns the query of a request with its question mark; lists are separated by commas."""
    query = {name: _to_text(value) for name, value in params.items() if value is not None}
    return f"?{urlencode(query)}" if query else ""


def parse_json(body: bytes) -> Any:
    """Returns the value of a JSON answer. Raises ParleyConnectionError if it is none, as from a proxy."""
    try:
        return json.loads(body)
    except ValueError as err:
        raise ParleyConnectionError("The answer is not JSON.") from err


def _to_text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(_to_text(each) for each in value)
    return str(value)


def _or(value: T | None, default: T) -> T:
    return default if value is None else value
