"""A program that mypy checks and nobody runs: an ignore that is not needed is an error."""

from typing_extensions import assert_type

from parley import AsyncParley, Page, Parley, ParleyError, webhooks
from parley.models import Contact, Event, ListedContact, ListedContactPage, Ticket


def text_of(event: Event) -> str | None:
    if event["type"] == "message.received":
        return event["data"]["text"]
    return event["data"]["title"] if event["type"] == "ticket.created" else None


def check(parley: Parley) -> None:
    contact: Contact = parley.contacts.get_contact(id="x")
    names: list[str | None] = [contact["name"]]
    names.extend(ticket["title"] for ticket in parley.tickets.list_tickets())
    page = parley.contacts.list_contacts()
    assert_type(page, Page[ListedContactPage, ListedContact])
    assert_type(parley.contacts.export_contacts(), str)
    parley.contacts.update_contact(id="x", name=None)
    parley.contacts.get_contact()  # type: ignore[call-arg]
    parley.contacts.get_contact(id=1)  # type: ignore[arg-type]
    parley.tickets.create_ticket(title="x", contact_id="x", priority="soon")  # type: ignore
    contact["nam"]  # type: ignore[typeddict-item]
    assert_type(text_of(webhooks.verify(b"", "", "x")), str | None)
    assert_type(webhooks.verify(b"", "", "x", payload="thin")["data"]["path"], str | None)


async def check_async(parley: AsyncParley) -> None:
    assert_type(await parley.contacts.get_contact(id="x"), Contact)
    tickets: list[Ticket] = [ticket async for ticket in parley.tickets.list_tickets()]
    assert_type((await parley.contacts.list_contacts()).data, list[ListedContact])
    await parley.tickets.get_ticket(id=tickets[0]["nam"])  # type: ignore[typeddict-item]


def is_closed(err: ParleyError) -> bool:
    if err.code == "no_such_code":  # type: ignore[comparison-overlap]
        return False
    return err.code in ("window_closed", "template_required")
