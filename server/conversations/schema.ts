import type { Selectable } from 'kysely'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { ChatChanges, Chats } from '#db/tables/conversations.ts'
import { choiceList, createdFilters, timeFilter, updatedFilter } from '#lib/lists/list-filters.ts'
import { pageQuery } from '#lib/page.ts'
import { toSafeFilename } from '#lib/to-safe-filename.ts'
import {
  Actor,
  CappedCount,
  closedObject,
  describedTime,
  Id,
  idList,
  idText,
  nullable,
  pickFields,
  Time,
  timeText,
  titled,
  optionals,
} from '#lib/schemas.ts'
import {
  CONVERSATION_CHANGES,
  CONVERSATION_HOLDERS,
  CONVERSATION_SORTS,
  CONVERSATION_STATUSES,
  HOLD_MS,
  OTHER_HOLDERS,
} from '#shared/conversations.ts'
import type { ConversationHolder } from '#shared/conversations.ts'
import type { ActorType } from '#shared/actors.ts'
import { MESSAGE_DIRECTIONS, MESSAGE_STATUSES } from '#shared/messages.ts'
import type { MessageStatus } from '#shared/messages.ts'
import type { ChannelType } from '#shared/channel-types.ts'
import { SLA_METRICS, SLA_URGENCIES } from '#shared/sla.ts'
import type { SlaMetric } from '#shared/sla.ts'
import { SEARCH_CHARACTERS_MAX } from '#shared/pages.ts'
import { HELD_BY } from '#shared/bots.ts'
import { PARTICIPANTS_MAX } from '#shared/teams.ts'
import { TICKET_PRIORITIES } from '#shared/tickets.ts'
import { AssignedBy } from './assigned-by.ts'
import { heldBy } from './held-by.ts'

/** The filter of conversations and tickets by team. */
export const teamFilter = Type.Optional(
  Type.Union([Id, Type.Enum(['none', 'mine'], { title: 'NoneOrMine' })], {
    description:
      'The id of a team, `none` (without a team) or `mine` (the teams of the signed-in member).',
  }),
)

/** The values of the filter by priority; `none`: conversations without a priority. */
export const PRIORITY_CHOICES = [...TICKET_PRIORITIES, 'none'] as const

const UUID_PATTERN = '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'

const ChatTag = titled('AppliedTag', { id: Id, name: Type.String(), color: Type.String() })

/** The SLA target of a conversation that is due first. */
export const ConversationSla = titled(
  'ConversationSla',
  {
    metric: Type.Enum([...SLA_METRICS]),
    due_at: Time,
    warning_at: nullable(Time, 'When it gets urgent.'),
  },
  'The SLA target that is due first, or that was due first and is not met yet. Null if no target runs.',
)

