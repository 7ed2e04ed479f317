"""A program that uses the code of openapi-python-client."""

import hashlib
import hmac
import json
import os

from parley_api import AuthenticatedClient
from parley_api.api.contacts import create_contact
from parley_api.api.conversations import list_conversations
from parley_api.api.messages import send_message
from parley_api.models import (
    ContactCreatedEvent,
    NewContact,
    CreatedContact,
    Problem,
    SendMessage,
    SentMessage,
)
from parley_api.models.list_conversations_status_item import ListConversationsStatusItem
from parley_api.models.problem_code import ProblemCode
from parley_api.types import UNSET, Unset

client = AuthenticatedClient(
    base_url=os.environ["PARLEY_URL"], token=os.environ["PARLEY_API_KEY"]
)
contact = create_contact.sync(
    client=client, body=NewContact(name="Meera", phone_e164=os.environ["PHONE"])
)
assert isinstance(contact, CreatedContact), contact
print("created", contact.name)

cursor: str | Unset = UNSET
conversations = []
while True:
    page = list_conversations.sync(
        client=client,
        limit=1,
        cursor=cursor,
        status=[ListConversationsStatusItem.OPEN, ListConversationsStatusItem.SNOOZED],
    )
    assert page is not None and not isinstance(page, Problem), page
    conversations += page.data
    if page.next_cursor is None:
        break
    cursor = page.next_cursor
print("conversations", len(conversations))

sent = send_message.sync(
    client=client,
    body=SendMessage(conversation_id=conversations[-1].id, message="Hello"),
)
assert isinstance(sent, SentMessage), sent
print("sent", sent.text)

refused = create_contact.sync_detailed(
    client=client, body=NewContact(phone_e164="no number")
)
if isinstance(refused.parsed, Problem) and refused.parsed.code == ProblemCode.INVALID_PHONE:
    print("refused", refused.status_code.value)

body = os.environ["BODY"].encode()
time, _, signature = os.environ["SIGNATURE"].partition(",v1=")
signed = time.removeprefix("t=").encode() + b"." + body
digest = hmac.new(os.environ["SECRET"].encode(), signed, hashlib.sha256).hexdigest()
print("verified", str(hmac.compare_digest(digest, signature)).lower())
event = ContactCreatedEvent.from_dict(json.loads(body))
print("event", event.data.name)
