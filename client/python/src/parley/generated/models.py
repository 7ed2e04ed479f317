# Generated from the API description by `npm run clients`. Do not edit.
"""The types of the API."""

from __future__ import annotations

import sys
from typing import Literal, TypeAlias, TypedDict, Union

if sys.version_info >= (3, 11):
    from typing import NotRequired
else:
    from typing_extensions import NotRequired


class ActionError(TypedDict):
    """Why the action failed."""

    code: str
    message: str


class Actor(TypedDict):
    """The author. Null if the message was deleted."""

    type: Literal["api_key", "member", "person", "system", "bot", "rule"]
    """The kind of actor."""
    id: IdOrNull


class AddTicketAttachment(TypedDict):
    media_id: str
    """The id from POST /api/v1/media."""


class AppliedSlaPolicy(TypedDict):
    id: Id
    name: str
    version: int


class AppliedTag(TypedDict):
    id: Id
    name: str
    color: str


class AssignAction(TypedDict):
    type: Literal["assign"]
    member_id: str | None
    """A membership; null: nobody."""


class Automation(TypedDict):
    id: Id
    conversation_id: Id
    label: str
    author: Actor
    created_at: Time


class EventEnvelope(TypedDict):
    """The fields of every event."""

    id: Id
    created_at: Time
    workspace_id: Id
    test: bool
    """Whether it was sent to test the endpoint."""


class AutomationTriggeredEvent(EventEnvelope):
    type: Literal["automation.triggered"]
    data: Automation


class AwayReply(TypedDict):
    is_on: bool
    """Whether customers get away replies. Off by default."""
    condition: Literal["outside_hours", "nobody_online", "either", "both"]
    """When the team is away: `outside_hours` of its business hours, while `nobody_online` of those who may answer is online, `either` of them, or `both`."""
    texts: list[AwayText]
    """Texts by language. A customer gets the one in the language of the contact or of the web chat, or the first one in the script of their message; otherwise the first."""
    pause_hours: int
    """A contact gets at most one away reply in so many hours."""


class AwayText(TypedDict):
    language: str
    text: str
    """`{{next_opening}}` is replaced with the weekday and time at which the team opens next, in its time zone and in the language of the text; `{{next_opening|soon}}` has other words for when that is not known."""


class BlockContact(TypedDict):
    reason: NotRequired[str | None]
    """Why the contact is blocked, for your team. The contact never sees it."""


class Board(TypedDict):
    at: Time
    teams: list[BoardTeam]
    """The queue of each team, by name."""
    without_team: QueueSize
    members: list[BoardMember]
    """Members who may answer customers: those over their capacity first, then those with the most customers who wait."""


class BoardMember(TypedDict):
    member_id: Id
    name: str
    availability: Literal["online", "away", "offline"]
    open: int
    """Open conversations that are assigned to the member."""
    waiting: int
    """Those of them whose customers wait for an answer."""
    oldest_waiting_since: TimeOrNull
    """Since when the customer waits who waits longest."""
    capacity: int | None
    """Most open conversations of the member: the least in a team that assigns; null: any number."""
    is_over_capacity: bool
    """Whether the member has more than that."""


class TeamQueue(TypedDict):
    team_id: Id
    waiting: CappedCount
    oldest_waiting_since: TimeOrNull
    """Since when the customer waits who waits longest."""
    available: int
    """How many members are online and may answer customers."""
    with_room: int
    """How many of them may get another conversation."""
    reason: Literal["nobody_available", "all_at_capacity", "no_skill"] | None
    """Why conversations wait; null if none does, or if the team does not assign them."""


class BoardTeam(TeamQueue):
    name: str


class TicketType(TypedDict):
    id: Id
    name: str
    created_at: Time
    updated_at: Time


class Bot(TicketType):
    is_on: bool
    """Whether it gets new conversations. It keeps those that it has, also while it is off."""
    off_reason: Literal["by_hand", "failures"] | None
    """`by_hand`: a member switched it off. `failures`: it timed out too often in a row."""
    off_at: TimeOrNull
    timeout_seconds: int
    failures: int
    """Its time-outs since it last acted in time."""
    failed_at: TimeOrNull
    """The time of its last time-out."""
    channel_ids: list[Id]
    team_ids: list[Id]
    deleted_at: TimeOrNull


class BotChanges(TypedDict):
    name: NotRequired[str]
    """The name that members see."""
    is_on: NotRequired[bool]
    """Whether the bot is on. Switching it on resets the count of its time-outs."""
    timeout_seconds: NotRequired[int]
    """How long the bot may take to act on a message: to send, to hand over, or to say that it is done. Then the conversation goes to the queue. By default `30`."""
    channel_ids: NotRequired[list[Id]]
    """The channels whose new and reopened conversations go to the bot. A channel has at most one bot: it leaves its former one."""
    team_ids: NotRequired[list[Id]]
    """The teams whose new and reopened conversations go to the bot, unless their channel has one. A team has at most one bot."""


class BotFigures(TypedDict):
    handled: int
    """Conversations that a bot held, at the time it stopped holding them."""
    solved: int
    """Closed while the bot held them."""
    handed_over: int
    """Handed over by the bot."""
    timed_out: int
    """Lost because the bot did not act in time."""
    taken_over: int
    """Assigned to somebody else while the bot held them."""
    solved_rate: float | None
    """From 0 to 1: the share of solved ones. Null if there are none."""
    held_seconds: Seconds | None
    """How long the bot held those that it did not solve."""


class BotPage(TypedDict):
    data: list[Bot]
    next_cursor: NextCursor


class BotReportBucket(BotFigures):
    start: Time
    end: Time


class BotReportByBot(BotFigures):
    bot_id: Id
    name: str | None


class BotReportByTeam(BotFigures):
    team_id: IdOrNull
    name: str | None


class BotReportByChannel(BotFigures):
    channel_id: IdOrNull
    name: str | None


_BotReport = TypedDict("_BotReport", {"from": "Time"})


class BotReport(_BotReport):
    to: Time
    time_zone: str
    bucket: Literal["hour", "day", "week", "month"]
    buckets: list[BotReportBucket]
    totals: BotFigures
    hours: Literal["all", "business"]
    by_bot: list[BotReportByBot]
    by_team: list[BotReportByTeam]
    """By the team that the conversations have now; null: none."""
    by_channel: list[BotReportByChannel]


class BotTimeOut(TypedDict):
    id: Id
    name: str
    conversation_id: Id
    inbound_at: Time
    """The time of the message that the bot did not act on."""
    timed_out_at: Time
    """When the conversation went to the queue."""
    failures: int
    """The time-outs of the bot in a row, with this one."""
    is_off: bool
    """Whether the bot gets no new conversations any more."""


class BotTimedOutEvent(EventEnvelope):
    type: Literal["bot.timed_out"]
    data: BotTimeOut


class BulkAction(TypedDict):
    id: Id
    subject: Literal["chats", "contacts", "tickets"]
    """The kind of things that it changes: conversations, contacts or tickets."""
    action: Literal["close", "reopen", "snooze", "assign", "set_team", "set_priority", "add_participant", "remove_participant", "tag", "untag", "mark_read", "mark_unread", "erase", "merge", "set_type", "set_status", "set_due"]
    """The change of each item."""
    parameters: dict[str, str | None]
    """The values of the action: `assignee_id`, `team_id`, `member_id`, `tag_id`, `snoozed_until`, `status`, `priority`, `due_at`, `type_id` or `survivor_id`."""
    status: Literal["running", "completed", "canceled", "undoing", "undone"]
    """`canceled`: it ended before its last item. If `undone_by` is set, its undo did: `undone` and `kept` count what the undo reached, the other items stay changed."""
    can_undo: bool
    """Whether the action can be undone now. Erasures cannot."""
    total: int
    """The number of items, which is fixed at the start."""
    done: int
    """Items that were changed."""
    skipped: int
    """Items without anything to change, and those that do not exist."""
    failed: int
    """Items that could not be changed."""
    undone: int
    """Items whose previous values were restored."""
    kept: int
    """Items that an undo left as they are, because they have been changed since."""
    reasons: dict[str, int]
    """Why items were skipped, failed or kept: the number of items by code. `unchanged`: there was nothing to change. `changed_since`: it was changed after the action. Otherwise an error code."""
    cancel_reason: Literal["member_removed", "role_changed", "key_revoked"] | None
    """Why it, or its undo, ended before its last item although nobody canceled it. `member_removed` and `role_changed`: the member who started it has left, or has no longer the role for it. `key_revoked`: the key was revoked or has expired."""
    created_by: Actor
    undone_by: Actor | None
    created_at: Time
    updated_at: Time
    completed_at: TimeOrNull
    expires_at: str
    """When the bulk action is deleted. Until then it can be undone."""


class BulkActionItem(TypedDict):
    id: str
    """The id of the conversation, contact or ticket."""
    result: Literal["pending", "done", "skipped", "failed", "undone", "kept"]
    reason: str | None
    """See `reasons` of the bulk action."""


class BulkActionItemPage(TypedDict):
    data: list[BulkActionItem]
    next_cursor: NextCursor


class BulkActionPage(TypedDict):
    data: list[BulkAction]
    next_cursor: NextCursor


class BusinessHours(TypedDict):
    id: Id
    name: str
    """A name, unique in the workspace."""
    time_zone: str
    """The IANA name of a time zone."""
    week: Week
    exceptions: list[HoursException]
    """Days with other hours, which replace those of the week: each has either `date` or `yearly`."""
    is_default: bool
    """Whether they hold for everything that has no other business hours."""
    is_open: bool
    """Whether it is open now."""
    next_opening_at: TimeOrNull
    """When it opens next. Null while it is open, and if it does not open in 400 days."""
    next_exceptions: list[NextException]
    """The next 5 days with other hours, from today in the time zone."""
    created_at: Time
    updated_at: Time


class BusinessHoursChanges(TypedDict):
    name: NotRequired[str]
    """A name, unique in the workspace."""
    time_zone: NotRequired[str]
    """The IANA name of a time zone."""
    week: NotRequired[Week]
    exceptions: NotRequired[list[HoursException]]
    """Days with other hours, which replace those of the week: each has either `date` or `yearly`."""
    is_default: NotRequired[bool]
    """Whether they hold for everything that has no other business hours."""


class BusinessHoursPage(TypedDict):
    data: list[BusinessHours]
    next_cursor: NextCursor


class CanSendWindow(TypedDict):
    status: Literal["open", "closed", "unknown"]
    """`unknown`: the customer has not written here yet, so the platform decides."""
    expires_at: TimeOrNull


class CanSendHandover(TypedDict):
    """The actions that the platform allows when another app holds the conversation."""

    is_supported: bool
    """Whether the conversation can be taken over and released here."""
    sending_takes_over: bool
    """Whether a free-form message takes over a conversation that another app holds."""


class CanSendHold(TypedDict):
    code: str
    """`pair_rate`, or the platform's error code that put the number on hold."""
    affects: Literal["conversation", "channel"]
    until: TimeOrNull
    reason: str
    advice: str


class CanSendFile(TypedDict):
    type: str
    """The message type that such a file is sent as."""
    mime_types: list[str]
    bytes_max: int


class CanSendCategory(TypedDict):
    category: str
    """The category that the platform charges."""
    message: Literal["free_form", "template"]
    """Free-form messages are `service`; a template has the category of its own."""
    free_until: TimeOrNull
    """Until when the messages are free, after the reply to an advertisement."""
    estimated_cost: Money | None


class CanSend(TypedDict):
    conversation_id: Id
    window: CanSendWindow
    free_form: SendingAllowance
    template: SendingAllowance
    marketing: SendingAllowance
    approved_templates: int
    """The number of templates known to be approved."""
    handover: CanSendHandover
    """The actions that the platform allows when another app holds the conversation."""
    holds: list[CanSendHold]
    """The reasons why a message sent now would have to wait."""
    files: list[CanSendFile]
    """The files that the platform accepts, with their maximum sizes."""
    categories: list[CanSendCategory]
    """The category that a message would fall into, and what it would cost. Empty if the platform does not charge messages."""
    queued_messages: int
    """The conversation's messages that are queued."""


class CannedReply(TypedDict):
    id: Id
    shortcut: str
    """Unique, ignoring case, among the replies of everybody, of a team or of a member."""
    text: str
    team_id: IdOrNull
    """Only members of this team have it."""
    member_id: IdOrNull
    """Only this member has it."""
    files: list[Media]
    created_by: IdOrNull
    created_at: Time
    updated_at: Time


class CannedReplyChanges(TypedDict):
    shortcut: NotRequired[str]
    """What agents type after `/` to insert the reply: letters, digits, - and _."""
    text: NotRequired[str]
    """Variables are replaced when the reply is used: {name}, {first_name}, {phone}, {email}, {channel}, {team}, {my_name}, {my_first_name}, and {field.KEY} with the key of a custom field; in updates about a ticket {number}, {title} and {status}. A reply is not sent while one of them has no value."""
    team_id: NotRequired[str | None]
    """A team: only its members have the reply. Null: everybody has it, or the one member."""
    media_ids: NotRequired[list[Id]]
    """Uploaded files that are sent with the text. Replaces those that it has."""


class CannedReplyPage(TypedDict):
    data: list[CannedReply]
    next_cursor: NextCursor


class CappedCount(TypedDict):
    count: int
    """How many there are, up to the limit."""
    is_capped: bool
    """Whether there are more than `count`."""


class Channel(TypedDict):
    id: Id
    type: Literal["whatsapp", "messenger", "instagram", "web_chat"]
    name: str
    account: str
    """The platform's id of the account."""
    phone: str | None
    """The phone number of the account, as the platform shows it."""
    username: str | None
    """The name of the account on the platform."""
    status: Literal["connected", "restricted", "disabled", "disconnected"]
    """`restricted` and `disabled` are decisions of the platform. A `disconnected` channel neither sends nor receives."""
    is_simulated: bool
    """Whether it is a channel of the simulator. Test keys send only on such channels."""
    capabilities: ChannelCapabilities
    team_id: str | None
    """The team of new conversations."""
    created_at: Time


class ChannelCapabilities(TypedDict):
    message_types: list[str]
    """The types of messages that can be sent. Empty for a channel that only receives."""
    text_characters_max: int | None
    """The longest text. Null for a channel that only receives."""
    window_hours: int | None
    """How long after a message of the customer free-form messages can be sent. Null: always."""
    has_templates: bool
    """Whether messages can be sent from templates."""
    opens_by_phone: bool
    """Whether a conversation can be started with a phone number."""


class ChannelPage(TypedDict):
    data: list[Channel]
    next_cursor: NextCursor


class CheckImport(TypedDict):
    mapping: NotRequired[dict[str, str] | None]
    """Maps each column to `name`, `first_name`, `middle_name`, `last_name`, `phone_e164`, `phone_international`, `country_code`, `email`, `source`, `campaign`, `language` or `fields.<name>`. A `language` is a tag or a name; one that is neither is kept as a custom field. Several columns can be mapped to `phone_e164`, `phone_international` and `email`: the contact gets all of them, and the best for messages, such as a mobile number, becomes its `phone_e164`. `phone_international` is the same for numbers that have their country code, also without the plus sign. `country_code` is the country of phone numbers without a country code: a calling code, an ISO 3166-1 code or a name; a cell that is no calling code is also kept as a custom field. Columns that are not mapped are ignored."""


class Person(TypedDict):
    id: Id
    name: str | None
    phone_e164: str | None
    email: str | None
    source: str
    campaign: str | None
    language: str | None
    created_at: Time
    updated_at: Time
    last_seen_at: TimeOrNull
    blocked_at: TimeOrNull
    """Since when the contact is blocked; null: it is not."""
    blocked_reason: str | None
    opted_out_at: TimeOrNull
    """Since when the contact is opted out of marketing messages; null: it is not."""
    opted_out_by: Literal["keyword", "platform", "member", "api_key"] | None
    """How it opted out: with a word such as STOP, on the platform, or by a member or an API key."""
    fields: dict[str, str]
    """Custom fields by name, as text: a number such as `12.5`, a date such as `2026-03-31`, `true` or `false`."""


class ListedContact(Person):
    username: str | None
    """The newest name that the contact chose on a platform, without the at sign."""


class ContactIdentity(TypedDict):
    kind: Literal["phone_e164", "email", "wa_id", "bsuid", "wa_username", "psid", "igsid", "web_chat_id"]
    value: str


class Contact(ListedContact):
    identities: list[ContactIdentity]
    """The identities that match this contact. After a merge or an import there can be several of the same kind."""
    merged_ids: list[Id]
    """The ids of contacts that were merged into this one. They resolve to this contact."""


class ContactBatchResult(TypedDict):
    status: int
    """The status that a request for this item has."""
    body: CreatedContact | None
    problem: Problem | None


class ContactBatchResults(TypedDict):
    data: list[ContactBatchResult]
    """The results, in the order of the items."""


class ContactBlockedEvent(EventEnvelope):
    type: Literal["contact.blocked"]
    data: Person


class ContactCanSendPerson(TypedDict):
    """The contact. Null if the phone number belongs to none yet."""

    id: Id
    name: str | None
    phone_e164: str | None
    email: str | None
    username: str | None


class ContactCanSendChannelChannel(TypedDict):
    id: Id
    type: str
    name: str