/** A conversation as the API returns it. `window_expires_at`: until when free-form messages can be sent. */
export const Chat = titled('Conversation', {
  id: Id,
  channel: Type.Object({ id: Id, type: Type.String(), name: Type.String() }),
  person: Type.Object({
    id: Id,
    name: nullable(Type.String()),
    phone_e164: nullable(Type.String()),
    email: nullable(Type.String()),
    username: nullable(
      Type.String({
        description: 'The name that the contact chose on a platform, without the at sign.',
      }),
    ),
  }),
  group: nullable(
    Type.Object(
      { id: Type.String(), name: nullable(Type.String()) },
      {
        description:
          'The group, for group conversations. `person` is then the contact who wrote first.',
      },
    ),
  ),
  status: Type.Enum([...CONVERSATION_STATUSES]),
  snoozed_until: nullable(Time),
  remind_if_unanswered: Type.Boolean({
    description: 'Whether the snooze ends with a reminder that the customer has not answered.',
  }),
  closed_at: nullable(Time),
  assignee_id: nullable(idText('The id of a membership, or of a bot.')),
  assigned_by: nullable(AssignedBy),
  team_id: nullable(Id),
  participant_ids: Type.Array(Id, {
    description:
      'The memberships of those who take part besides the assignee. They see the conversation whatever its team.',
  }),
  priority: nullable(Type.Enum([...TICKET_PRIORITIES])),
  tags: Type.Array(ChatTag, { description: 'Sorted by name.' }),
  unread_count: Type.Integer(),
  last_message: nullable(
    Type.Object({
      id: Id,
      direction: Type.Enum([...MESSAGE_DIRECTIONS]),
      type: nullable(
        Type.String({ description: 'As of a message. Null if the message was deleted.' }),
      ),
      text: nullable(Type.String()),
      file: nullable(
        Type.Object(
          {
            filename: nullable(Type.String()),
            voice: Type.Boolean({ description: 'Whether it is a voice message.' }),
            duration_seconds: nullable(Type.Integer(), 'How long a voice message is, if known.'),
          },
          { title: 'LastMessageFile', description: 'Its first file. Null if it has none.' },
        ),
      ),
      created_at: Time,
      author: nullable(
        Type.Object(Actor.properties, {
          title: 'Actor',
          description: 'The author. Null if the message was deleted.',
        }),
      ),
      status: nullable(Type.Enum([...MESSAGE_STATUSES])),
    }),
  ),
  last_message_at: nullable(Time),
  window_expires_at: nullable(Time),
  waiting_since: nullable(
    describedTime(
      "The time of the customer's first message that nobody answered. Null if there is none, and for closed conversations.",
    ),
  ),
  sla: nullable(ConversationSla),
  holder: nullable(
    Type.Object(
      {
        type: Type.Enum([...CONVERSATION_HOLDERS], {
          description:
            "`platform_agent`: the platform's own agent. `another_app`: another app of the business. `unknown_app`: one of these two; the platform did not say which.",
        }),
        since: Time,
        until: nullable(Time),
        other_app: nullable(
          Type.Enum([...OTHER_HOLDERS], {
            description: 'The other app that holds the conversation, or held it last.',
          }),
        ),
      },
      {
        title: 'ConversationHolder',
        description:
          'The holder of the conversation at the platform, as far as it reports it, and until when if the customer stays silent. Null: nobody holds it, or the platform has reported nothing.',
      },
    ),
  ),
  held_by: Type.Object(
    {
      type: Type.Enum([...HELD_BY], {
        description:
          '`other_app`: another app at the platform (see `holder`). `bot` and `member`: the assignee. `team`: the queue of the team. `nobody`: no team, no assignee.',
      }),
      id: nullable(Id),
      version: Type.Integer({
        description:
          'Grows whenever somebody else holds the conversation. A bot sends it as `holder_version`.',
      }),
    },
    {
      title: 'ConversationHeldBy',
      description:
        'Who answers the customer. Only a bot is refused (`not_holder`) while somebody else holds the conversation.',
    },
  ),
  created_at: Time,
  updated_at: Time,
})

/** A conversation as the API returns it. */
export type Chat = Static<typeof Chat>

/** The query of GET /api/v1/chats. */
export const ListChatsQuery = closedObject({
  ...pageQuery,
  sort: Type.Optional(
    Type.Enum([...CONVERSATION_SORTS], {
      default: 'activity',
      description:
        '`activity`: most recent activity first. `waiting`: longest wait for an answer first, and only conversations whose customer waits. `sla`: the SLA target that is due first comes first, and only conversations with a target that runs or is overdue.',
    }),
  ),
  status: choiceList(CONVERSATION_STATUSES),
  channel_id: Type.Optional(Id),
  person_id: Type.Optional(Id),
  assignee_id: Type.Optional(
    Type.String({
      pattern: `^(none|me|${UUID_PATTERN})$`,
      'x-message': 'must be the id of a membership, none or me',
      description:
        'The id of a membership, `none` (unassigned) or `me` (assigned to the signed-in member).',
    }),
  ),
  team_id: teamFilter,
  tag_id: Type.Optional(Id),
  priority: choiceList(PRIORITY_CHOICES),
  holder: choiceList(CONVERSATION_HOLDERS, 'Only conversations held by one or more'),
  sla: choiceList(
    SLA_URGENCIES,
    'Only conversations whose next SLA target is `on_time`, `at_risk` (after its warning) or `breached` (after its due time): one or more',
  ),
  ...optionals({
    unread: Type.Boolean({
      description:
        '`true` returns only conversations with unread messages, `false` only those without.',
    }),
    waiting: Type.Boolean({
      description:
        '`true` returns only conversations whose customer waits for an answer, `false` only the others.',
    }),
    mentioned: Type.Boolean({
      description: 'Only conversations with a note that mentions the signed-in member.',
    }),
  }),
  ...createdFilters,
  ...updatedFilter,
  updated_since: timeFilter('Alias of `updated_after`.'),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: SEARCH_CHARACTERS_MAX,
      description: "Matches part of the contact's name, phone number, email address or username.",
    }),
  ),
})

