"""Tests of the Python client against a real server, which `client/test/python.test.ts` starts."""

import asyncio
import json
import os
import pickle
import threading
import time
import unittest
import uuid
from collections.abc import Callable, Iterator
from contextlib import aclosing, contextmanager
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx
from parley import (
    AsyncParley,
    CallOptions,
    File,
    Parley,
    ParleyConnectionError,
    ParleyError,
    SignatureError,
    webhooks,
)

URL = os.environ["PARLEY_URL"]
KEY = os.environ["PARLEY_API_KEY"]
CONVERSATION_ID = os.environ["CONVERSATION_ID"]


def phone() -> str:
    return f"+9198{uuid.uuid4().int % 10**8:08}"


class Losing(httpx.BaseTransport):
    """Sends every request, but loses the first `count` answers. Keeps the requests."""

    def __init__(self, count: int) -> None:
        self.requests: list[httpx.Request] = []
        self._count = count
        self._inner = httpx.HTTPTransport()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        response = self._inner.handle_request(request)
        if len(self.requests) > self._count:
            return response
        response.read()
        raise httpx.ReadError("The connection was reset.")

    def close(self) -> None:
        self._inner.close()

    def keys(self) -> list[str | None]:
        return [request.headers.get("idempotency-key") for request in self.requests]


@contextmanager
def losing(count: int) -> Iterator[tuple[Parley, Losing]]:
    transport = Losing(count)
    with httpx.Client(transport=transport) as http:
        yield Parley(api_key=KEY, base_url=URL, http_client=http), transport


@contextmanager
def serving(answer: Callable[[BaseHTTPRequestHandler], None]) -> Iterator[tuple[str, list[str]]]:
    """Starts a server whose answers are written by `answer`. Returns its address and the paths of requests."""
    paths: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            paths.append(self.path)
            answer(self)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", paths
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def failing(
    status: int, retry_after: str | None = None
) -> Callable[[BaseHTTPRequestHandler], None]:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        if retry_after:
            handler.send_header("retry-after", retry_after)
        handler.send_header("content-length", "0")
        handler.end_headers()

    return answer


def dripping(handler: BaseHTTPRequestHandler) -> None:
    """Sends a byte every 50 ms, without an end."""
    handler.send_response(200)
    handler.end_headers()
    try:
        while True:
            handler.wfile.write(b" ")
            time.sleep(0.05)
    except OSError:
        pass