class ContactCanSendChannelWindow(TypedDict):
    status: Literal["open", "closed", "unknown"]
    """`unknown`: the customer has not written here yet, so the platform decides."""
    expires_at: TimeOrNull


class ContactCanSendChannel(TypedDict):
    channel: ContactCanSendChannelChannel
    conversation_id: IdOrNull
    """The contact's conversation on the channel. Null if there is none yet."""
    window: ContactCanSendChannelWindow
    free_form: SendingAllowance
    template: SendingAllowance
    marketing: SendingAllowance
    approved_templates: int
    """The number of templates known to be approved."""


class ContactCanSend(TypedDict):
    person: ContactCanSendPerson | None
    """The contact. Null if the phone number belongs to none yet."""
    phone_e164: str | None
    """The phone number that a new conversation is opened with."""
    channels: list[ContactCanSendChannel]
    """All channels: those that can send first, and among them the one that was last used with the contact."""


class ContactChanges(TypedDict):
    """Only the fields you send are updated; null clears a field. `phone` is an alias of `phone_e164`."""

    name: NotRequired[str | None]
    """Up to 200 characters as people count them: an emoji is one."""
    phone_e164: NotRequired[str | None]
    phone: NotRequired[str | None]
    email: NotRequired[str | None]
    """An email address of up to 254 characters, also as `mailto:` or as `Name <address>`. Its domain may be of any script."""
    campaign: NotRequired[str | None]
    """Up to 200 characters as people count them: an emoji is one."""
    language: NotRequired[str | None]
    """The language of the contact, as a tag such as `en` or `pt-BR`."""
    fields: NotRequired[dict[str, str | float | bool | None]]
    """Only the fields you send are updated; null removes a field. The values of defined fields must have their type; other names take any text."""


class ContactCreatedEvent(EventEnvelope):
    type: Literal["contact.created"]
    data: CreatedContact


class ContactErasedEvent(EventEnvelope):
    type: Literal["contact.erased"]
    data: ErasedContact


class ContactFilter(TypedDict):
    q: NotRequired[str | None]
    """Matches part of the name, phone number, email address or username."""
    phone_e164: NotRequired[str | None]
    """Only contacts with this phone number."""
    email: NotRequired[str | None]
    """Only contacts with this email address, in upper or lower case."""
    username: NotRequired[str | None]
    """The name that a contact chose on a platform, with or without the at sign."""
    source: NotRequired[str | None]
    """Only contacts from this source, such as `form` or `import`."""
    campaign: NotRequired[str | None]
    """Only contacts of this campaign, as the contact names it."""
    language: NotRequired[str | None]
    """Only contacts with this language. `pt` also finds `pt-BR`."""
    created_after: NotRequired[str | None]
    """Created at or after this time. An RFC 3339 timestamp with any UTC offset."""
    created_before: NotRequired[str | None]
    """Created before this time. An RFC 3339 timestamp with any UTC offset."""
    updated_after: NotRequired[str | None]
    """Changed at or after this time. An RFC 3339 timestamp with any UTC offset."""
    created_since: NotRequired[str | None]
    """Alias of `created_after`. An RFC 3339 timestamp with any UTC offset."""
    created_until: NotRequired[str | None]
    """Alias of `created_before`. An RFC 3339 timestamp with any UTC offset."""
    seen_since: NotRequired[str | None]
    """Last seen at or after this time. An RFC 3339 timestamp with any UTC offset."""
    blocked: NotRequired[Literal["true", "false"] | None]
    """Only blocked contacts, or only others."""
    opted_out: NotRequired[Literal["true", "false"] | None]
    """Only contacts that are opted out of marketing messages, or only others."""
    fields: NotRequired[str | None]
    """Only contacts with these values of defined custom fields, such as `plan:gold,silver;age:18..30`. Values are separated by commas, fields by semicolons; a backslash before one of `,;:` makes it part of the text. Numbers and dates also take ranges: `18..30`, `18..` or `..30`, both ends included."""
    has: NotRequired[Literal["phone", "email"] | None]
    """Only contacts with a phone number or with an email address."""


class ContactMerge(TypedDict):
    id: Id
    survivor_id: Id
    merged_id: str
    """Resolves to the surviving contact until the merge is undone."""
    merged_at: Time
    undone_at: TimeOrNull
    contact: Contact
    """The surviving contact in its current state."""


class ContactOptedInEvent(EventEnvelope):
    type: Literal["contact.opted_in"]
    data: Person


class ContactOptedOutEvent(EventEnvelope):
    type: Literal["contact.opted_out"]
    data: Person


class ContactUnblockedEvent(EventEnvelope):
    type: Literal["contact.unblocked"]
    data: Person


class ContactUpdatedEvent(EventEnvelope):
    type: Literal["contact.updated"]
    data: Person


class ConversationChannel(TypedDict):
    id: Id
    type: str
    name: str


class ConversationPerson(TypedDict):
    id: Id
    name: str | None
    phone_e164: str | None
    email: str | None
    username: str | None
    """The name that the contact chose on a platform, without the at sign."""


class ConversationGroup(TypedDict):
    """The group, for group conversations. `person` is then the contact who wrote first."""

    id: str
    name: str | None


class ConversationLastMessage(TypedDict):
    id: Id
    direction: Literal["inbound", "outbound"]
    type: str | None
    """As of a message. Null if the message was deleted."""
    text: str | None
    file: LastMessageFile | None
    created_at: Time
    author: Actor | None
    status: Literal["queued", "sent", "delivered", "read", "failed", "received"] | None


class Conversation(TypedDict):
    id: Id
    channel: ConversationChannel
    person: ConversationPerson
    group: ConversationGroup | None
    """The group, for group conversations. `person` is then the contact who wrote first."""
    status: Literal["open", "snoozed", "closed"]
    snoozed_until: TimeOrNull
    remind_if_unanswered: bool
    """Whether the snooze ends with a reminder that the customer has not answered."""
    closed_at: TimeOrNull
    assignee_id: str | None
    """The id of a membership, or of a bot."""
    assigned_by: ConversationAssignedBy | None
    team_id: IdOrNull
    participant_ids: list[Id]
    """The memberships of those who take part besides the assignee. They see the conversation whatever its team."""
    priority: Literal["low", "medium", "high", "urgent"] | None
    tags: list[AppliedTag]
    """Sorted by name."""
    unread_count: int
    last_message: ConversationLastMessage | None
    last_message_at: TimeOrNull
    window_expires_at: TimeOrNull
    waiting_since: TimeOrNull
    """The time of the customer's first message that nobody answered. Null if there is none, and for closed conversations."""
    sla: ConversationSla | None
    holder: ConversationHolder | None
    held_by: ConversationHeldBy
    created_at: Time
    updated_at: Time


class ConversationAssignedBy(TypedDict):
    """Who or what assigned it to its assignee. Null: it has none, or a bot had it from the start."""

    type: Literal["api_key", "member", "person", "system", "bot", "rule"]
    """The kind of actor."""
    id: IdOrNull
    reason: str | None
    """Why, if nobody chose the assignee: `round_robin`, `least_busy` or `sticky` (who answered last). `taken`: from the queue of a team. `replied`: instead of a bot. `hand_over`: by a hand-over."""


class ConversationChanges(TypedDict):
    status: NotRequired[Literal["open", "snoozed", "closed"]]
    snoozed_until: NotRequired[str | None]
    """When the conversation reopens. Must be in the future. Setting it also snoozes the conversation."""
    remind_if_unanswered: NotRequired[bool]
    """With `snoozed_until`: the member is reminded at that time, unless the customer has answered, which ends the snooze."""
    assignee_id: NotRequired[str | None]
    """The id of a membership, or of a bot. Null unassigns the conversation."""
    team_id: NotRequired[str | None]
    """The id of a team. Null removes the conversation from its team."""
    participant_ids: NotRequired[list[Id]]
    """Memberships. Replaces those who take part in the conversation besides its assignee."""
    priority: NotRequired[Literal["low", "medium", "high", "urgent"] | None]
    """Null removes the priority."""
    tag_ids: NotRequired[list[Id]]
    """Replaces the conversation's tags."""
    unread: NotRequired[bool]
    """Marks the conversation as unread or read in the inbox. The customer is not notified."""


class ConversationCounts(TypedDict):
    """`mine`, `my_teams`, `unassigned` and `all` count open conversations; `my_teams` those of the signed-in member’s teams. `mentions` counts conversations with notes that mention the signed-in member and that they have not seen."""

    mine: CappedCount
    my_teams: CappedCount
    unassigned: CappedCount
    all: CappedCount
    snoozed: CappedCount
    closed: CappedCount
    mentions: CappedCount


class ConversationCreatedEvent(EventEnvelope):
    type: Literal["conversation.created"]
    data: Conversation


class ConversationFilter(TypedDict):
    status: NotRequired[str | None]
    """One or more of open, snoozed, closed, separated by commas."""
    channel_id: NotRequired[IdOrNull]
    person_id: NotRequired[IdOrNull]
    assignee_id: NotRequired[str | None]
    """The id of a membership, `none` (unassigned) or `me` (assigned to the signed-in member)."""
    team_id: NotRequired[Id | NoneOrMine | None]
    """The id of a team, `none` (without a team) or `mine` (the teams of the signed-in member)."""
    tag_id: NotRequired[IdOrNull]
    priority: NotRequired[str | None]
    """One or more of low, medium, high, urgent, none, separated by commas."""
    holder: NotRequired[str | None]
    """Only conversations held by one or more of workspace, platform_agent, another_app, unknown_app, separated by commas."""
    sla: NotRequired[str | None]
    """Only conversations whose next SLA target is `on_time`, `at_risk` (after its warning) or `breached` (after its due time): one or more of on_time, at_risk, breached, separated by commas."""
    unread: NotRequired[bool | None]
    """`true` returns only conversations with unread messages, `false` only those without."""
    waiting: NotRequired[bool | None]
    """`true` returns only conversations whose customer waits for an answer, `false` only the others."""
    mentioned: NotRequired[bool | None]
    """Only conversations with a note that mentions the signed-in member."""
    created_after: NotRequired[str | None]
    """Created at or after this time. An RFC 3339 timestamp with any UTC offset."""
    created_before: NotRequired[str | None]
    """Created before this time. An RFC 3339 timestamp with any UTC offset."""
    updated_after: NotRequired[str | None]
    """Changed at or after this time. An RFC 3339 timestamp with any UTC offset."""
    updated_since: NotRequired[str | None]
    """Alias of `updated_after`. An RFC 3339 timestamp with any UTC offset."""
    q: NotRequired[str | None]
    """Matches part of the contact's name, phone number, email address or username."""


class ConversationHeldBy(TypedDict):
    """Who answers the customer. Only a bot is refused (`not_holder`) while somebody else holds the conversation."""

    type: Literal["other_app", "bot", "member", "team", "nobody"]
    """`other_app`: another app at the platform (see `holder`). `bot` and `member`: the assignee. `team`: the queue of the team. `nobody`: no team, no assignee."""
    id: IdOrNull
    version: int
    """Grows whenever somebody else holds the conversation. A bot sends it as `holder_version`."""


class ConversationHolder(TypedDict):
    """The holder of the conversation at the platform, as far as it reports it, and until when if the customer stays silent. Null: nobody holds it, or the platform has reported nothing."""

    type: Literal["workspace", "platform_agent", "another_app", "unknown_app"]
    """`platform_agent`: the platform's own agent. `another_app`: another app of the business. `unknown_app`: one of these two; the platform did not say which."""
    since: Time
    until: TimeOrNull
    other_app: Literal["platform_agent", "another_app", "unknown_app"] | None
    """The other app that holds the conversation, or held it last."""


class ConversationSla(TypedDict):
    """The SLA target that is due first, or that was due first and is not met yet. Null if no target runs."""

    metric: Literal["first_response", "next_response", "resolution"]
    due_at: Time
    warning_at: TimeOrNull
    """When it gets urgent."""


class ConversationUpdatedEvent(EventEnvelope):
    type: Literal["conversation.updated"]
    data: Conversation


class CostFigures(TypedDict):
    messages: int
    """Delivered messages that the platform reported a price category for."""
    free: int
    """Those of them that are free of charge."""
    unpriced: int
    """Those of them that are charged, but whose price is unknown: no price list was valid, or it lacks the country or the category. Their cost is missing in `costs`."""
    undelivered: int
    """Sent messages that have not been delivered, and so are not charged yet."""
    costs: list[Money]
    """The sum in each currency."""


class CostReportBucket(CostFigures):
    start: Time
    end: Time


class CostReportByChannel(CostFigures):
    channel_id: Id
    name: str | None


class CostReportByTemplate(CostFigures):
    template: str | None
    """Null: messages without a template."""


class CostReportByCategory(CostFigures):
    category: str


class CostReportByAuthorAuthor(TypedDict):
    type: Literal["api_key", "member", "person", "system", "bot", "rule"]
    id: IdOrNull
    name: str | None
    """The name of the member or the API key, if it still exists."""


class CostReportByAuthor(CostFigures):
    author: CostReportByAuthorAuthor


class CostReportByCountry(CostFigures):
    country: str | None
    """An ISO 3166-1 alpha-2 code. Null: not known."""


_CostReport = TypedDict("_CostReport", {"from": "Time"})


class CostReport(_CostReport):
    to: Time
    time_zone: str
    bucket: Literal["hour", "day", "week", "month"]
    buckets: list[CostReportBucket]
    totals: CostFigures
    by_channel: list[CostReportByChannel]
    by_template: list[CostReportByTemplate]
    """At most 500 templates, those with the most messages first."""
    by_category: list[CostReportByCategory]
    by_author: list[CostReportByAuthor]
    by_country: list[CostReportByCountry]
    priced_since: TimeOrNull
    """When the first price list starts. Null: the workspace has no price list."""


class CreatedContactLead(TypedDict):
    id: Id
    source: str
    campaign: str | None
    created_at: Time


class CreatedContact(Person):
    matched_by: Literal["phone", "email", "channel_identity"] | None
    lead: CreatedContactLead


class CsatAnsweredEvent(EventEnvelope):
    type: Literal["csat.answered"]
    data: CsatRating


class CsatFigures(TypedDict):
    asked: int
    """Questions, at the time they were sent."""
    answered: int
    """Those of them that were answered."""
    answer_rate: float | None
    """From 0 to 1. Null if nobody was asked."""
    average: float | None
    """The average rating, from 1 to 5. Null if fewer than 5 customers answered."""
    satisfied: float | None
    """From 0 to 1: the share of ratings from 4 to 5. Null if fewer than 5 customers answered."""


class CsatRating(TypedDict):
    id: Id
    conversation_id: Id
    person_id: Id
    channel_id: Id
    team_id: IdOrNull
    """The team of the conversation when it was closed."""
    member_id: IdOrNull
    """The member who replied last before the close."""
    round_started_at: Time
    asked_at: Time
    rating: int | None
    """Null: not answered yet."""
    comment: str | None
    answered_at: TimeOrNull
    """The time of the first answer. It can be changed for 15 minutes."""


class CsatRatingPage(TypedDict):
    data: list[CsatRating]
    next_cursor: NextCursor


class CsatReportBucket(CsatFigures):
    start: Time
    end: Time


class CsatReportByMember(CsatFigures):
    member_id: IdOrNull
    name: str | None


class CsatReportByTeam(CsatFigures):
    team_id: IdOrNull
    name: str | None


class CsatReportByChannel(CsatFigures):
    channel_id: IdOrNull
    name: str | None


class CsatReportByTag(CsatFigures):
    tag_id: IdOrNull
    name: str | None


_CsatReport = TypedDict("_CsatReport", {"from": "Time"})


class CsatReport(_CsatReport):
    to: Time
    time_zone: str
    bucket: Literal["hour", "day", "week", "month"]
    buckets: list[CsatReportBucket]
    totals: CsatFigures
    by_member: list[CsatReportByMember]
    """By the member who replied last before the close; null: none did."""
    by_team: list[CsatReportByTeam]
    """By the team of the conversation when it was closed; null: none."""
    by_channel: list[CsatReportByChannel]
    """By the channel."""
    by_tag: list[CsatReportByTag]
    """By the tags that the conversations have now. A rating counts for each of them."""


class CsatSettings(TypedDict):
    is_on: bool
    """Whether customers are asked. Off by default."""
    delay_minutes: int
    """Minutes from the close of a conversation to the question. A conversation that is reopened before is not asked about."""
    person_days: int
    """A contact is asked at most once in so many days. 0: after each round."""
    scale: Literal[3, 5]
    """How many choices the customer has. Three are bad, OK and good, which count as 1, 3 and 5."""
    way: Literal["buttons", "link"]
    """`buttons`: the customer taps the rating in the chat where the channel can. `link`: the message has a link to a page, except in web chats."""
    asks_comment: bool
    """Whether the customer is asked for a comment after a rating in the chat. Their next message within 10 minutes is the comment."""
    template: str | None
    """The name of an approved template that asks when the customer service window is closed. It has no variables, and as many quick-reply buttons as the scale has choices, the best first. Null: the customer is not asked then."""
    off_team_ids: list[Id]
    """Teams whose conversations are not rated."""
    texts: list[CsatTexts]
    """The texts by language. A customer gets those of the contact's language; else those whose script is that of their messages; else the first ones."""