const { limit: _limit, cursor: _cursor, sort: _sort, ...chatFilters } = ListChatsQuery.properties

/** The query of GET /api/v1/chats/export.csv. */
export const ExportChatsQuery = closedObject({
  ...chatFilters,
  ids: idList('Up to 100 ids, separated by commas: only these conversations.'),
  except_ids: idList('Up to 100 ids, separated by commas: conversations to leave out.'),
})

/** The number of conversations in each part of the inbox. */
export const ChatCounts = Type.Object(
  {
    mine: CappedCount,
    my_teams: CappedCount,
    unassigned: CappedCount,
    all: CappedCount,
    snoozed: CappedCount,
    closed: CappedCount,
    mentions: CappedCount,
  },
  {
    title: 'ConversationCounts',
    description:
      '`mine`, `my_teams`, `unassigned` and `all` count open conversations; `my_teams` those of the signed-in member’s teams. `mentions` counts conversations with notes that mention the signed-in member and that they have not seen.',
  },
)

/** The number of conversations in each part of the inbox. */
export type ChatCounts = Static<typeof ChatCounts>

/** The body of PATCH /api/v1/chats/{id}: only fields that are present are updated. */
export const UpdateChatBody = closedObject(
  optionals({
    status: Type.Enum([...CONVERSATION_STATUSES]),
    snoozed_until: nullable(
      timeText(
        'When the conversation reopens. Must be in the future. Setting it also snoozes the conversation.',
      ),
    ),
    remind_if_unanswered: Type.Boolean({
      description:
        'With `snoozed_until`: the member is reminded at that time, unless the customer has answered, which ends the snooze.',
    }),
    assignee_id: nullable(
      idText('The id of a membership, or of a bot. Null unassigns the conversation.'),
    ),
    team_id: nullable(idText('The id of a team. Null removes the conversation from its team.')),
    participant_ids: Type.Array(Id, {
      maxItems: PARTICIPANTS_MAX,
      description:
        'Memberships. Replaces those who take part in the conversation besides its assignee.',
    }),
    priority: nullable(
      Type.Enum([...TICKET_PRIORITIES], { description: 'Null removes the priority.' }),
    ),
    tag_ids: Type.Array(Id, { maxItems: 50, description: "Replaces the conversation's tags." }),
    unread: Type.Boolean({
      description:
        'Marks the conversation as unread or read in the inbox. The customer is not notified.',
    }),
  }),
)

/** A change of a conversation, shown among the messages of its thread. */
export const ChatChange = titled('ChatChange', {
  id: Id,
  conversation_id: Id,
  type: Type.Enum([...CONVERSATION_CHANGES]),
  actor: Actor,
  data: Type.Record(Type.String(), Type.Unknown(), {
    description:
      '`assigned`: `assignee_id`, `previous_assignee_id`, and `bulk_action_id` if a bulk action did it. `snoozed`: `until`, and `remind_if_unanswered` if true. `reopened`: `from`, its previous status, and after a reminder `unanswered` and `member_id`, who set it (null: a program). `closed`: `opened_at`, and `assignee_id` if anybody had it. `team`: `team_id` and `previous_team_id` (null: none), and `bulk_action_id` if a bulk action did it. `priority`: `priority` and `previous_priority` (null: none), and `bulk_action_id` if a bulk action did it. `participant_added` and `participant_removed`: `membership_id`. `away_reply`, sent by itself while nobody was there: `because` (`outside_hours` or `nobody_online`) and `message_id`, which is null if it could not be sent; then `reason` is the code of the reason. `tagged` and `untagged`: `tag_id`, `name`. `ticket`, about a ticket of the conversation: `ticket_id`, `number`, `title`, `status`, `previous_status` (null for a new ticket). `handed_over`: `holder` (null: released) and, where they are known, `cause` (`platform`, `taken_over`, `released`, `message` or `timeout`), `reason` and `summary`. `identity_changed`: `identity`, which is `phone` or `account`.',
  }),
  created_at: Time,
})

