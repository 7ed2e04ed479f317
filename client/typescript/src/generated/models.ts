// Generated from the API description by `npm run clients`. Do not edit.

/** Why the action failed. */
export type ActionError = {
  code: string
  message: string
}

/** The author. Null if the message was deleted. */
export type Actor = {
  /** The kind of actor. */
  type: "api_key" | "member" | "person" | "system" | "bot" | "rule"
  id: IdOrNull
}

export type AddTicketAttachment = {
  /** The id from POST /api/v1/media. */
  media_id: string
}

export type AppliedSlaPolicy = {
  id: Id
  name: string
  version: number
}

export type AppliedTag = {
  id: Id
  name: string
  color: string
}

export type AssignAction = {
  type: "assign"
  /** A membership; null: nobody. */
  member_id: string | null
}

export type Automation = {
  id: Id
  conversation_id: Id
  label: string
  author: Actor
  created_at: Time
}

export type AutomationTriggeredEvent = EventEnvelope & {
  type: "automation.triggered"
  data: Automation
}

export type AwayReply = {
  /** Whether customers get away replies. Off by default. */
  is_on: boolean
  /** When the team is away: `outside_hours` of its business hours, while `nobody_online` of those who may answer is online, `either` of them, or `both`. */
  condition: "outside_hours" | "nobody_online" | "either" | "both"
  /** Texts by language. A customer gets the one in the language of the contact or of the web chat, or the first one in the script of their message; otherwise the first. */
  texts: Array<AwayText>
  /** A contact gets at most one away reply in so many hours. */
  pause_hours: number
}

export type AwayText = {
  language: string
  /** `{{next_opening}}` is replaced with the weekday and time at which the team opens next, in its time zone and in the language of the text; `{{next_opening|soon}}` has other words for when that is not known. */
  text: string
}

export type BlockContact = {
  /** Why the contact is blocked, for your team. The contact never sees it. */
  reason?: string | null | undefined
}

export type Board = {
  at: Time
  /** The queue of each team, by name. */
  teams: Array<BoardTeam>
  without_team: QueueSize
  /** Members who may answer customers: those over their capacity first, then those with the most customers who wait. */
  members: Array<BoardMember>
}

export type BoardMember = {
  member_id: Id
  name: string
  availability: "online" | "away" | "offline"
  /** Open conversations that are assigned to the member. */
  open: number
  /** Those of them whose customers wait for an answer. */
  waiting: number
  /** Since when the customer waits who waits longest. */
  oldest_waiting_since: TimeOrNull
  /** Most open conversations of the member: the least in a team that assigns; null: any number. */
  capacity: number | null
  /** Whether the member has more than that. */
  is_over_capacity: boolean
}

export type BoardTeam = TeamQueue & {
  name: string
}

export type Bot = TicketType & ({
  /** Whether it gets new conversations. It keeps those that it has, also while it is off. */
  is_on: boolean
  /** `by_hand`: a member switched it off. `failures`: it timed out too often in a row. */
  off_reason: "by_hand" | "failures" | null
  off_at: TimeOrNull
  timeout_seconds: number
  /** Its time-outs since it last acted in time. */
  failures: number
  /** The time of its last time-out. */
  failed_at: TimeOrNull
  channel_ids: Array<Id>
  team_ids: Array<Id>
  deleted_at: TimeOrNull
})

export type BotChanges = {
  /** The name that members see. */
  name?: string | undefined
  /** Whether the bot is on. Switching it on resets the count of its time-outs. */
  is_on?: boolean | undefined
  /** How long the bot may take to act on a message: to send, to hand over, or to say that it is done. Then the conversation goes to the queue. By default `30`. */
  timeout_seconds?: number | undefined
  /** The channels whose new and reopened conversations go to the bot. A channel has at most one bot: it leaves its former one. */
  channel_ids?: Array<Id> | undefined
  /** The teams whose new and reopened conversations go to the bot, unless their channel has one. A team has at most one bot. */
  team_ids?: Array<Id> | undefined
}

export type BotFigures = {
  /** Conversations that a bot held, at the time it stopped holding them. */
  handled: number
  /** Closed while the bot held them. */
  solved: number
  /** Handed over by the bot. */
  handed_over: number
  /** Lost because the bot did not act in time. */
  timed_out: number
  /** Assigned to somebody else while the bot held them. */
  taken_over: number
  /** From 0 to 1: the share of solved ones. Null if there are none. */
  solved_rate: number | null
  /** How long the bot held those that it did not solve. */
  held_seconds: Seconds | null
}

export type BotPage = {
  data: Array<Bot>
  next_cursor: NextCursor
}

export type BotReport = {
  from: Time
  to: Time
  time_zone: string
  bucket: "hour" | "day" | "week" | "month"
  buckets: Array<BotFigures & {
    start: Time
    end: Time
  }>
  totals: BotFigures
  hours: "all" | "business"
  by_bot: Array<BotFigures & ({
    bot_id: Id
    name: string | null
  })>
  /** By the team that the conversations have now; null: none. */
  by_team: Array<BotFigures & ({
    team_id: IdOrNull
    name: string | null
  })>
  by_channel: Array<BotFigures & ({
    channel_id: IdOrNull
    name: string | null
  })>
}

export type BotTimeOut = {
  id: Id
  name: string
  conversation_id: Id
  /** The time of the message that the bot did not act on. */
  inbound_at: Time
  /** When the conversation went to the queue. */
  timed_out_at: Time
  /** The time-outs of the bot in a row, with this one. */
  failures: number
  /** Whether the bot gets no new conversations any more. */
  is_off: boolean
}

export type BotTimedOutEvent = EventEnvelope & {
  type: "bot.timed_out"
  data: BotTimeOut
}

export type BulkAction = {
  id: Id
  /** The kind of things that it changes: conversations, contacts or tickets. */
  subject: "chats" | "contacts" | "tickets"
  /** The change of each item. */
  action: "close" | "reopen" | "snooze" | "assign" | "set_team" | "set_priority" | "add_participant" | "remove_participant" | "tag" | "untag" | "mark_read" | "mark_unread" | "erase" | "merge" | "set_type" | "set_status" | "set_due"
  /** The values of the action: `assignee_id`, `team_id`, `member_id`, `tag_id`, `snoozed_until`, `status`, `priority`, `due_at`, `type_id` or `survivor_id`. */
  parameters: { [name: string]: string | null }
  /** `canceled`: it ended before its last item. If `undone_by` is set, its undo did: `undone` and `kept` count what the undo reached, the other items stay changed. */
  status: "running" | "completed" | "canceled" | "undoing" | "undone"
  /** Whether the action can be undone now. Erasures cannot. */
  can_undo: boolean
  /** The number of items, which is fixed at the start. */
  total: number
  /** Items that were changed. */
  done: number
  /** Items without anything to change, and those that do not exist. */
  skipped: number
  /** Items that could not be changed. */
  failed: number
  /** Items whose previous values were restored. */
  undone: number
  /** Items that an undo left as they are, because they have been changed since. */
  kept: number
  /** Why items were skipped, failed or kept: the number of items by code. `unchanged`: there was nothing to change. `changed_since`: it was changed after the action. Otherwise an error code. */
  reasons: { [name: string]: number }
  /** Why it, or its undo, ended before its last item although nobody canceled it. `member_removed` and `role_changed`: the member who started it has left, or has no longer the role for it. `key_revoked`: the key was revoked or has expired. */
  cancel_reason: "member_removed" | "role_changed" | "key_revoked" | null
  created_by: Actor
  undone_by: Actor | null
  created_at: Time
  updated_at: Time
  completed_at: TimeOrNull
  /** When the bulk action is deleted. Until then it can be undone. */
  expires_at: string
}

export type BulkActionItem = {
  /** The id of the conversation, contact or ticket. */
  id: string
  result: "pending" | "done" | "skipped" | "failed" | "undone" | "kept"
  /** See `reasons` of the bulk action. */
  reason: string | null
}

export type BulkActionItemPage = {
  data: Array<BulkActionItem>
  next_cursor: NextCursor
}

export type BulkActionPage = {
  data: Array<BulkAction>
  next_cursor: NextCursor
}

export type BusinessHours = {
  id: Id
  /** A name, unique in the workspace. */
  name: string
  /** The IANA name of a time zone. */
  time_zone: string
  week: Week
  /** Days with other hours, which replace those of the week: each has either `date` or `yearly`. */
  exceptions: Array<HoursException>
  /** Whether they hold for everything that has no other business hours. */
  is_default: boolean
  /** Whether it is open now. */
  is_open: boolean
  /** When it opens next. Null while it is open, and if it does not open in 400 days. */
  next_opening_at: TimeOrNull
  /** The next 5 days with other hours, from today in the time zone. */
  next_exceptions: Array<NextException>
  created_at: Time
  updated_at: Time
}

export type BusinessHoursChanges = {
  /** A name, unique in the workspace. */
  name?: string | undefined
  /** The IANA name of a time zone. */
  time_zone?: string | undefined
  week?: Week | undefined
  /** Days with other hours, which replace those of the week: each has either `date` or `yearly`. */
  exceptions?: Array<HoursException> | undefined
  /** Whether they hold for everything that has no other business hours. */
  is_default?: boolean | undefined
}

export type BusinessHoursPage = {
  data: Array<BusinessHours>
  next_cursor: NextCursor
}

export type CanSend = {
  conversation_id: Id
  window: {
    /** `unknown`: the customer has not written here yet, so the platform decides. */
    status: "open" | "closed" | "unknown"
    expires_at: TimeOrNull
  }
  free_form: SendingAllowance
  template: SendingAllowance
  marketing: SendingAllowance
  /** The number of templates known to be approved. */
  approved_templates: number
  /** The actions that the platform allows when another app holds the conversation. */
  handover: {
    /** Whether the conversation can be taken over and released here. */
    is_supported: boolean
    /** Whether a free-form message takes over a conversation that another app holds. */
    sending_takes_over: boolean
  }
  /** The reasons why a message sent now would have to wait. */
  holds: Array<{
    /** `pair_rate`, or the platform's error code that put the number on hold. */
    code: string
    affects: "conversation" | "channel"
    until: TimeOrNull
    reason: string
    advice: string
  }>
  /** The files that the platform accepts, with their maximum sizes. */
  files: Array<{
    /** The message type that such a file is sent as. */
    type: string
    mime_types: Array<string>
    bytes_max: number
  }>
  /** The category that a message would fall into, and what it would cost. Empty if the platform does not charge messages. */
  categories: Array<{
    /** The category that the platform charges. */
    category: string
    /** Free-form messages are `service`; a template has the category of its own. */
    message: "free_form" | "template"
    /** Until when the messages are free, after the reply to an advertisement. */
    free_until: TimeOrNull
    estimated_cost: Money | null
  }>
  /** The conversation's messages that are queued. */
  queued_messages: number
}

export type CannedReply = {
  id: Id
  /** Unique, ignoring case, among the replies of everybody, of a team or of a member. */
  shortcut: string
  text: string
  /** Only members of this team have it. */
  team_id: IdOrNull
  /** Only this member has it. */
  member_id: IdOrNull
  files: Array<Media>
  created_by: IdOrNull
  created_at: Time
  updated_at: Time
}

export type CannedReplyChanges = {
  /** What agents type after `/` to insert the reply: letters, digits, - and _. */
  shortcut?: string | undefined
  /** Variables are replaced when the reply is used: {name}, {first_name}, {phone}, {email}, {channel}, {team}, {my_name}, {my_first_name}, and {field.KEY} with the key of a custom field; in updates about a ticket {number}, {title} and {status}. A reply is not sent while one of them has no value. */
  text?: string | undefined
  /** A team: only its members have the reply. Null: everybody has it, or the one member. */
  team_id?: string | null | undefined
  /** Uploaded files that are sent with the text. Replaces those that it has. */
  media_ids?: Array<Id> | undefined
}

export type CannedReplyPage = {
  data: Array<CannedReply>
  next_cursor: NextCursor
}

export type CappedCount = {
  /** How many there are, up to the limit. */
  count: number
  /** Whether there are more than `count`. */
  is_capped: boolean
}

export type Channel = {
  id: Id
  type: "whatsapp" | "messenger" | "instagram" | "web_chat"
  name: string
  /** The platform's id of the account. */
  account: string
  /** The phone number of the account, as the platform shows it. */
  phone: string | null
  /** The name of the account on the platform. */
  username: string | null
  /** `restricted` and `disabled` are decisions of the platform. A `disconnected` channel neither sends nor receives. */
  status: "connected" | "restricted" | "disabled" | "disconnected"
  /** Whether it is a channel of the simulator. Test keys send only on such channels. */
  is_simulated: boolean
  capabilities: ChannelCapabilities
  /** The team of new conversations. */
  team_id: string | null
  created_at: Time
}

export type ChannelCapabilities = {
  /** The types of messages that can be sent. Empty for a channel that only receives. */
  message_types: Array<string>
  /** The longest text. Null for a channel that only receives. */
  text_characters_max: number | null
  /** How long after a message of the customer free-form messages can be sent. Null: always. */
  window_hours: number | null
  /** Whether messages can be sent from templates. */
  has_templates: boolean
  /** Whether a conversation can be started with a phone number. */
  opens_by_phone: boolean
}

export type ChannelPage = {
  data: Array<Channel>
  next_cursor: NextCursor
}

export type CheckImport = {
  /** Maps each column to `name`, `first_name`, `middle_name`, `last_name`, `phone_e164`, `phone_international`, `country_code`, `email`, `source`, `campaign`, `language` or `fields.<name>`. A `language` is a tag or a name; one that is neither is kept as a custom field. Several columns can be mapped to `phone_e164`, `phone_international` and `email`: the contact gets all of them, and the best for messages, such as a mobile number, becomes its `phone_e164`. `phone_international` is the same for numbers that have their country code, also without the plus sign. `country_code` is the country of phone numbers without a country code: a calling code, an ISO 3166-1 code or a name; a cell that is no calling code is also kept as a custom field. Columns that are not mapped are ignored. */
  mapping?: { [name: string]: string } | null | undefined
}

export type Contact = ListedContact & ({
  /** The identities that match this contact. After a merge or an import there can be several of the same kind. */
  identities: Array<{
    kind: "phone_e164" | "email" | "wa_id" | "bsuid" | "wa_username" | "psid" | "igsid" | "web_chat_id"
    value: string
  }>
  /** The ids of contacts that were merged into this one. They resolve to this contact. */
  merged_ids: Array<Id>
})

export type ContactBatchResult = {
  /** The status that a request for this item has. */
  status: number
  body: CreatedContact | null
  problem: Problem | null
}

export type ContactBatchResults = {
  /** The results, in the order of the items. */
  data: Array<ContactBatchResult>
}

export type ContactBlockedEvent = EventEnvelope & {
  type: "contact.blocked"
  data: Person
}

export type ContactCanSend = {
  /** The contact. Null if the phone number belongs to none yet. */
  person: {
    id: Id
    name: string | null
    phone_e164: string | null
    email: string | null
    username: string | null
  } | null
  /** The phone number that a new conversation is opened with. */
  phone_e164: string | null
  /** All channels: those that can send first, and among them the one that was last used with the contact. */
  channels: Array<{
    channel: {
      id: Id
      type: string
      name: string
    }
    /** The contact's conversation on the channel. Null if there is none yet. */
    conversation_id: IdOrNull
    window: {
      /** `unknown`: the customer has not written here yet, so the platform decides. */
      status: "open" | "closed" | "unknown"
      expires_at: TimeOrNull
    }
    free_form: SendingAllowance
    template: SendingAllowance
    marketing: SendingAllowance
    /** The number of templates known to be approved. */
    approved_templates: number
  }>
}

/** Only the fields you send are updated; null clears a field. `phone` is an alias of `phone_e164`. */
export type ContactChanges = {
  /** Up to 200 characters as people count them: an emoji is one. */
  name?: string | null | undefined
  phone_e164?: string | null | undefined
  phone?: string | null | undefined
  /** An email address of up to 254 characters, also as `mailto:` or as `Name <address>`. Its domain may be of any script. */
  email?: string | null | undefined
  /** Up to 200 characters as people count them: an emoji is one. */
  campaign?: string | null | undefined
  /** The language of the contact, as a tag such as `en` or `pt-BR`. */
  language?: string | null | undefined
  /** Only the fields you send are updated; null removes a field. The values of defined fields must have their type; other names take any text. */
  fields?: { [name: string]: string | number | boolean | null } | undefined
}

export type ContactCreatedEvent = EventEnvelope & {
  type: "contact.created"
  data: CreatedContact
}

export type ContactErasedEvent = EventEnvelope & {
  type: "contact.erased"
  data: ErasedContact
}

export type ContactFilter = {
  /** Matches part of the name, phone number, email address or username. */
  q?: string | null
  /** Only contacts with this phone number. */
  phone_e164?: string | null
  /** Only contacts with this email address, in upper or lower case. */
  email?: string | null
  /** The name that a contact chose on a platform, with or without the at sign. */
  username?: string | null
  /** Only contacts from this source, such as `form` or `import`. */
  source?: string | null
  /** Only contacts of this campaign, as the contact names it. */
  campaign?: string | null
  /** Only contacts with this language. `pt` also finds `pt-BR`. */
  language?: string | null
  /** Created at or after this time. An RFC 3339 timestamp with any UTC offset. */
  created_after?: string | null
  /** Created before this time. An RFC 3339 timestamp with any UTC offset. */
  created_before?: string | null
  /** Changed at or after this time. An RFC 3339 timestamp with any UTC offset. */
  updated_after?: string | null
  /** Alias of `created_after`. An RFC 3339 timestamp with any UTC offset. */
  created_since?: string | null
  /** Alias of `created_before`. An RFC 3339 timestamp with any UTC offset. */
  created_until?: string | null
  /** Last seen at or after this time. An RFC 3339 timestamp with any UTC offset. */
  seen_since?: string | null
  /** Only blocked contacts, or only others. */
  blocked?: "true" | "false" | null
  /** Only contacts that are opted out of marketing messages, or only others. */
  opted_out?: "true" | "false" | null
  /** Only contacts with these values of defined custom fields, such as `plan:gold,silver;age:18..30`. Values are separated by commas, fields by semicolons; a backslash before one of `,;:` makes it part of the text. Numbers and dates also take ranges: `18..30`, `18..` or `..30`, both ends included. */
  fields?: string | null
  /** Only contacts with a phone number or with an email address. */
  has?: "phone" | "email" | null
}

export type ContactMerge = {
  id: Id
  survivor_id: Id
  /** Resolves to the surviving contact until the merge is undone. */
  merged_id: string
  merged_at: Time
  undone_at: TimeOrNull
  /** The surviving contact in its current state. */
  contact: Contact
}

export type ContactOptedInEvent = EventEnvelope & {
  type: "contact.opted_in"
  data: Person
}

export type ContactOptedOutEvent = EventEnvelope & {
  type: "contact.opted_out"
  data: Person
}

export type ContactUnblockedEvent = EventEnvelope & {
  type: "contact.unblocked"
  data: Person
}

export type ContactUpdatedEvent = EventEnvelope & {
  type: "contact.updated"
  data: Person
}

export type Conversation = {
  id: Id
  channel: {
    id: Id
    type: string
    name: string
  }
  person: {
    id: Id
    name: string | null
    phone_e164: string | null
    email: string | null
    /** The name that the contact chose on a platform, without the at sign. */
    username: string | null
  }
  /** The group, for group conversations. `person` is then the contact who wrote first. */
  group: {
    id: string
    name: string | null
  } | null
  status: "open" | "snoozed" | "closed"
  snoozed_until: TimeOrNull
  /** Whether the snooze ends with a reminder that the customer has not answered. */
  remind_if_unanswered: boolean
  closed_at: TimeOrNull
  /** The id of a membership, or of a bot. */
  assignee_id: string | null
  assigned_by: ConversationAssignedBy | null
  team_id: IdOrNull
  /** The memberships of those who take part besides the assignee. They see the conversation whatever its team. */
  participant_ids: Array<Id>
  priority: "low" | "medium" | "high" | "urgent" | null
  /** Sorted by name. */
  tags: Array<AppliedTag>
  unread_count: number
  last_message: {
    id: Id
    direction: "inbound" | "outbound"
    /** As of a message. Null if the message was deleted. */
    type: string | null
    text: string | null
    file: LastMessageFile | null
    created_at: Time
    author: Actor | null
    status: "queued" | "sent" | "delivered" | "read" | "failed" | "received" | null
  } | null
  last_message_at: TimeOrNull
  window_expires_at: TimeOrNull
  /** The time of the customer's first message that nobody answered. Null if there is none, and for closed conversations. */
  waiting_since: TimeOrNull
  sla: ConversationSla | null
  holder: ConversationHolder | null
  held_by: ConversationHeldBy
  created_at: Time
  updated_at: Time
}

/** Who or what assigned it to its assignee. Null: it has none, or a bot had it from the start. */
export type ConversationAssignedBy = {
  /** The kind of actor. */
  type: "api_key" | "member" | "person" | "system" | "bot" | "rule"
  id: IdOrNull
  /** Why, if nobody chose the assignee: `round_robin`, `least_busy` or `sticky` (who answered last). `taken`: from the queue of a team. `replied`: instead of a bot. `hand_over`: by a hand-over. */
  reason: string | null
}

export type ConversationChanges = {
  status?: "open" | "snoozed" | "closed" | undefined
  /** When the conversation reopens. Must be in the future. Setting it also snoozes the conversation. */
  snoozed_until?: string | null | undefined
  /** With `snoozed_until`: the member is reminded at that time, unless the customer has answered, which ends the snooze. */
  remind_if_unanswered?: boolean | undefined
  /** The id of a membership, or of a bot. Null unassigns the conversation. */
  assignee_id?: string | null | undefined
  /** The id of a team. Null removes the conversation from its team. */
  team_id?: string | null | undefined
  /** Memberships. Replaces those who take part in the conversation besides its assignee. */
  participant_ids?: Array<Id> | undefined
  /** Null removes the priority. */
  priority?: "low" | "medium" | "high" | "urgent" | null | undefined
  /** Replaces the conversation's tags. */
  tag_ids?: Array<Id> | undefined
  /** Marks the conversation as unread or read in the inbox. The customer is not notified. */
  unread?: boolean | undefined
}

/** `mine`, `my_teams`, `unassigned` and `all` count open conversations; `my_teams` those of the signed-in member’s teams. `mentions` counts conversations with notes that mention the signed-in member and that they have not seen. */
export type ConversationCounts = {
  mine: CappedCount
  my_teams: CappedCount
  unassigned: CappedCount
  all: CappedCount
  snoozed: CappedCount
  closed: CappedCount
  mentions: CappedCount
}

export type ConversationCreatedEvent = EventEnvelope & {
  type: "conversation.created"
  data: Conversation
}

export type ConversationFilter = {
  /** One or more of open, snoozed, closed, separated by commas. */
  status?: string | null
  channel_id?: IdOrNull
  person_id?: IdOrNull
  /** The id of a membership, `none` (unassigned) or `me` (assigned to the signed-in member). */
  assignee_id?: string | null
  /** The id of a team, `none` (without a team) or `mine` (the teams of the signed-in member). */
  team_id?: Id | NoneOrMine | null
  tag_id?: IdOrNull
  /** One or more of low, medium, high, urgent, none, separated by commas. */
  priority?: string | null
  /** Only conversations held by one or more of workspace, platform_agent, another_app, unknown_app, separated by commas. */
  holder?: string | null
  /** Only conversations whose next SLA target is `on_time`, `at_risk` (after its warning) or `breached` (after its due time): one or more of on_time, at_risk, breached, separated by commas. */
  sla?: string | null
  /** `true` returns only conversations with unread messages, `false` only those without. */
  unread?: boolean | null
  /** `true` returns only conversations whose customer waits for an answer, `false` only the others. */
  waiting?: boolean | null
  /** Only conversations with a note that mentions the signed-in member. */
  mentioned?: boolean | null
  /** Created at or after this time. An RFC 3339 timestamp with any UTC offset. */
  created_after?: string | null
  /** Created before this time. An RFC 3339 timestamp with any UTC offset. */
  created_before?: string | null
  /** Changed at or after this time. An RFC 3339 timestamp with any UTC offset. */
  updated_after?: string | null
  /** Alias of `updated_after`. An RFC 3339 timestamp with any UTC offset. */
  updated_since?: string | null
  /** Matches part of the contact's name, phone number, email address or username. */
  q?: string | null
}