class CsatSettingsChanges(TypedDict):
    is_on: NotRequired[bool]
    """Whether customers are asked. Off by default."""
    delay_minutes: NotRequired[int]
    """Minutes from the close of a conversation to the question. A conversation that is reopened before is not asked about."""
    person_days: NotRequired[int]
    """A contact is asked at most once in so many days. 0: after each round."""
    scale: NotRequired[Literal[3, 5]]
    """How many choices the customer has. Three are bad, OK and good, which count as 1, 3 and 5."""
    way: NotRequired[Literal["buttons", "link"]]
    """`buttons`: the customer taps the rating in the chat where the channel can. `link`: the message has a link to a page, except in web chats."""
    asks_comment: NotRequired[bool]
    """Whether the customer is asked for a comment after a rating in the chat. Their next message within 10 minutes is the comment."""
    template: NotRequired[str | None]
    """The name of an approved template that asks when the customer service window is closed. It has no variables, and as many quick-reply buttons as the scale has choices, the best first. Null: the customer is not asked then."""
    off_team_ids: NotRequired[list[Id]]
    """Teams whose conversations are not rated."""
    texts: NotRequired[list[CsatTexts]]
    """The texts by language. A customer gets those of the contact's language; else those whose script is that of their messages; else the first ones."""


class CsatTexts(TypedDict):
    language: str
    question: str
    """The question."""
    choose: str
    """The button that opens the list of ratings, on WhatsApp."""
    labels: list[str]
    """Bad, OK and good, in this order."""
    thanks: str
    """The message after a rating if no comment is asked for. Empty: none."""
    comment: str
    """The message after a rating that asks for a comment."""


class CustomField(TypedDict):
    id: Id
    applies_to: Literal["contact", "ticket"]
    key: str
    """The field's name in `fields` of contacts or tickets."""
    label: str
    type: Literal["text", "number", "date", "boolean", "choice"]
    choices: list[str] | None
    """The values of the type `choice`; null for other types."""
    archived_at: TimeOrNull
    """Since when the field is archived; null: it is not."""
    created_at: Time
    updated_at: Time


class CustomFieldChanges(TypedDict):
    label: NotRequired[str]
    """The name that members see. Unique among fields that are not archived."""
    choices: NotRequired[list[str]]
    """Replaces the choices. Contacts keep values that are no longer a choice."""
    archived: NotRequired[bool]
    """Whether the field is archived. False restores it."""


class CustomFieldPage(TypedDict):
    data: list[CustomField]
    next_cursor: NextCursor


class DataExport(TypedDict):
    id: Id
    contact_id: Id
    status: Literal["running", "completed", "canceled"]
    """An export is canceled when its contact is erased or merged into another one before it is complete."""
    section: str | None
    """The kind of data that is being read; null when it is over."""
    counts: dict[str, int]
    """How many rows the archive contains so far, by kind."""
    size_bytes: int | None
    """The size of the archive; null until it is completed."""
    download_url: str | None
    """The address of the archive, which needs the same permission as this request; null until it is completed."""
    requested_by: Actor
    requested_at: Time
    completed_at: TimeOrNull
    expires_at: str
    """When the archive is deleted."""


class DataExportPage(TypedDict):
    data: list[DataExport]
    next_cursor: NextCursor


class DaysAfterEaster(TypedDict):
    easter: int
    """Days after Easter Sunday."""


class DeliveryFiguresLatencyMs(TypedDict):
    """The time from creation to success, including waiting and retries."""

    p50: int
    p95: int


class DeliveryFigures(TypedDict):
    succeeded: int
    failed: int
    pending: int
    cancelled: int
    success_rate: float | None
    """From 0 to 1: the share of delivered among delivered and failed."""
    latency_ms: DeliveryFiguresLatencyMs | None
    """The time from creation to success, including waiting and retries."""


class DeliveryReportBucket(DeliveryFigures):
    start: Time
    end: Time


_DeliveryReport = TypedDict("_DeliveryReport", {"from": "Time"})


class DeliveryReport(_DeliveryReport):
    to: Time
    time_zone: str
    bucket: Literal["hour", "day", "week", "month"]
    buckets: list[DeliveryReportBucket]
    totals: DeliveryFigures
    kept_since: Time
    """Finished deliveries before this time were deleted, according to the workspace's `retention_days`."""


class DraftAuthor(TypedDict):
    """The program that proposed it."""

    type: Literal["api_key", "member", "bot", "rule"]
    id: Id
    name: str | None
    """The name of the API key or the bot."""


class Draft(TypedDict):
    id: Id
    conversation_id: Id
    text: str
    """The proposed text."""
    status: Literal["open", "sent", "discarded"]
    """`open` until an agent sends or discards it. Deleted after 7 days."""
    author: DraftAuthor
    """The program that proposed it."""
    message_id: str | None
    """The message as which it was sent."""
    created_at: Time
    decided_at: TimeOrNull


class DraftPage(TypedDict):
    data: list[Draft]
    next_cursor: NextCursor


class ErasedContact(TypedDict):
    id: Id
    merged_ids: list[Id]
    """The contacts that were merged into it."""
    conversation_ids: list[Id]
    """Its conversations, erased as well."""
    erasure_id: Id
    erased_at: Time


class Erasure(TypedDict):
    id: Id
    contact_id: Id
    merged_ids: list[Id]
    """The ids of contacts that were merged into this one. They were erased, too."""
    status: Literal["running", "completed"]
    """`completed` once nothing of the contact is left."""
    step: str | None
    """The kind of data that is being removed; null when completed."""
    removed: dict[str, int]
    """How many rows were removed so far, by kind. `redacted_payloads`, `audit_entries`, `other_timelines`, `views`, `notices`, `file_names`, `platform_events`, `group_reports` and `redacted_events` were kept without the contact."""
    requested_by: Actor
    requested_at: Time
    completed_at: TimeOrNull


class ErasurePage(TypedDict):
    data: list[Erasure]
    next_cursor: NextCursor


class EventPage(TypedDict):
    data: list[Event]
    next_cursor: str
    """The cursor for the next request. Never null, even when there are no more events yet."""
    has_more: bool
    """Whether more events are available now."""


class ExpandedConversation(Conversation):
    contact: NotRequired[Contact | None]
    """Only with `expand=contact`."""


class ExpandedConversationPage(TypedDict):
    data: list[ExpandedConversation]
    next_cursor: NextCursor


class MessageError(TypedDict):
    code: str
    message: str


class Message(TypedDict):
    id: Id
    conversation_id: Id
    person_id: Id
    direction: Literal["inbound", "outbound"]
    type: str
    """One of text, image, video, audio, document, sticker, location, contacts, interactive, template, reaction, button, order, call, system, unsupported. More types may be added."""
    text: str | None
    media: MessageFile | None
    attachments: list[MessageFile]
    """All files of the message: `media` and any further ones."""
    content: dict[str, object] | None
    """Everything else the platform sent with the message, in its own format: a location, contacts, an order, the selected reply, or the ad that was clicked."""
    origin: Literal["echo", "history"] | None
    """`echo`: sent from another app of yours, such as the phone. `history`: sent or received before the channel was connected."""
    standby: bool
    """Whether another app, such as an agent of the platform, held the conversation when the message was sent or received."""
    reply_to: str | None
    """The message that this one replies to. It may have been deleted since, by the retention of the workspace: requesting it then answers 404."""
    retry_of: str | None
    """The failed message that this one retries."""
    reactions: list[Reaction]
    status: Literal["queued", "sent", "delivered", "read", "failed", "received"]
    pricing: MessagePricing | None
    error: MessageError | None
    author: Actor
    created_at: Time
    sent_at: TimeOrNull
    delivered_at: TimeOrNull
    read_at: TimeOrNull
    edited_at: TimeOrNull
    revoked_at: TimeOrNull


class ExpandedMessage(Message):
    contact: NotRequired[Contact | None]
    """Only with `expand=contact`."""
    conversation: NotRequired[Conversation | None]
    """Only with `expand=conversation`."""


class ExpandedMessagePage(TypedDict):
    data: list[ExpandedMessage]
    next_cursor: NextCursor


class TicketTag(TypedDict):
    id: Id
    name: str
    color: str


class Ticket(TypedDict):
    id: Id
    number: int
    person_id: Id
    title: str
    description: str | None
    message_id: IdOrNull
    conversation_id: IdOrNull
    priority: Literal["low", "medium", "high", "urgent"]
    status: Literal["open", "pending", "solved", "closed"]
    assignee_id: IdOrNull
    team_id: IdOrNull
    type_id: IdOrNull
    due_at: TimeOrNull
    fields: dict[str, str]
    """Custom fields by name, as text."""
    solved_at: TimeOrNull
    tags: list[TicketTag]
    """Sorted by name."""
    follower_ids: list[Id]
    """Members who follow it, the first one first."""
    attachments: list[TicketAttachment]
    """Oldest first."""
    created_at: Time
    updated_at: Time


class ExpandedTicket(Ticket):
    contact: NotRequired[Contact | None]
    """Only with `expand=contact`."""
    conversation: NotRequired[Conversation | None]
    """Only with `expand=conversation`."""
    sla: NotRequired[ConversationSla | None]
    """Only with `expand=sla`."""


class ExpandedTicketPage(TypedDict):
    data: list[ExpandedTicket]
    next_cursor: NextCursor


class ExportSelectedContacts(TypedDict):
    ids: NotRequired[list[Id] | None]
    """Only these items."""
    except_ids: NotRequired[list[Id] | None]
    """Items to leave out."""
    filter: NotRequired[ContactFilter | None]
    """The filters of the list. Without filters, everything matches."""


class ExportSelectedConversations(TypedDict):
    ids: NotRequired[list[Id] | None]
    """Only these items."""
    except_ids: NotRequired[list[Id] | None]
    """Items to leave out."""
    filter: NotRequired[ConversationFilter | None]
    """The filters of the list. Without filters, everything matches."""
    format: NotRequired[Literal["csv", "ndjson"] | None]
    """`ndjson`: a JSON object per line, as the list returns it. By default `csv`."""


class ExportSelectedTickets(TypedDict):
    ids: NotRequired[list[Id] | None]
    """Only these items."""
    except_ids: NotRequired[list[Id] | None]
    """Items to leave out."""
    filter: NotRequired[TicketFilter | None]
    """The filters of the list. Without filters, everything matches."""


class FieldAction(TypedDict):
    type: Literal["set_field"]
    key: str
    """The key of a custom field of contacts."""
    value: str | None
    """Null clears the field."""


class FieldError(TypedDict):
    field: str
    """The dotted path of the field in the body or the query."""
    code: str
    """The problem, such as `required`, `unknown_field` or `too_long`."""
    message: str
    """The problem as a sentence without its subject."""


class FinishBotTurn(TypedDict):
    holder_version: NotRequired[int | None]
    """For bots: `held_by.version` of the conversation as the bot saw it. If it was handed over since, this is refused (`not_holder`)."""


class FiredAction(TypedDict):
    type: Literal["assign", "set_team", "add_tags", "remove_tags", "set_status", "set_priority", "snooze", "hand_over", "reply", "template", "note", "notify", "create_ticket", "set_field", "webhook"]
    error: NotRequired[ActionError]


class FollowTicket(TypedDict):
    membership_id: NotRequired[IdOrNull]
    """The member who follows the ticket. Defaults to the signed-in member; a key must name one."""


class HandOverAction(TypedDict):
    type: Literal["hand_over"]
    bot_id: str
    """A bot that is on."""


class HandOverConversationTo(TypedDict):
    type: Literal["queue", "team", "member", "bot"]
    """`queue`: of the team that the conversation has. `team`: the queue of another team. `member` and `bot`: they get the conversation."""
    id: NotRequired[str | None]
    """The id of the team, the membership or the bot. Not for `queue`."""


class HandOverConversation(TypedDict):
    to: HandOverConversationTo
    reason: NotRequired[str | None]
    """Why, in a few words. Shown in the thread."""
    summary: NotRequired[str | None]
    """What was said so far, for whoever goes on. Shown in the thread, and added as a note."""
    holder_version: NotRequired[int | None]
    """For bots: `held_by.version` of the conversation as the bot saw it. If it was handed over since, this is refused (`not_holder`)."""


class Highlight(TypedDict):
    """A range of UTF-16 code units: `start` is included, `end` is not."""

    start: int
    end: int


class HoursException(TypedDict):
    label: str
    """What the day is, such as Christmas."""
    date: NotRequired[str | None]
    """A single day."""
    yearly: NotRequired[YearlyDay | None]
    periods: Periods


class ImportColumnGuess(TypedDict):
    """What the column was guessed to contain when the file was uploaded, and why. Null for imports before this release."""

    target: str | None
    """The suggested field, as in `mapping`. Null: the column is ignored."""
    reasons: list[Literal["name", "values", "plus_missing", "custom_field", "further", "values_differ", "label", "no_values", "no_name", "own_column", "too_many"]]
    """`name`: the name of the column says so. `values`: its values look like it. `plus_missing`: the phone numbers are international ones without the plus sign, and are read so. `custom_field`: it has the name of a custom field. `further`: nothing else fits. `values_differ`: its values do not look like what its name says. `label`: it tells the kinds of the values beside it. `no_values`, `no_name`: it has none. `own_column`: an export added it. `too_many`: a contact cannot have more custom fields, or the name is too long for one."""
    matching: int
    """The values that look like the field."""
    checked: int
    """The values that were looked at."""


class ImportColumn(TypedDict):
    name: str
    samples: list[str]
    guess: ImportColumnGuess | None
    """What the column was guessed to contain when the file was uploaded, and why. Null for imports before this release."""


class Import(TypedDict):
    id: Id
    filename: str
    """The name of the uploaded file."""
    status: Literal["uploaded", "checking", "checked", "running", "completed", "failed", "cancelled"]
    """How far it is."""
    columns: list[ImportColumn]
    """The columns of the file, with values of its first rows."""
    mapping: dict[str, str]
    """Maps each column to `name`, `first_name`, `middle_name`, `last_name`, `phone_e164`, `phone_international`, `country_code`, `email`, `source`, `campaign`, `language` or `fields.<name>`. A `language` is a tag or a name; one that is neither is kept as a custom field. Several columns can be mapped to `phone_e164`, `phone_international` and `email`: the contact gets all of them, and the best for messages, such as a mobile number, becomes its `phone_e164`. `phone_international` is the same for numbers that have their country code, also without the plus sign. `country_code` is the country of phone numbers without a country code: a calling code, an ISO 3166-1 code or a name; a cell that is no calling code is also kept as a custom field. Columns that are not mapped are ignored."""
    row_count: int
    """Rows below the header."""
    done_count: int
    """Rows checked or imported so far."""
    created_count: int
    """Contacts created. After a check: contacts that would be created."""
    matched_count: int
    """Rows that match an existing contact."""
    rejected_count: int
    """Rows that were not imported."""
    empty_count: int
    """Rows without any values."""
    error: str | None
    """Why it ended without success."""
    cancel_reason: Literal["member_removed", "role_changed", "key_revoked"] | None
    """Why the import was canceled, if nobody canceled it. `member_removed`: the member who started it has left. `key_revoked`: the key was revoked, has expired, or lacks the scope."""
    created_by: IdOrNull
    """The member or the API key who uploaded the file."""
    created_at: Time
    updated_at: Time
    completed_at: TimeOrNull


class ImportPage(TypedDict):
    data: list[Import]
    next_cursor: NextCursor


class ImportReject(TypedDict):
    row_number: int
    """The row number as a spreadsheet shows it. The header is row 1."""
    code: str
    message: str
    cells: list[str]


class ImportRejectPage(TypedDict):
    data: list[ImportReject]
    next_cursor: NextCursor


class LastMessageFile(TypedDict):
    """Its first file. Null if it has none."""

    filename: str | None
    voice: bool
    """Whether it is a voice message."""
    duration_seconds: int | None
    """How long a voice message is, if known."""


class LeadFiguresBySource(TypedDict):
    source: str
    leads: int


class LeadFigures(TypedDict):
    leads: int
    by_source: list[LeadFiguresBySource]
    """The eight sources with the most leads in the period. The totals include all sources."""


class LeadReportBucketBySource(TypedDict):
    source: str
    leads: int


class LeadReportBucket(TypedDict):
    start: Time
    end: Time
    leads: int
    by_source: list[LeadReportBucketBySource]
    """The eight sources with the most leads in the period. The totals include all sources."""


class LeadReportByCampaign(TypedDict):
    source: str
    campaign: str | None
    leads: int


_LeadReport = TypedDict("_LeadReport", {"from": "Time"})


class LeadReport(_LeadReport):
    to: Time
    time_zone: str
    bucket: Literal["hour", "day", "week", "month"]
    buckets: list[LeadReportBucket]
    totals: LeadFigures
    by_campaign: list[LeadReportByCampaign]
    """At most 500 campaigns, those with the most leads first."""
    is_whole: bool
    """Whether `by_campaign` contains all campaigns."""


class ListedContactPage(TypedDict):
    data: list[ListedContact]
    next_cursor: NextCursor


class Macro(TicketType):
    team_id: IdOrNull
    """Only members of this team have it."""
    member_id: IdOrNull
    """Only this member has it."""
    actions: list[RuleAction]
    """They run in this order, and stop at the first that fails."""
    uses: int
    """In how many conversations it was run."""