/** A change of a conversation. */
export type ChatChange = Static<typeof ChatChange>

/** A row that `readChats` reads. */
export type ChatRow = Omit<
  Selectable<Chats>,
  'workspace_id' | 'opened_at' | 'holder' | 'holder_role_at'
> & {
  channel_type: ChannelType
  channel_name: string
  person_name: string | null
  person_phone: string | null
  person_email: string | null
  person_username: string | null
  holder: ConversationHolder | null
  tags: Chat['tags']
  participant_ids: string[]
  last_message_type: string | null
  last_message_status: MessageStatus | null
  last_message_author_type: ActorType | null
  last_message_author_id: string | null
  last_message_media: Record<string, unknown> | null
  waiting_since: Date | null
  sla_due_at: Date | null
  sla_warning_at: Date | null
  sla_metric: SlaMetric | null
  is_bots: boolean
  assigned_by_type: ActorType | null
  assigned_by_id: string | null
  assigned_reason: string | null
}

function toFile(media: ChatRow['last_message_media']) {
  if (media === null) return null
  const { filename, mime_type: mimeType, voice, duration_seconds: seconds } = media as MediaFacts
  const name = filename ? toSafeFilename(filename, mimeType ?? null) : null
  return { filename: name, voice: voice === true, duration_seconds: seconds ?? null }
}

/** What is known about the file of a message. */
type MediaFacts = {
  filename?: string | null
  mime_type?: string | null
  voice?: boolean
  duration_seconds?: number
}

/** Converts a row that `readChats` reads to the API's conversation. */
export function toChat(row: ChatRow): Chat {
  return pickFields(Chat, {
    ...row,
    channel: { id: row.channel_id, type: row.channel_type, name: row.channel_name },
    person: {
      id: row.person_id,
      name: row.person_name,
      phone_e164: row.person_phone,
      email: row.person_email,
      username: row.person_username,
    },
    assigned_by: row.assigned_by_type && {
      type: row.assigned_by_type,
      id: row.assigned_by_id,
      reason: row.assigned_reason,
    },
    group: row.is_group ? { id: row.recipient, name: row.title } : null,
    last_message:
      row.last_message_id && row.last_message_direction && row.last_message_at
        ? {
            id: row.last_message_id,
            direction: row.last_message_direction,
            type: row.last_message_type,
            text: row.last_message_text,
            file: toFile(row.last_message_media),
            created_at: row.last_message_at,
            author: row.last_message_author_type && {
              type: row.last_message_author_type,
              id: row.last_message_author_id,
            },
            status: row.last_message_status,
          }
        : null,
    sla: row.sla_metric &&
      row.sla_due_at && {
        metric: row.sla_metric,
        due_at: row.sla_due_at,
        warning_at: row.sla_warning_at,
      },
    holder: row.holder &&
      row.holder_at && {
        type: row.holder,
        since: row.holder_at,
        other_app: row.holder_role,
        until: row.customer_wrote_at && new Date(row.customer_wrote_at.getTime() + HOLD_MS),
      },
    held_by: heldBy(row),
  })
}

/** Converts a row of `chat_changes` to the API's change. */
export function toChatChange(row: Selectable<ChatChanges>): ChatChange {
  return pickFields(ChatChange, {
    ...row,
    conversation_id: row.chat_id,
    type: row.kind,
    actor: { type: row.actor_type, id: row.actor_id },
    created_at: row.occurred_at,
  })
}