/** Who answers the customer. Only a bot is refused (`not_holder`) while somebody else holds the conversation. */
export type ConversationHeldBy = {
  /** `other_app`: another app at the platform (see `holder`). `bot` and `member`: the assignee. `team`: the queue of the team. `nobody`: no team, no assignee. */
  type: "other_app" | "bot" | "member" | "team" | "nobody"
  id: IdOrNull
  /** Grows whenever somebody else holds the conversation. A bot sends it as `holder_version`. */
  version: number
}

/** The holder of the conversation at the platform, as far as it reports it, and until when if the customer stays silent. Null: nobody holds it, or the platform has reported nothing. */
export type ConversationHolder = {
  /** `platform_agent`: the platform's own agent. `another_app`: another app of the business. `unknown_app`: one of these two; the platform did not say which. */
  type: "workspace" | "platform_agent" | "another_app" | "unknown_app"
  since: Time
  until: TimeOrNull
  /** The other app that holds the conversation, or held it last. */
  other_app: "platform_agent" | "another_app" | "unknown_app" | null
}

/** The SLA target that is due first, or that was due first and is not met yet. Null if no target runs. */
export type ConversationSla = {
  metric: "first_response" | "next_response" | "resolution"
  due_at: Time
  /** When it gets urgent. */
  warning_at: TimeOrNull
}

export type ConversationUpdatedEvent = EventEnvelope & {
  type: "conversation.updated"
  data: Conversation
}

export type CostFigures = {
  /** Delivered messages that the platform reported a price category for. */
  messages: number
  /** Those of them that are free of charge. */
  free: number
  /** Those of them that are charged, but whose price is unknown: no price list was valid, or it lacks the country or the category. Their cost is missing in `costs`. */
  unpriced: number
  /** Sent messages that have not been delivered, and so are not charged yet. */
  undelivered: number
  /** The sum in each currency. */
  costs: Array<Money>
}

export type CostReport = {
  from: Time
  to: Time
  time_zone: string
  bucket: "hour" | "day" | "week" | "month"
  buckets: Array<CostFigures & {
    start: Time
    end: Time
  }>
  totals: CostFigures
  by_channel: Array<CostFigures & ({
    channel_id: Id
    name: string | null
  })>
  /** At most 500 templates, those with the most messages first. */
  by_template: Array<CostFigures & ({
    /** Null: messages without a template. */
    template: string | null
  })>
  by_category: Array<CostFigures & {
    category: string
  }>
  by_author: Array<CostFigures & ({
    author: {
      type: "api_key" | "member" | "person" | "system" | "bot" | "rule"
      id: IdOrNull
      /** The name of the member or the API key, if it still exists. */
      name: string | null
    }
  })>
  by_country: Array<CostFigures & ({
    /** An ISO 3166-1 alpha-2 code. Null: not known. */
    country: string | null
  })>
  /** When the first price list starts. Null: the workspace has no price list. */
  priced_since: TimeOrNull
}

export type CreatedContact = Person & ({
  matched_by: "phone" | "email" | "channel_identity" | null
  lead: {
    id: Id
    source: string
    campaign: string | null
    created_at: Time
  }
})

export type CsatAnsweredEvent = EventEnvelope & {
  type: "csat.answered"
  data: CsatRating
}

export type CsatFigures = {
  /** Questions, at the time they were sent. */
  asked: number
  /** Those of them that were answered. */
  answered: number
  /** From 0 to 1. Null if nobody was asked. */
  answer_rate: number | null
  /** The average rating, from 1 to 5. Null if fewer than 5 customers answered. */
  average: number | null
  /** From 0 to 1: the share of ratings from 4 to 5. Null if fewer than 5 customers answered. */
  satisfied: number | null
}

export type CsatRating = {
  id: Id
  conversation_id: Id
  person_id: Id
  channel_id: Id
  /** The team of the conversation when it was closed. */
  team_id: IdOrNull
  /** The member who replied last before the close. */
  member_id: IdOrNull
  round_started_at: Time
  asked_at: Time
  /** Null: not answered yet. */
  rating: number | null
  comment: string | null
  /** The time of the first answer. It can be changed for 15 minutes. */
  answered_at: TimeOrNull
}

export type CsatRatingPage = {
  data: Array<CsatRating>
  next_cursor: NextCursor
}

export type CsatReport = {
  from: Time
  to: Time
  time_zone: string
  bucket: "hour" | "day" | "week" | "month"
  buckets: Array<CsatFigures & {
    start: Time
    end: Time
  }>
  totals: CsatFigures
  /** By the member who replied last before the close; null: none did. */
  by_member: Array<CsatFigures & ({
    member_id: IdOrNull
    name: string | null
  })>
  /** By the team of the conversation when it was closed; null: none. */
  by_team: Array<CsatFigures & ({
    team_id: IdOrNull
    name: string | null
  })>
  /** By the channel. */
  by_channel: Array<CsatFigures & ({
    channel_id: IdOrNull
    name: string | null
  })>
  /** By the tags that the conversations have now. A rating counts for each of them. */
  by_tag: Array<CsatFigures & ({
    tag_id: IdOrNull
    name: string | null
  })>
}

export type CsatSettings = {
  /** Whether customers are asked. Off by default. */
  is_on: boolean
  /** Minutes from the close of a conversation to the question. A conversation that is reopened before is not asked about. */
  delay_minutes: number
  /** A contact is asked at most once in so many days. 0: after each round. */
  person_days: number
  /** How many choices the customer has. Three are bad, OK and good, which count as 1, 3 and 5. */
  scale: 3 | 5
  /** `buttons`: the customer taps the rating in the chat where the channel can. `link`: the message has a link to a page, except in web chats. */
  way: "buttons" | "link"
  /** Whether the customer is asked for a comment after a rating in the chat. Their next message within 10 minutes is the comment. */
  asks_comment: boolean
  /** The name of an approved template that asks when the customer service window is closed. It has no variables, and as many quick-reply buttons as the scale has choices, the best first. Null: the customer is not asked then. */
  template: string | null
  /** Teams whose conversations are not rated. */
  off_team_ids: Array<Id>
  /** The texts by language. A customer gets those of the contact's language; else those whose script is that of their messages; else the first ones. */
  texts: Array<CsatTexts>
}

export type CsatSettingsChanges = {
  /** Whether customers are asked. Off by default. */
  is_on?: boolean | undefined
  /** Minutes from the close of a conversation to the question. A conversation that is reopened before is not asked about. */
  delay_minutes?: number | undefined
  /** A contact is asked at most once in so many days. 0: after each round. */
  person_days?: number | undefined
  /** How many choices the customer has. Three are bad, OK and good, which count as 1, 3 and 5. */
  scale?: 3 | 5 | undefined
  /** `buttons`: the customer taps the rating in the chat where the channel can. `link`: the message has a link to a page, except in web chats. */
  way?: "buttons" | "link" | undefined
  /** Whether the customer is asked for a comment after a rating in the chat. Their next message within 10 minutes is the comment. */
  asks_comment?: boolean | undefined
  /** The name of an approved template that asks when the customer service window is closed. It has no variables, and as many quick-reply buttons as the scale has choices, the best first. Null: the customer is not asked then. */
  template?: string | null | undefined
  /** Teams whose conversations are not rated. */
  off_team_ids?: Array<Id> | undefined
  /** The texts by language. A customer gets those of the contact's language; else those whose script is that of their messages; else the first ones. */
  texts?: Array<CsatTexts> | undefined
}

export type CsatTexts = {
  language: string
  /** The question. */
  question: string
  /** The button that opens the list of ratings, on WhatsApp. */
  choose: string
  /** Bad, OK and good, in this order. */
  labels: Array<string>
  /** The message after a rating if no comment is asked for. Empty: none. */
  thanks: string
  /** The message after a rating that asks for a comment. */
  comment: string
}

export type CustomField = {
  id: Id
  applies_to: "contact" | "ticket"
  /** The field's name in `fields` of contacts or tickets. */
  key: string
  label: string
  type: "text" | "number" | "date" | "boolean" | "choice"
  /** The values of the type `choice`; null for other types. */
  choices: Array<string> | null
  /** Since when the field is archived; null: it is not. */
  archived_at: TimeOrNull
  created_at: Time
  updated_at: Time
}

export type CustomFieldChanges = {
  /** The name that members see. Unique among fields that are not archived. */
  label?: string | undefined
  /** Replaces the choices. Contacts keep values that are no longer a choice. */
  choices?: Array<string> | undefined
  /** Whether the field is archived. False restores it. */
  archived?: boolean | undefined
}

export type CustomFieldPage = {
  data: Array<CustomField>
  next_cursor: NextCursor
}

export type DataExport = {
  id: Id
  contact_id: Id
  /** An export is canceled when its contact is erased or merged into another one before it is complete. */
  status: "running" | "completed" | "canceled"
  /** The kind of data that is being read; null when it is over. */
  section: string | null
  /** How many rows the archive contains so far, by kind. */
  counts: { [name: string]: number }
  /** The size of the archive; null until it is completed. */
  size_bytes: number | null
  /** The address of the archive, which needs the same permission as this request; null until it is completed. */
  download_url: string | null
  requested_by: Actor
  requested_at: Time
  completed_at: TimeOrNull
  /** When the archive is deleted. */
  expires_at: string
}

export type DataExportPage = {
  data: Array<DataExport>
  next_cursor: NextCursor
}

export type DaysAfterEaster = {
  /** Days after Easter Sunday. */
  easter: number
}

export type DeliveryFigures = {
  succeeded: number
  failed: number
  pending: number
  cancelled: number
  /** From 0 to 1: the share of delivered among delivered and failed. */
  success_rate: number | null
  /** The time from creation to success, including waiting and retries. */
  latency_ms: {
    p50: number
    p95: number
  } | null
}

export type DeliveryReport = {
  from: Time
  to: Time
  time_zone: string
  bucket: "hour" | "day" | "week" | "month"
  buckets: Array<DeliveryFigures & {
    start: Time
    end: Time
  }>
  totals: DeliveryFigures
  /** Finished deliveries before this time were deleted, according to the workspace's `retention_days`. */
  kept_since: Time
}

export type Draft = {
  id: Id
  conversation_id: Id
  /** The proposed text. */
  text: string
  /** `open` until an agent sends or discards it. Deleted after 7 days. */
  status: "open" | "sent" | "discarded"
  /** The program that proposed it. */
  author: {
    type: "api_key" | "member" | "bot" | "rule"
    id: Id
    /** The name of the API key or the bot. */
    name: string | null
  }
  /** The message as which it was sent. */
  message_id: string | null
  created_at: Time
  decided_at: TimeOrNull
}

export type DraftPage = {
  data: Array<Draft>
  next_cursor: NextCursor
}

export type ErasedContact = {
  id: Id
  /** The contacts that were merged into it. */
  merged_ids: Array<Id>
  /** Its conversations, erased as well. */
  conversation_ids: Array<Id>
  erasure_id: Id
  erased_at: Time
}

export type Erasure = {
  id: Id
  contact_id: Id
  /** The ids of contacts that were merged into this one. They were erased, too. */
  merged_ids: Array<Id>
  /** `completed` once nothing of the contact is left. */
  status: "running" | "completed"
  /** The kind of data that is being removed; null when completed. */
  step: string | null
  /** How many rows were removed so far, by kind. `redacted_payloads`, `audit_entries`, `other_timelines`, `views`, `notices`, `file_names`, `platform_events`, `group_reports` and `redacted_events` were kept without the contact. */
  removed: { [name: string]: number }
  requested_by: Actor
  requested_at: Time
  completed_at: TimeOrNull
}

export type ErasurePage = {
  data: Array<Erasure>
  next_cursor: NextCursor
}

/** An event, in webhooks, the event list and the stream. Ignore types that you do not know: more may be added. */
export type Event = MessageSentEvent | ContactCreatedEvent | TicketCreatedEvent | MessageReceivedEvent | MessageStatusChangedEvent | MessageUpdatedEvent | MessageEchoedEvent | ConversationCreatedEvent | ConversationUpdatedEvent | NoteCreatedEvent | NoteUpdatedEvent | ContactUpdatedEvent | TicketUpdatedEvent | TicketCommentCreatedEvent | TicketCommentUpdatedEvent | ContactErasedEvent | ContactBlockedEvent | ContactUnblockedEvent | ContactOptedOutEvent | ContactOptedInEvent | MemberUpdatedEvent | CsatAnsweredEvent | SlaWarningEvent | SlaBreachedEvent | BotTimedOutEvent | AutomationTriggeredEvent

export type EventPage = {
  data: Array<Event>
  /** The cursor for the next request. Never null, even when there are no more events yet. */
  next_cursor: string
  /** Whether more events are available now. */
  has_more: boolean
}

export type EventType = "message.sent" | "contact.created" | "ticket.created" | "message.received" | "message.status_changed" | "message.updated" | "message.echoed" | "conversation.created" | "conversation.updated" | "note.created" | "note.updated" | "contact.updated" | "ticket.updated" | "ticket_comment.created" | "ticket_comment.updated" | "contact.erased" | "contact.blocked" | "contact.unblocked" | "contact.opted_out" | "contact.opted_in" | "member.updated" | "csat.answered" | "sla.warning" | "sla.breached" | "bot.timed_out" | "automation.triggered"

export type ExpandedConversation = Conversation & ({
  /** Only with `expand=contact`. */
  contact?: Contact | null
})

export type ExpandedConversationPage = {
  data: Array<ExpandedConversation>
  next_cursor: NextCursor
}

export type ExpandedMessage = Message & ({
  /** Only with `expand=contact`. */
  contact?: Contact | null
  /** Only with `expand=conversation`. */
  conversation?: Conversation | null
})

export type ExpandedMessagePage = {
  data: Array<ExpandedMessage>
  next_cursor: NextCursor
}

export type ExpandedTicket = Ticket & ({
  /** Only with `expand=contact`. */
  contact?: Contact | null
  /** Only with `expand=conversation`. */
  conversation?: Conversation | null
  /** Only with `expand=sla`. */
  sla?: ConversationSla | null
})

export type ExpandedTicketPage = {
  data: Array<ExpandedTicket>
  next_cursor: NextCursor
}

export type ExportSelectedContacts = {
  /** Only these items. */
  ids?: Array<Id> | null | undefined
  /** Items to leave out. */
  except_ids?: Array<Id> | null | undefined
  /** The filters of the list. Without filters, everything matches. */
  filter?: ContactFilter | null | undefined
}

export type ExportSelectedConversations = {
  /** Only these items. */
  ids?: Array<Id> | null | undefined
  /** Items to leave out. */
  except_ids?: Array<Id> | null | undefined
  /** The filters of the list. Without filters, everything matches. */
  filter?: ConversationFilter | null | undefined
  /** `ndjson`: a JSON object per line, as the list returns it. By default `csv`. */
  format?: "csv" | "ndjson" | null | undefined
}

export type ExportSelectedTickets = {
  /** Only these items. */
  ids?: Array<Id> | null | undefined
  /** Items to leave out. */
  except_ids?: Array<Id> | null | undefined
  /** The filters of the list. Without filters, everything matches. */
  filter?: TicketFilter | null | undefined
}

export type FieldAction = {
  type: "set_field"
  /** The key of a custom field of contacts. */
  key: string
  /** Null clears the field. */
  value: string | null
}

export type FieldError = {
  /** The dotted path of the field in the body or the query. */
  field: string
  /** The problem, such as `required`, `unknown_field` or `too_long`. */
  code: string
  /** The problem as a sentence without its subject. */
  message: string
}

export type FinishBotTurn = {
  /** For bots: `held_by.version` of the conversation as the bot saw it. If it was handed over since, this is refused (`not_holder`). */
  holder_version?: number | null | undefined
}

export type FiredAction = {
  type: "assign" | "set_team" | "add_tags" | "remove_tags" | "set_status" | "set_priority" | "snooze" | "hand_over" | "reply" | "template" | "note" | "notify" | "create_ticket" | "set_field" | "webhook"
  error?: ActionError
}

export type FollowTicket = {
  /** The member who follows the ticket. Defaults to the signed-in member; a key must name one. */
  membership_id?: IdOrNull | undefined
}

export type HandOverAction = {
  type: "hand_over"
  /** A bot that is on. */
  bot_id: string
}

export type HandOverConversation = {
  to: {
    /** `queue`: of the team that the conversation has. `team`: the queue of another team. `member` and `bot`: they get the conversation. */
    type: "queue" | "team" | "member" | "bot"
    /** The id of the team, the membership or the bot. Not for `queue`. */
    id?: string | null
  }
  /** Why, in a few words. Shown in the thread. */
  reason?: string | null | undefined
  /** What was said so far, for whoever goes on. Shown in the thread, and added as a note. */
  summary?: string | null | undefined
  /** For bots: `held_by.version` of the conversation as the bot saw it. If it was handed over since, this is refused (`not_holder`). */
  holder_version?: number | null | undefined
}

/** A range of UTF-16 code units: `start` is included, `end` is not. */
export type Highlight = {
  start: number
  end: number
}

export type HoursException = {
  /** What the day is, such as Christmas. */
  label: string
  /** A single day. */
  date?: string | null
  yearly?: YearlyDay | null
  periods: Periods
}

/** A UUID. */
export type Id = string

/** A UUID. */
export type IdOrNull = string | null

export type Import = {
  id: Id
  /** The name of the uploaded file. */
  filename: string
  /** How far it is. */
  status: "uploaded" | "checking" | "checked" | "running" | "completed" | "failed" | "cancelled"
  /** The columns of the file, with values of its first rows. */
  columns: Array<{
    name: string
    samples: Array<string>
    /** What the column was guessed to contain when the file was uploaded, and why. Null for imports before this release. */
    guess: {
      /** The suggested field, as in `mapping`. Null: the column is ignored. */
      target: string | null
      /** `name`: the name of the column says so. `values`: its values look like it. `plus_missing`: the phone numbers are international ones without the plus sign, and are read so. `custom_field`: it has the name of a custom field. `further`: nothing else fits. `values_differ`: its values do not look like what its name says. `label`: it tells the kinds of the values beside it. `no_values`, `no_name`: it has none. `own_column`: an export added it. `too_many`: a contact cannot have more custom fields, or the name is too long for one. */
      reasons: Array<"name" | "values" | "plus_missing" | "custom_field" | "further" | "values_differ" | "label" | "no_values" | "no_name" | "own_column" | "too_many">
      /** The values that look like the field. */
      matching: number
      /** The values that were looked at. */
      checked: number
    } | null
  }>
  /** Maps each column to `name`, `first_name`, `middle_name`, `last_name`, `phone_e164`, `phone_international`, `country_code`, `email`, `source`, `campaign`, `language` or `fields.<name>`. A `language` is a tag or a name; one that is neither is kept as a custom field. Several columns can be mapped to `phone_e164`, `phone_international` and `email`: the contact gets all of them, and the best for messages, such as a mobile number, becomes its `phone_e164`. `phone_international` is the same for numbers that have their country code, also without the plus sign. `country_code` is the country of phone numbers without a country code: a calling code, an ISO 3166-1 code or a name; a cell that is no calling code is also kept as a custom field. Columns that are not mapped are ignored. */
  mapping: { [name: string]: string }
  /** Rows below the header. */
  row_count: number
  /** Rows checked or imported so far. */
  done_count: number
  /** Contacts created. After a check: contacts that would be created. */
  created_count: number
  /** Rows that match an existing contact. */
  matched_count: number
  /** Rows that were not imported. */
  rejected_count: number
  /** Rows without any values. */
  empty_count: number
  /** Why it ended without success. */
  error: string | null
  /** Why the import was canceled, if nobody canceled it. `member_removed`: the member who started it has left. `key_revoked`: the key was revoked, has expired, or lacks the scope. */
  cancel_reason: "member_removed" | "role_changed" | "key_revoked" | null
  /** The member or the API key who uploaded the file. */
  created_by: IdOrNull
  created_at: Time
  updated_at: Time
  completed_at: TimeOrNull
}

export type ImportPage = {
  data: Array<Import>
  next_cursor: NextCursor
}

export type ImportReject = {
  /** The row number as a spreadsheet shows it. The header is row 1. */
  row_number: number
  code: string
  message: string
  cells: Array<string>
}

export type ImportRejectPage = {
  data: Array<ImportReject>
  next_cursor: NextCursor
}

/** Its first file. Null if it has none. */
export type LastMessageFile = {
  filename: string | null
  /** Whether it is a voice message. */
  voice: boolean
  /** How long a voice message is, if known. */
  duration_seconds: number | null
}

export type LeadFigures = {
  leads: number
  /** The eight sources with the most leads in the period. The totals include all sources. */
  by_source: Array<{
    source: string
    leads: number
  }>
}

export type LeadReport = {
  from: Time
  to: Time
  time_zone: string
  bucket: "hour" | "day" | "week" | "month"
  buckets: Array<{
    start: Time
    end: Time
    leads: number
    /** The eight sources with the most leads in the period. The totals include all sources. */
    by_source: Array<{
      source: string
      leads: number
    }>
  }>
  totals: LeadFigures
  /** At most 500 campaigns, those with the most leads first. */
  by_campaign: Array<{
    source: string
    campaign: string | null
    leads: number
  }>
  /** Whether `by_campaign` contains all campaigns. */
  is_whole: boolean
}

export type ListedContact = Person & ({
  /** The newest name that the contact chose on a platform, without the at sign. */
  username: string | null
})

export type ListedContactPage = {
  data: Array<ListedContact>
  next_cursor: NextCursor
}

export type Macro = TicketType & {
  /** Only members of this team have it. */
  team_id: IdOrNull
  /** Only this member has it. */
  member_id: IdOrNull
  /** They run in this order, and stop at the first that fails. */
  actions: Array<RuleAction>
  /** In how many conversations it was run. */
  uses: number
}

export type MacroChanges = {
  /** The name in the list from which members choose. */
  name?: string | undefined
  /** They run in this order, and stop at the first that fails. */
  actions?: Array<RuleAction> | undefined
  /** A team: only its members have the macro. Null: everybody has it. */
  team_id?: string | null | undefined
}

export type MacroPage = {
  data: Array<Macro>
  next_cursor: NextCursor
}

export type MacroRun = {
  id: Id
  conversation_ids: Array<Id>
  undoable_until: Time
}

export type MatchCount = {
  count: number
  /** Whether there are more than `count`, which is at most 50,000. */
  is_capped: boolean
}

export type Me = {
  id: Id
  /** The name of the key. */
  name: string
  /** A `test` key sends messages only on channels of the simulator. More modes may be added. */
  mode: "live" | "test"
  /** The scopes that the key was created with. */
  scopes: Array<string>
  /** Requests per second. Null means no rate limit. */
  rate_limit: number | null
  /** The teams whose conversations, tickets and contacts the key sees. Null means those of the whole workspace. */
  team_ids: Array<Id> | null
  /** With `team_ids`: whether the key also sees what has no team. */
  sees_no_team: boolean
  /** The bot that the key belongs to: what is done with the key is done by the bot. */
  bot_id: string | null
  expires_at: TimeOrNull
  workspace: {
    id: Id
    name: string
  }
}

export type Media = {
  id: Id
  /** The type of message that the file is sent as. */
  type: string
  mime_type: string
  filename: string | null
  size_bytes: number
  /** The SHA-256 hash in hexadecimal. */
  sha256: string
  /** A link that is valid for a week. */
  url: string
  created_at: Time
}

export type Member = {
  id: Id
  user_id: Id
  name: string
  email: string
  /** A square WebP that everybody who has the link can read. It changes with the picture. */
  picture_url: string | null
  /** The name of a built-in role (`admin`, `supervisor`, `agent`, `light_agent`, `viewer`), or the id of a custom one. */
  role: string
  /** The teams of the member. */
  team_ids: Array<Id>
  /** Whether the member answers customers now. */
  availability: "online" | "away" | "offline"
  /** Why: it was set by hand, it is outside the working hours of the member, or the member has or has not had the app open in the last 5 minutes. The first of these that applies decides. */
  availability_cause: "by_hand" | "schedule" | "activity"
  /** When an availability that was set by hand ends. Null: it holds until it is changed, or was not set by hand. */
  availability_until: TimeOrNull
  /** Who set it by hand; otherwise null. */
  availability_set_by: Actor | null
  /** The business hours that are the working hours of the member. Outside of them the member is offline. Null: none. */
  business_hours_id: IdOrNull
  created_at: Time
  removed_at: TimeOrNull
}

export type MemberChanges = {
  /** Sets the availability by hand, which holds whatever the working hours and the activity of the member are. Null: they decide again. */
  availability?: "online" | "away" | "offline" | null | undefined
  /** When it ends, at most 366 days from now. Null or missing: it holds until it is changed. */
  availability_until?: string | null | undefined
  /** The id of business hours, which become the working hours of the member. Null: none. */
  business_hours_id?: string | null | undefined
}