class MacroChanges(TypedDict):
    name: NotRequired[str]
    """The name in the list from which members choose."""
    actions: NotRequired[list[RuleAction]]
    """They run in this order, and stop at the first that fails."""
    team_id: NotRequired[str | None]
    """A team: only its members have the macro. Null: everybody has it."""


class MacroPage(TypedDict):
    data: list[Macro]
    next_cursor: NextCursor


class MacroRun(TypedDict):
    id: Id
    conversation_ids: list[Id]
    undoable_until: Time


class MatchCount(TypedDict):
    count: int
    is_capped: bool
    """Whether there are more than `count`, which is at most 50,000."""


class MeWorkspace(TypedDict):
    id: Id
    name: str


class Me(TypedDict):
    id: Id
    name: str
    """The name of the key."""
    mode: Literal["live", "test"]
    """A `test` key sends messages only on channels of the simulator. More modes may be added."""
    scopes: list[str]
    """The scopes that the key was created with."""
    rate_limit: int | None
    """Requests per second. Null means no rate limit."""
    team_ids: list[Id] | None
    """The teams whose conversations, tickets and contacts the key sees. Null means those of the whole workspace."""
    sees_no_team: bool
    """With `team_ids`: whether the key also sees what has no team."""
    bot_id: str | None
    """The bot that the key belongs to: what is done with the key is done by the bot."""
    expires_at: TimeOrNull
    workspace: MeWorkspace


class Media(TypedDict):
    id: Id
    type: str
    """The type of message that the file is sent as."""
    mime_type: str
    filename: str | None
    size_bytes: int
    sha256: str
    """The SHA-256 hash in hexadecimal."""
    url: str
    """A link that is valid for a week."""
    created_at: Time


class Member(TypedDict):
    id: Id
    user_id: Id
    name: str
    email: str
    picture_url: str | None
    """A square WebP that everybody who has the link can read. It changes with the picture."""
    role: str
    """The name of a built-in role (`admin`, `supervisor`, `agent`, `light_agent`, `viewer`), or the id of a custom one."""
    team_ids: list[Id]
    """The teams of the member."""
    availability: Literal["online", "away", "offline"]
    """Whether the member answers customers now."""
    availability_cause: Literal["by_hand", "schedule", "activity"]
    """Why: it was set by hand, it is outside the working hours of the member, or the member has or has not had the app open in the last 5 minutes. The first of these that applies decides."""
    availability_until: TimeOrNull
    """When an availability that was set by hand ends. Null: it holds until it is changed, or was not set by hand."""
    availability_set_by: Actor | None
    """Who set it by hand; otherwise null."""
    business_hours_id: IdOrNull
    """The business hours that are the working hours of the member. Outside of them the member is offline. Null: none."""
    created_at: Time
    removed_at: TimeOrNull


class MemberChanges(TypedDict):
    availability: NotRequired[Literal["online", "away", "offline"] | None]
    """Sets the availability by hand, which holds whatever the working hours and the activity of the member are. Null: they decide again."""
    availability_until: NotRequired[str | None]
    """When it ends, at most 366 days from now. Null or missing: it holds until it is changed."""
    business_hours_id: NotRequired[str | None]
    """The id of business hours, which become the working hours of the member. Null: none."""


class MemberPage(TypedDict):
    data: list[Member]
    next_cursor: NextCursor


class MemberUpdatedEvent(EventEnvelope):
    type: Literal["member.updated"]
    data: Member


class MergeContacts(TypedDict):
    other_id: str
    """The contact to merge into this one."""
    fields: NotRequired[dict[str, Literal["this", "other"]] | None]
    """Which contact's value to keep, for each of `name`, `phone_e164`, `email`, `source`, `campaign`, `language` and `fields.<name>`. Keeps this contact's value by default, if it has one."""


class MergePreviewField(TypedDict):
    field: str
    this: str | None
    other: str | None
    default: Literal["this", "other"]


class MergePreviewMoves(TypedDict):
    """The counts of what moves from the other contact to this one."""

    chats: int
    tickets: int
    timeline_entries: int
    identities: int


class MergePreview(TypedDict):
    this: Contact
    other: Contact
    fields: list[MergePreviewField]
    moves: MergePreviewMoves
    """The counts of what moves from the other contact to this one."""


class MessageBatchResult(TypedDict):
    status: int
    """The status that a request for this item has."""
    body: SentMessage | None
    problem: Problem | None


class MessageBatchResults(TypedDict):
    data: list[MessageBatchResult]
    """The results, in the order of the items."""


class MessageEchoedEvent(EventEnvelope):
    type: Literal["message.echoed"]
    data: Message


class MessageFigures(TypedDict):
    inbound: int
    outbound: int
    """Sent messages, including failed ones."""
    failed: int
    """Sent messages that failed."""


class MessageFile(TypedDict):
    """A file of a message."""

    id: NotRequired[Id]
    status: NotRequired[Literal["pending", "stored", "failed"]]
    url: NotRequired[str | None]
    """For received files a link that is valid for a week. Null while it is not stored."""
    mime_type: NotRequired[str | None]
    filename: NotRequired[str | None]
    size_bytes: NotRequired[int | None]
    sha256: NotRequired[str | None]
    error: NotRequired[str | None]
    """Why it could not be stored."""
    voice: NotRequired[bool]
    """Whether it is a voice message."""
    duration_seconds: NotRequired[int]
    """How long a received voice message is, once it is stored."""
    animated: NotRequired[bool]
    """Whether it is an animated sticker."""


class MessagePage(TypedDict):
    data: list[Message]
    next_cursor: NextCursor


class MessagePricing(TypedDict):
    """The price information of a sent message. Null until the platform reports it, which is usually when the message is sent or delivered."""

    category: str
    """One of service, utility, marketing, marketing_lite, authentication, authentication_international, referral_conversion. More may be added."""
    type: str | None
    """`regular`: charged. `free_customer_service`, `free_entry_point`: free of charge. More may be added."""
    billable: bool | None
    """Prefer `type`: platforms drop this field."""
    model: str | None
    """`PMP`: priced per message."""


class MessageReceivedEvent(EventEnvelope):
    type: Literal["message.received"]
    data: Message


class MessageReportBucket(TypedDict):
    start: Time
    end: Time
    inbound: int
    outbound: int
    """Sent messages, including failed ones."""
    failed: int
    """Sent messages that failed."""


_MessageReport = TypedDict("_MessageReport", {"from": "Time"})


class MessageReport(_MessageReport):
    to: Time
    time_zone: str
    bucket: Literal["hour", "day", "week", "month"]
    buckets: list[MessageReportBucket]
    totals: MessageFigures


class MessageSentEvent(EventEnvelope):
    type: Literal["message.sent"]
    data: Message


class MessageStatusChangedEvent(EventEnvelope):
    type: Literal["message.status_changed"]
    data: Message


class MessageTrailCharge(TypedDict):
    """The charge of the platform for the message. `cost` is null for free and for undelivered messages, and when no price list has the price. Null until the platform reports price information."""

    category: str
    """As in the message's `pricing`."""
    type: str | None
    """As in the message's `pricing`."""
    is_free: bool
    recipients: int
    """The number of recipients that the message was delivered to. 0: not charged."""
    cost: Money | None


class MessageTrailStepError(TypedDict):
    code: str
    message: str
    advice: str
    """How to fix the problem."""


class MessageTrailStep(TypedDict):
    kind: Literal["received", "queued", "attempt", "status"]
    """`attempt`: the message was handed to the platform. `status`: the platform reported a status."""
    at: Time
    """For a status, the platform's own timestamp."""
    ended_at: TimeOrNull
    number: int | None
    """The number of the attempt, starting at 1."""
    outcome: Literal["accepted", "ambiguous", "retry", "hold", "throttle", "stop", "rejected", "unfinished"] | None
    """`ambiguous`: the platform may have accepted the message. `unfinished`: the attempt is in progress, or its process stopped. After either, the message is attempted again only if the platform reports no status of it for at least a minute in which it could; otherwise it becomes `failed` with `unconfirmed`."""
    status: str | None
    platform_message_id: str | None
    error: MessageTrailStepError | None
    next_at: TimeOrNull
    details: dict[str, object] | None
    """Pricing, conversation and recipient as the platform sent them."""


class MessageTrail(TypedDict):
    message_id: Id
    status: Literal["queued", "sent", "delivered", "read", "failed", "received"]
    platform_message_id: str | None
    next_attempt_at: TimeOrNull
    charge: MessageTrailCharge | None
    """The charge of the platform for the message. `cost` is null for free and for undelivered messages, and when no price list has the price. Null until the platform reports price information."""
    steps: list[MessageTrailStep]


class MessageUpdatedEvent(EventEnvelope):
    type: Literal["message.updated"]
    data: Message


class MissingPart(TypedDict):
    kind: str
    id: str


class Money(TypedDict):
    """The price of one message by the workspace's price list. The messages that are free each month are not considered. Null: free, or not known."""

    amount: str
    """An exact decimal number, such as 0.0118."""
    currency: str
    """An ISO 4217 code, such as USD."""


class NewBot(TypedDict):
    name: str
    """The name that members see."""
    timeout_seconds: NotRequired[int | None]
    """How long the bot may take to act on a message: to send, to hand over, or to say that it is done. Then the conversation goes to the queue. By default `30`."""
    channel_ids: NotRequired[list[Id] | None]
    """The channels whose new and reopened conversations go to the bot. A channel has at most one bot: it leaves its former one."""
    team_ids: NotRequired[list[Id] | None]
    """The teams whose new and reopened conversations go to the bot, unless their channel has one. A team has at most one bot."""


class NewBusinessHours(TypedDict):
    name: str
    """A name, unique in the workspace."""
    time_zone: str
    """The IANA name of a time zone."""
    week: Week
    exceptions: NotRequired[list[HoursException] | None]
    """Days with other hours, which replace those of the week: each has either `date` or `yearly`."""
    is_default: NotRequired[bool | None]
    """Whether they hold for everything that has no other business hours."""


class NewCannedReply(TypedDict):
    shortcut: str
    """What agents type after `/` to insert the reply: letters, digits, - and _."""
    text: str
    """Variables are replaced when the reply is used: {name}, {first_name}, {phone}, {email}, {channel}, {team}, {my_name}, {my_first_name}, and {field.KEY} with the key of a custom field; in updates about a ticket {number}, {title} and {status}. A reply is not sent while one of them has no value."""
    team_id: NotRequired[str | None]
    """A team: only its members have the reply. Null: everybody has it, or the one member."""
    media_ids: NotRequired[list[Id] | None]
    """Uploaded files that are sent with the text. Replaces those that it has."""
    is_own: NotRequired[bool | None]
    """Whether only the signed-in member has it."""


class NewContact(TypedDict):
    """Requires a name or a phone number."""

    name: NotRequired[str | None]
    """Up to 200 characters as people count them: an emoji is one."""
    phone_e164: NotRequired[str | None]
    """Ten-digit Indian numbers get the prefix +91."""
    phone: NotRequired[str | None]
    """Alias of `phone_e164`."""
    email: NotRequired[str | None]
    """An email address of up to 254 characters, also as `mailto:` or as `Name <address>`. Its domain may be of any script."""
    source: NotRequired[str | None]
    """By default `api`."""
    campaign: NotRequired[str | None]
    """Up to 200 characters as people count them: an emoji is one."""
    language: NotRequired[str | None]
    """The language of the contact, as a tag such as `en` or `pt-BR`."""
    fields: NotRequired[dict[str, str | float | bool | None] | None]
    """Custom fields by name. The values of defined fields must have their type; other names take any text. A contact that exists already keeps its values, and gets those it does not have."""


class NewContactBulkAction(TypedDict):
    action: Literal["erase", "merge"]
    ids: NotRequired[list[Id] | None]
    """The items to change. Send this or `filter`."""
    filter: NotRequired[ContactFilter | None]
    """Changes everything that matches now, up to 50,000 items, with the filters of the list. An empty object matches everything."""
    except_ids: NotRequired[list[Id] | None]
    """Items that match the filter and are not to be changed."""
    survivor_id: NotRequired[str | None]
    """For `merge`: the contact that stays. Those in `ids`, at most 9, are merged into it one after another, the oldest first; each fills the fields that are still empty."""


class NewContactNote(TypedDict):
    text: str


class NewContactsItem(NewContact):
    idempotency_key: NotRequired[str | None]
    """Makes a repeat of this item return its first result for 24 hours. By default it follows from the `Idempotency-Key` of the request and the position of the item."""


class NewContacts(TypedDict):
    items: list[NewContactsItem]
    """Each is done on its own: one that fails changes nothing of the others."""


class NewConversationBulkAction(TypedDict):
    action: Literal["close", "reopen", "snooze", "assign", "set_team", "set_priority", "add_participant", "remove_participant", "tag", "untag", "mark_read", "mark_unread"]
    ids: NotRequired[list[Id] | None]
    """The items to change. Send this or `filter`."""
    filter: NotRequired[ConversationFilter | None]
    """Changes everything that matches now, up to 50,000 items, with the filters of the list. An empty object matches everything."""
    except_ids: NotRequired[list[Id] | None]
    """Items that match the filter and are not to be changed."""
    assignee_id: NotRequired[str | None]
    """For `assign`: a membership, or for conversations a bot. Null unassigns."""
    team_id: NotRequired[str | None]
    """For `set_team`: the id of the team. Null removes the items from their team."""
    priority: NotRequired[Literal["low", "medium", "high", "urgent"] | None]
    """For `set_priority`. Null removes the priority."""
    member_id: NotRequired[str | None]
    """For `add_participant` and `remove_participant`: a membership."""
    tag_id: NotRequired[str | None]
    """For `tag` and `untag`: the id of the tag."""
    snoozed_until: NotRequired[str | None]
    """For `snooze`: when the conversations reopen. Must be in the future."""


class NewCustomField(TypedDict):
    key: str
    """The field's name in `fields` of contacts or tickets, which cannot be changed later. Values that they already have under this name stay."""
    applies_to: NotRequired[Literal["contact", "ticket"] | None]
    """Cannot be changed later. Keys and labels are unique for each. By default `contact`."""
    label: NotRequired[str | None]
    """The name that members see, the key by default. Unique among fields that are not archived."""
    type: Literal["text", "number", "date", "boolean", "choice"]
    """The type of the values, which cannot be changed later."""
    choices: NotRequired[list[str] | None]
    """The values of the type `choice`, in the order in which they are offered."""


class NewDraft(TypedDict):
    conversation_id: str
    """The conversation to reply to."""
    text: str
    """The text that is proposed for the customer."""


class NewMacro(TypedDict):
    name: str
    """The name in the list from which members choose."""
    actions: list[RuleAction]
    """They run in this order, and stop at the first that fails."""
    team_id: NotRequired[str | None]
    """A team: only its members have the macro. Null: everybody has it."""
    is_own: NotRequired[bool | None]
    """Whether only the signed-in member has it."""


class NewNote(TypedDict):
    text: str
    mentions: NotRequired[list[Id] | None]
    """The memberships to mention."""
    mentioned_team_ids: NotRequired[list[Id] | None]
    """Teams whose members are mentioned, as they are now."""
    add_participants: NotRequired[bool | None]
    """Whether to add mentioned members who do not see the conversation to its participants. Without it, such a mention is refused with `mention_needs_access`."""


class NewRole(TypedDict):
    name: str
    """Names of roles differ by more than their case."""
    scopes: list[Literal["chats:read", "messages:read", "contacts:read", "tickets:read", "events:read", "reports:read", "chats:write", "messages:write", "messages:draft", "notes:write", "contacts:write", "tickets:write", "read", "write"]]
    """The scopes of its members, as keys have them. A member can do what a key with them can."""
    visibility: NotRequired[Literal["all", "teams", "own"] | None]
    """The conversations, tickets and contacts that its members see. `all`: those of the workspace. `teams`: those of their teams, those assigned to them, and those in which they take part. `own`: those assigned to them, unassigned ones of their teams, and those in which they take part. By default `all`."""
    sees_no_team: NotRequired[bool | None]
    """Whether its members also see what has no team; with `own`, as long as it is unassigned. By default `true`."""


class NewRule(TypedDict):
    name: str
    """Names of rules differ by more than their case."""
    trigger: RuleTrigger
    conditions: RuleConditions
    actions: list[RuleAction]
    """They run in this order, and stop at the first that fails."""
    repeat: NotRequired[Literal["always", "round", "once"] | None]
    """How often it fires for one conversation. `always`: at each event, and once in each stretch of a state. `round`: once from its opening until it is closed. `once`: once."""
    stops: NotRequired[bool | None]
    """Whether later rules are left out at an event at which this one fires."""


