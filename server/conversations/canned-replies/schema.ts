import type { Selectable } from 'kysely'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { CannedReplies } from '#db/tables/canned-replies.ts'
import { pageQuery } from '#lib/pagination.ts'
import { Id, nullable, Time } from '#lib/schemas.ts'
import { SEARCH_CHARACTERS_MAX } from '#shared/pages.ts'
import { CANNED_REPLY_CHARACTERS_MAX } from '#shared/canned-replies.ts'

const Shortcut = Type.String({
  pattern: String.raw`^[\p{L}\p{M}\p{N}_-]{1,${CANNED_REPLY_CHARACTERS_MAX.shortcut}}$`,
  'x-message': `must have 1 to ${CANNED_REPLY_CHARACTERS_MAX.shortcut} characters: letters, digits, - and _`,
  description: 'What agents type after `/` to insert the reply: letters, digits, - and _.',
})
const Text = Type.String({
  minLength: 1,
  maxLength: CANNED_REPLY_CHARACTERS_MAX.text,
  description:
    "{name} and {first_name} are replaced with the customer's name, {my_name} with the sender's name.",
})

/** A text that agents send often. Shortcuts are unique, ignoring case. */
export const CannedReply = Type.Object(
  {
    id: Id,
    shortcut: Type.String(),
    text: Type.String(),
    created_by: nullable(Id),
    created_at: Time,
    updated_at: Time,
  },
  { title: 'CannedReply' },
)

/** A text that agents send often. `created_by` is a membership. */
export type CannedReply = Static<typeof CannedReply>

/** The body of POST /api/v1/canned-replies. */
export const CreateCannedReplyBody = Type.Object(
  { shortcut: Shortcut, text: Text },
  { additionalProperties: false },
)

/** The body of PATCH /api/v1/canned-replies/{id}: only fields that are present are updated. */
export const UpdateCannedReplyBody = Type.Object(
  { shortcut: Type.Optional(Shortcut), text: Type.Optional(Text) },
  { additionalProperties: false },
)

/** The query of GET /api/v1/canned-replies. */
export const ListCannedRepliesQuery = Type.Object(
  {
    ...pageQuery,
    q: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: SEARCH_CHARACTERS_MAX,
        description: 'Matches part of the shortcut or the text.',
      }),
    ),
  },
  { additionalProperties: false },
)

/** Converts a row of `canned_replies` to the API's canned reply. */
export function toCannedReply(row: Selectable<CannedReplies>): CannedReply {
  return {
    id: row.id,
    shortcut: row.shortcut,
    text: row.text,
    created_by: row.created_by,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}