export type MemberPage = {
  data: Array<Member>
  next_cursor: NextCursor
}

export type MemberUpdatedEvent = EventEnvelope & {
  type: "member.updated"
  data: Member
}

export type MergeContacts = {
  /** The contact to merge into this one. */
  other_id: string
  /** Which contact's value to keep, for each of `name`, `phone_e164`, `email`, `source`, `campaign`, `language` and `fields.<name>`. Keeps this contact's value by default, if it has one. */
  fields?: { [name: string]: "this" | "other" } | null | undefined
}

export type MergePreview = {
  this: Contact
  other: Contact
  fields: Array<{
    field: string
    this: string | null
    other: string | null
    default: "this" | "other"
  }>
  /** The counts of what moves from the other contact to this one. */
  moves: {
    chats: number
    tickets: number
    timeline_entries: number
    identities: number
  }
}

export type Message = {
  id: Id
  conversation_id: Id
  person_id: Id
  direction: "inbound" | "outbound"
  /** One of text, image, video, audio, document, sticker, location, contacts, interactive, template, reaction, button, order, call, system, unsupported. More types may be added. */
  type: string
  text: string | null
  media: MessageFile | null
  /** All files of the message: `media` and any further ones. */
  attachments: Array<MessageFile>
  /** Everything else the platform sent with the message, in its own format: a location, contacts, an order, the selected reply, or the ad that was clicked. */
  content: { [name: string]: unknown } | null
  /** `echo`: sent from another app of yours, such as the phone. `history`: sent or received before the channel was connected. */
  origin: "echo" | "history" | null
  /** Whether another app, such as an agent of the platform, held the conversation when the message was sent or received. */
  standby: boolean
  /** The message that this one replies to. It may have been deleted since, by the retention of the workspace: requesting it then answers 404. */
  reply_to: string | null
  /** The failed message that this one retries. */
  retry_of: string | null
  reactions: Array<Reaction>
  status: "queued" | "sent" | "delivered" | "read" | "failed" | "received"
  pricing: MessagePricing | null
  error: {
    code: string
    message: string
  } | null
  author: Actor
  created_at: Time
  sent_at: TimeOrNull
  delivered_at: TimeOrNull
  read_at: TimeOrNull
  edited_at: TimeOrNull
  revoked_at: TimeOrNull
}

export type MessageBatchResult = {
  /** The status that a request for this item has. */
  status: number
  body: SentMessage | null
  problem: Problem | null
}

export type MessageBatchResults = {
  /** The results, in the order of the items. */
  data: Array<MessageBatchResult>
}

export type MessageEchoedEvent = EventEnvelope & {
  type: "message.echoed"
  data: Message
}

export type MessageFigures = {
  inbound: number
  /** Sent messages, including failed ones. */
  outbound: number
  /** Sent messages that failed. */
  failed: number
}

/** A file of a message. */
export type MessageFile = {
  id?: Id
  status?: "pending" | "stored" | "failed"
  /** For received files a link that is valid for a week. Null while it is not stored. */
  url?: string | null
  mime_type?: string | null
  filename?: string | null
  size_bytes?: number | null
  sha256?: string | null
  /** Why it could not be stored. */
  error?: string | null
  /** Whether it is a voice message. */
  voice?: boolean
  /** How long a received voice message is, once it is stored. */
  duration_seconds?: number
  /** Whether it is an animated sticker. */
  animated?: boolean
}

export type MessagePage = {
  data: Array<Message>
  next_cursor: NextCursor
}

/** The price information of a sent message. Null until the platform reports it, which is usually when the message is sent or delivered. */
export type MessagePricing = {
  /** One of service, utility, marketing, marketing_lite, authentication, authentication_international, referral_conversion. More may be added. */
  category: string
  /** `regular`: charged. `free_customer_service`, `free_entry_point`: free of charge. More may be added. */
  type: string | null
  /** Prefer `type`: platforms drop this field. */
  billable: boolean | null
  /** `PMP`: priced per message. */
  model: string | null
}

export type MessageReceivedEvent = EventEnvelope & {
  type: "message.received"
  data: Message
}

export type MessageReport = {
  from: Time
  to: Time
  time_zone: string
  bucket: "hour" | "day" | "week" | "month"
  buckets: Array<{
    start: Time
    end: Time
    inbound: number
    /** Sent messages, including failed ones. */
    outbound: number
    /** Sent messages that failed. */
    failed: number
  }>
  totals: MessageFigures
}

export type MessageSentEvent = EventEnvelope & {
  type: "message.sent"
  data: Message
}

export type MessageStatusChangedEvent = EventEnvelope & {
  type: "message.status_changed"
  data: Message
}

export type MessageTrail = {
  message_id: Id
  status: "queued" | "sent" | "delivered" | "read" | "failed" | "received"
  platform_message_id: string | null
  next_attempt_at: TimeOrNull
  /** The charge of the platform for the message. `cost` is null for free and for undelivered messages, and when no price list has the price. Null until the platform reports price information. */
  charge: {
    /** As in the message's `pricing`. */
    category: string
    /** As in the message's `pricing`. */
    type: string | null
    is_free: boolean
    /** The number of recipients that the message was delivered to. 0: not charged. */
    recipients: number
    cost: Money | null
  } | null
  steps: Array<{
    /** `attempt`: the message was handed to the platform. `status`: the platform reported a status. */
    kind: "received" | "queued" | "attempt" | "status"
    /** For a status, the platform's own timestamp. */
    at: Time
    ended_at: TimeOrNull
    /** The number of the attempt, starting at 1. */
    number: number | null
    /** `ambiguous`: the platform may have accepted the message. `unfinished`: the attempt is in progress, or its process stopped. After either, the message is attempted again only if the platform reports no status of it for at least a minute in which it could; otherwise it becomes `failed` with `unconfirmed`. */
    outcome: "accepted" | "ambiguous" | "retry" | "hold" | "throttle" | "stop" | "rejected" | "unfinished" | null
    status: string | null
    platform_message_id: string | null
    error: {
      code: string
      message: string
      /** How to fix the problem. */
      advice: string
    } | null
    next_at: TimeOrNull
    /** Pricing, conversation and recipient as the platform sent them. */
    details: { [name: string]: unknown } | null
  }>
}

export type MessageUpdatedEvent = EventEnvelope & {
  type: "message.updated"
  data: Message
}

export type MissingPart = {
  kind: string
  id: string
}

/** The price of one message by the workspace's price list. The messages that are free each month are not considered. Null: free, or not known. */
export type Money = {
  /** An exact decimal number, such as 0.0118. */
  amount: string
  /** An ISO 4217 code, such as USD. */
  currency: string
}

export type NewBot = {
  /** The name that members see. */
  name: string
  /** How long the bot may take to act on a message: to send, to hand over, or to say that it is done. Then the conversation goes to the queue. By default `30`. */
  timeout_seconds?: number | null | undefined
  /** The channels whose new and reopened conversations go to the bot. A channel has at most one bot: it leaves its former one. */
  channel_ids?: Array<Id> | null | undefined
  /** The teams whose new and reopened conversations go to the bot, unless their channel has one. A team has at most one bot. */
  team_ids?: Array<Id> | null | undefined
}

export type NewBusinessHours = {
  /** A name, unique in the workspace. */
  name: string
  /** The IANA name of a time zone. */
  time_zone: string
  week: Week
  /** Days with other hours, which replace those of the week: each has either `date` or `yearly`. */
  exceptions?: Array<HoursException> | null | undefined
  /** Whether they hold for everything that has no other business hours. */
  is_default?: boolean | null | undefined
}

export type NewCannedReply = {
  /** What agents type after `/` to insert the reply: letters, digits, - and _. */
  shortcut: string
  /** Variables are replaced when the reply is used: {name}, {first_name}, {phone}, {email}, {channel}, {team}, {my_name}, {my_first_name}, and {field.KEY} with the key of a custom field; in updates about a ticket {number}, {title} and {status}. A reply is not sent while one of them has no value. */
  text: string
  /** A team: only its members have the reply. Null: everybody has it, or the one member. */
  team_id?: string | null | undefined
  /** Uploaded files that are sent with the text. Replaces those that it has. */
  media_ids?: Array<Id> | null | undefined
  /** Whether only the signed-in member has it. */
  is_own?: boolean | null | undefined
}

/** Requires a name or a phone number. */
export type NewContact = {
  /** Up to 200 characters as people count them: an emoji is one. */
  name?: string | null | undefined
  /** Ten-digit Indian numbers get the prefix +91. */
  phone_e164?: string | null | undefined
  /** Alias of `phone_e164`. */
  phone?: string | null | undefined
  /** An email address of up to 254 characters, also as `mailto:` or as `Name <address>`. Its domain may be of any script. */
  email?: string | null | undefined
  /** By default `api`. */
  source?: string | null | undefined
  /** Up to 200 characters as people count them: an emoji is one. */
  campaign?: string | null | undefined
  /** The language of the contact, as a tag such as `en` or `pt-BR`. */
  language?: string | null | undefined
  /** Custom fields by name. The values of defined fields must have their type; other names take any text. A contact that exists already keeps its values, and gets those it does not have. */
  fields?: { [name: string]: string | number | boolean | null } | null | undefined
} & ({
  name: string
} | {
  phone_e164: string
} | {
  phone: string
})

export type NewContactBulkAction = {
  action: "erase" | "merge"
  /** The items to change. Send this or `filter`. */
  ids?: Array<Id> | null | undefined
  /** Changes everything that matches now, up to 50,000 items, with the filters of the list. An empty object matches everything. */
  filter?: ContactFilter | null | undefined
  /** Items that match the filter and are not to be changed. */
  except_ids?: Array<Id> | null | undefined
  /** For `merge`: the contact that stays. Those in `ids`, at most 9, are merged into it one after another, the oldest first; each fills the fields that are still empty. */
  survivor_id?: string | null | undefined
}

export type NewContactNote = {
  text: string
}

export type NewContacts = {
  /** Each is done on its own: one that fails changes nothing of the others. */
  items: Array<NewContact & ({
    /** Makes a repeat of this item return its first result for 24 hours. By default it follows from the `Idempotency-Key` of the request and the position of the item. */
    idempotency_key?: string | null
  })>
}

export type NewConversationBulkAction = {
  action: "close" | "reopen" | "snooze" | "assign" | "set_team" | "set_priority" | "add_participant" | "remove_participant" | "tag" | "untag" | "mark_read" | "mark_unread"
  /** The items to change. Send this or `filter`. */
  ids?: Array<Id> | null | undefined
  /** Changes everything that matches now, up to 50,000 items, with the filters of the list. An empty object matches everything. */
  filter?: ConversationFilter | null | undefined
  /** Items that match the filter and are not to be changed. */
  except_ids?: Array<Id> | null | undefined
  /** For `assign`: a membership, or for conversations a bot. Null unassigns. */
  assignee_id?: string | null | undefined
  /** For `set_team`: the id of the team. Null removes the items from their team. */
  team_id?: string | null | undefined
  /** For `set_priority`. Null removes the priority. */
  priority?: "low" | "medium" | "high" | "urgent" | null | undefined
  /** For `add_participant` and `remove_participant`: a membership. */
  member_id?: string | null | undefined
  /** For `tag` and `untag`: the id of the tag. */
  tag_id?: string | null | undefined
  /** For `snooze`: when the conversations reopen. Must be in the future. */
  snoozed_until?: string | null | undefined
}

export type NewCustomField = {
  /** The field's name in `fields` of contacts or tickets, which cannot be changed later. Values that they already have under this name stay. */
  key: string
  /** Cannot be changed later. Keys and labels are unique for each. By default `contact`. */
  applies_to?: "contact" | "ticket" | null | undefined
  /** The name that members see, the key by default. Unique among fields that are not archived. */
  label?: string | null | undefined
  /** The type of the values, which cannot be changed later. */
  type: "text" | "number" | "date" | "boolean" | "choice"
  /** The values of the type `choice`, in the order in which they are offered. */
  choices?: Array<string> | null | undefined
}

export type NewDraft = {
  /** The conversation to reply to. */
  conversation_id: string
  /** The text that is proposed for the customer. */
  text: string
}

export type NewMacro = {
  /** The name in the list from which members choose. */
  name: string
  /** They run in this order, and stop at the first that fails. */
  actions: Array<RuleAction>
  /** A team: only its members have the macro. Null: everybody has it. */
  team_id?: string | null | undefined
  /** Whether only the signed-in member has it. */
  is_own?: boolean | null | undefined
}

export type NewNote = {
  text: string
  /** The memberships to mention. */
  mentions?: Array<Id> | null | undefined
  /** Teams whose members are mentioned, as they are now. */
  mentioned_team_ids?: Array<Id> | null | undefined
  /** Whether to add mentioned members who do not see the conversation to its participants. Without it, such a mention is refused with `mention_needs_access`. */
  add_participants?: boolean | null | undefined
}

export type NewRole = {
  /** Names of roles differ by more than their case. */
  name: string
  /** The scopes of its members, as keys have them. A member can do what a key with them can. */
  scopes: Array<"chats:read" | "messages:read" | "contacts:read" | "tickets:read" | "events:read" | "reports:read" | "chats:write" | "messages:write" | "messages:draft" | "notes:write" | "contacts:write" | "tickets:write" | "read" | "write">
  /** The conversations, tickets and contacts that its members see. `all`: those of the workspace. `teams`: those of their teams, those assigned to them, and those in which they take part. `own`: those assigned to them, unassigned ones of their teams, and those in which they take part. By default `all`. */
  visibility?: "all" | "teams" | "own" | null | undefined
  /** Whether its members also see what has no team; with `own`, as long as it is unassigned. By default `true`. */
  sees_no_team?: boolean | null | undefined
}

export type NewRule = {
  /** Names of rules differ by more than their case. */
  name: string
  trigger: RuleTrigger
  conditions: RuleConditions
  /** They run in this order, and stop at the first that fails. */
  actions: Array<RuleAction>
  /** How often it fires for one conversation. `always`: at each event, and once in each stretch of a state. `round`: once from its opening until it is closed. `once`: once. */
  repeat?: "always" | "round" | "once" | null | undefined
  /** Whether later rules are left out at an event at which this one fires. */
  stops?: boolean | null | undefined
}

export type NewSlaPolicy = {
  /** A name, unique in the workspace. */
  name: string
  /** Policies are tried in the order of their positions. A round of a conversation has the first one whose conditions it meets. */
  position?: number | null | undefined
  /** Only conversations of one of these teams. Empty: of any team, or of none. */
  team_ids?: Array<Id> | null | undefined
  /** Only conversations on one of these channels. Empty: on any. */
  channel_ids?: Array<Id> | null | undefined
  /** Only conversations with one of these tags. Empty: with any tags. */
  tag_ids?: Array<Id> | null | undefined
  /** Minutes from the first message of a customer in a round to the answer of a person. Null: no target. */
  first_response_minutes?: number | null | undefined
  /** Minutes from the first message of a customer after an answer to the next one. Null: no target. */
  next_response_minutes?: number | null | undefined
  /** Minutes from the first message of a customer in a round, or from a reopening, to the close. Null: no target. */
  resolution_minutes?: number | null | undefined
  /** `business`: only the business hours of the conversation's team count, or the default ones; all hours if there are none. `wall`: all hours count. */
  clock?: "business" | "wall" | null | undefined
  /** States in which the time of a resolution stands still. `waiting_for_customer`: a person wrote last. The time of a response never does. */
  pauses?: Array<"snoozed" | "waiting_for_customer"> | null | undefined
  /** A warning is due when so much of a target is used up, in percent. Null: no warning. */
  warning_percent?: number | null | undefined
  /** Who is notified of warnings and breaches. `assignee`: of the conversation. `supervisors`: members of its team with the role `supervisor`. */
  notify?: Array<"assignee" | "supervisors"> | null | undefined
}

export type NewTag = {
  name: string
  /** By default `gray`. */
  color?: "gray" | "red" | "pink" | "grape" | "violet" | "indigo" | "blue" | "cyan" | "teal" | "green" | "lime" | "yellow" | "orange" | null | undefined
}

export type NewTeam = {
  /** Names of teams differ by more than their case. */
  name: string
  /** The memberships of its members. */
  member_ids?: Array<Id> | null | undefined
  /** Its channels. New conversations of a channel start with its team. A channel belongs to at most one team: it leaves its former one. */
  channel_ids?: Array<Id> | null | undefined
  /** The business hours of the team; null: the default ones of the workspace, if there are any. */
  business_hours_id?: IdOrNull | undefined
}

export type NewTicket = {
  person_id: Id
  title: string
  message_id?: IdOrNull | undefined
  /** The conversation the ticket came from. Defaults to the conversation of `message_id`. */
  conversation_id?: string | null | undefined
  /** By default `medium`. */
  priority?: "low" | "medium" | "high" | "urgent" | null | undefined
  /** The id of the membership to assign the ticket to. */
  assignee_id?: string | null | undefined
  /** The id of a team. Defaults to the team of the conversation. */
  team_id?: string | null | undefined
  /** The id of a ticket type. */
  type_id?: string | null | undefined
  /** An RFC 3339 timestamp with any UTC offset. */
  due_at?: string | null | undefined
  /** Custom fields by name. The values of fields that are defined for tickets must have their type; other names take any text. */
  fields?: { [name: string]: string | number | boolean | null } | null | undefined
  /** Plain text for your team. The customer never receives it. */
  description?: string | null | undefined
  /** The ids of the workspace's tags that the ticket gets. */
  tag_ids?: Array<Id> | null | undefined
  /** Files to attach: ids from POST /api/v1/media. */
  media_ids?: Array<Id> | null | undefined
}

export type NewTicketBulkAction = {
  action: "assign" | "set_team" | "set_type" | "set_status" | "set_priority" | "set_due" | "tag" | "untag"
  /** The items to change. Send this or `filter`. */
  ids?: Array<Id> | null | undefined
  /** Changes everything that matches now, up to 50,000 items, with the filters of the list. An empty object matches everything. */
  filter?: TicketFilter | null | undefined
  /** Items that match the filter and are not to be changed. */
  except_ids?: Array<Id> | null | undefined
  /** For `assign`: a membership, or for conversations a bot. Null unassigns. */
  assignee_id?: string | null | undefined
  /** For `set_team`: the id of the team. Null removes the items from their team. */
  team_id?: string | null | undefined
  /** For `set_status`. */
  status?: "open" | "pending" | "solved" | "closed" | null | undefined
  /** For `set_priority`. */
  priority?: "low" | "medium" | "high" | "urgent" | null | undefined
  /** For `set_due`. Null removes the due time. */
  due_at?: string | null | undefined
  /** For `set_type`: the id of the type. Null removes the type. */
  type_id?: string | null | undefined
  /** For `tag` and `untag`: the id of the tag. */
  tag_id?: string | null | undefined
}

export type NewTicketLink = {
  /** The id of the other ticket. */
  ticket_id: string
  /** What the ticket of the path is to the other one. */
  kind: "relates_to" | "blocks" | "duplicate_of" | "blocked_by" | "duplicated_by"
}

export type NewTicketType = {
  name: string
}

export type NewView = {
  subject: "chats" | "contacts" | "tickets"
  name: string
  /** Filters by name, with the values that the matching list endpoint accepts. */
  filters: { [name: string]: unknown }
  /** Whether all members see the view. Views created with an API key are always shared. */
  is_shared?: boolean | null | undefined
}

export type NewWebhookEndpoint = {
  /** A URL that starts with http:// or https://. */
  url: string
  /** Default: message.sent, contact.created, ticket.created. */
  events?: Array<EventType> | null | undefined
  description?: string | null | undefined
  /** The number of concurrent deliveries. Default: 20 with `ordering: subject`, else 1. */
  max_in_flight?: number | null | undefined
  rate_limit?: number | null | undefined
  /** By default `subject`. */
  ordering?: "subject" | "creation" | "conversation" | null | undefined
  filters?: NewWebhookFilters | null | undefined
  /** Custom headers of every delivery, at most 20. A text sets a header, null removes it, others stay; null for `headers` removes all. Values are stored encrypted and never returned. */
  headers?: { [name: string]: string | null } | null | undefined
  /** OAuth 2 client credentials (RFC 6749, section 4.4). Deliveries carry a bearer token of this server. Null means none. */
  oauth?: NewWebhookOauth | null | undefined
  /** The client certificate that Parley shows to the receiver (mTLS), and the authorities of the receiver. Null removes both. */
  tls?: NewWebhookTls | null | undefined
  /** `full`: the resource of the event. `thin`: only its `id`, and the `path` to read it with an API key, so that no personal data is sent. By default `full`. */
  payload?: "full" | "thin" | null | undefined
}

/** An event is delivered if it matches one value of each filter. A filter does not apply to events without its property, such as `directions` to a ticket. */
export type NewWebhookFilters = {
  /** The channels of the conversation. */
  channel_ids?: Array<Id> | null
  /** The teams of the conversation or ticket. `none` means without a team. */
  team_ids?: Array<Id | "none"> | null
  /** Tags of the conversation or ticket. */
  tag_ids?: Array<Id> | null
  /** The assignees of the conversation or ticket. `none` means unassigned. */
  assignee_ids?: Array<Id | "none"> | null
  /** The directions of a message: `inbound` or `outbound`. */
  directions?: Array<"inbound" | "outbound"> | null
}

export type NewWebhookOauth = {
  /** The token endpoint of the authorization server. Its URL starts with https://. */
  token_url: string
  client_id: string
  /** Stored encrypted and never returned. */
  client_secret: string
  /** Scopes with a space between them. Null asks for the default of the server. */
  scope?: string | null
}

export type NewWebhookTls = {
  /** The client certificate in PEM, then the certificates that issued it, in order. */
  certificate?: string | null
  /** The private key of the certificate in PEM, without a passphrase. Stored encrypted and never returned. */
  private_key?: string | null
  /** Certificates in PEM of the authorities that the receiver uses. Null means the public ones. */
  ca?: string | null
}

/** The `cursor` of the next page. Null on the last one. */
export type NextCursor = string | null

export type NextException = {
  date: string
  label: string
  periods: Periods
}

export type NoneOrMe = "none" | "me"

export type NoneOrMine = "none" | "mine"

export type Note = {
  id: Id
  conversation_id: Id
  /** The member, the bot, the rule, or the API key. */
  author: {
    type: "api_key" | "member" | "bot" | "rule"
    id: IdOrNull
  }
  /** Empty once it is deleted. */
  text: string
  /** The memberships that it mentions. */
  mentions: Array<Id>
  created_at: Time
  edited_at: TimeOrNull
  deleted_at: TimeOrNull
}

/** Adds an internal note. */
export type NoteAction = {
  type: "note"
  /** A text. */
  text: string
}

export type NoteChanges = {
  text?: string | undefined
  /** The memberships to mention. */
  mentions?: Array<Id> | undefined
  /** Teams whose members are mentioned, as they are now. */
  mentioned_team_ids?: Array<Id> | undefined
  /** Whether to add mentioned members who do not see the conversation to its participants. Without it, such a mention is refused with `mention_needs_access`. */
  add_participants?: boolean | undefined
}

export type NoteCreatedEvent = EventEnvelope & {
  type: "note.created"
  data: Note
}

export type NoteUpdatedEvent = EventEnvelope & {
  type: "note.updated"
  data: Note
}

/** Adds an internal note that mentions members and the members of teams. */
export type NotifyAction = {
  type: "notify"
  /** A text. */
  text: string
  member_ids?: Array<Id>
  team_ids?: Array<Id>
}

/** Start and end of each period of the day, such as `["09:00", "12:30"]`. A period that ends at or before its start goes on until that time of the next day. Without periods, the day is closed. */
export type Periods = Array<Array<string>>

export type Person = {
  id: Id
  name: string | null
  phone_e164: string | null
  email: string | null
  source: string
  campaign: string | null
  language: string | null
  created_at: Time
  updated_at: Time
  last_seen_at: TimeOrNull
  /** Since when the contact is blocked; null: it is not. */
  blocked_at: TimeOrNull
  blocked_reason: string | null
  /** Since when the contact is opted out of marketing messages; null: it is not. */
  opted_out_at: TimeOrNull
  /** How it opted out: with a word such as STOP, on the platform, or by a member or an API key. */
  opted_out_by: "keyword" | "platform" | "member" | "api_key" | null
  /** Custom fields by name, as text: a number such as `12.5`, a date such as `2026-03-31`, `true` or `false`. */
  fields: { [name: string]: string }
}

export type PriceList = {
  id: Id
  /** From when the prices are valid. They end when the next list starts. */
  valid_from: Time
  /** An ISO 4217 code, such as USD. */
  currency: string
  /** The name of the uploaded file. */
  filename: string
  /** The number of prices, by country and category. */
  price_count: number
  created_at: Time
  created_by: {
    type: "api_key" | "member" | "person" | "system" | "bot" | "rule"
    id: IdOrNull
  }
}

