"""A client of the Parley API."""

from . import models, webhooks
from ._async import AsyncPage, AsyncPages
from ._client import AsyncParley, Parley
from ._errors import ParleyConnectionError, ParleyError, SignatureError
from ._options import OMIT, CallOptions, File, Omit
from ._stream import StreamedEvent
from ._sync import Page
from ._version import __version__
from .generated.errors import ErrorCode

__all__ = [
    "OMIT",
    "AsyncPage",
    "AsyncPages",
    "AsyncParley",
    "CallOptions",
    "ErrorCode",
    "File",
    "Omit",
    "Page",
    "Parley",
    "ParleyConnectionError",
    "ParleyError",
    "SignatureError",
    "StreamedEvent",
    "__version__",
    "models",
    "webhooks",
]