class NewSlaPolicy(TypedDict):
    name: str
    """A name, unique in the workspace."""
    position: NotRequired[int | None]
    """Policies are tried in the order of their positions. A round of a conversation has the first one whose conditions it meets."""
    team_ids: NotRequired[list[Id] | None]
    """Only conversations of one of these teams. Empty: of any team, or of none."""
    channel_ids: NotRequired[list[Id] | None]
    """Only conversations on one of these channels. Empty: on any."""
    tag_ids: NotRequired[list[Id] | None]
    """Only conversations with one of these tags. Empty: with any tags."""
    first_response_minutes: NotRequired[int | None]
    """Minutes from the first message of a customer in a round to the answer of a person. Null: no target."""
    next_response_minutes: NotRequired[int | None]
    """Minutes from the first message of a customer after an answer to the next one. Null: no target."""
    resolution_minutes: NotRequired[int | None]
    """Minutes from the first message of a customer in a round, or from a reopening, to the close. Null: no target."""
    clock: NotRequired[Literal["business", "wall"] | None]
    """`business`: only the business hours of the conversation's team count, or the default ones; all hours if there are none. `wall`: all hours count."""
    pauses: NotRequired[list[Literal["snoozed", "waiting_for_customer"]] | None]
    """States in which the time of a resolution stands still. `waiting_for_customer`: a person wrote last. The time of a response never does."""
    warning_percent: NotRequired[int | None]
    """A warning is due when so much of a target is used up, in percent. Null: no warning."""
    notify: NotRequired[list[Literal["assignee", "supervisors"]] | None]
    """Who is notified of warnings and breaches. `assignee`: of the conversation. `supervisors`: members of its team with the role `supervisor`."""


class NewTag(TypedDict):
    name: str
    color: NotRequired[Literal["gray", "red", "pink", "grape", "violet", "indigo", "blue", "cyan", "teal", "green", "lime", "yellow", "orange"] | None]
    """By default `gray`."""


class NewTeam(TypedDict):
    name: str
    """Names of teams differ by more than their case."""
    member_ids: NotRequired[list[Id] | None]
    """The memberships of its members."""
    channel_ids: NotRequired[list[Id] | None]
    """Its channels. New conversations of a channel start with its team. A channel belongs to at most one team: it leaves its former one."""
    business_hours_id: NotRequired[IdOrNull]
    """The business hours of the team; null: the default ones of the workspace, if there are any."""


class NewTicket(TypedDict):
    person_id: Id
    title: str
    message_id: NotRequired[IdOrNull]
    conversation_id: NotRequired[str | None]
    """The conversation the ticket came from. Defaults to the conversation of `message_id`."""
    priority: NotRequired[Literal["low", "medium", "high", "urgent"] | None]
    """By default `medium`."""
    assignee_id: NotRequired[str | None]
    """The id of the membership to assign the ticket to."""
    team_id: NotRequired[str | None]
    """The id of a team. Defaults to the team of the conversation."""
    type_id: NotRequired[str | None]
    """The id of a ticket type."""
    due_at: NotRequired[str | None]
    """An RFC 3339 timestamp with any UTC offset."""
    fields: NotRequired[dict[str, str | float | bool | None] | None]
    """Custom fields by name. The values of fields that are defined for tickets must have their type; other names take any text."""
    description: NotRequired[str | None]
    """Plain text for your team. The customer never receives it."""
    tag_ids: NotRequired[list[Id] | None]
    """The ids of the workspace's tags that the ticket gets."""
    media_ids: NotRequired[list[Id] | None]
    """Files to attach: ids from POST /api/v1/media."""


class NewTicketBulkAction(TypedDict):
    action: Literal["assign", "set_team", "set_type", "set_status", "set_priority", "set_due", "tag", "untag"]
    ids: NotRequired[list[Id] | None]
    """The items to change. Send this or `filter`."""
    filter: NotRequired[TicketFilter | None]
    """Changes everything that matches now, up to 50,000 items, with the filters of the list. An empty object matches everything."""
    except_ids: NotRequired[list[Id] | None]
    """Items that match the filter and are not to be changed."""
    assignee_id: NotRequired[str | None]
    """For `assign`: a membership, or for conversations a bot. Null unassigns."""
    team_id: NotRequired[str | None]
    """For `set_team`: the id of the team. Null removes the items from their team."""
    status: NotRequired[Literal["open", "pending", "solved", "closed"] | None]
    """For `set_status`."""
    priority: NotRequired[Literal["low", "medium", "high", "urgent"] | None]
    """For `set_priority`."""
    due_at: NotRequired[str | None]
    """For `set_due`. Null removes the due time."""
    type_id: NotRequired[str | None]
    """For `set_type`: the id of the type. Null removes the type."""
    tag_id: NotRequired[str | None]
    """For `tag` and `untag`: the id of the tag."""


class NewTicketLink(TypedDict):
    ticket_id: str
    """The id of the other ticket."""
    kind: Literal["relates_to", "blocks", "duplicate_of", "blocked_by", "duplicated_by"]
    """What the ticket of the path is to the other one."""


class NewTicketType(TypedDict):
    name: str


class NewView(TypedDict):
    subject: Literal["chats", "contacts", "tickets"]
    name: str
    filters: dict[str, object]
    """Filters by name, with the values that the matching list endpoint accepts."""
    is_shared: NotRequired[bool | None]
    """Whether all members see the view. Views created with an API key are always shared."""


class NewWebhookEndpoint(TypedDict):
    url: str
    """A URL that starts with http:// or https://."""
    events: NotRequired[list[EventType] | None]
    """Default: message.sent, contact.created, ticket.created."""
    description: NotRequired[str | None]
    max_in_flight: NotRequired[int | None]
    """The number of concurrent deliveries. Default: 20 with `ordering: subject`, else 1."""
    rate_limit: NotRequired[int | None]
    ordering: NotRequired[Literal["subject", "creation", "conversation"] | None]
    """By default `subject`."""
    filters: NotRequired[NewWebhookFilters | None]
    headers: NotRequired[dict[str, str | None] | None]
    """Custom headers of every delivery, at most 20. A text sets a header, null removes it, others stay; null for `headers` removes all. Values are stored encrypted and never returned."""
    oauth: NotRequired[NewWebhookOauth | None]
    """OAuth 2 client credentials (RFC 6749, section 4.4). Deliveries carry a bearer token of this server. Null means none."""
    tls: NotRequired[NewWebhookTls | None]
    """The client certificate that Parley shows to the receiver (mTLS), and the authorities of the receiver. Null removes both."""
    payload: NotRequired[Literal["full", "thin"] | None]
    """`full`: the resource of the event. `thin`: only its `id`, and the `path` to read it with an API key, so that no personal data is sent. By default `full`."""


class NewWebhookFilters(TypedDict):
    """An event is delivered if it matches one value of each filter. A filter does not apply to events without its property, such as `directions` to a ticket."""

    channel_ids: NotRequired[list[Id] | None]
    """The channels of the conversation."""
    team_ids: NotRequired[list[Id | Literal["none"]] | None]
    """The teams of the conversation or ticket. `none` means without a team."""
    tag_ids: NotRequired[list[Id] | None]
    """Tags of the conversation or ticket."""
    assignee_ids: NotRequired[list[Id | Literal["none"]] | None]
    """The assignees of the conversation or ticket. `none` means unassigned."""
    directions: NotRequired[list[Literal["inbound", "outbound"]] | None]
    """The directions of a message: `inbound` or `outbound`."""


class NewWebhookOauth(TypedDict):
    token_url: str
    """The token endpoint of the authorization server. Its URL starts with https://."""
    client_id: str
    client_secret: str
    """Stored encrypted and never returned."""
    scope: NotRequired[str | None]
    """Scopes with a space between them. Null asks for the default of the server."""


class NewWebhookTls(TypedDict):
    certificate: NotRequired[str | None]
    """The client certificate in PEM, then the certificates that issued it, in order."""
    private_key: NotRequired[str | None]
    """The private key of the certificate in PEM, without a passphrase. Stored encrypted and never returned."""
    ca: NotRequired[str | None]
    """Certificates in PEM of the authorities that the receiver uses. Null means the public ones."""


class NextException(TypedDict):
    date: str
    label: str
    periods: Periods


class NoteAuthor(TypedDict):
    """The member, the bot, the rule, or the API key."""

    type: Literal["api_key", "member", "bot", "rule"]
    id: IdOrNull


class Note(TypedDict):
    id: Id
    conversation_id: Id
    author: NoteAuthor
    """The member, the bot, the rule, or the API key."""
    text: str
    """Empty once it is deleted."""
    mentions: list[Id]
    """The memberships that it mentions."""
    created_at: Time
    edited_at: TimeOrNull
    deleted_at: TimeOrNull


class NoteAction(TypedDict):
    """Adds an internal note."""

    type: Literal["note"]
    text: str
    """A text."""


class NoteChanges(TypedDict):
    text: NotRequired[str]
    mentions: NotRequired[list[Id]]
    """The memberships to mention."""
    mentioned_team_ids: NotRequired[list[Id]]
    """Teams whose members are mentioned, as they are now."""
    add_participants: NotRequired[bool]
    """Whether to add mentioned members who do not see the conversation to its participants. Without it, such a mention is refused with `mention_needs_access`."""


class NoteCreatedEvent(EventEnvelope):
    type: Literal["note.created"]
    data: Note


class NoteUpdatedEvent(EventEnvelope):
    type: Literal["note.updated"]
    data: Note


class NotifyAction(TypedDict):
    """Adds an internal note that mentions members and the members of teams."""

    type: Literal["notify"]
    text: str
    """A text."""
    member_ids: NotRequired[list[Id]]
    team_ids: NotRequired[list[Id]]


class PriceListCreatedBy(TypedDict):
    type: Literal["api_key", "member", "person", "system", "bot", "rule"]
    id: IdOrNull


class PriceList(TypedDict):
    id: Id
    valid_from: Time
    """From when the prices are valid. They end when the next list starts."""
    currency: str
    """An ISO 4217 code, such as USD."""
    filename: str
    """The name of the uploaded file."""
    price_count: int
    """The number of prices, by country and category."""
    created_at: Time
    created_by: PriceListCreatedBy


class PriceListDetailMarket(TypedDict):
    market: str
    """The country or region, as the file names it."""
    countries: list[str]
    """The countries with these prices, as ISO 3166-1 alpha-2 codes."""
    prices: dict[str, str]
    """The price of one message by category, as an exact decimal number."""


class PriceListDetail(PriceList):
    markets: list[PriceListDetailMarket]


class PriceListPage(TypedDict):
    data: list[PriceList]
    next_cursor: NextCursor


class PriorityAction(TypedDict):
    type: Literal["set_priority"]
    priority: Literal["low", "medium", "high", "urgent"] | None


class ProblemHeldBy(TypedDict):
    """Who holds the conversation. Present only with the code `not_holder`."""

    type: Literal["other_app", "bot", "member", "team", "nobody"]
    id: IdOrNull
    version: int


class Problem(TypedDict):
    type: str
    """The address of a page that explains the code."""
    title: str
    """The meaning of the code."""
    status: int
    """The HTTP status."""
    code: Literal["malformed_json", "invalid_cursor", "invalid_header", "bad_request", "app_refused", "unauthenticated", "invalid_credentials", "invalid_second_factor", "invalid_passkey", "second_step_expired", "invalid_api_key", "invalid_signature", "insufficient_scope", "live_key_required", "address_not_allowed", "admin_required", "author_required", "second_factor_required", "sso_required", "sso_session", "sso_refused", "workspace_required", "confirmation_required", "origin_not_allowed", "cross_origin", "verification_failed", "route_not_found", "method_not_allowed", "contact_opted_out", "contact_blocked", "conversation_not_found", "media_not_found", "payload_not_found", "message_not_found", "person_not_found", "data_export_not_found", "data_export_incomplete", "bulk_action_not_found", "bulk_action_ended", "bulk_action_final", "too_many_bulk_actions", "erasure_not_found", "draft_not_found", "held_reply_not_found", "note_not_found", "comment_not_found", "too_many_attachments", "bot_not_found", "tag_not_found", "team_not_found", "rule_not_found", "macro_not_found", "macro_run_not_found", "role_not_found", "canned_reply_not_found", "custom_field_not_found", "business_hours_not_found", "sla_policy_not_found", "view_not_found", "merge_not_found", "import_not_found", "price_list_not_found", "ticket_type_not_found", "ticket_link_not_found", "ticket_not_found", "channel_not_found", "membership_not_found", "sso_not_found", "sso_attempt_not_found", "domain_not_found", "passkey_not_found", "session_not_found", "user_not_found", "workspace_not_found", "password_reset_not_found", "invitation_not_found", "form_not_found", "api_key_not_found", "audit_entry_not_found", "app_not_found", "endpoint_not_found", "request_not_found", "delivery_not_found", "replay_not_found", "event_not_found", "device_not_found", "report_schedule_not_found", "notice_not_found", "platform_not_found", "request_timeout", "already_answered", "draft_changed", "idempotency_key_in_flight", "delivery_pending", "channel_not_connected", "conversation_not_held", "not_holder", "bot_off", "handover_not_supported", "business_account_unknown", "api_key_ended", "too_many_secrets", "message_not_failed", "draft_decided", "message_retried", "price_list_taken", "team_taken", "rule_taken", "macro_taken", "action_failed", "queue_empty", "role_taken", "role_in_use", "role_built_in", "hours_taken", "sla_policy_taken", "ticket_without_conversation", "customer_already_notified", "tickets_linked", "too_many_links", "ticket_type_taken", "tag_taken", "shortcut_taken", "custom_field_taken", "too_many_report_schedules", "too_many_custom_fields", "replay_ended", "endpoint_disabled", "person_merged", "merge_undone", "merge_not_last", "import_busy", "import_not_ready", "import_ended", "identity_taken", "workspace_changed", "slug_taken", "account_not_verified", "domain_taken", "domain_not_verified", "sso_session_required", "email_taken", "webhook_loop", "second_factor_on", "second_factor_off", "challenge_expired", "passkey_taken", "too_many_passkeys", "already_member", "last_admin", "invitation_open", "invitation_closed", "quota_exceeded", "channel_taken", "channel_connected", "open_form_taken", "cursor_expired", "precondition_failed", "body_too_large", "unsupported_media_type", "follower_needs_access", "mention_needs_access", "validation_failed", "missing_target", "conflicting_targets", "conflicting_fields", "ownership_not_proven", "invalid_file", "invalid_phone", "window_closed", "template_required", "contact_not_reachable", "template_not_usable", "media_not_usable", "invalid_url", "idempotency_key_reused", "rate_limited", "too_many_streams", "headers_too_large", "platform_refused", "sso_unavailable", "internal", "secret_unreadable", "platform_unavailable", "busy", "database_unavailable", "media_store_full", "media_store_unavailable", "overloaded", "streams_exhausted", "webhook_not_configured"]
    """A stable error code. Build on it instead of on `title` or `detail`."""
    detail: str
    """The fault of this request, for people."""
    request_id: str
    """The id of the request. Quote it to support."""
    errors: NotRequired[list[FieldError]]
    """The invalid fields. Present only with status 422."""
    held_by: NotRequired[ProblemHeldBy]
    """Who holds the conversation. Present only with the code `not_holder`."""


class QueueSize(TypedDict):
    waiting: CappedCount
    oldest_waiting_since: TimeOrNull
    """Since when the customer waits who waits longest."""


class ReactionAuthor(TypedDict):
    type: Literal["person", "system"]
    id: IdOrNull


class Reaction(TypedDict):
    emoji: str
    author: ReactionAuthor
    created_at: Time


class ReadReceiptError(TypedDict):
    code: str
    message: str
    advice: str


class ReadReceipt(TypedDict):
    conversation_id: Id
    message_id: IdOrNull
    unread_count: int
    told: bool
    """Whether the platform accepted the read receipt."""
    error: ReadReceiptError | None


class ReplayWebhook(TypedDict):
    types: NotRequired[list[EventType] | None]
    since: NotRequired[str | None]
    """Only events at or after this time."""
    until: NotRequired[str | None]
    """Only events before this time. Defaults to now."""
    statuses: NotRequired[list[Literal["failed", "cancelled", "succeeded", "missing"]] | None]
    """Defaults to `failed` and `cancelled`. `missing` selects events without a delivery to the endpoint."""
    status: NotRequired[Literal["failed", "cancelled", "succeeded", "missing"] | None]
    """Only one status."""
    rate_limit: NotRequired[int | None]
    """Deliveries per second. No rate limit by default."""
    dry_run: NotRequired[bool | None]
    """Only counts the deliveries. Nothing is changed. By default `false`."""


class ReplyAction(TypedDict):
    """Sends a message to the customer."""

    type: Literal["reply"]
    text: NotRequired[str]
    """Variables are replaced as in canned replies. A variable without a value fails the action."""
    canned_reply_id: NotRequired[str]
    """A canned reply, instead of a text."""


class ReplyPreview(TypedDict):
    id: Id
    direction: Literal["inbound", "outbound"]
    type: str
    text: str | None


class ResendEvent(TypedDict):
    endpoint_id: NotRequired[str | None]
    """Only this endpoint, regardless of its subscribed events. By default, all enabled endpoints that have a delivery of the event or subscribe to its type."""


class ResentEvent(TypedDict):
    deliveries: list[WebhookDelivery]


class ResponseFigures(TypedDict):
    started: int
    """Conversations opened by a customer's message: new ones, and closed ones that were reopened."""
    answered: int
    """Opened conversations that were answered."""
    waiting: int
    """Opened conversations that are still open and unanswered."""
    first_response_seconds: Seconds | None
    """The time from the customer's first message to the first reply that a member or an API key sent successfully. Counted in the bucket of the customer's message."""
    closed: int
    """Conversations that were closed."""
    resolution_seconds: Seconds | None
    """The time from opening to closing. Counted in the bucket of the closing."""


