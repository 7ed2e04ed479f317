import type { Selectable } from 'kysely'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { ReplyDrafts } from '#db/tables/reply-drafts.ts'
import { createdFilters } from '#lib/lists/list-filters.ts'
import { pageQuery } from '#lib/page.ts'
import { closedObject, Id, idText, nullable, pickFields, Time, titled } from '#lib/schemas.ts'
import { TEXT_CHARACTERS_MAX } from '#platforms/registry/sending-limits.ts'
import { WRITER_TYPES } from '#shared/actors.ts'
import { DRAFT_DAYS, DRAFT_STATUSES } from '#shared/drafts.ts'

const Text = (description: string) =>
  Type.String({ minLength: 1, maxLength: TEXT_CHARACTERS_MAX, description })

/** A reply that a program proposes. The customer receives it only when an agent sends it. */
export const Draft = titled('Draft', {
  id: Id,
  conversation_id: Id,
  text: Text('The proposed text.'),
  status: Type.Enum([...DRAFT_STATUSES], {
    description: `\`open\` until an agent sends or discards it. Deleted after ${DRAFT_DAYS} days.`,
  }),
  author: Type.Object(
    {
      type: Type.Enum([...WRITER_TYPES]),
      id: Id,
      name: nullable(
        Type.String({ minLength: 1, description: 'The name of the API key or the bot.' }),
      ),
    },
    { description: 'The program that proposed it.' },
  ),
  message_id: nullable(idText('The message as which it was sent.')),
  created_at: Time,
  decided_at: nullable(Time),
})

/** A reply that a program proposes. */
export type Draft = Static<typeof Draft>

/** The body of POST /api/v1/drafts. */
export const CreateDraftBody = closedObject({
  conversation_id: idText('The conversation to reply to.'),
  text: Text('The text that is proposed for the customer.'),
})

/** The body of POST /api/v1/drafts/{id}/send. */
export const SendDraftBody = closedObject({
  text: Type.Optional(Text('The text to send instead of that of the draft.')),
})

/** The query of GET /api/v1/drafts. */
export const ListDraftsQuery = closedObject({
  ...pageQuery,
  conversation_id: Type.Optional(Id),
  status: Type.Optional(
    Type.Enum([...DRAFT_STATUSES], {
      default: 'open',
      description: 'Only drafts with this status.',
    }),
  ),
  ...createdFilters,
})

/** Converts a row of `reply_drafts` to the API's draft. */
export function toDraft(row: Selectable<ReplyDrafts>): Draft {
  return pickFields(Draft, {
    ...row,
    conversation_id: row.chat_id,
    author: { type: row.author_type, id: row.author_id, name: row.author_name },
  })
}