class Sync(unittest.TestCase):
    def setUp(self) -> None:
        self.parley = Parley(api_key=KEY, base_url=URL)
        self.addCleanup(self.parley.close)

    def test_a_contact_is_created_and_a_message_is_sent(self) -> None:
        contact = self.parley.contacts.create_contact(name="Meera", phone_e164=phone())
        self.assertEqual(self.parley.contacts.get_contact(id=contact["id"])["name"], "Meera")
        sent = self.parley.messages.send_message(conversation_id=CONVERSATION_ID, message="Hello")
        self.assertEqual((sent["direction"], sent["text"]), ("outbound", "Hello"))

    def test_none_clears_a_field_and_what_is_left_out_stays(self) -> None:
        contact = self.parley.contacts.create_contact(
            name="Clear", phone_e164=phone(), campaign="spring"
        )
        changed = self.parley.contacts.update_contact(id=contact["id"], name=None)
        self.assertEqual((changed["name"], changed["campaign"]), (None, "spring"))

    def test_a_422_is_caught_by_its_code_and_names_the_field(self) -> None:
        with self.assertRaises(ParleyError) as caught:
            self.parley.contacts.create_contact(name="Ilse", phone_e164="no number")
        err = caught.exception
        self.assertEqual(err.status, 422)
        self.assertIn(err.code, ("invalid_phone", "validation_failed"))
        self.assertTrue(err.request_id)
        with self.assertRaises(ParleyError) as caught:
            self.parley.conversations.create_tag(name="", color="blue")
        self.assertIn("name", str(caught.exception.errors))
        copied = pickle.loads(pickle.dumps(err))
        self.assertEqual((copied.code, copied.status, str(copied)), (err.code, 422, str(err)))

    def test_a_request_of_any_path_has_the_errors_and_returns_bytes(self) -> None:
        contact = self.parley.contacts.create_contact(name="Bytes", phone_e164=phone())
        body = self.parley.request("GET", f"/api/v1/contacts/{contact['id']}")
        self.assertEqual(json.loads(body)["name"], "Bytes")
        page = json.loads(self.parley.request("GET", "/api/v1/contacts", {"q": "Bytes", "limit": 1}))
        self.assertEqual([each["id"] for each in page["data"]], [contact["id"]])
        with self.assertRaises(ParleyError) as caught:
            self.parley.request("POST", "/api/v1/contacts", {"phone_e164": "no number"})
        self.assertEqual(caught.exception.code, "invalid_phone")

    def test_a_wrong_key_is_refused_at_once(self) -> None:
        transport = Losing(0)
        with httpx.Client(transport=transport) as http, self.assertRaises(ParleyError) as caught:
            Parley(api_key="sk_live_x", base_url=URL, http_client=http).contacts.list_contacts()
        self.assertEqual(caught.exception.code, "invalid_api_key")
        self.assertEqual(len(transport.requests), 1)

    def test_an_id_that_is_empty_or_a_path_reaches_no_other_resource(self) -> None:
        for id in ("", ".", ".."):
            with self.assertRaises(ValueError):
                self.parley.contacts.get_contact(id=id)
        with self.assertRaises(ParleyError) as caught:
            self.parley.tickets.get_ticket(id="../contacts")
        self.assertEqual(caught.exception.status, 404)

    def test_wrong_options_are_refused(self) -> None:
        for key, url in (("", URL), (KEY, ""), (KEY, "localhost:3000")):
            with self.assertRaises(ValueError):
                Parley(api_key=key, base_url=url)
        with self.assertRaises(ValueError):
            Parley(api_key=KEY, base_url=URL, deadline=0)
        self.assertNotIn(KEY, repr(vars(self.parley._transport)))

    def test_a_post_whose_answer_was_lost_creates_once(self) -> None:
        number = phone()
        with losing(2) as (parley, transport):
            contact = parley.contacts.create_contact(name="Once", phone_e164=number)
            self.assertIsNone(contact["matched_by"], "the answer is that of the first request")
            self.assertEqual(len(transport.keys()), 3)
            self.assertEqual(len(set(transport.keys())), 1)
            parley.contacts.create_contact(name="Other", phone_e164=phone())
            self.assertNotEqual(transport.keys()[3], transport.keys()[0])
            options = CallOptions(idempotency_key="mine")
            parley.contacts.create_contact(name="Own", phone_e164=phone(), options=options)
            self.assertEqual(transport.keys()[4], "mine")
        found = self.parley.contacts.list_contacts(phone_e164=number)
        self.assertEqual([each["id"] for each in found.data], [contact["id"]])

    def test_a_patch_whose_answer_was_lost_is_not_repeated(self) -> None:
        contact = self.parley.contacts.create_contact(name="Before", phone_e164=phone())
        with losing(1) as (parley, transport):
            with self.assertRaises(ParleyConnectionError) as caught:
                parley.contacts.update_contact(id=contact["id"], name="After")
            self.assertIsInstance(caught.exception.__cause__, httpx.ReadError)
            self.assertEqual(len(transport.requests), 1)

    def test_a_call_refused_by_the_rate_limit_waits_for_retry_after(self) -> None:
        with Parley(api_key=os.environ["SLOW_KEY"], base_url=URL) as parley:
            started = time.monotonic()
            for _ in range(3):
                parley.contacts.list_contacts(limit=1)
            self.assertGreaterEqual(time.monotonic() - started, 0.9)

    def test_a_server_that_fails_is_asked_the_maximum_of_times(self) -> None:
        with (
            serving(failing(503)) as (url, paths),
            Parley(api_key=KEY, base_url=url, max_retries=1) as parley,
        ):
            with self.assertRaises(ParleyError) as caught:
                parley.contacts.list_contacts()
            self.assertEqual((caught.exception.status, len(paths)), (503, 2))

    def test_a_retry_never_begins_after_the_deadline(self) -> None:
        with (
            serving(failing(429, "60")) as (url, paths),
            Parley(api_key=KEY, base_url=url) as parley,
        ):
            with self.assertRaises(ParleyError) as caught:
                parley.contacts.list_contacts(options=CallOptions(deadline=5))
            self.assertEqual((caught.exception.retry_after, len(paths)), (60.0, 1))

    def test_an_answer_without_an_end_is_given_up(self) -> None:
        with serving(dripping) as (url, _), Parley(api_key=KEY, base_url=url) as parley:
            options = CallOptions(timeout=0.3, max_retries=0)
            with self.assertRaises(ParleyConnectionError):
                parley.contacts.list_contacts(options=options)

    def test_an_iterator_returns_every_item_of_all_pages_once(self) -> None:
        name = f"Paged {uuid.uuid4()}"
        for number in range(5):
            self.parley.contacts.create_contact(name=f"{name} {number}", phone_e164=phone())
        found = self.parley.contacts.list_contacts(q=name, limit=2)
        expected = [f"{name} {number}" for number in range(5)]
        self.assertEqual(sorted(str(each["name"]) for each in found), expected)
        self.assertEqual([len(page.data) for page in found.pages()], [2, 2, 1])
        self.assertEqual(found.body["next_cursor"], found.next_cursor)
        chats = list(self.parley.conversations.list_conversations(limit=1))
        self.assertIn(CONVERSATION_ID, [each["id"] for each in chats])
        types = [event["type"] for event in self.parley.events.list_events(limit=2)]
        self.assertGreaterEqual(types.count("contact.created"), 5)

    def test_a_file_is_uploaded_and_a_csv_file_is_downloaded(self) -> None:
        media = self.parley.messages.upload_media(file=File("hé.txt", b"hello", "text/plain"))
        self.assertEqual(media["filename"], "hé.txt")
        self.assertEqual(File.from_path(__file__).type, "text/x-python")
        self.assertIn("phone_e164", self.parley.contacts.export_contacts())

    def test_the_stream_yields_events_until_the_caller_stops(self) -> None:
        names = []
        types = "contact.created"
        for _ in range(2):
            self.parley.contacts.create_contact(name="Streamed", phone_e164=phone())
        since = "2020-01-01T00:00:00Z"
        for cursor, event in self.parley.events.stream_events(types=types, since=since):
            self.assertTrue(cursor)
            if event["type"] == "contact.created":
                names.append(event["data"]["name"])
            if len(names) == 2:
                break
        self.assertEqual(len(names), 2)

    def test_an_error_that_no_retry_fixes_ends_the_stream(self) -> None:
        with self.assertRaises(ParleyError) as caught:
            next(iter(self.parley.events.stream_events(types="no.such")))
        self.assertEqual(caught.exception.status, 422)