class ResponseReportBucket(ResponseFigures):
    start: Time
    end: Time


_ResponseReport = TypedDict("_ResponseReport", {"from": "Time"})


class ResponseReport(_ResponseReport):
    to: Time
    time_zone: str
    bucket: Literal["hour", "day", "week", "month"]
    buckets: list[ResponseReportBucket]
    totals: ResponseFigures
    hours: Literal["all", "business"]


class Role(TypedDict):
    id: str
    """The name of a built-in role (`admin`, `supervisor`, `agent`, `light_agent`, `viewer`), or the id of a custom one."""
    name: str
    is_built_in: bool
    scopes: list[str]
    """The scopes of its members. `*`: everything, as only an admin can."""
    visibility: Literal["all", "teams", "own"]
    sees_no_team: bool
    created_at: TimeOrNull
    updated_at: TimeOrNull


class RoleChanges(TypedDict):
    name: NotRequired[str]
    """Names of roles differ by more than their case."""
    scopes: NotRequired[list[Literal["chats:read", "messages:read", "contacts:read", "tickets:read", "events:read", "reports:read", "chats:write", "messages:write", "messages:draft", "notes:write", "contacts:write", "tickets:write", "read", "write"]]]
    """The scopes of its members, as keys have them. A member can do what a key with them can."""
    visibility: NotRequired[Literal["all", "teams", "own"]]
    """The conversations, tickets and contacts that its members see. `all`: those of the workspace. `teams`: those of their teams, those assigned to them, and those in which they take part. `own`: those assigned to them, unassigned ones of their teams, and those in which they take part. By default `all`."""
    sees_no_team: NotRequired[bool]
    """Whether its members also see what has no team; with `own`, as long as it is unassigned. By default `true`."""


class Roles(TypedDict):
    data: list[Role]


class RotateSigningSecret(TypedDict):
    expire_now: NotRequired[bool | None]
    """Ends all previous secrets immediately instead of after 24 hours. By default `false`."""


class Rule(TicketType):
    place: int
    """Rules run in the order of their places, from 1."""
    is_on: bool
    off: RuleOff | None
    """Why it switched itself off. Null if it did not, or was switched on since."""
    trigger: RuleTrigger
    conditions: RuleConditions
    actions: list[RuleAction]
    """They run in this order, and stop at the first that fails."""
    repeat: Literal["always", "round", "once"]
    """How often it fires for one conversation. `always`: at each event, and once in each stretch of a state. `round`: once from its opening until it is closed. `once`: once."""
    stops: bool
    """Whether later rules are left out at an event at which this one fires."""


class RuleChanges(TypedDict):
    name: NotRequired[str]
    """Names of rules differ by more than their case."""
    is_on: NotRequired[bool]
    """Switches the rule on or off. It looks only at what happens from then on."""
    place: NotRequired[int]
    """Moves the rule to this place; those behind it follow."""
    trigger: NotRequired[RuleTrigger]
    conditions: NotRequired[RuleConditions]
    actions: NotRequired[list[RuleAction]]
    """They run in this order, and stop at the first that fails."""
    repeat: NotRequired[Literal["always", "round", "once"]]
    """How often it fires for one conversation. `always`: at each event, and once in each stretch of a state. `round`: once from its opening until it is closed. `once`: once."""
    stops: NotRequired[bool]
    """Whether later rules are left out at an event at which this one fires."""


class RuleCondition(TypedDict):
    field: Literal["status", "channel_id", "channel_type", "person_id", "assignee_id", "team_id", "tag_id", "priority", "held_by", "unread", "waiting", "text", "message_type", "nth_message", "within_business_hours", "opted_out", "language", "ticket_status", "ticket_priority", "ticket_type", "ticket_field", "field"]
    """The names of the filters of lists. `nth_message`: the place among the customer’s messages since the conversation was opened, from 1. `field`: a custom field of the contact. `held_by`: its type."""
    key: NotRequired[str]
    """The key of the custom field, with `field` only."""
    operator: Literal["is", "is_not", "at_least", "at_most", "contains", "contains_all", "contains_none"]
    """`is`, `is_not`: one of the values, none of them; the value `none` is an absent one. `at_least`, `at_most`: of numbers and dates; never true for an absent value. `contains`, `contains_all`, `contains_none`: whole words of a text, without regard to case and accents."""
    values: list[str]


class RuleConditionGroup(TypedDict):
    match: Literal["all", "any"]
    """Whether all conditions must be true, or one of them."""
    conditions: list[RuleCondition]


class RuleConditions(TypedDict):
    match: Literal["all", "any"]
    """Whether all conditions must be true, or one of them."""
    conditions: list[RuleCondition | RuleConditionGroup]
    """Without conditions, the rule fires at each trigger."""


class RuleFiring(TypedDict):
    id: Id
    rule_id: Id
    conversation_id: Id
    result: Literal["done", "partly"]
    """`done`: all actions. `partly`: those before one that failed, which is the last of `actions`."""
    actions: list[FiredAction]
    seen: list[SeenRuleCondition]
    created_at: Time


class RuleFiringPage(TypedDict):
    data: list[RuleFiring]
    next_cursor: NextCursor


class RuleLog(TypedDict):
    firings: list[RuleFiring]
    """The newest 100, the newest first."""
    misses: list[RuleMiss]
    """Of the last seven days, the newest first: at most 100, for a conversation also the newest of each other live rule."""


class RuleMiss(TypedDict):
    rule_id: Id
    conversation_id: Id
    miss: Literal["author", "unchanged", "condition", "own_event", "chain", "stopped", "repeated", "ended", "trigger", "off", "waits"]
    """`author`: someone else caused the event. `unchanged`: other fields changed. `condition`: the last of `seen` was false. `own_event`: the rule caused it. `chain`: three firings led to it. `stopped`: an earlier rule stops. `repeated`: it fired before. `ended`: the state or a condition ended before its time. `trigger`: nothing happened that it looks at. `off`: it was off. `waits`: until `due_at`."""
    seen: list[SeenRuleCondition]
    due_at: TimeOrNull
    created_at: Time


class RuleOff(TypedDict):
    reason: Literal["missing", "loop"]
    """`missing`: something that it names does not exist any more. `loop`: it fired again and again for a conversation at events that no person caused."""
    at: Time
    missing: list[MissingPart]


class RulePage(TypedDict):
    data: list[Rule]
    next_cursor: NextCursor


class RuleTrial(TypedDict):
    events: int
    since: TimeOrNull
    """The time of the oldest event."""
    firings: int
    conversation_ids: list[Id]
    """The newest first, at most 100."""
    misses: dict[str, int]
    """By the reason."""


class RuleTrigger(TypedDict):
    on: Literal["message_received", "message_sent", "conversation_created", "conversation_updated", "note_created", "ticket_created", "ticket_updated", "waiting", "silent", "closed"]
    """What happened, or a state that has lasted for `after_minutes`: `waiting` (the customer waits for an answer), `silent` (the customer has not answered), `closed`."""
    by: NotRequired[list[Literal["api_key", "member", "person", "system", "bot", "rule"]] | None]
    """Who caused the event. By default only the contact (`person`). Without meaning for a state that lasts."""
    changed: NotRequired[list[Literal["status", "assignee_id", "team_id", "tag_id", "priority"]] | None]
    """Only if one of these fields of the conversation changed."""
    after_minutes: NotRequired[int | None]
    """How long the state lasts, or how long the rule waits after the event. Then its conditions must be true again."""
    in_business_hours: NotRequired[bool | None]
    """Whether only business hours count in `after_minutes`."""


class RunMacro(TypedDict):
    conversation_ids: list[Id]
    hold_seconds: NotRequired[int | None]
    """For a signed-in member: messages wait so many seconds, and a close after them, too. By default `0`."""


class SearchResultsPeopleMatch(TypedDict):
    """The field that matches best. Null if several fields match together."""

    field: str
    """The field that matches: name, phone_e164, email, group, tag, handover (its summary) or the kind of an identity. More may be added."""
    snippet: str
    """An excerpt around the first match, without the marks of formatted text."""
    highlights: list[Highlight]
    """The matches, in order and without overlaps."""


class SearchResultsPeople(ListedContact):
    match: SearchResultsPeopleMatch | None
    """The field that matches best. Null if several fields match together."""


class SearchResultsChatMatch(TypedDict):
    """The field that matches best. Null if several fields match together."""

    field: str
    """The field that matches: name, phone_e164, email, group, tag, handover (its summary) or the kind of an identity. More may be added."""
    snippet: str
    """An excerpt around the first match, without the marks of formatted text."""
    highlights: list[Highlight]
    """The matches, in order and without overlaps."""


class SearchResultsChat(Conversation):
    match: SearchResultsChatMatch | None
    """The field that matches best. Null if several fields match together."""


class SearchResultsMessage(TypedDict):
    message: Message
    chat: Conversation
    field: Literal["text", "file", "contact"]
    """The source of the excerpt: the text, the name of a file, or the phone number, email address or company of a shared contact."""
    snippet: str
    """An excerpt around the first match, without the marks of formatted text."""
    highlights: list[Highlight]
    """The matches, in order and without overlaps."""


class SearchResultsNote(TypedDict):
    note: Note
    chat: Conversation
    snippet: str
    """An excerpt around the first match, without the marks of formatted text."""
    highlights: list[Highlight]
    """The matches, in order and without overlaps."""


class SearchResultsTicket(TypedDict):
    ticket: Ticket
    person_name: str | None
    """The contact's name, or else their phone number, address or username."""
    field: Literal["title", "description", "comment"]
    """The text that the excerpt is from."""
    snippet: str
    """An excerpt around the first match, without the marks of formatted text."""
    highlights: list[Highlight]
    """The matches, in order and without overlaps."""


class SearchResultsNextCursors(TypedDict):
    """The cursor of the next page of each kind; null: there is none."""

    people: str | None
    chats: str | None
    messages: str | None
    notes: str | None
    tickets: str | None


class SearchResults(TypedDict):
    people: list[SearchResultsPeople]
    chats: list[SearchResultsChat]
    messages: list[SearchResultsMessage]
    notes: list[SearchResultsNote]
    tickets: list[SearchResultsTicket]
    next_cursors: SearchResultsNextCursors
    """The cursor of the next page of each kind; null: there is none."""
    incomplete: list[Literal["people", "chats", "messages", "notes", "tickets"]]
    """The kinds of which not everything was searched: the deadline was reached, or the text is too short to search old messages for it."""


class Seconds(TypedDict):
    p50: int
    """The median."""
    p90: int
    """The 90th percentile."""
    mean: int


class SeenMentions(TypedDict):
    conversation_id: Id
    seen_count: int


class SeenRuleCondition(TypedDict):
    field: str
    key: NotRequired[str]
    operator: str
    values: list[str]
    seen: list[str]
    """What it was. Texts are left out."""
    is_true: bool


class SendCustomerUpdate(TypedDict):
    canned_reply_id: NotRequired[IdOrNull]
    text: NotRequired[str | None]
    """Instead of a canned reply. {number}, {title} and {status} are replaced, as are {name}, {first_name} and {my_name}."""
    again: NotRequired[bool | None]
    """Sends it also if the customer got an update since the status was changed. By default `false`."""


class SendDraft(TypedDict):
    text: NotRequired[str | None]
    """The text to send instead of that of the draft."""


class SendMessageTemplate(TypedDict):
    """A template. Templates can be sent at any time."""

    name: str
    language: str
    """The language code of the template, such as en_US."""
    components: NotRequired[list[dict[str, object]] | None]
    """The template's parameters, in the platform's format."""


class SendMessageReaction(TypedDict):
    message_id: str
    """The message to react to. It must belong to the conversation."""
    emoji: str
    """An empty string removes the reaction."""


class SendMessageLocation(TypedDict):
    latitude: float
    longitude: float
    name: NotRequired[str | None]
    address: NotRequired[str | None]


class SendMessage(TypedDict):
    conversation_id: NotRequired[str | None]
    """The conversation to send to. This is the preferred target."""
    phone_e164: NotRequired[str | None]
    """The phone number to send to, if you do not send `conversation_id`."""
    person_id: NotRequired[str | None]
    """The contact to send to. Requires `channel_id`."""
    recipient_phone: NotRequired[str | None]
    """Alias of `phone_e164`."""
    phone: NotRequired[str | None]
    """Alias of `phone_e164`."""
    type: NotRequired[Literal["text", "image", "video", "audio", "document", "sticker", "location", "contacts", "interactive", "reaction", "template"] | None]
    """The message type. Derived from the other fields by default."""
    message: NotRequired[str | None]
    """The text, or the caption of a file. Required for a text message."""
    message_text: NotRequired[str | None]
    """Alias of `message`."""
    media_url: NotRequired[str | None]
    """A public http(s) URL."""
    media_id: NotRequired[str | None]
    """The id of a file uploaded with POST /api/v1/media."""
    filename: NotRequired[str | None]
    """The file name shown for a document."""
    template: NotRequired[SendMessageTemplate | None]
    """A template. Templates can be sent at any time."""
    interactive: NotRequired[dict[str, object] | None]
    """Buttons, a list or a flow: the platform's `interactive` object."""
    reaction: NotRequired[SendMessageReaction | None]
    location: NotRequired[SendMessageLocation | None]
    contacts: NotRequired[list[dict[str, object]] | None]
    """Contact cards in the platform's format."""
    reply_to: NotRequired[str | None]
    """The message to reply to. It must belong to the conversation."""
    open_conversation: NotRequired[bool | None]
    """Sends to a phone number without a conversation, and creates the contact and the conversation. Requires a template. Not needed with `channel_id`, except to require a template in every case."""
    channel_id: NotRequired[str | None]
    """The channel to send from, to `phone_e164` or `person_id`. Without a conversation there, the contact and the conversation are created. The first message must be a template where the platform requires it."""
    holder_version: NotRequired[int | None]
    """For bots: `held_by.version` of the conversation when the bot decided what to write. If it was handed over since, the message is refused (`not_holder`)."""


class SendMessagesItem(SendMessage):
    idempotency_key: NotRequired[str | None]
    """Makes a repeat of this item return its first result for 24 hours. By default it follows from the `Idempotency-Key` of the request and the position of the item."""


class SendMessages(TypedDict):
    items: list[SendMessagesItem]
    """Each is done on its own: one that fails changes nothing of the others."""


class SendingAllowance(TypedDict):
    """Whether a marketing template can be sent: not to a contact that is opted out."""

    allowed: bool
    reason: str | None
    """Why sending is not possible, as a sentence."""
    code: str | None
    """Why sending is not possible, as an error code."""


class SentMessageTarget(TypedDict):
    matched_by: Literal["conversation_id", "phone_e164", "person_id", "first_conversation", "opened"]
    """`opened`: a conversation was created for this message."""


class SentMessage(Message):
    target: SentMessageTarget


class ServerSentEvent(TypedDict):
    """Each event of the stream has these fields."""

    id: NotRequired[str]
    """The position in the stream, from which it can be resumed."""
    event: NotRequired[str]
    """The type of the event."""
    data: NotRequired[str]
    """The event as JSON."""
    retry: NotRequired[int]
    """After this many milliseconds, reconnect to an ended stream."""


class SlaBreachedEvent(EventEnvelope):
    type: Literal["sla.breached"]
    data: SlaTarget


class SlaFigures(TypedDict):
    first_response: SlaOutcomes
    next_response: SlaOutcomes
    resolution: SlaOutcomes


class SlaOutcomes(TypedDict):
    met: int
    breached: int
    """Missed targets, also those that were met afterwards."""
    not_needed: int
    """Conversations that were closed before anybody had to answer. Not in the rate."""
    met_rate: float | None
    """The met ones, as a share of the met and the missed ones."""


class SlaPolicy(TypedDict):
    id: Id
    name: str
    """A name, unique in the workspace."""
    position: int
    """Policies are tried in the order of their positions. A round of a conversation has the first one whose conditions it meets."""
    team_ids: list[Id]
    """Only conversations of one of these teams. Empty: of any team, or of none."""
    channel_ids: list[Id]
    """Only conversations on one of these channels. Empty: on any."""
    tag_ids: list[Id]
    """Only conversations with one of these tags. Empty: with any tags."""
    first_response_minutes: int | None
    """Minutes from the first message of a customer in a round to the answer of a person. Null: no target."""
    next_response_minutes: int | None
    """Minutes from the first message of a customer after an answer to the next one. Null: no target."""
    resolution_minutes: int | None
    """Minutes from the first message of a customer in a round, or from a reopening, to the close. Null: no target."""
    clock: Literal["business", "wall"]
    """`business`: only the business hours of the conversation's team count, or the default ones; all hours if there are none. `wall`: all hours count."""
    pauses: list[Literal["snoozed", "waiting_for_customer"]]
    """States in which the time of a resolution stands still. `waiting_for_customer`: a person wrote last. The time of a response never does."""
    warning_percent: int | None
    """A warning is due when so much of a target is used up, in percent. Null: no warning."""
    notify: list[Literal["assignee", "supervisors"]]
    """Who is notified of warnings and breaches. `assignee`: of the conversation. `supervisors`: members of its team with the role `supervisor`."""
    version: int
    """Grows when targets, clock, pauses or warnings change. Open rounds keep theirs."""
    created_at: Time
    updated_at: Time