export type PriceListDetail = PriceList & {
  markets: Array<{
    /** The country or region, as the file names it. */
    market: string
    /** The countries with these prices, as ISO 3166-1 alpha-2 codes. */
    countries: Array<string>
    /** The price of one message by category, as an exact decimal number. */
    prices: { [name: string]: string }
  }>
}

export type PriceListPage = {
  data: Array<PriceList>
  next_cursor: NextCursor
}

export type PriorityAction = {
  type: "set_priority"
  priority: "low" | "medium" | "high" | "urgent" | null
}

export type Problem = {
  /** The address of a page that explains the code. */
  type: string
  /** The meaning of the code. */
  title: string
  /** The HTTP status. */
  status: number
  /** A stable error code. Build on it instead of on `title` or `detail`. */
  code: "malformed_json" | "invalid_cursor" | "invalid_header" | "bad_request" | "app_refused" | "unauthenticated" | "invalid_credentials" | "invalid_second_factor" | "invalid_passkey" | "second_step_expired" | "invalid_api_key" | "invalid_signature" | "insufficient_scope" | "live_key_required" | "address_not_allowed" | "admin_required" | "author_required" | "second_factor_required" | "sso_required" | "sso_session" | "sso_refused" | "workspace_required" | "confirmation_required" | "origin_not_allowed" | "cross_origin" | "verification_failed" | "route_not_found" | "method_not_allowed" | "contact_opted_out" | "contact_blocked" | "conversation_not_found" | "media_not_found" | "payload_not_found" | "message_not_found" | "person_not_found" | "data_export_not_found" | "data_export_incomplete" | "bulk_action_not_found" | "bulk_action_ended" | "bulk_action_final" | "too_many_bulk_actions" | "erasure_not_found" | "draft_not_found" | "held_reply_not_found" | "note_not_found" | "comment_not_found" | "too_many_attachments" | "bot_not_found" | "tag_not_found" | "team_not_found" | "rule_not_found" | "macro_not_found" | "macro_run_not_found" | "role_not_found" | "canned_reply_not_found" | "custom_field_not_found" | "business_hours_not_found" | "sla_policy_not_found" | "view_not_found" | "merge_not_found" | "import_not_found" | "price_list_not_found" | "ticket_type_not_found" | "ticket_link_not_found" | "ticket_not_found" | "channel_not_found" | "membership_not_found" | "sso_not_found" | "sso_attempt_not_found" | "domain_not_found" | "passkey_not_found" | "session_not_found" | "user_not_found" | "workspace_not_found" | "password_reset_not_found" | "invitation_not_found" | "form_not_found" | "api_key_not_found" | "audit_entry_not_found" | "app_not_found" | "endpoint_not_found" | "request_not_found" | "delivery_not_found" | "replay_not_found" | "event_not_found" | "device_not_found" | "report_schedule_not_found" | "notice_not_found" | "platform_not_found" | "request_timeout" | "already_answered" | "draft_changed" | "idempotency_key_in_flight" | "delivery_pending" | "channel_not_connected" | "conversation_not_held" | "not_holder" | "bot_off" | "handover_not_supported" | "business_account_unknown" | "api_key_ended" | "too_many_secrets" | "message_not_failed" | "draft_decided" | "message_retried" | "price_list_taken" | "team_taken" | "rule_taken" | "macro_taken" | "action_failed" | "queue_empty" | "role_taken" | "role_in_use" | "role_built_in" | "hours_taken" | "sla_policy_taken" | "ticket_without_conversation" | "customer_already_notified" | "tickets_linked" | "too_many_links" | "ticket_type_taken" | "tag_taken" | "shortcut_taken" | "custom_field_taken" | "too_many_report_schedules" | "too_many_custom_fields" | "replay_ended" | "endpoint_disabled" | "person_merged" | "merge_undone" | "merge_not_last" | "import_busy" | "import_not_ready" | "import_ended" | "identity_taken" | "workspace_changed" | "slug_taken" | "account_not_verified" | "domain_taken" | "domain_not_verified" | "sso_session_required" | "email_taken" | "webhook_loop" | "second_factor_on" | "second_factor_off" | "challenge_expired" | "passkey_taken" | "too_many_passkeys" | "already_member" | "last_admin" | "invitation_open" | "invitation_closed" | "quota_exceeded" | "channel_taken" | "channel_connected" | "open_form_taken" | "cursor_expired" | "precondition_failed" | "body_too_large" | "unsupported_media_type" | "follower_needs_access" | "mention_needs_access" | "validation_failed" | "missing_target" | "conflicting_targets" | "conflicting_fields" | "ownership_not_proven" | "invalid_file" | "invalid_phone" | "window_closed" | "template_required" | "contact_not_reachable" | "template_not_usable" | "media_not_usable" | "invalid_url" | "idempotency_key_reused" | "rate_limited" | "too_many_streams" | "headers_too_large" | "platform_refused" | "sso_unavailable" | "internal" | "secret_unreadable" | "platform_unavailable" | "busy" | "database_unavailable" | "media_store_full" | "media_store_unavailable" | "overloaded" | "streams_exhausted" | "webhook_not_configured"
  /** The fault of this request, for people. */
  detail: string
  /** The id of the request. Quote it to support. */
  request_id: string
  /** The invalid fields. Present only with status 422. */
  errors?: Array<FieldError>
  /** Who holds the conversation. Present only with the code `not_holder`. */
  held_by?: {
    type: "other_app" | "bot" | "member" | "team" | "nobody"
    id: IdOrNull
    version: number
  }
}

export type QueueSize = {
  waiting: CappedCount
  /** Since when the customer waits who waits longest. */
  oldest_waiting_since: TimeOrNull
}

export type Reaction = {
  emoji: string
  author: {
    type: "person" | "system"
    id: IdOrNull
  }
  created_at: Time
}

export type ReadReceipt = {
  conversation_id: Id
  message_id: IdOrNull
  unread_count: number
  /** Whether the platform accepted the read receipt. */
  told: boolean
  error: {
    code: string
    message: string
    advice: string
  } | null
}

export type ReplayWebhook = {
  types?: Array<EventType> | null | undefined
  /** Only events at or after this time. */
  since?: string | null | undefined
  /** Only events before this time. Defaults to now. */
  until?: string | null | undefined
  /** Defaults to `failed` and `cancelled`. `missing` selects events without a delivery to the endpoint. */
  statuses?: Array<"failed" | "cancelled" | "succeeded" | "missing"> | null | undefined
  /** Only one status. */
  status?: "failed" | "cancelled" | "succeeded" | "missing" | null | undefined
  /** Deliveries per second. No rate limit by default. */
  rate_limit?: number | null | undefined
  /** Only counts the deliveries. Nothing is changed. By default `false`. */
  dry_run?: boolean | null | undefined
}

/** Sends a message to the customer. */
export type ReplyAction = {
  type: "reply"
  /** Variables are replaced as in canned replies. A variable without a value fails the action. */
  text?: string
  /** A canned reply, instead of a text. */
  canned_reply_id?: string
}

export type ReplyPreview = {
  id: Id
  direction: "inbound" | "outbound"
  type: string
  text: string | null
}

export type ResendEvent = {
  /** Only this endpoint, regardless of its subscribed events. By default, all enabled endpoints that have a delivery of the event or subscribe to its type. */
  endpoint_id?: string | null | undefined
}

export type ResentEvent = {
  deliveries: Array<WebhookDelivery>
}

export type ResponseFigures = {
  /** Conversations opened by a customer's message: new ones, and closed ones that were reopened. */
  started: number
  /** Opened conversations that were answered. */
  answered: number
  /** Opened conversations that are still open and unanswered. */
  waiting: number
  /** The time from the customer's first message to the first reply that a member or an API key sent successfully. Counted in the bucket of the customer's message. */
  first_response_seconds: Seconds | null
  /** Conversations that were closed. */
  closed: number
  /** The time from opening to closing. Counted in the bucket of the closing. */
  resolution_seconds: Seconds | null
}

export type ResponseReport = {
  from: Time
  to: Time
  time_zone: string
  bucket: "hour" | "day" | "week" | "month"
  buckets: Array<ResponseFigures & {
    start: Time
    end: Time
  }>
  totals: ResponseFigures
  hours: "all" | "business"
}

export type Role = {
  /** The name of a built-in role (`admin`, `supervisor`, `agent`, `light_agent`, `viewer`), or the id of a custom one. */
  id: string
  name: string
  is_built_in: boolean
  /** The scopes of its members. `*`: everything, as only an admin can. */
  scopes: Array<string>
  visibility: "all" | "teams" | "own"
  sees_no_team: boolean
  created_at: TimeOrNull
  updated_at: TimeOrNull
}

export type RoleChanges = {
  /** Names of roles differ by more than their case. */
  name?: string | undefined
  /** The scopes of its members, as keys have them. A member can do what a key with them can. */
  scopes?: Array<"chats:read" | "messages:read" | "contacts:read" | "tickets:read" | "events:read" | "reports:read" | "chats:write" | "messages:write" | "messages:draft" | "notes:write" | "contacts:write" | "tickets:write" | "read" | "write"> | undefined
  /** The conversations, tickets and contacts that its members see. `all`: those of the workspace. `teams`: those of their teams, those assigned to them, and those in which they take part. `own`: those assigned to them, unassigned ones of their teams, and those in which they take part. By default `all`. */
  visibility?: "all" | "teams" | "own" | undefined
  /** Whether its members also see what has no team; with `own`, as long as it is unassigned. By default `true`. */
  sees_no_team?: boolean | undefined
}

export type Roles = {
  data: Array<Role>
}

export type RotateSigningSecret = {
  /** Ends all previous secrets immediately instead of after 24 hours. By default `false`. */
  expire_now?: boolean | null | undefined
}

export type Rule = TicketType & ({
  /** Rules run in the order of their places, from 1. */
  place: number
  is_on: boolean
  /** Why it switched itself off. Null if it did not, or was switched on since. */
  off: RuleOff | null
  trigger: RuleTrigger
  conditions: RuleConditions
  /** They run in this order, and stop at the first that fails. */
  actions: Array<RuleAction>
  /** How often it fires for one conversation. `always`: at each event, and once in each stretch of a state. `round`: once from its opening until it is closed. `once`: once. */
  repeat: "always" | "round" | "once"
  /** Whether later rules are left out at an event at which this one fires. */
  stops: boolean
})

export type RuleAction = AssignAction | TeamAction | TagsAction | StatusAction | PriorityAction | HandOverAction | SnoozeAction | ReplyAction | TemplateAction | NoteAction | NotifyAction | TicketAction | FieldAction | WebhookAction

export type RuleChanges = {
  /** Names of rules differ by more than their case. */
  name?: string | undefined
  /** Switches the rule on or off. It looks only at what happens from then on. */
  is_on?: boolean | undefined
  /** Moves the rule to this place; those behind it follow. */
  place?: number | undefined
  trigger?: RuleTrigger | undefined
  conditions?: RuleConditions | undefined
  /** They run in this order, and stop at the first that fails. */
  actions?: Array<RuleAction> | undefined
  /** How often it fires for one conversation. `always`: at each event, and once in each stretch of a state. `round`: once from its opening until it is closed. `once`: once. */
  repeat?: "always" | "round" | "once" | undefined
  /** Whether later rules are left out at an event at which this one fires. */
  stops?: boolean | undefined
}

export type RuleCondition = {
  /** The names of the filters of lists. `nth_message`: the place among the customer’s messages since the conversation was opened, from 1. `field`: a custom field of the contact. `held_by`: its type. */
  field: "status" | "channel_id" | "channel_type" | "person_id" | "assignee_id" | "team_id" | "tag_id" | "priority" | "held_by" | "unread" | "waiting" | "text" | "message_type" | "nth_message" | "within_business_hours" | "opted_out" | "language" | "ticket_status" | "ticket_priority" | "ticket_type" | "ticket_field" | "field"
  /** The key of the custom field, with `field` only. */
  key?: string
  /** `is`, `is_not`: one of the values, none of them; the value `none` is an absent one. `at_least`, `at_most`: of numbers and dates; never true for an absent value. `contains`, `contains_all`, `contains_none`: whole words of a text, without regard to case and accents. */
  operator: "is" | "is_not" | "at_least" | "at_most" | "contains" | "contains_all" | "contains_none"
  values: Array<string>
}

export type RuleConditionGroup = {
  /** Whether all conditions must be true, or one of them. */
  match: "all" | "any"
  conditions: Array<RuleCondition>
}

export type RuleConditions = {
  /** Whether all conditions must be true, or one of them. */
  match: "all" | "any"
  /** Without conditions, the rule fires at each trigger. */
  conditions: Array<RuleCondition | RuleConditionGroup>
}

export type RuleFiring = {
  id: Id
  rule_id: Id
  conversation_id: Id
  /** `done`: all actions. `partly`: those before one that failed, which is the last of `actions`. */
  result: "done" | "partly"
  actions: Array<FiredAction>
  seen: Array<SeenRuleCondition>
  created_at: Time
}

export type RuleFiringPage = {
  data: Array<RuleFiring>
  next_cursor: NextCursor
}

export type RuleLog = {
  /** The newest 100, the newest first. */
  firings: Array<RuleFiring>
  /** Of the last seven days, the newest first: at most 100, for a conversation also the newest of each other live rule. */
  misses: Array<RuleMiss>
}

export type RuleMiss = {
  rule_id: Id
  conversation_id: Id
  /** `author`: someone else caused the event. `unchanged`: other fields changed. `condition`: the last of `seen` was false. `own_event`: the rule caused it. `chain`: three firings led to it. `stopped`: an earlier rule stops. `repeated`: it fired before. `ended`: the state or a condition ended before its time. `trigger`: nothing happened that it looks at. `off`: it was off. `waits`: until `due_at`. */
  miss: "author" | "unchanged" | "condition" | "own_event" | "chain" | "stopped" | "repeated" | "ended" | "trigger" | "off" | "waits"
  seen: Array<SeenRuleCondition>
  due_at: TimeOrNull
  created_at: Time
}

export type RuleOff = {
  /** `missing`: something that it names does not exist any more. `loop`: it fired again and again for a conversation at events that no person caused. */
  reason: "missing" | "loop"
  at: Time
  missing: Array<MissingPart>
}

export type RulePage = {
  data: Array<Rule>
  next_cursor: NextCursor
}

export type RuleTrial = {
  events: number
  /** The time of the oldest event. */
  since: TimeOrNull
  firings: number
  /** The newest first, at most 100. */
  conversation_ids: Array<Id>
  /** By the reason. */
  misses: { [name: string]: number }
}

export type RuleTrigger = {
  /** What happened, or a state that has lasted for `after_minutes`: `waiting` (the customer waits for an answer), `silent` (the customer has not answered), `closed`. */
  on: "message_received" | "message_sent" | "conversation_created" | "conversation_updated" | "note_created" | "ticket_created" | "ticket_updated" | "waiting" | "silent" | "closed"
  /** Who caused the event. By default only the contact (`person`). Without meaning for a state that lasts. */
  by?: Array<"api_key" | "member" | "person" | "system" | "bot" | "rule"> | null
  /** Only if one of these fields of the conversation changed. */
  changed?: Array<"status" | "assignee_id" | "team_id" | "tag_id" | "priority"> | null
  /** How long the state lasts, or how long the rule waits after the event. Then its conditions must be true again. */
  after_minutes?: number | null
  /** Whether only business hours count in `after_minutes`. */
  in_business_hours?: boolean | null
}

export type RunMacro = {
  conversation_ids: Array<Id>
  /** For a signed-in member: messages wait so many seconds, and a close after them, too. By default `0`. */
  hold_seconds?: number | null | undefined
}

export type SearchResults = {
  people: Array<ListedContact & ({
    /** The field that matches best. Null if several fields match together. */
    match: {
      /** The field that matches: name, phone_e164, email, group, tag, handover (its summary) or the kind of an identity. More may be added. */
      field: string
      /** An excerpt around the first match, without the marks of formatted text. */
      snippet: string
      /** The matches, in order and without overlaps. */
      highlights: Array<Highlight>
    } | null
  })>
  chats: Array<Conversation & ({
    /** The field that matches best. Null if several fields match together. */
    match: {
      /** The field that matches: name, phone_e164, email, group, tag, handover (its summary) or the kind of an identity. More may be added. */
      field: string
      /** An excerpt around the first match, without the marks of formatted text. */
      snippet: string
      /** The matches, in order and without overlaps. */
      highlights: Array<Highlight>
    } | null
  })>
  messages: Array<{
    message: Message
    chat: Conversation
    /** The source of the excerpt: the text, the name of a file, or the phone number, email address or company of a shared contact. */
    field: "text" | "file" | "contact"
    /** An excerpt around the first match, without the marks of formatted text. */
    snippet: string
    /** The matches, in order and without overlaps. */
    highlights: Array<Highlight>
  }>
  notes: Array<{
    note: Note
    chat: Conversation
    /** An excerpt around the first match, without the marks of formatted text. */
    snippet: string
    /** The matches, in order and without overlaps. */
    highlights: Array<Highlight>
  }>
  tickets: Array<{
    ticket: Ticket
    /** The contact's name, or else their phone number, address or username. */
    person_name: string | null
    /** The text that the excerpt is from. */
    field: "title" | "description" | "comment"
    /** An excerpt around the first match, without the marks of formatted text. */
    snippet: string
    /** The matches, in order and without overlaps. */
    highlights: Array<Highlight>
  }>
  /** The cursor of the next page of each kind; null: there is none. */
  next_cursors: {
    people: string | null
    chats: string | null
    messages: string | null
    notes: string | null
    tickets: string | null
  }
  /** The kinds of which not everything was searched: the deadline was reached, or the text is too short to search old messages for it. */
  incomplete: Array<"people" | "chats" | "messages" | "notes" | "tickets">
}

export type Seconds = {
  /** The median. */
  p50: number
  /** The 90th percentile. */
  p90: number
  mean: number
}

export type SeenMentions = {
  conversation_id: Id
  seen_count: number
}

export type SeenRuleCondition = {
  field: string
  key?: string
  operator: string
  values: Array<string>
  /** What it was. Texts are left out. */
  seen: Array<string>
  is_true: boolean
}

export type SendCustomerUpdate = {
  canned_reply_id?: IdOrNull | undefined
  /** Instead of a canned reply. {number}, {title} and {status} are replaced, as are {name}, {first_name} and {my_name}. */
  text?: string | null | undefined
  /** Sends it also if the customer got an update since the status was changed. By default `false`. */
  again?: boolean | null | undefined
}

export type SendDraft = {
  /** The text to send instead of that of the draft. */
  text?: string | null | undefined
}

export type SendMessage = {
  /** The conversation to send to. This is the preferred target. */
  conversation_id?: string | null | undefined
  /** The phone number to send to, if you do not send `conversation_id`. */
  phone_e164?: string | null | undefined
  /** The contact to send to. Requires `channel_id`. */
  person_id?: string | null | undefined
  /** Alias of `phone_e164`. */
  recipient_phone?: string | null | undefined
  /** Alias of `phone_e164`. */
  phone?: string | null | undefined
  /** The message type. Derived from the other fields by default. */
  type?: "text" | "image" | "video" | "audio" | "document" | "sticker" | "location" | "contacts" | "interactive" | "reaction" | "template" | null | undefined
  /** The text, or the caption of a file. Required for a text message. */
  message?: string | null | undefined
  /** Alias of `message`. */
  message_text?: string | null | undefined
  /** A public http(s) URL. */
  media_url?: string | null | undefined
  /** The id of a file uploaded with POST /api/v1/media. */
  media_id?: string | null | undefined
  /** The file name shown for a document. */
  filename?: string | null | undefined
  /** A template. Templates can be sent at any time. */
  template?: {
    name: string
    /** The language code of the template, such as en_US. */
    language: string
    /** The template's parameters, in the platform's format. */
    components?: Array<{ [name: string]: unknown }> | null
  } | null | undefined
  /** Buttons, a list or a flow: the platform's `interactive` object. */
  interactive?: { [name: string]: unknown } | null | undefined
  reaction?: {
    /** The message to react to. It must belong to the conversation. */
    message_id: string
    /** An empty string removes the reaction. */
    emoji: string
  } | null | undefined
  location?: {
    latitude: number
    longitude: number
    name?: string | null
    address?: string | null
  } | null | undefined
  /** Contact cards in the platform's format. */
  contacts?: Array<{ [name: string]: unknown }> | null | undefined
  /** The message to reply to. It must belong to the conversation. */
  reply_to?: string | null | undefined
  /** Sends to a phone number without a conversation, and creates the contact and the conversation. Requires a template. Not needed with `channel_id`, except to require a template in every case. */
  open_conversation?: boolean | null | undefined
  /** The channel to send from, to `phone_e164` or `person_id`. Without a conversation there, the contact and the conversation are created. The first message must be a template where the platform requires it. */
  channel_id?: string | null | undefined
  /** For bots: `held_by.version` of the conversation when the bot decided what to write. If it was handed over since, the message is refused (`not_holder`). */
  holder_version?: number | null | undefined
} & ({
  conversation_id: string
} | {
  phone_e164: string
} | {
  person_id: string
  channel_id: string
} | {
  recipient_phone: string
} | {
  phone: string
})

export type SendMessages = {
  /** Each is done on its own: one that fails changes nothing of the others. */
  items: Array<SendMessage & ({
    /** Makes a repeat of this item return its first result for 24 hours. By default it follows from the `Idempotency-Key` of the request and the position of the item. */
    idempotency_key?: string | null
  })>
}

/** Whether a marketing template can be sent: not to a contact that is opted out. */
export type SendingAllowance = {
  allowed: boolean
  /** Why sending is not possible, as a sentence. */
  reason: string | null
  /** Why sending is not possible, as an error code. */
  code: string | null
}

export type SentMessage = Message & ({
  target: {
    /** `opened`: a conversation was created for this message. */
    matched_by: "conversation_id" | "phone_e164" | "person_id" | "first_conversation" | "opened"
  }
})

/** Each event of the stream has these fields. */
export type ServerSentEvent = {
  /** The position in the stream, from which it can be resumed. */
  id?: string
  /** The type of the event. */
  event?: string
  /** The event as JSON. */
  data?: string
  /** After this many milliseconds, reconnect to an ended stream. */
  retry?: number
}

export type SlaBreachedEvent = EventEnvelope & {
  type: "sla.breached"
  data: SlaTarget
}

export type SlaFigures = {
  first_response: SlaOutcomes
  next_response: SlaOutcomes
  resolution: SlaOutcomes
}

export type SlaOutcomes = {
  met: number
  /** Missed targets, also those that were met afterwards. */
  breached: number
  /** Conversations that were closed before anybody had to answer. Not in the rate. */
  not_needed: number
  /** The met ones, as a share of the met and the missed ones. */
  met_rate: number | null
}

export type SlaPolicy = {
  id: Id
  /** A name, unique in the workspace. */
  name: string
  /** Policies are tried in the order of their positions. A round of a conversation has the first one whose conditions it meets. */
  position: number
  /** Only conversations of one of these teams. Empty: of any team, or of none. */
  team_ids: Array<Id>
  /** Only conversations on one of these channels. Empty: on any. */
  channel_ids: Array<Id>
  /** Only conversations with one of these tags. Empty: with any tags. */
  tag_ids: Array<Id>
  /** Minutes from the first message of a customer in a round to the answer of a person. Null: no target. */
  first_response_minutes: number | null
  /** Minutes from the first message of a customer after an answer to the next one. Null: no target. */
  next_response_minutes: number | null
  /** Minutes from the first message of a customer in a round, or from a reopening, to the close. Null: no target. */
  resolution_minutes: number | null
  /** `business`: only the business hours of the conversation's team count, or the default ones; all hours if there are none. `wall`: all hours count. */
  clock: "business" | "wall"
  /** States in which the time of a resolution stands still. `waiting_for_customer`: a person wrote last. The time of a response never does. */
  pauses: Array<"snoozed" | "waiting_for_customer">
  /** A warning is due when so much of a target is used up, in percent. Null: no warning. */
  warning_percent: number | null
  /** Who is notified of warnings and breaches. `assignee`: of the conversation. `supervisors`: members of its team with the role `supervisor`. */
  notify: Array<"assignee" | "supervisors">
  /** Grows when targets, clock, pauses or warnings change. Open rounds keep theirs. */
  version: number
  created_at: Time
  updated_at: Time
}