class Async(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self) -> None:
        self.parley = AsyncParley(api_key=KEY, base_url=URL)
        self.addAsyncCleanup(self.parley.close)

    async def test_a_contact_is_created_and_a_message_is_sent(self) -> None:
        contact = await self.parley.contacts.create_contact(name="Arjun", phone_e164=phone())
        found = await self.parley.contacts.list_contacts(phone_e164=contact["phone_e164"] or "")
        self.assertEqual([each["name"] for each in found.data], ["Arjun"])
        sent = await self.parley.messages.send_message(
            conversation_id=CONVERSATION_ID, message="Hello"
        )
        self.assertEqual(sent["text"], "Hello")

    async def test_a_422_is_caught_by_its_code(self) -> None:
        with self.assertRaises(ParleyError) as caught:
            await self.parley.contacts.create_contact(phone_e164="no number")
        self.assertIn(caught.exception.code, ("invalid_phone", "validation_failed"))

    async def test_pages_are_awaited_and_iterated(self) -> None:
        name = f"Paged {uuid.uuid4()}"
        creations = [
            self.parley.contacts.create_contact(name=f"{name} {number}", phone_e164=phone())
            for number in range(5)
        ]
        await asyncio.gather(*creations)
        found = self.parley.contacts.list_contacts(q=name, limit=2)
        self.assertEqual(len((await found).data), 2)
        self.assertEqual(len([each async for each in found]), 5)
        sizes = [len(page.data) async for page in found.pages()]
        self.assertEqual(sizes, [2, 2, 1])

    async def test_retries_honour_the_deadline(self) -> None:
        with serving(failing(429, "60")) as (url, paths):
            async with AsyncParley(api_key=KEY, base_url=url, deadline=5) as parley:
                with self.assertRaises(ParleyError):
                    await parley.contacts.list_contacts()
            self.assertEqual(len(paths), 1)
        with serving(failing(503)) as (url, paths):
            async with AsyncParley(api_key=KEY, base_url=url, max_retries=1) as parley:
                with self.assertRaises(ParleyError):
                    await parley.contacts.list_contacts()
            self.assertEqual(len(paths), 2)
        with serving(dripping) as (url, _):
            async with AsyncParley(api_key=KEY, base_url=url, timeout=0.3, max_retries=0) as parley:
                with self.assertRaises(ParleyConnectionError):
                    await parley.contacts.list_contacts()

    async def test_a_call_and_a_stream_are_canceled(self) -> None:
        with self.assertRaises(asyncio.TimeoutError):
            stream = self.parley.events.stream_events(types="ticket.created")
            await asyncio.wait_for(anext(aiter(stream)), 0.3)
        with serving(failing(429, "20")) as (url, _):
            async with AsyncParley(api_key=KEY, base_url=url) as parley:
                with self.assertRaises(asyncio.TimeoutError):
                    await asyncio.wait_for(self.first(parley), 0.3)

    async def test_a_request_of_any_path_returns_bytes(self) -> None:
        body = await self.parley.request("GET", "/api/v1/contacts", {"limit": 1})
        self.assertIn("data", json.loads(body))

    async def test_a_file_is_uploaded_and_the_stream_yields_events(self) -> None:
        media = await self.parley.messages.upload_media(file=File("a.txt", b"a", "text/plain"))
        self.assertEqual(media["filename"], "a.txt")
        await self.parley.contacts.create_contact(name="Streamed", phone_e164=phone())
        stream = self.parley.events.stream_events(since="2020-01-01T00:00:00Z")
        async with aclosing(stream) as events:
            async for cursor, event in events:
                self.assertTrue(cursor)
                self.assertIn(".", event["type"])
                break

    @staticmethod
    async def first(parley: AsyncParley) -> None:
        await parley.contacts.list_contacts()


