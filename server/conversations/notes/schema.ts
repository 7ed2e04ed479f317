import type { Selectable } from 'kysely'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { Notes } from '#db/tables/notes.ts'
import { Id, nullable, Time } from '#lib/schemas.ts'
import { NOTE_CHARACTERS_MAX } from '#shared/conversations.ts'

/**
 * An internal note in a conversation; neither the customer nor the platform receives it. `mentions` are memberships.
 */
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

/** An internal note in a conversation. */
export type Note = Static<typeof Note>

/** Converts a row of `notes` to the API's note; the text of a deleted one is empty. */
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

const Text = Type.String({ minLength: 1, maxLength: NOTE_CHARACTERS_MAX })
/** The members whom a note or a comment mentions, in a request. */
export const Mentions = Type.Array(Id, { maxItems: 50, description: 'The memberships to mention.' })

/** The body of POST /api/v1/chats/{id}/notes. */
export const CreateNoteBody = Type.Object(
  { text: Text, mentions: Type.Optional(Mentions) },
  { additionalProperties: false },
)

/** The body of PATCH /api/v1/notes/{id}: only fields that are present are updated. */
export const UpdateNoteBody = Type.Object(
  { text: Type.Optional(Text), mentions: Type.Optional(Mentions) },
  { additionalProperties: false },
)

/** The number of mentions that were unseen before. */
export const SeenMentions = Type.Object(
  { conversation_id: Id, seen_count: Type.Integer() },
  { title: 'SeenMentions' },
)