export type SlaPolicyChanges = {
  /** A name, unique in the workspace. */
  name?: string | undefined
  /** Policies are tried in the order of their positions. A round of a conversation has the first one whose conditions it meets. */
  position?: number | undefined
  /** Only conversations of one of these teams. Empty: of any team, or of none. */
  team_ids?: Array<Id> | undefined
  /** Only conversations on one of these channels. Empty: on any. */
  channel_ids?: Array<Id> | undefined
  /** Only conversations with one of these tags. Empty: with any tags. */
  tag_ids?: Array<Id> | undefined
  /** Minutes from the first message of a customer in a round to the answer of a person. Null: no target. */
  first_response_minutes?: number | null | undefined
  /** Minutes from the first message of a customer after an answer to the next one. Null: no target. */
  next_response_minutes?: number | null | undefined
  /** Minutes from the first message of a customer in a round, or from a reopening, to the close. Null: no target. */
  resolution_minutes?: number | null | undefined
  /** `business`: only the business hours of the conversation's team count, or the default ones; all hours if there are none. `wall`: all hours count. */
  clock?: "business" | "wall" | undefined
  /** States in which the time of a resolution stands still. `waiting_for_customer`: a person wrote last. The time of a response never does. */
  pauses?: Array<"snoozed" | "waiting_for_customer"> | undefined
  /** A warning is due when so much of a target is used up, in percent. Null: no warning. */
  warning_percent?: number | null | undefined
  /** Who is notified of warnings and breaches. `assignee`: of the conversation. `supervisors`: members of its team with the role `supervisor`. */
  notify?: Array<"assignee" | "supervisors"> | undefined
}

export type SlaPolicyPage = {
  data: Array<SlaPolicy>
  next_cursor: NextCursor
}

export type SlaReport = {
  from: Time
  to: Time
  time_zone: string
  bucket: "hour" | "day" | "week" | "month"
  buckets: Array<{
    start: Time
    end: Time
    first_response: SlaOutcomes
    next_response: SlaOutcomes
    resolution: SlaOutcomes
  }>
  totals: SlaFigures
  /** Teams with targets in the period, sorted by name. */
  by_team: Array<{
    team_id: IdOrNull
    /** Null: conversations without a team, or of a deleted one. */
    team_name: string | null
    first_response: SlaOutcomes
    next_response: SlaOutcomes
    resolution: SlaOutcomes
  }>
}

export type SlaTarget = {
  id: Id
  conversation_id: Id
  /** When the conversation was created, or reopened. */
  round_started_at: Time
  metric: "first_response" | "next_response" | "resolution"
  policy: AppliedSlaPolicy
  team_id: IdOrNull
  /** `breached`: the due time passed first, also if it was met afterwards. `not_needed`: the conversation was closed before an answer. `canceled`: the policy was deleted, or an answer failed that had begun the wait. */
  state: "running" | "paused" | "met" | "breached" | "not_needed" | "canceled"
  started_at: Time
  /** Of the time of its clock, until it last began to run, or until its end. */
  consumed_seconds: number
  /** Null while the time stands still, unless the target was missed. */
  due_at: TimeOrNull
  warning_at: TimeOrNull
  /** The due time that passed. */
  breached_at: TimeOrNull
  /** When a person answered, or the conversation was closed: also after a breach. */
  ended_at: TimeOrNull
}

export type SlaTargets = {
  /** Those of the last round to which a policy was applied, in their order. */
  targets: Array<SlaTarget>
}

export type SlaWarningEvent = EventEnvelope & {
  type: "sla.warning"
  data: SlaTarget
}

export type SnoozeAction = {
  type: "snooze"
  minutes: number
}

export type StatusAction = {
  type: "set_status"
  status: "open" | "closed"
}

export type Tag = {
  id: Id
  name: string
  color: string
  created_at: Time
}

export type TagChanges = {
  name?: string | undefined
  color?: "gray" | "red" | "pink" | "grape" | "violet" | "indigo" | "blue" | "cyan" | "teal" | "green" | "lime" | "yellow" | "orange" | undefined
}

export type TagPage = {
  data: Array<Tag>
  next_cursor: NextCursor
}

export type TagsAction = {
  type: "add_tags" | "remove_tags"
  tag_ids: Array<Id>
}

export type TakeConversation = {
  /** The membership that takes it. By default the signed-in member. */
  member_id?: string | null | undefined
}

export type Team = TicketType & {
  /** The memberships of its members. */
  member_ids: Array<Id>
  /** The channels whose new conversations start with this team. */
  channel_ids: Array<Id>
  /** The business hours of the team; null: the default ones of the workspace, if there are any. */
  business_hours_id: IdOrNull
}

export type TeamAction = {
  type: "set_team"
  /** A team; null: none. */
  team_id: string | null
}

export type TeamAssignment = {
  /** `off`: conversations wait until somebody takes them. `round_robin`: each goes to the member who has waited longest for one. `least_busy`: to the member with fewest open ones. */
  method: "off" | "round_robin" | "least_busy"
  /** Most open conversations of a member, in all teams; null: any number. Assigning by hand may exceed it. */
  capacity: number | null
  /** For so many days, a conversation goes to the member who answered it last, if they are available and have room. 0: never. */
  sticky_days: number
  /** After a conversation has waited for so many minutes, skills and languages do not count. Null: they always count. */
  relax_minutes: number | null
  /** A member who is offline for so many minutes hands their open conversations of the team back to its queue. Null: they keep them. */
  hand_back_minutes: number | null
  /** Members of the team with a capacity of their own, with skills or with languages. */
  members: Array<TeamAssignmentMember>
}

export type TeamAssignmentChanges = {
  /** `off`: conversations wait until somebody takes them. `round_robin`: each goes to the member who has waited longest for one. `least_busy`: to the member with fewest open ones. */
  method?: "off" | "round_robin" | "least_busy" | undefined
  /** Most open conversations of a member, in all teams; null: any number. Assigning by hand may exceed it. */
  capacity?: number | null | undefined
  /** For so many days, a conversation goes to the member who answered it last, if they are available and have room. 0: never. */
  sticky_days?: number | undefined
  /** After a conversation has waited for so many minutes, skills and languages do not count. Null: they always count. */
  relax_minutes?: number | null | undefined
  /** A member who is offline for so many minutes hands their open conversations of the team back to its queue. Null: they keep them. */
  hand_back_minutes?: number | null | undefined
  /** Members of the team with a capacity of their own, with skills or with languages. */
  members?: Array<TeamAssignmentMember> | undefined
}

export type TeamAssignmentMember = {
  member_id: Id
  /** Most open conversations of this member, instead of the capacity of the team. 0: none are assigned. */
  capacity?: number | null
  /** Languages of this member, as tags such as `en` or `pt-BR`. A contact with a language that anybody in the team has goes only to members who have it, whatever the region. */
  languages?: Array<string>
  /** Tags that are skills of this member. A conversation with a tag that is a skill of anybody in the team goes only to members with it. */
  skill_tag_ids?: Array<Id>
}

export type TeamAwayReplyChanges = {
  /** Whether customers get away replies. Off by default. */
  is_on?: boolean | undefined
  /** When the team is away: `outside_hours` of its business hours, while `nobody_online` of those who may answer is online, `either` of them, or `both`. */
  condition?: "outside_hours" | "nobody_online" | "either" | "both" | undefined
  /** Texts by language. A customer gets the one in the language of the contact or of the web chat, or the first one in the script of their message; otherwise the first. */
  texts?: Array<AwayText> | undefined
  /** A contact gets at most one away reply in so many hours. */
  pause_hours?: number | undefined
}

export type TeamChanges = {
  /** Names of teams differ by more than their case. */
  name?: string | undefined
  /** The memberships of its members. */
  member_ids?: Array<Id> | undefined
  /** Its channels. New conversations of a channel start with its team. A channel belongs to at most one team: it leaves its former one. */
  channel_ids?: Array<Id> | undefined
  /** The business hours of the team; null: the default ones of the workspace, if there are any. */
  business_hours_id?: IdOrNull | undefined
}

export type TeamPage = {
  data: Array<Team>
  next_cursor: NextCursor
}

export type TeamQueue = {
  team_id: Id
  waiting: CappedCount
  /** Since when the customer waits who waits longest. */
  oldest_waiting_since: TimeOrNull
  /** How many members are online and may answer customers. */
  available: number
  /** How many of them may get another conversation. */
  with_room: number
  /** Why conversations wait; null if none does, or if the team does not assign them. */
  reason: "nobody_available" | "all_at_capacity" | "no_skill" | null
}

export type Template = TicketType & ({
  language: string
  category: string | null
  /** The platform's status, such as APPROVED, PENDING or PAUSED. DELETED: the template no longer exists on the platform. */
  status: string | null
  status_reason: string | null
  /** Whether the template can be sent now. */
  can_send: boolean
  quality: string | null
  /** The components in the platform's format. Null until the templates have been read from the platform. */
  components: Array<{ [name: string]: unknown }> | null
  business_account: string
  platform_template_id: string | null
})

/** Sends a template to the customer. */
export type TemplateAction = {
  type: "template"
  /** The name of an approved template without variables. */
  name: string
  /** Its language, such as en_US. */
  language: string
}

export type TemplatePage = {
  data: Array<Template>
  next_cursor: NextCursor
}

export type TestWebhookEndpoint = {
  /** By default `message.received`. */
  event_type?: "message.sent" | "contact.created" | "ticket.created" | "message.received" | "message.status_changed" | "message.updated" | "message.echoed" | "conversation.created" | "conversation.updated" | "note.created" | "note.updated" | "contact.updated" | "ticket.updated" | "ticket_comment.created" | "ticket_comment.updated" | "contact.erased" | "contact.blocked" | "contact.unblocked" | "contact.opted_out" | "contact.opted_in" | "member.updated" | "csat.answered" | "sla.warning" | "sla.breached" | "bot.timed_out" | "automation.triggered" | null | undefined
}

/** An event of any type for an endpoint whose `payload` is `thin`. `GET /api/v1/events/{id}` returns the full one. */
export type ThinEvent = EventEnvelope & ({
  type: EventType
  data: {
    /** The id of the resource. */
    id: Id
    /** The path that returns the resource, or the list that contains a note or a comment, to an API key. Null once it is erased. */
    path: string | null
  }
})

export type ThreadChange = {
  kind: "change"
  id: Id
  conversation_id: Id
  type: "assigned" | "snoozed" | "closed" | "reopened" | "tagged" | "untagged" | "merged" | "ticket" | "handed_over" | "identity_changed" | "team" | "participant_added" | "participant_removed" | "csat" | "away_reply" | "priority"
  actor: Actor
  /** `assigned`: `assignee_id`, `previous_assignee_id`, and `bulk_action_id` if a bulk action did it. `snoozed`: `until`, and `remind_if_unanswered` if true. `reopened`: `from`, its previous status, and after a reminder `unanswered` and `member_id`, who set it (null: a program). `closed`: `opened_at`, and `assignee_id` if anybody had it. `team`: `team_id` and `previous_team_id` (null: none), and `bulk_action_id` if a bulk action did it. `priority`: `priority` and `previous_priority` (null: none), and `bulk_action_id` if a bulk action did it. `participant_added` and `participant_removed`: `membership_id`. `away_reply`, sent by itself while nobody was there: `because` (`outside_hours` or `nobody_online`) and `message_id`, which is null if it could not be sent; then `reason` is the code of the reason. `tagged` and `untagged`: `tag_id`, `name`. `ticket`, about a ticket of the conversation: `ticket_id`, `number`, `title`, `status`, `previous_status` (null for a new ticket). `handed_over`: `holder` (null: released) and, where they are known, `cause` (`platform`, `taken_over`, `released`, `message` or `timeout`), `reason` and `summary`. `identity_changed`: `identity`, which is `phone` or `account`. */
  data: { [name: string]: unknown }
  created_at: Time
}

export type ThreadItem = ThreadMessage | ThreadNote | ThreadChange

export type ThreadMessage = Message & ({
  kind: "message"
  reply_preview: ReplyPreview | null
  /** Whether the message that this one replies to was deleted. */
  reply_deleted: boolean
})

export type ThreadNote = Note & {
  kind: "note"
}

export type ThreadPage = {
  data: Array<ThreadItem>
  /** The cursor for older items. Null at the start of the thread. */
  before_cursor: string | null
  /** The cursor for newer items. Null if there are none yet. */
  after_cursor: string | null
}

export type Ticket = {
  id: Id
  number: number
  person_id: Id
  title: string
  description: string | null
  message_id: IdOrNull
  conversation_id: IdOrNull
  priority: "low" | "medium" | "high" | "urgent"
  status: "open" | "pending" | "solved" | "closed"
  assignee_id: IdOrNull
  team_id: IdOrNull
  type_id: IdOrNull
  due_at: TimeOrNull
  /** Custom fields by name, as text. */
  fields: { [name: string]: string }
  solved_at: TimeOrNull
  /** Sorted by name. */
  tags: Array<{
    id: Id
    name: string
    color: string
  }>
  /** Members who follow it, the first one first. */
  follower_ids: Array<Id>
  /** Oldest first. */
  attachments: Array<TicketAttachment>
  created_at: Time
  updated_at: Time
}

/** Creates a ticket of the conversation. */
export type TicketAction = {
  type: "create_ticket"
  /** The title of the ticket. */
  title: string
  priority?: "low" | "medium" | "high" | "urgent"
  /** A team. */
  team_id?: string
}

export type TicketActivity = TicketActivityComment | TicketActivityChange

export type TicketActivityChange = {
  kind: "change"
  id: Id
  ticket_id: Id
  type: "created" | "title" | "description" | "status" | "priority" | "assigned" | "due" | "tagged" | "untagged" | "attached" | "detached" | "comment_edited" | "comment_deleted" | "contact" | "team" | "type" | "field" | "linked" | "unlinked" | "customer_notified"
  actor: {
    type: "api_key" | "member" | "person" | "system" | "bot" | "rule"
    id: IdOrNull
  }
  /** `title`, `status`, `priority` and `due`: `from`, `to`. `assigned`: `assignee_id`, `previous_assignee_id`, and `bulk_action_id` if a bulk action did it, as for `status`. `type`: `from`, `to`. `field`: `key`, `from`, `to`. `linked` and `unlinked`: `ticket_id`, `number`, `kind`. `customer_notified`: `message_id`, `status`. `tagged` and `untagged`: `tag_id`, `name`. `attached` and `detached`: `media_id`, `filename`. `comment_edited`: `comment_id` and the earlier `text`, until the comment is deleted. `comment_deleted`: `comment_id`. `contact`, by a merge: `merge_id`, `from`, `to`. */
  data: { [name: string]: unknown }
  created_at: Time
}

export type TicketActivityComment = TicketComment & {
  kind: "comment"
}

export type TicketActivityPage = {
  data: Array<TicketActivity>
  next_cursor: NextCursor
}

export type TicketAttachment = {
  id: Id
  mime_type: string
  filename: string | null
  size_bytes: number
  /** A link that is valid for a week. */
  url: string
  added_by: {
    type: "api_key" | "member" | "person" | "system" | "bot" | "rule"
    id: IdOrNull
  }
  created_at: Time
}

export type TicketChanges = {
  title?: string | undefined
  priority?: "low" | "medium" | "high" | "urgent" | undefined
  status?: "open" | "pending" | "solved" | "closed" | undefined
  assignee_id?: IdOrNull | undefined
  team_id?: IdOrNull | undefined
  type_id?: IdOrNull | undefined
  /** An RFC 3339 timestamp with any UTC offset. */
  due_at?: string | null | undefined
  /** Only the fields you send are updated; null removes a field. */
  fields?: { [name: string]: string | number | boolean | null } | undefined
  /** Plain text for your team. The customer never receives it. */
  description?: string | null | undefined
  /** Replaces the ticket's tags. */
  tag_ids?: Array<Id> | undefined
}

export type TicketComment = {
  id: Id
  ticket_id: Id
  person_id: Id
  conversation_id: IdOrNull
  /** The member, the bot, the rule, or the API key. */
  author: {
    type: "api_key" | "member" | "bot" | "rule"
    id: IdOrNull
  }
  /** Empty once it is deleted. */
  text: string
  /** The memberships that it mentions. */
  mentions: Array<Id>
  created_at: Time
  edited_at: TimeOrNull
  deleted_at: TimeOrNull
}

export type TicketCommentCreatedEvent = EventEnvelope & {
  type: "ticket_comment.created"
  data: TicketComment
}

export type TicketCommentUpdatedEvent = EventEnvelope & {
  type: "ticket_comment.updated"
  data: TicketComment
}

export type TicketCounts = {
  open: CappedCount
  pending: CappedCount
  solved: CappedCount
  closed: CappedCount
  mine: CappedCount
  unassigned: CappedCount
  overdue: CappedCount
}

export type TicketCreatedEvent = EventEnvelope & {
  type: "ticket.created"
  data: Ticket
}

export type TicketFigures = {
  created: number
  solved: number
  /** The time from creation to solution. Counted in the bucket of the solution. */
  solving_seconds: Seconds | null
}

export type TicketFilter = {
  /** One or more of open, pending, solved, closed, separated by commas. */
  status?: string | null
  /** One or more of low, medium, high, urgent, separated by commas. */
  priority?: string | null
  /** The id of a membership, `none` (unassigned) or `me` (assigned to the signed-in member). */
  assignee_id?: Id | NoneOrMe | null
  /** The id of a team, `none` (without a team) or `mine` (the teams of the signed-in member). */
  team_id?: Id | NoneOrMine | null
  person_id?: IdOrNull
  conversation_id?: IdOrNull
  tag_id?: IdOrNull
  /** Only tickets whose conversation has an SLA target that is `on_time`, `at_risk` or `breached`: one or more of on_time, at_risk, breached, separated by commas. */
  sla?: string | null
  /** The id of a membership, or `me`: only tickets that this member follows. */
  follower_id?: Id | "me" | null
  /** The id of a ticket type, or `none`. */
  type_id?: Id | "none" | null
  /** `true` returns only open and pending tickets that are past their due time. */
  overdue?: boolean | null
  /** `false` returns only tickets without a due time. */
  has_due_time?: boolean | null
  /** An RFC 3339 timestamp with any UTC offset. */
  due_before?: string | null
  /** Only tickets with these values of custom fields, in the form of the filter of contacts: `plan:gold,silver;age:18..30`. */
  fields?: string | null
  /** Created at or after this time. An RFC 3339 timestamp with any UTC offset. */
  created_after?: string | null
  /** Created before this time. An RFC 3339 timestamp with any UTC offset. */
  created_before?: string | null
  /** Changed at or after this time. An RFC 3339 timestamp with any UTC offset. */
  updated_after?: string | null
  /** Alias of `updated_after`. An RFC 3339 timestamp with any UTC offset. */
  updated_since?: string | null
  /** Matches part of the title, or a ticket number such as 12 or #12. */
  q?: string | null
}

export type TicketLink = {
  id: Id
  /** What the ticket of the path is to the other one. */
  kind: "relates_to" | "blocks" | "duplicate_of" | "blocked_by" | "duplicated_by"
  /** The other ticket. */
  ticket: {
    id: Id
    number: number
    title: string
    status: "open" | "pending" | "solved" | "closed"
  }
  created_at: Time
}

export type TicketLinks = {
  /** Oldest first. */
  data: Array<TicketLink>
}

export type TicketReport = {
  from: Time
  to: Time
  time_zone: string
  bucket: "hour" | "day" | "week" | "month"
  buckets: Array<{
    start: Time
    end: Time
    created: number
    solved: number
    /** The time from creation to solution. Counted in the bucket of the solution. */
    solving_seconds: Seconds | null
  }>
  totals: TicketFigures
  /** Counted at the time of the request. */
  open_now: {
    open: number
    pending: number
    /** Open and pending tickets that are past their due time. */
    overdue: number
  }
  /** Counted at the time of the request, independent of the period of the report. */
  open_by_age: Array<{
    from_days: number
    under_days: number | null
    open: number
    pending: number
    /** Open and pending tickets that are past their due time. */
    overdue: number
  }>
}

export type TicketType = {
  id: Id
  name: string
  created_at: Time
  updated_at: Time
}

export type TicketTypeChanges = {
  name?: string | undefined
}

export type TicketTypePage = {
  data: Array<TicketType>
  next_cursor: NextCursor
}

export type TicketUpdatedEvent = EventEnvelope & {
  type: "ticket.updated"
  data: Ticket
}

/** RFC 3339 in UTC. */
export type Time = string

/** RFC 3339 in UTC. */
export type TimeOrNull = string | null

export type TimelineEntry = {
  id: Id
  kind: "lead" | "ticket" | "note" | "form" | "identity_conflict" | "identity_change" | "preference" | "merge" | "message"
  occurred_at: Time
  data: { [name: string]: unknown }
}

export type TimelineEntryPage = {
  data: Array<TimelineEntry>
  next_cursor: NextCursor
}

export type UndoneMacroRun = {
  conversation_ids: Array<Id>
  /** Actions that could not be undone, such as a sent message. */
  kept: Array<string>
}

export type View = {
  id: Id
  subject: "chats" | "contacts" | "tickets"
  /** The name that members see. */
  name: string
  /** The query parameters of the list. */
  filters: { [name: string]: unknown }
  /** Whether all members see it. */
  is_shared: boolean
  created_by: IdOrNull
  created_at: Time
  updated_at: Time
}

export type ViewChanges = {
  name?: string | undefined
  /** Filters by name, with the values that the matching list endpoint accepts. */
  filters?: { [name: string]: unknown } | undefined
  is_shared?: boolean | undefined
}

export type ViewPage = {
  data: Array<View>
  next_cursor: NextCursor
}

/** Records `automation.triggered`. */
export type WebhookAction = {
  type: "webhook"
  /** Tells it from others. */
  label: string
}

export type WebhookAttempt = {
  number: number
  started_at: Time
  duration_ms: number
  request_headers: { [name: string]: string }
  response_status: number | null
  response_headers: { [name: string]: string } | null
  /** The first 16 KiB of the response body. */
  response_body: string | null
  /** A stable error code, null for a success. One of invalid_url, invalid_request, blocked_target, dns_not_found, dns_failed, connection_refused, connection_failed, connection_closed, certificate_expired, certificate_untrusted, certificate_mismatch, client_certificate_required, client_certificate_refused, tls_failed, invalid_response, timeout, aborted, token_server_blocked, token_server_failed, token_refused, token_invalid, redirect_not_followed, unexpected_status. */
  error: string | null
  /** The meaning of the error and how to fix it. */
  explanation: {
    meaning: string
    advice: string
  } | null
  /** The ms of each step: `dns`, `connect`, `tls`, `first_byte` and `total`, null for a step that did not happen. `paused` is present if Parley itself did not run for a part of the attempt; the receiver had that much longer to respond. */
  timings: { [name: string]: number | null } | null
}

export type WebhookDelivery = {
  id: Id
  endpoint_id: Id
  event_id: Id
  event_type: string
  test: boolean
  /** Whether it contains only ids. Every attempt and replay of it sends the same bytes. */
  thin: boolean
  status: "pending" | "succeeded" | "failed" | "cancelled"
  attempt_count: number
  next_attempt_at: TimeOrNull
  last_response_status: number | null
  last_error: string | null
  /** Whether the delivery is blocked by an earlier one of the same conversation, for endpoints with strict order. */
  held: boolean
  created_at: Time
  completed_at: TimeOrNull
}

export type WebhookDeliveryPage = {
  data: Array<WebhookDelivery>
  next_cursor: NextCursor
}

export type WebhookDeliveryWithAttempts = WebhookDelivery & ({
  attempts: Array<WebhookAttempt>
  payload: Event | null
  /** The body exactly as it is signed and sent. Null once it is deleted. */
  request_body: string | null
})

export type WebhookEndpoint = {
  id: Id
  url: string
  description: string | null
  /** The event types that the endpoint subscribes to. */
  events: Array<string>
  /** Deliveries of a disabled endpoint stay pending. */
  status: "enabled" | "disabled"
  disabled_reason: "manual" | "failing" | "gone" | null
  disabled_at: TimeOrNull
  failing_since: TimeOrNull
  /** When an endpoint that was disabled for failing is tested again with a single delivery. */
  next_probe_at: TimeOrNull
  /** The number of concurrent deliveries. `creation` keeps the order only with 1. */
  max_in_flight: number
  /** Deliveries per second. Null means no rate limit. */
  rate_limit: number | null
  /** `subject`: events of one conversation, contact or ticket in order, others at the same time. `creation`: all in order of creation. With both, a failed delivery does not block later ones, and its retries arrive late. `conversation`: events of one conversation, or else of one contact, in order; a failed delivery blocks the later ones until it succeeds or its attempts are used up. */
  ordering: "subject" | "creation" | "conversation"
  /** Which events of these types are delivered. Null means all. */
  filters: WebhookFilters | null
  /** What deliveries contain. Pending ones keep the payload with which they were created. */
  payload: "full" | "thin"
  /** The names of its custom headers. Their values are never returned. */
  header_names: Array<string>
  /** Its OAuth client. The secret is never returned. */
  oauth: WebhookOauth | null
  /** Its client certificate and the authorities of the receiver. */
  tls: WebhookTls | null
  /** When the last previous secret expires. Until then, deliveries are also signed with it. */
  previous_secret_expires_at: TimeOrNull
  created_at: Time
  updated_at: Time
}

