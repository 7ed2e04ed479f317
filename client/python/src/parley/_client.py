"""The clients."""

from __future__ import annotations

from collections.abc import Mapping
from types import TracebackType
from typing import TYPE_CHECKING

from ._async import AsyncTransport
from ._options import CallOptions, Config
from ._sync import Transport
from .generated.async_resources import AsyncResources
from .generated.resources import Resources

if TYPE_CHECKING:
    import httpx
    from typing_extensions import Self


class Parley(Resources):
    """A client of the API at `/api/v1`. Threads can share it.

    Args:
        api_key: An API key, `sk_live_…` or `sk_test_…`.
        base_url: The address of the server, such as `https://parley.example.com`.
        max_retries: How many times a request is repeated at most.
        timeout: How long one attempt may take, in seconds.
        deadline: How long a call may take with all its retries, in seconds.
        http_client: Replaces the connections of the client. It is not closed with it.

    Raises:
        ValueError: A key or an address is missing, or a number is negative.
    """

    def __init__(
        self,
        *,
        api_key: str,
        base_url: str,
        max_retries: int = 4,
        timeout: float = 30.0,
        deadline: float = 120.0,
        http_client: httpx.Client | None = None,
    ) -> None:
        config = Config(api_key, base_url, max_retries, timeout, deadline)
        self._transport = Transport(config, http_client)
        super().__init__(self._transport)

    def request(
        self,
        method: str,
        path: str,
        params: Mapping[str, object] | None = None,
        *,
        options: CallOptions | None = None,
    ) -> bytes:
        """Sends a request that has no method here, or whose bytes matter, with the errors and retries of the methods.

        Args:
            method: Such as `GET`.
            path: Such as `/api/v1/contacts`.
            params: The query of a GET or DELETE, and the JSON of others.
            options: Options of the call.

        Returns:
            The bytes of the answer.
        """
        return self._transport.binary(f"{method} {path}", params or {}, options)

    def close(self) -> None:
        """Closes the connections."""
        self._transport.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


class AsyncParley(AsyncResources):
    """A client of the API at `/api/v1` for asyncio.

    Args:
        api_key: An API key, `sk_live_…` or `sk_test_…`.
        base_url: The address of the server, such as `https://parley.example.com`.
        max_retries: How many times a request is repeated at most.
        timeout: How long one attempt may take, in seconds.
        deadline: How long a call may take with all its retries, in seconds.
        http_client: Replaces the connections of the client. It is not closed with it.

    Raises:
        ValueError: A key or an address is missing, or a number is negative.
    """

    def __init__(
        self,
        *,
        api_key: str,
        base_url: str,
        max_retries: int = 4,
        timeout: float = 30.0,
        deadline: float = 120.0,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        config = Config(api_key, base_url, max_retries, timeout, deadline)
        self._transport = AsyncTransport(config, http_client)
        super().__init__(self._transport)

    async def request(
        self,
        method: str,
        path: str,
        params: Mapping[str, object] | None = None,
        *,
        options: CallOptions | None = None,
    ) -> bytes:
        """Sends a request that has no method here, or whose bytes matter, with the errors and retries of the methods.

        Args:
            method: Such as `GET`.
            path: Such as `/api/v1/contacts`.
            params: The query of a GET or DELETE, and the JSON of others.
            options: Options of the call.

        Returns:
            The bytes of the answer.
        """
        return await self._transport.binary(f"{method} {path}", params or {}, options)

    async def close(self) -> None:
        """Closes the connections."""
        await self._transport.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()