class SlaPolicyChanges(TypedDict):
    name: NotRequired[str]
    """A name, unique in the workspace."""
    position: NotRequired[int]
    """Policies are tried in the order of their positions. A round of a conversation has the first one whose conditions it meets."""
    team_ids: NotRequired[list[Id]]
    """Only conversations of one of these teams. Empty: of any team, or of none."""
    channel_ids: NotRequired[list[Id]]
    """Only conversations on one of these channels. Empty: on any."""
    tag_ids: NotRequired[list[Id]]
    """Only conversations with one of these tags. Empty: with any tags."""
    first_response_minutes: NotRequired[int | None]
    """Minutes from the first message of a customer in a round to the answer of a person. Null: no target."""
    next_response_minutes: NotRequired[int | None]
    """Minutes from the first message of a customer after an answer to the next one. Null: no target."""
    resolution_minutes: NotRequired[int | None]
    """Minutes from the first message of a customer in a round, or from a reopening, to the close. Null: no target."""
    clock: NotRequired[Literal["business", "wall"]]
    """`business`: only the business hours of the conversation's team count, or the default ones; all hours if there are none. `wall`: all hours count."""
    pauses: NotRequired[list[Literal["snoozed", "waiting_for_customer"]]]
    """States in which the time of a resolution stands still. `waiting_for_customer`: a person wrote last. The time of a response never does."""
    warning_percent: NotRequired[int | None]
    """A warning is due when so much of a target is used up, in percent. Null: no warning."""
    notify: NotRequired[list[Literal["assignee", "supervisors"]]]
    """Who is notified of warnings and breaches. `assignee`: of the conversation. `supervisors`: members of its team with the role `supervisor`."""


class SlaPolicyPage(TypedDict):
    data: list[SlaPolicy]
    next_cursor: NextCursor


class SlaReportBucket(TypedDict):
    start: Time
    end: Time
    first_response: SlaOutcomes
    next_response: SlaOutcomes
    resolution: SlaOutcomes


class SlaReportByTeam(TypedDict):
    team_id: IdOrNull
    team_name: str | None
    """Null: conversations without a team, or of a deleted one."""
    first_response: SlaOutcomes
    next_response: SlaOutcomes
    resolution: SlaOutcomes


_SlaReport = TypedDict("_SlaReport", {"from": "Time"})


class SlaReport(_SlaReport):
    to: Time
    time_zone: str
    bucket: Literal["hour", "day", "week", "month"]
    buckets: list[SlaReportBucket]
    totals: SlaFigures
    by_team: list[SlaReportByTeam]
    """Teams with targets in the period, sorted by name."""


class SlaTarget(TypedDict):
    id: Id
    conversation_id: Id
    round_started_at: Time
    """When the conversation was created, or reopened."""
    metric: Literal["first_response", "next_response", "resolution"]
    policy: AppliedSlaPolicy
    team_id: IdOrNull
    state: Literal["running", "paused", "met", "breached", "not_needed", "canceled"]
    """`breached`: the due time passed first, also if it was met afterwards. `not_needed`: the conversation was closed before an answer. `canceled`: the policy was deleted, or an answer failed that had begun the wait."""
    started_at: Time
    consumed_seconds: float
    """Of the time of its clock, until it last began to run, or until its end."""
    due_at: TimeOrNull
    """Null while the time stands still, unless the target was missed."""
    warning_at: TimeOrNull
    breached_at: TimeOrNull
    """The due time that passed."""
    ended_at: TimeOrNull
    """When a person answered, or the conversation was closed: also after a breach."""


class SlaTargets(TypedDict):
    targets: list[SlaTarget]
    """Those of the last round to which a policy was applied, in their order."""


class SlaWarningEvent(EventEnvelope):
    type: Literal["sla.warning"]
    data: SlaTarget


class SnoozeAction(TypedDict):
    type: Literal["snooze"]
    minutes: int


class StatusAction(TypedDict):
    type: Literal["set_status"]
    status: Literal["open", "closed"]


class Tag(TypedDict):
    id: Id
    name: str
    color: str
    created_at: Time


class TagChanges(TypedDict):
    name: NotRequired[str]
    color: NotRequired[Literal["gray", "red", "pink", "grape", "violet", "indigo", "blue", "cyan", "teal", "green", "lime", "yellow", "orange"]]


class TagPage(TypedDict):
    data: list[Tag]
    next_cursor: NextCursor


class TagsAction(TypedDict):
    type: Literal["add_tags", "remove_tags"]
    tag_ids: list[Id]


class TakeConversation(TypedDict):
    member_id: NotRequired[str | None]
    """The membership that takes it. By default the signed-in member."""


class Team(TicketType):
    member_ids: list[Id]
    """The memberships of its members."""
    channel_ids: list[Id]
    """The channels whose new conversations start with this team."""
    business_hours_id: IdOrNull
    """The business hours of the team; null: the default ones of the workspace, if there are any."""


class TeamAction(TypedDict):
    type: Literal["set_team"]
    team_id: str | None
    """A team; null: none."""


class TeamAssignment(TypedDict):
    method: Literal["off", "round_robin", "least_busy"]
    """`off`: conversations wait until somebody takes them. `round_robin`: each goes to the member who has waited longest for one. `least_busy`: to the member with fewest open ones."""
    capacity: int | None
    """Most open conversations of a member, in all teams; null: any number. Assigning by hand may exceed it."""
    sticky_days: int
    """For so many days, a conversation goes to the member who answered it last, if they are available and have room. 0: never."""
    relax_minutes: int | None
    """After a conversation has waited for so many minutes, skills and languages do not count. Null: they always count."""
    hand_back_minutes: int | None
    """A member who is offline for so many minutes hands their open conversations of the team back to its queue. Null: they keep them."""
    members: list[TeamAssignmentMember]
    """Members of the team with a capacity of their own, with skills or with languages."""


class TeamAssignmentChanges(TypedDict):
    method: NotRequired[Literal["off", "round_robin", "least_busy"]]
    """`off`: conversations wait until somebody takes them. `round_robin`: each goes to the member who has waited longest for one. `least_busy`: to the member with fewest open ones."""
    capacity: NotRequired[int | None]
    """Most open conversations of a member, in all teams; null: any number. Assigning by hand may exceed it."""
    sticky_days: NotRequired[int]
    """For so many days, a conversation goes to the member who answered it last, if they are available and have room. 0: never."""
    relax_minutes: NotRequired[int | None]
    """After a conversation has waited for so many minutes, skills and languages do not count. Null: they always count."""
    hand_back_minutes: NotRequired[int | None]
    """A member who is offline for so many minutes hands their open conversations of the team back to its queue. Null: they keep them."""
    members: NotRequired[list[TeamAssignmentMember]]
    """Members of the team with a capacity of their own, with skills or with languages."""


class TeamAssignmentMember(TypedDict):
    member_id: Id
    capacity: NotRequired[int | None]
    """Most open conversations of this member, instead of the capacity of the team. 0: none are assigned."""
    languages: NotRequired[list[str]]
    """Languages of this member, as tags such as `en` or `pt-BR`. A contact with a language that anybody in the team has goes only to members who have it, whatever the region."""
    skill_tag_ids: NotRequired[list[Id]]
    """Tags that are skills of this member. A conversation with a tag that is a skill of anybody in the team goes only to members with it."""


class TeamAwayReplyChanges(TypedDict):
    is_on: NotRequired[bool]
    """Whether customers get away replies. Off by default."""
    condition: NotRequired[Literal["outside_hours", "nobody_online", "either", "both"]]
    """When the team is away: `outside_hours` of its business hours, while `nobody_online` of those who may answer is online, `either` of them, or `both`."""
    texts: NotRequired[list[AwayText]]
    """Texts by language. A customer gets the one in the language of the contact or of the web chat, or the first one in the script of their message; otherwise the first."""
    pause_hours: NotRequired[int]
    """A contact gets at most one away reply in so many hours."""


class TeamChanges(TypedDict):
    name: NotRequired[str]
    """Names of teams differ by more than their case."""
    member_ids: NotRequired[list[Id]]
    """The memberships of its members."""
    channel_ids: NotRequired[list[Id]]
    """Its channels. New conversations of a channel start with its team. A channel belongs to at most one team: it leaves its former one."""
    business_hours_id: NotRequired[IdOrNull]
    """The business hours of the team; null: the default ones of the workspace, if there are any."""


class TeamPage(TypedDict):
    data: list[Team]
    next_cursor: NextCursor


class Template(TicketType):
    language: str
    category: str | None
    status: str | None
    """The platform's status, such as APPROVED, PENDING or PAUSED. DELETED: the template no longer exists on the platform."""
    status_reason: str | None
    can_send: bool
    """Whether the template can be sent now."""
    quality: str | None
    components: list[dict[str, object]] | None
    """The components in the platform's format. Null until the templates have been read from the platform."""
    business_account: str
    platform_template_id: str | None


class TemplateAction(TypedDict):
    """Sends a template to the customer."""

    type: Literal["template"]
    name: str
    """The name of an approved template without variables."""
    language: str
    """Its language, such as en_US."""


class TemplatePage(TypedDict):
    data: list[Template]
    next_cursor: NextCursor


class TestWebhookEndpoint(TypedDict):
    event_type: NotRequired[Literal["message.sent", "contact.created", "ticket.created", "message.received", "message.status_changed", "message.updated", "message.echoed", "conversation.created", "conversation.updated", "note.created", "note.updated", "contact.updated", "ticket.updated", "ticket_comment.created", "ticket_comment.updated", "contact.erased", "contact.blocked", "contact.unblocked", "contact.opted_out", "contact.opted_in", "member.updated", "csat.answered", "sla.warning", "sla.breached", "bot.timed_out", "automation.triggered"] | None]
    """By default `message.received`."""


class ThinEventData(TypedDict):
    id: Id
    """The id of the resource."""
    path: str | None
    """The path that returns the resource, or the list that contains a note or a comment, to an API key. Null once it is erased."""


class ThinEvent(EventEnvelope):
    """An event of any type for an endpoint whose `payload` is `thin`. `GET /api/v1/events/{id}` returns the full one."""

    type: EventType
    data: ThinEventData


class ThreadChange(TypedDict):
    kind: Literal["change"]
    id: Id
    conversation_id: Id
    type: Literal["assigned", "snoozed", "closed", "reopened", "tagged", "untagged", "merged", "ticket", "handed_over", "identity_changed", "team", "participant_added", "participant_removed", "csat", "away_reply", "priority"]
    actor: Actor
    data: dict[str, object]
    """`assigned`: `assignee_id`, `previous_assignee_id`, and `bulk_action_id` if a bulk action did it. `snoozed`: `until`, and `remind_if_unanswered` if true. `reopened`: `from`, its previous status, and after a reminder `unanswered` and `member_id`, who set it (null: a program). `closed`: `opened_at`, and `assignee_id` if anybody had it. `team`: `team_id` and `previous_team_id` (null: none), and `bulk_action_id` if a bulk action did it. `priority`: `priority` and `previous_priority` (null: none), and `bulk_action_id` if a bulk action did it. `participant_added` and `participant_removed`: `membership_id`. `away_reply`, sent by itself while nobody was there: `because` (`outside_hours` or `nobody_online`) and `message_id`, which is null if it could not be sent; then `reason` is the code of the reason. `tagged` and `untagged`: `tag_id`, `name`. `ticket`, about a ticket of the conversation: `ticket_id`, `number`, `title`, `status`, `previous_status` (null for a new ticket). `handed_over`: `holder` (null: released) and, where they are known, `cause` (`platform`, `taken_over`, `released`, `message` or `timeout`), `reason` and `summary`. `identity_changed`: `identity`, which is `phone` or `account`."""
    created_at: Time


class ThreadMessage(Message):
    kind: Literal["message"]
    reply_preview: ReplyPreview | None
    reply_deleted: bool
    """Whether the message that this one replies to was deleted."""


class ThreadNote(Note):
    kind: Literal["note"]


class ThreadPage(TypedDict):
    data: list[ThreadItem]
    before_cursor: str | None
    """The cursor for older items. Null at the start of the thread."""
    after_cursor: str | None
    """The cursor for newer items. Null if there are none yet."""


class TicketAction(TypedDict):
    """Creates a ticket of the conversation."""

    type: Literal["create_ticket"]
    title: str
    """The title of the ticket."""
    priority: NotRequired[Literal["low", "medium", "high", "urgent"]]
    team_id: NotRequired[str]
    """A team."""


class TicketActivityChangeActor(TypedDict):
    type: Literal["api_key", "member", "person", "system", "bot", "rule"]
    id: IdOrNull


class TicketActivityChange(TypedDict):
    kind: Literal["change"]
    id: Id
    ticket_id: Id
    type: Literal["created", "title", "description", "status", "priority", "assigned", "due", "tagged", "untagged", "attached", "detached", "comment_edited", "comment_deleted", "contact", "team", "type", "field", "linked", "unlinked", "customer_notified"]
    actor: TicketActivityChangeActor
    data: dict[str, object]
    """`title`, `status`, `priority` and `due`: `from`, `to`. `assigned`: `assignee_id`, `previous_assignee_id`, and `bulk_action_id` if a bulk action did it, as for `status`. `type`: `from`, `to`. `field`: `key`, `from`, `to`. `linked` and `unlinked`: `ticket_id`, `number`, `kind`. `customer_notified`: `message_id`, `status`. `tagged` and `untagged`: `tag_id`, `name`. `attached` and `detached`: `media_id`, `filename`. `comment_edited`: `comment_id` and the earlier `text`, until the comment is deleted. `comment_deleted`: `comment_id`. `contact`, by a merge: `merge_id`, `from`, `to`."""
    created_at: Time


class TicketCommentAuthor(TypedDict):
    """The member, the bot, the rule, or the API key."""

    type: Literal["api_key", "member", "bot", "rule"]
    id: IdOrNull


class TicketComment(TypedDict):
    id: Id
    ticket_id: Id
    person_id: Id
    conversation_id: IdOrNull
    author: TicketCommentAuthor
    """The member, the bot, the rule, or the API key."""
    text: str
    """Empty once it is deleted."""
    mentions: list[Id]
    """The memberships that it mentions."""
    created_at: Time
    edited_at: TimeOrNull
    deleted_at: TimeOrNull


class TicketActivityComment(TicketComment):
    kind: Literal["comment"]


class TicketActivityPage(TypedDict):
    data: list[TicketActivity]
    next_cursor: NextCursor


class TicketAttachmentAddedBy(TypedDict):
    type: Literal["api_key", "member", "person", "system", "bot", "rule"]
    id: IdOrNull


class TicketAttachment(TypedDict):
    id: Id
    mime_type: str
    filename: str | None
    size_bytes: int
    url: str
    """A link that is valid for a week."""
    added_by: TicketAttachmentAddedBy
    created_at: Time


class TicketChanges(TypedDict):
    title: NotRequired[str]
    priority: NotRequired[Literal["low", "medium", "high", "urgent"]]
    status: NotRequired[Literal["open", "pending", "solved", "closed"]]
    assignee_id: NotRequired[IdOrNull]
    team_id: NotRequired[IdOrNull]
    type_id: NotRequired[IdOrNull]
    due_at: NotRequired[str | None]
    """An RFC 3339 timestamp with any UTC offset."""
    fields: NotRequired[dict[str, str | float | bool | None]]
    """Only the fields you send are updated; null removes a field."""
    description: NotRequired[str | None]
    """Plain text for your team. The customer never receives it."""
    tag_ids: NotRequired[list[Id]]
    """Replaces the ticket's tags."""


class TicketCommentCreatedEvent(EventEnvelope):
    type: Literal["ticket_comment.created"]
    data: TicketComment


class TicketCommentUpdatedEvent(EventEnvelope):
    type: Literal["ticket_comment.updated"]
    data: TicketComment


class TicketCounts(TypedDict):
    open: CappedCount
    pending: CappedCount
    solved: CappedCount
    closed: CappedCount
    mine: CappedCount
    unassigned: CappedCount
    overdue: CappedCount


class TicketCreatedEvent(EventEnvelope):
    type: Literal["ticket.created"]
    data: Ticket


class TicketFigures(TypedDict):
    created: int
    solved: int
    solving_seconds: Seconds | None
    """The time from creation to solution. Counted in the bucket of the solution."""


