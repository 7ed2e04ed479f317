import { cutText } from '#lib/cut-text.ts'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { closedObject, Id, limitedText, nullable, pickFields, Time, titled } from '#lib/schemas.ts'
import { pageQuery } from '#lib/page.ts'
import { ACTOR_TYPES } from '#shared/actors.ts'
import { CHANNEL_TYPES } from '#shared/channel-types.ts'
import {
  NOTIFICATION_KINDS,
  NOTIFICATION_RULES,
  UNREAD_COUNTED_MAX,
} from '#shared/notifications.ts'
import type { NotificationDetails } from './read-details.ts'

const TEXT_CHARACTERS_MAX = 300

/** A notification of the signed-in member: the newest fact of a conversation or a ticket, or an unread mention. */
export const NotificationResource = titled('Notification', {
  id: Id,
  kind: Type.Enum([...NOTIFICATION_KINDS], {
    description:
      '`reminder`: a snoozed conversation or a ticket is due. `sla_warning`: an SLA target of a conversation is due soon. `sla_breached`: it was missed. `comment`: a comment on a ticket that you follow or that is assigned to you. `status`: its status changed. `test`: sent from the settings.',
  }),
  conversation_id: nullable(Id),
  ticket: nullable(
    Type.Object(
      { id: Id, number: Type.Integer(), title: Type.String() },
      { description: 'The ticket that it is about. `conversation_id` is then null.' },
    ),
  ),
  bulk: nullable(
    Type.Object(
      { subject: Type.Enum(['chats', 'tickets']), count: Type.Integer() },
      {
        description:
          'The number of conversations (`chats`) or tickets that a bulk action assigned to you. `conversation_id` and `ticket` are then null.',
      },
    ),
  ),
  contact_id: nullable(Id),
  contact_name: nullable(
    Type.String({
      description: "The contact's name, or else their phone number, address or username.",
    }),
  ),
  channel: nullable(
    Type.Object(
      { id: Id, name: Type.String(), type: Type.Enum([...CHANNEL_TYPES]) },
      { description: 'The channel of the conversation.' },
    ),
  ),
  message_count: Type.Integer({
    description:
      'How many messages the contact wrote since the conversation was last answered, closed or snoozed.',
  }),
  actor: Type.Object({
    type: Type.Enum([...ACTOR_TYPES]),
    id: nullable(Id),
    name: nullable(Type.String({ description: 'The name of the member who caused it.' })),
  }),
  text: nullable(
    Type.String({
      description: `The first ${TEXT_CHARACTERS_MAX} characters of the message, the note or the comment, without the marks of formatted text.`,
    }),
  ),
  created_at: Time,
  read_at: nullable(Time),
})

/** A notification of the signed-in member. */
export type NotificationResource = Static<typeof NotificationResource>

/** Converts a notification with its details to the API's. */
export function toNotification(row: NotificationDetails): NotificationResource {
  return pickFields(NotificationResource, {
    ...row,
    conversation_id: row.chat_id,
    actor: { type: row.actor_type, id: row.actor_id, name: row.actor_name },
    text: row.text === null ? null : cutText(row.text, TEXT_CHARACTERS_MAX),
  })
}

/** The query of GET /api/app/notifications. */
export const ListNotificationsQuery = closedObject({
  ...pageQuery,
  unread: Type.Optional(
    Type.Boolean({ description: 'Only unread notifications, or only read ones.' }),
  ),
})

/** The number of conversations and tickets with unread notifications. */
export const UnreadCount = titled('UnreadNotifications', {
  unread_count: Type.Integer({
    description: `The number of conversations and tickets with unread notifications, counted up to ${UNREAD_COUNTED_MAX}.`,
  }),
  subject_ids: Type.Array(Id, {
    description:
      'The ids of these conversations and tickets, newest first; of a notification about neither, its own.',
  }),
  newest: nullable(NotificationResource),
})

/** The unread notifications of the signed-in member. */
export type UnreadNotifications = Static<typeof UnreadCount>

/** The body of POST /api/app/notifications/read: one of the first three fields, or none of them for all notifications. */
export const ReadNotificationsBody = closedObject({
  ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 200 })),
  conversation_id: Type.Optional(Id),
  ticket_id: Type.Optional(Id),
  undo: Type.Optional(
    Type.String({
      format: 'date-time',
      description:
        'Marks as unread again what a request with the same other field marked at this time, its `read_at`. Marking all is not undone.',
    }),
  ),
})

/** The number of notifications that changed, and when they were read. */
export const ReadCount = titled('ReadNotifications', {
  read_at: Time,
  read_count: Type.Integer({
    description:
      'The mentions, assignments and reminders of yours that were unread before, and the marks of read conversations that moved: 1 for all conversations.',
  }),
})

/** The things that a member or a device is notified of. */
export const Rules = Type.Array(Type.Enum([...NOTIFICATION_RULES]), {
  uniqueItems: true,
  maxItems: NOTIFICATION_RULES.length,
  description:
    '`mine`: conversations and tickets assigned to you, and tickets that you follow. `mentions`: notes and comments that mention you. `unassigned`: messages in conversations, and overdue tickets, without an assignee: those of your teams and of no team, or all if you are in no team. `everything`: all messages.',
})
const TimeOfDay = Type.String({
  pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
  'x-message': 'must be a time of day, such as 22:00',
  description: 'A time of day, such as 22:00.',
})
const Quiet = Type.Object(
  { from: TimeOfDay, to: TimeOfDay },
  {
    additionalProperties: false,
    description: 'Nothing is pushed or mailed in this time. It may span midnight.',
  },
)
const settings = {
  rules: Rules,
  by_mail: Type.Boolean({
    description: 'Whether mentions and assignments are mailed while you are away.',
  }),
  sound: Type.Boolean({ description: 'Whether the web app plays a sound.' }),
  quiet_hours: nullable(Quiet),
  time_zone: limitedText(64, 'The time zone of the quiet hours, such as Asia/Kolkata.'),
}

/** The notification settings of the signed-in member. */
export const NotificationSettingsResource = titled('NotificationSettings', settings)

/** The notification settings of the signed-in member. */
export type NotificationSettingsResource = Static<typeof NotificationSettingsResource>

/** The body of PATCH /api/app/notification-settings: only fields that are present are updated. */
export const UpdateNotificationSettingsBody = Type.Partial(Type.Object(settings), {
  additionalProperties: false,
})
