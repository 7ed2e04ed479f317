import { Type } from 'typebox'
import type { Static } from 'typebox'
import { pageQuery } from '../lib/pagination.ts'
import { Id, nullable, Time } from '../lib/schemas.ts'

const chatStatuses = ['open', 'snoozed', 'closed'] as const

/** A chat, as the API gives it. `window_expires_at`: until when free-form messages may be sent. */
export const Chat = Type.Object(
  {
    id: Id,
    channel: Type.Object({ id: Id, type: Type.String(), name: Type.String() }),
    person: Type.Object({
      id: Id,
      name: nullable(Type.String()),
      phone_e164: nullable(Type.String()),
      email: nullable(Type.String()),
    }),
    group: nullable(
      Type.Object(
        { id: Type.String(), name: nullable(Type.String()) },
        { description: 'The group that it is with; `person` is then who wrote first.' },
      ),
    ),
    status: Type.Enum([...chatStatuses]),
    assignee_id: nullable(Id),
    unread_count: Type.Integer(),
    last_message: nullable(
      Type.Object({
        id: Id,
        direction: Type.Enum(['inbound', 'outbound']),
        text: nullable(Type.String()),
        created_at: Time,
      }),
    ),
    last_message_at: nullable(Time),
    window_expires_at: nullable(Time),
    created_at: Time,
    updated_at: Time,
  },
  { title: 'Chat' },
)

/** A chat, as the API gives it. */
export type Chat = Static<typeof Chat>

/** The query of GET /api/v1/chats. */
export const ListChatsQuery = Type.Object(
  {
    ...pageQuery,
    status: Type.Optional(Type.Enum([...chatStatuses])),
    channel_id: Type.Optional(Id),
    assignee_id: Type.Optional(Id),
    updated_since: Type.Optional(
      Type.String({ format: 'date-time', description: 'RFC 3339, any offset.' }),
    ),
    q: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: "Part of the person's name, phone or e-mail.",
      }),
    ),
  },
  { additionalProperties: false },
)

/** A row of `chatQuery`. */
export type ChatRow = {
  id: string
  channel_id: string
  channel_type: string
  channel_name: string
  person_id: string
  person_name: string | null
  person_phone: string | null
  person_email: string | null
  recipient: string
  is_group: boolean
  title: string | null
  status: Chat['status']
  assignee_id: string | null
  unread_count: number
  last_message_id: string | null
  last_message_direction: 'inbound' | 'outbound' | null
  last_message_text: string | null
  last_message_at: Date | null
  activity_at: Date
  window_expires_at: Date | null
  created_at: Date
  updated_at: Date
}

/** The API's chat of a row of `chatQuery`. */
export function toChat(row: ChatRow): Chat {
  return {
    id: row.id,
    channel: { id: row.channel_id, type: row.channel_type, name: row.channel_name },
    person: {
      id: row.person_id,
      name: row.person_name,
      phone_e164: row.person_phone,
      email: row.person_email,
    },
    group: row.is_group ? { id: row.recipient, name: row.title } : null,
    status: row.status,
    assignee_id: row.assignee_id,
    unread_count: row.unread_count,
    last_message:
      row.last_message_id && row.last_message_direction && row.last_message_at
        ? {
            id: row.last_message_id,
            direction: row.last_message_direction,
            text: row.last_message_text,
            created_at: row.last_message_at,
          }
        : null,
    last_message_at: row.last_message_at,
    window_expires_at: row.window_expires_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}