class TicketFilter(TypedDict):
    status: NotRequired[str | None]
    """One or more of open, pending, solved, closed, separated by commas."""
    priority: NotRequired[str | None]
    """One or more of low, medium, high, urgent, separated by commas."""
    assignee_id: NotRequired[Id | NoneOrMe | None]
    """The id of a membership, `none` (unassigned) or `me` (assigned to the signed-in member)."""
    team_id: NotRequired[Id | NoneOrMine | None]
    """The id of a team, `none` (without a team) or `mine` (the teams of the signed-in member)."""
    person_id: NotRequired[IdOrNull]
    conversation_id: NotRequired[IdOrNull]
    tag_id: NotRequired[IdOrNull]
    sla: NotRequired[str | None]
    """Only tickets whose conversation has an SLA target that is `on_time`, `at_risk` or `breached`: one or more of on_time, at_risk, breached, separated by commas."""
    follower_id: NotRequired[Id | Literal["me"] | None]
    """The id of a membership, or `me`: only tickets that this member follows."""
    type_id: NotRequired[Id | Literal["none"] | None]
    """The id of a ticket type, or `none`."""
    overdue: NotRequired[bool | None]
    """`true` returns only open and pending tickets that are past their due time."""
    has_due_time: NotRequired[bool | None]
    """`false` returns only tickets without a due time."""
    due_before: NotRequired[str | None]
    """An RFC 3339 timestamp with any UTC offset."""
    fields: NotRequired[str | None]
    """Only tickets with these values of custom fields, in the form of the filter of contacts: `plan:gold,silver;age:18..30`."""
    created_after: NotRequired[str | None]
    """Created at or after this time. An RFC 3339 timestamp with any UTC offset."""
    created_before: NotRequired[str | None]
    """Created before this time. An RFC 3339 timestamp with any UTC offset."""
    updated_after: NotRequired[str | None]
    """Changed at or after this time. An RFC 3339 timestamp with any UTC offset."""
    updated_since: NotRequired[str | None]
    """Alias of `updated_after`. An RFC 3339 timestamp with any UTC offset."""
    q: NotRequired[str | None]
    """Matches part of the title, or a ticket number such as 12 or #12."""


class TicketLinkTicket(TypedDict):
    """The other ticket."""

    id: Id
    number: int
    title: str
    status: Literal["open", "pending", "solved", "closed"]


class TicketLink(TypedDict):
    id: Id
    kind: Literal["relates_to", "blocks", "duplicate_of", "blocked_by", "duplicated_by"]
    """What the ticket of the path is to the other one."""
    ticket: TicketLinkTicket
    """The other ticket."""
    created_at: Time


class TicketLinks(TypedDict):
    data: list[TicketLink]
    """Oldest first."""


class TicketReportBucket(TypedDict):
    start: Time
    end: Time
    created: int
    solved: int
    solving_seconds: Seconds | None
    """The time from creation to solution. Counted in the bucket of the solution."""


class TicketReportOpenNow(TypedDict):
    """Counted at the time of the request."""

    open: int
    pending: int
    overdue: int
    """Open and pending tickets that are past their due time."""


class TicketReportOpenByAge(TypedDict):
    from_days: int
    under_days: int | None
    open: int
    pending: int
    overdue: int
    """Open and pending tickets that are past their due time."""


_TicketReport = TypedDict("_TicketReport", {"from": "Time"})


class TicketReport(_TicketReport):
    to: Time
    time_zone: str
    bucket: Literal["hour", "day", "week", "month"]
    buckets: list[TicketReportBucket]
    totals: TicketFigures
    open_now: TicketReportOpenNow
    """Counted at the time of the request."""
    open_by_age: list[TicketReportOpenByAge]
    """Counted at the time of the request, independent of the period of the report."""


class TicketTypeChanges(TypedDict):
    name: NotRequired[str]


class TicketTypePage(TypedDict):
    data: list[TicketType]
    next_cursor: NextCursor


class TicketUpdatedEvent(EventEnvelope):
    type: Literal["ticket.updated"]
    data: Ticket


class TimelineEntry(TypedDict):
    id: Id
    kind: Literal["lead", "ticket", "note", "form", "identity_conflict", "identity_change", "preference", "merge", "message"]
    occurred_at: Time
    data: dict[str, object]


class TimelineEntryPage(TypedDict):
    data: list[TimelineEntry]
    next_cursor: NextCursor


class UndoneMacroRun(TypedDict):
    conversation_ids: list[Id]
    kept: list[str]
    """Actions that could not be undone, such as a sent message."""


class View(TypedDict):
    id: Id
    subject: Literal["chats", "contacts", "tickets"]
    name: str
    """The name that members see."""
    filters: dict[str, object]
    """The query parameters of the list."""
    is_shared: bool
    """Whether all members see it."""
    created_by: IdOrNull
    created_at: Time
    updated_at: Time


class ViewChanges(TypedDict):
    name: NotRequired[str]
    filters: NotRequired[dict[str, object]]
    """Filters by name, with the values that the matching list endpoint accepts."""
    is_shared: NotRequired[bool]


class ViewPage(TypedDict):
    data: list[View]
    next_cursor: NextCursor


class WebhookAction(TypedDict):
    """Records `automation.triggered`."""

    type: Literal["webhook"]
    label: str
    """Tells it from others."""


class WebhookAttemptExplanation(TypedDict):
    """The meaning of the error and how to fix it."""

    meaning: str
    advice: str


class WebhookAttempt(TypedDict):
    number: int
    started_at: Time
    duration_ms: int
    request_headers: dict[str, str]
    response_status: int | None
    response_headers: dict[str, str] | None
    response_body: str | None
    """The first 16 KiB of the response body."""
    error: str | None
    """A stable error code, null for a success. One of invalid_url, invalid_request, blocked_target, dns_not_found, dns_failed, connection_refused, connection_failed, connection_closed, certificate_expired, certificate_untrusted, certificate_mismatch, client_certificate_required, client_certificate_refused, tls_failed, invalid_response, timeout, aborted, token_server_blocked, token_server_failed, token_refused, token_invalid, redirect_not_followed, unexpected_status."""
    explanation: WebhookAttemptExplanation | None
    """The meaning of the error and how to fix it."""
    timings: dict[str, float | None] | None
    """The ms of each step: `dns`, `connect`, `tls`, `first_byte` and `total`, null for a step that did not happen. `paused` is present if Parley itself did not run for a part of the attempt; the receiver had that much longer to respond."""


class WebhookDelivery(TypedDict):
    id: Id
    endpoint_id: Id
    event_id: Id
    event_type: str
    test: bool
    thin: bool
    """Whether it contains only ids. Every attempt and replay of it sends the same bytes."""
    status: Literal["pending", "succeeded", "failed", "cancelled"]
    attempt_count: int
    next_attempt_at: TimeOrNull
    last_response_status: int | None
    last_error: str | None
    held: bool
    """Whether the delivery is blocked by an earlier one of the same conversation, for endpoints with strict order."""
    created_at: Time
    completed_at: TimeOrNull


class WebhookDeliveryPage(TypedDict):
    data: list[WebhookDelivery]
    next_cursor: NextCursor


class WebhookDeliveryWithAttempts(WebhookDelivery):
    attempts: list[WebhookAttempt]
    payload: Event | None
    request_body: str | None
    """The body exactly as it is signed and sent. Null once it is deleted."""


class WebhookEndpoint(TypedDict):
    id: Id
    url: str
    description: str | None
    events: list[str]
    """The event types that the endpoint subscribes to."""
    status: Literal["enabled", "disabled"]
    """Deliveries of a disabled endpoint stay pending."""
    disabled_reason: Literal["manual", "failing", "gone"] | None
    disabled_at: TimeOrNull
    failing_since: TimeOrNull
    next_probe_at: TimeOrNull
    """When an endpoint that was disabled for failing is tested again with a single delivery."""
    max_in_flight: int
    """The number of concurrent deliveries. `creation` keeps the order only with 1."""
    rate_limit: int | None
    """Deliveries per second. Null means no rate limit."""
    ordering: Literal["subject", "creation", "conversation"]
    """`subject`: events of one conversation, contact or ticket in order, others at the same time. `creation`: all in order of creation. With both, a failed delivery does not block later ones, and its retries arrive late. `conversation`: events of one conversation, or else of one contact, in order; a failed delivery blocks the later ones until it succeeds or its attempts are used up."""
    filters: WebhookFilters | None
    """Which events of these types are delivered. Null means all."""
    payload: Literal["full", "thin"]
    """What deliveries contain. Pending ones keep the payload with which they were created."""
    header_names: list[str]
    """The names of its custom headers. Their values are never returned."""
    oauth: WebhookOauth | None
    """Its OAuth client. The secret is never returned."""
    tls: WebhookTls | None
    """Its client certificate and the authorities of the receiver."""
    previous_secret_expires_at: TimeOrNull
    """When the last previous secret expires. Until then, deliveries are also signed with it."""
    created_at: Time
    updated_at: Time


class WebhookEndpointChanges(TypedDict):
    url: NotRequired[str]
    """A URL that starts with http:// or https://."""
    events: NotRequired[list[EventType]]
    description: NotRequired[str | None]
    status: NotRequired[Literal["enabled", "disabled"]]
    max_in_flight: NotRequired[int]
    """The number of concurrent deliveries. Default: 20 with `ordering: subject`, else 1."""
    rate_limit: NotRequired[int | None]
    ordering: NotRequired[Literal["subject", "creation", "conversation"]]
    """By default `subject`."""
    filters: NotRequired[WebhookFilters | None]
    headers: NotRequired[dict[str, str | None] | None]
    """Custom headers of every delivery, at most 20. A text sets a header, null removes it, others stay; null for `headers` removes all. Values are stored encrypted and never returned."""
    oauth: NotRequired[WebhookOauthChanges | None]
    """OAuth 2 client credentials (RFC 6749, section 4.4). Deliveries carry a bearer token of this server. Fields that you don't name stay; null removes it. If `token_url` or the URL of the endpoint names another server, `client_secret` is required."""
    tls: NotRequired[WebhookTlsChanges | None]
    """The client certificate that Parley shows to the receiver (mTLS), and the authorities of the receiver. Null removes both."""
    payload: NotRequired[Literal["full", "thin"]]
    """`full`: the resource of the event. `thin`: only its `id`, and the `path` to read it with an API key, so that no personal data is sent. By default `full`."""


class WebhookEndpointPage(TypedDict):
    data: list[WebhookEndpoint]
    next_cursor: NextCursor


class WebhookEndpointWithSecret(WebhookEndpoint):
    secret: str
    """The signing secret, starting with `whsec_`. Shown only once."""


class WebhookFilters(TypedDict):
    """An event is delivered if it matches one value of each filter. A filter does not apply to events without its property, such as `directions` to a ticket."""

    channel_ids: NotRequired[list[Id]]
    """The channels of the conversation."""
    team_ids: NotRequired[list[Id | Literal["none"]]]
    """The teams of the conversation or ticket. `none` means without a team."""
    tag_ids: NotRequired[list[Id]]
    """Tags of the conversation or ticket."""
    assignee_ids: NotRequired[list[Id | Literal["none"]]]
    """The assignees of the conversation or ticket. `none` means unassigned."""
    directions: NotRequired[list[Literal["inbound", "outbound"]]]
    """The directions of a message: `inbound` or `outbound`."""


class WebhookOauth(TypedDict):
    token_url: str
    client_id: str
    scope: str | None


class WebhookOauthChanges(TypedDict):
    token_url: NotRequired[str]
    """The token endpoint of the authorization server. Its URL starts with https://."""
    client_id: NotRequired[str]
    client_secret: NotRequired[str]
    """Stored encrypted and never returned."""
    scope: NotRequired[str | None]
    """Scopes with a space between them. Null asks for the default of the server."""


class WebhookReplayCreatedBy(TypedDict):
    type: str
    id: IdOrNull


class WebhookReplay(TypedDict):
    id: Id
    endpoint_id: Id
    types: list[str] | None
    """Null selects all event types. For missing events, null selects the types that the endpoint subscribes to."""
    statuses: list[Literal["failed", "cancelled", "succeeded", "missing"]]
    since: TimeOrNull
    until: Time
    rate_limit: int | None
    """Deliveries per second. Null means no rate limit."""
    status: Literal["running", "paused", "completed", "cancelled"]
    paused_reason: Literal["manual", "endpoint_disabled"] | None
    """`endpoint_disabled`: the replay continues automatically once the endpoint is enabled."""
    total: int
    """The number of matching deliveries when the replay was created."""
    offered: int
    """The number of deliveries queued so far."""
    created_by: WebhookReplayCreatedBy
    created_at: Time
    updated_at: Time
    completed_at: TimeOrNull


class WebhookReplayCount(TypedDict):
    count: int
    oldest: TimeOrNull
    newest: TimeOrNull


class WebhookReplayPage(TypedDict):
    data: list[WebhookReplay]
    next_cursor: NextCursor


class WebhookReplayWithProgressDeliveries(TypedDict):
    """The outcomes of the deliveries that this replay queued. A delivery that a later replay queued again counts for that replay."""

    pending: int
    succeeded: int
    failed: int
    cancelled: int


class WebhookReplayWithProgress(WebhookReplay):
    deliveries: WebhookReplayWithProgressDeliveries
    """The outcomes of the deliveries that this replay queued. A delivery that a later replay queued again counts for that replay."""


class WebhookTls(TypedDict):
    certificate: str | None
    """The client certificate chain in PEM."""
    ca: str | None
    subject: str | None
    issuer: str | None
    fingerprint: str | None
    """SHA-256 of the certificate."""
    expires_at: str | None


class WebhookTlsChanges(TypedDict):
    certificate: NotRequired[str | None]
    """The client certificate in PEM, then the certificates that issued it, in order."""
    private_key: NotRequired[str]
    """The private key of the certificate in PEM, without a passphrase. Stored encrypted and never returned."""
    ca: NotRequired[str | None]
    """Certificates in PEM of the authorities that the receiver uses. Null means the public ones."""


class Week(TypedDict):
    mon: Periods
    tue: Periods
    wed: Periods
    thu: Periods
    fri: Periods
    sat: Periods
    sun: Periods


class WorkFigures(TypedDict):
    replies: int
    """Messages sent by members, and by API keys unless `by` is `member`; without failed ones."""
    conversations: int
    """Conversations with such a message."""
    first_responses: int
    """Conversations that were answered first."""
    first_response_seconds: Seconds | None
    closed: int
    """Conversations that were closed."""
    resolution_seconds: Seconds | None


_WorkReport = TypedDict("_WorkReport", {"from": "Time"})


class WorkReport(_WorkReport):
    to: Time
    time_zone: str
    by: Literal["member", "team", "channel", "tag"]
    hours: Literal["all", "business"]
    rows: list[WorkRow]
    """Those that did anything in one of both periods, the most replies first."""


class WorkRow(WorkFigures):
    id: IdOrNull
    """Null: conversations without a team."""
    name: str | None
    before: WorkFigures


class YearlyDate(TypedDict):
    month: int
    day: int


class YearlyWeekday(TypedDict):
    month: int
    weekday: Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    nth: Literal[1, 2, 3, 4, -1]
    """-1 is the last one of the month."""


Event: TypeAlias = Union[
    MessageSentEvent,
    ContactCreatedEvent,
    TicketCreatedEvent,
    MessageReceivedEvent,
    MessageStatusChangedEvent,
    MessageUpdatedEvent,
    MessageEchoedEvent,
    ConversationCreatedEvent,
    ConversationUpdatedEvent,
    NoteCreatedEvent,
    NoteUpdatedEvent,
    ContactUpdatedEvent,
    TicketUpdatedEvent,
    TicketCommentCreatedEvent,
    TicketCommentUpdatedEvent,
    ContactErasedEvent,
    ContactBlockedEvent,
    ContactUnblockedEvent,
    ContactOptedOutEvent,
    ContactOptedInEvent,
    MemberUpdatedEvent,
    CsatAnsweredEvent,
    SlaWarningEvent,
    SlaBreachedEvent,
    BotTimedOutEvent,
    AutomationTriggeredEvent,
]
"""An event, in webhooks, the event list and the stream. Ignore types that you do not know: more may be added."""

EventType: TypeAlias = Literal["message.sent", "contact.created", "ticket.created", "message.received", "message.status_changed", "message.updated", "message.echoed", "conversation.created", "conversation.updated", "note.created", "note.updated", "contact.updated", "ticket.updated", "ticket_comment.created", "ticket_comment.updated", "contact.erased", "contact.blocked", "contact.unblocked", "contact.opted_out", "contact.opted_in", "member.updated", "csat.answered", "sla.warning", "sla.breached", "bot.timed_out", "automation.triggered"]

Id: TypeAlias = str
"""A UUID."""

IdOrNull: TypeAlias = str | None
"""A UUID."""

NextCursor: TypeAlias = str | None
"""The `cursor` of the next page. Null on the last one."""

NoneOrMe: TypeAlias = Literal["none", "me"]

NoneOrMine: TypeAlias = Literal["none", "mine"]

Periods: TypeAlias = list[list[str]]
"""Start and end of each period of the day, such as `["09:00", "12:30"]`. A period that ends at or before its start goes on until that time of the next day. Without periods, the day is closed."""

RuleAction: TypeAlias = Union[
    AssignAction,
    TeamAction,
    TagsAction,
    StatusAction,
    PriorityAction,
    HandOverAction,
    SnoozeAction,
    ReplyAction,
    TemplateAction,
    NoteAction,
    NotifyAction,
    TicketAction,
    FieldAction,
    WebhookAction,
]

ThreadItem: TypeAlias = Union[
    ThreadMessage,
    ThreadNote,
    ThreadChange,
]

TicketActivity: TypeAlias = Union[
    TicketActivityComment,
    TicketActivityChange,
]

Time: TypeAlias = str
"""RFC 3339 in UTC."""

TimeOrNull: TypeAlias = str | None
"""RFC 3339 in UTC."""

YearlyDay: TypeAlias = Union[
    YearlyDate,
    YearlyWeekday,
    DaysAfterEaster,
]