class Webhooks(unittest.TestCase):
    def test_a_delivered_webhook_is_verified_and_refused_with_another_byte_secret_or_time(
        self,
    ) -> None:
        delivered = json.loads(os.environ["DELIVERED"])
        body, header, secret = delivered["body"], delivered["header"], delivered["secret"]
        event = webhooks.verify(body, header, secret)
        assert event["type"] == "contact.created"
        self.assertEqual(event["data"]["name"], "Hook")
        self.assertEqual(webhooks.verify(body.encode(), header, secret), event)
        time_part, signature = header.split(",")
        self.assertEqual(
            webhooks.verify(body, f"{time_part},v1={'0' * 64},{signature}", secret), event
        )
        later = datetime.now(timezone.utc) + timedelta(seconds=301)
        refused: list[Callable[[], object]] = [
            lambda: webhooks.verify(body.replace("Hook", "Nook"), header, secret),
            lambda: webhooks.verify(body, header, "whsec_" + "A" * 48),
            lambda: webhooks.verify(body, header, secret, now=later),
            lambda: webhooks.verify(body, f"t=9,{signature}", secret),
            lambda: webhooks.verify(body, time_part, secret),
            lambda: webhooks.verify(body, f"{time_part},v1=zé", secret),
            lambda: webhooks.verify(body, None, secret),
        ]
        for call in refused:
            self.assertRaises(SignatureError, call)
        self.assertEqual(webhooks.verify(body, header, secret, now=later, tolerance=600), event)


if __name__ == "__main__":
    unittest.main()
