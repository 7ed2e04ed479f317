"""Options of clients and calls, and values of parameters."""

from __future__ import annotations

import mimetypes
import os
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Final, Literal, TypeAlias


class _Omit(Enum):
    OMIT = "omit"

    def __repr__(self) -> str:
        return "OMIT"


OMIT: Final = _Omit.OMIT
"""The default of every optional parameter: it is not sent. `None` is sent as null, which clears a field."""

Omit: TypeAlias = Literal[_Omit.OMIT]
"""The type of `OMIT`."""


@dataclass(frozen=True, kw_only=True)
class CallOptions:
    """Options of one call. They replace those of the client.

    Args:
        max_retries: How many times a request is repeated at most.
        timeout: How long one attempt may take, in seconds.
        deadline: How long the call may take with all its retries, in seconds.
        idempotency_key: The `Idempotency-Key` of a POST. By default each call has a new one, which its retries repeat.
    """

    max_retries: int | None = None
    timeout: float | None = None
    deadline: float | None = None
    idempotency_key: str | None = None


@dataclass(frozen=True)
class File:
    """A file to upload: its name, its bytes and its media type."""

    name: str
    content: bytes
    type: str = "application/octet-stream"

    @classmethod
    def from_path(cls, path: str | os.PathLike[str], type: str | None = None) -> File:
        """Reads a file. Its media type follows from its name, unless `type` is given."""
        guessed = type or mimetypes.guess_type(path)[0] or "application/octet-stream"
        return cls(Path(path).name, Path(path).read_bytes(), guessed)


@dataclass(frozen=True)
class Config:
    """The options of a client."""

    api_key: str
    base_url: str
    max_retries: int
    timeout: float
    deadline: float

    def __post_init__(self) -> None:
        if not self.api_key:
            raise ValueError("An api_key is required.")
        if not self.base_url.startswith(("http://", "https://")):
            raise ValueError("base_url must start with http:// or https://.")
        if self.max_retries < 0 or self.timeout <= 0 or self.deadline <= 0:
            raise ValueError(
                "max_retries must not be negative; timeout and deadline must be positive."
            )

    def __repr__(self) -> str:
        # The key must not reach a log.
        return f"Config(base_url={self.base_url!r})"
