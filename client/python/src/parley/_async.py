"""Sends requests of asynchronous programs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Generator, Mapping
from typing import Any, Generic, TypeVar

import httpx

from ._errors import ParleyConnectionError, ParleyError, to_error
from ._options import CallOptions, Config
from ._request import Attempts, parse_json
from ._stream import StreamedEvent, StreamState, parse_frames

T = TypeVar("T")
Body = TypeVar("Body")
Item = TypeVar("Item")


class AsyncPage(Generic[Body, Item]):
    """A page of a list. Iterate over it for its items and those of all pages after it.

    Attributes:
        body: The page as the API sent it.
        data: The items of this page.
        next_cursor: The cursor of the next page. None on the last one.
    """

    def __init__(self, body: Any, get_next: Callable[[str], AsyncPages[Body, Item]]) -> None:
        self.body: Body = body
        self.data: list[Item] = body["data"]
        self.next_cursor: str | None = body["next_cursor"]
        self._is_last = self.next_cursor is None or body.get("has_more") is False
        self._get_next = get_next

    async def __aiter__(self) -> AsyncIterator[Item]:
        async for page in self.pages():
            for item in page.data:
                yield item

    async def pages(self) -> AsyncIterator[AsyncPage[Body, Item]]:
        """Iterates over this page and all pages after it."""
        page = self
        while True:
            yield page
            if page._is_last or page.next_cursor is None:
                return
            page = await self._get_next(page.next_cursor)


class AsyncPages(Generic[Body, Item]):
    """Pages of a list: await it for the first page, or iterate over the items of all of them."""

    def __init__(self, get_first: Callable[[], Awaitable[AsyncPage[Body, Item]]]) -> None:
        self._get_first = get_first

    def __await__(self) -> Generator[Any, None, AsyncPage[Body, Item]]:
        return self._get_first().__await__()

    async def __aiter__(self) -> AsyncIterator[Item]:
        async for item in await self:
            yield item

    async def pages(self) -> AsyncIterator[AsyncPage[Body, Item]]:
        """Iterates over all pages."""
        async for page in (await self).pages():
            yield page


class AsyncTransport:
    """Sends requests and repeats them where that is safe."""

    def __init__(self, config: Config, http_client: httpx.AsyncClient | None) -> None:
        self._config = config
        self._http = http_client or httpx.AsyncClient()
        self._is_own = http_client is None

    async def close(self) -> None:
        """Closes the connections, unless the caller passed a client of its own."""
        if self._is_own:
            await self._http.aclose()

    async def json(
        self, operation: str, params: Mapping[str, object], options: CallOptions | None
    ) -> Any:
        """Returns the JSON of the answer."""
        return await self._send(operation, params, options, parse_json)

    async def upload(
        self, operation: str, params: Mapping[str, object], options: CallOptions | None
    ) -> Any:
        """Sends the parameter `file` as a form, and returns the JSON of the answer."""
        return await self._send(operation, params, options, parse_json)

    async def text(
        self, operation: str, params: Mapping[str, object], options: CallOptions | None
    ) -> str:
        """Returns the text of the answer."""
        return await self._send(operation, params, options, bytes.decode)

    async def binary(
        self, operation: str, params: Mapping[str, object], options: CallOptions | None
    ) -> bytes:
        """Returns the bytes of the answer."""
        return await self._send(operation, params, options, bytes)

    async def none(
        self, operation: str, params: Mapping[str, object], options: CallOptions | None
    ) -> None:
        """Sends a request whose answer has no body."""
        await self._send(operation, params, options, bytes)

    def pages(
        self,
        operation: str,
        params: Mapping[str, object],
        name: str,
        options: CallOptions | None,
    ) -> AsyncPages[Any, Any]:
        """Returns pages, the first of which is requested once it is awaited.

        `name` is the parameter that takes the cursor of the next page.
        """

        def get_next(cursor: str) -> AsyncPages[Any, Any]:
            return self.pages(operation, {**params, name: cursor}, name, options)

        async def get_first() -> AsyncPage[Any, Any]:
            return AsyncPage(await self.json(operation, params, options), get_next)

        return AsyncPages(get_first)

    async def stream(
        self, operation: str, params: Mapping[str, object], silence: float
    ) -> AsyncGenerator[StreamedEvent, None]:
        """Yields events, and continues after the last one when the connection breaks or `silence` seconds pass."""
        state = StreamState(self._config, operation, params, silence)
        while True:
            try:
                request = state.to_request()
                async with self._http.stream(
                    request.method, request.url, headers=request.headers, timeout=silence
                ) as response:
                    if not response.is_success:
                        raise to_error(response, await response.aread())
                    frames = parse_frames()
                    next(frames)
                    async for chunk in response.aiter_bytes():
                        for frame in frames.send(chunk):
                            for event in state.read(frame):
                                yield event
            except (httpx.HTTPError, ParleyError) as err:
                state.fail(err)
            await asyncio.sleep(state.next_pause())

    async def _send(
        self,
        operation: str,
        params: Mapping[str, object],
        options: CallOptions | None,
        read: Callable[[bytes], T],
    ) -> T:
        attempts = Attempts(self._config, operation, params, options)
        while True:
            try:
                return read(await self._attempt(attempts))
            except (ParleyError, ParleyConnectionError) as err:
                pause = attempts.pause_after(err)
                if pause is None:
                    raise
            await asyncio.sleep(pause)

    async def _attempt(self, attempts: Attempts) -> bytes:
        request, limit = attempts.request, attempts.start()
        try:
            async with self._http.stream(
                request.method,
                request.url,
                headers=request.headers,
                timeout=limit.seconds,
                follow_redirects=False,
                **request.to_body(),
            ) as response:
                chunks = []
                async for chunk in response.aiter_bytes():
                    chunks.append(chunk)
                    limit.check()
        except httpx.HTTPError as err:
            raise ParleyConnectionError(f"The request failed: {err or type(err).__name__}") from err
        body = b"".join(chunks)
        if not response.is_success:
            raise to_error(response, body)
        return body
