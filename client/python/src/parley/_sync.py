"""Sends requests, and waits for their answers."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator, Mapping
from typing import Any, Generic, TypeVar

import httpx

from ._errors import ParleyConnectionError, ParleyError, to_error
from ._options import CallOptions, Config
from ._request import Attempts, parse_json
from ._stream import StreamedEvent, StreamState, parse_frames

T = TypeVar("T")
Body = TypeVar("Body")
Item = TypeVar("Item")


class Page(Generic[Body, Item]):
    """A page of a list. Iterate over it for its items and those of all pages after it.

    Attributes:
        body: The page as the API sent it.
        data: The items of this page.
        next_cursor: The cursor of the next page. None on the last one.
    """

    def __init__(self, body: Any, get_next: Callable[[str], Page[Body, Item]]) -> None:
        self.body: Body = body
        self.data: list[Item] = body["data"]
        self.next_cursor: str | None = body["next_cursor"]
        self._is_last = self.next_cursor is None or body.get("has_more") is False
        self._get_next = get_next

    def __iter__(self) -> Iterator[Item]:
        for page in self.pages():
            yield from page.data

    def pages(self) -> Iterator[Page[Body, Item]]:
        """Iterates over this page and all pages after it."""
        page = self
        while True:
            yield page
            if page._is_last or page.next_cursor is None:
                return
            page = self._get_next(page.next_cursor)


class Transport:
    """Sends requests and repeats them where that is safe."""

    def __init__(self, config: Config, http_client: httpx.Client | None) -> None:
        self._config = config
        self._http = http_client or httpx.Client()
        self._is_own = http_client is None

    def close(self) -> None:
        """Closes the connections, unless the caller passed a client of its own."""
        if self._is_own:
            self._http.close()

    def json(
        self, operation: str, params: Mapping[str, object], options: CallOptions | None
    ) -> Any:
        """Returns the JSON of the answer."""
        return self._send(operation, params, options, parse_json)

    def upload(
        self, operation: str, params: Mapping[str, object], options: CallOptions | None
    ) -> Any:
        """Sends the parameter `file` as a form, and returns the JSON of the answer."""
        return self._send(operation, params, options, parse_json)

    def text(
        self, operation: str, params: Mapping[str, object], options: CallOptions | None
    ) -> str:
        """Returns the text of the answer."""
        return self._send(operation, params, options, bytes.decode)

    def binary(
        self, operation: str, params: Mapping[str, object], options: CallOptions | None
    ) -> bytes:
        """Returns the bytes of the answer."""
        return self._send(operation, params, options, bytes)

    def none(
        self, operation: str, params: Mapping[str, object], options: CallOptions | None
    ) -> None:
        """Sends a request whose answer has no body."""
        self._send(operation, params, options, bytes)

    def pages(
        self,
        operation: str,
        params: Mapping[str, object],
        name: str,
        options: CallOptions | None,
    ) -> Page[Any, Any]:
        """Returns a page. `name` is the parameter that takes the cursor of the next one."""

        def get_next(cursor: str) -> Page[Any, Any]:
            return self.pages(operation, {**params, name: cursor}, name, options)

        return Page(self.json(operation, params, options), get_next)

    def stream(
        self, operation: str, params: Mapping[str, object], silence: float
    ) -> Generator[StreamedEvent, None, None]:
        """Yields events, and continues after the last one when the connection breaks or `silence` seconds pass."""
        state = StreamState(self._config, operation, params, silence)
        while True:
            try:
                request = state.to_request()
                with self._http.stream(
                    request.method, request.url, headers=request.headers, timeout=silence
                ) as response:
                    if not response.is_success:
                        raise to_error(response, response.read())
                    frames = parse_frames()
                    next(frames)
                    for chunk in response.iter_bytes():
                        for frame in frames.send(chunk):
                            yield from state.read(frame)
            except (httpx.HTTPError, ParleyError) as err:
                state.fail(err)
            time.sleep(state.next_pause())

    def _send(
        self,
        operation: str,
        params: Mapping[str, object],
        options: CallOptions | None,
        read: Callable[[bytes], T],
    ) -> T:
        attempts = Attempts(self._config, operation, params, options)
        while True:
            try:
                return read(self._attempt(attempts))
            except (ParleyError, ParleyConnectionError) as err:
                pause = attempts.pause_after(err)
                if pause is None:
                    raise
            time.sleep(pause)

    def _attempt(self, attempts: Attempts) -> bytes:
        request, limit = attempts.request, attempts.start()
        try:
            with self._http.stream(
                request.method,
                request.url,
                headers=request.headers,
                timeout=limit.seconds,
                follow_redirects=False,
                **request.to_body(),
            ) as response:
                chunks = []
                for chunk in response.iter_bytes():
                    chunks.append(chunk)
                    limit.check()
        except httpx.HTTPError as err:
            raise ParleyConnectionError(f"The request failed: {err or type(err).__name__}") from err
        body = b"".join(chunks)
        if not response.is_success:
            raise to_error(response, body)
        return body
