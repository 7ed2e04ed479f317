"""The stream of events, without sending."""

from __future__ import annotations

import json
import re
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from ._errors import ParleyError, is_passing
from ._options import Config
from ._request import Request, to_request
from ._retry_after import to_pause

if TYPE_CHECKING:
    from .generated.models import Event


class StreamedEvent(NamedTuple):
    """An event of the stream, and the cursor to continue after it: pass it as `after`."""

    cursor: str
    event: Event


@dataclass(frozen=True)
class Frame:
    """An event with its data, or only the position of the stream."""

    cursor: str
    data: str | None


class StreamState:
    """The position of a stream, and its failures since the last event."""

    def __init__(
        self, config: Config, operation: str, params: Mapping[str, object], silence: float
    ) -> None:
        if silence <= 0:
            raise ValueError("silence must be positive.")
        self._request = to_request(config, operation, params)
        self._request.headers["accept"] = "text/event-stream"
        self._cursor: str | None = None
        self._failures = 0
        self._retry_after: float | None = None

    def to_request(self) -> Request:
        """Returns the request that continues the stream after its last event."""
        if self._cursor is not None:
            self._request.headers["last-event-id"] = self._cursor
        return self._request

    def read(self, frame: Frame) -> Iterator[StreamedEvent]:
        """Yields the event of a frame, and moves on once the caller has processed it."""
        self._failures = 0
        if frame.data is not None:
            yield StreamedEvent(frame.cursor, json.loads(frame.data))
        self._cursor = frame.cursor

    def fail(self, err: Exception) -> None:
        """Records a failure. Raises it if a retry cannot fix it, such as `cursor_expired`."""
        if isinstance(err, ParleyError):
            if not is_passing(err, "GET") and err.status < 500:
                raise err
            self._retry_after = err.retry_after

    def next_pause(self) -> float:
        """Returns the seconds to wait before the next connection."""
        pause = to_pause(self._failures, self._retry_after)
        self._failures += 1
        self._retry_after = None
        return pause


def parse_frames() -> Generator[list[Frame], bytes, None]:
    """Takes the bytes of a stream and yields the frames that they complete.

    Source: WHATWG HTML, "Server-sent events"; the comment `at <cursor>` is Parley's own.
    """
    rest, cursor = b"", ""
    data: list[str] = []
    frames: list[Frame] = []
    while True:
        rest += yield frames
        frames = []
        *lines, rest = rest.split(b"\n")
        for each in lines:
            line = each.decode().removesuffix("\r")
            position = re.fullmatch(r": ?at (\S+)", line)
            if position:
                frames.append(Frame(position[1], None))
            elif line == "":
                if data:
                    frames.append(Frame(cursor, "\n".join(data)))
                data = []
            elif line.startswith("id:"):
                cursor = line[3:].strip()
            elif line.startswith("data:"):
                data.append(line[5:].removeprefix(" "))