export type WebhookEndpointChanges = {
  /** A URL that starts with http:// or https://. */
  url?: string | undefined
  events?: Array<EventType> | undefined
  description?: string | null | undefined
  status?: "enabled" | "disabled" | undefined
  /** The number of concurrent deliveries. Default: 20 with `ordering: subject`, else 1. */
  max_in_flight?: number | undefined
  rate_limit?: number | null | undefined
  /** By default `subject`. */
  ordering?: "subject" | "creation" | "conversation" | undefined
  filters?: WebhookFilters | null | undefined
  /** Custom headers of every delivery, at most 20. A text sets a header, null removes it, others stay; null for `headers` removes all. Values are stored encrypted and never returned. */
  headers?: { [name: string]: string | null } | null | undefined
  /** OAuth 2 client credentials (RFC 6749, section 4.4). Deliveries carry a bearer token of this server. Fields that you don't name stay; null removes it. If `token_url` or the URL of the endpoint names another server, `client_secret` is required. */
  oauth?: WebhookOauthChanges | null | undefined
  /** The client certificate that Parley shows to the receiver (mTLS), and the authorities of the receiver. Null removes both. */
  tls?: WebhookTlsChanges | null | undefined
  /** `full`: the resource of the event. `thin`: only its `id`, and the `path` to read it with an API key, so that no personal data is sent. By default `full`. */
  payload?: "full" | "thin" | undefined
}

export type WebhookEndpointPage = {
  data: Array<WebhookEndpoint>
  next_cursor: NextCursor
}

export type WebhookEndpointWithSecret = WebhookEndpoint & {
  /** The signing secret, starting with `whsec_`. Shown only once. */
  secret: string
}

/** An event is delivered if it matches one value of each filter. A filter does not apply to events without its property, such as `directions` to a ticket. */
export type WebhookFilters = {
  /** The channels of the conversation. */
  channel_ids?: Array<Id>
  /** The teams of the conversation or ticket. `none` means without a team. */
  team_ids?: Array<Id | "none">
  /** Tags of the conversation or ticket. */
  tag_ids?: Array<Id>
  /** The assignees of the conversation or ticket. `none` means unassigned. */
  assignee_ids?: Array<Id | "none">
  /** The directions of a message: `inbound` or `outbound`. */
  directions?: Array<"inbound" | "outbound">
}

export type WebhookOauth = {
  token_url: string
  client_id: string
  scope: string | null
}

export type WebhookOauthChanges = {
  /** The token endpoint of the authorization server. Its URL starts with https://. */
  token_url?: string
  client_id?: string
  /** Stored encrypted and never returned. */
  client_secret?: string
  /** Scopes with a space between them. Null asks for the default of the server. */
  scope?: string | null
}

export type WebhookReplay = {
  id: Id
  endpoint_id: Id
  /** Null selects all event types. For missing events, null selects the types that the endpoint subscribes to. */
  types: Array<string> | null
  statuses: Array<"failed" | "cancelled" | "succeeded" | "missing">
  since: TimeOrNull
  until: Time
  /** Deliveries per second. Null means no rate limit. */
  rate_limit: number | null
  status: "running" | "paused" | "completed" | "cancelled"
  /** `endpoint_disabled`: the replay continues automatically once the endpoint is enabled. */
  paused_reason: "manual" | "endpoint_disabled" | null
  /** The number of matching deliveries when the replay was created. */
  total: number
  /** The number of deliveries queued so far. */
  offered: number
  created_by: {
    type: string
    id: IdOrNull
  }
  created_at: Time
  updated_at: Time
  completed_at: TimeOrNull
}

export type WebhookReplayCount = {
  count: number
  oldest: TimeOrNull
  newest: TimeOrNull
}

export type WebhookReplayPage = {
  data: Array<WebhookReplay>
  next_cursor: NextCursor
}

export type WebhookReplayWithProgress = WebhookReplay & {
  /** The outcomes of the deliveries that this replay queued. A delivery that a later replay queued again counts for that replay. */
  deliveries: {
    pending: number
    succeeded: number
    failed: number
    cancelled: number
  }
}

export type WebhookTls = {
  /** The client certificate chain in PEM. */
  certificate: string | null
  ca: string | null
  subject: string | null
  issuer: string | null
  /** SHA-256 of the certificate. */
  fingerprint: string | null
  expires_at: string | null
}

export type WebhookTlsChanges = {
  /** The client certificate in PEM, then the certificates that issued it, in order. */
  certificate?: string | null
  /** The private key of the certificate in PEM, without a passphrase. Stored encrypted and never returned. */
  private_key?: string
  /** Certificates in PEM of the authorities that the receiver uses. Null means the public ones. */
  ca?: string | null
}

export type Week = {
  mon: Periods
  tue: Periods
  wed: Periods
  thu: Periods
  fri: Periods
  sat: Periods
  sun: Periods
}

export type WorkFigures = {
  /** Messages sent by members, and by API keys unless `by` is `member`; without failed ones. */
  replies: number
  /** Conversations with such a message. */
  conversations: number
  /** Conversations that were answered first. */
  first_responses: number
  first_response_seconds: Seconds | null
  /** Conversations that were closed. */
  closed: number
  resolution_seconds: Seconds | null
}

export type WorkReport = {
  from: Time
  to: Time
  time_zone: string
  by: "member" | "team" | "channel" | "tag"
  hours: "all" | "business"
  /** Those that did anything in one of both periods, the most replies first. */
  rows: Array<WorkRow>
}

export type WorkRow = WorkFigures & ({
  /** Null: conversations without a team. */
  id: IdOrNull
  name: string | null
  before: WorkFigures
})

export type YearlyDate = {
  month: number
  day: number
}

export type YearlyDay = YearlyDate | YearlyWeekday | DaysAfterEaster

export type YearlyWeekday = {
  month: number
  weekday: "mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun"
  /** -1 is the last one of the month. */
  nth: 1 | 2 | 3 | 4 | -1
}

/** The fields of every event. */
export type EventEnvelope = {
  id: Id
  created_at: Time
  workspace_id: Id
  /** Whether it was sent to test the endpoint. */
  test: boolean
}

