import type { Selectable } from 'kysely'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { Notes } from '#db/tables/notes.ts'
import { pick } from '#lib/pick.ts'
import { closedObject, Id, nullable, Time, titled } from '#lib/schemas.ts'
import { WRITER_TYPES } from '#shared/actors.ts'
import { NOTE_CHARACTERS_MAX } from '#shared/conversations.ts'

/** The fields of notes that comments on tickets have too. `mentions` are memberships. */
export const noteFields = {
  author: Type.Object(
    { type: Type.Enum([...WRITER_TYPES]), id: nullable(Id) },
    { description: 'The member, the bot, the rule, or the API key.' },
  ),
  text: Type.String({ description: 'Empty once it is deleted.' }),
  mentions: Type.Array(Id, { description: 'The memberships that it mentions.' }),
  created_at: Time,
  edited_at: nullable(Time),
  deleted_at: nullable(Time),
}

/** An internal note in a conversation; neither the customer nor the platform receives it. */
export const Note = titled('Note', {
  id: Id,
  conversation_id: Id,
  ...noteFields,
})

/** An internal note in a conversation. */
export type Note = Static<typeof Note>

/** Converts a row of `notes` to the API's note. */
export function toNote(row: Selectable<Notes>): Note {
  return { id: row.id, conversation_id: row.chat_id, ...toNoteFields(row) }
}

/** Converts the columns of notes that comments on tickets have too; the text of a deleted one is empty. */
export function toNoteFields(row: Omit<Selectable<Notes>, 'chat_id'>) {
  return {
    author: { type: row.author_type, id: row.author_id },
    text: row.deleted_at ? '' : row.text,
    ...pick(row, ['mentions', 'created_at', 'edited_at', 'deleted_at']),
  }
}

const Text = Type.String({ minLength: 1, maxLength: NOTE_CHARACTERS_MAX })
const Mentions = Type.Array(Id, { maxItems: 50, description: 'The memberships to mention.' })

const MentionedTeams = Type.Array(Id, {
  maxItems: 10,
  description: 'Teams whose members are mentioned, as they are now.',
})

const AddParticipants = Type.Boolean({
  description:
    'Whether to add mentioned members who do not see the conversation to its participants. Without it, such a mention is refused with `mention_needs_access`.',
})

/** The body that creates a note, or a comment on a ticket. */
export const CreateNoteBody = closedObject({
  text: Text,
  mentions: Type.Optional(Mentions),
  mentioned_team_ids: Type.Optional(MentionedTeams),
  add_participants: Type.Optional(AddParticipants),
})

/** The body that updates a note, or a comment on a ticket: only fields that are present are updated. */
export const UpdateNoteBody = closedObject({
  text: Type.Optional(Text),
  mentions: Type.Optional(Mentions),
  mentioned_team_ids: Type.Optional(MentionedTeams),
  add_participants: Type.Optional(AddParticipants),
})

/** The number of mentions that were unseen before. */
export const SeenMentions = titled('SeenMentions', {
  conversation_id: Id,
  seen_count: Type.Integer(),
})
