import type { Selectable } from 'kysely'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { Notes } from '../db/inbox-tables.ts'
import { Id, nullable, Time } from '../lib/schemas.ts'

/** What colleagues write to each other in a chat; no customer and no platform gets it. `mentions` are memberships. */
export const Note = Type.Object(
  {
    id: Id,
    conversation_id: Id,
    author: Type.Object({ type: Type.Enum(['api_key', 'member']), id: nullable(Id) }),
    text: Type.String(),
    mentions: Type.Array(Id),
    created_at: Time,
    edited_at: nullable(Time),
    deleted_at: nullable(Time),
  },
  { title: 'Note' },
)

/** What colleagues write to each other in a chat. */
export type Note = Static<typeof Note>

/** The API's note of a row of `notes`; the text of a deleted one is empty. */
export function toNote(row: Selectable<Notes>): Note {
  return {
    id: row.id,
    conversation_id: row.chat_id,
    author: { type: row.author_type, id: row.author_id },
    text: row.deleted_at ? '' : row.text,
    mentions: row.mentions,
    created_at: row.created_at,
    edited_at: row.edited_at,
    deleted_at: row.deleted_at,
  }
}