/** The parameters and the result of every operation, by its id. */
export type Operations = {
  listConversations: {
    params: {
      /** The number of items per page. */
      limit?: number | undefined
      /** The `next_cursor` of the previous page. Send it with the same filters. */
      cursor?: string | undefined
      /** `activity`: most recent activity first. `waiting`: longest wait for an answer first, and only conversations whose customer waits. `sla`: the SLA target that is due first comes first, and only conversations with a target that runs or is overdue. */
      sort?: "activity" | "waiting" | "sla" | undefined
      /** One or more of open, snoozed, closed, separated by commas. */
      status?: Array<"open" | "snoozed" | "closed"> | string | undefined
      /** A UUID. */
      channel_id?: Id | undefined
      /** A UUID. */
      person_id?: Id | undefined
      /** The id of a membership, `none` (unassigned) or `me` (assigned to the signed-in member). */
      assignee_id?: string | undefined
      /** The id of a team, `none` (without a team) or `mine` (the teams of the signed-in member). */
      team_id?: Id | NoneOrMine | undefined
      /** A UUID. */
      tag_id?: Id | undefined
      /** One or more of low, medium, high, urgent, none, separated by commas. */
      priority?: Array<"low" | "medium" | "high" | "urgent" | "none"> | string | undefined
      /** Only conversations held by one or more of workspace, platform_agent, another_app, unknown_app, separated by commas. */
      holder?: Array<"workspace" | "platform_agent" | "another_app" | "unknown_app"> | string | undefined
      /** Only conversations whose next SLA target is `on_time`, `at_risk` (after its warning) or `breached` (after its due time): one or more of on_time, at_risk, breached, separated by commas. */
      sla?: Array<"on_time" | "at_risk" | "breached"> | string | undefined
      /** `true` returns only conversations with unread messages, `false` only those without. */
      unread?: boolean | undefined
      /** `true` returns only conversations whose customer waits for an answer, `false` only the others. */
      waiting?: boolean | undefined
      /** Only conversations with a note that mentions the signed-in member. */
      mentioned?: boolean | undefined
      /** Created at or after this time. An RFC 3339 timestamp with any UTC offset. */
      created_after?: string | undefined
      /** Created before this time. An RFC 3339 timestamp with any UTC offset. */
      created_before?: string | undefined
      /** Changed at or after this time. An RFC 3339 timestamp with any UTC offset. */
      updated_after?: string | undefined
      /** Alias of `updated_after`. An RFC 3339 timestamp with any UTC offset. */
      updated_since?: string | undefined
      /** Matches part of the contact's name, phone number, email address or username. */
      q?: string | undefined
      /** Also returns, each as a field of its name, one or more of contact, separated by commas. */
      expand?: Array<"contact"> | string | undefined
    }
    result: ExpandedConversationPage
    item: ExpandedConversation
  }
  countConversations: {
    params: {}
    result: ConversationCounts
  }
  exportConversations: {
    params: {
      /** One or more of open, snoozed, closed, separated by commas. */
      status?: Array<"open" | "snoozed" | "closed"> | string | undefined
      /** A UUID. */
      channel_id?: Id | undefined
      /** A UUID. */
      person_id?: Id | undefined
      /** The id of a membership, `none` (unassigned) or `me` (assigned to the signed-in member). */
      assignee_id?: string | undefined
      /** The id of a team, `none` (without a team) or `mine` (the teams of the signed-in member). */
      team_id?: Id | NoneOrMine | undefined
      /** A UUID. */
      tag_id?: Id | undefined
      /** One or more of low, medium, high, urgent, none, separated by commas. */
      priority?: Array<"low" | "medium" | "high" | "urgent" | "none"> | string | undefined
      /** Only conversations held by one or more of workspace, platform_agent, another_app, unknown_app, separated by commas. */
      holder?: Array<"workspace" | "platform_agent" | "another_app" | "unknown_app"> | string | undefined
      /** Only conversations whose next SLA target is `on_time`, `at_risk` (after its warning) or `breached` (after its due time): one or more of on_time, at_risk, breached, separated by commas. */
      sla?: Array<"on_time" | "at_risk" | "breached"> | string | undefined
      /** `true` returns only conversations with unread messages, `false` only those without. */
      unread?: boolean | undefined
      /** `true` returns only conversations whose customer waits for an answer, `false` only the others. */
      waiting?: boolean | undefined
      /** Only conversations with a note that mentions the signed-in member. */
      mentioned?: boolean | undefined
      /** Created at or after this time. An RFC 3339 timestamp with any UTC offset. */
      created_after?: string | undefined
      /** Created before this time. An RFC 3339 timestamp with any UTC offset. */
      created_before?: string | undefined
      /** Changed at or after this time. An RFC 3339 timestamp with any UTC offset. */
      updated_after?: string | undefined
      /** Alias of `updated_after`. An RFC 3339 timestamp with any UTC offset. */
      updated_since?: string | undefined
      /** Matches part of the contact's name, phone number, email address or username. */
      q?: string | undefined
      /** Up to 100 ids, separated by commas: only these conversations. */
      ids?: string | undefined
      /** Up to 100 ids, separated by commas: conversations to leave out. */
      except_ids?: string | undefined
      /** `ndjson`: a JSON object per line, as the list returns it. */
      format?: "csv" | "ndjson" | undefined
    }
    result: string
  }
  exportSelectedConversations: {
    params: ExportSelectedConversations
    result: string
  }
  updateConversation: {
    params: ConversationChanges & {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: Conversation
  }
  getConversation: {
    params: {
      /** Also returns, each as a field of its name, one or more of contact, separated by commas. */
      expand?: Array<"contact"> | string | undefined
      /** The id of the resource, a UUID. */
      id: string
    }
    result: ExpandedConversation
  }
  readThread: {
    params: {
      /** A cursor or the id of an item. Returns older items. */
      before?: string | undefined
      /** A cursor or the id of an item. Returns newer items. */
      after?: string | undefined
      /** The id of an item. Returns the item and those around it. */
      around?: string | undefined
      /** The number of items per page. */
      limit?: number | undefined
      /** The id of the resource, a UUID. */
      id: string
    }
    result: ThreadPage
  }
  createNote: {
    params: NewNote & {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: Note
  }
  updateNote: {
    params: NoteChanges & {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: Note
  }
  deleteNote: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: void
  }
  markMentionsSeen: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: SeenMentions
  }
  listTags: {
    params: {
      /** The number of items per page. */
      limit?: number | undefined
      /** The `next_cursor` of the previous page. Send it with the same filters. */
      cursor?: string | undefined
    }
    result: TagPage
    item: Tag
  }
  createTag: {
    params: NewTag
    result: Tag
  }
  updateTag: {
    params: TagChanges & {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: Tag
  }
  deleteTag: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: void
  }
  listTeams: {
    params: {
      /** The number of items per page. */
      limit?: number | undefined
      /** The `next_cursor` of the previous page. Send it with the same filters. */
      cursor?: string | undefined
    }
    result: TeamPage
    item: Team
  }
  createTeam: {
    params: NewTeam
    result: Team
  }
  getTeam: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: Team
  }
  updateTeam: {
    params: TeamChanges & {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: Team
  }
  deleteTeam: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: void
  }
  getBoard: {
    params: {}
    result: Board
  }
  getTeamAssignment: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: TeamAssignment
  }
  updateTeamAssignment: {
    params: TeamAssignmentChanges & {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: TeamAssignment
  }
  getTeamQueue: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: TeamQueue
  }
  takeConversation: {
    params: TakeConversation & {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: Conversation
  }
  getCsatSettings: {
    params: {}
    result: CsatSettings
  }
  updateCsatSettings: {
    params: CsatSettingsChanges
    result: CsatSettings
  }
  listRatings: {
    params: {
      /** The number of items per page. */
      limit?: number | undefined
      /** The `next_cursor` of the previous page. Send it with the same filters. */
      cursor?: string | undefined
      /** Only of this conversation. */
      conversation_id?: Id | undefined
      /** `true`: only answered ones. `false`: only unanswered ones. */
      answered?: boolean | undefined
    }
    result: CsatRatingPage
    item: CsatRating
  }
  getTeamAwayReply: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: AwayReply
  }
  updateTeamAwayReply: {
    params: TeamAwayReplyChanges & {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: AwayReply
  }
  getAwayReply: {
    params: {}
    result: AwayReply
  }
  updateAwayReply: {
    params: TeamAwayReplyChanges
    result: AwayReply
  }
  listBots: {
    params: {
      /** The number of items per page. */
      limit?: number | undefined
      /** The `next_cursor` of the previous page. Send it with the same filters. */
      cursor?: string | undefined
    }
    result: BotPage
    item: Bot
  }
  createBot: {
    params: NewBot
    result: Bot
  }
  getBot: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: Bot
  }
  updateBot: {
    params: BotChanges & {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: Bot
  }
  deleteBot: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: void
  }
  handOverConversation: {
    params: HandOverConversation & {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: Conversation
  }
  finishBotTurn: {
    params: FinishBotTurn & {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: Conversation
  }
  listRules: {
    params: {
      /** The number of items per page. */
      limit?: number | undefined
      /** The `next_cursor` of the previous page. Send it with the same filters. */
      cursor?: string | undefined
    }
    result: RulePage
    item: Rule
  }
  createRule: {
    params: NewRule
    result: Rule
  }
  getRule: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: Rule
  }
  updateRule: {
    params: RuleChanges & {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: Rule
  }
  deleteRule: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: void
  }
  tryRule: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: RuleTrial
  }
  listRuleFirings: {
    params: {
      /** The number of items per page. */
      limit?: number | undefined
      /** The `next_cursor` of the previous page. Send it with the same filters. */
      cursor?: string | undefined
      /** The id of the resource, a UUID. */
      id: string
    }
    result: RuleFiringPage
    item: RuleFiring
  }
  getRuleLog: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: RuleLog
  }
  getConversationRules: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: RuleLog
  }
  listMacros: {
    params: {
      /** The number of items per page. */
      limit?: number | undefined
      /** The `next_cursor` of the previous page. Send it with the same filters. */
      cursor?: string | undefined
    }
    result: MacroPage
    item: Macro
  }
  createMacro: {
    params: NewMacro
    result: Macro
  }
  getMacro: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: Macro
  }
  updateMacro: {
    params: MacroChanges & {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: Macro
  }
  deleteMacro: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: void
  }
  runMacro: {
    params: RunMacro & {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: MacroRun
  }
  undoMacroRun: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: UndoneMacroRun
  }
  listRoles: {
    params: {}
    result: Roles
  }
  createRole: {
    params: NewRole
    result: Role
  }
  getRole: {
    params: {
      /** The name of a built-in role (`admin`, `supervisor`, `agent`, `light_agent`, `viewer`), or the id of a custom one. */
      id: string
    }
    result: Role
  }
  updateRole: {
    params: RoleChanges & {
      /** The name of a built-in role (`admin`, `supervisor`, `agent`, `light_agent`, `viewer`), or the id of a custom one. */
      id: string
    }
    result: Role
  }
  deleteRole: {
    params: {
      /** The name of a built-in role (`admin`, `supervisor`, `agent`, `light_agent`, `viewer`), or the id of a custom one. */
      id: string
    }
    result: void
  }
  listBusinessHours: {
    params: {
      /** The number of items per page. */
      limit?: number | undefined
      /** The `next_cursor` of the previous page. Send it with the same filters. */
      cursor?: string | undefined
    }
    result: BusinessHoursPage
    item: BusinessHours
  }
  createBusinessHours: {
    params: NewBusinessHours
    result: BusinessHours
  }
  getBusinessHours: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: BusinessHours
  }
  updateBusinessHours: {
    params: BusinessHoursChanges & {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: BusinessHours
  }
  deleteBusinessHours: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: void
  }
  listSlaPolicies: {
    params: {
      /** The number of items per page. */
      limit?: number | undefined
      /** The `next_cursor` of the previous page. Send it with the same filters. */
      cursor?: string | undefined
    }
    result: SlaPolicyPage
    item: SlaPolicy
  }
  createSlaPolicy: {
    params: NewSlaPolicy
    result: SlaPolicy
  }
  getSlaPolicy: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: SlaPolicy
  }
  updateSlaPolicy: {
    params: SlaPolicyChanges & {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: SlaPolicy
  }
  deleteSlaPolicy: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: void
  }
  listSlaTargets: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: SlaTargets
  }
  listCannedReplies: {
    params: {
      /** The number of items per page. */
      limit?: number | undefined
      /** The `next_cursor` of the previous page. Send it with the same filters. */
      cursor?: string | undefined
      /** Matches part of the shortcut or the text. */
      q?: string | undefined
    }
    result: CannedReplyPage
    item: CannedReply
  }
  createCannedReply: {
    params: NewCannedReply
    result: CannedReply
  }
  updateCannedReply: {
    params: CannedReplyChanges & {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: CannedReply
  }
  deleteCannedReply: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: void
  }
  listCustomFields: {
    params: {
      /** The number of items per page. */
      limit?: number | undefined
      /** The `next_cursor` of the previous page. Send it with the same filters. */
      cursor?: string | undefined
      /** Only fields of contacts, or of tickets. */
      applies_to?: "contact" | "ticket" | undefined
      /** Only archived fields, or only others. */
      archived?: boolean | undefined
    }
    result: CustomFieldPage
    item: CustomField
  }
  createCustomField: {
    params: NewCustomField
    result: CustomField
  }
  updateCustomField: {
    params: CustomFieldChanges & {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: CustomField
  }
  archiveCustomField: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: void
  }
  listViews: {
    params: {
      /** The number of items per page. */
      limit?: number | undefined
      /** The `next_cursor` of the previous page. Send it with the same filters. */
      cursor?: string | undefined
      /** Only views of this list. */
      subject?: "chats" | "contacts" | "tickets" | undefined
    }
    result: ViewPage
    item: View
  }
  createView: {
    params: NewView
    result: View
  }
  updateView: {
    params: ViewChanges & {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: View
  }
  deleteView: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: void
  }
  searchWorkspace: {
    params: {
      /** Words in any order, a "phrase" in double quotation marks, a phone number in any notation, or the number of a ticket. Case and accents are ignored. */
      q: string
      /** All that the caller may read by default, or one or more of people, chats, messages, notes, tickets, separated by commas. */
      kinds?: Array<"people" | "chats" | "messages" | "notes" | "tickets"> | string | undefined
      /** The number of results of each kind. */
      limit?: number | undefined
      /** A value of `next_cursors`. Requires the one kind that it belongs to in `kinds`. */
      cursor?: string | undefined
    }
    result: SearchResults
  }
  listMembers: {
    params: {
      /** The number of items per page. */
      limit?: number | undefined
      /** The `next_cursor` of the previous page. Send it with the same filters. */
      cursor?: string | undefined
      /** `true` returns only former members, `false` only current ones. */
      removed?: boolean | undefined
    }
    result: MemberPage
    item: Member
  }
  getMember: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: Member
  }
  updateMember: {
    params: MemberChanges & {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: Member
  }
  deleteMemberPicture: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: void
  }
  setMemberPicture: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
      /** A PNG, JPEG or WebP image of at most 5 MB and 4,096 × 4,096 pixels. */
      file: Blob
    }
    result: Member
  }
  sendMessage: {
    params: SendMessage
    result: SentMessage
  }
  sendMessages: {
    params: SendMessages
    result: MessageBatchResults
  }
  findMessages: {
    params: {
      /** The number of items per page. */
      limit?: number | undefined
      /** The `next_cursor` of the previous page. Send it with the same filters. */
      cursor?: string | undefined
      /** A UUID. */
      conversation_id?: Id | undefined
      /** A UUID. */
      person_id?: Id | undefined
      /** A UUID. */
      channel_id?: Id | undefined
      /** Only received (`inbound`) or only sent (`outbound`) messages. */
      direction?: "inbound" | "outbound" | undefined
      /** One or more of the values, separated by commas. */
      type?: Array<"text" | "image" | "video" | "audio" | "document" | "sticker" | "location" | "contacts" | "interactive" | "template" | "reaction" | "button" | "order" | "call" | "system" | "unsupported"> | string | undefined
      /** One or more of queued, sent, delivered, read, failed, received, separated by commas. */
      status?: Array<"queued" | "sent" | "delivered" | "read" | "failed" | "received"> | string | undefined
      /** The platform's id of the message, such as a `wamid` of WhatsApp. */
      platform_id?: string | undefined
      /** Created at or after this time. An RFC 3339 timestamp with any UTC offset. */
      created_after?: string | undefined
      /** Created before this time. An RFC 3339 timestamp with any UTC offset. */
      created_before?: string | undefined
      /** Also returns, each as a field of its name, one or more of contact, conversation, separated by commas. */
      expand?: Array<"contact" | "conversation"> | string | undefined
    }
    result: ExpandedMessagePage
    item: ExpandedMessage
  }
  exportMessages: {
    params: {
      /** A UUID. */
      conversation_id?: Id | undefined
      /** A UUID. */
      person_id?: Id | undefined
      /** A UUID. */
      channel_id?: Id | undefined
      /** Only received (`inbound`) or only sent (`outbound`) messages. */
      direction?: "inbound" | "outbound" | undefined
      /** One or more of the values, separated by commas. */
      type?: Array<"text" | "image" | "video" | "audio" | "document" | "sticker" | "location" | "contacts" | "interactive" | "template" | "reaction" | "button" | "order" | "call" | "system" | "unsupported"> | string | undefined
      /** One or more of queued, sent, delivered, read, failed, received, separated by commas. */
      status?: Array<"queued" | "sent" | "delivered" | "read" | "failed" | "received"> | string | undefined
      /** The platform's id of the message, such as a `wamid` of WhatsApp. */
      platform_id?: string | undefined
      /** Created at or after this time. An RFC 3339 timestamp with any UTC offset. */
      created_after?: string | undefined
      /** Created before this time. An RFC 3339 timestamp with any UTC offset. */
      created_before?: string | undefined
      /** `ndjson`: a JSON object per line, as the list returns it. */
      format?: "csv" | "ndjson" | undefined
    }
    result: string
  }
  getMessage: {
    params: {
      /** Also returns, each as a field of its name, one or more of contact, conversation, separated by commas. */
      expand?: Array<"contact" | "conversation"> | string | undefined
      /** The id of the resource, a UUID. */
      id: string
    }
    result: ExpandedMessage
  }
  retryMessage: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: SentMessage
  }
  getMessageTrail: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: MessageTrail
  }
  checkCanSend: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: CanSend
  }
  checkCanSendToContact: {
    params: {
      /** The contact. Required without `phone_e164`. */
      person_id?: string | undefined
      /** A phone number, also one of no contact. Without a country code, it is read in the workspace's country. */
      phone_e164?: string | undefined
      /** Returns only this channel. */
      channel_id?: string | undefined
    }
    result: ContactCanSend
  }
  markConversationRead: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: ReadReceipt
  }
  showTyping: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: ReadReceipt
  }
  takeOverConversation: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: Conversation
  }
  releaseConversation: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: Conversation
  }
  listMessages: {
    params: {
      /** The number of items per page. */
      limit?: number | undefined
      /** The `next_cursor` of the previous page. Send it with the same filters. */
      cursor?: string | undefined
      /** The id of the resource, a UUID. */
      id: string
    }
    result: MessagePage
    item: Message
  }
  createDraft: {
    params: NewDraft
    result: Draft
  }
  listDrafts: {
    params: {
      /** The number of items per page. */
      limit?: number | undefined
      /** The `next_cursor` of the previous page. Send it with the same filters. */
      cursor?: string | undefined
      /** A UUID. */
      conversation_id?: Id | undefined
      /** Only drafts with this status. */
      status?: "open" | "sent" | "discarded" | undefined
      /** Created at or after this time. An RFC 3339 timestamp with any UTC offset. */
      created_after?: string | undefined
      /** Created before this time. An RFC 3339 timestamp with any UTC offset. */
      created_before?: string | undefined
    }
    result: DraftPage
    item: Draft
  }
  sendDraft: {
    params: SendDraft & {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: SentMessage
  }
  discardDraft: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: Draft
  }
  listChannels: {
    params: {
      /** The number of items per page. */
      limit?: number | undefined
      /** The `next_cursor` of the previous page. Send it with the same filters. */
      cursor?: string | undefined
      /** One or more of whatsapp, messenger, instagram, web_chat, separated by commas. */
      type?: Array<"whatsapp" | "messenger" | "instagram" | "web_chat"> | string | undefined
      /** Created at or after this time. An RFC 3339 timestamp with any UTC offset. */
      created_after?: string | undefined
      /** Created before this time. An RFC 3339 timestamp with any UTC offset. */
      created_before?: string | undefined
    }
    result: ChannelPage
    item: Channel
  }
  getChannel: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: Channel
  }
  createContact: {
    params: NewContact
    result: CreatedContact
  }
  listContacts: {
    params: {
      /** The number of items per page. */
      limit?: number | undefined
      /** The `next_cursor` of the previous page. Send it with the same filters. */
      cursor?: string | undefined
      /** Matches part of the name, phone number, email address or username. */
      q?: string | undefined
      /** Only contacts with this phone number. */
      phone_e164?: string | undefined
      /** Only contacts with this email address, in upper or lower case. */
      email?: string | undefined
      /** The name that a contact chose on a platform, with or without the at sign. */
      username?: string | undefined
      /** Only contacts from this source, such as `form` or `import`. */
      source?: string | undefined
      /** Only contacts of this campaign, as the contact names it. */
      campaign?: string | undefined
      /** Only contacts with this language. `pt` also finds `pt-BR`. */
      language?: string | undefined
      /** Created at or after this time. An RFC 3339 timestamp with any UTC offset. */
      created_after?: string | undefined
      /** Created before this time. An RFC 3339 timestamp with any UTC offset. */
      created_before?: string | undefined
      /** Changed at or after this time. An RFC 3339 timestamp with any UTC offset. */
      updated_after?: string | undefined
      /** Alias of `created_after`. An RFC 3339 timestamp with any UTC offset. */
      created_since?: string | undefined
      /** Alias of `created_before`. An RFC 3339 timestamp with any UTC offset. */
      created_until?: string | undefined
      /** Last seen at or after this time. An RFC 3339 timestamp with any UTC offset. */
      seen_since?: string | undefined
      /** Only blocked contacts, or only others. */
      blocked?: boolean | undefined
      /** Only contacts that are opted out of marketing messages, or only others. */
      opted_out?: boolean | undefined
      /** Only contacts with these values of defined custom fields, such as `plan:gold,silver;age:18..30`. Values are separated by commas, fields by semicolons; a backslash before one of `,;:` makes it part of the text. Numbers and dates also take ranges: `18..30`, `18..` or `..30`, both ends included. */
      fields?: string | undefined
      /** Only contacts with a phone number or with an email address. */
      has?: "phone" | "email" | undefined
      /** Up to 100 ids, separated by commas. The id of a merged contact returns the contact it was merged into. */
      ids?: string | undefined
      /** `updated`: most recently changed first. `created`: newest first. `name`: in alphabetical order. */
      sort?: "updated" | "created" | "name" | undefined
    }
    result: ListedContactPage
    item: ListedContact
  }
  createContacts: {
    params: NewContacts
    result: ContactBatchResults
  }
  exportContacts: {
    params: {
      /** Matches part of the name, phone number, email address or username. */
      q?: string | undefined
      /** Only contacts with this phone number. */
      phone_e164?: string | undefined
      /** Only contacts with this email address, in upper or lower case. */
      email?: string | undefined
      /** The name that a contact chose on a platform, with or without the at sign. */
      username?: string | undefined
      /** Only contacts from this source, such as `form` or `import`. */
      source?: string | undefined
      /** Only contacts of this campaign, as the contact names it. */
      campaign?: string | undefined
      /** Only contacts with this language. `pt` also finds `pt-BR`. */
      language?: string | undefined
      /** Created at or after this time. An RFC 3339 timestamp with any UTC offset. */
      created_after?: string | undefined
      /** Created before this time. An RFC 3339 timestamp with any UTC offset. */
      created_before?: string | undefined
      /** Changed at or after this time. An RFC 3339 timestamp with any UTC offset. */
      updated_after?: string | undefined
      /** Alias of `created_after`. An RFC 3339 timestamp with any UTC offset. */
      created_since?: string | undefined
      /** Alias of `created_before`. An RFC 3339 timestamp with any UTC offset. */
      created_until?: string | undefined
      /** Last seen at or after this time. An RFC 3339 timestamp with any UTC offset. */
      seen_since?: string | undefined
      /** Only blocked contacts, or only others. */
      blocked?: boolean | undefined
      /** Only contacts that are opted out of marketing messages, or only others. */
      opted_out?: boolean | undefined
      /** Only contacts with these values of defined custom fields, such as `plan:gold,silver;age:18..30`. Values are separated by commas, fields by semicolons; a backslash before one of `,;:` makes it part of the text. Numbers and dates also take ranges: `18..30`, `18..` or `..30`, both ends included. */
      fields?: string | undefined
      /** Only contacts with a phone number or with an email address. */
      has?: "phone" | "email" | undefined
      /** Up to 100 ids, separated by commas. The id of a merged contact returns the contact it was merged into. */
      ids?: string | undefined
      /** Up to 100 ids, separated by commas: contacts to leave out. */
      except_ids?: string | undefined
    }
    result: string
  }
  exportSelectedContacts: {
    params: ExportSelectedContacts
    result: string
  }
  getContact: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: Contact
  }
  updateContact: {
    params: ContactChanges & {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: Contact
  }
  eraseContact: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: Erasure
  }
  createContactNote: {
    params: NewContactNote & {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: TimelineEntry
  }
  listTimeline: {
    params: {
      /** The number of items per page. */
      limit?: number | undefined
      /** The `next_cursor` of the previous page. Send it with the same filters. */
      cursor?: string | undefined
      /** All kinds by default, or one or more of the values, separated by commas. */
      type?: Array<"lead" | "ticket" | "note" | "form" | "identity_conflict" | "identity_change" | "preference" | "merge" | "message"> | string | undefined
      /** Alias of `type`: one or more of the values, separated by commas. */
      kinds?: Array<"lead" | "ticket" | "note" | "form" | "identity_conflict" | "identity_change" | "preference" | "merge" | "message"> | string | undefined
      /** The id of the resource, a UUID. */
      id: string
    }
    result: TimelineEntryPage
    item: TimelineEntry
  }
  previewMerge: {
    params: {
      /** A UUID. */
      other_id: Id
      /** The id of the resource, a UUID. */
      id: string
    }
    result: MergePreview
  }
  mergeContacts: {
    params: MergeContacts & {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: ContactMerge
  }
  undoMerge: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: ContactMerge
  }
  blockContact: {
    params: BlockContact & {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: Contact
  }
  unblockContact: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: Contact
  }
  listErasures: {
    params: {
      /** The number of items per page. */
      limit?: number | undefined
      /** The `next_cursor` of the previous page. Send it with the same filters. */
      cursor?: string | undefined
    }
    result: ErasurePage
    item: Erasure
  }
  getErasure: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: Erasure
  }
  createConversationBulkAction: {
    params: NewConversationBulkAction
    result: BulkAction
  }
  listConversationBulkActions: {
    params: {
      /** The number of items per page. */
      limit?: number | undefined
      /** The `next_cursor` of the previous page. Send it with the same filters. */
      cursor?: string | undefined
      /** Only bulk actions with this status. */
      status?: "running" | "completed" | "canceled" | "undoing" | "undone" | undefined
    }
    result: BulkActionPage
    item: BulkAction
  }
  countMatchingConversations: {
    params: {
      /** One or more of open, snoozed, closed, separated by commas. */
      status?: Array<"open" | "snoozed" | "closed"> | string | undefined
      /** A UUID. */
      channel_id?: Id | undefined
      /** A UUID. */
      person_id?: Id | undefined
      /** The id of a membership, `none` (unassigned) or `me` (assigned to the signed-in member). */
      assignee_id?: string | undefined
      /** The id of a team, `none` (without a team) or `mine` (the teams of the signed-in member). */
      team_id?: Id | NoneOrMine | undefined
      /** A UUID. */
      tag_id?: Id | undefined
      /** One or more of low, medium, high, urgent, none, separated by commas. */
      priority?: Array<"low" | "medium" | "high" | "urgent" | "none"> | string | undefined
      /** Only conversations held by one or more of workspace, platform_agent, another_app, unknown_app, separated by commas. */
      holder?: Array<"workspace" | "platform_agent" | "another_app" | "unknown_app"> | string | undefined
      /** Only conversations whose next SLA target is `on_time`, `at_risk` (after its warning) or `breached` (after its due time): one or more of on_time, at_risk, breached, separated by commas. */
      sla?: Array<"on_time" | "at_risk" | "breached"> | string | undefined
      /** `true` returns only conversations with unread messages, `false` only those without. */
      unread?: boolean | undefined
      /** `true` returns only conversations whose customer waits for an answer, `false` only the others. */
      waiting?: boolean | undefined
      /** Only conversations with a note that mentions the signed-in member. */
      mentioned?: boolean | undefined
      /** Created at or after this time. An RFC 3339 timestamp with any UTC offset. */
      created_after?: string | undefined
      /** Created before this time. An RFC 3339 timestamp with any UTC offset. */
      created_before?: string | undefined
      /** Changed at or after this time. An RFC 3339 timestamp with any UTC offset. */
      updated_after?: string | undefined
      /** Alias of `updated_after`. An RFC 3339 timestamp with any UTC offset. */
      updated_since?: string | undefined
      /** Matches part of the contact's name, phone number, email address or username. */
      q?: string | undefined
    }
    result: MatchCount
  }
  createTicketBulkAction: {
    params: NewTicketBulkAction
    result: BulkAction
  }
  listTicketBulkActions: {
    params: {
      /** The number of items per page. */
      limit?: number | undefined
      /** The `next_cursor` of the previous page. Send it with the same filters. */
      cursor?: string | undefined
      /** Only bulk actions with this status. */
      status?: "running" | "completed" | "canceled" | "undoing" | "undone" | undefined
    }
    result: BulkActionPage
    item: BulkAction
  }
  countMatchingTickets: {
    params: {
      /** One or more of open, pending, solved, closed, separated by commas. */
      status?: Array<"open" | "pending" | "solved" | "closed"> | string | undefined
      /** One or more of low, medium, high, urgent, separated by commas. */
      priority?: Array<"low" | "medium" | "high" | "urgent"> | string | undefined
      /** The id of a membership, `none` (unassigned) or `me` (assigned to the signed-in member). */
      assignee_id?: Id | NoneOrMe | undefined
      /** The id of a team, `none` (without a team) or `mine` (the teams of the signed-in member). */
      team_id?: Id | NoneOrMine | undefined
      /** A UUID. */
      person_id?: Id | undefined
      /** A UUID. */
      conversation_id?: Id | undefined
      /** A UUID. */
      tag_id?: Id | undefined
      /** Only tickets whose conversation has an SLA target that is `on_time`, `at_risk` or `breached`: one or more of on_time, at_risk, breached, separated by commas. */
      sla?: Array<"on_time" | "at_risk" | "breached"> | string | undefined
      /** The id of a membership, or `me`: only tickets that this member follows. */
      follower_id?: Id | "me" | undefined
      /** The id of a ticket type, or `none`. */
      type_id?: Id | "none" | undefined
      /** `true` returns only open and pending tickets that are past their due time. */
      overdue?: boolean | undefined
      /** `false` returns only tickets without a due time. */
      has_due_time?: boolean | undefined
      /** An RFC 3339 timestamp with any UTC offset. */
      due_before?: string | undefined
      /** Only tickets with these values of custom fields, in the form of the filter of contacts: `plan:gold,silver;age:18..30`. */
      fields?: string | undefined
      /** Created at or after this time. An RFC 3339 timestamp with any UTC offset. */
      created_after?: string | undefined
      /** Created before this time. An RFC 3339 timestamp with any UTC offset. */
      created_before?: string | undefined
      /** Changed at or after this time. An RFC 3339 timestamp with any UTC offset. */
      updated_after?: string | undefined
      /** Alias of `updated_after`. An RFC 3339 timestamp with any UTC offset. */
      updated_since?: string | undefined
      /** Matches part of the title, or a ticket number such as 12 or #12. */
      q?: string | undefined
    }
    result: MatchCount
  }
  createContactBulkAction: {
    params: NewContactBulkAction
    result: BulkAction
  }
  listContactBulkActions: {
    params: {
      /** The number of items per page. */
      limit?: number | undefined
      /** The `next_cursor` of the previous page. Send it with the same filters. */
      cursor?: string | undefined
      /** Only bulk actions with this status. */
      status?: "running" | "completed" | "canceled" | "undoing" | "undone" | undefined
    }
    result: BulkActionPage
    item: BulkAction
  }
  countMatchingContacts: {
    params: {
      /** Matches part of the name, phone number, email address or username. */
      q?: string | undefined
      /** Only contacts with this phone number. */
      phone_e164?: string | undefined
      /** Only contacts with this email address, in upper or lower case. */
      email?: string | undefined
      /** The name that a contact chose on a platform, with or without the at sign. */
      username?: string | undefined
      /** Only contacts from this source, such as `form` or `import`. */
      source?: string | undefined
      /** Only contacts of this campaign, as the contact names it. */
      campaign?: string | undefined
      /** Only contacts with this language. `pt` also finds `pt-BR`. */
      language?: string | undefined
      /** Created at or after this time. An RFC 3339 timestamp with any UTC offset. */
      created_after?: string | undefined
      /** Created before this time. An RFC 3339 timestamp with any UTC offset. */
      created_before?: string | undefined
      /** Changed at or after this time. An RFC 3339 timestamp with any UTC offset. */
      updated_after?: string | undefined
      /** Alias of `created_after`. An RFC 3339 timestamp with any UTC offset. */
      created_since?: string | undefined
      /** Alias of `created_before`. An RFC 3339 timestamp with any UTC offset. */
      created_until?: string | undefined
      /** Last seen at or after this time. An RFC 3339 timestamp with any UTC offset. */
      seen_since?: string | undefined
      /** Only blocked contacts, or only others. */
      blocked?: boolean | undefined
      /** Only contacts that are opted out of marketing messages, or only others. */
      opted_out?: boolean | undefined
      /** Only contacts with these values of defined custom fields, such as `plan:gold,silver;age:18..30`. Values are separated by commas, fields by semicolons; a backslash before one of `,;:` makes it part of the text. Numbers and dates also take ranges: `18..30`, `18..` or `..30`, both ends included. */
      fields?: string | undefined
      /** Only contacts with a phone number or with an email address. */
      has?: "phone" | "email" | undefined
    }
    result: MatchCount
  }
  getBulkAction: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: BulkAction
  }
  listBulkActionItems: {
    params: {
      /** The number of items per page. */
      limit?: number | undefined
      /** The `next_cursor` of the previous page. Send it with the same filters. */
      cursor?: string | undefined
      /** Only items with this result. */
      result?: "pending" | "done" | "skipped" | "failed" | "undone" | "kept" | undefined
      /** The id of the resource, a UUID. */
      id: string
    }
    result: BulkActionItemPage
    item: BulkActionItem
  }
  cancelBulkAction: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: BulkAction
  }
  undoBulkAction: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: BulkAction
  }
  exportContactData: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: DataExport
  }
  listDataExports: {
    params: {
      /** The number of items per page. */
      limit?: number | undefined
      /** The `next_cursor` of the previous page. Send it with the same filters. */
      cursor?: string | undefined
      /** Only exports of this contact. */
      contact_id?: string | undefined
    }
    result: DataExportPage
    item: DataExport
  }
  getDataExport: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: DataExport
  }
  downloadDataExport: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: ArrayBuffer
  }
  listImports: {
    params: {
      /** The number of items per page. */
      limit?: number | undefined
      /** The `next_cursor` of the previous page. Send it with the same filters. */
      cursor?: string | undefined
    }
    result: ImportPage
    item: Import
  }
  createImport: {
    params: {
      /** A CSV file with a header row, up to 20 MiB and 200,000 rows, separated by commas, semicolons, tabs or vertical bars, in UTF-8, UTF-16 or an older encoding of Windows. */
      file: Blob
    }
    result: Import
  }
  getImport: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: Import
  }
  checkImport: {
    params: CheckImport & {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: Import
  }
  startImport: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: Import
  }
  cancelImport: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: Import
  }
  listImportRejects: {
    params: {
      /** The number of items per page. */
      limit?: number | undefined
      /** The `next_cursor` of the previous page. Send it with the same filters. */
      cursor?: string | undefined
      /** The id of the resource, a UUID. */
      id: string
    }
    result: ImportRejectPage
    item: ImportReject
  }
  exportImportRejects: {
    params: {
      /** The language of the names and the contents of the two added columns. */
      language?: "en" | "hi" | undefined
      /** The id of the resource, a UUID. */
      id: string
    }
    result: string
  }
  listTemplates: {
    params: {
      /** The number of items per page. */
      limit?: number | undefined
      /** The `next_cursor` of the previous page. Send it with the same filters. */
      cursor?: string | undefined
      /** Only templates that this channel can send. */
      channel_id?: string | undefined
      /** Only templates that have this status at the platform, such as `approved`, in upper or lower case. */
      status?: string | undefined
      /** Only templates with exactly this name, in each of its languages. */
      name?: string | undefined
      /** Only templates in this language, such as `en_US`. */
      language?: string | undefined
    }
    result: TemplatePage
    item: Template
  }
  createTicket: {
    params: NewTicket
    result: Ticket
  }
  listTickets: {
    params: {
      /** The number of items per page. */
      limit?: number | undefined
      /** The `next_cursor` of the previous page. Send it with the same filters. */
      cursor?: string | undefined
      /** One or more of open, pending, solved, closed, separated by commas. */
      status?: Array<"open" | "pending" | "solved" | "closed"> | string | undefined
      /** One or more of low, medium, high, urgent, separated by commas. */
      priority?: Array<"low" | "medium" | "high" | "urgent"> | string | undefined
      /** The id of a membership, `none` (unassigned) or `me` (assigned to the signed-in member). */
      assignee_id?: Id | NoneOrMe | undefined
      /** The id of a team, `none` (without a team) or `mine` (the teams of the signed-in member). */
      team_id?: Id | NoneOrMine | undefined
      /** A UUID. */
      person_id?: Id | undefined
      /** A UUID. */
      conversation_id?: Id | undefined
      /** A UUID. */
      tag_id?: Id | undefined
      /** Only tickets whose conversation has an SLA target that is `on_time`, `at_risk` or `breached`: one or more of on_time, at_risk, breached, separated by commas. */
      sla?: Array<"on_time" | "at_risk" | "breached"> | string | undefined
      /** The id of a membership, or `me`: only tickets that this member follows. */
      follower_id?: Id | "me" | undefined
      /** The id of a ticket type, or `none`. */
      type_id?: Id | "none" | undefined
      /** `true` returns only open and pending tickets that are past their due time. */
      overdue?: boolean | undefined
      /** `false` returns only tickets without a due time. */
      has_due_time?: boolean | undefined
      /** An RFC 3339 timestamp with any UTC offset. */
      due_before?: string | undefined
      /** Only tickets with these values of custom fields, in the form of the filter of contacts: `plan:gold,silver;age:18..30`. */
      fields?: string | undefined
      /** Created at or after this time. An RFC 3339 timestamp with any UTC offset. */
      created_after?: string | undefined
      /** Created before this time. An RFC 3339 timestamp with any UTC offset. */
      created_before?: string | undefined
      /** Changed at or after this time. An RFC 3339 timestamp with any UTC offset. */
      updated_after?: string | undefined
      /** Alias of `updated_after`. An RFC 3339 timestamp with any UTC offset. */
      updated_since?: string | undefined
      /** Matches part of the title, or a ticket number such as 12 or #12. */
      q?: string | undefined
      /** `updated`: most recently changed first. `due`: earliest due time first. `priority`: most urgent first. `sla`: the ticket whose conversation has the SLA target that is due first, and only tickets with one. */
      sort?: "updated" | "due" | "priority" | "sla" | undefined
      /** Also returns, each as a field of its name, one or more of contact, conversation, sla, separated by commas. */
      expand?: Array<"contact" | "conversation" | "sla"> | string | undefined
    }
    result: ExpandedTicketPage
    item: ExpandedTicket
  }
  countTickets: {
    params: {}
    result: TicketCounts
  }
  exportTickets: {
    params: {
      /** One or more of open, pending, solved, closed, separated by commas. */
      status?: Array<"open" | "pending" | "solved" | "closed"> | string | undefined
      /** One or more of low, medium, high, urgent, separated by commas. */
      priority?: Array<"low" | "medium" | "high" | "urgent"> | string | undefined
      /** The id of a membership, `none` (unassigned) or `me` (assigned to the signed-in member). */
      assignee_id?: Id | NoneOrMe | undefined
      /** The id of a team, `none` (without a team) or `mine` (the teams of the signed-in member). */
      team_id?: Id | NoneOrMine | undefined
      /** A UUID. */
      person_id?: Id | undefined
      /** A UUID. */
      conversation_id?: Id | undefined
      /** A UUID. */
      tag_id?: Id | undefined
      /** Only tickets whose conversation has an SLA target that is `on_time`, `at_risk` or `breached`: one or more of on_time, at_risk, breached, separated by commas. */
      sla?: Array<"on_time" | "at_risk" | "breached"> | string | undefined
      /** The id of a membership, or `me`: only tickets that this member follows. */
      follower_id?: Id | "me" | undefined
      /** The id of a ticket type, or `none`. */
      type_id?: Id | "none" | undefined
      /** `true` returns only open and pending tickets that are past their due time. */
      overdue?: boolean | undefined
      /** `false` returns only tickets without a due time. */
      has_due_time?: boolean | undefined
      /** An RFC 3339 timestamp with any UTC offset. */
      due_before?: string | undefined
      /** Only tickets with these values of custom fields, in the form of the filter of contacts: `plan:gold,silver;age:18..30`. */
      fields?: string | undefined
      /** Created at or after this time. An RFC 3339 timestamp with any UTC offset. */
      created_after?: string | undefined
      /** Created before this time. An RFC 3339 timestamp with any UTC offset. */
      created_before?: string | undefined
      /** Changed at or after this time. An RFC 3339 timestamp with any UTC offset. */
      updated_after?: string | undefined
      /** Alias of `updated_after`. An RFC 3339 timestamp with any UTC offset. */
      updated_since?: string | undefined
      /** Matches part of the title, or a ticket number such as 12 or #12. */
      q?: string | undefined
      /** Up to 100 ids, separated by commas: only these tickets. */
      ids?: string | undefined
      /** Up to 100 ids, separated by commas: tickets to leave out. */
      except_ids?: string | undefined
    }
    result: string
  }
  exportSelectedTickets: {
    params: ExportSelectedTickets
    result: string
  }
  getTicket: {
    params: {
      /** Also returns, each as a field of its name, one or more of contact, conversation, sla, separated by commas. */
      expand?: Array<"contact" | "conversation" | "sla"> | string | undefined
      /** The id of the resource, a UUID. */
      id: string
    }
    result: ExpandedTicket
  }
  updateTicket: {
    params: TicketChanges & {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: Ticket
  }
  addTicketAttachment: {
    params: AddTicketAttachment & {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: TicketAttachment
  }
  removeTicketAttachment: {
    params: {
      /** The id of the ticket, a UUID. */
      id: string
      /** The id of the attached file, a UUID. */
      media_id: string
    }
    result: void
  }
  sendCustomerUpdate: {
    params: SendCustomerUpdate & {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: SentMessage
  }
  followTicket: {
    params: FollowTicket & {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: Ticket
  }
  unfollowTicket: {
    params: {
      /** The id of the ticket, a UUID. */
      id: string
      /** The id of the membership, a UUID. */
      membership_id: string
    }
    result: void
  }
  listTicketLinks: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: TicketLinks
  }
  createTicketLink: {
    params: NewTicketLink & {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: TicketLink
  }
  deleteTicketLink: {
    params: {
      /** The id of the ticket, a UUID. */
      id: string
      /** The id of the link, a UUID. */
      link_id: string
    }
    result: void
  }
  listTicketTypes: {
    params: {
      /** The number of items per page. */
      limit?: number | undefined
      /** The `next_cursor` of the previous page. Send it with the same filters. */
      cursor?: string | undefined
    }
    result: TicketTypePage
    item: TicketType
  }
  createTicketType: {
    params: NewTicketType
    result: TicketType
  }
  updateTicketType: {
    params: TicketTypeChanges & {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: TicketType
  }
  deleteTicketType: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: void
  }
  listTicketActivity: {
    params: {
      /** The number of items per page. */
      limit?: number | undefined
      /** The `next_cursor` of the previous page. Send it with the same filters. */
      cursor?: string | undefined
      /** Returns only comments, or only changes. */
      kind?: "comment" | "change" | undefined
      /** The id of the resource, a UUID. */
      id: string
    }
    result: TicketActivityPage
    item: TicketActivity
  }
  createTicketComment: {
    params: NewNote & {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: TicketComment
  }
  updateTicketComment: {
    params: NoteChanges & {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: TicketComment
  }
  deleteTicketComment: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: void
  }
  reportMessages: {
    params: {
      /** A date or an RFC 3339 timestamp. Defaults to 30 days before `to`. */
      from?: string | undefined
      /** A date (included) or an RFC 3339 timestamp (excluded). Defaults to now. */
      to?: string | undefined
      /** The time zone of days and hours: an IANA name such as Asia/Kolkata, or an offset. Defaults to UTC. */
      time_zone?: string | undefined
      /** The length of a bucket. Weeks start on Monday, months on their first day. A report has at most 1,200 buckets. */
      bucket?: "hour" | "day" | "week" | "month" | undefined
      /** Only this channel. */
      channel_id?: Id | undefined
      /** Only messages sent by this member and messages received in conversations assigned to them now. */
      member_id?: Id | undefined
    }
    result: MessageReport
  }
  exportMessageReport: {
    params: {
      /** A date or an RFC 3339 timestamp. Defaults to 30 days before `to`. */
      from?: string | undefined
      /** A date (included) or an RFC 3339 timestamp (excluded). Defaults to now. */
      to?: string | undefined
      /** The time zone of days and hours: an IANA name such as Asia/Kolkata, or an offset. Defaults to UTC. */
      time_zone?: string | undefined
      /** The length of a bucket. Weeks start on Monday, months on their first day. A report has at most 1,200 buckets. */
      bucket?: "hour" | "day" | "week" | "month" | undefined
      /** Only this channel. */
      channel_id?: Id | undefined
      /** Only messages sent by this member and messages received in conversations assigned to them now. */
      member_id?: Id | undefined
    }
    result: string
  }
  reportResponses: {
    params: {
      /** A date or an RFC 3339 timestamp. Defaults to 30 days before `to`. */
      from?: string | undefined
      /** A date (included) or an RFC 3339 timestamp (excluded). Defaults to now. */
      to?: string | undefined
      /** The time zone of days and hours: an IANA name such as Asia/Kolkata, or an offset. Defaults to UTC. */
      time_zone?: string | undefined
      /** The length of a bucket. Weeks start on Monday, months on their first day. A report has at most 1,200 buckets. */
      bucket?: "hour" | "day" | "week" | "month" | undefined
      /** `business`: only business hours count: those of the conversation's team, else the default ones, else all time. */
      hours?: "all" | "business" | undefined
      /** Only this channel. */
      channel_id?: Id | undefined
      /** Only conversations that this member answered first or closed, and unanswered ones assigned to them. */
      member_id?: Id | undefined
    }
    result: ResponseReport
  }
  exportResponseReport: {
    params: {
      /** A date or an RFC 3339 timestamp. Defaults to 30 days before `to`. */
      from?: string | undefined
      /** A date (included) or an RFC 3339 timestamp (excluded). Defaults to now. */
      to?: string | undefined
      /** The time zone of days and hours: an IANA name such as Asia/Kolkata, or an offset. Defaults to UTC. */
      time_zone?: string | undefined
      /** The length of a bucket. Weeks start on Monday, months on their first day. A report has at most 1,200 buckets. */
      bucket?: "hour" | "day" | "week" | "month" | undefined
      /** `business`: only business hours count: those of the conversation's team, else the default ones, else all time. */
      hours?: "all" | "business" | undefined
      /** Only this channel. */
      channel_id?: Id | undefined
      /** Only conversations that this member answered first or closed, and unanswered ones assigned to them. */
      member_id?: Id | undefined
    }
    result: string
  }
  reportWork: {
    params: {
      /** A date or an RFC 3339 timestamp. Defaults to 30 days before `to`. */
      from?: string | undefined
      /** A date (included) or an RFC 3339 timestamp (excluded). Defaults to now. */
      to?: string | undefined
      /** The time zone of days and hours: an IANA name such as Asia/Kolkata, or an offset. Defaults to UTC. */
      time_zone?: string | undefined
      /** `business`: only business hours count: those of the conversation's team, else the default ones, else all time. */
      hours?: "all" | "business" | undefined
      /** What is side by side. A conversation with several tags counts for each of them. Teams and tags are those that conversations have now. */
      by?: "member" | "team" | "channel" | "tag" | undefined
    }
    result: WorkReport
  }
  exportWorkReport: {
    params: {
      /** A date or an RFC 3339 timestamp. Defaults to 30 days before `to`. */
      from?: string | undefined
      /** A date (included) or an RFC 3339 timestamp (excluded). Defaults to now. */
      to?: string | undefined
      /** The time zone of days and hours: an IANA name such as Asia/Kolkata, or an offset. Defaults to UTC. */
      time_zone?: string | undefined
      /** `business`: only business hours count: those of the conversation's team, else the default ones, else all time. */
      hours?: "all" | "business" | undefined
      /** What is side by side. A conversation with several tags counts for each of them. Teams and tags are those that conversations have now. */
      by?: "member" | "team" | "channel" | "tag" | undefined
    }
    result: string
  }
  reportTickets: {
    params: {
      /** A date or an RFC 3339 timestamp. Defaults to 30 days before `to`. */
      from?: string | undefined
      /** A date (included) or an RFC 3339 timestamp (excluded). Defaults to now. */
      to?: string | undefined
      /** The time zone of days and hours: an IANA name such as Asia/Kolkata, or an offset. Defaults to UTC. */
      time_zone?: string | undefined
      /** The length of a bucket. Weeks start on Monday, months on their first day. A report has at most 1,200 buckets. */
      bucket?: "hour" | "day" | "week" | "month" | undefined
      /** Only tickets assigned to this member now. */
      member_id?: Id | undefined
      /** Only tickets of this type now. */
      type_id?: Id | undefined
    }
    result: TicketReport
  }
  exportTicketReport: {
    params: {
      /** A date or an RFC 3339 timestamp. Defaults to 30 days before `to`. */
      from?: string | undefined
      /** A date (included) or an RFC 3339 timestamp (excluded). Defaults to now. */
      to?: string | undefined
      /** The time zone of days and hours: an IANA name such as Asia/Kolkata, or an offset. Defaults to UTC. */
      time_zone?: string | undefined
      /** The length of a bucket. Weeks start on Monday, months on their first day. A report has at most 1,200 buckets. */
      bucket?: "hour" | "day" | "week" | "month" | undefined
      /** Only tickets assigned to this member now. */
      member_id?: Id | undefined
      /** Only tickets of this type now. */
      type_id?: Id | undefined
      /** `buckets`: a row for each period of time. `ages`: the open tickets by their age. */
      table?: "buckets" | "ages" | undefined
    }
    result: string
  }
  reportSla: {
    params: {
      /** A date or an RFC 3339 timestamp. Defaults to 30 days before `to`. */
      from?: string | undefined
      /** A date (included) or an RFC 3339 timestamp (excluded). Defaults to now. */
      to?: string | undefined
      /** The time zone of days and hours: an IANA name such as Asia/Kolkata, or an offset. Defaults to UTC. */
      time_zone?: string | undefined
      /** The length of a bucket. Weeks start on Monday, months on their first day. A report has at most 1,200 buckets. */
      bucket?: "hour" | "day" | "week" | "month" | undefined
      /** Only conversations of this team. */
      team_id?: Id | undefined
      /** Only targets of this policy. */
      policy_id?: Id | undefined
    }
    result: SlaReport
  }
  exportSlaReport: {
    params: {
      /** A date or an RFC 3339 timestamp. Defaults to 30 days before `to`. */
      from?: string | undefined
      /** A date (included) or an RFC 3339 timestamp (excluded). Defaults to now. */
      to?: string | undefined
      /** The time zone of days and hours: an IANA name such as Asia/Kolkata, or an offset. Defaults to UTC. */
      time_zone?: string | undefined
      /** The length of a bucket. Weeks start on Monday, months on their first day. A report has at most 1,200 buckets. */
      bucket?: "hour" | "day" | "week" | "month" | undefined
      /** Only conversations of this team. */
      team_id?: Id | undefined
      /** Only targets of this policy. */
      policy_id?: Id | undefined
      /** `buckets`: a row for each period of time. `teams`: a row for each team. */
      table?: "buckets" | "teams" | undefined
    }
    result: string
  }
  reportLeads: {
    params: {
      /** A date or an RFC 3339 timestamp. Defaults to 30 days before `to`. */
      from?: string | undefined
      /** A date (included) or an RFC 3339 timestamp (excluded). Defaults to now. */
      to?: string | undefined
      /** The time zone of days and hours: an IANA name such as Asia/Kolkata, or an offset. Defaults to UTC. */
      time_zone?: string | undefined
      /** The length of a bucket. Weeks start on Monday, months on their first day. A report has at most 1,200 buckets. */
      bucket?: "hour" | "day" | "week" | "month" | undefined
    }
    result: LeadReport
  }
  exportLeadReport: {
    params: {
      /** A date or an RFC 3339 timestamp. Defaults to 30 days before `to`. */
      from?: string | undefined
      /** A date (included) or an RFC 3339 timestamp (excluded). Defaults to now. */
      to?: string | undefined
      /** The time zone of days and hours: an IANA name such as Asia/Kolkata, or an offset. Defaults to UTC. */
      time_zone?: string | undefined
      /** The length of a bucket. Weeks start on Monday, months on their first day. A report has at most 1,200 buckets. */
      bucket?: "hour" | "day" | "week" | "month" | undefined
      /** `buckets`: a row for each period of time. `campaigns`: a row for each source and campaign. */
      table?: "buckets" | "campaigns" | undefined
    }
    result: string
  }
  reportCosts: {
    params: {
      /** A date or an RFC 3339 timestamp. Defaults to 30 days before `to`. */
      from?: string | undefined
      /** A date (included) or an RFC 3339 timestamp (excluded). Defaults to now. */
      to?: string | undefined
      /** The time zone of days and hours: an IANA name such as Asia/Kolkata, or an offset. Defaults to UTC. */
      time_zone?: string | undefined
      /** The length of a bucket. Weeks start on Monday, months on their first day. A report has at most 1,200 buckets. */
      bucket?: "hour" | "day" | "week" | "month" | undefined
      /** Only this channel. */
      channel_id?: Id | undefined
      /** Only messages sent by this member. */
      member_id?: Id | undefined
    }
    result: CostReport
  }
  exportCostReport: {
    params: {
      /** A date or an RFC 3339 timestamp. Defaults to 30 days before `to`. */
      from?: string | undefined
      /** A date (included) or an RFC 3339 timestamp (excluded). Defaults to now. */
      to?: string | undefined
      /** The time zone of days and hours: an IANA name such as Asia/Kolkata, or an offset. Defaults to UTC. */
      time_zone?: string | undefined
      /** The length of a bucket. Weeks start on Monday, months on their first day. A report has at most 1,200 buckets. */
      bucket?: "hour" | "day" | "week" | "month" | undefined
      /** Only this channel. */
      channel_id?: Id | undefined
      /** Only messages sent by this member. */
      member_id?: Id | undefined
      /** `buckets`: a row for each period of time. Others: a row for each channel, template, category, author or country. */
      table?: "buckets" | "channels" | "templates" | "categories" | "authors" | "countries" | undefined
    }
    result: string
  }
  reportBots: {
    params: {
      /** A date or an RFC 3339 timestamp. Defaults to 30 days before `to`. */
      from?: string | undefined
      /** A date (included) or an RFC 3339 timestamp (excluded). Defaults to now. */
      to?: string | undefined
      /** The time zone of days and hours: an IANA name such as Asia/Kolkata, or an offset. Defaults to UTC. */
      time_zone?: string | undefined
      /** The length of a bucket. Weeks start on Monday, months on their first day. A report has at most 1,200 buckets. */
      bucket?: "hour" | "day" | "week" | "month" | undefined
      /** `business`: only business hours count: those of the conversation's team, else the default ones, else all time. */
      hours?: "all" | "business" | undefined
      /** Only this channel. */
      channel_id?: Id | undefined
      /** Only this bot. */
      bot_id?: Id | undefined
    }
    result: BotReport
  }
  exportBotReport: {
    params: {
      /** A date or an RFC 3339 timestamp. Defaults to 30 days before `to`. */
      from?: string | undefined
      /** A date (included) or an RFC 3339 timestamp (excluded). Defaults to now. */
      to?: string | undefined
      /** The time zone of days and hours: an IANA name such as Asia/Kolkata, or an offset. Defaults to UTC. */
      time_zone?: string | undefined
      /** The length of a bucket. Weeks start on Monday, months on their first day. A report has at most 1,200 buckets. */
      bucket?: "hour" | "day" | "week" | "month" | undefined
      /** `business`: only business hours count: those of the conversation's team, else the default ones, else all time. */
      hours?: "all" | "business" | undefined
      /** Only this channel. */
      channel_id?: Id | undefined
      /** Only this bot. */
      bot_id?: Id | undefined
      /** `buckets`: a row for each period of time. Others: a row for each bot, team or channel. */
      table?: "buckets" | "bots" | "teams" | "channels" | undefined
    }
    result: string
  }
  reportRatings: {
    params: {
      /** A date or an RFC 3339 timestamp. Defaults to 30 days before `to`. */
      from?: string | undefined
      /** A date (included) or an RFC 3339 timestamp (excluded). Defaults to now. */
      to?: string | undefined
      /** The time zone of days and hours: an IANA name such as Asia/Kolkata, or an offset. Defaults to UTC. */
      time_zone?: string | undefined
      /** The length of a bucket. Weeks start on Monday, months on their first day. A report has at most 1,200 buckets. */
      bucket?: "hour" | "day" | "week" | "month" | undefined
      /** Only this channel. */
      channel_id?: Id | undefined
      /** Only conversations that were of this team. */
      team_id?: Id | undefined
      /** Only rounds that this member answered last. */
      member_id?: Id | undefined
    }
    result: CsatReport
  }
  exportRatingReport: {
    params: {
      /** A date or an RFC 3339 timestamp. Defaults to 30 days before `to`. */
      from?: string | undefined
      /** A date (included) or an RFC 3339 timestamp (excluded). Defaults to now. */
      to?: string | undefined
      /** The time zone of days and hours: an IANA name such as Asia/Kolkata, or an offset. Defaults to UTC. */
      time_zone?: string | undefined
      /** The length of a bucket. Weeks start on Monday, months on their first day. A report has at most 1,200 buckets. */
      bucket?: "hour" | "day" | "week" | "month" | undefined
      /** Only this channel. */
      channel_id?: Id | undefined
      /** Only conversations that were of this team. */
      team_id?: Id | undefined
      /** Only rounds that this member answered last. */
      member_id?: Id | undefined
      /** `buckets`: a row for each period of time. Others: a row for each member, team, channel or tag. */
      table?: "buckets" | "members" | "teams" | "channels" | "tags" | undefined
    }
    result: string
  }
  reportDeliveries: {
    params: {
      /** A date or an RFC 3339 timestamp. Defaults to 30 days before `to`. */
      from?: string | undefined
      /** A date (included) or an RFC 3339 timestamp (excluded). Defaults to now. */
      to?: string | undefined
      /** The time zone of days and hours: an IANA name such as Asia/Kolkata, or an offset. Defaults to UTC. */
      time_zone?: string | undefined
      /** The length of a bucket. Weeks start on Monday, months on their first day. A report has at most 1,200 buckets. */
      bucket?: "hour" | "day" | "week" | "month" | undefined
      /** Only this webhook endpoint. */
      endpoint_id?: Id | undefined
    }
    result: DeliveryReport
  }
  exportDeliveryReport: {
    params: {
      /** A date or an RFC 3339 timestamp. Defaults to 30 days before `to`. */
      from?: string | undefined
      /** A date (included) or an RFC 3339 timestamp (excluded). Defaults to now. */
      to?: string | undefined
      /** The time zone of days and hours: an IANA name such as Asia/Kolkata, or an offset. Defaults to UTC. */
      time_zone?: string | undefined
      /** The length of a bucket. Weeks start on Monday, months on their first day. A report has at most 1,200 buckets. */
      bucket?: "hour" | "day" | "week" | "month" | undefined
      /** Only this webhook endpoint. */
      endpoint_id?: Id | undefined
    }
    result: string
  }
  listPriceLists: {
    params: {
      /** The number of items per page. */
      limit?: number | undefined
      /** The `next_cursor` of the previous page. Send it with the same filters. */
      cursor?: string | undefined
    }
    result: PriceListPage
    item: PriceList
  }
  createPriceList: {
    params: {
      /** From when the prices are valid: a date (in UTC) or an RFC 3339 timestamp. Required unless the file has a column `valid_from`. */
      valid_from?: string | undefined
      /** Required unless the file has a column `currency`. */
      currency?: string | undefined
      /** A CSV file of at most 1 MiB, with a column `market` and either the columns `category` and `price`, or a column for each category. */
      file: Blob
    }
    result: PriceList
  }
  getPriceList: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: PriceListDetail
  }
  deletePriceList: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: void
  }
  exportPriceList: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: string
  }
  optOutContact: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: Contact
  }
  optInContact: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: Contact
  }
  listEvents: {
    params: {
      /** The `next_cursor` of the previous page, or the id of an event. Starts with the oldest event that is still kept by default. */
      after?: string | undefined
      /** Starts with the first event created at or after this time. Cannot be combined with `after`. An RFC 3339 timestamp with any UTC offset. */
      created_after?: string | undefined
      /** Alias of `created_after`. An RFC 3339 timestamp with any UTC offset. */
      since?: string | undefined
      /** The number of items per page. */
      limit?: number | undefined
      /** All types by default, or one or more of the values, separated by commas. */
      type?: Array<EventType> | string | undefined
      /** Alias of `type`: one or more of the values, separated by commas. */
      types?: Array<EventType> | string | undefined
    }
    result: EventPage
    item: Event
  }
  getEvent: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: Event
  }
  streamEvents: {
    params: {
      /** The cursor or id of the event to start after. `Last-Event-ID` takes precedence. Sends only new events by default. */
      after?: string | undefined
      /** Starts with the first event created at or after this time. Cannot be combined with `after`. An RFC 3339 timestamp with any UTC offset. */
      created_after?: string | undefined
      /** Alias of `created_after`. An RFC 3339 timestamp with any UTC offset. */
      since?: string | undefined
      /** All types by default, or one or more of the values, separated by commas. */
      type?: Array<EventType> | string | undefined
      /** Alias of `type`: one or more of the values, separated by commas. */
      types?: Array<EventType> | string | undefined
    }
    result: string
  }
  listWebhooks: {
    params: {
      /** The number of items per page. */
      limit?: number | undefined
      /** The `next_cursor` of the previous page. Send it with the same filters. */
      cursor?: string | undefined
    }
    result: WebhookEndpointPage
    item: WebhookEndpoint
  }
  createWebhook: {
    params: NewWebhookEndpoint
    result: WebhookEndpointWithSecret
  }
  getWebhook: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: WebhookEndpoint
  }
  updateWebhook: {
    params: WebhookEndpointChanges & {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: WebhookEndpoint
  }
  deleteWebhook: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: void
  }
  listWebhookDeliveries: {
    params: {
      /** The number of items per page. */
      limit?: number | undefined
      /** The `next_cursor` of the previous page. Send it with the same filters. */
      cursor?: string | undefined
      /** One or more of pending, succeeded, failed, cancelled, separated by commas. */
      status?: Array<"pending" | "succeeded" | "failed" | "cancelled"> | string | undefined
      /** Deliveries of events of one or more of the values, separated by commas. */
      type?: Array<EventType> | string | undefined
      /** Alias of `type`: one or more of the values, separated by commas. */
      event_type?: Array<EventType> | string | undefined
      /** The last attempt ended with one or more of the values, separated by commas. */
      error?: Array<"invalid_url" | "invalid_request" | "blocked_target" | "dns_not_found" | "dns_failed" | "connection_refused" | "connection_failed" | "connection_closed" | "certificate_expired" | "certificate_untrusted" | "certificate_mismatch" | "client_certificate_required" | "client_certificate_refused" | "tls_failed" | "invalid_response" | "timeout" | "aborted" | "token_server_blocked" | "token_server_failed" | "token_refused" | "token_invalid" | "redirect_not_followed" | "unexpected_status"> | string | undefined
      /** Created at or after this time. An RFC 3339 timestamp with any UTC offset. */
      created_after?: string | undefined
      /** Created before this time. An RFC 3339 timestamp with any UTC offset. */
      created_before?: string | undefined
      /** Alias of `created_after`. An RFC 3339 timestamp with any UTC offset. */
      since?: string | undefined
      /** Alias of `created_before`. An RFC 3339 timestamp with any UTC offset. */
      until?: string | undefined
      /** The id of the resource, a UUID. */
      id: string
    }
    result: WebhookDeliveryPage
    item: WebhookDelivery
  }
  rotateSigningSecret: {
    params: RotateSigningSecret & {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: WebhookEndpointWithSecret
  }
  testWebhook: {
    params: TestWebhookEndpoint & {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: WebhookDeliveryWithAttempts
  }
  replayWebhook: {
    params: ReplayWebhook & {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: WebhookReplayCount
  }
  listWebhookReplays: {
    params: {
      /** The number of items per page. */
      limit?: number | undefined
      /** The `next_cursor` of the previous page. Send it with the same filters. */
      cursor?: string | undefined
      /** A UUID. */
      endpoint_id?: Id | undefined
      /** Only replays with this status. */
      status?: "running" | "paused" | "completed" | "cancelled" | undefined
    }
    result: WebhookReplayPage
    item: WebhookReplay
  }
  getWebhookReplay: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: WebhookReplayWithProgress
  }
  pauseWebhookReplay: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: WebhookReplay
  }
  resumeWebhookReplay: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: WebhookReplay
  }
  cancelWebhookReplay: {
    params: {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: WebhookReplay
  }
  resendEvent: {
    params: ResendEvent & {
      /** The id of the resource, a UUID. */
      id: string
    }
    result: ResentEvent
  }
  getMe: {
    params: {}
    result: Me
  }
  uploadMedia: {
    params: {
      /** The file with its name and type. Images up to 5 MB, audio and video up to 16 MB, documents up to 100 MB, stickers up to 500 KB. */
      file: Blob
    }
    result: Media
  }
}
